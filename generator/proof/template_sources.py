"""Follow a tag at fault to the line of its template that sets what the tag uses: a variable, or an entry of a table."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from generator.model.finding import Place
from generator.safety.files import read_regular_file

_SET = re.compile(r"\{%-?\s*+set\s++(?P<names>[\w\s,]++)=(?!=)(?P<value>(?:[^%{]|%(?!\})|\{(?!%))*+)%\}")
_PRINTED = re.compile(r"\{\{((?:[^{}]|\}(?!\})|\{(?!\{))*+)\}\}")
_WORD = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*")
_PAINTS = re.compile(r"\b(?:fill|color)\s*=\s*\"([^\"]*)\"")
_ID = re.compile(r"""\bid\s*=\s*["']([^"']+)["']""")
_BLOCK = re.compile(r"\{%-?\s*+(?P<word>for|if|endfor|endif)\b(?P<rest>(?:[^%{]|\{(?!%)|%(?!\}))*+)%\}")
_MACRO = re.compile(r"\{%-?\s*macro\s+(?P<name>\w+)\s*\((?P<parameters>[^()]*)\)")
_MACRO_END = re.compile(r"\{%-?\s*endmacro\b")
_GIVEN = re.compile(r"""\b(?:d|points|fill|stroke|color)\s*=\s*"\{\{\s*(\w+)\s*\}\}\"""")
_PAIR = re.compile(r"[\[(]\s*-?[\d.]+\s*,\s*-?[\d.]+\s*[\])]")
_USED = re.compile(r"""^<use\b[^>]*?\bhref=["'][^"'#{}]*+#([\w-]++)["']""")
_ITEM = re.compile(r"\b[A-Za-z_]\w*+\[\d\]")
_CHOICE = re.compile(r"\bif (\w++) else\b")
_SIZE = re.compile(r"""\b(?:width|height)\s*=\s*["']\{\{\s*(\w+)\s*\}\}""")
_TABLE = re.compile(r"\{%-?\s*+set\s++\w++\s*+=\s*+\{")
_ENDS = frozenset({"first", "last"})
_COORDINATES = 2  # that a variable of its own gives
_MOST_STEPS = 4  # from one variable to the next


class _Setting(NamedTuple):
    """A variable that a template sets, the line and column of the tag that does, and the words of its value."""

    name: str
    line: int
    column: int
    words: Set[str]


def find_varying_source(place: Place, names: Collection[str]) -> Place | None:
    """Return the line that brings something of some names, such as `row`, into a tag; None if the tag itself does."""
    text = read_template_text(place.file)
    words = _words_of(find_tag(text, place))
    if words & set(names):
        return None
    settings, seen = list(_list_settings(text)), set[str]()
    for _ in range(_MOST_STEPS):
        used = [each for each in settings if each.name in words - seen]
        guilty = [each for each in used if each.words & set(names)]
        if guilty:
            return Place(place.file, guilty[0].line, guilty[0].column)
        seen |= words
        words = {word for each in used for word in each.words}
    return None


def find_color_choice(place: Place) -> Place | None:
    """Return the one line that sets a variable of a tag to one of the game's colors; None if there is not just one."""
    text = read_template_text(place.file)
    words = _words_of(find_tag(text, place))
    chosen = [each for each in _list_settings(text) if each.name in words and "colors" in each.words]
    if "colors" in words or len(chosen) != 1:
        return None
    return Place(place.file, chosen[0].line, chosen[0].column)


def find_paint_source(place: Place, faulty: Sequence[Place]) -> Place | None:
    """Return the line that sets the variable which a tag is painted in; None if it is painted in anything else.

    At least half of the tags that use the variable must be at fault.
    """
    text = read_template_text(place.file)
    paints = _PAINTS.findall(find_tag(text, place))
    names = {bare[1] for paint in paints if (bare := re.fullmatch(r"\{\{\s*(\w+)\s*\}\}", paint))}
    settings = [each for each in _list_settings(text) if each.name in names]
    if len(settings) != 1 or len(paints) != 1:
        return None
    filled = re.compile(rf"""\b(?:fill|color)="\{{\{{\s*{settings[0].name}\s*\}}\}}\"""")
    used = {text.count("\n", 0, each.start()) + 1 for each in filled.finditer(text)}
    lines = {each.line for each in faulty if each.file == place.file}
    return Place(place.file, settings[0].line, settings[0].column) if 2 * len(used & lines) >= len(used) else None


def find_table_entry(place: Place, name: str) -> Place | None:
    """Return the entry of a name in a table of a template, such as `6: [[0, 1], ...`; None unless there is just one."""
    entry = re.compile(rf"""(?<![\w.'"])(['"]?){re.escape(name)}\1\s*:\s*[\[(]""")
    text = read_template_text(place.file) if name else ""
    found = [(text.count("\n", 0, each.start()) + 1, each.start()) for each in entry.finditer(text)]
    if len(found) != 1:
        return None
    return Place(place.file, found[0][0], found[0][1] - text.rfind("\n", 0, found[0][1]))


def find_listed_item(place: Place, name: str) -> Place | None:
    """Return the item of a list that begins with a name, such as `('rotate', ...`; None unless there is just one."""
    text = read_template_text(place.file) if name else ""
    found = [*re.finditer(rf"""[\[(]\s*+(['"]){re.escape(name)}\1\s*+,""", text)]
    return _place_at(place.file, text, found[0].start()) if len(found) == 1 else None


def count_pairs(place: Place) -> int:
    """Return how many different pairs of numbers the entry of a table has, such as 2 in `2: [[0, 1], [1, 0]]`."""
    text = "\n".join(read_template_text(place.file).split("\n")[place.line - 1 :])[max(place.column - 1, 0) :]
    entry, depth = text.partition(":")[2].lstrip(), 0
    for end, sign in enumerate(entry):
        depth += (sign in "[(") - (sign in "])")
        if depth == 0:
            return len({"".join(pair.split()) for pair in _PAIR.findall(entry[:end])})
    return 0


def find_choice_setting(place: Place) -> Place | None:
    """Return the one line that sets the variable which chooses the paint of a tag, if other tags ask for it too."""
    text = read_template_text(place.file)
    chosen = {name for paint in _PAINTS.findall(find_tag(text, place)) for name in _CHOICE.findall(paint)}
    settings = [each for each in _list_settings(text) if each.name in chosen]
    if len(settings) != 1 or len(re.findall(rf"\bif {settings[0].name} else\b", text)) < _COORDINATES:
        return None
    return Place(place.file, settings[0].line, settings[0].column)


def find_size_setting(place: Place) -> Place | None:
    """Return the one line that sets the width and the height of a tag by a choice; None for another."""
    text = read_template_text(place.file)
    names = _SIZE.findall(find_tag(text, place))
    sizes = [each for each in _list_settings(text) if each.name in names and "if" in each.words]
    return Place(place.file, sizes[0].line, sizes[0].column) if len(sizes) == 1 and len({*names}) == 1 else None


def find_end_setting(place: Place) -> Place | None:
    """Return the one line that sets a variable of a tag to the first or the last of some things; None for another."""
    text = read_template_text(place.file)
    words = _words_of(find_tag(text, place))
    ends = [each for each in _list_settings(text) if each.name in words and each.words & _ENDS]
    return Place(place.file, ends[0].line, ends[0].column) if len(ends) == 1 else None


def find_table_setting(place: Place) -> Place | None:
    """Return the one line that sets the table from which variables of a tag come, such as dashes by color."""
    text = read_template_text(place.file)
    words, settings, seen = _words_of(find_tag(text, place)), list(_list_settings(text)), set[str]()
    for _ in range(_MOST_STEPS):
        used = [each for each in settings if each.name in words - seen]
        places = {Place(place.file, each.line, each.column) for each in used}
        tables = [each for each in places if _TABLE.match(find_line(each))]
        if tables:
            return tables[0] if len(tables) == 1 else None
        seen |= words
        words = {word for each in used for word in each.words}
    return None


def find_route_call(place: Place, share: float) -> Place | None:
    """Return the call of the macro that draws a route, after a share of what the macro draws in all; None for no macro.

    If another call gives more arguments, the routes are in the wrong loop, and the place is that of the loop.
    """
    text, name = read_template_text(place.file), find_macro_name(place)
    call = re.compile(rf"\{{\{{-?\s*+(?:\w+\.)?{re.escape(name)}\(([^}}]*+)")
    calls = [*call.finditer(text)] if name else []
    if not calls:
        return None
    found = calls[min(int(share * len(calls)), len(calls) - 1)]
    is_short = any(each[1].count(",") > found[1].count(",") for each in calls)
    loops = [each for each in _BLOCK.finditer(text, 0, found.start()) if each["word"] == "for"] if is_short else []
    return _place_at(place.file, text, loops[-1].start() if loops else found.start())


def find_call_beside(place: Place, other: Place) -> Place | None:
    """Return the last call of the macro that holds a tag before another tag, in the same macro or template as that."""
    name, text = find_macro_name(place), read_template_text(other.file)
    call = re.compile(rf"\{{\{{-?\s*+(?:\w+\.)?{re.escape(name)}\(")
    calls = [_place_at(other.file, text, each.start()) for each in call.finditer(text)] if name else []
    before = [each for each in calls if (each.line, each.column) < (other.line, other.column)]
    return before[-1] if before and find_macro_name(before[-1]) == find_macro_name(other) else None


def find_call_after(place: Place, before: Place) -> Place | None:
    """Return the first call of the macro that holds a tag after another tag, in the same macro or template as that."""
    name, text, around = find_macro_name(place), read_template_text(before.file), find_macro_name(before)
    call = re.compile(rf"\{{\{{-?\s*+(?:\w+\.)?{re.escape(name)}\(")
    calls = [_place_at(before.file, text, each.start()) for each in call.finditer(text)] if name != around else []
    after = (each for each in calls if each.line >= before.line and find_macro_name(each) == around)
    return next(after, None) if name else None


def find_paint_call(place: Place, before: Place) -> Place | None:
    """Return the first call after another tag, and beside it, of the macro that holds a tag and is given its paint."""
    text = read_template_text(place.file)
    macro = _find_macro(text, place)
    end = _MACRO_END.search(text, macro.end()) if macro else None
    if macro is None or end is None:
        return None
    given = set(_GIVEN.findall(text, macro.end(), end.start())) & set(_WORD.findall(macro["parameters"]))
    return find_call_after(place, before) if given else None


def find_macro_name(place: Place) -> str:
    """Return the name of the macro that holds a tag; empty if none does."""
    macro = _find_macro(read_template_text(place.file), place)
    return macro["name"] if macro else ""


def find_line(place: Place) -> str:
    """Return the line of a template at a place, from its column on."""
    lines = read_template_text(place.file).split("\n")
    return lines[place.line - 1][max(place.column - 1, 0) :] if place.line <= len(lines) else ""


def find_pattern_source(place: Place, is_range: bool = False, is_used: bool = True) -> Place | None:
    """Return the innermost loop around a tag over places that are typed there, or over a range, if the tag uses them.

    Without `is_used`, the tag may get what it needs from a variable that the loop sets.
    """
    text = read_template_text(place.file)
    before = "\n".join(text.split("\n")[: place.line - 1]) + "\n"
    words, open_ = _words_of(find_tag(text, place)), list[re.Match[str] | None]()
    for each in _BLOCK.finditer(before):
        if each["word"] in ("for", "if"):
            open_.append(each if each["word"] == "for" else None)
        elif each["word"] in ("endfor", "endif") and open_:
            open_.pop()
    for loop in reversed(open_):
        names, _, items = loop["rest"].partition(" in ") if loop else ("", "", "")
        typed = items.strip().startswith("range(" if is_range else ("[", "("))
        if loop and typed and (not is_used or words & set(_WORD.findall(names))):
            return _place_at(place.file, before, loop.start())
    return None


def find_setting(place: Place) -> Place | None:
    """Return the one line that sets the variables from which all coordinates of a tag come; None if not all do.

    One variable is enough if it is a pair, as in `x="{{ at[0] }}" y="{{ at[1] }}"`.
    """
    text = read_template_text(place.file)
    codes = _PRINTED.findall(find_tag(text, place))
    words = {word for code in codes for word in _WORD.findall(code)}
    settings = [each for each in _list_settings(text) if each.name in words]
    lines = {(each.line, each.column) for each in settings}
    names = {each.name for each in settings}
    used = names | {item for code in codes for item in _ITEM.findall(code) if item.partition("[")[0] in names}
    used -= {each.partition("[")[0] for each in used if "[" in each}
    products = any("*" in code or " if " in code for code in codes)
    if len(lines) != 1 or products or len(used) < _COORDINATES:
        return None
    return Place(place.file, *lines.pop())


def find_macro_call(place: Place, files: Mapping[str, str]) -> Place | None:
    """Return the only call of the macro that holds a tag, if the tag takes its path or its paint from there as it is.

    `files` are the texts of the templates of the part, by their paths.
    """
    text = read_template_text(place.file)
    macro = _find_macro(text, place)
    if macro is None:
        return None
    taken = set(_GIVEN.findall(find_tag(text, place)))
    if not taken & set(_WORD.findall(macro["parameters"])):
        return None
    call = re.compile(rf"\{{\{{-?\s*(?:\w+\.)?{re.escape(macro['name'])}\(")
    calls = [(file, each.start()) for file, source in files.items() for each in call.finditer(source)]
    return _place_at(calls[0][0], files[calls[0][0]], calls[0][1]) if len(calls) == 1 else None


def _find_macro(text: str, place: Place) -> re.Match[str] | None:
    """Return the beginning of the macro around a tag."""
    before = "\n".join(text.split("\n")[: place.line - 1])
    last = next(reversed(list(_MACRO.finditer(before))), None)
    return last if last and not _MACRO_END.search(before, last.end()) else None


def _place_at(file: str, text: str, at: int) -> Place:
    return Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def find_symbol_name(place: Place) -> str:
    """Return the id of the tag at a place, or of the nearest tag before it that has one."""
    lines = read_template_text(place.file).split("\n")[: place.line]
    tag = find_tag("\n".join(lines), place)
    before = "\n".join(lines)[: len("\n".join(lines)) - len(lines[-1]) + place.column - 1] if lines else ""
    names = _ID.findall(before + tag)
    return names[-1] if names else ""


def name_used_symbol(place: Place, text: str) -> str:
    """Return a text about a shape with the id of the symbol, or of the other tag, that the `use` at a place draws."""
    used = _USED.search(find_tag(read_template_text(place.file), place))
    return text.replace("this shape", f"this {used[1]!r}", 1) if used else text


def read_template_text(file: str) -> str:
    """Return the text of a template; empty if it cannot be read."""
    try:
        return read_regular_file(Path(file)).decode()
    except (OSError, ValueError):
        return ""


def find_tag(text: str, place: Place) -> str:
    """Return the text of the tag that begins at a place."""
    line = "\n".join(text.split("\n")[place.line - 1 :])[max(place.column - 1, 0) :]
    return re.split(r"(?<![%}-])>", line, maxsplit=1)[0]


def _words_of(text: str) -> Set[str]:
    return {word for code in _PRINTED.findall(text) for word in _WORD.findall(code)}


def _list_settings(text: str) -> Iterator[_Setting]:
    for each in _SET.finditer(text):
        line, column = text.count("\n", 0, each.start()) + 1, each.start() - text.rfind("\n", 0, each.start())
        for name in each["names"].split(","):
            yield _Setting(name.strip(), line, column, set(_WORD.findall(each["value"])))
