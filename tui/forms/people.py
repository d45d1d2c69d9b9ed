"""The people of a table, their votes and the host's actions, as the lines of a list. Pure."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from engine.api import Game, Seat, counted

from .table_settings import CODE_WORDS, TIMES, away_words, turn_and_bank
from .time_words import name_of, pause_words, shows_banks

if TYPE_CHECKING:
    from net.wire.table_info import OtherTable, PetitionInfo, SeatInfo, TableInfo, VoteInfo

LOAN_TOLD: Final = (
    "While the owner of this table is away, you are the stand-in host. You answer requests for seats and put bots on "
    "free seats. Before the first deal, you also set the rules, seats and times, and you start the match. Only the "
    "owner can close, lock or hide the table, remove players, or change the join code."
)
"""What the stand-in host may do."""

_PAUSES: Final = {"vote": "by a vote", "away": "", "empty": "nobody is here", "fault": "because of a bug"}
"""Why a table is paused, where it does not wait for one player."""

PRESENCE_WORDS: Final = {"here": "", "lagging": "no answer", "away": "away"}
"""A person's connection, in every list of people."""


@dataclass(frozen=True)
class Question:
    """A vote or request that I have not answered. id: of its line; sentence: for the prompt."""

    id: str
    sentence: str


@dataclass(frozen=True)
class PeopleLine:
    """A line of the people screen.

    id: the vote or request that a yes or no answers, "" for none. told: an explanation. name: the person whom the line
    is about. seat: this person's seat. does, refuses: what a yes and a no do, "" for nothing. twice: a yes must be
    given twice.
    """

    id: str
    label: str
    value: str
    told: str = ""
    heading: bool = False
    name: str = ""
    seat: Seat | None = None
    does: str = ""
    refuses: str = ""
    twice: bool = False

    @property
    def shown(self) -> str:
        """Its value on the screen: a line without one shows what its key does."""
        return self.value or (f"Enter{' (twice)' if self.twice else ''} {self.does}" if self.does else "")


def questions_for(info: TableInfo | None, mine: Seat | None, name: str = "") -> tuple[Question, ...]:
    """The votes and requests that I have not answered yet. name: mine."""
    if info is None:
        return ()
    votes = info.votes if mine is not None else ()
    found = [
        Question(_vote_id(vote), f"Vote: {vote_words(vote, info)}?")
        for vote in votes
        if not vote.carried and mine not in (*vote.yes, *vote.no) and (vote.what, vote.seat) != ("kick", mine)
    ]
    if hosts(info, mine, name):
        found += [
            Question(petition_id(petition), f"{petition.name} asks for {_seat_words(info, petition.seat)}.")
            for petition in info.petitions
            if not petition.granted and petition.seat < len(info.seats)
        ]
    return tuple(found)


def hosts(info: TableInfo, mine: Seat | None, name: str) -> bool:
    """Whether this player has the host's rights. name: this player's; names at a table differ, so it also identifies a
    host who watches.
    """
    return info.host_seat == mine and (mine is not None or (bool(name) and info.host == name))


def owns(info: TableInfo, mine: Seat | None, name: str) -> bool:
    """Whether I have all of the host's rights, and not only those of a stand-in while the owner is away."""
    return hosts(info, mine, name) and not info.on_loan


def look_ways(info: TableInfo) -> dict[str, str]:
    """Whose hands a spectator with open hands sees, by the spectator's name."""
    return {
        look.name: "all hands" if look.seat is None else f"{listed_names(info, (look.seat,))}'s hand"
        for look in info.looks
    }


def people_lines(
    info: TableInfo,
    mine: Seat | None,
    game: Game,
    code: str = "",
    watching: Sequence[PeopleLine] = (),
    muted: Container[str] = (),
    shut_out: Sequence[str] | None = None,
    name: str = "",
    bank_ms: int | None = None,
) -> list[PeopleLine]:
    """Everybody at the table, the possible votes, and the host's decisions.

    code: of a private table, if we are its host. watching: the lines about who watches (tui/forms/spectating.py).
    muted: whose words I do not see. shut_out: addresses with no tries of the code left; None if the table makes no
    other code. name: mine. bank_ms: what is left in my time bank, None if I do not know it.
    """
    is_host, is_owner = hosts(info, mine, name), owns(info, mine, name)
    lines = [PeopleLine("", "Seats", "", heading=True)]
    lines += [_seat_line(seat, info, mine, game, muted, bank_ms) for seat in info.seats]
    lines += _watcher_lines(info, muted, name if mine is None else "")
    lines += watching
    if is_owner:
        told = (
            "If the table has a join code, new players must enter it. Only you can see the code. Players who come back "
            "need no code. Press Enter to ask new players for a code, or p to let everybody in."
        )
        does, refuses = ("", "lets everybody in") if info.coded else ("requires a code from new players", "")
        value = code or CODE_WORDS[info.coded]
        lines.append(PeopleLine("private", "Join code", value, told, does=does, refuses=refuses))
        if code and shut_out is not None:
            lines += _code_lines(shut_out)
    agreed = PeopleLine("", "Votes and requests", "", heading=True)
    lines.append(agreed)
    if info.pause is not None:
        why = _PAUSES[info.pause.why] if info.pause.seat is None else f"waiting for {name_of(info, info.pause.seat)}"
        lines.append(PeopleLine("", "Paused", why, pause_words(info, mine, "")))
    lines += [_vote_line(vote, info) for vote in info.votes]
    lines += [
        _petition_line(petition, info, may_say=is_host)
        for petition in info.petitions
        if petition.seat < len(info.seats)
    ]
    lines += _asking_lines(info, mine)
    if lines[-1] is agreed:
        lines.pop()
    lines.append(PeopleLine("", "Table", "", heading=True))
    turn, next_deal = TIMES["turn_s"], TIMES["between_s"]
    lines.append(PeopleLine("", turn.label, turn_and_bank(info), TIMES["bank_s"].help))
    lines.append(PeopleLine("", next_deal.label, next_deal.value(info.between_s), next_deal.help))
    lines.append(PeopleLine("", "If a player leaves", away_words(info), "A player who left can always come back."))
    told = "Press Enter to show the links to this table, and the four words by which players recognise the host."
    lines.append(PeopleLine("invite", "How others join", "", told, does="shows the link"))
    if info.other is not None:
        lines.append(_other_line(info.other, is_host=is_owner))
    lines += _host_lines(info, is_host=is_owner, has_loan=is_host)
    return [_with_keys(line, is_host=is_host, is_owner=is_owner) for line in lines]


def _watcher_lines(info: TableInfo, muted: Container[str], own_name: str) -> list[PeopleLine]:
    """All spectators. own_name: mine, if I am one."""
    lines, ways = [], look_ways(info)
    for name in info.watchers:
        marks = ["host"] if info.host_seat is None and info.host == name else []
        marks += [ways[name]] if name in ways else []
        marks += ["muted"] if name in muted else []
        is_mine = name == own_name
        label, about = ("You", "") if is_mine else ("Spectator", name)
        lines.append(PeopleLine(f"watcher:{name}", label, ", ".join([name, *marks]), name=about))
    return lines


def _with_keys(line: PeopleLine, *, is_host: bool, is_owner: bool) -> PeopleLine:
    """A line with what its keys do: letters for a person, arrows for a free seat."""
    if is_host and line.id.startswith("take:"):
        told = "Between deals, the right arrow puts an easy bot on this seat, and the left arrow puts a hard bot on it."
        line = replace(line, told=f"{line.told} {told}")
    if not line.name or line.id.startswith("lift:"):
        return line
    keys = f"t mutes or unmutes {line.name}, for you only."
    if is_owner:
        keys += " Press d twice to remove them, or b twice to ban them for this match."
        keys += " Press o twice to make them the host." if line.seat is not None else ""
    return replace(line, told=f"{line.told} {keys}".strip())


def _code_lines(shut_out: Sequence[str]) -> list[PeopleLine]:
    """What the owner can do if others try to guess the join code."""
    told = (
        "Press Enter to make a new code. The old code stops working, but everybody here stays. Players who "
        "were blocked after wrong codes can then try again. Tell the new code to the players you invite."
    )
    lines = [PeopleLine("newcode", "New code", "", told, does="makes a new code")]
    told = (
        "Three wrong codes came from this address, so players from there have to wait before they try again. If a "
        "friend mistyped the code, press Enter to let them try again now. They still need the right code."
    )
    return lines + [
        PeopleLine(f"letin:{address}", "Blocked", address, told, does="lets them try again") for address in shut_out
    ]


def _other_line(other: OtherTable, *, is_host: bool) -> PeopleLine:
    told = f"This match continues at two tables. At the other table: {', '.join(other.people)}. "
    told += "The players have to choose one of the two tables. "
    told += (
        "Press Enter twice to close this table and take everybody to the other table."
        if is_host
        else "The owner of this table can close it and take everybody to the other table."
    )
    does = "closes this table and takes everybody there" if is_host else ""
    value = f"{other.name}, {counted(other.deals, 'deal')}"
    return PeopleLine("there" if is_host else "", "Other table", value, told, does=does, twice=is_host)


def _asking_lines(info: TableInfo, mine: Seat | None) -> list[PeopleLine]:
    if mine is None or info.phase in ("open", "over"):
        return []
    asked, lines = {vote.what for vote in info.votes}, []
    does = "starts a vote"
    if info.pause is not None and "resume" not in asked:
        told = "To resume, half of the players must agree."
        lines.append(PeopleLine("resume", _VOTES["resume"], "", told, does=does))
    if (info.pause is None or info.pause.why not in ("vote", "fault")) and "pause" not in asked:
        told = (
            "More than half of the players here must agree to a pause. A pause stops all clocks until half of the "
            "players want to resume."
        )
        lines.append(PeopleLine("pause", _VOTES["pause"], "", told, does=does))
    if "stop" not in asked:
        told = "This ends the match early, and nobody wins. The points of finished deals stay, but the current deal is "
        told += "void. More than half of all players must say yes."
        lines.append(PeopleLine("stop", _VOTES["stop"], "", told, does=does, twice=True))
    return lines


def _host_lines(info: TableInfo, *, is_host: bool, has_loan: bool) -> list[PeopleLine]:
    state = "on (nobody new can join)" if info.locked else "off (new players can join)"
    if not is_host:
        on_loan = [PeopleLine("", "You are host", "stand-in", LOAN_TOLD)] if has_loan else []
        lines = [*on_loan, PeopleLine("", "Lock", state, "Only the table's owner can change this.")]
        return lines + ([PeopleLine("", "Banned", str(len(info.bans)))] if info.bans else [])
    told = "Press Enter to lock or unlock the table. Players who are away can still come back."
    lines = [PeopleLine("lock", "Lock", state, told, does="unlocks the table" if info.locked else "locks the table")]
    told = "Press Enter to lift the ban. All bans end with the match."
    lines += [PeopleLine(f"lift:{name}", "Banned", name, told, name=name, does="lifts the ban") for name in info.bans]
    lines += _hand_lines(info)
    told = "Press Enter twice to close the table for everybody. This makes the current deal void."
    lines.append(PeopleLine("close", "Close the table", "", told, does="closes it", twice=True))
    return lines


def _hand_lines(info: TableInfo) -> list[PeopleLine]:
    """The players to whom the host may hand over the table: between deals, everybody who is here."""
    told = (
        "Press Enter to ask this player to host the table on their machine. If they agree, everybody moves there "
        "automatically. You can then switch off your machine. Press p to cancel the request."
    )
    here = [seat for seat in info.seats if seat.kind == "person" and seat.state == "here" and not seat.is_host]
    lines = [
        PeopleLine(
            f"hand:{seat.seat}", "Hand over", f"to {seat.name}", told, does="asks this player", refuses="cancels"
        )
        for seat in here
    ]
    return lines if info.phase == "between" else []


def _seat_line(
    seat: SeatInfo, info: TableInfo, mine: Seat | None, game: Game, muted: Container[str], bank_ms: int | None
) -> PeopleLine:
    label = "Your seat" if seat.seat == mine else f"Seat {seat.seat + 1}"
    here = PRESENCE_WORDS[seat.state] if seat.kind == "person" else ""
    marks = [" ".join(mark for mark in ("host" if seat.is_host else "", here) if mark)]
    marks += ["bot"] if seat.kind == "bot" else ["free"] if seat.kind == "empty" and seat.name else []
    marks += ["muted"] if seat.name and seat.kind == "person" and seat.name in muted else []
    name = seat.name or ("free" if seat.kind == "empty" else name_of(info, seat.seat))
    who = ", ".join([name, *(mark for mark in marks if mark)])
    line = _about_seat(seat, info, mine, game, label, who)
    left_s = _bank_left_s(seat, info, game, bank_ms if seat.seat == mine else None)
    if left_s is not None and seat.kind == "person" and info.turn_s and not seat.is_dropped:
        line = replace(line, told=f"{line.told} Time bank left: {left_s} s.".strip())
    return line


def _bank_left_s(seat: SeatInfo, info: TableInfo, game: Game, own_ms: int | None) -> int | None:
    """What is left of a time bank; None while nobody may know it. own_ms: of my own bank during a deal."""
    if info.phase in ("open", "between", "over") or shows_banks(game):
        return seat.bank_s
    # While the table is paused, my program does not know whether my clock would run.
    return None if own_ms is None or info.phase == "paused" else own_ms // 1000


def _about_seat(seat: SeatInfo, info: TableInfo, mine: Seat | None, game: Game, label: str, who: str) -> PeopleLine:
    """A line about a seat, with what Enter does to it."""
    if seat.is_dropped:
        return PeopleLine(
            "", label, f"{seat.name or 'nobody'}, out", "This player left. The others play on without this seat."
        )
    person = seat.name if seat.kind == "person" and seat.seat != mine else ""
    is_free = seat.kind == "empty" or (seat.kind == "person" and seat.state == "away")
    if info.phase in ("open", "over"):
        return PeopleLine("", label, who, name=person, seat=seat.seat)
    if not is_free:
        if not person or mine is None:
            told = "You can ask for a seat whose player is away." if mine is None else ""
            if seat.kind == "bot":
                level = next((level.title for level in game.levels if level.id == seat.level), seat.level)
                told = f"A bot, {level.lower()}." if level else "A bot."
            return PeopleLine("", label, who, told, name=person, seat=seat.seat)
        if seat.is_host and not info.on_loan:
            told = f"{seat.name} owns this table and cannot be removed."
            return PeopleLine("", label, who, told, name=person, seat=seat.seat)
        told = (
            "Press Enter to start a vote to remove this player. More than half of the other players must say yes. At "
            "least two yes votes are needed."
        )
        does = "starts a vote to remove them"
        return PeopleLine(f"kick:{seat.seat}", label, who, told, name=person, seat=seat.seat, does=does)
    if mine is None:
        told = (
            "Press Enter to ask the host for this seat and its score. If the host agrees, you sit down after this deal."
        )
        does = "asks for this seat"
        return PeopleLine(
            f"take:{seat.seat}", label, who, told, name=person, seat=seat.seat, does=does, refuses="cancels"
        )
    told = (
        "Spectators can ask for this seat, and the host decides. Between deals, the host can put a bot on this "
        "seat: the right arrow puts an easy bot on it, and the left arrow a hard bot."
    )
    if game.meta.can_shrink:
        told = f"Press Enter to start a vote to play on without this seat. {told}"
        does = "starts a vote to play on without this seat"
        return PeopleLine(f"drop:{seat.seat}", label, who, told, name=person, seat=seat.seat, does=does)
    return PeopleLine(f"bot:{seat.seat}", label, who, told, name=person, seat=seat.seat)


_SEAT_CELLS: Final = 9
_WIDEST: Final = 27


def label_cells(lines: Sequence[PeopleLine]) -> list[int]:
    """The width of each line's label: equal within a part, small beside the names of people."""
    cells: list[int] = []
    part: list[PeopleLine] = []
    for line in [*lines, None]:
        if line is not None and not line.heading:
            part.append(line)
            continue
        most = min(_WIDEST, max((cell_len(each.label) for each in part), default=0))
        most = max(most, _SEAT_CELLS)
        is_of_people = any(each.seat is not None for each in part)
        cells += [_SEAT_CELLS if is_of_people and cell_len(each.label) <= _SEAT_CELLS else most for each in part]
        part = []
        cells += [0] * (line is not None)
    return cells


_VOTES: Final = {
    "pause": "Pause",
    "resume": "Resume",
    "stop": "Break off",
    "kick": "Remove",
    "drop": "Without",
}
"""What a line about a vote begins with: short, so that a name has room beside it."""


def _vote_line(vote: VoteInfo, info: TableInfo) -> PeopleLine:
    yes, no = listed_names(info, vote.yes), listed_names(info, vote.no)
    if vote.seat is not None:
        value = f"{len(vote.yes)} of {vote.needed}: {name_of(info, vote.seat)}"
    else:
        value = f"{len(vote.yes)} of {vote.needed} say yes"
    said = f"{f' Yes: {yes}.' if yes else ''}{f' No: {no}.' if no else ''} Yes votes needed: {vote.needed}."
    words = vote_words(vote, info)
    told = f"Vote: {words}.{said} "
    told += (
        ("The vote is decided. The decision takes effect after this deal.")
        if vote.carried
        else "Press Enter for yes, or p for no."
    )
    if vote.carried:
        return PeopleLine(_vote_id(vote), _VOTES[vote.what], f"agreed, {value}", told)
    return PeopleLine(_vote_id(vote), _VOTES[vote.what], value, told, does="agrees", refuses="disagrees")


def _petition_line(petition: PetitionInfo, info: TableInfo, *, may_say: bool) -> PeopleLine:
    told = f"{petition.name} asks for {_seat_words(info, petition.seat)} and its score. "
    if petition.granted:
        told += f"The host agreed. {petition.name} gets the seat after this deal. If the absent player comes back "
        told += "first, they keep the seat."
        told += " p cancels." if may_say else ""
    else:
        told += "Press Enter for yes, or p for no." if may_say else "The host decides."
    state = "gets it" if petition.granted else "wants it"
    does, refuses = ("" if petition.granted else "agrees", "refuses") if may_say else ("", "")
    line_id, label = petition_id(petition) if may_say else "", f"Seat {petition.seat + 1}"
    return PeopleLine(line_id, label, f"{petition.name} {state}", told, does=does, refuses=refuses)


def vote_words(vote: VoteInfo, info: TableInfo) -> str:
    match vote.what:
        case "pause":
            return "pause"
        case "resume":
            return "resume"
        case "kick" if vote.seat is not None:
            return f"remove {name_of(info, vote.seat)}"
        case "drop" if vote.seat is not None:
            return f"play on without {name_of(info, vote.seat)}"
    return "break the match off"


def listed_names(info: TableInfo, seats: Sequence[Seat]) -> str:
    return ", ".join(name_of(info, seat) for seat in seats if seat < len(info.seats))


def _seat_words(info: TableInfo, seat: Seat) -> str:
    """A seat that somebody asks for, by the name of its player if it has one."""
    name = name_of(info, seat)
    return f"the seat of {name}" if info.seats[seat].name else name


def petition_id(petition: PetitionInfo) -> str:
    return f"admit:{petition.seat}:{petition.name}"


def _vote_id(vote: VoteInfo) -> str:
    return vote.what if vote.seat is None else f"{vote.what}:{vote.seat}"
