"""Keys for a choice that is in the making: one grammar for picking and composing, whatever the game.

A key that means nothing here is left to the table.
"""

from collections.abc import Callable, Mapping

from .chooser import Chooser
from .composer import Composer, Held
from .picker import Picker

_DIGITS = "123456789"


def press_choice(chooser: Chooser, key: str, character: str | None) -> bool:
    """Do what a key means for the choice in the making. Returns whether it means anything."""
    picking, composing = chooser.picking, chooser.composing
    if picking is not None:
        steps = _picking_steps(picking)
    elif composing is not None:
        steps = _composing_steps(composing, _pointed(chooser))
    else:
        return False
    if key in steps:
        steps[key]()
        return True
    if composing is None or character is None or character not in _DIGITS:
        return False
    _send_to(composing, _pointed(chooser), int(character) - 1)
    return True


def _pointed(chooser: Chooser) -> Held | None:
    return chooser.slots[chooser.cursor] if chooser.slots else None


def _picking_steps(picking: Picker) -> Mapping[str, Callable[[], object]]:
    ends = (picking.candidates[0], picking.candidates[-1]) if picking.candidates else (None, None)
    return {
        "left": lambda: picking.step(-1),
        "right": lambda: picking.step(1),
        "up": lambda: picking.step_row(-1),
        "down": lambda: picking.step_row(1),
        "home": lambda: picking.point_at(ends[0]),
        "end": lambda: picking.point_at(ends[1]),
        "space": lambda: picking.take() if picking.may_grow else None,
    }


def _composing_steps(composer: Composer, held: Held | None) -> Mapping[str, Callable[[], object]]:
    """held: the card of the hand that is pointed at; in the groups, the card pointed at there is meant."""
    steps: dict[str, Callable[[], object]] = {
        "up": lambda: composer.go(-1),
        "down": lambda: composer.go(1),
        "right_square_bracket": lambda: composer.suggest(1),
        "left_square_bracket": lambda: composer.suggest(-1),
        "z": composer.clear,
    }
    if composer.row is not None:
        steps |= dict.fromkeys(("shift+left", "less_than_sign"), lambda: composer.shift(-1))
        steps |= dict.fromkeys(("shift+right", "greater_than_sign"), lambda: composer.shift(1))
        steps |= dict.fromkeys(("space", "backspace", "delete"), composer.send)
    elif held is not None:
        steps["space"] = lambda: composer.put(held)
    return steps


def _send_to(composer: Composer, held: Held | None, number: int) -> None:
    """Put the card pointed at into the group with this number."""
    if number >= len(composer.groups):
        return
    if composer.row is not None:
        composer.send(number)
    elif held is not None:
        composer.put(held, number)
