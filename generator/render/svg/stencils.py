"""Draw a face like one before it: faces with the same tags differ in their texts alone.

A deck's template yields the same tags for many cards. Their shapes are kept with a slot for each text, so that nothing
but the texts is read and set anew.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from msgspec import Struct

from generator.geometry.types import Box, Outline
from generator.model.picture import LaidShapes, Shape, SharedLayout, Text
from generator.render.svg.elements import Document, Element, SvgParser
from generator.render.svg.entities import replace_entities
from generator.render.svg.groups import count_shapes
from generator.render.svg.painter import Painter
from generator.render.svg.style import Style
from generator.render.svg.text_runs import TextRecipe, collapse_blanks
from generator.render.svg.uses import MOST_SHAPES

_MOST_STENCILS = 256
_MOST_CHARACTERS = 50_000  # of a face; all stencils together keep at most 13 MB of text
_MOST_SEEN = 20_000
_Key = tuple[tuple[str, ...], Hashable]


class SoundFace(NamedTuple):
    """A face that was read and drawn, its trim, and how far from that texts must end; mm."""

    document: Document
    style: Style
    view_box: Box
    outline: Outline
    safe: float


class TextSlot(Struct, frozen=True):
    """A text that differs from face to face: its recipe, and its number among the texts between the tags.

    `is_inside` tells that it keeps from the top and the bottom of the safe zone, whatever its letters.
    """

    recipe: TextRecipe
    index: int
    is_inside: bool

    def draw(self, text: str) -> Text | None:
        """Return the run of a text between tags; None if it is blank."""
        run = self.recipe.make_run(collapse_blanks(replace_entities(text, "")))
        return run[0] if run else None

    def draw_hollow(self) -> Text:
        """Return a run without letters."""
        at, (font, size, paint, setting) = self.recipe, self.recipe[3:]
        return Text(at.x, at.y, "", font, size, width=0.0, paint=paint, setting=setting)


class Stencil(Struct, frozen=True):
    """What faces with the same tags have in common: the view box, and shapes with a slot for each text in the root.

    The other texts between the tags, most of them blanks, are picked and must be `fixed`. `count` is that of the shapes
    and of the slots. `left` and `right` are the ends of the safe zone. A face in which no slot is blank has a `layout`.
    """

    view_box: Box
    parts: tuple[tuple[Shape, ...] | TextSlot, ...]
    pick: Callable[[Sequence[str]], tuple[str, ...]]
    fixed: tuple[str, ...]
    count: int
    left: float
    right: float
    layout: SharedLayout | None

    def draw(self, texts: Sequence[str]) -> tuple[tuple[Shape, ...], tuple[Text, ...]] | None:
        """Return the shapes of a face by the texts between its tags, and those texts that may leave the safe zone.

        None for a face that differs in more than its slots, or has too many shapes. DrawingError for a text that cannot
        be drawn.
        """
        if self.pick(texts) != self.fixed:
            return None
        shapes: list[Shape] = []
        near: list[Text] = []
        is_full = True
        for part in self.parts:
            if not isinstance(part, TextSlot):
                shapes += part
                continue
            text = part.draw(texts[part.index])
            if text is None:
                is_full = False
                continue
            shapes.append(text)
            if not (part.is_inside and text.x >= self.left and text.x + text.width <= self.right):
                near.append(text)
        if self.count + sum(map(len, texts)) // 20 > MOST_SHAPES:  # as `count_shapes` counts, or a little more
            return None
        laid = LaidShapes.lay(shapes, self.layout) if self.layout is not None and is_full else tuple(shapes)
        return laid, tuple(near)


class StencilCache:
    """The stencils of a parser and a painter; one is made when tags come a second time.

    All are forgotten when the parser or the painter begins to forget: equal elements must give the same shape, with and
    without a stencil, or two processes would write different bytes.
    """

    def __init__(self, reader: SvgParser, painter: Painter) -> None:
        self._reader, self._painter = reader, painter
        self._memories: tuple[object, object] = reader.memory, painter.memory
        self._seen: set[int] = set()  # hashes of keys
        self._stencils: dict[_Key, Stencil | None] = {}

    @staticmethod
    def takes(text: str) -> bool:
        """Return whether a face can have a stencil: it has texts, and is not too long to be kept."""
        return len(text) <= _MOST_CHARACTERS and "<text" in text

    def find(self, parts: Sequence[str], limits: Hashable) -> Stencil | None:
        """Return the stencil for a face that is split into tags and texts; `limits` are what it is checked against."""
        reader, painter = self._memories
        if reader is not self._reader.memory or painter is not self._painter.memory:
            self._stencils.clear()
            self._memories = self._reader.memory, self._painter.memory
        return self._stencils.get((tuple(parts[1::2]), limits))

    def learn(self, parts: Sequence[str], limits: Hashable, face: SoundFace) -> None:
        """Note a face that was found sound, and make a stencil of it if its tags came before."""
        key = tuple(parts[1::2]), limits
        if hash(key) not in self._seen:
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()
            self._seen.add(hash(key))
        elif key not in self._stencils:
            if len(self._stencils) >= _MOST_STENCILS:
                self._stencils.clear()
            self._stencils[key] = _make_stencil(self._painter, parts, face)


def _make_stencil(painter: Painter, parts: Sequence[str], face: SoundFace) -> Stencil | None:
    """Return the stencil of a face; None if no text stands directly in the root, which is the only place for a slot."""
    tags, texts = parts[1::2], parts[::2]
    found: list[tuple[Shape, ...] | TextSlot] = []
    children = [child for child in face.document.root.content if isinstance(child, Element)]
    for child, tag in zip(children, _find_children(tags), strict=True):
        recipe = painter.find_recipe(child, face.style) if "id" not in child.attributes else None
        if recipe:
            found.append(TextSlot(recipe, tag + 1, _keeps_inside(recipe, face)))
        elif drawn := painter.draw_element(child, face.style, face.document):
            found.append(drawn)
    slots = {part.index for part in found if isinstance(part, TextSlot)}
    if not slots:
        return None
    pick = itemgetter(*(index for index in range(len(texts)) if index not in slots))
    count = len(slots) + sum(count_shapes(part, MOST_SHAPES, MOST_SHAPES) for part in found if isinstance(part, tuple))
    return Stencil(
        face.view_box,
        tuple(found),
        pick,
        fixed=pick(texts),
        count=count,
        left=face.safe,
        right=face.outline.width - face.safe,
        layout=_lay_out(found),
    )


def _keeps_inside(recipe: TextRecipe, face: SoundFace) -> bool:
    """Return whether a text keeps from the top and the bottom of a rectangle, whatever its letters."""
    top, bottom = recipe.y - recipe.size * recipe.font.ascent, recipe.y - recipe.size * recipe.font.descent
    return face.outline.shape == "rect" and top >= face.safe and bottom <= face.outline.height - face.safe


def _lay_out(parts: Sequence[tuple[Shape, ...] | TextSlot]) -> SharedLayout | None:
    """Return the layout of a stencil; None if one of its texts is not painted."""
    shapes, slots = list[Shape](), list[int]()
    for part in parts:
        if not isinstance(part, TextSlot):
            shapes += part
        elif part.recipe.paint.fill is None and part.recipe.paint.stroke is None:
            return None
        else:
            slots.append(len(shapes))
            shapes.append(part.draw_hollow())
    return SharedLayout(tuple(shapes), tuple(slots))


def _find_children(tags: Sequence[str]) -> Iterator[int]:
    """Yield the number of the tag that begins each element directly in the root."""
    depth = 0
    for number, tag in enumerate(tags):
        if tag.startswith(("<!", "<?")):
            continue
        if tag.startswith("</"):
            depth -= 1
            continue
        if depth == 1:
            yield number
        depth += not tag.endswith("/>")
