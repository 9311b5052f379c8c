"""Shapes without names that something covers, or that have the color of what they are on."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

RING = "<circle cx='20' cy='15' r='4' fill='none' stroke='#246' stroke-width='1'/>"
HEAD, BODY = "<circle cx='20' cy='18' r='4' fill='#b23'/>", "<path d='M10 26 L20 6 L30 26 Z' fill='#b23'/>"
AT = "templates/face.svg.j2"


@pytest.mark.parametrize(
    ("drawing", "found"),
    [
        (f"{RING}\n<rect x='2' y='20' width='36' height='9' fill='#9bd'/>", []),
        (f"{RING}\n<rect x='2' y='2' width='36' height='26' fill='#9bd'/>", [f"{AT}:2:1: GF150 warning:"]),
        (f"{RING}\n<rect x='2' y='2' width='36' height='26' fill='#9bd' opacity='0.5'/>", []),
        (f"{HEAD}\n{BODY}", [f"{AT}:2:1: GF150 note:"]),
        (f"{HEAD.replace('18', '8')}\n{BODY}", []),
        (f"{HEAD.replace('#b23', '#fff')}\n{BODY.replace('#b23', '#fff')}", [f"{AT}:2:1: GF150 warning:"]),
        (f"{BODY.replace('#b23', '#fff')}\n{HEAD.replace('#b23', '#fff')}", []),  # lets nothing shine through
        (
            f"{BODY.replace('#b23', '#fff')}\n{HEAD.replace('#b23', '#fff')}<path d='M14 18 L18 22 L22 18' fill='none' stroke='#fff'/>",
            [f"{AT}:2:1: GF150 note:"],
        ),
        (f"{RING}\n{RING}\n<rect x='2' y='2' width='36' height='26' fill='#9bd'/>\n{RING}", []),  # seen at last
        ("<circle cx='20' cy='15' r='5' fill='#246'/>\n<circle cx='20' cy='15' r='5' fill='#b23'/>", []),  # drawn again
        (
            "<circle cx='3' cy='3' r='0.5' fill='#246'/>\n<rect x='1' y='1' width='9' height='9' fill='#b23'/>",
            [],
        ),  # a detail
    ],
    ids=[
        "beside",
        "covered",
        "shines through",
        "its color",
        "sticks out",
        "white under",
        "white",
        "white forms",
        "again",
        "over",
        "dot",
    ],
)
def test_shapes_that_change_nothing(tmp_path: Path, drawing: str, found: list[str]) -> None:
    assert look(tmp_path, drawing) == found


BAR = "<path d='M18 20 H22 V24 H18 Z M18 15 H22 V16 H18 Z' fill='#b23'/>"


def test_what_hides_drawings_of_several_forms_is_told_itself(tmp_path: Path) -> None:
    assert look(tmp_path, f"{BODY}\n{HEAD}\n{BAR}") == [f"{AT}:2:1: GF150 note:"]
    two = f"{BODY}\n{HEAD}\n{HEAD.replace('18', '22').replace('4', '3')}"
    assert look(tmp_path / "two", two) == [f"{AT}:3:1: GF150 note:", f"{AT}:4:1: GF150 note:"]
    sound = f"{BODY}\n{HEAD}\n{BAR}".replace("#b23", "#fc3", 1)
    assert look(tmp_path / "sound", sound) == []


SAND, SKY = (
    f"<path d='M2 2 H{right} V28 H2 Z' fill='{paint}'/>" for right, paint in ((38, "#fbf5e6"), (36, "#cfe0e8"))
)
SAIL = "<path d='M17 6 L17 24 L6 24 Z' fill='#fbf5e6'/>"


@pytest.mark.parametrize(
    ("drawing", "found"),
    [
        (f"{SAND}\n{SKY}\n{SAIL}", []),
        (f"{SAND}\n{SAIL}", [f"{AT}:3:1: GF150 note:"]),
        (f"{SKY}\n{SAND}\n{SAIL}", [f"{AT}:4:1: GF150 note:"]),
    ],
    ids=["pale sky between", "its color", "sky below"],
)
def test_what_lies_between_a_shape_and_a_ground_of_its_color(tmp_path: Path, drawing: str, found: list[str]) -> None:
    assert look(tmp_path, drawing) == found


def test_a_shape_that_another_row_shows_is_seen(tmp_path: Path) -> None:
    part = (
        "{kind: tile, size: [40, 30], front: face.svg.j2, rows: [{id: a, n: 1, copies: 1}, {id: b, n: 2, copies: 1}]}"
    )
    plate = "<rect x='2' y='2' width='36' height='26' fill='#9bd'/>"
    drawing = f"{RING}\n{{% if row.n == 2 %}}{plate}{{% endif %}}\n<g class='row.n'><text x='5' y='9' font-size='5'>{{{{ row.n }}}}</text></g>"
    assert look(tmp_path, drawing, part) == []
    everywhere = look(tmp_path / "all", drawing.replace("row.n == 2", "row.n"), part)
    assert everywhere == ["templates/face.svg.j2:2:1: GF150 warning:"]


def test_dots_of_a_pattern_may_lie_under_a_plate(tmp_path: Path) -> None:
    dots = "{% for n in range(6) %}<rect x='{{ 2 + 6 * n }}' y='{{ 2 + n }}' width='2' height='{{ 2 + 0.5 * n }}' fill='#246'/>{% endfor %}"
    assert look(tmp_path, f"{dots}\n<rect x='25' y='1' width='9' height='20' fill='#9bd'/>") == []


def test_a_hidden_group_is_told_once(tmp_path: Path) -> None:
    drawing = "<g class='icon.sun'><circle cx='20' cy='10' r='4' fill='#c80'/></g>\n<rect x='5' y='3' width='30' height='20' fill='#9bd'/>"
    assert [each[: each.index("GF150") + 6] for each in look(tmp_path, drawing)] == [f"{AT}:3:1: GF150 "]
