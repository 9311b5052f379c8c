"""Draw the sheets of a kit, batch by batch, and hand them to the writers of the formats.

A batch is drawn without regard to any other, so two processes can share the work, and the bytes are the same however
they share it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, get_args

from generator.impose.printer_correction import correct_page
from generator.model.finding import DataError, refuse
from generator.model.listed_placement import ListedPlacement
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.model.sheet import Placement
from generator.pipeline.options import Options
from generator.pipeline.sheets.cache import DrawnPieces, open_piece_cache
from generator.pipeline.sheets.instructions import has_room, render_instructions
from generator.pipeline.writers import WRITERS
from generator.program.parallel import share_work
from generator.proof.kit import Kit
from generator.write.looks import LookDigester
from generator.write.manifest import RecordedInk, WrittenFile, list_placement
from generator.write.staging import StagingFolder
from generator.write.writer import SheetPlan, SheetSide

BATCH_SIZE = 12  # sheets at most
PARALLEL_THRESHOLD = 100  # pieces from which a second process is worth its start, a tenth of a small build
BUSY_PARALLEL_THRESHOLD = 1000  # pieces from which it is while the rules are printed beside the sheets
Progress = Callable[[int, int], None]


class PrintedSheets(NamedTuple):
    """The placements on the sheets as rows for the manifest, and the ink that they take, if it was measured.

    `shrunk` are the texts that were set smaller to fit, with the size asked for and the size set, mm.
    """

    rows: list[ListedPlacement]
    ink: RecordedInk | None
    shrunk: Mapping[str, tuple[float, float]]


class SheetBatch(NamedTuple):
    """What was drawn of some sheets: a value for each writer to bind, the files put, and rows for the manifest."""

    drawn: list[Any]
    written: list[WrittenFile]
    rows: list[ListedPlacement]
    shrunk: Mapping[str, tuple[float, float]] = {}


def print_sheets(
    kit: Kit,
    options: Options,
    stage: StagingFolder,
    progress: Progress,
    meanwhile: Callable[[], None],
    is_alone: bool,
) -> PrintedSheets:
    """Draw and write every page; return the placements for the manifest. DataError lists the faults of all faces.

    `meanwhile` is called while a second process, if there is one, is drawing already. Unless this process `is_alone`,
    another one is at work beside it, and only a large kit is shared with one more.
    """
    least = PARALLEL_THRESHOLD if is_alone else BUSY_PARALLEL_THRESHOLD
    parallel = options.processes > 1 and sum(part.count for part in kit.parts) >= least
    try:
        return _SheetPrinter(kit, options, stage).print_batches(progress, meanwhile, parallel)
    except DataError as error:
        raise DataError(kit.faces.collect_findings(kit.parts) or error.findings) from None


class _SheetPrinter:
    """Draws the sheets of a kit for the writers of the chosen formats."""

    def __init__(self, kit: Kit, options: Options, stage: StagingFolder) -> None:
        self._kit, self._options, self._stage = kit, options, stage
        self._plan = _plan_sheets(kit, options)
        self._writers = {name: each.start(self._plan) for name, each in WRITERS.items() if name in options.formats}
        self._cache = None if options.shows_only_art else open_piece_cache(kit, options, self._writers)
        self._digester = LookDigester()

    def print_batches(self, progress: Progress, meanwhile: Callable[[], None], parallel: bool) -> PrintedSheets:
        """Print the page on how to print and the sheets."""
        sheets = len(self._kit.press.sheets)
        size = min(BATCH_SIZE, max(1, -(-sheets // 4)))  # so that two processes end together
        ranges = [range(start, min(start + size, sheets)) for start in range(0, sheets, size)]
        jobs: list[Callable[[], SheetBatch]] = [self._draw_instructions] if self._plan.has_how_to else []
        jobs += [partial(self._draw_sheets, each) for each in ranges]
        count = len(jobs)

        def open_writers() -> None:
            for writer in self._writers.values():
                writer.open()
            meanwhile()

        batches = list(share_work(count, lambda n: jobs[n](), parallel, lambda n: progress(n, count), open_writers))
        if self._cache is not None:
            self._cache.trim()
        ink = self._measure_ink(batches[count - len(ranges) :])
        for batch in batches:
            for writer, drawn in zip(self._writers.values(), batch.drawn, strict=True):
                writer.bind(drawn)
            self._stage.written += batch.written
        progress(count, count)
        for writer in self._writers.values():
            for path, data in writer.close():
                self._stage.write_file(path, data)
        shrunk = {text: sizes for batch in batches for text, sizes in batch.shrunk.items()}
        return PrintedSheets([row for batch in batches for row in batch.rows], ink, shrunk)

    def _measure_ink(self, batches: Sequence[SheetBatch]) -> RecordedInk | None:
        """Return the ink of the sheets as PDF; None of a check, or if their images are too many to be held."""
        options = self._options
        if not batches or not options.read_back or options.shows_only_art or options.prove_all:
            return None
        drawn = [batch.drawn[[*self._writers].index("pdf")] for batch in batches if "pdf" in self._writers]
        if not drawn or any(image.source for each in drawn for image in each.definitions.images.values()):
            return None
        from generator.pipeline.sheets.ink_use import measure_ink

        return measure_ink(self._plan, drawn)

    def _draw_instructions(self) -> SheetBatch:
        """Draw the page that comes before the sheets, and the cuts if they are on pages of their own."""
        pages, behind = render_instructions(self._kit, self._options.order), self._kit.press.draw_blank_page()
        written = list[WrittenFile]()
        put = partial(self._put, written)
        drawn = [writer.draw_instructions(pages, behind, put) for writer in self._writers.values()]
        return SheetBatch(drawn, written, [])

    def _put(self, written: list[WrittenFile], path: str, data: bytes) -> None:
        written.append(self._stage.stage_file(path, data))

    def _draw_sheets(self, sheets: range) -> SheetBatch:
        """Draw some sheets, which are counted from 0."""
        press, written = self._kit.press, list[WrittenFile]()
        sides = [
            SheetSide(side, page)
            for sheet in sheets
            for side, page in enumerate(press.impose_sheet(sheet + 1), press.first_side(sheet + 1))
        ]
        pieces = self._cache.find(sides, self._draw_pieces) if self._cache else self._draw_pieces(sides)
        put, writers = partial(self._put, written), self._writers.values()
        drawn = [writer.draw_sides(sides, each, put) for writer, each in zip(writers, pieces.drawn, strict=True)]
        rows = [row for side, looks in zip(sides, pieces.looks, strict=True) for row in self._list_rows(side, looks)]
        return SheetBatch(drawn, written, rows, pieces.shrunk)

    def _draw_pieces(self, sides: Sequence[SheetSide]) -> DrawnPieces:
        """Draw the pieces on some sides in all formats."""
        kit = self._kit
        sides = [side._replace(faces=[render_face(kit, each) for each in side.page.placements]) for side in sides]
        looks = [[self._digester.digest_picture(picture) for picture, _ in side.faces] for side in sides]
        drawn = [writer.draw_pieces(sides) for writer in self._writers.values()]
        return DrawnPieces(looks, drawn, kit.faces.take_shrunk())

    def _list_rows(self, side: SheetSide, looks: Sequence[str]) -> list[ListedPlacement]:
        """Return the manifest's rows of a side; a format that is not written has no location."""
        if not side.page.placements:
            return []
        found = {name: writer.locate(side) for name, writer in self._writers.items()}
        locations = {each.manifest_key: found.get(name) for name, each in WRITERS.items()}
        pairs = zip(side.page.placements, looks, strict=True)
        return [list_placement(placement, side.page.sheet, locations, look) for placement, look in pairs]


def _plan_sheets(kit: Kit, options: Options) -> SheetPlan:
    """Return what the writers need to know."""
    data, press = kit.game.data, kit.press
    titles = {part.id: part.title for part in kit.parts}
    sheets = len(press.sheets)
    return SheetPlan(
        kit.game.id,
        data.title,
        data.version,
        press.paper,
        press.backs,
        sheets=sheets,
        part_titles=titles,
        find_font=kit.fonts.find_font,
        live_text=options.live_text,
        order=options.order,
        has_how_to=options.how_to and has_room(press.area.shrink(press.paper)),
        corrections={side: correct_page(options.printer, press.paper, press.backs, side) for side in get_args(Side)},
    )


def render_face(kit: Kit, placement: Placement) -> tuple[Picture, bool]:
    """Return a placement's picture, with the bleed that was planned, and whether it is placed more than once."""
    part, design, side = placement.part, placement.design, placement.side
    picture = kit.faces.draw_face(part, design, side)
    look = kit.looks[part.id]
    planned = look.front_bleed if side == "front" else look.back_bleed
    if abs(min(-picture.x, kit.press.cutting.bleed) - planned) > 0.005:
        bleeds = f"{-picture.x:g} mm, that of {part.id}'s first {planned:g} mm"
        raise refuse("GF208", design.place, f"the {side} of {part.id}.{design.id} bleeds {bleeds}")
    return picture, side == "back" or design.copies > 1
