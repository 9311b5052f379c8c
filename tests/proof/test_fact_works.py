"""Which sides of a piece are drawn again when a fact of its row changes."""

import shutil
from pathlib import Path

from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.program.identity import find_resources
from generator.proof.fact_works import list_works
from generator.render.template_files import TemplateFiles
from generator.render.template_words import TemplateReader
from tests.kits import GAMES


def list_sides_drawn(folder: Path) -> set[tuple[str, ...]]:
    """Return the sides of path cards that are drawn when a fact of their rows changes."""
    kit = prepare_kit(folder, Options())
    part = next(part for part in kit.parts if part.kind == "path")
    reader = TemplateReader(TemplateFiles(folder, find_resources("templates")))
    return {tuple(work.sides) for work in list_works(kit.game, part, reader) if work.fact.kind == "row"}


def test_a_back_that_reads_nothing_of_a_row_is_not_drawn_again() -> None:
    assert list_sides_drawn(GAMES["psychopaths"]) == {("front",)}


def test_a_back_that_reads_the_lines_of_a_path_card_is(tmp_path: Path) -> None:
    folder = tmp_path / "psychopaths"
    shutil.copytree(GAMES["psychopaths"], folder)
    (folder / "templates/psychopaths").mkdir(parents=True, exist_ok=True)
    back = (find_resources("templates") / "psychopaths/back.svg.j2").read_text("utf-8")
    text = back.replace("<circle r=", '<circle id="n{{ lines|length }}" r=', 1)
    (folder / "templates/psychopaths/back.svg.j2").write_text(text, "utf-8")
    assert list_sides_drawn(folder) == {("front", "back")}
