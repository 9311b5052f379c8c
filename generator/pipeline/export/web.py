"""Export a kit as a folder of static web pages: a gallery of its pieces, its rules, and its files."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from generator.booklet.blocks import Imprint
from generator.export.pieces import ExportPiece
from generator.export.web_gallery import Download, GalleryImage, GalleryPage, GalleryPart, GalleryPiece, write_gallery
from generator.fonts.web_fonts import make_web_font
from generator.load.languages import choose_languages
from generator.model.figure import find_embedded_figures
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.pipeline.export.exporting import BATCH_SIZE, ExportJob
from generator.pipeline.rules.rulebook import compose_imprint, find_rule_fonts
from generator.program.identity import find_resources
from generator.proof.figure_pictures import render_figures
from generator.readback.page_images import encode_png
from generator.safety.files import read_regular_file
from generator.write.manifest import MAX_KIT_BYTES, WrittenFile, find_rules_tag
from generator.write.svg.sheets import SvgFigures

_USUAL_DPI = 150.0
_PIXELS = 96 / 25.4  # CSS pixels per mm
_MOST_SIZES = 4  # of a part that are all told
_MOST_SIDE = 1600  # pixels of an image on the page
_MOST_STYLE = 1024 * 1024
_WHAT = {
    "screen": "Rules, to read on a screen",
    "rules": "Rules, page by page, {paper} (PDF)",
    "booklet": "Rules, to fold and staple, {paper} (PDF)",
    "sheets": "Sheets to print, {paper} (PDF)",
}  # in this order
_FACES = ("serif-bold", "serif-italic", "sans", "sans-bold")


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
    language = next(iter(choose_languages(job.kit.game, job.options.languages)), None)
    imprint = compose_imprint(job.kit, language)
    page = write_gallery(_describe_page(job, imprint, list(_describe_parts(job, pieces, images))), job.say)
    job.put_text("index.html", page)
    style = read_regular_file(find_resources("templates") / "web" / "kit.css", _MOST_STYLE).decode()
    light, dark = imprint.accents
    dim = f"@media (prefers-color-scheme: dark) {{ :root {{ --accent: {dark.lower()}; }} }}"
    hues = f":root {{ --accent: {light.lower()}; }}", dim
    job.put_text("kit.css", "\n".join((*hues, *_put_fonts(job, page), style)))


def _put_fonts(job: ExportJob, page: str) -> Iterator[str]:
    """Put the fonts of the rules with the letters of the page; yield the rule of the style sheet for each."""
    fonts, letters = find_rule_fonts(job.kit), {*page} - {"\n"}
    for name in _FACES:
        font, path = fonts[name], f"fonts/{name}.woff2"
        job.put(path, make_web_font(font, sorted(letters & font.advances.keys())))
        yield (
            f'@font-face {{ font-family: "kit {name.partition("-")[0]}"; font-weight: {font.weight};'
            f" font-style: {'italic' if font.italic else 'normal'}; src: url({path}) format('woff2'); }}"
        )


def _draw_cover(job: ExportJob, figure: str) -> GalleryImage:
    """Put the picture of the title page."""
    kit, path = job.kit, "images/cover.svg"
    drawn = render_figures(kit, shown={figure, *find_embedded_figures(kit.game.data.figures, figure)})[figure]
    width, height = (drawn.width + 2 * drawn.x) * _PIXELS, (drawn.height + 2 * drawn.y) * _PIXELS
    job.put_text(path, SvgFigures().draw_figure(drawn))
    return GalleryImage(path, "", max(1, round(width)), max(1, round(height)), is_cut=True)


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
    dpi = job.request.dpi if job.request.dpi != 300.0 else _USUAL_DPI
    pages = [job.make_page(face.piece, face.side, 0.0, dpi) for face in faces]
    pages = [page.scale(min(1.0, _MOST_SIDE / max(page.size))) for page in pages]
    written, images = [], []
    for face, page, image in zip(faces, pages, job.render(pages), strict=True):
        written.append(job.stage.stage_file(face.path, encode_png(image, _USUAL_DPI)))
        shows = f"{job.say(face.piece.part.title)}, {face.piece.name}, {job.say(face.side)}"
        images.append(GalleryImage(face.path, shows, *page.size, page.clear))
    return written, images


def _copy_files(job: ExportJob) -> tuple[list[Download], list[Download]]:
    """Stage the rules and the sheets of the kit that was built; return those to read and those to print."""
    rules, files, game = list[tuple[int, int, Download]](), list[Download](), job.kit.game
    tags = [each.tag for each in choose_languages(game, job.options.languages)]
    for path in sorted(each.name for each in job.built.iterdir() if each.suffix in (".pdf", ".html")):
        file = job.put(f"files/{path}", read_regular_file(job.built / path, MAX_KIT_BYTES))
        tag = find_rules_tag(game.id, path, tags)
        form, paper = _read_name(path.removeprefix(f"{game.id}-"), tag)
        download = Download(file.path, job.say(_WHAT[form]).format(paper=paper), file.bytes)
        if form == "sheets":
            files.append(download)
            continue
        tag = tag or game.languages[0].tag
        named = download._replace(name=f"{download.name}, {tag}") if len(tags) > 1 else download
        rules.append((tags.index(tag), [*_WHAT].index(form), named))
    return [download for *_, download in sorted(rules, key=itemgetter(0, 1))], files


def _read_name(name: str, tag: str) -> tuple[str, str]:
    """Return what a file of a kit is, by its name without that of the game, and its paper."""
    stem, _, suffix = name.rpartition(".")
    if suffix == "html":
        return "screen", ""
    form, _, rest = stem.partition("-")
    rest = rest.removeprefix(f"{tag}-") if tag else rest
    paper = rest.removeprefix("booklet-")
    return "booklet" if paper != rest else form, paper.upper()


def _describe_page(job: ExportJob, imprint: Imprint, parts: Sequence[GalleryPart]) -> GalleryPage:
    cover = _draw_cover(job, imprint.cover) if imprint.cover else None
    facts = (*imprint.facts, imprint.terms.version.format(version=imprint.version))
    rules, files = _copy_files(job)
    return GalleryPage(
        imprint.language,
        imprint.title,
        imprint.about,
        facts,
        cover,
        rules=rules,
        files=files,
        parts=parts,
        credits=imprint.credits,
        notice=imprint.notice,
    )


def _describe_parts(
    job: ExportJob, pieces: Sequence[ExportPiece], images: dict[tuple[ExportPiece, Side], GalleryImage]
) -> Iterator[GalleryPart]:
    parts: dict[str, list[ExportPiece]] = {}
    for piece in pieces:
        parts.setdefault(piece.part.id, []).append(piece)
    for name, own in parts.items():
        about = ", ".join(_count_part(job, own))
        backs = [images[piece, "back"] for piece in own if (piece, "back") in images]
        shown = [_describe_piece(job, piece, images, is_back_shared=len(backs) == 1) for piece in own]
        shown += [GalleryPiece(job.say("back"), tuple(backs))] if len(backs) == 1 else []
        yield GalleryPart(name, job.say(own[0].part.title), about, tuple(shown))


def _count_part(job: ExportJob, own: Sequence[ExportPiece]) -> Iterator[str]:
    """Yield how many pieces a part has, how large they are, and in how many sections a board is printed."""
    copies = sum(piece.copies for piece in own)
    yield job.say("{number} piece" if copies == 1 else "{number} pieces").format(number=copies)
    sizes = [*dict.fromkeys(f"{each.outline.width:.4g} \u00d7 {each.outline.height:.4g}" for each in own)]
    if len(sizes) > _MOST_SIZES:
        yield job.say("{number} sizes").format(number=len(sizes))
    else:
        yield f"{', '.join(sizes)} mm"
    if sections := sum(design.section is not None for design in own[0].part.designs):
        yield job.say("printed in {number} sections").format(number=sections // len(own))


def _describe_piece(
    job: ExportJob, piece: ExportPiece, images: dict[tuple[ExportPiece, Side], GalleryImage], is_back_shared: bool
) -> GalleryPiece:
    sides: tuple[Side, ...] = ("front",) if is_back_shared else ("front", "back")
    named = job.say(piece.row_title) or ("" if piece.is_only_one else piece.name.replace(".", " "))
    caption = " ".join(filter(None, (named, f"\u00d7 {piece.copies}" if piece.copies > 1 else "")))
    return GalleryPiece(caption, tuple(images[piece, side] for side in sides if (piece, side) in images))
