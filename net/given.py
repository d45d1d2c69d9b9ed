"""What a client gave to the chance of a deal, and what became of it."""

from dataclasses import dataclass

from engine.api import AuditFailure, Dropped, Event, Seat, Share, Stirred


@dataclass
class Given:
    """What we gave to one deal.

    listed: all pledges, once they were told. is_open: the host was sent the value. is_repeated: it then asked for the
    shares again, and told another list.
    """

    seat: Seat
    value: str
    pledge: str
    listed: tuple[Share, ...] = ()
    is_open: bool = False
    is_repeated: bool = False


def own_share(given: Given | None, told: tuple[Event, ...]) -> tuple[Share | None, str]:
    """The share of ours that has to be in the deal, and what stands against trusting it that is no proof.

    Raises AuditFailure for what was done to our pledge, or to the list that we were told.
    """
    stirred = next((event for event in told if isinstance(event, Stirred)), None)
    if given is None or stirred is None:
        return None, ""
    if not given.is_open:
        return None, "Your own pledge came too late, so the chance of this deal is not yours."
    gone = {event.seat for event in told if isinstance(event, Dropped)}
    pledged = [Share(share.seat, share.pledge) for share in stirred.shares]
    if pledged != [share for share in given.listed if share.seat not in gone]:
        raise AuditFailure("The list of pledges was changed after the shares were opened.")
    if given.is_repeated:
        return None, "The host asked for the shares of this deal a second time, and got them from other seats."
    own = next((share for share in stirred.shares if share.seat == given.seat), None)
    if own is not None and own.value:
        return Share(given.seat, given.pledge, given.value), ""
    return None, "Your own share came too late, so the chance of this deal is not yours."
