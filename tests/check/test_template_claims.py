"""Claims in templates are judged like those of the rules, at the line of the template, and print their values."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.check.claims.judge import judge_claims
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.finding import DrawingError, Place
from generator.model.rules import InlineClaim
from generator.render.template import make_term_function, print_claim
from tests.kits import WORDS, run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("value", "found"), [(24, []), (25, ["GF101"])])
def test_a_claim_of_a_template_is_judged_at_its_line(value: int, found: list[str]) -> None:
    game = read_game(ROOT / "layouts/psycle", KINDS, words=WORDS)
    parts = expand_parts(game, KINDS)
    claim = InlineClaim(value, "hand", {}, Place("templates/aid.svg.j2", 3, 5))
    before, after = judge_claims(game, parts), judge_claims(replace(game, printed=(claim,)), parts)
    assert after.numbers == before.numbers + 1
    told = [each for each in after.findings if each not in before.findings]
    assert [(each.code, *each.place) for each in told] == [(code, *claim.place) for code in found]
    assert all("the template prints 25 hand cards" in each.message for each in told)


def test_terms_and_claims_print_their_values() -> None:
    term = make_term_function({"hand-limit": 7, "round": "flight"})
    assert (term("hand-limit"), term("round"), print_claim(24, "hand", id=1)) == (7, "flight", 24)
    with pytest.raises(DrawingError, match="did you mean 'round'"):
        term("rund")


def test_a_kit_with_a_false_claim_in_a_template_is_not_built(tmp_path: Path) -> None:
    folder = tmp_path / "hexes"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        'title: Hexes\nversion: "1"\nplayers: [1, 2]\nterms: {hand-limit: 3}\n'
        "parts:\n  hex: {kind: token, title: Hexes, diameter: 30, front: hex.svg.j2, copies: 4}\n",
        encoding="utf-8",
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">\n'
        '<text x="9" y="15" font-size="3">{{ claim(5, \'hex\') }} of {{ term(\'hand-limit\') }}</text>\n</svg>\n'
    )
    (folder / "templates/hex.svg.j2").write_text(svg, encoding="utf-8")
    status, _, errors = run(["build", str(folder), "--out", str(tmp_path / "out"), "--quiet"])
    assert status == 1
    assert "hex.svg.j2:2:34: GF101 the template prints 5 hexes" in errors
    (folder / "templates/hex.svg.j2").write_text(svg.replace("claim(5", "claim(4"), encoding="utf-8")
    assert run(["build", str(folder), "--out", str(tmp_path / "out"), "--quiet"])[0] == 0
