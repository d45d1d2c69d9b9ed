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


def test_the_players_of_a_table_say_no_more_than_sixty_words_in_a_minute() -> None:
    bench, guests = started()
    answers = []
    for _ in range(60):
        answers += [guest.do(Say, text="again") for guest in guests]
        bench.pass_time(999)
    assert sum(answer.accepted for answer in answers) == budgets.WORDS_A_MINUTE
    assert "chatting too fast" in answers[-1].reason
    bench.pass_time(60_000)
    assert guests[0].do(Say, text="more").accepted
    play_on(guests, "between")


def test_after_four_thousand_words_nothing_more_is_said_and_the_match_goes_on() -> None:
    bench, guests = started()
    said = [Happened("said", 0, "Ann", "word")] * (budgets.MOST_WORDS - 1)
    bench.room._state.match.budget.count(tuple(said))
    assert guests[0].do(Say, text="the last word").accepted
    done = guests[1].do(Say, text="one more")
    assert not done.accepted
    assert "limit for chat" in done.reason
    play_on(guests, "between")


def test_long_words_are_bounded_in_bytes_too() -> None:
    bench, guests = started()
    bench.room._state.match.budget.count((Happened("said", 0, "Ann", "w" * (budgets.MOST_WORD_BYTES - 10)),))
    assert guests[0].do(Say, text="ten bytes!").accepted
    assert not guests[0].do(Say, text="x").accepted


def test_words_and_changes_are_counted_again_from_the_journal() -> None:
    bench, guests = started()
    match = bench.room._state.match
    for number in range(7):
        assert guests[0].do(Say, text=f"word {number}").accepted
        bench.pass_time(1_000)
    restored = bench.crash().room._state.match.budget
    assert vars(restored)["_words"] == vars(match.budget)["_words"] == 7
    assert vars(restored)["_word_bytes"] == vars(match.budget)["_word_bytes"] == 7 * len("word 1")
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
