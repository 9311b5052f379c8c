"""A tag is followed to the line that is to be edited for what it draws: a variable, a table, a loop or a call."""

from pathlib import Path

from generator.model.finding import Place
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.proof.templates.blame import (
    find_branch,
    find_condition,
    find_conditional_setting,
    find_macro_call,
    find_pass_source,
    find_role,
    find_table_entry,
    find_typed_list,
    find_typed_names,
    find_undrawn_group,
    find_varying_source,
    read_source,
)
from generator.proof.templates.group_places import locate_named
from tests.samples import for_each


def write(home: Path, text: str) -> str:
    path = home / "t.svg.j2"
    path.write_text(text)
    return str(path)


@for_each(
    [
        ("[5, 4, 3]", "{{ n }}", 1),
        ("values.points[1:]", "{{ n }}", 1),
        ("row.name|fit(44, 14)", "{{ n }}", 1),
        ("values.points", "{{ n }}", 0),
        ("[5, 4]", "{{ row.a }}", 0),
        ("values.points", "<g class='values.{{ name }}'><text>{{ n }}</text></g>", 1),  # named after another list
        ("values.points", "<g class='values.points'><text>{{ n }}</text></g>", 0),
    ]
)
def test_the_list_that_a_text_prints(tmp_path: Path, items: str, printed: str, line: int) -> None:
    tag = printed if "<" in printed else f"<text y='{{{{ n }}}}'>{printed}</text>"
    file = write(tmp_path, f"{{% for n in {items} %}}\n{tag}\n{{% endfor %}}")
    assert find_typed_list(Place(file, 2, tag.index("<text") + 1)) == (Place(file, line, 1) if line else None)


PASSES = (
    "{% for n in range(5) %}\n{% if row.x[n] %}\n{% set m, k = 2 * n, 3 %}\n<g class='row.x.{{ n }}'>\n<a/>\n</g>\n"
    "<a x='{{ m }}'/>\n<a x='{{ k }}'/>\n<a/>\n{% endif %}\n{% endfor %}\n{% for c in cells %}\n<a x='{{ c }}'/>\n{% endfor %}"
)


@for_each([(4, 1), (5, 1), (7, 3), (8, 3), (9, None), (13, None)])
def test_what_a_tag_takes_from_the_pass_of_a_loop(tmp_path: Path, line: int, found: int | None) -> None:
    file = write(tmp_path, PASSES)
    assert find_pass_source(Place(file, line, 1)) == (Place(file, found, 1) if found else None)


@for_each([("n", 1), ("m", 2), ("c", None)])
def test_what_the_name_of_a_group_takes_from_the_pass_of_a_loop(tmp_path: Path, name: str, found: int | None) -> None:
    text = f"{{% for n in range(5) %}}\n{{% set m, x = 2 * n, 3 * n %}}\n<g class='row.x.{{{{ {name} }}}}' transform='{{{{ x }}}}'/>\n{{% endfor %}}"
    file = write(tmp_path, text)
    assert find_pass_source(Place(file, 3, 1), attribute="class") == (Place(file, found, 1) if found else None)


def test_the_outermost_loop_around_a_tag(tmp_path: Path) -> None:
    text = "{% for a in [0, 9] %}\n<g x='{{ a }}'>\n{% for b in range(3) %}\n<a x='{{ b }}'/>\n{% endfor %}\n</g>\n{% endfor %}"
    file = write(tmp_path, text)
    places = [find_pass_source(Place(file, 4, 1), is_outer) for is_outer in (False, True)]
    assert places == [Place(file, 3, 1), Place(file, 1, 1)]


@for_each([("", "<circle r='2'/>", 9), ("<circle r='1'/>", "<circle r='2'/>", 9), ("", "", 3)])
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


SET = "{% set a, b = row.x, 2 %}\n{% set c = a + 1 %}\n{% set d = {'x': 1}[b] %}\n{% set e = colors['red'] %}\n"


@for_each(
    [
        ("<a x='{{ a }}'/>", 1),
        ("<a x='{{ c }}'/>", 1),
        ("<a x='{{ row.x + c }}'/>", 5),
        ("<a x='{{ d }}'/>", 1),
        ("<a fill='{{ e }}'/>", 1),
        ("<a x='b'/>", 1),
    ]
)
def test_the_variable_that_brings_something_into_a_tag(tmp_path: Path, tag: str, varying: int) -> None:
    at = Place(write(tmp_path, SET + tag), 5, 1)
    varied = find_varying_source(at, [read_source(at.file)], {"row"})
    assert varied is not None
    assert varied.line == varying


READ_TWICE = "{% set a = row.x %}\n{% for n in range(row.y) %}\n<a x='{{ a }}'/>\n<a x='{{ n }}'/>\n<a x='{{ row.z }}'/>\n<a/>\n{% endfor %}"


@for_each([(3, 1), (4, 2), (5, 5), (6, 2)])
def test_where_what_varies_is_read_that_is_nearest_to_a_tag(tmp_path: Path, line: int, found: int) -> None:
    at = Place(write(tmp_path, READ_TWICE), line, 1)
    place = find_varying_source(at, [read_source(at.file)], {"row"})
    assert place is not None
    assert place.line == found
    assert find_varying_source(None, [read_source(at.file)], {"row"}) is None


@for_each(
    [
        ("<title>{{ row.x }}</title>\n<a x='{{ row.x }}'/>", 2),
        ("<title>{{ row.x }}</title>", None),
        ("<g class='row.{{ row.x }}'/>", None),
        ("{% for row in [1] %}<a x='{{ row.x }}'/>{% endfor %}", None),
        ("{% for row in row.all %}<a x='{{ row.x }}'/>{% endfor %}", 1),
        ("{% macro m(row) %}<a x='{{ row.x }}'/>{% endmacro %}{{ m(1) }}", None),
        ("{% set row = 1 %}<a x='{{ row }}'/>", None),
    ]
)
def test_only_what_is_drawn_of_the_pieces_own_values_varies(tmp_path: Path, text: str, line: int | None) -> None:
    found = find_varying_source(None, [read_source(write(tmp_path, text))], {"row"})
    assert (found and found.line) == line


UNDRAWN = (
    "{% macro round(r) %}\n<g class='round'/>\n{% endmacro %}\n{% macro toothed(r) %}\n<g class='toothed'/>\n{% endmacro %}\n"
    "{% macro other(x) %}<g class='other'/>{% endmacro %}\n{% if row.a %}\n<g class='mark'/>\n{% endif %}\n"
    "{{ round(3) if row.a else round(4) }}\n"
)


@for_each([("toothed", 11), ("round", 11), ("mark", 8), ("other", None), ("no", None)])
def test_what_keeps_a_group_from_being_drawn(tmp_path: Path, name: str, line: int | None) -> None:
    file = write(tmp_path, UNDRAWN)
    found = find_undrawn_group([read_source(file)], name)
    assert (found and found.line) == line
    twice = write(tmp_path, f"{UNDRAWN}{{{{ round(5) }}}}<g class='mark'/>")
    assert find_undrawn_group([read_source(twice)], name) is None


def test_of_two_macros_the_one_that_is_called_keeps_a_group_from_being_drawn(tmp_path: Path) -> None:
    macros = "".join(
        f"{{% macro {name}(r) %}}\n{{% if r %}}\n<g class='dots'/>\n{{% endif %}}\n{{% endmacro %}}\n"
        for name in ("a", "b")
    )
    for call, line in (("b", 7), ("a", 2), ("c", None)):
        found = find_undrawn_group([read_source(write(tmp_path, f"{macros}{{{{ {call}(3) }}}}"))], "dots")
        assert (found and found.line) == line


@for_each([("['oak', 'elm']", 1), ("['oak', 'fir']", None), ("trees", None)])
def test_the_typed_list_that_leaves_a_column_out(tmp_path: Path, listed: str, line: int | None) -> None:
    file = write(tmp_path, f"{{% for name in {listed} %}}<a x='{{{{ row[name] }}}}'/>{{% endfor %}}")
    found = find_typed_names([read_source(file)], "ash", {"oak", "elm", "ash", "id"})
    assert (found and found.line) == line
    assert find_typed_names([read_source(file)], "oak", {"oak", "elm", "ash", "id"}) is None


@for_each([("6", 17), ("oak", 28), ("elm", None), ("7", None), ("", None)])
def test_the_entry_of_a_table(tmp_path: Path, name: str, column: int | None) -> None:
    file = write(tmp_path, "{% set spots = {6: [1, 2], 'oak': (3, 4), 'elm': 5} %}\n<a/>")
    expected = Place(file, 1, column) if column else None
    assert find_table_entry(Place(file, 2, 1), name) == expected


@for_each(
    [
        ("<path d='{{ way }}'/>", "{{ art('M0 0') }}", 4),
        ("<path d='{{ way }}'/>", "{{ art('M0 0') }}{{ art('M1 1') }}", None),
        ("<path d='M0 0'/>", "{{ art('M0 0') }}", None),
    ]
)
def test_the_only_call_of_a_macro(tmp_path: Path, tag: str, calls: str, found: int | None) -> None:
    text = f"{{% macro art(way) %}}\n{tag}\n{{% endmacro %}}\n{calls}"
    file = write(tmp_path, text)
    assert find_macro_call(Place(file, 2, 1), [read_source(file)]) == (Place(file, found, 1) if found else None)


KINDS = """\
{% for c in cells if c.kind %}
{% if c.kind == 'hill' %}
<a/>
{% elif c.kind == 'lake' %}
<b/>
{% else %}
<c/>
{% endif %}
<d/>
{% endfor %}
"""


@for_each(
    [
        (3, "hill", 3),  # it is drawn there
        (3, "lake", 5),  # this should be
        (9, "lake", 5),
        (3, "lakes", 4),  # which is much like it
        (9, "moor", 9),  # nothing asks for it
    ]
)
def test_the_branch_of_a_kind(tmp_path: Path, line: int, kind: str, found: int) -> None:
    assert find_branch(Place(write(tmp_path, KINDS), line, 1), kind, {"hill", "moor"}).line == found


@for_each([(3, 2), (5, 4), (7, 4), (9, 1)])
def test_the_condition_around_a_tag(tmp_path: Path, line: int, found: int) -> None:
    assert find_condition(Place(write(tmp_path, KINDS), line, 1)) == Place(str(tmp_path / "t.svg.j2"), found, 1)
    loop = "{% for n in range(3) %}\n<a/>\n{% endfor %}"
    assert find_condition(Place(write(tmp_path, loop), 2, 1)) is None
    assert find_condition(Place(write(tmp_path, loop), 2, 1), is_loop=True) == Place(str(tmp_path / "t.svg.j2"), 1, 1)


@for_each(
    [
        ("{{ colors['a.red'] }}", "a.red", 4),
        ("{{ colors['a.red'] }}", "a.", 4),
        ("{{ colors['a.red'] }}{{ 'a.red' }}", "a.red", 4),
        ("{{ x('a.red') }}", "a.red", 6),
        ("{{ x(colors['a.red'], colors['a.red']) }}", "a.red", 6),
        ("{{ x('a.red') }}\n{{ x('a.red') }}", "a.red", None),
        ("{{ colors['a.red'] }}{{ colors['a.blue'] }}", "a.", None),
        ("{{ colors['a.red'] }}", "a.blue", None),
    ]
)
def test_the_one_place_of_a_role(text: str, role: str, column: int | None) -> None:
    assert find_role([("t", text)], role) == (Place("t", 1, column) if column else None)


def test_a_template_that_is_not_there_has_no_place_to_edit(tmp_path: Path) -> None:
    at = Place(str(tmp_path / "none.j2"), 5, 1)
    assert find_varying_source(at, [read_source(at.file)], {"row"}) is find_condition(at) is None
    assert find_branch(at, "hill", set()) == at


@for_each([("ink = a if dark else b", True), ("ink, wide = (a if dark else b), 2", True), ("ink = a", False)])
def test_the_line_that_chooses_what_a_tag_uses(tmp_path: Path, setting: str, is_found: bool) -> None:
    file = write(tmp_path, f"{{% set {setting} %}}\n<rect fill='{{{{ ink }}}}'/>\n<a/>")
    assert find_conditional_setting(Place(file, 2, 1)) == (Place(file, 1, 1) if is_found else None)
    assert find_conditional_setting(Place(file, 3, 1)) is None
