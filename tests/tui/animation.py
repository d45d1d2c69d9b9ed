"""One animated picture made of several drawn ones: an SVG that a page shows as an image, without scripts.

What all frames share is written once. The rest is grouped by the frames that show it, and CSS switches the groups.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_RULE: Final = re.compile(r"^ *\.(t-r\d+) \{ (.*?) \}$", re.MULTILINE)
_TITLE: Final = re.compile(r'<text class="t-title".*?</text>')
_BACKGROUND: Final = re.compile(r'<rect [^>]*shape-rendering="crispEdges"/>')
_TEXT: Final = re.compile(r'<text class="(t-r\d+)"([^>]*)>([^<]*)</text>')


@dataclass(frozen=True, slots=True)
class Frame:
    """A drawn picture, and for how many seconds it is shown."""

    svg: str
    seconds: float


def animate(frames: Sequence[Frame], *, poster: int) -> str:
    """The frames one after the other, again and again.

    poster: the frame for viewers that show no animation, and for readers who asked for less motion.
    """
    rules: dict[str, str] = {}
    layers = [
        _layer((_TITLE.findall(frame.svg) for frame in frames), len(frames)),
        _layer((_BACKGROUND.findall(frame.svg) for frame in frames), len(frames)),
        _layer((list(_texts(frame.svg, rules)) for frame in frames), len(frames)),
    ]
    shown_in = sorted({key for layer in layers for key in layer if len(key) < len(frames)})
    names = {key: f"f{number}" for number, key in enumerate(shown_in)}
    titles, backgrounds, texts = (
        "\n".join(_group(key, found, names) for key, found in layer.items()) for layer in layers
    )

    first = frames[0].svg
    head, _, rest = first.partition("    </style>")
    chrome, inside, _ = rest.partition(re.search(r"<g transform=.translate\(9, 41\).*?>", first)[0])  # type: ignore[index]
    styles = [f".{name} {{ {rule} }}" for rule, name in rules.items()]
    styles += _switches(names, frames, poster)
    return "\n".join(
        (
            _RULE.sub("", head).rstrip(),
            *styles,
            "    </style>",
            _TITLE.sub(lambda _: titles, chrome).strip("\n"),
            inside,
            backgrounds,
            '<g class="t-matrix">',
            texts,
            "</g>",
            "</g>",
            "</svg>",
            "",
        )
    )


def _texts(svg: str, rules: dict[str, str]) -> Iterable[str]:
    """The texts of a picture, with classes that are the same in all frames."""
    own = dict(_RULE.findall(svg))
    for name, rest, content in _TEXT.findall(svg):
        if content.strip():
            shared = rules.setdefault(own[name], f"t-r{len(rules) + 1}")
            yield f'<text class="{shared}"{rest}>{content}</text>'


def _layer(frames: Iterable[list[str]], count: int) -> dict[tuple[int, ...], list[str]]:
    """The elements of a layer by the frames that show them; what all show comes first."""
    seen: dict[str, list[int]] = {}
    for number, elements in enumerate(frames):
        for element in elements:
            if number not in seen.setdefault(element, []):
                seen[element].append(number)
    layer: dict[tuple[int, ...], list[str]] = {tuple(range(count)): []}
    for element, numbers in seen.items():
        layer.setdefault(tuple(numbers), []).append(element)
    return layer


def _group(key: tuple[int, ...], elements: list[str], names: dict[tuple[int, ...], str]) -> str:
    body = "".join(elements)
    return f'<g class="{names[key]}">{body}</g>' if key in names else body


def _switches(names: dict[tuple[int, ...], str], frames: Sequence[Frame], poster: int) -> Iterable[str]:
    """The CSS that shows and hides each group."""
    whole_s = sum(frame.seconds for frame in frames)
    begins = [100 * sum(frame.seconds for frame in frames[:number]) / whole_s for number in range(len(frames))]
    for key, name in names.items():
        states = ["visible" if number in key else "hidden" for number in range(len(frames))]
        steps = " ".join(
            f"{begin:.4g}% {{ visibility: {state} }}"
            for number, (begin, state) in enumerate(zip(begins, states, strict=True))
            if number == 0 or state != states[number - 1]
        )
        yield f"@keyframes {name} {{ {steps} }}"
        yield f".{name} {{ visibility: {states[poster]}; animation: {name} {whole_s:g}s step-end infinite }}"
    yield "@media (prefers-reduced-motion: reduce) { g { animation: none !important } }"
