"""Run the checks of the table that hide something on a page and watch what changes.

What is certain is judged in builds too. Figures are drawn to explain and not to be cut, so their edges are not judged,
and what is found in them are warnings.
"""

from collections.abc import Iterator

from generator.check.analysis.face_pages import Face, PageFault
from generator.check.hide.views import PageViews
from generator.check.table import list_functions


def judge_figure(views: PageViews) -> Iterator[PageFault]:
    """Yield, as warnings, what is wrong with a figure, as its pages show it."""
    for find in list_functions("views", of_figures=True):
        yield from (each._replace(level="warning") for each in find(views))


def judge_face(views: PageViews, in_builds: bool = False) -> Iterator[PageFault]:
    """Yield what is wrong with a face by its drawing and its pages; only what is certain if it stops a build."""
    for find in list_functions("face", in_builds=in_builds):
        yield from find(views.face)
    for find in list_functions("views", in_builds=in_builds):
        yield from find(views)


def judge_for_build(views: PageViews) -> Iterator[PageFault]:
    """Yield the errors of a face that are certain."""
    return (each for each in judge_face(views, in_builds=True) if each.level == "error")


def judge_drawing(face: Face) -> Iterator[PageFault]:
    """Yield those errors of a face that its drawing alone tells, without rendering it."""
    found = (each for find in list_functions("face", in_builds=True) for each in find(face))
    return (each for each in found if each.level == "error")
