"""Findings go in; lines for people come out, each with the line of the file and a caret under the column."""

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from generator.model.finding import Finding
from generator.model.place import Place

if TYPE_CHECKING:
    from generator.pipeline.verification import Checked

LARGEST = 64 * 1024 * 1024  # bytes, as of all files that are read
_WIDTH = 100  # columns of a terminal, for the source alone
_TAB = 4
_CUT = "..."
_Cell = tuple[str, int]  # what is shown for a character, and how many columns it takes


class Told(NamedTuple):
    """What is to be told of a game; `checked` is None where its claims could not be judged, `game` empty for none.

    `hidden` are the findings that nobody asked for.
    """

    game: str
    findings: tuple[Finding, ...]
    checked: "Checked | None" = None
    hidden: tuple[Finding, ...] = ()


def complain(findings: Iterable[Finding], plain: bool = False) -> None:
    """Print findings on standard error, as `lines` gives them."""
    for line in lines(findings, plain):
        click.echo(line, err=True)


def lines(findings: Iterable[Finding], plain: bool = False) -> Iterator[str]:
    """Yield `file:line:column: CODE level: message` and, unless plain, the line of the file and a caret under it.

    A finding is alone where its file or its line cannot be read.
    """
    known: dict[str, list[str]] = {}
    for finding in findings:
        yield str(finding)
        if not plain and finding.place.line:
            yield from _excerpt(finding.place, known)


def _excerpt(place: Place, known: dict[str, list[str]]) -> Iterator[str]:
    if place.file not in known:
        known[place.file] = _read(Path(place.file))
    if place.line > len(known[place.file]):
        return
    line = known[place.file][place.line - 1]
    number = str(place.line)
    there = 0 < place.column <= len(line) + 1
    source, before = _shown(line, place.column - 1 if there else 0)
    yield f"  {number} | {source}".rstrip()
    if there:
        yield f"  {' ' * len(number)} | {' ' * before}^"


def _read(path: Path) -> list[str]:
    """Return the lines of a regular file as the loaders count them: a line ends with LF; none if it cannot be read."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return []
        data = path.read_bytes()
    except OSError:
        return []
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def _shown(line: str, at: int) -> tuple[str, int]:
    """Return the line as it is shown, and how many columns lie before the character at the index `at`.

    Of a line too wide for a terminal only what lies round that character is shown.
    """
    begin = max(at - _WIDTH, 0)
    cells = _cells(line[begin : at + _WIDTH])
    first, middle, last = 0, at - begin, len(cells)
    left, right = sum(width for _, width in cells[:middle]), sum(width for _, width in cells[middle:])
    if begin or at + _WIDTH < len(line) or left + right > _WIDTH:
        while left + right > _WIDTH - 2 * len(_CUT):
            if left > right:
                left -= cells[first][1]
                first += 1
            else:
                last -= 1
                right -= cells[last][1]
    head = _CUT if begin + first else ""
    tail = _CUT if begin + last < len(line) else ""
    return head + "".join(text for text, _ in cells[first:last]) + tail, len(head) + left


def _cells(line: str) -> list[_Cell]:
    """Return what a terminal shows for each character: tabs as spaces, controls as a sign that they are there."""
    cells: list[_Cell] = []
    column = 0
    for char in line:
        cell = _cell(char, column)
        cells.append(cell)
        column += cell[1]
    return cells


def _cell(char: str, column: int) -> _Cell:
    if char == "\t":
        width = _TAB - column % _TAB
        return " " * width, width
    if " " <= char <= "~":
        return char, 1
    category = unicodedata.category(char)
    if category in ("Mn", "Me") or char == "\u200d":
        return char, 0
    if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):  # a terminal might do as they say
        return "\ufffd", 1
    return char, 2 if unicodedata.east_asian_width(char) in "WF" else 1
