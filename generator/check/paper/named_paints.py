"""Check that the faces of folded pieces have the paints of the colors that their values name (GF148)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.drawn_places import DrawnPlace, list_drawn_places
from generator.check.paper.face_pages import KitPages, LocatedFault, PageFault
from generator.model.color import Color
from generator.model.picture import Image


class _Painted(NamedTuple):
    """A face, and the roles whose exact paints it has, with the first shape of each."""

    place: DrawnPlace
    shown: Mapping[str, DrawnShape]


def find_misnamed_paints(pages: KitPages) -> Iterator[LocatedFault]:
    """Report faces that have the paint of another color of the group than that of their value (GF148).

    A face `plum 1` names the color `fruit.plum`.
    """
    roles = _roles_by_paint(pages.game.colors)
    for face in pages.faces:
        places = [
            _Painted(each, _find_roles(each, roles)) for each in list_drawn_places(face) if each.declared.noun == "face"
        ]
        for group, names in _list_groups(roles).items():
            yield from ((face, fault) for fault in _compare_named(places, group, names))


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


def _find_roles(place: DrawnPlace, roles: Mapping[str, str]) -> Mapping[str, DrawnShape]:
    found: dict[str, DrawnShape] = {}
    for each in place.shapes:
        paint = None if isinstance(each.shape, Image) or each.box is None else each.shape.paint
        for ink in (paint.fill, paint.stroke) if paint else ():
            if isinstance(ink, str) and ink in roles:
                found.setdefault(roles[ink], each)
    return found


def _words_of(place: DrawnPlace) -> Set[str]:
    sort = place.declared.sort
    return set(sort.casefold().split()) if isinstance(sort, str) else set()


def _compare_named(places: Sequence[_Painted], group: str, names: Mapping[str, str]) -> Iterator[PageFault]:
    """Yield the places that name one color of a group, and have the paint of another."""
    named = [(each, {names[word] for word in _words_of(each.place) & names.keys()}) for each in places]
    own = [(each, next(iter(roles))) for each, roles in named if len(roles) == 1]
    if len({role for _, role in own}) < 2:
        return
    for each, role in own:
        shown = [other for other in each.shown if other in names.values()]
        if shown and role not in shown:
            says = (
                f"{each.place.declared.label} ({each.place.declared.sort}) has the"
                f" paint of {shown[0]!r} instead of {role!r}"
            )
            yield PageFault("GF148", f"named {group}", says, each.shown[shown[0]].address, where="paint")
