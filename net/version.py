"""Which version of the card room this is."""

from functools import cache
from importlib import metadata

UNKNOWN = "source"


@cache
def app_version() -> str:
    """The installed distribution's version; "source" for a tree that nobody installed."""
    try:
        return metadata.version("khanhoo")
    except metadata.PackageNotFoundError:
        return UNKNOWN
