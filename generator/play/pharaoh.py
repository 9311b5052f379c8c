"""Play Pharaoh: three pyramids each, one die, and the lines through the middle of the board."""

from collections.abc import Iterable, Sequence
from itertools import permutations, product
from math import atan2, tau
from random import Random
from typing import Any, NamedTuple

from generator.model.board import Board
from generator.play.engine import Outcome, Policy, Record, Seat, Stream
from generator.play.material import Material, index_cells, repeat_rows

_DIAGONAL = 2  # times the pips that a diagonal step costs (claims R11, K11)
_IDLE_ROUNDS = 2  # rounds without a step after which the game is a draw (section 7)
MOST_TURNS = 20_000


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
    steps: list["_Steps"]


class Pharaoh:
    """The rules of Pharaoh on the board, the lines, the die and the pyramids of the data."""

    limit = MOST_TURNS
    always = ("no two pyramids on one space", "nobody has more pyramids than before", "no larger pyramid is captured")

    def __init__(self, material: Material) -> None:
        self.players = material.players
        self.faces = material.faces("die")
        self.board = board = material.find_board("board")
        self.cells = tuple(board.cells)
        self._number = index_cells(self.cells)
        self.edges = _order_edges(board)
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
        self._from_edge, self._between = self._measure_distances()
        self._costs: dict[tuple[int, ...], int] = {}
        self.policies: dict[str, Policy] = {"random": choose_randomly, "seek": seek, "greedy": play_greedily}

    def _read_lines(self, material: Material, players: int) -> tuple[tuple[int, ...], ...]:
        """Return the lines that count, as numbers of cells (claims R7 to R9)."""
        names = material.value("board", f"lines{players}")
        lines = tuple(tuple(self._number[cell] for cell in material.route("board", name)) for name in names)
        if not lines or any(len(line) != len(self.pips) for line in lines):
            where = "parts", "board", "values", f"lines{players}"
            material.refuse("a line that wins needs as many spaces as a player has pyramids", *where)
        return lines

    def _list_movers(self) -> dict[int, tuple[_Mover, ...]]:
        """Return the pyramids that can move, by the points that are left."""
        straight, every = self.neighbors
        found: dict[tuple[int, bool], _Mover] = {}
        for piece, pips in enumerate(self.pips):
            for pays, lists in ((False, straight), (True, every)):
                steps = [
                    _Steps(
                        Step(piece, target, pips if target in straight[cell] else pips * _DIAGONAL) for target in each
                    )
                    for cell, each in enumerate(lists)
                ]
                around = [sum(1 << target for target in each) for each in lists]
                found[piece, pays] = _Mover(piece, self.rank[piece], around, steps)
        return {
            points: tuple(
                found[piece, points >= pips * _DIAGONAL] for piece, pips in enumerate(self.pips) if points >= pips
            )
            for points in range(max(0, *self.faces) + 1)
        }

    def seats(self, players: int) -> list[Seat]:
        """Return the seats, clockwise: two opposite ones, or the first ones, or all."""
        count = len(self.edges)
        chosen = {2: [0, count // 2], count: [*range(count)]}.get(players)
        if chosen is None:  # the one that faces the first stays empty first
            chosen = [edge for edge in range(count) if edge != count // 2][:players]
        return [Seat(self.edges[edge], self.colors[number], number) for number, edge in enumerate(chosen)]

    def start(self, players: int, chance: Stream) -> "PharaohState":
        """Return the empty board after the first roll of a player chosen by chance."""
        return PharaohState(self, players, chance)

    def play_randomly(self, players: int, chance: Stream, limit: int) -> Record:
        """Play a whole game by the policy `random`."""
        state = PharaohState(self, players, chance)
        first = state.player
        while not state.ending and state.turns <= limit:
            state.play_turn()
            if not state.turns & 15 and (fault := state.find_fault()):
                raise ValueError(fault)
        return state.record(first, limit)

    def describe_action(self, action: Step) -> str:
        """Return an action in words."""
        if action == STOP:
            return "stop"
        return f"{self.pieces[action.piece][0]} to {self.cells[action.target]} for {action.cost}"

    def exact(self) -> dict[str, Any]:
        """Return which pyramids capture which, by their pips (R15), and lines that fewer pyramids could fill (R17)."""
        pairs = [[one, other] for one, other in product(sorted(set(self.pips)), repeat=2) if self._captures(one, other)]
        short = sum(len(set(line)) < len(self.pips) for lines in self.lines.values() for line in lines)
        return {"captures": pairs, "lines that fewer pyramids fill": short}

    def _captures(self, pips: int, other: int) -> bool:
        """Tell whether a pyramid beside another can step onto it, with as many points as it takes."""
        state = PharaohState(self, min(self.players), Random(0))
        near = next(cell for cell, each in enumerate(self.neighbors[0][: len(self.cells)]) if each)
        target = self.neighbors[0][near][0]
        mine, theirs = self.pips.index(pips), self.pips.index(other)
        state.player, state.points = 0, pips
        state.place(mine, near)
        state.place(state.count + theirs, target)
        return Step(mine, target, pips) in state.legal_steps()

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


class PharaohState:
    """A position: where each pyramid stands, the points left, and whose turn it is.

    Sets of cells are bits. `at` is the piece on each cell, `own` the cells of each player, and `larger` those of all
    pyramids larger than each size; a pyramid off the board stands on a cell of its edge beyond those of the board.
    """

    __slots__ = (
        "at", "captures", "chance", "count", "edges", "ending", "engine", "fault", "home", "idle", "larger", "lines",
        "lost", "own", "player", "players", "points", "steps", "turns", "where", "winner",
    )  # fmt: skip

    def __init__(self, engine: Pharaoh, players: int, chance: Stream) -> None:
        self.engine, self.players, self.chance = engine, players, chance
        cells, self.count = len(engine.cells), len(engine.pips)
        self.edges = [engine.edges.index(seat.name) for seat in engine.seats(players)]
        self.home = [cells + edge for edge in self.edges]
        self.lines = frozenset(sum(1 << cell for cell in line) for line in engine.lines[players])
        self.where = [home for home in self.home for _ in range(self.count)]
        self.at = [-1] * cells
        self.own = [0] * players
        self.larger = [0] * engine.ranks
        self.player = int(chance.random() * players)
        self.turns = 1
        self.idle = self.captures = self.steps = self.lost = 0
        self.winner, self.ending, self.fault = -1, "", ""
        self.points = engine.faces[int(chance.random() * len(engine.faces))]

    def copy(self, chance: Stream) -> "PharaohState":
        """Return the same position with another stream of chance."""
        other = PharaohState.__new__(PharaohState)
        for name in PharaohState.__slots__:
            setattr(other, name, getattr(self, name))
        other.chance = chance
        other.where, other.at, other.own, other.larger = self.where[:], self.at[:], self.own[:], self.larger[:]
        return other

    def legal_steps(self) -> tuple[Step, ...]:
        """Return the steps that can be paid: straight for the pips, diagonal for twice as many (R11, R14, R15)."""
        found: tuple[Step, ...] = ()
        start, own = self.player * self.count, self.own[self.player]
        for piece, rank, around, steps in self.engine.movers[self.points]:
            cell = self.where[start + piece]
            found += steps[cell][(own | self.larger[rank]) & around[cell]]
        return found

    def legal_actions(self) -> tuple[Step, ...]:
        """Return the steps that can be paid, and to stop."""
        return (STOP, *self.legal_steps())

    def apply(self, action: Step) -> None:
        """Take a step or stop."""
        if action == STOP:
            self._end_turn()
        else:
            self._step(*action)

    def _step(self, piece: int, target: int, cost: int) -> None:
        player, rank = self.player, self.engine.rank[piece]
        index = player * self.count + piece
        cell, bit = self.where[index], 1 << target
        change = bit
        if cell < len(self.at):
            self.at[cell] = -1
            change |= 1 << cell
        captured = self.at[target]
        if captured >= 0:
            self._remove(captured, bit, rank)
        self.at[target] = index
        self.where[index] = target
        self.own[player] ^= change
        for smaller in range(rank):
            self.larger[smaller] ^= change
        self.points -= cost
        self.steps += 1
        self.idle = -1
        if self.own[player] in self.lines:
            self.winner, self.ending = player, "line"

    def place(self, index: int, cell: int) -> None:
        """Put a pyramid that is off the board on an empty cell."""
        owner, piece = divmod(index, self.count)
        self.where[index], self.at[cell] = cell, index
        self.own[owner] |= 1 << cell
        for smaller in range(self.engine.rank[piece]):
            self.larger[smaller] |= 1 << cell

    def _remove(self, captured: int, bit: int, rank: int) -> None:
        """Put a captured pyramid back beside its owner's edge (R17)."""
        owner, piece = divmod(captured, self.count)
        self.where[captured] = self.home[owner]
        self.own[owner] ^= bit
        for smaller in range(self.engine.rank[piece]):
            self.larger[smaller] ^= bit
        self.captures += 1
        if self.engine.rank[piece] > rank:
            self.fault = "a pyramid captures a larger one"

    def _end_turn(self) -> None:
        self.lost += self.points
        self.idle += 1
        if self.idle >= _IDLE_ROUNDS * self.players:
            self.ending = "nobody moves"
            return
        self.player = (self.player + 1) % self.players
        self.turns += 1
        faces = self.engine.faces
        self.points = faces[int(self.chance.random() * len(faces))]

    def play_turn(self) -> None:  # as `legal_steps` and `_step` do, in one piece because it is done most often
        """Play the rest of a turn by the policy `random`."""
        random, movers, where, larger, at = self.chance.random, self.engine.movers, self.where, self.larger, self.at
        player, points, cells = self.player, self.points, len(self.at)
        own, start, taken = self.own[player], player * self.count, 0
        while points:
            found: tuple[Step, ...] = ()
            for piece, rank, around, steps in movers[points]:
                cell = where[start + piece]
                found += steps[cell][(own | larger[rank]) & around[cell]]
            if not found:
                break
            piece, target, cost = found[int(random() * len(found))]
            index, rank, change = start + piece, self.engine.rank[piece], 1 << target
            if at[target] >= 0:
                self._remove(at[target], change, rank)
            cell = where[index]
            if cell < cells:
                at[cell] = -1
                change |= 1 << cell
            at[target], where[index] = index, target
            own ^= change
            for smaller in range(rank):
                larger[smaller] ^= change
            points -= cost
            taken += 1
            if own in self.lines:
                self.winner, self.ending = player, "line"
                break
        self.points, self.own[player] = points, own
        if taken:
            self.steps += taken
            self.idle = -1
        if not self.ending:
            self._end_turn()

    def is_over(self) -> bool:
        """Tell whether a line is full, or nobody moves."""
        return bool(self.ending)

    def outcome(self) -> Outcome:
        """Return who has won."""
        return Outcome((self.winner,) if self.winner >= 0 else (), self.ending)

    @property
    def measures(self) -> dict[str, int]:
        """Return captures, steps and lost movement points."""
        return {"captures": self.captures, "steps": self.steps, "points lost": self.lost}

    def record(self, first: int, limit: int) -> Record:
        """Return what the game came to."""
        unfinished = not self.ending
        winners = () if self.winner < 0 else (self.winner,)
        return Record(first, winners, min(self.turns, limit), self.ending or "unfinished", self.measures, unfinished)

    def standing(self) -> list[int]:
        """Return how near each player is to a line: minus the movement points that are missing."""
        return [-self.cost(seat) for seat in range(self.players)]

    def cost(self, seat: int) -> int:
        """Return the movement points that a player is short of a line."""
        where = self.where[seat * self.count : (seat + 1) * self.count]
        return self.engine.cost(seat, self.edges[seat], self.players, where)

    def supplies(self) -> dict[str, int]:
        """Return how many pyramids stand on the board."""
        return {"pyramids on the board": sum(cell < len(self.at) for cell in self.where)}

    def find_fault(self) -> str | None:
        """Return what must never happen: two pyramids on a space, or one that is lost (R14)."""
        if self.fault:
            return self.fault
        standing = [cell for cell in self.where if cell < len(self.at)]
        if len(set(standing)) != len(standing):
            return "two pyramids stand on one space"
        if [self.at[cell] for cell in standing] != [n for n, cell in enumerate(self.where) if cell < len(self.at)]:
            return "a pyramid stands where another is noted"
        if any(bin(own).count("1") > self.count for own in self.own):
            return "a player has more pyramids than before"
        return None

    def pieces(self) -> dict[str, tuple[str, str]]:
        """Return the part and the design on each cell that is not empty."""
        engine = self.engine
        seats = engine.seats(self.players)
        found = {}
        for number, index in enumerate(self.at):
            if index >= 0:
                owner, piece = divmod(index, self.count)
                design = f"{seats[owner].color.rpartition('.')[2]}.{engine.pieces[piece][0]}"
                found[engine.cells[number]] = ("pyramid", design)
        return found

    def describe(self) -> str:
        """Return the position in a line."""
        placed = (f"{design} on {cell}" for cell, (_, design) in self.pieces().items())
        return f"{self.points} points; {', '.join(placed) or 'the board is empty'}"


def choose_randomly(state: PharaohState, chance: Stream) -> Step:
    """Choose any step that can be paid, and stop only when there is none."""
    steps = state.legal_steps()
    return steps[int(chance.random() * len(steps))] if steps else STOP


class _Valued(NamedTuple):
    value: float
    action: Step


def seek(state: PharaohState, chance: Stream) -> Step:
    """Take the step that brings most: the fall of the own cost, and the rise of that of a captured player."""
    steps = state.legal_steps()
    if not steps:
        return STOP
    best = _pick_best((_Valued(_judge_step(state, step), step) for step in steps), chance)
    if best.value > 0:
        return best.action
    return STOP if chance.random() < 0.5 else steps[int(chance.random() * len(steps))]


_RISK = 0.1  # where a neighbor could capture the pyramid: it decides between steps that bring as much


def play_greedily(state: PharaohState, chance: Stream) -> Step:
    """Take the step that brings most, less what stands in reach of an equal or larger neighbor.

    If none helps, stop or take any step, so that two do not wait for each other forever.
    """
    steps = state.legal_steps()
    if not steps:
        return STOP
    best = _pick_best((_Valued(_judge_step(state, step) - _find_risk(state, step), step) for step in steps), chance)
    if best.value >= 1 - _RISK:
        return best.action
    return STOP if chance.random() < 0.5 else steps[int(chance.random() * len(steps))]


def _pick_best(choices: Iterable[_Valued], chance: Stream) -> _Valued:
    listed = list(choices)
    most = max(each.value for each in listed)
    ties = [each for each in listed if each.value == most]
    return ties[int(chance.random() * len(ties))]


def _judge_step(state: PharaohState, step: Step) -> int:
    piece, target, _ = step
    where = state.where
    index = state.player * state.count + piece
    before, cell = state.cost(state.player), where[index]
    where[index] = target
    value = before - state.cost(state.player)
    where[index] = cell
    captured = state.at[target]
    if captured >= 0:
        owner = captured // state.count
        before = state.cost(owner)
        where[captured] = state.home[owner]
        value += state.cost(owner) - before
        where[captured] = target
    return value


def _find_risk(state: PharaohState, step: Step) -> float:
    """Return the price of a space beside an opponent that could capture there."""
    engine, rank = state.engine, state.engine.rank[step.piece]
    beside = (state.at[cell] for cell in engine.neighbors[1][step.target])
    enemies = [other for other in beside if other >= 0 and other // state.count != state.player]
    return _RISK * any(engine.rank[other % state.count] >= rank for other in enemies)


def _order_edges(board: Board) -> list[str]:
    """Return the areas of a board clockwise, as seen from above, from the nearest to the reader on."""
    middle_x, middle_y = board.width / 2, board.height / 2

    def angle(name: str) -> float:
        cells = [board.cells[cell] for cell in board.areas[name]]
        x = sum(cell.x for cell in cells) / len(cells) - middle_x
        y = sum(cell.y for cell in cells) / len(cells) - middle_y
        return round(atan2(-x, y) % tau, 6) % round(tau, 6)  # 0 below, then to the left; y runs down

    return sorted(board.areas, key=angle)


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


class _Steps(dict[int, tuple[Step, ...]]):
    """The steps from a cell by the blocked ones among its neighbors, as bits; filled as they are asked for."""

    def __init__(self, every: Iterable[Step]) -> None:
        self._every = tuple(every)

    def __missing__(self, blocked: int) -> tuple[Step, ...]:
        found = self[blocked] = tuple(step for step in self._every if not blocked >> step.target & 1)
        return found


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
