"""Names of pictures and sizes of pieces, as people write them."""

from pathlib import Path

import pytest
from PIL import Image

from generator.sources.choices import parse_bleed, parse_shape, parse_size
from generator.sources.measuring import PictureFacts, find_held_bleed, guess_size, measure_loss, measure_picture
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
        ('2.5" x 3.5"', (63.5, 88.9)),
        ("2.5in x 3.5 inches", (63.5, 88.9)),
        ("63 by 88", (63, 88)),
    ],
)
def test_sizes_are_read(text: str, size: tuple[float, float]) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "x", "63x", "63x88x2", "-5", "4", "2001", "63x88pt", "nan", "1e3"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no size|mm is"):
        parse_size(text)


def test_a_size_that_is_small_in_mm_may_be_in_inches() -> None:
    with pytest.raises(ValueError, match=r"write 2.5x3.5in"):
        parse_size("2.5x3.5")


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


@pytest.mark.parametrize(
    ("pixels", "found"),
    [
        ((825, 1125), ((63.5, 88.9), 3.17)),
        ((1644, 2244), ((63.5, 88.9), 3.05)),
        ((1110, 816), ((63, 88), 3.02)),
        ((750, 1050), None),
        ((744, 1039), None),
        ((827, 1417), None),
        ((800, 1000), None),
    ],
)
def test_a_bleed_that_pixels_tell_is_found(
    pixels: tuple[int, int], found: tuple[tuple[float, float], float] | None
) -> None:
    assert find_held_bleed([PictureFacts(*pixels), None, PictureFacts(*pixels[::-1])]) == found
    assert find_held_bleed([PictureFacts(*pixels), PictureFacts(500, 700)]) is None


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


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("fox.png", "fox back.png"),
        ("fox (front).png", "fox (back).png"),
        ("front_fox.png", "back_fox.png"),
        ("deck_front_01.png", "deck_back_01.png"),
        ("FoxFront.png", "FoxBack.png"),
        ("01-recto.png", "01-verso.png"),
        ("fox_vorne.png", "fox_hinten.png"),
        ("fox.png", "fox_Rückseite.png"),
        ("card01f.png", "card01b.png"),
        ("Vorderseiten/fox.png", "Rückseiten/fox.png"),
        ("fox.png", "card-back.png"),
        ("fox.png", "cardback.png"),
    ],
)
def test_names_tell_the_two_sides_of_a_card(tmp_path: Path, front: str, back: str) -> None:
    for name in (front, back):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        Image.new("RGB", (5, 7)).save(tmp_path / name)
    cards = pair_pictures(find_sources((tmp_path,)), {}, 1).cards
    assert [(card.front, card.back) for card in cards] == [(f"images/{front}", f"images/{back}")]


@pytest.mark.parametrize("names", ["uno dos", "retro x", "back_pain x", "fox fox_b fox_c"])
def test_what_only_sounds_like_a_back_is_a_card(tmp_path: Path, names: str) -> None:
    for name in names.split():
        Image.new("RGB", (5, 7)).save(tmp_path / f"{name}.png")
    assert {card.back for card in pair_pictures(find_sources((tmp_path,)), {}, 1).cards} == {None}


@pytest.mark.parametrize(
    ("name", "told"), [("3x fox", True), ("fox x3", True), ("fox_(x2)", True), ("fox_2x2", False), ("max 3", False)]
)
def test_a_number_of_copies_in_a_name_is_told(tmp_path: Path, name: str, told: bool) -> None:
    Image.new("RGB", (5, 7)).save(tmp_path / f"{name}.png")
    notes = pair_pictures(find_sources((tmp_path,)), {}, 1).notes
    assert ["--write-table" in note.message for note in notes] == [True] * told


@pytest.mark.parametrize(("names", "told"), [("1a 1b 2a 2b", True), ("1a 1b 2a", False), ("1a 2b", False)])
def test_pairs_of_letters_may_be_sides(tmp_path: Path, names: str, told: bool) -> None:
    for name in names.split():
        Image.new("RGB", (5, 7)).save(tmp_path / f"{name}.png")
    notes = pair_pictures(find_sources((tmp_path,)), {}, 1).notes
    assert ["say --backs-are alternate" in note.message for note in notes] == [True] * told


def test_a_back_alone_is_a_card(tmp_path: Path) -> None:
    Image.new("RGB", (5, 7)).save(tmp_path / "back.png")
    assert [card.front for card in pair_pictures(find_sources((tmp_path,)), {}, 1).cards] == ["images/back.png"]


def test_numbered_backs_go_behind_numbered_fronts_in_order(tmp_path: Path) -> None:
    for number in (0, 1):
        for name in ("card", "back"):
            Image.new("RGB", (5, 7)).save(tmp_path / f"{name}_0{number}.png")
    deck = pair_pictures(find_sources((tmp_path,)), {}, 1)
    assert [card.back for card in deck.cards] == ["images/back_00.png", "images/back_01.png"]
    assert "paired in their order" in deck.notes[0].message
