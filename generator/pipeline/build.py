"""Build games: load, expand the parts, render, impose, write, read back, check.

Only this package knows the order of the stages.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from generator import __version__
from generator.components import KINDS
from generator.components.designs import expand_parts, select_parts
from generator.fonts.font_book import FontBook, open_fonts
from generator.impose.imposition import Imposition
from generator.language.expressions import list_briefly
from generator.load.game import has_map, read_game
from generator.load.languages import choose_languages as chosen_languages
from generator.load.template_claims import list_templates, read_template_claims
from generator.model.color import Color
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Game, Part
from generator.model.language import Language
from generator.model.sheet import ArtTraits
from generator.pipeline.build_identity import identify_build
from generator.pipeline.checking.verification import (
    CheckFailedError,
    CheckResult,
    PrintedPieces,
    import_checks,
    look_at_pages_beside,
    verify_kit,
)
from generator.pipeline.options import Options
from generator.pipeline.resources import name_game
from generator.pipeline.rules.printing import (
    print_rules_and_figures,
    print_rules_beside,
)
from generator.pipeline.sheets.oversize import fit_to_paper
from generator.pipeline.sheets.printing import Progress, print_sheets
from generator.program.identity import find_resources
from generator.proof.kit import Kit
from generator.render.faces import FaceRenderer
from generator.render.template_files import TemplateFiles
from generator.write.kit_folder import KitFolder, Waiting
from generator.write.manifest import RecordedInk, RecordedRules, WrittenFile, compose_manifest
from generator.write.staging import StagingFolder
from generator.write.temporary_output import clear_abandoned_outputs

if TYPE_CHECKING:
    from generator.pipeline.checking.kit_readback import Pieces
    from generator.render.ink.converter import InkConverter


_LEAST_BLEED = 0.5  # mm; what is less is room for the cut line of a net


class BuildResult(NamedTuple):
    """What a build wrote, and the result of its checks.

    `replaced_whole`: only some parts were built, and the whole kit was there before.
    """

    game: Game
    folder: Path
    files: tuple[WrittenFile, ...]
    removed: tuple[str, ...]
    sheets: int
    pieces: int
    checked: CheckResult
    ink: RecordedInk | None = None
    replaced_whole: bool = False


def load_game(folder: Path, options: Options, source: str | None = None) -> tuple[Game, tuple[Part, ...]]:
    """Return the game in the chosen colors, and all its parts; DataError lists all faults.

    `source`: a text to read in place of `game.yaml`.
    """
    game = read_game_data(folder, options, source)
    return game, expand_parts(game, KINDS)


def read_game_data(folder: Path, options: Options, source: str | None = None) -> Game:
    """Return the game in the chosen colors and languages; `source` as above; DataError lists all faults."""
    notes: list[Finding] = []
    painted: dict[str, Place] = {}

    def repaint(colors: Mapping[str, Color]) -> Mapping[str, Color]:
        if options.palette is None and not options.colors:
            return colors
        from generator.load.palette import apply_palette, find_palette, parse_color, read_palette

        found = None if options.palette is None else find_palette(options.palette, list_palette_homes(folder))
        palette = None if found is None else read_palette(found)
        made = apply_palette(colors, palette, options.colors)
        painted.update(palette.places if palette else {})
        painted.update((parse_color(option)[0], Place("--color")) for option in options.colors)
        return made

    game = read_game(folder, KINDS, options.settings, repaint, find_resources("templates") / "words", source=source)
    if painted:
        from generator.load.palette import find_unpainted

        notes += find_unpainted(options.palette, painted, game.colors, game.place) if options.palette else ()
        places = {("colors", role, "paint"): place for role, place in painted.items() if role in game.colors}
        game = replace(game, places={**game.places, **places}, notes=(*game.notes, *notes))
    chosen_languages(game, options.languages)
    files = TemplateFiles(folder, find_resources("templates"))
    if has_map(game):
        from generator.pipeline.sheets.cell_paths import trace_cell_paths  # few games have a map

        game = trace_cell_paths(game, files)
    printed = read_template_claims(list_templates(game), files.read_template)
    return replace(game, printed=printed) if printed else game


def list_palette_homes(folder: Path) -> list[Path]:
    """Return the folders of a game's palettes, its own first."""
    return [folder / "palettes", find_resources("templates") / "palettes"]


def is_own_palette(folder: Path, name: str) -> bool:
    """Return whether a palette is the game's own or gutterfold's; a manifest, which may be forged, names no other."""
    from generator.load.palette import find_palette

    homes = list_palette_homes(folder)
    path = find_palette(name, homes).resolve()
    return any(path.is_relative_to(home.resolve()) for home in (folder, *homes))


def prepare_kit(folder: Path, options: Options, choose: Callable[[Part], Part | None] | None = None) -> Kit:
    """Load a game and plan its sheets; DataError lists all faults of data, templates, fonts and sizes.

    `choose` returns what is to be printed of a part, None for nothing.
    """
    game, every = load_game(folder, options)
    parts = select_parts(every, options.only, options.one_of_each)
    fonts = open_fonts(folder / "fonts", game.data.fonts, game.place)
    files = TemplateFiles(folder, find_resources("templates"), game.sources)
    faces = FaceRenderer(game, files, fonts, find_sheet_language(game, options), every, ink=_save_ink(game, options))
    build = identify_build(folder, game, parts if game.rules is None else every, options, fonts)
    notes: list[Finding] = []
    try:
        every = tuple(fit_to_paper(part, faces, options, notes) for part in every)
        parts = select_parts(every, options.only, options.one_of_each)
        parts = tuple(each for part in parts if (each := choose(part))) if choose else parts
        drawn = _measure_parts(game, parts, faces, fonts, options, notes=notes)
        looks = {name: each.follow(options.cutting) for name, each in drawn.items()}
        press = Imposition(
            parts,
            lambda part: looks[part.id],
            options.sheet_paper,
            options.backs,
            fonts.find_font("sans-serif", 400, False),
            head=f"{faces.page_data.title} {game.data.version}",
            build=build,
            where=lambda part, design: game.place(
                "parts", part.id, "sections", design.section.id if design.section else ""
            ),
            printer=options.printer,
            cutting=options.cutting,
            say=faces.translate_own,
            overlay=options.overlay,
            margins=options.page_margins,
        )
    except DataError as error:
        raise DataError(faces.collect_findings(parts) or error.findings) from None
    notes += _report_unfolded(press)
    return Kit(
        replace(game, notes=(*game.notes, *notes)), every, parts, faces, looks, press=press, fonts=fonts, build=build
    )


def _measure_parts(
    game: Game,
    parts: Sequence[Part],
    faces: FaceRenderer,
    fonts: FontBook,
    options: Options,
    notes: list[Finding],
) -> dict[str, ArtTraits]:
    """Return the traits of the art of printed parts by their ids, and note what is noticed in drawing it."""
    drawn = {}
    for part in parts:
        drawn[part.id] = faces.measure_bleeds(part, options.backs != "none")
        place = game.place("parts", part.id, "front")
        notes += (Finding("GF210", place, says, "note") for says in fonts.take_notes())
        notes += faces.take_notes()
    notes += _report_short_bleeds(parts, drawn, options.bleed)
    return drawn


def find_sheet_language(game: Game, options: Options) -> Language | None:
    """Return the language of the sheets, the first of those that were chosen; None if it is the game's own."""
    chosen = chosen_languages(game, options.languages)[:1]
    return chosen[0] if chosen and chosen[0] is not game.first else None


def _save_ink(game: Game, options: Options) -> "InkConverter | None":
    """Return what draws the faces of a game with less ink; None if it may take all that it needs."""
    if options.ink == "full":
        return None
    from generator.render.ink.converter import InkConverter

    return InkConverter(options.ink, game.colors)


def _report_short_bleeds(
    parts: Sequence[Part], looks: Mapping[str, ArtTraits], asked: float | None
) -> Iterator[Finding]:
    """Yield GF316, once for a kit, if art reaches beyond the cut, but not as far as was asked for."""
    if not asked:
        return
    if not any(look.bleed for look in looks.values()):
        says = f"no art reaches beyond the cut, so --bleed {asked:g} changes nothing; draw it in a larger viewBox"
        yield Finding("GF316", parts[0].place, says, "warning")
    short = [
        (part, f"{part.id} {side} {far:g} mm")
        for part in parts
        for side, far in (("front", looks[part.id].front_bleed), ("back", looks[part.id].back_bleed))
        if _LEAST_BLEED < far < asked
    ]
    if short:
        told = list_briefly([text for _, text in short], 6)
        says = f"art reaches less far beyond the cut than --bleed {asked:g}: {told}"
        yield Finding("GF316", short[0][0].place, f"{says}; draw it in a larger viewBox, or ask for less", "warning")


def _report_unfolded(press: Imposition) -> Iterator[Finding]:
    """Yield GF311 for each part that is too large to lie beside its back."""
    for part, outline in {each.batch.part: each.batch.outline for each in press.unfolded}.items():
        size = f"the part {part.id!r} ({outline.width:g} x {outline.height:g} mm)"
        says = f"{size} is too large for half of {press.paper.name} paper, so its backs are on a sheet of their own"
        yield Finding("GF311", part.place, f"{says}; glue that behind the fronts", "warning")


def _open_kit_folder(folder: Path, options: Options, waiting: Waiting) -> KitFolder:
    """Return the folder of the game's kit, which is locked while it is open."""
    clear_abandoned_outputs()
    return KitFolder(options.locate_output(), name_game(folder), waiting)


def build_kit(
    folder: Path,
    options: Options,
    progress: Progress = lambda done, of: None,
    waiting: Waiting = lambda kit_folder: None,
) -> BuildResult:
    """Build and check one game into its output folder; after a failure the last good output is still in place.

    `waiting` is called if another process builds the same kit, before this one waits for it.
    """
    with _open_kit_folder(folder, options, waiting) as home:
        return build_in(folder, options, progress, home)


def build_in(folder: Path, options: Options, progress: Progress, home: KitFolder) -> BuildResult:
    """Build and check one game into the folder of its kit, which is open."""
    kit = prepare_kit(folder, options)
    with StagingFolder(home) as stage, print_rules_beside(kit, options, stage) as rules:
        sheets = print_sheets(
            kit, options, stage, progress, lambda: import_checks(options), is_alone=not rules.has_started
        )
        placements = sheets.rows
        if sheets.shrunk:
            from generator.render.fault_sources import report_shrunk_texts  # few games have any

            note = report_shrunk_texts(kit.game, kit.faces.language, sheets.shrunk)
            kit = replace(kit, game=replace(kit.game, notes=(*kit.game.notes, note)))
        shown = _read_pieces(kit, stage, options, rules.has_started) if options.read_back else (None, None)
        with look_at_pages_beside(kit, options) as pages:
            checked = verify_kit(kit, PrintedPieces(*shown, placements), options, rules.result, pages.result)
        stage.written += rules.result().written
        if any(finding.is_blocking for finding in checked.findings):
            raise CheckFailedError(checked)
        from generator.pipeline.checking.certificate import format_certificate

        stage.write_file(f"{kit.game.id}-certificate.txt", format_certificate(kit, checked).encode())
        manifest = compose_manifest(
            __version__,
            kit.game,
            kit.build,
            paper=kit.press.paper,
            backs=kit.press.backs,
            options=options.record(),
            printer=options.printer,
            files=stage.written,
            placements=placements,
            ink=sheets.ink,
        )
        replaced_whole = options.is_partial and home.holds_whole_kit()
        removed = tuple(stage.land(manifest))
        return BuildResult(
            kit.game,
            stage.target,
            files=tuple(stage.written),
            removed=removed,
            sheets=len(kit.press.sheets),
            pieces=sum(1 for row in placements if row.side == "front"),
            checked=checked,
            ink=sheets.ink,
            replaced_whole=replaced_whole,
        )


def _read_pieces(kit: Kit, stage: StagingFolder, options: Options, pays: bool) -> "tuple[Pieces | None, Pieces | None]":
    """Return the pieces that the staged files show; a second process helps if it `pays`."""
    from generator.pipeline.checking.kit_readback import read_back, split_formats, undo_correction
    from generator.pipeline.sheets.cache import count_pieces, open_read_memory

    sheets, drawings = split_formats(kit.game.id, options.paper, [file.path for file in stage.written])
    memory = None if options.shows_only_art else open_read_memory(kit.game.folder, count_pieces(kit))
    shown = read_back(stage.folder, sheets, drawings, memory, pays)
    return undo_correction(shown, options.printer, kit.press.paper, kit.press.backs)


def build_booklet(
    folder: Path,
    options: Options,
    progress: Progress = lambda done, of: None,
    waiting: Waiting = lambda kit_folder: None,
    given: Collection[str] | None = None,
) -> BuildResult:
    """Build only the rules of one game and check them against its data; other files of an existing kit stay.

    So do the rules in other languages, if languages are `given`. All options that are not given, if it is told which
    ones are, are those of the existing kit.
    """
    with _open_kit_folder(folder, options, waiting) as home:
        if given is not None:
            options = _follow_standing_kit(folder, options, home, given)
        return _build_booklet(folder, options, home)


def _follow_standing_kit(folder: Path, options: Options, home: KitFolder, given: Collection[str]) -> Options:
    """Return the options of the kit that is there; a manifest, which may be forged, names no palette elsewhere."""
    followed = options.follow_kit(home.read_manifest(), given)
    if followed.palette is None or "palette" in given or is_own_palette(folder, followed.palette):
        return followed
    return replace(followed, palette=options.palette)


def _build_booklet(folder: Path, options: Options, home: KitFolder) -> BuildResult:
    kit = prepare_kit(folder, options)
    if kit.game.rules is None:
        raise refuse("GF005", Place(kit.game.file), "the game needs the key 'rules' for a booklet")
    with StagingFolder(home) as stage:
        rules = print_rules_and_figures(kit, options, stage, share=options.processes > 1)
        stage.written += rules.written
        with look_at_pages_beside(kit, options) as pages:
            unread = replace(options, read_back=False)
            checked = verify_kit(kit, PrintedPieces(), unread, lambda: rules, pages.result)
        if any(finding.is_blocking for finding in checked.findings):
            raise CheckFailedError(checked)
        record = RecordedRules(kit.build, options.record(), options.printer)
        removed = stage.land_rules(record, _list_kept_languages(kit.game, options))
        return BuildResult(kit.game, stage.target, tuple(stage.written), tuple(removed), 0, pieces=0, checked=checked)


def _list_kept_languages(game: Game, options: Options) -> dict[str, bool]:
    """Return of each language, by its tag, whether its rules stay; the first one's is empty."""
    built = chosen_languages(game, options.languages) if options.languages else game.languages
    return {"" if each is game.first else each.tag: each not in built for each in game.languages}
