"""Options as typed on a command line or sent by a table."""

import pytest

from engine.api import Option, OptionError, OptionValue
from engine.model.options import resolve

OPTIONS = (
    Option("target", 50, "Points that end the match.", "8.1", least=1, most=500),
    Option("omnibus", False, "The jack of diamonds.", "9.1"),
    Option("tie_break", "extra", "What breaks a tie.", "8.2", choices=("extra", "shared")),
)


def test_what_is_not_given_has_its_default() -> None:
    assert resolve(OPTIONS, {}) == {"target": 50, "omnibus": False, "tie_break": "extra"}


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"target": "100"}, ("target", 100)),
        ({"target": 100}, ("target", 100)),
        ({"omnibus": "on"}, ("omnibus", True)),
        ({"omnibus": "No"}, ("omnibus", False)),
        ({"tie_break": "shared"}, ("tie_break", "shared")),
    ],
)
def test_text_is_read_as_the_options_type(given: dict[str, OptionValue], read: tuple[str, OptionValue]) -> None:
    assert resolve(OPTIONS, given)[read[0]] == read[1]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"targt": 1}, "Unknown option 'targt'. Options of this game: target, omnibus, tie_break"),
        ({"target": "0"}, "from 1 to 500"),
        ({"target": "many"}, "whole number"),
        ({"target": True}, "whole number"),
        ({"target": "٥"}, "whole number"),
        ({"target": 1_000_000_000}, "target must be from 1 to 500, not 1000000000"),
        ({"target": "-3"}, "target must be from 1 to 500, not -3"),
        ({"target": "9" * 5000}, "from 1 to 500, not 99999999999999999999…"),
        ({"target": "x" * 5000}, "must be a whole number, not 'xxxxxxxxxxxxxxxxxxxx…'"),
        ({"omnibus": "maybe"}, "on or off"),
        ({"omnibus": 1}, "on or off"),
        ({"tie_break": "duel"}, "Choose extra, shared"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, OptionValue], complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        resolve(OPTIONS, given)
