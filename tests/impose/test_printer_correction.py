"""A measured printer's error is undone exactly, and its sheets keep to what it can print."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.impose.printer_correction import correct_page, measure_print_area
from generator.model.finding import DataError
from generator.model.paper import PAPERS, BackLayout, Side
from generator.model.picture import Group, Path, Shape, Text
from generator.model.printer import NO_MARGINS, PageMargins, PrinterProfile
from generator.model.sheet import Page
from generator.readback.printer_error import find_printer_error
from tests.impose.samples import Piece, make_imposition, printed_box
from tests.samples import examples, for_each

A4 = PAPERS["a4"]
FLIPS: list[BackLayout] = ["long-edge", "short-edge", "fold", "none"]
PROFILES = st.builds(
    PrinterProfile,
    name=st.just("office"),
    back_offset=st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
    skew=st.floats(-0.5, 0.5),
    scale=st.tuples(st.floats(98.5, 101.5), st.floats(98.5, 101.5)),
    margins=st.tuples(st.floats(0, 14), st.floats(0, 8), st.floats(0, 14), st.floats(0, 8)),
)


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    far = transform_point(matrix, x, y)
    return round(far[0] - x, 4), round(far[1] - y, 4)


@settings(max_examples=examples(40))
@given(PROFILES, st.sampled_from(sorted(PAPERS)), st.sampled_from(FLIPS), st.sampled_from(["front", "back"]))
def test_the_printer_undoes_the_correction(printer: PrinterProfile, paper: str, backs: BackLayout, side: Side) -> None:
    correction = correct_page(printer, PAPERS[paper], backs, side)
    error = find_printer_error(printer, PAPERS[paper], backs, side)
    assert multiply_matrices(error, correction) == pytest.approx(IDENTITY, abs=1e-9)


@for_each([("long-edge", (1.0, -2.0)), ("short-edge", (-1.0, 2.0)), ("fold", (0, 0)), ("none", (0, 0))])
def test_a_back_is_moved_against_its_offset_as_seen_from_behind(backs: BackLayout, move: tuple[float, float]) -> None:
    printer = PrinterProfile("office", back_offset=(1.0, 2.0))
    assert moved(correct_page(printer, A4, backs, "back"), 30, 40) == move
    assert moved(correct_page(printer, A4, backs, "front"), 30, 40) == (0, 0)


@for_each(["long-edge", "short-edge"])
def test_a_back_is_turned_about_the_middle_of_the_paper(backs: BackLayout) -> None:
    to = correct_page(PrinterProfile("office", skew=1.0), A4, backs, "back")
    assert moved(to, 105, 148.5) == (0, 0)
    # the printer turns backs clockwise seen from the front, which is counterclockwise from behind: so clockwise here
    assert moved(to, 205, 148.5) == (-0.0152, 1.7452)


def test_a_page_that_comes_out_short_is_drawn_larger() -> None:
    to = correct_page(PrinterProfile("office", scale=(99.0, 101.0)), A4, "none", "front")
    assert moved(to, 204, 49.5) == (1.0, 0.9802)  # 99 mm right of the middle, and 99 mm above it


def test_without_a_printer_nothing_changes() -> None:
    assert correct_page(None, A4, "long-edge", "back") == IDENTITY
    area = measure_print_area(None, A4, "long-edge")
    assert (area.inset, area.label, area.shrink(A4)) == (NO_MARGINS, NO_MARGINS, A4)


@for_each(
    [
        ("none", PageMargins(0.0, 1.0, 7.7, 2.0)),
        ("long-edge", PageMargins(0.0, 2.0, 7.7, 2.0)),
        ("short-edge", PageMargins(7.7, 1.0, 7.7, 2.0)),
        ("fold", PageMargins(7.7, 2.0, 7.7, 2.0)),
    ]
)
def test_margins_beyond_5_mm_make_the_field_smaller_and_alike_where_it_is_mirrored(
    backs: BackLayout, inset: PageMargins
) -> None:
    printer = PrinterProfile("office", margins=(3.0, 6.0, 12.7, 7.0))
    assert measure_print_area(printer, A4, backs).inset == pytest.approx(inset)


def test_margins_that_a_moved_back_needs_count_where_the_paper_is_turned_over() -> None:
    printer = PrinterProfile("office", back_offset=(4.0, 0.0), margins=(5.0, 5.0, 5.0, 5.0))
    area = measure_print_area(printer, A4, "long-edge")
    # the back is drawn 4 mm further right, so it must end 9 mm from the right: 1.5 more than the 7.5 that it keeps
    assert area.inset == pytest.approx((0.0, 1.5, 0.0, 1.5))
    assert area.label == pytest.approx((0.0, 4.0, 0.0, 1.5))


def test_margins_that_leave_too_little_are_refused() -> None:
    with pytest.raises(DataError) as error:
        measure_print_area(PrinterProfile("office", margins=(60, 60, 60, 60)), PAPERS["a5"], "none")
    assert [(each.code, each.place.file) for each in error.value.findings] == [("GF312", "--printer")]
    assert "'office' leaves 60, 60, 60 and 60 mm white" in str(error.value)


def list_inked_points(shapes: tuple[Shape, ...], x: float = 0.0, y: float = 0.0) -> list[tuple[float, float]]:
    """Return the ends of lines and the corners of texts that are not turned."""
    out: list[tuple[float, float]] = []
    for shape in shapes:
        if isinstance(shape, Group) and shape.matrix[:4] == (1, 0, 0, 1):
            out += list_inked_points(shape.shapes, x + shape.matrix[4], y + shape.matrix[5])
        elif isinstance(shape, Text):
            out += [(x + shape.x, y + shape.y), (x + shape.x + shape.width, y + shape.y - 0.7 * shape.size)]
        elif isinstance(shape, Path):
            for _, *numbers in shape.segments:
                out += [(x + numbers[-2], y + numbers[-1])] if numbers else []
    return out


def list_art(page: Page) -> list[tuple[float, float]]:
    boxes = [printed_box(each) for each in page.placements]
    return [corner for box in boxes for corner in product(box[::2], box[1::2])]


@settings(max_examples=examples(25), deadline=None)
@given(PROFILES, st.sampled_from(["a4", "letter", "a4-letter"]), st.sampled_from(FLIPS))
def test_nothing_is_placed_where_the_printer_cannot_print(
    printer: PrinterProfile, paper: str, backs: BackLayout
) -> None:
    pieces = [Piece("a", designs=(9,), front=3.0, back=3.0), Piece("b", 20, 20, (12,)), Piece("c", 60, 45, (8,))]
    press = make_imposition(pieces, paper, backs, printer=printer)
    top, right, bottom, left = printer.margins
    count = 0
    for page in press.pages():
        to = correct_page(printer, press.paper, press.backs, page.side)
        for point in (*list_art(page), *list_inked_points((*page.furniture, *page.label))):
            x, y = transform_point(to, *point)
            assert left - 0.11 <= x <= press.paper.width - right + 0.11  # a tenth: the label's letters begin at 4.9
            assert top - 0.11 <= y <= press.paper.height - bottom + 0.11
            count += 1
    assert count > 100


def test_a_piece_that_no_longer_fits_is_told_with_the_printer() -> None:
    whole = [Piece("map", 190.0, 270.0)]
    assert len(make_imposition(whole).sheets) == 1
    with pytest.raises(DataError) as error:
        make_imposition(whole, printer=PrinterProfile("inkjet", margins=(3.0, 3.0, 20.0, 3.0)))
    (finding,) = error.value.findings
    assert (finding.code, "'inkjet'" in finding.message) == ("GF304", True)


def test_the_label_of_each_page_names_the_printer() -> None:
    press = make_imposition([Piece("a", back=3.0)], printer=PrinterProfile("office", margins=(9.0, 9.0, 9.0, 9.0)))
    texts = [[shape.text for shape in read_texts(page.label)] for page in press.pages()]
    assert texts == [
        ["Wren 1.0  Part a", "sheet 1 of 1, front  build 0123abcd  printer office"],
        ["Wren 1.0  Part a", "sheet 1 of 1, back  build 0123abcd  printer office"],
    ]


def read_texts(shapes: tuple[Shape, ...]) -> list[Text]:
    inner = [each for shape in shapes if isinstance(shape, Group) for each in read_texts(shape.shapes)]
    return [*(shape for shape in shapes if isinstance(shape, Text)), *inner]
