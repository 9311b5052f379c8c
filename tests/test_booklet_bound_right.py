"""A booklet in Hebrew, from rules to folded sheets: it is bound at the right, and says so."""

import shutil
from io import BytesIO
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from click.testing import CliRunner, Result

from generator.cli.commands import main
from tests.booklet.test_right_to_left import DEJAVU
from tests.test_booklets import A4, Booklet, find_faults

GAME = """\
title: משחק
version: "1"
players: [2, 2]
language: he
rules: rules.md
fonts: {serif: DejaVu Sans, sans-serif: DejaVu Sans}
colors: {text: {paint: "#1a1a1a"}}
parts:
  token: {kind: token, title: אסימון, diameter: 20, front: token.svg.j2, copies: 2}
claims: [{id: a, says: two tokens, rests_on: rules, check: count('token') == 2}]
"""
TERMS = """\
terms:
  figure: "איור {number}"
  section: "פרק {number}"
  version: "גרסה {version}"
  players: "{least} עד {most} שחקנים"
  players_alike: "{least} שחקנים"
  note: הערה
  contents: תוכן
  page: "עמוד {number} מתוך {pages}"
  build: "בנייה {build}"
  sheet: "גיליון {sheet} מתוך {sheets}"
  outer: צד חיצוני
  inner: צד פנימי
  flip: הפכו על הקצה הקצר
  decimal: "."
"""
PAGE = "<!-- page -->\n\n## פרק {}\n\nכל שחקן לוקח אסימון ומזיז אותו.\n\n"
TOKEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="5"/></svg>'


def build_booklet(folder: Path, terms: str) -> Result:
    """Write the game with six pages of rules, and make its booklet."""
    files = {
        "game.yaml": GAME,
        "rules.md": "# משחק\n\n" + "".join(PAGE.format(number) for number in range(1, 6)),
        "rules.he.yaml": terms,
        "templates/token.svg.j2": TOKEN,
    }
    for name, text in files.items():
        path = folder / "he-game" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (folder / "he-game" / "fonts").mkdir(exist_ok=True)
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        shutil.copy(DEJAVU / name, folder / "he-game" / "fonts")
    return CliRunner().invoke(main, ["booklet", str(folder / "he-game"), "--out", str(folder / "out")])


def find_side(page: pdfplumber.page.Page, word: str) -> str:
    """Return the half of a page on which a word stands."""
    (found,) = (each for each in page.extract_words() if each["text"] == word)
    return "left" if found["x1"] < page.width / 2 else "right"


@pytest.mark.thorough
def test_a_hebrew_booklet_is_bound_at_the_right(tmp_path: Path) -> None:
    done = build_booklet(tmp_path, f"{TERMS}  binding: כרכו מימין\n")
    assert done.exit_code == 0, done.output
    assert "rules, to fold and staple at the right" in done.output
    out = tmp_path / "out" / "he-game"
    pages, sheets = ((out / f"he-game-rules-{name}.pdf").read_bytes() for name in ("a5", "booklet-a4"))
    assert find_faults(Booklet(pages, sheets, A4, 0.1, at_right=True)) == []
    assert len(find_faults(Booklet(pages, sheets, A4, 0.1))) > 1, "folded the other way, pages are wrong"
    with pikepdf.open(BytesIO(sheets)) as pdf:
        assert str(pdf.docinfo["/Subject"]).endswith("flip on the short edge, bind at the right")
    with pikepdf.open(BytesIO(pages)) as pdf:
        assert str(pdf.Root.ViewerPreferences.Direction) == "/R2L"
    with pdfplumber.open(BytesIO(sheets)) as pdf:
        label = "".join(letter["text"] for letter in pdf.pages[1].chars if not letter["upright"])
        assert "ןימימ" in label or "מימין" in label
    with pdfplumber.open(BytesIO(pages)) as pdf:
        assert [find_side(pdf.pages[n - 1], str(n)) for n in (2, 3)] == ["right", "left"], "numbers away from the fold"
        second, third = (min(word["x0"] for word in pdf.pages[n].extract_words()) for n in (1, 2))
        assert second > third, "text is shifted away from the fold"


def test_a_language_from_right_to_left_needs_the_word_for_its_binding(tmp_path: Path) -> None:
    done = build_booklet(tmp_path, TERMS)
    assert done.exit_code == 1
    assert "`terms` needs binding" in done.output
