"""Export to print shops: images or a PDF in their sizes, fronts and backs paired, and a list of what to order."""

import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from generator.export import print_shops
from generator.export.pieces import ExportPiece, trace_outline
from generator.geometry.matrix import Matrix
from generator.geometry.path import rectangle_segments
from generator.geometry.types import Box
from generator.model.finding import DataError, Finding, Level, Place
from generator.model.game import Part
from generator.model.paper import Side
from generator.model.picture import Clip, Group, Picture
from generator.pipeline.export.exporting import ExportJob, FacePage, report_dense_art, write_for_press
from generator.program.identity import find_resources
from generator.readback.page_images import encode_png
from generator.safety.files import read_regular_file
from generator.write.pdf.piece_pages import PiecePage, blank_page_like, fill_bleed
from generator.write.spool import Spool

_MOST_BYTES = 1024 * 1024
_SHORT = 0.3  # mm of bleed that are drawn out without a word
_ALIKE = 8  # of 255: an edge whose colors differ by less is drawn out as it would have been drawn
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # so that equal exports are equal files


class ShopPage(NamedTuple):
    """A face in a shop's size: what is drawn, the box of its art in pixels, and by how many degrees it is turned."""

    face: FacePage
    art: tuple[int, int, int, int]
    turn: int


class DrawnDesign(NamedTuple):
    """The encoded sides of a piece, and the sides whose bleed is short and is no plain color."""

    sides: dict[str, bytes]
    short: tuple[str, ...]


def export_to_shop(job: ExportJob) -> None:
    """Write the files for the shop that the target names."""
    path = find_resources("templates") / "print-shops" / f"{job.request.target}.toml"
    shop = print_shops.parse_shop(read_regular_file(path, _MOST_BYTES).decode())
    pieces = job.list_pieces("whole")
    matches = {piece: print_shops.match_product(piece, shop.products) for piece in pieces}
    refused = _refuse_pieces(job, shop, [piece for piece, match in matches.items() if match is None])
    made = {piece: match for piece, match in matches.items() if match is not None}
    if not made:
        says = f"{shop.title} makes none of this kit's pieces; choose another --to, such as --to pdf"
        raise DataError([*refused, Finding("GF365", Place(job.kit.game.file), says)])
    job.notes.extend(refused)
    if shop.files == "pdf":
        report_dense_art(job, made)
    order = _ShopOrder(job, shop, made)
    drawn = order.draw_pieces()
    items = print_shops.group_orders(((piece, match.product) for piece, match in made.items()), shop)
    for item in items:
        order.put_item(item, drawn)
    job.put_text("order.txt", "\n".join(order.format_items(items, refused)) + "\n")
    _put_zip(job)


class _ShopOrder(NamedTuple):
    """What is ordered at a shop: the pieces of a kit, and the products that stand for them."""

    job: ExportJob
    shop: print_shops.PrintShop
    made: dict[ExportPiece, print_shops.ProductMatch]

    def draw_pieces(self) -> dict[ExportPiece, DrawnDesign]:
        """Return the sides of each piece, encoded; report bleeds that are too short (GF367)."""
        job, pieces = self.job, list(self.made)

        def work(number: int) -> DrawnDesign:
            return self._draw_piece(pieces[number])

        drawn = dict(zip(pieces, job.share(len(pieces), work, 2 * len(pieces)), strict=True))
        parts = {piece.part.id: piece for piece in reversed(pieces) if drawn[piece].short}
        for piece in reversed(parts.values()):
            across, down = self.made[piece].product.bleed
            says = f"the art of {piece.part.id!r} ends before the {max(across, down):.3g} mm of bleed that"
            says = f"{says} {self.shop.title} asks for, so its edge is drawn out; draw it in a larger viewBox"
            job.notes.append(Finding("GF367", piece.part.place, says, "warning"))
        return drawn

    def _draw_piece(self, piece: ExportPiece) -> DrawnDesign:
        pages = {side: self._make_page(piece, side) for side in piece.sides}
        images = dict(zip(pages, self.job.render([page.face for page in pages.values()]), strict=True))
        short = tuple(side for side, page in pages.items() if _is_short(page, images[side]))
        if self.shop.files == "pdf":
            return DrawnDesign({}, short)
        turned = {
            side: images[side].rotate(each.turn, expand=True) if each.turn else images[side]
            for side, each in pages.items()
        }
        return DrawnDesign(
            {side: encode_png(each, print_shops.PIXELS_PER_INCH) for side, each in turned.items()}, short
        )

    def _make_page(self, piece: ExportPiece, side: Side) -> ShopPage:
        match = self.made[piece]
        picture, box = self.job.draw(piece, side), match.find_box(piece)
        width, height = match.product.pixels
        if match.is_turned:
            width, height = height, width
        trim = 0.0, 0.0, piece.outline.width, piece.outline.height
        seen = rectangle_segments(picture.x, picture.y, picture.width, picture.height)
        page = PiecePage(picture, box, trim, box, seen)
        filled = fill_bleed(page, trace_outline(piece))
        scale = width / box[2]
        left, top = (max(0, -int(-each // 1)) for each in ((picture.x - box[0]) * scale, (picture.y - box[1]) * scale))
        right = min(width, int((picture.x + picture.width - box[0]) * scale))
        bottom = min(height, int((picture.y + picture.height - box[1]) * scale))
        turn = (0 if not match.is_turned else -90) if side == "front" else (90 if match.is_turned else 0)
        return ShopPage(FacePage(filled, (width, height)), (left, top, right, bottom), turn)

    def put_item(self, item: print_shops.OrderItem, drawn: dict[ExportPiece, DrawnDesign]) -> None:
        """Put the files of an item: an image of each side of each card, or a PDF in which backs follow their fronts."""
        if self.shop.files == "pdf":
            self.job.put(f"{item.name}.pdf", self._bind_pages(item))
            return
        digits, number = len(str(item.total)), 0
        blank = encode_png(Image.new("RGB", item.product.pixels, "white"), print_shops.PIXELS_PER_INCH)
        for piece in item.pieces:
            for _ in range(piece.copies):
                number += 1
                for side in ("front", "back"):
                    data = drawn[piece].sides.get(side) or blank
                    self.job.put(f"{item.name}/{side}/{number:0{digits}d}-{piece.part.id}.{piece.name}.png", data)

    def _bind_pages(self, item: print_shops.OrderItem) -> Spool:
        pages = []
        for piece in item.pieces:
            sides: list[PiecePage] = []
            for side in ("front", "back"):
                if side == "back" and not piece.part.back:
                    sides.append(blank_page_like(sides[0]))
                    continue
                sides.append(_turn_page(self._make_page(piece, side)))
            pages += sides * piece.copies
        return write_for_press(self.job, pages, f"{self.job.title}: {item.product.name}")

    def format_items(self, items: Sequence[print_shops.OrderItem], refused: Sequence[Finding]) -> Iterator[str]:
        """Yield the lines of the list of what to order."""
        yield f"{self.job.title}: what to order at {self.shop.title}"
        for item in items:
            yield ""
            yield from print_shops.describe_item(self.shop, item, self.made)
        yield from ("", *self.shop.advice)
        if refused:
            yield from ("", "Not made there:")
            yield from (f"  {finding.message}" for finding in refused)
        yield from ("", "Where the sizes come from (read them again before a large order):")
        for name in dict.fromkeys(item.product.source for item in items):
            source = self.shop.sources[name]
            yield f"  {source.address}{f', {source.date}' if source.date else ''}: {source.says}"


def _refuse_pieces(job: ExportJob, shop: print_shops.PrintShop, pieces: Sequence[ExportPiece]) -> list[Finding]:
    """Return GF366 for each part that the shop does not make; an error if it was asked for by name."""
    found: dict[tuple[str, str], tuple[Part, str]] = {}
    for piece in pieces:
        says = print_shops.explain_no_product(piece, shop)
        found.setdefault((piece.part.id, says), (piece.part, says))
    level: Level = "error" if job.options.only else "warning"
    return [
        Finding("GF366", part.place, f"the part {part.id!r} is not exported: {says}", level)
        for part, says in found.values()
    ]


def _is_short(page: ShopPage, image: Image.Image) -> bool:
    """Return whether art ends before the bleed does, in more than one color."""
    left, top, right, bottom = page.art
    width, height = page.face.size
    least = _SHORT / 25.4 * print_shops.PIXELS_PER_INCH
    edges = (
        (left, (left, top, left + 1, bottom)),
        (top, (left, top, right, top + 1)),
        (width - right, (right - 1, top, right, bottom)),
        (height - bottom, (left, bottom - 1, right, bottom)),
    )
    return any(far > least and _is_mixed(image.crop(box)) for far, box in edges)


def _is_mixed(strip: Image.Image) -> bool:
    return any(high - low > _ALIKE for low, high in strip.getextrema())  # type: ignore[misc]


def _turn_page(shown: ShopPage) -> PiecePage:
    """Return a page as the shop takes it: a piece that is turned lies on its side."""
    page = shown.face.page
    if not shown.turn:
        return page
    to: Matrix = (0, 1, -1, 0, 0, 0) if shown.turn < 0 else (0, -1, 1, 0, 0, 0)

    def turn(box: Box) -> Box:
        left, top, wide, high = box
        return (-top - high, left, high, wide) if shown.turn < 0 else (top, -left - wide, high, wide)

    picture = page.picture
    around = turn((picture.x, picture.y, picture.width, picture.height))
    shapes = (Group(picture.shapes, to, clip=Clip(page.clip)),)
    return PiecePage(Picture(*around, shapes), turn(page.box), turn(page.trim), turn(page.bleed))


def _put_zip(job: ExportJob) -> None:
    """Put all files so far into one archive, which is the same for the same files."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for file in sorted(job.stage.written):
            data = read_regular_file(job.stage.folder / file.path, file.bytes)
            archive.writestr(zipfile.ZipInfo(file.path, _ZIP_DATE), data)
    job.put(f"{job.kit.game.id}-{job.request.target}.zip", out.getvalue())
