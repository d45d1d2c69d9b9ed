"""What did not answer: the host, or our own network."""

from ..transport.sockets import Reach

_ANSWERS: tuple[Reach, ...] = ("refused", "answered")


def is_offline(reached: Reach, *, has_parted: bool, hears_others: bool) -> bool:
    """Whether the fault seems to be our own: nothing outside of this machine answers.

    reached: how far the attempts to reach the host came. has_parted: the host said that it closes the table.
    hears_others: another machine at the table has lost the host too, or the router in the host's network answers.
    """
    return reached not in _ANSWERS and not has_parted and not hears_others
