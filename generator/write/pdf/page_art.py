"""Take the form XObject of a page of another PDF into a document of reportlab, with all that it leads to.

Objects are named by digests of their contents, so that what several pages share, such as a font, is there once.
"""

from hashlib import sha256
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Stream

from generator.fonts.reportlab_internals import CopiedObject
from generator.model.picture import Image
from generator.pdf.cutting import cut_form


def embed_page(pdf: Any, document: Any, image: Image) -> Any:
    """Return the reference of a form XObject with what a region of a page shows; images stay packed as they are."""
    with pikepdf.open(BytesIO(image.data)) as opened:
        assert image.region is not None
        form = cut_form(opened, opened.pages[0].Resources.XObject.P, image.region)
        key = _ObjectCopier(pdf, document).copy(form)
    return pdf.PDFObjectReference(key)


class _ObjectCopier:
    """Copies the objects of one PDF, none of which leads back to itself."""

    def __init__(self, pdf: Any, document: Any) -> None:
        self._pdf, self._document = pdf, document
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
