"""What Hypnosia reads from the data: queues, rings, bridges, places, dice, and where each number leads."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.model.board import Board
from generator.play.material import Material, index_cells

_SINGLE, _STACK = 1, 2


class PawnMove(NamedTuple):
    """A move of a single pawn, or of a stack, by the number of one die."""

    die: int
    cell: int
    pawns: int
    target: int


class Way(NamedTuple):
    """Where a number leads from a cell, and the moves of a single pawn and of a stack on that way."""

    target: int
    single: PawnMove
    stack: PawnMove


class HypnosiaTables:
    """Queues, rings, bridges, places and dice of the data, as tables that are made once."""

    def __init__(self, material: Material) -> None:
        self.players = material.players
        board = material.find_board("board")
        self.cells = tuple(board.cells)
        self._number = index_cells(self.cells)
        self.colors = material.colors("player")  # they lie counterclockwise round the board
        self.orders = {players: self._read_order(material, players) for players in self.players}
        self.center = self._find_center(material, board)
        self.places = [cell.id for cell in board.cells.values() if cell.kind == "place"]
        self.points = material.numbers("board", "points")
        if len(self.places) != len(self.points):
            where = "parts", "board", "values", "points"
            material.refuse(f"there are {len(self.points)} points for {len(self.places)} places", *where)
        self.capture, self.loss = (self._read_number(material, name) for name in ("capture", "loss"))
        self._read_graph(material, board)
        self.queues = [self._read_queue(material, board, color) for color in self.colors]
        self.each = material.each("pawn") or material.refuse("nobody gets a pawn in the setup", "setup")
        if any(len(queue) != self.each for queue in self.queues):
            material.refuse(f"a queue needs {self.each} start spaces, one for each pawn", "parts", "board", "rings")
        self._read_dice(material)
        self.ways = {die: [self._list_ways(die, cell) for cell in range(len(self.cells))] for die in set(self.faces)}
        self.most_ways = max(len(ways) for table in self.ways.values() for ways in table)
        self.far = self._measure_distances()

    def _read_order(self, material: Material, players: int) -> tuple[int, ...]:
        """Return the colors for a number of players in the order of play, clockwise (rules: Setting up)."""
        where = "parts", "board", "values", f"seats{players}"
        names = material.value("board", f"seats{players}")
        known = [color.rpartition(".")[2] for color in self.colors]
        if len(set(names)) != players or not set(names) <= set(known):
            material.refuse(f"seats{players} needs {players} different colors of players", *where)
        return tuple(sorted((known.index(name) for name in names), reverse=True))

    def _read_number(self, material: Material, name: str) -> int:
        found = material.value("board", name)
        if type(found) is not int:
            material.refuse(f"{name} is not a whole number", "parts", "board", "values", name)
        return found

    def _find_center(self, material: Material, board: Board) -> int:
        found = [number for number, cell in enumerate(board.cells.values()) if cell.kind == "center"]
        if len(found) != 1:
            material.refuse("the board needs one center", "parts", "board")
        return found[0]

    def _read_graph(self, material: Material, board: Board) -> None:
        """Read where a step leads: on along a ring or a queue, and over a bridge (H5 to H7)."""
        self.ahead = [-1] * len(self.cells)
        self.over = [-1] * len(self.cells)
        for join in board.joins:
            steps = self.over if join.kind == "bridge" else self.ahead
            one, other = self._number[join.one], self._number[join.other]
            if not join.one_way or steps[one] >= 0:
                material.refuse(f"more than one way of a kind leads on from {join.one}", "parts", "board")
            steps[one] = other

    def _read_queue(self, material: Material, board: Board, color: str) -> list[int]:
        """Return the start spaces of a color."""
        queue = [self._number[cell.id] for cell in board.cells.values() if cell.kind == "start" and cell.color == color]
        self.starts = getattr(self, "starts", frozenset()) | frozenset(queue)
        for cell in queue:
            if self._count_to_entry(cell) < 0:
                material.refuse(f"no way leads from {self.cells[cell]} to a ring", "parts", "board")
        return queue

    def _count_to_entry(self, cell: int) -> int:
        """Return the steps from a start space to the entry (H3.enter); -1 if no way leads there."""
        steps = 0
        while cell in self.starts and steps <= len(self.cells):
            cell = self.ahead[cell]
            steps += 1
        return steps if cell >= 0 and cell not in self.starts else -1

    def _read_dice(self, material: Material) -> None:
        self.faces = material.faces("die")
        self.dice = material.copies("die")
        if min(self.faces) < 1:
            material.refuse("a face of the die is less than 1", "parts", "die", "faces")
        rings = [cell for cell in range(len(self.cells)) if self.ahead[cell] >= 0 and cell not in self.starts]
        if any(self._walk(cell, step) == cell for cell in rings for step in range(1, max(self.faces) + 1)):
            material.refuse("the dice can take a pawn once round the smallest ring", "parts", "board", "rings")

    def _walk(self, cell: int, steps: int) -> int:
        """Return where steps lead that cross no bridge, or -1."""
        for _ in range(steps):
            cell = self.ahead[cell] if cell >= 0 else -1
        return cell

    def _list_ways(self, die: int, cell: int) -> tuple[Way, ...]:
        """Return where a number leads: on, or over the bridge with its first step (H3.enter, H8, H10)."""
        targets = [self._walk(cell, die)]
        if targets[0] in self.starts:  # no moves within the queue
            targets = []
        if self.over[cell] >= 0:
            targets.append(self._walk(self.over[cell], die - 1))
        return tuple(
            Way(target, PawnMove(die, cell, _SINGLE, target), PawnMove(die, cell, _STACK, target))
            for target in targets
            if target >= 0
        )

    def _measure_distances(self) -> list[int]:
        """Return the fewest single steps from each cell to the center; far beyond the board where no way leads."""
        far = [10 * len(self.cells)] * len(self.cells)
        far[self.center] = 0
        for _ in self.cells:
            for cell in range(len(self.cells)):
                for step in (self.ahead[cell], self.over[cell]):
                    if step >= 0:
                        far[cell] = min(far[cell], far[step] + 1)
        return far

    def list_queue_distances(self) -> dict[str, Sequence[int]]:
        """Return the fewest steps from the start spaces of each color to the center."""
        names = (color.rpartition(".")[2] for color in self.colors)
        return {name: [self.far[cell] for cell in queue] for name, queue in zip(names, self.queues, strict=True)}
