"""Pieces read back from PDF and SVG files: matrices to four decimals, and a refusal for malformed pieces."""

from cProfile import Profile
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.model.printed import ReadPiece
from generator.readback.pdf.reader import read_pdf
from generator.readback.svg.reader import read_svg
from tests.check.kit import A4, POINT, SOUND, Piece, pdf, pdf_of, pdf_piece, see, svg, svg_piece
from tests.messages import mentions
from tests.samples import for_each

ONE = Piece("hand.red.3.c12.front", 1, 20, 30)
BODY = pdf_piece(ONE)


def round_matrix(seen: ReadPiece) -> list[float]:
    return [round(value, 4) for value in seen.matrix]


def read_refusal(path: Path) -> str:
    with pytest.raises(DataError) as error:
        (read_pdf if path.suffix == ".pdf" else read_svg)(path, "wren" + path.suffix)
    assert len(error.value.findings) == 1
    return str(error.value)


# -- PDF ----------------------------------------------------------------------------------------------------------


def test_a_piece_of_a_pdf(tmp_path: Path) -> None:
    (seen,) = read_pdf(pdf(tmp_path / "a.pdf", [BODY]), "wren.pdf")
    assert seen[:7] == ("hand.red.3.c12.front", "hand", "red.3", 12, "front", "wren.pdf", 1)
    assert round_matrix(seen) == [1, 0, 0, 1, 20, 30]
    assert seen.clip == (-3, -3, 66, 86)
    assert [round(side, 3) for side in seen.paper] == [210, 297]


@for_each([(90, [0, 1, -1, 0, 80, 30]), (180, [-1, 0, 0, -1, 80, 110]), (270, [0, -1, 1, 0, 20, 110])])
def test_a_turned_piece(tmp_path: Path, turn: int, matrix: list[float]) -> None:
    piece = Piece("hand.red.3.c12.front", 1, 20, 30, turn=turn)
    assert [round_matrix(seen) for both in see(tmp_path, [piece]) for seen in both] == [matrix, matrix]


def test_pages_that_share_a_stream(tmp_path: Path) -> None:
    seen = read_pdf(pdf(tmp_path / "a.pdf", ["", BODY, BODY, "q Q"]))
    assert [(each.id, each.page) for each in seen] == [(ONE.id, 2), (ONE.id, 3)]
    assert seen[0].look == seen[1].look


def test_equal_bodies_have_equal_looks(tmp_path: Path) -> None:
    pieces = [Piece(f"a.{n}.c1.front", 1, 20, 20 * n, clip="" if n == 1 else "0 0 9 9") for n in (1, 2, 3)]
    bodies = [
        pdf_piece(piece).replace(f"% {piece.body()}", "% b" if n < 2 else "% c") for n, piece in enumerate(pieces)
    ]
    one, two, three = read_pdf(pdf(tmp_path / "a.pdf", ["\n".join(bodies)]))
    assert one.look == two.look != three.look
    assert (one.clip, two.clip) == (None, (0, 0, 9, 9))


def test_forms_look_like_their_content(tmp_path: Path) -> None:
    import pikepdf

    names = ["X1", "X2", "X3"]
    stream = "\n".join(
        f"/Piece <</ID (a.{n}.c1.front)>> BDC\nq 1 0 0 -1 0 9 cm\n0 0 9 9 re W n\n/{name} Do\nQ\nEMC"
        for n, name in enumerate(names)
    )
    with pikepdf.open(pdf(tmp_path / "a.pdf", [stream])) as made:
        forms = [made.make_stream(text) for text in (b"0 0 m", b"0 0 m", b"1 1 m")]
        made.pages[0].obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary({"/X1": forms[0]}))
        made.pages[0].obj.Resources.XObject.X2, made.pages[0].obj.Resources.XObject.X3 = forms[1], forms[2]
        made.save(tmp_path / "b.pdf")
    one, two, three = (seen.look for seen in read_pdf(tmp_path / "b.pdf"))
    assert one == two != three
    assert mentions(read_refusal(tmp_path / "a.pdf"), "wren.pdf, page 1: GF117 /X1 resources")


def test_a_transform_of_the_whole_page_counts(tmp_path: Path) -> None:
    seen = read_pdf(pdf(tmp_path / "a.pdf", [f"q 0.97 0 0 0.97 0 0 cm\n{BODY}\nQ\n{BODY.replace('c12', 'c13')}"]))
    assert [round(each.matrix[0], 3) for each in seen] == [0.97, 1]


def test_a_string_is_no_operator(tmp_path: Path) -> None:
    text = r"BT (a \) q 2 0 0 2 0 0 cm Q Q EMC) Tj <51> Tj ET"
    (seen,) = read_pdf(pdf(tmp_path / "a.pdf", [f"{text}\n/Artifact BMC q Q EMC\n{BODY}\n{text}"]))
    assert round_matrix(seen) == [1, 0, 0, 1, 20, 30]


def test_the_origin_and_unit_of_a_page(tmp_path: Path) -> None:
    (seen,) = read_pdf(pdf(tmp_path / "a.pdf", [BODY], UserUnit=2))
    assert [round(side) for side in seen.paper] == [420, 594]
    assert round_matrix(seen) == [2, 0, 0, 2, 40, 60]


def test_contents_in_pieces(tmp_path: Path) -> None:
    import pikepdf

    with pikepdf.open(pdf(tmp_path / "a.pdf", [BODY, BODY])) as made:
        halves = [made.make_stream(half.encode()) for half in ("q", f"{BODY}\nQ")]
        for page in made.pages:
            page.obj.Contents = pikepdf.Array([made.make_indirect(half) for half in halves])
        made.save(tmp_path / "b.pdf")
    assert [round_matrix(seen) for seen in read_pdf(tmp_path / "b.pdf")] == [[1, 0, 0, 1, 20, 30]] * 2


@for_each([
        (BODY.replace("\nQ\nEMC", ""), "piece hand.red.3.c12.front no end"),
        (BODY.replace("\nQ\nEMC", "\n") + BODY, "piece hand.red.3.c12.front no end"),
        (BODY + "\nEMC", "EMC no piece"),
        (BODY + "\nQ", "`Q` of the page no matching `q`"),
        ("q\n" + BODY, "`q` of the page no matching `Q`"),
        (BODY.replace("hand.red.3.c12.front", "hand.front"), "'hand.front' name hand.red.3.c1.front"),
        (BODY.replace(".c12.", ".c0."), "'hand.red.3.c0.front' name hand.red.3.c1.front"),
        (BODY.replace("/ID", "/Id"), "start '/Id (hand.red.3.c12.front)>> BDC"),
        (BODY.replace(" cm\n", " 1 cm\n"), "matrix hand.red.3.c12.front six numbers: "),
        (BODY.replace("-3 -3 66 86 re", "-3 -3 66 re"), "clip hand.red.3.c12.front four numbers"),
    ])  # fmt: skip
def test_a_malformed_piece(tmp_path: Path, stream: str, says: str) -> None:
    message = read_refusal(pdf(tmp_path / "a.pdf", ["", stream]))
    assert message.startswith("wren.pdf, page 2: GF117 ")
    assert [word for word in says.split() if word not in message] == []


def test_a_file_that_is_no_pdf_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    assert read_refusal(path) == "wren.pdf: GF117 the PDF cannot be read: No such file or directory"
    for data in (b"", b"not a PDF", pdf_of(tmp_path / "b.pdf", SOUND).read_bytes()[:-400]):
        path.write_bytes(data)
        assert read_refusal(path).startswith("wren.pdf: GF117 the PDF cannot be read: ")
        assert tmp_path.as_posix() not in read_refusal(path)


def test_a_damaged_stream(tmp_path: Path) -> None:
    data = pdf_of(tmp_path / "a.pdf", SOUND).read_bytes()
    at = data.rindex(b"stream\n", 0, data.rindex(b"endstream") - 3) + 40
    (tmp_path / "a.pdf").write_bytes(data[:at] + b"\xff\xff\xff\xff" + data[at + 4 :])
    assert read_refusal(tmp_path / "a.pdf").startswith("wren.pdf: GF117 the PDF ")


def test_a_turned_page(tmp_path: Path) -> None:
    message = read_refusal(pdf(tmp_path / "a.pdf", [BODY], Rotate=90))
    assert mentions(message, "wren.pdf: GF117 page 1 /Rotate")


# -- SVG ----------------------------------------------------------------------------------------------------------


def write_svg(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_piece_of_an_svg(tmp_path: Path) -> None:
    (seen,) = read_svg(write_svg(tmp_path / "a.svg", svg(svg_piece(ONE))), "svg/wren-01.svg")
    assert seen[:7] == ("hand.red.3.c12.front", "hand", "red.3", 12, "front", "svg/wren-01.svg", 1)
    assert (seen.matrix, seen.clip, seen.paper) == ((1, 0, 0, 1, 20, 30), (-3, -3, 66, 86), (210, 297))


def test_the_viewbox_of_the_root_counts(tmp_path: Path) -> None:
    root = 'width="105mm" height="148.5mm" viewBox="10 0 210 297"'
    (seen,) = read_svg(write_svg(tmp_path / "a.svg", svg(svg_piece(ONE), root)))
    assert (seen.matrix, seen.paper) == ((0.5, 0, 0, 0.5, 5, 15), (105, 148.5))


def test_groups_round_a_piece_move_it(tmp_path: Path) -> None:
    body = f'<g transform="matrix(2,0,0,2,1,1)"><g>{svg_piece(ONE)}<g/></g></g>{svg_piece(SOUND[0])}'
    seen = read_svg(write_svg(tmp_path / "a.svg", svg(body)))
    assert [each.matrix for each in seen] == [(2, 0, 0, 2, 41, 61), (1, 0, 0, 1, 20, 20)]


def test_groups_inside_a_piece_do_not(tmp_path: Path) -> None:
    piece = svg_piece(ONE).replace("<path", '<g transform="scale(3)"><g id="art"/><g><path/></g></g><path')
    seen = read_svg(write_svg(tmp_path / "a.svg", svg(piece + svg_piece(SOUND[0]))))
    assert [each.matrix[4:] for each in seen] == [(20, 30), (20, 20)]


def test_an_empty_piece(tmp_path: Path) -> None:
    (seen,) = read_svg(write_svg(tmp_path / "a.svg", svg('<g id="a.1.c1.front" transform="matrix(1 0 0 1 2 3)"/>')))
    assert seen.matrix == (1, 0, 0, 1, 2, 3)


def test_definitions_and_comments_are_not_printed(tmp_path: Path) -> None:
    assert read_svg(write_svg(tmp_path / "a.svg", svg(f"<defs>{svg_piece(ONE)}</defs><!-- {svg_piece(ONE)} -->"))) == ()


def test_symbols_look_like_their_content(tmp_path: Path) -> None:
    held = ("M0 0", "M0 0", "M1 1")
    symbols = "".join(f'<symbol id="f{n}"><path d="{d}"/></symbol>' for n, d in enumerate(held))
    uses = "".join(
        f'<g id="a.{n}.c1.front" transform="matrix(1 0 0 1 0 0)"><use xlink:href="#f{n}"/></g>' for n in range(3)
    )
    one, two, three = read_svg(write_svg(tmp_path / "a.svg", svg(f"<defs>{symbols}</defs>{uses}")))
    assert one.look == two.look != three.look
    assert mentions(read_refusal(write_svg(tmp_path / "a.svg", svg(uses))), "wren.svg: GF117 uses #f0")


@for_each([
        ("", ":1:1: GF117 not well-formed: no element found"),
        (svg("<g>"), ":5:3: GF117 not well-formed: mismatched tag"),
        (svg(svg_piece(ONE))[:-20], ":6:95: GF117 not well-formed: "),
        (svg(svg_piece(ONE).replace("hand.red.3.c12.front", "hand.3")), ": GF117 'hand.3' name"),
        (svg(svg_piece(ONE).replace("matrix(1 ", "matrix(")), ": GF117 matrix six numbers: '0 0 1 20 30'"),
        (svg(svg_piece(ONE).replace("matrix(1 0 0 1 20 30)", "scale(2)")), ": GF117 hand.red.3.c12.front transform"),
        (svg(f'<g transform="scale(2)">{svg_piece(ONE)}</g>'), ": GF117 hand.red.3.c12.front transform"),
        (svg(svg_piece(ONE).replace("<path", f"{svg_piece(SOUND[0])}<path")), ": GF117 piece hand.red.1.c1.front inside hand.red.3.c12.front"),
        (svg("", 'width="2mm"'), ": GF117 root viewBox"),
        (svg("", 'viewBox="0 0 0 1"'), ": GF117 viewBox empty"),
        (svg("", 'viewBox="0 0 1"'), ": GF117 viewBox four numbers"),
        (svg("<desc><![CDATA[<g>]]></desc>"), ": GF117 DOCTYPE CDATA"),
    ])  # fmt: skip
def test_a_malformed_svg(tmp_path: Path, text: str, says: str) -> None:
    message = read_refusal(write_svg(tmp_path / "a.svg", text))
    place, code, words = f"wren.svg{says}".partition(": GF117 ")
    assert message.startswith(place + code)
    assert [word for word in words.split() if word not in message] == []


def test_an_svg_that_is_not_there(tmp_path: Path) -> None:
    assert read_refusal(tmp_path / "a.svg") == "wren.svg: GF117 the SVG cannot be read: No such file or directory"


# -- cost ---------------------------------------------------------------------------------------------------------


def test_three_thousand_pieces_are_read_with_few_calls(tmp_path: Path) -> None:
    """Counted, not timed: what grows with the square of the pieces would take millions."""
    pieces = [Piece(f"deck.{n}.c1.front", n // 9 + 1, 20 + n % 9, 20) for n in range(3000)]
    path = pdf_of(tmp_path / "a.pdf", pieces)
    profile = Profile()
    profile.enable()
    assert len(read_pdf(path)) == 3000
    profile.disable()
    assert sum(entry.callcount for entry in profile.getstats()) < 60 * 3000


def test_points_are_turned_to_millimeters(tmp_path: Path) -> None:
    assert round(A4.height * POINT, 2) == 841.89
