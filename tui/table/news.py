"""The table as it is seen: news come in, the picture goes out. It plays nothing by itself."""

from collections.abc import Sequence
from typing import ClassVar, Final, cast

from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer

from engine.api import BETWEEN, OVER, Card, DealBegan, Decision, Event, Happened, Scored, Seat, View, Viewer

from ..forms.people import Question, questions_for
from ..forms.time_words import pause_words
from ..session.shell import Shell
from ..session.table_session import TableSession, forgets, head_words, is_checked, link_words, open_decision, people_of
from ..widgets.card_sizes import Pack, read_pack
from ..widgets.messages import SessionNews, SettingsChanged
from ..widgets.title_bar import Severity
from .choice.chooser import Chooser
from .clocks import TableClocks
from .game_words import TableLayout, read_layout
from .glimpses import Glimpses
from .narration import Narration, heard
from .picture import Picture, picture
from .presenters import Message, hand_look, has_melds, house_keys, key_hints, marks_of, match_words, prompt_look
from .sheets import tableau_look
from .widgets.board import TableBoard
from .widgets.prompt import PromptLook
from .wording import Words

RESULT_DELAY_S: Final = 1.6
"""How long the last card lies before the score covers it."""
TRICK_S: Final = 1.5
TRICK_AT_ONCE_S: Final = 0.8
"""How long a full trick lies there to be read, though the next one has begun; shorter where bots take no time."""
GLIMPSE_S: Final = 6.0
"""How long a card that is shown once lies open at most, unless it is held."""
BY_HAND: Final = "by hand"
"""The way to sort a hand in which its owner has laid it."""
SENT_AFTER_S: Final = 0.15
"""How long the table may take to answer a move before it is said that the move is on its way."""
STALE_AFTER: Final = 5
"""So many events later nobody needs a message any more."""
CATCH_UP_S: Final = 2.0
"""How long an old picture may stand while a stream is told anew."""


class TableView(Screen[None]):
    """A table as it is seen. What keys do stands in `TableScreen`."""

    PLACE: ClassVar[str] = "table"
    AUTO_FOCUS = ""
    DEFAULT_CSS = "TableView { layout: vertical; }"

    def __init__(self, session: TableSession | None = None) -> None:
        super().__init__()
        self._given = session
        self._told_message = Message()
        self._said_at: tuple[int | None, int] = (None, 0)
        self._tricks: int | None = None
        self._looks_back = False
        self._came_back = False
        self._link = ""
        self._sending: Decision | None = None
        self._is_slow = False
        self._doubt = ""
        self._is_due = False
        self._clocks = TableClocks(self, self._tick)
        self._sort = ""
        self._behind = 0
        self._given = self.session  # to the end, also when the program has already let go of it
        view = self.session.view
        assert view is not None, "a table is shown from its first deal on"
        self._layout: TableLayout = read_layout(view.game)
        self.pack: Pack = read_pack(view.game)
        self._chooser = Chooser(self._layout, self._fault)
        self._keys = house_keys(self._layout, has_melds=has_melds(view, self._layout))
        self._people_key = next((key for key, action in self._keys.items() if action == "people"), "")
        self._glimpses = Glimpses()
        self._turner: Timer | None = None
        self._result: Timer | None = None
        self._shows_melds = False
        self._questions: tuple[Question, ...] = ()
        self._picture: Picture | None = None
        self._begin(view)

    def _begin(self, view: View) -> None:
        """Look at this view. My choice in the making stays: it is about cards, not about views."""
        self._view = view
        self._story = Narration(view.game, view.viewer, self._name_of, view.deck, forgets(view))

    def _fault(self, word: str, cards: tuple[Card, ...]) -> str:
        """What keeps cards from being a group of a shape, as the game says."""
        return self._view.game.group_fault(word, cards, self._view)

    def _begin_anew(self, view: View) -> None:
        """The stream is told again from its start; until it is where it was, the old picture stands."""
        self._glimpses.clear()
        self._behind = len(self._view.events)
        self._begin(view)
        self.set_timer(CATCH_UP_S, self._stop_waiting)

    def _stop_waiting(self) -> None:
        self._behind = 0
        self.refresh_table()

    # What it stands on.

    @property
    def session(self) -> TableSession:
        """The session at whose table this is."""
        found = self._given if self._given is not None else cast(Shell, self.app).tables.session
        assert found is not None
        return cast(TableSession, found)

    @property
    def _message(self) -> Message:
        """What the table has to say to me; it is gone once something else is asked, or a few events later."""
        asked, events = self._said_at
        if self._told_message.text:
            # Who comes, goes or talks makes no message old.
            played = sum(not isinstance(event, Happened) for event in self._view.events[events:])
            if asked != self._asked_id or played > STALE_AFTER:
                self._told_message = Message()
        return self._told_message

    @_message.setter
    def _message(self, message: Message) -> None:
        self._told_message = message
        self._said_at = (self._asked_id, len(self._view.events))

    @property
    def _asked_id(self) -> int | None:
        decision = open_decision(self.session)
        return None if decision is None else decision.id

    @property
    def is_played_for(self) -> bool:
        """Whether the table plays for me though I am here, since my time ran out too often."""
        info, seat = self.session.info, self.session.seat
        known = info.seats[seat] if info is not None and seat is not None and seat < len(info.seats) else None
        is_away = self.is_seated and known is not None and known.state == "away" and self._view.over is None
        self._came_back = self._came_back and is_away
        return is_away and not self._came_back

    @property
    def chooser(self) -> Chooser:
        """My hand, and my choice in the making."""
        return self._chooser

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes the table is seen."""
        return self._view.eyes

    @property
    def board(self) -> TableBoard:
        """The table as it is drawn."""
        return self.query_one(TableBoard)

    @property
    def is_seated(self) -> bool:
        """Whether I play; else I watch, it may be over somebody's shoulder."""
        return self._view.viewer is not None and self.session.seat is not None

    def compose(self) -> ComposeResult:
        """The table, once."""
        rows = 2 if self._layout.centre == "piles" else 1
        has_hand = self._view.viewer is not None
        board = TableBoard(self._view.seats - has_hand, seated=has_hand, insight=rows)
        settings = cast(Shell, self.app).settings
        self._sort, board.side_log = settings.sort, settings.log
        yield board

    def on_mount(self) -> None:
        """Point the keys at the hand, and draw."""
        self.board.hand.focus()
        self._clocks.note(self.session.info)
        self._new_question()
        self.refresh_table()

    # News.

    def on_session_news(self, message: SessionNews) -> None:
        """The table said something."""
        from net import news as n

        match message.news:
            case n.BegunAnew():
                if self.session.view is not None:
                    self._begin_anew(self.session.view)
            case n.LinkLost() | n.HostGone() as lost:
                self._link = link_words(self.session, getattr(lost, "reason", ""))
            case n.CarriedOn():
                self._behind = 0  # what was told later is void, and not on its way
            case n.LinkUp() | n.LinkClosed() as end:
                self._link = getattr(end, "reason", "")
            case n.Asked(decision=decision):
                self._asked(decision)
            case n.TableChanged():
                self._note_questions()
                self._clocks.note(self.session.info)
            case n.Answered():
                self._clocks.stop()
            case n.Waiting(remaining_ms=remaining_ms):
                if self.session.decision is None:
                    self._clocks.of_others(remaining_ms)
            case n.DealChecked(verdict=verdict) if verdict.state == "failed":
                self.tell(f"Deal {verdict.deal} FAILED its check: {verdict.sentence}", "error")
            case n.DealChecked(verdict=verdict) if verdict.state == "unverified" and verdict.sentence != self._doubt:
                self._doubt = verdict.sentence  # what is true of each deal is said once
                key = next((key for key, action in self._keys.items() if action == "check"), "")
                self.tell(f"Deal {verdict.deal} is unverified{f' ({key}: why)' if key else ''}.")
            case n.Notice(text=text):
                self.tell(text)
            case n.CodeTold(code=code, text=text) if text:
                self.tell(f"{text} It is {code}.", "warning")
            case n.Told(event=event, is_past=is_past):
                if not is_past:
                    self._happens(event)
                if self._glimpses.tell(event, self._view):
                    self._begin_glimpse()
        self.refresh_soon()

    def _happens(self, event: Event) -> None:
        """Something happens now: what calls for attention is here, so that nothing past does."""
        match event:
            case Happened(what="timeout", seat=seat) if seat == self.session.seat:
                self.tell("Your time ran out: the table moved for you.", "warning")
            case Scored():
                self._show_result_soon()
            case DealBegan():
                self._drop_result()

    def _note_questions(self) -> None:
        """Somebody wants a word of mine: in a vote, or on who may have a seat."""
        asked = questions_for(self.session.info, self.session.seat, self.session.name)
        new = [question for question in asked if question not in self._questions]
        if any(self._told_message.text.startswith(gone.sentence) for gone in self._questions if gone not in asked):
            self._told_message = Message()
        self._questions = asked
        if new and self._people_key:
            self.tell(f"{new[0].sentence} Press {self._people_key} to answer.", "warning")

    def on_settings_changed(self, message: SettingsChanged) -> None:
        """The settings changed under way."""
        self._sort = message.settings.sort
        self.board.side_log = message.settings.log
        self.board.lay_out(self.size.width, self.size.height)
        self.refresh_soon()

    def on_screen_resume(self) -> None:
        """Another screen lay on top meanwhile."""
        cast(Shell, self.app).tables.settle()
        if self._glimpses.seen:
            self._begin_glimpse()
        self.refresh_soon()

    def tell(self, sentence: str, severity: Severity = "information") -> None:
        """Say a sentence in the prompt, until the next key."""
        self._message = Message(sentence, bad=severity != "information")
        self.refresh_soon()

    def _asked(self, decision: Decision) -> None:
        self._new_question()
        if cast(Shell, self.app).settings.bell and not decision.window:
            self.app.bell()

    def _new_question(self) -> None:
        """What is open now is put before me; what I had begun stays."""
        self._clocks.ask(self.session)

    # What is shown for a moment.

    def _begin_glimpse(self) -> None:
        """A face lies open from now on, for a while that begins when it can be seen."""
        if self._turner is not None:
            self._turner.stop()
        self._turner = self.set_timer(GLIMPSE_S, self._end_glimpse)

    def _end_glimpse(self) -> None:
        """The while is over; a face that is held, or covered by something else, or shown after a deal, stays."""
        if not self._glimpses.is_held and self.is_current and self._view.phase not in (BETWEEN, OVER):
            self._glimpses.clear()
            self.refresh_soon()

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
        if len(view.events) < self._behind:
            return
        if len(self.board.panels) != view.seats - (view.viewer is not None):
            return  # seen from another seat, or from none: the app puts up a table for that
        self._behind = 0
        self._story.catch_up(view.events, session.gallery)
        if self._tricks is not None and self._story.tricks > self._tricks:
            self._lay_trick()
        self._tricks = self._story.tricks
        self._picture = shown = picture(
            view,
            self._story,
            self._people(),
            sort=self._sort,
            looks_back=self._looks_back,
            seen=self._glimpses.seen,
        )
        chooser.hold(chooser.by_hand(shown.hand) if self._sort == BY_HAND else shown.hand)
        decision = open_decision(session)
        if decision is None or decision != self._sending:
            chooser.ask(decision)
        live = chooser.is_waited_for
        board, words, marks = self.board, self._words(shown), marks_of(chooser)
        board.show(self._clocks.shown_in(shown, view, session.info), marks)
        board.show_tableau(tableau_look(shown, chooser, words, all_melds=self._shows_melds))
        announce = any(offer.words.announce for offer in chooser.offers)
        hand = hand_look(chooser, self._story.fresh, live=live, own=shown.own, marks=marks)
        board.show_hand(hand, shown.insight, announce=announce)
        board.show_prompt(self._prompt_look(shown))
        board.show_words(
            shown.head,
            head_words(session, seated=self.is_seated, pause=self._clocks.head(session.info), keys=self._keys),
            heard(self._story.log, self._muted),
            heard(self._story.chat, self._muted),
        )
        board.foot.show(key_hints(self._layout, view, chooser, seated=self.is_seated, checked=is_checked(session)))

    def _prompt_look(self, shown: Picture) -> PromptLook:
        message, words = self._message, self._words(shown)
        glimpse = "" if self._view.phase in (BETWEEN, OVER) else self._glimpses.words(words)
        if glimpse:
            message = Message(glimpse)
        if not message.text and self._view.over is not None:
            message = Message(match_words(self._layout, self._view.over, self._name_of, self._view.viewer))
        if self._is_slow and not self._link:
            return PromptLook("Sent…", mine=True, time=self._clocks.words(self._view, self.session.info))
        return prompt_look(
            shown,
            self._chooser,
            words,
            message,
            time=self._clocks.words(self._view, self.session.info),
            pause=self._pause_words(),
            link=self._link,
            played_for=self.is_played_for,
        )

    def _words(self, shown: Picture) -> Words:
        return Words(self._layout, self.pack, self._view.deck, shown)

    def _lay_trick(self) -> None:
        """A trick was taken: it lies there for a moment, or until the next key."""
        info = self.session.info
        at_once = info is not None and not info.pace_ms
        self._looks_back = True
        tricks = self._story.tricks
        self.set_timer(TRICK_AT_ONCE_S if at_once else TRICK_S, lambda: self._clear_trick(tricks))

    def _clear_trick(self, tricks: int) -> None:
        if self._looks_back and tricks == self._story.tricks:
            self._looks_back = False
            self.refresh_soon()

    def _pause_words(self) -> str:
        info = self.session.info
        if info is None:
            return ""
        return pause_words(info, self.session.seat, self._people_key, self._clocks.pause_left_s)

    @property
    def _muted(self) -> frozenset[str]:
        return cast(Shell, self.app).mutes.names(self.session.info)

    def _name_of(self, seat: Seat) -> str:
        people = self._people()
        return people[seat][0] if seat in range(len(people)) else f"Seat {seat + 1}"

    def _people(self) -> Sequence[tuple[str, str]]:
        return people_of(self.session.info, self._view.seats)

    def _tick(self) -> None:
        if self._picture is not None and self.is_current:
            self.refresh_table()

    # The score.

    def _show_result_soon(self) -> None:
        """The sheet of the newest deal comes up in a moment; that of an earlier one does not any more."""
        self._drop_result()
        self._result = self.set_timer(RESULT_DELAY_S, self._show_result)

    def _drop_result(self) -> None:
        if self._result is not None:
            self._result.stop()
            self._result = None

    def _show_result(self) -> None:
        if self.board.foot.writing:
            self._show_result_soon()  # nobody is interrupted in the middle of a word
        elif self.is_current and self._view.phase in (BETWEEN, OVER):
            self._open_scores(result=True)

    def _open_scores(self, *, result: bool) -> None:
        from .scores import ScoreScreen

        self._drop_result()
        people = tuple(name for name, _ in self._people())
        session, may_go_on = self.session, self.is_seated
        self.app.push_screen(ScoreScreen(self._view, people, session=session, may_go_on=may_go_on, result=result))
