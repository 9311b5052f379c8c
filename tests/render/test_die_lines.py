"""Die lines of a net: named groups, each line once, inks by background, and hatching clear of folds."""

from io import BytesIO
from math import hypot
from pathlib import Path as File

import pytest
from msgspec.structs import replace
from PIL import Image as Pillow

from generator.fonts.font_book import bundled_font
from generator.geometry.matrix import IDENTITY
from generator.geometry.path import ellipse_segments, rectangle_segments
from generator.geometry.regions import flatten_path
from generator.geometry.types import Segment
from generator.model.net import LINE_STYLES, Fold, Net, Panel, Tab
from generator.model.picture import Clip, Gradient, Group, Image, Paint, Path, Shape, Text
from generator.render.color_sampler import ColorSampler, read_paint
from generator.render.die_lines import GLUE_INSET, add_cut_line_room, draw_die_lines, hatch_polygon, inset_polygon
from tests import test_folding
from tests.samples import for_each

CUT: tuple[Segment, ...] = (("M", 0, 0), ("L", 20, 0), ("L", 20, 10), ("L", 16, 15), ("L", 4, 15), ("L", 0, 10), ("Z",))
PANELS = Panel("one", ((0, 0), (20, 0), (20, 10), (0, 10)), IDENTITY), Panel("two", ((0, 0),), IDENTITY)
FOLDS = (
    Fold(10, 0, 10, 10, "mountain", 90.0, "one", "two"),
    Fold(0, 5, 10, 5, "mountain", 90.0, "one", "two"),
    Fold(20, 10, 0, 10, "valley", 90.0, "one", "tab"),
)
TAB = Tab("tab", ((20, 10), (16, 15), (4, 15), (0, 10)), "two")


def draw_named_groups(net: Net, *art: Shape) -> dict[str, tuple[Path, ...]]:
    """Return the paths of the named groups over some art, in the order in which they are drawn."""
    groups = [shape for shape in draw_die_lines(net, art) if isinstance(shape, Group)]
    assert len(groups) == len(draw_die_lines(net, art))
    assert all(isinstance(shape, Path) for group in groups for shape in group.shapes)
    return {group.name: group.shapes for group in groups}  # type: ignore[misc]  # just seen


def line_ends(segments: tuple[Segment, ...]) -> list[tuple[float, float]]:
    return [(segment[1], segment[2]) for segment in segments if len(segment) > 2]


def test_each_kind_of_line_is_a_group_with_its_look() -> None:
    groups = draw_named_groups(Net(20, 15, PANELS, FOLDS, (TAB,), CUT))
    assert list(groups) == ["glue", "mountain", "valley", "cut"]
    assert [[path.paint for path in groups[kind]] for kind in ("mountain", "valley", "cut")] == [
        [LINE_STYLES["mountain"]], [LINE_STYLES["valley"]], [LINE_STYLES["cut"]]
    ]  # fmt: skip
    assert groups["cut"][0].segments == CUT
    assert line_ends(groups["mountain"][0].segments) == [(10, 0), (10, 10), (0, 5), (10, 5)]
    assert line_ends(groups["valley"][0].segments) == [(20, 10), (0, 10)]
    assert groups["glue"][1].paint == LINE_STYLES["glue"]


def test_empty_groups_are_left_out() -> None:
    assert list(draw_named_groups(Net(20, 15, PANELS, FOLDS[:1], (), CUT))) == ["mountain", "cut"]
    assert list(draw_named_groups(Net(20, 15, PANELS, (), (), CUT))) == ["cut"]


BOARD: tuple[Segment, ...] = (("M", 0, 0), ("L", 40, 0), ("L", 40, 20), ("L", 0, 20), ("Z",))
RIDGE = Net(40, 20, PANELS, (Fold(0, 10, 40, 10, "mountain", 90.0, "one", "two"),), (), BOARD)
BLACK, WHITE = "#000000", "#ffffff"


def make_box(x: float, y: float, w: float, h: float, fill: str | None = BLACK, **more: object) -> Path:
    return Path(rectangle_segments(x, y, w, h), Paint(fill=fill, **more))  # type: ignore[arg-type]


def list_ridge_inks(*art: Shape) -> list[tuple[float, float, str]]:
    """Return from where to where the fold across the board has which ink; its dashes run on, its y stays."""
    found = []
    for path in draw_named_groups(RIDGE, *art)["mountain"]:
        assert replace(path.paint, stroke=BLACK, dash_offset=0.0) == LINE_STYLES["mountain"]
        for (x1, y1), (x2, y2) in zip(line_ends(path.segments)[::2], line_ends(path.segments)[1::2], strict=True):
            assert (y1, y2) == (10, 10)
            phase = (path.paint.dash_offset - x1) % sum(path.paint.dash)
            assert min(phase, sum(path.paint.dash) - phase) < 0.001
            found.append((round(x1, 1), round(x2, 1), path.paint.stroke or ""))
    return sorted(found)


def test_a_line_is_black_on_light_and_white_on_dark() -> None:
    for paint, ink in {
        "#ffffff": BLACK,
        "#000000": WHITE,
        "#c43a22": WHITE,
        "#2b5bb3": WHITE,
        "#f2c744": BLACK,
    }.items():
        groups = draw_named_groups(RIDGE, make_box(-2, -2, 44, 24, paint))
        assert {kind: [path.paint for path in paths] for kind, paths in groups.items()} == {
            kind: [replace(LINE_STYLES[kind], stroke=ink)] for kind in ("mountain", "cut")
        }
        assert groups["cut"][0].segments == BOARD
    assert list_ridge_inks() == [(0, 40, BLACK)]


def test_a_line_changes_its_ink_where_its_background_changes() -> None:
    assert list_ridge_inks(make_box(-2, -2, 20, 24)) == [(0, 18, WHITE), (18, 40, BLACK)]
    assert list_ridge_inks(make_box(12.3, -2, 11, 24)) == [(0, 12.3, BLACK), (12.3, 23.3, WHITE), (23.3, 40, BLACK)]
    # what lies on top counts, wherever it comes from
    assert list_ridge_inks(make_box(-2, -2, 44, 24), make_box(20, 5, 30, 10, "#eeeeee")) == [
        (0, 20, WHITE),
        (20, 40, BLACK),
    ]


def test_a_line_between_dark_and_light_is_black() -> None:
    assert list_ridge_inks(make_box(-2, -2, 44, 12)) == [(0, 40, BLACK)]
    assert list_ridge_inks(make_box(-2, -2, 44, 12), make_box(-2, 10, 44, 12, "#222222")) == [(0, 40, WHITE)]
    (path,) = draw_named_groups(RIDGE, make_box(0, 0, 40, 20))["cut"]  # art without bleed: white would leave a gap
    assert path.paint.stroke == BLACK


def test_a_background_shorter_than_a_dash_does_not_change_the_ink() -> None:
    thin = tuple(make_box(3.17 * k, -2, 0.8, 24) for k in range(14))
    assert list_ridge_inks(*thin) == [(0, 40, BLACK)]
    assert list_ridge_inks(make_box(-2, -2, 44, 24), *(make_box(2.9 * k, -2, 0.7, 24, WHITE) for k in range(14))) == [
        (0, 40, WHITE)
    ]
    assert list_ridge_inks(make_box(20, -2, 1.6, 24)) == [(0, 20, BLACK), (20, 21.6, WHITE), (21.6, 40, BLACK)]
    assert list_ridge_inks(make_box(20, -2, 1.4, 24)) == [(0, 40, BLACK)]
    assert list_ridge_inks(make_box(-2, -2, 3.3, 24)) == [(0, 40, BLACK)]


def test_strokes_are_sampled_at_their_width() -> None:
    along: tuple[Segment, ...] = (("M", 5, 10.5), ("L", 25, 10.5))
    line = Paint(fill=None, stroke=BLACK, width=2.0)
    assert list_ridge_inks(Path(along, line)) == [(0, 5, BLACK), (5, 25, WHITE), (25, 40, BLACK)]
    assert list_ridge_inks(Path(along, replace(line, width=0.9))) == [(0, 40, BLACK)]
    assert list_ridge_inks(Path(along, replace(line, cap="round", width=4.0)))[1] == (3.1, 26.9, WHITE)
    assert list_ridge_inks(Path(along, replace(line, dash=(1.0, 4.0)))) == [(0, 40, BLACK)]
    frame = make_box(10, 10, 20, 8, None, stroke=BLACK, width=2.4)
    assert list_ridge_inks(frame) == [(0, 8.8, BLACK), (8.8, 31.2, WHITE), (31.2, 40, BLACK)]
    closing = (("M", 8.0, 10.5), ("L", 20.0, -5.0), ("L", 32.0, 10.5), ("Z",))
    assert list_ridge_inks(Path(closing, line))[1] == (7.2, 32.8, WHITE)  # a join is round
    curve: tuple[Segment, ...] = (("M", 5, 0), ("C", 20, 13.3333, 20, 13.3333, 35, 0))
    (before, under, after) = list_ridge_inks(Path(curve, line))
    assert (before[2], under[2], after[2]) == (BLACK, WHITE, BLACK)
    assert abs(under[0] + under[1] - 40) < 0.3
    assert 5 < under[1] - under[0] < 9


def test_a_clip_bounds_the_sampled_colors() -> None:
    clip = Clip(rectangle_segments(8, 0, 10, 20))
    assert list_ridge_inks(Group((make_box(-2, -2, 44, 24),), clip=clip)) == [
        (0, 8, BLACK),
        (8, 18, WHITE),
        (18, 40, BLACK),
    ]
    holed = Clip((*rectangle_segments(8, 0, 20, 20), *rectangle_segments(12, 5, 8, 10)), even_odd=True)
    assert list_ridge_inks(Group((make_box(-2, -2, 44, 24),), clip=holed)) == [
        (0, 8, BLACK), (8, 12, WHITE), (12, 20, BLACK), (20, 28, WHITE), (28, 40, BLACK)
    ]  # fmt: skip
    whole = Path((*rectangle_segments(8, 0, 20, 20), *rectangle_segments(12, 5, 8, 10)), Paint())
    assert list_ridge_inks(whole)[1] == (8, 28, WHITE)
    covered = Group((make_box(-2, -2, 44, 24), make_box(-2, -2, 44, 24, WHITE)), clip=clip)
    assert list_ridge_inks(covered) == [(0, 40, BLACK)]
    ring = Path(holed.segments, Paint(even_odd=True))
    assert [round(x) for x, _, _ in list_ridge_inks(ring)] == [0, 8, 12, 20, 28]


def test_translucent_shapes_are_sampled_with_their_background() -> None:
    assert list_ridge_inks(make_box(-2, -2, 20, 24, fill_opacity=0.3)) == [(0, 40, BLACK)]
    assert list_ridge_inks(make_box(-2, -2, 20, 24, fill_opacity=0.8)) == [(0, 18, WHITE), (18, 40, BLACK)]
    half = Group(
        (make_box(-2, -2, 20, 24), make_box(-2, -2, 20, 24)), opacity=0.4
    )  # laid down at once: two are no darker
    assert list_ridge_inks(half) == [(0, 40, BLACK)]
    twice = make_box(-2, -2, 20, 24, fill_opacity=0.4)
    assert list_ridge_inks(twice, twice) == [(0, 18, WHITE), (18, 40, BLACK)]
    dark = make_box(-2, -2, 44, 24)
    assert list_ridge_inks(dark, make_box(-2, -2, 20, 24, WHITE, fill_opacity=0.2)) == [(0, 40, WHITE)]


def test_nested_groups_move_the_sampled_colors() -> None:
    inner = Group((make_box(0, 0, 1, 1),), matrix=(10, 0, 0, 10, 0, 0))
    turned = Group((inner,), matrix=(0, 1, -1, 0, 25, 5))
    assert list_ridge_inks(turned) == [(0, 15, BLACK), (15, 25, WHITE), (25, 40, BLACK)]
    line = Path((("M", 0, 0), ("L", 1, 0)), Paint(fill=None, stroke=BLACK, width=0.1))
    assert list_ridge_inks(Group((line,), matrix=(20, 0, 0, 40, 10, 9)))[1] == (
        10,
        30,
        WHITE,
    )  # a stroke is stretched as well
    assert list_ridge_inks(Group((make_box(0, 0, 40, 20),), matrix=(1, 0, 0, 0, 0, 10))) == [(0, 40, BLACK)]


@for_each(
    [
        ("linear", (0.0, 0.0, 40.0, 0.0), [WHITE, BLACK]),
        ("linear", (0.0, 0.0, 0.0, 40.0), [WHITE]),
        ("radial", (20.0, 10.0, 15.0, 20.0, 10.0), [BLACK, WHITE, BLACK]),
    ]
)
def test_a_gradient_is_sampled_at_its_place(kind: str, geometry: tuple[float, ...], seen: list[str]) -> None:
    stops = (0.0, BLACK), (1.0, WHITE)
    fill = Gradient(kind, geometry, IDENTITY, stops)  # type: ignore[arg-type]
    assert [ink for _, _, ink in list_ridge_inks(Path(BOARD, Paint(fill=fill)))] == seen
    moved = Group((Path(BOARD, Paint(fill=fill)),), matrix=(-1, 0, 0, 1, 40, 0))
    assert [ink for _, _, ink in list_ridge_inks(moved)] == seen[::-1]
    if len(seen) == 2:  # sRGB 117 is where black begins to read better
        assert abs(list_ridge_inks(Path(BOARD, Paint(fill=fill)))[0][1] - 40 * 117 / 255) < 0.3


@for_each(["RGB", "L", "P", "CMYK", "RGBA"])
def test_an_image_is_sampled_by_its_pixels(mode: str) -> None:
    pixels = Pillow.new("RGB", (200, 100), WHITE)
    pixels.paste(BLACK, (50, 0, 150, 100))
    held, form = BytesIO(), "JPEG" if mode == "CMYK" else "PNG"
    if mode == "RGBA":  # what is clear is paper, whatever is said of it
        pixels = Pillow.new("RGBA", (200, 100), "#00000000")
        pixels.paste("#000000ff", (50, 0, 150, 100))
    pixels.convert(mode).save(held, form)
    image = Image(0, 0, 40, 20, "image/png", held.getvalue(), mode)
    assert [(round(x), ink) for x, _, ink in list_ridge_inks(image)] == [(0, BLACK), (10, WHITE), (30, BLACK)]


def test_text_does_not_change_the_ink_of_a_line() -> None:
    wide = Text(0, 14, "MMMM", bundled_font("Source Sans Pro", 400, False), 12, 40, Paint())
    assert list_ridge_inks(wide) == [(0, 40, BLACK)]


def test_a_cut_line_in_two_inks_is_one_line() -> None:
    left, right = draw_named_groups(RIDGE, make_box(-2, -2, 25, 24))["cut"]
    assert {(path.paint.stroke, path.paint.cap) for path in (left, right)} == {(WHITE, "round"), (BLACK, "round")}
    pieces = [[tuple(round(v, 1) for v in at) for at in line_ends(path.segments)] for path in (left, right)]
    assert sorted(pieces) == [[(23, 0), (40, 0), (40, 20), (23, 20)], [(23, 20), (0, 20), (0, 0), (23, 0)]]


def test_a_curve_is_cut_in_two_where_its_ink_changes() -> None:
    net = Net(40, 20, PANELS, (), (), ellipse_segments(20, 10, 10, 10))
    paths = draw_named_groups(net, make_box(-2, -2, 17, 24))["cut"]
    assert sorted(path.paint.stroke or "" for path in paths) == [BLACK, WHITE]
    for path in paths:
        ((line, closed),) = flatten_path(path.segments)
        assert not closed
        assert max(abs(hypot(x - 20, y - 10) - 10) for x, y in line) < 0.004
        assert {round(line[k][0], 1) for k in (0, -1)} == {14.9}  # where the dark begins on both sides
        assert all((x < 14.9) == (path.paint.stroke == WHITE) for x, _ in line[1:-1])


@pytest.mark.parametrize("form", test_folding.FORMATS)
def test_lines_in_two_inks_fold_up(tmp_path: File, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bands = "".join(f'<rect x="{9 * k}" y="-9" width="4.1" height="200"/>' for k in range(-5, 30))
    art = test_folding.TEMPLATE.replace(
        "{% for f in faces %}", f'<g transform="rotate(9)">{bands}</g>{{% for f in faces %}}', 1
    )
    art = art.replace('stroke="#000000" stroke-width="{{', 'stroke="#ff0000" stroke-width="{{')  # seen on both inks
    monkeypatch.setattr(test_folding, "TEMPLATE", art)
    parts = {
        "die": {"kind": "die", "size": 18, "faces": [1, 6, 2, 5, 3, 4]},
        "pyramid": {"kind": "pyramid", "base": 19.84, "height": 34.93},
        "shell": {"kind": "foldover", "size": [18, 26], "round": 6},
    }
    marks = test_folding.build_nets(tmp_path, parts, form)
    for name in parts:
        test_folding.refold_net(marks, name)
    drawn = b"".join(file.read_bytes() for file in (tmp_path / "out").rglob("*.svg"))
    assert form == "pdf" or b"stroke-dashoffset" in drawn


def test_a_glue_area_keeps_clear_of_fold_and_cut() -> None:
    ground, lines, _, number = draw_named_groups(Net(20, 15, PANELS, FOLDS, (TAB,), CUT))["glue"]
    edges = list(zip(TAB.points, (*TAB.points[1:], TAB.points[0]), strict=True))
    for path in (ground, lines, number):
        for x, y in line_ends(path.segments):
            beside = [
                abs((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)) / hypot(x2 - x1, y2 - y1)
                for (x1, y1), (x2, y2) in edges
            ]
            assert min(beside) > GLUE_INSET - 1e-9
            assert 10 < y < 15
    assert len(line_ends(lines.segments)) >= 20


@for_each([1, -1])
def test_a_polygon_is_inset_whichever_way_it_runs(way: int) -> None:
    square = ((0, 0), (4, 0), (4, 3), (0, 3))[::way]
    assert set(inset_polygon(square, 1)) == {(1, 1), (3, 1), (3, 2), (1, 2)}
    assert inset_polygon(square, 2) == ()


def test_hatching_runs_from_edge_to_edge() -> None:
    segments = hatch_polygon(((0, 0), (4, 0), (4, 4), (0, 4)), 2**0.5)
    assert [tuple(round(value, 6) for value in point) for point in line_ends(segments)] == [
        (0, 1), (1, 0), (0, 3), (3, 0), (1, 4), (4, 1), (3, 4), (4, 3)
    ]  # fmt: skip


def test_a_picture_has_room_for_the_cut_line() -> None:
    assert add_cut_line_room((0, 0, 54, 78)) == (-0.4, -0.4, 54.8, 78.8)
    assert add_cut_line_room((-0.4, -0.4, 54.8, 78.8)) == (-0.4, -0.4, 54.8, 78.8)
    assert add_cut_line_room((-2, -2, 58, 82)) == (-2, -2, 58, 82)


def test_a_line_is_searched_again_only_if_the_art_near_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, float]] = []
    sample = ColorSampler.color_at

    def note(own: ColorSampler, x: float, y: float) -> tuple[float, float, float]:
        asked.append((x, y))
        return sample(own, x, y)

    monkeypatch.setattr(ColorSampler, "color_at", note)
    ground = make_box(0, 0, 40, 20, "#123456")
    assert [list_ridge_inks(ground, make_box(5, 2, 4, 4, paint)) for paint in ("#ffffff", "#eeeeee")] == [
        [(0, 40, WHITE)]
    ] * 2
    first = len(asked)
    assert list_ridge_inks(ground, make_box(5, 2, 4, 4, "#dddddd")) == [(0, 40, WHITE)]
    assert len(asked) == first > 0
    assert list_ridge_inks(ground, make_box(20, 5, 20, 10, "#ffffff")) == [(0, 20, WHITE), (20, 40, BLACK)]
    assert len(asked) > first


def test_samplers_of_the_same_layers_are_equal() -> None:
    one, other = (read_paint([make_box(0, 0, 5, 5), make_box(30, 0, 5, 5, paint)]) for paint in ("#aaaaaa", "#bbbbbb"))
    assert one != other
    assert one.limit_to((0, 0, 9, 9)) == other.limit_to((0, 0, 9, 9))
    assert hash(one.limit_to((0, 0, 9, 9))) == hash(other.limit_to((0, 0, 9, 9)))
    assert one.limit_to((28, 0, 40, 9)) != other.limit_to((28, 0, 40, 9))
