"""A table without its host, in words: what happened, and what can be done. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from net.news import HostGone


@dataclass(frozen=True)
class GoneSentence:
    """A sentence. role: how a screen writes it."""

    text: str
    role: str = "felt"


def gone_sentences(gone: HostGone) -> list[GoneSentence]:
    """What happened, and what can be done."""
    told = [GoneSentence(_what_happened(gone))]
    if gone.is_lost:
        told.append(GoneSentence(gone.why_not))
        told.append(GoneSentence("So the match cannot continue elsewhere. The host may come back."))
        return told
    if gone.deal:
        told.append(
            GoneSentence(
                f"The match can continue on another player's machine from the end of deal {gone.deal}, with all seats "
                "and scores. The current deal is void, because only the lost host knows its cards."
            )
        )
    if not gone.can_carry:
        told.append(GoneSentence(gone.why_not))
    elif gone.is_suggested:
        told.append(GoneSentence("You should take over: you have the lowest seat of all who are here.", "strong"))
    elif gone.suggested:
        told.append(GoneSentence(f"{gone.suggested} should take over: they have the lowest seat of all who are here."))
    is_asked = gone.is_alone or gone.by_link or bool(gone.now_at)
    told.append(GoneSentence(_how_to_follow(gone), "turn" if is_asked else "felt"))
    told.append(
        GoneSentence("The new host signs the match, and your program checks that it is the same match.", "faint")
    )
    return told


def _what_happened(gone: HostGone) -> str:
    if gone.now_at:
        return f"The table moved to {gone.now_at}'s machine, which does not answer. Trying again."
    return "The host does not answer. Trying again."


def _how_to_follow(gone: HostGone) -> str:
    """How to reach the new host, and what to do if there is none."""
    if gone.now_at:
        return f"Ask {gone.now_at} for the table's link (they see it under u, How others join), and enter it here."
    if gone.by_link and gone.is_suggested and gone.can_carry:
        return "The table is not listed, so the others need its link. You see the link when you take over."
    if gone.by_link:
        return (
            "The table is not listed, so ask the new host for the link (under u, How others join on their screen), and "
            "enter it here."
        )
    if gone.is_alone:
        keep = ", or save a replay" if gone.deal else ""
        return f"No new host was found. Ask the others for a link (they see it under u, How others join){keep}."
    return "If another player takes over, you follow automatically. Or join with the link on that player's screen."


def own_words(deal: int, *, is_listed: bool) -> str:
    """The text for the new host of the match."""
    words = (
        f"You are the host now. The match continues from the end of deal {deal}. "
        "Keep this machine on until the match is over."
    )
    if is_listed:
        return f"{words} Players on your network follow automatically. Give this link to the others:"
    return f"{words} The table is not listed, so give this link to the others:"
