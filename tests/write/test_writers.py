"""Test that an output format takes one class and one row of the table of writers."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec import Struct

from generator.model.picture import Picture
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from generator.pipeline.writers import WRITERS, OutputFormat
from generator.program import parallel
from generator.write.writer import PutFile, SheetPlan, SheetSide, Writer
from tests.kits import run

GAME = """\
title: Wren
version: "1"
players: [1, 4]
parts:
  hand: {kind: tile, title: Cards, size: [30, 30], front: h.svg.j2, back: h.svg.j2, one_way: true, copies: 90}
claims:
  - {id: W1, says: "ninety cards", rests_on: "a guess", check: "count('hand') == 90"}
"""
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><rect x="5" y="5" width="9" height="9"/></svg>'


class ListedPieces(Struct):
    """The ids of the pieces of each side."""

    pages: list[list[str]]


class ListWriter:
    """Writes the ids of all pieces to one file, one a line."""

    pieces_type = ListedPieces

    def __init__(self, plan: SheetPlan) -> None:
        self.plan, self.lines = plan, list[str]()

    def open(self) -> None:
        self.lines.append(self.plan.title)

    def draw_instructions(self, pages: Sequence[Picture], behind: Picture, put: PutFile) -> list[str]:
        return ["instructions"]

    def draw_pieces(self, sides: Sequence[SheetSide]) -> ListedPieces:
        return ListedPieces([[placement.id for placement in side.page.placements] for side in sides])

    def draw_sides(self, sides: Sequence[SheetSide], pieces: ListedPieces, put: PutFile) -> list[str]:
        return [f"{side.number} {piece}" for side, page in zip(sides, pieces.pages, strict=True) for piece in page]

    def locate(self, side: SheetSide) -> int:
        return side.number

    def bind(self, drawn: list[str]) -> None:
        self.lines += drawn

    def close(self) -> Iterator[tuple[str, bytes]]:
        yield f"{self.plan.game}-list.txt", "\n".join(self.lines).encode()


def start_list(plan: SheetPlan) -> Writer:
    return ListWriter(plan)


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a game of one part, register the format `list`, and return the game's folder."""
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "templates/h.svg.j2").write_text(TILE, "utf-8")
    monkeypatch.setitem(WRITERS, "list", OutputFormat(start_list, "line"))
    monkeypatch.chdir(tmp_path)
    return home


@pytest.mark.parametrize("cores", [1, 2])
def test_a_format_is_one_class_and_one_row(wren: Path, monkeypatch: pytest.MonkeyPatch, cores: int) -> None:
    monkeypatch.setattr(parallel, "count_cores", lambda: cores)
    built = build_kit(wren, Options(formats=frozenset({"pdf", "list"})))
    lines = (built.folder / "wren-list.txt").read_text("utf-8").splitlines()
    manifest = json.loads((built.folder / "manifest.json").read_text("utf-8"))
    assert lines[:2] == ["Wren", "instructions"]
    assert lines[2:] == [f"{row['line']} {row['id']}" for row in manifest["placements"]]
    assert len(lines) == 2 + 180
    assert {row["pdf_page"] - row["line"] for row in manifest["placements"]} == {2}
    assert {row["svg"] for row in manifest["placements"]} == {None}
    assert manifest["options"]["format"] == ["list", "pdf"]
    paths = ["wren-sheets-a4.pdf", "wren-list.txt", "wren-certificate.txt"]
    assert [file["path"] for file in manifest["files"]] == paths
    assert built.checked.formats == ("PDF",)


def test_a_format_without_a_reader_is_not_read_back(wren: Path) -> None:
    checked = build_kit(wren, Options(formats=frozenset({"list"}))).checked
    assert (checked.formats, checked.lines) == ((), ())
    assert checked.summary.endswith("the files were not read back")
    certificate = Path("output/wren/wren-certificate.txt").read_text("utf-8")
    assert "The finished files of this kit were not read back." in certificate


def test_a_kit_is_checked_in_the_formats_it_was_built_in(wren: Path) -> None:
    build_kit(wren, Options(formats=frozenset({"svg", "list"})))
    code, stdout, stderr = run(["check", "wren"])
    assert (code, stderr) == (0, "")
    assert stdout.splitlines()[0].endswith("faces read back: 180 in the SVG")


def test_the_command_line_offers_every_format() -> None:
    code, _, stderr = run(["build", "psycle", "--format", "stone"])
    assert code == 2
    assert all(f"'{name}'" in stderr for name in WRITERS)


def test_every_format_is_built_by_default() -> None:
    assert Options().formats == {"pdf", "svg"}
