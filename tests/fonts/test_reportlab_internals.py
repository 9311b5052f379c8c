"""Private names of reportlab are used in two modules, and reportlab is pinned below its next major version."""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HOMES = ("generator.fonts.reportlab_internals", "generator.fonts.reportlab_paragraphs")
# documented names of namedtuple, os and sys
OURS = {"_asdict", "_replace", "_fields", "_make", "_exit", "_current_frames"}


def find_private_names(source: str) -> Iterator[str]:
    """Yield `line name` for private names that a module imports from reportlab, or takes from another object."""
    if not re.search(r"reportlab|(?<!\bself)\._[^_]|[(,]\s*_[^_]\w*=", source):
        return
    own = set(re.findall(r"def (_\w+)", source))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "reportlab":
            yield from (f"{node.lineno} {alias.name}" for alias in node.names if alias.name.startswith("_"))
            yield from (f"{node.lineno} {word}" for word in (node.module or "").split(".") if word.startswith("_"))
        elif isinstance(node, ast.Attribute) and re.match(r"_[^_]", node.attr) and node.attr not in OURS:
            if not (isinstance(node.value, ast.Name) and node.value.id == "self") and node.attr not in own:
                yield f"{node.lineno} {node.attr}"
        elif isinstance(node, ast.keyword) and node.arg and re.match(r"_[^_]", node.arg):
            yield f"{node.value.lineno} {node.arg}"


def read_sources() -> dict[str, str]:
    paths = sorted((ROOT / "generator").rglob("*.py"))
    return {".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text("utf-8") for path in paths}


def test_two_modules_use_private_names_of_reportlab() -> None:
    found = {name: list(find_private_names(source)) for name, source in read_sources().items()}
    assert len(found) > 100
    assert all(found.pop(home) for home in HOMES)
    assert {name: uses for name, uses in found.items() if uses} == {}


def find_subclasses(module: Any) -> Iterator[type]:
    """Yield the classes of a module that extend one of reportlab's."""
    for each in vars(module).values():
        ours = inspect.isclass(each) and each.__module__ == module.__name__
        if ours and any(base.__module__.startswith("reportlab") for base in each.__mro__):
            yield each


def test_no_class_elsewhere_touches_a_private_name_that_it_inherits() -> None:
    checked = []
    for name, source in read_sources().items():
        if "reportlab" not in source or name in HOMES:
            continue
        for each in find_subclasses(import_module(name.removesuffix(".__init__"))):
            theirs = [base for base in each.__mro__ if base.__module__.startswith("reportlab")]
            inherited = {word for base in theirs for word in re.findall(r"self\.(_[a-z]\w*)", inspect.getsource(base))}
            inherited |= {word for base in theirs for word in vars(base) if re.match(r"_[a-z]", word)}
            used = set(re.findall(r"(?:self\.|def )(_[a-z]\w*)", inspect.getsource(each)))
            checked.append(each.__name__)
            assert used & inherited == set(), f"{name}.{each.__name__}"
    assert len(checked) > 3


def test_a_use_in_another_module_is_found() -> None:
    source = """\
from reportlab.platypus.paragraph import _HSFrag, Paragraph
def show(canvas, paragraph):
    return canvas._doc, paragraph.clone(_fkind=1), paragraph._asdict()
class A:
    def b(self):
        return self._own
"""
    assert list(find_private_names(source)) == ["1 _HSFrag", "3 _doc", "3 _fkind"]


def test_reportlab_is_pinned_below_its_next_major_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (pin,) = [each for each in project["dependencies"] if each.startswith("reportlab")]
    assert pin == "reportlab>=5.1,<6"
