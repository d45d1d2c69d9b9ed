"""A crowd of spectators that would have everybody at a table told more than any client takes."""

import pytest

from net.protocol import Admit, TakeSeat
from net.tableinfo import MOST_PETITIONS
from tests.net.absentees import info, without_ben
from tests.net.roomkit import play_with_toys


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def test_however_many_ask_for_a_seat_everybody_is_told_a_table_that_clients_take() -> None:
    bench, ann, _, cat, eve = without_ben()
    crowd = [eve, *(bench.join(f"Eve {place}", "watcher") for place in range(MOST_PETITIONS))]
    answers = [guest.do(TakeSeat, seat=1) for guest in crowd]
    assert [answer.accepted for answer in answers] == [True] * MOST_PETITIONS + [False]
    assert f"{MOST_PETITIONS} people ask" in answers[-1].reason
    # Whoever hears anything has read it as a client of ours does, which takes no longer list.
    assert len(info(cat)[1]) == MOST_PETITIONS
    assert ann.do(Admit, seat=1, name="Eve", yes=False).accepted
    assert crowd[-1].do(TakeSeat, seat=1).accepted
    assert len(info(cat)[1]) == MOST_PETITIONS
    assert crowd[-1].do(TakeSeat, seat=1).accepted, "who asks already only asks again"
