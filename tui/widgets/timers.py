"""Timers that are never lost, for widgets and screens."""

import asyncio
from collections.abc import Callable

from textual.message_pump import MessagePump


def call_after(pump: MessagePump, after_s: float, act: Callable[[], object]) -> asyncio.TimerHandle:
    """Call `act` once, after_s seconds from now, in the task of a widget, screen or app. If this task has ended by
    then, nothing is called. The handle's `cancel` stops the timer.

    Textual's own timers that fire once skip a time that is past. So on a busy machine, where a process may stand still
    for longer than the timer just as it begins, such a timer may never fire.
    """
    return asyncio.get_running_loop().call_later(after_s, pump.call_next, act)
