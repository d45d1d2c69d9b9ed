"""Reasons for the plays of a bot or a hint, from what the seat knows."""

from ....kit.wording import counted, listed, number_in_words
from ..cards import BEATERS, BIT, MELD_OF, MELD_SIZE, SUITS, THOUSAND, beating, bonus, melds_in
from ..hints import play_name, rivals, standing
from .beliefs import Knowledge
from .rollout import in_melds


def reason_for(known: Knowledge, play: int) -> str:
    """Why a play is made. play: as in the simulation."""
    if play < 0:
        return _why_sluff(known, -play)
    if known.hand == play:
        return "You have no other play." if not known.best else f"This is your last play, and it {_takes(known)}."
    return _why_beat(known, play) if known.best else _why_lead(known, play)


def _takes(known: Knowledge) -> str:
    return "takes the trick" if known.is_last else "is the best so far"


def _why_lead(known: Knowledge, play: int) -> str:
    against = rivals(play, known.unseen)
    points = bonus(play)
    more = f" and {points} more" if points else ""
    if play in MELD_OF:
        count = MELD_SIZE * known.seats
        if not against:
            return f"Nothing can beat your {play_name(play)}, so it wins {count} points{more}."
        return f"Your {play_name(play)} can win {count} points{more}. This meld can be {standing(play, known.unseen)}."
    if not against:
        return f"No card that is left beats the {play_name(play)}{f', which scores {points} more' if points else ''}."
    if len(against) <= 2:
        return f"Only the {listed([play_name(other) for other in against])} can still beat the {play_name(play)}."
    if play & in_melds(known.hand):
        return f"The {play_name(play)} is worth more as a lead now than in a meld later."
    loose = known.hand & ~in_melds(known.hand)
    if play == loose & -loose and len(against) > known.unseen.bit_count() // 2:
        return f"Most unseen cards beat the {play_name(play)}, so you lose little if you lead it."
    if play == known.hand & -known.hand:
        return f"The {play_name(play)} is your lowest card, so you lose little if you lead it."
    return f"The others may have to use a good card to beat the {play_name(play)}, and you keep your best cards."


def _why_beat(known: Knowledge, play: int) -> str:
    held, name = play_name(known.best), play_name(play)
    points = bonus(play)
    more = f", and it scores {points} more" if points else ""
    if known.is_last:
        if play in BEATERS and play != _cheapest(known):
            return f"You take the trick with the {name}{more}, and you keep cheaper cards that you need later."
        if len(beating(known.hand, known.best)) == 1:
            return f"You play last, so the {name} is sure to take the trick{more}."
        return f"You play last. Of your cards that take the trick, you need the {name} least{more}."
    if not rivals(play, known.unseen):
        return f"Nobody after you can beat the {name}{more}."
    if play == BIT[THOUSAND] and known.best & SUITS[2]:
        return f"A Myriad is the best card so far, and the {name} beats it."
    return f"The {name} beats the {held}, and can be {standing(play, known.unseen)}."


def _cheapest(known: Knowledge) -> int:
    fitting = known.hand & BEATERS[known.best]
    loose = fitting & ~in_melds(known.hand) or fitting
    return loose & -loose


def _broken(known: Knowledge, cards: int) -> str:
    """The melds that a discard breaks up: "Half Leopard, which 2 melds of unseen cards beat"."""
    broken = [meld for meld in melds_in(known.hand) if meld.cards & cards]
    count, _, name = min((len(rivals(meld.cards, known.unseen)), -meld.bonus, meld.name) for meld in broken)
    beaten = (
        f"{counted(count, 'meld')} of unseen cards {'beats' if count == 1 else 'beat'}" if count else "nothing beats"
    )
    said = f"{name}, which {beaten}"
    return said if len(broken) == 1 else f"{number_in_words(len(broken))} melds. The best is {said}"


def _why_sluff(known: Knowledge, cards: int) -> str:
    name = play_name(cards) if cards & cards - 1 == 0 else "these three cards"
    if beating(known.hand, known.best):
        return f"You could beat the {play_name(known.best)}, but your cards that beat it are worth more later."
    if known.hand == cards:
        return "You have no other play, and this play cannot win."
    melded = in_melds(known.hand)
    if cards & melded and (known.hand & ~melded).bit_count() >= cards.bit_count():
        return f"You cannot beat the {play_name(known.best)}. This discard breaks up {_broken(known, cards)}."
    if cards & melded:
        return f"You cannot beat the {play_name(known.best)}, so discard what you need least: {name}."
    return f"You cannot beat the {play_name(known.best)}. This discard breaks up no meld."
