"""Filters of text: wrapping, fitting, sizes, widths and tints."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from generator.fonts.font_book import FontBook, bundled_font
from generator.model.color import Color
from generator.model.finding import DrawingError
from generator.render.svg.text_runs import measure_text
from generator.render.text_filters import template_filters
from tests.messages import facts
from tests.render.drawing import draw_texts
from tests.samples import examples, for_each

FILTERS = template_filters(FontBook({}))
SANS = bundled_font("Source Sans Pro", 400, False)


def find_refusal(name: str, *given: Any, **more: Any) -> tuple[str, str]:
    with pytest.raises(DrawingError) as caught:
        FILTERS[name](*given, **more)
    return caught.value.code, facts(caught.value.message)


texts = st.lists(st.text(alphabet="abcdefgMWi.é\u00a0", min_size=1, max_size=9), max_size=20)
gaps = st.sampled_from([" ", "  ", "\t", " \t "])


@settings(max_examples=examples(150), deadline=None)
@given(texts, gaps, st.floats(30, 60), st.floats(1, 4))
def test_wrapping_loses_nothing_and_stays_inside(words: list[str], gap: str, width: float, size: float) -> None:
    lines = FILTERS["wrap"](gap.join(words), width, size=size)
    assert " ".join(lines).split(" ") == (words or [""])
    assert all(measure_text(line, SANS) * size <= width + 1e-6 for line in lines)
    for line, after in pairwise(lines):
        assert measure_text(f"{line} {after.split(' ')[0]}", SANS) * size > width - 1e-6


@settings(max_examples=examples(50), deadline=None)
@given(st.lists(texts, min_size=1, max_size=4), st.floats(40, 60))
def test_a_line_feed_ends_a_line(paragraphs: list[list[str]], width: float) -> None:
    lines = FILTERS["wrap"]("\n".join(" ".join(words) for words in paragraphs), width)
    assert lines == [line for words in paragraphs for line in FILTERS["wrap"](" ".join(words), width)]


def test_wrapping_at_exact_widths() -> None:
    width = measure_text("one two", SANS) * 4
    assert FILTERS["wrap"]("one two three", width + 0.0001, size=4) == ["one two", "three"]
    assert FILTERS["wrap"]("one two three", width - 0.001, size=4) == ["one", "two", "three"]
    assert FILTERS["wrap"]("", 10) == [""]
    assert FILTERS["wrap"](24, 10) == ["24"]
    assert FILTERS["wrap"]("a\u00a0b c", measure_text("a\u00a0b", SANS) * 3.2) == ["a\u00a0b", "c"]


def test_a_number_stays_with_its_unit_where_both_fit_on_a_line() -> None:
    for text in ("about 3 mm", "à peu près 3 mm"):
        room = measure_text(text.removesuffix(" mm"), SANS) * 4 + 0.1
        assert FILTERS["wrap"](text, room, size=4) == [text.removesuffix(" 3 mm"), "3 mm"]
    assert FILTERS["wrap"]("3 mm", measure_text("mm", SANS) * 4 + 0.1, size=4) == ["3", "mm"]


def test_a_language_without_blanks_is_broken_by_unicode_rules() -> None:
    width = measure_text("wide\u200bopen", SANS) * 4
    assert FILTERS["wrap"]("wide\u200bopen\u200bsea (or not)", width + 0.001, size=4) == [
        "wide\u200bopen",
        "sea (or",
        "not)",
    ]
    assert FILTERS["wrap"]("wide\u200bopen", width - 0.001, size=4) == ["wide", "open"]
    with pytest.raises(DrawingError) as caught:
        FILTERS["wrap"]("wide\u200bopen", 5, size=4)
    assert facts(caught.value.message) == f"'wide' {measure_text('wide', SANS) * 4:.1f} 5"


def test_escaped_text_is_unescaped_before_it_is_measured() -> None:
    assert FILTERS["wrap"](Markup("salt &amp; pepper"), 60) == ["salt & pepper"]
    assert FILTERS["width"](Markup("&amp;"), 4) == FILTERS["width"]("&", 4)


def test_width_is_the_sum_of_advances() -> None:
    assert FILTERS["width"]("ab", 5) == 5 * (SANS.advances["a"] + SANS.advances["b"])
    assert FILTERS["width"]("ab", 5, weight=700) > FILTERS["width"]("ab", 5)
    assert (
        FILTERS["width"]("a", 5, font="Source Serif Pro", italic=True)
        == 5 * bundled_font("Source Serif Pro", 400, True).advances["a"]
    )


def test_a_word_that_is_too_wide_is_refused() -> None:
    wide = measure_text("Donaudampfschiff", SANS) * 3.2
    assert find_refusal("wrap", "a Donaudampfschiff", 10) == (
        "GF202",
        f"'Donaudampfschiff' {wide:.1f} 10",
    )


def test_a_text_that_overflows_its_box_is_refused() -> None:
    assert FILTERS["fit"]("a\nb\nc", 20, 3.2 + 2 * 4, size=3.2, leading=4) == ["a", "b", "c"]
    message = "3 20 11.1 2 'a\\nb\\nc'"
    assert find_refusal("fit", "a\nb\nc", 20, 11.1, size=3.2, leading=4) == ("GF202", message)
    assert FILTERS["fit"]("a", 20, 3.2, size=3.2) == ["a"]
    assert find_refusal("fit", "a", 20, 3, size=3.2)[1] == "1 20 3 0 'a'"
    long = "word " * 30
    assert find_refusal("fit", long, 20, 4)[1].endswith(f" 1 {long[:39] + '…'!r}")


@settings(max_examples=examples(100), deadline=None)
@given(st.text(alphabet="abcMW i", max_size=30), st.floats(5, 60))
def test_a_size_fills_a_width_at_most(text: str, width: float) -> None:
    try:
        size = FILTERS["size_to"](text, width, 8, 0.5)
    except DrawingError:
        assert measure_text(text, SANS) * 0.5 > width - 1e-3
        return
    assert 0.5 <= size <= 8
    assert FILTERS["width"](text, size) <= width + 1e-9
    assert size == 8 or FILTERS["width"](text, size + 0.0002) > width


def test_a_line_that_would_be_too_small_is_refused() -> None:
    wide = measure_text("Hippopotamus", SANS) * 4
    assert find_refusal("size_to", "Hippopotamus", 10, 8, 4) == ("GF202", f"{wide:.1f} 4 10")


@for_each(["wrap", "width"])
def test_a_character_without_a_glyph_is_refused(name: str) -> None:
    assert find_refusal(name, "a ★", 20)[0] == "GF205"
    assert find_refusal(name, "a", 20, font="Comic Sans")[0] == "GF204"


COLORS: list[tuple[Callable[[], str], str]] = [
    (lambda: FILTERS["tint"]("#d55e00", 1), "#d55e00"),
    (lambda: FILTERS["tint"]("#d55e00", 0), "#ffffff"),
    (lambda: FILTERS["tint"]("#000", 0.3), "#b2b2b2"),
    (lambda: FILTERS["shade"]("#ffffff", 0.3), "#b2b2b2"),
    (lambda: FILTERS["shade"]("#d55e00", 1), "#000000"),
    (lambda: FILTERS["ink"]("#F0E442"), "#000000"),
    (lambda: FILTERS["ink"]("#0072B2"), "#ffffff"),
    (lambda: FILTERS["tint"](Color("player.red", "red", "#D55E00"), 1), "#d55e00"),
]


@pytest.mark.parametrize("index", range(len(COLORS)))
def test_tints(index: int) -> None:
    made, expected = COLORS[index]
    assert made() == expected


def test_invalid_colors_are_refused() -> None:
    assert find_refusal("tint", "red", 0.5) == ("GF203", "'red'")


@for_each([{"spacing": 0.3}, {"features": "'smcp'"}, {"spacing": 0.2, "features": "'smcp' 1"}])
def test_text_is_measured_with_the_spacing_and_features_that_it_is_drawn_with(more: dict[str, Any]) -> None:
    attributes = f'letter-spacing="{more.get("spacing", 0)}"'
    if "features" in more:
        attributes += f' style="font-feature-settings: {more["features"]}"'
    text = "river stone and lantern"
    (drawn,) = draw_texts(f'<text y="9" font-family="Source Serif Pro" font-size="4" {attributes}>{text}</text>')
    serif = {"font": "Source Serif Pro", **more}
    assert FILTERS["width"](text, 4, **serif) == pytest.approx(drawn.width)
    assert drawn.width > FILTERS["width"](text, 4, font="Source Serif Pro") + 0.5
    assert FILTERS["width"](f"a\n{text}\n", 4, **serif) == pytest.approx(drawn.width)
    assert FILTERS["wrap"](text, drawn.width, size=4, **serif) == [text]
    assert FILTERS["fit"](text, drawn.width - 0.01, 9, size=4, **serif) == ["river stone and", "lantern"]
    size = FILTERS["size_to"](text, drawn.width - 2, 4, 2, **serif)
    assert drawn.width - 2.05 < FILTERS["width"](text, size, **serif) <= drawn.width - 2


def test_a_spaced_line_that_is_too_wide_at_the_smallest_size_is_refused() -> None:
    wide = FILTERS["width"]("lantern", 2, spacing=1)
    code, _ = find_refusal("size_to", "lantern", wide - 0.1, 4, 2, spacing=1)
    assert code == "GF202"
    assert FILTERS["size_to"]("lantern", wide + 0.1, 4, 2, spacing=1) >= 2


def test_features_that_cannot_be_drawn_are_refused() -> None:
    assert find_refusal("width", "abc", 4, features="small")[0] == "GF201"
    assert find_refusal("width", "abc", 4, features="'pcap'")[0] == "GF204"
