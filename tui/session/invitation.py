"""How others join a table, and how two people check that nobody intercepts their connection."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from net.client.session import ClientSession
    from net.discovery.finder import FoundTable
    from net.storage.known_hosts import HostStanding, KnownHosts
    from net.wire.address import Address
    from net.wire.table_info import TableInfo

_T = TypeVar("_T")

NO_NETWORK: Final = "this machine is not connected to a network"
"""Why others cannot join, as a part of a sentence."""
STANDING_WORDS: Final[dict[str, str]] = {"": "", "new": "new", "met": "met before", "changed": "KEY CHANGED"}
"""Whether the key of a host is known, for a list."""


def host_key(session: ClientSession) -> str:
    """The key of a table's host, "" if the table is not on the network. Over the network, this is the key of the
    machine that answered. The table also names a key, but an attacker in between could forward the true host's key.
    """
    if session.host.key:
        return session.host.key
    return session.info.key if session.info is not None else ""


def invitation(session: ClientSession, own_port: int) -> tuple[list[str], str]:
    """The links to a table, and why there is none ("" if only its host knows them), or why the lists of other machines
    do not show it. own_port: of a table of ours, 0 if we came as guests."""
    from net.host.registry import find_running

    if session.info is None:
        return [], ""
    key, table_id = host_key(session), session.info.table_id
    running = find_running(table_id)
    if port := own_port or (running.port if running is not None else 0):
        links = network_links(port, table_id, key)
        unannounced = running.unannounced if running is not None else ""
        return links, unannounced if links else NO_NETWORK
    address = session.address
    if address.kind == "tcp":
        return _links([address.host], address.port, address.table or table_id, key), ""
    return [], "" if key else "the table accepts no connections from the network"


def _own_hosts(table_id: str) -> list[str]:
    """Where other machines reach our own table."""
    from net.host.config import CONFIG_NAME, load_config, table_folder
    from net.problems import StoreProblem
    from net.transport.interfaces import hosts_here

    bind = ""
    with suppress(StoreProblem, OSError):
        bind = load_config(table_folder(table_id) / CONFIG_NAME).bind
    return hosts_here(bind)


def invite_words(links: list[str], why_none: str, *, is_coded: bool = False) -> tuple[list[str], str]:
    """The links to a table with what is said above them; why_none: as `invitation` tells it. is_coded: a link alone
    lets nobody in who was not here before."""
    code = " New players also need the join code." if is_coded else ""
    if not links and not why_none:
        return links, f"Others join with f in the menu, or with the host's link.{code}"
    if not links:
        return links, f"Others join with f in the menu, on this machine only, because {why_none}.{code}"
    hidden = f" Other machines do not find the table in their list. {why_none}" if why_none else ""
    return links, f"To join, others type khanhoo join and one of these links.{hidden}{code}"


def host_words(session: ClientSession) -> str:
    """The four words of the host's key and what to do with them; "" if the table is not on a network."""
    key = host_key(session)
    if not key:
        return ""
    from net.crypto.key_words import four_words

    words = four_words(key)
    if not session.host.key:
        return f"{words} (everybody must see the same words)"
    if session.host.is_new:
        return f"{words} (not met before: the host must see the same words)"
    return f"{words} (met before)"


def told_info(address: Address) -> TableInfo | None:
    """The state of a table on this machine; None if it does not answer."""
    from net.transport.dial import ask_table

    return _answer(ask_table(address))


def told_code(address: Address) -> str:
    """The code of a private table of this user's own; "" if it has none, or does not answer."""
    from net.transport.dial import ask_code

    return _answer(ask_code(address)) or ""


def _answer(asked: Coroutine[Any, Any, _T]) -> _T | None:
    import asyncio

    from net.transport.sockets import CannotReach

    try:
        return asyncio.run(asked)
    except CannotReach:
        return None


def network_links(port: int, table_id: str, key: str) -> list[str]:
    """The join links of a table on this machine, one for each of its networks. By its addresses, because others may
    not know its name."""
    return _links(_own_hosts(table_id), port, table_id, key)


def _links(hosts: Sequence[str], port: int, table_id: str, key: str) -> list[str]:
    from net.wire.address import tcp_address

    return [tcp_address(host, port, table_id, key).link() for host in hosts]


def key_standing(found: FoundTable, pins: KnownHosts) -> HostStanding | None:
    """Whether the host of a table in a list was met before; None where no key is needed, or none answers."""
    if found.address.kind == "unix" or not found.reachable or not found.info.key:
        return None
    return pins.standing(found.info.key, str(found.address), found.info.table_id)
