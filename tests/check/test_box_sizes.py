"""A box that is a little too small for the cards or tiles that it seems to be made for is told (GF138)."""

from pathlib import Path

from generator.check.data.folded_pieces import check_box_sizes
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from tests.samples import for_each

GAME = """\
title: Wren
version: "1"
players: [1, 2]
parts:
  box: {{kind: box, style: tray, inner: {inner}, front: a.svg, copies: 1}}
  egg: {{kind: token, diameter: 52, front: a.svg, copies: 1}}
  bird: {{kind: card, size: [41, 63], front: a.svg, copies: 1}}
"""


@for_each(
    [
        ("[50, 70, 20]", False),
        ("[41, 63, 20]", False),
        ("[63, 20, 41]", False),  # upright
        ("[40, 70, 20]", True),
        ("[60, 20, 45]", True),
        ("[30, 70, 20]", False),  # for something else
        ("[50, 50, 20]", False),
    ]
)
def test_a_box_that_is_a_little_too_small(tmp_path: Path, inner: str, is_told: bool) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(GAME.format(inner=inner), encoding="utf-8")
    game = read_game(home, KINDS)
    size = " x ".join(inner.strip("[]").split(", "))
    says = f"this box is {size} mm inside, a little too small for 'bird', of 41 x 63 mm"
    found = [str(each) for each in check_box_sizes(game, expand_parts(game, KINDS))]
    message = f"{home}/game.yaml:5:40: GF138 note: parts.box: {says}; make it larger if it is to hold them"
    assert found == [message] * is_told
