"""Export to cutting machines: sheets with registration marks, and what to cut, score and fold on each."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from generator.export import cutting
from generator.geometry.path import transform_segments
from generator.geometry.types import Points
from generator.impose.marks import set_small_print, small_print_width
from generator.language.plurals import count_noun
from generator.model.finding import Finding, Place
from generator.model.printed import ReadPiece
from generator.model.printer import PrinterProfile
from generator.model.sheet import Page
from generator.pipeline.build import prepare_kit
from generator.pipeline.export.exporting import ExportJob
from generator.pipeline.sheets.printing import render_face
from generator.program.identity import find_resources
from generator.proof.kit import Kit
from generator.readback.cut_files import read_dxf_lines
from generator.readback.pdf.reader import read_pdf
from generator.safety.files import read_regular_file
from generator.write.coordinates import locate_face
from generator.write.manifest import MAX_KIT_BYTES
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer

_MOST_BYTES = 1024 * 1024
_MOST_OFF = 0.01  # mm between a cut line and the outline of the printed piece
_LABEL = 6.9  # mm from the edge of the paper to the baseline of the label
_PNG_DPI = 300.0


class CutSheet(NamedTuple):
    """The cut lines of a sheet, the pages that it is printed on, and the names of its files without their endings."""

    name: str
    pages: tuple[Page, ...]
    paths: tuple[cutting.CutPath, ...]


def export_cut(job: ExportJob) -> None:
    """Write the sheets as PDF, and the lines of each as SVG and DXF."""
    text = read_regular_file(find_resources("templates") / "cutting-machines.toml", _MOST_BYTES).decode()
    machine = cutting.parse_machines(text)[job.request.machine]
    around = PrinterProfile(job.request.machine, margins=(cutting.CLEAR,) * 4)  # room for the marks
    kit = prepare_kit(job.kit.game.folder, replace(job.options, printer=around, marks="none"))
    sheets = [_plan_sheet(job, kit, machine, number) for number in range(1, len(kit.press.sheets) + 1)]
    pdf = f"{kit.game.id}-cut-{kit.press.paper.name}.pdf"
    job.put(pdf, _print_sheets(job, kit, machine, sheets))
    read = read_pdf(job.stage.folder / pdf, pdf)
    for sheet in sheets:
        dxf = cutting.write_cut_dxf(sheet.paths, kit.press.paper)
        job.put(f"{sheet.name}.dxf", dxf)
        job.put_text(
            f"{sheet.name}.svg",
            cutting.write_cut_svg(sheet.paths, kit.press.paper, f"{job.title}: {sheet.name}"),
        )
        if fault := _find_fault(job, kit, sheet, dxf, read):
            job.notes.append(fault)
    if machine.marks == "none":
        _put_images(job, pdf, sheets, kit)
    job.put_text("how-to-cut.txt", "\n".join(_format_steps(job, machine, kit, sheets)) + "\n")


def _plan_sheet(job: ExportJob, kit: Kit, machine: cutting.CuttingMachine, number: int) -> CutSheet:
    pages = kit.press.impose_sheet(number)
    digits = max(2, len(str(len(kit.press.sheets))))
    lines = [
        path
        for placed in pages[0].placements
        for path in cutting.trace_piece(placed.part, placed.design, locate_face(placed).matrix, job.options.corners)
    ]
    cuts = [cutting.overcut(path, job.request.overcut) for path in cutting.share_edges(lines)]
    marks = cutting.trace_registration(machine, kit.press.paper)
    return CutSheet(f"{kit.game.id}-sheet-{number:0{digits}d}", tuple(pages), (*cuts, *marks))


def _print_sheets(job: ExportJob, kit: Kit, machine: cutting.CuttingMachine, sheets: Sequence[CutSheet]) -> bytes:
    """Return the PDF: each front with the marks of the machine, and its back behind it."""
    press = kit.press
    file = PdfFile(press.paper, f"{job.title}: sheets to cut", press.backs, kit.fonts.find_font)
    for number, sheet in enumerate(sheets):
        job.progress(number, len(sheets))
        ink = PdfPageDrawer(press.paper)
        pages = [_mark_page(job, kit, machine, page, sheet) for page in sheet.pages]
        drawn = [ink.draw_page(page, [render_face(kit, placed) for placed in page.placements]) for page in pages]
        file.add_definitions(ink.definitions)
        for page in drawn:
            file.add_page(page)
    job.progress(len(sheets), len(sheets))
    return file.to_bytes()


def _mark_page(job: ExportJob, kit: Kit, machine: cutting.CuttingMachine, page: Page, sheet: CutSheet) -> Page:
    """Return a page with a label in the middle of its upper edge, clear of the marks, which only fronts have."""
    font, paper = kit.fonts.find_font("sans-serif", 400, False), kit.press.paper
    says = f"{sheet.name} {page.side}  {job.title} {kit.game.data.version}  {kit.build}  print at 100%"
    label = set_small_print((paper.width - small_print_width(says, font)) / 2, _LABEL, says, font)
    marks = cutting.draw_registration(machine, paper) if page.side == "front" else ()
    furniture = (*page.furniture, *marks) if page.side == "front" else page.furniture
    return replace(page, furniture=furniture, label=(label,), guides=())


def _find_fault(job: ExportJob, kit: Kit, sheet: CutSheet, dxf: bytes, read: Sequence[ReadPiece]) -> Finding | None:
    """Return GF368 if a line of the finished cut file is off the outlines of the pieces on the printed page."""
    wanted = {placed.id for placed in sheet.pages[0].placements}
    outlines = [path for piece in read if piece.id in wanted for path in _trace_printed(job, kit, piece)]
    lines = [(layer, points) for layer, points in read_dxf_lines(dxf, kit.press.paper.height) if layer == "cuts"]
    cuts = [cutting.CutPath("cuts", points, False) for _, points in lines]
    off = max((_measure_gap(path.points, cuts) for path in outlines), default=0.0)
    back = max((_measure_gap(path.points, outlines) for path in cuts), default=0.0)
    if max(off, back) <= _MOST_OFF and len({piece.id for piece in read} & wanted) == len(wanted):
        return None
    says = f"the cut lines are up to {max(off, back):.3g} mm off the printed pieces; this is a bug in gutterfold"
    return Finding("GF368", Place(f"{sheet.name}.dxf"), says)


def _trace_printed(job: ExportJob, kit: Kit, piece: ReadPiece) -> Iterator[cutting.CutPath]:
    """Yield the outline of a printed piece where its page shows it."""
    part = next(each for each in kit.parts if each.id == piece.part)
    design = next(each for each in part.designs if each.id == piece.design)
    yield from cutting.flatten_cut(
        transform_segments(cutting.trace_cut(part, design, job.options.corners), piece.matrix)
    )


def _measure_gap(points: Points, lines: Sequence[cutting.CutPath]) -> float:
    """Return the greatest distance of some points from the lines near them."""
    left, right = min(x for x, _ in points) - 1, max(x for x, _ in points) + 1
    top, bottom = min(y for _, y in points) - 1, max(y for _, y in points) + 1
    near = [
        path
        for path in lines
        if any(left <= x <= right for x, _ in path.points) and any(top <= y <= bottom for _, y in path.points)
    ]
    return max(cutting.distance_to_line(point, near or lines) for point in points)


def _put_images(job: ExportJob, pdf: str, sheets: Sequence[CutSheet], kit: Kit) -> None:
    """Put the fronts as PNG for programs that print them with marks of their own."""
    from generator.export.pieces import count_pixels
    from generator.readback.page_images import encode_png, render_page_images

    size = tuple(count_pixels(each, _PNG_DPI) for each in (kit.press.paper.width, kit.press.paper.height))
    data = read_regular_file(job.stage.folder / pdf, MAX_KIT_BYTES)
    sides = [(sheet, page) for sheet in sheets for page in sheet.pages]
    images = render_page_images(data, [(size[0], size[1])] * len(sides), [False] * len(sides))
    for (sheet, page), image in zip(sides, images, strict=True):
        if page.side == "front":
            job.put(f"{sheet.name}.png", encode_png(image, _PNG_DPI))


def _format_steps(
    job: ExportJob, machine: cutting.CuttingMachine, kit: Kit, sheets: Sequence[CutSheet]
) -> Iterator[str]:
    """Yield the lines that say what to do."""
    paper = kit.press.paper
    yield f"{job.title}: how to cut with {machine.title}"
    yield from ("", f"Paper: {paper.name}, {paper.width:g} x {paper.height:g} mm, upright. Print at 100%.")
    if any(len(sheet.pages) > 1 for sheet in sheets):
        yield _explain_backs(machine, kit)
    yield from (f"{number}. {step}" for number, step in enumerate(machine.steps, 1))
    yield from ("", "Cuts are red, scores (folded back) blue, folds (folded forward) green, registration black.", "")
    for sheet in sheets:
        yield f"{sheet.name}: {_describe_sheet(machine, kit, sheet)}"
    yield from ("", f"Marks: {machine.source}")


def _explain_backs(machine: cutting.CuttingMachine, kit: Kit) -> str:
    """Return how the backs get behind the fronts."""
    edge = kit.press.backs.replace("-", " ")
    if machine.marks == "none":
        return f"The images show fronts alone; the PDF has each back after its front, for paper flipped on the {edge}."
    says = f"Print on both sides, flipped on the {edge}: in the PDF, each back comes after its front."
    return f"{says} Cut with the front up."


def _describe_sheet(machine: cutting.CuttingMachine, kit: Kit, sheet: CutSheet) -> str:
    """Return how many pieces and lines a sheet has, and their sizes for a program that scales what it opens."""
    cuts = sum(path.layer == "cuts" for path in sheet.paths)
    folds = sum(path.layer in ("scores", "folds") for path in sheet.paths)
    counted = ((len(sheet.pages[0].placements), "piece"), (cuts, "cut"), (folds, "fold"))
    told = ", ".join(count_noun(number, noun) for number, noun in counted)
    if machine.marks != "none":
        return told
    points = [point for path in sheet.paths for point in path.points]
    wide, high = (max(ends) - min(ends) for ends in zip(*points, strict=True))
    return f"{told}; PNG {kit.press.paper.width:g} x {kit.press.paper.height:g} mm, lines {wide:.1f} x {high:.1f} mm"
