"""The facts of Solo."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option(
        "color",
        "clubs",
        "The suit in color: games with these trumps rank higher and count double.",
        "11.1",
        choices=("clubs", "diamonds", "hearts", "spades"),
    ),
    Option(
        "end",
        "hands",
        "The match is for a number of deals, or until a total exceeds a number of points.",
        "11.2",
        choices=("hands", "points"),
        words={"hands": "a number of deals", "points": "a number of points"},
    ),
    Option("hands", 16, "How many deals a match has.", "11.3", least=1, most=256),
    Option("points", 25, "The total that has to be exceeded in a match for points.", "11.4", least=1, most=1000),
    Option("max_hands", 64, "The most deals of a match for points.", "11.5", least=1, most=256),
    Option(
        "tie_break",
        "usual",
        "Equal highest totals share the match, or are decided by extra deals; usually shared only after so many deals.",
        "11.6",
        choices=("usual", "extra", "shared"),
        words={"usual": "as usual", "extra": "extra deals", "shared": "a shared match"},
    ),
    Option(
        "call_rule",
        "any",
        "Which ace may be called: any, one not held, or one not held and not of trumps.",
        "11.7",
        choices=("any", "not_own", "not_own_not_trump"),
        words={"any": "any", "not_own": "one not held", "not_own_not_trump": "not held, no trump"},
    ),
    Option("stop_when_decided", False, "A deal ends as soon as its game is made or lost.", "11.8"),
)

META: Final = GameInfo(
    id="solo",
    title="Solo",
    native="Solo",
    summary="Outlast the others' questions, name the game, and take the tricks: with a secret partner or alone.",
    least_seats=4,
    most_seats=4,
    usual_seats=4,
    options=OPTIONS,
    presets=(
        Preset("solo", "Solo", "Sixteen deals; the highest total wins."),
        Preset("points", "Solo for points", "Until somebody has more than 25 points.", {"end": "points"}),
    ),
)
