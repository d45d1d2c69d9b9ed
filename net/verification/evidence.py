"""The evidence that a client keeps if something about a deal is wrong. It is enough to prove the fault to another
person.
"""

from hashlib import sha256

import msgspec

from engine.api import Act, Event, OptionValue, Seat, Share, Signed, encode

from ..problems import StoreProblem
from ..storage.files import write_whole
from ..storage.paths import data_dir

MOST_KEPT = 16
"""The most files of one session. A host that does wrong again and again must not fill a disk."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Proof that a deal was not fair, or not the same for everybody. told: the match's events as this viewer received
    them. number, head: of the last event received, and of the chain there. signed: the signature that does not fit.
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
        """Save the evidence; its path, or "" if it cannot be saved, or if enough is saved already."""
        if not self._left:
            return ""
        self._left -= 1
        return save(evidence)


def save(evidence: Evidence) -> str:
    """Save the evidence; its path, or "" if it cannot be saved. The file's name has a digest of its content, so nobody
    can make the program replace saved evidence by choosing the name of a table.
    """
    table = "".join(sign for sign in evidence.table if sign.isalnum() and sign.isascii())[:32] or "table"
    who = "watching" if evidence.viewer is None else f"seat-{evidence.viewer + 1}"
    what = "-signature" if evidence.signed is not None else ""
    try:
        folder = data_dir("evidence")
        content = encode(evidence)
        mark = sha256(content).hexdigest()[:8]
        place = folder / f"{table}-deal-{evidence.deal}-{who}{what}-{mark}.msgpack"
        write_whole(place, content)
    except (OSError, StoreProblem):
        return ""
    return str(place)
