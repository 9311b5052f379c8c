"""Find symbols typed where each row, or each back, should have its own (GF144)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.model.data_types import Value
from generator.model.finding import Finding, Place

_USE = re.compile(r"""<use\b[^<>]*?href=["'](?P<file>[^"'#{}]++)\#(?P<symbol>[\w-]++)["']""")
_OWN = re.compile(
    r"""<use\b[^<>]*?href=["'](?P<file>[^"'#{}]++)\#(?P<start>[\w-]*+)\{\{-?\s*+row\.(?P<column>\w++)\s*+-?\}\}(?P<end>[\w-]*+)["']"""
)
_SYMBOL = re.compile(r"""<symbol\b[^<>]*?\bid=["']([\w-]++)["']""")
_TAG = re.compile(r"\{%-?\s*+(?P<word>if|elif|else|endif)\b(?P<test>[^%{}]*+)")
_FEWEST_ROWS = 3
_FEWEST_BACKS = 3  # with a symbol each, before two with the same one are told
_Row = Mapping[str, Value]


def find_typed_row_symbols(
    part: str, rows: Sequence[_Row], sources: Mapping[str, str], read: Callable[[str], str]
) -> Iterator[Finding]:
    """Report a symbol that all rows show, though it is one row's, and a template draws each row's elsewhere (GF144).

    `sources` are the texts of templates, and `read` returns that of a file of symbols. What a condition chooses is
    left out.
    """
    own = [found for text in sources.values() for found in _OWN.finditer(text)]
    for found in own:
        names = [f"{found['start']}{row.get(found['column'])}{found['end']}" for row in rows]
        if (
            len(names) < _FEWEST_ROWS
            or len({*names}) < len(names)
            or not {*names} <= {*_SYMBOL.findall(read(found["file"]))}
        ):
            continue
        for file, text in sources.items():
            for use in _USE.finditer(text):
                if use["file"] == found["file"] and use["symbol"] in names and not _is_chosen(text, use.start()):
                    says = (
                        f"every row shows the symbol {use['symbol']!r} here, which is that of one row; write"
                        f" `{found['file']}#{found['start']}{{{{ row.{found['column']} }}}}{found['end']}`"
                    )
                    yield Finding("GF144", _place(file, text, use.start("symbol")), f"{part}: {says}", "warning")
        return


def find_shared_back_symbols(backs: Mapping[str, Mapping[str, str]]) -> Iterator[Finding]:
    """Report, as notes, two backs that show the same symbol where each other back shows its own (GF144).

    `backs` are the sources of the backs of each part. Those of which a part shows several symbols are left out.
    """
    shown: dict[tuple[str, str], tuple[str, str, int]] = {}  # file of symbols and template: symbol, text, offset
    for sources in backs.values():
        found = [(file, text, use) for file, text in sources.items() for use in _USE.finditer(text)]
        if len({(use["file"], use["symbol"]) for _, _, use in found}) == 1:
            file, text, use = found[0]
            shown[use["file"], file] = use["symbol"], text, use.start("symbol")
    for drawing in dict.fromkeys(drawing for drawing, _ in shown):
        uses = {file: shown[drawing, file] for each, file in shown if each == drawing}
        counts = Counter(symbol for symbol, _, _ in uses.values())
        twice = [symbol for symbol, count in counts.items() if count > 1]
        if len(uses) < _FEWEST_BACKS or len(twice) != 1 or counts[twice[0]] != 2:
            continue
        pair = [file for file, (symbol, _, _) in uses.items() if symbol == twice[0]]
        for file, other in (pair, pair[::-1]):
            says = f"this back shows the symbol {twice[0]!r}, as {other} does; each other back has its own"
            yield Finding("GF144", _place(file, *uses[file][1:]), says, "note")


def _is_chosen(text: str, at: int) -> bool:
    """Return whether an offset is in a branch that a condition opens."""
    tags = [found["word"] for found in _TAG.finditer(text, 0, at)]
    return tags.count("if") > tags.count("endif")


def _place(file: str, text: str, at: int) -> Place:
    return Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
