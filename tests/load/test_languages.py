"""Translations of the rules: files found beside the first rules, their word tables, and faults in them."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from generator.components import KINDS
from generator.language.color_words import COLOR_TERMS
from generator.load.game import read_game
from generator.load.language_tables import read_bundled_words
from generator.load.languages import choose_languages
from generator.load.palette import apply_palette
from generator.load.yaml_nodes import read_yaml, to_plain
from generator.model.finding import DataError, Place
from generator.model.game import ComponentKind, Game
from generator.model.language import RuleWords, Terms
from generator.model.rules import InlineClaim
from generator.program.identity import find_resources
from tests.messages import facts, facts_of

WORDS = find_resources("templates") / "words"
RULES = """\
# Zaunkönig

{{ Color('player.red') }} zieht {{ claim('sechs', 'hand') }} {{ part('hand', 6) }}, {{ claim(1.5, 'weight()') }} Gramm.
{{ Part('coin') }}: {{ color('gem') }}
"""
TABLE = """\
parts:
  hand: [Zettel, Zettel]
  coin: [Münze, Münzen, Geldstücken]
colors: {player.red: rot, player.blue: blau, gem: grün}
words:
  "{{ color('player.red') }}  slips": "Zettel in {{ color('player.red') }}"
"""
Read = Callable[..., Game]


@pytest.fixture
def read_translated(wren: Path, kinds: dict[str, ComponentKind]) -> Read:
    """Return a function that writes the given files (None removes one) and reads the game with its translation."""
    (wren / "rules.de.md").write_text(RULES, "utf-8")
    (wren / "rules.de.yaml").write_text(TABLE, "utf-8")

    def read(files: dict[str, str | None] | None = None, **more: str) -> Game:
        for name, text in (files or {}).items():
            (wren / name).unlink() if text is None else (wren / name).write_text(text, "utf-8")
        repaint = lambda colors: apply_palette(colors, None, [f"{k.replace('_', '.')}={v}" for k, v in more.items()])  # noqa: E731
        return read_game(wren, kinds, repaint=repaint, words=WORDS)

    return read


def find_faults(read: Read, files: dict[str, str | None], **more: str) -> list[str]:
    """Return the facts of the findings when the game is read with these files and paints."""
    with pytest.raises(DataError) as caught:
        read(files, **more)
    return facts_of(caught.value.findings)


def test_a_translation_is_read_with_its_words(read_translated: Read) -> None:
    game = read_translated()
    (german,) = game.translations
    assert (german.tag, german.file, german.words) == ("de", "rules.de.md", "rules.de.yaml")
    assert german.rules == "# Zaunkönig\n\nRot zieht sechs Zettel, 1,5 Gramm.\nMünze: grün\n"
    assert german.inline == (
        InlineClaim("sechs", "hand", {}, Place("rules.de.md", 3, 33)),
        InlineClaim(1.5, "weight()", {}, Place("rules.de.md", 3, 85)),
    )
    assert [(each.color, each.part) for each in german.marked] == [
        ("player.red", ""), ("", ""), ("", "hand"), ("", ""), ("", "coin"), ("gem", ""),
    ]  # fmt: skip
    assert german.title == "Wren"
    assert german.terms.figure == "Abbildung {number}"
    assert german.terms.numbers[16] == "sechzehn"
    assert german.parts == {"hand": ("Zettel", "Zettel"), "coin": ("Münze", "Münzen", "Geldstücken")}
    assert german.colors == {"player.red": "rot", "player.blue": "blau", "gem": "grün"}
    assert german.says == {
        "hand": "Zettel", "coin": "Münze", "red slips": "Zettel in rot", "red": "rot", "blue": "blau", "gem": "grün",
    }  # fmt: skip
    assert german.place("words", "{{ color('player.red') }}  slips") == Place("rules.de.yaml", 6, 3)
    assert german.place("says", "red slips") == Place("rules.de.yaml", 6, 3)
    assert german.place("parts", "hand", "x") == Place("rules.de.yaml", 2, 3)


def test_the_first_language_is_listed_with_its_words(read_translated: Read) -> None:
    game = read_translated()
    assert game.first
    assert [each.tag for each in game.languages] == ["en", "de"]
    assert (game.first.file, game.first.words, game.first.rules) == ("rules.md", "game.yaml", game.rules)
    assert game.first.terms == Terms()
    assert game.first.parts == {"hand": ("hand", "hands"), "coin": ("coin", "coins")}


def test_the_first_language_can_have_names_and_terms_of_its_own(read_translated: Read) -> None:
    table = "parts: {hand: [slip, slips]}\nterms: {note: Mind}\n"
    game = read_translated({"rules.en.yaml": table, "rules.md": "{{ part('hand', 2) }} {{ Part('coin') }}"})
    assert game.first
    assert game.rules == "slips Coin"
    assert (game.first.terms.note, game.first.terms.figure) == ("Mind", "Figure {number}")
    assert game.first.words == "rules.en.yaml"
    assert find_faults(read_translated, {"rules.en.yaml": "title: Wren\nparts: {hant: [a]}\n"}) == [
        "rules.en.yaml:1:1: GF006 'title'",
        "rules.en.yaml:2:9: GF008 'hant' 'hand'",
    ]


def test_a_game_in_german_uses_german_terms(read_translated: Read, wren: Path) -> None:
    text = (wren / "game.yaml").read_text("utf-8").replace("rules: rules.md", "rules: rules.md\nlanguage: de-AT")
    game = read_translated({"game.yaml": text.replace("kind: disc", "kind: disc\n    title: Münze"), "rules.de.md": None,
                       "rules.de.yaml": None, "rules.md": "Eine {{ part('coin') }}"})  # fmt: skip
    assert game.first
    assert (game.first.tag, game.rules, game.first.terms.note) == ("de-AT", "Eine Münze", "Hinweis")
    assert find_faults(read_translated, {"rules.md": "{{ part('coin', 3) }}"}) == [
        "rules.md:1:1: GF005 'rules.de-AT.yaml' `parts: {coin: [one, several]}`"
    ]
    assert find_faults(read_translated, {"game.yaml": text.replace("de-AT", "it"), "rules.md": "a"})[0].startswith(
        "game.yaml:21:11: GF005 'it' `terms`"
    )


def test_part_names_are_lowercase_inside_a_sentence(read_translated: Read) -> None:
    assert read_translated({"rules.md": "{{ part('coin', 1) }} {{ Part('coin', 0) }}"}).rules == "coin Coins"


@pytest.mark.parametrize(("text", "expected"), [
    ("a\n {{ part('cion', 2) }}", "2:2: GF008 'cion' 'coin'"),
    ("{{ part('coin', -1) }}", "1:1: GF009 'hand' 3"),
    ("{{ part('coin', 'two') }}", "1:1: GF009 'hand' 3"),
    ("{{ part('coin', 2, 3) }}", "1:1: GF009 'hand' 3"),
    ("{{ part(coin) }}", "1:1: GF009 'hand' 3"),
])  # fmt: skip
def test_invalid_uses_of_part_are_refused(read_translated: Read, text: str, expected: str) -> None:
    assert find_faults(read_translated, {"rules.md": text}) == [f"rules.md:{expected}"]
    assert find_faults(read_translated, {"rules.md": "a", "rules.de.md": text}) == [f"rules.de.md:{expected}"]


def test_data_texts_may_name_parts_but_titles_may_not(read_translated: Read, wren: Path) -> None:
    text = (wren / "game.yaml").read_text("utf-8")
    about = text.replace('version: "1.0"', 'version: "1.0"\nabout: "{{ part(\'coin\', 5) }}"')
    assert read_translated({"game.yaml": about, "rules.de.yaml": f"about: Münzen\n{TABLE}"}).data.about == "coins"
    title = text.replace("kind: disc", "kind: disc\n    title: \"{{ part('hand') }}\"")
    assert find_faults(read_translated, {"game.yaml": title, "rules.de.yaml": TABLE}) == [
        "game.yaml:17:12: GF009 'hand' 'player.red'"
    ]


@pytest.mark.parametrize(("files", "expected"), [
    ({"rules.de.yaml": None},
     ["rules.de.md: GF001 'rules.de.yaml'"]),
    ({"rules.de.md": None}, ["rules.de.yaml: GF001 'rules.de.md'"]),
    ({"rules.en.md": "x"}, ["rules.en.md: GF003 'en'"]),
    ({"rules.draft.md": "x"}, ["rules.draft.md: GF006 'draft'"]),
    ({"rules.de.yaml": "- a"},
     ["rules.de.yaml:1:1: GF006 `parts: {hand: [Karte, Karten]}`"]),
    ({"rules.de.yaml": TABLE + "titel: x\n"}, ["rules.de.yaml:7:1: GF004 'titel' 'title'"]),
    ({"rules.de.yaml": TABLE.replace("  coin", "  cion")}, [
        "rules.de.yaml:1:1: GF005 'coin' `coin: [one, several]`",
        "rules.de.yaml:3:3: GF008 'cion' 'coin'",
        "rules.de.md:4:1: GF005 `parts: {coin: [one, several]}`",
    ]),
    ({"rules.de.yaml": TABLE.replace("[Zettel, Zettel]", "[Zettel]")}, [
        "rules.de.md:3:62: GF005 `parts: {hand: [one, several]}`",
    ]),
    ({"rules.de.yaml": TABLE.replace("[Zettel, Zettel]", "[]")}, [
        "rules.de.yaml:2:9: GF006",
        "rules.de.md:3:62: GF005 `parts: {hand: [one, several]}`",
    ]),
    ({"rules.de.yaml": TABLE.replace("gem: grün", "gen: grün, ocean: blau")}, [
        "rules.de.md:4:21: GF005 `colors: {gem: name}`",
        "rules.de.yaml:4:46: GF008 'gen' 'gem'",
        "rules.de.yaml:4:57: GF008 'ocean' 'gem' 'player.blue' 'player.red'",
    ]),
    ({"rules.de.yaml": TABLE.replace("rot,", "\"{{ color('gem') }}\",")},
     ["rules.de.yaml:4:22: GF009"]),
    ({"rules.de.yaml": TABLE + '  "red slips": rot\n'},
     ["rules.de.yaml:7:3: GF003 'red slips' rules.de.yaml:6:3"]),
    ({"rules.de.yaml": TABLE + "figures: {a: b}\n"},
     ["rules.de.yaml:7:11: GF008 'a'"]),
    ({"rules.de.yaml": TABLE + 'terms: {figure: "Abb. {nummer}", page: "S. {number}", note: "{x", build: "b"}\n'}, [
        "rules.de.yaml:7:17: GF006 'Figure {number}'",
        "rules.de.yaml:7:61: GF006 'Note'",
        "rules.de.yaml:7:74: GF006 'build {build}'",
    ]),
    ({"rules.de.yaml": TABLE + 'terms: {figure: "Abb. {number!x}", section: "Abschnitt {number!r}"}\n'}, [
        "rules.de.yaml:7:17: GF006 'Figure {number}'",
        "rules.de.yaml:7:45: GF006 'section {number}'",
    ]),
    ({"rules.it.md": "x", "rules.it.yaml": "parts: {hand: [m, ms], coin: [p, ps]}\n"}, [
        "rules.it.yaml:1:1: GF005 'it' `terms`",
    ]),
    ({"rules.de.md": "{{ color('player.rad') }}"},
     ["rules.de.md:1:1: GF008 'player.rad' 'player.red'"]),
])  # fmt: skip
def test_faults_in_a_translation_are_reported(
    read_translated: Read, files: dict[str, str | None], expected: list[str]
) -> None:
    assert sorted(find_faults(read_translated, files)) == sorted(expected)


def test_a_language_without_bundled_words_needs_every_term(read_translated: Read) -> None:
    table = "parts: {hand: [m, ms], coin: [p, ps]}\n"
    with pytest.raises(DataError) as caught:
        read_translated({"rules.it.md": "x", "rules.it.yaml": table})
    optional = {
        "tip",
        "important",
        "warning",
        "caution",
        "numbers",
        "age",
        "minutes",
        "minutes_alike",
        "hours",
        "hours_alike",
        "larger",
        "binding",
    }
    assert ", ".join(field for field in Terms.__struct_fields__ if field not in optional) in str(caught.value)


def test_other_texts_of_the_game_need_a_translation(read_translated: Read, wren: Path) -> None:
    more = "about: A bird.\ncredits: [me]\nnotice: Mine.\nfigures:\n  f: {template: a, size: [9, 9], alt: Nest}\n"
    text = (wren / "game.yaml").read_text("utf-8") + more
    rules = {"game.yaml": text, "rules.md": "![a](figure:f)"}
    assert find_faults(read_translated, {**rules, "rules.de.yaml": TABLE}) == [
        "rules.de.yaml:1:1: GF005 'f' `f: words`",
        "rules.de.yaml:1:1: GF005 'about' game.yaml:26:8",
        "rules.de.yaml:1:1: GF005 'credits' game.yaml:27:10",
        "rules.de.yaml:1:1: GF005 'notice' game.yaml:28:9",
    ]
    own = "title: Zaun\nabout: Ein Vogel.\ncredits: [ich]\nnotice: Meins.\nfigures: {f: \"{{ part('coin', 2) }} da\"}\n"
    (german,) = read_translated({"rules.de.yaml": own + TABLE}).translations
    assert (german.title, german.about, german.credits, german.notice) == ("Zaun", "Ein Vogel.", ("ich",), "Meins.")
    assert german.alts == {"f": "Münzen da"}
    assert [each.part for each in german.spoken["figures", "f"]] == ["coin"]


def test_translated_color_names_follow_the_palette(read_translated: Read) -> None:
    (german,) = read_translated(player_red="#8b4513").translations
    assert german.rules.startswith("# Zaunkönig\n\nBraun zieht")
    assert german.repainted == {"player.red": "braun"}
    assert german.says["brown slips"] == "Zettel in braun"
    (german,) = read_translated(player_red="#ff8c00").translations  # one word in both languages
    assert german.rules.startswith("# Zaunkönig\n\nOrange zieht")
    assert german.later == ()
    (german,) = read_translated(player_red="#000080").translations  # darker than the blue of the other
    assert german.rules.startswith("# Zaunkönig\n\nDunkelblau zieht")


def test_a_repainted_color_without_a_translation_is_reported(read_translated: Read, wren: Path) -> None:
    it = "rules.it.md", "rules.it.yaml"
    terms = msgspec.to_builtins(Terms())
    table = f"parts: {{hand: [m, m], coin: [p, p]}}\ncolors: {{player.red: rosso}}\nterms: {msgspec.json.encode(terms).decode()}\n"
    files = {it[0]: "{{ color('player.red') }}", it[1]: table}
    assert read_translated(files).translations[1].rules == "rosso"
    game = read_translated({}, player_red="#8b4513")
    assert [each.tag for each in choose_languages(game, ("en",))] == ["en"]
    with pytest.raises(DataError) as caught:
        choose_languages(game, ("en", "it"))
    assert facts(caught.value) == ("rules.it.md:1:1: GF005 'brown' `colors: {brown: name}`")
    files = {it[1]: table.replace("{player.red: rosso", "{player.red: rosso, brown: marrone")}
    assert read_translated(files, player_red="#8b4513").translations[1].rules == "marrone"


def test_translations_are_found_beside_rules_in_a_subfolder(read_translated: Read, wren: Path) -> None:
    (wren / "text").mkdir()
    for name in ("rules.md", "rules.de.md", "rules.de.yaml"):
        (wren / name).rename(wren / "text" / name)
    text = (wren / "game.yaml").read_text("utf-8").replace("rules.md", "text/rules.md")
    assert [each.file for each in read_translated({"game.yaml": text}).translations] == ["text/rules.de.md"]


def test_languages_are_chosen_by_tag(read_translated: Read) -> None:
    game = read_translated()
    assert [each.tag for each in choose_languages(game, ())] == ["en"]
    assert [each.tag for each in choose_languages(game, ("de", "en", "de"))] == ["de", "en"]
    assert [each.tag for each in choose_languages(game, ("DE", "de", "En"))] == ["de", "en"]
    with pytest.raises(DataError) as caught:
        choose_languages(game, ("fr", "de"))
    assert facts(caught.value) == "--lang: GF008 'fr' 'en' 'de'"


TABLES = sorted(WORDS.glob("*.yaml"))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_bundled_words_are_complete(path: Path) -> None:
    table = to_plain(read_yaml(path.read_text("utf-8"), path.name, []))
    assert set(table["rules"]) == set(RuleWords.__struct_fields__)
    assert all(table["rules"].values())
    assert set(table["rules"]["kinds"]) == set(KINDS) - {"mat", "piece"}
    found = read_bundled_words(f"{path.stem}-BE", WORDS)
    assert len(found.rules.sections) >= 2
    if path.stem == "en":
        return  # its other words stand in the code
    assert set(table["terms"]) == set(Terms.__struct_fields__)
    assert found.terms
    assert len(found.terms.numbers) == 101
    hues = [f"{shade} {word}" for word in COLOR_TERMS if word not in ("black", "white") for shade in ("dark", "light")]
    assert set(found.colors or ()) == {*COLOR_TERMS, *hues}


def test_a_language_without_words_of_its_own_reads_no_rules() -> None:
    assert read_bundled_words("nl", WORDS).rules == RuleWords()


def test_rules_without_a_suffix_have_no_translations(wren: Path, kinds: dict[str, ComponentKind]) -> None:
    data = wren / "game.yaml"
    data.write_text(data.read_text("utf-8").replace("rules: rules.md", "rules: rules"), "utf-8")
    (wren / "rules").write_text("# Wren\n", "utf-8")
    assert [each.tag for each in read_game(wren, kinds).languages] == ["en"]
