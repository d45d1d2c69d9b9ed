"""Addresses of this machine: on which networks it is, and where others reach it. The one list for announcements, for
links, and for what the doors print.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import ifaddr

from ..wire.address import Address

Network = Literal["lan", "tunnel", "container"]
"""What stands behind an interface: the local network, a VPN, or containers and virtual machines on this machine."""

_CONTAINERS = re.compile(
    r"(docker|veth|br-[0-9a-f]{12}|virbr|lxc|lxd|cni|flannel|vmnet|vboxnet|podman)",
)
_TUNNELS = ("tun", "tap", "wg", "ppp", "utun", "zt", "tailscale", "ipsec")
_RANKS: dict[Network, int] = {"lan": 0, "tunnel": 1, "container": 2}


@dataclass(frozen=True, slots=True)
class LocalAddress:
    """One address of one interface, without a scope. index: the system's number of the interface. prefix: how many bits
    of the address are those of its network.
    """

    address: str
    interface: str
    index: int
    network: Network
    prefix: int

    @property
    def ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
        return ipaddress.ip_address(self.address)


def needs_scope(host: str) -> bool:
    """Whether a host is an address that means something only with an interface of the reader's own machine."""
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return False
    return address.is_link_local


def all_addresses() -> list[LocalAddress]:
    """Every address of an interface that is up: the local network first, then tunnels, then containers; IPv4 before
    IPv6, and link-local addresses last."""
    found = []
    for adapter in ifaddr.get_adapters():
        name = adapter.name if isinstance(adapter.name, str) else adapter.name.decode(errors="replace")
        network: Network = "lan"
        if _CONTAINERS.match(name):
            network = "container"
        elif name.startswith(_TUNNELS):
            network = "tunnel"
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            one = LocalAddress(text.partition("%")[0], name, adapter.index or 0, network, ip.network_prefix)
            if not one.ip.is_unspecified and _is_up(one):
                found.append(one)
    return sorted(
        found,
        key=lambda one: (_RANKS[one.network], one.ip.is_link_local, one.ip.version, int(one.ip), one.interface),
    )


def network_addresses() -> list[LocalAddress]:
    """The same without the loopback: where other machines may be, also if only through a link-local address."""
    return [one for one in all_addresses() if not one.ip.is_loopback]


def hosts_here(bind: str = "") -> list[str]:
    """Where other machines reach a listener on this machine, the best first: one address for each of its networks.

    bind: the address or the name on which it listens, "" for all addresses. Empty if this machine is on no network.
    """
    try:
        given = ipaddress.ip_address(bind.partition("%")[0]) if bind else None
    except ValueError:
        return [bind]
    if given is not None and not given.is_unspecified:
        return [bind]
    best: dict[str, LocalAddress] = {}
    for one in network_addresses():
        if one.network != "container" and (given is None or one.ip.version == given.version):
            best.setdefault(one.interface, one)
    hosts = [one.address for one in best.values()]
    return [host for host in hosts if not needs_scope(host)] or hosts


def near_first(addresses: Iterable[Address]) -> list[Address]:
    """Numeric addresses of another machine, those in networks of this machine first: they need no router."""
    nets = [ipaddress.ip_network((one.ip, one.prefix), strict=False) for one in network_addresses()]
    return sorted(addresses, key=lambda one: not any(ipaddress.ip_address(one.host) in net for net in nets))


def link_scopes() -> list[int]:
    """The numbers of the interfaces behind which a link-local IPv6 address can be."""
    return list(dict.fromkeys(one.index for one in network_addresses() if needs_scope(one.address)))


def _is_up(one: LocalAddress) -> bool:
    """Whether the system would send from an address. It lists those of an interface that is down, or that is still
    being set up, but knows no way out of it. No packet is sent here."""
    try:
        with socket.socket(socket.AF_INET if one.ip.version == 4 else socket.AF_INET6, socket.SOCK_DGRAM) as plug:
            if one.ip.version == 4:
                plug.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, one.ip.packed)
                plug.connect(("224.0.0.251", 5353))
            else:
                plug.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, one.index)
                plug.connect(("ff02::fb", 5353, 0, one.index))
    except OSError:
        return False
    return True
