"""Where a value stands: a file, a line and a column go in, `file:line:column` comes out."""

from typing import NamedTuple


class Place(NamedTuple):
    """A spot in a file; line and column count from 1, and 0 means that it is not known."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"
