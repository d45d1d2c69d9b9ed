"""What time there is for what is asked at a table now, by the game's rules and the table's clocks."""

from dataclasses import dataclass

from engine.api import Seat, Table

from .clocks import TimeControls
from .lobby import Lobby

_BOTS_ALONE_MS = 5_000


@dataclass(frozen=True)
class Question:
    """What the rules say of a table as it stands, read once after each act: all others take it from here.

    seats: whose answer is waited for. is_sealed: nobody may hear of an answer before all are in.
    lapse_ms: after how long silence is an answer; 0 where it is none. awaits_close: only the host's word is missing.
    shows_once: a match is under way in which who comes late, or begins anew, has missed the faces shown before.
    """

    seats: tuple[Seat, ...] = ()
    is_sealed: bool = False
    lapse_ms: int = 0
    awaits_close: bool = False
    shows_once: bool = False


def read_question(table: Table) -> Question:
    """What is asked at a table now. Raises whatever a rule of the game raises that fails."""
    seats, game = table.acting(), table.game
    shows_once = table.over is None and game.plan.has_fleeting and not game.remembers(table)
    phase = game.phases[table.phase] if seats else None
    return Question(
        seats=seats,
        is_sealed=phase is not None and phase.sealed,
        lapse_ms=phase.lapse_ms(table) if phase is not None else 0,
        awaits_close=table.awaits_close,
        shows_once=shows_once,
    )


def unknown_question(table: Table) -> Question:
    """The same when the rules cannot say it: nobody is asked, and nothing is told that might have to be kept back."""
    if table.over is not None:
        return Question()
    phase = table.game.phases.get(table.phase)
    return Question(is_sealed=phase is not None and phase.sealed, shows_once=table.game.plan.has_fleeting)


def seats_asked(table: Table | None) -> tuple[Seat, ...]:
    """Whose answer is waited for; nobody's if the rules fail in that, as they then do when the question is read."""
    try:
        return table.acting() if table is not None else ()
    except Exception:  # noqa: BLE001 - see above
        return ()


def public_limit_ms(table: Table | None, question: Question, clocks: TimeControls, *, is_between: bool) -> int:
    """The time that everybody sees running; 0 for no limit. is_between: the table pauses between two deals."""
    if table is None or table.over is not None:
        return 0
    if is_between:
        return clocks.between_ms
    phase = table.game.phases.get(table.phase)
    return question.lapse_ms or (clocks.limit_ms(phase.clock) if phase else 0)


def next_deal_ms(lobby: Lobby, clocks: TimeControls, since_ms: int) -> int | None:
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
