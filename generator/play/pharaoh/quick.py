"""Play whole games of Pharaoh at random; comes to what actions one by one come to, with the same chance."""

from math import trunc

from generator.play.engine import UNFINISHED, Outcome, Record, Stream
from generator.play.pharaoh.position import IDLE_ROUNDS
from generator.play.pharaoh.tables import PharaohTables, QuickStep


class _QuickGame:
    """A game that is played in one go.

    Sets of cells are bits, and lie in one number once for each size of pyramid. `own` are the cells of each player;
    `larger` those of all pyramids that are larger than a size. `at` is the pyramid on each cell, also off the board.
    """

    def __init__(self, engine: PharaohTables, players: int, chance: Stream) -> None:
        self.engine, self.players, self.chance = engine, players, chance
        self.tables, self.count = engine.quick, len(engine.pips)
        edges = [engine.edges.index(seat.name) for seat in engine.seats(players)]
        self.home = [len(engine.cells) + edge for edge in edges]
        self.lines = frozenset(sum(self.tables.own[cell] for cell in line) for line in engine.lines[players])
        self.where = [[home] * self.count for home in self.home]
        self.at = [-1] * len(self.tables.own)
        self.own = [0] * players
        self.player = self.first = trunc(chance.random() * players)
        self.turns = 1
        self.captures = self.steps = self.lost = 0

    def play(self, limit: int) -> Outcome | None:
        """Play to the end and return it; None if that takes too many turns."""
        random, faces, movers, players = self.chance.random, self.engine.faces, self.tables.movers, self.players
        at, own, lines, larger, idle, taken = self.at, self.own, self.lines, 0, 0, 0
        while self.turns <= limit:
            player, points, before = self.player, faces[trunc(random() * len(faces))], taken
            cells, mine, start = self.where[player], own[player], player * self.count
            while points:
                found: tuple[QuickStep, ...] = ()
                blocked = mine | larger
                for piece, places in movers[points]:
                    around, steps = places[cells[piece]]
                    found += steps[blocked & around]
                if not found:
                    break
                piece, target, cost, own_change, larger_change = found[trunc(random() * len(found))]
                if at[target] >= 0:
                    larger = self._capture(at[target], target, piece, larger)
                at[cells[piece]] = -1
                at[target], cells[piece] = start + piece, target
                mine ^= own_change
                larger ^= larger_change
                points -= cost
                taken += 1
                if mine in lines:
                    self.steps = taken
                    return Outcome((player,), "line")
            own[player] = mine
            self.lost += points
            idle = idle + 1 if before == taken else 0
            self.steps = taken
            if idle >= IDLE_ROUNDS * players:
                return Outcome((), "nobody moves")
            self.player = player + 1 if player + 1 < players else 0
            self.turns += 1
            if not self.turns & 15:
                self._look()
        return None

    def _capture(self, taken: int, cell: int, piece: int, larger: int) -> int:
        """Put a captured pyramid back beside its owner's edge (R17), and return the cells of larger ones."""
        owner, lost = divmod(taken, self.count)
        if self.engine.rank[lost] > self.engine.rank[piece]:
            raise ValueError("a pyramid captures a larger one")
        self.where[owner][lost] = self.home[owner]
        self.own[owner] ^= self.tables.own[cell]
        self.captures += 1
        return larger ^ self.tables.larger[lost][cell]

    def _look(self) -> None:
        """Raise ValueError for what must never happen: two pyramids on a space, or one that is lost (R14)."""
        index, board = 0, len(self.engine.cells)
        for cells, own in zip(self.where, self.own, strict=True):
            stands = 0
            for cell in cells:
                if cell < board and self.at[cell] != index:
                    raise ValueError("two pyramids stand on one space")
                stands |= self.tables.own[cell]
                index += 1
            if stands != own:
                raise ValueError("a pyramid stands where none is noted")


def play_quickly(engine: PharaohTables, players: int, chance: Stream, limit: int) -> Record:
    """Return what a game comes to in which all take any step that they can pay for, as long as there is one."""
    game = _QuickGame(engine, players, chance)
    ended = game.play(limit)
    measures = {"captures": game.captures, "steps": game.steps, "points lost": game.lost}
    if ended is None:
        return Record(game.first, (), limit, UNFINISHED, measures, True)
    return Record(game.first, ended.winners, game.turns, ended.ending, measures)
