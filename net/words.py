"""Four words for a key, which two people can compare aloud.

The words come from the key by a slow hash, so that nobody can try keys by the million until one has the same words.
"""

import hashlib
from functools import lru_cache
from typing import Final

_TEXT: Final = """
    acorn actor alarm album amber anchor angel ankle apple apron arrow atlas attic bacon badge bagel baker banjo
    barn basil basin beach bean bear beaver bell bench berry birch bison blade blanket bloom boat bonnet book
    boot bottle bowl branch brass bread brick bridge broom brush bucket butter button cabin cactus camel camera
    candle canoe carpet carrot castle cedar cello chair chalk cherry chess chimney cider circus clay clock cloud
    clover coach coal cobra cocoa comet compass copper coral cotton cradle crane crayon cricket crown cup
    curtain daisy dance deer desk diamond dice dolphin donkey door dragon drum duck eagle easel echo elbow elm
    ember engine falcon feather fence fern ferry fiddle fig finch fir flag flame flask flute forest fork fox
    garden garlic gate ginger glacier glass globe glove goat gold goose grape guitar hammer harbor harp hat
    hazel heron hill honey hook horn horse ice igloo ink iris iron island ivory ivy jacket jade jam jelly jewel
    jungle kettle key kite kitten ladder lake lamp lantern lemon lily lime linen lion lizard lobster lotus
    magnet mango maple marble mask meadow melon mint mirror mitten moon moss moth mule museum nail needle nest
    north nutmeg oak oasis oboe ocean olive onion opal orange orchid otter owl oyster paddle palm panda paper
    parrot peach pear pebble pepper piano pigeon pillow pine pirate planet plum pocket poem pond poppy potato
    prairie prism pumpkin puzzle quail quartz quill quilt rabbit radio raft rain raven ribbon river robin rocket
    rope rose ruby saddle saffron sail salmon sand satin scarf
"""
WORDS: Final = tuple(_TEXT.split())

_COUNT: Final = 4


def read_words(text: str) -> str:
    """Four words as somebody typed them, as `four_words` writes them. Raises ValueError with a sentence."""
    typed = text.lower().replace(",", " ").split()
    if len(typed) != _COUNT:
        raise ValueError(
            f"A host's key has {_COUNT} words, such as {' '.join(WORDS[:_COUNT])}; those are {len(typed)}."
        )
    for word in typed:
        if word not in WORDS:
            raise ValueError(f"{word!r} is none of the words that a host's key can have.")
    return " ".join(typed)


@lru_cache(maxsize=64)
def four_words(key: str) -> str:
    """A key's words. key: its fingerprint, 64 hexadecimal digits."""
    digest = hashlib.scrypt(bytes.fromhex(key), salt=b"khanhoo words", n=2**12, r=8, p=1, dklen=_COUNT)
    return " ".join(WORDS[number] for number in digest)
