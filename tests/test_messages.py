"""Every sentence that the program says to people, in one list: reword one here and in the source, nowhere else."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.messages import facts

ROOT = Path(__file__).parents[1]
_WORDS = re.compile(r"(?:[a-zA-Z,;'-]+ ){2}[a-zA-Z]")
_MARKUP = re.compile(r"^[<(\[^]|\\[dwsb]|\(\?|</|: \{|\bfont-|#\{")


def list_sentences(source: str) -> Iterator[str]:
    """Yield each text of three words or more that is no docstring, with `{...}` where a value goes in."""
    nodes = _find_texts(ast.parse(source))
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        text = _spell(node)
        if _WORDS.search(text) and not _MARKUP.search(text):
            yield text.replace("\n", "\\n")


def _find_texts(tree: ast.AST) -> Iterator[ast.JoinedStr | ast.Constant]:
    """Yield the constants and f-strings that are neither within an f-string nor a statement of their own."""
    todo = [tree]
    while todo:
        node = todo.pop()
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.JoinedStr | ast.Constant):
                todo.append(child)
            elif not isinstance(node, ast.Expr):
                yield child


def _spell(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = (part.value if isinstance(part, ast.Constant) else "{...}" for part in node.values)
    return "".join(str(part) for part in parts)


def list_catalog() -> str:
    """Return the sentences of all modules, below the names of these."""
    lines = []
    for path in sorted((ROOT / "generator").rglob("*.py")):
        if sentences := list(list_sentences(path.read_text("utf-8"))):
            lines += [f"# {path.relative_to(ROOT / 'generator').as_posix()}", *sentences, ""]
    return "\n".join(lines)


def test_the_wording_of_every_message_is_in_the_catalog(golden: Callable[[str, str], None]) -> None:
    catalog = list_catalog()
    assert catalog.count("\n") > 300
    golden("messages.txt", catalog)


def test_sentences_are_found_and_nothing_else() -> None:
    source = (
        '"""Say what it does."""\nx = f"there is no part {name!r}{hint}"\ny = "a card"\nz = re.compile(r"a \\d+ b c")\n'
    )
    assert list(list_sentences(source)) == ["there is no part {...}{...}"]


def test_facts_are_what_a_message_quotes() -> None:
    said = "a/game.yaml:3:4: GF003 warning: row 'a' is given twice in `rows`, 2 times; see a/game.yaml:1:2"
    assert facts(said) == "a/game.yaml:3:4: GF003 warning: 'a' `rows` 2 a/game.yaml:1:2"
    assert facts(said.replace("is given twice", "appears again")) == facts(said)
    assert facts(said.replace("'a'", "'b'")) != facts(said)
