"""What somebody chose for a table, remembered to begin with next time."""

import msgspec

from engine.api import OptionError, OptionValue, find_game

from .lobby import AwayPolicy
from .protocol import TableInfo


class TableDefaults(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody chose for a table, to begin with next time."""

    game: str
    seats: int
    options: dict[str, OptionValue] = {}
    bots: tuple[str, ...] = ()
    pace_ms: int = 900
    away_policy: AwayPolicy = "wait"


def remember(info: TableInfo) -> TableDefaults:
    """What was chosen for a table, to begin with next time."""
    return TableDefaults(
        game=info.game,
        seats=len(info.seats),
        options=dict(info.options),
        bots=tuple(seat.level for seat in info.seats if seat.kind == "bot"),
        pace_ms=info.pace_ms,
        away_policy=info.away_policy,
    )


def recall(defaults: TableDefaults) -> TableDefaults:
    """Remembered choices without those that the game no longer takes. Raises UnknownGame."""
    game = find_game(defaults.game)
    meta = game.meta
    seats = defaults.seats if meta.least_seats <= defaults.seats <= meta.most_seats else meta.usual_seats
    kept: dict[str, OptionValue] = {}
    for name, value in defaults.options.items():
        try:
            kept = meta.resolve({**kept, name: value})
        except OptionError:
            continue
    try:
        game.settle(meta.resolve(kept), seats)
    except OptionError:
        kept, seats = {}, meta.usual_seats
    return msgspec.structs.replace(defaults, options=kept, seats=seats, bots=defaults.bots[: seats - 1])
