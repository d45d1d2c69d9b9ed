"""The replay of a match, step by step or deal by deal, from any seat or with all cards open."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from engine.api import Journal, Move, Scored, Seat

from ..forms.table_settings import PACE_MS, pace_words
from ..session.room_screen import HELP, AskLine, RoomScreen
from ..widgets.key_bar import KeyHint
from ..widgets.packs import read_pack
from ..widgets.title_bar import Severity
from .game_words import layout_at, read_layout
from .narration import spoken_all
from .presenters import Message, column_look, still_hand
from .recording import OPEN, Recording
from .widgets.board import TableBoard, TableLook, board_for
from .widgets.prompt import OfferLook, PromptLook
from .wording import Words, match_words

_PACES_MS: Final = sorted(pace for pace in PACE_MS.values() if pace)
"""Times between the steps of a replay that steps on by itself."""


class ReplayScreen(RoomScreen):
    """A game record on the table, checked against the rules. notice: a sentence about it, "" for none. reader: the seat
    of its player who reads it, None for none."""

    WORDS = "Replay"
    LEAST = (1, 1)  # the table itself says when it needs more room
    DEFAULT_CSS = """
    ReplayScreen { layers: table question; }
    ReplayScreen TableBoard { layer: table; }
    ReplayScreen AskLine { layer: question; dock: bottom; }
    """
    HELP_TEXT = (
        "←→: one step back or forward. PgUp PgDn: ten steps. Comma: back by one trick or turn. Full stop: forward by "
        "one trick or turn. ↑↓: one deal. Home End: the beginning or end. Press o to go to a step by its number.\n\n"
        "Press x to let the replay run by itself, and + or - to make it faster or slower. Press x or an arrow key to "
        "stop it.\n\nPress e for the next view. One view shows all cards. The other views show only the cards that a "
        "player or a spectator knew.\n\nTab: the scores so far. r: the rulebook. Esc: close the replay."
    )
    KEYS = (
        KeyHint("left,right", "step"),
        KeyHint("comma,full_stop", "trick or turn"),
        KeyHint("up,down", "deal"),
        KeyHint("o", "go to"),
        KeyHint("e", "view"),
        KeyHint("tab", "scores"),
        KeyHint("r", "rules"),
        HELP,
        KeyHint("escape", "close", keep=True),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "step(1)", "on", show=False, id="replay.on"),
        Binding("left,backspace", "step(-1)", "back", show=False, id="replay.back"),
        Binding("pagedown", "step(10)", "ten on", show=False, id="replay.far"),
        Binding("pageup", "step(-10)", "ten back", show=False, id="replay.farback"),
        Binding("comma", "part(-1)", "last trick or turn", show=False, id="replay.past"),
        Binding("full_stop", "part(1)", "next trick or turn", show=False, id="replay.forward"),
        Binding("down", "deal(1)", "next deal", show=False, id="replay.deal"),
        Binding("up", "deal(-1)", "deal before", show=False, id="replay.dealback"),
        Binding("home", "edge(False)", "beginning", show=False, id="replay.home"),
        Binding("end", "edge(True)", "end", show=False, id="replay.end"),
        Binding("x", "play_on", "play on", show=False, id="replay.playon"),
        Binding("plus", "faster", "faster", show=False, id="replay.faster"),
        Binding("minus", "slower", "slower", show=False, id="replay.slower"),
        Binding("e", "eyes", "view", show=False, id="replay.eyes"),
        Binding("o", "go_to", "go to", show=False, id="replay.goto"),
        Binding("tab", "scores", "scores", show=False, id="replay.scores"),
        Binding("r", "rules", "rules", show=False, id="replay.rules"),
    ]

    def __init__(self, journal: Journal, notice: str = "", reader: Seat | None = None) -> None:
        super().__init__()
        self.reel = Recording(journal, reader)
        self.pack = read_pack(self.reel.game)
        self._message = Message(notice, bad=bool(notice))
        self._pace_ms = 0
        self._timer: Timer | None = None
        """Steps on while it runs."""

    def compose(self) -> ComposeResult:
        yield board_for(self.reel.view)
        yield AskLine()

    @property
    def board(self) -> TableBoard:
        return self.query_one(TableBoard)

    def on_mount(self) -> None:
        self._pace_ms = PACE_MS[self.room.settings.pace] or _PACES_MS[0]
        if self.reel.deals:
            self.reel.go(self.reel.deals[0])
        self.call_after_refresh(self.refresh_table)

    def tell(self, sentence: str, severity: Severity = "information", about: str = "") -> None:
        self._message = Message(sentence, bad=severity != "information", about=about)
        self.refresh_table()

    def drop_notice(self, about: str) -> None:
        if self._message.about == about:
            self.tell("")

    def refresh_table(self) -> None:
        if not self.is_mounted or not self.query(TableBoard):
            return
        reel, shown = self.reel, self.reel.picture()
        look = TableLook(
            shown,
            still_hand(shown),
            self._prompt(),
            self.KEYS,
            shown.head,
            f"replay · step {reel.place} of {len(reel.acts)}",
            tuple(reel.story.log),
            tuple(reel.story.chat),
            # What a game says of a hand speaks from what its seat knew, not from all cards.
            insight=() if reel.eyes == OPEN else shown.insight,
            column=partial(column_look, reel.view, shown, own=reel.eyes != OPEN),
        )
        self.board.show(look)

    def _prompt(self) -> PromptLook:
        offers = [OfferLook("e", f"view: {self.reel.whose()}")]
        if self._timer is not None:
            offers.append(OfferLook("x", "stop"))
        elif self.reel.place < self.reel.length:
            offers.append(OfferLook("x", "play on"))
        return PromptLook(
            self._told(), mine=True, offers=tuple(offers), message=self._message.text, bad=self._message.bad
        )

    def _told(self) -> str:
        reel = self.reel
        if reel.view.over is not None and reel.place == len(reel.acts):
            return match_words(read_layout(reel.view.game), reel.view.over, reel.names.__getitem__, reel.reader)
        act = reel.act
        if act is None:
            return "Before the first deal."
        if act.act.kind == "play" and act.act.seat is not None and act.act.move is not None:
            return self._move_words(act.act.seat, act.act.move)
        scored = next((event for event in act.events if isinstance(event, Scored)), None)
        if scored is not None:
            return f"Deal {scored.number} is scored."
        return reel.story.log[-1].text + "." if reel.story.log else ""

    def _move_words(self, seat: Seat, move: Move) -> str:
        """What a seat did, as far as this view saw it."""
        reel = self.reel
        layout = layout_at(reel.view)
        whose = "Your" if seat == reel.reader else f"{reel.names[seat]}'s"
        if reel.eyes in (OPEN, seat):
            # In a record that I have no part in, nobody is "you" where all cards are open.
            shown = replace(reel.picture(), viewer=seat if reel.eyes == seat else reel.reader)
            words = Words(layout, self.pack, reel.view.deck, shown)
            return f"{whose} move: {words.move(move)}"
        # In a sealed phase, only the last answer makes events. Only a view with open cards shows this answer.
        if reel.game.phases[reel.view.phase or reel.game.first_phase].sealed:
            return reel.story.log[-1].text + "." if reel.story.log else ""
        named = (*move.cards, *(card for group in move.groups for card in group))
        seen = {card for event in reel.view.events[-12:] for card in getattr(event, "cards", ())}
        cards = spoken_all(named, self.pack) if set(named) <= seen else ""
        return f"{whose} move: {layout.verb(move.verb).label} {cards}".rstrip()

    # Keys.

    def action_step(self, acts: int) -> None:
        self._go(self.reel.place + acts)

    def action_play_on(self) -> None:
        """Step on at the pace of the bots, to the end; or stop that."""
        if self._timer is not None:
            self._stop()
            self.refresh_table()
        elif self.reel.place == self.reel.length:
            self.tell("This is the end. Home goes to the beginning.")
        else:
            self._run()
            self._show(self.reel.place + 1)

    def action_faster(self) -> None:
        self._set_pace([pace for pace in reversed(_PACES_MS) if pace < self._pace_ms], "faster")

    def action_slower(self) -> None:
        self._set_pace([pace for pace in _PACES_MS if pace > self._pace_ms], "slower")

    def _set_pace(self, paces: Sequence[int], word: str) -> None:
        if not paces:
            self.tell(f"The replay cannot be {word}.", "warning")
            return
        self._pace_ms = paces[0]
        if self._timer is not None:
            self._run()
        self.tell(f"Speed of the replay: {pace_words(self._pace_ms)}.")

    def _run(self) -> None:
        self._stop()
        self._timer = self.set_interval(self._pace_ms / 1000, self._step_on)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _step_on(self) -> None:
        """The next step, unless another screen covers this one."""
        if not self.is_active:
            return
        if self.reel.place + 1 >= self.reel.length:
            self._stop()
        self._show(self.reel.place + 1)

    def action_deal(self, by: int) -> None:
        self._go(self.reel.deal_from_here(by))

    def action_edge(self, is_end: bool) -> None:
        self._go(len(self.reel.acts) if is_end else 0)

    async def action_eyes(self) -> None:
        """The next way to look: open, each seat, a spectator."""
        ways: Sequence[Seat | str | None] = (OPEN, *range(self.reel.seats), None)
        eyes = ways[(ways.index(self.reel.eyes) + 1) % len(ways)]
        self.reel.look_through(eyes)
        if not self.board.fits(self.reel.view):
            with self.app.batch_update():
                await self.board.remove()
                await self.mount(board_for(self.reel.view), before=self.query_one(AskLine))
        self._message = Message()
        self.call_after_refresh(self.refresh_table)

    @work(exclusive=True, exit_on_error=False)
    async def action_go_to(self) -> None:
        answer = await self.query_one(AskLine).ask(f"Step (0-{len(self.reel.acts)}):", "", 6, "")
        if answer and answer.isdecimal():
            self._go(int(answer))
        elif answer:
            self.tell(f"Enter a number from 0 to {len(self.reel.acts)}.", "warning")

    def action_part(self, by: int) -> None:
        """To the next trick or turn, or back to the last."""
        self._go(self.reel.part_from_here(by))

    def action_scores(self) -> None:
        self.room.open_screen("scores", self.reel.view, tuple(self.reel.people))

    def action_rules(self) -> None:
        self.room.open_rules(self.reel.game.meta.id, options=self.reel.view.options)

    def _go(self, place: int) -> None:
        """Go where a key asks: that stops a replay that steps on by itself."""
        self._stop()
        self._show(place)

    def _show(self, place: int) -> None:
        self._message = Message()
        self.reel.go(place)
        self.refresh_table()
