"""The German rules of Pachisi: each claim is checked, and a missing one is reported."""

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.check.claims.judge import judge_claims
from generator.check.translations.coverage import check_lost_claims
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.language import Language
from generator.model.paper import PAPERS
from generator.model.rules import InlineClaim
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from tests.kits import GAMES
from tests.samples import for_each, sample


@cache
def load_pachisi() -> tuple[Game, tuple[Part, ...]]:
    """Return the game and its parts."""
    return load_game(GAMES["pachisi"], Options())


def german_rules() -> Language:
    """Return its rules in German."""
    (language,) = load_pachisi()[0].translations
    return language


def german_claims() -> tuple[InlineClaim, ...]:
    """Return the claims of the German rules."""
    return german_rules().inline


def judge_claim(claim: InlineClaim) -> tuple[Finding, ...]:
    """Judge one claim alone against the data."""
    game, parts = load_pachisi()
    alone = replace(game, claims=(), inline=(), translations=(replace(german_rules(), inline=(claim,)),))
    return tuple(finding for finding in judge_claims(alone, parts).findings if finding.code != "GF100")


def find_lost_claims(inline: tuple[InlineClaim, ...]) -> list[Finding]:
    """Report the claims of the rules that are missing from `inline`."""
    game, parts = load_pachisi()
    return list(
        check_lost_claims(
            CheckContext(
                replace(game, translations=(replace(german_rules(), inline=inline),)), parts, parts, PAPERS["a4"]
            )
        )
    )


def test_german_rules_make_the_same_claims() -> None:
    game, _ = load_pachisi()
    assert len(german_claims()) == len(game.inline) > 90
    asked = [Counter((claim.what, str(claim.where)) for claim in some) for some in (game.inline, german_claims())]
    assert asked[0] == asked[1]
    said = {claim.value for claim in german_claims() if isinstance(claim.value, str)}
    assert {"vier", "Burg", "Süd", "ja", "nein"} <= said
    assert find_lost_claims(german_claims()) == []


@for_each(range(len(german_claims())))
def test_each_claim_is_checked(number: int) -> None:
    claim = german_claims()[number]
    other = claim.value + 1 if isinstance(claim.value, int) else "siebzehn"
    assert judge_claim(claim) == ()
    (finding,) = judge_claim(claim._replace(value=other))
    assert finding.code == "GF101"
    assert finding.place == claim.place
    assert finding.place.file.endswith("pachisi/rules.de.md")


@pytest.mark.thorough
@for_each(sample(range(len(german_claims())), 30))
def test_each_missing_claim_is_reported(number: int) -> None:
    claim = german_claims()[number]
    (finding,) = find_lost_claims((*german_claims()[:number], *german_claims()[number + 1 :]))
    assert finding.code == "GF135"
    assert " ".join(claim.what.split()) in finding.message
    assert finding.place.file.endswith("pachisi/rules.de.md")
    assert finding.place.line <= claim.place.line
