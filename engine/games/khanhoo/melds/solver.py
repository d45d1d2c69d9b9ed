"""The best division of a hand into melds, and the best one that leaves no card over.

`best_value`, `best_packing`: the most points that any melds of the hand make, cards left over allowed.
`cover_value`, `cover`: the most points with every card in a meld, as for going out; None if there is no way.
`assess`: both values at once. `melds_with`: the melds that one more card would make with cards of the hand.

Method: choose the melds across suits (most hands allow only a few, which one AND of four table entries gives), then
look up, suit by suit, how many sequences the rest makes. A joker may stand for any card, even if all its copies are in
sight. Each meld needs at least one natural card and may have several jokers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ....model.cards import JOKER, Card
from .tables import NUMERALS, SEQUENCE, UNCOVERED, Holding, MeldBook, Runs, Shape, Tables


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld. cards: as held, a joker as "*". roles: what each card stands for, in the same order."""

    kind: str
    points: int
    cards: tuple[Card, ...]
    roles: tuple[Card, ...]

    @property
    def is_sequence(self) -> bool:
        """Whether it is a sequence, the only kind for which a player cannot bump."""
        return self.kind == SEQUENCE


@dataclass(frozen=True, slots=True)
class Packing:
    """A division of a hand: its points, its melds, and the cards left over."""

    points: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]


_Trail = tuple[int, "_Trail"] | None
"""Holdings chosen so far, the last one first."""

_Place = tuple[int, int, "_Trail"]
"""A point of the search: natural cards not yet in a meld (but sequences), jokers not yet used, and the choices."""


def _search(tables: Tables, key: int) -> tuple[int, _Place, int, _Place | None]:
    """The best value and the best cover (-1: none) of a hand, each with the state from which only sequences follow."""
    plain = tables.runs[0]
    allows0, allows1, allows2, allows3 = tables.allows
    deltas, points, jokers, after, within = tables.deltas, tables.points, tables.jokers, tables.after, tables.within
    bits = tables.suit_bits
    mask = (1 << bits) - 1
    held = key >> tables.joker_shift
    best_at: _Place = (0, 0, None)
    cover_at: _Place | None = None
    best = cover = -1
    stack: list[tuple[int, int, int, int, _Trail]] = [
        (key & (1 << tables.joker_shift) - 1, held, 0, within[held], None)
    ]
    while stack:
        cards, held, base, allowed, trail = stack.pop()
        suit0, suit1, suit2, courts = cards & mask, cards >> bits & mask, cards >> 2 * bits & mask, cards >> 3 * bits
        if held:
            for runs_a, runs_b, runs_c in tables.shares[held]:
                found = runs_a[suit0] + runs_b[suit1] + runs_c[suit2]
                if base + (found & 4095) > best:
                    best, best_at = base + (found & 4095), (cards, held, trail)
                if found < UNCOVERED and not courts and base + (found >> 12) > cover:
                    cover, cover_at = base + (found >> 12), (cards, held, trail)
        else:
            found = plain[suit0] + plain[suit1] + plain[suit2]
            if base + (found & 4095) > best:
                best, best_at = base + (found & 4095), (cards, held, trail)
            if found < UNCOVERED and not courts and base + (found >> 12) > cover:
                cover, cover_at = base + (found >> 12), (cards, held, trail)
        allowed &= allows0[suit0] & allows1[suit1] & allows2[suit2] & allows3[courts]
        remaining = allowed
        while remaining:
            place = (remaining & -remaining).bit_length() - 1
            remaining &= remaining - 1
            left = held - jokers[place]
            later = allowed & after[place] & within[left]
            stack.append((cards - deltas[place], left, base + points[place], later, (place, trail)))
    return best, best_at, cover, cover_at


def assess(hand: Iterable[Card], book: MeldBook) -> tuple[int, int | None]:
    """The best value of a hand, and the best value with all cards in melds (None if that is impossible)."""
    tables = book.tables
    best, _, covered, place = _search(tables, tables.key(hand))
    return best, covered if place else None


def best_value(hand: Iterable[Card], book: MeldBook) -> int:
    """The most points of a division; cards may be left over."""
    tables = book.tables
    return _search(tables, tables.key(hand))[0]


def cover_value(hand: Iterable[Card], book: MeldBook) -> int | None:
    """The most points of a division that leaves no card over; None if there is none."""
    return assess(hand, book)[1]


def can_cover(hand: Iterable[Card], book: MeldBook) -> bool:
    """Whether all cards of a hand can be in melds. Much faster than finding the best division."""
    tables = book.tables
    return _can_cover(tables, tables.key(hand))


def last_throws(hand: Iterable[Card], book: MeldBook) -> tuple[Card, ...]:
    """The cards of a hand that can be discarded so that all others are in melds; each face once, in pack order."""
    tables = book.tables
    key = tables.key(hand)
    return tuple([face for face in _spare_faces(tables, key) if _can_cover(tables, key - tables.codes[face])])


def _spare_faces(tables: Tables, key: int) -> Iterable[Card]:
    """Faces of a hand that could be the only card left over: none, one, or all."""
    lone = _lone_faces(tables, key)
    held = key >> tables.joker_shift
    if not _may_cover(lone, held, 1):
        return ()
    if lone and not held:
        return [face for face, place in tables.order.items() if lone >> place & 1]
    return [face for face, place in tables.order.items() if key >> tables.width * place & tables.most]


def _can_cover(tables: Tables, key: int) -> bool:
    """Cards with few melds are tried first: a court card, or a card in no sequence."""
    bits, jokers, after, within, deltas = tables.suit_bits, tables.jokers, tables.after, tables.within, tables.deltas
    allows, with_card, faces = tables.allows, tables.with_face, (1 << tables.joker_shift) - 1
    mask = (1 << bits) - 1
    stack = [(key & faces, key >> tables.joker_shift, -1)]
    while stack:
        cards, held, allowed = stack.pop()
        lone = _lone_faces(tables, cards)
        if lone and not _may_cover(lone, held, 0):
            continue
        suit0, suit1, suit2, courts = cards & mask, cards >> bits & mask, cards >> 2 * bits & mask, cards >> 3 * bits
        if not courts:
            for runs_a, runs_b, runs_c in tables.shares[held]:
                if runs_a[suit0] + runs_b[suit1] + runs_c[suit2] < UNCOVERED:
                    return True
        allowed &= within[held] & allows[0][suit0] & allows[1][suit1] & allows[2][suit2] & allows[3][courts]
        first = tables.courts_there[courts] << 27 or (0 if held else lone)
        remaining = allowed & with_card[(first & -first).bit_length() - 1] if first else allowed
        while remaining:
            place = (remaining & -remaining).bit_length() - 1
            remaining &= remaining - 1
            stack.append((cards - deltas[place], held - jokers[place], allowed if first else allowed & after[place]))
    return False


def _may_cover(lone: int, held: int, spare: int) -> bool:
    """A quick check that rejects most hands: whether all cards but `spare` may be in melds. lone: bits of the faces
    that are in no meld without a joker. Such a card needs a joker in its meld. No meld other than a sequence has more
    than three such faces, and no sequence has more than its suit has.
    """
    count = lone.bit_count()
    if count <= spare or not held:
        return count <= spare
    most = max(3, (lone & 511).bit_count(), (lone >> 9 & 511).bit_count(), (lone >> 18 & 511).bit_count())
    return count <= spare + held * most


def _lone_faces(tables: Tables, key: int) -> int:
    """Bits of the faces of a hand that are in no meld without a joker."""
    bits, lone_in, spread = tables.suit_bits, tables.lone, tables.spread
    mask = (1 << bits) - 1
    suit0, suit1, suit2 = key & mask, key >> bits & mask, key >> 2 * bits & mask
    courts = key >> 3 * bits & (1 << tables.joker_shift - 3 * bits) - 1
    allows = tables.allows
    lone = lone_in[suit0] | lone_in[suit1] << 9 | lone_in[suit2] << 18 | tables.courts_there[courts] << 27
    allowed = tables.within[0] & allows[0][suit0] & allows[1][suit1] & allows[2][suit2] & allows[3][courts]
    while allowed and lone:
        lone &= ~spread[(allowed & -allowed).bit_length() - 1]
        allowed &= allowed - 1
    return lone


def best_packing(hand: Iterable[Card], book: MeldBook) -> Packing:
    """A division of the hand with the most points. Its sequences are as long as possible, so the cards left over have
    no use in it.
    """
    tables = book.tables
    cards = tuple(hand)
    best, place, _, _ = _search(tables, tables.key(cards))
    melds = _melds_of(tables, best, place, exact=False)
    left = sorted(cards, key=tables.order.__getitem__)
    for meld in melds:
        for card in meld.cards:
            left.remove(card)
    if left:
        _lengthen(melds, left, book)
    return Packing(best, _in_order(melds), tuple(left))


def cover(hand: Iterable[Card], book: MeldBook) -> Packing | None:
    """A division of the whole hand with the most points, or None if there is none."""
    tables = book.tables
    _, _, covered, place = _search(tables, tables.key(hand))
    if place is None:
        return None
    return Packing(covered, _in_order(_melds_of(tables, covered, place, exact=True)), ())


def melds_with(card: Card, hand: Sequence[Card], book: MeldBook, *, sequences: bool = True) -> tuple[Meld, ...]:
    """Every meld of `card` with cards of the hand, each set of cards once, in its best reading. sequences: whether they
    count. Best melds first; among equal ones those with fewer jokers, then fewer cards.
    """
    tables = book.tables
    key = tables.key((*hand, card))
    held = key >> tables.joker_shift
    mask = (1 << tables.suit_bits) - 1
    naturals = key & (1 << tables.joker_shift) - 1
    suits = [naturals >> tables.suit_bits * suit & mask for suit in range(4)]
    allowed = tables.within[held] & tables.with_card[card]
    for suit, allows in zip(suits, tables.allows, strict=True):
        allowed &= allows[suit]
    found = []
    while allowed:
        found.append(_as_meld(tables.holdings[(allowed & -allowed).bit_length() - 1]))
        allowed &= allowed - 1
    if sequences:
        taken = {_contents(meld) for meld in found}
        for letter, suit in zip(book.suits, suits[:3], strict=True):
            if card != JOKER and card[1:] != letter:
                continue
            for shape in tables.sequences:
                if shape.jokers > held or not _holds(suit, shape, tables.width):
                    continue
                meld = _as_sequence(shape, letter)
                if card in meld.cards and _contents(meld) not in taken:
                    taken.add(_contents(meld))
                    found.append(meld)
    return tuple(sorted(found, key=lambda meld: (-meld.points, meld.cards.count(JOKER), len(meld.cards))))


def read_meld(cards: Sequence[Card], book: MeldBook) -> Meld | None:
    """The best meld of exactly these cards, or None. Raises ValueError for an unknown face."""
    tables = book.tables
    key = tables.key(cards)
    held = key >> tables.joker_shift
    naturals = key & (1 << tables.joker_shift) - 1
    holding = tables.readings.get((naturals, held))
    if holding:
        return _as_meld(holding)
    for place, letter in enumerate(book.suits):
        for shape in tables.sequences:
            if shape.jokers == held and shape.cards << tables.suit_bits * place == naturals:
                return _as_sequence(shape, letter)
    return None


def _melds_of(tables: Tables, value: int, place: _Place, *, exact: bool) -> list[Meld]:
    """The melds of the search state that reached this value."""
    cards, held, trail = place
    melds = []
    while trail:
        holding = tables.holdings[trail[0]]
        melds.append(_as_meld(holding))
        value -= holding.points
        trail = trail[1]
    mask = (1 << tables.suit_bits) - 1
    suits = [cards >> tables.suit_bits * suit & mask for suit in range(3)]
    for shares in tables.shares[held]:
        found = sum(runs[suit] for runs, suit in zip(shares, suits, strict=True))
        if (found >> 12 if exact else found & 4095) == value:
            for runs, suit, letter in zip(shares, suits, tables.book.suits, strict=True):
                melds += [_as_sequence(shape, letter) for shape in _lay(runs, suit, exact=exact)]
            break
    return melds


def _lay(runs: Runs, key: int, *, exact: bool) -> list[Shape]:
    """Sequences that reach the table's value for the cards of one suit."""
    laid = []
    while key:
        wanted = runs[key] >> 12 if exact else runs[key] & 4095
        for shape, rest in runs.ways(key):
            table = runs.by_jokers[-1 - shape.jokers] if shape else runs
            gained = wanted - (1 if shape else 0)
            if (table[rest] >> 12 if exact else table[rest] & 4095) == gained and (shape or not exact):
                break
        else:
            break
        if shape:
            laid.append(shape)
        runs, key = table, rest
    return laid


def _lengthen(melds: list[Meld], left: list[Card], book: MeldBook) -> None:
    """Add left-over cards to the ends of sequences if that costs nothing (two sequences must not merge)."""
    runs = [place for place, meld in enumerate(melds) if meld.is_sequence]
    for place in runs:
        for side, step in ((0, -1), (-1, 1)):
            while True:
                meld = melds[place]
                suit = meld.roles[side][1:]
                rank = NUMERALS.index(meld.roles[side][0]) + step
                if not 0 <= rank <= 8 or (card := Card(NUMERALS[rank] + suit)) not in left:
                    break
                beyond = NUMERALS[rank + step] + suit if 0 <= rank + step <= 8 else ""
                if not book.split_runs and any(melds[other].roles[-1 - side] == beyond for other in runs):
                    break
                left.remove(card)
                ends = ((card,), ()) if side == 0 else ((), (card,))
                melds[place] = Meld(
                    meld.kind, meld.points, ends[0] + meld.cards + ends[1], ends[0] + meld.roles + ends[1]
                )


def _as_meld(holding: Holding) -> Meld:
    return Meld(
        holding.kind,
        holding.points,
        holding.naturals + (JOKER,) * holding.jokers,
        holding.naturals + holding.roles,
    )


def _as_sequence(shape: Shape, suit: str) -> Meld:
    ranks = range(shape.first, shape.last + 1)
    roles = tuple(Card(NUMERALS[rank] + suit) for rank in ranks)
    cards = tuple(JOKER if rank in shape.wild else role for rank, role in zip(ranks, roles, strict=True))
    return Meld(SEQUENCE, 1, cards, roles)


def _holds(suit: int, shape: Shape, width: int) -> bool:
    """Whether the cards of a suit include the natural cards of a sequence; one of each rank is enough."""
    present = suit | suit >> 1 | (suit >> 2 if width == 3 else 0)
    return not shape.cards & ~present


def _contents(meld: Meld) -> tuple[Card, ...]:
    return tuple(sorted(meld.cards))


def _in_order(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    return tuple(sorted(melds, key=lambda meld: (-meld.points, meld.kind, meld.roles)))
