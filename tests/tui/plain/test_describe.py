"""The table in statements: hidden cards are counted, and named by number only where a number says something."""

from collections.abc import Sequence

import pytest

from engine.api import OptionValue
from tui.plain.describe import hand_words

from ...harness.tabletop import Tabletop, new_table
from .test_choices import asked

PEEK = ("0 peek @slot:0:0 @slot:0:1", "1 peek @slot:1:0 @slot:1:1")
MATCHED = (*PEEK, "0 draw", "0 discard", "0 match @slot:0:1", "1 pass", "close")


@pytest.mark.parametrize(("moves", "options", "said"), [
    ((), {}, ["Your 4 cards are face down"]),
    (MATCHED, {}, ["Your cards 1, 3 and 4 are face down"]),
    (PEEK, {"memory_aid": True}, ["Your card 1 is 2♣, 2 is 3♣", "Your cards 3 and 4 are face down"]),
])  # fmt: skip
def test_a_row_of_cards_is_one_short_sentence_unless_some_are_known(
    moves: Sequence[str], options: dict[str, OptionValue], said: list[str]
) -> None:
    table = new_table("khamul", seats=2, deal="dealer: 1\n0: 2C 3C 4C 5C\nstock: 3D", options=options)
    tabletop = Tabletop(table, 0, others_play=False).begin().script(*moves)
    assert hand_words(asked(tabletop)[1])[: len(said)] == said
