"""Chinaso tables for tests: hands as text, moves as text.

Seat 0 begins unless a test says otherwise, so the last seat deals. A hand that names fewer cards than are dealt is
filled from the rest of the pack. The first card of `stock` is the one turned up.
"""

from collections.abc import Iterable, Mapping

from engine.model.cards import UNKNOWN, Card, Seat, Viewer, parse_cards
from engine.model.deal import Deal
from engine.model.events import Event
from engine.model.moves import Move
from engine.model.options import OptionValue
from engine.model.view import View
from engine.model.zones import zone_id
from engine.play.game import Game
from engine.play.registry import find_game
from engine.play.table import Table
from tests.games.tables import decision_of

CHINASO: Game = find_game("chinaso")

LOOSE = "2C 4D 6H 8S 10C QD 3S 5D 7C 9H JS KC"
"""Twelve cards that make nothing together: cut it short for a smaller hand."""


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def loose(count: int) -> str:
    """So many cards that make nothing together."""
    return " ".join(LOOSE.split()[:count])


def started(
    seats: int,
    hands: Mapping[Seat, str] | None = None,
    *,
    stock: str = "",
    seed: str = "test",
    dealer: Seat | None = None,
    **options: OptionValue,
) -> Table:
    """A table whose first deal has been dealt. stock: the card turned up, then those to be drawn."""
    dealt = Deal(
        {seat: cards(text) for seat, text in (hands or {}).items()},
        cards(stock),
        seats - 1 if dealer is None else dealer,
    )
    table = Table(CHINASO, seats, CHINASO.meta.resolve(options), seed=seed, deal=dealt)
    table.start()
    return table


def placed(
    contract: int,
    hands: Mapping[Seat, str],
    melds: Mapping[Seat, Iterable[str]] | None = None,
    *,
    seats: int = 4,
    turn: Seat = 0,
    discard: str = "3C",
    **options: OptionValue,
) -> Table:
    """A table in the middle of a hand of some contract: these hands exactly (five cards for who is not named), these
    melds, the rest of the pack as the stock, `turn` about to get a card. Straights are given from their low ends."""
    table = Table(CHINASO, seats, CHINASO.meta.resolve(options), seed="placed", deal=Deal({}, (), (turn - 1) % seats))
    table.start()
    table.deal = contract
    table.dealer = (turn - 1) % seats
    pack = list(table.deck.cards)
    table.zones = {zone: [] for zone in table.zones if ":" not in zone or zone.startswith("hand")}
    for seat, text in hands.items():
        table.zones[zone_id("hand", seat)] = list(table.deck.sort(cards(text)))
    for seat, laid in (melds or {}).items():
        for group, text in enumerate(laid):
            table.zones[zone_id("meld", seat, group)] = list(cards(text))
    table.zones["discard"] = list(cards(discard))
    for cards_there in table.zones.values():
        for card in cards_there:
            pack.remove(card)
    for seat in set(range(seats)) - set(hands):
        table.zones[zone_id("hand", seat)] = [pack.pop(7 * place) for place in range(5)]
    table.zones["stock"] = pack
    table.declare("turns", 10)
    table.declare("turn", turn, turn)
    table.enter("offer" if len(CHINASO.phases["offer"].acting(table)) > 1 else "drawing")
    return table


def seen_by(table: Table, viewer: Viewer) -> View:
    """A view of a table as it stands, faces and all."""
    view = View(CHINASO, table.seats, table.options, viewer)
    for zone, held in table.zones.items():
        view.zones[zone] = list(held) if table.game.plan.sees(zone, viewer) else [UNKNOWN] * len(held)
    view.facts.update(table.facts)
    view.phase, view.deal, view.dealer = table.phase, table.deal, table.dealer
    return view


def act(table: Table, seat: Seat, text: str) -> tuple[Event, ...]:
    """A seat answers: "buy", "discard 7H", "lay_down 7H 7S 7D | 8C 9C 10C", "lay_off 7C @ meld:1:0 low"."""
    return table.play(seat, decision_of(table, seat).id, move_of(text))


def move_of(text: str) -> Move:
    """A move from its text."""
    verb, _, rest = text.partition(" ")
    if verb == "lay_down":
        return Move(verb, groups=tuple(cards(group) for group in rest.split("|")))
    named, _, places = rest.partition("@")
    return Move(verb, cards(named), tuple(places.split()))


def answer(table: Table, **answers: str) -> tuple[Event, ...]:
    """Everybody asked about the discard answers, and the offer closes: answer(table, s1="deck", s3="buy").

    Who is not named draws or passes.
    """
    if table.phase == "drawing":
        decision = table.decisions()[0]
        return act(table, decision.seat, answers.get(f"s{decision.seat}", "deck"))
    for decision in table.decisions():
        act(table, decision.seat, answers.get(f"s{decision.seat}", decision.default.verb))
    return table.close()


def to_play(table: Table, **answers: str) -> Table:
    """The same table when the seat in turn has got its card."""
    answer(table, **answers)
    assert table.phase == "play"
    return table


def verbs(table: Table, seat: Seat) -> set[str]:
    return {choice.verb for choice in decision_of(table, seat).choices}


def offered(table: Table, seat: Seat, verb: str) -> set[str]:
    """What a seat may do with a verb, as the text of its moves."""
    return {
        f"{' '.join(move.cards)} @ {' '.join(move.places)}" if move.places else " ".join(move.cards)
        for move in decision_of(table, seat).moves(table.deck)
        if move.verb == verb
    }


def idle(table: Table, *, acts: int = 100_000, until: str = "") -> None:
    """Let everybody do what the table does for the absent, until a phase or the end."""
    for _ in range(acts):
        if table.over is not None or table.phase == until:
            return
        if table.awaits_close:
            table.close()
            continue
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, decision.default)


def hand(table: Table, seat: Seat) -> list[Card]:
    return table.zone("hand", seat)


def laid(table: Table, seat: Seat) -> list[str]:
    return [" ".join(group) for group in table.groups("meld", seat)]


def facts_told(events: Iterable[Event], fact: str) -> list[object]:
    """What was declared of a fact, in order, with whose it was."""
    return [(getattr(e, "seat", None), getattr(e, "value", None)) for e in events if getattr(e, "fact", "") == fact]
