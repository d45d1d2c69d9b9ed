"""The facts of Hearts."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option("omnibus", False, "The jack of diamonds takes 10 points off, and the moon needs it.", "10.1"),
    Option(
        "moon",
        "others26",
        "Shooting the moon gives the others 26 each, or lets the shooter choose 26 off instead.",
        "10.2",
        choices=("others26", "choice"),
        words={"others26": "26 for each other", "choice": "the shooter chooses"},
    ),
    Option("limit", 100, "The total that ends the match.", "10.3", least=1, most=1000),
    Option(
        "limit_rule",
        "strict",
        "The match ends above the limit (strict) or already at it (inclusive).",
        "10.4",
        choices=("strict", "inclusive"),
        words={"strict": "above the limit", "inclusive": "at the limit"},
    ),
    Option("queen_breaks", False, "The queen of spades breaks hearts, too.", "10.5"),
    Option("first_trick_points", False, "Scoring cards may be thrown on the first trick.", "10.6"),
    Option(
        "tie_break",
        "extra",
        "Equal lowest totals are decided by extra deals, or share the match.",
        "10.7",
        choices=("extra", "shared"),
        words={"extra": "extra deals", "shared": "a shared match"},
    ),
)

META: Final = GameInfo(
    id="hearts",
    title="Hearts",
    native="Hearts",
    summary="Take no hearts and not the queen of spades, or take them all. Lowest total wins.",
    least_seats=4,
    most_seats=4,
    usual_seats=4,
    options=OPTIONS,
    presets=(
        Preset("hearts", "Hearts", "The classic game to 100."),
        Preset(
            "omnibus",
            "Omnibus Hearts",
            "The jack of diamonds takes 10 points off, and who shoots the moon chooses how it counts.",
            {"omnibus": True, "moon": "choice"},
        ),
    ),
)
