"""What a card prints against the rules is told at the cell of its row, or at the line of the template that types it."""

from pathlib import Path

import pytest

from generator.pipeline.kit_check import check_kit
from generator.pipeline.options import Options

GAME = """\
title: Wren
version: "1"
players: [2, 4]
parts:
  post: {kind: card, title: Letters, size: [60, 80], front: post.svg.j2, rows: posts.csv}
rules: rules.md
"""
ROWS = """\
id,says,copies
brest,The ripe plums of the post are left alone here.,1
nice,Send it and take {} coins for each ripe plum at once.,1
gap,Nobody may send this one before the others are gone.,1
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 66 86">
<g class="row.says">{{% for line in row.says|fit(50, 40, size=4) %}}<text x="5" y="{{{{ 12 + 6 * loop.index0 }}}}" font-size="4">{{{{ line }}}}</text>{{% endfor %}}</g>
<text x="5" y="70" font-size="3">{}</text>
</svg>
"""


@pytest.mark.parametrize(
    ("cell", "typed", "found"),
    [
        (2, "Lay three letters side by side", []),
        (4, "Lay three letters side by side", ["posts.csv:3:6"]),
        (2, "Take 4 coins for a ripe plum", ["templates/post.svg.j2:3:34"]),
    ],
)
def test_words_of_a_row_are_told_at_their_cell(tmp_path: Path, cell: int, typed: str, found: list[str]) -> None:
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME)
    (home / "posts.csv").write_text(ROWS.format(cell))
    (home / "rules.md").write_text("# Wren\n\nTake 2 coins for each ripe plum.\n")
    (home / "templates" / "post.svg.j2").write_text(FACE.format(typed))
    findings = check_kit(home, Options(out=tmp_path / "out", processes=1)).findings
    places = [each.place for each in findings if each.code == "GF167"]
    assert [f"{place.file}:{place.line}:{place.column}".removeprefix(f"{home}/") for place in places] == found
