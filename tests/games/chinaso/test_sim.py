"""The simulation and the table, side by side: the same moves are offered, and the same comes of them."""

from random import Random

import pytest

from engine.games.chinaso.bot.state import Shuffle, Sim
from engine.games.chinaso.cards import points_in
from engine.games.chinaso.house_rules import DECK
from engine.model.cards import Card
from engine.model.chance import Chance
from engine.model.deal import Deal
from engine.model.moves import Move
from engine.model.options import OptionValue
from engine.play.table import Table

from .positions import CHINASO, cards

HOUSES: list[dict[str, OptionValue]] = [
    {},
    {"buy_penalty": 1, "turn_cap": 20},
    {"buy_priority": "turn_left", "chinaso_with_discard": False},
]


def shuffle_of(table: Table) -> Shuffle:
    """Reshuffles as the table makes them."""

    def shuffle(again: list[Card], number: int) -> list[Card]:
        return Chance(table.seed, f"{table.deal} reshuffle {number}").shuffled(DECK.sort(again))

    return shuffle


def same(sim: Sim, table: Table) -> None:
    for seat in table.playing:
        assert sorted(sim.hands[seat]) == sorted(table.zone("hand", seat))
        assert [list(meld.cards) for meld in sim.melds[seat]] == table.groups("meld", seat)
    assert sim.stock == table.zones["stock"]
    assert sim.pile == table.zones["discard"]


def play_deal(table: Table, chance: Random, *, eager: float = 0.6) -> str:
    """Play a deal of a table and of a simulation of it; gives how it ended. eager: how often what can be laid is laid
    at once."""
    sim = Sim.of(table, shuffle_of(table))
    while not sim.over:
        decision = table.decision(sim.to_act)
        assert decision is not None
        listed = {move for choice in decision.choices for move in choice.moves(table.deck)}
        offered = list(sim.moves())
        assert set(offered) == listed
        laying = [move for move in offered if move.verb in ("lay_down", "lay_off", "replace_joker")]
        move = chance.choice(laying if laying and chance.random() < eager else offered)
        sim.play(move)
        table.play(decision.seat, decision.id, move)
        if table.awaits_close and not table.scores[table.deal - 1 :]:
            table.close()
        if not table.scores[table.deal - 1 :]:
            same(sim, table)
    scored = table.scores[table.deal - 1]
    assert scored.how == sim.over
    assert scored.points == sim.points()
    return sim.over


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("options", HOUSES, ids=lambda options: " ".join(options) or "usual")
def test_the_simulation_plays_whole_matches_like_the_table(seats: int, options: dict[str, OptionValue]) -> None:
    chance = Random(f"{seats} {options}")
    table = Table(CHINASO, seats, CHINASO.meta.resolve(options), seed=f"sim {seats}")
    table.start()
    while table.over is None:
        play_deal(table, chance)
        if table.over is None:
            table.close()
    assert len(table.scores) == 7


def test_the_simulation_knows_every_way_in_which_a_hand_ends() -> None:
    seen = set()
    for seed in range(24):
        options: dict[str, OptionValue] = {"turn_cap": 10} if seed % 2 else {}
        table = Table(CHINASO, 2 + 4 * (seed % 4 == 0), CHINASO.meta.resolve(options), seed=f"ends {seed}")
        table.start()
        seen.add(play_deal(table, Random(seed), eager=0.6 if seed % 4 else 0.0))
    assert seen >= {"out", "stock", "turns"}


@pytest.mark.parametrize(("with_discard", "how"), [(True, "chinaso"), (False, "out")])
def test_the_simulation_doubles_a_chinaso(with_discard: bool, how: str) -> None:
    deal = Deal({0: cards("4H 4S 4D 4C 9H 9S 9C 9D 9H")}, cards("2C KD"), 2)
    table = Table(CHINASO, 3, CHINASO.meta.resolve({"chinaso_with_discard": with_discard}), seed="c", deal=deal)
    table.start()
    sim = Sim.of(table, shuffle_of(table))
    for verb in ("deck", "pass", "pass"):
        sim.play(Move(verb))
    sim.play(next(move for move in sim.moves() if move.verb == "lay_down"))
    left = sum(points_in(sim.hands[seat]) for seat in (1, 2))
    sim.play(Move("discard", cards("KD")))
    assert sim.over == how
    assert sum(sim.points()) == (2 * left if with_discard else left)


def test_the_simulation_goes_on_without_a_seat_that_has_left() -> None:
    table = Table(CHINASO, 4, CHINASO.meta.resolve({}), seed="left")
    table.start()
    play_deal(table, Random(1))
    table.drop(2)
    table.close()
    while table.over is None:
        play_deal(table, Random(2))
        if table.over is None:
            table.close()
    assert table.scores[-1].points[2] == 0
