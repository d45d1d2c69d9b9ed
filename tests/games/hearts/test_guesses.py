"""What a seat knows of a deal in Hearts, and the possible tables that are drawn from it."""

from collections import Counter
from itertools import permutations
from random import Random

from engine.api import DealBegan
from engine.games.hearts.bot.beliefs import Knowledge
from engine.games.hearts.bot.search import possible_deals
from engine.games.hearts.cards import BIT, HEARTS, PLACE, QUEEN, SUIT_SETS, HouseRules, set_of
from tests.games.trials import Trial, full_deal, walk

from .positions import sit


def small(
    sizes: tuple[int, int, int, int],
    unseen: str,
    *,
    cannot: tuple[int, int, int, int] = (0, 0, 0, 0),
    unlikely: tuple[int, int, int, int] = (0, 0, 0, 0),
    sure: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> Knowledge:
    """Seat 0 holds the two of clubs; these cards are in the other hands, and all others gone."""
    hand, loose = BIT["2C"], set_of(unseen.split())  # type: ignore[index, arg-type]
    gone = (1 << 52) - 1 & ~hand & ~loose
    return Knowledge(0, HouseRules(), hand, (), 0, (gone, 0, 0, 0), gone, True, sizes, cannot, unlikely, sure)


def test_every_world_fits_what_is_known_and_the_true_deal_is_one_of_them() -> None:
    for number in range(8):
        deal = full_deal("hearts", 4, {}, f"worlds {number}")
        trial = Trial("hearts", 4, 0, {}, deal, "worlds")
        for _ in walk(trial, Random(number), most_acts=50):
            if trial.view.phase != "tricks":
                continue
            known = Knowledge.of(trial.view)
            truth = [set_of(trial.table.zones[f"hand:{seat}"]) for seat in range(4)]
            for hands in (truth, possible_deals(known).draw(Random(number))):
                assert hands[0] == known.hand
                assert sum(hands) == known.hand | known.unseen
                assert tuple(cards.bit_count() for cards in hands) == known.sizes
                assert not any(cards & barred for cards, barred in zip(hands, known.cannot, strict=True))
                assert all(cards & sure == sure for cards, sure in zip(hands, known.sure, strict=True))


def test_each_possible_deal_is_as_likely_as_any_other() -> None:
    known = small((1, 2, 1, 1), "3C 4D 5H 6H", cannot=(0, HEARTS, 0, SUIT_SETS["C"]))
    worlds = possible_deals(known)
    chance = Random(2)
    drawn = Counter(tuple(worlds.draw(chance)) for _ in range(6000))
    possible = set()
    for one, two, three, four in permutations(("3C", "4D", "5H", "6H")):
        hands = (known.hand, set_of((one, two)), set_of((three,)), set_of((four,)))  # type: ignore[arg-type]
        if not hands[1] & HEARTS and not hands[3] & SUIT_SETS["C"]:
            possible.add(hands)
    assert set(drawn) == possible
    assert worlds.count == len(possible)
    expected = 6000 / len(possible)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in drawn.values())


def test_what_is_unlikely_gives_way_when_nothing_else_fits() -> None:
    queen = BIT[QUEEN]
    known = small((1, 1, 1, 1), "QS 3D 4D", unlikely=(0, queen, queen, queen))
    assert possible_deals(known).count == 6
    known = small((1, 1, 1, 1), "QS 3D 4D", unlikely=(0, queen, queen, 0))
    assert all(possible_deals(known).draw(Random(seed))[3] == queen for seed in range(20))


def test_cards_passed_lie_where_they_went_until_they_are_played() -> None:
    trial = sit({0: "5C 3D", 1: "6C KH QH JH", 2: "AC", 3: "2C"}, "2C", viewer=0)
    known = Knowledge.of(trial.view)
    passed = trial.script[0][1]
    assert passed is not None
    assert known.sure[1] == set_of(passed.cards)
    assert possible_deals(known).draw(Random(1))[1] & known.sure[1] == known.sure[1]


def test_a_discard_shows_a_void_and_a_kept_queen_is_unlikely() -> None:
    hands = {0: "5C 3S", 1: "6C", 2: "AC 9D", 3: "2C 4H"}
    trial = sit(hands, "2C 5C 6C AC 9D 4H", voids={3: "D"})
    known = Knowledge.of(trial.view)
    assert known.cannot[3] == SUIT_SETS["D"]
    assert known.unlikely[3] == BIT[QUEEN]
    assert not known.cannot[1]


def test_only_the_present_deal_is_read() -> None:
    trial = sit({0: "5C", 1: "6C", 2: "AC 9D", 3: "2C 4H"}, "2C 5C 6C AC 9D 4H", voids={3: "D"})
    trial.view.absorb(len(trial.view.events), DealBegan(2, 1))
    trial.view.facts["leader"] = 0
    assert Knowledge.of(trial.view).cannot == (0, 0, 0, 0)


def test_the_trick_on_the_table_is_gone_from_the_hands() -> None:
    trial = sit({0: "5C", 1: "6C", 2: "AC", 3: "2C"}, "2C")
    known = Knowledge.of(trial.view)
    assert known.trick == (PLACE["2C"],)  # type: ignore[index]
    assert not known.unseen & BIT["2C"]  # type: ignore[index]
    assert known.leader == 3
