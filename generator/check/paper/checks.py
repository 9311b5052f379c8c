"""The tables of the checks of drawn faces, in the order in which they run; check/hide judges their rendered pages."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from generator.check.limits import backs, dice, places, sizes
from generator.check.paper import (
    art_sizes,
    counted_signs,
    foreign_marks,
    icon_looks,
    icon_paints,
    named_paints,
    odd_signs,
    odd_texts,
    off_axis,
    player_paints,
    rings,
    same_drawings,
    signs_apart,
    text_grounds,
    turns,
    two_sides,
)
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault


class DrawingRow(NamedTuple):
    """A check of the drawing of one face, which needs no rendered page, and the codes that it may give."""

    codes: tuple[str, ...]
    find: Callable[[Face], Iterable[PageFault]]


class KitRow(NamedTuple):
    """A check of all faces of a kit, and the codes that it may give."""

    codes: tuple[str, ...]
    find: Callable[[KitPages], Iterable[LocatedFault]]


DRAWING_CHECKS = (
    DrawingRow(("GF152",), sizes.find_small_texts),
    DrawingRow(("GF152",), sizes.find_thin_lines),
    DrawingRow(("GF315",), sizes.find_halftoned_texts),
    DrawingRow(("GF158",), dice.find_wrong_pips),
    DrawingRow(("GF158",), dice.find_equal_faces),
    DrawingRow(("GF330",), places.find_strayed_art),
    DrawingRow(("GF330",), places.find_turned_edges),
    DrawingRow(("GF331",), places.find_art_over_folds),
    DrawingRow(("GF153",), turns.find_mirrored_texts),
    DrawingRow(("GF153", "GF158"), turns.find_turned_contents),
    DrawingRow(("GF155",), text_grounds.find_texts_off_discs),
    DrawingRow(("GF155",), text_grounds.find_texts_beside_discs),
    DrawingRow(("GF155",), text_grounds.find_texts_beside_plates),
    DrawingRow(("GF155",), text_grounds.find_texts_wider_than_plates),
    DrawingRow(("GF155",), text_grounds.find_struck_shapes),
    DrawingRow(("GF146",), art_sizes.find_tiny_art),
    DrawingRow(("GF146",), art_sizes.find_small_icons),
    DrawingRow(("GF158",), two_sides.find_poorer_sides),
    DrawingRow(("GF185",), rings.find_open_rings),
)
KIT_CHECKS = (
    KitRow(("GF156",), backs.find_revealing_backs),
    KitRow(("GF332",), backs.find_same_backs),
    KitRow(("GF126",), counted_signs.find_miscounted_signs),
    KitRow(("GF126",), counted_signs.find_shifted_counts),
    KitRow(("GF185",), off_axis.find_signs_off_axis),
    KitRow(("GF143",), same_drawings.find_same_drawings),
    KitRow(("GF143",), same_drawings.find_same_icons),
    KitRow(("GF144",), icon_looks.find_odd_icons),
    KitRow(("GF144",), odd_texts.find_odd_texts),
    KitRow(("GF144",), odd_signs.find_odd_signs),
    KitRow(("GF144",), odd_signs.find_tiny_groups),
    KitRow(("GF144",), foreign_marks.find_foreign_marks),
    KitRow(("GF144",), foreign_marks.find_equal_colors),
    KitRow(("GF148",), named_paints.find_misnamed_paints),
    KitRow(("GF148",), icon_paints.find_foreign_icon_paints),
    KitRow(("GF153",), turns.find_odd_turns),
    KitRow(("GF154",), signs_apart.find_straying_signs),
    KitRow(("GF185",), signs_apart.find_signs_on_signs),
    KitRow(("GF159",), player_paints.find_foreign_paints),
)


def judge_drawing(face: Face) -> Iterator[PageFault]:
    """Yield what is wrong with a face by its drawing."""
    for row in DRAWING_CHECKS:
        yield from row.find(face)


def judge_kit(pages: KitPages) -> Iterator[LocatedFault]:
    """Yield what is wrong with faces when they are compared with others, or with the game's colors."""
    for row in KIT_CHECKS:
        yield from row.find(pages)
