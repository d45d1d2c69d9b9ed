"""From a picture of the table and a choice in the making to what hand, prompt and key bar show. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.api import BETWEEN, OVER, Card, MatchEnded, Seat, View

from .choosing import Chooser
from .layouts import TableLayout, end_words
from .viewmodel import Picture, listed
from .widgets.hand import HandLook
from .widgets.keybar import KeyHint
from .widgets.prompts import OfferLook, PromptLook, offer_looks

NEAR_S: Final = 20
"""The time left is shown from here on: a clock that ticks all the time would keep a slow line busy."""


@dataclass(frozen=True)
class Message:
    """What stands in the prompt until the next key. paragraph: the rule it speaks of, "" for none."""

    text: str = ""
    bad: bool = False
    paragraph: str = ""


def hand_look(chooser: Chooser, fresh: Mapping[Card, int], *, live: bool) -> HandLook:
    """My hand as I hold it."""
    slots = chooser.slots
    if chooser.picking is not None:
        wanted = Counter(chooser.picked)
        up = tuple(copy < wanted[card] for card, copy in slots)
    else:
        up = tuple(slot in chooser.chosen for slot in slots)
    held = Counter(card for card, _ in slots)
    # Of equal cards the last ones are the new ones.
    new = tuple(copy >= held[card] - fresh.get(card, 0) for card, copy in slots)
    return HandLook(tuple(card for card, _ in slots), chooser.marks(), up, new, chooser.cursor if slots else None, live)


def prompt_look(
    picture: Picture,
    chooser: Chooser,
    layout: TableLayout,
    message: Message,
    *,
    time: str,
    link: str,
    played_for: bool = False,
) -> PromptLook:
    """What I am asked and can do; or whom the table waits for.

    time: what is left of it, "" while that is much. link: what is wrong with the line. played_for: the table plays for
    me, since my time ran out too often.
    """
    bad, text = message.bad, message.text
    if message.paragraph and text:
        text = f"{text} (§{message.paragraph})"
    if link:
        return PromptLook(link, mine=True, message=text, bad=bad)
    if played_for:
        back = OfferLook("enter", "I am back (any other key says so too)")
        return PromptLook("▸ You were away: the table plays for you.", mine=True, offers=(back,))
    if chooser.decision is not None:
        title = layout.phase(chooser.decision.phase).why or "It is your turn."
        return PromptLook(f"▸ {title}", mine=True, time=time, offers=offer_looks(chooser), message=text, bad=bad)
    return PromptLook(_waiting(picture, layout), time=time, offers=_resting(picture), message=text, bad=bad)


def _resting(picture: Picture) -> tuple[OfferLook, ...]:
    """What can be done while nothing is played."""
    if picture.phase == OVER:
        return (OfferLook("enter", "scores"), OfferLook("escape", "leave"))
    if picture.phase == BETWEEN and picture.viewer is not None:
        return (OfferLook("enter", "next deal"), OfferLook("tab", "scores"))
    return ()


def _waiting(picture: Picture, layout: TableLayout) -> str:
    if picture.phase in (BETWEEN, OVER):
        return layout.phase(picture.phase).title + "."
    if picture.viewer in picture.asked:
        return "Your answer is in; the others have still to give theirs."
    names = [picture.seats[seat].name for seat in picture.asked]
    if not names:
        return "The table goes on in a moment." if picture.phase else "The match has not begun."
    if len(names) == len(picture.seats):
        return "All are choosing."
    return f"It is {names[0]}'s turn." if len(names) == 1 else f"It is for {listed(names)} to say."


def clock_words(left_s: float, reserve_s: float = 0.0) -> str:
    """What my clock shows. left_s: until the answer is given for me; reserve_s: the part of it that is my reserve."""
    before = left_s - reserve_s
    if before > NEAR_S:
        return ""
    shown = max(0, round(before if before > 0 else left_s))
    return f"{'' if before > 0 or not reserve_s else 'reserve '}{shown // 60}:{shown % 60:02d}"


def match_words(layout: TableLayout, over: MatchEnded, names: Callable[[Seat], str], viewer: Seat | None) -> str:
    """Who won, and how."""
    others = [names(seat) for seat in over.winners if seat != viewer]
    winners = listed(["you", *others] if len(others) < len(over.winners) else others)
    return end_words(layout, over.how, winners) + "."


_GENERAL: Final = (
    ("sort", "sort", "sz"), ("hint", "hint", "hi"), ("rules", "rules", "rg"), ("log", "log", "vw"),
)  # fmt: skip
"""Keys of the house: action, word, and letters for it, of which the first that no move of the game needs is taken."""


def house_keys(layout: TableLayout) -> dict[str, str]:
    """Action by key, for the letters that the house itself uses at a table of this game."""
    taken = {words.key for words in layout.verbs.values()}
    keys: dict[str, str] = {}
    for action, _, letters in _GENERAL:
        letter = next((letter for letter in letters if letter not in taken), "")
        if letter:
            keys[letter] = action
    return keys


def key_hints(layout: TableLayout, view: View, chooser: Chooser, *, seated: bool) -> Sequence[KeyHint]:
    """The entries of the key bar."""
    letters = {action: letter for letter, action in house_keys(layout).items()}
    words = {action: word for action, word, _ in _GENERAL}

    def house(action: str, *, on: bool = True) -> list[KeyHint]:
        return [KeyHint(letters[action], words[action], on)] if action in letters else []

    if view.phase == OVER:
        rest = [*house("rules"), KeyHint("slash", "chat"), *house("log")]
        leave = KeyHint("escape", "leave", keep=True)
        return (KeyHint("enter", "scores", keep=True), *rest, KeyHint("question_mark", "help", keep=True), leave)
    hints: list[KeyHint] = []
    several = any(offer.kind == "sets" or offer.choice.most > 1 for offer in chooser.offers)
    if view.phase == BETWEEN and seated:
        hints.append(KeyHint("enter", "next deal", keep=True))
    if seated:
        hints += [KeyHint("left,right", "move"), *house("sort"), *house("hint", on=chooser.decision is not None)]
        if several:
            hints.insert(1, KeyHint("space", "choose"))
    hints += [*house("rules"), KeyHint("tab", "scores"), KeyHint("slash", "chat"), *house("log")]
    return (*hints, KeyHint("question_mark", "help", keep=True), KeyHint("escape", "leave", keep=True))


def table_help(layout: TableLayout, house: Mapping[str, str]) -> str:
    """All keys of a table, as paragraphs."""
    words = {action: word for action, word, _ in _GENERAL}
    moves = [f"{verb.key}: {verb.label}. {verb.help}".rstrip() for verb in layout.verbs.values()]
    letters = {action: letter for letter, action in house.items()}
    about = {
        "sort": "another way to arrange the hand",
        "hint": "what the strongest bot would do with your cards, and why",
        "rules": "the rulebook, at the paragraph that applies; after a refusal, at the rule that forbids it",
        "log": "everything that happened, in words",
    }
    house_lines = [f"{letters[action]}: {words[action]}, {about[action]}." for action in about if action in letters]
    return "\n\n".join(
        (
            "Left and Right point at a card, and so do Home, End and the digits. Space chooses it or puts it back; Up "
            "and Down do the same one way. Enter does what stands first below your hand, with the chosen cards or the "
            "one you point at. Escape puts all cards back, and then leaves the table.",
            "Cards with which nothing can be done now are dim and hatched. Try one all the same, and the table says "
            "why not; the rules key then opens the book there.",
            "\n".join(moves),
            "\n".join(house_lines),
            "Tab: the scores. /: say something to the table. ?: this page. The mouse works too: a click points at a "
            "card, a second click plays or chooses it, and the words below are buttons.",
            "A claim never takes away what you have begun: cards that you chose stay chosen while you answer.",
        )
    )
