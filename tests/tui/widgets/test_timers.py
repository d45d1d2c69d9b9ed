"""What is to be done a while later is done once, or not at all if it is called off."""

from textual.app import App

from tests.arch.sources import calls, place, python_files
from tests.harness.screens import until
from tui.widgets.timers import call_after


async def test_it_is_done_once_and_not_if_it_is_called_off() -> None:
    app, done = App[None](), list[str]()
    async with app.run_test() as pilot:
        call_after(app.screen, 0, lambda: done.append("called off")).cancel()
        call_after(app.screen, 0, lambda: done.append("first"))
        call_after(app.screen, 0.01, lambda: done.append("second"))
        await until(pilot, lambda: len(done) == 2)
    assert done == ["first", "second"]


def test_no_timer_that_fires_once_is_left_to_textual() -> None:
    """Those are lost where the process stands still for their time just when they begin."""
    paths = python_files("tui")
    found = [place(path, call) for path in paths for call, name in calls(path) if name.endswith(".set_timer")]
    assert not found, "tui.widgets.timers has one that is never lost"
