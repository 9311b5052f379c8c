"""Places that the rules have on one line are joined by it (GF165)."""

import pytest

from tests.check.test_rules_words import Kit, check_words, read_kit

GAME = """\
title: Fen
version: "1"
players: [2, 2]
parts:
  map:
    kind: board
    title: Map
    front: a.svg.j2
    copies: 1
    cells:
      a: {at: [10, 10], label: Weir}
      b: {at: [40, 10], label: Mill}
      c: {at: [70, 10], label: Ferry}
      d: {at: [70, 40], label: Chapel}
    joins:
      - [a, b, blue]
      - [b, c, KIND]
      - [c, d, green]
rules: rules.md
"""


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kit]:
    """Return two games, in which the second join is of either kind."""
    return {kind: read_kit(tmp_path_factory, kind, GAME.replace("KIND", kind)) for kind in ("blue", "green")}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The blue line leads from the Weir by the Mill to the Ferry.", ["green"]),
        ("From the Mill, the green line leads by the Ferry to the Chapel.", ["blue"]),
        ("The blue line leads from the Weir to the Mill.", []),  # two places tell nothing
        ("The blue line does not lead from the Weir by the Mill to the Ferry.", []),
        ("The blue and the green line join the Weir, the Mill and the Ferry.", []),
        ("The blue line has the Weir, the Mill and the Chapel.", []),  # these are not joined in a row
    ],
)
def test_a_join_of_another_kind_on_a_line(kits: dict[str, Kit], text: str, told: list[str]) -> None:
    found = {name: [each for each in check_words(kit, text) if each.code == "GF165"] for name, kit in kits.items()}
    assert [name for name, some in found.items() if some] == told
    assert all((each.place.line, each.place.column) == (17, 9) for some in found.values() for each in some)
