"""Change the facts that have a spot on a face, many separate ones at once, and see whether each spot changes."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.components.facts.spots import Spot, SpotSource, separate_spots
from generator.components.facts.variants import MOST_TRIED
from generator.geometry.bounds import boxes_overlap, point_bounds
from generator.model.data_types import Value
from generator.model.facts import VISIBLE_INK, FaceChange, FactState, FactTrial
from generator.proof.vary.trials import DrawnVariant, FaceTester, least_ink

_MOST_ALONE = 12  # spots that are changed one by one, because a change of many was seen elsewhere
_MOST_ALIKE = 3  # of these, with the same two values
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
