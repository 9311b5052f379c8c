"""Finished SVG sheets go in, their pieces come out; what many sheets have, a tag or a definition, is read once.

Expat proves what is new in a sheet to be XML, and the walk holds how it nests. Letters, words and pieces need no proof:
their patterns are narrower than XML is.
"""

import re
from collections.abc import Iterable
from functools import reduce
from operator import or_
from pathlib import Path
from xml.parsers import expat

from generator.geometry.bounds import Box
from generator.geometry.matrix import IDENTITY, Matrix
from generator.model.finding import DataError
from generator.model.printed import Seen
from generator.readback.pieces import ODD, Segments, look, moved, unclear, words
from generator.readback.svg.marks import OddError, Symbol, Walk, joined
from generator.readback.svg.page import Root, box, ends, prove, root
from generator.readback.svg.tags import DRAWN, Tag, tag
from generator.readback.svg.words import Defined, definitions

_DEFS, _END_DEFS = b"<defs>", b"</defs>"
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_TAIL = b"</svg>"
_MANY = 20_000


def read_svg(path: Path, shown: str = "") -> tuple[Seen, ...]:
    """Return the pieces in their order; DataError (GF117) names the file as `shown`, or as its path."""
    return SvgReader().read(path, shown)


class SvgReader:
    """Reads the sheets of a kit; `defined` are all definitions that were met, each with its markup and its file.

    Of each line of definitions `pairs` has name and word, and `needs` what it refers to, a bit for each name.
    """

    def __init__(self) -> None:
        self.defined: dict[bytes, tuple[bytes, str]] = {}
        self.tags: dict[bytes, Tag] = {}
        self.pairs: dict[bytes, tuple[bytes, str | None]] = {b"": (b"", None)}
        self.bits: dict[bytes, int] = {}
        self.needs: dict[bytes, int] = {b"": 0}
        self.symbols: dict[bytes, Symbol] = {}
        self.heads: dict[bytes, Root] = {}
        self.clips: dict[bytes, Box] = {}
        self.crops: dict[tuple[bytes, Matrix], Segments] = {}

    def read(self, path: Path, shown: str = "") -> tuple[Seen, ...]:
        """Return the pieces of a sheet in their order; DataError (GF117) names the file as `shown`, or as its path."""
        file = shown or path.as_posix()
        try:
            data = path.read_bytes()
        except OSError as error:
            raise unclear(file, f"the SVG cannot be read: {error.strerror}") from None
        if b"\0" in data or (b"!" in data and b"<!" in data):  # one letter is found many times as fast as two
            prove(data, file)
            data = _COMMENT.sub(b"", data)
        try:
            return _Sheet(self, data, file).pieces()
        except (DataError, OddError, *ODD) as error:
            prove(data, file)  # what is no XML is told as that
            if isinstance(error, DataError):
                raise
            raise unclear(file, "the SVG is not written as a sheet is") from None

    def define(self, found: Defined, file: str) -> None:
        """Take a definition; GF117 for one that another has the name of, but not the drawing."""
        markup, first = self.defined.setdefault(found.name, (found.markup, file))
        if markup != found.markup:
            raise otherwise(found.name, file, first)


def otherwise(name: bytes, file: str, first: str) -> DataError:
    """Return the error for a definition that is not the one that has its name in the file read first, GF117."""
    says = "twice, in two ways" if file == first else f"otherwise than in {first}"
    return unclear(file, f"{name.decode('utf-8', 'replace')!r} is defined {says}")


class _Sheet:
    """One sheet: `words` goes from the names of its definitions to the words that they draw, or None."""

    def __init__(self, reader: SvgReader, data: bytes, file: str) -> None:
        self.file = file
        self.words: dict[bytes, str | None] = {}
        self._reader = reader
        self._proofs: list[bytes] = []
        self._fresh: dict[bytes, Tag] = {}
        self._within: set[bytes] = set()  # the names of the symbols that are being read
        before, defs, rest = data.partition(_DEFS)
        section, ends, after = rest.partition(_END_DEFS) if defs else (b"", b"", b"")
        self._head, self._matrix, self._paper = root(before, reader.heads, file)
        body = (before[len(self._head) :] + after).rstrip()
        if not body.endswith(_TAIL) or (defs and not ends):
            raise OddError
        self._body = body[: -len(_TAIL)]
        self._define(section)

    def pieces(self) -> tuple[Seen, ...]:
        """Return the pieces in their order."""
        walk = Walk(self, joined(self._body), self._matrix)
        walk.through(self._reader.tags)
        try:
            expat.ParserCreate().Parse(b"".join((self._head, *self._proofs, _TAIL)), True)
        except expat.ExpatError:
            raise OddError from None
        if len(self._reader.tags) < _MANY:
            self._reader.tags.update(self._fresh)
        file, paper, crops = self.file, self._paper, tuple(walk.crops)
        return tuple(
            Seen(*words(name, file), file, 1, matrix, shape, self.clip(clip), paper, moved(marks, matrix), runs, crops)
            for name, matrix, clip, shape, (marks, runs) in walk.found
        )

    def tag(self, item: bytes) -> Tag:
        """Return a tag that was not met before, to be proved with the sheet (OddError)."""
        found = self._fresh.get(item)
        if found is None:
            found = tag(item, self.file)
            if found is None:
                raise OddError
            if found.element not in DRAWN:
                raise unclear(self.file, f"<{found.element.decode('utf-8', 'replace')}> is nothing that a sheet draws")
            self._proofs.append(found.proof)
            if not found.piece:
                self._fresh[item] = found
        return found

    def symbol(self, name: bytes) -> Symbol:
        """Return what is used by its name."""
        markup = self._markup(name)
        found = self._reader.symbols.get(markup)
        if found is None:
            if name in self._within:
                raise unclear(self.file, f"#{name.decode('utf-8', 'replace')} uses itself")
            self._within.add(name)
            found = self._reader.symbols[markup] = self._symbol(markup)
            self._within.remove(name)
        return found

    def _symbol(self, markup: bytes) -> Symbol:
        content = markup[markup.index(b">") + 1 : markup.rfind(b"</")]
        walk = Walk(self, joined(content), IDENTITY)
        walk.through(self._reader.tags)
        if walk.found or walk.crops or not markup.startswith((b"<symbol", b"<g")):
            raise OddError  # a piece in a definition, or what would draw nothing
        return Symbol(look(content), walk.drawn())

    def _markup(self, name: bytes) -> bytes:
        if not name or name not in self.words:
            raise unclear(self.file, f"the sheet uses #{name.decode('utf-8', 'replace')}, which it does not define")
        return self._reader.defined[name][0]

    def clip(self, name: bytes) -> Box | None:
        """Return what a piece is cut to by its name, x, y, width and height; None where there is no name (GF117)."""
        if not name:
            return None
        markup, known = self._markup(name), self._reader.clips
        return known.get(markup) or known.setdefault(markup, box(markup, self.file))

    def lines(self, content: bytes, matrix: Matrix) -> Segments:
        """Return the crop marks in a group."""
        known = self._reader.crops
        if (content, matrix) not in known:
            known[content, matrix] = _segments(content, matrix, self.file)
        return known[content, matrix]

    def _define(self, section: bytes) -> None:
        """Take definitions, line by line where each is a line, else all at once."""
        lines, reader = section.split(b"\n"), self._reader
        found = list(map(reader.pairs.get, lines))
        if None in found:
            if not all(self._learn(line) for line, pair in zip(lines, found, strict=True) if pair is None):
                self._define_all(section)
                return
            found = list(map(reader.pairs.get, lines))
        self.words.update(found)  # type: ignore[arg-type]
        needed = reduce(or_, map(reader.needs.__getitem__, lines))
        self._hold(name for name, bit in reader.bits.items() if bit & needed)

    def _define_all(self, section: bytes) -> None:
        needed = set[bytes]()
        self._proofs.append(b"<g>%b</g>" % section)
        found = definitions(section, self.file)
        if found is None:
            raise OddError
        for each in found:
            self._reader.define(each, self.file)
            self.words[each.name] = each.word
            needed.update(each.refers)
        self._hold(needed)

    def _hold(self, needed: Iterable[bytes]) -> None:
        """Refuse a sheet that does not have what its definitions refer to (GF117)."""
        for name in needed:
            if name not in self.words:
                raise unclear(self.file, f"the sheet uses #{name.decode('utf-8', 'replace')}, which it does not define")

    def _learn(self, line: bytes) -> bool:
        """Take a line that was not met before, or tell that it is not one definition."""
        found = definitions(line, self.file)
        if found is None or len(found) != 1:
            return False
        (each,) = found
        self._reader.define(each, self.file)
        if each.word is None:
            self._proofs.append(b"<g>%b</g>" % line)
        self._reader.pairs[line] = each.name, each.word
        bits = self._reader.bits
        self._reader.needs[line] = reduce(or_, (bits.setdefault(name, 1 << len(bits)) for name in each.refers), 0)
        return True


def _segments(content: bytes, matrix: Matrix, file: str) -> Segments:
    found: list[tuple[float, float, float, float]] = []
    begun: tuple[float, float] | None = None
    for x, y, command in ends(content, matrix, "the crop marks", file):
        if command == b"L" and begun is not None:
            found.append((*begun, x, y))
        elif command != b"M":
            raise unclear(file, "a crop mark is no line")
        begun = x, y
    return tuple(found)
