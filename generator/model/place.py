"""Places in files."""

from typing import NamedTuple


class Place(NamedTuple):
    """A place in a file, shown as `file:line:column`; lines and columns count from 1, 0 means unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"
