"""What everybody knows of a round of Khamul, read from the board: whose turn it is, what lies where, what waits."""

from typing import Final

from ...model.board import Board, count_of
from ...model.cards import Card, Seat
from .cards import MOST_REARRANGED, ROWS, HouseRules

NEXT_TURN: Final = "next"
"""What follows when all powers are used, unless they came up in the middle of a turn."""


def house_of(board: Board) -> HouseRules:
    """The house rules of a table."""
    house: HouseRules = board.terms
    return house


def turn_of(board: Board) -> int:
    """The number of the turn in this round, from 1; 0 before the first."""
    return count_of(board, "turn")


def in_turn(board: Board) -> Seat:
    """Whose turn it is. Rule: khamul §4.1."""
    return board.left_of(board.dealer, turn_of(board))


def caller_of(board: Board) -> Seat | None:
    """Who has called Khamul, if anybody has. Rule: khamul §7.1."""
    caller = board.facts.get("khamul")
    return caller if isinstance(caller, int) else None


def may_call(board: Board) -> bool:
    """Whether Khamul may be called in this turn, the phase aside. Rule: khamul §7.1, §11.5."""
    return caller_of(board) is None and board.facts.get("refused") != turn_of(board)


def places_of(board: Board, seat: Seat) -> tuple[str, ...]:
    """The places of a seat in which a card lies, in the order of their numbers."""
    zones, found = board.zones, []
    for place in ROWS[seat]:
        held = zones.get(place)
        if held:
            found.append(place)
        elif held is None:
            break
    return tuple(found)


def cards_of(board: Board, seat: Seat) -> list[Card]:
    """The cards of a seat, in the order of their places; unknown faces too."""
    zones = board.zones
    return [zones[place][0] for place in places_of(board, seat)]


def next_place(board: Board, seat: Seat) -> str:
    """The place to which an unseen card of a seat goes. Rule: khamul §2.3."""
    zones = board.zones
    return next(place for place in ROWS[seat] if not zones.get(place))


def holders(board: Board) -> tuple[Seat, ...]:
    """Seats that have a card."""
    return tuple(seat for seat in board.playing if places_of(board, seat))


def top_card(board: Board) -> Card | None:
    """The top of the pile."""
    pile = board.zones["discard"]
    return pile[-1] if pile else None


def can_draw(board: Board) -> bool:
    """Whether a card can be had from the stock, or from the pile made into one. Rule: khamul §4.5."""
    return bool(board.zones["stock"]) or len(board.zones["discard"]) > 1


def can_match_freely(board: Board) -> bool:
    """Whether the top may be matched outside the time in which all are asked. Rule: khamul §5.6."""
    return bool(board.zones["discard"]) and can_draw(board)


def powers_of(board: Board) -> tuple[tuple[Card, Seat], ...]:
    """The powers that wait to be used, the next first: the card and who put it on the pile. Rule: khamul §6.2."""
    queue = board.facts.get("powers", ())
    assert isinstance(queue, tuple)
    return tuple((Card(str(card)), int(seat)) for card, seat in zip(queue[::2], queue[1::2], strict=True))


def targets_of(board: Board, owner: Seat) -> tuple[Seat, ...]:
    """Seats against which a king or queen may be used. Rule: khamul §6.3, §6.4, §11.6."""
    spared = caller_of(board) if house_of(board).lock_caller else None
    return tuple(seat for seat in board.clockwise_from(owner) if seat not in (owner, spared))


def rearranged(board: Board, seat: Seat) -> int:
    """How often a seat has rearranged its cards in this turn."""
    said = board.facts.get(f"rearranged:{seat}")
    if isinstance(said, tuple) and said[0] == turn_of(board):
        return int(said[1])
    return 0


def can_rearrange(board: Board, seat: Seat) -> bool:
    """Whether a seat may exchange two of its cards now, the phase aside. Rule: khamul §3.4."""
    return rearranged(board, seat) < MOST_REARRANGED and len(places_of(board, seat)) > 1
