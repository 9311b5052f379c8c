"""Claims that hold are verified with their numbers; false ones name both places, and what cannot be asked says why."""

from collections.abc import Callable, Sequence
from json import dumps
from pathlib import Path
from typing import Any

import pytest

from generator.check.claims.judge import ClaimsVerdict, judge_claims
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.finding import Finding, Level, Place
from generator.model.game import Part
from generator.model.paper import Side
from generator.model.printed import ReadPiece
from tests.check.facts import keep_facts
from tests.messages import facts

GAME = """\
title: Wren
version: "1.0"
players: [1, 4]
colors:
  player.red: {paint: "#D55E00"}
  player.blue: {paint: "#0072b2"}
  gem: {paint: "#0a3"}
parts:
  hand:
    kind: card
    title: Hand cards
    size: standard
    front: a.svg.j2
    back: b.svg.j2
    for_each: player
    rows: cards.csv
  gem:
    kind: token
    diameter: 14
    front: c.svg.j2
    copies: 5
  track: {kind: track, from: 0, to: 3, columns: 4, cell: 20, front: d.svg.j2, copies: 1}
"""
CARDS = "number,beats[],text,copies\n1,2 3,one,1\n2,3,two,2\n3,,three,1\n"
LINE = GAME.count("\n") + 5
AT = f"wren/game.yaml:{LINE}:12:"


# a false check as it stands, and what tells apart what cannot be asked
WORDS = (
    "(?<=: )[^;]+(?= is false)|filter|test|undefined|expression|division|none|text|number|list|function|throws|barred"
    "|side|column|true|false|quotes|sheets|data|spaces|rows|back|key|iterable|end|compare|group|part|player|hand(?: cards)?|hnad|gem"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "wren"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def verdict(
    home: Path,
    check: str = "",
    rules: str = "",
    level: str = "error",
    shows: Callable[[Sequence[Part]], list[ReadPiece] | None] = lambda parts: None,
    printed: Sequence[str] | None = None,
) -> ClaimsVerdict:
    """Judge the game with one claim, or with the rules; `shows` makes what the files show of its parts."""
    claim = f"  - id: W1\n    says: so it is\n    rests_on: rules, 1\n    check: {dumps(check)}\n    level: {level}\n"
    text = GAME + (f"claims:\n{claim}" if check else "") + ("rules: rules.md\n" if rules else "")
    (home / "game.yaml").write_text(text, encoding="utf-8")
    (home / "cards.csv").write_text(CARDS, encoding="utf-8")
    (home / "rules.md").write_text(rules, encoding="utf-8")
    game = read_game(Path("wren"), KINDS)
    parts = expand_parts(game, KINDS)
    return judge_claims(game, parts, shows(parts), printed)


def found(home: Path, check: str = "", rules: str = "", **more: Any) -> list[str]:
    return [keep_facts(finding, WORDS) for finding in verdict(home, check, rules, **more).findings]


def says(home: Path, check: str, **more: Any) -> str:
    """Return the one finding on a claim, without its place, code and name."""
    (line,) = map(str, verdict(home, check, **more).findings)
    head, _, text = line.partition(" W1 so it is: ")
    assert head.startswith(AT)
    return keep_facts(f"{head.removeprefix(AT + ' ').removesuffix(':')}: {text}", WORDS)


def faces(parts: Sequence[Part]) -> list[ReadPiece]:
    """Return what sound files show: each front its own, the backs alike."""
    seen = []
    for part in parts:
        sides: tuple[Side, ...] = ("front", "back") if part.back else ("front",)
        for design in part.designs:
            for copy in range(1, design.copies + 1):
                for side in sides:
                    name = f"{part.id}.{design.id}.c{copy}.{side}"
                    look = f"{part.id}.{design.id if side == 'front' else ''}".encode()
                    matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
                    seen.append(
                        ReadPiece(name, part.id, design.id, copy, side, "wren.pdf", 1, matrix, look, None, (210, 297))
                    )
    return seen


def without(name: str) -> Callable[[Sequence[Part]], list[ReadPiece]]:
    """Return what files show that lack a face."""
    return lambda parts: [seen for seen in faces(parts) if seen.id != name]


# -- what holds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "check",
    [
        "count('hand') == 8 and count('gem') == 5 and count('track') == 1",
        "count('hand', player='red') == 4 and count('hand', number=2) == 4 and count('hand', player='red', number=2) == 2",
        "count('hand', number=7) == 0 and count('hand', text='two') == 4 and count('hand', number=true) == 0",
        "per_color('hand') == 4",
        "players() == [1, 4]",
        "colors('player') == ['red', 'blue'] and colors('player')|length == 2",
        "values('hand', 'number') == [1, 2, 3] and values('hand', 'text')|join == 'onetwothree'",
        "rows('hand')|map(attribute='number')|sum == 6 and rows('hand')|length == 3",
        "one('hand', number=1).beats == [2, 3] and one('hand', number=3).beats == []",
        "one('hand', number=1, player='red').text == 'one' and one('hand', number=1)['text'] == 'one'",
        "spaces('track') == [0, 1, 2, 3] and spaces('track')|max == 3 and spaces('track')|unique|list|length == 4",
        "[1, 2]|select('in', one('hand', number=1).beats)|list == [2]",
        "rows('hand')|map(attribute='beats')|map('join', ' ')|list == ['2 3', '3', '']",
        "1 < count('gem') <= 5 and (count('gem') if true else 0) == 5 and range(3)|list == [0, 1, 2]",
        "2 ** 3 * 2 % 5 == 1 and 'ab' * 2 == 'abab' and 2 * [1] == [1, 1] and count('gem')",
    ],
)
def test_what_holds(home: Path, check: str) -> None:
    check = check if not check.endswith("and count('gem')") else check + " == 5"
    for shows in (lambda parts: None, faces):
        made = verdict(home, check, shows=shows)
        assert made.findings == ()
        assert (made.claims, made.numbers, made.skipped, len(made.verified)) == (1, 0, 0, 1)


def test_what_is_verified_says_so_with_numbers(home: Path) -> None:
    made = verdict(home, "count('hand') == 8 and per_color('hand') == 4", shows=faces)
    (claim,) = made.verified
    assert claim[:3] == ("W1", "so it is", "rules, 1")
    assert (str(claim.place) + ":", claim.result) == (AT, "count('hand') = 8, per_color('hand') = 4; data and sheets")
    (claim,) = verdict(home, "one('hand', number=1).text == 'one'", shows=faces).verified
    assert claim.result == "one('hand', number=1).text = 'one'; data"


def test_looks(home: Path) -> None:
    check = "looks('hand', 'back') == 1 and looks('hand', 'front') == 6 and looks('hand', 'front', player='red') == 3"
    made = verdict(home, check, shows=faces)
    assert (made.findings, made.verified[0].result.endswith("data and sheets")) == ((), True)


# -- false claims -------------------------------------------------------------------------------------------------


def test_a_false_claim_names_both_places(home: Path) -> None:
    assert says(home, "count('gem') == 6") == (
        "GF102: `count('gem') == 6` `false` `count('gem')` 5 wren/game.yaml:21:13"
    )


def test_unusual_cells_come_first(home: Path) -> None:
    assert says(home, "count('hand') == 6") == (
        "GF102: `count('hand') == 6` `false` `count('hand')` 8 wren/cards.csv:3:9 2 11 4 10"
    )


def test_only_what_is_false_is_told(home: Path) -> None:
    check = "count('gem') == 5 and (count('hand') == 8 or true) and one('hand', number=2).beats == [1] and 1 == 1"
    assert says(home, check) == (
        "GF102: `one('hand', number=2).beats == [1]` `false` `one('hand', number=2)` 3 wren/cards.csv:3:3"
    )


def test_what_is_not_joined_by_and_is_told_whole(home: Path) -> None:
    assert says(home, "count('gem') == 4 or 1 == 1 and count('gem') == 6") == (
        "GF102: `count('gem') == 4 or 1 == 1 and count('gem') == 6` `false` `count('gem')` 5 wren/game.yaml:21:13"
    )


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("per_color('hand') == 3", "`per_color('hand')` 4 wren/cards.csv:3:9 2 11 4 10"),
        ("colors('player') == ['red']", "`colors('player')` 'red' 'blue' wren/game.yaml:5:3 6 3"),
        ("players() == [1, 5]", "`players()` 1 4 wren/game.yaml:3:10"),
        ("values('hand', 'text') == []", "`values('hand', 'text')` 'one' 'two' 'three' wren/cards.csv:2:7 3 5 4 4"),
        ("spaces('track') == []", "`spaces('track')` 0 1 2 3 wren/game.yaml:22:30 22 37"),
        ("rows('hand')|length == 2", "`rows('hand')` 3 wren/cards.csv:2:1 3 1 4 1"),
    ],
)  # fmt: skip
def test_where_each_answer_comes_from(home: Path, check: str, text: str) -> None:
    assert says(home, check) == f"GF102: `{check}` `false` {text}"


def test_a_trap_is_called_so_and_counts_as_an_error_does(home: Path) -> None:
    assert says(home, "count('gem') == 6", level="trap").startswith("GF102 trap: `count('gem') == 6` `false`")
    levels: list[Level] = ["error", "trap", "warning", "note"]
    graves = {level: Finding("GF102", Place(""), "", level).is_blocking for level in levels}
    assert graves == {"error": True, "trap": True, "warning": False, "note": False}


def test_a_warning_stays_one(home: Path) -> None:
    assert says(home, "count('gem') == 6", level="warning").startswith("GF102 warning: `count('gem') == 6` `false`")


# -- the finished files --------------------------------------------------------------------------------------------


def test_a_piece_that_is_not_printed(home: Path) -> None:
    check = "count('hand') == 8 and per_color('hand') == 4"
    assert says(home, check, shows=without("hand.red.2.c2.front")) == (
        "GF102: `count('hand') == 8` `false` `sheets` `count('hand')` 8 wren/cards.csv:3:9 2 11 4 10 `sheets` 7"
    )


def test_one_color_short(home: Path) -> None:
    assert says(home, "per_color('hand') == 4", shows=without("hand.red.2.c2.front")) == (
        "GF102: `per_color('hand') == 4` `false` `sheets` `per_color('hand')` 4 wren/cards.csv:3:9 2 11 4 10 `sheets` -1"
    )


def test_a_missing_back_is_not_a_missing_card(home: Path) -> None:
    assert found(home, "count('hand') == 8", shows=without("hand.red.2.c2.back")) == []


def test_a_piece_that_nobody_knows_counts_too(home: Path) -> None:
    def shows(parts: Sequence[Part]) -> list[ReadPiece]:
        return [*faces(parts), faces(parts)[0]._replace(id="hand.rde.1.c1.front", design="rde.1")]

    assert "`sheets` 9" in says(home, "count('hand') == 8", shows=shows)


def test_backs_that_differ(home: Path) -> None:
    def shows(parts: Sequence[Part]) -> list[ReadPiece]:
        return [seen._replace(look=b"?") if seen.id == "hand.red.1.c1.back" else seen for seen in faces(parts)]

    assert says(home, "looks('hand', 'back') == 1", shows=shows) == (
        "GF102: `looks('hand', 'back') == 1` `false` `looks('hand', 'back')` 2 wren/game.yaml:14:11"
    )


def test_looks_wait_for_files(home: Path) -> None:
    text = "GF104 note: `sheets` `none`"
    assert says(home, "looks('hand', 'back') == 1") == text
    made = verdict(home, "looks('hand', 'back') == 1")
    assert (made.claims, made.skipped, made.verified, made.findings[0].level) == (0, 1, (), "note")


def test_looks_wait_for_backs(home: Path) -> None:
    def shows(parts: Sequence[Part]) -> list[ReadPiece]:
        return [seen for seen in faces(parts) if seen.side == "front"]

    assert verdict(home, "looks('hand', 'back') == 1", shows=shows).skipped == 1


def test_a_part_that_was_not_to_be_printed(home: Path) -> None:
    def shows(parts: Sequence[Part]) -> list[ReadPiece]:
        return [seen for seen in faces(parts) if seen.part == "gem"]

    check = "count('hand') == 8 and count('gem') == 5"
    assert verdict(home, check, shows=shows, printed=["gem"]).findings == ()
    assert len(verdict(home, check, shows=shows).findings) == 1


# -- numbers of the rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim",
    [
        "8, 'hand'",
        "4, 'hand', player='red'",
        "2, 'hand', player='red', number=2",
        "5, \"count('gem')\"",
        "'2 3', \"one('hand', number=1).beats|join(' ')\"",
        '3, "[1, 2, 3]|max"',
    ],
)
def test_a_right_number(home: Path, claim: str) -> None:
    for shows in (lambda parts: None, faces):
        made = verdict(home, "", f"x {{{{ claim({claim}) }}}}", shows=shows)
        assert (made.findings, made.claims, made.numbers) == ((), 0, 1)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("9, 'hand'", "9 `hand cards` `data` 8 wren/cards.csv:3:9 2 11 4 10 `sheets` 8"),
        ("7, 'hand'", "7 `hand cards` `data` 8 wren/cards.csv:3:9 2 11 4 10 `sheets` 8"),
        ("5, 'hand', player='red'", "5 `hand cards` `player` `data` 4 wren/cards.csv:3:9 2 11 4 10 `sheets` 4"),
        ("6, 'gem'", "6 `gem` `data` 5 wren/game.yaml:21:13 `sheets` 5"),
        ("'5', 'gem'", "'5' `gem` `data` 5 wren/game.yaml:21:13 `sheets` 5"),
        ("2, \"one('hand', number=1).number\"", "2 `one('hand', number=1)` `number` `data` 1 wren/cards.csv:2:1"),
        ("1, \"count('gem') == 5\"", "1 `count('gem')` 5 `data` `true` wren/game.yaml:21:13 `sheets` `true`"),
        ("4, \"2 + 3\"", "4 2 3 `data` 5"),
    ],
)  # fmt: skip
def test_a_wrong_number_names_both_places(home: Path, claim: str, text: str) -> None:
    rules = f"# Wren\n\nTake {{{{ claim({claim}) }}}}.\n"
    assert found(home, "", rules, shows=faces) == [f"wren/rules.md:3:6: GF101 {text}"]


def test_a_number_that_only_the_sheets_belie(home: Path) -> None:
    assert found(home, "", "{{ claim(5, 'gem') }}", shows=without("gem.1.c3.front")) == [
        "wren/rules.md:1:1: GF101 5 `gem` `data` 5 wren/game.yaml:21:13 `sheets` 4"
    ]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("8, 'hnad'", "8 `hnad` `part` 'hnad' 'hand'"),
        ("8, 'hand', nubmer=1", "8 `hand` 'hand' `column` 'nubmer' 'number'"),
        ("8, 'hand', player='rde'", "8 `hand` `player` 'rde' 'red'"),
        ("8, 'gem', number=1", "8 `gem` 'gem' `column` 'number'"),
        ("8, \"count('gem')\", number=1", "8 `count('gem')` `number` `part` `count('gem')` `part`"),
    ],
)  # fmt: skip
def test_a_misnamed_number(home: Path, claim: str, text: str) -> None:
    rules = f"{{{{ claim({claim}) }}}}"
    assert found(home, "", rules) == [f"wren/rules.md:1:1: GF103 {text}"]


# -- what cannot be asked --------------------------------------------------------------------------------------------


def test_no_claims_at_all(home: Path) -> None:
    assert found(home) == ["`wren/game.yaml`: GF100 note: `data` `claims` `count('hand')` 8"]


def test_a_claim_about_nothing(home: Path) -> None:
    assert says(home, "1 + 1 == 2") == "GF105:"


def test_what_is_only_worked_out_asks_nothing(home: Path) -> None:
    assert says(home, "stuck(84, [2]) == []") == ("GF102: `stuck(84, [2]) == []` `false` `stuck(84, [2])` 1 83 42")
    assert says(home, "stuck(84, [1]) == []") == ("GF105:")


def test_what_no_piece_shows_is_said_without_a_place(home: Path) -> None:
    assert says(home, "count('hand', number=7) == 1") == (
        "GF102: `count('hand', number=7) == 1` `false` `count('hand', number=7)` 0"
    )


def test_values_of_the_data_stand_beside_what_is_worked_out(home: Path) -> None:
    assert says(home, "stuck(count('gem'), [2]) == []") == (
        "GF102: `stuck(count('gem'), [2]) == []` `false` `count('gem')` 5 wren/game.yaml:21:13 `stuck(5, [2])` 2 4"
    )


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("count('hnad') == 8", "`part` 'hnad' 'hand'"),
        ("count('hand', nubmer=2) == 4", "'hand' `column` 'nubmer' 'number'"),
        ("count('hand', player='rde') == 4", "`player` 'rde' 'red'"),
        ("values('hand', 'nubmer') == []", "'hand' `column` 'nubmer' 'number'"),
        ("colors('plyer') == []", "`group` 'plyer' 'player'"),
        ("per_color('gem') == 1", "'gem' `for_each`"),
        ("rows('gem') == []", "'gem' `rows`"),
        ("spaces('gem') == []", "'gem' `spaces`"),
        ("looks('gem', 'back') == 1", "'gem' `back`"),
        ("looks('gem', 'bcak') == 1", "`side` 'bcak' 'front' 'back'"),
        ("one('hand', number=9).text == ''", "`one('hand', number=9)` wren/cards.csv:2:1 3 1 4 1"),
        ("one('hand').text == ''", "`one('hand')` 3 `rows` wren/cards.csv:2:1 3 1 4 1"),
        ("one('hand', number=1).stars == 1", "'stars' 'beats' 'copies' 'number' 'text'"),
        ("count('gem')", "5 `true` `false`"),
        ("count('gem') and colors('player')", "'red' 'blue' `true` `false`"),
        ("cuont('gem') == 5", "'cuont' `undefined` 'count'"),
        ("count('gem') = 5", "`compare`"),
        ("count('gem') == 5 foo", "`expression` `end`"),
        ("count('gem' == 5", "`expression` `end` ','"),
        ("count('gem') / 0 == 5", "`division`"),
        ("count('gem') + 'a' == 5", "`+` `number` `text`"),
        ("count('gem')|nosuch == 5", "`expression` `filter` 'nosuch'"),
        ("count('gem')|lenght == 5", "`expression` `filter` 'lenght' 'length'"),
        ("count('gem') is evn", "`expression` `test` 'evn' 'even'"),
        ("colors('player')|map('lenght') == []", "`filter` 'lenght' 'length'"),
        ("colors('player')|select('evn') == []", "`test` 'evn' 'even'"),
        ("colors('player')|reject('evn') == [1]", "`test` 'evn' 'even'"),
        ("colors('player')|sort(key=1) == []", "`sort` 'key'"),
        ("count('gem') is divisibleby", "`divisibleby` 1 'num'"),
        ("count(range(30)) == 5", f"`count()` `text` `part` {facts(str(list(range(30)))[:56])}"),
        ("'a'.ljust(9) == 'a'", "`text` 'ljust'"),
        ("[1].append(2) == 1", "`list` 'append'"),
        ("count.__class__ == 1", "`function` '__class__'"),
        ("values('hand', 'number')[7] == 1", "`list` 3 7"),
        ("values('hand', 'number')[7].x == 1", "`list` 3 7"),
        ("count(['gem']) == 5", "`count()` `text` `part` 'gem'"),
        ("count('hand', number=none) == 1", "`count()` `number` `none`"),
        ("sheets(none) == 1", "`sheets()` `text` `part` `none`"),
        ("count() == 5", "`count()` 1 `part` `none`"),
        ("players(1) == [1, 4]", "`players()` 1"),
        ("players(part='gem') == [1, 4]", "`players()` `part`"),
        ("values('hand') == []", "`values()` 2 `part` `column` 1"),
        ("sheets('a', 'b') == 1", "`sheets()` 1 `part` 2"),
        ("count(gem) == 5", "'gem' `undefined` `text` `part` `quotes` 'gem'"),
        (
            "stuck(9, [gem]) == []",
            "'gem' `undefined` `text` `part` `quotes` 'gem'",
        ),
        ("stuck(9, 2) == []", "`stuck()` `list` 100 1 `throws`"),
        ("stuck(9, [2, 0]) == []", "`stuck()` `list` 100 1 `throws`"),
        ("stuck(9, [2], none) == []", "`stuck()` `list` 100 1 `barred`"),
        ("stuck(9, [2], [0]) == []", "`stuck()` `list` 100 1 `barred`"),
        ("stuck(9, [2], [8, 9]) == []", "`stuck()` `barred` 1 8 9"),
        ("stuck(9, [2], [12]) == []", "`stuck()` `barred` 1 8 12"),
        ("stuck(9) == []", "`stuck()` 2 3 `throws` `barred` 1"),
        ("none < count('gem')", "`<` `compare` `none` `number`"),
        ("[1, none]|max == count('gem')", "`>` `compare` `none` `number`"),
        ("[count('gem'), none]|sum == 1", "`+` `number` `none`"),
        ("none + count('gem') == 1", "`+` `none` `number`"),
        ("none * count('gem') == 1", "`*` `none` 5"),
        ("count('gem') in none", "`none` `iterable`"),
        ("players() + none == []", "`+` `list` `none`"),
        ("{players(): 1} == {}", "`list` `key`"),
        ("none", "`none` `true` `false`"),
    ],
)
def test_what_cannot_be_asked(home: Path, check: str, text: str) -> None:
    assert says(home, check) == f"GF103: {text}"


def test_a_false_warning_that_cannot_be_asked_is_an_error(home: Path) -> None:
    assert says(home, "count('hnad') == 8", level="warning").startswith("GF103: ")


def test_a_text_is_no_number(home: Path) -> None:
    assert says(home, "count('gem') == '5'") == (
        "GF102: `count('gem') == '5'` `false` `text` `number` `quotes` `count('gem')` 5 wren/game.yaml:21:13"
    )
    assert "because" not in says(home, "count('gem') == 6")
    assert found(home, rules="{{ claim('a lot', 'gem') }} gems\n") == [
        "wren/rules.md:1:1: GF009 'a lot' `number` `number` `gem`"
    ]
    (said,) = found(home, rules="{{ claim('a lot', \"'much'\") }}\n")
    assert "GF101 'a lot'" in said


def test_a_number_may_be_in_words(home: Path) -> None:
    text = "{{ claim('Five', 'gem') }} gems, {{ claim('seven', \"count('gem') + 2\") }}, five\n"
    assert found(home, rules=text) == []
    (said,) = found(home, rules="{{ claim('six', 'gem') }} gems\n")
    assert said.startswith("wren/rules.md:1:1: GF101 'six' `gem` `data` 5")
    (said,) = found(home, rules="{{ claim('5', 'gem') }} gems, {{ claim('text', \"'text'\") }}\n")
    assert said.startswith("wren/rules.md:1:1: GF101 '5' `gem` `data` 5")
