"""Check that a legend shows an icon in the paint that the icon has elsewhere (GF148)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from generator.check.analysis.drawing import NamedGroup, plain_paint
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.model.picture import Image

_HEAD, _LEGEND, _WHITE = "icon.", "legend.", "#ffffff"


class _PaintedIcon(NamedTuple):
    """An icon on a face, and its paints except for white, which may be the paper."""

    face: Face
    group: NamedGroup
    paints: Set[str]

    @property
    def is_explained(self) -> bool:
        """Return whether it is in a legend."""
        return any(name.startswith(_LEGEND) for name in self.group.inside)


def find_foreign_icon_paints(pages: KitPages) -> Iterator[LocatedFault]:
    """Report an icon whose legend shows it in the paint of another icon (GF148).

    Elsewhere both have one paint each, and a legend on the same face shows another icon as it is, or swaps the two.
    """
    names: dict[str, list[_PaintedIcon]] = defaultdict(list)
    for face in pages.faces:
        for group in face.drawing.groups:
            if group.name.startswith(_HEAD):
                names[group.name].append(_PaintedIcon(face, group, frozenset(_list_paints(face, group))))
    usual = {name: paints for name, uses in names.items() if (paints := _find_usual(uses))}
    for name, own in usual.items():
        for use in names[name]:
            other = next((each for each, paints in usual.items() if paints == use.paints), "")
            if not use.is_explained or use.paints & own or not other:
                continue
            if _shows_others(use.face, names, usual):
                says = f"the legend shows {name!r} in the paint of {other!r}, unlike all other faces"
                yield use.face, PageFault("GF148", f"paint of {name}", says, use.group.address, "warning")
            elif name < other and _is_shown(use.face, names[other], own):
                yield _report_exchange(pages, use, names[name], other)


def _report_exchange(pages: KitPages, use: _PaintedIcon, uses: Sequence[_PaintedIcon], other: str) -> LocatedFault:
    """Report two icons whose paints are swapped in a legend, or elsewhere if that has the role of the name."""
    name = use.group.name
    role = pages.game.colors.get(name.removeprefix(_HEAD))
    there = next((each for each in uses if not each.is_explained), use)
    at, where = (there, "everywhere but in the legend") if role and role.paint in use.paints else (use, "in the legend")
    says = f"{name!r} and {other!r} have each other's paints {where}; correct one of them"
    return at.face, PageFault("GF148", f"paint of {name}", says, at.group.address, "warning")


def _list_paints(face: Face, group: NamedGroup) -> Iterator[str]:
    for each in face.drawing.shapes[group.first : group.end]:
        paint = None if isinstance(each.shape, Image) else plain_paint(each.shape.paint)
        if paint and paint != _WHITE:
            yield paint


def _find_usual(uses: Sequence[_PaintedIcon]) -> Set[str]:
    """Return the paints that an icon has wherever no legend explains it; nothing if they differ."""
    found = {each.paints for each in uses if not each.is_explained}
    return next(iter(found)) if len(found) == 1 else frozenset()


def _shows_others(face: Face, names: Mapping[str, Sequence[_PaintedIcon]], usual: Mapping[str, Set[str]]) -> bool:
    """Return whether a legend on a face shows an icon in its usual paint."""
    return any(_is_shown(face, names[name], paints) for name, paints in usual.items())


def _is_shown(face: Face, uses: Sequence[_PaintedIcon], paints: Set[str]) -> bool:
    """Return whether a legend on a face shows an icon in some paints."""
    return any(use.is_explained and use.face is face and use.paints == paints for use in uses)
