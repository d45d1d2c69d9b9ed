"""A round played forward with no table, no log and no secrets: for play-outs, many rounds a second.

A card is its place in PACK (0..51; rank = card % 13). A row is a list of cards by place, EMPTY where none lies. Moves
are small numbers: what the phase offers besides places is negative (CALL, DRAW, PASS, THROW, DECLINE), a place of the
own row is its number. An exchange is own * 512 + place * 8 + seat.

The rules are those of the phases, written out once more for speed, without what may be done freely between (§3.4,
§5.6); a test plays rounds through both, under every option, and finds the same choices at every move, the same cards
in the same places and the same points at the end.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from ....model.board import count_of
from ....model.cards import Seat
from ....play.match_end import Reckoning
from ..cards import JACK, KING, MOST_TO_CALL, PACK, POWER, WORTH, HouseRules
from ..scoring import CALLED, UNCALLED, reckon
from ..seen_cards import false_caller, silent_seats
from ..state import caller_of, house_of, powers_of, turn_of

if TYPE_CHECKING:
    from ....play.table import Table

EMPTY: Final = -1
NOBODY: Final = -1
CALL, DRAW, PASS, THROW, DECLINE = -1, -2, -3, -4, -5
TURN, DECIDING, MATCHING, POWERS, OVER = range(5)

PLACE: Final = {card: number for number, card in enumerate(PACK)}
POINTS: Final = tuple(WORTH[card] for card in PACK)
RANK: Final = tuple(number % 13 for number in range(52))
_KINDS: Final = {"": 0, "king": 1, "queen": 2, "jack": 3}
KIND: Final = tuple(_KINDS[POWER[card]] for card in PACK)
_KING, _JACK = _KINDS[KING], _KINDS[JACK]
_PHASES: Final = {"turn": TURN, "deciding": DECIDING, "matching": MATCHING, "power": POWERS}


class Sim:
    """One round from its first turn to its end. Its fields may be read, not written.

    rows: the cards of each seat by place; held: how many there are. stock, pile: the top last. drawn: the card in
    hand, or EMPTY. seats: those that play, in the order of turns. turn: its number. refused: the turn in which a call
    was refused. seat: who is asked; all that have cards, when matching. caller: who has called, or NOBODY. waiting:
    powers, each a card and its owner. known: for each card, the seats that know it, as bits; everybody: all that
    play. moves: how many were made. reshuffle: makes a stock of cards.
    """

    __slots__ = (
        "caller",
        "drawn",
        "everybody",
        "false_caller",
        "held",
        "house",
        "known",
        "moves",
        "phase",
        "pile",
        "refused",
        "reshuffle",
        "rows",
        "seat",
        "seats",
        "silent",
        "stock",
        "turn",
        "waiting",
    )

    def __init__(self, house: HouseRules, seats: Sequence[Seat], reshuffle: Callable[[list[int]], list[int]]) -> None:
        self.house = house
        self.seats = tuple(seats)
        self.everybody = sum(1 << seat for seat in seats)
        self.reshuffle = reshuffle
        self.rows: list[list[int]] = [[] for _ in range(max(seats) + 1)]
        self.held = [0] * len(self.rows)
        self.stock: list[int] = []
        self.pile: list[int] = []
        self.known = [0] * 52
        self.drawn = EMPTY
        self.phase = TURN
        self.turn = 1
        self.seat = self.seats[0]
        self.caller = NOBODY
        self.false_caller = NOBODY
        self.silent = 0
        self.refused = 0
        self.waiting: list[tuple[int, Seat]] = []
        self.moves = 0

    @classmethod
    def of_table(cls, table: "Table", reshuffle: Callable[[list[int]], list[int]]) -> "Sim":
        """The round that lies on a table, after everybody has looked at two cards."""
        sim = cls(house_of(table), tuple(table.clockwise_from(table.left_of(table.dealer))), reshuffle)
        for seat in sim.seats:
            row = sim.rows[seat] = [PLACE[held[0]] if held else EMPTY for held in table.groups("slot", seat)]
            sim.held[seat] = len(row) - row.count(EMPTY)
        sim.stock = [PLACE[card] for card in table.zones["stock"]]
        sim.pile = [PLACE[card] for card in table.zones["discard"]]
        for number, card in enumerate(PACK):
            marks = table.hidden_notes.get(card, 0)
            sim.known[number] = marks if isinstance(marks, int) else 0
        sim.phase = _PHASES[table.phase]
        sim.turn = turn_of(table)
        sim.seat = table.acting()[0]
        drawn = table.zone("drawn", sim.seat)
        sim.drawn = PLACE[drawn[0]] if drawn else EMPTY
        caller, false = caller_of(table), false_caller(table)
        sim.caller = NOBODY if caller is None else caller
        sim.false_caller = NOBODY if false is None else false
        sim.silent = sum(1 << seat for seat in silent_seats(table))
        sim.refused = count_of(table, "refused")
        sim.waiting = [(PLACE[card], seat) for card, seat in powers_of(table)]
        return sim

    def clone(self) -> "Sim":
        """A state of its own."""
        other = Sim(self.house, self.seats, self.reshuffle)
        other.rows, other.held = [row[:] for row in self.rows], self.held[:]
        other.stock, other.pile, other.known = self.stock[:], self.pile[:], self.known[:]
        other.drawn, other.phase, other.turn, other.seat = self.drawn, self.phase, self.turn, self.seat
        other.caller, other.false_caller, other.silent = self.caller, self.false_caller, self.silent
        other.waiting, other.refused, other.moves = self.waiting[:], self.refused, self.moves
        return other

    def choices(self) -> list[int]:
        """What the seat that is asked may do; in the phase of matching `answer` is called instead."""
        own = [place for place, card in enumerate(self.rows[self.seat]) if card >= 0]
        if self.phase == DECIDING:
            own.append(THROW)
            return own
        if self.phase == POWERS:
            found = self._uses(own)
            found.append(DECLINE)
            return found
        found = own if self.pile else []
        if self.stock or len(self.pile) > 1:
            found.append(DRAW)
        if self.caller < 0 and self.refused != self.turn:
            found.append(CALL)
        return found or [PASS]

    def play(self, move: int) -> None:
        """The seat that is asked makes a move that is among its choices."""
        self.moves += 1
        seat, phase = self.seat, self.phase
        if phase == DECIDING:
            card, self.drawn = self.drawn, EMPTY
            if move != THROW:
                row = self.rows[seat]
                card, row[move] = row[move], card
            self._throw(card, seat)
        elif phase == POWERS:
            if move != DECLINE:
                self._use(move)
            del self.waiting[0]
            self._next_power()
        elif move == CALL:
            self._call(seat)
        elif move == PASS:
            self._begin_turn(self.turn + 1)
        else:
            if self.caller < 0 and self._has_to_call(seat):
                self.silent |= 1 << seat
            if move == DRAW:
                if not self.stock:
                    self._reform()
                self.drawn = card = self.stock.pop()
                self.known[card] |= 1 << seat
                self.phase = DECIDING
            else:
                row = self.rows[seat]
                taken = self.pile.pop()
                self.known[taken] = self.everybody
                card, row[move] = row[move], taken
                self._throw(card, seat)

    def holders(self) -> list[Seat]:
        """Seats that have a card: those that are asked whether they match."""
        return [seat for seat in self.seats if self.held[seat]]

    def answer(self, named: Sequence[Sequence[int]]) -> None:
        """Everybody who has a card answers. named: for each seat the places that it names, () to pass."""
        held, seats = self.held, self.seats
        self.moves += len(held) - held.count(0)
        if not any(named):
            self._next_power()
            return
        matched = False
        first = self.turn % len(seats)
        for seat in seats[first:] + seats[:first]:
            for place in named[seat]:
                matched |= self._match(seat, place)
        if not matched or not any(held):
            self._next_power()

    def result(self) -> Reckoning:
        """What the round comes to. Rule: khamul §8."""
        hands = {seat: [PACK[card] for card in self.rows[seat] if card >= 0] for seat in self.seats}
        return reckon(
            hands,
            len(self.rows),
            how=CALLED if self.caller >= 0 else UNCALLED,
            silent=[seat for seat in self.seats if self.silent >> seat & 1],
            false_caller=self.false_caller if self.false_caller >= 0 else None,
        )

    def play_out(self, choose: Callable[["Sim"], int], match: Callable[["Sim"], Sequence[Sequence[int]]]) -> None:
        """Play on to the end. choose: a move for who is asked. match: what everybody answers, as `answer` wants it."""
        while self.phase != OVER:
            if self.phase == MATCHING:
                self.answer(match(self))
            else:
                self.play(choose(self))

    # Inside.

    def _throw(self, card: int, seat: Seat) -> None:
        self.pile.append(card)
        self.known[card] = 0
        if KIND[card]:
            self.waiting.append((card, seat))
        self.phase = MATCHING
        if not any(self.held):
            self._next_power()

    def _match(self, seat: Seat, place: int) -> bool:
        row = self.rows[seat]
        card = row[place]
        if RANK[card] != RANK[self.pile[-1]]:
            self.known[card] = self.everybody
            self._draw_unseen(seat)
            return False
        row[place] = EMPTY
        self.held[seat] -= 1
        self.pile.append(card)
        self.known[card] = 0
        if KIND[card] and self.house.match_powers:
            self.waiting.append((card, seat))
        return True

    def _reform(self) -> None:
        top = self.pile.pop()
        self.stock, self.pile = self.reshuffle(self.pile), [top]

    def _draw_unseen(self, seat: Seat) -> None:
        if not self.stock:
            if len(self.pile) < 2:
                return
            self._reform()
        row = self.rows[seat]
        card = self.stock.pop()
        if self.held[seat] < len(row):
            row[row.index(EMPTY)] = card
        else:
            row.append(card)
        self.held[seat] += 1

    def _call(self, seat: Seat) -> None:
        if sum(POINTS[card] for card in self.rows[seat] if card >= 0) > MOST_TO_CALL:
            if self.house.refuses_false_call:
                self.refused = self.turn
                return
            self.false_caller = seat
        self.caller = seat
        self._begin_turn(self.turn + 1)

    def _has_to_call(self, seat: Seat) -> bool:
        points = 0
        for card in self.rows[seat]:
            if card >= 0:
                points += POINTS[card]
        if points > MOST_TO_CALL:
            return False
        return self.house.strict_khamul or all(self.known[card] >> seat & 1 for card in self.rows[seat] if card >= 0)

    def _begin_turn(self, number: int) -> None:
        count = len(self.seats)
        seat = self.seats[(number - 1) % count]
        if seat == self.caller or (self.caller < 0 and number > self.house.turn_cap * count):
            self.phase = OVER
            return
        self.turn, self.seat, self.phase = number, seat, TURN
        if self.caller < 0 and not self.held[seat]:
            self.caller = seat
            self._begin_turn(number + 1)

    def _next_power(self) -> None:
        while self.waiting:
            card, seat = self.waiting[0]
            if self._can_use(KIND[card], seat):
                self.phase, self.seat = POWERS, seat
                return
            del self.waiting[0]
        self._begin_turn(self.turn + 1)

    def _targets(self, owner: Seat) -> list[Seat]:
        spared = self.caller if self.house.lock_caller else NOBODY
        return [seat for seat in self.seats if seat not in (owner, spared)]

    def _can_use(self, kind: int, seat: Seat) -> bool:
        if kind == _JACK:
            return self.held[seat] > 0
        targets = self._targets(seat)
        if kind == _KING:
            return self.held[seat] > 0 and any(self.held[other] for other in targets)
        return bool(targets) and bool(self.stock or len(self.pile) > 1)

    def _uses(self, own: list[int]) -> list[int]:
        kind = KIND[self.waiting[0][0]]
        if kind == _JACK:
            return own
        targets = self._targets(self.seat)
        if kind != _KING:
            return targets
        theirs = [(place << 3) + seat for seat in targets for place, held in enumerate(self.rows[seat]) if held >= 0]
        return [(place << 9) + other for place in own for other in theirs]

    def _use(self, move: int) -> None:
        kind, owner = KIND[self.waiting[0][0]], self.seat
        row = self.rows[owner]
        if kind == _JACK:
            self.known[row[move]] |= 1 << owner
        elif kind == _KING:
            own, place, seat = move >> 9, move >> 3 & 63, move & 7
            other = self.rows[seat]
            row[own], other[place] = other[place], row[own]
            self.known[row[own]] |= 1 << owner
        else:
            self._draw_unseen(move)
