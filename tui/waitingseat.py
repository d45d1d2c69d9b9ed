"""Where a seat of ours waits: at a table of this machine, or at another one that was left for now."""

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from net.addresses import Address
    from net.client import ClientSession


def _words_of(game: str) -> str:
    from .app import game_title

    return f"{game_title(game)}: your seat is kept"


class WaitingSeat:
    """The seat that Go on leads to. table_id: of a table of this machine, "" for none. address: of the table elsewhere
    that was left for now, in this run of the program."""

    def __init__(self) -> None:
        self.table_id = ""
        self.address: Address | None = None
        self._game = ""

    def note(self, session: "ClientSession") -> None:
        """A session is left for now."""
        info = session.info
        is_over = session.view is not None and session.view.over is not None
        if session.address.kind == "tcp" and session.seat is not None and info is not None and not is_over:
            self.address, self._game = session.address, info.game

    def forget(self) -> None:
        """Another table is sat down at."""
        self.address = None

    def find(self) -> str:
        """Where a seat waits, in a few words; "" when nowhere. Blocks briefly."""
        from net.process import kept_tables, running_tables
        from net.tokens import TokenStore

        self.table_id = ""
        if self.address is not None:
            return _words_of(self._game)
        with suppress(OSError):
            seats = TokenStore().tables()
            running = [(table.table_id, table.game) for table in running_tables()]
            ended = [(table.table_id, table.game) for table in kept_tables()[:3]]
            for table_id, game in (*reversed(running), *ended):
                if table_id in seats:
                    self.table_id = table_id
                    return _words_of(game)
        return ""
