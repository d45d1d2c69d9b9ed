"""What this program found of the deals of a match when it played them again, in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from textual.widget import Widget

from net.crypto.key_words import four_words

from ..session.invitation import host_words
from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.table_session import fair_word
from ..widgets.key_bar import KeyHint
from ..widgets.messages import SessionNews
from ..widgets.page import Block, Page

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.news import Verdict


_INDENT: Final = 16
_NONE: Final = (
    "No deal has been finished since you came. When one is, your program plays it again by itself, from the secret "
    "that its host had sealed before, and says here what it found."
)
_COMPARE: Final = (
    "Everybody who was told the same, players and watchers alike, has the same four words at the end of a deal. Ask "
    "each other, by voice or wherever the host does not stand between. Other words than yours mean that somebody was "
    "told another story."
)
_MEANS: Final = (
    "Verified: the cards were those that the sealed secret and the shares of so many people give, every move was "
    "legal, and the scores are right. Unverified: nobody gave a share, or the check could not be made. FAILED: "
    "something does not fit; the evidence is kept. What no check can show: the host's computer knows all cards."
)


def check_blocks(verdicts: Iterable[Verdict], host: str = "") -> list[Block]:
    """All that is known of the deals, the newest first. host: the words of its key and how well it is known."""
    newest_first = sorted(verdicts, key=lambda verdict: -verdict.deal)
    blocks: list[Block] = []
    for number, verdict in enumerate(newest_first):
        blocks += _newest(verdict) if not number else _earlier(verdict, gap=int(number == 1))
    blocks = blocks or [Block(_NONE)]
    if host:
        blocks.append(Block(host, "felt", _INDENT, "Host's words:", "faint", gap=1))
    return [*blocks, Block(_MEANS, "faint", gap=1)]


def _newest(verdict: Verdict) -> list[Block]:
    role = "bad" if verdict.state == "failed" or verdict.disputed else "strong"
    blocks = [Block(f"Deal {verdict.deal}: {fair_word(verdict)}", role), Block(verdict.sentence, gap=1)]
    if verdict.signed:
        players = "1 player has" if verdict.signed == 1 else f"{verdict.signed} players have"
        blocks.append(Block(f"{players} signed that it ended as you were told."))
    if verdict.disputed:
        blocks.append(Block(verdict.disputed, "bad"))
    if verdict.evidence:
        blocks.append(Block(f"The evidence is in {verdict.evidence}.", "bad"))
    if verdict.head:
        blocks.append(Block(four_words(verdict.head), "turn", _INDENT, "Compare words:", "faint", gap=1))
        blocks.append(Block(_COMPARE, gap=0))
    return blocks


def _earlier(verdict: Verdict, gap: int) -> list[Block]:
    """An earlier deal in a line, and why it is not verified."""
    why = [] if verdict.state == "verified" else [Block(verdict.sentence, "faint", _INDENT)]
    return [_line(verdict, gap), *why]


def _line(verdict: Verdict, gap: int) -> Block:
    words = f" · {four_words(verdict.head)}" if verdict.head else ""
    role = "bad" if verdict.state == "failed" or verdict.disputed else "felt"
    return Block(f"{fair_word(verdict)}{words}", role, _INDENT, f"Deal {verdict.deal}:", "faint", gap=gap)


class DealCheckScreen(RoomScreen):
    """Every deal that was checked, and the words to compare."""

    WORDS = "Deal check"
    KEYS = (KeyHint("up,down", "scroll"), BACK, HELP)
    HELP_TEXT = (
        "What your program found when it played the finished deals again: whether the cards came from the secret that "
        "was sealed before, with whose chance, and whether moves and scores were right. The newest deal stands first, "
        "the others below with their words.\n\n"
        "The four words are those of all that was told up to the end of a deal. Compare them with the others in "
        "whatever way does not go through the host. `khanhoo verify FILE` checks the record of a whole match."
    )

    def __init__(self, session: ClientSession) -> None:
        super().__init__()
        self._session = session

    def body(self) -> Iterable[Widget]:
        yield Page(self._blocks())

    def on_session_news(self, message: SessionNews) -> None:
        from net.news import DealChecked

        super().on_session_news(message)
        if isinstance(message.news, DealChecked):
            self.query_one(Page).show(self._blocks(), keep_place=True)

    def _blocks(self) -> list[Block]:
        return check_blocks(self._session.fairness.verdicts.values(), host_words(self._session))
