"""A deal played forward with no table, no log and no secrets, for counting and comparing.

A card is a small number, its face (see `simtables`); a hand is a list of faces and, beside it, the number by which the
meld solver knows it. The rules are those of the phases, written out once more for speed; a test plays deals through
both and finds the same moves offered at every step and the same points at the end. Bumps that are called upon one's
honour are not simulated: who does not bluff calls what could be shown.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from ....model.cards import Card
from ....model.zones import zone_id
from ..caches import cards_to_cache, quartettes
from ..house_rules import HouseRules
from ..melds.solver import best_value, can_cover, cover_value, last_throws
from ..pack import HAND_SIZE
from ..rules import DISCARDS_A_SEAT, ROUNDS_PASSED_ON
from ..scoring import CACHE, OUT_BONUS, QUARTETTE, laid_points
from ..state import TAKES_A_SEAT, cached_faces, false_bumps, has_stock, turn_of
from ..steps import MOST_REFORMS
from .state_tables import Way, sim_tables

if TYPE_CHECKING:
    from ....play.table import Table

LEAVE: Final = None
"""The answer of who leaves the discard, or passes."""
FOURTH: Final = Way((), 0, QUARTETTE)
"""The answer of who claims the fourth card to a cache."""
HIDDEN_TAKE: Final = Way((), 0, 0)
"""The answer of the next player who takes the discard into the hand."""

Answer = Way | None
Shuffle = Callable[[list[int]], list[int]]
"""Puts the faces of a new stock in order, the card to be drawn first last."""


class Sim:
    """One deal from a seat's throw to its end.

    Made by `Sim.deal` or `Sim.of_table`. Places go clockwise from the seat that begins. Fields may be read:

    hands: faces by place. keys: the same as the solver counts them. points: of what each has laid; caches: faces.
    stock: the card to be drawn first last. heap: the newest discard last. turn: the place that throws or has thrown.
    how: "" while the deal goes on, then "out", "quartette" or "dead"; ender: the place that ended it, or -1.
    taken: the face just taken, or -1. moves: answers given so far.
    """

    def __init__(
        self,
        house: HouseRules,
        hands: Sequence[Sequence[int]],
        stock: Sequence[int],
        *,
        stocked: bool,
        shuffle: Shuffle,
    ) -> None:
        """stock: the card to be drawn first last. stocked: whether there was one when the hands had been dealt."""
        self.tables = sim_tables(house)
        self.house = house
        self.players = len(hands)
        self.hands = [list(hand) for hand in hands]
        self.keys = [self.tables.key(hand) for hand in self.hands]
        self.points = [0] * self.players
        self.caches: list[list[int]] = [[] for _ in hands]
        self.stock = list(stock)
        self.heap: list[int] = []
        self.stocked = stocked
        self.shuffle = shuffle
        self.turn = 0
        self.taken = -1
        self.takes = self.reforms = self.passed_on = self.thrown = self.moves = 0
        self.how = ""
        self.ender = -1

    @classmethod
    def deal(cls, house: HouseRules, players: int, chance: Random) -> "Sim":
        """A deal dealt by chance."""
        pack = list(sim_tables(house).pack)
        chance.shuffle(pack)
        hands = [[pack.pop() for _ in range(HAND_SIZE + (place == 0))] for place in range(players)]

        def shuffled(faces: list[int]) -> list[int]:
            chance.shuffle(faces)
            return faces

        return cls(house, hands, pack, stocked=bool(pack), shuffle=shuffled)

    @classmethod
    def of_table(cls, table: "Table", shuffle: Shuffle) -> "Sim":
        """The deal that a table has just dealt, as it stands before the first throw or later, in a turn.

        Raises ValueError where somebody is fined already, which a simulation knows nothing of.
        """
        if false_bumps(table):
            raise ValueError("A simulation knows no false bumps.")
        house: HouseRules = table.terms
        tables = sim_tables(house)
        seats = list(table.clockwise_from(turn_of(table)))
        hands = [[tables.faces[card] for card in table.zones[zone_id("hand", seat)]] for seat in seats]
        stock = [tables.faces[card] for card in table.zones["stock"]]
        sim = cls(house, hands, stock, stocked=has_stock(table), shuffle=shuffle)
        sim.heap = [tables.faces[card] for card in table.zones["discard"]]
        sim.points = [laid_points(table.groups("meld", seat), house.book) for seat in seats]
        sim.caches = [[tables.faces[card] for card in cached_faces(table, seat)] for seat in seats]
        facts: Mapping[str, object] = table.facts
        taken = facts.get("taken")
        sim.taken = tables.faces[Card(taken)] if isinstance(taken, str) else -1
        counts = {name: facts.get(name) for name in ("takes", "reforms", "passed_on", "discards")}
        sim.takes, sim.reforms, sim.passed_on, sim.thrown = (
            count if isinstance(count, int) else 0 for count in counts.values()
        )
        return sim

    # What may be done.

    def throws(self) -> list[int]:
        """Faces that the place in turn may throw, each as often as it is held. Rule: khanhoo §3.3, §3.4."""
        hand = self.hands[self.turn]
        if self.taken < 0 or not self.stocked:
            return hand
        taken = self.taken
        return [face for face in hand if face != taken]

    def outs(self) -> list[int]:
        """Faces with which the place in turn may go out. Rule: khanhoo §7.1."""
        tables = self.tables
        if not tables.may_go_out(self.keys[self.turn]):
            return []
        return [tables.faces[card] for card in last_throws(self._cards(self.turn), tables.book)]

    def caches_to_lay(self) -> list[int]:
        """Faces of which three may be laid aside. Rule: khanhoo §14.3, §14.4."""
        if not self.tables.has_three(self.keys[self.turn]):
            return []
        hand = self._cards(self.turn)
        found = []
        for card in cards_to_cache(hand):
            rest = [face for face in self.hands[self.turn] if self.tables.cards[face] != card]
            rest += [self.tables.faces[card]] * (hand.count(card) - 3)
            barred = self.taken if self.stocked else -1
            if any(face != barred for face in rest) or last_throws(self._named(rest), self.tables.book):
                found.append(self.tables.faces[card])
        return found

    def quartettes(self) -> list[tuple[int, ...]]:
        """Four faces, or the fourth to a cache, that may end the deal. Rule: khanhoo §14.6."""
        if not self.caches[self.turn] and not self.tables.has_three(self.keys[self.turn]):
            return []
        found = quartettes(self._cards(self.turn), self._named(self.caches[self.turn]))
        return [tuple(self.tables.faces[card] for card in cards) for cards in found]

    def claims(self, place: int) -> list[Answer]:
        """What another place may answer to the newest discard, to leave it or to pass last. Rule: khanhoo §4, §14.5."""
        face, key, size = self.heap[-1], self.keys[place], len(self.hands[place])
        found: list[Answer]
        if place == (self.turn + 1) % self.players:
            if not self.stocked:
                found = [HIDDEN_TAKE]
            elif self.takes >= TAKES_A_SEAT * self.players:
                found = []
            elif self.house.expose_taken_discard:
                found = [*self.tables.takes(face, key, size)]
            else:
                found = [HIDDEN_TAKE] if self._could_throw(place, face) else []
        elif self.players > 2:
            found = [*self.tables.bumps(face, key, size)]
        else:
            found = []
        if self.caches[place] and face in self.caches[place]:
            found.append(FOURTH)
        found.append(LEAVE)
        return found

    def _could_throw(self, place: int, face: int) -> bool:
        """Whether a taken discard would leave anything that may be thrown. Rule: khanhoo §3.6."""
        hand = self.hands[place]
        if not hand or any(held != face for held in hand):
            return True
        return can_cover(self._named(hand), self.tables.book)

    # What is done.

    def throw(self, face: int) -> None:
        """The place in turn throws a card, and the others are to answer unless the deal is dead. Rule: khanhoo §5.4."""
        self.moves += 1
        self._part_with(face)
        if self.stocked:
            return
        self.passed_on = self.passed_on + 1 if face == self.taken else 0
        self.thrown += 1
        players = self.players
        if self.passed_on >= ROUNDS_PASSED_ON * players or self.thrown >= DISCARDS_A_SEAT * players:
            self.how = "dead"

    def go_out(self, face: int) -> None:
        """The place in turn throws its last card."""
        self.moves += 1
        self._part_with(face)
        self.how, self.ender = "out", self.turn

    def lay_cache(self, face: int) -> None:
        """The place in turn lays three equal cards aside."""
        self.moves += 1
        self._use(self.turn, (face,) * 3, 3 * self.tables.codes[face])
        self.caches[self.turn].append(face)
        self.points[self.turn] += CACHE

    def show_quartette(self, faces: tuple[int, ...]) -> None:
        """The place in turn shows four equal cards, or the fourth to its cache."""
        self.moves += 1
        self._use(self.turn, faces, len(faces) * self.tables.codes[faces[0]])
        self.points[self.turn] += QUARTETTE if len(faces) > 1 else QUARTETTE - CACHE
        self.how, self.ender = "quartette", self.turn

    def settle(self, answers: Sequence[tuple[int, Answer]]) -> None:
        """Give the newest discard to who gets it. answers: place and answer, in turn order from the next player."""
        self.moves += len(answers)
        best = -1
        bumper: tuple[int, Way] | None = None
        in_turn, wants = answers[0]
        for place, answer in answers:
            if answer is FOURTH:
                self.heap.pop()
                self.points[place] += QUARTETTE - CACHE
                self.how, self.ender = "quartette", place
                return
            if answer is not LEAVE and place != in_turn and answer.points > best:
                bumper, best = (place, answer), answer.points
        if bumper is not None and (wants is LEAVE or self._defence(in_turn, wants) < best):
            self._lay(*bumper)
            self._begin(bumper[0], -1)
        elif wants is not LEAVE or not self.stocked:
            self._take(in_turn, wants or HIDDEN_TAKE)
        else:
            self._draw(in_turn)

    def _defence(self, place: int, take: Way) -> int:
        if take is not HIDDEN_TAKE:
            return take.points
        ways = self.tables.takes(self.heap[-1], self.keys[place], HAND_SIZE + 2)
        return max((way.points for way in ways), default=0)

    def _take(self, place: int, take: Way) -> None:
        face = self.heap[-1]
        if take is HIDDEN_TAKE:
            self._get(place, self.heap.pop())
        else:
            self._lay(place, take)
        self.takes += self.stocked
        self._begin(place, face if take is HIDDEN_TAKE else -1)

    def _draw(self, place: int) -> None:
        """Rule: khanhoo §5.1, §5.2, §10.6."""
        if not self.stock:
            again = self.heap[::-1] if self.house.turn_over else self.heap[:-1]
            if self.reforms == MOST_REFORMS or not again:
                self.how = "dead"
                return
            self.reforms += 1
            self.stock = again if self.house.turn_over else self.shuffle(again)
            del self.heap[: len(again)]
        self._get(place, self.stock.pop())
        self.takes = 0
        self._begin(place, -1)

    def _begin(self, place: int, taken: int) -> None:
        self.turn, self.taken = place, taken

    def _lay(self, place: int, way: Way) -> None:
        self.heap.pop()
        self._use(place, way.faces, way.code)
        self.points[place] += way.points

    def _use(self, place: int, faces: tuple[int, ...], code: int) -> None:
        hand = self.hands[place]
        for face in faces:
            hand.remove(face)
        self.keys[place] -= code

    def _part_with(self, face: int) -> None:
        self.hands[self.turn].remove(face)
        self.keys[self.turn] -= self.tables.codes[face]
        self.heap.append(face)

    def _get(self, place: int, face: int) -> None:
        self.hands[place].append(face)
        self.keys[place] += self.tables.codes[face]

    # The whole deal.

    def play_out(self, random: Callable[[], float]) -> None:
        """Play on by lot to the end of the deal: first what is done, then with which cards. random: 0 up to 1."""
        while not self.how:
            if not self._act_by_lot(random) or self.how:
                continue
            answers = []
            for step in range(1, self.players):
                place = (self.turn + step) % self.players
                claims = self.claims(place)
                claims_it = len(claims) > 1 and random() < 0.5
                answers.append((place, claims[int(random() * (len(claims) - 1))] if claims_it else LEAVE))
            self.settle(answers)

    def _act_by_lot(self, random: Callable[[], float]) -> bool:
        """What the place in turn does; whether it has thrown a card for others to claim."""
        throws = self.throws()
        ways: list[tuple[Callable[[int], None] | None, list[int]]] = [(self.throw, throws)] if throws else []
        if outs := self.outs():
            ways.append((self.go_out, outs))
        fours: list[tuple[int, ...]] = []
        if self.house.has_caches:
            if threes := self.caches_to_lay():
                ways.append((self.lay_cache, threes))
            if fours := self.quartettes():
                ways.append((None, [faces[0] for faces in fours]))
        act, faces = ways[int(random() * len(ways))] if len(ways) > 1 else ways[0]
        which = int(random() * len(faces))
        if act is None:
            self.show_quartette(fours[which])
            return False
        act(faces[which])
        return act == self.throw

    def score(self) -> list[int]:
        """Points of everybody when the deal is over, by place. Rule: khanhoo §8, §14.7."""
        if self.how == "dead" and not self.house.dead_hands_score:
            return [0] * self.players
        book = self.tables.book
        points = []
        for place, laid in enumerate(self.points):
            hand = self._cards(place)
            is_out = place == self.ender and self.how == "out"
            inside = (cover_value(hand, book) or 0) if is_out else best_value(hand, book)
            points.append(laid + inside + OUT_BONUS * (place == self.ender))
        return points

    def _cards(self, place: int) -> list[Card]:
        return self._named(self.hands[place])

    def _named(self, faces: Sequence[int]) -> list[Card]:
        cards = self.tables.cards
        return [cards[face] for face in faces]
