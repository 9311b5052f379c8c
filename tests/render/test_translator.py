"""The filter `say`: unchanged in the first language, translated in another."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.fonts.font_book import FontBook
from generator.model.color import Color
from generator.model.finding import DrawingError
from generator.model.game import Game, GameData
from generator.model.language import Language, Terms
from generator.model.picture import Text
from generator.render.faces import FaceRenderer
from generator.render.template import Templates
from generator.render.template_files import TemplateFiles
from generator.render.text_filters import Translator
from tests.render.drawing import check_refusal


def make_language(**says: str) -> Language:
    return Language("de", "g/rules.de.md", "g/rules.de.yaml", "", (), (), "", "", (), "", Terms(), says=says)


def render_template(folder: Path, template: str, speech: Translator, **values: object) -> str:
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates" / "a.svg.j2").write_text(template, "utf-8")
    return Templates(TemplateFiles(folder, folder), FontBook({}), speech).render("a.svg.j2", values)


def test_the_first_language_is_not_translated(tmp_path: Path) -> None:
    speech = Translator()
    assert render_template(tmp_path, "{{ 'arm & leg'|say }}", speech) == "arm &amp; leg"
    assert speech.used_texts == {"arm & leg"}


def test_another_language_translates_the_texts(tmp_path: Path) -> None:
    speech = Translator(make_language(arm="Arm & Bein"))
    assert render_template(tmp_path, "{{ word|say }} {{ -7|say }}", speech, word=" arm\n") == "Arm &amp; Bein -7"
    assert speech.used_texts == {"arm", "-7"}


def test_a_compiled_template_does_not_depend_on_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    template = "{{ 'arm'|say }}"
    assert render_template(tmp_path, template, Translator()) == "arm"
    assert render_template(tmp_path, template, Translator(make_language(arm="Arm"))) == "Arm"
    assert render_template(tmp_path, template, Translator()) == "arm"


def test_a_missing_translation_names_its_file(tmp_path: Path) -> None:
    with pytest.raises(DrawingError) as caught:
        render_template(tmp_path, "<g/>\n{{ 'leg'|say }}", Translator(make_language(arm="Arm")))
    error = caught.value
    assert (error.code, error.names) == ("GF005", ("leg",))
    check_refusal(error.message, "`words` 'leg'")
    assert error.at == f"{tmp_path / 'templates' / 'a.svg.j2'}:2:5"


def test_a_drawing_names_colors_and_the_game_in_its_language(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    text = '<text y="9" font-size="3">{{ game.title }} {{ colors["a.red"].called }} {{ colors["a.blue"].called }} {{ colors["a.red"].name }}</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">{text}</svg>'
    (tmp_path / "templates" / "a.svg.j2").write_text(svg, "utf-8")
    colors = {"a.red": Color("a.red", "red", "#ff0000"), "a.blue": Color("a.blue", "blue", "#0000ff", renamed="brown")}
    data = GameData(title="Wren", version="1", players=[1, 2], parts={"hand": {}}, rules="rules.md")
    game = Game("g", tmp_path, "g/game.yaml", data, {}, {}, colors, (), (), "", {})
    german = replace(
        make_language(), title="Zaun", colors={"a.red": "rot", "a.blue": "blau"}, repainted={"a.blue": "braun"}
    )
    faces = FaceRenderer(game, TemplateFiles(tmp_path, tmp_path), FontBook({}))
    said = [each.draw_page("a.svg.j2", {}, 50, 50).shapes for each in (faces, faces.for_language(german))]
    assert [shape.text for (shape,) in said if isinstance(shape, Text)] == ["Wren red brown red", "Zaun rot braun red"]
