"""A spread of all changes of one fact of a game, for all five games: each is caught, or there is a reason why not.

`make mutants` makes all of them; these are so many of each sort of fact, the same in every run.
"""

import re

import pytest

from tests import samples
from tests.kits import GAMES as FOLDERS
from tests.mutants.changes import make_mutants, sample_evenly
from tests.mutants.harmless import KNOWN, REASONS, SAME, find_reason
from tests.mutants.judge import GAMES, LAYOUTS, find_false_alarms, judge_mutants

MOST = 7 if samples.WHOLE else 2
# sorts of which every single change is caught, by name of the sort
WHOLE = (
    "counts",
    "players and colors",
    "decks",
    "cards of paths",
    "dice",
    "boards",
    "cells",
    "joins",
    "routes",
    "areas",
)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", GAMES)
def test_no_fact_can_be_changed(name: str) -> None:
    made = sample_evenly(make_mutants(LAYOUTS / name), MOST)
    assert len(made) > 7 * MOST
    found = list(judge_mutants(made, sheets=lambda mutant: find_reason(mutant) is None))
    assert [str(each.mutant) for each in found if not each.by and not find_reason(each.mutant)] == []
    claimed = [each for each in found if any(" GF101 " in said or " GF102 " in said for said in each.said)]
    assert len(claimed) > MOST
    silent = [str(each.mutant) for each in claimed if not each.named and not each.mutant.what.endswith(" gone")]
    assert silent == [], "a claim names the line of what it is false of"


@pytest.mark.parametrize("sort", WHOLE)
def test_no_change_of_what_the_rules_count_is_let_pass(sort: str) -> None:
    assert [row for row in REASONS if re.match(rf"{sort}\b", row.pattern) and row.why != SAME] == []


def test_the_games_are_those_that_ship() -> None:
    assert sorted(GAMES) == sorted(folder.name for folder in LAYOUTS.iterdir() if (folder / "game.yaml").is_file())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", FOLDERS)
def test_an_unchanged_game_is_warned_of_nothing_but_what_is_meant(name: str) -> None:
    assert set(find_false_alarms(FOLDERS[name])) <= set(KNOWN.get(name, []))
