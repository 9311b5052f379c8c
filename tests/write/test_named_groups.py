"""Test named groups: marked content in the PDF, classes in the SVG."""

import re
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pikepdf

from generator.fonts.font_book import bundled_font
from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.types import Segment
from generator.model.paper import PAPERS
from generator.model.picture import Clip, Group, Paint, Picture, Shape, Text
from generator.model.picture import Path as Drawn
from generator.write.pdf.pages import PageResources, PdfPageDrawer
from generator.write.pdf.pen import PdfPen
from generator.write.svg.sheets import SvgSheets
from tests.write.drawing_helpers import as_pdf, as_svg, bind_pages, draw_svg_sheet, make_page, make_part, place_copy

A4 = PAPERS["a4"]
SQUARE: tuple[Segment, ...] = (("M", 0.0, 0.0), ("L", 4.0, 0.0), ("L", 4.0, 4.0), ("Z",))
LONG: tuple[Segment, ...] = (("M", 0.0, 0.0), *(("L", 1.1 * k, 2.2 * k) for k in range(1, 40)), ("Z",))
RED, BLUE = Paint("#ff0000"), Paint("#0000ff")


def make_named_group(name: str, *shapes: Shape, at: Matrix = IDENTITY, **more: Any) -> Group:
    return Group(shapes, at, name=name, **more)


def draw_operators(*shapes: Shape) -> tuple[str, dict[str, str]]:
    """Return the operators of the shapes and those of each form."""
    named = PageResources()
    return PdfPen(named).draw(shapes), {name: form.operators for name, form in named.definitions.forms.items()}


def read_marked_content(operators: str) -> dict[str, str]:
    """Return the operators of each mark by its name."""
    return dict(re.findall(r"/Mark <</ID \(([^)]*)\)>> BDC\n(.*?)\n EMC", operators, re.DOTALL))


def test_operators_of_a_named_group() -> None:
    found, forms = draw_operators(
        make_named_group("cell.a", Drawn(SQUARE, RED), at=(1, 0, 0, 1, 3, 4)),
        make_named_group("cut", Drawn(SQUARE, RED)),
    )
    assert found.split("\n") == [
        "q",
        "1 0 0 1 3 4 cm",
        "/Mark <</ID (cell.a)>> BDC",
        "1 0 0 rg",
        "0 0 m 4 0 l 4 4 l h f",
        " EMC",
        "Q",
        "q",
        "/Mark <</ID (cut)>> BDC",
        "1 0 0 rg",
        "0 0 m 4 0 l 4 4 l h f",
        " EMC",
        "Q",
    ]
    assert forms == {}


def test_color_is_set_again_inside_a_mark_and_kept_after_it() -> None:
    found, _ = draw_operators(
        Drawn(SQUARE, RED), make_named_group("a", Drawn(SQUARE, RED)), Drawn(SQUARE, RED), Drawn(SQUARE, BLUE)
    )
    assert found.count("1 0 0 rg") == 2
    assert read_marked_content(found) == {"a": "1 0 0 rg\n0 0 m 4 0 l 4 4 l h f"}


def test_a_clip_and_an_opacity_are_inside_the_mark() -> None:
    found, forms = draw_operators(
        make_named_group("a", Drawn(SQUARE, RED), Drawn(SQUARE, BLUE), clip=Clip(SQUARE), opacity=0.5)
    )
    ((form, inner),) = forms.items()
    assert read_marked_content(found) == {"a": f"0 0 m 4 0 l 4 4 l h W n\n/A500.500 gs /{form} Do"}
    assert inner.count(" rg") == 2


def test_equal_groups_have_equal_operators_whatever_came_before() -> None:
    big, icon = Drawn(LONG, RED), Group((Drawn(LONG, BLUE),), (2, 0, 0, 2, 0, 0))
    alone = read_marked_content(draw_operators(make_named_group("a", big, icon))[0])["a"]
    found, forms = draw_operators(
        big,
        icon,
        big,
        icon,
        make_named_group("a", big, icon),
        make_named_group("b", big, icon),
        make_named_group("c", big, icon),
    )
    assert read_marked_content(found)["a"] == alone
    assert read_marked_content(found)["b"] == read_marked_content(found)["c"]
    assert forms[read_marked_content(found)["b"].strip("/").removesuffix(" Do")] == alone
    for before in (big, icon):
        assert (
            read_marked_content(
                draw_operators(make_named_group("z", before, before), make_named_group("a", big, icon))[0]
            )["a"]
            == alone
        )


def test_equal_shapes_of_two_objects_have_equal_operators() -> None:
    found, _ = draw_operators(
        *(make_named_group(name, Drawn(LONG, RED), Group((Drawn(LONG, BLUE),), clip=Clip(SQUARE))) for name in "ab")
    )
    assert read_marked_content(found)["a"] == read_marked_content(found)["b"]


def test_named_groups_are_never_shared_forms() -> None:
    inner = (Drawn(LONG, RED), Drawn(LONG, BLUE))
    found, _ = draw_operators(*(make_named_group(name, *inner) for name in ("a", "b", "c")))
    assert list(read_marked_content(found)) == ["a", "b", "c"]
    one = make_named_group("a", *inner)
    assert re.findall(r"ID \((.)\)", draw_operators(one, one, make_named_group("b", *inner), one)[0]) == [
        "a",
        "a",
        "b",
        "a",
    ]


def test_a_group_with_a_name_inside_is_never_a_form() -> None:
    held = Group((Drawn(LONG, BLUE), Group((make_named_group("a", Drawn(LONG, RED)),), (2, 0, 0, 2, 0, 0))))
    found, forms = draw_operators(held, held, held, make_named_group("b", held), make_named_group("c", held))
    assert found.count("(a)") == 5
    assert not any("(a)" in form for form in forms.values())


def test_a_form_with_a_name_inside_is_preceded_by_a_marker() -> None:
    pair = make_named_group("a", Drawn(SQUARE, RED)), Drawn(SQUARE, BLUE)
    found, forms = draw_operators(Group(pair, opacity=0.5), Group(pair[1:] * 2, opacity=0.5))
    marked = next(name for name, form in forms.items() if "/Mark <<" in form)
    assert found.split("\n") == [
        "q",
        "/Marked MP",
        f"/A500.500 gs /{marked} Do",
        "Q",
        "q",
        f"/A500.500 gs /{next(name for name in forms if name != marked)} Do",
        "Q",
    ]


def test_ends_of_marks_and_pieces_can_be_told_apart() -> None:
    inmost = Group((Drawn(SQUARE, RED),), (2, 0, 0, 2, 0, 0))
    picture = Picture(
        0,
        0,
        20,
        30,
        (
            make_named_group("a", make_named_group("b", inmost), inmost),
            make_named_group("c", make_named_group("d", make_named_group("e", inmost))),
        ),
    )
    drawer, part = PdfPageDrawer(A4), make_part()
    data = bind_pages(
        drawer,
        [drawer.draw_page(make_page(*(place_copy(part, k, 30.0 * k, 9) for k in (1, 2))), [(picture, False)] * 2)],
        A4,
    )
    with pikepdf.open(BytesIO(data)) as pdf:
        stream = pdf.pages[0].Contents.read_bytes()
    assert stream.count(b"\nQ\nEMC") == stream.count(b"/Piece <<") == 2
    assert stream.count(b" EMC") == stream.count(b"/Mark <<") == 10


def test_pikepdf_finds_balanced_marks_and_states() -> None:
    font = bundled_font("Source Sans Pro", 400, False)
    words = Text(1, 9, "Ωmega ) /Mark <</ID (no)>> BDC", font, 3, 30, RED)
    picture = Picture(
        0,
        0,
        50.8,
        50.8,
        (
            make_named_group("a", words, make_named_group("b", words)),
            Group((make_named_group("c", words),), opacity=0.5),
        ),
    )
    with pikepdf.open(BytesIO(as_pdf(picture))) as pdf:
        streams: list[Any] = [
            pdf.pages[0],
            *(each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/BBox" in each),
        ]
        names, ends = [], []
        for stream in streams:
            open_: list[str] = []
            instructions: Any = pikepdf.parse_content_stream(stream)
            for operands, operator in instructions:
                if str(operator) in ("q", "BDC"):
                    open_.append(str(operator))
                elif str(operator) in ("Q", "EMC"):
                    ends.append((open_.pop(), str(operator)))
                if str(operator) == "BDC":
                    assert operands[0] == "/Mark"
                    names.append(str(operands[1]["/ID"]))
            assert open_ == []
    assert sorted(names) == ["a", "b", "c"]
    assert set(ends) == {("q", "Q"), ("BDC", "EMC")}


def test_a_named_group_is_a_class_in_the_svg() -> None:
    shapes = (
        make_named_group("cell.a", Drawn(SQUARE, RED), at=(1, 0, 0, 1, 3, 4)),
        make_named_group("b", Drawn(SQUARE, RED), clip=Clip(SQUARE)),
    )
    root = ElementTree.fromstring(as_svg(Picture(0, 0, 50.8, 50.8, shapes)))
    found = [each.attrib for each in root.iter("{http://www.w3.org/2000/svg}g") if "class" in each.attrib]
    assert found[0] == {"class": "cell.a", "transform": "matrix(1 0 0 1 3 4)"}
    assert [each["class"] for each in found] == ["cell.a", "b"]
    assert found[1]["clip-path"].startswith("url(#c")


def test_a_face_with_names_is_one_form_and_one_symbol() -> None:
    picture = Picture(
        0, 0, 20, 30, (make_named_group("a", Drawn(SQUARE, RED)), make_named_group("b", Drawn(SQUARE, RED)))
    )
    drawer, part = PdfPageDrawer(A4), make_part()
    bind_pages(
        drawer,
        [drawer.draw_page(make_page(*(place_copy(part, k, 30.0 * k, 9) for k in (1, 2))), [(picture, True)] * 2)],
        A4,
    )
    (form,) = drawer.definitions.forms.values()
    assert list(read_marked_content(form.operators)) == ["a", "b"]
    sheet = SvgSheets(A4, "Specimen", False)
    root = ElementTree.fromstring(
        draw_svg_sheet(sheet, make_page(*(place_copy(part, k, 30.0 * k, 9) for k in (1, 2))), [(picture, True)] * 2)
    )
    (symbol,) = root.iter("{http://www.w3.org/2000/svg}symbol")
    assert [each.attrib["class"] for each in symbol] == ["a", "b"]
