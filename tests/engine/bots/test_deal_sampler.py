"""Deals of unseen cards under what a seat knows."""

from collections import Counter
from random import Random

from engine.bots.deal_sampler import ConstrainedDeals

HAND = 1 << 9


def deals(sizes: tuple[int, ...], cannot: tuple[int, ...], certain: tuple[int, ...]) -> ConstrainedDeals:
    """Seat 0 holds card 9 and sees none of the cards 0 to 4."""
    return ConstrainedDeals(0, HAND, 0b11111, sizes, cannot, certain)


def test_each_deal_that_fits_is_as_likely_as_any_other() -> None:
    found = deals((1, 2, 3), (0, 0b00011, 0), (0, 0, 0b00100))
    chance = Random(1)
    drawn = Counter(tuple(found.draw(chance)) for _ in range(3000))
    # Seat 1 gets the two others, of which there are the cards 3 and 4.
    assert set(drawn) == {(HAND, 0b11000, 0b00111)}
    free = deals((1, 2, 3), (0, 0b00001, 0), (0, 0, 0))
    drawn = Counter(tuple(free.draw(chance)) for _ in range(6000))
    assert len(drawn) == free.count == 6
    assert all(abs(number - 1000) < 5 * 1000**0.5 for number in drawn.values())
    assert all(sum(hands) == 0b11111 | HAND and not hands[1] & 1 for hands in drawn)


def test_more_than_three_others_get_cards_too() -> None:
    found = deals((1, 1, 1, 1, 2), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    assert found.count == 60
    assert [cards.bit_count() for cards in found.draw(Random(1))] == [1, 1, 1, 1, 2]


def test_there_is_no_deal_where_nothing_fits() -> None:
    assert deals((1, 2, 3), (0, 0b11111, 0), (0, 0, 0)).count == 0


def test_a_number_is_drawn_for_a_single_way_only_if_wanted() -> None:
    for draws, moved in ((False, False), (True, True)):
        found = ConstrainedDeals(0, HAND, 1, (1, 1), (0, 0), (0, 0), draws_for_one=draws)
        chance = Random(1)
        before = chance.getstate()
        assert found.draw(chance) == [HAND, 1]
        assert (chance.getstate() != before) is moved
