"""Templates that ship compiled are those of today; one that was changed is compiled like any other."""

from pathlib import Path

import pytest

from docs.make_templates import make_code, open_shared_templates
from generator.model.finding import DrawingError
from generator.program.identity import find_resources
from generator.render import template
from generator.render.shipped_code import SHIPPED, find_shipped_code

SHARED = find_resources("templates")


def test_the_code_that_ships_is_that_of_the_templates() -> None:
    made = dict(make_code())
    assert made == {file: file.read_text("utf-8") for file in (SHARED / "compiled").glob("*.py")}, "make templates"
    assert len(made) == len(SHIPPED)


def test_code_names_the_template_that_it_is_of_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "own" / SHIPPED[0]
    text = (SHARED / SHIPPED[0]).read_text("utf-8")
    code = find_shipped_code(SHARED, SHIPPED[0], text, path)
    assert code is not None
    assert code.co_filename == str(path)
    assert {each.co_filename for each in code.co_consts if hasattr(each, "co_filename")} == {str(path)}
    assert find_shipped_code(SHARED, SHIPPED[0], f"{text} ", path) is None
    assert find_shipped_code(SHARED, SHIPPED[1], text, path) is None
    assert find_shipped_code(tmp_path, SHIPPED[0], text, path) is None


def test_a_template_that_ships_is_not_compiled_and_a_fault_in_it_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template.Sandbox, "compile", lambda *_: pytest.fail("compiled"))
    with pytest.raises(DrawingError) as told:
        open_shared_templates().render(SHIPPED[0], {})
    file, line, _ = told.value.at.rsplit(":", 2)
    assert (Path(file), told.value.code) == (SHARED / SHIPPED[0], "GF207")
    name = told.value.message.split("'")[1]
    assert name in Path(file).read_text("utf-8").splitlines()[int(line) - 1]
