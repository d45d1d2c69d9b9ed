"""The table that a host plays at: with its journal and its events, each redacted for every seat and a spectator."""

import time
from collections.abc import Callable, Iterable

from engine.api import Decision, Move, Table, redact_for


def moves_a_second(
    tables: Iterable[Table],
    answer: Callable[[Table, Decision], Move],
    *,
    deals: int = 0,
    counts: Callable[[Decision], bool] = lambda decision: True,
) -> float:
    """Play matches, and give the rate of what counts.

    answer: to a decision. deals: at which a match is broken off, 0 to play it to its end. counts: whether an answer is
    a move; the others, like what the table does by itself, take time all the same.
    """
    played, began = 0, time.perf_counter()
    for table in tables:
        viewers, plan = (*range(table.seats), None), table.game.plan
        events = table.start()
        while True:
            for event in events:
                redact_for(viewers, event, plan)
            if table.over is not None or (deals and len(table.scores) == deals):
                break
            if table.awaits_close:
                events = table.close()
                continue
            decision = table.decisions()[0]
            events = table.play(decision.seat, decision.id, answer(table, decision))
            played += counts(decision)
    return played / (time.perf_counter() - began)


def card_by_lot(by_lot: Callable[[], float]) -> Callable[[Table, Decision], Move]:
    """Answers of a trick game: one of the cards that may be played, and the default to whatever else is asked."""

    def answer(_: Table, decision: Decision) -> Move:
        if not is_trick(decision):
            return decision.default
        cards = decision.choices[0].cards
        return Move("play", (cards[int(by_lot() * len(cards))],))

    return answer


def is_trick(decision: Decision) -> bool:
    """Whether a card is to be played to a trick."""
    return decision.phase == "tricks"
