"""A translation is compared with the first rules block by block and sentence by sentence (GF170 to GF174)."""

import shutil
from pathlib import Path

import pytest
import yaml

from generator.check.prose.translation_facts import find_numbers
from generator.check.prose.translation_meaning import TextPair, compare_tables
from generator.check.prose.translation_senses import SenseFinder, find_meaning_faults
from generator.check.prose.translation_terms import TermLearner
from generator.check.prose.translation_text import compare_rules
from generator.components import KINDS
from generator.load.game import read_game
from generator.model.finding import Finding, Place
from tests.kits import GAMES, WORDS

R, Y = "rules.de.md", "rules.de.yaml"


def find_faults(folder: Path) -> list[Finding]:
    """Return what the comparison reports of all translations of a game."""
    game = read_game(folder, KINDS, words=WORDS)
    assert game.first is not None
    assert game.translations
    return [each for language in game.translations for each in compare_rules(game, game.first, language)]


def find_in_translation(folder: Path) -> list[Finding]:
    """Return what is reported at the translations, not at what they translate."""
    return [each for each in find_faults(folder) if each.level != "note"]


@pytest.mark.parametrize("name", ["pachisi", "psycle", "specimen"])
def test_a_sound_translation_gets_no_finding(name: str) -> None:
    assert find_faults(GAMES[name]) == []


ORDER = "**gegen den Uhrzeigersinn** um"
ROW = "| ein leeres Feld | hält an | hält an |\n"
GLUE = "- Papierkleber, der das Papier nicht wellt, etwa einen Klebestift;\n"
ITEM = "- Ein Doppel darf einen einzelnen Stein schlagen.\n"
PAIR = "| ein gegnerisches Doppel | darf nicht | schlägt alle |"
# file, what stands there, what is put in its place, code and level, and how many lines before it the finding is;
# they are put into one translation by kind, where they do not disturb one another
CASES = {
    "digits": (R, "von etwa 80 g/m²", "von etwa 90 g/m²", "GF170 error", 0),
    "one of several numbers": (R, "nicht einen Stein um 2 und", "nicht einen Stein um 4 und", "GF170 warning", 0),
    "a number word": (R, "passt auf zwei Bögen", "passt auf drei Bögen", "GF170 warning", 0),
    "a number of a table": (Y, "a throw of 3: ein Wurf von 3", "a throw of 3: ein Wurf von 4", "GF170 error", 0),
    "a number word of a table": (Y, "Vier Spieler in zwei", "Drei Spieler in zwei", "GF170 warning", 0),
    "an item is gone": (R, ITEM, "", "GF171 warning", 0),
    "a row is gone": (R, ROW, "", "GF171 warning", 1),
    "an item more": (R, GLUE, f"{GLUE}- eine Lampe;\n", "GF171 warning", -1),
    "a sentence is gone": (R, " Lasst die Tinte trocknen.", "", "GF171 warning", 0),
    "a sentence more": (R, "fällt die Muschel besser.", "fällt die Muschel besser. Danach ruht euch eine Weile aus.", "GF171 warning", 0),
    "untranslated": (R, "Alle anderen Regeln bleiben, wie sie sind.", "All other rules stay as they are.", "GF171 warning", 0),
    "another link": (R, "([](#6-doppel))", "([](#7-schlagen))", "GF172 error", 0),
    "no link": (R, " ([](#8-burgen))", "", "GF172 error", 0),
    "another picture": (R, "Marke.](figure:cut)", "Marke.](figure:scissors)", "GF172 warning", 0),
    "not bold": (R, "mit einem **genauen** Wurf erreichen", "mit einem genauen Wurf erreichen", "GF172 warning", 0),
    "bold": (R, "Steine deines eigenen Teams", "Steine deines *eigenen* Teams", "GF172 warning", 0),
    "another level": (R, "## 7. Schlagen", "### 7. Schlagen", "GF172 warning", 0),
    "no negation": (R, "rückwärts zieht nie ein Stein", "rückwärts zieht ein Stein", "GF173 warning", 0),
    "no negation behind a footnote": (R, "Doppel gar nicht beenden", "Doppel gern beenden", "GF173 warning", 0),
    "a negation": (R, "Eine leere Burg steht allen offen", "Eine leere Burg steht keinem offen", "GF173 warning", 0),
    "the other way round": (R, ORDER, ORDER.replace("gegen den", "im"), "GF173 warning", 0),
    "left for right": (R, "kommt, wer rechts von dir", "kommt, wer links von dir", "GF173 warning", 0),
    "at most for at least": (R, "Dann muss mindestens einer", "Dann muss höchstens einer", "GF173 warning", 0),
    "must for may": (R, "Du darfst auch ganz aussetzen", "Du musst auch ganz aussetzen", "GF173 warning", 0),
    "lowest for highest": (R, "Haben mehrere die höchste", "Haben mehrere die niedrigste", "GF173 warning", 0),
    "lose for win": (R, "Euer Team gewinnt, sobald", "Euer Team verliert, sobald", "GF173 warning", 0),
    "south for north": (Y, "north arm: Nordarm", "north arm: Südarm", "GF173 warning", 0),
    "no for yes": (Y, '"Doppel auf Doppel: ja"', '"Doppel auf Doppel: nein"', "GF173 warning", 0),
    "cells exchanged": (R, PAIR, "| ein gegnerisches Doppel | schlägt alle | darf nicht |", "GF173 warning", 0),
    "another term": (R, "Ein Stein auf einer Burg ist", "Ein Stein auf einem Turm ist", "GF174 warning", 0),
    "another piece": (R, "'cowrie') }} Muscheln in den", "'cowrie') }} Steine in den", "GF174 warning", 0),
}  # fmt: skip


def change_texts(folder: Path, cases: list[tuple[str, str, str, str, int]]) -> set[tuple[str, str, int]]:
    """Put all cases into the files of a folder; return the findings to expect: file, code and line."""
    expected = set()
    for file in (R, Y):
        text = (folder / file).read_text("utf-8")
        own = sorted((each for each in cases if each[0] == file), key=lambda each: text.index(each[1]))
        shift = 0
        for _, old, new, code, before in own:
            expected.add((file, code, text[: text.index(old)].count("\n") + 1 + shift - before))
            shift += new.count("\n") - old.count("\n")
        for _, old, new, *_ in own:
            text = text.replace(old, new, 1)
        (folder / file).write_text(text, "utf-8")
    return expected


SENSES = [
    ("en", "de", "The youngest player begins.", "Der älteste Spieler beginnt.", [("youngest", "älteste")]),
    ("en", "fr", "The youngest player begins.", "Le plus jeune commence.", []),
    ("en", "fr", "True or not, don't show it.", "Vrai ou non, montrez-le.", [("don't", "")]),
    ("de", "en", "Ihr gewinnt zusammen oder gar nicht.", "You win together or not at all.", []),
    ("fr", "en", "Vous gagnez ensemble ou pas du tout.", "You win together or not at all.", []),
    ("de", "en", "Ihr gewinnt zusammen oder gar nicht.", "You win together or in turns.", [("nicht", "")]),
    ("en", "fr", "True or not, don't show it.", "Vrai ou non, ne le montrez pas.", []),
    ("en", "de", "Lay it face down.", "Leg es mit dem Bild nach oben hin.", [("face down", "nach oben")]),
    ("en", "de", "Lay it face down.", "Leg es mit dem Bild nach unten hin.", []),
    ("en", "de", "Lay it face down.", "Leg es mit der Rückseite nach oben hin.", []),
    ("en", "de", "Turn up a card.", "Deckt eine Karte auf.", []),
    (
        "en",
        "fr",
        "Count those that land face up.",
        "Comptez celles tournées vers le bas.",
        [("face up", "vers le bas")],
    ),
]


@pytest.mark.parametrize(("first", "tag", "one", "other", "found"), SENSES)
def test_ages_are_opposed_and_or_not_denies_nothing(
    first: str, tag: str, one: str, other: str, found: list[tuple[str, str]]
) -> None:
    senses = {each: yaml.safe_load((WORDS / f"{each}.yaml").read_text("utf-8"))["senses"] for each in (first, tag)}
    faults = find_meaning_faults(SenseFinder(senses[first]).find(one), SenseFinder(senses[tag]).find(other))
    assert [tuple(each) for each in faults] == found


@pytest.mark.parametrize("kind", ["GF170", "GF171", "GF172", "GF173", "GF174"])
def test_what_a_translation_changes_is_reported_at_its_line(tmp_path: Path, kind: str) -> None:
    shutil.copytree(GAMES["pachisi"], tmp_path / "pachisi")
    cases = [each for each in CASES.values() if each[3].startswith(kind)]
    assert cases
    expected = change_texts(tmp_path / "pachisi", cases)
    found = find_in_translation(tmp_path / "pachisi")
    assert {(Path(each.place.file).name, f"{each.code} {each.level}", each.place.line) for each in found} == expected


CHANGED_FIRST = {  # in the first rules: what stands there, what is put in its place, and the words of the note
    "a number": ("of about 80 gsm", "of about 90 gsm", "GF170", "says 80 for 90"),
    "a direction": ("go down its left column", "go down its right column", "GF173", "says 'linke' for 'right'"),
    "a link": ("([](#6-doubles))", "([](#7-capturing))", "GF172", "the link '#6-doppel' for '#7-capturing'"),
    "emphasis": ("an **exact** throw", "an exact throw", "GF172", "'genauen' in bold type"),
    "a term": ("shells in your hands", "pieces in your hands", "GF174", "has 'Muscheln' for 'piece'; correct the one"),
    "a negation": ("nothing ever moves back", "a piece may move back", "GF173", "'nie'"),
}


@pytest.mark.parametrize("name", CHANGED_FIRST)
def test_where_the_first_rules_may_be_wrong_a_note_stands_there(tmp_path: Path, name: str) -> None:
    old, new, code, words = CHANGED_FIRST[name]
    shutil.copytree(GAMES["pachisi"], tmp_path / "pachisi")
    path = tmp_path / "pachisi" / "rules.md"
    text = path.read_text("utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), "utf-8")
    notes = [each for each in find_faults(tmp_path / "pachisi") if each.level == "note"]
    line = text[: text.index(old)].count("\n") + 1
    assert [(Path(each.place.file).name, each.code, each.place.line) for each in notes] == [("rules.md", code, line)]
    assert words in notes[0].message


def test_the_words_of_a_figure_are_told_at_their_line(tmp_path: Path) -> None:
    shutil.copytree(GAMES["pachisi"], tmp_path / "pachisi")
    path = tmp_path / "pachisi" / Y
    text = path.read_text("utf-8")
    path.write_text(text.replace("auf das dritte mittlere Feld", "auf das vierte mittlere Feld"), "utf-8")
    (found,) = find_in_translation(tmp_path / "pachisi")
    lines = path.read_text("utf-8").splitlines()
    assert lines[found.place.line - 1][found.place.column - 1 :].startswith("vierte")


def test_blocks_that_change_places_are_reported(tmp_path: Path) -> None:
    shutil.copytree(GAMES["pachisi"], tmp_path / "pachisi")
    path = tmp_path / "pachisi" / R
    text = path.read_text("utf-8")
    one, other = "![Gerade Kanten: leichte", "![Runde Steine: Halte"
    first = next(line for line in text.split("\n") if line.startswith(one))
    second = next(line for line in text.split("\n") if line.startswith(other))
    path.write_text(text.replace(first, "@").replace(second, first).replace("@", second), "utf-8")
    found = [each for each in find_faults(tmp_path / "pachisi") if each.code == "GF171"]
    assert [each.place.line for each in found] == [text[: text.index(one)].count("\n") + 1]


def test_a_language_without_a_word_list_is_compared_without_it(tmp_path: Path) -> None:
    shutil.copytree(GAMES["pachisi"], tmp_path / "pachisi")
    for suffix in ("md", "yaml"):
        (tmp_path / "pachisi" / f"rules.de.{suffix}").rename(tmp_path / "pachisi" / f"rules.nds.{suffix}")
    table = tmp_path / "pachisi" / "rules.nds.yaml"
    german = (WORDS / "de.yaml").read_text("utf-8")
    colors = german[german.index("colors:") : german.index("# by which")].replace("colors:", "").replace("\n", "\n")
    terms = german[german.index("terms:") : german.index("colors:")]
    text = table.read_text("utf-8").replace("colors: {", "colors:\n  {")
    assert colors
    assert text
    table.write_text(f"{table.read_text('utf-8')}\n{terms}", "utf-8")
    path = tmp_path / "pachisi" / "rules.nds.md"
    changed = path.read_text("utf-8").replace("rückwärts zieht nie ein Stein", "rückwärts zieht ein Stein")
    path.write_text(changed.replace("von etwa 80 g/m²", "von etwa 90 g/m²"), "utf-8")
    assert [each.code for each in find_in_translation(tmp_path / "pachisi")] == ["GF170"]


@pytest.mark.parametrize(
    ("first", "tag", "one", "other", "found"),
    [
        ("en", "de", "The guard is the only role of its kind.", "Die Wache ist die einzige Rolle ihrer Art.", []),
        ("en", "de", "Only you look at it.", "Einzig du siehst sie an.", []),
        ("de", "en", "Wer eine einzige Perle hat.", "Whoever has one pearl.", []),
        ("en", "fr", "This is the only card.", "C'est l'unique carte.", []),
        ("en", "de", "This is the only card.", "Das ist die Karte.", [("only", "")]),
    ],
)
def test_words_for_only(first: str, tag: str, one: str, other: str, found: list[tuple[str, str]]) -> None:
    test_ages_are_opposed_and_or_not_denies_nothing(first, tag, one, other, found)


@pytest.mark.parametrize(
    ("first", "tag", "one", "other", "found"),
    [
        ("en", "de", "A wall full of other people's stones.", "Eine Mauer voller fremder Steine.", []),
        ("en", "de", "Take an opponent's stone.", "Nimm einen fremden Stein.", []),
        ("en", "de", "Take your own stone.", "Nimm einen fremden Stein.", [("own", "fremden")]),
        ("en", "de", "The stone next door does not matter.", "Der Stein nebenan ist egal.", []),
        ("en", "fr", "The stone next door does not matter.", "Peu importe la pierre voisine.", []),
        ("en", "de", "Play to three rather than five.", "Spielt bis drei statt fünf.", []),
        ("en", "de", "Play to three rather than five.", "Spielt bis drei, nicht bis fünf.", []),
        ("de", "en", "Spielt bis drei statt fünf.", "Play to three, not to five.", []),
        ("en", "de", "Everything else stays the same.", "Alles andere bleibt gleich.", []),
        ("en", "de", "Take the same card.", "Nimm eine andere Karte.", [("same", "andere")]),
        ("en", "de", "Draw up to three cards, at most.", "Zieh bis zu drei Karten.", []),
        ("en", "de", "Take at least three cards.", "Nimm drei Karten.", [("at least", "")]),
        ("en", "fr", "Each person takes a card.", "Chaque personne prend une carte.", []),
        ("en", "de", "The fellow players watch.", "Die Mitspieler sehen zu.", []),
        ("en", "de", "Do not move.", "Zieh weiter.", [("not", "")]),
    ],
)
def test_small_words_with_several_translations(
    first: str, tag: str, one: str, other: str, found: list[tuple[str, str]]
) -> None:
    test_ages_are_opposed_and_or_not_denies_nothing(first, tag, one, other, found)


ACTS = "steals sleeps runs waits hides sings bites wins draws digs jumps eats hunts".split()
AKTE = "stiehlt schläft rennt wartet versteckt singt beißt gewinnt zieht gräbt springt frisst jagt".split()
FOXES = [(f"Fox {act}.", f"Fuchs {akt}.", f"Fuchs {akt}.") for act, akt in zip(ACTS, AKTE, strict=True)]


@pytest.mark.parametrize(
    ("other", "around", "found"),
    [
        ("Dann bekommt er diese.", "Was, wenn ein Fuchs kommt? Dann bekommt er diese.", []),
        ("Dann bekommt er diese.", "Was, wenn jemand kommt? Dann bekommt er diese.", [("Fox", "Fuchs")]),
        ("Dann bekommt ein Dachs eine.", "Was, wenn ein Fuchs kommt? Dann bekommt ein Dachs eine.", [("Fox", "Fuchs")]),
    ],
)
def test_a_pronoun_may_stand_for_a_term_of_its_block(other: str, around: str, found: list[tuple[str, str]]) -> None:
    learner = TermLearner([*FOXES, ("The fox gets that one.", other, around)], ("er", "sie", "es"))
    assert [(fault.word, fault.usual) for fault in learner.find_faults(["fox"])] == found


@pytest.mark.parametrize(("terms", "is_told"), [(["fox"], True), (["red fox"], True), (["fox disc"], False)])
def test_the_first_word_of_a_name_may_mean_something_else_elsewhere(terms: list[str], is_told: bool) -> None:
    learner = TermLearner([*FOXES[:5], ("The fox gets that one.", "Dann geht es weiter.", "Dann geht es weiter.")])
    assert bool([*learner.find_faults(terms)]) is is_told


@pytest.mark.parametrize(
    ("first", "tag", "one", "other", "found"),
    [
        ("en", "de", "No merchant would admit to it.", "Welcher Kaufmann g\u00e4be das schon zu.", []),
        ("en", "de", "No merchant would admit to it.", "Welcher Kaufmann g\u00e4be das zu?", []),
        ("en", "de", "No merchant admits to it.", "Ein Kaufmann gibt das schon zu.", [("no", "")]),
    ],
)
def test_a_question_may_deny(first: str, tag: str, one: str, other: str, found: list[tuple[str, str]]) -> None:
    test_ages_are_opposed_and_or_not_denies_nothing(first, tag, one, other, found)


@pytest.mark.parametrize(
    ("text", "found"), [("Zu f\u00fcnft spielt ihr lauter als zu zweit, zu dritt und zu viert.", ["5", "2", "3", "4"])]
)
def test_people_are_counted(text: str, found: list[str]) -> None:
    language = next(each for each in read_game(GAMES["pachisi"], KINDS, words=WORDS).languages if each.tag == "de")
    assert [each.value for each in find_numbers(text, language)] == found


CHEESE = [(f"Fromage {act}.", f"Cheese {akt}.", "") for act, akt in zip(ACTS, AKTE, strict=True)]


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("Un {fromage} de plus.", "One more {fromage}.", []),
        ("Un fromage de plus.", "One more {fromage}.", []),
        ("Un fromage de plus.", "One more ham.", [("Fromage", "Cheese")]),
    ],
)
def test_the_name_of_an_icon_is_no_word(one: str, other: str, found: list[tuple[str, str]]) -> None:
    learner = TermLearner([*CHEESE, (one, other, "One.")])
    assert [(fault.word, fault.usual) for fault in learner.find_faults(["fromage"])] == found


@pytest.mark.parametrize(
    ("said", "found"), [("La f\u00eate du 15 ao\u00fbt", []), ("La f\u00eate des 15 jours", ["GF170 warning"])]
)
def test_a_name_may_leave_out_its_date(said: str, found: list[str]) -> None:
    languages = read_game(GAMES["pachisi"], KINDS, words=WORDS).languages
    first, other = (next(each for each in languages if each.tag == tag) for tag in ("de", "en"))
    pair = TextPair(said, "The August fair", Place("a.yaml", 1, 1), Place("a.yaml", 1, 1))
    assert [f"{each.code} {each.level}" for each in compare_tables(first, other, [pair])] == found


VERBS = {"Take": "Nimm", "Buy": "Kaufe", "Sell": "Verkaufe", "Move": "Bewege"}
STONES = [
    (f"{one} two {mine} stones.", f"{other} zwei {theirs} Steine.", "")
    for one, other in VERBS.items()
    for mine, theirs in (("rough", "rohe"), ("dressed", "behauene"))
]


@pytest.mark.parametrize(
    ("other", "instead"),
    [
        ("Wer fünf rohe Steine hat, gewinnt.", ("rohe", "rough")),
        ("Wer fünf behauene Steine hat, gewinnt.", None),
        ("Wer fünf fertige Steine hat, gewinnt.", None),
        ("Wer fünf Steine hat, gewinnt so roh.", None),
    ],
)
def test_a_word_in_the_place_of_another_is_told(other: str, instead: tuple[str, str] | None) -> None:
    learner = TermLearner([*STONES, ("Whoever has five dressed stones wins.", other, other)])
    found = [(each.pair, each.word, each.usual, each.times, each.instead) for each in learner.find_faults([])]
    assert found == ([(8, "dressed", "behauene", 4, instead)] if instead else [])


def test_labels_with_a_word_in_common_have_changed_places(tmp_path: Path) -> None:
    shutil.copytree(GAMES["pachisi"], tmp_path / "pachisi")
    text = (tmp_path / "pachisi" / Y).read_text("utf-8")
    labels = "  mouth up: Mund oben\n  back up: Rücken oben\n"
    assert labels in text
    changed = text.replace(labels, "  mouth up: Rücken oben\n  back up: Mund oben\n")
    (tmp_path / "pachisi" / Y).write_text(changed, "utf-8")
    line = text[: text.index(labels)].count("\n") + 1
    assert [(each.place.line, each.message) for each in find_faults(tmp_path / "pachisi")] == [
        (line, "'mouth up' is 'Rücken oben' here, but 'Mund oben' in the rules; exchange the two"),
        (line + 1, "'back up' is 'Mund oben' here, but 'Rücken oben' in the rules; exchange the two"),
    ]
