"""The facts of Kanhu as played under the Qing."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option("ante", 1, "How many chips each player pays into the pot before each deal.", "8.1", least=1, most=100),
    Option(
        "hands",
        0,
        "How many deals a match has. If it is 0, the match has twice as many deals as players.",
        "8.6",
        label="Deals in a match",
        least=0,
        most=100,
        words={"0": "2 for each player"},
    ),
    Option(
        "eye6",
        "wealth",
        "Six groups always count as eyes. This option adds one more, RF S9 M9 or C8 S3 M2, or adds both. The sources "
        "disagree.",
        "8.3",
        choices=("wealth", "culin", "both"),
        label="Disputed eyes",
        words={"wealth": "RF S9 M9", "culin": "C8 S3 M2", "both": "both"},
    ),
    Option(
        "honours",
        "attach",
        "What flowers and old thousands are for: you attach them to a group, or they may also replace any card of a "
        "run or set.",
        "8.2",
        choices=("attach", "wild"),
        words={"attach": "attached", "wild": "any card"},
    ),
    Option(
        "direction",
        "left",
        "The direction of play: to the left or to the right.",
        "8.5",
        label="Direction of play",
        choices=("left", "right"),
        words={"left": "to the left", "right": "to the right"},
    ),
    Option(
        "next_dealer",
        "winner",
        "Who deals next: the winner of the deal, or always the next player.",
        "8.7",
        choices=("winner", "next"),
        words={"winner": "winner of the deal", "next": "next player"},
    ),
    Option(
        "out_of_turn_win",
        False,
        "Every player may take a discard that completes a winning hand, not only the next player.",
        "8.4",
        label="Win out of turn",
    ),
    Option(
        "bankroll",
        0,
        "The chips that each player starts with. If it is 0, there is no limit: players may go below 0.",
        "8.8",
        label="Starting chips",
        least=0,
        most=10_000,
        words={"0": "no limit"},
    ),
    Option(
        "tie_break",
        "shared",
        "What happens if players tie for the most chips: they share the win, or they play extra deals.",
        "8.9",
        label="If the totals tie",
        choices=("shared", "extra"),
        words={"extra": "play extra deals", "shared": "share the win"},
    ),
)

META: Final = GameInfo(
    id="kanhu_qing",
    title="Kanhu, Qing",
    native="看湖",
    summary="Draw and discard money cards until all fifteen fit into groups, and take the pot.",
    least_seats=2,
    most_seats=6,
    usual_seats=4,
    order=30,
    options=OPTIONS,
    presets=(
        Preset(
            "qing",
            "Kanhu, Qing",
            "The game of the late Qing: only the next player may take a discard.",
            brief="money cards, one pot",
            minutes=9,
            learning="hard",
        ),
    ),
    can_shrink=True,
)
