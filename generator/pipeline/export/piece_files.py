"""Export each piece by itself: as PNG, as PDF with its boxes, or as SVG."""

import csv
from collections.abc import Callable, Mapping, Sequence
from io import StringIO

from generator.export.pieces import PIECE_COLUMNS, ExportPiece, list_piece_rows
from generator.model.finding import Finding, refuse
from generator.model.paper import Side
from generator.pipeline.export.job import BATCH_SIZE, MOST_PIXELS, ExportJob, FacePage
from generator.write.manifest import WrittenFile

FaceName = tuple[ExportPiece, Side]
Encode = Callable[[ExportJob, Sequence[FacePage]], list[bytes]]


def export_png(job: ExportJob) -> None:
    """Write the faces as PNG, as PDFium prints them; pieces that are no rectangles are clear outside."""
    _export_faces(job, "png", _encode_images)


def export_pdf(job: ExportJob) -> None:
    """Write each face as a PDF with a TrimBox and a BleedBox."""
    _export_faces(job, "pdf", _encode_documents)


def export_svg(job: ExportJob) -> None:
    """Write each face as SVG."""
    _export_faces(job, "svg", _encode_drawings)


def _export_faces(job: ExportJob, ending: str, encode: Encode) -> None:
    pieces = job.list_pieces("both")
    faces: list[FaceName] = [(piece, side) for piece in pieces for side in piece.sides]
    count = -(-len(faces) // BATCH_SIZE)

    def work(number: int) -> list[tuple[WrittenFile, float]]:
        batch = faces[number * BATCH_SIZE : (number + 1) * BATCH_SIZE]
        pages = [_make_page(job, piece, side) for piece, side in batch]
        paths = [piece.path(side, ending) for piece, side in batch]
        files = [job.stage.stage_file(path, data) for path, data in zip(paths, encode(job, pages), strict=True)]
        return [(file, round(-page.page.box[0], 3) + 0.0) for file, page in zip(files, pages, strict=True)]

    made = [each for batch in job.share(count, work, len(faces)) for each in batch]
    job.stage.written += [file for file, _ in made]
    bleeds = {face: bleed for face, (_, bleed) in zip(faces, made, strict=True)}
    job.put_text("pieces.csv", format_table(PIECE_COLUMNS, list_piece_rows(pieces, ending, bleeds)))
    job.notes.append(Finding("GF365", job.kit.game.place("title"), describe_bleeds(bleeds), "note"))


def describe_bleeds(bleeds: Mapping[FaceName, float]) -> str:
    """Return how far the files of fronts and backs reach beyond the cut."""
    found = {*bleeds.values()}
    if len(found) == 1:
        return f"each file has {max(found):g} mm of bleed" if max(found) else "no file has bleed: each ends at the cut"
    told = []
    for side in ("front", "back"):
        own = {bleed for (_, each), bleed in bleeds.items() if each == side}
        if own:
            told.append(f"{' to '.join(f'{end:g}' for end in sorted({min(own), max(own)}))} mm on {side}s")
    return f"bleed: {', '.join(told)}, as pieces.csv lists it; --bleed {max(found):g} makes it the same on all"


def _make_page(job: ExportJob, piece: ExportPiece, side: Side) -> FacePage:
    face = job.make_page(piece, side, job.options.bleed)
    width, height = face.size
    if width * height > MOST_PIXELS:
        says = f"'{piece.id}' would be an image of {width:,} x {height:,} pixels; at most {MOST_PIXELS:,} are drawn"
        raise refuse("GF365", piece.design.place, f"{says}: choose a lower --dpi")
    return face


def _encode_images(job: ExportJob, faces: Sequence[FacePage]) -> list[bytes]:
    from generator.readback.page_images import encode_png

    known: dict[int, bytes] = {}
    images = job.render(faces)
    return [known.setdefault(id(each), b"") or _remember(known, each, encode_png, job.request.dpi) for each in images]


def _remember(known: dict[int, bytes], image: object, encode: Callable[..., bytes], dpi: float) -> bytes:
    known[id(image)] = encode(image, dpi)
    return known[id(image)]


def _encode_documents(job: ExportJob, faces: Sequence[FacePage]) -> list[bytes]:
    from generator.write.pdf.piece_pages import write_piece_pages

    return [write_piece_pages([face.page], job.title, job.kit.fonts.find_font) for face in faces]


def _encode_drawings(job: ExportJob, faces: Sequence[FacePage]) -> list[bytes]:
    from generator.model.paper import Paper
    from generator.write.pdf.piece_pages import move_to_page
    from generator.write.svg.sheets import SvgSheets

    return [
        SvgSheets(Paper("piece", *face.page.size), job.title, job.options.live_text)
        .draw_picture(move_to_page(face.page), "a piece")
        .encode()
        for face in faces
    ]


def format_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as CSV."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()
