"""A kit goes in, its sheets are drawn ream by ream and written; the rows of the manifest come out.

A ream is a dozen sheets that are drawn without a look at any other, so that two processes can share the work and the
bytes are the same however they share it.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from generator.fonts.font_book import FontBook
from generator.impose.imposition import Press
from generator.model.finding import DataError, refuse
from generator.model.game import Game, Part
from generator.model.options import Options
from generator.model.picture import Picture
from generator.model.sheet import Look, Page, Placement
from generator.pipeline.parallel import relay
from generator.render.faces import Faces
from generator.write.manifest import placement as row
from generator.write.staging import Stage, Written

if TYPE_CHECKING:
    from generator.write.svg.sheets import SvgSheets

HOW_TO = "how-to-print.svg.j2"
REAM = 12  # sheets at the most
PAYS = 40  # pieces from which a second process is worth its start
Progress = Callable[[int, int], None]


class Kit(Struct, frozen=True, eq=False):
    """A game made ready to print: all its parts and those to be printed, who draws them, the plan of the sheets."""

    game: Game
    every: tuple[Part, ...]
    parts: tuple[Part, ...]
    faces: Faces
    looks: dict[str, Look]
    press: Press
    fonts: FontBook
    build: str

    @property
    def head(self) -> str:
        """Return the game's name and version."""
        return f"{self.game.data.title} {self.game.data.version}"


class _Ream(NamedTuple):
    """What came of a dozen sheets: inked pages with their definitions, SVG files, and rows for the manifest."""

    inked: list[Any]
    definitions: Any
    names: list[tuple[str, ...]]
    written: list[Written]
    rows: list[dict[str, Any]]


def print_sheets(
    kit: Kit, options: Options, stage: Stage, progress: Progress, meanwhile: Callable[[], None]
) -> list[dict[str, Any]]:
    """Draw and write every page; return the rows of the manifest. DataError with all that is wrong with the faces.

    `meanwhile` is done while a second process, if there is one, draws already.
    """
    try:
        return _print(kit, options, stage, progress, meanwhile)
    except DataError as error:
        raise DataError(kit.faces.collect_findings(kit.parts) or error.findings) from None


def _print(
    kit: Kit, options: Options, stage: Stage, progress: Progress, meanwhile: Callable[[], None]
) -> list[dict[str, Any]]:
    pdf: Any = None

    def begin() -> None:
        nonlocal pdf
        if "pdf" in options.formats:
            from generator.write.pdf.document import PdfFile

            pdf = PdfFile(kit.press.paper, f"{kit.game.data.title}: sheets", kit.press.flip, kit.fonts.find)
        meanwhile()

    svg = cache(lambda: _svg(kit, options)) if "svg" in options.formats else None
    leading = None if "pdf" not in options.formats else 1 if kit.press.flip == "none" else 2
    size = _size(len(kit.press.sheets))
    count = 1 + -(-len(kit.press.sheets) // size)

    def sheets(n: int) -> range:
        return range(n * size + 1, min((n + 1) * size, len(kit.press.sheets)) + 1)

    def work(n: int) -> _Ream:
        return _ream(kit, stage, sheets(n - 1), leading, svg) if n else _how_to_print(kit, stage, leading, svg)

    rows: list[dict[str, Any]] = []
    titles = {"": "How to print", **{part.id: part.title for part in kit.parts}}
    pays = sum(part.count for part in kit.parts) >= PAYS
    for ream in relay(count, work, pays, lambda n: progress(n, count), begin):
        if pdf is not None:
            _bind(ream, pdf, titles)
        stage.written += ream.written
        rows += ream.rows
    progress(count, count)
    if pdf is not None:
        stage.write(f"{kit.game.id}-sheets-{options.paper}.pdf", pdf.finish())
    return rows


def _size(sheets: int) -> int:
    """Return how many sheets a ream has: few in a small kit, so that two processes end together."""
    return min(REAM, max(1, -(-sheets // 4)))


def _svg(kit: Kit, options: Options) -> "SvgSheets":
    from generator.write.svg.sheets import SvgSheets

    return SvgSheets(kit.press.paper, kit.head, options.live_text)


def _bind(ream: _Ream, pdf: Any, titles: dict[str, str]) -> None:
    """Add the pages of a ream to the PDF, with a bookmark where a part is met for the first time."""
    pdf.define(ream.definitions)
    for inked, names in zip(ream.inked, ream.names, strict=True):
        for name in names:
            if name in titles:
                pdf.bookmark(titles.pop(name))
        pdf.add(inked)


def _how_to_print(kit: Kit, stage: Stage, leading: int | None, svg: "Callable[[], SvgSheets] | None") -> _Ream:
    """Draw the page that stands before the sheets; in a duplex PDF its back is blank."""
    picture = _how_to(kit)
    ream = _Ream([], None, [], [], [])
    if leading is not None:
        from generator.write.pdf.pages import Ink, blank

        ink = Ink(kit.press.paper)
        pages = [ink.picture(picture), *[blank()] * (leading - 1)]
        ream = ream._replace(inked=pages, definitions=ink.definitions, names=[("",), ()][:leading])
    if svg is not None:
        drawn = svg().picture(picture, "how to print")
        ream.written.append(stage.put(f"svg/{kit.game.id}-00-how-to-print.svg", drawn.encode()))
    return ream


def _ream(kit: Kit, stage: Stage, sheets: range, leading: int | None, svg: "Callable[[], SvgSheets] | None") -> _Ream:
    """Draw some sheets; `leading` is how many pages of the PDF stand before the first sheet."""
    ream = _Ream([], None, [], [], [])
    ink = None
    if leading is not None:
        from generator.write.pdf.pages import Ink

        ink = Ink(kit.press.paper)
        ream = ream._replace(definitions=ink.definitions)
    sides = 1 if kit.press.flip == "none" else 2
    for sheet in sheets:
        for side, page in enumerate(kit.press.leaf(sheet)):
            faces = [_face(kit, placement) for placement in page.placements]
            at, name = (sheet - 1) * sides + side + 1, None
            ream.names.append(tuple(part.id for part in page.parts))
            if ink is not None:
                ream.inked.append(ink.page(page, faces))
            if svg is not None and page.placements:
                name = _file_name(kit, page, at, sides)
                ream.written.append(stage.put(name, svg().sheet(page, faces).encode()))
            on = None if leading is None else leading + at
            ream.rows.extend(row(placement, page.sheet, on, name) for placement in page.placements)
    return ream


def _file_name(kit: Kit, page: Page, at: int, sides: int) -> str:
    digits = max(2, len(str(len(kit.press.sheets) * sides)))
    ids = "-".join(part.id for part in page.parts[:3]) + ("-etc" if len(page.parts) > 3 else "")
    return f"svg/{kit.game.id}-{at:0{digits}d}-{ids}{'-back' if page.side == 'back' else ''}.svg"


def _face(kit: Kit, placement: Placement) -> tuple[Picture, bool]:
    """Return a placement's picture, its bleed as planned, and whether it is placed more than once."""
    part, design, side = placement.part, placement.design, placement.side
    picture = kit.faces.draw(part, design, side)
    look = kit.looks[part.id]
    planned = look.front_bleed if side == "front" else look.back_bleed
    if abs(-picture.x - planned) > 0.005:
        bleeds = f"{-picture.x:g} mm, that of {part.id}'s first {planned:g} mm"
        raise refuse("GF208", design.place, f"the {side} of {part.id}.{design.id} bleeds {bleeds}")
    return picture, side == "back" or design.copies > 1


def _how_to(kit: Kit) -> Picture:
    """Draw the page that says how to print."""
    rows = []
    on = _where(kit.press)
    for part in kit.parts:
        backs = part.back is not None and kit.press.flip != "none"
        first, last = on[part.id]
        about = {"title": part.title, "count": part.count, "stock": part.stock, "backs": backs}
        rows.append({"first": first, "last": last, **about})
    nets = [design.net for part in kit.parts for design in part.designs if design.net]
    data = kit.game.data
    told = {
        "paper": kit.press.paper,
        "sheets": sorted(rows, key=lambda each: (each["first"], each["last"])),
        "duplex": kit.press.flip,
        "build": kit.build,
        "cards": any(part.kind == "card" for part in kit.parts),
        "folds": sorted({fold.kind for net in nets for fold in net.folds}),
        "flat": any(fold.angle == 180 for net in nets for fold in net.folds),
        "glues": any(net.tabs for net in nets),
        "joins": sorted({part.board.joint for part in kit.parts if part.board and part.board.sections}),
        "notes": data.print_notes,
        "credits": data.credits,
        "notice": data.notice,
    }
    return kit.faces.page(HOW_TO, told, kit.press.paper.width, kit.press.paper.height)


def _where(press: Press) -> dict[str, tuple[int, int]]:
    """Return the first and the last sheet of each part."""
    on: dict[str, tuple[int, int]] = {}
    for number, blocks in enumerate(press.sheets, 1):
        for block in blocks:
            for name in {piece.part.id: None for piece in block.pieces}:
                on[name] = on.get(name, (number, number))[0], number
    return on
