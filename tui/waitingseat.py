"""Where a seat of ours waits: at a table of this machine, at one that was left for now, or at one that was lost."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from .tablesession import is_match_over
from .titles import game_title

if TYPE_CHECKING:
    from net.addresses import Address
    from net.client import ClientSession


def _words_of(game: str) -> str:
    return f"{game_title(game)}: your seat is kept"


class WaitingSeat:
    """The seat that Go on leads to. table_id: of a table of our own, "" for none. address: of somebody else's, left for
    now in this run of the program, or still keeping the seat of an earlier one."""

    def __init__(self) -> None:
        self.table_id = ""
        self.address: Address | None = None
        self._table = self._game = ""

    def note(self, session: "ClientSession") -> None:
        """A session is left for now."""
        info = session.info
        is_seated_elsewhere = session.address.kind == "tcp" and session.seat is not None
        if is_seated_elsewhere and info is not None and not is_match_over(session):
            self.address, self._table, self._game = session.address, info.table_id, info.game

    def sat_down(self, session: "ClientSession") -> None:
        """A table is sat down at: if it is the one that waited, it waits no more."""
        if session.info is not None and session.info.table_id == self._table:
            self.address = None

    def refused(self, address: "Address") -> None:
        """There is no seat for us at this address any more."""
        if self.address is not None and str(address) == str(self.address):
            self.address = None

    async def find(self) -> str:
        """Where a seat waits, in a few words; "" when nowhere."""
        if self.address is None:
            return await asyncio.to_thread(self._look_here) or await self._look_elsewhere()
        return _words_of(self._game)

    def _look_here(self) -> str:
        from net.process import kept_tables, running_tables
        from net.tokens import TokenStore

        self.table_id = ""
        with suppress(OSError):
            seats = TokenStore().tables()
            running = [(table.table_id, table.game) for table in running_tables()]
            ended = [(table.table_id, table.game) for table in kept_tables()[:3]]
            for table_id, game in (*reversed(running), *ended):
                if table_id in seats:
                    self.table_id = table_id
                    return _words_of(game)
        return ""

    async def _look_elsewhere(self) -> str:
        from net.keptseats import seat_elsewhere
        from net.tokens import TokenStore

        found = await seat_elsewhere(TokenStore())
        if found is None:
            return ""
        self.address, self._game = found[0], found[1].game
        return _words_of(self._game)
