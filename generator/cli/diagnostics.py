"""Print findings for people, each with its line of the file and a caret under the column."""

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.cli.terminal import print_lines
from generator.model.finding import Finding, Place
from generator.safety.files import convert_to_utf8, read_regular_file

if TYPE_CHECKING:
    from generator.pipeline.checking.verification import CheckResult

_WIDTH = 100  # columns for the source line
_TAB = 4
_ELLIPSIS = "..."
_Cell = tuple[str, int]  # the text shown for a character, and its width in columns


class GameReport(NamedTuple):
    """The findings about a game; `game` is empty if they are about none, `checked` None if it could not be checked.

    `hidden` holds the findings that `--select` and `--ignore` leave out.
    """

    game: str
    findings: tuple[Finding, ...]
    checked: "CheckResult | None" = None
    hidden: tuple[Finding, ...] = ()


def print_findings(findings: Iterable[Finding], plain: bool = False) -> None:
    """Print findings on standard error."""
    print_lines(format_findings(findings, plain), err=True)


def format_findings(findings: Iterable[Finding], plain: bool = False) -> Iterator[str]:
    """Yield `file:line:column: CODE level: message` and, unless plain, the line of the file and a caret under it.

    A message that has lines for people is shown as these, the first one above the line of the file.
    The excerpt is left out if the file or the line cannot be read.
    """
    sources: dict[str, list[str]] = {}
    for finding in findings:
        if plain:
            yield str(finding)
            continue
        first, *others = finding.lines or (finding.message,)
        yield str(finding._replace(message=first))
        if finding.place.line:
            yield from _format_excerpt(finding.place, sources)
        yield from (f"  {line}" for line in others)


def _format_excerpt(place: Place, sources: dict[str, list[str]]) -> Iterator[str]:
    if place.file not in sources:
        sources[place.file] = _read_lines(Path(place.file))
    if place.line > len(sources[place.file]):
        return
    line = sources[place.file][place.line - 1]
    number = str(place.line)
    has_caret = 0 < place.column <= len(line) + 1
    source, before = _fit_line(line, place.column - 1 if has_caret else 0)
    yield f"  {number} | {source}".rstrip()
    if has_caret:
        yield f"  {' ' * len(number)} | {' ' * before}^"


def _read_lines(path: Path) -> list[str]:
    """Return the lines of a regular file, counted as the loaders do (by LF); empty if it cannot be read.

    A link is not followed, since it can lead out of the game's folder.
    """
    try:
        if path.is_symlink():
            return []
        data = read_regular_file(path)
    except (OSError, ValueError):  # ValueError: a zero byte
        return []
    return convert_to_utf8(data).decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def _fit_line(line: str, at: int) -> tuple[str, int]:
    """Return the line as shown, and the number of columns before the character at index `at`.

    A line that is too wide is cut to the part around that character.
    """
    begin = max(at - _WIDTH, 0)
    cells = _to_cells(line[begin : at + _WIDTH])
    first, middle, last = 0, at - begin, len(cells)
    left, right = sum(width for _, width in cells[:middle]), sum(width for _, width in cells[middle:])
    if begin or at + _WIDTH < len(line) or left + right > _WIDTH:
        while left + right > _WIDTH - 2 * len(_ELLIPSIS):
            if left > right:
                left -= cells[first][1]
                first += 1
            else:
                last -= 1
                right -= cells[last][1]
    head = _ELLIPSIS if begin + first else ""
    tail = _ELLIPSIS if begin + last < len(line) else ""
    return head + "".join(text for text, _ in cells[first:last]) + tail, len(head) + left


def _to_cells(line: str) -> list[_Cell]:
    """Return the text shown for each character: spaces for a tab, U+FFFD for a control character."""
    cells: list[_Cell] = []
    column = 0
    for char in line:
        cell = _to_cell(char, column)
        cells.append(cell)
        column += cell[1]
    return cells


def _to_cell(char: str, column: int) -> _Cell:
    if char == "\t":
        width = _TAB - column % _TAB
        return " " * width, width
    if " " <= char <= "~":
        return char, 1
    category = unicodedata.category(char)
    if category in ("Mn", "Me") or char == "\u200d":
        return char, 0
    if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):  # a terminal might obey them
        return "\ufffd", 1
    return char, 2 if unicodedata.east_asian_width(char) in "WF" else 1
