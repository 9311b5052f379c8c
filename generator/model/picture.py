"""Pictures: shapes in mm, y downwards. Each writer is one match over them.

The shapes are msgspec Structs, which are created ten times faster than frozen dataclasses: a large deck has a million.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Box, Segment
from generator.model.characters import is_unseen


class SignFinder(Protocol):
    """What finds a font for a sign that another font lacks."""

    def find(self, char: str, /) -> "Font | None":
        """Return a font that draws a character; None if there is none."""


class Font(Struct, frozen=True, eq=False):
    """One static TrueType font; advances, bounds and heights are in em, and `em` is in font units.

    `advances` maps a character to its width, `bounds` to the bottom and top of its ink, and `glyphs` to its glyph id.
    `signs` finds the fonts of what the font itself lacks.
    """

    name: str
    family: str
    weight: int
    italic: bool
    data: bytes
    advances: Mapping[str, float]
    bounds: Mapping[str, tuple[float, float]]
    cap_height: float
    ascent: float
    descent: float
    glyphs: Mapping[str, int] = {}
    em: int = 1000
    signs: SignFinder | None = None

    def draws(self, char: str) -> bool:
        """Return whether a character can be set: drawn by the font itself or by one for signs, or not drawn at all."""
        found = self.signs.find(char) if self.signs and char not in self.advances else None
        return char in self.advances or found is not None or is_unseen(char)

    def replace_missing(self, text: str) -> str:
        """Return a text with `?` for each character that cannot be drawn."""
        return "".join(char if self.draws(char) else "?" for char in text)


class Gradient(Struct, frozen=True, eq=False):
    """A linear (x1, y1, x2, y2) or radial (cx, cy, r, fx, fy) gradient; `matrix` leads to the shape's coordinates."""

    kind: Literal["linear", "radial"]
    geometry: tuple[float, ...]
    matrix: Matrix
    stops: tuple[tuple[float, str], ...]


class Paint(Struct, frozen=True):
    """How a shape is filled and stroked; colors are `#rrggbb`, widths mm, opacities 0 to 1."""

    fill: str | Gradient | None = "#000000"
    fill_opacity: float = 1.0
    even_odd: bool = False
    stroke: str | None = None
    stroke_opacity: float = 1.0
    width: float = 1.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0


class Path(Struct, frozen=True, eq=False):
    """Absolute segments ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) and ("Z",)."""

    segments: tuple[Segment, ...]
    paint: Paint


class TextSetting(NamedTuple):
    """How the letters of a text are chosen and placed.

    `features` are OpenType features with their values, such as ("smcp", 1), `spacing` is what is added after each
    letter, in em, and `rtl` tells that the line runs from right to left, whatever its letters.
    """

    features: tuple[tuple[str, int], ...] = ()
    spacing: float = 0.0
    rtl: bool = False


PLAIN = TextSetting()


class Text(Struct, frozen=True, eq=False):
    """A run of text in one font from x on the baseline y; `size` in mm per em, `width` (all advances) in mm."""

    x: float
    y: float
    text: str
    font: Font
    size: float
    width: float
    paint: Paint
    setting: TextSetting = PLAIN


class Image(Struct, frozen=True, eq=False):
    """A PNG, a JPEG or a region of a PDF's page that fills the box x, y, width, height; `key` is equal for equal looks.

    Enlarged, pixels are `smooth`, or show their edges; `pixels` are how many there are either way. A picture whose
    `data` are not held is read from the file `source` where it is needed. `name` is what a template calls it. The
    `region` is x, y, width and height on the page, in mm from its top left; the `data` are those of a PDF of this one
    page, which only draws (generator/pdf/).
    """

    x: float
    y: float
    width: float
    height: float
    mime: Literal["image/png", "image/jpeg", "application/pdf"]
    data: bytes
    key: str
    smooth: bool = True
    pixels: tuple[int, int] = (0, 0)
    source: str = ""
    name: str = ""
    region: Box | None = None


class Clip(Struct, frozen=True):
    """The region inside the segments, in the coordinates of the group's children."""

    segments: tuple[Segment, ...]
    even_odd: bool = False


class Mask(Struct, frozen=True, eq=False):
    """Shapes whose brightness, or whose opacity if `alpha`, says how much of a group is seen; outside them, nothing is.

    They are in the coordinates of the group's children.
    """

    shapes: "tuple[Shape, ...]"
    alpha: bool = False


class Group(Struct, frozen=True, eq=False):
    """Shapes drawn together: transformed by the matrix, clipped, masked, then painted at one opacity by a blend mode.

    What blends inside an `isolated` group blends with nothing behind the group. Writers keep the `name`, such as
    cell.south.2.8 or cut, so that the group can be found in the finished files.
    """

    shapes: "tuple[Shape, ...]"
    matrix: Matrix = IDENTITY
    clip: Clip | None = None
    opacity: float = 1.0
    name: str = ""
    mask: Mask | None = None
    blend: str = "normal"
    isolated: bool = False


Shape = Path | Text | Image | Group


class SharedLayout(Struct, frozen=True, eq=False):
    """The shapes of a face that others repeat, but for the texts at some indices: these differ in x, text and width."""

    shapes: tuple[Shape, ...]
    slots: tuple[int, ...]

    def split(self) -> tuple[tuple[Shape, ...], ...]:
        """Return the shapes before, between and after the texts that differ."""
        starts, ends = (0, *(slot + 1 for slot in self.slots)), (*self.slots, len(self.shapes))
        return tuple(self.shapes[start:end] for start, end in zip(starts, ends, strict=True))


class LaidShapes(tuple[Shape, ...]):
    """The shapes of a face in a `layout`: writers write all but its own texts once for all faces of the layout."""

    layout: SharedLayout

    @classmethod
    def lay(cls, shapes: Iterable[Shape], layout: SharedLayout) -> "LaidShapes":
        """Return shapes in a layout."""
        laid = cls(shapes)
        laid.layout = layout
        return laid


class Picture(Struct, frozen=True, eq=False):
    """A drawing in the box x, y, width, height (mm); the trim of a face has its top left at 0, 0."""

    x: float
    y: float
    width: float
    height: float
    shapes: tuple[Shape, ...]


def walk_leaves(shapes: Iterable[Shape], matrix: Matrix = IDENTITY) -> Iterator[tuple[Path | Text | Image, Matrix]]:
    """Yield the shapes that are no groups, with the matrices from their coordinates to those around all."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from walk_leaves(shape.shapes, multiply_matrices(matrix, shape.matrix))
        else:
            yield shape, matrix


def walk_groups(shapes: Iterable[Shape], matrix: Matrix = IDENTITY) -> Iterator[tuple[Group, Matrix]]:
    """Yield the groups, each before those in it, with the matrices from the coordinates in them to those around all."""
    for shape in shapes:
        if isinstance(shape, Group):
            inner = multiply_matrices(matrix, shape.matrix)
            yield shape, inner
            yield from walk_groups(shape.shapes, inner)


def walk_addresses(shapes: Sequence[Shape], at: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Shape]]:
    """Yield all shapes, each before those in it, with the index of each and of the groups that it is in."""
    for index, shape in enumerate(shapes):
        yield (*at, index), shape
        if isinstance(shape, Group):
            yield from walk_addresses(shape.shapes, (*at, index))
