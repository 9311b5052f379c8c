"""A position of Pachisi, what can be done in it, and what comes of that."""

from itertools import combinations
from math import trunc
from operator import mul

from generator.play.engine import Stream
from generator.play.pachisi.tables import STOP, PachisiTables, Unit
from generator.play.played_state import PlayedState


class PachisiState(PlayedState):
    """A position: the pieces of each player by the steps of their road, the throws left, and whose turn it is.

    `spots` maps steps to pieces, without those at home; `on` counts the pieces of each side by cells of the board.
    """

    __slots__ = (
        "captures", "chance", "ending", "engine", "extra", "fault", "half", "homes", "left", "lost", "on", "out",
        "player", "players", "spots", "thrown", "throws", "turns", "unused", "winners",
    )  # fmt: skip
    NESTED = ("spots", "on")

    def __init__(self, engine: PachisiTables, chance: Stream) -> None:
        self.engine, self.chance = engine, chance
        self.players = players = len(engine.colors)
        self.half = players // 2
        self.spots = [{0: engine.count} for _ in range(players)]
        self.on = [[0] * len(engine.cells) for _ in range(self.half)]
        self.homes = [0] * players
        self.out = [False] * players  # who has set out a first piece
        self.winners: tuple[int, ...] = ()
        self.ending = self.fault = ""
        self.turns = self.extra = self.captures = self.thrown = self.unused = self.left = self.lost = 0
        self.player = trunc(chance.random() * players)
        self.throws: list[int] = []
        self._begin_turn()

    def _begin_turn(self) -> None:
        """Throw until a score ends the throwing (C7)."""
        random, faces, stops = self.chance.random, self.engine.throws, self.engine.stops
        count = len(faces)
        throws = self.throws
        throws.clear()
        while True:
            value = faces[trunc(random() * count)]
            throws.append(value)
            if value in stops:
                break
        self.turns += 1
        self.thrown += len(throws)

    def list_units(self) -> list[Unit]:
        """Return what each throw can move, if pieces always turn in at their own tip (C15 to C17)."""
        found: list[Unit] = []
        player = self.player
        spots, foes = self.spots[player], self.on[1 - player % 2] if self.half == 2 else self._list_foes()
        friends = self.on[player % self.half]
        engine = self.engine
        road, castles = engine.roads[player], engine.castles
        for throw in dict.fromkeys(self.throws):
            reach = engine.reach[player][throw]
            for step, own in spots.items():
                cell = reach[step]
                if cell < 0:
                    continue
                enemies = foes[cell]
                if enemies and castles[cell]:
                    continue
                if not step:
                    if enemies < 2 and (throw in engine.entry or not self.out[player]):
                        found.append(Unit(throw, 0, 1, throw))
                elif friends[road[step]] == 1:
                    if enemies < 2:
                        found.append(Unit(throw, step, 1, step + throw))
                else:
                    self._add_groups(found, throw, step, own, step + throw, enemies)
        return found

    def _list_foes(self) -> list[int]:
        """Return the enemies on each cell, where there are more than two sides."""
        sides = [each for side, each in enumerate(self.on) if side != self.player % self.half]
        return [sum(counts) for counts in zip(*sides, strict=True)]

    def _add_groups(self, found: list[Unit], throw: int, step: int, own: int, to: int, enemies: int) -> None:
        """Add the ways to take along pieces from a cell with several: own ones, and those of partners."""
        for count in range(1, own + 1):
            if enemies < 2 or count > 1:
                found.append(Unit(throw, step, count, to))
            self._add_mates(found, throw, step, count, to)

    def _add_mates(self, found: list[Unit], throw: int, step: int, count: int, to: int, again: bool = False) -> None:
        """Add the ways to take along pieces of the partner."""
        for mates_step, mates, mates_to in self._list_mates(throw, step, to, again):
            found += [Unit(throw, step, count, to, mates_step, some, mates_to) for some in range(1, mates + 1)]

    def _list_mates(self, throw: int, step: int, to: int, again: bool = False) -> list[tuple[int, int, int]]:
        """Return the partner's pieces on a cell that arrive on the same cell by their own road (K5)."""
        engine, partner = self.engine, (self.player + self.half) % self.players
        road, cell = engine.roads[partner], engine.roads[self.player][step]
        spots, found = self.spots[partner], []
        for mates_step in engine.steps_at[partner][cell]:
            mates = spots.get(mates_step)
            if mates:
                mates_to = self._find_arrival(mates_step, throw, again)
                if 0 <= mates_to < engine.home and road[mates_to] == engine.roads[self.player][to]:
                    found.append((mates_step, mates, mates_to))
        return found

    def _find_arrival(self, step: int, throw: int, again: bool) -> int:
        """Return where a throw leads if a piece turns in at its tip, or only if it goes round again; -1 if nowhere."""
        engine, to = self.engine, step + throw
        if again:
            to = to - engine.lap if engine.tip <= step < engine.tip + engine.lap <= to else -1
        return to if to <= engine.home and to not in engine.barred else -1

    def list_rounds(self) -> list[Unit]:
        """Return what each throw can move if pieces go round again at their own tip (rules: Coming home).

        Those are the player's own pieces, or the partner's that come along: whoever moves them says where they go.
        """
        found: list[Unit] = []
        foes, road = self._list_foes(), self.engine.roads[self.player]
        for throw in dict.fromkeys(self.throws):
            for step, own in self.spots[self.player].items():
                for again in (True, False):
                    to = self._find_arrival(step, throw, again)
                    if not step or to < 0 or (foes[road[to]] and self.engine.castles[road[to]]):
                        continue
                    if again:
                        self._add_groups(found, throw, step, own, to, foes[road[to]])
                        continue
                    for count in range(1, own + 1):
                        self._add_mates(found, throw, step, count, to, again=True)
        return found

    def legal_actions(self) -> list[Unit]:
        """Return what each throw can move, to turn in or go round, and to leave the rest unused."""
        return [STOP, *self.list_units(), *self.list_rounds()]

    def apply(self, action: Unit) -> None:
        """Move pieces by a throw, or leave the rest of the turn unused."""
        if not action.throw:
            self._end_turn()
            return
        self._move(action)
        if not self.ending and (not self.throws or self.homes[self.player] == self.engine.count):
            self._end_turn()

    def _move(self, unit: Unit) -> None:
        throw, step, own, to, mates_step, mates, mates_to = unit
        engine, player = self.engine, self.player
        side = player % self.half
        road, on = engine.roads[player], self.on[side]
        self.throws.remove(throw)
        self._watch_move(unit)
        _shift(self.spots[player], step, to, own, engine.home)
        if mates:
            _shift(self.spots[(player + self.half) % self.players], mates_step, mates_to, mates, engine.home)
        if step:
            on[road[step]] -= own + mates
        else:
            self.out[player] = True
        if to == engine.home:
            self.homes[player] += own
            self._check_end(player)
            return
        cell = road[to]
        for other in range(self.half):
            if other != side and self.on[other][cell]:
                self._capture(other, cell, own + mates)
        on[cell] += own + mates

    def _watch_move(self, unit: Unit) -> None:
        """Note a throw that is divided, and pieces that part on their way (C15, K5)."""
        full = unit.throw, unit.throw - self.engine.lap
        if unit.to - unit.step not in full or (unit.mates and unit.mates_to - unit.mates_step not in full):
            self.fault = f"a throw of {unit.throw} moves a piece from step {unit.step} to step {unit.to}"
        if unit.mates:
            mates_road = self.engine.roads[(self.player + self.half) % self.players]
            if mates_road[unit.mates_to] != self.engine.roads[self.player][unit.to]:
                self.fault = "pieces that move together part on their way"

    def _capture(self, side: int, cell: int, takers: int) -> None:
        """Put the pieces on a cell back into the center (C16, C17, K4)."""
        taken = self.on[side][cell]
        if self.engine.castles[cell]:
            self.fault = f"pieces are taken on the castle {self.engine.cells[cell]}"
        elif taken > 1 and takers < 2:
            self.fault = f"a single piece takes a double on {self.engine.cells[cell]}"
        self.on[side][cell] = 0
        for seat in range(side, self.players, self.half):
            for step in self.engine.steps_at[seat][cell]:
                if found := self.spots[seat].pop(step, 0):
                    self.spots[seat][0] = self.spots[seat].get(0, 0) + found
        self.captures += 1
        self.left += 1

    def _check_end(self, player: int) -> None:
        """End the game when all pieces of a partnership are home (C18)."""
        if self._is_team_home(player % self.half):
            self.winners, self.ending = tuple(range(player % self.half, self.players, self.half)), "home"

    def _is_team_home(self, side: int) -> bool:
        return all(homes == self.engine.count for homes in self.homes[side :: self.half])

    def _end_turn(self) -> None:
        """Go on with a turn won by taking, or with the next player who is not home."""
        self.unused += len(self.throws)
        count = self.engine.count
        if self.left and self.homes[self.player] < count:
            self.left -= 1
            self.extra += 1
        else:
            self.lost += self.left
            self.left = 0
            self.player = (self.player + 1) % self.players
            while self.homes[self.player] == count:
                self.player = (self.player + 1) % self.players
        self._begin_turn()

    def play_turn(self) -> None:
        """Play the rest of a turn by the policy `random`."""
        throws = self.throws
        if len(throws) != 1 or not self._move_alone(throws[0]):
            self._play_throws()
        if not self.ending:
            self._end_turn()

    def _play_throws(self) -> None:
        random, throws = self.chance.random, self.throws
        while throws:
            units = self.list_units()
            if not units:
                return
            self._move(units[trunc(random() * len(units))])
            if self.ending or self.homes[self.player] == self.engine.count:
                return

    def _move_alone(self, throw: int) -> bool:
        """Use a single throw where all pieces stand alone, as most turns are; tell whether that is so.

        Does what `list_units` and `_move` would do, with the same chance.
        """
        engine, player = self.engine, self.player
        if self.half != 2:
            return False
        road, castles = engine.roads[player], engine.castles
        reach = (engine.reach_later if self.out[player] else engine.reach)[player][throw]
        side = player & 1
        friends, foes, spots = self.on[side], self.on[1 - side], self.spots[player]
        steps = []
        for step in spots:
            cell = reach[step]
            if cell >= 0:
                if friends[road[step]] > 1:
                    return False
                if not foes[cell] or (foes[cell] == 1 and not castles[cell]):
                    steps.append(step)
        if steps:
            step = steps[trunc(self.chance.random() * len(steps))]
            self.throws.clear()
            self._move_one(step, step + throw, reach[step])
        return True

    def _move_one(self, step: int, to: int, cell: int) -> None:
        engine, player = self.engine, self.player
        spots, side = self.spots[player], player & 1
        friends = self.on[side]
        left = spots[step] - 1
        if left:
            spots[step] = left
        else:
            del spots[step]
        if step:
            friends[engine.roads[player][step]] = 0
        else:
            self.out[player] = True
        if to == engine.home:
            self.homes[player] += 1
            self._check_end(player)
            return
        if self.on[1 - side][cell]:
            self._capture(1 - side, cell, 1)
        friends[cell] += 1
        spots[to] = spots.get(to, 0) + 1

    @property
    def measures(self) -> dict[str, int]:
        """Return captures, turns won by them, throws, and throws that were not used."""
        return {
            "captures": self.captures,
            "extra turns": self.extra,
            "throws": self.thrown,
            "throws not used": self.unused,
        }

    def standing(self) -> list[int]:
        """Return how far each partnership has come: the steps of all its pieces."""
        home = self.engine.home
        own = [
            sum(step * count for step, count in spots.items()) + home * self.homes[seat]
            for seat, spots in enumerate(self.spots)
        ]
        return [sum(own[seat % self.half :: self.half]) for seat in range(self.players)]

    def supplies(self) -> dict[str, int]:
        """Return how many pieces wait in the center, and how many are home."""
        return {"pieces in the center": sum(spots.get(0, 0) for spots in self.spots), "pieces home": sum(self.homes)}

    def find_fault(self) -> str | None:
        """Return what must never happen: a capture on a castle, a double taken by a single, a stop on a barred step."""
        if self.fault:
            return self.fault
        engine = self.engine
        for seat, spots in enumerate(self.spots):
            if sum(spots.values()) + self.homes[seat] != engine.count:
                return f"{engine.names[seat]} has another number of pieces than before"
            if not engine.barred.isdisjoint(spots):
                return f"a piece of {engine.names[seat]} stands where none may stop"
        if self.captures != self.extra + self.left + self.lost:
            return f"{self.captures} throws that took brought {self.extra + self.left} turns, and {self.lost} were lost"
        if bool(self.ending) != any(self._is_team_home(side) for side in range(self.half)):
            return "a partnership is home and the game goes on, or the other way round"
        if any(any(map(mul, one, other)) for one, other in combinations(self.on, 2)):
            return "two sides share a square"
        return None

    def pieces(self) -> dict[str, tuple[str, str]]:
        """Return the part and the design on each cell that is not empty; of several pieces the first."""
        engine = self.engine
        found = {}
        for seat, spots in enumerate(self.spots):
            for step in spots:
                if step:
                    found[engine.cells[engine.roads[seat][step]]] = ("piece", engine.names[seat])
        return found

    def describe(self) -> str:
        """Return the position in a line."""
        names = self.engine.names
        placed = "; ".join(
            f"{names[seat]} {self.homes[seat]} home, {dict(sorted(spots.items()))}"
            for seat, spots in enumerate(self.spots)
        )
        return f"throws {', '.join(map(str, self.throws))}; {placed}"


def _shift(spots: dict[int, int], step: int, to: int, count: int, home: int) -> None:
    """Move pieces from a step to another, or out of the mapping when they are home."""
    left = spots[step] - count
    if left:
        spots[step] = left
    else:
        del spots[step]
    if to != home:
        spots[to] = spots.get(to, 0) + count
