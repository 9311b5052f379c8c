"""The house of ARCHITECTURE.md, held up: who may import whom, how long a module is, and how it opens."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STAGES = ("load", "parts", "draw", "impose", "booklet", "write", "read", "check")
MOST_LINES = 300

# each room of the house and the rooms that it may import; its own is always open to it
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "generator": (),
    "__main__": ("cli",),
    "cli": ("report", "tell", "codes", "find", "build", "model", "generator"),
    "report": ("tell", "formats", "codes", "find", "build", "proof", "model", "generator"),
    "formats": ("tell", "codes", "model", "generator"),
    "tell": ("proof", "model"),
    "codes": ("find", "model"),
    "build": ("seams", "sheets", "rulebook", "verified", "proof", "reading", "find", *STAGES, "model", "generator"),
    "proof": ("sheets", "reading", "figures", *STAGES, "model"),
    "sheets": ("relay", *STAGES, "model"),
    "figures": ("sheets", *STAGES, "model"),
    "rulebook": ("figures", "sheets", "relay", "find", *STAGES, "model"),
    "verified": ("sheets", "proof", *STAGES, "model"),
    "reading": ("relay", *STAGES, "model"),
    "seams": (*STAGES, "model"),
    "relay": (),
    "find": ("model",),
    "model": (),
    **dict.fromkeys(STAGES, ("model",)),
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


HOUSE = read_house(ROOT)


def test_stages_import_model_never_each_other() -> None:
    assert len(HOUSE) > 20
    assert {"generator.pipeline.build", "generator.cli.commands", "generator.model.game"} <= set(HOUSE)
    assert breaches(HOUSE) == []


BAD_HOUSE = {
    "generator": "",
    "generator.cli.commands": "import generator.build\nfrom generator.load import read\n",
    "generator.pipeline.build": "from generator import load, __version__\nfrom generator.draw.svg import parse\n",
    "generator.load": "from generator.model import place\nfrom generator.load import rows\nimport yaml\n",
    "generator.load.rows": "def late():\n    from generator.draw import svg\n",
    "generator.render": "from .svg import parse\nfrom ..write.pdf import pen\n",
    "generator.render.svg": "from . import __name__\nfrom ..model import place\nfrom .. import check\n",
    "generator.check": "import generator.build\n",
    "generator.write.pdf.document": "import generator.cli as roof\n",
    "generator.model.place": "from generator import __version__\n",
    "generator.utils": "",
}


def test_every_breach_is_noticed() -> None:
    assert breaches(BAD_HOUSE) == [
        "generator.cli:2 imports generator.load",
        "generator.load.rows:2 imports generator.draw.svg",
        "generator.draw:2 imports generator.write.pdf",
        "generator.draw.svg:3 imports generator.check",
        "generator.check:1 imports generator.build",
        "generator.write.pdf:1 imports generator.cli",
        "generator.model.place:1 imports generator",
        "generator.utils belongs to no room of the house",
    ]


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_a_module_opens_with_one_sentence_and_stays_short(name: str) -> None:
    opening = (ast.get_docstring(ast.parse(HOUSE[name])) or "").split("\n\n")[0]
    assert opening.endswith("."), "a module's docstring opens with a sentence"
    assert ". " not in opening.replace("\n", " "), "one sentence"
    assert HOUSE[name].count("\n") <= MOST_LINES


def test_each_folder_is_a_stage_or_the_model() -> None:
    folders = {path.parent.name for path in (ROOT / "generator").glob("*/__init__.py")}
    assert folders == {*STAGES, "model"}
