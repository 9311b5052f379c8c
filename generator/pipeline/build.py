"""Build and check games: load, expand the parts, render, impose, write, read back, check.

Only this package knows the order of the stages.
"""

import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator import __version__
from generator.components import KINDS
from generator.components.designs import expand_parts, select_parts
from generator.fonts.font_book import open_fonts
from generator.impose.imposition import Imposition
from generator.load.files import build_id
from generator.load.game import read_game
from generator.load.languages import choose_languages as chosen_languages
from generator.model.board import Board
from generator.model.color import Color
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Game, Part
from generator.model.paper import PAPERS
from generator.model.picture import Picture
from generator.pipeline.kit import Kit
from generator.pipeline.options import Options
from generator.pipeline.resources import find_resources
from generator.pipeline.sheet_printing import Progress, print_sheets
from generator.pipeline.verification import (
    CheckFailedError,
    CheckResult,
    FigureSource,
    KitFiles,
    import_checks,
    verify_kit,
)
from generator.render.faces import FaceRenderer
from generator.render.template_files import TemplateFiles
from generator.write.staging import (
    StagingFolder,
    WrittenFile,
    compose_manifest,
    explain_missing_kit,
    read_manifest,
    report_changed_file,
)


class BuildResult(NamedTuple):
    """What a build wrote, and the result of its checks."""

    game: Game
    folder: Path
    files: tuple[WrittenFile, ...]
    removed: tuple[str, ...]
    sheets: int
    pieces: int
    checked: CheckResult


def load_game(folder: Path, options: Options) -> tuple[Game, tuple[Part, ...]]:
    """Return the game in the chosen colors, and all its parts; DataError lists all faults."""

    def repaint(colors: Mapping[str, Color]) -> Mapping[str, Color]:
        if options.palette is None and not options.colors:
            return colors
        from generator.load.palette import apply_palette, find_palette, read_palette

        homes = [folder / "palettes", find_resources("templates") / "palettes"]
        palette = read_palette(find_palette(options.palette, homes)) if options.palette is not None else None
        return apply_palette(colors, palette, options.colors)

    game = read_game(folder, KINDS, options.settings, repaint, find_resources("templates") / "words")
    chosen_languages(game, options.languages)
    return game, expand_parts(game, KINDS)


def prepare_kit(folder: Path, options: Options) -> Kit:
    """Load a game and plan its sheets; DataError lists all faults of data, templates, fonts and sizes."""
    game, every = load_game(folder, options)
    parts = select_parts(every, options.only)
    fonts = open_fonts(folder / "fonts")
    faces = FaceRenderer(game, TemplateFiles(folder, find_resources("templates")), fonts, parts=every)
    colors = [(role, color.paint, color.called) for role, color in game.colors.items()]
    choices = options.paper, options.backs, sorted(options.settings), sorted(options.only)
    decisive = __version__, colors, *choices, *options.languages
    shown = parts if game.rules is None else every  # rules can show a face of any part
    templates = {name for part in shown for name in (part.front, part.back) if name}
    templates |= {figure.drawn for figure in game.data.figures.values()}
    templates |= {"words/"} if [each.tag for each in game.languages] != ["en"] else set()
    build = build_id(folder, find_resources("templates"), templates, decisive)
    sans = fonts.find_font("Source Sans Pro", 400, False)
    backs = options.backs
    notes: list[Finding] = []
    try:
        every = tuple(cut_to_fit(part, faces, options, notes) for part in every)
        parts = select_parts(every, options.only)
        looks = {part.id: faces.measure_bleeds(part, backs != "none") for part in parts}
        press = Imposition(
            parts,
            lambda part: looks[part.id],
            PAPERS[options.paper],
            backs,
            sans,
            f"{game.data.title} {game.data.version}",
            build,
            lambda part, design: game.place("parts", part.id, "sections", design.section.id if design.section else ""),
        )
    except DataError as error:
        raise DataError(faces.collect_findings(parts) or error.findings) from None
    return Kit(replace(game, notes=(*game.notes, *notes)), every, parts, faces, looks, press, fonts, build)


def build_kit(folder: Path, options: Options, progress: Progress = lambda done, of: None) -> BuildResult:
    """Build and check one game into `options.out`; after a failure the last good output is still in place."""
    kit = prepare_kit(folder, options)
    with StagingFolder(options.out, kit.game.id) as stage:
        placements = print_sheets(kit, options, stage, progress, lambda: import_checks(options))
        figures = _render_figures_once(kit)
        kit = _print_rules(kit, options, stage, figures)
        files = KitFiles([file.path for file in stage.written], placements)
        checked = verify_kit(kit, stage.folder, files, options, figures)
        if any(finding.is_blocking for finding in checked.findings):
            raise CheckFailedError(checked)
        _write_certificate(kit, checked, stage)
        press = kit.press
        manifest = compose_manifest(
            __version__, kit.game, kit.build, press.paper, press.flip, options.to_manifest(), stage.written, placements
        )
        removed = tuple(stage.move_into_place(manifest))
        pieces = sum(1 for row in placements if row["side"] == "front")
        return BuildResult(kit.game, stage.target, tuple(stage.written), removed, len(press.sheets), pieces, checked)


def _render_figures_once(kit: Kit) -> FigureSource:
    """Return a function that renders the figures in the first language when first called."""

    @cache
    def figures() -> Mapping[str, Picture]:
        from generator.pipeline.rulebook import render_figures  # not all games have figures

        return render_figures(kit)

    return figures


def _write_certificate(kit: Kit, checked: CheckResult, stage: StagingFolder) -> None:
    from generator.pipeline.certificate import format_certificate

    stage.write_file(f"{kit.game.id}-certificate.txt", format_certificate(kit, checked).encode())


def _print_rules(kit: Kit, options: Options, stage: StagingFolder, figures: FigureSource) -> Kit:
    """Write the rules into the stage, and return the kit with the notes of what was noticed."""
    notes: list[Finding] = []
    if kit.game.rules is not None:
        from generator.pipeline.rulebook import print_rules

        for path, data in print_rules(kit, options, notes, figures):
            stage.write_file(path, data)
    return replace(kit, game=replace(kit.game, notes=(*kit.game.notes, *notes))) if notes else kit


def build_booklet(folder: Path, options: Options, progress: Progress = lambda done, of: None) -> BuildResult:
    """Build only the rules of one game and check them against its data; other files of an existing kit stay."""
    kit = prepare_kit(folder, options)
    if kit.game.rules is None:
        raise refuse("GF005", Place(kit.game.file), "the game needs the key 'rules' for a booklet")
    with StagingFolder(options.out, kit.game.id) as stage:
        figures = _render_figures_once(kit)
        kit = _print_rules(kit, options, stage, figures)
        checked = verify_kit(kit, stage.folder, KitFiles((), ()), replace(options, read_back=False), figures)
        if any(finding.is_blocking for finding in checked.findings):
            raise CheckFailedError(checked)
        removed = stage.move_among_others(kit.game.id, {"build": kit.build, "options": options.to_manifest()})
        return BuildResult(kit.game, stage.target, tuple(stage.written), tuple(removed), 0, 0, checked)


def check_kit(folder: Path, options: Options) -> CheckResult:
    """Check a game: the kit in `options.out` if it was built from these files, otherwise a temporary one.

    If `options.settings` are given, the existing kit must have been built with the same ones.
    """
    target = options.out / folder.resolve().name
    standing = read_manifest(target)
    as_built = None if standing is None else options.restore_options(standing)
    state = f"the data or templates changed since the kit in {target} was built"
    if standing is None or as_built is None:
        state = explain_missing_kit(target)
    elif options.settings and sorted(options.settings) != sorted(as_built.settings):
        state = f"the kit in {target} was built with another --set"
    else:
        from generator.pipeline.kit_readback import find_edited_files

        changed, kit = find_edited_files(target, standing, lambda: prepare_kit(folder, as_built))
        if kit.build == standing["build"]:
            if changed:
                raise DataError([report_changed_file(target / path) for path in changed])
            files = KitFiles([file["path"] for file in standing["files"]], standing["placements"])
            return verify_kit(kit, target, files, as_built, _render_figures_once(kit))
    with tempfile.TemporaryDirectory(prefix="gutterfold-") as nowhere:
        try:
            checked = build_kit(folder, replace(options, out=Path(nowhere))).checked
        except CheckFailedError as error:
            checked = error.checked
        return replace(checked, summary=f"{checked.summary} ({state}: checked as it would be built)")


def game_schema() -> dict[str, Any]:
    """Return the JSON Schema of game.yaml."""
    from generator.load.conversion import build_schema

    return build_schema(KINDS)


def cut_to_fit(part: Part, faces: FaceRenderer, options: Options, notes: list[Finding]) -> Part:
    """Cut a board that is larger than the paper and has no sections of its own.

    A warning is added to `notes` where a seam has to cut something. Boards that are not printed are cut too, because
    claims ask for their sections, but their faults are not reported.
    """
    if part.board is None or part.board.sections:
        return part
    if options.only and part.id not in options.only:
        try:
            return _cut_board(part, part.board, faces, options, [])
        except DataError:
            return part
    return _cut_board(part, part.board, faces, options, notes)


def _cut_board(part: Part, board: Board, faces: FaceRenderer, options: Options, notes: list[Finding]) -> Part:
    """Return the board in as few sections as possible, or whole if it fits.

    GF304 if it needs too many sections, or would fit without its bleed. Seams may pass through divisible cells; a
    piece that shows only a part of such a cell is kept.
    """
    from generator.components.boards.sections import cut_part, make_sections
    from generator.impose import tiling  # few games have a board; the import takes time

    paper, size = PAPERS[options.paper], f"{board.width:g} x {board.height:g} mm"
    if (count := tiling.count_needed_pieces(board.width, board.height, paper, board.joint)) > tiling.MOST:
        says = f"the board would need {count:,} pieces of {paper.name} paper, and at most {tiling.MOST} are cut"
        raise refuse("GF304", part.place, f"the part {part.id!r} ({size}): {says}")
    look = faces.measure_bleeds(part, options.backs != "none")
    if tiling.fits_one_sheet(part, look, paper):
        return part
    if look.bleed and tiling.fits_one_sheet(part, look._replace(front_bleed=0.0, back_bleed=0.0), paper):
        says = f"fits {paper.name} paper only without its bleed of {look.bleed:g} mm, and a board in sections has none"
        raise refuse("GF304", part.place, f"the part {part.id!r} ({size}) {says}")
    cells = {name: cell.box for name, cell in board.cells.items()}
    whole = [box for name, box in cells.items() if name not in board.divisible]
    found = tiling.tile_board(board.width, board.height, whole, faces.text_boxes(part), paper, board.joint)
    if says := tiling.describe_cuts(board, found):
        notes.append(Finding("GF305", part.place, f"on {paper.name} paper {says}", "warning"))
    if blank := tiling.find_blank_pieces(found, [*cells.values()]):
        found = tiling.drop_blank_pieces(found, blank, _find_drawn_boxes(part, faces))
    return cut_part(part, make_sections([(name, name, box) for name, box in found.pieces.items()], board.joint))


def _find_drawn_boxes(part: Part, faces: FaceRenderer) -> list[tuple[float, float, float, float]]:
    """Return the boxes, in mm, of everything drawn on the fronts of an uncut board."""
    from generator.render.sections import box_shapes

    found = [each for design in part.designs for each in box_shapes(faces.draw_face(part, design, "front").shapes)]
    boxes = []
    while found:
        each = found.pop()
        found += each.inner
        boxes += [] if each.inner else [each.box]
    return boxes
