"""Addresses of this machine at which others may find it."""

import ipaddress
from dataclasses import dataclass

import ifaddr

_NOT_FOR_PLAYERS = ("docker", "veth", "br-", "virbr", "lxc", "lxd", "cni", "flannel", "vmnet", "vboxnet", "podman")
_TUNNELS = ("tun", "tap", "wg", "ppp", "utun", "zt", "tailscale", "ipsec")


@dataclass(frozen=True, slots=True)
class LocalAddress:
    """One address of one interface."""

    address: str
    interface: str
    is_tunnel: bool


def local_addresses() -> list[LocalAddress]:
    """Addresses on networks where players may be: no loopback, no containers' bridges; IPv4 first, tunnels last."""
    found = []
    for adapter in ifaddr.get_adapters():
        name = adapter.name if isinstance(adapter.name, str) else adapter.name.decode(errors="replace")
        if name.startswith(_NOT_FOR_PLAYERS):
            continue
        is_tunnel = name.startswith(_TUNNELS)
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            address = ipaddress.ip_address(text.partition("%")[0])
            # A link-local IPv6 address means nothing without the reader's own interface name.
            if address.is_loopback or address.is_unspecified or (address.version == 6 and address.is_link_local):
                continue
            found.append(LocalAddress(str(address), name, is_tunnel))
    return sorted(found, key=lambda one: (one.is_tunnel, ":" in one.address, one.address))
