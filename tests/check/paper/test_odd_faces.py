"""What most faces of a part agree on is told of the others: texts, signs, marks and icons (GF144), and faint signs."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

FACE = "templates/face.svg.j2"
VALUES = zip("abcde", (1, 2, 3, 4, 5), (9, 7, 8, 6, 4), strict=True)
ROWS = ", ".join(f"{{id: {name}, cost: {cost}, power: {power}}}" for name, cost, power in VALUES)
DECK = f"{{kind: card, size: [40, 30], rows: [{ROWS}], copies: 1, front: face.svg.j2, safe: 1}}"
TEXT = "<text x='{}' y='{}' font-size='5'>{}</text>"
COST, POWER = TEXT.format(9, 9, "{{ row.cost }}"), TEXT.format(30, 20, "{{ row.power }}")
CORNER = "<g transform='rotate(180 20 15)'>\n" + COST + "</g>"
PIPS = (
    "{% for k in range(row.cost) %}\n<g transform='translate({{ 6 + 6 * k }} 27)'><circle r='1.5'/></g>\n{% endfor %}"
)
ICON = "<g class='icon.gem'><path d='M{0} 12 l3 3 l-3 3 l-3 -3 Z'/></g>"
FOUR = (
    "colors: {player.red: {paint: '#cc0000', mark: disc}, player.blue: {paint: '#0000cc', mark: square}, "
    "player.teal: {paint: '#007777', mark: triangle}}"
)
TOKEN = "{kind: token, diameter: 20, for_each: player, copies: 1, front: face.svg.j2}"
USE = "<use href='#{}' x='{}' y='{}' width='4' height='4'/>"
MARKS = (
    "<defs><symbol id='disc' viewBox='0 0 2 2'><circle cx='1' cy='1' r='1'/></symbol>"
    "<symbol id='square' viewBox='0 0 2 2'><path d='M0 0 H2 V2 H0 Z'/></symbol>"
    "<symbol id='triangle' viewBox='0 0 2 2'><path d='M0 2 L1 0 L2 2 Z'/></symbol></defs>"
)
OWN = USE.format("{{ player.mark }}", 8, 4)


def choose(row: str, one: str, other: str) -> str:
    """Return what a template draws for one row, and for the others."""
    return f"{{% if row.id == '{row}' %}}\n{one}\n{{% else %}}\n{other}\n{{% endif %}}"


def type_cost(text: str) -> str:
    """Return the drawing of the deck with a text that is typed on one card."""
    return f"{POWER}\n" + choose("b", TEXT.format(9, 9, text), COST)


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        pytest.param(f"{COST}\n{POWER}\n{CORNER}\n{PIPS}", [], id="sound"),
        pytest.param(
            type_cost("3"),
            [f"{FACE}:4:1: GF144 warning: '3' 'cost' 2"],
            id="typed on one card",
        ),
        pytest.param(type_cost("II"), [], id="written otherwise"),
        pytest.param(
            f"{COST}\n{TEXT.format(9, 20, '{{ row.cost }}')}",
            [f"{FACE}:3:1: GF144 warning: 'cost' 'power'"],
            id="one column twice and another never",
        ),
        pytest.param(f"{COST}\n{CORNER}", [], id="both corners alone"),
        pytest.param(
            f"{COST}\n{POWER}\n{TEXT.format(14, 20, 'cost')}",
            [f"{FACE}:4:1: GF144 warning: 'cost' 'power'"],
            id="a word beside another value",
        ),
        pytest.param(f"{COST}\n{POWER}\n{TEXT.format(14, 20, 'power')}", [], id="a word beside its value"),
        pytest.param(
            f"{COST}\n{POWER}\n" + PIPS.replace("row.cost", "row.cost + (row.id == 'd')"),
            [f"{FACE}:5:1: GF144 warning: 5 'cost' 4"],
            id="a pip too many",
        ),
    ],
)
def test_an_odd_text_or_sign_is_told_at_its_tag(tmp_path: Path, drawing: str, told: list[str]) -> None:
    assert look(tmp_path, drawing, DECK) == told


def test_the_entry_of_a_table_is_the_place(tmp_path: Path) -> None:
    spots = "{% set at = {1: [0], 2: [0, 1],\n3: [0, 1], 4: [0, 1, 2, 3], 5: [0, 1, 2, 3, 4]} %}\n"
    pips = PIPS.replace("range(row.cost)", "at[row.cost]")
    assert look(tmp_path, f"{spots}{COST}\n{POWER}\n{pips}", DECK) == [f"{FACE}:3:1: GF144 warning: 2 'cost' 3"]


def test_the_sign_of_another_value_is_told(tmp_path: Path) -> None:
    rows = ", ".join(f"{{id: {suit}{n}, suit: {suit}, n: {n}}}" for suit in ("disc", "square") for n in (1, 2, 3, 4))
    deck = f"{{kind: card, size: [40, 30], rows: [{rows}], copies: 1, front: face.svg.j2}}"
    number, sign = TEXT.format(20, 20, "{{ row.n }}"), USE.format("{{ row.suit }}", 8, 4)
    assert look(tmp_path / "sound", f"{MARKS}\n{number}\n{sign}", deck) == []
    wrong = choose("disc3", USE.format("square", 8, 4), sign)
    assert look(tmp_path / "wrong", f"{MARKS}\n{number}\n{wrong}", deck) == [
        f"{FACE}:5:1: GF144 warning: 'suit' 'disc'"
    ]


def test_the_mark_of_one_player_on_all_pieces_is_told(tmp_path: Path) -> None:
    assert look(tmp_path / "sound", f"{MARKS}\n{OWN}", TOKEN, FOUR) == []
    wrong = f"{MARKS}\n{OWN}\n{USE.format('square', 8, 12)}"
    assert look(tmp_path / "wrong", wrong, TOKEN, FOUR, other="GF191") == [f"{FACE}:4:1: GF144 warning: 'player.blue'"]


def test_two_marks_that_look_the_same_are_told_at_the_symbol(tmp_path: Path) -> None:
    four = FOUR.replace("}}", "}, player.gold: {paint: '#997700', mark: ring}}")
    signs = MARKS.replace(
        "</defs>", "\n<symbol id='ring' viewBox='0 0 2 2'><circle cx='1' cy='1' r='1'/></symbol></defs>"
    )
    near = "game.yaml:4:150: GF319 warning: 997700 0000 5.6 9.1 10 'it'"
    told = [near, f"{FACE}:3:37: GF144 warning: 'ring' 'disc'", f"{FACE}:2:43: GF144 warning: 'disc' 'ring'"]
    assert look(tmp_path, f"{signs}\n{OWN}", TOKEN, four) == told


def test_the_sign_that_a_template_takes_for_another_is_told_at_its_tag(tmp_path: Path) -> None:
    slip = OWN.replace("player.mark", "'square' if player.mark == 'disc' else player.mark")
    four = FOUR.replace("}}", "}, player.gold: {paint: '#997700', mark: ring}}")
    ring = "\n<symbol id='ring' viewBox='0 0 2 2'><path d='M0 1 H2 V2 H0 Z'/></symbol></defs>"
    found = look(tmp_path, f"{MARKS.replace('</defs>', ring)}\n{slip}", TOKEN, four)
    assert f"{FACE}:1:1: GF144 warning: 'player.red' 'player.blue'" in found
    painted = slip.replace("<use", "<use fill='{{ player }}'")
    found = look(tmp_path / "painted", f"{MARKS.replace('</defs>', ring)}\n{painted}", TOKEN, four)
    assert f"{FACE}:4:1: GF144 warning: 'disc' 'square'" in found


def test_a_sign_that_is_tiny_on_one_card_is_told(tmp_path: Path) -> None:
    sign = '<g class="row.power"><circle cx="20" cy="15" r="{}"/></g>'
    drawing = choose("c", sign.format(0.8), sign.format("{{ row.power }}")) + f"\n{COST}"
    assert look(tmp_path, drawing, DECK) == [f"{FACE}:3:22: GF144 warning: 'row.power' 1.6 12.0"]


def test_one_pip_is_smaller_than_a_pattern_of_many(tmp_path: Path) -> None:
    pip = '<circle cx="{}" cy="15" r="0.8"/>'
    one, four = pip.format(20), "".join(pip.format(x) for x in (8, 14, 24, 30)) + '<circle cx="19" cy="6" r="0.8"/>'
    group = '<g class="row.power">{}</g>'
    drawing = choose("c", group.format(one), group.format(four)) + f"\n{COST}"
    assert [each for each in look(tmp_path, drawing, DECK) if "mm" in each or "1.6" in each] == []


def test_a_sign_without_a_name_that_is_tiny_on_one_card_is_told(tmp_path: Path) -> None:
    sign = '<g transform="translate(20 15)"><circle r="{}"/></g>'
    drawing = choose("c", sign.format(0.8), sign.format(4)) + f"\n{COST}\n{POWER}"
    found = [each for each in look(tmp_path, drawing, DECK) if "GF144" in each]
    assert found == [f"{FACE}:3:33: GF144 warning: 1.6 8.0"]


def test_a_symbol_that_is_cut_off_on_one_card_is_told_at_the_symbol(tmp_path: Path) -> None:
    boxes = dict.fromkeys("abcde", "0 0 10 10") | {"c": "0 0 4 4"}
    signs = "".join(
        f"<symbol id='{name}' viewBox='{box}'>\n<rect x='1' y='1' width='8' height='8'/></symbol>\n"
        for name, box in boxes.items()
    )
    use = "<g class='row.id'><use href='#{{ row.id }}' x='22' y='9' width='12' height='12'/></g>"
    found = look(tmp_path, f"<defs>{signs}</defs>\n{use}\n{COST}", DECK)
    assert [each for each in found if "GF154" in each] == [f"{FACE}:7:1: GF154 warning: 'row.id' 53"]


def test_a_sign_that_is_huge_on_one_card_is_told(tmp_path: Path) -> None:
    sign = '<g transform="translate(20 15)"><circle r="{}"/></g>'
    drawing = choose("c", sign.format("SIZE"), sign.format(4)) + f"\n{COST}\n{POWER}"
    found = [each for each in look(tmp_path, drawing.replace("SIZE", "8"), DECK) if "GF144" in each]
    assert found == [f"{FACE}:3:33: GF144 warning: 16.0 8.0"]
    assert not any("GF144" in each for each in look(tmp_path / "some", drawing.replace("SIZE", "5.5"), DECK))


def test_the_hand_of_a_clock_may_lie_over_a_mark(tmp_path: Path) -> None:
    marks = "{% for k in range(12) %}<path d='M0 -9 V-8' transform='rotate({{ 30 * k }})' stroke='#000'/>{% endfor %}"
    hand = "<path d='M0 1 V-7' transform='rotate({{ 30 * row.cost }})' stroke='#000' stroke-width='2'/>"
    drawing = f"<g transform='translate(20 15)'>{marks}{hand}</g>\n{COST}\n{POWER}"
    assert not any("GF144" in each for each in look(tmp_path, drawing, DECK))


def test_symbols_of_one_scale_may_be_narrow(tmp_path: Path) -> None:
    wide, narrow = "<circle cx='5' cy='5' r='5'/>", "<rect x='3.5' width='3' height='10'/>"
    signs = "".join(f"<symbol id='{n}' viewBox='0 0 10 10'>{wide if n == 'c' else narrow}</symbol>" for n in "abcde")
    use = "<g transform='translate(20 9)'><use href='#{{ row.id }}' width='SIZE' height='SIZE'/></g>"
    size = "{{ 16 if row.id == 'c' else 8 }}"
    found = look(tmp_path, f"<defs>{signs}</defs>\n{use.replace('SIZE', '8')}\n{COST}", DECK)
    assert not any("GF144" in each for each in found)
    found = look(tmp_path / "wrong", f"<defs>{signs}</defs>\n{use.replace('SIZE', size)}\n{COST}", DECK)
    assert [each.split(": ")[1:] for each in found if "GF144" in each] == [["GF144 warning", "16.0 8.0"]]


def test_a_text_that_is_clipped_in_part_is_told(tmp_path: Path) -> None:
    clip = '<clipPath id="c"><rect x="0" y="{}" width="40" height="30"/></clipPath>\n'
    text = '<g clip-path="url(#c)"><text x="9" y="16" font-size="5">Heron</text></g>'
    assert look(tmp_path / "whole", clip.format(2) + text) == []
    assert look(tmp_path / "cut", clip.format(13.5) + text) == [f"{FACE}:3:24: GF150 'Heron'"]


@pytest.mark.parametrize(
    ("last", "told"),
    [
        pytest.param(ICON.format(20), [], id="in another place"),
        pytest.param("<g class='icon.gem' fill='#060'><path d='M20 9 l6 6 l-6 6 l-6 -6 Z'/></g>", [], id="larger"),
        pytest.param(
            "<g class='icon.gem'><circle cx='20' cy='15' r='3'/></g>",
            [f"{FACE}:3:1: GF144 warning: 'gem'"],
            id="another shape",
        ),
    ],
)
def test_an_icon_has_one_look_in_a_part(tmp_path: Path, last: str, told: list[str]) -> None:
    drawing = choose("e", last, ICON.format("{{ 10 + row.cost }}")) + f"\n{POWER}"
    assert look(tmp_path, drawing, DECK) == told


@pytest.mark.parametrize(
    ("paint", "told"),
    [
        ("#777777", []),
        ("#d8d8d8", [f"{FACE}:2:21: GF151 warning: 'icon.sun' 1.8 1"]),
        ("#e3e3e3", [f"{FACE}:2:21: GF151 warning: 'icon.sun' 1.8 1"]),
    ],
)
def test_a_sign_that_hardly_shows_is_told(tmp_path: Path, paint: str, told: list[str]) -> None:
    assert look(tmp_path, f'<g class="icon.sun"><circle cx="20" cy="15" r="4" fill="{paint}"/></g>') == told


def test_the_variable_that_paints_all_signs_is_the_place(tmp_path: Path) -> None:
    drawing = '{% set on = "#d8d8d8" %}\n<g class="icon.sun" fill="{{ on }}"><circle cx="20" cy="15" r="4"/></g>'
    assert look(tmp_path, drawing) == [f"{FACE}:2:1: GF151 warning: 'icon.sun' 1.8 1"]
    more = f'{drawing}\n<circle cx="5" cy="5" r="2" fill="{{{{ on }}}}"/>\n<circle cx="9" cy="5" r="2" fill="{{{{ on }}}}"/>'
    assert look(tmp_path / "more", more) == [f"{FACE}:3:1: GF151 warning: 'icon.sun' 1.8 1"]


def test_all_texts_in_the_color_of_one_shape_are_told_at_the_shape(tmp_path: Path) -> None:
    ground = '<rect x="4" y="4" width="32" height="20" fill="#fff" stroke="#000"/>'
    texts = '<text x="8" y="12" font-size="5" fill="#fff">one</text>\n<text x="8" y="20" font-size="4" fill="#fff">two</text>'
    assert look(tmp_path, f"{ground}\n{texts}") == [f"{FACE}:2:1: GF150 'one'"]
    assert look(tmp_path / "single", f"{ground}\n{texts.splitlines()[0]}") == [f"{FACE}:3:1: GF150 'one'"]
