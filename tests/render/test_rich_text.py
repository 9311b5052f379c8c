"""Text with icons and emphasis: what is drawn, where, and what is refused at the cell."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.fonts.font_book import open_fonts
from generator.load.game import read_game
from generator.model.finding import DataError, DrawingError
from generator.model.game_entries import IconData
from generator.program.identity import find_resources
from generator.render.faces import FaceRenderer
from generator.render.rich_text import IconBook, TextSetter
from generator.render.svg.text_runs import measure_text
from generator.render.template_files import TemplateFiles
from tests.messages import facts, facts_of

SHARED = find_resources("templates")
FONTS = open_fonts(SHARED)
ICONS: dict[str, str | IconData] = {"gem": "icons.svg#gem", "tall": IconData(draw="tall.svg", height=2.0)}
_TEXT = re.compile(
    r'<text x="([-\d.]+)" y="([-\d.]+)" .*?font-weight="(\d+)" font-style="(\w+)" text-anchor="start">(.*?)</text>'
    r'|<g class="icon.(\w+)"[^>]*><\w+ href="([^"]*)" x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"/></g>'
)


@pytest.fixture
def setter(tmp_path: Path) -> TextSetter:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/tall.svg").write_text('<svg viewBox="0 0 6 24"/>', "utf-8")
    return TextSetter(FONTS, IconBook(ICONS, {}, TemplateFiles(tmp_path, SHARED)))


def read_pieces(svg: str) -> list[tuple[str, ...]]:
    """Return the text, weight and style of each run, or the name of each icon, in order."""
    found = _TEXT.findall(svg)
    assert "".join(re.sub(r"<[^<>]*>", "", svg)) == "".join(each[4] for each in found)
    return [(each[5],) if each[5] else (each[4], each[2], each[3]) for each in found]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("plain words", [("plain words", "400", "normal")]),
        ("a **b c** d", [("a", "400", "normal"), ("b c", "700", "normal"), ("d", "400", "normal")]),
        ("*a* ***b***", [("a", "400", "italic"), ("b", "700", "italic")]),
        ("2{gem}, x", [("2", "400", "normal"), ("gem",), (", x", "400", "normal")]),
        ("{gem}{gem}", [("gem",), ("gem",)]),
        ("2 * 3", [("2 * 3", "400", "normal")]),
        ("un**bold**ed", [("un", "400", "normal"), ("bold", "700", "normal"), ("ed", "400", "normal")]),
        (r"\{gem\} \*", [("&#123;gem} *", "400", "normal")]),
        ("a & b < c > d", [("a &amp; b &lt; c &gt; d", "400", "normal")]),
        ("5 * 3* _x y gold_cost ___", [("5 * 3* _x y gold_cost ___", "400", "normal")]),
        (
            "_a_ __b__ c **d _e_**",
            [
                ("a", "400", "italic"),
                ("b", "700", "normal"),
                ("c", "400", "normal"),
                ("d", "700", "normal"),
                ("e", "700", "italic"),
            ],
        ),
        (
            "<B>a <i>b</i></b>&amp;&nbsp;&eacute;",
            [("a", "700", "normal"), ("b", "700", "italic"), ("&amp;\u00a0é", "400", "normal")],
        ),
        (r"a\nb<br/>c\<b>", [("a", "400", "normal"), ("b", "400", "normal"), ("c&lt;b&gt;", "400", "normal")]),
        ("x<sup>2</sup>", [("x", "400", "normal"), ("2", "400", "normal")]),
        ("- 2", [("- 2", "400", "normal")]),
        ("one:\n- a\n* b", [("one:", "400", "normal"), ("• a", "400", "normal"), ("• b", "400", "normal")]),
    ],
)
def test_markup_becomes_runs_and_icons(text: str, pieces: list[tuple[str, ...]], setter: TextSetter) -> None:
    assert read_pieces(setter.rich(text, 0, 0, 100, 15)) == pieces


def test_runs_stand_where_their_widths_put_them(setter: TextSetter) -> None:
    found = _TEXT.findall(setter.rich("Pay 2{gem}: **now** {tall}", 10, 20, 100, 10, size=4))
    plain, bold = FONTS.find_font("Source Sans Pro", 400, False), FONTS.find_font("Source Sans Pro", 700, False)
    first, gem, second, now, tall = found
    at = 10 + 4 * measure_text("Pay 2", plain)
    assert [float(each) for each in first[:2]] == pytest.approx([10, 23.2])
    assert [float(each) for each in gem[7:]] == pytest.approx([at, 20 + 3.2 - 0.33 * 4 - 2, 4, 4], abs=1e-3)
    assert float(second[0]) == pytest.approx(at + 4, abs=1e-3)
    space = 4 * measure_text(" ", plain)
    assert float(now[0]) == pytest.approx(at + 4 + 4 * measure_text(":", plain) + space, abs=1e-3)
    assert float(tall[7]) == pytest.approx(float(now[0]) + 4 * measure_text("now", bold) + space, abs=1e-3)
    assert [float(each) for each in tall[9:]] == pytest.approx([2, 8])


def test_lines_break_between_words_and_are_aligned(setter: TextSetter) -> None:
    text = "one two three 4{gem}"
    lines = {float(each[1] or each[8]) for each in _TEXT.findall(setter.rich(text, 0, 0, 14, 20, size=4))}
    assert len(lines) == 4  # two lines of text, and the icon of the second
    shares: dict[Literal["middle", "end"], float] = {"middle": 0.5, "end": 1.0}
    for align, share in shares.items():
        (run,) = _TEXT.findall(setter.rich("end", 10, 0, 50, 20, size=4, align=align))
        wide = 4 * measure_text("end", FONTS.find_font("Source Sans Pro", 400, False))
        assert float(run[0]) == pytest.approx(10 + (50 - wide) * share, abs=1e-3)
    (low,) = _TEXT.findall(setter.rich("end", 10, 0, 50, 20, size=4, valign="bottom"))
    assert float(low[1]) == pytest.approx(20 - 0.2 * 4)


def test_a_language_without_blanks_wraps(setter: TextSetter) -> None:
    setter = TextSetter(FONTS, IconBook({}, {}, None))
    drawn = _TEXT.findall(setter.rich("ab\u200bcd\u200bef", 0, 0, 10, 20, size=4))
    assert [each[4] for each in drawn] == ["abcd", "ef"]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("Pay {gold}", "GF340", "no icon 'gold'"),
        ("a **b", "GF340", "no ** closes"),
        ("a** b", "GF340", "close nothing"),
        (
            "<blink>a</blink>",
            "GF340",
            "<blink> is not a tag that is set; known are <b>, <i>, <u>, <sup>, <sub> and <br>",
        ),
        ('<b class="x">a</b>', "GF340", "is not a tag"),
        ("<b>a", "GF340", "no </b> closes"),
        ("a</i>", "GF340", "</i> closes nothing"),
        ("a ****b", "GF340", "more than three"),
        ("a {b c}", "GF340", "a brace holds"),
        ("word " * 40, "GF202", "lines"),
        ("Donaudampfschiff", "GF202", "wide"),
    ],
)
def test_what_cannot_be_set_is_refused(text: str, code: str, words: str, setter: TextSetter) -> None:
    with pytest.raises(DrawingError) as caught:
        setter.rich(text, 0, 0, 20, 10)
    assert (caught.value.code, words in caught.value.message) == (code, True)


def test_a_long_text_is_set_smaller_then_closer_then_refused(setter: TextSetter) -> None:
    def list_places(words: int, **more: Any) -> list[tuple[float, float]]:
        drawn = setter.rich("word " * words, 0, 0, 30, 20, size=4, **more)
        return [(float(y), float(size)) for y, size in re.findall(r'y="([\d.]+)" [^>]*font-size="([\d.]+)"', drawn)]

    assert list_places(12, least=3) == list_places(12)
    first, second, *_ = list_places(20, least=3)
    assert [first[1], second[0] - first[0]] == pytest.approx([3.2, 1.25 * 3.2], abs=1e-3)
    (above, size), (below, _), *_ = list_places(24, least=3)
    assert (size, 0.88 * 1.25 * 3 <= below - above < 1.25 * 3) == (3, True)
    with pytest.raises(DrawingError) as caught:
        list_places(30, least=3)
    assert facts(caught.value.message).startswith("6 30 20 3")
    with pytest.raises(DrawingError):
        list_places(20)


def test_words_are_divided_and_lines_balanced_where_it_is_asked(setter: TextSetter) -> None:
    text = "a considerable transformation happens"
    assert read_pieces(setter.rich(text, 0, 0, 22, 30, size=4, hyphenate=True))[0][0] == "a consider-"
    plain, even = (
        read_pieces(setter.rich("one two three four five", 0, 0, 34, 20, size=4, balance=each))
        for each in (False, True)
    )
    assert [each[0] for each in plain] == ["one two three four", "five"]
    assert [each[0] for each in even] == ["one two three", "four five"]


def test_items_hang_and_blank_lines_leave_half_a_line(setter: TextSetter) -> None:
    found = _TEXT.findall(setter.rich("a\n\n- one two three four\n- x", 0, 0, 22, 40, size=4))
    assert [each[4] for each in found] == ["a", "• one two", "three four", "• x"]
    (_, a), (bullet, one), (hung, two), (_, x) = ((float(each[0]), float(each[1])) for each in found)
    indent = 4 * measure_text("• ", FONTS.find_font("Source Sans Pro", 400, False))
    assert [one - a, two - one, x - two] == pytest.approx([7.5, 5, 5])
    assert [bullet, hung] == pytest.approx([0, indent], abs=1e-3)


GAME = """title: Wren
version: "1"
players: [2, 4]
icons: {gem: icons.svg#gem}
parts:
  slip:
    kind: tile
    size: [60, 40]
    front: slip.svg.j2
    rows: slips.csv
    copies: 1
"""
SLIP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
  <g class="row.text">{{ row.text|rich(5, 5, 50, 30) }}</g>
</svg>
"""


def draw_slips(folder: Path, cell: str, game: str = GAME, template: str = SLIP) -> list[str]:
    """Return the facts of what is wrong with a game of one slip; nothing if it is drawn."""
    (folder / "templates").mkdir(parents=True)
    for name, text in (("game.yaml", game), ("slips.csv", f"id,text\na,{cell}\n"), ("templates/slip.svg.j2", template)):
        (folder / name).write_text(text, "utf-8")
    try:
        wren = read_game(folder, KINDS)
        (part,) = expand_parts(wren, KINDS)
        FaceRenderer(wren, TemplateFiles(folder, SHARED), FONTS).draw_face(part, part.designs[0], "front")
    except DataError as error:
        return facts_of(error.findings)
    return []


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("Pay 2{gem}.", []),
        ("Pay 2{gme}.", ["wren/slips.csv:2:8: GF008 'gme' 'gem'"]),
        ('"Pay, 2{gme}."', ["wren/slips.csv:2:10: GF008 'gme' 'gem'"]),
        ("Pay **2", ["wren/slips.csv:2:3: GF340 '**2' wren/templates/slip.svg.j2:2:3"]),
    ],
)
def test_a_fault_of_a_text_is_told_at_its_cell(
    cell: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = draw_slips(tmp_path / "wren", cell)
    assert [each.partition(" (")[0][:34] for each in found] == [each[:34] for each in expected]
    assert len(found) == len(expected)


def test_an_icon_printed_as_text_is_told_at_the_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plain = SLIP.replace("{{ row.text|rich(5, 5, 50, 30) }}", '<text x="5" y="20">{{ row.text }}</text>')
    (found,) = draw_slips(tmp_path / "wren", "Pay 2{gem}.", template=plain)
    assert found.startswith("wren/templates/slip.svg.j2:2:23: GF341 '{gem}' `rich`")
    assert draw_slips(tmp_path / "robin", "Pay 2{gem}.", GAME.replace("icons:", "# "), plain) == []


def test_an_icon_without_a_drawing_is_told_at_its_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (found,) = draw_slips(tmp_path / "wren", "Pay 2{gem}.", GAME.replace("svg#gem", "svg#gme"))
    assert found.startswith("wren/game.yaml:4:")
    assert "GF340" in found
    (found,) = draw_slips(tmp_path / "robin", "x", GAME.replace("icons.svg#gem", "{draw: x.svg, color: red}"))
    assert found.startswith("robin/game.yaml:4:")
    assert "GF008 'red'" in found
