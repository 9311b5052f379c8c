"""A position of Pharaoh, what can be done in it, and what comes of that."""

from math import trunc

from generator.play.engine import Stream
from generator.play.pharaoh.tables import STOP, PharaohTables, Step
from generator.play.played_state import PlayedState

IDLE_ROUNDS = 2  # rounds without a step after which the game is a draw (rules: The lines that win)


class PharaohState(PlayedState):
    """A position: where each pyramid stands, the points left, and whose turn it is.

    Sets of cells are bits. `at` is the piece on each cell, `own` the cells of each player, and `larger` those of all
    pyramids larger than each size; a pyramid off the board stands on a cell of its edge beyond those of the board.
    """

    __slots__ = (
        "at", "captures", "chance", "count", "edges", "ending", "engine", "fault", "home", "idle", "larger", "lines",
        "lost", "own", "player", "players", "points", "steps", "turns", "where", "winners",
    )  # fmt: skip

    def __init__(self, engine: PharaohTables, players: int, chance: Stream) -> None:
        self.engine, self.players, self.chance = engine, players, chance
        cells, self.count = len(engine.cells), len(engine.pips)
        self.edges = [engine.edges.index(seat.name) for seat in engine.seats(players)]
        self.home = [cells + edge for edge in self.edges]
        self.lines = frozenset(sum(1 << cell for cell in line) for line in engine.lines[players])
        self.where = [home for home in self.home for _ in range(self.count)]
        self.at = [-1] * cells
        self.own = [0] * players
        self.larger = [0] * engine.ranks
        self.player = trunc(chance.random() * players)
        self.turns = 1
        self.idle = self.captures = self.steps = self.lost = 0
        self.winners: tuple[int, ...] = ()
        self.ending = self.fault = ""
        self.points = engine.faces[trunc(chance.random() * len(engine.faces))]

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
            self.winners, self.ending = (player,), "line"

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
        if self.idle >= IDLE_ROUNDS * self.players:
            self.ending = "nobody moves"
            return
        self.player = (self.player + 1) % self.players
        self.turns += 1
        faces = self.engine.faces
        self.points = faces[trunc(self.chance.random() * len(faces))]

    @property
    def measures(self) -> dict[str, int]:
        """Return captures, steps and lost movement points."""
        return {"captures": self.captures, "steps": self.steps, "points lost": self.lost}

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
