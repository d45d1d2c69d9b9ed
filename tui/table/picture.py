"""From what a viewer knows to what is drawn: pure functions, no widget and no session.

`picture` says what the table looks like now, from a view of it and the story that led there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.api import (
    BETWEEN,
    OVER,
    UNKNOWN,
    Card,
    ChoiceLine,
    HandGroup,
    Seat,
    View,
    Viewer,
    Visibility,
    ZoneKind,
    zone_id,
)

from ..widgets.packs import read_pack
from .game_words import TableLayout, layout_at, words_or
from .narration import FILL, Narration, Play, printed, value_text

NOTHING_SEEN: Final[Mapping[str, tuple[Card, ...]]] = {}


@dataclass(frozen=True)
class SlotLook:
    """A place of a seat's row that its owner does not see into. number: from 1. card: UNKNOWN for a back, None for an
    empty place.
    """

    zone: str
    number: int
    card: Card | None


@dataclass(frozen=True)
class MeldLook:
    """Cards that a seat has laid out. zone: where they lie."""

    zone: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class SeatView:
    """A seat as it is drawn.

    count: the number of cards in hand. points: the total of the match. note: what the game says of the seat in this
    deal. turn: it is this seat's turn. dealer: the game's word for the dealer, "" for all other seats. state: "",
    "bot", "away", "lagging", "empty" or "gone". melds: the exposed cards, group by group. hand: the faces, if everybody
    may see them. groups: the same faces as they were scored, with the cards left over last. slots: the hidden places,
    by number. aside: the cards beside the hand, with their label. follows: this seat's turn comes next. time: the time
    that is left for its answer. act: what the seat did last, in a few words.
    """

    seat: Seat
    name: str
    count: int
    points: int
    note: str = ""
    turn: bool = False
    me: bool = False
    dealer: str = ""
    state: str = ""
    melds: tuple[MeldLook, ...] = ()
    hand: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    slots: tuple[SlotLook, ...] = ()
    aside: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    follows: bool = False
    time: str = ""
    act: str = ""

    @property
    def held(self) -> str:
        """The number of cards in hand, in words."""
        return f"{self.count} card{'' if self.count == 1 else 's'}"

    @property
    def has_hand(self) -> bool:
        """Whether the seat holds cards in a hand rather than in a row of places."""
        return bool(self.count) or not (self.slots or self.aside)

    @property
    def holds_something(self) -> bool:
        """Whether the seat has cards that it may think about."""
        return bool(self.count or self.slots or self.aside)


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
    """The table as it is drawn now.

    hand_groups: the groups of the hand, from its first card on, each with the printed words for what is missing; none
    if the hand is sorted in another way. led: what players must follow in the trick. last: the trick before, if a card
    of the next trick lies on the table. last_taker: who took the trick before. discarder: the seat of the newest
    discard. banner: the number of banners so far, and the last one.
    """

    head: str
    seats: tuple[SeatView, ...]
    viewer: Viewer
    plays: tuple[Play, ...] = ()
    taker: Seat | None = None
    piles: tuple[PileLook, ...] = ()
    hand: tuple[Card, ...] = ()
    hand_groups: tuple[HandGroup, ...] = ()
    insight: tuple[str, ...] = ()
    phase: str = ""
    asked: tuple[Seat, ...] = ()
    led: str = ""
    last: tuple[Play, ...] = ()
    last_taker: Seat | None = None
    discarder: Seat | None = None
    banner: tuple[int, str] = (0, "")

    @property
    def tops(self) -> tuple[Card, ...]:
        """The cards that lie face up on the piles."""
        return tuple(pile.top for pile in self.piles if pile.top not in (None, UNKNOWN))

    @property
    def groups(self) -> tuple[tuple[int, str], ...]:
        """How many cards are in each group of the hand, and its short words: "court 4", "pangolin (S3)"."""
        return tuple((len(group.cards), _label(group)) for group in self.hand_groups)

    @property
    def own(self) -> SeatView | None:
        return None if self.viewer is None else self.seats[self.viewer]

    def others(self) -> tuple[SeatView, ...]:
        """The seats drawn around the table, clockwise from the viewer's left; a spectator sits nowhere and sees all."""
        if self.viewer is None:
            return self.seats
        return tuple(self.seats[(self.viewer + step) % len(self.seats)] for step in range(1, len(self.seats)))


def picture(
    view: View,
    story: Narration,
    seats: Sequence[tuple[str, str]],
    *,
    sort: str = "",
    looks_back: bool = False,
    seen: Mapping[str, tuple[Card, ...]] = NOTHING_SEEN,
) -> Picture:
    """The table now.

    seats: name and state of each seat ("", "bot", "away", ...). sort: an arrangement of the game, "" for its
    first. looks_back: the trick before still lies there, though the next one has begun. seen: faces that are shown to
    the viewer for a moment, by the zone in which they lie.
    """
    game, layout = view.game, layout_at(view)
    asked = view.acting()
    turns, follower = _in_turn(view, layout, asked, story), _follower(view, layout, asked, story)
    looks = tuple(
        _seat_look(view, layout, seat, who, turns, seen, follower, story.act(seat)) for seat, who in enumerate(seats)
    )
    how = sort if sort in game.arrangements else game.arrangements[0]
    hand = tuple(game.arrange(list(view.hand), how, view)) if view.hand else ()
    plays, taker, last = tuple(story.plays), None, story.last_plays if layout.centre == "trick" else ()
    if last and (looks_back or not plays):
        plays, taker, last = last, story.taker, ()
    return Picture(
        head=head_line(view, layout),
        seats=looks,
        viewer=view.viewer,
        plays=plays,
        taker=taker,
        piles=tuple(_pile_look(view, zone, label) for zone, label in layout.piles) if layout.centre == "piles" else (),
        hand=hand,
        hand_groups=_groups_in(hand, view),
        insight=words_or((), lambda: tuple(_insight_line(line, view) for line in game.insight(view)))
        if _has_hand(view, looks)
        else (),
        phase=view.phase,
        asked=asked,
        led=words_or("", lambda: view.game.trick_note(view)),
        last=last,
        last_taker=story.taker if last else None,
        discarder=story.discarder,
        banner=story.banner,
    )


def _groups_in(hand: tuple[Card, ...], view: View) -> tuple[HandGroup, ...]:
    """The groups of a hand, if it lies in them."""
    nothing: tuple[HandGroup, ...] = ()
    groups = words_or(nothing, lambda: view.game.hand_groups(view)) if hand else nothing
    cards = tuple(card for group in groups for card in group.cards)
    if hand[: len(cards)] != cards:
        return ()
    pack = read_pack(view.game)
    return tuple(
        replace(
            group,
            missing=printed(group.missing, view.deck, pack),
            needs=printed(group.needs, view.deck, pack),
        )
        for group in groups
    )


def _label(group: HandGroup) -> str:
    missing = f"({group.missing})" if group.missing else ""
    return " ".join(filter(None, (group.name, str(group.points or ""), missing)))


def _insight_line(line: str, view: View) -> str:
    text = printed(line, view.deck, read_pack(view.game))
    return ChoiceLine(text, line.move) if isinstance(line, ChoiceLine) else text


def _has_hand(view: View, looks: Sequence[SeatView]) -> bool:
    """Whether the viewer holds cards of a deal that is played."""
    return view.viewer is not None and looks[view.viewer].holds_something and view.phase not in (BETWEEN, OVER)


def _table_note(view: View) -> str:
    return words_or("", lambda: printed(view.game.table_note(view), view.deck, read_pack(view.game)))


def head_line(view: View, layout: TableLayout) -> str:
    """What the head of the table says: the game, the deal, its phase, its state."""
    parts = [view.game.meta.nearest_preset(view.options).title]
    if view.deal:
        parts.append(f"deal {view.deal}")
    note = _table_note(view)
    if note:
        parts.append(note)
    elif view.phase and not view.acting():  # the prompt says what somebody is asked
        parts.append(layout.phase(view.phase).title)
    for fact, words in layout.facts.items():
        value = view.facts.get(fact)
        if value is not None and value is not False:
            parts.append(FILL.vformat(words, (), {"value": value_text(value)}))
    return " · ".join(parts)


def turns_right(view: View, layout: TableLayout) -> bool:
    """Whether play goes to the right (counter-clockwise)."""
    return view.options.get(layout.turns, layout.turns) == "right"


def _follower(view: View, layout: TableLayout, asked: tuple[Seat, ...], story: Narration) -> Seat | None:
    """The seat whose turn comes next, where that is sure: after the only one asked."""
    phase = view.game.phases.get(view.phase)
    if phase is None or phase.sealed or len(view.playing) < 3 or len(asked) != 1:
        return None
    if not layout.phase(view.phase).turns or (layout.centre == "trick" and len(story.plays) + 1 >= len(view.playing)):
        return None
    return _after(view, layout, asked[0])


def _in_turn(view: View, layout: TableLayout, asked: tuple[Seat, ...], story: Narration) -> tuple[Seat, ...]:
    """The seats whose turn it is: all that are asked. While all may claim a discard, it is the turn of the seat after
    the discarder (before the first discard, after the dealer). If a window does not follow the order of play, it is
    nobody's turn."""
    phase = view.game.phases.get(view.phase)
    if phase is None or not phase.window or not asked:
        return asked
    after = view.dealer if story.discarder is None else story.discarder
    return (_after(view, layout, after),) if layout.phase(view.phase).turns else ()


def _after(view: View, layout: TableLayout, seat: Seat) -> Seat:
    return view.right_of(seat) if turns_right(view, layout) else view.left_of(seat)


def _seat_look(
    view: View,
    layout: TableLayout,
    seat: Seat,
    who: tuple[str, str],
    turns: tuple[Seat, ...],
    seen: Mapping[str, tuple[Card, ...]],
    follower: Seat | None,
    act: str,
) -> SeatView:
    name, state = who
    hand = view.zone("hand", seat)
    beside = [zone for zone in layout.seat_zones if zone != "hand"]
    kinds = [kind for kind in view.game.plan.kinds if kind.per_seat and kind.name in beside]
    melds, slots = _in_groups(view, [kind for kind in kinds if kind.grouped], seat, seen)
    aside = _aside(view, layout, [kind for kind in kinds if not kind.grouped], seat, seen)
    is_open = bool(hand) and UNKNOWN not in hand
    groups = _as_scored(view, seat, view.deck.sort(hand)) if is_open else ()
    return SeatView(
        seat,
        name,
        len(hand),
        view.totals[seat],
        deal_words(view, seat),
        turn=seat in turns,
        me=seat == view.viewer,
        dealer=layout.dealer if view.deal > 0 and seat == view.dealer else "",
        state="gone" if seat in view.dropped else state,
        melds=tuple(melds),
        hand=tuple(card for group in groups for card in group),
        groups=groups,
        slots=tuple(slots),
        aside=aside,
        follows=seat == follower,
        act="" if view.phase in (BETWEEN, OVER) else act,
    )


def deal_words(view: View, seat: Seat) -> str:
    """What the game says of a seat in this deal."""
    if not view.deal:
        return ""
    return words_or("", lambda: printed(view.game.seat_note(view, seat), view.deck, read_pack(view.game)))


def _as_scored(view: View, seat: Seat, hand: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """A hand after its deal: its cards in the groups that were scored, then what is left over. One group before."""
    left, groups = list(hand), []
    if view.phase in (BETWEEN, OVER) and view.scores:
        for line in view.scores[-1].lines:
            if line.seat == seat and line.cards and not Counter(line.cards) - Counter(left):
                groups.append(line.cards)
                for card in line.cards:
                    left.remove(card)
    return (*groups, tuple(left)) if left else tuple(groups)


def _in_groups(
    view: View, kinds: Iterable[ZoneKind], seat: Seat, seen: Mapping[str, tuple[Card, ...]]
) -> tuple[list[MeldLook], list[SlotLook]]:
    """What lies before a seat in numbered zones: melds, and places for one card each."""
    melds: list[MeldLook] = []
    slots: list[SlotLook] = []
    for kind in kinds:
        rows = _grouped(view, kind.name, seat, seen)
        if kind.visibility is Visibility.PUBLIC or any(len(row.cards) > 1 for row in rows):
            melds += [row for row in rows if row.cards]
        else:
            slots += [SlotLook(row.zone, at + 1, row.cards[0] if row.cards else None) for at, row in enumerate(rows)]
    return melds, slots


def _aside(
    view: View, layout: TableLayout, kinds: Iterable[ZoneKind], seat: Seat, seen: Mapping[str, tuple[Card, ...]]
) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Cards of a seat that lie neither in its hand nor in a group, each zone with its label."""
    told = [kind for kind in kinds if kind.visibility is Visibility.OWNER or kind.name in layout.seat_labels]
    lying = [(kind.name, seen.get(zone_id(kind.name, seat), tuple(view.zone(kind.name, seat)))) for kind in told]
    return tuple((layout.seat_labels.get(name, name), cards) for name, cards in lying if cards)


def _grouped(view: View, kind: str, seat: Seat, seen: Mapping[str, tuple[Card, ...]]) -> list[MeldLook]:
    """The numbered zones of a seat, those before the last one also where they are empty."""
    head = f"{kind}:{seat}:"
    numbers = [int(zone.removeprefix(head)) for zone, cards in view.zones.items() if cards and zone.startswith(head)]
    zones = [f"{head}{number}" for number in range(max(numbers, default=-1) + 1)]
    return [MeldLook(zone, seen.get(zone, tuple(view.zones.get(zone, ())))) for zone in zones]


def _pile_look(view: View, zone: str, label: str) -> PileLook:
    cards = view.zone(zone)
    top = cards[-1] if cards else None
    # In an open pile, the cards below are older discards. In a stock that an open view sees, they would be the next
    # cards, so they are not shown.
    is_open = view.game.plan.sees(zone, None)
    recent = tuple(cards[-8:-1]) if is_open and top is not None and top != UNKNOWN else ()
    return PileLook(zone, label, len(cards), top, tuple(card for card in recent if card != UNKNOWN))
