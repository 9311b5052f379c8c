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
