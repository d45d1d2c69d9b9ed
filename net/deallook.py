"""What of a deal was opened to watchers."""

import msgspec

from engine.api import Seat


class DealLook(msgspec.Struct, frozen=True):
    """What watchers may see of the hands of one deal. hands: all of them. seats: over whose shoulders."""

    hands: bool = False
    seats: tuple[Seat, ...] = ()
