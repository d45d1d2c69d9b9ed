"""Who came where in a match that is over, and what decided it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.api import Feat, Seat, View, counted, feats_of, listed

from ..game_words import ABANDONED, words_or
from ..second_person import YOU

Feats = Mapping[int, tuple[Feat, ...]]
"""The feats of each deal, by its number."""


@dataclass(frozen=True)
class Placed:
    """The place of a seat, shared by equal totals; 0 for a seat that left. notes: its feats, the greatest first."""

    place: int
    seat: Seat
    total: int
    notes: tuple[str, ...]


def match_feats(view: View) -> Feats:
    """The feats of a match so far; none if the game's rules fail in naming them."""
    nothing: Feats = {}
    return words_or(nothing, lambda: feats_of(view.game, view.seats, view.options, view.events))


def places(view: View, feats: Feats) -> tuple[Placed, ...]:
    """All seats, the winners first and those who left last."""
    assert view.over is not None
    totals, winners = view.over.totals, view.over.winners
    sign = -1 if view.game.high_wins else 1

    def rank(seat: Seat) -> tuple[bool, bool, int]:
        return seat in view.dropped, seat not in winners, sign * totals[seat]

    ordered = sorted(range(len(totals)), key=lambda seat: (*rank(seat), seat))
    ranks = [rank(seat) for seat in ordered]
    return tuple(
        Placed(0 if seat in view.dropped else 1 + ranks.index(rank(seat)), seat, totals[seat], _notes(seat, feats))
        for seat in ordered
    )


def _notes(seat: Seat, feats: Feats) -> tuple[str, ...]:
    """What a seat did in all deals, each thing once, the rarest in this match first; then notes of the last deal."""
    named = [feat for deal in feats.values() for feat in deal if feat.name]
    rarity = Counter(feat.words for feat in named)
    done = Counter(feat.words for feat in named if feat.seat == seat)
    last = feats[max(feats)] if feats else ()
    notes = [feat.words for feat in last if feat.seat == seat and not feat.name]
    told = sorted(done, key=rarity.__getitem__)
    return (*(words if done[words] == 1 else f"{words} {_times(done[words])}" for words in told), *notes)


def _times(times: int) -> str:
    return "twice" if times == 2 else f"{times} times"


def story(view: View, feats: Feats, people: Sequence[str]) -> str:
    """One sentence about how the match was decided, "" for a match that was broken off."""
    over, deals = view.over, len(view.scores)
    if over is None or over.how == ABANDONED or not deals or not over.winners:
        return ""
    if len(over.winners) > 1:
        names = [people[seat] for seat in over.winners]
        names.sort(key=lambda name: name != YOU)
        return f"{listed(names)} share first place after {counted(deals, 'deal')}."
    return next(_stories(view, feats, people, over.winners[0]))


def _stories(view: View, feats: Feats, people: Sequence[str], winner: Seat) -> Iterator[str]:
    """Sentences that are true of this match, the most telling first."""
    deals, name = len(view.scores), people[winner]
    last = view.scores[-1]
    done = feats.get(last.number, ())
    best = (max if view.game.high_wins else min)(last.points[seat] for seat in view.playing)
    great = next((feat for feat in done if feat.name and last.points[feat.seat] == best), None)
    whose = "" if great is None else "Your" if people[great.seat] == YOU else f"{people[great.seat]}'s"
    if great is not None and any(feat.ends for feat in done):
        yield f"{whose} {great.name} ended the match."
    ahead = [winner in _leaders(view, deal) for deal in range(deals)]
    if great is not None and great.seat == winner and deals > 1 and not ahead[-2]:
        yield f"{whose} {great.name} in the last deal decided the match."
    if deals > 1 and not ahead[-2]:
        yield f"{name} reached first place in the last deal."
    if _margin(view, winner) == 1:
        yield "One point decided the match."
    behind = [deal for deal in range(deals) if _is_last(view, winner, deal)]
    if behind and behind[-1] > 0:
        yield f"{name} rose from last place after deal {view.scores[behind[-1]].number} to first place."
    if deals == 1:
        yield "One deal decided the match."
    if all(ahead):
        yield f"{name} held first place from the first deal to the last."
    since = deals - ahead[::-1].index(False)
    yield f"{name} held first place from deal {view.scores[since].number} to the end."


def _leaders(view: View, deal: int) -> list[Seat]:
    """The seats with the best total after a deal."""
    totals = view.scores[deal].totals
    best = (max if view.game.high_wins else min)(totals[seat] for seat in view.playing)
    return [seat for seat in view.playing if totals[seat] == best]


def _margin(view: View, winner: Seat) -> int:
    """How far the winner is ahead of the next seat at the end."""
    totals = view.scores[-1].totals
    return min((abs(totals[winner] - totals[seat]) for seat in view.playing if seat != winner), default=0)


def _is_last(view: View, seat: Seat, deal: int) -> bool:
    """Whether a seat alone had the worst total after a deal, of at least three."""
    totals = view.scores[deal].totals
    worst = (min if view.game.high_wins else max)(totals[each] for each in view.playing)
    return len(view.playing) > 2 and [each for each in view.playing if totals[each] == worst] == [seat]
