"""Text elements become runs: white space, positions, anchors and fonts as in SVG 1.1, chapter 10."""

import pytest

from generator.fonts.font_book import FontBook, bundled_font
from generator.model.finding import DrawingError
from generator.model.picture import Text
from generator.render.svg.text_runs import measure_text
from tests.render.drawing import check_refusal, draw_shapes, draw_texts, find_refusal
from tests.samples import for_each

SANS = bundled_font("Source Sans Pro", 400, False)


def text_width(text: str, size: float = 4.0) -> float:
    return measure_text(text, SANS) * size


def read_runs(body: str) -> list[str]:
    return [run.text for run in draw_texts(body)]


def run_place(run: Text) -> tuple[float, float]:
    return round(run.x, 6), round(run.y, 6)


BLANKS = {
    "<text>  a   b  </text>": ["a b"],
    "<text>\n  a\n  b\t\tc\n</text>": ["a b c"],
    "<text> </text>": [],
    "<text/>": [],
    "<text> é   b\u00a0\u00a0c </text>": ["é b\u00a0\u00a0c"],
    "<text>\u00a0a\u00a0</text>": ["\u00a0a\u00a0"],
    "<text>a <tspan> b</tspan> c</text>": ["a ", "b", " c"],
    "<text> <tspan> a </tspan> <tspan> b </tspan> </text>": ["a ", "b"],
    "<text><tspan>a</tspan><tspan>b</tspan></text>": ["a", "b"],
    "<text>a<tspan> </tspan>b</text>": ["a", " ", "b"],
    '<text xml:space="preserve"> a  b\n</text>': [" a  b "],
    '<text xml:space="preserve">a\t<tspan>b</tspan> </text>': ["a ", "b", " "],
    "<text>a &amp; &lt;b&gt; &#233;</text>": ["a & <b> é"],
    "<text>a<!-- not this -->b</text>": ["a", "b"],
    "<text>a<title>not this</title>b</text>": ["a", "b"],
}


@pytest.mark.parametrize("body", BLANKS)
def test_white_space_in_text(body: str) -> None:
    assert read_runs(body) == BLANKS[body]


def test_a_run_has_its_place_its_width_and_its_face() -> None:
    (run,) = draw_texts(
        '<text x="3" y="9" font-size="6" font-weight="700" font-style="italic" font-family="Source Serif Pro, serif">ab</text>'
    )
    font = bundled_font("Source Serif Pro", 700, True)
    assert (run.x, run.y, run.size, run.font) == (3, 9, 6, font)
    assert run.width == (569 - 4 + 538) / 1000 * 6  # b is kerned to a


def test_the_default_font_is_sans_regular_at_four_millimeters() -> None:
    (run,) = draw_texts("<text>a</text>")
    assert (run.font, run.size, run.x, run.y) == (SANS, 4, 0, 0)


def test_a_span_continues_where_the_text_before_it_ended() -> None:
    one, two, three = draw_texts('<text x="1" y="9">ab<tspan dx="2" dy="3">c</tspan>n</text>')
    assert run_place(one) == (1, 9)
    assert run_place(two) == (round(1 + text_width("ab") + 2, 6), 12)
    assert run_place(three) == (round(1 + text_width("abc") + 2, 6), 12)


def test_letters_are_kerned_across_spans_that_are_set_alike() -> None:
    one, two = draw_texts('<text x="1" y="9">T<tspan fill="red">o</tspan></text>')
    (whole,) = draw_texts('<text x="1" y="9">To</text>')
    assert two.x + two.width == pytest.approx(1 + whole.width)
    assert two.x < 1 + one.width
    _, other = draw_texts('<text x="1" y="9">T<tspan font-weight="700">o</tspan></text>')
    assert other.x == pytest.approx(1 + one.width)


def test_a_span_with_a_place_begins_a_chunk() -> None:
    one, two, three = draw_texts('<text x="1" y="9">ab<tspan x="20">c</tspan><tspan y="30">d</tspan></text>')
    assert [run_place(one), run_place(two)] == [(1, 9), (20, 9)]
    assert run_place(three) == (round(20 + text_width("c"), 6), 30)


@for_each([("start", 0), ("middle", 0.5), ("end", 1)])
def test_a_chunk_is_anchored_as_a_whole(anchor: str, shift: float) -> None:
    one, two, three = draw_texts(
        f'<text x="30" text-anchor="{anchor}">ab<tspan dx="2">c</tspan><tspan x="50">de</tspan></text>'
    )
    assert run_place(one)[0] == round(30 - shift * (text_width("abc") + 2), 6)
    assert run_place(two)[0] == round(30 - shift * (text_width("abc") + 2) + text_width("ab") + 2, 6)
    assert run_place(three)[0] == round(50 - shift * text_width("de"), 6)


@for_each(
    [
        '<text x="30" dx="5" text-anchor="middle">ab</text>',
        '<text x="30" text-anchor="middle"><tspan dx="5">ab</tspan></text>',
    ]
)
def test_an_offset_of_the_first_word_moves_the_chunk(body: str) -> None:
    assert run_place(draw_texts(body)[0])[0] == round(35 - text_width("ab") / 2, 6)


def test_a_plain_text_and_the_same_in_a_span_are_set_alike() -> None:
    for attributes in ('x="9" y="3"', 'x="9" dx="2" dy="1" text-anchor="end"', 'text-anchor="middle" font-size="7"'):
        (plain,), (span,) = (
            draw_texts(f"<text {attributes}>word  two</text>"),
            draw_texts(f"<text {attributes}><tspan>word  two</tspan></text>"),
        )
        assert (run_place(plain), plain.text, plain.width) == (run_place(span), span.text, span.width)


def test_hidden_words_keep_their_room() -> None:
    _, two = draw_texts('<text>a<tspan visibility="hidden">b</tspan>c</text>')
    assert (two.text, round(two.x, 6)) == ("c", round(text_width("ab"), 6))
    assert draw_shapes('<text visibility="hidden">a</text><text font-size="0">a</text>') == ()


def test_spans_have_their_own_paint() -> None:
    one, two, three = draw_texts(
        '<text fill="red">a<tspan fill="blue" stroke="red">b<tspan font-size="9">c</tspan></tspan></text>'
    )
    assert [run.paint.fill for run in (one, two, three)] == ["#ff0000", "#0000ff", "#0000ff"]
    assert [run.size for run in (one, two, three)] == [4, 4, 9]


MISSING = {
    "<text>a★</text>": "'★' +2605 'a★'",
    "<text>a<tspan>♞</tspan></text>": "'♞' +265 '♞'",
    "<text>&#9;x&#x7f;</text>": "+007 'x\\x7f'",
    f"<text>{'long ' * 20}😀</text>": "'😀' +1 600 'long long long long long long long long…'",
}


@pytest.mark.parametrize("body", MISSING)
def test_a_character_without_a_glyph_is_refused(body: str) -> None:
    with pytest.raises(DrawingError) as caught:
        draw_shapes(body)
    assert caught.value.code == "GF205"
    assert caught.value.message.startswith("SourceSansPro-Regular ")
    check_refusal(caught.value.message, MISSING[body])


@pytest.mark.parametrize("char", "\u2066\u2067\u2068\u2069")
def test_isolates_are_refused_with_what_to_write(char: str) -> None:
    with pytest.raises(DrawingError) as caught:
        draw_shapes(f"<text>a{char}b</text>")
    assert caught.value.code == "GF205"
    assert caught.value.message.startswith(f"U+{ord(char):04X} in ")
    assert "U+200F" in caught.value.message


def test_unknown_families_and_weights_are_refused() -> None:
    with pytest.raises(DrawingError) as caught:
        draw_shapes('<text font-family="Source Sans">x</text>')
    assert caught.value.code == "GF204"
    check_refusal(caught.value.message, "'Source Sans' 'Source Sans Pro' `gutterfold fonts`")
    message = find_refusal('<text font-family="Arial, Nowhere">x</text>')
    check_refusal(message, "'Arial' 'Source Sans Pro' 'Source Serif Pro' `gutterfold fonts`")


WEIGHTS = {100: 200, 350: 300, 450: 400, 500: 400, 550: 600, 800: 900}


@pytest.mark.parametrize("asked", WEIGHTS)
def test_a_weight_that_a_family_does_not_have_is_the_nearest(asked: int) -> None:
    book = FontBook({})
    assert book.find_font("Source Sans Pro", asked, True).weight == WEIGHTS[asked]
    says = f"Source Sans Pro has no weight {asked}; the nearest, {WEIGHTS[asked]}, is used"
    assert (book.take_notes(), book.take_notes()) == ([says], [])
    assert (book.find_font("Source Sans Pro", 400, False).weight, book.take_notes()) == (400, [])


def test_a_list_of_families_and_what_stands_for_them() -> None:
    book = FontBook({}, {"Arial": "Source Serif Pro", "cursive": "Nowhere"})
    lists = ["Helvetica, 'Source Serif Pro'", "sans-serif", "Georgia, serif", '"Arial"', "cursive, system-ui"]
    found = [book.find_font(each, 400, False).family for each in lists]
    serif, sans = "Source Serif Pro", "Source Sans Pro"
    assert found == [serif, sans, serif, serif, sans]
    with pytest.raises(DrawingError, match=r"^cursive is set to 'Nowhere', but there is no such font$"):
        book.find_font("cursive", 400, False)
    with pytest.raises(DrawingError, match=r"^there is no font 'monospace'"):
        book.find_font("monospace", 400, False)
