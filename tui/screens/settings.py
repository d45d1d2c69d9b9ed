"""The settings: every change applies and is saved at once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from textual import on, work

from net.wire.sanitize import NAME_CELLS

from ..config.settings import CHOICES, Settings, settings_path
from ..config.themes import THEME_NAMES, TITLES
from ..forms.table_draft import Item
from ..forms.table_settings import AWAY_WORDS, PACE_WORDS
from ..session.room_screen import BACK, HELP
from ..widgets.key_bar import KeyHint
from ..widgets.list import RowList
from ..widgets.page import Block
from ..widgets.title_bar import TitleBar
from .form_screen import FormScreen

_WORDS: Final[dict[str, dict[str, str]]] = {
    "theme": TITLES,
    "sort": {"": "as the game suggests", "suit": "by suit", "rank": "by rank", "melds": "by melds"},
    "deck": {"four": "four colours", "two": "red and black"},
    "glyphs": {"auto": "automatic", "unicode": "suits and frames", "ascii": "ASCII letters"},
    "faces": {"auto": "signs and letters", "native": "Chinese signs", "latin": "letters"},
    "pace": PACE_WORDS,
    "away": AWAY_WORDS,
    "mouse": {"auto": "on, but not over SSH", "on": "on", "off": "off"},
    "motion": {"auto": "on, but not over SSH", "on": "on", "off": "off"},
    "coach": {"on": "rules and tips", "card": "rules only", "off": "off"},
}
_VALUES: Final[dict[str, Sequence[str]]] = {**CHOICES, "theme": THEME_NAMES, "sort": tuple(_WORDS["sort"])}
_LINES: Final[tuple[tuple[str, str, str], ...]] = (
    ("name", "Name", "The name that others see. Enter changes it. The new name applies from your next table on."),
    ("", "Looks", ""),
    (
        "theme",
        "Colours",
        "A colour scheme, the sixteen colours of your terminal, or no colours. No information depends on colour alone.",
    ),
    ("deck", "Suits", "Four colours make the suits easier to tell apart, also for most colour-blind people."),
    (
        "glyphs",
        "Signs",
        "How suits look: as signs, or as the letters S H D C. Automatic: letters if the terminal, its font or its "
        "encoding cannot show the signs.",
    ),
    (
        "faces",
        "Money cards",
        "How the cards of the Chinese games look: Chinese signs, letters such as C9, or both. Choose letters if your "
        "terminal draws the signs too narrow.",
    ),
    ("sort", "Your hand", "How your hand is sorted when a deal begins. At the table, s changes the order."),
    (
        "motion",
        "Moving cards",
        "On: cards move to their place, and new melds stand out. After a deal, hands are turned up meld by meld. If "
        'the bot speed is "at once", nothing moves.',
    ),
    ("log", "Log beside table", "Show the log beside the table if the window is wide enough."),
    ("", "Play", ""),
    (
        "pace",
        "Bot speed",
        "How long each bot takes for a move at your tables. The time does not depend on the bots' cards.",
    ),
    ("away", "If a player leaves", "What happens at your tables when it is an absent player's turn."),
    (
        "forced",
        "Only one move",
        "On: the program passes for you if you can only pass, and plays your last card for you.",
    ),
    (
        "only_card",
        "Only one card",
        "On: if you are alone with bots, the program plays your only legal card for you.",
    ),
    (
        "only_useful",
        "Useless claims",
        "On: the program passes for you if the line about your hand says that the discard does not help you.",
    ),
    (
        "guard",
        "Early keys",
        "On: for a third of a second after a new prompt, your keys do nothing. So a key that you press too early makes "
        "no move.",
    ),
    (
        "coach",
        "New games",
        "Rules: six lines of rules before your first deal of a game. Tips: tips and hints in your first three deals of "
        "a game.",
    ),
    ("bell", "Bell", "Ring the terminal's bell when it is your turn."),
    (
        "mouse",
        "Mouse",
        "Use the mouse in Khanhoo. While this is on, hold Shift to select text. A change takes effect when you next "
        "start Khanhoo.",
    ),
)


_NEXT_TIME: Final = ("name", "pace", "away", "mouse")
"""Settings that hold for the next table, or the next start."""


def setting_items(settings: Settings) -> list[Item]:
    return [_item(settings, field, label, told) for field, label, told in _LINES]


def immediate_items(settings: Settings) -> list[Item]:
    """The settings that hold at once, at a table too."""
    return [item for item in setting_items(settings) if not item.heading and item.id not in _NEXT_TIME]


def value_blocks(settings: Settings, field: str) -> list[Block]:
    """The values that a setting can have, the one that it has brought out; none for a switch."""
    words, held = _WORDS.get(field, {}), getattr(settings, field)
    blocks = [
        Block(words.get(value, value), "strong" if value == held else "faint", 4, "*" if value == held else "")
        for value in _VALUES.get(field, ())
    ]
    return [replace(blocks[0], gap=1), *blocks[1:]] if blocks else []


def _item(settings: Settings, field: str, label: str, told: str) -> Item:
    if not field:
        return Item("", label, heading=True)
    value = getattr(settings, field)
    if field == "name":
        return Item(field, label, settings.shown_name, told, steps=False, types=True)
    if isinstance(value, bool):
        return Item(field, label, "on" if value else "off", told)
    return Item(field, label, _WORDS[field].get(value, str(value)), told)


def next_value(settings: Settings, field: str, step: int) -> str | bool:
    """The value after (1) or before (-1) the one that a setting has."""
    held = getattr(settings, field)
    if isinstance(held, bool):
        return not held
    values = _VALUES[field]
    at = values.index(held) if held in values else 0
    return values[(at + step) % len(values)]


class SettingsScreen(FormScreen):
    """A form of everything that can be set."""

    WORDS = "Settings"
    KEYS = (
        KeyHint("up,down", "move"),
        KeyHint("left,right", "change", keep=True),
        KeyHint("enter", "edit"),
        BACK,
        HELP,
    )
    HELP_TEXT = (
        "The left and right arrows change the selected line. Most changes apply at once. To type a new name, press "
        "Enter on the line Name."
    )

    def title_note(self) -> str:
        return self.room.settings.shown_name

    def items(self) -> list[Item]:
        return setting_items(self.room.settings)

    def refill(self) -> None:
        super().refill()
        self.query_one(TitleBar).show((self.WORDS, self.title_note()))

    def about(self, item: Item) -> list[Block]:
        return super().about(item) + ([] if self.is_narrow else value_blocks(self.room.settings, item.id))

    @on(RowList.Stepped)
    def _step(self, event: RowList.Stepped) -> None:
        self._set(event.row_id, next_value(self.room.settings, event.row_id, event.step))

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        if event.row_id == "name":
            self._rename()
        else:
            self._set(event.row_id, next_value(self.room.settings, event.row_id, 1))

    def _set(self, field: str, value: str | bool) -> None:
        self.tell("")
        self.room.change_settings(**{field: value})
        self.refill()

    def action_help(self) -> None:
        """Explain the screen, and show the path of the file."""
        try:
            place = f"The settings are in {settings_path()}, a text file that you can edit."
        except OSError as error:
            place = f"Settings cannot be saved. Changes last only until you quit. {error}"
        self.room.open_screen("help", self.WORDS, f"{self.HELP_TEXT}\n\n{place}")

    @work(exclusive=True, group="typing")
    async def _rename(self) -> None:
        from net.wire.sanitize import clean_name

        text = await self.ask("Name:", self.room.settings.shown_name, most=NAME_CELLS)
        if text is not None:
            self._set("name", clean_name(text))
