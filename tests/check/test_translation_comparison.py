"""A translation is compared with the first rules block by block and cell by cell (GF170 to GF172, GF174, GF195 to GF197)."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.check.check_context import CheckContext
from generator.check.translations.blocks import read_rules_text
from generator.check.translations.comparison import FACT_KINDS, compare_translations
from generator.check.translations.facts import Weight, find_numbers
from generator.components import KINDS
from generator.load.game import read_game
from generator.model.finding import Finding
from generator.model.paper import PAPERS
from tests.kits import GAMES, WORDS
from tests.mistakes.rows import CORRECT_GAMES
from tests.samples import for_each

GAME = """\
title: Wren
version: "1"
players: [2, 4]
about: Birds lay 3 eggs.
language: en
colors: {player.red: {paint: "#D55E00"}, player.blue: {paint: "#0072B2"}}
icons:
  leaf: signs.svg#leaf
  tree: signs.svg#tree
parts:
  egg: {kind: token, title: Eggs, diameter: 20, front: egg.svg.j2, copies: 6}
  nest: {kind: tile, title: Nests, size: [30, 30], front: egg.svg.j2, copies: 2}
figures:
  laid: {kind: table, things: [{part: egg, at: [15, 15]}], size: [30, 30], alt: Two eggs in a nest of 12 twigs.}
  flown: {kind: table, things: [{part: egg, at: [15, 15]}], size: [30, 30], alt: An egg.}
rules: rules.md
"""
RULES = """\
# Wren

Birds lay {{ claim(6, 'egg') }} eggs, about 40 mm long, at half past five.

## 1. Contents

- **six** eggs of 5 g
- two nests
- *five* trees {leaf}

## 2. Play

Lay an egg into a nest (see [play](#2-play)).[^far] It takes 1,500 twigs and two 0s.

| Bird | Eggs (E) | Twigs |
| --- | --- | ---: |
| Wren | Nests | 7 |
| Robin | {{ color('player.red') }} | 8 \\| 9 |

![An egg of three](figure:laid)

![Another](figure:flown)

> [!NOTE]
> Press `b` or ![](part:egg) now.

[^far]: At least 30 steps.
[^near]: Nobody counts these steps today.
"""
GERMAN = """\
# Zaun

Vögel legen {{ claim(6, 'egg') }} Vogeleier, etwa 40 mm lang, um halb sechs.

## 1. Inhalt

- **sechs** Vogeleier von 5 g
- zwei Nester
- *fünf* Bäume {leaf}

## 2. Spielen

Leg ein Vogelei in ein Nest (siehe [Spielen](#2-spielen)).[^far] Es braucht 1.500 Zweige und zwei Nullen.

| Vogel | Vogeleier (E) | Zweige |
| --- | --- | ---: |
| Zaun | Nester | 7 |
| Rotkehlchen | {{ color('player.red') }} | 8 \\| 9 |

![Ein Ei von dreien](figure:laid)

![Noch eins](figure:flown)

> [!NOTE]
> Drück jetzt `b` oder ![](part:egg).

[^far]: Mindestens 30 Schritte.
[^near]: Niemand zählt heute diese Schritte.
"""
TABLE = """\
title: Zaun
about: Vögel legen 3 Eier.
parts: {egg: [Vogelei, Vogeleier], nest: [Nest, Nester]}
colors: {player.red: rot, player.blue: blau}
figures:
  laid: Zwei Eier in einem Nest aus 12 Zweigen.
  flown: Ein Ei.
words: {4 steps: 4 Schritte, birds of the 1970s: Vögel der siebziger}
"""
R, Y = "rules.de.md", "rules.de.yaml"
Comparison = Callable[..., list[Finding]]


@pytest.fixture
def comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Comparison:
    """Return a function that replaces texts of files of the game, and compares its translation."""
    home = tmp_path / "wren"
    home.mkdir()
    monkeypatch.chdir(home)

    def compare(*changes: tuple[str, str, str]) -> list[Finding]:
        texts = {"game.yaml": GAME, "rules.md": RULES, R: GERMAN, Y: TABLE}
        for file, old, new in changes:
            assert texts[file].count(old) == 1, old
            texts[file] = texts[file].replace(old, new)
        for file, text in texts.items():
            Path(file).write_text(text, "utf-8")
        return find_differences(home)

    return compare


def find_differences(folder: Path) -> list[Finding]:
    """Return what the comparison reports of all translations of a game."""
    game = read_game(folder, KINDS, words=WORDS)
    return [*compare_translations(CheckContext(game, (), (), PAPERS["a4"]))]


def list_facts(findings: list[Finding]) -> list[str]:
    """Return the places, codes and levels, and in brackets the texts that messages quote."""
    quoted = (re.findall(r"(?<!\\w)'([^']*)'", each.message) for each in findings)
    places = (f"{Path(each.place.file).name}:{each.place.line}:{each.place.column}" for each in findings)
    return [
        f"{place} {each.code} {each.level} {' '.join(some)}"
        for place, each, some in zip(places, findings, quoted, strict=True)
    ]


def test_a_sound_translation_has_no_difference(comparison: Comparison) -> None:
    assert comparison() == []


def test_number_words_are_compared_only_if_both_languages_have_some(tmp_path: Path) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    game = 'title: Wren\nversion: "1"\nplayers: [2, 4]\nparts:\n  egg: {kind: token, diameter: 12, front: e.svg.j2, copies: 3}\n'
    terms = "figure section version players players_alike note contents page build sheet outer inner flip".split()
    words = {
        "figure": "Kuva {number}",
        "section": "kohta {number}",
        "version": "Versio {version}",
        "page": "{number}/{pages}",
    }
    words |= {"players": "{least}-{most}", "players_alike": "{least}", "build": "{build}", "sheet": "{sheet}/{sheets}"}
    table = [f"  {term}: '{words.get(term, term)}'\n" for term in terms]
    (home / "game.yaml").write_text(f"{game}rules: rules.md\n", "utf-8")
    (home / "rules.md").write_text("# Wren\n\nTake three eggs.\n\nThen draw 4 eggs.\n", "utf-8")
    (home / "rules.fi.md").write_text("# Wren\n\nOta kolme munaa.\n\nNosta sitten 5 munaa.\n", "utf-8")
    start = "parts: {egg: [muna, munat]}\nterms:\n  decimal: ','\n"
    (home / "rules.fi.yaml").write_text(start + "".join(table), "utf-8")
    found = [each for each in find_differences(home) if each.code == "GF170"]
    assert {str(each.place.line) for each in found} == {"5"}
    numbers = "  numbers: [nolla, yksi, kaksi, kolme, neljä]\n"
    (home / "rules.fi.yaml").write_text(start + numbers + "".join(table), "utf-8")
    (home / "rules.fi.md").write_text("# Wren\n\nOta kaksi munaa.\n\nNosta sitten 4 munaa.\n", "utf-8")
    found = [each for each in find_differences(home) if each.code == "GF170"]
    assert {str(each.place.line) for each in found} == {"3"}


def list_translated_games() -> list[Path]:
    """Return the folders of all games that have a translation."""
    homes = sorted({*GAMES.values(), *(each.parent for each in CORRECT_GAMES.glob("*/game.yaml"))})
    return [home for home in homes if len([*home.glob("*.??.yaml")]) and len([*home.glob("*.??.md")])]


@pytest.mark.parametrize("home", list_translated_games(), ids=lambda home: home.name)
def test_translations_of_correct_games_have_no_difference(home: Path) -> None:
    assert find_differences(home) == []


def test_there_are_translated_games() -> None:
    assert {"pachisi", "psycle"} < {home.name for home in list_translated_games()}


# file, what stands there, what is put in its place, and the finding about the translation
DIFFERENCES = {
    "digits": (R, "7 |", "6 |", "rules.de.md:17:19 GF170 error 6 7"),
    "digits beside a unit, which may be converted": (R, "5 g", "6 g", "rules.de.md:7:27 GF170 warning 6 5"),
    "a number word": (R, "zwei Nester", "drei Nester", "rules.de.md:8:3 GF170 warning drei two"),
    "a number of a caption": (R, "von dreien", "von vier", "rules.de.md:20:14 GF170 warning vier three"),
    "a number is gone": (R, "Mindestens 30 Schritte", "Mindestens", "rules.de.md:27:1 GF170 warning 30"),
    "a number more": (R, "heute diese", "heute 3 diese", "rules.de.md:28:30 GF170 warning 3"),
    "a number for a claim": (R, "{{ claim(6, 'egg') }}", "7", "rules.de.md:3:13 GF170 warning 7"),
    "thousands": (R, "1.500", "1.600", "rules.de.md:13:77 GF170 warning 1.600 1,500"),
    "a number of the table of words": (Y, "legen 3 Eier", "legen 4 Eier", "rules.de.yaml:2:1 GF170 error 4 3"),
    "a number of a figure's text": (Y, "aus 12", "aus 13", "rules.de.yaml:6:3 GF170 error 13 12"),
    "a number of a drawn text": (Y, "4 Schritte", "5 Schritte", "rules.de.yaml:8:9 GF170 error 5 4"),
    "an item is gone": (R, "- zwei Nester\n", "", "rules.de.md:8:1 GF171 warning - two nests"),
    "an item more": (R, "- zwei Nester\n", "- zwei Nester\n- ein Ast\n", "rules.de.md:9:1 GF171 warning"),
    "a row is gone": (R, "| Zaun | Nester | 7 |\n", "", "rules.de.md:16:1 GF171 warning | Wren | Nests | 7 |"),
    "a row more": (R, "| Zaun |", "| Spatz | | 4 |\n| Zaun |", "rules.de.md:17:1 GF171 warning"),
    "a heading is gone": (R, "## 1. Inhalt\n\n", "", "rules.de.md:4:1 GF171 warning ## 1. Contents"),
    "a footnote's text is gone": (R, "[^near]: Niemand zählt heute diese Schritte.\n", "", "rules.de.md:28:1 GF171 warning [^near]: Nobody counts these steps today."),
    "a sentence is gone": (R, " Es braucht 1.500 Zweige und zwei Nullen.", "", "rules.de.md:13:1 GF171 warning"),
    "a sentence more": (R, "zählt heute diese Schritte.", "zählt heute diese Schritte. Wer trotzdem zählt, setzt aus.", "rules.de.md:28:1 GF171 warning"),
    "not translated": (R, "Niemand zählt heute diese Schritte.", "Nobody counts these steps today.", "rules.de.md:28:1 GF171 warning [^near]: Nobody counts these steps today."),
    "another link": (R, "#2-spielen", "#1-inhalt", "rules.de.md:13:46 GF172 error #1-inhalt #2-play"),
    "no link": (R, "[Spielen](#2-spielen)", "Spielen", "rules.de.md:13:1 GF172 warning #2-play"),
    "another footnote": (R, ".[^far]", ".[^near]", "rules.de.md:13:59 GF172 error [^near] [^far]"),
    "another picture": (R, "part:egg", "part:nest", "rules.de.md:25:28 GF172 warning part:nest part:egg"),
    "another icon": (R, "{leaf}", "{tree}", "rules.de.md:9:16 GF172 warning {tree} {leaf}"),
    "no icon": (R, " {leaf}", "", "rules.de.md:9:1 GF172 warning {leaf}"),
    "other code": (R, "`b`", "`c`", "rules.de.md:25:15 GF172 warning c b"),
    "another color": (R, "color('player.red')", "color('player.blue')", "rules.de.md:18:17 GF172 warning blau red"),
    "another letter": (R, "(E)", "(F)", "rules.de.md:15:22 GF172 warning F E"),
    "not bold": (R, "**sechs**", "sechs", "rules.de.md:7:1 GF172 warning six"),
    "italic": (R, "zwei Nester", "*zwei* Nester", "rules.de.md:8:3 GF172 warning zwei"),
    "another level": (R, "## 2.", "### 2.", "rules.de.md:11:1 GF172 warning a heading of level 3 a heading of level 2"),
    "a paragraph for an item": (R, "- zwei Nester\n", "\nzwei Nester\n\n", "rules.de.md:9:1 GF172 warning a paragraph a list item"),
    "a column more": (R, "Zweige |\n| --- |", "Zweige | |\n| --- | --- |", "rules.de.md:15:1 GF172 warning the head of a table with 4 columns the head of a table with 3 columns"),
    "another part": (R, "ein Nest (", "ein Vogelei (", "rules.de.md:13:24 GF174 warning Vogelei nest"),
    "a name that is a text of its own": (R, "| Nester |", "| Horste |", "rules.de.md:17:10 GF174 warning Nests"),
    "a name for a part that is counted": (R, "**sechs** Vogeleier", "**sechs** Dotter", "rules.de.md:7:1 GF174 warning eggs"),
    "the name of another color": (Y, "player.red: rot", "player.red: gelb", "rules.de.yaml:4:10 GF174 warning gelb yellow red rot"),
    "left in the first language": (R, "[^near]: Niemand", "[^near]: A wren can sing here.\n[^near]: Niemand", "rules.de.md:28:1 GF171 warning"),
    "the opposite": (R, "Mindestens 30", "Höchstens 30", "rules.de.md:27:9 GF195 warning Höchstens At least"),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_difference_is_told_once_at_its_place(comparison: Comparison, name: str) -> None:
    file, old, new, expected = DIFFERENCES[name]
    assert [each.strip() for each in list_facts(comparison((file, old, new))) if " note " not in each] == [expected]


SOUND = {
    "one, in words": (R, "zwei Nester", "zwei Nester, je eines"),
    "a small number said in another way": (R, "zwei Nester", "ein Paar Nester"),
    "a number word more": (R, "Niemand zählt", "Keiner der vier zählt"),
    "a pronoun for a part": (R, "in ein Nest", "hinein"),
    "a compound for a part": (R, "ein Nest (", "ein Vogelnest ("),
    "a year in another way": (Y, "der siebziger", "von damals"),
}  # fmt: skip


@pytest.mark.parametrize("name", SOUND)
def test_what_a_translator_may_do_is_not_told(comparison: Comparison, name: str) -> None:
    assert comparison(SOUND[name]) == []


def test_where_the_first_rules_may_be_wrong_a_note_stands_there(comparison: Comparison) -> None:
    assert list_facts(comparison(("rules.md", "| 7 |", "| 9 |"))) == [
        "rules.de.md:17:19 GF170 error 7 9",
        "rules.md:17:18 GF170 note 7 9",
    ]


def test_a_claim_stands_for_a_claim_and_not_for_another_number(comparison: Comparison) -> None:
    changes = ("rules.md", "Birds lay", "Six birds lay"), (R, "Vögel legen", "Sieben Vögel legen")
    assert list_facts(comparison(*changes))[0] == "rules.de.md:3:1 GF170 warning Sieben Six"


def test_figures_may_stand_in_another_place(comparison: Comparison) -> None:
    figure = "![Ein Ei von dreien](figure:laid)\n\n"
    assert comparison((R, figure, ""), (R, "## 2. Spielen", f"{figure}## 2. Spielen")) == []


def test_what_follows_a_missing_block_is_still_compared(comparison: Comparison) -> None:
    changes = (R, "- **sechs** Vogeleier von 5 g\n", ""), (R, "| 7 |", "| 6 |"), (R, "*fünf*", "*vier*")
    assert [each.partition(" ")[0] for each in list_facts(comparison(*changes)) if " note " not in each] == [
        "rules.de.md:6:1",
        "rules.de.md:8:4",
        "rules.de.md:16:19",
    ]


# changes of the first rules, of the translation, and what is told of the translation
LIKE = {
    "another of an order": ("steps today", "second steps today", "diese Schritte", "diese dritten Schritte", "28:36 GF195 warning dritten second"),
    "the same of an order": ("steps today", "second steps today", "diese Schritte", "diese zweiten Schritte", ""),
    "a phrase wins over a word in it": ("At least 30", "At most 30", "Mindestens 30", "Höchstens 30", ""),
    "an amount": ("*five* trees {leaf}", "*five* trees: 1 {leaf} for 2 {tree}", "*fünf* Bäume {leaf}", "*fünf* Bäume: 2 {leaf} für 1 {tree}", "9:17 GF170 warning 2 {leaf} 1 {leaf}"),
    "amounts in another order": ("*five* trees {leaf}", "*five* trees: 1 {leaf} for 2 {tree}", "*fünf* Bäume {leaf}", "*fünf* Bäume: für 2 {tree} 1 {leaf}", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", LIKE)
def test_words_of_the_lists_of_a_language_are_compared(comparison: Comparison, name: str) -> None:
    old, new, alt, neu, expected = LIKE[name]
    told = [each for each in list_facts(comparison(("rules.md", old, new), (R, alt, neu))) if R in each]
    assert told == ([f"{R}:{expected}"] if expected else [])


@pytest.mark.parametrize(
    ("person", "told"), [("Cleo", []), ("Ben", ["rules.de.md:28:79 GF174 warning Ben Cleo"]), ("Wer", [])]
)
def test_persons_are_compared(comparison: Comparison, person: str, told: list[str]) -> None:
    english = ("rules.md", "counts these steps today.", "counts these steps. Ben and Cleo win, but Cleo, not Ben.")
    german = (
        R,
        "zählt heute diese Schritte.",
        f"zählt diese Schritte. Ben und Cleo gewinnen, aber {person}, nicht Ben.",
    )
    assert [each for each in list_facts(comparison(english, german)) if R in each] == told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("a nest: ein Nest, a bird: ein Vogel", []),
        ("a nest: ein Vogel, a bird: ein Vogel", ["8:28 GF197", "8:9 GF197 warning ein Vogel a nest a bird"]),
        ("A nest: ein Nest, a nest: ein Nest, a nests: ein Nest", []),
        ("twigs: Schritte, steps: Zweige", ["8:9 GF197 warning Schritte twigs steps", "8:26 GF197"]),
        ("twigs: Zweige, steps: Schritte", []),
    ],
)
def test_a_text_of_drawings_has_its_own_translation(comparison: Comparison, words: str, told: list[str]) -> None:
    found = list_facts(comparison((Y, "words: {", f"words: {{{words}, ")))
    assert all(each.startswith(f"{Y}:{start}") for each, start in zip(found, told, strict=True)), found


def test_each_kind_of_fact_has_a_case() -> None:
    codes = {expected.split()[1] for *_, expected in DIFFERENCES.values()}
    assert codes == {kind.code for kind in FACT_KINDS} | {"GF171", "GF195"}


def test_rules_are_read_as_blocks() -> None:
    game = read_game(GAMES["pachisi"], KINDS, words=WORDS)
    assert game.first is not None
    blocks = read_rules_text(game.first).blocks
    assert {block.kind for block in blocks} == {"heading", "paragraph", "item", "row", "figure"}
    lines = game.first.rules.split("\n")
    titles = [line for line in lines if line.startswith("#")]
    assert [game.first.rules[block.start : block.end] for block in blocks if block.kind == "heading"] == titles


@for_each(
    [
        ("de", "Zu fünft spielt ihr lauter als zu zweit.", ["5", "2"]),
        ("de", "Um halb drei gehen vier von 3 schlafen.", ["4", "3"]),
        ("en", "At half past two, four of 3 sleep, twice.", ["4", "3", "2"]),
        ("en", "a dozen, 2.5 and 1,500, or one", ["12", "2.5", "1500"]),
        ("de", "2,5 und 1.500 oder eine", ["2.5", "1500"]),
    ]
)
def test_numbers_are_read_in_each_language(tag: str, text: str, found: list[str]) -> None:
    language = next(each for each in read_game(GAMES["pachisi"], KINDS, words=WORDS).languages if each.tag == tag)
    numbers = [*find_numbers(text, 0, language)]
    assert [each.value for each in numbers] == found
    assert all(each.weight > Weight.CANCELS and text[each.at :].startswith(each.shown) for each in numbers)


@pytest.mark.parametrize(
    "text",
    ["[" * 3000, "> " * 3000 + "x", "*" * 3000, "| " * 3000, "![" * 3000, "- " * 500, "-\n\nx", "[a\n[^b]: c](d)"],
)
def test_deeply_nested_and_empty_blocks_are_read(comparison: Comparison, text: str) -> None:
    comparison(("rules.md", "Birds lay", f"{text}\n\nBirds lay"))
