"""What the table costs on the wire, and what may never go down it: a real terminal, its bytes counted."""

import re

import pytest

from ...harness.terminal_bytes import COUNT, HOSTILE, OTHER_MOVES, Wire

ONE_KB = 1024


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("hearts", "4"), ("khanhoo", "3")])
def test_the_first_picture_is_small_idling_is_free_and_the_cursor_costs_little(game: str, seats: str) -> None:
    with Wire(game, seats) as wire:
        assert len(wire.wait_for("Enter")) <= 8 * ONE_KB
        assert wire.quiet(2.0) == b""
        costs = [len(wire.press("right")) for _ in range(8)]
        assert all(0 < cost <= ONE_KB for cost in costs)
        assert 0 < len(wire.press("space")) <= ONE_KB
        assert wire.quiet(1.0) == b""


@pytest.mark.slow
def test_a_card_costs_little_whoever_plays_it() -> None:
    with Wire("hearts", "4", "still") as wire:
        wire.wait_for("Enter")
        # What the others pass is sealed, so that nothing comes of it before the last of them.
        for key in ("space", "right", "space", "right", "space", "enter", OTHER_MOVES * 4):
            wire.press(key)
        wire.wait_for("plays 2♣")
        assert 0 < len(wire.press("enter")) <= 1.2 * ONE_KB
        cost = len(wire.press(OTHER_MOVES))
        assert ", bea " in wire.text
        assert 0 < cost <= ONE_KB


@pytest.mark.slow
def test_a_card_that_moves_costs_at_most_two_kb() -> None:
    with Wire("hearts", "4", "still", "motion") as wire:
        wire.wait_for("Enter")
        for key in ("space", "right", "space", "right", "space", "enter", OTHER_MOVES * 4):
            wire.press(key)
        wire.wait_for("plays 2♣")
        assert 0 < len(wire.press("enter")) <= 2 * ONE_KB
        assert 0 < len(wire.press(OTHER_MOVES)) <= 2 * ONE_KB
        assert wire.quiet(1.0) == b""


def test_a_chosen_card_costs_little() -> None:
    with Wire("khanhoo", "3") as wire:
        wire.wait_for("Enter")
        for key in ("right", "right", "space", "right", "space", "right"):
            cost = len(wire.press(key))
            assert 0 < cost <= ONE_KB, key


@pytest.mark.slow
def test_three_hundred_steps_leave_no_widget_behind() -> None:
    with Wire("hearts", "4") as wire:
        wire.wait_for("Enter")
        wire.press(COUNT)
        wire.wait_for(r"widgets \d+")
        before = re.search(r"widgets (\d+)", wire.text)
        wire.press("\x1b[C" * 150)
        wire.press("\x1b[D" * 150)
        wire.press(COUNT)
        wire.wait_for(r"widgets \d+")  # what comes first may be of the steps
        after = re.search(r"widgets (\d+)", wire.text)
        assert before is not None
        assert after is not None
        assert before[1] == after[1]


def test_hostile_names_and_chat_send_no_code_of_their_own() -> None:
    with Wire("hearts", "4", "hostile") as wire:
        # Textual itself sets the shape of the mouse pointer by an operating system command.
        text = wire.wait_for("Enter").decode("utf-8").replace("\x1b]22;default\x07", "")
        assert not re.search("[\x80-\x9f\u202a-\u202e\u2066-\u2069]", text)
        for name in HOSTILE:
            assert name not in text
        assert "\x1b]0;owned" not in text
        assert "\x07" not in text
        own = re.compile(r"\x1b(\[[0-9;?<>=]*[A-Za-z]|\[\?[0-9;]+\$p|[>=78M]|\(B)")
        assert "\x1b" not in own.sub("", text)
        assert "\x1b[31m" not in text
        assert "hello" in wire.text


@pytest.mark.slow
def test_ascii_faces_send_ascii_alone() -> None:
    with Wire("khanhoo", "3", "ascii") as wire:
        assert wire.wait_for("Enter").isascii()
        assert wire.press("right").isascii()


@pytest.mark.slow
def test_no_color_sends_no_colour() -> None:
    with Wire("hearts", "4", "mono", NO_COLOR="1") as wire:
        sent = wire.wait_for("Enter").decode("utf-8")
        codes = {code for found in re.findall(r"\x1b\[([0-9;]*)m", sent) for code in found.split(";")}
        assert not codes & {str(code) for code in (*range(30, 39), *range(40, 49), *range(90, 108))}
