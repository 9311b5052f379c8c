"""Places in files, findings about them, and the exceptions that carry findings."""

import errno
import re
from collections.abc import Iterable
from itertools import islice
from typing import Literal, NamedTuple

_SHEET = re.compile(r"\.(?:xlsx|ods):", re.IGNORECASE)
Level = Literal["error", "warning", "trap", "note"]


class Place(NamedTuple):
    """A place in a file, shown as `file:line:column`; lines and columns count from 1, 0 means unknown.

    In a sheet of a spreadsheet, `cards.xlsx:Hand`, they are a row and a column, and shown as `cards.xlsx:Hand!C7`.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        if self.column and _SHEET.search(self.file):
            return f"{self.file}!{name_column(self.column)}{self.line}"
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


def name_column(column: int) -> str:
    """Return the letters of a column of a spreadsheet: A, B, ... Z, AA."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def number_column(letters: str) -> int:
    """Return the number of a column of a spreadsheet, counted from 1."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


class Finding(NamedTuple):
    """One message about one place; `code` (such as `GF101`) is stable and never changes its meaning.

    `evidence` are the places of the data that a claim was checked against. `lines` say to people what the message says
    in one: what fails, the likely cell, and what would hold. `about` is the value that a note is about, such as
    `label`, if only claims that name it can notice its fault.
    """

    code: str
    place: Place
    message: str
    level: Level = "error"
    evidence: tuple[Place, ...] = ()
    lines: tuple[str, ...] = ()
    about: str = ""

    @property
    def is_blocking(self) -> bool:
        """Return whether it stops a build and makes the exit status 1."""
        return self.level in ("error", "trap")

    def __str__(self) -> str:
        word = "" if self.level == "error" else f"{self.level}: "
        return f"{self.place}: {self.code} {word}{self.message}"


class WaivedFinding(NamedTuple):
    """A finding that the game waives, the reason, and the place of the waiver."""

    finding: Finding
    reason: str
    place: Place


MOST_FINDINGS = 100  # more are seldom read, and each may take milliseconds to explain


class DataError(Exception):
    """Input that cannot be built; carries the findings in the order of the files, at most the first hundred."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        found = tuple(islice(findings, MOST_FINDINGS + 1))
        if len(found) > MOST_FINDINGS:
            found = tuple(each for each in found[:-1] if each.code != "GF299")
            found += (Finding("GF299", found[-1].place, "these are the first faults; there may be more", "note"),)
        self.findings = found
        super().__init__("\n".join(map(str, self.findings)))


class KeyedError(ValueError):
    """An error of a mapping as a whole, reported at one of its keys, or at the path `within` that key's value."""

    def __init__(self, key: str, message: str, *within: str | int) -> None:
        self.path = (key, *within)
        super().__init__(message)


def refuse(code: str, place: Place, message: str) -> DataError:
    """Return the exception for a single error; the caller raises it."""
    return DataError([Finding(code, place, message)])


_REMEDIES = {
    errno.EACCES: "choose another folder, or change its permissions",
    errno.EPERM: "choose another folder, or change its permissions",
    errno.ENOENT: "choose another folder",
    errno.ENOTDIR: "choose another folder",
    errno.EROFS: "choose a folder on another disk",
    errno.ENOSPC: "free some space, or choose a folder on another disk",
    errno.EFBIG: "choose a folder on a disk that takes larger files",
}
_IN_USE = (5, 32, 33)  # of Windows: a file that a program has open is denied, shared by nobody, or locked


def describe_disk_error(error: OSError) -> Finding:
    """Return an error of the file system as a finding at its file, with what to do about the common ones."""
    remedy = _REMEDIES.get(error.errno or 0)
    if getattr(error, "winerror", 0) in _IN_USE:
        remedy = "close it in every program that shows it, and try again"
    says = error.strerror or str(error)
    return Finding("GF402", Place(str(error.filename or "the disk")), f"{says}; {remedy}" if remedy else says)


class DrawingError(Exception):
    """An error in a drawing; `at` is `template:line:column` if known.

    `names` are the names that were not found, or words of them; one of them may be a value of the data.
    """

    def __init__(self, message: str, at: str = "", code: str = "GF201", *names: object) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.code = code
        self.names = names
