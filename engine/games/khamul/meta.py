"""The facts of Khamul."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option(
        "limit",
        100,
        "When a player's total reaches this number, the match ends.",
        "11.1",
        least=1,
        most=500,
        label="Points limit",
    ),
    Option(
        "match_s",
        3,
        "After each discard, all players get this many seconds to match it.",
        "11.2",
        least=1,
        most=30,
        label="Time to match",
        unit="s",
    ),
    Option(
        "match_powers",
        True,
        "Black kings, black queens and jacks also have their power when you match with them.",
        "11.3",
        label="Powers when matched",
    ),
    Option(
        "strict_khamul",
        False,
        "With five points or fewer, you must call, even if you do not know all of your cards. "
        "If you do not call, it costs you 20 points.",
        "11.4",
        label="Must call unseen",
    ),
    Option(
        "false_call",
        "penalty",
        "What happens if you call with more than five points: it costs you 20, or the call is refused. "
        "Everybody sees a refused call.",
        "11.5",
        label="False call",
        choices=("penalty", "reject"),
        words={"penalty": "costs 20 points", "reject": "is refused"},
    ),
    Option(
        "lock_caller", False, "You cannot use powers against the player who called.", "11.6", label="Protect the caller"
    ),
    Option(
        "starter",
        "rotate",
        "Who starts the next deal: the player to the left of the last starter, or a random player.",
        "11.7",
        label="Next starter",
        choices=("rotate", "random"),
        words={"rotate": "player to the left", "random": "random"},
    ),
    Option("memory_aid", False, "Cards that you have seen stay visible to you.", "11.8", label="Memory aid"),
    Option(
        "turn_cap",
        50,
        "If nobody has called after this many turns of each player, the deal ends and is scored.",
        "11.9",
        least=1,
        most=100,
        label="Turn limit",
    ),
    Option(
        "tie_break",
        "extra",
        "What happens if players tie for the lowest total: they play extra deals, or they share the win.",
        "11.10",
        label="Tied totals",
        choices=("extra", "shared"),
        words={"extra": "extra deals", "shared": "shared win"},
    ),
)

META: Final = GameInfo(
    id="khamul",
    title="Khamul",
    native="Khamul",
    summary="You see two of your four hidden cards, once. Play from memory. With five points or fewer, end the deal.",
    least_seats=2,
    most_seats=6,
    usual_seats=4,
    order=40,
    options=OPTIONS,
    presets=(
        Preset(
            "khamul",
            "Khamul",
            "The game to 100 points, for two to six players.",
            brief="four cards, from memory",
            minutes=41,
            learning="easy",
        ),
    ),
    can_shrink=True,
)
