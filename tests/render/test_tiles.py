"""Tiles of patterns: joined paths, cut polygons, solid tiles; texts in gradients; groups that are isolated; points."""

from base64 import b64encode
from io import BytesIO

import pytest
from PIL import Image as Pillow

from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Segment
from generator.model.finding import DrawingError
from generator.model.picture import Gradient, Group, Image, Paint, Path, Shape, Text
from generator.render.svg.entities import expand_doctype, strip_doctype
from generator.render.svg.path_segments import open_points, parse_path_data, split_points
from generator.render.svg.tiles import Tiles
from generator.safety.image_files import convert_inks
from tests.render.drawing import draw_shape, draw_shapes, find_refusal
from tests.samples import for_each

RED = Paint("#ff0000")


def rectangle(x: float, y: float, wide: float, high: float) -> tuple[Segment, ...]:
    return (("M", x, y), ("L", x + wide, y), ("L", x + wide, y + high), ("L", x, y + high), ("Z",))


def test_neighboring_tiles_become_one_path() -> None:
    tiles = Tiles((Path(rectangle(0, 0, 2, 1), RED),), IDENTITY, (0.0, 0.0, 2.0, 1.0))
    (path,) = tiles.cover((0.0, 0.0, 4.0, 1.0))
    assert isinstance(path, Path)
    assert (path.segments, path.paint) == (rectangle(0, 0, 2, 1) + rectangle(2, 0, 2, 1), RED)


def test_a_polygon_is_cut_at_the_box_of_its_tile() -> None:
    tiles = Tiles((Path(rectangle(-1, -1, 2, 4), RED),), IDENTITY, (0.0, 0.0, 2.0, 1.0), clipped=True)
    (path,) = tiles.cover((0.0, 0.0, 2.0, 1.0))
    assert isinstance(path, Path)
    assert {tuple(segment[1:]) for segment in path.segments if len(segment) > 1} == {(0, 0), (1, 0), (1, 1), (0, 1)}


@for_each(
    [
        Path((("M", 0.0, 0.0), ("C", 9.0, 0.0, 9.0, 9.0, 0.0, 9.0)), RED),
        Path(rectangle(0, 0, 2, 1), Paint(None, stroke="#000000", dash=(1.0,))),
        Path(
            rectangle(0, 0, 1, 1), Paint(Gradient("linear", (0, 0, 1, 0), IDENTITY, ((0, "#000000"), (1, "#ffffff"))))
        ),
        Group((Path(rectangle(0, 0, 1, 1), RED),), opacity=0.5),
    ]
)
def test_what_cannot_be_joined_is_repeated(shape: Shape) -> None:
    tiles = Tiles((shape,), IDENTITY, (0.0, 0.0, 2.0, 1.0), clipped=True)
    found = tiles.cover((0.0, 0.0, 4.0, 1.0))
    assert [each.matrix[4] for each in found if isinstance(each, Group)] == [0, 2]


def test_straight_strokes_are_cut_at_the_box_of_their_tile() -> None:
    line = Path((("M", 0.0, 0.0), ("L", 0.0, 4.0)), Paint(None, stroke="#ff0000", width=2.0))
    (path,) = Tiles((line,), IDENTITY, (0.0, 0.0, 4.0, 4.0), clipped=True).cover((0.0, 0.0, 4.0, 4.0))
    assert isinstance(path, Path)
    assert path.paint == RED
    assert {tuple(segment[1:]) for segment in path.segments if len(segment) > 1} == {(0, 0), (1, 0), (1, 4), (0, 4)}


@for_each([(4.0, [(2.0, 4.0)]), (1.0, [])])
def test_a_corner_of_a_stroke_is_a_miter_up_to_its_limit(miter: float, tip: list[tuple[float, float]]) -> None:
    corner = Path(
        (("M", 0.0, 3.0), ("L", 1.0, 3.0), ("L", 1.0, 0.0)), Paint(None, stroke="#ff0000", width=2, miter=miter)
    )
    (path,) = Tiles((corner,), IDENTITY, (0.0, 0.0, 5.0, 5.0), clipped=True).cover((0.0, 0.0, 5.0, 5.0))
    assert isinstance(path, Path)
    assert [each[1:] for each in path.segments if each[1:] == (2, 4)] == tip


@for_each(
    [
        ([(0, 0, 2, 1)], True),
        ([(0, 0, 1, 1), (1, 0, 1, 1)], True),
        ([(-1, -1, 9, 9)], True),
        ([(0, 0, 1, 1), (1.1, 0, 1, 1)], False),
        ([], False),
    ]
)
def test_a_tile_is_solid_if_rectangles_cover_it(paths: list[tuple[float, ...]], solid: bool) -> None:
    shapes = tuple(Path(rectangle(*each), RED) for each in paths)
    assert Tiles(shapes, IDENTITY, (0.0, 0.0, 2.0, 1.0)).is_solid() is solid


def test_a_clear_tile_is_not_solid() -> None:
    assert not Tiles((Path(rectangle(0, 0, 2, 1), Paint("#ff0000", 0.5)),), IDENTITY, (0.0, 0.0, 2.0, 1.0)).is_solid()


STOPS = '<stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/>'
FADING = '<stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff" stop-opacity="0"/>'
SERVERS = f'<linearGradient id="g">{STOPS}</linearGradient><linearGradient id="f">{FADING}</linearGradient>'


def find_texts(shapes: tuple[Shape, ...]) -> list[Text]:
    """Return the texts that are drawn, without those of masks."""
    inner = [find_texts(each.shapes) if isinstance(each, Group) else [each] for each in shapes]
    return [text for found in inner for text in found if isinstance(text, Text)]


@for_each(
    [
        ('fill="url(#g)"', "#0000ff", None, 1),
        ('fill="none" stroke="url(#g)"', None, "#0000ff", 1),
        ('fill="url(#f)" stroke="#00ff00"', None, "#00ff00", 1),
        ('fill="#00ff00" stroke="url(#f)"', "#00ff00", None, 1),
        ('fill="url(#g)" stroke="url(#f)"', "#0000ff", None, 2),
    ]
)
def test_a_text_in_gradients_is_one_text(paints: str, fill: str | None, stroke: str | None, masks: int) -> None:
    shapes = draw_shapes(f'{SERVERS}<text x="9" y="9" {paints}>Ace</text>')
    (text,) = find_texts(shapes)
    assert (text.text, text.paint.fill, text.paint.stroke) == ("Ace", fill, stroke)
    assert sum(isinstance(each, Group) and each.mask is not None for each in shapes) == masks


def test_a_text_behind_its_own_paint_is_refused_if_it_would_be_seen() -> None:
    assert "gradient that fades" in find_refusal(f'{SERVERS}<text fill="url(#f)">a</text>')
    gaps = '<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1" height="2"/></pattern>'
    assert "pattern with gaps" in find_refusal(f'{gaps}<text fill="url(#p)">a</text>')


BLENDING = '<rect width="3" height="3"/><rect width="2" height="2" style="mix-blend-mode:multiply"/>'


@for_each([
        (f'<clipPath id="c"><rect width="9" height="9"/></clipPath><g clip-path="url(#c)">{BLENDING}</g>', True),
        (f'<g style="isolation:isolate">{BLENDING}</g>', True),
        ('<clipPath id="c"><rect width="9" height="9"/></clipPath><g clip-path="url(#c)"><rect width="3" height="3"/></g>', False),
        (f'<g style="isolation:isolate" opacity=".5">{BLENDING}</g>', False),
        (f'<g class="hill"><g opacity=".5">{BLENDING}</g></g>', False),
    ])  # fmt: skip
def test_what_blends_in_a_clip_is_isolated(group: str, isolated: bool) -> None:
    found = draw_shape(group)
    assert isinstance(found, Group)
    assert found.isolated is isolated


def test_isolation_is_no_attribute() -> None:
    assert "isolation is a CSS property" in find_refusal('<g isolation="isolate"/>')


def test_points_are_squares_or_open() -> None:
    segments = parse_path_data("M1 1zM2 2h3M4 4l0 0")
    lines, squares = split_points(segments, 2.0)
    assert lines == (("M", 2, 2), ("L", 5, 2))
    assert [segment[1:] for segment in squares if segment[0] == "M"] == [(0, 0), (3, 3)]
    assert open_points(segments) == (("M", 1, 1), ("L", 1, 1), *lines, ("M", 4, 4), ("L", 4, 4))


def embed(image: Pillow.Image, kind: str) -> str:
    stream = BytesIO()
    image.save(stream, kind)
    return (
        f'<image width="4" height="4" href="data:image/{kind.lower()};base64,{b64encode(stream.getvalue()).decode()}"/>'
    )


def test_an_image_of_four_inks_stays_and_screens_are_given_three_colors() -> None:
    found = draw_shape(embed(Pillow.new("CMYK", (8, 8), (0, 255, 255, 0)), "JPEG"))
    assert isinstance(found, Image)
    assert Pillow.open(BytesIO(found.data)).mode == "CMYK"
    shown = Pillow.open(BytesIO(convert_inks(found.data)))
    red, green, blue = shown.getpixel((4, 4))  # type: ignore[misc]
    assert (shown.mode, red > 250, green < 5, blue < 5) == ("RGB", True, True, True)


def test_an_image_in_a_mask_is_as_bright_as_svg_says() -> None:
    mask = f'<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="9" height="9">{embed(Pillow.new("RGB", (2, 2), "#00ff00"), "PNG")}</mask>'
    found = draw_shape(f'{mask}<rect width="4" height="4" mask="url(#m)"/>')
    assert isinstance(found, Group)
    assert found.mask is not None
    (region,) = found.mask.shapes
    assert isinstance(region, Group)
    (inner,) = region.shapes
    assert isinstance(inner, Group)
    (image,) = inner.shapes
    assert isinstance(image, Image)
    assert Pillow.open(BytesIO(image.data)).getpixel((0, 0)) == (182, 255)


def test_entities_of_a_doctype_are_written_out() -> None:
    head = '<!DOCTYPE svg PUBLIC "a" "b" [ <!ENTITY one "urn:o\'ne"> <!ENTITY two \'2\'> ]>'
    assert expand_doctype(f'{head}<a x="&one;&two;&amp;&no;"/>') == ('<a x="urn:o&#39;ne2&amp;&no;"/>', 2)
    assert strip_doctype("<!DOCTYPE svg><a><![CDATA[<b>]]></a>") == "<a>&lt;b&gt;</a>"


def test_entities_that_grow_too_long_are_refused() -> None:
    with pytest.raises(DrawingError, match="add 200,000 characters"):
        strip_doctype(f'<!DOCTYPE a [<!ENTITY b "{"x" * 1000}">]><a>{"&b;" * 200}</a>')
