"""A face whose template looks up the same values as before is not rendered again, and no other one is left out."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.fonts.font_book import FontBook
from generator.model.game import Part
from generator.render.template import Templates
from generator.render.template_files import TemplateFiles
from generator.render.text_filters import Translator
from tests.kits import Kits

Rendered = Callable[[str, Mapping[str, Any]], bool]
_SHARED = {"title": "Knots", "row": {"name": "Reef", "uses": 2}, "colors": ["red"], "w": 63.0}


@pytest.fixture
def templates(tmp_path: Path) -> Templates:
    (tmp_path / "templates").mkdir()
    return Templates(TemplateFiles(tmp_path, tmp_path), FontBook({}), Translator())


@pytest.fixture
def is_rendered(templates: Templates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rendered:
    """Give `is_rendered(template, values)`: whether a drawing is made anew, which is always the one it must be."""
    made: list[str] = []
    render = templates.render

    def note(name: str, values: Mapping[str, Any], marked: bool) -> str:
        made.append(name)
        return render(name, values, marked)

    monkeypatch.setattr(templates, "render", note)

    def ask(text: str, values: Mapping[str, Any]) -> bool:
        name = f"face-{len(text)}.j2"  # a template is read once
        (tmp_path / "templates" / name).write_text(text, "utf-8")
        made.clear()
        shown = templates.render_once(name, values)
        is_new = bool(made)
        assert shown == render(name, values)
        return is_new

    return ask


def test_values_that_a_template_does_not_look_up_make_no_difference(is_rendered: Rendered) -> None:
    back = "<svg>{{ title }} {{ w }}</svg>"
    assert is_rendered(back, _SHARED)
    assert not is_rendered(back, {**_SHARED, "row": {"name": "Clove"}, "w": 21.0 * 3})
    assert is_rendered(back, {**_SHARED, "title": "Bends"})
    assert not is_rendered(back, _SHARED)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("{{ row.name }}", {"row": {"name": "Clove", "uses": 2}}),
        ("{% if extra is defined %}{{ extra }}{% endif %}", {"extra": "Splice"}),
        ("{% import 'inner.j2' as inner with context %}{{ inner.name() }}", {"row": {"name": "Clove"}}),
        ("{% include 'inner.j2' %}", {"colors": ["blue"]}),
        ("{% for n in [1, 2] %}{% set row = row if n == 1 else 0 %}{{ row }}{% endfor %}", {"row": {"name": "Clove"}}),
        ("{{ w }}", {"w": 63}),
        ("{{ w * 0 }}", {"w": -63.0}),
    ],
)
def test_what_is_looked_up_anywhere_makes_a_difference(
    text: str, changed: dict[str, Any], is_rendered: Rendered, tmp_path: Path
) -> None:
    inner = "{% macro name() %}{{ row.name }}{% endmacro %}{{ colors[0] }}"
    (tmp_path / "templates" / "inner.j2").write_text(inner, "utf-8")
    assert is_rendered(text, _SHARED)
    assert is_rendered(text, {**_SHARED, **changed})
    assert not is_rendered(text, _SHARED)


@pytest.mark.thorough
def test_of_a_part_only_what_is_looked_up_makes_a_difference(is_rendered: Rendered, kit: Kits) -> None:
    part: Part = kit("specimen").parts[0]
    other = replace(part, id="other")
    face = "<svg>{{ part.kind }}</svg>"
    assert is_rendered(face, {"part": part})
    assert not is_rendered(face, {"part": other})
    whole = "<svg>{{ part.kind }} {{ part.id }}</svg>"
    assert is_rendered(whole, {"part": other})


def test_a_template_that_reads_what_differs_each_time_is_left_alone(templates: Templates, tmp_path: Path) -> None:
    (tmp_path / "templates" / "front.j2").write_text("{{ row.name }}", "utf-8")
    for number in range(40):
        assert templates.render_once("front.j2", {"row": {"name": str(number)}}) == str(number)
    assert not templates.memory.watches("front.j2", False)
