"""A board and one of its sections go in, the section's picture comes out: the board is drawn once for all of them."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.fonts.truetype import FontBook
from generator.model.board import Section
from generator.model.finding import DataError, Finding
from generator.model.game import Design, Game, Part
from generator.model.lru_cache import Recent
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.render.request import Face, Order

if TYPE_CHECKING:
    from generator.render.sections import Boxed


class Board(NamedTuple):
    """A board drawn whole: what its sections are cut from, and what is wrong, by the section where it is said.

    `values` are kept so that nothing else can come to have their identity, by which the board is found.
    """

    values: Mapping[str, Any]
    picture: Picture
    shapes: "tuple[Boxed, ...]"
    wrong: Mapping[str, Sequence[str]]


class Seamed:
    """The boards of a game that are cut into sections; `face` draws one of them whole."""

    def __init__(self, game: Game, fonts: FontBook, face: Callable[[Order, Face], Picture]) -> None:
        self._game = game
        self._fonts = fonts
        self._face = face
        self._boards: dict[tuple[str, Side, int], Board] = {}
        self._cuts: Recent[tuple[Picture, Section, tuple[Section, ...]], Picture] = Recent(256)

    def section(self, order: Order, design: Design, side: Side) -> Picture:
        """Return a section of a board, which is drawn once for all of them."""
        from generator.render import sections  # few games have any, and a small build is mostly start-up

        part = order.part
        assert part.board is not None
        assert design.section is not None
        every = self._cut(part, side)
        section = next(each for each in every if each.id == design.section.id)
        board = self.whole(order, design, side)
        if wrong := board.wrong.get(section.id):
            place = self._game.place("parts", part.id, "sections", section.id)
            raise DataError([Finding("GF305", place, f"{text} (drawing {order.piece})") for text in wrong])
        key = board.picture, section, every
        made = self._cuts.get(key)
        sans = self._fonts.find("Source Sans Pro", 400, False)
        return made or self._cuts.put(key, sections.cut(board.shapes, section, every, sans))

    def _cut(self, part: Part, side: Side) -> tuple[Section, ...]:
        """Return the sections of a board as they lie on a side."""
        from generator.render import sections

        every = part.board.sections if part.board else ()
        return tuple(sections.mirrored(each, part.outline.width) for each in every) if side == "back" else every

    def whole(self, order: Order, design: Design, side: Side) -> Board:
        """Return the board that sections are cut from; only those that the data name are held to what seams cut."""
        from generator.render import sections

        part, every = order.part, self._cut(order.part, side)
        key = part.id, side, id(design.values)
        if key not in self._boards:
            named = any(("parts", part.id, "sections", each.id) in self._game.places for each in every)
            boxes = tuple(each.box for each in every) if named else ()
            picture = self._face(order, Face(part.outline, part.safe, boxes=boxes, bleeds=False))
            shapes = sections.boxed(picture.shapes)
            wrong: dict[str, list[str]] = defaultdict(list)
            if named:
                for section, text in sections.split_texts(picture.shapes, every):
                    wrong[section].append(text)
                wrong[every[0].id] += sections.lost(shapes, every)
            self._boards[key] = Board(design.values, picture, shapes, wrong)
        return self._boards[key]
