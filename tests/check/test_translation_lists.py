"""Lists, people, letters and phrases of a translation are those of the first rules (GF171 to GF174)."""

import shutil
from pathlib import Path

import pytest
import yaml

from generator.check.prose.translation_blocks import shorten_before
from generator.check.prose.translation_facts import find_numbers
from generator.check.prose.translation_lists import AlignedText, compare_lists, compare_people
from generator.check.prose.translation_meaning import TextPair, compare_texts
from generator.check.prose.translation_order import compare_orders
from generator.check.prose.translation_senses import SenseFinder, find_meaning_faults
from generator.check.prose.translation_text import compare_rules
from generator.components import KINDS
from generator.load.game import read_game
from generator.model.finding import Place
from generator.model.language import Language
from tests.kits import GAMES, WORDS
from tests.mistakes.rows import OWN_GAMES

HERE, THERE = Place("rules.de.md", 3, 1), Place("rules.md", 3, 1)


@pytest.mark.parametrize(
    ("first", "other", "is_told"),
    [
        ("Things to say, draw and sing.", "Dinge zum Sagen und Singen.", True),
        ("Things to say, draw and sing.", "Dinge zum Sagen, Zeichnen und Singen.", False),
        ("Things to say, draw and sing.", "Zum Sagen, zum Zeichnen und zum Singen.", False),
        ("Take wood, clay, or ore.", "Nimm Holz oder Erz.", True),
        ("Take wood, clay, or ore.", "Nimm Holz, Lehm oder Erz.", False),
        ("Take wood and ore.", "Nimm Holz.", False),
        ("Take wood, clay and ore.", "Nimm, wenn du kannst, Holz und Erz.", False),
        ("Five play. At six, Ada and Bo have two.", "Um sechs haben Ada und Bo je zwei.", False),
        ("At six, Ada, Bo and Cy have two.", "Um sechs haben Ada und Bo je zwei.", True),
        ("At six, Ada, Bo and Cy have two.", "Um sechs haben Ada, Bo und Cy je zwei.", False),
        ("At the six, seven and eight you rest.", "Bei sechs und sieben ruhst du.", False),  # who knows what `six` is
        ("Take six, seven and eight.", "Nimm sechs und sieben.", True),
    ],
)
def test_a_shorter_list_is_told(first: str, other: str, is_told: bool) -> None:
    found = [*compare_lists([AlignedText(first, other, HERE, THERE)])]
    assert [(each.code, each.level, each.place) for each in found] == [("GF171", "note", HERE)] * is_told


@pytest.mark.parametrize(("there", "at"), [(THERE, " at rules.md:3:1"), (HERE, "")])
def test_a_list_is_counted_and_quoted(there: Place, at: str) -> None:
    (found,) = compare_lists([AlignedText("Take wood, clay, or ore.", "Nimm Holz oder Erz.", HERE, there)])
    assert found.message == (
        f"the original lists three things{at} ('wood, clay, or ore'), but the translation has no list of three here;"
        " add what is missing"
    )


@pytest.mark.parametrize(
    ("first", "other", "there", "told"),
    [
        (
            "Do not move. Rest.",
            "Bewegt euch. Rastet.",
            THERE,
            ["the original at rules.md:3:1 says 'not', but the translation has no negation: 'Do not move. Rest.'"],
        ),
        ("Move.", "Zieht nicht.", HERE, ["the translation says 'nicht', but the original has no negation: 'Move.'"]),
        (
            "Take at least two.",
            "Nehmt zwei.",
            HERE,
            ["the original says 'at least', but the translation has nothing that means it: 'Take at least two.'"],
        ),
        (
            "Rest a while. Give a card.",
            "Rastet kurz. Nehmt eine Karte.",
            HERE,
            ["'nehmt' here does not mean 'give', which the original says: 'Rest a while. Give a card.'"],
        ),
        ("Give a card back. You get two.", "Legt sie in die Schachtel. Ihr nehmt zwei.", HERE, []),  # of two sentences
    ],
)
def test_what_a_sentence_of_a_translation_says_otherwise(first: str, other: str, there: Place, told: list[str]) -> None:
    game = read_game(GAMES["pachisi"], KINDS, words=WORDS)
    (german,) = (each for each in game.translations if each.tag == "de")
    assert game.first is not None
    found = compare_texts(game, game.first, german, [TextPair(first, other, HERE, there)])
    assert [each.message for each in found if each.level == "warning"] == told


TALE = [("Ann has three perch.", "Anna hat drei Barsche."), ("Ben has a pike.", "Ben hat einen Hecht.")]


@pytest.mark.parametrize(
    ("first", "other", "found"),
    [
        ("Ann wins.", "Ben gewinnt.", ["GF173 warning rules.de.md:3", "GF173 note rules.md:3"]),
        ("Ann wins.", "Anna gewinnt.", []),
        ("Ann wins.", "Sie gewinnt.", []),
        ("She wins.", "Anna gewinnt.", []),
        ("Ann beats Ben.", "Ben verliert gegen Anna.", []),
        ("Everyone wins, and Ann rests.", "Alle gewinnen, und Anna ruht.", []),
    ],
)
def test_another_person_is_told(first: str, other: str, found: list[str]) -> None:
    pairs = [AlignedText(*each, HERE, THERE) for each in (*TALE, (first, other))]
    told = [f"{each.code} {each.level} {each.place.file}:{each.place.line}" for each in compare_people(pairs)]
    assert told == found


@pytest.mark.parametrize(
    ("tag", "one", "other", "found"),
    [
        ("de", "Red has a disc, blue a square.", "Rot hat ein Quadrat, Blau eine Scheibe.", [("disc", "quadrat")]),
        ("de", "Red has a disc, blue a square.", "Rot hat eine Scheibe, Blau ein Quadrat.", []),
        ("fr", "It beats the filled ones, not the open ones.", "Elle bat les vides, pas les pleins.", [("filled", "vides")]),
        ("fr", "Strong cards have few stars.", "Les cartes fortes ont beaucoup d'étoiles.", [("few", "beaucoup")]),
        ("fr", "Strong cards have few stars.", "Les cartes fortes ont peu d'étoiles.", []),
        ("de", "Put it in the middle of the pile.", "Legt sie unter den Stapel.", [("middle", "unter")]),
        ("de", "It is the best throw, not the worst.", "Der schlechteste Wurf, nicht der beste.", [("best", "schlechteste")]),
        ("de", "It is the best throw, not the worst.", "Der beste Wurf, nicht der schlechteste.", []),
        ("fr", "The best throw.", "Le pire lancer.", [("best", "pire")]),
        ("de", "Put it under the court.", "Legt sie auf den Hof.", [("under", "auf")]),
        ("de", "Put it on the bottom of the deck.", "Legt sie unter den Stapel.", []),
        ("de", "Choose one of these on your turn.", "W\u00e4hl in deinem Zug unter diesen.", []),
        ("de", "Whoever has it at the beginning of a turn.", "Wer es am Ende eines Zuges hat.", [("beginning", "am ende eines")]),
        ("de", "Whoever begins wins in the end.", "Am Ende gewinnt, wer beginnt.", []),
        ("fr", "You keep your gems.", "Vous perdez vos gemmes.", [("keep", "perdez")]),
        ("de", "You keep your gems.", "Ihr behaltet eure Steine.", []),
        ("fr", "Sell a card.", "Achetez une carte.", [("sell", "achetez")]),
        ("fr", "It need not be long.", "M\u00eame une courte va bien.", []),
        ("fr", "It can not be long.", "M\u00eame une courte va bien.", [("not", "")]),
        ("de", "You need not pay.", "Ihr m\u00fcsst zahlen.", [("need not", "")]),
        ("de", "You need not pay.", "Ihr m\u00fcsst nicht zahlen.", []),
    ],
)  # fmt: skip
def test_things_keep_their_order_and_amount(tag: str, one: str, other: str, found: list[tuple[str, str]]) -> None:
    senses = {each: yaml.safe_load((WORDS / f"{each}.yaml").read_text("utf-8"))["senses"] for each in ("en", tag)}
    faults = find_meaning_faults(SenseFinder(senses["en"]).find(one), SenseFinder(senses[tag]).find(other))
    assert [tuple(each) for each in faults] == found


@pytest.mark.parametrize(
    ("languages", "one", "other", "found"),
    [
        ("de en", "Ein Wecker ohne Zeiger.", "A handless clock.", []),
        ("de en", "Ein Wecker ohne Zeiger.", "A clock with hands.", [("ohne", "")]),
        ("de en", "Wer zuletzt dort war, beginnt.", "Whoever was there most recently begins.", []),
        ("de en", "Lege einen oder mehrere Scheine hin.", "Put down one or more bills.", []),
        ("de en", "Lege einen Schein hin.", "Put down one or more bills.", [("", "or more")]),
        ("de en", "Wenn man genau hinsieht.", "If you look closely.", []),
        ("en fr", "Your otter stays where it is.", "Votre loutre ne bouge pas.", []),
        ("en fr", "Your otter moves.", "Votre loutre ne bouge pas.", [("", "pas")]),
    ],
)
def test_words_that_may_stand_for_a_sense(languages: str, one: str, other: str, found: list[tuple[str, str]]) -> None:
    senses = [yaml.safe_load((WORDS / f"{each}.yaml").read_text("utf-8"))["senses"] for each in languages.split()]
    faults = find_meaning_faults(
        *(SenseFinder(each).find(text) for each, text in zip(senses, (one, other), strict=True))
    )
    assert [tuple(each) for each in faults] == found


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("rules.de.md", "Forellen (T)", "Forellen (F)", ["GF172 warning 9", "GF172 note 9"]),
        (
            "rules.de.yaml",
            "  deep water:",
            "  high landing: Steg\n  low landing: Steg\n  deep water:",
            ["GF174 note 15"],
        ),
        (
            "rules.de.yaml",
            "landing: Steg\n  deep water: tiefes Wasser",
            "landing: tiefes Wasser\n  deep water: Steg",
            ["GF174 warning 13", "GF174 warning 14"],
        ),
        (
            "rules.de.yaml",
            "  deep water:",
            "  'a: by land': 'a: zu Land'\n  'b: by sea': 'b: zu Land'\n  deep water:",
            ["GF174 note 15", "GF174 note 14"],
        ),
        (
            "rules.de.yaml",
            "  deep water:",
            "  Does it swim here?: Lebt es in der Tiefe?\n  Does it live far down?: Lebt es in der Tiefe?\n  deep water:",
            ["GF174 note 15", "GF174 note 14"],
        ),
        (
            "rules.de.yaml",
            "  deep water:",
            "  Go ashore now: Geh an Land\n  Land: Geh an Land\n  deep water:",
            [],
        ),
        ("rules.de.yaml", "  deep water:", "  'a: land': 'a: Land'\n  'b: sea': 'b: Land'\n  deep water:", []),
    ],
)
def test_letters_and_phrases_differ(tmp_path: Path, file: str, old: str, new: str, found: list[str]) -> None:
    folder = tmp_path / "lakes"
    shutil.copytree(OWN_GAMES / "lakes", folder)
    assert find_differences(folder) == []
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), "utf-8")
    assert find_differences(folder) == found


@pytest.mark.parametrize(
    ("tag", "said", "numbers"),
    [
        ("en", "Half past five, at a quarter to six, two walk.", ["2"]),
        ("de", "Um halb sechs, Viertel vor sieben, gehen zwei.", ["2"]),
        ("de", "Sechs gehen halb.", ["6"]),
    ],
)
def test_the_time_of_day_is_no_number(tag: str, said: str, numbers: list[str]) -> None:
    assert [each.value for each in find_numbers(said, read_words(tag))] == numbers


def read_words(tag: str) -> Language:
    """Return a language with the number words of its table."""
    game = read_game(OWN_GAMES / "lakes", KINDS, words=WORDS)
    return next(each for each in game.languages if each.tag == tag)


@pytest.mark.parametrize(
    ("first", "other", "found"),
    [
        ("1 is easy, 3 is not.", "3 ist leicht, 1 nicht.", ["GF170 note rules.de.md:3", "GF170 note rules.md:3"]),
        ("1 is easy, 3 is not.", "1 ist leicht, 3 nicht.", []),
        ("Take two cards and three gems.", "Nimm drei Karten und zwei Steine.", ["GF170 note rules.de.md:3", "GF170 note rules.md:3"]),
        ("Draw 2 cards, if you have 3 gems.", "Hast du 3 Steine, zieh 2 Karten.", []),
        ("Put 6 fish on each of 3 squares.", "Legt auf 3 Felder je 6 Fische.", []),
        ("The board is 1,5 cm thick, and 3 cm wide.", "Der Plan ist 1,5 cm dick und 3 cm breit.", []),
        ("Take 2, 3 or 4.", "Nimm 2, 3 oder 4.", []),
    ],
)  # fmt: skip
def test_the_numbers_of_clauses_keep_their_order(first: str, other: str, found: list[str]) -> None:
    pairs = [AlignedText(first, other, HERE, THERE)]
    told = [*compare_orders(read_words("en"), read_words("de"), pairs)]
    assert [f"{each.code} {each.level} {each.place.file}:{each.place.line}" for each in told] == found


def test_a_letter_may_be_translated(tmp_path: Path) -> None:
    folder = tmp_path / "lakes"
    shutil.copytree(OWN_GAMES / "lakes", folder)
    for name, old, new in (("rules.de.md", "(T)", "(F)"), ("rules.de.yaml", "  deep water:", "  T: F\n  deep water:")):
        text = (folder / name).read_text("utf-8")
        (folder / name).write_text(text.replace(old, new), "utf-8")
    assert find_differences(folder) == []


def find_differences(folder: Path) -> list[str]:
    """Return the findings about letters and phrases: code, level and line."""
    game = read_game(folder, KINDS, words=WORDS)
    assert game.first is not None
    found = compare_rules(game, game.first, game.translations[0])
    return [f"{each.code} {each.level} {each.place.line}" for each in found if each.code in ("GF172", "GF174")]


@pytest.mark.parametrize(
    ("text", "word", "shown"),
    [
        ("Equal numbers do not fight.", "not", "Equal numbers do not fight."),
        (f"{'Long words. ' * 9}Equal numbers do not fight.", "not", "…Equal numbers do not fight."),
        (f"{'long words ' * 9}not so.", "not", "…not so."),
        ("Long words. " * 9, "", "Long words. Long words. Long words. Long words. Long words.…"),
    ],
)
def test_a_long_text_is_shown_from_the_sentence_of_a_word(text: str, word: str, shown: str) -> None:
    assert shorten_before(text, word) == shown
