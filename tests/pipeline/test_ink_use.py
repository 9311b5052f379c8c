"""The ink of each page is measured, kept in the manifest, and measured again by `check` (GF320)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kits import run
from tests.messages import facts_of
from tests.test_output_folder import write_game

SQUARE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50">
  <rect x="5" y="5" width="30" height="40" fill="#000000"/>
</svg>
"""


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the kit of a game that prints two tiles, each with 1,200 mm2 of black."""
    write_game(tmp_path / "tiny")
    (tmp_path / "tiny" / "templates" / "tile.svg.j2").write_text(SQUARE, "utf-8")
    game = tmp_path / "tiny" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("size: [30, 30]", "size: [40, 50]"), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["build", "tiny", "--quiet"])[0] == 0
    return tmp_path / "output" / "tiny"


def read_ink(kit: Path) -> dict[str, Any]:
    return dict(json.loads((kit / "manifest.json").read_bytes())["ink"])


def change_ink(kit: Path, **values: Any) -> None:
    manifest = json.loads((kit / "manifest.json").read_bytes())
    manifest["ink"] |= values
    (kit / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def check() -> list[str]:
    stderr = run(["check", "tiny"])[2]
    return facts_of(line for line in stderr.splitlines() if ": GF320" in line)


def test_the_manifest_holds_the_ink_of_each_page(kit: Path) -> None:
    ink = read_ink(kit)
    (page,) = (each for each in ink["pages"] if each["coverage"] > 1)
    assert page["page"] == 2
    assert page["coverage"] == pytest.approx(100 * 2400 / (210 * 297), abs=0.7)  # and the rulers and marks
    total = sum(each["coverage"] for each in ink["pages"]) / 100
    assert ink["milliliters"] == pytest.approx(total * 210 * 297 / 1e6 * 8, abs=0.001)


def test_low_ink_takes_less(kit: Path) -> None:
    full = read_ink(kit)["milliliters"]
    assert run(["build", "tiny", "--quiet", "--ink", "low"])[0] == 0
    manifest = json.loads((kit / "manifest.json").read_bytes())
    assert manifest["ink"]["milliliters"] < full / 2


def test_a_kit_as_built_has_the_ink_that_its_manifest_says(kit: Path) -> None:
    assert check() == []


def test_pages_that_were_not_measured_take_ink_too(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = read_ink(kit)["pages"]
    monkeypatch.setattr("generator.pipeline.sheets.ink_use.MOST_PAGES", len(pages) + 1)
    change_ink(kit, pages=[*pages, {"page": 99, "coverage": 5.0}], milliliters=1.5)  # the last page bears no piece
    assert check() == []


def test_a_page_with_other_ink_is_told(kit: Path) -> None:
    pages = read_ink(kit)["pages"]
    change_ink(kit, pages=[{**page, "coverage": page["coverage"] + 5 * (page["page"] == 2)} for page in pages])
    (found,) = check()
    assert "GF320 warning" in found
    assert "page 2 covers" in run(["check", "tiny"])[2]
    assert found.split(":")[0].endswith("tiny-sheets-a4.pdf")


def test_another_volume_is_told(kit: Path) -> None:
    change_ink(kit, milliliters=1.5)
    (found,) = check()
    assert "1.50" in found
