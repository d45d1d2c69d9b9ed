"""What the people of a table may agree on, as lines to choose from: votes, and seats whose players are away. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.api import Game, Seat

if TYPE_CHECKING:
    from net.tableinfo import PetitionInfo, SeatInfo, TableInfo, VoteInfo


@dataclass(frozen=True)
class Question:
    """Something on which a word of mine is wanted. id: what it is about; sentence: for the prompt."""

    id: str
    sentence: str


@dataclass(frozen=True)
class PeopleLine:
    """A line of the people screen. id: what a yes or no to it means, "" for nothing. told: what it means, in words."""

    id: str
    label: str
    value: str
    told: str = ""
    heading: bool = False


def questions_for(info: "TableInfo | None", mine: Seat | None) -> tuple[Question, ...]:
    """On what my word is wanted and was not given yet."""
    if info is None or mine is None:
        return ()
    found = [
        Question(_vote_id(vote), f"A vote: {vote_words(vote, info)}?")
        for vote in info.votes
        if not vote.carried and mine not in (*vote.yes, *vote.no)
    ]
    if info.host_seat == mine:
        found += [
            Question(petition_id(petition), f"{petition.name} asks for the seat of {_name(info.seats[petition.seat])}.")
            for petition in info.petitions
            if not petition.granted and petition.seat < len(info.seats)
        ]
    return tuple(found)


def people_lines(
    info: "TableInfo", mine: Seat | None, game: Game, code: str = "", watching: Sequence[PeopleLine] = ()
) -> list[PeopleLine]:
    """Everybody at the table, and what can be agreed on. code: of a private table, if we are its host. watching: the
    lines about who watches (tui/looking.py)."""
    lines = [PeopleLine("", "Seats", "", heading=True)]
    lines += [_seat_line(seat, info, mine, game) for seat in info.seats]
    lines += watching
    if mine is not None and info.host_seat == mine:
        told = (
            "With a code, who comes for the first time is asked for it; only you see it, and tell it to whom you would "
            "let in. Enter wants a code, n lets everybody in."
        )
        coming = f"with the code {code}" if code else "with a code" if info.coded else "free to all"
        lines.append(PeopleLine("private", "Coming in", coming, told))
    lines.append(PeopleLine("", "To be agreed on", "", heading=True))
    lines += [_vote_line(vote, info) for vote in info.votes]
    lines += [_petition_line(petition, info, mine) for petition in info.petitions if petition.seat < len(info.seats)]
    if mine is not None and info.phase != "over" and not any(vote.what == "stop" for vote in info.votes):
        told = "What was scored stands, the deal under way is void, and nobody wins. More than half have to say yes."
        lines.append(PeopleLine("stop", "Break the match off", "Enter asks the others", told))
    return lines


def _seat_line(seat: "SeatInfo", info: "TableInfo", mine: Seat | None, game: Game) -> PeopleLine:
    label = f"Seat {seat.seat + 1}"
    marks = ["you"] if seat.seat == mine else []
    marks += ["host"] if seat.is_host else []
    marks += ["bot"] if seat.kind == "bot" else []
    marks += [seat.state] if seat.state != "here" else []
    who = f"{_name(seat)} ({', '.join(marks)})" if marks else _name(seat)
    if seat.is_dropped:
        return PeopleLine(
            "", label, f"{seat.name or 'nobody'} (has left the match)", "The others go on without this seat."
        )
    is_free = seat.kind == "empty" or (seat.kind == "person" and seat.state == "away")
    if not is_free or info.phase in ("open", "over"):
        return PeopleLine("", label, who)
    if mine is None:
        return PeopleLine(
            f"take:{seat.seat}",
            label,
            who,
            "Enter asks for this seat, with its score. The host has to agree, and you come in when the deal is over.",
        )
    told = "The host can give it to a bot between two deals: left and right choose one."
    if game.meta.can_shrink:
        told = f"Enter asks the others to go on without this seat. {told}"
        return PeopleLine(f"drop:{seat.seat}", label, who, told)
    return PeopleLine(f"bot:{seat.seat}", label, who, told)


def _vote_line(vote: "VoteInfo", info: "TableInfo") -> PeopleLine:
    names = listed_names(info, vote.yes)
    so_far = f"{len(vote.yes)} of {vote.needed} say yes{f' ({names})' if names else ''}"
    told = "It is settled, and done when the deal is over." if vote.carried else "Enter says yes, n says no."
    words = vote_words(vote, info)
    return PeopleLine(_vote_id(vote), f"{words[:1].upper()}{words[1:]}", "agreed" if vote.carried else so_far, told)


def _petition_line(petition: "PetitionInfo", info: "TableInfo", mine: Seat | None) -> PeopleLine:
    may_say = mine is not None and info.host_seat == mine
    told = "Enter says yes, n says no." if may_say else "The host says yes or no."
    state = "has the host's yes" if petition.granted else "waits for the host's word"
    label = f"{petition.name} for {_name(info.seats[petition.seat])}"
    return PeopleLine(petition_id(petition) if may_say else "", label, state, told)


def vote_words(vote: "VoteInfo", info: "TableInfo") -> str:
    """What is voted on."""
    if vote.seat is None or vote.seat >= len(info.seats):
        return "break the match off"
    return f"go on without {_name(info.seats[vote.seat])}"


def listed_names(info: "TableInfo", seats: Sequence[Seat]) -> str:
    """Names of seats."""
    return ", ".join(_name(info.seats[seat]) for seat in seats if seat < len(info.seats))


def petition_id(petition: "PetitionInfo") -> str:
    """What names a petition among the lines."""
    return f"admit:{petition.seat}:{petition.name}"


def _vote_id(vote: "VoteInfo") -> str:
    return "stop" if vote.what == "stop" else f"drop:{vote.seat}"


def _name(seat: "SeatInfo") -> str:
    return seat.name or f"seat {seat.seat + 1}"
