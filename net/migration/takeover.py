"""Continue a match on this machine: the claim, the new host's snapshot, and the host itself."""

import contextlib
import secrets
from dataclasses import dataclass

import msgspec

from engine.api import Checkpoint, Seat

from ..crypto.signing import PersonKey
from ..host import launcher
from ..host.config import HostConfig, table_folder, write_estate
from ..host.launcher import HostHandle, HostProblem
from ..match.settings import settings_as_they_were
from ..match.snapshot import ESTATE_NAME, PrivateSnapshot, estate_of
from ..problems import StoreProblem
from ..transport.interfaces import hosts_here
from ..transport.tls import own_identity
from ..wire.address import Address, tcp_address
from ..wire.table_info import TableInfo
from .claims import make_claim

_MOST_WAYS = 8


class Listening(msgspec.Struct, frozen=True, kw_only=True):
    """The addresses of a new host, as in HostConfig."""

    bind: str = ""
    port: int = 0
    interfaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HostedHere:
    """A match that continues here. info: the description of the table before any player has joined."""

    handle: HostHandle
    info: TableInfo


def carry_on(
    old: TableInfo,
    left: Checkpoint,
    seat: Seat,
    person: PersonKey,
    name: str,
    *,
    listening: Listening,
    will: PrivateSnapshot | None = None,
    before: Address | None = None,
) -> HostedHere:
    """Start a host that continues a match, and wait until it listens.

    old: the table as it was. left: our copy of its match. seat, person, name: of the player who continues it.
    listening: the addresses of the new host. before: where the old table was reached.
    Raises HostProblem.
    """
    table_id = secrets.token_hex(6)
    try:
        key = own_identity()[0].fingerprint
        claim = make_claim(old, left, seat, person, host_key=key, table_id=table_id)
        folder = table_folder(table_id)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        told = (will.lobby, will.code) if will is not None else (None, "")
        write_estate(folder / ESTATE_NAME, estate_of(old, left, claim, *told))
    except (StoreProblem, OSError) as fault:
        with contextlib.suppress(StoreProblem, OSError):
            table_folder(table_id).rmdir()
        raise HostProblem(f"The match cannot continue here: {fault}") from fault
    config = HostConfig(
        game=old.game,
        options=dict(old.options),
        seats=len(old.seats),
        host_name=name,
        bind=listening.bind,
        port=listening.port,
        interfaces=listening.interfaces,
        clocks=will.clocks if will is not None else None,
        estate=ESTATE_NAME,
        before=(before.link(),) if before is not None and before.kind == "tcp" else (),
        table_id=table_id,
        **settings_as_they_were(old),
    )
    handle = launcher.start_host(config)
    return HostedHere(handle, msgspec.structs.replace(old, table_id=table_id, key=key, goes_on=claim))


def ways_to(carried: HostedHere, listening: Listening) -> tuple[str, ...]:
    """Join links to a host on this machine, for people elsewhere."""
    hosts = hosts_here(listening.bind)[:_MOST_WAYS]
    port, table, key = carried.handle.port, carried.info.table_id, carried.info.key
    return tuple(tcp_address(host, port, table, key).link() for host in hosts) if port else ()


def end_own(table_id: str) -> None:
    """End a table of this user that nobody needs any more, and remove its files."""
    with contextlib.suppress(HostProblem, OSError):
        launcher.stop_table(table_id)
        launcher.forget_table(table_id)
