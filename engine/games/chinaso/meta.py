"""The facts of Chinaso."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option("express", False, "The short game: five contracts, without the fourth and the fifth.", "10.1"),
    Option(
        "buy_priority",
        "dealer_left",
        "Of several buyers the first from the dealer's left gets the card, or the first from the player in turn.",
        "10.2",
        choices=("dealer_left", "turn_left"),
        words={"dealer_left": "left of the dealer", "turn_left": "left of who plays"},
    ),
    Option("buy_penalty", 0, "Cards that a buyer draws from the stock besides.", "10.3", least=0, most=1),
    Option("cutters_joker", True, "A joker at the bottom of the cut is the cutter's first card.", "10.4"),
    Option("chinaso_with_discard", True, "A chinaso may end with a discard.", "10.5"),
    Option(
        "turn_cap", 60, "After so many turns for each player the hand is over as it stands.", "10.6", least=10, most=100
    ),
    Option(
        "tie_break",
        "shared",
        "Equal lowest totals share the match, or are decided by playing the last contract again.",
        "10.7",
        choices=("shared", "extra"),
        words={"extra": "last contract again", "shared": "a shared match"},
    ),
)

META: Final = GameInfo(
    id="chinaso",
    title="Chinaso",
    native="Chinaso",
    summary="Lay down the contract of the hand, rid yourself of the rest, and buy the card you need out of turn.",
    least_seats=2,
    most_seats=6,
    usual_seats=4,
    options=OPTIONS,
    presets=(
        Preset("chinaso", "Chinaso", "Seven contracts, from two sets to four."),
        Preset("express", "Chinaso Express", "Five contracts, for a shorter evening.", {"express": True}),
    ),
    can_shrink=True,
)
