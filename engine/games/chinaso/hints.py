"""What a player sees besides the cards: lines about their own hand, and notes from public facts."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...kit.wording import RANK_WORDS, SUIT_WORDS, capital, counted, listed, number_in_words
from ...model.board import Board
from ...model.cards import JOKER, UNKNOWN, Card, Seat, rank_of, suit_of
from ...model.events import Declared, Event, Moved, Scored
from ...model.groups import HandGroup
from ...model.moves import Move
from ...model.telling import ChoiceLine, Feat, Telling
from ...model.zones import zone_id
from .bot.policy import outlook_of, use_of
from .bot.valuation import Part, Plan
from .cards import COPIES, FACES, PLACE, RANKS_IN_WORDS, SET, Contract, in_row, points_in
from .melds import readings
from .solver import CODE, best_division, can_lay, code_of
from .state import IN_TURN, RESTOCK, WENT_OUT, contract_of, is_down, top_discard
from .turn import lay_offs, replacements

if TYPE_CHECKING:
    from ...model.view import View

_FEW_OF_A_RANK: Final = 2
"""If more cards of a rank fit than this, all of them do, and the line leaves out the suits."""
_PLAYED: Final = ("offer", "drawing", "play")


def arrange(cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
    """A hand by the parts of its contract (those of the best plan first), by suit, or by rank."""
    if how == "rank":
        return tuple(sorted(cards, key=lambda card: (PLACE.get(card, 99), board.deck.order[card])))
    if how == "suit" or UNKNOWN in cards:
        return board.deck.sort(cards)
    hand = board.deck.sort(cards)
    placed = [card for group in _groups(hand, contract_of(board)) for card in group.cards]
    left = Counter(hand) - Counter(placed)
    return (*placed, *board.deck.sort(list(left.elements())))


def hand_groups(view: View) -> tuple[HandGroup, ...]:
    """The parts of the viewer's contract in the hand; nothing after it is laid."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand or view.phase not in _PLAYED:
        return ()
    return () if is_down(view, view.viewer) else _groups(view.deck.sort(view.hand), contract_of(view))


def in_hand(view: View) -> dict[str, str]:
    """The parts of the viewer's contract, by its number."""
    groups = [f"{' '.join(group.cards)}{f' ({group.missing})' if group.missing else ''}" for group in hand_groups(view)]
    return {str(contract_of(view).number): " · ".join(groups)} if groups else {}


def insight(view: View) -> tuple[str, ...]:
    """A few lines about the viewer's own hand: what it can lay, or what its contract lacks, and what it costs."""
    if view.viewer is None or not view.hand or UNKNOWN in view.hand or view.phase not in _PLAYED:
        return ()
    hand, contract = view.deck.sort(view.hand), contract_of(view)
    is_laying = is_down(view, view.viewer)
    lines = _about_laying(view, hand) if is_laying else _about_contract(view, hand, contract)
    return (*lines, f"If the deal ends now, your hand costs {counted(points_in(hand), 'point')}.")


def seat_note(board: Board, seat: Seat) -> str:
    """Whether a seat is down, or out, in this deal."""
    if WENT_OUT.of(board) == seat:
        return "out"
    return "down" if is_down(board, seat) else ""


def telling(event: Event, board: Board) -> Telling | None:
    """A purchase, a card that is laid off, and a card that takes a joker's place."""
    if isinstance(event, Moved) and (event.src, board.phase) == ("discard", "offer"):
        buyer = board.facts.get("bought")
        if isinstance(buyer, int) and event.dst == zone_id("hand", buyer) and buyer != IN_TURN.of(board):
            return Telling("bought", buyer, cards=event.cards)
    if isinstance(event, Moved) and event.src.startswith("hand:") and event.dst.startswith("meld:"):
        # A straight has each card once, so the card that the joker stood for can only replace it.
        roles, lies = board.facts.get(f"roles:{event.dst.partition(':')[2]}"), board.zones[event.dst]
        if (
            isinstance(roles, tuple)
            and roles[0] != SET
            and (JOKER, event.cards[0]) in zip(lies, roles[1:], strict=False)
        ):
            owner = int(event.dst.split(":")[1])
            return Telling("joker replaced", IN_TURN.of(board), other=owner, cards=event.cards)
        if len(lies) > len(event.cards):  # the meld was on the table before
            return Telling("laid off", IN_TURN.of(board), cards=event.cards)
    if isinstance(event, Declared) and event.seat is not None and event.fact.startswith("roles:"):
        lies, roles = board.zones[f"meld:{event.fact.partition(':')[2]}"], event.value
        became = dict(zip(lies, roles[1:], strict=False)).get(JOKER) if isinstance(roles, tuple) else None
        if became is not None:
            return Telling("joker moved", event.seat, value=str(became), extends="joker replaced")
    return None


def feats(scored: Scored, board: Board) -> tuple[Feat, ...]:
    """Going out with the whole contract in one turn."""
    made = (line.seat for line in scored.lines if line.label == "Chinaso")
    return tuple(Feat(seat, "made a chinaso", "chinaso") for seat in made)


def table_note(board: Board) -> str:
    """The contract, and whether the stock was refilled: "contract: two sets · stock reshuffled once"."""
    if board.phase not in _PLAYED:
        return ""
    return " · ".join(filter(None, (f"contract: {contract_of(board).title}", RESTOCK.note(board))))


def _about_contract(view: View, hand: tuple[Card, ...], contract: Contract) -> list[str]:
    lines: list[str] = []
    division = best_division(hand, contract)
    if division is not None:
        cards = "card left over costs" if len(division.left) == 1 else "cards left over cost"
        left = f"the {cards} {counted(division.points, 'point')}" if division.left else ""
        if view.phase == "play":
            rest = capital(left or "no card stays in your hand")
            laying = Move("lay_down", groups=division.groups) if view.viewer in view.acting() else None
            lines.append(ChoiceLine(f"From your hand, you can lay down {contract.title}. {rest}.", laying))
        else:
            lines.append(f"You have {contract.title}, and {left or 'no other card'}.")
    else:
        plan = _plan(hand, contract)
        lines.append(f"You need {_needs(plan)}.")
        if plan.lacking == 1:
            lines += _also(would_do_too(hand, contract))
    if view.viewer in view.acting() and view.phase != "play":
        lines.insert(0, _about_offer(view, hand, contract))
    return lines


def _about_offer(view: View, hand: tuple[Card, ...], contract: Contract) -> ChoiceLine:
    """The use of the discard to the viewer, who may claim it."""
    card = top_discard(view)
    use = use_of(hand, card, contract)
    verb, no = ("take", "deck") if view.viewer == IN_TURN.of(view) else ("buy", "pass")
    if use.completes:
        return ChoiceLine(f"If you {verb} {in_row((card,))}, you have {contract.title}.", Move(verb))
    if use.helps:
        left = counted(use.after, "more card", words_to=12)
        return ChoiceLine(f"If you {verb} {in_row((card,))}, you need only {left}.", Move(verb))
    if use.fits:
        return ChoiceLine(f"If you {verb} {in_row((card,))}, you can lay it down with {contract.title}.", Move(verb))
    return ChoiceLine(f"{in_row((card,), begins=True)} brings you no closer to {contract.title}.", Move(no))


def _about_laying(view: View, hand: tuple[Card, ...]) -> list[ChoiceLine]:
    is_playing = view.phase == "play" and view.viewer in view.acting()
    fitting = lay_offs(hand, view)
    cards = list(dict.fromkeys(card for (card,), _ in fitting.listed)) if fitting else []
    laying = Move("lay_off", *fitting.listed[0]) if fitting and is_playing else None
    text = f"You can lay off {listed(cards)}." if cards else "None of your cards fits a meld on the table."
    lines = [ChoiceLine(text, laying)]
    swaps = replacements(hand, view)
    if swaps is not None:
        replaced = dict.fromkeys(card for (card,), _ in swaps.listed)
        replacing = Move("replace_joker", *swaps.listed[0]) if is_playing else None
        lines.append(ChoiceLine(f"You can replace a joker with {listed(list(replaced), 'or')}.", replacing))
    if view.viewer == IN_TURN.of(view) and view.phase != "play":
        card = top_discard(view)
        fits = lay_offs((card,), view) is not None
        text = f"{in_row((card,), begins=True)} {'fits' if fits else 'does not fit'} a meld."
        asked = view.viewer in view.acting()
        lines.insert(0, ChoiceLine(text, Move("take" if fits else "deck") if asked else None))
    return lines


def _needs(plan: Plan) -> str:
    """What the incomplete parts lack: "a nine for 9C 9S, and 3H or 6H for 4H 5H"."""
    needs = Counter(_need(part) for part in plan.parts if part.lacking)
    # Only parts without a card can lack the same cards.
    words = [need if count == 1 else f"{number_in_words(count)} {need[2:]}s" for need, count in needs.items()]
    return f"{', '.join(words[:-1])}, and {words[-1]}" if len(words) > 1 else words[0]


def _need(part: Part) -> str:
    """What a part lacks: "two eights to go with 8H"."""
    jokers = " ".join("*" * part.jokers)
    if not part.cards:
        return f"a whole {part.word} but {jokers}" if jokers else f"a whole {part.word}"
    held = " ".join((*part.cards, *jokers.split()))
    if part.lacking == 1:
        return f"{_one_for(part)} for {held}"
    if part.word == SET:
        return f"{number_in_words(part.lacking)} {RANKS_IN_WORDS[rank_of(part.cards[0])]} to go with {held}"
    return f"{number_in_words(part.lacking)} more {SUIT_WORDS[suit_of(part.cards[0])]} near {held}"


def _one_for(part: Part) -> str:
    """The card that a part lacks: "an eight", "3H or 6H"."""
    if part.word == SET:
        word = RANK_WORDS[rank_of(part.cards[0])]
        return f"{'an' if word[0] in 'ae' else 'a'} {word}"
    return in_row(part.steps[0], last="or")


def _needs_besides(part: Part) -> str:
    """What a begun part lacks, said beside its cards: "two more eights", "two more hearts near 8H", "3H or 6H"."""
    if not part.cards:
        return counted(part.lacking, "more card", words_to=10)
    if part.lacking == 1:
        return _one_for(part)
    first = part.cards[0]
    if part.word == SET:
        return f"{number_in_words(part.lacking)} more {RANKS_IN_WORDS[rank_of(first)]}"
    return f"{number_in_words(part.lacking)} more {SUIT_WORDS[suit_of(first)]} near {first}"


@lru_cache(maxsize=512)
def would_do_too(hand: tuple[Card, ...], contract: Contract) -> tuple[Card, ...]:
    """Natural cards that complete a contract which lacks one card, but that its best plan does not name."""
    (part,) = [part for part in _plan(hand, contract).parts if part.lacking]
    code = code_of(hand)
    others = [face for face in FACES if face not in part.steps[0] and hand.count(face) < COPIES]
    hopeful = [face for face in others if can_lay(code + CODE[face], contract)]
    return tuple(face for face in hopeful if best_division((*hand, face), contract) is not None)


def _also(cards: tuple[Card, ...]) -> list[str]:
    """The other cards that would do, in a line: "3H, 6H or any of the nines would also complete the contract." """
    named: list[str] = []
    for rank in dict.fromkeys(map(rank_of, cards)):
        alike = [card for card in cards if rank_of(card) == rank]
        named += [f"any of the {RANKS_IN_WORDS[rank]}"] if len(alike) > _FEW_OF_A_RANK else map(str, alike)
    if not named:
        return []
    return [f"{capital(listed(named, 'or'))} would also complete the contract."]


@lru_cache(maxsize=512)
def _groups(hand: tuple[Card, ...], contract: Contract) -> tuple[HandGroup, ...]:
    """The melds of the contract, or the parts in the hand, the nearest to completion first."""
    division = best_division(hand, contract)
    if division is not None:
        return tuple(HandGroup(word, cards) for word, cards in zip(contract.shape, division.groups, strict=True))
    groups, left = [], Counter(hand)
    for part in sorted(_plan(hand, contract).parts, key=lambda part: part.lacking):
        held = Counter((*part.cards, *(JOKER,) * part.jokers)) & left
        left -= held
        missing = f"{part.lacking} more" if part.lacking else ""
        needs = _needs_besides(part) if part.lacking else ""
        if held:
            cards = tuple(held.elements()) if missing or part.word == SET else _in_order(tuple(held.elements()))
            groups.append(HandGroup(part.word, cards, missing=missing, needs=needs))
    return tuple(groups)


def _in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a straight from the low end, a joker in the place of the card that it replaces; as they are if the
    joker or an ace may stand at either end.
    """
    found = readings(cards)
    return found[0].cards if len(found) == 1 else cards


@lru_cache(maxsize=512)
def _plan(hand: tuple[Card, ...], contract: Contract) -> Plan:
    return outlook_of(contract).plan(code_of(hand))
