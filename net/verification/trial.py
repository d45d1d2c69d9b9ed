"""A finished deal played again in a thread: what is found wrong there counts against its host, and nothing else does.

That the thread could not be had says nothing of the host: a program that quits has none to give.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from engine.api import Act, AuditFailure, Auditor, Event, Share

from ..wire.table_info import GoesOn

Found = TypeVar("Found")


async def aside(work: Callable[[], Found]) -> Found | None:
    """What a piece of work comes to in a thread; None where there is no thread to be had."""
    try:
        working = asyncio.get_running_loop().run_in_executor(None, work)
    except RuntimeError:  # the event loop is about to close, or the machine has no thread left
        return None
    return await working


def fault_of(
    auditor: Auditor,
    acts: Sequence[Act],
    told: Sequence[Event],
    own: Share | None,
    veils: Mapping[int, tuple[int, bytes]],
) -> str:
    """What is wrong with the next deal, in a sentence; "" for nothing. The parameters are those of `Auditor.verify`."""
    try:
        auditor.verify(acts, told, own, veils)
    except AuditFailure as failure:
        return str(failure)
    except Exception as fault:  # noqa: BLE001 - acts that no table could have made, whatever they do to the rules
        return _unplayable(fault)
    return ""


def broken_claim(auditor: Auditor, claim: GoesOn, told: Sequence[Event]) -> str:
    """What is wrong with the deals before a new host's, which told all that a viewer was `told`; "" for nothing."""
    try:
        left = auditor.checkpoint(told)
    except Exception as fault:  # noqa: BLE001 - what was told cannot be put together with what was played
        return _unplayable(fault)
    if (left.number, left.head) != (claim.number, claim.head):
        return "The deals before this host's are not those that it signed."
    return ""


def _unplayable(fault: Exception) -> str:
    return f"The moves that the table gave cannot be played ({type(fault).__name__})."
