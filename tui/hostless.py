"""A match whose host is gone, or hands its table over: asking the person what to do, and going on here."""

from collections.abc import Awaitable, Coroutine
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
        case HostGone():
            offer(app, sitting)
        case HandedOver(name=name):
            ask_to_host(app, sitting, name)
        case CarriedOn(name=name, deal=deal, is_own=is_own):
            app.call_after_refresh(app.tell, carried_words(name, deal, is_own=is_own))
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
        if carried.handle.notice:
            app.tell(carried.handle.notice, "warning")


def carried_words(name: str, deal: int, *, is_own: bool) -> str:
    """What is said when the match goes on at another host."""
    if is_own:
        return f"The match goes on here, from the end of deal {deal}. The others come by themselves."
    return f"The match goes on at {name}'s machine, from the end of deal {deal}."
