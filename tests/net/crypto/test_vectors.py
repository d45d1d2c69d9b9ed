"""The digests of docs/fairness.md, computed once more from its words; what it prints is what the program makes."""

import hashlib
import hmac
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.api import HostChain, Share, Table, commitment_to_share, encode, find_game
from engine.fairness.chain import head_of
from engine.model.chance import Chance
from net.crypto.signing import PersonKey, at_table, goes_on, head_of_deal, host_statement

TEXT = (Path(__file__).parents[3] / "docs" / "fairness.md").read_text("utf-8")
PRINTED = dict(
    re.findall(
        r"^    (table|secret|committed|key|number|public key|signature|(?:pledge|hand|veil|head) \d) +(.+)$",
        TEXT,
        re.MULTILINE,
    )
)
ONE, TWO = (1).to_bytes(32, "big"), (2).to_bytes(32, "big")
SEED = "khanhoo test vector"


def table() -> Table:
    game = find_game("hearts")
    return Table(game, 4, game.meta.resolve({}), seed=SEED)


def test_what_is_printed_is_what_the_program_makes() -> None:
    made = table()
    made.commit()
    committed = made.commitment(1)
    first, second = commitment_to_share(committed, 0, ONE.hex()), commitment_to_share(committed, 2, TWO.hex())
    made.mix_shares([Share(0, first, ONE.hex()), Share(2, second)])
    made.start()
    host_chain, key = HostChain(made), PersonKey(ONE)
    assert made.journal is not None
    for event in made.journal.events():
        host_chain.add(event)
    assert {
        "table": head_of(made).hex(),
        "secret": made.secret(1),
        "committed": committed,
        "pledge 0": first,
        "pledge 2": second,
        "key": made.keys[1],
        "number": f"{Chance(made.keys[1], '1 deal').below(2**64):016x}",
        **{f"hand {seat}": " ".join(made.zones[f"hand:{seat}"]) for seat in range(4)},
        **{f"veil {number}": host_chain.veils[number].hex() for number in (4, 5)},
        **{f"head {number}": host_chain.heads[number].hex() for number in (0, 4, 5)},
        "public key": key.public,
        "signature": key.sign(head_of_deal("t4b1e", 1, 5, host_chain.heads[5], 2)).hex(),
    } == PRINTED


def digest(label: str, *parts: bytes) -> bytes:
    return hashlib.sha256(b"khanhoo/1 " + label.encode() + b"\0" + b"".join(parts)).digest()


def mac(key: bytes, label: str, *parts: bytes) -> bytes:
    return hmac.digest(key, b"khanhoo/1 " + label.encode() + b"\0" + b"".join(parts), "sha256")


def test_the_words_of_the_protocol_lead_to_the_same_digests_and_cards() -> None:
    game = table()
    options = encode(sorted(game.options.items()))
    number = (1).to_bytes(4, "big")
    rules = digest("table", b"hearts", b"\0", b"\4", options)
    secret = mac(SEED.encode(), "secret", number)
    committed = digest("commit", number, rules, secret)
    first, second = digest("pledge", committed, b"\0", ONE), digest("pledge", committed, b"\2", TWO)
    listed = digest("pledges", b"\0", first, b"\2", second)
    key = mac(secret, "key", listed, b"\0", ONE)
    found = {
        "table": rules,
        "secret": secret,
        "committed": committed,
        "pledge 0": first,
        "pledge 2": second,
        "key": key,
    }
    assert {name: value.hex() for name, value in found.items()} == {name: PRINTED[name] for name in found}
    assert f"{next(stream(key.hex(), '1 deal')):016x}" == PRINTED["number"]
    numbers = stream(key.hex(), "1 deal")
    pack = list(game.deck.cards)
    for last in range(51, 0, -1):
        other = below(numbers, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    dealer = below(stream(key.hex(), "0 dealer"), 4)
    for seat in ((dealer + place) % 4 for place in range(1, 5)):
        assert {pack.pop() for _ in range(13)} == set(PRINTED[f"hand {seat}"].split())


def test_the_words_of_the_protocol_lead_to_the_same_veils_heads_and_signature() -> None:
    """Events as maps, their fields in the order of PROTOCOL.md's tables, packed by another packer."""
    secret = bytes.fromhex(PRINTED["secret"])
    numbers = stream(PRINTED["key"], "1 deal")
    pack = list(table().deck.cards)
    for last in range(51, 0, -1):
        other = below(numbers, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    dealer = below(stream(PRINTED["key"], "0 dealer"), 4)
    first, order = (dealer + 1) % 4, list(table().deck.cards).index
    share = {"seat": 0, "pledge": PRINTED["pledge 0"], "value": ONE.hex()}
    events: list[dict[str, object]] = [
        {"e": "committed", "deal": 1, "digest": PRINTED["committed"]},
        {"e": "stirred", "deal": 1, "shares": [share, {"seat": 2, "pledge": PRINTED["pledge 2"]}]},
        {"e": "deal", "number": 1, "dealer": dealer},
        {"e": "entered", "phase": "dealing"},
        {"e": "moved", "src": "", "dst": "stock", "cards": pack},
        {"e": "moved", "src": "stock", "dst": f"hand:{first}", "cards": sorted(pack[-13:], key=order)},
    ]
    head, heads, veils = bytes.fromhex(PRINTED["table"]), [], {}
    for place, event in enumerate(events):
        number = place.to_bytes(8, "big")
        veil, public = b"", event
        if "cards" in event:
            salt = mac(secret, "salt", number)
            veil = veils[place] = digest("veil", salt, msgpack.packb(event))[:16]
            public = {**event, "cards": ["??"] * len(event["cards"])}  # type: ignore[arg-type]
        packed = msgpack.packb(public)
        head = digest("chain", head, number, len(packed).to_bytes(4, "big"), packed, veil)
        heads.append(head.hex())
    assert {f"veil {place}": veils[place].hex() for place in (4, 5)}.items() <= PRINTED.items()
    assert [heads[place] for place in (0, 4, 5)] == [PRINTED[f"head {place}"] for place in (0, 4, 5)]
    end = (1).to_bytes(4, "big") + (5).to_bytes(8, "big") + head
    statement = b"khanhoo/1 deal\0" + b"\0\5t4b1e" + end + b"\2"
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(PRINTED["public key"]))
    key.verify(bytes.fromhex(PRINTED["signature"]), statement)


def test_each_statement_that_is_signed_has_the_bytes_of_the_table() -> None:
    ours, theirs, head = "ab" * 32, "cd" * 32, bytes(range(32))
    end = b"\0\0\0\3" + b"\0\0\0\0\0\0\1\0" + head
    assert at_table(ours, "t1") == b"khanhoo/1 at\0" + b"\xab" * 32 + b"\0\2t1"
    user = hashlib.sha256(b"khanhoo/1 user\0" + b"1000").digest()
    assert at_table("", "t1", 1000) == b"khanhoo/1 at\0" + user + b"\0\2t1"
    assert head_of_deal("t1", 3, 256, head, None) == b"khanhoo/1 deal\0" + b"\0\2t1" + end + b"\xff"
    assert host_statement(ours, theirs) == b"khanhoo/1 host\0" + b"\xab" * 32 + b"\xcd" * 32
    assert host_statement(ours, "") == b"khanhoo/1 host\0" + b"\xab" * 32 + bytes(32)
    assert goes_on("t1", 3, 256, head, theirs, "t2") == (
        b"khanhoo/1 goes on\0" + b"\0\2t1" + end + b"\xcd" * 32 + b"\0\2t2"
    )


def stream(key: str, tag: str) -> Iterator[int]:
    for block in count():
        seed = b"khanhoo/1\0" + tag.encode() + b"\0" + key.encode() + block.to_bytes(4, "big")
        content = hashlib.shake_256(seed).digest(512)
        yield from (int.from_bytes(content[at : at + 8], "big") for at in range(0, 512, 8))


def below(numbers: Iterator[int], bound: int) -> int:
    return next(number for number in numbers if number < 2**64 - 2**64 % bound) % bound
