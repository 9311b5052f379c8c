"""Look at each distinct face of a kit as it prints, and report what must not be on any page."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from PIL import Image

from generator.check.analysis.drawing import Drawing
from generator.check.paper.checks import judge_kit, judge_views
from generator.check.paper.face_pages import EVERYWHERE, Face, FaceViews, KitPages, PageFault, plan_face
from generator.check.paper.lost_shapes import LOST, find_lost_shapes
from generator.check.paper.sign_places import ON_ICON
from generator.model.finding import DrawingError, Finding, Place
from generator.model.game import Design
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.program.identity import find_resources
from generator.proof.color_marks import find_alike_colors
from generator.proof.page_memory import PageMemory
from generator.proof.same_sides import find_same_sides
from generator.proof.template_checks import check_template_sources
from generator.proof.template_loops import (
    find_counting_loop,
    find_looped_setting,
    find_lopsided_loop,
    find_range_loop,
)
from generator.proof.template_sources import (
    count_pairs,
    find_call_beside,
    find_choice_setting,
    find_end_setting,
    find_line,
    find_listed_item,
    find_macro_call,
    find_macro_name,
    find_paint_source,
    find_pattern_source,
    find_route_call,
    find_setting,
    find_size_setting,
    find_symbol_name,
    find_table_entry,
    find_table_setting,
    find_varying_source,
    name_used_symbol,
    read_template_text,
)
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
_OF_PAINT = frozenset({"GF148"})
_MANY_OTHERS = 3  # designs on which a tag draws something on its piece: on the one where it does not, it is the symbol
_OF_SYMBOL: tuple[Literal["symbol", "use"], ...] = ("symbol", "use")
_USES_IF_CALLED_ONCE = 2  # times that a template has the name of a macro: where it is made, and where it is called
_MANY = 48  # faces of one size that share a PDF, and so its fonts


class PageReport(NamedTuple):
    """What is wrong on the pages of a kit, and the texts that its faces pass to `say`."""

    findings: tuple[Finding, ...]
    used_texts: frozenset[str]


def look_at_pages(kit: "Kit") -> PageReport:
    """Return what is wrong on the pages of a kit's faces, one finding for each cause."""
    faces = list(_distinct_faces(kit))
    faults = [(face, fault) for face, found in _judge_faces(kit, faces) for fault in found]
    look = partial(_render_pictures, kit, dpi=_EXACT)
    faults += judge_kit(KitPages(kit.game, faces, look))
    of_colors = find_alike_colors(kit)
    files = TemplateFiles(kit.game.folder, find_resources("templates"))
    merged = list(_merge_faults(kit, faults))
    told = {(each.code, each.place.file, each.place.line) for each in merged}
    of_templates = (*check_template_sources(kit, files), *find_same_sides(kit, files))
    unseen = [each for each in of_templates if (each.code, each.place.file, each.place.line) not in told]
    return PageReport((*of_colors, *unseen, *merged), kit.faces.used_texts)


def _distinct_faces(kit: "Kit") -> Iterator[Face]:
    """Yield each distinct face of the chosen parts; of a board in sections, the whole board."""
    for part in kit.parts:
        sides: tuple[Side, ...] = ("front", "back") if part.back else ("front",)
        for side in sides:
            looks: dict[Picture, list[Design]] = {}
            for design in part.designs:
                looks.setdefault(kit.faces.draw_whole(part, design, side), []).append(design)
            for picture, designs in looks.items():
                yield Face(part, tuple(designs), side, Drawing(picture))


def _judge_faces(kit: "Kit", faces: Sequence[Face]) -> list[tuple[Face, Sequence[PageFault]]]:
    """Return what is wrong with each face; those that looked the same in the last run are not looked at again."""
    memory = PageMemory(kit)
    known = [memory.read_faults(face) for face in faces]
    fresh = [number for number, found in enumerate(known) if found is None]
    judged = (_judge_batch(kit, batch) for batch in _batch_faces([faces[number] for number in fresh]))
    for number, found in zip(fresh, (found for batch in judged for found in batch), strict=True):
        known[number] = found
        memory.write_faults(faces[number], found)
    memory.save()
    return [(face, found or ()) for face, found in zip(faces, known, strict=True)]


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


def _judge_batch(kit: "Kit", batch: Sequence[Face]) -> list[list[PageFault]]:
    """Return what is wrong with each of some faces of one size."""
    dpi = _COARSE if max(_size(batch[0])) > _LARGE else _FINE

    def look(pictures: Sequence[Picture]) -> Sequence[Image.Image]:
        return _render_pictures(kit, pictures, dpi)

    plans = [plan_face(face) for face in batch]
    covers: list[int] = []
    found: list[list[PageFault]] = []
    pictures = [picture for plan in plans for picture in plan.pictures]
    with render_pages(write_picture_pages(pictures, kit.fonts.find_font), dpi) as pages:
        images = (pages.image(number, (0.0, 0.0, each.width, each.height)) for number, each in enumerate(pictures))
        for plan in plans:
            views = FaceViews(plan, [next(images) for _ in plan.pictures], dpi, look, covers)
            found.append(list(judge_views(views)))
    return found


def _render_pictures(kit: "Kit", pictures: Sequence[Picture], dpi: float) -> list[Image.Image]:
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
        is_of_one = not rest and len(face.part.designs) - len(face.designs) >= _MANY_OTHERS
        if fault.kind == "begun" and is_of_one:
            continue  # the sign stands elsewhere on all others
        if code == "GF154" and is_of_one and fault.address:
            place = _locate_symbol(kit, face, fault.address) or place
        if (code, fault.kind) == ("GF150", "same") and _is_once_of_many(kit, face, fault, place, rest):
            place = find_pattern_source(place, is_used=False) or place
        if fault.where == "paint":
            faulty = [other[0][0] for (its, *_), other in causes.items() if its == code]
            place = find_paint_source(place, faulty) or place
        more = f" (and {len(rest)} more like it)" if rest else ""
        text = _name_symbol(kit, face, fault) if code == "GF179" and fault.address else fault.text
        yield Finding(code, place, f"{face.label}: {text}{more}", fault.level)


def _name_symbol(kit: "Kit", face: Face, fault: PageFault) -> str:
    """Return the text of a fault with what the template calls the shape that it draws with a `use`."""
    place = kit.faces.locate_shape(face.part, face.designs[0], face.side, fault.address or (), "use")
    return name_used_symbol(place, fault.text) if place else fault.text


def _is_once_of_many(
    kit: "Kit", face: Face, fault: PageFault, place: Place, others: Sequence[tuple[Place, Face, PageFault]]
) -> bool:
    """Return whether a tag draws several texts like the faulty one on its face, and the others are sound."""
    faulty = 1 + sum(other is face for _, other, _ in others)
    drawing = face.drawing
    texts = (drawing.shapes[number] for number in drawing.judged_texts)
    alike = [each.address for each in texts if len(each.address) == len(fault.address or ())]
    if faulty >= len(alike):
        return False
    part, design = face.part, face.designs[0]
    drawn = sum(kit.faces.locate_shape(part, design, face.side, each, fault.where) == place for each in alike)
    return faulty < drawn


def _locate_symbol(kit: "Kit", face: Face, address: tuple[int, ...]) -> Place | None:
    """Return the tag of the symbol that draws the only shape at an address; None if anything else does."""
    below = face.drawing.list_below(address)
    at = below[0].address if below else address
    tag, used = (kit.faces.locate_shape(face.part, face.designs[0], face.side, at, where) for where in _OF_SYMBOL)
    return tag if tag and used and (tag.file, tag.line) != (used.file, used.line) else None


def _drawn_places(kit: "Kit", face: Face) -> set[Place | None]:
    """Return the tags that draw something on a face."""
    lost = {fault.address for fault in find_lost_shapes(face) if fault.kind == LOST}
    addresses = (each.address for each in face.drawing.shapes if each.address not in lost)
    return {
        kit.faces.locate_shape(face.part, face.designs[0], face.side, address, where="use") for address in addresses
    }


def _locate_fault(kit: "Kit", face: Face, fault: PageFault) -> Place:
    """Return the tag of the shape to edit, or the place in the data that names the template."""
    if fault.address is not None:
        place = kit.faces.locate_shape(face.part, face.designs[0], face.side, fault.address, fault.where)
        if place is not None:
            return _follow_place(kit, face, fault, place)
    keys = fault.entry.split(".") if fault.entry and fault.address is None else [face.side]
    return kit.game.place("parts", face.part.id, *keys)


def _follow_place(kit: "Kit", face: Face, fault: PageFault, place: Place) -> Place:
    """Return the line to edit first for a tag at fault: a variable, an entry of a table, a loop, or the tag itself."""
    if fault.kind in ("missing-row", "missing-column"):
        is_across = fault.kind == "missing-column"
        return find_range_loop(place, is_across) or find_pattern_source(place, is_range=True) or place
    if fault.code in ("GF156", "GF160"):
        follow = _follow_back if fault.code == "GF156" else _follow_line
        return follow(kit, face, fault, place)
    if (
        fault.where == "symbol" and fault.entry and find_symbol_name(place) != fault.entry
    ):  # the template uses another one
        return kit.faces.locate_shape(face.part, face.designs[0], face.side, fault.address or (), "use") or place
    if fault.code == "GF157" and fault.kind != "line ends":
        is_across = "right" in fault.text or "left" in fault.text
        loop = find_pattern_source(place, is_range=True) or find_range_loop(place, is_across)
        return _find_call(kit, face, place) or loop or place
    if fault.code == "GF179":
        ends = find_end_setting(place) if fault.kind == "ends" else None
        return ends or find_pattern_source(place, is_used=False) or place
    if (fault.code, fault.kind) == ("GF144", "label"):
        return find_pattern_source(place) or place
    if fault.kind == "ring-gap":
        return find_pattern_source(place, is_range=True, is_used=False) or place
    if fault.kind == "crowded panel":
        return find_size_setting(place) or find_pattern_source(place) or place
    if fault.code == "GF185":
        listed = _find_icon_setting(kit, face, fault) or find_pattern_source(place) or _find_row_entry(face, place)
        return listed or (find_looped_setting(place) if fault.kind == "double" else None) or place
    table = find_table_setting(place) if fault.code == "GF148" else None
    if fault.code in _OF_PAINT and (source := table or _find_call(kit, face, place) or find_choice_setting(place)):
        return source
    if fault.code == "GF150" and fault.kind in ("same", "covered"):
        called = _find_call(kit, face, place) if fault.kind == "same" else None
        return _find_caller(kit, face, fault, place) or called or place
    listed = find_listed_item(place, fault.entry) if fault.kind == "legend" else None
    called = _find_call_beside_text(kit, face, fault, place) if fault.kind in ("on mark", "sample") else None
    return listed or called or _follow_entry(kit, face, fault, place) or place


def _follow_line(kit: "Kit", face: Face, fault: PageFault, place: Place) -> Place:
    """Return the line to edit first for a line in a wrong style: a table of styles, or what calls the macro."""
    return find_table_setting(place) or find_route_call(place, _measure_routes_before(face, fault)) or place


def _measure_routes_before(face: Face, fault: PageFault) -> float:
    """Return the share of the routes of a face that are drawn before the one at fault."""
    routes = [each.address for each in face.drawing.groups if each.name.startswith("route.")]
    return routes.index(fault.address) / len(routes) if fault.address in routes else 0.0


def _follow_back(kit: "Kit", face: Face, fault: PageFault, place: Place) -> Place:
    """Return the line to edit for a back that tells something: what varies it, or the data if it is a front."""
    if face.part.back in {part.front for part in kit.parts}:
        return kit.game.place("parts", face.part.id, "back")
    names = {"row", *filter(None, [kit.game.parts[face.part.id].for_each])}
    if varying := find_varying_source(place, names):
        return varying
    if fault.kind in ("upside down", "moved"):
        listed = find_pattern_source(place, is_used=False) if fault.kind == "upside down" else None
        return find_setting(place) or listed or find_lopsided_loop(place) or place
    return find_counting_loop(place, names) or place


def _follow_entry(kit: "Kit", face: Face, fault: PageFault, place: Place) -> Place | None:
    """Return the entry of a table that a face is drawn from; the tag of its pips if the entry has a place for each."""
    entry = find_table_entry(place, fault.entry)
    if entry is None or fault.kind != "pips" or count_pairs(entry) != int(fault.entry):
        return entry
    first = next((each.address for each in face.drawing.list_below(fault.address or ())), ())
    return kit.faces.locate_shape(face.part, face.designs[0], face.side, first) or entry


def _find_call_beside_text(kit: "Kit", face: Face, fault: PageFault, place: Place) -> Place | None:
    """Return the call of the macro that draws a mark which is before the tag of the next text."""
    texts = (face.drawing.shapes[number].address for number in face.drawing.judged_texts)
    text = next((address for address in texts if address > (fault.address or ())), None)
    beside = text and kit.faces.locate_shape(face.part, face.designs[0], face.side, text)
    return find_call_beside(place, beside) if beside else None


def _find_icon_setting(kit: "Kit", face: Face, fault: PageFault) -> Place | None:
    """Return the line that sets where an icon is that lies on another one; None for another fault."""
    drawn = face.drawing.list_below(fault.address or ()) if fault.kind.startswith(ON_ICON) else ()
    at = drawn and kit.faces.locate_shape(face.part, face.designs[0], face.side, drawn[0].address, "use")
    return find_setting(at) if at else None


def _find_caller(kit: "Kit", face: Face, fault: PageFault, place: Place) -> Place | None:
    """Return the tag of the named group that calls the macro of a hidden shape, if others call the same macro."""
    macro, address = find_macro_name(place), fault.address or ()
    around = [each for each in face.drawing.groups if address[: len(each.address)] == each.address]
    if not macro or not around:
        return None
    at = kit.faces.locate_shape(face.part, face.designs[0], face.side, around[-1].address)
    is_called = at and at.file == place.file and macro in find_line(at) and find_macro_name(at) != macro
    return at if is_called and read_template_text(place.file).count(f"{macro}(") > _USES_IF_CALLED_ONCE else None


def _find_call(kit: "Kit", face: Face, place: Place) -> Place | None:
    """Return the only call of the macro that draws a tag, in the templates of its side."""
    template = face.part.front if face.side == "front" else face.part.back
    files = TemplateFiles(kit.game.folder, find_resources("templates"))
    names = TemplateReader(files).read_words(template).files if template else ()
    sources = {}
    for name in sorted(names):
        with suppress(DrawingError):
            text, path = files.read_template(name)
            sources[relative_path(str(path))] = text
    return find_macro_call(place, sources)


def _find_row_entry(face: Face, place: Place) -> Place | None:
    """Return the entry of a table that has the name of a value of the row of a face."""
    row = face.designs[0].values.get("row")
    values = [str(value) for value in row.values()] if isinstance(row, Mapping) else []
    return next((entry for value in values if (entry := find_table_entry(place, value))), None)
