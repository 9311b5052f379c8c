"""What a person is told: a code, a level, a place and one clear sentence; errors travel as one exception."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from generator.model.place import Place

Level = Literal["error", "warning", "trap", "note"]


class Finding(NamedTuple):
    """One thing to say about one place; `code` is stable (`GF101`) and never changes its meaning."""

    code: str
    place: Place
    message: str
    level: Level = "error"

    @property
    def grave(self) -> bool:
        """Return whether it stops a build, and makes the exit status 1."""
        return self.level in ("error", "trap")

    def __str__(self) -> str:
        word = "" if self.level == "error" else f"{self.level}: "
        return f"{self.place}: {self.code} {word}{self.message}"


class Waived(NamedTuple):
    """A finding that the game lets pass, why, and where the game says so."""

    finding: Finding
    reason: str
    place: Place


class DataError(Exception):
    """Input that cannot be built from; carries every finding that was made, in the order of the files."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, self.findings)))


class KeyedError(ValueError):
    """What is wrong with a mapping as a whole, to be said at one of its keys, or at `within`: what stands there."""

    def __init__(self, key: str, message: str, *within: str | int) -> None:
        self.path = (key, *within)
        super().__init__(message)


def refuse(code: str, place: Place, message: str) -> DataError:
    """Return the exception for a single error, to be raised by the caller."""
    return DataError([Finding(code, place, message)])


def disk_fault(error: OSError) -> Finding:
    """Return what the disk refused, as a finding at the file that it is about."""
    return Finding("GF402", Place(str(error.filename or "the disk")), error.strerror or str(error))


class DrawingError(Exception):
    """One clear sentence on an element or attribute; `at` is `template:line:column` where it is known.

    `names` are what was looked for and is not there, or words of it: one may be a value of the data.
    """

    def __init__(self, message: str, at: str = "", code: str = "GF201", *names: object) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.code = code
        self.names = names
