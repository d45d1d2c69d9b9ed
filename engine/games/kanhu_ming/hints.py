"""What a player sees besides the cards: the strength of their own hand in words, and notes from public facts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ...kit.wording import capital, counted, listed, number_in_words
from ...model.board import Board
from ...model.cards import UNKNOWN, Card, Seat
from ...model.events import Scored
from ...model.groups import HandGroup
from ...model.moves import Move
from ...model.telling import ChoiceLine, Feat
from .cards import (
    BEATERS,
    HAND_SIZES,
    MELD_BEATERS,
    MELD_OF,
    PLACE,
    RISKS,
    STRINGS,
    Meld,
    beating,
    bonus,
    cards_of,
    melds_in,
    set_of,
    singles,
)
from .state import BEST, answers_last, answers_next, captured_count, captured_from, prizes_of, unseen_by

if TYPE_CHECKING:
    from ...model.view import View


_MOST_MELDS = 4  # so many melds are shown, the safest first
_MOST_ANSWERS = 3


def arrange(cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
    """A hand by suit, by number (so that leopards and specials stand together), or with its melds first."""
    ordered = board.deck.sort(cards)
    if how == "number":
        return tuple(sorted(ordered, key=lambda card: (_number(card), PLACE.get(card, len(PLACE)))))
    if how == "suit" or UNKNOWN in cards:
        return ordered
    left = set_of(cards)
    melds = _disjoint(left)
    for meld in melds:
        left ^= meld.cards
    return (*(card for meld in melds for card in cards_of(meld.cards)), *cards_of(left))


def _disjoint(held: int) -> list[Meld]:
    """Melds of a hand that can all be led, the best first."""
    found = []
    for meld in reversed(melds_in(held)):
        if held & meld.cards == meld.cards:
            found.append(meld)
            held ^= meld.cards
    return found


def hand_groups(view: View) -> tuple[HandGroup, ...]:
    """The melds that the viewer can lead one after the other, the best first."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand:
        return ()
    melds = _disjoint(set_of(view.hand))
    return tuple(HandGroup(_short(meld), cards_of(meld.cards), meld.bonus) for meld in melds)


def in_hand(view: View) -> dict[str, str]:
    """The viewer's melds of each kind, the best first."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand:
        return {}
    told: dict[str, list[str]] = {}
    for meld in reversed(melds_in(set_of(view.hand))):
        told.setdefault(meld.kind, []).append(" ".join(cards_of(meld.cards)))
    return {kind: " · ".join(melds) for kind, melds in told.items()}


def _short(meld: Meld) -> str:
    return "gibbon" if meld.kind == "gibbon" and not meld.bonus else meld.name


def _number(card: Card) -> int:
    """What is printed on a card; the half and the zero before the ones, the Thousand after the nines."""
    if card in ("CH", "C0"):
        return 0
    return int(card[1]) if card[1].isdigit() else len(STRINGS) + 1


def insight(view: View) -> tuple[str, ...]:
    """A few lines about the viewer's own hand: what beats the trick, the melds and how safe each is, and the sure
    cards.
    """
    if view.viewer is None or view.phase not in ("lead", "follow") or not view.hand:
        return ()
    hand, unseen = set_of(view.hand), unseen_by(view, view.viewer)
    lines: list[str] = list(_about_trick(view, view.viewer, hand, unseen))
    melds = sorted(melds_in(hand), key=lambda meld: (len(rivals(meld.cards, unseen)), -meld.bonus))
    is_later, leads = view.phase == "follow", view.phase == "lead" and view.viewer in view.acting()
    lines += [
        _about_lead(
            _sentence(
                meld.cards, unseen, meld.bonus, shows_cards=not is_later and meld.kind == "leopard", is_later=is_later
            ),
            meld.cards if leads and not rivals(meld.cards, unseen) else 0,
        )
        for meld in melds[:_MOST_MELDS]
    ]
    if len(melds) > _MOST_MELDS:
        others = counted(len(melds) - _MOST_MELDS, "other meld")
        lines.append(f"You also hold {others}. The lines above name your best melds.")
    lines += _about_singles(hand, unseen, leads=leads)
    return (*lines, *_about_sluffs(view, view.viewer))


def _about_trick(view: View, seat: Seat, hand: int, unseen: int) -> list[ChoiceLine]:
    """What the viewer can play to the current trick. A play that is sure to take it is recommended."""
    if view.phase != "follow" or seat != answers_next(view):
        return []
    best = set_of(BEST.of(view)[1])
    plays = beating(hand, best)
    if not plays:
        return [ChoiceLine(f"You cannot beat the {play_name(best)}.")]
    is_last = answers_last(view, seat)
    told = [
        ChoiceLine(
            _sentence(cards, unseen, bonus(cards), is_last=is_last),
            Move("beat", cards_of(cards)) if is_last or not rivals(cards, unseen) else None,
        )
        for cards in plays[:_MOST_ANSWERS]
    ]
    if len(plays) > _MOST_ANSWERS:
        told[-1:] = [ChoiceLine(f"{len(plays) - _MOST_ANSWERS + 1} more plays beat the {play_name(best)}.")]
    return told


def _sentence(
    cards: int, unseen: int, points: int, *, is_last: bool = False, shows_cards: bool = False, is_later: bool = False
) -> str:
    """A ranked play as a line of its own: "Only Wealth can still beat your Tiger (+5 points)."; of a later lead:
    "When you lead Tiger, only Wealth can beat it (+5 points)."."""
    name = f"{play_name(cards)} ({' '.join(cards_of(cards))})" if shows_cards else play_name(cards)
    if is_last:
        return f"{name} would take the trick{f' ({_more(points)})' if points else ''}."
    lead, it = (f"When you lead {name}, ", "it") if is_later else ("", f"your {name}")
    who, is_all = _beaters(cards, unseen)
    if not who:
        return capital(f"{lead}nothing can beat {it}{f' ({_more(points)})' if points else ''}.")
    more = f" ({_more(points)})" if points else ""
    still = " still" if is_all and not is_later else ""
    return capital(f"{lead}{'only ' if is_all else ''}{who} can{still} beat {it}{more}.")


def _about_lead(line: str, cards: int) -> str:
    """A line about cards that the viewer can lead; it recommends them if they are sure to win. cards: a set, 0 if they
    are not.
    """
    return ChoiceLine(line, Move("lead", cards_of(cards))) if cards else line


def _about_singles(hand: int, unseen: int, *, leads: bool) -> list[str]:
    sure = [card for card in singles(hand) if not BEATERS[card] & unseen]
    if not sure:
        return []
    verb, it = ("wins", "it") if len(sure) == 1 else ("win", "them")
    names = listed([cards_of(card)[0] for card in sure])
    line = f"{names} {verb} if you lead {it}, because nothing higher is left."
    return [_about_lead(line, sure[0] if leads else 0)]


def _about_sluffs(view: View, seat: Seat) -> list[str]:
    """The cards that the viewer discarded face down, which no other player knows."""
    discarded = [card for taker in range(view.seats) for card in captured_from(view, taker, seat)]
    return [f"You discarded {' '.join(view.deck.sort(discarded))}."] if discarded else []


def seat_note(board: Board, seat: Seat) -> str:
    """What a seat has taken in this deal: "9 taken, +5"; "best now" while its cards are the best in the
    trick. The longest note, "27 taken, +15, best now", fits beside a table of 80 columns."""
    count = captured_count(board, seat)
    extra = sum(prize.points for prize in prizes_of(board) if prize.seat == seat)
    words = [f"{count} taken"] if count else []
    words += [f"+{extra}"] if extra else []
    if board.phase == "follow" and BEST.of(board)[0] == seat:
        words.append("best now")
    return ", ".join(words)


def feats(scored: Scored, board: Board) -> tuple[Feat, ...]:
    """Tricks won with a special meld, or with a gibbon that earns a bonus."""
    prizes = sorted((prize for prize in prizes_of(board) if prize.cards in MELD_OF), key=lambda prize: -prize.points)
    return tuple(Feat(prize.seat, f"won a trick with the meld {prize.label}", prize.label) for prize in prizes)


def table_note(board: Board) -> str:
    """The play to beat, or that the last trick is led."""
    if board.phase == "follow":
        return f"to beat: {play_name(set_of(BEST.of(board)[1]))}"
    is_last = board.phase == "lead" and all(len(board.zone("hand", seat)) < 2 for seat in range(board.seats))
    return "last trick" if is_last else ""


def trick_note(board: Board) -> str:
    """What the trick is played with: "one card led"; before a lead, how many cards of the deal were taken."""
    if board.phase == "follow":
        meld = MELD_OF.get(set_of(BEST.of(board)[1]))
        return "one card led" if meld is None else "meld of three led"
    if board.phase != "lead":
        return ""
    taken = sum(captured_count(board, seat) for seat in range(board.seats))
    return f"{taken} of {HAND_SIZES[board.seats] * board.seats} cards taken"


_NAMED: Final = {"CH": "Half Cash", "C0": "Zero Cash", "TM": "Thousand Myriad"}
_FEW: Final = 3
"""At most so many rivals are named one by one."""
_LONGEST_NAMES: Final = 31
"""Signs of the names of melds in a row of 80 columns, as in "Only … can still beat your Gibbon 3-4-5 of Cash."."""


def card_name(card: Card) -> str:
    """A card in words: "Nine Cash", "One String", "Thousand Myriad"."""
    if card in _NAMED:
        return _NAMED[card]
    suit = {"C": "Cash", "S": "Strings", "M": "Myriads"}[card[0]]
    return f"{number_in_words(int(card[1])).capitalize()} {suit if card[1] != '1' else suit.removesuffix('s')}"


@lru_cache(maxsize=4096)
def play_name(cards: int) -> str:
    """The name of a card or meld. cards: a set."""
    meld = MELD_OF.get(cards)
    return meld.name if meld is not None else card_name(cards_of(cards)[0])


def rivals(cards: int, unseen: int) -> tuple[int, ...]:
    """The cards or melds of the unseen cards that beat a play, weakest first."""
    if cards in MELD_BEATERS:
        return tuple(other for other in MELD_BEATERS[cards] if unseen & other == other)
    return singles(BEATERS[cards] & unseen)


def standing(cards: int, unseen: int) -> str:
    """How safe a play is that can be beaten: "beaten only by Chariot or Wealth", "beaten by 12 unseen cards".

    unseen: the cards that the player has not seen.
    """
    who, is_all = _beaters(cards, unseen)
    return f"beaten {'only ' if is_all else ''}by {who}"


def _beaters(cards: int, unseen: int) -> tuple[str, bool]:
    """What can beat a play, "" for nothing; and whether it is named one by one, not counted."""
    if cards in BEATERS and (count := (BEATERS[cards] & unseen).bit_count()) > _FEW:
        return _crowd(count), False
    against = rivals(cards, unseen)
    names = listed([play_name(other).removeprefix("Gibbon ") for other in against], "or") if against else ""
    if cards in MELD_OF and (len(against) > _FEW or len(names) > _LONGEST_NAMES):
        return f"{len(against)} melds of unseen cards", False
    # Without "the", "Two Myriads" reads like any two cards of the Myriads.
    return f"the {names}" if names and cards in BEATERS else names, bool(names)


def lead_words(cards: int, unseen: int, points: int) -> str:
    """A lead ranked in words: "Tiger, beaten only by Chariot or Wealth, worth +5 points if it wins".

    points: its bonus.
    """
    if not rivals(cards, unseen):
        return _sure_words(cards, points)
    return _ranked(cards, standing(cards, unseen), points)


def _sure_words(cards: int, points: int) -> str:
    return f"{play_name(cards)}, sure to take the trick{f' and {_more(points)}' if points else ''}"


def _ranked(cards: int, how_safe: str, points: int) -> str:
    return f"{play_name(cards)}, {how_safe}{f', worth {_more(points)} if it wins' if points else ''}"


def _more(points: int) -> str:
    return f"+{counted(points, 'point')}"


def _crowd(count: int) -> str:
    return f"{count} unseen cards"


def beat_words(cards: int, unseen: int, points: int, *, is_last: bool) -> str:
    """A play that beats, ranked in words: "Chariot, sure to take the trick and +6 points"."""
    return _sure_words(cards, points) if is_last else lead_words(cards, unseen, points)


def names_of(plays: Sequence[int], unseen: int, *, is_last: bool = False) -> tuple[str, ...]:
    """The names that a choice shows for leads, or for plays that beat."""
    if is_last:
        return tuple(map(_last_name, plays))
    names = []
    for cards in plays:
        out = unseen & RISKS[cards]
        count = out.bit_count()
        names.append(_crowded_name(cards, count) if count > _FEW and cards in BEATERS else _name(cards, out))
    return tuple(names)


# Cached: the words depend only on what could still beat a play, or on how many cards that is.


@lru_cache(maxsize=4096)
def _name(cards: int, out: int) -> str:
    return lead_words(cards, out, bonus(cards))


@cache
def _crowded_name(cards: int, count: int) -> str:
    return _ranked(cards, f"beaten by {_crowd(count)}", bonus(cards))


@cache
def _last_name(cards: int) -> str:
    return beat_words(cards, 0, bonus(cards), is_last=True)
