"""Find marks and roles of one color that a template of pieces of all colors types (GF144)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.model.color import Color
from generator.model.finding import Finding, Place
from generator.model.game import Part

_SYMBOL = re.compile(r"""href=["'][^"'#{}]*+#(?P<name>[\w-]++)["']""")
_TABLE = re.compile(r"""\{\s*+["'][^{}]*+\}""")
_ENTRY = re.compile(r"""["'](?P<name>[\w.-]++)["']\s*+:\s*+colors\[\s*+["'](?P<role>[\w.-]++)["']\s*+\]""")
_CALLED = re.compile(r"""\{\{-?\s*+\w[\w.]*+\(\s*+(?:'(?P<name>[\w-]++)'|"(?P<other>[\w-]++)")""")
_ARGUMENT = re.compile(  # of a macro: a mark, or that of a color such as `role.mark`
    r"""\{\{-?\s*+(?P<macro>\w[\w.]*+)\(\s*+(?:["'](?P<name>[\w-]++)["']|[\w.\[\]'"]*?(?<=[\w\])])\.mark\b)"""
)
_OWNER = re.compile(r"(?<![\w\])])([\w\])]++)\.mark\b")
_PLACES = frozenset({"c", "f", "s", "j", "l", "cell", "face", "space", "join", "line"})  # whose mark is a group's name
_ASKED = re.compile(r"\{%-?\s*+(?:el)?if\b((?:[^{}%]|%(?!\}))*+)%\}")
_ROLE = re.compile(r"""\{\{-?\s*+\w[\w.]*+\(\s*+colors\[\s*+["'](?P<name>[\w.-]++)["']\s*+\]""")


class _TypedName(NamedTuple):
    """The name of a mark or a role as a template types it, the role of its color, and where it is."""

    role: str
    place: Place


def find_typed_colors(
    part: Part, colors: Mapping[str, Color], sources: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    """Report the mark or the role of one color of a group, typed where each piece should show its own (GF144).

    A template that types two of them draws a legend or a choice; `sources` are the lines of templates by file.
    """
    for group, names in _list_groups(part).items():
        of_group = [color for role, color in colors.items() if role.rpartition(".")[0] == group]
        marks = {color.mark: color.role for color in of_group if color.mark}
        roles = {color.role: color.role for color in of_group}
        if len(of_group) < 2 or len(marks) < len(of_group):
            marks = {}
        for patterns, known, own in (((_SYMBOL, _CALLED), marks, "mark"), ((_ROLE,), roles, "color")):
            typed = list(_list_typed(sources, patterns, known))
            if len({each.role for each in typed}) == 1:
                word = f"{{{{ {names}.mark }}}}" if own == "mark" else f"{{{{ {names} }}}}"
                says = f"this is the {own} of {typed[0].role!r}, but pieces of all colors show it; write `{word}`"
                yield Finding("GF144", typed[0].place, f"{part.id}: {says} for their own", "warning")


def find_exchanged_roles(part: Part, colors: Mapping[str, Color], sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report an entry of a table that is called like a color and has another, though others have their own (GF144).

    A color that the template uses elsewhere may be that of the thing, such as a house, and not of its ground.
    """
    for file, text in sources.items():
        for table in _TABLE.finditer(text):
            entries = [*_ENTRY.finditer(table[0])]
            own = sum(each["name"] == each["role"] for each in entries)
            wrong = [each for each in entries if each["name"] != each["role"] and each["name"] in colors]
            if own and len(wrong) == 1 and not _uses_color(text, wrong[0]["name"]):
                at = table.start() + wrong[0].start("role")
                place = Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
                says = f"the entry {wrong[0]['name']!r} has the color {wrong[0]['role']!r}, but others have their own"
                yield Finding("GF144", place, f"{part.id}: {says}", "warning")


def _uses_color(text: str, role: str) -> bool:
    return any(f"colors[{quote}{role}{quote}]" in text for quote in "'\"")


def find_typed_cell_marks(
    part: Part, colors: Mapping[str, Color], sources: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    """Report the mark of one color typed on a board whose cells have several, if nothing draws their marks (GF144)."""
    roles = {cell.color for cell in part.board.cells.values()} & colors.keys() if part.board else set()
    owners = {owner for lines in sources.values() for line in lines for owner in _OWNER.findall(line)}
    for group in sorted({role.rpartition(".")[0] for role in roles} - {""}):
        marks = {colors[role].mark: role for role in roles if role.rpartition(".")[0] == group and colors[role].mark}
        typed = list(_list_typed(sources, (_SYMBOL,), marks)) if len(marks) > 1 and owners <= _PLACES else []
        if len({each.role for each in typed}) == 1:
            says = f"this is the mark of {typed[0].role!r} for all cells; write `{{{{ colors[c.color].mark }}}}`"
            yield Finding("GF144", typed[0].place, f"{part.id}: {says}", "warning")


def find_typed_arguments(
    part: Part, colors: Mapping[str, Color], sources: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    """Report the mark of one color typed for a macro that otherwise gets the mark of each color (GF144)."""
    calls: dict[str, list[tuple[str, Place]]] = defaultdict(list)
    for file, lines in sources.items():
        for number, line in enumerate(lines, 1):
            for call in _ARGUMENT.finditer(line) if "(" in line else ():
                name = call["name"] or ""
                at = call.start("name") if name else call.end()
                calls[call["macro"]].append((name, Place(file, number, at + 1)))
    marks = {color.mark: color for color in colors.values() if color.mark and color.role.rpartition(".")[0]}
    for macro, arguments in calls.items():
        typed = [(name, place) for name, place in arguments if name]
        passed = next((place for name, place in arguments if not name), None)
        if passed and len(marks) > 1 and len({name for name, _ in typed}) == 1 and typed[0][0] in marks:
            (name, place), role = typed[0], marks[typed[0][0]].role
            says = f"{macro!r} always gets {name!r} here, the mark of {role!r}, but the mark of each color in line"
            where = f"{passed.line} of {passed.file}" if passed.file != place.file else f"{passed.line}"
            yield Finding("GF144", place, f"{part.id}: {says} {where}; pass the mark of the color", "warning")


def find_typed_words(part: Part, sources: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    """Report the word of one face of a die, typed where a macro should draw the word of each face (GF144)."""
    words = {
        word
        for design in part.designs
        for panel in (design.net.panels if design.net else ())
        for word in str(panel.value or "").split()
        if word.isalpha()
    }
    known = {word: word for word in words} if len(words) > 1 else {}
    typed = list(_list_typed(sources, (_CALLED,), known))
    conditions = [each for call in typed for line in sources[call.place.file] for each in _ASKED.findall(line)]
    is_asked = any(word in condition for condition in conditions for word in known)
    if len({each.role for each in typed}) == 1 and not is_asked:
        says = f"this draws {typed[0].role!r} on all faces, whatever their values; use the value of the face instead"
        yield Finding("GF144", typed[0].place, f"{part.id}: {says}", "warning")


def _list_groups(part: Part) -> Mapping[str, str]:
    """Return the groups of colors of which each piece has one, by the word that templates have for it."""
    groups: dict[str, set[str]] = defaultdict(set)
    for design in part.designs:
        for name, value in design.values.items():
            if isinstance(value, Color) and name == value.role.rpartition(".")[0]:
                groups[name].add(value.role)
    return {name: name for name, roles in groups.items() if len(roles) > 1}


def _list_typed(
    sources: Mapping[str, Sequence[str]], patterns: Sequence[re.Pattern[str]], known: Mapping[str, str]
) -> Iterator[_TypedName]:
    for file, lines in sources.items():
        for number, line in enumerate(lines, 1):
            for pattern in patterns:
                for found in pattern.finditer(line):
                    name = found["name"] or (found["other"] if pattern is _CALLED else "")
                    if name in known:
                        yield _TypedName(known[name], Place(file, number, found.start("name") + 1 or found.start() + 1))
