"""Export a kit as a folder of static web pages: a gallery of its pieces, its rules, and its files."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.export.pieces import ExportPiece
from generator.export.web_gallery import Download, GalleryImage, GalleryPage, GalleryPart, GalleryPiece, write_gallery
from generator.language.plurals import count_noun
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.pipeline.export.job import BATCH_SIZE, ExportJob, FacePage
from generator.pipeline.resources import find_resources
from generator.readback.page_images import encode_png
from generator.safety.files import read_regular_file
from generator.write.manifest import MAX_KIT_BYTES, WrittenFile, is_rules_file

_USUAL_DPI = 150.0
_MOST_SIDE = 1600  # pixels of an image on the page
_MOST_STYLE = 1024 * 1024
_WHAT = {"sheets": "sheets to print", "rules": "rules, page by page", "booklet": "rules, to fold and staple"}


class GalleryFace(NamedTuple):
    """A face of the gallery: the piece, its side, and the path of its image."""

    piece: ExportPiece
    side: Side
    path: str


def export_web(job: ExportJob) -> None:
    """Write index.html with a style sheet, the images, the rules and the files to print."""
    pieces = job.list_pieces("whole")
    faces = list(_choose_faces(job, pieces))
    count = -(-len(faces) // BATCH_SIZE)
    images: dict[tuple[ExportPiece, Side], GalleryImage] = {}

    def work(number: int) -> tuple[list[WrittenFile], list[GalleryImage]]:
        return _draw_batch(job, faces[number * BATCH_SIZE : (number + 1) * BATCH_SIZE])

    drawn = [each for batch in job.share(count, work, len(faces)) for each in zip(*batch, strict=True)]
    for face, (file, image) in zip(faces, drawn, strict=True):
        job.stage.written.append(file)
        images[face.piece, face.side] = image
    style = read_regular_file(find_resources("templates") / "web" / "kit.css", _MOST_STYLE)
    job.put("kit.css", style)
    rules, files = _copy_files(job)
    job.put_text("index.html", write_gallery(_describe_page(job, pieces, images, rules, files)))


def _choose_faces(job: ExportJob, pieces: Sequence[ExportPiece]) -> Iterator[GalleryFace]:
    """Yield the faces to show: all fronts, and each back once."""
    seen: set[tuple[str, Picture]] = set()
    for piece in pieces:
        yield GalleryFace(piece, "front", f"images/{piece.part.id}-{piece.name}-front.png")
        if piece.part.back:
            key = piece.part.id, job.draw(piece, "back")
            if key not in seen:
                yield GalleryFace(piece, "back", f"images/{piece.part.id}-{piece.name}-back.png")
            seen.add(key)


def _draw_batch(job: ExportJob, faces: Sequence[GalleryFace]) -> tuple[list[WrittenFile], list[GalleryImage]]:
    pages = [_make_page(job, face) for face in faces]
    written, images = [], []
    for face, page, image in zip(faces, pages, job.render(pages), strict=True):
        written.append(job.stage.stage_file(face.path, encode_png(image, _USUAL_DPI)))
        shows = f"{face.piece.part.title}, {face.piece.name}, {face.side}"
        images.append(GalleryImage(face.path, shows, *page.size, page.clear))
    return written, images


def _make_page(job: ExportJob, face: GalleryFace) -> FacePage:
    dpi = job.request.dpi if job.request.dpi != 300.0 else _USUAL_DPI
    page = job.make_page(face.piece, face.side, 0.0, dpi)
    width, height = page.size
    scale = min(1.0, _MOST_SIDE / max(width, height))
    return page._replace(size=(max(1, round(width * scale)), max(1, round(height * scale))))


def _copy_files(job: ExportJob) -> tuple[list[Download], list[Download]]:
    """Stage the rules and the sheets of the kit that was built; return those to read and those to print."""
    rules, files = list[Download](), list[Download]()
    for path in sorted(each.name for each in job.built.iterdir()):
        if not path.endswith((".pdf", ".html")):
            continue
        data = read_regular_file(job.built / path, MAX_KIT_BYTES)
        file = job.put(f"files/{path}", data)
        download = Download(file.path, _name_file(job, path), file.bytes)
        (rules if is_rules_file(job.kit.game.id, path) else files).append(download)
    return rules, files


def _name_file(job: ExportJob, path: str) -> str:
    name = path.removeprefix(f"{job.kit.game.id}-")
    if name.endswith(".html"):
        return "Rules, to read on a screen"
    kind = "booklet" if "-booklet-" in path else name.partition("-")[0]
    paper = name.removesuffix(".pdf").rpartition("-")[2].upper()
    return f"{_WHAT.get(kind, name).capitalize()}, {paper} (PDF)"


def _describe_page(
    job: ExportJob,
    pieces: Sequence[ExportPiece],
    images: dict[tuple[ExportPiece, Side], GalleryImage],
    rules: Sequence[Download],
    files: Sequence[Download],
) -> GalleryPage:
    data = job.kit.game.data
    low, high = data.players
    return GalleryPage(
        data.language,
        data.title,
        data.version,
        data.about,
        (low, high),
        rules,
        files,
        list(_describe_parts(pieces, images)),
        data.credits,
        data.notice,
    )


def _describe_parts(
    pieces: Sequence[ExportPiece], images: dict[tuple[ExportPiece, Side], GalleryImage]
) -> Iterator[GalleryPart]:
    parts: dict[str, list[ExportPiece]] = {}
    for piece in pieces:
        parts.setdefault(piece.part.id, []).append(piece)
    for name, own in parts.items():
        outline = own[0].outline
        count = count_noun(sum(piece.copies for piece in own), "piece")
        about = f"{count}, {outline.width:.4g} \u00d7 {outline.height:.4g} mm"
        backs = [images[piece, "back"] for piece in own if (piece, "back") in images]
        shown = [_describe_piece(piece, images, is_back_shared=len(backs) == 1) for piece in own]
        shown += [GalleryPiece("back", tuple(backs))] if len(backs) == 1 else []
        yield GalleryPart(name, own[0].part.title, about, tuple(shown))


def _describe_piece(
    piece: ExportPiece, images: dict[tuple[ExportPiece, Side], GalleryImage], is_back_shared: bool
) -> GalleryPiece:
    sides: tuple[Side, ...] = ("front",) if is_back_shared else ("front", "back")
    named = piece.row_title or ("" if piece.is_only_one else piece.name.replace(".", " "))
    caption = " ".join(filter(None, (named, f"\u00d7 {piece.copies}" if piece.copies > 1 else "")))
    return GalleryPiece(caption, tuple(images[piece, side] for side in sides if (piece, side) in images))
