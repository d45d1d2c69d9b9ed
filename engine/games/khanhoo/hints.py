"""What a player sees besides the cards: an explanation of their own hand, and notes from public facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...kit.wording import capital, counted, listed, number_in_words, spoken
from ...model.board import Board
from ...model.cards import JOKER, UNKNOWN, Card, Seat
from ...model.events import Declared, Event, Scored
from ...model.groups import HandGroup
from ...model.moves import Move
from ...model.telling import ChoiceLine, Feat, Telling
from .hand_rules import (
    NO_MELD,
    Use,
    bumps_open_to,
    from_hand,
    may_keep,
    quartettes,
    shown_takes,
    use_in_hand,
    use_laid,
)
from .melds.nearest import FEW, Nearest, nearest
from .melds.solver import Packing, best_packing, can_cover, cover, cover_value, last_throws, melds_with, read_meld
from .melds.tables import MeldBook, Pattern, patterns
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
    must_meld,
    top_discard,
)

if TYPE_CHECKING:
    from ...model.view import View

_RANKS: Final = "A23456789JQK*"
_MOST_NAMED: Final = 3
"""Up to so many cards that would help are named one by one. If there are more, the line gives one example."""
_MOST_LACKING: Final = 2
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
    """The melds of the viewer's hand: those for going out if that is possible, else those with the most points."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand:
        return ()
    melds = _division(view, view.deck.sort(view.hand)).melds
    return tuple(HandGroup(_short(meld.kind), meld.cards, meld.points) for meld in melds)


def in_hand(view: View) -> dict[str, str]:
    """For each kind of meld: those in the viewer's hand or laid down, or the begun one with its missing cards."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand:
        return {}
    book, hand = house_of(view).book, Counter(view.hand)
    told: dict[str, list[str]] = {}
    for meld in _division(view, view.deck.sort(view.hand)).melds:
        told.setdefault(meld.kind, []).append(" ".join(meld.cards))
    for cards in view.groups("meld", view.viewer):
        laid = read_meld(cards, book)
        if laid is not None:
            told.setdefault(laid.kind, []).append(f"{' '.join(cards)} laid")
    words = {kind: " · ".join(melds) for kind, melds in told.items()}
    begun: dict[str, list[_Begun]] = {}
    for pattern in patterns(book):
        if pattern.kind not in words:
            begun.setdefault(pattern.kind, []).append(_begun(view, pattern, hand))
    return words | {kind: min(each)[-1] for kind, each in begun.items()}


_Begun = tuple[bool, int, int, str]
"""A meld of which a hand has cards: whether it can no more be completed, how many cards it lacks, how few copies of
them are unseen (negative), and all that in words."""


def _begun(view: View, pattern: Pattern, hand: Counter[Card]) -> _Begun:
    held = hand & Counter(pattern.faces)
    lacking = Counter(pattern.faces) - held
    unseen = {card: _unseen(view, card) for card in lacking}
    is_dead = any(unseen[card] < count for card, count in lacking.items())
    words = "–"
    if held and lacking.total() <= _MOST_LACKING:
        missing = [f"{card} ({unseen[card] or 'none'} unseen)" for card in lacking]
        words = " ".join(view.deck.sort(list(held.elements()))) + (f", missing {listed(missing)}" if missing else "")
    return is_dead, lacking.total(), -sum(unseen.values()), words


def _unseen(view: View, card: Card) -> int:
    """The number of copies of a card that the viewer does not see."""
    return house_of(view).book.copies - sum(list(cards).count(card) for cards in view.zones.values())


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
    """Whether a seat holds its extra card and must discard."""
    return len(hand) + laid_by(view, seat) > full_hand(view, seat)


def insight(view: View) -> tuple[str, ...]:
    """A few lines about the viewer's own hand: whether it can go out, its melds, and the cards that it needs."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand or view.phase not in _IN_PLAY:
        return ()
    book = house_of(view).book
    hand = view.deck.sort(view.hand)
    down = _points_down(view, view.viewer)
    packing = _packing(hand, book)
    has_one_more = _has_one_more(view, view.viewer, hand)
    lines: list[str] = _about_ending(view, view.viewer, hand, down) if has_one_more else []
    if not has_one_more and can_cover(hand, book):
        lines.append("All your cards are in melds. To go out, get any card and discard one card.")
    elif not lines:
        size, laid = full_hand(view, view.viewer) - laid_by(view, view.viewer), _laid(view)
        wanted = _wanted(_nearest(hand, size, book, ()), (*hand, *laid), book)
        lines += _about_distance(_nearest(hand, size, book, laid), wanted, book)
    if _is_claiming(view, view.viewer):
        lines.insert(0, _about_discard(view, view.viewer, hand))
    points = packing.points + down
    if down and not packing.points:
        lines.append(f"Your melds on the table score {counted(points, 'point')}. Your hand has no meld.")
    else:
        where = f": {down} on the table, {packing.points} in your hand" if down else ""
        # Without going out, the melds can score more than those for going out, which the line before names.
        otherwise = packing.points > _division(view, hand).points
        melds, now = ("If you play on, your melds", "") if otherwise else ("Your melds", " now")
        lines.append(f"{melds} score {counted(points, 'point')}{now}{where}.")
    return tuple(lines)


def seat_note(board: Board, seat: Seat) -> str:
    """The points that a seat has laid down, and whether it is the orphan: "orphan, laid 4 points, a cache"."""
    if OUT.of(board) == seat:
        return "out"
    notes = ["orphan"] if ORPHAN.of(board) == seat else []
    laid, caches = board.groups("meld", seat), len(board.groups("cache", seat))
    if laid:
        notes.append(f"laid {counted(laid_points(laid, house_of(board).book), 'point')}")
    if caches:
        notes.append("a cache" if caches == 1 else f"{caches} caches")
    return ", ".join(notes)


def telling(event: Event, board: Board) -> Telling | None:
    """A bump in one sentence, once its meld lies on the table: what it is worth, and who is skipped. A bump
    and a defence with the kind of their melds.
    """
    if not isinstance(event, Declared) or event.seat is None:
        return None
    if event.fact == "defence":
        key = "declared no_defence" if event.value == NO_MELD else "declared defence"
        return Telling(key, event.seat, other=IN_TURN.of(board), value=_one(str(event.value)))
    if event.fact in ("bump", "call"):
        return Telling(f"declared {event.fact}", event.seat, value=_one(str(event.value)))
    if not event.fact.startswith("roles:"):
        return None
    if board.phase not in _BUMPING or event.seat == board.left_of(IN_TURN.of(board)):
        return None
    cards = tuple(board.zones[f"meld:{event.fact.partition(':')[2]}"])
    meld, thrower = read_meld(cards, house_of(board).book), IN_TURN.of(board)
    if meld is None:
        return None
    order = list(board.clockwise_from(board.left_of(thrower)))
    return Telling(
        "bumped",
        event.seat,
        other=thrower,
        cards=meld.cards,
        value=f"{meld.kind} {' '.join(meld.cards)}, {counted(meld.points, 'point')}",
        passed=tuple(order[: order.index(event.seat)]),
        replaces=("declared bump", "moved discard meld", "moved hand meld"),
    )


_BUMPING: Final = ("claims", "challenges", "laying")
_FEATS: Final = (
    "double khanhoo",
    "quartette",
    "double royal",
    "double triplet",
    "double aces",
    "khanhoo",
)
"""The melds that are worth telling, the greatest first."""


def feats(scored: Scored, board: Board) -> tuple[Feat, ...]:
    """The rare melds, and going out as the orphan."""
    melds = [(line.seat, line.label.removesuffix(", laid").removesuffix(" by cache")) for line in scored.lines]
    found = [
        Feat(seat, f"{'showed' if name == 'quartette' else 'melded'} {_one(name)}", name)
        for name in _FEATS
        for seat, kind in melds
        if kind == name
    ]
    out = OUT.of(board)
    orphan = [Feat(out, "went out as the orphan", "orphan")] if out is not None and out == ORPHAN.of(board) else []
    return (*orphan, *found)


def _one(name: str) -> str:
    return name if name.endswith("s") else f"a {name}"


def table_note(board: Board) -> str:
    """What happened to the stock: it was reshuffled, or there is none."""
    if board.phase not in _IN_PLAY:
        return ""
    return RESTOCK.note(board) if has_stock(board) else "no stock"


@lru_cache(maxsize=256)
def _packing(hand: tuple[Card, ...], book: MeldBook) -> Packing:
    return best_packing(hand, book)


@lru_cache(maxsize=256)
def _ways_out(hand: tuple[Card, ...], book: MeldBook) -> tuple[tuple[Card, int], ...]:
    """Cards that may be discarded to go out, each with the points of the rest, best first."""
    ways = [(card, cover_value(_without(hand, card), book) or 0) for card in last_throws(hand, book)]
    return tuple(sorted(ways, key=lambda way: -way[1]))


@lru_cache(maxsize=256)
def _nearest(hand: tuple[Card, ...], size: int, book: MeldBook, laid: tuple[Card, ...]) -> Nearest:
    return nearest(hand, size, book, laid)


def _laid(view: View) -> tuple[Card, ...]:
    """The cards of all melds on the table, which stay there (§4.10)."""
    lying = (card for zone, cards in view.zones.items() if zone.startswith("meld") for card in cards)
    return tuple(sorted(lying))


def _wanted(way_out: Nearest, seen: tuple[Card, ...], book: MeldBook) -> tuple[Card, ...]:
    """Cards that would each let a hand go out; empty if it needs several cards. seen: the hand, and the cards that
    cannot come any more.
    """
    if way_out.distance != 1:
        return ()
    jokers = (JOKER,) if seen.count(JOKER) < book.jokers else ()
    return (*(card for (card,) in way_out.ways if seen.count(card) < book.copies), *jokers)


def _about_distance(way_out: Nearest, wanted: tuple[Card, ...], book: MeldBook) -> list[str]:
    """A line on how many cards a hand is from going out, and which cards would help: all of them, or an example."""
    if wanted:
        return [f"You need one card to go out: {_any_of(wanted)}."]
    if not way_out.ways:
        return []
    far = f"You need {number_in_words(way_out.distance)} cards to go out"
    if way_out.distance > FEW:
        return [f"{far}, for example {listed(way_out.ways[0])}."]
    fixed: list[Card] = []
    ways = [list(way) for way in way_out.ways]
    for _ in range(way_out.distance - 1):
        counts = Counter(card for way in ways for card in dict.fromkeys(way))
        fixed.append(max(counts, key=lambda card: counts[card]))
        ways = [way for way in ways if fixed[-1] in way]
        for way in ways:
            way.remove(fixed[-1])
    fixed.sort(key=book.faces.index)
    last = [way[0] for way in ways]
    other = [card for card in last if card not in fixed]
    if len(ways) < len(way_out.ways):
        if 1 < len(last) <= _MOST_NAMED and other == last:
            return [f"{far}, for example {', '.join(fixed)}, and {_one_of(last)}."]
        return [f"{far}, for example {listed(sorted([*fixed, (other or last)[0]], key=book.faces.index))}."]
    if len(last) == 1:
        return [f"{far}: {listed([*fixed, *last])}."]
    if len(last) > _MOST_NAMED:
        choice = f"one of {number_in_words(len(last))} cards, such as {other[0]}"
    else:
        choice = _one_of([f"a second {card}" if card in fixed else card for card in last])
    return [f"{far}: {', '.join(fixed)}, and {choice}."]


def _one_of(cards: Sequence[str]) -> str:
    return f"either {listed(cards, 'or')}" if len(cards) == 2 else f"one of {listed(cards, 'or')}"


def _is_claiming(view: View, seat: Seat) -> bool:
    return view.phase == "claims" and seat in view.acting()


def _use(view: View, hand: tuple[Card, ...], *, in_turn: bool) -> Use | None:
    """The best use of the discard to the viewer. in_turn: taken in turn, not bumped."""
    card, book = top_discard(view), house_of(view).book
    if not in_turn:
        return use_laid(card, hand, bumps_open_to(card, hand, book), book)
    if must_meld(view):
        return use_laid(card, hand, shown_takes(card, hand, book), book)
    return use_in_hand(card, hand, book)


def _about_discard(view: View, seat: Seat, hand: tuple[Card, ...]) -> ChoiceLine:
    """What the discard makes for the viewer, who may claim it, with the best answer: the one that gains most."""
    card, book, in_turn = top_discard(view), house_of(view).book, seat == view.left_of(IN_TURN.of(view))
    name, no = capital(spoken(card)), Move("leave" if in_turn else "pass")
    if card in cached_faces(view, seat):
        return ChoiceLine(
            f"{name} is the fourth card for your cache: claim the discard to end the deal.", Move("cache_bump")
        )
    if in_turn and must_draw(view):
        return ChoiceLine("You must draw: the players took too many discards in a row.", no)
    keeps = in_turn and not must_meld(view)
    if keeps and has_stock(view) and not may_keep(card, hand, book):
        return ChoiceLine(f"You cannot take {spoken(card)}: you would have no card left that you may discard.", no)
    use = _use(view, hand, in_turn=in_turn)
    goes_out = bool(last_throws((*hand, card), book)) if keeps else use is not None and use.goes_out
    if keeps and (goes_out or not has_stock(view)):
        move = Move("take")
    elif use is None or use.gain <= (-OUT_BONUS if goes_out else 0):
        move = no
    elif keeps:
        move = Move("take")
    elif in_turn or not house_of(view).honour_bumps:
        move = Move("take" if in_turn else "bump", from_hand(use.meld, card, view.deck))
    else:
        move = Move("bump", places=(use.meld.kind,))
    gains = use is not None and use.gain > 0
    # Without a stock, the player gets the card anyway, if nobody bumps it.
    free = " Defending it costs nothing." if keeps and not (goes_out or gains or has_stock(view)) else ""
    if use is None:
        if not in_turn and melds_with(card, hand, book):
            return ChoiceLine(f"{name} makes only a sequence, and you cannot bump for a sequence.", move)
        return ChoiceLine(
            f"{name} makes no meld with your cards{', but it lets you go out' if goes_out else ''}.{free}", move
        )
    article = "" if use.meld.kind.endswith("aces") else "a "
    made = f"{name} makes {article}{use.meld.kind} {' '.join(use.meld.cards)} ({counted(use.meld.points, 'point')})"
    if goes_out:
        return ChoiceLine(f"{made}, and it lets you go out.", move)
    return ChoiceLine(f"{made}{_with_others(use.meld.points, use.gain)}.{free}", move)


def _with_others(points: int, gain: int) -> str:
    """What all melds score more or less with a new meld, if that differs from the meld's own points."""
    if gain > 0:
        return "" if gain == points else f", so your melds score {counted(gain, 'point')} more"
    if gain:
        return f", but your melds score {counted(-gain, 'point')} less"
    return ", but your melds score the same"


def _points_down(board: Board, seat: Seat) -> int:
    """Points that a seat has laid down, including caches."""
    laid = laid_points(board.groups("meld", seat), house_of(board).book)
    return laid + CACHE * len(board.groups("cache", seat))


def _about_ending(view: View, seat: Seat, hand: tuple[Card, ...], down: int) -> list[str]:
    """Ways in which the seat in turn can end the deal now."""
    book, lines = house_of(view).book, list[str]()
    ways = _ways_out(hand, book)
    if ways:
        lines.append(ChoiceLine(_about_ways_out(ways, down), Move("out", ways[0][:1])))
    four = quartettes(hand, cached_faces(view, seat)) if house_of(view).has_caches else ()
    if four:
        text = f"You can end the deal: show the quartette of {_any_of([cards[0] for cards in four])}."
        lines.append(ChoiceLine(text, Move("quartette", four[0])))
    return lines


def _about_ways_out(ways: tuple[tuple[Card, int], ...], laid: int) -> str:
    best = ways[0][1]
    discards = [card for card, points in ways if points == best]
    score = f"You score {best + laid + OUT_BONUS}: {best + laid} for melds, and {OUT_BONUS} for going out."
    return f"You can go out: discard {_any_of(discards)}. {score}"


def _any_of(cards: tuple[Card, ...] | list[Card]) -> str:
    return listed([spoken(card) for card in cards], "or")


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
