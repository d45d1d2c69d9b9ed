"""What happened at a table, folded from the stream: the log in words, the trick, what is new in the hand."""

from __future__ import annotations

import re
import string
from collections import Counter, deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from engine.api import (
    ASIDE,
    BOX,
    JOKER,
    UNKNOWN,
    Board,
    Card,
    DealBegan,
    Deck,
    Declared,
    Dropped,
    Entered,
    Event,
    Game,
    Happened,
    MatchEnded,
    Moved,
    Scored,
    Seat,
    Shown,
    Shuffled,
    Telling,
    Turned,
    View,
    Viewer,
    Visibility,
    capital,
    gain_words,
    listed,
)
from net.wire.sanitize import quoted

from ..widgets.glyphs import UNICODE, face
from ..widgets.packs import FRENCH, Pack, read_pack
from .game_words import end_words, read_layout, words_or
from .second_person import one_of, shares, to_reader

if TYPE_CHECKING:
    from net.wire.gallery import GalleryLine, GalleryLines

LOG_LINES: Final = 400
SPEECH: Final = "Chat from"
"""With this begins what a person said, and nothing else."""
FRESH_MOST: Final = 4
"""More cards than these coming at once are a deal, not news."""


Play = tuple[Seat, tuple[Card, ...]]
"""What a seat laid to a trick."""


@dataclass(frozen=True)
class LogLine:
    """One line of the log.

    tone: "play", "deal", "room", "company" (useless if the player is alone) or "chat". who: the person who said it.
    key: the key of its words. cards: the cards that it names. actor: the seat that it is about. stays: it is kept
    in sight for a while.
    """

    text: str
    tone: str = "play"
    who: str = ""
    key: str = ""
    cards: str = ""
    actor: Seat | None = None
    stays: bool = False

    @property
    def spoken(self) -> str:
        """The line where no colour tells what a person said from what the program says."""
        return f"{SPEECH} {self.text}" if self.tone == "chat" else self.text


@dataclass
class Discarded:
    """A card that a seat gave up to the pile. fate: what became of it, "" while it lies there."""

    cards: tuple[Card, ...]
    fate: str = ""


def heard(lines: Iterable[LogLine], muted: Container[str], *, alone: bool = False) -> tuple[LogLine, ...]:
    """The lines without what muted people have said. alone: also without what is of use in company only."""
    told = (line for line in lines if not (alone and line.tone == "company"))
    return tuple(line for line in told if not line.who or line.who not in muted)


def spoken(card: Card, pack: Pack = FRENCH) -> str:
    if card == UNKNOWN:
        return "a card"
    return "the joker" if card == JOKER else pack.spoken(card) or face(card, UNICODE)


def spoken_all(cards: Sequence[Card], pack: Pack = FRENCH) -> str:
    """Cards in a sentence; several that nobody sees are counted. Among others the joker is its sign: "7♥ ★"."""
    if len(cards) > 1 and set(cards) == {UNKNOWN}:
        return f"{len(cards)} cards"
    if len(cards) == 1:
        return spoken(cards[0], pack)
    signs = (UNICODE.joker if card == JOKER else spoken(card, pack) for card in cards)
    return (", " if pack.has_native else " ").join(signs)


def printed(text: str, deck: Deck, pack: Pack = FRENCH) -> str:
    """A sentence of the game's with the cards that it names by code ("QS") as they are printed, and its own names."""

    def sign(word: re.Match[str]) -> str:
        card = Card(word[0])
        if card not in deck.counts:
            return word[0]
        return UNICODE.joker if card == JOKER else spoken(card, pack)

    return _WORD.sub(sign, pack.named(text))


_WORD: Final = re.compile(r"\b[0-9A-Z]{2,4}\b|(?<!\S)\*(?![^\s,.;:)])")


def named_or_counted(names: Sequence[str]) -> str:
    """Players in a sentence that is still short when they are many: "you, Bea and 4 other players"."""
    most = 3
    return listed(names if len(names) <= most else [*names[: most - 1], f"{len(names) - most + 1} other players"])


class _Template(string.Formatter):
    """Fills {seat} and the like; a field that is not there shows as nothing rather than as an error."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "")

    def format_field(self, value: Any, spec: str) -> str:
        return str(value)


FILL: Final = _Template()

_NAMING: Final = ("seat", "other", "name", "text")
"""Fields of a line that may be the name of its reader."""

_GALLERY_WORDS: Final = ("said", "watching", "unwatching")

_ROOM_WORDS: Final = {
    "sat": "{name} sits down",
    "left": "{name} leaves the table",
    "stood": "{name} gives up their seat",
    "away": "{name} is away",
    "back": "{name} is back",
    "kicked": "{name} was removed from the table",
    "banned": "{name} was banned from the table",
    "unbanned": "{text} lifts the ban on {name}",
    "locked": "{name} locks the table: nobody new can join",
    "unlocked": "{name} unlocks the table",
    "host": "{text} made {name} the host",
    "watching": "{name} watches",
    "unwatching": "{name} stops watching",
    "paused": "The table pauses {text}",
    "resumed": "The table resumes {text}",
    "bot": "{name} takes a seat",
    "asked": "{name} asks for {text}'s seat",
    "took": "{name} takes over {text}'s seat",
    "voted": "{name} votes {text}",
    "looks": "{name} chooses to see {text}",
    "consents": "{name} lets spectators see their hand after each deal",
    "covers": "{name} stops showing their hand to spectators",
    "timeout": "{name} ran out of time",
    "differs": "{name} saw a different game record",
    "carried": "{name} is the host now. The match continues from the end of the last deal",
    "fault": "The program failed. The last move was taken back",
    "undone": "{name} takes a move back",
    "sealed": "The host committed to the secret of the deal: {text}…",
}
_OF_FREE_SEATS: Final = {"asked": "{name} asks for seat {number}", "took": "{name} takes over seat {number}"}
"""The same of a seat whose player has left."""
_COMPANY: Final = ("sat", "bot", "sealed")
"""What happens before every match, and tells nothing to a player alone with bots."""


@dataclass
class Narration:
    """What happened, folded from the stream: feed it every event once, in order.

    names: gives the present name of a seat. viewer: whose hand is "mine". forgets: faces that are shown once are not
    written down. reader: the seat that the log calls "you", None if no player reads it. plays: the cards of the present
    trick, each with its player. last_plays, taker: the trick before, and who took it. tricks: how many tricks were
    taken so far. told, heard: how many events, and how many lines of spectators, were folded. fresh: the cards that
    came into my hand since my last move. dealing: the pack is being dealt. board: a board of the match before its first
    event, for sentences that say more than an event. discards: the discards of each seat in this deal. discarder: the
    seat of the newest discard. banner: the number of banners so far, and the last one.
    """

    game: Game
    viewer: Viewer
    names: Callable[[Seat], str]
    deck: Deck
    forgets: bool = False
    reader: Seat | None = None
    board: Board | None = None
    plays: list[Play] = field(default_factory=list)
    last_plays: tuple[Play, ...] = ()
    taker: Seat | None = None
    tricks: int = 0
    fresh: Counter[Card] = field(default_factory=Counter)
    dealing: bool = False
    told: int = 0
    heard: int = 0
    discards: dict[Seat, list[Discarded]] = field(default_factory=dict)
    discarder: Seat | None = None
    banner: tuple[int, str] = (0, "")
    log: deque[LogLine] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    chat: deque[LogLine] = field(default_factory=lambda: deque(maxlen=LOG_LINES))

    def __post_init__(self) -> None:
        self._layout, self._pack = read_layout(self.game), read_pack(self.game)
        self._telling: Telling | None = None
        self._actor: Seat | None = None
        self._did: dict[Seat, list[tuple[str, str]]] = {}
        self._newest: Discarded | None = None

    def catch_up(
        self, events: Sequence[Event], gallery: GalleryLines | None = None, *, until_trick: bool = False
    ) -> None:
        """Fold the events that were not told yet, with what spectators said and did among them.

        until_trick: only up to the first lead after a trick that is taken in them.
        """
        tricks = self.tricks
        lines = deque(gallery.since(self.heard) if gallery is not None else ())
        for event in events[self.told :]:
            while lines and lines[0].after <= self.told:
                self._heard(lines.popleft())
            if until_trick and self.tricks > tricks and self._is_play(event):
                break
            self.tell(event)
        else:
            for line in lines:
                self._heard(line)
            lines.clear()
        if gallery is not None:
            self.heard = gallery.count - len(lines)

    def tell(self, event: Event) -> None:
        self.told += 1
        self._telling = self._special(event)
        match event:
            case Moved():
                self._moved(event)
            case DealBegan(number=number, dealer=dealer):
                self.plays, self.last_plays, self.taker = [], (), None
                self.fresh.clear()
                self._did, self.discards, self._actor = {}, {}, None
                self._newest = self.discarder = None
                self.dealing = True
                self._note("deal", "Deal {number}. Dealer: {seat}", "deal", number=number, seat=self.names(dealer))
            case Entered(phase=phase):
                self.dealing = phase == self.game.first_phase  # the first phase can come again after a question
                self._note(f"entered {phase}", "", "deal")
            case Declared(fact=fact, value=value, seat=seat):
                name = "" if seat is None else self.names(seat)
                said = printed(value_text(value), self.deck, self._pack)
                self._act(seat, f"declared {fact}", (), said)
                self._note(f"declared {fact}", "", "play", seat=name, value=said, fact=fact)
            case Turned(zone=zone, cards=cards):
                cards = self._kept(zone, cards)
                owner = self._owner_name(zone)
                self._note(
                    f"turned {kind_of(zone)}",
                    "",
                    "play",
                    actor=self.game.plan.owner(zone),
                    seat=owner,
                    cards=self._said(cards),
                    count=len(cards),
                    slot=_slot(zone),
                )
            case Shown(zone=zone, seat=seat, cards=cards):
                cards = self._kept(zone, cards)
                self._note(
                    f"shown {kind_of(zone)}",
                    "",
                    "play",
                    actor=seat,
                    seat=self.names(seat),
                    other=self._owner_name(zone),
                    cards=self._said(cards),
                    slot=_slot(zone),
                )
            case Shuffled(zone=zone):
                self._note(f"shuffled {kind_of(zone)}", "", "play", seat=self._owner_name(zone), slot=_slot(zone))
            case Dropped(seat=seat):
                self._note("dropped", "{seat} left the match", "deal", seat=self.names(seat))
            case Scored(how=how, points=points):
                names = self._among(range(len(points)))
                tally = shares("gets", names, list(map(gain_words, points)))
                self._note(f"scored {how}", "Points in this deal: {points}", "deal", points=tally)
            case MatchEnded(winners=winners, how=how):
                won = listed(sorted(self._among(winners), key=lambda name: name != "you"))
                self.log.append(LogLine(end_words(self._layout, how, won), "deal"))
            case Happened():
                self._happened(event)

    def _is_play(self, event: Event) -> bool:
        """Whether cards go from a player to the trick."""
        trick = self._layout.trick_zones
        if not isinstance(event, Moved) or event.src == BOX or self.game.plan.owner(event.src) is None:
            return False
        return kind_of(event.dst) in trick and kind_of(event.src) not in trick

    def _moved(self, event: Moved) -> None:
        plan = self.game.plan
        src, dst = event.src, event.dst
        trick = self._layout.trick_zones
        giver = None if src == BOX else plan.owner(src)
        taker = None if dst == BOX else plan.owner(dst)
        if giver is not None and self._is_play(event):
            self.plays.append((giver, event.cards))
        elif kind_of(src) in trick and self.plays:
            self.last_plays, self.plays, self.taker = tuple(self.plays), [], taker
            self.tricks += 1
        if self.viewer is not None:
            if giver == self.viewer and kind_of(src) == "hand":
                self.fresh.clear()
            if taker == self.viewer and kind_of(dst) == "hand" and not self.dealing and len(event.cards) <= FRESH_MOST:
                self.fresh.update(event.cards)
        if self.dealing:
            return
        seat = giver if giver is not None else taker
        key = f"moved {kind_of(src)} {kind_of(dst)}"
        if set(event.cards) == {UNKNOWN} and f"{key} unseen" in self._layout.words:
            key = f"{key} unseen"
        self._act(seat, key, self._kept(dst, event.cards))
        if giver is not None and taker is None and kind_of(dst) not in trick:
            self._discarded(giver, event)
        elif taker is not None and giver is None:
            self._taken(taker, event)
        self._note(
            key,
            "",
            "play",
            actor=seat,
            seat="" if seat is None else self.names(seat),
            other="" if taker is None else self.names(taker),
            cards=self._said(self._kept(dst, event.cards)),
            card=self._said(dict(self.last_plays).get(taker, ())) if taker is not None else "",
            count=len(event.cards),
            n=len(event.cards),
            slot=_slot(src) or _slot(dst),
            to=_slot(dst),
        )

    def _special(self, event: Event) -> Telling | None:
        """How the game tells an event, where it has more to say than its usual sentence."""
        board = self.board
        if board is None:
            return None
        board.fold(event)
        return None if self.dealing else words_or(None, lambda: self.game.telling(event, board))

    def _act(self, seat: Seat | None, key: str, cards: tuple[Card, ...], value: str = "") -> None:
        """Note what a seat did, beside what it did before if nobody else came between."""
        telling = self._telling
        words = self._layout.acts.get(key if telling is None else telling.key)
        if seat is None or not words or self.dealing:
            return
        before = self._did.get(seat, []) if self._actor == seat else []
        if telling is not None:
            before = [(done, said) for done, said in before if done not in telling.replaces]
        card = "" if telling is None else self._claimed(telling)
        said = FILL.vformat(words, (), {"cards": self._said(cards), "card": card, "value": value})
        self._actor, self._did[seat] = seat, [*before, (key, said)]

    def act(self, seat: Seat) -> str:
        """What a seat did last, in a few words."""
        return ", ".join(said for _, said in self._did.get(seat, ()))

    def _discarded(self, giver: Seat, event: Moved) -> None:
        """Note cards that a seat gave up to an open pile."""
        if event.dst in dict(self._layout.piles) and UNKNOWN not in event.cards:
            self.discarder, self._newest = giver, Discarded(event.cards)
            self.discards.setdefault(giver, []).append(self._newest)

    def _taken(self, taker: Seat, event: Moved) -> None:
        """Note who got the newest discard, and whether into the hand or, as by a bump, into a meld on the table."""
        newest, self._newest = self._newest, None
        if newest is not None and newest.cards == event.cards and event.src in dict(self._layout.piles):
            name = "you" if taker == self.reader else self.names(taker)
            kind = self.game.plan.kind(event.dst)
            newest.fate = f"{name}, melded" if kind.grouped and kind.visibility is Visibility.PUBLIC else name
        else:
            self._newest = newest

    def _kept(self, zone: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The faces that the log may keep of cards that come to lie in a zone, or are shown there."""
        if not self.forgets or zone == BOX or not self.game.plan.kind(zone).shown_once:
            return cards
        return cards if self.game.plan.sees(zone, self.viewer) else (UNKNOWN,) * len(cards)

    def _said(self, cards: tuple[Card, ...]) -> str:
        return spoken_all(cards, self._pack)

    def _owner_name(self, zone: str) -> str:
        owner = self.game.plan.owner(zone)
        return "" if owner is None else self.names(owner)

    def _among(self, seats: Iterable[Seat]) -> list[str]:
        """The names of seats inside a sentence."""
        return ["you" if seat == self.reader else self.names(seat) for seat in seats]

    def _heard(self, line: GalleryLine) -> None:
        if line.what in _GALLERY_WORDS:
            self._happened(Happened(line.what, None, line.name, line.text))

    def _happened(self, event: Happened) -> None:
        if event.what in ("said", ASIDE):
            if not event.text:
                return  # spectators talk among themselves
            line = LogLine(f"{event.name}: {quoted(event.text)}", "chat", event.name)
            self.log.append(line)
            self.chat.append(line)
            return
        name = event.name or ("" if event.seat is None else self.names(event.seat))
        words = _ROOM_WORDS.get(event.what)
        if not event.text:
            words = _OF_FREE_SEATS.get(event.what, words)
        if words:
            text = event.text[:8] if event.what == "sealed" else event.text
            if self.reader is not None and event.seat == self.reader:
                text = text.replace(f"until {name} is ", "until you are ", 1)
            tone = "company" if event.what in _COMPANY else "room"
            self._append(words, tone, {"name": name, "text": text, "number": (event.seat or 0) + 1})

    def _note(self, key: str, usual: str, tone: str, **values: object) -> None:
        telling, self._telling = self._telling, None
        if telling is not None:
            key, values = telling.key, {**values, **self._fields(telling)}
            while self.log and self.log[-1].key in telling.replaces:
                self.log.pop()
            if telling.extends and (not self.log or self.log[-1].key != telling.extends):
                return
        if key in self._layout.banners:
            self.banner = (self.banner[0] + 1, self._filled(self._layout.banners[key], values))
        words = self._layout.words.get(key, usual)
        words, values = self._joined(key, words, values)
        if telling is not None and telling.passed:
            passed = self._layout.words.get(f"{key} passed", "")
            # The first of them has perhaps just claimed the card.
            is_first = telling.passed[0] == self.reader
            words += self._layout.words.get(f"{key} passed first", passed) if is_first else passed
        if words:
            self._append(words, tone, values, key, extends=telling is not None and bool(telling.extends))

    def _joined(self, key: str, words: str, values: dict[str, object]) -> tuple[str, dict[str, object]]:
        """The words of an event. If the event and the line before make one sentence, it replaces that line. A line
        that goes on without a name is about one player.
        """
        last = self.log[-1] if self.log else LogLine("")
        one = self._layout.words.get(f"{last.key} + {key}", "")
        goes_on, actors = "{line}" in one, {last.actor, values.get("actor")}
        is_of_one = len(actors - {None}) < 2 if goes_on else len(actors) == 1
        if not one or not (is_of_one or (goes_on and "{seat}" in one)):
            return words, values
        self.log.pop()
        return one, {**values, "line": last.text, "before": last.cards}

    def _fields(self, telling: Telling) -> dict[str, object]:
        """What the sentence of a telling is filled with; what it leaves out is as the event says it."""
        names = self._among(telling.passed)
        is_one = len(names) == 1 and telling.passed[0] != self.reader
        passed = named_or_counted(sorted(names, key=lambda name: name != "you"))
        said: dict[str, object] = {
            "seat": self.names(telling.seat),
            "value": printed(telling.value, self.deck, self._pack),
            "passed": f"{capital(passed)} {'is' if is_one else 'are'}",
        }
        if telling.other is not None:
            said |= {"other": self.names(telling.other), "card": self._claimed(telling)}
        if telling.cards:
            said["cards"] = self._said(telling.cards)
        return said

    def _claimed(self, telling: Telling) -> str:
        """The latest discard of the other seat that a telling names."""
        given_up = [] if telling.other is None else self.discards.get(telling.other, [])
        return self._said(given_up[-1].cards) if given_up else ""

    def _filled(self, words: str, values: Mapping[str, object]) -> str:
        """A sentence as its reader sees it."""
        own = None if self.reader is None else self.names(self.reader)
        mine = [field for field in _NAMING if own is not None and values.get(field) == own]
        return FILL.vformat(to_reader(words, mine), (), values).strip()

    def _append(
        self, words: str, tone: str, values: Mapping[str, object], key: str = "", *, extends: bool = False
    ) -> None:
        if values.get("count") == 1:
            words = one_of(words)
        text = self._filled(words, values)
        if extends:
            last = self.log.pop()
            self.log.append(replace(last, text=last.text + text))
        elif text:
            cards, actor = str(values.get("cards", "")), values.get("actor")
            seat = actor if isinstance(actor, int) else None
            self.log.append(LogLine(text, tone, "", key, cards, seat, key in self._layout.stays))


def discards_by_player(story: Narration, names: Sequence[str], pack: Pack) -> list[tuple[str, str]]:
    """The discards of this deal by player, each with who took it."""
    found = []
    for seat, name in enumerate(names):
        thrown = story.discards.get(seat, ())
        cards = [spoken_all(each.cards, pack) + (f" ({each.fate})" if each.fate else "") for each in thrown]
        found += [(name, ", ".join(cards))] if cards else []
    return found


def blank_board(view: View) -> Board:
    """A board of a match before its first event."""
    return Board(view.game, view.seats, dict(view.options))


def kind_of(zone: str) -> str:
    return zone.partition(":")[0] or "box"


def _slot(zone: str) -> str:
    """The number of a zone in its seat's row, from 1; "" for a zone without one."""
    number = zone.split(":")[2:]
    return str(int(number[0]) + 1) if number else ""


def value_text(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)
