"""Pieces on boards: on the cells of a graph, one on each, or along routes, any number on a square."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.language.suggestions import did_you_mean
from generator.model.board import Board
from generator.model.finding import Place, refuse
from generator.play.rules.data_names import GameNames, Piece
from generator.play.rules.expressions import Code
from generator.play.rules.writer import Lines, ProgramTooLongError, ProgramWriter

MOST_BITS = 4 * 10**8  # that note which pieces may enter which cells: 50 MB


def find_cells(board: Board, name: str, role: str, place: Place) -> list[int]:
    """Return the numbers of the cells that a name means: `own` cells, a cell, or those of a kind, area or route."""
    cells = list(board.cells.values())
    if name == "own":
        return [number for number, cell in enumerate(cells) if role and cell.color == role]
    kinds = {cell.kind for cell in cells}
    known = [*kinds, *board.areas, *board.routes, *board.cells]
    if name not in known:
        raise refuse("GF008", place, f"the board has no cell, kind, area or route {name!r}{did_you_mean(name, known)}")
    among = {*board.areas.get(name, ()), *board.routes.get(name, ())} or {name}
    return [number for number, cell in enumerate(cells) if cell.id in among or cell.kind == name]


class GraphField:
    """The pieces that stand on the cells of a board, at most one on each.

    A piece off the board is at -1, which is the last entry of each table by cells.
    """

    def __init__(self, name: str, board: Board, parts: Sequence[str], data: GameNames, number: int) -> None:
        self.name, self.board, self.parts, self.data, self.number = name, board, tuple(parts), data, number
        self.cells = list(board.cells)
        self.index = {cell: at for at, cell in enumerate(self.cells)}
        self.teams = data.rules.data.teams or data.players
        self.pieces: list[Piece] = []
        self.owners: list[int] = []
        for seat, each in enumerate(data.seats):
            own = [piece for part in parts for piece in data.list_own_pieces(data.parts[part], each)]
            self.pieces += own
            self.owners += [seat] * len(own)
        self.flips: tuple[tuple[int, ...], ...] = ()  # how each piece on each cell changes who cannot enter where
        self.spread: tuple[int, ...] = ()  # each cell as bits of all pieces: those of its own team cannot enter it
        self.shifts: Sequence[int] = ()
        self.ways: Sequence[Sequence[Mapping[int, int]]] = ()  # where pieces go from each cell, and what that costs
        self.captures: Sequence[Sequence[bool]] = ()

    def prepare(self, program: ProgramWriter) -> None:
        """Let positions hold the pieces."""
        n, size, count = self.number, len(self.cells) + 1, len(self.pieces)
        program.hold(f"at{n}", f"[-1] * {size}", f"o.at{n}[:]")
        program.hold(f"where{n}", f"[-1] * {count}", f"o.where{n}[:]")
        program.hold(f"mask{n}", f"[0] * {self.data.players}", f"o.mask{n}[:]")
        program.hold(f"blk{n}", "0", f"o.blk{n}")
        program.hold(f"team{n}", f"[0] * {self.teams}", f"o.team{n}[:]")
        self.bits = program.constants.add((*(1 << at for at in range(len(self.cells))), 0))
        self.owner = program.constants.add(tuple(self.owners))

    def block(self, allowed: Sequence[Sequence[bool]]) -> None:
        """Note which pieces (first index) may enter where others stand, if those are of another team.

        Each piece has bits of its own for all cells; `shifts` are where they begin.
        """
        size = len(self.cells)
        classes: dict[tuple[bool, ...], int] = {}  # pieces that are kept out by the same ones share their bits
        kinds = [classes.setdefault(tuple(row), len(classes)) for row in allowed]
        if size * len(classes) * size * len(self.pieces) > MOST_BITS:
            raise ProgramTooLongError
        flips = []
        for other in range(len(self.pieces)):
            kept_out = [number for row, number in classes.items() if not row[other]]
            ones = sum(1 << size * number for number in kept_out)
            flips.append((*(ones << cell for cell in range(size)), 0))
        self.flips = tuple(flips)
        every = sum(1 << size * number for number in classes.values())
        self.spread = (*(every << cell for cell in range(size)), 0)
        self.shifts = [size * kind for kind in kinds]

    def list_captures(self, allowed: Sequence[Sequence[bool]]) -> list[list[bool]]:
        """Return which pieces (first index) can capture which others: those of another team, if that is allowed."""
        teams = [owner % self.teams for owner in self.owners]
        return [
            [each and team != other for each, other in zip(row, teams, strict=True)]
            for row, team in zip(allowed, teams, strict=True)
        ]

    def note(self, ways: Sequence[Sequence[Mapping[int, int]]], captures: Sequence[Sequence[bool]]) -> None:
        """Note where a move takes pieces, beside what other moves do."""
        if not self.ways:
            self.ways, self.captures = ways, captures
            return
        self.ways = [
            [{**one, **other} for one, other in zip(*lists, strict=True)] for lists in zip(self.ways, ways, strict=True)
        ]
        self.captures = [
            [one or other for one, other in zip(*rows, strict=True)]
            for rows in zip(self.captures, captures, strict=True)
        ]

    def list_cells(self, where: str, seat: int, place: Place) -> tuple[int, ...]:
        """Return the cells that a name means for a seat."""
        each = self.data.seats[seat]
        if where == self.name:
            return tuple(range(len(self.cells)))
        return tuple(find_cells(self.board, where, each.color, place))

    def write_placing(self, lines: Lines, program: ProgramWriter, part: str) -> None:
        """Write how the player's next piece of a part comes onto the variable `cell`, if there is one."""
        n = self.number
        own = program.constants.add(tuple(self.list_pieces(part, seat) for seat in range(self.data.players)))
        test = f"if s.where{n}[piece] < 0 and s.at{n}[cell] < 0:"
        with lines.block(f"for piece in {own}[p]:"), lines.block(test):
            lines.add(f"s.where{n}[piece] = cell", f"s.at{n}[cell] = piece", f"s.mask{n}[p] |= {self.bits}[cell]")
            if self.flips:
                lines.add(f"s.blk{n} ^= {program.constants.add(self.flips)}[piece][cell]")
                lines.add(f"s.team{n}[p % {self.teams}] ^= {program.constants.add(self.spread)}[cell]")
            lines.add("break")

    def list_pieces(self, part: str, seat: int) -> tuple[int, ...]:
        """Return the numbers of the pieces of a part that a seat has."""
        return tuple(
            number
            for number, (piece, owner) in enumerate(zip(self.pieces, self.owners, strict=True))
            if piece.part == part and owner == seat
        )

    def list_by_seat(self) -> list[list[int]]:
        """Return the numbers of the pieces of each seat."""
        seats = range(len(self.data.seats))
        return [[number for number, owner in enumerate(self.owners) if owner == seat] for seat in seats]

    def list_ways(self) -> dict[str, list[list[int]]]:
        """Return, for each kind of joins, where they lead from each cell."""
        found: dict[str, list[list[int]]] = {}
        for join in self.board.joins:
            lists = found.setdefault(join.kind, [[] for _ in self.cells])
            one, other = self.index[join.one], self.index[join.other]
            lists[one].append(other)
            if not join.one_way:
                lists[other].append(one)
        return found

    def read_piece(self, program: ProgramWriter, variable: str) -> Mapping[str, Code]:
        """Return what the rows of pieces say, for the piece that a variable numbers."""
        return read_columns(program, [piece.row for piece in self.pieces], variable)


def read_columns(program: ProgramWriter, rows: Sequence[Mapping[str, Any]], variable: str) -> dict[str, Code]:
    """Return the code of each column of some rows, for the row that a variable numbers; an empty number is 0."""
    found = {}
    for column in dict.fromkeys(key for row in rows for key in row):
        values = [row.get(column) for row in rows]
        if all(each is None or isinstance(each, int | float) for each in values):
            values, kind = [each or 0 for each in values], "number"
        elif all(each is None or isinstance(each, list | tuple) for each in values):
            values, kind = [tuple(each or ()) for each in values], "list"
        else:
            values, kind = ["" if each is None else str(each) for each in values], "text"
        found[column] = Code(f"{program.constants.add(tuple(values))}[{variable}]", kind, frozenset({variable}))
    return found


def read_cells(program: ProgramWriter, board: Board, variable: str) -> dict[str, Code]:
    """Return the kind, color and name of the cell that a variable numbers."""
    cells = list(board.cells.values())
    rows = [{"kind": cell.kind, "color": cell.color.rpartition(".")[2], "name": cell.id} for cell in cells]
    return read_columns(program, rows, variable)


class RouteField:
    """The pieces of a part that go along routes: how many stand on each square, from 0 to the last."""

    def __init__(self, part: str, route: str, board: Board, data: GameNames, number: int, place: Place) -> None:
        self.part, self.board, self.data, self.number = part, board, data, number
        names = [seat.name if route == "own" else route for seat in data.seats]
        for name in names:
            if name not in board.routes:
                raise refuse("GF008", place, f"the board has no route {name!r}{did_you_mean(name, board.routes)}")
        index = {cell: at for at, cell in enumerate(board.cells)}
        self.cells = list(board.cells)
        self.roads = [[index[cell] for cell in board.routes[name]] for name in names]
        if len({len(road) for road in self.roads}) > 1 or len(self.roads[0]) < 2:
            raise refuse("GF006", place, "the routes of all players must be equally long, with two squares or more")
        self.last = len(self.roads[0]) - 1
        self.pieces = [data.list_own_pieces(data.parts[part], seat) for seat in data.seats]
        self.counts = [len(own) for own in self.pieces]
        if not all(self.counts):
            raise refuse("GF006", place, f"not every player has a {part}; see `setup` in game.yaml")
        self.teams = data.rules.data.teams or data.players
        self.danger: tuple[
            tuple[tuple[bool, ...], ...], ...
        ] = ()  # by seat, square, and how many of a team stand there

    def prepare(self, program: ProgramWriter) -> None:
        """Let positions hold how many pieces stand where."""
        n, size = self.number, len(self.cells)
        program.hold(f"spots{n}", f"[{{0: c}} for c in {tuple(self.counts)!r}]", f"[dict(e) for e in o.spots{n}]")
        program.hold(f"on{n}", f"[[0] * {size} for _ in range({self.teams})]", f"[e[:] for e in o.on{n}]")
        program.hold(f"all{n}", f"[0] * {size}", f"o.all{n}[:]")
        program.hold(f"home{n}", f"[0] * {self.data.players}", f"o.home{n}[:]")
        self.road = program.constants.add(tuple(map(tuple, self.roads)))
        steps: list[list[tuple[int, ...]]] = [[() for _ in range(size)] for _ in self.roads]
        for lists, road in zip(steps, self.roads, strict=True):
            for step in range(1, self.last):
                lists[road[step]] += (step,)
        self.steps_at = program.constants.add(tuple(map(tuple, steps)))

    def list_jumps(self, kind: str, place: Place) -> list[list[int]]:
        """Return where a piece goes on from each square by a join of a kind: one that leads along its route."""
        kinds = {join.kind for join in self.board.joins}
        if kind not in kinds:
            raise refuse("GF008", place, f"the board has no joins of the kind {kind!r}{did_you_mean(kind, kinds)}")
        leads = {join.one: join.other for join in self.board.joins if join.kind == kind}
        index = {cell: at for at, cell in enumerate(self.cells)}
        leads_to = {index[one]: index[other] for one, other in leads.items()}
        return [
            [road.index(leads_to[cell]) if leads_to.get(cell) in road else step for step, cell in enumerate(road)]
            for road in self.roads
        ]
