"""Each rule on the sources of templates has cases that it catches and cases that it must let pass."""

from collections.abc import Mapping
from pathlib import Path

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.program.identity import find_resources
from generator.proof.templates.lint import check_templates
from generator.render.template_files import TemplateFiles
from tests.messages import facts
from tests.samples import for_each

TOKEN = "{kind: token, diameter: 20, for_each: player, copies: 1, front: face.svg.j2}"
DECK = """\
{kind: card, size: [40, 30], front: face.svg.j2, rows: [{id: fox, land: hill, copies: 1},
    {id: owl, land: lake, copies: 1}, {id: hen, land: moor, copies: 1}]}"""
BOARD = "{kind: board, grid: {columns: 2, rows: 1, cell: 10}, kinds: {rose: [r0c0]}, front: face.svg.j2, copies: 1}"
DIE = "{kind: die, size: 16, faces: [plum 1, pear 1, plum 2, pear 2, plum 3, pear 3], front: face.svg.j2, copies: 1}"
COLORS = "{player.red: {paint: '#cc0000', mark: disc}, player.blue: {paint: '#0000cc', mark: square}}"
SIGNS = "".join(f"<symbol id='{name}'><path d='M0 0'/></symbol>" for name in ("fox", "owl", "hen", "disc", "square"))


def lint(home: Path, drawing: str, part: str = DECK, beside: Mapping[str, str] = {}, more: str = "") -> list[str]:
    """Return what is told of the templates of a game of one part; its drawing begins in line 2 of `face.svg.j2`."""
    folder = home / "wren"
    (folder / "templates").mkdir(parents=True)
    colors = f"colors: {COLORS}" if not more.startswith("colors") else more
    text = f"title: Wren\nversion: '1'\nplayers: [1, 2]\n{colors}\nparts:\n  it: {part}\n"
    (folder / "game.yaml").write_text(text, "utf-8")
    for name, source in {"face.svg.j2": f"<svg>\n{drawing}</svg>", **beside}.items():
        (folder / "templates" / name).write_text(source, "utf-8")
    game = read_game(folder, KINDS)
    found = check_templates(game, expand_parts(game, KINDS), TemplateFiles(folder, find_resources("templates")))
    return [facts(str(each).replace(f"{folder}/", "").replace("templates/face.svg.j2:", "")) for each in found]


def ask(*conditions: str) -> str:
    """Return a chain of conditions, each with a line of its own and what it draws below."""
    lines = [f"{{% {'elif' if number else 'if'} {each} %}}\n<a{number}/>" for number, each in enumerate(conditions)]
    return "\n".join([*lines, "{% endif %}"])


@for_each(
    [
        (["k == 'fox'", "k == 'owl'"], []),
        (["k == 'fox'", "k == 'owl'", "k == 'fox'"], ["6:15: GF194 warning: 2 'fox'"]),
        (["k in ['fox', 'owl']", "k == 'owl'"], ["4:15: GF194 warning: 2 'owl'"]),
        (["k == 'fox'", "k in ['fox', 'owl']"], []),
        (["k != 'fox'", "k == 'owl'"], ["4:15: GF194 warning: 2 'owl'"]),
        (["not k == 'fox'", "k == 'owl'"], ["4:15: GF194 warning: 2 'owl'"]),
        (["k != 'fox'", "k == 'fox'"], []),
        (["k == 'fox' and j", "k == 'fox'"], []),
        (["k == 'fox'", "j == 'fox'"], []),
        (["j and k", "j and k"], ["4:9: GF194 warning: 2"]),
    ]
)
def test_a_branch_that_another_has_taken(tmp_path: Path, conditions: list[str], told: list[str]) -> None:
    assert lint(tmp_path, ask(*conditions)) == told


@for_each(
    [
        ("row.land == 'hill'", DECK, []),
        ("row.land == 'hil'", DECK, ["2:20: GF194 warning: 'row.land' 'hil' 'hill'"]),
        ("row['land'] == 'hil'", DECK, ["2:23: GF194 warning: 'row.land' 'hil' 'hill'"]),
        ("row.land in ('hill', 'marsh')", DECK, ["2:29: GF194 note: 'row.land' 'marsh' 'hill' 'lake' 'moor'"]),
        ("row.land != 'marsh'", DECK, []),
        ("row[side] == 'fox'", DECK, ["2:21: GF194 note: 'row[]' 'fox' 'hill' 'lake' 'moor'"]),
        ("c.kind == 'rose'", BOARD, []),
        ("c.kind == 'rosette'", BOARD, ["2:18: GF194 warning: 'c.kind' 'rosette' 'rose'"]),
        ("c.id in ['r0c0', 'r0c7']", BOARD, ["2:25: GF194 warning: 'c.id' 'r0c7' 'r0c1'"]),
        ("j.one.kind == 'rosette'", BOARD, ["2:22: GF194 warning: 'j.one.kind' 'rosette' 'rose'"]),
        ("c.kind == 'rosette'", DECK, []),  # which has no cells
        ("name == 'mooor'", DECK, ["2:16: GF194 warning: 'name' 'mooor' 'moor'"]),
        ("name == 'wide'", DECK, []),
    ]
)
def test_a_condition_that_asks_for_what_nothing_is(tmp_path: Path, condition: str, part: str, told: list[str]) -> None:
    assert lint(tmp_path, ask(condition), part) == told


def test_a_word_that_the_templates_have_elsewhere_is_not_misspelled(tmp_path: Path) -> None:
    assert lint(tmp_path, "{% set name = 'mooor' %}" + ask("name == 'mooor'")) == []


def test_a_branch_for_the_row_of_another_part_that_the_template_draws(tmp_path: Path) -> None:
    other = DECK.replace("moor", "marsh")
    assert lint(tmp_path, ask("row.land == 'marsh'"), f"{DECK}\n  more: {other}") == []


CLIP = "<clipPath id='cut'><a/></clipPath>"


BOTH = "{kind: card, size: [40, 30], front: face.svg.j2, back: face.svg.j2, copies: 1}"


@for_each(
    [
        ("other", DECK, "templates/other.svg.j2:1:1:"),
        ("it-front", DECK, "game.yaml:6:43:"),
        ("it-back", DECK, "templates/it-back.svg.j2:1:1:"),
        ("it-rough", BOTH, "game.yaml:6:62:"),  # it is for the back if both sides have one
    ]
)
def test_a_template_that_nothing_names(tmp_path: Path, name: str, part: str, told: str) -> None:
    (found,) = lint(tmp_path, "<a/>", part, {f"{name}.svg.j2": "<svg/>"})
    assert found.startswith(told)
    assert found.endswith(f"GF190 note: '{name}.svg.j2'")
    assert lint(tmp_path / "used", f"{{% include '{name}.svg.j2' %}}", beside={f"{name}.svg.j2": "<svg/>"}) == []


OWN = "<use href='a.svg#{{ row.id }}'/>\n"


@for_each(
    [
        ("{{ dot(name) }}", []),
        ("{{ dot('plum') }}", ["3:9: GF191 note: 'plum' 'name' 'name'"]),
        ("{{ dot('kiwi') }}", []),
        ("{% if name == 'plum' %}{{ dot('plum') }}{% endif %}", []),
        ("{{ dot('plum' if name == 'pear' else 'fig') }}", []),
        ("{{ {'plum': 1}[name] }}", []),
    ]
)
def test_one_item_of_a_loop_in_each_pass(tmp_path: Path, body: str, told: list[str]) -> None:
    assert lint(tmp_path, f"{{% for name in ['plum', 'pear'] %}}\n{body}{{% endfor %}}") == told


@for_each(
    [
        ("<g class='icon.fox'><use href='a.svg#fox'/></g>", []),
        ("<g class='icon.fox'><use href='a.svg#owl'/></g>", ["2:32: GF192 warning: 'owl' 'fox' 'fox'"]),
        ("<g class='icon.cat'><use href='a.svg#owl'/></g>", []),  # which has no symbol
        ("<g class='icon.fox'><use href='a.svg#owl'/><use href='a.svg#fox'/></g>", []),
        ("{% if k == 'fox' %}<use href='a.svg#fox'/>{% endif %}", []),
        ("{% if k == 'fox' %}<use href='a.svg#owl'/>{% endif %}", ["2:31: GF192 warning: 'owl' 'fox' 'fox'"]),
        ("{% if k != 'fox' %}<use href='a.svg#owl'/>{% endif %}", []),
        ("{% if k == 'fox' %}<use href='a.svg#owl'/><use href='a.svg#fox'/>{% endif %}", []),
        ("{% for k in all if k == 'fox' %}<use href='a.svg#owl'/>{% endfor %}", []),
    ]
)
def test_a_symbol_under_the_name_of_another(tmp_path: Path, drawing: str, told: list[str]) -> None:
    found = lint(tmp_path, drawing, beside={"a.svg": SIGNS})
    assert [each for each in found if "GF190" not in each] == told


@for_each(
    [
        ("<text>{ row.name }</text>", ["2:7: GF193 warning: '{ row.name }' '{{ row.name }}'"]),
        ("<a x='1{values.low}'/>", ["2:8: GF193 warning: '{values.low}' '{{ values.low }}'"]),
        ("<text>{{ row.name }} {gem} {}</text>{# { row.d } #}", []),
        ("{{ {'b': row.c} }}", []),
    ]
)
def test_a_value_in_single_braces(tmp_path: Path, drawing: str, told: list[str]) -> None:
    assert lint(tmp_path, drawing) == told


def test_a_place_is_told_once(tmp_path: Path) -> None:
    drawing = OWN + "<g class='icon.owl'><use href='a.svg#fox'/></g>"
    found = [each.split()[0] for each in lint(tmp_path, drawing, DECK, {"a.svg": SIGNS}) if "GF190" not in each]
    assert len(found) == len(set(found)) == 1


@for_each(["a" + ".b" * 20_000, "(" * 5_000 + "a" + ")" * 5_000])
def test_a_template_that_nests_too_deeply_is_left_to_its_renderer(tmp_path: Path, deep: str) -> None:
    chain = f"{{% if {deep} %}}{{% elif {deep} %}}{{% endif %}}"
    assert lint(tmp_path, f"{{% for n in ['a', 'b'] %}}{{{{ {deep} }}}}{{% endfor %}}{chain}") == []


@for_each(
    [
        ("{% for k in ['fox', 'owl'] %}<a x='{{ k }}'/>{% endfor %}", []),
        ("{% for k in ['fox', 'owl', 'owl'] %}<a x='{{ k }}'/>{% endfor %}", ["2:15: GF196 warning: 'owl'"]),
        ("{% for k in ['fox', 'owl', 'owl', 'owl'] %}<a x='{{ k }}'/>{% endfor %}", []),  # a count
        ("{% for k in [1, 2, 2] %}<a x='{{ k }}'/>{% endfor %}", []),
        ("{% if row.id in ['fox', 'fox'] %}<a/>{% endif %}", ["2:19: GF196 warning: 'fox'"]),
        ("{% for k in [['hen', ['fox', 'fox']]] %}<a x='{{ k }}'/>{% endfor %}", []),  # it costs two
        ("{% for x, y in [(1, 2), (1, -2), (1, 2)] %}<a x='{{ x + y }}'/>{% endfor %}", ["2:18: GF196 warning: 1 2"]),
    ]
)
def test_an_item_that_a_list_has_twice(tmp_path: Path, drawing: str, told: list[str]) -> None:
    assert [each for each in lint(tmp_path, drawing) if "GF196" in each] == told


PIPS = {
    1: "[[0, 0]]",
    2: "[[-1, -1], [1, 1]]",
    3: "[[-1, -1], [0, 0], [1, 1]]",
    4: "[[1, 1], [-1, 1], [1, -1], [-1, -1]]",
}


@for_each(
    [
        ({}, []),
        ({3: "[[-1, -1], [1, 1]]"}, ["3 2"]),
        ({3: "[[-1, -1], [1, 1]]", 2: "[[0, 0]]"}, []),  # two of four are no slip
        ({3: "[[-1, -1], [0.5, 0], [1, 1]]"}, ["3"]),
        ({3: "[[-1, -1], [0.5, 0], [1, 1]]", 2: "[[-1, 1], [1, 1.5]]"}, []),
        ({4: "[1, 2, 3, x]"}, []),
        ({3: "[4, 6, 1]"}, []),
    ]
)
def test_lists_by_numbers(tmp_path: Path, changes: Mapping[int, str], told: list[str]) -> None:
    table = ", ".join(f"{key}: {value}" for key, value in {**PIPS, **changes}.items())
    drawing = f"{{% set pips = {{{table}}} %}}{{% for x in pips[2] %}}<a x='{{{{ x }}}}'/>{{% endfor %}}"
    assert [each.partition("warning: ")[2] for each in lint(tmp_path, drawing) if "GF196" in each] == told


@for_each(
    [
        ("{{ 1 if row.id == 'fox' else 2 }}", []),
        ("{{ 1 if row.id == 'fox' else 1 }}", ["2:9: GF191 warning:"]),
        ("{% if row.id == 'fox' %}<a/>{% else %}<b/>{% endif %}", []),
        ("{% if row.id == 'fox' %}<a/>{% else %}<a/>{% endif %}", ["2:7: GF191 warning:"]),
        ("{% for k in range(3) %}<a x='{{ k }}'/>{% endfor %}", []),
        ("{% for k in range(3) %}<a x='{{ loop.index }}'/>{% endfor %}", []),
        ("{% for k in range(3) %}<a x='4'/>{% endfor %}", ["2:24: GF191 warning:"]),
        ("{% for k in range(row.copies) %}<a x='4'/>{% endfor %}", []),  # which is 1 in each row
        ("<text>{% for k in range(3) %}x{% endfor %}</text>", []),
        ("{% for k in range(3) %}{{ spot() }}<a/>{% endfor %}", []),  # it may count
    ]
)
def test_choices_that_choose_nothing(tmp_path: Path, drawing: str, told: list[str]) -> None:
    found = [each.rstrip("0123456789 ") for each in lint(tmp_path, drawing) if "GF191" in each]
    assert found == told
