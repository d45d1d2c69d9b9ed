"""People, votes and requests by lines: a number means the line that was heard with it."""

import io
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from net.client.session import ClientSession
from net.news import Outcome
from net.wire.table_info import SeatInfo, TableInfo, VoteInfo
from tui.config.mutes import Mutes
from tui.plain.people import PlainPeople
from tui.plain.voice import Voice

INFO = TableInfo(
    table_id="t1", title="Table", game="khamul", options={}, phase="playing", host_seat=0, host="Ann", watching=0,
    seats=(
        SeatInfo(seat=0, name="Ann", kind="person", is_host=True),
        SeatInfo(seat=1, name="Bea", kind="person"),
        SeatInfo(seat=2, name="Cedar", kind="bot"),
    ),
)  # fmt: skip


class Table:
    """A session that notes what it was asked."""

    def __init__(self) -> None:
        self.info = INFO
        self.seat, self.name, self.gaze = 0, "Ann", None
        self.bank_ms = None
        self.can_renew_code, self.table_code, self.shut_out = False, "", ()
        self.host = SimpleNamespace(key="", is_new=False)
        self.asked: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        async def ask(*words: object) -> Outcome:
            self.asked.append((name, *words))
            return Outcome(accepted=True)

        return ask


def people() -> tuple[PlainPeople, Table, io.StringIO]:
    """What a person types about, the table that is asked, and what was said."""
    table, said = Table(), io.StringIO()
    return PlainPeople(cast(ClientSession, table), Voice(said), Mutes()), table, said


def number_of(said: io.StringIO, label: str) -> str:
    """The number with which a line was said last."""
    return [line.strip().strip("(").partition(")")[0] for line in said.getvalue().splitlines() if f") {label}" in line][
        -1
    ]


async def test_a_match_is_broken_off_only_by_a_line_that_is_typed_twice_in_a_row() -> None:
    flow, table, said = people()
    await flow.take("people")
    stop = f"yes {number_of(said, 'Break off')}"
    await flow.take(stop)
    assert said.getvalue().endswith(f"Type {stop} again to agree that this match ends early.\n")
    assert not await flow.take("discard 4d")
    await flow.take(stop)
    assert table.asked == []
    await flow.take(stop)
    assert table.asked == [("vote_to_stop", True)]


async def test_a_number_means_the_line_that_was_heard_with_it() -> None:
    flow, table, said = people()
    await flow.take("yes 3")
    assert said.getvalue() == (
        "Type the number of a line too, for example: yes 3. Type people for the lines with their numbers.\n"
    )
    await flow.take("people")
    pause, lock = number_of(said, "Pause"), number_of(said, "Lock")
    vote = VoteInfo(what="pause", yes=(1,), needed=2)
    table.info = msgspec.structs.replace(INFO, votes=(vote,), coded=True)
    await flow.take(f"yes {lock}")
    assert table.asked == [("lock", True)]
    await flow.take(f"yes {pause}")
    assert said.getvalue().splitlines()[-1].startswith(f"Line {pause} was answered or has changed")
    assert len(table.asked) == 1
    await flow.take("people")
    await flow.take(f"yes {number_of(said, 'Pause')}")
    await flow.take("no")
    assert table.asked[1:] == [("vote_to_pause", True), ("vote_to_pause", False)]


async def test_every_line_says_what_a_yes_does_and_names_no_key() -> None:
    flow, _, said = people()
    await flow.take("people")
    assert "  (2) Seat 2: Bea. To start a vote to remove them, type yes 2.\n" in said.getvalue()
    assert f"Pause: to start a vote, type yes {number_of(said, 'Pause')}.\n" in said.getvalue()
    assert "Enter" not in said.getvalue()


async def test_a_host_decides_about_a_person_by_name() -> None:
    flow, table, said = people()
    for line in ("ban nobody", "remove bea", "Remove Bea", "host Bea", "host Bea", "mute bea"):
        await flow.take(line)
    assert table.asked == [("send_away", "Bea"), ("pass_host", 1)]
    assert "Nobody else here is called nobody.\n" in said.getvalue()
    assert "Bea was removed, and may join again.\n" in said.getvalue()
    assert said.getvalue().endswith("Bea is muted, for you only.\n")
    table.seat, table.name = 1, "Bea"
    await flow.take("ban Ann")
    assert said.getvalue().endswith("Only the host can ban players.\n")
