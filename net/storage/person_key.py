"""The key of a person: an Ed25519 key of this installation, made at first use, by which tables know who it is.

It signs three things only (net/crypto/signing.py): who comes to a table, how a deal ended, where a match goes on.
Nobody vouches for it: it says that it is the same person as before, not which.
"""

import secrets
from typing import Final

from ..crypto.signing import PersonKey
from ..problems import StoreProblem
from . import paths
from .files import read_bounded, write_new

_NAME: Final = "person-key"
_LARGEST: Final = 1024
_PRIVATE_BYTES: Final = 32


def make_person_key(notice: str = "") -> PersonKey:
    """A key for this run."""
    return PersonKey(secrets.token_bytes(_PRIVATE_BYTES), notice)


def own_person_key() -> PersonKey:
    """The key of this installation; one for this run, with a notice, where none can be kept."""
    try:
        place = paths.state_dir() / _NAME
        if not place.exists():
            write_new(place, secrets.token_hex(_PRIVATE_BYTES).encode() + b"\n")
        return PersonKey(bytes.fromhex(read_bounded(place, _LARGEST).decode("ascii")))
    except (StoreProblem, OSError, ValueError) as fault:
        return make_person_key(f"Your key cannot be saved, so no table will recognise you next time. {fault}")
