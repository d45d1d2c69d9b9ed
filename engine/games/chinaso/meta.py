"""The facts of Chinaso."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option(
        "express",
        False,
        "The match omits the fourth and the fifth of the seven contracts.",
        "10.1",
        label="Short match",
    ),
    Option(
        "buy_priority",
        "dealer_left",
        "Which of several buyers gets the card: the first after the dealer, or the first after the player in turn.",
        "10.2",
        label="Several buyers",
        choices=("dealer_left", "turn_left"),
        words={"dealer_left": "from the dealer", "turn_left": "from the one in turn"},
    ),
    Option(
        "buy_penalty",
        0,
        "How many extra cards a player draws from the stock after buying a discard.",
        "10.3",
        least=0,
        most=1,
        label="Extra cards to buyer",
    ),
    Option(
        "cutters_joker",
        True,
        "If the cut shows a joker, the player who cuts keeps the joker as their first card.",
        "10.4",
        label="Keep joker at cut",
    ),
    Option(
        "chinaso_with_discard",
        True,
        "You make a Chinaso if you lay down and go out in one turn. The last card may be your discard.",
        "10.5",
        label="Chinaso by discard",
    ),
    Option(
        "turn_cap",
        60,
        "If nobody has gone out after this many turns of each player, the deal ends and everybody scores.",
        "10.6",
        least=10,
        most=100,
        label="Turn limit",
    ),
    Option(
        "tie_break",
        "shared",
        "What happens if players tie for the lowest total: they share the win, or they play the last contract again.",
        "10.7",
        label="Tied totals",
        choices=("shared", "extra"),
        words={"extra": "last contract again", "shared": "shared win"},
    ),
)

META: Final = GameInfo(
    id="chinaso",
    title="Chinaso",
    native="Chinaso",
    summary="Lay down the contract of the deal, then go out. You can buy a discard when it is not your turn.",
    least_seats=2,
    most_seats=6,
    usual_seats=4,
    order=50,
    options=OPTIONS,
    presets=(
        Preset(
            "chinaso",
            "Chinaso",
            "Seven contracts, from two sets to four sets.",
            brief="seven contracts of melds",
            minutes=15,
            learning="medium",
        ),
        Preset(
            "express",
            "Chinaso Express",
            "Five contracts, for a shorter match.",
            {"express": True},
            brief="five of the contracts",
            minutes=10,
            learning="medium",
        ),
    ),
    can_shrink=True,
)
