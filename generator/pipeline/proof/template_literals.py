"""Find conditions of templates that ask for a kind, a value or an id that nothing in the game has (GF149)."""

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

_CONDITION = re.compile(r"\{[{%](?P<code>(?:[^{}%\n]|%(?!\}))*+)[%}]\}")
_COMPARED = re.compile(
    r"""\.(?P<name>kind|value|id)\s*+(?:==|!=|(?:not\s++)?in\b)\s*+(?P<rest>\[[^\[\]]*+\]|\([^()]*+\)|'[^']*+'|"[^"]*+")"""
)
_QUOTED = re.compile(r"""(["'])([^"']*)\1""")
_NOUNS = {"kind": "cell", "value": "face", "id": "cell, face or row"}


def find_unknown_literals(kit: "Kit", files: TemplateFiles) -> Iterator[Finding]:
    """Yield GF149 for each text in a condition that is compared with a kind, value or id, and is none of the game."""
    reader = TemplateReader(files)
    known = {
        "kind": {kind for part in kit.all_parts for kind in _list_kinds(part)},
        "value": {value for part in kit.all_parts for value in _list_values(part)},
        "id": {name for part in kit.all_parts for name in _list_ids(kit, part)},
    }
    told: set[Finding] = set()
    for part in kit.parts:
        of_board, of_net = part.board is not None, part.designs[0].net is not None
        asked = {"kind": of_board, "value": bool(_list_values(part)), "id": of_board or of_net}
        names = {name: known[name] for name, can_ask in asked.items() if can_ask}
        for finding in _check_part(part, names, reader, files) if names else ():
            if finding not in told:
                told.add(finding)
                yield finding


def _list_kinds(part: Part) -> Set[str]:
    """Return the kinds of cells and joins: a template asks for both in the same words."""
    if part.board is None:
        return set()
    return {cell.kind for cell in part.board.cells.values()} | {join.kind for join in part.board.joins}


def _list_values(part: Part) -> Set[str]:
    nets = [design.net for design in part.designs if design.net]
    return {panel.value for net in nets for panel in net.panels if isinstance(panel.value, str)}


def _list_ids(kit: "Kit", part: Part) -> Iterator[str]:
    """Yield the ids of the cells, panels, rows and designs of a part, and its own."""
    yield part.id
    yield from part.board.cells if part.board else ()
    for design in part.designs:
        yield design.id
        yield from (panel.id for panel in design.net.panels) if design.net else ()
    yield from (str(row.values.get("id", "")) for row in kit.game.rows.get(part.id, ()))


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
