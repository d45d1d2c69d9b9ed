"""What the host sets at a table: the options of its game, and those of the table itself.

A change that is not allowed, or by which options and seats would not go together, raises LobbyRefusal and changes
nothing.
"""

from typing import Final

from engine.api import OptionError, OptionValue, SeatsError

from ..wire.sanitize import clean_title
from ..wire.table_info import LookKind
from .lobby import USUAL_AWAY_S, AwayPolicy, Lobby, LobbyRefusal
from .people import Person

LOOK_KINDS: Final[tuple[LookKind, ...]] = ("public", "shoulder", "hands")
LEAST_DELAY: Final = 4
"""Turns, or tricks. It holds at tables of bots alone (net/room/spectators.py says why): there it keeps the end of a
deal open to those who guess along."""
MOST_DELAY: Final = 64
TABLE_OPTIONS: Final = (
    *("seats", "title", "listed", "private", "away", "away_s", "turn_s", "bank_s", "between_s"),
    *("pace", "watching", "delay", "chat"),
)
MOST_SECONDS = 3_600
LEAST_TURN_S = 5
"""A turn without limit is 0; one of less than this could not be read, and neither could the score of a deal."""


def set_option(lobby: Lobby, name: str, value: OptionValue) -> list[Person]:
    """Set an option of the game, or of the table by a name that begins with "table.".

    Gives the people whose seat is another one by that.
    """
    if name.startswith("table."):
        return _set_table_option(lobby, name.removeprefix("table."), value)
    lobby.verify_open()
    try:
        options = lobby.game.meta.resolve({**lobby.options, name: value})
        lobby.game.complete_options(options, lobby.seats)
    except OptionError as error:
        raise LobbyRefusal(str(error), "value" if name in lobby.options else "unknown") from None
    lobby.options = options
    lobby.unready_all()
    return []


def _set_table_option(lobby: Lobby, name: str, value: OptionValue) -> list[Person]:
    match name, value:
        case "listed", bool():
            lobby.listed = value
        case "private", bool():
            lobby.private = value
        case "title", str() if clean_title(value):
            lobby.title = clean_title(value)
        case "away", "wait" | "pause" | "bot":
            policy: AwayPolicy = "wait" if value == "wait" else "pause" if value == "pause" else "bot"
            if policy != lobby.away_policy:
                lobby.away_policy, lobby.away_s = policy, USUAL_AWAY_S[policy]
        case "away_s", int() if type(value) is int and 0 <= value <= MOST_SECONDS:
            lobby.away_s = value
        case "turn_s", int() if type(value) is int and (value == 0 or LEAST_TURN_S <= value <= MOST_SECONDS):
            lobby.verify_open()
            lobby.turn_s = value
            lobby.unready_all()
        case "between_s", int() if type(value) is int and (value == 0 or LEAST_TURN_S <= value <= MOST_SECONDS):
            lobby.verify_open()
            lobby.between_s = value
            lobby.unready_all()
        case "bank_s", int() if type(value) is int and 0 <= value <= MOST_SECONDS:
            lobby.verify_open()
            lobby.bank_ms = value * 1000
            lobby.reserves_ms = [lobby.bank_ms] * len(lobby.reserves_ms)
            lobby.banks_ms = list(lobby.reserves_ms)
            lobby.unready_all()
        case "pace", int() if type(value) is int and 0 <= value <= 10_000:
            lobby.pace_ms = value
        case "seats", int() if type(value) is int:
            return _set_seats(lobby, value)
        case "watching", "public" | "shoulder" | "hands":
            verify_pause(lobby)
            lobby.watching = next(kind for kind in LOOK_KINDS if kind == value)
            lobby.unready_all()
        case "delay", int() if type(value) is int and LEAST_DELAY <= value <= MOST_DELAY:
            verify_pause(lobby)
            lobby.delay = value
        case "delay", "deal":
            verify_pause(lobby)
            lobby.delay = 0
        case "chat", "together" | "apart":
            verify_pause(lobby)
            lobby.chat = "apart" if value == "apart" else "together"
        case "delay", _:
            raise LobbyRefusal(
                f'table.delay is "deal", or a number of turns from {LEAST_DELAY} to {MOST_DELAY}.', "value"
            )
        case _ if name in TABLE_OPTIONS:
            raise LobbyRefusal(f"table.{name} cannot be {value!r}.", "value")
        case _:
            raise LobbyRefusal(f"A table has: {', '.join(f'table.{known}' for known in TABLE_OPTIONS)}.", "unknown")
    return []


def _set_seats(lobby: Lobby, seats: int) -> list[Person]:
    """Change the number of seats before the first deal; who would lose a seat moves to the lowest free one."""
    lobby.verify_open()
    try:
        lobby.game.meta.verify_seats(seats)
        lobby.game.complete_options(lobby.options, seats)
    except (SeatsError, OptionError) as error:
        raise LobbyRefusal(str(error), "value") from None
    if len(lobby.seated) > seats:
        raise LobbyRefusal(f"{len(lobby.seated)} people sit here; {seats} seats are too few for them.", "value")
    taken = {person.seat for person in lobby.seated}
    free = [seat for seat in range(seats) if seat not in taken]
    moving = [person for person in lobby.seated if (person.seat or 0) >= seats]
    for person, seat in zip(moving, free, strict=False):
        person.seat = seat
    held = {person.seat for person in lobby.seated}
    lobby.seats = seats
    lobby.bots = [bot for bot in lobby.bots if bot.seat < seats and bot.seat not in held]
    lobby.unready_all()
    return moving


def verify_pause(lobby: Lobby) -> None:
    """Raises LobbyRefusal while a deal is played: what may be seen of it was settled when it began."""
    if lobby.stage not in ("open", "between"):
        raise LobbyRefusal("Who may see what is settled before the first deal or between two deals.", "stage")
