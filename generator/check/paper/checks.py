"""The tables of the checks of rendered pages, in the order in which they run."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from generator.check.paper import (
    arrowheads,
    board_lines,
    cell_art,
    compass,
    contrast,
    cut_lines,
    cut_signs,
    dice_faces,
    edges,
    faint_groups,
    fans,
    hidden_art,
    labeled_things,
    line_styles,
    lopsided_art,
    lost_shapes,
    mirrored_texts,
    mixed_texts,
    odd_faces,
    overlaps,
    panel_icons,
    patterns,
    piles,
    plain_sides,
    print_sizes,
    route_numbers,
    row_ends,
    same_backs,
    seat_paints,
    shifts,
    sign_places,
    sign_rows,
    track_rhythm,
    turned_corners,
    turned_faces,
    turned_outlines,
    unseen_shapes,
    visibility,
    word_colors,
)
from generator.check.paper.face_pages import Face, FaceViews, KitPages, LocatedFault, PageFault


class DrawingRow(NamedTuple):
    """A check of the drawing of one face, which needs no rendered page, and the codes that it may give."""

    codes: tuple[str, ...]
    find: Callable[[Face], Iterable[PageFault]]


class PageRow(NamedTuple):
    """A check of the rendered pages of one face, and the codes that it may give."""

    codes: tuple[str, ...]
    find: Callable[[FaceViews], Iterable[PageFault]]


class KitRow(NamedTuple):
    """A check of all faces of a kit, and the codes that it may give."""

    codes: tuple[str, ...]
    find: Callable[[KitPages], Iterable[LocatedFault]]


DRAWING_CHECKS = (
    DrawingRow(("GF152",), print_sizes.find_small_texts),
    DrawingRow(("GF152",), print_sizes.find_thin_lines),
    DrawingRow(("GF315",), print_sizes.find_halftoned_texts),
    DrawingRow(("GF153",), mirrored_texts.find_mirrored_texts),
    DrawingRow(("GF153",), turned_outlines.find_turned_outlines),
    DrawingRow(("GF153",), turned_corners.find_misplaced_corners),
    DrawingRow(("GF154",), lost_shapes.find_lost_shapes),
    DrawingRow(("GF154",), row_ends.find_row_off_piece),
    DrawingRow(("GF154",), cut_signs.find_cut_signs),
    DrawingRow(("GF154",), cut_signs.find_cut_pictures),
    DrawingRow(("GF154",), panel_icons.find_icons_over_folds),
    DrawingRow(("GF155",), sign_places.find_crossed_texts),
    DrawingRow(("GF155",), sign_places.find_texts_on_marks),
    DrawingRow(("GF157",), row_ends.find_lines_ending_at_cut),
    DrawingRow(("GF141",), cell_art.find_strayed_art),
    DrawingRow(("GF141",), cell_art.find_offset_grounds),
    DrawingRow(("GF141",), cell_art.find_wide_grounds),
    DrawingRow(("GF141",), compass.find_exchanged_sides),
    DrawingRow(("GF144",), labeled_things.find_exchanged_labels),
    DrawingRow(("GF144",), labeled_things.find_exchanged_legends),
    DrawingRow(("GF144",), labeled_things.find_equal_legends),
    DrawingRow(("GF144",), labeled_things.find_exchanged_samples),
    DrawingRow(("GF144",), mixed_texts.find_unnamed_lines),
    DrawingRow(("GF155",), mixed_texts.find_mixed_lines),
    DrawingRow(("GF147",), arrowheads.find_backward_arrows),
    DrawingRow(("GF147",), arrowheads.find_backward_barbs),
    DrawingRow(("GF147",), board_lines.find_wrong_roads),
    DrawingRow(("GF147",), board_lines.find_roads_beside),
    DrawingRow(("GF179",), lopsided_art.find_lopsided_art),
    DrawingRow(("GF179",), lopsided_art.find_unmarked_routes),
    DrawingRow(("GF179",), lopsided_art.find_odd_turns),
    DrawingRow(("GF148",), word_colors.find_exchanged_colors),
    DrawingRow(("GF148",), word_colors.find_exchanged_grounds),
    DrawingRow(("GF158",), dice_faces.find_wrong_pips),
    DrawingRow(("GF158",), dice_faces.find_equal_values),
    DrawingRow(("GF158",), dice_faces.find_stray_art),
    DrawingRow(("GF158",), dice_faces.find_odd_panels),
    DrawingRow(("GF158",), dice_faces.find_bare_panel),
    DrawingRow(("GF158",), turned_faces.find_turned_faces),
    DrawingRow(("GF158",), patterns.find_uneven_pips),
    DrawingRow(("GF158",), patterns.find_offset_pips),
    DrawingRow(("GF185",), patterns.find_uneven_patterns),
    DrawingRow(("GF185",), track_rhythm.find_spaces_out_of_step),
    DrawingRow(("GF185",), track_rhythm.find_rhythms_beside_tens),
    DrawingRow(("GF185",), sign_rows.find_crowded_signs),
    DrawingRow(("GF185",), panel_icons.find_crowded_panels),
    DrawingRow(("GF185",), fans.find_broken_fans),
    DrawingRow(("GF185",), route_numbers.find_misnumbered_routes),
    DrawingRow(("GF185",), sign_places.find_signs_begun_in_middle),
    DrawingRow(("GF185",), sign_places.find_icons_on_icons),
    DrawingRow(("GF185",), sign_places.find_bare_lines),
)
PAGE_CHECKS = (
    PageRow(("GF150",), visibility.find_hidden_texts),
    PageRow(("GF150",), visibility.find_hidden_groups),
    PageRow(("GF150",), hidden_art.find_hidden_art),
    PageRow(("GF151",), contrast.find_faint_texts),
    PageRow(("GF151",), faint_groups.find_faint_groups),
    PageRow(("GF155",), overlaps.find_overlapping_texts),
    PageRow(("GF157",), edges.find_missing_bleed),
    PageRow(("GF314",), shifts.find_shifting_edges),
    PageRow(("GF322",), cut_lines.find_unmarked_cut),
)
KIT_CHECKS = (
    KitRow(("GF144",), odd_faces.find_odd_faces),
    KitRow(("GF185",), sign_rows.find_rows_off_center),
    KitRow(("GF143",), same_backs.find_same_backs),
    KitRow(("GF160",), line_styles.find_misdrawn_lines),
    KitRow(("GF148",), word_colors.find_misplaced_names),
    KitRow(("GF148",), word_colors.find_named_grounds),
    KitRow(("GF148",), seat_paints.find_rotated_paints),
    KitRow(("GF148",), seat_paints.find_rotated_signs),
    KitRow(("GF148",), seat_paints.find_exchanged_grounds),
    KitRow(("GF150",), unseen_shapes.find_unseen_shapes),
    KitRow(("GF185",), route_numbers.find_routes_from_zero),
    KitRow(("GF185",), route_numbers.find_shifted_numbers),
    KitRow(("GF156",), piles.find_revealing_backs),
    KitRow(("GF156",), piles.find_missing_backs),
    KitRow(("GF158",), plain_sides.find_fuller_plain_sides),
)


def judge_views(views: FaceViews) -> Iterator[PageFault]:
    """Yield what is wrong with a face, by its drawing and as its pages show it."""
    for drawn in DRAWING_CHECKS:
        yield from drawn.find(views.face)
    for shown in PAGE_CHECKS:
        yield from shown.find(views)


def judge_kit(pages: KitPages) -> Iterator[LocatedFault]:
    """Yield what is wrong with faces when they are compared with others, or with the game's colors."""
    for row in KIT_CHECKS:
        yield from row.find(pages)
