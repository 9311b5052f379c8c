"""The finished PDF, read back by other programs."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from msgspec.structs import replace
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics

from tests.booklet.fonts import load_fonts
from tests.booklet.typeset import print_rules, read_bookmarks
from tests.samples import for_each

ROOT = Path(__file__).parents[2]


def text_of(data: bytes) -> list[str]:
    """Return the text of each page, with its line breaks."""
    return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in pypdfium2.PdfDocument(data)]


def fonts_of(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Yield every font in the file, used on a page or not."""
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
            yield thing


def test_text_in_reading_order(specimen: str) -> None:
    data = print_rules(specimen, title="Psycle", about="A wheel of six.", facts=("2 to 4 players",))
    title, first, second = (" ".join(page.split()) for page in text_of(data))
    wanted = ["Psycle", "A wheel of six.", "2 to 4 players"]
    assert sorted(wanted, key=title.find) == wanted
    assert title.count("Psycle") == 1
    wanted = ["Psycle", "nerve and cycles", "What wins", "two victory tiles"]
    wanted += ["don\u2019t", "\u201cmost\u201d", "Part Pieces What it is", "Hand cards 24 six cards", "Setting up"]
    wanted += [
        "1. Each player",
        "2. Shuffle",
        "the targets form",
        "3. Put",
        "page 2 of 3",
    ]
    assert in_order(wanted, first) == wanted
    wanted = ["Psycle A round", "A round", "Play", "Zero is free.", "Score", "Example. Ada", "The bonus", "Gems"]
    wanted += [
        "build psycle",
        "Designed by Nobody",
        "An unofficial kit",
        "Version 1.0 \u00b7 build 0123abcd",
        "page 3 of 3",
    ]
    assert in_order(wanted, second) == wanted


def in_order(words: list[str], page: str) -> list[str]:
    """Return the words found on the page in the given order."""
    found, at = [], 0
    for word in words:
        after = page.find(word, at)
        if after >= 0:
            found.append(word)
            at = after + len(word)
    return found


def test_markup_characters_are_printed_literally() -> None:
    _, page = text_of(
        print_rules(r"a < b & c > d, \<b>, &lt;i&gt;, &amp;amp; \*x\* {{ y }} `<br/>` <https://a.b/?c=d&e=f>")
    )
    assert "a < b & c > d, <b>, <i>, &amp; *x* {{ y }} <br/> https://a.b/?c=d&e=f" in page.replace("\n", " ")


def test_bookmarks_are_nested_and_lead_to_their_pages(specimen: str) -> None:
    assert read_bookmarks(print_rules(specimen, title="Psycle")) == [
        (0, "Psycle", 1),
        (1, "What wins", 2),
        (1, "What is in the box", 2),
        (1, "Setting up", 2),
        (1, "A round", 3),
        (2, "Play", 3),
        (2, "Score", 3),
        (3, "The bonus", 3),
        (2, "Gems", 3),
    ]


def test_a_first_heading_that_is_not_the_title_is_printed() -> None:
    data = print_rules("# Rules of *it*\n\na", title="Rules of it")
    assert "Rules of it" in text_of(data)[0]
    assert text_of(data)[1].startswith("Rules of it\na\n")  # the running head
    data = print_rules("# Another name\n\na", title="Specimen")
    assert read_bookmarks(data) == [(0, "Specimen", 1), (0, "Another name", 2)]
    assert text_of(data)[1].startswith("Specimen Another name\nAnother name\na\n")


def test_bookmarks_of_skipped_heading_levels() -> None:
    found = read_bookmarks(print_rules("#### Été\n\n## b\n\n#### c *d*\n\n### e\n\n# f\n\n### g\n\n### g"))
    assert [(depth, title) for depth, title, _ in found] == [
        (0, "Specimen"),
        (1, "Été"),
        (1, "b"),
        (2, "c d"),
        (2, "e"),
        (0, "f"),
        (1, "g"),
        (1, "g"),
    ]


def test_links_to_urls_and_headings() -> None:
    data = print_rules(
        "# A\n\n[x](https://a.b) [y](#größe-zwei-1) [z](mailto:a@b.c)\n\n## Größe zwei\n\n## Größe *zwei*"
    )
    with pikepdf.open(BytesIO(data)) as pdf, pdf.open_outline() as outline:
        notes = list(pdf.pages[1].Annots)
        assert [str(note.A.URI) for note in notes if "/A" in note] == ["https://a.b", "mailto:a@b.c"]
        [inward] = [note for note in notes if "/A" not in note]
        second = outline.root[1].children[1]
        assert inward.Dest == second.destination


def test_every_font_is_embedded(specimen: str, saved: Callable[[bytes], Path], judge: Callable[[str], str]) -> None:
    data = print_rules(specimen)
    with pikepdf.open(BytesIO(data)) as pdf:
        found = list(fonts_of(pdf))
        assert len(found) == 6
        assert all("/FontFile2" in font.FontDescriptor for font in found)
    said = subprocess.run([judge("pdffonts"), saved(data)], capture_output=True, text=True, check=True).stdout
    rows = said.splitlines()[2:]
    assert len(rows) == 6
    assert all(row.split()[-5:-2] == ["yes", "yes", "yes"] for row in rows)


@for_each(["", "a", "-", ">", "| a | |\n|---|---|\n| | |", "1.\n2.\n", "---"])
def test_short_and_empty_rules_are_typeset(markdown: str) -> None:
    data = print_rules(markdown, credits=[], notice="")
    with pikepdf.open(BytesIO(data)) as pdf:
        assert len(pdf.pages) == (2 if markdown else 1)
        assert all("/FontFile2" in font.FontDescriptor for font in fonts_of(pdf))
    assert "Specimen" in text_of(data)[0]


def test_metadata_and_viewer_preferences(specimen: str) -> None:
    with pikepdf.open(BytesIO(print_rules(specimen, language="de-CH", title="Würfel & Co"))) as pdf:
        assert str(pdf.Root.Lang) == "de-CH"
        assert pdf.Root.PageMode == "/UseOutlines"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.PageLabels.Nums[1].S == "/D"
        assert str(pdf.docinfo["/Title"]) == "Würfel & Co"
        assert str(pdf.docinfo["/Author"]) == "gutterfold"


def test_streams_are_not_encoded_as_ascii85(specimen: str) -> None:
    assert b"ASCII85Decode" not in print_rules(specimen)


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (595.28, 841.89)), ("letter", (612.0, 792.0)), ("a5", (419.53, 595.28))]
)
def test_page_boxes(paper: str, size: tuple[float, float], specimen: str) -> None:
    with pikepdf.open(BytesIO(print_rules(specimen, paper))) as pdf:
        boxes = {tuple(round(float(number), 2) for number in page.mediabox) for page in pdf.pages}
    assert boxes == {(0.0, 0.0, *size)}


@pytest.mark.thorough
def test_sixty_four_pages_and_more(saved: Callable[[bytes], Path], judge: Callable[[str], str]) -> None:
    chapters = (f"## Chapter {n}\n\n" + ("All that there is to say about it. " * 20 + "\n\n") * 5 for n in range(64))
    data = print_rules("# Specimen\n\n" + "".join(chapters))
    pages = text_of(data)
    assert len(pages) >= 64
    assert [f"page {n} of {len(pages)}" in page for n, page in enumerate(pages, start=1)] == [
        False,
        *[True] * (len(pages) - 1),
    ]
    found = read_bookmarks(data)
    assert len(found) == 65
    assert [f"Chapter {n}\n" in pages[page - 1] for n, (_, _, page) in enumerate(found[1:])] == [True] * 64
    subprocess.run([judge("qpdf"), "--check", saved(data)], check=True, capture_output=True)


@pytest.mark.parametrize("ascii85", [0, 1])
def test_output_is_reproducible_and_reportlab_settings_are_restored(
    specimen: str, ascii85: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rl_config, "useA85", ascii85)
    first = print_rules(specimen)
    assert rl_config.useA85 == ascii85
    before, names = dict(vars(rl_config)), pdfmetrics.getRegisteredFontNames()
    print_rules("**other** words", "letter")
    assert print_rules(specimen) == first
    assert dict(vars(rl_config)) == before
    assert pdfmetrics.getRegisteredFontNames() == names


def test_fonts_with_the_same_name_keep_their_own_glyphs(specimen: str) -> None:
    stout = load_fonts()["sans-bold"]
    plain = render_first_page(print_rules(specimen))
    honest = render_first_page(print_rules(specimen, fonts=load_fonts() | {"serif": stout}))
    renamed = render_first_page(
        print_rules(specimen, fonts=load_fonts() | {"serif": replace(stout, data=_rename_sans(stout.data))})
    )
    assert renamed == honest != plain


def render_first_page(data: bytes) -> bytes:
    """Return the pixels of the first page of text."""
    return bytes(pypdfium2.PdfDocument(data)[1].render(scale=1).to_pil().tobytes())


def _rename_sans(data: bytes) -> bytes:
    """Give a bold sans the PostScript name of the serif."""
    with TTFont(BytesIO(data)) as face:
        face["name"].setName("SourceSerifPro-Regular", 6, 3, 1, 0x409)
        face["name"].setName("SourceSerifPro-Regular", 6, 1, 0, 0)
        out = BytesIO()
        face.save(out)
    return out.getvalue()


@pytest.mark.thorough
def test_the_same_bytes_in_another_folder_with_another_hash_seed(specimen: str, tmp_path: Path) -> None:
    program = (
        "import hashlib, sys; from tests.booklet.typeset import print_rules;"
        "print(hashlib.sha256(print_rules(sys.stdin.read())).hexdigest())"
    )
    digests = {hashlib.sha256(print_rules(specimen)).hexdigest()}
    for seed, zone in (("1", "Asia/Tokyo"), ("2", "America/Lima")):
        env = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        run = [sys.executable, "-c", program]
        said = subprocess.run(run, input=specimen, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
        digests.add(said.stdout.strip())
    assert len(digests) == 1
