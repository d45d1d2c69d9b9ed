"""Checks that this is still the same host: by the first key of this session, and by keys saved earlier."""

from ..problems import WrongHost
from ..storage.known_hosts import KnownHosts, OtherKey, verify_link, verify_trusted
from ..wire.address import Address


class HostKeyCheck:
    """The host's key in one session. key: the key that answered, "" before that and on this machine. is_new: whether
    this user meets it for the first time. trusted: a key that the user accepted although a different one was known, or
    its four words: then no other key is accepted. keeps: whether keys are saved between runs.
    """

    def __init__(self, trusted: str, keeps: bool) -> None:
        self.key = ""
        self.is_new = False
        self._trusted = trusted
        self._is_settled = False  # the table and its expected key, known after the first welcome
        self._pins = KnownHosts() if keeps else None

    def verify(self, key: str, address: Address, table_id: str) -> None:
        """Check a key before anything is sent to its owner. Raises WrongHost."""
        if not key:
            return
        try:
            verify_link(key, address.key, str(address))
            verify_trusted(key, self._trusted, str(address))
            if self.key and key != self.key:
                raise OtherKey(f"Another host answers at {address} now.", self.key, key)
            if not self.key and self._pins is not None:
                self._pins.verify(key, str(address), table_id, trusted=self._trusted)
                self.is_new = not self._pins.knows(key)
        except OtherKey as fault:
            raise WrongHost(str(fault), fault.found, fault.known) from fault
        self.key = key

    def moved(self, key: str) -> None:
        """Another host has taken over the table: from now on only its key is expected."""
        self.key, self.is_new, self._trusted, self._is_settled = key, False, "", True

    def welcomed(self, address: Address, table_id: str) -> None:
        """The table accepted us: from now on its key is expected. Raises WrongHost if it claims to be a table that is
        known with a different key: if we asked for no table, whoever answers may name any id.
        """
        if self.key and self._pins is not None:
            try:
                if not self._is_settled:
                    self._pins.verify(self.key, str(address), table_id, trusted=self._trusted)
            except OtherKey as fault:
                raise WrongHost(str(fault), fault.found, fault.known) from fault
            self._is_settled = True
            self._pins.keep(self.key, str(address), table_id)
