"""The facts of Hearts."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option(
        "omnibus",
        False,
        "The jack of diamonds takes 10 points off. You need this jack to shoot the moon.",
        "10.1",
        label="Jack takes off 10",
    ),
    Option(
        "moon",
        "others26",
        "If you shoot the moon, every other player gets 26 points. "
        'With "the shooter chooses", you may take 26 off your total instead.',
        "10.2",
        label="Shooting the moon",
        choices=("others26", "choice"),
        words={"others26": "26 for the others", "choice": "the shooter chooses"},
    ),
    Option("limit", 100, "The total that ends the match.", "10.3", least=1, most=1000, label="Points limit"),
    Option(
        "limit_rule",
        "strict",
        "Whether the match ends when a total reaches the limit, or only when a total goes above the limit.",
        "10.4",
        label="The match ends",
        choices=("strict", "inclusive"),
        words={"strict": "above the limit", "inclusive": "at the limit"},
    ),
    Option(
        "queen_breaks",
        False,
        "When a player has played the queen of spades, you may lead hearts.",
        "10.5",
        label="Queen breaks hearts",
    ),
    Option(
        "first_trick_points",
        False,
        "If you have no clubs on the first trick, you may play any card.",
        "10.6",
        label="Points on trick one",
    ),
    Option(
        "tie_break",
        "extra",
        "What happens if players tie for the lowest total: they play extra deals, or they share the win.",
        "10.7",
        label="Tied totals",
        choices=("extra", "shared"),
        words={"extra": "extra deals", "shared": "shared win"},
    ),
)

META: Final = GameInfo(
    id="hearts",
    title="Hearts",
    native="Hearts",
    summary="Avoid hearts and the queen of spades, or take them all. Lowest total wins.",
    least_seats=4,
    most_seats=4,
    usual_seats=4,
    order=70,
    options=OPTIONS,
    presets=(
        Preset(
            "hearts",
            "Hearts",
            "The classic game to 100 points.",
            brief="avoid taking hearts",
            minutes=18,
            learning="easy",
        ),
        Preset(
            "omnibus",
            "Omnibus Hearts",
            "The jack of diamonds takes 10 points off. If you shoot the moon, you choose how it counts.",
            {"omnibus": True, "moon": "choice"},
            brief="a jack takes off 10",
            minutes=30,
            learning="easy",
        ),
    ),
)
