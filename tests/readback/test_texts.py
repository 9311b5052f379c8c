"""Texts read back from PDF and SVG files, including files in which a letter was changed."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from generator.fonts.font_book import FontBook, bundled_font
from generator.fonts.shaping import open_shaper
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Outline, Segment
from generator.model.finding import DataError
from generator.model.paper import PAPERS
from generator.model.picture import Clip, Font, Group, Paint, Picture, Shape, Text
from generator.model.picture import Path as Drawn
from generator.model.printed import ReadPiece, TextRun
from generator.model.sheet import Page, Placement
from generator.readback.drawings import join_text
from generator.readback.pdf.reader import read_pdf
from generator.readback.svg.reader import SvgSheetReader, read_svg
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer
from generator.write.svg.sheets import SvgSheets
from generator.write.svg.words import escape_name
from tests.check.kit import part
from tests.fonts.test_shaping import LINES, debian_font
from tests.kits import GAMES, Kits
from tests.messages import mentions
from tests.samples import for_each
from tests.write.drawing_helpers import draw_svg_sheet

A4 = PAPERS["a4"]
BOARD = part("board", Outline(60, 80), None, [("1", 2)], 2)
SANS, BOLD, SERIF = (bundled_font(name, weight, False) for name, weight in (("Source Sans Pro", 400), ("Source Sans Pro", 700), ("Source Serif Pro", 600)))  # fmt: skip
SQUARE: tuple[Segment, ...] = (("M", 0.0, 0.0), ("L", 4.0, 0.0), ("L", 4.0, 4.0), ("Z",))
CROPS: tuple[Segment, ...] = (("M", 10.5, 13.0), ("L", 10.5, 16.0), ("M", 8.0, 16.5), ("L", 10.0, 16.5))
THIN = Paint(None, stroke="#000000", width=0.2)
INK = Paint("#000000")
HARD = "Ωmega “5” \\ (a) — Čo²"


def make_text(text: str, x: float = 2, y: float = 9, font: Font = SANS, size: float = 3, paint: Paint = INK) -> Text:
    return Text(x, y, text, font, size, 30, paint)


def write_face(
    folder: Path,
    *shapes: Shape,
    again: bool = False,
    live: bool = False,
    furniture: Sequence[Shape] = (),
    fonts: Sequence[Font] = (),
) -> None:
    """Write two copies of a face to a.pdf and a.svg with our own pens."""
    picture = Picture(0, 0, 60, 80, shapes)
    book = FontBook({(font.family, font.weight, font.italic): font for font in fonts})
    slots = [Placement(BOARD, BOARD.designs[0], k, "front", 20, 90 * k, 60, 80, 0, (0, 0, 0, 0)) for k in (1, 2)]
    page, faces = Page(1, 1, "front", (BOARD,), tuple(slots), tuple(furniture), ()), [(picture, again)] * 2
    ink, file = PdfPageDrawer(A4), PdfFile(A4, "Texts", "none", book.find_font)
    inked = ink.draw_page(page, faces)
    file.add_definitions(ink.definitions)
    file.add_page(inked)
    (folder / "a.pdf").write_bytes(file.to_bytes())
    (folder / "a.svg").write_text(draw_svg_sheet(SvgSheets(A4, "Texts", live), page, faces), encoding="utf-8")


def read_both(folder: Path) -> tuple[ReadPiece, ReadPiece]:
    """Return the first piece of each format; the second must say the same in its own coordinates."""
    found = []
    for first, second in (read_pdf(folder / "a.pdf", "a.pdf"), read_svg(folder / "a.svg", "a.svg")):
        assert (first.runs, first.crops) == (second.runs, second.crops)
        assert [mark.text for mark in first.marks] == [mark.text for mark in second.marks]
        found.append(first)
    return found[0], found[1]


def round_run(run: TextRun) -> TextRun:
    a, b, c, d, e, f = (round(value, 5) + 0.0 for value in run.matrix)
    return run._replace(matrix=(a, b, c, d, e, f))


def read_refusal(read: Callable[[], Any]) -> str:
    with pytest.raises(DataError) as error:
        read()
    assert len(error.value.findings) == 1
    return str(error.value)


# -- text of both formats ----------------------------------------------------------------------------------------


@for_each([False, True])
def test_texts_in_the_order_in_which_they_are_drawn(tmp_path: Path, again: bool) -> None:
    turned: Matrix = (0.0, 1.0, -1.0, 0.0, 7.0, 8.0)
    inner = Group((make_text("two", font=BOLD), Drawn(SQUARE, INK)), turned)
    faint = Group(
        (make_text("three", 1, 2), Group((make_text("four", 1, 2),), (2, 0, 0, 2, 0, 0), Clip(SQUARE))), opacity=0.5
    )
    outlined = make_text("five", font=SERIF, paint=Paint(None, stroke="#ff0000", width=0.1))
    write_face(tmp_path, make_text("one  is"), inner, faint, outlined, again=again)
    pdf, svg = read_both(tmp_path)
    at = [(2, 9), (2, 9), (1, 2), (1, 2), (2, 9)]
    moves: list[Matrix] = [IDENTITY, turned, IDENTITY, (2, 0, 0, 2, 0, 0), IDENTITY]
    fonts = ["SourceSansPro-Regular", "SourceSansPro-Bold", *["SourceSansPro-Regular"] * 2, "SourceSerifPro-Semibold"]
    spoken = ["one  is", "two", "three", "four", "five"]
    places = [multiply_matrices(move, (1, 0, 0, 1, *to)) for move, to in zip(moves, at, strict=True)]
    widths = [2.65, 1.706, 2.211, 1.715, 1.619]  # em
    assert [round_run(run) for run in pdf.runs] == [
        TextRun(*each) for each in zip(spoken, fonts, [3] * 5, places, widths, strict=True)
    ]
    scaled = [multiply_matrices(move, (0.003, 0, 0, 0.003, *to)) for move, to in zip(moves, at, strict=True)]
    spoken[0] = "one is"
    assert [round_run(run) for run in svg.runs] == [
        round_run(TextRun(text, "", 0, to)) for text, to in zip(spoken, scaled, strict=True)
    ]


def test_live_text_tells_its_font(tmp_path: Path) -> None:
    write_face(tmp_path, make_text("a < b & “c”"), Group((make_text("d", font=BOLD),), (2, 0, 0, 2, 1, 1)), live=True)
    _, svg = read_both(tmp_path)
    assert svg.runs == (
        TextRun("a < b & “c”", "Source Sans Pro 400", 3, (1, 0, 0, 1, 2, 9)),
        TextRun("d", "Source Sans Pro 700", 3, (2, 0, 0, 2, 5, 19)),
    )


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("live", [False, True])
def test_characters_of_many_subsets_are_one_text(tmp_path: Path, again: bool, live: bool) -> None:
    many = "".join(chr(code) for code in range(0xC0, 0x500) if chr(code) in SANS.advances)
    assert len(many) > 256
    write_face(tmp_path, make_text(HARD), make_text(f"a{many}b"), again=again, live=live)
    for each in read_both(tmp_path):
        assert [run.text for run in each.runs] == [HARD, f"a{many}b"]


def test_no_break_spaces_are_read_inside_a_text(tmp_path: Path) -> None:
    write_face(tmp_path, make_text("5\u00a0mm a"), make_text("\u00a0x"))
    for each in read_both(tmp_path):
        assert [run.text for run in each.runs] == ["5 mm a", " x"]


def test_a_no_break_space_in_live_text_is_read_as_a_space(tmp_path: Path) -> None:
    write_face(tmp_path, make_text("c\u00a0d"), live=True)
    assert [[run.text for run in each.runs] for each in read_both(tmp_path)] == [["c d"], ["c d"]]


def test_marks_over_letters_stand_where_the_next_letter_does(tmp_path: Path) -> None:
    """Combining accents have no advance width."""
    write_face(tmp_path, make_text("re\u0301\u0323al e\u0301 e\u0301\u0301"))
    for each in read_both(tmp_path):
        assert [run.text for run in each.runs] == ["re\u0301\u0323al e\u0301 e\u0301\u0301"]


@for_each([False, True])
def test_the_text_of_a_mark(tmp_path: Path, again: bool) -> None:
    long = Group(tuple(make_text(f"word {k}", y=k) for k in range(9)), (1, 0, 0, 1, 5, 5))
    inner = Group((make_text("9"),), name="pip")
    shapes = (
        make_text("no"),
        Group((make_text("one"), inner), name="row.a"),
        Group((long,), name="row.b"),
        Group((long,), name="row.c"),
    )
    write_face(tmp_path, *shapes, Group((Drawn(SQUARE, INK),), name="row.d"), again=again)
    all_of = " ".join(f"word {k}" for k in range(9))
    for each in read_both(tmp_path):
        assert [(mark.name, mark.text) for mark in each.marks] == [
            ("row.a", "one 9"),
            ("pip", "9"),
            ("row.b", all_of),
            ("row.c", all_of),
            ("row.d", ""),
        ]


def test_the_text_of_a_mark_in_a_form(tmp_path: Path) -> None:
    write_face(tmp_path, Group((Group((make_text("thin"),), name="row.a"),), opacity=0.5), make_text("thick"))
    for each in read_both(tmp_path):
        assert [(mark.name, mark.text) for mark in each.marks] == [("row.a", "thin")]
        assert join_text(each.runs) == "thin thick"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("options", [(), ("--svg-text", "live")])
@pytest.mark.parametrize("game", sorted(GAMES, reverse=True))
def test_both_formats_of_a_kit_have_the_same_text(kit: Kits, game: str, options: tuple[str, ...]) -> None:
    if options and game != "specimen":
        pytest.skip("live text of one kit is enough")
    built = kit(game, *options)
    reader = SvgSheetReader()
    drawn = {each.id: each for name in built.svgs for each in reader.read(built.folder / name, name)}
    printed = {each.id: each for each in read_pdf(built.sheets)}
    assert printed.keys() == drawn.keys()
    for name, one in printed.items():
        assert join_text(one.runs).split() == join_text(drawn[name].runs).split(), name
        assert [(m.name, m.text.split()) for m in one.marks] == [(m.name, m.text.split()) for m in drawn[name].marks]
        assert round_lines(one.crops) == round_lines(drawn[name].crops)


def round_lines(lines: Sequence[tuple[float, ...]]) -> list[list[float]]:
    return [[round(value, 2) + 0.0 for value in line] for line in lines]


# -- a PDF that was changed ---------------------------------------------------------------------------------------


def edit_pdf(folder: Path, old: bytes, new: bytes, change: Callable[[Any], None] = lambda pdf: None) -> Path:
    """Change what the first page draws, and perhaps more of the file."""
    with pikepdf.open(folder / "a.pdf") as pdf:
        data = pdf.pages[0].Contents.read_bytes()
        assert data.count(old) >= 1
        pdf.pages[0].Contents = pdf.make_stream(data.replace(old, new, 1))
        change(pdf)
        pdf.save(folder / "b.pdf")
    return folder / "b.pdf"


def test_a_letter_that_was_changed_in_a_pdf(tmp_path: Path) -> None:
    write_face(tmp_path, make_text("tile 12 mines"))
    one, two = read_pdf(edit_pdf(tmp_path, b"(tile 12 mines)", b"(tile 21 m\\151n\\es)"))
    assert [join_text(each.runs) for each in (one, two)] == ["tile 21 mines", "tile 12 mines"]


def test_a_letter_that_is_not_embedded_in_a_pdf(tmp_path: Path) -> None:
    write_face(tmp_path, make_text("tile 12 mines"))
    path = edit_pdf(tmp_path, b"(tile 12 mines)", b"(tile 13 mines)")
    assert "its code 0x33 stands for no character" in read_refusal(lambda: read_pdf(path))


def test_the_codes_of_a_font_are_what_its_own_map_says(tmp_path: Path) -> None:
    """Codes below 128 are not assumed to be ASCII: changing the map changes the text."""
    write_face(tmp_path, make_text("tile 12 mines"))

    def swap(pdf: Any) -> None:
        (font,) = pdf.pages[0].Resources.Font.values()
        told = font.ToUnicode.read_bytes()
        assert told.count(b"<32> <0032>") == 1
        font.ToUnicode = pdf.make_stream(told.replace(b"<32> <0032>", b"<32> <00660066>"))

    assert join_text(read_pdf(edit_pdf(tmp_path, b"(tile", b"(tile", swap))[0].runs) == "tile 1ff mines"


def test_ranges_of_codes_are_understood(tmp_path: Path) -> None:
    write_face(tmp_path, make_text("tile"))

    def swap(pdf: Any) -> None:
        (font,) = pdf.pages[0].Resources.Font.values()
        font.ToUnicode = pdf.make_stream(
            b"1 beginbfrange <61> <7a> <0041> endbfrange 1 beginbfchar <74> <03A9> endbfchar"
        )

    assert join_text(read_pdf(edit_pdf(tmp_path, b"(tile", b"(tile", swap))[0].runs) == "ΩILE"


def delete_key(key: str) -> Callable[[Any], None]:
    def change(pdf: Any) -> None:
        for font in pdf.pages[0].Resources.Font.values():
            del font[key]

    return change


def change_nothing(_pdf: Any) -> None:
    """Change nothing else."""


@for_each([
        (b"(tile)", b"(\\005ile)", change_nothing, "SourceSansPro-Regular code 0x05"),
        (b"(tile)", b"(tile\xe4)", change_nothing, "SourceSansPro-Regular code 0xe4"),
        (b"(tile)", b"(tile)", delete_key("/ToUnicode"), "/AAAAAA+SourceSansPro-Regular characters codes"),
        (b"/SourceSansPro-Regular+0 3", b"/Else 3", change_nothing, "text /Else resources"),
        (b"BT ", b"BT 3 Tr ", change_nothing, "text 'BT 3 Tr 1 0 0 -1 2 9 Tm /SourceSansPro-Regular+0 3 Tf (tile)'"),
        (b"(tile) Tj", b"(tile) Tj T*", change_nothing, "text 'BT 1 0 0 -1 2 9 Tm /SourceSansPro-Regular+0 3 Tf (tile) Tj T'"),
        (b"(tile) Tj ET", b"(ti(l)e) Tj ET", change_nothing, "text 'BT 1 0 0 -1 2 9 Tm /SourceSansPro-Regular+0 3 Tf (ti(l)e) Tj'"),
        (b"BT 1 0 0 -1 2 9", b"BT 1 0 0 -1 2", change_nothing, "matrix six numbers: '1 0 0 -1 2'"),
        (b"BT ", b"% BT ", change_nothing, "text '% '"),
        (b" 9 Tm", b" 9 Tm /SourceSansPro-Regular+0 4 Tf (e) Tj", change_nothing, "text SourceSansPro-Regular another size"),
    ])  # fmt: skip
def test_a_text_of_a_pdf_that_cannot_be_read(
    tmp_path: Path, old: bytes, new: bytes, change: Callable[[Any], None], message: str
) -> None:
    write_face(tmp_path, make_text("tile"))
    path = edit_pdf(tmp_path, old, new, change)
    assert mentions(read_refusal(lambda: read_pdf(path, "wren.pdf")), f"wren.pdf, page 1: GF117 {message}")


# -- an SVG that was changed --------------------------------------------------------------------------------------


def edit_svg(folder: Path, old: str, new: str, name: str = "b.svg") -> Path:
    text = (folder / "a.svg").read_text("utf-8")
    assert len(re.findall(old, text)) >= 1
    (folder / name).write_text(re.sub(old, new, text, count=1), encoding="utf-8")
    return folder / name


def test_a_replaced_word_is_read(tmp_path: Path) -> None:
    write_face(tmp_path, make_text("tile a coin or no coin"))
    path = edit_svg(tmp_path, r'(<g id="board.*?#[a-z]+_)coin', r"\1tile")
    assert [join_text(each.runs) for each in read_svg(path)] == ["tile a tile or no coin", "tile a coin or no coin"]
    path = edit_svg(tmp_path, r'(<g id="board.*?)<use xlink:href="#[a-z]+_or"[^>]*>', r"\1")
    assert join_text(read_svg(path)[0].runs) == "tile a coin no coin"


@for_each([
        (r'(<g id="[a-z]+_coin">.*?#[a-z]+_)i', r"\1o", "word 'coin' draws 'coon'"),
        (r'(<g id="[a-z]+_coin">.*?)<use [^>]*>', r"\1", "word 'coin' draws 'oin'"),
        (r'(<g id="[a-z]+_coin">.*?)</g>', r'\1<path d="M0 0"/></g>', "word 'coin' structure"),
        (r'(<g id="[a-z]+_coin">.*?) x="\d+"', r"\1", "letters 'coin' order"),
        (r'(<g id="[a-z]+_coin">.*? x="(\d+)".*?) x="\d+"', r'\1 x="\2"', "letters 'coin' order"),
        (r'(<g id="board.*?_a"/><use [^>]*) x="\d+"', r'\1 x="0"', "words of a text order"),
        (r'(<g id="board.*?_a")(/><use [^>]*) x="(\d+)"', r'\1 x="\3"\2 x="\3"', "words of a text order"),
        (r'(<g id="board.*?_a")(/>)(<use [^>]*) x="(\d+)"', r'\1 x="\4"\2\n\3 x="7"', "words of a text order"),
        (r'(<g id="board.*?_a")', r'\1 x="-7"', "structure of a sheet"),
        (r'(<g id="board.*?_a")', r'\1 y="900"', "<use y>"),
        (r'(<path id="[a-z]+_)n"', r'\1-110000-"', "uses #{mark}n"),
        (r"(</defs>)", r'<path id="{mark}-ffffffffff-" d="M0 0"/>\n<path id="{mark}-d800-" d="M0 0"/>\n\1<use xlink:href="#{mark}-d800-"/>', "structure of a sheet"),
        (r'(<g id="[a-z]+_coin">.*?#)[a-z]+(_i)', r"\1zzzz\2", "word 'coin' letters fonts"),
        (r'<path id="[a-z]+_n"[^>]*>\n', "", "uses #{mark}n"),
        (r'<g id="[a-z]+_coin">.*?</g>\n', "", "uses #{mark}coin"),
        (r'(<path id="[a-z]+_)n"', r'\1-3a9-"', "uses #{mark}n"),
        (r"(</defs>)", r'<path id="{mark}n" d="M0 0"/>\n\1', "'{mark}n' twice"),
        (r'(<g id="board.*?<g) transform="matrix[^"]*"', r'\1 transform="scale(2)"', "text 'a coin' transform"),
        (r"(</defs>)", r"\1<defs></defs>", "<defs>"),
    ])  # fmt: skip
def test_word_definitions_that_contradict_their_id_are_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    write_face(tmp_path, make_text("a coin"))
    (mark,) = set(re.findall(r'<path id="([a-z]+_)', (tmp_path / "a.svg").read_text("utf-8")))
    path = edit_svg(tmp_path, old, new.replace("{mark}", mark))
    expected = f"wren.svg: GF117 {message.replace('{mark}', mark)}"
    assert mentions(read_refusal(lambda: read_svg(path, "wren.svg")), expected)


@for_each(["a", "."])
def test_a_letter_that_another_sheet_draws_differently_is_refused(tmp_path: Path, char: str) -> None:
    """The id of a letter is trusted only if all sheets of the kit define it with the same outline."""
    write_face(tmp_path, make_text("a coin."))
    path = edit_svg(tmp_path, rf'(<path id="[a-z]+_{escape_name(char)}" d=")m\d+', r"\1m1")
    reader = SvgSheetReader()
    assert join_text(reader.read(tmp_path / "a.svg", "svg/1.svg")[0].runs) == "a coin."
    assert join_text(read_svg(path)[0].runs) == "a coin."
    message = read_refusal(lambda: reader.read(path, "svg/2.svg"))
    assert re.fullmatch(rf"svg/2.svg: GF117 '[a-z]+_{escape_name(char)}' .* svg/1\.svg", message)


def test_edited_markup_of_a_text_is_read(tmp_path: Path) -> None:
    """Line breaks between words and other quotes change nothing; an attribute given twice is refused."""
    write_face(tmp_path, make_text("a coin"), make_text("or two", y=20))
    spaced = edit_svg(tmp_path, r'(<g id="board.*?"/>)(<use)', r"\1\n  \2")
    assert [run.text for run in read_svg(spaced)[0].runs] == ["a coin", "or two"]
    quoted = edit_svg(tmp_path, r'(<g id="board.*?<use xlink:)href="([^"]*)"', r"\1href='\2'")
    assert [run.text for run in read_svg(quoted)[0].runs] == ["a coin", "or two"]
    twice = edit_svg(tmp_path, r'(<g id="board.*?<use xlink:href="#[^"]*" x="\d+")', r'\1 x="7"')
    assert read_refusal(lambda: read_svg(twice, "b.svg")).startswith("b.svg:")


# -- crop marks ---------------------------------------------------------------------------------------------------


def draw_crop_marks(*segments: Segment) -> Group:
    return Group((Drawn(segments or CROPS, THIN),), name="crop")


def read_crop_marks(folder: Path, furniture: Sequence[Shape], *shapes: Shape) -> list[list[list[float]]]:
    write_face(folder, *(shapes or [Drawn(SQUARE, INK)]), furniture=furniture)
    return [round_lines(each.crops) for each in read_both(folder)]


EXPECTED = [[10.5, 13, 10.5, 16], [8, 16.5, 10, 16.5]]


def test_crop_marks_are_read_on_the_paper(tmp_path: Path) -> None:
    many = tuple(seg for k in range(9) for seg in (("M", 10.0 * k, 13.0), ("L", 10.0 * k, 16.0)))
    assert read_crop_marks(tmp_path, [draw_crop_marks()]) == [EXPECTED, EXPECTED]
    assert read_crop_marks(
        tmp_path,
        [Drawn(SQUARE, THIN), make_text("crop"), draw_crop_marks(), draw_crop_marks(*many), draw_crop_marks(*many)],
    )[0] == [
        *EXPECTED,
        *([10.0 * k, 13, 10.0 * k, 16] for k in range(9)),
        *([10.0 * k, 13, 10.0 * k, 16] for k in range(9)),
    ]
    shifted = Group((draw_crop_marks(),), (0, 1, -1, 0, 100, 0))
    assert read_crop_marks(tmp_path, [shifted]) == [[[87, 10.5, 84, 10.5], [83.5, 8, 83.5, 10]]] * 2
    assert read_crop_marks(tmp_path, []) == [[], []]


def test_a_group_of_that_name_inside_a_face_is_no_crop_mark(tmp_path: Path) -> None:
    assert read_crop_marks(tmp_path, [draw_crop_marks()], Group((Drawn(SQUARE, THIN),), name="crop")) == [
        EXPECTED,
        EXPECTED,
    ]
    assert read_crop_marks(tmp_path, [], Group((Drawn(SQUARE, THIN),), name="crop")) == [[], []]
    assert [mark.name for mark in read_both(tmp_path)[0].marks] == ["crop"]


def test_a_crop_mark_that_was_moved(tmp_path: Path) -> None:
    write_face(tmp_path, Drawn(SQUARE, INK), furniture=[draw_crop_marks()])
    pdf = read_pdf(edit_pdf(tmp_path, b"10.5 13 m 10.5 16 l", b"11.5 13 m 11.5 16 l"))
    svg = read_svg(edit_svg(tmp_path, "M10.5 13L10.5 16", "M11.5 13L11.5 16"))
    assert len(pdf) == len(svg) == 2
    for each in (*pdf, *svg):
        assert round_lines(each.crops) == [[11.5, 13, 11.5, 16], [8, 16.5, 10, 16.5]]


def test_crop_marks_that_are_no_lines(tmp_path: Path) -> None:
    curve = ("M", 10.0, 13.0), ("C", 10.0, 13.0, 11.0, 13.0, 10.0, 16.0)
    write_face(tmp_path, Drawn(SQUARE, INK), furniture=[draw_crop_marks(*curve)])
    assert mentions(read_refusal(lambda: read_pdf(tmp_path / "a.pdf", "a.pdf")), "a.pdf, page 1: GF117 crop mark line")
    assert mentions(read_refusal(lambda: read_svg(tmp_path / "a.svg", "a.svg")), "a.svg: GF117 crop mark line")
    path = edit_pdf(tmp_path, b"\n EMC", b"\nEMC")
    assert mentions(read_refusal(lambda: read_pdf(path, "b.pdf")), "b.pdf, page 1: GF117 crop marks no end")


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("name", LINES)
def test_shaped_lines_are_read_as_they_were_typed(
    name: str, live: bool, judge: Callable[[str], str], tmp_path: Path
) -> None:
    file, text, setting = LINES[name]
    font = debian_font(file, judge)
    settings = [setting, setting._replace(spacing=0.05), setting._replace(features=(("kern", 0),))]
    shapes = [Text(2, 9 * n, text, font, 3, 30, INK, each) for n, each in enumerate(settings)]
    write_face(tmp_path, *shapes, live=live, fonts=[font])
    pdf, svg = read_both(tmp_path)
    assert [run.text for run in pdf.runs] == [text] * 3
    assert " ".join(run.text for run in svg.runs) == " ".join([text] * 3)
    assert [run.width for run in pdf.runs] == pytest.approx(
        [open_shaper(font, each).measure(text) for each in settings], abs=0.001
    )


def test_a_line_to_the_left_that_says_something_else_is_refused(judge: Callable[[str], str], tmp_path: Path) -> None:
    file, text, setting = LINES["hebrew"]
    font = debian_font(file, judge)
    write_face(tmp_path, Text(2, 9, text, font, 3, 30, INK, setting), fonts=[font])
    typed, other = (b"<feff%b>" % each.encode("utf-16-be").hex().encode() for each in (text, text.replace("ש", "א")))
    message = read_refusal(lambda: read_pdf(edit_pdf(tmp_path, typed, other)))
    assert "GF117 a text says " in message
    assert "but its glyphs stand for " in message
