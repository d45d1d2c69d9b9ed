"""The table: one screen for every game, driven by the view, the open decision and the game's layout alone.

Keys come to the screen and are routed here, so that the focus never moves while playing. A move goes out as a command
and is shown as sent until the table has answered; nothing is changed here before the table says so.
"""

import asyncio
from collections.abc import Callable
from typing import ClassVar, Final, cast

from textual import events, work
from textual.binding import Binding, BindingType

from engine.api import BETWEEN, OVER, Decision, Move

from ..session.shell import Shell
from ..session.table_session import TableOutcome, advise, is_host_gone
from .choice.composer import Composer
from .choice.keys import press_choice
from .choice.offers import ChoiceOffer
from .narration import printed
from .news import BY_HAND, SENT_AFTER_S
from .picture import SeatView
from .presenters import Message
from .screen_keys import TableHouse
from .widgets.hand import Hand
from .widgets.prompt import Prompt

_PAGE: Final = 5
"""Lines by which a page key scrolls the sheet over the seats."""


class TableScreen(TableHouse):
    """A table that is being played at, or watched."""

    _has_own_order = False

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "scores", "scores", show=False, id="table.scores"),
        Binding("question_mark,f1", "help", "help", show=False, id="table.help"),
    ]

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a line is being written, every key is a sign of it."""
        return not (action in ("scores", "help") and self.board.foot.writing)

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
        self._looks_back = False
        if self.is_played_for:
            self._come_back()
            return True
        if self.press_past(key):
            return True
        if self._glimpses.seen and self._press_glimpse(key):
            self.refresh_table()
            return True
        had_message, self._message = self._message, Message()
        action = self._keys.get(character or "")
        offer = self._chooser.offer(character or "") if character else None
        if self.is_seated and (press_choice(self._chooser, key, character) or self._press_hand(key, character)):
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
        elif key in ("pageup", "pagedown") and self.board.tableau.tableau is not None:
            self.board.tableau.scroll_by(_PAGE if key == "pagedown" else -_PAGE)
        else:
            self._message = had_message
            return False
        self.refresh_table()
        return True

    def _press_glimpse(self, key: str) -> bool:
        """Any key turns a shown card down, Space holds it; a key that says yes or no does nothing else."""
        if self._view.phase in (BETWEEN, OVER):
            return False
        if key == "space":
            self._glimpses.is_held = True
            return True
        self._glimpses.clear()
        return key in ("enter", "escape")

    def _come_back(self) -> None:
        """The table played for me; from now on I do."""
        self._came_back = True
        self._message = Message("Welcome back. The next decision is yours.")
        self.run_worker(self.session.ready(), exit_on_error=False)
        self.refresh_table()

    def _house(self, action: str, had_message: Message) -> None:
        match action:
            case "sort":
                self.action_sort()
            case "hint":
                self.action_hint()
            case "melds":
                self._shows_melds = not self._shows_melds
            case "past":
                self.look_back()
            case _:
                self.open_house(action, had_message.paragraph)

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
            "shift+left": lambda: self._carry(-1),
            "less_than_sign": lambda: self._carry(-1),
            "shift+right": lambda: self._carry(1),
            "greater_than_sign": lambda: self._carry(1),
        }
        if key in steps:
            steps[key]()
            return True
        if character is not None and character in "1234567890":
            if chooser.slots:
                chooser.point("1234567890".index(character))
            else:
                self._point_at_place(int(character))
            return True
        return False

    def _point_at_place(self, number: int) -> None:
        """Without a hand, a digit begins the one move that is made at my own places."""
        own = self._picture.own if self._picture is not None else None
        zones = {slot.zone for slot in own.slots} if own is not None else set()
        fitting = [
            offer for offer in self._chooser.offers if any(set(places) & zones for places in offer.choice.places)
        ]
        if len(fitting) == 1:
            self._chooser.pick(fitting[0])
            if self._chooser.picking is not None:
                self._chooser.picking.point(number)

    def _carry(self, by: int) -> None:
        """Move the card pointed at: the order of the hand is my own from now on."""
        if self._sort != BY_HAND:
            self._chooser.keep_order()
            self._sort, self._has_own_order = BY_HAND, True
        self._chooser.carry(by)

    def _lift(self, *, up: bool) -> None:
        chooser = self._chooser
        if chooser.slots and (chooser.slots[chooser.cursor] in chooser.chosen) != up:
            chooser.toggle()

    def on_hand_clicked(self, message: Hand.Clicked) -> None:
        """The first click points; the second does what Enter or Space would."""
        message.stop()
        if self.looks_back:
            return
        if self.is_played_for:
            self._come_back()
            return
        chooser = self._chooser
        own = self._picture.own if self._picture is not None else None
        if own is not None and own.slots:
            self._click_place(own, message.index)
            return
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

    def _click_place(self, own: SeatView, index: int) -> None:
        """A click on one of my hidden places points at it; another one takes it."""
        slots = [slot for slot in own.slots if slot.card is not None]
        if index < len(slots):
            picking = self._chooser.picking
            if picking is not None and picking.current == slots[index].zone:
                self._enter()
            elif picking is not None:
                picking.point_at(slots[index].zone)
            else:
                self._point_at_place(slots[index].number)
            self.refresh_table()

    def on_prompt_read(self, message: Prompt.Read) -> None:
        """The message has been read."""
        message.stop()
        self._message = Message()
        self.refresh_table()

    def _escape(self, had_message: Message) -> None:
        chooser = self._chooser
        if chooser.picking is not None or chooser.composing is not None or chooser.chosen:
            chooser.clear()
        elif self._shows_melds:
            self._shows_melds = False
        elif not had_message.text:
            cast(Shell, self.app).tables.leave_table()

    def _enter(self) -> None:
        if is_host_gone(self.session) and cast(Shell, self.app).tables.offer_going_on():
            return
        view = self._view
        chooser = self._chooser
        if chooser.picking is not None and chooser.decision is not None:
            move = chooser.take_part()
            if move is not None:
                self._submit(chooser.decision, move)
            return
        if chooser.composing is not None and chooser.decision is not None:
            self._lay_down(chooser.composing, chooser.decision)
            return
        if not chooser.is_waited_for:
            if view.phase == BETWEEN and self.is_seated:
                self.run_worker(self.session.next_deal(), exit_on_error=False)
            elif view.phase == OVER or view.over is not None:
                self.action_scores()
            elif self.is_seated:
                self._message = Message("It is not your turn.", bad=True)
            return
        offer = chooser.main_offer()
        if offer is None:
            self._message = Message("Press the key of what you want to do.", bad=True)
            return
        self._do(offer)

    # Moves.

    def _do(self, offer: ChoiceOffer, *, named: bool = False) -> None:
        chooser, decision = self._chooser, self._chooser.decision
        if decision is None:
            return
        move = chooser.move_for(offer, named=named)
        if move is not None:
            self._submit(decision, move)
        elif offer.kind == "listed":
            chooser.pick(offer)
        elif offer.kind == "shape":
            chooser.compose(offer)
        else:
            count = offer.counts
            self._message = Message(f"Choose {count} cards with Space, then press Enter.", bad=True)

    def _lay_down(self, composer: Composer, decision: Decision) -> None:
        """All groups at once, if they are complete."""
        fault = composer.first_fault()
        if fault is None:
            self._submit(decision, composer.move())
            return
        number, why = fault
        why = printed(why, self._view.deck, self.pack)
        paragraph = composer.offer.choice.paragraph
        self._message = Message(f"Group {number + 1}: {why}", bad=True, paragraph=paragraph)

    @work(group="move", exit_on_error=False)
    async def _submit(self, decision: Decision, move: Move) -> None:
        """Send a move; until the table answers it is shown as sent, and not asked again."""
        if self._sending is not None and self._sending.id == decision.id:
            return
        self._sending, accepted = decision, False
        late = self.set_timer(SENT_AFTER_S, self._say_sent)
        try:
            outcome: TableOutcome = await self.session.submit(decision.id, move)
            accepted = outcome.accepted
        except OSError as problem:
            self._message = Message(str(problem) or "The line is down: the move did not get through.", bad=True)
        else:
            if accepted:
                self._chooser.moved(move)
            else:
                reason = printed(outcome.reason, self._view.deck, self.pack)
                self._message = Message(reason, bad=True, paragraph=outcome.paragraph)
        finally:
            late.stop()
            self._is_slow = False
            if not accepted or decision.free:
                self._sending = None
        self.refresh_table()

    def _say_sent(self) -> None:
        """The table has not answered the move for a while."""
        self._is_slow = True
        self.refresh_table()

    async def _say(self, text: str) -> None:
        await self.session.say(text)

    # The house.

    def action_sort(self) -> None:
        """The next way to arrange the hand."""
        ways = self._view.game.arrangements + ((BY_HAND,) if self._has_own_order else ())
        now = ways.index(self._sort) if self._sort in ways else 0
        self._sort = ways[(now + 1) % len(ways)]
        self._message = Message("In your own order." if self._sort == BY_HAND else f"Sorted by {self._sort}.")

    def action_hint(self) -> None:
        """What the hard bot would do, from what I know."""
        decision = self._chooser.decision
        if decision is None or decision.free:
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
            assert self._picture is not None
            what = self._words(self._picture).move(advice.move)
            self._message = Message(f"Hint: {what}. {printed(advice.reason, view.deck, self.pack)}")
            self.refresh_table()
