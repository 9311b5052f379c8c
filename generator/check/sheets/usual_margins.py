"""Tell of pieces that lie where many printers leave the paper white, unless the kit is for a measured printer."""

from collections.abc import Iterator

from generator.check.analysis.placement import PieceTrim, name_page
from generator.check.check_context import CheckContext
from generator.language.plurals import count_noun
from generator.model.finding import Finding
from generator.model.paper import Paper
from generator.model.printer import ASSUMED_MARGIN, PageMargins

USUAL_MARGINS = PageMargins(ASSUMED_MARGIN, ASSUMED_MARGIN, 12.7, ASSUMED_MARGIN)  # 12.7: half an inch, of many inkjets
_EDGES = PageMargins._fields
_SLACK = 0.5  # mm: a printer that loses so little of a cut piece's edge is not worth a note


def check_usual_margins(case: CheckContext) -> Iterator[Finding]:
    """Report, once per kit, the piece furthest into the usual margins, and count the pages (GF313)."""
    if case.printer is not None:
        return
    near = [(*_find_nearest(trim, case.paper), trim) for trim in case.formats[0].trims]
    out = [each for each in near if each[0] > _SLACK]
    if not out:
        return
    over, edge, trim = max(out, key=lambda each: each[0])
    away, pages = getattr(USUAL_MARGINS, edge) - over, len({each.sheet_side for _, _, each in out})
    lies = f"{trim.seen.id} in {name_page(trim.seen)} is {away:.3g} mm from the {edge} edge of the paper"
    usual = f"where many printers leave {getattr(USUAL_MARGINS, edge):g} mm white"
    more = f" (so are pieces on {count_noun(pages - 1, 'more page')})" if pages > 1 else ""
    says = f"{lies}, {usual}{more}; measure yours with 'gutterfold calibrate' and build with --printer"
    yield Finding("GF313", case.parts_by_id[trim.seen.part].place, says, "note")


def _find_nearest(trim: PieceTrim, paper: Paper) -> tuple[float, str]:
    """Return how far a trim reaches into the usual margins, and at which edge; negative if it does not."""
    right, bottom = paper.width - trim.x - trim.width, paper.height - trim.y - trim.height
    overs = (usual - away for usual, away in zip(USUAL_MARGINS, (trim.y, right, bottom, trim.x), strict=True))
    return max(zip(overs, _EDGES, strict=True))
