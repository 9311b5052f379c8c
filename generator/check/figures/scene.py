"""What a figure of the rules shows, read from its data: pieces, ways, highlights, labels and printed numbers."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from math import atan2, degrees
from typing import Any, NamedTuple

from generator.geometry.bounds import union_boxes
from generator.geometry.types import Box, Point
from generator.model.board import Board
from generator.model.cell_ranges import parse_cells
from generator.model.color import Color
from generator.model.figure import FigureData
from generator.model.finding import Place
from generator.model.game import Design, Game, Part

Path = tuple[str | int, ...]

_GRID_TURN = 15.0  # degrees: steps on grids of squares, hexagons and triangles go in multiples of it
_GRID_SLACK = 3.0  # degrees


class ShownPiece(NamedTuple):
    """A face of the kit in a figure; `at` is its middle in mm, on the board if it has a `cell`, else in the figure.

    `role` is the color of its design, or empty; `facts` are the words of its row, `number` the one in its id.
    """

    part: str
    design: str
    side: str
    role: str
    facts: frozenset[str]
    number: int | None
    path: Path
    cell: str = ""
    at: Point | None = None
    copies: int = 1
    width: float | None = None
    says: str = ""

    @property
    def name(self) -> str:
        """Return its name in messages."""
        return f"{self.part}.{self.design}" if self.design else self.part


class ShownWay(NamedTuple):
    """An arrow over cells; its `role` is empty if it is drawn in ink."""

    cells: tuple[str, ...]
    role: str
    dashed: bool
    says: str
    path: Path

    @property
    def steps(self) -> int:
        """Return the number of steps."""
        return len(self.cells) - 1


class ShownLabel(NamedTuple):
    """Words that name a cell, a group of a face or a point."""

    at: str | Point
    says: str
    path: Path


class FigureScene:
    """A figure with all that it shows; `inner` are the scenes of its steps, `beside` those of its siblings."""

    def __init__(self, game: Game, parts: Mapping[str, Part], name: str) -> None:
        self.game, self.parts, self.name = game, parts, name
        self.data: FigureData = game.data.figures[name]
        self.inner: tuple[FigureScene, ...] = ()
        self.beside: tuple[FigureScene, ...] = ()

    def place(self, *path: str | int) -> Place:
        """Return the place of a value of the figure."""
        return self.game.place("figures", self.name, *path)

    def find_value(self, path: Path) -> Any:
        """Return one of the values for its template, by the path that begins with `values`."""
        found: Any = self.data.values
        for key in path[1:]:
            found = found[key]
        return found

    @cached_property
    def board_part(self) -> Part | None:
        """Return the board that it shows, if it shows one."""
        named = [self.data.part or "", *self.data.parts]
        return next((self.parts[each] for each in named if each in self.parts and self.parts[each].board), None)

    @property
    def board(self) -> Board | None:
        """Return the cells and joins of that board."""
        return self.board_part.board if self.board_part else None

    @cached_property
    def pieces(self) -> tuple[ShownPiece, ...]:
        """Return its pieces: those of its kind, or those that the values of a template name."""
        if self.data.kind is None:
            return tuple(_pieces_of_values(self))
        return tuple(_pieces_of_kind(self))

    @cached_property
    def all_pieces(self) -> tuple[ShownPiece, ...]:
        """Return its own pieces and those of its steps."""
        return (*self.pieces, *(piece for scene in self.inner for piece in scene.pieces))

    @cached_property
    def ways(self) -> tuple[ShownWay, ...]:
        """Return its arrows over cells that exist."""
        return tuple(_find_ways(self))

    @cached_property
    def all_ways(self) -> tuple[ShownWay, ...]:
        """Return its own arrows and those of its steps."""
        return (*self.ways, *(way for scene in self.inner for way in scene.ways))

    @cached_property
    def labels(self) -> tuple[ShownLabel, ...]:
        """Return its labels, also those that the values of a template list as `at` and `says`."""
        own = [ShownLabel(each.at, each.says, ("labels", n)) for n, each in enumerate(self.data.labels or ())]
        for path, value in walk_mappings(self.data.values, ("values",)):
            if isinstance(value.get("says"), str) and isinstance(value.get("at"), str):
                own.append(ShownLabel(value["at"], value["says"], path))
        return tuple(own)

    @cached_property
    def view(self) -> Box:
        """Return the box of the board that is in view, mm of the board."""
        assert self.board is not None
        shown = expand_cells(self.board, self.data.show or ())
        boxes = [self.board.cells[name].box for name in shown]
        return union_boxes(boxes) if boxes else (0.0, 0.0, self.board.width, self.board.height)

    @cached_property
    def marked_cells(self) -> frozenset[str]:
        """Return the cells that a piece, a way, a highlight or a label is on."""
        found = {piece.cell for piece in self.pieces} | {cell for way in self.ways for cell in way.cells}
        found |= {label.at for label in self.labels if isinstance(label.at, str)}
        if self.board:
            for each in self.data.highlight or ():
                found |= set(expand_cells(self.board, each.cells))
            found |= {value for _, value in walk_texts(self.data.values, ()) if value in self.board.cells}
        return frozenset(found - {""})

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the words that its data print: on ways, below things, of labels and steps."""
        said = [way.says for way in self.ways] + [label.says for label in self.labels]
        said += [piece.says for piece in self.pieces] + [step.says or "" for step in self.data.steps or ()]
        return tuple(filter(None, said))


def read_scenes(game: Game, parts: Sequence[Part]) -> dict[str, FigureScene]:
    """Return what each figure shows."""
    known = {part.id: part for part in parts}
    scenes = {name: FigureScene(game, known, name) for name in game.data.figures}
    for scene in scenes.values():
        scene.inner = tuple(scenes[step.figure] for step in scene.data.steps or () if step.figure in scenes)
        for each in scene.inner:
            each.beside = (*each.beside, *(other for other in scene.inner if other is not each))
    return scenes


def expand_cells(board: Board, items: Iterable[str]) -> list[str]:
    """Return the cells of ids, runs and patterns that exist."""
    found: list[str] = []
    for item in items:
        found += parse_cells(item).select(board.cells)[0]
    return found


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


def walk_mappings(value: Any, path: Path) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield each mapping in nested values, outermost first, with its path."""
    if isinstance(value, Mapping):
        yield path, value
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from walk_mappings(each, (*path, key))


def measure_distance(board: Board, start: str, end: str) -> int | None:
    """Return the smallest number of steps between two cells, in any direction; None if no joins connect them."""
    near: dict[str, set[str]] = {}
    for join in board.joins:
        near.setdefault(join.one, set()).add(join.other)
        near.setdefault(join.other, set()).add(join.one)
    far, queue = {start: 0}, deque([start])
    while queue and end not in far:
        here = queue.popleft()
        for each in near.get(here, ()):
            if each not in far:
                far[each] = far[here] + 1
                queue.append(each)
    return far.get(end)


def find_runs(board: Board, way: ShownWay) -> Iterator[tuple[float, float, int]]:
    """Yield the straight runs of a way: the signs of x and y (0 if nearly none), and the number of steps."""
    last, count = (0, 0), 0
    for one, other in pairwise(way.cells):
        here, there = board.cells[one], board.cells[other]
        dx, dy = there.x - here.x, there.y - here.y
        most = max(abs(dx), abs(dy)) or 1.0
        step = tuple(0 if abs(each) < 0.3 * most else 1 if each > 0 else -1 for each in (dx, dy))
        if step != last and count:
            yield (*last, count)
            count = 0
        last, count = (step[0], step[1]), count + 1
    if count:
        yield (*last, count)


def count_leaning_steps(board: Board, way: ShownWay, toward: tuple[float, float]) -> int:
    """Return how many steps of a way in a row lead `toward` a side, however they slant; 0 on a regular grid."""
    cells = [board.cells[name] for name in way.cells]
    moves = [(there.x - here.x, there.y - here.y) for here, there in pairwise(cells)]
    if not any(_is_irregular(degrees(atan2(dy, dx))) for dx, dy in moves):
        return 0
    runs = groupby(moves, key=lambda move: move[0] * toward[0] + move[1] * toward[1] > 0)
    return max((len([*some]) for leads, some in runs if leads), default=0)


def _is_irregular(turn: float) -> bool:
    """Return whether a direction is none of those that steps on grids have."""
    off = turn % _GRID_TURN
    return min(off, _GRID_TURN - off) > _GRID_SLACK


def _pieces_of_kind(scene: FigureScene) -> Iterator[ShownPiece]:
    data = scene.data
    if data.kind == "face" and (data.part or "") in scene.parts:
        yield _describe_piece(scene.parts[data.part or ""], data.design, data.side or "front", ())
    for number, each in enumerate(data.pieces or ()):
        if each.part in scene.parts:
            made = _describe_piece(scene.parts[each.part], each.design, each.side, ("pieces", number))
            yield made._replace(cell=each.at, at=_find_middle(scene, each.at), width=each.scale)
    for number, thing in enumerate(data.things or ()):
        if thing.part in scene.parts:
            made = _describe_piece(scene.parts[thing.part], thing.design, thing.side, ("things", number))
            yield made._replace(at=thing.at, copies=thing.copies, width=thing.width, says=thing.says or "")


def _find_middle(scene: FigureScene, cell: str) -> Point | None:
    if scene.board is None or cell not in scene.board.cells:
        return None
    return scene.board.cells[cell].x, scene.board.cells[cell].y


def _describe_piece(part: Part, design: str | None, side: str, path: Path) -> ShownPiece:
    made = next((each for each in part.designs if each.id == design), part.designs[0])
    number = made.id.rpartition(".")[2]
    numbered = len(part.designs) > 1 and number.isdecimal() and side != "back"
    named = design if design or len(part.designs) == 1 else made.id
    facts = find_facts(made) | find_panel_facts(part, made, side) | find_kin(part, made)
    return ShownPiece(part.id, named or "", side, find_role(made), facts, int(number) if numbered else None, path)


def find_role(design: Design) -> str:
    """Return the color role of a design; empty if it has none."""
    return next((value.role for value in design.values.values() if isinstance(value, Color)), "")


def find_facts(design: Design) -> frozenset[str]:
    """Return the words in the row of a design."""
    row = design.values.get("row")
    texts = [each for each in row.values() if isinstance(each, str)] if isinstance(row, Mapping) else []
    return frozenset(text.lower() for text in texts if text.isalpha() and len(text) > 2)


def find_kin(part: Part, design: Design) -> frozenset[str]:
    """Return the ids of designs that a design is a kind of: `fork` of `fork-koi`, which words may call a fork."""
    kind = design.id.lower().rpartition("-")[0]
    return frozenset({kind} if any(each.id.lower() == kind for each in part.designs) else ())


def find_panel_facts(part: Part, design: Design, side: str) -> frozenset[str]:
    """Return the words and numbers on one side of a die."""
    faces = design.values.get("faces")
    given = [each for each in faces if isinstance(each, Mapping)] if isinstance(faces, list) else []
    said = next((each.get("value", "") for each in given if each.get("id") == side), "")
    return frozenset(str(said).lower().split())


def _pieces_of_values(scene: FigureScene) -> Iterator[ShownPiece]:
    """Yield the pieces that the values of a template name by a design's id, or by a color and the words of a row."""
    named = [each for each in (scene.data.part, *scene.data.parts) if each]
    parts = [scene.parts[each] for each in dict.fromkeys(named) if each in scene.parts and not scene.parts[each].board]
    designs = {design.id: part for part in reversed(parts) if len(part.designs) > 1 for design in part.designs}
    for path, text in walk_texts(scene.data.values, ("values",)):
        if text in designs:
            yield _describe_piece(designs[text], text, "front", path)
    yield from _pieces_by_key(scene)
    for path, value in walk_mappings(scene.data.values, ("values",)):
        texts = [each for each in value.values() if isinstance(each, str)]
        role = next((each for each in texts if each in scene.game.colors), "")
        facts = {each.lower() for each in texts if each.isalpha()}
        found = [each for each in _designs_in(parts, role) if find_facts(each[1]) and find_facts(each[1]) <= facts]
        if role and len(found) == 1:
            made = _describe_piece(found[0][0], found[0][1].id, "front", path)
            cell = next((each for each in texts if scene.board and each in scene.board.cells), "")
            yield made._replace(cell=cell, at=_find_middle(scene, cell))


def _pieces_by_key(scene: FigureScene) -> Iterator[ShownPiece]:
    """Yield the pieces that values place by their part's id, as `pawn: r4c3`."""
    for key, value in scene.data.values.items():
        if key in scene.parts and scene.board is not None and isinstance(value, str) and value in scene.board.cells:
            middle = _find_middle(scene, value)
            yield ShownPiece(key, "", "front", "", frozenset(), None, ("values", key), value, middle)


def _designs_in(parts: Iterable[Part], role: str) -> Iterator[tuple[Part, Design]]:
    for part in parts:
        yield from ((part, design) for design in part.designs if find_role(design) == role)


def _find_ways(scene: FigureScene) -> Iterator[ShownWay]:
    board = scene.board
    if board is None:
        return
    for number, way in enumerate(scene.data.paths or ()):
        cells = board.routes.get(way.route, ()) if way.route else expand_cells(board, way.cells or ())
        if len(cells) > 1:
            yield ShownWay(tuple(cells), way.color or "", way.dashed, way.says or "", ("paths", number))
    for path, value in walk_mappings(scene.data.values, ("values",)):
        ends = value.get("from"), value.get("to")
        in_list = isinstance(path[-1], int)
        if in_list and all(isinstance(end, str) and end in board.cells for end in ends):
            yield ShownWay((str(ends[0]), str(ends[1])), "", False, "", path)
        for key, cells in value.items():
            if isinstance(cells, list) and len(cells) > 2 and all(_is_cell(board, each) for each in cells):
                yield ShownWay(tuple(cells), "", False, "", (*path, key))


def _is_cell(board: Board, value: Any) -> bool:
    return isinstance(value, str) and value in board.cells
