"""What a figure of the rules shows, read from its data: pieces and ways."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from generator.model.board import Board
from generator.model.cell_ranges import parse_cells
from generator.model.figure import FigureData
from generator.model.finding import Place
from generator.model.game import Game, Part

Path = tuple[str | int, ...]


class ShownPiece(NamedTuple):
    """A face of the kit that a figure shows at a path of its data; `design` is empty if it names none of several."""

    part: str
    design: str
    path: Path

    @property
    def name(self) -> str:
        """Return its name in messages."""
        return f"{self.part}.{self.design}" if self.design else self.part


class ShownWay(NamedTuple):
    """An arrow over cells."""

    cells: tuple[str, ...]
    path: Path


class FigureScene:
    """A figure with all that it shows."""

    def __init__(self, game: Game, parts: Mapping[str, Part], name: str) -> None:
        self.game, self.parts, self.name = game, parts, name
        self.data: FigureData = game.data.figures[name]

    def place(self, *path: str | int) -> Place:
        """Return the place of a value of the figure."""
        return self.game.place("figures", self.name, *path)

    @cached_property
    def board(self) -> Board | None:
        """Return the cells and joins of the board that it shows, if it shows one."""
        named = [self.data.part or "", *self.data.parts]
        return next((self.parts[each].board for each in named if each in self.parts and self.parts[each].board), None)

    @cached_property
    def pieces(self) -> tuple[ShownPiece, ...]:
        """Return the pieces of a figure of its kind."""
        return tuple(
            ShownPiece(part, _name_design(self.parts[part], design), path)
            for part, design, path in self._list_pieces()
            if part in self.parts
        )

    def _list_pieces(self) -> Iterator[tuple[str, str | None, Path]]:
        if self.data.kind == "face":
            yield self.data.part or "", self.data.design, ()
        for number, piece in enumerate(self.data.pieces or ()):
            yield piece.part, piece.design, ("pieces", number)
        for number, thing in enumerate(self.data.things or ()):
            yield thing.part, thing.design, ("things", number)

    @cached_property
    def ways(self) -> tuple[ShownWay, ...]:
        """Return the arrows over cells that exist."""
        board = self.board
        if board is None:
            return ()
        found = []
        for number, way in enumerate(self.data.paths or ()):
            cells = [cell for item in way.cells or () for cell in parse_cells(item).select(board.cells)[0]]
            cells = [*board.routes.get(way.route, ())] if way.route else cells
            found += [ShownWay(tuple(cells), ("paths", number))] if len(cells) > 1 else []
        return tuple(found)


def read_scenes(game: Game, parts: Sequence[Part]) -> dict[str, FigureScene]:
    """Return what each figure shows."""
    known = {part.id: part for part in parts}
    return {name: FigureScene(game, known, name) for name in game.data.figures}


def walk_texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield each text in nested values, with its path."""
    for where, leaf in walk_values(value, path):
        if isinstance(leaf, str):
            yield where, leaf


def walk_values(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield each value that is neither a list nor a mapping, with its path."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path, value
    for key, each in inner or ():
        yield from walk_values(each, (*path, key))


def _name_design(part: Part, design: str | None) -> str:
    return design or (part.designs[0].id if len(part.designs) > 1 else "")
