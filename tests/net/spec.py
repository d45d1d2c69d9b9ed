"""The parts of PROTOCOL.md that are made from the program: `python -m tests.net.spec` writes them again.

Each stands in the document between two comments that name it, and tests/net/test_spec.py compares it.
"""

import contextlib
import json
import types
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.api import (
    UNKNOWN,
    Act,
    Card,
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
from net.crypto.signing import PERSON_KEY
from net.match import budgets
from net.match.settings import TimeControls
from net.room import connections
from net.room.attendance import UNREADY_KEPT_MS
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
    "hello": ("before the `welcome`", "anybody", "`welcome` or `refused`. A probe gets `table` and then `bye`."),
    "knock": ("before the `hello`, if the table is private", "anybody", "`answer` or `refused`"),
    "operate": (
        "instead of a `hello`",
        "the local user, over a Unix socket",
        "`table` and then `bye`, or `refused`",
    ),
    "ping": ("at any time", "anybody", "`pong`"),
    "pong": ("after a `ping` of the host", "anybody", "nothing"),
    "leave": ("at any time", "anybody", "`bye`"),
    "act": ("while the host waits for a move of the player, or offers the player a free move", "a player", "`done`"),
    "say": ("at any time", "anybody", "`done`"),
    "sit": ("before the first deal", "anybody", "`done`"),
    "stand": ("at any time", "a player", "`done`"),
    "ready": ("at any time", "a player", "`done`"),
    "next": ("between two deals", "a player", "`done`"),
    "hurry": ("during a match, if all other seats have bots", "a player", "`done`"),
    "undo": ("during a deal, if nobody else is at the table", "a player", "`done`"),
    "start": ("before the first deal", "the host player", "`done`"),
    "option": (
        "before the first deal, and some options also later (see *Options*)",
        "the owner. A stand-in can change only some options.",
        "`done`",
    ),
    "bot": (
        "until the match is over. A bot can get an absent player's seat only between two deals.",
        "the host player",
        "`done`",
    ),
    "fill": ("before the first deal", "the host player", "`done`"),
    "kick": ("at any time", "the owner. A stand-in can remove only a bot.", "`done`"),
    "lock": ("at any time", "the owner", "`done`"),
    "ban": ("until the match is over", "the owner", "`done`"),
    "pass_host": ("at any time", "the owner", "`done`"),
    "hand_over": ("between two deals", "the owner", "`done`"),
    "taken_over": ("after the message `take_over`", "the player who got `take_over`", "`done`"),
    "close": ("at any time", "the owner", "`done`"),
    "go_there": (
        "while the same match also continues at another table (field `other` of the message `table`)",
        "the owner",
        "`done`",
    ),
    "take": ("after the first deal has begun", "a spectator", "`done`"),
    "admit": ("while a spectator asks for a seat", "the host player", "`done`"),
    "vote": ("during a match", "a player", "`done`"),
    "look": ("at any time", "a spectator", "`looking` and then `done`"),
    "consent": ("at any time", "a player", "`done`"),
    "record": ("after the match", "anybody", "messages `record` and then `done`"),
    "audit": (
        "after the event `opened` of this deal (field `deal` of the request)",
        "anybody",
        "messages `acts` and then `done`",
    ),
    "sign": ("after the end of the deal that the player signs", "a player with a key", "`done`"),
    "pledge": ("after the message `pledging`", "a player", "nothing"),
    "share": ("after the message `pledges`", "a player whose seat is in `pledges`", "nothing"),
    "new_code": ("at any time, if the table is private", "the owner", "`done`"),
    "let_in": ("at any time, if the table is private", "the owner", "`done`"),
}
"""When each message is allowed, who may send it, what answers it."""
FROM_HOST: Final = {
    "welcome": ("once, after a `hello`", "the client that sent the `hello`"),
    "refused": ("instead of a `welcome` or `answer`. Then the connection ends.", "the client that the host refuses"),
    "answer": ("after a `knock`", "the client that sent the `knock`"),
    "code": (
        "at a private table: when the code changes, after wrong tries, and after a `let_in` (see *A private table*)",
        "the owner",
    ),
    "table": ("when the description of the table changes", "everybody"),
    "events": ("when the stream has new events", "everybody"),
    "gallery": ("when a spectator speaks, comes or goes", "clients with the capability `gallery`"),
    "ask": ("when a player must make a move, and again when the time for this move changes", "this player"),
    "offer": ("when the free moves of a player change", "this player"),
    "seated": ("when a person's seat changes without a `sit` or `stand` of this person", "this person"),
    "looking": ("after the request `look`, and when the host changes what a spectator sees", "this spectator"),
    "clock": (
        "when the list of seats that must make a move changes, and when the time for this move changes",
        "everybody",
    ),
    "done": ("once for each request", "the client that sent the request"),
    "error": (
        "after a message that causes a problem, if it is not a request (see *Requests*). As a notice: at any time.",
        "the client that sent the message. A notice goes to everybody.",
    ),
    "record": ("after the request `record`", "the client that sent the request"),
    "pledging": ("before a deal", "players whose clients have the capability `fair`"),
    "pledges": ("before a deal, after `pledging`", "players whose clients have the capability `fair`"),
    "acts": ("after the request `audit`", "the client that sent the request"),
    "take_over": (
        "after the request `hand_over`, and when it is cancelled",
        "the player in the seat that `hand_over` names",
    ),
    "bye": ("before the host ends the connection", "the client of this connection"),
    "ping": ("when a client has been silent for some time", "this client"),
    "pong": ("after a `ping`", "the client that sent the `ping`"),
}
_WORDS: Final = {int: "number", str: "text", bytes: "bytes", bool: "true or false", type(None): "null"}
_PERSON_KEY: Final = PERSON_KEY.replace(chr(92) + "Z", "$").replace("|", chr(92) + "|")
_NAMED: Final = {
    "number from 0 to 2147483648": "count",
    "number from 0 to 15": "seat",
    "text of at most 48 characters, `^[A-Za-z0-9_-]{1,48}$`": "id",
    "text of at most 48 characters": "word",
    "text of at most 200 characters": "name",
    "text of at most 1600 characters": "line",
    "text `^[0-9a-f]{64}$`": "digest",
    "text of at most 64 characters, `^[0-9a-f]{64}$`": "digest",
    "text `^([0-9a-f]{64})?$`": "digest or empty text",
    "text of at most 64 characters, `^([0-9a-f]{64})?$`": "digest or empty text",
    f"text `^{_PERSON_KEY}$`": "person's key",
    f"text `^({_PERSON_KEY})?$`": "person's key or empty text",
    f"text of at most 64 characters, `^({_PERSON_KEY})?$`": "person's key or empty text",
    "text `^([0-9a-f]{80})?$`": "mark",
    "text of at most 4 characters": "card",
    "Card": "card",
    "number, text or true or false": "option value",
}
"""Short words for kinds that are in many fields. The document explains them."""


def messages_of_clients() -> str:
    """All messages of a client."""
    return _table(
        ("message", "when", "sent by", "answered by"),
        ((f"`{tag}`", *FROM_CLIENT[tag]) for tag in _tags(client_messages.ClientMessage)),
    )


def messages_of_hosts() -> str:
    """All messages of a host."""
    return _table(
        ("message", "when", "sent to"), ((f"`{tag}`", *FROM_HOST[tag]) for tag in _tags(host_messages.HostMessage))
    )


def fields() -> str:
    """The fields of every message; of a request without its id, which all requests have."""
    kinds = dict.fromkeys((*get_args(client_messages.ClientMessage), *get_args(host_messages.HostMessage)))
    rows = []
    bare = []
    for kind in kinds:
        tag = f"`{host_messages.tag_of(kind)}`"
        if kind in get_args(client_messages.Request):
            more = _rows(f"{tag} (request)", kind, without=("id",))
            if not more:
                bare.append(tag)
            rows += more
            continue
        both = kind in get_args(client_messages.ClientMessage) and kind in get_args(host_messages.HostMessage)
        sender = "both" if both else "client" if kind in get_args(client_messages.ClientMessage) else "host"
        rows += _rows(f"{tag} ({sender})", kind)
    words = (*(f"{tag}," for tag in bare[1:-1]), f"and {bare[-1]}.")
    lone = [line.strip() for line in wrap(f"These requests have only the field `id`: {bare[0]},", words)]
    return "\n".join((_table(("message", "field", "kind", "default"), rows), "", *lone))


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
    return _table(("message", "code", "meaning"), found)


def limits() -> str:
    """The limits of sizes, numbers and times."""
    clocks = TimeControls()
    eight = (
        "requests `say`, `record`, `sit`, `stand`, `take`, `vote`, `look` and `consent` of a client, counted together"
    )
    limited: list[tuple[str, str]] = [
        ("frame of a client before the `welcome`", f"{host_messages.HELLO_LIMIT:,} bytes"),
        ("frame of a client after the `welcome`", f"{host_messages.CLIENT_LIMIT:,} bytes"),
        ("frame of a host, before compression", f"{host_messages.HOST_LIMIT:,} bytes"),
        ("field `data` of one message `record`", f"{host_messages.RECORD_CHUNK:,} bytes"),
        ("nesting of lists and maps in a message", f"{MOST_DEPTH} levels"),
        ("list or map that a client sends", f"{host_messages.MOST_CLIENT_ITEMS} entries"),
        ("list or map that a host sends", f"{host_messages.MOST_HOST_ITEMS:,} entries"),
        ("line of chat", f"{CHAT_CELLS} cells"),
        ("name of a person", f"{NAME_CELLS} cells"),
        ("title of a table", f"{TITLE_CELLS} cells"),
        ("any other text", f"{LINE_CELLS} cells"),
        ("seats of a table", str(MOST_SEATS)),
        ("spectators whose names are in the message `table` (field `watchers`)", str(MOST_WATCHERS_NAMED)),
        ("spectators who ask for a seat (field `petitions`)", str(MOST_PETITIONS)),
        ("remembered answers to the requests of one person (see *Requests*)", str(MOST_REMEMBERED)),
        ("messages of a client", _rate(connections.MESSAGES_A_SECOND, connections.MESSAGES_AT_ONCE, "two")),
        (eight, _rate(connections.CHATS_A_SECOND, connections.CHATS_AT_ONCE, "five")),
        ("requests `audit` of a client", _rate(connections.CHATS_A_SECOND, connections.CHATS_AT_ONCE, "five")),
        ("chat of a player or spectator in a minute", f"{budgets.WORDS_A_MINUTE} lines"),
        (
            "chat of all players in a match, of which each player has an equal part",
            f"{budgets.MOST_WORDS:,} lines and {budgets.MOST_WORD_BYTES:,} bytes",
        ),
    ]
    followed: list[tuple[str, str]] = [
        (f"{connections.MOST_BAD_FRAMES} malformed messages of a client", "The host sends `bye` (code `malformed`)."),
        (
            f"{connections.MOST_IGNORED} messages above the limit of {connections.MESSAGES_A_SECOND} in a second, "
            "counted since the client connected",
            "The host sends `bye` (code `slow`).",
        ),
        (f"{budgets.LAST_ROOM_EVENT:,} events in the stream", "Nobody can chat any more."),
        (_after(clocks.hello_ms, "without a `hello`"), "The host sends `bye` (code `silent`)."),
        (_after(clocks.ping_ms, "without a message from a client"), "The host sends `ping`."),
        (_after(clocks.lagging_ms, "without a message from a player"), "The `state` of the player becomes `lagging`."),
        (_after(clocks.away_ms, "without a message from a player"), "The `state` of the player becomes `away`."),
        (_after(clocks.silent_ms, "without a message from a client"), "The host sends `bye` (code `silent`)."),
        (
            _after(clocks.share_ms, "of waiting for pledges (see *Fair deals*)"),
            "The host continues without the missing pledges.",
        ),
        (
            _after(clocks.share_ms, "of waiting for shares (see *Fair deals*)"),
            "The host continues without the missing shares.",
        ),
        (
            _after(clocks.seat_kept_ms, "without a connection, before the first deal"),
            "The owner, or a player who has been ready, loses the seat.",
        ),
        (
            _after(UNREADY_KEPT_MS, "without a connection, before the first deal"),
            "A player who is not the owner and has never been ready loses the seat.",
        ),
    ]
    return "\n\n".join((_table(("what", "at most"), limited), _table(("after", "this happens"), followed)))


def _rate(a_second: int, at_once: int, rest: str) -> str:
    return f"{a_second} in a second, or {at_once} at once after a pause of {rest} seconds"


def _after(span_ms: int, words: str) -> str:
    return f"{span_ms // 1000} s {words}"


def zones() -> str:
    """The zones of each game, and who sees the faces in them."""
    rows = []
    for meta in games():
        for kind in find_game(meta.id).plan.kinds:
            form = kind.name + ":SEAT" * kind.per_seat + ":NUMBER" * kind.grouped
            sees = {"public": "everybody", "owner": "the player in SEAT", "nobody": "nobody"}[kind.visibility.value]
            rows.append(
                (meta.id, f"`{form}`", sees, "yes" if kind.ordered else "no", "yes" if kind.shown_once else "no")
            )
    return _table(("game", "zone", "who sees faces", "order counts", "shown once"), rows)


def packs() -> str:
    """The order of every pack, and which options make it; of packs of a game with the same faces, the first."""
    found: dict[tuple[Card, ...], list[str]] = {}
    for meta in games():
        game = find_game(meta.id)
        first: dict[tuple[Card, ...], tuple[Card, ...]] = {}
        for words, options, seats in choices_of(meta):
            cards = tuple(game.deck(game.complete_options(options, seats)).cards)
            if first.setdefault(tuple(dict.fromkeys(cards)), cards) == cards:
                found.setdefault(cards, []).append(f"{meta.id}{words}")
    lines = []
    for number, (cards, whose) in enumerate(found.items(), start=1):
        lines += [
            f"Pack {number} ({len(cards)} cards) is for {' and for '.join(whose)}.",
            "",
            "```",
            *_counted(cards),
            "```",
            "",
        ]
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
    return _table(("game", "seats", "dealer", "first cards of the stock", "last cards of the stock"), rows)


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
            "This is a whole squeezed frame with two events, and the first event has a veil:",
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


def choices_of(meta: GameInfo) -> Iterator[tuple[str, dict[str, Any], int]]:
    """The usual table of a game, and each that differs from it in one thing and has another pack; in words: what."""
    game = find_game(meta.id)
    yield "", meta.resolve({}), meta.usual_seats
    usual = tuple(game.deck(game.complete_options(meta.resolve({}), meta.usual_seats)).cards)
    for seats in range(meta.least_seats, meta.most_seats + 1):
        yield from _unusual(game, f" with {seats} seats", {}, seats, usual)
    for preset in meta.presets:
        yield from _unusual(game, f" with the preset `{preset.id}`", dict(preset.options), meta.usual_seats, usual)
    for option in meta.options:
        flags = (True, False) if isinstance(option.default, bool) else ()
        for value in option.choices or flags or range(option.least, min(option.most, 16) + 1):
            yield from _unusual(
                game,
                f" with the option `{option.name} = {str(value).lower()}`",
                {option.name: value},
                meta.usual_seats,
                usual,
            )


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


def _rows(name: str, kind: type, without: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    hints = get_type_hints(kind, include_extras=True)
    if kind.__struct_config__.omit_defaults:  # type: ignore[attr-defined]
        name += " *"
    shown = [
        (f"`{field.encode_name}`", _kind(hints[field.name]), "required" if field.required else _default(field))
        for field in msgspec.structs.fields(kind)
        if field.encode_name not in without
    ]
    return [(name, ", ".join(row[0] for row in rows), *key) for key, rows in groupby(shown, key=lambda row: row[1:])]


def _default(field: msgspec.structs.FieldInfo) -> str:
    """A default as the examples write it."""
    default = {} if field.default_factory is not msgspec.NODEFAULT else field.default
    if isinstance(default, msgspec.UnsetType):
        return "may be missing"
    return f"`h'{default.hex()}'`" if isinstance(default, bytes) else f"`{json.dumps(default)}`"


def _kind(hint: Any) -> str:
    """A type in words."""
    words = _spelt(hint)
    return _NAMED.get(words, words)


def _spelt(hint: Any) -> str:
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *notes = get_args(hint)
        bounds = next((note for note in notes if isinstance(note, msgspec.Meta)), None)
        return _kind(inner) if bounds is None else _bounded(inner, bounds)
    if origin is Literal:
        return _listed([f"`{value}`" for value in get_args(hint)])
    if origin in (Union, types.UnionType):
        kinds = [inner for inner in get_args(hint) if inner is not msgspec.UnsetType]
        if len(kinds) > 12:
            return "event"
        if len(kinds) > 3 and {int, str, bool} <= set(kinds):
            others = [_kind(inner) for inner in kinds if inner not in (int, str, bool)]
            return _listed(["number", "text", "true", "false", *others])
        return _listed(list(dict.fromkeys(map(_kind, kinds))))
    if origin is tuple:
        return f"list of {_many(_kind(get_args(hint)[0]))}"
    if origin is dict:
        key, value = map(_kind, get_args(hint))
        return f"map from {key} to {value}"
    return _WORDS.get(hint) or str(getattr(hint, "__name__", hint))


def _listed(words: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _many(words: str) -> str:
    """The plural of a kind."""
    if words[0].isupper():
        return f"{words} parts"
    if words in ("list of cards", "list of at most 64 cards"):
        return "groups"
    if words.startswith("list "):
        return words.replace("list", "lists", 1)
    return " and ".join(f"{word}s" for word in words.split(" or "))


def _bounded(inner: Any, bounds: msgspec.Meta) -> str:
    """A type with limits, in words."""
    words = _kind(inner)
    if bounds.ge is not None:
        return f"{words} from {bounds.ge} to {bounds.le if bounds.le is not None else int(bounds.lt or 0) - 1}"
    pattern = ""
    if bounds.pattern is not None:
        pattern = f"`{bounds.pattern.replace(chr(92) + 'Z', '$').replace('|', chr(92) + '|')}`"
    if bounds.max_length is None:
        return f"{words} {pattern}"
    many = f"{'' if bounds.min_length == bounds.max_length else 'at most '}{bounds.max_length}"
    if inner is bytes:
        return f"{many} bytes"
    if inner is str:
        return f"text of {many} characters{pattern and ', ' + pattern}"
    if words.startswith("map "):
        return f"{words}, with {many} entries"
    return words.replace(" of ", f" of {many} ", 1)


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
