"""How far pawns are from their goals, paths included and pieces in the way left out of account."""

from collections.abc import Sequence
from itertools import permutations

from generator.play.material import Material
from generator.play.psychopaths.tables import PsychopathsTables

_MOST_KEPT = 10_000  # arrangements of the lines of a color whose distances are kept


class PsychopathsGraph(PsychopathsTables):
    """The tables, and the steps from all cells to the goals of a color by the lines that are laid, kept once found."""

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        self._back: list[list[int]] = [[] for _ in self.cells]
        for cell, steps in enumerate(self.steps):
            for step in steps:
                self._back[step].append(cell)
        self._kept: dict[tuple[object, ...], list[list[int]]] = {}

    def list_distances(self, color: int, laid: Sequence[int]) -> list[list[int]]:
        """Return for each goal of a color the steps from each square, and from its starts."""
        lines = [slot[card][color].pairs for slot, card in zip(self.lines, laid, strict=True) if card >= 0]
        key = (color, *lines)
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            across: dict[int, list[int]] = {}
            for pairs in lines:
                for one, other in pairs:
                    across.setdefault(one, []).append(other)
            self._kept[key] = [self._spread(color, door, across) for _, door in self.goals[color]]
        return self._kept[key]

    def _spread(self, color: int, door: int, across: dict[int, list[int]]) -> list[int]:
        far = [len(self.cells)] * len(self.cells)
        ring, steps = [door], 1
        far[door] = 1
        while ring:
            steps += 1
            following = []
            for cell in ring:
                for step in (*self._back[cell], *across.get(cell, ())):
                    if far[step] > steps:
                        far[step] = steps
                        following.append(step)
            ring = following
        for start in self.starts[color]:
            far[start] = far[self.find_door(start)] + 1
        return far

    def measure_distance(self, color: int, laid: Sequence[int], pawns: Sequence[int]) -> int:
        """Return the fewest steps in all that bring the pawns of a color home, in the best order of the free goals."""
        goals = [goal.cell for goal in self.goals[color]]
        free = [number for number, goal in enumerate(goals) if goal not in pawns]
        out = [cell for cell in pawns if cell not in goals]
        far = self.list_distances(color, laid)
        return min(
            sum(far[goal][cell] for goal, cell in zip(order, out, strict=True))
            for order in permutations(free, len(out))
        )

    def measure_from(self, color: int, laid: Sequence[int], cell: int) -> int:
        """Return the fewest steps from a square to a goal of a color; nothing is switched in the zone."""
        if self.zone >> cell & 1:
            return len(self.cells)
        return min(far[cell] for far in self.list_distances(color, laid))
