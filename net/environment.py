"""What the environment says about where this program lives and how its tables are found. It is read here alone.

Host processes inherit it. Tests set all of these, so that they meet no table but their own.
"""

import os
from pathlib import Path

HOME = "KHANHOO_HOME"
"""A folder for settings, records, state and sockets in place of the platform's own."""
PORT = "KHANHOO_PORT"
"""The usual port of tables in place of 4242."""
SERVICE = "KHANHOO_SERVICE"
"""A label of at most six letters and digits: only who has the same one sees announcements on the network."""
INTERFACES = "KHANHOO_INTERFACES"
"""Addresses of this machine, with commas between them, on which tables are announced and looked for."""

_USUAL_PORT = 4242
_LONGEST_LABEL = 6  # the name of a service has at most 15 signs


def home() -> Path | None:
    """The folder named by KHANHOO_HOME, or None when the platform's own places are used."""
    named = os.environ.get(HOME, "")
    return Path(named).expanduser().absolute() if named else None


def usual_port() -> int:
    """The port on which a table listens, and at which it is looked for, when nobody names one."""
    named = os.environ.get(PORT, "")
    is_port = named.isascii() and named.isdigit() and len(named) <= 5 and 1 <= int(named) <= 65535
    return int(named) if is_port else _USUAL_PORT


def service() -> str:
    """The type of service as which tables are announced on the network."""
    label = os.environ.get(SERVICE, "")
    is_label = label.isascii() and label.isalnum() and len(label) <= _LONGEST_LABEL
    return f"_khanhoo-{label}._tcp.local." if is_label else "_khanhoo._tcp.local."


def interfaces() -> tuple[str, ...]:
    """Addresses on which to announce tables and to listen for announcements; none for the system's default."""
    return tuple(part.strip() for part in os.environ.get(INTERFACES, "").split(",") if part.strip())
