"""What a client keeps when something about a deal is not as it was said to be: enough to show it to somebody else."""

import msgspec

from engine.api import Act, Event, OptionValue, Seat, Share, Signed, encode

from .files import StoreProblem, write_whole
from .paths import data_dir


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What shows that a deal was not what it was said to be, or not the same for all.

    told: the match's events as this viewer was told them. number, head: of the last event that this viewer was told,
    and of the chain there. signed: the signature that does not fit.
    """

    sentence: str
    table: str
    game: str
    seats: int
    options: dict[str, OptionValue]
    viewer: Seat | None
    deal: int
    own: Share | None
    told: tuple[Event, ...]
    acts: tuple[Act, ...] = ()
    number: int = -1
    head: bytes = b""
    signed: Signed | None = None


def save(evidence: Evidence) -> str:
    """Write the evidence down; where, or "" if it cannot be."""
    table = "".join(sign for sign in evidence.table if sign.isalnum() and sign.isascii())[:32] or "table"
    who = "watching" if evidence.viewer is None else f"seat-{evidence.viewer + 1}"
    what = "-signature" if evidence.signed is not None else ""
    try:
        folder = data_dir() / "evidence"
        folder.mkdir(mode=0o700, exist_ok=True)
        place = folder / f"{table}-deal-{evidence.deal}-{who}{what}.msgpack"
        write_whole(place, encode(evidence))
    except (OSError, StoreProblem):
        return ""
    return str(place)
