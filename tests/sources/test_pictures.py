"""Names of pictures and sizes of pieces, as people write them."""

from pathlib import Path

import pytest
from PIL import Image

from generator.sources.choices import parse_bleed, parse_shape, parse_size
from generator.sources.measuring import PictureFacts, guess_size, measure_loss, measure_picture
from generator.sources.pictures import find_sources, natural_key, pair_pictures, spell_id


def test_names_are_in_natural_order() -> None:
    names = ["b", "card 10", "Card 2", "card 1", "a", "card 002b", "10", "9"]
    assert sorted(names, key=natural_key) == ["9", "10", "a", "b", "card 1", "Card 2", "card 002b", "card 10"]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("poker", (63.5, 88.9)),
        ("Mini Euro", (45, 68)),
        ("63x88", (63, 88)),
        ("63 \u00d7 88 mm", (63, 88)),
        ("25", (25, 25)),
        ("1in", (25.4, 25.4)),
        ("2.5x3.5in", (63.5, 88.9)),
        ("6,3x8,8cm", (63, 88)),
    ],
)
def test_sizes_are_read(text: str, size: tuple[float, float]) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "x", "63x", "63x88x2", "-5", "4", "2001", "63x88pt", "nan", "1e3"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no size|mm is"):
        parse_size(text)


def test_shapes_and_bleeds_are_read() -> None:
    assert parse_shape("Disc") == "disc"
    assert [parse_bleed(each) for each in ("edge", "color=#2040FF", "colour=abc", "none")] == [
        ("edge", ""), ("color", "#2040ff"), ("color", "#abc"), ("none", "")
    ]  # fmt: skip
    for wrong in ("color", "mirror=3", "color=red"):
        with pytest.raises(ValueError, match="makes no bleed"):
            parse_bleed(wrong)


@pytest.mark.parametrize(
    ("pixels", "bleed", "size"),
    [
        ((750, 1050), 0, (63.5, 88.9)),
        ((744, 1039), 0, (63, 88)),
        ((1050, 750), 0, (88.9, 63.5)),
        ((822, 1122), 3.048, (63.5, 88.9)),
        ((700, 1200), 0, (70, 120)),
        ((500, 500), 0, (70, 70)),
        ((500, 1500), 0, None),
    ],
)
def test_the_standard_size_nearest_in_shape_is_found(
    pixels: tuple[int, int], bleed: float, size: tuple[float, float] | None
) -> None:
    assert guess_size([PictureFacts(*pixels)], bleed) == size


def test_what_is_cut_off_is_measured() -> None:
    assert measure_loss(PictureFacts(100, 100), (50, 100), 0) == pytest.approx(0.5)
    assert measure_loss(PictureFacts(56, 106), (50, 100), 3) == pytest.approx(0)


def test_the_color_beside_clear_corners_is_found(tmp_path: Path) -> None:
    image = Image.new("RGBA", (60, 80), (0, 0, 0, 0))
    image.paste((10, 20, 200, 255), (5, 5, 55, 75))
    image.paste((250, 250, 0, 255), (20, 20, 40, 60))
    image.save(tmp_path / "a.png")
    assert measure_picture(tmp_path / "a.png") == PictureFacts(60, 80, "#0a14c8")
    Image.new("RGBA", (60, 80), (9, 9, 9, 255)).save(tmp_path / "b.png")
    assert measure_picture(tmp_path / "b.png") == PictureFacts(60, 80, "")


def test_folders_are_parts_and_backs_are_no_cards(tmp_path: Path) -> None:
    for name in (
        "a.png",
        "a_back.png",
        "back.png",
        "tokens/small/t.png",
        "tokens/back/u.png",
        "tokens/u.png",
        ".x.png",
    ):
        (tmp_path / "deck" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "deck" / name).write_bytes(b"")
    deck = pair_pictures(find_sources([tmp_path / "deck"]), {}, 2)
    assert [(card.front, card.back, card.part, card.copies) for card in deck.cards] == [
        ("images/a.png", "images/a_back.png", "card", 2),
        ("images/tokens/u.png", "images/tokens/back/u.png", "tokens", 2),
        ("images/tokens/small/t.png", None, "tokens-small", 2),
    ]
    several = find_sources([tmp_path / "deck/tokens", tmp_path / "deck/tokens/small"])
    assert list(several.pictures) == ["small", "tokens", "tokens-small"]


def test_names_become_ids() -> None:
    assert [spell_id(name) for name in ("My Deck #1", "Größe", "2 decks", "日本")] == [
        "my-deck-1",
        "grosse",
        "decks",
        "",
    ]
