"""Change the facts that have a spot on a face, many separate ones at once, and see whether each spot changes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from math import dist

from generator.components.facts.spots import Spot, SpotSource, separate_spots
from generator.components.facts.variants import MOST_TRIED
from generator.geometry.bounds import SpatialIndex, box_corners, box_middle, boxes_overlap, point_bounds
from generator.geometry.polygon import depth_in_polygons
from generator.geometry.types import Box, Point
from generator.model.data_types import Value
from generator.model.facts import VISIBLE_INK, FaceChange, Fact, FactState, FactTrial
from generator.proof.vary.trials import DrawnVariant, FaceTester, least_ink

_MOST_ALONE = 12  # spots that are changed one by one, because a change of many was seen elsewhere
_MOST_ALIKE = 3  # of these, with the same two values
_FEW_ALIKE = 2  # of a kind that a build changes
_FAR = 0.5  # mm by which the offsets of two shapes from their cells may differ to be one: loops have one, maps many
_MOST_NEAR = 3  # changed cells that may draw a shape in another cell
_PLAIN = "plain"  # the kind of cells of which nothing need be seen
Changes = list[tuple[Spot, Value]]


class SpotTester:
    """Tries the spots of one sort."""

    def __init__(self, tester: FaceTester, source: SpotSource) -> None:
        self._tester, self._source = tester, source
        self._trials = {spot.fact: FactTrial(spot.fact, "untried") for spot in source.spots}
        self._strays: Changes = []
        self._suspects: Changes = []

    def try_spots(self) -> list[FactTrial]:
        """Return what became of each fact.

        If a change of many spots is seen outside of them all, some that are not seen are changed alone, and each join.
        """
        pending = list(self._source.spots)
        for number in range(MOST_TRIED):
            self._try_together([(spot, spot.others[number]) for spot in pending if number < len(spot.others)])
            pending = [spot for spot in pending if not self._is_done(spot)]
        tried = Counter[tuple[str, str]]()
        for spot, value in self._strays:
            is_join = spot.fact.kind == "join"
            sort = (spot.fact.of, "") if is_join else (spot.fact.value, repr(value))
            is_enough = tried[sort] >= (1 if is_join else _MOST_ALIKE) or tried.total() >= _MOST_ALONE
            if not is_enough and self._trials[spot.fact].state != "seen":
                tried[sort] += 1
                self._try_alone(spot, value)
        self._find_shifted()
        return list(self._trials.values())

    def find_strayed_kinds(self) -> list[FactTrial]:
        """Change a few cells of each kind, and return those that draw a shape in another cell; nothing is rendered."""
        first: dict[str, Changes] = {}
        for spot in self._source.spots:
            if spot.fact.value != _PLAIN and spot.others:
                first.setdefault(spot.fact.value, []).append((spot, spot.others[0]))
        self._suspects = [change for some in first.values() for change in some[:_FEW_ALIKE]]
        self._find_shifted()
        return [trial for trial in self._trials.values() if trial.there]

    def _find_shifted(self) -> None:
        """Find cells with a shape that lies in another cell: those of one value have it at one offset."""
        found: dict[str, list[tuple[Fact, str, Point]]] = {}
        tried = Counter[str]()
        for spot, value in sorted(self._suspects, key=lambda change: change[0].fact.value == _PLAIN):
            if tried[spot.fact.value] < _MOST_ALIKE and tried.total() < _MOST_ALONE:
                tried[spot.fact.value] += 1
                made = self._tester.draw_variant(self._source.work_of(spot), self._source.vary([(spot, value)]))
                if made is not None and (home := self._find_home(spot, made)):
                    found.setdefault(spot.fact.value, []).append((spot.fact, *home))
        for some in found.values():
            if all(dist(offset, some[0][2]) <= _FAR for _, _, offset in some):
                for fact, there, _ in some:
                    self._trials[fact] = self._trials[fact]._replace(there=there)

    def _find_home(self, spot: Spot, made: DrawnVariant) -> tuple[str, Point] | None:
        """Return the one other cell in which all lies that changes outside of a cell, and how far off its middle is.

        What lies in several, such as the numbers around a mine, or between two, such as a coast, may be meant so.
        """
        around = point_bounds(spot.fact.areas[0])
        strays = [box for side in made.sides for box in side.boxes if not boxes_overlap(around, box)]
        homes = {self._find_cell(box, spot) for box in strays}
        if len(homes) != 1 or not (home := homes.pop()):
            return None
        (x, y), (x2, y2) = box_middle(around), box_middle(strays[0])
        return home, (x2 - x, y2 - y)

    def _find_suspects(self, changed: Changes, boxes: Sequence[Box]) -> Changes:
        """Return the changed cells nearest to shapes that change in other cells, for which these may be drawn."""
        areas = {change[0].key: point_bounds(change[0].fact.areas[0]) for change in changed}
        found: dict[object, tuple[Spot, Value]] = {}
        for box in (box for box in boxes if not any(boxes_overlap(area, box) for area in areas.values())):
            far = {key: dist(box_middle(box), box_middle(area)) for key, area in areas.items()}
            near = (
                each for each in sorted(changed, key=lambda each: far[each[0].key]) if self._find_cell(box, each[0])
            )
            found |= {change[0].key: change for change in islice(near, _MOST_NEAR)}
        return [*found.values()]

    def _find_cell(self, box: Box, spot: Spot) -> str:
        """Return the other cell in which a box lies, an edge or a corner for a spot that is one; empty if none."""
        board = self._source.part.board
        assert board is not None
        of, corners = spot.fact.of, box_corners(box)
        rivals = [name for name in self._mesh.find_near(box) if board.cells[name].border == board.cells[of].border]
        outlines = ((name, board.cells[name].board_points) for name in rivals if name != of)
        inside = (name for name, points in outlines if all(depth_in_polygons((points,), *at) > 0 for at in corners))
        return next(inside, "")

    @cached_property
    def _mesh(self) -> SpatialIndex:
        board = self._source.part.board
        return SpatialIndex({name: cell.box for name, cell in board.cells.items()} if board else {})

    def _is_done(self, spot: Spot) -> bool:
        """Return whether a spot is seen; a kind must be seen beside the first other one, which most cells have."""
        state, fact = self._trials[spot.fact].state, spot.fact
        return state == "seen" or (state == "unseen" and fact.name == "kind" and fact.value != _PLAIN)

    def _try_together(self, changes: Changes) -> None:
        values = {spot.key: value for spot, value in changes}
        drawn: list[tuple[Changes, DrawnVariant]] = []
        for group in separate_spots([spot for spot, _ in changes]):
            drawn += self._draw([(spot, values[spot.key]) for spot in group])
        measured = self._tester.measure([made for _, made in drawn])
        for (changed, made), sides in zip(drawn, measured, strict=True):
            self._judge(changed, made, sides)

    def _draw(self, changed: Changes) -> Iterator[tuple[Changes, DrawnVariant]]:
        """Yield changes that can be drawn; if not all of them can, each exchange of two values is tried apart."""
        made = self._tester.draw_variant(self._source.work_of(changed[0][0]), self._source.vary(changed))
        if made is not None:
            yield changed, made
            return
        sorts: dict[tuple[str, Value], Changes] = {}
        for spot, value in changed:
            sorts.setdefault((spot.fact.value, value), []).append((spot, value))
        for some in sorts.values() if len(sorts) > 1 else ():
            yield from self._draw(some)

    def _judge(self, changed: Changes, made: DrawnVariant, sides: Sequence[FaceChange]) -> None:
        boxes = [box for side in made.sides for box in side.boxes]
        self._suspects += self._find_suspects(changed, boxes) if changed[0][0].fact.kind == "cell" else []
        for number, (spot, value) in enumerate(changed):
            own = tuple(each._replace(inside=each.inside[number : number + 1]) for each in sides)
            around = point_bounds(spot.fact.areas[0])
            state: FactState = "unused"
            if any(each.inside and each.inside[0] >= least_ink(spot.fact) for each in own):
                state = "seen"
            elif any(boxes_overlap(around, box) for box in boxes):
                state = "unseen"
            if state != "seen" and any(each.elsewhere for each in sides):
                self._strays.append((spot, value))
            if self._trials[spot.fact].state != "unseen" or state == "seen":
                self._trials[spot.fact] = FactTrial(spot.fact, state, repr(value), own)

    def _try_alone(self, spot: Spot, value: Value) -> None:
        """Try one spot alone: what changes then is its own, wherever it lies."""
        variant = self._source.vary([(spot, value)])
        made = self._tester.draw_variant(self._source.work_of(spot), variant)
        if made is None or not made.sides:
            return
        sides = self._tester.measure([made._replace(variant=variant._replace(facts=(spot.fact,)))])[0]
        if any(each.ink >= VISIBLE_INK for each in sides):
            own = tuple(each._replace(inside=each.inside[:1]) for each in sides)
            self._trials[spot.fact] = FactTrial(spot.fact, "seen", repr(value), own)
        elif spot.fact.kind != "join" and self._trials[spot.fact].state != "seen":
            self._trials[spot.fact] = FactTrial(spot.fact, "unseen", repr(value), sides)
