"""A client for Khanhoo's tables, written from PROTOCOL.md and docs/fairness.md alone.

It sits down at a table as one or several people, plays a whole match by the questions that the host asks, breaks its
line on the way and comes back, and checks everything that can be checked without the rules of a game.
References such as "section 8" are to PROTOCOL.md, "crypto" is docs/fairness.md.

    client.py khanhoo://127.0.0.1:4242/TABLE#KEY --players 2 --break-after 60

Only the standard library and `msgpack` are needed.
The order of this file: frames, Ed25519, digests of fair deals, the chain, the cards, the record, moves, the client.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import hmac
import json
import os
import random
import secrets
import ssl
import struct
import sys
import time
import zlib
from collections import Counter
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import msgpack

Map = dict[str, Any]

CAPABILITIES = ["fair", "gallery", "record", "resume", "squeeze-1", "watch"]
HOST_FRAME_LIMIT = 262_144
DICTIONARY_SHA256 = "d310ddfa131e4b4c7ff3fb06fa91822eb017cf5ab2586e868f71853ab30ab7ee"
HIDDEN = "??"
OWN_PING_S, GIVE_UP_S = 4.0, 11.0
MOVE_EVERY_S = 0.08


class ProtocolError(Exception):
    """Something that the document does not allow, or a check that did not hold."""


class LineLost(Exception):
    """The connection is gone; coming back may help."""


# ---------------------------------------------------------------------------------------------------------------
# Frames and messages: sections 2 and 5
# ---------------------------------------------------------------------------------------------------------------


def pack(value: object) -> bytes:
    """Give the shortest msgpack form; Python's dictionaries keep the order of their keys."""
    return cast(bytes, msgpack.packb(value))


def unpack(data: bytes) -> Any:
    """Read one msgpack value."""
    return msgpack.unpackb(data, strict_map_key=True)


def load_dictionary() -> bytes:
    """Read the preset dictionary of squeezed frames and make sure that it is the right one."""
    data = (Path(__file__).parents[1] / "docs" / "squeeze-1.dict").read_bytes()
    if hashlib.sha256(data).hexdigest() != DICTIONARY_SHA256:
        raise ProtocolError("docs/squeeze-1.dict is not the dictionary that the document names")
    return data


def read_payload(payload: bytes, dictionary: bytes) -> Map:
    """Turn the payload of a frame into a map; a first byte of c1 says that it is squeezed."""
    if payload[:1] != b"\xc1":
        return cast(Map, unpack(payload))
    (length,) = struct.unpack(">H", payload[1:3])
    tail, rest = payload[3 : 3 + length], payload[3 + length :]
    inflater = zlib.decompressobj(wbits=-12, zdict=dictionary)
    data = inflater.decompress(rest, HOST_FRAME_LIMIT + 1)
    if len(data) > HOST_FRAME_LIMIT or inflater.unconsumed_tail:
        raise ProtocolError("a squeezed frame is larger than a host's frame may be")
    message = cast(Map, unpack(data))
    if tail:
        message["veils"], message["head"] = tail[:-16], tail[-16:]
    return message


# ---------------------------------------------------------------------------------------------------------------
# Ed25519 (RFC 8032), with points in extended coordinates (X, Y, Z, T)
# ---------------------------------------------------------------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = tuple[int, int, int, int]


def add(a: Point, b: Point) -> Point:
    """Add two points of the curve."""
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number: int, point: Point) -> Point:
    """Multiply a point by a number."""
    total: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def same_point(a: Point, b: Point) -> bool:
    """Say whether two points are the same one."""
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def find_x(y: int, sign: int) -> int | None:
    """Find the x of a point from its y and the lowest bit of x."""
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    return x if x & 1 == sign else P - x


def to_bytes(point: Point) -> bytes:
    """Write a point as 32 bytes."""
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def to_point(data: bytes) -> Point | None:
    """Read a point from 32 bytes; None if there is no such point."""
    number = int.from_bytes(data, "little")
    y, sign = number & ((1 << 255) - 1), number >> 255
    x = find_x(y, sign)
    return None if len(data) != 32 or x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE: Point = cast(Point, to_point(BASE_Y.to_bytes(32, "little")))


def half_numbers(*parts: bytes) -> int:
    """Give SHA-512 of the parts as a number."""
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def verify_signature(key: bytes, statement: bytes, signature: bytes) -> bool:
    """Check an Ed25519 signature."""
    a, r = to_point(key), to_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or len(signature) != 64 or s >= ORDER:
        return False
    h = half_numbers(signature[:32], key, statement) % ORDER
    return same_point(times(s, BASE), add(r, times(h, a)))


class PersonKey:
    """A person's Ed25519 key."""

    def __init__(self, private: bytes) -> None:
        wide = hashlib.sha512(private).digest()
        self.scalar = (int.from_bytes(wide[:32], "little") & ((1 << 254) - 8)) | (1 << 254)
        self.prefix = wide[32:]
        self.public = to_bytes(times(self.scalar, BASE))

    def sign(self, statement: bytes) -> bytes:
        """Sign a statement."""
        r = half_numbers(self.prefix, statement) % ORDER
        point = to_bytes(times(r, BASE))
        h = half_numbers(point, self.public, statement) % ORDER
        return point + ((r + h * self.scalar) % ORDER).to_bytes(32, "little")


# ---------------------------------------------------------------------------------------------------------------
# Digests, statements and chance: crypto, "Notation", "Fair deals", "Chance", "Signatures"
# ---------------------------------------------------------------------------------------------------------------


def label(word: str) -> bytes:
    """LABEL(word): what a digest or statement begins with."""
    return f"khanhoo/1 {word}".encode() + b"\0"


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return struct.pack(">I", number)


def u64(number: int) -> bytes:
    """Eight bytes, big-endian."""
    return struct.pack(">Q", number)


def text(words: str) -> bytes:
    """TEXT(t): length and UTF-8."""
    data = words.encode()
    return struct.pack(">H", len(data)) + data


def sha(*parts: bytes) -> bytes:
    """SHA-256 of the parts in a row."""
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA-256 of the parts in a row."""
    return hmac.digest(key, b"".join(parts), "sha256")


def table_digest(game: str, seats: int, options: Map) -> bytes:
    """Say what is played: the head of the chain before event 0."""
    rows = [list(item) for item in sorted(options.items())]
    return sha(label("table"), game.encode(), b"\0", bytes([seats]), pack(rows))


def secret_of_deal(seed: str, deal: int) -> bytes:
    """The host's secret of a deal, from the secret of the match."""
    return mac(seed.encode(), label("secret"), u32(deal))


def commitment_of(deal: int, table: bytes, secret: bytes) -> bytes:
    """What the host is bound to before it knows a share."""
    return sha(label("commit"), u32(deal), table, secret)


def pledge_of(commitment: bytes, seat: int, share: bytes) -> bytes:
    """What a seat is bound to before it knows the others' shares."""
    return sha(label("pledge"), commitment, bytes([seat]), share)


def key_of_deal(secret: bytes, shares: list[Map]) -> bytes:
    """The key from which all chance of a deal comes."""
    rows = sorted(shares, key=lambda row: cast(int, row["seat"]))
    pledges = sha(label("pledges"), *(bytes([row["seat"]]) + bytes.fromhex(row["pledge"]) for row in rows))
    opened = (bytes([row["seat"]]) + bytes.fromhex(row["value"]) for row in rows if row.get("value"))
    return mac(secret, label("key"), pledges, *opened)


def deal_statement(table: str, deal: int, number: int, head: bytes, seat: int | None) -> bytes:
    """What a seat, or with None the host, signs at the end of a deal."""
    return label("deal") + text(table) + u32(deal) + u64(number) + head + bytes([255 if seat is None else seat])


def chance(tag: str, key: str) -> Iterator[int]:
    """Give the stream of 64-bit numbers for one purpose."""
    block = 0
    while True:
        start = b"khanhoo/1\0" + tag.encode() + b"\0" + key.encode() + u32(block)
        yield from struct.unpack(">64Q", hashlib.shake_256(start).digest(512))
        block += 1


def below(limit: int, stream: Iterator[int]) -> int:
    """Draw a number below a limit."""
    last = (1 << 64) - (1 << 64) % limit
    return next(number for number in stream if number < last) % limit


def shuffled(cards: list[str], stream: Iterator[int]) -> list[str]:
    """Shuffle from the last place down to place 1."""
    cards = list(cards)
    for place in range(len(cards) - 1, 0, -1):
        other = below(place + 1, stream)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


# ---------------------------------------------------------------------------------------------------------------
# The form of events: section 8 and crypto, "Encoding of events" and "The chain"
# ---------------------------------------------------------------------------------------------------------------

MUST: Any = object()  # a field that has no default

# For each event: whether it is marked * (fields with their default are left out), and its fields with their defaults.
EVENTS: dict[str, tuple[bool, dict[str, Any]]] = {
    "moved": (False, {"src": MUST, "dst": MUST, "cards": MUST}),
    "shuffled": (False, {"zone": MUST, "cards": MUST}),
    "turned": (False, {"zone": MUST, "cards": MUST}),
    "shown": (False, {"zone": MUST, "seat": MUST, "cards": MUST}),
    "rearranged": (True, {"kind": MUST, "seat": MUST, "order": []}),
    "dropped": (False, {"seat": MUST}),
    "committed": (False, {"deal": MUST, "digest": MUST}),
    "stirred": (False, {"deal": MUST, "shares": MUST}),
    "opened": (False, {"deal": MUST, "secret": MUST}),
    "declared": (True, {"fact": MUST, "value": MUST, "seat": None}),
    "entered": (False, {"phase": MUST}),
    "deal": (False, {"number": MUST, "dealer": MUST}),
    "scored": (False, {"number": MUST, "how": MUST, "points": MUST, "totals": MUST, "lines": []}),
    "ended": (True, {"how": MUST, "winners": MUST, "totals": MUST, "payouts": []}),
    "room": (True, {"what": MUST, "seat": None, "name": "", "text": ""}),
    "signed": (True, {"table": MUST, "deal": MUST, "number": MUST, "head": MUST, "key": MUST, "signature": MUST,
                      "seat": None}),
}  # fmt: skip
PARTS: dict[str, Map] = {
    "shares": {"seat": MUST, "pledge": MUST, "value": ""},
    "lines": {"seat": MUST, "label": MUST, "points": MUST, "cards": [], "paragraph": ""},
    "move": {"verb": MUST, "cards": [], "places": [], "groups": []},
    "act": {"kind": MUST, "seat": None, "move": None, "shares": [], "digest": ""},
}
# Appendix A: the zones whose faces everybody sees, and those whose faces are shown once.
EVERYBODY = {
    "chinaso": {"discard", "cut", "meld"},
    "hearts": {"trick", "taken"},
    "kanhu_ming": {"trick", "taken"},
    "kanhu_qing": {"discard"},
    "khamul": {"discard", "open"},
    "khanhoo": {"discard", "meld"},
    "solo": {"trick", "taken"},
}
UNORDERED = {"hand", "passing", "sluff", "captured"}  # and in Khanhoo `meld` and `cache`
SHOWN_ONCE = {"khamul": {"drawn", "slot", "aside"}}


def ordered(value: Map, fields: Map, lean: bool) -> Map:
    """Put the fields of an event or part in their order, and if `lean` leave out those with their default."""
    result: Map = {}
    for name, default in fields.items():
        item: Any = value.get(name, default)
        if item is MUST:
            raise ProtocolError(f"the field {name} is missing in {value}")
        if lean and default is not MUST and item == default:
            continue
        if name in ("shares", "lines"):
            item = [ordered(part, PARTS[name], lean=True) for part in item]
        elif name == "move" and item is not None:
            item = ordered(item, PARTS["move"], lean=True)
        result[name] = item
    return result


def whole_form(event: Map) -> Map:
    """The map of an event as it enters a digest; an event that is not known stays as it came."""
    if event["e"] not in EVENTS:
        return event
    lean, fields = EVENTS[event["e"]]
    return {"e": event["e"], **ordered(event, fields, lean)}


def public_form(game: str, event: Map) -> tuple[Map, bool]:
    """Give the public form of an event, and whether it has a veil."""
    event = whole_form(event)
    everybody, shown_once = EVERYBODY[game], SHOWN_ONCE.get(game, set())

    def kind(name: str) -> str:
        return str(event[name]).partition(":")[0]

    def is_open(name: str) -> bool:
        return kind(name) in everybody and kind(name) not in shown_once

    match event["e"]:
        case "moved":
            stays = kind("dst") not in shown_once and (is_open("src") or is_open("dst"))
        case "shuffled":
            stays = is_open("zone")
        case "turned":
            stays = kind("zone") not in shown_once
        case "shown":
            stays = False
        case "rearranged":
            if event["kind"] in everybody:
                return event, False
            return {name: item for name, item in event.items() if name != "order"}, True
        case "room" if event["what"] == "aside":
            return {"e": "room", "what": "aside"}, False
        case _:
            stays = True
    return (event, False) if stays else ({**event, "cards": [HIDDEN] * len(event["cards"])}, True)


def veil_of(secret: bytes, number: int, event: Map) -> bytes:
    """The veil of a whole event, with the secret of its deal."""
    return sha(label("veil"), mac(secret, label("salt"), u64(number)), pack(whole_form(event)))[:16]


def next_head(head: bytes, number: int, public: Map, veil: bytes) -> bytes:
    """The head of the chain after one more event."""
    data = pack(public)
    return sha(label("chain"), head, u64(number), u32(len(data)), data, veil)


# ---------------------------------------------------------------------------------------------------------------
# The cards: appendices A and B
# ---------------------------------------------------------------------------------------------------------------


def faces(ranks: str, suits: str) -> list[str]:
    """All ranks of the first suit, then of the next one."""
    return [rank + suit for suit in suits for rank in ranks.split()]


def pack_of(game: str, options: Map, size: int) -> list[str]:
    """The pack of a game in its own order; that of Khanhoo has `size` cards, which tells its copies and jokers."""
    low, high = "A 2 3 4 5 6 7 8 9 10 J Q K", "2 3 4 5 6 7 8 9 10 J Q K A"
    if game == "hearts":
        return faces(high, "CDSH")
    if game == "khamul":
        return faces(low, "CDHS")
    if game == "solo":
        return faces("7 8 9 10 J Q K A", "CDSH")
    if game == "chinaso":
        return [face for face in faces(low, "CDHS") for _ in range(2)] + ["*"] * 4
    if game == "kanhu_ming":
        cash = [f"C{rank}" for rank in "987654321H0"]
        return cash + [f"{s}{n}" for s in "SM" for n in range(1, 10)] + ["TM"]
    if game == "kanhu_qing":
        kinds = [f"{s}{n}" for s in "CSM" for n in range(1, 10)] + ["RF", "WF", "OT"]
        return [face for face in kinds for _ in range(4)]
    suits, court = ("HCD", "S") if options["skin"] == "english" else ("HSD", "C")
    kinds = faces("A 2 3 4 5 6 7 8 9", suits) + faces("J Q K", court)
    copies, jokers = divmod(size, len(kinds))
    return [face for face in kinds for _ in range(copies)] + ["*"] * jokers


def laid_pack(game: str, options: Map, size: int, deal: int, key: str) -> list[str]:
    """The pack as it is laid on the table in a deal; in Chinaso it is cut before."""
    cards = shuffled(pack_of(game, options, size), chance(f"{deal} deal", key))
    if game == "chinaso":
        lifted = 5 + below(len(cards) - 9, chance(f"{deal} cut", key))
        cards = cards[-lifted:] + cards[:-lifted]
    return cards


class Zone:
    """The cards of a zone other than the stock: how many they are, and which they may be."""

    def __init__(self) -> None:
        self.size = 0
        self.possible: Counter[str] = Counter()


class Cards:
    """Where the cards of one deal lie, from its key on: everything that was shown must fit the shuffled pack.

    It works for a seat's view, with `??` for faces that are not told, and for a record, which has all faces.
    """

    def __init__(self, game: str, options: Map, deal: int, key: str) -> None:
        self.game, self.options, self.deal, self.key = game, options, deal, key
        self.pack: list[str] = []
        self.lifted: list[str] = []  # what went from the box to the zone `cut`
        self.stock: list[str] | None = []  # None: not known from here on, because a face was not told
        self.zones: dict[str, Zone] = {}
        self.reforms = 0
        self.seen = 0  # faces that were compared with the shuffled pack

    def zone(self, name: str) -> Zone:
        """Give a zone, empty at first."""
        return self.zones.setdefault(name, Zone())

    def need(self, holds: bool, event: Map, why: str) -> None:
        """Stop where the cards do not fit."""
        if not holds:
            raise ProtocolError(f"deal {self.deal}: {why}: {event}")

    def take(self, event: Map) -> None:
        """Follow one event."""
        match event["e"]:
            case "moved":
                self.move(event)
            case "shuffled":
                self.shuffle(event)
            case "turned" | "shown":
                lying = self.zone(event["zone"]).possible
                if event["zone"] == "stock":
                    lying = Counter(self.pack if self.stock is None else self.stock)
                missing = Counter(face for face in event["cards"] if face != HIDDEN) - lying
                self.need(not missing, event, "cards are shown that cannot lie there")
            case "rearranged":
                self.rearrange(event)

    def move(self, event: Map) -> None:
        """Follow a move of cards from zone to zone."""
        source, goal, told = event["src"], event["dst"], list(event["cards"])
        if source == "" and goal == "cut":  # a joker of Chinaso's cut, before the pack is laid
            self.lifted += told
            self.zone(goal).size += len(told)
            self.zone(goal).possible += Counter(told)
            return
        if source == "" and goal == "stock" and not self.pack:
            self.pack = pack_of(self.game, self.options, len(told))
            laid = laid_pack(self.game, self.options, len(told), self.deal, self.key)
            wanted = ["*"] if self.options.get("cutters_joker") and "*" in laid[:2] else []
            self.need(self.lifted == wanted, event, f"the cutter has {self.lifted}, not {wanted}")
            for face in wanted:
                laid.remove(face)
            self.need(len(laid) == len(told), event, "the pack has another number of cards")
            self.need(all(a in (b, HIDDEN) for a, b in zip(told, laid, strict=True)), event, "not the shuffled pack")
            self.stock = laid
            return
        cards, possible = self.take_stock(event) if source == "stock" else self.take_zone(event)
        if goal == "stock":
            if self.stock is not None:
                self.stock = None if HIDDEN in cards else self.stock + cards
            return
        kind = goal.partition(":")[0]
        if self.pack and (kind in UNORDERED or (self.game == "khanhoo" and kind in ("meld", "cache"))):
            places = [self.pack.index(face) for face in told if face != HIDDEN]
            self.need(places == sorted(places), event, "cards are not named in the order of the pack")
        self.zone(goal).size += len(cards)
        self.zone(goal).possible += possible

    def take_stock(self, event: Map) -> tuple[list[str], Counter[str]]:
        """Take the top cards of the stock."""
        told = list(event["cards"])
        if self.stock is None:
            return told, Counter(self.pack)
        count = len(told)
        self.need(count <= len(self.stock), event, "the stock has not so many cards")
        cards = self.stock[len(self.stock) - count :][::-1]
        del self.stock[len(self.stock) - count :]
        shown = Counter(face for face in told if face != HIDDEN)
        self.need(not shown - Counter(cards), event, f"the top of the stock was {cards}")
        self.seen += shown.total()
        return cards, Counter(cards)

    def take_zone(self, event: Map) -> tuple[list[str], Counter[str]]:
        """Take cards from another zone: shown ones must be possible there, of others it is not known which they are."""
        zone, told = self.zone(event["src"]), list(event["cards"])
        shown = Counter(face for face in told if face != HIDDEN)
        self.need(len(told) <= zone.size, event, "the zone has not so many cards")
        self.need(not shown - zone.possible, event, "cards come from where they cannot lie")
        everything = zone.size == len(told)
        zone.size -= len(told)
        zone.possible -= shown
        hidden = zone.possible.copy() if HIDDEN in told else Counter[str]()
        if everything:
            zone.possible.clear()
        return told, shown + hidden

    def shuffle(self, event: Map) -> None:
        """Follow the shuffle of a new stock."""
        if event["zone"] != "stock" or self.stock is None:
            return
        self.reforms += 1
        word = "reshuffle" if self.game == "chinaso" else "reform"
        cards = sorted(self.stock, key=self.pack.index)
        self.stock = shuffled(cards, chance(f"{self.deal} {word} {self.reforms}", self.key))
        fits = len(event["cards"]) == len(self.stock)
        fits = fits and all(a in (b, HIDDEN) for a, b in zip(event["cards"], self.stock, strict=True))
        self.need(fits, event, "the new stock is not shuffled as the key says")

    def rearrange(self, event: Map) -> None:
        """Follow a new order of a seat's numbered zones: number i gets the cards of number order[i]."""
        order, start = event.get("order", []), f"{event['kind']}:{event['seat']}:"
        if order:
            old = [self.zone(f"{start}{number}") for number in order]
            for number, zone in enumerate(old):
                self.zones[f"{start}{number}"] = zone
            return
        names = [name for name in self.zones if name.startswith(start)]
        together: Counter[str] = Counter()
        for name in names:
            together += self.zones[name].possible
        for name in names:
            self.zones[name].possible = together.copy()


RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K"


def rank_of(game: str, face: str) -> int:
    """The rank of a drawn card: aces are low, but in Chinaso high."""
    rank = RANKS.split().index(face[:-1])
    return 13 if game == "chinaso" and rank == 0 else rank


def draw_for_seats(game: str, cards: list[str], stream: Iterator[int], seats: int, best_of: Any) -> tuple[Any, int]:
    """Draw a card for each seat, again while there is a joker or a tie for the first; give the cards and the seat."""
    while True:
        drawn = shuffled(cards, stream)[:seats]
        if "*" not in drawn:
            ranks = [rank_of(game, face) for face in drawn]
            best = best_of(ranks)
            if ranks.count(best) == 1:
                return drawn, ranks.index(best)


def draw_of(game: str, options: Map, seats: int, fact: str, deal: int, cards: list[str], key: str) -> tuple[Any, int]:
    """What a fact of chance must be by the key of its deal, and whose it is (appendix B)."""
    tag = {"dealer_draw": "0 dealer", "cut": f"{deal} cut", "eldest_draw": f"{deal} eldest"}[fact]
    stream = chance(tag, key)
    match game, fact:
        case ("khanhoo", "dealer_draw") | ("chinaso", "dealer_draw"):
            return draw_for_seats(game, cards, stream, seats, max if game == "chinaso" else min)
        case ("khanhoo", "cut"):
            return draw_for_seats(game, cards, stream, seats, max)
        case ("chinaso", "cut"):
            return 5 + below(len(cards) - 9, stream), -1
        case ("kanhu_ming", "eldest_draw"):
            drawn = shuffled(cards, stream)[:seats]
            return drawn, drawn.index(max(drawn, key=cards.index))
    drawn = shuffled(cards, stream)
    count = next(place for place, face in enumerate(drawn) if face[1:].isdigit())
    steps = int(drawn[count][1:]) - 1
    return drawn[: count + 1], (-steps if options["direction"] == "right" else steps) % seats


def check_draws(game: str, options: Map, seats: int, deal: int, events: list[Map], key: str) -> int:
    """Check dealer, cut and eldest of a deal against its key; say how many draws were checked."""
    size = next(len(event["cards"]) for event in events if event["e"] == "moved" and event["dst"] == "stock")
    cards, checked = pack_of(game, options, size), 0
    dealer = next(event["dealer"] for event in events if event["e"] == "deal")
    by_lot = deal == 1 or (game == "khamul" and options["starter"] == "random")
    if game in ("hearts", "solo", "khamul") and by_lot:
        checked += 1
        if below(seats, chance(f"{deal - 1} dealer", key)) != dealer:
            raise ProtocolError(f"deal {deal}: seat {dealer} should not deal")
    for event in events:
        if event["e"] == "declared" and event["fact"] in ("dealer_draw", "cut", "eldest_draw"):
            value, seat = draw_of(game, options, seats, event["fact"], deal, cards, key)
            checked += 1
            if event["value"] != value or (seat >= 0 and event.get("seat") != seat):
                raise ProtocolError(f"deal {deal}: the key gives {value} for seat {seat}, told was {event}")
    return checked


# ---------------------------------------------------------------------------------------------------------------
# The stream as one seat was told it: sections 8 and 10
# ---------------------------------------------------------------------------------------------------------------


@dataclass
class Deal:
    """What is known of one deal."""

    number: int
    first: int  # the number of its first event
    commitment: str = ""
    shares: list[Map] = field(default_factory=list)
    stirred: bool = False
    secret: str = ""
    scored: bool = False
    end: int | None = None  # the number of its last event
    line: int = 0  # how often this client had come back when the host was bound
    finished: bool = False  # whether it was checked and signed
    asked: bool = False  # whether this seat was asked for a share, and opened it
    share: bytes = b""
    pledges: list[Map] | None = None
    own_moves: list[tuple[Any, ...]] = field(default_factory=list)
    acts: list[Map] = field(default_factory=list)
    signatures: list[Map] = field(default_factory=list)

    @property
    def key(self) -> bytes:
        """The key of the deal."""
        return key_of_deal(bytes.fromhex(self.secret), self.shares)


class Story:
    """All events that a seat was told, with its own chain over them."""

    def __init__(self) -> None:
        self.game = ""
        self.seats = 0
        self.settled: Map = {}
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget all events."""
        self.events: list[Map] = []
        self.heads: list[bytes] = []  # the head after each event
        self.veils: list[bytes] = []  # of each event, empty if it has none
        self.waiting: list[tuple[list[Map], bytes, bytes]] = []
        self.held = -1

    def add_frame(self, first: int, events: list[Map], veils: bytes, head: bytes) -> None:
        """Take the events of a frame; they wait until it is known what is played."""
        if first != self.held + 1:
            raise ProtocolError(f"events from {first} on came after event {self.held}")
        self.held += len(events)
        self.waiting.append((events, veils, head))

    def settle(self, info: Map) -> None:
        """Learn from the table what is played, once its options are settled."""
        self.game, self.seats, self.settled = info["game"], len(info["seats"]), info.get("settled") or {}

    def read(self) -> Iterator[tuple[int, Map]]:
        """Enter the waiting frames into the chain and give their events with their numbers."""
        while self.waiting and self.settled:
            events, veils, told = self.waiting.pop(0)
            for event in events:
                number = len(self.events)
                before = self.heads[-1] if self.heads else table_digest(self.game, self.seats, self.settled)
                public, has_veil = public_form(self.game, event)
                veil, veils = (veils[:16], veils[16:]) if has_veil else (b"", veils)
                if has_veil and len(veil) != 16:
                    raise ProtocolError(f"event {number} has no veil: {event}")
                self.events.append(event)
                self.veils.append(veil)
                self.heads.append(next_head(before, number, public, veil))
                yield number, event
            if veils:
                raise ProtocolError(f"the frame up to event {len(self.events) - 1} has too many veils")
            if told and events and told != self.heads[-1][:16]:
                raise ProtocolError(f"my head after event {len(self.events) - 1} is not the host's")


def check_shares(deal: Deal, seat: int | None) -> str:
    """Check commitments and shares of a deal (section 10, checks 1, 2, 4); say in words what was found."""
    for share in deal.shares:
        if share.get("value"):
            made = pledge_of(bytes.fromhex(deal.commitment), share["seat"], bytes.fromhex(share["value"])).hex()
            if made != share["pledge"]:
                raise ProtocolError(f"deal {deal.number}: the share of seat {share['seat']} is not what it pledged")
    if deal.pledges is not None:
        told = [(row["seat"], row["pledge"]) for row in deal.pledges]
        if told != [(row["seat"], row["pledge"]) for row in deal.shares]:
            raise ProtocolError(f"deal {deal.number}: the list of pledges was another one")
    if deal.asked and not any(row["seat"] == seat and row.get("value") == deal.share.hex() for row in deal.shares):
        raise ProtocolError(f"deal {deal.number}: my own share is missing")
    return f"{sum(1 for row in deal.shares if row.get('value'))} shares"


def check_commitment(deal: Deal, table: bytes) -> None:
    """Check that the host's secret is the one it was bound to."""
    if commitment_of(deal.number, table, bytes.fromhex(deal.secret)).hex() != deal.commitment:
        raise ProtocolError(f"deal {deal.number}: the secret is not the one that was committed to")


# ---------------------------------------------------------------------------------------------------------------
# The record: section 12
# ---------------------------------------------------------------------------------------------------------------


def read_records(data: bytes) -> list[Map]:
    """Read the row of records, check their sums and the seal, and that each has its one form."""
    records: list[Map] = []
    place = start = 0
    while place < len(data):
        length, crc = struct.unpack(">II", data[place : place + 8])
        payload = data[place + 8 : place + 8 + length]
        if len(payload) != length or zlib.crc32(payload) != crc:
            raise ProtocolError(f"the record at byte {place} is damaged")
        records.append(unpack(payload))
        start, place = place, place + 8 + length
    seal = records[-1].get("act", {})
    if seal.get("kind") != "seal" or seal.get("digest") != hashlib.sha256(data[:start]).hexdigest():
        raise ProtocolError("the record has no good seal")
    place = 0
    for record in records:
        payload = pack(record_form(record))
        if data[place + 8 : place + 8 + len(payload)] != payload:
            raise ProtocolError(f"a record is not in its one form: {record}")
        place += 8 + len(payload)
    return records


def record_form(record: Map) -> Map:
    """A record with its fields in the order of the tables."""
    if "act" not in record:
        names = ("format", "game", "seats", "options", "seed", "deal", "opened")
        return {name: record[name] for name in names if name in record}
    act = ordered(record["act"], PARTS["act"], lean=True)
    return {"act": act, "events": [whole_form(event) for event in record["events"]]}


def hides(told: Map, whole: Map) -> bool:
    """Say whether an event that was told is the whole one, but for faces and orders that were not told."""
    told, whole = whole_form(told), whole_form(whole)
    if told["e"] != whole["e"]:
        return False
    if told["e"] == "rearranged":
        told = {**whole, **told}
    if "cards" in told and len(told["cards"]) == len(whole["cards"]):
        pairs = zip(told["cards"], whole["cards"], strict=True)
        told = {**told, "cards": [b if a == HIDDEN else a for a, b in pairs]}
    return told == whole


def check_record(data: bytes, story: Story, deals: dict[int, Deal]) -> Map:
    """Check a record against what this seat was told, without any rule of the game; say what was checked."""
    records = read_records(data)
    header = records[0]
    if (header["game"], header["seats"], header["options"]) != (story.game, story.seats, story.settled):
        raise ProtocolError("the header of the record names another match")
    events = [event for record in records[1:] for event in record["events"]]
    if len(events) > len(story.events):
        raise ProtocolError(f"the record has {len(events)} events, I was told {len(story.events)}")
    if len(events) <= max((deal.end or 0) for deal in deals.values()):
        raise ProtocolError(f"the record ends too early, after {len(events)} events")
    seed, deal_number, drawn = str(header["seed"]), 0, 0
    cards: Cards | None = None
    head = table_digest(story.game, story.seats, story.settled)
    for number, event in enumerate(events):
        if event["e"] == "deal":
            deal_number = event["number"]
            deal = deals[deal_number]
            cards = Cards(story.game, story.settled, deal_number, deal.key.hex() if deal.commitment else seed)
        if not hides(story.events[number], event):
            raise ProtocolError(f"event {number} of the record is not what I was told: {event}")
        public, has_veil = public_form(story.game, event)
        veil = veil_of(secret_of_deal(seed, deal_number), number, event) if has_veil else b""
        head = next_head(head, number, public, veil)
        if veil != story.veils[number] or head != story.heads[number]:
            raise ProtocolError(f"veil or head of event {number} of the record is not what I was told")
        if cards is not None:
            before = cards.seen
            cards.take(event)
            drawn += cards.seen - before
        check_secret(event, seed)
    check_record_acts(records, deals)
    return {"record_bytes": len(data), "record_events": len(events), "record_cards_drawn": drawn}


def check_secret(event: Map, seed: str) -> None:
    """Check what the stream says of the secrets against the secret of the match."""
    if event["e"] == "opened" and secret_of_deal(seed, event["deal"]).hex() != event["secret"]:
        raise ProtocolError(f"the secret of deal {event['deal']} does not follow from that of the match")
    sealed = event["e"] == "room" and event["what"] == "sealed"
    if sealed and sha(f"khanhoo seed {seed}".encode()).hex() != event["text"]:
        raise ProtocolError("the secret of the match is not the one that was sealed")


def check_record_acts(records: list[Map], deals: dict[int, Deal]) -> None:
    """Check that the record has the acts that were audited, in their order."""
    if not all(deal.commitment for deal in deals.values()):
        return
    kinds = ("room", "seal")
    acts = [ordered(r["act"], PARTS["act"], lean=True) for r in records[1:] if r["act"]["kind"] not in kinds]
    audited = [ordered(act, PARTS["act"], lean=True) for number in sorted(deals) for act in deals[number].acts]
    if acts != audited:
        raise ProtocolError("the acts of the record are not those that were audited")


# ---------------------------------------------------------------------------------------------------------------
# Moves: section 9
# ---------------------------------------------------------------------------------------------------------------


def moves_of(choice: Map, rng: random.Random) -> Map:
    """Make one legal move of a choice, by its form: shaped, listed or counted."""
    verb: Map = {"verb": choice["verb"]}
    sets, places = choice.get("sets") or [], choice.get("places") or []
    if choice.get("shape"):
        return {**verb, "groups": rng.choice(choice["divisions"])}
    if sets or places:
        entry = rng.randrange(max(len(sets), len(places)))
        if sets:
            verb["cards"] = sets[entry]
        if places:
            verb["places"] = places[entry]
        return verb
    most = choice.get("most", 0)
    if most:
        verb["cards"] = rng.sample(choice.get("cards", []), rng.randint(choice.get("least", 0), most))
    return verb


def choose(decision: Map, rng: random.Random) -> Map:
    """Choose any legal move; verbs that get on with the game (all but giving up) somewhat more often."""
    shy = ("pass", "leave", "decline", "draw", "yield")
    weights = [1 if choice["verb"] in shy else 3 for choice in decision["choices"]]
    return moves_of(rng.choices(decision["choices"], weights)[0], rng)


def as_key(move: Map) -> tuple[Any, ...]:
    """A move in a form that can be compared: cards as a set with counts."""
    groups = tuple(tuple(group) for group in move.get("groups") or [])
    return move["verb"], tuple(sorted(move.get("cards") or [])), tuple(move.get("places") or []), groups


# ---------------------------------------------------------------------------------------------------------------
# The client: sections 1, 3, 4, 6, 7, 10 and 11
# ---------------------------------------------------------------------------------------------------------------


@dataclass
class Link:
    """Where a table is: khanhoo://HOST:PORT/TABLE#KEY."""

    host: str
    port: int
    table: str
    key: str

    @classmethod
    def parse(cls, words: str) -> Link:
        """Read a join link."""
        parts = urlsplit(words)
        if parts.scheme != "khanhoo" or not parts.hostname:
            raise ProtocolError(f"{words} is no join link")
        return cls(parts.hostname, parts.port or 4242, parts.path.strip("/"), parts.fragment.lower())


class Client:
    """One person at the table, over all of its connections."""

    def __init__(self, link: Link, name: str, args: argparse.Namespace, rng: random.Random) -> None:
        self.link, self.name, self.args, self.rng = link, name, args, rng
        self.capabilities: list[str] = [] if args.plain else CAPABILITIES
        self.key = PersonKey(secrets.token_bytes(32))
        self.dictionary = load_dictionary()
        self.host_key = b""
        self.token = b""
        self.seat: int | None = None
        self.info: Map = {}
        self.story = Story()
        self.deals: dict[int, Deal] = {}
        self.coming: Deal | None = None  # a deal that is committed to, and has not begun
        self.pledging: tuple[int, str] | None = None
        self.shares: dict[tuple[int, str], bytes] = {}
        self.pending: dict[str, tuple[Map, asyncio.Future[Map]]] = {}
        self.prefix, self.count = secrets.token_hex(3), 0
        self.writer: asyncio.StreamWriter | None = None
        self.answered: set[int] = set()
        self.next_move_at = 0.0
        self.offer: Map | None = None
        self.acts: dict[int, list[Map]] = {}
        self.record = bytearray()
        self.result: Map | None = None
        self.over = asyncio.Event()
        self.news = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.failure: BaseException | None = None
        self.breaks: list[int] = sorted(args.break_after)
        self.break_on: list[str] = list(args.break_on)
        self.came_back = self.squeezed = self.frames = self.refusals = 0
        self.deal_checks: Map = {"deals": 0, "signatures": 0, "own_moves": 0, "cards_seen": 0, "acts": 0, "shares": 0,
                                 "draws": 0}  # fmt: skip
        self.lobby = ""
        self.tickets, self.ticket_time = 30.0, time.monotonic()

    def say(self, words: str) -> None:
        """Print a line about this person."""
        print(f"{self.name}: {words}", flush=True)

    # -- connections ------------------------------------------------------------------------------------------

    async def connect(self) -> asyncio.StreamReader:
        """Open TLS 1.3, compare the host's key with the known key, say hello and read the welcome."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        reader, writer = await asyncio.open_connection(self.link.host, self.link.port, ssl=context)
        certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        key = hashlib.sha256(certificate).digest()
        known = self.host_key.hex() or self.link.key
        if not key.hex().startswith(known):
            raise ProtocolError(f"the host's key is {key.hex()}, expected {known}")
        self.host_key, self.writer = key, writer
        self.send(self.hello())
        answer = await self.receive(reader)
        if answer["t"] == "refused":
            if answer["code"] in ("slow", "full"):
                await asyncio.sleep(max(1.0, answer.get("retry_ms", 0) / 1000))
                raise LineLost(answer["sentence"])
            raise ProtocolError(f"refused ({answer['code']}): {answer['sentence']}")
        if answer["t"] != "welcome":
            raise ProtocolError(f"the answer to hello is {answer['t']}")
        self.on_welcome(answer)
        return reader

    def hello(self) -> Map:
        """Make the first message of a connection (sections 4 and 11)."""
        statement = label("at") + self.host_key + text(self.link.table)
        return {
            "t": "hello",
            "major": 1,
            "minor": 0,
            "app": "stranger",
            "capabilities": self.capabilities,
            "name": self.name,
            "role": "player",
            "table": self.link.table,
            "token": self.token,
            "held": self.story.held,
            "viewer": self.seat,
            "look": "public",
            "key": self.key.public.hex(),
            "proof": self.key.sign(statement),
        }

    def on_welcome(self, welcome: Map) -> None:
        """Keep what the welcome says; the ping makes the new token the only one."""
        if self.token:
            self.came_back += 1
            if not welcome["resumed"] or welcome["seat"] != self.seat:
                raise ProtocolError(f"coming back brought seat {welcome['seat']}, resumed {welcome['resumed']}")
        self.token, self.seat = welcome["token"] or self.token, welcome["seat"]
        self.link.table = welcome["table"]["table_id"]
        self.send({"t": "ping", "n": 1})
        self.on_table({"info": welcome["table"]})
        for message, _ in self.pending.values():
            self.send(message)

    def send(self, message: Map) -> None:
        """Send one frame, if there is a line."""
        if self.writer is None or self.writer.is_closing():
            return
        payload = pack(message)
        self.log("to", message)
        self.writer.write(u32(len(payload)) + payload)

    async def receive(self, reader: asyncio.StreamReader) -> Map:
        """Read one frame; ping after four seconds of silence, give up after eleven."""
        pinged = False
        frame = asyncio.ensure_future(self.read_frame(reader))
        try:
            while not frame.done():
                done, _ = await asyncio.wait({frame}, timeout=GIVE_UP_S - OWN_PING_S if pinged else OWN_PING_S)
                if done:
                    break
                if pinged:
                    raise LineLost("the host is silent")
                pinged = True
                self.send({"t": "ping", "n": 2})
            return frame.result()
        except (OSError, EOFError) as error:
            raise LineLost(str(error)) from error
        finally:
            frame.cancel()

    async def read_frame(self, reader: asyncio.StreamReader) -> Map:
        """Read one frame."""
        (length,) = struct.unpack(">I", await reader.readexactly(4))
        if not 0 < length <= HOST_FRAME_LIMIT:
            raise ProtocolError(f"a frame of {length} bytes")
        payload = await reader.readexactly(length)
        self.frames += 1
        if payload[0] == 0xC1:
            if "squeeze-1" not in self.capabilities:
                raise ProtocolError("a squeezed frame came without the capability")
            self.squeezed += 1
        message = read_payload(payload, self.dictionary)
        self.log("from", message)
        return message

    def log(self, way: str, message: Map) -> None:
        """Write a message to the log, if one is wanted."""
        if self.args.log:
            line = json.dumps([self.name, way, message], default=lambda item: "h:" + item.hex(), ensure_ascii=False)
            with Path(self.args.log).open("a", encoding="utf-8") as out:
                out.write(line + "\n")

    async def run(self) -> None:
        """Be at the table until the match is over and checked, over as many connections as it takes."""
        tries = 0
        while not self.over.is_set():
            try:
                reader = await self.connect()
                tries = 0
                while not self.over.is_set():
                    self.handle(await self.receive(reader))
                    if self.failure:
                        raise self.failure
                    if self.writer is None:
                        raise LineLost("I broke the line myself")
            except (LineLost, OSError) as error:
                if self.over.is_set():
                    break
                if self.failure:
                    raise self.failure from error
                tries += 1
                if tries > 8:
                    raise ProtocolError(f"the line does not come back: {error}") from error
                await asyncio.sleep(0.2 * tries)
        self.send({"t": "leave"})
        self.hang_up()

    def hang_up(self) -> None:
        """Break the line."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the reading of messages; an error there ends the client."""

        def ended(task: asyncio.Task[None]) -> None:
            self.tasks.discard(task)
            if not task.cancelled() and task.exception() and self.failure is None:
                self.failure = task.exception()
                self.hang_up()

        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(ended)

    # -- requests (section 6) ---------------------------------------------------------------------------------

    async def request(self, message: Map) -> Map:
        """Send a request and give its `done`; what was too early is sent again with the same id."""
        self.count += 1
        message = {"t": message["t"], "id": f"{self.prefix}-{self.count}", **message}
        while True:
            await self.take_ticket()
            future: asyncio.Future[Map] = asyncio.get_running_loop().create_future()
            self.pending[message["id"]] = (message, future)
            self.send(message)
            if message["t"] == "act":
                self.maybe_break()
            done = await future
            if done["accepted"] or done.get("code") not in ("slow", "busy"):
                return done
            await asyncio.sleep(1.0)

    async def take_ticket(self) -> None:
        """Stay below twenty messages a second."""
        now = time.monotonic()
        self.tickets = min(30.0, self.tickets + 18.0 * (now - self.ticket_time)) - 1.0
        self.ticket_time = now
        if self.tickets < 0:
            await asyncio.sleep(-self.tickets / 18.0)

    async def require(self, message: Map) -> None:
        """Send a request that must be accepted."""
        done = await self.request(message)
        if not done["accepted"]:
            raise ProtocolError(f"{message} was refused ({done.get('code')}): {done.get('reason')}")

    def maybe_break(self) -> None:
        """Break the line on purpose, just after a move was sent and before its answer."""
        if self.breaks and self.story.held >= self.breaks[0]:
            self.breaks.pop(0)
            self.say(f"I break my line after event {self.story.held}")
            self.hang_up()

    # -- messages of the host (section 5) ---------------------------------------------------------------------

    def handle(self, message: Map) -> None:
        """Take one message of the host; unknown ones are not minded."""
        if message["t"] in self.break_on and self.seat is not None and self.info.get("phase") != "open":
            self.break_on.remove(message["t"])
            self.say(f"I break my line, and have not read this: {message['t']}")
            self.hang_up()
            return
        handler = getattr(self, f"on_{message['t']}", None)
        if handler is not None and message["t"] != "welcome":
            handler(message)
        self.news.set()

    def on_ping(self, message: Map) -> None:
        """Answer a ping, with the number of the last event and the own head there."""
        pong: Map = {"t": "pong", "n": message["n"]}
        if self.story.heads:
            pong |= {"number": len(self.story.heads) - 1, "head": self.story.heads[-1][:16]}
        self.send(pong)

    def on_bye(self, message: Map) -> None:
        """The host hangs up."""
        if self.over.is_set() or message["code"] in ("silent", "fault", "displaced"):
            raise LineLost(message["sentence"])
        raise ProtocolError(f"the host said goodbye ({message['code']}): {message['sentence']}")

    def on_error(self, message: Map) -> None:
        """Something that was sent was wrong."""
        if message["code"] == "malformed":
            raise ProtocolError(f"the host could not read {message.get('about')}: {message['sentence']}")

    def on_done(self, message: Map) -> None:
        """A request is answered."""
        _, future = self.pending.pop(message["id"], ({}, None))
        if future is not None and not future.done():
            future.set_result(message)

    def on_seated(self, message: Map) -> None:
        """The seat is another one now; the stream begins anew."""
        self.seat = message["seat"]

    def on_table(self, message: Map) -> None:
        """Keep the table; before the match, do what belongs to its start (section 7)."""
        self.info = message["info"]
        self.check_table()
        if self.info["phase"] == "open":
            self.start_match()
        elif not self.story.settled:
            self.story.settle(self.info)
            self.read_story()

    def check_table(self) -> None:
        """Check the host's key and its own signature of the key it signs deals with."""
        info = self.info
        if info.get("key") and info["key"] != self.host_key.hex():
            raise ProtocolError("the table names another key of the host than the connection has")
        signed = info.get("host_key_signed")
        if signed and signed["signature"] != getattr(self, "checked_host_key", None):
            statement = label("host") + bytes.fromhex(signed["key"]) + self.host_key
            if not verify_signature(bytes.fromhex(signed["key"]), statement, signed["signature"]):
                raise ProtocolError("the host's signature of its key does not hold")
            self.checked_host_key = signed["signature"]

    def start_match(self) -> None:
        """Say ready, or with the host's rights fill the seats with bots and start when all people are ready."""
        seats = self.info["seats"]
        people = [row for row in seats if row.get("kind") == "person"]
        others_ready = all(row.get("ready") for row in people if row["seat"] != self.seat)
        mine = next((row for row in people if row["seat"] == self.seat), None)
        if mine is None:
            return
        if self.info["host_seat"] != self.seat:
            step: Map = {"t": "ready"}
            wanted = "" if mine.get("ready") else "ready"
        elif len(people) < self.args.players or not others_ready:
            wanted, step = "", {}
        elif any(row.get("kind", "empty") == "empty" for row in seats):
            wanted, step = "fill", {"t": "fill", "level": self.args.bots}
        else:
            wanted, step = "start", {"t": "start"}
        if wanted and wanted != self.lobby:
            self.lobby = wanted
            self.spawn(self.require(step))

    def on_events(self, message: Map) -> None:
        """Take events into the stream."""
        if message.get("fresh"):
            self.story.begin_anew()
        self.story.add_frame(message["first"], message["events"], message.get("veils", b""), message.get("head", b""))
        if message["events"] and not message.get("head") and self.story.settled:
            raise ProtocolError("a frame of the match has no head")
        self.read_story()

    def read_story(self) -> None:
        """Go through what is new in the stream."""
        for number, event in self.story.read():
            match event["e"]:
                case "committed":
                    self.coming = Deal(event["deal"], number, commitment=event["digest"], line=self.came_back)
                    self.answer_pledging()
                case "stirred" if self.coming:
                    self.coming.shares, self.coming.stirred = event["shares"], True
                case "deal":
                    self.begin_deal(number, event)
                case "opened" if event["deal"] in self.deals:
                    self.deals[event["deal"]].secret = event["secret"]
                case "scored":
                    self.deals[event["number"]].scored = True
                case "signed" if event["deal"] in self.deals:
                    self.deals[event["deal"]].signatures.append(event)
                case "entered" | "ended":
                    self.maybe_end_deal(number, event)

    def begin_deal(self, number: int, event: Map) -> None:
        """A deal begins; of one that was told before (a stream that began anew) what was done stays known."""
        deal = self.coming or Deal(event["number"], number)
        self.coming = None
        old = self.deals.get(event["number"])
        if old is not None:
            deal.own_moves, deal.acts, deal.asked, deal.share = old.own_moves, old.acts, old.asked, old.share
            deal.finished = old.finished
        elif deal.commitment:
            deal.share = self.shares.get((deal.number, deal.commitment), b"")
            opened = self.opened_share
            deal.asked = opened is not None and opened[:2] == (deal.number, deal.commitment)
            deal.pledges = opened[2] if opened is not None and deal.asked else None
        self.deals[event["number"]] = deal

    def maybe_end_deal(self, number: int, event: Map) -> None:
        """Notice the last event of a deal: `entered` `between` after `scored`, or `ended`."""
        deal = self.deals.get(max(self.deals, default=0))
        if event["e"] == "ended":
            self.result = event
        elif event["phase"] != "between":
            return
        if deal is not None and deal.scored and deal.end is None:
            deal.end = number
        if deal is not None and deal.end == number and not deal.finished:
            deal.finished = True
            self.spawn(self.finish_deal(deal))
        elif event["e"] == "ended":
            self.spawn(self.finish_match())

    # -- fair deals (section 10) ------------------------------------------------------------------------------

    opened_share: tuple[int, str, list[Map]] | None = None

    def on_pledging(self, message: Map) -> None:
        """The host asks for a pledge."""
        self.pledging = (message["deal"], "")
        self.answer_pledging()

    def answer_pledging(self) -> None:
        """Pledge a share under the host's commitment; under the same one the same share again."""
        if self.pledging is None or self.coming is None or self.coming.number != self.pledging[0]:
            return
        self.pledging = None
        deal = self.coming
        share = self.shares.setdefault((deal.number, deal.commitment), secrets.token_bytes(32))
        pledge = pledge_of(bytes.fromhex(deal.commitment), cast(int, self.seat), share)
        self.send({"t": "pledge", "deal": deal.number, "pledge": pledge.hex()})

    def on_pledges(self, message: Map) -> None:
        """Open the share, if the own pledge is in the list, unchanged."""
        deal = self.coming
        if self.seat is None or deal is None or deal.number != message["deal"]:
            return
        share = self.shares.get((deal.number, deal.commitment), b"")
        pledge = pledge_of(bytes.fromhex(deal.commitment), self.seat, share).hex()
        if not any(row["seat"] == self.seat and row["pledge"] == pledge for row in message["pledges"]):
            self.say(f"deal {deal.number}: my pledge is not in the list")
            return
        self.opened_share = (deal.number, deal.commitment, message["pledges"])
        self.send({"t": "share", "deal": deal.number, "value": share.hex()})

    def on_acts(self, message: Map) -> None:
        """Collect the acts of an audit."""
        acts = self.acts.setdefault(message["deal"], [])
        del acts[message["first"] :]
        acts.extend(message["acts"])

    async def finish_deal(self, deal: Deal) -> None:
        """Check a finished deal, sign it, and go on to the next one."""
        while not deal.secret and deal.commitment:
            await self.wait_for_news()
        found = self.check_deal(deal)
        if deal.commitment:  # without one there is no `opened`, and so no audit
            await self.require({"t": "audit", "deal": deal.number})
            deal.acts = self.acts.pop(deal.number, [])
            self.check_acts(deal)
        end = cast(int, deal.end)
        head = self.story.heads[end]
        signature = self.key.sign(deal_statement(self.info["table_id"], deal.number, end, head, self.seat))
        await self.require({"t": "sign", "deal": deal.number, "number": end, "head": head, "signature": signature})
        await self.wait_for_signatures(deal)
        self.deal_checks["deals"] += 1
        self.say(f"deal {deal.number}: verified: {found}, {len(deal.acts)} acts with {len(deal.own_moves)} own moves, "
                 f"head {head.hex()[:16]} at event {end}, signed by {self.signers(deal)}")  # fmt: skip
        if self.result is None:
            done = await self.request({"t": "next"})
            if not done["accepted"] and done.get("code") != "stage":
                raise ProtocolError(f"next was refused ({done.get('code')}): {done.get('reason')}")
        else:
            await self.finish_match()

    def check_deal(self, deal: Deal) -> str:
        """Check shares, commitment, key and cards of a deal."""
        if not deal.commitment:
            return "no commitment (a typed seed or a given deal)"
        found = check_shares(deal, self.seat)
        check_commitment(deal, table_digest(self.story.game, self.story.seats, self.story.settled))
        if "fair" in self.capabilities and not deal.asked and deal.line == self.came_back:
            raise ProtocolError(f"deal {deal.number}: I was not asked for a share")
        cards = Cards(self.story.game, self.story.settled, deal.number, deal.key.hex())
        for event in self.story.events[deal.first : cast(int, deal.end) + 1]:
            cards.take(event)
        told = self.story.events[deal.first : cast(int, deal.end) + 1]
        draws = check_draws(self.story.game, self.story.settled, self.story.seats, deal.number, told, deal.key.hex())
        self.deal_checks["cards_seen"] += cards.seen
        self.deal_checks["draws"] += draws
        self.deal_checks["shares"] += sum(1 for row in deal.shares if row.get("value"))
        mine = "mine among them" if deal.asked else "none of mine"
        return f"commitment, {found} ({mine}), key {deal.key.hex()[:8]}, {cards.seen} cards from the pack"

    def check_acts(self, deal: Deal) -> None:
        """Check that shares and own moves are among the acts."""
        for act in deal.acts:
            if act["kind"] == "stir" and act.get("shares", []) != deal.shares:
                raise ProtocolError(f"deal {deal.number}: the acts have other shares than the stream")
        played = Counter(
            as_key(act["move"]) for act in deal.acts if act["kind"] == "play" and act.get("seat") == self.seat
        )
        missing = Counter(deal.own_moves) - played
        if missing:
            raise ProtocolError(f"deal {deal.number}: my moves {list(missing)} are not among the acts {list(played)}")
        self.deal_checks["own_moves"] += len(deal.own_moves)
        self.deal_checks["acts"] += len(deal.acts)

    def good_signature(self, deal: Deal, signed: Map) -> bool:
        """Say whether a signature is by the right key, holds, and is of my own head."""
        seat = signed.get("seat")
        if seat is None:
            key = (self.info.get("host_key_signed") or {}).get("key", "")
        else:
            key = self.info["seats"][seat].get("key", "")
        if not key or key != signed["key"] or deal.end is None or signed["table"] != self.info["table_id"]:
            return False
        if (signed["number"], signed["head"]) != (deal.end, self.story.heads[deal.end]):
            return False
        statement = deal_statement(signed["table"], signed["deal"], signed["number"], signed["head"], seat)
        return verify_signature(bytes.fromhex(key), statement, signed["signature"])

    async def wait_for_signatures(self, deal: Deal) -> None:
        """Wait for the signatures of host and people with a key, and check each."""
        wanted = {row["seat"] for row in self.info["seats"] if row.get("key") and row.get("kind") == "person"}
        expected: set[int | None] = {*wanted, *([None] if self.info.get("host_key_signed") else [])}
        deadline, checked, signers = time.monotonic() + 20, 0, set[int | None]()
        while True:
            for signed in deal.signatures[checked:]:
                if not self.good_signature(deal, signed):
                    raise ProtocolError(f"deal {deal.number}: a signature does not hold: {signed}")
                signers.add(signed.get("seat"))
            checked = len(deal.signatures)
            if expected <= signers:
                break
            if time.monotonic() > deadline:
                raise ProtocolError(f"deal {deal.number}: signatures are missing: {expected - signers}")
            await self.wait_for_news()
        self.deal_checks["signatures"] += len(signers)

    def signers(self, deal: Deal) -> str:
        """Name who has signed a deal."""
        seats = sorted({signed["seat"] for signed in deal.signatures if signed.get("seat") is not None})
        host = ["the host"] if any(signed.get("seat") is None for signed in deal.signatures) else []
        return ", ".join(host + [f"seat {seat}" for seat in seats]) or "nobody"

    async def wait_for_news(self) -> None:
        """Wait until another message was taken, or half a second."""
        self.news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), 0.5)

    async def finish_match(self) -> None:
        """After the match: fetch the record and check it."""
        if "record" in self.capabilities:
            await self.require({"t": "record"})
            self.deal_checks |= check_record(bytes(self.record), self.story, self.deals)
        self.over.set()
        self.hang_up_softly()

    def hang_up_softly(self) -> None:
        """Make the reading loop notice that all is done."""
        self.send({"t": "ping", "n": 9})

    def on_record(self, message: Map) -> None:
        """Collect the pieces of the record, in order."""
        if message["offset"] == 0:
            self.record.clear()
        if message["offset"] != len(self.record):
            raise ProtocolError(f"a piece of the record at {message['offset']} came after {len(self.record)} bytes")
        self.record += message["data"]

    # -- questions (section 9) --------------------------------------------------------------------------------

    def on_ask(self, message: Map) -> None:
        """Answer a decision once."""
        decision = message["decision"]
        if decision["id"] not in self.answered:
            self.answered.add(decision["id"])
            self.spawn(self.answer(decision))

    def on_offer(self, message: Map) -> None:
        """Sometimes take up an offer."""
        self.offer = message["decision"]
        if self.offer and self.offer["id"] not in self.answered and self.rng.random() < self.args.offers:
            self.answered.add(self.offer["id"])
            self.spawn(self.answer(self.offer))

    async def wait_for_turn(self) -> None:
        """Leave room for pledges, shares and signatures below the limit of messages a second (section 6)."""
        now = time.monotonic()
        self.next_move_at = max(self.next_move_at + MOVE_EVERY_S, now)
        await asyncio.sleep(self.next_move_at - now)

    async def answer(self, decision: Map) -> None:
        """Send a move; if the host does not take it, see why."""
        move = choose(decision, self.rng)
        await self.wait_for_turn()
        deal = self.deals.get(max(self.deals, default=0))
        done = await self.request({"t": "act", "decision": decision["id"], "move": move})
        code = done.get("code")
        if done["accepted"]:
            if deal is not None:
                deal.own_moves.append(as_key(move))
        elif code == "paused":
            self.answered.discard(decision["id"])  # the question comes once more
        elif code == "stale":
            self.refusals += 1
        else:
            raise ProtocolError(f"{move} was refused ({code}: {done.get('reason')}), asked was {decision}")


# ---------------------------------------------------------------------------------------------------------------
# The program
# ---------------------------------------------------------------------------------------------------------------


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("link", help="khanhoo://HOST:PORT/TABLE#KEY")
    parser.add_argument("--players", type=int, default=1, help="how many people this program plays (the rest are bots)")
    parser.add_argument("--bots", default="easy", help="level of the bots")
    parser.add_argument("--plain", action="store_true", help="name no capabilities")
    parser.add_argument("--break-after", type=int, nargs="*", default=[20], metavar="EVENTS",
                        help="break the line after the move that follows so many events (none: never)")  # fmt: skip
    parser.add_argument("--break-on", nargs="*", default=[], metavar="MESSAGE", help="lose the first message of a kind")
    parser.add_argument("--offers", type=float, default=0.3, help="how often an offer is taken up, from 0 to 1")
    parser.add_argument("--seed", default="", help="choose the same moves again")
    parser.add_argument("--seconds", type=float, default=600, help="give the match up after so long")
    parser.add_argument("--log", help="write all messages to this file")
    return parser.parse_args()


async def play(args: argparse.Namespace) -> list[Client]:
    """Play one match with all people of this program."""
    link = Link.parse(args.link)
    seed = args.seed or os.urandom(4).hex()
    names = ["Ada", "Ben", "Cleo", "Dov", "Ewa", "Finn", "Gus", "Hana"]
    clients = [
        Client(Link(**vars(link)), name, args, random.Random(f"{seed} {name}")) for name in names[: args.players]
    ]
    runs = []
    for client in clients:
        runs.append(asyncio.ensure_future(client.run()))
        await asyncio.sleep(0.1)
    try:
        async with asyncio.timeout(args.seconds):
            await asyncio.gather(*runs)
    finally:
        for client in clients:
            for task in list(client.tasks):
                task.cancel()
    return clients


def main() -> int:
    """Play, and say at the end what was checked."""
    args = read_arguments()
    start = time.monotonic()
    try:
        clients = asyncio.run(play(args))
        for client in clients:
            if args.break_after and not client.came_back:
                raise ProtocolError(f"{client.name} did not break and come back: the match was too short")
    except (ProtocolError, LineLost) as error:
        print(f"FAILED: {error}", flush=True)
        return 1
    except TimeoutError:
        print(f"FAILED: the match was not over after {args.seconds:g} seconds", flush=True)
        return 1
    except (KeyError, ValueError, TypeError, IndexError, struct.error, zlib.error) as error:
        print(f"FAILED: the host sent what has not the document's form: {error!r}", flush=True)
        return 1
    result = clients[0].result or {}
    summary = {
        "game": clients[0].story.game,
        "seconds": round(time.monotonic() - start, 1),
        "how": result.get("how"),
        "winners": result.get("winners"),
        "totals": result.get("totals"),
        "clients": [
            {"name": c.name, "seat": c.seat, "came_back": c.came_back, "frames": c.frames, "squeezed": c.squeezed,
             "stale": c.refusals, **c.deal_checks}
            for c in clients
        ],
    }  # fmt: skip
    print(json.dumps(summary), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
