"""What Pharaoh reads from the data: spaces, edges, lines and pyramids, and what a step costs."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Generic, NamedTuple, TypeVar

from generator.model.board import Board
from generator.play.engine import Seat
from generator.play.material import Material, index_cells, order_around, repeat_rows

_DIAGONAL = 2  # times the pips that a diagonal step costs (R11, K11)


class Step(NamedTuple):
    """A step of one of a player's pyramids to a cell, for movement points; `STOP` ends the turn."""

    piece: int
    target: int
    cost: int


STOP = Step(-1, -1, 0)


class _Mover(NamedTuple):
    """A pyramid that some points pay for: its neighbors as bits and its steps by them, both by cells."""

    piece: int
    rank: int
    around: list[int]
    steps: list["_StepTable[Step]"]


class _Way(NamedTuple):
    """A pyramid of a player that moves, straight or on diagonals too."""

    piece: int
    diagonal: bool


class QuickStep(NamedTuple):
    """A step with what it changes: the cells of its player, and those of larger pyramids, both by sizes."""

    piece: int
    target: int
    cost: int
    own: int
    larger: int


_Taken = TypeVar("_Taken", Step, QuickStep)


class _QuickPlace(NamedTuple):
    """The neighbors of a cell as bits at the size of a pyramid, and the steps to them by those that are blocked."""

    around: int
    steps: "_StepTable[QuickStep]"


class _StepTable(dict[int, tuple[_Taken, ...]], Generic[_Taken]):
    """The steps of a pyramid from a cell by the blocked ones among its neighbors, as bits that begin at a shift."""

    def __init__(self, every: Iterable[_Taken], shift: int = 0) -> None:
        self._every: tuple[_Taken, ...] = tuple(every)
        self._shift = shift

    def __missing__(self, blocked: int) -> tuple[_Taken, ...]:
        free = ~blocked >> self._shift
        found = self[blocked] = tuple(step for step in self._every if free >> step.target & 1)
        return found


class StepTables(NamedTuple):
    """What whole games need.

    `own` is each cell as bits at all sizes, and `larger` at the sizes below that of each pyramid, 0 off the board;
    `movers` are, by points, the pyramids that they pay for, with their places by cells.
    """

    own: list[int]
    larger: list[list[int]]
    movers: list[list[tuple[int, list[_QuickPlace]]]]


class PharaohTables:
    """Spaces, edges, lines, pyramids and the die of the data, as tables that are made once."""

    def __init__(self, material: Material) -> None:
        self.players = material.players
        self.faces = material.faces("die")
        self.board = board = material.find_board("board")
        self.cells = tuple(board.cells)
        self._number = index_cells(self.cells)
        areas = {name: [board.cells[cell] for cell in area] for name, area in board.areas.items()}
        self.edges = order_around(board, areas)
        if max(self.players) > len(self.edges):
            material.refuse("there are more players than areas of the board to enter by", "players")
        rows = repeat_rows(material.rows("pyramid"))
        self.pieces = [(str(row.get("id", number)), row["pips"]) for number, row in enumerate(rows)]
        self.pips = material.column("pyramid", "pips") and [pips for _, pips in self.pieces]
        sizes = sorted(set(self.pips))
        self.rank = [sizes.index(pips) for pips in self.pips]
        self.ranks = len(sizes)
        self.colors = material.colors("player")
        self.lines = {players: self._read_lines(material, players) for players in self.players}
        self.neighbors = _list_neighbors(board, self.cells, [board.areas[edge] for edge in self.edges])
        self.movers = self._list_movers()
        self.quick = self._prepare_whole_games()
        self._from_edge, self._between = self._measure_distances()
        self._costs: dict[tuple[int, ...], int] = {}

    def _read_lines(self, material: Material, players: int) -> tuple[tuple[int, ...], ...]:
        """Return the lines that count, as numbers of cells (R7, R8, R9)."""
        names = material.value("board", f"lines{players}")
        lines = tuple(tuple(self._number[cell] for cell in material.route("board", name)) for name in names)
        if not lines or any(len(line) != len(self.pips) for line in lines):
            where = "parts", "board", "values", f"lines{players}"
            material.refuse("a line that wins needs as many spaces as a player has pyramids", *where)
        return lines

    def _list_movers(self) -> dict[int, tuple[_Mover, ...]]:
        """Return the pyramids that can move, by the points that are left."""
        straight, every = self.neighbors
        self._ways: dict[_Way, _Mover] = {}
        for piece, pips in enumerate(self.pips):
            for diagonal, lists in ((False, straight), (True, every)):
                steps = [
                    _StepTable(
                        Step(piece, target, pips if target in straight[cell] else pips * _DIAGONAL) for target in each
                    )
                    for cell, each in enumerate(lists)
                ]
                around = [sum(1 << target for target in each) for each in lists]
                self._ways[_Way(piece, diagonal)] = _Mover(piece, self.rank[piece], around, steps)
        most = max(0, *self.faces)
        return {points: tuple(self._ways[way] for way in self._list_ways(points)) for points in range(most + 1)}

    def _list_ways(self, points: int) -> list[_Way]:
        """Return the pyramids that points pay for, and whether they pay for a diagonal step."""
        return [_Way(piece, points >= pips * _DIAGONAL) for piece, pips in enumerate(self.pips) if points >= pips]

    def _prepare_whole_games(self) -> StepTables:
        """Return the tables of steps with what they change."""
        width, board = len(self.cells), range(len(self.cells))
        off = [0] * len(self.edges)
        own = [sum(1 << width * rank + cell for rank in range(self.ranks)) for cell in board] + off
        larger = [[sum(1 << width * low + cell for low in range(rank)) for cell in board] + off for rank in self.rank]
        places: dict[_Way, list[_QuickPlace]] = {}
        for way, mover in self._ways.items():
            flips, shift = larger[mover.piece], width * mover.rank
            changes = [[(own[cell] ^ own[to], flips[cell] ^ flips[to]) for to in board] for cell in range(len(own))]
            steps = [
                [QuickStep(*step, *changes[cell][step.target]) for step in mover.steps[cell][0]]
                for cell in range(len(own))
            ]
            arounds = zip(mover.around, steps, strict=True)
            places[way] = [_QuickPlace(around << shift, _StepTable(each, shift)) for around, each in arounds]
        movers = [[(way.piece, places[way]) for way in self._list_ways(points)] for points in range(len(self.movers))]
        return StepTables(own, larger, movers)

    def seats(self, players: int) -> list[Seat]:
        """Return the seats, clockwise: two opposite ones, or the first ones, or all."""
        count = len(self.edges)
        chosen = {2: [0, count // 2], count: [*range(count)]}.get(players)
        if chosen is None:  # the one that faces the first stays empty first
            chosen = [edge for edge in range(count) if edge != count // 2][:players]
        return [Seat(self.edges[edge], self.colors[number], number) for number, edge in enumerate(chosen)]

    def cost(self, seat: int, edge: int, players: int, where: Sequence[int]) -> int:
        """Return the least movement points, without diagonals, that bring a player's pyramids onto a line."""
        key = players, edge, *where
        if key not in self._costs:
            self._costs[key] = min(
                sum(
                    pips * self._far(cell, edge, goal) for pips, cell, goal in zip(self.pips, where, order, strict=True)
                )
                for line in self.lines[players]
                for order in permutations(line)
            )
        return self._costs[key]

    def _far(self, cell: int, edge: int, goal: int) -> int:
        return self._from_edge[edge][goal] if cell >= len(self.cells) else self._between[cell][goal]

    def _measure_distances(self) -> tuple[list[list[int]], list[list[int]]]:
        """Return the straight steps from off the board at each edge, and from each cell, to all cells."""
        steps: list[list[int]] = [[] for _ in self.cells]
        for join in self.board.joins:
            if join.kind == "side":
                one, other = self._number[join.one], self._number[join.other]
                steps[one].append(other)
                steps[other] += [] if join.one_way else [one]
        entries = [[self._number[cell] for cell in self.board.areas[edge]] for edge in self.edges]
        return [_spread(steps, cells, 1) for cells in entries], [_spread(steps, [at], 0) for at in range(len(steps))]


def _list_neighbors(board: Board, cells: Sequence[str], areas: Sequence[Sequence[str]]) -> list[list[list[int]]]:
    """Return the cells that a straight step leads to from each cell and from off the board, and those of any step."""
    number = index_cells(cells)
    straight: list[list[int]] = [[] for _ in cells]
    every: list[list[int]] = [[] for _ in cells]
    for join in board.joins:
        for one, other in ((join.one, join.other), *([] if join.one_way else [(join.other, join.one)])):
            every[number[one]].append(number[other])
            straight[number[one]] += [number[other]] if join.kind == "side" else []
    entries = [[number[cell] for cell in area] for area in areas]  # entered straight, however many points are left
    return [[sorted(each) for each in (*lists, *entries)] for lists in (straight, every)]


def _spread(steps: Sequence[Sequence[int]], start: Sequence[int], first: int) -> list[int]:
    """Return the fewest steps from the start to each cell; cells out of reach count as far off."""
    far = [len(steps) + 1] * len(steps)
    ring = list(start)
    while ring:
        for cell in ring:
            far[cell] = min(far[cell], first)
        ring = [target for cell in ring for target in steps[cell] if far[target] > first + 1]
        ring = list(dict.fromkeys(ring))
        first += 1
    return far
