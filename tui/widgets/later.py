"""What a widget or a screen does a while later."""

import asyncio
from collections.abc import Callable

from textual.message_pump import MessagePump


def call_after(pump: MessagePump, after_s: float, act: Callable[[], object]) -> asyncio.TimerHandle:
    """Call something on its turn, so many seconds from now. The handle's `cancel` calls it off; where the pump has
    ended meanwhile, nothing is called.

    Textual's timers that fire once skip a time that is past: if the process does not run for that long just when one
    begins, as on a busy machine, it never fires.
    """
    return asyncio.get_running_loop().call_later(after_s, pump.call_next, act)
