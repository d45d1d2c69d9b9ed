"""The points of a deal, and the end of the match. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...model.cards import Card, Seat
from ...model.events import ScoreLine
from ...play.match_end import MatchEnd, Reckoning
from .hand_rules import CACHE_SIZE
from .melds.solver import Meld, best_packing, cover, read_meld
from .melds.tables import MeldBook
from .pack import HouseRules

OUT_BONUS: Final = 5
CACHE: Final = 6
"""Points of a cache: as much as a trio."""
QUARTETTE: Final = 12
MOST_DEALS: Final = 64
MOST_VOID_DEALS: Final = 5

PARAGRAPHS: Final = {
    "sequence": "6.3",
    "aces": "6.4",
    "triplet": "6.5",
    "royal assembly": "6.6",
    "court meld": "6.7",
    "khanhoo": "6.8",
    "double aces": "6.9",
    "double triplet": "6.9",
    "double royal": "6.9",
    "double khanhoo": "6.10",
    "trio": "14.1",
    "quartette": "14.1",
}
"""Kind of meld -> the paragraph that says what it is worth."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of a seat at the end of a deal: concealed cards, each laid meld, and each cache."""

    hand: tuple[Card, ...]
    laid: tuple[tuple[Card, ...], ...] = ()
    caches: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a deal ended: "out", "quartette" or "dead" (no winner).

    seat: the one that ended it; None if nobody went out. false_bumps: the seats of all false bumps, with repeats.
    """

    how: str
    seat: Seat | None = None
    false_bumps: tuple[Seat, ...] = ()


def reckon(holdings: Mapping[Seat, Holding], ending: Ending, house: HouseRules, *, seats: int) -> Reckoning:
    """Score a deal: "out", "quartette", "dead" or "void". holdings: of the seats that play. seats: the number of seats
    at the beginning of the match, which is the length of the points.
    Rule: khanhoo §8, §14.7, §15.6, §17.2.
    """
    is_void = ending.seat is None and not house.dead_hands_score
    lines = []
    for seat, held in holdings.items():
        if not is_void:
            lines += _lines(seat, held, house.book, ending.how if seat == ending.seat else "")
        lines += _fines(seat, ending.false_bumps, house)
    points = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(seats))
    return Reckoning("void" if is_void else ending.how, points, tuple(lines))


def _lines(seat: Seat, held: Holding, book: MeldBook, ended: str) -> list[ScoreLine]:
    """The score lines of one seat. ended: how the seat ended the deal, "" if it did not."""
    laid = [_laid_meld(cards, book) for cards in held.laid]
    packing = cover(held.hand, book) if ended == "out" else best_packing(held.hand, book)
    assert packing is not None, "the player who went out has all cards in melds"
    lines = [ScoreLine(seat, f"{meld.kind}, laid", meld.points, meld.cards, PARAGRAPHS[meld.kind]) for meld in laid]
    lines += [_cache_line(seat, cards) for cards in held.caches]
    lines += [ScoreLine(seat, meld.kind, meld.points, meld.cards, PARAGRAPHS[meld.kind]) for meld in packing.melds]
    if ended:
        lines.append(ScoreLine(seat, ended, OUT_BONUS, (), "8.2" if ended == "out" else "14.7"))
    return lines


def _cache_line(seat: Seat, cards: tuple[Card, ...]) -> ScoreLine:
    if len(cards) == CACHE_SIZE:
        return ScoreLine(seat, "cache", CACHE, cards, "14.3")
    return ScoreLine(seat, "quartette by cache", QUARTETTE, cards, "14.5")


def _fines(seat: Seat, false_bumps: Sequence[Seat], house: HouseRules) -> list[ScoreLine]:
    """The points that false bumps cost their players, or gave to the others. Rule: khanhoo §15.6, §10.16."""
    if house.fine:
        return [ScoreLine(seat, "false bump", -house.fine, (), "15.6") for caller in false_bumps if caller == seat]
    return [
        ScoreLine(seat, "another's false bump", house.award, (), "10.16") for caller in false_bumps if caller != seat
    ]


def _laid_meld(cards: tuple[Card, ...], book: MeldBook) -> Meld:
    meld = read_meld(cards, book)
    assert meld is not None, "only melds are laid down"
    return meld


def laid_points(laid: Sequence[Sequence[Card]], book: MeldBook) -> int:
    """Points of the melds that a seat has laid. Between two events a meld may lack a card, and counts nothing yet."""
    return sum(meld.points for cards in laid if (meld := read_meld(tuple(cards), book)) is not None)


def match_end(house: HouseRules, hows: Sequence[str]) -> MatchEnd:
    """The highest total wins when a total has reached the target. hows: how each deal ended. Rule: khanhoo §9,
    §17.2.
    """
    voids = next((place for place, how in enumerate(reversed(hows)) if how != "void"), len(hows))
    return MatchEnd(
        lambda totals, _: max(totals) >= house.target,
        not house.extra_deals,
        most_deals=len(hows) if voids >= MOST_VOID_DEALS else MOST_DEALS,
    )


def payouts(totals: Sequence[int], playing: Sequence[Seat]) -> tuple[int, ...]:
    """What each seat gets (or pays, if negative) when all pay each other the differences of their totals.

    A seat that left takes no part. Rule: khanhoo §16.1.
    """
    whole = sum(totals[seat] for seat in playing)
    return tuple(len(playing) * total - whole if seat in playing else 0 for seat, total in enumerate(totals))
