"""The simulation of Kanhu, Qing, against the table: the same deals, the same moves, the same end."""

from random import Random

import pytest

from engine.api import Move, OptionValue, Table
from engine.games.kanhu_qing.bot.state import BUY, LEAVE, PASS, TAKE, WIN, Sim, SimError
from engine.games.kanhu_qing.house_rules import HouseRules
from engine.games.kanhu_qing.pack import FACES
from engine.games.kanhu_qing.state import in_turn_from

from .positions import KANHU, book

VERBS = {WIN: "win", TAKE: "take", BUY: "buy", LEAVE: "leave", PASS: "pass"}
OPTIONS: list[dict[str, OptionValue]] = [
    {},
    {"out_of_turn_win": True},
    {"honours": "wild", "eye6": "both", "out_of_turn_win": True},
    {"honours": "wild", "direction": "right"},
]


def _sim_of(table: Table) -> tuple[Sim, list[int]]:
    """The table's deal before its first move, and its players in the order of play."""
    house: HouseRules = table.terms
    order = list(in_turn_from(table, table.dealer))
    hands = [[FACES.index(card) for card in table.zone("hand", seat)] for seat in order]
    stock = [FACES.index(card) for card in table.zone("stock")]
    return Sim(hands, stock, house.book, claims=house.out_of_turn_win), order


def _move(number: int) -> Move:
    return Move("discard", (FACES[number],)) if number < WIN else Move(VERBS[number])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_simulation_and_the_table_go_the_same_way(seats: int, options: dict[str, OptionValue]) -> None:
    for number in range(3):
        table = Table(KANHU, seats, KANHU.meta.resolve(options), seed=f"sim {number}", log=False)
        table.start()
        sim, order = _sim_of(table)
        chance = Random(f"sim {seats} {number}")
        while not sim.over:
            seat = order[sim.asked]
            decision = table.decision(seat)
            assert decision is not None
            legal = sim.legal()
            assert {_move(move) for move in legal} == set(decision.moves(table.deck))
            chosen = chance.choice(legal)
            sim.play(chosen)
            table.play(seat, decision.id, _move(chosen))
            if table.phase == "claims" and (sim.over or table.sealed):
                _finish_claims(table, sim)
        assert table.scores
        assert (table.scores[0].how == "won") == (sim.winner is not None)
        if sim.winner is not None:
            assert table.facts["winner"] == order[sim.winner]
            assert sorted(FACES[place] for place in sim.hands[sim.winner]) == sorted(
                table.zone("hand", order[sim.winner])
            )
        assert [FACES[place] for place in sim.stock] == table.zone("stock")
        assert [FACES[place] for place in sim.discards] == table.zone("discard")


def _finish_claims(table: Table, sim: Sim) -> None:
    """Those whom the simulation need not ask any more pass; then the window closes."""
    if sim.over:
        for decision in table.decisions():
            table.play(decision.seat, decision.id, Move("pass"))
    if table.awaits_close:
        table.close()


def test_hands_that_are_no_deal_are_refused() -> None:
    with pytest.raises(SimError):
        Sim([[0] * 4, [1] * 4], [], book(), claims=False)
    with pytest.raises(SimError):
        Sim([[0] * 15, [1] * 14], [], book(), claims=False)


def test_a_play_out_ends() -> None:
    chance = Random("out")
    pack = [place for place in range(len(FACES)) for _ in range(4)]
    for _ in range(20):
        chance.shuffle(pack)
        sim = Sim([pack[:15], pack[15:29], pack[29:43]], pack[43:], book(), claims=True)
        sim.play_out(chance.choice)
        assert sim.over
        assert sim.legal() == ()
        assert sim.moves > 20
