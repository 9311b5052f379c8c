"""Read the pieces of finished SVG sheets; tags and definitions that sheets share are parsed once.

Expat checks that markup is well-formed where it is new, and the walk checks how it nests. Letters, words and pieces are
matched by patterns that are stricter than XML, so they need no such check.
"""

import re
from collections.abc import Set
from pathlib import Path
from xml.parsers import expat

from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.types import Box
from generator.model.finding import DataError
from generator.model.printed import ReadPiece
from generator.readback.drawings import (
    MALFORMED,
    Segments,
    hash_look,
    parse_piece_name,
    readback_error,
    transform_marks,
)
from generator.readback.read_memory import NO_MEMORY, digest_stretch, flatten_drawing, restore_drawing
from generator.readback.svg.parsing import SvgRoot, check_well_formed, parse_clip_box, parse_root, path_steps
from generator.readback.svg.tags import DRAWN_ELEMENTS, ReadDefinition, SvgTag, parse_definitions, parse_tag
from generator.readback.svg.walk import SvgPiece, SvgSymbol, SvgWalk, UnexpectedMarkupError, join_words
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.memory import Memory

MOST_BYTES = 128 * 1024 * 1024  # of a sheet with its pictures: a photograph of 25 MB on each of four boards
MOST_MARKUP_BYTES = 16 * 1024 * 1024  # without pictures: the fullest page has 5 MB; new tags take 0.4 s a megabyte
_DEFS, _END_DEFS = b"<defs>", b"</defs>"
_NO_PICTURE = b";base64,"
_PICTURE = re.compile(rb";base64,[A-Za-z0-9+/=]*+")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAIL = b"</svg>"
_PIECE_LINE = b'\n<g id="'
_REFERENCE = re.compile(rb'href="#([^"]+)"')
_CACHE_SIZE = 20_000
_Walked = tuple[list[SvgPiece], dict[bytes, list[tuple[float, float, float, float]]]]


def read_svg(path: Path, shown: str = "") -> tuple[ReadPiece, ...]:
    """Return the pieces in document order; raise DataError (GF117), which names the file as `shown` or by its path."""
    return SvgSheetReader().read(path, shown)


class SvgSheetReader:
    """Reader for the sheets of a kit.

    `defined` maps the id of each definition to its markup and the file where it was first read. For each line of
    definitions, `pairs` holds id and word, and `needs` the ids that it refers to.
    """

    def __init__(self) -> None:
        self.defined: dict[bytes, tuple[bytes, str]] = {}
        self.tags: dict[bytes, SvgTag] = {}
        self.pairs: dict[bytes, tuple[bytes, str | None]] = {b"": (b"", None)}
        self.needs: dict[bytes, frozenset[bytes]] = {b"": frozenset()}
        self.symbols: dict[bytes, SvgSymbol] = {}
        self.heads: dict[bytes, SvgRoot] = {}
        self.clips: dict[bytes, Box] = {}
        self.sheet_marks: dict[tuple[bytes, bytes, Matrix], Segments] = {}

    def read(self, path: Path, shown: str = "", memory: Memory = NO_MEMORY) -> tuple[ReadPiece, ...]:
        """Return the pieces of a sheet in order; what `memory` knows of pieces with the same markup is not read again.

        Raises DataError (GF117), which names the file as `shown` or by its path.
        """
        file = shown or path.as_posix()
        try:
            data = read_regular_file(path, MOST_BYTES)
        except UnsafeFileError as error:
            raise readback_error(file, f"the SVG {error.why}") from None
        except OSError as error:
            raise readback_error(file, f"the SVG cannot be read: {error.strerror}") from None
        if b";base64," in data:
            data = _PICTURE.sub(_NO_PICTURE, data)  # which is not read, and may be large
        if len(data) > MOST_MARKUP_BYTES:
            raise readback_error(file, f"the SVG has more than {MOST_MARKUP_BYTES >> 20} MiB without pictures")
        if b"\0" in data or (b"!" in data and b"<!" in data):  # a search for one byte is much faster than for two
            check_well_formed(data, file)
            data = _COMMENT.sub(b"", data)
        try:
            return _SvgSheet(self, data, file, memory).read_pieces()
        except (DataError, UnexpectedMarkupError, *MALFORMED) as error:
            check_well_formed(data, file)  # report XML errors as such
            if isinstance(error, DataError):
                raise
            raise readback_error(file, "the SVG does not have the structure of a sheet") from None

    def add_definition(self, found: ReadDefinition, file: str) -> None:
        """Record a definition; raise GF117 if another one with the same id has different markup."""
        markup, first = self.defined.setdefault(found.name, (found.markup, file))
        if markup != found.markup:
            raise conflict_error(found.name, file, first)


def conflict_error(name: bytes, file: str, first: str) -> DataError:
    """Return the error for a definition that differs from the one read first under the same id (GF117)."""
    says = "twice, differently" if file == first else f"differently than in {first}"
    return readback_error(file, f"{name.decode('utf-8', 'replace')!r} is defined {says}")


class _SvgSheet:
    """One sheet; `words` maps the ids of its definitions to the words that they draw, or to None."""

    def __init__(self, reader: SvgSheetReader, data: bytes, file: str, memory: Memory) -> None:
        self.file, self._memory = file, memory
        self.words: dict[bytes, str | None] = {}
        self._reader = reader
        self._proofs: list[bytes] = []
        self._fresh: dict[bytes, SvgTag] = {}
        self._within: set[bytes] = set()  # ids of the symbols being read, to detect cycles
        before, defs, rest = data.partition(_DEFS)
        section, ends, after = rest.partition(_END_DEFS) if defs else (b"", b"", b"")
        self._head, self._matrix, self._paper = parse_root(before, reader.heads, file)
        body = (before[len(self._head) :] + after).rstrip()
        if not body.endswith(_TAIL) or (defs and not ends):
            raise UnexpectedMarkupError
        self._body = body[: -len(_TAIL)]
        self._define_lines(section)

    def read_pieces(self) -> tuple[ReadPiece, ...]:
        """Return the pieces in document order."""
        found, sheet_marks = (self._recall() if self._memory.is_kept else None) or self._walk(self._body)
        try:
            expat.ParserCreate().Parse(b"".join((self._head, *self._proofs, _TAIL)), True)
        except expat.ExpatError:
            raise UnexpectedMarkupError from None
        if len(self._reader.tags) < _CACHE_SIZE:
            self._reader.tags.update(self._fresh)
        file, paper = self.file, self._paper
        crops, folds, corners = (tuple(sheet_marks.get(name, ())) for name in (b"crop", b"fold", b"corner"))
        return tuple(
            ReadPiece(
                *parse_piece_name(name, file),
                file=file,
                page=1,
                matrix=matrix,
                look=shape,
                clip=self.find_clip_box(clip),
                paper=paper,
                marks=transform_marks(marks, matrix),
                runs=runs,
                crops=crops,
                folds=folds,
                corners=corners,
            )
            for name, matrix, clip, shape, (marks, runs) in found
        )

    def _walk(self, markup: bytes) -> "_Walked":
        walk = SvgWalk(self, join_words(markup), self._matrix)
        walk.process_tags(self._reader.tags)
        return walk.found, walk.sheet_marks

    def _recall(self) -> "_Walked | None":
        """Return the pieces and marks of a sheet whose pieces stand together at its end, one on a line.

        What comes before is read. None if the pieces do not stand so, or are nested in something.
        """
        start = self._body.find(_PIECE_LINE)
        before, pieces = self._body[: start + 1], self._body[start + 1 :]
        if start < 0 or pieces.count(b"\n") != pieces.count(_PIECE_LINE) + pieces.endswith(b"\n"):
            return None
        try:
            found, sheet_marks = self._walk(before)
            return [*found, *self._recall_pieces(pieces)], sheet_marks
        except (DataError, UnexpectedMarkupError, *MALFORMED):
            return None

    def _recall_pieces(self, markup: bytes) -> list[SvgPiece]:
        """Return pieces as they were read before from the same markup, whose words are all defined, or read them."""
        digest = digest_stretch(repr(self._matrix).encode(), markup)
        known = self._memory.find(digest)
        if known is not None and None not in map(self.words.get, known[0]):
            return [
                SvgPiece(name, matrix, clip, look, restore_drawing(marks, runs))
                for name, matrix, clip, look, marks, runs in known[1]
            ]
        pieces, sheet_marks = self._walk(markup)
        if sheet_marks:
            raise UnexpectedMarkupError
        names = tuple({*_REFERENCE.findall(markup)})
        if None not in map(self.words.get, names):
            self._memory.add(digest, (names, tuple((*each[:-1], *flatten_drawing(*each.drawn)) for each in pieces)))
        return pieces

    def find_tag(self, item: bytes) -> SvgTag:
        """Return a tag that has not been met before; it is checked for well-formedness with the sheet."""
        found = self._fresh.get(item)
        if found is None:
            found = parse_tag(item, self.file)
            if found is None:
                raise UnexpectedMarkupError
            if found.element not in DRAWN_ELEMENTS:
                raise readback_error(
                    self.file, f"<{found.element.decode('utf-8', 'replace')}> is not an element that sheets draw"
                )
            self._proofs.append(found.proof)
            if not found.piece:
                self._fresh[item] = found
        return found

    def find_symbol(self, name: bytes) -> SvgSymbol:
        """Return the symbol with an id."""
        markup = self._find_markup(name)
        found = self._reader.symbols.get(markup)
        if found is None:
            if name in self._within:
                raise readback_error(self.file, f"#{name.decode('utf-8', 'replace')} uses itself")
            self._within.add(name)
            found = self._reader.symbols[markup] = self._read_symbol(markup)
            self._within.remove(name)
        return found

    def _read_symbol(self, markup: bytes) -> SvgSymbol:
        content = markup[markup.index(b">") + 1 : markup.rfind(b"</")]
        walk = SvgWalk(self, join_words(content), IDENTITY)
        walk.process_tags(self._reader.tags)
        if walk.found or walk.sheet_marks or not markup.startswith((b"<symbol", b"<g")):
            raise UnexpectedMarkupError  # a piece inside a definition, or a definition that `use` does not draw
        return SvgSymbol(hash_look(content), walk.drawn())

    def _find_markup(self, name: bytes) -> bytes:
        if not name or name not in self.words:
            raise readback_error(
                self.file, f"the sheet uses #{name.decode('utf-8', 'replace')}, which it does not define"
            )
        return self._reader.defined[name][0]

    def find_clip_box(self, name: bytes) -> Box | None:
        """Return x, y, width and height of a clip path, or None without an id.

        Raises GF117 if the path is not a box.
        """
        if not name:
            return None
        markup, known = self._find_markup(name), self._reader.clips
        return known.get(markup) or known.setdefault(markup, parse_clip_box(markup, self.file))

    def find_sheet_marks(self, name: bytes, content: bytes, matrix: Matrix) -> Segments:
        """Return the crop marks, fold marks or rounded corners in a group."""
        known, key = self._reader.sheet_marks, (name, content, matrix)
        if key not in known:
            known[key] = _mark_segments(name.decode(), content, matrix, self.file)
        return known[key]

    def _define_lines(self, section: bytes) -> None:
        """Record the definitions, line by line if each line is a definition, else as a whole."""
        lines, reader = section.split(b"\n"), self._reader
        found = list(map(reader.pairs.get, lines))
        if None in found:
            if not all(self._define_line(line) for line, pair in zip(lines, found, strict=True) if pair is None):
                self._define_all(section)
                return
            found = list(map(reader.pairs.get, lines))
        self.words.update(found)  # type: ignore[arg-type]
        self._check_references(frozenset().union(*map(reader.needs.__getitem__, lines)))

    def _define_all(self, section: bytes) -> None:
        needed = set[bytes]()
        self._proofs.append(b"<g>%b</g>" % section)
        found = parse_definitions(section, self.file)
        if found is None:
            raise UnexpectedMarkupError
        for each in found:
            self._reader.add_definition(each, self.file)
            self.words[each.name] = each.word
            needed.update(each.refers)
        self._check_references(needed)

    def _check_references(self, needed: Set[bytes]) -> None:
        """Raise GF117 if the sheet lacks a definition that another one refers to."""
        for name in sorted(needed - self.words.keys())[:1]:
            raise readback_error(
                self.file, f"the sheet uses #{name.decode('utf-8', 'replace')}, which it does not define"
            )

    def _define_line(self, line: bytes) -> bool:
        """Record the definition on a new line, or return False if the line is not exactly one definition."""
        known = self._memory.find(line)
        found = [ReadDefinition(*known)] if known is not None else parse_definitions(line, self.file)
        if found is None or len(found) != 1:
            return False
        (each,) = found
        self._reader.add_definition(each, self.file)
        if known is None and each.word is None:
            self._proofs.append(b"<g>%b</g>" % line)
        elif known is None and self._memory.is_kept:
            self._memory.add(line, tuple(each))
        self._reader.pairs[line] = each.name, each.word
        self._reader.needs[line] = frozenset(each.refers)
        return True


def _mark_segments(name: str, content: bytes, matrix: Matrix, file: str) -> Segments:
    """Return the ends of the lines of marks, or of the arcs of corners; raise GF117 if they are anything else."""
    wanted = b"C" if name == "corner" else b"L"
    found: list[tuple[float, float, float, float]] = []
    begun: tuple[float, float] | None = None
    for x, y, command in path_steps(content, matrix, f"the {name} marks", file):
        if command == wanted and begun is not None:
            found.append((*begun, x, y))
        elif command != b"M":
            raise readback_error(file, f"a {name} mark is not {'an arc' if wanted == b'C' else 'a line'}")
        begun = x, y
    return tuple(found)
