"""The key of a person: an Ed25519 key of this installation, made at first use, by which tables recognise the person. It
signs only three things (net/crypto/signing.py): who joins a table, how a deal ended, and where a match continues. No
authority confirms it: it shows that this is the same person as before, not who they are.
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
    """A key for this run only."""
    return PersonKey(secrets.token_bytes(_PRIVATE_BYTES), notice)


def own_person_key() -> PersonKey:
    """The key of this installation; if it cannot be saved, a key for this run only, and a notice."""
    try:
        place = paths.state_dir() / _NAME
        if not place.exists():
            write_new(place, secrets.token_hex(_PRIVATE_BYTES).encode() + b"\n")
        return PersonKey(bytes.fromhex(read_bounded(place, _LARGEST).decode("ascii")))
    except (StoreProblem, OSError, ValueError) as fault:
        return make_person_key(f"Your key cannot be saved, so no table will recognise you next time. {fault}")
