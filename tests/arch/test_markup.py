"""No remote text ever reaches markup: a name like "[red]x" or "[@click=app.quit]x" is shown as it is written."""

import ast
from pathlib import Path

from .sources import calls, nodes, place, python_files

# Widgets and calls of Textual that read their text as markup unless told otherwise, and where that text stands.
READS_MARKUP = {"Static", "Label", "Button", "Checkbox", "RadioButton", "Collapsible", "Link", "TabPane", "Tab"}
TELLS = {"notify"}
SAFE_MAKERS = {"Text", "Content", "Text.assemble", "Content.assemble", "Content.styled", "Segment", "Strip"}


def _is_literal(node: ast.expr) -> bool:
    """Text that stands in our own source and nowhere else."""
    match node:
        case ast.Constant():
            return True
        case ast.JoinedStr():
            return all(isinstance(part, ast.Constant) for part in node.values)
        case ast.IfExp():
            return _is_literal(node.body) and _is_literal(node.orelse)
        case ast.BinOp():
            return _is_literal(node.left) and _is_literal(node.right)
        case ast.Call():
            return ast.unparse(node.func) in SAFE_MAKERS
    return False


def _is_told_plain(call: ast.Call) -> bool:
    return any(
        word.arg == "markup" and isinstance(word.value, ast.Constant) and word.value.value is False
        for word in call.keywords
    )


def _texts(call: ast.Call) -> list[ast.expr]:
    named = {"content", "label", "message", "title", "renderable", "text"}
    return [*call.args[:1], *(word.value for word in call.keywords if word.arg in named)]


def _finds(path: Path) -> list[str]:
    found = []
    for call, name in calls(path):
        last = name.rpartition(".")[2]
        if last in READS_MARKUP | TELLS and not _is_told_plain(call):
            found += [f"{place(path, call)}: {name}" for text in _texts(call) if not _is_literal(text)]
    return found


def test_widgets_that_read_markup_are_given_only_our_own_words() -> None:
    assert not [found for path in python_files("tui") for found in _finds(path)]


def test_nothing_is_parsed_as_markup_that_was_put_together() -> None:
    """`Content.from_markup("$name sat down", name=name)` puts values in after parsing; an f-string does not."""
    parsers = {"from_markup", "render_markup", "to_content", "render"}
    found = [
        f"{place(path, call)}: {name}"
        for path in python_files("tui")
        for call, name in calls(path)
        if name.rpartition(".")[2] in parsers and call.args and isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
    ]
    assert not found


def test_titles_and_updates_are_not_put_together_as_markup() -> None:
    """Assigning to border_title parses markup, and so does Static.update unless the widget was made with markup off."""
    found = []
    for path in python_files("tui"):
        for node in nodes(path):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.JoinedStr):
                names = {ast.unparse(target).rpartition(".")[2] for target in node.targets}
                if names & {"border_title", "border_subtitle"}:
                    found.append(place(path, node))
    assert not found
