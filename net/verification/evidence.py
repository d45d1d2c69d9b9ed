"""What a client keeps when something about a deal is not as it was said to be: enough to show it to somebody else."""

from hashlib import sha256

import msgspec

from engine.api import Act, Event, OptionValue, Seat, Share, Signed, encode

from ..problems import StoreProblem
from ..storage.files import write_whole
from ..storage.paths import data_dir

MOST_KEPT = 16
"""Files of one session: a host that does wrong without end is to fill nobody's disk."""


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


class EvidenceFolder:
    """Where the evidence of one session goes."""

    def __init__(self) -> None:
        self._left = MOST_KEPT

    def save(self, evidence: Evidence) -> str:
        """Write the evidence down; where, or "" if it cannot be, or if there is enough of it."""
        if not self._left:
            return ""
        self._left -= 1
        return save(evidence)


def save(evidence: Evidence) -> str:
    """Write the evidence down; where, or "" if it cannot be.

    The file's name says what is in it: whoever names tables cannot have what is kept replaced by something else.
    """
    table = "".join(sign for sign in evidence.table if sign.isalnum() and sign.isascii())[:32] or "table"
    who = "watching" if evidence.viewer is None else f"seat-{evidence.viewer + 1}"
    what = "-signature" if evidence.signed is not None else ""
    try:
        folder = data_dir() / "evidence"
        folder.mkdir(mode=0o700, exist_ok=True)
        content = encode(evidence)
        mark = sha256(content).hexdigest()[:8]
        place = folder / f"{table}-deal-{evidence.deal}-{who}{what}-{mark}.msgpack"
        write_whole(place, content)
    except (OSError, StoreProblem):
        return ""
    return str(place)
