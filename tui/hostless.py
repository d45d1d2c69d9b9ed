"""A match whose host is gone: asking the person what to do, and going on here."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .app import KhanhooApp
    from .sitting import Sitting

_ID = "host-gone"


def offer(app: "KhanhooApp", sitting: "Sitting") -> bool:
    """Ask what to do without the host, unless that is being asked; whether it is gone."""
    gone = sitting.session.going_on.gone if sitting.session is not None else None
    if gone is None:
        return False

    def decided(answer: str | None) -> None:
        if answer == "carry":
            sitting.carry_on()
        elif answer == "leave":
            sitting.leave_table()

    if app.screen.id != _ID:
        screen = app.make_screen("host_gone", gone)
        screen.id = _ID
        app.push_screen(screen, decided)
    return True


async def carry_on(app: "KhanhooApp", sitting: "Sitting") -> None:
    """Start a host here that goes on with the match."""
    from net.process import HostProblem

    session = sitting.session
    if session is None:
        return
    app.tell(app.glyphs.plain("Opening the table here…"))
    try:
        carried = await session.going_on.carry_on()
    except (HostProblem, OSError) as problem:
        app.tell(str(problem), "error")
        return
    sitting.own_port = carried.handle.port
    if carried.handle.notice:
        app.tell(carried.handle.notice, "warning")


def carried_words(name: str, deal: int, *, is_own: bool) -> str:
    """What is said when the match goes on at another host."""
    if is_own:
        return f"The match goes on here, from the end of deal {deal}. The others come by themselves."
    return f"The match goes on at {name}'s machine, from the end of deal {deal}."
