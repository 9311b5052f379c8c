"""Everything outside the profile is an error that names the element or the attribute, wherever it stands."""

import pytest

from tests.render.easel import refused, shapes

ELEMENTS = {
    "<style>rect{fill:red}</style>": "style",
    "<filter/>": "filter",
    "<mask/>": "mask",
    "<pattern/>": "pattern",
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


@pytest.mark.parametrize(
    "around",
    ["{}", "<g>{}</g>", "<defs>{}</defs>", "<defs><g>{}</g></defs>", '<symbol id="s">{}</symbol>', "<svg>{}</svg>"],
)
@pytest.mark.parametrize("element", ELEMENTS)
def test_an_element_outside_the_profile(element: str, around: str) -> None:
    assert refused(around.format(element)) == f"<{ELEMENTS[element]}> is not in the profile"


INSIDE = {
    "<rect><animate/></rect>": "<animate> inside <rect> is not in the profile",
    "<use><animate/></use>": "<animate> inside <use> is not in the profile",
    "<image><animate/></image>": "<animate> inside <image> is not in the profile",
    "<rect>words</rect>": "text stands where <rect> can not hold it: 'words'",
    "<g>words</g>": "text stands where <g> can not hold it: 'words'",
    "<text><textPath/></text>": "<textPath> inside text is not in the profile",
    "<text><rect/></text>": "<rect> inside text is not in the profile",
    "<text><a/></text>": "<a> inside text is not in the profile",
    "<text><tspan><animate/></tspan></text>": "<animate> inside text is not in the profile",
    "<linearGradient><animate/></linearGradient>": "<animate> inside a gradient is not in the profile",
    "<linearGradient><stop><animate/></stop></linearGradient>": "<animate> inside <stop> is not in the profile",
    "<clipPath><animate/></clipPath>": "<animate> is not in the profile",
}


@pytest.mark.parametrize("body", INSIDE)
def test_an_element_where_it_can_not_be(body: str) -> None:
    assert refused(body) == INSIDE[body]


ATTRIBUTES = {
    '<rect onclick="x"/>': "<rect> has the attribute onclick='x', which is not in the profile",
    '<rect class="x"/>': "<rect> has the attribute class='x', which is not in the profile; a class is the name of a <g>",
    '<rect data-x="1"/>': "<rect> has the attribute data-x='1', which is not in the profile",
    '<rect cx="1"/>': "<rect> has the attribute cx='1', which is not in the profile; did you mean 'x'?",
    '<rect widht="1"/>': "<rect> has the attribute widht='1', which is not in the profile; did you mean 'width'?",
    '<rect filter="url(#f)"/>': "<rect> has the attribute filter='url(#f)', which is not in the profile",
    '<rect mask="url(#f)"/>': "<rect> has the attribute mask='url(#f)', which is not in the profile",
    '<path marker-end="url(#f)"/>': "<path> has the attribute marker-end='url(#f)', which is not in the profile",
    '<path pathLength="9"/>': "<path> has the attribute pathLength='9', which is not in the profile",
    '<g mix-blend-mode="multiply"/>': "<g> has the attribute mix-blend-mode='multiply', which is not in the profile",
    '<g paint-order="stroke"/>': "<g> has the attribute paint-order='stroke', which is not in the profile",
    '<g vector-effect="non-scaling-stroke"/>': "<g> has the attribute vector-effect='non-scaling-stroke', which is not in the profile",
    '<text letter-spacing="1"/>': "<text> has the attribute letter-spacing='1', which is not in the profile",
    '<text text-decoration="underline"/>': "<text> has the attribute text-decoration='underline', which is not in the profile",
    '<text dominant-baseline="middle"/>': "<text> has the attribute dominant-baseline='middle', which is not in the profile",
    '<text textLength="9">x</text>': "textLength on text is not in the profile",
    '<text rotate="9">x</text>': "rotate on text is not in the profile",
    '<text x="1 2">x</text>': "x='1 2' is not a number; lengths are millimeters without a unit",
    '<text font="5px x"/>': "<text> has the attribute font='5px x', which is not in the profile",
    '<text font-size="5pt"/>': "font-size='5pt' is not a number; lengths are millimeters without a unit",
    '<text font-style="oblique"/>': "font-style='oblique' is not one of normal, italic",
    '<text font-weight="bolder"/>': "font-weight='bolder' is not normal, bold or a hundred from 100 to 900",
    '<text font-weight="450"/>': "font-weight='450' is not normal, bold or a hundred from 100 to 900",
    '<text text-anchor="left"/>': "text-anchor='left' is not one of start, middle, end",
    '<text xml:space="keep">x</text>': "xml:space='keep' is not default or preserve",
    '<text>a<tspan xml:space="preserve">x</tspan></text>': "xml:space on a tspan is not in the profile; it belongs on the text",
    '<text>a<tspan opacity=".5">x</tspan></text>': "a tspan can not have an opacity, a clip or a display of its own",
    '<text>a<tspan transform="scale(2)">x</tspan></text>': "<tspan> has the attribute transform='scale(2)', which is not in the profile",
    '<g x="1"/>': "<g> has the attribute x='1', which is not in the profile",
    '<symbol refX="1"/>': "<symbol> has the attribute refX='1', which is not in the profile",
    '<defs><rect foo="1"/></defs>': "<rect> has the attribute foo='1', which is not in the profile",
    '<linearGradient foo="1"/>': "<linearGradient> has the attribute foo='1', which is not in the profile",
    '<linearGradient><stop foo="1"/></linearGradient>': "<stop> has the attribute foo='1', which is not in the profile",
    '<clipPath foo="1"/>': "<clipPath> has the attribute foo='1', which is not in the profile",
    '<rect xmlns:e="urn:e" e:note="1"/>': "<rect> has the attribute {urn:e}note='1', which is not in the profile",
    '<rect xlink:show="new"/>': "<rect> has the attribute {http://www.w3.org/1999/xlink}show='new', which is not in the profile",
}


@pytest.mark.parametrize("body", ATTRIBUTES)
def test_an_attribute_outside_the_profile(body: str) -> None:
    assert refused(body).split("; there is")[0] == ATTRIBUTES[body]


EDITORS = """
<title>words</title><desc>words</desc>
<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:li/></rdf:RDF></metadata>
<n:namedview xmlns:n="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" pagecolor="#fff"><i:grid xmlns:i="http://www.inkscape.org/namespaces/inkscape"/></n:namedview>
<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="Layer 1" i:groupmode="layer" id="g1" version="1.1" style="display:inline;font-variation-settings:normal;line-height:1.25"/>
<defs id="d"/>
"""


def test_what_editors_write_beside_the_drawing_draws_nothing_and_is_accepted() -> None:
    assert shapes(EDITORS) == ()
