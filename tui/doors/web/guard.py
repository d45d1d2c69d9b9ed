"""Which requests a web door answers. A page of another site can make a browser on this machine send any request. So a
request counts only if it names this server and comes from the server's own page.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
WRONG_NAME: Final = (
    "This page cannot be opened under that host name. Use the server's address, or localhost if you are on the same "
    "machine."
)
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z.-]+)(?::[0-9]{1,5})?")
FOREIGN: Final = "Only this server's own page may connect here."


def fault_in(method: str, host: str, origin: str | None, *, needs_origin: bool) -> str:
    """Why a request is refused, "" if it is not. host, origin: its headers. needs_origin: it opens a connection, for
    which every browser names the page that asked."""
    if method != "GET":
        return "This page is for watching only."
    if not _is_own_name(host):
        return WRONG_NAME
    if origin is None:
        return FOREIGN if needs_origin else ""
    return "" if origin == f"http://{host}" else FOREIGN


def policy(host: str) -> str:
    """The content security policy of the page: nothing from anywhere else, and in nobody's frame."""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data:; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _is_own_name(host: str) -> bool:
    """Whether only this machine answers to a name. Any other name can lead a browser first to another server and then
    to this one, and the browser takes both for one site."""
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name, machine = found[1].lower(), socket.gethostname().lower()
    if name in ("localhost", machine, f"{machine}.local"):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
