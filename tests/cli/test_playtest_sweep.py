"""Test `gutterfold playtest --sweep`: variants of the data, side by side."""

import json
import re
from typing import Any

import pytest

from generator.pipeline.playtest.sweep import parse_sweep
from tests.kits import run
from tests.samples import for_each

QUICK = ["--workers", "1", "--games", "20"]
PSYCLE = ["playtest", "psycle", "--players", "2", "--policy", "random", *QUICK]


def sweep(*arguments: str) -> dict[str, Any]:
    status, out, err = run([*PSYCLE, *arguments, "--format", "json"])
    assert (status, err) == (0, "")
    document: dict[str, Any] = json.loads(out)
    return document


def test_all_combinations_are_played_as_they_are_with_set() -> None:
    document = sweep("--sweep", "gem.copies=40,50", "--sweep", "bonus.rows[1].value=2,5")
    assert document["sweep"] == {"gem.copies": [40, 50], "bonus.rows[1].value": [2, 5]}
    assert [variant["set"] for variant in document["variants"]] == [
        {"gem.copies": gems, "bonus.rows[1].value": value} for gems in (40, 50) for value in (2, 5)
    ]
    assert (document["game"], document["version"], document["seed"]) == ("psycle", "1.0", 1)
    alone = sweep("--set", "gem.copies=40", "--set", "bonus.rows[1].value=5")
    assert document["variants"][1]["results"] == alone["results"]
    assert document["variants"][1]["data"] == alone["data"] != document["variants"][0]["data"]
    lowest = [variant["results"][0]["measures"]["lowest supply"]["mean"] for variant in document["variants"]]
    assert lowest[2] == lowest[0] + 10


def test_a_table_for_people_has_a_row_for_each_variant() -> None:
    arguments = ["--sweep", "gem.copies=40,50", "--policy", "greedy", "--measure", "lowest supply"]
    status, out, err = run([*PSYCLE, *arguments])
    assert (status, err) == (0, "")
    title, empty, heads, *rows = out.splitlines()
    assert (title, empty) == ("Psycle 1.0, seed 1: 2 variants", "")
    assert re.split(" {2,}", heads)[:3] == ["gem.copies", "players", "policy"]
    assert heads.endswith("  lowest supply")
    assert [row.split()[:3] for row in rows] == [
        ["40", "2", "random"],
        ["40", "2", "greedy"],
        ["50", "2", "random"],
        ["50", "2", "greedy"],
    ]
    assert len({len(row) for row in (heads, *rows)}) == 1


def test_lists_are_swept_as_wholes() -> None:
    (faces,) = parse_sweep(["die.faces=[1, 2, 3],[3,2,1], [1]"], [])
    assert (faces.key, faces.values) == ("die.faces", ("[1, 2, 3]", "[3,2,1]", "[1]"))
    (texts,) = parse_sweep(["""card.title='a, b',it's,"c,d" """], [])
    assert texts.values == ("'a, b'", "it's", '"c,d"')


REFUSED = {
    ("gme.copies=40,50",): "--sweep gme.copies: GF010 the game has no part 'gme'; did you mean 'gem'?",
    ("gem.copies",): "--sweep gem.copies: GF010 'gem.copies' is not PART.KEY=VALUE,VALUE, such as gem.copies=40,50,60",
    ("gem.copies=40,,50",): "--sweep gem.copies: GF010 a value is missing in '40,,50'; separate values by commas",
    ("gem.copies=40,40",): "--sweep gem.copies: GF010 '40,40' has a value twice",
    ("gem.copies=40", "gem.copies=50"): (
        "--sweep gem.copies: GF010 gem.copies is already given by another --sweep; give each key once"
    ),
    ("gem.copies=many,50",): (
        "--sweep gem.copies: GF006 parts.gem.copies must be a whole number of at least 1 and at most 10,000, not 'many'"
    ),
    ("gem.copies=5,50",): (
        "--sweep gem.copies: GF008 the engine of this game cannot play: there are fewer gems than the players start "
        "with (with gem.copies=5)"
    ),
}


@pytest.mark.parametrize("swept", REFUSED)
def test_what_cannot_be_swept_is_told(swept: tuple[str, ...]) -> None:
    status, out, err = run([*PSYCLE, *(word for each in swept for word in ("--sweep", each))])
    assert (status, out, err) == (1, "", f"{REFUSED[swept]}\n")


def test_too_many_variants_are_told() -> None:
    values = ",".join(map(str, range(1, 34)))
    status, out, err = run([*PSYCLE, "--sweep", f"gem.copies={values}", "--sweep", f"gem.gap={values}"])
    says = "these are 1,089 variants, and at most 1,000 are played; give fewer values"
    assert (status, out, err) == (1, "", f"--sweep: GF010 {says}\n")


@for_each(
    [
        (["--record"], "--record: GF001 it cannot be used with --sweep; choose one variant with --set instead, "),
        (["--replay", "0"], "--replay: GF001 it cannot be used with --sweep; "),
        (["--report", "page.html"], "--report: GF001 it cannot be used with --sweep; "),
        (["--set", "gem.copies=40"], "--sweep gem.copies: GF010 gem.copies is already given by another --set; "),
        (["--measure", "psycle"], "--measure: GF001 the games have no measure 'psycle'; did you mean 'psycles'?; "),
        (["--cluster", "tcp://127.0.0.1:1"], "--workers: GF001 it has no effect with --cluster; leave one of them out"),
    ]
)
def test_options_that_do_not_go_together_are_told(arguments: list[str], says: str) -> None:
    status, _, err = run([*PSYCLE, "--sweep", "gem.copies=40,50", *arguments])
    assert status == 1
    assert err.startswith(says)
    assert err.count("\n") == 1


def test_a_column_without_a_table_is_told() -> None:
    status, out, err = run([*PSYCLE, "--measure", "psycles"])
    assert (status, out) == (1, "")
    assert err == "--measure: GF001 it is a column of the table of --sweep; give that too\n"
