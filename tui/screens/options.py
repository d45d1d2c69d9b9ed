"""This table: its rules, for everybody to read at any time, and the settings that hold at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.binding import Binding

from engine.api import Game, Option, OptionError, OptionValue

from ..forms.table_draft import Item, option_item
from ..session.room_screen import BACK, HELP
from ..widgets.key_bar import KeyHint
from ..widgets.list import RowList
from ..widgets.packs import read_pack
from ..widgets.page import Block
from .form_screen import FormScreen
from .settings import immediate_items, next_value, value_blocks

if TYPE_CHECKING:
    from net.client.session import ClientSession


class OptionsScreen(FormScreen):
    """Every option with its value, its meaning and its rule; below, settings that can be changed."""

    WORDS = "This table"
    KEYS = (
        KeyHint("up,down", "move"),
        KeyHint("left,right", "change a setting"),
        KeyHint("r", "rules"),
        KeyHint("f", "deal check"),
        BACK,
        HELP,
    )
    HELP_TEXT = (
        "The options were set before the first deal and apply to the whole match. Options that differ from the "
        "standard have a star.\n\nSelect an option and press r to read its rule. Press f to see whether the "
        "deals were fair.\n\nBelow the options are your settings. The left and right arrows change the selected "
        "setting at once. Esc goes back to the table."
    )
    BINDINGS = [
        Binding("r", "rules", "rules", show=False, id="options.rules"),
        Binding("f", "check", "deal check", show=False, id="options.check"),
        Binding("q", "back", "back", show=False, id="options.back"),
    ]

    def __init__(self, game: Game, options: Mapping[str, OptionValue], seats: int, session: ClientSession) -> None:
        super().__init__()
        self._session = session
        self._game, self._options, self._seats = game, options, seats
        self.pack = read_pack(game)

    def title_note(self) -> str:
        meta = self._game.meta
        fitting = [preset.title for preset in meta.presets if self._is_preset(dict(preset.options))]
        named = f" · {fitting[0]}" if fitting and fitting[0] != meta.title else ""
        return f"{meta.title}{named} · {self._seats} players"

    def _is_preset(self, given: dict[str, OptionValue]) -> bool:
        try:
            return self._game.complete_options(self._game.meta.resolve(given), self._seats) == dict(self._options)
        except OptionError:
            return False

    def _is_standard(self, option: Option, value: OptionValue) -> bool:
        """Whether the table would have the same value if nobody had set this option: the rules may have chosen it."""
        unset = {**self._options, option.name: option.default}
        try:
            return self._game.complete_options(unset, self._seats).get(option.name, option.default) == value
        except OptionError:
            return False

    def items(self) -> list[Item]:
        meta = self._game.meta
        items = [Item("", "Rules of this table", heading=True)]
        for option in meta.options:
            value = self._options.get(option.name, option.default)
            item = option_item(option, value, steps=False)
            shown = item.value if self._is_standard(option, value) else f"{item.value} *"
            items.append(replace(item, value=shown, help=option.help))
        if not meta.options:
            items.append(Item("none", "No options", "", "This game has no options.", steps=False))
        return [*items, Item("", "Your settings", heading=True), *immediate_items(self.room.settings)]

    def about(self, item: Item) -> list[Block]:
        if not item.steps:
            return super().about(item) + self.rule_of(item, self._game)
        return super().about(item) + ([] if self.is_narrow else value_blocks(self.room.settings, item.id))

    @on(RowList.Stepped)
    def _step(self, event: RowList.Stepped) -> None:
        self._set(event.row_id, event.step)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        item = self.current
        if item is not None and item.steps:
            self._set(event.row_id, 1)

    def _set(self, field: str, step: int) -> None:
        self.tell("")
        self.room.change_settings(**{field: next_value(self.room.settings, field, step)})
        self.refill()

    def action_check(self) -> None:
        self.room.open_screen("check", self._session)

    def action_rules(self) -> None:
        item = self.current
        self.room.open_rules(self._game.meta.id, item.paragraph if item else "", self._options)
