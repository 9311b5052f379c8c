"""Draw the first pages of a reprint, with a picture of each piece that goes out of the box or into it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256

from generator.export.reprint import BoxPiece, PieceKind, ReprintPlan
from generator.export.reprint_list import ListedPiece, ListFonts, ReprintList, draw_list
from generator.language.plurals import count_noun
from generator.model.picture import Picture
from generator.pipeline.changed_rules import join_numbers
from generator.pipeline.earlier_kit import EarlierKit
from generator.pipeline.kit import Kit
from generator.readback.page_images import encode_png
from generator.readback.raster import RenderedPages, render_pages

_THUMBNAIL_DPI = 110.0


def draw_changes(
    whole: Kit,
    earlier: EarlierKit,
    new: EarlierKit,
    plan: ReprintPlan,
    numbers: Mapping[str, int],
    rules: Sequence[str],
) -> list[Picture]:
    """Return the pages that say what to take out of the box and what to put in."""
    data, fonts = whole.game.data, whole.fonts
    out = list(_list_old(whole, earlier, plan.out))
    put_in = list(_list_new(whole, plan.put_in, numbers))
    lines = (
        f"Earlier kit: build {earlier.manifest.build}. New kit: build {new.manifest.build}.",
        "The numbers stand above the pieces on the next sheets.",
        *rules,
    )
    groups = [
        (f"Take out of the box: {count_noun(len(plan.out), 'piece')}", out),
        (f"Put into the box: {count_noun(len(plan.put_in), 'piece')}", put_in),
    ]
    said = ReprintList(f"{data.title} {data.version}: what changed", lines, tuple(each for each in groups if each[1]))
    plain, bold = (fonts.find_font("sans-serif", weight, False) for weight in (400, 700))
    return draw_list(said, whole.press.paper, ListFonts(plain, bold))


def _join_designs(pieces: Sequence[BoxPiece]) -> dict[tuple[PieceKind, str], list[BoxPiece]]:
    found: dict[tuple[PieceKind, str], list[BoxPiece]] = {}
    for piece in pieces:
        found.setdefault((piece.kind, piece.design), []).append(piece)
    return found


def _list_old(whole: Kit, earlier: EarlierKit, pieces: Sequence[BoxPiece]) -> Iterator[ListedPiece]:
    """Yield the pieces to take out, with pictures from the earlier sheets if they are still there."""
    with ExitStack() as opened:
        shown: dict[str, RenderedPages | None] = {}
        for some in _join_designs(pieces).values():
            path = some[0].file or earlier.sheets_path
            if path not in shown:
                data = earlier.read_file(path)
                shown[path] = (data and opened.enter_context(render_pages(data, _THUMBNAIL_DPI))) or None
            yield _describe_old(whole, some, shown[path])


def _describe_old(whole: Kit, pieces: Sequence[BoxPiece], pages: RenderedPages | None) -> ListedPiece:
    first = pieces[0]
    x, y, width, height = first.box
    shown = (height, width) if first.rotation % 180 else (width, height)
    title = next((part.title for part in whole.all_parts if part.id == first.kind.part), first.kind.part)
    lines = title, f"{first.design}: {len(pieces)} out"
    if pages is None or not first.page:
        return ListedPiece(lines, None, "", *shown)
    image = pages.image(first.page - 1, (x, y, x + width, y + height)).rotate(first.rotation, expand=True)
    data = encode_png(image, _THUMBNAIL_DPI)
    return ListedPiece(lines, data, sha256(data).hexdigest(), *shown)


def _list_new(whole: Kit, pieces: Sequence[BoxPiece], numbers: Mapping[str, int]) -> Iterator[ListedPiece]:
    """Yield the pieces to put in, with the numbers that stand above them."""
    parts = {part.id: part for part in whole.parts}
    counts = Counter((piece.kind.part, piece.design) for piece in pieces)
    for (name, design_id), number in counts.items():
        part = parts[name]
        design = next(each for each in part.designs if each.id == design_id)
        own = sorted(numbers[f"{name}.{design_id}.c{copy}.front"] for copy in range(1, number + 1))
        told = f"number {join_numbers(own)}"
        outline = part.trim_of(design)
        picture = whole.faces.draw_face(part, design, "front")
        yield ListedPiece(
            (f"{part.title}", f"{design_id}: {number} in", told), picture, "", outline.width, outline.height
        )
