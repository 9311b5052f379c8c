"""GF321: arcs at the corners of pieces, as invented files show them, and as finished files of a kit do."""

from pathlib import Path

import pikepdf

from generator.check.check_context import CheckContext
from generator.check.sheets.cut_lines import check_corners
from generator.geometry.types import Outline
from generator.model.printed import ReadPiece
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from generator.readback.pdf.reader import read_pdf
from generator.readback.svg.reader import read_svg
from tests.check.facts import keep_facts
from tests.check.kit import A4, GAME, part
from tests.kits import ROOT
from tests.samples import for_each

CARD = part("card", Outline(60, 80), None, [("a", 2)], 9)
DISC = part("disc", Outline(14, 14, "disc"), None, [("a", 1)], 20)
# a card at 20, 30: its corners rounded with 3 mm, each by two arcs that meet 3 (1 - cos 45) mm from both edges
NEAR, FAR = 0.8787, 3.0
ARCS = tuple(
    (x + dx * a, y + dy * b, x + dx * NEAR, y + dy * NEAR)
    for x, y, dx, dy in ((80, 110, -1, -1), (20, 110, 1, -1), (20, 30, 1, 1), (80, 30, -1, 1))
    for a, b in ((FAR, 0.0), (0.0, FAR))
)


def find_faults(arcs: tuple[tuple[float, ...], ...], radius: float = 3, *, disc: bool = False) -> list[str]:
    """Return what is told of a page with the card, or with a disc alone, and these arcs."""
    words = ("disc.a.c1.front", "disc", "a") if disc else ("card.a.c1.front", "card", "a")
    matrix = (1.0, 0.0, 0.0, 1.0, 20.0, 30.0)
    seen = ReadPiece(*words, 1, "front", "wren.pdf", 1, matrix, b"", None, (210.0, 297.0), corners=arcs)  # type: ignore[arg-type]
    case = CheckContext(GAME, (CARD, DISC), (CARD, DISC), A4, pdf=(seen,), corners=radius)
    return [keep_facts(each, "top|bottom|left|right|rounds no") for each in check_corners(case, case.formats[0])]


def test_four_arcs_round_a_card() -> None:
    assert find_faults(ARCS) == []
    assert find_faults(tuple((x2 + 0.03, y2, x1, y1) for x1, y1, x2, y2 in ARCS)) == []
    assert find_faults((), 0) == []
    assert find_faults((), disc=True) == []


@for_each([(0, "bottom` `right"), (1, "bottom` `left"), (2, "top` `left"), (3, "top` `right")])
def test_a_missing_arc(number: int, name: str) -> None:
    (told,) = find_faults(tuple(arc for n, arc in enumerate(ARCS) if n != 2 * number + 1))
    assert told.startswith("wren/game.yaml:9:3: GF321")
    assert f"`{name}`" in told


def test_an_arc_of_another_radius_and_one_without_a_piece() -> None:
    assert "`top` `left`" in find_faults((*ARCS[:4], (22, 30, 20.59, 30.59), *ARCS[5:]))[0]
    inward = (*ARCS[:4], (23, 30, 22.1213, 32.1213), *ARCS[5:])  # bends the wrong way
    assert "`top` `left`" in find_faults(inward)[0]
    assert "`rounds no`" in find_faults((*ARCS, (120, 33, 123, 30)))[0]
    assert "`rounds no`" in find_faults(ARCS[:1], 0)[0]
    assert "`rounds no`" in find_faults(ARCS[:1], disc=True)[0]


def test_the_arcs_of_a_kit_are_read_from_both_formats(tmp_path: Path) -> None:
    options = Options(corners=2.5, only=("aid",), sheets_only=True, out=tmp_path)
    build_kit(ROOT / "layouts" / "psycle", options)
    home = tmp_path / "psycle"
    sheets = home / "psycle-sheets-a4.pdf"
    printed = next(piece for piece in read_pdf(sheets) if piece.side == "front")
    drawn = [each for path in sorted((home / "svg").iterdir()) for each in read_svg(path) if each.side == "front"]
    assert len(printed.corners) == 4 * 4 * 2
    near = [[round(value, 2) for value in arc] for arc in printed.corners]
    assert near == [[round(value, 2) for value in arc] for arc in drawn[0].corners]
    with pikepdf.open(sheets, allow_overwriting_input=True) as pdf:
        for page in pdf.pages:
            page.contents_coalesce()
            data = page.Contents.read_bytes().replace(b"(corner)", b"(other)")
            page.Contents = pdf.make_stream(data)
        pdf.save(sheets)
    assert not any(piece.corners for piece in read_pdf(sheets))
