"""The tables of the checks of rendered pages: of a face's drawing, of its pages, and of all faces of a part."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from generator.check.paper import contrast, dice_faces, edges, overlaps, print_sizes, turns, visibility
from generator.check.paper.face_pages import Face, FaceViews, PageFault

FACE_CHECKS: tuple[Callable[[Face], Iterable[PageFault]], ...] = (
    print_sizes.find_small_texts,
    print_sizes.find_thin_lines,
    turns.find_mirrored_texts,
    turns.find_turned_contents,
    edges.find_lost_shapes,
    dice_faces.find_wrong_pips,
    dice_faces.find_stray_art,
)
VIEW_CHECKS: tuple[Callable[[FaceViews], Iterable[PageFault]], ...] = (
    visibility.find_hidden_texts,
    visibility.find_hidden_groups,
    contrast.find_faint_texts,
    overlaps.find_overlapping_texts,
    edges.find_missing_bleed,
)
PART_CHECKS: tuple[Callable[[Sequence[Face]], Iterable[tuple[Face, PageFault]]], ...] = (turns.find_odd_turns,)


def judge_views(views: FaceViews) -> Iterator[PageFault]:
    """Yield what is wrong with a face, by its drawing and as its pages show it."""
    for find in FACE_CHECKS:
        yield from find(views.face)
    for look in VIEW_CHECKS:
        yield from look(views)


def judge_part(faces: Sequence[Face]) -> Iterator[tuple[Face, PageFault]]:
    """Yield what is wrong with one side of a part, by all its distinct faces."""
    for find in PART_CHECKS:
        yield from find(faces)
