"""The help of a table: its keys, those of its game first, and only what its game has."""

from collections.abc import Mapping
from typing import Final

from engine.api import Game

from .game_words import TableLayout, read_layout
from .key_bindings import ACTION_WORDS
from .outline import part_word

_ABOUT: Final = {
    "sort": "another order of your hand",
    "melds": "all cards on the table, of every player",
    "hint": "what the strongest bot would do with your cards, and why",
    "rules": "the rulebook at the paragraph that applies, or at the rule that forbids your move",
    "log": "everything that happened",
    "options": "the options of this table",
    "people": "players and spectators, votes, muting, host actions",
    "check": "the results of the deal checks, and four words to compare with the other players",
    "past": "what you saw before, step by step, while the match goes on",
}
_OF_PLAYERS: Final = ("sort", "hint")
_OF_HOSTS: Final = (
    "there x removes a player, b bans them, o makes another player the host (press each twice). Enter answers a "
    "request for a seat, locks the table, or closes it."
)


def table_help(game: Game, house: Mapping[str, str], *, seated: bool = True, owns: bool = False) -> str:
    """The keys of a table as paragraphs. house: what letters of the house do. seated: for a player, not a spectator.
    owns: for somebody who has all of the host's rights."""
    layout = read_layout(game)
    letters = {action: letter for letter, action in house.items()}
    house_lines = [
        f"{letters[action]}: {ACTION_WORDS[action]}, {_ABOUT[action]}."
        for action in _ABOUT
        if action in letters and (seated or action not in _OF_PLAYERS)
    ]
    parts = _of_moves(game, layout) if seated else [f"Left: look back. {_looking_back(game)}"]
    parts.append("\n".join(house_lines))
    parts += [f"You are the host. {_letter(house, 'people')} lists the people: {_OF_HOSTS}"] if owns else []
    mouse = (
        "Mouse: click a card to point at it, click it again to play or select it. The words below are buttons."
        if seated
        else "Mouse: the words below are buttons."
    )
    parts.append(f"Tab: scores. /: chat. ?: this page. {mouse}")
    parts.append(
        "The top line shows the game and the deal, and at the right the spectators, a pause, and the check of the last "
        "deal: ✓ fair, with the number of players who dealt it together, ? unverified, or ✗ FAILED. "
        f"{_letter(house, 'check')}: more about it. Beside a name: {layout.dealer} (its first letter in a narrow "
        "window), next for the player whose turn follows, and the time left, plus the time bank."
    )
    return "\n\n".join(parts + (_more_of_moves(game, layout) if seated else []))


def _letter(house: Mapping[str, str], wanted: str) -> str:
    return next((letter for letter, action in house.items() if action == wanted), "Tab")


def _of_moves(game: Game, layout: TableLayout) -> list[str]:
    moves = [f"{verb.key}: {verb.label}. {verb.help}".rstrip() for verb in layout.verbs.values()]
    return [
        "\n".join(moves),
        "←→, Home, End or a digit: point at a card. Space: select it or put it back. Up selects, Down puts back. "
        "Enter: the first action below your hand, with the selected cards or the card you point at. Esc: put all cards "
        "back, then leave the table.",
    ]


def _more_of_moves(game: Game, layout: TableLayout) -> list[str]:
    """What not every game has, and what is not needed at once."""
    parts = []
    if any(verb.asks for verb in layout.verbs.values()) or layout.places:
        parts.append(
            "Some moves ask for a place, part by part. ←→: the next possible place. ↑↓: the next player's row. "
            "A digit: the place, seat or line with that number. Enter: go on. Esc: one step back. "
            "The only possible place is taken for you."
        )
    if layout.groups:
        parts.append(
            "Laying out groups: ↑↓ between the hand and the groups. Space: put a card into the marked group, or take "
            "it back. A digit: put it into that group. n: another possible layout. c: take all cards back. Enter: lay "
            "everything down when every group is complete."
        )
    if game.plan.shows_once:
        parts.append(
            "A card shown to you is hidden by any key or after six seconds. Space keeps it until you press another key."
        )
    if any(phase.window for phase in game.phases.values()):
        parts.append("When a claim comes up, the cards that you selected stay selected.")
    return [
        *parts,
        "Unplayable cards are dimmed. Try one to see why. The rules key then opens that rule.",
        "Shift+←→ or < >: move the card you point at within your hand. Your order stays until you sort again, and new "
        "cards come to the right end.",
        _looking_back(game),
    ]


def _looking_back(game: Game) -> str:
    return (
        f"Looking back: ←→: one event. comma and full stop: one {part_word(game)}. PgUp PgDn: one card. ↑↓: one deal. "
        "Home: the first event. End, Enter or Esc: back to live. The match goes on meanwhile."
    )
