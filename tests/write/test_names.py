"""Named groups come out as marked content and as classes: each where it stands, equal ones in equal operators."""

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
from generator.write.pdf.pages import PdfPageDrawer
from generator.write.pdf.pen import PdfPen
from generator.write.svg.sheets import SvgSheets
from tests.write.press import as_pdf, as_svg, bound, page, part, placement

A4 = PAPERS["a4"]
SQUARE: tuple[Segment, ...] = (("M", 0.0, 0.0), ("L", 4.0, 0.0), ("L", 4.0, 4.0), ("Z",))
LONG: tuple[Segment, ...] = (("M", 0.0, 0.0), *(("L", 1.1 * k, 2.2 * k) for k in range(1, 40)), ("Z",))
RED, BLUE = Paint("#ff0000"), Paint("#0000ff")


def named(name: str, *shapes: Shape, at: Matrix = IDENTITY, **more: Any) -> Group:
    return Group(shapes, at, name=name, **more)


def spelled(*shapes: Shape) -> tuple[str, dict[str, str]]:
    """Return the operators of the shapes, and those of each form."""
    ink = PdfPageDrawer(A4)
    return PdfPen(ink).draw(shapes), {name: form.operators for name, form in ink.definitions.forms.items()}


def contents(operators: str) -> dict[str, str]:
    """Return what is marked, by its name."""
    return dict(re.findall(r"/Mark <</ID \(([^)]*)\)>> BDC\n(.*?)\n EMC", operators, re.DOTALL))


def test_a_named_group_to_the_operator() -> None:
    found, forms = spelled(named("cell.a", Drawn(SQUARE, RED), at=(1, 0, 0, 1, 3, 4)), named("cut", Drawn(SQUARE, RED)))
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


def test_what_was_painted_before_is_painted_again_inside_and_still_known_after() -> None:
    found, _ = spelled(Drawn(SQUARE, RED), named("a", Drawn(SQUARE, RED)), Drawn(SQUARE, RED), Drawn(SQUARE, BLUE))
    assert found.count("1 0 0 rg") == 2
    assert contents(found) == {"a": "1 0 0 rg\n0 0 m 4 0 l 4 4 l h f"}


def test_a_clip_and_an_opacity_are_inside_the_mark() -> None:
    found, forms = spelled(named("a", Drawn(SQUARE, RED), Drawn(SQUARE, BLUE), clip=Clip(SQUARE), opacity=0.5))
    ((form, inner),) = forms.items()
    assert contents(found) == {"a": f"0 0 m 4 0 l 4 4 l h W n\n/A500.500 gs /{form} Do"}
    assert inner.count(" rg") == 2


def test_equal_groups_are_spelled_alike_whatever_came_before() -> None:
    big, icon = Drawn(LONG, RED), Group((Drawn(LONG, BLUE),), (2, 0, 0, 2, 0, 0))
    alone = contents(spelled(named("a", big, icon))[0])["a"]
    found, forms = spelled(big, icon, big, icon, named("a", big, icon), named("b", big, icon), named("c", big, icon))
    assert contents(found)["a"] == alone
    assert contents(found)["b"] == contents(found)["c"]
    assert forms[contents(found)["b"].strip("/").removesuffix(" Do")] == alone
    for before in (big, icon):
        assert contents(spelled(named("z", before, before), named("a", big, icon))[0])["a"] == alone


def test_equal_shapes_of_two_objects_are_spelled_alike() -> None:
    found, _ = spelled(
        *(named(name, Drawn(LONG, RED), Group((Drawn(LONG, BLUE),), clip=Clip(SQUARE))) for name in "ab")
    )
    assert contents(found)["a"] == contents(found)["b"]


def test_names_are_never_shared() -> None:
    inner = (Drawn(LONG, RED), Drawn(LONG, BLUE))
    found, _ = spelled(*(named(name, *inner) for name in ("a", "b", "c")))
    assert list(contents(found)) == ["a", "b", "c"]
    one = named("a", *inner)
    assert re.findall(r"ID \((.)\)", spelled(one, one, named("b", *inner), one)[0]) == ["a", "a", "b", "a"]


def test_a_group_that_holds_a_name_is_no_form_however_often_it_comes() -> None:
    held = Group((Drawn(LONG, BLUE), Group((named("a", Drawn(LONG, RED)),), (2, 0, 0, 2, 0, 0))))
    found, forms = spelled(held, held, held, named("b", held), named("c", held))
    assert found.count("(a)") == 5
    assert not any("(a)" in form for form in forms.values())


def test_a_form_that_must_be_one_is_announced_where_it_holds_a_name() -> None:
    pair = named("a", Drawn(SQUARE, RED)), Drawn(SQUARE, BLUE)
    found, forms = spelled(Group(pair, opacity=0.5), Group(pair[1:] * 2, opacity=0.5))
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


def test_the_end_of_a_mark_is_not_that_of_a_piece() -> None:
    inmost = Group((Drawn(SQUARE, RED),), (2, 0, 0, 2, 0, 0))
    picture = Picture(
        0, 0, 20, 30, (named("a", named("b", inmost), inmost), named("c", named("d", named("e", inmost))))
    )
    ink, of = PdfPageDrawer(A4), part()
    data = bound(
        ink, [ink.draw_page(page(*(placement(of, k, 30.0 * k, 9) for k in (1, 2))), [(picture, False)] * 2)], A4
    )
    with pikepdf.open(BytesIO(data)) as pdf:
        stream = pdf.pages[0].Contents.read_bytes()
    assert stream.count(b"\nQ\nEMC") == stream.count(b"/Piece <<") == 2
    assert stream.count(b" EMC") == stream.count(b"/Mark <<") == 10


def test_marks_and_states_are_balanced_for_readers_that_are_not_ours() -> None:
    font = bundled_font("Source Sans Pro", 400, False)
    words = Text(1, 9, "Ωmega ) /Mark <</ID (no)>> BDC", font, 3, 30, RED)
    picture = Picture(
        0, 0, 50.8, 50.8, (named("a", words, named("b", words)), Group((named("c", words),), opacity=0.5))
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
        named("cell.a", Drawn(SQUARE, RED), at=(1, 0, 0, 1, 3, 4)),
        named("b", Drawn(SQUARE, RED), clip=Clip(SQUARE)),
    )
    root = ElementTree.fromstring(as_svg(Picture(0, 0, 50.8, 50.8, shapes)))
    found = [each.attrib for each in root.iter("{http://www.w3.org/2000/svg}g") if "class" in each.attrib]
    assert found[0] == {"class": "cell.a", "transform": "matrix(1 0 0 1 3 4)"}
    assert [each["class"] for each in found] == ["cell.a", "b"]
    assert found[1]["clip-path"].startswith("url(#c")


def test_a_face_with_names_is_one_form_and_one_symbol() -> None:
    picture = Picture(0, 0, 20, 30, (named("a", Drawn(SQUARE, RED)), named("b", Drawn(SQUARE, RED))))
    ink, of = PdfPageDrawer(A4), part()
    bound(ink, [ink.draw_page(page(*(placement(of, k, 30.0 * k, 9) for k in (1, 2))), [(picture, True)] * 2)], A4)
    (form,) = ink.definitions.forms.values()
    assert list(contents(form.operators)) == ["a", "b"]
    sheet = SvgSheets(A4, "Specimen", False)
    root = ElementTree.fromstring(
        sheet.draw_sheet(page(*(placement(of, k, 30.0 * k, 9) for k in (1, 2))), [(picture, True)] * 2)
    )
    (symbol,) = root.iter("{http://www.w3.org/2000/svg}symbol")
    assert [each.attrib["class"] for each in symbol] == ["a", "b"]
