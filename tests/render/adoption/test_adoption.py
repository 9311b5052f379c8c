"""Drawings become templates: roles, what is dropped, and what stays."""

from collections import Counter

import pytest

from generator.model.color import Color
from generator.model.finding import DrawingError
from generator.render.adoption.adoption import AdoptedDrawing, adopt_drawing
from generator.render.adoption.literal_colors import find_literal_colors
from generator.render.adoption.source import read_source
from tests.drawings.judge import list_drawings, measure_difference, name_drawing, render_svg
from tests.samples import for_each, sample

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
COLORS = {
    role: Color(role, role, paint)
    for role, paint in (("sea", "#2a6f97"), ("sun", "#ffd166"), ("player.red", "#d55e00"), ("player.fox", "#d55e00"))
}
EDITORS = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:serif="http://www.serif.com/"'


def adopt(inside: str, *roles: str, head: str = HEAD) -> AdoptedDrawing:
    return adopt_drawing(f"{head}{inside}</svg>", COLORS, roles)


def content(made: AdoptedDrawing) -> str:
    return made.text[made.text.index(">") + 1 :].removesuffix("</svg>\n").strip()


@for_each(
    [
        ('<path d="M0 0h1v1" fill="#2A6F97"/>', """<path d="M0 0h1v1" fill="{{ colors['sea'] }}"/>"""),
        ("<path d='M0 0h1v1' fill='#2A6F97'/>", """<path d='M0 0h1v1' fill='{{ colors["sea"] }}'/>"""),
        (
            '<g style="stroke:rgb(42,111,151);color:red" id="g"/>',
            """<g style="stroke:{{ colors['sea'] }};color:red" id="g"/>""",
        ),
        (
            "<style>.a{fill:#ffd166}/* fill:#ffd166 */</style>",
            "<style>.a{fill:{{ colors['sun'] }}}/* fill:#ffd166 */</style>",
        ),
        (
            """<circle r="1" fill="url(#a) #ffd166"/>{# #ffd166 #}""",
            """<circle r="1" fill="url(#a) {{ colors['sun'] }}"/>{# #ffd166 #}""",
        ),
        ("{% set ink = '#ffd166' %}", "{% set ink = colors['sun'] %}"),
        ('<text fill="{{ player }}" x="1">#ffd166</text>', '<text fill="{{ player }}" x="1">#ffd166</text>'),
        ('<circle r="1" fill="#ffd16680"/>', '<circle r="1" fill="#ffd16680"/>'),
    ]
)
def test_a_color_that_is_a_paint_becomes_its_role(before: str, after: str) -> None:
    assert content(adopt(before)) == after


def test_a_paint_of_several_roles_needs_a_choice() -> None:
    made = adopt('<circle r="1" fill="#d55e00"/>')
    assert (made.unclear, made.roles) == ({"#d55e00": ("player.red", "player.fox")}, {})
    made = adopt('<circle r="1" fill="#d55e00"/>', "player.fox")
    assert made.roles == {("#d55e00", "player.fox"): 1}


def test_a_role_outside_groups_stands_for_its_paint() -> None:
    colors = {**COLORS, "fire": Color("fire", "fire", "#d55e00")}
    made = adopt_drawing(f'{HEAD}<circle r="1" fill="#d55e00"/></svg>', colors)
    assert made.roles == {("#d55e00", "fire"): 1}


def test_colors_that_are_no_role_are_counted_and_masks_are_left_alone() -> None:
    made = adopt(
        '<path fill="red"/><path stroke="#f00"/><mask id="m"><rect fill="#ffd166"/></mask><g mask="url(#m)"><path/></g>'
    )
    assert (made.others, made.roles) == ({"#ff0000": 2}, {})


@for_each([
        ("<metadata><x/></metadata><path/>", "<path/>", {"elements of metadata": 1}),
        ('<g inkscape:label="a" inkscape:x="1"><path/></g>', '<g inkscape:label="a"><path/></g>', {"attributes that draw nothing": 1}),
        ('<g serif:id="a b" id="a"><path/></g>', '<g serif:id="a b" id="a"><path/></g>', {}),
        ('<path/><g/><g id="k"/>', '<path/><g id="k"/>', {"empty groups": 1}),
        ("<inkscape:grid/><path/>", "<path/>", {"elements of editors": 1}),
        ('<g inkscape:label="old" style="display:none"><path/></g><path/>', "<path/>", {"the hidden layer 'old'": 1}),
        ('<filter id="a"/><mask id="b"><g filter="url(#a)"><path/></g></mask><path/>', "<path/>", {"definitions that nothing uses": 2}),
        ('<g display="none"><path id="a"/></g><use href="#a"/>', '<g display="none"><path id="a"/></g><use href="#a"/>', {}),
        ('<text style="font-size:3px">a</text>', '<text style="font-size:3px">a</text>', {}),
        ('<text xml:space="preserve"> a</text>', '<text xml:space="preserve"> a</text>', {}),
        ('{% if a %}<g display="none"><path/></g>{% endif %}', "{% if a %}{% endif %}", {"hidden elements": 1}),
        ('<g display="none">{% if a %}<path/>{% endif %}</g>', '<g display="none">{% if a %}<path/>{% endif %}</g>', {}),
        (
            '<mask id="b"><path/></mask><use href="#{{ name }}"/>',
            '<mask id="b"><path/></mask><use href="#{{ name }}"/>',
            {},
        ),
    ])  # fmt: skip
def test_what_draws_nothing_is_dropped_and_counted(before: str, after: str, kinds: dict[str, int]) -> None:
    made = adopt(before, head=HEAD.replace("viewBox", f"{EDITORS} viewBox"))
    spaces = Counter(made.dropped) - Counter({"attributes that draw nothing": 2 - made.text.count("xmlns:")})
    assert (content(made), spaces) == (after, kinds)


def test_the_head_of_a_program_goes_and_its_entities_are_written_out() -> None:
    made = adopt_drawing(
        '<?xml version="1.0"?>\n<!-- Generator: Adobe Illustrator -->\n<!DOCTYPE svg [<!ENTITY n "http://www.w3.org/2000/svg">]>\n'
        '<svg xmlns="&n;" viewBox="0 0 1 1"><!-- the sun --><path/></svg>',
        {},
    )
    assert made.text == '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><!-- the sun --><path/></svg>\n'


def test_entities_of_entities_are_refused() -> None:
    with pytest.raises(DrawingError, match="entities"):
        adopt_drawing('<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><svg>&c;</svg>', {})


UNKNOWN_TO_RESVG = {"colors/hsl", "colors/modern-functions", "colors/names"}  # colors that are hexadecimal afterward
SAMPLE = [each for each in list_drawings() if name_drawing(each) not in UNKNOWN_TO_RESVG]
SAMPLE = [each for number, each in enumerate(SAMPLE) if each.parent.name == "programs" or number % 16 == 0]


def test_an_adopted_drawing_looks_the_same_and_is_adopted_once() -> None:
    assert len(SAMPLE) > 25
    odd = []
    for path in sample(SAMPLE, 12):
        text = path.read_text("utf-8")
        paints = sorted({each.paint for each in find_literal_colors(read_source(text))})
        colors = {f"c{number}": Color("x", "x", paint) for number, paint in enumerate(paints)}
        made = adopt_drawing(text, colors)
        drawn = made.text
        for role, color in colors.items():
            drawn = drawn.replace(f"{{{{ colors['{role}'] }}}}", color.paint)
            drawn = drawn.replace(f'{{{{ colors["{role}"] }}}}', color.paint)
        try:
            wanted = render_svg(text, path.parent)
        except ValueError:  # resvg refuses what is no SVG
            continue
        if measure_difference(render_svg(drawn, path.parent), wanted) > 0.0005:
            odd.append((name_drawing(path), "looks"))
        if adopt_drawing(made.text, colors).text != made.text:
            odd.append((name_drawing(path), "again"))
    assert odd == []
