"""Rules in another language are checked against the data and against the claims and figures of the first rules."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.check.check_context import CheckContext
from generator.check.claims.census import count_parts
from generator.check.claims.judge import judge_claims
from generator.check.table import CHECKS, run_checks
from generator.check.translations.coverage import check_lost_claims
from generator.check.translations.drawn_texts import check_unused_words
from generator.check.words.color_names import check_color_names
from generator.check.words.part_names import check_mentions
from generator.check.words.unmarked_numbers import check_unmarked_numbers
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.load.palette import apply_palette
from generator.model.finding import Finding
from generator.model.game import Game
from generator.model.paper import PAPERS
from generator.program.identity import find_resources
from tests.check.kit import facts_with

GAME = """\
title: Wren
version: "1.0"
players: [1, 2]
colors:
  player.red: {paint: "#D55E00", letter: R}
  player.blue: {paint: "#0072B2", letter: B}
parts:
  gem: {kind: token, title: Gems, diameter: 14, front: a.svg.j2, copies: 50}
  hand:
    kind: card
    title: Hand cards
    size: standard
    front: a.svg.j2
    for_each: player
    rows: [{weight: 1.5, sign: castle}, {weight: 2, sign: owl}]
    copies: 6
  aid: {kind: card, title: Player aid, size: standard, front: a.svg.j2, copies: 2}
figures:
  way: {template: a.svg.j2, size: [20, 20], alt: A way.}
  nest: {template: a.svg.j2, size: [20, 20], alt: A nest.}
rules: rules.md
"""
RULES = """\
# Wren

Take {{ claim(6, 'hand', player='red', sign='owl') }} cards; {{ Color('player.red') }} begins. Who has won 60 gems has won.

![Way](figure:way)

## Box

- {{ claim(24, 'hand') }} hand cards, {{ claim('twenty-four', 'hand') }} in all
- {{ claim(50, 'gem') }} gems

| ![](part:aid) | {{ claim(2, 'aid') }} |
|---|---|

## Cards

One weighs {{ claim(1.5, "one('hand', sign='castle', player='red').weight") }} and shows a
{{ claim('castle', "one('hand', weight=1.5, player='red').sign") }}; see figure {{ claim(2, "numbered('nest')") }}.

![Nest](figure:nest)
"""
GERMAN = """\
# Zaunkönig

Nimm {{ claim('sechs', 'hand', player='red', sign='owl') }} {{ part('hand', 6) }}; {{ Color('player.red') }} fängt an.

![Nest](figure:nest)

## Schachtel

- {{ claim(24, 'hand') }} {{ part('hand', 24) }}, zusammen {{ claim('Vierundzwanzig', 'hand') }}
- {{ claim(50, 'gem') }} {{ part('gem', 50) }}

| ![](part:aid) | {{ claim('zwei', 'aid') }} |
|---|---|

## Karten

Eine wiegt {{ claim(1.5, "one('hand', sign='castle', player='red').weight") }} und zeigt eine
{{ claim('Burg', "one('hand', weight=1.5, player='red').sign") }}; siehe Abbildung {{ claim(1, "numbered('nest')") }}.

![Weg](figure:way)
"""
TABLE = """\
parts:
  gem: [Edelstein, Edelsteine, Edelsteinen]
  hand: [Handkarte, Handkarten]
  aid: [Spielhilfe, Spielhilfen]
colors: {player.red: rot, player.blue: blau}
figures: {way: Ein Weg., nest: Ein Nest.}
words: {castle: Burg}
"""
# what tells the findings apart: what is missing, how often, and what a claim asks for
WORDS = r"figure|picture|mention|twice|once|never|Übersicht|Spielhilfen?|twenty-four|\bplayer\.red\b|\b(?:hand|aid|gem)\b|player red|sign owl|one\(.*?\)\.\w+|numbered\(.*?\)|part:\w+|\{\{.*?\}\}"
Reading = Callable[..., Game]


@pytest.fixture
def reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reading:
    """Return a function that reads the game, optionally with other German rules, another table or other paints."""
    folder = tmp_path / "wren"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name, text in (("game.yaml", GAME), ("rules.md", RULES)):
        (folder / name).write_text(text, "utf-8")

    def read(german: str = GERMAN, table: str = TABLE, painted: tuple[str, ...] = ()) -> Game:
        (folder / "rules.de.md").write_text(german, "utf-8")
        (folder / "rules.de.yaml").write_text(table, "utf-8")
        repaint = lambda colors: apply_palette(colors, None, painted)  # noqa: E731
        return read_game(folder, KINDS, (), repaint, find_resources("templates") / "words")

    return read


def make_context(game: Game) -> CheckContext:
    """Return the context of checks without finished files."""
    parts = expand_parts(game, KINDS)
    return CheckContext(game, parts, parts, PAPERS["a4"])


def list_facts(findings: object) -> list[str]:
    """Return the facts of findings, with the words that tell them apart."""
    assert findings is not None
    return [facts_with(each, WORDS) for each in findings]  # type: ignore[attr-defined]


def find_blocking(game: Game) -> list[Finding]:
    """Return the findings that stop a build, of all checks that need no finished files."""
    findings = [*run_checks(make_context(game), CHECKS), *judge_claims(game, expand_parts(game, KINDS)).findings]
    return [finding for finding in findings if finding.is_blocking]


def test_a_sound_translation_passes_and_its_numbers_are_listed(reading: Reading) -> None:
    game = reading()
    verdict = judge_claims(game, expand_parts(game, KINDS))
    assert find_blocking(game) == []
    assert (verdict.numbers, verdict.wrong) == (16, 0)
    assert [(each.id, each.place.file, each.place.line) for each in verdict.inline[8:]] == [
        ("sechs", "rules.de.md", 3), ("24", "rules.de.md", 9), ("Vierundzwanzig", "rules.de.md", 9), ("50", "rules.de.md", 10),
        ("zwei", "rules.de.md", 12), ("1.5", "rules.de.md", 17), ("Burg", "rules.de.md", 18), ("1", "rules.de.md", 18),
    ]  # fmt: skip


def test_the_census_lists_claims_of_all_languages(reading: Reading) -> None:
    (hand,) = [count for count in count_parts(make_context(reading())) if count.part == "hand"]
    assert hand.claimed == ((24, "rules.md:9"), (24, "rules.md:9"), (24, "rules.de.md:9"), (24, "rules.de.md:9"))
    (hand,) = [
        c for c in count_parts(make_context(reading(GERMAN.replace("'Vierundzwanzig'", "'fünf'")))) if c.part == "hand"
    ]
    assert (hand.claimed[-1], hand.verdict) == ((5, "rules.de.md:9"), "differ")


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("claim(24,", "claim(25,", "rules.de.md:9:3: GF101 25 hand 24 game.yaml:16:13"),
    ("'sechs'", "'sieben'", "rules.de.md:3:6: GF101 'sieben' hand player red sign owl 6 game.yaml:16:13"),
    ("'zwei'", "'two'", "rules.de.md:12:19: GF009 'two' aid"),
    ("'zwei'", "'Beide'", ""),
    ("claim('zwei', 'aid')", "claim('zwei', 'count(\\'aid\\') / 1')", ""),  # two, and 2.0
    ("'Burg'", "'Turm'", "rules.de.md:18:1: GF101 'Turm' one('hand', weight=1.5, player='red').sign 'castle' game.yaml:15:32"),
    ("claim(1, \"numbered", "claim(2, \"numbered", "rules.de.md:18:84: GF101 2 numbered('nest') 1 rules.de.md:5"),
])  # fmt: skip
def test_a_wrong_claim_of_a_translation_is_reported_at_its_line(
    reading: Reading, old: str, new: str, expected: str
) -> None:
    game = reading(GERMAN.replace(old, new))
    assert list_facts(judge_claims(game, expand_parts(game, KINDS)).findings) == [expected] * bool(expected)


CLAIM = re.compile(r"\{\{ claim\((?P<value>'[^']*'|[\d.]+), .*?\) \}\}")
CLAIMS = list(CLAIM.finditer(GERMAN))


@pytest.mark.parametrize("number", range(len(CLAIMS)))
def test_each_claim_of_a_translation_is_checked(reading: Reading, number: int) -> None:
    found = CLAIMS[number]
    wrong = "'siebzehn'" if found["value"][0] == "'" else f"{float(found['value']) + 1:g}"
    changed = GERMAN[: found.start("value")] + wrong + GERMAN[found.end("value") :]
    (finding,) = find_blocking(reading(changed))
    line = GERMAN.count("\n", 0, found.start()) + 1
    column = found.start() - GERMAN.rfind("\n", 0, found.start())
    assert (finding.code, finding.place.line, finding.place.column) == ("GF101", line, column)
    assert finding.place.file == "rules.de.md"


@pytest.mark.parametrize("number", range(len(CLAIMS)))
def test_each_missing_claim_is_reported(reading: Reading, number: int) -> None:
    found = CLAIMS[number]
    changed = GERMAN[: found.start()] + found["value"].strip("'") + GERMAN[found.end() :]
    (finding,) = find_blocking(reading(changed))
    heading = GERMAN.rfind("\n#", 0, found.start()) + 2
    assert (finding.code, finding.place.file) == ("GF135", "rules.de.md")
    assert finding.place.line == GERMAN.count("\n", 0, heading - 1) + 1
    assert "rules.md:" in finding.message


def test_a_missing_claim_names_both_places(reading: Reading) -> None:
    changed = GERMAN.replace(", zusammen {{ claim('Vierundzwanzig', 'hand') }}", "")
    assert list_facts(check_lost_claims(make_context(reading(changed)))) == [
        "rules.de.md:7:1: GF135 rules.md:9:39 hand twice twenty-four 'de' once"
    ]
    changed = changed.replace("## Karten\n", "").replace("{{ claim('sechs', 'hand', player='red', sign='owl') }}", "6")
    assert list_facts(check_lost_claims(make_context(reading(changed)))) == [
        "rules.de.md: GF135 rules.md:3:6 hand player red sign owl 6 'de' never",
        "rules.de.md: GF135 rules.md:9:39 hand twice twenty-four 'de' once",
    ]


def test_a_claim_may_move_and_a_translation_may_claim_more(reading: Reading) -> None:
    aid = "| ![](part:aid) | {{ claim('zwei', 'aid') }} |\n|---|---|\n"
    assert (
        list(check_lost_claims(make_context(reading(GERMAN.replace(aid, "") + aid + "{{ claim(3, '1 + 2') }}")))) == []
    )
    (finding,) = find_blocking(reading(GERMAN + "\n{{ claim(3, '1 + 3') }}\n"))
    assert facts_with(finding, WORDS) == "rules.de.md:22:1: GF101 3 1 3 4"


def test_a_translation_shows_the_same_figures(reading: Reading) -> None:
    changed = GERMAN.replace("![Weg](figure:way)", "`![Weg](figure:way)`\n\n![Weg](figure:wey)")
    assert list_facts(check_lost_claims(make_context(reading(changed)))) == [
        "rules.de.md:1:1: GF310 figure 'way' 'de' rules.md:5:8",
        "rules.de.md:22:8: GF008 figure 'wey' 'way'",
    ]


def test_a_part_is_mentioned_by_one_of_its_names(reading: Reading) -> None:
    game = reading(GERMAN.replace("{{ claim('zwei', 'aid') }}", "zwei"), TABLE.replace("[Spielhilfe,", "[Übersicht,"))
    assert list_facts(check_mentions(make_context(game))) == [
        "rules.de.yaml:4:3: GF131 warning: 'de' never mention 'aid' Übersicht Spielhilfen figure"
    ]
    game = reading(
        GERMAN.replace("{{ claim('zwei', 'aid') }}", "Kurzübersichten"), TABLE.replace("[Spielhilfe,", "[Übersicht,")
    )
    assert list_facts(check_mentions(make_context(game))) == []


def find_unmarked_numbers(reading: Reading, german: str, table: str = TABLE) -> list[str]:
    """Return the findings on numbers in the German rules: place, code, level and the claim to write."""
    game = reading(german, table)
    found = [each for each in check_unmarked_numbers(make_context(game)) if each.place.file == "rules.de.md"]
    claims = [re.search(r"\{\{ .* \}\}", each.message) for each in found]
    return [
        f"{each.place.line}:{each.place.column} {each.code} {each.level} {claim[0] if claim else ''}".rstrip()
        for each, claim in zip(found, claims, strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nimm fünfzig Edelsteine", ["3:6 GF108 note {{ claim('fünfzig', 'gem') }}"]),
        ("Nimm 51 Edelsteine, 77 Edelsteinsplitter", ["3:6 GF108 note {{ claim(50, 'gem') }}"]),
        ("Von einundfünfzig\nEdelsteinen", ["3:5 GF108 note {{ claim(50, 'gem') }}"]),
        ("Es gibt 50 {{ part('gem', 50) }}", ["3:9 GF108 note {{ claim(50, 'gem') }}"]),
        ("Es gibt 12 {{ color('player.red') }} Handkarten", ["3:9 GF108 note {{ claim(12, 'hand', player='red') }}"]),
        (
            "Es gibt 77 Edelsteine. Es gab 77 Edelsteine und 76 Edelsteine.",
            ["3:9 GF107 warning", "3:49 GF108 note {{ claim(50, 'gem') }}"],
        ),
        ("Nimm 2.077 Edelsteine, `77 Edelsteine`, 100-77 Edelsteine, 77 rote Edelsteine", []),
        ("{{ claim(50, 'gem') }} Edelsteine, ein Edelstein", []),
    ],
)
def test_numbers_beside_names_of_parts(reading: Reading, text: str, found: list[str]) -> None:
    assert find_unmarked_numbers(reading, f"# Z\n\n{text}\n") == found


def test_the_list_of_contents_is_the_section_that_has_it_in_the_first_rules(reading: Reading) -> None:
    wrong = GERMAN.replace("- {{ claim(50, 'gem') }} {{ part('gem', 50) }}", "- 49 Edelsteine")
    assert find_unmarked_numbers(reading, wrong) == ["10:3 GF107 error"]
    assert find_unmarked_numbers(reading, wrong.replace("- 49", "49")) == ["10:1 GF108 note {{ claim(50, 'gem') }}"]
    moved = wrong.replace("## Schachtel", "## Karten und Schachtel\n\n## Schachtel")
    assert find_unmarked_numbers(reading, moved) == ["12:3 GF108 note {{ claim(50, 'gem') }}"]
    misnamed = GERMAN.replace("{{ part('gem', 50) }}", "Handkarten")
    assert find_unmarked_numbers(reading, misnamed) == ["10:3 GF109 warning"]


def test_a_name_that_parts_share_may_count_any_of_them(reading: Reading) -> None:
    table = TABLE.replace("[Spielhilfe, Spielhilfen]", "[Karte, Karten]").replace("Handkarten]", "Handkarten, Karten]")
    both = "\"count('hand') + count('aid')\""
    assert find_unmarked_numbers(
        reading, "# Z\n\nMische 24 Karten; 26 Karten sind es in allem, nie 27 Karten.\n", table
    ) == [
        "3:8 GF108 note {{ claim(24, 'hand') }}",
        f"3:19 GF108 note {{{{ claim(26, {both}) }}}}",
        f"3:51 GF108 note {{{{ claim(26, {both}) }}}}",
    ]


def test_number_words_with_combining_accents(reading: Reading) -> None:
    apart = "{{ claim('fu\u0308nfzig', 'gem') }}"
    assert find_blocking(reading(GERMAN.replace("{{ claim(50, 'gem') }}", apart))) == []


def test_bare_color_names_are_reported_in_each_language(reading: Reading) -> None:
    table = TABLE.replace("Ein Weg.", "Der Weg ist rot.")
    painted = reading(GERMAN + "Rot, rote\n", table, painted=("player.red=#663300",))
    assert [
        facts_with(each, WORDS) for each in check_color_names(make_context(painted)) if "rules.md" not in str(each)
    ] == [
        "rules.de.md:21:1: GF130 warning: 'Rot' player.red 'braun' {{ Color('player.red') }}",
        "rules.de.yaml:6:11: GF130 warning: figure 'way' 'rot' player.red 'braun' {{ color('player.red') }}",
    ]
    assert list_facts(check_color_names(make_context(reading(GERMAN + "Rot, rote\n", table)))) == []


def test_unused_words_are_reported(reading: Reading) -> None:
    (german,) = reading(table=TABLE.replace("Burg}", "Burg, 4  steps: 4 Schritte, arm: Arm}")).translations
    assert list_facts(check_unused_words(german, {"arm", "Gems"})) == [
        "rules.de.yaml:7:23: GF307 warning: '4 steps' '4 Schritte' never"
    ]
