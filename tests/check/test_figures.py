"""Claims ask for what figures show, by the values in the data, and for the numbers that the rules print for them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.check.claims.judge import ClaimsVerdict, judge_claims
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.printed import ReadPiece
from tests.check.facts import keep_facts

GAME = """\
title: Wren
version: "1.0"
players: [1, 4]
parts:
  gem: {kind: token, diameter: 14, front: gem.svg.j2, copies: 5}
rules: rules.md
figures:
  step:
    template: step.svg.j2
    size: [40, 20]
    alt: A step.
    values:
      from: r0c1
      throws: [1, 2]
      moves: [{to: r0c2, cost: 3}, {to: r0c3, cost: 4}]
      taken: {to: north}
  turn: {template: step.svg.j2, size: [40, 20], alt: A turn.}
  laid:
    kind: table
    size: [40, 20]
    alt: Two gems.
    things: [{part: gem, at: [9, 9], copies: 3}, {part: gem, at: [30, 9]}]
claims:
  - {id: W1, says: so it is, rests_on: "rules, 1", check: "%s"}
"""
RULES = """\
# Wren

![A turn,
and more](figure:turn)

> - ![A step \\] {{ claim(5, 'gem') }}](figure:step)
"""


def verdict(tmp_path: Path, check: str, seen: Sequence[ReadPiece] | None = None, rules: str = RULES) -> ClaimsVerdict:
    home = tmp_path / "wren"
    home.mkdir(exist_ok=True)
    (home / "game.yaml").write_text(GAME % check, encoding="utf-8")
    (home / "rules.md").write_text(rules, encoding="utf-8")
    game = read_game(Path("wren"), KINDS)
    return judge_claims(game, expand_parts(game, KINDS), seen)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def says(tmp_path: Path, check: str, rules: str = RULES) -> str:
    (finding,) = [each for each in verdict(tmp_path, check, rules=rules).findings if each.code != "GF101"]
    text = f"{finding.code} {finding.message.removeprefix('W1 so it is: ')}"
    return keep_facts(text, "(?<=GF102 )[^;]+(?= is false)|figure|value")


@pytest.mark.parametrize(
    "check",
    [
        "figure('step', 'from') == 'r0c1' and figure('step', 'throws') == [1, 2]",
        "figure('step', 'moves')[1].to == 'r0c3' and figure('step', 'moves')|map(attribute='cost')|sum == 7",
        "figure('step', 'taken').to == 'north'",
        "figure('laid', 'things')[0].copies == 3 and figure('laid', 'things')|map(attribute='part')|list == ['gem', 'gem']",
        "numbered('turn') == 1 and numbered('step') == 2",
    ],
)
def test_what_holds_in_both_worlds(tmp_path: Path, check: str) -> None:
    worlds: tuple[list[ReadPiece] | None, ...] = (None, [])
    for seen in worlds:
        made = verdict(tmp_path, check, seen)
        assert [each.id for each in made.verified] == ["W1"]
        assert made.skipped == 0


def test_a_false_one_names_its_place(tmp_path: Path) -> None:
    assert says(tmp_path, "figure('step', 'throws')[0] == 2") == (
        "GF102 `figure('step', 'throws')[0] == 2` `figure('step', 'throws')` 1 2 wren/game.yaml:14:16"
    )
    assert says(tmp_path, "figure('step', 'taken').to == 'south'").endswith("wren/game.yaml:16:19")
    assert says(tmp_path, "figure('laid', 'things')[0].copies == 2").endswith("wren/game.yaml:22:14")
    assert says(tmp_path, "numbered('step') == 3") == (
        "GF102 `numbered('step') == 3` `numbered('step')` 2 wren/rules.md:6"
    )


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("figure('stop', 'from') == 1", "`figure` 'stop' 'step'"),
        ("figure('step', 'form') == 1", "`figure` 'step' `value` 'form' 'from'"),
        ("figure('laid', 'thing') == 1", "`figure` 'laid' `value` 'thing' 'things'"),
        ("figure('laid', 'pieces') == 1", "`figure` 'laid' `value` 'pieces' 'things'"),
        ("figure('turn', 'from') == 1", "`figure` 'turn' `value` 'from'"),
        ("figure('step') == 1", "`figure()` 2 `figure` 1"),
        ("numbered('trun') == 1", "`figure` 'trun' 'turn'"),
    ],
)
def test_what_cannot_be_asked(tmp_path: Path, check: str, text: str) -> None:
    assert says(tmp_path, check) == f"GF103 {text}"


def test_a_figure_that_the_rules_do_not_show_has_no_number(tmp_path: Path) -> None:
    rules = "![A step](figure:step)\n"
    assert says(tmp_path, "numbered('turn') == 1", rules) == "GF103 `figure` 'turn'"


def test_an_empty_entry_is_refused_wherever_it_stands(tmp_path: Path) -> None:
    from generator.model.finding import DataError

    verdict(tmp_path, "true")
    file = tmp_path / "wren" / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("to: r0c3", "to: ~"), "utf-8")
    with pytest.raises(DataError) as caught:
        read_game(Path("wren"), KINDS)
    assert keep_facts(caught.value.findings[0]) == ("wren/game.yaml:15:41: GF006 `figures.step.values.moves`")
