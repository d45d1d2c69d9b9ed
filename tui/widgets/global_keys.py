"""The keys of the program: they mean the same at every table and on every screen. No game may take one of them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class GlobalKey:
    """A key and what it does. key: the sign on the keyboard. label: in a key bar."""

    action: str
    key: str
    label: str


GLOBAL_KEYS: Final = (
    GlobalKey("help", "?", "help"),
    GlobalKey("hint", "h", "hint"),
    GlobalKey("coach", "H", "tips"),
    GlobalKey("rules", "r", "rules"),
    GlobalKey("melds", "m", "melds"),
    GlobalKey("sort", "s", "sort"),
    GlobalKey("carry left", "<", "move"),
    GlobalKey("carry right", ">", "move"),
    GlobalKey("log", "v", "log"),
    GlobalKey("table", "i", "table"),
    GlobalKey("people", "u", "people"),
    GlobalKey("chat", "c", "chat"),
    GlobalKey("search", "/", "search"),
    GlobalKey("past", ",", "look back"),
    GlobalKey("forward", ".", "forward"),
    GlobalKey("rank", "'", "card of a rank"),
    GlobalKey("next", "]", "next"),
    GlobalKey("previous", "[", "previous"),
    GlobalKey("not until my turn", "n", "not until my turn"),
    GlobalKey("play on", "x", "play on"),
    GlobalKey("take back", "z", "take back"),
    GlobalKey("faster", "+", "faster"),
    GlobalKey("slower", "-", "slower"),
    GlobalKey("down", "j", "down"),
    GlobalKey("up", "k", "up"),
    GlobalKey("top", "g", "top"),
    GlobalKey("end", "G", "end"),
    GlobalKey("back", "q", "back"),
)
KEY_OF: Final = {each.action: each.key for each in GLOBAL_KEYS}
LABEL_OF: Final = {each.action: each.label for each in GLOBAL_KEYS}
GAME_LETTERS: Final = "abdefloptwy"
"""The letters that are left for the moves of the games, and for what only one screen does."""
