"""Why a bot of Khamul does what it does: sentences from what its seat knows and remembers."""

from collections import Counter

from ....kit.wording import capital, counted, in_words, listed
from ....model.cards import UNKNOWN, Card
from ..cards import CHARGE, POWER, WORTH, number_of
from .beliefs import Mind
from .policy import Judgement, Plan


def place_name(place: str) -> str:
    """One of the own cards: "card 2"."""
    return f"card {number_of(place) + 1}"


def why_peek() -> str:
    """Why these two cards: at the start no card is better than another."""
    return "You know none of your four cards, so choose any two."


def why_call(mind: Mind, points: float, *, is_sure: bool) -> str:
    """Why a player calls Khamul. points: what the player's cards probably count. is_sure: the player knows them all."""
    if not mind.mine:
        return "You have no cards left."
    if is_sure:
        cost = f"If you do not call with five points or fewer, it costs you {CHARGE} points."
        return f"Your cards count {points:.0f}. {cost}"
    return "You probably have five points or fewer, though you do not know all your cards."


def why_draw(judged: Judgement) -> str:
    """Why to draw and leave the discard."""
    mind = judged.mind
    if mind.top is None:
        return "The discard pile is empty."
    name, points = in_words(mind.top), WORTH[mind.top]
    if round(mind.mean) < points:
        return f"The {name} counts {points}, and an unseen card counts about {mind.mean:.0f}."
    if not mind.unknown and all(WORTH[lying.card] <= points for lying in mind.mine.values()):
        return f"The {name} counts {points}, and none of your cards counts more."
    highest = max(mind.known, key=WORTH.__getitem__, default=None)
    taking = judged.best_taking()
    if highest is not None and taking is not None and taking.gain <= 0 and judged.can_come(highest):
        return f"The {name} counts {points}, but keep the {in_words(highest)} to match a later discard."
    better = judged.better_to_draw()
    count = f"{len(better)} of the {len(mind.unseen)} unseen cards"
    return f"The {name} counts {points}, but {count} help you more: {_what_helps(mind, better, points)}."


def _what_helps(mind: Mind, better: list[Card], points: int) -> str:
    """What most of the cards that help more than a card of so many points have in common."""
    ranks = {lying.card[:-1] for lying in mind.mine.values()}
    kinds = Counter(
        "count less"
        if WORTH[card] < points
        else "match a card of yours"
        if card[:-1] in ranks
        else "have a power"
        if POWER[card]
        else "are easier to match later"
        for card in better
    )
    return ", ".join(f"some {kind}" for kind, _ in kinds.most_common(2))


def why_take(judged: Judgement, plan: Plan) -> str:
    """Why to take the discard and put it where the plan says."""
    assert judged.mind.top is not None
    return why_swap(judged, judged.mind.top, plan)


def why_must_take(top: Card, place: str) -> str:
    """Why to take the discard: no card can be drawn."""
    return (
        f"You cannot draw, so you must take the {in_words(top)}. {capital(place_name(place))} is the best place for it."
    )


def why_pass_turn() -> str:
    """Why a turn is passed: nothing can be done in it."""
    return "You cannot draw or take a card."


def why_swap(judged: Judgement, card: Card, plan: Plan) -> str:
    """Why a card goes to the place of the plan."""
    mind, says = judged.mind, f"The {in_words(card)} counts {WORTH[card]}"
    old, place = mind.mine[plan.place].card, place_name(plan.place)
    if plan.matched:
        then = f"After the swap, you can match with {_places(plan.matched)}."
        return f"{says}, and your {in_words(old)} counts {WORTH[old]}. {then}"
    if old != UNKNOWN and WORTH[old] < WORTH[card] and POWER[old]:
        return f"{says}, but your {in_words(old)} has a power when you discard it."
    if old != UNKNOWN:
        return f"{says}, and your {in_words(old)} counts {WORTH[old]}.{_kept(judged, plan)}"
    if round(mind.mean) > WORTH[card]:
        return f"{says}, and an unseen card like {place} counts about {mind.mean:.0f}.{_kept(judged, plan)}"
    if judged.can_come(card):
        return f"{says}, but you can match with it later. You cannot match with {place}, because you do not know it."
    return f"{says}, and you do not know {place}. After the swap, you know one more of your cards."


def _kept(judged: Judgement, plan: Plan) -> str:
    """Why the player keeps a card that is higher than the one that goes."""
    mind = judged.mind
    higher = [card for card in mind.known if WORTH[card] > judged.worths[plan.place]]
    if not higher:
        return ""
    highest, old = max(higher, key=WORTH.__getitem__), mind.mine[plan.place].card
    if judged.can_come(highest):
        return f" Keep the {in_words(highest)} to match a later discard."
    return (
        " After the swap, you know one more of your cards." if old == UNKNOWN else f" The {in_words(old)} has a power."
    )


def why_throw(mind: Mind, card: Card, plan: Plan) -> str:
    """Why to discard the drawn card. plan: what can then be matched with it."""
    if plan.matched:
        return f"After you discard the {in_words(card)}, you can match it with {_places(plan.matched)}."
    known = mind.known
    highest = max(known, key=WORTH.__getitem__, default=card)
    if WORTH[highest] > WORTH[card]:
        if POWER[card]:
            return f"The {in_words(card)} is more useful for its power than in place of the {in_words(highest)}."
        return f"The {in_words(card)} counts {WORTH[card]}, but keep the {in_words(highest)} to match a later discard."
    if known and not mind.unknown:
        return f"The {in_words(card)} counts {WORTH[card]}, and none of your cards counts more."
    if known and round(mind.mean) >= WORTH[card]:
        return f"The {in_words(card)} counts {WORTH[card]}, and no card that you know counts more."
    if round(mind.mean) < WORTH[card]:
        return f"The {in_words(card)} counts {WORTH[card]}, and an unseen card counts about {mind.mean:.0f}."
    return f"The {in_words(card)} counts {WORTH[card]}, so it is better to discard it."


def why_match(places: tuple[str, ...], top: Card) -> str:
    """Why to match the discard with the cards of these places."""
    return f"{capital(_places(places))} {'matches' if len(places) == 1 else 'match'} the {in_words(top)}."


def why_no_match(mind: Mind) -> str:
    """Why to match the discard with no card."""
    if mind.top is None:
        return "The discard pile is empty."
    return f"No card that you know matches the {in_words(mind.top)}, and a wrong card costs a penalty card."


def why_look(place: str) -> str:
    """Why a player uses a jack to look at a card of their own."""
    return f"You do not know {place_name(place)}."


def why_no_look() -> str:
    """Why a player does not use a jack."""
    return "You know all your cards."


def why_exchange(mind: Mind, own: str, theirs: str) -> str:
    """Why a player uses a black king to exchange a card with another player."""
    card = mind.mine[own].card
    other = next(row[theirs] for row in mind.rows.values() if theirs in row)
    unknown = f"Your unknown {place_name(own)} may be high"
    mine = unknown if card == UNKNOWN else f"Your {in_words(card)} counts {WORTH[card]}"
    if other.card != UNKNOWN:
        return f"{mine}, and the other player's {in_words(other.card)} counts {WORTH[other.card]}."
    if card != UNKNOWN and round(mind.mean) < WORTH[card]:
        return f"{mine}, and an unseen card counts about {mind.mean:.0f}."
    if other.is_kept:
        return f"{mine}, and the other player's card is probably low, because they chose to keep it."
    return f"{mine}, and the other player's card is probably lower."


def why_no_exchange() -> str:
    """Why a player does not use a black king."""
    return "No exchange is likely to bring a lower card."


def why_burden(held: int) -> str:
    """Why this player gets an extra card by a black queen. held: how many cards that player has."""
    cards = counted(held, "card", words_to=10) if held else "no cards"
    return f"This player has {cards}, and seems to have the fewest points."


def why_burden_anybody() -> str:
    """Why a random player gets an extra card by a black queen."""
    return "An extra card hurts any other player."


def _places(places: tuple[str, ...]) -> str:
    return listed([place_name(place) for place in places])
