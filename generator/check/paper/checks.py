"""The table of the checks of rendered pages."""

from collections.abc import Callable, Iterable, Iterator

from generator.check.paper import visibility
from generator.check.paper.face_pages import FaceViews, PageFault

VIEW_CHECKS: tuple[Callable[[FaceViews], Iterable[PageFault]], ...] = (
    visibility.find_hidden_texts,
    visibility.find_hidden_groups,
)


def judge_views(views: FaceViews) -> Iterator[PageFault]:
    """Yield what is wrong with a face, as its pages show it."""
    for find in VIEW_CHECKS:
        yield from find(views)
