"""What a figure's own template draws: steps in order, letters, arrows and lines where the words have them (GF182)."""

from pathlib import Path

import pytest

from tests.proof.test_figures import DRAWN, find_faults

HEAD = '<path transform="translate(13 6) rotate({turn})" d="M-1.3 1.7 L0 0 L1.3 1.7" fill="none" stroke="#000"/>'
RING = f'{{% for turn in [0, 90, 180, 270] %}}<g transform="translate(20 10) rotate({{{{ turn }}}}) translate(-10 -10)">\n{HEAD}</g>{{% endfor %}}'
STAR = '<g class="icon.star"><circle cx="{x}" cy="{y}" r="1.5"/></g>'
LEGEND = (
    '{% macro note(x, y) %}<path d="M{{ x }} {{ y }} L20 4 H30" fill="none" stroke="#000" stroke-width="0.3"/>{% endmacro %}'
    f'{STAR.format(x=5, y=15)}<g class="legend.star">{STAR.format(x=35, y=4)}\n{{{{ note(X, Y) }}}}</g>'
)


def write(*texts: tuple[str, float, float, float]) -> str:
    """Return texts with their places and sizes."""
    return "\n".join(f'<text x="{x}" y="{y}" font-size="{size}">{text}</text>' for text, x, y, size in texts)


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        (("1", "2", "3"), []),
        (("1 to 3", "4", "5"), []),
        (("1", "3", "2"), ["sign.svg.j2:3:35: GF182 warning: 1 3 2"]),
        (("1 to 3", "5", "4"), ["sign.svg.j2:3:35: GF182 warning: 1 3 5 4"]),
        (("1", "3", "4"), []),  # these are no steps
        (("3", "2", "1"), []),
    ],
)
def test_steps_are_numbered_from_left_to_right(tmp_path: Path, numbers: tuple[str, ...], found: list[str]) -> None:
    row = [(text, 3 + 13 * at, 10, 4) for at, text in enumerate(numbers)]
    assert find_faults(tmp_path, DRAWN, write(*row)) == found
    assert find_faults(tmp_path, DRAWN, write(*row, ("1", 3, 4, 4), (numbers[-1], 9, 4, 4))) == []  # faces of dice


@pytest.mark.parametrize(
    ("y", "alt", "found"),
    [
        ((15, 6), "A piece goes from square A below to square B above.", []),
        ((6, 15), "A piece goes from square A below to square B above.", ["sign.svg.j2:4:34: GF182 warning:"]),
        ((6, 15), "A piece goes from square A to square B above it.", []),
        ((6, 15), "A piece goes from square A above to square B below.", []),
    ],
)
def test_letters_are_where_the_words_have_them(
    tmp_path: Path, y: tuple[float, float], alt: str, found: list[str]
) -> None:
    drawing = write(("A", 20, y[0], 4), ("B", 20, y[1], 4), ("B", 5, 10, 3))  # the last is the letter of a color
    assert find_faults(tmp_path, DRAWN.replace("A sign.", alt), drawing) == found


@pytest.mark.parametrize(
    ("way", "turn", "found"),
    [
        ("clockwise", 135, []),
        ("counterclockwise", -45, []),
        ("counterclockwise", 135, ["sign.svg.j2:3:1: GF182 warning: 'Arrows lead counterclockwise'"]),
        ("clockwise", -45, ["sign.svg.j2:3:1: GF182 warning: 'Arrows lead clockwise'"]),
        ("clockwise", 45, []),  # outward
    ],
)
def test_arrows_turn_as_the_words_say(tmp_path: Path, way: str, turn: int, found: list[str]) -> None:
    figure = DRAWN.replace("A sign.", f"Arrows lead {way} around the middle.")
    assert find_faults(tmp_path, figure, RING.replace("{turn}", str(turn))) == found


@pytest.mark.parametrize(("end", "found"), [((5, 14), []), ((5, 9), ["sign.svg.j2:3:1: GF182 warning: 'star'"])])
def test_a_line_from_a_legend_leads_to_its_sign(tmp_path: Path, end: tuple[int, int], found: list[str]) -> None:
    drawing = LEGEND.replace("X, Y", f"{end[0]}, {end[1]}")
    assert find_faults(tmp_path, DRAWN, drawing) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("start", "home"), []),
        (("home", "start"), ["sign.svg.j2:4:33: GF182 warning: 'start' 'home'"]),
        (("out", "in"), []),
    ],
)
def test_start_and_home_are_at_the_ends_of_a_route(tmp_path: Path, words: tuple[str, str], found: list[str]) -> None:
    line = '<g class="route.red"><polyline points="4,8 20,16 36,8" fill="none" stroke="#000"/></g>\n'
    drawing = line + write((words[0], 1, 5, 3), (words[1], 30, 5, 3))
    assert find_faults(tmp_path, DRAWN, drawing) == found


@pytest.mark.parametrize(("count", "told"), [(2, False), (3, True)])
def test_a_number_may_be_shown_by_icons(tmp_path: Path, count: int, told: bool) -> None:
    row = "".join(STAR.format(x=6 * n + 6, y=10) for n in range(count))
    found = find_faults(tmp_path, DRAWN.replace("A sign.", "A sign with 2 stars."), f'<g class="row.stars">{row}</g>')
    assert any("GF182" in each for each in found) is told
