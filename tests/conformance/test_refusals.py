"""A verb that is not possible now is refused with what is possible now, and with nothing else."""

import re

import pytest

from engine.api import Decision, IllegalMove, Move, Table
from tests.conformance.cases import Case, Playing, every_option, presets

from ..harness.slow import slow

ACTS = 150
LONGEST = 2 * 76 - len(" (§11.11)")
"""Signs for which the prompt of the smallest usual window has room, beside the paragraph."""


def refused(table: Table, decision: Decision, verb: str) -> list[str]:
    """What is said to a player who presses the key of a verb that is not possible, without cards and with one."""
    hand = tuple(table.zones.get(f"hand:{decision.seat}", ()))
    reasons = []
    for cards in ((), hand[:1]):
        with pytest.raises(IllegalMove) as caught:
            table.play(decision.seat, decision.id, Move(verb, cards))
        reasons.append(caught.value.reason)
    return reasons


@pytest.mark.parametrize("case", [*presets(), *slow(every_option())], ids=str)
def test_the_refusal_of_a_verb_names_exactly_what_is_possible(case: Case) -> None:
    playing, seen = Playing.begin(case, "refusals"), set[tuple[str, str, str]]()
    for _ in playing.acts(ACTS):
        table = playing.table
        deeds = case.game.deeds(table)
        for decision in (*table.decisions(), *table.free_decisions()) if table.over is None else ():
            possible = {choice.verb for choice in decision.choices}
            for verb in case.game.verbs - possible:
                kind = (decision.phase, verb, " ".join(sorted(possible)))
                if kind in seen:
                    continue
                seen.add(kind)
                for says in refused(table, decision, verb):
                    *before, last = re.findall(r"[^.?]+[.?]", says)
                    named = re.split(r", or |, ", last.strip(" .").casefold())
                    assert named == [deed.casefold() for each, deed in deeds.items() if each in possible], says
                    assert before, f"{says}: no reason"
                    first_words = [sentence.split()[0] for sentence in before]
                    assert not set(first_words) & {deed.split()[0].capitalize() for deed in deeds.values()}, says
                    assert len(says) <= LONGEST, says


@pytest.mark.parametrize("case", presets(), ids=str)
def test_each_verb_of_a_game_has_its_deed(case: Case) -> None:
    table = case.table("deeds")
    table.start()
    assert case.game.deeds(table).keys() == case.game.verbs
