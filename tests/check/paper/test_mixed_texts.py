"""Texts and signs that stand where others belong (GF144, GF155), and what is too small or turned around (GF146, GF147)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import CARD, look, wrap

RACE = Path(__file__).parents[3] / "starters" / "race"
FACE = "templates/face.svg.j2"
BEATS = '<g class="row.beats"><text x="8" y="9" font-size="4">1</text><text x="{}" y="9" font-size="4">3</text></g>'
LOSES = '<g class="row.loses"><text x="16" y="{}" font-size="4">2</text></g>'


@pytest.mark.parametrize(("last", "y", "told"), [(24, 9, True), (24, 16, False), (12, 9, False)])
def test_two_columns_do_not_mix_on_one_line(tmp_path: Path, last: int, y: int, told: bool) -> None:
    drawing = f"{BEATS.format(last)}\n{LOSES.format(y)}"
    expected = [f"{FACE}:3:1: GF155 warning: 'row.loses' 'row.beats'"] if told else []
    assert look(tmp_path, drawing) == expected


def test_signs_with_texts_in_them_are_told_apart_by_their_looks(tmp_path: Path) -> None:
    ring = '<circle cx="17" cy="7.6" r="3" fill="none" stroke="#000" stroke-width="0.5"/></g>'
    assert look(tmp_path, BEATS.format(24) + "\n" + LOSES.format(9).replace("</g>", ring)) == []


def test_letters_in_groups_of_their_own_may_touch_but_not_lie_on_each_other(tmp_path: Path) -> None:
    letter = '<g class="row.{}"><text x="{}" y="16" font-size="6">{}</text></g>\n'
    assert look(tmp_path, letter.format("a", 9, "B") + letter.format("b", 12.4, "C")) == []
    over = letter.format("a", 9, "B") + letter.format("b", 9.2, "C")
    assert [each for each in look(tmp_path / "over", over) if "GF155" in each] == [f"{FACE}:3:18: GF155 'C' 'B'"]


LEGEND = (
    '<g class="legend.{}"><g class="icon.{}"><circle cx="8" cy="{}" r="{}"/></g>'
    '<text x="14" y="{}" font-size="3">{}</text></g>\n'
)


def legends(fox: str, owl: str, r: float = 3) -> str:
    """Return the legends of two icons with these words."""
    return LEGEND.format("fox", "fox", 8, 3, 9, fox) + LEGEND.format("owl", "owl", 20, r, 21, owl)


def test_legends_that_speak_of_each_other_are_told(tmp_path: Path) -> None:
    assert look(tmp_path / "right", legends("the fox runs", "owls fly"), other="GF143") == []
    assert look(tmp_path / "silent", legends("it runs", "it flies"), other="GF143") == []
    assert look(tmp_path / "both", legends("fears the owl", "the owl flies"), other="GF143") == []
    found = look(tmp_path, legends("owls fly", "it runs"), other="GF143")
    assert found == [f"{FACE}:2:1: GF144 warning: 'fox' 'owl' 'owl'"]


TABLE = (
    '<g class="row.beats"><circle cx="8" cy="30" r="2"/></g>'
    '<g class="row.loses"><circle cx="16" cy="30" r="1.8" fill="#fff" stroke="#000"/></g>\n'
)
SAMPLE = '<circle cx="8" cy="{y}" r="{r}" {paint}/>\n<text x="12" y="{low}" font-size="3">{words}</text>\n'


def samples(*rows: tuple[bool, str], smaller: float = 0) -> str:
    """Return a table, and below it a legend with these words, each beside a filled dot or an open one."""
    looks = [(1.8 - smaller, 'fill="#fff" stroke="#000"'), (2 - smaller, "")]
    drawn = [(8 + 7 * row, *looks[is_filled], words) for row, (is_filled, words) in enumerate(rows)]
    return TABLE + "".join(SAMPLE.format(y=y, r=r, paint=paint, low=y + 1, words=words) for y, r, paint, words in drawn)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([(True, "beats"), (False, "loses to")], []),
        ([(False, "to lose"), (False, "loses to")], []),
        ([(True, "beats"), (True, "loses to")], [f"{FACE}:5:1: GF144 warning: 'loses to' 'beats' 'loses'"]),
        ([(False, "beats"), (True, "loses to")], [f"{FACE}:3:1: GF144 warning: 'beats' 'loses' 'beats'"]),
        ([(False, "beats"), (False, "loses to")], [f"{FACE}:3:1: GF144 warning: 'beats' 'loses' 'beats'"]),
        ([(True, "loses to"), (False, "loses to")], [f"{FACE}:4:1: GF144 warning: 'loses to' 'beats'"]),
    ],
    ids=["sound", "no column", "both filled", "exchanged", "both open", "words twice"],
)
def test_the_sample_beside_a_word_looks_like_what_it_names(
    tmp_path: Path, rows: list[tuple[bool, str]], found: list[str]
) -> None:
    for smaller in (0, 0.5):
        drawn = samples(*rows, smaller=smaller)
        assert [each for each in look(tmp_path / f"by{smaller}", drawn) if "GF144" in each] == found


BOARD = (
    "{kind: board, front: face.svg.j2, copies: 1, grid: {columns: 2, rows: 1, cell: 20}, joins: [[r0c0, r0c1, slide]]}"
)
CELLS = (
    "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'><circle r='8' fill='#eee'/></g>{% endfor %}\n"
)
SLIDE = "{{% for j in joins if j.kind == 'slide' %}}<g class='{{{{ j.mark }}}}'>{}</g>{{% endfor %}}"
ARROW = (
    "<path d='M10 10 L30 10 m{0} -3 l{1} 3 l{0} 3' fill='none' stroke='#080' stroke-width='1' stroke-linecap='round'/>"
)


def test_the_barbs_of_an_arrow_lead_back_from_its_tip(tmp_path: Path) -> None:
    right, wrong = (CELLS + SLIDE.format(ARROW.format(*barbs)) for barbs in ((-3, 3), (3, -3)))
    assert [each for each in look(tmp_path, right, BOARD) if "GF147" in each] == []
    found = [each for each in look(tmp_path / "wrong", wrong, BOARD) if "GF147" in each]
    assert len(found) == 1
    assert found[0].startswith(f"{FACE}:3:"), found
    assert found[0].endswith("GF147 warning: 'join.r0c0.r0c1'")


BACKED = CARD.replace("front", "back: back.svg.j2, front")
RING = '<circle cx="20" cy="15" r="9" fill="#246"/>'
STRIPE = '<rect x="{}" y="{}" width="{}" height="{}" fill="#246"/>'


@pytest.mark.parametrize(
    ("back", "box", "told"),
    [
        (RING, "0 0 40 30", []),
        (RING, "-3 -3 46 36", [" note: 3"]),
        (STRIPE.format(10, -3, 20, 36), "-3 -3 46 36", [" warning:"]),
        (STRIPE.format(-3, -3, 46, 36), "-3 -3 46 36", []),
    ],
)
def test_a_back_with_bleed_reaches_into_it(tmp_path: Path, back: str, box: str, told: list[str]) -> None:
    found = look(tmp_path, '<circle cx="9" cy="9" r="4"/>', BACKED, back=wrap(back, box))
    assert found == [f"templates/back.svg.j2:2:1: GF157{each}" for each in told]


def test_a_frame_at_the_cut_is_the_place_to_edit(tmp_path: Path) -> None:
    frame = '<rect x="0.5" y="0.5" width="39" height="29" fill="none" stroke="#000" stroke-width="1"/>'
    found = look(tmp_path, f'<circle cx="9" cy="9" r="4"/>\n{frame}')
    assert [each.rpartition(":")[0] for each in found if "GF157" in each] == [f"{FACE}:3:1: GF157 warning"]


def test_a_centered_text_on_a_back_is_the_place_to_edit(tmp_path: Path) -> None:
    deck = BACKED.replace("copies: 1", "copies: 1, rows: [{id: a}, {id: b}]")
    text = '\n<text x="20" y="16" text-anchor="middle" font-size="5">Wren</text>'
    found = look(tmp_path, '<circle cx="9" cy="9" r="4"/>', deck, back=RING.replace("#246", "#cde") + text)
    assert found == ["templates/back.svg.j2:3:1: GF156 warning: `one_way: true`"]


SIDED = (
    "{kind: tile, size: [40, 40], front: face.svg.j2, rows: [{id: a, north: 1, east: 2, south: 3, west: 4, copies: 1}]}"
)
SPOTS = {"north": (20, 10), "east": (32, 20), "south": (20, 33), "west": (8, 20)}


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (["north", "east", "south", "west"], []),
        (["east", "south", "west", "north"], ["2:1: GF141 warning: 'row.north'"]),
        (["north", "south", "east", "west"], ["3:1: GF141 warning: 'row.east'"]),
        (["south", "east", "north", "west"], ["2:1: GF141 warning: 'row.north'"]),
    ],
)
def test_each_side_of_a_tile_is_drawn_at_its_side(tmp_path: Path, order: list[str], told: list[str]) -> None:
    places = dict(zip(SPOTS, (SPOTS[name] for name in order), strict=True))
    drawing = "\n".join(
        f'<g class="row.{name}"><text x="{x}" y="{y}" font-size="4" text-anchor="middle">{{{{ row.{name} }}}}</text></g>'
        for name, (x, y) in places.items()
    )
    found = [each for each in look(tmp_path, drawing, SIDED) if "GF141" in each]
    assert found == [f"{FACE}:{each}" for each in told]
