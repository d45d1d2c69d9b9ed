"""What a host writes into its log names no card, whatever goes wrong: whoever hosts can read it while they play."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from engine.api import View, find_game
from net.host.bots import BotMinds
from net.host.fault_place import blame, say_only_where
from net.host.host import say_fault
from tests.net.host.test_bots import ONE, hearts, job

ROOT = Path(__file__).resolve().parents[3]


class TalkativeFault(ValueError):
    """Says what it holds."""


def fail(view: View) -> None:
    try:
        raise KeyError("QS")
    except KeyError as fault:
        raise TalkativeFault(f"nobody plays {view.hand} or QS") from fault


def test_blame_names_kinds_and_places_and_nothing_else() -> None:
    table = hearts(ONE)
    view = View(table.game, 4, table.options, 1)
    with pytest.raises(TalkativeFault) as caught:
        fail(view)
    said = blame(caught.value)
    assert said.startswith("TalkativeFault after KeyError at ")
    assert "test_log_secrets.py" in said
    assert "QS" not in said
    assert "nobody" not in said, "the text of a fault"


def test_a_bot_that_fails_is_reported_without_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    class Talkative:
        def choose(self, view: View, *others: object) -> None:
            fail(view)

    table = hearts(ONE)
    monkeypatch.setattr(type(find_game("hearts")), "bot", lambda game, level: Talkative())
    thought = BotMinds().think(job(table, 1, "easy"))
    assert "TalkativeFault after KeyError at" in thought.problem
    assert not any(card in thought.problem for card in table.zones["hand:1"])


async def test_a_mistake_on_the_event_loop_is_reported_without_what_it_held(
    capsys: pytest.CaptureFixture[str],
) -> None:
    loop = asyncio.get_running_loop()
    try:
        raise TalkativeFault("the queen is QS")
    except TalkativeFault as fault:
        say_fault(loop, {"message": "The table has made a mistake.", "exception": fault})
    say_fault(loop, {"message": "A socket was closed twice."})
    said = capsys.readouterr().err
    assert "The table has made a mistake. TalkativeFault at test_log_secrets.py" in said
    assert "A socket was closed twice." in said
    assert "QS" not in said


def test_the_last_word_of_a_program_is_where_it_failed_and_not_over_what() -> None:
    program = "import sys; from net.host.fault_place import say_only_where; sys.excepthook = say_only_where; {}['QS']"
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "Ended by a mistake: KeyError at <string>:1 <module>\n"


def test_without_a_log_the_last_word_is_lost_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    say_only_where(KeyError, KeyError("QS"), None)
