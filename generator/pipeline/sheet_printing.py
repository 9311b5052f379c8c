"""Draw the sheets of a kit, batch by batch, and hand them to the writers of the formats.

A batch is drawn without regard to any other, so two processes can share the work, and the bytes are the same however
they share it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from generator.impose.imposition import Imposition
from generator.model.finding import DataError, refuse
from generator.model.game import Part
from generator.model.paper import PageOrder
from generator.model.picture import Picture
from generator.model.sheet import Placement
from generator.pipeline.kit import Kit
from generator.pipeline.options import Options
from generator.pipeline.parallel import share_work
from generator.pipeline.writers import WRITERS
from generator.write.manifest import WrittenFile, list_placement
from generator.write.staging import StagingFolder
from generator.write.writer import SheetPlan, SheetSide, Writer

INSTRUCTIONS = "how-to-print.svg.j2"
BATCH_SIZE = 12  # sheets at most
PARALLEL_THRESHOLD = 40  # pieces from which a second process is worth its start
BUSY_PARALLEL_THRESHOLD = 1000  # pieces from which it is while the rules are printed beside the sheets
Progress = Callable[[int, int], None]


class SheetBatch(NamedTuple):
    """What was drawn of some sheets: a value for each writer to bind, the files put, and rows for the manifest."""

    drawn: list[Any]
    written: list[WrittenFile]
    rows: list[dict[str, Any]]


def print_sheets(
    kit: Kit,
    options: Options,
    stage: StagingFolder,
    progress: Progress,
    meanwhile: Callable[[], None],
    is_alone: bool,
) -> list[dict[str, Any]]:
    """Draw and write every page; return the placements for the manifest. DataError lists the faults of all faces.

    `meanwhile` is called while a second process, if there is one, is drawing already. Unless this process `is_alone`,
    another one is at work beside it, and only a large kit is shared with one more.
    """
    least = PARALLEL_THRESHOLD if is_alone else BUSY_PARALLEL_THRESHOLD
    parallel = options.processes > 1 and sum(part.count for part in kit.parts) >= least
    try:
        return _print_batches(kit, options, stage, progress, meanwhile, parallel)
    except DataError as error:
        raise DataError(kit.faces.collect_findings(kit.parts) or error.findings) from None


def _print_batches(
    kit: Kit,
    options: Options,
    stage: StagingFolder,
    progress: Progress,
    meanwhile: Callable[[], None],
    parallel: bool,
) -> list[dict[str, Any]]:
    writers = _start_writers(kit, options)
    size = _batch_size(len(kit.press.sheets))
    count = 1 + -(-len(kit.press.sheets) // size)

    def open_writers() -> None:
        for writer in writers.values():
            writer.open()
        meanwhile()

    def draw(n: int) -> SheetBatch:
        if n == 0:
            return _draw_instructions(kit, options.order, stage, writers)
        return _draw_sheets(kit, stage, writers, range((n - 1) * size, min(n * size, len(kit.press.sheets))))

    rows: list[dict[str, Any]] = []
    for batch in share_work(count, draw, parallel, lambda n: progress(n, count), open_writers):
        for writer, drawn in zip(writers.values(), batch.drawn, strict=True):
            writer.bind(drawn)
        stage.written += batch.written
        rows += batch.rows
    progress(count, count)
    for writer in writers.values():
        for path, data in writer.close():
            stage.write_file(path, data)
    return rows


def _start_writers(kit: Kit, options: Options) -> dict[str, Writer]:
    """Return the writers of the chosen formats by the names of the formats."""
    data, press = kit.game.data, kit.press
    titles = {part.id: part.title for part in kit.parts}
    sheets = len(press.sheets)
    plan = SheetPlan(
        kit.game.id,
        data.title,
        data.version,
        press.paper,
        press.backs,
        sheets,
        titles,
        kit.fonts.find_font,
        options.live_text,
        options.order,
    )
    return {name: each.start(plan) for name, each in WRITERS.items() if name in options.formats}


def _batch_size(sheets: int) -> int:
    """Return the sheets of a batch: few in a small kit, so that two processes end together."""
    return min(BATCH_SIZE, max(1, -(-sheets // 4)))


def _draw_instructions(kit: Kit, order: PageOrder, stage: StagingFolder, writers: dict[str, Writer]) -> SheetBatch:
    """Draw the page that comes before the sheets."""
    picture, written = _render_instructions(kit, order), list[WrittenFile]()
    behind = kit.press.draw_blank_page()

    def put(path: str, data: bytes) -> None:
        written.append(stage.stage_file(path, data))

    return SheetBatch([writer.draw_instructions(picture, behind, put) for writer in writers.values()], written, [])


def _draw_sheets(kit: Kit, stage: StagingFolder, writers: dict[str, Writer], sheets: range) -> SheetBatch:
    """Draw some sheets, which are counted from 0."""
    written = list[WrittenFile]()
    sides = [
        SheetSide(side, page, [_render_face(kit, placement) for placement in page.placements])
        for sheet in sheets
        for side, page in enumerate(kit.press.impose_sheet(sheet + 1), kit.press.first_side(sheet + 1))
    ]

    def put(path: str, data: bytes) -> None:
        written.append(stage.stage_file(path, data))

    drawn = [writer.draw_sides(sides, put) for writer in writers.values()]
    rows = [row for side in sides for row in _list_placements(side, writers)]
    return SheetBatch(drawn, written, rows)


def _list_placements(side: SheetSide, writers: dict[str, Writer]) -> list[dict[str, Any]]:
    """Return the manifest's rows of a side; a format that is not written has no location."""
    if not side.page.placements:
        return []
    found = {name: writer.locate(side) for name, writer in writers.items()}
    locations = {each.manifest_key: found.get(name) for name, each in WRITERS.items()}
    return [list_placement(placement, side.page.sheet, locations) for placement in side.page.placements]


def _render_face(kit: Kit, placement: Placement) -> tuple[Picture, bool]:
    """Return a placement's picture, with the bleed that was planned, and whether it is placed more than once."""
    part, design, side = placement.part, placement.design, placement.side
    picture = kit.faces.draw_face(part, design, side)
    look = kit.looks[part.id]
    planned = look.front_bleed if side == "front" else look.back_bleed
    if abs(min(-picture.x, kit.press.cutting.bleed) - planned) > 0.005:
        bleeds = f"{-picture.x:g} mm, that of {part.id}'s first {planned:g} mm"
        raise refuse("GF208", design.place, f"the {side} of {part.id}.{design.id} bleeds {bleeds}")
    return picture, side == "back" or design.copies > 1


def _render_instructions(kit: Kit, order: PageOrder) -> Picture:
    """Render the page on how to print."""
    rows = []
    sheets = _find_sheets(kit.press)
    for part in kit.parts:
        first, last = sheets[part.id]
        row = {"title": part.title, "count": part.count, "stock": part.stock, "sides": _name_sides(part, kit.press)}
        rows.append({"first": first, "last": last, **row})
    nets = [design.net for part in kit.parts for design in part.designs if design.net]
    data = kit.game.data
    values = {
        "paper": kit.press.paper,
        "sheets": sorted(rows, key=lambda each: (each["first"], each["last"])),
        "duplex": kit.press.backs,
        "order": order,
        "count": len(kit.press.sheets),
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
    return kit.faces.draw_page(INSTRUCTIONS, values, kit.press.paper.width, kit.press.paper.height)


def _name_sides(part: Part, press: Imposition) -> str:
    """Return how the sheets of a part are printed, in the words of the page on how to print."""
    if part.back is None or press.backs == "none":
        return "one side"
    if press.backs != "fold":
        return "both sides"
    return "two sheets" if any(each.batch.part is part for each in press.unfolded) else "folded"


def _find_sheets(press: Imposition) -> dict[str, tuple[int, int]]:
    """Return the first and the last sheet of each part."""
    found: dict[str, tuple[int, int]] = {}
    for number, sheet in enumerate(press.sheets, 1):
        for block in sheet.blocks:
            for name in {piece.part.id: None for piece in block.pieces}:
                found[name] = found.get(name, (number, number))[0], number
    return found
