"""The table: one screen for every game, driven by the view, the open decision and the game's layout alone.

Keys come to the screen and are routed here, so that the focus never moves while playing. A move goes out as a command
and is shown as sent until the table has answered; nothing is changed here before the table says so.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, cast

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer

from engine.api import BETWEEN, OVER, Advice, Decision, Game, Move, Scored, Seat, View, find_game

from ..choosing import Chooser, Offer
from ..layouts import TableLayout, read_layout
from ..messages import SessionNews, SettingsChanged
from ..scene import NEAR_S, Message, hand_look, house_keys, key_hints, match_words, prompt_look, table_help
from ..viewmodel import LogLine, Picture, Story, picture, printed, spoken
from ..widgets.board import TableBoard
from ..widgets.hand import Hand
from ..widgets.title import Severity

if TYPE_CHECKING:
    from net.protocol import TableInfo

    from ..app import KhanhooApp

RESULT_DELAY_S: Final = 1.6
"""How long the last card lies before the score covers it."""
HINT_S: Final = 2.0
"""How long the adviser may think."""


class TableOutcome(Protocol):
    """What the table says to a move."""

    accepted: bool
    reason: str
    paragraph: str


class TableSession(Protocol):
    """What this screen needs of a client session."""

    @property
    def view(self) -> View | None: ...
    @property
    def info(self) -> "TableInfo | None": ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def remaining_ms(self) -> int | None: ...
    async def submit(self, decision_id: int, move: Move) -> Any: ...
    async def say(self, text: str) -> Any: ...
    async def next_deal(self) -> Any: ...


class TableScreen(Screen[None]):
    """A table that is being played at, or watched."""

    PLACE: ClassVar[str] = "table"
    AUTO_FOCUS = ""
    DEFAULT_CSS = "TableScreen { layout: vertical; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "scores", "scores", show=False, id="table.scores"),
        Binding("question_mark,f1", "help", "help", show=False, id="table.help"),
    ]

    def __init__(self, session: TableSession | None = None) -> None:
        super().__init__()
        self._given = session
        self._message = Message()
        self._link = ""
        self._sending: Decision | None = None
        self._is_due = False
        self._deadline: float | None = None
        self._ticker: Timer | None = None
        self._sort = ""
        self._begin(self.session.view)

    def _begin(self, view: View | None) -> None:
        assert view is not None
        self._view = view
        self._layout: TableLayout = read_layout(view.game)
        self._story = Story(view.game, view.viewer, self._name_of, view.deck)
        self._chooser = Chooser(self._layout)
        self._keys = house_keys(self._layout)
        self._picture: Picture | None = None

    # What it stands on.

    @property
    def session(self) -> TableSession:
        """The session at whose table this is."""
        found = self._given if self._given is not None else cast("KhanhooApp", self.app).session
        assert found is not None
        return cast(TableSession, found)

    @property
    def chooser(self) -> Chooser:
        """My hand, and my choice in the making."""
        return self._chooser

    @property
    def board(self) -> TableBoard:
        """The table as it is drawn."""
        return self.query_one(TableBoard)

    @property
    def is_seated(self) -> bool:
        """Whether I play; else I watch."""
        return self._view.viewer is not None

    def compose(self) -> ComposeResult:
        """The table, once."""
        rows = 2 if self._layout.centre == "piles" else 1
        board = TableBoard(self._view.seats - self.is_seated, seated=self.is_seated, insight=rows)
        settings = getattr(self.app, "settings", None)
        if settings is not None:
            self._sort, board.side_log = settings.sort, settings.log
        yield board

    def on_mount(self) -> None:
        """Point the keys at the hand, and draw."""
        self.board.hand.focus()
        self._new_question()
        self.refresh_table()

    # News.

    def on_session_news(self, message: SessionNews) -> None:
        """The table said something."""
        from net import news as n

        match message.news:
            case n.BegunAnew():
                if self.session.view is not None:
                    self._begin(self.session.view)
            case n.LinkLost(reason=reason):
                self._link = f"The line to the table is down: {reason} Trying again by itself."
            case n.LinkUp():
                self._link = ""
            case n.LinkClosed(reason=reason):
                self._link = reason
            case n.Asked(decision=decision):
                self._asked(decision)
            case n.Answered():
                self._set_deadline(None)
            case n.Waiting(remaining_ms=remaining_ms):
                if self.session.decision is None:
                    self._set_deadline(remaining_ms)
            case n.Notice(text=text):
                self.tell(text)
            case n.Told(event=event):
                if isinstance(event, Scored):
                    self.set_timer(RESULT_DELAY_S, self._show_result)
        self.refresh_soon()

    def on_settings_changed(self, message: SettingsChanged) -> None:
        """The settings changed under way."""
        self._sort = message.settings.sort
        self.board.side_log = message.settings.log
        self.board.lay_out(self.size.width, self.size.height)
        self.refresh_soon()

    def on_screen_resume(self) -> None:
        """Another screen lay on top meanwhile."""
        settle = getattr(self.app, "settle", None)
        if settle is not None:
            settle()
        self.refresh_soon()

    def tell(self, sentence: str, severity: Severity = "information") -> None:
        """Say a sentence in the prompt, until the next key."""
        self._message = Message(sentence, bad=severity != "information")
        self.refresh_soon()

    def _asked(self, decision: Decision) -> None:
        self._new_question()
        settings = getattr(self.app, "settings", None)
        if settings is not None and settings.bell and not decision.window:
            self.app.bell()

    def _new_question(self) -> None:
        """What is open now is put before me; what I had begun stays."""
        self._set_deadline(self.session.remaining_ms if self.session.decision is not None else None)

    # Drawing.

    def refresh_soon(self) -> None:
        """Draw once after all that is already on its way: a burst of events is one picture."""
        if not self._is_due and self.is_mounted:
            self._is_due = True
            self.call_later(self._refresh_now)

    def _refresh_now(self) -> None:
        self._is_due = False
        self.refresh_table()

    def refresh_table(self) -> None:
        """Draw what is known now."""
        if not self.is_mounted:
            return
        view, session, chooser = self._view, self.session, self._chooser
        self._story.catch_up(view.events)
        self._picture = shown = picture(view, self._story, self._people(), sort=self._sort)
        chooser.hold(shown.hand)
        decision = session.decision
        if decision is None or decision != self._sending:
            chooser.ask(decision)
        live = chooser.decision is not None
        board = self.board
        board.show(shown)
        announce = any(offer.words.announce for offer in chooser.offers)
        board.show_hand(hand_look(chooser, self._story.fresh, live=live), shown.insight, announce=announce)
        board.show_prompt(self._prompt_look(shown))
        board.show_words(shown.head, self._right_words(), tuple(self._story.log), tuple(self._story.chat))
        board.foot.show(key_hints(self._layout, view, chooser, seated=self.is_seated))

    def _prompt_look(self, shown: Picture) -> Any:
        left = None
        if self._deadline is not None and (left_s := self._deadline - time.monotonic()) <= NEAR_S:
            left = max(0, round(left_s))
        message = self._message
        if not message.text and self._view.over is not None:
            message = Message(match_words(self._view.over, self._name_of, self._view.viewer))
        return prompt_look(shown, self._chooser, self._layout, message, left_s=left, link=self._link)

    def _right_words(self) -> str:
        info = self.session.info
        watching = 0 if info is None else max(info.watching, len(info.watchers))
        words = [] if self.is_seated else ["watching"]
        if watching > (not self.is_seated):
            words.append(f"{watching} watching")
        if info is not None and info.phase == "paused":
            words.append("PAUSED")
        return " · ".join(words)

    def _name_of(self, seat: Seat) -> str:
        return self._people()[seat][0]

    def _people(self) -> Sequence[tuple[str, str]]:
        """Name and state of each seat."""
        info = self.session.info
        people = []
        for seat in range(self._view.seats):
            known = None if info is None or seat >= len(info.seats) else info.seats[seat]
            name = (known.name if known is not None else "") or f"Seat {seat + 1}"
            state = ""
            if known is not None:
                state = "bot" if known.kind == "bot" else "empty" if known.kind == "empty" else known.state
                state = "" if state == "here" else state
            people.append((name, state))
        return people

    # Time.

    def _set_deadline(self, remaining_ms: int | None) -> None:
        """Begin to count when the time is near; until then no clock runs."""
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None
        self._deadline = None if remaining_ms is None else time.monotonic() + remaining_ms / 1000
        if remaining_ms is not None:
            wait = max(0.0, remaining_ms / 1000 - NEAR_S)
            self._ticker = self.set_timer(wait, self._count_down) if wait else self._ticking()

    def _count_down(self) -> None:
        self._ticker = self._ticking()
        self._tick()

    def _ticking(self) -> Timer:
        return self.set_interval(1.0, self._tick)

    def _tick(self) -> None:
        if self._picture is not None and self.is_current:
            self.board.show_prompt(self._prompt_look(self._picture))
        if self._deadline is not None and time.monotonic() > self._deadline and self._ticker is not None:
            self._ticker.stop()

    # Keys.

    async def on_key(self, event: events.Key) -> None:
        """Every key that no binding took."""
        foot = self.board.foot
        if foot.writing:
            event.stop()
            event.prevent_default()
            self._write(event)
            return
        if self._press(event.key, event.character):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text goes into the line that is being written, and nowhere else."""
        if self.board.foot.writing:
            self.board.foot.line.insert(event.text)
            self.board.foot.redraw()

    def _write(self, event: events.Key) -> None:
        foot = self.board.foot
        if event.key == "enter":
            text = foot.take()
            if text:
                self.run_worker(self._say(text), exit_on_error=False)
        elif event.key == "escape":
            foot.leave()
        else:
            foot.press(event.key, event.character)

    def _press(self, key: str, character: str | None) -> bool:
        """Whether a key means something here; does it."""
        had_message, self._message = self._message, Message()
        action = self._keys.get(character or "")
        offer = self._chooser.offer(character or "") if character else None
        if self.is_seated and self._press_hand(key, character):
            pass
        elif key == "enter":
            self._enter()
        elif offer is not None:
            self._do(offer, named=True)
        elif action is not None:
            self._house(action, had_message)
        elif key == "slash":
            self.board.foot.begin()
        elif key == "escape":
            self._escape(had_message)
        else:
            self._message = had_message
            return False
        self.refresh_table()
        return True

    def _house(self, action: str, had_message: Message) -> None:
        match action:
            case "sort":
                self.action_sort()
            case "hint":
                self.action_hint()
            case "rules":
                self.action_rules(had_message.paragraph)
            case "log":
                self.action_log()

    def _press_hand(self, key: str, character: str | None) -> bool:
        chooser = self._chooser
        steps: dict[str, Callable[[], None]] = {
            "left": lambda: chooser.step(-1),
            "right": lambda: chooser.step(1),
            "home": lambda: chooser.point(0),
            "end": lambda: chooser.point(len(chooser.slots) - 1),
            "space": chooser.toggle,
            "up": lambda: self._lift(up=True),
            "down": lambda: self._lift(up=False),
        }
        if key in steps:
            steps[key]()
            return True
        if character is not None and character in "1234567890" and chooser.picking is None:
            chooser.point("1234567890".index(character))
            return True
        return False

    def _lift(self, *, up: bool) -> None:
        chooser = self._chooser
        if chooser.slots and (chooser.slots[chooser.cursor] in chooser.chosen) != up:
            chooser.toggle()

    def on_hand_clicked(self, message: Hand.Clicked) -> None:
        """The first click points; the second does what Enter or Space would."""
        message.stop()
        chooser = self._chooser
        if chooser.picking is not None:
            return
        if message.index != chooser.cursor:
            chooser.point(message.index)
        else:
            main = chooser.main_offer()
            if main is not None and main.choice.most == 1:
                self._enter()
            else:
                chooser.toggle()
        self._message = Message()
        self.refresh_table()

    def _escape(self, had_message: Message) -> None:
        chooser = self._chooser
        if chooser.picking is not None or chooser.chosen:
            chooser.clear()
        elif not had_message.text:
            leave = getattr(self.app, "leave_table", None)
            if leave is not None:
                leave()

    def _enter(self) -> None:
        view = self._view
        if self._chooser.decision is None:
            if view.phase == BETWEEN and self.is_seated:
                self.run_worker(self.session.next_deal(), exit_on_error=False)
            elif view.phase == OVER or view.over is not None:
                self.action_scores()
            elif self.is_seated:
                self._message = Message("It is not your turn.", bad=True)
            return
        offer = self._chooser.main_offer()
        if offer is None:
            self._message = Message("Press the key of what you want to do.", bad=True)
            return
        self._do(offer)

    # Moves.

    def _do(self, offer: Offer, *, named: bool = False) -> None:
        chooser, decision = self._chooser, self._chooser.decision
        if decision is None:
            return
        move = chooser.move_for(offer, named=named)
        if move is not None:
            self._submit(decision, move)
        elif offer.kind == "sets":
            chooser.pick(offer)
        else:
            count = offer.counts
            self._message = Message(f"Choose {count} cards with Space, then press Enter.", bad=True)

    @work(group="move", exit_on_error=False)
    async def _submit(self, decision: Decision, move: Move) -> None:
        """Send a move; until the table answers it is shown as sent, and not asked again."""
        if self._sending == decision:
            return
        self._sending = decision
        try:
            outcome: TableOutcome = await self.session.submit(decision.id, move)
        except (ConnectionError, OSError) as problem:
            self._message = Message(str(problem) or "The line is down; the move will be sent again.", bad=True)
        else:
            if outcome.accepted:
                self._chooser.moved(move)
            else:
                self._message = Message(printed(outcome.reason, self._view.deck), bad=True, paragraph=outcome.paragraph)
        finally:
            if self._message.bad:
                self._sending = None
        self.refresh_table()

    async def _say(self, text: str) -> None:
        await self.session.say(text)

    # The house.

    def action_sort(self) -> None:
        """The next way to arrange the hand."""
        ways = self._view.game.arrangements
        now = ways.index(self._sort) if self._sort in ways else 0
        self._sort = ways[(now + 1) % len(ways)]
        self._message = Message(f"Sorted by {self._sort}.")

    def action_rules(self, paragraph: str = "") -> None:
        """The rulebook, at the paragraph that applies."""
        offer = self._chooser.main_offer() or next(iter(self._chooser.offers), None)
        found = paragraph or (offer.choice.paragraph if offer is not None else "")
        cast("KhanhooApp", self.app).open_rules(self._view.game.meta.id, found)

    def action_hint(self) -> None:
        """What the hard bot would do, from what I know."""
        decision = self._chooser.decision
        if decision is None:
            self._message = Message("There is nothing to advise: it is not your turn.")
            return
        self._message = Message("Thinking …")
        self._think(decision)

    @work(group="hint", exclusive=True, exit_on_error=False)
    async def _think(self, decision: Decision) -> None:
        view = self._view
        events_now = tuple(view.events)
        advice = await asyncio.to_thread(advise, view.game, view, events_now, decision)
        if self._chooser.decision == decision:
            what = self._layout.verb(advice.move.verb).label
            cards = " ".join(spoken(card) for card in advice.move.cards)
            self._message = Message(f"Hint: {what}{' ' if cards else ''}{cards}. {printed(advice.reason, view.deck)}")
            self.refresh_table()

    def action_scores(self) -> None:
        """The score sheet of the match."""
        self._open_scores(result=False)

    def _show_result(self) -> None:
        if self.is_current and self._view.phase in (BETWEEN, OVER):
            self._open_scores(result=True)

    def _open_scores(self, *, result: bool) -> None:
        from .scores import ScoreScreen

        people = tuple(name for name, _ in self._people())
        session = self.session if self.is_seated else None
        self.app.push_screen(ScoreScreen(self._view, people, session=session, result=result))

    def action_log(self) -> None:
        """Everything that happened in this match, in words."""
        from .log import LogScreen

        self.app.push_screen(LogScreen(tuple(self._story.log)))

    def action_help(self) -> None:
        """All keys of the table."""
        title = self._view.game.meta.title
        self.app.show_help(f"The table: {title}", table_help(self._layout, self._keys))  # type: ignore[attr-defined]

    @property
    def log_lines(self) -> Sequence[LogLine]:
        """The log, oldest first."""
        return tuple(self._story.log)


def advise(game: Game, view: View, told: Sequence[Any], decision: Decision) -> Advice:
    """What the strongest bot of a game would do: from a view of its own, built of what this viewer was told.

    Runs in a thread; nothing that the screen still changes is touched.
    """
    own = View(find_game(game.meta.id), view.seats, dict(view.options), view.viewer)
    for number, event in enumerate(told):
        own.absorb(number, event)
    end = time.monotonic() + HINT_S
    bot = own.game.bot(game.levels[-1].id)
    return bot.choose(own, decision, Random(decision.id), lambda: time.monotonic() > end)
