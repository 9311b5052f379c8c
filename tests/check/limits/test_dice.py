"""The faces of dice show their values (GF158), and nothing reaches over a fold (GF331)."""

from pathlib import Path

from generator.check.analysis.drawing import DrawnShape
from generator.check.analysis.drawn_places import corners_of
from generator.geometry.matrix import IDENTITY
from generator.model import picture
from tests.check.hide.pages import look
from tests.samples import for_each

FACE = "templates/face.svg.j2"
NUMBERS = "{kind: die, size: 16, faces: [1, 6, 2, 5, 3, 4], front: face.svg.j2, copies: 1}"
PIPS = """{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">
{% for k in range(f.value - MISSING) %}<circle cx="{{ 2.4 * k - 6 }}" r="0.9"/>{% endfor %}</g>{% endfor %}"""
WORDS = (
    PIPS.split("\n")[0] + '\n<text y="2" text-anchor="middle" font-size="5"TURN>{{ f.value }}</text></g>{% endfor %}'
)


def test_pips_are_as_many_as_the_value(tmp_path: Path) -> None:
    assert look(tmp_path, PIPS.replace("MISSING", "0"), NUMBERS) == []


def test_a_missing_pip_is_told_at_the_face(tmp_path: Path) -> None:
    missing = PIPS.replace("MISSING", "(1 if f.value == 5 else 0)")
    assert look(tmp_path, missing, NUMBERS) == [f"{FACE}:2:21: GF158 'd' 5 4"]


def test_two_pips_in_one_place_are_one(tmp_path: Path) -> None:
    twice = PIPS.replace("MISSING", "0").replace("2.4 * k", "2.4 * (0 if k == 1 and f.value == 6 else k)")
    assert look(tmp_path, twice, NUMBERS) == [f"{FACE}:2:21: GF158 'b' 6 5", f"{FACE}:3:34: GF334 warning: 6"]


def test_pips_on_one_another_are_told_at_the_entry(tmp_path: Path) -> None:
    pips = """{% set at = {1: [[0, 0]], 2: [[-4, -4], [4, 4]], 3: [[-4, -4], [0, 0], [4, 4]],
4: [[-4, -4], [-4, 4], [4, -4], [4, 4]], 5: [[-4, -4], [-4, 4], [4, -4], [4, 4], [0, 0]],
6: [[-4, -4], [-4, 4], [4, -4], [4, 4], [-4, 0], [4, 0]]} %}{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">
{% for x, y in at[f.value] %}<circle cx="{{ x }}" cy="{{ y }}" r="0.9"/>{% endfor %}</g>{% endfor %}"""
    die = NUMBERS.replace("[1, 6, 2, 5, 3, 4]", "[1, 4, 2, 3, 2, 3]")
    assert look(tmp_path, pips, die) == []
    slanted = look(
        tmp_path / "slanted", pips.replace('cy="{{ y }}', 'cy="{{ x }}'), die, other="GF190 GF191 GF194 GF334"
    )
    assert slanted == [f"{FACE}:3:1: GF158 'b' 4 2"]
    cube = look(
        tmp_path / "cube", pips.replace('cy="{{ y }}', 'cy="{{ x }}'), NUMBERS, other="GF190 GF191 GF194 GF334"
    )  # most faces are wrong, all at the line that draws their pips
    assert all(each.startswith(f"{FACE}:5:") for each in cube)
    assert [each.partition("GF158 ")[2] for each in cube] == ["'b' 6 2 2"]
    missing = look(tmp_path / "missing", pips.replace("4: [[-4, -4], ", "4: ["), die)
    assert f"{FACE}:3:1: GF158 'b' 4 3" in missing


def test_pips_of_words_with_a_number(tmp_path: Path) -> None:
    words = NUMBERS.replace("[1, 6, 2, 5, 3, 4]", "[egg 1, egg 6, egg 2, egg 5, egg 3, egg 4]")
    drawing = PIPS.replace("f.value - MISSING", "f.value.split(' ')[1]|int")
    assert look(tmp_path, drawing, words) == []
    more = drawing.replace("|int", "|int + (1 if f.id == 'd' else 0)")
    assert look(tmp_path / "more", more, words) == [f"{FACE}:2:21: GF158 'd' 5 6"]


def test_faces_with_different_values_that_look_alike(tmp_path: Path) -> None:
    words = NUMBERS.replace("[1, 6, 2, 5, 3, 4]", "[hen, fox, hen, fox, owl, cat]")
    drawing = PIPS.replace("f.value - MISSING", "1 if f.value == 'hen' else 2 if f.value == 'fox' else 3")
    assert look(tmp_path, drawing, words) == [f"{FACE}:3:78: GF158 'f' 'e' 'cat' 'owl'"]
    right = drawing.replace("else 3", "else 3 if f.value == 'owl' else 4")
    assert look(tmp_path / "right", right, words) == []


def test_pips_in_the_color_of_their_ground_are_told(tmp_path: Path) -> None:
    ground = '<polygon points="{{ f.points }}" fill="{{ "#000" if f.value == 4 else "#eee" }}"/>'
    drawing = PIPS.replace("MISSING", "0").replace("{% for k", f"{ground}{{% for k")
    assert look(tmp_path, drawing, NUMBERS, other="GF157") == [f"{FACE}:3:116: GF151 'face.f'"]


def test_a_die_without_pips_shows_its_values_otherwise(tmp_path: Path) -> None:
    assert look(tmp_path, PIPS.replace("range(f.value - MISSING)", "range(3)"), NUMBERS) == []
    assert look(tmp_path / "words", WORDS.replace("TURN", ""), NUMBERS) == []


@for_each(["0, 5, 1, 4, 2, 3", "0, 1, 1, 0, 1, 0"])
def test_a_die_of_digits_with_a_zero_has_no_pips(tmp_path: Path, values: str) -> None:
    part = NUMBERS.replace("1, 6, 2, 5, 3, 4", values)
    assert look(tmp_path, WORDS.replace("TURN", ""), part) == []


def test_a_face_that_draws_less_than_the_others_is_not_turned(tmp_path: Path) -> None:
    stroke = "<path TURN d='M-5 0 H5' stroke='#222'/>"
    turned = stroke.replace("TURN", "transform='rotate(90)'")
    head, part = PIPS.split("\n")[0], NUMBERS.replace("1, 6, 2, 5, 3, 4", "a, b, c, d, e, f")
    found = look(
        tmp_path,
        f"{head}\n{stroke.replace('TURN', '')}{{% if f.id != 'c' %}}{turned}{{% endif %}}</g>{{% endfor %}}",
        part,
    )
    assert not any("GF158 warning" in each for each in found)


def test_what_reaches_over_a_fold_is_told_but_for_the_ground(tmp_path: Path) -> None:
    far = PIPS.replace("MISSING", "0").replace("2.4 * k - 6", "2.4 * k - 3")
    assert look(tmp_path, far, NUMBERS) == [f"{FACE}:3:34: GF331 warning: 'b' 1.9"]
    ground = '<polygon points="{{ f.points }}" fill="#eee" stroke="#eee" stroke-width="2"/>'
    drawing = WORDS.replace("TURN", "").replace("<text", f"{ground}<text")
    assert look(tmp_path / "ground", drawing, NUMBERS, other="GF157") == []


@for_each([(0.0, 3), (0.01, 3), (0.2, 4)])
def test_a_clip_that_cuts_nothing_to_be_seen_leaves_a_path_whole(cut: float, corners: int) -> None:
    path = picture.Path((("M", 0.0, 0.0), ("L", 4.0, 0.0), ("L", 2.0, 3.0), ("Z",)), picture.Paint())
    shape = DrawnShape((0,), path, IDENTITY, 1.0, (0.0, 0.0, 4.0, 3.0), (0.0, 0.0, 4.0 - cut, 3.0))
    assert len(corners_of(shape, IDENTITY)) == corners


STANDEE = "{kind: standee, size: [16, 30], front: face.svg.j2, copies: 1}"
FIGURE = """{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">
{% if f.id in ASKED %}<circle cy="2" r="4" fill="#a00"/><path d="M-3 6 H3 V9 H-3 Z"/>{% else %}<circle r="2" fill="#a00"/>{% endif %}
</g>{% endfor %}"""


@for_each(
    [
        ("['front', 'back']", False),
        ("['front']", True),
        ("['front', 'front-foot']", True),
    ]
)
def test_a_standee_shows_its_figure_on_both_sides(tmp_path: Path, asked: str, is_told: bool) -> None:
    found = look(tmp_path, FIGURE.replace("ASKED", asked), STANDEE, other="GF152 GF157 GF190 GF191 GF194 GF330 GF331")
    assert found == [f"{FACE}:2:21: GF158 warning: 'front-foot'"] * is_told


def test_the_back_of_a_standee_may_have_a_drawing_of_its_own(tmp_path: Path) -> None:
    own = FIGURE.replace("ASKED", "['front']").replace(
        "{% else %}", "{% elif f.id == 'back' %}<path d='M-3 0 H3 V9 H-3 Z'/>{% else %}"
    )
    assert look(tmp_path, own, STANDEE, other="GF152 GF157 GF190 GF191 GF194") == []
