"""Elements and attributes outside the profile are refused by name."""

from itertools import product

import pytest

from tests.render.drawing import check_refusal, draw_shapes, find_refusal
from tests.samples import for_each

ELEMENTS = {
    "<style>rect{fill:red}</style>": "style",
    "<filter/>": "filter",
    "<marker/>": "marker",
    "<foreignObject/>": "foreignObject",
    "<switch/>": "switch",
    '<a href="#x"/>': "a",
    "<animate/>": "animate",
    "<set/>": "set",
    "<script/>": "script",
    "<view/>": "view",
    "<textPath/>": "textPath",
    "<tspan/>": "tspan",
    "<stop/>": "stop",
    "<Rect/>": "Rect",
    '<b xmlns="http://www.w3.org/1999/xhtml"/>': "{http://www.w3.org/1999/xhtml}b",
    '<rect xmlns=""/>': "{}rect",
    "<flowRoot/>": "flowRoot",
    "<meshgradient/>": "meshgradient",
}


@for_each(
    product(
        ELEMENTS,
        ["{}", "<g>{}</g>", "<defs>{}</defs>", "<defs><g>{}</g></defs>", '<symbol id="s">{}</symbol>', "<svg>{}</svg>"],
    )
)
def test_an_element_outside_the_profile(element: str, around: str) -> None:
    check_refusal(find_refusal(around.format(element)), f"~ <{ELEMENTS[element]}> is not in")


INSIDE = {
    "<rect><animate/></rect>": "<animate> <rect>",
    "<use><animate/></use>": "<animate> <use>",
    "<image><animate/></image>": "<animate> <image>",
    "<rect>words</rect>": "<rect> 'words'",
    "<g>words</g>": "<g> 'words'",
    "<text><textPath/></text>": "~ <textPath> inside text",
    "<text><rect/></text>": "~ <rect> inside text",
    "<text><a/></text>": "~ <a> inside text",
    "<text><tspan><animate/></tspan></text>": "~ <animate> inside text",
    "<linearGradient><animate/></linearGradient>": "~ <animate> inside a gradient",
    "<linearGradient><stop><animate/></stop></linearGradient>": "<animate> <stop>",
    "<clipPath><animate/></clipPath>": "<animate>",
}


@pytest.mark.parametrize("body", INSIDE)
def test_a_misplaced_element(body: str) -> None:
    check_refusal(find_refusal(body), INSIDE[body])


ATTRIBUTES = {
    '<rect onclick="x"/>': "<rect> 'onclick' 'x'",
    '<rect class="x"/>': "<rect> 'class' 'x' <g>",
    '<rect data-x="1"/>': "<rect> 'data-x' '1'",
    '<rect cx="1"/>': "<rect> 'cx' '1'",
    '<rect widht="1"/>': "<rect> 'widht' '1' 'width'",
    '<rect filter="url(#f)"/>': "<rect> 'filter' 'url(#f)'",
    '<rect mask="url(#f)"/>': "~ mask refers to #f",
    '<path marker-end="url(#f)"/>': "<path> 'marker-end' 'url(#f)'",
    '<path pathLength="9"/>': "<path> 'pathLength' '9'",
    '<g mix-blend-mode="multiply"/>': "~ mix-blend-mode is a CSS property",
    '<g paint-order="stroke"/>': "<g> 'paint-order' 'stroke'",
    '<g vector-effect="non-scaling-stroke"/>': "<g> 'vector-effect' 'non-scaling-stroke'",
    '<text letter-spacing="wide"/>': "'letter-spacing' 'wide'",
    '<text text-decoration="underline"/>': "<text> 'text-decoration' 'underline'",
    '<text dominant-baseline="middle"/>': "<text> 'dominant-baseline' 'middle'",
    '<text textLength="9">x</text>': "~ textLength on text",
    '<text rotate="9">x</text>': "~ rotate on text",
    '<text x="1 2">x</text>': "'x' '1 2'",
    '<text font="5px x"/>': "<text> 'font' '5px x'",
    '<text font-size="5pt"/>': "'font-size' '5pt'",
    '<text font-style="oblique"/>': "'font-style' 'oblique'",
    '<text font-weight="bolder"/>': "'font-weight' 'bolder' 1 1000",
    '<text font-weight="1001"/>': "'font-weight' '1001' 1 1000",
    '<text text-anchor="left"/>': "'text-anchor' 'left'",
    '<text xml:space="keep">x</text>': "'xml:space' 'keep'",
    '<text>a<tspan xml:space="preserve">x</tspan></text>': "~ xml:space on a tspan",
    '<text>a<tspan opacity=".5">x</tspan></text>': "~ a tspan",
    '<text>a<tspan transform="scale(2)">x</tspan></text>': "<tspan> 'transform' 'scale(2)'",
    '<g x="1"/>': "<g> 'x' '1'",
    '<symbol refX="1"/>': "<symbol> 'refX' '1'",
    '<defs><rect foo="1"/></defs>': "<rect> 'foo' '1'",
    '<linearGradient foo="1"/>': "<linearGradient> 'foo' '1'",
    '<linearGradient><stop foo="1"/></linearGradient>': "<stop> 'foo' '1'",
    '<mask foo="1"/>': "<mask> 'foo' '1'",
    '<pattern foo="1"/>': "<pattern> 'foo' '1'",
    '<clipPath foo="1"/>': "<clipPath> 'foo' '1'",
    '<rect xmlns:e="urn:e" e:note="1"/>': "<rect> '{urn:e}note' '1'",
    '<rect xlink:show="new"/>': "<rect> '{http://www.w3.org/1999/xlink}show' 'new'",
}


@for_each(ATTRIBUTES)
def test_an_attribute_outside_the_profile(body: str) -> None:
    check_refusal(find_refusal(body).partition("; there ")[0], ATTRIBUTES[body])


EDITORS = """
<title>words</title><desc>words</desc>
<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:li/></rdf:RDF></metadata>
<n:namedview xmlns:n="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" pagecolor="#fff"><i:grid xmlns:i="http://www.inkscape.org/namespaces/inkscape"/></n:namedview>
<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="Layer 1" i:groupmode="layer" id="g1" version="1.1" style="display:inline;font-variation-settings:normal;line-height:1.25"/>
<defs id="d"/>
"""


def test_metadata_of_editors_is_accepted() -> None:
    assert draw_shapes(EDITORS) == ()
