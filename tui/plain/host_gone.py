"""A table without its host, by lines: what happened, and what can be typed then."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from net import news as n

from ..forms.host_gone import ASKS_NO_MORE, gone_sentences, own_words
from ..session.statistics import StatisticsProblem, record_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from net.client.session import ClientSession
    from net.migration.takeover import HostedHere

    from ..session.statistics import Statistics
    from .voice import Voice


class PlainFailover:
    """Says what happens to the host of a session's table, and does what a person decides about it."""

    def __init__(self, session: ClientSession, voice: Voice, statistics: Statistics) -> None:
        self._session, self._voice, self._statistics = session, voice, statistics
        self._is_asked = self._is_trying = False

    def hear(self, news: n.News) -> None:
        """The host is gone, or hands its table over, or another one has it now."""
        match news:
            case n.HostGone():
                self._say_gone(news)
            case n.HandedOver(name=""):
                self._is_asked = False
                self._voice.say(ASKS_NO_MORE)
            case n.HandedOver(name=name):
                self._is_asked = True
                self._voice.say(f"{name} wants you to become the host. Type yes or no")
            case n.CarriedOn(deal=deal, is_own=True, ways=ways, notice=notice):
                info = self._session.info
                self._voice.say(own_words(deal, is_listed=info is None or info.listed))
                self._voice.read_out("\n".join(ways))
                self._voice.say(notice)
            case n.CarriedOn(name=name, deal=deal):
                self._voice.say(f"{name} is the host now. The match continues from the end of deal {deal}")
            case _:
                pass

    def say_again(self) -> None:
        """Say that the host is gone, if it is."""
        if self._session.going_on.gone is not None:
            self._say_gone(self._session.going_on.gone)

    def _say_gone(self, news: n.HostGone) -> None:
        self._voice.say(*(each.text for each in gone_sentences(news)))
        ways = {"take over": "this machine becomes the host"} if news.may_carry else {}
        ways |= {} if news.is_lost else {"link LINK": "follow another player who took over, with their link"}
        ways |= {"save": "save the match so far as a replay"} if news.deal else {}
        self._voice.say(f"Wait for the {'network' if news.is_offline else 'host'}, or type a command")
        self._voice.explain(ways | {"quit": "leave"})

    async def take(self, line: str) -> bool:
        """What a person decides; whether the line is about that."""
        word, _, rest = line.partition(" ")
        going_on, answer = self._session.going_on, line.casefold()
        if self._is_asked and answer in ("yes", "no"):
            self._is_asked = False
            await self._try("", lambda: going_on.take_over(is_wanted=answer == "yes"))
        elif going_on.gone is None:
            return False
        elif answer == "take over" and going_on.gone.is_offline:
            self._voice.say("You seem to be offline, so you cannot take over now")
        elif answer == "take over":
            await self._try("Opening the table here", going_on.carry_on)
        elif word.casefold() == "link" and rest:
            await self._try("Checking the link", partial(going_on.follow_link, rest.strip()))
        elif answer == "save":
            await self._save()
        else:
            return False
        return True

    async def _try(self, does: str, work: Callable[[], Awaitable[HostedHere | None]]) -> None:
        """Do work that takes a while, one at a time."""
        from net.host.launcher import HostProblem

        if self._is_trying:
            self._voice.say("Wait until your last command is done, or type quit to leave")
            return
        self._is_trying = True
        self._voice.say(does)
        try:
            await work()
        except (HostProblem, OSError) as problem:
            self._voice.say(str(problem))
        finally:
            self._is_trying = False

    async def _save(self) -> None:
        """Keep what was played so far as a file."""
        from net.host.launcher import HostProblem

        info = self._session.info
        if info is None:
            return
        try:
            record = await self._session.going_on.record()
            name = record_name(info.game, info.table_id)
            kept = self._statistics.keep_record(name, record)
        except (HostProblem, StatisticsProblem, OSError) as problem:
            self._voice.say(str(problem))
        else:
            self._voice.say(f"Saved with all signatures: {self._statistics.records_folder / kept}")
