"""The French rules of Psycle: their claims, what is told of slips, and sheets that are in French too."""

import ast
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from generator.booklet.blocks import iterate_runs
from generator.booklet.typesetting import read_rules
from generator.check.check_context import CheckContext
from generator.check.claims.judge import judge_claims
from generator.check.translations.comparison import compare_translations
from generator.check.translations.coverage import check_lost_claims
from generator.components import KINDS
from generator.export.reprint import Reason
from generator.load.game import read_game
from generator.load.language_tables import read_bundled_words
from generator.model.finding import Place
from generator.model.game import Game, Part
from generator.model.language import Language
from generator.model.paper import PAPERS
from generator.model.picture import Group, Shape, Text
from generator.pipeline.build import load_game, prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.sheets.instructions import render_instructions
from generator.proof.kit import Kit
from tests.kits import GAMES, ROOT, WORDS
from tests.mistakes.rows import HOSTS

_REPRINT_MODULES = ("pages.py", "changed_rules.py")
_OWN_WORDS = re.compile(r"'([^']*)'(?=[^'{}%]*\|own_words)|'([^']*)'(?= if [^{}]*\)\|own_words)")


@cache
def load_psycle() -> tuple[Game, tuple[Part, ...]]:
    """Return the game and its parts."""
    return load_game(GAMES["psycle"], Options())


@cache
def make_french_kit() -> Kit:
    """Return the kit whose sheets are in French."""
    return prepare_kit(GAMES["psycle"], Options(languages=("fr",)))


def french_rules() -> Language:
    """Return the rules in French."""
    (language,) = load_psycle()[0].translations
    return language


def test_french_rules_make_the_same_claims() -> None:
    game, parts = load_psycle()
    french = french_rules()
    asked = [Counter((claim.what, str(claim.where)) for claim in some) for some in (game.inline, french.inline)]
    assert asked[0] == asked[1]
    assert sum(asked[0].values()) > 100
    said = {claim.value for claim in french.inline if isinstance(claim.value, str)}
    assert {"six", "trois", "cinq", "une", "un", "Dix"} <= said
    assert list(check_lost_claims(CheckContext(game, parts, parts, PAPERS["a4"]))) == []
    alone = replace(game, claims=(), inline=(), translations=(french,))
    assert [each for each in judge_claims(alone, parts).findings if each.code == "GF101"] == []


SLIPS = {
    "a number": ("dès la deuxième manche ; à trois", "dès la deuxième manche ; à 4", "GF170"),
    "a lost rule": (" Posez la piste de score et les tuiles Victoire à portée de tous.", "", "GF171"),
    "another word": ("Mélangez les tuiles Cible[^targets]", "Mélangez les tuiles Victoire[^targets]", "GF174"),
}


def find_slips(folder: Path, old: str, new: str) -> set[str]:
    """Return the codes that are told of rules in which one text replaces another."""
    shutil.copytree(GAMES["psycle"], folder)
    rules = folder / "rules.fr.md"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), "utf-8")
    game = read_game(folder, KINDS, words=WORDS)
    return {each.code for each in compare_translations(CheckContext(game, (), (), PAPERS["a4"]))}


@pytest.mark.parametrize("slip", list(SLIPS))
def test_slips_of_the_translation_are_told(tmp_path: Path, slip: str) -> None:
    old, new, code = SLIPS[slip]
    assert code in find_slips(tmp_path / "psycle", old, new)


def list_texts(shapes: tuple[Shape, ...]) -> str:
    """Return the words that shapes print, in one line."""
    found = (
        list_texts(each.shapes) if isinstance(each, Group) else each.text
        for each in shapes
        if isinstance(each, Group | Text)
    )
    return " ".join(found)


def test_pieces_and_labels_are_in_the_language_of_the_sheets() -> None:
    kit = make_french_kit()
    aid = next(part for part in kit.parts if part.id == "aid")
    assert "Choisissez une carte abordable." in list_texts(kit.faces.draw_face(aid, aid.designs[0], "back").shapes)
    page = kit.press.impose_sheet(3)[0]
    assert "Cartes numérotées, Aides de jeu" in list_texts(page.label)
    assert "feuille 3 sur 5, recto  tirage" in list_texts(page.label)
    assert "imprimer à 100\u202f%" in list_texts(page.furniture)
    first = prepare_kit(GAMES["psycle"], Options(languages=("en", "fr")))
    assert "sheet 3 of 5, front  build" in list_texts(first.press.impose_sheet(3)[0].label)
    assert "Reveal all the cards." in list_texts(first.faces.draw_face(aid, aid.designs[0], "back").shapes)


def test_sheets_of_a_game_in_french_alone_are_in_french() -> None:
    kit = prepare_kit(HOSTS / "metro", Options())
    assert "feuille 1 sur 3" in list_texts(kit.press.impose_sheet(1)[0].label)
    said = list_texts(render_instructions(kit, "interleaved")[0].shapes)
    assert "Cette version n\u2019a pas de versos." in said
    assert "Toutes les feuilles\u202f: papier cartonné" in said
    assert not re.search(r"\b(?:the|sheet|print|cut|paper)\b", said)


def test_the_page_on_how_to_print_is_in_the_language_of_the_sheets() -> None:
    said = list_texts(render_instructions(make_french_kit(), "interleaved")[0].shapes)
    for words in (
        "Imprimez à 100\u202f%",
        "Toutes les feuilles\u202f: papier cartonné",
        "Graphisme du jeu publié",
        "perles de verre",
    ):
        assert words in said
    assert not re.search(r"\b(?:the|sheet|print|cut|paper)\b", said)


def test_all_that_pages_say_is_translated() -> None:
    pages = ("how-to-print.svg.j2", "how-to-cut.svg.j2", "cut-pictures.svg.j2")
    sources = [(ROOT / "templates" / page).read_text("utf-8") for page in pages]
    lines = [line for source in sources for line in source.splitlines() if "own_words" in line]
    said = {one or other for line in lines for one, other in _OWN_WORDS.findall(line)} - {"", "sides"}
    assert len(said) > 40
    for tag in ("de", "fr"):
        known = read_bundled_words(tag, WORDS).sheets
        assert sorted(each for each in said if each not in known and re.search("[a-z]{3}", each)) == []


def test_every_language_has_the_same_words_for_sheets() -> None:
    german, french = (read_bundled_words(tag, WORDS).sheets for tag in ("de", "fr"))
    assert german.keys() == french.keys()
    for english, words in [*german.items(), *french.items()]:
        assert sorted(re.findall(r"%[sd]|\{\w*\}", words)) == sorted(re.findall(r"%[sd]|\{\w*\}", english)), words
    code = "\n".join(
        str(node.value)
        for folder in ("check/claims", "export", "impose", "model", "pipeline")
        for path in (ROOT / "generator" / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    )
    pages = "\n".join(path.read_text("utf-8") for path in (ROOT / "templates").glob("*.j2"))
    unused = [each for each in german if each.split("{")[0] not in code and each not in pages]
    assert unused == []


def test_all_that_the_list_of_a_reprint_says_is_translated() -> None:
    trees = [ast.parse((ROOT / "generator/pipeline/reprint" / name).read_text("utf-8")) for name in _REPRINT_MODULES]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    quiet = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    quiet |= {id(node.msg) for node in nodes if isinstance(node, ast.Assert)}
    said = {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet
    }
    said = {each for each in said if re.search(r"\{\w+\}|[a-z]{3} [a-z]", each)} - {*get_args(Reason)}
    assert len(said) > 25
    for tag in ("de", "fr"):
        known = read_bundled_words(tag, WORDS).sheets
        assert sorted(said - known.keys()) == []


def read_french(text: str) -> list[str]:
    """Return the texts of the runs of rules in French, which show a figure `pond` if they have any."""
    serif = make_french_kit().fonts.find_font("Source Serif Pro", 400, False)
    blocks = read_rules(
        text,
        place_file="r.md",
        fonts=dict.fromkeys(("serif", "sans", "sans-bold", "serif-bold", "serif-italic"), serif),
        figures={"pond": Place("game.yaml")} if "pond" in text else {},
        part=lambda *_: "",
        terms=french_rules().terms,
        language="fr",
    )
    return [run.text for runs, _ in iterate_runs(blocks) for run in runs]


def test_rules_have_narrow_spaces_and_french_quotes() -> None:
    runs = read_french('Notez "+33" !\n\n**Points :** *deux* ; `a : b`.\n')
    assert runs == ["Notez «\u202f+33\u202f»\u202f!", "Points\u202f:", " ", "deux", "\u202f; ", "a : b", "."]


def test_captions_and_footnotes_have_narrow_spaces_too() -> None:
    runs = read_french("Voir [](figure:pond).[^a]\n\n![Un : deux](figure:pond)\n\n[^a]: Trois ; `a : b`.\n")
    assert runs[:4] == ["Voir ", "figure\u00a01", ".", "1"]
    assert runs[4:8] == ["Un\u202f: deux", "Trois\u202f; ", "a : b", "."]
    assert french_rules().terms.begin_caption(1) == "Figure 1"
