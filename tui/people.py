"""The people of a table, and what they may agree on or the host decides, as lines to choose from. Pure."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.api import Game, Seat

from .pausing import away_words, name_of, pause_words, time_words

if TYPE_CHECKING:
    from net.tableinfo import PetitionInfo, SeatInfo, TableInfo, VoteInfo


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


def questions_for(info: "TableInfo | None", mine: Seat | None) -> tuple[Question, ...]:
    """On what my word is wanted and was not given yet."""
    if info is None or mine is None:
        return ()
    found = [
        Question(_vote_id(vote), f"A vote: {vote_words(vote, info)}?")
        for vote in info.votes
        if not vote.carried and mine not in (*vote.yes, *vote.no) and (vote.what, vote.seat) != ("kick", mine)
    ]
    if info.host_seat == mine:
        found += [
            Question(petition_id(petition), f"{petition.name} asks for the seat of {name_of(info, petition.seat)}.")
            for petition in info.petitions
            if not petition.granted and petition.seat < len(info.seats)
        ]
    return tuple(found)


def hosts(info: "TableInfo", mine: Seat | None) -> bool:
    """Whether I have the host's rights."""
    return mine is not None and info.host_seat == mine


def look_ways(info: "TableInfo") -> dict[str, str]:
    """At what those look who watch more than everybody sees, by name."""
    return {
        look.name: "all hands" if look.seat is None else f"{listed_names(info, (look.seat,))}'s hand"
        for look in info.looks
    }


def people_lines(
    info: "TableInfo",
    mine: Seat | None,
    game: Game,
    code: str = "",
    watching: Sequence[PeopleLine] = (),
    muted: Container[str] = (),
) -> list[PeopleLine]:
    """Everybody at the table, what can be agreed on, and what the host decides.

    code: of a private table, if we are its host. watching: the lines about who watches (tui/looking.py). muted: whose
    words I do not see.
    """
    lines = [PeopleLine("", "Seats", "", heading=True)]
    lines += [_seat_line(seat, info, mine, game, muted) for seat in info.seats]
    ways = look_ways(info)
    for name in info.watchers:
        marks = [*([ways[name]] if name in ways else []), *(["muted"] if name in muted else [])]
        shown = f"{name} ({', '.join(marks)})" if marks else name
        lines.append(PeopleLine(f"watcher:{name}", "Watcher", shown, name=name))
    lines += watching
    if hosts(info, mine):
        told = (
            "With a code, who comes for the first time is asked for it; only you see it, and tell it to whom you would "
            "let in. Enter wants a code, n lets everybody in."
        )
        coming = f"with the code {code}" if code else "with a code" if info.coded else "free to all"
        lines.append(PeopleLine("private", "Coming in", coming, told))
    lines.append(PeopleLine("", "To be agreed on", "", heading=True))
    if info.pause is not None:
        waits = "" if info.pause.seat is None else f"waits for {name_of(info, info.pause.seat)}"
        lines.append(PeopleLine("", "Paused", waits or "by a vote", pause_words(info, mine, "")))
    lines += [_vote_line(vote, info) for vote in info.votes]
    lines += [_petition_line(petition, info, mine) for petition in info.petitions if petition.seat < len(info.seats)]
    lines += _asking_lines(info, mine)
    lines.append(PeopleLine("", "Table", "", heading=True))
    lines.append(PeopleLine("", "A turn", time_words(info), "The bank is what each seat may overdraw in a match."))
    told = "When a deal is over, and not all have said that they want the next one."
    lines.append(
        PeopleLine("", "Next deal", f"after {info.between_s} s" if info.between_s else "when all say so", told)
    )
    lines.append(PeopleLine("", "If one leaves", away_words(info), "They can always come back."))
    told = "Enter shows the links by which others come to this table, wherever they are, and the words of its host."
    lines.append(PeopleLine("invite", "How others join", "Enter shows it", told))
    lines += _host_lines(info, is_host=hosts(info, mine))
    return lines


def _asking_lines(info: "TableInfo", mine: Seat | None) -> list[PeopleLine]:
    """What I may ask the others for."""
    if mine is None or info.phase in ("open", "over"):
        return []
    asked, lines = {vote.what for vote in info.votes}, []
    value = "Enter asks for it"
    if info.pause is not None and "resume" not in asked:
        lines.append(PeopleLine("resume", "Go on", value, "Half of the players are enough to go on."))
    if (info.pause is None or info.pause.why != "vote") and "pause" not in asked:
        told = "All clocks stand still until half of the players go on. More than half of those here have to say yes."
        lines.append(PeopleLine("pause", "Pause", value, told))
    if "stop" not in asked:
        told = "What was scored stands, the deal under way is void, and nobody wins. More than half have to say yes."
        lines.append(PeopleLine("stop", "Break the match off", value, told))
    return lines


def _host_lines(info: "TableInfo", *, is_host: bool) -> list[PeopleLine]:
    state = "locked: nobody new comes in" if info.locked else "open to newcomers"
    if not is_host:
        lines = [PeopleLine("", "Door", state)]
        return lines + ([PeopleLine("", "Banned", str(len(info.bans)))] if info.bans else [])
    told = "Enter lets nobody new in, or again. Who has a place can always come back."
    lines = [PeopleLine("lock", "Door", state, told)]
    told = "Enter lifts the ban. All bans end with the match."
    lines += [PeopleLine(f"lift:{name}", "Banned", name, told, name=name) for name in info.bans]
    lines += _hand_lines(info)
    told = "Enter, twice, ends the table for all. The deal under way is void."
    lines.append(PeopleLine("close", "Close the table", "Enter, twice", told))
    return lines


def _hand_lines(info: "TableInfo") -> list[PeopleLine]:
    """To whom I, the host, may hand the table over now: between two deals, whoever is here."""
    told = (
        "Enter asks whether the table may go on at that machine: all come along by themselves, and this one may be "
        "switched off. n takes the question back."
    )
    here = [seat for seat in info.seats if seat.kind == "person" and seat.state == "here" and not seat.is_host]
    lines = [PeopleLine(f"hand:{seat.seat}", "Hand over", f"{seat.name} hosts it then", told) for seat in here]
    return lines if info.phase == "between" else []


def _seat_line(seat: "SeatInfo", info: "TableInfo", mine: Seat | None, game: Game, muted: Container[str]) -> PeopleLine:
    label = f"Seat {seat.seat + 1}"
    marks = ["you"] if seat.seat == mine else []
    marks += ["host"] if seat.is_host else []
    marks += ["bot"] if seat.kind == "bot" else []
    marks += [seat.state] if seat.state != "here" else []
    marks += ["muted"] if seat.name and seat.kind == "person" and seat.name in muted else []
    is_drawn = seat.kind == "person" and info.turn_s and seat.bank_s != info.bank_s
    marks += [f"bank {seat.bank_s} s"] if is_drawn else []
    name = name_of(info, seat.seat)
    who = f"{name} ({', '.join(marks)})" if marks else name
    if seat.is_dropped:
        return PeopleLine(
            "", label, f"{seat.name or 'nobody'} (has left the match)", "The others go on without this seat."
        )
    person = seat.name if seat.kind == "person" and seat.seat != mine else ""
    is_free = seat.kind == "empty" or (seat.kind == "person" and seat.state == "away")
    if info.phase in ("open", "over"):
        return PeopleLine("", label, who, name=person, seat=seat.seat)
    if not is_free:
        if not person or mine is None:
            return PeopleLine("", label, who, name=person, seat=seat.seat)
        told = "Enter asks the others to send this player away: more than half of them, and two at least."
        return PeopleLine(f"kick:{seat.seat}", label, who, told, name=person, seat=seat.seat)
    if mine is None:
        told = "Enter asks for this seat, with its score. The host has to agree, and you come in when the deal is over."
        return PeopleLine(f"take:{seat.seat}", label, who, told, name=person, seat=seat.seat)
    told = "The host can give it to a bot between two deals: left and right choose one."
    if game.meta.can_shrink:
        told = f"Enter asks the others to go on without this seat. {told}"
        return PeopleLine(f"drop:{seat.seat}", label, who, told, name=person, seat=seat.seat)
    return PeopleLine(f"bot:{seat.seat}", label, who, told, name=person, seat=seat.seat)


def _vote_line(vote: "VoteInfo", info: "TableInfo") -> PeopleLine:
    names = listed_names(info, vote.yes)
    so_far = f"{len(vote.yes)} of {vote.needed} say yes{f' ({names})' if names else ''}"
    told = "It is settled, and done when the deal is over." if vote.carried else "Enter says yes, n says no."
    words = vote_words(vote, info)
    return PeopleLine(_vote_id(vote), f"{words[:1].upper()}{words[1:]}", "agreed" if vote.carried else so_far, told)


def _petition_line(petition: "PetitionInfo", info: "TableInfo", mine: Seat | None) -> PeopleLine:
    may_say = hosts(info, mine)
    told = "Enter says yes, n says no." if may_say else "The host says yes or no."
    state = "has the host's yes" if petition.granted else "waits for the host's word"
    label = f"{petition.name} for {name_of(info, petition.seat)}"
    return PeopleLine(petition_id(petition) if may_say else "", label, state, told)


def vote_words(vote: "VoteInfo", info: "TableInfo") -> str:
    """What is voted on."""
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


def listed_names(info: "TableInfo", seats: Sequence[Seat]) -> str:
    """Names of seats."""
    return ", ".join(name_of(info, seat) for seat in seats if seat < len(info.seats))


def petition_id(petition: "PetitionInfo") -> str:
    """What names a petition among the lines."""
    return f"admit:{petition.seat}:{petition.name}"


def _vote_id(vote: "VoteInfo") -> str:
    return vote.what if vote.seat is None else f"{vote.what}:{vote.seat}"
