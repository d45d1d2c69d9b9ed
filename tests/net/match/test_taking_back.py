"""Taking a move back, alone with bots: in every game the table is then as it was before that choice."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from engine.api import (
    Decision,
    Entered,
    Event,
    Happened,
    Journal,
    Move,
    RoomEvent,
    find_game,
    games,
    redact_for_rejoin,
    replay,
)
from net.match.settings import RoomConfig, TimeControls
from net.room import table_journal
from net.wire.client_messages import Leave, Ping, Ready, Say, Start, Undo
from net.wire.host_messages import Events
from tests.harness.room import Bench, Guest

CLOCKS = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(1, 2), between_ms=0, share_ms=0)
GAMES = [meta.id for meta in games()]
Made = tuple[Decision, Move, list[Event]]


def alone(game: str, *, seed: str = "undo") -> tuple[Bench, Guest]:
    """Ann, at a table of bots whose match has begun."""
    seats = max(2, find_game(game).meta.least_seats)
    config = RoomConfig(table_id="t1", game=game, seed=seed, clocks=CLOCKS, seats=seats, bots=("easy",) * (seats - 1))
    bench = Bench(config)
    ann = bench.join("Ann")
    assert ann.do(Start).accepted
    settle(bench, ann)
    return bench, ann


def settle(bench: Bench, ann: Guest) -> None:
    """Bots play by chance that depends on their seat's events alone, until Ann is asked or the deal is over."""
    told: dict[int, list[Event]] = bench.__dict__.setdefault("told", {})
    for _ in range(400):
        while bench.thinks:
            think = bench.thinks.pop(0)
            del told.setdefault(think.seat, [])[think.first :]
            assert think.first == len(told[think.seat]), "a bot holds another stream than its host believes"
            told[think.seat] += think.events
            chance = random.Random(f"{len(told[think.seat])} {think.decision.id}")
            move = some_move(think.decision, chance, ann)
            bench.run(bench.room.answer_bot(think.seat, think.decision.id, move, bench.now_ms))
        if ann.decision is not None or resting(ann):
            return
        bench.pass_time(10)
    raise AssertionError("nobody is asked anything")


def resting(ann: Guest) -> bool:
    assert ann.info is not None
    return ann.info.phase in ("between", "over")


def some_move(decision: Decision, chance: random.Random, guest: Guest) -> Move:
    return chance.choice(list(islice(decision.moves(guest.deck), 60)) or [decision.default])


def is_choice(decision: Decision, guest: Guest) -> bool:
    shaped = any(choice.shape for choice in decision.choices)
    return shaped or len(list(islice(decision.moves(guest.deck), 2))) > 1


def journal(bench: Bench) -> Journal:
    """The match as the room's file has it."""
    found = table_journal.read_past(bench.records).journal
    assert found is not None
    return found


def of_match(ann: Guest, events: list[Event]) -> list[Event]:
    """What of these events is of the match, as Ann is told it late: without the faces that are shown once."""
    told = redact_for_rejoin(events, ann.seat, ann.bench.game.plan)
    return [event for event in told if not isinstance(event, RoomEvent)]


def play_choices(bench: Bench, ann: Guest, chance: random.Random, most: int) -> list[Made]:
    """Ann plays by chance; her choices in the present deal, each with what she had been told before."""
    made: list[Made] = []
    while len(made) < most and ann.decision is not None and not resting(ann):
        decision, before = ann.decision, list(ann.events)
        move = some_move(decision, chance, ann)
        if is_choice(decision, ann):
            made.append((decision, move, before))
        answer(bench, ann, move)
    return made


def answer(bench: Bench, ann: Guest, move: Move) -> None:
    bench.pass_time(100)  # nobody may send a host many messages in a second
    assert ann.play(move).accepted
    settle(bench, ann)


@pytest.mark.parametrize("game", GAMES)
def test_each_choice_of_a_deal_can_be_taken_back_and_played_again(game: str) -> None:
    bench, ann = alone(game)
    made = play_choices(bench, ann, random.Random(game), 4)
    if resting(ann):
        bench, ann = alone(game)
        made = play_choices(bench, ann, random.Random(game), len(made) - 1)
    assert made
    before = of_match(ann, ann.events)
    for decision, _, told in reversed(made):
        assert ann.do(Undo).accepted
        settle(bench, ann)
        assert ann.decision == decision
        assert of_match(ann, ann.events) == of_match(ann, told)
        assert list(journal(bench).events())[-1] == Happened("undone", 0, "Ann")
    assert ann.do(Undo).code == "stage"
    seen = [move for _, move, _ in made]
    while seen:
        assert ann.decision is not None
        move = seen.pop(0) if is_choice(ann.decision, ann) else some_move(ann.decision, random.Random(0), ann)
        answer(bench, ann, move)
    assert of_match(ann, ann.events)[: len(before)] == before
    replay(journal(bench))


@pytest.mark.parametrize("game", GAMES)
def test_after_it_another_move_can_be_played_and_the_cards_stay_the_same(game: str) -> None:
    bench, ann = alone(game)
    chance = random.Random(f"{game} otherwise")
    for _ in range(12):
        if ann.decision is None:
            break
        play_choices(bench, ann, chance, 2)
        if resting(ann):
            break
        assert ann.do(Undo).accepted
        settle(bench, ann)
        replay(journal(bench))
    deal = next(place for place, event in enumerate(of_match(ann, ann.events)) if isinstance(event, Entered))
    _, ben = alone(game)
    assert of_match(ann, ann.events)[:deal] == of_match(ben, ben.events)[:deal]


# The host is killed.


def test_killed_before_and_after_its_record_a_move_is_taken_back_once() -> None:
    bench, ann = alone("hearts")
    play_choices(bench, ann, random.Random(1), 4)
    first = len(bench.records)
    undo = Undo(id="undo-1")
    assert ann.ask_for(undo).accepted
    settle(bench, ann)
    expected = list(journal(bench).events())
    for written in range(first, len(bench.records) + 1):
        after = bench.crash(bench.records[:written])
        back = after.rejoin(ann)
        assert back.ask_for(undo).accepted
        settle(after, back)
        assert of_match(back, back.events) == of_match(ann, ann.events), written
        marks = [event for event in journal(after).events() if event == Happened("undone", 0, "Ann")]
        assert len(marks) == 1
        assert back.decision == ann.decision
        assert journal(after).header == journal(bench).header
    assert expected == [event for event in list(journal(bench).events()) if event in expected]


def test_a_client_that_comes_back_with_what_was_taken_back_is_told_the_match_anew() -> None:
    bench, ann = alone("hearts")
    play_choices(bench, ann, random.Random(1), 3)
    held, head = list(ann.events), ann.last(Events).head
    assert ann.do(Undo).accepted
    settle(bench, ann)
    answer(bench, ann, next(iter(ann.decision.moves(ann.deck))) if ann.decision is not None else Move(""))
    ann.events = held
    ann.drop()
    back = bench.rejoin(ann)
    assert any(message.fresh for message in back.heard if isinstance(message, Events))
    assert of_match(back, back.events) == of_match(back, list(journal(bench).events()))
    back.send(Ping(n=1, number=len(held) - 1, head=head))
    assert back.info is not None
    assert not back.info.seats[0].differs
    assert not back.happenings("differs")


# Who may, and when.


def test_what_was_said_meanwhile_stays_and_marks_do_not_pile_up() -> None:
    bench, ann = alone("hearts")
    for _ in range(3):
        play_choices(bench, ann, random.Random(1), 1)
        assert ann.do(Say, text="Hm.").accepted
        assert ann.do(Undo).accepted
        settle(bench, ann)
    assert len(ann.happenings("said")) == 3
    assert len(ann.happenings("undone")) == 1


def test_nobody_takes_a_move_back_before_one_is_made_or_between_deals_or_before_the_match() -> None:
    bench = Bench(RoomConfig(table_id="t1", game="hearts", seats=4, clocks=CLOCKS, bots=("easy",) * 3, seed="a"))
    ann = bench.join("Ann")
    assert ann.do(Undo).code == "stage"
    bench, ann = alone("hearts")
    assert ann.do(Undo).code == "stage"
    play_choices(bench, ann, random.Random(1), 1_000)
    assert resting(ann)
    assert ann.do(Undo).code == "stage"


def test_nobody_takes_a_move_back_who_is_not_alone_with_bots() -> None:
    bench, ann = alone("hearts")
    play_choices(bench, ann, random.Random(1), 2)
    eve = bench.join("Eve", "watcher")
    assert ann.do(Undo).code == "unavailable"
    assert eve.do(Undo).code == "unavailable"
    eve.do(Say, text="I saw that.")
    eve.drop()
    bench.pass_time(1_000)
    assert ann.do(Undo).code == "unavailable"


def test_a_choice_that_was_made_while_another_person_played_stays() -> None:
    config = RoomConfig(table_id="t1", game="hearts", seats=4, clocks=CLOCKS, bots=("easy",) * 2, seed="a")
    bench = Bench(config)
    ann, ben = bench.join("Ann"), bench.join("Ben")
    ben.do(Ready)
    assert ann.do(Start).accepted
    settle(bench, ann)
    assert ann.play().accepted
    ben.send(Leave())
    bench.pass_time(1_000)
    assert bench.room.info(bench.now_ms).seats[1].kind != "person"
    assert ann.do(Undo).code == "unavailable"


def test_what_a_spectator_saw_is_not_taken_back() -> None:
    """A spectator who has left has still seen the move; what comes later can be taken back."""
    bench, ann = alone("hearts")
    eve = bench.join("Eve", "watcher")
    ann.play()
    settle(bench, ann)
    eve.send(Leave())
    done = ann.do(Undo)
    assert not done.accepted
    assert "another person has seen it" in done.reason
    again = bench.crash()
    back = again.rejoin(ann)
    assert not back.do(Undo).accepted
    ann.play()
    settle(bench, ann)
    assert ann.do(Undo).accepted
    assert not ann.do(Undo).accepted


def test_a_spectator_who_is_lost_with_the_host_has_seen_it() -> None:
    """The host is killed while a spectator watches, who does not come back."""
    bench, ann = alone("hearts")
    bench.join("Eve", "watcher")
    ann.play()
    settle(bench, ann)
    again = bench.crash()
    back = again.rejoin(ann)
    assert not back.do(Undo).accepted
    again.pass_time(600_000)
    assert back.do(Undo).code == "unavailable"


def test_what_a_spectator_did_not_see_is_taken_back() -> None:
    """A spectator who left before a move does not prevent taking it back, and a lost connection counts as leaving."""
    bench, ann = alone("hearts")
    bench.join("Eve", "watcher").drop()
    bench.pass_time(100)
    ann.play()
    settle(bench, ann)
    assert ann.do(Undo).accepted
    eve = bench.join("Eve", "watcher")
    ann.play()
    settle(bench, ann)
    eve.drop()
    bench.pass_time(100)
    assert not ann.do(Undo).accepted
