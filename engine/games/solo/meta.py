"""The facts of Solo."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option(
        "color",
        "clubs",
        "The favoured suit: a game with this suit as trumps ranks higher and counts double.",
        "11.1",
        label="Favoured suit",
        choices=("clubs", "diamonds", "hearts", "spades"),
    ),
    Option(
        "end",
        "hands",
        "The match ends after a fixed number of deals, or when a total goes above a fixed number of points.",
        "11.2",
        label="The match ends",
        choices=("hands", "points"),
        words={"hands": "after some deals", "points": "above some points"},
    ),
    Option("hands", 16, "How many deals a match has.", "11.3", least=1, most=256, label="Deals"),
    Option(
        "points",
        25,
        "The match ends when a total is above this number.",
        "11.4",
        least=1,
        most=1000,
        label="Points to exceed",
    ),
    Option(
        "max_hands",
        64,
        "A match for points ends after this many deals, even if no total is high enough.",
        "11.5",
        least=1,
        most=256,
        label="Deals at most",
    ),
    Option(
        "tie_break",
        "usual",
        'What happens if players tie: they share the win, or they play extra deals. "As usual" means a shared win, '
        "but in a match for points it means extra deals.",
        "11.6",
        label="Tied totals",
        choices=("usual", "extra", "shared"),
        words={"usual": "as usual", "extra": "extra deals", "shared": "shared win"},
    ),
    Option(
        "call_rule",
        "any",
        "Whether you may call your own aces, and whether you may call the ace of trumps.",
        "11.7",
        label="Aces you may call",
        choices=("any", "not_own", "not_own_not_trump"),
        words={"any": "any", "not_own": "not own", "not_own_not_trump": "not own, no trump"},
    ),
    Option(
        "stop_when_decided", False, "A deal ends as soon as its game is made or lost.", "11.8", label="End when decided"
    ),
)

META: Final = GameInfo(
    id="solo",
    title="Solo",
    native="Solo",
    summary="Win the bidding, choose the game, and take enough tricks, alone or with a secret partner.",
    least_seats=4,
    most_seats=4,
    usual_seats=4,
    order=60,
    options=OPTIONS,
    presets=(
        Preset(
            "solo",
            "Solo",
            "Sixteen deals. The highest total wins.",
            brief="bids, a secret partner",
            minutes=19,
            learning="hard",
        ),
        Preset("points", "Solo for points", "The match ends when a total is above 25 points.", {"end": "points"}),
    ),
)
