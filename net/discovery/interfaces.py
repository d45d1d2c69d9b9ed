"""Addresses of this machine at which others may find it: the one list for announcing, for looking, and for links."""

import ipaddress
import re
from dataclasses import dataclass
from typing import Literal

import ifaddr

Network = Literal["lan", "tunnel", "container"]
"""What stands behind an interface: the local network, a VPN, or containers and virtual machines on this machine."""

_CONTAINERS = re.compile(
    r"(docker|veth|br-[0-9a-f]{12}|virbr|lxc|lxd|cni|flannel|vmnet|vboxnet|podman)",
)
_TUNNELS = ("tun", "tap", "wg", "ppp", "utun", "zt", "tailscale", "ipsec")
_RANKS: dict[Network, int] = {"lan": 0, "tunnel": 1, "container": 2}


@dataclass(frozen=True, slots=True)
class LocalAddress:
    """One address of one interface, without a scope. index: the system's number of the interface."""

    address: str
    interface: str
    index: int
    network: Network

    @property
    def is_link_local(self) -> bool:
        """Whether the address is an IPv6 address that means something only on one interface."""
        return ":" in self.address and ipaddress.ip_address(self.address).is_link_local


def all_addresses() -> list[LocalAddress]:
    """Every address of this machine: the local network first, then tunnels, then containers; IPv4 first, then IPv6,
    and link-local IPv6 last."""
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
            address = ipaddress.ip_address(text.partition("%")[0])
            if not address.is_unspecified:
                found.append(LocalAddress(str(address), name, adapter.index or 0, network))
    return sorted(
        found, key=lambda one: (_RANKS[one.network], one.is_link_local, ":" in one.address, one.address, one.interface)
    )


def network_addresses() -> list[LocalAddress]:
    """The same without the loopback: where other machines may be, also if only through a link-local address."""
    return [one for one in all_addresses() if not ipaddress.ip_address(one.address).is_loopback]


def local_addresses() -> list[LocalAddress]:
    """The addresses that another machine can use as they are, those of the local network before those of tunnels.
    Those of containers are for no player, and a link-local IPv6 address means nothing without the reader's own
    interface name.
    """
    return [one for one in network_addresses() if not one.is_link_local and one.network != "container"]
