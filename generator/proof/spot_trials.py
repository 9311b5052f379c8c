"""Change the facts that have a spot on a face, many separate ones at once, and see whether each spot changes."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.components.facts.spots import Spot, SpotSource, separate_spots
from generator.components.facts.variants import MOST_TRIED, FactWork
from generator.geometry.bounds import boxes_overlap, point_bounds
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.types import Box
from generator.model.data_types import Value
from generator.model.facts import VISIBLE_INK, FaceChange, FactState, FactTrial
from generator.proof.face_trials import DrawnVariant, FaceTester
from generator.proof.visible_ink import least_ink

_MOST_ALONE = 12  # spots that are changed one by one, because a change of many was seen elsewhere
_MOST_SEEN = 4  # of these, though they are seen where they should be
_MOST_ALIKE = 3  # of these, with the same two values
_STRAY_RATIO = 4.0  # times the ink in its own spot: so much in another one is out of place
_BESIDE = 1.0  # mm from a spot to the middle of a shape that changes with it
_PLAIN = "plain"  # the kind of cells of which nothing need be seen
Changes = list[tuple[Spot, Value]]


class SpotTester:
    """Tries the spots of one sort."""

    def __init__(self, tester: FaceTester, source: SpotSource) -> None:
        self._tester, self._source = tester, source
        self._trials = {spot.fact: FactTrial(spot.fact, "untried") for spot in source.spots}
        self._alone = Counter[tuple[str, Value]]()  # how often two values were exchanged alone

    def try_spots(self) -> list[FactTrial]:
        """Return what became of each fact.

        If a change of many spots is seen outside of them all, one spot of each sort is changed alone. A kind must be
        seen beside the first other one, which most cells have.
        """
        pending = list(self._source.spots)
        for number in range(MOST_TRIED):
            self._try_round([(spot, spot.others[number]) for spot in pending if number < len(spot.others)])
            pending = [spot for spot in pending if not self._is_done(spot)]
        return list(self._trials.values())

    def _is_done(self, spot: Spot) -> bool:
        state, fact = self._trials[spot.fact].state, spot.fact
        return state == "seen" or (state == "unseen" and fact.name == "kind" and fact.value != _PLAIN)

    def _try_round(self, changes: Changes) -> None:
        values = {spot.key: value for spot, value in changes}
        drawn: list[tuple[Changes, DrawnVariant]] = []
        for group in separate_spots([spot for spot, _ in changes]):
            drawn += self._draw([(spot, values[spot.key]) for spot in group])
        measured = self._tester.measure([made for _, made in drawn])
        for (changed, made), sides in zip(drawn, measured, strict=True):
            self._judge(changed, made, sides)

    def _draw(self, changed: Changes) -> Iterator[tuple[Changes, DrawnVariant]]:
        """Yield changes that can be drawn; if not all of them can, each exchange of two values is tried apart."""
        made = self._tester.draw_variant(self._work(changed[0][0]), self._source.vary(changed))
        if made is not None:
            yield changed, made
            return
        sorts: dict[tuple[str, Value], Changes] = {}
        for spot, value in changed:
            sorts.setdefault((spot.fact.value, value), []).append((spot, value))
        for some in sorts.values() if len(sorts) > 1 else ():
            made = self._tester.draw_variant(self._work(some[0][0]), self._source.vary(some))
            if made is not None:
                yield some, made

    def _work(self, spot: Spot) -> FactWork:
        return FactWork(spot.fact, self._source.part, self._source.design, ("front",), lambda: iter(()))

    def _judge(self, changed: Changes, made: DrawnVariant, sides: Sequence[FaceChange]) -> None:
        boxes = [box for side in made.sides for box in side.boxes]
        strayed = _find_strayed(changed, boxes)
        for number, (spot, value) in enumerate(changed):
            own = tuple(each._replace(inside=each.inside[number : number + 1], in_groups=()) for each in sides)
            around = point_bounds(spot.fact.areas[0])
            state: FactState = "unused"
            if any(each.inside and each.inside[0] >= least_ink(spot.fact) for each in own):
                state = "seen"
            elif any(boxes_overlap(around, box) for box in boxes):
                state = "unseen"
            is_elsewhere = strayed if state == "seen" else any(each.elsewhere for each in sides)
            if is_elsewhere and self._should_compare(spot, value, state) and self._try_alone(spot, value):
                continue
            if self._trials[spot.fact].state != "unseen" or state == "seen":
                self._trials[spot.fact] = FactTrial(spot.fact, state, repr(value), own)

    def _should_compare(self, spot: Spot, value: Value, state: FactState) -> bool:
        """Return whether a spot is to be changed alone; of those that are seen, one of each sort is."""
        tried = self._alone[spot.fact.value, value]
        if state == "seen":
            return not tried and spot.fact.kind != "join" and self._alone.total() < _MOST_SEEN
        return spot.fact.kind == "join" or tried < _MOST_ALIKE

    def _try_alone(self, spot: Spot, value: Value) -> bool:
        """Try one spot alone, if not too many were: what changes then is its own, wherever it lies.

        Return whether the trial is decided: its change is seen, or shapes change and nothing is seen of it.
        """
        if self._alone.total() >= _MOST_ALONE:
            return False
        self._alone[spot.fact.value, value] += 1
        variant = self._source.vary([(spot, value)])
        made = self._tester.draw_variant(self._work(spot), variant)
        if made is None or not made.sides:
            return False
        others = [] if spot.fact.kind == "join" else self._find_touched(spot, made)
        facts = spot.fact, *(each.fact for each in others)
        made = made._replace(variant=variant._replace(facts=facts))
        sides = self._tester.measure([made])[0]
        is_seen = any(each.ink >= VISIBLE_INK for each in sides)
        if is_seen:
            own = tuple(each._replace(inside=each.inside[:1], in_groups=()) for each in sides)
            there = _find_other(sides, others)
            self._trials[spot.fact] = FactTrial(spot.fact, "seen", repr(value), own, there)
        elif spot.fact.kind != "join" and self._trials[spot.fact].state != "seen":
            self._trials[spot.fact] = FactTrial(spot.fact, "unseen", repr(value), sides)
            return True
        return is_seen

    def _find_touched(self, spot: Spot, made: DrawnVariant) -> list[Spot]:
        """Return the other spots near the shapes that change."""
        boxes = [box for side in made.sides for box in side.boxes]
        near = ((each, point_bounds(each.fact.areas[0])) for each in self._source.spots if each.fact != spot.fact)
        return [each for each, around in near if any(boxes_overlap(around, box) for box in boxes)]


def _find_strayed(changed: Changes, boxes: Sequence[Box]) -> bool:
    """Return whether the middle of a changed shape lies outside of all changed spots."""
    areas = [spot.fact.areas[0] for spot, _ in changed]
    bounds = [point_bounds(area) for area in areas]
    for box in boxes:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        at = x - _BESIDE, y - _BESIDE, x + _BESIDE, y + _BESIDE
        near = [area for area, bound in zip(areas, bounds, strict=True) if boxes_overlap(at, bound)]
        if not any(depth_in_polygons((area,), x, y) > -_BESIDE for area in near):
            return True
    return False


def _find_other(sides: Sequence[FaceChange], others: Sequence[Spot]) -> str:
    """Return the other spot in which much more of a change is seen than in its own, empty if there is none.

    The first ink of each side is that of its own spot.
    """
    shown = [side.inside for side in sides if side.inside]
    inked = [(inside[number], spot) for inside in shown for number, spot in enumerate(others, 1)]
    own = sum(inside[0] for inside in shown)
    most, spot = max(inked, key=lambda each: each[0], default=(0.0, None))
    return spot.fact.of if spot is not None and most > max(_STRAY_RATIO * own, VISIBLE_INK) else ""
