"""A table by lines: what happens is said, what is asked is said with its choices, and typed lines are answers or
commands.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.api import BETWEEN, Card, Decision, Move, Seat, counted, listed
from net import news as n

from ..forms.people import Question, questions_for
from ..forms.time_words import pause_words, saving_words
from ..session.table_session import TableSession, counts_as_away, is_with_bots, open_decision, people_of
from ..table.choice.forced import forced_after_s, forced_move
from ..table.choice.guard import doubt_words
from ..table.choice.picker import Picker
from ..table.choice.regrets import Choices
from ..table.game_words import TableLayout, layout_at
from ..table.glimpses import Glimpses
from ..table.narration import LogLine, heard, printed
from ..table.picture import Picture, picture
from ..table.second_person import YOU
from ..table.wording import Words, awaited_words, late_words
from ..widgets.packs import read_pack
from .choices import Answer, Menu, Narrowing, Unclear, are_numbers
from .describe import ending_words, hand_words, held_cards, pile_words, table_words, totals_words
from .told import Told, is_said
from .voice import Voice

if TYPE_CHECKING:
    from net.wire.table_info import TableInfo

    from ..config.settings import Settings


WARNED_S: Final = 15
"""A warning comes this long before the time to answer ends."""
_SHORT_S: Final = 90
"""A time to answer that is shorter than this is said."""
_ASKED_AGAIN: Final = ("slow", "busy")
"""Refusals after which a request may be sent again."""
_AGAIN_S: Final = 1.0
_AGAIN_MOST: Final = 10

UNANSWERED: Final = "The host has not answered this yet. Wait, or type quit to leave"
"""Said to a person who asks again for what the host may still do: nothing is asked for twice by mistake."""
AFTER_MATCH: Final = {
    "again": "play again with the same rules",
    "other": "choose another game or another table",
    "log deal 1": "show all that happened in deal 1",
    "score": "show the points of each player",
    "quit": "leave",
}
"""What a player can type when the match is over."""

_Answered = TypeVar("_Answered")


async def patient(ask: Callable[[], Awaitable[_Answered]]) -> _Answered:
    """Send a request, and again after a while when the host hears too many: a script is faster than people."""
    outcome = await ask()
    for _ in range(_AGAIN_MOST):
        if not isinstance(outcome, n.Outcome) or outcome.code not in _ASKED_AGAIN:
            break
        await asyncio.sleep(_AGAIN_S)
        outcome = await ask()
    return outcome


class PlainTable:
    """A table as one person hears it.

    muted: the names of those whose words are not said. wants_line: whether a line of a script is due now.
    """

    def __init__(
        self,
        session: TableSession,
        told: Told,
        voice: Voice,
        settings: Settings,
        muted: Callable[[TableInfo | None], frozenset[str]] = lambda _: frozenset(),
    ) -> None:
        view = session.view
        assert view is not None, "a table is heard from its first deal on"
        self.session, self._told, self._voice, self._settings, self._muted = session, told, voice, settings, muted
        self.view = view
        self.pack = read_pack(view.game)
        self._choices = Choices(view)
        self._sort = settings.sort
        self._glimpses = Glimpses(lambda: 0.0, 0.0)
        self._menu: Menu | None = None
        self._narrowing: Narrowing | None = None
        self._asked: int | None = None
        self._submitted: int | None = None
        self._doubted: Move | None = None
        self._skips = False
        self._deal_heard = self._points_heard = 0
        self._last_free = ""
        self._goes_on = False
        self._is_ended = False
        self._held: Counter[Card] = Counter()
        self._named: list[str] = []
        self._about: list[str] = []
        self._questions: tuple[Question, ...] = ()
        self._pause = ""
        self._warned: int | None = None
        voice.speak_of(view.game)
        told.begin(view, self.reader)

    # What it is made of.

    @property
    def reader(self) -> Seat | None:
        """The seat that is called "you": mine if I play."""
        return self.view.viewer if self.session.seat is not None else None

    @property
    def is_alone(self) -> bool:
        return self.reader is not None and is_with_bots(self.session)

    @property
    def wants_line(self) -> bool:
        if self.view.over is not None:
            return self._is_ended
        if self.reader is None or self.session.going_on.gone is not None:
            return self.session.going_on.gone is not None
        if self.session.decision is not None:
            return self.session.decision.id == self._asked
        return self.view.phase == BETWEEN and self._points_heard == self.view.deal and not self._goes_on

    @property
    def is_due(self) -> bool:
        """Whether something is asked that was not said yet."""
        decision = self.session.decision
        return decision is not None and decision.id != self._asked

    def people(self) -> list[tuple[str, str]]:
        people = people_of(self.session.info, self.view.seats)
        named = self._told.name_of
        return [(YOU if seat == self.reader else named(seat), state) for seat, (_, state) in enumerate(people)]

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.people()]

    def picture(self) -> Picture:
        return picture(self.view, self._told.story, self.people(), sort=self._sort)

    def words(self) -> Words:
        return Words(self.layout, self.pack, self.view.deck, self.picture())

    def saving(self) -> str:
        return saving_words(self.session.info)

    def printed(self, sentence: str) -> str:
        return printed(sentence, self.view.deck, self.pack)

    def hears(self, line: LogLine) -> bool:
        """Whether a line of the log is said."""
        if line.tone != "chat":
            self._named.append(line.text)
        return is_said(line, self._voice) and bool(heard((line,), self._muted(self.session.info), alone=self.is_alone))

    # News.

    def hear(self, news: n.News) -> None:
        """The table said something."""
        told, voice, session = self._told, self._voice, self.session
        match news:
            case n.BegunAnew():
                told.is_quiet = True
                self._asked = None
                self._choices.told_again()
                if session.view is not None:
                    self.view = session.view
                    told.begin(self.view, self.reader)
            case n.Told(number=number, event=event, is_past=is_past):
                told.hear(self.view.events, number)
                if not is_past and self._glimpses.tell(event, self.view):
                    self.interrupt(self._glimpses.faces(self.words()))
                    self._glimpses.clear()
            case n.GalleryTold():
                told.hear_gallery(self.view.events, session.gallery)
            case n.Asked():
                told.is_quiet = False
                voice.say(self._choices.take_sentence())
            case n.Waiting():
                told.is_quiet = False
            case n.LinkUp():
                told.is_quiet = False
            case n.Answered(late=late):
                self._asked = None
                if late is not None and late.sealed and self.view.over is None and not counts_as_away(session):
                    self.interrupt(late_words(self.layout, late))
            case n.Notice(text=text):
                self.interrupt(text)
            case n.Seated(text=text):
                self.interrupt(text)
            case n.TableChanged():
                self._note_questions()
            case n.DealChecked(verdict=verdict) if verdict.state == "failed":
                self.interrupt(f"Deal {verdict.deal} FAILED its check: {verdict.sentence}")
            case _:
                pass

    def _note_questions(self) -> None:
        """Say what I am asked to answer, such as a vote, and why the table pauses."""
        info, seat = self.session.info, self.session.seat
        asked = questions_for(info, seat, self.session.name)
        for question in asked:
            if question not in self._questions:
                self.interrupt(f"{question.sentence} Type yes or no.")
        self._questions = asked
        pause = "" if info is None else pause_words(info, seat, "")
        if pause != self._pause:
            self.interrupt(pause or "The table goes on")
            self._pause = pause

    def interrupt(self, sentence: str) -> None:
        """Say what is no event, after what was kept back."""
        self._told.flush()
        self._voice.say(sentence)

    @property
    def until_warning_s(self) -> float | None:
        """After how long to warn that the time to answer ends, None for no warning."""
        decision, left_ms = self.session.decision, self.session.remaining_ms
        if decision is None or not left_ms or self._asked != decision.id or self._warned == decision.id:
            return None
        return max(0.0, left_ms / 1000 - WARNED_S)

    def warn(self) -> None:
        """Say that the time to answer ends."""
        self._warned = self._asked
        self.interrupt(f"You have {counted(WARNED_S, 'second')} left")

    def flush(self) -> None:
        self._told.flush()

    @property
    def layout(self) -> TableLayout:
        return layout_at(self.view)

    @property
    def holds(self) -> bool:
        return self._told.holds

    # What is asked.

    def settle(self) -> Coroutine[Any, Any, None] | None:
        """All news were heard: say what is asked now. If there is only one answer, the work of giving it."""
        view, session = self.view, self.session
        self._told.speak()
        if view.over is not None:
            self._say_end()
            return None
        if view.phase == BETWEEN:
            self._say_points()
            return None
        self._goes_on = False
        decision = session.decision
        if decision is None:
            self._menu = self._narrowing = None
            self._say_free(session.offer)
        elif decision.id != self._asked:
            settings = self._settings
            move = forced_move(
                decision,
                view,
                self.layout,
                forced=settings.forced,
                skips=self._skips,
                only_card=settings.only_card and self.is_alone,
                only_useful=settings.only_useful,
            )
            if move is not None:
                self._asked = decision.id
                return self._force(decision, move)
            self._ask(decision)
        return None

    async def _force(self, decision: Decision, move: Move) -> None:
        """Give the only answer."""
        await asyncio.sleep(forced_after_s(alone=self.is_alone))
        if self.session.decision == decision:
            await self.submit(decision, move)

    def _ask(self, decision: Decision) -> None:
        """Say a prompt with its choices."""
        self._asked, self._doubted = decision.id, None
        self._told.flush()
        words = self.words()
        self._lay_out(decision, words)
        assert self._menu is not None
        is_new, voice = self._deal_heard != self.view.deal, self._voice
        self._say_new(words, is_said=is_new)
        self._deal_heard = self.view.deal
        if voice.says_much():
            about = [*hand_words(words), *pile_words(words)]
            voice.say(*(each for each in about if each not in self._about))
            self._about = about
        elif is_new and (voice.says_little() or not set(words.picture.hand) <= self._menu.cards):
            voice.say(hand_words(words)[0])
        self._prompt(decision, words, lists=not self._voice.says_little())

    def _lay_out(self, decision: Decision, words: Words) -> None:
        """Number the choices; where there is only one, the parts of that one."""
        self._menu, self._narrowing = Menu(decision, words), None
        if self._menu.only is not None:
            self._narrowing = Narrowing(Picker(self._menu.only), words, words.asked(decision))

    def _say_new(self, words: Words, *, is_said: bool) -> None:
        """Say which cards I got, where what happened did not name them. is_said: my whole hand is said anyway."""
        held = held_cards(words)
        came, self._held = held - self._held, held
        named, self._named = " ".join(self._named), []
        new = [card for card in words.deck.sort(came.elements()) if words.cards((card,)) not in named]
        if new and not is_said:
            self._voice.say(f"New {'card' if len(new) == 1 else 'cards'}: {words.cards(new)}")

    def _prompt(self, decision: Decision, words: Words, *, lists: bool) -> None:
        assert self._menu is not None
        left_s = -(-(self.session.remaining_ms or 0) // 1000)  # rounded up: a moment on the way changes no word
        self._warned = decision.id if left_s < 2 * WARNED_S else None
        is_short = 0 < left_s < _SHORT_S or (left_s and self._voice.says_much())
        time = f" You have {counted(left_s, 'second')}." if is_short else ""
        prompt = self._menu.prompt(words.asked(decision)) if self._narrowing is None else self._narrowing.prompt()
        if not lists:
            self._voice.say(f"{words.asked(decision)}{time}")
            return
        choices = self._narrowing or self._menu
        self._voice.say(f"{prompt}{time} {choices.typed()}")
        self._voice.list(*choices.lines())

    def _say_free(self, offer: Decision | None) -> None:
        """Say what I may do though nobody waits for it, when that changes."""
        if offer is None:
            self._last_free = ""
            return
        said = self.words().asked(offer)
        if self._voice.says_much() and said not in (self._last_free, self.layout.phase(offer.phase).why):
            self._last_free = said
            self.interrupt(f"{said} Type ? for help")

    def _say_points(self) -> None:
        """A deal is over."""
        view = self.view
        if self._points_heard == view.deal:
            return
        self._points_heard = view.deal
        self._told.flush()
        self._voice.say(totals_words(view, self.names))
        if self.reader is not None:
            more = "" if self._voice.says_little() else ". For the points in detail, type score"
            self._voice.say(f"{self.layout.phase(BETWEEN).why} Type next if you are ready{more}")

    def _say_end(self) -> None:
        if self._is_ended:
            return
        self._is_ended = True
        self._told.flush()
        over = self.view.over
        assert over is not None
        self._voice.say(*ending_words(self.view, self.names))
        if self.reader is not None:
            self._voice.explain(AFTER_MATCH)

    def introduce(self) -> None:
        """Say where a person has sat down."""
        title = self.view.game.meta.nearest_preset(self.view.options).title
        others = [name for seat, name in enumerate(self.names) if seat != self.reader]
        if not self._voice.says_little():
            self._voice.say(f"You play {title} with {listed(others)}. Type ? for help")
        self._voice.say(self.saving())

    def come_late(self) -> None:
        """Say what a person needs who comes in the middle of a match."""
        self._told.pass_over(self.view.events)
        words = self.words()
        self._voice.say(*table_words(words, self.saving()))
        if self.session.decision is None:
            self._voice.say(awaited_words(words.picture, self.layout))

    def answers(self) -> list[str]:
        """Answers to what is asked now, by number."""
        if self._narrowing is not None:
            return self._narrowing.answers()
        return [] if self._menu is None else self._menu.answers()

    # What is typed.

    def in_words(self) -> dict[str, str]:
        """An answer in words, and the number that means the same; nothing if nothing is asked."""
        if self._menu is None or self._narrowing is not None or self.session.decision is None:
            return {}
        words = self._menu.options[0].in_words
        return {words: "the same as typing 1"} if self._menu.meaning(words) == self._menu.meaning("1") else {}

    def what_to_type(self) -> str:
        """What to type instead of an answer that was refused."""
        choices = self._narrowing or self._menu
        return "" if choices is None else choices.what_to_type()

    async def take(self, line: str) -> bool:
        """An answer to what is asked; whether anything is."""
        decision = open_decision(self.session)
        if decision is None or self.reader is None:
            return False
        await self._answer(decision, line)
        return True

    async def _answer(self, decision: Decision, line: str) -> None:
        if self._menu is None or self._menu.decision != decision:
            self._lay_out(decision, self.words())
        if not line:
            self.say_again()
            return
        match self._meaning(decision, line):
            case Unclear(sentence=sentence):
                self._voice.say(sentence)
            case Picker() as picker:
                self._narrowing = Narrowing(picker, self.words())
                self.say_again()
            case Move() as move:
                await self._try(decision, move, line)
            case None:
                self.say_again()

    def _meaning(self, decision: Decision, line: str) -> Answer | None:
        """What an answer means; None if the next part of a choice is asked now, or the one before."""
        assert self._menu is not None
        if self._narrowing is None:
            return self._menu.meaning(line)
        meant = self._narrowing.meaning(line)
        if not isinstance(meant, Unclear):
            return meant
        if not meant.sentence:
            self._lay_out(decision, self.words())
            return None
        other = self._menu.meaning(line) if not are_numbers(line) else meant
        return meant if isinstance(other, Unclear) else other

    async def _try(self, decision: Decision, move: Move, line: str) -> None:
        """Make a move; one that may be regretted has to be typed twice."""
        doubt = doubt_words(self.layout.verb(move.verb), move, self.view)
        if doubt and move != self._doubted:
            self._doubted = move
            self._voice.say(f"{doubt} To {self.layout.verb(move.verb).label}, type {line} again.")
            return
        await self.submit(decision, move)

    async def submit(self, decision: Decision, move: Move) -> None:
        if self._submitted == decision.id:
            self._voice.say(UNANSWERED)
            return
        words = self.words().move(move)
        self._submitted = decision.id
        try:
            outcome = await patient(lambda: self.session.submit(decision.id, move))
        finally:
            self._submitted = None
        if outcome.accepted:
            self._narrowing = self._doubted = None
            self._choices.made(decision, move, self.view.deck, self.view.deal, words)
        else:
            rule = f" (§{outcome.paragraph})" if outcome.paragraph else ""
            again = f" {self.what_to_type()}" if self.session.decision == decision else ""
            self.interrupt(f"{self.printed(outcome.reason).removesuffix('.')}{rule}.{again}")

    def hand(self) -> list[str]:
        return hand_words(self.words())

    def rule(self) -> str:
        decision = open_decision(self.session)
        return next((choice.paragraph for choice in decision.choices), "") if decision is not None else ""

    def log(self, deal: int = 0) -> list[str]:
        lines = self._told.retell(self.view, self.reader)
        muted = self._muted(self.session.info)
        told = heard((line for number, line in lines if deal in (0, number)), muted, alone=self.is_alone)
        return [line.spoken for line in told]

    async def undo(self) -> str:
        """Take my last choice back; why not, "" if it was done."""
        self._choices.begin_undo(self.view)
        outcome = await self.session.undo()
        self._choices.end_undo(is_done=outcome.accepted)
        return outcome.reason

    def skip(self) -> bool:
        """From now on pass until my turn, or no longer; whether that is on."""
        self._skips, self._asked = not self._skips, None
        return self._skips

    def sort(self) -> str:
        """Put the hand in its next order; the name of the order."""
        ways = self.view.game.arrangements
        now = ways.index(self._sort) if self._sort in ways else 0
        self._sort = ways[(now + 1) % len(ways)]
        return self._sort

    async def go_on(self) -> None:
        """I am ready for the next deal."""
        self._goes_on = True
        outcome = await patient(self.session.next_deal)
        if isinstance(outcome, n.Outcome) and not outcome.accepted:
            self._goes_on = False
            self._voice.say(outcome.reason)

    def why_no_answer(self) -> str:
        """Why an answer means nothing now, and what to type instead."""
        if self.view.over is not None:
            return "The match is over. Type again to play again, quit to leave, or ? for help"
        if self.reader is None:
            return "You are watching. Type ? for the commands"
        if self.view.phase == BETWEEN:
            return "The deal is over. Type next for the next deal, or ? for help"
        return "You have nothing to decide now. Type ? for the commands"

    def say_again(self) -> None:
        """Say again what is asked, with all choices."""
        decision = open_decision(self.session)
        words = self.words()
        if decision is None or self.reader is None:
            self._voice.say(awaited_words(words.picture, self.layout))
            return
        if self._menu is None or self._menu.decision != decision or self._narrowing is None:
            self._lay_out(decision, words)
        self._prompt(decision, words, lists=True)
