"""From what a viewer knows to what is drawn: pure functions and one fold, no widget and no session.

A `Story` folds the stream of events into what a board forgets but people look at: who played which card to
the trick, the trick before, the cards that just came into my hand, and the last events in words. `picture`
then says what the table looks like now.
"""

import re
import string
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.api import (
    BETWEEN,
    BOX,
    JOKER,
    OVER,
    UNKNOWN,
    Card,
    DealBegan,
    Deck,
    Declared,
    Entered,
    Event,
    Game,
    Happened,
    MatchEnded,
    Moved,
    Scored,
    Seat,
    Turned,
    View,
    Viewer,
    Visibility,
)

from .layouts import TableLayout, end_words, read_layout
from .widgets.faces import UNICODE, face

LOG_LINES: Final = 400
FRESH_MOST: Final = 4
"""More cards than these coming at once are a deal, not news."""


@dataclass(frozen=True)
class LogLine:
    """One line of the log. tone: "play", "deal", "room" or "chat"."""

    text: str
    tone: str = "play"


@dataclass(frozen=True)
class SeatLook:
    """A seat as it is drawn.

    count: cards in hand. points: of the match. note: what the game says of the seat in this deal. turn: it
    is asked now. state: "", "bot", "away", "lagging" or "empty". melds: exposed cards, group by group. hand:
    the faces, if all may be seen.
    """

    seat: Seat
    name: str
    count: int
    points: int
    note: str = ""
    turn: bool = False
    me: bool = False
    dealer: bool = False
    state: str = ""
    melds: tuple[tuple[Card, ...], ...] = ()
    hand: tuple[Card, ...] = ()


@dataclass(frozen=True)
class PileLook:
    """A pile in the middle. count: of its cards. top: its uppermost card, UNKNOWN for a back, None when
    empty.

    recent: the cards below the top that may be seen, newest last."""

    zone: str
    label: str
    count: int
    top: Card | None
    recent: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Picture:
    """The table as it is drawn now."""

    head: str
    seats: tuple[SeatLook, ...]
    viewer: Viewer
    plays: tuple[tuple[Seat, Card], ...] = ()
    taker: Seat | None = None
    piles: tuple[PileLook, ...] = ()
    hand: tuple[Card, ...] = ()
    insight: tuple[str, ...] = ()
    phase: str = ""
    asked: tuple[Seat, ...] = ()
    why: str = ""
    deal: int = 0
    note: str = ""

    @property
    def own(self) -> SeatLook | None:
        """The viewer's own seat."""
        return None if self.viewer is None else self.seats[self.viewer]

    def others(self) -> tuple[SeatLook, ...]:
        """The seats drawn around the table, clockwise from the viewer's left; a spectator sits nowhere and
        sees all.
        """
        if self.viewer is None:
            return self.seats
        return tuple(self.seats[(self.viewer + step) % len(self.seats)] for step in range(1, len(self.seats)))


def spoken(card: Card) -> str:
    """A card in a sentence."""
    if card == UNKNOWN:
        return "a card"
    return "the joker" if card == JOKER else face(card, UNICODE)


def printed(text: str, deck: Deck) -> str:
    """A sentence of the game's with the cards that it names by code ("QS") as they are printed."""
    return _WORD.sub(lambda word: spoken(Card(word[0])) if Card(word[0]) in deck.counts else word[0], text)


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "ann, bea and cy"."""
    if len(words) <= 1:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


_WORD: Final = re.compile(r"\b[0-9A-Z]{2,4}\b")


class _Template(string.Formatter):
    """Fills {seat} and the like; a field that is not there shows as nothing rather than as an error."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "")

    def format_field(self, value: Any, spec: str) -> str:
        return str(value)


_FILL: Final = _Template()

_ROOM_WORDS: Final = {
    "sat": "{name} sits down",
    "left": "{name} leaves the table",
    "stood": "{name} gets up",
    "away": "{name} is away",
    "back": "{name} is back",
    "kicked": "{name} was sent from the table",
    "watching": "{name} watches",
    "unwatching": "{name} stops watching",
    "paused": "The table pauses {text}",
    "resumed": "The table goes on",
    "bot": "{name} takes a seat",
    "timeout": "{name} ran out of time",
    "sealed": "The secret of the deals is sealed: {text}…",
}


@dataclass
class Story:
    """What happened, folded from the stream: feed it every event once, in order.

    names: the name of a seat, as it is now. viewer: whose hand is "mine".
    plays: cards of the trick on the table with who played them; last_plays and taker: the trick before.
    tricks: how many were taken so far.
    fresh: cards that came into my hand since I last moved. dealing: the pack is being dealt out.
    """

    game: Game
    viewer: Viewer
    names: Callable[[Seat], str]
    deck: Deck
    plays: list[tuple[Seat, Card]] = field(default_factory=list)
    last_plays: tuple[tuple[Seat, Card], ...] = ()
    taker: Seat | None = None
    tricks: int = 0
    fresh: Counter[Card] = field(default_factory=Counter)
    dealing: bool = False
    told: int = 0
    log: deque[LogLine] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    chat: deque[LogLine] = field(default_factory=lambda: deque(maxlen=LOG_LINES))

    def __post_init__(self) -> None:
        self._layout = read_layout(self.game)

    def catch_up(self, events: Sequence[Event]) -> None:
        """Fold the events that were not told yet."""
        for event in events[self.told :]:
            self.tell(event)

    def tell(self, event: Event) -> None:
        """Fold one event."""
        self.told += 1
        match event:
            case Moved():
                self._moved(event)
            case DealBegan(number=number, dealer=dealer):
                self.plays, self.last_plays, self.taker = [], (), None
                self.fresh.clear()
                self.dealing = True
                self._note("deal", "Deal {number}: {seat} deals", "deal", number=number, seat=self.names(dealer))
            case Entered(phase=phase):
                if phase != self.game.first_phase:
                    self.dealing = False
                self._note(f"entered {phase}", "", "deal")
            case Declared(fact=fact, value=value, seat=seat):
                name = "" if seat is None else self.names(seat)
                self._note(
                    f"declared {fact}", "", "play", seat=name, value=printed(_value(value), self.deck), fact=fact
                )
            case Turned(zone=zone, cards=cards):
                owner = self.game.plan.owner(zone)
                name = "" if owner is None else self.names(owner)
                self._note(f"turned {_kind(zone)}", "", "play", seat=name, cards=" ".join(map(spoken, cards)))
            case Scored(how=how, points=points):
                tally = ", ".join(f"{self.names(seat)} {gain:+d}" for seat, gain in enumerate(points))
                self._note(f"scored {how}", "The deal is scored: {points}", "deal", points=tally)
            case MatchEnded(winners=winners, how=how):
                names = listed([self.names(seat) for seat in winners])
                self.log.append(LogLine(end_words(self._layout, how, names), "deal"))
            case Happened():
                self._happened(event)

    def _moved(self, event: Moved) -> None:
        plan = self.game.plan
        src, dst = event.src, event.dst
        trick = self._layout.trick_zone
        giver = None if src == BOX else plan.owner(src)
        taker = None if dst == BOX else plan.owner(dst)
        if dst == trick and giver is not None:
            self.plays += [(giver, card) for card in event.cards]
        elif src == trick and self.plays:
            self.last_plays, self.plays, self.taker = tuple(self.plays), [], taker
            self.tricks += 1
        if self.viewer is not None:
            if giver == self.viewer and _kind(src) == "hand":
                self.fresh.clear()
            if taker == self.viewer and _kind(dst) == "hand" and not self.dealing and len(event.cards) <= FRESH_MOST:
                self.fresh.update(event.cards)
        if self.dealing:
            return
        seat = giver if giver is not None else taker
        self._note(
            f"moved {_kind(src)} {_kind(dst)}",
            "",
            "play",
            seat="" if seat is None else self.names(seat),
            other="" if taker is None else self.names(taker),
            cards=" ".join(map(spoken, event.cards)),
            count=len(event.cards),
            n=len(event.cards),
        )

    def _happened(self, event: Happened) -> None:
        if event.what == "said":
            line = LogLine(f"{event.name}: {event.text}", "chat")
            self.log.append(line)
            self.chat.append(line)
            return
        name = event.name or ("" if event.seat is None else self.names(event.seat))
        words = _ROOM_WORDS.get(event.what)
        if words:
            text = event.text[:8] if event.what == "sealed" else event.text
            self._append(words, "room", {"name": name, "text": text})

    def _note(self, key: str, usual: str, tone: str, **values: object) -> None:
        words = self._layout.words.get(key, usual)
        if words:
            self._append(words, tone, values)

    def _append(self, words: str, tone: str, values: Mapping[str, object]) -> None:
        text = _FILL.vformat(words, (), values).strip()
        if text:
            self.log.append(LogLine(text, tone))


def _kind(zone: str) -> str:
    return zone.partition(":")[0] or "box"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def picture(
    view: View, story: Story, seats: Sequence[tuple[str, str]], *, sort: str = "", looks_back: bool = False
) -> Picture:
    """The table now.

    seats: name and state of each seat ("", "bot", "away", ...). sort: an arrangement of the game, "" for its
    first. looks_back: the trick before still lies there, though the next one has begun.
    """
    game, layout = view.game, read_layout(view.game)
    asked = view.acting()
    looks = tuple(_seat_look(view, layout, seat, who, asked) for seat, who in enumerate(seats))
    how = sort if sort in game.arrangements else game.arrangements[0]
    plays, taker = tuple(story.plays), None
    if layout.centre == "trick" and story.last_plays and (looks_back or not plays):
        plays, taker = story.last_plays, story.taker
    return Picture(
        head=head_line(view, layout),
        seats=looks,
        viewer=view.viewer,
        plays=plays,
        taker=taker,
        piles=tuple(_pile_look(view, zone, label) for zone, label in layout.piles) if layout.centre == "piles" else (),
        hand=tuple(game.arrange(list(view.hand), how, view)) if view.hand else (),
        insight=tuple(printed(line, view.deck) for line in game.insight(view))
        if view.hand and view.phase not in (BETWEEN, OVER)
        else (),
        phase=view.phase,
        asked=asked,
        why=layout.phase(view.phase).why,
        deal=view.deal,
        note=game.table_note(view) if view.deal else "",
    )


def head_line(view: View, layout: TableLayout) -> str:
    """What the head of the table says: the game, the deal, its phase, its state."""
    parts = [view.game.meta.title]
    if view.deal:
        parts.append(f"deal {view.deal}")
    note = view.game.table_note(view)
    if note:
        parts.append(note)
    elif view.phase:
        parts.append(layout.phase(view.phase).title)
    for fact, words in layout.facts.items():
        value = view.facts.get(fact)
        if value is not None and value is not False:
            parts.append(_FILL.vformat(words, (), {"value": _value(value)}))
    return " · ".join(parts)


def _seat_look(view: View, layout: TableLayout, seat: Seat, who: tuple[str, str], asked: tuple[Seat, ...]) -> SeatLook:
    name, state = who
    hand = view.zone("hand", seat)
    melds: list[tuple[Card, ...]] = []
    plan = view.game.plan
    for kind in plan.kinds:
        if kind.name in layout.seat_zones and kind.grouped and kind.visibility is Visibility.PUBLIC:
            melds += [tuple(cards) for cards in view.groups(kind.name, seat)]
    seen = bool(hand) and UNKNOWN not in hand
    return SeatLook(
        seat,
        name,
        len(hand),
        view.totals[seat],
        view.game.seat_note(view, seat) if view.deal else "",
        turn=seat in asked,
        me=seat == view.viewer,
        dealer=view.deal > 0 and seat == view.dealer,
        state=state,
        melds=tuple(melds),
        hand=tuple(view.deck.sort(hand)) if seen else (),
    )


def _pile_look(view: View, zone: str, label: str) -> PileLook:
    cards = view.zone(zone)
    top = cards[-1] if cards else None
    recent = tuple(cards[-6:-1]) if top is not None and top != UNKNOWN else ()
    return PileLook(zone, label, len(cards), top, tuple(card for card in recent if card != UNKNOWN))
