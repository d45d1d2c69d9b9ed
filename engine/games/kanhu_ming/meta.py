"""The facts of Kanhu as it was played under the Ming."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option("hands", 6, "How many hands a match has.", "9.1", least=1, most=30),
    Option(
        "target",
        0,
        "The total that ends the match, whatever the number of hands; 0 for none.",
        "9.2",
        most=500,
        words={"0": "none"},
    ),
    Option(
        "eldest_next",
        "rotate",
        "Who is eldest in the next hand: the seat to the right, the hand's winner, or who draws the highest card.",
        "9.3",
        choices=("rotate", "winner", "redraw"),
        words={"rotate": "seat to the right", "winner": "the winner", "redraw": "the highest card"},
    ),
    Option("sluff_face_down", True, "Cards that do not beat are thrown face down until the hand is over.", "9.4"),
    Option(
        "settlement",
        "off",
        "At the end everybody pays everybody the difference of their totals.",
        "9.5",
        choices=("off", "pairwise"),
        words={"pairwise": "each pays each"},
    ),
    Option(
        "tie_break",
        "shared",
        "Equal highest totals after the last hand share the match, or play extra hands.",
        "9.6",
        choices=("shared", "extra"),
        words={"extra": "extra hands", "shared": "a shared match"},
    ),
)

META: Final = GameInfo(
    id="kanhu_ming",
    title="Kanhu, Ming",
    native="看虎",
    summary="Watching the tiger: take tricks of one card or of three, with gibbons, leopards and specials.",
    least_seats=2,
    most_seats=3,
    usual_seats=3,
    options=OPTIONS,
    presets=(Preset("ming", "Kanhu, Ming", "The game of 1613 for two or three, six hands."),),
)
