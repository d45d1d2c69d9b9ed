"""The messages about handing a table over to another host."""

from __future__ import annotations

from typing import Annotated

import msgspec

from .sanitize import LINE_CELLS
from .table_info import MOST_FOREBEARS, Forebear, GoesOn, Name, Word

_Way = Annotated[str, msgspec.Meta(max_length=4 * LINE_CELLS)]


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table is from now on. ways: join links. table, key: its id there, and the key of the new host.
    goes_on: the claim of the player whose host it is. The first table of a match has no claim; then this is the claim
    of the table that continued its match. descent: as in TableInfo."""

    ways: Annotated[tuple[_Way, ...], msgspec.Meta(max_length=8)]
    table: Word
    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
    goes_on: GoesOn
    descent: Annotated[tuple[Forebear, ...], msgspec.Meta(max_length=MOST_FOREBEARS)] = ()


class TakeOver(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="take_over"):
    """The host asks this player to take the table over; answered by a `taken_over`. name: of the host. will: the host's
    private data for the next host (net/match/snapshot.py). Without these two, the host asks no longer.
    """

    name: Name
    will: Annotated[bytes, msgspec.Meta(max_length=65_536)] = b""
