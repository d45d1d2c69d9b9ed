"""What a player sees besides the cards: an explanation of their own hand, and notes from public facts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...kit.wording import counted, listed, number_in_words
from ...model.board import Board
from ...model.cards import UNKNOWN, Card, Seat
from ...model.events import Scored
from ...model.groups import HandGroup
from ...model.moves import Move
from ...model.telling import ChoiceLine, Feat
from .hand_solver.nearest import Outlook, distance, outlook
from .hand_solver.reach import SET, Part
from .hand_solver.wins import EYES, Group, division, winning_cards, wins
from .pack import ACES, DECK, FREE, HAND_SIZE, HONOURS, EyesBook
from .state import PLAYERS, POT, TAKEN, WINNER, house_of, may_take, top_discard

if TYPE_CHECKING:
    from ...model.view import View

_IN_PLAY: Final = ("turn", "claims", "offer")


def arrange(cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
    """A hand by groups (those of the nearest win first, then attached cards, then the rest), by suit, or by rank."""
    if how == "rank":
        return tuple(sorted(cards, key=lambda card: (_rank(card), DECK.order[card])))
    if how == "suit" or UNKNOWN in cards or not HAND_SIZE - 1 <= len(cards) <= HAND_SIZE:
        return DECK.sort(cards)
    plan = _outlook(DECK.sort(cards), house_of(board).book)
    placed = [card for part in plan.parts for card in part.held]
    return (*placed, *_attachable(cards, plan), *plan.thrown)


def hand_groups(view: View) -> tuple[HandGroup, ...]:
    """The groups of the nearest win that are at least partly in the hand."""
    if view.viewer is None or UNKNOWN in view.hand or not HAND_SIZE - 1 <= len(view.hand) <= HAND_SIZE:
        return ()
    plan = _outlook(DECK.sort(view.hand), house_of(view).book)
    names = iter(plan.names)
    groups = [(next(names) if part.kind == EYES else "", part) for part in plan.parts]
    return tuple(
        HandGroup(name, part.held, missing=_lacking(part), needs=_needs(part)) for name, part in groups if part.held
    )


def in_hand(view: View) -> dict[str, str]:
    """The groups of the nearest win of each kind, with what they lack and how many of these cards are unseen."""
    if view.viewer is None or UNKNOWN in view.hand or not HAND_SIZE - 1 <= len(view.hand) <= HAND_SIZE:
        return {}
    told: dict[str, list[str]] = {}
    for part in _outlook(DECK.sort(view.hand), house_of(view).book).parts:
        if part.held:
            missing = listed([_unseen(view, part, card) for card in part.lacking])
            told.setdefault(part.kind, []).append(" ".join(part.held) + (f", missing {missing}" if missing else ""))
    return {kind: " · ".join(groups) for kind, groups in told.items()}


def _unseen(view: View, part: Part, card: Card) -> str:
    """A card that a group lacks, and how many copies nobody shows; a set takes any suit."""
    alike = [other for other in DECK.counts if other == card or (part.kind == SET and _rank(other) == _rank(card))]
    seen = sum(list(cards).count(other) for other in alike for cards in view.zones.values())
    left = sum(DECK.counts[other] for other in alike) - seen
    return f"{f'any {card[1:]}' if part.kind == SET else card} ({left} unseen)"


def insight(view: View) -> tuple[str, ...]:
    """A few lines about the viewer's own hand: whether it wins or what it needs, its groups, and the other cards."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand or view.phase not in _IN_PLAY:
        return ()
    book, hand = house_of(view).book, DECK.sort(view.hand)
    groups = division(hand, book) if len(hand) == HAND_SIZE else None
    if groups is not None:
        return (ChoiceLine(f"You can win: {' · '.join(_said(group) for group in groups)}.", Move("win")),)
    plan = _outlook(hand, book)
    lines = [_about_distance(hand, plan, book)]
    attachable = () if book.wild else _attachable(hand, plan)
    if plan.thrown:
        spared = [card for card in plan.thrown if card != TAKEN.of(view)]
        discards = view.phase == "turn" and view.viewer in view.acting() and spared
        move = Move("discard", (spared[0],)) if discards else None
        line = f"You can spare {listed(plan.thrown)}."
        lines.append(line if move is None else ChoiceLine(line, move))
    hoped = _listed(plan)
    if hoped:
        lines.append(f"Incomplete groups: {hoped}")
    further = plan.distance - len(plan.lacking)
    if further > 0:
        also, more = "also " if hoped else "", "more " if attachable else ""
        cards = f"{more}{'ace or honour' if further == 1 else 'aces or honours'}"
        lines.append(f"You {also}need {number_in_words(further, 9)} {cards} to attach to any group.")
    if attachable:
        lines.append(f"You can attach {listed(attachable)} to any group.")
    if view.phase != "turn" and view.viewer in view.acting():
        lines.insert(0, _about_discard(view, hand, plan, book))
    return tuple(lines)


def seat_note(board: Board, seat: Seat) -> str:
    """Whether a seat won or sits out this deal, and its chips if they are limited."""
    if WINNER.of(board) == seat:
        return "won"
    if PLAYERS.is_declared(board) and seat not in PLAYERS.of(board):
        return "sits out"
    bankroll = house_of(board).bankroll
    return counted(bankroll + board.totals[seat], "chip") if bankroll else ""


def feats(scored: Scored, board: Board) -> tuple[Feat, ...]:
    """A pot with the antes of more than one deal."""
    found = []
    for line in scored.lines:
        ante = sum(-each.points for each in scored.lines if each.label == "ante")
        if line.label == "the pot" and line.points > ante:
            found.append(Feat(line.seat, f"won a pot of {line.points}", "large pot"))
    return tuple(found)


def table_note(board: Board) -> str:
    """The pot: "pot 4"."""
    return f"pot {POT.of(board)}" if board.phase in _IN_PLAY else ""


@lru_cache(maxsize=256)
def _outlook(hand: tuple[Card, ...], book: EyesBook) -> Outlook:
    return outlook(hand, book)


def _attachable(hand: Iterable[Card], plan: Outlook) -> tuple[Card, ...]:
    """The aces and honours of a hand that are in no group of the plan."""
    left = list(hand)
    for card in (*(card for part in plan.parts for card in part.held), *plan.thrown):
        left.remove(card)
    return DECK.sort(left)


def _about_distance(hand: tuple[Card, ...], plan: Outlook, book: EyesBook) -> str:
    if plan.distance == 1 and len(hand) < HAND_SIZE:
        return f"You need one card to win: {_any_of(winning_cards(hand, book))}."
    if plan.distance == 1:
        return "After your discard, you need one card to win."
    return f"You need {number_in_words(min(plan.distance, 9))} cards to win."


def _about_discard(view: View, hand: tuple[Card, ...], plan: Outlook, book: EyesBook) -> ChoiceLine:
    """The use of the discard to the viewer, who may claim it."""
    card = top_discard(view)
    is_winning = wins((*hand, card), book)
    if view.phase == "claims":
        if is_winning:
            return ChoiceLine(f"With {card} you can win.", Move("win"))
        return ChoiceLine(f"You cannot win with {card}.", Move("pass"))
    no = Move("buy" if view.zones["stock"] else "leave")
    if not may_take(view):
        return ChoiceLine("You cannot take the discard: the players took too many discards in a row.", no)
    if is_winning:
        return ChoiceLine(f"With {card} you can win.", Move("take"))
    if distance((*hand, card), book) < plan.distance:
        return ChoiceLine(f"{card} brings you closer to winning.", Move("take"))
    return ChoiceLine(f"{card} brings you no closer to winning.", no)


def _listed(plan: Outlook) -> str:
    """The groups that lack a card, the nearest first."""
    names = iter(plan.names)
    hoped = [(len(part.lacking), _hoped(part, f"{next(names)} " if part.kind == EYES else "")) for part in plan.parts]
    return " · ".join(said for lacks, said in sorted(hoped, key=lambda each: each[0]) if lacks)


def _hoped(part: Part, name: str) -> str:
    """A group, and the cards it needs, for a set of any suit: "first cash C1 C2 (needs C3)", "C8 S8 (needs any 8)"."""
    lacking = _lacking(part)
    if part.kind == SET and lacking:
        first, *others = lacking.split()
        lacking = f"any two {first}s" if others else f"any {first}"
    return f"{name}{' '.join(part.held)}".rstrip() + f" (needs {lacking})"


def _lacking(part: Part) -> str:
    return " ".join(card[1:] if part.kind == SET else card for card in part.lacking)


def _needs(part: Part) -> str:
    """The cards that a set needs, which may have any suit: "an 8 of any suit", "two 5s of any suit"; "" for none."""
    if part.kind != SET or not part.lacking:
        return ""
    rank = part.lacking[0][1:]
    count = len(part.lacking)
    ranks = f"{'an' if rank == '8' else 'a'} {rank}" if count == 1 else f"{number_in_words(count)} {rank}s"
    return f"{ranks} of any suit"


def _said(group: Group) -> str:
    return f"{group.name or group.kind} {' '.join(group.cards)}"


def _any_of(cards: tuple[Card, ...]) -> str:
    """Cards in words: "C4, C7, any ace or any honour"."""
    words: list[str] = [card for card in cards if card not in FREE]
    for faces, word in ((ACES, "any ace"), (HONOURS, "any honour")):
        named = [card for card in cards if card in faces]
        words += [word] if len(named) == len(faces) else named
    return listed(words, "or")


def _rank(card: Card) -> int:
    return 10 if card in HONOURS else int(card[1:])
