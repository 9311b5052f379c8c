"""Digest what can reach a kit: all of it for the build id, and all but the data for drawings that are kept.

No clock, path or hash order reaches a file: the same input gives the same bytes, on any day and in any folder.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from generator import __version__
from generator.fonts.font_book import FontBook
from generator.load.files import build_id, digest_inputs, digest_sources
from generator.model.game import Game, Part
from generator.pipeline.options import Options
from generator.program.identity import find_resources, identify_program
from generator.proof.kit import Kit
from generator.safety.files import read_regular_file


def identify_build(folder: Path, game: Game, shown: Sequence[Part], options: Options, fonts: FontBook) -> str:
    """Return the build id of a kit that can show faces of these parts; an option counts if it is not as usual."""
    choices = options.paper, options.backs, sorted(options.settings), sorted(options.only)
    decisive: tuple[object, ...] = __version__, _list_colors(game), *choices, *map(str.lower, options.languages)
    cutting = (options.marks, options.bleed, options.gap, options.corners)
    unusual = (
        (options.printer is not None, options.printer),
        (options.ink != "full", options.ink),
        (cutting != ("corners", None, None, 0.0), cutting),
        (options.landscape, "landscape"),
        (bool(options.margins), ("margins", options.margins)),
        (options.marks_on != "front", ("marks on", options.marks_on)),
        (bool(options.columns), ("grid", options.columns, options.rows)),
        (bool(options.labels), ("labels", options.labels, options.start_at)),
        (options.gap_down is not None, ("gap down", options.gap_down)),
        (options.one_of_each, "one of each"),
        (options.touch, "touch"),
        (bool(options.overlay), ("overlay", options.overlay)),
    )
    decisive = *decisive, *(value for is_chosen, value in unusual if is_chosen)
    decisive = *decisive, *_identify_other_fonts(folder, game, fonts)
    return build_id(folder, game.sources, find_resources("templates"), _list_templates(game, shown), decisive)


def _identify_other_fonts(folder: Path, game: Game, fonts: FontBook) -> list[str]:
    """Return the digests of fonts that do not come along and have signs that the data and the rules have."""
    signs = set[str]()
    for name in game.sources:
        with suppress(OSError, UnicodeDecodeError):
            data = read_regular_file(folder / name)
            signs |= set() if data.isascii() else {*data.decode()}
    known = fonts.find_font("sans-serif", 400, italic=False).advances
    unknown = sorted(char for char in signs if char not in known and char.isprintable())
    return fonts.signs.identify_others("".join(unknown)) if unknown and fonts.signs else []


def identify_drawings(kit: Kit, options: Options) -> str:
    """Return a digest of all that decides how a face of a kit is drawn, but for the text of its template.

    The data reach a face as that text, as colors and fonts, and as the names that its groups may have.
    """
    game = kit.game
    decisive = (
        identify_program(),
        _list_colors(game),
        game.data.fonts,
        kit.faces.list_group_names(),
        options.ink,
        options.live_text,
        kit.press.paper,
        kit.press.cutting,
    )
    templates = _list_templates(game, kit.all_parts)
    return digest_inputs(game.folder, (), find_resources("templates"), templates, decisive)


def identify_shared_data(kit: Kit, options: Options) -> str:
    """Return a digest of all data that a template can print, but for the rows in CSV files."""
    read = [name for name in kit.game.sources if not name.endswith(".csv")]
    chosen = sorted(options.settings), sorted(options.only), options.one_of_each, options.backs, options.bleed
    return digest_sources(kit.game.folder, read, chosen)


def _list_colors(game: Game) -> list[tuple[str, str, str]]:
    return [(role, color.paint, color.called) for role, color in game.colors.items()]


def _list_templates(game: Game, shown: Sequence[Part]) -> set[str]:
    """Return the names of templates that can be drawn; the folders of the shared ones count."""
    templates = {name for part in shown for name in (part.front, part.back) if name}
    templates |= {figure.drawn for figure in game.data.figures.values()}
    templates |= {each if isinstance(each, str) else each.draw for each in game.data.icons.values()}
    return templates | ({"words/"} if [each.tag for each in game.languages] != ["en"] else set())
