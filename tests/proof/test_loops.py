"""The loop of a template that makes a repeated tag what it is, and the lines that type what a piece prints."""

from pathlib import Path

import pytest

from generator.model.finding import Place
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.proof.group_places import find_loop_of_kind, locate_named
from generator.proof.template_loops import (
    find_counting_loop,
    find_looped_setting,
    find_lopsided_loop,
    find_range_loop,
    find_typed_list,
)
from generator.proof.template_sources import (
    count_pairs,
    find_choice_setting,
    find_end_setting,
    find_paint_call,
    find_pattern_source,
    find_setting,
    name_used_symbol,
)

GRID = """\
{% for shape in ['a', 'b'] %}
{% for col in range(3) %}
{% for row in range(4) %}
{% set x, y = w / 2 + 5 * col, down * (row + (col % 2)) %}
<use href="#s" x="{{ x }}" y="{{ y }}"/>
<circle transform="translate({{ x }} {{ y }})" r="2"/>
{% endfor %}
{% endfor %}
{% endfor %}
"""
BACK = "{% if w > 3 %}\n{% for k in range(row.points) %}\n<circle r='{{ k }}'/>\n{% endfor %}\n<circle r='9'/>\n{% endif %}"


def write(home: Path, text: str) -> str:
    path = home / "t.svg.j2"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("line", [5, 6])
def test_the_loop_from_which_a_tag_has_its_place(tmp_path: Path, line: int) -> None:
    file = write(tmp_path, GRID)
    assert find_range_loop(Place(file, line, 1), is_across=True) == Place(file, 2, 1)
    assert find_range_loop(Place(file, line, 1), is_across=False) == Place(file, 3, 1)


def test_a_tag_that_no_range_places(tmp_path: Path) -> None:
    file = write(tmp_path, GRID.replace("range(3)", "[1, 2]"))
    assert find_range_loop(Place(file, 5, 1), is_across=True) is None
    assert find_range_loop(Place(str(tmp_path / "none.j2"), 5, 1), is_across=True) is None


def test_a_tag_in_a_group_that_a_range_places(tmp_path: Path) -> None:
    group = '<g transform="translate({{ 12 * col }} {{ 9 * row }})"><path d="M0 0 H2"/></g>'
    file = write(tmp_path, GRID.replace('<use href="#s" x="{{ x }}" y="{{ y }}"/>', group))
    at = Place(file, 5, group.index("<path") + 1)
    assert find_range_loop(at, is_across=True) == Place(file, 2, 1)
    assert find_range_loop(at, is_across=False) == Place(file, 3, 1)


@pytest.mark.parametrize(
    ("rows", "columns", "line"),
    [
        ("-3, 4", "-2, 3", None),
        ("-3, 3", "-2, 3", 1),
        ("-3, 4", "-2, 2", 2),
        ("-3, 3", "-2, 2", None),
        ("6", "-2, 2", 2),
    ],
)
def test_a_range_that_is_not_even_around_zero(tmp_path: Path, rows: str, columns: str, line: int | None) -> None:
    file = write(tmp_path, f"{{% for n in range({rows}) %}}\n{{% for k in range({columns}) %}}\n<path/>\n")
    assert find_lopsided_loop(Place(file, 3, 1)) == (line and Place(file, line, 1))


def test_the_loop_that_counts_by_a_row(tmp_path: Path) -> None:
    file = write(tmp_path, BACK)
    assert find_counting_loop(Place(file, 3, 1), {"row"}) == Place(file, 2, 1)
    assert find_counting_loop(Place(file, 5, 1), {"row"}) is None
    assert find_counting_loop(Place(file, 3, 1), {"player"}) is None


@pytest.mark.parametrize(
    ("items", "printed", "line"),
    [
        ("[5, 4, 3]", "{{ n }}", 1),
        ("values.points[1:]", "{{ n }}", 1),
        ("row.name|fit(44, 14)", "{{ n }}", 1),
        ("values.points", "{{ n }}", 0),
        ("[5, 4]", "{{ row.a }}", 0),
        ("values.points", "<g class='values.{{ name }}'><text>{{ n }}</text></g>", 1),  # named after another list
        ("values.points", "<g class='values.points'><text>{{ n }}</text></g>", 0),
    ],
)
def test_the_list_that_a_text_prints(tmp_path: Path, items: str, printed: str, line: int) -> None:
    tag = printed if "<" in printed else f"<text y='{{{{ n }}}}'>{printed}</text>"
    file = write(tmp_path, f"{{% for n in {items} %}}\n{tag}\n{{% endfor %}}")
    assert find_typed_list(Place(file, 2, tag.index("<text") + 1)) == (Place(file, line, 1) if line else None)


@pytest.mark.parametrize(
    ("setting", "items", "line"),
    [
        ("[[0, 0], [1, 1]]", "spots", 1),
        ("[[], [[0, 0]]]", "spots[n]", 1),
        ("row.spots", "spots", 0),
        ("[[0, 0]]", "row.spots", 0),
    ],
)
def test_the_typed_list_that_a_loop_runs_over(tmp_path: Path, setting: str, items: str, line: int) -> None:
    text = f"{{% set spots = {setting} %}}\n{{% for p in {items} %}}\n<circle cx='{{{{ p[0] }}}}'/>\n{{% endfor %}}"
    file = write(tmp_path, text)
    assert find_looped_setting(Place(file, 3, 1)) == (Place(file, line, 1) if line else None)


def test_the_loop_that_leaves_a_kind_out(tmp_path: Path) -> None:
    loops = "{% for c in cells if c.kind in ['sea'] %}\n<a/>\n{% endfor %}\n{% for c in cells if c.kind in ['port'] %}\n{% if c.kind == 'town' %}<b/>{% endif %}\n{% endfor %}"
    file = write(tmp_path, loops)
    assert find_loop_of_kind(Place(file, 2, 1), "town") == Place(file, 4, 1)
    assert find_loop_of_kind(Place(file, 2, 1), "hill") is None
    file = write(tmp_path, loops.replace("['port']", "['port', 'town']"))
    assert find_loop_of_kind(Place(file, 2, 1), "town") is None


CHOSEN = "{% set dark = row.a %}\n<rect fill=\"{{ ink if dark else '#fff' }}\"/>\n<rect fill=\"{{ '#fff' if dark else ink }}\"/>"


def test_the_variable_that_chooses_the_paint_of_several_tags(tmp_path: Path) -> None:
    assert find_choice_setting(Place(write(tmp_path, CHOSEN), 2, 1)) == Place(str(tmp_path / "t.svg.j2"), 1, 1)
    once = CHOSEN.replace("'#fff' if dark else ink", "ink")
    assert find_choice_setting(Place(write(tmp_path, once), 2, 1)) is None


def test_the_variable_that_is_the_end_of_a_route(tmp_path: Path) -> None:
    text = "{% for name in ['a', 'b'] %}\n{% set c = routes[name]|last %}\n<path d='M{{ c.x }} 0'/>\n{% endfor %}"
    assert find_end_setting(Place(write(tmp_path, text), 3, 1)) == Place(str(tmp_path / "t.svg.j2"), 2, 1)
    assert find_end_setting(Place(write(tmp_path, text.replace("|last", "[0]")), 3, 1)) is None


@pytest.mark.parametrize(
    ("entry", "count"),
    [("2: [[0, 1], [-1, 0.5]], 3: [[1, 2]]", 2), ("1: [[0, 0]]}", 1), ("1: x", 0), ("3: [[1, 1], [0, 0], [1,1]]", 2)],
)
def test_the_pairs_of_an_entry_are_counted(tmp_path: Path, entry: str, count: int) -> None:
    assert count_pairs(Place(write(tmp_path, f"a\n{{% set at = {{{entry}"), 2, 14)) == count


def test_the_pair_from_which_a_tag_has_both_coordinates(tmp_path: Path) -> None:
    text = """{% set p = spots[n] %}\n<use x="{{ p[0] }}" y="{{ p[1] - 2 }}"/>\n<use x="{{ p[0] }}" y="3"/>"""
    file = write(tmp_path, text)
    assert find_setting(Place(file, 2, 1)) == Place(file, 1, 1)
    assert find_setting(Place(file, 3, 1)) is None


def test_the_range_by_which_a_loop_names_its_groups(tmp_path: Path) -> None:
    text = "{% for n in range(5) %}\n{% if row.x[n] %}\n<g class='row.x.{{ n }}'/>\n<g class='row.y'/>\n{% endif %}\n{% endfor %}"
    file = write(tmp_path, text)
    assert find_pattern_source(Place(file, 3, 1), is_range=True) == Place(file, 1, 1)
    assert find_pattern_source(Place(file, 4, 1), is_range=True) is None


def test_the_symbol_that_a_tag_draws(tmp_path: Path) -> None:
    file = write(tmp_path, "<use href='#port' x='2'/>\n<use href='#{{ n }}'/>\n<path d='M0 0'/>")
    says = "this shape is not symmetric: this shape"
    assert name_used_symbol(Place(file, 1, 1), says) == "this 'port' is not symmetric: this shape"
    assert name_used_symbol(Place(file, 2, 1), says) == name_used_symbol(Place(file, 3, 1), says) == says


@pytest.mark.parametrize(
    ("fill", "before", "found"), [("paint", 5, 6), ("paint", 6, None), ("'#000'", 5, None), ("paint", 3, None)]
)
def test_the_call_that_gives_a_macro_its_paint(tmp_path: Path, fill: str, before: int, found: int | None) -> None:
    path = tmp_path / "a.j2"
    path.write_text(
        "{% macro mark(r, paint) %}\n"
        f"""<circle r="{{{{ r }}}}" fill="{{{{ {fill} }}}}"/>\n"""
        "{% endmacro %}\n"
        "{% macro pawn(role) %}\n"
        "<circle r='5' fill='{{ role }}'/>\n"
        "{{ mark(2, role.paint) }}\n"
        "<circle r='5'/>\n"
        "{% endmacro %}\n"
        "{{ pawn('red') }}\n"
    )
    file = str(path)
    expected = Place(file, found, 1) if found else None
    assert find_paint_call(Place(file, 2, 1), Place(file, before + (before == 6), 1)) == expected
    assert find_paint_call(Place(file, 5, 1), Place(file, before, 1)) is None


@pytest.mark.parametrize(
    ("kept", "between", "found"), [("", "<circle r='2'/>", 9), ("<circle r='1'/>", "<circle r='2'/>", 9), ("", "", 3)]
)
def test_an_arrow_of_a_macro_is_found_at_its_call(tmp_path: Path, kept: str, between: str, found: int) -> None:
    folder = tmp_path / "wren"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "title: Wren\nversion: '1'\nplayers: [2, 4]\nparts:\n  board: {kind: board, front: a.svg.j2, copies: 1,"
        " grid: {columns: 3, rows: 1, cell: 20}, joins: [[r0c0, r0c1, slide], [r0c1, r0c2, slide]]}\n"
    )
    (folder / "templates" / "a.svg.j2").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {{ w }} {{ h }}'>\n"
        "{% macro arrow(one, other, x) %}\n"
        f"<g transform='translate({{{{ x }}}} 10)'>{kept}<g class='join.{{{{ one }}}}.{{{{ other }}}}'><path d='M-2 0 H2' stroke='#111'/></g></g>\n"
        "{% endmacro %}\n"
        "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'><circle r='3'/></g>{% endfor %}\n"
        "<circle r='1'/>\n"
        "{{ arrow('r0c0', 'r0c1', 20) }}\n"
        f"{between}\n"
        "{{ arrow('r0c1', 'r0c2', 40) }}\n"
        "</svg>\n"
    )
    kit = prepare_kit(folder, Options())
    (part,) = kit.parts
    place = locate_named(kit.faces, part, part.designs[0], "front", "join.r0c1.r0c2", "group")
    assert place is not None
    assert place.line == found
