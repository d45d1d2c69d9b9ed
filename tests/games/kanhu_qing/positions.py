"""Tables of Kanhu, Qing, for tests: hands as text, moves as text.

Seat 0 deals and begins unless a test says otherwise. A hand that names fewer cards than are dealt is filled from the
rest of the pack.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

from engine.games.kanhu_qing.pack import ACES, DECK, FREE, HAND_SIZE, HONOURS, NUMERALS, EyesBook, HouseRules, book_of
from engine.games.kanhu_qing.scoring import Past, Standing
from engine.model.cards import Card, Seat, parse_cards
from engine.model.deal import Deal
from engine.model.events import Event
from engine.model.moves import Move
from engine.model.options import OptionValue
from engine.play.game import Game
from engine.play.registry import find_game
from engine.play.table import Table
from tests.games.tables import decision_of

KANHU: Game = find_game("kanhu_qing")

WON = "C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M8 M9 C7 S7 M7"
"""A winning hand: the tiger, three runs, and a set."""

SHORT = WON.replace("C5 ", "")
"""Fourteen cards that win with C5 alone."""

LOST = "C2 C5 C8 S2 S4 S7 S9 M3 M5 M8 C3 C9 S5 M6"
"""Fourteen cards, with which no card wins."""


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text, DECK.faces)


def run(suit: str, first: int, last: int) -> str:
    """A run as text: run("C", 4, 6) is "C4 C5 C6"."""
    return " ".join(f"{suit}{rank}" for rank in range(first, last + 1))


def book(eye6: str = "wealth", honours: str = "attach") -> EyesBook:
    return book_of({"eye6": eye6, "honours": honours})


def started(
    seats: int,
    held: Mapping[Seat, str] | None = None,
    *,
    stock: str = "",
    seed: str = "test",
    dealer: Seat | None = 0,
    **options: OptionValue,
) -> Table:
    """A table whose first deal has been dealt. stock: the cards to be bought, the first first."""
    dealt = Deal({seat: cards(text) for seat, text in (held or {}).items()}, cards(stock), dealer)
    table = Table(KANHU, seats, KANHU.meta.resolve(options), seed=seed, deal=dealt)
    table.start()
    return table


def act(table: Table, seat: Seat, text: str) -> tuple[Event, ...]:
    """A seat answers: act(table, 1, "discard C7")."""
    verb, _, named = text.partition(" ")
    return table.play(seat, decision_of(table, seat).id, Move(verb, cards(named)))


def verbs(table: Table, seat: Seat) -> set[str]:
    return {choice.verb for choice in decision_of(table, seat).choices}


def hand(table: Table, seat: Seat) -> list[Card]:
    return table.zone("hand", seat)


def idle(table: Table, *, until: str = "", acts: int = 100_000) -> None:
    """Let everybody do what the table does for the absent, until a phase or the end; nothing is done twice."""
    while acts and table.over is None and table.phase != until:
        acts -= 1
        if table.awaits_close:
            table.close()
            continue
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, decision.default)


def empty_the_stock(table: Table) -> None:
    """Play on by default until a discard is on offer and the stock is empty."""
    while table.phase != "offer" or table.zone("stock"):
        idle(table, acts=1)


def win_deal(table: Table, seat: Seat) -> None:
    """Whoever is in turn, let this seat win the deal in its next turn."""
    while table.phase != "turn" or table.acting() != (seat,):
        idle(table, acts=1)
    table.zones[f"hand:{seat}"] = list(DECK.sort(cards(WON)))
    act(table, seat, "win")


def house_of_three(**options: OptionValue) -> HouseRules:
    return HouseRules.of(KANHU.complete_options(KANHU.meta.resolve(options), 3))


def standing(*past: Past, players: tuple[Seat, ...] = (0, 1, 2), **options: OptionValue) -> Standing:
    """A match of three seats after these deals."""
    totals = tuple(sum(deal.points[seat] for deal in past) for seat in range(3))
    return Standing(past, totals, players, (0, 1, 2), house_of_three(**options))


def won_by(winner: Seat, stake: int = 1) -> Past:
    return Past("won", tuple(2 * stake if seat == winner else -stake for seat in range(3)))


DRAWN = Past("drawn", (-1, -1, -1))


def facts_told(events: Iterable[Event], fact: str) -> list[object]:
    """What was declared of a fact, in order, with whose it was."""
    return [(getattr(e, "seat", None), getattr(e, "value", None)) for e in events if getattr(e, "fact", "") == fact]


def hand_of_groups(played: EyesBook, chance: Random, size: int = HAND_SIZE) -> list[Card]:
    """A winning hand, put together from eyes, runs, sets and cards that attach."""
    loose, found = Counter(DECK.cards), list[Card]()

    def lay(group: Iterable[Card]) -> None:
        laid = Counter(group)
        if laid <= loose and len(found) + laid.total() <= size:
            found.extend(laid.elements())
            loose.subtract(laid)

    lay(chance.choice(played.eyes).cards)
    for _ in range(12):
        kind = chance.random()
        if kind < 0.5:
            first = chance.randrange(7) + 9 * chance.randrange(3)
            lay(NUMERALS[first : min(first + chance.choice((3, 3, 3, 4, 5, 7)), first - first % 9 + 9)])
        elif kind < 0.8:
            rank = chance.randrange(9)
            lay(NUMERALS[rank + 9 * chance.randrange(3)] for _ in range(3))
        elif kind < 0.9:
            lay(chance.choice(played.eyes).cards)
        else:
            lay((chance.choice((*ACES, *HONOURS)),))
    while len(found) < size:
        lay((chance.choice(sorted(FREE)),))
    return found


def altered(winning: list[Card], chance: Random, changes: int, wilds: int = 0) -> list[Card]:
    """A hand in which some cards were changed for any others, and some for honours."""
    hand = winning.copy()
    for number in range(changes + wilds):
        left = Counter(DECK.cards) - Counter(hand)
        fresh = HONOURS if number >= changes else DECK.sort(left)
        card = chance.choice(fresh)
        if left[card]:
            hand[chance.randrange(len(hand))] = card
    return hand
