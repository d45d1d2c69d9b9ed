"""Check whether a host's message can belong to the table that the client knows. Pure.

The types of net/wire/host_messages.py limit each field by itself. A screen also needs consistency: named seats exist,
the number of seats fits the game, the rules of a match stay the same. Anybody can write a host, so a client checks this
before any screen uses it. `View.absorb` checks events.
"""

from collections.abc import Iterable

from engine.api import (
    Act,
    Choice,
    Decision,
    Event,
    Happened,
    OptionError,
    Seat,
    SeatsError,
    Signed,
    UnknownGame,
    View,
    find_game,
    games,
)

from .client_messages import Ping, Pong
from .host_messages import (
    ActsPart,
    Answer,
    Ask,
    Bye,
    Clock,
    Events,
    Fault,
    HostMessage,
    Looking,
    Offer,
    Pledges,
    Refused,
    Seated,
    TableFrame,
    Welcome,
)
from .table_info import MOST_SEATS, GoesOn, LookKind, TableInfo

_BEFORE_A_WELCOME = (Refused, Answer, Fault, Ping, Pong)


def misfit(
    message: HostMessage, known: TableInfo | None, view: View | None, mine: Seat | None, table_id: str = ""
) -> str:
    """Why a message cannot come from this table, as a sentence; "" if it can. known: the last description of the table,
    None before the welcome. view: of its match, None before the first deal. mine: our seat. table_id: of the wanted
    table, "" for any.
    """
    if isinstance(message, Welcome):
        if table_id and message.table.table_id != table_id:
            return "A different table answers at that address."
        return table_fault(message.table, known, view) or _seats_fault(message.table, message.seat)
    if known is None:
        is_early = not isinstance(message, _BEFORE_A_WELCOME) and not (isinstance(message, Bye) and message.to is None)
        return "The host sent messages of a table before it let this program join." if is_early else ""
    match message:
        case TableFrame(info=info):
            return table_fault(info, known, view) or _seats_fault(info, mine)
        case Ask(decision=decision) | Offer(decision=Decision() as decision):
            return _seats_fault(known, decision.seat) or _decision_fault(decision, view)
        case Seated(seat=seat):
            return _seats_fault(known, seat)
        case Looking(how=how, seat=seat):
            return _look_fault(known, how, seat)
        case Clock(seats=seats):
            return _seats_fault(known, *seats)
        case Pledges(pledges=pledges):
            return _seats_fault(known, *(share.seat for share in pledges))
        case ActsPart(acts=acts):
            return _seats_fault(known, *_seats_of_acts(acts))
        case Events(events=events):
            return _room_fault(events)
        case Bye(to=to) if to is not None:
            return _claim_fault(known, to.goes_on)
    return ""


def table_fault(info: TableInfo, known: TableInfo | None = None, view: View | None = None) -> str:
    """Why a description of a table is impossible, or contradicts the known table, as a sentence; "" if neither. view:
    of the match, None before the first deal. An unknown game is a fault.
    """
    seats = len(info.seats)
    if fault := _order_fault(info):
        return fault
    rules = (info.game, seats, info.options)
    if known is not None and info.table_id != known.table_id:
        return "The host now describes a different table than before."
    if known is None or rules != (known.game, len(known.seats), known.options):
        if known is not None and view is not None:
            return "This table changed its rules during the match."
        if fault := _rules_fault(info):
            return fault
    return _parts_fault(info)


def answer_fault(info: TableInfo) -> str:
    """Why a table's answer to a probe is impossible, as a sentence; "" if it is possible. A table with an unknown game
    can still be listed.
    """
    if any(meta.id == info.game for meta in games()):
        return table_fault(info)
    return _order_fault(info) or _parts_fault(info)


def _order_fault(info: TableInfo) -> str:
    is_in_order = [seat.seat for seat in info.seats] == list(range(len(info.seats)))
    return "" if is_in_order else "This table numbers its seats wrongly."


def _rules_fault(info: TableInfo) -> str:
    try:
        game = find_game(info.game)
        game.meta.verify_seats(len(info.seats))
        settled = game.meta.resolve(info.options)
        game.complete_options(settled, len(info.seats))
    except UnknownGame as fault:
        return f"This program does not know the game that this table plays. {fault}"
    except (OptionError, SeatsError) as fault:
        return f"This program cannot play at this table: {fault}"
    # Screens read options by name, and `resolve` would also accept the words of a command line ("on" for true).
    written = [(name, type(value), value) for name, value in info.options.items()]
    wanted = [(name, type(value), value) for name, value in settled.items()]
    is_written = sorted(written, key=str) == sorted(wanted, key=str)
    return "" if is_written else "This table does not give a valid value for each option of the game."


def _parts_fault(info: TableInfo) -> str:
    """Whether every named seat belongs to the table."""
    for look in info.looks:
        if fault := _look_fault(info, look.how, look.seat):
            return fault
    claimed = () if info.goes_on is None else (info.goes_on.seat,)
    paused = () if info.pause is None else (info.pause.seat,)
    standing = () if info.standing is None else info.standing.people
    voted = [seat for vote in info.votes for seat in (vote.seat, *vote.yes, *vote.no)]
    asked = [petition.seat for petition in info.petitions]
    if any(vote.seat is None for vote in info.votes if vote.what in ("drop", "kick")):
        return "The table sent a vote on a player without saying which player."
    return _seats_fault(info, info.host_seat, *claimed, *paused, *standing, *voted, *asked)


def _seats_fault(info: TableInfo, *named: Seat | None) -> str:
    strange = [seat for seat in named if seat is not None and not 0 <= seat < len(info.seats)]
    return f"This table mentioned seat {strange[0] + 1}, but it has only {len(info.seats)} seats." if strange else ""


def _look_fault(info: TableInfo, how: LookKind, seat: Seat | None) -> str:
    if (how == "shoulder") != (seat is not None):
        return "This table says that a spectator looks at one hand, but not at whose hand."
    return _seats_fault(info, seat)


def _decision_fault(decision: Decision, view: View | None) -> str:
    """Whether a decision can be shown and answered; whether it follows the rules cannot be known here."""
    if view is None:
        return "This table asked for a move before the match began."
    if not decision.choices or not all(_is_choice(choice, view) for choice in decision.choices):
        return "This table asked for a decision that cannot be made."
    return ""


def _is_choice(choice: Choice, view: View) -> bool:
    listed, places, names = len(choice.sets), len(choice.places), len(choice.names)
    known = view.deck.counts
    named = (choice.cards, *choice.sets, *(group for groups in choice.divisions for group in groups))
    return (
        (not listed or not places or listed == places)
        and names <= max(listed, places)
        and 0 <= choice.least <= choice.most <= max(len(choice.cards), 0)
        and all(len(groups) == len(choice.shape) for groups in choice.divisions)
        and all(card in known for cards in named for card in cards)
    )


def _claim_fault(info: TableInfo, claim: GoesOn) -> str:
    return _seats_fault(info, claim.seat)


def _seats_of_acts(acts: Iterable[Act]) -> list[Seat | None]:
    return [seat for act in acts for seat in (act.seat, *(share.seat for share in act.shares))]


def _room_fault(events: Iterable[Event]) -> str:
    """Check events of the room. They may name a seat that no longer exists, since a lobby can change its number of
    seats.
    """
    named = [event.seat for event in events if isinstance(event, Happened | Signed) and event.seat is not None]
    strange = [seat for seat in named if not 0 <= seat < MOST_SEATS]
    return f"This table mentioned seat {strange[0] + 1}, but there is no such seat." if strange else ""
