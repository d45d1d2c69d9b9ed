"""What terminals send besides keys, and arbitrary bytes between it: for tests that any bytes may come."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

REPORTS: dict[str, bytes] = {
    "DA1 of xterm": b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
    "DA1 of VTE": b"\x1b[?65;1;9c",
    "DA1 of foot": b"\x1b[?62;4;22;28;29c",
    "DA2 of xterm": b"\x1b[>41;390;0c",
    "DA2 of kitty": b"\x1b[>1;4000;35c",
    "DA2 of GNU screen": b"\x1b[>83;40900;0c",
    "DA3 of VTE": b"\x1bP!|7E565445\x1b\\",
    "DA3 of kitty": b"\x1bP!|00000000\x1b\\",
    "version of xterm": b"\x1bP>|XTerm(390)\x1b\\",
    "version of iTerm2": b"\x1bP>|iTerm2 3.5.0\x1b\\",
    "version of WezTerm": b"\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\",
    "version of tmux": b"\x1bP>|tmux 3.4\x1b\\",
    "version of ghostty": b"\x1bP>|ghostty 1.0.1\x1b\\",
    "capability of kitty": b"\x1bP1+r544e=787465726d2d6b69747479\x1b\\",
    "setting of foot": b"\x1bP1$r0 q\x1b\\",
    "place of the cursor": b"\x1b[12;40R",
    "place and page of the cursor": b"\x1b[?12;40;1R",
    "status": b"\x1b[0n",
    "colour scheme of Contour": b"\x1b[?997;1n",
    "mode 2026": b"\x1b[?2026;2$y",
    "mode 2048": b"\x1b[?2048;2$y",
    "mode 1016": b"\x1b[?1016;4$y",
    "a colour of the palette": b"\x1b]4;1;rgb:cdcd/0000/0000\x1b\\",
    "the colour of the text": b"\x1b]10;rgb:e5e5/e5e5/e5e5\x07",
    "the colour of the background": b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\",
    "the clipboard": b"\x1b]52;c;aGVsbG8gMTIzIHE=\x1b\\",
    "the title of rxvt": b"\x1b]lkhanhoo 1\x1b\\",
    "flags of the kitty keyboard": b"\x1b[?31u",
    "a key that is let go": b"\x1b[97;1:3u",
    "a key without a number": b"\x1b[;;u",
    "an impossible key": b"\x1b[1114112u",
    "half a pair of UTF-16": b"\x1b[55357u",
    "an answer of kitty's graphics": b"\x1b_Gi=31;OK\x1b\\",
    "size": b"\x1b[8;24;80t",
    "size in pixels": b"\x1b[4;600;800t",
    "size in band": b"\x1b[48;24;80;600;800t",
    "size in band without pixels": b"\x1b[48;24;80;0;0t",
    "no size in band": b"\x1b[48;0;0;0;0t",
    "absurd size in band": b"\x1b[48;99999;99999;999999;999999t",
    "size in band with parts": b"\x1b[48;24:1;80:2;0:;0:t",
    "window in front": b"\x1b[I",
    "window behind": b"\x1b[O",
    "mouse moves": b"\x1b[<35;20;5M",
    "mouse in pixels": b"\x1b[<35;1201;340M",
    "mouse outside": b"\x1b[<0;-3;-7M",
    "absurd mouse": b"\x1b[<999999999999;99999999999;1M",
    "wheel": b"\x1b[<64;40;12M",
    "mouse of rxvt": b"\x1b[35;20;5M",
    "mouse of X10": b"\x1b[M !!",
    "mouse of X10 far right": b"\x1b[M#\xff\xfe",
    "a privacy message": b"\x1b^1234 qpt\x1b\\",
    "a start of string": b"\x1bX1234 qpt\x1b\\",
    "a version in 8 bits": b"\x90>|XTerm(390)\x9c",
    "a mouse in 8 bits": b"\x9b<35;20;5M",
    "an empty paste": b"\x1b[200~\x1b[201~",
    "the end of a paste": b"\x1b[201~",
}
"""By name; none of them is a key or text."""

PIECES: tuple[bytes, ...] = (
    *REPORTS.values(),
    *(b"\x1b[200~", b"\x1b[200~1\rq\x1b", b"\x1b[200~\x1b[31mhello\x1b[201~", b"\x1b[200~" + b"1 " * 9),
    *(b"\x1bP", b"\x1b]", b"\x1b_", b"\x1b^", b"\x1bX", b"\x1b[", b"\x1b[<", b"\x1b[M", b"\x1bO", b"\x1b", b"\x1b\x1b"),
    *(b"\x1b[A", b"\x1bOP", b"\x1b[[A", b"\x1b[1;5C", b"\x1b[15~", b"\x1b[27;5;9~", b"\x1b[97;5u", b"\x1bx", b"\t"),
    *(b"\x00", b"\xff", b"\xe9", b"\xc3", b"\xe2\x99", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80\x9d\x9f", b"\x85"),
    *("é文♠".encode(), "1é".encode("utf-16"), "卡".encode("gbk"), b"\x0e\x0f\x18\x1a\x7f", b"\x1b[" + b"1;" * 400),
)


def inputs(seed: int, count: int) -> Iterator[bytes]:
    """So many inputs: a piece or arbitrary bytes, whole or cut anywhere. One follows another, so that they mix."""
    chance = random.Random(seed)
    for _ in range(count):
        data = chance.choice(PIECES) if chance.random() < 0.85 else chance.randbytes(chance.randint(1, 6))
        if chance.random() < 0.5:
            data = data[chance.randrange(len(data)) :]
        if chance.random() < 0.5:
            data = data[: chance.randrange(len(data)) + 1]
        yield data


def packets(seed: int, count: int, each: int) -> Iterator[bytes]:
    """The same inputs, so many of them at once."""
    all_inputs = inputs(seed, count)
    while packet := b"".join(islice(all_inputs, each)):
        yield packet
