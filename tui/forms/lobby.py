"""The lines of a lobby's form: seats, settings of the table, rules, and what a step changes. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from engine.api import Game, OptionError, OptionValue, listed
from net.match.settings import HELD_IDLES, IDLE_S

from .host_config import get_game
from .people import PRESENCE_WORDS, hosts, owns
from .spectating import look_items
from .table_draft import Item, option_item, step_option
from .table_settings import REACH, SPECTATORS, TIMES, away_words, next_away, next_pace, pace_words

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.news import Outcome
    from net.wire.table_info import SeatInfo, TableInfo

_SEAT_CELLS: Final = 7
_WORDS_CELLS: Final = 35
"""Room for a line about a seat at 80 columns: the longest name and its state."""


def seat_words(seat: SeatInfo, mine: int | None, game: Game) -> str:
    """The player of a seat, and whether they are ready."""
    if seat.kind == "empty":
        return "free" if mine is not None else "free: Enter sits down here"
    if seat.kind == "bot":
        level = next((level.title for level in game.levels if level.id == seat.level), seat.level)
        return f"{seat.name}, bot, {level.lower()}"
    presence = PRESENCE_WORDS[seat.state]
    if seat.is_host:
        state = f"host, {presence}" if presence else "host"
    else:
        state = presence or ("ready" if seat.ready else "not ready")
    words = f"{seat.name}, {state}"
    # The system's user name shows who the player really is. If it does not fit, Enter shows it.
    full = f"{words}, user {seat.user}" if seat.user and seat.seat != mine else words
    return full if cell_len(full) <= _WORDS_CELLS else words


def lobby_items(info: TableInfo, mine: int | None, name: str = "") -> list[Item]:
    """The lines: seats, then settings of the table, then the rules, so that only rules can scroll out of sight. name:
    this player's.
    """
    game = get_game(info.game)
    meta = game.meta
    is_host, is_owner = hosts(info, mine, name), owns(info, mine, name)
    items = []
    for seat in info.seats:
        label = f"You ({seat.seat + 1})" if seat.seat == mine else f"Seat {seat.seat + 1}"
        words, steps = seat_words(seat, mine, game), is_host and seat.kind != "person"
        items.append(Item(f"seat:{seat.seat}", label, words, "", steps, room=_SEAT_CELLS))
    if info.watch == "public":  # otherwise the lines about visible hands take its row on a small screen
        items.append(Item("", "Table", heading=True))
    if is_host and meta.least_seats < meta.most_seats:
        items.append(Item("table.seats", "Players", str(len(info.seats)), "Number of players.", is_host))
    items.append(Item("table.pace", "Bot speed", pace_words(info.pace_ms), "Each bot's time for a move.", is_host))
    told = "A player who left can always come back."
    items.append(Item("table.away", "If a player leaves", away_words(info), told, is_host))
    for setting_name, setting in TIMES.items():
        if setting.usual is not None:
            seconds = setting.value(getattr(info, setting_name))
            items.append(Item(f"table.{setting_name}", setting.label, seconds, setting.help, is_host))
    items += [
        Item(option_name, choice.label, choice.value(info), choice.help, is_owner)
        for option_name, choice in REACH.items()
    ]
    items += look_items(info, mine, name)
    items.append(Item("", f"Rules of {meta.title}: {rules_words(game, info.options, len(info.seats))}", heading=True))
    for option in meta.options:
        value = info.options.get(option.name, option.default)
        line = option_item(option, value, steps=is_host)
        items.append(line if value == option.default else replace(line, label=f"{line.label} *"))
    return items


def rules_words(game: Game, options: Mapping[str, OptionValue], seats: int) -> str:
    """The rules in a word: the name of a preset, or how many options differ from the standard (they are starred)."""
    meta = game.meta
    for preset in meta.presets:
        try:
            is_preset = game.complete_options(meta.resolve(preset.options), seats) == game.complete_options(
                dict(options), seats
            )
        except OptionError:
            continue  # these rules are for another number of players
        if is_preset:
            return "standard" if preset == meta.presets[0] else preset.title
    starred = sum(options.get(option.name, option.default) != option.default for option in meta.options)
    return f"{starred} changed *"


def changes(info: TableInfo, row_id: str, step: int) -> tuple[tuple[str, OptionValue], ...]:
    """The options that the host changes by a step on a line, in order; none for other lines."""
    kind, _, name = row_id.partition(":")
    match kind:
        case "option":
            option = next(option for option in get_game(info.game).meta.options if option.name == name)
            return ((name, step_option(option, info.options[name], step)),)
        case "table.seats":
            return ((kind, len(info.seats) + step),)
        case "table.pace":
            return ((kind, next_pace(info.pace_ms, step)),)
        case "table.away":
            policy, seconds = next_away(info.away_policy, info.away_s, step)
            return ((kind, policy), ("table.away_s", seconds))
        case _ if kind.removeprefix("table.") in TIMES:
            what = kind.removeprefix("table.")
            return ((kind, TIMES[what].step(getattr(info, what), step)),)
        case _ if kind in REACH:
            return ((kind, REACH[kind].step(info, step)),)
    return ((kind, SPECTATORS[kind].step(info, step)),) if kind in SPECTATORS else ()


async def set_all(session: ClientSession, wanted: Sequence[tuple[str, OptionValue]]) -> Outcome:
    """Change options one after the other, up to the first that the table refuses."""
    for name, value in wanted[:-1]:
        outcome = await session.set_option(name, value)
        if not outcome.accepted:
            return outcome
    return await session.set_option(*wanted[-1])


def missing_words(
    info: TableInfo, mine: int | None, name: str, start: str = "Press p to start.", ready: str = ""
) -> str:
    """What the first deal waits for. name: mine. start: how the host starts. ready: how I say that I am ready."""
    if info.phase != "open":
        return "You chose to see players' hands, so you see each deal only after it is over."
    free = [str(seat.seat + 1) for seat in info.seats if seat.kind == "empty"]
    if free:
        needs = f"Seat {free[0]} needs" if len(free) == 1 else f"Seats {listed(free)} each need"
        return f"{needs} a player or a bot."
    people = [seat for seat in info.seats if seat.kind == "person"]
    missing = [seat for seat in people if not (seat.ready or seat.is_host or seat.state == "away")]
    if missing:
        others = [seat.name for seat in missing if seat.seat != mine]
        if len(others) == len(missing):
            return f"Waiting for {listed(others)}."
        return f"Waiting for {listed(['you', *others])}. {ready}".rstrip()
    if hosts(info, mine, name):
        return f"Everybody is ready. {start}"
    host = info.host or "the host"
    return (
        f"Everybody is ready. Waiting for {host} to start. If {host} does nothing for {IDLE_S // 60} minutes, or does "
        f"not start within {HELD_IDLES * IDLE_S // 60} minutes, another player can start."
    )
