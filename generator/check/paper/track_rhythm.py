"""Check that spaces of a track that look differently from most do so in a steady rhythm, such as all tens (GF185)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from generator.check.paper.drawn_places import DrawnPlace, key_shapes, list_drawn_places
from generator.check.paper.face_pages import Face, PageFault
from generator.model.picture import Text

_FEWEST = 4  # spaces that look alike, of which one may be out of step
_ROUND_STEPS = (10, 5)  # steps that people count in
_SHORTEST, _LONGEST = 2, 25  # spaces from one to the next


def find_spaces_out_of_step(face: Face) -> Iterator[PageFault]:
    """Report the one space that wrongly looks like those of a rhythm, or the one left out of it (GF185)."""
    spaces = [each for each in list_drawn_places(face) if each.declared.noun == "space"]
    if len(spaces) < 2 * _FEWEST:
        return
    looks: dict[object, list[DrawnPlace]] = defaultdict(list)
    for each in spaces:
        looks[_key_art(each)].append(each)
    numbers = {int(str(each.declared.sort)): each for each in spaces}
    for some in sorted(looks.values(), key=len)[:-1]:
        odd = (
            _find_odd({int(str(each.declared.sort)) for each in some}, sorted(numbers))
            if len(some) >= _FEWEST
            else None
        )
        if odd is not None:
            number, step, is_extra = odd
            place = numbers[number]
            is_own = number in (min(numbers), max(numbers)) and len(looks[_key_art(place)]) == 1
            if is_own or (number == min(numbers) and not is_extra):
                continue  # the start or the goal has a look of its own, or the rhythm begins after the start
            says = "looks like" if is_extra else "does not look like"
            text = f"{place.declared.label} {says} the others at every {step} spaces"
            yield PageFault("GF185", "rhythm", text, _find_ground(place), "warning")
            return


def find_rhythms_beside_tens(face: Face) -> Iterator[PageFault]:
    """Report spaces that look different at each tenth or fifth place, and are not the tens or fives (GF185).

    Where the track begins at 1, the first space and those ten further begin its rows.
    """
    spaces = [each for each in list_drawn_places(face) if each.declared.noun == "space"]
    numbers = sorted(int(str(each.declared.sort)) for each in spaces)
    looks: dict[object, list[int]] = defaultdict(list)
    for each in spaces:
        looks[_key_art(each)].append(int(str(each.declared.sort)))
    for some in sorted(looks.values(), key=len)[:-1] if len(looks) == 2 and numbers[0] <= 1 else ():
        found = next((step for step in _ROUND_STEPS if _is_rhythm(sorted(some), numbers, step)), 0)
        if found and some[0] % found and some[0] != numbers[0]:
            place = next(each for each in spaces if str(each.declared.sort) == str(min(some)))
            text = (
                f"{place.declared.label} and every {found} spaces after it look"
                f" different, but multiples of {found} do not"
            )
            yield PageFault("GF185", "rhythm", text, _find_ground(place), "warning")


def _is_rhythm(some: Sequence[int], numbers: Sequence[int], step: int) -> bool:
    return len(some) > 2 and list(some) == [number for number in numbers if number % step == some[0] % step]


def _key_art(place: DrawnPlace) -> object:
    """Return a key for what a space draws except for its texts."""
    art = [each for each in place.shapes if not isinstance(each.shape, Text)]
    return key_shapes(place._replace(shapes=art))


def _find_ground(place: DrawnPlace) -> tuple[int, ...]:
    art = [each for each in place.shapes if not isinstance(each.shape, Text)]
    return art[0].address if art else place.group.address


def _find_odd(found: set[int], known: Sequence[int]) -> tuple[int, int, bool] | None:
    """Return the number that is out of step, the step, and whether it is one too many or too few."""
    for step in range(_SHORTEST, _LONGEST + 1):
        for start in range(step):
            steady = {number for number in known if number % step == start}
            extra, missing = found - steady, steady - found
            if len(steady) >= _FEWEST and len(extra) + len(missing) == 1:
                return next(iter(extra | missing)), step, bool(extra)
    return None
