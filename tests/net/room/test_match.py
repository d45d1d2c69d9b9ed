"""The room in play: moves and refusals, coming back, the record."""

import pytest

from engine.api import Card, Happened, Journal, Move, Moved, find_game, replay
from net.match.stream import Stream
from net.room.effects import Append, FollowUp, Send
from net.wire.client_messages import ClientMove, GetRecord, PlayMove, Say
from net.wire.framing import FrameParser, read_host_message
from net.wire.host_messages import HOST_LIMIT, RECORD_CHUNK, Ask, Done, Events, RecordPart, Welcome
from tests.harness.room import Bench, play_on, play_with_toys, started, toy_config


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


# Moves.


def test_a_match_is_played_to_its_end_and_everybody_saw_the_same() -> None:
    bench, guests = started()
    eve = bench.join("Eve", "watcher")
    play_on(guests, "over")
    views = [guest.view() for guest in [*guests, eve]]
    assert bench.room.is_over
    assert len({len(view.events) for view in views}) == 1
    assert all(view.over == views[0].over and view.totals == views[0].totals for view in views)


def test_a_decision_goes_to_its_seat_alone() -> None:
    bench, guests = started()
    eve = bench.join("Eve", "watcher")
    assert [guest.last(Ask).decision.seat for guest in guests] == [0, 1, 2]
    assert not eve.count(Ask)


def test_an_illegal_move_is_refused_with_its_paragraph_and_changes_nothing() -> None:
    bench, guests = started()
    play_on(guests, "play")
    (mover,) = [guest for guest in guests if guest.decision is not None]
    written = len(bench.records)
    done = mover.play(Move("play", (Card("*"),)), decision=mover.decision)
    assert (done.accepted, done.paragraph) == (False, "3.1")
    assert len(bench.records) == written


@pytest.mark.parametrize(
    ("move", "shift"),
    [
        (ClientMove("give", ("XX",)), 0),
        (ClientMove("give", ("2C", "3C")), 0),
        (ClientMove("steal", ("2C",)), 0),
        (ClientMove("give", ("5C",)), 0),
        (ClientMove("give", ("2C",)), 1),
        (ClientMove("give", ("2C",)), 10_000),
    ],
)
def test_a_move_that_does_not_fit_is_refused_in_a_sentence_that_names_no_hidden_card(
    move: ClientMove, shift: int
) -> None:
    _, (ann, *_) = started()
    assert ann.decision is not None
    done = ann.do(PlayMove, decision=ann.decision.id + shift, move=move)
    assert not done.accepted
    assert done.reason.endswith(".")
    assert not {"5C", "9H", "2D"} & set(done.reason.replace(".", " ").split())
    assert ann.play().accepted


def test_watchers_and_players_before_the_match_cannot_play() -> None:
    bench = Bench(toy_config())
    ann, eve = bench.join("Ann"), bench.join("Eve", "watcher")
    reasons = [guest.do(PlayMove, decision=0, move=ClientMove("low")).reason for guest in (ann, eve)]
    assert "not begun" in reasons[0]
    assert "watching" in reasons[1]


def test_the_same_move_sent_again_gets_the_first_answer_and_counts_once() -> None:
    _, guests = started()
    play_on(guests, "play")
    (mover,) = [guest for guest in guests if guest.decision is not None]
    first = mover.play()
    told = len(mover.events)
    assert mover.ask_for(mover.sent[-1]) == first
    assert len(mover.events) == told


def test_a_refused_move_sent_again_is_refused_in_the_same_words_though_it_would_now_be_stale() -> None:
    _, guests = started()
    ann = guests[0]
    assert ann.decision is not None
    first = ann.do(PlayMove, decision=ann.decision.id, move=ClientMove("steal"))
    refused_act = ann.sent[-1]
    play_on(guests, "play")
    assert ann.ask_for(refused_act) == first


def test_what_was_done_is_written_down_then_answered_and_only_then_does_the_rest_follow() -> None:
    bench, guests = started()
    play_on(guests, "play")
    for guest in guests:
        if guest.decision is not None:
            bench.effects.clear()
            guest.play()
    kinds = [type(effect) for effect in bench.effects]
    assert kinds[:4] == [Append, Send, FollowUp, Append], (
        "the last answer closes the question, which is written down, too"
    )


def test_nobody_is_shown_another_seats_cards() -> None:
    bench, guests = started()
    eve = bench.join("Eve", "watcher")
    assert guests[0].view().hand == ["2C", "3C", "4C"]
    assert {card for event in eve.events if isinstance(event, Moved) for card in event.cards} == {"??"}
    assert guests[1].view().zone("hand", 0) == ["??"] * 3


def test_spectators_share_one_encoding() -> None:
    bench, guests = started()
    watchers = [bench.join(name, "watcher") for name in ("Eve", "Fay", "Gus")]
    bench.effects.clear()
    guests[0].do(Say, text="hello")
    together = [effect.to for effect in bench.effects if isinstance(effect, Send) and len(effect.to) > 1]
    assert together == [tuple(watcher.id for watcher in watchers)]


# Resuming.


def test_who_comes_back_gets_exactly_what_was_missed_and_the_open_decision_once_more() -> None:
    bench, guests = started()
    ann, ben, _ = guests
    asked = ann.decision
    ann.drop()
    held = len(ann.events)
    ben.do(Say, text="where is Ann?")
    back = bench.rejoin(ann)
    assert [(m.first, len(m.events), m.fresh) for m in back.heard if isinstance(m, Events)] == [(held, 1, False)]
    assert [m.decision for m in back.heard if isinstance(m, Ask)] == [asked]
    assert back.events == [*ann.events, *ben.events[held:]]
    assert back.view().zone("hand", 1) == ["??"] * 3


@pytest.mark.parametrize("held", range(6))
def test_every_gap_is_filled_exactly(held: int) -> None:
    bench, guests = started()
    play_on(guests, "play")
    ann = guests[0]
    back = bench.join("Ann", token=ann.token, held=ann.events[:held], viewer=0)
    assert back.events == ann.events


def test_who_holds_events_that_never_were_begins_anew() -> None:
    bench, guests = started()
    ann = guests[0]
    ann.drop()
    back = bench.join("Ann", token=ann.token, held=ann.events * 3, viewer=0)
    assert back.last(Events).fresh
    assert back.events == ann.events


def test_who_holds_what_another_viewer_was_told_begins_anew() -> None:
    bench, guests = started()
    eve = bench.join("Eve", "watcher")
    back = bench.join("Ann", token=guests[0].token, held=eve.events, viewer=None)
    assert back.events[: len(guests[0].events)] == guests[0].events
    assert back.view().hand == ["2C", "3C", "4C"]


def test_a_watcher_goes_on_where_it_stopped() -> None:
    bench, guests = started()
    eve = bench.join("Eve", "watcher")
    eve.drop()
    guests[0].do(Say, text="hi")
    back = bench.join("Eve", "watcher", held=eve.events)
    assert back.events[: len(eve.events)] == eve.events
    assert back.last(Welcome).resumed


def test_a_move_whose_answer_was_lost_is_not_played_twice() -> None:
    bench, guests = started()
    ann = guests[0]
    done = ann.play()
    ann.drop()
    back = bench.rejoin(ann)
    assert back.ask_for(ann.sent[-1]) == done
    assert back.decision is None


def test_a_blocked_reader_gets_one_catch_up_with_all_it_missed() -> None:
    bench, guests = started()
    eve = bench.join("Eve", "watcher")
    bench.run(bench.room.congest(eve.id, True, bench.now_ms))
    before = eve.count(Events)
    play_on(guests, "between")
    assert eve.count(Events) == before
    bench.run(bench.room.congest(eve.id, False, bench.now_ms))
    assert eve.count(Events) == before + 1
    assert len(eve.events) == len(guests[0].events)


def test_a_blocked_player_still_gets_its_decision_afterwards() -> None:
    bench, guests = started()
    ann, ben, cat = guests
    bench.run(bench.room.congest(ann.id, True, bench.now_ms))
    ann.play()
    ben.play()
    cat.play()
    assert ann.decision is None
    bench.run(bench.room.congest(ann.id, False, bench.now_ms))
    assert ann.decision is not None
    assert ann.decision.phase == "call"


# The record.


def test_the_record_is_for_everybody_once_the_match_is_over() -> None:
    bench, guests = started()
    eve = bench.join("Eve", "watcher")
    assert "over" in eve.do(GetRecord).reason
    play_on(guests, "over")
    assert eve.do(GetRecord).accepted
    parts = [m for m in eve.heard if isinstance(m, RecordPart)]
    data = b"".join(part.data for part in parts)
    assert len(data) == parts[0].total
    assert all(len(part.data) <= RECORD_CHUNK for part in parts)
    assert isinstance(eve.heard[-1], Done)
    assert replay(Journal.from_bytes(data)).totals == eve.view().totals
    assert not any(guest.token in data for guest in guests)
    assert sum(len(record.events) for record in Journal.from_bytes(data).records) == len(eve.events)


def test_cards_by_chance_are_sealed_before_the_match_and_a_given_seed_is_not() -> None:
    _, by_chance = started(toy_config(seed=""))
    _, by_seed = started(toy_config(seed="42"))
    assert len(by_chance[0].happenings("sealed")[0].text) == 64
    assert not by_seed[0].happenings("sealed")


def test_a_long_evening_is_told_in_frames_that_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.match.stream._EVENTS_A_FRAME", 2)
    stream = Stream(find_game("hearts").plan)
    stream.add([Happened("said", 0, "Ann", f"line {number}") for number in range(5_001)])
    assert told_in(stream) == 5_001


def told_in(stream: Stream) -> int:
    """How many events a viewer is told from the beginning, in frames that fit and follow each other."""
    parser = FrameParser(HOST_LIMIT)
    parser.feed(stream.frames(None, 0, fresh=True))
    at = 0
    while (payload := parser.next_payload()) is not None:
        message = read_host_message(payload)
        assert isinstance(message, Events)
        assert (message.first, message.fresh) == (at, at == 0)
        at += len(message.events)
    return at


def test_a_frame_of_many_long_texts_is_parted_until_it_fits() -> None:
    stream = Stream(find_game("hearts").plan)
    stream.add([Happened("said", 0, "Ann", "\u5353" * 1_000) for _ in range(500)])
    assert told_in(stream) == 500
