"""Copy a page of a stranger's PDF into a PDF of its own, without anything that does more than draw.

The copy has one form XObject, in mm from the top left of the page as it is shown. What the content uses is copied, and
nothing else: resources that it does not name, actions, scripts, forms, metadata and hidden layers are left behind.
"""

import zlib
from collections.abc import Iterable
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from generator.geometry.matrix import Matrix
from generator.model.finding import DrawingError
from generator.pdf.content import ContentRewriter, ResourceNames, parse_operators
from generator.pdf.layers import Layers

POINT = 72 / 25.4
MOST_OPERATOR_BYTES = 64 * 1024 * 1024  # of one content stream, unpacked: a map of 500,000 lines has 20
MOST_OPERATORS = 5_000_000  # that a page carries out, with those of its forms as often as they are drawn
MOST_PIXELS = 80_000_000  # of an image in a PDF: A3 at 600 dpi and some more
_DEEPEST = 60  # objects within one another
_LEFT = frozenset(
    f"/{name}"
    for name in "A AA AF Alternates F FDecodeParms FFilter JS LastModified Length Measure Metadata Name OC OPI P "
    "Parent PieceInfo PtData Ref StructParent StructParents".split()
)  # keys of what does more than draw, or leads out of the page or the file
_PATTERN_OF_TILES = 1


class PageCleaner:
    """Copies what one page draws into a new PDF."""

    def __init__(self, target: Any, layers: Layers, where: str) -> None:
        self._target, self._layers, self._where = target, layers, where
        self._copies: dict[tuple[int, int], Any] = {}
        self._open: list[tuple[int, int]] = []
        self._costs: list[int] = [0]

    def add_form(self, contents: Any, resources: Any, group: Any, box: Iterable[float], matrix: Matrix) -> Any:
        """Return a form XObject of a page's content; `box` is what is shown of it, in its own units."""
        entries = {
            "/Type": Name.XObject,
            "/Subtype": Name.Form,
            "/BBox": _array(box),
            "/Matrix": _array(matrix),
        }
        if isinstance(group, Dictionary):
            entries["/Group"] = self._copy(group)
        parts = [contents] if isinstance(contents, Stream) else [*contents]
        return self._add_content(b"\n".join(map(self._read, parts)), resources, entries)

    def _add_content(self, data: bytes, resources: Any, entries: dict[str, Any]) -> Any:
        names = ResourceNames(resources, lambda held, kind: self._copy_resource(held, kind, resources))
        content = self._rewrite(data, names)
        entries |= {"/Resources": _build_resources(names), "/Filter": Name.FlateDecode}
        return self._make_stream(content, entries)

    def _rewrite(self, data: bytes, names: ResourceNames) -> bytes:
        """Return operators rewritten and packed; the costs of the forms that they draw are added up."""
        read = parse_operators(Stream(self._target, data))
        self._spend(len(read))
        made = pikepdf.unparse_content_stream([*ContentRewriter(names, self._layers.hides).rewrite(read)])
        for name, times in names.drawn.items():  # the first time counted when it was copied
            held = names.find("XObject", name)
            _, cost = self._copies.get(held.objgen, (None, 0)) if isinstance(held, Stream) else (None, 0)
            self._spend((times - 1) * cost)
        return zlib.compress(made, 6)

    def _spend(self, operators: int) -> None:
        self._costs[-1] += operators
        if self._costs[-1] > MOST_OPERATORS:
            raise DrawingError(f"{self._where} draws more than {MOST_OPERATORS:,} operators")

    def _read(self, stream: Any) -> bytes:
        """Return the content of a stream; DrawingError for one that unpacks to too much."""
        if str(stream.get("/Filter")) == "/FlateDecode" and "/DecodeParms" not in stream:
            data = zlib.decompressobj().decompress(stream.read_raw_bytes(), MOST_OPERATOR_BYTES + 1)
        else:
            data = stream.read_bytes()
        if len(data) > MOST_OPERATOR_BYTES:
            raise DrawingError(f"{self._where} has operators of more than {MOST_OPERATOR_BYTES >> 20} MiB")
        return bytes(data)

    def _copy_resource(self, held: Any, kind: str, outer: Any) -> Any:
        """Return a copy of a resource; None for what is hidden, and for a program."""
        if kind == "XObject":
            is_drawn = isinstance(held, Stream) and held.get("/Subtype") in ("/Form", "/Image")
            if not is_drawn or self._layers.hides(held.get("/OC")):
                return None
        return self._copy(held, outer)

    def _copy(self, held: Any, outer: Any = None) -> Any:
        """Return a copy of an object and of what it leads to; what is drawn again is copied once, and counted again."""
        if not isinstance(held, Array | Dictionary | Stream):
            return held
        key = held.objgen
        if key == (0, 0):
            return self._copy_apart(held, outer)
        if key in self._open or len(self._open) > _DEEPEST:
            raise DrawingError(f"{self._where} has an object that holds itself, or too many within one another")
        if key not in self._copies:
            self._open.append(key)
            self._costs.append(0)
            made = self._copy_apart(held, outer)
            self._copies[key] = self._target.make_indirect(made), self._costs.pop()
            self._open.pop()
        made, cost = self._copies[key]
        self._spend(cost)
        return made

    def _copy_apart(self, held: Any, outer: Any) -> Any:
        if isinstance(held, Array):
            return Array([self._copy(each, outer) for each in held])
        if isinstance(held, Stream):
            return self._copy_stream(held, outer)
        if held.get("/Type") == "/Font" and held.get("/Subtype") == "/Type3":
            return self._copy_drawn_font(held, outer)
        return Dictionary(self._copy_entries(held, outer))

    def _copy_entries(self, held: Any, outer: Any, left: Iterable[str] = ()) -> dict[str, Any]:
        found = {key: self._copy(value, outer) for key, value in held.items() if key not in _LEFT and key not in left}
        if found.get("/Subtype") == "/MMType1":  # is drawn as what it is one of
            found["/Subtype"] = Name.Type1
        return found

    def _copy_stream(self, held: Any, outer: Any) -> Any:
        if held.get("/Subtype") == "/Form" or held.get("/PatternType") == _PATTERN_OF_TILES:
            entries = self._copy_entries(held, outer, ("/Resources", "/Filter", "/DecodeParms"))
            for name, count in (("/BBox", 4), ("/Matrix", 6)):
                if name in held:
                    entries[name] = _array(held[name])
                if len(entries.get(name, range(count if name == "/Matrix" else 0))) != count:
                    raise ValueError(name)
            return self._add_content(self._read(held), held.get("/Resources", outer), entries)
        if "/F" in held:
            raise DrawingError(f"{self._where} takes a part of its drawing from another file")
        if held.get("/Subtype") == "/Image" and int(held.get("/Width", 0)) * int(held.get("/Height", 0)) > MOST_PIXELS:
            raise DrawingError(f"{self._where} has an image of more than {MOST_PIXELS:,} pixels")
        return self._make_stream(held.read_raw_bytes(), self._copy_entries(held, outer))

    def _copy_drawn_font(self, font: Any, outer: Any) -> Any:
        """Return a font whose glyphs are content streams, under new names, which all share its resources."""
        resources = font.get("/Resources", outer)
        names = ResourceNames(resources, lambda held, kind: self._copy_resource(held, kind, resources))
        entries = self._copy_entries(font, outer, ("/CharProcs", "/Encoding", "/Resources"))
        glyphs = {name: self._read(stream) for name, stream in font.get("/CharProcs", {}).items()}
        called = {name: f"/g{number}" for number, name in enumerate(sorted(glyphs))}
        drawn = {
            called[name]: self._make_stream(self._rewrite(data, names), {"/Filter": Name.FlateDecode})
            for name, data in glyphs.items()
        }
        codes = font.get("/Encoding", {}).get("/Differences", ())
        new = [each if isinstance(each, int) else Name(called.get(str(each), "/g")) for each in codes]
        entries["/Encoding"] = Dictionary(Type=Name.Encoding, Differences=Array(new))
        return Dictionary({**entries, "/CharProcs": Dictionary(drawn), "/Resources": _build_resources(names)})

    def _make_stream(self, data: bytes, entries: dict[str, Any]) -> Any:
        return self._target.make_indirect(Stream(self._target, data, Dictionary(entries)))


def _build_resources(names: ResourceNames) -> Any:
    return Dictionary({f"/{kind}": Dictionary(found) for kind, found in names.found.items()})


def _array(numbers: Iterable[float]) -> Any:
    return Array([round(float(each), 6) for each in numbers])


def save_page(target: Any, form: Any, width: float, height: float) -> bytes:
    """Return the bytes of a PDF whose one page, of this size in mm, draws a form in mm from its top left corner."""
    move = f"q {POINT:.6f} 0 0 {-POINT:.6f} 0 {height * POINT:.6f} cm /P Do Q"
    page = Dictionary(
        Type=Name.Page,
        MediaBox=_array((0, 0, width * POINT, height * POINT)),
        Resources=Dictionary(XObject=Dictionary(P=form)),
        Contents=Stream(target, move.encode()),
    )
    target.pages.append(pikepdf.Page(target.make_indirect(page)))
    out = BytesIO()
    target.save(out, static_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()
