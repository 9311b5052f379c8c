"""Write a document of reportlab object by object, so that the whole of it is never held."""

from threading import Lock
from typing import Any, Protocol

from reportlab.pdfbase import pdfdoc


class WritableFile(Protocol):
    """A file that bytes are added to."""

    def write(self, data: bytes, /) -> int:
        """Add bytes to the end."""


class _OutputFile(pdfdoc.PDFFile):  # type: ignore[misc]
    """A PDF that is written as its objects are formatted, so that its images are not held."""

    def __init__(self, out: WritableFile, version: Any) -> None:
        self._out, self.offset = out, 0
        super().__init__(version)

    def add(self, s: Any) -> int:
        """Write a part of the file; return its offset."""
        data = pdfdoc.pdfdocEnc(s)
        before = self.offset
        self.offset = before + len(data)
        self._out.write(data)
        return before

    def format(self, document: Any) -> bytes:
        """Return nothing: all is written."""
        return b""


_ONE_FILE = Lock()


def write_document(document: Any, canvas: Any, out: WritableFile) -> None:
    """Write a document object by object."""
    with _ONE_FILE:
        usual = pdfdoc.PDFFile
        pdfdoc.PDFFile = lambda version: _OutputFile(out, version)
        try:
            document.GetPDFData(canvas)
        finally:
            pdfdoc.PDFFile = usual
