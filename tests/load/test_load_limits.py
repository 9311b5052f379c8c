"""Limits of the data: what is far beyond a game is refused at its place, without being read to its end."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.language.suggestions import did_you_mean
from generator.load import braces, rows, yaml_nodes
from generator.load.braces import read_rules
from generator.load.rows import read_csv
from generator.load.yaml_nodes import read_yaml
from generator.model.finding import MOST_FINDINGS, DataError, Finding, Place
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from tests.messages import facts_of

Faults = Callable[..., list[str]]


def refuse(read: Callable[[], object]) -> list[str]:
    """Return the facts of what is refused."""
    with pytest.raises(DataError) as caught:
        read()
    return facts_of(caught.value.findings)


YAML = {
    "a: [" + "b," * 300_000 + "b]": "t.yaml:1:500001: GF002 250,000",
    "{" + "a: {" * 200_000: "t.yaml:1:401: GF002 100",
    "[" * 200_000: "t.yaml:1:101: GF002 100",
    "a: " + "b" * 20_001: "t.yaml:1:4: GF002 20,001 20,000",
    "b" * 1001 + ": a": "t.yaml:1:1: GF002 1,001 1,000",
    "? " + "b" * 100_000 + "\n: a": "t.yaml:1:3: GF002 100,000 1,000",
    "\n" * 1_000_000 + "a: b: c": "t.yaml:1000001:5: GF002",
    "a: &a [x, x]\nb: &b [*a, *a]\n": "t.yaml:1:4: GF002",
}


@pytest.mark.parametrize("text", YAML, ids=list(map(str, range(len(YAML)))))
def test_yaml_is_bounded(text: str) -> None:
    assert refuse(lambda: read_yaml(text, "t.yaml", [])) == [YAML[text]]


def test_the_limits_of_yaml_are_generous(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most, text in (
        ("MAX_VALUES", 4, "a: [1, 2]"),
        ("MAX_TEXT", 4, "abcd: text"),
        ("MAX_KEY", 4, "abcd: text"),
    ):
        monkeypatch.setattr(yaml_nodes, name, most)
        read_yaml(text, "t.yaml", [])
        monkeypatch.setattr(yaml_nodes, name, most - 1)
        assert len(refuse(lambda text=text: read_yaml(text, "t.yaml", []))) == 1  # type: ignore[misc]
        monkeypatch.undo()


CSV = {
    "a,copies\n" + "1,1\n" * 200_000: "t.csv:200001:1: GF002 200,000",
    "a\n" + "," * 1_000_001: "t.csv:1:1: GF002 1,000,000",
    "a\n" + "x" * 200_000: "t.csv:2:1: GF002",
    'a\n"' + '""' * 5_000_000: "t.csv:2:1: GF002",
    'a\n"' + "x\n" * 200_000: "t.csv:200001:1: GF002 200,000",
}


@pytest.mark.parametrize("text", CSV, ids=list(map(str, range(len(CSV)))))
def test_csv_is_bounded(text: str) -> None:
    assert [each.replace(" 131072", "") for each in refuse(lambda: read_csv(text, "t.csv"))] == [CSV[text]]


def test_csv_may_have_as_many_lines_and_cells_as_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MAX_LINES", 3)
    monkeypatch.setattr(rows, "MAX_CELLS", 3)
    assert len(read_csv("a,b\n1,2\n3,4\n", "t.csv")) == 2


def test_rules_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refuse(lambda: read_rules("word\n" * 200_000, "r.md")) == ["r.md:39322:4: GF002 1,000,000 196,608"]
    monkeypatch.setattr(braces, "MAX_RULES", 4)
    assert read_rules("word", "r.md").text == "word"


def test_deep_braces_are_refused_at_their_place() -> None:
    deep = "a\n{{ claim" + "(" * sys.getrecursionlimit() + ")" * sys.getrecursionlimit() + " }}"
    assert [each.partition("'")[0] for each in refuse(lambda: read_rules(deep, "r.md"))] == ["r.md:2:1: GF009"]


def test_lists_are_bounded_at_their_key(find_faults: Faults, wren: Path) -> None:
    text = (wren / "game.yaml").read_text(encoding="utf-8")
    assert find_faults("rules: rules.md\n", f"rules: rules.md\ncredits: [{'x,' * 1001}]\n") == [
        "game.yaml:21:10: GF006 1,001 1,000"
    ]
    claims = "".join(f"  - {{id: Z{n}, says: x, rests_on: y, check: 1 == 1}}\n" for n in range(2000))
    (wren / "game.yaml").write_text(text + claims, encoding="utf-8")
    assert find_faults() == ["game.yaml:22:3: GF006 2,001 2,000"]
    colors = "".join(f"  a.c{n}: {{paint: '#fff'}}\n" for n in range(998))
    (wren / "game.yaml").write_text(text.replace("parts:\n", f"{colors}parts:\n", 1), encoding="utf-8")
    assert find_faults() == ["game.yaml:5:3: GF006 1,001 1,000"]
    (wren / "game.yaml").write_text(text.replace("title: Wren", f"title: {'x' * 201}"), encoding="utf-8")
    assert find_faults() == ["game.yaml:1:8: GF006 201 200"]


def test_a_hundred_faults_are_told_and_then_that_there_are_more(find_faults: Faults) -> None:
    keys = "".join(f"key{n}: 1\n" for n in range(5000))
    found = find_faults("rules: rules.md\n", f"rules: rules.md\n{keys}")
    assert found[:2] == ["game.yaml:21:1: GF004 'key0'", "game.yaml:22:1: GF004 'key1'"]
    assert found[-2:] == ["game.yaml:120:1: GF004 'key99'", "game.yaml:120:1: GF299 note:"]
    assert len(found) == MOST_FINDINGS + 1


def test_an_error_keeps_the_first_faults() -> None:
    made = [Finding("GF001", Place("x", line), "") for line in range(1, 102)]
    assert DataError(made[:100]).findings == tuple(made[:100])
    once = DataError(iter(made)).findings
    assert once[:100] == tuple(made[:100])
    assert (once[100].code, once[100].place, len(once)) == ("GF299", Place("x", 100), 101)
    assert [each.code for each in DataError([*once, *made]).findings].count("GF299") == 1


def test_suggestions_are_bounded() -> None:
    names = [f"number{n}" for n in range(1_000_000)]
    assert "number7" in did_you_mean("numbr7", names)
    assert did_you_mean("x" * 1_000_000, ["x" * 999_999]) == ""


CARDS = """\
title: Robin
version: "1"
players: [1, 4]
colors: {player.red: {paint: "#d55e00"}, player.blue: {paint: "#0072b2"}}
parts:
"""
PARTS = {
    "  egg: {kind: card, size: poker, front: x, copies: 10001}\n": "game.yaml:6:52: GF006 1 10,000 10001",
    "  egg: {kind: card, size: poker, front: x, copies: 10000}\n"
    + "".join(f"  e{n}: {{kind: card, size: poker, front: x, copies: 10000}}\n" for n in range(10)): (
        "game.yaml:16:51: GF006 'e9' 110,000 100,000"
    ),
    "  egg: {kind: card, size: poker, front: x, for_each: player, rows: [" + "{copies: 9999}," * 6 + "]}\n": (
        "game.yaml:6:68: GF006 'egg' 119,988 100,000"
    ),
    "  egg: {kind: card, size: [10000, 10000], front: x, copies: 1}\n": ("game.yaml:6:27: GF304 10,000 10,000 1,000"),
    "  egg: {kind: token, diameter: 1001, front: x, copies: 1}\n": "game.yaml:6:32: GF304 1,001 1,001 1,000",
    "  egg: {kind: tile, size: [0.01, 9], front: x, copies: 9}\n": "game.yaml:6:27: GF006 0.01 9 1",
    "  egg: {kind: die, size: 300, faces: [1,2,3,4,5,6], front: x, copies: 1}\n": (
        "game.yaml:6:26: GF304 900 1,206 1,000"
    ),
    "  egg: {kind: pyramid, base: 20, height: 25, scale: 1250, front: x, copies: 1}\n": (
        "game.yaml:6:53: GF304 93,676 35,511 1,000"
    ),
    "  egg: {kind: pyramid, front: x, rows: [{base: 2000, height: 2500, copies: 1}]}\n": (
        "game.yaml:6:62: GF304 7,496 2,843 1,000"
    ),
    "  egg: {kind: track, from: 1, to: 100000, columns: 9, cell: 1, front: x, copies: 1}\n": (
        "game.yaml:6:35: GF006 2,000 100,000"
    ),
    "  egg: {kind: track, from: 1, to: 1000000000, columns: 9, cell: 1, front: x, copies: 1}\n": (
        "game.yaml:6:35: GF006 -100,000 100,000 1000000000"
    ),
    "  egg: {kind: board, grid: {columns: 200, rows: 200, cell: 1}, front: x, copies: 1}\n": (
        "game.yaml:6:49: GF006 20,000 40,000"
    ),
    "  egg: {kind: board, cross: {arms: [a, b, c, d], length: 80, width: 80, cell: 1}, front: x, copies: 1}\n": (
        "game.yaml:6:58: GF006 20,000 25,601"
    ),
}


@pytest.mark.parametrize("parts", PARTS, ids=list(map(str, range(len(PARTS)))))
def test_pieces_are_bounded_at_the_key_that_makes_them(
    parts: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "robin").mkdir()
    monkeypatch.chdir(tmp_path / "robin")
    Path("game.yaml").write_text(CARDS + parts, encoding="utf-8")
    assert refuse(lambda: prepare_kit(Path(), Options())) == [PARTS[parts]]
