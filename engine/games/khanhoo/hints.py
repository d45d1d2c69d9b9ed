"""What a player sees besides the cards: the own hand explained, and notes from public facts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...kit.wording import capital, counted, listed, spoken
from ...model.board import Board
from ...model.cards import JOKER, UNKNOWN, Card, Seat
from ...model.groups import HandGroup
from .hand_rules import bumps_open_to, quartettes, shown_takes
from .melds.solver import Meld, Packing, best_packing, can_cover, cover, cover_value, last_throws, melds_with
from .melds.tables import MeldBook
from .scoring import CACHE, OUT_BONUS, laid_points
from .state import (
    IN_TURN,
    ORPHAN,
    OUT,
    RESTOCK,
    cached_faces,
    full_hand,
    has_stock,
    house_of,
    laid_by,
    must_draw,
    top_discard,
)

if TYPE_CHECKING:
    from ...model.view import View

_RANKS: Final = "A23456789JQK*"
_IN_PLAY: Final = ("opening", "turn", "claims", "challenges", "laying")


def arrange(cards: list[Card], how: str, view: View) -> tuple[Card, ...]:
    """A hand by melds (those of the division that counts first), by suit, or by rank."""
    if how == "rank":
        return tuple(sorted(cards, key=lambda card: (_RANKS.find(card[0]), view.deck.order[card])))
    if how == "suit" or UNKNOWN in cards:
        return view.deck.sort(cards)
    division = _division(view, view.deck.sort(cards))
    return (*(card for meld in division.melds for card in meld.cards), *division.left)


def hand_groups(view: View) -> tuple[HandGroup, ...]:
    """The melds of the viewer's hand: those of going out, where that is possible, else those of the most points."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand:
        return ()
    melds = _division(view, view.deck.sort(view.hand)).melds
    return tuple(HandGroup(_short(meld.kind), meld.cards, meld.points) for meld in melds)


def _short(kind: str) -> str:
    return kind.removesuffix(" meld").removesuffix(" assembly")


def _division(view: View, hand: tuple[Card, ...]) -> Packing:
    """The division of a hand that counts now."""
    book = house_of(view).book
    ways = _ways_out(hand, book) if view.viewer is not None and _has_one_more(view, view.viewer, hand) else ()
    if ways:
        going_out = cover(_without(hand, ways[0][0]), book)
        assert going_out is not None
        return Packing(going_out.points, going_out.melds, (ways[0][0],))
    return _packing(hand, book)


def _has_one_more(view: View, seat: Seat, hand: tuple[Card, ...]) -> bool:
    """Whether a seat holds the card that it has to discard."""
    return len(hand) + laid_by(view, seat) > full_hand(view, seat)


def insight(view: View) -> tuple[str, ...]:
    """The viewer's own hand in a few lines: whether it can go out, its melds, the cards that it needs."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand or view.phase not in _IN_PLAY:
        return ()
    book = house_of(view).book
    hand = view.deck.sort(view.hand)
    down = _points_down(view, view.viewer)
    packing = _packing(hand, book)
    lines: list[str] = []
    if _has_one_more(view, view.viewer, hand):
        lines += _about_ending(view, view.viewer, hand, down)
    else:
        wanted = (*book.faces, JOKER) if can_cover(hand, book) else _wanted(hand, book)
        if len(wanted) > len(book.faces):
            lines.insert(0, "All your cards are in melds: any card that you get lets you go out.")
        elif wanted:
            lines.insert(0, f"One card from going out: {_any_of(wanted)}.")
        if view.phase == "claims" and view.viewer in view.acting():
            lines.insert(0, _about_discard(view, view.viewer, hand, wanted))
    points = packing.points + down
    lines.append(f"Worth {counted(points, 'point')} now{f', {down} of them laid down' if down else ''}.")
    return tuple(lines)


def seat_note(board: Board, seat: Seat) -> str:
    """What a seat has laid down in this deal, and whether it is the orphan: "orphan, 4 points laid, a cache"."""
    if OUT.of(board) == seat:
        return "out"
    notes = ["orphan"] if ORPHAN.of(board) == seat else []
    laid, caches = board.groups("meld", seat), len(board.groups("cache", seat))
    if laid:
        notes.append(f"{counted(laid_points(laid, house_of(board).book), 'point')} laid")
    if caches:
        notes.append("a cache" if caches == 1 else f"{caches} caches")
    return ", ".join(notes)


def table_note(board: Board) -> str:
    """The size of the stock: "stock 12", or that there is none."""
    if board.phase not in _IN_PLAY:
        return ""
    if not has_stock(board):
        return "no stock"
    return f"stock {len(board.zone('stock'))}{RESTOCK.note(board)}"


@lru_cache(maxsize=256)
def _packing(hand: tuple[Card, ...], book: MeldBook) -> Packing:
    return best_packing(hand, book)


@lru_cache(maxsize=256)
def _ways_out(hand: tuple[Card, ...], book: MeldBook) -> tuple[tuple[Card, int], ...]:
    """Cards that may be discarded to go out, each with the points of the rest, best first."""
    ways = [(card, cover_value(_without(hand, card), book) or 0) for card in last_throws(hand, book)]
    return tuple(sorted(ways, key=lambda way: -way[1]))


@lru_cache(maxsize=256)
def _wanted(hand: tuple[Card, ...], book: MeldBook) -> tuple[Card, ...]:
    """Cards of which one more would let a hand go out. Not all cards of the hand are in melds."""
    wild = replace(book, jokers=book.jokers + 1)
    wanted = []
    for thrown in dict.fromkeys(hand):
        rest = _without(hand, thrown)
        if not can_cover((*rest, JOKER), wild):  # no card at all would do
            continue
        for face in (*book.faces, JOKER):
            copies = book.jokers if face == JOKER else book.copies
            if face in wanted or hand.count(face) >= copies:
                continue
            if can_cover((*rest, face), book):
                wanted.append(face)
    order = (*book.faces, JOKER)
    return tuple(sorted(wanted, key=order.index))


def _about_discard(view: View, seat: Seat, hand: tuple[Card, ...], wanted: tuple[Card, ...]) -> str:
    """What the discard would make for the viewer, who may claim it."""
    card, book = top_discard(view), house_of(view).book
    if card in cached_faces(view, seat):
        return f"{capital(spoken(card))} is the fourth card for your cache: claim it to end the deal."
    in_turn = seat == view.left_of(IN_TURN.of(view))
    if in_turn and must_draw(view):
        return "You must draw: too many discards in a row were taken."
    found = melds_with(card, hand, book) if in_turn else bumps_open_to(card, hand, book)
    goes_out = in_turn and (_shows_and_goes_out(card, hand, book) if _is_shown(view) else card in wanted)
    if not found:
        out = ", but it lets you go out" if goes_out else ""
        what = "makes no meld" if in_turn else "cannot be bumped"
        return f"{capital(spoken(card))} {what} with your cards{out}."
    out = ", and it lets you go out" if goes_out else ""
    article = "" if found[0].kind.endswith("aces") else "a "
    return f"{capital(spoken(card))} makes {article}{_listed(found[:1])}{out}."


def _is_shown(board: Board) -> bool:
    """Whether a player must meld a discard at once when taking it."""
    return house_of(board).expose_taken_discard and has_stock(board)


def _shows_and_goes_out(card: Card, hand: tuple[Card, ...], book: MeldBook) -> bool:
    """Whether a player who melds the discard could then go out with the rest."""
    held = Counter((*hand, card))
    rests = [held - Counter(meld.cards) for meld in shown_takes(card, hand, book)]
    return any(last_throws(rest.elements(), book) for rest in rests)


def _points_down(board: Board, seat: Seat) -> int:
    """Points of what a seat has laid down, including caches."""
    laid = laid_points(board.groups("meld", seat), house_of(board).book)
    return laid + CACHE * len(board.groups("cache", seat))


def _about_ending(view: View, seat: Seat, hand: tuple[Card, ...], down: int) -> list[str]:
    """Ways in which the seat in turn can end the deal now."""
    book, lines = house_of(view).book, []
    ways = _ways_out(hand, book)
    if ways:
        lines.append(_about_ways_out(ways, down))
    four = quartettes(hand, cached_faces(view, seat)) if house_of(view).has_caches else ()
    if four:
        lines.append(f"You can end the deal: show the quartette of {_any_of([cards[0] for cards in four])}.")
    return lines


def _about_ways_out(ways: tuple[tuple[Card, int], ...], laid: int) -> str:
    best = ways[0][1]
    discards = [card for card, points in ways if points == best]
    return f"You can go out: discard {_any_of(discards)} for {counted(best + laid, 'point')} and {OUT_BONUS} more."


def _listed(melds: tuple[Meld, ...]) -> str:
    return " · ".join(f"{meld.kind} {' '.join(meld.cards)} ({meld.points})" for meld in melds)


def _any_of(cards: tuple[Card, ...] | list[Card]) -> str:
    return listed([spoken(card) for card in cards], "or")


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
