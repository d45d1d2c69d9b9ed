"""Bots behind their door: off the event loop, with a seat's knowledge and nothing else, through every failure."""

import asyncio
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from engine.api import Decision, Event, Move, Seat, Table, encode, find_game, games, parse_deal, redact
from net.host.bots import BotMinds, BotWorker, Job
from net.match.outbox import Think
from net.wire.framing import frame

from ...harness.processes import kill_process

HAND = "2C 5C 9C QS 3S AH 4H 2H 10D JD 3D 6S KC"
ONE = f"dealer: 3\n0: {HAND}\n1: AC QC JC AS KS 5S KH QH 9H AD KD 2D 4D"
OTHER = f"dealer: 3\n0: {HAND}\n1: 3C 4C 6C 2S 4S 7S 3H 5H 6H 5D 6D 7D 8D"


def hearts(deal: str) -> Table:
    game = find_game("hearts")
    options = game.meta.resolve({})
    table = Table(game, 4, options, seed="a seed", deal=parse_deal(deal, game.deck(options)))
    table.start()
    return table


def told(table: Table, seat: Seat) -> tuple[Event, ...]:
    assert table.journal is not None
    return tuple(redact(event, seat, table.game.plan) for event in table.journal.events())


def asked(table: Table, seat: Seat) -> Decision:
    decision = table.decision(seat)
    assert decision is not None
    return decision


def job(table: Table, seat: Seat, level: str, budget_ms: int = 60_000) -> Job:
    return Job(
        game="hearts",
        seats=4,
        options=table.options,
        seat=seat,
        level=level,
        first=0,
        events=told(table, seat),
        decision=asked(table, seat),
        budget_ms=budget_ms,
    )


def think(table: Table, seat: Seat, level: str, first: int = 0) -> Think:
    return Think(seat, level, first, told(table, seat)[first:], asked(table, seat))


class Answers:
    """What a thinker said."""

    def __init__(self) -> None:
        self.moves: dict[Seat, tuple[int, Move | None]] = {}
        self.came = asyncio.Event()
        self.log: list[str] = []

    def __call__(self, seat: Seat, decision_id: int, move: Move | None) -> None:
        self.moves[seat] = (decision_id, move)
        self.came.set()

    async def wait_for(self, *seats: Seat) -> None:
        async with asyncio.timeout(60):
            while not all(seat in self.moves for seat in seats):
                self.came.clear()
                await self.came.wait()


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_tables_that_differ_only_in_what_a_bot_may_not_know_get_the_same_move(level: str) -> None:
    one, other = hearts(ONE), hearts(OTHER)
    assert one.zone("hand", 1) != other.zone("hand", 1)
    assert job(one, 0, level) == job(other, 0, level)
    minds = [BotMinds().think(job(table, 0, level)) for table in (one, other)]
    assert minds[0].move is not None
    assert minds[0] == minds[1]


def test_a_bot_is_handed_its_own_cards_and_nobody_elses() -> None:
    table = hearts(ONE)
    seen = repr(job(table, 0, "easy"))
    assert "'KC'" in seen
    assert "'AC'" not in seen
    assert "a seed" not in seen


@pytest.mark.parametrize("own_process", [True, False])
async def test_three_bots_answer_while_the_table_goes_on(own_process: bool) -> None:
    table = hearts(ONE)
    answers = Answers()
    thinker = BotWorker(answers, own_process=own_process)
    for seat in (1, 2, 3):
        thinker.think("hearts", 4, table.options, think(table, seat, "medium"))
    turns = 0
    while len(answers.moves) < 3:
        await asyncio.sleep(0)
        turns += 1
    await answers.wait_for(1, 2, 3)
    for seat in (1, 2, 3):
        decision_id, move = answers.moves[seat]
        assert move is not None
        table.play(seat, decision_id, move)
    assert turns > 3, "the event loop stood still while the bots thought: it turned no more than once for each"
    await thinker.close()


async def test_a_bot_goes_on_from_what_it_was_told_before() -> None:
    table = hearts(ONE)
    answers = Answers()
    thinker = BotWorker(answers)
    thinker.think("hearts", 4, table.options, think(table, 1, "medium"))
    await answers.wait_for(1)
    first = len(told(table, 1))
    for decision in table.decisions():
        table.play(decision.seat, decision.id, decision.default)
    while table.acting() != (1,):
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, decision.default)
    answers.moves.clear()
    thinker.think("hearts", 4, table.options, think(table, 1, "medium", first))
    await answers.wait_for(1)
    decision_id, move = answers.moves[1]
    assert move is not None
    table.play(1, decision_id, move)
    await thinker.close()


async def test_a_killed_worker_is_replaced_and_told_everything_again() -> None:
    table = hearts(ONE)
    answers = Answers()
    thinker = BotWorker(answers, say=answers.log.append)
    thinker.think("hearts", 4, table.options, think(table, 1, "easy"))
    await answers.wait_for(1)
    before = answers.moves.pop(1)
    worker = thinker.worker_pid
    assert worker is not None
    kill_process(worker)
    everything = len(told(table, 1))
    thinker.think("hearts", 4, table.options, think(table, 1, "easy", everything))
    await answers.wait_for(1)
    assert answers.moves[1] == before
    assert thinker.worker_pid != worker
    await thinker.close()


async def test_a_bot_that_cannot_decide_is_reported_and_answers_with_none() -> None:
    table = hearts(ONE)
    answers = Answers()
    thinker = BotWorker(answers, say=answers.log.append)
    thinker.think("hearts", 4, table.options, think(table, 1, "no such level"))
    await answers.wait_for(1)
    assert answers.moves[1][1] is None
    assert "The bot on seat 1 could not decide: " in "".join(answers.log)
    thinker.think("hearts", 4, table.options, think(table, 2, "easy"))
    await answers.wait_for(2)
    assert answers.moves[2][1] is not None
    await thinker.close()


@pytest.mark.slow
@pytest.mark.parametrize("own_process", [True, False])
async def test_a_bot_of_any_game_that_fails_costs_one_line_and_the_next_decision_is_made(own_process: bool) -> None:
    for meta in games():
        game = find_game(meta.id)
        table = Table(game, meta.usual_seats, game.meta.resolve({}), seed="a seed")
        table.start()
        decision = table.decisions()[0]
        events = told(table, decision.seat)
        answers = Answers()
        thinker = BotWorker(answers, own_process=own_process, say=answers.log.append)
        # That there is no such bot comes to light where its choice would: inside what guards the choice.
        thinker.think(meta.id, table.seats, table.options, Think(decision.seat, "none", 0, events, decision))
        await answers.wait_for(decision.seat)
        assert answers.moves.pop(decision.seat) == (decision.id, None)
        assert len(answers.log) == 1
        assert answers.log[0].startswith(f"The bot on seat {decision.seat} could not decide: KeyError")
        thinker.think(meta.id, table.seats, table.options, Think(decision.seat, "easy", 0, events, decision))
        await answers.wait_for(decision.seat)
        number, move = answers.moves[decision.seat]
        assert move is not None
        table.play(decision.seat, number, move)
        assert len(answers.log) == 1
        await thinker.close()


async def test_of_two_decisions_of_one_seat_that_wait_the_newer_is_answered() -> None:
    table = hearts(ONE)
    answers = Answers()
    thinker = BotWorker(answers, own_process=False)
    thinker.think("hearts", 4, table.options, think(table, 1, "easy"))
    old = asked(table, 1)
    first = len(told(table, 1))
    for decision in table.decisions():
        table.play(decision.seat, decision.id, decision.default)
    while table.acting() != (1,):
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, decision.default)
    thinker.think("hearts", 4, table.options, think(table, 1, "easy", first))
    await answers.wait_for(1)
    assert answers.moves[1][0] == asked(table, 1).id != old.id
    await thinker.close()


def test_a_worker_whose_host_is_gone_ends_without_a_word() -> None:
    place = Path(__file__).parents[3]
    program = [sys.executable, "-m", "net.host.bots"]
    with subprocess.Popen(program, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=place) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdout.close()
        worker.stdin.write(frame(encode(job(hearts(ONE), 0, "easy"))))
        worker.stdin.flush()
        assert worker.stderr.read() == b""
        assert worker.wait(60) == 0
