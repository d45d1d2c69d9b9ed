"""What the rules read from a board, and the secret that only the table knows: the holder of the called card."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from ...kit.facts import Fact
from ...kit.tricks import HANDS, TAKEN_ZONES
from ...model.board import Board
from ...model.cards import Card, Seat
from .auction import Auction
from .cards import SEATS, HouseRules
from .contracts import rung
from .scoring import Contract

if TYPE_CHECKING:
    from ...play.table import Table

house_of: Final[Callable[[Board], HouseRules]] = attrgetter("rules_in_force")
"""What the table has agreed on."""

AUCTION: Final = Fact("auction", Auction.of_fact, write=Auction.to_fact)
"""The bidding as it stands."""
ALL_PASS: Final = Fact("all_pass", Card, None)
"""Set after four passes: the card whose holder has to declare. Rule: solo §5.1."""
DECLARER: Final = Fact("declarer", int)
TRUMP_SUIT: Final = Fact("trump", str, "")
"""Letter of the trump suit; "" before it is named."""
RUNG: Final = Fact("rung", rung, write=attrgetter("number"))
"""The rung of the game that is played."""
GAME: Final = Fact("game", str, "")
"""The game in words."""
CALLED: Final = Fact("called", Card, None)
"""The card that was called, if one was."""
PARTNER: Final = Fact("partner", int, None)
"""The player of the called card; None while nobody has played it, or if the declarer has."""
ALONE: Final = Fact("alone", bool, False)
"""The declarer has played the called card."""


def seat_at(board: Board, place: int) -> Seat:
    """The seat at a place of the auction: 0 is the dealer's left."""
    return board.left_of(board.dealer, 1 + place)


def tricks_of(board: Board) -> tuple[int, ...]:
    """Full tricks taken, by seat."""
    return tuple([len(board.zones[zone]) // SEATS for zone in TAKEN_ZONES[:SEATS]])


def public_contract(board: Board) -> Contract:
    """The game from public knowledge: with the partner only after the called card was played."""
    return Contract(
        RUNG.of(board), DECLARER.of(board), PARTNER.of(board), CALLED.of(board), ALL_PASS.is_declared(board)
    )


def is_partner_hidden(board: Board) -> bool:
    """Whether the called card has not been played yet."""
    return CALLED.of(board) is not None and PARTNER.of(board) is None and not ALONE.of(board)


def true_contract(table: Table) -> Contract:
    """The game with the partner, even if still secret. Only for the host's scoring."""
    known = public_contract(table)
    if known.called is None or known.partner is not None:
        return known
    holder = holder_of(table, known.called)
    if holder is None or holder == known.declarer:
        return known
    return Contract(known.rung, known.declarer, holder, known.called, known.forced)


def holder_of(table: Table, card: Card) -> Seat | None:
    """The seat that holds a card, if any."""
    return next((seat for seat, zone in enumerate(HANDS[:SEATS]) if card in table.zones[zone]), None)
