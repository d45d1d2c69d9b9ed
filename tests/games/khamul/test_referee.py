"""Whole rounds of Khamul, refereed by the source text alone: the rules a second time, and nothing of ours.

The referee keeps the rows, the pile and what each player was shown in a book of its own. The table tells it only which
card came from the stock. What may be done, what lies where, and what a round scores must come to the same.
"""

from collections import Counter
from random import Random

import pytest

from engine.api import Move, OptionValue, Table, find_game

KHAMUL = find_game("khamul")


def points(card: str) -> int:
    if card[:-1] in ("J", "Q", "K"):
        return {"QD": 20, "QH": 20, "KD": 0, "KH": 0}.get(card, 10)
    return 1 if card[:-1] == "A" else int(card[:-1])


def power(card: str) -> str:
    """J, Q or K for a jack, a black queen, a black king."""
    return card[0] if card[0] == "J" or (card[0] in "QK" and card[-1] in "CS") else ""


class Referee:
    """One round."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.table, self.chance, self.seats = table, chance, range(table.seats)
        self.rows: list[list[str | None]] = [[str(place[0]) for place in table.groups("slot", s)] for s in self.seats]
        self.stock = set(map(str, table.zone("stock")))
        self.pile: list[str] = []
        self.shown: list[set[str]] = [set() for _ in self.seats]
        self.powers: list[tuple[str, int]] = []
        self.silent: set[int] = set()
        self.false = self.caller = -1
        self.number, self.refused = 1, 0
        self.moved = Counter[tuple[int, int]]()
        self.seen = Counter[str]()

    # The book.

    def hand(self, seat: int) -> list[str]:
        return [card for card in self.rows[seat] if card is not None]

    def held(self, seat: int) -> list[int]:
        return [place for place, card in enumerate(self.rows[seat]) if card is not None]

    def card(self, seat: int, place: int) -> str:
        card = self.rows[seat][place]
        assert card is not None
        return card

    def matching(self, seat: int) -> list[int]:
        return [place for place in self.held(seat) if self.card(seat, place)[:-1] == self.pile[-1][:-1]]

    @property
    def can_draw(self) -> bool:
        return bool(self.stock) or len(self.pile) > 1

    def reform(self) -> None:
        if not self.stock:
            self.stock, self.pile = set(self.pile[:-1]), self.pile[-1:]
            self.seen["reform"] += 1

    def throw(self, seat: int, card: str, *, matched: bool = False) -> None:
        self.pile.append(card)
        for known in self.shown:
            known.discard(card)
        if power(card) and (not matched or self.table.options["match_powers"]):
            self.powers.append((card, seat))

    def show_all(self, card: str) -> None:
        for known in self.shown:
            known.add(card)

    def draw_unseen(self, seat: int) -> None:
        if not self.can_draw:
            return
        self.reform()
        row = self.rows[seat]
        place = row.index(None) if None in row else len(row)
        lying = [str(card) for group in self.table.groups("slot", seat) for card in group]
        came = next(card for card in (*lying, *map(str, self.table.zone("open", seat))) if card in self.stock)
        self.stock.remove(came)
        self.rows[seat] = [*row[:place], came, *row[place + 1 :]]

    def match(self, seat: int, place: int) -> bool:
        card = self.card(seat, place)
        if card[:-1] == self.pile[-1][:-1]:
            self.rows[seat][place] = None
            self.throw(seat, card, matched=True)
            self.seen["match"] += 1
            return True
        self.show_all(card)
        self.draw_unseen(seat)
        self.seen["mistake"] += 1
        return False

    # The table.

    def verbs(self, seat: int) -> set[str]:
        decision = self.table.decision(seat)
        return {choice.verb for choice in decision.choices} if decision is not None else set()

    def do(self, seat: int, verb: str, *places: tuple[int, int]) -> None:
        named = tuple(f"slot:{owner}:{place}" for owner, place in places)
        self.table.play(seat, self.table.step, Move(verb, places=named))

    def compare(self) -> None:
        if self.table.phase in ("between", "over"):
            return
        assert [
            [str(held[0]) if held else None for held in self.table.groups("slot", s)] for s in self.seats
        ] == self.rows
        assert list(map(str, self.table.zone("discard"))) == self.pile

    # The round.

    def round(self) -> None:
        """Play and score it."""
        for seat in self.seats:
            first, second = sorted(self.chance.sample(range(4), 2))
            self.do(seat, "peek", (seat, first), (seat, second))
            self.shown[seat] |= {self.card(seat, first), self.card(seat, second)}
        seat, how = (self.table.dealer + 1) % len(self.seats), "khamul"
        while seat != self.caller:
            if self.caller < 0 and self.number > int(self.table.options["turn_cap"]) * len(self.seats):
                how = "turn_cap"
                break
            if self.caller < 0 and not self.hand(seat):
                self.caller = seat
            else:
                self.turn(seat)
            seat, self.number = (seat + 1) % len(self.seats), self.number + 1
        scored = self.table.scores[-1]
        assert (scored.how, scored.points) == (how, tuple(map(self.score, self.seats)))
        self.seen.update([how, *["silent"] * len(self.silent), *["false"] * (self.false >= 0)])

    def score(self, seat: int) -> int:
        raw = [sum(map(points, self.hand(other))) for other in self.seats]
        low = min(raw[other] for other in self.seats if other != self.false)
        own = 0 if raw[seat] == low and seat != self.false else raw[seat]
        return own - 5 * (not self.hand(seat)) + 20 * (seat in self.silent) + 20 * (seat == self.false)

    def turn(self, seat: int) -> None:
        if self.begin(seat):
            self.compare()
            self.everybody_matches(seat)
            self.use_powers()

    def begin(self, seat: int) -> bool:
        """A seat calls, or gets a card and throws one; gives whether it threw one."""
        while True:
            assert self.table.acting() == (seat,)
            self.meddle()
            may_call = self.caller < 0 and self.refused != self.number
            wanted = {"khamul"} if may_call else set()
            wanted |= {"draw"} if self.can_draw else set()
            wanted |= {"take"} if self.pile and self.hand(seat) else set()
            assert self.verbs(seat) - {"match", "rearrange"} == (wanted or {"pass"})
            total = sum(map(points, self.hand(seat)))
            if may_call and self.chance.random() < (0.5 if total <= 5 else 0.03):
                self.do(seat, "khamul")
                if total > 5 and self.table.options["false_call"] == "reject":
                    self.refused = self.number
                    continue
                self.caller, self.false = seat, seat if total > 5 else -1
                return False
            break
        if not wanted - {"khamul"}:
            self.do(seat, "pass")
            return False
        is_known = self.table.options["strict_khamul"] or set(self.hand(seat)) <= self.shown[seat]
        if may_call and total <= 5 and is_known:
            self.silent.add(seat)
        if "take" in wanted and ("draw" not in wanted or self.chance.random() < 0.2):
            self.take(seat)
        else:
            self.draw(seat)
        return True

    def take(self, seat: int) -> None:
        place = self.chance.choice(self.held(seat))
        self.do(seat, "take", (seat, place))
        came, went = self.pile.pop(), self.card(seat, place)
        self.rows[seat][place] = came
        self.show_all(came)
        self.throw(seat, went)

    def draw(self, seat: int) -> None:
        self.do(seat, "draw")
        self.reform()
        (came,) = map(str, self.table.zone("drawn", seat))
        self.stock.remove(came)
        self.shown[seat].add(came)
        self.meddle()
        held = self.held(seat)
        assert self.verbs(seat) - {"match", "rearrange"} == ({"discard", "swap"} if held else {"discard"})
        if held and self.chance.random() < 0.6:
            place = max(held, key=lambda place: (points(self.card(seat, place)), self.chance.random()))
            self.do(seat, "swap", (seat, place))
            went, self.rows[seat][place] = self.card(seat, place), came
            self.throw(seat, went)
        else:
            self.do(seat, "discard")
            self.throw(seat, came)

    def everybody_matches(self, thrower: int) -> None:
        matched = True
        while matched and any(map(self.hand, self.seats)):
            assert self.table.acting() == tuple(seat for seat in self.seats if self.hand(seat))
            named: dict[int, list[int]] = {}
            for seat in self.table.acting():
                places = [place for place in self.matching(seat) if self.chance.random() < 0.7]
                if self.chance.random() < 0.05:
                    places = [self.chance.choice(self.held(seat))]
                named[seat] = places[: 3 if len(self.held(seat)) <= 12 else 1]
                self.do(seat, "match" if places else "pass", *((seat, place) for place in named[seat]))
            self.table.close()
            order = [(thrower + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
            answers = [(seat, place) for seat in order for place in named.get(seat, ())]
            matched = sum(self.match(seat, place) for seat, place in answers) > 0
            self.compare()

    def meddle(self) -> None:
        """Now and then somebody rearranges cards, or matches, out of turn."""
        while self.chance.random() < 0.2:
            seat = self.chance.choice(self.seats)
            king = self.powers[0][1] if self.table.phase == "power" and power(self.powers[0][0]) == "K" else seat
            held = self.held(seat)
            may_rearrange = len(held) > 1 and self.moved[seat, self.number] < 3 and king == seat
            may_match = bool(held and self.pile and self.can_draw)
            assert ("rearrange" in self.verbs(seat), "match" in self.verbs(seat)) == (may_rearrange, may_match)
            if may_rearrange and self.chance.random() < 0.5:
                one, other = sorted(self.chance.sample(held, 2))
                self.do(seat, "rearrange", (seat, one), (seat, other))
                row = self.rows[seat]
                row[one], row[other] = row[other], row[one]
                self.moved[seat, self.number] += 1
                for looker in set(self.seats) - {seat}:
                    self.shown[looker] -= set(self.hand(seat))
            elif may_match and (places := self.matching(seat)):
                before = self.table.phase
                self.do(seat, "match", (seat, places[0]))
                self.match(seat, places[0])
                if before != "power":
                    self.use_powers()
                assert self.table.phase == before
            self.compare()

    def use_powers(self) -> None:
        while self.powers:
            card, owner = self.powers[0]
            if self.is_usable(card, owner):
                assert (self.table.phase, self.table.acting()) == ("power", (owner,))
                self.meddle()
                self.use(card, owner)
            self.powers.pop(0)
            self.compare()

    def targets(self, owner: int) -> list[int]:
        spared = self.caller if self.table.options["lock_caller"] else -1
        return [seat for seat in self.seats if seat not in (owner, spared)]

    def is_usable(self, card: str, owner: int) -> bool:
        others = self.targets(owner)
        if power(card) == "Q":
            return bool(others) and self.can_draw
        return bool(self.hand(owner)) and (power(card) == "J" or any(map(self.hand, others)))

    def use(self, card: str, owner: int) -> None:
        verb = {"J": "look", "K": "exchange", "Q": "burden"}[power(card)]
        verbs = self.verbs(owner) - {"match", "rearrange"}
        assert verbs == ({verb, "decline"} if self.is_usable(card, owner) else {"decline"})
        others = self.targets(owner)
        if verb not in verbs or self.chance.random() < 0.2:
            self.do(owner, "decline")
        elif verb == "burden":
            other = self.chance.choice(others)
            self.table.play(owner, self.table.step, Move(verb, places=(f"seat:{other}",)))
            self.draw_unseen(other)
        else:
            own = self.chance.choice(self.held(owner))
            if verb == "look":
                self.do(owner, verb, (owner, own))
            else:
                other, place = self.chance.choice([(seat, place) for seat in others for place in self.held(seat)])
                self.do(owner, verb, (owner, own), (other, place))
                gone, came = self.card(owner, own), self.card(other, place)
                self.rows[owner][own], self.rows[other][place] = came, gone
            self.shown[owner].add(self.card(owner, own))


TABLES: list[dict[str, OptionValue]] = [
    {},
    {"strict_khamul": True, "false_call": "reject"},
    {"match_powers": False, "lock_caller": True, "turn_cap": 4},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_offer_and_every_score_is_as_the_text_has_it(options: dict[str, OptionValue]) -> None:
    chance, seen = Random(str(options)), Counter[str]()
    for seats in (2, 3, 4, 5, 6):
        given = KHAMUL.meta.resolve({**options, "limit": 500})
        table = Table(KHAMUL, seats, given, seed=f"witness {seats} {options}")
        table.start()
        while table.over is None and len(table.scores) < 5:
            if table.awaits_close:
                table.close()
                continue
            referee = Referee(table, chance)
            referee.round()
            seen += referee.seen
    assert min(seen["match"], seen["mistake"]) > 20
    assert seen["khamul"] + seen["turn_cap"] == 25
    assert min(seen["khamul"], seen["turn_cap"] if "turn_cap" in options else seen["silent"]) > 0
