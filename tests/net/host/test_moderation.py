"""The host's rights and a pause by vote over real sockets: a host process, TLS on the network, sessions as clients."""

import asyncio
from pathlib import Path

import pytest

from net.host import registry
from net.host.config import table_folder
from net.host.launcher import HostHandle
from net.news import LinkClosed
from net.problems import JoinRefused

from ...harness.players import Player, quick_host, tcp


async def three() -> tuple[HostHandle, Player, Player, Player]:
    """A host process with its owner on its own socket, and two over TLS; a bot beside them."""
    host = await quick_host(tcp=True, bind="127.0.0.1", bots=("easy",))
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    ben = await Player.join(tcp(host), "Ben")
    cat = await Player.join(tcp(host), "Cat")
    return host, ann, ben, cat


async def begin(ann: Player, *others: Player) -> None:
    for player in others:
        assert (await player.session.ready()).accepted
    assert (await ann.session.start()).accepted
    for player in (ann, *others):
        await player.until_asked()


async def test_players_vote_to_pause_and_nothing_moves_until_half_go_on(home: Path) -> None:
    _, ann, ben, cat = await three()
    await begin(ann, ben, cat)
    for player in (ann, ben):
        assert (await player.session.vote_to_pause()).accepted
    await cat.until(lambda: cat.session.info is not None and cat.session.info.phase == "paused")
    assert cat.session.info is not None
    assert cat.session.info.pause is not None
    assert cat.session.info.pause.why == "vote"
    decision = await cat.until_asked()
    outcome = await cat.session.submit(decision.id, decision.default)
    assert not outcome.accepted
    assert outcome.reason.startswith("The table is paused by a vote")
    for player in (cat, ben):
        assert (await player.session.vote_to_resume()).accepted
    await cat.until(lambda: cat.session.info is not None and cat.session.info.phase == "playing")
    assert (await cat.session.submit(decision.id, decision.default)).accepted
    for player in (ann, ben, cat):
        await player.session.close()


async def test_who_is_banned_stays_out_by_token_and_by_address_until_it_is_lifted(home: Path) -> None:
    host, ann, ben, cat = await three()
    await begin(ann, ben, cat)
    assert (await ann.session.ban("Ben")).accepted
    await ben.until(lambda: ben.told(LinkClosed))
    assert ben.told(LinkClosed)[0].code == "banned"
    for role in ("player", "watcher"):
        with pytest.raises(JoinRefused, match="banned"):
            await Player.join(tcp(host), "Bob", role=role)
    assert (await ann.session.ban("Ben", on=False)).accepted
    bob = await Player.join(tcp(host), "Bob", role="watcher")
    for player in (ann, cat, bob):
        await player.session.close()


@pytest.mark.slow
async def test_the_rights_that_were_passed_on_stay_there_when_the_owner_comes_back(home: Path) -> None:
    host, ann, ben, cat = await three()
    assert (await ann.session.pass_host(1)).accepted
    await ann.session.close()
    again = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert again.session.seat == 0
    assert again.session.info is not None
    assert again.session.info.host == "Ben"
    assert not (await again.session.lock()).accepted
    assert (await ben.session.lock()).accepted
    with pytest.raises(JoinRefused, match="locked"):
        await Player.join(tcp(host), "Eve", role="watcher")
    assert (await ben.session.close_table("Good night.")).accepted
    await cat.until(lambda: cat.told(LinkClosed))
    assert cat.told(LinkClosed)[0].reason == 'Ben closed the table: "Good night."'
    async with asyncio.timeout(30):
        while registry.find_running(host.table_id) is not None or table_folder(host.table_id).exists():
            await asyncio.sleep(0.02)
