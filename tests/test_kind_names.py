"""Kinds say what they are: nobody outside components/ asks for the name of a part's kind."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from generator.components import KINDS
from tests.samples import for_each

HOUSE = Path(__file__).parents[1] / "generator"
SHARED = {"board", "piece"}  # a kind of figure, and of place in the editor, of the same name
OTHERS = ("product", "figure", "data")  # whose kinds are not those of parts, though the words may be the same


def find_typed_kinds(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of what compares a part's kind with typed names, or lists such names."""
    if not re.search(rf"[\"'](?:{'|'.join(KINDS)})[\"']", source):
        return
    for node in list_nodes(ast.parse(source)):
        if isinstance(node, ast.Compare | ast.Match) and names_kind(node):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Dict | ast.Set | ast.List | ast.Tuple):
            entries = node.keys if isinstance(node, ast.Dict) else node.elts
            if len(typed_in(entries) & KINDS.keys()) > 1:
                yield node.lineno, ast.unparse(node)


def list_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but those of types of literals, and of the record that says what a kind is."""
    for child in ast.iter_child_nodes(tree):
        is_literal = isinstance(child, ast.Subscript) and ast.unparse(child.value) == "Literal"
        if not is_literal and not (isinstance(child, ast.ClassDef) and child.name == "KindTraits"):
            yield child
            yield from list_nodes(child)


def names_kind(node: ast.Compare | ast.Match) -> bool:
    """Return whether a comparison holds a kind against a typed text that is the name of a kind of components."""
    if isinstance(node, ast.Match):
        asked = [node.subject]
        typed = typed_in(each for case in node.cases for each in ast.walk(case.pattern))
    else:
        asked = [node.left, *node.comparators]
        typed = typed_in(each for side in asked for each in ast.walk(side))
    owners = [text for each in asked if (text := ast.unparse(each)).removesuffix(".value").endswith("kind")]
    if any(owner.endswith(("part.kind", "kind.value")) for owner in owners):
        return bool(typed)
    others = [owner for owner in owners if not owner.rpartition(".")[0].endswith(OTHERS)]
    return bool(others and typed & (KINDS.keys() - SHARED))


def typed_in(nodes: object) -> set[str]:
    """Return the texts among some nodes."""
    assert isinstance(nodes, list | Iterator)
    return {each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def test_no_module_outside_components_compares_the_name_of_a_kind() -> None:
    paths = [path for path in HOUSE.rglob("*.py") if path.relative_to(HOUSE).parts[0] != "components"]
    assert len(paths) > 300
    found = {
        str(path.relative_to(HOUSE)): list(find_typed_kinds(path.read_text(encoding="utf-8"))) for path in sorted(paths)
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


@for_each(
    [
        "if part.kind == 'die': pass",
        "if 'die' != piece.part.kind: pass",
        "if piece.part.kind == 'board': pass",
        "if kind.value == 'piece': pass",
        "if part.kind in {'box'}: pass",
        "_DECKS = ('card', 'path')",
        "says = {'card': 'card', 'path': 'card', 'board': 'board'}",
        "match part.kind:\n    case 'die': pass",
        "match kind:\n    case 'card' | 'tile': pass",
    ]
)
def test_a_name_is_noticed(source: str) -> None:
    assert len(list(find_typed_kinds(source))) == 1


@for_each(
    [
        "if part.traits.thrown: pass",
        "if figure.kind == 'board': pass",
        "if product.kind != 'card': pass",
        "if cell.kind == 'castle': pass",
        "if part.kind == other.kind: pass",
        "SHAPES = {'path', 'polygon', 'rect'}",
        "Product = Literal['card', 'tile']",
    ]
)
def test_kinds_of_other_things_are_left_alone(source: str) -> None:
    assert list(find_typed_kinds(source)) == []
