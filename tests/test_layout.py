"""How a kit is laid out on its sheets, as chosen on the command line: outlines, papers, gaps, grids and sections."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from tests.kits import read_manifest, run

SCALE = 10  # pixels to the millimeter
GROUND = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {{ w + 6 }} {{ h + 6 }}">
  <rect x="-3" y="-3" width="{{ w + 6 }}" height="{{ h + 6 }}" fill="#e94"/>
</svg>
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_game(parts: str, **templates: str) -> None:
    """Write the game `wren` with these parts and templates."""
    Path("wren/templates").mkdir(parents=True, exist_ok=True)
    Path("wren/game.yaml").write_text(f'title: Wren\nversion: "1"\nplayers: [2, 2]\nparts:\n{parts}', "utf-8")
    for name, text in templates.items():
        Path(f"wren/templates/{name}.svg.j2").write_text(text, "utf-8")


def build(*options: str, status: int = 0) -> str:
    """Build the game, and return what is said of faults."""
    code, _, errors = run(["build", "wren", "--quiet", *options])
    assert code == status, errors
    return errors


def look_at(page: int, paper: str = "a4") -> Image.Image:
    """Return a page of the sheets as a PDF reader shows it."""
    with pypdfium2.PdfDocument(f"output/wren/wren-sheets-{paper}.pdf") as file:
        return file[page].render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB")


@pytest.mark.parametrize(("shape", "reach"), [("diameter: 20", 10), ("diameter: 20, sides: 6", 8.66)])
def test_lines_show_where_to_cut_round_pieces(here: Path, shape: str, reach: float) -> None:
    write_game(f"  chit: {{kind: token, {shape}, front: ground.svg.j2, copies: 1}}\n", ground=GROUND)
    build()
    assert "GF322" in run(["check", "wren"])[2]
    build("--marks", "lines", "--no-how-to")
    assert "GF322" not in run(["check", "wren"])[2]
    page = look_at(0).convert("L")
    row = {x: page.getpixel((x, page.height // 2)) for x in range(page.width // 2, page.width // 2 + 12 * SCALE)}
    assert min(row, key=row.__getitem__) / SCALE - 105 == pytest.approx(reach, abs=0.1)  # from the middle


@pytest.mark.parametrize(
    ("paper", "name", "size", "sheets"),
    [("329x483", "329x483", (329, 483), 1), ("19x13in", "13x19in", (330.2, 482.6), 1), ("4x6in", "4x6in", (101.6, 152.4), 8)],
)  # fmt: skip
def test_paper_of_any_size(here: Path, paper: str, name: str, size: tuple[float, float], sheets: int) -> None:
    write_game("  card: {kind: card, size: [60, 80], front: ground.svg.j2, copies: 16}\n", ground=GROUND)
    build("--paper", paper)
    manifest = read_manifest(Path("output/wren"))
    assert manifest["paper"] == {"name": name, "width": size[0], "height": size[1]}
    assert manifest["options"]["paper"] == name
    assert max(row["sheet"] for row in manifest["placements"]) == sheets
    with pypdfium2.PdfDocument(f"output/wren/wren-sheets-{name}.pdf") as file:
        assert [round(side * 25.4 / 72, 1) for side in file[0].get_size()] == list(size)
        assert len(file) == sheets + (paper != "4x6in")  # which has no room for the page on how to print
    assert run(["check", "wren"])[0] == 0


@pytest.mark.parametrize("paper", ["50x50", "3000x200", "0x0", "10x10m"])
def test_what_is_no_paper_is_refused(here: Path, paper: str) -> None:
    write_game("  card: {kind: card, size: [60, 80], front: ground.svg.j2, copies: 16}\n", ground=GROUND)
    assert f"--paper: GF012 '{paper}' is no size of paper from 80x80 to 1600x1600 mm" in build(
        "--paper", paper, status=2
    )
