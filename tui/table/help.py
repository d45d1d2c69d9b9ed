"""The help of a table: the game in six lines, what can be done now, the marks, and the keys of what it allows."""

from collections.abc import Collection, Sequence
from typing import Final

from engine.api import JOKER, Game, View

from ..widgets.global_keys import KEY_OF, LABEL_OF
from .coach.card import card_lines, card_text
from .game_words import TableLayout, VerbWords, layout_at
from .key_bindings import KeyNames, has_melds
from .outline import part_word

_ABOUT: Final = {
    "sort": "another order of your hand",
    "melds": "what scores in this game, and what you have of it",
    "hint": "what the strongest bot would do with your cards, and why",
    "coach": "on or off. In your first three deals of a game you get tips, and hints appear by themselves",
    "rules": "the rulebook at the paragraph that applies, or at the rule that forbids your move",
    "log": "everything that happened",
    "table": "the rules of this table, and the results of the deal checks",
    "people": "players and spectators, votes, muting, host actions",
    "chat": "say something to everybody",
    "take back": "undoes your last choice in this deal and all moves after it. The match then counts in no statistics",
    "play on": "bots move at once, and the program makes your forced moves, until you have a choice. If no choice can "
    "change the points, the program plays to the end of the deal",
    "past": "what you saw before, step by step, while the match goes on",
}
_PEOPLE_ALONE: Final = "the players, and how others can join"
_MELDS_ABOUT: Final = "which cards and melds score, and which of them you have"
_OF_PLAYERS: Final = ("sort", "hint", "coach", "take back", "play on")
_IN_COMPANY: Final = ("chat",)
_ALONE: Final = ("take back",)
_OF_HOSTS: Final = (
    "In this list, d removes a player, b bans them, and o makes them the host. Press each of these keys twice. If "
    "the selected line is a request for a seat, Enter says yes. On the line “Lock”, Enter locks or unlocks the table. "
    "On the line “Close the table”, press Enter twice to close the table."
)


def table_help(
    view: View,
    actions: Collection[str],
    *,
    now: str = "",
    offers: Sequence[tuple[str, VerbWords]] = (),
    seated: bool = True,
    owns: bool = False,
    alone: bool = False,
) -> str:
    """The help of a table as paragraphs: the game in six lines, what can be done now, the marks, the keys.

    actions: global ones that its keys do. now: the prompt. offers: the moves that are possible now, with their
    keys. seated: for a player, not a spectator. owns: for a player with all of the host's rights. alone: for a player
    with bots only.
    """
    game, layout = view.game, layout_at(view)
    melds = has_melds(view, layout)
    abouts = _ABOUT | ({"melds": _MELDS_ABOUT} if melds else {}) | ({"people": _PEOPLE_ALONE} if alone else {})
    card = card_lines(layout, view, KeyNames(layout))
    parts = [card_text(card if seated else card[:-1])] if card else []
    if seated:
        lines = [now, *(_move_line(key, words) for key, words in offers)]
        parts.append("\n".join(line for line in lines if line))
    else:
        parts.append(f"Left: look back. {_looking_back(game)}")
    parts.append(_marks(view, layout, seated=seated, alone=alone))
    if seated:
        possible_now = [words.verb for _, words in offers]
        later = [words for words in layout.verbs_at(view) if words.verb not in possible_now]
        lines = [_move_line(words.key or "Enter or a digit", words) for words in later]
        parts += ["\n".join([f"{'Other moves' if offers else 'Moves'} at this table:", *lines])] if lines else []
        parts.append(_HAND_KEYS.format(next=layout.next_card))
    useless = (*(() if seated else _OF_PLAYERS), *(_IN_COMPANY if alone else _ALONE))
    parts.append(
        "\n".join(
            f"{KEY_OF[action]}{_label(action, has_melds=melds)}: {about}."
            for action, about in abouts.items()
            if action in actions and action not in useless
        )
    )
    if melds:
        parts[-1] += f"\n{KEY_OF['melds']} again: the melds of all players."
    parts += [f"You are the host. {KEY_OF['people']} lists the people. {_OF_HOSTS}"] if owns and not alone else []
    mouse = (
        "Mouse: click a card to point at it. Click it again to play or select it. The words at the bottom of the "
        "table are buttons."
        if seated
        else "Mouse: the words at the bottom of the table are buttons."
    )
    parts.append(f"Tab: scores. ?: this page. {mouse}")
    return "\n\n".join(parts + (_more_of_moves(view, layout, alone=alone) if seated else []))


def _label(action: str, *, has_melds: bool) -> str:
    """The word of a key in the key bar; a game without melds has none there for them."""
    return f" ({LABEL_OF[action]})" if has_melds or action != "melds" else ""


_HAND_KEYS: Final = (
    "←→, Home, End: point at a card. ' and a rank, as in '4: point at the next card of that rank. ]: point at "
    "{next}. Space: select a card, or deselect it. The Up key selects a card, and the Down key deselects it. Enter: "
    "do the first action below your hand, with the selected cards or the card you point at. A digit: do the action "
    "with this number, or take the card with this number. If the program asks you to confirm a move, press the same "
    "key again. Esc: deselect all cards. Esc again: leave the table."
)


def _move_line(key: str, words: VerbWords) -> str:
    return f"{key}: {words.label}. {words.help}".rstrip()


def _marks(view: View, layout: TableLayout, *, seated: bool, alone: bool) -> str:
    """What the signs on the table mean."""
    lines = [
        "▸ before a name: it is this player's turn.",
        f'"{layout.dealer}" beside a name is shortened to "{layout.dealer[:1].upper()}" in a narrow window. '
        '"next": this player\'s turn comes next.',
        "A time beside a name: the time left for the move. The time after a + is the time bank, the spare time for the "
        'whole match. "bank": the player is using the time bank.',
    ]
    if seated:
        lines += [
            "▲ under a card: you point at it. A raised card is selected.",
            "+ on a card: it came to you last.",
            "A dimmed card, or · under a card: you cannot play it now. Try to play it, and you see why. Then r opens "
            "the rule that forbids it.",
        ]
    if JOKER in view.deck.cards:
        lines.append("★: a joker.")
    if not alone:
        lines.append(
            "The top line shows the game and the deal. Its right side shows how many people watch, and whether the "
            "match is paused. After each deal, your program checks the deal. The top line shows the result: ✓ fair, "
            "? unverified, or ✗ FAILED. “Fair 3” also says that three players added a random number to the shuffle. "
            f"{KEY_OF['table']}: more about the check."
        )
    return "\n".join(lines)


def _more_of_moves(view: View, layout: TableLayout, *, alone: bool) -> list[str]:
    """What not every game has, and what is not needed at once."""
    game, verbs = view.game, layout.verbs_at(view)
    parts = []
    if any(verb.asks for verb in verbs) or layout.places:
        parts.append(
            "In some moves you choose several things one after the other, for example a card and then a player. ←→: "
            "point at the next thing. ↑↓: go to another player's cards. A digit: choose the card or line with this "
            "number. Enter: choose what you point at. Esc: one step back. If only one thing is possible, the program "
            "chooses it for you."
        )
    if layout.groups:
        parts.append(
            "When you lay out groups, ↑↓: go from the hand to the groups, or back. Space: put a card into the marked "
            "group, or take it back. A digit: put the card into the group with that number. [ or ]: lay out the "
            "groups in another possible way. z: take all cards back. Enter: when every group is complete, lay all "
            "groups down."
        )
    if game.plan.shows_once:
        parts.append(
            "If the program shows you a card, it hides the card again after six seconds. Space: keep the card in view. "
            "Any other key: hide the card."
        )
    if any(phase.window for phase in game.phases.values()):
        parts.append("When the table asks whether you claim a card, your selected cards stay selected.")
    if any(verb.declines for verb in verbs):
        parts.append("n: always pass until it is your turn. n again: stop passing.")
    hurry = "Space makes the bots move at once while you wait. " if alone else ""
    return [
        *parts,
        f"{hurry}Press + or - to set the bot speed. If you can only pass, the program passes for you. It also plays "
        "your last card for you. You can change this and the bot speed in the settings.",
        "Shift+←→ or < >: move the card that you point at to another place in your hand. Your order stays until you "
        "sort again. New cards come to the right end.",
        _looking_back(game),
    ]


def _looking_back(game: Game) -> str:
    return (
        f"While you look back, ←→: one event back or forward. Comma and full stop: one {part_word(game)} back or "
        "forward. PgUp PgDn: back or forward to an event in which a face-up card moves. ↑↓: one deal back or forward. "
        "Home: the first event. The match continues while you look back. End, Enter or Esc: back to the live match."
    )
