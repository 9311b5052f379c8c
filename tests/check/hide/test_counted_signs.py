"""Signs that are counted neither run together nor off their piece (GF334), and no art lies at a corner (GF154)."""

from pathlib import Path

from tests.check.hide.pages import look
from tests.samples import for_each

FACE = "templates/face.svg.j2"
CARD = "{kind: card, size: [40, 30], front: face.svg.j2, rows: [{id: a, n: 1, copies: 1}, {id: b, n: 3, copies: 1}]}"
FIXED = "{% for k in range(3) %}"
COUNTED = "{% for k in range(row.n) %}"
DISC = '\n<circle cx="{{ 9 + STEP * k }}" cy="9" r="2" fill="#800"/>{% endfor %}'
KEY = '\n<g transform="translate({{ 9 + STEP * k }} 9)"><circle r="1"/><rect x="1" y="-.3" width="3" height=".6"/></g>{% endfor %}'
TOGETHER = [f"{FACE}:3:1: GF334 warning: 3"]


def write(loop: str, sign: str, step: float) -> str:
    return loop + sign.replace("STEP", str(step))


@for_each(
    [
        (COUNTED, DISC, 5, []),
        (COUNTED, DISC, 3, []),  # a row that overlaps a little
        (COUNTED, DISC, 1, TOGETHER),
        (COUNTED, DISC, 0, TOGETHER),
        (FIXED, DISC, 1, []),  # as many on each card: a drawing
        (COUNTED, KEY, 6, []),
        (COUNTED, KEY, 1, TOGETHER),
        (FIXED, KEY.replace("<g ", '<g class="icon.key" '), 1, TOGETHER),
        (COUNTED, DISC.replace('fill="', 'stroke="#000" fill="'), 2, []),  # a stack, with edges to be seen
        (COUNTED, DISC.replace('fill="', 'stroke="#000" fill="'), 1, TOGETHER),
        (COUNTED, DISC.replace("#800", "{{ ['#800', '#080', '#008'][k] }}"), 1, []),
        (COUNTED, DISC.replace('r="2"', 'r="0.4"'), 0.1, []),  # texture
        (COUNTED, DISC.replace('r="2"', 'r="8"'), 1, []),  # a ground
        (COUNTED, '\n<path d="M{{ 9 + STEP * k }} 9 l6 6" stroke="#000"/>{% endfor %}', 1, []),
    ]
)
def test_signs_that_are_counted_stand_apart(tmp_path: Path, loop: str, sign: str, step: float, told: list[str]) -> None:
    assert look(tmp_path, write(loop, sign, step), CARD, other="GF140 GF150 GF157 GF190") == told


def test_one_pair_in_one_place_is_told_at_its_entry(tmp_path: Path) -> None:
    table = "{% set at = {1: [[9, 9]],\n3: [[9, 9], [15, 9], SECOND]} %}{% for x, y in at[row.n] %}"
    drawing = f'{table}<circle cx="{{{{ x }}}}" cy="{{{{ y }}}}" r="2"/>{{% endfor %}}'
    assert look(tmp_path / "apart", drawing.replace("SECOND", "[21, 9]"), CARD, other="GF196") == []
    assert look(tmp_path, drawing.replace("SECOND", "[15, 9]"), CARD, other="GF196") == [
        f"{FACE}:3:1: GF334 warning: 3"
    ]


def test_the_sides_of_a_die_are_compared(tmp_path: Path) -> None:
    die = "{kind: die, size: 16, faces: [egg 1, egg 2, egg 1, egg 1, egg 1, egg 1], front: face.svg.j2, copies: 1}"
    pips = (
        '{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">{% for k in range(f.value[3:]|trim|int) %}'
    )
    eggs = '\n<circle cx="{{ STEP * k }}" r="2"/>{% endfor %}</g>{% endfor %}'
    assert look(tmp_path / "apart", write(pips, eggs, 5), die, other="GF158") == []
    assert look(tmp_path, write(pips, eggs, 1), die, other="GF158") == [f"{FACE}:3:1: GF334 warning: 2"]


@for_each(
    [
        (COUNTED, 14, []),
        (COUNTED, 16, [f"{FACE}:3:1: GF334 warning: 3"]),
        (FIXED, 16, []),  # a pattern may run off its piece
        (COUNTED.replace("(row.n)", "(-1, row.n + 2)"), 16, []),  # and so it does at both sides
    ]
)
def test_signs_that_run_off_at_one_side(tmp_path: Path, loop: str, step: float, told: list[str]) -> None:
    found = look(tmp_path, write(loop, DISC, step), CARD, other="GF140 GF157 GF190")
    assert [each for each in found if "GF334" in each] == told
