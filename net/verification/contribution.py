"""What a client gave to the chance of a deal, and what became of it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import SHARE_BYTES, AuditFailure, Dropped, Event, Seat, Share, SharesMixed, commitment_to_share

from ..wire.client_messages import GivePledge, GiveShare

_BEFORE = (
    "The share of your seat was sent before you came back (or by the player before you) and not "
    "saved, so this program cannot check the deal."
)
_ABSENT = "You were not asked for a share of this deal (or were not at the table), so its cards were drawn without you."


@dataclass
class Contribution:
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


class Contributions:
    """What one session gives to the deals of its match. committed: what the host is bound to, by deal."""

    def __init__(self, committed: Mapping[int, str]) -> None:
        self.given: dict[int, Contribution] = {}
        self._committed = committed

    def pledge(self, deal: int, seat: Seat | None) -> GivePledge | None:
        """The host wants a pledge. seat: ours."""
        committed = self._committed.get(deal)
        if committed is None or seat is None:
            return None
        given = self.given.get(deal)
        # A host that asks again, having "died", gets the same share again: it cannot try until it likes the cards.
        value = given.value if given is not None else secrets.token_hex(SHARE_BYTES)
        if given is None or given.seat != seat:
            given = self.given[deal] = Contribution(seat, value, commitment_to_share(committed, seat, value))
        return GivePledge(deal=deal, pledge=given.pledge)

    def open(self, deal: int, pledges: tuple[Share, ...]) -> GiveShare | None:
        """The host tells the list of all pledges."""
        given = self.given.get(deal)
        if given is None:
            return None
        seats = [share.seat for share in pledges]
        is_sound = seats == sorted(set(seats)) and not any(share.value for share in pledges)
        if not is_sound or Share(given.seat, given.pledge) not in pledges:
            return None
        # Another list for the same commitment, when our share is known to the host: it may have died in between, and it
        # may have left out somebody whose share it did not like.
        given.is_repeated |= given.is_open and given.listed != pledges
        given.listed, given.is_open = pledges, True
        return GiveShare(deal=deal, value=given.value)


def own_share(
    given: Contribution | None, told: tuple[Event, ...], *, seat: Seat | None = None
) -> tuple[Share | None, str]:
    """The share of ours that has to be in the deal, and what stands against trusting it that is no proof.

    seat: on which we play in it, None if we do not. Then others' shares are no reason to trust it: a host can sit on
    as many seats as it likes, and who knows the secret and gives all the shares chooses the cards.
    Raises AuditFailure for what was done to our pledge, or to the list that we were told.
    """
    stirred = next((event for event in told if isinstance(event, SharesMixed)), None)
    if stirred is None or (given is None and seat is None):
        return None, ""
    if given is None:
        return None, _BEFORE if any(share.seat == seat for share in stirred.shares) else _ABSENT
    if not given.is_open:
        return None, "Your own commitment came too late, so the cards of this deal were drawn without your share."
    gone = {event.seat for event in told if isinstance(event, Dropped)}
    pledged = [Share(share.seat, share.pledge) for share in stirred.shares]
    if pledged != [share for share in given.listed if share.seat not in gone]:
        raise AuditFailure("The list of commitments was changed after the shares were revealed.")
    if given.is_repeated:
        return None, "The host asked for the shares of this deal twice, and got them from different seats."
    own = next((share for share in stirred.shares if share.seat == given.seat), None)
    if own is not None and own.value:
        return Share(given.seat, given.pledge, given.value), ""
    return None, "Your own share came too late, so the cards of this deal were drawn without it."
