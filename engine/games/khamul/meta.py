"""The facts of Khamul."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option("limit", 100, "The total that ends the match.", "11.1", least=1, most=500),
    Option(
        "match_s",
        3,
        "How many seconds everybody has to match a card thrown in a turn.",
        "11.2",
        least=1,
        most=30,
        label="Time to match",
        unit="s",
    ),
    Option(
        "match_powers", True, "Black kings, black queens and jacks have their power when they are matched, too.", "11.3"
    ),
    Option("strict_khamul", False, "Five or less must be called even by who cannot know it.", "11.4"),
    Option(
        "false_call",
        "penalty",
        "Calling with more than five costs 20 points, or is refused before everybody.",
        "11.5",
        choices=("penalty", "reject"),
        words={"penalty": "costs 20 points", "reject": "is refused"},
    ),
    Option("lock_caller", False, "No power touches the cards of who has called.", "11.6"),
    Option(
        "starter",
        "rotate",
        "The next round is begun by the player on the left of who began the last, or by lot.",
        "11.7",
        choices=("rotate", "random"),
        words={"rotate": "next on the left", "random": "by lot"},
    ),
    Option("memory_aid", False, "The table keeps showing you what you have seen.", "11.8"),
    Option("turn_cap", 50, "Turns for each player after which a round is counted uncalled.", "11.9", least=1, most=100),
    Option(
        "tie_break",
        "extra",
        "Equal lowest totals are decided by extra rounds, or share the match.",
        "11.10",
        choices=("extra", "shared"),
        words={"extra": "extra rounds", "shared": "a shared match"},
    ),
)

META: Final = GameInfo(
    id="khamul",
    title="Khamul",
    native="Khamul",
    summary="Four hidden cards, of which you see two, once. Throw off points from memory, and call at five or less.",
    least_seats=2,
    most_seats=6,
    usual_seats=4,
    options=OPTIONS,
    presets=(Preset("khamul", "Khamul", "The game to 100, for two to six."),),
    can_shrink=True,
)
