"""Bound what opening a PDF can cost, and refuse what our PDFs never contain: a finished kit may come from a stranger.

Our files have one plain cross-reference table (PDF 1.7, 7.5.4). Without streams of references or of objects, nothing
that is compressed decides what a reader does, and the number of objects is known before the file is opened. Only rules
hold links: to the web, to an address of mail, or within the file.
"""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from generator.readback.drawings import MALFORMED, readback_error

MOST_BYTES = 4096 * 1024 * 1024  # of a PDF: of 2,000 pictures of 2 MB, which are not read
MOST_OBJECTS = 250_000  # a sheet has two, a face placed again one; each takes a kilobyte and 20 microseconds
MOST_OBJECT_BYTES = 64 * 1024 * 1024  # of all objects without their streams: a kilobyte for each of 60,000 sheets
MOST_STREAM_BYTES = 64 * 1024 * 1024  # of operators in one stream: the fullest page has 5 MB
MOST_STREAM_BYTES_IN_ALL = 4 * MOST_STREAM_BYTES
_TAIL_BYTES = 1024
_TAIL = re.compile(rb"startxref\s+([0-9]{1,10})\s+%%EOF\s*\Z")
_TABLE = re.compile(rb"xref\s+0 ([0-9]{1,10})[ \r\n]{1,2}")
_ENTRIES = re.compile(rb"(?:[0-9]{10} [0-9]{5} [fn][ \r\n]{2})*+")
_STRING = re.compile(rb"\((?:\\.|[^\\()])*+\)", re.DOTALL)
_GLYPHS = re.compile(rb"/Differences \[(?: [0-9]++| /[^\s/<>()\[\]{}%]++)*+ \]")  # names of glyphs, such as /A
_ACTIVE = re.compile(
    rb"/(?:(?P<script>JS|JavaScript)|(?P<action>AA|OpenAction|A|Launch|URI|GoTo[RE3]?\w*|SubmitForm|ImportData|ResetForm)"
    rb"|(?P<attachment>EmbeddedFiles?|EF|AF|Filespec|FileAttachment|Collection)|(?P<form>AcroForm|XFA|Widget)"
    rb"|(?P<packed>ObjStm|XRef)"
    rb"|(?P<note>AP|Subtype(?!\s*/(?:Link|Form|Image|TrueType|Type[013]C?|CIDFontType[02]C?|OpenType)(?![^\s/<>()\[\]{}%])))"
    rb"|(?P<layer>OCProperties|OCGs?|OCMD|OC)|(?P<media>RichMedia|Movie|Sound|(?<!/BM /)Screen|Rendition|3D|PS)"
    rb"|(?P<crop>CropBox)"
    rb"|(?P<outside>FFilter|F(?=\s*(?:\(|<(?!<)|\d+ \d+ R))))(?![^\s/<>()\[\]{}%])"
)
_ADDRESS = re.compile(r"(?:https?|mailto):[^\x00-\x1f]+", re.IGNORECASE)
_CALLED = {
    "script": "JavaScript",
    "action": "an action",
    "attachment": "an attachment",
    "form": "a form",
    "packed": "compressed objects",
    "note": "a note or a field",
    "layer": "optional content",
    "media": "a film, a sound or a program",
    "crop": "a box that crops a page",
    "outside": "a reference to another file",
}


@contextmanager
def open_pdf(path: Path, file: str, *, has_links: bool = False, most: int | None = None) -> Iterator[Any]:
    """Open and inspect a PDF; GF117, which names it as `file`, for whatever is wrong with it, now or while it is read.

    It may have `most` objects, otherwise as many as sheets.
    """
    import pikepdf

    try:
        check_container(path, file, MOST_OBJECTS if most is None else most)
        with pikepdf.open(path, attempt_recovery=False) as pdf:
            check_content(pdf, file, has_links=has_links)
            yield pdf
            if warnings := pdf.get_warnings():
                raise readback_error(file, f"the PDF is damaged: {_first_line(warnings[0], path)}")
    except (pikepdf.PdfError, pikepdf.PasswordError, OSError) as error:
        raise readback_error(file, f"the PDF cannot be read: {_first_line(error, path)}") from None
    except MALFORMED:
        kind = "rules" if has_links else "a sheet"
        raise readback_error(file, f"the PDF does not have the structure of {kind}") from None


def inspect_rules_pdf(path: Path, file: str, most: int) -> int:
    """Return how many objects a PDF with rules has; GF117 for more than `most`, and for what is no page and no link."""
    with open_pdf(path, file, has_links=True, most=most) as pdf:
        return len(pdf.objects)


def _first_line(error: object, path: Path) -> str:
    """Return the first line of an error of pikepdf or the system, without the path."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error).replace(str(path), "").strip(" :,\n")
    return text.splitlines()[0] if text else type(error).__name__


def check_container(path: Path, file: str, most: int) -> None:
    """Raise GF117 unless a PDF has one plain cross-reference table of a bounded size; OSError if it cannot be read."""
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise readback_error(file, f"the PDF is larger than {MOST_BYTES >> 20} MiB")
    with path.open("rb") as opened:
        opened.seek(max(0, size - _TAIL_BYTES))
        tail = _TAIL.search(opened.read())
        if tail is None:
            raise readback_error(file, "the PDF cannot be read: its end is missing")
        opened.seek(int(tail[1]))
        head = _TABLE.match(opened.read(_TAIL_BYTES))
        if head is None:
            raise readback_error(file, "the PDF has no plain cross-reference table, which those of gutterfold have")
        count = int(head[1])
        if count > most:
            raise readback_error(file, f"the PDF has {count:,} objects; at most {most:,} are read")
        opened.seek(int(tail[1]) + head.end())
        table = opened.read(20 * count)
        if len(table) < 20 * count or not _ENTRIES.fullmatch(table) or not opened.read(7).startswith(b"trailer"):
            raise readback_error(file, "the PDF cannot be read: its cross-reference table is damaged")


def check_content(pdf: Any, file: str, *, has_links: bool = False) -> None:
    """Raise GF117 for scripts, actions, attachments, forms, layers, encryption and older revisions in a PDF.

    If it `has_links`, annotations may lead to the web, to an address of mail, or to a page.
    """
    import pikepdf

    if pdf.is_encrypted:
        raise readback_error(file, "the PDF is encrypted, which those of gutterfold never are")
    if odd := {"/Prev", "/XRefStm"} & set(pdf.trailer.keys()):
        raise readback_error(file, f"the PDF was changed after it was written: its trailer has {min(odd)}")
    left = MOST_OBJECT_BYTES
    objects = (pdf.get_object(number, 0) for number in range(1, int(pdf.trailer["/Size"])))  # parsed one by one
    for each in chain([pdf.trailer], objects):
        held = each.stream_dict if isinstance(each, pikepdf.Stream) else each
        text = held.unparse(resolved=True)
        left -= len(text)
        if left < 0:
            raise readback_error(file, f"the PDF has objects of more than {MOST_OBJECT_BYTES >> 20} MiB")
        found = _find_active(text)
        if found and has_links and isinstance(held, pikepdf.Dictionary):
            found = _find_active(_remove_link(held))
        if found:
            number = _find_page(pdf, each)
            where = f"{file}, page {number}" if number else file
            raise readback_error(where, f"the PDF contains {_CALLED[found.lastgroup or '']} ({found[0].decode()})")


def _find_active(text: bytes) -> re.Match[bytes] | None:
    """Return the first name in an object that no object of ours has."""
    plain = _STRING.sub(b"()", text) if b"(" in text else text
    return _ACTIVE.search(_GLYPHS.sub(b"", plain) if b"/Differences" in plain else plain)


def _remove_link(held: Any) -> bytes:
    """Return the text of an object, without its action if it is a link to the web, to an address or to a page."""
    import pikepdf

    if held.get("/Subtype") == "/Link" and _is_harmless(held.get("/A")):
        held = pikepdf.Dictionary(held)
        del held["/A"]
    found: bytes = held.unparse(resolved=True)
    return found


def _is_harmless(action: Any) -> bool:
    """Return whether an action leads to the web, to an address of mail, or to a page of the same file."""
    import pikepdf

    if not isinstance(action, pikepdf.Dictionary) or action.get("/Type", "/Action") != "/Action":
        return False
    match sorted({*action.keys()} - {"/Type"}), str(action.get("/S")):
        case ["/S", "/URI"], "/URI":
            return isinstance(action["/URI"], pikepdf.String) and bool(_ADDRESS.fullmatch(str(action["/URI"])))
        case ["/D", "/S"], "/GoTo":
            return True
    return False


def _find_page(pdf: Any, found: Any) -> int:
    """Return the number of the page that an object is, or that refers to it directly; 0 for none."""
    own = b"%d %d R" % found.objgen
    for number, page in enumerate(pdf.pages, 1):
        if page.obj.objgen == found.objgen or re.search(rb"(?<![0-9])" + own, page.obj.unparse(resolved=True)):
            return number
    return 0


class StreamReader:
    """Decompresses the streams of one PDF, up to a limit for each and for all."""

    def __init__(self, file: str) -> None:
        self._file, self._left = file, MOST_STREAM_BYTES_IN_ALL

    def read(self, stream: Any) -> bytes:
        """Return the content of a stream; raise GF117 for one that is damaged, too large, or packed in another way."""
        filters = stream.get("/Filter")
        names = [str(each) for each in (filters if _is_array(filters) else [filters])] if filters is not None else []
        data: bytes = stream.read_raw_bytes()
        if names and (names != ["/FlateDecode"] or "/DecodeParms" in stream):
            raise readback_error(self._file, f"a stream is packed by {' '.join(names)}, which sheets never are")
        limit = min(MOST_STREAM_BYTES, self._left)
        if names and data:
            inflating = zlib.decompressobj()
            try:
                data = inflating.decompress(data, limit + 1)
            except zlib.error:
                raise readback_error(self._file, "the PDF is damaged: a stream cannot be unpacked") from None
            if not inflating.eof and len(data) <= limit:
                raise readback_error(self._file, "the PDF is damaged: a stream is cut off")
        if len(data) > limit:
            raise readback_error(self._file, f"a stream unpacks to more than {limit:,} bytes")
        self._left -= len(data)
        return data


def _is_array(found: Any) -> bool:
    import pikepdf

    return isinstance(found, pikepdf.Array)
