"""What of a figure is seen is judged as on faces (GF150, GF151, GF155), and labels by the paint that they lead to."""

from pathlib import Path

from generator.model.paper import InkSaving
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.proof.figure_pictures import render_figures
from generator.proof.figures import prove_figures
from tests.messages import facts
from tests.samples import for_each

GAME = """\
title: Wren
version: "1"
players: [1, 2]
colors:
  player.red: {paint: "#c00000"}
  player.blue: {paint: "#0000c0"}
parts:
  tile: {kind: tile, size: [30, 30], front: tile.svg.j2, copies: 1, rows: [{id: one}, {id: two}]}
rules: rules.md
figures:
"""
TILE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">
  <rect x="3" y="3" width="10" height="24" fill="#c00000"/><rect x="17" y="3" width="10" height="24" fill="#0000c0"/>
</svg>
"""
FRAME = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">\n{}\n</svg>\n'
TEXT = '<text x="{x}" y="{y}" font-size="{size}" fill="{fill}">wing</text>'
DRAWN = "  sign:\n    alt: A sign.\n    template: sign.svg.j2\n    size: [40, 20]\n"


def find_faults(home: Path, figures: str, drawing: str = "", rules: str = "", ink: InkSaving = "full") -> list[str]:
    """Return the facts of what the pixels of figures show to be wrong; the first figure begins on line 11."""
    home = home / "wren"
    (home / "templates").mkdir(parents=True, exist_ok=True)
    (home / "game.yaml").write_text(GAME + figures, encoding="utf-8")
    (home / "rules.md").write_text(f"# Wren\n\n{rules}\n", encoding="utf-8")
    (home / "templates" / "tile.svg.j2").write_text(TILE, encoding="utf-8")
    (home / "templates" / "sign.svg.j2").write_text(FRAME.format(drawing), encoding="utf-8")
    kit = prepare_kit(home, Options(ink=ink))
    found = prove_figures(kit, render_figures(kit))
    return [facts(each._replace(place=each.place._replace(file=Path(each.place.file).name))) for each in found]


def text(x: float = 5, y: float = 10, size: float = 4, fill: str = "#000000") -> str:
    return TEXT.format(x=x, y=y, size=size, fill=fill)


@for_each([
        (text(), []),
        ('<rect x="4" y="4" width="20" height="9"/>' + text(fill="#ffffff"), []),
        (text() + '<rect x="4" y="4" width="20" height="9" fill-opacity="0.2"/>', []),
        (text() + '<rect x="4" y="4" width="20" height="9"/>', ["sign.svg.j2:2:49: GF150 warning: 'wing'"]),
        (text(fill="#eeeeee"), ["sign.svg.j2:2:49: GF151 warning: 'wing' 1.2 1 11.3 4.5 1"]),
        ('<rect x="4" y="4" width="20" height="9"/>' + text(), ["sign.svg.j2:2:90: GF151 warning: 'wing' 1.0 1 11.3 4.5 1"]),
        (text(size=1.5), ["sign.svg.j2:2:51: GF333 warning: 'wing' 4.3 6"]),
        (text() + text(x=6).replace("wing", "tail"), ["sign.svg.j2:2:49: GF155 warning: 'tail' 'wing'"]),
        ('<g class="icon.eye"><rect width="9" height="9"/></g><rect width="10" height="10" fill="#ffffff"/>',
         ["game.yaml:13:15: GF150 warning: 'icon.eye'"]),
    ])  # fmt: skip
def test_texts_and_groups(tmp_path: Path, drawing: str, found: list[str]) -> None:
    assert find_faults(tmp_path, DRAWN, drawing) == found


def test_a_piece_under_another(tmp_path: Path) -> None:
    table = (
        "  laid:\n    alt: Tiles.\n    kind: table\n    size: [60, 40]\n    things:\n"
        "      - {part: tile, design: one, at: [20, 20]}\n      - {part: tile, design: two, at: [%s, 20]}\n"
    )
    assert find_faults(tmp_path, table % 35) == []
    assert find_faults(tmp_path, table % 21) == ["game.yaml:16:39: GF150 warning: 'tile.one'"]
