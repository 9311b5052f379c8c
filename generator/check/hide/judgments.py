"""The table of what a hidden thing tells: one code each, and where it is judged.

What is certain is judged in builds too. Figures are drawn to explain and not to be cut, so their edges are not judged,
and what is found in them are warnings.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from generator.check.analysis.face_pages import PageFault
from generator.check.hide import covered, cuts, edges, faint, off_piece, overlaps
from generator.check.hide.views import PageViews


class Judgment(NamedTuple):
    """A judgment of the pages of a face, and of a figure if `of_figures`; `in_builds` if its errors stop a build."""

    code: str
    find: Callable[[PageViews], Iterable[PageFault]]
    of_figures: bool = False
    in_builds: bool = False


def _find_off_piece(views: PageViews) -> Iterable[PageFault]:
    return off_piece.find_off_piece(edges.face_of(views))


JUDGMENTS = (
    Judgment("GF150", covered.find_covered_texts, of_figures=True, in_builds=True),
    Judgment("GF150", covered.find_covered_groups, of_figures=True, in_builds=True),
    Judgment("GF150", covered.find_covered_drawings),
    Judgment("GF151", faint.find_faint_texts, of_figures=True, in_builds=True),
    Judgment("GF151", faint.find_faint_groups),
    Judgment("GF154", _find_off_piece, in_builds=True),
    Judgment("GF155", overlaps.find_overlapping_texts, of_figures=True),
    Judgment("GF157", edges.find_missing_bleed),
    Judgment("GF314", cuts.find_shifting_edges),
    Judgment("GF322", cuts.find_unmarked_cut),
)


def judge_pages(views: PageViews) -> Iterator[PageFault]:
    """Yield what is wrong with a face or a figure, as its pages show it."""
    for row in JUDGMENTS:
        if views.face is not None or row.of_figures:
            found = row.find(views)
            yield from found if views.face is not None else (each._replace(level="warning") for each in found)


def judge_for_build(views: PageViews) -> Iterator[PageFault]:
    """Yield the errors of a face that are certain."""
    for row in JUDGMENTS:
        if row.in_builds:
            yield from (each for each in row.find(views) if each.level == "error")
