"""Who may join: the lock of a table, and the people who are banned from it until its match is over.

A ban covers all that is known of a person: tokens, the key of their program, and the address or system user of their
connection. Other people never see these. So that a ban is kept when the host is gone, everybody gets a mark of each
banned key: with a key one can check whether it has this mark, but nobody can compute the key from the mark. An address
has no mark, because there are few enough addresses to try them all.

The spectators of a table that not everybody may join have marks too. The next host of the match lets them in by these.
"""

import ipaddress
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain

import msgspec

from .people import Pass, Person, has_pass

MOST_BANS = 32
SALT_BYTES = 8
_MOST_PASSES = 256
_MARKS = b"khanhoo banned key\n"


class BannedPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A person who may not join until the match is over.

    name: their name, which nobody else may use during the ban. tokens: that they had. key: of their program;
    address: of their machine; user: their user name on this machine; "" if it is not known, or if it is also the
    host's. mark: of the key, for people who do not know the key.
    """

    name: str
    tokens: tuple[bytes, ...] = ()
    key: str = ""
    mark: str = ""
    address: str = ""
    user: str = ""


def ban_of(person: Person, host: Person, salt: bytes) -> BannedPerson:
    """A ban of a person, without what the banning person has in common with them: nobody bans themselves.

    salt: of this ban's mark, SALT_BYTES random bytes.
    """

    def other(theirs: str, own: str) -> str:
        return theirs if theirs != own else ""

    key = other(person.key_ed, host.key_ed)
    return BannedPerson(
        name=person.name,
        tokens=tuple(token for token in (person.token, person.old_token) if token),
        key=key,
        mark=mark_of(key, salt) if key else "",
        address=other(person.address, host.address),
        user=other(person.user, host.user),
    )


def mark_of(key: str, salt: bytes) -> str:
    """The mark of a key, for people who do not know the key. It is the salt, and a digest of salt and key."""
    return salt.hex() + sha256(_MARKS + salt + bytes.fromhex(key)).hexdigest()


def is_marked(mark: str, key: str) -> bool:
    """Whether a mark is of this key."""
    return bool(mark) and mark == mark_of(key, bytes.fromhex(mark[: 2 * SALT_BYTES]))


def is_admitted(marks: Iterable[str], key: str) -> bool:
    """Whether one of these marks is of this key, which its owner has proven."""
    return bool(key) and any(is_marked(mark, key) for mark in marks)


def without_marks(marks: list[str], key: str) -> list[str]:
    """The marks without those of this key."""
    return [mark for mark in marks if not key or not is_marked(mark, key)]


def bans_shown(names: tuple[str, ...], marks: tuple[str, ...]) -> list[BannedPerson]:
    """The bans of a table as everybody was shown them, by name and mark."""
    return [BannedPerson(name=name, mark=mark) for name, mark in zip(names, marks, strict=False)][:MOST_BANS]


def ban_elsewhere(ban: BannedPerson) -> BannedPerson:
    """A ban for a host on another machine: without the system user, and without an address of this machine."""
    try:
        is_elsewhere = not ipaddress.ip_address(ban.address.partition("%")[0]).is_loopback
    except ValueError:
        is_elsewhere = False
    return BannedPerson(name=ban.name, key=ban.key, mark=ban.mark, address=ban.address if is_elsewhere else "")


def why_barred(bans: list[BannedPerson], token: bytes, key: str, address: str, user: str) -> str:
    """The sentence for a new person who is banned, or connects from a banned address or user; "" for all others."""
    sentence = ""
    for ban in bans:
        if has_pass(ban.tokens, token) or (key and (key == ban.key or is_marked(ban.mark, key))):
            return "You are banned from this table until its match is over. The host can lift the ban."
        if (address and address == ban.address) or (user and user == ban.user):
            sentence = (
                "A player at your address is banned from this table. Until the match is over, nobody new can join "
                "from your address. The host can lift the ban."
            )
    return sentence


def with_pass(passes: list[Pass], person: Person) -> list[Pass]:
    """The passes into a table, with one for a spectator who was disconnected."""
    return [*passes, tuple(token for token in (person.token, person.old_token) if token)][-_MOST_PASSES:]


def without_pass(passes: list[Pass], token: bytes) -> list[Pass]:
    """The passes without the pass of this token. A person who joins uses up their pass."""
    return [kept for kept in passes if not has_pass(kept, token)]


def has_any_pass(passes: list[Pass], token: bytes) -> bool:
    """Whether a token belongs to one of these passes."""
    return has_pass(chain.from_iterable(passes), token)
