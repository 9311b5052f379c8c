"""A position of Hypnosia, what can be done in it, and what comes of that."""

from collections.abc import Iterator
from math import trunc

from generator.play.engine import Outcome, Stream
from generator.play.hypnosia.tables import HypnosiaTables, PawnMove
from generator.play.played_state import PlayedState, pick

Sequence = tuple[PawnMove, ...]  # the moves of a turn, one for each die that is used; empty if none can be

_TRIES = 24  # draws of a random turn before all turns are listed


class HypnosiaState(PlayedState):
    """A position: the pawns on the spaces, in the center and lost, the dice, and whose turn it is.

    `at` is 0 for an empty cell, 2 * seat + 1 for a single pawn and 2 * seat + 2 for a stack; `spots` are the cells
    where each seat has pawns, `outside` how many of them are not in the center, `placed` who took the places.
    """

    __slots__ = (
        "at", "captures", "chance", "dice", "ending", "engine", "fault", "lost", "outside", "placed", "player",
        "players", "spots", "stacks", "taken", "turns", "unused",
    )  # fmt: skip
    NESTED = ("spots",)

    def __init__(self, engine: HypnosiaTables, players: int, chance: Stream) -> None:
        self.engine, self.players, self.chance = engine, players, chance
        self.at = [0] * len(engine.cells)
        self.spots = [list(engine.queues[color]) for color in engine.orders[players]]
        for seat, spots in enumerate(self.spots):
            for cell in spots:
                self.at[cell] = 2 * seat + 1
        self.outside = [engine.each] * players
        self.placed: list[int] = []
        self.taken, self.lost = [0] * players, [0] * players
        self.ending = self.fault = ""
        self.turns = self.captures = self.stacks = self.unused = 0
        self.player = trunc(chance.random() * players)
        self.dice: tuple[int, ...] = ()
        self._begin_turn()

    def _begin_turn(self) -> None:
        random, faces = self.chance.random, self.engine.faces
        count = len(faces)
        self.dice = tuple([faces[trunc(random() * count)] for _ in range(self.engine.dice)])
        self.turns += 1

    def list_moves(self, die: int) -> list[PawnMove]:
        """Return what a die can do (rules: Your turn; Leaving the start; Bridges; Stacks; Captures; H13, H14)."""
        at, ways = self.at, self.engine.ways[die]
        single = 2 * self.player + 1
        found = []
        for cell in self.spots[self.player]:
            if at[cell] == single:
                for target, alone, _ in ways[cell]:
                    code = at[target]
                    if not code or code & 1:
                        found.append(alone)
                continue
            for target, alone, both in ways[cell]:
                code = at[target]
                if code != single and code != single + 1:
                    found.append(both)
                if not code or code & 1:
                    found.append(alone)
        return found

    def _list_after(self, move: PawnMove, die: int) -> list[PawnMove]:
        """Return what a die can do after a move that does not end the game."""
        _, cell, pawns, target = move
        at, player = self.at, self.player
        single = 2 * player + 1
        spots = self.spots[player]
        before, at_cell, at_target = spots[:], at[cell], at[target]
        self._lift(player, cell, pawns)
        if target == self.engine.center:
            pass
        elif at_target == single:
            at[target] = single + 1
        else:
            at[target] = single + pawns - 1
            spots.append(target)
        found = self.list_moves(die)
        at[target], at[cell] = at_target, at_cell
        self.spots[player] = before
        return found

    def _lift(self, player: int, cell: int, pawns: int) -> None:
        """Take one pawn or two from a cell."""
        single = 2 * player + 1
        if self.at[cell] - single == pawns:  # the upper pawn of a stack
            self.at[cell] = single
        else:
            self.at[cell] = 0
            self.spots[player].remove(cell)

    def count_entering(self, pawns: int) -> int:
        """Return how many of the pawns find a place in the center (rules: The center)."""
        return min(pawns, len(self.engine.points) - len(self.placed))

    def _ends(self, move: PawnMove) -> bool:
        """Tell whether a move ends the game: the places are full, or nobody has a pawn outside (H18)."""
        if move.target != self.engine.center:
            return False
        pawns = self.count_entering(move.pawns)
        return len(self.placed) + pawns == len(self.engine.points) or sum(self.outside) == pawns

    def list_sequences(self) -> list[Sequence]:
        """Return the turns that use the most dice, in all orders (rules: Your turn); none if no die can be used."""
        found: dict[int, list[Sequence]] = {}
        for moves, used in self._extend(self.dice):
            found.setdefault(used, []).append(moves)
        return found[max(found)] if found else []

    def _extend(self, dice: tuple[int, ...]) -> Iterator[tuple[Sequence, int]]:
        """Yield the ways to use dice, and how many each uses; a move that ends the game uses all."""
        for die in dict.fromkeys(dice):
            left = list(dice)
            left.remove(die)
            for move in self.list_moves(die):
                if not left or self._ends(move):
                    yield (move,), len(dice)
                    continue
                further = list(self._list_further(move, tuple(left)))
                for moves, used in further:
                    yield (move, *moves), used + 1
                if not further:
                    yield (move,), 1

    def _list_further(self, move: PawnMove, dice: tuple[int, ...]) -> Iterator[tuple[Sequence, int]]:
        if len(dice) == 1:
            return (((second,), 1) for second in self._list_after(move, dice[0]))
        other = self.copy(self.chance)
        other.move(move)
        return other._extend(dice)

    def legal_actions(self) -> list[Sequence]:
        """Return all turns that can be played; an empty one if no die can be used."""
        return self.list_sequences() or [()]

    def draw_turn(self, chance: Stream) -> Sequence:
        """Draw one of the legal turns, each as likely as the others.

        A first move and a number below a bound are drawn; the number picks the second move, and if it is too large both
        are drawn again. So all pairs are alike, and few of them need to be listed.
        """
        if len(self.dice) != 2:
            return self._draw_listed(chance)
        random, (one, other) = chance.random, self.dice
        firsts = self.list_moves(one)
        border = len(firsts)
        if one != other:
            firsts += self.list_moves(other)
        count = len(firsts)
        if not count:
            return ()
        bound = self.outside[self.player] * self.engine.most_ways
        center = self.engine.center
        for _ in range(_TRIES):
            index = trunc(random() * count)
            move, drawn = firsts[index], trunc(random() * bound)
            if move.target == center and self._ends(move):
                if not drawn:
                    return (move,)
                continue
            seconds = self._list_after(move, other if index < border else one)
            if drawn < len(seconds):
                return move, seconds[drawn]
        return self._draw_listed(chance)

    def _draw_listed(self, chance: Stream) -> Sequence:
        return pick(self.legal_actions(), chance)

    def apply(self, action: Sequence) -> None:
        """Play a turn."""
        for move in action:
            self.move(move)
            if self.ending:
                return
        self.unused += len(self.dice) - len(action)
        self._pass_on()

    def move(self, move: PawnMove) -> None:
        """Move one pawn or a stack; capture, stack or enter the center."""
        _, cell, pawns, target = move
        player, at = self.player, self.at
        if target == self.engine.center:
            self._enter(cell, pawns)
            return
        self._lift(player, cell, pawns)
        code, single = at[target], 2 * player + 1
        if code == single:
            at[target] = single + pawns
            self.stacks += 1
            if pawns > 1:
                self.fault = f"a stack joins a pawn on {self.engine.cells[target]}"
            return
        if code:
            self._capture(code, pawns, target)
        at[target] = single + pawns - 1
        self.spots[player].append(target)

    def _capture(self, code: int, pawns: int, target: int) -> None:
        """Take the pawns of an opponent out of the game (rules: Captures; H14)."""
        owner, pair = divmod(code - 1, 2)
        if owner == self.player or pair + 1 > pawns:
            self.fault = f"a single pawn comes onto a stack on {self.engine.cells[target]}"
        self.taken[self.player] += pair + 1
        self.lost[owner] += pair + 1
        self.outside[owner] -= pair + 1
        self.spots[owner].remove(target)
        self.captures += 1

    def _enter(self, cell: int, pawns: int) -> None:
        """Take the next places in the center, and end the game when it is full or nobody is outside (H11, H18)."""
        pawns = self.count_entering(pawns)
        self._lift(self.player, cell, pawns)
        self.placed += [self.player] * pawns
        self.outside[self.player] -= pawns
        if len(self.placed) == len(self.engine.points):
            self.ending = "center full"
        elif not any(self.outside):
            self.ending = "nobody outside"

    def _pass_on(self) -> None:
        """Give the dice to the next player who has a pawn outside the center."""
        self.player = (self.player + 1) % self.players
        while not self.outside[self.player]:
            self.player = (self.player + 1) % self.players
        self._begin_turn()

    def standing(self) -> list[int]:
        """Return the points of each seat (rules: The end and the score)."""
        engine = self.engine
        scores = [
            engine.capture * taken - engine.loss * lost for taken, lost in zip(self.taken, self.lost, strict=True)
        ]
        for seat, points in zip(self.placed, engine.points, strict=False):
            scores[seat] += points
        return scores

    def outcome(self) -> Outcome:
        """Return who has most points; in a tie the one on the highest place, or all of them if none has a place."""
        scores = self.standing()
        tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
        first = next((seat for seat in self.placed if seat in tied), None)
        return Outcome(tuple(tied) if first is None else (first,), self.ending, tuple(map(float, scores)))

    @property
    def measures(self) -> dict[str, int]:
        """Return captures and the pawns lost in them, stacks, dice not used, and places taken."""
        return {
            "captures": self.captures,
            "pawns captured": sum(self.lost),
            "stacks made": self.stacks,
            "dice not used": self.unused,
            "places taken": len(self.placed),
        }

    def supplies(self) -> dict[str, int]:
        """Return the places of the center that are free, and the pawns that are still outside."""
        return {
            "places in the center": len(self.engine.points) - len(self.placed),
            "pawns outside the center": sum(self.outside),
        }

    def find_fault(self) -> str | None:
        """Return what must never happen (H12 to H14, H17, H18)."""
        if self.fault:
            return self.fault
        engine = self.engine
        for seat, spots in enumerate(self.spots):
            codes = [self.at[cell] - 2 * seat for cell in spots]
            if len(set(spots)) != len(spots) or not set(codes) <= {1, 2}:
                return f"seat {seat} stands on a space with more than two pawns, or with those of others"
            if any(cell in engine.starts and code == 2 for cell, code in zip(spots, codes, strict=True)):
                return f"two pawns of seat {seat} stand on one start space"
            if (
                sum(codes) != self.outside[seat]
                or sum(codes) + self.placed.count(seat) + self.lost[seat] != engine.each
            ):
                return f"seat {seat} has another number of pawns than before"
        if sum(map(len, self.spots)) != sum(map(bool, self.at)):
            return "a pawn stands where nobody has one"
        if sum(self.standing()) != sum(engine.points[: len(self.placed)]) + self._sum_captures():
            return "the points of all are not those of the places taken"
        over = len(self.placed) == len(engine.points) or not any(self.outside)
        return None if over == bool(self.ending) else "the game goes on when it should end, or the other way round"

    def _sum_captures(self) -> int:
        """Return what captures add to the points of all: nothing if a capture brings what it costs."""
        return (self.engine.capture - self.engine.loss) * sum(self.taken)

    def pieces(self) -> dict[str, tuple[str, str]]:
        """Return the part and the design on each cell that is not empty; of two pawns one."""
        engine = self.engine
        names = [engine.colors[color].rpartition(".")[2] for color in engine.orders[self.players]]
        found = {engine.cells[cell]: ("pawn", names[seat]) for seat, spots in enumerate(self.spots) for cell in spots}
        return found | {place: ("pawn", names[seat]) for place, seat in zip(engine.places, self.placed, strict=False)}

    def describe(self) -> str:
        """Return the position in a line."""
        engine = self.engine
        names = [engine.colors[color].rpartition(".")[2] for color in engine.orders[self.players]]
        words = []
        for seat, spots in enumerate(self.spots):
            cells = (engine.cells[cell] + ("" if self.at[cell] & 1 else " (two)") for cell in sorted(spots))
            words.append(f"{names[seat]} {self.standing()[seat]} points, {' '.join(cells) or 'nobody outside'}")
        return f"rolled {', '.join(map(str, self.dice))}; {'; '.join(words)}"
