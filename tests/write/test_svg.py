"""Test the SVG: well-formed, no fonts needed, unique ids, faces as symbols, live text on request."""

import re
from collections import Counter
from itertools import product
from xml.etree import ElementTree

from svgwrite.validator2 import get_validator

from generator.fonts.font_book import bundled_font
from generator.model.paper import PAPERS
from generator.model.picture import Paint, Picture, Text
from generator.model.picture import Path as Drawn
from generator.write.svg.sheets import SvgSheets
from tests.looks import ALLOWED, difference, font_files, svg_pixels
from tests.samples import for_each
from tests.write.drawing_helpers import (
    SIDE,
    as_svg,
    draw_specimen,
    draw_svg_sheet,
    list_specimens,
    make_page,
    make_part,
    place_copy,
)

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
NAMES = [path.name for path in list_specimens()]
SANS = bundled_font("Source Sans Pro", 400, False)


def make_text(words: str, y: float = 9.0, paint: Paint | None = None) -> Text:
    return Text(2, y, words, SANS, 3, sum(SANS.advances[char] for char in words) * 3, paint or Paint())


def make_face() -> Picture:
    return Picture(
        -3,
        -3,
        26,
        36,
        (Drawn((("M", 0.0, 0.0), ("L", 9.0, 3.0), ("L", 3.0, 9.0), ("Z",)), Paint("#d55e00")), make_text("Ace of")),
    )


def draw_sheet(copies: int, again: bool = True, title: str = "Specimen") -> str:
    placements = [place_copy(make_part(), copy, 10.0 + 30 * copy, 20.0, 3) for copy in range(1, copies + 1)]
    sheets = SvgSheets(PAPERS["a4"], title, False)
    return draw_svg_sheet(sheets, make_page(*placements), [(make_face(), again)] * copies)


@for_each(product(NAMES, [False, True]))
def test_a_file_is_well_formed_and_all_references_resolve(name: str, live: bool) -> None:
    markup = as_svg(draw_specimen(name), live)
    root = ElementTree.fromstring(markup)
    ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
    assert [each for each, count in ids.items() if count > 1] == []
    named = set(re.findall(r"url\(#([^)]+)\)", markup)) | {e.attrib[LINK][1:] for e in root.iter(f"{SVG}use")}
    assert named <= set(ids)
    assert "NaN" not in markup
    assert not re.search(r"\de[-+]?\d", re.sub(r"data:[^\"]*|id=\"[^\"]*\"|#[^\")]*", "", markup))


@for_each(NAMES)
def test_no_file_needs_a_font(name: str) -> None:
    root = ElementTree.fromstring(as_svg(draw_specimen(name)))
    assert not list(root.iter(f"{SVG}text"))
    assert "font-family" not in as_svg(draw_specimen(name))


def test_live_text_is_text_and_looks_the_same_where_the_fonts_are() -> None:
    for name in ("text.svg", "scripts.svg", "anchors.svg", "tspans.svg", "stroked-text.svg"):
        markup = as_svg(draw_specimen(name), live=True)
        assert list(ElementTree.fromstring(markup).iter(f"{SVG}text"))
        with_fonts = svg_pixels(markup, SIDE, fonts=font_files())
        assert difference(with_fonts, svg_pixels(as_svg(draw_specimen(name)), SIDE)) <= ALLOWED, name


def test_attributes_of_live_text() -> None:
    markup = as_svg(Picture(0, 0, 50.8, 50.8, (make_text("a < b & c  d"),)), live=True)
    (found,) = ElementTree.fromstring(markup).iter(f"{SVG}text")
    assert found.text == "a < b & c  d"
    assert found.attrib == {
        "x": "2",
        "y": "9",
        "font-family": "Source Sans Pro",
        "font-weight": "400",
        "font-size": "3",
        "fill": "#000000",
        "{http://www.w3.org/XML/1998/namespace}space": "preserve",
    }


def test_a_face_placed_several_times_is_one_symbol() -> None:
    root = ElementTree.fromstring(draw_sheet(5))
    (symbol,) = root.iter(f"{SVG}symbol")
    assert len([use for use in root.iter(f"{SVG}use") if use.attrib[LINK] == f"#{symbol.attrib['id']}"]) == 5
    assert len(re.findall(r'fill="#d55e00"', draw_sheet(5))) == 1
    assert not list(ElementTree.fromstring(draw_sheet(1, again=False)).iter(f"{SVG}symbol"))


def test_each_piece_has_its_name_and_its_place() -> None:
    root = ElementTree.fromstring(draw_sheet(3))
    found = {
        each.attrib["id"]: each.attrib["transform"]
        for each in root.iter(f"{SVG}g")
        if ".c" in each.attrib.get("id", "")
    }
    assert found == {f"card.1.c{k}.front": f"matrix(1 0 0 1 {10 + 30 * k} 20)" for k in (1, 2, 3)}


def test_a_word_is_defined_once_a_sheet() -> None:
    markup = as_svg(Picture(0, 0, 50.8, 50.8, tuple(make_text("river", 4.0 + 3 * k) for k in range(9))))
    root = ElementTree.fromstring(markup)
    glyphs = list(root.iter(f"{SVG}path"))
    assert len(glyphs) == len(set("river"))


def test_the_paper_and_the_title() -> None:
    root = ElementTree.fromstring(draw_sheet(1, title='Cats & <g id="body" /> "Dogs"'))
    assert (root.attrib["width"], root.attrib["height"], root.attrib["viewBox"]) == ("210mm", "297mm", "0 0 210 297")
    (titled,) = root.findall(f"{SVG}title")
    assert titled.text == 'Cats & <g id="body" /> "Dogs", sheet 1 of 1, front'


def test_a_sheet_does_not_depend_on_earlier_sheets() -> None:
    sheets = SvgSheets(PAPERS["a4"], "Specimen", False)
    placements = [place_copy(make_part(), 1, 10, 20, 3)]
    one = draw_svg_sheet(sheets, make_page(*placements), [(make_face(), True)])
    for name in NAMES[:9]:
        sheets.draw_picture(draw_specimen(name), "specimen")
    assert draw_svg_sheet(sheets, make_page(*placements), [(make_face(), True)]) == one == draw_sheet_alone()


def draw_sheet_alone() -> str:
    sheets = SvgSheets(PAPERS["a4"], "Specimen", False)
    return draw_svg_sheet(sheets, make_page(place_copy(make_part(), 1, 10, 20, 3)), [(make_face(), True)])


def test_a_face_is_clipped_to_its_bleed() -> None:
    part = make_part()
    wide = Picture(
        -3,
        -3,
        26,
        36,
        (Drawn((("M", -99.0, -99.0), ("L", 99.0, -99.0), ("L", 99.0, 99.0), ("L", -99.0, 99.0), ("Z",)), Paint()),),
    )
    sheets = SvgSheets(PAPERS["a5"], "Specimen", False)
    image = svg_pixels(draw_svg_sheet(sheets, make_page(place_copy(part, 1, 50, 50, 2)), [(wide, True)]), 148, dpi=127)
    found = image.convert("L").point(lambda value: 255 - value).getbbox()
    assert found is not None
    assert all(abs(edge - wanted) <= 1 for edge, wanted in zip(found, (240, 240, 360, 410), strict=True))


@for_each(NAMES)
def test_svgwrite_would_accept_each_attribute(name: str) -> None:
    """The pen does not let svgwrite check what it writes; its validator does so here."""
    checked = 0
    for element in ElementTree.fromstring(as_svg(draw_specimen(name))).iter():
        skipped = {"d"} if "id" in element.attrib else set()  # a glyph; svgwrite's grammar of paths is too narrow
        attributes = {k: value for k, value in element.attrib.items() if k not in skipped and not k.startswith("{")}
        get_validator("full").check_all_svg_attribute_values(element.tag.removeprefix(SVG), attributes)
        checked += len(attributes)
    assert checked > 10
