"""A hand of Chinaso without events, views or refusals: for playing very many of them out.

It takes the same moves as the table and comes to the same; `tests/games/chinaso/test_sim.py` plays both side by side.
Of the ways to lay a contract down it knows the best, as the table's choice names it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ....model.board import count_of
from ....model.cards import JOKER, Card, Seat
from ....model.moves import Move
from ..cards import FACES, SET, Contract, points_in
from ..house_rules import HouseRules
from ..melds import Meld, read_group
from ..scoring import CHINASO, NO_STOCK, NO_TURNS, OUT
from ..solver import CODE, best_division, can_lay, code_of
from ..state import MELD_ZONES, MOST_RESHUFFLES, contract_of, house_of, melds_on, seats_asked, turn_of

if TYPE_CHECKING:
    from ....play.table import Table

Shuffle = Callable[[list[Card], int], list[Card]]
"""Gives cards in a new order, the first drawn last. int: how often the deck has been made by then in this hand."""

_DECK: Final = Move("deck")
_PASS: Final = Move("pass")
_IN_TURN: Final = (Move("take"), _DECK)
_OUT_OF_TURN: Final = (Move("buy"), _PASS)
_WANTED: Final = ("take", "buy")
_DISCARDS: Final = {card: Move("discard", (card,)) for card in (*FACES, JOKER)}


class Sim:
    """One hand in progress.

    to_act: the seat that is asked, of several at once the next that has not answered. over: how the hand ended, ""
    while it goes on. hands, codes: the cards of each seat, and as a number. melds: of each seat. pile: the discards.
    """

    __slots__ = (
        "_answers",
        "_asked",
        "_place",
        "_shuffle",
        "_ways",
        "codes",
        "contract",
        "dealer",
        "hands",
        "house",
        "laid_down",
        "melds",
        "over",
        "pile",
        "playing",
        "reshuffles",
        "stock",
        "to_act",
        "turn",
        "turns",
    )

    def __init__(
        self,
        house: HouseRules,
        contract: Contract,
        playing: tuple[Seat, ...],
        dealer: Seat,
        hands: Sequence[Sequence[Card]],
        stock: Sequence[Card],
        pile: Sequence[Card],
        shuffle: Shuffle,
    ) -> None:
        self.house, self.contract, self.playing, self.dealer = house, contract, playing, dealer
        self.hands = [list(hand) for hand in hands]
        self.codes = [code_of(hand) for hand in hands]
        self.stock, self.pile = list(stock), list(pile)
        self.melds: list[list[Meld]] = [[] for _ in hands]
        self.turns = self.reshuffles = self.laid_down = 0
        self.over = ""
        self._shuffle = shuffle
        self._asked: list[Seat] = []
        self._answers: list[Seat] = []
        self._place = 0
        self._ways: list[tuple[Card, Move]] = []
        self.turn = self.to_act = dealer
        self._next_turn()

    @classmethod
    def of(cls, table: "Table", shuffle: Shuffle) -> "Sim":
        """The hand in progress on a table, at a point where the discard is offered and nobody has answered."""
        hands = [table.zone("hand", seat) for seat in range(table.seats)]
        sim = cls(
            house_of(table),
            contract_of(table),
            table.playing,
            table.dealer,
            hands,
            table.zones["stock"],
            table.zones["discard"],
            shuffle,
        )
        for zone, meld in melds_on(table):
            sim.melds[int(zone.split(":")[1])].append(meld)
        sim._look_at_melds()
        sim.turn, sim.turns = turn_of(table), count_of(table, "turns")
        sim.reshuffles, sim.laid_down = count_of(table, "reshuffles"), count_of(table, "laid_down")
        sim._ask(list(seats_asked(table)))
        return sim

    def moves(self) -> Sequence[Move]:
        """What the seat to act may do; a card that is held twice stands twice."""
        seat = self.to_act
        if self._asked:
            return _IN_TURN if seat == self.turn else _OUT_OF_TURN
        hand = self.hands[seat]
        found = [_DISCARDS[card] for card in hand]
        if self.melds[seat]:
            held = set(hand)
            found += [move for card, move in self._ways if card in held]
        elif can_lay(self.codes[seat], self.contract):
            division = best_division(hand, self.contract)
            if division is not None:
                found.append(Move("lay_down", groups=division.groups))
        return found

    def play(self, move: Move) -> None:
        """Do one of the moves."""
        if self._asked:
            self._answer(move)
            return
        seat, verb = self.to_act, move.verb
        if verb == "discard":
            self._take_from_hand(seat, move.cards[0])
            self.pile.append(move.cards[0])
        elif verb == "lay_down":
            self._lay_down(seat, move)
        else:
            self._lay(seat, verb, move.cards[0], move.places)
        if not self.hands[seat]:
            self._go_out(seat, with_discard=verb == "discard")
        elif verb == "discard":
            self._next_turn()

    def play_out(self, choose: Callable[[Sequence[Move]], Move]) -> int:
        """Play the hand to its end; gives the number of moves."""
        count = 0
        while not self.over:
            self.play(choose(self.moves()))
            count += 1
        return count

    def points(self) -> tuple[int, ...]:
        """What the hand costs each seat. Rule: chinaso §8."""
        factor = 2 if self.over == CHINASO else 1
        return tuple(factor * points_in(hand) for hand in self.hands)

    # Inside.

    def _next_turn(self) -> None:
        if self.turns >= self.house.turn_cap * len(self.playing):
            self.over = NO_TURNS
            return
        thrower = self.turn
        place = self.playing.index(thrower)
        self.turn = self.playing[(place + 1) % len(self.playing)]
        self.turns += 1
        melds = self.melds
        self._ask(
            [
                seat
                for seat in self.playing
                if seat == self.turn or (not melds[seat] and (seat != thrower or self.turns == 1))
            ]
        )

    def _ask(self, seats: list[Seat]) -> None:
        self._asked = seats
        self._answers = []
        self._place = 0
        self.to_act = seats[0]

    def _answer(self, move: Move) -> None:
        if move.verb in _WANTED:
            self._answers.append(self.to_act)
        self._place += 1
        if self._place < len(self._asked):
            self.to_act = self._asked[self._place]
            return
        self._asked, self.to_act = [], self.turn
        if self.turn in self._answers:
            self._give(self.turn, self.pile.pop())
        else:
            self._draw_and_sell()

    def _draw_and_sell(self) -> None:
        """The seat in turn draws, a buyer before it gets the discard. Rule: chinaso §5.5, §7.5."""
        left = len(self.stock) + (len(self.pile) - 1 if self.reshuffles < MOST_RESHUFFLES else 0)
        if not left:
            self.over = NO_STOCK
            return
        keeps_top = not self._answers
        if self._answers:
            buyer = self._first_buyer()
            self._give(buyer, self.pile.pop())
            if left > 1 and self.house.buy_penalty:
                self._give(buyer, self._draw(keeps_top=False))
        self._give(self.turn, self._draw(keeps_top=keeps_top))

    def _first_buyer(self) -> Seat:
        before = self.playing.index(self.dealer if self.house.from_dealer else self.turn)
        order = self.playing[before + 1 :] + self.playing[: before + 1]
        return next(seat for seat in order if seat in self._answers)

    def _draw(self, *, keeps_top: bool) -> Card:
        if not self.stock:
            self.reshuffles += 1
            again = self.pile[:-1] if keeps_top else self.pile
            self.pile = self.pile[-1:] if keeps_top else []
            self.stock = self._shuffle(again, self.reshuffles)
        return self.stock.pop()

    def _give(self, seat: Seat, card: Card) -> None:
        self.hands[seat].append(card)
        self.codes[seat] += CODE[card]

    def _take_from_hand(self, seat: Seat, card: Card) -> None:
        self.hands[seat].remove(card)
        self.codes[seat] -= CODE[card]

    def _lay_down(self, seat: Seat, move: Move) -> None:
        for word, group in zip(self.contract.shape, move.groups, strict=True):
            meld = read_group(word, group)
            assert meld is not None, "the division was found, not named"
            self.melds[seat].append(meld)
            for card in group:
                self._take_from_hand(seat, card)
        self.laid_down = self.turns
        self._look_at_melds()

    def _lay(self, seat: Seat, verb: str, card: Card, places: tuple[str, ...]) -> None:
        _, owner, group = places[0].split(":")
        melds, place = self.melds[int(owner)], int(group)
        meld = melds[place]
        if verb == "lay_off":
            melds[place] = meld.with_card(card, places[1] if len(places) > 1 else meld.ends_for(card)[0])
        else:
            melds[place] = meld.with_joker_replaced(places[1])
        self._look_at_melds()
        self._take_from_hand(seat, card)

    def _look_at_melds(self) -> None:
        """Work out anew what may be laid on the table: it changes seldom, and is asked for in every turn."""
        self._ways = [
            way
            for owner in self.playing
            for meld, zone in zip(self.melds[owner], MELD_ZONES[owner], strict=False)
            for way in _layings(meld, zone)
        ]

    def _go_out(self, seat: Seat, *, with_discard: bool) -> None:
        alone = not any(self.melds[other] for other in self.playing if other != seat)
        chinaso = alone and self.laid_down == self.turns and (not with_discard or self.house.chinaso_with_discard)
        self.over = CHINASO if chinaso else OUT


@lru_cache(maxsize=1 << 15)
def _layings(meld: Meld, zone: str) -> tuple[tuple[Card, Move], ...]:
    """Every card that may be laid on a meld or put in its joker's place, with the move. zone: where the meld lies."""
    found = []
    for card in (*FACES, JOKER):
        ends = meld.ends_for(card)
        for end in ends:
            found.append((card, Move("lay_off", (card,), (zone, end) if len(ends) > 1 else (zone,))))
    if meld.kind != SET and meld.has_joker:
        card = Card(meld.joker_stands_for)
        found += [(card, Move("replace_joker", (card,), (zone, end))) for end in meld.free_ends()]
    return tuple(found)
