"""Signs off an even pattern, twice in one place or out of step (GF185), uneven pips (GF158), and exchanged names."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

FACE = "templates/face.svg.j2"
SHEET = "{kind: tile, size: [40, 30], front: face.svg.j2, copies: 1}"
DIE = "{kind: die, size: 16, faces: [1, 2, 3, 4, 5, 6], copies: 1, front: face.svg.j2}"
TRACK = "{kind: track, from: 1, to: 24, columns: 8, cell: 12, copies: 1, front: face.svg.j2}"
SPOTS = (
    "{{% set spots = {{1: [[0, 0]],\n2: [[-1, -1], {two}],\n3: [[-1, -1], [0, 0], [1, 1]],\n"
    "4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],\n5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],\n"
    "6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]}} %}}"
)
GOODS = "colors: {good.salt: {paint: '#5566aa'}, good.silk: {paint: '#aa3366'}}"


def dots(places: str) -> str:
    """Return a drawing of a dot in each of some places about the middle of the sheet."""
    return (
        f"{{% for x, y in [{places}] %}}\n<circle cx='{{{{ 20 + x }}}}' cy='{{{{ 15 + y }}}}' r='1'/>\n{{% endfor %}}"
    )


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ("(-6, -6), (6, -6), (-6, 6), (6, 6)", []),
        ("(-6, -6), (6, -6), (-6, 6), (6, 9)", [f"{FACE}:2:1: GF185 warning: 4 3"]),
        ("(-6, -6), (6, -6), (-6, 6), (-6, 6)", [f"{FACE}:2:1: GF185 warning: 2"]),
        ("(-6, -6), (6, -6), (-6, 6), (2, -1)", []),  # no pattern
        ("(-6, -6), (6, -6), (1, 7)", []),  # too few to tell
        ("(-6, -6), (-6, 0), (-6, 6), (6, -6), (6, 0), (6, 6), (0, -3)", []),  # the pips of a 7
        ("(-6, -6), (-6, 0), (-6, 6), (6, -6), (6, 0), (6, 6), (2, -3)", [f"{FACE}:2:1: GF185 warning: 7 2"]),
    ],
)
def test_signs_of_a_pattern(tmp_path: Path, places: str, found: list[str]) -> None:
    assert look(tmp_path, dots(places), SHEET, other="GF157") == found


@pytest.mark.parametrize(("two", "found"), [("[1, 1]", []), ("[1, 0]", [f"{FACE}:3:1: GF158 warning: 'b' 2"])])
def test_pips_are_even_about_the_middle_of_a_face(tmp_path: Path, two: str, found: list[str]) -> None:
    pip = "<circle cx='{{ 4 * x }}' cy='{{ 4 * y }}' r='1.4'/>"
    faces = (
        "{% for f in faces %}<g class='{{ f.mark }}' transform='{{ f.at }}'>"
        f"{{% for x, y in spots[f.value] %}}{pip}{{% endfor %}}</g>{{% endfor %}}"
    )
    shown = look(tmp_path, SPOTS.format(two=two) + "\n" + faces, DIE)
    assert [each for each in shown if "GF158" in each] == found


@pytest.mark.parametrize(("rows", "is_told"), [(1, False), (2, True)])
def test_a_single_row_of_signs_may_stand_low_on_all_faces(tmp_path: Path, rows: int, is_told: bool) -> None:
    faces = (
        "{% for f in faces %}<g class='{{ f.mark }}' transform='{{ f.at }}'>{% for k in range(f.value) %}"
        f"<circle cx='{{{{ 3 * (k // {rows} - ((f.value - 1) // {rows}) / 2) }}}}' cy='{{{{ 4 + 3 * (k % {rows}) }}}}'"
        " r='1'/>{% endfor %}</g>{% endfor %}"
    )
    die = DIE.replace("[1, 2, 3, 4, 5, 6]", "[2, 2, 4, 4, 2, 4]")
    assert die != DIE
    assert any("GF158" in each for each in look(tmp_path, faces, die)) is is_told


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("s.n % 4 == 0", []),
        ("s.n % 4 == 0 or s.n == 9", [f"{FACE}:4:1: GF185 warning: '9' 4"]),
        ("s.n % 4 == 0 and s.n != 12", [f"{FACE}:4:1: GF185 warning: '12' 4"]),
        ("s.n in [3, 4, 9, 20]", []),
        ("s.n % 4 == 0 and s.n != 24", [f"{FACE}:4:1: GF185 warning: '24' 4"]),
        ("s.n % 4 == 0 and s.n != 24 else '#ffdddd' if s.n == 24", []),  # the goal
        ("s.n % 4 == 0 and s.n != 12 else '#ffdddd' if s.n == 12", [f"{FACE}:4:1: GF185 warning: '12' 4"]),
    ],
)
def test_spaces_of_a_rhythm(tmp_path: Path, condition: str, found: list[str]) -> None:
    fill = f"{{{{ '#ffcc00' if {condition} else '#ffffff' }}}}"
    drawing = (
        "{% for s in spaces %}\n<g class='{{ s.mark }}' transform='{{ s.at }}'>\n"
        f"<rect x='-5' y='-5' width='10' height='10' fill='{fill}'/>\n"
        "<text y='2' text-anchor='middle' font-size='4'>{{ s.n }}</text></g>\n{% endfor %}"
    )
    assert look(tmp_path, drawing, TRACK) == found


def test_a_rhythm_may_begin_after_the_start(tmp_path: Path) -> None:
    drawing = (
        "{% for s in spaces %}<g class='{{ s.mark }}' transform='{{ s.at }}'>\n"
        "<rect x='-5' y='-5' width='10' height='10' fill='{{ '#ffcc00' if s.n and s.n % 4 == 0 else '#ffffff' }}'/>"
        "<text y='2' text-anchor='middle' font-size='4'>{{ s.n }}</text></g>\n{% endfor %}"
    )
    assert look(tmp_path, drawing, TRACK.replace("from: 1", "from: 0")) == []


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("good.salt", "good.silk", []),
        ("good.silk", "good.salt", [f"{FACE}:2:1: GF148 'good.salt' 'good.silk'"]),
        ("good.salt", "good.salt", []),  # not exchanged
    ],
)
def test_paints_next_to_each_others_names(tmp_path: Path, first: str, second: str, found: list[str]) -> None:
    drawing = "\n".join(
        f"<rect x='{x}' y='5' width='6' height='6' fill='{{{{ colors['{role}'] }}}}'/>"
        f"<text x='{x}' y='16' font-size='4'>{name}</text>"
        for x, role, name in ((6, first, "salt"), (24, second, "silk"))
    )
    assert [each for each in look(tmp_path, drawing, SHEET, GOODS, other="GF157") if "GF148" in each] == found


GEMS = "<g class='row.n'>\n{{% for k in range(row.n) %}}\n<g class='icon.gem'><circle cx='{x}' cy='15' r='2'/></g>\n{{% endfor %}}\n</g>"
DECK = "{kind: card, size: [40, 30], front: face.svg.j2, rows: [{id: a, n: 3, copies: 1}]}"


@pytest.mark.parametrize(
    ("x", "found"),
    [
        ("10", [f"{FACE}:4:21: GF185 warning: 3 'row.n'"]),
        ("{{ 10 + 0.5 * k }}", [f"{FACE}:4:21: GF185 warning: 3 'row.n' 0.5"]),
        ("{{ 10 + 5 * k }}", []),
    ],
)
def test_icons_that_lie_on_one_another_cannot_be_counted(tmp_path: Path, x: str, found: list[str]) -> None:
    assert look(tmp_path, GEMS.format(x=x), DECK, other="GF151") == found
