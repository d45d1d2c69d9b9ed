"""The configuration of a table from a player's choices, for the command line and the screens."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine.api import Game, OptionError, OptionValue, SeatsError, UnknownGame, counted, find_game, games, listed
from net.host.config import HostConfig
from net.match.settings import LEAST_TURN_S, MOST_SECONDS, settings_as_they_were

from ..config.last_options import last_set, value_word
from ..config.settings import Settings
from ..problems import UsageProblem, meant
from .table_settings import PACE_MS, TIMES

if TYPE_CHECKING:
    from engine.api import Seat
    from net.wire.table_info import TableInfo

Times = Mapping[str, Any]
"""Seconds of a table's clocks, by the names of TIMES. A missing one has its default."""


def _verify_times(times: Times) -> None:
    """Raises UsageProblem for a time that no table allows."""
    for name, seconds in times.items():
        setting = TIMES[name]
        least = LEAST_TURN_S if setting.unlimited else 0
        if seconds and not least <= seconds <= MOST_SECONDS:
            none = "0 for no limit, or " if least else ""
            raise UsageProblem(f"{setting.argument} must be {none}{least} to {MOST_SECONDS} seconds, not {seconds}.")


def get_game(game_id: str) -> Game:
    """A game by its id. Raises UsageProblem that lists all games."""
    try:
        return find_game(game_id)
    except UnknownGame as error:
        raise UsageProblem(str(error)) from None


def named_game(word: str) -> tuple[str, str]:
    """The ids of a game and of one of its presets ("" for none), by a name of either: kanhu_ming, Kanhu-Ming, english,
    english-khanhoo. Raises UsageProblem that suggests the nearest name."""
    known: dict[str, tuple[str, str]] = {}
    for meta in games():
        known |= {_plain(name): (meta.id, "") for name in (meta.id, meta.title)}
    for meta in games():
        for preset in meta.presets:
            for name in (preset.id, preset.title):
                known.setdefault(_plain(name), (meta.id, preset.id))
    wanted = _plain(word)
    if wanted in known:
        return known[wanted]
    near = meant(wanted, known)
    told = f"Did you mean {near}?" if near else f"Games: {', '.join(meta.id for meta in games())}."
    raise UsageProblem(f"Unknown game {word!r}. {told}")


def _plain(name: str) -> str:
    return "_".join(re.findall(r"[a-z0-9]+", name.casefold()))


def last_game(settings: Settings) -> str:
    """The game that was played last, or the first of the list."""
    known = [meta.id for meta in games()]
    return settings.last_game if settings.last_game in known else known[0]


def own_title(name: str, game: Game, options: Mapping[str, OptionValue]) -> str:
    """The default name of a table, by its host and game."""
    return f"{name}'s {game.meta.nearest_preset(options).title}"


def with_name(config: HostConfig, name: str) -> HostConfig:
    """The same table under another name of the host. A title that the host chose stays."""
    game = get_game(config.game)
    is_usual = config.title == own_title(config.host_name, game, config.options)
    title = own_title(name, game, config.options) if is_usual else config.title
    return msgspec.structs.replace(config, host_name=name, title=title)


def read_options(words: Sequence[str]) -> dict[str, str]:
    """Options as typed, "name=value". Raises UsageProblem."""
    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise UsageProblem(f"{word!r} is not an option. Write name=value, for example --option points=50.")
        options[name.strip()] = value.strip()
    return options


def seat_count(game: Game, wanted: int | None, bots: Sequence[str], preset_seats: int = 0) -> int:
    """The number of seats of a table, the first of these that there is: the wanted number; one more than the named
    bots, if there are two or more; the number of the preset; the game's usual number. Raises UsageProblem if the game
    does not allow it.
    """
    named = len(bots) + 1 if len(bots) > 1 else 0
    seats = wanted or named or preset_seats or game.meta.usual_seats
    try:
        game.meta.verify_seats(seats)
    except SeatsError as error:
        raise UsageProblem(str(error)) from None
    if len(bots) > seats - 1:
        most = counted(seats - 1, "bot")
        raise UsageProblem(f"A table with {seats} seats has room for {most} and one player, not for {len(bots)} bots.")
    return seats


def verify_level(level: str, known: Sequence[str]) -> None:
    """Raises UsageProblem that names the known levels."""
    if level not in known:
        raise UsageProblem(f"Unknown bot level {level!r}. Choose {listed(known, 'or')}.")


def bot_levels(game: Game, bots: Sequence[str], count: int) -> tuple[str, ...]:
    """The level of each bot: the named levels in order, and the last one again for the rest. Raises UsageProblem."""
    known = [level.id for level in game.levels]
    for level in bots:
        verify_level(level, known)
    return (*bots, *[bots[-1] if bots else known[0]] * (count - len(bots)))[:count]


def alone_config(
    settings: Settings,
    game_id: str,
    *,
    seats: int | None = None,
    bots: Sequence[str] = (),
    preset: str = "",
    options: Mapping[str, OptionValue] | None = None,
    seed: str = "",
    deal: str = "",
) -> HostConfig:
    """A table for one player and bots: unlisted, and it starts at once. Raises UsageProblem."""
    game = get_game(game_id)
    chosen, preset_seats = resolve_options(game, preset, options or {})
    count = seat_count(game, seats, bots, preset_seats)
    verify_together(game, chosen, count)
    return HostConfig(
        game=game_id,
        options=chosen,
        seats=count,
        bots=bot_levels(game, bots or settings.last_bots.split()[:1], count - 1),
        host_name=settings.shown_name,
        seed=seed,
        deal=deal,
        listed=False,
        tcp=False,
        turn_s=0,  # no other player waits
        between_s=0,
        pace_ms=PACE_MS[settings.pace],
        away_policy="wait",
        autostart=True,
    )


def last_config(settings: Settings) -> HostConfig:
    """The last table against bots. Raises UsageProblem if this version does not know its game or options."""
    bots = settings.last_bots.split()
    seats = settings.last_seats or None
    options = read_options(settings.last_options.split())
    return alone_config(
        settings, last_game(settings), seats=seats, bots=bots[: seats - 1 if seats else 1], options=options
    )


def listed_config(settings: Settings, game_id: str, preset_id: str) -> HostConfig:
    """A table against bots for an entry in the list of games: as last played, else with the defaults."""
    game = get_game(game_id)
    meta = game.meta

    def is_meant(options: Mapping[str, OptionValue]) -> bool:
        return meta.nearest_preset(options).id == preset_id

    kept = last_set(settings.kept_options, meta)
    try:
        last = last_config(settings)
        if last.game == game_id and is_meant(last.options):
            return last
        options = kept if kept is not None and is_meant(kept) else {}
        return alone_config(settings, game_id, preset=preset_id, options=options)
    except UsageProblem:
        # The last table may be from a much older version.
        return alone_config(Settings(name=settings.name), game_id, preset=preset_id)


def as_last(config: HostConfig) -> dict[str, str | int]:
    """What the settings save about a table against bots."""
    usual = get_game(config.game).meta.resolve({})
    differing = {name: value for name, value in config.options.items() if value != usual.get(name)}
    words = [f"{name}={value_word(value)}" for name, value in differing.items()]
    levels = list(config.bots)
    while len(levels) > 1 and levels[-1] == levels[-2]:
        levels.pop()
    return {
        "last_game": config.game,
        "last_seats": config.seats or 0,
        "last_bots": " ".join(levels),
        "last_options": " ".join(words),
    }


def shared_config(
    settings: Settings,
    game_id: str,
    *,
    seats: int | None = None,
    bots: Sequence[str] = (),
    preset: str = "",
    options: Mapping[str, OptionValue] | None = None,
    seed: str = "",
    deal: str = "",
    title: str = "",
    listed: bool = True,
    private: bool = False,
    bind: str = "",
    port: int = 0,
    times: Times | None = None,
) -> HostConfig:
    """A table that others can join. It starts when its host says so. Raises UsageProblem."""
    _verify_times(times or {})
    game = get_game(game_id)
    chosen, preset_seats = resolve_options(game, preset, options or {})
    # Room for the bots, the host, and one more player.
    roomy = max(game.meta.usual_seats, min(len(bots) + 2, game.meta.most_seats))
    count = seat_count(game, seats or preset_seats or roomy, bots)
    verify_together(game, chosen, count)
    return HostConfig(
        game=game_id,
        title=title or own_title(settings.shown_name, game, chosen),
        options=chosen,
        seats=count,
        bots=bot_levels(game, bots, len(bots)) if bots else (),
        host_name=settings.shown_name,
        seed=seed,
        deal=deal,
        listed=listed,
        private=private,
        bind=bind,
        port=port,
        pace_ms=PACE_MS[settings.pace],
        away_policy="bot" if settings.away == "bot" else "pause" if settings.away == "pause" else "wait",
        **(times or {}),
    )


def again_config(settings: Settings, info: TableInfo, seat: Seat) -> HostConfig | None:
    """A table like one whose match is over, with all its settings; None if this version does not know its game or
    options. seat: mine.
    """
    others = [each for each in info.seats if each.seat != seat]
    bots = [each.level for each in others if each.kind == "bot"]
    options, seats, kept = dict(info.options), len(info.seats), settings_as_they_were(info)
    is_alone = len(bots) == len(others) and not (info.listed or info.key)
    try:
        config = (alone_config if is_alone else shared_config)(
            settings, info.game, seats=seats, bots=bots, options=options
        )
        return msgspec.structs.replace(config, **kept)
    except UsageProblem:
        return None


def verify_together(game: Game, options: Mapping[str, OptionValue], seats: int) -> None:
    """Raises UsageProblem if the options do not go together, or not with so many players."""
    try:
        game.complete_options(dict(options), seats)
    except OptionError as error:
        raise UsageProblem(str(error)) from None


def resolve_options(game: Game, preset: str, given: Mapping[str, OptionValue]) -> tuple[dict[str, OptionValue], int]:
    """(all options, the preset's number of seats or 0). Raises UsageProblem."""
    try:
        chosen = game.meta.preset(preset) if preset else game.meta.presets[0] if game.meta.presets else None
        base = dict(chosen.options) if chosen is not None else {}
        return game.meta.resolve({**base, **given}), chosen.seats if chosen is not None else 0
    except KeyError as error:
        raise UsageProblem(str(error.args[0])) from None
    except OptionError as error:
        raise UsageProblem(str(error)) from None


def preset_title(game_id: str, preset_id: str) -> str:
    """What a game is called when played by this preset; its id if there is no such game here."""
    presets = [preset for meta in games() if meta.id == game_id for preset in meta.presets]
    return next((preset.title for preset in presets if preset.id == preset_id), game_title(game_id, {}))


def game_title(game_id: str, options: Mapping[str, OptionValue]) -> str:
    """What a game is called when played with these options; its id if there is no such game here. options: none if they
    are not known."""
    meta = next((meta for meta in games() if meta.id == game_id), None)
    return game_id if meta is None else meta.nearest_preset(options).title if options else meta.title
