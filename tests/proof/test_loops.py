"""The loop of a template that makes a repeated tag what it is, and the lines that type what a piece prints."""

from pathlib import Path

import pytest

from generator.model.finding import Place
from generator.proof.template_loops import (
    find_counting_loop,
    find_looped_setting,
    find_lopsided_loop,
    find_range_loop,
)
from generator.proof.template_sources import (
    count_pairs,
    find_end_setting,
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


def test_the_symbol_that_a_tag_draws(tmp_path: Path) -> None:
    file = write(tmp_path, "<use href='#port' x='2'/>\n<use href='#{{ n }}'/>\n<path d='M0 0'/>")
    says = "this shape is not symmetric: this shape"
    assert name_used_symbol(Place(file, 1, 1), says) == "this 'port' is not symmetric: this shape"
    assert name_used_symbol(Place(file, 2, 1), says) == name_used_symbol(Place(file, 3, 1), says) == says
