"""The checks of what became of the facts when they were changed, as the table calls them."""

from collections.abc import Iterable

from generator.check.check_context import CheckContext
from generator.check.paper import alike, cell_colors, compass, elsewhere, in_place, seen
from generator.model.facts import PaperProof
from generator.model.finding import Finding


def _proof(case: CheckContext) -> PaperProof:
    proof = case.proof()
    assert proof is not None, "the table asks for it"
    return proof


def check_seen(case: CheckContext) -> Iterable[Finding]:
    """Report facts that cannot be seen (GF140)."""
    return seen.check_seen(case.game, case.parts_by_id, _proof(case))


def check_places(case: CheckContext) -> Iterable[Finding]:
    """Report facts that are drawn in the wrong place (GF141)."""
    yield from in_place.check_places(case.parts_by_id, _proof(case))
    yield from compass.check_sides(case.parts_by_id, _proof(case))


def check_foreign_paints(case: CheckContext) -> Iterable[Finding]:
    """Report faces that show what belongs to another piece (GF142)."""
    return elsewhere.check_foreign_paints(_proof(case))


def check_looks(case: CheckContext) -> Iterable[Finding]:
    """Report things that look alike although they differ (GF143)."""
    return alike.check_looks(case.game, case.parts_by_id, _proof(case))


def check_cell_colors(case: CheckContext) -> Iterable[Finding]:
    """Report cells in the paint of a color that their data do not name (GF148)."""
    return cell_colors.check_cell_colors(case.game, case.parts_by_id, _proof(case))
