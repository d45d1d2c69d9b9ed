"""Reasons for playing a card, from what the seat knows."""

from typing import Final

from ....kit.wording import SUIT_WORDS, capital, in_words, number_in_words, player_of_four
from ....model.cards import Card, Seat
from ..cards import BIT, HEARTS, JACK, PACK, PLACE, QUEEN, SEATS, SUIT_SETS
from .beliefs import Knowledge

_POINTS: Final = HEARTS | BIT[QUEEN]


def reason_for(known: Knowledge, place: int, *, shoots: bool = False, stops: Seat | None = None) -> str:
    """Why a card is played. place: in PACK. shoots: the seat tries to shoot the moon. stops: the seat whose moon it
    tries to stop.
    """
    card = PACK[place]
    if shoots:
        moon = "No other player has taken a point, so you can still shoot the moon."
        return f"{moon} The {in_words(card)} gives you the best chance."
    if known.hand.bit_count() == 1:
        return "This is your last card."
    led = PACK[known.trick[0]][-1] if known.trick else ""
    if not led:
        return _why_lead(known, card, stops)
    if card[-1] != led:
        return _why_discard(known, card, SUIT_WORDS[led])
    if known.hand & SUIT_SETS[led] == BIT[card]:
        return f"You must follow suit, and this is your only card of {SUIT_WORDS[led]}."
    return _why_follow(known, card, stops)


def _why_lead(known: Knowledge, card: Card, stops: Seat | None) -> str:
    if card == "2C" and known.first_trick:
        return "The two of clubs starts the deal."
    suit = SUIT_SETS[card[-1]]
    name = SUIT_WORDS[card[-1]]
    out = known.unseen & suit
    if stops is not None:
        return f"{capital(_who(known, stops))} may be shooting the moon, so try to take a point yourself."
    if not out:
        return f"Nobody else has {name} left, so you take this trick. But your other leads are worse."
    if card[-1] == "S" and known.queen_out and card not in ("KS", "AS"):
        return f"Another player holds the queen of spades, and your {in_words(card)} may force them to play it."
    lower = (out & (BIT[card] - 1)).bit_count()
    higher = out.bit_count() - lower
    if not lower:
        return f"The other players hold only higher {name}, so another player takes this trick."
    if not higher and card == QUEEN:
        return "Your queen of spades will take the trick, but your other leads are worse."
    if not higher and _has_void(known, card[-1]):
        return f"Your {in_words(card)} takes this trick and perhaps points. But your other leads are worse."
    if not higher:
        return f"Your {in_words(card)} takes this trick, which will probably cost few points."
    others_hold = f"{number_in_words(higher)} higher {name if higher > 1 else name[:-1]}"
    return f"The other players hold {others_hold}, so the {in_words(card)} is your safest lead."


def _why_follow(known: Knowledge, card: Card, stops: Seat | None) -> str:
    led = PACK[known.trick[0]][-1]
    best = max(place for place in known.trick if PACK[place][-1] == led)
    points = (BIT[card] | sum(1 << place for place in known.trick)) & _POINTS
    if PLACE[card] < best:
        if card == QUEEN:
            return f"The {in_words(PACK[best])} beats your queen, so another player gets the queen."
        return _why_under(known, card, best)
    if known.house.omnibus and (card == JACK or BIT[JACK] & sum(1 << place for place in known.trick)):
        return f"This card {'wins' if known.is_last else 'may win'} the jack of diamonds: 10 points off your total."
    if stops is not None and points:
        return f"{capital(_who(known, stops))} may be shooting the moon, so take a point yourself."
    if known.is_last and not points:
        return "This trick has no points and you play last, so win it with a high card."
    if (
        not points
        and known.unseen & SUIT_SETS[led]
        and PLACE[card] == _highest(known, led)
        and not _has_void(known, led)
    ):
        return "This trick will probably have no points, so play a high card now."
    if known.hand & SUIT_SETS[led] & ((1 << best) - 1):
        return "You could avoid this trick with a low card, but your low cards will help you more later."
    if known.is_last:
        return "You must win this trick, so use your highest card and keep the lower ones."
    return _why_over(known, card, best)


def _why_under(known: Knowledge, card: Card, best: int) -> str:
    """Why to play a card that does not win the trick."""
    under = known.hand & SUIT_SETS[card[-1]] & ((1 << best) - 1)
    if BIT[card] == 1 << (under.bit_length() - 1):
        lower = ", and you keep lower cards for later" if under != BIT[card] else ""
        return f"The {in_words(card)} is your highest card under the {in_words(PACK[best])}{lower}."
    return f"Your {in_words(card)} does not beat the {in_words(PACK[best])}, so another player takes this trick."


def _why_over(known: Knowledge, card: Card, best: int) -> str:
    """Why a card that wins so far is played, when no card stays under and others play after it."""
    name = SUIT_WORDS[card[-1]]
    if card[-1] == "S" and known.queen_out and PLACE[card] < PLACE[QUEEN]:
        return f"If a player after you plays the queen of spades, the queen beats your {in_words(card)}."
    higher = (known.unseen & SUIT_SETS[card[-1]] & ~((BIT[card] << 1) - 1)).bit_count()
    if not higher:
        return (
            f"You cannot stay under the {in_words(PACK[best])}, and nobody holds higher {name}, so take the trick now."
        )
    plural = higher > 1
    out = f"the others still hold {number_in_words(higher)} higher {name if plural else name[:-1]}"
    lowest = known.hand & SUIT_SETS[card[-1]] & -(known.hand & SUIT_SETS[card[-1]])
    if BIT[card] == lowest:
        return f"You must beat the {in_words(PACK[best])}, so play your lowest card. {capital(out)}."
    return f"You must beat the {in_words(PACK[best])}, but keep your lower cards, because {out}."


def _why_discard(known: Knowledge, card: Card, led: str) -> str:
    if card == QUEEN:
        return f"You hold no {led}, so give the queen of spades to the winner of this trick."
    if card in ("KS", "AS") and known.queen_out:
        return f"The queen of spades has not been played, and your {in_words(card)} could win it."
    if card[-1] == "H":
        return f"You hold no {led}, so give a heart to the winner of this trick."
    if not known.hand & SUIT_SETS[card[-1]] & ~BIT[card]:
        name = SUIT_WORDS[card[-1]]
        return f"This is your only card of {name}, so later you can discard when {name} are led."
    if known.unseen & SUIT_SETS[card[-1]] & (BIT[card] - 1):
        return f"You hold no {led}, so discard a card that might win a trick later."
    return f"You hold no {led}, and you need this card least."


def _highest(known: Knowledge, suit: str) -> int:
    return (known.hand & SUIT_SETS[suit]).bit_length() - 1


def _has_void(known: Knowledge, suit: str) -> bool:
    """Whether a player who plays after me in this trick is known to have no card of a suit, and may discard points."""
    later = ((known.me + turn) % SEATS for turn in range(1, SEATS - len(known.trick)))
    return any(not known.unseen & SUIT_SETS[suit] & ~known.cannot[seat] for seat in later)


def _who(known: Knowledge, seat: Seat) -> str:
    return player_of_four(seat - known.me)
