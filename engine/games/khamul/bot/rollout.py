"""Play a round of Khamul to its end by quick rules of thumb, on a table of the game itself. Each seat acts only on the
cards that it was shown.
"""

from collections.abc import Callable, Mapping
from functools import cache
from math import fsum
from typing import TYPE_CHECKING, Final

from ....model.cards import Card, Seat
from ....model.moves import Move
from ..cards import JACK, KING, MOST_TO_CALL, PACK, POWER, WORTH
from ..state import CALLER, RESTOCK, WAITING, may_call, places_of, targets_of

if TYPE_CHECKING:
    from ....play.table import Table

_CARD: Final = 5.0
"""Points that a card costs in addition to its own."""
_KEPT: Final = 0.55
"""The chance that a known card is not matched later. _KEPT_LAST: the same after a call."""
_KEPT_LAST: Final = 0.88
_MEAN: Final = sum(WORTH.values()) / len(WORTH)
_KNOWN: Final = 2.0
"""Points for knowing a card; _BURDEN: for giving another player a card."""
_BURDEN: Final = 2.0

_Costs = tuple[Mapping[Card, float], float, float]
"""What a known card costs, what an unknown one costs, and what it is worth to know one."""
_USUAL: Final[_Costs] = ({card: _KEPT * (WORTH[card] + _CARD) for card in PACK}, _MEAN + _CARD, _KNOWN)
_LAST: Final[_Costs] = ({card: _KEPT_LAST * WORTH[card] for card in PACK}, _MEAN, 0.0)

DRAW, DISCARD, KHAMUL, DECLINE, PASS = (Move(verb) for verb in ("draw", "discard", "khamul", "decline", "pass"))


@cache
def to_place(verb: str, *places: str) -> Move:
    """A move that names places."""
    return Move(verb, places=places)


@cache
def _worth_of_draw(highest: float, *, is_last: bool) -> float:
    """The average gain of a card from the stock. highest: the cost of the hand's most expensive place."""
    costs = (_LAST if is_last else _USUAL)[0]
    return fsum(max(0.0, highest - costs[card]) for card in PACK) / len(PACK)


def play_out(table: "Table") -> None:
    """Play a round from any moment after the peeking to its end."""
    phases = table.game.phases
    while True:
        name = table.phase
        if name == "matching":
            phases[name].resolve(table, _answers(table))
            continue
        act = _ACTS.get(name)
        if act is None:
            return
        phase = phases[name]
        seat = phase.acting(table)[0]
        phase.play(table, seat, act(table, seat))


def _answers(table: "Table") -> dict[Seat, Move]:
    """Every seat matches what it knows."""
    zones, notes = table.zones, table.hidden_notes
    found: dict[Seat, Move] = {}
    twins = _TWINS[zones["discard"][-1]]
    if not any(card in notes for card in twins):
        return found  # nobody has seen a card of this rank
    rank = twins[0][:-1]
    for seat in table.playing:
        known = tuple(
            [
                place
                for place in places_of(table, seat)
                if (card := zones[place][0])[:-1] == rank and notes.get(card, 0) >> seat & 1  # type: ignore[operator]
            ]
        )
        if known:
            found[seat] = to_place("match", *known[:3])
    return found


def _row(table: "Table", seat: Seat) -> tuple[list[tuple[str, Card, bool]], _Costs]:
    """The places of a seat, each with its card and whether the seat knows it; and the costs that hold now."""
    zones, notes = table.zones, table.hidden_notes
    row = [
        (place, card := zones[place][0], bool(notes.get(card, 0) >> seat & 1))  # type: ignore[operator]
        for place in places_of(table, seat)
    ]
    return row, _USUAL if CALLER.of(table) is None else _LAST


def _turn(table: "Table", seat: Seat) -> Move:
    row, costs = _row(table, seat)
    if may_call(table) and all(known for _, _, known in row) and sum(WORTH[card] for _, card, _ in row) <= MOST_TO_CALL:
        return KHAMUL
    can_draw = RESTOCK.can_draw(table)
    pile = table.zones["discard"]
    if row and pile:
        known_cost, unknown_cost, gain = costs
        highest, target = -1.0, ""
        for place, card, known in row:
            cost = known_cost[card] if known else unknown_cost + gain
            if cost > highest:
                highest, target = cost, place
        net = highest - known_cost[pile[-1]]
        if not can_draw or net > _worth_of_draw(highest, is_last=costs is _LAST):
            return to_place("take", target)
    return DRAW if can_draw else PASS


def _deciding(table: "Table", seat: Seat) -> Move:
    row, costs = _row(table, seat)
    known_cost, unknown_cost, gain = costs
    drawn = table.zones[_DRAWN[seat]][0]
    is_usual = costs is _USUAL
    rank = drawn[:-1]
    best = _power_of(drawn, row, is_usual)
    for _, card, known in row:
        if known and card[:-1] == rank:
            best += known_cost[card]
    chosen, cost_drawn = DISCARD, known_cost[drawn]
    for place, card, known in row:
        if not known:
            net = unknown_cost + gain - cost_drawn
        else:
            net = known_cost[card] - cost_drawn + _power_of(card, row, is_usual)
            rank = card[:-1]
            for other, twin, is_known in row:
                if is_known and twin[:-1] == rank and other != place:
                    net += known_cost[twin]
        if net > best:
            best, chosen = net, to_place("swap", place)
    return chosen


def _power_of(card: Card, row: list[tuple[str, Card, bool]], is_usual: bool) -> float:
    power = POWER[card]
    if not power:
        return 0.0
    if power == JACK:
        return _KNOWN if is_usual and any(not known for _, _, known in row) else 0.0
    if power == KING:
        highest = max([WORTH[held] if known else _MEAN for _, held, known in row], default=0.0)
        return max(0.0, 0.7 * (highest - 0.5 * _MEAN))
    return _BURDEN


def _power(table: "Table", seat: Seat) -> Move:
    row, _ = _row(table, seat)
    card, _ = WAITING.of(table)[0]
    if POWER[card] == JACK:
        return next((to_place("look", place) for place, _, known in row if not known), DECLINE)
    others = targets_of(table, seat)
    if POWER[card] == KING:
        zones, notes = table.zones, table.hidden_notes
        highest, own = max([(WORTH[held] if known else _MEAN, place) for place, held, known in row])
        least, theirs = 99.0, ""
        for other in others:
            for place in places_of(table, other):
                held = zones[place][0]
                marks = notes.get(held, 0)
                guess = WORTH[held] if marks >> seat & 1 else 0.7 * _MEAN if marks >> other & 1 else _MEAN  # type: ignore[operator]
                if guess < least:
                    least, theirs = guess, place
        return to_place("exchange", own, theirs) if highest - least >= 1.0 else DECLINE
    caller = CALLER.of(table)
    if caller in others:
        return to_place("burden", f"seat:{caller}")
    fewest = min(others, key=lambda other: len(places_of(table, other)))
    return to_place("burden", f"seat:{fewest}")


_ACTS: Final[dict[str, Callable[["Table", Seat], Move]]] = {"turn": _turn, "deciding": _deciding, "power": _power}
_TWINS: Final = {card: tuple(other for other in PACK if other != card and other[:-1] == card[:-1]) for card in PACK}
_DRAWN: Final = tuple(f"drawn:{seat}" for seat in range(6))
