"""A table without its host, in words: what happened, and what can be done. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.news import HostGone

ASKS_NO_MORE: Final = "The host no longer asks you to become the host."


@dataclass(frozen=True)
class GoneSentence:
    """A sentence. role: how a screen writes it."""

    text: str
    role: str = "felt"


def gone_sentences(gone: HostGone) -> list[GoneSentence]:
    """What happened, and what can be done."""
    told = [GoneSentence(_what_happened(gone))]
    if gone.is_offline:
        told.append(
            GoneSentence(
                "Check this machine's network. When it works again, the program goes on by itself, and your seat "
                "is kept. If the host is gone, you can take over as soon as another player's program or your router "
                "answers."
                if gone.can_carry
                else "Check this machine's network. When it works again, the program goes on by itself."
            )
        )
        return told
    if gone.is_lost:
        told.append(GoneSentence(gone.why_not))
        told.append(GoneSentence("The match can continue only if the host comes back."))
        return told
    if gone.deal:
        told.append(
            GoneSentence(
                "Another player's machine can become the host. The match then continues from the end of deal "
                f"{gone.deal}, with the same seats and scores. The current deal is void, because only the old host "
                "knows the cards."
            )
        )
    if not gone.can_carry:
        told.append(GoneSentence(gone.why_not))
    elif gone.is_suggested:
        told.append(
            GoneSentence("You should take over: your seat has the lowest number of all players here.", "strong")
        )
    elif gone.suggested:
        told.append(
            GoneSentence(f"{gone.suggested} should take over: their seat has the lowest number of all players here.")
        )
    is_asked = gone.is_alone or gone.by_link or bool(gone.now_at)
    told.append(GoneSentence(_how_to_follow(gone), "turn" if is_asked else "felt"))
    told.append(
        GoneSentence(
            "The new table has a signed proof that it continues this match. Your program checks this proof.", "faint"
        )
    )
    return told


def gone_title(gone: HostGone) -> str:
    """What happened, in a few words."""
    return "You seem to be offline" if gone.is_offline else "The host is gone"


def _what_happened(gone: HostGone) -> str:
    if gone.is_offline:
        return "You seem to be offline: neither the host's machine nor another player's answers. Trying again."
    if gone.now_at:
        return f"The table moved to {gone.now_at}'s machine, which does not answer. Trying again."
    return "The host does not answer. Trying again."


def _how_to_follow(gone: HostGone) -> str:
    """How to reach the new host, and what to do if there is none."""
    if gone.now_at:
        return (
            f"Ask {gone.now_at} for the table's link, and enter the link here. To see the link, {gone.now_at} presses "
            "u and selects “How others join”."
        )
    if gone.by_link and gone.is_suggested and gone.can_carry:
        return "The table is not listed, so the other players need its link. When you take over, you see the link."
    if gone.by_link:
        return (
            "The table is not listed. Ask the new host for its link, and enter the link here. To see the link, the "
            "new host presses u and selects “How others join”."
        )
    if gone.is_alone:
        keep = ", or save a replay" if gone.deal else ""
        return (
            f"No new host was found. If the others play on at a new table, ask them for its link{keep}. To see the "
            "link, they press u and select “How others join”."
        )
    return (
        "If another player takes over, you follow the new host automatically. You can also ask the new host for a link."
    )


def own_words(deal: int, *, is_listed: bool) -> str:
    """The text for the new host of the match."""
    words = (
        f"You are the host now. The match continues from the end of deal {deal}. "
        "Keep this machine on until the match is over."
    )
    if is_listed:
        return f"{words} Players on your network follow automatically. Give this link to all other players:"
    return f"{words} The table is not listed, so give this link to the other players:"
