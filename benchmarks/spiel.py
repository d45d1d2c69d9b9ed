"""OpenSpiel's games through their Python interface, where it is installed (dependency group bench)."""

import random
import time
from importlib.util import find_spec

IS_INSTALLED = find_spec("pyspiel") is not None
MISSING = "  OpenSpiel is not installed (dependency group bench): what it would be compared with stands alone."


def play_out(name: str, deals: int, *first: int) -> tuple[int, float]:
    """Play so many deals of a game by lot; gives the moves, and the seconds that they took.

    first: actions with which each deal begins. What chance does, dealing above all, is no move and takes no time.
    """
    import pyspiel

    chance, game = random.Random(1), pyspiel.load_game(name)

    def dealt() -> pyspiel.State:
        state = game.new_initial_state()
        for action in first:
            state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        return state

    states = [dealt() for _ in range(deals)]
    choose = random.Random(2).choice
    played, spent = 0, 0.0
    began = time.perf_counter()
    for state in states:
        while not state.is_terminal():
            if state.is_chance_node():
                spent += time.perf_counter() - began
                state.apply_action(chance.choice(state.legal_actions()))
                began = time.perf_counter()
                continue
            state.apply_action(choose(state.legal_actions()))
            played += 1
        state.returns()
    return played, spent + time.perf_counter() - began


def moves_a_second(name: str, deals: int) -> float:
    """Its rate."""
    played, seconds = play_out(name, deals)
    return played / seconds
