"""What one table on the screen knows and shows now, without a widget: news go in, a look at the table comes out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final

from engine.api import (
    BETWEEN,
    OVER,
    Advice,
    Card,
    ChoiceLine,
    DealBegan,
    Decision,
    Event,
    Happened,
    Move,
    Scored,
    Seat,
    View,
)

from ..forms.people import Question, questions_for
from ..forms.time_words import is_halted, pause_words
from ..session.table_session import (
    TableSession,
    counts_as_away,
    forgets,
    head_words,
    is_with_bots,
    link_words,
    open_decision,
    people_of,
    told_verdict,
)
from ..widgets.global_keys import KEY_OF
from ..widgets.key_bar import KeyHint
from ..widgets.packs import read_pack
from .choice.chooser import Chooser
from .choice.forced import Passes, can_claim, can_decline, forced_move, recommended
from .choice.guard import EARLY_S, Guard, broken_group, doubt_words
from .choice.regrets import Choices
from .clocks import TableClocks
from .coach.card import card_look
from .coach.coach import Coach
from .game_words import TableLayout, layout_at
from .glimpses import UNREAD_S, Glimpses
from .key_bindings import CARD_KEYS, Escape, KeyNames, escape_does, has_melds, key_hints, table_keys
from .narration import LogLine, Narration, blank_board, heard, printed
from .picture import Picture, picture
from .presenters import (
    MISSED,
    Hint,
    Message,
    TableSheet,
    advice_words,
    column_look,
    counts_look,
    hand_look,
    marks_of,
    prompt_look,
    tableau_look,
)
from .review import Review
from .second_person import YOU
from .widgets.board import TableLook
from .widgets.melds import TableauLook
from .widgets.prompt import OfferLook, PromptLook
from .wording import LATE, Words, late_words, match_words

if TYPE_CHECKING:
    from net.news import News, Verdict
    from net.wire.table_info import TableInfo

BY_HAND: Final = "by hand"
"""The way to sort a hand in which its owner has laid it."""
STALE_AFTER: Final = 5
"""So many events later nobody needs a message any more."""


class Effect(Enum):
    """What news ask of the screen: a timer to start or to stop, or the bell."""

    CATCH_UP = auto()
    GLIMPSE = auto()
    RESULT = auto()
    NO_RESULT = auto()
    BELL = auto()


class TableState:
    """A table as one viewer sees it, and the choice that this viewer is making.

    muted: gives the names of muted people. sort: how the hand is arranged. link: what is wrong with the connection, ""
    for nothing. sending: the decision whose answer is on its way. is_slow: this answer has been on its way for a while.
    shows_trick: the trick before is still visible. sheet: the sheet that I asked for. skips: claims are declined until
    my turn. hurries: bots are hurried until I am asked. plays_on: the program plays until I have a choice. shown: what
    was drawn last. now: a clock in seconds. guards: a key that comes too soon after a new question does nothing.
    forces: the program gives the only possible answer. plays_only_card: also if it is a card of several, alone with
    bots. asks_only_useful: claims of no use are passed. unsent: the decision whose answer did not arrive. coach: gives
    tips. wanted: the moves that the step of a lesson wants.
    """

    def __init__(
        self,
        session: TableSession,
        clocks: TableClocks,
        *,
        sort: str = "",
        muted: Callable[[TableInfo | None], frozenset[str]] = lambda _: frozenset(),
        now: Callable[[], float] = monotonic,
        guards: bool = False,
        coach: Coach | None = None,
    ) -> None:
        view = session.view
        assert view is not None, "a table is shown from its first deal on"
        self.session, self.clocks, self.sort, self.view = session, clocks, sort, view
        self.pack = read_pack(view.game)
        self.keys, self.key_names = table_keys(), KeyNames(self.layout)
        self.chooser = Chooser(self.layout, lambda word, cards: self.view.game.group_fault(word, cards, self.view))
        self.guard = Guard(now, EARLY_S if guards else 0.0)
        self.glimpses = Glimpses(now, UNREAD_S if guards else 0.0)
        self.coach = coach or Coach(view)
        self.review = Review()
        self.choices, self.passes = Choices(view), Passes(self.layout)
        self.link = ""
        self.sending: Decision | None = None
        self.unsent: Decision | None = None
        self.wanted: tuple[Move, ...] = ()
        self.asks_rank = False
        self.plays_only_card = self.asks_only_useful = False
        self.forces = self.is_slow = self.has_own_order = self.shows_trick = self.skips = self.hurries = (
            self.plays_on
        ) = False
        # Among others this card would cost their time, and perhaps mine for the first answer: see `shows_card`.
        self.sheet: TableSheet = "card" if self.layout.card and self.coach.shows_card and self.is_alone else ""
        self.shown: TableLook | None = None
        self._muted = muted
        self._hint: Hint | None = None
        self._message = Message()
        self._said_at: tuple[int | None, int] = (None, 0)
        self._is_back = False
        self._tricks: int | None = None
        self._tops: tuple[Card, ...] = ()
        self._doubt = ""
        self._behind = 0
        self._questions: tuple[Question, ...] = ()
        self.begin(view)

    def begin(self, view: View) -> None:
        """Look at this view. My choice in the making stays: it is about cards, not about views."""
        self.view = view
        forgetful, board = forgets(view), blank_board(view)
        self.story = Narration(view.game, view.viewer, self.name_of, view.deck, forgetful, self.reader, board)

    def _begin_anew(self, view: View) -> None:
        """Show the old picture until the stream, sent again from its start, is where it was."""
        self.review.end()
        self.glimpses.clear()
        self._behind = len(self.view.events)
        self.begin(view)

    def stop_waiting(self) -> None:
        """Show the stream, even if not all of it has been sent again."""
        self._behind = 0

    # What it is made of.

    @property
    def layout(self) -> TableLayout:
        return layout_at(self.view)

    @property
    def message(self) -> Message:
        """What the table has to say to me; it is gone once something else is asked, or a few events later."""
        asked, events = self._said_at
        if self._message.text:
            # People who come, go or talk do not make a message old.
            played = sum(not isinstance(event, Happened) for event in self.view.events[events:])
            if asked != self._asked_id or played > STALE_AFTER:
                self._message = Message()
        return self._message

    @message.setter
    def message(self, message: Message) -> None:
        self._message = message
        self._said_at = (self._asked_id, len(self.view.events))

    def say(self, text: str, *, bad: bool = False, paragraph: str = "", about: Question | str = "") -> None:
        """Say a sentence in the prompt, until the next key."""
        self.message = Message(text, bad=bad, paragraph=paragraph, about=about)

    @property
    def hint(self) -> Hint | None:
        """The hint for what I am asked; it is gone once something else is asked."""
        hint, decision = self._hint, self.chooser.decision
        return hint if hint is not None and decision is not None and decision.id == hint.decision else None

    def think(self, decision: Decision) -> None:
        """The player asks for a hint."""
        self._hint = Hint(decision.id, "Hint: thinking …")

    def show_hint(self, decision: Decision, advice: Advice) -> None:
        """Show a hint, and mark what it speaks of."""
        assert self.picture is not None
        self.coach.obeyed = None
        what = self.words(self.picture).move(advice.move)
        self._hint = Hint(decision.id, f"Hint: {what}. {self.printed(advice.reason)}", advice.move)
        self.chooser.mark(advice.move)

    def ask_coach(self) -> None:
        """The coach may say something new about what I am asked: about the move of Enter, if Enter makes one. In a
        claim window, where Enter makes none by itself, the coach may speak of any claim.
        """
        chooser, decision, wanted = self.chooser, self.chooser.decision, self.chooser.recommended
        entered = None if decision is None or decision.window else chooser.main_offer()
        only = wanted.verb if wanted is not None else entered.choice.verb if entered is not None else ""
        self.coach.ask(decision, self.layout, only)

    def _contradicts(self, line: ChoiceLine) -> bool:
        """Whether a line recommends another move than the step of a lesson."""
        move = line.move
        return (
            bool(self.wanted)
            and move is not None
            and not any(
                wanted.verb == move.verb and (not move.cards or wanted.cards == move.cards) for wanted in self.wanted
            )
        )

    def drop_hint(self) -> None:
        """Put the hint and its marks away."""
        self._hint = self.coach.obeyed = None
        self.chooser.drop_hint()

    def drop_message(self, about: str | None = None) -> None:
        """The message was read, or what it is about has ended."""
        if about in (None, self.message.about):
            self.message = Message()

    def doubt(self, move: Move, *, by_enter: bool) -> str:
        """Why the player may regret a move, "" for no reason. by_enter: Enter made the move, and not its own key. The
        move of a visible hint, and a recommended move, count as made by their own key.
        """
        is_told = move == self.chooser.recommended or (self.hint is not None and self.hint.move == move)
        by_enter = by_enter and not is_told
        missed = [each.words for each in self.chooser.announced] if by_enter else []
        if missed and move.verb not in [words.verb for words in missed]:
            return f"You can {missed[0].label}: press {missed[0].key}."
        group = broken_group(self.chooser.decision, self.view, move) if by_enter else None
        if group is not None and self.picture is not None:
            return f"{self.words(self.picture).cards(move.cards)} is in your {group.name}."
        return doubt_words(self.layout.verb(move.verb), move, self.view)

    def printed(self, sentence: str) -> str:
        """A sentence of the game's with its cards as they are printed."""
        return printed(sentence, self.view.deck, self.pack)

    @property
    def _asked_id(self) -> int | None:
        decision = open_decision(self.session)
        return None if decision is None else decision.id

    @property
    def is_seated(self) -> bool:
        """Whether I play. A spectator may see a player's hand and has a viewer, too, but no seat."""
        return self.view.viewer is not None and self.session.seat is not None

    @property
    def reader(self) -> Seat | None:
        """The seat that is called "you": mine if I play."""
        return self.view.viewer if self.is_seated else None

    @property
    def is_alone(self) -> bool:
        """Whether only bots are at the table with me, and nobody watches."""
        return self.is_seated and is_with_bots(self.session)

    @property
    def is_resting(self) -> bool:
        """Whether no deal is being played."""
        return self.view.phase in (BETWEEN, OVER)

    @property
    def is_played_for(self) -> bool:
        """Whether the table plays for me though I am here, since my time ran out too often."""
        is_away = self.is_seated and counts_as_away(self.session) and self.view.over is None
        self._is_back = self._is_back and is_away
        return is_away and not self._is_back

    def forced_move(self) -> Move | None:
        """The answer that the program gives for me to what I am asked, if it needs no thought."""
        decision = self.session.decision
        if decision is None or not self.is_seated or self.is_played_for or self.sheet == "card":
            return None
        return forced_move(
            decision,
            self.view,
            self.layout,
            forced=self.forces,
            skips=self.skips,
            plays_on=self.plays_on,
            only_card=self.plays_only_card and self.is_alone,
            only_useful=self.asks_only_useful,
        )

    @property
    def shows_card(self) -> bool:
        """Whether the card of the game is shown: to a player who is alone, until they have read it. Among others, only
        while nobody waits for their answer.
        """
        if self.sheet or not self.coach.shows_card or not self.layout.card:
            return self.sheet == "card"
        is_choosing = self.chooser.picking is not None or self.chooser.composing is not None
        is_busy = self.session.decision is not None or is_choosing or bool(self.glimpses.seen) or self.is_played_for
        return self.is_seated and not is_busy and self.view.over is None

    def close_sheet(self) -> None:
        """Put the sheet over the seats away."""
        if self.shows_card:
            self.coach.card_read()
        self.sheet = ""

    @property
    def is_halted(self) -> bool:
        """Whether the table takes no move."""
        return is_halted(self.session.info)

    @property
    def is_unasked(self) -> bool:
        """Whether the program answers at once, so that I do not see the question. Others could see how fast it is."""
        return self.is_alone and self.session.decision != self.unsent and self.forced_move() is not None

    @property
    def can_hurry(self) -> bool:
        """Whether I wait for bots alone, and the host lets me hurry them."""
        is_idle = self.is_resting or self.review.is_on or self.is_halted
        is_waiting = open_decision(self.session) is None and not is_idle
        return is_waiting and self.is_alone and self.session.serves_alone

    def look_back(self) -> None:
        """Begin to look at what happened before."""
        self.review.begin(self.view, self.name_of, self.reader)

    def come_back(self) -> None:
        """The table played for me. From now on, I play myself."""
        self._is_back = True
        self.say("Welcome back. The next decision is yours.")

    @property
    def picture(self) -> Picture | None:
        return None if self.shown is None else self.shown.picture

    @property
    def log(self) -> Sequence[LogLine]:
        return heard(self.story.log, self._muted(self.session.info), alone=self.is_alone)

    def people(self) -> Sequence[tuple[str, str]]:
        return people_of(self.session.info, self.view.seats)

    def people_shown(self) -> Sequence[tuple[str, str]]:
        """The people as my own table names them: I am "You"."""
        return [(YOU if seat == self.reader else name, state) for seat, (name, state) in enumerate(self.people())]

    def name_of(self, seat: Seat) -> str:
        people = self.people()
        return people[seat][0] if seat in range(len(people)) else f"Seat {seat + 1}"

    def words(self, shown: Picture) -> Words:
        return Words(self.layout, self.pack, self.view.deck, shown)

    # News.

    def hear(self, news: News) -> Collection[Effect]:
        """Take in news of the table. Returns what the screen must do about it besides drawing."""
        from net import news as n

        match news:
            case n.BegunAnew():
                if self.session.view is not None:
                    self._begin_anew(self.session.view)
                    return (Effect.CATCH_UP,)
            case n.LinkLost(reason=reason):
                self.link = link_words(self.session, reason)
            case n.HostGone():
                self.link = link_words(self.session)
            case n.CarriedOn():
                self._behind = 0  # later events are void and will not come
            case n.LinkUp():
                self.link = ""
            case n.LinkClosed(reason=reason):
                self.link = reason
            case n.Asked(decision=decision):
                self.clocks.ask(self.session)
                self.skips = self.skips and can_decline(decision, self.layout)
                if self._message.about == MISSED:  # the next decision may come at once
                    self._said_at = (self._asked_id, self._said_at[1])
                return () if decision.window else (Effect.BELL,)
            case n.TableChanged():
                self._note_questions()
                self.clocks.note(self.session.info)
            case n.Answered(late=late):
                self.clocks.stop()
                if late is not None and _is_missed(late, self):
                    self.say(late_words(self.layout, late), bad=True, about=MISSED)
            case n.Waiting(remaining_ms=remaining_ms):
                if self.session.decision is None:
                    self.clocks.of_others(remaining_ms, self.session.info)
            case n.DealChecked(verdict=verdict):
                self._checked(verdict)
            case n.Notice(text=text, about=about, is_over=is_over):
                if not is_over:
                    self.say(text, about=about)
                else:
                    self.drop_message(about)  # what the table asks shows at once
            case n.CodeTold(code=code, text=text) if text:
                self.say(f"{text} The code is {code}.", bad=True)
            case n.Told(event=event, is_past=is_past):
                effects = [] if is_past else self._happens(event)
                return [*effects, Effect.GLIMPSE] if self.glimpses.tell(event, self.view) else effects
        return ()

    def _happens(self, event: Event) -> list[Effect]:
        """Something happens now: what calls for attention is here, so that nothing past does."""
        match event:
            case Happened(what="timeout", seat=seat) if seat == self.session.seat:
                self.say(LATE, bad=True)
            case Scored():
                self.coach.end_deal()
                return [Effect.RESULT]
            case DealBegan():
                return [Effect.NO_RESULT]
        return []

    def _checked(self, verdict: Verdict) -> None:
        if verdict.state == "failed":
            self.say(f"Deal {verdict.deal} FAILED its check: {verdict.sentence}", bad=True)
        elif verdict.state == "unverified" and verdict.sentence != self._doubt and not self.is_alone:
            self._doubt = verdict.sentence  # a sentence that is true of every deal is said only once
            self.say(f"Deal {verdict.deal} is unverified ({KEY_OF['table']}: why).")

    def _note_questions(self) -> None:
        """Note what I am asked to answer: a vote, or a request for a seat."""
        asked = questions_for(self.session.info, self.session.seat, self.session.name)
        new = [question for question in asked if question not in self._questions]
        if self._message.about in self._questions and self._message.about not in asked:
            self._message = Message()
        self._questions = asked
        if new:
            self.say(f"{new[0].sentence} Press {KEY_OF['people']} to answer.", bad=True, about=new[0])

    # What is shown.

    def is_behind(self) -> bool:
        """Whether the stream is still sent again, so that the old picture stays."""
        return not self.review.is_on and len(self.view.events) < self._behind

    def catch_up(self) -> bool:
        """Show the events that came. Returns whether a trick was taken: this trick stays visible for a moment.

        The events after this trick are shown when the trick has been seen.
        """
        waits = self.waits_for_tricks and not self.review.is_on
        if not (waits and self.shows_trick):
            until_trick = waits and self._tricks is not None and self.story.told > 0
            self.story.catch_up(self.view.events, self.session.gallery, until_trick=until_trick)
        if self.review.is_on:
            return False
        self._behind = 0
        was, self._tricks = self._tricks, self.story.tricks
        self.shows_trick = self.shows_trick or (was is not None and self._tricks > was)
        return was is not None and self._tricks > was

    @property
    def waits_for_tricks(self) -> bool:
        """Whether a trick is seen whole before the next lead: not where bots take no time, or are hurried."""
        info = self.session.info
        return info is not None and bool(info.pace_ms) and not self.hurries

    @property
    def is_held(self) -> bool:
        """Whether a trick is in sight although the next lead has come."""
        return self.shows_trick and not self.review.is_on and self.story.told < len(self.view.events)

    def clear_trick(self) -> None:
        """A trick that was taken has been seen: show what came after it."""
        was_held, self.shows_trick = self.is_held, False
        if was_held:
            self.catch_up()
            self.look()

    def look(self) -> TableLook:
        """All that is drawn now."""
        people = self.people_shown()
        if self.review.is_on:
            is_asked = self.session.decision is not None
            look = self.review.look(people, tuple(self.story.chat), is_asked=is_asked)
            return replace(look, column=partial(column_look, self.view, look.picture))
        view, session, chooser = self.view, self.session, self.chooser
        seen = self.glimpses.seen
        shown = picture(view, self.story, people, sort=self.sort, looks_back=self.shows_trick, seen=seen)
        by_hand = self.sort == BY_HAND
        groups = () if by_hand else shown.groups
        chooser.hold(chooser.by_hand(shown.hand) if by_hand else shown.hand, together=sum(size for size, _ in groups))
        is_closed = self.is_held or self.is_unasked or self.is_halted
        decision = None if is_closed else open_decision(session)
        self.hurries = self.hurries and decision is None
        if decision is None or decision != self.sending:
            self._drop_late(shown)
            chooser.layout = self.layout
            is_new = chooser.ask(decision, self.wanted[0] if self.wanted else recommended(decision, shown.insight))
            if is_new and self.hint is not None and self.hint.move is not None:
                chooser.mark(self.hint.move)  # it is asked again, and its hint is in sight again
            if self.guard.note(decision, shown.tops) and self.sheet != "card":
                self.ask_coach()
        words, marks = self.words(shown), marks_of(chooser)
        pause = self.clocks.head(session.info)
        is_told = self.hint is not None and self.hint.move is not None  # what it says is not said twice
        told_by_coach = self.coach.line_beside(self.hint.move if self.hint else None)
        told = tuple(
            line
            for line in shown.insight
            if not (isinstance(line, ChoiceLine) and (is_told or self._contradicts(line)))
        )
        self.shown = TableLook(
            picture=self.clocks.shown_in(shown, view, session.info),
            hand=hand_look(
                chooser, self.story.fresh, live=chooser.is_waited_for, own=shown.own, marks=marks, groups=groups
            ),
            prompt=_prompt(self, shown),
            keys=_keys(self),
            head=shown.head,
            right=head_words(session, seated=self.is_seated, pause=pause, check_key=KEY_OF["table"]),
            log=self.log,
            chat=heard(self.story.chat, self._muted(session.info)),
            insight=told,
            hint=advice_words(told_by_coach.format_map(self.key_names), self.hint),
            announce=bool(chooser.announced) and told[:1] == shown.insight[:1],
            tableau=_tableau(self, shown, words),
            marks=marks,
            column=partial(column_look, view, shown),
        )
        return self.shown

    def _drop_late(self, shown: Picture) -> None:
        """End a move that I had begun with the top card of a pile, if another card is on top now."""
        tops, self._tops = self._tops, shown.tops
        asked, new = self.chooser.decision, [top for top in shown.tops if top not in tops]
        if self.chooser.picking is None or not new or asked is None or not (asked.free or asked.window):
            return
        self.chooser.picking = None
        if self._message.about != MISSED:  # this message already says why the decision is over
            self.say(f"Too late: {self.words(shown).cards(new[:1])} is on top of the pile now.", bad=True)

    def turn_sheet(self) -> None:
        """Show what counts, then everybody's melds where there are any, then neither."""
        if self.sheet == "counts" and has_melds(self.view, self.layout):
            self.sheet = "melds"
        else:
            self.sheet = "" if self.sheet else "counts"


def _prompt(state: TableState, shown: Picture) -> PromptLook:
    message, words = state.message, state.words(shown)
    glimpse = "" if state.is_resting else state.glimpses.words(words)
    if glimpse:
        message = Message(glimpse)
    if not message.text and state.view.over is not None:
        message = Message(match_words(state.layout, state.view.over, state.name_of, state.reader))
    info = state.session.info
    time = state.clocks.words(state.view, info)
    if state.sheet == "card" and not state.link:
        start = (OfferLook("enter", "start"),)
        return PromptLook("▸ The rules in six lines.", True, time, start, message.text, message.bad)
    if state.is_slow and not state.link:
        return PromptLook("Sent…", mine=True, time=time)
    if state.is_unasked and state.shown is not None:
        return state.shown.prompt
    paused = state.clocks.pause_left_s
    pause = "" if info is None else pause_words(info, state.session.seat, KEY_OF["people"], paused)
    look = prompt_look(
        shown,
        state.chooser,
        words,
        message,
        time=time,
        pause=pause,
        link=state.link,
        played_for=state.is_played_for,
        halted=state.is_halted,
    )
    if state.shows_card and not state.link:
        others = (offer for offer in look.offers if offer.key != "enter")
        look = replace(look, offers=(OfferLook("enter", "close the rules"), *others))
    look = replace(look, is_ending=look.mine and bool(time) and state.clocks.is_ending)
    return _with_true_escape(look, escape_of(state, state.message))


def _tableau(state: TableState, shown: Picture, words: Words) -> TableauLook | None:
    """The sheet that I asked for, else the melds."""
    view, layout = state.view, state.layout
    more = f"{KEY_OF['melds']}: all melds, " if has_melds(view, layout) else ""
    counts = counts_look(view, more=more) if state.sheet == "counts" else None
    if state.shows_card:
        return card_look(layout, view, state.key_names)
    return tableau_look(shown, state.chooser, words, state.sheet, counts)


def _is_missed(decision: Decision, state: TableState) -> bool:
    """Whether I am told that my time ran out. Nobody else may know it of a sealed decision, so no event says it."""
    return decision.sealed and not state.is_played_for and state.view.over is None


def escape_of(state: TableState, message: Message) -> Escape:
    """What Esc does now. message: that the prompt shows."""
    return escape_does(
        state.chooser,
        played_for=state.is_played_for,
        glimpse=bool(state.glimpses.seen) and not state.is_resting,
        hint=state.hint is not None,
        sheet=bool(state.sheet) or state.shows_card,
        message=bool(message.text),
    )


def _with_true_escape(look: PromptLook, does: Escape) -> PromptLook:
    """A prompt that offers Esc only for what it does now."""
    return replace(look, offers=tuple(each for each in look.offers if each.key != "escape" or each.label == does))


def _keys(state: TableState) -> Sequence[KeyHint]:
    """The entries of the key bar."""
    if state.sheet == "card":
        return CARD_KEYS
    view, decision, halted = state.view, state.session.decision, state.is_halted
    hints = key_hints(
        state.layout,
        view,
        state.chooser,
        seated=state.is_seated,
        checked=told_verdict(state.session) is not None,
        alone=state.is_alone,
        hinted=state.hint is not None,
        coached=bool(state.coach.line_beside(state.hint.move if state.hint else None)),
        plays=state.can_hurry or (not halted and can_claim(decision, view)),
        passes=state.passes.key_words(state.chooser.decision, skips=state.skips),
        regrets=state.is_alone and not state.is_resting and not halted and state.choices.can_take_back(view),
        halted=halted,
        escape=escape_of(state, state.message),
    )
    return [hint for hint in hints if hint.key != "enter"] if state.shows_card else hints
