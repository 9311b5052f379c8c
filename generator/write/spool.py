"""A finished file that waits to be written to its place, on the disk if it is large."""

from collections.abc import Iterator
from hashlib import sha256
from io import UnsupportedOperation
from tempfile import SpooledTemporaryFile
from typing import IO

_HELD = 32 * 1024 * 1024  # bytes that are held in memory
_BLOCK = 1 << 20


class Spool:
    """A file that is written once, and then read in blocks."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(_HELD)  # noqa: SIM115  it is closed with the spool
        self._digest, self.size = sha256(), 0

    def __del__(self) -> None:
        self._file.close()

    def write(self, data: bytes) -> int:
        """Add bytes to the end."""
        self._digest.update(data)
        self.size += len(data)
        return self._file.write(data)

    def flush(self) -> None:
        """Do nothing; with `seek`, this makes a program take the spool for a file that it may write."""

    def seek(self, offset: int, whence: int = 0) -> int:
        """Refuse: a spool is written from its beginning to its end."""
        raise UnsupportedOperation(f"seek to {offset} from {whence}")

    def open_file(self) -> IO[bytes]:
        """Return the file itself, to be read from its beginning as long as the spool is there."""
        self._file.seek(0)
        return self._file

    @property
    def sha256(self) -> str:
        """Return the digest of all bytes."""
        return self._digest.hexdigest()

    def read_blocks(self) -> Iterator[bytes]:
        """Yield the file from its beginning."""
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            yield block
