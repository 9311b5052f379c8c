"""Check that cells and faces have the paints of the colors that their data name (GF148)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from generator.check.paper.drawing import DrawnShape
from generator.check.paper.face_pages import KitPages, LocatedFault, PageFault
from generator.check.paper.homes import Dwelling, list_dwellings
from generator.model.color import Color
from generator.model.finding import Level
from generator.model.picture import Image

_CERTAIN = 3  # colors of a group, from which a paint that all others share is certainly foreign


class _Painted(NamedTuple):
    """A place, the roles whose exact paints it has, with the first shape of each, and the roles that its data name."""

    place: Dwelling
    shown: Mapping[str, DrawnShape]
    named: Set[str]


def find_misnamed_paints(pages: KitPages) -> Iterator[LocatedFault]:
    """Yield GF148 for cells and faces that have the paint of another color of the group than that of their name.

    A cell of the kind `hill` and a face `plum 1` name the colors `ground.hill` and `fruit.plum`.
    """
    roles = _roles_by_paint(pages.game.colors)
    for face in pages.faces:
        places = [_Painted(each, _find_roles(each, roles), set()) for each in list_dwellings(face)]
        for group, names in _list_groups(roles).items():
            yield from ((face, fault) for fault in _compare_named(places, group, names))
            yield from ((face, fault) for fault in _compare_shared(places, names))


def _roles_by_paint(colors: Mapping[str, Color]) -> Mapping[str, str]:
    """Return the roles of groups by their paints, without paints that several roles have."""
    found: dict[str, list[str]] = defaultdict(list)
    for role, color in colors.items():
        found[color.paint].append(role)
    return {paint: roles[0] for paint, roles in found.items() if len(roles) == 1 and "." in roles[0]}


def _list_groups(roles: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Return for each group of colors its roles by their own names."""
    groups: dict[str, dict[str, str]] = defaultdict(dict)
    for role in roles.values():
        group, _, name = role.rpartition(".")
        groups[group][name.casefold()] = role
    return {group: names for group, names in groups.items() if len(names) > 1}


def _find_roles(place: Dwelling, roles: Mapping[str, str]) -> Mapping[str, DrawnShape]:
    found: dict[str, DrawnShape] = {}
    for each in place.shapes:
        paint = None if isinstance(each.shape, Image) or each.box is None else each.shape.paint
        for ink in (paint.fill, paint.stroke) if paint else ():
            if isinstance(ink, str) and ink in roles:
                found.setdefault(roles[ink], each)
    return found


def _words_of(place: Dwelling) -> Set[str]:
    sort = place.home.sort
    return set(sort.casefold().split()) if isinstance(sort, str) else set()


def _compare_named(places: Sequence[_Painted], group: str, names: Mapping[str, str]) -> Iterator[PageFault]:
    """Yield the places that name one color of a group, and have the paint of another."""
    named = [(each, {names[word] for word in _words_of(each.place) & names.keys()}) for each in places]
    own = [(each, next(iter(roles))) for each, roles in named if len(roles) == 1]
    if len({role for _, role in own}) < 2:
        return
    for each, role in own:
        shown = [other for other in each.shown if other in names.values()]
        if shown and role not in shown and each.place.home.color != shown[0]:
            says = f"{each.place.home.label} ({each.place.home.sort}) has the paint of {shown[0]!r} and not of {role!r}"
            yield PageFault("GF148", f"named {group}", says, each.shown[shown[0]].address, where="paint")


def _compare_shared(places: Sequence[_Painted], names: Mapping[str, str]) -> Iterator[PageFault]:
    """Yield the cells of a kind that have their own paint and that of one other, whose cells have it alone."""
    kinds: dict[object, list[_Painted]] = defaultdict(list)
    for each in places:
        if each.place.home.color in names.values():
            kinds[each.place.home.sort].append(each)
    for some in kinds.values():
        own = {each.place.home.color for each in some}
        shown = [{role for role in each.shown if role in names.values()} for each in some]
        for role in sorted(own) if len(own) > 1 else ():
            wanted = [{each.place.home.color, role} for each in some]
            if shown != wanted:
                continue
            level: Level = "error" if len(own) >= _CERTAIN else "warning"
            first = next(each for each in some if each.place.home.color != role)
            says = f"{first.place.home.label} of {first.place.home.color} has the paint of {role!r} too, as all others"
            yield PageFault("GF148", "shared", says, first.shown[role].address, level, where="paint")
