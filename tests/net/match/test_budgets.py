"""What the room adds to the stream of a table is bounded, and play goes on beside it."""

import pytest

from engine.api import Happened, Signed
from net.host.bots import USUAL_BUDGET_MS, BotMinds, Job
from net.match import budgets
from net.match.settings import RoomConfig
from net.wire.client_messages import Say, Sit, Stand, Start
from tests.harness.room import PROMPT, Bench, play_on, play_with_toys, started, toy_config


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


@pytest.mark.parametrize("is_watching", [False, True], ids=["players", "spectators"])
def test_one_talker_does_not_silence_others(is_watching: bool) -> None:
    """Everybody has their own limit for a minute, however slowly the lines come."""
    bench, (ann, ben, _) = started()
    if is_watching:
        ann, ben = bench.join("Eve", "watcher"), bench.join("Fay", "watcher")
    answers = []
    for _ in range(59):
        answers.append(ann.do(Say, text="again"))
        bench.pass_time(1_000)
    assert sum(answer.accepted for answer in answers) == budgets.WORDS_A_MINUTE
    assert "You are chatting too fast" in answers[-1].reason
    assert ben.do(Say, text="And I?").accepted
    bench.pass_time(60_000)
    assert ann.do(Say, text="more").accepted


def test_each_player_has_their_part_of_the_chat_of_a_match() -> None:
    """Who has used up their part, in whatever seats, does not take that of another, and the match goes on."""
    bench, guests = started()
    own = budgets.MOST_WORDS // 3
    bench.room._state.match.budget.count(tuple(Happened("said", at % 3, "Ann", "word") for at in range(own - 1)))
    by_seat = sorted(guests, key=lambda guest: guest.seat or 0)
    assert by_seat[0].do(Say, text="the last word").accepted
    done = by_seat[0].do(Say, text="one more")
    assert not done.accepted
    assert "You have reached your limit for chat" in done.reason
    assert by_seat[1].do(Say, text="mine").accepted
    play_on(guests, "between")


def test_long_words_are_bounded_in_bytes_too() -> None:
    bench, guests = started()
    own = budgets.MOST_WORD_BYTES // 3
    bench.room._state.match.budget.count((Happened("said", 0, "Ann", "w" * (own - 10)),))
    assert guests[0].do(Say, text="ten bytes!").accepted
    assert not guests[0].do(Say, text="x").accepted
    assert guests[1].do(Say, text="x").accepted


def test_words_and_changes_are_counted_again_from_the_journal() -> None:
    bench, guests = started()
    match = bench.room._state.match
    for number in range(7):
        assert guests[0].do(Say, text=f"word {number}").accepted
        bench.pass_time(1_000)
    restored = bench.crash().room._state.match.budget
    assert vars(restored)["_words"] == vars(match.budget)["_words"] == {"Ann": 7}
    assert vars(restored)["_word_bytes"] == vars(match.budget)["_word_bytes"] == {"Ann": 7 * len("word 1")}
    assert vars(restored)["_changes"] >= vars(match.budget)["_changes"] == 3


def test_one_person_cannot_change_seats_all_evening_and_the_others_still_can() -> None:
    bench = Bench(toy_config())
    ann, ben = bench.join("Ann"), bench.join("Ben")
    refused = ""
    for _ in range(60):
        for request, fields in ((Stand, {}), (Sit, {"seat": 0})):
            done = ann.do(request, **fields)
            refused = refused if done.accepted else done.reason
        bench.pass_time(2_000)
    assert "choice too often" in refused
    assert len(ann.happenings("stood")) < 40
    assert ben.do(Stand).accepted
    assert ben.do(Sit, seat=2).accepted


def test_a_table_with_too_many_changes_tells_them_in_its_lobby_alone() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    bench.room._state.match.budget.count((Happened("stood", 0, "Ann"),) * budgets.MOST_CHANGES)
    before = len(ann.events)
    ben = bench.join("Ben")
    assert ben.seat == 1
    assert len(ann.events) == before
    assert ann.info is not None
    assert ann.info.seats[1].name == "Ben"


def test_from_the_last_event_of_the_room_on_only_the_match_is_told() -> None:
    bench, guests = started()
    budget = bench.room._state.match.budget
    budget.count((Signed("t1", 1, 0, b"", "", b""),) * budgets.LAST_ROOM_EVENT)
    assert not guests[0].do(Say, text="hello").accepted
    assert not budget.admits(Happened("sat", 0, "Ann"))
    assert budget.admits(Happened("timeout", 0, "Ann"))
    assert budget.admits(Signed("t1", 1, 0, b"", "", b""))
    before = len(guests[0].events)
    play_on(guests, "between")
    assert len(guests[0].events) > before


def test_bots_are_told_the_match_and_nothing_that_was_said() -> None:
    bots = ("easy", "easy", "easy")
    bench = Bench(RoomConfig(table_id="t1", game="hearts", title="A table", seed="one", clocks=PROMPT, bots=bots))
    ann = bench.join("Ann")
    for number in range(10):
        assert ann.do(Say, text=f"word {number}").accepted
        bench.pass_time(1_000)
    assert ann.do(Start).accepted
    minds, thoughts = BotMinds(), 0
    for _ in range(8):
        ann.do(Say, text="and on")
        if ann.decision is not None:
            ann.play()
        bench.pass_time(1_000)
        while bench.thinks:
            think = bench.thinks.pop(0)
            assert not any(isinstance(event, Happened) for event in think.events)
            mind = minds._minds.get(think.seat)
            assert think.first == (len(mind.view.events) if mind is not None else 0), "numbered without a gap"
            thought = minds.think(
                Job(
                    game="hearts",
                    seats=4,
                    options=dict(ann.info.options) if ann.info is not None else {},
                    seat=think.seat,
                    level=think.level,
                    first=think.first,
                    events=think.events,
                    decision=think.decision,
                    budget_ms=USUAL_BUDGET_MS,
                )
            )
            assert thought.move is not None, thought.problem
            thoughts += 1
            bench.run(bench.room.answer_bot(think.seat, think.decision.id, thought.move, bench.now_ms))
    assert thoughts > 6
