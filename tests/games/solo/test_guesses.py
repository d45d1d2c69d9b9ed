"""What a seat knows of a deal in Solo, the possible tables drawn from it, and what makes one likelier than another."""

from collections import Counter
from random import Random

from engine.api import OptionValue
from engine.games.solo.bot.beliefs import QUEENS, SUITS_IN, Knowledge, Said
from engine.games.solo.bot.guesses import PossibleDeals
from engine.games.solo.bot.likelihood import likelihood
from engine.games.solo.bot.state import ALL, BIT, set_of
from engine.games.solo.cards import HouseRules
from tests.games.trials import Trial, full_deal, walk

from .positions import sit

WON = "ask pass pass pass"
RULES: tuple[dict[str, OptionValue], ...] = ({}, {"call_rule": "not_own"}, {"call_rule": "not_own_not_trump"})


def small(sizes: tuple[int, int, int, int], unseen: str, **known: object) -> Knowledge:
    """Seat 0 holds the seven of clubs; these cards are in the other hands, and all others gone."""
    hand, loose = BIT["7C"], set_of(unseen.split())  # type: ignore[index, arg-type]
    nothing = (0, 0, 0, 0)
    fields = {"cannot": nothing, "sure": nothing, "not_both": frozenset()} | known
    return Knowledge(0, HouseRules(), hand, 3, (), ALL & ~hand & ~loose, sizes, **fields)  # type: ignore[arg-type]


def test_every_world_fits_what_is_known_and_the_true_deal_is_one_of_them() -> None:
    looked = 0
    for number in range(24):
        deal = full_deal("solo", 4, {}, f"worlds {number}")
        trial = Trial("solo", 4, 0, RULES[number % 3], deal, "worlds")
        for _ in walk(trial, Random(number), most_acts=60):
            known = Knowledge.of(trial.view)
            worlds = PossibleDeals(known)
            truth = [set_of(trial.table.zones[f"hand:{seat}"]) for seat in range(4)]
            for hands in (truth, worlds.draw(Random(number))):
                assert hands[0] == known.hand
                assert sum(hands) == known.hand | known.unseen
                assert tuple(cards.bit_count() for cards in hands) == known.sizes
                assert not any(cards & barred for cards, barred in zip(hands, known.cannot, strict=True))
                assert all(cards & sure == sure for cards, sure in zip(hands, known.sure, strict=True))
                assert all(worlds.dealt(hands, seat) & QUEENS != QUEENS for seat in known.not_both)
            looked += 1
    assert looked > 100


def test_each_possible_deal_is_as_likely_as_any_other() -> None:
    clubs = SUITS_IN["H"][0]
    known = small((1, 2, 1, 1), "8C 9D 10S JS", cannot=(0, clubs, 0, 0))
    worlds = PossibleDeals(known)
    chance = Random(2)
    drawn = Counter(tuple(worlds.draw(chance)) for _ in range(6000))
    assert len(drawn) == worlds.count == 6
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in drawn.values())


def test_who_passed_below_a_solo_does_not_hold_both_queens() -> None:
    known = small((2, 2, 2, 2), "QC QS 9D 10D JD KD", not_both=frozenset((1, 2)))
    chance = Random(3)
    for _ in range(60):
        hands = PossibleDeals(known).draw(chance)
        assert all(hands[seat] & QUEENS != QUEENS for seat in (1, 2))
    assert Knowledge.of(sit({0: "QC", 1: "QS"}, "ask pass", viewer=2).view).not_both == {1}
    assert Knowledge.of(sit({0: "QC", 1: "QS"}, "ask query hold query hold pass", viewer=2).view).not_both == set()


def test_the_bidding_is_read_with_the_rung_that_was_in_question() -> None:
    known = Knowledge.of(sit({0: "QC", 1: "QS"}, "ask query hold query yield pass", viewer=3).view)
    assert known.said == (
        Said(0, 1, True),
        Said(1, 2, True),
        Said(0, 2, True),
        Said(1, 3, True),
        Said(0, 3, False),
        Said(2, 4, False),
    )


def test_after_four_passes_the_queen_of_clubs_is_sure() -> None:
    trial = sit({2: "QC AH", 0: "QS"}, "pass pass pass pass", "simple C AH", viewer=0)
    assert Knowledge.of(trial.view).sure[2] == BIT["QC"]  # type: ignore[index]


def test_a_void_that_was_shown_is_known_and_queens_are_trumps_in_it() -> None:
    trial = sit(
        {0: "QC", 1: "AS 9D", 2: "QS"}, WON, "solo H", "QC 9D", keep={1: "7H 8H 9H 10H JH QH KH AH QS"}, viewer=3
    )
    known = Knowledge.of(trial.view)
    assert known.cannot[1] == SUITS_IN["H"][3]
    assert known.cannot[1] & QUEENS == QUEENS


def test_where_own_cards_may_not_be_called_the_declarer_does_not_hold_it() -> None:
    hands = {0: "QC AC", 1: "QS AD"}
    free = sit(hands, WON, "simple C AD", viewer=2)
    bound = sit(hands, WON, "simple C AD", viewer=2, options={"call_rule": "not_own"})
    assert not Knowledge.of(free.view).cannot[0]
    assert Knowledge.of(bound.view).cannot[0] == BIT["AD"]  # type: ignore[index]
    assert not Knowledge.of(free.view).not_both - {0, 1, 2, 3}


def test_a_called_king_tells_of_the_aces() -> None:
    hands = {0: "AC AD AH AS KC QC 9D 8D", 1: "QS"}
    trial = sit(hands, WON, "simple H KD", viewer=2, options={"call_rule": "not_own_not_trump"})
    assert Knowledge.of(trial.view).sure[0] == set_of(("AC", "AD", "AS"))  # type: ignore[arg-type]


def test_play_that_goes_on_was_not_decided_yet() -> None:
    hands = {0: "QC 7C AC KC AD 9D 8D 7D", 1: "QS JD", 2: "AH KD", 3: "JC QD"}
    options: dict[str, OptionValue] = {"stop_when_decided": True}
    trial = sit(hands, WON, "simple C AH", options=options, viewer=3)
    while max(len(trial.table.zone("taken", seat)) for seat in range(4)) < 12 and not trial.table.scores:
        decision = trial.table.decisions()[0]
        trial.do(decision.seat, decision.default)
    known = Knowledge.of(trial.view)
    worlds = PossibleDeals(known)
    for number in range(40):
        contract = worlds.contract_in(worlds.draw(Random(number)))
        own = sum(known.tricks[seat] for seat in contract.side)
        assert own < 5
        assert sum(known.tricks) - own < 4


def average(trial: Trial, wanted: str, holder: int) -> float:
    """How likely it is that a seat holds a card, after bids and plays have been weighed."""
    known = Knowledge.of(trial.view)
    worlds, chance = PossibleDeals(known), Random(5)
    total = found = 0.0
    for _ in range(400):
        hands = worlds.draw(chance)
        weight = likelihood(known, worlds, hands)
        total += weight
        found += weight * bool(hands[holder] & BIT[wanted])  # type: ignore[index]
    return found / total


def test_who_asks_is_likely_to_hold_high_trumps_and_who_passes_is_not() -> None:
    trial = sit({0: "QC 7H AH KH", 3: "QS", 2: "7S"}, "ask pass", viewer=2)
    assert average(trial, "QC", 0) > 0.4
    assert average(trial, "QC", 1) < 0.3


def test_who_overtakes_the_declarer_is_not_likely_to_be_the_partner() -> None:
    hands = {0: "QC 7H KH 9H KD 8S 9S 7C", 1: "AD 8D KC", 2: "7D AH", 3: "QS JD"}
    plays = "KD AD 7D JD"
    after = sit(hands, WON, "simple H AS", plays)
    before = sit(hands, WON, "simple H AS")
    assert average(after, "AS", 1) < average(before, "AS", 1) - 0.05


def test_who_spares_the_declarers_trick_is_likely_to_be_the_partner() -> None:
    hands = {0: "QC 7H KH 9H KD 8S 9S 7C", 1: "AC 8D KC", 2: "7D AH 10S", 3: "QS JD"}
    after = sit(hands, WON, "simple H AS", "KD 8D 7D JD", viewer=0)
    known = Knowledge.of(after.view)
    worlds = PossibleDeals(known)
    ace, spade = set_of(("AD",)), set_of(("AS",))  # type: ignore[arg-type]
    likely = {True: 0.0, False: 0.0}
    drawn_so = {True: 0, False: 0}
    chance = Random(7)
    for _ in range(600):
        drawn = worlds.draw(chance)
        if drawn[1] & ace:
            likely[bool(drawn[1] & spade)] += likelihood(known, worlds, drawn)
            drawn_so[bool(drawn[1] & spade)] += 1
    # Whoever held the ace of diamonds and did not take the king with it was a friend.
    assert likely[True] / likely[False] > 1.5 * drawn_so[True] / drawn_so[False]
