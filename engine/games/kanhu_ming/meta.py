"""The facts of Kanhu as played under the Ming."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option("hands", 6, "How many deals a match has.", "9.1", least=1, most=30, label="Deals in a match"),
    Option(
        "target",
        0,
        "The match goes on until a player has this total. With no total (0), the match has a fixed number of deals.",
        "9.2",
        label="Points to win",
        most=500,
        words={"0": "none"},
    ),
    Option(
        "eldest_next",
        "rotate",
        "Who leads first in a deal: the next player, the last deal's winner, or the player who draws the highest card.",
        "9.3",
        label="First lead",
        choices=("rotate", "winner", "redraw"),
        words={"rotate": "next player", "winner": "winner of the deal", "redraw": "highest card"},
    ),
    Option(
        "sluff_face_down",
        True,
        "Discards stay face down until the deal is over.",
        "9.4",
        label="Discards face down",
    ),
    Option(
        "settlement",
        "off",
        "At the end of the match, you pay the difference in points to each player with a higher total.",
        "9.5",
        label="Payment at the end",
        choices=("off", "pairwise"),
        words={"pairwise": "by difference"},
    ),
    Option(
        "tie_break",
        "shared",
        "What happens if players tie for the highest total: they share the win, or they play extra deals.",
        "9.6",
        label="If the totals tie",
        choices=("shared", "extra"),
        words={"extra": "play extra deals", "shared": "share the win"},
    ),
)

META: Final = GameInfo(
    id="kanhu_ming",
    title="Kanhu, Ming",
    native="看虎",
    summary="Win tricks with single money cards, or with melds of three.",
    least_seats=2,
    most_seats=3,
    usual_seats=3,
    order=20,
    options=OPTIONS,
    presets=(
        Preset(
            "ming",
            "Kanhu, Ming",
            "The game of 1613: two or three players, six deals.",
            brief="tricks of one or three",
            minutes=4,
            learning="medium",
        ),
    ),
)
