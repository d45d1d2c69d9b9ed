"""A match whose host is gone, or hands its table over: asking the person what to do, and going on here."""

import asyncio
from collections.abc import Awaitable, Coroutine
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from net.carrying import Carried
    from net.news import News

    from .app import KhanhooApp
    from .sitting import Sitting

_ID = "host-gone"


def hear(app: "KhanhooApp", sitting: "Sitting", news: "News") -> None:
    """What a piece of news means for a table that has lost its host, or gets another one."""
    from net.news import CarriedOn, HandedOver, HostGone, LinkUp

    match news:
        case LinkUp() if sitting.own_port:
            sitting.own_port = port_now(sitting)
        case HostGone(is_alone=is_alone):
            # Said once more, it takes nothing out of anybody's hands: the table says how to come to the question.
            place: str = getattr(app.screen, "PLACE", "")
            if place or not is_alone:
                offer(app, sitting)
        case HandedOver(name=name):
            ask_to_host(app, sitting, name)
        case CarriedOn(deal=deal, is_own=True, ways=ways, notice=notice):
            app.open_screen("invite", ways, own_words(deal, is_listed=is_listed(sitting)), notice)
        case CarriedOn(name=name, deal=deal):
            app.call_after_refresh(app.tell, f"The match goes on at {name}'s machine, from the end of deal {deal}.")
        case _:
            pass


def port_now(sitting: "Sitting") -> int:
    """On which port a table of ours is: a host that was started again may have had to take another one."""
    from net.registry import find_running

    info = sitting.session.info if sitting.session is not None else None
    entry = find_running(info.table_id) if info is not None else None
    return entry.port if entry is not None else sitting.own_port


def offer(app: "KhanhooApp", sitting: "Sitting") -> bool:
    """Ask what to do without the host, unless that is being asked; whether it is gone."""
    gone = sitting.session.going_on.gone if sitting.session is not None else None
    if gone is None:
        return False

    def decided(answer: str | None) -> None:
        if answer == "carry":
            _work(app, carry_on(app, sitting))
        elif answer == "link":
            ask_for_link(app, sitting)
        elif answer == "keep":
            _work(app, keep_record(app, sitting))
        elif answer == "leave":
            sitting.leave_table()

    if app.screen.id != _ID:
        screen = app.make_screen("host_gone", gone)
        screen.id = _ID
        app.push_screen(screen, decided)
    return True


def ask_to_host(app: "KhanhooApp", sitting: "Sitting", name: str) -> None:
    """The host would like to hand its table over to this machine. name: of the host."""

    def decided(is_wanted: bool | None) -> None:
        _work(app, take_over(app, sitting, is_wanted=bool(is_wanted)))

    app.push_screen(app.make_screen("taking_over", name), decided)


def _work(app: "KhanhooApp", work: Coroutine[Any, Any, None]) -> None:
    """Coming and going, one at a time, as in tui/sitting.py."""
    app.run_worker(work, group="table", exclusive=True)


async def carry_on(app: "KhanhooApp", sitting: "Sitting") -> None:
    """Start a host here that goes on with the match."""
    if sitting.session is not None:
        app.tell(app.glyphs.plain("Opening the table here…"))
        await _opened(app, sitting, sitting.session.going_on.carry_on())


async def take_over(app: "KhanhooApp", sitting: "Sitting", *, is_wanted: bool) -> None:
    """Answer a host that hands its table over."""
    if sitting.session is not None:
        if is_wanted:
            app.tell(app.glyphs.plain("Opening the table here…"))
        await _opened(app, sitting, sitting.session.going_on.take_over(is_wanted=is_wanted))


async def _opened(app: "KhanhooApp", sitting: "Sitting", opening: "Awaitable[Carried | None]") -> None:
    from net.process import HostProblem

    try:
        carried = await opening
    except (HostProblem, OSError) as problem:
        app.tell(str(problem), "error")
        return
    if carried is not None:
        sitting.own_port = carried.handle.port


def ask_for_link(app: "KhanhooApp", sitting: "Sitting") -> None:
    """Let the link of a table that goes on with the match be typed, and go there."""

    def typed(text: str | None) -> None:
        if text:
            _work(app, follow_link(app, sitting, text))

    app.push_screen(app.make_screen("link"), typed)


async def follow_link(app: "KhanhooApp", sitting: "Sitting", text: str) -> None:
    """Go to a table that goes on with the match."""
    from net.process import HostProblem

    if sitting.session is not None:
        app.tell(app.glyphs.plain("Asking that table…"))
        try:
            await sitting.session.going_on.follow_link(text)
        except (HostProblem, OSError) as problem:
            app.tell(str(problem), "warning")


async def keep_record(app: "KhanhooApp", sitting: "Sitting") -> None:
    """Keep what was played so far as a file, in case that nobody goes on."""
    from net.process import HostProblem

    from .stats import StatisticsProblem

    session = sitting.session
    if session is None or session.info is None:
        return
    try:
        record = await session.going_on.record()
        name = f"{session.info.game}-{datetime.now(UTC):%Y-%m-%d}-{session.info.table_id}"
        kept = await asyncio.to_thread(app.statistics.keep_record, name, record)
    except (HostProblem, StatisticsProblem, OSError) as problem:
        app.tell(str(problem), "warning")
    else:
        place = app.statistics.records_folder / kept
        app.tell(f"Kept, with all signatures, under Replays in the menu: {place}")


def is_listed(sitting: "Sitting") -> bool:
    """Whether others find our table by themselves."""
    info = sitting.session.info if sitting.session is not None else None
    return info is None or info.listed


def own_words(deal: int, *, is_listed: bool) -> str:
    """What is said to whoever hosts the match from now on."""
    words = f"The match goes on here, from the end of deal {deal}. This machine has to stay on until it is over."
    if is_listed:
        return f"{words} The others on your network come by themselves; give this link to whoever does not:"
    return f"{words} The table is not in the list, so the others come by this link alone: give it to them."
