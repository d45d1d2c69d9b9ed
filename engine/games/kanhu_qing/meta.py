"""The facts of Kanhu as played under the Qing."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option("ante", 1, "The chips that everybody pays into the pot before each deal.", "8.1", least=1, most=100),
    Option(
        "hands",
        0,
        "The deals of a match; 0 is two for each player.",
        "8.6",
        least=0,
        most=100,
        words={"0": "2 for each player"},
    ),
    Option(
        "eye6",
        "wealth",
        "The eyes that the sources disagree on: RF S9 M9 (wealth), C8 S3 M2 (culin), or both.",
        "8.3",
        choices=("wealth", "culin", "both"),
        label="Disputed eyes",
        words={"wealth": "RF S9 M9", "culin": "C8 S3 M2", "both": "either"},
    ),
    Option(
        "honours",
        "attach",
        "Flowers and the old thousand are attached, or may stand for any card in a run or set.",
        "8.2",
        choices=("attach", "wild"),
        words={"attach": "attached", "wild": "any card"},
    ),
    Option(
        "direction",
        "left",
        "Play goes to the left or to the right.",
        "8.5",
        choices=("left", "right"),
        words={"left": "to the left", "right": "to the right"},
    ),
    Option(
        "next_dealer",
        "winner",
        "The winner of a deal deals the next, or the deal passes on in any case.",
        "8.7",
        choices=("winner", "next"),
        words={"winner": "the winner", "next": "the next seat"},
    ),
    Option("out_of_turn_win", False, "Everybody may win with a discard, not the next player alone.", "8.4"),
    Option(
        "bankroll",
        0,
        "The chips that everybody begins with; 0 is no limit.",
        "8.8",
        least=0,
        most=10_000,
        words={"0": "no limit"},
    ),
    Option(
        "tie_break",
        "shared",
        "Equal leaders at the end share the match, or play extra deals.",
        "8.9",
        choices=("shared", "extra"),
        words={"extra": "extra deals", "shared": "a shared match"},
    ),
)

META: Final = GameInfo(
    id="kanhu_qing",
    title="Kanhu, Qing",
    native="看湖",
    summary="Draw and throw money cards until all fifteen fit around a pair of eyes, and take the pot.",
    least_seats=2,
    most_seats=6,
    usual_seats=4,
    options=OPTIONS,
    presets=(Preset("qing", "Kanhu, Qing", "The game of the late Qing: honours attach, the next player alone takes."),),
    can_shrink=True,
)
