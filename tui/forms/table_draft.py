"""A table that a player sets up: what the New table screen shows and changes, without the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.api import Game, Option, OptionError, OptionValue, games
from net.host.config import HostConfig
from net.match.settings import USUAL_AWAY_S

from ..config.last_options import last_set
from ..config.settings import CHOICES, Settings
from ..problems import UsageProblem
from .host_config import Times, alone_config, get_game, last_config, last_game, own_title, shared_config
from .table_settings import AWAY_WORDS, CODE_WORDS, PACE_WORDS, TIMES

ALONE: Final = "alone"
COMPANY: Final[dict[str, str]] = {
    ALONE: "nobody, only bots",
    "listed": "anybody who finds it",
    "unlisted": "people with the link",
}
_COMPANY_HELP: Final[dict[str, str]] = {
    ALONE: "The match starts at once. Nobody else sees the table.",
    "listed": "Other people on your network or on this machine press f in the menu to find the table. When everybody "
    "has a seat and is ready, you press p to start the match.",
    "unlisted": "No list shows the table. In the lobby you see a link: give it to your friends.",
}
FREE: Final = "free"


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the form.

    id: names the line. label, value: as shown. help: what the line means. steps: whether left and right change it.
    types: whether something can be typed for it. paragraph: of the rulebook, "" for none. heading: the line is a title.
    typed: the value as it is typed, "" if that is the value as shown. room: the cells for the label, 0 for the usual
    number.
    """

    id: str
    label: str
    value: str = ""
    help: str = ""
    steps: bool = True
    types: bool = False
    paragraph: str = ""
    heading: bool = False
    typed: str = ""
    room: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """The table as set up so far. Every change returns a new draft.

    bots: by seat from the second on; FREE leaves a seat for people. options: complete. preset: "" once an
    option differs from what the preset says. kept: the sets last used, by game, as the settings keep them.
    """

    game: Game
    preset: str
    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    company: str = ALONE
    pace: str = "normal"
    away: str = "wait"
    times: Times = field(default_factory=dict)
    title: str = ""
    seed: str = ""
    private: bool = False
    usual_bot: str = field(default="easy", kw_only=True)
    kept: str = field(default="", kw_only=True)

    @property
    def seats(self) -> int:
        return len(self.bots) + 1

    def items(self, name: str) -> list[Item]:
        """The form, top to bottom. name: of the player."""
        meta = self.game.meta
        lines = [Item("game", "Game", meta.title, meta.summary)]
        if len(meta.presets) > 1:
            chosen = next((preset for preset in meta.presets if preset.id == self.preset), None)
            own = "You chose your own options. Press the left or right arrow to go back to a preset."
            told = chosen.summary if chosen else own
            lines.append(Item("preset", "Rules", chosen.title if chosen else "your own", told))
        lines.append(
            Item("company", "Who can join", COMPANY[self.company], _COMPANY_HELP[self.company]),
        )
        if meta.least_seats < meta.most_seats:
            lines.append(Item("seats", "Players", str(self.seats), self._seats_help()))
        lines.append(Item("", "Seats", heading=True))
        lines.append(Item("me", "Seat 1", name, "Your seat. Change your name in the settings.", steps=False))
        lines += [self._seat_item(place, bot) for place, bot in enumerate(self.bots)]
        lines.append(Item("", "Rules of the game", heading=True))
        lines += [option_item(option, self.options[option.name]) for option in meta.options]
        lines.append(Item("", "Table", heading=True))
        lines.append(Item("pace", "Bot speed", PACE_WORDS[self.pace], "Each bot's time for a move."))
        if self.company != ALONE:
            lines.append(
                Item("away", "If a player leaves", AWAY_WORDS[self.away], "A player who left can always come back.")
            )
            told = "New players must enter the join code, which only you can see. Players who come back need no code."
            lines.append(Item("private", "Join code", CODE_WORDS[self.private], told))
            lines += self._time_items()
            lines.append(Item("title", "Table name", self.called(name), "Enter changes it.", steps=False, types=True))
        cards = f"from seed {self.seed!r}" if self.seed else "random"
        told = (
            "A seed is a text that decides the cards. The same seed gives the same cards again, so you can practise "
            "deals or share them with a friend. Enter lets you type a seed."
        )
        lines.append(Item("seed", "Cards", cards, told, steps=False, types=True))
        return lines

    @property
    def _possible_seats(self) -> list[int]:
        """The numbers of players that these options allow; all that the game allows if none fits."""
        meta = self.game.meta
        counts = range(meta.least_seats, meta.most_seats + 1)
        return [count for count in counts if not replace(self, bots=(FREE,) * (count - 1)).fault] or list(counts)

    def _seats_help(self) -> str:
        meta, possible = self.game.meta, self._possible_seats
        told = f"From {possible[0]} to {possible[-1]} players."
        more = [
            f"{preset.title}: up to {preset.most_seats or meta.most_seats} players."
            for preset in meta.presets
            if (preset.most_seats or meta.most_seats) > possible[-1]
        ]
        return " ".join([told, *more])

    def _next_seats(self, step: int) -> int:
        """The next or previous number of players that the options allow."""
        beyond = [count for count in self._possible_seats if (count - self.seats) * step > 0]
        return self.seats if not beyond else min(beyond) if step > 0 else max(beyond)

    def _time_items(self) -> list[Item]:
        return [
            Item(name, setting.label, setting.value(self._seconds(name)), setting.help)
            for name, setting in TIMES.items()
            if setting.usual is not None or self.away != "wait"
        ]

    def _seconds(self, name: str) -> int:
        chosen: int = self.times.get(name, self._usual_seconds(name))
        return chosen

    def _usual_seconds(self, name: str) -> int:
        usual = TIMES[name].usual
        return USUAL_AWAY_S["bot" if self.away == "bot" else "pause"] if usual is None else usual

    def _seat_item(self, place: int, bot: str) -> Item:
        if bot == FREE:
            return Item(f"bot:{place}", f"Seat {place + 2}", "free for a player", "A player may sit down here.")
        level = next((level for level in self.game.levels if level.id == bot), None)
        told = level.description if level else ""
        return Item(f"bot:{place}", f"Seat {place + 2}", f"bot, {(level.title if level else bot).lower()}", told)

    def step(self, item_id: str, step: int) -> Draft:
        """The next (1) or previous (-1) value of a line."""
        kind, _, name = item_id.partition(":")
        match kind:
            case "game":
                ids = [meta.id for meta in games()]
                return fresh_draft(get_game(_next(ids, self.game.meta.id, step)), self)
            case "preset":
                ids = [preset.id for preset in self.game.meta.presets]
                return self.with_preset(_next(ids, self.preset, step))
            case "company":
                return self.open_to(_next(list(COMPANY), self.company, step))
            case "seats":
                return self.for_seats(self._next_seats(step))
            case "bot":
                return self._with_bot(int(name), step)
            case "option":
                option = next(option for option in self.game.meta.options if option.name == name)
                return self.with_option(name, step_option(option, self.options[name], step))
            case "pace":
                return replace(self, pace=_next(list(CHOICES["pace"]), self.pace, step))
            case "away":
                kept = {name: seconds for name, seconds in self.times.items() if TIMES[name].usual is not None}
                return replace(self, away=_next(list(CHOICES["away"]), self.away, step), times=kept)
            case _ if kind in TIMES:
                seconds = TIMES[kind].step(self._seconds(kind), step)
                others = {name: chosen for name, chosen in self.times.items() if name != kind}
                times = others if seconds == self._usual_seconds(kind) else {**others, kind: seconds}
                return replace(self, times=times)
            case "private":
                return replace(self, private=not self.private)
        return self

    def typed(self, item_id: str, text: str) -> Draft:
        """A line with a value that was typed. Raises OptionError for one that the option cannot take."""
        kind, _, name = item_id.partition(":")
        if kind == "option":
            option = next(option for option in self.game.meta.options if option.name == name)
            return self.with_option(name, option.read(text))
        if kind == "title":
            return replace(self, title=text)
        return replace(self, seed=text) if kind == "seed" else self

    def with_preset(self, preset_id: str) -> Draft:
        preset = self.game.meta.preset(preset_id)
        changed = replace(self, preset=preset_id, options=self.game.meta.resolve(preset.options))
        nearest = min(changed._possible_seats, key=lambda count: abs(count - self.seats))
        return changed.for_seats(preset.seats or nearest)

    def with_option(self, name: str, value: OptionValue) -> Draft:
        """The draft with one option changed; it has the preset's name again if all options equal the preset's."""
        options = {**self.options, name: value}
        meta = self.game.meta
        fitting = [preset.id for preset in meta.presets if meta.resolve(preset.options) == options]
        named = self.preset if self.preset in fitting else fitting[0] if fitting else ""
        return replace(self, options=options, preset=named)

    def for_seats(self, seats: int) -> Draft:
        """With this number of players. New seats get the bot of the last seat."""
        usual = self.usual_bot if self.company == ALONE else FREE
        filler = self.bots[-1] if self.bots else usual
        return replace(self, bots=(*self.bots, *[filler] * seats)[: seats - 1])

    def open_to(self, company: str) -> Draft:
        """The draft with another choice of who can join. Alone, bots take all seats; with others, all seats are free at
        first.
        """
        if company == self.company:
            return self
        if company == ALONE:
            bots = tuple(self.usual_bot if bot == FREE else bot for bot in self.bots)
        elif self.company == ALONE:
            bots = (FREE,) * len(self.bots)
        else:
            bots = self.bots
        return replace(self, company=company, bots=bots)

    def as_usual(self) -> Draft:
        """The standard rules of the game, in place of those used last."""
        presets = self.game.meta.presets
        if presets:
            return self.with_preset(self.preset or presets[0].id)
        return replace(self, options=self.game.meta.resolve({}))

    @property
    def fault(self) -> str:
        """Why the options do not go together, or not with this number of players; "" if they do."""
        try:
            self.game.complete_options(self.options, self.seats)
        except OptionError as error:
            return str(error)
        return ""

    def _with_bot(self, place: int, step: int) -> Draft:
        kinds = [level.id for level in self.game.levels]
        if self.company != ALONE:
            kinds = [FREE, *kinds]
        bots = list(self.bots)
        bots[place] = _next(kinds, bots[place], step)
        return replace(self, bots=tuple(bots))

    def called(self, name: str) -> str:
        """The table's name. name: of the player who opens it."""
        return self.title or own_title(name, self.game, self.options)

    def config(self, settings: Settings) -> HostConfig:
        """The table to open. Raises UsageProblem."""
        chosen = settings.with_(pace=self.pace, away=self.away)
        if self.company == ALONE:
            return alone_config(
                chosen, self.game.meta.id, seats=self.seats, bots=self.bots, options=self.options, seed=self.seed
            )
        # The room puts bots on the last seats, so the free seats come first.
        bots = [bot for bot in self.bots if bot != FREE]
        return shared_config(
            chosen,
            self.game.meta.id,
            seats=self.seats,
            bots=bots,
            options=self.options,
            seed=self.seed,
            title=self.called(settings.shown_name),
            listed=self.company == "listed",
            private=self.private,
            times=self.times,
        )


def new_draft(settings: Settings, game_id: str = "", preset: str = "", company: str = ALONE) -> Draft:
    """The first draft of the screen: like the last table of a game, or of the last game played."""
    game = get_game(game_id or last_game(settings))
    bot, kept = settings.last_bots.partition(" ")[0], settings.kept_options
    draft = replace(_plain_draft(game, bot, kept), pace=settings.pace, away=settings.away)
    draft = _like_last(draft, settings)
    if preset and game.meta.nearest_preset(draft.options).id != preset:
        draft = draft.with_preset(preset)
    return draft.open_to(company)


def _like_last(draft: Draft, settings: Settings) -> Draft:
    """With the options and bots of the last table, if it was of the same game."""
    try:
        last = last_config(settings)
    except UsageProblem:
        return draft
    if last.game != draft.game.meta.id:
        return draft
    if last_set(draft.kept, draft.game.meta) is None:
        for name, value in last.options.items():
            draft = draft.with_option(name, value)
    return replace(draft, bots=last.bots)


def fresh_draft(game: Game, like: Draft) -> Draft:
    """Another game, with its last or standard options, open to the same people."""
    draft = _plain_draft(game, like.usual_bot, like.kept).open_to(like.company)
    return replace(draft, pace=like.pace, away=like.away, private=like.private, times=like.times)


def _plain_draft(game: Game, bot: str, kept: str) -> Draft:
    meta = game.meta
    preset = meta.presets[0] if meta.presets else None
    levels = [level.id for level in game.levels]
    usual = bot if bot in levels else levels[0]
    seats = (preset.seats if preset else 0) or meta.usual_seats
    options = meta.resolve(preset.options if preset else {})
    plain = Draft(game, preset.id if preset else "", options, (usual,) * (seats - 1), usual_bot=usual, kept=kept)
    for name, value in (last_set(kept, meta) or {}).items():
        plain = plain.with_option(name, value)
    return plain


def option_item(option: Option, value: OptionValue, *, steps: bool = True) -> Item:
    told = option.help
    if isinstance(option.default, int) and not isinstance(option.default, bool):
        told += f" From {option.least} to {option.most}. Enter lets you type a number."
    types = type(option.default) is int
    shown, typed = option.called(value), str(value) if types else ""
    return Item(f"option:{option.name}", option.title, shown, told, steps, types, option.paragraph, typed=typed)


def step_option(option: Option, value: OptionValue, step: int) -> OptionValue:
    """The next value of an option: the other one, the next word, or the next number by a sensible step."""
    if isinstance(option.default, bool):
        return not value
    if isinstance(option.default, int):
        assert isinstance(value, int)
        span = option.most - option.least
        stride = 1 if span <= 30 else 5 if span <= 300 else 10
        return max(option.least, min(option.most, value + step * stride))
    return _next(list(option.choices), str(value), step)


def _next(words: Sequence[str], held: str, step: int) -> str:
    """The word after or before one; it wraps around."""
    if held not in words:
        return words[0 if step > 0 else -1]
    return words[(words.index(held) + step) % len(words)]
