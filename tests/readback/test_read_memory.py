"""What was read from the same bytes is remembered: the same pieces, and a byte that changed is read again."""

import zlib
from pathlib import Path

import pikepdf
import pytest

from generator.model.finding import DataError
from generator.model.printed import ReadPiece
from generator.pipeline.build import build_kit
from generator.pipeline.checking import kit_readback
from generator.pipeline.checking.kit_readback import read_back
from generator.pipeline.options import Options
from generator.readback.pdf import reader as pdf_reader
from generator.readback.svg.reader import _SvgSheet
from generator.safety.code_cache import CodeCache
from generator.safety.memory import Memory

CARDS = 20
SHEETS = ["svg/wren-01-deck.svg", "svg/wren-02-deck.svg", "svg/wren-03-deck.svg"]
PDF = "wren-sheets-a4.pdf"
GAME = """\
title: Wren
version: "1"
players: [2, 4]
parts:
  deck: {kind: card, size: standard, front: card.svg.j2, rows: cards.csv, copies: 1}
claims:
  - {id: A, says: twenty cards, rests_on: a test, check: count('deck') == 20}
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88" font-family="Source Sans Pro">
  <g class="row.title"><text x="8" y="40" font-size="5">{{ row.title }}</text></g>
</svg>
"""
Pieces = tuple[tuple[ReadPiece, ...] | None, tuple[ReadPiece, ...] | None]


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """Build a deck on three sheets and return the folder of its kit."""
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "templates/card.svg.j2").write_text(CARD, "utf-8")
    rows = [f"c{number},Office {number}" for number in range(CARDS)]
    (home / "cards.csv").write_text("\n".join(["id,title", *rows, ""]), "utf-8")
    return build_kit(home, Options(out=tmp_path / "out", processes=1)).folder


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    (tmp_path / "memory").mkdir(mode=0o700)
    return Memory(CodeCache(tmp_path / "memory"), "wren")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the formats of the sheets whose pieces are read, and of where they are; one SVG in a batch."""
    found, walk, split = list[str](), _SvgSheet._walk, pdf_reader._split_pieces

    def note_walk(sheet: _SvgSheet, markup: bytes) -> object:
        if b'<g id="deck' in markup:
            found.append(sheet.file)
        return walk(sheet, markup)

    def note_split(data: bytes, states: list[object], file: str) -> object:
        found.append(file)
        return split(data, states, file)  # type: ignore[arg-type]

    monkeypatch.setattr(_SvgSheet, "_walk", note_walk)
    monkeypatch.setattr(pdf_reader, "_split_pieces", note_split)
    monkeypatch.setattr(kit_readback, "BATCH_SIZE", 1)
    return found


def read_kit(kit: Path, memory: Memory | None = None) -> Pieces:
    return read_back(kit, PDF, SHEETS, memory)


PAGES = [f"{PDF}, page {number}" for number in (2, 3, 4)]


def test_what_was_read_once_is_the_same_and_is_not_read_again(kit: Path, memory: Memory, read: list[str]) -> None:
    plain = read_kit(kit)
    assert read == [*PAGES, *SHEETS]
    assert read_kit(kit, memory) == plain
    read.clear()
    assert read_kit(kit, memory) == plain
    assert read == []
    assert [len(pieces or ()) for pieces in plain] == [CARDS, CARDS]


def edit_page(path: Path, before: bytes, after: bytes) -> None:
    """Change the operators of the third sheet."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        stream = pdf.pages[3].obj.Contents
        data = stream.read_bytes()
        assert before in data
        stream.write(zlib.compress(data.replace(before, after)), filter=pikepdf.Name.FlateDecode)
        pdf.save(path)


def test_a_changed_byte_of_a_page_is_read_again(kit: Path, memory: Memory, read: list[str]) -> None:
    edit_page(kit / PDF, b"", b"")  # the objects get other numbers
    known, _ = read_kit(kit, memory)
    read.clear()
    edit_page(kit / PDF, b"(e 19)", b"(e 18)")
    seen, _ = read_kit(kit, memory)
    assert read == [PAGES[2]]
    assert known is not None
    assert seen is not None
    assert seen[:-1] == known[:-1]
    assert [run.text for run in seen[-1].runs] == ["Office 18"]


def test_a_font_that_reads_otherwise_is_read_again(kit: Path, memory: Memory, read: list[str]) -> None:
    read_kit(kit, memory)
    read.clear()
    with pikepdf.open(kit / PDF, allow_overwriting_input=True) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Stream) and b"beginbfchar" in (data := each.read_bytes()):
                each.write(data.replace(b"<4F> <004F>", b"<4F> <0051>"))  # O reads as Q
        pdf.save(kit / PDF)
    seen, _ = read_kit(kit, memory)
    assert read == PAGES
    assert {run.text[:6] for piece in seen or () for run in piece.runs} == {"Qffice"}


def test_a_changed_byte_of_a_drawing_is_read_again(kit: Path, memory: Memory, read: list[str]) -> None:
    _, known = read_kit(kit, memory)
    read.clear()
    head, last = (kit / SHEETS[2]).read_text("utf-8").split('\n<g id="deck.c19')
    assert last.count("_19") == 1
    (kit / SHEETS[2]).write_text(f'{head}\n<g id="deck.c19{last.replace("_19", "_18")}', "utf-8")
    _, seen = read_kit(kit, memory)
    assert read == [SHEETS[2]]
    assert known is not None
    assert seen is not None
    assert seen[:-1] == known[:-1]
    assert [run.text for run in seen[-1].runs] == ["Office 18"]


def test_the_furniture_is_read_each_time(kit: Path, memory: Memory, read: list[str]) -> None:
    read_kit(kit, memory)
    read.clear()
    text = (kit / SHEETS[0]).read_text("utf-8")
    start = text.index("</defs>") + len("</defs>")
    (kit / SHEETS[0]).write_text(f"{text[:start]}<g>{text[start:]}", "utf-8")
    with pytest.raises(DataError, match="GF117"):
        read_kit(kit, memory)


def test_pieces_inside_a_group_are_read_as_ever(kit: Path, memory: Memory, read: list[str]) -> None:
    for path in SHEETS:
        text = (kit / path).read_text("utf-8")
        start = text.index('\n<g id="deck')
        inside = text[start:].removesuffix("</svg>").rstrip().removesuffix("</svg>")
        (kit / path).write_text(f'{text[:start]}<g transform="matrix(1 0 0 1 2 0)">{inside}</g></svg>', "utf-8")
    plain = read_kit(kit)
    for _ in range(2):
        read.clear()
        assert read_kit(kit, memory) == plain
        assert [name for name in read if name in SHEETS] == SHEETS


def test_a_word_that_is_defined_no_more_is_told(kit: Path, memory: Memory) -> None:
    read_kit(kit, memory)
    text = (kit / SHEETS[2]).read_text("utf-8")
    lines = [line for line in text.split("\n") if not (line.startswith("<g id=") and '_19"><use' in line)]
    assert len(lines) == len(text.split("\n")) - 1
    (kit / SHEETS[2]).write_text("\n".join(lines), "utf-8")
    with pytest.raises(DataError, match="GF117"):
        read_kit(kit, memory)


@pytest.mark.parametrize("value", ["text", {}, {b"x": 1}])
def test_an_entry_that_holds_something_else_is_not_used(
    kit: Path, memory: Memory, read: list[str], monkeypatch: pytest.MonkeyPatch, value: object
) -> None:
    plain = read_kit(kit, memory)
    read.clear()
    monkeypatch.setattr(CodeCache, "read", lambda self, *key: value)
    assert read_kit(kit, memory) == plain
    assert read == [*PAGES, *SHEETS]
