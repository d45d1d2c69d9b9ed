"""Another match with the rules and the company of one that is over."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ..forms.host_config import again_config
from ..forms.people import hosts
from .own_tables import is_ours

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.host.config import HostConfig

    from ..config.settings import Settings

OF_THE_PLACE: Final = ("bind", "interfaces", "tcp", "plain", "most_watchers", "idle_minutes")
"""Fields of the configuration of a table that are no settings of its lobby."""
_SAYING_S: Final = 1.0
_LISTED: Final = "I am opening a new table with the same rules. You find it in the list of tables."
_UNLISTED: Final = "I am opening a new table with the same rules. I will send you its link."


def next_config(settings: Settings, session: ClientSession) -> HostConfig | None:
    """A table like that of a session; None for those who do not open it, or if this version cannot."""
    info = session.info
    # A stand-in host would open a second table beside the host's own.
    if info is None or session.seat is None or not hosts(info, session.seat, session.name) or info.on_loan:
        return None
    return again_config(settings, info, session.seat)


async def announce_next(session: ClientSession, config: HostConfig) -> HostConfig:
    """Say in the chat that the next table opens, if others were here. The table, as it is opened where this one was."""
    if config.autostart:
        return config
    with suppress(TimeoutError, OSError):
        async with asyncio.timeout(_SAYING_S):
            await session.say(_LISTED if config.listed else _UNLISTED)
    return await asyncio.to_thread(_placed_as_before, config, session)


def _placed_as_before(config: HostConfig, session: ClientSession) -> HostConfig:
    """A table that listens where the table of a session does, if that is ours, and lasts as long."""
    import msgspec

    from net.host.config import CONFIG_NAME, load_config, table_folder
    from net.problems import StoreProblem

    with suppress(StoreProblem, OSError):
        if session.info is not None and is_ours(session):
            old = load_config(table_folder(session.info.table_id) / CONFIG_NAME)
            return msgspec.structs.replace(config, **{name: getattr(old, name) for name in OF_THE_PLACE})
    return config
