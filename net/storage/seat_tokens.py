"""The tokens that bring a player back to a seat, kept between runs in one private file.

Two terminals of one user may sit at one table, so each token names the session that holds it now; a session takes only
tokens that no running session holds.
"""

import contextlib
import copy
import os
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from ..problems import PathProblem, StoreProblem
from . import paths
from .files import is_private, locked
from .json_file import JsonFile
from .processes import start_mark

_NAME = "seats.json"
_LARGEST_FILE = 256 * 1024
_MOST_KEPT = 64
_MOST_KEYS = 16
_live_holders: set[str] = set()


class KeptSeat(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A seat to which this user can return. token: the secret, as hex. seat: None for the right to host without a seat.
    address: where the table was reached. holder: process and session that use it now, "" for nobody. kept: when it was
    saved, wall clock in seconds. is_key: the owner's key of this user's own table: it is kept even after another token
    has replaced it, so the owner never loses the table; is_used: a token has replaced it. key: of the host that gave
    it, "" if no key was proven: over a socket of this machine, or by an earlier version of the program.
    """

    table_id: str
    token: str
    seat: int | None = None
    name: str = ""
    address: str = ""
    holder: str = ""
    kept: int = 0
    is_key: bool = False
    is_used: bool = False
    key: str = ""


class SeatTokens:
    """Remembers (table, token, seat) on disk, for this user alone.

    path: None for the usual file in the state folder. One object can serve any number of sessions.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        """Where the file is. Raises PathProblem."""
        return self._file().path

    def _file(self) -> JsonFile[list[KeptSeat]]:
        """The file as it is now, since other processes write it too. Raises PathProblem."""
        return JsonFile(_NAME, list[KeptSeat], _LARGEST_FILE, self._path or _usual_folder() / _NAME)

    def take(self, table_id: str, address: str, name: str, holder: str, key: str = "") -> KeptSeat | None:
        """The newest token for a table that nobody holds; from now on `holder` holds it. table_id: "" for the table
        last reached at the address. key: the key that answers there, "" over a socket. Any host can claim any table id,
        so a token is sent only to the host that gave it: to the same key, or on this machine if it came over a socket
        of this machine (such as the owner's key). Tokens of exactly this key come first, then those saved under the
        same name. Raises StoreProblem, PathProblem.
        """
        with self._changing() as kept:
            fitting = [seat for seat in kept if _is_of(seat, table_id, address, key) and not _is_held(seat)]
            if not fitting:
                return None
            # The file is in the order of saving. The wall clock may have been set back meanwhile.
            _, best = max(
                enumerate(fitting), key=lambda placed: (placed[1].key == key, placed[1].name == name, placed[0])
            )
            for seat in fitting:
                if seat is best or seat.is_key:  # nobody else may join as the owner meanwhile
                    seat.holder = holder
            return msgspec.structs.replace(best)

    def hold(self, token: str, holder: str) -> None:
        """Let `holder` alone use a token. Raises StoreProblem, PathProblem."""
        with self._changing() as kept:
            for seat in kept:
                if seat.token == token:
                    seat.holder = holder

    def keep(self, seat: KeptSeat, *, instead_of: str = "") -> None:
        """Save a token; `instead_of` is the one that it replaces. Raises StoreProblem."""
        seat = msgspec.structs.replace(seat, kept=int(time.time()))
        with self._changing() as kept:
            for old in kept:
                old.is_used = old.is_used or (old.is_key and old.token == instead_of)
            kept[:] = [old for old in kept if old.token != seat.token and (old.is_key or old.token != instead_of)]
            kept.append(seat)
            keys = [old for old in kept if old.is_key][:-_MOST_KEYS]
            kept[:] = [old for old in kept if old not in keys][-_MOST_KEPT:]

    def forget(self, token: str) -> None:
        """Remove a token that is no longer useful. Raises StoreProblem."""
        with self._changing() as kept:
            kept[:] = [old for old in kept if old.token != token or old.is_key]

    def release(self, holder: str) -> None:
        """Let other sessions use the tokens that a session held. Raises StoreProblem."""
        _live_holders.discard(holder)
        with self._changing() as kept:
            for seat in kept:
                if seat.holder == holder:
                    seat.holder = ""

    def waiting(self) -> tuple[KeptSeat, ...]:
        """All tokens that nobody holds now, in the order of saving."""
        with contextlib.suppress(PathProblem):
            return tuple(seat for seat in self._file().load() or () if not _is_held(seat))
        return ()

    def tables(self) -> set[str]:
        """Ids of the tables at which a seat waits, or which have never been joined by their owner."""
        return {seat.table_id for seat in self.waiting() if not seat.is_used}

    @contextlib.contextmanager
    def _changing(self) -> Iterator[list[KeptSeat]]:
        """Read, change and write the file; one process at a time."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locked(self.path.with_suffix(".lock")))
            except PathProblem:
                raise
            except OSError as fault:
                raise StoreProblem(f"Seats cannot be saved: {fault.strerror or fault}.") from fault
            file = self._file()
            kept = file.load() or []
            before = copy.deepcopy(kept)
            yield kept
            # A copied file may be one that everybody can read.
            if (kept != before or not is_private(self.path)) and (problem := file.save(kept)):
                raise StoreProblem(problem)


def _usual_folder() -> Path:
    """Where the file is: if nothing can be saved, the file has the seats at tables that cannot be saved either. Raises
    PathProblem."""
    with contextlib.suppress(PathProblem):
        if os.access(usual := paths.state_dir(), os.W_OK):
            return usual
    return paths.spare_dir()


def new_holder() -> str:
    """A mark for one session of this process."""
    holder = f"{os.getpid()}/{start_mark(os.getpid())}/{secrets.token_hex(4)}"
    _live_holders.add(holder)
    return holder


def _is_here(address: str) -> bool:
    """Whether an address is certainly on this machine: a Unix socket, or the loopback."""
    return address.startswith("/") or address.rpartition(":")[0] in ("127.0.0.1", "[::1]", "localhost")


def _is_own_socket(address: str) -> bool:
    """Whether a socket is in a folder where only this user's hosts create sockets."""
    return paths.is_private_socket(address) or Path(address).parent == paths.shared_dir()


def _is_of(seat: KeptSeat, table_id: str, address: str, key: str) -> bool:
    """Whether a kept seat is one of this table, and its token may be said there, where this key answers."""
    is_it = seat.table_id == table_id if table_id else seat.address == address
    if not is_it or (key and seat.key and seat.key != key):
        return False
    if address.startswith("/"):
        is_ours = _is_own_socket(address) and (not seat.address.startswith("/") or _is_own_socket(seat.address))
        return seat.address == address or is_ours
    return _is_here(address) or not seat.address.startswith("/")


def _is_held(seat: KeptSeat) -> bool:
    if not seat.holder:
        return False
    pid, _, rest = seat.holder.partition("/")
    if pid == str(os.getpid()):
        return seat.holder in _live_holders
    started = rest.partition("/")[0]
    return bool(started) and pid.isdigit() and start_mark(int(pid)) == started


class SessionToken:
    """The token of one session: found, saved and forgotten.

    store: None saves nothing between runs. token: shows the host who this player was before. notice: gets a sentence if
    a token cannot be saved. Then the seat is lost at the next start of this program, but not now. is_saved: whether the
    token was saved.
    """

    def __init__(self, store: SeatTokens | None, token: bytes, notice: Callable[[str], None]) -> None:
        self.store = store
        self.token = token
        self._notice = notice
        self._holder = new_holder()
        self.is_saved = False

    def find(self, table_id: str, address: str, name: str, key: str) -> None:
        """Take up a seat that waits in the store for the host with this key. A token that is known already is held, so
        that no other session of this user comes as the same person.
        """
        store = self.store
        if store is None:
            return
        if self.token:
            with contextlib.suppress(StoreProblem, PathProblem, OSError):  # told when the new token is to be saved
                store.hold(self.token.hex(), self._holder)
            return
        with self._noticed():
            found = store.take(table_id, address, name, self._holder, key)
            if found is not None:
                self.token = bytes.fromhex(found.token)

    def renew(self, token: bytes, table_id: str, seat: int | None, name: str, address: str, key: str) -> None:
        """The table gave a new token in place of the old one, or another seat with it. key: its host's, if proven."""
        old, self.token = self.token, token
        kept = KeptSeat(
            table_id=table_id, token=token.hex(), seat=seat, name=name, address=address, holder=self._holder, key=key
        )
        if self.store is not None:
            self.is_saved = False
            with self._noticed():
                self.store.keep(kept, instead_of=old.hex())
                self.is_saved = True

    def forget(self) -> None:
        """The player gave up the seat."""
        token, self.token = self.token, b""
        if self.store is not None and token:
            with self._noticed():
                self.store.forget(token.hex())

    def release(self) -> None:
        """The session is over. Another session may take the seat."""
        if self.store is not None:
            with self._noticed():
                self.store.release(self._holder)

    @contextlib.contextmanager
    def _noticed(self) -> Iterator[None]:
        try:
            yield
        except (StoreProblem, OSError, ValueError) as fault:
            self._notice(f"Your seat cannot be saved for the next start of this program. {fault}")
