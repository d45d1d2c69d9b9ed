"""The simulation of Khamul plays by the same rules as the table: §4 to §8, move by move."""

from collections.abc import Callable
from itertools import count, product
from random import Random

import pytest

from engine.api import Move, OptionValue, Table
from engine.games.khamul.bot.state import (
    CALL,
    DECIDING,
    DECLINE,
    DRAW,
    MATCHING,
    OVER,
    PASS,
    PLACE,
    POWERS,
    THROW,
    TURN,
    Sim,
)
from engine.games.khamul.cards import PACK, slot_id
from tests.games.tables import play_on

from .positions import KHAMUL

HOUSES: list[dict[str, OptionValue]] = [
    {"match_powers": powers, "strict_khamul": strict, "false_call": false, "lock_caller": lock}
    for powers, strict, false, lock in product((True, False), (False, True), ("penalty", "reject"), (False, True))
]
NAMES = {TURN: "turn", DECIDING: "deciding", MATCHING: "matching", POWERS: "power"}
WORDS = {CALL: "khamul", DRAW: "draw", PASS: "pass", THROW: "discard", DECLINE: "decline"}


def as_move(sim: Sim, code: int) -> Move:
    """A move of the simulation as the table knows it."""
    if code < 0:
        return Move(WORDS[code])
    if sim.phase != POWERS:
        return Move("take" if sim.phase == TURN else "swap", places=(slot_id(sim.seat, code),))
    kind = PACK[sim.waiting[0][0]][:-1]
    if kind == "J":
        return Move("look", places=(slot_id(sim.seat, code),))
    if kind == "Q":
        return Move("burden", places=(f"seat:{code}",))
    return Move("exchange", places=(slot_id(sim.seat, code >> 9), slot_id(code & 7, code >> 3 & 63)))


def reshuffling(table: Table) -> Callable[[list[int]], list[int]]:
    """What the table makes of its pile, with the same chance."""
    numbers = count(1)

    def reshuffle(cards: list[int]) -> list[int]:
        chance = table.chance(f"reform {next(numbers)}")
        return [PLACE[card] for card in chance.shuffled(table.deck.sort(PACK[card] for card in cards))]

    return reshuffle


def compare(table: Table, sim: Sim) -> None:
    """The same round lies on both."""
    assert NAMES[sim.phase] == table.phase
    for seat in sim.seats:
        row = [PLACE[held[0]] if held else -1 for held in table.groups("slot", seat)]
        assert sim.rows[seat] == row
    assert sim.stock == [PLACE[card] for card in table.zones["stock"]]
    assert sim.pile == [PLACE[card] for card in table.zones["discard"]]
    held = [table.hidden_notes.get(PACK[card], 0) for card in range(52)]
    assert sim.known == held
    again = Sim.of_table(table, sim.reshuffle)
    names = [name for name in Sim.__slots__ if name not in ("moves", "reshuffle", "seat", "refused")]
    assert [getattr(again, name) for name in names] == [getattr(sim, name) for name in names]


def named_at_random(sim: Sim, chance: Random) -> list[list[int]]:
    """Places that each seat names: often those that match, sometimes others."""
    named: list[list[int]] = [[] for _ in sim.rows]
    rank = sim.pile[-1] % 13
    for seat in sim.holders():
        own = [place for place, card in enumerate(sim.rows[seat]) if card >= 0]
        right = [place for place in own if sim.rows[seat][place] % 13 == rank]
        if right and chance.random() < 0.7:
            named[seat] = right[:1] if len(own) > 30 else right[:2]
        elif chance.random() < 0.1:
            named[seat] = [chance.choice(own)]
    return named


def play_both(table: Table, sim: Sim, chance: Random) -> None:
    """One move at both."""
    if sim.phase == MATCHING:
        named = named_at_random(sim, chance)
        assert list(table.acting()) == sorted(sim.holders())
        for seat in table.acting():
            places = tuple(slot_id(seat, place) for place in named[seat])
            table.play(seat, table.step, Move("match", places=places) if places else Move("pass"))
        sim.answer(named)
        table.close()
        return
    (decision,) = table.decisions()
    assert decision.seat == sim.seat
    offered = {move for move in decision.moves(table.deck) if move.verb not in ("match", "rearrange")}
    codes = sim.choices()
    assert {as_move(sim, code) for code in codes} == offered
    calm = [code for code in codes if code != CALL or chance.random() < 0.1] or codes
    code = chance.choice(calm)
    table.play(decision.seat, decision.id, as_move(sim, code))
    sim.play(code)


def dealt(seats: int, options: dict[str, OptionValue], seed: str) -> tuple[Table, Sim]:
    table = Table(KHAMUL, seats, KHAMUL.meta.resolve(options), seed=seed, log=False)
    table.start()
    chance = Random(seed)
    for decision in table.decisions():
        table.play(decision.seat, decision.id, chance.choice(list(decision.moves(table.deck))))
    return table, Sim.of_table(table, reshuffling(table))


@pytest.mark.parametrize("options", HOUSES, ids=lambda given: "-".join(str(value) for value in given.values()))
def test_the_simulation_is_the_table_move_by_move(options: dict[str, OptionValue]) -> None:
    for number in range(8):
        seats, chance = 2 + number % 5, Random(f"moves {number}")
        table, sim = dealt(seats, {**options, "turn_cap": 12}, f"sim {number}")
        moves = 0
        while sim.phase != OVER:
            compare(table, sim)
            moves += len(table.decisions())
            play_both(table, sim, chance)
            assert sim.moves == moves
        assert table.scores
        assert table.scores[0].points == sim.result().points
        assert table.scores[0].how == sim.result().how


def test_the_stock_runs_out_in_both_alike() -> None:
    reforms = 0
    for number in range(6):
        chance = Random(f"long {number}")
        table, sim = dealt(6, {"turn_cap": 60, "limit": 500}, f"long {number}")
        while sim.phase != OVER:
            if sim.phase == TURN:
                table.play(sim.seat, table.step, as_move(sim, code := _not_calling(sim, chance)))
                sim.play(code)
            else:
                play_both(table, sim, chance)
            reforms = max(reforms, int(str(table.facts.get("reforms", 0))))
            if sim.phase != OVER:
                compare(table, sim)
        assert table.scores[0].points == sim.result().points
    assert reforms > 1


def _not_calling(sim: Sim, chance: Random) -> int:
    return chance.choice([code for code in sim.choices() if code != CALL] or [CALL])


def test_a_clone_plays_on_and_leaves_its_original_alone() -> None:
    _, sim = dealt(4, {}, "clone")
    chance = Random("clone")
    for _ in range(9):
        if sim.phase == MATCHING:
            sim.answer(named_at_random(sim, chance))
        else:
            sim.play(chance.choice(sim.choices()))
    before = sim.clone()
    twin = sim.clone()
    for state, seed in ((twin, "one"), (sim.clone(), "one")):
        state.reshuffle = sorted
        lot = Random(seed)
        state.play_out(lambda s, lot=lot: lot.choice(s.choices()), lambda s: [()] * len(s.rows))  # type: ignore[misc]
        assert state.phase == OVER
    names = [name for name in Sim.__slots__ if name != "reshuffle"]
    assert [getattr(sim, name) for name in names] == [getattr(before, name) for name in names]


def test_it_begins_with_a_seat_that_has_left() -> None:
    table, _ = dealt(4, {"turn_cap": 1, "limit": 500}, "left")
    play_on(table, lambda table: table.phase == "between")
    table.drop(2)
    table.close()
    for decision in table.decisions():
        table.play(decision.seat, decision.id, decision.default)
    sim, chance = Sim.of_table(table, reshuffling(table)), Random("left")
    assert 2 not in sim.seats
    while sim.phase != OVER:
        compare(table, sim)
        play_both(table, sim, chance)
    assert table.scores[1].points == (*sim.result().points, 0, 0, 0, 0)[:4]
