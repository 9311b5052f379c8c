"""The one table of checks, in the order in which their findings are reported, and what runs them.

A check is a function that takes a CheckContext and yields findings; a check of finished files takes a FormatContent,
too, and runs once for each format. A row names it as `module:function`, so a module is imported only when a game needs
it. docs/adding-a-check.md shows how to add one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Literal, NamedTuple

from generator.check.check_context import CheckContext
from generator.model.finding import Finding

Need = Literal[
    "boards",
    "boxes",
    "colors",
    "figures",
    "files",
    "formats",
    "nets",
    "pdf",
    "proof",
    "rows",
    "rules",
    "setup",
    "slots",
    "terms",
    "translations",
]
_HAS: Mapping[Need, Callable[[CheckContext], object]] = {
    "boards": lambda case: any(part.board for part in case.all_parts),
    "boxes": lambda case: any(part.kind == "box" for part in case.all_parts),
    "colors": lambda case: any("." in role for role in case.game.colors),
    "figures": lambda case: case.game.data.figures,
    "files": lambda case: case.formats,
    "formats": lambda case: len(case.formats) > 1,
    "nets": lambda case: any(part.kind == "net" for part in case.all_parts),
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
    fails. `each` is "kit", or "format" for a function that takes the content of one format, too.
    """

    codes: tuple[str, ...]
    function: str
    needs: tuple[Need, ...] = ()
    runs: Literal["always", "check"] = "always"
    each: Literal["kit", "format"] = "kit"

    def find(self, case: CheckContext) -> Iterator[Finding]:
        """Yield what the check finds; nothing if the kit lacks what it needs."""
        if not all(_HAS[need](case) for need in self.needs) or (self.each == "format" and not case.formats):
            return
        function = load_function(self.function)
        if self.each == "kit":
            yield from function(case)
            return
        for shown in case.formats:
            yield from function(case, shown)


@cache
def load_function(name: str) -> Callable[..., Iterable[Finding]]:
    """Return the function that a row names as `module:function`, below `generator`."""
    module, _, function = name.partition(":")
    found: Callable[..., Iterable[Finding]] = getattr(import_module(f"generator.{module}"), function)
    return found


def import_checks() -> None:
    """Import the modules of all checks that builds run on finished files."""
    for check in CHECKS:
        if check.runs == "always" and check.each == "format":
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
    Check(("GF110",), "check.sheets.pieces:check_copies", each="format"),
    Check(("GF111",), "check.sheets.pieces:report_unknown_pieces", each="format"),
    Check(("GF112",), "check.sheets.pieces:check_shapes", each="format"),
    Check(("GF113",), "check.sheets.pieces:check_pages", each="format"),
    Check(("GF313",), "check.sheets.usual_margins:check_usual_margins", ("files",), runs="check"),
    Check(("GF114",), "check.sheets.pieces:check_overlaps", each="format"),
    # what the faces show
    Check(("GF118", "GF119"), "check.faces.checks:check_board_faces", ("boards",), each="format"),
    Check(("GF120",), "check.faces.checks:check_folded_faces", each="format"),
    Check(("GF123",), "check.faces.checks:check_path_faces", each="format"),
    Check(("GF118", "GF126"), "check.faces.checks:check_track_faces", each="format"),
    Check(("GF126",), "check.faces.checks:check_shown_values", each="format"),
    Check(("GF128",), "check.sheets.safe_zones:check_text_zones", ("files",)),
    Check(("GF129",), "check.sheets.agreement:check_words", ("formats",)),
    Check(("GF116",), "check.sheets.backs:check_backs", each="format"),
    Check(("GF317",), "check.sheets.stocks:check_stocks", each="format"),
    Check(("GF127",), "check.sheets.crop_marks:check_crop_marks", each="format"),
    Check(("GF321",), "check.sheets.corners:check_corners", each="format"),
    Check(("GF127",), "check.faces.checks:check_fold_lines", each="format"),
    Check(("GF115",), "check.sheets.agreement:check_placements", ("files",)),
    Check(("GF132",), "check.faces.icons:check_icon_legends", ("files",)),
    # the paper, when a fact is changed
    Check(("GF140",), "check.vary.unseen:check_seen", ("proof",)),
    Check(("GF141",), "check.vary.misplaced:check_places", ("proof",)),
    Check(("GF142",), "check.vary.misplaced:check_foreign_paints", ("proof",)),
    Check(("GF143",), "check.vary.lookalikes:check_looks", ("proof",)),
    Check(("GF148",), "check.vary.lookalikes:check_cell_colors", ("proof",)),
    # the data, the rules and their translations
    Check(("GF189",), "check.data_checks:_check_rules_file"),
    Check(("GF122",), "check.data_checks:_check_dice"),
    Check(("GF347",), "check.data_checks:_check_open_nets", ("nets",)),
    Check(("GF124",), "check.data_checks:_check_slots", ("slots",)),
    Check(("GF124",), "check.data_checks:_check_box_sizes", ("boxes",)),
    Check(("GF125",), "check.data_checks:_check_setup", ("setup",)),
    Check(("GF107", "GF108", "GF109"), "check.words.unmarked_numbers:check_unmarked_numbers", ("rules",)),
    Check(("GF163",), "check.words.sums:check_sums", ("rules",)),
    Check(("GF166",), "check.words.links:check_links", ("rules",), "check"),
    Check(("GF187",), "check.words.avoided_words:check_avoided_words", ("terms",), "check"),
    Check(("GF130",), "check.words.color_names:check_color_names", ("colors",)),
    Check(("GF131",), "check.words.part_names:check_mentions", ("rules",)),
    Check(("GF133",), "check.data_checks:_check_board_graph", ("boards",)),
    Check(("GF134",), "check.claims.census:check_unclaimed_parts"),
    Check(("GF135",), "check.translations.lost_claims:check_lost_claims", ("translations",)),
    Check(("GF188",), "check.translations.coverage:check_coverage", ("translations",)),
    Check(
        ("GF170", "GF171", "GF172", "GF174"),
        "check.translations.comparison:compare_translations",
        ("translations",),
        "check",
    ),
    Check(("GF136",), "check.data_checks:_check_supply", ("figures",)),
    Check(("GF183",), "check.data.figure_moves:check_figure_moves", ("figures",)),
    Check(("GF175", "GF176", "GF177"), "check.data_checks:_check_rows", ("rows",), "check"),
    Check(("GF177", "GF178"), "check.data_checks:_check_values", runs="check"),
    Check(("GF178",), "check.data_checks:_check_color_groups", ("colors",), "check"),
    Check(("GF319",), "check.data_checks:_check_color_pairs", ("colors",)),
    Check(("GF179",), "check.data_checks:_check_board_siblings", ("boards",), "check"),
)
