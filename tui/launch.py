"""Open the card room on this terminal: check the terminal, load Textual, run, clean up."""

import argparse
import gc
import os
import sys
from dataclasses import replace

from net.system import exit_on_end_signals

from .config.settings import Overrides, Settings, read_settings, settings_path
from .config.terminal import NoTerminal, SuitProbe, look_here, prepare_environment, why_plain
from .output import complain
from .problems import Problem
from .session.routes import Journey, ToKiosk, ToRules, ToTable

_REMOTE_ANSWER_S = 0.15
"""How much longer to wait, over a network, for the terminal's answer than loading Textual takes anyway."""

_MOST_WASTE = 20_000
"""The collector runs after so many objects. Nearly all that a frame makes is freed without it."""


def load_settings() -> tuple[Settings, str]:
    """This player's settings, and a sentence about what is wrong with their file ("" when nothing is)."""
    try:
        return read_settings(settings_path())
    except OSError as error:
        return Settings(), f"Settings cannot be saved. Changes last only until you quit. {error}"


def _speak(args: argparse.Namespace, journey: Journey, why: str) -> int:
    """Run a command by lines, and return its exit code. why: the reason, "" if the user asked for lines."""
    import asyncio

    from .plain.visit import PlainVisit
    from .plain.voice import voice_for

    is_followed = isinstance(journey, ToKiosk) or (isinstance(journey, ToTable) and journey.role == "watcher")
    if sys.__stdin__ is None and not is_followed:
        raise Problem("The input is closed, so you cannot type anything. Start Khanhoo in a terminal.")
    settings, complaint = load_settings()
    if name := getattr(args, "name", ""):
        settings = settings.with_(name=name)
    for sentence in (complaint, why):
        if sentence:
            complain(sentence)
    voice = voice_for(
        settings,
        sys.stdout.encoding or "ascii",
        verbosity=getattr(args, "verbosity", "normal"),
        wants_ascii=bool(getattr(args, "ascii", False)),
    )
    asyncio.run(PlainVisit(settings, voice).go(journey))
    return 0


def open_room(args: argparse.Namespace, journey: Journey) -> int:
    """Run the card room; its exit code. Raises Problem where there is no terminal for it."""
    is_plain = getattr(args, "plain", False)
    why = "" if is_plain else why_plain(os.environ)
    if isinstance(journey, ToRules):
        if is_plain:
            raise Problem("This command does not work with --plain.")
    elif is_plain or why:
        return _speak(args, journey, why)
    try:
        terminal = look_here()
    except NoTerminal as error:
        raise Problem(str(error)) from None
    prepare_environment(terminal)
    exit_on_end_signals()  # not at once: the terminal must be restored
    settings, complaint = load_settings()
    ascii_wanted = bool(getattr(args, "ascii", False))
    gc.disable()  # what is imported stays: to look through it for waste would cost a fifth of the start
    if terminal.ascii or ascii_wanted or settings.glyphs != "auto":
        from .app import KhanhooApp
    else:
        with SuitProbe() as probe:
            from .app import KhanhooApp

            suit_cells, wide_cells = probe.widths(_REMOTE_ANSWER_S if terminal.remote else 0.0)
        terminal = replace(terminal, suit_cells=suit_cells, wide_cells=wide_cells, typed=probe.typed)
    app = KhanhooApp(
        settings,
        journey,
        terminal=terminal,
        overrides=Overrides(ascii=ascii_wanted, name=getattr(args, "name", "") or ""),
    )
    if complaint:
        app.call_later(app.tell, complaint, "warning")
    gc.freeze()
    gc.set_threshold(_MOST_WASTE)
    gc.enable()
    uses_mouse = settings.mouse == "on" or (settings.mouse == "auto" and not terminal.remote)
    app.run(mouse=uses_mouse and not getattr(args, "no_mouse", False))
    if app.parting:
        # We print the text as it is: Textual would read markup in it, and it may hold words from elsewhere.
        complain(app.parting)
    return app.return_code or 0
