"""The host of a table is gone: a person by lines hears it, and can take over."""

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from net.client.session import ClientSession
from net.host.launcher import HostProblem
from net.news import CarriedOn, HandedOver, HostGone
from tui.plain.host_gone import PlainFailover
from tui.plain.voice import Voice
from tui.session.statistics import Statistics

GONE = HostGone(2, can_carry=True, why_not="", suggested="", is_suggested=True)


class GoingOn:
    """What a session can do without its host."""

    def __init__(self) -> None:
        self.gone: HostGone | None = GONE
        self.done: list[str] = []

    async def carry_on(self) -> None:
        """Take over."""
        self.done.append("carry")

    async def take_over(self, *, is_wanted: bool) -> None:
        """Answer the host."""
        self.done.append(f"take over {is_wanted}")

    async def follow_link(self, text: str) -> None:
        """A link that leads nowhere."""
        raise HostProblem(f"{text} does not answer.")


def failover() -> tuple[PlainFailover, GoingOn, io.StringIO]:
    """A person whose host may be gone, what they did, and what was said."""
    going_on, said = GoingOn(), io.StringIO()
    session: Any = SimpleNamespace(going_on=going_on, info=None)
    nothing = cast(Statistics, None)
    return PlainFailover(cast(ClientSession, session), Voice(said), nothing), going_on, said


async def test_a_lost_host_is_said_with_what_can_be_typed() -> None:
    flow, going_on, said = failover()
    flow.hear(GONE)
    assert said.getvalue().startswith(
        "The host does not answer. Trying again.\nAnother player's machine can become the host"
    )
    assert said.getvalue().endswith(
        "Wait for the host, or type a command.\n"
        "You can type:\n"
        "  take over: this machine becomes the host.\n"
        "  link LINK: follow another player who took over, with their link.\n"
        "  save: save the match so far as a replay.\n"
        "  quit: leave.\n"
    )
    assert await flow.take("take over")
    assert going_on.done == ["carry"]
    assert await flow.take("link nowhere")
    assert said.getvalue().endswith("Checking the link.\nNowhere does not answer.\n")
    assert not await flow.take("discard 4d")


async def test_offline() -> None:
    """Who is offline hears it, is not offered to take over, and is refused it with the reason."""
    flow, going_on, said = failover()
    going_on.gone = replace(GONE, is_offline=True)
    flow.hear(going_on.gone)
    assert said.getvalue().startswith("You seem to be offline: neither the host's machine nor another player's answers")
    assert "take over: " not in said.getvalue()
    assert "Wait for the network, or type a command.\n" in said.getvalue()
    assert await flow.take("take over")
    assert said.getvalue().endswith("You seem to be offline, so you cannot take over now.\n")
    assert not going_on.done


async def test_a_host_that_is_there_leaves_every_line_to_the_table() -> None:
    flow, going_on, _ = failover()
    going_on.gone = None
    assert not await flow.take("take over")
    flow.hear(HandedOver("Ann"))
    assert await flow.take("yes")
    assert going_on.done == ["take over True"]
    assert not await flow.take("yes")


def test_another_host_is_named() -> None:
    flow, _, said = failover()
    flow.hear(CarriedOn("Bea", 2, is_own=False))
    assert said.getvalue() == "Bea is the host now. The match continues from the end of deal 2.\n"
