"""Change the facts that have a spot on a face, many separate ones at once, and see whether each spot changes."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.components.facts.spots import Spot, SpotSource, separate_spots
from generator.components.facts.variants import MOST_TRIED
from generator.geometry.bounds import boxes_overlap, point_bounds
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.types import Box
from generator.model.data_types import Value
from generator.model.facts import VISIBLE_INK, FaceChange, FactState, FactTrial
from generator.proof.vary.trials import DrawnVariant, FaceTester, least_ink

_MOST_ALONE = 12  # spots that are changed one by one, because a change of many was seen elsewhere
_MOST_ALIKE = 3  # of these, with the same two values, if nothing was seen in their own spots
_STRAY_RATIO = 4.0  # times the ink in its own spot: so much in another one is out of place
_BESIDE = 1.0  # mm from a spot to the middle of a shape that changes with it
_PLAIN = "plain"  # the kind of cells of which nothing need be seen
Changes = list[tuple[Spot, Value]]


class SpotTester:
    """Tries the spots of one sort."""

    def __init__(self, tester: FaceTester, source: SpotSource) -> None:
        self._tester, self._source = tester, source
        self._trials = {spot.fact: FactTrial(spot.fact, "untried") for spot in source.spots}
        self._strays: Changes = []

    def try_spots(self) -> list[FactTrial]:
        """Return what became of each fact.

        If a change of many spots is seen outside of them all, some of each sort are changed alone, and each join.
        """
        pending = list(self._source.spots)
        for number in range(MOST_TRIED):
            self._try_together([(spot, spot.others[number]) for spot in pending if number < len(spot.others)])
            pending = [spot for spot in pending if not self._is_done(spot)]
        tried = Counter[tuple[str, str, bool]]()
        for spot, value in self._strays:
            is_seen = self._trials[spot.fact].state == "seen"
            is_join = spot.fact.kind == "join"
            sort = (spot.fact.of, "", is_seen) if is_join else (spot.fact.value, repr(value), is_seen)
            most = int(not is_seen) if is_join else 1 if is_seen else _MOST_ALIKE
            if tried[sort] < most and tried.total() < _MOST_ALONE:
                tried[sort] += 1
                self._try_alone(spot, value)
        return list(self._trials.values())

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
        strayed = _find_strayed(changed, boxes)
        for number, (spot, value) in enumerate(changed):
            own = tuple(each._replace(inside=each.inside[number : number + 1], in_groups=()) for each in sides)
            around = point_bounds(spot.fact.areas[0])
            state: FactState = "unused"
            if any(each.inside and each.inside[0] >= least_ink(spot.fact) for each in own):
                state = "seen"
            elif any(boxes_overlap(around, box) for box in boxes):
                state = "unseen"
            if strayed if state == "seen" else any(each.elsewhere for each in sides):
                self._strays.append((spot, value))
            if self._trials[spot.fact].state != "unseen" or state == "seen":
                self._trials[spot.fact] = FactTrial(spot.fact, state, repr(value), own)

    def _try_alone(self, spot: Spot, value: Value) -> None:
        """Try one spot alone: what changes then is its own, wherever it lies."""
        variant = self._source.vary([(spot, value)])
        made = self._tester.draw_variant(self._source.work_of(spot), variant)
        if made is None or not made.sides:
            return
        others = [] if spot.fact.kind == "join" else self._find_touched(spot, made)
        facts = spot.fact, *(each.fact for each in others)
        sides = self._tester.measure([made._replace(variant=variant._replace(facts=facts))])[0]
        if any(each.ink >= VISIBLE_INK for each in sides):
            own = tuple(each._replace(inside=each.inside[:1], in_groups=()) for each in sides)
            self._trials[spot.fact] = FactTrial(
                spot.fact, "seen", repr(value), own, self._find_other(spot, made, sides, others)
            )
        elif spot.fact.kind != "join" and self._trials[spot.fact].state != "seen":
            self._trials[spot.fact] = FactTrial(spot.fact, "unseen", repr(value), sides)

    def _find_touched(self, spot: Spot, made: DrawnVariant) -> list[Spot]:
        """Return the other spots near the shapes that change."""
        boxes = [box for side in made.sides for box in side.boxes]
        near = ((each, point_bounds(each.fact.areas[0])) for each in self._source.spots if each.fact != spot.fact)
        return [each for each, around in near if any(boxes_overlap(around, box) for box in boxes)]

    def _find_other(self, spot: Spot, made: DrawnVariant, sides: Sequence[FaceChange], others: Sequence[Spot]) -> str:
        """Return the other spot in which a change is seen that belongs in its own, empty if there is none."""
        if (name := _find_more_ink(sides, others)) or spot.fact.kind != "cell":
            return name
        boxes = [box for side in made.sides for box in side.boxes]
        return _find_home(point_bounds(spot.fact.areas[0]), others, boxes)


def _find_home(own: Box, others: Sequence[Spot], boxes: Sequence[Box]) -> str:
    """Return the one other spot in which all of a change lies that is not in its own, empty if there is none.

    What lies in several, such as the numbers around a mine, or on a border, such as a coast, may be meant so.
    """
    homes = set[str]()
    for left, top, right, bottom in (box for box in boxes if not boxes_overlap(own, box)):
        corners = (left, top), (right, top), (right, bottom), (left, bottom)
        inside = [each for each in others if all(depth_in_polygons(each.fact.areas, *at) > 0 for at in corners)]
        homes |= {each.fact.of for each in inside} or {""}
    return homes.pop() if len(homes) == 1 else ""


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


def _find_more_ink(sides: Sequence[FaceChange], others: Sequence[Spot]) -> str:
    """Return the other spot in which much more of a change is seen than in its own, empty if there is none.

    The first ink of each side is that of its own spot.
    """
    shown = [side.inside for side in sides if side.inside]
    inked = [(inside[number], spot) for inside in shown for number, spot in enumerate(others, 1)]
    own = sum(inside[0] for inside in shown)
    most, spot = max(inked, key=lambda each: each[0], default=(0.0, None))
    return spot.fact.of if spot is not None and most > max(_STRAY_RATIO * own, VISIBLE_INK) else ""
