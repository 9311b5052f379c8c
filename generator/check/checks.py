"""The table of all checks, in the order in which their findings are reported.

To add one, write a function that takes a CheckContext and yields findings, and give it a row;
docs/adding-a-check.md shows how. Checks that need no finished files have their rows in data_checks.py.
"""

from collections.abc import Callable, Iterable, Iterator

from generator.check.check_context import CheckContext, FormatContent
from generator.check.data_checks import DATA_CHECKS, CheckRow
from generator.check.faces import boards, icons, labels, nets, path_lines, values
from generator.check.paper import alike, cell_colors, elsewhere, in_place, seen
from generator.check.sheets import agreement, backs, corners, crop_marks, pieces, safe_zones, stocks, usual_margins
from generator.model.facts import PaperProof
from generator.model.finding import Finding


def _for_each_format(
    find: Callable[[CheckContext, FormatContent], Iterable[Finding]],
) -> Callable[[CheckContext], Iterator[Finding]]:
    """Return a check that runs once for each format of the finished files."""
    return lambda case: (finding for shown in case.formats for finding in find(case, shown))


def _check_boards(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    unlabeled = {name for name, part in case.game.parts.items() if "labels" in part.hidden}
    return boards.check_boards(case.parts, shown.seen, case.paints, case.locate, unlabeled, case.compare)


def _check_safe_zones(case: CheckContext, shown: FormatContent) -> Iterable[Finding]:
    if case.fonts is None or shown.name != "PDF":
        return ()  # only a PDF names the fonts of its texts
    return safe_zones.check_safe_zones(case.game, case.parts, shown.seen, case.fonts)


def _check_text_agreement(case: CheckContext) -> Iterable[Finding]:
    if len(case.formats) < 2:
        return ()
    one, other = case.formats
    return agreement.check_text_agreement(case.parts_by_id, one.seen, other.seen, case.fonts)


def _with_proof(
    find: Callable[[CheckContext, PaperProof], Iterable[Finding]],
) -> Callable[[CheckContext], Iterable[Finding]]:
    """Return a check of what became of the facts when they were changed; it finds nothing if nobody looked."""

    def check(case: CheckContext) -> Iterable[Finding]:
        proof = case.proof()
        return () if proof is None else find(case, proof)

    return check


CHECKS = (
    CheckRow(("GF110",), _for_each_format(pieces.check_copies)),
    CheckRow(("GF111",), _for_each_format(pieces.report_unknown_pieces)),
    CheckRow(("GF112",), _for_each_format(pieces.check_shapes)),
    CheckRow(("GF113",), _for_each_format(pieces.check_page_sizes)),
    CheckRow(("GF113",), _for_each_format(pieces.check_margins)),
    CheckRow(("GF313",), usual_margins.check_usual_margins, in_builds=False),
    CheckRow(("GF114",), _for_each_format(pieces.check_overlaps)),
    CheckRow(
        ("GF118", "GF119"),
        _for_each_format(_check_boards),
    ),
    CheckRow(
        ("GF120",),
        _for_each_format(
            lambda case, shown: nets.check_nets(case.parts, shown.seen, case.locate, case.translated_words)
        ),
    ),
    CheckRow(
        ("GF123",),
        _for_each_format(lambda case, shown: path_lines.check_path_lines(case.parts, shown.seen, case.paints)),
    ),
    CheckRow(
        ("GF118", "GF126"),
        _for_each_format(lambda case, shown: labels.check_tracks(case.parts, shown.seen, case.locate)),
    ),
    CheckRow(
        ("GF126",),
        _for_each_format(
            lambda case, shown: values.check_values(
                case.game, case.parts, shown.seen, case.locate, case.translated_words, case.compare
            )
        ),
    ),
    CheckRow(
        ("GF126",),
        _for_each_format(
            lambda case, shown: labels.check_cell_labels(
                case.parts, shown.seen, case.game.colors, case.locate, case.translated_words
            )
        ),
    ),
    CheckRow(("GF128",), _for_each_format(_check_safe_zones)),
    CheckRow(("GF129",), _check_text_agreement),
    CheckRow(("GF116",), _for_each_format(backs.check_backs)),
    CheckRow(("GF317",), _for_each_format(stocks.check_stocks)),
    CheckRow(("GF127",), _for_each_format(crop_marks.check_crop_marks)),
    CheckRow(("GF321",), _for_each_format(corners.check_corners)),
    CheckRow(("GF127",), _for_each_format(lambda case, shown: nets.check_fold_lines(case.parts, shown.seen))),
    CheckRow(("GF115",), agreement.check_format_placements),
    CheckRow(("GF115",), agreement.check_manifest),
    CheckRow(("GF132",), icons.check_icon_legends),
    CheckRow(("GF140",), _with_proof(lambda case, proof: seen.check_seen(case.game, case.parts_by_id, proof))),
    CheckRow(("GF141",), _with_proof(lambda case, proof: in_place.check_places(case.parts_by_id, proof))),
    CheckRow(("GF142",), _with_proof(lambda case, proof: elsewhere.check_foreign_paints(proof))),
    CheckRow(("GF143",), _with_proof(lambda case, proof: alike.check_looks(case.game, case.parts_by_id, proof))),
    CheckRow(
        ("GF148",), _with_proof(lambda case, proof: cell_colors.check_cell_colors(case.game, case.parts_by_id, proof))
    ),
    *DATA_CHECKS,
)
