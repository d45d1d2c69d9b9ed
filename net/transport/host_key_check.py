"""Whether it is still the same host: the key that answered first in a session, and those kept from other evenings."""

from ..problems import WrongHost
from ..storage.known_hosts import KnownHosts, OtherKey, verify_link, verify_trusted
from ..wire.address import Address


class HostKeyCheck:
    """The host's key in one session.

    key: with which it answered, "" before, and on this machine. is_new: whether this user had never met it.
    trusted: a key that the person has accepted though another was known, or its four words: no other is then let pass.
    keeps: whether keys are kept between runs.
    """

    def __init__(self, trusted: str, keeps: bool) -> None:
        self.key = ""
        self.is_new = False
        self._trusted = trusted
        self._is_settled = False  # whose key is expected at which table: known from the first welcome on
        self._pins = KnownHosts() if keeps else None

    def verify(self, key: str, address: Address, table_id: str) -> None:
        """Look at a key before anything is said to its owner. Raises WrongHost."""
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
        """Another host has taken the table over: it is the one that is expected from now on, and no other."""
        self.key, self.is_new, self._trusted, self._is_settled = key, False, "", True

    def welcomed(self, address: Address, table_id: str) -> None:
        """The table let us in: its key is the one that is expected from now on.

        Raises WrongHost if it claims to be a table that is known under another host's key: where no table was asked
        for, what answers may say any id.
        """
        if self.key and self._pins is not None:
            try:
                if not self._is_settled:
                    self._pins.verify(self.key, str(address), table_id, trusted=self._trusted)
            except OtherKey as fault:
                raise WrongHost(str(fault), fault.found, fault.known) from fault
            self._is_settled = True
            self._pins.keep(self.key, str(address), table_id)
