"""Two colors of a group that look the same are an error (GF319), and near ones need marks that differ as drawn."""

import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from generator.check.data.color_pairs import check_color_pairs
from generator.pipeline.build import prepare_kit, read_game_data
from generator.pipeline.options import Options
from generator.proof.color_marks import are_marks_distinct, find_alike_colors
from tests.kits import LAYOUTS
from tests.messages import facts
from tests.samples import for_each

PSYCLE = next(folder for folder in LAYOUTS if folder.name == "psycle")
PALETTE = "title: Odd\npaint: {player.red: '#0072b3'}\n"
DATA = """title: Wren
version: '1'
players: [1, 2]
colors: {{{}}}
parts:
  it: {{kind: token, diameter: 20, for_each: player, front: face.svg.j2, copies: 1}}
"""
FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
<circle cx="10" cy="10" r="8" fill="{{ player }}"/>
<g color="#fff"><use href="icons.svg#{{ player.mark }}" x="6" y="6" width="8" height="8"/></g></svg>"""


def write_game(home: Path, **roles: tuple[str, str]) -> Path:
    """Write a game of tokens in these paints and marks."""
    folder = home / "wren"
    (folder / "templates").mkdir(parents=True)
    colors = [f"player.{name}: {{paint: '{paint}', mark: {mark}}}" for name, (paint, mark) in roles.items()]
    (folder / "game.yaml").write_text(DATA.format(", ".join(colors)))
    (folder / "templates" / "face.svg.j2").write_text(FACE)
    return folder


def judge(folder: Path, **options: object) -> list[str]:
    game = read_game_data(folder, Options(**options))  # type: ignore[arg-type]
    return [facts(str(each).replace(f"{folder}/", "")) for each in check_color_pairs(game)]


def test_equal_paints_are_an_error(tmp_path: Path) -> None:
    folder = write_game(tmp_path, one=("#c8102f", "disc"), two=("#c8102e", "square"), far=("#0000ff", "star"))
    (told,) = judge(folder)
    assert told.startswith("game.yaml:4:")
    assert "GF319" in told
    assert "warning" not in told
    assert judge(write_game(tmp_path / "far", one=("#c8102f", "disc"), two=("#0000ff", "square"))) == []


@pytest.mark.parametrize(
    ("first", "second", "mark"), [("green", "blue", "disc"), ("blue", "green", "square"), ("one", "two", "square")]
)
def test_of_equal_paints_the_one_unlike_its_name_is_at_fault(
    tmp_path: Path, first: str, second: str, mark: str
) -> None:
    folder = write_game(
        tmp_path, **{first: ("#1f6fb2", "disc"), second: ("#1f6fb2", "square"), "red": ("#ff0000", "star")}
    )
    (told,) = judge(folder)
    assert told.startswith("game.yaml:4:")
    data = (folder / "game.yaml").read_text().split("\n")[3]
    assert data[int(told.split(":")[2]) - 1 :].startswith(f"'#1f6fb2', mark: {mark}")


def test_a_group_in_one_paint_is_meant_so(tmp_path: Path) -> None:
    black = "#000000"
    assert judge(write_game(tmp_path, one=(black, "disc"), two=(black, "square"), far=(black, "star"))) == []
    assert judge(write_game(tmp_path / "two", one=(black, "disc"), two=(black, "square"))) == []
    assert len(judge(write_game(tmp_path / "same", one=(black, "disc"), two=(black, "disc")))) == 1


def test_the_paint_of_an_option_or_a_palette_is_at_fault(tmp_path: Path) -> None:
    assert judge(PSYCLE) == []
    (told,) = judge(PSYCLE, colors=("player.red=#0072b3",))
    assert told.startswith("--color: GF319")
    shutil.copytree(PSYCLE, tmp_path / "psycle")
    text = (tmp_path / "psycle" / "game.yaml").read_text()
    (tmp_path / "psycle" / "game.yaml").write_text(text.replace("#0072B2", "#C81030"))
    line = text[: text.index("#0072B2")].count("\n") + 1
    (told,) = judge(tmp_path / "psycle")
    assert told.startswith(f"game.yaml:{line}:")
    assert "GF319" in told
    (tmp_path / "odd.yaml").write_text(PALETTE)
    (told,) = judge(PSYCLE, palette=str(tmp_path / "odd.yaml"))
    assert "odd.yaml:2:9: GF319" in told


@for_each([(("disc", "ring"), 1), (("disc", "hexagon"), 1), (("disc", "star"), 0), (("square", "cross"), 0)])
def test_near_paints_need_marks_that_differ_as_drawn(tmp_path: Path, marks: tuple[str, str], told: int) -> None:
    folder = write_game(tmp_path, blue=("#1f6fb2", marks[0]), purple=("#8e4fa8", marks[1]))
    found = list(find_alike_colors(prepare_kit(folder, Options())))
    assert [each.level for each in found] == ["warning"] * told
    assert all("gray 0.9" in each.message and "'it'" in each.message for each in found)


@for_each([
        (FACE, "and their marks look alike on 'it'; give player.purple another mark or paint"),
        (FACE.partition("\n<g")[0] + "</svg>", "and only paint tells them apart on 'it'; print their marks or letters there, or change a paint"),
    ])  # fmt: skip
def test_pieces_without_marks_are_told_to_print_them(tmp_path: Path, face: str, says: str) -> None:
    folder = write_game(tmp_path, blue=("#1f6fb2", "disc"), purple=("#8e4fa8", "ring"))
    (folder / "templates" / "face.svg.j2").write_text(face)
    (found,) = find_alike_colors(prepare_kit(folder, Options()))
    assert found.message.endswith(f"; 10 is needed), {says}")


def test_paints_that_are_far_apart_need_no_marks(tmp_path: Path) -> None:
    folder = write_game(tmp_path, red=("#c8102e", "disc"), yellow=("#f2b705", "disc"))
    assert list(find_alike_colors(prepare_kit(folder, Options()))) == []


def draw(*circles: tuple[float, int]) -> Image.Image:
    """Return circles of these radii and shades round one middle, at 6 pixels to a millimeter."""
    image = Image.new("L", (120, 120), 255)
    for radius, shade in circles:
        ImageDraw.Draw(image).ellipse((60 - radius, 60 - radius, 60 + radius, 60 + radius), fill=shade)
    return image


def test_what_is_within_an_outline_may_differ() -> None:
    solid, ring, open_ = draw((40, 0)), draw((40, 0), (18, 255)), draw((40, 0), (34, 255))
    assert not are_marks_distinct(solid, ring, 6)
    assert are_marks_distinct(solid, open_, 6)
    assert are_marks_distinct(solid, draw(), 6)
    assert not are_marks_distinct(draw((2, 0)), draw(), 6)  # too small to be seen


def test_a_palette_tells_which_roles_of_a_group_it_leaves(tmp_path: Path) -> None:
    folder = write_game(tmp_path, red=("#c8102e", "disc"), teal=("#008080", "star"), tan=("#d2b48c", "ring"))
    (told,) = [each for each in read_game_data(folder, Options(palette="grey")).notes if each.code == "GF139"]
    assert told.level == "warning"
    assert "player.teal, player.tan" in told.message
    assert "player.red" not in told.message
    both = ("player.teal=#c0c0c0", "player.tan=#404040")
    assert [
        each for each in read_game_data(folder, Options(palette="grey", colors=both)).notes if each.code == "GF139"
    ] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("palette", [None, "grey", "okabe-ito"])
@pytest.mark.parametrize("folder", LAYOUTS, ids=lambda folder: folder.name)
def test_our_games_can_be_told_apart_in_every_palette(folder: Path, palette: str | None) -> None:
    kit = prepare_kit(folder, Options(palette=palette))
    found = [*check_color_pairs(kit.game), *find_alike_colors(kit), *kit.game.notes]
    assert [each for each in found if each.code in ("GF139", "GF319") and each.level != "note"] == []
