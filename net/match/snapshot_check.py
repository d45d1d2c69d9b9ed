"""What a host that hands its table over may say of it: it is somebody else's word, and is to run on our machine.

Whoever takes a table over would otherwise give its old host a say in the new one: a token that lets somebody in, a vote
that is settled already, times at which a host does nothing but ping.
"""

import re
from typing import Final

import msgspec

from ..problems import StoreProblem
from ..wire.sanitize import clean_name, clean_title
from ..wire.table_info import MOST_SEATS
from .bans import MOST_BANS, SALT_BYTES, Ban
from .clocks import Clocks
from .lobby import Lobby
from .room_config import LONGEST_S, MOST_WATCHERS
from .settings import LEAST_DELAY, MOST_DELAY

_LONGEST_PACE_MS: Final = 60_000
_LONGEST_DWELL_MS: Final = 60_000
_LEAST_MS: Final = 50
"""A host that asked who is there more often than that would do nothing else."""
_MOST_LIMITS: Final = 64
_KEY: Final = re.compile(r"([0-9a-f]{64})?")
_MARK: Final = re.compile(rf"([0-9a-f]{{{2 * SALT_BYTES + 64}}})?")


def verify_told(lobby: Lobby, clocks: Clocks) -> None:
    """Raises StoreProblem for what no host of a table could have told of it."""
    reserves = (*lobby.reserves_ms, *lobby.banks_ms, lobby.bank_ms)
    fits = (
        len(lobby.reserves_ms) == len(lobby.banks_ms) == MOST_SEATS
        and all(0 <= left <= LONGEST_S * 1000 for left in reserves)
        and 0 <= lobby.away_s <= LONGEST_S
        and 0 <= (lobby.turn_s or 0) <= LONGEST_S
        and 0 <= (lobby.between_s or 0) <= LONGEST_S
        and 0 <= lobby.pace_ms <= _LONGEST_PACE_MS
        and 0 <= lobby.most_watchers <= MOST_WATCHERS
        and (not lobby.delay or LEAST_DELAY <= lobby.delay <= MOST_DELAY)
        and len(lobby.bans) <= MOST_BANS
        and all(map(_is_sound, lobby.bans))
    )
    if not fits or not _can_run(clocks):
        raise StoreProblem("What the host told of its table is not what a table can be.")


def with_told(own: Lobby, told: Lobby, deals: int) -> Lobby:
    """A new table's lobby with all that another host may settle of it, and nothing else that it told.

    deals: how many are finished, of which it may have opened hands to those who watch.
    """
    return msgspec.structs.replace(
        own,
        title=clean_title(told.title) or own.title,
        listed=told.listed,
        private=told.private,
        away_policy=told.away_policy,
        away_s=told.away_s,
        turn_s=told.turn_s,
        between_s=told.between_s,
        pace_ms=told.pace_ms,
        most_watchers=told.most_watchers,
        bank_ms=told.bank_ms,
        reserves_ms=list(told.reserves_ms),
        banks_ms=list(told.banks_ms),
        is_halted=told.is_halted,
        locked=told.locked,
        bans=[msgspec.structs.replace(ban, name=clean_name(ban.name), tokens=(), user="") for ban in told.bans],
        watching=told.watching,
        delay=told.delay,
        chat=told.chat,
        looks=list(told.looks[:deals]),
    )


def _is_sound(ban: Ban) -> bool:
    return _KEY.fullmatch(ban.key) is not None and _MARK.fullmatch(ban.mark) is not None


def _can_run(clocks: Clocks) -> bool:
    """Whether a host can run by these times, and people can play by them."""
    least, most = clocks.dwell_ms
    heartbeats = (clocks.ping_ms, clocks.hello_ms, clocks.silent_ms, clocks.away_ms, clocks.lagging_ms)
    return (
        least <= most <= _LONGEST_DWELL_MS
        and all(span >= _LEAST_MS for span in heartbeats)
        and len(clocks.limits_ms) <= _MOST_LIMITS
    )
