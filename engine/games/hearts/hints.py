"""What a player sees besides the cards: notes from public facts, and lines about the deal from the player's own
view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...bots.memory import events_of_deal
from ...kit.wording import SUIT_WORDS, counted, player_of_four
from ...model.board import Board
from ...model.cards import UNKNOWN, Card, Seat
from ...model.events import Event, Moved, Scored
from ...model.groups import HandGroup
from ...model.telling import Feat, Telling
from .cards import BIT, BY_RANK, HEARTS, JACK, QUEEN, SEATS, passes_in, receiver, set_of
from .scoring import MOON, limit_reached, worth
from .state import BROKEN, house_of

if TYPE_CHECKING:
    from ...model.view import View

_WARN_FROM: Final = 8  # points in one hand from which a possible moon is mentioned


def arrange(cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
    """A hand by suit, black and red in turn, or by rank; lowest first."""
    return tuple(sorted(cards, key=BY_RANK)) if how == "rank" else board.deck.sort(cards)


def seat_note(board: Board, seat: Seat) -> str:
    """The points that a seat has taken in this deal: "took 4 points", "" before the first trick ends."""
    if not any(board.zone("taken", each) for each in board.playing):
        return ""
    return f"took {counted(worth(set_of(board.zone('taken', seat)), house_of(board)), 'point')}"


def telling(event: Event, board: Board) -> Telling | None:
    """A trick with what it costs its taker."""
    if not isinstance(event, Moved) or event.src != "trick":
        return None
    points = worth(set_of(event.cards), house_of(board))
    value = f": {counted(points, 'point')}" if points else ""
    return Telling("moved trick taken", int(event.dst.split(":")[1]), cards=event.cards, value=value)


def feats(scored: Scored, board: Board) -> tuple[Feat, ...]:
    """The moon, a moon that one point was missing from, and totals that end the match."""
    house = house_of(board)
    found = [Feat(line.seat, "shot the moon", "moon") for line in scored.lines if line.label == "shot the moon"]
    for seat in board.playing:
        taken = set_of(board.zone("taken", seat))
        if not found and worth(taken & ~BIT[JACK], house) == MOON - 1:
            found.append(Feat(seat, "missed shooting the moon by one point", "moon missed by a point"))
    over = "reached" if house.limit_inclusive else "went over"
    ending = (seat for seat in board.playing if limit_reached((scored.totals[seat],), house))
    return (*found, *(Feat(seat, f"{over} {house.limit}", ends=True) for seat in ending))


def table_note(board: Board) -> str:
    """The state of the deal: "trick 5 of 13, hearts not broken"."""
    if board.phase == "passing":
        return {"left": "pass to the left", "right": "pass to the right"}.get(passes_in(board.deal), "pass across")
    if board.phase != "tricks":
        return ""
    full = sum(len(board.zone("taken", seat)) for seat in range(SEATS)) // SEATS
    return f"trick {min(full + 1, 13)} of 13, hearts {'broken' if BROKEN.of(board) else 'not broken'}"


def hand_groups(_view: View) -> tuple[HandGroup, ...]:
    """Empty: this game has no groups of cards."""
    return ()


def insight(view: View) -> tuple[str, ...]:
    """A few lines about the deal from the viewer's own view, the most useful first. A spectator has no hand and gets
    only the line about the moon.
    """
    if view.phase == "passing":
        return _about_passing(view)
    if view.phase != "tricks":
        return ()
    lines = [_about_moon(view), _about_queen(view), _about_jack(view), *_about_passed_cards(view), *_about_voids(view)]
    return tuple(line for line in lines if line)


def _place(view: View, seat: Seat) -> str:
    if view.viewer is None:
        return f"seat {seat + 1}"
    return player_of_four(seat - view.viewer)


def _about_passing(view: View) -> tuple[str, ...]:
    if view.viewer is None:
        return ()
    way = passes_in(view.deal)
    lines = [f"Three of these cards go to {_place(view, receiver(view.viewer, way))}."]
    spades = [card for card in view.hand if card[-1] == "S"]
    if QUEEN in spades:
        lines.append(f"You hold the queen of spades and {_other_spades(spades)}.")
    lines += [
        f"Your only {SUIT_WORDS[suit]}: {' '.join(held)}." for suit in "CDH" if 0 < len(held := _of(view, suit)) <= 2
    ]
    return tuple(lines)


def _other_spades(spades: list[Card]) -> str:
    """The number of spades other than the queen."""
    return {1: "no other spade", 2: "one other spade"}.get(len(spades), f"{len(spades) - 1} other spades")


def _of(view: View, suit: str) -> list[Card]:
    return [card for card in view.hand if card[-1] == suit]


def _about_moon(view: View) -> str:
    """A warning while one seat has taken all points so far, and many of them; else ""."""
    house = house_of(view)
    taken = [set_of(view.zone("taken", seat)) for seat in range(SEATS)]
    takers = [seat for seat in range(SEATS) if taken[seat] & house.scoring_cards]
    if len(takers) != 1:
        return ""
    hearts = (taken[takers[0]] & HEARTS).bit_count()
    queen = QUEEN in view.zone("taken", takers[0])
    if hearts + (4 if queen else 0) < _WARN_FROM:
        return ""
    who = _place(view, takers[0])
    return (
        f"Moon: {who} took every scoring card so far ({counted(hearts, 'heart')}{' and the queen' if queen else ''})."
    )


def _about_queen(view: View) -> str:
    if view.viewer is None or any(QUEEN in view.zone("taken", seat) for seat in range(SEATS)):
        return ""
    if QUEEN in view.hand:
        return f"You hold the queen of spades and {_other_spades(_of(view, 'S'))}."
    if QUEEN in view.zone("trick"):
        return "The queen of spades is in this trick."
    holder = next((seat for seat in range(SEATS) if QUEEN in view.zone("hand", seat)), None)
    return "The queen of spades has not been played yet." if holder is None else ""


def _about_jack(view: View) -> str:
    if view.viewer is None or not view.options["omnibus"]:
        return ""
    if JACK in view.hand:
        return "If you take a trick with your jack of diamonds, you score 10 points less."
    gone = JACK in view.zone("trick") or any(JACK in view.zone("taken", seat) for seat in range(SEATS))
    return "" if gone else "The jack of diamonds has not been played yet."


def _about_passed_cards(view: View) -> list[str]:
    """Cards that the viewer passed and that have not been played since."""
    lines = []
    for seat in range(SEATS):
        known = [card for card in view.zone("hand", seat) if card != UNKNOWN]
        if seat != view.viewer and known and view.viewer is not None:
            them = "it" if len(known) == 1 else "them"
            lines.append(f"You passed {' '.join(known)}: {_place(view, seat)} holds {them}.")
    return lines


def _about_voids(view: View) -> list[str]:
    """Players who did not follow, and so have no card of a suit."""
    if view.viewer is None:
        return []
    void: dict[Seat, list[str]] = {}
    led = ""
    for event in events_of_deal(view):
        if not isinstance(event, Moved):
            continue
        if event.src == "trick":
            led = ""
        elif event.dst == "trick":
            suit, seat = event.cards[0][-1], int(event.src.partition(":")[2])
            led = led or suit
            if suit != led and led not in void.setdefault(seat, []):
                void[seat].append(led)
    return [
        f"{_place(view, seat).capitalize()} has no {' and no '.join(SUIT_WORDS[suit] for suit in sorted(suits))}."
        for seat, suits in sorted(void.items())
        if seat != view.viewer and suits and view.zone("hand", seat)
    ]
