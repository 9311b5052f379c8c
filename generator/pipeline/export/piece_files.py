"""Export each piece by itself: as PNG, as PDF with its boxes, or as SVG."""

import csv
from collections.abc import Callable, Sequence
from io import StringIO

from generator.export.pieces import PIECE_COLUMNS, ExportPiece, list_piece_rows
from generator.model.finding import refuse
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

    def work(number: int) -> list[WrittenFile]:
        batch = faces[number * BATCH_SIZE : (number + 1) * BATCH_SIZE]
        pages = [_make_page(job, piece, side) for piece, side in batch]
        paths = [piece.path(side, ending) for piece, side in batch]
        return [job.stage.stage_file(path, data) for path, data in zip(paths, encode(job, pages), strict=True)]

    for written in job.share(count, work, len(faces)):
        job.stage.written += written
    job.put_text("pieces.csv", format_table(PIECE_COLUMNS, list_piece_rows(pieces, ending)))


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
