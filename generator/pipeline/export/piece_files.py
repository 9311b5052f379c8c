"""Export pieces one by one: as PNG, as PDF with its boxes or as SVG, or all as the pages of one PDF."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO

from generator.export.pieces import PIECE_COLUMNS, ExportPiece, list_piece_rows, trace_outline
from generator.model.finding import Finding, refuse
from generator.model.paper import Side
from generator.pipeline.export import exporting
from generator.pipeline.export.exporting import ExportJob, FacePage
from generator.write.manifest import WrittenFile
from generator.write.pdf import piece_pages
from generator.write.pdf.piece_pages import PiecePage
from generator.write.spool import Spool

FaceName = tuple[ExportPiece, Side]
Encode = Callable[[ExportJob, Sequence[FacePage]], Sequence[bytes | Spool]]


def export_png(job: ExportJob) -> None:
    """Write the faces as PNG, as PDFium prints them; pieces that are no rectangles are clear outside."""
    _export_faces(job, "png", _encode_images)


def export_pdf(job: ExportJob) -> None:
    """Write each face as a PDF with a TrimBox and a BleedBox, or all as the pages of one."""
    exporting.report_dense_art(job, job.list_pieces("whole" if job.request.one_file else "both"))
    if job.request.one_file:
        _export_one_file(job)
    else:
        _export_faces(
            job, "pdf", lambda job, faces: [exporting.write_for_press(job, [face.page], job.title) for face in faces]
        )


def export_svg(job: ExportJob) -> None:
    """Write each face as SVG."""
    _export_faces(job, "svg", _encode_drawings)


def _export_faces(job: ExportJob, ending: str, encode: Encode) -> None:
    pieces = job.list_pieces("both")
    faces: list[FaceName] = [(piece, side) for piece in pieces for side in piece.sides]
    bleed = _choose_bleed(job, faces)
    count = -(-len(faces) // exporting.BATCH_SIZE)

    def work(number: int) -> list[tuple[WrittenFile, bool]]:
        batch = faces[number * exporting.BATCH_SIZE : (number + 1) * exporting.BATCH_SIZE]
        maker = _FaceMaker(job, bleed)
        pages = [maker.make(piece, side) for piece, side in batch]
        paths = [piece.path(side, ending) for piece, side in batch]
        files = [job.stage.stage_file(path, data) for path, data in zip(paths, encode(job, pages), strict=True)]
        return [(file, piece.part.id in maker.short) for file, (piece, _) in zip(files, batch, strict=True)]

    made = [each for batch in job.share(count, work, len(faces)) for each in batch]
    job.stage.written += [file for file, _ in made]
    paths = {face: face[0].path(face[1], ending) for face in faces}
    short = (piece.part.id for (piece, _), (_, is_short) in zip(faces, made, strict=True) if is_short)
    _list_pieces(job, paths, bleed, short)


def _choose_bleed(job: ExportJob, faces: Sequence[FaceName]) -> float:
    """Return the bleed of all files: what is asked for, else as much as the face that has most."""
    if job.options.bleed is not None:
        return job.options.bleed
    return max((round(-job.draw(piece, side).x, 3) + 0.0 for piece, side in faces), default=0.0)


class _FaceMaker:
    """Makes faces into pages with the same bleed, drawing out art that ends before; notes the parts that have such."""

    def __init__(self, job: ExportJob, bleed: float) -> None:
        self._job, self._bleed = job, bleed
        self._filled: dict[PiecePage, PiecePage] = {}
        self.short: set[str] = set()

    def make(self, piece: ExportPiece, side: Side) -> FacePage:
        """Return a face as a page."""
        face = self._job.make_page(piece, side, self._bleed)
        width, height = face.size
        if self._job.request.target == "png" and width * height > exporting.MOST_PIXELS:
            says = f"'{piece.id}' would be an image of {width:,} x {height:,} pixels"
            advice = f"at most {exporting.MOST_PIXELS:,} are drawn: choose a lower --dpi"
            raise refuse("GF365", piece.design.place, f"{says}; {advice}")
        if face.clear or piece.design.net is not None or not piece_pages.is_bleed_short(face.page):
            return face
        self.short.add(piece.part.id)
        if face.page not in self._filled:
            self._filled[face.page] = piece_pages.fill_bleed(face.page, trace_outline(piece))
        return face._replace(page=self._filled[face.page])


def _list_pieces(job: ExportJob, paths: Mapping[FaceName, str], bleed: float, short: Iterable[str]) -> None:
    """Put the list of pieces, and tell the bleed of the files."""
    job.put_text("pieces.csv", format_table(PIECE_COLUMNS, list_piece_rows(paths, bleed)))
    says = f"each file has {bleed:g} mm of bleed" if bleed else "no file has bleed: each ends at the cut"
    names = [repr(name) for name in dict.fromkeys(short)]
    if names:
        says = f"{says}; the art of {', '.join(names)} ends before that, so its edge is drawn out"
    job.notes.append(Finding("GF365", job.kit.game.place("title"), says, "note"))


def _export_one_file(job: ExportJob) -> None:
    """Write all pieces into one PDF, a side on each page and each copy by itself; backs may go to a second.

    Where any piece has a back, each has a page for it, so that page numbers tell which belong together.
    """
    pieces = job.list_pieces("whole")
    faces: list[FaceName] = [(piece, side) for piece in pieces for side in piece.sides]
    bleed = _choose_bleed(job, faces)
    maker, stem = _FaceMaker(job, bleed), job.kit.game.id
    sides: tuple[Side, ...] = ("front", "back") if any(piece.part.back for piece in pieces) else ("front",)
    names = {side: f"{stem}-{side}s.pdf" if job.request.separate_backs else f"{stem}-pieces.pdf" for side in sides}
    bound = {name: list[tuple[str, PiecePage]]() for name in names.values()}  # pages with the titles of their parts
    paths = dict[FaceName, str]()
    for number, piece in enumerate(pieces, 1):
        front = maker.make(piece, "front").page
        own = {
            "front": front,
            "back": maker.make(piece, "back").page if piece.part.back else piece_pages.blank_page_like(front),
        }
        for _ in range(piece.copies):
            for side, name in names.items():
                bound[name].append((piece.part.title, own[side]))
                if side in piece.sides:
                    paths.setdefault((piece, side), f"{name}#page={len(bound[name])}")
        job.progress(number, len(pieces))
    for name, pages in bound.items():
        titles = [title for title, _ in pages]
        bookmarks = {titles.index(title): title for title in dict.fromkeys(titles)}
        job.put(name, exporting.write_for_press(job, [page for _, page in pages], job.title, bookmarks))
    _list_pieces(job, paths, bleed, (piece.part.id for piece in pieces if piece.part.id in maker.short))


def _encode_images(job: ExportJob, faces: Sequence[FacePage]) -> list[bytes]:
    from generator.readback.page_images import encode_png

    images = job.render(faces)
    distinct = {id(each): each for each in images}
    known = {key: encode_png(each, job.request.dpi) for key, each in distinct.items()}
    return [known[id(each)] for each in images]


def _encode_drawings(job: ExportJob, faces: Sequence[FacePage]) -> list[bytes]:
    from generator.model.paper import Paper
    from generator.write.svg.sheets import SvgSheets

    return [
        SvgSheets(Paper("piece", *face.page.size), job.title, job.options.live_text)
        .draw_picture(piece_pages.move_to_page(face.page), "a piece")
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
