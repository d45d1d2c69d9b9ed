"""The parts of PROTOCOL.md that are made from the program: `python -m tests.net.spec` writes them again.

Each stands in the document between two comments that name it, and tests/net/test_spec.py compares it.
"""

import contextlib
import types
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.api import (
    UNKNOWN,
    Act,
    Entered,
    Event,
    Game,
    GameInfo,
    Happened,
    Header,
    Journal,
    Moved,
    OptionError,
    Record,
    Table,
    encode,
    find_game,
    games,
)
from net.match import budgets
from net.match.settings import TimeControls
from net.room import connections
from net.room.state import MOST_REMEMBERED
from net.wire import client_messages, framing, host_messages
from net.wire import codes as wirecodes
from net.wire.sanitize import CHAT_CELLS, LINE_CELLS, NAME_CELLS, TITLE_CELLS
from net.wire.sift import MOST_DEPTH
from net.wire.table_info import MOST_PETITIONS, MOST_SEATS, MOST_WATCHERS_NAMED

DOCUMENT: Final = Path(__file__).parents[2] / "PROTOCOL.md"
KEY: Final = "2fa7f6eafb335454f72d88d1d9b8251be5e46b6c0a90031610a4c359a417f41a"
"""The key of the deal in the vectors of the appendix."""

FROM_CLIENT: Final = {
    "hello": ("new", "anybody", "`welcome` or `refused`; a probe: `table`, `bye`"),
    "knock": ("new", "anybody", "`answer` or `refused`"),
    "operate": ("new", "the host's own user, over a Unix socket", "`table`, `bye`; or `refused`"),
    "ping": ("in", "anybody", "`pong`"),
    "pong": ("in", "anybody", "nothing"),
    "leave": ("in", "anybody", "`bye`"),
    "act": ("in; while a decision or an offer is open", "its seat", "`done`"),
    "say": ("in", "anybody", "`done`"),
    "sit": ("in; before the first deal", "anybody", "`done`"),
    "stand": ("in; before the first deal", "a seat", "`done`"),
    "ready": ("in", "a seat", "`done`"),
    "next": ("in; between two deals", "a seat", "`done`"),
    "hurry": ("in; during a match, if all other seats are bots; capability `alone`", "a seat", "`done`"),
    "undo": ("in; while a deal is played, if nobody else is at the table; capability `alone`", "a seat", "`done`"),
    "start": ("in; before the first deal", "the host, also a stand-in", "`done`"),
    "option": ("in; see *Options*", "the host; a stand-in only some", "`done`"),
    "bot": ("in; before the first deal, or between two for an absent player", "the host, also a stand-in", "`done`"),
    "fill": ("in; before the first deal", "the host, also a stand-in", "`done`"),
    "kick": ("in", "the owner; a bot: also a stand-in", "`done`"),
    "lock": ("in", "the owner", "`done`"),
    "ban": ("in; until the match is over", "the owner", "`done`"),
    "pass_host": ("in", "the owner", "`done`"),
    "hand_over": ("in; between two deals", "the owner", "`done`"),
    "taken_over": ("in; after `take_over`", "the seat that was asked", "`done`"),
    "close": ("in", "the owner", "`done`"),
    "go_there": ("in; while `other` of the table is set", "the owner", "`done`"),
    "take": ("in; after the first deal began", "a spectator", "`done`"),
    "admit": ("in; while a spectator asks for a seat", "the host, also a stand-in", "`done`"),
    "vote": ("in; during a match", "a seat", "`done`"),
    "look": ("in", "a spectator", "`looking`, `done`"),
    "consent": ("in", "a seat", "`done`"),
    "record": ("in; after the match", "anybody", "`record` ..., `done`"),
    "audit": ("in; after `opened` of that deal", "anybody", "`acts` ..., `done`"),
    "sign": ("in; after the end of that deal", "a seat with a key", "`done`"),
    "pledge": ("in; after `pledging`", "a seat", "nothing"),
    "share": ("in; after `pledges`", "a seat in the list of `pledges`", "nothing"),
    "new_code": ("in; at a private table; capability `work`", "the owner", "`done`"),
    "let_in": ("in; at a private table; capability `work`", "the owner", "`done`"),
}
"""When each message is allowed, who may send it, what answers it. "new": before the welcome; "in": after it."""
FROM_HOST: Final = {
    "welcome": ("once, after a hello", "the client that sent it"),
    "refused": ("before the welcome; the connection ends", "the client that is refused"),
    "answer": ("after a knock", "the client that knocked"),
    "code": ("at a private table, when the code changes", "the owner"),
    "table": ("when anything changes in the description of the table", "everybody"),
    "events": ("when there is something new in the stream", "everybody"),
    "gallery": ("when a spectator speaks, comes or goes", "clients with the capability `gallery`"),
    "ask": ("when the seat has a decision, and again when its time changed", "its seat"),
    "offer": ("when the free moves of the seat changed", "its seat"),
    "seated": ("when the seat changed without a request", "that person"),
    "looking": ("after `look`, and when the look changed", "that spectator"),
    "clock": ("when other seats have to decide", "everybody"),
    "done": ("once for each request", "the client that asked"),
    "error": ("see *Requests*", "the sender of the message; code `host`: everybody"),
    "record": ("after the request `record`", "the client that asked"),
    "pledging": ("before a deal", "seats of people with the capability `fair`"),
    "pledges": ("before a deal", "seats of people with the capability `fair`"),
    "acts": ("after `audit`", "the client that asked"),
    "take_over": ("after `hand_over`", "the seat that is asked"),
    "bye": ("last; the connection ends", "anybody"),
    "ping": ("after a silence", "anybody"),
    "pong": ("after a ping", "the sender of the ping"),
}
_WORDS: Final = {int: "number", str: "text", bytes: "bytes", bool: "true or false", type(None): "null"}
_NAMED: Final = {
    "number (from 0, to 2147483648)": "count",
    "number (from 0, to 15)": "seat",
    "text (at most 48, `^[A-Za-z0-9_-]{1,48}$`)": "id",
    "text (at most 48)": "word",
    "text (at most 200)": "name",
    "text (at most 1600)": "line",
    "text (`^[0-9a-f]{64}$`)": "digest",
    "text (at most 64, `^[0-9a-f]{64}$`)": "digest",
    "text (`^([0-9a-f]{64})?$`)": "digest or empty",
    "text (at most 64, `^([0-9a-f]{64})?$`)": "digest or empty",
    "text (at most 4)": "card",
    "Card": "card",
}
"""Short words for kinds that stand in many fields; the document says what they mean."""


def messages_of_clients() -> str:
    """All messages of a client."""
    return _table(
        ("message", "when", "who", "answered by"),
        ((f"`{tag}`", *FROM_CLIENT[tag]) for tag in _tags(client_messages.ClientMessage)),
    )


def messages_of_hosts() -> str:
    """All messages of a host."""
    return _table(
        ("message", "when", "to whom"), ((f"`{tag}`", *FROM_HOST[tag]) for tag in _tags(host_messages.HostMessage))
    )


def fields() -> str:
    """The fields of every message."""
    kinds = dict.fromkeys((*get_args(client_messages.ClientMessage), *get_args(host_messages.HostMessage)))
    rows = []
    for kind in kinds:
        both = kind in get_args(client_messages.ClientMessage) and kind in get_args(host_messages.HostMessage)
        sender = "both" if both else "client" if kind in get_args(client_messages.ClientMessage) else "host"
        rows += _rows(f"`{host_messages.tag_of(kind)}` ({sender})", kind)
    return _table(("message", "field", "kind", "default"), rows)


def parts() -> str:
    """The fields of what stands in messages."""
    rows: list[tuple[str, ...]] = []
    for name, kind in _parts().items():
        rows += _rows(name, kind)
    return _table(("part", "field", "kind", "default"), rows)


def events() -> str:
    """The fields of every event."""
    rows: list[tuple[str, ...]] = []
    for kind in get_args(Event):
        rows += _rows(f"`{host_messages.tag_of(kind)}`", kind)
    return _table(("event", "field", "kind", "default"), rows)


def record_fields() -> str:
    """The fields of what stands in a record."""
    rows = _rows("header", Header) + _rows("entry", Record)
    return _table(("part", "field", "kind", "default"), rows)


def codes() -> str:
    """Every code, with its meaning."""
    found: list[tuple[str, ...]] = []
    for message in ("done", "error", "refused", "bye"):
        meanings = getattr(wirecodes, f"{message.upper()}_CODES")
        found += [(f"`{message}`", f"`{code}`", meaning) for code, meaning in meanings.items()]
    return _table(("in", "code", "meaning"), found)


def limits() -> str:
    """The limits of sizes, numbers and times."""
    clocks = TimeControls()
    rows: list[tuple[str, object]] = [
        ("bytes of a client's frame before the welcome", host_messages.HELLO_LIMIT),
        ("bytes of a client's frame after the welcome", host_messages.CLIENT_LIMIT),
        ("bytes of a host's frame, not squeezed", host_messages.HOST_LIMIT),
        ("bytes of a record's part in one frame", host_messages.RECORD_CHUNK),
        ("depth of lists and maps in a message", MOST_DEPTH),
        ("entries of a list or map of a client", host_messages.MOST_CLIENT_ITEMS),
        ("entries of a list or map of a host", host_messages.MOST_HOST_ITEMS),
        ("terminal cells of any text (longer ones are cut)", LINE_CELLS),
        ("terminal cells of a chat message", CHAT_CELLS),
        ("terminal cells of a name", NAME_CELLS),
        ("terminal cells of a title", TITLE_CELLS),
        ("seats, numbered from 0", MOST_SEATS),
        ("spectators who are named", MOST_WATCHERS_NAMED),
        ("petitions", MOST_PETITIONS),
        ("messages of a client in a second", connections.MESSAGES_A_SECOND),
        ("messages of a client at once, after a rest", connections.MESSAGES_AT_ONCE),
        (
            "`say`, `record`, `sit`, `stand`, `take`, `vote`, `look`, `consent` together, in a second",
            connections.CHATS_A_SECOND,
        ),
        ("these eight messages at once, after a rest", connections.CHATS_AT_ONCE),
        ("`audit` in a second", connections.CHATS_A_SECOND),
        ("`audit` at once, after a rest", connections.CHATS_AT_ONCE),
        ("messages that were not understood, until `bye` (`malformed`)", connections.MOST_BAD_FRAMES),
        ("messages that were too many, until `bye` (`slow`)", connections.MOST_IGNORED),
        ("answers that a host remembers for each person", MOST_REMEMBERED),
        ("chat messages of all players in a minute", budgets.WORDS_A_MINUTE),
        ("chat messages of all players in a match", budgets.MOST_WORDS),
        ("bytes of all chat messages in a match", budgets.MOST_WORD_BYTES),
        ("length of the stream at which the chat ends", budgets.LAST_ROOM_EVENT),
        ("milliseconds in which the hello must come", clocks.hello_ms),
        ("milliseconds of silence until the host pings", clocks.ping_ms),
        ("milliseconds of silence until a player is shown as lagging", clocks.lagging_ms),
        ("milliseconds of silence until a player is shown as away", clocks.away_ms),
        ("milliseconds of silence until the host hangs up", clocks.silent_ms),
        ("milliseconds for the pledge, and again for the share", clocks.share_ms),
        (
            "milliseconds for which a disconnected player keeps a seat before the first deal, at most",
            clocks.seat_kept_ms,
        ),
    ]
    return _table(("limit", "value"), ((words, f"{value:,}") for words, value in rows))


def zones() -> str:
    """The zones of each game, and who sees the faces in them."""
    rows = []
    for meta in games():
        for kind in find_game(meta.id).plan.kinds:
            form = kind.name + ":SEAT" * kind.per_seat + ":NUMBER" * kind.grouped
            sees = {"public": "everybody", "owner": "its seat", "nobody": "nobody"}[kind.visibility.value]
            rows.append(
                (meta.id, f"`{form}`", sees, "yes" if kind.ordered else "no", "yes" if kind.shown_once else "no")
            )
    return _table(("game", "zone", "who sees faces", "order counts", "shown once"), rows)


def packs() -> str:
    """The order of every pack, and which options make it."""
    found: dict[tuple[str, ...], list[str]] = {}
    for meta in games():
        game = find_game(meta.id)
        for words, options, seats in _choices_of(meta):
            found.setdefault(tuple(game.deck(game.complete_options(options, seats)).cards), []).append(
                f"{meta.id}{words}"
            )
    lines = []
    for number, (cards, whose) in enumerate(found.items(), start=1):
        lines += [f"Pack {number}, {len(cards)} cards: {', '.join(whose)}.", "", "```", *_counted(cards), "```", ""]
    return "\n".join(lines).rstrip()


def vectors() -> str:
    """How the first deal of each game begins with a key."""
    rows = []
    for meta in games():
        table = Table(find_game(meta.id), meta.usual_seats, meta.resolve({}), seed="")
        table.keys[1] = KEY
        table.start()
        assert table.journal is not None
        laid = next(
            event
            for event in table.journal.events()
            if isinstance(event, Moved) and not event.src and len(event.cards) > 4
        )
        rows.append(
            (
                meta.id,
                str(meta.usual_seats),
                str(table.dealer),
                " ".join(laid.cards[:4]),
                " ".join(laid.cards[-4:]),
            )
        )
    return _table(("game", "seats", "dealer", "first of the pack as laid", "last of the pack as laid"), rows)


def squeezed() -> str:
    """A squeezed frame, and what it holds."""
    message = host_messages.Events(
        first=9,
        events=(Moved("stock", "hand:1", (UNKNOWN, UNKNOWN)), Entered("tricks")),
        veils=bytes(range(16)),
        head=bytes(range(16, 32)),
    )
    frame = framing.pack(message, squeezed=True)
    plain = msgspec.structs.replace(message, veils=b"", head=b"")
    return "\n".join(
        [
            "This is a whole frame with two events, and the first event has a veil:",
            "",
            "```",
            *_hex(frame),
            "```",
            "",
            "This is the map of the same frame after decompression:",
            "",
            "```",
            *_hex(encode(plain)),
            "```",
        ]
    )


def short_record() -> Journal:
    """A record in which one word is said."""
    header = Header(1, "hearts", 4, find_game("hearts").meta.resolve({}), "secret")
    return Journal(header, [Record(Act("room"), (Happened("said", 0, "Ann", "hello"),))])


def record_bytes() -> str:
    """A short record, whole."""
    return "\n".join(["```", *_hex(short_record().sealed()), "```"])


SECTIONS: Final[dict[str, Callable[[], str]]] = {
    "messages of clients": messages_of_clients,
    "messages of hosts": messages_of_hosts,
    "codes": codes,
    "limits": limits,
    "fields": fields,
    "parts": parts,
    "events": events,
    "record": record_fields,
    "squeezed": squeezed,
    "record bytes": record_bytes,
    "zones": zones,
    "packs": packs,
    "vectors": vectors,
}


def written(document: str) -> str:
    """A document with its generated parts made anew."""
    for name, make in SECTIONS.items():
        begin, end = f"<!-- generated: {name} -->\n", "<!-- end -->"
        before, _, rest = document.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"{DOCUMENT.name} has no place for: {name}")
        document = f"{before}{begin}\n{make()}\n\n{end}{after}"
    return document


def _choices_of(meta: GameInfo) -> Iterator[tuple[str, dict[str, Any], int]]:
    """The usual table of a game, and each that differs from it in one thing and has another pack; in words: what."""
    game = find_game(meta.id)
    yield "", meta.resolve({}), meta.usual_seats
    usual = tuple(game.deck(game.complete_options(meta.resolve({}), meta.usual_seats)).cards)
    for seats in range(meta.least_seats, meta.most_seats + 1):
        yield from _unusual(game, f" ({seats} seats)", {}, seats, usual)
    for preset in meta.presets:
        yield from _unusual(game, f" (preset {preset.id})", dict(preset.options), meta.usual_seats, usual)
    for option in meta.options:
        flags = (True, False) if isinstance(option.default, bool) else ()
        for value in option.choices or flags or range(option.least, min(option.most, 16) + 1):
            yield from _unusual(game, f" ({option.name} {value})", {option.name: value}, meta.usual_seats, usual)


def _unusual(
    game: Game, words: str, chosen: dict[str, Any], seats: int, usual: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, Any], int]]:
    options = game.meta.resolve(chosen)
    with contextlib.suppress(OptionError):
        if tuple(game.deck(game.complete_options(options, seats)).cards) != usual:
            yield words, options, seats


def _hex(data: bytes) -> Iterator[str]:
    for at in range(0, len(data), 40):
        yield data[at : at + 40].hex()


def _tags(union: Any) -> list[str]:
    return [host_messages.tag_of(kind) for kind in get_args(union)]


def _parts() -> dict[str, type]:
    """Every struct that stands in a message, by its name in the document."""
    found: dict[str, type] = {}

    def look(hint: Any) -> None:
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            is_new = hint.__name__ not in found and hint not in get_args(Event)
            if is_new:
                found[hint.__name__] = hint
                search(hint)
        for inner in get_args(hint):
            look(inner)

    def search(kind: type) -> None:
        for hint in get_type_hints(kind, include_extras=True).values():
            look(hint)

    for kind in (
        *get_args(client_messages.ClientMessage),
        *get_args(host_messages.HostMessage),
        *get_args(Event),
        Record,
    ):
        search(kind)
    return found


def _rows(name: str, kind: type) -> list[tuple[str, ...]]:
    hints = get_type_hints(kind, include_extras=True)
    rows: list[tuple[str, ...]] = []
    if kind.__struct_config__.omit_defaults:  # type: ignore[attr-defined]
        name += " *"
    for place, field in enumerate(msgspec.structs.fields(kind)):
        default = "must be there" if field.required else _default(field)
        rows.append((name if not place else "", f"`{field.encode_name}`", _kind(hints[field.name]), default))
    return rows or [(name, "", "", "")]


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return "empty"
    match field.default:
        case None:
            return "null"
        case bool():
            return str(field.default).lower()
        case int():
            return str(field.default)
        case str() if field.default:
            return f'"{field.default}"'
        case tuple() if field.default:
            return "all"
        case msgspec.UnsetType():
            return "may be missing"
    return "empty"


def _kind(hint: Any) -> str:
    """A type in words."""
    words = _spelt(hint)
    return _NAMED.get(words, words)


def _spelt(hint: Any) -> str:
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *notes = get_args(hint)
        bounds = next((note for note in notes if isinstance(note, msgspec.Meta)), None)
        return _kind(inner) + (_bounds(bounds, inner) if bounds is not None else "")
    if origin is Literal:
        return " ".join(f"`{value}`" for value in get_args(hint))
    if origin in (Union, types.UnionType):
        kinds = get_args(hint)
        if len(kinds) > 12:
            return "event"
        return " or ".join(dict.fromkeys(_kind(inner) for inner in kinds if inner is not msgspec.UnsetType))
    if origin is tuple:
        return f"list of {_kind(get_args(hint)[0])}"
    if origin is dict:
        key, value = get_args(hint)
        return f"map of {_kind(key)} to {_kind(value)}"
    return _WORDS.get(hint) or str(getattr(hint, "__name__", hint))


def _bounds(bounds: msgspec.Meta, inner: Any) -> str:
    found = []
    if bounds.ge is not None:
        found.append(f"from {bounds.ge}")
    most = bounds.le if bounds.le is not None else bounds.lt - 1 if bounds.lt is not None else None
    if most is not None:
        found.append(f"to {most}")
    if bounds.max_length is not None:
        least = "exactly" if bounds.min_length == bounds.max_length else "at most"
        found.append(f"{least} {bounds.max_length}")
    if bounds.pattern is not None:
        found.append(f"`{bounds.pattern.replace(chr(92) + 'Z', '$').replace('|', chr(92) + '|')}`")
    return " (" + ", ".join(found) + ")" if found else ""


def _counted(cards: tuple[str, ...]) -> Iterator[str]:
    """A pack in words: its faces in order, with how many of each stand there in a row."""
    runs = [(face, sum(1 for _ in run)) for face, run in groupby(cards)]
    for times, faces in groupby(runs, key=lambda run: run[1]):
        yield from wrap(f"{times} of each:", (face for face, _ in faces))


def wrap(begin: str, words: Iterable[str]) -> Iterator[str]:
    """Lines of words, none too long."""
    line = begin
    for word in words:
        if len(line) + len(word) > 110:
            yield line
            line = "  "
        line += f" {word}"
    yield line


def _table(heads: tuple[str, ...], rows: Any) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    lines += [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8")), "utf-8")
