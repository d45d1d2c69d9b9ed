"""The simulation against the phases: the same moves offered at every step, the same cards moved, the same points."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from engine.games.khanhoo.bot.state import FOURTH, HIDDEN_TAKE, LEAVE, Answer, Sim
from engine.games.khanhoo.bot.state_tables import Way
from engine.games.khanhoo.melds.solver import read_meld
from engine.model.cards import Card
from engine.model.moves import Decision, Move
from engine.model.zones import zone_id
from engine.play.table import Table
from tests.games.tables import decision_of

from .positions import KHANHOO, options_of, started

HOUSES: list[tuple[str, int, dict[str, Any]]] = [
    ("denexa", 2, {}),
    ("denexa", 3, {}),
    ("denexa", 4, {}),
    ("denexa", 3, {"expose_taken_discard": True, "split_runs": False, "aces_max": 5}),
    ("denexa", 2, {"stock_reform": "turn_over", "ace_triplets": True, "dead_hand": "void"}),
    ("english", 2, {}),
    ("english", 3, {}),
    ("english", 4, {}),
    ("english", 4, {"copies": 3, "trio_quartette_cache": True}),
    ("english", 6, {}),
    ("english", 8, {}),
    ("english", 3, {"trio_quartette_cache": True}),
    ("english", 5, {"trio_quartette_cache": True, "expose_taken_discard": False, "jokers": 3}),
]


class Twins:
    """A table, and a simulation of the deal that goes on there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sim = Sim.of_table(table, self._shuffled)
        self.seats = list(table.clockwise_from(table.acting()[0]))

    def _shuffled(self, faces: list[int]) -> list[int]:
        """A new stock as the table has it, which has drawn the first card of it already."""
        table, tables = self.table, self.sim.tables
        lying = [*table.zones["stock"], table.last_drawn or Card("")]
        order = [tables.faces[card] for card in lying]
        assert sorted(order) == sorted(faces)
        return order

    def cards(self, faces: Iterable[int]) -> tuple[Card, ...]:
        return self.table.deck.sort(self.sim.tables.cards[face] for face in faces)

    def offered(self, decision: Decision, verb: str) -> Counter[tuple[Card, ...]]:
        choice = decision.choice(verb)
        if choice is None:
            return Counter()
        return Counter([*choice.sets] or [(card,) for card in choice.cards]) or Counter([()])

    def compare_turn(self) -> None:
        sim, decision = self.sim, decision_of(self.table, self.seats[self.sim.turn])
        found_by: dict[str, list[tuple[int, ...]]] = {
            "discard": [(face,) for face in sim.throws()],
            "out": [(face,) for face in sim.outs()],
            "cache": [(face,) * 3 for face in sim.caches_to_lay()] if sim.house.has_caches else [],
            "quartette": sim.quartettes() if sim.house.has_caches else [],
        }
        for verb, found in found_by.items():
            assert self.offered(decision, verb) == Counter(self.cards(faces) for faces in found), verb

    def compare_claims(self) -> None:
        sim = self.sim
        for decision in self.table.decisions():
            place = self.seats.index(decision.seat)
            claims = sim.claims(place)
            assert claims[-1] is LEAVE
            takes = [claim for claim in claims[:-1] if claim is not None and claim is not FOURTH]
            verb = "take" if place == (sim.turn + 1) % sim.players else "bump"
            assert self.offered(decision, verb) == Counter(self.cards(claim.faces) for claim in takes)
            assert (FOURTH in claims) == (decision.choice("cache_bump") is not None)
            for claim in takes:
                if claim is not HIDDEN_TAKE:
                    meld = read_meld((*self.cards(claim.faces), self.table.zones["discard"][-1]), sim.tables.book)
                    assert meld is not None
                    assert meld.points == claim.points

    def act(self, seat: int, move: Move) -> None:
        """A seat in turn acts at both."""
        sim, faces = self.sim, self.sim.tables.faces
        self.table.play(seat, self.table.step, move)
        if move.verb == "discard":
            sim.throw(faces[move.cards[0]])
        elif move.verb == "out":
            sim.go_out(faces[move.cards[0]])
        elif move.verb == "cache":
            sim.lay_cache(faces[move.cards[0]])
        else:
            sim.show_quartette(tuple(faces[card] for card in move.cards))

    def claim(self, chance: Random) -> None:
        """All answer at both."""
        sim = self.sim
        answers: list[tuple[int, Answer]] = []
        for decision in sorted(
            self.table.decisions(), key=lambda d: (self.seats.index(d.seat) - sim.turn) % sim.players
        ):
            place = self.seats.index(decision.seat)
            answer = chance.choice(sim.claims(place))
            answers.append((place, answer))
            self.table.play(decision.seat, self.table.step, self._move(decision, answer))
        self.table.close()
        sim.settle(answers)

    def _move(self, decision: Decision, answer: Answer) -> Move:
        if answer is LEAVE:
            return decision.default
        if answer is FOURTH:
            return Move("cache_bump")
        return Move("take" if decision.choice("leave") else "bump", self.cards(answer.faces))

    def compare_state(self) -> None:
        table, sim = self.table, self.sim
        for place, seat in enumerate(self.seats):
            assert self.cards(sim.hands[place]) == tuple(table.zones[zone_id("hand", seat)])
            assert sim.keys[place] == sim.tables.key(sim.hands[place])
        if not sim.how:
            assert [sim.tables.cards[face] for face in sim.heap] == table.zones["discard"]
            assert [sim.tables.cards[face] for face in sim.stock] == table.zones["stock"]


@pytest.mark.parametrize(("preset", "seats", "options"), HOUSES)
def test_a_deal_goes_the_same_way_in_the_simulation(preset: str, seats: int, options: dict[str, Any]) -> None:
    hows: Counter[str] = Counter()
    for seed in range(6):
        table = Table(KHANHOO, seats, options_of(preset, target=1000, **options), seed=f"sim {seed}", log=False)
        chance = Random(f"{preset} {seats} {seed}")
        table.start()
        if table.phase == "orphan":
            table.play(table.acting()[0], table.step, Move(("orphan", "decline")[seed % 2]))
        twins = Twins(table)
        while not twins.sim.how:
            if table.phase == "claims":
                twins.compare_claims()
                twins.claim(chance)
            else:
                twins.compare_turn()
                decision = table.decisions()[0]
                verb = chance.choice(decision.choices).verb
                move = chance.choice([move for move in decision.moves(table.deck) if move.verb == verb])
                twins.act(decision.seat, move)
            twins.compare_state()
        scored = table.scores[0]
        assert scored.how in (twins.sim.how, "void")
        assert list(scored.points) == [twins.sim.score()[twins.seats.index(seat)] for seat in range(seats)]
        hows[scored.how] += 1
    assert hows


@pytest.mark.parametrize(("preset", "seats", "options"), HOUSES)
def test_a_play_out_by_lot_ends_with_all_cards_there(preset: str, seats: int, options: dict[str, Any]) -> None:
    house = started(seats, preset=preset, **{"orphan": False, **options}).terms
    for seed in range(4):
        chance = Random(seed)
        sim = Sim.deal(house, seats, chance)
        sim.play_out(chance.random)
        assert sim.how in ("out", "quartette", "dead")
        assert sim.moves > seats
        assert len(sim.score()) == seats


def test_a_way_to_lay_names_what_it_takes_from_the_hand() -> None:
    table = started(3, {0: "7D", 2: "7H 7S JC 7D *"})
    sim = Sim.of_table(table, lambda faces: faces)
    sim.throw(sim.tables.faces[Card("7D")])
    ways = [claim for claim in sim.claims(2) if isinstance(claim, Way)]
    assert {frozenset(sim.tables.cards[face] for face in way.faces) for way in ways} >= {
        frozenset({"7H", "7S"}),
        frozenset({"JC", "7D"}),
        frozenset({"JC", "*"}),
    }
    assert all(way.code == sim.tables.key(list(way.faces)) for way in ways)


def test_fines_are_not_simulated() -> None:
    table = started(3)
    table.declare("fined", (1,))
    with pytest.raises(ValueError, match="false bumps"):
        Sim.of_table(table, lambda faces: faces)
