"""`gutterfold colors` compares the colors of a game as they are printed, and draws its pieces for each sight."""

import io
import json
from pathlib import Path
from typing import Any

from PIL import Image

from tests.kits import run
from tests.messages import facts_of
from tests.samples import for_each

GAME = """\
title: Wren
version: "1"
players: [1, 2]
colors:
  player.red: {{paint: "#cc0000", mark: disc}}
  player.blue: {{paint: "{paint}", mark: {mark}}}
parts:
  pawn: {{kind: token, diameter: 20, for_each: player, copies: 1, front: pawn.svg.j2}}
"""
PAWN = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
  <circle cx="10" cy="10" r="10" fill="{{ player.paint }}"/>
  {% if player.mark == 'disc' %}<circle cx="10" cy="10" r="3" fill="#fff"/>
  {% else %}<path d="M4 9 H16 V11 H4 Z" fill="#fff"/>{% endif %}
</svg>
"""


def write_game(home: Path, paint: str = "#0000cc", mark: str = "bar") -> Path:
    folder = home / "wren"
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME.format(paint=paint, mark=mark), "utf-8")
    (folder / "templates" / "pawn.svg.j2").write_text(PAWN, "utf-8")
    return folder


def read_pair(folder: Path, *options: str) -> dict[str, Any]:
    code, stdout, _ = run(["colors", str(folder), "--format", "json", *options])
    assert code == 0
    ((pair,),) = (game["pairs"] for game in json.loads(stdout)["games"])
    return dict(pair)


def find_faults(folder: Path, *options: str) -> tuple[int, list[str]]:
    code, _, stderr = run(["colors", str(folder), *options])
    lines = [line.replace(f"{folder}/", "") for line in stderr.splitlines() if ": GF" in line]
    return code, facts_of(lines)


def test_a_color_that_a_palette_leaves_unpainted_is_told(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "palettes").mkdir()
    (folder / "palettes" / "dusk.yaml").write_text("title: Dusk\npaint: {player.red: '#aa3377'}\n", "utf-8")
    code, faults = find_faults(folder, "--palette", "dusk")
    assert (code, [each.split()[1] for each in faults]) == (0, ["GF139"])


def test_the_table_has_a_row_for_each_pair(tmp_path: Path) -> None:
    code, stdout, _ = run(["colors", str(write_game(tmp_path))])
    title, head, row = stdout.splitlines()
    assert code == 0
    assert title.startswith("Wren: CIEDE2000")
    assert head.split("  ")[0] == "group"
    assert row.split()[:5] == ["player", "red,", "blue", "#cc0000", "#0000cc"]
    assert row.endswith("paint")


def test_json_holds_what_the_table_shows(tmp_path: Path) -> None:
    pair = read_pair(write_game(tmp_path))
    assert pair["roles"] == ["player.red", "player.blue"]
    assert pair["paints"] == pair["printed"] == ["#cc0000", "#0000cc"]
    assert pair["marks"] == ["disc", "bar"]
    assert list(pair["differences"]) == ["normal", "protan", "deutan", "tritan", "gray"]
    assert pair["told_apart_by"] == "paint"


def test_low_ink_is_compared_by_its_tints(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    full, low = read_pair(folder), read_pair(folder, "--ink", "low")
    assert low["paints"] == full["paints"]
    assert low["printed"] == ["#f6d1d1", "#d1d1f6"]
    assert low["differences"]["protan"] < full["differences"]["protan"] / 2
    assert (full["told_apart_by"], low["told_apart_by"]) == ("paint", "marks")


def test_mono_ink_is_compared_by_its_grays(tmp_path: Path) -> None:
    pair = read_pair(write_game(tmp_path), "--ink", "mono")
    assert all(paint[1:3] == paint[3:5] == paint[5:7] for paint in pair["printed"])
    assert pair["differences"]["gray"] >= 10


def test_tints_that_come_near_need_marks_that_differ(tmp_path: Path) -> None:
    folder = write_game(tmp_path, mark="disc")
    assert find_faults(folder) == (0, [])
    code, found = find_faults(folder, "--ink", "low")
    assert code == 0
    assert found == ["game.yaml:6:3: GF319 warning: 0000 0000 1 1 6 6 1 1 1.3 10 'pawn'"]


def test_two_colors_that_look_the_same_fail(tmp_path: Path) -> None:
    code, found = find_faults(write_game(tmp_path, paint="#cc0001"))
    assert code == 1
    assert found[0].startswith("game.yaml:6:24: GF319")


@for_each(["full", "low"])
def test_a_picture_shows_the_pieces_as_each_sight_has_them(tmp_path: Path, ink: str) -> None:
    folder, out = write_game(tmp_path), tmp_path / "colors.png"
    assert run(["colors", str(folder), "--out", str(out), "--ink", ink])[0] == 0
    with Image.open(io.BytesIO(out.read_bytes())) as image:
        found = {color for _, color in image.convert("RGB").getcolors(100_000) or []}
    assert ((246, 209, 209) in found) == (ink == "low")
    drawn = tmp_path / "colors.svg"
    assert run(["colors", str(folder), "--out", str(drawn)])[0] == 0
    assert drawn.read_text("utf-8").startswith("<svg")


@for_each(
    [
        (["--ink", "least"], "'least'"),
        (["--out", "colors.gif"], "colors.gif"),
        (["--palette", "none"], "none"),
    ]
)
def test_wrong_options_are_one_clear_line(tmp_path: Path, words: list[str], says: str) -> None:
    code, _, stderr = run(["colors", str(write_game(tmp_path)), *words])
    assert code != 0
    assert says in stderr


def test_a_picture_shows_one_game(tmp_path: Path) -> None:
    first, other = write_game(tmp_path / "a"), write_game(tmp_path / "b")
    assert run(["colors", str(first), str(other), "--out", str(tmp_path / "x.svg")])[0] == 1
