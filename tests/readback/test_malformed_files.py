"""Files that lack the structure of a sheet: each is refused with GF117, never with a traceback, and nothing is ignored."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from generator.model.finding import DataError
from generator.readback.drawings import parse_numbers
from generator.readback.pdf.reader import read_pdf
from generator.readback.svg.reader import read_svg
from generator.readback.svg.tags import decode_word_id
from tests.check.kit import Piece, pdf, pdf_piece, svg, svg_piece
from tests.messages import mentions
from tests.samples import for_each

ONE = Piece("board.1.c1.front", 1, 20, 30)
PIECE, SHEET = svg_piece(ONE), svg(svg_piece(ONE))
ROOT = 'width="210mm" height="297mm" viewBox="0 0 210 297"'
PLAIN = "structure of a sheet"


def read_refusal(read: Callable[[], object]) -> str:
    with pytest.raises(DataError) as error:
        read()
    return str(error.value)


def refuse_svg(folder: Path, text: str) -> str:
    (folder / "a.svg").write_text(text, encoding="utf-8")
    return read_refusal(lambda: read_svg(folder / "a.svg", "wren.svg"))


@for_each([b"nan", b"inf", b"1e999", b"-1e9", b"9" * 400, b"1_0", b"x"])
def test_numbers_that_sheets_never_contain(text: bytes) -> None:
    assert parse_numbers(b"1, -2.5") == (1, -2.5)
    with pytest.raises(ValueError, match=r"^$|could not convert"):
        parse_numbers(b"1 " + text)


@for_each([(b"abcd_a-e9-", "aé"), (b"abcd_-10ffff-", "\U0010ffff"), (b"abcd_-110000-", None), (b"abcd_-d800-", None)])
def test_decoding_the_ids_of_words(name: bytes, word: str | None) -> None:
    assert decode_word_id(name) == word
    assert decode_word_id(b"abcd_-ffffffffffffffffffff-") is None


# -- SVG ----------------------------------------------------------------------------------------------------------


@for_each([
        ("</svg>", "<use/></svg>", "uses #"),
        ("</svg>", '<use xlink:href="#"/></svg>', "uses #"),
        ("</svg>", '<use xlink:href="c-3_-3_66_86"/></svg>', "uses #"),
        ("</svg>", '<use xlink:href="#c-3_-3_66_86"/></svg>', f"the SVG {PLAIN}"),
        ("</defs>", '<symbol id="z"><use xlink:href="#z"/></symbol></defs><use xlink:href="#z"/>', "#z uses itself"),
        ("</defs>", '<g id="y"><use xlink:href="#z"/></g><g id="z"><use xlink:href="#y"/></g></defs><use xlink:href="#z"/>', "#z uses itself"),
        ("</defs>", f'<symbol id="z">{PIECE}</symbol></defs><use xlink:href="#z"/>', f"the SVG {PLAIN}"),
        ("</defs>", "</g></defs>", "the SVG is not well-formed: mismatched tag"),
        ('encoding="utf-8"', 'encoding="koi9"', "UTF-8"),
        ('encoding="utf-8"', 'encoding="iso-8859-1"', "UTF-8"),
        ("<svg", '<?xml-stylesheet href="a.css"?><svg', "root viewBox"),
        ("210mm", "2.1.0mm", "root width mm"),
        ("210mm", "793", "root width mm"),
        ('width="210mm"', "", "root width mm"),
        ("297mm", "0mm", "root height mm"),
        ("297mm", "148mm", "viewBox proportions paper"),
        (ROOT, f'{ROOT} preserveAspectRatio="none"', "<svg preserveAspectRatio>"),
        ('xmlns="http://www.w3.org/2000/svg"', 'xmlns="a"', "root xmlns='http://www.w3.org/2000/svg'"),
        ("matrix(1 0", "matrix(nan 0", "matrix six numbers: 'nan 0 0 1 20 30'"),
        ("</svg>", '<text x="abc" font-size="3">a</text></svg>', f"the SVG {PLAIN}"),
        ("</svg>", '<text font-size="nan">a</text></svg>', "text size"),
        ("</svg>", '<text font-size="3"><tspan>a</tspan></text></svg>', "<tspan>"),
        ("</svg>", '<text font-size="3">a<g/></text></svg>', f"the SVG {PLAIN}"),
        ("</svg>", "<style>path{display:none}</style></svg>", "<style>"),
        ("</svg>", "<script>1</script></svg>", "<script>"),
        ("</defs>", "<style>path{display:none}</style></defs>", "<style>"),
        (PIECE, f'<mask id="m">{PIECE}</mask>', "<mask>"),
        (PIECE, f"<metadata>{PIECE}</metadata>", "<metadata>"),
        (PIECE, f'<symbol id="m">{PIECE}</symbol>', "<symbol> draw"),
        (PIECE, f'<svg viewBox="0 0 9 9">{PIECE}</svg>', "<svg> draw"),
        (PIECE, f'<g display="none">{PIECE}</g>', "<g display>"),
        ("<path d", '<path style="fill:none" d', "<path style>"),
        (PIECE, f'<g opacity="0">{PIECE}</g>', "board.1.c1.front group attributes"),
        (PIECE, f'<g fill="none">{PIECE}</g>', "board.1.c1.front group attributes"),
        ('<g id="board', '<g opacity="0" id="board', "board.1.c1.front group attributes"),
        ("url(#c-3_-3_66_86)", "url(#no)", "uses #no"),
        ("url(#c-3_-3_66_86)", "inset(1px)", "piece clip 'inset(1px)'"),
        ("L63 -3L63 83", "L63 -3L60 83", """clip box: '<clipPath id="c-3_-3_66_86"><path clip-rule="nonzero" d="M-3'"""),
        ("<clipPath ", '<clipPath clipPathUnits="userSpaceOnUse" ', "<clipPath clipPathUnits>"),
    ])  # fmt: skip
def test_an_svg_without_the_structure_of_a_sheet_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    """Markup that hides, distorts or moves a drawing in a way that our sheets never use is refused."""
    assert old in SHEET
    message = refuse_svg(tmp_path, SHEET.replace(old, new, 1))
    place = "wren.svg:5:3" if says.startswith("the SVG is not well-formed") else "wren.svg"
    assert mentions(message, f"{place}: GF117 {says}")


def test_a_piece_is_cut_to_its_box(tmp_path: Path) -> None:
    pieces = [
        ONE,
        Piece("board.1.c2.front", 1, 20, 130, clip="-1 0 61.5 80"),
        Piece("board.1.c3.front", 1, 90, 30, clip=""),
    ]
    (tmp_path / "a.svg").write_text(svg("".join(map(svg_piece, pieces))), encoding="utf-8")
    boxes = [seen.clip for seen in read_svg(tmp_path / "a.svg")]
    assert boxes == [(-3, -3, 66, 86), (-1, 0, 61.5, 80), None]


# -- PDF ----------------------------------------------------------------------------------------------------------

FONT = pikepdf.Name("/Font")
MAP = b"1 beginbfchar <61> <0061> endbfchar"
SHOWN = "BT 1 0 0 -1 2 9 Tm /F 3 Tf (a) Tj ET"


def write_page(
    folder: Path, body: str, change: Callable[[Any, Any], None], code_map: bytes = MAP, before: str = ""
) -> Path:
    """Write a page with a piece that draws the body, with a font and a form, and change its dictionaries."""
    stream = before + pdf_piece(ONE).replace(f"% {ONE.body()}\n0 0 10 10 re f", body)
    with pikepdf.open(pdf(folder / "a.pdf", [stream])) as made:
        font = pikepdf.Dictionary(Type=FONT, BaseFont=pikepdf.Name("/Sans"), ToUnicode=made.make_stream(code_map))
        form = made.make_stream(b"0 0 m 1 1 l S", Subtype=pikepdf.Name.Form)
        page = made.pages[0].obj
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font), XObject=pikepdf.Dictionary(X=form))
        change(made, page)
        made.save(folder / "b.pdf")
    return folder / "b.pdf"


def change_nothing(_file: Any, _page: Any) -> None:
    """Change nothing."""


def set_value(path: str, value: Any) -> Callable[[Any, Any], None]:
    """Return a function that sets a value in the page, at the end of a path of keys."""

    def change(_file: Any, page: Any) -> None:
        *keys, last = path.split()
        held = page
        for key in keys:
            held = held[f"/{key}"]
        held[f"/{last}"] = value

    return change


def test_a_page_as_it_should_be(tmp_path: Path) -> None:
    (seen,) = read_pdf(write_page(tmp_path, f"{SHOWN} /X Do", change_nothing))
    assert [run.text for run in seen.runs] == ["a"]


@pytest.mark.parametrize("value", [0, pikepdf.Name("/X"), pikepdf.String("x"), pikepdf.Array([]), True])
@pytest.mark.parametrize(
    "path", ["Resources", "Resources Font", "Resources Font F", "Resources XObject", "Resources XObject X", "Contents", "Resources Font F ToUnicode"]
)  # fmt: skip
def test_dictionaries_of_another_type_are_refused(tmp_path: Path, path: str, value: Any) -> None:
    made = write_page(tmp_path, f"{SHOWN} /X Do", set_value(path, value))
    if path == "Contents" and value == pikepdf.Array([]):
        assert read_pdf(made) == ()
    else:
        assert ": GF117 " in read_refusal(lambda: read_pdf(made, "wren.pdf"))


@for_each(
    [
        ("UserUnit", 0, "page 1 /UserUnit 0"),
        ("UserUnit", -1, "page 1 /UserUnit -1"),
        ("Rotate", pikepdf.Name("/X"), f"the PDF {PLAIN}"),
        (
            "Resources XObject X",
            pikepdf.Array([1]),
            "the PDF cannot be read: operation for stream attempted on object of type array",
        ),
        (
            "Resources Font F ToUnicode",
            pikepdf.String("x"),
            "the PDF cannot be read: operation for stream attempted on object of type string",
        ),
    ]
)
def test_a_page_with_wrong_entries_is_refused(tmp_path: Path, path: str, value: Any, says: str) -> None:
    made = write_page(tmp_path, f"{SHOWN} /X Do", set_value(path, value))
    assert mentions(read_refusal(lambda: read_pdf(made, "wren.pdf")), f"wren.pdf: GF117 {says}")


@for_each([b"beginbfchar <> <0061> endbfchar", b"beginbfchar <61> <006> endbfchar", b"beginbfchar <61> endbfchar",
             b"beginbfrange <61> <62> endbfrange", b"beginbfrange <61> <ffffffff> <0061> endbfrange", b"beginbfrange <61> <61> <> endbfrange"])  # fmt: skip
def test_a_malformed_code_map_is_refused(tmp_path: Path, map_: bytes) -> None:
    made = write_page(tmp_path, SHOWN, change_nothing, map_)
    assert mentions(read_refusal(lambda: read_pdf(made, "wren.pdf")), f"wren.pdf: GF117 PDF {PLAIN}")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (SHOWN.replace(" 3 Tf", " .855.4 Tf"), f"wren.pdf: GF117 the PDF {PLAIN}"),
        ("/Mark <</ID (cut)>> BDC 1 m EMC", "wren.pdf, page 1: GF117 end of a segment two numbers"),
        ("/Mark <</ID (cut)>> BDC 1 nan m EMC", "wren.pdf, page 1: GF117 end of a segment two numbers"),
        ("q /Mark <</ID (cut)>> BDC Q q EMC Q", "wren.pdf, page 1: GF117 `Q` `q` inside a mark"),
        *((f"{state} {SHOWN}", f"wren.pdf, page 1: GF117 text '{state.split()[-1]} '")
          for state in ("3 Tr", "50 Tz", "9 Ts", "-3 Tc", "9 Tw", "9 TL")),
        ("3 Tr /X Do", "wren.pdf, page 1: GF117 text 'Tr /X Do'"),
        (f"{SHOWN} 3 Tr {SHOWN}", "wren.pdf, page 1: GF117 text 'Tr '"),
    ],
)  # fmt: skip
def test_unexpected_operators_are_refused(tmp_path: Path, body: str, says: str) -> None:
    made = write_page(tmp_path, body, change_nothing)
    assert mentions(read_refusal(lambda: read_pdf(made, "wren.pdf")), says)


@for_each(["3 Tr", "50 Tz", "9 Ts", "-3 Tc", "9 Tw", "BT 3 Tr ET", "BT 50 Tz ET"])
def test_text_state_set_before_a_piece_is_refused(tmp_path: Path, state: str) -> None:
    made = write_page(tmp_path, SHOWN, change_nothing, before=f"{state}\n")
    word = state.replace("BT ", "").split()[1]
    message = read_refusal(lambda: read_pdf(made, "wren.pdf"))
    assert mentions(message, f"wren.pdf, page 1: GF117 `{word}` hides")
    outlined = "BT 1 Tr 1 0 0 -1 2 9 Tm /F 3 Tf (3 Tr) Tj 0 Tr ET\n"
    assert len(read_pdf(write_page(tmp_path, SHOWN, change_nothing, before=outlined))) == 1
