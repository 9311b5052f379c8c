"""Exports opened by programs that are not ours, and held against the data of the game."""

import csv
import json
import re
import subprocess
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from itertools import chain, combinations
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import ezdxf.audit
import ezdxf.filemanagement
import jsonschema
import pikepdf
import pytest
from PIL import Image

from generator.export.cutting import parse_machines
from generator.export.pieces import list_pieces
from generator.export.print_shops import parse_shop
from generator.export.tabletop import TableSpot
from generator.model.finding import DataError
from generator.pipeline.build import load_game, prepare_kit
from generator.pipeline.export.exporting import ExportRequest, ExportResult, export_game
from generator.pipeline.export.tabletop import Stock, hand_out, lay_out, measure_group
from generator.pipeline.export.targets import TARGETS
from generator.pipeline.options import Options
from generator.program.identity import find_resources
from tests.browser import AXE, Browser
from tests.conftest import find_judge, find_packed
from tests.export.tiny import GAME, export, write_game
from tests.kits import run
from tests.messages import facts_of

Made = Callable[[str], Path]
SHOPS = ("makeplayingcards", "gamecrafter", "drivethrucards")


def open_image(path: Path) -> Image.Image:
    """Return an image whose file is closed."""
    with Image.open(path) as image:
        image.load()
    return image


def judged(*command: str) -> str:
    """Return what a program that is not ours says."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("exports"))


@pytest.fixture(scope="session")
def results() -> dict[str, ExportResult]:
    return {}


@pytest.fixture
def made(home: Path, results: dict[str, ExportResult]) -> Made:
    """Give `made(target)`, the folder of an export, which is made once."""

    def make(target: str) -> Path:
        if target not in results:
            results[target] = export(home, target, home.parent / "out")
        return results[target].folder

    return make


def test_each_piece_is_an_image_of_its_size(made: Made) -> None:
    folder = made("png")
    sizes = {path.relative_to(folder).as_posix(): open_image(path).size for path in folder.rglob("*.png")}
    assert sizes["deck/red.a-front.png"] == (821, 1121) == sizes["deck/gold.c-back.png"]
    assert sizes["chip/1-front.png"] == (371, 371)
    assert len(sizes) == 21
    assert open_image(folder / "deck/red.a-front.png").info["dpi"] == pytest.approx((300, 300), abs=0.1)
    rows = list(csv.DictReader(StringIO((folder / "pieces.csv").read_text("utf-8"))))
    assert rows[0] == {
        "part": "deck",
        "piece": "red.a",
        "title": "Deck",
        "copies": "2",
        "width_mm": "63.5",
        "height_mm": "88.9",
        "front": "deck/red.a-front.png",
        "front_bleed_mm": "3",
        "back": "deck/red.a-back.png",
        "back_bleed_mm": "3",
    }
    chips = next(row for row in rows if row["part"] == "chip")
    assert [chips[name] for name in ("front_bleed_mm", "back", "back_bleed_mm")] == ["3", "", ""]
    assert sum(int(row["copies"]) for row in rows) == 27


def test_a_piece_without_bleed_is_clear_outside_its_outline(home: Path, tmp_path: Path) -> None:
    chip = open_image(export(home, "png", tmp_path, "chip").folder / "chip/1-front.png")
    assert chip.size == (300, 300)
    outside, paper, art = (2, 2), (150, 20), (150, 150)
    assert [chip.getpixel(at) for at in (outside, paper, art)] == [(255, 255, 255, 0), (255,) * 4, (51, 136, 51, 255)]


def test_fronts_and_backs_have_the_same_bleed(tmp_path: Path) -> None:
    home = write_game(tmp_path)
    (home / "templates/deck.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"><rect width="31" height="88.9" fill="#00f"/>'
        '<rect x="31" width="32.5" height="88.9" fill="#f00"/><text x="9" y="40" font-size="9">{{ row.n }}</text></svg>'
    )
    made = export(home, "png", tmp_path, "deck")
    front, back = (open_image(made.folder / f"deck/red.a-{side}.png") for side in ("front", "back"))
    assert front.size == back.size == (821, 1121)
    assert [front.getpixel(at) for at in ((2, 2), (2, 560), (818, 560), (410, 2))] == [
        *((0, 0, 255), (0, 0, 255)),
        *((255, 0, 0), (255, 0, 0)),
    ]
    says = "each file has 3 mm of bleed; the art of 'deck' ends before that, so its edge is drawn out"
    assert [note.message for note in made.notes] == [says]
    drawn = export(home, "pdf", tmp_path, "deck").folder / "deck/red.a-front.pdf"
    assert judged(find_judge("pdftotext"), str(drawn), "-").split() == ["1"]


@pytest.mark.parametrize("separate", [False, True])
def test_one_file_has_a_card_a_page(home: Path, tmp_path: Path, separate: bool) -> None:
    made = export(home, "pdf", tmp_path, "deck", "chip", one_file=True, separate_backs=separate)
    rows = list(csv.DictReader(StringIO((made.folder / "pieces.csv").read_text("utf-8"))))
    links = [(row["front"], row["back"]) for row in rows]
    if not separate:
        assert links[:2] == [(f"tiny-pieces.pdf#page={n}", f"tiny-pieces.pdf#page={n + 1}") for n in (1, 5)]
        assert links[-1] == ("tiny-pieces.pdf#page=37", "")
    else:
        assert links[:2] == [(f"tiny-fronts.pdf#page={n}", f"tiny-backs.pdf#page={n}") for n in (1, 3)]
        assert links[-1] == ("tiny-fronts.pdf#page=19", "")
    files = sorted(path.name for path in made.folder.glob("*.pdf"))
    assert files == (["tiny-backs.pdf", "tiny-fronts.pdf"] if separate else ["tiny-pieces.pdf"])
    for name in files:
        assert "No syntax" in judged(find_judge("qpdf"), "--check", str(made.folder / name))
        with pikepdf.open(made.folder / name) as pdf:
            assert len(pdf.pages) == (25 if separate else 50)
            boxes = {
                tuple(tuple(round(float(each) / 72 * 25.4, 2) for each in box) for box in (page.trimbox, page.BleedBox))
                for page in pdf.pages
            }
            assert boxes == {
                ((3, 3, 66.5, 91.9), (0, 0, 69.5, 94.9)),
                ((3, 3, 28.4, 28.4), (0, 0, 31.4, 31.4)),
            }
            with pdf.open_outline() as outline:
                assert [item.title for item in outline.root] == ["Deck", "Chips"]
    texts = judged(find_judge("pdftotext"), str(made.folder / files[-1]), "-").split("\f")
    step = 1 if separate else 2
    assert [text.strip() for text in texts[: 12 * step : step]] == [*"112233112233"]
    if not separate:
        assert {text.strip() for text in texts[1::2]} == {""}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("only", "bleed", "says"),
    [
        ((), None, "each file has 3 mm of bleed; the art of 'chip', 'odd' ends before that, so its edge is drawn out"),
        (("deck",), None, "each file has 3 mm of bleed"),
        (("chip",), None, "no file has bleed: each ends at the cut"),
        (("deck", "die"), 1.5, "each file has 1.5 mm of bleed"),
    ],
)
def test_the_bleed_of_the_files_is_told(
    home: Path, tmp_path: Path, only: tuple[str, ...], bleed: float | None, says: str
) -> None:
    made = export(home, "svg", tmp_path, *only, bleed=bleed)
    assert [(note.code, note.level, note.message) for note in made.notes] == [("GF365", "note", says)]


def test_a_manifest_lists_what_was_exported(made: Made) -> None:
    folder = made("png")
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert (told["game"], told["export"]["target"], told["export"]["dpi"]) == ("tiny-png", "png", 300.0)
    assert {file["path"] for file in told["files"]} == {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in (".png", ".csv")
    }


def test_pdf_has_trim_and_bleed_and_what_is_asked_for(home: Path, tmp_path: Path) -> None:
    made = export(home, "pdf", tmp_path, "deck", "odd", bleed=2.0)
    with pikepdf.open(made.folder / "deck/red.a-front.pdf") as pdf:
        page = pdf.pages[0]
        boxes = [[round(float(each) / 72 * 25.4, 3) for each in box] for box in (page.trimbox, page.mediabox)]
        assert boxes == [[2, 2, 65.5, 90.9], [0, 0, 67.5, 92.9]]
        assert page.BleedBox == page.mediabox
        assert str(pdf.docinfo["/Subject"]) == "pieces of a game, one side on each page"
    with pikepdf.open(made.folder / "odd/1-front.pdf") as pdf:  # nothing is drawn beyond its cut
        assert [round(float(each) / 72 * 25.4, 2) for each in pdf.pages[0].mediabox] == [0, 0, 37, 54]
    says = "each file has 2 mm of bleed; the art of 'odd' ends before that, so its edge is drawn out"
    assert [note.message for note in made.notes] == [says]


def test_svg_is_as_large_as_the_piece(home: Path, tmp_path: Path) -> None:
    folder = export(home, "svg", tmp_path, "chip", bleed=0.0).folder
    assert 'width="25.4mm"' in (folder / "chip/1-front.svg").read_text("utf-8")


@pytest.mark.parametrize("name", SHOPS)
def test_figures_of_shops_name_their_source(name: str) -> None:
    shop = parse_shop((find_resources("templates") / "print-shops" / f"{name}.toml").read_text("utf-8"))
    assert len({product.id for product in shop.products}) == len(shop.products) > 4
    for product in shop.products:
        assert shop.sources[product.source].address
        assert all(0.5 < bleed < 5 for bleed in product.bleed), product.id
        assert abs(product.bleed[0] - product.bleed[1]) < 1, product.id


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("target", "deck", "pixels"),
    [("makeplayingcards", "poker", (822, 1122)), ("gamecrafter", "PokerDeck-deck", (825, 1125))],
)
def test_shops_get_fronts_and_backs_in_pairs(made: Made, target: str, deck: str, pixels: tuple[int, int]) -> None:
    folder = made(target)
    fronts, backs = (sorted(path.name for path in (folder / deck / side).iterdir()) for side in ("front", "back"))
    assert fronts == backs
    assert Counter(name.split(".", 1)[1] for name in fronts) == {
        f"{color}.{row}.png": 2 for color in ("red", "blue", "gold") for row in "abc"
    }
    assert {open_image(path).size for path in (folder / deck).rglob("*.png")} == {pixels}
    card = open_image(folder / deck / "front" / "01-deck.red.a.png")
    assert {card.getpixel(at) for at in ((0, 0), (pixels[0] - 1, pixels[1] - 1), (pixels[0] // 2, 0))} == {(192, 0, 0)}
    with zipfile.ZipFile(folder / f"tiny-{target}.zip") as archive:
        assert archive.testzip() is None
        assert f"{deck}/front/01-deck.red.a.png" in archive.namelist()
    order = (folder / "order.txt").read_text("utf-8")
    assert " of 18 cards" in order
    assert "\n  Deck: 2 of each of red.a, red.b, red.c, blue.a, blue.b, blue.c, gold.a, gold.b, gold.c\n" in order


def test_drivethrucards_gets_each_back_after_its_front(made: Made) -> None:
    with pikepdf.open(made("drivethrucards") / "poker.pdf") as pdf:
        assert len(pdf.pages) == 36
        assert [float(each) for each in pdf.pages[0].mediabox] == [0, 0, 198, 270]
        assert [round(float(each), 2) for each in pdf.pages[1].trimbox] == [9, 9, 189, 261]


def test_a_part_that_a_shop_does_not_make_is_told_and_refused_if_named(
    made: Made, home: Path, tmp_path: Path, results: dict[str, ExportResult]
) -> None:
    made("gamecrafter")
    told = [note for note in results["gamecrafter"].notes if note.code == "GF366"]
    assert [(note.level, note.place.line) for note in told] == [("warning", 19), ("warning", 20)]
    with pytest.raises(DataError) as error:
        export(home, "gamecrafter", tmp_path, "odd", "deck")
    assert [(each.code, each.level) for each in error.value.findings] == [("GF366", "error")]
    with pytest.raises(DataError) as error:
        export(home, "makeplayingcards", tmp_path, "die")
    assert [each.code for each in error.value.findings] == ["GF366", "GF365"]
    assert not list(tmp_path.iterdir())


_NUMBER = {"type": "number"}
_TEXT = {"type": "string"}
_ADDRESS = {"type": "string", "pattern": "^(file:///|https://)"}


def _record(*required: str, **fields: object) -> dict[str, object]:
    return {"type": "object", "required": [*required, *fields], "properties": fields}


_OBJECT = _record(
    GUID={"type": "string", "pattern": "^[0-9a-f]{6}$"},
    Name={
        "enum": [
            "DeckCustom",
            "Card",
            "CardCustom",
            "Bag",
            "Custom_Tile",
            "Custom_Token",
            "Custom_Board",
            "Custom_Model",
        ]
    },
    Nickname=_TEXT,
    Transform=_record(**{f"{kind}{axis}": _NUMBER for kind in ("pos", "rot", "scale") for axis in "XYZ"}),
    ColorDiffuse=_record(r=_NUMBER, g=_NUMBER, b=_NUMBER),
)
_FIELDS: dict[str, dict[str, object]] = {
    "DeckCustom": {
        "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 100}},
        "CustomDeck": {
            "type": "object",
            "additionalProperties": _record(
                FaceURL=_ADDRESS,
                BackURL=_ADDRESS,
                NumWidth={"type": "integer", "minimum": 1, "maximum": 10},
                NumHeight={"type": "integer", "minimum": 1, "maximum": 7},
                BackIsHidden={"type": "boolean"},
                UniqueBack={"type": "boolean"},
            ),
        },
    },
    "Custom_Model": {"CustomMesh": _record(MeshURL=_ADDRESS, DiffuseURL=_ADDRESS, TypeIndex={"type": "integer"})},
    "Custom_Tile": {"CustomImage": _record("CustomTile", ImageURL=_ADDRESS, ImageSecondaryURL=_ADDRESS)},
    "Custom_Token": {"CustomImage": _record("CustomToken", ImageURL=_ADDRESS)},
    "Bag": {"ContainedObjects": {"type": "array", "items": {"$ref": "#/$defs/object"}}},
}
_OBJECT["allOf"] = [
    {"if": {"properties": {"Name": {"const": name}}}, "then": {"required": list(fields), "properties": fields}}
    for name, fields in _FIELDS.items()
]
SCHEMA = {
    "$defs": {"object": _OBJECT},
    **_record(SaveName=_TEXT, ObjectStates={"type": "array", "items": {"$ref": "#/$defs/object"}}),
}


def read_table(folder: Path, game: str = "tiny") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{game}.json").read_text("utf-8"))
    jsonschema.validate(found, SCHEMA)
    return found


def walk_pieces(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the single pieces on a table, and in its decks and bags."""
    for each in objects:
        if inside := each.get("ContainedObjects"):
            yield from walk_pieces(inside)
        else:
            yield each


def test_the_table_has_every_piece_once_and_hands_out_what_the_setup_says(made: Made) -> None:
    folder = made("tabletop-simulator")
    table = read_table(folder)["ObjectStates"]
    assert Counter(each["Nickname"].split()[0] for each in walk_pieces(table)) == {
        "Deck": 18,
        "Chips": 7,
        "Odd": 1,
        "Die": 1,
    }
    decks = {each["Nickname"]: Counter(each["DeckIDs"]) for each in table if each["Name"] == "DeckCustom"}
    assert decks == {
        "Deck, red": {100: 2, 101: 2, 102: 2},
        "Deck, blue": {103: 2, 104: 2, 105: 2},
        "Deck, gold": {106: 2, 107: 2, 108: 2},
    }
    bags = [len(each["ContainedObjects"]) for each in table if each["Name"] == "Bag"]
    assert bags == [2, 2, 2]
    deck = next(each for each in table if each["Name"] == "DeckCustom")["CustomDeck"]["1"]
    sheet = open_image(folder / deck["FaceURL"].rpartition("tabletop-simulator/")[2])
    wide, high = sheet.width // deck["NumWidth"], sheet.height // deck["NumHeight"]
    assert max(sheet.size) <= 4096
    for index, paint in ((0, (192, 0, 0)), (4, (0, 0, 192)), (8, (160, 128, 0))):
        row, column = divmod(index, deck["NumWidth"])
        assert sheet.getpixel((column * wide + 5, row * high + 5)) == paint


def test_nothing_lies_in_anything_else_on_the_table(home: Path) -> None:
    kit = prepare_kit(home, Options())
    pieces = list_pieces(kit.all_parts, "whole")
    for players in (2, 3):
        groups = hand_out(kit, pieces, players)
        groups += [group._replace(seat=seat) for group in groups for seat in (-1, 0, 0, 0, 1, 2)]
        found = list(lay_out(groups, players))
        assert len(found) == len(groups)
        corners = [_stand(spot, *measure_group(group)) for group, spot in found]
        for one, other in combinations(corners, 2):
            assert any(
                max(p[n] for p in one) <= min(q[n] for q in other) or max(q[n] for q in other) <= min(p[n] for p in one)
                for n in (0, 1)
            )


def _stand(spot: TableSpot, width: float, height: float) -> list[tuple[float, float]]:
    """Return the corners of what stands at a place."""
    c, s = cos(radians(spot.turn)), sin(radians(spot.turn))
    ends = [(x * width / 2, z * height / 2) for x in (-1, 1) for z in (-1, 1)]
    return [(spot.x + c * x + s * z, spot.z - s * x + c * z) for x, z in ends]


def test_cards_of_a_pile_are_one_deck(tmp_path: Path) -> None:
    cards = "kind: card, size: poker, front: c.svg.j2"
    text = f"""title: T
version: "1"
players: [1, 2]
parts:
  fire: {{{cards}, pile: spells, copies: 3}}
  ice: {{{cards}, pile: spells, copies: 2}}
  coin: {{kind: token, diameter: 20, pile: spells, front: c.svg.j2, copies: 2}}
  aid: {{{cards}, copies: 2}}
setup:
  - {{part: fire, table: 3}}
  - {{part: ice, table: 2}}
"""
    home = tmp_path / "spells"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(text, "utf-8")
    (home / "templates/c.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"/>', "utf-8"
    )
    kit = prepare_kit(home, Options())
    groups = hand_out(kit, list_pieces(kit.all_parts, "whole"), 2)
    named = [(group.pile or group.part.id, group.seat, sum(number for _, number in group.pieces)) for group in groups]
    assert named == [("spells", 0, 5), ("coin", -1, 2), ("aid", -1, 2)]


@pytest.mark.thorough
def test_dealt_cards_are_shuffled_the_same_way_each_time_and_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "trick"
    assert run(["new", str(folder), "--like", "cards"])[0] == 0
    first, again = (export(folder, "tabletop-simulator", tmp_path / out, players=3).folder for out in ("one", "two"))
    saved, other = (read_table(each, "trick") for each in (first, again))
    hands = [[card["Nickname"] for card in deck["ContainedObjects"]] for deck in saved["ObjectStates"]]
    assert [len(hand) for hand in hands] == [8, 8, 8, 4]  # the rest lies beside the table
    assert sorted(chain.from_iterable(hands)) == sorted(
        f"The {name}, {suit} {number}"
        for number, name in enumerate(("Mouse", "Twins", "Cook", "Guard", "Smith", "Thief", "Queen"), 1)
        for suit in ("sun", "leaf", "wave", "plum")
    )
    assert all(len({name.split()[2] for name in hand}) > 2 for hand in hands[:3])  # no hand is of one suit
    assert hands == [[card["Nickname"] for card in deck["ContainedObjects"]] for deck in other["ObjectStates"]]
    assert (saved["SaveName"], saved["Note"]) == (
        "Trick",
        "Trick, set for 3 players. Made by gutterfold. Cards that were dealt are shuffled the same way each time; "
        "shuffle before you deal again.",
    )


def test_a_deck_keeps_its_order_whoever_draws_from_it(home: Path) -> None:
    pieces = list_pieces([part for part in load_game(home, Options())[1] if part.id == "deck"])
    stock = Stock("tiny", pieces)
    drawn = [stock.take(pieces, 1)[0][0] for _ in range(18)]
    whole = Stock("tiny", pieces)
    (top, _), *_ = whole.take(pieces, 1)
    (rest,) = whole.list_rest()
    assert [top, *(piece for piece, _ in rest)] == drawn
    assert Counter(drawn) == dict.fromkeys(pieces, 2)


def test_small_pieces_have_enough_pixels(made: Made) -> None:
    folder = made("tabletop-simulator")
    assert open_image(folder / "images/chip-1-front.png").size == (512, 512)
    assert open_image(folder / "images/odd-1-front.png").size == (390, 591)  # 300 dpi are more


@pytest.mark.thorough
def test_images_are_found_at_an_address_that_is_given(home: Path, tmp_path: Path) -> None:
    made = export(home, "tabletop-simulator", tmp_path, "deck", url="https://example.org/t/", players=2)
    table = read_table(made.folder)
    assert table["ObjectStates"][0]["CustomDeck"]["1"]["FaceURL"] == "https://example.org/t/images/deck-1-front.png"
    with pytest.raises(DataError) as error:
        export(home, "tabletop-simulator", tmp_path, players=9)
    assert facts_of(error.value.findings) == ["--players: GF365 2 3 9"]


def test_pieces_of_the_setup_that_come_from_elsewhere_are_told(tmp_path: Path) -> None:
    home = write_game(tmp_path)
    text = (home / "game.yaml").read_text("utf-8")
    stock = "  cube: {kind: piece, title: Cubes, shape: cube, size: 8, copies: 9}\nsetup:\n  - {part: cube, each: 3}"
    (home / "game.yaml").write_text(text.replace("setup:", stock, 1), "utf-8")
    notes = [note for note in export(home, "tabletop-simulator", tmp_path).notes if note.code == "GF366"]
    assert [(note.level, "'cube'" in note.message) for note in notes] == [("warning", True)]


def test_a_die_turns_each_value_up(made: Made, home: Path) -> None:
    folder = made("tabletop-simulator")
    die = next(each for each in read_table(folder)["ObjectStates"] if each["Nickname"] == "Die")
    net = next(part for part in load_game(home, Options())[1] if part.id == "die").designs[0].net
    assert net is not None
    normals = read_normals(folder / "images/die-1.obj")
    faces = {panel.value: normals[panel.id] for panel in net.panels}
    turns = {each["Value"]: each["Rotation"] for each in die["RotationValues"]}
    assert sorted(turns) == [1, 2, 3, 4, 5, 6]
    values = {panel: turn_up(faces[panel], turns[panel]) for panel in faces}
    assert values == dict.fromkeys(faces, (0, 1, 0))


def read_normals(path: Path) -> dict[str, tuple[float, ...]]:
    """Return the normals of a mesh by the names of its faces, mirrored as the table does; its corners are a cube's."""
    lines = [line.split() for line in path.read_text("utf-8").splitlines()]
    corners = [tuple(map(float, rest)) for kind, *rest in lines if kind == "v"]
    assert len({tuple(round(each, 3) for each in corner) for corner in corners}) == 8
    assert all(abs(abs(each) - 8 / 25.4) < 1e-4 for corner in corners for each in corner)
    names = [rest[0] for kind, *rest in lines if kind == "g"]
    normals = [tuple(map(float, rest)) for kind, *rest in lines if kind == "vn"]
    return {name: (-x, y, z) for name, (x, y, z) in zip(names, normals, strict=True)}


def turn_up(normal: tuple[float, ...], turn: Mapping[str, float]) -> tuple[float, ...]:
    """Turn a direction as Unity does: about z, then x, then y."""
    x, y, z = normal
    c, s = cos(radians(turn["z"])), sin(radians(turn["z"]))
    x, y = c * x - s * y, s * x + c * y
    c, s = cos(radians(turn["x"])), sin(radians(turn["x"]))
    y, z = c * y - s * z, s * y + c * z
    return tuple(round(each, 3) + 0.0 for each in (x, y, z))


def test_cut_files_are_sound_and_lie_on_the_sheets(made: Made, home: Path) -> None:
    folder = made("cut")
    files = sorted(folder.glob("*.dxf"))
    assert len(files) == len(list(folder.glob("*.svg"))) > 2
    layers: Counter[str] = Counter()
    for path in files:
        document = ezdxf.filemanagement.readfile(path)
        assert not document.audit().errors
        assert document.header["$INSUNITS"] == 4
        layers.update(each.dxf.layer for each in document.modelspace())
    assert set(layers) == {"cuts", "scores", "registration"}
    assert layers["scores"] == 12  # a cube has five folds between its faces, and seven at its tabs
    assert layers["cuts"] == 27
    steps = (folder / "how-to-cut.txt").read_text("utf-8")
    assert steps.count("tiny-sheet-") == len(files)
    assert (
        "\nPrint on both sides, flipped on the long edge: in the PDF, each back comes after its front. "
        "Cut with the front up.\n"
    ) in steps


def test_overcut_and_corners_reach_the_cut_file(home: Path, tmp_path: Path) -> None:
    folder = export(home, "cut", tmp_path, "odd", overcut=2.0).folder
    (path,) = folder.glob("*.dxf")
    space: Any = ezdxf.filemanagement.readfile(path).modelspace()
    line = next(each for each in space if each.dxf.layer == "cuts")
    points = [(round(x, 3), round(y, 3)) for x, y in line.get_points("xy")]
    assert (len(points), line.closed) == (6, False)
    assert points[4] == points[0]
    assert abs(points[5][0] - points[0][0]) + abs(points[5][1] - points[0][1]) == pytest.approx(2)


@pytest.mark.thorough
def test_a_program_that_scales_what_it_opens_is_told_the_sizes(home: Path, tmp_path: Path) -> None:
    made = export(home, "cut", tmp_path, "odd", machine="cricut")
    steps = (made.folder / "how-to-cut.txt").read_text("utf-8")
    assert "\ntiny-sheet-01: 1 piece, 1 cut, 0 folds; PNG 210 x 297 mm, lines 33.0 x 50.0 mm\n" in steps
    assert "as large as the list below says" in steps
    assert "both sides" not in steps
    assert "the PDF" not in steps  # there are no backs
    made = export(home, "cut", tmp_path, "deck", machine="cricut")
    steps = (made.folder / "how-to-cut.txt").read_text("utf-8")
    assert (
        "\nThe images show fronts alone; the PDF has each back after its front, for paper flipped on the long edge.\n"
        in steps
    )


def test_cut_lines_off_the_sheet_are_refused(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.export import cutting

    monkeypatch.setattr(cutting, "_turn_upwards", lambda point, paper: (point[0] + 0.05, paper.height - point[1]))
    with pytest.raises(DataError) as error:
        export(home, "cut", tmp_path, "odd")
    assert [each.code for each in error.value.findings] == ["GF368"]


def test_machines_are_listed() -> None:
    text = (find_resources("templates") / "cutting-machines.toml").read_text("utf-8")
    assert sorted(parse_machines(text)) == ["cricut", "scanncut", "silhouette"]


def test_the_web_page_shows_every_piece_and_names_files_that_are_there(made: Made) -> None:
    folder = made("web")
    page = (folder / "index.html").read_text("utf-8")
    named = re.findall(r'(?:src|href)="([^"#]+)"', page)
    assert len(named) > 12
    assert [name for name in named if not (folder / name).is_file()] == []
    assert "<script" not in page
    captions = [text.replace("\u00d7", "x") for text in re.findall("<figcaption>(.*?)</figcaption>", page)]
    assert captions == [*(f"{color} {row} x 2" for color in ("red", "blue", "gold") for row in "abc"), "back", "x 7"]
    assert all(f'alt="Deck, {color}.{row}, front"' in page for color in ("red", "blue", "gold") for row in "abc")


@pytest.mark.thorough
def test_the_web_page_speaks_the_language_of_the_pieces(tmp_path: Path) -> None:
    game = write_game(tmp_path)
    (game / "game.yaml").write_text(f"{GAME}rules: rules.md\n", "utf-8")
    (game / "rules.md").write_text("# Tiny\n\nPlay a card.\n", "utf-8")
    (game / "rules.de.md").write_text("# Winzig\n\nSpielt eine Karte.\n", "utf-8")
    parts = "{deck: [Karte, Karten], chip: [Chip, Chips], odd: [Plättchen], die: [Würfel]}"
    words = "{Deck: Kartenstapel, Odd: Eckig, Die: Würfel}"
    (game / "rules.de.yaml").write_text(f"title: Winzig\nparts: {parts}\nwords: {words}\n", "utf-8")
    options = Options(out=tmp_path / "out", languages=("de", "en"))
    folder = export_game(game, options, ExportRequest("web")).folder
    page = (folder / "index.html").read_text("utf-8")
    assert page.startswith('<!DOCTYPE html>\n<html lang="de">')
    assert re.findall("<h[12][^>]*>(.*?)</h", page)[:4] == ["Winzig", "Regeln", "Zum Ausdrucken", "Kartenstapel"]
    assert "<li>2 bis 3 Spieler</li><li>Fassung 1</li>" in page
    assert "<p>7 Stück, 25.4 \u00d7 25.4 mm</p>" in page
    assert re.findall('href="files/(.*?)">(.*?)<', page) == [
        ("tiny-rules-de.html", "Regeln, zum Lesen am Bildschirm, de"),
        ("tiny-rules-de-a4.pdf", "Regeln, Seite für Seite, A4 (PDF), de"),
        ("tiny-rules-de-a5.pdf", "Regeln, Seite für Seite, A5 (PDF), de"),
        ("tiny-rules-de-booklet-a4.pdf", "Regeln, zum Falten und Heften, A4 (PDF), de"),
        ("tiny-rules.html", "Regeln, zum Lesen am Bildschirm, en"),
        ("tiny-rules-a4.pdf", "Regeln, Seite für Seite, A4 (PDF), en"),
        ("tiny-rules-a5.pdf", "Regeln, Seite für Seite, A5 (PDF), en"),
        ("tiny-rules-booklet-a4.pdf", "Regeln, zum Falten und Heften, A4 (PDF), en"),
        ("tiny-sheets-a4.pdf", "Druckbögen, A4 (PDF)"),
    ]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("game", "part", "says"),
    [
        ("pachisi", "board", "1 piece, 456 \u00d7 456 mm, printed in 5 sections"),
        ("pharaoh", "pyramid", "15 pieces, 59.73 \u00d7 26.61, 82.29 \u00d7 36.48, 104.9 \u00d7 46.34 mm"),
    ],
)
def test_the_web_page_tells_all_sizes_and_the_sections_of_boards(
    tmp_path: Path, game: str, part: str, says: str
) -> None:
    folder = export(find_resources("layouts") / game, "web", tmp_path, part).folder
    assert f"<p>{says}</p>" in (folder / "index.html").read_text("utf-8")


def test_the_web_page_has_the_colors_and_the_letters_of_the_game(made: Made) -> None:
    style = (made("web") / "kit.css").read_text("utf-8")
    assert style.startswith(":root { --accent: #c00000; }\n@media (prefers-color-scheme: dark)")
    fonts = re.findall(r"font-weight: (\d+); font-style: (\w+); src: url\((.*?)\)", style)
    assert [font[:2] for font in fonts] == [("700", "normal"), ("400", "italic"), ("400", "normal"), ("700", "normal")]
    assert all((made("web") / path).read_bytes()[:4] == b"wOF2" for *_, path in fonts)


def test_the_web_page_is_accessible(made: Made, browser: Browser) -> None:
    axe = find_packed("axe_playwright_python", "axe.min.js").read_text(encoding="utf-8")
    browser.ask("Page.setBypassCSP", enabled=True)
    for size in ((1280, 900), (390, 844)):
        browser.open(made("web") / "index.html", *size)
        browser.run(axe)
        assert browser.run(AXE) == [], size
        assert browser.run("document.documentElement.scrollWidth") <= size[0]
    browser.ask("Page.setBypassCSP", enabled=False)


def test_a_game_with_errors_is_not_exported(home: Path, tmp_path: Path) -> None:
    bad = write_game(tmp_path)
    (bad / "game.yaml").write_text((bad / "game.yaml").read_text("utf-8").replace("== 18", "== 17"), "utf-8")
    with pytest.raises(DataError) as error:
        export(bad, "png", tmp_path / "out")
    assert "GF102" in {each.code for each in error.value.findings}
    assert not (tmp_path / "out").exists()


def test_an_export_takes_no_kits_place(home: Path, tmp_path: Path) -> None:
    (tmp_path / "tiny-png").mkdir()
    kit = {"game": "tiny-png", "files": []}
    (tmp_path / "tiny-png/manifest.json").write_text(json.dumps(kit), "utf-8")
    with pytest.raises(DataError) as error:
        export(home, "png", tmp_path, "chip")
    assert [each.code for each in error.value.findings] == ["GF401"]
    assert set(TARGETS) >= {"png", "pdf", "svg", *SHOPS, "tabletop-simulator", "cut", "web"}
