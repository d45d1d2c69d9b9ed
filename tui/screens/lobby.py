"""The lobby of a table: seats, rules and chat before the first deal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from textual import on, work
from textual.binding import Binding
from textual.events import Resize
from textual.widget import Widget

from engine.api import OptionValue, View, counted

from ..forms.host_config import get_game
from ..forms.lobby import changes, lobby_items, missing_words, set_all
from ..forms.people import hosts, owns
from ..forms.spectating import watcher_words
from ..forms.table_draft import Item
from ..forms.time_words import NOT_SAVED, name_of
from ..session.invitation import host_words
from ..session.room_screen import HELP, AskLine
from ..table.coach.card import card_lines, card_text, card_title
from ..table.coach.coach import entry_of
from ..table.game_words import layout_at
from ..table.key_bindings import KeyNames
from ..table.narration import Narration, heard
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import RowList
from ..widgets.messages import SessionNews
from ..widgets.packs import FRENCH, Pack, read_pack
from ..widgets.page import Block, Page, StillPage, newest_below, rows_of
from ..widgets.title_bar import NoticeLine, Severity, TitleBar
from .form_screen import Form, form_rows
from .table_requests import TableRequests

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.wire.table_info import SeatInfo, TableInfo

_LINES_OF_TALK: Final = 60
_FEW_ROWS: Final = 6
"""With no more rows than these, only the state of the lobby and the chat are shown."""


def invite_blocks(info: TableInfo, links: list[str], why_none: str, words: str, code: str = "") -> list[Block]:
    """How friends join. A link has its own row, so that it can be copied. code: of a private table, for its host."""
    if not links and not why_none:
        how = f"{'with f in the menu, or ' if info.listed else ''}with the host's link"
    elif not links:
        listed = "with f in the menu, only" if info.listed else "only"
        how = f"{listed} on this machine, because {why_none}"
    else:
        listed = "with f in the menu (same network or machine), or " if info.listed and not why_none else ""
        how = f"{listed}khanhoo join"
    blocks = [Block(how, "felt", 14, "Friends join:", "faint"), *(Block(link) for link in links)]
    if links and why_none:
        blocks.append(Block(why_none, "turn", 14, "Not listed:", "faint"))
    if code:
        blocks.append(Block(f"{code} (tell it to the players you invite)", "turn", 14, "Join code:", "faint"))
    if words:
        blocks.append(Block(words, "felt", 14, "Host's words:", "faint"))
    return blocks


def brief_blocks(info: TableInfo, links: list[str], why_none: str, words: str, code: str = "") -> list[Block]:
    """The same in fewer rows: one link, and the code beside the host's words. (The People screen has all links; help
    explains the code and the words.)
    """
    if not (code and words):
        return invite_blocks(info, links[:1], why_none, words, code)
    blocks = invite_blocks(info, links[:1], why_none, "")
    beside = f"{code}  Host's words: {words.partition(' (')[0]}"
    return [*blocks, Block(beside, "turn", 14, "Join code:", "faint")]


def _settled(info: TableInfo) -> dict[str, OptionValue]:
    """The options of a table as its game plays them."""
    game = get_game(info.game)
    return game.complete_options(game.meta.resolve(info.options), len(info.seats))


def _rows_to_settle(items: list[Item]) -> int:
    """The rows of the form above the game's rules (its last part): they must always be visible."""
    return max(place for place, item in enumerate(items) if item.heading)


class LobbyScreen(TableRequests):
    """Seats and rules on the left, invitation and talk on the right."""

    WORDS = "Lobby"
    REFUSED = "The host did not allow that."
    PLACE = "lobby"
    HELP_TEXT = (
        "This is the table before its first deal. To sit down, press Enter on a free seat. Press y when you are ready, "
        "and again if you are no longer ready. Press c to chat with everybody. Press w to give up your seat and watch. "
        "If other people are at the table, press w again to confirm.\n\nThe player who opened the table is its owner. "
        "The host is the owner, or a stand-in while the owner is away. The host changes rules, times, seats and bots "
        "with the left and right arrows. The host presses b to put bots on all free seats. To remove a player, the "
        "owner presses d twice. When every seat is taken and everybody is ready, the host presses p to start the "
        "match. If rules or times change, everybody must press y again. Rules that differ from the standard have a "
        "star. Press r to open the rulebook at the selected rule.\n\nFriends on the same network find the table with f "
        'in the menu. All other friends need the link, which the host sees below "Friends join". Network connections '
        'are encrypted. If the table is on a network, you see four words after "Host\'s words". If the host sees the '
        "same four words, nobody is intercepting your connection.\n\nWhile the owner is away, another player is the "
        "stand-in host. The stand-in host sets rules, seats, bots and times, and starts the match. Only the owner can "
        'change "Shown under Friends" and the join code, remove players, and choose what spectators may do.\n\nAt a '
        "private table, new players must enter the join code. Only the owner sees the code. After three wrong codes "
        "from one network address, players at this address must wait before the next try. Press u to list everybody at "
        "the table. In that list, the owner can make a new join code, let these players try again at once, lock the "
        "table for new players, or close the table. Esc leaves the table."
    )
    BINDINGS = [
        Binding("y", "ready", "ready", show=False, id="lobby.ready"),
        Binding("p", "start", "start", show=False, id="lobby.start"),
        Binding("c", "chat", "chat", show=False, id="lobby.chat"),
        Binding("w", "watch", "watch", show=False, id="lobby.watch"),
        Binding("d", "send_away", "remove", show=False, id="lobby.kick"),
        Binding("r", "rules", "rules", show=False, id="lobby.rules"),
        Binding("u", "people", "people", show=False, id="lobby.people"),
        Binding("b", "fill", "bots", show=False, id="lobby.fill"),
    ]

    def body(self) -> Iterable[Widget]:
        yield Form((22, 0))
        yield StillPage(id="invite")

    @property
    def pack(self) -> Pack:
        session = self.session
        return FRENCH if session is None or session.info is None else read_pack(get_game(session.info.game))

    @property
    def session(self) -> ClientSession | None:
        return self.room.tables.session

    def __init__(self) -> None:
        super().__init__()
        self._card_of = ""
        """The game for which the card was shown, or need not be."""

    def on_mount(self) -> None:
        self.tell("")
        self.show_table()
        self._show_card()

    def _show_card(self) -> None:
        """Show a player the card of a game that is new to them, once: at the table it would take time from the game."""
        session = self.session
        if session is None or session.info is None or session.seat is None:
            return
        game, options = get_game(session.info.game), _settled(session.info)
        entry = entry_of(game, options)
        if self.room.settings.coach == "off" or entry == self._card_of:
            return
        self._card_of, deals = entry, self.room.first_deals
        if not deals.is_new(entry):
            return
        view = View(game, len(session.info.seats), options, session.seat)
        layout = layout_at(view)
        if layout.card:
            text = card_text(card_lines(layout, view, KeyNames(layout)))
            self.room.open_screen("help", card_title(view), text, entry)
            deals.add(entry, 0)

    def on_session_news(self, message: SessionNews) -> None:
        from net.news import CodeTold, LinkLost, LinkUp, Notice

        match message.news:
            case LinkLost(reason=reason):
                self.tell(f"{reason} Trying again. Your seat is kept.", "warning")
            case LinkUp():
                self.tell("")
            case Notice(about=about, is_over=True):
                self.drop_notice(about)
            case Notice(text=text, about=about):
                self.tell(text, "warning", about)
            case CodeTold(text=text) if text:
                self.tell(f"{text} Press u to make a new code, lock the table or unblock players.", "warning")
        self.show_table()
        if self.is_active and not self._is_host() and not self.query_one(AskLine).is_open:
            self._show_card()  # I have sat down, or the host has chosen another game

    def on_resize(self, event: Resize) -> None:
        """A link takes more rows of a narrow window. (The base class's handler is called too.)"""
        if self.is_mounted:
            self.show_table()

    def say_in(self, line: NoticeLine, sentence: str, severity: Severity, about: str) -> None:
        """A notice takes rows of the form."""
        super().say_in(line, sentence, severity, about)
        self.call_after_refresh(self._show_talk)

    def show_table(self) -> None:
        session = self.session
        if session is None or session.info is None:
            return
        info, mine = session.info, session.seat
        items = lobby_items(info, mine, session.name)
        self.query_one(RowList).show(form_rows(items))
        self.query_one(TitleBar).show((f"Lobby: {info.title}", self._whose(info, mine)))
        self.query_one(KeyBar).show(tuple(self._keys(info, mine, session.name)))
        told = (info, *self.room.tables.invitation(), host_words(session), session.table_code)
        blocks = invite_blocks(*told)
        if self.size.height - 2 - rows_of(blocks, self.size.width) <= _rows_to_settle(items):
            blocks = brief_blocks(*told)
        invite = self.query_one("#invite", Page)
        high = rows_of(blocks, self.size.width)
        if invite.styles.height is None or invite.styles.height.value != high:
            invite.styles.height = high
        invite.show(blocks)
        self.call_after_refresh(self._show_talk)

    def _show_talk(self) -> None:
        """The state of the lobby and the newest chat, as much as there are rows for."""
        session = self.session
        talk = next(iter(self.query("#meaning").results(Page)), None)
        if session is None or session.info is None or talk is None:
            return  # by now this lobby may be on its way out
        said = self._talk(session, session.info)
        head = self._state(session.info)[: None if talk.size.height > _FEW_ROWS else 1]
        talk.show(newest_below(head, said, talk.size.width, talk.size.height))

    @staticmethod
    def _whose(info: TableInfo, mine: int | None) -> str:
        saving = f" · {NOT_SAVED}" if info.not_saved else ""
        if mine is None:
            others = counted(info.watching - 1, "other")
            return (f"you watch with {others}" if info.watching > 1 else "you watch") + saving
        return f"you have seat {mine + 1}" + (f", {info.watching} watching" if info.watching else "") + saving

    def _keys(self, info: TableInfo, mine: int | None, name: str) -> list[KeyHint]:
        is_host = hosts(info, mine, name)
        ready = mine is not None and info.seats[mine].ready
        free = any(seat.kind == "empty" for seat in info.seats)
        keys = []
        if is_host:
            keys.append(KeyHint("p", "start", on=not free, keep=True))
        elif mine is not None:
            keys.append(KeyHint("y", "not ready" if ready else "ready", keep=True))
        row, seat = self.query_one(RowList).current, self._selected_seat(info)
        if row is not None and row.steps:
            keys.append(KeyHint("left,right", "change", keep=True))
        if seat is not None and seat.kind == "empty":
            keys.append(KeyHint("enter", "sit here" if mine is None else "move here"))
        keys.append(KeyHint("c", "chat", keep=True))
        if is_host:
            keys += [KeyHint("b", "bots")] if free else []
        if owns(info, mine, name) and seat is not None and seat.kind != "empty" and seat.seat != mine:
            keys.append(KeyHint("d", "remove"))
        if mine is not None:
            keys.append(KeyHint("w", "watch"))
        keys += [KeyHint("u", "people")]
        return [*keys, KeyHint("r", "rules"), KeyHint("escape", "leave", keep=True), HELP]

    def _selected_seat(self, info: TableInfo) -> SeatInfo | None:
        row = self.query_one(RowList).current
        kind, _, number = row.id.partition(":") if row is not None else ("", "", "")
        return info.seats[int(number)] if kind == "seat" and int(number) < len(info.seats) else None

    def _state(self, info: TableInfo) -> list[Block]:
        watching = [Block(f"Spectators: {watcher_words(info)}", "faint", gap=1)] if info.watchers else []
        loan = [Block(f"{info.host} is the stand-in host while the owner is away.", "faint")] if info.on_loan else []
        session = self.session
        mine, name = (None, "") if session is None else (session.seat, session.name)
        missing = missing_words(info, mine, name, ready="Press y when you are ready.")
        return [Block(missing, "turn"), *loan, *watching, Block("")]

    def _talk(self, session: ClientSession, info: TableInfo) -> list[Block]:
        blocks = []
        game = get_game(info.game)
        story = Narration(game, None, partial(name_of, info), game.deck(dict(info.options)))
        story.catch_up(session.events, session.gallery)
        for line in list(heard(story.log, self.room.mutes.names(info)))[-_LINES_OF_TALK:]:
            blocks.append(Block(line.text, "felt" if line.tone == "chat" else "faint"))
        return blocks

    # What the player does.

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        session = self.session
        kind, _, number = event.row_id.partition(":")
        if session is None or session.info is None:
            return
        if kind == "seat":
            seat = session.info.seats[int(number)]
            if seat.kind == "empty":
                self.ask_table(session.sit(seat.seat))
            elif seat.seat == session.seat:
                self.action_ready()
            else:
                user = f" Their user name on this machine is {seat.user}." if seat.user else ""
                self.tell(f"{seat.name} sits there.{user}")
        elif kind == "consent":
            consents = session.info.seats[session.seat].consents if session.seat is not None else True
            self.ask_table(session.consent(not consents))
        elif self._is_host():
            self._change(event.row_id, 1)
        else:
            item = self._current(session, session.info)
            self.tell(item.help if item is not None else "")

    @on(RowList.Stepped)
    def _step(self, event: RowList.Stepped) -> None:
        self._change(event.row_id, event.step)

    def _is_host(self) -> bool:
        session = self.session
        return bool(session and session.info and hosts(session.info, session.seat, session.name))

    def _change(self, row_id: str, step: int) -> None:
        session = self.session
        if session is None or session.info is None:
            return
        info = session.info
        kind, _, name = row_id.partition(":")
        if kind == "seat":
            seat = info.seats[int(name)]
            levels = ["", *(level.id for level in get_game(info.game).levels)]
            held = levels.index(seat.level) if seat.level in levels else 0
            level = levels[(held + step) % len(levels)]
            self.ask_table(session.set_bot(seat.seat, level or None))
        elif wanted := changes(info, row_id, step):
            self.ask_table(set_all(session, wanted))

    def action_ready(self) -> None:
        session = self.session
        if session is None or session.info is None or session.seat is None:
            self.tell("Take a seat first: press Enter on a free seat.")
            return
        ready = not session.info.seats[session.seat].ready
        self.ask_table(session.ready(ready))

    def action_start(self) -> None:
        if self.session is not None:
            self.ask_table(self.session.start())

    def action_fill(self) -> None:
        session = self.session
        if session is not None and session.info is not None:
            levels = [level.id for level in get_game(session.info.game).levels]
            wanted = self.room.settings.last_bots.partition(" ")[0]
            self.ask_table(session.fill(wanted if wanted in levels else levels[0]))

    def action_watch(self) -> None:
        """Give up my seat. If another player could take it meanwhile, only when pressed twice."""
        session = self.session
        if session is None or session.info is None or session.seat is None:
            return
        is_alone = all(seat.kind != "person" or seat.seat == session.seat for seat in session.info.seats)
        if (is_alone and not session.info.watching) or self.is_sure("watch", "Press w again to give up your seat."):
            self.ask_table(session.stand(), "You watch now. To sit down again, press Enter on a free seat.")

    def action_send_away(self) -> None:
        """Remove the selected player, as the host: a bot at once, a person when pressed twice."""
        row, session = self.query_one(RowList).current, self.session
        if row is None or not row.id.startswith("seat:") or session is None or session.info is None:
            return
        seat = session.info.seats[int(row.id.partition(":")[2])]
        if seat.kind == "person" and seat.seat != session.seat and owns(session.info, session.seat, session.name):
            if self.is_sure(seat.name, f"Press d again to remove {seat.name}."):
                self.ask_table(session.kick(seat.seat), f"{seat.name} was removed.")
        else:
            self.ask_table(session.kick(seat.seat))

    @on(RowList.Moved)
    def _moved(self) -> None:
        self.be_unsure()
        session = self.session
        if session is not None and session.info is not None:
            self.query_one(KeyBar).show(tuple(self._keys(session.info, session.seat, session.name)))

    @work(exclusive=True, group="typing")
    async def action_chat(self) -> None:
        text = await self.ask("Say:", most=300)
        if text and self.session is not None:
            self.ask_table(self.session.say(text))

    def action_people(self) -> None:
        if self.session is not None and self.session.info is not None:
            self.room.open_screen("people", self.session)

    def action_rules(self) -> None:
        session = self.session
        if session is not None and session.info is not None:
            item = self._current(session, session.info)
            info = session.info
            self.room.open_rules(info.game, item.paragraph if item is not None else "", _settled(info))

    def _current(self, session: ClientSession, info: TableInfo) -> Item | None:
        row = self.query_one(RowList).current
        items = lobby_items(info, session.seat, session.name)
        return next((item for item in items if row is not None and item.id == row.id), None)

    def leave(self) -> None:
        self.room.tables.leave_table()
