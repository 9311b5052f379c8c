"""The pages on safety say what the code says: each limit is that of its constant, and each file named exists."""

import csv
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2.sandbox
import msgspec
from msgspec import inspect

from generator.booklet import markdown
from generator.check.claims import counting, evaluation, relations, walks
from generator.check.claims import sandbox as claim_sandbox
from generator.cli import faults, terminal
from generator.components import designs, flat_pieces
from generator.components.boards import cell_lists, lattice, own_cells, rings, sections, tracks
from generator.components.boards.board import BoardData
from generator.components.boards.grid import Cross, Grid
from generator.components.boards.hexes import Hexes, Triangles
from generator.components.boards.own_cells import Amendment
from generator.components.boards.rings import Rings
from generator.components.boards.tracks import Table, TrackLine
from generator.components.flat_pieces import TrackData
from generator.components.nets import division, face_shares, free_net
from generator.components.nets.box import BoxData
from generator.components.nets.free_net import NetData
from generator.components.paths.path_card import PathCardData
from generator.fonts import conversion, font_validation, own_fonts, truetype
from generator.impose import imposition, tiling
from generator.language import suggestions
from generator.load import braces, number_formats, rows, spreadsheet_archive, spreadsheets, yaml_nodes
from generator.model import data_types, finding, listed_placement, play_rules
from generator.model.figure import FigureData, HighlightData, ThingData, WayData
from generator.model.game import GameData, PartData
from generator.model.game_entries import ColorData, SetupData
from generator.pdf import cleaning, source_file
from generator.pipeline.editing import csv_table, game_files, history, new_games
from generator.pipeline.export import exporting
from generator.pipeline.playtest import sweep
from generator.pipeline.rules import rulebook
from generator.play.rules import data_names, position, sentences, writer
from generator.play.rules import expressions as play_expressions
from generator.readback import drawings
from generator.readback.pdf import containers
from generator.render import fault_places, fault_sources, template, template_files
from generator.render.drawings import cascade, markers, rasters
from generator.render.svg import (
    attribute_values,
    attributes,
    clips,
    elements,
    entities,
    gradients,
    images,
    painter,
    paints,
    style,
    tiles,
    uses,
)
from generator.render.svg import path_segments as paths
from generator.safety import call_watch, code_cache, files, folders, guarded_filters, image_files, limits
from generator.sources import pdf_deck
from generator.studio import edit_routes
from generator.write import manifest
from generator.write.press import color_spaces, press_inks
from tests.hostile.classes import CLASSES, load_attacks
from tests.hostile.verdict import MEMORY, SLOW
from tests.samples import for_each

ROOT = Path(__file__).parents[1]


def find_bounds(struct: type[msgspec.Struct], *keys: str) -> Mapping[str, Any]:
    """Return the bounds `ge`, `le` and `max_length` of keys in the data, which must all have the same."""
    fields = {field.encode_name: field.type for field in inspect.type_info(struct).fields}  # type: ignore[attr-defined]
    found = [read_bounds(fields[key]) for key in keys]
    assert found[0]
    assert found == found[:1] * len(found), keys
    return found[0]


def read_bounds(kind: Any) -> Mapping[str, Any]:
    """Return the bounds of a type, or of the one arm of a union that has some."""
    if isinstance(kind, inspect.Metadata):
        return read_bounds(kind.type)
    if isinstance(kind, inspect.UnionType):
        return next(filter(None, map(read_bounds, kind.types)), {})
    found = {name: getattr(kind, name, None) for name in ("ge", "le", "max_length")}
    inner = getattr(kind, "item_type", None) or next(iter(getattr(kind, "item_types", ())), None)
    bounds = {name: value for name, value in found.items() if value is not None}
    return bounds or (read_bounds(inner) if inner else {})


def most(struct: type[msgspec.Struct], *keys: str) -> int:
    """Return the largest value of keys in the data, or their greatest length."""
    bounds = find_bounds(struct, *keys)
    return int(bounds["max_length"] if "max_length" in bounds else bounds["le"])


def most_of(struct: type[msgspec.Struct], *keys: str) -> int:
    """Return the one greatest value or length that several keys have."""
    return same(*(most(struct, key) for key in keys))


def span(struct: type[msgspec.Struct], *keys: str) -> str:
    """Return the range of values of keys in the data."""
    bounds = find_bounds(struct, *keys)
    return f"{bounds['ge']:,} to {bounds['le']:,}"


def same(*values: int) -> int:
    """Return the one value that limits of the same row have."""
    assert len({*values}) == 1, values
    return values[0]


def mib(size: int) -> str:
    """Return a number of bytes as it is written in the page."""
    assert size % (1 << 20) == 0
    return f"{size >> 20:,} MiB"


LENGTHS = same(most(TrackData, "cell"), most(PartData, "gap"), most(BoardData, "border"))
PLACES = read_bounds(inspect.type_info(listed_placement.Length))
VALUES = {
    "Text file: YAML, CSV or Markdown": mib(files.MAX_FILE_BYTES),
    "Template": mib(template_files.MAX_TEMPLATE_BYTES),
    "Image": mib(image_files.MAX_IMAGE_BYTES),
    "Font": mib(own_fonts._MOST_BYTES),
    "Web font, unpacked": mib(conversion.MOST_UNPACKED),
    "Fonts in a collection": f"{conversion.MOST_FACES}",
    "All fonts of a game": mib(own_fonts._MOST_BYTES_IN_ALL),
    "Files and folders in `templates/`, `images/` or `fonts/`": f"{files.MAX_TREE_FILES:,} each",
    "Size of `templates/` or `fonts/`": f"{mib(files.MAX_TREE_BYTES)} each",
    "Size of `images/`": mib(files.MAX_IMAGE_TREE_BYTES),
    "Values in a YAML file": f"{yaml_nodes.MAX_VALUES:,}",
    "Lists and mappings in one another": f"{yaml_nodes.MAX_DEPTH:,}",
    "Text in a YAML file": f"{yaml_nodes.MAX_TEXT:,} characters",
    "Key in a YAML file": f"{yaml_nodes.MAX_KEY:,} characters",
    "Lines in a CSV file": f"{rows.MAX_LINES:,}",
    "Cells in a CSV file": f"{rows.MAX_CELLS:,}",
    "File in a spreadsheet, unpacked": mib(spreadsheet_archive.MAX_UNPACKED),
    "Cell in a spreadsheet": f"{spreadsheet_archive.MAX_CELL_TEXT:,} characters",
    "Number format of a cell": f"{number_formats._LONGEST_CODE} characters",
    "Cells that merged cells fill": f"{rows.MAX_CELLS:,}",
    "Sheets that are looked at for the first with cells": f"{spreadsheets._MOST_SHEETS}",
    "Cell in a CSV file": f"{csv.field_size_limit():,} characters",
    "Rules in one language": f"{braces.MAX_RULES:,} characters",
    "`parts`, `figures`": f"{most(GameData, 'parts', 'figures'):,} each",
    "`colors`, `waivers`, `credits`, `print_notes`": (
        f"{most(GameData, 'colors', 'waivers', 'credits', 'print_notes'):,} each"
    ),
    "`claims`, `unchecked`": f"{most(GameData, 'claims', 'unchecked'):,} each",
    "`setup`": f"{most(GameData, 'setup'):,} lines",
    "`where` of a line of the setup": f"{most(SetupData, 'where'):,} columns",
    "`players`": f"{most(SetupData, 'players'):,}",
    "`title`, `version`, `name` of a color": (
        f"{same(most(GameData, 'title', 'version'), most(PartData, 'title'), most(ColorData, 'name')):,} characters"
    ),
    "Lengths": f"{LENGTHS:,} mm",
    "Width or height of a piece, except boards": f"{designs.SMALLEST_PIECE:g} to {designs.LARGEST_PIECE:,.0f} mm",
    "Copies of a design": f"{same(most(PartData, 'copies'), most(SetupData, 'each', 'table')):,}",
    "Pieces of a kit": f"{designs.MOST_PIECES:,}",
    "Sheets of a kit": f"{imposition.MOST_SHEETS:,}",
    "Spaces of a track, and its `columns`": f"{same(flat_pieces.MOST_SPACES, most(TrackData, 'columns')):,}",
    "Numbers of the spaces of a track": span(TrackData, "from", "to"),
    "Cells of a board": f"{lattice.MOST_CELLS:,}",
    "Corners of the cells of a board that is cut along them": f"{sections.MOST_CORNERS:,}",
    "`columns` and `rows` of a grid, of hexes and of triangles, `length` and `width` of a cross": (
        f"{same(*(most(each, 'columns', 'rows') for each in (Grid, Hexes, Triangles)), most(Cross, 'length', 'width')):,}"
    ),
    "Rings, and spaces of a ring": f"{most(Rings, 'spaces')} and {read_bounds(inspect.type_info(rings.Spaces))['le']}",
    "`slots`, `pockets`": f"{most(BoardData, 'slots', 'pockets'):,} each",
    "`kinds`, `colors`, `routes`, `areas`": f"{most(BoardData, 'kinds', 'colors', 'routes', 'areas'):,} each",
    "Sections, your own or found by gutterfold": f"{same(most(BoardData, 'sections'), tiling.MOST):,}",
    "`radius` of hexes": f"{most(Hexes, 'radius'):,}",
    "`radius` and `side` of triangles": f"{most(Triangles, 'radius', 'side'):,}",
    "Hexes in a list": f"{same(most(Hexes, 'hexes'), lattice.MOST_CELLS):,}",
    "Corners of a cell of your own": f"{most(Amendment, 'polygon'):,}",
    "Pairs of cells whose distance `connect` measures": f"{own_cells._MOST_PAIRS:,}",
    "`drawn`, `numbered`": f"{most(BoardData, 'drawn', 'numbered'):,} each",
    "`tracks`, `tables` of a board or a mat": f"{most(BoardData, 'tracks', 'tables'):,} each",
    "`counters`": f"{most(BoardData, 'counters'):,}",
    "`steps`, `points` and `columns` of a track of a mat": f"{most_of(TrackLine, 'steps', 'points', 'columns'):,} each",
    "Rows of a table, and entries in a row": (
        f"{same(most(Table, 'rows'), read_bounds(inspect.type_info(tracks.TableRow))['max_length']):,} each"
    ),
    "`holds` of a box": f"{most(BoxData, 'holds'):,} parts",
    "`faces` and `folds` of a net, corners of a face": (
        f"{same(most(NetData, 'faces', 'folds'), free_net._MOST_CORNERS):,} each"
    ),
    "Shares of a face that is larger than the paper": f"{face_shares._MOST_SHARES}",
    "Folds that are cut of a net larger than the paper": f"{division._MOST_CUTS}",
    "`joins`, `cuts`": f"{most(BoardData, 'joins', 'cuts'):,} each",
    "Id, range or pattern of cells": f"{read_bounds(inspect.type_info(data_types.CellName))['max_length']:,} characters",
    "Cells that the lists of a board look up": f"{cell_lists.MOST_LOOK_UPS:,}",
    "`ports` on a side of a path card": f"{most(PathCardData, 'ports'):,}",
    "`shifts` of a path card": f"{most(PathCardData, 'shifts'):,}",
    "`pieces`, `paths`, `highlight`, `things`": (
        f"{most(FigureData, 'pieces', 'paths', 'highlight', 'things'):,} each"
    ),
    "`cells` of a highlight or a path": f"{same(most(HighlightData, 'cells'), most(WayData, 'cells')):,}",
    "`labels`": f"{most(FigureData, 'labels'):,}",
    "`steps`": f"{most(FigureData, 'steps'):,}",
    "`copies` in a pile": f"{most(ThingData, 'copies'):,}",
    "`size`, either side": f"{span(FigureData, 'size')} mm",
    "File that the studio changes": mib(game_files.MOST_BYTES),
    "Cells changed in one step": f"{most(csv_table.SetCells, 'cells'):,}",
    "Text of a cell that is changed": f"{most(csv_table.InsertColumn, 'name'):,} characters",
    "Steps that can be undone": f"{history.MOST_STEPS}, of {mib(history.MOST_BYTES)} together",
    "Time of all templates of a game": (
        f"{template._TEMPLATE_SECONDS:g} s, and {template._FACE_SECONDS:g} s for each face"
    ),
    "Tags of Jinja2 in a template": f"{template._MOST_TAGS:,}",
    "Columns of a CSV file": f"{rows.MAX_COLUMNS:,}",
    "Columns of a table in the rules": f"{markdown._MOST_COLUMNS}",
    "Time of the rules": f"{rulebook._RULES_SECONDS:g} s to read them, and for each form of them",
    "Time of all claims of a game": (
        f"{evaluation._CLAIM_SECONDS:g} s, and {evaluation._SHARE_SECONDS:g} s for each expression"
    ),
    "Memory of a process": mib(limits.MAX_MEMORY_BYTES),
    "Values compared, sorted, hashed or printed at once": f"{guarded_filters.MAX_COMPARED:,}",
    "Text that a method or a filter of a template takes": f"{guarded_filters.MAX_TEXT:,} characters",
    "Digits of a number": f"{sys.int_info.default_max_str_digits:,}",
    "`range()` in a template": f"{jinja2.sandbox.MAX_RANGE:,} numbers",
    "`range()` in a claim": f"{claim_sandbox._MAX_LENGTH:,} numbers",
    "Text or list made by `*` in a claim": f"{claim_sandbox._MAX_LENGTH:,} items",
    "Values in a list made by `*`, those in its lists included": f"{claim_sandbox._MAX_VALUES:,}",
    "Variants of one `--sweep`": f"{sweep.MOST_VARIANTS:,}",
    "Processor time of one call of an engine of your own": f"{call_watch.MOST_CALL_SECONDS:g} s",
    "Steps in a list, choices of a step, ends": f"{play_rules.MOST_STEPS:,} each",
    "`tracks`, `table`, `market`, `dice` of `play.yaml`": f"{play_rules.MOST_NUMBERS:,} each",
    "`measures` of `play.yaml`": f"{play_rules.MOST_MEASURES:,}",
    "Players by `play.yaml`": f"{data_names.MOST_PLAYERS:,}",
    "Pieces of a part that a player has on boards": f"{data_names.MOST_PIECES:,}",
    "Pieces in a deck": f"{data_names.MOST_ROWS:,}",
    "Choices of a turn": f"{position.MOST_CHOICES:,}",
    "Numbers of players and table": f"{sentences.MOST_NUMBER:,}",
    "Operations of an expression in one another": f"{play_expressions.MOST_DEPTH:,}",
    "Lines of the program that rules become": f"{writer.MOST_LINES:,}",
    "Product or power in a claim": f"{claim_sandbox._MAX_NUMBER:,}",
    "Track in `stuck`": f"{walks._MAX_TRACK_LENGTH:,} spaces",
    "Throws in `stuck`, `arrivals` and the like": f"{walks._MAX_THROWS:,}",
    "`corner` in `costs`": f"{walks._MAX_CORNER_COST:,}",
    "Positions of a `race`": f"{counting._MAX_POSITIONS:,}",
    "Rows in `tournament` and `mirrored`": f"{relations._MAX_ROWS:,}",
    "Numbers": f"below {attribute_values.LARGEST_NUMBER:,.0f} mm",
    "Shapes": f"{uses.MOST_SHAPES:,}",
    "`use` elements, and shapes that one of them draws": f"{uses._USES:,} each",
    "`use` in `use`": f"{uses._USE_DEPTH:,}",
    "Elements in one another": f"{same(uses.DEEP, elements._DEEPEST_NESTING):,}",
    "Segments of a path, points of a polygon": f"{paths.MOST_SEGMENTS:,}",
    "Transforms in a list": f"{attribute_values._MOST_TRANSFORMS:,}",
    "Enlargement by all transforms around a shape": f"{painter._LARGEST_SCALE:,.0f} times",
    "Text of the rendered SVG": f"{elements._MOST_CHARACTERS:,} characters",
    "Tags": f"{elements._MOST_TAGS:,}",
    "Entities of a DOCTYPE": f"{entities._MOST_ENTITIES:,}",
    "What the entities of a DOCTYPE add": f"{entities._MOST_CHARACTERS:,} characters",
    "Value with variables of a style sheet": f"{cascade._LONGEST_VALUE:,} characters",
    "Variables in one another": f"{cascade._DEEPEST}",
    "Lengths in `stroke-dasharray`": f"{style._MOST_DASHES:,}",
    "Shortest pattern of dashes": f"{style._SHORTEST_DASHES:g} mm",
    "Smallest `font-size`": f"{style._SMALLEST_FONT:g} mm",
    "Thinnest stroke that is drawn": f"{paints._THINNEST_STROKE:g} mm",
    "Shortest linear gradient, smallest radius": f"{gradients._SHORTEST:g} mm",
    "Stops of a gradient": f"{gradients._MOST_STOPS:,}",
    "Repeats of a gradient": f"{gradients._MOST_REPEATS:,}",
    "Tiles of a pattern": f"{tiles._MOST_TILES:,}",
    "Clips and masks in one another": f"{clips._DEEPEST:,}",
    "Markers": f"{markers._MOST_MARKERS:,}",
    "Rules of style sheets times elements": f"{cascade._MOST_TRIALS:,}",
    "Pixels of an element with a filter": f"{rasters._MOST_PIXELS:,}",
    "Steps of a filter, for all its pixels": f"{rasters._MOST_STEPS:,}",
    "Name of a group": f"{attributes._LONGEST_GROUP_NAME:,} letters",
    "Pixels of an image": f"{image_files.PIXELS:,}",
    "Pixels of all images of a command": f"{images.PIXELS_IN_ALL:,}",
    "PDF of others": mib(files.MAX_PDF_BYTES),
    "Pages of a PDF": f"{source_file.MOST_PDF_PAGES:,}",
    "Objects of a PDF of others": f"{source_file.MOST_PDF_OBJECTS:,}",
    "Side of a page of a PDF": f"{source_file._SHORTEST_PAGE:g} to {source_file.LONGEST_PAGE:,g} mm",
    "Operators of one content stream, unpacked": mib(cleaning.MOST_OPERATOR_BYTES),
    "Operators that a page carries out, with its forms as often as they are drawn": f"{cleaning.MOST_OPERATORS:,}",
    "Objects of a page within one another": f"{cleaning._DEEPEST}",
    "Pixels of an image in a PDF": f"{cleaning.MOST_PIXELS:,}",
    "All pages of a PDF that are drawn": mib(source_file.MOST_PAGE_BYTES_IN_ALL),
    "Cards of all PDFs": f"{pdf_deck._MOST_CARDS:,}",
    "Tables": f"{font_validation.MOST_TABLES:,}",
    "Characters": f"{truetype.MOST_CHARACTERS:,}",
    "Points of a glyph, with its components": f"{font_validation.MOST_POINTS:,}",
    "Components of a glyph": f"{font_validation.MOST_COMPONENTS:,}",
    "Components in components": f"{font_validation.DEEPEST_COMPONENT:,}",
    "PostScript name": f"{font_validation._LONGEST_NAME:,} characters",
    "Manifest, and journal of a landing": mib(manifest.MAX_MANIFEST_BYTES),
    "Files of a kit": f"{manifest.MAX_FILES:,}",
    "Size of all files of a kit": mib(manifest.MAX_KIT_BYTES),
    "Lengths in a manifest": f"{PLACES['ge']:,.0f} to {PLACES['le']:,.0f} mm",
    "Copies and sheets in a manifest": f"{read_bounds(inspect.type_info(listed_placement.Count))['le']:,}",
    "Path below the output folder": f"{folders.MAX_PATH_LENGTH:,} characters",
    "Image of an exported piece": f"{exporting.MOST_PIXELS:,} pixels",
    "ICC profile of a press": mib(press_inks.MOST_PROFILE_BYTES),
    "Table of colors in a PDF for a press, unpacked": mib(color_spaces._MOST_TABLE_BYTES),
    "PDF that is read back": mib(containers.MOST_BYTES),
    "Objects of a PDF": f"{containers.MOST_OBJECTS:,}",
    "Stream of a PDF, unpacked": mib(containers.MOST_STREAM_BYTES),
    "All streams of a PDF, unpacked": mib(containers.MOST_STREAM_BYTES_IN_ALL),
    "Numbers in a sheet": f"below {drawings.NUMBER_LIMIT:,.0f}",
    "Faults that one error lists": f"{finding.MOST_FINDINGS:,}",
    "Faults of faces that are shown": f"{fault_places._MOST_FINDINGS:,}",
    "Faults of faces that are looked for": f"{fault_places._MOST_FOUND:,}",
    "Message about a drawing": f"{fault_sources._LONGEST_MESSAGE:,} characters",
    'Names compared for "did you mean"': f"{suggestions._MOST_NAMES:,} of up to {suggestions._MOST_LETTERS} letters",
    'Files listed for "did you mean"': f"{template_files._MOST_LISTED:,}",
    "Name beside a progress bar": f"{terminal._LONGEST_LABEL:,} characters",
    "Text of an unexpected error": f"{faults._LONGEST:,} characters",
    "Game whose kit is kept if nothing changed": f"{files.MAX_TREE_FILES:,} files, {mib(files.MAX_TREE_BYTES)}",
    "File of the code cache": mib(code_cache.MAX_ENTRY_BYTES),
    "Files of the code cache": f"{code_cache.MAX_ENTRIES:,}",
    "The code cache": mib(code_cache.MAX_CACHE_BYTES),
    "File of the cache of sheets": mib(code_cache.MAX_SHEET_ENTRY_BYTES),
    "Files of the cache of sheets": f"{code_cache.MAX_SHEET_ENTRIES:,}",
    "The cache of sheets": f"{code_cache.MAX_SHEET_CACHE_BYTES / 1e6:g} MB",
    "What a page sends to be written": mib(edit_routes.MOST_EDIT_BYTES),
    "File of a game that the studio writes": mib(game_files.MOST_BYTES),
    "File to make a game of": mib(new_games.MOST_BYTES),
    "All files to make a game of": mib(new_games.MOST_TOGETHER),
    "Files to make a game of": f"{new_games.MOST_FILES:,}",
    "Expressions that are kept for a game": (
        f"{claim_sandbox._MOST_REMEMBERED:,} of up to {claim_sandbox._LONGEST_REMEMBERED:,} characters"
    ),
}


def read_limits() -> list[tuple[str, str, str]]:
    """Return the rows of all tables of limits: limit, value and reason."""
    text = (ROOT / "docs/limits.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\| Limit \| Value \| Why \|\n\| --- .*\n((?:\|.*\n)+)", text, re.MULTILINE)
    found = [line.strip("| ").split(" | ") for table in tables for line in table.splitlines()]
    assert all(len(cells) == 3 for cells in found)
    return [(limit, value, why) for limit, value, why in found]


def test_the_page_of_limits_lists_each_once() -> None:
    assert sorted(limit for limit, _, _ in read_limits()) == sorted(VALUES)
    assert len(VALUES) > 100


@for_each(VALUES)
def test_the_page_of_limits_says_the_value_of_the_code(limit: str) -> None:
    assert [value for each, value, why in read_limits() if each == limit and why] == [VALUES[limit]]


SECURITY = (ROOT / "docs/security.md").read_text(encoding="utf-8")


def test_files_named_on_the_page_of_safety_exist() -> None:
    table = re.findall(r"^\| [a-z' ]+ \| (.*) \| (.*) \| (.*) \|$", SECURITY, re.MULTILINE)
    assert len(table) == 12
    for cells in table:
        for home, cell in zip(("generator", "tests/hostile", "tests"), cells, strict=True):
            named = re.findall(r"`([\w/]+\.py)`", cell)
            assert named or cell in ("all that end in a kit", "none")
            assert [name for name in named if not (ROOT / home / name).is_file()] == []
    other = re.findall(r"`(tests/[\w/]+\.py)`", SECURITY)
    assert other == [name for name in other if (ROOT / name).is_file()] != []


def test_the_page_of_safety_says_how_much_is_tried() -> None:
    found = re.search(r"tries more than ([\d,]+) hostile inputs", SECURITY)
    assert found
    assert int(found[1].replace(",", "")) <= sum(len(load_attacks(kind)) for kind in CLASSES)
    assert (SLOW, MEMORY) == (10, 10**9)
    assert "within ten seconds and 1 GB" in SECURITY
