"""Draw a face like one before it: faces with the same tags differ in their texts alone.

A deck's template yields the same tags for many cards. Their shapes are kept with a slot for each text, so that nothing
but the texts is read and set anew.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from operator import itemgetter

from msgspec import Struct

from generator.geometry.types import Box
from generator.model.picture import Shape, Text
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


class TextSlot(Struct, frozen=True):
    """A text that differs from face to face: its recipe, and its number among the texts between the tags."""

    recipe: TextRecipe
    index: int


class Stencil(Struct, frozen=True):
    """What faces with the same tags have in common: the view box, and shapes with a slot for each text in the root.

    The other texts between the tags, most of them blanks, are picked and must be `fixed`. `count` is that of the shapes
    that are no texts in slots.
    """

    view_box: Box
    parts: tuple[tuple[Shape, ...] | TextSlot, ...]
    pick: Callable[[Sequence[str]], tuple[str, ...]]
    fixed: tuple[str, ...]
    count: int

    def draw(self, texts: Sequence[str]) -> tuple[tuple[Shape, ...], tuple[Text, ...]] | None:
        """Return the shapes of a face by the texts between its tags, and those of them that were in no face before.

        None for a face that differs in more than its slots, or has too many shapes. DrawingError for a text that cannot
        be drawn.
        """
        if self.pick(texts) != self.fixed:
            return None
        shapes: list[Shape] = []
        new: list[Text] = []
        for part in self.parts:
            if isinstance(part, TextSlot):
                run = part.recipe.make_run(collapse_blanks(replace_entities(texts[part.index], "")))
                shapes += run
                new += run
            else:
                shapes += part
        if (
            self.count + len(new) + sum(map(len, texts)) // 20 > MOST_SHAPES
        ):  # as `count_shapes` counts, or a little more
            return None
        return tuple(shapes), tuple(new)


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

    def learn(self, parts: Sequence[str], limits: Hashable, document: Document, style: Style, view_box: Box) -> None:
        """Note a face that was found sound, and make a stencil of it if its tags came before."""
        key = tuple(parts[1::2]), limits
        if hash(key) not in self._seen:
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()
            self._seen.add(hash(key))
        elif key not in self._stencils:
            if len(self._stencils) >= _MOST_STENCILS:
                self._stencils.clear()
            self._stencils[key] = _make_stencil(self._painter, parts, document, style, view_box)


def _make_stencil(
    painter: Painter, parts: Sequence[str], document: Document, style: Style, view_box: Box
) -> Stencil | None:
    """Return the stencil of a face; None if no text stands directly in the root, which is the only place for a slot."""
    tags, texts = parts[1::2], parts[::2]
    found: list[tuple[Shape, ...] | TextSlot] = []
    children = [child for child in document.root.content if isinstance(child, Element)]
    for child, tag in zip(children, _find_children(tags), strict=True):
        recipe = painter.find_recipe(child, style) if "id" not in child.attributes else None
        if recipe:
            found.append(TextSlot(recipe, tag + 1))
        elif drawn := painter.draw_element(child, style, document):
            found.append(drawn)
    slots = {part.index for part in found if isinstance(part, TextSlot)}
    if not slots:
        return None
    pick = itemgetter(*(index for index in range(len(texts)) if index not in slots))
    count = sum(count_shapes(part, MOST_SHAPES, MOST_SHAPES) for part in found if isinstance(part, tuple))
    return Stencil(view_box, tuple(found), pick, pick(texts), count)


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
