"""The results of the deal checks of a match, in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from textual.widget import Widget

from engine.api import counted
from net.crypto.key_words import four_words

from ..session.invitation import host_words
from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.table_session import fair_word, is_wrong
from ..widgets.key_bar import SCROLL
from ..widgets.messages import SessionNews
from ..widgets.page import Block, Page

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.news import Verdict


_INDENT: Final = 16
_NONE: Final = (
    "No deal has finished since you joined. Before each deal, the host chooses a secret and cannot change it later. "
    "After the deal, your program uses this secret to check the deal, and you see the result here."
)
_COMPARE: Final = (
    "At the end of each deal, every program shows four words. If all programs show the same words, everybody saw the "
    "same game. Compare the words after a deal, by voice or in another way that does not go through the host. If the "
    "words differ, a player or spectator saw a different game."
)
_MEANS: Final = (
    "Fair: every move was legal, and the scores are right. The cards come from the host's secret and from random "
    "numbers of the players. “Fair 3” says that three players added a random number to the shuffle. "
    "Unverified: no player added a random number, or the check could not run. FAILED: the check found a "
    "contradiction, and the evidence is saved. One risk remains: the host's computer knows all cards."
)


def check_blocks(verdicts: Iterable[Verdict], host: str = "") -> list[Block]:
    """The results of all deal checks, the newest first. host: the words of the host's key."""
    newest_first = sorted(verdicts, key=lambda verdict: -verdict.deal)
    blocks: list[Block] = []
    for number, verdict in enumerate(newest_first):
        blocks += _newest(verdict) if not number else _earlier(verdict, gap=int(number == 1))
    blocks = blocks or [Block(_NONE)]
    if host:
        blocks.append(Block(host, "felt", _INDENT, "Host's words:", "faint", gap=1))
    return [*blocks, Block(_MEANS, "faint", gap=1)]


def _newest(verdict: Verdict) -> list[Block]:
    role = "bad" if is_wrong(verdict) else "strong"
    blocks = [Block(f"Deal {verdict.deal}: {fair_word(verdict)}", role), Block(verdict.sentence, gap=1)]
    if verdict.signed:
        blocks.append(Block(f"{counted(verdict.signed, 'player')} signed that the game went as you saw it."))
    if verdict.disputed:
        blocks.append(Block(verdict.disputed, "bad"))
    if verdict.evidence:
        blocks.append(Block(f"The evidence of this fault is in {verdict.evidence}.", "bad"))
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
    role = "bad" if is_wrong(verdict) else "felt"
    return Block(f"{fair_word(verdict)}{words}", role, _INDENT, f"Deal {verdict.deal}:", "faint", gap=gap)


class DealCheckScreen(RoomScreen):
    """The checked deals, and the words to compare."""

    WORDS = "Deal check"
    KEYS = (SCROLL, BACK, HELP)
    HELP_TEXT = (
        "Before each deal, the host chooses a secret and cannot change it later. Your program replays every finished "
        "deal and checks three things: the cards come from this secret, every move was legal, and the scores are "
        "right. The players' programs add random numbers to the shuffle. “Fair 3” says that three "
        "players added a random number. "
        "The newest deal is at the top.\n\n"
        "Each deal has four words. They stand for everything that happened in the match up to the end of this deal. "
        "Compare the words with the other players by voice, or in another way that does not go through the host. "
        "To check the replay of a whole match, use `khanhoo verify FILE`."
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
