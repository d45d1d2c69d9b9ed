"""The people of a table, and what they may agree on or the host decides, as lines to choose from. Pure."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from engine.api import Game, Seat

from .table_settings import TIMES, away_words, turn_and_bank
from .time_words import name_of, pause_words

if TYPE_CHECKING:
    from net.wire.table_info import OtherTable, PetitionInfo, SeatInfo, TableInfo, VoteInfo

LOAN_TOLD: Final = (
    "This table belongs to somebody who is not here. Meanwhile you say yes or no to who asks for a seat, and put bots "
    "on free seats; before the first deal you set the rules, the seats and the times, and start. Only the owner "
    "closes, locks or hides the table, sends people away, or says who needs a code."
)
"""What the rights on loan are."""

PRESENCE_WORDS: Final = {"here": "", "lagging": "no answer", "away": "away"}
"""What is said of a person's line, the same wherever people are listed."""


@dataclass(frozen=True)
class Question:
    """Something on which a word of mine is wanted. id: what it is about; sentence: for the prompt."""

    id: str
    sentence: str


@dataclass(frozen=True)
class PeopleLine:
    """A line of the people screen. id: what a yes or no to it means, "" for nothing. told: what it means, in words.

    name: of the person it is about; seat: where they sit.
    """

    id: str
    label: str
    value: str
    told: str = ""
    heading: bool = False
    name: str = ""
    seat: Seat | None = None


def questions_for(info: TableInfo | None, mine: Seat | None, name: str = "") -> tuple[Question, ...]:
    """On what my word is wanted and was not given yet. name: mine."""
    if info is None:
        return ()
    votes = info.votes if mine is not None else ()
    found = [
        Question(_vote_id(vote), f"A vote: {vote_words(vote, info)}?")
        for vote in votes
        if not vote.carried and mine not in (*vote.yes, *vote.no) and (vote.what, vote.seat) != ("kick", mine)
    ]
    if hosts(info, mine, name):
        found += [
            Question(petition_id(petition), f"{petition.name} asks for the seat of {name_of(info, petition.seat)}.")
            for petition in info.petitions
            if not petition.granted and petition.seat < len(info.seats)
        ]
    return tuple(found)


def hosts(info: TableInfo, mine: Seat | None, name: str) -> bool:
    """Whether I have the host's rights. name: mine; nobody else at the table has it, so it tells a host who watches."""
    return info.host_seat == mine and (mine is not None or (bool(name) and info.host == name))


def owns(info: TableInfo, mine: Seat | None, name: str) -> bool:
    """Whether I have all of the host's rights, and not only those on loan while the table's owner is not here."""
    return hosts(info, mine, name) and not info.on_loan


def look_ways(info: TableInfo) -> dict[str, str]:
    """At what those look who watch more than everybody sees, by name."""
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
) -> list[PeopleLine]:
    """Everybody at the table, what can be agreed on, and what the host decides.

    code: of a private table, if we are its host. watching: the lines about who watches (tui/forms/spectating.py).
    muted: whose words I do not see. shut_out: addresses with no tries of the code left; None if the table makes no
    other code. name: mine.
    """
    is_host, is_owner = hosts(info, mine, name), owns(info, mine, name)
    lines = [PeopleLine("", "Seats", "", heading=True)]
    lines += [_seat_line(seat, info, mine, game, muted) for seat in info.seats]
    lines += _watcher_lines(info, muted, name if mine is None else "")
    lines += watching
    if is_owner:
        told = (
            "With a code, who comes for the first time is asked for it; only you see it, and tell it to whom you would "
            "let in. Enter wants a code, n lets everybody in."
        )
        coming = f"with the code {code}" if code else "with a code" if info.coded else "free to all"
        lines.append(PeopleLine("private", "Coming in", coming, told))
        if code and shut_out is not None:
            lines += _code_lines(shut_out)
    agreed = PeopleLine("", "To be agreed on", "", heading=True)
    lines.append(agreed)
    if info.pause is not None:
        waits = "" if info.pause.seat is None else f"for {name_of(info, info.pause.seat)}"
        lines.append(PeopleLine("", "Paused", waits or "by a vote", pause_words(info, mine, "")))
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
    lines.append(PeopleLine("", "A turn", turn_and_bank(info), "The bank is what each seat may overdraw in a match."))
    next_deal = TIMES["between_s"]
    lines.append(PeopleLine("", next_deal.label, next_deal.value(info.between_s), next_deal.help))
    lines.append(PeopleLine("", "If one leaves", away_words(info), "They can always come back."))
    told = "Enter shows the links by which others come to this table, wherever they are, and the words of its host."
    lines.append(PeopleLine("invite", "How others join", "Enter shows it", told))
    if info.other is not None:
        lines.append(_other_line(info.other, is_host=is_owner))
    lines += _host_lines(info, is_host=is_owner, has_loan=is_host)
    return [_with_keys(line, is_host=is_host, is_owner=is_owner) for line in lines]


def _watcher_lines(info: TableInfo, muted: Container[str], own_name: str) -> list[PeopleLine]:
    """Everybody who watches. own_name: of the one who is I, if I do."""
    lines, ways = [], look_ways(info)
    for name in info.watchers:
        marks = ["host"] if info.host_seat is None and info.host == name else []
        marks += [ways[name]] if name in ways else []
        marks += ["muted"] if name in muted else []
        is_mine = name == own_name
        label, about = ("You", "") if is_mine else ("Watcher", name)
        lines.append(PeopleLine(f"watcher:{name}", label, ", ".join([name, *marks]), name=about))
    return lines


def _with_keys(line: PeopleLine, *, is_host: bool, is_owner: bool) -> PeopleLine:
    """A line about somebody else, with what its letters do; of a free seat, with what the arrows do."""
    if is_host and line.id.startswith("take:"):
        line = replace(line, told=f"{line.told} Between two deals left and right give it to a bot.")
    if not line.name or line.id.startswith("lift:"):
        return line
    keys = f"m hides or shows what {line.name} says."
    if is_owner:
        keys += " x, twice, sends them away; b, twice, bans them until the match is over."
        keys += " o, twice, makes them the host." if line.seat is not None else ""
    return replace(line, told=f"{line.told} {keys}".strip())


def _code_lines(shut_out: Sequence[str]) -> list[PeopleLine]:
    """What I, the owner, can do about a private table's code when others try to guess it."""
    told = (
        "Enter makes another code, and the old one is void. Who is in stays in, all wrong tries are forgotten, and you "
        "tell the new code to whom you would let in."
    )
    lines = [PeopleLine("newcode", "New code", "Enter makes one", told)]
    told = (
        "Three wrong codes came from there, so it has to wait. Enter lets it try again at once: for a friend who "
        "mistyped. They still need the code."
    )
    return lines + [PeopleLine(f"letin:{address}", "Shut out", address, told) for address in shut_out]


def _other_line(other: OtherTable, *, is_host: bool) -> PeopleLine:
    deals = "1 deal" if other.deals == 1 else f"{other.deals} deals"
    told = f"The match has two tables. At the other one: {', '.join(other.people)}. "
    told += "Only the people can say which one goes on. "
    told += "Enter, twice, closes this table and takes everybody there." if is_host else "The host can close this one."
    return PeopleLine("there" if is_host else "", "Played elsewhere", f"by {other.name}, {deals}", told)


def _asking_lines(info: TableInfo, mine: Seat | None) -> list[PeopleLine]:
    if mine is None or info.phase in ("open", "over"):
        return []
    asked, lines = {vote.what for vote in info.votes}, []
    value = "Enter asks for it"
    if info.pause is not None and "resume" not in asked:
        lines.append(PeopleLine("resume", _VOTES["resume"], value, "Half of the players are enough to go on."))
    if (info.pause is None or info.pause.why not in ("vote", "fault")) and "pause" not in asked:
        told = "All clocks stand still until half of the players go on. More than half of those here have to say yes."
        lines.append(PeopleLine("pause", _VOTES["pause"], value, told))
    if "stop" not in asked:
        told = "Breaks the match off: what was scored stands, the deal under way is void, and nobody wins. "
        told += "More than half have to say yes."
        lines.append(PeopleLine("stop", _VOTES["stop"], value, told))
    return lines


def _host_lines(info: TableInfo, *, is_host: bool, has_loan: bool) -> list[PeopleLine]:
    state = "locked: nobody new comes in" if info.locked else "open to newcomers"
    if not is_host:
        on_loan = [PeopleLine("", "You are host", "on loan", LOAN_TOLD)] if has_loan else []
        lines = [*on_loan, PeopleLine("", "Door", state, "The table's owner locks and opens it.")]
        return lines + ([PeopleLine("", "Banned", str(len(info.bans)))] if info.bans else [])
    told = "Enter lets nobody new in, or again. Who has a place can always come back."
    lines = [PeopleLine("lock", "Door", state, told)]
    told = "Enter lifts the ban. All bans end with the match."
    lines += [PeopleLine(f"lift:{name}", "Banned", name, told, name=name) for name in info.bans]
    lines += _hand_lines(info)
    told = "Enter, twice, ends the table for all. The deal under way is void."
    lines.append(PeopleLine("close", "Close the table", "Enter, twice", told))
    return lines


def _hand_lines(info: TableInfo) -> list[PeopleLine]:
    """To whom I, the host, may hand the table over now: between two deals, whoever is here."""
    told = (
        "Enter asks whether the table may go on at that machine: all come along by themselves, and this one may be "
        "switched off. n takes the question back."
    )
    here = [seat for seat in info.seats if seat.kind == "person" and seat.state == "here" and not seat.is_host]
    lines = [PeopleLine(f"hand:{seat.seat}", "Hand over", f"{seat.name} hosts it then", told) for seat in here]
    return lines if info.phase == "between" else []


def _seat_line(seat: SeatInfo, info: TableInfo, mine: Seat | None, game: Game, muted: Container[str]) -> PeopleLine:
    label = f"You ({seat.seat + 1})" if seat.seat == mine else f"Seat {seat.seat + 1}"
    here = PRESENCE_WORDS[seat.state] if seat.kind == "person" else ""
    marks = [" ".join(mark for mark in ("host" if seat.is_host else "", here) if mark)]
    marks += ["bot"] if seat.kind == "bot" else ["free"] if seat.kind == "empty" and seat.name else []
    marks += ["muted"] if seat.name and seat.kind == "person" and seat.name in muted else []
    who = ", ".join([name_of(info, seat.seat), *(mark for mark in marks if mark)])
    line = _about_seat(seat, info, mine, game, label, who)
    if seat.kind == "person" and info.turn_s and not seat.is_dropped:
        line = replace(line, told=f"{line.told} {seat.bank_s} s of the bank are left.".strip())
    return line


def _about_seat(seat: SeatInfo, info: TableInfo, mine: Seat | None, game: Game, label: str, who: str) -> PeopleLine:
    """A line about a seat, with what can be asked about it."""
    if seat.is_dropped:
        return PeopleLine(
            "", label, f"{seat.name or 'nobody'}, out", "Left the match: the others go on without this seat."
        )
    person = seat.name if seat.kind == "person" and seat.seat != mine else ""
    is_free = seat.kind == "empty" or (seat.kind == "person" and seat.state == "away")
    if info.phase in ("open", "over"):
        return PeopleLine("", label, who, name=person, seat=seat.seat)
    if not is_free:
        if not person or mine is None:
            told = "Who watches can ask for a seat whose player is away." if mine is None else ""
            if seat.kind == "bot":
                level = next((level.title for level in game.levels if level.id == seat.level), seat.level)
                told = f"A bot, {level.lower()}." if level else "A bot."
            return PeopleLine("", label, who, told, name=person, seat=seat.seat)
        told = "Enter asks the others to send this player away: more than half of them, and two at least."
        return PeopleLine(f"kick:{seat.seat}", label, who, told, name=person, seat=seat.seat)
    if mine is None:
        told = "Enter asks for this seat, with its score. The host has to agree, and you come in when the deal is over."
        return PeopleLine(f"take:{seat.seat}", label, who, told, name=person, seat=seat.seat)
    told = (
        "Who watches can ask for this seat, and the host says yes or no. The host can give it to a bot between two "
        "deals: left and right choose one."
    )
    if game.meta.can_shrink:
        told = f"Enter asks the others to go on without this seat. {told}"
        return PeopleLine(f"drop:{seat.seat}", label, who, told, name=person, seat=seat.seat)
    return PeopleLine(f"bot:{seat.seat}", label, who, told, name=person, seat=seat.seat)


_SEAT_CELLS: Final = 9
_WIDEST: Final = 27


def label_cells(lines: Sequence[PeopleLine]) -> list[int]:
    """The cells that the label of each line gets: alike within a part, few beside the names of people."""
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
    "resume": "Go on",
    "stop": "Break off",
    "kick": "Send away",
    "drop": "Without",
}
"""What a line about a vote begins with: short, so that a name has room beside it."""


def _vote_line(vote: VoteInfo, info: TableInfo) -> PeopleLine:
    yes, no = listed_names(info, vote.yes), listed_names(info, vote.no)
    if vote.seat is not None:
        value = f"{len(vote.yes)} of {vote.needed}: {name_of(info, vote.seat)}"
    else:
        value = f"{len(vote.yes)} of {vote.needed} say yes"
    said = f"{f' Yes: {yes}.' if yes else ''}{f' No: {no}.' if no else ''} {vote.needed} have to say yes."
    words = vote_words(vote, info)
    told = f"A vote: {words}.{said} "
    told += "It is settled, and done when the deal is over." if vote.carried else "Enter says yes, n says no."
    return PeopleLine(_vote_id(vote), _VOTES[vote.what], f"agreed, {value}" if vote.carried else value, told)


def _petition_line(petition: PetitionInfo, info: TableInfo, *, may_say: bool) -> PeopleLine:
    told = (
        f"{petition.name} asks to go on in the place of {name_of(info, petition.seat)}, with the score of that seat. "
    )
    if petition.granted:
        told += "The host has said yes: it is done when the deal is over, unless the player is back by then."
        told += " n takes it back." if may_say else ""
    else:
        told += "Enter says yes, n says no." if may_say else "The host says yes or no."
    state = "gets it" if petition.granted else "wants it"
    return PeopleLine(
        petition_id(petition) if may_say else "", f"Seat {petition.seat + 1}", f"{petition.name} {state}", told
    )


def vote_words(vote: VoteInfo, info: TableInfo) -> str:
    match vote.what:
        case "pause":
            return "pause"
        case "resume":
            return "go on"
        case "kick" if vote.seat is not None:
            return f"send {name_of(info, vote.seat)} away"
        case "drop" if vote.seat is not None:
            return f"go on without {name_of(info, vote.seat)}"
    return "break the match off"


def listed_names(info: TableInfo, seats: Sequence[Seat]) -> str:
    return ", ".join(name_of(info, seat) for seat in seats if seat < len(info.seats))


def petition_id(petition: PetitionInfo) -> str:
    return f"admit:{petition.seat}:{petition.name}"


def _vote_id(vote: VoteInfo) -> str:
    return vote.what if vote.seat is None else f"{vote.what}:{vote.seat}"
