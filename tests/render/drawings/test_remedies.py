"""Every remedy that a refusal of a drawing offers is tried: what it says to write instead is drawn."""

import gzip
import re
from base64 import b64encode
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from generator.fonts.font_book import FontBook
from generator.fonts.truetype import read_font
from generator.geometry.types import Outline
from generator.model.finding import DrawingError, Place
from generator.render.drawer import TextDrawer
from generator.render.request import RenderRequest
from generator.render.svg.attributes import FIXED_NAMES
from generator.render.template_files import TemplateFiles
from tests.conftest import find_judge
from tests.drawings.judge import FOLDER
from tests.samples import for_each

CATALOG = Path(__file__).parents[2] / "golden" / "messages.txt"
SIZED = 'width="60px" height="40px" viewBox="0 0 60 40"'
PATH = '<path id="p" d="M4 20H56" fill="none"/>'
GREEN = '<linearGradient id="g"><stop stop-color="green"/><stop offset="1"/></linearGradient>'
HEBREW = 'font-family="DejaVu Sans"'
MESH = '<path d="M4 4h9v9z"/>'
USER = 'filterUnits="userSpaceOnUse"'
BLUR = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
PNG = (  # one red pixel
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
)
FLOWED = (
    '<flowRoot style="text-align:{}"><flowRegion><rect width="50" height="30"/></flowRegion>'
    "<flowPara>a</flowPara></flowRoot>"
)
LINE = '<path d="M4 4H20" stroke="red" vector-effect="non-scaling-stroke"'
SHOWN = '<image href="{}" width="9" height="9"/>'
PLAIN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'


def encode_svg(data: bytes) -> str:
    return f"data:image/svg+xml;base64,{b64encode(data).decode()}"


def encode_jpeg(end: int | None = None) -> str:
    out = BytesIO()
    Image.new("RGB", (2, 2)).save(out, "JPEG")
    return f"data:image/jpeg;base64,{b64encode(out.getvalue()[:end]).decode()}"


def encode_drawing(encoding: str) -> str:
    """Return a drawing, as the address of an image, that says which encoding its text has."""
    text = f'<?xml version="1.0" encoding="{encoding}"?><svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">{MESH}</svg>'
    return f"data:image/svg+xml;base64,{b64encode(text.encode()).decode()}"


# what is refused, words of the remedy, and what the remedy says
REMEDIES = (
    (
        f'<image width="9" height="9" href="{encode_drawing("x-unknown")}"/>',
        "save it in UTF-8",
        f'<image width="9" height="9" href="{encode_drawing("UTF-8")}"/>',
    ),
    ('<text y="9" style="text-transform:full-width">a</text>', "type the letters", '<text y="9">A</text>'),
    (
        '<text y="9" lang="tr" style="text-transform:uppercase">i</text>',
        "type the letters",
        '<text y="9" lang="tr">I</text>',
    ),
    (
        '<text y="9" x="1 9" style="text-transform:uppercase">\u00df</text>',
        "type them",
        '<text y="9" x="1 9">SS</text>',
    ),
    (
        '<text id="t" y="9">a</text><use href="#t" style="text-transform:uppercase"/>',
        "write it on the text",
        '<text id="t" y="9" style="text-transform:uppercase">a</text><use href="#t"/>',
    ),
    (f'{LINE} id="l"/><use href="#l"/>', "drop it", '<path id="l" d="M4 4H20" stroke="red"/><use href="#l"/>'),
    (f'{LINE} pathLength="3" stroke-dasharray="1"/>', "drop one of them", f'{LINE} stroke-dasharray="1"/>'),
    (
        '<path d="M4 4H20" stroke="red" pathLength="3" stroke-dasharray="1" vector-effect="non-scaling-stroke"/>',
        "drop one of them",
        '<path d="M4 4H20" stroke="red" pathLength="3" stroke-dasharray="1"/>',
    ),
    (
        '<text y="9" stroke="red" vector-effect="non-scaling-stroke">a</text>',
        "drop it, or convert the text to paths",
        '<text y="9" stroke="red">a</text>',
    ),
    (
        f'{GREEN}<rect width="9" height="9" stroke="red" fill="url(#g)" transform="scale(1 2)" vector-effect="non-scaling-stroke"/>',
        "drop it",
        f'{GREEN}<rect width="9" height="9" stroke="red" fill="url(#g)" transform="scale(1 2)"/>',
    ),
    (
        '<filter id="f"><feColorMatrix values="0"/></filter><text y="9" filter="url(#f)">a</text>',
        "convert it to paths",
        f'{BLUR}<g filter="url(#f)">{MESH}</g>',
    ),
    (
        f'<filter id="f"><feMorphology operator="dilate" radius="900"/></filter><g filter="url(#f)">{MESH}</g>',
        "make its region or radius smaller, or save it as an image",
        f'<filter id="f"><feMorphology operator="dilate" radius="1"/></filter><g filter="url(#f)">{MESH}</g>',
    ),
    (
        f'<filter id="f" {USER} width="90000" height="90000"><feTurbulence numOctaves="9999"/></filter><g filter="url(#f)">{MESH}</g>',
        "make its region or radius smaller, or save it as an image",
        f'<filter id="f" {USER} width="90" height="90"><feTurbulence numOctaves="99"/></filter><g filter="url(#f)">{MESH}</g>',
    ),
    (
        f'<filter id="f" width="9000%" height="90"><feTurbulence numOctaves="9999"/></filter><g filter="url(#f)">{MESH}</g>',
        "make its region or radius smaller, or save it as an image",
        f'<filter id="f" width="90%" height=".9"><feTurbulence numOctaves="99"/></filter><g filter="url(#f)">{MESH}</g>',
    ),
    (
        f'<filter id="f"><feMorphology radius="1 0"/></filter><g filter="url(#f)">{MESH}</g>',
        "write two that are above zero",
        f'<filter id="f"><feMorphology radius="1 .5"/></filter><g filter="url(#f)">{MESH}</g>',
    ),
    (
        f'<filter id="f"><feImage href="a.png"/></filter><g filter="url(#f)">{MESH}</g>',
        "shows an image file; embed the image in the drawing",
        f'<filter id="f"><feImage href="{PNG}"/></filter><g filter="url(#f)">{MESH}</g>',
    ),
    (
        f'{BLUR}<g filter="url(#f)"><image href="a.png" width="9" height="9"/></g>',
        "embed the image in the drawing",
        f'{BLUR}<g filter="url(#f)"><image href="{PNG}" width="9" height="9"/></g>',
    ),
    (f'<g filter="url(a.svg#f)">{MESH}</g>', "use a <filter> element", f'{BLUR}<g filter="url(#f)">{MESH}</g>'),
    (
        f'{BLUR}<symbol id="s"><g filter="url(#f)">{MESH}</g></symbol><use href="#s"/>',
        "such as a <use>",
        f'{BLUR}<symbol id="s">{MESH}</symbol><use href="#s" filter="url(#f)"/>',
    ),
    (
        f'<g color-interpolation="linearRGB">{GREEN}</g><path d="M4 4h9v9z" fill="url(#g)"/>',
        "drop it",
        f'{GREEN}<path d="M4 4h9v9z" fill="url(#g)"/>',
    ),
    (
        f'{PATH}<text y="9" letter-spacing="10%">a</text>',
        "write it in em",
        f'{PATH}<text y="9" letter-spacing=".1em">a</text>',
    ),
    (
        '<path d="M4 4h9v9z" style="-webkit-transform:scale(2)"/>',
        "write it as transform",
        '<path d="M4 4h9v9z" style="transform:scale(2)"/>',
    ),
    (
        '<path d="M4 4h9v9z" style="transform:scale(2);transform-box:stroke-box"/>',
        "write the transform without an origin",
        '<path d="M4 4h9v9z" style="transform:scale(2)"/>',
    ),
    (
        '<clipPath id="c" transform="scale(2)" transform-origin="1 1"><path d="M0 0h9v9z"/></clipPath>'
        f'<g clip-path="url(#c)">{MESH}</g>',
        "write the transform without it",
        f'<clipPath id="c" transform="scale(2)"><path d="M0 0h9v9z"/></clipPath><g clip-path="url(#c)">{MESH}</g>',
    ),
    ('<text y="9" inline-size="20">a b</text>', "unflow it", '<text y="9">a b</text>'),
    (
        f'{GREEN}<text y="9" x="1 9" fill="url(#g)">ab</text>',
        "convert it to paths",
        f'{GREEN}<path d="M4 4h9v9z" fill="url(#g)"/>',
    ),
    (
        '<text y="9" dominant-baseline="odd">a</text>',
        "move the text by dy",
        '<text y="9" dy="3">a</text>',
    ),
    (
        '<g text-decoration="underline"><text y="9" fill="red">a</text></g>',
        "ask for it on the text",
        '<text y="9" fill="red" text-decoration="underline">a</text>',
    ),
    (
        '<text y="9" text-decoration="underline">a<tspan font-size="9">b</tspan></text>',
        "ask for it on each part",
        '<text y="9"><tspan text-decoration="underline">a</tspan>'
        '<tspan font-size="9" text-decoration="underline">b</tspan></text>',
    ),
    (
        f'{PATH}<text><textPath href="#p">a</textPath>b</text>',
        "give it an x and a y",
        f'{PATH}<text><textPath href="#p">a</textPath><tspan x="4" y="30">b</tspan></text>',
    ),
    (
        '<text y="9">a<tspan textLength="20">bc</tspan></text>',
        "use letter-spacing",
        '<text y="9">a<tspan letter-spacing="2">bc</tspan></text>',
    ),
    (
        f'{PATH}<text><textPath href="#p" textLength="30">ab</textPath></text>',
        "use letter-spacing",
        f'{PATH}<text letter-spacing="2"><textPath href="#p">ab</textPath></text>',
    ),
    (
        f'{PATH}<text><textPath href="#p">a<tspan x="9">b</tspan></textPath></text>',
        "use startOffset, dx or dy",
        f'{PATH}<text><textPath href="#p" startOffset="3">a<tspan dx="1" dy="1">b</tspan></textPath></text>',
    ),
    (
        f'{PATH}<text><textPath href="#p" startOffset="60">abc</textPath></text>',
        "make the path longer, the text smaller, or change startOffset",
        f'{PATH}<text><textPath href="#p" startOffset="3">abc</textPath></text>',
    ),
    (
        '<text><textPath path="M4 20H56">a</textPath></text>',
        "refer to a path by href",
        f'{PATH}<text><textPath href="#p">a</textPath></text>',
    ),
    (
        '<text y="9">a<tspan dominant-baseline="middle" alignment-baseline="middle">b</tspan></text>',
        "write one",
        '<text y="9">a<tspan alignment-baseline="middle">b</tspan></text>',
    ),
    (
        '<path id="p" d="M4 20H56" pathLength="9"/><text><textPath href="#p">a</textPath></text>',
        "drop it",
        f'{PATH}<text><textPath href="#p">a</textPath></text>',
    ),
    (
        '<style>rect { width: 9px }</style><rect height="9"/>',
        "write it as an attribute",
        '<rect width="9" height="9"/>',
    ),
    (
        "<flowRoot><flowRegion><circle r='9'/></flowRegion><flowPara>a</flowPara></flowRoot>",
        "unflow it, or convert it to paths",
        '<text y="9">a</text>',
    ),
    ('<path d="M0 0h9v9z" style="fill:var(--ink)"/>', "write the value itself", '<path d="M0 0h9v9z" style="fill:red"/>'),
    (
        '<g style="transform-box:fill-box;transform:scale(2);transform-origin:0 0"><text y="9">a</text></g>',
        "write the transform without it",
        '<g style="transform:scale(2)"><text y="9">a</text></g>',
    ),
    (f'<svg {SIZED} style="background:url(a.png)"/>', "draw it as a <rect>", f'<svg {SIZED}><rect width="60" height="40"/></svg>'),
    (f'<svg {SIZED} systemLanguage="de"/>', "drop that condition", f"<svg {SIZED}/>"),
    (FLOWED.format("justify"), "align it to a side", FLOWED.format("end")),
    ('<svg viewBox="0 0 60 40"><rect width="9mm" height="9"/></svg>', "which is in millimeters", '<svg viewBox="0 0 15.875 10.5833"><rect width="9" height="9"/></svg>'),
    (f'<svg viewBox="0 0 60 40">{LINE}/></svg>', "write its width and height", f"<svg {SIZED}>{LINE}/></svg>"),
    ('<symbol id="s"><rect width="50%" height="9"/></symbol><use href="#s"/>', "write a number", '<symbol id="s"><rect width="30" height="9"/></symbol><use href="#s"/>'),
    ("<style>@font-face{font-family:A;src:url(a.woff)}</style>", "put the font into the game's fonts/", '<text y="9" font-family="Source Sans Pro">a</text>'),
    ('<text y="9" font-size="large">a</text>', "write a number", '<text y="9" font-size="18">a</text>'),
    ('<path d="M0 0h9v9z" fill="#cd853f icc-color(inks, 0.1, 0.5)"/>', "write #cd853f alone", '<path d="M0 0h9v9z" fill="#cd853f"/>'),
    (
        '<text y="9" stroke="red">a<tspan paint-order="stroke">b</tspan></text>',
        "give it to the text, or make the part a text",
        '<text y="9" stroke="red" paint-order="stroke">a<tspan>b</tspan></text>',
    ),
    (
        '<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><mask id="m" clip-path="url(#c)">'
        f'<rect width="60" height="40" fill="white"/></mask><g mask="url(#m)">{MESH}</g>',
        "clip what is in it",
        '<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><mask id="m">'
        f'<rect width="60" height="40" fill="white" clip-path="url(#c)"/></mask><g mask="url(#m)">{MESH}</g>',
    ),
    ('<text x="9" writing-mode="sideways-lr">a</text>', "write it from left to right", '<text x="9" transform="rotate(90)">a</text>'),
    ('<text x="9" writing-mode="tb">\u4e2d</text>', "with transform='rotate(90)'", '<text x="9" transform="rotate(90)">a</text>'),
    ('<text x="9" writing-mode="tb" glyph-orientation-vertical="0">a</text>', "convert it to paths", MESH),
    ('<rect width="4ch" height="9"/>', "write one without a unit", '<rect width="4" height="9"/>'),
    ('<g class="icn.gem"><path d="M0 0h9v9z"/></g>', "did you mean 'icon.gem'", '<g class="icon.gem"><path d="M0 0h9v9z"/></g>'),
    ('<text y="9">A & B</text>', "write `&amp;`", '<text y="9">A &amp; B</text>'),
    ("<!DOCTYPE svg [<!ENTITY s '<g/>'>]><svg/>", "save the drawing without them", f"<svg {SIZED}/>"),
    (SHOWN.format(encode_svg(gzip.compress(PLAIN))), "save it as plain SVG", SHOWN.format(encode_svg(PLAIN))),
    (SHOWN.format(encode_jpeg(-9)), "copy or save it again", SHOWN.format(encode_jpeg())),
    (
        '<pattern id="p" width=".5" height=".5"><path d="M0 0h4v4z"/></pattern><text y="9" fill="url(#p)">A</text>',
        "convert the text to paths",
        f'<pattern id="p" width=".5" height=".5"><path d="M0 0h4v4z"/></pattern><g fill="url(#p)">{MESH}</g>',
    ),
    ('<path d="M0 0h9" stroke="red" stroke-dasharray="4 0"/>', "write none", '<path d="M0 0h9" stroke="red" stroke-dasharray="none"/>'),
    ("<foreignObject/>", "save its text as text, and its picture as an image", '<text y="9">a</text>'),
    (
        '<path id="p" d="M4 4H20"/><use href="#p" y="3" stroke="red" marker-end="url(#m)"/>'
        '<marker id="m"><path d="M0 0h3v3z"/></marker>',
        "write it on the <path>",
        '<path id="p" d="M4 4H20" marker-end="url(#m)"/><use href="#p" y="3" stroke="red"/>'
        '<marker id="m"><path d="M0 0h3v3z"/></marker>',
    ),
    (
        '<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><svg x="3" clip-path="url(#c)" width="9" height="9"/>',
        "of an inner <svg> elsewhere; give it to a <g> around it",
        f'<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><g clip-path="url(#c)"><svg x="3" width="9" height="9">{MESH}</svg></g>',
    ),
    (
        '<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><symbol id="s"><path d="M0 0h9v9z"/></symbol>'
        '<use href="#s" x="3" clip-path="url(#c)"/>',
        "of a <use> of a <symbol> with an x or a y elsewhere; give it to a <g> around it",
        '<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><symbol id="s"><path d="M0 0h9v9z"/></symbol>'
        '<g clip-path="url(#c)"><use href="#s" x="3"/></g>',
    ),
    (
        '<text y="9" stroke="red" stroke-opacity=".5">a</text>',
        "make the stroke opaque, or convert the text to paths",
        '<text y="9" stroke="red">a</text>',
    ),
    (
        f'<text y="9" {HEBREW}>x \u05d0\u05d1<tspan dx="1"> \u05d2</tspan></text>',
        "use x",
        f'<text y="9" {HEBREW}>x \u05d0\u05d1<tspan x="20">\u05d2</tspan></text>',
    ),
    (
        f'<text y="9" {HEBREW}>\u062d<tspan fill="red">\u0628</tspan></text>',
        "let it begin at a blank",
        f'<text y="9" {HEBREW}>\u062d<tspan fill="red"> \u0628</tspan></text>',
    ),
    (
        '<text y="9" font-style="italic" style="font-variant-caps: small-caps">a</text>',
        "use another font",
        '<text y="9" style="font-variant-caps: small-caps">a</text>',
    ),
    (
        '<g class="thing"><path d="M0 0h9v9z" fill="none"/></g>',
        "draws nothing; draw something in it, or remove it",
        '<g class="thing"><path d="M0 0h9v9z"/></g>',
    ),
)  # fmt: skip
# what the profile refuses and offers, but drawings are mended: nobody reads it
MENDED = {
    "write it in style": '<path d="M0 0h9v9z" mix-blend-mode="multiply"/>',
    "put it on the text": '<text y="9">a<tspan xml:space="preserve"> b</tspan></text>',
    "a class is the name of a <g>": '<path d="M0 0h9v9z" class="a"/>',
}


@cache
def load_fonts() -> FontBook:
    """Return the fonts of the package, and one with Hebrew and Arabic letters."""
    path = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    if not path.exists():
        find_judge(f"the font {path}")
    return FontBook({("DejaVu Sans", 400, False): read_font(path.read_bytes(), "dejavu", "DejaVu Sans", 400)})


def draw(body: str) -> None:
    """Draw a whole svg, or what is in one."""
    whole = body if body.startswith(("<svg ", "<!")) else f"<svg {SIZED}>{body}</svg>"
    drawer = TextDrawer(
        TemplateFiles(FOLDER, FOLDER), load_fonts(), FIXED_NAMES, lambda name: pytest.fail(name), frozenset
    )
    request = RenderRequest("x", {}, "x", Place("x", 1, 1), Outline(60 * 25.4 / 96, 40 * 25.4 / 96), -1000.0)
    drawer.draw_text(whole.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), request)


@for_each(REMEDIES)
def test_what_a_refusal_offers_is_accepted(refused: str, remedy: str, accepted: str) -> None:
    assert remedy in read_refusal(refused)
    draw(accepted)


def read_refusal(body: str) -> str:
    with pytest.raises(DrawingError) as caught:
        draw(body)
    return caught.value.message


WARNED = {  # what warnings offer, which refuse nothing
    "convert the text to paths to keep it",
    "delete it",
    "write it in style",
    "write a length above zero",
    "write lengths above zero",
    "write a radius above zero, or leave it out",
}


def list_remedies() -> list[str]:
    """Return what the refusals of drawings offer, as patterns, from the catalog of all sentences."""
    sections = re.split(r"^# ", CATALOG.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [
        line
        for each in sections
        if each.startswith(("render/drawings/", "render/svg/"))
        for line in each.splitlines()[1:]
    ]
    offers = [line.rpartition("; ")[2] for line in lines if "; " in line and "; at most " not in line]
    offers = [offer for offer in offers if offer not in MENDED and offer not in WARNED]
    return sorted({".+".join(map(re.escape, offer.split("{...}"))) for offer in offers})


def test_every_remedy_is_tried() -> None:
    messages = [read_refusal(refused) for refused, _, _ in REMEDIES]
    untried = [each for each in list_remedies() if not any(re.search(f"; {each}$", told) for told in messages)]
    assert len(list_remedies()) > 40
    assert untried == []


@pytest.mark.parametrize("offer", MENDED)
def test_what_the_profile_alone_refuses_is_drawn(offer: str) -> None:
    assert f"; {offer}\n" in CATALOG.read_text(encoding="utf-8")
    draw(MENDED[offer])
