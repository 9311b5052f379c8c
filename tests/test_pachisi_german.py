"""Pachisi in German: no claim of it can be another, and none can be gone, without a word at its place."""

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.check.claims.judge import judge_claims
from generator.check.prose.translations import check_lost_claims
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.language import Language
from generator.model.paper import PAPERS
from generator.model.rules import InlineClaim
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from tests.kits import GAMES


@cache
def pachisi() -> tuple[Game, tuple[Part, ...]]:
    """Return the game and its parts."""
    return load_game(GAMES["pachisi"], Options())


def german() -> Language:
    """Return its rules in German."""
    (language,) = pachisi()[0].translations
    return language


def claims() -> tuple[InlineClaim, ...]:
    """Return what they claim."""
    return german().inline


def judged(claim: InlineClaim) -> tuple[Finding, ...]:
    """Return what is said of the claim alone, against the data."""
    game, parts = pachisi()
    alone = replace(game, claims=(), inline=(), translations=(replace(german(), inline=(claim,)),))
    return tuple(finding for finding in judge_claims(alone, parts).findings if finding.code != "GF100")


def missed(inline: tuple[InlineClaim, ...]) -> list[Finding]:
    """Return what is lost where they claim no more than that."""
    game, parts = pachisi()
    return list(
        check_lost_claims(
            CheckContext(replace(game, translations=(replace(german(), inline=inline),)), parts, parts, PAPERS["a4"])
        )
    )


def test_it_claims_what_the_first_rules_claim_in_words_of_its_own() -> None:
    game, _ = pachisi()
    assert len(claims()) == len(game.inline) > 90
    asked = [Counter((claim.what, str(claim.where)) for claim in some) for some in (game.inline, claims())]
    assert asked[0] == asked[1]
    said = {claim.value for claim in claims() if isinstance(claim.value, str)}
    assert {"vier", "Burg", "Süd", "ja", "nein"} <= said
    assert missed(claims()) == []


@pytest.mark.parametrize("number", range(len(claims())))
def test_each_claim_is_held(number: int) -> None:
    claim = claims()[number]
    other = claim.value + 1 if isinstance(claim.value, int) else "siebzehn"
    assert judged(claim) == ()
    (finding,) = judged(claim._replace(value=other))
    assert finding.code == "GF101"
    assert finding.place == claim.place
    assert finding.place.file.endswith("pachisi/rules.de.md")


@pytest.mark.parametrize("number", range(len(claims())))
def test_no_claim_can_be_gone(number: int) -> None:
    claim = claims()[number]
    (finding,) = missed((*claims()[:number], *claims()[number + 1 :]))
    assert finding.code == "GF135"
    assert " ".join(claim.what.split()) in finding.message
    assert finding.place.file.endswith("pachisi/rules.de.md")
    assert finding.place.line <= claim.place.line
