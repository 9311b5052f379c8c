"""A kit with signs that its font lacks, and with texts that are set smaller, from the data to the finished files."""

import subprocess
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options

GAME = """title: Wren ♠
version: "1"
players: [2, 4]
rules: rules.md
parts:
  slip: {kind: card, title: Slips, size: poker, front: slip.svg.j2, rows: slips.csv, copies: 1}
claims:
  - {id: C1, says: slips, rests_on: nothing, check: "count('slip') == 3"}
"""
SLIP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  <text x="6" y="12" font-size="6" font-weight="700">A♠ → ⚅</text>
  <g class="row.text">{{ row.text|rich(6, 20, w - 12, 24, size=4, least=3, hyphenate=true) }}</g>
</svg>
"""
LONG = "A considerable transformation happens here, and nobody remembers what was printed. "


def write_game(folder: Path, longest: str) -> Path:
    (folder / "templates").mkdir(parents=True)
    texts = ("Pay 2♦ or <b>3♣</b>.<br>- one", f'"{LONG}{LONG}"', f'"{longest}"')
    rows = "".join(f"{name},{text}\n" for name, text in zip("abc", texts, strict=True))
    files = {
        "game.yaml": GAME,
        "rules.md": "# Wren\n\n## Start\n\nEach ♥ is worth ½ ★.\n\n| a | ♣ |\n|---|---|\n| ⚀ | → |\n",
        "slips.csv": f"id,text\n{rows}",
        "templates/slip.svg.j2": SLIP,
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def read_pdf(path: Path) -> str:
    return subprocess.run(["pdftotext", "-raw", path, "-"], check=True, capture_output=True, text=True).stdout


def test_signs_and_shrunk_texts_are_printed_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    built = build_kit(
        write_game(tmp_path / "wren", LONG * 2 + "Yes, indeed, and there is more of it than there was."),
        Options(out=tmp_path / "out"),
    )
    found = [each for each in built.checked.findings if each.code == "GF217"]
    assert [(str(each.place), each.level, "(wren/slips.csv:3, 4)" in each.message) for each in found] == [
        ("wren/slips.csv:4:3", "note", True)
    ]
    sheets = read_pdf(next((tmp_path / "out/wren").glob("*-sheets-*.pdf")))
    assert "A♠ → ⚅" in sheets
    assert "Pay 2♦ or 3♣.\n• one" in sheets
    rules = read_pdf(tmp_path / "out/wren/wren-rules-a5.pdf")
    assert "Each ♥ is worth ½ ★." in rules
    page = (tmp_path / "out/wren/wren-rules.html").read_text("utf-8")
    assert "unicode-range: U+2605, U+2660, U+2663, U+2665" in page


def test_a_text_that_is_still_too_long_is_told_at_its_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError) as caught:
        build_kit(write_game(tmp_path / "wren", LONG * 4), Options(out=tmp_path / "out"))
    (found,) = caught.value.findings
    assert (found.code, str(found.place)) == ("GF202", "wren/slips.csv:4:3")
    assert "words too long" in found.message
