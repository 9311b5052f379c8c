"""Parts that are not printed count in contents, setup and claims, and show in figures, but no sheet prints them."""

import json
import re
from pathlib import Path

import pdfplumber
import pytest
from click.testing import CliRunner, Result

from generator.cli.commands import main
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.readback.raster import render_pages
from tests.samples import for_each

GAME = """\
title: Tin
version: "1"
players: [2, 2]
colors:
  player.red: {paint: "#D55E00", mark: triangle, letter: R}
  player.blue: {paint: "#0072B2", mark: disc, letter: B}
  gold: {paint: "#E6B000"}
parts:
  card: {kind: card, title: Cards, size: poker, front: card.svg.j2, copies: 6}
  cube: {kind: piece, title: Wooden cubes, shape: cube, size: 8, for_each: player, copies: 10}
  coin: {kind: piece, title: Coins, shape: coin, size: 18, color: gold, copies: 12}
  die: {kind: die, title: Dice, print: false, size: 20, sides: 8, copies: 2}
  chip: {kind: token, title: Poker chips, print: false, diameter: 39, copies: 5}
  square: {kind: board, title: Squares, print: false, grid: {columns: 2, rows: 2, cell: 40}, copies: 1}
setup:
  - {part: cube, each: 10, own: true}
figures:
  pieces:
    kind: table
    things:
      - {part: cube, design: red, at: [10, 12]}
      - {part: cube, design: blue, at: [30, 12]}
      - {part: coin, at: [50, 12]}
      - {part: die, at: [15, 40]}
      - {part: chip, at: [55, 45]}
    size: [80, 70]
    alt: Pieces from a drawer.
claims:
  - id: T1
    says: ten cubes each
    rests_on: rules of Tin
    check: per_color('cube') == 10 and count('coin') == 12 and handed('cube', 2) == 20
  - id: T2
    says: two dice
    rests_on: rules of Tin
    check: throws('die', 2)[9] == 8/64 and trim('chip').width == 39 and distance('square', 'r0c0', 'r1c1') == 2
  - {id: T3, says: one sheet, rests_on: rules of Tin, check: sheets() == 1 and sheets('cube') == 0}
rules: rules.md
"""
RULES = """\
# Tin

## Contents

- {{ claim(6, 'card') }} cards
- {{ claim(20, 'cube') }} wooden cubes, {{ claim(10, 'cube', player='red') }} of each color
- {{ claim(12, 'coin') }} coins, {{ claim(2, 'die') }} dice and {{ claim(5, 'chip') }} poker chips
- {{ claim(1, 'square') }} board of squares

![Pieces](figure:pieces)
"""
CARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"><text x="9" y="20">Card</text></svg>'


def write_tin(folder: Path, game: str = GAME, rules: str = RULES) -> Path:
    """Write the game into a folder, and return its own folder."""
    home = folder / "tin"
    (home / "templates").mkdir(parents=True)
    for name, text in (("game.yaml", game), ("rules.md", rules), ("templates/card.svg.j2", CARD)):
        (home / name).write_text(text, encoding="utf-8")
    return home


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def tin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the game, and return the folder of its kit."""
    folder = tmp_path_factory.mktemp("tin")
    done = run("build", write_tin(folder), "--out", folder / "out", "--quiet")
    assert (done.exit_code, done.stderr) == (0, "")
    return folder / "out" / "tin"


def test_no_sheet_prints_them(tin: Path) -> None:
    assert sorted(path.name for path in (tin / "svg").iterdir()) == ["tin-00-how-to-print.svg", "tin-01-card.svg"]
    placed = json.loads((tin / "manifest.json").read_text("utf-8"))["placements"]
    assert {each["part"] for each in placed} == {"card"}


def test_the_page_on_how_to_print_lists_them(tin: Path) -> None:
    with pdfplumber.open(tin / "tin-sheets-a4.pdf") as document:
        words = " ".join(document.pages[0].extract_text().split())
    times = "\N{MULTIPLICATION SIGN}"
    assert f"You also need, from elsewhere: 20 {times} Wooden cubes, 12 {times} Coins, 2 {times} Dice" in words


def test_the_certificate_counts_them(tin: Path) -> None:
    text = (tin / "tin-certificate.txt").read_text("utf-8")
    (line,) = re.findall(r"^Wooden cubes .*$", text, re.MULTILINE)
    assert line.split()[2:4] == ["20", "(rules.md:6,"]
    assert line.split()[-4:] == ["20", "\N{EN DASH}", "\N{EN DASH}", "agree"]


def test_figures_show_them_in_their_colors(tin: Path) -> None:
    with render_pages((tin / "tin-rules-a4.pdf").read_bytes(), 60) as pages:
        image = pages.image(1, (0.0, 0.0, 210.0, 297.0)).convert("RGB")
    colors = {color for _, color in image.getcolors(1 << 20) or ()}
    assert {(0xD5, 0x5E, 0x00), (0x00, 0x72, 0xB2), (0xE6, 0xB0, 0x00), (0xD9, 0xB9, 0x8C)} <= colors


@for_each([
        ("title: Wooden cubes, shape: cube, size: 8, for_each: player, copies: 10", "title: Wooden cubes, shape: cube, size: 8, for_each: player, copies: 9", "GF125"),
        ("color: gold, copies: 12", "color: gold, copies: 11", "GF101"),
        ("color: gold, ", "color: golden, ", "GF008"),
        ("size: poker, front: card.svg.j2, ", "size: poker, ", "GF005"),
        ("shape: coin, ", "", "GF006"),
        ("sides: 8, copies: 2", "sides: 8, shape: die, copies: 2", "GF004"),
        ("check: sheets() == 1 and sheets('cube') == 0", "check: \"looks('cube', 'front') == 2\"", "GF103"),
        ("{part: die, at: [15, 40]}", "{part: die, side: h9, at: [15, 40]}", "GF008"),
    ])  # fmt: skip
def test_what_is_wrong_with_them_is_told(old: str, new: str, code: str, tmp_path: Path) -> None:
    assert GAME.count(old) == 1
    done = run("check", write_tin(tmp_path, GAME.replace(old, new)), "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert code in re.findall(r"GF\d{3}", done.stderr)


def test_a_sheet_of_one_alone_is_refused(tmp_path: Path) -> None:
    done = run("build", write_tin(tmp_path), "--only", "cube", "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "--only: GF008 the part 'cube' is not printed (`print: false`), so there is no sheet of it" in done.stderr


def test_a_kit_needs_a_part_of_paper(tmp_path: Path) -> None:
    game = GAME.replace("front: card.svg.j2, ", "print: false, ")
    done = run("build", write_tin(tmp_path, game), "--out", tmp_path / "out")
    assert "tin/game.yaml:8:1: GF006 no part is printed" in done.stderr.replace(f"{tmp_path}/", "")


def test_an_option_leaves_a_part_out(tmp_path: Path) -> None:
    kit = prepare_kit(write_tin(tmp_path), Options(settings=("card.print=true",)))
    assert [part.id for part in kit.parts] == ["card"]
    assert [part.is_printed for part in kit.all_parts] == [True, False, False, False, False, False]


def test_a_box_holds_no_cubes(tmp_path: Path) -> None:
    game = GAME.replace("setup:\n", "  case: {kind: box, holds: [cube], front: card.svg.j2, copies: 1}\nsetup:\n")
    done = run("build", write_tin(tmp_path, game), "--out", tmp_path / "out")
    assert "'cube' does not lie flat in a stack; give the box its `inner` size" in done.stderr
