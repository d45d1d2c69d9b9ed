"""The short code of a private table: make, write and read it. Unlike a host's key it is not shown as words: people
would confuse two rows of words in one lobby, and one of them is secret. Its letters and digits neither look nor sound
alike (no B beside D, P and 8, no M beside N, no 0 beside O). Six of sixteen characters are 17 million codes;
net/room/code_gate.py limits the guesses.
"""

import random
from typing import Final

CODE_LENGTH: Final = 6
LETTERS: Final = "23456789CFKMRWXY"


def new_code(chance: random.Random) -> str:
    """A random code, as `written` formats it. chance: a SystemRandom outside tests."""
    return written("".join(chance.choice(LETTERS) for _ in range(CODE_LENGTH)))


def written(letters: str) -> str:
    """A code in two groups, which are easier to say and to compare."""
    return f"{letters[:3]}-{letters[3:]}"


def read_code(text: str) -> str:
    """A typed code in the form of `new_code`. Raises ValueError with a sentence."""
    letters = "".join(text.upper().replace("-", " ").split())
    strange = [letter for letter in dict.fromkeys(letters) if letter not in LETTERS]
    if len(letters) == CODE_LENGTH and strange and letters.isascii() and letters.isalnum():
        raise ValueError(f"No join code contains {' or '.join(strange)}. Ask for the code again.")
    if len(letters) != CODE_LENGTH or any(letter not in LETTERS for letter in letters):
        raise ValueError(f"A code has {CODE_LENGTH} letters and digits, such as {written('K7M4XR')}.")
    return written(letters)
