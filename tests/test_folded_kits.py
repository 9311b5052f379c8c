"""Kits whose backs lie beside their fronts, to fold and glue; and kits whose backs come after all fronts."""

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import ImageChops, ImageFilter, ImageOps

from generator.pipeline.build import BuildResult, build_kit
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from tests.kits import Kits, read_manifest, run
from tests.looks import pdf_pixels
from tests.messages import facts
from tests.samples import WHOLE, for_each

GAME = """\
title: Wren
version: "1"
players: [2, 4]
parts:
  card:
    {kind: card, front: card.svg.j2, back: card.svg.j2, copies: 7, size: [63, 88], safe: 3, one_way: true}
  map:
    {kind: card, front: map.svg.j2, back: map.svg.j2, copies: 1, size: [150, 200], safe: 3, one_way: true}
claims:
  - {id: A, says: there is a map, rests_on: nothing, check: count('map') == 1}
  - {id: B, says: there are seven cards, rests_on: nothing, check: count('card') == 7}
"""
# the same on both sides and mirrored: seen through the folded paper, front and back cover one another
CARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">'
    '<path d="M4 4 H{{ w - 4 }} V{{ h - 4 }} H4 Z M20 10 h23 l-11.5 30 Z" fill-rule="evenodd" fill="#20407f"/></svg>'
)
MAP = CARD.replace("M20 10 h23 l-11.5 30 Z", "M60 20 h30 v30 h-30 Z")
FINE = 508  # dpi


@pytest.fixture(scope="module")
def folded(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    return build_game(tmp_path_factory.mktemp("folded"), backs="fold")


def build_game(folder: Path, **chosen: Any) -> BuildResult:
    home = folder / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "templates" / "card.svg.j2").write_text(CARD, "utf-8")
    (home / "templates" / "map.svg.j2").write_text(MAP, "utf-8")
    return build_kit(home, Options(out=folder / "out", **{"read_back": WHOLE, **chosen}))


def sheet_pages(built: BuildResult) -> bytes:
    (path,) = built.folder.glob("*-sheets-*.pdf")
    return path.read_bytes()


def placements(built: BuildResult) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = read_manifest(built.folder)["placements"]
    return rows


def test_folded_along_the_middle_each_back_covers_its_front(folded: BuildResult) -> None:
    """Seen through the paper, the ink of fronts and of backs differs by at most 0.1 mm, which is two pixels."""
    rows = [row for row in placements(folded) if row["part"] == "card" and row["side"] == "front"]
    page = rows[0]["pdf_page"]
    ink = pdf_pixels(sheet_pages(folded), page - 1, FINE).convert("L").point(lambda level: 255 if level < 160 else 0)
    behind = ImageOps.mirror(ink)
    here = [row for row in rows if row["pdf_page"] == page]
    assert len(here) == 4
    for row in here:
        corners = row["x"], row["y"], row["x"] + row["w"], row["y"] + row["h"]
        left, top, right, bottom = (round(each * FINE / 25.4) for each in corners)
        front, back = (image.crop((left, top, right, bottom)) for image in (ink, behind))
        assert ImageChops.difference(front, back).filter(ImageFilter.MinFilter(3)).getbbox() is None
        assert front.histogram()[255] > 0.6 * (right - left) * (bottom - top)


def test_what_is_too_large_to_be_folded_is_on_two_sheets_and_told(folded: BuildResult) -> None:
    rows = {row["side"]: row for row in placements(folded) if row["part"] == "map"}
    assert [rows["front"]["pdf_page"] + 1, rows["back"]["x"]] == [rows["back"]["pdf_page"], 30]
    (told,) = map(facts, folded.checked.findings)
    assert told.rpartition("/wren/")[2] == "game.yaml:7:3: GF311 warning: 'map' 150 200 4"


def test_a_folded_kit_is_checked_as_it_was_built(folded: BuildResult) -> None:
    checked = check_kit(folded.folder.parent.parent / "wren", Options(out=folded.folder.parent))
    assert [finding.code for finding in checked.findings] == ["GF311"]
    assert "checked as it would be built" not in checked.summary


@for_each([("fronts-then-backs", [2, 3, 4, 5]), ("fronts-then-reversed-backs", [2, 3, 5, 4])])
def test_backs_after_all_fronts(tmp_path: Path, order: Any, pages: list[int]) -> None:
    built = build_game(tmp_path, order=order)
    seen = {(row["sheet"], row["side"]): row["pdf_page"] for row in placements(built)}
    assert [seen[1, "front"], seen[2, "front"], seen[1, "back"], seen[2, "back"]] == pages
    assert built.checked.findings == ()
    (path,) = built.folder.glob("*-sheets-*.pdf")
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 5
        texts = [page.Contents.read_bytes() for page in pdf.pages]
    for (sheet, side), page in seen.items():
        names = [row["id"].encode() for row in placements(built) if (row["sheet"], row["side"]) == (sheet, side)]
        assert all(b"(%b)" % name in texts[page - 1] for name in names)
    again = check_kit(tmp_path / "wren", Options(out=tmp_path / "out"))
    assert again.findings == ()
    assert "checked as it would be built" not in again.summary


@pytest.mark.thorough
def test_sheets_alone_have_no_rules(kit: Kits) -> None:
    alone = kit("psycle", "--sheets-only", "--paper", "legal")
    assert sorted(path.name for path in alone.folder.iterdir()) == [
        "manifest.json",
        "psycle-certificate.txt",
        "psycle-sheets-legal.pdf",
        "svg",
    ]


@for_each(["fold", "none"])
def test_an_order_needs_two_sides(backs: str) -> None:
    code, _, stderr = run(["build", "psycle", "--backs", backs, "--order", "fronts-then-backs"])
    assert (code, stderr.splitlines()[-1]) == (
        2,
        "main build: GF012 --order is for paper printed on both sides: use it with --backs long-edge or short-edge",
    )
