"""A game's table.toml: what its variants change, and what they cannot change."""

import pytest

from engine.play.layout import VARIABLE, Layout

TEXT = """
[verbs.take]
label = "take"
key = "t"

[[variant]]
if = "not stock"

[variant.verbs.take]
label = "defend"
"""


def test_a_variant_changes_what_it_names_and_only_where_its_condition_holds() -> None:
    layout = Layout(TEXT)
    assert layout.variants({"stock": True}) == ()
    assert layout.variants({"stock": False}) == (0,)
    assert layout.varied((0,))["verbs"] == {"take": {"label": "defend", "key": "t"}}
    assert layout.varied(())["verbs"] == {"take": {"label": "take", "key": "t"}}


@pytest.mark.parametrize("part", ["words", "seat", "acts", "faces"])
def test_a_variant_of_what_holds_for_a_whole_match_is_refused(part: str) -> None:
    assert part not in VARIABLE
    with pytest.raises(ValueError, match=part):
        Layout(f'{TEXT}\n[variant.{part}]\ndeal = "Deal"\n')
