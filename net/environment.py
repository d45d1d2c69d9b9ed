"""The environment variables of this program: its folders, and how tables are found. Only this module reads them. Host
processes inherit them. Tests set all of them, so that they find only their own tables.
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
_LONGEST_LABEL = 6  # a service name has at most 15 characters


def home() -> Path | None:
    """The folder named by KHANHOO_HOME, or None for the platform's own folders."""
    named = os.environ.get(HOME, "")
    return Path(named).expanduser().absolute() if named else None


def usual_port() -> int:
    """The default port of tables."""
    named = os.environ.get(PORT, "")
    is_port = named.isascii() and named.isdigit() and len(named) <= 5 and 1 <= int(named) <= 65535
    return int(named) if is_port else _USUAL_PORT


def service() -> str:
    """The service type of announced tables."""
    label = os.environ.get(SERVICE, "")
    is_label = label.isascii() and label.isalnum() and len(label) <= _LONGEST_LABEL
    return f"_khanhoo-{label}._tcp.local." if is_label else "_khanhoo._tcp.local."


def interfaces() -> tuple[str, ...]:
    """Addresses on which to announce tables and to listen for announcements; none for the system's default."""
    return tuple(part.strip() for part in os.environ.get(INTERFACES, "").split(",") if part.strip())
