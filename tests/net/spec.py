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
    "hello": ("new", "anybody", "`welcome` or `refused`; to a probe: `table`, then `bye`"),
    "knock": ("new", "anybody", "`answer` or `refused`"),
    "operate": ("new", "the local user, over a Unix socket", "`table`, then `bye`; or `refused`"),
    "ping": ("in", "anybody", "`pong`"),
    "pong": ("in", "anybody", "nothing"),
    "leave": ("in", "anybody", "`bye`"),
    "act": ("in; while a decision or an offer is open", "the player whom the decision or offer is for", "`done`"),
    "say": ("in", "anybody", "`done`"),
    "sit": ("in; before the first deal", "anybody", "`done`"),
    "stand": ("in", "a player", "`done`"),
    "ready": ("in", "a player", "`done`"),
    "next": ("in; between two deals", "a player", "`done`"),
    "hurry": ("in; during a match, if all other seats are bots; capability `alone`", "a player", "`done`"),
    "undo": (
        "in; while a deal is in progress, if nobody else is at the table; capability `alone`",
        "a player",
        "`done`",
    ),
    "start": ("in; before the first deal", "the host player", "`done`"),
    "option": ("in; see *Options*", "the owner; a stand-in only for some options", "`done`"),
    "bot": (
        "in; before the first deal, or between two deals for the seat of an absent player",
        "the host player",
        "`done`",
    ),
    "fill": ("in; before the first deal", "the host player", "`done`"),
    "kick": ("in", "the owner; a stand-in only to remove a bot", "`done`"),
    "lock": ("in", "the owner", "`done`"),
    "ban": ("in; until the match is over", "the owner", "`done`"),
    "pass_host": ("in", "the owner", "`done`"),
    "hand_over": ("in; between two deals", "the owner", "`done`"),
    "taken_over": ("in; after the message `take_over`", "the player who got `take_over`", "`done`"),
    "close": ("in", "the owner", "`done`"),
    "go_there": ("in; while the field `other` of the table is not null", "the owner", "`done`"),
    "take": ("in; after the first deal has begun", "a spectator", "`done`"),
    "admit": ("in; while a spectator asks for a seat", "the host player", "`done`"),
    "vote": ("in; during a match", "a player", "`done`"),
    "look": ("in", "a spectator", "`looking`, then `done`"),
    "consent": ("in", "a player", "`done`"),
    "record": ("in; after the match", "anybody", "messages `record`, then `done`"),
    "audit": ("in; after the event `opened` of the deal", "anybody", "messages `acts`, then `done`"),
    "sign": ("in; after the end of the deal", "a player with a key", "`done`"),
    "pledge": ("in; after the message `pledging`", "a player", "nothing"),
    "share": ("in; after the message `pledges`", "a player whose seat `pledges` lists", "nothing"),
    "new_code": ("in; at a private table; capability `work`", "the owner", "`done`"),
    "let_in": ("in; at a private table; capability `work`", "the owner", "`done`"),
}
"""When each message is allowed, who may send it, what answers it. "new": before the welcome; "in": after it."""
FROM_HOST: Final = {
    "welcome": ("once, after a hello", "the client that sent the hello"),
    "refused": ("instead of a welcome; then the connection ends", "the client that is refused"),
    "answer": ("after a knock", "the client that knocked"),
    "code": ("at a private table, when the code or the list `shut_out` changes", "the owner"),
    "table": ("when anything changes in the description of the table", "everybody"),
    "events": ("when there is something new in the stream", "everybody"),
    "gallery": ("when a spectator speaks, comes or goes", "clients with the capability `gallery`"),
    "ask": ("when a player has to decide, and again when the time for the decision changes", "this player"),
    "offer": ("when the free moves of a player change", "this player"),
    "seated": ("when a person's seat changes without a request", "this person"),
    "looking": ("after the request `look`, and when the host changes what a spectator sees", "this spectator"),
    "clock": ("when the list of seats that have to decide changes, and when their time changes", "everybody"),
    "done": ("once for each request", "the client that sent the request"),
    "error": ("see *Requests*", "the client whose message caused the error; if the code is `host`: everybody"),
    "record": ("after the request `record`", "the client that sent the request"),
    "pledging": ("before a deal", "players whose clients have the capability `fair`"),
    "pledges": ("before a deal", "players whose clients have the capability `fair`"),
    "acts": ("after the request `audit`", "the client that sent the request"),
    "take_over": ("after the request `hand_over`", "the player in the seat that `hand_over` names"),
    "bye": ("as the last message, before the connection ends", "any client"),
    "ping": ("when a client has been silent for some time", "this client"),
    "pong": ("after a `ping`", "the sender of the `ping`"),
}
_WORDS: Final = {int: "number", str: "text", bytes: "bytes", bool: "true or false", type(None): "null"}
_NAMED: Final = {
    "number (from 0 to 2147483648)": "count",
    "number (from 0 to 15)": "seat",
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
    "number or text or true or false": "option value",
    "number or text or true or false or null or list of number or text": (
        "number, text, true, false, null, or a list of numbers and texts"
    ),
}
"""Short words for kinds that are in many fields, which the document explains, and for one long kind."""


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
            if len(more) == 1 and not more[0][1]:
                bare.append(tag)
            else:
                rows += more
            continue
        both = kind in get_args(client_messages.ClientMessage) and kind in get_args(host_messages.HostMessage)
        sender = "both" if both else "client" if kind in get_args(client_messages.ClientMessage) else "host"
        rows += _rows(f"{tag} ({sender})", kind)
    rows.append((f"{', '.join(bare)} (requests)", "only `id`", "", ""))
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
    return _table(("message", "code", "meaning"), found)


def limits() -> str:
    """The limits of sizes, numbers and times."""
    clocks = TimeControls()
    rows: list[tuple[str, object]] = [
        ("bytes of a client's frame before the welcome", host_messages.HELLO_LIMIT),
        ("bytes of a client's frame after the welcome", host_messages.CLIENT_LIMIT),
        ("bytes of a host's frame before compression", host_messages.HOST_LIMIT),
        ("bytes of the field `data` in one message `record`", host_messages.RECORD_CHUNK),
        ("levels of nested lists and maps in a message", MOST_DEPTH),
        ("entries of a list or map that a client sends", host_messages.MOST_CLIENT_ITEMS),
        ("entries of a list or map that a host sends", host_messages.MOST_HOST_ITEMS),
        ("terminal cells of a chat message", CHAT_CELLS),
        ("terminal cells of a name", NAME_CELLS),
        ("terminal cells of a title", TITLE_CELLS),
        ("terminal cells of any other text", LINE_CELLS),
        ("seats of a table", MOST_SEATS),
        ("spectators whose names the table lists", MOST_WATCHERS_NAMED),
        ("spectators who ask for a seat (`petitions`)", MOST_PETITIONS),
        ("messages that a client may send in a second", connections.MESSAGES_A_SECOND),
        ("messages that a client may send at once after two seconds of silence", connections.MESSAGES_AT_ONCE),
        (
            "messages `say`, `record`, `sit`, `stand`, `take`, `vote`, `look` and `consent` together in a second",
            connections.CHATS_A_SECOND,
        ),
        ("messages of these eight kinds at once, after five seconds without any of them", connections.CHATS_AT_ONCE),
        ("messages `audit` in a second", connections.CHATS_A_SECOND),
        ("messages `audit` at once, after five seconds without any `audit`", connections.CHATS_AT_ONCE),
        ("malformed messages until the host sends `bye` (code `malformed`)", connections.MOST_BAD_FRAMES),
        ("ignored messages until the host sends `bye` (code `slow`)", connections.MOST_IGNORED),
        ("answers that a host remembers for each person", MOST_REMEMBERED),
        ("chat messages of all players in a minute", budgets.WORDS_A_MINUTE),
        ("chat messages of all players in a match", budgets.MOST_WORDS),
        ("bytes of all chat messages in a match", budgets.MOST_WORD_BYTES),
        ("number of events in the stream after which nobody can chat", budgets.LAST_ROOM_EVENT),
        ("milliseconds within which a client must send its hello", clocks.hello_ms),
        ("milliseconds of silence until the host sends `ping`", clocks.ping_ms),
        ("milliseconds of silence until a player is shown as lagging", clocks.lagging_ms),
        ("milliseconds of silence until a player is shown as away", clocks.away_ms),
        ("milliseconds of silence until the host closes the connection", clocks.silent_ms),
        ("milliseconds that the host waits for pledges; then it waits the same time for shares", clocks.share_ms),
        (
            "milliseconds for which a disconnected player keeps a seat before the first deal (at most)",
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
    return _table(("game", "seats", "dealer", "first cards of the new stock", "last cards of the new stock"), rows)


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
                f" with `{option.name} = {str(value).lower()}`",
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
        (f"`{field.encode_name}`", _kind(hints[field.name]), "must be there" if field.required else _default(field))
        for field in msgspec.structs.fields(kind)
        if field.encode_name not in without
    ]
    alike = [(", ".join(row[0] for row in rows), *key) for key, rows in groupby(shown, key=lambda row: row[1:])]
    return [(name if not place else "", *row) for place, row in enumerate(alike)] or [(name, "", "", "")]


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
    most = bounds.le if bounds.le is not None else bounds.lt - 1 if bounds.lt is not None else None
    if bounds.ge is not None or most is not None:
        found.append(f"from {bounds.ge} to {most}")
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
