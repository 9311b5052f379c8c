"""Find symbols that are drawn where a template asks for another one by name (GF144)."""

import re
from collections.abc import Callable, Iterator, Mapping

from generator.model.finding import Finding, Place

_ICON = re.compile(
    r"""class=["']icon\.(?P<name>[\w-]++)["'][^<>]{0,300}+>\s*+(?:<g\b[^<>]{0,300}+>\s*+)?<use\b[^<>]{0,300}?"""
    r"""href=["'](?P<file>[^"'#{}]*+)\#(?P<symbol>[\w-]++)["']""",
    re.VERBOSE,
)
_BRANCH = re.compile(
    r"""\{%-?\s*+(?:el)?if\s++[\w.]++\s*+==\s*+(?P<quote>["'])(?P<name>[\w-]++)(?P=quote)\s*+-?%\}(?P<body>(?:(?!\{%).)*+)""",
    re.DOTALL,
)
_USE = re.compile(r"""<use\b[^<>]*?href=["'](?P<file>[^"'#{}]++)\#(?P<symbol>[\w-]++)["']""")
_SYMBOL = re.compile(r"""<symbol\b[^<>]*?\bid=["']([\w-]++)["']""")
_ID = re.compile(r"""<(?:symbol|g|path)\b[^<>]*?\bid=["']([\w-]++)["']""")  # what a template can draw of its own
_CHOICE = (
    r"""(?:'|(?:\w++\.)?+){0}(?:'|\([^(){{}}]*+\)) if (?P<{1}>[\w.]++ == '[^'{{}}]*+') """
    r"""else (?:'|(?:\w++\.)?+){2}(?:'|\([^(){{}}]*+\))"""
)
_NAMED, _DRAWN = (
    _CHOICE.format(rf"(?P<{one}>[\w-]++)", when, rf"(?P<{other}>[\w-]++)")
    for one, when, other in (("name", "named", "other"), ("draws", "drawn", "else"))
)
_CHOSEN = re.compile(
    rf"""class=["']icon\.\{{\{{-?\s*+{_NAMED}\s*+-?\}}\}}["'][^<>]{{0,300}}+>(?:(?!</g>|\{{\{{).){{0,300}}+"""
    rf"""\{{\{{-?\s*+{_DRAWN}\s*+-?\}}\}}""",
    re.DOTALL,
)
_Found = tuple[int, str, str, str]  # where a symbol is named, the name asked for, the symbol, and its file


def find_foreign_symbols(part: str, sources: Mapping[str, str], read: Callable[[str], str]) -> Iterator[Finding]:
    """Report a symbol in a group or a branch that is named like another symbol of the same file (GF144).

    `sources` are the texts of templates, and `read` returns that of a file of symbols.
    """
    for file, text in sources.items():
        for at, name, used, drawing in (*_list_icons(text), *_list_branches(text)):
            known = _SYMBOL.findall(read(drawing)) if drawing else _ID.findall(text)
            if used != name and {name, used} <= {*known}:
                line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
                of = f" of {drawing}" if drawing else ""
                says = f"this draws the symbol {used!r}{of} for {name!r}, but there is a symbol {name!r}"
                yield Finding("GF144", Place(file, line, column), f"{part}: {says}", "warning")


def find_crossed_choices(part: str, sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report an icon that is drawn by the macro, or the symbol, of its name exactly when it has another name (GF144).

    One value chooses both: `icon.{{ 'sun' if f.id == 'a' else 'back' }}` and `{{ back() if f.id == 'a' else sun() }}`.
    """
    for file, text in sources.items():
        for found in _CHOSEN.finditer(text):
            value, _, named = found["named"].partition(" == ")
            other_value, _, drawn = found["drawn"].partition(" == ")
            first, last = (found["name"], found["other"]), (found["draws"], found["else"])
            crossed = [
                name for name in first if name in last and (first.index(name) == last.index(name)) != (named == drawn)
            ]
            if value == other_value and crossed:
                at = found.start("draws")
                line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
                says = (
                    f"{crossed[0]!r} is drawn where the icon has another name; swap the names in one of the two choices"
                )
                yield Finding("GF144", Place(file, line, column), f"{part}: {says}", "warning")


def _list_icons(text: str) -> Iterator[_Found]:
    for found in _ICON.finditer(text):
        yield found.start("symbol"), found["name"], found["symbol"], found["file"]


def _list_branches(text: str) -> Iterator[_Found]:
    """Yield the symbols of branches that ask for one name, and that draw no symbol of that name."""
    for branch in _BRANCH.finditer(text):
        uses = [*_USE.finditer(branch["body"])]
        if branch["name"] not in {use["symbol"] for use in uses}:
            for use in uses:
                yield branch.start("body") + use.start("symbol"), branch["name"], use["symbol"], use["file"]
