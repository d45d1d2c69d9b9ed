"""A table in statements: my hand, what lies on the table, the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.api import (
    BETWEEN,
    OVER,
    UNKNOWN,
    Card,
    HandGroup,
    Scored,
    ScoreLine,
    View,
    capital,
    counted,
    gain_words,
    listed,
)

from ..table.ending.story import match_feats, places, story
from ..table.narration import kind_of
from ..table.picture import PileLook, SeatView
from ..table.second_person import YOU, plain_verb, shares, within
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
        # A game that names only some of its groups has names such as "wealth", which do not say what they are.
        noun = "" if all(group.name for group in picture.hand_groups) else "group"
        for group in picture.hand_groups:
            left = left[len(group.cards) :]
            groups.append(_group(group, noun, words))
        groups += [f"Other cards: {words.cards(left)}"] if groups and left else []
        held = f"You hold {counted(len(picture.hand), 'card')}"
        said.append(". ".join((held, *groups)) if groups else f"{held}: {words.cards(left)}")
    said += _beside(own, words)
    return [*(said or ["You hold no cards"]), *picture.insight]


def _group(group: HandGroup, noun: str, words: Words) -> str:
    """A group of the hand with what it is worth or what is missing: "Triplet (2 points): 4♥ 4♠ 4♦". noun: before its
    name."""
    worth = f" ({counted(group.points, 'point')})" if group.points else ""
    lacks = f" (needs {group.needs or group.missing})" if group.missing else ""
    name = f'"{group.name}"' if noun and group.name else group.name
    named = " ".join(filter(None, ("incomplete" if group.missing else "", noun, name)))
    return f"{capital(named)}{worth}: {words.cards(group.cards)}{lacks}"


def _beside(seat: SeatView, words: Words) -> Iterator[str]:
    """What lies at a seat beside its hand."""
    whose = _whose(seat)
    yield from _row(seat, words)
    for name, cards in seat.aside:
        is_one = len(cards) == 1
        seen = "hidden" if set(cards) == {UNKNOWN} else words.cards(cards)
        yield f"{whose} {name} {'card is' if is_one else 'cards are'} {seen}"
    if seat.melds:
        yield f"{whose} melds on the table: {', '.join(words.cards(meld.cards) for meld in seat.melds)}"


def _row(seat: SeatView, words: Words) -> Iterator[str]:
    """The numbered places of a seat: the cards that are known, and which others there are."""
    held = [slot for slot in seat.slots if slot.card is not None]
    if not held:
        return
    kind = kind_of(held[0].zone)
    whose, word = _whose(seat), words.layout.places.get(kind, kind)
    known = [slot for slot in held if slot.card != UNKNOWN]
    if known:
        cards = [f"{word} {slot.number} is {words.cards((slot.card,))}" for slot in known if slot.card]
        yield f"{whose} {listed(cards)}"
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


def table_words(words: Words, saving: str = "") -> list[str]:
    """The table: its head, what lies in the middle, and every player. saving: as in `saving_words`."""
    picture = words.picture
    title, _, state = picture.head.replace(" · ", ", ", 1).partition(" · ")
    state = longer_note(state, words.layout.notes)
    said = [". ".join(capital(part) for part in (title, state) if part), *filter(None, [saving]), *middle_words(words)]
    for seat in (*([picture.own] if picture.own is not None else []), *picture.others()):
        said.append(seat_sentence(seat, words))
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
        taker = None if picture.taker is None else capital(words.seat(picture.taker))
        head = "Trick so far" if taker is None else f"{taker} took the last trick"
        led = f" ({picture.led})" if picture.led else ""
        said.append(f"{head}{led}: {told}")
    return said


def pile_words(words: Words) -> list[str]:
    """The piles."""
    return [_pile(pile, words) for pile in words.picture.piles]


def _pile(pile: PileLook, words: Words) -> str:
    if pile.top is None:
        return f"The {pile.label} is empty"
    top = "" if pile.top == UNKNOWN else f", with {words.cards((pile.top,))} on top"
    return f"The {pile.label} has {counted(pile.count, 'card')}{top}"


def seat_standing(seat: SeatView, words: Words) -> str:
    """What the note of a seat says, as a sentence without a full stop: "you took 4 points"; "" without a note."""
    if not seat.note:
        return ""
    done = [_done(each, words.layout.notes) for each in seat.note.split(", ")]
    if seat.me:
        done = [" ".join((plain_verb(verb), rest)).strip() for verb, _, rest in (each.partition(" ") for each in done)]
    return f"{within(seat.name)} {listed(done)}"


def _done(note: str, longer: Mapping[str, str]) -> str:
    """A note as the rest of a sentence: "took 4 points", "has 3 tricks"."""
    said, number = longer_note(note, longer), "".join(filter(str.isdecimal, note))
    return f"has {note}" if said == note and note.startswith(number or " ") else said


def longer_note(note: str, longer: Mapping[str, str]) -> str:
    """A short note in more words, where the game has them. longer: by notes, with "#" for a number."""
    number = "".join(filter(str.isdecimal, note))
    found = longer.get(note.replace(number, "#") if number else note)
    return note if found is None else found.replace("#", number)


def seat_sentence(seat: SeatView, words: Words) -> str:
    """A player in short sentences: what they have, how they stand in this deal, and what they did last."""
    who, has = (YOU, "have") if seat.me else (seat.name, "has")
    marks = ", ".join(longer_note(mark, words.layout.notes) for mark in (seat.dealer, seat.state) if mark)
    places = sum(slot.card is not None for slot in seat.slots)
    held = seat.held if seat.count else counted(places, "card") if places else ""
    total = counted(seat.points, "point")
    acts = [said for act in seat.act.split(", ") if (said := longer_note(act, words.layout.notes))]
    told = [
        f"{who}{f' ({marks})' if marks else ''} {has} {f'{held} and ' if held else ''}a total of {total}",
        f"In this deal, {standing}" if seat.note != held and (standing := seat_standing(seat, words)) else "",
        f"{who} {listed(acts)}" if acts else "",
        f"It is {'your' if seat.me else _whose(seat)} turn" if seat.turn else "",
    ]
    return ". ".join(filter(None, told))


def points_words(view: View, names: Sequence[str], words: Words) -> list[str]:
    """The points of the last deal, line by line, and the totals."""
    said = []
    if view.phase not in ("", BETWEEN, OVER):
        standings = (seat_standing(seat, words) for seat in words.picture.seats)
        said += [f"So far in deal {view.deal}, {standing}" for standing in standings if standing]
    if view.scores:
        said += deal_points(view.scores[-1], names, words)
    return [*said, totals_words(view, names)]


def deal_points(scored: Scored, names: Sequence[str], words: Words) -> list[str]:
    """What each player scored in a deal and for what."""
    said = []
    for seat, name in enumerate(names):
        lines = [_scored_line(line, words) for line in scored.lines if line.seat == seat]
        head = f"In deal {scored.number}, {within(name)} scored {gain_words(scored.points[seat])}"
        said.append(". ".join((head, *lines)))
    return said


def _scored_line(line: ScoreLine, words: Words) -> str:
    """What points are for: "Triplet 4♥ 4♠ 4♦: +2 (§6.2)"."""
    label = words.pack.named(line.label)
    cards = f" {words.cards(line.cards)}" if line.cards else ""
    rule = f" (§{line.paragraph})" if line.paragraph else ""
    return f"{capital(label)}{cards}: {gain_words(line.points)}{rule}"


def totals_words(view: View, names: Sequence[str]) -> str:
    """The points of the match."""
    after = f" after deal {view.scores[-1].number}" if view.scores else f" before deal {view.deal or 1}"
    return f"Totals{after}: {shares('has', names, list(map(str, view.totals)))}"


def ending_words(view: View, names: Sequence[str]) -> list[str]:
    """Who came where, and what decided the match."""
    feats = match_feats(view)
    said = []
    for each in places(view, feats):
        name = names[each.seat]
        place = f"Place {each.place}" if each.place else "Left the match"
        did = f". In this match, {within(name)} {listed(each.notes)}" if each.notes else ""
        said.append(f"{place}: {within(name)}, with a total of {counted(each.total, 'point')}{did}")
    decided = story(view, feats, names)
    paid = view.over.payouts if view.over is not None else ()
    if paid:
        said.append("Settled: " + shares("gets", names, list(map(gain_words, paid))))
    return [*said, decided] if decided else said
