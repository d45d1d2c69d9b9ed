"""OpenSpiel's games through their Python interface, where it is installed (dependency group bench)."""

import random
import time
from importlib.util import find_spec

IS_INSTALLED = find_spec("pyspiel") is not None
MISSING = "  OpenSpiel is not installed (dependency group bench), so these figures have no yardstick."


def moves_a_second(name: str, moves: int) -> float:
    """The rate of so many random moves or a few more, in whole deals.

    Chance deals and draws in the same time, but what it does is no move.
    """
    import pyspiel

    chance, game = random.Random(1), pyspiel.load_game(name)
    choose, deal = random.Random(2).choice, chance.choice
    played = 0
    began = time.process_time()
    while played < moves:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(deal(state.legal_actions()))
            else:
                state.apply_action(choose(state.legal_actions()))
                played += 1
        state.returns()
    return played / (time.process_time() - began)
