"""Test that what engines say of the rules is there: each claim that they name, and each heading."""

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kits import GAMES, ROOT
from tests.play.tables import load

ENGINES = ["hypnosia", "psychopaths", "psycle"]
_CLAIM = re.compile(r"[A-Z][0-9]+(?:[.][a-z]+)?")
_REFERENCE = re.compile(rf"rules: [^)]+|{_CLAIM.pattern}(?: to {_CLAIM.pattern})?")


def list_remarks(source: Path) -> Iterator[str]:
    """Yield the comments and the docstrings of a module."""
    with tokenize.open(source) as lines:
        for token in tokenize.generate_tokens(lines.readline):
            if token.type == tokenize.COMMENT or token.string.startswith('"""'):
                yield token.string.strip('#" \n')


def list_references(text: str) -> Iterator[str]:
    """Yield the claims and, after `rules:`, the headings that a remark names, each for itself."""
    for found in _REFERENCE.findall(text):
        for each in re.split("[;,]", found.removeprefix("rules: ")):
            yield from each.strip().split(" to ") if _CLAIM.match(each.strip()) else [each.strip()]


def list_rules(game: str) -> set[str]:
    """Return the headings of the rules of a game, without their numbers, and the ids of its claims."""
    text = (GAMES[game] / "rules.md").read_text("utf-8")
    headings = re.findall(r"^#+ (?:[0-9]+[.] )?(.+)$", text, re.MULTILINE)
    return {*headings, *(claim.id for claim in load(game)[0].claims)}


def test_references_are_found_in_a_remark() -> None:
    text = "Swap a pawn (rules: Stars; Rotate and swap; P20.switch), as H12 to H14, and X2."
    assert [*list_references(text)] == ["Stars", "Rotate and swap", "P20.switch", "H12", "H14", "X2"]


@pytest.mark.parametrize("game", ENGINES)
def test_all_that_an_engine_names_stands_in_the_rules(game: str) -> None:
    remarks = [
        remark for source in (ROOT / "generator" / "play" / game).glob("*.py") for remark in list_remarks(source)
    ]
    named = {name for remark in remarks for name in list_references(remark)}
    assert len(named) >= 5
    assert named - list_rules(game) == set()
    assert not [remark for remark in remarks if re.search("[Ss]ections? [0-9]", remark)]
