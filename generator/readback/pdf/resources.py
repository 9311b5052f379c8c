"""Fonts and form XObjects of a PDF's resource dictionaries, each loaded once, and the graphics state between pieces."""

import re
from hashlib import sha256
from typing import Any, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.readback.drawings import ReadDrawing, flip_text_matrix, parse_matrix, parse_numbers, readback_error
from generator.readback.pdf.containers import StreamReader
from generator.readback.pdf.tokens import SKIPPED_STRINGS, TEXT_OBJECT, PdfFont, PdfToken, read_font, tokenize_operators

TextSetting = tuple[PdfFont, float, Matrix]
_CACHE_SIZE = 20_000
_PAGE_ART = re.compile(rb"/P[0-9a-f]{16}")


class ResourceReader:
    """The forms and fonts of a resource dictionary, loaded on demand."""

    def __init__(self, resources: Any, cache: "PdfCache") -> None:
        self._resources, self._cache = resources, cache
        self._forms: dict[bytes, ReadForm] = {}
        self._faces: dict[bytes, tuple[PdfFont, float]] = {}
        self._settings: dict[bytes, TextSetting] = {}

    def find_form(self, name: bytes, where: str) -> "ReadForm":
        """Return a form XObject by name; raise GF117, located at `where`, if there is none."""
        found = self._forms.get(name)
        if found is None:
            try:
                held = self._resources["/XObject"][name.decode("latin-1")]
            except KeyError:
                raise readback_error(
                    where, f"the page draws {name.decode('latin-1')}, which is not in its resources"
                ) from None
            found = self._forms[name] = self._cache.load_form(name, held, self)
        return found

    def find_font(self, asked: bytes, where: str) -> tuple[PdfFont, float]:
        """Return the font and size of the operands of a `Tf`."""
        found = self._faces.get(asked)
        if found is None:
            name, size = asked.split()
            try:
                held = self._resources["/Font"][name.decode("latin-1")]
            except KeyError:
                says = f"a text is set in {name.decode('latin-1')}, which is not in the page's resources"
                raise readback_error(where, says) from None
            found = self._faces[asked] = self._cache.load_font(held, where), parse_numbers(size)[0]
        return found

    def read_setting(self, asked: bytes, where: str) -> TextSetting:
        """Return the font, size and matrix of a text, given the operators before its string."""
        found = self._settings.get(asked)
        if found is None:
            to, _, font = asked.partition(b" Tm ")
            found = *self.find_font(font, where), flip_text_matrix(parse_matrix(to, where, "the matrix of a text"))
            if len(self._settings) < _CACHE_SIZE:
                self._settings[asked] = found
        return found


class ReadForm(NamedTuple):
    """A content stream, the matrix to the coordinates of the stream that draws it, and its resources.

    `key` is equal for the same stream.
    """

    body: bytes
    matrix: Matrix
    resources: ResourceReader
    key: object = None


class PdfCache:
    """Caches for one file.

    `drawn` maps forms to their drawings, in the coordinates of the stream that draws them; `tokens` maps the operators
    between texts to their tokens.
    """

    def __init__(self, streams: StreamReader) -> None:
        self.streams = streams
        self.drawn: dict[object, ReadDrawing] = {}
        self.tokens: dict[bytes, tuple[PdfToken, ...]] = {}
        self._names: dict[object, ResourceReader] = {}
        self._digests: dict[object, bytes] = {}
        self._forms: dict[object, ReadForm] = {}
        self._faces: dict[object, PdfFont] = {}

    def tokens_between(self, operators: bytes, where: str, last: bool = False) -> tuple[PdfToken, ...]:
        """Return the tokens of the operators before a text, or after the last one; equal operators are parsed once."""
        found = self.tokens.get(operators)
        if found is None:
            found = tokenize_operators(operators, where, last)
            if len(self.tokens) < _CACHE_SIZE:
                self.tokens[operators] = found
        return found

    def find_resources(self, resources: Any) -> ResourceReader:
        """Return a resource dictionary; a direct object is not cached, since it has no identity."""
        key = getattr(resources, "objgen", (0, 0))
        if key == (0, 0):
            return ResourceReader({} if resources is None else resources, self)
        return self._names.get(key) or self._names.setdefault(key, ResourceReader(resources, self))

    def digest_resources(self, resources: Any) -> bytes:
        """Return a digest of a resource dictionary and of all objects that it leads to."""
        key = getattr(resources, "objgen", (0, 0))
        if key == (0, 0) or key not in self._digests:
            self._digests[key] = digest_object(resources)
        return self._digests[key]

    def load_form(self, name: bytes, held: Any, outer: ResourceReader) -> ReadForm:
        """Load a form XObject; without resources of its own, it uses those of the stream that draws it."""
        key = held.objgen
        if key not in self._forms:
            a, b, c, d, e, f = (float(each) for each in held.get("/Matrix", IDENTITY))
            # an image has no operators, and those of a page of another PDF are not ours: a comment stands in for them
            is_art = held.get("/Subtype") == "/Image" or _PAGE_ART.fullmatch(name)
            body = b"%" + name if is_art else self.streams.read(held)
            inner = held.get("/Resources")
            resources = outer if inner is None else self.find_resources(inner)
            self._forms[key] = ReadForm(body, (a, b, c, d, e, f), resources, key)
        return self._forms[key]

    def load_font(self, held: Any, where: str) -> PdfFont:
        """Load a font."""
        key = held.objgen
        if key == (0, 0):
            return read_font(held, self.streams.read, where)
        return self._faces.get(key) or self._faces.setdefault(key, read_font(held, self.streams.read, where))


_STATE_OPERATOR = re.compile(
    SKIPPED_STRINGS + rb"|c(?<!\Sc)(m)(?!\S)|([qQ](?<!\S.)|EMC(?<!\S...)|B(?<!\SB)[MD]C)(?!\S)"
    rb"|(T(?<!\ST)[crswz])(?!\S)",
    re.DOTALL,
)


def follow_state(gap: bytes, states: list[Matrix], file: str) -> list[Matrix]:
    """Return the stack of matrices after the operators between two pieces; raise GF117 for invalid operators."""
    if not gap.strip():
        return states
    states, marks = list(states), 0
    for found in _STATE_OPERATOR.finditer(gap):
        moves, word, bent = found.groups()
        if moves:
            before = b" ".join(gap[: found.start()].rsplit(None, 6)[-6:])
            states[-1] = multiply_matrices(states[-1], parse_matrix(before, file, "a `cm` of the page"))
        elif bent and bent in TEXT_OBJECT.sub(b"", gap).split():
            raise readback_error(file, f"a `{bent.decode()}` of the page distorts or hides the text after it")
        elif word == b"q":
            states.append(states[-1])
        elif word == b"Q" and len(states) > 1:
            states.pop()
        elif word == b"Q":
            raise readback_error(file, "a `Q` of the page has no matching `q`")
        elif word:
            marks += 1 if word != b"EMC" else -1
        if marks < 0:
            raise readback_error(file, "an EMC closes no piece")
    return states


def digest_object(root: Any) -> bytes:
    """Return a digest of an object of a PDF and of all that it leads to, streams as they are in the file."""
    import pikepdf

    made, seen, waiting = sha256(), set[tuple[int, int]](), [root]
    while waiting:
        found = waiting.pop()
        if not isinstance(found, pikepdf.Object) or found.objgen in seen:
            continue  # a number is part of what holds it
        is_stream = isinstance(found, pikepdf.Stream)
        if found.is_indirect or found is root:
            seen |= {found.objgen} - {(0, 0)}
            text = (found.stream_dict if is_stream else found).unparse(resolved=True)
            raw = found.read_raw_bytes() if is_stream else b""
            made.update(b"%d %d %d %d\n%b%b" % (*found.objgen, len(text), len(raw), text, raw))
        if is_stream or isinstance(found, pikepdf.Dictionary):
            waiting += [each for _, each in found.items()]
        elif isinstance(found, pikepdf.Array):
            waiting += [*found]
    return made.digest()
