"""Chance that anyone can work out again."""

from collections import Counter
from hashlib import shake_256

import pytest

from engine.api import Chance


def by_the_book(seed: str, tag: str, bounds: list[int]) -> list[int]:
    """The numbers as the specification words them, written apart from the program."""
    key = b"khanhoo/1\x00" + tag.encode() + b"\x00" + seed.encode()
    words = []
    for block in range(8):
        digest = shake_256(key + bytes([0, 0, 0, block])).digest(512)
        words += [int(digest[i : i + 8].hex(), 16) for i in range(0, 512, 8)]
    numbers = []
    for bound in bounds:
        word = words.pop(0)
        while word >= 2**64 // bound * bound:
            word = words.pop(0)
        numbers.append(word % bound)
    return numbers


def test_the_stream_is_that_of_the_specification() -> None:
    bounds = [6, 52, 61, 2**40, 3 * 2**62, 1] * 30
    chance = Chance("seed", "3 deal")
    assert [chance.below(bound) for bound in bounds] == by_the_book("seed", "3 deal", bounds)


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    order = list(range(61))
    for last, other in zip(range(60, 0, -1), by_the_book("s", "1 deal", list(range(61, 1, -1))), strict=True):
        order[last], order[other] = order[other], order[last]
    assert Chance("s", "1 deal").shuffled(range(61)) == order


def test_another_tag_or_seed_is_another_stream() -> None:
    streams = {tuple(Chance(seed, tag).shuffled(range(20))) for seed in ("a", "b") for tag in ("1 deal", "2 deal")}
    assert len(streams) == 4


def test_every_place_is_as_likely_for_every_card() -> None:
    places = Counter(
        (place, card) for n in range(6000) for place, card in enumerate(Chance(str(n), "t").shuffled(range(6)))
    )
    spread = sum((places[place, card] - 1000) ** 2 / 1000 for place in range(6) for card in range(6))
    assert spread < 60.9  # chi-square, 25 degrees of freedom: exceeded once in ten thousand seeds; these are fixed


def test_nothing_lies_below_nought() -> None:
    with pytest.raises(ValueError, match="1 or more, not 0"):
        Chance("s", "t").below(0)
