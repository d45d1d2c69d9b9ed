"""Places, groups, free moves, faces shown once, seats that leave, options that know the seats."""

import pytest

from engine.api import (
    UNKNOWN,
    BadMove,
    Choice,
    Deck,
    IllegalMove,
    Move,
    Moved,
    OptionError,
    Shown,
    StaleMove,
    Table,
    Turned,
    View,
    parse_cards,
    redact_for_rejoin,
)

from ..slots import PACK, SLOTS, SlotsTable, slots


def begun(seats: int = 3) -> SlotsTable:
    """A table on which everybody has looked at a slot."""
    played = SlotsTable(seats)
    played.look()
    return played


# Places and groups.


def test_a_listed_choice_takes_its_pairs_of_cards_and_places_and_no_others() -> None:
    choice = Choice("lay", sets=(parse_cards("2C"), parse_cards("3C")), places=(("low",), ("high",)))
    assert list(choice.moves(Deck(PACK))) == [
        Move("lay", parse_cards("2C"), ("low",)),
        Move("lay", parse_cards("3C"), ("high",)),
    ]
    assert all(choice.admits(move) for move in choice.moves(Deck(PACK)))
    assert not choice.admits(Move("lay", parse_cards("2C"), ("high",)))
    assert not choice.admits(Move("lay", parse_cards("2C")))
    assert not choice.admits(Move("lay", parse_cards("2C"), ("low",), (parse_cards("2C"),)))


def test_a_counted_choice_takes_no_places_and_no_groups() -> None:
    choice = Choice("give", parse_cards("2C 3C"), 1, 1)
    assert choice.admits(Move("give", parse_cards("2C")))
    assert not choice.admits(Move("give", parse_cards("2C"), ("low",)))
    assert not choice.admits(Move("give", parse_cards("2C"), (), (parse_cards("2C"),)))


def test_a_shaped_choice_takes_a_group_for_each_word_out_of_its_cards() -> None:
    choice = Choice("lay", parse_cards("2C 2D 3C"), shape=("pair", "rest"), divisions=((parse_cards("2C 2D"), ()),))
    assert choice.admits(Move("lay", groups=(parse_cards("2D 2C"), parse_cards("3C"))))
    assert not choice.admits(Move("lay", groups=(parse_cards("2D 2C"),)))
    assert not choice.admits(Move("lay", groups=(parse_cards("2D 2C"), parse_cards("2C"))))
    assert not choice.admits(Move("lay", parse_cards("2C"), groups=(parse_cards("2D"), parse_cards("3C"))))
    assert list(choice.moves(Deck(PACK))) == [Move("lay", groups=choice.divisions[0])]


def test_what_makes_a_group_is_the_games_to_say_and_said_in_the_refusal() -> None:
    one, twin, other = parse_cards("2C 2D 3C")
    table = begun().table
    lying = {card: zone for zone, cards in table.zones.items() for card in cards}
    for card in (one, twin, other):
        table.move((card,), lying[card], "pile")
    table.renew()
    seat = table.acting()[0]
    with pytest.raises(IllegalMove, match="two cards of one rank"):
        table.play(seat, table.step, Move("lay", groups=((one, other),)))
    table.play(seat, table.step, Move("lay", groups=((twin, one),)))
    assert table.zones["aside"] == [twin, one]


def test_a_move_at_a_place_that_is_not_offered_is_refused() -> None:
    played = begun()
    seat = played.table.acting()[0]
    with pytest.raises(IllegalMove):
        played.play(seat, "put", slots((seat + 1) % 3)[0])
    with pytest.raises(IllegalMove):
        played.play(seat, "put")


# Free moves.


def test_a_free_seat_may_act_though_nobody_waits_for_it() -> None:
    played = begun()
    table = played.table
    seat, free = table.acting()[0], [decision.seat for decision in table.free_decisions()]
    assert sorted([seat, *free]) == [0, 1, 2]
    assert [decision.seat for decision in table.decisions()] == [seat]
    assert all(decision.free for decision in table.free_decisions())
    step = table.step
    played.play(free[0], "exchange")
    assert table.step == step
    played.play(seat, "put", slots(seat)[0], step=step)


def test_a_free_answer_may_name_any_step_since_the_free_moves_changed() -> None:
    played = begun(4)
    table = played.table
    seat, free = table.acting()[0], [decision.seat for decision in table.free_decisions()]
    since = table.step
    played.play(free[0], "knock", slots(free[0])[1], step=since)
    assert table.step == since + 1
    with pytest.raises(StaleMove):
        played.play(free[1], "exchange", step=since)
    with pytest.raises(StaleMove):
        played.play(seat, "put", slots(seat)[0], step=since)
    with pytest.raises(StaleMove):
        played.play(free[1], "exchange", step=table.step + 1)
    played.play(free[1], "exchange")


def test_what_is_not_free_to_a_seat_is_refused_to_it() -> None:
    played = begun()
    free = played.table.free_decisions()[0].seat
    with pytest.raises(IllegalMove):
        played.play(free, "put", slots(free)[0])


def test_nobody_is_free_while_answers_are_sealed_or_the_match_is_over() -> None:
    played = SlotsTable()
    assert played.table.free_decisions() == ()
    while played.table.over is None:
        played.deal()
        if played.table.over is None:
            played.table.close()
    assert played.table.free_decisions() == ()


def test_silence_lapses_where_the_phase_says_so() -> None:
    played = SlotsTable()
    assert {decision.lapse_ms for decision in played.table.decisions()} == {3000}
    played.look()
    assert played.table.decisions()[0].lapse_ms == 0


def test_free_moves_are_in_the_record_and_replay() -> None:
    played = begun()
    free = played.table.free_decisions()[0].seat
    played.play(free, "exchange")
    played.play(free, "knock", slots(free)[0])
    assert played.table.journal is not None
    again = replay_of(played.table)
    assert again.zones == played.table.zones
    assert (again.step, again.free_since) == (played.table.step, played.table.free_since)


def replay_of(table: Table) -> Table:
    """The table that the record of another leads to (the game is no game of the registry)."""
    assert table.journal is not None
    twin = Table(SLOTS, table.seats, table.options, seed=table.seed)
    for record in table.journal.records:
        act = record.act
        if act.kind == "start":
            made = twin.start()
        elif act.kind == "drop" and act.seat is not None:
            made = twin.drop(act.seat)
        elif act.kind == "close":
            made = twin.close()
        else:
            assert act.seat is not None
            assert act.move is not None
            made = twin.play(act.seat, twin.step, act.move)
        assert made == record.events
    return twin


# Faces that are shown once.


def test_a_face_is_shown_to_one_seat_and_stays_in_nobodys_view() -> None:
    played = begun()
    table = played.table
    for viewer, view in played.views.items():
        shown = [event for event in view.events if isinstance(event, Shown)]
        assert [event.seat for event in shown] == [0, 1, 2]
        for event in shown:
            assert (event.cards[0] != UNKNOWN) == (viewer == event.seat)
            assert view.zones[event.zone] == [UNKNOWN]
            assert table.zones[event.zone] != [UNKNOWN]


def test_a_card_in_the_own_hand_is_seen_while_it_is_there_and_no_longer() -> None:
    played = begun()
    seat = played.table.acting()[0]
    drawn = played.table.zone("drawn", seat)[0]
    assert played.views[seat].zone("drawn", seat) == [drawn]
    assert played.views[None].zone("drawn", seat) == [UNKNOWN]
    played.play(seat, "put", slots(seat)[1])
    assert played.views[seat].zones[slots(seat)[1]] == [UNKNOWN]
    assert played.table.zones[slots(seat)[1]] == [drawn]


def test_a_face_turned_up_for_all_is_told_and_not_kept() -> None:
    played = begun()
    free = played.table.free_decisions()[0].seat
    played.play(free, "knock", slots(free)[0])
    for view in played.views.values():
        assert UNKNOWN not in view.events[-1].cards  # type: ignore[union-attr]
        assert view.zones[slots(free)[0]] == [UNKNOWN]


def test_a_table_that_helps_memory_keeps_what_was_shown() -> None:
    played = SlotsTable(3, {"aid": True})
    played.look()
    for seat in range(3):
        own = slots(seat)[0]
        assert played.views[seat].zones[own] == played.table.zones[own]
        assert played.views[None].zones[own] == [UNKNOWN]
    remembering = View(SLOTS, 3, begun().table.options, 0, remembers=True)
    for number, event in enumerate(begun().views[0].events):
        remembering.absorb(number, event)
    assert remembering.zones[slots(0)[0]] != [UNKNOWN]


def test_who_is_told_late_sees_only_what_still_lies_in_the_own_sight() -> None:
    played = begun()
    seat = played.table.acting()[0]
    played.play(seat, "put", slots(seat)[1])
    asked = played.table.acting()[0]
    played.play(seat, "knock", slots(seat)[0])
    assert played.table.journal is not None
    events = list(played.table.journal.events())
    for viewer in (0, 1, 2, None):
        late = redact_for_rejoin(events, viewer, SLOTS.plan)
        faces = {
            event.dst: event.cards[0]
            for event in late
            if isinstance(event, Moved) and event.dst and event.cards[0] != UNKNOWN
        }
        own = {f"drawn:{asked}"} if viewer == asked else set()
        assert set(faces) == {"pile", *own}
        assert all(set(event.cards) == {UNKNOWN} for event in late if isinstance(event, Shown | Turned))


def test_of_deals_gone_by_no_face_is_told_late() -> None:
    played = SlotsTable()
    played.deal()
    played.table.close()
    assert played.table.journal is not None
    events = list(played.table.journal.events())
    late = redact_for_rejoin(events, 1, SLOTS.plan)
    assert not [
        event
        for event in late
        if isinstance(event, Moved) and event.dst.startswith(("drawn", "slot")) and event.cards != (UNKNOWN,)
    ]


# Seats that leave, and options that know the seats.


def test_a_seat_leaves_between_deals_and_the_others_play_on() -> None:
    played = SlotsTable(4)
    with pytest.raises(BadMove, match="only between deals"):
        played.table.drop(1)
    played.deal()
    table = played.table
    table.drop(1)
    played.catch_up()
    assert (table.playing, table.dropped) == ((0, 2, 3), (1,))
    assert all(view.playing == (0, 2, 3) for view in played.views.values())
    assert [table.left_of(seat) for seat in (0, 2, 3)] == [2, 3, 0]
    assert [table.right_of(seat) for seat in (0, 2, 3)] == [3, 0, 2]
    assert [table.left_of(0, 2), table.left_of(0, 3), table.left_of(1)] == [3, 0, 2]
    assert list(table.clockwise_from(1)) == [2, 3, 0]
    with pytest.raises(BadMove, match="not in the match"):
        table.drop(1)
    table.drop(3)
    with pytest.raises(BadMove, match="needs at least 2 players"):
        table.drop(0)
    table.close()
    assert set(table.acting()) == {0, 2}
    assert replay_of(table).zones == table.zones


def test_a_seat_has_both_neighbours_while_all_play() -> None:
    table = SlotsTable(4).table
    assert [table.right_of(seat) for seat in range(4)] == [3, 0, 1, 2]
    assert table.right_of(1, 2) == 3


def test_options_are_settled_with_the_seats_or_refused_in_a_sentence() -> None:
    assert SlotsTable(3).table.options["spare"] == 3
    assert SlotsTable(3).table.journal is not None
    with pytest.raises(OptionError, match="2 players can set aside 2"):
        SlotsTable(2, {"spare": 3})


def test_a_settled_match_pays_out() -> None:
    played = SlotsTable(3)
    while played.table.over is None:
        played.deal()
        if played.table.over is None:
            played.table.close()
    assert sum(played.table.over.payouts) == 0
    assert max(played.table.over.payouts) == 2


def test_a_zone_is_laid_in_another_order_of_the_same_cards() -> None:
    played = begun()
    table = played.table
    cards = list(reversed(table.zones["stock"]))
    table.reorder("stock", cards)
    assert table.zones["stock"] == cards
    with pytest.raises(ValueError, match="are not the cards"):
        table.reorder("stock", cards[1:])
