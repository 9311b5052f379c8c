"""The list at the table: what it says, how large its pictures are, and where its numbers stand."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image as Pixels

from generator.export.reprint_list import (
    ListedEntry,
    ListedGroup,
    ListedPicture,
    ListFonts,
    ReprintList,
    draw_list,
    list_boxes,
    number_page,
)
from generator.fonts.font_book import open_fonts
from generator.geometry.bounds import boxes_overlap
from generator.model.paper import PAPERS
from generator.model.picture import Font, Image, Picture, Text
from generator.pipeline.build import prepare_kit
from tests.export.reprinting import change, choose, note, run, write_noted_game
from tests.kits import GAMES
from tests.samples import for_each

_A4 = PAPERS["a4"]
_CARD = (63.5, 88.9)


def find_font(weight: int) -> Font:
    return open_fonts(Path("nowhere")).find_font("sans-serif", weight, False)


def list_pages(*groups: ListedGroup, lines: tuple[str, ...] = ()) -> list[Picture]:
    said = ReprintList("Wren 1.0: what changed", lines, groups, "no picture")
    return draw_list(said, _A4, ListFonts(find_font(400), find_font(700)))


def list_sizes(*sizes: tuple[float, float], picture: bytes | None = b"png") -> ListedGroup:
    """Return a group with a picture of each size, in mm."""
    entries = [ListedEntry((f"piece {n}",), (ListedPicture(picture, str(n), *size),)) for n, size in enumerate(sizes)]
    return ListedGroup("Take out", "Take out (continued)", entries)


def list_texts(page: Picture) -> list[str]:
    return [shape.text for shape in page.shapes if isinstance(shape, Text)]


def list_images(page: Picture) -> list[tuple[float, float]]:
    images = [shape for shape in page.shapes if isinstance(shape, Image)]
    return [(round(each.width, 1), round(each.height, 1)) for each in images]


def test_pictures_have_one_scale_in_both_directions() -> None:
    (page,) = list_pages(list_sizes((20.0, 30.0), (40.0, 60.0)), list_sizes((60.0, 90.0)))
    assert list_images(page) == [(8.0, 12.0), (16.0, 24.0), (24.0, 36.0)]


def test_nothing_is_enlarged_and_small_pieces_can_be_seen_beside_large_ones() -> None:
    (page,) = list_pages(list_sizes((12.0, 12.0)))
    assert list_images(page) == [(12.0, 12.0)]
    (page,) = list_pages(list_sizes((12.0, 12.0), (120.0, 120.0), (400.0, 400.0)))
    assert list_images(page) == [(7.0, 7.0), (36.0, 36.0), (36.0, 36.0)]


def test_rows_take_the_width_and_further_pages_repeat_the_heading() -> None:
    first, second = list_pages(list_sizes(*[_CARD] * 24))
    assert list_texts(first)[:3] == ["Wren 1.0: what changed", "Take out", "piece 0"]
    assert list_texts(second)[0] == "Take out (continued)"
    assert sum(text.startswith("piece") for page in (first, second) for text in list_texts(page)) == 24
    tops = {shape.x for shape in first.shapes if isinstance(shape, Image)}
    assert len(tops) == 4
    assert _A4.width - 15 - max(tops) == pytest.approx(41.25)
    for page in (first, second):
        assert all(shape.y < _A4.height - 15 for shape in page.shapes if isinstance(shape, Text))


def test_long_lines_are_wrapped() -> None:
    (page,) = list_pages(lines=("many words " * 20 + "end",))
    assert list_texts(page)[-1].endswith("end")
    assert all(15 + shape.width <= _A4.width - 15 for shape in page.shapes if isinstance(shape, Text))


def test_a_lost_picture_is_told() -> None:
    (page,) = list_pages(list_sizes(_CARD, picture=None))
    assert list_texts(page)[2:] == ["no picture", "piece 0"]


def read_list(home: Path, **more: Any) -> str:
    """Return the text of the list of what changed."""
    made = run(home, **more)
    document = pypdfium2.PdfDocument(made.folder / "tiny-reprint-a4.pdf")
    try:
        return str(document[0].get_textpage().get_text_bounded().replace("\r\n", "\n"))
    finally:
        document.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a game whose cards have names, noted as printed."""
    return write_noted_game(tmp_path)


def test_an_old_card_has_its_name_if_it_prints_it(tmp_path: Path) -> None:
    home = write_noted_game(tmp_path)
    change(
        home,
        (
            "{id: a, n: 1}, {id: b, n: 2}, {id: c, n: 3}",
            "{id: a, n: 1, name: Ox}, {id: b, n: 2, name: Emu}, {id: c, n: 3, name: Elk}",
        ),
    )
    change(home, ("row.n }}", "row.n }}{{ row.name }}"), ('x="30"', 'x="20"'), file="templates/deck.svg.j2")
    run(home)
    change(home, ("name: Ox", "name: Owl"), ("{id: b, n: 2", "{id: b, n: 7"))
    note(home, reprint=True)
    told = read_list(home)
    assert "Deck\nred.a: 2 out" in told
    assert "Deck\nEmu\nred.b: 2 out" in told
    assert "Deck\nOwl\nred.a: 2 in\nnumbers 1, 2" in told


def test_the_list_says_how_to_print_and_where_the_numbers_are(home: Path) -> None:
    change(home, ("{id: a, n: 1}", "{id: a, n: 9}"))
    told = read_list(home)
    says = "Print at 100% (“actual size”) on A4 paper, on both sides, flipped on the long edge.\n"
    assert f"{says}Each number in this list stands above or beside its piece on the sheets that follow.\n" in told
    assert "Put into the box: 6 pieces\n" in told


@pytest.mark.parametrize(
    ("backs", "says"),
    [
        ("short-edge", "on both sides, flipped on the short edge."),
        ("fold", "on one side; then fold and glue the sheets."),
        ("none", "on one side."),
    ],
)
def test_the_list_says_which_sides_to_print(home: Path, backs: str, says: str) -> None:
    change(home, ("{id: a, n: 1}", "{id: a, n: 9}"))
    assert f"on A4 paper, {says}\n" in read_list(home, backs=backs)


def test_nothing_is_said_of_numbers_if_pieces_only_go_out(home: Path) -> None:
    change(home, ("front: chip.svg.j2, copies: 7", "front: chip.svg.j2, copies: 6"))
    told = read_list(home)
    assert "Take out of the box: 1 piece\n" in told
    assert "numbers" not in told
    assert "Print at" not in told


def test_a_list_of_rules_alone_says_that_no_piece_changed(tmp_path: Path) -> None:
    home = write_noted_game(tmp_path, chapters=1)
    change(home, ("none is left", "all are gone"), file="rules.md")
    assert "\nNo piece changed.\nRules: " in read_list(home)


def test_another_back_is_shown_once(home: Path) -> None:
    change(home, ('r="10"', 'r="14"'), file="templates/back.svg.j2")
    told = read_list(home)
    assert "Replace: 18 pieces\n" in told
    assert "Deck\nall 18: the back changed\n18 out, 18 in\nnumbers 1 to 18" in told
    assert "Take out" not in told


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[ReprintList]:
    """Give a list that gets what each list of a reprint says."""
    found = list[ReprintList]()

    def draw(said: ReprintList, *rest: Any) -> list[Picture]:
        found.append(said)
        return draw_list(said, *rest)

    monkeypatch.setattr("generator.pipeline.reprint.pages.draw_list", draw)
    return found


def find_colors(shown: ListedPicture) -> set[str]:
    """Return the colors that cover most of a picture."""
    assert shown.picture is not None
    with Pixels.open(BytesIO(shown.picture)) as image:
        colors = image.convert("RGB").getcolors(1 << 20) or []
        many = 0.05 * image.width * image.height
        return {f"#{bytes(color).hex()}" for count, color in colors if count > many and isinstance(color, tuple)}


def test_the_old_and_the_new_back_are_shown(home: Path, said: list[ReprintList]) -> None:
    change(home, ("#224466", "#663311"), file="templates/back.svg.j2")
    run(home)
    (entry,) = (entry for group in said[0].groups for entry in group.entries)
    assert entry.is_change
    assert [find_colors(each) for each in entry.pictures] == [{"#224466", "#ffffff"}, {"#663311", "#ffffff"}]


def test_cards_with_another_back_than_others_of_the_old_one_show_both_sides(
    home: Path, said: list[ReprintList]
) -> None:
    back = "{{ '#663311' if row.n == 3 else '#224466' }}"
    change(home, ("#224466", back), file="templates/back.svg.j2")
    run(home)
    out, put_in = said[0].groups
    assert [entry.lines[1] for entry in out.entries] == ["red.c: 2 out", "blue.c: 2 out", "gold.c: 2 out"]
    assert [find_colors(each) for each in out.entries[0].pictures] == [{"#c00000"}, {"#224466", "#ffffff"}]
    assert [find_colors(each) for each in put_in.entries[0].pictures] == [{"#c00000"}, {"#663311", "#ffffff"}]


def test_what_goes_out_is_in_the_order_of_the_data_and_what_comes_in_in_that_of_the_sheets(
    home: Path, said: list[ReprintList]
) -> None:
    change(home, ("{id: a, n: 1}, {id: b, n: 2}", "{id: a, n: 8}, {id: b, n: 9}"))
    change(home, ('r="9"', 'r="8"'), file="templates/chip.svg.j2")
    run(home)
    out, put_in = said[0].groups
    names = [f"{color}.{row}: 2" for color in ("red", "blue", "gold") for row in "ab"]
    assert [entry.lines[1] for entry in out.entries] == [f"{each} out" for each in names] + ["7 out"]
    numbers = [entry.lines[-1].removeprefix("numbers ") for entry in put_in.entries]
    assert numbers == ["1, 2", "3, 4", "5, 6", "7 to 13", "14, 15", "16, 17", "18, 19"]


def test_a_number_stands_in_the_middle_above_its_piece() -> None:
    options = replace(choose(Path("nowhere")), sheets_only=True, only=("hand",))
    kit = prepare_kit(GAMES["psycle"], options, lambda part: replace(part, gap=4.0))
    page = next(iter(kit.press.pages()))
    numbered = number_page(page, {placed.id: 1 for placed in page.placements}, find_font(700))
    placed, text = page.placements[0], numbered.furniture[len(page.furniture)]
    assert isinstance(text, Text)
    assert text.x + text.width / 2 == pytest.approx(placed.x + placed.width / 2)
    assert placed.y - text.y == pytest.approx(placed.clip[1] + 0.9)


@for_each(["hypnosia", "pharaoh", "psycle"])
def test_numbers_stand_clear_of_marks_and_pieces(game: str) -> None:
    options = replace(choose(Path("nowhere")), sheets_only=True)
    kit = prepare_kit(GAMES[game], options, lambda part: replace(part, gap=4.0))
    found = 0
    for page in kit.press.pages():
        fronts = [placed for placed in page.placements if placed.side == "front"]
        numbered = number_page(page, {placed.id: 188 for placed in fronts}, find_font(700))
        numbers = [*list_boxes(numbered.furniture[len(page.furniture) :])]
        taken = [*list_boxes(page.furniture), *((p.x, p.y, p.x + p.width, p.y + p.height) for p in page.placements)]
        found += len(numbers)
        for left, top, right, bottom in numbers:
            around = left - 0.5, top - 0.2, right + 0.5, bottom + 0.2
            assert not any(boxes_overlap(around, box) for box in taken), (page.sheet, around)
    assert found > 15
