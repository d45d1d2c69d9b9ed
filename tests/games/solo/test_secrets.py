"""Solo §7.3: who holds the called card can be worked out from nothing that others are told before it falls."""

from random import Random

import pytest

from engine.api import (
    Card,
    Deal,
    Declared,
    Event,
    Move,
    OptionValue,
    Refusal,
    Scored,
    Table,
    View,
    Viewer,
    encode,
    redact,
)
from engine.bots.random import random_move

from .positions import DEALER, SOLO, deal_of

PAIRS = 40
LEAST = 20  # bytes compared after so many acts, on average


def table_with(deal: Deal, options: dict[str, OptionValue]) -> Table:
    table = Table(SOLO, 4, SOLO.meta.resolve(options), seed="secrets", deal=deal)
    table.start()
    return table


def changed_over(deal: Deal, ace: Card, other: Card) -> Deal:
    swap = {ace: other, other: ace}
    return Deal({seat: tuple(swap.get(card, card) for card in cards) for seat, cards in deal.hands.items()}, (), DEALER)


def told(table: Table, viewer: Viewer, events: tuple[Event, ...]) -> list[bytes]:
    """All that a viewer is told after an act."""
    decision = None if viewer is None else table.decision(viewer)
    seen = [encode(redact(event, viewer, table.game.plan)) for event in events]
    return [*seen, encode(table.acting()), encode(decision)]


def partners(chance: Random) -> tuple[Deal, Deal, Card, Card, int, set[int]]:
    """Two deals in which the called ace, and another card in its stead, are with one or the other of two seats."""
    deal = deal_of({0: "QC", 3: "QS"}, fill=str(chance.random()))
    declarer = chance.randrange(4)
    aces = [(seat, card) for seat, cards in deal.hands.items() for card in cards if card[0] == "A" and seat != declarer]
    holder, ace = chance.choice(aces)
    others = [
        (seat, card)
        for seat, cards in deal.hands.items()
        for card in cards
        if seat not in (holder, declarer) and card not in ("QC", "QS")
    ]
    other_holder, other = chance.choice(others)
    return deal, changed_over(deal, ace, other), ace, other, declarer, {holder, other_holder}


def bid_and_call(table: Table, declarer: int, ace: Card, trump: str) -> None:
    """Only the declarer asks; a simple game with this ace."""
    while table.phase == "bidding":
        seat = table.acting()[0]
        table.play(seat, table.step, Move("ask" if seat == declarer else "pass"))
    table.play(declarer, table.step, Move("simple", places=(trump,)))
    table.play(declarer, table.step, Move("call", (ace,)))


@pytest.mark.parametrize("viewers", ["declarer", "opponent", "spectator"])
def test_rule_7_3_two_possible_partners_are_alike_for_everybody_else(viewers: str) -> None:
    compared = 0
    for number in range(PAIRS):
        chance = Random(f"{viewers} {number}")
        one, two, ace, other, declarer, holders = partners(chance)
        tables = [table_with(deal, {}) for deal in (one, two)]
        trump = chance.choice([suit for suit in "CDHS" if suit not in (ace[-1], other[-1])])
        (opponent,) = set(range(4)) - holders - {declarer}
        viewer = {"declarer": declarer, "opponent": opponent, "spectator": None}[viewers]
        views = [View(SOLO, 4, table.options, viewer) for table in tables]
        for table, view in zip(tables, views, strict=True):
            bid_and_call(table, declarer, ace, trump)
            assert table.journal is not None
            for event in table.journal.events():
                view.absorb(len(view.events), redact(event, viewer, SOLO.plan))
        assert views[0].events == views[1].events
        compared += play_alike(tables, views, {ace, other}, chance)
    assert compared > LEAST * PAIRS / 2


def play_alike(tables: list[Table], views: list[View], kept: set[Card], chance: Random) -> int:
    """Play both alike until one of the two cards falls; gives the number of acts compared."""
    viewer = views[0].viewer
    for acts in range(32):
        decision = tables[0].decisions()[0]
        moves = [random_move(decision, tables[0].deck, chance) for _ in range(12)]
        move = next((move for move in moves if not kept & set(move.cards)), None)
        if move is None:
            return acts
        try:
            events = [table.play(decision.seat, table.step, move) for table in tables]
        except Refusal:
            return acts
        assert told(tables[0], viewer, events[0]) == told(tables[1], viewer, events[1])
        for view, made in zip(views, events, strict=True):
            for event in made:
                view.absorb(len(view.events), redact(event, viewer, SOLO.plan))
        assert SOLO.insight(views[0]) == SOLO.insight(views[1])
        assert SOLO.table_note(views[0]) == SOLO.table_note(views[1])
        assert [SOLO.seat_note(views[0], seat) for seat in range(4)] == [
            SOLO.seat_note(views[1], seat) for seat in range(4)
        ]
    return 32


def test_rule_7_3_the_deal_is_scored_after_the_partner_is_known() -> None:
    for number in range(20):
        deal, _, ace, _, declarer, _ = partners(Random(f"order {number}"))
        table = table_with(deal, {"stop_when_decided": bool(number % 2)})
        bid_and_call(table, declarer, ace, "C")
        while not table.scores:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, decision.default)
        assert table.journal is not None
        kinds = [
            "partner" if isinstance(event, Declared) else "scored"
            for event in table.journal.events()
            if isinstance(event, Scored) or (isinstance(event, Declared) and event.fact == "partner")
        ]
        assert kinds == ["partner", "scored"]
