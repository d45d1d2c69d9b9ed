"""Khanhoo tables for tests: hands as text, moves as text.

Seat 0 is the eldest unless a test says otherwise. A hand that names fewer cards than are dealt is filled from the
rest of the pack.
"""

from collections.abc import Iterable, Mapping

from engine.games.khanhoo.melds.tables import NUMERALS
from engine.model.cards import Card, Seat, parse_cards
from engine.model.deal import Deal
from engine.model.events import Event
from engine.model.moves import Move
from engine.model.options import OptionValue
from engine.play.game import Game
from engine.play.registry import find_game
from engine.play.table import Table
from tests.games.tables import decision_of

KHANHOO: Game = find_game("khanhoo")


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def run(first: str, last: str, suit: str) -> str:
    """A sequence as text: run("A", "3", "H") is "AH 2H 3H"."""
    ranks = NUMERALS[NUMERALS.index(first) : NUMERALS.index(last) + 1]
    return " ".join(rank + suit for rank in ranks)


def english(text: str) -> str:
    """Cards of the modern pack as those that play their part in the English one."""
    return text.translate(str.maketrans("SC", "CS"))


def options_of(preset: str, **options: OptionValue) -> dict[str, OptionValue]:
    """The full set of options of a preset, some of them changed."""
    return KHANHOO.meta.resolve({**KHANHOO.meta.preset(preset).options, **options})


def started(
    seats: int,
    hands: Mapping[Seat, str] | None = None,
    *,
    stock: str = "",
    seed: str = "test",
    dealer: Seat | None = None,
    preset: str = "denexa",
    **options: OptionValue,
) -> Table:
    """A table whose first deal has been dealt. stock: the cards to be drawn, the first first."""
    dealt = Deal(
        {seat: cards(text) for seat, text in (hands or {}).items()},
        cards(stock),
        seats - 1 if dealer is None else dealer,
    )
    table = Table(KHANHOO, seats, options_of(preset, **options), seed=seed, deal=dealt)
    table.start()
    return table


def act(table: Table, seat: Seat, text: str) -> tuple[Event, ...]:
    """A seat answers: act(table, 1, "bump 7H 7S"); places are named behind "@": "bump @royal_assembly"."""
    verb, *words = text.split()
    places = tuple(word[1:].replace("_", " ") for word in words if word.startswith("@"))
    named = " ".join(word for word in words if not word.startswith("@"))
    return table.play(seat, decision_of(table, seat).id, Move(verb, cards(named), places))


def throw(table: Table, seat: Seat, card: str, **answers: str) -> tuple[Event, ...]:
    """A seat throws a card, and the others answer: throw(table, 0, "7D", s1="take", s2="bump 7H 7S").

    Who is not named does what the table does for the absent. Gives the events of the closing.
    """
    act(table, seat, f"discard {card}")
    return claim(table, **answers)


def claim(table: Table, **answers: str) -> tuple[Event, ...]:
    """Everybody answers the open claim window, and it closes."""
    for decision in table.decisions():
        text = answers.get(f"s{decision.seat}", decision.default.verb)
        act(table, decision.seat, text)
    return table.close()


def offered(table: Table, seat: Seat, verb: str) -> list[tuple[Card, ...]]:
    """The sets of cards, or the single cards, with which a seat may do something now."""
    return [move.cards for move in decision_of(table, seat).moves(table.deck) if move.verb == verb]


def verbs(table: Table, seat: Seat) -> set[str]:
    return {choice.verb for choice in decision_of(table, seat).choices}


def idle(table: Table, *, turns: int = 10_000, until: str = "") -> None:
    """Let everybody do what the table does for the absent, for some turns or until a phase or the end."""
    while turns and table.over is None and table.phase != until:
        if table.awaits_close:
            table.close()
            continue
        decision = table.decisions()[0]
        turns -= decision.phase in ("turn", "opening")
        table.play(decision.seat, decision.id, decision.default)


def hand(table: Table, seat: Seat) -> list[Card]:
    return table.zone("hand", seat)


def facts_told(events: Iterable[Event], fact: str) -> list[object]:
    """What was declared of a fact, in order, with whose it was."""
    return [(getattr(e, "seat", None), getattr(e, "value", None)) for e in events if getattr(e, "fact", "") == fact]
