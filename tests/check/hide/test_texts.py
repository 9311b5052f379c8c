"""Texts stand out, are large enough, stand upright and do not overlap (GF151, GF152, GF153, GF155)."""

from pathlib import Path

from tests.check.hide.pages import CARD, look
from tests.samples import for_each

PLACE = "templates/face.svg.j2"


def write(more: str = 'font-size="4"', text: str = "seven") -> str:
    """Return a text with further attributes."""
    return f'<text x="8" y="16" {more}>{text}</text>'


@for_each(
    [
        ("#767676", "#ffffff", ""),  # 4.54 : 1, the palest grey of WCAG on white
        ("#808080", "#ffffff", " warning: 3.9 1 11.3 4.5 1"),
        ("#ffffff", "#808080", " warning: 4.0 1 11.3 4.5 1"),
        ("#dddddd", "#ffffff", " 1.4 1 11.3 4.5 1"),
    ]
)
def test_the_contrast_of_a_text_is_that_of_wcag(tmp_path: Path, ink: str, ground: str, told: str) -> None:
    drawing = f'<rect x="2" y="2" width="36" height="26" fill="{ground}"/>\n' + write(f'font-size="4" fill="{ink}"')
    found = [
        f"{PLACE}:3:1: GF151{told}".replace(": 3.9", ": 'seven' 3.9")
        .replace(": 4.0", ": 'seven' 4.0")
        .replace(" 1.4", " 'seven' 1.4")
    ]
    assert look(tmp_path, drawing) == (found if told else [])


def test_large_and_bold_text_needs_less_contrast(tmp_path: Path) -> None:
    assert look(tmp_path / "a", write('font-size="5" fill="#808080"')) == []
    assert look(tmp_path / "b", write('font-size="3.6" font-weight="700" fill="#808080"')) == []
    assert look(tmp_path / "c", write('font-size="3.6" fill="#808080"')) == [
        f"{PLACE}:2:1: GF151 warning: 'seven' 3.9 1 10.2 4.5 1"
    ]


def test_an_opacity_makes_a_text_faint(tmp_path: Path) -> None:
    drawing = f'<g opacity="0.3"><circle cx="30" cy="24" r="2"/>{write()}</g>'
    assert look(tmp_path, drawing) == [f"{PLACE}:2:49: GF151 warning: 'seven' 2.1 1 11.3 4.5 1"]


def test_the_ground_counts_where_it_is_worst(tmp_path: Path) -> None:
    half = '<rect x="2" y="2" width="10" height="26" fill="#222"/>\n'
    assert look(tmp_path, half + write()) != []
    assert look(tmp_path / "thin", half.replace('width="10"', 'width="6.3"') + write()) == []


def test_an_outline_makes_a_text_stand_out(tmp_path: Path) -> None:
    assert look(tmp_path, write('font-size="8" fill="#fff" stroke="#000" stroke-width="0.5"')) == []


@for_each([(1.77, ""), (1.6, " warning: 4.5 0.78 0.85"), (0.9, " 2.6 0.44 0.85")])
def test_the_x_of_a_text_must_be_high_enough(tmp_path: Path, size: float, told: str) -> None:
    found = [f"{PLACE}:2:1: GF152{told}".replace(" 4.5", " 'seven' 4.5").replace(" 2.6", " 'seven' 2.6")]
    assert look(tmp_path, write(f'font-size="{size}"')) == (found if told else [])


def test_the_scale_of_a_group_counts_for_sizes(tmp_path: Path) -> None:
    assert look(tmp_path, f'<g transform="scale(0.4)">{write()}</g>') == [
        f"{PLACE}:2:27: GF152 warning: 'seven' 4.5 0.78 0.85"
    ]
    line = '<g transform="scale(0.4)"><path d="M20 20 H60" stroke="#000" stroke-width="0.2"/></g>'
    assert look(tmp_path / "line", line) == [f"{PLACE}:2:27: GF152 warning: 0.08 0.1"]


def test_a_line_may_be_as_thin_as_it_likes_in_the_color_of_its_shape(tmp_path: Path) -> None:
    shape = '<circle cx="9" cy="9" r="4" fill="#c80" stroke="{}" stroke-width="0.05"/>'
    assert look(tmp_path, shape.format("#c80")) == []
    assert look(tmp_path / "other", shape.format("#000")) == [f"{PLACE}:2:1: GF152 warning: 0.05 0.1"]


def test_a_mirrored_text_is_told_and_a_turned_one_is_not(tmp_path: Path) -> None:
    assert look(tmp_path, f'<g transform="rotate(180 20 15)">{write()}</g>') == []
    mirrored = f'<g transform="translate(40 0) scale(-1 1)">{write()}</g>'
    assert look(tmp_path / "mirrored", mirrored) == [f"{PLACE}:2:44: GF153 'seven'"]


TRACK = "{kind: track, from: 1, to: 5, columns: 5, cell: 12, front: face.svg.j2, copies: 1}"
SPACES = """{% for s in spaces %}<g class="{{ s.mark }}" transform="{{ s.at }}">
<text y="2" text-anchor="middle" font-size="5"{% if s.n in TURNED %} transform="rotate(180)"{% endif %}>{{ s.n }}</text></g>
{% endfor %}"""


ROWS = "[{id: a}, {id: b}, {id: c}, {id: d}]"
DECK = CARD.replace("copies", f"rows: {ROWS}, copies")


def test_texts_over_each_other_are_told_at_the_later_one(tmp_path: Path) -> None:
    both = write() + '\n<text x="8" y="{}" font-size="4">eight</text>'
    assert look(tmp_path, both.format(17)) == [f"{PLACE}:3:1: GF155 'eight' 'seven'"]
    assert look(tmp_path / "apart", both.format(20)) == []


def test_a_much_larger_text_may_be_meant_as_the_ground(tmp_path: Path) -> None:
    drawing = write('font-size="11" fill="#777"') + '\n<text x="8" y="14" font-size="4" fill="#fff">eight</text>'
    assert [each for each in look(tmp_path, drawing) if "GF155" in each] == [
        f"{PLACE}:3:1: GF155 warning: 'eight' 'seven'"
    ]


@for_each([("<g>", []), ('<g class="row.a">', [f"{PLACE}:2:18: GF151 'V' 1.2 1 79.4 3 1"])])
def test_a_huge_letter_is_a_part_of_the_drawing_unless_a_group_names_it(
    tmp_path: Path, group: str, told: list[str]
) -> None:
    drawing = f'{group}<text x="9" y="25" font-size="28" fill="#e6e6e6">V</text></g>\n' + write()
    assert [each for each in look(tmp_path, drawing) if "GF155" not in each] == told


@for_each([(14, "<g>", False), (14, '<g class="row.a">', True), (10, "<g>", True)])
def test_a_large_faint_letter_may_be_a_watermark_unless_a_group_names_it(
    tmp_path: Path, size: int, group: str, is_told: bool
) -> None:
    drawing = f'{group}<text x="12" y="20" font-size="{size}" fill="#e6e6e6">V</text></g>'
    assert any("GF151 'V' 1.2 1" in each for each in look(tmp_path, drawing)) is is_told


def test_the_contrast_counts_as_an_error_only_under_half_of_a_text(tmp_path: Path) -> None:
    third = '<rect x="2" y="2" width="9" height="26" fill="#222"/>\n'
    assert look(tmp_path, third + write()) == [f"{PLACE}:3:1: GF151 warning: 'seven' 1.3 1 11.3 4.5 1"]


def test_a_text_may_be_drawn_twice_for_its_outline(tmp_path: Path) -> None:
    outline = write('font-size="6" fill="none" stroke="#fff" stroke-width="1"')
    assert look(tmp_path, outline + write('font-size="6"')) == []


@for_each([("", ["GF151 'seven' 1.3 1 11.3 4.5 1"]), ('stroke="#fff" stroke-width="0.8" ', [])])
def test_a_halo_makes_a_text_stand_out_of_a_dark_ground(tmp_path: Path, halo: str, found: list[str]) -> None:
    ground = '<rect x="2" y="2" width="36" height="26" fill="#222"/>\n'
    drawing = ground + write(f'{halo}paint-order="stroke" font-size="4"')
    assert [each.partition(": ")[2] for each in look(tmp_path, drawing)] == found


LINE = '<path d="M{} {} H{}" stroke="#000" stroke-width="0.3"/>'


@for_each([("0.05", 2), ("0.9", 3)])
def test_a_group_that_makes_a_line_too_thin_is_told(tmp_path: Path, scale: str, line: int) -> None:
    width = 0.5 if scale == "0.05" else 0.05
    drawing = f'<g transform="scale({scale})">\n<path d="M2 2 H30" stroke="#000" stroke-width="{width}"/>\n</g>'
    (found,) = [each for each in look(tmp_path, drawing) if "GF152" in each]
    assert found.startswith(f"{PLACE}:{line}:1: GF152")


@for_each(
    [
        (LINE.format(4, 15.2, 36), True),
        ('<line x1="4" y1="15.2" x2="36" y2="15.4" stroke="#000"/>', True),
        (LINE.format(4, 16.4, 36), False),  # below it
        (LINE.format(4, 13, 36), False),  # above it
        (LINE.format(12, 15.2, 36), False),  # it begins in the text
        (LINE.format(8.1, 15.2, 15.5), False),  # the text is struck out
        ('<path d="M4 12 L36 20" stroke="#000"/>', False),  # a slanted one
        (LINE.format(4, 15.2, 36).replace("/>", ' stroke-opacity="0.3"/>'), False),
        ("".join(LINE.format(4, y, 36) for y in (14.8, 15.2, 15.6)), False),  # hatching
        (LINE.format(4, 15.2, 36) + '<rect x="6" y="10" width="20" height="8" fill="#fff"/>', False),  # hidden
    ]
)
def test_a_line_runs_through_a_text(tmp_path: Path, line: str, told: bool) -> None:
    found = look(tmp_path, f"{line}\n{write()}", other="GF150 GF151 GF157")
    assert found == ([f"{PLACE}:2:1: GF335 warning: 'seven'"] if told else [])
