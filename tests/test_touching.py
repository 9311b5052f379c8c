"""Cards that touch share their cuts in the finished files, and art runs on only beyond the edges of their block."""

from pathlib import Path

import pypdfium2
import pytest

from tests.kits import run

GAME = """\
title: Nine
version: "1"
players: [2, 2]
parts:
  card:
    kind: card
    size: [63.5, 88.9]
    front: card.svg.j2
    rows:
      - {id: a, paint: "#c00000", copies: 5}
      - {id: b, paint: "#0000c0", copies: 4}
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {{ w + 6 }} {{ h + 6 }}">
  <rect x="-3" y="-3" width="{{ w + 6 }}" height="{{ h + 6 }}" fill="{{ row.paint }}"/>
</svg>
"""
SCALE = 10  # pixels to the millimeter


@pytest.fixture
def nine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "nine/templates").mkdir(parents=True)
    (tmp_path / "nine/game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "nine/templates/card.svg.j2").write_text(CARD, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nine_cards_that_bleed_fit_if_they_touch(nine: Path) -> None:
    assert run(["build", "nine", "--quiet"])[0] == 0
    assert "nine-sheets-a4.pdf" in {path.name for path in (nine / "output/nine").iterdir()}
    with pypdfium2.PdfDocument(nine / "output/nine/nine-sheets-a4.pdf") as apart:
        assert len(apart) == 3  # how to print, and two sheets
    assert run(["build", "nine", "--quiet", "--touch"])[0] == 0
    with pypdfium2.PdfDocument(nine / "output/nine/nine-sheets-a4.pdf") as touching:
        assert len(touching) == 2
        page = touching[1].render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB")
    look = [page.getpixel((round(x * SCALE), 600)) for x in (6.5, 8, 60, 73.0, 73.5, 203, 204)]
    white, red = (255, 255, 255), (192, 0, 0)
    assert look == [white, red, red, red, red, red, white]  # 9.75 mm beside the cards: 3 of art, the rest is for marks
    assert run(["check", "nine"])[0] == 0
