"""Properties that choose letters and figures: what they ask of a font, how they are inherited, and what is refused."""

import pytest

from generator.fonts.font_book import FontBook
from generator.model.finding import DrawingError
from generator.model.picture import TextSetting
from generator.render.drawings.rewriting import DrawingRewriter
from generator.render.svg.elements import Element, SvgParser
from generator.render.svg.font_features import parse_features
from tests.render.drawing import draw_texts, find_refusal

SETTINGS = {
    'font-variant="small-caps"': TextSetting((("smcp", 1),)),
    'font-variant="oldstyle-nums tabular-nums"': TextSetting((("onum", 1), ("tnum", 1))),
    'style="font-variant-numeric: lining-nums"': TextSetting((("lnum", 1),)),
    'style="font-variant-ligatures: no-common-ligatures"': TextSetting((("clig", 0), ("liga", 0))),
    'style="font-kerning: none"': TextSetting((("kern", 0),)),
    """style="font-feature-settings: 'onum', 'ss01' 2, 'liga' off" """: TextSetting(
        (("liga", 0), ("onum", 1), ("ss01", 2))
    ),
    """style="font-feature-settings: 'kern' 1; font-kerning: none" """: TextSetting((("kern", 1),)),
    'font-variant="small-caps" style="font-variant: normal"': TextSetting(),
    'letter-spacing="0.5"': TextSetting(spacing=0.1),
    'letter-spacing="-0.05em"': TextSetting(spacing=-0.05),
    'letter-spacing="normal"': TextSetting(),
    'direction="rtl"': TextSetting(rtl=True),
}


@pytest.mark.parametrize("attributes", SETTINGS)
def test_each_property(attributes: str) -> None:
    (text,) = draw_texts(f'<text font-family="Source Serif Pro" font-size="5" {attributes}>ab</text>')
    assert text.setting == SETTINGS[attributes]


def test_properties_are_inherited_and_add_up() -> None:
    body = '<g style="font-variant-numeric: oldstyle-nums; letter-spacing: 1"><text style="font-variant-caps: small-caps">ab</text></g>'
    (text,) = draw_texts(body.replace("<text", '<text font-family="Source Serif Pro" font-size="5"'))
    assert text.setting == TextSetting((("onum", 1), ("smcp", 1)), 0.2)


def test_an_attribute_that_programs_ignore_is_ignored_and_reported() -> None:
    rewriter = DrawingRewriter(FontBook({}))
    text = '<text font-kerning="none" font-variant-caps="normal" font-variant="small-caps" mix-blend-mode="screen">a</text>'
    root = SvgParser().read(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 30">{text}</svg>')
    (element,) = rewriter.rewrite(root).content
    assert isinstance(element, Element)
    assert element.attributes == {"font-variant": "small-caps"}
    assert [(each.code, each.level, each.message.split(" is ignored")[0]) for each in rewriter.remarks] == [
        ("GF214", "warning", "font-kerning='none'"),
        ("GF214", "warning", "mix-blend-mode='screen'"),
    ]


def test_a_line_to_the_left_starts_at_its_right_end() -> None:
    start, middle, end = (
        draw_texts(f'<text x="50" direction="rtl" text-anchor="{anchor}">ab</text>')[0]
        for anchor in ("start", "middle", "end")
    )
    assert [text.x for text in (start, middle, end)] == [50 - start.width, 50 - start.width / 2, 50]
    one, other = draw_texts('<text x="50" direction="rtl">a<tspan fill="red">bc</tspan></text>')
    assert (one.x, other.x) == (50 - one.width, 50 - one.width - other.width)


REFUSED = {
    "font-variant-caps": "small",
    "font-variant-numeric": "oldstyle",
    "font-variant": "bold",
    "font-kerning": "off",
    "font-feature-settings": "smcp",
}


@pytest.mark.parametrize("name", REFUSED)
def test_values_that_are_none_are_refused(name: str) -> None:
    with pytest.raises(DrawingError, match=rf"^{name}='{REFUSED[name]}'"):
        parse_features(name, REFUSED[name])
    assert REFUSED[name] in find_refusal(f'<text style="{name}: {REFUSED[name]}">a</text>')


def test_small_capitals_that_a_font_does_not_have_are_refused() -> None:
    message = find_refusal('<text font-style="italic" font-variant="small-caps">a</text>')
    assert message == "SourceSansPro-It has no small capitals (its feature 'smcp'); use another font"
    (text,) = draw_texts('<text font-style="italic" style="font-feature-settings: &quot;tnum&quot;">1</text>')
    assert text.setting == TextSetting((("tnum", 1),))  # which browsers do not imitate
