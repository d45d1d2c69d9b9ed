"""Three people with keys of their own at a table whose host dies for good, and what they wait for then."""

from collections.abc import Sequence
from functools import partial

from net.client.session import ClientSession
from net.crypto.signing import PersonKey
from net.discovery.finder import Finder
from net.host import registry
from net.host.config import CONFIG_NAME, table_folder
from net.host.launcher import HostHandle
from net.match.settings import TimeControls
from net.migration.takeover import Listening
from net.news import CarriedOn
from net.storage.seat_tokens import SeatTokens
from net.wire.address import Address

from .players import Player, agreed, quick_host, tcp
from .processes import kill_process

LOOPBACK = ("127.0.0.1",)
CLOCKS = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=0, share_ms=500)


async def join(players: list[Player], address: Address, name: str, **more: object) -> Player:
    """Somebody with a key of its own, who looks for tables on the loopback alone."""
    place = len(players)
    session = ClientSession(
        address,
        name=name,
        keep=SeatTokens(),
        person=PersonKey(bytes([place + 1]) * 32),
        **more,  # type: ignore[arg-type]
    )
    session.going_on.make_finder = lambda: Finder(interfaces=LOOPBACK, machine=False, recent=False, ask_every_s=0.2)
    session.going_on.listening = Listening(bind="127.0.0.1", interfaces=LOOPBACK)
    player = Player(session, plays=True, seed=place)
    players.append(player)
    await session.open()
    return player


async def hearts_of_three(players: list[Player], **more: object) -> HostHandle:
    """A match of Hearts with Ann, Ben and Cat, whose deals are drawn with shares, and a bot; Eve watches."""
    usual: dict[str, object] = {"bots": ("easy",), "clocks": CLOCKS, "listed": True, "options": {"limit": 60}}
    host = await quick_host("hearts", tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, **{**usual, **more})
    ann = await join(players, host.address, "Ann")
    for name in ("Ben", "Cat"):
        player = await join(players, tcp(host), name)
        assert (await player.session.ready()).accepted
    await join(players, tcp(host), "Eve", role="watcher")
    assert (await ann.session.start()).accepted
    return host


async def until_deal_checked(players: list[Player], deal: int = 1) -> None:
    for player in players:
        await player.until(partial(is_checked, player, deal), f"for deal {deal}")


def is_checked(player: Player, deal: int) -> bool:
    return deal in player.session.fairness.verdicts


def is_offered(player: Player) -> bool:
    gone = player.session.going_on.gone
    return gone is not None and not gone.is_offline


async def kill_for_good(host: HostHandle, *, told: Sequence[Player]) -> None:
    """Kill a host of which nothing is left on disk, as another machine's would be. told: who has to know it then."""
    (table_folder(host.table_id) / CONFIG_NAME).unlink()
    entry = registry.find_running(host.table_id)
    assert entry is not None
    kill_process(entry.pid)
    for player in told:
        await player.until(partial(is_offered, player), "for the word that the host is gone")


async def until_carried(player: Player, count: int = 1) -> None:
    await player.until(lambda: len(player.told(CarriedOn)) >= count and player.session.is_up, "for another host")


async def next_deal(players: list[Player]) -> None:
    for player in players:
        await agreed(player.session.next_deal)


def at_one_table(players: list[Player]) -> bool:
    """Whether all people are here, at one table."""
    infos = [player.session.info for player in players if player.session.is_up and player.session.info is not None]
    return (
        len(infos) == len(players)
        and len({info.table_id for info in infos}) == 1
        and all(seat.state == "here" for info in infos for seat in info.seats)
    )
