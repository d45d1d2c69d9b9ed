"""What time there is for what is asked at a table now, by the game's rules and the table's clocks."""

from engine.api import Table

from .clocks import Clocks
from .lobby import Lobby

_BOTS_ALONE_MS = 5_000


def is_sealed(table: Table | None) -> bool:
    """Whether a question is open whose answers nobody may hear of before all are in."""
    return table is not None and bool(table.acting()) and table.game.phases[table.phase].sealed


def lapse_ms(table: Table | None) -> int:
    """After how long silence is an answer to what is asked now; 0 where it is none."""
    if table is None or not table.acting():
        return 0
    return table.game.phases[table.phase].lapse_ms(table)


def public_limit_ms(table: Table | None, clocks: Clocks, *, is_between: bool) -> int:
    """The time that everybody sees running; 0 for no limit. is_between: the table pauses between two deals."""
    if table is None or table.over is not None:
        return 0
    if is_between:
        return clocks.between_ms
    phase = table.game.phases.get(table.phase)
    return lapse_ms(table) or (clocks.limit_ms(phase.clock) if phase else 0)


def next_deal_ms(lobby: Lobby, clocks: Clocks, since_ms: int) -> int | None:
    """When the next deal begins, by the time of the table; None while people have to say so.

    since_ms: when the pause between the two began.
    """
    if lobby.handing is not None:
        return None  # the table is being handed over to another host
    present = [person for person in lobby.seated if person.state != "away"]
    if present and all(person.ready for person in present):
        return since_ms
    limit = clocks.between_ms
    if not limit and not present:
        limit = _BOTS_ALONE_MS
    return since_ms + limit if limit else None
