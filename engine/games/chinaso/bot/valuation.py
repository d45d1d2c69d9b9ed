"""The distance of a hand from its contract: the parts of sets and straights that it holds, and the cards that each
lacks.

A hand is divided into one part for each meld of the contract: complete melds, pairs, single cards, and empty parts.
Every part has a toll for the cards that it lacks; the best plan is the division with the lowest total. A toll of one
for each card counts the missing cards; a toll in rounds of waiting, as the bots use it, estimates how long the contract
will take. Jokers go where they save most, one for each part.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ....model.cards import RANKS, SUITS, Card
from ..cards import HIGH_ACE, LEAST_CARDS, LEAST_NATURALS, LOW_ACE, SET, STRAIGHT, Contract, face_at
from ..solver import CODE, FACES_MASK, GUARDS, JOKERS_SHIFT, RANK_SHIFT, SUIT_BITS, SUIT_MASK, places_held

Steps = tuple[tuple[Card, ...], ...]
"""For each card that a part lacks, the faces that would do; () when nearly every card would."""

Toll = Callable[[Steps, bool], float]
"""What a part costs that lacks these steps. bool: whether a joker would do too."""

_NOTHING: Final[tuple[Card, ...]] = ()


class Part(NamedTuple):
    """A complete or begun meld. word: set or straight. cards: its natural cards. code: those of a straight as a number.
    jokers: in it, 0 or 1. steps: for each missing card, the faces that would do.
    """

    word: str
    cards: tuple[Card, ...]
    code: int
    jokers: int
    steps: Steps

    @property
    def lacking(self) -> int:
        """How many cards it lacks."""
        return len(self.steps)


class Plan(NamedTuple):
    """The best division of a hand into parts of its contract. toll: the total."""

    toll: float
    parts: tuple[Part, ...]

    @property
    def lacking(self) -> int:
        """How many cards the contract lacks."""
        return sum(part.lacking for part in self.parts)


class _Begun(NamedTuple):
    """A begun set. toll, helped: without and with a joker. rank: -1 for an empty one. share: its number of natural
    cards.
    """

    toll: float
    helped: float
    rank: int
    share: int


_Chosen = tuple[float, tuple[tuple[_Begun, int], ...]]
"""Sets begun, with the joker of each, and their toll."""
_Found = tuple[float, tuple[Part, ...], tuple[tuple[_Begun, int], ...]]

_WORST: Final = 1e9


class Outlook:
    """Plans for one contract with one toll. Results are cached, since the compared hands differ little."""

    def __init__(self, contract: Contract, toll: Toll) -> None:
        self.contract = contract
        self._toll = toll
        self._tolls: dict[tuple[Steps, bool], float] = {}
        self._suits: dict[tuple[int, int], tuple[tuple[float, Part], ...]] = {}
        self._sets: dict[tuple[int, int], tuple[_Begun, ...]] = {}
        self._known: dict[int, float] = {}
        nothing = [self._toll_of((_NOTHING,) * (LEAST_CARDS - jokers), not jokers) for jokers in (0, 1)]
        self._no_set = (_Begun(nothing[0], nothing[1], -1, 0),) * contract.sets
        self._no_straight = tuple(
            (nothing[jokers], Part(STRAIGHT, (), 0, jokers, (_NOTHING,) * (LEAST_CARDS - jokers))) for jokers in (0, 1)
        )

    def toll(self, code: int) -> float:
        """The toll of the best plan. code: of the hand, as a number."""
        found = self._known.get(code)
        if found is None:
            found = self._known[code] = self._search(code)[0]
        return found

    def plan(self, code: int) -> Plan:
        """The best plan, its parts in the order of the contract."""
        toll, straights, sets = self._search(code)
        free = (code & FACES_MASK) - sum(part.code & FACES_MASK for part in straights)
        return Plan(toll, (*_set_parts(sets, free), *straights))

    def _search(self, code: int) -> _Found:
        jokers = code >> JOKERS_SHIFT
        naturals = code & (1 << JOKERS_SHIFT) - 1
        contract = self.contract
        if not contract.straights:
            toll, sets = self._best_sets(naturals >> RANK_SHIFT, jokers)
            return toll, (), sets
        parts = [*self._no_straight]
        for suit in range(len(SUITS)):
            parts += self._parts_of_suit(naturals, suit)
        parts = sorted([found for found in parts if found[1].jokers <= jokers], key=_by_toll)
        least_sets = self._best_sets(naturals >> RANK_SHIFT, jokers)[0] if contract.sets else 0.0
        best: _Found = (_WORST, (), ())

        def choose(free: int, toll: float, held: int, chosen: tuple[Part, ...], start: int) -> None:
            nonlocal best
            wanted = contract.straights - len(chosen)
            if not wanted:
                sets: _Chosen = (0.0, ())
                if contract.sets:
                    sets = self._best_sets((free ^ GUARDS) >> RANK_SHIFT, held)
                if toll + sets[0] < best[0]:
                    best = (toll + sets[0], chosen, sets[1])
                return
            for place in range(start, len(parts)):
                more, part = parts[place]
                if toll + wanted * more + least_sets >= best[0]:
                    return
                rest = free - part.code
                if part.jokers <= held and rest & GUARDS == GUARDS:
                    choose(rest, toll + more, held - part.jokers, (*chosen, part), place)

        choose(naturals | GUARDS, 0.0, jokers, (), 0)
        return best

    def _toll_of(self, steps: Steps, takes_joker: bool) -> float:
        if not steps:
            return 0.0
        found = self._tolls.get((steps, takes_joker))
        if found is None:
            found = self._tolls[steps, takes_joker] = self._toll(steps, takes_joker)
        return found

    def _parts_of_suit(self, naturals: int, suit: int) -> tuple[tuple[float, Part], ...]:
        held = naturals >> SUIT_BITS * suit & SUIT_MASK
        if not held:
            return ()
        found = self._suits.get((suit, held))
        if found is None:
            parts = straights_begun(places_held(held), suit)
            found = self._suits[suit, held] = tuple(
                [(self._toll_of(part.steps, not part.jokers), part) for part in parts]
            )
        return found

    def _sets_of_rank(self, rank: int, count: int) -> tuple[_Begun, ...]:
        """The sets that cards of a rank begin, complete ones first."""
        found = self._sets.get((rank, count))
        if found is None:
            shares = [min(LEAST_CARDS, count - used) for used in range(0, count, LEAST_CARDS)]
            found = self._sets[rank, count] = tuple([self._begun(rank, share) for share in shares])
        return found

    def _begun(self, rank: int, share: int) -> _Begun:
        helped = self._toll_of(_set_steps(rank, share, 1), False)
        return _Begun(self._toll_of(_set_steps(rank, share, 0), True), helped, rank, share)

    def _best_sets(self, ranks: int, jokers: int) -> _Chosen:
        """The begun sets with the lowest toll. ranks: counts of the cards that are free for sets."""
        wanted = self.contract.sets
        found, split = [*self._no_set], []
        for rank in range(len(RANKS)):
            count = ranks >> 4 * rank & 15
            if count:
                found += self._sets_of_rank(rank, count)
                if jokers > 1 and count % LEAST_CARDS == 1 and count > 1:
                    split.append((rank, count))
        best = _cheapest(found, wanted, jokers)
        for rank, count in split:
            # With two jokers, four cards of a rank are two sets as two pairs, but only one as three and one.
            begun = [*self._sets_of_rank(rank, count)[:-2], *(self._begun(rank, LEAST_NATURALS) for _ in range(2))]
            other = _cheapest([*(one for one in found if one.rank != rank), *begun], wanted, jokers)
            best = min(best, other, key=_by_toll)
        return best


def _by_toll(found: tuple[float, object]) -> float:
    return found[0]


def _cheapest(found: list[_Begun], wanted: int, jokers: int) -> _Chosen:
    """So many of the begun sets, and the jokers for them, with the lowest toll."""
    found.sort()
    if not jokers:
        chosen = found[:wanted]
        return sum([begun.toll for begun in chosen]), tuple([(begun, 0) for begun in chosen])
    helped = sorted(found[wanted:], key=lambda begun: begun.helped)[:wanted]
    best: dict[tuple[int, int], _Chosen] = {(0, 0): (0.0, ())}
    for begun in found[:wanted] + helped:
        for (sets, used), (toll, chosen_before) in list(best.items()):
            if sets == wanted:
                continue
            for joker, more in ((0, begun.toll), (1, begun.helped)):
                key = (sets + 1, used + joker)
                if key[1] <= jokers and (key not in best or best[key][0] > toll + more):
                    best[key] = (toll + more, (*chosen_before, (begun, joker)))
    return min([made for (sets, _), made in best.items() if sets == wanted], key=_by_toll)


def _set_steps(rank: int, count: int, jokers: int) -> Steps:
    return (_FACES_OF_RANK[rank],) * max(0, LEAST_CARDS - count - jokers)


_FACES_OF_RANK: Final = tuple(tuple(Card(rank + suit) for suit in SUITS) for rank in RANKS)


def _set_parts(sets: Iterable[tuple[_Begun, int]], free: int) -> tuple[Part, ...]:
    """Begun sets as parts, with cards of the hand. free: its natural cards outside straights."""
    parts = []
    for begun, joker in sets:
        cards: list[Card] = []
        for card in _FACES_OF_RANK[begun.rank] if begun.share else ():
            bit = CODE[card] & FACES_MASK
            while len(cards) < begun.share and free & 3 * bit:
                cards.append(card)
                free -= bit
        steps = _set_steps(begun.rank, begun.share, joker) if begun.share else (_NOTHING,) * (LEAST_CARDS - joker)
        parts.append(Part(SET, tuple(cards), 0, joker, steps))
    return tuple(parts)


@lru_cache(maxsize=1 << 14)
def straights_begun(mask: int, suit: int) -> tuple[Part, ...]:
    """Threes in a row, pairs that are close, and single cards of a suit, also with a joker where that helps.

    mask: places held, as `contracts.places_held` gives them.
    """
    held = [place for place in range(LOW_ACE, HIGH_ACE + 1) if mask >> place - 1 & 1]
    found: list[Part] = []
    for low in held:
        if low + 1 in held and low + 2 in held:
            found.append(_straight((low, low + 1, low + 2), suit, (), 0))
        for pair, wanted in (((low, low + 1), (low - 1, low + 2)), ((low, low + 2), (low + 1,))):
            if pair[1] in held:
                found += [_straight(pair, suit, (_faces(wanted, suit),), 0), _straight(pair, suit, (), 1)]
        if low == HIGH_ACE:
            continue  # a single ace is tried once, as the low one, with the neighbours of both ends
        around = (low - 2, low - 1, low + 1, low + 2) if low > LOW_ACE else (2, 3, HIGH_ACE - 2, HIGH_ACE - 1)
        nearest = (low - 1, low + 1) if low > LOW_ACE else (2, 3)
        first, second = _faces(around, suit), _faces(nearest, suit)
        found += [_straight((low,), suit, (first, second), 0), _straight((low,), suit, (first,), 1)]
    return tuple(found)


def _straight(places: Sequence[int], suit: int, steps: Steps, jokers: int) -> Part:
    cards = _faces(places, suit)
    return Part(STRAIGHT, cards, sum(CODE[card] for card in cards), jokers, steps)


def _faces(places: Sequence[int], suit: int) -> tuple[Card, ...]:
    return tuple(face_at(place, SUITS[suit]) for place in places if LOW_ACE <= place <= HIGH_ACE)


def count_missing(steps: Steps, takes_joker: bool) -> float:
    """The toll that counts cards: one for each missing card, and a little more if fewer faces would do."""
    return sum(1 + 0.01 / (1 + len(faces)) for faces in steps)
