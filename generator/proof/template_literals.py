"""Find conditions of templates that ask for a kind, a value, an id or a word that nothing in the game has (GF149)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from difflib import get_close_matches
from typing import TYPE_CHECKING

from generator.language.suggestions import did_you_mean
from generator.model.data_types import Value
from generator.model.finding import Finding, Place
from generator.model.game import Part
from generator.proof.part_templates import PartTemplates

if TYPE_CHECKING:
    from generator.proof.kit import Kit

_CONDITION = re.compile(r"\{[{%](?P<code>(?:[^{}%\n]|%(?!\}))*+)[%}]\}")
_COMPARED = re.compile(
    r"""\.(?P<name>kind|value|id)\s*+(?:==|!=|(?:not\s++)?in\b)\s*+(?P<rest>\[[^\[\]]*+\]|\([^()]*+\)|'[^']*+'|"[^"]*+")"""
)
_ASKED = re.compile(  # anything else that is compared with a text
    r"""(?<![\w.])(?P<name>[a-zA-Z_]\w*(?:\.\w+)?)\s*+(?:==|!=)\s*+(?P<rest>'[^']*+'|"[^"]*+")"""
)
_ROW_ASKED = re.compile(  # a value of the row that is compared with a text
    r"""(?<![\w.])row(?:\.(?P<column>\w++)|\[(?P<key>[^\[\]]++)\])\s*+==\s*+(?P<rest>'[^']*+'|"[^"]*+")"""
)
_QUOTED = re.compile(r"""(["'])([^"']*)\1""")
_MOST_QUOTED = 4  # values in a message
_FEWEST_LETTERS = 3
_MIN_SIMILARITY = 0.8  # as alike as a word of the data and a misspelled one must be
_NEARLY_BESIDE = 0.7  # if the same name is compared with words of the data elsewhere: `pear` and `peer`
_NOUNS = {"kind": "cell or join", "value": "face", "id": "cell, face or row"}


def list_data_ids(kit: "Kit") -> Mapping[str, Set[str]]:
    """Return all kinds, values of faces and ids of the data, by what a condition calls them."""
    return {
        "kind": {kind for part in kit.all_parts for kind in _list_kinds(part)},
        "value": {value for part in kit.all_parts for value in _list_values(part)},
        "id": {name for part in kit.all_parts for name in _list_ids(kit, part)},
    }


def list_quoted_texts(templates: Iterable[PartTemplates]) -> Set[str]:
    """Return the texts in quotes in the templates of fronts and backs."""
    lines = (line for each in templates for lines in each.lines.values() for line in lines)
    return {text for line in lines for _, text in _QUOTED.findall(line)}


def list_data_words(kit: "Kit") -> Set[str]:
    """Return all texts of the data, whole and word by word, with the names of columns, parts and colors."""
    texts: set[str] = set()
    for part in kit.all_parts:
        texts |= {*_list_kinds(part), *_list_values(part), *_list_ids(kit, part), part.kind}
        if part.board:
            texts |= {*part.board.areas, *part.board.routes, *part.board.slots}
        for row in kit.game.rows.get(part.id, ()):
            texts |= {*row.values, *_list_texts([*row.values.values()])}
        values = part.values.get("values", {})
        texts |= {*_list_texts(values), *values}
    for role, color in kit.game.colors.items():
        texts |= {role, *role.split("."), color.called, color.name, color.mark, color.letter}
    return texts | {word for text in texts for word in text.split()}


def _list_texts(value: object) -> Iterator[str]:
    """Yield the texts in nested values."""
    if isinstance(value, str):
        yield value
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for each in inner:
        yield from _list_texts(each)


def find_unknown_ids(templates: PartTemplates, ids: Mapping[str, Set[str]]) -> Iterator[Finding]:
    """Report texts that a condition compares with a kind, value or id, and that nothing in the game has (GF149)."""
    part = templates.part
    of_board, of_net = part.board is not None, part.designs[0].net is not None
    asked = {"kind": of_board, "value": bool(_list_values(part)), "id": of_board or of_net}
    known = {name: ids[name] for name, can_ask in asked.items() if can_ask}
    for file, lines in templates.fronts.items() if known else ():
        for (line, column), name, literal in _list_literals(lines):
            if name in known and literal not in known[name]:
                says = f"the template asks for the {name} {literal!r}, which no {_NOUNS[name]} has"
                hint = did_you_mean(literal, sorted(known[name]))
                yield Finding("GF149", Place(file, line, column), f"{part.id}: {says}{hint}", "warning")


def find_unknown_words(templates: PartTemplates, words: Set[str]) -> Iterator[Finding]:
    """Report texts that a condition asks for, that stand nowhere else and are nearly a word of the data (GF149)."""
    part, sources = templates.part, templates.fronts
    quoted = Counter(text for lines in sources.values() for line in lines for _, text in _QUOTED.findall(line))
    for file, lines in sources.items():
        known = {each["name"] for line in lines for each in _ASKED.finditer(line) if each["rest"][1:-1] in words}
        for number, line in enumerate(lines, 1):
            for code in _CONDITION.finditer(line):
                for each in _ASKED.finditer(code["code"]):
                    text = each["rest"][1:-1]
                    if len(text) < _FEWEST_LETTERS or text in words or quoted[text] > 1:
                        continue
                    least = _NEARLY_BESIDE if each["name"] in known else _MIN_SIMILARITY
                    if near := next(iter(get_close_matches(text, words, 1, least)), ""):
                        at = Place(file, number, code.start("code") + each.start("rest") + 1)
                        says = f"the template asks whether {each['name']!r} is {text!r}, but nothing in the data is"
                        yield Finding("GF149", at, f"{part.id}: {says}; did you mean {near!r}?", "warning")


def find_unknown_row_values(templates: PartTemplates) -> Iterator[Finding]:
    """Report texts that a condition compares a value of the row with, and that no row has there (GF149)."""
    for file, rows in templates.drawn_rows.items():
        for number, line in enumerate(templates.fronts[file], 1):
            for code in _CONDITION.finditer(line):
                for each in _ROW_ASKED.finditer(code["code"]):
                    column, text = each["column"] or each["key"].strip("'\""), each["rest"][1:-1]
                    known = {value for row in rows for value in _list_row_values(row, column)}
                    if text and known and text not in known:
                        at = Place(file, number, code.start("code") + each.start("rest") + 1)
                        says = f"this branch is never drawn: no row has {text!r} there, but {_quote_some(known)}"
                        yield Finding("GF149", at, f"{templates.part.id}: {says}", "note")


def _list_row_values(row: Mapping[str, Value], column: str) -> Iterator[str]:
    """Yield the texts that a row has in a column; in any but its id if a variable says which column."""
    named = [row[column]] if column in row else [] if column == "id" else [row[key] for key in row if key != "id"]
    yield from _list_texts(named)


def _quote_some(texts: Set[str]) -> str:
    some = sorted(texts)[:_MOST_QUOTED]
    return " or ".join(map(repr, some)) + (" or others" if len(texts) > len(some) else "")


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


def _list_literals(lines: Sequence[str]) -> Iterator[tuple[tuple[int, int], str, str]]:
    """Yield the texts that conditions compare with a kind or a value, with their lines and columns."""
    for number, line in enumerate(lines, 1):
        for code in _CONDITION.finditer(line):
            for each in _COMPARED.finditer(code["code"]):
                at = number, code.start("code") + each.start("rest") + 1
                yield from ((at, each["name"], literal) for _, literal in _QUOTED.findall(each["rest"]))
