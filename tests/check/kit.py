"""A small kit written by hand in the form of finished files: what is printed where, as PDF, SVG and manifest."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from msgspec import convert
from msgspec.structs import replace as change

from generator.check.check_context import CheckContext
from generator.check.table import CHECKS
from generator.geometry.types import Outline
from generator.model.color import Color
from generator.model.finding import Finding, Place
from generator.model.game import Design, Game, GameData, Part
from generator.model.listed_placement import ListedPlacement
from generator.model.paper import PAPERS, BackLayout, Paper
from generator.model.printed import ReadPiece
from generator.readback.pdf.reader import read_pdf
from generator.readback.svg.reader import read_svg
from tests.messages import _FACT, _LINE

POINT = 72 / 25.4
A4 = PAPERS["a4"]


def part(name: str, outline: Outline, back: str | None, designs: Sequence[tuple[str, int]], line: int) -> Part:
    """Return a part that is declared on a line of wren/game.yaml, its copies on the lines of wren/cards.csv."""
    made = tuple(Design(d, {}, copies, Place("wren/cards.csv", n, 3)) for n, (d, copies) in enumerate(designs, 2))
    place = Place("wren/game.yaml", line, 3)
    return Part(name, name.title(), "card", outline, 3.0, None, "front", back, {}, made, "", place)


HAND = part("hand", Outline(60, 80), "back", [("red.1", 1), ("red.2", 1)], 9)
GEM = part("gem", Outline(14, 14, "disc"), None, [("1", 3)], 20)
PARTS = (HAND, GEM)
DATA = GameData(title="Wren", version="1", players=[1, 2], parts={"hand": {}})
GAME = Game("wren", Path("wren"), "wren/game.yaml", DATA, {}, {}, {}, (), (), None, {})


@dataclass(frozen=True)
class Piece:
    """One face in a finished file: the top left of its trim in mm, and how far it is turned clockwise."""

    id: str
    page: int
    x: float
    y: float
    w: float = 60
    h: float = 80
    turn: int = 0
    scale: float = 1.0
    look: str = ""
    clip: str = "-3 -3 66 86"

    def matrix(self) -> tuple[float, float, float, float, float, float]:
        """Return the matrix from the face to the paper, mm."""
        a, b = self.scale * round(cos(radians(self.turn)), 9), self.scale * round(sin(radians(self.turn)), 9)
        down = self.w if self.turn in (90, 180) else 0
        return a, b, -b, a, self.x + down, self.y + (self.h if self.turn in (180, 270) else 0)

    def body(self) -> str:
        """Return what is drawn: the same for all backs, its own for each front."""
        return self.look or ("back" if self.id.endswith("back") else self.id)


FRONTS = (
    Piece("hand.red.1.c1.front", 3, 20, 20),
    Piece("hand.red.2.c1.front", 3, 80, 20),
    Piece("gem.1.c1.front", 3, 20, 120, 14, 14),
    Piece("gem.1.c2.front", 3, 34, 120, 14, 14),
    Piece("gem.1.c3.front", 3, 48, 120, 14, 14),
)
LONG = (Piece("hand.red.1.c1.back", 4, 130, 20), Piece("hand.red.2.c1.back", 4, 70, 20))
SHORT = (Piece("hand.red.1.c1.back", 4, 20, 197, turn=180), Piece("hand.red.2.c1.back", 4, 80, 197, turn=180))
SOUND = (*FRONTS, *LONG)


def num(value: float) -> str:
    """Return a number as the writers print it."""
    return f"{round(value, 6) + 0.0:.9g}"


def pdf_piece(piece: Piece, height: float = A4.height) -> str:
    """Return a piece as it stands in a content stream."""
    a, b, c, d, e, f = piece.matrix()
    matrix = (a * POINT, -b * POINT, c * POINT, -d * POINT, e * POINT, (height - f) * POINT)
    clip = f"{piece.clip} re W n\n" if piece.clip else ""
    body = f"% {piece.body()}\n0 0 10 10 re f"
    return f"/Piece <</ID ({piece.id})>> BDC\nq {' '.join(map(num, matrix))} cm\n{clip}{body}\nQ\nEMC"


def pdf(path: Path, streams: Sequence[str], size: tuple[float, float] = A4[1:], **page: Any) -> Path:
    """Write a PDF with these content streams; equal ones are one stream."""
    import pikepdf

    made = pikepdf.new()
    shared = {stream: made.make_stream(stream.encode("latin-1")) for stream in streams}
    box = pikepdf.Array([0, 0, round(size[0] * POINT, 4), round(size[1] * POINT, 4)])
    for stream in streams:
        keys = {f"/{key}": value for key, value in page.items()}
        dictionary = {
            "/Type": pikepdf.Name.Page,
            "/MediaBox": box,
            "/Resources": made.make_indirect(pikepdf.Dictionary()),
            "/Contents": shared[stream],
            **keys,
        }
        made.pages.append(pikepdf.Page(made.make_indirect(pikepdf.Dictionary(dictionary))))
    out = BytesIO()
    made.save(out, compress_streams=True)
    path.write_bytes(out.getvalue())
    return path


def pdf_of(path: Path, pieces: Sequence[Piece], furniture: str = "q 1 0 0 1 0 0 cm 0 0 m 9 9 l S Q") -> Path:
    """Write the pieces to their pages, each page with its furniture first."""
    last = max(piece.page for piece in pieces)
    pages = [[pdf_piece(piece) for piece in pieces if piece.page == n] for n in range(1, last + 1)]
    return pdf(path, ["\n".join([furniture, *page]) for page in pages])


def svg_piece(piece: Piece) -> str:
    """Return a piece as it stands in a sheet."""
    matrix = " ".join(map(num, piece.matrix()))
    body = f'<path d="M0 0h9" id="{piece.body()}"/>'
    clip = f' clip-path="url(#c{piece.clip.replace(" ", "_")})"' if piece.clip else ""
    return f'<g id="{piece.id}" transform="matrix({matrix})"{clip}>{body}</g>'


def svg_clip(box: str) -> str:
    """Return the definition of a clipping path."""
    x, y, w, h = map(float, box.split())
    data = "".join(f"L{num(a)} {num(b)}" for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    return f'<clipPath id="c{box.replace(" ", "_")}"><path clip-rule="nonzero" d="M{data[1:]}Z" /></clipPath>'


def svg(body: str, root: str = 'width="210mm" height="297mm" viewBox="0 0 210 297"') -> str:
    """Return a sheet that holds the markup."""
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    text = '<g transform="translate(2)"><path d="M0 0"/></g>'
    clips = sorted(set(re.findall(r"url\(#c([^)]*)\)", body)) - set(re.findall(r'<clipPath id="c([^"]*)"', body)))
    if clips and "<defs>" not in body:
        text += f"<defs>\n{chr(10).join(svg_clip(clip.replace('_', ' ')) for clip in clips)}\n</defs>"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<svg {space} {root}>\n{text}\n{body}\n</svg>\n'


def svg_name(page: int) -> str:
    """Return the file of a page."""
    return f"svg/wren-{page:02d}.svg"


def see(folder: Path, pieces: Sequence[Piece]) -> tuple[tuple[ReadPiece, ...], tuple[ReadPiece, ...]]:
    """Write the pieces as PDF and as SVG, and return what both show."""
    (folder / "svg").mkdir(exist_ok=True)
    from_svg: list[ReadPiece] = []
    for page in sorted({piece.page for piece in pieces}):
        path = folder / svg_name(page)
        path.write_text(svg("\n".join(svg_piece(each) for each in pieces if each.page == page)), encoding="utf-8")
        from_svg += read_svg(path, svg_name(page))
    return read_pdf(pdf_of(folder / "wren.pdf", pieces), "wren.pdf"), tuple(from_svg)


def manifest(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """Return the list of placements that belongs to the pieces."""
    rows = []
    for piece in pieces:
        name, _, rest = piece.id.partition(".")
        design, copy, side = rest.rsplit(".", 2)
        row = {"part": name, "design": design, "copy": int(copy[1:]), "side": side, "id": piece.id}
        row |= {"pdf_page": piece.page, "svg": svg_name(piece.page), "sheet": (piece.page - 1) // 2}
        rows.append({**row, "x": piece.x, "y": piece.y, "w": piece.w, "h": piece.h, "rotation": piece.turn})
    return rows


def hold(
    parts: Sequence[Part],
    pdf: Sequence[ReadPiece] | None,
    svg: Sequence[ReadPiece] | None,
    placements: Sequence[Any] | None,
    paper: Paper = A4,
    backs: BackLayout = "long-edge",
    game: Game = GAME,
) -> list[Finding]:
    """Return what all checks find in the parts of a game and in what its finished files show.

    These files have no crop marks, so GF127 is left out.
    """
    listed = None if placements is None else convert(placements, list[ListedPlacement])
    case = CheckContext(game, parts, parts, paper, backs, pdf, svg, listed)
    told = [(finding, check.codes) for check in CHECKS for finding in check.find(case)]
    assert all(finding.code in codes for finding, codes in told)
    return [finding for finding, _ in told if finding.code != "GF127"]


def paint_game(paints: Mapping[str, str], unlabeled: Collection[str] = ()) -> Game:
    """Return a game with these paints of colors, and parts that hide the labels of their cells."""
    colors = {role: Color(role, role.rpartition(".")[2], paint) for role, paint in paints.items()}
    return change(GAME, colors=colors, parts={name: SimpleNamespace(hidden=["labels"]) for name in unlabeled})


def find_in_format(
    check: Callable[..., Iterable[Any]],
    parts: Sequence[Part],
    seen: Sequence[ReadPiece],
    game: Game = GAME,
    says: Mapping[str, str] | None = None,
    **given: Any,
) -> list[Finding]:
    """Return what a row of the table finds on pieces, whose texts are translated as `says` has it."""
    translation = SimpleNamespace(says=says) if says else None
    case = CheckContext(game, parts, parts, A4, pdf=seen, translation=translation, **given)  # type: ignore[arg-type]
    (row,) = (row for row in CHECKS if row.function.endswith(f":{check.__name__}"))
    return list(row._replace(needs=()).find(case))


def held(folder: Path, pieces: Sequence[Piece], backs: BackLayout = "long-edge") -> list[str]:
    """Return what the checker finds in a kit of these pieces, with a manifest to match."""
    from_pdf, from_svg = see(folder, pieces)
    return lines(hold(PARTS, from_pdf, from_svg, manifest(pieces), backs=backs))


def lines(findings: Sequence[Finding]) -> list[str]:
    """Return the findings as people read them."""
    return [str(finding) for finding in findings]


def facts_with(line: object, words: str) -> str:
    """Return the facts of a line and, in their place among them, the words that a regular expression matches.

    For tests of findings that share code and place: `words` tells them apart.
    """
    found = _LINE.fullmatch(str(line))
    head, message = (found["head"], found["message"]) if found else ("", str(line))
    pattern = re.compile(rf"(?:{words.replace(' ', r'[ ]')})|{_FACT.pattern}", re.VERBOSE)
    return " ".join(filter(None, [head, *(each[0] for each in pattern.finditer(message))]))


# words that distinguish the errors of a claim's functions: the function, its argument, and what is missing
REFUSAL_WORDS = (
    r"\b\w+\(\)|\bas [a-z]+|\bno(?: \w+)?(?: true)?\b|\bnot (?:true|false|none|inf|print|square|a cell)\b|\bseveral \w+|\band differ\b"
    r"|\bof the sheets\b|\breached\b|\btoo many\b|\bopposite\b|\bbelongs\b|\bbarred\b|\bleave out\b|\bsingle\b|\blist\b"
    r"|\bhas the word\b|\bdoes not say\b|\bwithout\b|\bhands out\b|\bquarters\b|\bdegrees\b|\bonce\b|\bto start\b"
)


def refusal_facts(error: object) -> str:
    """Return the facts of an error that a claim's function raised."""
    return facts_with(error, REFUSAL_WORDS)


def but(changed: str, **change: Any) -> tuple[Piece, ...]:
    """Return the sound pieces with one of them changed, or removed if no change is given."""
    assert any(piece.id == changed for piece in SOUND)
    return tuple(replace(p, **change) if p.id == changed else p for p in SOUND if change or p.id != changed)
