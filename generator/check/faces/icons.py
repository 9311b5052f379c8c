"""Check that a legend explains each icon on the faces, and that each legend shows its icon with words.

An icon is a group `icon.<name>`. Its legend is a group `legend.<name>` on a face or in a figure of the rules, and
contains the icon and words.
"""

import re
from collections.abc import Iterator, Sequence

from generator.check.evidence.case import Case
from generator.language.suggestions import did_you_mean
from generator.model.figure_data import shown_within
from generator.model.finding import Finding
from generator.model.picture import Group, Shape, Text
from generator.model.place import Place
from generator.model.printed import Seen

_ICON, _LEGEND = "icon.", "legend."
_FIGURE = re.compile(r"\]\(figure:([^)\s]+)")
_Legend = tuple[str, Place, str]  # the icon, where its legend is declared, and what is wrong with the legend


def unexplained(case: Case) -> Iterator[Finding]:
    """Yield GF132 for each icon without a legend, if the whole kit was printed and read back."""
    if case.seen is None or len(case.parts) < len(case.all_parts):
        return
    faces = [face for face in case.seen if face.marks and face.part in case.parts_by_id]
    icons: dict[str, str] = {}
    for face in faces:
        for name in _named(face, _ICON):
            icons.setdefault(name, face.part)
    legends = list(_on_faces(case, faces))
    if icons.keys() - {icon for icon, _, lacks in legends if not lacks}:
        legends += _in_figures(case)
    for icon, place, lacks in dict.fromkeys(legends):
        if lacks:
            yield Finding("GF132", place, f"the legend of the icon {icon!r} {lacks}", "warning")
    known = {icon for icon, _, lacks in legends if not lacks}
    for icon, part in icons.items():
        if icon not in known:
            hint = did_you_mean(icon, sorted(known)) if known else ""
            says = f"nothing explains the icon {icon!r}: no face or figure shows it in a legend with words{hint}"
            yield Finding("GF132", case.parts_by_id[part].place, says, "warning")


def _named(face: Seen, head: str) -> list[str]:
    return [mark.name.removeprefix(head) for mark in face.marks if mark.name.startswith(head)]


def _on_faces(case: Case, faces: Sequence[Seen]) -> Iterator[_Legend]:
    for face in faces:
        for mark in face.marks:
            if mark.name.startswith(_LEGEND):
                icon, where = mark.name.removeprefix(_LEGEND), f"{face.part}.{face.design} {face.side}"
                lacks = _lacks(bool(mark.text.strip()), icon in _named(face, _ICON), where)
                yield icon, case.parts_by_id[face.part].place, lacks


def _in_figures(case: Case) -> Iterator[_Legend]:
    """Yield the legends in the figures that the rules show and that have named groups."""
    data = case.game.data
    shown = {*_FIGURE.findall(case.game.rules or ""), *shown_within(data.figures, data.cover)}
    for name, picture in case.figures().items():
        for group in _groups(picture.shapes, _LEGEND) if name in shown else ():
            icon = group.name.removeprefix(_LEGEND)
            drawn = any(each.name == f"{_ICON}{icon}" for each in _groups(group.shapes, _ICON))
            yield icon, case.game.place("figures", name), _lacks(_worded(group), drawn, f"the figure {name!r}")


def _lacks(worded: bool, drawn: bool, where: str) -> str:
    if not drawn:
        return f"in {where} does not show it: draw it there in a group {_ICON}<name>"
    return "" if worded else f"in {where} holds no words"


def _groups(shapes: Sequence[Shape], head: str) -> Iterator[Group]:
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.name.startswith(head):
                yield shape
            yield from _groups(shape.shapes, head)


def _worded(shape: Shape) -> bool:
    if isinstance(shape, Group):
        return any(map(_worded, shape.shapes))
    return isinstance(shape, Text) and bool(shape.text.strip())
