"""Sentences drawn at random from all documents and screens, for a reader who has not seen them.

`python -m tests.arch.sentences SEED [COUNT]` prints each drawn sentence with the text that its reader meets before it.
"""

import random
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from .sources import ROOT, owners, python_files, texts_by_line

_END = re.compile(r"(?<=[.!?])[*`\"']*\s+(?=[*`\"'(]*[A-Z0-9§])")
_SENTENCE = re.compile(r"^[*`\"'(§]*[A-Z0-9§`{].*[a-z]{2,}.*[.!?:)*`]$", re.DOTALL)
_QUERY = re.compile(r"(?:SELECT|INSERT|UPDATE|CREATE|DELETE) ")
_NOT_SHOWN = frozenset({"bots", "deal", "if", "said", "show", "want"})
_VALUES = re.compile(r"[A-Z]?\d+|[♠♥♦♣★]|\b[AKQJ]\b|\b(?:Birch|Cedar|Dogwood|Elm)\b")
_COMMENT = re.compile(r"^<!--.*-->\n", re.MULTILINE)
_FIELD = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True)
class Sentence:
    """A sentence, its place, and what its reader has just read there."""

    place: str
    before: str
    text: str


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _split(text: str) -> list[str]:
    return [part for part in _END.split(text) if len(part.split()) >= 4]


def of_document(name: str, text: str) -> Iterator[Sentence]:
    """The sentences of a Markdown file, with their section so far; table rows count as one sentence each."""
    text = _COMMENT.sub("", text)
    lines, heading, section = text.split("\n"), "", 0
    tokens = MarkdownIt().enable("table").parse(text)
    quoted = 0
    for at, token in enumerate(tokens):
        quoted += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type == "heading_open" and token.map:
            heading, section = tokens[at + 1].content, token.map[0]
        elif token.type == "inline" and tokens[at - 1].type == "paragraph_open" and not quoted and token.map:
            paragraph = _on_one_line(token.content)
            for sentence in _split(paragraph):
                before = "\n".join([*lines[section : token.map[0]], paragraph.partition(sentence)[0]])
                yield Sentence(f"{name}: {heading}", before, sentence)
        elif token.type == "tr_open" and token.map and tokens[at - 1].type != "thead_open" and not quoted:
            row = lines[token.map[0]]
            if max(len(cell.split()) for cell in row.split("|")) >= 4:
                yield Sentence(f"{name}: {heading}", "\n".join(lines[section : token.map[0]]), row)


def _of_texts(name: str, shown: Iterable[tuple[str, str]]) -> Iterator[Sentence]:
    """The sentences among texts that the program shows, each after what its reader has just read or done.

    shown: pairs of this and the text. `{…}` is filled in later. A sentence with more than one of these is read as a
    whole in transcripts and on screens.
    """
    for before, raw in shown:
        text = _on_one_line(raw)
        for sentence in () if _QUERY.match(text) else _split(text):
            if _SENTENCE.match(sentence) and len(_FIELD.findall(sentence)) <= 1:
                yield Sentence(name, f"{before}\n{text.partition(sentence)[0]}", _FIELD.sub("{…}", sentence))


def _in_code(path: Path) -> Iterator[tuple[str, str]]:
    """The texts of a Python file, each with the name of its function and the text before it there."""
    owner_of, last, before = owners(path), "", ""
    for line, text in texts_by_line(path):
        owner = owner_of(line)
        yield f"(in {owner or 'the module'})\n{before if owner == last else ''}", text
        last, before = owner, text


def of_table(table: dict[str, Any], path: str = "", before: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a TOML file, each with its key and the text before it.

    An answer in a lesson, which its reader gets for another move than the step wants, comes after the text of the step.
    """
    for key, value in table.items():
        where = f"{path}.{key}" if path else key
        if key in _NOT_SHOWN:
            continue
        if key == "else":
            for move, answer in value.items():
                yield f"{table.get('say', '')}\n(the answer if the player chooses: {move})", answer
        elif isinstance(value, dict):
            yield from of_table(value, where)
        else:
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, dict):
                    yield from of_table(item, where, before)
                    before = item.get("say", before)
                elif isinstance(item, str):
                    yield f"({where})\n{before}", item
                    before = item


def _of_screens() -> Iterator[Sentence]:
    """The sentences of transcripts with the lines before them, and of screens with the whole screen, each once."""
    seen = set[str]()
    for path in sorted((ROOT / "tests/golden/plain").glob("*.txt")):
        lines = path.read_text("utf-8").split("\n")
        for at, line in enumerate(lines):
            form = _VALUES.sub("#", line)
            if len(line.split()) >= 4 and not line.startswith(">") and form not in seen:
                seen.add(form)
                yield Sentence(f"a match by lines: {path.stem}", "\n".join(lines[max(0, at - 8) : at]), line)
    for path in sorted((ROOT / "tests/golden/screens").glob("*.txt")):
        screen = path.read_text("utf-8")
        for part in re.split(r"[│┃║╭╮╰╯▌▐]|\s{3,}|\n", screen):
            form = _VALUES.sub("#", part)
            if len(part.split()) >= 4 and _SENTENCE.match(part.strip()) and form not in seen:
                seen.add(form)
                yield Sentence(f"a screen: {path.stem}", f"(the whole screen)\n{screen}", part.strip())


def sentences() -> list[Sentence]:
    """Every sentence of documents, rulebooks, games, code and screens that a person reads."""
    found = list[Sentence]()
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "engine/games").rglob("rulebook.md")]
    for path in sorted(documents):
        found += of_document(str(path.relative_to(ROOT)), path.read_text("utf-8"))
    for path in sorted((ROOT / "engine/games").rglob("*.toml")):
        found += _of_texts(str(path.relative_to(ROOT)), of_table(tomllib.loads(path.read_text("utf-8"))))
    for path in python_files("engine", "net", "tui"):
        found += _of_texts(str(path.relative_to(ROOT)), _in_code(path))
    return found + list(_of_screens())


if __name__ == "__main__":
    seed, count = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    for number, one in enumerate(random.Random(seed).sample(sentences(), count), start=1):
        print(f"## {number}. {one.place}\n{one.before.rstrip()}\n>>> {one.text}\n")
