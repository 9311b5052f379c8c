"""What templates type and what they never draw: branches, symbols, macros and files (GF149), marks and words (GF144)."""

from pathlib import Path

import pytest

from generator.model.finding import Finding
from generator.proof.template_branches import find_dead_branches
from generator.proof.template_conditions import find_fixed_items, find_single_ids, find_turned_conditions
from generator.proof.unused_drawings import find_unused_definitions
from tests.check.paper.pages import COLORS, look
from tests.messages import facts

FACE = "templates/face.svg.j2"
MARKED = COLORS.replace("'#cc0000'", "'#cc0000', mark: disc").replace("'#0000cc'", "'#0000cc', mark: square")
TOKEN = "{kind: token, diameter: 20, for_each: player, copies: 1, front: face.svg.j2}"
MARKS = (
    "<defs><symbol id='disc' viewBox='0 0 2 2'><circle cx='1' cy='1' r='1'/></symbol>\n"
    "<symbol id='square' viewBox='0 0 2 2'><path d='M0 0 H2 V2 H0 Z'/></symbol></defs>\n"
)
USE = "<circle cx='10' cy='10' r='7' fill='{{ player }}'/>\n<use href='#MARK' x='8' y='8' width='4' height='4'/>"
FRUIT = "{kind: die, size: 16, faces: [plum 1, pear 1, plum 2, pear 2, plum 3, pear 3], front: face.svg.j2, copies: 1}"
MACRO = "{% macro fruit(name) %}{% if name == 'plum' %}<circle r='4'/>{% else %}<path d='M-4 4 L0 -4 L4 4 Z'/>{% endif %}{% endmacro %}"
FRUITS = "{% for f in faces %}<g class='{{ f.mark }}' transform='{{ f.at }}'>{{ drawn.fruit(NAME) }}</g>{% endfor %}"


def find_dead(*conditions: str, drawn: str = "") -> list[str]:
    """Return what is told of a chain of conditions, each with a line of its own and what it draws below."""
    lines = [f"{{% {'elif' if number else 'if'} {each} %}}\n<a/>{drawn}" for number, each in enumerate(conditions)]
    found: list[Finding] = [*find_dead_branches("it", {"t": "\n".join([*lines, "{% endif %}"])})]
    return [facts(each) for each in found]


def test_a_branch_that_asks_again_is_never_drawn() -> None:
    assert find_dead("c.kind == 'star'", "c.kind == 'moon'") == []
    assert find_dead("c.kind == 'star'", "c.kind == 'moon'", "c.kind == 'star'") == ["t:5:1: GF149 warning: 1 'star'"]
    assert find_dead("c.kind in ['star', 'moon']", "c.kind == 'moon'") == ["t:3:1: GF149 warning: 1 'moon'"]
    assert find_dead("c.kind == 'moon'", "c.kind in ['star', 'moon']") == []
    assert find_dead("c.kind == 'moon' and c.color", "c.kind == 'moon'") == []
    assert find_dead("c.kind == 'moon'", "c.color == 'moon'") == []
    assert find_dead("c.kind != 'moon'", "c.kind == 'star'") == ["t:3:1: GF149 warning: 1 'star'"]
    assert find_dead("c.kind not in ['star', 'moon']", "c.kind in ['sun']") == ["t:3:1: GF149 warning: 1 'sun'"]
    assert find_dead("c.kind != 'moon'", "c.kind in ['star', 'moon']") == []
    assert find_dead("c.kind != 'moon'", "c.color == 'star'") == []


def test_of_two_branches_that_ask_the_same_the_one_that_draws_something_else_is_wrong() -> None:
    text = "{% if k == 'cloud' %}<use href='#moon'/>\n{% elif k == 'cloud' %}<use href='#cloud'/>{% endif %}"
    assert [facts(each) for each in find_dead_branches("it", {"t": text})] == ["t:1:1: GF149 warning: 2 'cloud'"]


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("'rough' if name in values.rough else 'plain'", ""),
        ("'rough' if name not in values.rough else 'plain'", "'rough'"),
        ("'plain' if name in values.rough else 'rough'", "'rough'"),
        ("'plain' if name not in values.rough else 'rough'", ""),
        ("'star' if c.kind != 'star' else 'moon'", "'star'"),
        ("'star' if c.kind == 'star' else 'moon'", ""),
        ("c.name if c.kind != 'star' else 'star'", ""),
        ("c.kind if c.kind != 'star' else 'moon'", ""),
        ("'rough' if name not in values.rough", ""),
    ],
)
def test_a_word_for_all_but_those_of_its_name_is_told(choice: str, told: str) -> None:
    found = [facts(each) for each in find_turned_conditions("it", {"t": f"<a/>\n{{{{ {choice} }}}}"})]
    assert found == ([f"t:2:{choice.find(told[1:-1]) + 3}: GF149 warning: {told}"] if told else [])


REPEATED = [
    ("row", "{% for k in range(row.sun) %}{% endfor %}\n<text>{{ row.sun }}</text>", ["t:2:7: GF144 note: 'row.sun' 'row.points'"]),
    ("row", "{% for k in range(row.sun) %}{% endfor %}\n<text>{{ row.points }}</text>", []),
    ("row", '{{ row.sun }}\n<g class="row.sun">{{ row.sun }}</g>', ["t:1:1: GF144 note: 'row.sun' 'row.points'"]),
    ("row", '<g class="row.sun">{{ row.sun }}</g>\n<g class="row.sun">{{ row.sun }}</g>', []),
    ("row", "{{ row.sun }}\n{{ row.sun }}", []),  # two corners
    ("row", "{% for k in range(row.sun) %}\n{% for k in range(row.sun) %}", ["t:2:13: GF144 note: 'row.sun' 'row.points'"]),
    ("row", "{% for k in range(row.sun) %}\n{% for k in range(row.points) %}", []),
    ("row", "{{ row.sun }}{{ row[name] }}{% if row.sun %}", []),
    ("values", "met {{ values.sun }}\nmissed {{ values.sun }}", ["t:2:8: GF144 note: 'values.sun' 'values.points'"]),
    ("values", "met {{ values.sun }}\nmissed {{ values.points }}", []),
]  # fmt: skip


def test_a_condition_that_cannot_be_read_is_not_turned() -> None:
    assert [*find_turned_conditions("it", {"t": "{{ 'a' if b"})] == []


def test_the_one_id_of_a_loop_that_is_used_is_told() -> None:
    made = '{% for n in range(3) %}<clipPath id="tab-{{ n }}"/>{% endfor %}\n'

    def find(use: str) -> list[str]:
        return [facts(each) for each in find_single_ids("it", {"t": made + use})]

    assert find('<g clip-path="url(#tab-{{ n }})"/>') == []
    assert find('<g clip-path="url(#tab-0)"/>') == ["t:2:20: GF149 warning: 'tab-0' 'tab-'"]
    assert find('<use href="#tab-0"/>') == ["t:2:13: GF149 warning: 'tab-0' 'tab-'"]
    assert find('<g clip-path="url(#tab-0)"/><g clip-path="url(#tab-1)"/>') == []
    assert find('<g clip-path="url(#tab-0)"/><g clip-path="url(#tab-{{ n }})"/>') == []
    assert find('<g clip-path="url(#edge)"/>') == []


def test_a_template_that_cannot_be_read_has_no_branches() -> None:
    assert [*find_dead_branches("it", {"t": "{% if a %}{% elif"})] == []


def test_a_symbol_that_nothing_uses_is_noted(tmp_path: Path) -> None:
    one = "<circle cx='20' cy='15' r='5'/><defs>\n<symbol id='fox' viewBox='0 0 2 2'><circle r='1'/></symbol></defs>"
    assert look(tmp_path, one) == [f"{FACE}:3:13: GF149 note: 'fox'"]
    used = one + "<use href='#fox' x='2' y='15' width='4' height='4'/>"
    assert look(tmp_path / "used", used) == []
    chosen = "{kind: card, size: [40, 30], front: face.svg.j2, rows: [{id: a, beast: fox, copies: 1}]}"
    computed = "<use href='ID#{{ row.beast }}' x='2' y='15' width='4' height='4'/>"
    owl = chosen.replace("fox", "owl")
    symbols = "<svg xmlns='http://www.w3.org/2000/svg'>\n<symbol id='fox' viewBox='0 0 2 2'><circle r='1'/></symbol>\n<symbol id='owl' viewBox='0 0 2 2'><circle r='2'/></symbol></svg>"
    assert look(tmp_path / "own", one.replace("fox", "owl") + computed.replace("ID", ""), owl) == []
    beside = {"signs.svg": symbols}
    found = look(tmp_path / "beside", computed.replace("ID", "signs.svg"), owl, beside=beside)
    assert found == ["templates/signs.svg:2:13: GF149 note: 'fox'"]
    found = look(tmp_path / "data", computed.replace("ID", "signs.svg"), chosen, beside=beside)
    assert found == ["templates/signs.svg:3:13: GF149 note: 'owl'"]


CUT = '<clipPath id="cut"><circle cx="20" cy="15" r="5"/></clipPath>'


@pytest.mark.parametrize(
    ("tag", "drawn", "called"),
    [
        ("clipPath", CUT, "clip path"),
        (
            "linearGradient",
            '<linearGradient id="cut"><stop offset="0" stop-color="#111"/></linearGradient>',
            "gradient",
        ),
    ],
)
def test_a_definition_that_nothing_uses_is_noted(tmp_path: Path, tag: str, drawn: str, called: str) -> None:
    source = f"<defs>{drawn}</defs>\n<circle cx='20' cy='15' r='5'/>"
    says = f"GF149 note: nothing uses the {called} 'cut'; use it where it belongs, or remove it"
    files = {"a.svg.j2": (source, "a.svg.j2")}
    assert [str(each) for each in find_unused_definitions(files)] == [f"a.svg.j2:1:{len(tag) + 13}: {says}"]
    used = source + "<g fill='url(#cut)'/>"
    assert not list(find_unused_definitions({"a.svg.j2": (used, "a.svg.j2")}))
    assert not list(find_unused_definitions({**files, "b.svg.j2": ("<g fill='url(#cut)'/>", "b.svg.j2")}))
    assert not list(find_unused_definitions({"a.svg.j2": (source + "<g fill='url(#{{ c }})'/>", "a.svg.j2")}))
    assert list(find_unused_definitions({"a.svg.j2": (source + "<use href='#{{ c }}'/>", "a.svg.j2")}))
    own = {**files, "b.svg.j2": (used, "b.svg.j2")}  # the other template uses its own
    assert [str(each) for each in find_unused_definitions(own)] == [f"a.svg.j2:1:{len(tag) + 13}: {says}"]


def test_a_macro_that_nothing_calls_is_noted(tmp_path: Path) -> None:
    drawn = "{% macro dot() %}<circle cx='20' cy='15' r='5'/>{% endmacro %}"
    assert look(tmp_path, drawn + "<rect width='9' height='9'/>", other="GF157") == [f"{FACE}:2:10: GF149 note: 'dot'"]
    assert look(tmp_path / "called", drawn + "{{ dot() }}") == []


@pytest.mark.parametrize(("name", "at"), [("other", "templates/other.svg.j2:1:1"), ("it-front", "game.yaml:6:")])
def test_a_template_that_nothing_names_is_noted_at_the_part_of_its_name(tmp_path: Path, name: str, at: str) -> None:
    drawing = "<circle cx='20' cy='15' r='5'/>"
    (found,) = look(tmp_path, drawing, beside={f"{name}.svg.j2": "<svg/>"})
    assert found.startswith(at)
    assert found.endswith(f"GF149 note: '{name}.svg.j2'")
    included = drawing + f"{{% include '{name}.svg.j2' %}}"
    assert look(tmp_path / "included", included, beside={f"{name}.svg.j2": "<circle r='2'/>"}, other="GF154") == []


def test_a_template_that_nothing_names_is_for_the_back_if_both_sides_have_one(tmp_path: Path) -> None:
    both = "\n    kind: card\n    size: [40, 30]\n    copies: 1\n    front: face.svg.j2\n    back: face.svg.j2"
    found = look(tmp_path, "<circle cx='20' cy='15' r='5'/>", both, beside={"it-rough.svg.j2": "<svg/>"})
    assert "game.yaml:11:11: GF149 note: 'it-rough.svg.j2'" in found


def test_a_color_that_nothing_names_is_noted(tmp_path: Path) -> None:
    colors = "colors: {meadow: {paint: '#558800'}, hill: {paint: '#996633'}, side.red: {paint: '#cc0000'}}"
    both = "<circle cx='20' cy='15' r='5' fill=\"{{ colors['hill'] }}\"/><rect fill=\"{{ colors.meadow }}\" width='5' height='5'/>"
    assert look(tmp_path, both, more=colors, other="GF157") == []
    one = both.replace("colors.meadow", "colors['hill']")
    assert look(tmp_path / "one", one, more=colors, other="GF157") == ["game.yaml:4:10: GF149 note: 'meadow'"]
    listed = colors.replace("}}", "}}\nabout: A meadow.")
    assert look(tmp_path / "listed", one, more=listed, other="GF157") == []


def test_a_typed_mark_of_one_color_is_told(tmp_path: Path) -> None:
    right = MARKS + USE.replace("MARK", "{{ player.mark }}")
    assert look(tmp_path, right, TOKEN, MARKED, other="GF319") == []
    found = look(tmp_path / "typed", MARKS + USE.replace("MARK", "disc"), TOKEN, MARKED, other="GF319")
    assert f"{FACE}:5:13: GF144 warning: 'player.red' `{{{{ player.mark }}}}`" in found
    both = MARKS + USE.replace("MARK", "disc") + USE.replace("MARK", "square")
    assert not [each for each in look(tmp_path / "both", both, TOKEN, MARKED, other="GF319") if "mark }}" in each]


def test_a_typed_role_of_one_color_for_a_macro_is_told(tmp_path: Path) -> None:
    macro = "{% macro disc(role, r) %}<circle cx='10' cy='10' r='{{ r }}' fill='{{ role }}'/>{% endmacro %}\n"
    typed = macro + "{{ disc(colors['player.red'], 7) }}"
    right = typed.replace("colors['player.red']", "player")
    assert look(tmp_path, right, TOKEN, COLORS) == []
    found = [each for each in look(tmp_path / "typed", typed, TOKEN, COLORS) if "GF144" in each]
    assert found == [f"{FACE}:3:17: GF144 warning: 'player.red' `{{{{ player }}}}`"]
    both = typed + "{{ disc(colors['player.blue'], 3) }}"
    assert not [each for each in look(tmp_path / "both", both, TOKEN, COLORS) if "GF144" in each]


@pytest.mark.parametrize(("name", "is_told"), [("f.value.split(' ')[0]", False), ("'plum'", True)])
def test_the_word_of_one_face_typed_for_all_is_told(tmp_path: Path, name: str, is_told: bool) -> None:
    drawing = "{% import 'fruit.svg.j2' as drawn %}\n" + FRUITS.replace("NAME", name)
    found = [each for each in look(tmp_path, drawing, FRUIT, beside={"fruit.svg.j2": MACRO}) if "GF144" in each]
    assert found == ([f"{FACE}:3:84: GF144 warning: 'plum'"] if is_told else [])
    asked = drawing.replace("{% for", "{% if 'plum' == 'pear' %}{% endif %}{% for")
    found = look(tmp_path / "asked", asked, FRUIT, beside={"fruit.svg.j2": MACRO})
    assert not [each for each in found if "GF144" in each]


def test_the_mark_of_one_color_typed_for_all_cells_is_told(tmp_path: Path) -> None:
    board = "{kind: board, grid: {columns: 3, rows: 2, cell: 10}, colors: {player.red: [r0c0], player.blue: [r1c2]}, front: face.svg.j2, copies: 1, safe: 0}"
    cells = "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'><circle r='4' fill='#777'/>{% if c.color %}\n<use href='#MARK' x='-2' y='-2' width='4' height='4'/>{% endif %}</g>{% endfor %}"
    own = MARKS + cells.replace("MARK", "{{ colors[c.color].mark }}")
    assert not [each for each in look(tmp_path, own, board, MARKED) if "GF144" in each]
    typed = MARKS + cells.replace("MARK", "square")
    found = [each for each in look(tmp_path / "typed", typed, board, MARKED) if "GF144" in each]
    assert found == [f"{FACE}:5:13: GF144 warning: 'player.blue' `{{{{ colors[c.color].mark }}}}`"]


LAND = """\
{kind: tile, size: [20, 20], front: face.svg.j2, rows: [{id: dune, north: sand, copies: 1}, {id: mire, north: reed, copies: 1}]}"""
SIDE = """{{% for side in ['north', 'north'] %}}
{{% if row{} == '{}' %}}<circle cx='9' cy='9' r='4'/>{{% else %}}<circle cx='9' cy='9' r='2'/>{{% endif %}}
{{% endfor %}}<g class='row.id'><text x='7' y='17' font-size='3'>{{{{ row.id }}}}</text></g>"""


@pytest.mark.parametrize("asked", ["[side]", ".north"])
def test_a_branch_for_a_value_that_no_row_has_is_noted(tmp_path: Path, asked: str) -> None:
    assert look(tmp_path, SIDE.format(asked, "sand"), LAND) == []
    found = look(tmp_path / "never", SIDE.format(asked, "dune"), LAND, other="GF140")
    assert [each for each in found if "GF149" in each] == [
        f"{FACE}:3:{len(asked) + 14}: GF149 note: 'dune' 'reed' 'sand'"
    ]


def test_a_branch_of_a_shared_template_that_another_part_draws_is_not_noted(tmp_path: Path) -> None:
    other = LAND.replace("dune", "knoll").replace("mire", "fen").replace("sand", "dune")
    found = look(tmp_path, SIDE.format(".north", "dune"), f"{LAND}\n  more: {other}", other="GF140")
    assert [each for each in found if "GF149" in each] == []


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("{{ players[0] }}", ["t:1:32"]),
        ("{{ players[0] }}{{ p }}", []),
        ("{% if p == players[0] %}a{% endif %}", []),
        ("{{ others[0] }}", []),
        ("{{ players[loop.index0] }}", []),
    ],
)
def test_a_loop_that_uses_one_item_is_told(body: str, told: list[str]) -> None:
    text = f"{{% for p in players %}}<text>{body}</text>{{% endfor %}}{{{{ players[0] }}}}"
    assert [str(each.place) for each in find_fixed_items("it", {"t": text})] == told
