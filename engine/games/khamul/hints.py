"""What a player sees besides the cards: the open cards, and the points of cards. Players must remember what they have
seen, unless the table's memory aid is on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...kit.wording import counted
from ...model.board import Board
from ...model.cards import UNKNOWN, Card, Seat
from ...model.events import Declared, Entered, Event, Moved, Scored, Shown, Turned
from ...model.groups import HandGroup
from ...model.telling import ChoiceLine, Feat, Telling
from .cards import JACK, KING, MOST_TO_CALL, POWER, QUEEN, WORTH, matches, owner_of, worth
from .scoring import MISSED_CALL, WRONG_CALL
from .state import CALLER, RESTOCK, TURN_NUMBER, WAITING, cards_of, house_of, in_turn, places_of, top_card

if TYPE_CHECKING:
    from ...model.view import View

_USES: Final = {
    KING: ("black king", "exchange a card with another player"),
    QUEEN: ("black queen", "make another player draw a card"),
    JACK: ("jack", "look at one of your own cards"),
}

_MAY_USE: Final = "may use a power"
"""The sentence that is replaced when the player uses the power, and that goes on when they decline it."""

_PEEK: Final = "Look at two of your cards and remember them, because you see them only once."
_PEEK_AID: Final = "Look at two of your cards. At this table they stay visible to you."


def arrange(cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
    """The places of cards are fixed, so nothing is sorted."""
    return tuple(cards)


def seat_note(board: Board, seat: Seat) -> str:
    """How many cards a seat has, and whether it has called: "4 cards"."""
    if board.phase in ("", "between", "over"):
        return ""
    held = len(places_of(board, seat))
    cards = counted(held, "card") if held else "no cards"
    return f"called, {cards}" if CALLER.of(board) == seat else cards


def telling(event: Event, board: Board) -> Telling | None:
    """Why a card goes where it goes: a match, a swap, a penalty or a power. Also which player may use a power, which
    player called without cards, and which players get extra points.

    A failed match does not name its card: players must remember it.
    """
    match event:
        case Turned(zone=place):
            key = "mismatched" if RESTOCK.can_draw(board) else "mismatched, no penalty"
            return Telling(key, owner_of(place), value=board.zones["discard"][-1])
        case Moved(src=place, dst="discard") if place.startswith("slot:"):
            return _from_row(board, owner_of(place))
        case Moved(src="stock", dst=place) if place.startswith("slot:"):
            return _to_row(board, owner_of(place))
        case Entered(phase="power"):
            card, owner = WAITING.of(board)[0]
            return Telling(_MAY_USE, owner, value=_USES[POWER[card]][0])
        case Moved(src=place, dst=to) if place.startswith("slot:") and to.startswith("slot:"):
            return Telling("exchanged", owner_of(place), owner_of(to), replaces=(_MAY_USE,))
        case Shown(seat=seat) if board.phase == "power":
            return Telling(f"shown by {POWER[WAITING.of(board)[0][0]]}", seat, replaces=(_MAY_USE,))
        case Declared(fact=CALLER.name, seat=int(seat)) if not places_of(board, seat):
            return Telling("called without cards", seat)
        case Scored():
            return _with_extra_points(event)
    return None


def _from_row(board: Board, seat: Seat) -> Telling:
    """A card of a row comes to the pile: the seat matches with it, or swaps it out."""
    before = board.zones["discard"][-2:-1]
    matched = Telling("matched", seat, value=" ".join(before))
    if not board.zone("drawn", seat) or board.phase == "power":
        return matched
    if board.phase == "turn":
        return Telling("taken for", seat)
    # While the player in turn decides about the drawn card, they may match too. The next event says which it was.
    is_open = bool(before) and matches(before[0], board.zones["discard"][-1])
    return Telling("matched or swapped", seat, value=matched.value) if is_open else Telling("swapped", seat)


def _to_row(board: Board, seat: Seat) -> Telling | None:
    """A seat gets an unseen card: for a failed match, or by a black queen."""
    waiting = WAITING.of(board)[:1] if board.phase == "power" else ()
    owner = next((owner for card, owner in waiting if POWER[card] == QUEEN), seat)
    if owner == seat:
        return Telling("penalty", seat)
    # If the discards have just become the stock, either reason is possible.
    is_restocked = RESTOCK.count.of(board) and len(board.zones["discard"]) == 1
    return None if is_restocked else Telling("burdened", seat, other=owner, replaces=(_MAY_USE,))


def _with_extra_points(scored: Scored) -> Telling | None:
    """The players who get extra points, and the reason."""
    missed = tuple(line.seat for line in scored.lines if line.label == MISSED_CALL)
    for line in scored.lines:
        if line.label == WRONG_CALL:
            return Telling("scored wrong call", line.seat, passed=missed)
    if not missed:
        return None
    return Telling(f"scored {scored.how}, missed call", missed[0], passed=missed)


def feats(scored: Scored, board: Board) -> tuple[Feat, ...]:
    """A call that was right, narrowly or not; a player without cards; totals that end the match."""
    raw = {line.seat: line.points for line in scored.lines if line.label == "cards"}
    least, caller = min(raw.values(), default=0), CALLER.of(board)
    found = []
    if caller in raw and raw[caller] == least and raw[caller] <= MOST_TO_CALL:
        next_best = min((points for seat, points in raw.items() if seat != caller), default=least)
        hair = next_best == least + 1
        found.append(
            Feat(caller, "called Khamul and won the deal by a point", "khamul by a hair")
            if hair
            else Feat(caller, "called Khamul with the lowest hand", "khamul")
        )
    empty = (line.seat for line in scored.lines if line.label == "no card left")
    found += [Feat(seat, "ended a deal without cards", "empty hand") for seat in empty]
    limit = house_of(board).limit
    ending = (seat for seat in board.playing if scored.totals[seat] >= limit)
    return (*found, *(Feat(seat, f"reached the limit of {limit}", ends=True) for seat in ending))


def table_note(board: Board) -> str:
    """The state of the round: "turn 12, last turns"."""
    if not TURN_NUMBER.of(board) or board.phase in ("between", "over"):
        return ""
    if CALLER.of(board) is not None:
        return f"turn {TURN_NUMBER.of(board)}, last turns"
    left = house_of(board).turn_cap * len(board.playing) - TURN_NUMBER.of(board)
    return (
        f"turn {TURN_NUMBER.of(board)}" if left > 20 else f"turn {TURN_NUMBER.of(board)}, {counted(left, 'turn')} left"
    )


def hand_groups(_view: View) -> tuple[HandGroup, ...]:
    """No cards of this game belong together."""
    return ()


def insight(view: View) -> tuple[str, ...]:
    """A few lines about the cards that the viewer sees now, the most useful first."""
    if view.viewer is None or view.phase in ("", "between", "over"):
        return ()
    lines = [_about_power(view), *_about_drawn(view, view.viewer), _about_top(view), _about_own(view, view.viewer)]
    if view.phase == "peeking":
        lines.insert(0, _PEEK_AID if house_of(view).memory_aid else _PEEK)
    return tuple(line for line in lines if line)


def _about_power(view: View) -> str:
    waiting = WAITING.of(view)
    if view.phase != "power" or not waiting or waiting[0][1] != view.viewer:
        return ""
    card, use = _USES[POWER[waiting[0][0]]]
    return f"With the {card} you may {use}."


def _about_drawn(view: View, seat: Seat) -> list[str]:
    drawn = [card for card in view.zone("drawn", seat) if card != UNKNOWN]
    if not drawn:
        return []
    card = drawn[0]
    lines: list[str] = [ChoiceLine(f"You drew {card}, which counts {WORTH[card]}.")]
    if POWER[card]:
        lines.append(f"If you discard it, you may {_USES[POWER[card]][1]}.")
    return lines


def _about_top(view: View) -> str:
    top = top_card(view)
    if top is None:
        return ""
    if view.phase == "turn" and in_turn(view) == view.viewer:
        return f"The discard {top} counts {WORTH[top]}. You may take it in place of one of your cards."
    if view.phase in ("deciding", "power") and view.viewer in view.acting():
        return ""  # other players may match now, but this player must first decide
    return f"The discard is {top}: any {_rank(top)} matches it."


def _about_own(view: View, seat: Seat) -> str:
    """The viewer's own points, if the table's memory aid is on. Otherwise, which cards are worth keeping."""
    if not house_of(view).memory_aid:
        call = f"If you begin a turn with {MOST_TO_CALL} points or fewer, call. " if CALLER.of(view) is None else ""
        return f"{call}Red kings count 0, red queens 20."
    held = cards_of(view, seat)
    known = [card for card in held if card != UNKNOWN]
    unseen = len(held) - len(known)
    if not unseen:
        return f"Your cards count {worth(known)} in all."
    return f"The cards that you have seen count {worth(known)} in all. You have not seen {counted(unseen, 'card')}."


def _rank(card: Card) -> str:
    words = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
    return words.get(card[:-1], card[:-1])
