"""The people of a table during a match: players, spectators, votes, and seats whose players are away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from engine.api import Event, Happened, MatchEnded

from ..config.mutes import Mutes
from ..forms.host_config import get_game
from ..forms.people import PeopleLine, hosts, label_cells, owns, questions_for
from ..forms.requests import SURE, lines_for, request_for
from ..forms.spectating import step
from ..forms.table_draft import Item
from ..forms.table_settings import SPECTATORS
from ..session.invitation import invite_words
from ..session.room_screen import BACK, HELP
from ..session.table_session import people_of
from ..table.narration import Narration
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import RowList
from ..widgets.messages import SessionNews
from ..widgets.page import Block, Page
from .form_screen import Form, form_rows
from .table_requests import TableRequests

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.wire.table_info import TableInfo


_ABOUT: Final = (
    "Players, spectators and votes. Here you see details of the selected line. The keys for this line are at the "
    "bottom."
)
_OF_FREE_SEATS: Final = ("drop", "bot", "take")
"""How the ids of lines about seats that a bot can take begin."""


class PeopleScreen(TableRequests):
    """Everybody at the table. My yes or no goes to the table, and its answer is shown here."""

    WORDS = "People"
    REFUSED = "The table did not allow that."
    HELP_TEXT = (
        "A spectator can press Enter to ask for an absent player's seat. If the host agrees, the spectator gets the "
        "seat after the deal. If the absent player comes back first, they keep the seat. Between deals, the host can "
        "put a bot on the seat: the right arrow puts an easy bot on it, and the left arrow a hard bot. In some games "
        "you can play on without an absent player: select the seat and press Enter to start a vote. The seat keeps its "
        "score, but cannot win.\n\n"
        "On a vote, press Enter for yes, or p for no. You can change your mind until the vote is decided. More "
        "than half of the players here must agree to a pause. To resume, half of them must agree. To remove a player, "
        "select the player and press Enter to start a vote. More than half of the other players must say yes. At least "
        "two yes votes are needed. To break off the match, more than half of all players must say yes.\n\n"
        "If the host lets spectators see hands, spectators choose here whose hand they see. Players choose here "
        "whether spectators may see their hand. Spectators who may see hands are marked.\n\n"
        "Press t to mute or unmute a player. You no longer see what a muted player says at this table. Others still "
        "see it, and the muted player does not notice.\n\n"
        "Host: d removes the selected player or spectator, b bans them for this match, and o makes a player the host. "
        "Press d, b or o twice. Only the new host can make you the host again. New players cannot join a "
        "locked table. Closing the table ends it for everybody.\n\n"
        "The player who opened the table is its owner. While the owner is away, another player is the stand-in host. "
        "The stand-in host answers requests for seats and puts bots on free seats. Before the first deal, the stand-in "
        "host also sets the rules, seats and times, and starts the match."
    )
    BINDINGS = [
        Binding("p", "no", "no", show=False, id="people.no"),
        Binding("t", "mute", "mute", show=False, id="people.mute"),
        Binding("d", "send_away", "remove", show=False, id="people.kick"),
        Binding("b", "ban", "ban", show=False, id="people.ban"),
        Binding("o", "pass_host", "make host", show=False, id="people.host"),
        Binding("q", "back", "back", show=False, id="people.back"),
    ]

    def __init__(self, session: ClientSession) -> None:
        super().__init__()
        self._session = session
        self._answered = False
        """Whether I said yes or no to the selected line."""
        self._happened = ""
        """What the log says of what the table did since then."""

    def body(self) -> Iterable[Widget]:
        yield Form((22, 0))

    def on_mount(self) -> None:
        self.show_table()
        rows = self.query_one(RowList)
        for question in questions_for(self._session.info, self._session.seat, self._session.name)[:1]:
            # The line of the seat may have the same id as the line of the vote, which is below it.
            alike = [row for row in self._by_row() if row == question.id or row.startswith(f"{question.id} #")]
            rows.go_to(alike[-1] if alike else "")

    def on_session_news(self, message: SessionNews) -> None:
        from net.news import CodeTold, Told

        match message.news:
            case CodeTold(text=text) if text:
                self.tell(text, "warning")
            case Told(event=Happened(what="said" | "voted")):
                pass
            case Told(event=Happened() | MatchEnded() as event):
                self._note(event)
        self.show_table()

    def _note(self, event: Event) -> None:
        """Keep the sentence that the log has for what happened at the table."""
        session, view = self._session, self._session.view
        if view is None:
            return
        names = dict(enumerate(name for name, _ in people_of(session.info, view.seats)))
        story = Narration(view.game, session.seat, lambda seat: names[seat], view.deck, reader=session.seat)
        story.tell(event)
        self._happened = next((f"{line.text}." for line in story.log), self._happened)

    @property
    def lines(self) -> list[PeopleLine]:
        return [] if self._session.is_closed else lines_for(self._session, self._mutes)

    def _steps(self, line: PeopleLine) -> bool:
        """Whether left and right do something to a line."""
        info, session = self._session.info, self._session
        gives_bot = _gives_bot(line) and info is not None and hosts(info, session.seat, session.name)
        return gives_bot or line.id in SPECTATORS

    @property
    def _mutes(self) -> Mutes:
        return self.room.mutes

    def show_table(self) -> None:
        found = self._by_row()
        items = [
            Item(row_id, line.label, line.shown, line.told, steps=self._steps(line), heading=line.heading, room=cells)
            for (row_id, line), cells in zip(found.items(), label_cells(list(found.values())), strict=True)
        ]
        rows = self.query_one(RowList)
        rows.show(form_rows(items), is_steady=True)
        if rows.is_lost:
            self.be_unsure()
        self._explain()

    def _keys(self) -> list[KeyHint]:
        """What the keys do to the selected line."""
        info, mine, line = self._session.info, self._session.seat, self._current()
        keys = [KeyHint("up,down", "move")]
        if line is None or info is None:
            return [*keys, BACK, HELP]
        enter = self._enter_word(line, info)
        keys += [KeyHint("enter", enter, keep=True)] if enter else []
        may_refuse = enter == "yes" or line.id.startswith(("hand:", "take:"))
        keys += [KeyHint("p", "no", keep=True)] if may_refuse else []
        more = [("left,right", "bot" if _gives_bot(line) else "change")] if self._steps(line) else []
        if line.name and not line.id.startswith("lift:"):
            more.append(("t", "mute"))
            is_owner = owns(info, mine, self._session.name)
            more += [("d", "remove"), ("b", "ban")] if is_owner else []
            more += [("o", "make host")] if is_owner and line.seat is not None else []
        keys += [KeyHint(key, word, rank=1) for key, word in more]
        return [*keys, BACK, HELP]

    @staticmethod
    def _enter_word(line: PeopleLine, info: TableInfo) -> str:
        """What Enter does to a line, "" for nothing."""
        kind, _, seat = line.id.partition(":")
        is_open = any(vote.what == kind and str(vote.seat if seat else "") == seat for vote in info.votes)
        if kind in ("admit", "private") or is_open:
            return "yes"
        if kind in ("pause", "resume", "stop", "kick", "drop", "take", "hand"):
            return "ask"
        if kind in ("look", "invite"):
            return "look" if kind == "look" else "show"
        return "" if kind in ("", "watcher", "bot") else "change"

    def _by_row(self) -> dict[str, PeopleLine]:
        """The lines by the ids of their rows, which do not depend on their places."""
        found: dict[str, PeopleLine] = {}
        for line in self.lines:
            # The cursor stays on a player who becomes the host, and can then no longer be removed by a vote.
            name = row_id = line.id or (f"line {line.label}" if line.seat is None else f"kick:{line.seat}")
            count = 1
            while row_id in found:
                count += 1
                row_id = f"{name} #{count}"
            found[row_id] = line
        return found

    def _current(self) -> PeopleLine | None:
        row = self.query_one(RowList).current
        return self._by_row().get(row.id) if row is not None else None

    @on(RowList.Moved)
    def _moved(self) -> None:
        self.be_unsure()
        self._answered, self._happened = False, ""
        self._explain()

    def _explain(self) -> None:
        line = self._current()
        blocks = [Block(_ABOUT)]
        if line is not None and line.told:
            blocks = [Block(f"{line.label}: {line.shown}", "strong"), Block(line.told, gap=1)]
        if self.query_one(RowList).is_lost:
            gone = "The line that you selected is no longer here. It was answered, or it changed."
            blocks = [Block(self._happened or ("Your answer decided the vote or request." if self._answered else gone))]
        self.query_one(Page).show(blocks)
        self.query_one(KeyBar).show(tuple(self._keys()))

    @on(RowList.Chosen)
    def _yes(self, event: RowList.Chosen) -> None:
        # By the chosen row: the cursor may already be on another row when this message arrives.
        self._answer(self._by_row().get(event.row_id), is_yes=True)

    def action_no(self) -> None:
        self._answer(self._current(), is_yes=False)

    @on(RowList.Stepped)
    def _bot(self, event: RowList.Stepped) -> None:
        kind, _, seat = event.row_id.partition(":")
        info = self._session.info
        if event.row_id in SPECTATORS and info is not None:
            self.ask_table(step(self._session, event.row_id, event.step))
        if kind in _OF_FREE_SEATS and seat.isdecimal() and info is not None:
            levels = [level.id for level in get_game(info.game).levels]
            self.ask_table(self._session.set_bot(int(seat), levels[0 if event.step > 0 else -1]))

    def _answer(self, line: PeopleLine | None, *, is_yes: bool) -> None:
        session, info = self._session, self._session.info
        if line is None or info is None or not line.id:
            self.tell("You cannot answer this line.")
            return
        kind = line.id.partition(":")[0]
        if kind == "invite" and is_yes:
            self.room.open_screen("invite", *invite_words(*self.room.tables.invitation(), is_coded=info.coded))
            return
        if kind in SURE and is_yes and not self.is_sure(kind, f"Press Enter again {SURE[kind]}"):
            return
        asked = request_for(session, line.id, is_yes=is_yes)
        if asked is not None:
            self._answered, self._happened = True, ""
            self.ask_table(*asked)
        else:
            self.tell(line.told or "You cannot answer this line.")

    # About one person.

    def _person(self) -> PeopleLine | None:
        """The selected line, if it is about another person."""
        line = self._current()
        if line is not None and line.name:
            return line
        self.tell("Select a player or spectator first.")
        return None

    def action_mute(self) -> None:
        line, info = self._person(), self._session.info
        if line is not None and info is not None and not line.id.startswith("lift:"):
            told = self._mutes.toggle(info, line.name)
            self.show_table()
            self.tell(told)

    def action_send_away(self) -> None:
        if (line := self._others_line("remove players")) is None:
            return
        name = line.name
        if self.is_sure(f"remove {name}", f"Press d again to remove {name}."):
            self.ask_table(self._session.send_away(name), f"{name} was removed, and may join again.")

    def action_ban(self) -> None:
        if (line := self._others_line("ban players")) is None:
            return
        name = line.name
        if self.is_sure(f"ban {name}", f"Press b again to ban {name} for this match."):
            self.ask_table(self._session.ban(name), f"{name} is banned for this match.")

    def _others_line(self, what: str) -> PeopleLine | None:
        """The selected person, if I am the owner and may decide about them. what: the action, for the refusal."""
        line, info = self._person(), self._session.info
        if line is None or info is None or line.id.startswith("lift:"):
            return None
        if not owns(info, self._session.seat, self._session.name):
            self.tell(f"Only the host can {what}.", "warning")
            return None
        return line

    def action_pass_host(self) -> None:
        if (line := self._others_line("choose another host")) is None:
            return
        if line.seat is None:
            self.tell(f"{line.name} is a spectator. Only a player can be host.")
        elif self.is_sure(f"host {line.name}", f"Press o again to make {line.name} the host."):
            self.ask_table(self._session.pass_host(line.seat), f"{line.name} is the host now.")


def _gives_bot(line: PeopleLine) -> bool:
    return line.seat is not None and line.id.partition(":")[0] in _OF_FREE_SEATS
