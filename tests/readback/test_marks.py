"""Marks (named groups) read back from finished files: position, look, and the end points of a route's lines."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from generator.fonts.font_book import FontBook, bundled_font
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Outline, Segment
from generator.model.finding import DataError
from generator.model.paper import PAPERS
from generator.model.picture import Clip, Group, Paint, Picture, Shape, Text
from generator.model.picture import Path as Drawn
from generator.model.printed import Mark, ReadPiece
from generator.model.sheet import Page, Placement
from generator.readback.pdf.reader import read_pdf
from generator.readback.svg.reader import read_svg
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer
from generator.write.svg.sheets import SvgSheets
from tests.check.kit import Piece, part, pdf, pdf_piece, svg, svg_piece
from tests.messages import mentions
from tests.samples import for_each
from tests.write.drawing_helpers import draw_svg_sheet

A4 = PAPERS["a4"]
BOARD = part("board", Outline(60, 80), None, [("1", 9)], 9)
SQUARE: tuple[Segment, ...] = (("M", 0.0, 0.0), ("L", 4.0, 0.0), ("L", 4.0, 4.0), ("Z",))
LONG: tuple[Segment, ...] = (("M", 0.0, 0.0), *(("L", 1.1 * k, 2.2 * k) for k in range(1, 40)), ("Z",))
RED, BLUE = Paint("#ff0000"), Paint("#0000ff")
LINE = Paint(None, stroke="#000000")
LEAP = (1.0, 0.0, 0.0, 1.0, 30.0, 40.0)
WORDS = Text(1, 9, "Ωmega \\ ) /Mark <</ID (no)>> BDC", bundled_font("Source Sans Pro", 400, False), 3, 30, RED)


def named(name: str, *shapes: Shape, at: Matrix = IDENTITY, **more: Any) -> Group:
    return Group(shapes, at, name=name, **more)


def printed(
    folder: Path, shapes: Sequence[Shape], turn: Any = 0, again: bool = False
) -> tuple[list[ReadPiece], list[ReadPiece]]:
    """Write two copies of a face with our own pens, and read both formats back."""
    size = (60, 80) if turn % 180 == 0 else (80, 60)
    picture = Picture(0, 0, 60, 80, tuple(shapes))
    design = BOARD.designs[0]
    slots = [Placement(BOARD, design, k, "front", 20, 20 + 90 * k, *size, turn, (0, 0, 0, 0)) for k in (1, 2)]
    page, faces = Page(1, 1, "front", (BOARD,), tuple(slots), (), ()), [(picture, again)] * 2
    ink, file = PdfPageDrawer(A4), PdfFile(A4, "Marks", "none", FontBook({}).find_font)
    inked = ink.draw_page(page, faces)
    file.add_definitions(ink.definitions)
    file.add_page(inked)
    (folder / "a.pdf").write_bytes(file.to_bytes())
    (folder / "a.svg").write_text(draw_svg_sheet(SvgSheets(A4, "Marks", False), page, faces), encoding="utf-8")
    return list(read_pdf(folder / "a.pdf", "a.pdf")), list(read_svg(folder / "a.svg", "a.svg"))


def read_marks(folder: Path, *shapes: Shape, **more: Any) -> list[tuple[Mark, ...]]:
    """Return the marks of the first copy in each format; those of the second must be the same at its own place."""
    out = []
    for seen in printed(folder, shapes, **more):
        first, second = (each.marks for each in seen)
        assert [(mark.name, mark.look) for mark in first] == [(mark.name, mark.look) for mark in second]
        down = seen[1].matrix[5] - seen[0].matrix[5]
        moved = [multiply_matrices((1, 0, 0, 1, 0, down), mark.matrix) for mark in first]
        assert [round_all(mark.matrix) for mark in second] == [round_all(matrix) for matrix in moved]
        out.append(first)
    return out


def round_all(values: Sequence[float]) -> list[float]:
    return [round(value, 3) + 0.0 for value in values]


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize(("turn", "corner"), [(0, (1, 0, 0, 1, 20, 110)), (90, (0, 1, -1, 0, 100, 110))])
def test_positions_of_marks(tmp_path: Path, again: bool, turn: int, corner: Matrix) -> None:
    at: Matrix = (0.0, 1.0, -1.0, 0.0, 7.0, 8.0)
    inner = Group((named("cell.b", Drawn(SQUARE, RED), at=at),), (1, 0, 0, 1, 10, 0))
    shapes = Drawn(SQUARE, RED), named("cell.a", Drawn(SQUARE, RED), at=LEAP), inner, Drawn(SQUARE, BLUE)
    for found in read_marks(tmp_path, *shapes, turn=turn, again=again):
        assert [mark.name for mark in found] == ["cell.a", "cell.b"]
        assert round_all(found[0].matrix) == round_all(multiply_matrices(corner, LEAP))
        assert round_all(found[1].matrix) == round_all(
            multiply_matrices(corner, multiply_matrices((1, 0, 0, 1, 10, 0), at))
        )
        assert found[0].look == found[1].look
        assert found[0].points == ()


@for_each([False, True])
def test_equal_drawings_look_equal_and_others_do_not(tmp_path: Path, again: bool) -> None:
    """Looks do not depend on what was drawn before, how often, or on the last color."""
    icon = Group((Drawn(LONG, BLUE),), (2, 0, 0, 2, 0, 0))
    alike = (Drawn(LONG, RED), icon, WORDS, Group((Drawn(LONG, RED), icon), clip=Clip(SQUARE), opacity=0.5))
    copies = [named(f"a.{k}", *alike, at=(1, 0, 0, 1, k, k)) for k in range(4)]
    other = [
        named("b.0", *alike[:3]),
        named("b.1", *alike[1:]),
        named("b.2", *alike, clip=Clip(SQUARE)),
        named("b.3", *alike, opacity=0.5),
        named("b.4", Drawn(SQUARE, RED)),
        named("b.5", Drawn(SQUARE, BLUE)),
        named("b.6", Group((Drawn(SQUARE, RED),), (1, 0, 0, 1, 1, 0))),
    ]
    for found in read_marks(
        tmp_path, *alike, copies[0], Drawn(SQUARE, RED), *copies[1:3], *alike, *other, copies[3], again=again
    ):
        looks = {mark.name: mark.look for mark in found}
        assert len({looks[f"a.{k}"] for k in range(4)}) == 1
        assert len({looks["a.0"], *(looks[each.name] for each in other)}) == 8


def test_a_face_looks_the_same_when_its_groups_were_drawn_before(tmp_path: Path) -> None:
    """What is in a named group is a form in a PDF if it was drawn before, by this face or another one."""
    for one, two in printed(tmp_path, (named("a", Drawn(LONG, RED)), named("b", Drawn(SQUARE, BLUE)))):
        assert one.look == two.look


def test_names_inside_a_mark_change_nothing_of_its_look(tmp_path: Path) -> None:
    shapes = [named(f"a.{k}", named(f"pip.{k}", Drawn(SQUARE, RED)), Drawn(LONG, RED)) for k in (1, 2)]
    for found in read_marks(tmp_path, *shapes):
        assert [mark.name for mark in found] == ["a.1", "pip.1", "a.2", "pip.2"]
        assert found[0].look == found[2].look != found[1].look == found[3].look


@for_each([False, True])
def test_marks_count_the_marks_inside_them(tmp_path: Path, again: bool) -> None:
    """The same holds for repeated drawings, which are forms in a PDF and symbols in an SVG."""
    star = named("icon.star", Drawn(LONG, RED))
    stars = (star, Group((star,), LEAP), named("icon.gem", named("icon.ruby", Drawn(LONG, BLUE))))
    faces = read_marks(
        tmp_path,
        named("row.stars", *stars),
        star,
        named("face.a", named("row.stars", *stars)),
        again=again,
    )
    inner = [("row.stars", 4), ("icon.star", 0), ("icon.star", 0), ("icon.gem", 1), ("icon.ruby", 0)]
    for found in faces:
        assert [(mark.name, mark.inside) for mark in found] == [*inner, ("icon.star", 0), ("face.a", 5), *inner]


def test_a_mark_in_a_group_with_an_opacity(tmp_path: Path) -> None:
    thin = Group((named("a", Drawn(SQUARE, RED), at=LEAP), Drawn(SQUARE, BLUE)), (2, 0, 0, 2, 1, 1), opacity=0.5)
    for found in read_marks(tmp_path, Group((thin, named("b", Drawn(SQUARE, RED))), opacity=0.9)):
        assert [mark.name for mark in found] == ["a", "b"]
        assert round_all(found[0].matrix) == [2, 0, 0, 2, 20 + 61, 110 + 81]
        assert found[0].look == found[1].look


@for_each([False, True])
def test_the_ends_of_a_route(tmp_path: Path, again: bool) -> None:
    bent: tuple[Segment, ...] = (("M", 1.0, 2.0), ("L", 3.0, 4.0), ("C", 9.0, 9.0, 9.0, 9.0, 5.0, 6.0))
    shapes = Drawn(bent, LINE), Group((Drawn(bent, LINE),), (0, 1, -1, 0, 0, 0))
    long = tuple(("L" if k else "M", float(k), 1.5 * k) for k in range(60))
    for found in read_marks(
        tmp_path, named("route.a", *shapes, at=LEAP), named("route.b", Drawn(long, LINE)), again=again
    ):
        one, other = found
        ends = [(1, 2), (3, 4), (5, 6), (-2, 1), (-4, 3), (-6, 5)]
        assert [tuple(round_all(end)) for end in one.points] == [(50 + x, 150 + y) for x, y in ends]
        assert [tuple(round_all(end)) for end in other.points] == [(20 + k, 110 + 1.5 * k) for k in range(60)]


@for_each([False, True])
def test_the_segments_of_a_die(tmp_path: Path, again: bool) -> None:
    """Each line closes at its start, a curve counts as its chord, and clip paths are left out."""
    bent: tuple[Segment, ...] = (("M", 1.0, 2.0), ("L", 3.0, 2.0), ("C", 9.0, 9.0, 9.0, 9.0, 5.0, 6.0), ("Z",))
    shapes = Drawn((*bent, *SQUARE), LINE), Group((Drawn(SQUARE[:2], LINE),), (0, 1, -1, 0, 0, 0), Clip(SQUARE))
    names = ["cut", "mountain", "valley"]
    both = read_marks(
        tmp_path, *(named(name, *shapes, at=LEAP) for name in names), named("line.a", *shapes), again=again
    )
    for *found, other in both:
        assert [mark.name for mark in found] == names
        assert other.points
        assert not other.lines
        for mark in found:
            assert [[round(value - 50 - 100 * (k % 2), 3) + 0.0 for k, value in enumerate(line)] for line in mark.lines] == [
                [1, 2, 3, 2], [3, 2, 5, 6], [5, 6, 1, 2], [0, 0, 4, 0], [4, 0, 4, 4], [4, 4, 0, 0], [0, 0, 0, 4],
            ]  # fmt: skip


def test_a_path_that_is_never_painted_has_no_segments(tmp_path: Path) -> None:
    (found,) = read_pdf_marks(
        tmp_path, "/Mark <</ID (cut)>> BDC 0 0 m 1 0 l 1 1 l s 5 5 m 6 6 l n 2 2 m 3 3 l 2 3 l b* EMC"
    )
    corners = [
        [20, 30, 21, 30],
        [21, 30, 21, 31],
        [21, 31, 20, 30],
        [22, 32, 23, 33],
        [23, 33, 22, 33],
        [22, 33, 22, 32],
    ]
    assert [round_all(line) for line in found.lines] == corners


def test_unnamed_groups_and_texts_are_no_marks(tmp_path: Path) -> None:
    for found in read_marks(tmp_path, WORDS, named("a", WORDS), Group((WORDS,), opacity=0.5)):
        assert [mark.name for mark in found] == ["a"]


# -- files of other programs ---------------------------------------------------------------------------------------

ONE = Piece("board.1.c1.front", 1, 20, 30)


def read_pdf_marks(folder: Path, body: str, **forms: tuple[str, dict[str, Any]]) -> tuple[Mark, ...]:
    stream = pdf_piece(ONE).replace(f"% {ONE.body()}\n0 0 10 10 re f", body)
    with pikepdf.open(pdf(folder / "a.pdf", [stream])) as made:
        held = pikepdf.Dictionary()
        for name, (text, more) in forms.items():
            held[f"/{name}"] = made.make_stream(text.encode(), more)
        made.pages[0].obj.Resources = pikepdf.Dictionary(XObject=held)
        made.save(folder / "b.pdf")
    (seen,) = read_pdf(folder / "b.pdf", "wren.pdf")
    return seen.marks


def read_svg_marks(folder: Path, body: str) -> tuple[Mark, ...]:
    (folder / "a.svg").write_text(svg(re.sub("<path[^>]*>", body, svg_piece(ONE))), encoding="utf-8")
    (seen,) = read_svg(folder / "a.svg", "wren.svg")
    return seen.marks


FORM = {"/Subtype": pikepdf.Name.Form, "/Matrix": [2, 0, 0, 2, 5, 5]}


def test_the_matrix_of_a_form_counts(tmp_path: Path) -> None:
    marked = "q 1 0 0 1 1 1 cm /Mark <</ID (route.a)>> BDC 3 3 m 4 4 l S EMC Q"
    for body in ("/X Do", "/Marked MP\nq 1 0 0 1 0 0 cm /X Do Q"):
        (found,) = read_pdf_marks(tmp_path, body, X=(marked, FORM))
        assert round_all(found.matrix) == [2, 0, 0, 2, 27, 37]
        assert [round_all(end) for end in found.points] == [[33, 43], [35, 45]]
    (found,) = read_pdf_marks(tmp_path, "/Mark <</ID (route.a)>> BDC /X Do EMC", X=("3 3 m 4 4 l S", FORM))
    assert [round_all(end) for end in found.points] == [[31, 41], [33, 43]]
    one, two = read_pdf_marks(
        tmp_path,
        "/Mark <</ID (a)>> BDC /X Do EMC /Mark <</ID (b)>> BDC /Y Do EMC",
        X=("3 3 m 4 4 l S", FORM),
        Y=("3 3 m 4 4 l S", {"/Subtype": pikepdf.Name.Form}),
    )
    assert one.look != two.look


def test_comments_and_other_marks_are_passed_over(tmp_path: Path) -> None:
    body = "% q Q EMC /Mark <</ID (no)>> BDC\n/Span <</Lang (en)>> BDC /Mark <</ID (a)>> BDC 0 0 m EMC EMC /P BMC EMC"
    assert [mark.name for mark in read_pdf_marks(tmp_path, body)] == ["a"]


@for_each(
    [
        ("/Mark <</ID <61>>> BDC EMC", "mark '/Mark <</ID <61>>> BDC EMC'"),
        ("/Mark <</ID (a)>> BDC", "mark inside a piece no end"),
        ("/Mark <</ID (a)>> BDC EMC EMC", "EMC inside a piece no mark"),
        ("/Mark <</ID (a)>> BDC Q EMC", "`Q` `q` inside a piece"),
        ("/Mark <</ID (a)>> BDC 1 2 cm EMC", "`cm` six numbers: '/Mark <</ID (a)>> BDC 1 2'"),
        ("/Mark <</ID (route.a)>> BDC (x) 1 m EMC", "end of a segment two numbers"),
        ("/Mark <</ID (a)>> BDC /X Do EMC", "/X resources"),
        ("/Marked MP /Y Do", "forms nested deeply"),
    ]
)
def test_a_pdf_with_malformed_marks_is_refused(tmp_path: Path, body: str, says: str) -> None:
    with pytest.raises(DataError) as error:
        read_pdf_marks(tmp_path, body, Y=("/Marked MP /Y Do", {"/Subtype": pikepdf.Name.Form}))
    assert mentions(error.value, f"wren.pdf, page 1: GF117 {says}")


@for_each(
    [
        (
            '<g class="cell.a" transform="scale(2)"><path d="M0 0"/></g>',
            "group 'cell.a' transform",
        ),
        (
            '<g class="route.a"><g transform="scale(2)"><path d="M0 0"/></g></g>',
            "line group 'route.a' transform",
        ),
        (
            '<g class="route.a"><path d="M0 0H9"/></g>',
            "line group 'route.a' 'H9'",
        ),
        (
            '<g class="route.a"><path d="M0 0L9"/></g>',
            "line group 'route.a' 'L9'",
        ),
    ]
)
def test_an_svg_with_malformed_marks_is_refused(tmp_path: Path, body: str, says: str) -> None:
    with pytest.raises(DataError) as error:
        read_svg_marks(tmp_path, body)
    assert mentions(error.value, f"wren.svg: GF117 {says}")


def test_lines_of_a_route_in_an_edited_svg(tmp_path: Path) -> None:
    body = "<g transform='matrix(1 0 0 1 1 1)' class='route.a'><g/><g transform='matrix(2 0 0 2 0 0)'><path d='M0,0 L 9 , 9z'/></g></g>"
    (found,) = read_svg_marks(tmp_path, body)
    assert (found.name, found.points) == ("route.a", ((21.0, 31.0), (39.0, 49.0)))
