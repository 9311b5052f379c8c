"""Hyphenation: breaks equal those of pyphen, only short lines use them, and copied words join again."""

import random
import re
import subprocess
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pyphen
import pytest
from fontTools.ttLib import TTFont
from reportlab.lib.styles import ParagraphStyle

from generator.booklet.compositor import RunningText, register_fonts
from generator.fonts.reportlab_internals import KernedFont
from generator.fonts.truetype import read_font
from generator.language.hyphenation import Hyphenation, load_patterns
from tests.booklet.fonts import load_fonts
from tests.booklet.typeset import print_rules
from tests.samples import sample

LONG = "international responsibilities understanding characteristic representation configuration nevertheless".split()
SHORT = "of the a to and".split()
HYPHEN = "\u00ad"


def make_prose(seed: int, count: int = 60) -> str:
    return " ".join(random.Random(seed).choices(LONG + SHORT, k=count))


PARAGRAPHS = [make_prose(seed, 40 + seed % 31) for seed in range(60)]


def invent_words(letters: str, seed: int) -> list[str]:
    """Return random words, which match more patterns than real words do."""
    chance = random.Random(seed)
    return ["".join(chance.choices(letters, k=chance.randint(7, 19))) for _ in range(1500)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("tag", "dictionary", "letters"),
    [
        ("en", "en_US", "abcdefghilmnoprstuyeaiot"),
        ("en-GB", "en_GB", "abcdefghilmnoprstuyeaiot"),
        ("de", "de_DE", "abcdefghiklmnoprstuväöüßenrse"),
        ("eu", "eu", "abdeghiklmnorstuz"),
        ("ru", "ru_RU", "абвгдежзийклмнопрстуфхцчшщьюя"),
    ],
)
def test_words_are_broken_where_pyphen_breaks_them(tag: str, dictionary: str, letters: str) -> None:
    judge, ours = pyphen.Pyphen(lang=dictionary, left=3, right=3), Hyphenation(tag)
    words = [*LONG, *invent_words(letters, 1)]
    expected = {word: sorted(map(int, judge.positions(word)), reverse=True) for word in words}
    assert {word: list(ours.find_breaks(word)) for word in words} == expected
    assert sum(map(len, expected.values())) > 1500


@pytest.mark.thorough
def test_breaks_that_change_the_spelling_are_left_out() -> None:
    judge, ours = pyphen.Pyphen(lang="hu_HU", left=3, right=3), Hyphenation("hu")
    dropped = 0
    for word in ["asszonnyal", "mennyiség", "meggyőződés", "loccsan", "poggyász", "asszonyok"]:
        found = judge.positions(word)
        assert set(ours.find_breaks(word)) <= {int(at) for at in found if not at.data}
        dropped += sum(bool(at.data) for at in found)
    assert dropped >= 4
    assert list(ours.find_breaks("mennyiség")) == [6]


def test_names_short_words_and_other_tokens_are_not_broken() -> None:
    english, german = Hyphenation("en-US"), Hyphenation("de-CH")
    assert list(english.find_breaks("elimination")) == [7, 5, 4]
    assert [
        list(english.find_breaks(word)) for word in ("Elimination", "ELIMINATION", "eliMination", "elim1nation")
    ] == [[]] * 4
    assert [list(english.find_breaks(word)) for word in ("window", "windows", "city")] == [[], [3], []]
    assert list(german.find_breaks("Spielbretter")) == [9, 5]
    assert [list(Hyphenation(tag).find_breaks("elimination")) for tag in ("tlh", "x", "", "mul")] == [[]] * 4


def break_lines(text: str, width: float, tag: str = "en") -> RunningText:
    """Return a paragraph in 10 pt serif, broken into lines."""
    style = ParagraphStyle(
        "test", fontName=register_fonts(load_fonts())["serif"], fontSize=10, leading=12, allowWidows=0
    )
    paragraph = RunningText(text, style)
    paragraph.hyphenation = Hyphenation(tag)
    paragraph.wrap(width, 1000)
    return paragraph


def list_lines(paragraph: RunningText) -> list[str]:
    return ["".join(word.text for word in line.words) for line in paragraph.blPara.lines]


def test_a_very_short_line_is_filled_with_part_of_the_next_word() -> None:
    text = "what is to be done about it is the representation of all"
    assert list_lines(break_lines(text, 175)) == ["what is to be done about it is the repre\u00ad", "sentation of all"]
    assert list_lines(break_lines(text, 175, "tlh")) == ["what is to be done about it is the", "representation of all"]
    assert list_lines(break_lines("what is to be done about it is the (“representation”) of all", 185))[0].endswith(
        "(“repre\u00ad"
    )


def test_a_nearly_full_line_is_not_hyphenated() -> None:
    text = "what is to be done about it is the representation of all"
    full = next(width for width in range(130, 200) if list_lines(break_lines(text, width))[0].endswith("the"))
    broken = next(width for width in range(full, 200) if HYPHEN in list_lines(break_lines(text, width))[0])
    assert broken - full >= 27


def test_no_two_hyphens_in_a_row_and_none_before_a_single_last_word() -> None:
    seen = 0
    for seed in range(20):
        for width in (150, 190, 230, 283):
            shown = list_lines(break_lines(make_prose(seed), width))
            assert (
                "".join(line + " " * (not line.endswith(HYPHEN)) for line in shown).replace(HYPHEN, "").split()
                == make_prose(seed).split()
            )
            ends = [line.endswith(HYPHEN) for line in shown]
            assert not any(one and other for one, other in pairwise(ends))
            assert not ends[-2] or len(shown[-1].split()) > 1
            assert all(line.count(HYPHEN) == end for line, end in zip(shown, ends, strict=True))
            seen += sum(ends)
    assert seen > 100


@pytest.mark.thorough
def test_no_page_ends_in_a_hyphen() -> None:
    split = moved = 0
    seeds = sample(range(14), 2)
    for seed in seeds:
        whole = break_lines(make_prose(seed, 90), 170)
        for height in range(24, 12 * len(list_lines(whole)) - 12, 12):
            paragraph = break_lines(make_prose(seed, 90), 170)
            moved += list_lines(paragraph)[height // 12 - 1].endswith(HYPHEN)
            pieces = paragraph.split(170, height)
            if len(pieces) < 2:
                continue
            for piece in pieces:
                piece.wrap(170, 1000)
            first, rest = map(list_lines, pieces)
            split += 1
            assert not first[-1].endswith(HYPHEN)
            assert len(first) <= height // 12
            assert re.sub(f"{HYPHEN} ", "", " ".join(first + rest)).split() == make_prose(seed, 90).split()
            assert len(first) + len(rest) in (len(list_lines(paragraph)), len(list_lines(paragraph)) + 1)
    assert split > 8 * len(seeds)
    assert moved > 0.8 * len(seeds)


def join_words(text: str) -> list[str]:
    """Return the words of copied text; hyphenated words are joined."""
    return re.sub(rf"{HYPHEN}\s+", "", text).split()


@pytest.mark.thorough
def test_copied_text_joins_into_the_words_of_the_rules(
    saved: Callable[[bytes], Path], judge: Callable[[str], str]
) -> None:
    markdown = "\n\n".join(PARAGRAPHS) + "\n\n" + "\n".join(f"- {paragraph}" for paragraph in PARAGRAPHS)
    data = print_rules(markdown, "a5")
    known = sum(word in LONG for word in markdown.split())
    with pdfplumber.open(BytesIO(data)) as pdf:
        pages = [page.crop((0, 50, page.width, page.height - 45)).extract_text() for page in pdf.pages]
    assert sum(page.count(HYPHEN) for page in pages) > 100
    assert not [page for page in pages if page.rstrip().endswith(HYPHEN)]
    assert sum(word in LONG for word in join_words("\n".join(pages))) == known
    command = [judge("pdftotext"), "-layout", str(saved(data)), "-"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert sum(word in LONG for word in join_words(told)) == known


@pytest.mark.thorough
def test_headings_table_heads_and_unknown_languages_are_not_hyphenated() -> None:
    narrow = "representation configuration nevertheless characteristic responsibilities understanding international"
    markdown = f"## {narrow}\n\n| {narrow} | a |\n|--|--|\n| 1 | {make_prose(1)} |\n\n### {narrow}\n"
    for text, language in ((markdown, "en"), ("\n\n".join(PARAGRAPHS), "tlh")):
        with pdfplumber.open(BytesIO(print_rules(text, "a5", language=language))) as pdf:
            assert not [page for page in pdf.pages if HYPHEN in page.extract_text()]


def test_a_font_without_a_soft_hyphen_shows_its_hyphen() -> None:
    with TTFont(BytesIO(load_fonts()["serif"].data)) as face:
        for table in face["cmap"].tables:
            table.cmap.pop(0xAD, None)
        buffer = BytesIO()
        face.save(buffer)
    font = KernedFont("no-soft-hyphen", read_font(buffer.getvalue(), "no-soft-hyphen"))
    assert font.stringWidth(HYPHEN, 1) == font.stringWidth("-", 1) > 0.3
    assert font.face.charToGlyph[0xAD] == font.face.charToGlyph[0x2D]


def test_patterns_are_loaded_only_when_needed() -> None:
    load_patterns.cache_clear()
    print_rules("\n\n".join("Each player takes a card." for _ in range(30)), "a5")
    assert load_patterns.cache_info().misses == 0
    print_rules(PARAGRAPHS[0], "a5")
    assert load_patterns.cache_info().misses == 1


def test_a_paragraph_that_is_not_split_keeps_its_lines() -> None:
    paragraph = break_lines("Take a card. " * 12, 200)
    before = list_lines(paragraph)
    assert len(before) > 2
    assert paragraph.split(200, 13) == []  # one line would be an orphan
    assert list_lines(paragraph) == before
