"""Psycle as it is really built is held to its data; then its finished PDF and SVG are tampered with, one piece at a time."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert

from generator.check.check_context import CheckContext
from generator.check.claims.judge import judge_claims
from generator.check.table import CHECKS, run_checks
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.finding import DataError
from generator.model.game import Game, Part
from generator.model.listed_placement import ListedPlacement
from generator.model.paper import PAPERS
from generator.model.printed import ReadPiece
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from generator.readback.pdf.reader import read_pdf
from generator.readback.svg.reader import read_svg
from tests.kits import WORDS

PSYCLE = Path(__file__).parents[2] / "layouts" / "psycle"
SHEETS = "psycle-sheets-a4.pdf"
PIECE = rb"/Piece <</ID \(%s\)>> BDC\nq [^\n]* cm\n.*?\nQ\nEMC"
Tamper = Callable[[bytes], bytes]


@dataclass(frozen=True)
class Kit:
    """A finished kit and the game that it is of."""

    folder: Path
    game: Game
    parts: tuple[Part, ...]
    manifest: Any

    def findings(self, pdf: Path | None, svg: tuple[ReadPiece, ...] | None) -> list[str]:
        """Return the errors in these files."""
        seen = read_pdf(pdf, SHEETS) if pdf else None
        kit = self.parts, self.parts, PAPERS["a4"], self.manifest["backs"]
        held = run_checks(
            CheckContext(self.game, *kit, seen, svg, convert(self.manifest["placements"], list[ListedPlacement])),
            CHECKS,
        )
        verdict = judge_claims(self.game, self.parts, seen if seen is not None else svg)
        return [str(finding) for finding in (*held, *verdict.findings) if finding.level == "error"]

    def svg(self, tamper: Tamper = bytes) -> Iterator[ReadPiece]:
        """Yield the pieces of the drawings, tampered with."""
        for path in sorted((self.folder / "svg").glob("*.svg")):
            (self.folder / "tampered.svg").write_bytes(tamper(path.read_bytes()))
            yield from read_svg(self.folder / "tampered.svg", f"svg/{path.name}")

    def pdf(self, tamper: Tamper) -> Path:
        """Return the sheets with each content stream tampered with."""
        import pikepdf

        with pikepdf.open(self.folder / SHEETS) as pdf:
            for page in pdf.pages:
                contents = page.obj.Contents
                contents.write(tamper(contents.read_bytes()))
            pdf.save(self.folder / "tampered.pdf")
        return self.folder / "tampered.pdf"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    built = build_kit(PSYCLE, Options(out=tmp_path_factory.mktemp("out"), read_back=False, sheets_only=True))
    game = read_game(PSYCLE, KINDS, words=WORDS)
    return Kit(
        built.folder, game, expand_parts(game, KINDS), json.loads((built.folder / "manifest.json").read_text("utf-8"))
    )


def test_psycle_is_printed_as_it_is_declared(kit: Kit) -> None:
    svg = tuple(kit.svg())
    assert kit.findings(kit.folder / SHEETS, svg) == []
    assert kit.findings(None, svg) == []
    assert kit.findings(kit.pdf(bytes), None) == []
    assert len(svg) == sum(part.count * (2 if part.back else 1) for part in kit.parts) > 120


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["hand.red.3.c1.front", "gem.1.c17.front", "target.4.c1.front", "track.1.c1.front"])
def test_a_piece_less(kit: Kit, name: str) -> None:
    form = re.compile(PIECE % re.escape(name.encode()), re.DOTALL)
    found = kit.findings(kit.pdf(lambda data: form.sub(b"", data)), None)
    assert [line for line in found if "GF110" in line and "missing" in line]
    assert [line for line in found if "GF102" in line and "sheets print" in line]
    assert [line for line in found if "GF101" in line and "sheets print" in line]
    assert [line for line in found if "GF115" in line and f"{name} is listed but not printed" in line]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (rb"(\(hand\.red\.3)(\.c1\.front\))", rb"\1\2", ""),
        (rb"(\(hand\.red)(\.3\.c1\.front\))", rb"(hand.rde\2", "GF111"),
        (rb"(\(gem\.1\.c17)(\.front\))", rb"(gem.1.c16\2", "GF110"),
        (rb"(\(hand\.red\.3\.c1\.front\)>> BDC\nq )2\.83\d+", rb"\g<1>2.8", "GF112"),
        (rb"(\(hand\.red\.3\.c1\.front\)>> BDC\nq )2\.83\d+", rb"\1-2.834646", "GF112"),
        (rb"(\(hand\.red\.3\.c1\.front\)>> BDC\nq (?:\S+ ){4})\S+", rb"\g<1>1", "GF113"),
        (rb"(\(hand\.red\.3\.c1\.front\)>> BDC\nq (?:\S+ ){4})\S+", rb"\g<1>150", "GF114"),
        (rb"(\(hand\.red\.3\.c1\.back\)>> BDC\nq (?:\S+ ){4}\S+ )\S+", rb"\g<1>300", "GF116"),
        (rb"(\(hand\.red\.3\.c1\.back\)>> BDC\n.*?)(/X\w+ Do)(\nQ\nEMC)", rb"\1 0 0 9 9 re f\3", "GF102"),
        (rb"(\(hand\.red\.3\.c1\.front\)>> BDC.*?\nQ\n)EMC", rb"\1", "GF117"),
    ],
)
def test_a_tampered_pdf(kit: Kit, old: bytes, new: bytes, code: str) -> None:
    changes: list[int] = []

    def tamper(data: bytes) -> bytes:
        data, count = re.subn(old, new, data, count=1, flags=re.DOTALL)
        changes.append(count)
        return data

    path = kit.pdf(tamper)
    assert sum(changes) == 1
    try:
        found = kit.findings(path, None)
    except DataError as error:
        found = str(error).splitlines()
    assert any(code in line for line in found) if code else found == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (rb'"(hand\.red\.3\.c1\.front)"', rb'"\1"', ""),
        (rb'"hand\.red\.3\.c1\.front"', rb'"hand.rde.3.c1.front"', "GF111"),
        (rb'("hand\.red\.3\.c1\.front" transform="matrix\()1', rb"\g<1>0.97", "GF112"),
        (rb'("hand\.red\.3\.c1\.front" transform="matrix\((?:\S+ ){4})\S+', rb"\g<1>4", "GF113"),
        (rb'("gem\.1\.c17\.front" transform="matrix\((?:\S+ ){4}\S+ )[\d.]+', rb"\g<1>30", "GF115"),
        (rb'("hand\.red\.3\.c1\.back" transform="matrix\((?:\S+ ){4})[\d.]+', rb"\g<1>11", "GF116"),
    ],
)
def test_a_tampered_svg(kit: Kit, old: bytes, new: bytes, code: str) -> None:
    changes: list[int] = []

    def tamper(data: bytes) -> bytes:
        data, count = re.subn(old, new, data)
        changes.append(count)
        return data

    found = kit.findings(kit.folder / SHEETS, tuple(kit.svg(tamper)))
    assert sum(changes) == 1
    assert any(code in line for line in found) if code else found == []
