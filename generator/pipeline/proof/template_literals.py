"""Find conditions of templates that ask for a kind of cells or a value of a die that nothing has (GF149)."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from generator.language.suggestions import did_you_mean
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
    """Yield GF149 for each text in a condition that is compared with a kind or a value, and is none of the game."""
    reader = TemplateReader(files)
    known = {
        "kind": {kind for part in kit.all_parts for kind in _list_kinds(part)},
        "value": {value for part in kit.all_parts for value in _list_values(part)},
    }
    told: set[Finding] = set()
    for part in kit.parts:
        names = [*(["kind"] if part.board else []), *(["value"] if _list_values(part) else [])]
        for finding in _check_part(part, {name: known[name] for name in names}, reader, files) if names else ():
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
    for file, lines in sources.items():
        for (line, column), name, literal in _list_literals(lines):
            if name in known and literal not in known[name]:
                says = f"the template asks for the {name} {literal!r}, which no {_NOUNS[name]} has"
                hint = did_you_mean(literal, sorted(known[name]))
                yield Finding("GF149", Place(file, line, column), f"{part.id}: {says}{hint}", "warning")


def _list_literals(lines: Sequence[str]) -> Iterator[tuple[tuple[int, int], str, str]]:
    """Yield the texts that conditions compare with a kind or a value, with their lines and columns."""
    for number, line in enumerate(lines, 1):
        for code in _CONDITION.finditer(line):
            for each in _COMPARED.finditer(code["code"]):
                at = number, code.start("code") + each.start("rest") + 1
                yield from ((at, each["name"], literal) for _, literal in _QUOTED.findall(each["rest"]))
