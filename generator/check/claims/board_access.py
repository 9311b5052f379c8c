"""Access to boards for claim functions, with the places of their data."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

from generator.check.analysis.board_survey import survey_board
from generator.check.analysis.board_walks import StepGraph, build_graph
from generator.check.claims.calls import MAX_PLACES, Answer, places_of_items
from generator.check.claims.context import ClaimContext
from generator.check.data.board_graph import place_of_cell
from generator.language.expressions import ExpressionError, spell_value
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell, Section
from generator.model.cell_ranges import find_cell_id
from generator.model.finding import Place

Result = TypeVar("Result")
KeyPath = tuple[str, ...]
GENERATOR_KEY = "{generator}"  # in a path: the key of the board's generator, whichever it is
CELL_KEYS: tuple[KeyPath, ...] = ((GENERATOR_KEY,), ("slots",), ("pockets",), ("cells", "*", "blocked"))
JOIN_KEYS: tuple[KeyPath, ...] = (("joins",), ("cuts",), *CELL_KEYS)


class BoardView:
    """A board as claims ask about it; ExpressionError if the part is not a board.

    `declared` is the board of the data; `origin` are the words that a message adds to name the sheets.
    """

    def __init__(self, world: ClaimContext, board: str) -> None:
        part = world.get_part(board)
        if part.board is None:
            raise ExpressionError(f"{board!r} is a {part.kind} and has no cells")
        self.world, self.name, self.part, self.declared = world, board, part, part.board
        self.origin = " of the sheets" if world.name == "sheets" else ""

    @property
    def here(self) -> Board:
        """Return the board of this context: of the data, or as printed (NeedsFiles)."""
        if not self.world.reads_sheets(self.name):
            return self.declared
        known = self.world.boards
        if self.name not in known:
            known[self.name] = survey_board(self.part, self.world.find_fronts(self.name))
        return known[self.name]

    @property
    def graph(self) -> StepGraph:
        """Return where each cell of the board of this context leads (NeedsFiles)."""
        whole, known = self.here, self.world.graphs
        if self.name not in known:
            known[self.name] = build_graph(whole)
        return known[self.name]

    def require(self, what: str, name: Any, names: Collection[str]) -> str:
        """Return a name if it exists (ExpressionError with the nearest one)."""
        if not isinstance(name, str) or name not in names:
            hint = did_you_mean(str(name), filter(None, names))
            raise ExpressionError(f"{self.name!r} has no {what} {spell_value(name)}{hint}")
        return name

    def require_join_kind(self, kind: str | None) -> None:
        """Check the kind of a join; `side` and `corner` always exist (ExpressionError)."""
        if kind is not None:
            self.require("join of kind", kind, {join.kind for join in self.declared.joins} | {"side", "corner"})

    def pick_kind(self, kind: str | None) -> set[str] | None:
        """Return the cells of a kind of the data; None for no kind (ExpressionError)."""
        if kind is None:
            return None
        cells = self.declared.cells.values()
        self.require("kind", kind, {cell.kind for cell in cells})
        return {cell.id for cell in cells if cell.kind == kind}

    def list_declared(self, what: str | Sequence[str]) -> list[str]:
        """Return the ids of one cell or of a list of cells of the data (ExpressionError)."""
        every = [what] if isinstance(what, str) else list(what)
        for name in every:
            if not isinstance(name, str):
                self.require("cell", name, self.declared.cells)
        names = [find_cell_id(name, self.declared.cells, self.declared.names) for name in every]
        for name in names:
            if name in self.declared.areas and name not in self.declared.cells:
                area = f"{name!r} is an area of {self.name!r}, not a cell"
                raise ExpressionError(f"{area}; write area({self.name!r}, {name!r})")
            self.require("cell", name, self.declared.cells)
        return names

    def get_cell(self, name: str) -> Cell:
        """Return a cell of the board in this context (ExpressionError)."""
        (name,) = self.list_declared(name)
        if name not in (cells := self.here.cells):
            raise ExpressionError(f"the sheets do not print the cell {name!r} of {self.name!r}")
        return cells[name]

    def get_ids(self, what: str | Sequence[str]) -> list[str]:
        """Return the ids of one cell or of a list of cells, all of which exist in this context (ExpressionError)."""
        return [self.get_cell(name).id for name in self.list_declared(what)]

    def get_sections(self) -> dict[str, Section]:
        """Return the sections of a board; on the sheets, those that are printed."""
        designs = self.part.designs
        if self.world.reads_sheets(self.name):
            printed = {face.design for face in self.world.find_fronts(self.name)}
            designs = tuple(design for design in designs if design.id in printed)
        return {design.section.id: design.section for design in designs if design.section}

    def places_of(self, cells: Sequence[str]) -> Callable[[], list[Place]]:
        """Return a function that finds the places in the data of the first and the last of some cells."""
        ends = dict.fromkeys((*cells[:1], *cells[-1:]))
        return lambda: [place_of_cell(self.world.game, self.part, cell) for cell in ends]

    def answer(self, result: Result, *paths: KeyPath) -> Answer[Result]:
        """Return an answer that rests on the items of these keys of the part."""
        return Answer(result, self.places(*paths))

    def places(self, *paths: KeyPath) -> Callable[[], list[Place]]:
        """Return a function that finds the places in the data: the items of each of these keys; `*` is any key.

        If there are more than a message shows, they are sorted, so that they are shown as a span.
        """

        def found() -> list[Place]:
            places = list(dict.fromkeys(self._find_places(paths)))
            return sorted(places) if len(places) > MAX_PLACES else places or [self.world.game.place("parts", self.name)]

        return found

    def _find_places(self, paths: tuple[KeyPath, ...]) -> Iterator[Place]:
        every = self.world.game.places
        for path in paths:
            keys = (self.declared.generator if key == GENERATOR_KEY else key for key in path)
            whole = "parts", self.name, *keys
            if "*" in path:
                yield from (at for key, at in every.items() if len(key) == len(whole) and _matches(whole, key))
            elif whole in every:
                yield from places_of_items(self.world.game, *whole)


def _matches(whole: KeyPath, path: tuple[str | int, ...]) -> bool:
    return all(word in ("*", key) for word, key in zip(whole, path, strict=True))


def describe_cell(cell: Cell) -> dict[str, Any]:
    """Return the facts of a cell that claims can ask for; lengths in mm."""
    xs, ys = zip(*cell.points, strict=True)
    size = {"x": cell.x, "y": cell.y, "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
    facts = {"id": cell.id, "kind": cell.kind, "border": cell.border, "color": cell.color, "label": cell.label}
    return facts | {key: round(value, 3) for key, value in size.items()}
