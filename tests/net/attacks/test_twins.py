"""Two tables that differ in two cards which a viewer has not seen send it the same bytes at the same times.

The usual run compares 300 deals and more at the tables of every preset of every game;
`python -m tests.net.attacks.test_twins 10000` compares so many, over every option, too.
"""

import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.api import Viewer
from tests.conformance.cases import Case, every_option, presets
from tests.harness.twin_rooms import compare, hide_veils

from ...harness.slow import one_of_each

PAIRS, STEPS = 9, 30
LEAST = 4
"""Steps for which a pair is alike, on average, before the rules let the two part."""


@pytest.fixture(autouse=True)
def _no_veils(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_veils(monkeypatch)


def viewers(case: Case, count: int) -> Iterator[tuple[Viewer, int]]:
    """Who looks, and how many bots play beside: every seat and a spectator in turn."""
    everybody: list[Viewer] = [*range(case.seats), None]
    for number in range(count):
        viewer = everybody[number % len(everybody)]
        yield viewer, number % 2 if viewer is None or viewer < case.seats - 1 else 0


@pytest.mark.parametrize("case", one_of_each(presets(), lambda case: case.game_id), ids=str)
def test_what_a_viewer_may_not_know_changes_no_byte_that_leaves_the_room_for_it_nor_when(case: Case) -> None:
    alike = [
        compare(case, viewer, f"twins {case} {number}", bots=bots, most=STEPS)
        for number, (viewer, bots) in enumerate(viewers(case, PAIRS))
    ]
    assert sum(alike) > LEAST * PAIRS, "the two tables part too soon to show anything"


def test_there_are_at_least_300_deals() -> None:
    assert PAIRS * len(presets()) >= 300


def main(deals: int) -> None:
    """Compare so many pairs, and tell how long they were alike."""
    cases = [*presets(), *every_option()]
    pairs, alike = Counter[str](), Counter[str]()
    for number in range(deals):
        case = cases[number % len(cases)]
        everybody = [*viewers(case, 2 * (case.seats + 1))]
        viewer, bots = everybody[number // len(cases) % len(everybody)]
        alike[case.game_id] += compare(case, viewer, f"slow {number}", bots=bots, most=STEPS)
        pairs[case.game_id] += 1
        if (number + 1) % 1000 == 0:
            print(f"{number + 1} deals", flush=True)
    for game, count in pairs.items():
        print(f"{game}: {count} deals alike, over {alike[game]} steps")
    print(f"{pairs.total()} deals, {alike.total()} steps")


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        hide_veils(patch)
        main(int(sys.argv[1]))
