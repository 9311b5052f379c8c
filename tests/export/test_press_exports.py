"""Exports in the inks of a press, from the command line, judged by poppler, MuPDF, qpdf and a walk of all operators."""

import re
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageCms
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tests.conftest import find_judge
from tests.export.tiny import write_game
from tests.kits import run
from tests.write.press_judge import find_rgb
from tests.write.press_profile import make_profile

DECK = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="-3 -3 69.5 94.9">
<defs>
<linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>
<mask id="m"><rect width="70" height="90" fill="url(#g)"/></mask>
</defs>
<rect x="-3" y="-3" width="69.5" height="94.9" fill="{{ player }}"/>
<rect x="5" y="5" width="50" height="10" fill="url(#g)"/>
<g opacity="0.5"><rect x="5" y="20" width="9" height="9" fill="#0f0"/><circle cx="12" cy="24" r="5" fill="#808080"/></g>
<g mask="url(#m)"><rect x="20" y="20" width="20" height="9" fill="#ff0"/></g>
<image x="5" y="62" width="12" height="12" href="images/photo.jpg"/>
<image x="20" y="62" width="12" height="12" href="images/clear.png"/>
<image x="35" y="62" width="12" height="12" href="images/few.png"/>
<rect x="5" y="32" width="50" height="20" fill="#ffffff"/>
<text x="8" y="40" font-size="5" fill="#000">black {{ row.n }}</text>
<text x="8" y="48" font-size="5" fill="#777">gray</text>
<text x="30" y="48" font-size="5" fill="#c00">red</text>
</svg>"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = write_game(tmp_path_factory.mktemp("press"))
    (home / "templates/deck.svg.j2").write_text(DECK, "utf-8")
    images = home / "images"
    images.mkdir()
    size = (200, 200)
    Image.linear_gradient("L").resize(size).convert("RGB").save(images / "photo.jpg", quality=90)
    faded = Image.new("RGBA", size, (0, 128, 255, 255))
    faded.putalpha(Image.linear_gradient("L").resize(size))
    faded.save(images / "clear.png")
    few = Image.new("RGB", size, (255, 0, 0))
    few.paste((0, 200, 0), (0, 0, 100, 100))
    few.quantize(4).save(images / "few.png")
    (home / "ideal.icc").write_bytes(make_profile())
    (home / "screen.icc").write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    return home


def export(home: Path, out: Path, *options: str) -> tuple[int, str]:
    code, said, error = run(["export", str(home), "--only", "deck", "--out", str(out), *options])
    return code, said + error


def judged(*command: str) -> str:
    return subprocess.run([find_judge(command[0]), *command[1:]], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def made(home: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the same export in inks and in RGB."""
    out = tmp_path_factory.mktemp("out")
    press = ["--color-space", "cmyk", "--profile", str(home / "ideal.icc")]
    folder = "tiny-pdf/tiny-pieces.pdf"
    for name, options in (("cmyk", press), ("rgb", [])):
        code, said = export(home, out / name, "--to", "pdf", "--one-file", *options)
        assert code == 0, said
    return out / "cmyk" / folder, out / "rgb" / folder


def test_a_pdf_for_a_press_holds_no_rgb_and_says_what_it_is(made: tuple[Path, Path]) -> None:
    path, plain = map(str, made)
    with pikepdf.open(path) as pdf:
        assert not [*find_rgb(pdf)]
        assert pdf.Root.OutputIntents[0].DestOutputProfile.read_bytes() == make_profile()
        for page in pdf.pages:
            boxes = [
                [round(float(each) / 72 * 25.4, 2) for each in page.obj[name]] for name in ("/TrimBox", "/BleedBox")
            ]
            assert boxes == [[3, 3, 66.5, 91.9], [0, 0, 69.5, 94.9]]
            assert [float(each) for each in page.mediabox] == [float(each) for each in page.BleedBox]
            assert "/ArtBox" not in page.obj
    with pikepdf.open(plain) as pdf:
        assert {*find_rgb(pdf)} >= {"rg", "/DeviceRGB"}, "the walk finds what is there"
    assert "No syntax or stream encoding errors found" in judged("qpdf", "--check", path)
    told = judged("pdfinfo", path)
    assert re.search(r"PDF subtype: +PDF/X-4", told)
    assert "PDF Version:     1.6" in told or re.search(r"PDF version: +1.6", told)
    fonts = [line.split() for line in judged("pdffonts", path).splitlines()[2:]]
    assert fonts
    assert all("yes" in line for line in fonts)
    kinds = {tuple(line.split()[i] for i in (2, 5)) for line in judged("pdfimages", "-list", path).splitlines()[2:]}
    assert kinds == {("image", "cmyk"), ("image", "index"), ("smask", "gray")}
    assert judged("pdftotext", path, "-") == judged("pdftotext", plain, "-")


def test_text_of_one_ink_is_black_alone_and_all_else_is_mixed(made: tuple[Path, Path]) -> None:
    trace = judged("mutool", "trace", str(made[0]), "1")
    assert {*re.findall(r'<(\w+)[^>]*colorspace="DeviceGray"', trace)} == {"fill_shade"}  # of the mask
    assert {*re.findall(r'colorspace="(\w+)"', trace)} == {"DeviceCMYK", "DeviceGray"}
    texts = re.findall(r'<fill_text [^>]*colorspace="DeviceCMYK" color="([^"]*)"', trace)
    colors = [[round(float(each), 2) for each in color.split()] for color in texts]
    assert [0, 0, 0, 1] in colors
    gray, red = [color for color in colors if color not in ([0, 0, 0, 1], [1, 1, 1, 1])]
    assert gray[:3] == [0, 0, 0]
    assert gray[3] == pytest.approx(0.53, abs=0.03)
    assert red[0] < 0.2 < 0.8 < red[1]
    paths = re.findall(r'<fill_path [^>]*colorspace="DeviceCMYK" color="([^"]*)"', trace)
    mixed = [[round(float(each), 1) for each in color.split()] for color in paths]
    assert [0.3, 0.3, 0.3, 0.2] in mixed  # the gray disc
    assert [0, 0, 0, 0] in mixed


def test_both_look_alike(made: tuple[Path, Path], tmp_path: Path) -> None:
    seen = []
    for name, path in zip(("cmyk", "rgb"), made, strict=True):
        judged("pdftoppm", "-r", "50", "-f", "1", "-l", "1", "-singlefile", "-png", str(path), str(tmp_path / name))
        with Image.open(tmp_path / f"{name}.png") as image:
            seen.append(image.convert("RGB"))
    assert seen[0].size == seen[1].size
    inks, plain = (image.resize((7, 10), Image.Resampling.BOX) for image in seen)
    off = [abs(a - b) for a, b in zip(inks.tobytes(), plain.tobytes(), strict=True)]
    assert sum(off) / len(off) < 25  # poppler mixes ideal inks only roughly


@pytest.mark.thorough
def test_each_piece_and_a_shop_are_in_inks_too(home: Path, tmp_path: Path) -> None:
    press = ["--color-space", "cmyk", "--profile", str(home / "ideal.icc")]
    for target, name in (("pdf", "tiny-pdf/deck/red.a-front.pdf"), ("drivethrucards", "tiny-drivethrucards/poker.pdf")):
        code, said = export(home, tmp_path, "--to", target, *press)
        assert code == 0, said
        with pikepdf.open(tmp_path / name) as pdf:
            assert not [*find_rgb(pdf)]
            assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-4"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--to", "pdf", "--color-space", "cmyk"], "belong together"),
        (["--to", "pdf", "--profile", "ideal.icc"], "belong together"),
        (["--to", "png", "--color-space", "cmyk", "--profile", "ideal.icc"], "is for --to pdf or --to drivethrucards"),
        (
            ["--to", "pdf", "--ink-limit", "300"],
            "--ink-limit is for --color-space cmyk; add it, with --profile FILE.icc",
        ),
        (["--to", "pdf", "--separate-backs"], "--separate-backs is for --one-file"),
        (["--to", "png", "--one-file"], "--one-file is for --to pdf"),
        (["--to", "pdf", "--color-space", "cmyk", "--profile", "nowhere.icc"], "nowhere.icc"),
        (
            ["--to", "pdf", "--color-space", "cmyk", "--profile", "screen.icc"],
            "GF365 screen.icc is a profile for RGB colors, not for CMYK; ask the shop for the ICC profile of its press",
        ),
        (["--to", "pdf", "--color-space", "cmyk", "--profile", "game.yaml"], "GF365 game.yaml is no ICC profile; ask"),
    ],
)
def test_what_cannot_be_is_told(home: Path, tmp_path: Path, options: list[str], says: str) -> None:
    placed = [str(home / each) if each.endswith((".icc", ".yaml")) else each for each in options]
    code, said = export(home, tmp_path, *placed)
    assert code != 0
    assert says in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("has_text", [False, True])
def test_cards_of_a_pdf_are_converted_or_refused(home: Path, tmp_path: Path, has_text: bool) -> None:
    page = Canvas(str(tmp_path / "deck.pdf"), pagesize=(210 * mm, 297 * mm))
    for x in (20 * mm, 90 * mm):
        page.linearGradient(x, 30 * mm, x + 63 * mm, 118 * mm, ("#ff8800", "#0044cc"), extend=False)
        page.setFillColorRGB(1, 1, 1)
        page.rect(x + 5 * mm, 40 * mm, 50 * mm, 20 * mm, fill=1, stroke=0)
        page.drawImage(str(home / "images/photo.jpg"), x + 5 * mm, 70 * mm, 15 * mm, 15 * mm)
        page.setFillColorRGB(0, 0, 0)
        page.drawString(x + 8 * mm, 50 * mm, "text" if has_text else "")
    page.save()
    kept = tmp_path / "kept"
    layout = ["--source-grid", "2x1", "--size", "63x88", "--at", "20,179", "--pitch", "70,88", "--make-bleed", "none"]
    code, said, error = run(
        ["impose", str(tmp_path / "deck.pdf"), *layout, "--keep", str(kept), "--out", str(tmp_path / "out")]
    )
    assert code == 0, said + error
    press = ["--color-space", "cmyk", "--profile", str(home / "ideal.icc")]
    code, said, error = run(["export", str(kept), "--to", "pdf", "--one-file", "--out", str(tmp_path / "out"), *press])
    if has_text:
        assert code == 1
        assert "GF365 the pieces hold the font Helvetica without its outlines, which a PDF for a press" in said + error
        return
    assert code == 0, said + error
    with pikepdf.open(tmp_path / "out/kept-pdf/kept-pieces.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert not [*find_rgb(pdf)]
    assert "cmyk" in judged("pdfimages", "-list", str(tmp_path / "out/kept-pdf/kept-pieces.pdf"))


DENSE = DECK.replace("images/clear.png", "images/dense.jpg").replace('opacity="0.5"', 'opacity="1"')
DENSE = DENSE.replace("#808080", "#000").replace("images/few.png", "images/dark.png")


def sum_inks(pdf: Path, home: Path) -> tuple[int, Image.Image]:
    """Return the most ink of a pixel of the first page in percent as MuPDF draws it, and the page."""
    judged("mutool", "draw", "-q", "-N", "-A0", "-c", "cmyk", "-r", "100", "-o", str(home / "page.pam"), str(pdf), "1")
    head, data = (home / "page.pam").read_bytes().split(b"ENDHDR\n", 1)
    wide, high = (int(re.search(rb"%s (\d+)" % each, head)[1]) for each in (b"WIDTH", b"HEIGHT"))  # type: ignore[index]
    page = Image.frombytes("CMYK", (wide, high), data)
    sums = map(sum, zip(*(data[at::4] for at in range(4)), strict=True))
    return round(max(sums) / 2.55), page


def test_inks_are_held_under_a_limit_and_art_in_cmyk_above_it_is_told(home: Path, tmp_path: Path) -> None:
    game = Path(shutil.copytree(home, tmp_path / "tiny"))
    template, images = game / "templates/deck.svg.j2", game / "images"
    Image.effect_noise((200, 200), 60).convert("RGB").point(lambda each: each // 5).save(images / "photo.jpg")
    Image.linear_gradient("L").convert("RGB").point(lambda each: each // 4).save(images / "dark.png")
    Image.new("CMYK", (200, 200), (255, 242, 242, 230)).save(images / "dense.jpg", quality=95)
    template.write_text(DENSE.replace("images/dense.jpg", "images/dark.png"), "utf-8")
    press = ["--to", "pdf", "--one-file", "--color-space", "cmyk", "--profile", str(home / "ideal.icc")]
    made = tmp_path / "out/tiny-pdf/tiny-pieces.pdf"
    pages = []
    for options, least, most in (
        ([], 345, 350),
        (["--ink-limit", "300"], 295, 300),
        (["--ink-limit", "240"], 235, 240),
    ):
        code, said = export(game, tmp_path / "out", *press, *options)
        assert code == 0, said
        assert "GF364" not in said
        found, page = sum_inks(made, tmp_path)
        assert least <= found <= most
        pages.append(page.getchannel("K"))
    assert max(ImageChops.difference(pages[0], pages[2]).tobytes()) < 8  # black is kept; JPEGs blur it a little
    assert '"ink_limit":240' in (made.parent / "manifest.json").read_text().replace(" ", "")
    template.write_text(DENSE, "utf-8")
    code, said = export(game, tmp_path / "out", *press, "--ink-limit", "300")
    assert code == 0
    told = "tiny/images/dense.jpg: GF364 warning: 'images/dense.jpg' is in CMYK already and printed as it is, with up to 380"
    assert told in said
    assert "% of ink (deck.red.a front), which --ink-limit 300 does not change" in said
    assert said.count("GF364") == 1
    assert sum_inks(made, tmp_path)[0] == 380
    code, said = export(game, tmp_path / "out", *press, "--ink-limit", "385")
    assert "GF364" not in said


def test_dense_art_of_a_pdf_is_told_by_its_page(home: Path, tmp_path: Path) -> None:
    Image.new("CMYK", (50, 50), (255, 255, 200, 200)).save(tmp_path / "dense.jpg", quality=95)
    page = Canvas(str(tmp_path / "deck.pdf"), pagesize=(63 * mm, 88 * mm))
    for inks in ((0, 1, 1, 0), (1, 1, 0.9, 0.2), None):
        if inks is None:
            page.drawImage(str(tmp_path / "dense.jpg"), 0, 0, 63 * mm, 88 * mm)
        else:
            page.setFillColorCMYK(*inks)
            page.rect(0, 0, 63 * mm, 88 * mm, fill=1, stroke=0)
        page.showPage()
    page.save()
    kept, out = tmp_path / "kept", ["--out", str(tmp_path / "out")]
    layout = ["--source-grid", "1x1", "--size", "63x88", "--backs-are", "none", "--keep", str(kept)]
    code, said, error = run(["impose", str(tmp_path / "deck.pdf"), *layout, *out])
    assert code == 0, said + error
    press = ["--to", "pdf", "--color-space", "cmyk", "--profile", str(home / "ideal.icc"), "--ink-limit", "300"]
    code, said, error = run(["export", str(kept), *press, *out])
    assert code == 0, said + error
    told = re.findall(r"kept/images/deck\.pdf: GF364 warning: (.*?) of ink \((.*?)\)", error)
    known = "is in CMYK already and printed as it is, with up to"
    assert told == [
        (f"'images/deck.pdf', page 2 {known} 310 %", "card.deck-2 front"),
        (f"'images/deck.pdf', page 3 {known} 357 %", "card.deck-3 front"),
    ]
