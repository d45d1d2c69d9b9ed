"""The table: what it asks, what it accepts, and that a refusal changes nothing."""

from copy import deepcopy
from itertools import product

import pytest

from engine.api import (
    BadMove,
    Card,
    Deal,
    DealError,
    Happened,
    IllegalMove,
    Move,
    Moved,
    Refusal,
    Scored,
    SeatsError,
    StaleMove,
    Table,
    View,
    redact,
    replay,
)

from ..toy import DEAL, PACK, TOY, answer, toy_table


def own(table: Table) -> dict[str, object]:
    """All that a table holds and does not share with others of its game; without its record."""
    return {name: value for name, value in vars(table.clone()).items() if name not in ("game", "deck")}


def to_call(table: Table) -> None:
    for seat, card in ((0, "2C"), (1, "2D"), (2, "5C")):
        answer(table, seat, "give", card)


def to_play(table: Table) -> None:
    to_call(table)
    for seat in range(3):
        answer(table, seat, "low")
    table.close()


def through(table: Table) -> None:
    """Play a match to its end by the default moves."""
    while table.over is None:
        if table.awaits_close:
            table.close()
        for decision in table.decisions()[:1]:
            table.play(decision.seat, decision.id, decision.default)


def test_a_given_deal_is_dealt_to_the_card() -> None:
    table = toy_table(DEAL)
    assert [table.zone("hand", seat) for seat in range(3)] == [
        ["2C", "3C", "4C"],
        ["2D", "3D", "*"],
        ["5C", "9H", "9H"],
    ]
    assert table.zone("stock")[::-1] == ["4D", "5D", "*"]
    assert table.dealer == 2


def test_cards_that_go_together_into_an_unordered_zone_are_named_in_the_order_of_the_pack() -> None:
    table = toy_table("dealer: 2\n0: 4C * 2C")
    assert table.journal
    (dealt,) = [e for e in table.journal.events() if isinstance(e, Moved) and e.dst == "hand:0"]
    assert dealt.cards == ("2C", "4C", "*")
    table.move(tuple(table.zone("hand", 0)[::-1]), "hand:0", "pile")
    assert table.zone("pile") == ["*", "4C", "2C"]


def test_what_a_given_deal_leaves_open_is_dealt_from_the_rest() -> None:
    table = toy_table("1: * *")
    held = [card for zone in table.zones.values() for card in zone]
    assert table.deck.sort(held) == table.deck.sort(table.deck.cards)
    assert table.zone("hand", 1).count(Card("*")) == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0: 2C 2C", "no 2C left"),
        ("0: 2C 3C 4C 5C", "gets 3 cards"),
        ("5: 2C", "no seat 5"),
        ("nobody: 2C", "Begin the line with a seat number"),
        ("0: KS", "^Cards of seat 0: 'KS' is not a card of this pack"),
        ("stock: KS", "^Cards of the stock: 'KS' is not a card of this pack"),
        ("dealer: KS", 'needs a number, for example "dealer: 1"'),
        ("2C 3C", "no colon"),
        ("number: 0", "the number of the deal must be at least 1"),
    ],
)
def test_a_deal_that_cannot_be_dealt_says_why(text: str, complaint: str) -> None:
    with pytest.raises(DealError, match=complaint):
        toy_table(text)


def test_a_match_may_begin_with_a_later_deal_and_goes_on_from_there() -> None:
    text = "number: 2\n0: 2C 3C 4C"
    table = toy_table(text)
    assert (table.deal, table.zones["hand:0"]) == (2, [Card("2C"), Card("3C"), Card("4C")])
    assert table.journal is not None
    through(table)
    assert next(event.number for event in table.journal.events() if isinstance(event, Scored)) == 2


def test_the_same_seed_gives_the_same_journal_byte_for_byte() -> None:
    first, second, other = toy_table(seed="a"), toy_table(seed="a"), toy_table(seed="b")
    for table in (first, second, other):
        through(table)
    assert first.journal
    assert second.journal
    assert other.journal
    assert first.journal.to_bytes() == second.journal.to_bytes() != other.journal.to_bytes()


def test_a_sealed_answer_makes_no_event_until_all_have_answered() -> None:
    table = toy_table(DEAL)
    assert table.play(0, table.step, Move("give", (Card("2C"),))) == ()
    assert table.play(1, table.step, Move("give", (Card("2D"),))) == ()
    assert [e.cards for e in table.play(2, table.step, Move("give", (Card("5C"),))) if isinstance(e, Moved)]


def test_a_sealed_phase_asks_all_until_it_closes_and_decides_whose_answer_is_open() -> None:
    table = toy_table(DEAL)
    answer(table, 1, "give", "2D")
    assert table.acting() == (0, 1, 2)
    assert [decision.seat for decision in table.decisions()] == [0, 2]
    assert table.decision(1) is None


def test_a_window_closes_only_when_the_host_says_so() -> None:
    table = toy_table(DEAL)
    to_call(table)
    for seat in (0, 1, 2):
        with pytest.raises(BadMove):
            table.close()
        answer(table, seat, "high")
    assert (table.phase, table.awaits_close) == ("call", True)
    table.close()
    assert (table.phase, table.facts["highs"]) == ("play", 3)


def test_an_answer_to_an_older_decision_is_stale() -> None:
    table = toy_table(DEAL)
    old = table.step
    to_call(table)
    with pytest.raises(StaleMove):
        table.play(0, old, Move("high"))


def test_nobody_answers_twice() -> None:
    table = toy_table(DEAL)
    answer(table, 0, "give", "2C")
    with pytest.raises(BadMove, match="not your turn"):
        answer(table, 0, "give", "3C")


def test_who_is_not_asked_is_told_so() -> None:
    table = toy_table(DEAL)
    to_play(table)
    with pytest.raises(BadMove, match="not your turn"):
        answer(table, 1, "play", "3D")


def test_an_illegal_move_teaches_its_rule() -> None:
    table = toy_table("dealer: 2\n0: 3C 4C *\n2: 5C 9H 9H\n1: 2D 3D 4D")
    for seat, card in ((0, "3C"), (1, "2D"), (2, "5C")):
        answer(table, seat, "give", card)
    for seat in range(3):
        answer(table, seat, "low")
    table.close()
    with pytest.raises(IllegalMove) as caught:
        answer(table, 0, "play", "*")
    assert (caught.value.reason, caught.value.paragraph) == ("Jokers are kept to the last.", "3.1")


@pytest.mark.parametrize(
    "move", [Move("dance"), Move("give", (Card("QS"),)), Move("give", (Card("QS"), Card("2C"))), Move("give")]
)
def test_a_refused_move_changes_nothing(move: Move) -> None:
    table = toy_table(DEAL)
    assert table.journal
    before = (table.journal.to_bytes(), table.step, dict(table.sealed))
    with pytest.raises(Refusal):
        table.play(0, table.step, move)
    assert (table.journal.to_bytes(), table.step, dict(table.sealed)) == before


def test_a_clone_plays_on_like_its_original_and_leaves_it_alone() -> None:
    table = toy_table(DEAL)
    answer(table, 0, "give", "2C")
    twin, before = table.clone(), deepcopy(own(table))
    through(twin)
    assert (table.phase, twin.over is not None) == ("give", True)
    assert own(table) == before
    through(table)
    assert (table.totals, table.zones, table.over) == (twin.totals, twin.zones, twin.over)


def test_with_the_log_off_the_same_match_is_played() -> None:
    loud = toy_table(seed="x")
    quiet = Table(TOY, 3, TOY.meta.resolve({}), seed="x", log=False)
    assert quiet.start() == ()
    through(loud)
    through(quiet)
    assert (quiet.journal, quiet.totals, quiet.over) == (None, loud.totals, loud.over)


def test_a_view_of_every_event_meets_the_table_where_the_viewer_may_look() -> None:
    table = toy_table()
    through(table)
    assert table.journal
    for viewer in (0, 1, 2, None):
        view = View(TOY, 3, table.options, viewer)
        for number, event in enumerate(table.journal.events()):
            view.absorb(number, redact(event, viewer, TOY.plan))
        assert (view.totals, view.facts, view.phase, view.over) == (table.totals, table.facts, table.phase, table.over)
        assert {zone: len(cards) for zone, cards in view.zones.items()} == {z: len(c) for z, c in table.zones.items()}


def test_the_pause_between_deals_ends_when_the_host_says_so() -> None:
    table = toy_table(DEAL)
    to_play(table)
    for _ in range(3):
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, decision.default)
    assert (table.phase, table.acting(), table.awaits_close) == ("between", (), True)
    table.close()
    assert (table.deal, table.dealer) == (2, 0)


def test_the_next_deal_is_dealt_by_chance_of_its_own() -> None:
    table = toy_table(seed="deals")
    first = [table.zone("hand", seat)[:] for seat in range(3)]
    while table.deal == 1:
        if table.awaits_close:
            table.close()
        else:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, decision.default)
    assert [table.zone("hand", seat) for seat in range(3)] != first
    assert [table.zone("hand", (seat + 1) % 3) for seat in range(3)] != first  # dealt from the next dealer's left


def test_a_shuffle_follows_the_seed_and_what_it_is_for_and_nothing_else() -> None:
    orders = {}
    for seed, tag, lying in product("ab", ("once", "again"), (PACK, PACK[::-1])):
        table = toy_table(DEAL, seed=seed)
        table.zones["pile"] = list(lying)
        table.shuffle("pile", tag)
        orders[seed, tag, lying] = tuple(table.zone("pile"))
    assert len(set(orders.values())) == 4
    assert all(orders[seed, tag, PACK] == order for (seed, tag, _), order in orders.items())
    assert all(sorted(order) == sorted(PACK) for order in orders.values())


def test_what_happens_in_the_room_stands_in_the_same_stream_and_survives_a_replay() -> None:
    table = toy_table(DEAL)
    table.happen(Happened("said", 1, "Ann", "Good luck."))
    through(table)
    assert table.journal
    assert Happened("said", 1, "Ann", "Good luck.") in list(table.journal.events())
    assert table.over is not None


def test_a_match_over_asks_nobody() -> None:
    table = toy_table(DEAL)
    through(table)
    assert (table.acting(), table.decisions(), table.awaits_close) == ((), (), False)
    with pytest.raises(StaleMove):
        answer(table, 0, "give", "2C")


@pytest.mark.parametrize("seats", [0, 1, 4])
def test_a_number_of_seats_that_the_game_is_not_for_is_refused(seats: int) -> None:
    with pytest.raises(SeatsError, match="2 to 3 players"):
        Table(TOY, seats, TOY.meta.resolve({}), seed="s")


def test_a_match_begins_once() -> None:
    with pytest.raises(BadMove, match="already started"):
        toy_table().start()


def test_a_replay_needs_a_game_that_there_is() -> None:
    table = toy_table()
    assert table.journal
    with pytest.raises(ValueError, match="Unknown game 'toy'"):
        replay(table.journal)


def test_a_deal_for_fewer_cards_than_the_stock_names_is_refused() -> None:
    table = Table(TOY, 3, TOY.meta.resolve({}), seed="s", deal=Deal({}, stock=TOY.deck({}).cards))
    with pytest.raises(DealError, match="not enough cards are left for the hands"):
        table.start()
