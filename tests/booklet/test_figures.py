"""Figures in the rules: their place on the page, their content, their numbers, and what is refused."""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops
from reportlab.pdfbase.pdfmetrics import getFont

from generator.booklet.compositor import register_fonts
from generator.model.figure import Figure
from generator.model.finding import DataError, Place
from generator.model.paper import PAPERS
from generator.model.picture import Font, Group, Paint, Picture, Text
from generator.model.picture import Path as Outline
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.rules.rulebook import print_rules as print_files_of
from generator.proof.kit import Kit
from generator.write.pdf.booklet_sheets import PdfFigures
from tests.booklet.fonts import load_fonts
from tests.booklet.typeset import print_rules, read_refusals
from tests.messages import mention_all
from tests.samples import for_each

MM = 72 / 25.4
SQUARE = (("M", 0.0, 0.0), ("L", 10.0, 0.0), ("L", 10.0, 10.0), ("L", 0.0, 10.0), ("Z",))


def find_font(family: str, weight: int, italic: bool) -> Font:
    return next(
        font for font in load_fonts().values() if (font.family, font.weight, font.italic) == (family, weight, italic)
    )


def make_picture(width: float, height: float, *, bleed: float = 0.0) -> Picture:
    """Return a picture with a red square at the top left, in a named group, and a non-ASCII word below it."""
    square = Group((Outline(SQUARE, Paint("#ff0000")),), name="cell.a")
    font = load_fonts()["sans-bold"]
    word = Text(0.0, 18.0, "Zähler", font, 5.0, 20.0, Paint())
    return Picture(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, (square, word))


def find_registered(font: Font) -> Any:
    return next(getFont(name) for key, name in register_fonts(load_fonts()).items() if load_fonts()[key] is font)


def make_figures(*sizes: tuple[float, float]) -> Mapping[str, Figure]:
    """Return figures a, b, c ... of the given sizes (mm)."""
    plates = PdfFigures(PAPERS["a4"], find_font, find_registered)
    made = zip("abcdefg", sizes, strict=False)
    return {
        name: plates.make_figure(name, make_picture(*size), f"What {name} shows", Place("game.yaml", 9, 3))
        for name, size in made
    }


def open_pdf(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def find_figures(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str, list[float], str, str]]:
    """Yield page, id, matrix, alternative text and form of every figure in the file."""
    for number, page in enumerate(pdf.pages, start=1):
        matrix, figure, words, depth = [], "", "", 0
        for each in pikepdf.parse_content_stream(page):
            operands: Any = each.operands
            match str(each.operator):
                case "cm":
                    matrix = [float(value) for value in operands]
                case "BDC" if operands[0] == "/Figure":
                    figure, depth = str(operands[1].ID), depth + 1
                case "BDC" if operands[0] == "/Span" and depth == 0:  # the number of the build
                    assert "/MCID" in operands[1]
                    figure, depth = "", 1
                case "BDC" if operands[0] == "/Span":
                    words, depth = str(operands[1].Alt), depth + 1
                case "BDC":
                    assert depth == 0
                    assert "/MCID" in operands[1] or operands[0] == "/Artifact"
                    depth += 1
                case "Do" if figure:
                    assert depth == 2
                    yield number, figure, matrix, words, str(operands[0])
                case "BMC":
                    assert (str(operands[0]), depth) == ("/Artifact", 0)
                    depth += 1
                case "EMC":
                    depth -= 1
        assert depth == 0


def test_a_figure_is_centered_in_the_column_at_its_own_size() -> None:
    pdf = open_pdf(print_rules("Text.\n\n![What it shows](figure:a)\n", figures=make_figures((50, 40))))
    [(page, name, matrix, words, form)] = find_figures(pdf)
    assert (page, name, words) == (2, "a", "What a shows")
    # the column is 110 mm wide and begins 24 mm right of (210 - 134) / 2: so a figure of 50 mm begins at 92 mm
    assert matrix == pytest.approx([MM, 0, 0, -MM, 30 * MM, 40 * MM], abs=1e-3)
    assert [float(value) for value in pdf.pages[1].Resources.XObject[form].BBox] == [0, 0, 50, 40]


def test_the_ink_of_a_figure_agrees_with_its_matrix() -> None:
    page = pypdfium2.PdfDocument(print_rules("![x](figure:a)", figures=make_figures((50, 40))))[1]
    image = page.render(scale=4).to_pil().convert("RGB")
    left, top, right, bottom = find_ink(image, (255, 0, 0))
    assert left == pytest.approx(92 * MM * 4, abs=2)
    assert [right - left, bottom - top] == pytest.approx([10 * MM * 4] * 2, abs=2)


def find_ink(image: Any, color: tuple[int, int, int]) -> tuple[int, int, int, int]:
    apart = ImageChops.difference(image, Image.new("RGB", image.size, color)).split()
    found = reduce(ImageChops.lighter, apart).point(lambda tone: 255 * (tone == 0)).getbbox()
    assert found is not None
    return found


def test_a_figure_wider_than_the_column_is_made_smaller_in_proportion() -> None:
    [(_, _, matrix, _, _)] = find_figures(open_pdf(print_rules("![x](figure:a)", figures=make_figures((268, 80)))))
    # wider than the column of 110 mm, it is as wide as the headings, 134 mm
    assert matrix == pytest.approx([MM / 2, 0, 0, -MM / 2, 0, 40 * MM], abs=1e-3)
    [(_, _, matrix, _, _)] = find_figures(
        open_pdf(print_rules("![x](figure:a)", "a5", figures=make_figures((200, 80))))
    )
    assert matrix == pytest.approx([MM / 2, 0, 0, -MM / 2, 0, 40 * MM], abs=1e-3)
    [(_, _, matrix, _, _)] = find_figures(open_pdf(print_rules("![x](figure:a)", figures=make_figures((110, 80)))))
    assert matrix[0] == pytest.approx(MM, abs=1e-3)


def print_rules_of(kit: Kit) -> bytes:
    """Return the rules of a kit as loose A4 pages."""
    return dict(print_files_of(kit, Options(), []))[f"{kit.game.id}-rules-a4.pdf"]


def read_lines(data: bytes) -> list[list[str]]:
    return [page.get_textpage().get_text_bounded().split("\r\n") for page in pypdfium2.PdfDocument(data)]


def test_figures_are_numbered_in_order_and_a_caption_is_text() -> None:
    rules = '![The *way* out](figure:b)\n\n> !["Home" again](figure:a)\n\n1. ![Once more](figure:b)\n'
    data = print_rules(rules, figures=make_figures((20, 20), (30, 20)))
    _, page = read_lines(data)
    assert [line for line in page if line.startswith("Figure")] == [
        "Figure 1 The way out",
        "Figure 2 \u201cHome\u201d again",
        "Figure 3 Once more",
    ]
    assert [each[1] for each in find_figures(open_pdf(data))] == ["b", "a", "b"]


def test_a_figure_shown_twice_is_embedded_once() -> None:
    pdf = open_pdf(print_rules("![x](figure:a)\n\n![y](figure:a)", figures=make_figures((20, 20))))
    assert len({each[4] for each in find_figures(pdf)}) == 1
    drawn = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
    forms = [each for each in drawn if b"% build" not in each.read_bytes()]  # all but the number of the build
    assert len(forms) == 1


def test_a_figure_is_on_the_page_of_its_caption() -> None:
    words = "\n\n".join(["Word " * 60] * 6)
    for height in range(60, 160, 7):
        data = print_rules(f"{words}\n\n![Caption](figure:a)\n", figures=make_figures((50, height)))
        [(page, *_)] = find_figures(open_pdf(data))
        assert [number for number, text in enumerate(read_lines(data), 1) if "Figure 1 Caption" in text] == [page]


def test_named_groups_stay_named_in_the_figure() -> None:
    pdf = open_pdf(print_rules("![x](figure:a)", figures=make_figures((50, 40))))
    [(_, _, _, _, form)] = find_figures(pdf)
    stream = pdf.pages[1].Resources.XObject[form]
    begun: list[Any] = [each.operands for each in pikepdf.parse_content_stream(stream) if str(each.operator) == "BDC"]
    assert [(str(tag), str(entry.ID)) for tag, entry in begun] == [("/Mark", "cell.a")]


@for_each(["**Words** before", ""])
def test_fonts_of_a_figure_are_embedded_once_and_its_text_can_be_read(rules: str) -> None:
    data = print_rules(f"{rules}\n\n![x](figure:a)\n\n| words |\n|---|\n| after |\n", figures=make_figures((50, 40)))
    assert any("Zähler" in line for line in read_lines(data)[1])
    pdf = open_pdf(data)
    used = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font"]
    assert all("/FontFile2" in font.FontDescriptor for font in used)
    names = [str(font.BaseFont) for font in used]
    assert "/AAAAAA+SourceSansPro-Bold" in names
    assert len(names) == len(set(names))


def test_a_bleed_is_cut_off() -> None:
    figure = PdfFigures(PAPERS["a4"], find_font, find_registered).make_figure(
        "a", make_picture(50, 40, bleed=3), "alt", Place("game.yaml")
    )
    assert (figure.width, figure.height) == (50, 40)
    pdf = open_pdf(print_rules("![x](figure:a)", figures={"a": figure}))
    [(*_, form)] = find_figures(pdf)
    assert [float(value) for value in pdf.pages[1].Resources.XObject[form].BBox] == [0, 0, 50, 40]


def test_the_same_bytes() -> None:
    one, other = (print_rules("![x](figure:b) \n\n![y](figure:a)", figures=make_figures((9, 9), (8, 8))) for _ in "ab")
    assert one == other


WRONG = {
    "![x](figure:rout)\n\n![y](figure:a)": "rules.md:1:1: GF008 figure 'rout' there is 'a'",
    "text": "game.yaml:9:3: GF306 figure 'a' never ![caption](figure:a)",
    "![x](figure:a)\n\nsee ![x](figure:a)": ("rules.md:3:5: GF302 figure paragraph of its own"),
    "see ![x](figure:a)": ("rules.md:1:5: GF302 figure paragraph of its own"),
    "![x](figure:a)\n\n> - ![y](figure:b)": "rules.md:3:5: GF008 figure 'b' there is 'a'",
    "![x](figure:a)\n\n![](figure:a)": "rules.md:3:1: GF302 figure without caption",
    '![x](figure:a "title")': "rules.md:1:1: GF302 title figure",
    "![x](figure:a)\n\n![x](a.png)": "rules.md:3:1: GF008 'image:a.png'",
    "![x ![y](b.png)](figure:a)": "rules.md:1:5: GF008 'image:b.png'",
    "![x ★](figure:a)": "rules.md:1: GF205 '★' (U+2605) SourceSansPro-Regular",
}


@pytest.mark.parametrize(("rules", "message"), WRONG.items(), ids=range(len(WRONG)))
def test_a_wrong_figure_is_refused_at_its_place(rules: str, message: str) -> None:
    assert mention_all(read_refusals(rules, figures=make_figures((20, 20))), [message])


@for_each([("aacd", 3, 1), ("abdd", 5, 7), ("abbd", 5, 3), ("bbcd", 1, 3)])
def test_a_figure_shown_twice_stands_in_for_one_that_is_never_shown(shown: str, line: int, other: int) -> None:
    rules = "\n\n".join(f"![Picture {name}](figure:{name})" for name in shown)
    (missing,) = {*"abcd"} - {*shown}
    (twice,) = (name for name in "abcd" if shown.count(name) == 2)
    [message] = read_refusals(rules, figures=make_figures(*[(20, 20)] * 4))
    assert message == (
        f"rules.md:{line}:1: GF306 the rules never show the figure {missing!r} (game.yaml:9:3), but {twice!r} twice,"
        f" here and in line {other}; show {missing!r} in one of these places"
    )


def test_a_figure_shown_three_times_stands_in_for_none() -> None:
    rules = "\n\n".join(f"![x](figure:{name})" for name in "aaa")
    [message] = read_refusals(rules, figures=make_figures((20, 20), (20, 20)))
    assert message.startswith("game.yaml:9:3: GF306")


def test_a_figure_higher_than_a_page_names_its_line() -> None:
    message = "rules.md:3: GF301 figure 'a' page caption"
    assert mention_all(read_refusals("text\n\n![x](figure:a)", figures=make_figures((20, 240))), [message])
    print_rules("text\n\n![x](figure:a)", figures=make_figures((20, 230)))


GAME = """\
title: Wren
version: "1.0"
players: [1, 4]
colors:
  ink: {paint: "#123456"}
parts:
  trail: {kind: track, from: 1, to: 3, columns: 3, cell: 15, border: 2, front: trail.svg.j2, copies: 1, values: {a: 1, b: 2}}
rules: rules.md
figures:
  route:
    template: route.svg.j2
    part: trail
    size: [49, 19]
    alt: Three spaces.
    values: {b: 3, from: r4c33, moves: [{to: east}, {to: wets}]}
claims:
  - {id: W1, says: one, rests_on: rules, check: count('trail') == 1}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">\n%s\n</svg>'
ROUTE = SVG % (
    "{% for s in spaces %}<text x='{{ s.x }}' y='10' font-size='4' fill=\"{{ colors['ink'] }}\">{{ s.n }}</text>{% endfor %}"
    "<text x='2' y='16' font-size='3'>{{ board_w }} {{ board_h }} {{ values.a }}{{ values.b }} {{ part.id }} {{ game.title }}</text>"
)


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a game whose rules show a figure; its parent is the current folder."""
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "rules.md").write_text("# Wren\n\n![The route](figure:route)\n", "utf-8")
    (home / "templates" / "trail.svg.j2").write_text(SVG % "", "utf-8")
    (home / "templates" / "route.svg.j2").write_text(ROUTE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return Path("wren")


def replace_in(home: Path, file: str, old: str, new: str) -> None:
    text = (home / file).read_text("utf-8")
    assert old in text
    (home / file).write_text(text.replace(old, new), "utf-8")


def read_faults(home: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        print_rules_of(prepare_kit(home, Options()))
    return [str(finding) for finding in caught.value.findings]


def test_a_template_gets_the_values_of_its_part(wren: Path) -> None:
    data = print_rules_of(prepare_kit(wren, Options()))
    _, page = read_lines(data)
    assert "49.0 19.0 13 trail Wren" in page
    assert [line for line in page if re.fullmatch(r"[ 123]+", line)] == ["1 2 3"]


TOLD = (
    "<text x='2' y='{y}' font-size='2'>{{{{ parts.deck.designs|list|join(',') }}}} {{{{ parts.deck.designs['b'].row.n }}}} "
    "{{{{ parts.deck.w }}}}x{{{{ parts.deck.h }}}} {{{{ parts.deck.part.title }}}} {{{{ parts.deck.values.c }}}} "
    "{{{{ parts.trail.spaces|length }}}} {{{{ parts.trail.values.b }}}}</text>"
)


def add_deck(home: Path, named: str) -> None:
    """Add a part of two designs to the game, and the named parts to its figure."""
    deck = "{kind: tile, size: [20, 30], front: trail.svg.j2, rows: [{id: a, n: 4}, {id: b, n: 5}], copies: 1, title: Deck}"
    deck = deck.replace("copies", "values: {c: 7}, copies")
    replace_in(home, "game.yaml", "rules: rules.md\n", f"  deck: {deck}\nrules: rules.md\n")
    replace_in(home, "game.yaml", "    size: [49", f"    parts: {named}\n    size: [49")


@pytest.mark.parametrize("part", ["    part: trail\n", ""], ids=["besides a part", "alone"])
def test_a_template_can_use_further_parts_and_their_designs(part: str, wren: Path) -> None:
    add_deck(wren, "[deck, trail]")
    replace_in(wren, "game.yaml", "    part: trail\n", part)
    (wren / "templates" / "route.svg.j2").write_text(SVG % TOLD.format(y=6), "utf-8")
    _, page = read_lines(print_rules_of(prepare_kit(wren, Options())))
    assert "a,b 5 20.0x30.0 Deck 7 3 2" in page


def test_a_template_can_use_only_the_parts_that_the_figure_names(wren: Path) -> None:
    add_deck(wren, "[trail]")
    (wren / "templates" / "route.svg.j2").write_text(SVG % TOLD.format(y=6), "utf-8")
    assert mention_all(
        read_faults(wren), ["wren/templates/route.svg.j2:2:42: GF207 'deck' there is 'trail' (drawing figure route)"]
    )


def test_figures_can_use_parts_that_are_not_printed(wren: Path) -> None:
    add_deck(wren, "[deck, trail]")
    (wren / "templates" / "route.svg.j2").write_text(SVG % TOLD.format(y=6), "utf-8")
    _, page = read_lines(print_rules_of(prepare_kit(wren, Options(only=("trail",)))))
    assert "a,b 5 20.0x30.0 Deck 7 3 2" in page


def test_the_build_writes_the_rules_and_its_id_depends_on_the_template(wren: Path) -> None:
    kit = prepare_kit(wren, Options())
    assert "wren-rules-a4.pdf" in [file.path for file in build_kit(wren, Options(out=Path("out"))).files]
    replace_in(wren, "templates/route.svg.j2", "font-size='3'", "font-size='2.9'")
    assert prepare_kit(wren, Options()).build != kit.build


FAULTS = {
    "an alt that is missing": (
        ("game.yaml", "    alt: Three spaces.\n", ""),
        "wren/game.yaml:10:3: GF005 figures.route 'alt' blank",
    ),
    "an alt of blanks": (
        ("game.yaml", "alt: Three spaces.", 'alt: "  "'),
        "wren/game.yaml:14:10: GF006 figures.route.alt blank '  '",
    ),
    "nothing to see": (
        ("templates/route.svg.j2", ROUTE, SVG % ""),
        "wren/game.yaml:10:3: GF309 'route' draws nothing",
    ),
    "a role that is empty": (
        ("templates/route.svg.j2", "colors['ink']", "colors['']"),
        "wren/templates/route.svg.j2:2:1: GF207 empty 'ink' (drawing figure route)",
    ),
    "a part that there is not": (
        ("game.yaml", "part: trail", "part: trial"),
        "wren/game.yaml:12:11: GF008 figures.route.part: 'trial' 'trail'",
    ),
    "one of several parts that there is not": (
        ("game.yaml", "    size: [49", "    parts: [trail, trial]\n    size: [49"),
        "wren/game.yaml:13:20: GF008 figures.route.parts[1]: 'trial' 'trail'",
    ),
    "an id of the wrong form": (
        ("game.yaml", "  route:\n", "  Route:\n"),
        "wren/game.yaml:10:3: GF006 'Route' figure's id 'route'",
    ),
    "a game without rules": (
        ("game.yaml", "rules: rules.md\n", ""),
        "wren/game.yaml:9:3: GF308 'route' no rules",
    ),
    "a figure that there is not": (
        ("rules.md", "figure:route", "figure:rout"),
        "wren/game.yaml:10:3: GF306 'route' never ![caption](figure:route)",
        "wren/rules.md:3:1: GF008 figure 'rout' 'route'",
    ),
    "a template that there is not": (
        ("game.yaml", "template: route.svg.j2", "template: rout.svg.j2"),
        "wren/game.yaml:11:15: GF206 template 'rout.svg.j2' 'route.svg.j2' (drawing figure route)",
    ),
    "a name that the template does not know": (
        ("templates/route.svg.j2", "board_h", "bord_h"),
        "wren/templates/route.svg.j2:2:168: GF207 'bord_h' 'board_h' (drawing figure route)",
    ),
    "an element outside the profile": (
        ("templates/route.svg.j2", "<text x='2'", "<script/><text x='2'"),
        "wren/templates/route.svg.j2:2:118: GF201 <script> profile (drawing figure route)",
    ),
    "a name of its values that nothing has": (
        ("templates/route.svg.j2", "{{ part.id }}", "{{ find({'2': 4, 'r4c3': 5}, values.from) }}"),
        "wren/game.yaml:15:26: GF008 'r4c33' 'r4c3' (drawing figure route, looked up at wren/templates/route.svg.j2:2:1)",
    ),
    "one further in": (
        ("templates/route.svg.j2", "{{ part.id }}", "{{ find([{'id': 'west', 'x': 1}], values.moves[1].to).x }}"),
        "wren/game.yaml:15:58: GF008 'wets' 'west' (drawing figure route, looked up at wren/templates/route.svg.j2:2:1)",
    ),
    "a name of the template that nothing has": (
        ("templates/route.svg.j2", "{{ part.id }}", "{{ find({'c': 1}, 'd') }}"),
        "wren/templates/route.svg.j2:2:227: GF207 'd' there is 'c' (drawing figure route)",
    ),
    "a box of another size": (
        ("game.yaml", "size: [49, 19]", "size: [50, 0]"),
        "wren/game.yaml:13:16: GF006 figures.route.size[1] at least 5 at most 1,000 0",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_each_fault_is_one_line_at_its_place(case: str, wren: Path) -> None:
    change, *lines = FAULTS[case]
    replace_in(wren, *change)
    assert mention_all(read_faults(wren), map(str, lines))
