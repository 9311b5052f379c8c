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
    return list(map(str, verdict(home, check, rules, **more).findings))


def says(home: Path, check: str, **more: Any) -> str:
    """Return the one finding on a claim, without its place, code and name."""
    (line,) = found(home, check, **more)
    head, _, text = line.partition(" W1 so it is: ")
    assert head.startswith(AT)
    return f"{head.removeprefix(AT + ' ').removesuffix(':')}: {text}"


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
        "GF102: count('gem') == 6 is false; count('gem') = 5 (wren/game.yaml:21:13)"
    )


def test_unusual_cells_come_first(home: Path) -> None:
    assert says(home, "count('hand') == 6") == (
        "GF102: count('hand') == 6 is false; count('hand') = 8 (wren/cards.csv:3:9, 2:11, 4:10)"
    )


def test_only_what_is_false_is_told(home: Path) -> None:
    check = "count('gem') == 5 and (count('hand') == 8 or true) and one('hand', number=2).beats == [1] and 1 == 1"
    assert says(home, check) == (
        "GF102: one('hand', number=2).beats == [1] is false; one('hand', number=2).beats = [3] (wren/cards.csv:3:3)"
    )


def test_what_is_not_joined_by_and_is_told_whole(home: Path) -> None:
    assert says(home, "count('gem') == 4 or 1 == 1 and count('gem') == 6") == (
        "GF102: count('gem') == 4 or 1 == 1 and count('gem') == 6 is false; count('gem') = 5 (wren/game.yaml:21:13)"
    )


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("per_color('hand') == 3", "per_color('hand') = 4 (wren/cards.csv:3:9, 2:11, 4:10)"),
        ("colors('player') == ['red']", "colors('player') = ['red', 'blue'] (wren/game.yaml:5:3, 6:3)"),
        ("players() == [1, 5]", "players() = [1, 4] (wren/game.yaml:3:10)"),
        ("values('hand', 'text') == []", "values('hand', 'text') = ['one', 'two', 'three'] (wren/cards.csv:2:7, 3:5, 4:4)"),
        ("spaces('track') == []", "spaces('track') = [0, 1, 2, 3] (wren/game.yaml:22:30, 22:37)"),
        ("rows('hand')|length == 2", "rows('hand') = 3 (wren/cards.csv:2:1, 3:1, 4:1)"),
    ],
)  # fmt: skip
def test_where_each_answer_comes_from(home: Path, check: str, text: str) -> None:
    assert says(home, check) == f"GF102: {check} is false; {text}"


def test_a_trap_is_called_so_and_counts_as_an_error_does(home: Path) -> None:
    assert says(home, "count('gem') == 6", level="trap").startswith("GF102 trap: count('gem') == 6 is false")
    levels: list[Level] = ["error", "trap", "warning", "note"]
    graves = {level: Finding("GF102", Place(""), "", level).is_blocking for level in levels}
    assert graves == {"error": True, "trap": True, "warning": False, "note": False}


def test_a_warning_stays_one(home: Path) -> None:
    assert says(home, "count('gem') == 6", level="warning").startswith("GF102 warning: count('gem') == 6 is false")


# -- the finished files --------------------------------------------------------------------------------------------


def test_a_piece_that_is_not_printed(home: Path) -> None:
    check = "count('hand') == 8 and per_color('hand') == 4"
    assert says(home, check, shows=without("hand.red.2.c2.front")) == (
        "GF102: count('hand') == 8 is false of the sheets; "
        "count('hand') = 8 (wren/cards.csv:3:9, 2:11, 4:10; sheets print 7)"
    )


def test_one_color_short(home: Path) -> None:
    assert says(home, "per_color('hand') == 4", shows=without("hand.red.2.c2.front")) == (
        "GF102: per_color('hand') == 4 is false of the sheets; "
        "per_color('hand') = 4 (wren/cards.csv:3:9, 2:11, 4:10; sheets print -1)"
    )


def test_a_missing_back_is_not_a_missing_card(home: Path) -> None:
    assert found(home, "count('hand') == 8", shows=without("hand.red.2.c2.back")) == []


def test_a_piece_that_nobody_knows_counts_too(home: Path) -> None:
    def shows(parts: Sequence[Part]) -> list[ReadPiece]:
        return [*faces(parts), faces(parts)[0]._replace(id="hand.rde.1.c1.front", design="rde.1")]

    assert "sheets print 9)" in says(home, "count('hand') == 8", shows=shows)


def test_backs_that_differ(home: Path) -> None:
    def shows(parts: Sequence[Part]) -> list[ReadPiece]:
        return [seen._replace(look=b"?") if seen.id == "hand.red.1.c1.back" else seen for seen in faces(parts)]

    assert says(home, "looks('hand', 'back') == 1", shows=shows) == (
        "GF102: looks('hand', 'back') == 1 is false; looks('hand', 'back') = 2 (wren/game.yaml:14:11)"
    )


def test_looks_wait_for_files(home: Path) -> None:
    text = "GF104 note: it asks what only finished sheets show, and these are not there"
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
        ("9, 'hand'", "9 hand cards; data gives 8 (wren/cards.csv:3:9, 2:11, 4:10), sheets print 8"),
        ("7, 'hand'", "7 hand cards; data gives 8 (wren/cards.csv:3:9, 2:11, 4:10), sheets print 8"),
        ("5, 'hand', player='red'", "5 hand cards (player red); data gives 4 (wren/cards.csv:3:9, 2:11, 4:10), sheets print 4"),
        ("6, 'gem'", "6 gem; data gives 5 (wren/game.yaml:21:13), sheets print 5"),
        ("'5', 'gem'", "'5' gem; data gives 5 (wren/game.yaml:21:13), sheets print 5"),
        ("2, \"one('hand', number=1).number\"", "2 for one('hand', number=1).number; data gives 1 (wren/cards.csv:2:1)"),
        ("1, \"count('gem') == 5\"", "1 for count('gem') == 5; data gives true (wren/game.yaml:21:13), sheets print true"),
        ("4, \"2 + 3\"", "4 for 2 + 3; data gives 5"),
    ],
)  # fmt: skip
def test_a_wrong_number_names_both_places(home: Path, claim: str, text: str) -> None:
    rules = f"# Wren\n\nTake {{{{ claim({claim}) }}}}.\n"
    assert found(home, "", rules, shows=faces) == [f"wren/rules.md:3:6: GF101 the rules say {text}"]


def test_a_number_that_only_the_sheets_belie(home: Path) -> None:
    assert found(home, "", "{{ claim(5, 'gem') }}", shows=without("gem.1.c3.front")) == [
        "wren/rules.md:1:1: GF101 the rules say 5 gem; data gives 5 (wren/game.yaml:21:13), sheets print 4"
    ]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("8, 'hnad'", "8 for hnad: there is no part 'hnad'; did you mean 'hand'?"),
        ("8, 'hand', nubmer=1", "8 for hand: 'hand' has no column 'nubmer'; did you mean 'number'?"),
        ("8, 'hand', player='rde'", "8 for hand: there is no player 'rde'; did you mean 'red'?"),
        ("8, 'gem', number=1", "8 for gem: 'gem' has no column 'number'"),
        ("8, \"count('gem')\", number=1", "8 for count('gem'): number can pick among the pieces of a part, and this is no part"),
    ],
)  # fmt: skip
def test_a_misnamed_number(home: Path, claim: str, text: str) -> None:
    rules = f"{{{{ claim({claim}) }}}}"
    assert found(home, "", rules) == [f"wren/rules.md:1:1: GF103 the rules say {text}"]


# -- what cannot be asked --------------------------------------------------------------------------------------------


def test_no_claims_at_all(home: Path) -> None:
    assert found(home) == [
        "wren/game.yaml: GF100 the game makes no claims, so nothing holds its data to its rules; add `claims`"
    ]


def test_a_claim_about_nothing(home: Path) -> None:
    assert says(home, "1 + 1 == 2") == "GF105: the check asks nothing of the game, so it would hold for any"


def test_what_is_only_worked_out_asks_nothing(home: Path) -> None:
    assert says(home, "stuck(84, [2]) == []") == "GF102: stuck(84, [2]) == [] is false; stuck(84, [2]) = " + (
        "[1 ... 83], 42 in all"
    )
    assert says(home, "stuck(84, [1]) == []") == ("GF105: the check asks nothing of the game, so it would hold for any")


def test_what_no_piece_shows_is_said_without_a_place(home: Path) -> None:
    assert says(home, "count('hand', number=7) == 1") == (
        "GF102: count('hand', number=7) == 1 is false; count('hand', number=7) = 0"
    )


def test_values_of_the_data_stand_beside_what_is_worked_out(home: Path) -> None:
    assert says(home, "stuck(count('gem'), [2]) == []") == (
        "GF102: stuck(count('gem'), [2]) == [] is false; "
        "count('gem') = 5 (wren/game.yaml:21:13), stuck(5, [2]) = [2, 4]"
    )


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("count('hnad') == 8", "there is no part 'hnad'; did you mean 'hand'?"),
        ("count('hand', nubmer=2) == 4", "'hand' has no column 'nubmer'; did you mean 'number'?"),
        ("count('hand', player='rde') == 4", "there is no player 'rde'; did you mean 'red'?"),
        ("values('hand', 'nubmer') == []", "'hand' has no column 'nubmer'; did you mean 'number'?"),
        ("colors('plyer') == []", "there is no color group 'plyer'; did you mean 'player'?"),
        ("per_color('gem') == 1", "'gem' has no `for_each`, so nothing can be counted per color"),
        ("rows('gem') == []", "'gem' has no rows"),
        ("spaces('gem') == []", "'gem' is a token and has no spaces"),
        ("looks('gem', 'back') == 1", "'gem' has no back"),
        ("looks('gem', 'bcak') == 1", "'bcak' is no side; there is 'front' and 'back'"),
        ("one('hand', number=9).text == ''", "one('hand', number=9): no row matches (wren/cards.csv:2:1, 3:1, 4:1)"),
        ("one('hand').text == ''", "one('hand'): 3 rows match and differ (wren/cards.csv:2:1, 3:1, 4:1)"),
        ("one('hand', number=1).stars == 1", "there is no 'stars' here; there is 'beats', 'copies', 'number', 'text'"),
        ("count('gem')", "it gives 5 and not true or false"),
        ("count('gem') and colors('player')", "it gives ['red', 'blue'] and not true or false"),
        ("cuont('gem') == 5", "'cuont' is undefined; did you mean 'count'?"),
        ("count('gem') = 5", "it is not an expression: something follows its end; to compare, write =="),
        ("count('gem') == 5 foo", "it is not an expression: something follows its end"),
        ("count('gem' == 5", "it is not an expression: unexpected end, expected ','"),
        ("count('gem') / 0 == 5", "division by zero"),
        ("count('gem') + 'a' == 5", "`+` cannot be worked out with a number and a text"),
        ("count('gem')|nosuch == 5", "it is not an expression: there is no filter 'nosuch'"),
        ("count('gem')|lenght == 5", "it is not an expression: there is no filter 'lenght'; did you mean 'length'?"),
        ("count('gem') is evn", "it is not an expression: there is no test 'evn'; did you mean 'even'?"),
        ("colors('player')|map('lenght') == []", "there is no filter 'lenght'; did you mean 'length'?"),
        ("colors('player')|select('evn') == []", "there is no test 'evn'; did you mean 'even'?"),
        ("colors('player')|reject('evn') == [1]", "there is no test 'evn'; did you mean 'even'?"),
        ("colors('player')|sort(key=1) == []", "`sort` got an unexpected keyword argument 'key'"),
        ("count('gem') is divisibleby", "`divisibleby` missing 1 required positional argument: 'num'"),
        ("count(range(30)) == 5", f"count() needs a text as part, not {str(list(range(30)))[:56]} ..."),
        ("'a'.ljust(9) == 'a'", "a text has no 'ljust'"),
        ("[1].append(2) == 1", "a list has no 'append'"),
        ("count.__class__ == 1", "a function has no '__class__'"),
        ("values('hand', 'number')[7] == 1", "there is no 7 here"),
        ("count(['gem']) == 5", "count() needs a text as part, not ['gem']"),
        ("count('hand', number=none) == 1", "count() needs a value as number, not none; leave it out to ask for all"),
        ("sheets(none) == 1", "sheets() needs a text as part, not none"),
        ("count() == 5", "count() takes 1 value (part), then columns by name; here it is given none"),
        ("players(1) == [1, 4]", "players() takes no value; here it is given 1"),
        ("players(part='gem') == [1, 4]", "players() has no part=; it takes no value"),
        ("values('hand') == []", "values() takes 2 values (part, column); here it is given 1"),
        ("sheets('a', 'b') == 1", "sheets() takes up to 1 value (part); here it is given 2"),
        ("count(gem) == 5", "'gem' is undefined; if it is a text, such as the name of a part, put it in quotes: 'gem'"),
        (
            "stuck(9, [gem]) == []",
            "'gem' is undefined; if it is a text, such as the name of a part, put it in quotes: 'gem'",
        ),
        ("stuck(9, 2) == []", "stuck() needs as throws a list of up to 100 whole numbers from 1 up"),
        ("stuck(9, [2, 0]) == []", "stuck() needs as throws a list of up to 100 whole numbers from 1 up"),
        ("stuck(9, [2], none) == []", "stuck() needs as barred a list of up to 100 whole numbers from 1 up"),
        ("stuck(9, [2], [0]) == []", "stuck() needs as barred a list of up to 100 whole numbers from 1 up"),
        ("stuck(9, [2], [8, 9]) == []", "stuck() needs as barred positions from 1 to 8, not 9"),
        ("stuck(9, [2], [12]) == []", "stuck() needs as barred positions from 1 to 8, not 12"),
        ("stuck(9) == []", "stuck() takes 2 to 3 values (length, throws, barred); here it is given 1"),
        ("none < count('gem')", "`<` cannot compare none with a number"),
        ("[1, none]|max == count('gem')", "`>` cannot compare none with a number"),
        ("[count('gem'), none]|sum == 1", "`+` cannot be worked out with a number and none"),
        ("none + count('gem') == 1", "`+` cannot be worked out with none and a number"),
        ("none * count('gem') == 1", "`*` needs numbers, not none and 5"),
        ("count('gem') in none", "none is not iterable"),
        ("players() + none == []", "`+` cannot be worked out with a list and none"),
        ("{players(): 1} == {}", "a list cannot be the key of a mapping"),
        ("none", "it gives none and not true or false"),
    ],
)
def test_what_cannot_be_asked(home: Path, check: str, text: str) -> None:
    assert says(home, check) == f"GF103: {text}"


def test_a_false_warning_that_cannot_be_asked_is_an_error(home: Path) -> None:
    assert says(home, "count('hnad') == 8", level="warning").startswith("GF103: ")


def test_a_text_is_no_number(home: Path) -> None:
    assert says(home, "count('gem') == '5'") == (
        "GF102: count('gem') == '5' is false, because a text is compared with a number: a number has no quotes"
        "; count('gem') = 5 (wren/game.yaml:21:13)"
    )
    assert "because" not in says(home, "count('gem') == 6")
    assert found(home, rules="{{ claim('a lot', 'gem') }} gems\n") == [
        "wren/rules.md:1:1: GF009 'a lot' is no number, and gem is counted: write digits or a number word"
    ]
    (said,) = found(home, rules="{{ claim('a lot', \"'much'\") }}\n")
    assert "GF101 the rules say 'a lot'" in said


def test_a_number_may_be_in_words(home: Path) -> None:
    text = "{{ claim('Five', 'gem') }} gems, {{ claim('seven', \"count('gem') + 2\") }}, five\n"
    assert found(home, rules=text) == []
    (said,) = found(home, rules="{{ claim('six', 'gem') }} gems\n")
    assert said.startswith("wren/rules.md:1:1: GF101 the rules say 'six' gem; data gives 5 (")
    (said,) = found(home, rules="{{ claim('5', 'gem') }} gems, {{ claim('text', \"'text'\") }}\n")
    assert said.startswith("wren/rules.md:1:1: GF101 the rules say '5' gem; data gives 5 (")
