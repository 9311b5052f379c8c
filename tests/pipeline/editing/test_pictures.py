"""Pictures that are added to a game keep its files, and have names that every system takes."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from generator.load.yaml_nodes import read_yaml
from generator.model.finding import DataError
from generator.pipeline.editing.csv_table import read_csv_table
from generator.pipeline.editing.pictures import (
    find_art_column,
    make_safe_stem,
    measure_picture_data,
    plan_picture,
    set_named_cells,
)
from tests.samples import for_each

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30"/></svg>'


def make_picture(kind: str = "PNG", color: str = "#aa3377") -> bytes:
    out = BytesIO()
    Image.new("RGB", (12, 8), color).save(out, kind)
    return out.getvalue()


@for_each(
    [
        ("My Owl (1).png", "My-Owl-1"),
        ("../../etc/passwd", "passwd"),
        ("C:\\art\\fox.jpeg", "fox"),
        ("über.png", "über"),
        (".hidden.png", "hidden"),
        ("con.png", "picture-con"),
        ("...", "picture"),
        ("", "picture"),
        ("a\0b\n.png", "a-b"),
        ("x" * 300, "x" * 80),
        ("backup~", "backup"),
    ]
)
def test_names_are_safe_on_every_system(name: str, stem: str) -> None:
    assert make_safe_stem(name) == stem


def test_a_picture_never_takes_the_name_of_another_and_is_kept_once(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "Fox.png").write_bytes(make_picture())
    assert plan_picture(tmp_path, "other.jpg", make_picture()) == ("Fox.png", None)
    blue = make_picture(color="#0000ff")
    for name, chosen in (("fox.png", "fox-2.png"), ("FOX", "FOX-2.png"), ("wolf.gif", "wolf.png")):
        added = plan_picture(tmp_path, name, blue)
        assert (added.name, added.edit) == (chosen, (f"images/{chosen}", blue, None))
    assert plan_picture(tmp_path / "nothing", "fox.png", blue).name == "fox.png"


@for_each(
    [
        (make_picture(), ".png", (12, 8)),
        (make_picture("JPEG"), ".jpg", (12, 8)),
        (make_picture("WEBP"), ".webp", (12, 8)),
        (SVG, ".svg", (40, 30)),
        (b"\xef\xbb\xbf\n" + SVG, ".svg", (40, 30)),
    ]
)
def test_a_picture_is_what_it_holds(data: bytes, suffix: str, size: tuple[int, int]) -> None:
    found = measure_picture_data(data, "x.txt")
    assert (found.suffix, found.width, found.height, found.bytes) == (suffix, *size, len(data))


@for_each(
    [
        make_picture("GIF"),
        make_picture("BMP"),
        make_picture()[:-9],
        make_picture("JPEG")[:-9],
        b"<html><body>no</body></html>",
        b"<svg",
        b"%PDF-1.7",
        b"",
    ]
)
def test_what_a_build_would_refuse_is_refused(data: bytes) -> None:
    with pytest.raises(DataError) as caught:
        measure_picture_data(data, "x.png")
    assert [(each.code, each.place.file) for each in caught.value.findings] == [("GF206", "x.png")]


@for_each(
    [
        ("{layout: hero}", ["Name", "Picture", "Text"], "Picture"),
        ("{layout: {use: hero, art: Face}}", ["Image", "Face"], "Face"),
        ("{front: card.svg.j2}", ["name", "card_art"], "card_art"),
        ("{front: card.svg.j2}", ["name", "text"], "art"),
    ]
)
def test_the_column_of_the_picture_is_found(part: str, columns: list[str], column: str) -> None:
    assert find_art_column(read_yaml(part, "game.yaml", []), columns) == column


def test_columns_that_crop_come_behind_the_picture() -> None:
    table = read_csv_table(b'Name;Art;Text\r\nFox;fox.png;"Run; hide"\r\nOwl;;Hoot\r\n', "cards.csv")
    made = set_named_cells(table, 0, {"art_x": "20", "art_zoom": "150"})
    assert made.data == (b'Name;Art;art_x;art_zoom;Text\r\nFox;fox.png;20;150;"Run; hide"\r\nOwl;;;;Hoot\r\n')
    assert set_named_cells(made.table, 1, {"art_x": "7"}).data.endswith(b"\r\nOwl;;7;;Hoot\r\n")
    named = set_named_cells(read_csv_table(b"Name\nFox\n", "cards.csv"), 0, {"art": "fox.png"})
    assert named.data == b"Name,art\nFox,fox.png\n"
