"""What a deal is worth to everybody, and when the match is over. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...cards import Card, Seat
from ...events import ScoreLine
from ...meldbook import MeldBook
from ...melds import Meld, best_packing, cover, read_meld
from ...outcomes import Reckoning, Verdict
from .house import House

OUT_BONUS: Final = 5
MOST_EXTRA_DEALS: Final = 5
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
}
"""Kind of meld -> the paragraph that says what it is worth."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a seat has at the end of a deal: concealed cards, and the cards of each laid meld."""

    hand: tuple[Card, ...]
    laid: tuple[tuple[Card, ...], ...]


def reckon(holdings: Sequence[Holding], out: Seat | None, house: House) -> Reckoning:
    """Count a deal: "out", "dead" or "void". out: who went out, None for a dead hand. Rule: khanhoo §8."""
    if out is None and not house.dead_hands_score:
        return Reckoning("void", (0,) * len(holdings), ())
    lines = [line for seat, held in enumerate(holdings) for line in _lines(seat, held, house.book, is_out=seat == out)]
    points = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(len(holdings)))
    return Reckoning("dead" if out is None else "out", points, tuple(lines))


def _lines(seat: Seat, held: Holding, book: MeldBook, *, is_out: bool) -> list[ScoreLine]:
    laid = [_laid_meld(cards, book) for cards in held.laid]
    packing = cover(held.hand, book) if is_out else best_packing(held.hand, book)
    assert packing is not None, "who went out has all cards in melds"
    lines = [ScoreLine(seat, f"{meld.kind}, laid", meld.points, meld.cards, PARAGRAPHS[meld.kind]) for meld in laid]
    lines += [ScoreLine(seat, meld.kind, meld.points, meld.cards, PARAGRAPHS[meld.kind]) for meld in packing.melds]
    if is_out:
        lines.append(ScoreLine(seat, "out", OUT_BONUS, (), "8.2"))
    return lines


def _laid_meld(cards: tuple[Card, ...], book: MeldBook) -> Meld:
    meld = read_meld(cards, book)
    assert meld is not None, "only melds are laid"
    return meld


def laid_points(laid: Sequence[Sequence[Card]], book: MeldBook) -> int:
    """Points of the melds that a seat has laid."""
    return sum(_laid_meld(tuple(cards), book).points for cards in laid)


def verdict(history: Sequence[tuple[int, ...]], hows: Sequence[str], house: House) -> Verdict | None:
    """Whether the match is over, and how: "won", "shared" or "stopped".

    history: the totals after each deal; hows: how each ended. Rule: khanhoo §9.
    """
    totals = history[-1]
    leaders = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    if max(totals) >= house.target:
        if len(leaders) == 1:
            return Verdict("won", leaders)
        if not house.extra_deals or extra_deals(history, house) > MOST_EXTRA_DEALS:
            return Verdict("shared", leaders)
    voids = next((place for place, how in enumerate(reversed(hows)) if how != "void"), len(hows))
    if len(history) >= MOST_DEALS or voids >= MOST_VOID_DEALS:
        return Verdict("stopped", leaders)
    return None


def extra_deals(history: Sequence[tuple[int, ...]], house: House) -> int:
    """How many extra deals have been begun or are now due: one for each deal that ended at or over the target, tied."""
    return sum(max(totals) >= house.target for totals in history)
