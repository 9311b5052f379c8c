"""The house of ARCHITECTURE.md, held up: who may import whom, how long a module is, and how it opens."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STAGES = ("load", "components", "render", "impose", "booklet", "write", "readback", "check")
GROUND = ("geometry", "model", "language", "fonts")  # from the bottom up
MOST_LINES = 500

# each room of the house and the rooms that it may import; its own is always open to it
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "generator": (),
    "__main__": ("cli",),
    "cli": ("pipeline", "language", "model", "generator"),
    "pipeline": (*STAGES, *GROUND, "generator"),
    **dict.fromkeys(STAGES, GROUND),
    "fonts": ("language", "model", "geometry"),
    "language": ("model",),
    "model": ("geometry",),
    "geometry": (),
}


def read_house(root: Path) -> dict[str, str]:
    """Return the source of every module of generator/ by its dotted name, `generator.load.rows`."""
    paths = sorted((root / "generator").rglob("*.py"))
    return {dotted(path.relative_to(root)): path.read_text(encoding="utf-8") for path in paths}


def dotted(path: Path) -> str:
    """Return the name that a module is imported by."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def room(name: str) -> str:
    """Return the second word of a module's name: the stage, or the module itself where it stands alone."""
    return [*name.split("."), "generator"][1] if "." in name else "generator"


def imports(name: str, source: str, house: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything of generator that a module imports, at its top or inside it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = absolute(name, node, house)
            whole = [f"{origin}.{alias.name}" for alias in node.names]
            yield from ((node.lineno, full if full in house else origin) for full in whole)


def absolute(name: str, node: ast.ImportFrom, house: Mapping[str, str]) -> str:
    """Return where `from ... import` looks, with the dots of a relative import resolved."""
    if not node.level:
        return node.module or ""
    is_package = any(other.startswith(f"{name}.") for other in house)
    words = name.split(".")
    base = words[: len(words) - node.level + is_package]
    return ".".join([*base, *([node.module] if node.module else [])])


def breaches(house: Mapping[str, str]) -> list[str]:
    """Return a line for each import that the house does not allow, and for each module that belongs to no room."""
    found = []
    for name, source in house.items():
        here = room(name)
        if here not in MAY_IMPORT:
            found.append(f"{name} belongs to no room of the house")
            continue
        for line, target in imports(name, source, house):
            if target.split(".")[0] == "generator" and room(target) not in (here, *MAY_IMPORT[here]):
                found.append(f"{name}:{line} imports {target}")
    return found


def find_circles(house: Mapping[str, str]) -> list[str]:
    """Return modules, and packages at each depth, that import one another in a circle, as sorted names."""
    edges: dict[str, set[str]] = {name: set() for name in house}
    for name, source in house.items():
        edges[name] |= {target for _, target in imports(name, source, house) if target in house}
    found = []
    for depth in (2, 3, 9):
        folded: dict[str, set[str]] = {}
        for name, targets in edges.items():
            here = ".".join(name.split(".")[:depth])
            folded.setdefault(here, set()).update(".".join(other.split(".")[:depth]) for other in targets)
        found += [" ".join(sorted(circle)) for circle in _circles(folded)]
    return sorted(set(found))


def _circles(edges: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Yield each set of two or more names that all lead to one another."""
    reach = {name: _reached(name, edges) for name in edges}
    seen: set[str] = set()
    for name in sorted(edges):
        circle = {other for other in reach[name] if name in reach.get(other, set())}
        if len(circle | {name}) > 1 and name not in seen and name in reach[name]:
            seen |= circle
            yield circle | {name}


def _reached(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    open_ = [name for name in edges[start] if name != start]
    while open_:
        name = open_.pop()
        if name not in found:
            found.add(name)
            open_ += [other for other in edges.get(name, ()) if other != name]
    return found


HOUSE = read_house(ROOT)


def test_stages_import_the_ground_never_each_other() -> None:
    assert len(HOUSE) > 100
    assert {"generator.pipeline.build", "generator.cli.commands", "generator.model.game"} <= set(HOUSE)
    assert breaches(HOUSE) == []


def test_nothing_imports_in_a_circle() -> None:
    assert find_circles(HOUSE) == []


def test_a_circle_is_noticed_between_modules_and_between_packages() -> None:
    house = {
        "generator": "",
        "generator.check": "",
        "generator.check.claims": "",
        "generator.check.claims.a": "from generator.check.faces import x\n",
        "generator.check.claims.b": "",
        "generator.check.faces": "",
        "generator.check.faces.x": "from generator.check.claims.b import y\n",
        "generator.load.one": "from generator.load import two\n",
        "generator.load.two": "import generator.load.one\n",
    }
    assert find_circles(house) == [
        "generator.check.claims generator.check.faces",
        "generator.load.one generator.load.two",
    ]


BAD_HOUSE = {
    "generator": "",
    "generator.cli": "import generator.pipeline\nfrom generator.load import read\n",
    "generator.pipeline": "from generator import load, __version__\nfrom generator.render.svg import parse\n",
    "generator.load": "from generator.model import place\nfrom generator.load import rows\nimport yaml\n",
    "generator.load.rows": "def late():\n    from generator.render import svg\n",
    "generator.render": "from .svg import parse\nfrom ..write.pdf import pen\n",
    "generator.render.svg": "from . import __name__\nfrom ..model import place\nfrom .. import check\n",
    "generator.check": "import generator.pipeline\n",
    "generator.write.pdf": "import generator.cli as roof\n",
    "generator.model.finding": "from generator.language import plurals\n",
    "generator.utils": "",
}


def test_every_breach_is_noticed() -> None:
    assert breaches(BAD_HOUSE) == [
        "generator.cli:2 imports generator.load",
        "generator.load.rows:2 imports generator.render.svg",
        "generator.render:2 imports generator.write.pdf",
        "generator.render.svg:3 imports generator.check",
        "generator.check:1 imports generator.pipeline",
        "generator.write.pdf:1 imports generator.cli",
        "generator.model.finding:1 imports generator.language",
        "generator.utils belongs to no room of the house",
    ]


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_a_module_says_what_it_is_for_and_stays_readable(name: str) -> None:
    opening = (ast.get_docstring(ast.parse(HOUSE[name])) or "").split("\n\n")[0]
    assert opening.endswith("."), "a module's docstring opens with a sentence"
    assert "TODO" not in opening
    assert HOUSE[name].count("\n") <= MOST_LINES


def test_nothing_stands_beside_the_rooms() -> None:
    assert {path.name for path in (ROOT / "generator").glob("*.py")} == {"__init__.py", "__main__.py"}
    folders = {path.parent.name for path in (ROOT / "generator").glob("*/__init__.py")}
    assert folders == {"cli", "pipeline", *STAGES, *GROUND}


def test_every_file_that_the_page_names_is_there() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    named = set(re.findall(r"`((?:[a-z]+/)+\w+\.(?:py|md|txt))`", page))
    assert len(named) > 30
    homes = (ROOT / "generator", ROOT / "generator" / "components", ROOT)
    assert [name for name in sorted(named) if not any((home / name).is_file() for home in homes)] == []
    assert page.count("\n") <= 200
