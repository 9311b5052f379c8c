"""The loop of a template that makes a repeated tag what it is, and the lines that type what a piece prints."""

from pathlib import Path

import pytest

from generator.model.finding import Place
from generator.pipeline.proof.group_places import find_loop_of_kind
from generator.pipeline.proof.template_loops import find_counting_loop, find_range_loop, find_typed_list

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
    ],
)
def test_the_list_that_a_text_prints(tmp_path: Path, items: str, printed: str, line: int) -> None:
    file = write(tmp_path, f"{{% for n in {items} %}}\n<text y='{{{{ n }}}}'>{printed}</text>\n{{% endfor %}}")
    assert find_typed_list(Place(file, 2, 1)) == (Place(file, line, 1) if line else None)


def test_the_loop_that_leaves_a_kind_out(tmp_path: Path) -> None:
    loops = "{% for c in cells if c.kind in ['sea'] %}\n<a/>\n{% endfor %}\n{% for c in cells if c.kind in ['port'] %}\n{% if c.kind == 'town' %}<b/>{% endif %}\n{% endfor %}"
    file = write(tmp_path, loops)
    assert find_loop_of_kind(Place(file, 2, 1), "town") == Place(file, 4, 1)
    assert find_loop_of_kind(Place(file, 2, 1), "hill") is None
    file = write(tmp_path, loops.replace("['port']", "['port', 'town']"))
    assert find_loop_of_kind(Place(file, 2, 1), "town") is None
