"""A drawing or a datum is changed and the game is built: what is printed otherwise is found, and nothing is written."""

import re
import shutil
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from tests.mutants.judge import LAYOUTS, find_places

TEMPLATES = LAYOUTS.parent / "templates"


@pytest.fixture
def copy(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    shutil.copytree(LAYOUTS / name, folder)
    return folder


CELLS = "{% for c in cells %}"
FACES = '<g class="{{ f.mark }}" transform="{{ f.at }}">'
PRINTED = [
    ("pharaoh", "board", CELLS, "{% for c in cells if c.id != 'r2c2' %}", ["R1", "R8"]),
    ("pharaoh", "board", 'transform="{{ c.at }}"', 'transform="{{ c.at }} translate({{ 3 if c.id == \'r1c1\' else 0 }} 0)"', ["R1"]),
    ("pharaoh", "die", FACES, FACES.replace("f.at", "faces[[2, 1, 0, 3, 4, 5][loop.index0]].at"), ["R5"]),
    ("pachisi", "board", CELLS, "{% for c in cells if c.id != 'north.1.5' %}", ["C12", "C11", "C1"]),
]  # fmt: skip


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "template", "old", "new", "claims"), PRINTED)
def test_what_is_printed_otherwise_is_found(
    copy: Path, tmp_path: Path, name: str, template: str, old: str, new: str, claims: list[str]
) -> None:
    """A drawing of the game's own leaves something out or moves it: the data are right, and the sheets are not."""
    shutil.copytree(TEMPLATES / name, copy / "templates" / name)
    file = copy / "templates" / name / f"{template}.svg.j2"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as error:
        build_kit(copy, Options(out=tmp_path / "out", sheets_only=True))
    found = error.value.findings
    assert {name for each in found for name in re.findall(r"GF102 ([\w.]+)(?=[ ,]|$)", str(each))} >= set(claims)
    said = [each.message for each in found if each.code == "GF102"]
    assert all(" is false of the sheets" in message for message in said)
    assert said or any(each.code in ("GF118", "GF120") for each in found)  # the claims stand behind their cause
    assert not list((tmp_path / "out").glob("*/*.pdf"))


@pytest.mark.thorough
@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("pachisi", 'castle: ["*.2.8", ', 'castle: ["*.2.8", "*.3.4", '),
        ("pachisi", "        - north.2.8\n", "        - north.2.7\n        - north.2.8\n"),
        ("pharaoh", "row: [r2c1..3]", "row: [r2c1, r1c2, r2c3]"),
        ("pharaoh", "faces: [1, 6, 2, 5, 3, 4]", "faces: [1, 2, 6, 5, 3, 4]"),
    ],
)
def test_nothing_is_built_of_what_is_changed(copy: Path, tmp_path: Path, name: str, old: str, new: str) -> None:
    text = (copy / "game.yaml").read_text(encoding="utf-8")
    line = text.count("\n", 0, text.index(old)) + 1
    (copy / "game.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        build_kit(copy, Options(out=tmp_path / "out", sheets_only=True))
    spans = [span for finding in error.value.findings for span in find_places(str(finding))]
    assert any(file == "game.yaml" and first <= line <= last for file, first, last in spans)
    assert not list((tmp_path / "out").glob("*/*.pdf"))
