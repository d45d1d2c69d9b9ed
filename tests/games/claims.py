"""Reads the sentences of hints back: each must be of a known form, and what it claims must hold."""

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from engine.api import Advice, Decision, OptionValue, Table, View, find_game, never, redact
from engine.bots.random import random_move

LONGEST = 2 * 70
"""Signs that a reason may have, so that "Hint:" and a move fit beside it in two lines of 76."""

Check = Callable[..., Any]
"""Gets what the test knows and the groups of a form's pattern; gives whether the claim holds."""


def verify_reason(reason: str, forms: Mapping[str, Check], known: Any) -> str:
    """See that a reason is of one of the forms, and true. Gives its pattern. Raises AssertionError."""
    assert len(reason) <= LONGEST, reason
    for pattern, check in forms.items():
        found = re.fullmatch(pattern, reason)
        if found is not None:
            assert check(known, *found.groups()), reason
            return pattern
    raise AssertionError(f"A reason of no known form: {reason}")


def true(*_: Any) -> bool:
    """A sentence that claims nothing about the cards."""
    return True


def advised(
    game_id: str, seats: int, deals: int, *, rounds: int = 1, strays: float = 0.0, **options: OptionValue
) -> Iterator[tuple[View, Decision, Advice]]:
    """What the adviser says to seat 0 at every decision of some matches, which it follows; the others play at random.

    rounds: deals of each match that are played.
    strays: how often it is not followed.
    """
    game = find_game(game_id)
    for number in range(deals):
        table = Table(game, seats, game.meta.resolve(options), seed=f"{game_id} {seats} {number}")
        view = View(game, seats, table.options, 0)
        chance, events = Random(f"{game_id} {number}"), table.start()
        while True:
            for event in events:
                view.absorb(len(view.events), redact(event, 0, game.plan))
            if len(table.scores) == rounds or table.over is not None:
                break
            if table.awaits_close:
                events = table.close()
                continue
            decision = table.decisions()[0]
            move = decision.default if chance.random() < 0.3 else random_move(decision, table.deck, chance)
            if decision.seat == 0:
                advice = game.adviser().choose(view, decision, Random("hint"), never)
                yield view, decision, advice
                move = advice.move if chance.random() >= strays else move
            events = table.play(decision.seat, decision.id, move)
