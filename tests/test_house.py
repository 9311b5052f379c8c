"""The layers of ARCHITECTURE.md: who may import whom, how long a module is, and how it opens."""

import ast
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.samples import for_each

ROOT = Path(__file__).parents[1]
STAGES = (
    "load",
    "sources",
    "components",
    "render",
    "impose",
    "booklet",
    "write",
    "readback",
    "play",
    "check",
    "export",
)
GROUND = ("geometry", "model", "safety", "language", "fonts", "pdf", "program")  # from the bottom up
MOST_LINES = 500

# each room of the house and the rooms that it may import; its own is always open to it
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "generator": (),
    "__main__": ("cli", "safety"),
    "cli": ("studio", "pipeline", "program", "language", "safety", "model", "generator"),
    "studio": ("pipeline", "program", "language", "safety", "model", "generator"),
    "pipeline": ("proof", *STAGES, *GROUND, "generator"),
    "proof": (*STAGES, *GROUND),
    **dict.fromkeys(STAGES, GROUND),
    "program": ("generator",),
    "fonts": ("language", "safety", "model", "geometry"),
    "pdf": ("safety", "model", "geometry"),
    "language": ("model",),
    "safety": ("model",),
    "model": ("geometry",),
    "geometry": (),
}


def read_house(root: Path) -> dict[str, str]:
    """Return the source of every module of generator/ by its dotted name, `generator.load.rows`."""
    paths = sorted((root / "generator").rglob("*.py"))
    return {module_name(path.relative_to(root)): path.read_text(encoding="utf-8") for path in paths}


def module_name(path: Path) -> str:
    """Return the name that a module is imported by."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def room_of(name: str) -> str:
    """Return the second part of a module's name: its package, or the module itself if it is in none."""
    return [*name.split("."), "generator"][1] if "." in name else "generator"


def iter_imports(name: str, source: str, house: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything of generator that a module imports, at its top or inside it."""
    for node in outline(source).imports:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        else:
            origin = resolve_origin(name, node, house)
            whole = [f"{origin}.{alias.name}" for alias in node.names]
            yield from ((node.lineno, full if full in house else origin) for full in whole)


class Outline(NamedTuple):
    """What is looked for in a module that is parsed only once: its docstring, its classes and its imports."""

    docstring: str
    classes: list[str]
    imports: list[ast.Import | ast.ImportFrom]


@cache
def outline(source: str) -> Outline:
    """Return the outline of a module."""
    tree = ast.parse(source)
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return Outline(ast.get_docstring(tree) or "", classes, find_import_statements(tree))


def find_import_statements(tree: ast.AST) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports of a module, at its top or inside it; no expression is looked through, as none holds one."""
    found: list[ast.Import | ast.ImportFrom] = []
    todo = deque([tree])
    while todo:
        node = todo.popleft()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        todo += (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
    return found


def resolve_origin(name: str, node: ast.ImportFrom, house: Mapping[str, str]) -> str:
    """Return where `from ... import` looks, with the dots of a relative import resolved."""
    if not node.level:
        return node.module or ""
    is_package = any(other.startswith(f"{name}.") for other in house)
    words = name.split(".")
    base = words[: len(words) - node.level + is_package]
    return ".".join([*base, *([node.module] if node.module else [])])


def find_breaches(house: Mapping[str, str]) -> list[str]:
    """Return a line for each import that the house does not allow, and for each module that belongs to no room."""
    found = []
    for name, source in house.items():
        here = room_of(name)
        if here not in MAY_IMPORT:
            found.append(f"{name} belongs to no room of the house")
            continue
        for line, target in iter_imports(name, source, house):
            if target.split(".")[0] == "generator" and room_of(target) not in (here, *MAY_IMPORT[here]):
                found.append(f"{name}:{line} imports {target}")
    return found


def find_circles(house: Mapping[str, str]) -> list[str]:
    """Return modules, and packages at each depth, that import one another in a circle, as sorted names."""
    edges: dict[str, set[str]] = {name: set() for name in house}
    for name, source in house.items():
        edges[name] |= {target for _, target in iter_imports(name, source, house) if target in house}
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
    assert find_breaches(HOUSE) == []


def test_nothing_imports_in_a_circle() -> None:
    assert find_circles(HOUSE) == []


def test_circles_between_modules_and_packages_are_noticed() -> None:
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
    assert find_breaches(BAD_HOUSE) == [
        "generator.cli:2 imports generator.load",
        "generator.load.rows:2 imports generator.render.svg",
        "generator.render:2 imports generator.write.pdf",
        "generator.render.svg:3 imports generator.check",
        "generator.check:1 imports generator.pipeline",
        "generator.write.pdf:1 imports generator.cli",
        "generator.model.finding:1 imports generator.language",
        "generator.utils belongs to no room of the house",
    ]


@for_each(sorted(HOUSE))
def test_modules_have_a_docstring_and_a_readable_length(name: str) -> None:
    opening = outline(HOUSE[name]).docstring.split("\n\n")[0]
    assert opening.endswith("."), "a module's docstring opens with a sentence"
    assert "TODO" not in opening
    assert HOUSE[name].count("\n") <= MOST_LINES


# Calls that may read a file without safety.files or safety.folders, which refuse what a stranger can put in its place:
# by module, with the reason. Only the room of safety opens files otherwise.
MAY_READ = {
    "generator.__main__": {"open", "os.open"},  # the standard streams and the null device
    "generator.cli.explain": {"CODE_PAGES.read_text"},  # a file of the package
    "generator.cli.studio_commands": {"webbrowser.open"},  # opens no file
    "generator.fonts.font_book": {"(Path(spec.origin).parent / 'files' / f'{name}.ttf').read_bytes"},  # of a package
    "generator.language.hyphenation": {"path.read_bytes"},  # a dictionary of an installed package
    "generator.load.spreadsheet_archive": {"self._archive.open"},  # of bytes that were read already
    "generator.program.parallel": {"os.fdopen"},  # a pipe between our own processes
    "generator.pipeline.adoption": {"os.open", "os.fdopen"},  # a file that is new
    "generator.pdf.cleaning": {"stream.read_bytes"},  # a stream of what was read already
    "generator.pdf.source_file": {"pikepdf.open"},  # bytes that were read already
    "generator.pipeline.rules.rulebook": {"(home / f'{name}.css').read_text"},  # files of the package
    "generator.pipeline.sheets.printing": {"writer.open"},  # opens no file
    "generator.readback.pdf.containers": {"path.open", "pikepdf.open"},  # just written, or hashed as a regular file
    "generator.render.color_sampler": {"Pillow.open"},  # bytes that were read already, here and below
    "generator.render.drawings.rasters": {"Image.open"},  # of bytes that were rendered here
    "generator.sources.page_marks": {"pikepdf.open"},  # of a page that was copied
    "generator.studio.serving": {"os.open", "os.fdopen"},  # a file that is new
    "generator.write.pdf.booklet_sheets": {"pikepdf.open"},
    "generator.write.pdf.page_art": {"pikepdf.open"},
    "generator.write.pdf.page_extracts": {"pikepdf.open"},  # of a kit that was just built
    "generator.write.pdf.resources": {"Pillow.open"},
    "generator.write.press.image_inks": {"image.read_bytes", "Image.open"},  # of what was written, of a bounded length
    "generator.write.press.pdf_inks": {"each.read_bytes", "Pdf.open"},  # as above
}


def find_reads(source: str) -> set[str]:
    """Return the functions called in a module that may open a file: `open` of anything, read_bytes and read_text."""
    names = {"open", "fdopen", "read_bytes", "read_text", "fromfile", "load_path"}
    if not any(name in source for name in names):
        return set()
    calls = {node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)}
    methods = {ast.unparse(each) for each in calls if isinstance(each, ast.Attribute) and each.attr in names}
    return methods | {each.id for each in calls if isinstance(each, ast.Name) and each.id in {"open", "fdopen"}}


def test_files_of_strangers_are_read_by_the_guarded_functions_alone() -> None:
    found = {name: find_reads(source) for name, source in HOUSE.items() if room_of(name) != "safety"}
    assert {name: reads for name, reads in found.items() if reads} == MAY_READ
    source = "open(x)\nPath(x).open()\nio.open(x)\nPath(x).read_text()\nread_text(x)\nx.read_bytes()"
    assert find_reads(source) == {"open", "Path(x).open", "io.open", "Path(x).read_text", "x.read_bytes"}


def test_no_two_public_classes_share_a_name() -> None:
    names = defaultdict(list)
    for module, source in HOUSE.items():
        for name in outline(source).classes:
            if not name.startswith("_"):
                names[name].append(module)
    assert len(names) > 400
    assert {name: modules for name, modules in names.items() if len(modules) > 1} == {}


def test_nothing_stands_beside_the_rooms() -> None:
    assert {path.name for path in (ROOT / "generator").glob("*.py")} == {"__init__.py", "__main__.py"}
    folders = {path.parent.name for path in (ROOT / "generator").glob("*/__init__.py")}
    assert folders == {"cli", "studio", "pipeline", "proof", *STAGES, *GROUND}


def test_lines_by_room() -> None:
    """Print the lines and modules of each room, with `pytest -s -k lines`; each line of each room is counted once."""
    lines, modules = Counter[str](), Counter[str]()
    for name, source in HOUSE.items():
        for room in {room_of(name), ".".join(name.split(".")[1:3]) if name.count(".") > 2 else room_of(name)}:
            lines[room] += source.count("\n")
            modules[room] += 1
    for room in sorted(lines):
        print(f"{lines[room]:7,} lines {modules[room]:4} modules  {room}")
    whole = sum(source.count("\n") for source in HOUSE.values())
    print(f"{whole:7,} lines {len(HOUSE):4} modules")
    assert sum(count for room, count in lines.items() if "." not in room) == whole


def test_every_file_that_the_page_names_is_there() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    named = set(re.findall(r"`((?:[a-z]+/)+\w+\.(?:py|md|txt))`", page))
    assert len(named) > 12
    homes = (ROOT / "generator", ROOT / "generator" / "components", ROOT)
    assert [name for name in sorted(named) if not any((home / name).is_file() for home in homes)] == []
    assert page.count("\n") <= 100
