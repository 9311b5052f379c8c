"""Take the form XObject of a page of another PDF into a document of reportlab, with all that it leads to.

Objects are named by digests of their contents, so that what several pages share, such as a font, is there once.
"""

from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Stream
from reportlab.pdfbase import pdfdoc

from generator.model.picture import Image
from generator.pdf.cutting import PageCutter

_MOST_OPEN = 4  # pages: fronts and backs are met in turn


class PageEmbedder:
    """Takes regions of pages into one document; what is read of a page serves all its regions."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._open: dict[bytes, tuple[PageCutter, _ObjectCopier]] = {}

    def embed(self, image: Image) -> Any:
        """Return the reference of a form XObject with what a region of a page shows; images stay packed as they are."""
        assert image.region is not None
        known = self._open.pop(image.data) if image.data in self._open else self._open_page(image.data)
        cutter, copier = self._open[image.data] = known
        return pdfdoc.PDFObjectReference(copier.copy(cutter.cut_region(image.region)))

    def _open_page(self, data: bytes) -> "tuple[PageCutter, _ObjectCopier]":
        if len(self._open) >= _MOST_OPEN:
            self._open.pop(next(iter(self._open)))
        opened = pikepdf.open(BytesIO(data))
        return PageCutter(opened), _ObjectCopier(self._document)


class CopiedObject(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object of another PDF: its bytes, with names of objects of this document between them, and its stream."""

    def __init__(self, parts: Sequence[bytes | str], stream: bytes | None) -> None:
        self._parts, self._stream = parts, stream

    def format(self, document: Any) -> bytes:
        """Return the object."""
        told = b"".join(
            each if isinstance(each, bytes) else pdfdoc.PDFObjectReference(each).format(document)
            for each in self._parts
        )
        if self._stream is None:
            return told
        head = b"%b /Length %d >>" % (told.removesuffix(b">>"), len(self._stream))
        return b"%b\nstream\n%b\nendstream\n" % (head, self._stream)


class _ObjectCopier:
    """Copies the objects of one PDF, none of which leads back to itself."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._known: dict[tuple[int, int], str] = {}

    def copy(self, held: Any) -> str:
        """Copy an indirect object, after those that it leads to; return its name in the document."""
        if held.objgen not in self._known:
            is_stream = isinstance(held, Stream)
            parts: list[bytes | str] = []
            self._write(held.stream_dict if is_stream else held, parts)
            data = bytes(held.read_raw_bytes()) if is_stream else None
            told = sha256(repr(parts).encode() + b"\0" + (data or b"")).hexdigest()
            name = self._known[held.objgen] = f"D{told[:20]}"
            if name not in self._document.idToObject:
                self._document.Reference(CopiedObject(tuple(parts), data), name)
        return self._known[held.objgen]

    def _write(self, held: Any, parts: list[bytes | str]) -> None:
        """Append an object as bytes, and as names of those that it refers to."""
        if isinstance(held, Array):
            parts.append(b"[")
            for each in held:
                self._write_value(each, parts)
            parts.append(b"]")
        else:
            parts.append(b"<<")
            for key, each in sorted(held.items()):
                if key != "/Length":
                    parts.append(Name(key).unparse())
                    self._write_value(each, parts)
            parts.append(b">>")

    def _write_value(self, value: Any, parts: list[bytes | str]) -> None:
        parts.append(b" ")
        if isinstance(value, Object) and value.is_indirect:
            parts.append(self.copy(value))
        elif isinstance(value, Array | Dictionary):
            self._write(value, parts)
        else:
            parts.append(Array([value]).unparse()[1:-1].strip())
