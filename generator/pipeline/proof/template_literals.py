"""Find conditions of templates that ask for a kind, a value, an id or a word that nothing in the game has (GF149)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING

from generator.language.suggestions import did_you_mean
from generator.model.data_types import Value
from generator.model.finding import DrawingError, Finding, Place
from generator.model.game import Part
from generator.pipeline.proof.repeated_values import find_repeated_values
from generator.pipeline.proof.single_braces import find_single_braces
from generator.pipeline.proof.template_attributes import find_hidden_values, find_squeezed_symbols
from generator.pipeline.proof.template_branches import find_dead_branches
from generator.pipeline.proof.template_conditions import find_fixed_items, find_single_ids, find_turned_conditions
from generator.pipeline.proof.typed_colors import (
    find_exchanged_roles,
    find_typed_cell_marks,
    find_typed_colors,
    find_typed_words,
)
from generator.pipeline.proof.typed_columns import find_forgotten_columns
from generator.pipeline.proof.typed_icons import find_foreign_symbols
from generator.pipeline.proof.typed_marks import find_unknown_marks
from generator.pipeline.proof.typed_pairs import find_exchanged_numbers, find_mirrored_turns
from generator.pipeline.proof.typed_symbols import find_shared_back_symbols, find_typed_row_symbols
from generator.pipeline.proof.unused_drawings import find_unused_drawings
from generator.render.fault_places import relative_path
from generator.render.template_files import TemplateFiles
from generator.render.template_words import TemplateReader

if TYPE_CHECKING:
    from generator.pipeline.kit import Kit

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


def find_unknown_literals(kit: "Kit", files: TemplateFiles) -> Iterator[Finding]:
    """Report each text in a condition that is compared with a kind, value or id, and is none of the game (GF149)."""
    reader = TemplateReader(files)
    known = {
        "kind": {kind for part in kit.all_parts for kind in _list_kinds(part)},
        "value": {value for part in kit.all_parts for value in _list_values(part)},
        "id": {name for part in kit.all_parts for name in _list_ids(kit, part)},
    }
    told: set[Finding] = set()
    words, quoted = _list_words(kit), set[str]()
    shared = _gather_rows(kit, reader, files)
    backs: dict[str, Mapping[str, str]] = {}
    for part in kit.parts:
        of_board, of_net = part.board is not None, part.designs[0].net is not None
        asked = {"kind": of_board, "value": bool(_list_values(part)), "id": of_board or of_net}
        names = {name: known[name] for name, can_ask in asked.items() if can_ask}
        for finding in _check_part(part, names, reader, files) if names else ():
            if finding not in told:
                told.add(finding)
                yield finding
        sources = _read_sources(part, reader, files)
        back = _read_sources(part, reader, files, part.back) if part.back else {}
        both = sources | back
        backs |= {part.id: _join_lines(back)} if back else {}
        quoted |= {text for lines in both.values() for line in lines for _, text in _QUOTED.findall(line)}
        more = [*_check_words(part, words, sources), *find_dead_branches(part.id, _join_lines(both))]
        more += [*find_turned_conditions(part.id, _join_lines(both)), *find_single_ids(part.id, _join_lines(both))]
        more += find_fixed_items(part.id, _join_lines(both))
        data, own_rows = kit.game.parts[part.id], [row.values for row in kit.game.rows.get(part.id, ())]
        more += _check_row_values(part, {file: shared[file] for file in sources if own_rows}, sources)
        more += find_repeated_values(part.id, own_rows, data.values, _join_lines(both), data.hidden)
        more += [*find_typed_colors(part, kit.game.colors, sources), *find_typed_words(part, sources)]
        more += find_typed_cell_marks(part, kit.game.colors, sources)
        more += find_exchanged_roles(part, kit.game.colors, _join_lines(both))
        more += find_exchanged_numbers(part.id, _join_lines(both))
        more += find_mirrored_turns(part.id, _join_lines(both))
        more += find_single_braces(part.id, both)
        more += find_foreign_symbols(part.id, _join_lines(both), lambda name: _read_symbols(files, name))
        more += find_typed_row_symbols(part.id, own_rows, _join_lines(both), lambda name: _read_symbols(files, name))
        more += find_forgotten_columns(part.id, own_rows, data.hidden, _join_lines(sources))
        more += find_hidden_values(part.id, _join_lines(both))
        more += find_squeezed_symbols(part.id, _join_lines(both), lambda name: _read_symbols(files, name))
        for finding in more:
            if not any(each.place == finding.place for each in told):
                told.add(finding)
                yield finding
    yield from find_shared_back_symbols(backs)
    yield from find_unknown_marks(kit.game, quoted)
    yield from find_unused_drawings(kit, files, words)


def _read_symbols(files: TemplateFiles, name: str) -> str:
    """Return the text of a file of symbols; empty if it cannot be read, which is reported elsewhere."""
    with suppress(DrawingError):
        return files.read_template(name)[0]
    return ""


def _list_words(kit: "Kit") -> Set[str]:
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


def _check_words(part: Part, words: Set[str], sources: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    """Yield texts that a condition asks for, that stand nowhere else and are nearly a word of the data."""
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


def _check_row_values(
    part: Part, shared: Mapping[str, Sequence[Mapping[str, Value]]], sources: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    """Yield texts that a condition compares a value of the row with, and that no row has there.

    `shared` has the rows of all parts that a file draws.
    """
    for file, rows in shared.items():
        for number, line in enumerate(sources[file], 1):
            for code in _CONDITION.finditer(line):
                for each in _ROW_ASKED.finditer(code["code"]):
                    column, text = each["column"] or each["key"].strip("'\""), each["rest"][1:-1]
                    known = {value for row in rows for value in _list_row_values(row, column)}
                    if text and known and text not in known:
                        at = Place(file, number, code.start("code") + each.start("rest") + 1)
                        says = f"this branch is never drawn: no row has {text!r} there, but {_quote_some(known)}"
                        yield Finding("GF149", at, f"{part.id}: {says}", "note")


def _gather_rows(
    kit: "Kit", reader: TemplateReader, files: TemplateFiles
) -> Mapping[str, Sequence[Mapping[str, Value]]]:
    """Return the rows of all parts that each file of a template draws."""
    found: dict[str, list[Mapping[str, Value]]] = defaultdict(list)
    for part in kit.all_parts:
        rows = [row.values for row in kit.game.rows.get(part.id, ())]
        for file in _read_sources(part, reader, files):
            found[file] += rows
    return found


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


def _join_lines(sources: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    return {file: "\n".join(lines) for file, lines in sources.items()}


def _read_sources(
    part: Part, reader: TemplateReader, files: TemplateFiles, template: str = ""
) -> dict[str, Sequence[str]]:
    """Return the lines of the templates of a part's fronts, or of another template of it, by their files."""
    sources: dict[str, Sequence[str]] = {}
    for name in sorted(reader.read_words(template or part.front).files):
        try:
            text, path = files.read_template(name)
        except DrawingError:
            continue  # it is refused when it is rendered
        sources[relative_path(str(path))] = text.splitlines()
    return sources


def _check_part(
    part: Part, known: Mapping[str, Set[str]], reader: TemplateReader, files: TemplateFiles
) -> Iterator[Finding]:
    for file, lines in _read_sources(part, reader, files).items():
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
