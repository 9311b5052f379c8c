"""Nothing lies off its piece, and art that reaches the cut is continued by the bleed (GF154, GF157)."""

from pathlib import Path

from tests.check.hide.pages import CARD, look, wrap
from tests.samples import for_each

FACE = "templates/face.svg.j2"
SIGN = '<g class="icon.sun">\n<circle cx="{}" cy="10" r="4" fill="#c80"/></g>'


@for_each([(34, []), (36.3, []), (39, [" warning: 'icon.sun' 38"]), (60, [" 'icon.sun'"])])
def test_a_group_that_shows_data_lies_on_its_piece(tmp_path: Path, x: float, told: list[str]) -> None:
    found = look(tmp_path, SIGN.format(x))
    assert [each for each in found if "GF154" in each] == [f"{FACE}:2:1: GF154{how}" for how in told]


def test_the_innermost_group_is_told(tmp_path: Path) -> None:
    assert look(tmp_path, f'<g class="row.a">\n{SIGN.format(60)}</g>') == [f"{FACE}:3:1: GF154 'icon.sun'"]


def test_the_group_whose_transform_moves_it_off_is_told(tmp_path: Path) -> None:
    moved = f'<g class="row.a" transform="translate(40 0)">\n{SIGN.format(9)}</g>'
    assert look(tmp_path, moved) == [f"{FACE}:2:1: GF154 'icon.sun'"]


def test_a_shape_off_the_page_is_told_unless_its_line_draws_others_on_it(tmp_path: Path) -> None:
    assert look(tmp_path, '<circle cx="60" cy="9" r="4"/>') == [f"{FACE}:2:1: GF154 warning:"]
    loop = '{% for x in [9, 60] %}<circle cx="{{ x }}" cy="9" r="4"/>{% endfor %}'
    assert look(tmp_path / "loop", loop) == []
    used = '<defs><circle id="dot" r="4"/></defs>\n<use href="#dot" x="9" y="9"/>\n<use href="#dot" x="60" y="9"/>'
    assert look(tmp_path / "used", used) == []


BACKED = CARD.replace("front", "back: back.svg.j2, front")
GROUND = '<rect x="{}" y="-3" width="{}" height="36" fill="#246"/>'


@for_each(
    [
        (GROUND.format(-3, 46), "-3 -3 46 36", []),
        (GROUND.format(0, 43), "-3 -3 46 36", ["templates/back.svg.j2:2:1: GF157 3"]),
        (GROUND.format(-3, 46), "0 0 40 30", ["templates/back.svg.j2:1:1: GF157 warning:"]),
        (GROUND.format(0.6, 42.4), "-3 -3 46 36", ["templates/back.svg.j2:2:1: GF157 warning:"]),
        ('<path d="M0 9 H40" stroke="#246" stroke-width="2"/>', "0 0 40 30", []),
        ('<path d="M-3 9 H40" stroke="#246" stroke-width="2"/>', "-3 -3 46 36", []),
        (f'{GROUND.format(-3, 46)}<path d="M-3 0 H43" stroke="#fff" stroke-width="0.8"/>', "-3 -3 46 36", []),
        ('<path d="M-3 9 H40" stroke="#246" stroke-width="6"/>', "-3 -3 46 36", ["templates/back.svg.j2:2:1: GF157 3"]),
        (GROUND.format(-3, 23), "-3 -3 46 36", ["templates/back.svg.j2:2:1: GF157 warning:"]),
        ('<rect x="2" y="2" width="36" height="26" fill="#246"/>', "0 0 40 30", []),
        (
            '<rect x="0.1" y="0.1" width="39.8" height="29.8" fill="#246"/>',
            "0 0 40 30",
            ["templates/back.svg.j2:2:1: GF157 warning:"],
        ),
        (
            '<rect x="9" y="24" width="20" height="9" fill="#246"/>',
            "0 0 40 30",
            ["templates/back.svg.j2:2:1: GF157 warning:"],
        ),
        (
            '<path d="M-3 9 H43 M9 -3 V33" stroke="#246" stroke-width="2"/>',
            "0 0 40 30",
            ["templates/back.svg.j2:1:1: GF157 warning:"],
        ),
    ]
)
def test_art_that_reaches_the_cut_has_bleed(tmp_path: Path, ground: str, box: str, told: list[str]) -> None:
    assert look(tmp_path, SIGN.format(9), BACKED, back=wrap(ground, box)) == told


@for_each([(-3, False), (0.5, True), (8, False)])
def test_the_ground_of_a_front_may_end_far_inside_one_side_but_not_at_the_cut(
    tmp_path: Path, top: float, told: bool
) -> None:
    ground = f'<rect x="-3" y="{top}" width="46" height="{33 - top}" fill="#246"/>'
    assert look(tmp_path, wrap(ground, "-3 -3 46 36")) == ([f"{FACE}:2:1: GF157 warning:"] if told else [])


@for_each([(18.5, []), (17, ["templates/back.svg.j2:2:1: GF157 1.5"])])
def test_a_slanted_band_may_run_through_the_bleed_beside_where_it_crosses_the_cut(
    tmp_path: Path, end: float, told: list[str]
) -> None:
    band = f'<path d="M-1.5 {end - 14} L18.5 {end} H14 L-1.5 {end - 10.5} Z" fill="#246"/>'
    small = BACKED.replace("[40, 30]", "[17, 17]")
    assert look(tmp_path, SIGN.format(9), small, back=wrap(band, "-1.5 -1.5 20 20")) == told


@for_each([0, 1, 2])
def test_the_one_face_without_bleed_is_told_wherever_it_stands(tmp_path: Path, odd: int) -> None:
    rows = ", ".join(f"{{id: {name}, x: {0 if n == odd else -3}, copies: 1}}" for n, name in enumerate("abc"))
    ground = GROUND.format("{{ row.x }}", "{{ 43 - row.x }}")
    part = f"{{kind: card, size: [40, 30], front: face.svg.j2, rows: [{rows}]}}"
    found = look(tmp_path, wrap(ground, "-3 -3 46 36"), part)
    assert [each for each in found if "GF157" in each] == [f"{FACE}:2:1: GF157 3"]


def test_a_kit_without_bleed_is_told_once(tmp_path: Path) -> None:
    ground = GROUND.format(-3, 46)
    found = look(tmp_path, wrap(ground, "0 0 40 30"), BACKED, back=wrap(ground, "0 0 40 30"))
    assert found == [f"{FACE}:1:1: GF157 warning: 1"]


DISC = "{kind: token, diameter: 20, front: face.svg.j2, copies: 1}"


def test_a_line_to_cut_along_does_not_excuse_an_empty_bleed(tmp_path: Path) -> None:
    disc = '<circle cx="10" cy="10" r="{}" fill="#c80"/>\n<circle cx="10" cy="10" r="9.9" fill="none" stroke="#000" stroke-width="0.2"/>'
    box = "-1 -1 22 22"
    assert look(tmp_path / "bled", wrap(disc.format(11), box), DISC) == []
    assert look(tmp_path / "bare", wrap(disc.format(10), box), DISC) == [f"{FACE}:2:1: GF157 1"]
    half = "-0.5 -0.5 21 21"
    assert look(tmp_path / "half", wrap(disc.format(10.5), half), DISC) == []
    assert look(tmp_path / "none", wrap(disc.format(10), half), DISC) == [f"{FACE}:2:1: GF157 0.5"]


def test_a_disc_of_a_macro_that_ends_at_the_cut_is_told_at_its_call(tmp_path: Path) -> None:
    disc = '{% macro disc(r) %}\n<circle cx="10" cy="10" r="{{ r }}" fill="#c80"/>\n{% endmacro %}\n{{ disc(10) }}'
    assert look(tmp_path, wrap(disc, "-1 -1 22 22"), DISC) == [f"{FACE}:5:1: GF157 1"]


def test_a_disc_may_have_a_line_to_cut_along(tmp_path: Path) -> None:
    disc = '<circle cx="10" cy="10" r="10" fill="#c80"/>'
    assert look(tmp_path / "bare", disc, DISC) == [f"{FACE}:1:1: GF157 warning:"]
    line = '<circle cx="10" cy="10" r="9.9" fill="none" stroke="#000" stroke-width="0.2"/>'
    assert look(tmp_path / "line", disc + line, DISC) == []


TRIANGLE = "{kind: token, diameter: 20, sides: 3, front: face.svg.j2, copies: 1}"


@for_each([
        ('<rect x="-3" y="-3" width="30" height="30" fill="#c80"/>', True),
        ('<circle cx="9" cy="9" r="3" fill="#c80"/>', True),
        ('<polygon points="{P}" fill="#c80"/>', False),
        ('<rect x="-3" y="-3" width="30" height="30" fill="#c80"/><polygon points="{P}" fill="none" stroke="#000" stroke-width="0.2"/>', False),
        ('<rect x="-3" y="-3" width="30" height="30" fill="#c80"/><path d="M0 15L8.66 0" stroke="#000" stroke-width="0.2"/>', True),
    ])  # fmt: skip
def test_a_triangle_shows_where_to_cut_it(tmp_path: Path, drawn: str, told: bool) -> None:
    art = drawn.replace("{P}", "8.66,0 17.32,15 0,15")
    found = look(tmp_path, wrap(art, "-3 -3 23.32 21"), TRIANGLE, other="GF157", tells_uncut=True)
    assert found == ([f"{FACE}:1:1: GF322 warning:"] if told else [])


def test_a_square_ground_does_not_show_where_to_cut_a_disc(tmp_path: Path) -> None:
    square = '<rect x="-1" y="-1" width="22" height="22" fill="#c80"/>'
    for more, told in (
        ("", True),
        ('<circle cx="10" cy="10" r="9.9" fill="none" stroke="#000" stroke-width="0.2"/>', False),
    ):
        found = look(tmp_path / str(told), wrap(square + more, "-1 -1 22 22"), DISC, other="GF157", tells_uncut=True)
        assert found == ([f"{FACE}:1:1: GF322 warning:"] if told else [])


@for_each([("-2, 7", None), ("-2, 4", 4), ("1, 7", 4)])
def test_a_side_that_a_loop_does_not_reach_is_told_at_what_it_draws(
    tmp_path: Path, columns: str, line: int | None
) -> None:
    dots = (
        f"{{% for row in range(-2, 6) %}}\n{{% for column in range({columns}) %}}\n"
        "<circle cx='{{ 8 * column + 4 }}' cy='{{ 6 * row + 3 }}' r='3.8' fill='#246'/>\n{% endfor %}\n{% endfor %}"
    )
    found = look(tmp_path, SIGN.format(9), BACKED, back=wrap(dots, "-3 -3 46 36"), other="GF156")
    assert [each[: each.index(" GF")] for each in found] == ([f"templates/back.svg.j2:{line}:1:"] if line else [])
