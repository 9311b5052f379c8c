"""Find conditions of templates that ask for a kind of cells or a value of a die that nothing has (GF149)."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from difflib import get_close_matches
from typing import TYPE_CHECKING

from generator.model.finding import DrawingError, Finding, Place
from generator.model.game import Part
from generator.render.fault_places import relative_path
from generator.render.template_files import TemplateFiles
from generator.render.template_words import TemplateReader

if TYPE_CHECKING:
    from generator.pipeline.kit import Kit

_CONDITION = re.compile(r"\{[%{](?P<code>.*?)[%}]\}")
_COMPARED = re.compile(
    r"""\.(?P<name>kind|value)\s*(?:==|!=|(?:not\s+)?in\b)\s*(?P<rest>\[[^\]]*\]|\([^)]*\)|'[^']*'|"[^"]*")"""
)
_QUOTED = re.compile(r"""(["'])([^"']*)\1""")
_NOUNS = {"kind": "cell", "value": "face"}


def find_unknown_literals(kit: "Kit", files: TemplateFiles) -> Iterator[Finding]:
    """Yield GF149 for each text in a condition that is much like a kind or value, and is none."""
    reader = TemplateReader(files)
    told: set[Finding] = set()
    for part in kit.parts:
        known = {"kind": _list_kinds(part), "value": _list_values(part)}
        if not any(known.values()):
            continue
        for finding in _check_part(part, known, reader, files):
            if finding not in told:
                told.add(finding)
                yield finding


def _list_kinds(part: Part) -> Set[str]:
    return {cell.kind for cell in part.board.cells.values()} if part.board else set()


def _list_values(part: Part) -> Set[str]:
    nets = [design.net for design in part.designs if design.net]
    return {panel.value for net in nets for panel in net.panels if isinstance(panel.value, str)}


def _check_part(
    part: Part, known: Mapping[str, Set[str]], reader: TemplateReader, files: TemplateFiles
) -> Iterator[Finding]:
    sources = {}
    for name in sorted(reader.read_words(part.front).files):
        try:
            text, path = files.read_template(name)
        except DrawingError:
            continue  # it is refused when it is rendered
        sources[relative_path(str(path))] = text.splitlines()
    asked = {(name, literal) for lines in sources.values() for _, name, literal in _list_literals(lines)}
    for file, lines in sources.items():
        for (line, column), name, literal in _list_literals(lines):
            free = {each for each in known[name] if (name, each) not in asked}
            if literal in known[name] or not (close := get_close_matches(literal, sorted(free), 1, 0.7)):
                continue
            says = f"the template asks for the {name} {literal!r}, which no {_NOUNS[name]} of {part.id!r} has"
            yield Finding("GF149", Place(file, line, column), f"{says}; did you mean {close[0]!r}?", "warning")


def _list_literals(lines: Sequence[str]) -> Iterator[tuple[tuple[int, int], str, str]]:
    """Yield the texts that conditions compare with a kind or a value, with their lines and columns."""
    for number, line in enumerate(lines, 1):
        for code in _CONDITION.finditer(line):
            for each in _COMPARED.finditer(code["code"]):
                at = number, code.start("code") + each.start("rest") + 1
                yield from ((at, each["name"], literal) for _, literal in _QUOTED.findall(each["rest"]))
