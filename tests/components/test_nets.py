"""Nets: measures, tabs, facts, template values and faults."""

import re
from collections.abc import Callable, Mapping
from math import cos, hypot, radians, sin, tan
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.components.nets.assembly import net_trim, net_values
from generator.geometry.matrix import transform_point
from generator.geometry.path import circle_arc_segments, flatten_outline
from generator.geometry.polygon import OutlineError, outline_union
from generator.load.game import read_game
from generator.model.data_types import Value
from generator.model.finding import DataError, Place
from generator.model.net import Net
from tests.messages import facts, facts_of
from tests.samples import for_each

PHARAOH = {"small": (14.29, 25.4), "medium": (19.84, 34.93), "large": (25.4, 44.45)}


def unfold_part(kind: str, row: Mapping[str, Value] | None = None, **keys: Any) -> Net:
    """Return the net of a part with these keys and this row."""
    made = KINDS[kind].net
    assert made is not None
    data = msgspec.convert({"front": "a", "copies": 1, **keys}, KINDS[kind].data)
    return made(data, row or {}, lambda *path: Place("/".join(map(str, path)) or "part"))


def net_size(made: Net) -> tuple[float, float]:
    return round(made.width, 2), round(made.height, 2)


def measure_tab_depths(made: Net) -> list[float]:
    """Return the depth of each tab, measured from the fold between its first two corners."""
    out = []
    for tab in made.tabs:
        (x1, y1), (x2, y2), *rest = tab.points
        out.append(max(abs((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)) / hypot(x2 - x1, y2 - y1) for x, y in rest))
    return [round(each, 3) for each in out]


@for_each([(18, 6), (15, 5.6), (12, 4.44), (5, 1.85)])
def test_a_die_is_a_cross_with_one_tab_beyond_it(edge: float, tab: float) -> None:
    made = unfold_part("die", size=edge, faces=[1, 6, 2, 5, 3, 4])
    assert net_size(made) == (3 * edge, round(4 * edge + tab, 2))
    assert tab <= 0.4 * edge
    assert measure_tab_depths(made) == [tab] * 7
    assert {fold.angle for fold in made.folds} == {90}
    assert {fold.kind for fold in made.folds} == {"mountain"}
    assert len(made.folds) == 5 + 7


def test_the_faces_of_a_die_are_where_the_data_says() -> None:
    made = unfold_part("die", size=10, faces=[1, "six", 2.5, -1, "x", 0])
    places = {panel.id: (panel.value, round(panel.matrix[4]), round(panel.matrix[5])) for panel in made.panels}
    assert places == {
        "a": (1, 15, 19), "b": ("six", 15, 39), "c": (2.5, 15, 9), "d": (-1, 15, 29), "e": ("x", 5, 19),
        "f": (0, 25, 19),
    }  # fmt: skip


@pytest.mark.parametrize("name", PHARAOH)
def test_the_facts_of_the_pyramids_of_pharaoh(name: str) -> None:
    base, height = PHARAOH[name]
    facts = unfold_part("pyramid", base=base, height=height).facts
    published = {
        "small": (26.39, 27.34, 30.30, 74.85, 121.20, 74.29),
        "medium": (36.31, 37.64, 30.57, 74.72, 122.28, 74.14),
        "large": (46.23, 47.94, 30.72, 74.64, 122.89, 74.05),
    }
    found = [facts[each] for each in ("slant", "edge", "apex", "base_angle", "fan", "face_to_base")]
    assert found == pytest.approx(published[name], abs=0.05)
    assert facts["fan"] == 4 * facts["apex"]
    assert (facts["base"], facts["height"], facts["scale"]) == (base, height, 1)


def test_a_scale_multiplies_the_pyramid_and_not_its_tabs() -> None:
    one, other = unfold_part("pyramid", base=20, height=35), unfold_part("pyramid", base=20, height=35, scale=1.25)
    assert (other.facts["base"], other.facts["height"], other.facts["scale"]) == (25, 43.75, 1.25)
    assert other.facts["apex"] == pytest.approx(one.facts["apex"])
    assert measure_tab_depths(one) == measure_tab_depths(other) == [5, 4, 4, 4]


def test_tabs_are_as_deep_as_asked_unless_the_face_is_too_small() -> None:
    assert measure_tab_depths(unfold_part("pyramid", base=25.4, height=44.45, tab=6.5, base_tab=3)) == [6.5, 3, 3, 3]
    small = unfold_part("pyramid", base=5, height=9)
    along = 0.8 * small.facts["edge"] - 2 * 0.03 * small.facts["edge"]
    assert measure_tab_depths(small)[0] == round(along / (1 + 1 / tan(radians(0.8 * small.facts["apex"]))), 3)
    assert measure_tab_depths(small)[1:] == [1.85] * 3


def test_the_net_of_a_pyramid_lies_in_its_smallest_box() -> None:
    sizes = {
        name: net_size(unfold_part("pyramid", base=base, height=height)) for name, (base, height) in PHARAOH.items()
    }
    assert sizes == {"small": (59.73, 26.61), "medium": (82.29, 36.48), "large": (104.89, 46.34)}
    made = unfold_part("pyramid", base=25.4, height=44.45)
    points = net_trim(made).points
    for degrees in range(90):
        t = radians(degrees)
        xs = [x * cos(t) - y * sin(t) for x, y in points]
        ys = [x * sin(t) + y * cos(t) for x, y in points]
        assert (max(xs) - min(xs)) * (max(ys) - min(ys)) >= made.width * made.height - 0.001


def test_a_standee_is_one_strip() -> None:
    made = unfold_part("standee", size=[16, 35])
    assert net_size(made) == (16, 2 * 35 + 4 * 8)
    assert [segment[0] for segment in made.cut] == ["M", "L", "L", "L", "Z"]
    assert [(fold.one, fold.other, fold.kind, fold.angle, fold.y1) for fold in made.folds] == [
        ("back", "back-foot", "valley", 90, 8),
        ("front", "back", "mountain", 180, 43),
        ("front", "front-foot", "valley", 90, 78),
        ("front-foot", "sole", "mountain", 180, 86),
    ]
    assert net_size(unfold_part("standee", size=[16, 35], foot=5)) == (16, 90)


@for_each([("left", (36, 26)), ("right", (36, 26)), ("top", (18, 52)), ("bottom", (18, 52))])
def test_a_fold_over_is_two_faces_wide_or_high(fold: str, box: tuple[float, float]) -> None:
    made = unfold_part("foldover", size=[18, 26], round=6, fold=fold)
    assert net_size(made) == box
    assert net_trim(made).shape == "polygon"


def test_two_discs_hang_together_by_a_hinge() -> None:
    made = unfold_part("foldover", diameter=18)
    (fold,) = made.folds
    assert (net_size(made), round(hypot(fold.x2 - fold.x1, fold.y2 - fold.y1), 6)) == ((36, 18), 4)
    assert made.facts == {"width": 18, "height": 18}
    small = unfold_part("foldover", diameter=6).folds[0]
    assert round(hypot(small.x2 - small.x1, small.y2 - small.y1), 6) == 3


def test_curves_are_curves_in_the_cut_and_chords_in_the_trim() -> None:
    made = unfold_part("foldover", diameter=18)
    assert {segment[0] for segment in made.cut} == {"M", "L", "C", "Z"}
    points = net_trim(made).points
    hinge = {(round(fold.x1, 6), round(fold.y1, 6)) for fold in made.folds}
    hinge |= {(round(fold.x2, 6), round(fold.y2, 6)) for fold in made.folds}
    for x, y in points:
        off = abs(hypot(min(abs(x - 9), abs(x - 27)), y - 9) - 9)
        assert off < 0.001 or (round(x, 6), round(y, 6)) in hinge
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        assert abs(hypot(min(abs(x - 9), abs(x - 27)), y - 9) - 9) < 0.02 or abs(x - 18) < 0.3


@for_each([1, 9, 200])
def test_an_arc_keeps_to_its_circle(radius: float) -> None:
    start = radius, 0.0
    for _, *flat in circle_arc_segments(0, 0, radius, 0, radians(360)):
        x1, y1, x2, y2, x3, y3 = flat
        for t in (0.1, 0.25, 0.4, 0.7):
            u = 1 - t
            x = u**3 * start[0] + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3
            y = u**3 * start[1] + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3
            assert abs(hypot(x, y) - radius) < 0.001
        start = x3, y3
    assert start == pytest.approx((radius, 0), abs=1e-9)


def test_flattened_outline_has_no_duplicate_corners() -> None:
    line = ("M", 0.0, 0.0), ("L", 4.0, 0.0), ("L", 4.0, 3.0), ("L", 0.0, 0.0), ("Z",)
    assert flatten_outline(line) == ((0, 0), (4, 0), (4, 3))


def test_outline_union_drops_shared_edges() -> None:
    square = (0, 0), (2, 0), (2, 2), (0, 2)
    tab = (2, 1.8), (2, 0.2), (3, 1.2), (3, 1.4)
    below = (0, 2), (2, 2), (2, 4), (0, 4)
    assert set(outline_union([square, below])) == {(0, 0), (2, 0), (2, 4), (0, 4)}
    assert set(outline_union([square, tab])) == {*square, *tab}
    with pytest.raises(OutlineError, match="pieces"):
        outline_union([square, ((9, 9), (10, 9), (10, 10))])


def parse_numbers(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"-?[\d.]+", text)]


def test_template_values() -> None:
    made = unfold_part("pyramid", base=25.4, height=44.45)
    given = net_values(made)
    assert given["facts"] == made.facts
    assert len(given["tabs"]) == 4
    assert [(face["id"], face["mark"]) for face in given["faces"]] == [
        ("1", "face.1"), ("2", "face.2"), ("3", "face.3"), ("4", "face.4"), ("base", "face.base")
    ]  # fmt: skip
    for side in given["faces"][:4]:
        flat = parse_numbers(side["points"])
        points = list(zip(flat[::2], flat[1::2], strict=True))
        assert points[0] == pytest.approx((0, side["radius"] - side["height"]), abs=0.001)
        assert {round(y - side["radius"], 3) for _, y in points[1:]} == {0}
        assert (side["width"], side["height"]) == (25.4, round(made.facts["slant"], 4))
    assert {face["radius"] for face in given["faces"]} == {12.7, given["faces"][0]["radius"]}


def test_face_transform_places_the_face_on_the_net() -> None:
    made = unfold_part("pyramid", base=25.4, height=44.45)
    for panel, face in zip(made.panels, net_values(made)["faces"], strict=True):
        a, b, c, d, e, f = parse_numbers(face["at"])
        for x, y in panel.points:
            assert transform_point((a, b, c, d, e, f), x, y) == pytest.approx(
                transform_point(panel.matrix, x, y), abs=0.0002
            )


@for_each(
    [
        ("die", {"size": 18}, {}, "faces: GF005 `faces` `sides` 1 2 3"),
        ("die", {"size": 18}, {"faces": [1, 2]}, "faces: GF006 6 6 2 `sides: 2`"),
        ("die", {"size": 18}, {"faces": "1 2 3"}, "faces: GF006 6 '1 2 3'"),
        (
            "pyramid",
            {"base": 9},
            {},
            "height: GF005 `height`",
        ),
        ("pyramid", {"base": 9}, {"height": 0}, "height: GF006 0 0"),
        ("pyramid", {"base": 9}, {"height": -1.5}, "height: GF006 0 -1.5"),
        (
            "pyramid",
            {"base": 9},
            {"height": "tall"},
            "height: GF006 0 'tall'",
        ),
        ("pyramid", {"base": 9}, {"height": True}, "height: GF006 0"),
        (
            "die",
            {"size": 18},
            {"faces": [1, 2, 3, "", " ", 6]},
            "faces/3: GF006 3\nfaces/4: GF006 4",
        ),
        (
            "die",
            {"size": 18},
            {"faces": [True, 2, 3, "4", 5.5, "6"]},
            "faces/0: GF006 0",
        ),
        (
            "pyramid",
            {"base": 9, "height": 9, "tab": 0.01},
            {},
            "tab: GF006 1 11.02 0.01",
        ),
        (
            "pyramid",
            {"base": 9, "height": 9, "base_tab": 0.5},
            {},
            "base_tab: GF006 0.9 9 0.5",
        ),
        ("standee", {"size": [16, 35], "foot": 0.7}, {}, "foot: GF006 2 0.7"),
        (
            "pyramid",
            {"base": 30, "height": 0.5},
            {},
            "height: GF006 30 0.5",
        ),
    ]
)
def test_invalid_net_values(kind: str, keys: dict[str, Any], row: dict[str, Value], says: str) -> None:
    with pytest.raises(DataError) as error:
        unfold_part(kind, row, **keys)
    assert facts_of(error.value.findings) == says.split("\n")


@for_each(
    [
        ("die", {"size": 18, "faces": [1, 2, 3, 4, 5, 6]}, {"faces": [1, 2, 3, 4, 5, 6]}),
        ("pyramid", {"base": 9, "height": 9}, {"base": 8}),
    ]
)
def test_value_given_for_part_and_row_is_refused(kind: str, keys: dict[str, Any], row: dict[str, Value]) -> None:
    (key,) = row
    with pytest.raises(DataError, match=rf"^{key}: GF006 {key} .* both for the part and in its rows"):
        unfold_part(kind, row, **keys)


@for_each(
    [
        ("die", {"size": 0, "faces": [1, 2, 3, 4, 5, 6]}, "Expected `float` >= 0.01"),
        ("die", {"size": 10_001, "faces": [1, 2, 3, 4, 5, 6]}, "Expected `float` <= 10000.0"),
        ("foldover", {"diameter": 1e9}, "Expected `float` <= 10000.0"),
        ("foldover", {"size": [9, 9], "round": 1e9}, "Expected `float` <= 10000.0"),
        ("die", {"size": 18, "faces": [1, 2, 3, 4, 5]}, "6 6 5"),
        ("die", {"size": 18, "faces": [1, 2, 3, 4, 5, [6]]}, "Expected"),
        ("die", {"size": 18, "faces": [1, 2, 3, 4, 5, None]}, "Expected"),
        ("die", {"size": 18, "faces": [1, 2, 3, 4, 5, True]}, "Expected"),
        ("die", {"size": 18, "faces": [1, 2, 3, 4, 5, " "]}, "Expected"),
        ("pyramid", {"base": 9, "height": 9, "scale": 0}, "Expected `float` >= 0.01"),
        ("pyramid", {"base": -9, "height": 9}, "Expected `float` >= 0.01"),
        ("standee", {"size": [16]}, "length >= 2"),
        ("foldover", {}, "`size` `diameter`"),
        ("foldover", {"size": [9, 9], "diameter": 9}, "`size` `diameter`"),
        ("foldover", {"diameter": 9, "round": 1}, "`round` `size`"),
        ("foldover", {"size": [18, 26], "round": 13.5}, "`round` 13.5 13"),
        ("foldover", {"size": [18, 26], "round": 10, "fold": "top"}, "`round` 10 9"),
        ("foldover", {"size": [18, 26], "fold": "back"}, "Invalid enum value"),
    ]
)
def test_invalid_net_keys(kind: str, keys: dict[str, Any], says: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        unfold_part(kind, **keys)
    assert says in f"{error.value}\n{facts(error.value)}"  # msgspec's words, or the facts of ours


Write = Callable[..., Any]


@pytest.fixture
def expand_game(tmp_path: Path) -> Write:
    """Give `expand_game(part, rows)`, which returns the parts of a game with one part and one CSV file."""

    def write(part: str, rows: str = "") -> Any:
        folder = tmp_path / "wren"
        folder.mkdir(exist_ok=True)
        head = (
            'title: Wren\nversion: "1"\nplayers: [1, 2]\ncolors:\n  x.red: {paint: "#f00"}\n  x.blue: {paint: "#00f"}\n'
        )
        (folder / "game.yaml").write_text(f"{head}parts:\n  it:\n{part}", "utf-8")
        if rows:
            (folder / "rows.csv").write_text(rows, "utf-8")
        return expand_parts(read_game(folder, KINDS), KINDS)

    return write


def test_rows_may_hold_decimals_and_lists(expand_game: Write) -> None:
    part = "    {kind: pyramid, front: a.svg.j2, rows: rows.csv, copies: 1, for_each: x}\n"
    (made,) = expand_game(part, "id,base,height\nsmall,14.29,25.4\nlarge,25.4,44.45\n")
    assert [(design.id, design.net.facts["base"]) for design in made.designs] == [
        ("red.small", 14.29), ("red.large", 25.4), ("blue.small", 14.29), ("blue.large", 25.4)
    ]  # fmt: skip
    assert made.designs[0].net is made.designs[2].net
    assert made.designs[0].outline == net_trim(made.designs[0].net) != made.designs[1].outline
    (die,) = expand_game(
        "    {kind: die, size: 9, front: a.svg.j2, rows: rows.csv, copies: 1}\n", "faces[]\n1 6 2 5 3 4\n"
    )
    assert [panel.value for panel in die.designs[0].net.panels] == [1, 6, 2, 5, 3, 4]


def test_all_faults_are_reported_at_once_with_places(expand_game: Write) -> None:
    part = "    {kind: die, size: 9, front: a.svg.j2, back: b.svg.j2, rows: rows.csv, copies: 1, for_each: x}\n"
    with pytest.raises(DataError) as error:
        expand_game(part, "id,faces[]\none,1 2 3\ntwo,1 6 2 5 3 4\nsix,1 2 3 4\n")
    assert [facts(re.sub(r"^.*wren/", "", str(finding))) for finding in error.value.findings] == [
        "game.yaml:9:49: GF006 `back`",
        "rows.csv:2:5: GF006 6 6 3",
        "rows.csv:4:5: GF006 6 6 4 `sides: 4`",
    ]


def test_missing_value_is_reported_at_the_part(expand_game: Write) -> None:
    with pytest.raises(DataError, match=r"game\.yaml:8:3: GF005 a pyramid needs `height`"):
        expand_game("    {kind: pyramid, base: 9, front: a.svg.j2, copies: 1}\n")


DIE = "    {kind: die, size: 9, front: a.svg.j2, copies: 1, faces: %s}\n"
DICE = "    {kind: die, size: 9, front: a.svg.j2, copies: 1, rows: [{faces: %s}]}\n"
ROUND = "    {kind: foldover, front: a.svg.j2, copies: 1, %s}\n"


@pytest.mark.parametrize(
    ("part", "says"),
    [
        (DIE % "[1, 2, 3, 4, 5]", "9:61: GF006 6 6 5"),
        (DIE % "[1, 2, 3, 4, 5, ]", "9:61: GF006 6 6 5"),
        (
            DIE % "[1, 2, 3, 4, 5, null]",
            "9:77: GF006 5",
        ),
        (
            DIE % "[1, true, 3, 4, 5, 6]",
            "9:65: GF006 1",
        ),
        (
            DIE % '[1, "", 3, 4, 5, 6]',
            "9:65: GF006 1 ''",
        ),
        (
            DIE % '[1, " ", 3, 4, 5, 6]',
            "9:65: GF006 1 ' '",
        ),
        (DICE % '[1, " ", 3, 4, 5, 6]', "9:73: GF006 1"),
        (
            "    {kind: pyramid, front: a.svg.j2, copies: 1, height: 9, rows: [{base: 9}, {tone: 1}]}\n",
            "9:78: GF005 `base`",
        ),
        (
            ROUND % "diameter: 9, round: 1",
            "9:70: GF006 `round` `size`",
        ),
        (
            ROUND % "size: [9, 9], round: 7",
            "9:71: GF006 `round` 7 4.5",
        ),
        (
            ROUND % "size: [9, 9], diameter: 7",
            "9:74: GF006 `size` `diameter`",
        ),
        (
            "    {kind: track, front: a.svg.j2, copies: 1, from: 5, to: 3, columns: 3, cell: 9}\n",
            "9:60: GF006 `to` 3 `from` 5",
        ),
        (
            "    {kind: track, front: a.svg.j2, copies: 1, from: 1, to: 3, columns: 3, cell: 9, border: 28}\n",
            "9:92: GF006 `border` 28 27",
        ),
    ],
)
def test_fault_is_reported_at_its_place(expand_game: Write, part: str, says: str) -> None:
    with pytest.raises(DataError) as error:
        expand_game(part)
    assert facts(re.sub(r"^.*wren/", "", str(error.value))) == f"game.yaml:{says}"


@pytest.mark.parametrize("size", [0.01, 1, 10_000])
@pytest.mark.parametrize(
    "part",
    [
        lambda size: unfold_part("die", size=size, faces=[1, 2, 3, 4, 5, 6]),
        lambda size: unfold_part("pyramid", base=size, height=size),
        lambda size: unfold_part("standee", size=[size, size]),
        lambda size: unfold_part("foldover", diameter=size),
    ],
    ids=["die", "pyramid", "standee", "foldover"],
)
def test_extreme_sizes_unfold(part: Callable[[float], Net], size: float) -> None:
    made = part(size)
    assert made.width >= size * 0.99
    assert all(face["radius"] > 0 for face in net_values(made)["faces"])
