"""Test `gutterfold impose` from folders of pictures to finished files, which pikepdf, qpdf and PDFium judge."""

import json
import re
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pikepdf
import pypdfium2
import pytest
from click import Context
from PIL import Image, ImageDraw

from generator.cli.commands import main
from tests.kits import read_manifest, run
from tests.load.test_spreadsheets import make_xlsx

POKER = (750, 1050)  # at 300 dpi
COLORS = {"red": (200, 30, 30), "green": (30, 160, 60), "blue": (30, 60, 200), "gray": (120, 120, 120)}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def paint(path: Path, color: str = "red", size: tuple[int, int] = POKER, mode: str = "RGB", **more: Any) -> bytes:
    """Save a picture: one color, with a white bar at the left edge that tells mirrored from whole."""
    image = Image.new("RGB", size, COLORS[color])
    ImageDraw.Draw(image).rectangle((0, size[1] // 3, size[0] // 4, size[1] // 2), fill="white")
    path.parent.mkdir(parents=True, exist_ok=True)
    image.convert(mode).save(path, **more)
    return path.read_bytes()


def impose(*arguments: str) -> tuple[str, str]:
    """Return what a command printed; it must succeed."""
    code, stdout, stderr = run(["impose", *arguments])
    assert code == 0, stderr
    return stdout, stderr


def refuse(*arguments: str) -> list[str]:
    """Return the lines of what is wrong; nothing is written."""
    code, _, stderr = run(["impose", *arguments])
    assert code != 0
    assert not Path("output").exists()
    return [line for line in stderr.splitlines() if re.search(r": GF\d+ (?!warning|note)", line)]


def list_images(path: Path) -> list[pikepdf.Object]:
    with pikepdf.open(path) as pdf:
        found = {name: each for page in pdf.pages for name, each in page.get_images().items()}
        return [each.read_raw_bytes() for each in found.values()]


def read_places(kit: str) -> list[dict[str, Any]]:
    """Return all that is printed, as the manifest lists it."""
    found: list[dict[str, Any]] = json.loads(Path(f"output/{kit}/manifest.json").read_text("utf-8"))["placements"]
    return found


def list_fronts(kit: str) -> list[str]:
    return [each["id"].removesuffix(".front") for each in read_places(kit) if each["side"] == "front"]


def render(path: Path, page: int, dpi: float = 72) -> Image.Image:
    with pypdfium2.PdfDocument(path) as document:
        image: Image.Image = document[page].render(scale=dpi / 72).to_pil().convert("RGB")
        return image


def test_a_folder_becomes_sheets_in_one_command(home: Path) -> None:
    jpegs = {paint(home / f"deck/card {n}.jpg", color) for n, color in ((10, "red"), (2, "green"), (1, "blue"))}
    back = paint(home / "deck/back.jpg", "gray")
    stdout, stderr = impose("deck")
    assert "card: 3 pictures, 3 pieces, one back, poker (63.5 x 88.9 mm)" in stdout
    assert "GF" not in stderr
    assert list_fronts("deck") == ["card.card-1.c1", "card.card-2.c1", "card.card-10.c1"]
    sheets = home / "output/deck/deck-sheets-a4.pdf"
    assert set(list_images(sheets)) == {*jpegs, back}  # byte for byte, each once
    assert subprocess.run(["qpdf", "--check", sheets], capture_output=True, check=False).returncode == 0
    assert {path.name for path in (home / "output/deck").iterdir()} == {
        "deck-sheets-a4.pdf", "deck-certificate.txt", "manifest.json"
    }  # fmt: skip
    assert [path for path in home.iterdir() if path.name not in ("deck", "output")] == []


def test_layout_options_are_those_of_build(home: Path) -> None:
    paint(home / "deck/a.png")
    paint(home / "deck/a_back.png", "blue")
    options = "--paper letter --backs fold --marks lines --gap 2 --format svg --format pdf --out kits".split()
    impose("deck", *options)
    assert (home / "kits/deck/deck-sheets-letter.pdf").exists()
    assert list((home / "kits/deck/svg").glob("*.svg"))
    build, own = (
        {each.name for each in command.params}
        for command in (main.get_command(Context(main), name) for name in ("build", "impose"))
        if command is not None
    )
    games = {"games", "palette", "colors", "settings", "languages", "thickness", "sheets_only", "watch", "fresh"}
    assert build - own == games


@pytest.mark.parametrize("name", ["fox_back.png", "fox-back.jpg", "fox__back.png", "back/fox.png", "Fox-Back.png"])
def test_backs_are_found_by_name(home: Path, name: str) -> None:
    paint(home / "deck/fox.png")
    paint(home / "deck/hen.png", "green")
    paint(home / "deck" / name, "blue")
    paint(home / "deck/back.png", "gray")
    impose("deck", "--keep", "kept")
    rows = (home / "kept/cards.csv").read_text("utf-8").splitlines()[1:]
    assert [row.split(",")[1:3] for row in rows] == [
        ["images/fox.png", f"images/{name}"],
        ["images/hen.png", "images/back.png"],
    ]


def test_a_picture_larger_than_the_paper_is_a_board_in_sections(home: Path) -> None:
    paint(home / "deck/map.jpg", "red", (900, 600))
    paint(home / "deck/tokens/t.png", "blue", (300, 300))
    stdout, _ = impose("deck", "--size", "card=300x450", "--size", "tokens=20", "--keep", "kept")
    assert "a picture larger than A4 is a board" in stdout
    assert 'map: {kind: board, size: [450, 300], image: "images/map.jpg", copies: 1}' in (
        (home / "kept/game.yaml").read_text("utf-8")
    )
    assert len(list_fronts("kept")) == 5  # four sections and a token


def test_a_hexagon_that_lies_on_a_side_is_turned_to_stand_on_a_corner(home: Path) -> None:
    paint(home / "deck/flat.png", "red", (1000, 866))
    paint(home / "deck/pointed.png", "blue", (866, 1000))
    assert "cut off" not in impose("deck", "--shape", "hexagon", "--size", "50", "--keep", "kept")[1]
    turns = [row.split(",")[5] for row in (home / "kept/cards.csv").read_text("utf-8").splitlines()[1:]]
    assert turns == ["90", "0"]


@pytest.mark.parametrize(
    ("told", "fronts", "backs"),
    [("alternate", "13", "24"), ("second-half", "12", "34"), ("last", "123", "444"), ("none", "1234", "")],
)
def test_which_pictures_are_backs_can_be_said(home: Path, told: str, fronts: str, backs: str) -> None:
    for number in (1, 2, 3, 4):
        paint(home / f"deck/page {number}.png", ("red", "blue", "green", "gray")[number - 1])
    impose("deck", "--backs-are", told, "--keep", "kept")
    rows = [row.split(",") for row in (home / "kept/cards.csv").read_text("utf-8").splitlines()[1:]]
    assert "".join(row[1][-5] for row in rows) == fronts
    assert "".join(row[2][-5:-4] for row in rows) == backs


@pytest.mark.parametrize("options", ["--backs-are folded", "--backs-are alternate", "--at 3,3", "--cards 1-2"])
def test_options_that_say_nothing_of_pictures_are_refused(home: Path, options: str) -> None:
    for name in "abc":
        paint(home / f"deck/{name}.png")
    (line,) = refuse("deck", *options.split())
    assert line.startswith(f"{options.split()[0]}: GF380 ")


def test_a_back_without_a_front_is_a_card_and_is_told(home: Path) -> None:
    paint(home / "deck/hunch_back.png")
    paint(home / "deck/throwback.png", "blue")
    stdout, stderr = impose("deck")
    assert "2 pictures, 2 pieces, no backs" in stdout
    assert stderr.count("GF381 note: its name is that of a back, but there is no front 'hunch'") == 1


def test_folders_are_parts_with_sizes_and_shapes_of_their_own(home: Path) -> None:
    paint(home / "deck/a.png")
    paint(home / "deck/Tokens/t.png", "blue", (300, 300))
    paint(home / "deck/tiles/x.png", "green", (500, 500))
    impose(
        "deck",
        "--size",
        "poker",
        "--size",
        "tokens=1in",
        "--size",
        "tiles=50x50mm",
        "--shape",
        "tokens=disc",
        "--keep",
        "kept",
    )
    data = (home / "kept/game.yaml").read_text("utf-8")
    assert "  tokens:\n    kind: token\n    diameter: 25.4\n" in data
    assert "  tiles:\n    kind: card\n    size: [50, 50]\n" in data
    code, _, stderr = run(["build", "kept", "--format", "pdf", "--out", "again"])
    assert (code, "GF" in stderr) == (0, False)
    first, second = (home / f"{out}/kept/kept-sheets-a4.pdf" for out in ("output", "again"))
    assert render(first, 1).tobytes() == render(second, 1).tobytes()


def test_a_kept_folder_can_be_changed_and_checked(home: Path) -> None:
    paint(home / "deck/a.png")
    impose("deck", "--keep", "kept")
    table = home / "kept/cards.csv"
    table.write_text(table.read_text("utf-8").replace(",1,", ",4,"), "utf-8")
    code, _, stderr = run(["check", "kept"])
    assert (code, [line for line in stderr.splitlines() if "GF" in line and "GF100" not in line]) == (0, [])
    assert refuse_kept("deck", "--keep", "kept") == [
        "kept: GF380 this exists already and is not overwritten; choose another folder"
    ]


def test_a_picture_in_a_kept_folder_is_a_copy(home: Path) -> None:
    original = paint(home / "deck/a.png")
    impose("deck", "--keep", "kept")
    (home / "kept/images/a.png").write_bytes(b"edited")
    assert (home / "deck/a.png").read_bytes() == original


def test_a_kept_folder_is_named_though_it_does_not_build(home: Path) -> None:
    paint(home / "deck/a.png")
    code, out, _ = run(["impose", "deck", "--keep", "kept", "--size", "300x420", "--fit", "contain"])
    assert (code, "kept/ is the game: change its tables and templates" in out) == (1, True)


def refuse_kept(*arguments: str) -> list[str]:
    return [line for line in run(["impose", *arguments])[2].splitlines() if " GF" in line]


def test_a_table_says_how_many_of_each(home: Path) -> None:
    for name, color in (("a", "red"), ("b", "blue"), ("c", "green"), ("d", "gray")):
        paint(home / f"deck/{name}.png", color)
    assert "4 rows" in impose("deck", "--write-table")[0]
    table = home / "deck/cards.csv"
    assert table.read_text("utf-8") == "file,copies,back,size\na.png,1,,\nb.png,1,,\nc.png,1,,\nd.png,1,,\n"
    table.write_text("File,Qty,back,size\nb.png,3,d.png,\na.png,0,,\nc.png,,,tarot\n", "utf-8")
    stdout, _ = impose("deck")
    assert "2 pictures, 4 pieces, one back" in stdout
    assert list_fronts("deck") == [
        "card-63-5x88-9.b.c1",
        "card-63-5x88-9.b.c2",
        "card-63-5x88-9.b.c3",
        "card-70x120.c.c1",
    ]


def test_a_table_of_another_language_and_computer_is_followed(home: Path) -> None:
    for name, color in (("käfer", "red"), ("b", "blue"), ("c", "green")):
        paint(home / f"deck/bilder/{name}.png", color)
    table = "Datei;Anzahl;Rückseite\r\nbilder\\KÄFER.png;2x;c.png\r\nC:\\Spiel\\b.png;1;\\alt\\c.png\r\n;;\r\n"
    (home / "deck/cards.csv").write_bytes(table.replace(";c.png", ";bilder/c.png").encode("cp1252"))
    assert "2 pictures, 3 pieces, one back" in impose("deck")[0]


def test_a_table_without_a_column_of_files_is_told_with_its_columns(home: Path) -> None:
    paint(home / "deck/fox.png")
    (home / "deck/cards.csv").write_text("Animal,Qty\nfox,2\n", "utf-8")
    (line,) = refuse("deck")
    assert "no column 'file', but 'Animal', 'Qty'; call the one that names the pictures so" in line


def test_bleed_that_pixels_tell_is_used_unless_it_is_denied(home: Path) -> None:
    paint(home / "deck/a.jpg", "red", (825, 1125))
    paint(home / "deck/b.jpg", "blue", (825, 1125))
    assert "bleed: 3.17 mm around each card, which the pictures hold by their pixels" in impose("deck")[0]
    assert "by their pixels" not in impose("deck", "--has-bleed", "0")[0]
    assert "by their pixels" not in impose("deck", "--size", "tarot")[0]


def test_a_picture_of_too_many_pixels_for_a_card_is_told(home: Path) -> None:
    paint(home / "deck/deck.jpg", "red", (3000, 3000))
    assert "GF381 warning: 3000 x 3000 pixels become one piece of square" in impose("deck")[1]
    assert "pixels become" not in impose("deck", "--size", "80")[1]


def test_faults_of_a_table_are_told_at_their_cells(home: Path) -> None:
    paint(home / "deck/fox.png")
    (home / "deck/cards.csv").write_text(
        "file,copies,back,size\nfoxy.png,1,,\nfox.png,two,,\nfox.png,1,,pokr\n", "utf-8"
    )
    assert [line.partition(" GF380 ")[0] for line in refuse("deck")] == [
        "deck/cards.csv:2:1:", "deck/cards.csv:3:9:", "deck/cards.csv:4:12:"
    ]  # fmt: skip


@pytest.mark.parametrize("made", ["mirror", "edge", "color=#204060", "none"])
def test_bleed_is_made_beyond_the_cut(home: Path, made: str) -> None:
    paint(home / "deck/a.png")
    impose("deck", "--make-bleed", made, "--marks", "none")
    (place,) = read_places("deck")
    page = render(home / "output/deck/deck-sheets-a4.pdf", 1, 254)
    turned = place["rotation"] == 90  # then the left edge of the picture lies at the top, or at the bottom

    def look(across: float, down: float) -> tuple[int, ...]:
        """Return the color at a place in mm from the left edge of the picture, and from its top."""
        x, y = (place["w"] - down, across) if turned else (across, down)
        found = page.getpixel((round((place["x"] + x) * 10), round((place["y"] + y) * 10)))
        assert isinstance(found, tuple)
        return found

    bar, red = 0.42 * 88.9, 0.8 * 88.9  # down: the white bar begins at the left edge, above what is red
    assert look(1.5, bar) == (255, 255, 255)
    assert look(1.5, red) == pytest.approx(COLORS["red"], abs=6)
    white, blue = (255, 255, 255), (0x20, 0x40, 0x60)
    expected = {"mirror": (white, COLORS["red"]), "edge": (white, COLORS["red"]), "none": (white, white)}
    for at, color in zip((bar, red), expected.get(made, (blue, blue)), strict=True):
        assert look(-1.5, at) == pytest.approx(color, abs=6)


def test_a_bleed_that_pictures_hold_is_used(home: Path) -> None:
    paint(home / "deck/a.png", size=(round(750 + 6 / 25.4 * 300), round(1050 + 6 / 25.4 * 300)))
    stdout, stderr = impose("deck", "--has-bleed", "3")
    assert "poker (63.5 x 88.9 mm)" in stdout
    assert "GF" not in stderr


def test_what_is_cut_off_is_told_with_its_share(home: Path) -> None:
    paint(home / "deck/a.png", size=(750, 900))
    assert "deck/a.png: GF381 warning: cut off to fill the piece: a.png 14%" in impose("deck", "--size", "poker")[1]
    assert "drawn out to fill the piece: a.png 14%" in impose("deck", "--size", "poker", "--fit", "stretch")[1]
    assert "GF381" not in impose("deck", "--size", "poker", "--fit", "contain")[1]


def test_resolution_is_measured_on_paper(home: Path) -> None:
    paint(home / "deck/fine.png")
    paint(home / "deck/fair.png", "blue", (500, 700))
    paint(home / "deck/coarse.png", "green", (250, 350))
    stderr = impose("deck")[1]
    assert (
        "deck/coarse.png: GF323 warning: printed at less than 150 dpi, which looks coarse: 'coarse.png' at 100 dpi"
        in stderr
    )
    assert "deck/fair.png: GF323 note: 1 image is printed at 200 dpi" in stderr
    assert "fine" not in stderr


NAMES = ["with blank.png", "Ümläut.PNG", "100%.png", "a#1.png", "50%25.png", "it's.png", "a&b.png", "日本.png"]


def test_all_usual_names_are_fine(home: Path) -> None:
    for name in NAMES:
        paint(home / "a #1 déck" / name)
    (home / "a #1 déck" / "Ümläut.PNG").rename(home / "a #1 déck" / normalize("NFD", "Ümläut.PNG"))
    stdout, stderr = impose("a #1 déck")
    assert f"{len(NAMES)} pictures" in stdout
    assert "GF" not in stderr
    assert len(list_fronts("a-1-deck")) == len(NAMES)


KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "a.webp": ("RGB", {"lossless": True}),
    "a.gif": ("P", {}),
    "a.tif": ("RGB", {"compression": "tiff_lzw"}),
    "a.bmp": ("RGB", {}),
    "a.png": ("P", {}),
    "b.png": ("L", {}),
    "c.png": ("1", {}),
    "d.png": ("RGBA", {}),
    "a.jpg": ("L", {}),
    "b.jpg": ("CMYK", {}),
    "c.jpg": ("RGB", {"progressive": True}),
    "a.avif": ("RGB", {}),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_picture_is_printed(home: Path, name: str) -> None:
    mode, more = KINDS[name]
    paint(home / "deck" / name, "blue", mode=mode, **more)
    impose("deck", "--format", "pdf", "--format", "svg")
    page = render(home / "output/deck/deck-sheets-a4.pdf", 1, 50)
    found = page.getcolors(1 << 20) or []
    commonest = max((each for each in found if each[1] != (255, 255, 255)), key=lambda each: each[0])[1]
    if mode in ("RGB", "RGBA", "P"):
        assert commonest == pytest.approx(COLORS["blue"], abs=40)
    assert commonest != (255, 255, 255)


def test_pictures_that_are_cut_short_are_refused_by_name_all_at_once(home: Path) -> None:
    whole = paint(home / "deck/whole.jpg")
    (home / "deck/half.jpg").write_bytes(whole[: len(whole) // 2])
    head = BytesIO()
    Image.new("L", (6000, 6000)).save(head, "JPEG")
    scan = head.getvalue().index(b"\xff\xda")
    (home / "deck/head.jpg").write_bytes(head.getvalue()[: scan + 10] + b"\xff\xd9")
    (home / "deck/half.png").write_bytes(paint(home / "deck/whole.png")[:-40])
    (home / "deck/text.png").write_text("no picture")
    lines = refuse("deck", "--size", "poker")
    assert [line.partition(":")[0] for line in lines] == [
        f"deck/{name}" for name in ("half.jpg", "half.png", "head.jpg", "text.png")
    ]


def test_pictures_of_kinds_that_are_not_read_are_told(home: Path) -> None:
    paint(home / "deck/a.png")
    (home / "deck/b.heic").write_bytes(b"x")
    assert "GF381 warning: not printed, as these kinds of pictures cannot be read: b.heic" in impose("deck")[1]


def test_clear_corners_are_filled_with_the_color_beside_them(home: Path) -> None:
    image = Image.new("RGBA", POKER, (0, 0, 0, 0))
    ImageDraw.Draw(image).rounded_rectangle((0, 0, POKER[0] - 1, POKER[1] - 1), 60, fill=COLORS["red"])
    (home / "deck").mkdir()
    image.save(home / "deck/a.png")
    impose("deck", "--marks", "none", "--bleed", "2")
    (place,) = read_places("deck")
    page = render(home / "output/deck/deck-sheets-a4.pdf", 1, 254)
    for x, y in ((place["x"] + 0.3, place["y"] + 0.3), (place["x"] - 1, place["y"] - 1)):
        assert page.getpixel((round(x * 10), round(y * 10))) == pytest.approx(COLORS["red"], abs=16)


def test_only_what_changed_is_printed_again(home: Path) -> None:
    for name, color in (("a", "red"), ("b", "blue")):
        paint(home / f"deck/{name}.png", color)
    impose("deck")
    paint(home / "deck/b.png", "green")
    stdout, _ = impose("deck", "--since", "output/deck")
    assert "take 1 piece out of the box, put 1 in" in stdout
    assert "once it is printed, run `gutterfold printed deck --reprint`" in stdout
    assert run(["printed", "deck", "--reprint"])[:2] == (0, "noted as printed: output/deck-printed/\n")
    assert "nothing changed since" in impose("deck", "--since", "printed")[0]
    paint(home / "deck/a.png", "green")
    impose("deck", "--since", "printed")
    assert run(["printed", "deck", "--reprint"])[0] == 0


REFUSED = {
    "deck --card_size poker": "--card_size: GF012 there is no such option; here it is --size",
    "deck --machine silhouette": "--machine: GF012 there is no such option; here it is --keep FOLDER, and then `gutterfold export FOLDER --to cut`",
    "deck --only-fronts": "--only-fronts: GF012 there is no such option; here it is --backs none",
    "nothing": "nothing: GF380 there is no file or folder of this name; did you mean 'nothin'?",
    "deck --size tokns=25": "--size: GF380 there is no part 'tokns'; did you mean 'tokens'?",
    "deck --size pokr": "--size: GF012 'pokr' is no size; give one such as poker, 63x88, 25 or 2.5x3.5in; did you mean 'poker'?",
    "deck --size 3000": "--size: GF012 3000 mm is no size of a piece; give 5 to 2000 mm a side",
    "deck --shape disk": "--shape: GF012 'disk' is no shape; did you mean 'disc'?",
    "deck --shape disc --size poker": "--size: GF380 card is 63.5 x 88.9 mm, but a disc is as wide as it is high; give one number, such as --size card=63.5",
    "deck --make-bleed blur": "--make-bleed: GF012 'blur' makes no bleed; choose mirror, edge, color=#204060 or none",
    "deck --back x.png": "x.png: GF380 there is no file of this name",
    "game": "game: GF380 this folder holds a game; print it with `gutterfold build game`, or name its folder of images",
    "notes.txt": "notes.txt: GF380 this is no picture or PDF by its name",
    "nothin": "nothin: GF380 there is no picture and no PDF here; name a folder of images, image files or PDFs",
}  # fmt: skip


@pytest.mark.parametrize("arguments", REFUSED)
def test_what_cannot_be_is_one_clear_line(home: Path, arguments: str) -> None:
    paint(home / "deck/a.png")
    paint(home / "deck/tokens/t.png", "blue", (300, 300))
    (home / "nothin").mkdir()
    (home / "notes.txt").write_text("x")
    (home / "game").mkdir()
    (home / "game/game.yaml").write_text("title: x")
    (line,) = refuse(*arguments.split())
    assert line.startswith(REFUSED[arguments])


def test_a_jpeg_damaged_inside_is_printed_and_tinted_without_a_fault(home: Path) -> None:
    data = bytearray(paint(home / "deck/a.jpg"))
    tables = data.index(b"\xff\xc4")
    data[tables + 4 : tables + 30] = bytes(26)  # no code has a length
    (home / "deck/a.jpg").write_bytes(data)
    impose("deck", "--ink", "low", "--format", "svg")


def test_a_spreadsheet_beside_the_pictures_is_followed(home: Path) -> None:
    paint(home / "deck/a.png")
    paint(home / "deck/b.png", "blue")
    cells = (("file", "Quantity"), ("b.png", "3"))
    rows = "".join(
        f'<row r="{n}">' + "".join(f'<c r="{column}{n}" t="inlineStr"><is><t>{text}</t></is></c>' for column, text in zip("AB", row, strict=True)) + "</row>"
        for n, row in enumerate(cells, 1)
    ).replace('t="inlineStr"><is><t>3</t></is>', "><v>3</v>")  # fmt: skip
    (home / "deck/cards.xlsx").write_bytes(make_xlsx(rows))
    stdout, stderr = impose("deck")
    assert "card: 1 picture, 3 pieces" in stdout
    assert "deck/cards.xlsx: GF381 note: not printed, as the table leaves them out: a.png" in stderr


def test_a_part_is_named_as_its_folder_is(home: Path) -> None:
    paint(home / "deck/a.png")
    (home / "deck/Größe & Co #1").mkdir()
    paint(home / "deck/Größe & Co #1/b.png", size=(500, 500))
    code, out, _ = run(["impose", "deck", "--size", "Größe & Co #1=40", "--size", "poker"])
    assert (code, "grosse-co-1: 1 picture, 1 piece, no backs, 40 x 40 mm" in out) == (0, True), out


def test_drawings_have_the_size_nearest_to_their_shape(home: Path) -> None:
    sides = {"deck": "viewBox='0 0 7 12'", "wide": "width='94mm' height='60mm'", "odd": "viewBox='0 0 9 1'"}
    for name, told in sides.items():
        (home / name).mkdir()
        (home / name / "a.svg").write_text(
            f"<svg xmlns='http://www.w3.org/2000/svg' {told}><rect width='5' height='5'/></svg>"
        )
    assert "the shape of no standard card; give their size" in refuse("odd")[0]
    assert "tarot (70 x 120 mm)" in impose("deck")[0]
    assert "euro (92 x 59 mm)" in impose("wide")[0]


@pytest.mark.parametrize(("front", "back"), [("fronts", "backs"), ("Front", "Back"), ("faces", "back")])
def test_folders_of_fronts_and_backs_pair_by_name_by_order_or_with_one(home: Path, front: str, back: str) -> None:
    for name in ("1", "2"):
        paint(home / "deck" / front / f"{name}.png")
        paint(home / "deck" / back / f"{name}.png", "blue")
    assert "card: 2 pictures, 2 pieces, 2 backs" in impose("deck")[0]
    for name in ("1", "2"):
        (home / "deck" / back / f"{name}.png").rename(home / "deck" / back / f"b{name}.png")
    stdout, stderr = impose("deck")
    assert "card: 2 pictures, 2 pieces, 2 backs" in stdout
    assert f"{back}/b1.png goes behind {front}/1.png" in stderr
    (home / "deck" / back / "b2.png").unlink()
    assert "card: 2 pictures, 2 pieces, one back" in impose("deck")[0]


def test_a_picture_of_a_whole_sheet_is_cut_by_its_grid(home: Path) -> None:
    sheet = Image.new("RGB", (900, 840), "white")
    for at, color in enumerate(("red", "green", "blue", "gray", "red")):
        sheet.paste(COLORS[color], (at % 3 * 300, at // 3 * 420, at % 3 * 300 + 300, at // 3 * 420 + 420))
    (home / "deck").mkdir()
    sheet.save(home / "deck/sheet.png")
    paint(home / "deck/back.png")
    stdout, _ = impose("deck", "--source-grid", "3x2", "--no-how-to", "--bleed", "0")
    assert "sheet.png: 5 cards of 63.5 x 88.9 mm (poker), 3 x 2 a page without gaps, as given" in stdout
    rows = read_manifest(home / "output/deck")["placements"]
    assert sum(row["side"] == "back" for row in rows) == 5
    third = next(row for row in rows if row["design"] == "sheet-3")
    with pypdfium2.PdfDocument(home / "output/deck/deck-sheets-a4.pdf") as file:
        page = file[0].render(scale=1).to_pil()
    x, y = ((third[a] + third[b] / 2) / 25.4 * 72 for a, b in (("x", "w"), ("y", "h")))
    assert page.getpixel((round(x), round(y)))[:3] == COLORS["blue"]


def test_what_is_told_of_pictures_of_sheets_names_the_pictures(home: Path) -> None:
    (home / "deck").mkdir()
    for name, (wide, high) in {"one": (600, 420), "two": (900, 900)}.items():  # in two shapes, each by itself
        sheet = Image.new("RGB", (wide, high), COLORS["red"])
        sheet.paste(COLORS["blue"], (wide // 2, 0, wide, high))
        sheet.save(home / f"deck/{name}.png")
    stdout, stderr = impose("deck", "--source-grid", "2x1", "--size", "poker", "--bleed", "0")
    assert re.findall(r"(\S+): 2 cards of 63.5 x 88.9 mm", stdout) == ["one.png", "two.png"]
    assert "deck/two.png: GF381 warning: cut off to fill the piece: two.png 30%; --fit contain" in stderr
    page = render(home / "output/deck/deck-sheets-a4.pdf", 1, 100)
    for place, color in zip(read_places("deck"), ("red", "blue", "red", "blue"), strict=True):
        for x in (place["x"] + 1, place["x"] + place["w"] - 1):
            at = round(x / 25.4 * 100), round((place["y"] + 40) / 25.4 * 100)
            assert page.getpixel(at) == COLORS[color]
    assert (
        "drawn out to fill the piece: two.png 30%"
        in impose(*("deck", "--source-grid", "2x1", "--size", "poker", "--fit", "stretch"))[1]
    )
    Image.new("RGB", (600, 420), "white").save(home / "deck/two.png")
    code, _, stderr = run(["impose", "deck", "--source-grid", "2x1"])
    assert code == 1
    assert "deck/two.png: GF380 this picture shows nothing where its cards should be" in stderr


def test_a_picture_in_two_formats_is_told(home: Path) -> None:
    for name in ("a.png", "a.jpg", "b.png"):
        paint(home / "deck" / name)
    stdout, stderr = impose("deck")
    assert "card: 3 pictures" in stdout
    assert "deck/a.png: GF381 warning: this has the name of a.jpg, but for the ending; both are printed" in stderr
    assert stderr.count("GF381") == 1
