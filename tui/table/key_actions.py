"""What a key or a click means at the table: it changes the state, and says what is left for the screen to do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.api import BETWEEN, OVER, Decision, Move

from ..forms.table_settings import pace_beside
from ..widgets.global_keys import KEY_OF
from ..widgets.key_bar import KEY_WORDS, key_word
from .choice.choice_keys import press_choice
from .choice.composer import Composer
from .choice.offers import ChoiceOffer
from .coach.card import CLOSING
from .picture import SeatView
from .presenters import Message
from .review import ENTRY
from .state import BY_HAND, TableState, escape_of

_DIGITS: Final = "123456789"
_PAGE: Final = 5
"""Lines by which a page key scrolls the sheet over the seats."""


@dataclass(frozen=True)
class Submit:
    """Send a move. is_sure: its key was pressed twice already."""

    decision: Decision
    move: Move
    is_sure: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Think:
    """Ask the adviser."""

    decision: Decision


@dataclass(frozen=True)
class Open:
    """Open another screen by its name. paragraph: that was spoken of."""

    screen: str
    paragraph: str = ""


@dataclass(frozen=True)
class Scroll:
    """Scroll the sheet over the seats."""

    lines: int


@dataclass(frozen=True)
class SetPace:
    """Let the bots of the table take so long for a move."""

    move_ms: int


_Word = Literal["unknown", "done", "ready", "next deal", "write", "leave", "host gone", "hurry", "take back", "coach"]
Action = Submit | Think | Open | Scroll | SetPace | _Word
"""unknown: the key means nothing here. done: there is nothing left but to draw."""


def press(state: TableState, key: str, character: str | None) -> Action:
    """A key that no binding took."""
    again = f"Press {key_word(key if key in KEY_WORDS else character or key)}"
    return _sure(state, lambda: _press(state, key, character), again, by_enter=key == "enter")


def _sure(state: TableState, act: Callable[[], Action], again: str, *, by_enter: bool = True) -> Action:
    """What a key or a click does. A move that may be regretted is asked about first, and made by the same key again."""
    doubted = state.guard.take_doubt()
    action = act()
    if isinstance(action, Submit) and not action.is_sure and doubted != (action.decision.id, action.move):
        doubt = state.doubt(action.move, by_enter=by_enter)
        if doubt:
            state.guard.doubt(action.decision, action.move)
            state.say(f"{doubt} {again} again to {state.layout.verb(action.move.verb).label}.", bad=True)
            return "done"
    return action


def _press(state: TableState, key: str, character: str | None) -> Action:
    state.clear_trick()
    state.coach.hear_key()
    if state.is_played_for:
        return _come_back(state)
    if not state.review.is_on and not state.is_seated and key in ENTRY:
        state.look_back()
    if state.review.press(key, state.keys):
        return "done"
    if state.glimpses.seen and not state.is_resting and _press_glimpse(state, key):
        return "done"
    had_message, state.message = state.message, Message()
    if state.sheet == "card":
        return _press_card(state, key, character)
    house = state.keys.get(character or "")
    if _press_rank(state, character):
        return "done"
    if key == "space" and state.can_hurry:
        state.hurries = True
        return "hurry"
    if state.is_seated and (press_choice(state.chooser, key, character) or _press_hand(state, key)):
        return "done"
    if key == "enter":
        return enter(state)
    if (action := _press_offer(state, character)) is not None:
        return action
    if house is not None:
        return _press_house(state, house, had_message)
    if key == "escape":
        return _escape(state, had_message)
    if key in ("pageup", "pagedown") and state.shown is not None and state.shown.tableau is not None:
        return Scroll(_PAGE if key == "pagedown" else -_PAGE)
    if _is_sign(character) and state.is_seated:
        return _press_nothing(state, character)
    state.message = had_message
    return "unknown"


def _press_nothing(state: TableState, character: str | None) -> Action:
    """Say that a key does nothing now. For a move of the game, the table says why it is refused."""
    chooser = state.chooser
    words = next((words for words in state.layout.verbs.values() if words.key == character), None)
    if state.view.over is not None:
        state.say("The match is over. To play again, press Enter and then press a.")
    elif words is None:
        state.say(f"No such key here. {KEY_OF['help']} lists the keys.")
    elif chooser.decision is None or not chooser.is_waited_for:
        state.say(f"You cannot {words.label} now.")
    elif not state.guard.is_early:
        return Submit(chooser.decision, Move(words.verb, chooser.in_hand()), is_sure=True)
    return "done"


def click(state: TableState, index: int) -> Action:
    """A card of mine, or one of my places, is clicked: the first click points, the second does what Enter would."""
    return _sure(state, lambda: _click(state, index), "Click")


def _click(state: TableState, index: int) -> Action:
    if state.review.is_on or state.sheet == "card":
        return "unknown"
    if state.is_played_for:
        return _come_back(state)
    state.clear_trick()
    chooser = state.chooser
    own = state.picture.own if state.picture is not None else None
    if own is not None and own.slots:
        return _click_place(state, own, index)
    if chooser.picking is not None:
        return "unknown"
    action: Action = "done"
    main = chooser.main_offer()
    if index != chooser.cursor:
        chooser.point(index)
    elif main is not None and main.choice.most == 1:
        action = enter(state)
    else:
        state.message = Message()
        _toggle(state)
        return action
    state.message = Message()
    return action


def enter(state: TableState) -> Action:
    """What Enter does now; without a host, the question what to do comes first."""
    if state.session.going_on.gone is not None:
        return "host gone"
    if state.shows_card:
        if not state.guard.is_new:
            state.close_sheet()
        return "done"
    return "done" if state.guard.is_early else go_on(state)


def go_on(state: TableState) -> Action:
    """Answer the table with what I have in hand, or go on."""
    chooser, view = state.chooser, state.view
    if chooser.picking is not None and chooser.decision is not None:
        move = chooser.take_part()
        return "done" if move is None else Submit(chooser.decision, move)
    if chooser.composing is not None and chooser.decision is not None:
        return _lay_down(state, chooser.composing, chooser.decision)
    offer = chooser.main_offer()
    if not chooser.is_waited_for and offer is None:
        if state.is_halted:
            state.say("The table is paused.")
            return "done"
        if view.phase == BETWEEN and state.is_seated:
            return "next deal"
        if view.phase == OVER or view.over is not None:
            return Open("scores")
        if state.is_seated:
            state.say("It is not your turn.", bad=True)
        return "done"
    if offer is not None:
        return _take(state, offer, named=offer is chooser.advised)
    state.say("Choose one of the actions below.", bad=True)
    return "done"


def _come_back(state: TableState) -> Action:
    state.come_back()
    return "ready"


def _press_card(state: TableState, key: str, character: str | None) -> Action:
    """A key before the card of the game was read."""
    if key in CLOSING:
        state.close_sheet()
        state.guard.renew()  # only now is there a question to answer
        state.ask_coach()
    elif _is_sign(character):
        state.say("Press Enter to start.")
    else:
        return "unknown"
    return "done"


def _is_sign(character: str | None) -> bool:
    """Whether a key may be taken for a move. The key for help may not."""
    return character is not None and character.isprintable() and character != KEY_OF["help"]


def _press_glimpse(state: TableState, key: str) -> bool:
    """Any key turns a shown card down, but Space keeps it. A key for yes or no does nothing else."""
    if key == "space":
        state.glimpses.is_held = True
        return True
    if key == "enter" and state.glimpses.is_early:
        return True
    state.glimpses.clear()
    return key in ("enter", "escape")


def _press_house(state: TableState, action: str, had_message: Message) -> Action:
    match action:
        case "sort":
            _sort(state)
        case "hint":
            return _press_hint(state)
        case "melds":
            state.turn_sheet()
        case "past":
            state.look_back()
            state.review.press("comma", state.keys)
        case "chat":
            return "write"
        case "not until my turn":
            _skip(state)
        case "coach":
            return "coach"
        case "take back":
            return _take_back(state)
        case "play on":
            return _play_on(state)
        case "faster" | "slower":
            return _set_pace(state, -1 if action == "faster" else 1)
        case _:
            return Open(action, had_message.paragraph)
    return "done"


def _press_hint(state: TableState) -> Action:
    """Ask for a hint; where it is shown already, do what it says."""
    decision, hint = state.chooser.decision, state.hint
    if decision is None or decision.free:
        over = "The match is over." if state.view.over is not None else "The deal is over." if state.is_resting else ""
        state.say(over or ("The table is paused." if state.is_halted else "Not your turn."))
        return "done"
    if hint is None:
        state.think(decision)
        return Think(decision)
    if hint.move is None or state.guard.is_early:
        return "done"
    state.coach.obeyed = len(state.view.events)
    choice = decision.choice(hint.move.verb)
    if choice is not None and choice.admits(hint.move.in_order(state.view.deck)):
        return Submit(decision, hint.move, is_sure=True)
    offer = next(offer for offer in state.chooser.offers if offer.choice.verb == hint.move.verb)
    return _take(state, offer, named=True)


def _skip(state: TableState) -> None:
    """From now on decline what can be declined, or no longer."""
    if not any(words.declines for words in state.layout.verbs.values()):
        state.say("In this game, the program cannot pass for you.")
        return
    state.skips = not state.skips
    state.say(
        "From now on, you always pass until it is your turn. n: stop passing."
        if state.skips
        else "The program now asks you about each claim."
    )


def _play_on(state: TableState) -> Action:
    """Let the program play until I have a choice, or the deal out where nothing is left to decide."""
    if not state.is_seated or state.is_resting:
        state.say("No deal is being played.")
        return "done"
    state.plays_on = True
    if state.can_hurry:
        state.hurries = True
        return "hurry"
    if state.session.decision is not None and state.forced_move() is None:
        state.plays_on = False
        state.say("You have a choice here: decide yourself.")
    return "done"


def _take_back(state: TableState) -> Action:
    """Ask the host for the last choice back, where it can give it back."""
    if not state.is_alone or not state.session.serves_alone:
        state.say("You can take a move back only if you are alone with bots.")
    elif state.is_resting:
        state.say("The deal is over: its moves cannot be taken back.")
    else:
        return "take back"
    return "done"


def _set_pace(state: TableState, step: int) -> Action:
    info = state.session.info
    move_ms = None if info is None else pace_beside(info, step)
    if move_ms is None:
        state.say("The bots cannot be faster." if step < 0 else "The bots cannot be slower.")
        return "done"
    return SetPace(move_ms)


def _sort(state: TableState) -> None:
    ways = state.view.game.arrangements + ((BY_HAND,) if state.has_own_order else ())
    now = ways.index(state.sort) if state.sort in ways else 0
    state.sort = ways[(now + 1) % len(ways)]
    state.say("Sorted in your own order." if state.sort == BY_HAND else f"Sorted by {state.sort}.")


def _press_offer(state: TableState, character: str | None) -> Action | None:
    """The letter or the number of something that can be done now. A letter pressed again confirms."""
    chooser = state.chooser
    if not character or not state.is_seated:
        return None
    if state.guard.is_early and (character in _DIGITS or chooser.offer(character) is not None):
        return "done"
    if character in _DIGITS and chooser.listing is not None:
        decision, move = chooser.decision, chooser.number(int(character))
        return "done" if move is None or decision is None else Submit(decision, move)
    offer = chooser.offer(character)
    if offer is None:
        return None
    begun = chooser.picking or chooser.composing
    return go_on(state) if begun is not None and begun.offer is offer else _take(state, offer, named=True)


def _press_rank(state: TableState, character: str | None) -> bool:
    """An apostrophe and the sign of a rank point at a card of that rank."""
    is_asked, state.asks_rank = state.asks_rank, False
    if not state.chooser.slots or not character:
        return False
    if is_asked:
        if not state.chooser.point_at_rank(character):
            state.say(f"You hold no {character.upper()}.")
        return True
    if character == KEY_OF["rank"]:
        state.asks_rank = True
        state.say("Which rank? Press one, such as 4 or K.")
    return state.asks_rank


def _press_hand(state: TableState, key: str) -> bool:
    chooser = state.chooser
    steps: dict[str, Callable[[], None]] = {
        "left": lambda: chooser.step(-1),
        "right": lambda: chooser.step(1),
        "home": lambda: chooser.point(0),
        "end": lambda: chooser.point(len(chooser.slots) - 1),
        "space": lambda: _toggle(state),
        "up": lambda: _lift(state, up=True),
        "down": lambda: _lift(state, up=False),
        "shift+left": lambda: _carry(state, -1),
        "less_than_sign": lambda: _carry(state, -1),
        "shift+right": lambda: _carry(state, 1),
        "greater_than_sign": lambda: _carry(state, 1),
        "right_square_bracket": lambda: chooser.next(1),
        "left_square_bracket": lambda: chooser.next(-1),
    }
    if key in steps:
        steps[key]()
        return True
    return False


def _point_at_place(state: TableState, number: int) -> None:
    """A click on one of my places begins the one move that is made there."""
    own = state.picture.own if state.picture is not None else None
    zones = {slot.zone for slot in own.slots} if own is not None else set()
    fitting = [offer for offer in state.chooser.offers if any(set(places) & zones for places in offer.choice.places)]
    if len(fitting) == 1:
        state.chooser.pick(fitting[0])
        if state.chooser.picking is not None:
            state.chooser.picking.point(number)


def _carry(state: TableState, by: int) -> None:
    if state.sort != BY_HAND:
        state.chooser.keep_order()
        state.sort, state.has_own_order = BY_HAND, True
    state.chooser.carry(by)


def _toggle(state: TableState) -> None:
    if not state.chooser.toggle():
        state.say(f"You can select only {state.chooser.most} cards. Space puts a selected card back.", bad=True)


def _lift(state: TableState, *, up: bool) -> None:
    chooser = state.chooser
    if chooser.slots and (chooser.slots[chooser.cursor] in chooser.chosen) != up:
        _toggle(state)


def _click_place(state: TableState, own: SeatView, index: int) -> Action:
    """A click on one of my hidden places points at it; another one takes it."""
    slots = [slot for slot in own.slots if slot.card is not None]
    if index >= len(slots):
        return "unknown"
    picking = state.chooser.picking
    if picking is not None and picking.current == slots[index].zone:
        return enter(state)
    if picking is not None:
        picking.point_at(slots[index].zone)
    else:
        _point_at_place(state, slots[index].number)
    return "done"


def _escape(state: TableState, had_message: Message) -> Action:
    match escape_of(state, had_message):
        case "hide hint":
            state.drop_hint()
        case "back" | "deselect":
            state.chooser.clear()
        case "close":
            state.close_sheet()
        case "leave":
            return "leave"
    return "done"


def _take(state: TableState, offer: ChoiceOffer, *, named: bool = False) -> Action:
    """Take an offer, or begin to narrow it down. named: it was asked for by its own key."""
    chooser, decision = state.chooser, state.chooser.decision
    if decision is None:
        return "done"
    move = chooser.move_for(offer, named=named)
    if move is not None:
        return Submit(decision, move)
    if offer.kind == "listed":
        chooser.pick(offer, state.hint.move if state.hint is not None else None)
    elif offer.kind == "shape":
        chooser.compose(offer)
    else:
        state.say(f"Select {offer.counts} cards with Space, then press Enter.", bad=True)
    return "done"


def _lay_down(state: TableState, composer: Composer, decision: Decision) -> Action:
    fault = composer.first_fault()
    if fault is None:
        return Submit(decision, composer.move())
    number, why = fault
    state.say(f"Group {number + 1}: {state.printed(why)}", bad=True, paragraph=composer.offer.choice.paragraph)
    return "done"
