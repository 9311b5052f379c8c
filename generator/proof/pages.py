"""Look at the faces of a kit as they print, on witnesses of each part, and report what must not be on any page."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from generator.check.analysis.drawing import Address
from generator.check.analysis.face_pages import EVERYWHERE, Face, KitPages, PageFault
from generator.check.hide.counted_signs import TOGETHER
from generator.check.hide.edges import BLEED, UNMARKED
from generator.check.hide.off_piece import LOST, find_off_piece
from generator.check.hide.views import judge_face
from generator.check.limits.backs import UPSIDE_DOWN, map_lopsided
from generator.check.table import list_functions
from generator.model.color import Color
from generator.model.finding import Finding, Place
from generator.model.game import Design, Part
from generator.program.identity import find_resources
from generator.proof.color_marks import find_alike_colors
from generator.proof.page_views import judge_faces, list_distinct_faces, render_smooth
from generator.proof.templates.blame import (
    find_conditional_setting,
    find_macro_call,
    find_pass_source,
    find_table_entry,
)
from generator.proof.templates.group_places import list_sources, locate_varying
from generator.proof.witnesses import list_witnesses
from generator.render.template_files import TemplateFiles

if TYPE_CHECKING:
    from generator.proof.kit import Kit

_SIDES = "front", "back"
_EXACT = 150.0  # dpi, at which the backs of a pile are compared
_MOST_COMPARED = 300  # designs of a part that are compared with one another; of a larger one, the witnesses are


class PageReport(NamedTuple):
    """What is wrong on the pages of a kit, and the texts that its faces pass to `say`."""

    findings: tuple[Finding, ...]
    used_texts: frozenset[str]


def look_at_pages(kit: "Kit") -> PageReport:
    """Return what is wrong on the pages of a kit's faces, one finding for each cause."""
    witnesses = {part.id: list_witnesses(kit.faces, part) for part in kit.parts}
    compared = {part.id: _list_compared(kit, part, witnesses[part.id]) for part in kit.parts}
    faces = list(list_distinct_faces(kit, compared))
    ids = {name: {each.id for each in designs} for name, designs in witnesses.items()}
    judged = [face for face in faces if any(each.id in ids[face.part.id] for each in face.designs)]
    faults = [
        (face, fault)
        for face, found in judge_faces(kit, judged, judge_face, "pages", hides_groups=True)
        for fault in found
        if fault.code != UNMARKED or kit.press.cutting.marks != "lines"  # which the sheet adds
    ]
    look = partial(render_smooth, kit.fonts, dpi=_EXACT)
    pages = KitPages(kit.game, faces, look)
    faults += [located for find in list_functions("faces") for located in find(pages)]
    files = TemplateFiles(kit.game.folder, find_resources("templates"))
    merged = list(merge_faults(kit, faults))
    told = {(each.code, each.place.file, each.place.line) for each in merged}
    of_templates = [each for find in list_functions("sources") for each in find(kit.game, kit.all_parts, files)]
    unseen = [each for each in of_templates if (each.code, each.place.file, each.place.line) not in told]
    return PageReport((*find_alike_colors(kit), *unseen, *merged), kit.faces.used_texts)


def _list_compared(kit: "Kit", part: Part, witnesses: Sequence[Design]) -> Sequence[Design]:
    """Return the designs that are compared: all of them where they may also be the only ones to say a text."""
    is_small = len(part.designs) <= _MOST_COMPARED or kit.faces.language is not None
    return part.designs if is_small else witnesses


def merge_faults(kit: "Kit", faults: Sequence[tuple[Face, PageFault]]) -> Iterator[Finding]:
    """Report each cause: the first of its faults, and how many more there are."""
    causes: dict[tuple[str, str, str], list[tuple[Place, Face, PageFault]]] = {}
    for face, fault in faults:
        place = _locate_fault(kit, face, fault)
        if fault.kind == LOST and place in _drawn_places(kit, face):
            continue  # the same line draws something else on the piece
        one = "" if fault.kind.startswith(EVERYWHERE) else str(place)
        causes.setdefault((fault.code, fault.kind, one), []).append((place, face, fault))
    for (code, *_), [(place, face, fault), *rest] in causes.items():
        more = f" (and {len(rest)} more like it)" if rest else ""
        yield Finding(code, place, f"{face.label}: {fault.text}{more}", fault.level)
        if fault.instead and (at := _find_tag(kit, face, fault.instead[0])) and at[:2] != place[:2]:
            yield Finding(code, at, f"{face.label}: {fault.instead[1]} at {place}", "note")
        if fault.kind == UPSIDE_DOWN and (at := _find_lopsided_source(kit, face, place)):
            says = f"this sets where, or how often, the shape at {place} is drawn, which is odd upside down"
            yield Finding(code, at, f"{face.label}: {says}; correct one of the two", "note")


def _drawn_places(kit: "Kit", face: Face) -> set[Place | None]:
    """Return the tags that draw something on a face."""
    lost = {fault.address for fault in find_off_piece(face) if fault.kind == LOST}
    addresses = (each.address for each in face.drawing.shapes if each.address not in lost)
    return {_find_tag(kit, face, address) for address in addresses}


def _locate_fault(kit: "Kit", face: Face, fault: PageFault) -> Place:
    """Return the tag of the shape to edit, what sets its paint or its place, or where the data name the template."""
    if fault.address is not None:
        place = kit.faces.locate_shape(face.part, face.designs[0], face.side, fault.address, fault.where)
        if place is not None:
            return _follow_place(kit, face, fault, place) or place
    keys = fault.entry.split(".") if fault.entry and fault.address is None else [face.side]
    return kit.game.place("parts", face.part.id, *keys)


def _follow_place(kit: "Kit", face: Face, fault: PageFault, place: Place) -> Place | None:
    """Return the line to edit in place of the tag at fault, if it is another one."""
    if fault.code == "GF156":
        fronts, backs = ({getattr(part, side) for part in kit.parts if part is not face.part} for side in _SIDES)
        is_even = fault.kind != UPSIDE_DOWN
        if face.part.back in {face.part.front, *fronts, *(backs if is_even else ())}:  # it is right for another side
            return kit.game.place("parts", face.part.id, "back")
        return locate_varying(kit.faces, face.part, _list_piled(kit, face, fault), "back", place) if is_even else None
    if fault.hidden is not None:
        inside = (each.address for each in face.drawing.shapes if each.address[: len(fault.hidden)] == fault.hidden)
        is_same = any(_find_tag(kit, face, each) == place for each in inside)
        return _find_tag(kit, face, fault.hidden) if is_same else None
    if fault.where == "paint" or fault.code == BLEED:
        template = face.part.front if face.side == "front" else face.part.back
        return find_macro_call(place, list_sources(kit.faces, template or ""))
    if fault.kind == TOGETHER and not fault.entry and fault.address is not None:  # they are too large
        inside = (each.address for each in face.drawing.shapes if each.address[: len(fault.address)] == fault.address)
        drawn = _find_tag(kit, face, next(inside))
        return find_conditional_setting(drawn) if drawn else None
    return find_table_entry(place, fault.entry)


def _find_lopsided_source(kit: "Kit", face: Face, place: Place) -> Place | None:
    """Return what makes the passes of a tag that draws shapes without counterparts, if the tag alone may be right.

    It is wrong if all that it draws is without, and all that others draw has one.
    """
    lopsided = map_lopsided(face.drawing)
    tags = {address: _find_tag(kit, face, address) for address in lopsided}
    is_whole = all(is_odd for address, is_odd in lopsided.items() if tags[address] == place)
    is_alone = {tags[address] for address, is_odd in lopsided.items() if is_odd} == {place}
    return None if is_whole and is_alone else find_pass_source(place, is_outer=is_whole)


def _list_piled(kit: "Kit", face: Face, fault: PageFault) -> Sequence[Design]:
    """Return the designs of a part that share the pile of a back: all, or those of its color."""
    group = kit.game.parts[face.part.id].for_each
    color = face.designs[0].values.get(group) if group else None
    is_of_color = isinstance(color, Color) and fault.kind.endswith(f" {color.role}")
    return [each for each in face.part.designs if not is_of_color or each.values.get(group or "") == color]


def _find_tag(kit: "Kit", face: Face, address: Address) -> Place | None:
    """Return the tag, or the `use`, that draws what is at an address."""
    return kit.faces.locate_shape(face.part, face.designs[0], face.side, address, where="use")
