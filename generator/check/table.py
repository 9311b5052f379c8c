"""The one table of checks, in the order in which their findings are reported, and what runs them.

A check is a function that yields findings, or faults of faces, which `proof/pages.py` places. A row names it as
`module:function`, so a module is imported only when a game needs it, and says what it takes:

- `data`: a game and all its parts;
- `kit`: a CheckContext;
- `format`: a CheckContext and the content of the finished files of one format, once for each;
- `part`: a CheckContext, a part and such content, for each part and format; of each kind of fault, the first is told;
- `face`: a distinct face with its drawing;
- `views`: the pages of a face, or of a figure if the row is `of_figures`, as they print and with something hidden;
- `faces`: all faces of the kit;
- `sources`: a game, its parts and the files of its templates.

docs/adding-a-check.md shows how to add one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any, Literal, NamedTuple

from generator.check.analysis.placement import report_faults
from generator.check.check_context import CheckContext
from generator.model.finding import Finding

Takes = Literal["data", "kit", "format", "part", "face", "views", "faces", "sources"]
_HAS: Mapping[str, Callable[[CheckContext], object]] = {
    "boards": lambda case: any(part.board for part in case.all_parts),
    "boxes": lambda case: any(part.traits.holds for part in case.all_parts),
    "colors": lambda case: any("." in role for role in case.game.colors),
    "figures": lambda case: case.game.data.figures,
    "files": lambda case: case.formats,
    "formats": lambda case: len(case.formats) > 1,
    "images": lambda case: (case.game.folder / "images").is_dir(),
    "nets": lambda case: any(part.traits.free for part in case.all_parts),
    "pdf": lambda case: case.fonts and any(shown.name == "PDF" for shown in case.formats),
    "proof": lambda case: case.formats and case.proof(),
    "rows": lambda case: any(case.game.rows.values()),
    "rules": lambda case: case.game.rules is not None,
    "setup": lambda case: case.game.data.setup,
    "slots": lambda case: any(part.board and part.board.slots for part in case.all_parts),
    "terms": lambda case: case.game.data.usage or any(language.usage for language in case.game.languages),
    "translations": lambda case: case.game.translations,
}
_WHERE = re.compile(r"(?<!\S)(?:\S+\.pdf, page [0-9]+|\S+\.svg(?=[:,;]))")
_LIKEWISE = "; in the SVG likewise"


class Check(NamedTuple):
    """A row of the table: the codes that a check may give, its function, what it needs, and when it runs.

    `runs` is "always", or "check" for what takes long or is seldom certain: a build leaves that to `check`, unless it
    fails. Of what takes a face or views, a build reports errors alone.
    """

    codes: tuple[str, ...]
    function: str
    needs: tuple[str, ...] = ()
    runs: Literal["always", "check"] = "always"
    takes: Takes = "kit"
    of_figures: bool = False

    def find(self, case: CheckContext) -> Iterator[Finding]:
        """Yield what the check finds; nothing if the kit lacks what it needs, or if `proof/` runs it."""
        if (
            self.takes not in ("data", "kit", "format", "part")
            or not all(_HAS[need](case) for need in self.needs)
            or (self.takes in ("format", "part") and not case.formats)
        ):
            return
        function = load_function(self.function)
        match self.takes:
            case "data":
                yield from function(case.game, case.all_parts)
            case "kit":
                yield from function(case)
            case "format":
                for shown in case.formats:
                    yield from function(case, shown)
            case "part":
                for shown, part in product(case.formats, case.parts):
                    yield from report_faults(self.codes[0], part, function(case, part, shown), case.locate)


@cache
def load_function(name: str) -> Callable[..., Iterable[Any]]:
    """Return the function that a row names as `module:function`, below `generator`."""
    module, _, function = name.partition(":")
    found: Callable[..., Iterable[Any]] = getattr(import_module(f"generator.{module}"), function)
    return found


def list_functions(
    takes: Takes, of_figures: bool = False, in_builds: bool = False
) -> list[Callable[..., Iterable[Any]]]:
    """Return the functions that take something: only those `of_figures`, or those that run `in_builds`, if asked."""
    rows = [row for row in CHECKS if row.takes == takes and (row.of_figures or not of_figures)]
    return [load_function(row.function) for row in rows if row.runs == "always" or not in_builds]


def import_checks() -> None:
    """Import the modules of all checks that builds run on finished files."""
    for check in CHECKS:
        if check.runs == "always" and check.takes in ("format", "part"):
            load_function(check.function)


def run_checks(case: CheckContext, checks: Iterable[Check]) -> list[Finding]:
    """Return the findings of checks, in their order; what PDF and SVG have in common is reported once, for the PDF."""
    every: dict[Finding, list[Finding]] = {}
    for check in checks:
        for finding in check.find(case):
            every.setdefault(finding._replace(message=_WHERE.sub("", finding.message)), []).append(finding)
    return [first._replace(message=f"{first.message}{_LIKEWISE * bool(more)}") for first, *more in every.values()]


CHECKS = (
    # what the sheets print
    Check(("GF110",), "check.sheets.pieces:check_copies", takes="format"),
    Check(("GF111",), "check.sheets.pieces:report_unknown_pieces", takes="format"),
    Check(("GF112",), "check.sheets.pieces:check_shapes", takes="format"),
    Check(("GF113",), "check.sheets.pieces:check_pages", takes="format"),
    Check(("GF313",), "check.sheets.pieces:check_usual_margins", ("files",), runs="check"),
    Check(("GF114",), "check.sheets.pieces:check_overlaps", takes="format"),
    # what the faces show
    Check(("GF118",), "check.faces.boards:check_boards", ("boards",), takes="part"),
    Check(("GF120",), "check.faces.nets:check_nets", takes="part"),
    Check(("GF123",), "check.faces.path_lines:check_path_lines", takes="part"),
    Check(("GF118",), "check.faces.boards:check_tracks", takes="part"),
    Check(("GF126",), "check.faces.values:check_space_numbers", takes="part"),
    Check(("GF126",), "check.faces.values:check_values", takes="part"),
    Check(("GF126",), "check.faces.values:check_cell_labels", ("boards",), takes="part"),
    Check(("GF128",), "check.sheets.safe_zones:check_text_zones", takes="part"),
    Check(("GF129",), "check.sheets.agreement:check_words", ("formats",)),
    Check(("GF116",), "check.sheets.backs:check_backs", takes="format"),
    Check(("GF317",), "check.sheets.pieces:check_stocks", takes="format"),
    Check(("GF127",), "check.sheets.cut_lines:check_crop_marks", takes="format"),
    Check(("GF321",), "check.sheets.cut_lines:check_corners", takes="format"),
    Check(("GF127",), "check.sheets.cut_lines:check_fold_lines", takes="part"),
    Check(("GF115",), "check.sheets.agreement:check_placements", ("files",)),
    Check(("GF323",), "check.limits.sizes:check_resolution", ("images",)),
    Check(("GF132",), "check.faces.icons:check_icon_legends", ("files",)),
    # the paper, when a fact is changed
    Check(("GF140",), "check.vary.unseen:check_seen", ("proof",)),
    Check(("GF330",), "check.limits.places:check_cells", ("proof", "boards")),
    Check(("GF142",), "check.vary.lookalikes:check_foreign_paints", ("proof",)),
    Check(("GF143",), "check.vary.lookalikes:check_looks", ("proof",)),
    Check(("GF148",), "check.vary.lookalikes:check_cell_colors", ("proof",)),
    # the data, the rules and their translations
    Check(("GF189",), "check.data.rules_file:check_rules_file", takes="data"),
    Check(("GF122",), "check.data.folded_pieces:check_dice", takes="data"),
    Check(("GF347",), "check.data.folded_pieces:check_open_nets", ("nets",), takes="data"),
    Check(("GF124",), "check.data.slots:check_slots", ("slots",), takes="data"),
    Check(("GF138",), "check.data.folded_pieces:check_box_sizes", ("boxes",), takes="data"),
    Check(("GF125",), "check.claims.setup:check_handed_out", ("setup",)),
    Check(("GF107", "GF108", "GF109"), "check.words.unmarked_numbers:check_unmarked_numbers", ("rules",)),
    Check(("GF163",), "check.words.sums:check_sums", ("rules",)),
    Check(("GF166",), "check.words.links:check_links", ("rules",), "check"),
    Check(("GF187",), "check.words.avoided_words:check_avoided_words", ("terms",), "check"),
    Check(("GF130",), "check.words.color_names:check_color_names", ("colors",)),
    Check(("GF131",), "check.words.part_names:check_mentions", ("rules",)),
    Check(("GF133",), "check.data.board_graph:check_board_graph", ("boards",), takes="data"),
    Check(("GF134",), "check.claims.census:check_unclaimed_parts"),
    Check(("GF135",), "check.translations.coverage:check_lost_claims", ("translations",)),
    Check(("GF188",), "check.translations.coverage:check_coverage", ("translations",)),
    Check(
        ("GF170", "GF171", "GF172", "GF174", "GF195", "GF197"),
        "check.translations.comparison:compare_translations",
        ("translations",),
        "check",
    ),
    Check(("GF136",), "check.data.supply:check_supply", ("figures",), takes="data"),
    Check(("GF183", "GF199"), "check.data.figure_moves:check_figure_moves", ("figures",)),
    Check(("GF198",), "check.data.figure_words:check_figure_words", ("figures",), "check"),
    Check(("GF176",), "check.outliers.rows:find_odd_rows", (), "check", "data"),
    Check(("GF178",), "check.outliers.colors:find_odd_colors", ("colors",), "check", "data"),
    Check(("GF319",), "check.data.color_pairs:check_color_pairs", ("colors",), takes="data"),
    Check(("GF179",), "check.outliers.cells:find_odd_cells", ("boards",), "check", "data"),
    Check(("GF179",), "check.outliers.cells:find_odd_looks", ("boards",), "check", "part"),
    # the rendered pages
    Check(("GF150",), "check.hide.covered:find_covered_texts", takes="views", of_figures=True),
    Check(("GF150",), "check.hide.covered:find_covered_groups", takes="views", of_figures=True),
    Check(("GF150",), "check.hide.covered:find_covered_drawings", runs="check", takes="views"),
    Check(("GF151",), "check.hide.faint:find_faint_texts", takes="views", of_figures=True),
    Check(("GF151",), "check.hide.faint:find_faint_groups", runs="check", takes="views"),
    Check(("GF154",), "check.hide.off_piece:find_off_piece", takes="face"),
    Check(("GF155",), "check.hide.overlaps:find_overlapping_texts", runs="check", takes="views", of_figures=True),
    Check(("GF335",), "check.hide.overlaps:find_struck_texts", runs="check", takes="face"),
    Check(("GF157",), "check.hide.edges:find_missing_bleed", runs="check", takes="views"),
    Check(("GF322",), "check.hide.edges:find_unmarked_cut", runs="check", takes="views"),
    # limits of paper and eye
    Check(("GF152",), "check.limits.sizes:find_small_texts", takes="face"),
    Check(("GF152",), "check.limits.sizes:find_thin_lines", runs="check", takes="face"),
    Check(("GF315",), "check.limits.sizes:find_halftoned_texts", runs="check", takes="face"),
    Check(("GF153",), "check.limits.places:find_mirrored_texts", takes="face"),
    Check(("GF158",), "check.limits.dice:find_wrong_pips", takes="face"),
    Check(("GF158",), "check.limits.dice:find_equal_faces", takes="face"),
    Check(("GF158",), "check.limits.dice:find_plain_backs", runs="check", takes="face"),
    Check(("GF330",), "check.limits.places:find_strayed_art", takes="face"),
    Check(("GF330",), "check.limits.places:find_turned_edges", takes="face"),
    Check(("GF331",), "check.limits.places:find_art_over_folds", runs="check", takes="face"),
    Check(("GF156",), "check.limits.backs:find_revealing_backs", runs="check", takes="faces"),
    Check(("GF334",), "check.hide.counted_signs:find_uncountable_signs", runs="check", takes="faces"),
    Check(("GF332",), "check.limits.backs:find_same_backs", runs="check", takes="faces"),
    # the odd one out, and the sources of templates
    Check(
        ("GF190", "GF191", "GF192", "GF193", "GF194", "GF196"),
        "proof.templates.lint:check_templates",
        runs="check",
        takes="sources",
    ),
)
# codes that a build does not always look for: what it leaves to `check` or has no time for, and faults of figures
CHECK_CODES = frozenset(
    code
    for row in CHECKS
    if row.runs == "check" or "proof" in row.needs or row.takes in ("face", "views", "faces", "sources")
    for code in row.codes
) | {"GF145", "GF318", "GF333"}
