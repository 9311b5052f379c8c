"""Quotation marks, spaces beside punctuation and elided words, as languages set them."""

import pytest

from generator.fonts.font_book import bundled_font
from generator.fonts.shaping import open_shaper
from generator.language.phrases import PhraseFinder
from generator.language.typography import bind_products, find_quotes, set_spaces, set_text
from tests.samples import for_each

NARROW = "\u202f"


@for_each(
    [
        ("Attention !", f"Attention{NARROW}!"),
        ("À 9 : 30 ; 100 %", f"À 9{NARROW}: 30{NARROW}; 100{NARROW}%"),
        ("« oui »", f"«{NARROW}oui{NARROW}»"),
        ("quoi\u00a0?", f"quoi{NARROW}?"),
        ("à 9:30, oui!", "à 9:30, oui!"),
    ]
)
def test_french_has_narrow_spaces_where_a_space_is_typed(typed: str, printed: str) -> None:
    assert set_spaces(typed, "fr-CA") == printed
    assert set_spaces(typed, "de") == typed


def test_labels_get_curly_apostrophes_in_french_alone() -> None:
    assert set_text("l'étoile d'Anne :", "fr") == f"l\u2019étoile d\u2019Anne{NARROW}:"
    assert set_text("Ann's star :", "en") == "Ann's star :"


def test_quotes_of_languages() -> None:
    assert find_quotes("fr")[:2] == (f"«{NARROW}", f"{NARROW}»")
    assert find_quotes("de-AT")[0] == "„"
    assert find_quotes("fi") == ()


def test_a_phrase_is_found_behind_an_elision() -> None:
    found = PhraseFinder(["enchère", "tuile Victoire"], False).find("Gagnez l'enchère et la tuile Victoire.")
    assert [(each.number, each.start) for each in found] == [(0, 9), (1, 23)]


def test_fonts_without_a_narrow_space_set_half_a_blank() -> None:
    for family in ("Source Sans Pro", "Source Serif Pro"):
        font = bundled_font(family, 400, False)
        wide = (
            open_shaper(font).measure(f"a{NARROW}b") - open_shaper(font).measure("a") - open_shaper(font).measure("b")
        )
        assert 0.05 < wide < font.advances[" "]
        assert wide == pytest.approx(font.advances[NARROW], abs=0.02)


@for_each(
    [
        ("a sheet of 4 \u00d7 6 boxes", "a sheet of 4\u00a0\u00d7\u00a06 boxes"),
        ("4 \u00d7 1 + 3 \u00d7 2", "4\u00a0\u00d7\u00a01 + 3\u00a0\u00d7\u00a02"),
        ("a \u00d7 b", "a \u00d7 b"),
        ("4\u00d76, 4 x 6", "4\u00d76, 4 x 6"),
    ]
)
def test_products_are_kept_whole(typed: str, printed: str) -> None:
    assert bind_products(typed) == printed
