"""Matches over a network on which one thing goes wrong, at every message and inside of messages, in both directions.

Whatever it is, the match ends as if nothing had been: the same events without a gap or a twin at everybody, the same
scores, every move once, and the others at the table have noticed nothing. `python -m
tests.net.faults.test_network_faults` plays all cases, more than 2,000; `python -m tests.net.faults.test_network_faults
7` every seventh. The usual run plays a sample.
"""

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

from ...harness.faulty_match import (
    GAMES,
    Case,
    Evening,
    Outcome,
    be_impatient,
    cases_of,
    cases_of_return,
    faults_found,
    play_all,
)
from ...harness.faulty_network import FAULTS, WAYS

USUALLY_EVERY = 24  # no divisor in common with the number of faults: each comes, at other places


async def all_cases() -> tuple[dict[str, Outcome], list[Case]]:
    """The matches as they go when nothing is wrong, and every case that is made from them."""
    undisturbed = {game: await Evening(game).play() for game in GAMES}
    assert not any(outcome.wrong for outcome in undisturbed.values()), undisturbed
    main, other, offering = GAMES
    assert undisturbed[offering].freely > 2, "nobody did what nobody waited for"
    cases = [
        *cases_of(main, undisturbed[main]),
        *cases_of_return(main, undisturbed[main]),
        *cases_of(other, undisturbed[other], every=9),
        *cases_of(offering, undisturbed[offering], every=7),
    ]
    return undisturbed, cases


async def disturbed(every: int) -> tuple[list[Case], dict[Case, list[str]]]:
    """Play every so manieth case; those whose fault was reached, and what was wrong with which."""
    undisturbed, cases = await all_cases()
    played = await play_all(cases[::every])
    found = {case: faults_found(case, outcome, undisturbed[case[0]]) for case, outcome in played.items()}
    struck = [case for case, outcome in played.items() if outcome.has_struck]
    return struck, {case: wrong for case, wrong in found.items() if wrong}


def told(found: dict[Case, list[str]]) -> str:
    """What was wrong, a line for each case."""
    return "\n".join(
        f"{game}, {', '.join(map(str, faults))}: {' | '.join(wrong)}" for (game, faults), wrong in found.items()
    )


@pytest.mark.slow
async def test_whatever_goes_wrong_on_the_way_the_match_ends_as_if_nothing_had_been(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_impatient(monkeypatch)
    cases, found = await disturbed(USUALLY_EVERY)
    assert not found, told(found)
    assert {game for game, _ in cases} == set(GAMES)
    assert {(faults[-1].what, faults[-1].way) for _, faults in cases} == {
        (what, way) for what in FAULTS for way in WAYS
    }


async def main(every: int) -> int:
    """Play them and tell how it went; 1 if anything was wrong."""
    began = time.monotonic()
    cases, found = await disturbed(every)
    print(f"{len(cases)} cases in {time.monotonic() - began:.0f} s, {len(found)} of them wrong")
    for (what, way), count in sorted(Counter((faults[-1].what, faults[-1].way) for _, faults in cases).items()):
        print(f"  {count:4} {what}, {way}")
    print(told(found))
    return int(bool(found))


if __name__ == "__main__":
    os.environ["KHANHOO_HOME"] = tempfile.mkdtemp(prefix="kh-")
    try:
        with pytest.MonkeyPatch.context() as monkeypatch:
            be_impatient(monkeypatch)
            raise SystemExit(asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 1)))
    finally:
        shutil.rmtree(os.environ["KHANHOO_HOME"], ignore_errors=True)
