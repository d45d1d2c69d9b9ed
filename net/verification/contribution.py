"""The client's own share of a deal's random numbers, and whether the host used it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import SHARE_BYTES, AuditFailure, Dropped, Event, Seat, Share, SharesMixed, commitment_to_share

from ..wire.client_messages import GivePledge, GiveShare

_BEFORE = (
    "This program does not have your seat's random number for this deal. You sent it before you left and came back, or "
    "your seat's previous player sent it. So this program cannot check the deal."
)
_ABSENT = (
    "You were not at the table, or the host did not ask you for a random number. The cards of this deal were drawn "
    "without a number from you."
)


@dataclass
class Contribution:
    """Our share of one deal. listed: all pledges, once we have the list. is_open: we have sent the value to the host.
    is_repeated: the host then asked for the shares again, with a different list.
    """

    seat: Seat
    value: str
    pledge: str
    listed: tuple[Share, ...] = ()
    is_open: bool = False
    is_repeated: bool = False


OwnShares = dict[str, dict[int, Contribution]]
"""The shares that one player gave, by table and deal. Without them a session that comes back cannot check these deals,
because it does not know which share had to be in them.
"""


class Contributions:
    """The shares of one session for the deals of its match. committed: the host's commitments, by deal."""

    def __init__(self, committed: Mapping[int, str]) -> None:
        self.given: dict[int, Contribution] = {}
        self._committed = committed
        self._recalled: set[int] = set()

    def recall(self, given: dict[int, Contribution]) -> None:
        """Continue with the shares that an earlier session gave."""
        self.given, self._recalled = given, set(given)

    def hear_commitment(self, deal: int) -> None:
        """The host committed to its secret of a deal. While we were away, the host may have lost the deal and begun it
        again. Shares that were given for another commitment do not belong to the deal.
        """
        given = self.given.get(deal)
        if deal in self._recalled and given is not None:
            self._recalled.discard(deal)
            if given.pledge != commitment_to_share(self._committed[deal], given.seat, given.value):
                del self.given[deal]

    def pledge(self, deal: int, seat: Seat | None) -> GivePledge | None:
        """The host asks for a pledge. seat: ours."""
        committed = self._committed.get(deal)
        if committed is None or seat is None:
            return None
        given = self.given.get(deal)
        # A host that asks again after it "died" gets the same share, so it cannot try again until it likes the cards.
        value = given.value if given is not None else secrets.token_hex(SHARE_BYTES)
        if given is None or given.seat != seat:
            given = self.given[deal] = Contribution(seat, value, commitment_to_share(committed, seat, value))
        return GivePledge(deal=deal, pledge=given.pledge)

    def open(self, deal: int, pledges: tuple[Share, ...]) -> GiveShare | None:
        """The host sends the list of all pledges."""
        given = self.given.get(deal)
        if given is None:
            return None
        seats = [share.seat for share in pledges]
        is_sound = seats == sorted(set(seats)) and not any(share.value for share in pledges)
        if not is_sound or Share(given.seat, given.pledge) not in pledges:
            return None
        # A different list for the same commitment, although the host knows our share: the host may have died in
        # between, or it may have left out a player whose share it did not like.
        given.is_repeated |= given.is_open and given.listed != pledges
        given.listed, given.is_open = pledges, True
        return GiveShare(deal=deal, value=given.value)


def own_share(
    given: Contribution | None, told: tuple[Event, ...], *, seat: Seat | None = None
) -> tuple[Share | None, str]:
    """Our share that must be in the deal, and a reason to doubt the deal that is no proof of a fraud. seat: our seat in
    it, None if we do not play. Without a seat, the shares of others are no reason to trust the deal: a host can take
    any number of seats, and whoever knows the secret and sends all the shares chooses the cards. Raises AuditFailure if
    our pledge, or the list that we received, was changed.
    """
    stirred = next((event for event in told if isinstance(event, SharesMixed)), None)
    if stirred is None or (given is None and seat is None):
        return None, ""
    if given is None:
        return None, _BEFORE if any(share.seat == seat for share in stirred.shares) else _ABSENT
    if not given.is_open:
        return None, "Your own commitment came too late, so the cards were drawn without a random number from you."
    gone = {event.seat for event in told if isinstance(event, Dropped)}
    pledged = [Share(share.seat, share.pledge) for share in stirred.shares]
    if pledged != [share for share in given.listed if share.seat not in gone]:
        raise AuditFailure("The list of commitments was changed after the random numbers were revealed.")
    if given.is_repeated:
        return (
            None,
            "The host asked twice for the random numbers of this deal. The second time, the numbers came from other "
            "seats.",
        )
    own = next((share for share in stirred.shares if share.seat == given.seat), None)
    if own is not None and own.value:
        return Share(given.seat, given.pledge, given.value), ""
    return None, "Your own random number came too late, so the cards of this deal were drawn without it."
