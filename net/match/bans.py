"""Who may come in: the lock of a table, and the people who are banned from it until its match is over.

A ban holds for all that is known of a person: the tokens, the key of their program, the address or the machine's
user that they came from. Nothing of that is told to anybody but by being refused. So that a ban outlives its host, all
at the table are shown a mark of each banned key: whoever knows a key can see whether it is that one, and nobody can
read a key from it. An address has no such mark: there are few enough of them to try them all.
"""

import ipaddress
from hashlib import sha256
from itertools import chain

import msgspec

from .people import Pass, Person, has_pass

MOST_BANS = 32
SALT_BYTES = 8
_MOST_PASSES = 256
_MARKS = b"khanhoo banned key\n"


class BannedPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is not let in until the match is over.

    name: what they were called, which nobody else is called while the ban stands. tokens: that they had. key: of their
    program; address: of their machine; user: the system's name of a peer of this machine; "" where it is not known, or
    where it is the host's as well. mark: of the key, for those who are not told it.
    """

    name: str
    tokens: tuple[bytes, ...] = ()
    key: str = ""
    mark: str = ""
    address: str = ""
    user: str = ""


def ban_of(person: Person, host: Person, salt: bytes) -> BannedPerson:
    """A ban of a person. What the one who bans has in common with them is left out: nobody bans themselves.

    salt: of this ban's mark, SALT_BYTES by chance.
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
    """What a key is known by to those who are not told it: the salt, and a digest of both."""
    return salt.hex() + sha256(_MARKS + salt + bytes.fromhex(key)).hexdigest()


def is_marked(mark: str, key: str) -> bool:
    """Whether a mark is of this key."""
    return bool(mark) and mark == mark_of(key, bytes.fromhex(mark[: 2 * SALT_BYTES]))


def bans_shown(names: tuple[str, ...], marks: tuple[str, ...]) -> list[BannedPerson]:
    """The bans of a table as all were shown them, by name and mark."""
    return [BannedPerson(name=name, mark=mark) for name, mark in zip(names, marks, strict=False)][:MOST_BANS]


def ban_elsewhere(ban: BannedPerson) -> BannedPerson:
    """A ban as a host elsewhere may know it: by what is the same there, which the users of a machine are not."""
    try:
        is_elsewhere = not ipaddress.ip_address(ban.address.partition("%")[0]).is_loopback
    except ValueError:
        is_elsewhere = False
    return BannedPerson(name=ban.name, key=ban.key, mark=ban.mark, address=ban.address if is_elsewhere else "")


def why_barred(bans: list[BannedPerson], token: bytes, key: str, address: str, user: str) -> str:
    """What to say to a newcomer who is banned, or comes from where somebody banned does; "" to all others."""
    sentence = ""
    for ban in bans:
        if has_pass(ban.tokens, token) or (key and (key == ban.key or is_marked(ban.mark, key))):
            return "You are banned from this table until its match is over. Its host can lift the ban."
        if (address and address == ban.address) or (user and user == ban.user):
            sentence = (
                "A player at your address is banned from this table, so nobody new from there can join until its "
                "match is over. Its host can lift the ban."
            )
    return sentence


def with_pass(passes: list[Pass], person: Person) -> list[Pass]:
    """The passes into a table, and that of somebody who was watching and has lost the line."""
    return [*passes, tuple(token for token in (person.token, person.old_token) if token)][-_MOST_PASSES:]


def without_pass(passes: list[Pass], token: bytes) -> list[Pass]:
    """The passes but that to which this token belongs: each lets somebody in once, who is then sent away for good."""
    return [kept for kept in passes if not has_pass(kept, token)]


def has_any_pass(passes: list[Pass], token: bytes) -> bool:
    """Whether a token is of one of these passes."""
    return has_pass(chain.from_iterable(passes), token)
