"""A table in statements: my hand, what lies on the table, the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.api import BETWEEN, OVER, UNKNOWN, Card, Scored, View, counted, gain_words, listed

from ..table.ending.story import match_feats, places, story
from ..table.narration import kind_of
from ..table.picture import PileLook, SeatView
from ..table.wording import Words


def hand_words(words: Words) -> list[str]:
    """What I hold: my hand by its groups, or my hidden places, and what lies beside them."""
    picture = words.picture
    own = picture.own
    if own is None:
        return ["You are watching: you hold no cards"]
    said = []
    if picture.hand:
        left, groups = list(picture.hand), []
        for size, name in picture.groups:
            cards, left = tuple(left[:size]), left[size:]
            groups.append(f"{name}: {words.cards(cards)}" if name else words.cards(cards))
        if left:
            groups.append(f"left over: {words.cards(left)}" if groups else words.cards(left))
        parts = ". ".join(f"{group[:1].upper()}{group[1:]}" for group in groups)
        said.append(f"Your hand, {counted(len(picture.hand), 'card')}{'.' if picture.groups else ':'} {parts}")
    said += _beside(own, words)
    return [*(said or ["You hold no cards"]), *picture.insight]


def _beside(seat: SeatView, words: Words) -> Iterator[str]:
    """What lies at a seat beside its hand."""
    whose = _whose(seat)
    yield from _row(seat, words)
    for name, cards in seat.aside:
        yield f"{whose} {name} card: {_seen(cards, words)}"
    if seat.melds:
        yield f"{whose} melds: " + "; ".join(words.cards(meld.cards) for meld in seat.melds)


def _row(seat: SeatView, words: Words) -> Iterator[str]:
    """The numbered places of a seat: the cards that are known, and which others there are."""
    held = [slot for slot in seat.slots if slot.card is not None]
    if not held:
        return
    kind = kind_of(held[0].zone)
    whose, word = _whose(seat), words.layout.places.get(kind, kind)
    known = [slot for slot in held if slot.card != UNKNOWN]
    if known:
        cards = ", ".join(f"{slot.number} is {words.cards((slot.card,))}" for slot in known if slot.card)
        yield f"{whose} {word} {cards}"
    down = [slot.number for slot in held if slot.card == UNKNOWN]
    ending, verb = ("", "is") if len(down) == 1 else ("s", "are")
    if len(down) > 1 and down == list(range(1, len(held) + 1)):
        yield f"{whose} {counted(len(down), word)} are face down"
    elif down:
        yield f"{whose} {word}{ending} {listed([str(number) for number in down])} {verb} face down"


def _whose(seat: SeatView) -> str:
    return "Your" if seat.me else f"{seat.name}'s"


def held_cards(words: Words) -> Counter[Card]:
    """The cards of mine that I see: in my hand and beside it."""
    own = words.picture.own
    cards = Counter(words.picture.hand)
    for _, aside in own.aside if own is not None else ():
        cards.update(aside)
    del cards[UNKNOWN]
    return cards


def _seen(cards: Sequence[Card], words: Words) -> str:
    return counted(len(cards), "hidden card") if set(cards) == {UNKNOWN} else words.cards(cards)


def table_words(words: Words) -> list[str]:
    """The table: its head, what lies in the middle, and every player."""
    picture = words.picture
    said = [picture.head, *middle_words(words)]
    for seat in (*([picture.own] if picture.own is not None else []), *picture.others()):
        said.append(seat_sentence(seat))
        if not seat.me:
            said += seat_cards(seat, words)
    return said


def seat_cards(seat: SeatView, words: Words) -> Iterator[str]:
    """What is seen of a seat's cards: beside its hand, and its hand."""
    yield from _beside(seat, words)
    if seat.hand:
        yield f"{_whose(seat)} hand: {words.cards(seat.hand)}"


def middle_words(words: Words) -> list[str]:
    """The trick or the piles."""
    picture = words.picture
    said = pile_words(words)
    if picture.plays:
        told = ", ".join(f"{words.seat(seat)} {_seen(cards, words)}" for seat, cards in picture.plays)
        taken = "" if picture.taker is None else f", taken by {words.seat(picture.taker)}"
        said.append(f"Trick: {told}{taken}" + (f", {picture.led}" if picture.led else ""))
    return said


def pile_words(words: Words) -> list[str]:
    """The piles."""
    return [_pile(pile, words) for pile in words.picture.piles]


def _pile(pile: PileLook, words: Words) -> str:
    if pile.top is None:
        return f"The {pile.label} is empty"
    top = "" if pile.top == UNKNOWN else f", {words.cards((pile.top,))} on top"
    return f"{pile.label}: {counted(pile.count, 'card')}{top}"


def seat_sentence(seat: SeatView) -> str:
    """A player in one statement."""
    marks = [mark for mark in (seat.dealer, seat.state) if mark]
    told = [seat.held] if seat.count and "card" not in seat.note else []
    told += [seat.note] if seat.note else []
    told += [
        f"total {seat.points}",
        *([seat.act] if seat.act else []),
        *([f"{'your' if seat.me else 'their'} turn"] if seat.turn else []),
    ]
    marked = f" ({', '.join(marks)})" if marks else ""
    return f"{seat.name}{marked}: {', '.join(told)}"


def points_words(view: View, names: Sequence[str], words: Words) -> list[str]:
    """The points of the last deal, line by line, and the totals."""
    said = []
    if view.phase not in ("", BETWEEN, OVER):
        notes = [f"{seat.name} {seat.note}" for seat in words.picture.seats if seat.note]
        said += [f"Deal {view.deal} so far: {', '.join(notes)}"] if notes else []
    if view.scores:
        said += deal_points(view.scores[-1], names, words)
    return [*said, totals_words(view, names)]


def deal_points(scored: Scored, names: Sequence[str], words: Words) -> list[str]:
    """What each player scored in a deal and for what."""
    said = []
    for seat, name in enumerate(names):
        lines = [
            " ".join(
                part
                for part in (
                    words.pack.named(line.label),
                    gain_words(line.points),
                    words.cards(line.cards) if line.cards else "",
                    f"(§{line.paragraph})" if line.paragraph else "",
                )
                if part
            )
            for line in scored.lines
            if line.seat == seat
        ]
        what = f": {', '.join(lines)}" if lines else ""
        said.append(f"Deal {scored.number}, {name} {gain_words(scored.points[seat])}{what}")
    return said


def totals_words(view: View, names: Sequence[str]) -> str:
    """The points of the match."""
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, view.totals, strict=True))
    after = f" after deal {view.scores[-1].number}" if view.scores else ""
    return f"Total{after}: {totals}"


def ending_words(view: View, names: Sequence[str]) -> list[str]:
    """Who came where, and what decided the match."""
    feats = match_feats(view)
    said = []
    for each in places(view, feats):
        place = f"Place {each.place}" if each.place else "Left the match"
        notes = f", {', '.join(each.notes)}" if each.notes else ""
        said.append(f"{place}: {names[each.seat]}, total {each.total}{notes}")
    decided = story(view, feats, names)
    paid = view.over.payouts if view.over is not None else ()
    if paid:
        said.append(
            "Settled: " + ", ".join(f"{name} {gain_words(gain)}" for name, gain in zip(names, paid, strict=True))
        )
    return [*said, decided] if decided else said
