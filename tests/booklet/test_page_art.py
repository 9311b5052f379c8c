"""The art of the pages of a booklet: a template of the game draws it, or a shared one."""

import shutil
from pathlib import Path

import pypdfium2
import pytest

from generator.booklet.blocks import Paragraph, StyledText
from generator.booklet.typesetting import set_heading_face
from generator.fonts.font_book import bundled_font
from tests.kits import ROOT, run

OWN = (0, 128, 0)
SANS = bundled_font("Source Sans Pro", 700, False)
FOOT = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  {% if piece == 'foot' %}<rect width="{{ w }}" height="{{ h }}" fill="#008000"/>{% endif %}
</svg>
"""


@pytest.fixture
def party(tmp_path: Path) -> Path:
    """A game with rules of a few sections, whose pages have art of its own."""
    game = shutil.copytree(ROOT / "starters" / "party", tmp_path / "party")
    text = (game / "game.yaml").read_text("utf-8")
    assert text.count("\nrules: rules.md\n") == 1
    rules = "\nrules: {file: rules.md, pages: page.svg.j2}\n"
    (game / "game.yaml").write_text(text.replace("\nrules: rules.md\n", rules), "utf-8")
    (game / "templates" / "page.svg.j2").write_text(FOOT, "utf-8")
    return game


def measure_foot(game: Path) -> float:
    """Return how much of the line along the foot of the second page has the paint of the template."""
    status, _, errors = run(["booklet", str(game), "--quiet", "--out", str(game.parent / "kit")])
    assert status == 0, errors
    page = pypdfium2.PdfDocument(next(game.parent.glob("kit/**/*-a5.pdf")))[1].render(scale=2).to_pil().convert("RGB")
    shares = [0.0]
    for y in range(page.height * 9 // 10, page.height):
        paints = page.crop((0, y, page.width, y + 1)).getcolors() or ()
        shares += [number / page.width for number, paint in paints if paint == OWN]
    return max(shares)


def test_the_template_of_the_rules_draws_the_art_of_the_pages(party: Path) -> None:
    assert measure_foot(party) > 0.6
    (party / "templates" / "page.svg.j2").write_text(FOOT.replace("'foot'", "'tail'"), "utf-8")
    assert measure_foot(party) == 0


def test_a_fault_in_that_template_is_told_at_its_line(party: Path) -> None:
    (party / "templates" / "page.svg.j2").write_text(FOOT.replace("fill=", "colour="), "utf-8")
    status, _, errors = run(["booklet", str(party), "--quiet", "--out", str(party.parent / "kit")])
    assert status == 1
    assert "templates/page.svg.j2:2:27: GF201 " in errors


def test_bold_words_that_begin_a_paragraph_lead_in_also_behind_an_icon_and_alone() -> None:
    bold, plain = StyledText("Stars.", "serif-bold", 1), StyledText(" Draw a card.", "serif", 1)
    icon = StyledText("{star} ", "serif", 1)

    def faces(*runs: StyledText) -> list[str]:
        (block,) = set_heading_face((Paragraph(runs, (1, 1)),), SANS)
        assert isinstance(block, Paragraph)
        return [run.face for run in block.runs]

    assert faces(bold, plain) == ["heading", "serif"]
    assert faces(icon, bold, plain) == ["serif", "heading", "serif"]
    assert faces(bold) == ["heading"]
    assert faces(plain, bold) == ["serif", "serif-bold"]
