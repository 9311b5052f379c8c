"""What is proven is counted by part, printed, and compared with what the game demands (GF145)."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.commands import main
from tests.check.vary.wren import write_game
from tests.messages import facts

NOTES = {"cost: 1,": "cost: 1, note: a,", "cost: 2,": "cost: 2, note: b,"}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def check(*arguments: str) -> tuple[int, list[str]]:
    """Return the exit status of `check wren`, and what it prints."""
    done = CliRunner().invoke(main, ["check", "wren", *arguments])
    return done.exit_code, done.output.splitlines()


def test_a_table_ends_the_check() -> None:
    write_game(Path(), "card", {}, NOTES)
    status, lines = check()
    at = lines.index("  on the paper  facts  seen  hidden  used  missing  cells  joins  faces")
    assert lines[at + 1 : at + 4] == [
        "  card             18    14       0     0        4      0      0      8",
        "  total            18    14       0     0        4      0      0      8",
        "  18 facts: 14 seen, 4 missing; 0 of 0 numbers held",
    ]
    assert status == 0


def test_what_is_missing_is_listed_line_by_line() -> None:
    write_game(Path(), "card", {}, NOTES)
    lines = check("--coverage")[1]
    missing = [line for line in lines if line.startswith("  wren/game.yaml:")]
    assert [line.split(": ")[:2] for line in missing] == [
        ["  wren/game.yaml:17:34", "missing"],
        ["  wren/game.yaml:18:34", "missing"],
    ]
    assert all(line.endswith("(and 1 more like it)") for line in missing)
    assert "  card: varied on 3 of 4 designs: red.one, red.two, blue.one" in lines


def test_json_has_it_all() -> None:
    write_game(Path(), "card", {}, NOTES)
    done = CliRunner().invoke(main, ["check", "wren", "--format", "json"])
    coverage = json.loads(done.stdout)["games"][0]["coverage"]
    assert (coverage["numbers"], coverage["held"], coverage["files"], coverage["words"]) == (0, 0, [], [])
    (part,) = coverage["parts"]
    assert [part[key] for key in ("part", "facts", "seen", "hidden", "used", "missing", "faces")] == [
        *("card", 18, 14, 0, 0, 4, 8)
    ]
    assert part["rest"][0] == {
        "file": "wren/game.yaml",
        "line": 17,
        "column": 34,
        "what": "card.red.one: the value of 'note'",
        "why": "unused",
        "stands_for": 2,
    }
    assert part["witnesses"] == ["red.one", "red.two", "blue.one"]


@pytest.mark.parametrize(
    ("demanded", "more", "expected"),
    [
        ("coverage: {seen: 80}", {}, ["GF145 77.78 100 80 'note' 3 wren/game.yaml:18:34"]),
        ("coverage: {seen: 77}", {}, []),
        ("coverage: {seen: 100}", {"for_each: player": "for_each: player\n    hidden: [note]"}, []),
    ],
    ids=["too little", "enough", "hidden facts count"],
)
def test_a_game_can_demand_coverage(demanded: str, more: dict[str, str], expected: list[str]) -> None:
    write_game(Path(), "card", {}, {**NOTES, **more, "parts:\n": f"{demanded}\nparts:\n"})
    status, lines = check()
    found = [facts(line) for line in lines if " GF145 " in line]
    assert [line.removeprefix("wren/game.yaml:9:18: ") for line in found] == expected
    assert status == bool(expected)


def test_numbers_are_counted_by_file() -> None:
    """One number of the rules is marked, and two times "two cards" could be; one in the template is marked."""
    home = write_game(Path(), "card", {}, NOTES)
    rules = "# Wren\n\nThere are {{ claim(4, 'card') }} cards. Leave two cards beside two cards.\n"
    (home / "rules.md").write_text(rules, encoding="utf-8")
    data = (home / "game.yaml").read_text("utf-8")
    (home / "game.yaml").write_text(f"rules: rules.md\n{data}", encoding="utf-8")
    _, lines = check("--coverage")
    at = next(number for number, line in enumerate(lines) if "numbers held" in line)
    assert [lines[at].rpartition("; ")[2], lines[at + 1]] == [
        "1 of 3 numbers held",
        "  wren/rules.md: 1 of 3 numbers held",
    ]


def test_what_nothing_checks_is_listed_with_the_claim_of_its_sentence() -> None:
    home = write_game(Path(), "card", {}, NOTES)
    (home / "rules.md").write_text("# Wren\n\nLay 2 red cards by 3 others. Wait.\n", encoding="utf-8")
    data = (home / "game.yaml").read_text("utf-8")
    (home / "game.yaml").write_text(f"rules: rules.md\n{data}", encoding="utf-8")
    _, lines = check("--coverage")
    at = next(number for number, line in enumerate(lines) if "not checked" in line)
    assert lines[at : at + 4] == [
        "  wren/rules.md:3:5: not checked: the number '2'",
        "  wren/rules.md:3:7: not checked: the color 'red'; write {{ color('player.red') }}",
        "  wren/rules.md:3:20: not checked: the number '3'",
        '    - {id: R3, says: "Lay 2 red cards by 3 others", rests_on: "rules.md, Wren", check: "... == 2 and ... == 3"}',
    ]
    assert "not checked" not in "\n".join(check()[1])
    done = CliRunner().invoke(main, ["check", "wren", "--format", "json"])
    words = json.loads(done.stdout)["games"][0]["coverage"]["words"]
    assert [(each["line"], each["column"], each["kind"], each["braces"]) for each in words] == [
        (3, 5, "number", ""),
        (3, 7, "color", "{{ color('player.red') }}"),
        (3, 20, "number", ""),
    ]
