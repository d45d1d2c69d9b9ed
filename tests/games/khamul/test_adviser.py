"""What hints say in Khamul: nothing false, whatever the player was shown, and whether or not the hint still has it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest

from engine.api import (
    UNKNOWN,
    Advice,
    Card,
    Decision,
    Event,
    Move,
    Moved,
    Rearranged,
    Shown,
    Table,
    Turned,
    View,
    never,
    redact,
    redact_for_rejoin,
)
from engine.bots.random import random_move
from engine.games.khamul.bot import search
from engine.games.khamul.cards import PACK, POWER, WORTH
from engine.kit.wording import in_words

from ...harness.slow import slow
from ..claims import Check, true, verify_reason
from ..tables import decision_of
from .positions import KHAMUL, act, begun, quiet, view_of

BY_NAME = {in_words(card): card for card in PACK}
RANKS = {in_words(card).split(" ")[0]: card[:-1] for card in PACK}
ME = 0


@dataclass
class Shows:
    """What seat 0 was shown of the cards that lie now, and the table itself. faces: by place."""

    table: Table
    faces: dict[str, Card]
    top: Card | None
    drawn: Card | None
    forgets: bool
    advice: Advice

    @property
    def mine(self) -> dict[str, Card]:
        return {zone: face for zone, face in self.faces.items() if zone.startswith(f"slot:{ME}:")}

    @property
    def mine_lie(self) -> list[str]:
        return [f"slot:{ME}:{number}" for number, held in enumerate(self.table.groups("slot", ME)) if held]

    @property
    def unseen(self) -> list[Card]:
        gone = {*self.table.zones["discard"], *self.faces.values(), self.drawn}
        return [card for card in PACK if card not in gone]

    @property
    def mean(self) -> float:
        return sum(WORTH[card] for card in self.unseen) / len(self.unseen)

    @property
    def card(self) -> Card:
        """The card that it is about."""
        card = self.drawn or self.top
        assert card is not None
        return card


def shown_to_me(told: Sequence[Event]) -> dict[str, Card]:
    """The face of each place as seat 0 could follow it, by the events alone."""
    lies: dict[str, Card] = defaultdict(lambda: UNKNOWN)
    for event in told:
        if isinstance(event, Moved) and len(event.cards) == 1:
            was = lies.pop(event.src, UNKNOWN)
            lies[event.dst] = event.cards[0] if event.cards[0] != UNKNOWN else was
            if event.dst in ("discard", "stock"):
                lies.pop(event.dst)
        elif isinstance(event, Shown | Turned) and event.cards[0] != UNKNOWN:
            lies[event.zone] = event.cards[0]
        elif isinstance(event, Rearranged):
            row = {zone: face for zone, face in lies.items() if zone.startswith(f"slot:{event.seat}:")}
            for zone in row:
                del lies[zone]
            for place, source in enumerate(event.order):
                if (face := row.get(f"slot:{event.seat}:{source}", UNKNOWN)) != UNKNOWN:
                    lies[f"slot:{event.seat}:{place}"] = face
    return {zone: face for zone, face in lies.items() if zone.startswith("slot:") and face != UNKNOWN}


def place(number: str) -> str:
    return f"slot:{ME}:{int(number) - 1}"


def places(words: str) -> list[str]:
    return [place(word) for word in words.replace("and", " ").replace("card", "").replace(",", " ").split()]


def names_own(known: Shows, name: str) -> bool:
    return BY_NAME[name] in known.mine.values()


def counts(name: str, points: str) -> bool:
    return WORTH[BY_NAME[name]] == int(points)


def is_mean(known: Shows, points: str) -> bool:
    return f"{known.mean:.0f}" == points


def matched(known: Shows, words: str, rank: str) -> bool:
    """The places hold cards of a rank, as was shown, and as is true."""
    return all(
        known.mine.get(zone, UNKNOWN)[:-1] == rank and known.table.zones[zone][0][:-1] == rank for zone in places(words)
    )


def replaced(known: Shows) -> str:
    """The rank that a swap discards."""
    return known.mine[known.advice.move.places[0]][:-1]


def may_come(known: Shows, card: Card) -> bool:
    """Whether another player may discard a card of this rank."""
    theirs = (face for zone, face in known.faces.items() if zone not in known.mine)
    return any(face[:-1] == card[:-1] for face in (*known.unseen, *theirs))


def is_kept(known: Shows, keep: str | None, learns: str | None, power: str | None) -> bool:
    """Whether it is true what a hint says of a higher card than the one that it swaps out."""
    out = known.advice.move.places[0]
    points = WORTH[known.mine[out]] if out in known.mine else known.mean
    if keep:
        card = BY_NAME[keep]
        return card in known.mine.values() and WORTH[card] > points and may_come(known, card)
    return out not in known.mine if learns else not power or bool(POWER[BY_NAME[power]])


_THEN = r"(?: After the swap, you can match with (.*)\.)?"
_KEPT = (
    r"(?: Keep the ([a-z]+ of [a-z]+) to match a later discard\."
    r"|( After the swap, you know one more of your cards\.)"
    r"| The ([a-z]+ of [a-z]+) has a power\.)?"
)
HELP: dict[str, Check] = {
    "count less": lambda k, card: WORTH[card] < WORTH[k.top],
    "match a card of yours": lambda k, card: card[:-1] in {face[:-1] for face in k.mine.values()},
    "have a power": lambda k, card: POWER[card],
    "are easier to match later": lambda k, card: card[:-1] != k.top[:-1],
}
FORMS: dict[str, Check] = {
    r"You know none of your four cards, so choose any two\.": lambda k: not k.faces,
    r"You have no cards left\.": lambda k: not k.mine_lie,
    r"Your cards count (\d+)\. If you do not call with five points or fewer, it costs you 20 points\.": lambda k, n: (
        sum(WORTH[k.table.zones[zone][0]] for zone in k.mine_lie) == int(n) <= 5 and len(k.mine) == len(k.mine_lie)
    ),
    r"You probably have five points or fewer, though you do not know all your cards\.": lambda k: (
        sum(WORTH[face] for face in k.mine.values()) <= 5 and len(k.mine) < len(k.mine_lie)
    ),
    r"The discard pile is empty\.": lambda k: k.top is None,
    r"The ([a-z]+ of [a-z]+) counts (\d+), and an unseen card counts about (\d+)\.": lambda k, a, n, m: (
        BY_NAME[a] == k.card and counts(a, n) and is_mean(k, m) and int(m) < int(n)
    ),
    r"The ([a-z]+ of [a-z]+) counts (\d+), and none of your cards counts more\.": lambda k, a, n: (
        BY_NAME[a] == k.card and counts(a, n) and all(WORTH[k.table.zones[zone][0]] <= int(n) for zone in k.mine_lie)
    ),
    r"The ([a-z]+ of [a-z]+) counts (\d+), and no card that you know counts more\.": lambda k, a, n: (
        BY_NAME[a] == k.card and counts(a, n) and k.mine and all(WORTH[face] <= int(n) for face in k.mine.values())
    ),
    r"The ([a-z]+ of [a-z]+) counts (\d+), but (\d+) of the (\d+) unseen cards help you more: (some .*)\.": (
        lambda k, a, n, better, m, why: (
            counts(a, n)
            and 0 < int(better) <= int(m) == len(k.unseen)
            and set(why.replace("some ", "").split(", ")) <= HELP.keys()
            and all(any(HELP[kind](k, card) for card in k.unseen) for kind in why.replace("some ", "").split(", "))
        )
    ),
    r"The ([a-z]+ of [a-z]+) counts (\d+), so it is better to discard it\.": lambda k, a, n: (
        BY_NAME[a] == k.card and counts(a, n)
    ),
    rf"The ([a-z ]+) counts (\d+), and your ([a-z]+ of [a-z]+) counts (\d+)\.{_THEN}{_KEPT}": (
        lambda k, a, n, b, m, also, *kept: (
            BY_NAME[a] == k.card
            and counts(a, n)
            and counts(b, m)
            and k.table.zones[k.advice.move.places[0]][0] == BY_NAME[b] == k.mine[k.advice.move.places[0]]
            and (not also or matched(k, also, replaced(k)))
            and is_kept(k, *kept)
        )
    ),
    r"The ([a-z ]+) counts (\d+), but your ([a-z]+ of [a-z]+) has a power when you discard it\.": lambda k, a, n, b: (
        counts(a, n) and BY_NAME[b] == k.mine[k.advice.move.places[0]] and POWER[BY_NAME[b]]
    ),
    rf"The ([a-z ]+) counts (\d+), and an unseen card like card (\d+) counts about (\d+)\.{_KEPT}": (
        lambda k, a, n, p, q, *kept: (
            counts(a, n)
            and is_mean(k, q)
            and int(q) > int(n)
            and place(p) not in k.mine
            and place(p) in k.mine_lie
            and is_kept(k, *kept)
        )
    ),
    r"The ([a-z]+ of [a-z]+) counts (\d+), but you can match with it later\. "
    r"You cannot match with card (\d+), because you do not know it\.": lambda k, a, n, at: (
        counts(a, n) and place(at) not in k.mine and place(at) in k.mine_lie and may_come(k, BY_NAME[a])
    ),
    r"The ([a-z]+ of [a-z]+) counts (\d+), and you do not know card (\d+)\. "
    r"After the swap, you know one more of your cards\.": lambda k, a, n, at: (
        counts(a, n) and place(at) not in k.mine and place(at) in k.mine_lie
    ),
    r"You cannot draw, so you must take the ([a-z]+ of [a-z]+)\. Card (\d+) is the best place for it\.": (
        lambda k, a, at: BY_NAME[a] == k.top and place(at) in k.mine_lie and k.table.decision(ME).choice("draw") is None
    ),
    r"After you discard the ([a-z]+ of [a-z]+), you can match it with (.*)\.": lambda k, a, which: (
        BY_NAME[a] == k.drawn and matched(k, which, k.drawn[:-1])
    ),
    r"The ([a-z]+ of [a-z]+) is more useful for its power than in place of the ([a-z]+ of [a-z]+)\.": lambda k, a, b: (
        BY_NAME[a] == k.drawn and names_own(k, b)
    ),
    r"The ([a-z]+ of [a-z]+) counts (\d+), but keep the ([a-z]+ of [a-z]+) to match a later discard\.": (
        lambda k, a, n, b: counts(a, n) and names_own(k, b)
    ),
    r"((?:C|c)ard.*) match(?:es)? the ([a-z]+ of [a-z]+)\.": lambda k, which, a: (
        BY_NAME[a] == k.top and matched(k, which.lower(), k.top[:-1])
    ),
    r"No card that you know matches the ([a-z]+ of [a-z]+), and a wrong card costs a penalty card\.": lambda k, a: (
        BY_NAME[a] == k.top and not any(face[:-1] == k.top[:-1] for face in k.mine.values())
    ),
    r"You do not know card (\d+)\.": lambda k, at: place(at) not in k.mine and place(at) in k.mine_lie,
    r"You know all your cards\.": lambda k: len(k.mine) == len(k.mine_lie),
    r"Your ([a-z]+ of [a-z]+) counts (\d+), and an unseen card counts about (\d+)\.": lambda k, a, n, m: (
        names_own(k, a) and counts(a, n) and is_mean(k, m) and int(m) < int(n)
    ),
    r"Your ([a-z]+ of [a-z]+) counts (\d+), and the other player's ([a-z]+ of [a-z]+) counts (\d+)\.": (
        lambda k, a, n, b, m: (
            names_own(k, a) and counts(a, n) and counts(b, m) and k.faces[k.advice.move.places[1]] == BY_NAME[b]
        )
    ),
    r"Your unknown card (\d+) may be high, and the other player's ([a-z]+ of [a-z]+) counts (\d+)\.": (
        lambda k, at, b, m: place(at) not in k.mine and counts(b, m) and k.faces[k.advice.move.places[1]] == BY_NAME[b]
    ),
    r"Your unknown card (\d+) may be high, and .*": lambda k, at: place(at) not in k.mine,
    r"Your ([a-z]+ of [a-z]+) counts (\d+), and .*": lambda k, a, n: names_own(k, a) and counts(a, n),
    r"No exchange is likely to bring a lower card\.": true,
    r"This player has (.*) cards?, and seems to have the fewest points\.": true,
}
BLIND = r"This hint does not know all cards that you saw\."
BLIND_FORMS: dict[str, Check] = {
    BLIND: true,
    rf"But call Khamul if your cards count five points or fewer in all\. {BLIND}": true,
    rf"But take the ([a-z]+ of [a-z]+) if one of your cards counts more than (\d+)\. {BLIND}": lambda k, a, n: (
        BY_NAME[a] == k.top and counts(a, n)
    ),
    rf"The ([a-z]+ of [a-z]+) counts (\d+)\. Put it in place of your highest card\. {BLIND}": lambda k, a, n: (
        BY_NAME[a] == k.top and counts(a, n)
    ),
    rf"Swap your highest card\. {BLIND}": lambda k: k.table.decision(ME).choice("draw") is None,
    rf"The ([a-z]+ of [a-z]+) counts (\d+)\. "
    rf"But discard it if none of your cards counts more\. {BLIND}": lambda k, a, n: (
        BY_NAME[a] == k.drawn and counts(a, n)
    ),
    rf"The ([a-z]+ of [a-z]+) counts (\d+)\. "
    rf"But swap it in if one of your cards counts more\. {BLIND}": lambda k, a, n: (
        BY_NAME[a] == k.drawn and counts(a, n)
    ),
    rf"Match only with an? (.*) that you are sure of\. {BLIND}": lambda k, rank: RANKS[rank] == k.top[:-1],
    rf"Look at a card that you do not know\. {BLIND}": true,
    rf"An unseen card counts about (\d+)\. Exchange a card that counts more, or decline\. {BLIND}": true,
    r"You have no other card, so you must discard the drawn card\.": lambda k: not k.mine_lie,
    r"You cannot draw or take a card\.": true,
    r"This player called Khamul, and probably has the fewest points\.": true,
    r"Of the players whom you may choose, this one has the fewest cards\.": lambda k: all(
        len([held for held in k.table.groups("slot", int(other[0][5:])) if held])
        >= len([held for held in k.table.groups("slot", int(k.advice.move.places[0][5:])) if held])
        for other in k.table.decision(ME).choice("burden").places
    ),
}


def hint(table: Table, *, rejoined: bool) -> tuple[Shows, Decision]:
    """What the adviser says to seat 0, and what it may know. rejoined: its stream has lost faces shown once."""
    assert table.journal is not None
    events = tuple(table.journal.events())
    told = [redact(event, ME, KHAMUL.plan) for event in events]
    kept = redact_for_rejoin(told, ME, KHAMUL.plan) if rejoined else told
    view = View(KHAMUL, table.seats, table.options, ME)
    for number, event in enumerate(kept):
        view.absorb(number, event)
    decision = decision_of(table, ME)
    advice = KHAMUL.adviser().choose(view, decision, Random("hint"), never)
    pile, drawn = table.zones["discard"], table.zone("drawn", ME)
    shows = Shows(table, shown_to_me(told), pile[-1] if pile else None, drawn[0] if drawn else None, rejoined, advice)
    return shows, decision


def verify(shows: Shows, decision: Decision) -> str:
    """See that a hint can be done, and that all it says holds. Gives the form of its reason."""
    move = shows.advice.move
    choice = decision.choice(move.verb)
    assert choice is not None
    if not choice.admits(move):
        assert shows.forgets
        assert move == Move(move.verb), "a hint that leaves something open names nothing"
    forms = {**FORMS, **BLIND_FORMS} if shows.forgets else FORMS
    form = verify_reason(shows.advice.reason, forms, shows)
    if not form.endswith(BLIND):
        verify_not_dominated(shows, decision)
    if shows.forgets and shows.faces and form in FORMS:
        # It may speak of cards only if nothing that was shown lies there any more, or of the ones it names by number.
        assert shows.advice.move.verb in ("pass", "khamul", "peek"), shows.advice
    return form


SAYS_WHY = ("match", "power", "know one more", "unseen cards help you more", "must take")
"""What may make a move right that costs points by the faces alone."""


def verify_not_dominated(shows: Shows, decision: Decision) -> None:
    """A move after which the hand is likely to count more than it could says why it is made."""
    move, reason = shows.advice.move, shows.advice.reason
    points = {zone: WORTH[shows.mine[zone]] if zone in shows.mine else shows.mean for zone in shows.mine_lie}
    if move.verb not in ("draw", "take", "swap", "discard") or not points:
        return
    if move.verb == "draw":
        if shows.top is None or decision.choice("take") is None or max(points.values()) <= WORTH[shows.top]:
            return
        lower = [card for card in shows.unseen if 0 < WORTH[card] < WORTH[shows.top]]
        assert lower, f"{shows.top} could be taken: {reason}"
        assert round(shows.mean) < WORTH[shows.top] or any(why in reason for why in SAYS_WHY), reason
        return
    left = points.copy()
    if move.places:
        left[move.places[0]] = WORTH[shows.card]
    best = sum(points.values()) - max(0, max(points.values()) - WORTH[shows.card])
    assert sum(left.values()) < best + 0.5 or any(why in reason for why in SAYS_WHY), reason


@pytest.mark.parametrize("rejoined", [False, True])
@pytest.mark.parametrize("seats", slow([2, 4]))
def test_every_hint_is_true_over_many_deals(seats: int, rejoined: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "TRIAL_STATES", 4)  # a hint is true after any number of tables
    monkeypatch.setattr(search, "STATES", 8)
    said = set()
    for number in range(20):
        table = begun(seats, seed=f"true {number}", memory_aid=number % 8 == 0)
        chance = Random(f"true {number}")
        for _ in range(150):
            if table.scores:
                break
            if table.awaits_close:
                table.close()
                continue
            decision = table.decisions()[0]
            move = random_move(decision, table.deck, chance)
            if decision.seat == ME:
                shows, asked = hint(table, rejoined=rejoined)
                said.add(verify(shows, asked))
                full, _ = hint(table, rejoined=False)
                # Half of the moves are the hint's own, so that positions of good play come up as well.
                move = full.advice.move if chance.random() < 0.7 else move
            elif move.verb == "khamul" and chance.random() < 0.9:
                move = decision.default
            table.play(decision.seat, decision.id, move)
    assert len(said) > 8


def test_an_ace_on_top_is_taken_wherever_a_higher_card_lies() -> None:
    table = begun(2, {0: "10C 7D 5D 4C"}, stock="AH", starter=1)
    quiet(table)
    for rejoined in (False, True):
        shows, _ = hint(table, rejoined=rejoined)
        assert shows.advice.move.verb == "take", shows.advice


def test_a_hint_without_memory_names_no_place_and_matches_nothing() -> None:
    table = begun(2, {0: "AC 9S 7D 4C", 1: "9H QD 9D 3S"}, stock="7H 5H 2D 4H")
    quiet(table)
    while table.phase != "turn":
        table.close()
    act(table, 1, "draw")
    act(table, 1, "discard")
    shows, _ = hint(table, rejoined=True)
    assert shows.advice.move == Move("pass")
    assert "that you are sure of" in shows.advice.reason
    shows, _ = hint(table, rejoined=False)
    assert shows.advice.reason.startswith(("No card that you know", "Card "))


def test_a_low_card_that_is_drawn_replaces_the_highest_wherever_it_lies() -> None:
    table = begun(2, {0: "AC QH 7D 4C"}, stock="2D", starter=0)
    act(table, 0, "draw")
    shows, _ = hint(table, rejoined=True)
    assert shows.advice == Advice(
        Move("swap"),
        "The two of diamonds counts 2. But discard it if none of your cards counts more. "
        "This hint does not know all cards that you saw.",
    )
    shows, _ = hint(table, rejoined=False)
    assert shows.advice.move.places == ("slot:0:1",)
    assert shows.advice.reason == "The two of diamonds counts 2, and your queen of hearts counts 20."
    assert view_of(table, 0).zones["slot:0:1"] == [UNKNOWN]
