"""The art of the pages of a booklet: a template of the game draws it, or a shared one."""

import re
import shutil
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from PIL import Image

from generator.booklet.blocks import Paragraph, StyledText
from generator.booklet.page_layout import MM
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

GROUND = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  {% if piece == 'ground' %}
  <rect width="{{ w }}" height="{{ h }}" fill="{{ ['#ff0000', '#008000', '#0000ff', '#ffff00'][section] }}"/>
  <rect x="{{ text[0] }}" y="{{ text[1] }}" width="{{ text[2] - text[0] }}" height="{{ text[3] - text[1] }}" fill="#fff"/>
  <rect x="{{ 0 if side == 'left' else w - 5 }}" width="5" height="{{ h }}" fill="#000"/>
  {% elif piece == 'opener' %}
  <rect y="{{ h / 2 }}" width="{{ w }}" height="{{ h / 2 }}" fill="{{ ['', '#ff0000', '#008000', '#0000ff'][section] }}"/>
  {% endif %}
</svg>
"""
SECTIONS = """\
# My game

<!-- page -->

Two of you play.

<!-- page -->

## Setup

{claims}

![The pile, a prompt, and voting tokens.](figure:table)

<!-- {sign} -->

## Play

Play on.

<!-- page -->

Play on and on.

<!-- page -->

## The end

The end.
"""
RED, GREEN, BLUE, BLACK, WHITE = (255, 0, 0), (0, 128, 0), (0, 0, 255), (0, 0, 0), (255, 255, 255)


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


def draw_pages(game: Path, sign: str, form: str = "a5") -> list[Image.Image]:
    """Return the pages of rules whose second section has a sign above it, two pixels to the mm."""
    claims = " ".join(re.findall(r"{{.*?}}", (ROOT / "starters" / "party" / "rules.md").read_text("utf-8")))
    (game / "rules.md").write_text(SECTIONS.replace("{claims}", claims).replace("{sign}", sign), "utf-8")
    (game / "templates" / "page.svg.j2").write_text(GROUND, "utf-8")
    status, _, errors = run(["booklet", str(game), "--quiet", "--out", str(game.parent / "kit")])
    assert status == 0, errors
    document = pypdfium2.PdfDocument(next(game.parent.glob(f"kit/**/*-rules-{form}.pdf")))
    return [page.render(scale=25.4 / 72 * 2).to_pil().convert("RGB") for page in document]


def look(page: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """Return the color of a page at a place, mm."""
    return page.getpixel((round(x * 2), round(y * 2)))  # type: ignore[return-value]


def test_a_ground_is_behind_each_page_and_knows_the_side_the_section_and_the_text(party: Path) -> None:
    pages = draw_pages(party, "page")
    # a title, a page before the sections, Setup, Play, Play on, The end, a page without text, and the back cover
    assert [look(each, 8 if number % 2 else 140, 205) for number, each in enumerate(pages, 1)] == [
        WHITE, RED, GREEN, BLUE, BLUE, (255, 255, 0), (255, 255, 0), WHITE,
    ]  # fmt: skip
    assert [look(each, 2, 100) for each in pages[1:3]] == [BLACK, GREEN]  # at the outer edge, which is left of page 2
    assert [look(each, 146, 100) for each in pages[1:3]] == [RED, BLACK]
    for page, (left, right) in zip(pages[1:3], ((22, 122), (26, 126)), strict=True):
        across = [x / 2 for x in range(12, 284) if look(page, x / 2, 150) == WHITE]
        assert [across[0], across[-1]] == pytest.approx([left, right], abs=0.5)
    down = [y / 2 for y in range(410) if look(pages[4], 100, y / 2) == WHITE]
    assert [down[0], down[-1]] == pytest.approx([16, 196], abs=0.5)


def test_loose_pages_have_the_grounds_of_right_pages_and_a_margin_for_them(party: Path) -> None:
    first, page, *_ = draw_pages(party, "art page", "a4")
    assert [look(each, 208, 290) for each in (first, page)] == [WHITE, BLACK]
    assert look(page, 2, 100) == GREEN
    across = [x / 2 for x in range(60, 420) if look(page, x / 2, 250) == WHITE]
    assert across[-1] == pytest.approx(210 - 22 * 2**0.5, abs=0.5)
    with pdfplumber.open(next(party.parent.glob("kit/**/*-rules-a4.pdf"))) as pdf:
        ends = [max(word["x1"] for word in page.extract_words()) / MM for page in pdf.pages[1:2]]
    assert max(ends) == pytest.approx(210 - 22 * 2**0.5, abs=0.2)


def test_a_tailpiece_closes_loose_pages_too(party: Path) -> None:
    with (party / "rules.md").open("a", encoding="utf-8") as rules:
        rules.write("\n<!-- back cover -->\n\n## In short\n\nTwo of you play.\n")
    (party / "templates" / "page.svg.j2").write_text(FOOT.replace("'foot'", "'tail'"), "utf-8")
    status, _, errors = run(["booklet", str(party), "--quiet", "--out", str(party.parent / "kit")])
    assert status == 0, errors
    document = pypdfium2.PdfDocument(next(party.parent.glob("kit/**/*-rules-a4.pdf")))
    *_, last, back = [page.render(scale=25.4 / 72 * 2).to_pil().convert("RGB") for page in document]
    assert [look(page, 105, 270) for page in (last, back)] == [GREEN, WHITE]


def test_what_looks_alike_on_several_pages_is_one_form(party: Path) -> None:
    draw_pages(party, "page")
    plain = re.sub(r"\{\{ \['#ff0000'.*?\}\}", "#ff0000", "\n".join(GROUND.split("\n")[:3])) + "{% endif %}</svg>"
    (party / "templates" / "page.svg.j2").write_text(plain, "utf-8")
    status, _, errors = run(["booklet", str(party), "--quiet", "--out", str(party.parent / "kit")])
    assert status == 0, errors
    with pikepdf.open(next(party.parent.glob("kit/**/*-rules-a5.pdf"))) as pdf:
        forms = [
            [form for name, form in page.resources.XObject.items() if "ground" in name] for page in pdf.pages[1:-1]
        ]
        assert [len(page) for page in forms] == [1] * 6
        assert len({page[0].objgen for page in forms}) == 1


def test_loose_pages_hold_nothing_of_the_art_above_sections(party: Path) -> None:
    draw_pages(party, "art page")
    blend = '<linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
    drawn = f"{{% if piece == 'opener' %}}{blend}<rect width='9' height='9' fill='url(#g)'/>{{% endif %}}</svg>"
    (party / "templates" / "page.svg.j2").write_text(GROUND.split("\n")[0] + drawn, "utf-8")
    status, _, errors = run(["booklet", str(party), "--quiet", "--out", str(party.parent / "kit")])
    assert status == 0, errors
    for form, number in (("a5", 1), ("a4", 0)):
        with pikepdf.open(next(party.parent.glob(f"kit/**/*-rules-{form}.pdf"))) as pdf:
            blends = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and "/ShadingType" in each]
        assert len(blends) == number


def test_a_section_on_an_art_page_begins_with_art_across_whose_edge_its_heading_stands(party: Path) -> None:
    page = draw_pages(party, "art page")[3]
    art = [y / 2 for y in range(420) if look(page, 60, y / 2) == GREEN]
    assert art[0] == pytest.approx(64 / 2 - 0.5, abs=1.5)  # as deep as its 64 mm, since little stands below
    assert art[-1] < 64 - 3  # covered by the lower half of the heading's band
    assert look(page, 1, 60) == look(page, 147, 60) == GREEN
    assert look(page, 60, 64) not in (GREEN, WHITE)


def test_a_head_of_its_own_stands_above_the_title_on_the_first_page(party: Path) -> None:
    claims = " ".join(re.findall(r"{{.*?}}", (party / "rules.md").read_text("utf-8")))
    (party / "rules.md").write_text(f"# My game\n\nTwo of you play.\n\n## Setup\n\n{claims}\n", "utf-8")
    head = FOOT.replace("'foot'", "'head'").replace(
        'height="{{ h }}" fill', 'y="{{ h / 2 }}" height="{{ h / 2 }}" fill'
    )
    (party / "templates" / "page.svg.j2").write_text(head, "utf-8")
    status, _, errors = run(["booklet", str(party), "--quiet", "--out", str(party.parent / "kit")])
    assert status == 0, errors
    page = pypdfium2.PdfDocument(next(party.parent.glob("kit/**/*-a5.pdf")))[1]
    image = page.render(scale=25.4 / 72 * 2).to_pil().convert("RGB")
    art = [y / 2 for y in range(420) if look(image, 2, y / 2) == GREEN]
    assert art[-1] - art[0] == pytest.approx(32, abs=1)  # the lower half of its 64 mm, at their full size
    assert look(image, 1, art[-1] - 1) == look(image, 147, art[-1] - 1) == GREEN


def test_the_sign_of_an_art_page_stands_before_the_heading_of_a_section(party: Path) -> None:
    draw_pages(party, "art page")
    text = (party / "rules.md").read_text("utf-8").replace("\n## Play\n", "")
    (party / "rules.md").write_text(text, "utf-8")
    status, _, errors = run(["booklet", str(party), "--quiet", "--out", str(party.parent / "kit")])
    assert status == 1
    line = text.split("\n").index("<!-- art page -->") + 1
    assert f"rules.md:{line}:" in errors
    assert "`<!-- art page -->` without the heading of a section below it" in errors


def test_a_section_without_art_for_its_page_is_told(party: Path) -> None:
    draw_pages(party, "art page")
    (party / "templates" / "page.svg.j2").write_text(FOOT, "utf-8")
    _, told, errors = run(["booklet", str(party), "--out", str(party.parent / "kit")])
    line = (party / "rules.md").read_text("utf-8").split("\n").index("<!-- art page -->") + 1
    assert f"rules.md:{line}: GF361" in told + errors


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


def test_a_template_of_pages_that_asks_for_no_piece_is_told(party: Path) -> None:
    pieces = ("band", "foot", "folio", "tail", "ground", "opener", "groumd")
    asks = "\n".join(f"{{% if piece == '{name}' %}}<rect width='9' height='3'/>{{% endif %}}" for name in pieces)
    (party / "templates" / "page.svg.j2").write_text(f"{FOOT.splitlines()[0]}\n{asks}\n</svg>", "utf-8")
    _, told, errors = run(["check", str(party)])
    assert (told + errors).count("GF194") == 1
    assert "whether 'piece' is 'groumd', but nothing in the game is; did you mean 'ground'?" in told + errors
