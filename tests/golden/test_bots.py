"""Bots play the same moves wherever and whenever they play, and after every change that is not meant to change them.

Each run of the tests has another order of hashes, unless PYTHONHASHSEED is set.
"""

import pytest

from ..harness.slow import one_of_each
from .bots import MATCHES, Bots, committed, golden_bots

GOLDEN = golden_bots()


@pytest.mark.parametrize("bots", one_of_each(GOLDEN, lambda bots: (bots.named.game, bots.level)), ids=str)
def test_bots_play_the_first_deal_as_it_was_committed(bots: Bots) -> None:
    assert bots.first_deal() == committed()[str(bots)]["first_deal"], "if bots were meant to change: `make golden`"


def test_the_file_has_every_table_of_bots_and_no_other() -> None:
    known = committed()
    assert sorted(known) == sorted(str(bots) for bots in GOLDEN)
    assert all(len(moves["matches"]) == MATCHES for moves in known.values())
