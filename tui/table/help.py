"""The help of a table: its keys, those of its game first, and only what its game has."""

from collections.abc import Mapping
from typing import Final

from engine.api import Game

from .game_words import TableLayout, read_layout
from .key_bindings import ACTION_WORDS
from .outline import part_word

_ABOUT: Final = {
    "sort": "another way to arrange the hand",
    "melds": "everything that is laid out, of all seats, over the table; again or Escape closes it",
    "hint": "what the strongest bot would do with your cards, and why",
    "rules": "the rulebook, at the paragraph that applies; after a refusal, at the rule that forbids it",
    "log": "everything that happened, in words",
    "options": "the rules that this table plays by",
    "people": "who is here, and who watches how; votes to pause and more, seats whose players are away, muting, and "
    "what the host may do",
    "check": "what was found of the finished deals, and the four words that show that all were told the same",
    "past": "what you saw before, step by step, while the match goes on",
}
_OF_PLAYERS: Final = ("sort", "hint")
_OF_HOSTS: Final = (
    "there x sends somebody away, b bans them, o makes another player the host, each pressed twice; Enter answers who "
    "asks for a seat, locks the table, and closes it."
)


def table_help(game: Game, house: Mapping[str, str], *, seated: bool = True, owns: bool = False) -> str:
    """The keys of a table as paragraphs. house: what letters of the house do. seated: for one who plays. owns: for
    one who has all of the host's rights."""
    layout = read_layout(game)
    letters = {action: letter for letter, action in house.items()}
    house_lines = [
        f"{letters[action]}: {ACTION_WORDS[action]}, {_ABOUT[action]}."
        for action in _ABOUT
        if action in letters and (seated or action not in _OF_PLAYERS)
    ]
    parts = _of_moves(game, layout) if seated else [f"Left begins to look back. {_looking_back(game)}"]
    parts.append("\n".join(house_lines))
    parts += [f"You are the host. {_letter(house, 'people')} lists the people: {_OF_HOSTS}"] if owns else []
    parts.append(
        "Tab: the scores. /: say something to the table. ?: this page. The mouse works too: a click points at a card, "
        "a second click plays or chooses it, and the words below are buttons."
        if seated
        else "Tab: the scores. /: say something to the table. ?: this page. The words below are buttons, too."
    )
    parts.append(
        "Above stand the game, the deal and how it goes; to the right who watches, whether the table pauses, and what "
        "was found of the last deal: ✓ fair, and with how many players' chance it was dealt, ? unverified, or FAILED. "
        f"{_letter(house, 'check')} tells more of it. Beside a name: {layout.dealer} (its first letter where there is "
        "no room); next, whose turn comes after this one; the time that is left, and after the plus sign the bank."
    )
    return "\n\n".join(parts + (_more_of_moves(game, layout) if seated else []))


def _letter(house: Mapping[str, str], wanted: str) -> str:
    return next((letter for letter, action in house.items() if action == wanted), "Tab")


def _of_moves(game: Game, layout: TableLayout) -> list[str]:
    moves = [f"{verb.key}: {verb.label}. {verb.help}".rstrip() for verb in layout.verbs.values()]
    return [
        "\n".join(moves),
        "Left and Right point at a card, and so do Home, End and the digits. Space chooses it or puts it back; Up "
        "and Down do the same one way. Enter does what stands first below your hand, with the chosen cards or the "
        "one you point at. Escape puts all cards back, and then leaves the table.",
    ]


def _more_of_moves(game: Game, layout: TableLayout) -> list[str]:
    """What not every game has, and what is not needed at once."""
    parts = []
    if any(verb.asks for verb in layout.verbs.values()) or layout.places:
        parts.append(
            "A move that needs a place is narrowed part by part: Left and Right point at what can be taken next, Up "
            "and Down at the next seat's row, a digit at the place, seat or line of that number. Enter goes on, Escape "
            "goes back one step. Where only one way is left it is taken."
        )
    if layout.groups:
        parts.append(
            "While you lay out groups, Up and Down go between the hand and the groups, Space puts a card into the "
            "marked group or takes it back, a digit puts it into that group, n lays out another way that the table "
            "knows, and c takes all cards back. Enter lays everything down when every group is complete."
        )
    if game.plan.shows_once:
        parts.append(
            "A card that is shown to you for a moment is turned down by any key, and by itself after a while; Space "
            "keeps it in sight until the next key."
        )
    if any(phase.window for phase in game.phases.values()):
        parts.append("A claim never takes away what you have begun: cards that you chose stay chosen while you answer.")
    return [
        *parts,
        "Cards with which nothing can be done now are dim and hatched. Try one all the same, and the table says "
        "why not; the rules key then opens the book there.",
        "Shift with Left or Right, or < and >, carries the card you point at to another place of your hand. Its "
        "order is then your own, until you sort it again; new cards come to the right end.",
        _looking_back(game),
    ]


def _looking_back(game: Game) -> str:
    part = part_word(game)
    return (
        f"Looking back: Left and Right go event by event, comma and full stop {part} by {part}, Page keys card by "
        "card, Up and Down deal by deal, Home to the first one. End, Enter or Escape are back to now; new events come "
        "in all the time, and the other keys open what they always open."
    )
