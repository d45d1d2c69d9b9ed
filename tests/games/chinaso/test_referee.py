"""Melds of Chinaso, told by the source text alone: what is one, what may be laid on it, where a joker may go.

A straight is cards of one suit on neighbouring places, from the first, the low ace, to the fourteenth, the high one.
Nothing is shared with the rules.
"""

from collections import Counter
from itertools import product
from random import Random

from engine.api import Card
from engine.games.chinaso.melds import fault_in, lying, read_group
from engine.games.chinaso.turn import lay_offs, replacements

from .positions import placed

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"
FACES = [rank + suit for rank, suit in product(RANKS[:-1], SUITS)]

Row = tuple[str, ...]
"""A straight from its low end: the faces that its cards stand for."""


def rows(cards: Row) -> list[Row]:
    """Every straight that cards make as they lie, from the low end."""
    if len(cards) < 3 or cards.count("*") > 1:
        return []
    suit = next(card[-1] for card in cards if card != "*")
    ways = [tuple(rank + suit for rank in RANKS[low : low + len(cards)]) for low in range(15 - len(cards))]
    ways = [way for way in ways if way[0] != way[-1]]
    return [way for way in ways if all(card in ("*", face) for card, face in zip(cards, way, strict=True))]


def is_set(cards: Row) -> bool:
    return len(cards) > 2 and cards.count("*") < 2 and len({card[:-1] for card in cards if card != "*"}) == 1


def some_cards(chance: Random) -> Row:
    """Cards that are a meld as often as not."""
    suit, size = chance.choice(SUITS), chance.choice((2, 3, 3, 4, 5, 12, 13, 14))
    low = chance.randrange(max(1, 15 - size))
    cards = [rank + suit for rank in RANKS[low : low + size]]
    if chance.random() < 0.4:
        rank = chance.choice(RANKS)
        cards = [rank + chance.choice(SUITS) for _ in range(min(size, 6))]
    for share, card in ((0.5, "*"), (0.15, "*"), (0.2, chance.choice(FACES))):
        if chance.random() < share:
            cards[chance.randrange(len(cards))] = card
    if chance.random() < 0.3:
        cards.reverse()
    return tuple(cards)


def test_what_is_a_set_and_what_a_straight() -> None:
    chance, counted = Random("melds"), Counter[bool]()
    for _ in range(2_500):
        cards = some_cards(chance)
        if any(cards.count(card) > 2 for card in cards if card != "*"):
            continue
        held = tuple(map(Card, cards))
        assert (fault_in("set", held) == "") == is_set(cards), cards
        told = rows(cards) or rows(cards[::-1])
        counted[bool(told)] += 1
        if told:
            assert fault_in("straight", held) == ""
            meld = read_group("straight", held)
            assert meld is not None
            assert [meld.roles] == told, "the order tells all"
            assert lying(meld.cards) == meld
        else:
            # In no order of theirs a straight; or one that they make in another order, and in that alone.
            assert (fault_in("straight", held) == "") == (len(all_rows(cards)) == 1), cards
    assert min(counted.values()) > 700


def all_rows(cards: Row) -> list[Row]:
    """Every straight that cards make in some order."""
    naturals = Counter(card for card in cards if card != "*")
    if len(cards) < 3 or len(cards) > 13 or cards.count("*") > 1 or max(naturals.values()) > 1:
        return []
    ways = [
        tuple(rank + suit for rank in RANKS[low : low + len(cards)]) for low in range(15 - len(cards)) for suit in SUITS
    ]
    return [way for way in ways if way[0] != way[-1] and set(naturals) <= set(way)]


def test_what_may_be_laid_on_a_meld_and_where_a_replaced_joker_may_go() -> None:
    chance, jokers = Random("lay"), 0
    for _ in range(250):
        cards = some_cards(chance)
        if not (is_set(cards) or rows(cards)) or max(Counter(cards).values()) > 1:
            continue
        table = placed(1, {0: "KC 2D"}, {0: [" ".join(cards), "9H 9S 9C"]}, discard="3C")
        zone = "meld:0:0"
        wanted, wanted_moves = set[tuple[str, str]](), set[tuple[str, str]]()
        for face in (*FACES, "*"):
            if is_set(cards):
                wanted |= {(face, "")} if is_set((*cards, face)) else set()
            else:
                ends = {end for end, row in (("low", (face, *cards)), ("high", (*cards, face))) if rows(row)}
                wanted |= {(face, end if len(ends) > 1 else "") for end in ends}
        if "*" in cards and not is_set(cards):
            (row,) = rows(cards)
            face = row[cards.index("*")]
            whole = tuple(face if card == "*" else card for card in cards)
            wanted_moves = {
                (face, end) for end, lies in (("low", ("*", *whole)), ("high", (*whole, "*"))) if rows(lies)
            }
            jokers += 1
        every = [Card(face) for face in (*FACES, "*")]
        laid, moved = lay_offs(every, table), replacements(every, table)
        here = [(card, places) for (card,), places in laid.listed if places[0] == zone] if laid else []
        assert {(str(card), places[1] if places[1:] else "") for card, places in here} == wanted, cards
        gone = [(str(card), places[1]) for (card,), places in moved.listed] if moved else []
        assert set(gone) == wanted_moves, cards
    assert jokers > 20
