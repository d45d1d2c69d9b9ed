"""How a table looks from outside: what every list of tables and everybody at it is shown of its lobby."""

import msgspec

from engine.api import Seat

from ..match.clocks import TimeControls
from ..match.lobby import Lobby
from ..match.people import Person, Presence
from ..wire.table_info import MOST_WATCHERS_NAMED, LookInfo, PauseInfo, SeatInfo, TableInfo


def look_of(lobby: Lobby, *, age_s: int, clocks: TimeControls, pause: PauseInfo | None, version: str) -> TableInfo:
    """The table from outside."""
    host = lobby.host()
    watchers = lobby.watchers
    return TableInfo(
        table_id=lobby.table_id,
        game=lobby.game_id,
        options=lobby.options,
        seats=tuple(_seat_info(lobby, seat, host) for seat in range(lobby.seats)),
        watchers=tuple(person.name for person in watchers[:MOST_WATCHERS_NAMED]),
        watching=len(watchers),
        looks=tuple(
            LookInfo(name=person.name, how=person.look, seat=person.look_seat)
            for person in watchers
            if person.look != "public"
        )[:MOST_WATCHERS_NAMED],
        phase="paused" if pause else lobby.stage,
        pause=pause,
        host_seat=host.seat if host else None,
        host=host.name if host else "",
        on_loan=host is not None and lobby.lends_to(host),
        age_s=age_s,
        version=version,
        votes=tuple(vote.info(lobby.people) for vote in lobby.votes),
        petitions=tuple(petition.info(lobby.people) for petition in lobby.petitions),
        bans=tuple(ban.name for ban in lobby.bans),
        ban_marks=tuple(ban.mark for ban in lobby.bans),
        **msgspec.structs.asdict(lobby.settings(clocks)),
    )


def without_users(info: TableInfo) -> TableInfo:
    """The table as it is shown over the network: the names of this machine's users are nobody's business elsewhere."""
    return msgspec.structs.replace(info, seats=tuple(msgspec.structs.replace(seat, user="") for seat in info.seats))


def _seat_info(lobby: Lobby, seat: Seat, host: Person | None) -> SeatInfo:
    person = lobby.sitter(seat)
    if person is not None:
        return SeatInfo(
            seat=seat,
            name=person.name,
            kind="person",
            state=person.state,
            ready=person.ready,
            is_host=person is host,
            user=person.user,
            bank_s=lobby.banks_ms[seat] // 1000,
            key=person.key_ed,
            consents=person.consents,
            differs=person.differs,
        )
    bot = lobby.bot_at(seat)
    if bot is not None:
        return SeatInfo(seat=seat, name=bot.name, kind="bot", level=bot.level, ready=True)
    state: Presence = "here" if lobby.stage == "open" else "away"
    return SeatInfo(seat=seat, name=lobby.name_at(seat), state=state, is_dropped=lobby.is_dropped(seat))
