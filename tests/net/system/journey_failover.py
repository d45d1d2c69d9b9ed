"""A match whose host is gone goes on at another player: run by a Python without POSIX, it prints what it saw hold."""

import asyncio
import sys

from engine.api import Scored
from net import system
from net.migration import failover
from net.news import CarriedOn

from ...harness.host_gone import CLOCKS, LOOPBACK, join, kill_for_good, next_deal, until_carried, until_deal_checked
from ...harness.players import Player, quick_host, tcp


async def main() -> None:
    assert system.peer_user.__module__ == "net.system.portable"
    failover.GONE_AFTER_S = 0.5
    players: list[Player] = []
    host = await quick_host(
        "kanhu_ming", seats=2, tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True, clocks=CLOCKS
    )
    ann = await join(players, host.address, "Ann")
    ben = await join(players, tcp(host), "Ben")
    assert (await ben.session.ready()).accepted
    assert (await ann.session.start()).accepted
    await until_deal_checked(players)
    print("a deal was played")

    await kill_for_good(host, told=players)
    await ben.session.going_on.carry_on()
    for player in players:
        await until_carried(player)
    assert [player.told(CarriedOn)[0].is_own for player in players] == [False, True]
    print("the match went on at another player")

    await next_deal(players)
    for player in players:
        await player.until_event(Scored, 2)
    await until_deal_checked(players, 2)
    print("the next deal was played")
    for player in players:
        await player.session.close()


if __name__ == "__main__":
    asyncio.run(main())
    sys.stdout.flush()
