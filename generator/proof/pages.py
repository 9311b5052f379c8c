"""Look at the faces of a kit as they print, on witnesses of each part, and report what must not be on any page."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from generator.check.analysis.drawing import Drawing
from generator.check.analysis.face_pages import EVERYWHERE, Face, KitPages, PageFault
from generator.check.hide.judgments import judge_face, judge_for_build
from generator.check.hide.off_piece import LOST, find_off_piece
from generator.check.hide.views import PageViews, Subject, plan_pages
from generator.check.table import list_functions
from generator.model.finding import DrawingError, Finding, Place
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.program.identity import find_resources
from generator.proof.color_marks import find_alike_colors
from generator.proof.page_memory import PageMemory
from generator.proof.templates.blame import (
    find_choice_setting,
    find_macro_call,
    find_paint_source,
    find_setting,
    find_table_entry,
    find_table_setting,
    find_varying_source,
)
from generator.proof.witnesses import list_witnesses
from generator.readback.flat_pixels import render_flat_pages
from generator.readback.raster import render_pages
from generator.render.fault_places import relative_path
from generator.render.template_files import TemplateFiles
from generator.render.template_words import TemplateReader
from generator.write.pdf.picture_pages import write_picture_pages

if TYPE_CHECKING:
    from generator.proof.kit import Kit

_FINE, _COARSE = 120.0, 100.0  # dpi; a board is looked at more coarsely: its letters are larger, its pages many pixels
_EXACT = 150.0  # dpi, at which the backs of a pile are compared
_LARGE = 150.0  # mm: a face that is wider or taller is a board
_MANY = 48  # faces of one size that share a PDF, and so its fonts
_MOST_COMPARED = 300  # designs of a part that are compared with one another; of a larger one, the witnesses are
# mm2 of faces that a build looks at: a quarter of a second, or a tenth of what a large kit takes to be printed
_BUILD_AREA, _BUILD_SHARE = 250_000.0, 0.05
_BUILD_ALL = 6  # designs of a part that a build looks at all
_LEAST_AREA = 3_000.0  # mm2 of a face that takes as long as a smaller one

Judge = Callable[[PageViews], Iterator[PageFault]]


class PageReport(NamedTuple):
    """What is wrong on the pages of a kit, and the texts that its faces pass to `say`."""

    findings: tuple[Finding, ...]
    used_texts: frozenset[str]


def look_at_pages(kit: "Kit") -> PageReport:
    """Return what is wrong on the pages of a kit's faces, one finding for each cause."""
    witnesses = {part.id: list_witnesses(kit.faces, part) for part in kit.parts}
    compared = {part.id: _list_compared(kit, part, witnesses[part.id]) for part in kit.parts}
    faces = list(_distinct_faces(kit, compared))
    ids = {name: {each.id for each in designs} for name, designs in witnesses.items()}
    judged = [face for face in faces if any(each.id in ids[face.part.id] for each in face.designs)]
    faults = [(face, fault) for face, found in _judge_faces(kit, judged) for fault in found]
    look = partial(render_smooth, kit, dpi=_EXACT)
    pages = KitPages(kit.game, faces, look)
    faults += [located for find in list_functions("faces") for located in find(pages)]
    files = TemplateFiles(kit.game.folder, find_resources("templates"))
    merged = list(_merge_faults(kit, faults))
    told = {(each.code, each.place.file, each.place.line) for each in merged}
    of_templates = [each for find in list_functions("sources") for each in find(kit.game, kit.all_parts, files)]
    unseen = [each for each in of_templates if (each.code, each.place.file, each.place.line) not in told]
    return PageReport((*find_alike_colors(kit), *unseen, *merged), kit.faces.used_texts)


def find_certain_faults(kit: "Kit") -> tuple[Finding, ...] | None:
    """Return what is certainly wrong on the witnesses of each part: covered, faint, or off its piece.

    It takes about a tenth of a build; None for a kit of more or larger faces.
    """
    parts = {part.id: list_witnesses(kit.faces, part, _BUILD_ALL) for part in kit.parts}
    judged, whole = (
        sum(_measure_faces(part, count) for part, count in zip(kit.parts, counts, strict=True))
        for counts in ([len(some) for some in parts.values()], [len(part.designs) for part in kit.parts])
    )
    if judged > max(_BUILD_AREA, _BUILD_SHARE * whole):
        return None
    found = _judge_faces(kit, list(_distinct_faces(kit, parts)), judge_for_build, "certain")
    return tuple(_merge_faults(kit, [(face, fault) for face, faults in found for fault in faults]))


def _measure_faces(part: Part, designs: int) -> float:
    """Return the area of the faces of some designs (mm2); a board in sections is one face."""
    faces = (1 if part.designs[0].section else designs) * (2 if part.back else 1)
    return faces * max(_LEAST_AREA, part.outline.width * part.outline.height)


def _list_compared(kit: "Kit", part: Part, witnesses: Sequence[Design]) -> Sequence[Design]:
    """Return the designs that are compared: all of them where they may also be the only ones to say a text."""
    is_small = len(part.designs) <= _MOST_COMPARED or kit.faces.language is not None
    return part.designs if is_small else witnesses


def _distinct_faces(kit: "Kit", chosen: Mapping[str, Sequence[Design]]) -> Iterator[Face]:
    """Yield each distinct face of some designs of the parts; of a board in sections, the whole board."""
    for part in kit.parts:
        sides: tuple[Side, ...] = ("front", "back") if part.back else ("front",)
        for side in sides:
            looks: dict[Picture, list[Design]] = {}
            for design in chosen[part.id]:
                looks.setdefault(kit.faces.draw_whole(part, design, side), []).append(design)
            for picture, designs in looks.items():
                yield Face(part, tuple(designs), side, Drawing(picture))


def _judge_faces(
    kit: "Kit", faces: Sequence[Face], judge: Judge = judge_face, kind: str = "pages"
) -> list[tuple[Face, Sequence[PageFault]]]:
    """Return what is wrong with each face; those that looked the same in the last run are not looked at again."""
    memory = PageMemory(kit, kind)
    known = [memory.read_faults(face) for face in faces]
    fresh = [number for number, found in enumerate(known) if found is None]
    judged = _judge_all(kit, [faces[number] for number in fresh], judge)
    for number, (face, found) in zip(fresh, judged, strict=True):
        known[number] = found
        memory.write_faults(face, found)
    memory.save()
    return [(face, found or ()) for face, found in zip(faces, known, strict=True)]


def _judge_all(kit: "Kit", faces: Sequence[Face], judge: Judge) -> Iterator[tuple[Face, list[PageFault]]]:
    """Yield each face with what is wrong with it."""
    for batch in _batch_faces(faces):
        dpi = _COARSE if max(_size(batch[0])) > _LARGE else _FINE
        views = view_pages(kit, [Subject(face.drawing, face) for face in batch], dpi, judge is judge_face)
        yield from ((face, list(judge(each))) for face, each in zip(batch, views, strict=True))


def _batch_faces(faces: Sequence[Face]) -> Iterator[list[Face]]:
    """Yield the faces, some of one size at a time."""
    batch: list[Face] = []
    for face in faces:
        if batch and (len(batch) == _MANY or _size(batch[0]) != _size(face)):
            yield batch
            batch = []
        batch.append(face)
    if batch:
        yield batch


def _size(face: Face) -> tuple[float, float]:
    picture = face.drawing.picture
    return picture.width, picture.height


def view_pages(kit: "Kit", subjects: Sequence[Subject], dpi: float, hides_groups: bool = False) -> Iterator[PageViews]:
    """Yield the rendered pages of subjects of about one size; if it `hides_groups`, also those without each group."""
    look = partial(render_smooth, kit, dpi=dpi)
    plans = [plan_pages(subject, hides_groups) for subject in subjects]
    smooth = [picture for plan in plans for picture in plan.smooth]
    flat = write_picture_pages([picture for plan in plans for picture in plan.flat], kit.fonts.find_font)
    flats = render_flat_pages(flat, dpi)
    with render_pages(write_picture_pages(smooth, kit.fonts.find_font), dpi) as pages:
        images = (pages.image(number, (0.0, 0.0, each.width, each.height)) for number, each in enumerate(smooth))
        for plan in plans:
            shown = [next(images) for _ in plan.smooth]
            yield PageViews(plan, shown, [_fit(next(flats), shown[0]) for _ in plan.flat], dpi, look)


def _fit(flat: Image.Image, shown: Image.Image) -> Image.Image:
    """Return a flat page in the size of the printed one: all flat pages of a batch are as large as the largest."""
    if flat.size == shown.size:
        return flat
    fitted = Image.new("RGB", shown.size, "#ffffff")
    fitted.paste(flat, (0, 0))
    return fitted


def render_smooth(kit: "Kit", pictures: Sequence[Picture], dpi: float) -> list[Image.Image]:
    """Return pictures as they print."""
    data = write_picture_pages(pictures, kit.fonts.find_font)
    with render_pages(data, dpi) as pages:
        return [pages.image(number, (0.0, 0.0, each.width, each.height)) for number, each in enumerate(pictures)]


def _merge_faults(kit: "Kit", faults: Sequence[tuple[Face, PageFault]]) -> Iterator[Finding]:
    """Report each cause: the first of its faults, and how many more there are."""
    causes: dict[tuple[str, str, str], list[tuple[Place, Face, PageFault]]] = {}
    for face, fault in faults:
        place = _locate_fault(kit, face, fault)
        if fault.kind == LOST and place in _drawn_places(kit, face):
            continue  # the same line draws something else on the piece
        one = "" if fault.kind.startswith(EVERYWHERE) else str(place)
        causes.setdefault((fault.code, fault.kind, one), []).append((place, face, fault))
    for (code, *_), [(place, face, fault), *rest] in causes.items():
        if fault.where == "paint":
            faulty = [other[0][0] for (its, *_), other in causes.items() if its == code]
            place = find_paint_source(place, faulty) or place
        more = f" (and {len(rest)} more like it)" if rest else ""
        yield Finding(code, place, f"{face.label}: {fault.text}{more}", fault.level)


def _drawn_places(kit: "Kit", face: Face) -> set[Place | None]:
    """Return the tags that draw something on a face."""
    lost = {fault.address for fault in find_off_piece(face) if fault.kind == LOST}
    addresses = (each.address for each in face.drawing.shapes if each.address not in lost)
    return {
        kit.faces.locate_shape(face.part, face.designs[0], face.side, address, where="use") for address in addresses
    }


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
        if face.part.back in {part.front for part in kit.parts}:
            return kit.game.place("parts", face.part.id, "back")
        names = {"row", *filter(None, [kit.game.parts[face.part.id].for_each])}
        return find_varying_source(place, names) or find_setting(place)
    if fault.where == "paint":
        return find_table_setting(place) or _find_call(kit, face, place) or find_choice_setting(place)
    return find_table_entry(place, fault.entry)


def _find_call(kit: "Kit", face: Face, place: Place) -> Place | None:
    """Return the only call of the macro that draws a tag, in the templates of its side."""
    template = face.part.front if face.side == "front" else face.part.back
    files = TemplateFiles(kit.game.folder, find_resources("templates"))
    sources = {}
    for name in sorted(TemplateReader(files).read_words(template).files) if template else ():
        with suppress(DrawingError):
            text, path = files.read_template(name)
            sources[relative_path(str(path))] = text
    return find_macro_call(place, sources)
