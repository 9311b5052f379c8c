"""The pipeline: a game's folder goes in, and load, parts, draw, impose, write and check run in that order.

This module alone knows the order of the stages.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from generator import __version__
from generator.draw.faces import Faces
from generator.draw.files import Files
from generator.draw.font import FontBook, open_fonts
from generator.find import resources
from generator.impose.grid import Look
from generator.impose.sheets import Press
from generator.load.game import read_game
from generator.load.palette import apply_palette, read_palette
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Game, Part
from generator.model.nearest import did_you_mean
from generator.model.picture import Picture
from generator.model.place import Place
from generator.model.sheet import PAPERS, Backs, Page, Paper, Placement
from generator.parts import KINDS
from generator.parts.expand import expand
from generator.write.stage import Stage, Written

HOW_TO = "how-to-print.svg.j2"
_MOST_FINDINGS = 60
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Options:
    """What the command line says of a build."""

    out: Path = Path("output")
    paper: str = "a4"
    palette: str | None = None
    colors: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    formats: frozenset[str] = frozenset({"pdf", "svg"})
    backs: Backs = "long-edge"
    live_text: bool = False
    read_back: bool = True


@dataclass(frozen=True)
class Kit:
    """A game made ready to print: its parts, the drawer of its faces and the plan of its sheets."""

    game: Game
    parts: tuple[Part, ...]
    faces: Faces
    looks: dict[str, Look]
    press: Press
    fonts: FontBook
    build: str


class Built(NamedTuple):
    """What a build wrote, and what was found and verified on the way."""

    game: Game
    folder: Path
    files: tuple[Written, ...]
    sheets: int
    pieces: int
    findings: tuple[Finding, ...]
    summary: str


def load(folder: Path, options: Options) -> tuple[Game, tuple[Part, ...]]:
    """Return the game in the colors asked for, and the parts asked for; DataError with everything that is wrong."""
    game = read_game(folder, KINDS)
    palette = read_palette(_palette(folder, options.palette)) if options.palette else None
    game = replace(game, colors=apply_palette(game.colors, palette, options.colors))
    return game, _chosen(expand(game, KINDS), options.only)


def _palette(folder: Path, name: str) -> Path:
    """Return a palette's file: a path, or the name of one in the game's folder or in ours."""
    homes = [folder / "palettes", resources("templates") / "palettes"]
    known = {path.stem: path for home in reversed(homes) for path in home.glob("*.yaml")}
    if name in known:
        return known[name]
    if Path(name).is_file():
        return Path(name)
    raise refuse("GF001", Place("--palette"), f"there is no palette {name!r}{did_you_mean(name, known)}")


def _chosen(parts: tuple[Part, ...], only: Sequence[str]) -> tuple[Part, ...]:
    ids = [part.id for part in parts]
    if unknown := [name for name in only if name not in ids]:
        found = (f"the game has no part {name!r}{did_you_mean(name, ids)}" for name in unknown)
        raise DataError([Finding("GF008", Place("--only"), message) for message in found])
    return tuple(part for part in parts if not only or part.id in only)


def prepare(folder: Path, options: Options) -> Kit:
    """Load a game and plan its sheets; DataError for faults of data, templates, fonts and sizes, all at once."""
    game, parts = load(folder, options)
    fonts = open_fonts(folder / "fonts")
    faces = Faces(game, Files(folder, resources("templates")), fonts)
    build = _build_id(game, parts, options)
    sans = fonts.find("Source Sans Pro", 400, False)
    backs = options.backs
    try:
        looks = {part.id: _look(faces, part, backs) for part in parts}
        press = Press(parts, lambda part: looks[part.id], paper(options), backs, sans, _head(game), build)
    except DataError as error:
        raise DataError(_faults(faces, parts) or error.findings) from None
    return Kit(game, parts, faces, looks, press, fonts, build)


def paper(options: Options) -> Paper:
    """Return the paper that the options name."""
    return PAPERS[options.paper]


def _head(game: Game) -> str:
    return f"{game.data.title} {game.data.version}"


def _look(faces: Faces, part: Part, backs: Backs) -> Look:
    """Draw as much of a part as it takes to know its bleeds and whether neighbors look alike."""
    first = part.designs[0]
    front = faces.draw(part, first, "front")
    alike = len(part.designs) == 1
    if part.back is None or backs == "none":
        return Look(-front.x, 0.0, alike, True)
    back = faces.draw(part, first, "back")
    same = back.x == 0 or all(faces.draw(part, design, "back") is back for design in part.designs)
    return Look(-front.x, -back.x, alike, same)


def _faults(faces: Faces, parts: Iterable[Part]) -> list[Finding]:
    """Draw every face to find everything that is wrong; what one line does to many pieces is said once."""
    found: dict[tuple[str, Place, str], list[str]] = {}
    for part in parts:
        for design in part.designs:
            for side in ("front", "back") if part.back else ("front",):
                try:
                    faces.draw(part, design, side)
                except DataError as error:
                    for finding in error.findings:
                        what, _, piece = finding.message.partition(" (drawing ")
                        found.setdefault((finding.code, finding.place, what), []).append(piece.rstrip(")"))
                if len(found) >= _MOST_FINDINGS:
                    return [
                        *_said(found),
                        Finding("GF299", Place(parts_file(part)), "there may be more; these come first"),
                    ]
    return _said(found)


def parts_file(part: Part) -> str:
    """Return the file in which a part is declared."""
    return part.place.file


def _said(found: dict[tuple[str, Place, str], list[str]]) -> list[Finding]:
    out = []
    for (code, place, what), pieces in found.items():
        more = f" and {len(pieces) - 1} more" if len(pieces) > 1 else ""
        out.append(Finding(code, place, f"{what} (drawing {pieces[0]}{more})"))
    return out


def _build_id(game: Game, parts: Sequence[Part], options: Options) -> str:
    """Return eight hex digits over everything that decides what is printed: files, colors, paper, version."""
    digest = sha256()
    shared = resources("templates")
    homes = {shared / part.front.split("/")[0] for part in parts if "/" in part.front}
    files = [path for path in sorted(game.folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    for home, paths in [
        (game.folder, files),
        (shared, sorted(path for path in shared.glob("*") if path.is_file())),
        *((shared, sorted(path for path in home.rglob("*") if path.is_file())) for home in sorted(homes)),
    ]:
        for path in paths:
            data = path.read_bytes()
            digest.update(f"{path.relative_to(home).as_posix()}\0{len(data)}\0".encode())
            digest.update(data)
    colors = [(role, color.paint) for role, color in game.colors.items()]
    chosen = __version__, colors, options.paper, options.backs, options.only
    digest.update(repr(chosen).encode())
    return digest.hexdigest()[:8]


def build(folder: Path, options: Options, progress: Progress = lambda done, of: None) -> Built:
    """Build one game into `options.out`: everything, checked, or nothing and the last good output left in place."""
    kit = prepare(folder, options)
    with Stage(options.out, kit.game.id) as stage:
        placements = _sheets(kit, options, stage, progress)
        if "pdf" in options.formats and kit.game.rules is not None:
            stage.write(f"{kit.game.id}-rules-{options.paper}.pdf", _rules(kit, options))
        manifest = _manifest(kit, options, stage.written, placements)
        stage.land(manifest)
        pieces = sum(1 for row in placements if row["side"] == "front")
        return Built(kit.game, stage.target, tuple(stage.written), len(kit.press.sheets), pieces, (), "")


@dataclass
class _Outputs:
    """The files that grow page by page."""

    kit: Kit
    options: Options
    stage: Stage
    pdf: Any = None
    svg: Any = None
    svg_pages: int = 0
    named: set[str] = field(default_factory=set)
    rows: list[dict[str, Any]] = field(default_factory=list)


def _sheets(kit: Kit, options: Options, stage: Stage, progress: Progress) -> list[dict[str, Any]]:
    """Draw and write every page; return the rows of the manifest."""
    out = _Outputs(kit, options, stage)
    game, flip = kit.game, kit.press.flip
    if "pdf" in options.formats:
        from generator.write.pdf import PdfFile

        out.pdf = PdfFile(kit.press.paper, f"{game.data.title}: sheets", flip)
    if "svg" in options.formats:
        from generator.write.svg import SvgSheets

        out.svg = SvgSheets(kit.press.paper, _head(game), options.live_text)
    try:
        _how_to(out)
        total = len(kit.press.sheets) * (1 if flip == "none" else 2)
        for done, page in enumerate(kit.press.pages(), 1):
            _page(out, page)
            progress(done, total)
    except DataError as error:
        raise DataError(_faults(kit.faces, kit.parts) or error.findings) from None
    if out.pdf is not None:
        stage.write(f"{game.id}-sheets-{options.paper}.pdf", out.pdf.finish())
    return out.rows


def _how_to(out: _Outputs) -> None:
    """Print the page that says how to print."""
    kit = out.kit
    size = kit.press.paper.width, kit.press.paper.height
    picture = kit.faces.page(HOW_TO, _instructions(kit), *size)
    if out.pdf is not None:
        out.pdf.bookmark("How to print")
        out.pdf.add_picture(picture)
        if kit.press.flip != "none":
            out.pdf.add_blank()
    if out.svg is not None:
        out.stage.write(f"svg/{kit.game.id}-00-how-to-print.svg", out.svg.picture(picture, "how to print").encode())


def _instructions(kit: Kit) -> dict[str, Any]:
    """Return what the how-to-print page is told."""
    rows = []
    for part in kit.parts:
        on = [n for n, sheet in enumerate(kit.press.sheets, 1) if any(p.part is part for b in sheet for p in b.pieces)]
        backs = part.back is not None and kit.press.flip != "none"
        row = {"first": on[0], "last": on[-1], "title": part.title, "count": part.count, "stock": part.stock}
        rows.append({**row, "backs": backs})
    data = kit.game.data
    return {
        "paper": kit.press.paper,
        "sheets": rows,
        "duplex": kit.press.flip,
        "build": kit.build,
        "notes": data.print_notes,
        "credits": data.credits,
        "notice": data.notice,
    }


def _page(out: _Outputs, page: Page) -> None:
    """Draw the faces of a page once, and give them to each writer."""
    kit, name = out.kit, ""
    faces = [_face(kit, placement) for placement in page.placements]
    if out.pdf is not None:
        for part in page.parts:
            if part.id not in out.named:
                out.named.add(part.id)
                out.pdf.bookmark(part.title)
        out.pdf.add_page(page, faces)
    if out.svg is not None and page.placements:
        out.svg_pages += 1
        ids = "-".join(part.id for part in page.parts[:3]) + ("-etc" if len(page.parts) > 3 else "")
        name = f"svg/{kit.game.id}-{out.svg_pages:02d}-{ids}{'-back' if page.side == 'back' else ''}.svg"
        out.stage.write(name, out.svg.sheet(page, faces).encode())
    on = out.pdf.pages if out.pdf is not None else None
    out.rows += [_row(placement, page.sheet, on, name or None) for placement in page.placements]


def _face(kit: Kit, placement: Placement) -> tuple[Picture, bool]:
    """Return a placement's picture, its bleed as planned, and whether it is placed more than once."""
    part, design, side = placement.part, placement.design, placement.side
    picture = kit.faces.draw(part, design, side)
    look = kit.looks[part.id]
    planned = look.front_bleed if side == "front" else look.back_bleed
    if abs(-picture.x - planned) > 0.005:
        message = (
            f"the {side} of {part.id}.{design.id} bleeds {-picture.x:g} mm, that of {part.id}'s first {planned:g} mm"
        )
        raise refuse("GF208", design.place, message)
    return picture, side == "back" or design.copies > 1


def _row(p: Placement, sheet: int, pdf_page: int | None, svg: str | None) -> dict[str, Any]:
    where = {"pdf_page": pdf_page, "svg": svg, "sheet": sheet}
    box = {"x": round(p.x, 4), "y": round(p.y, 4), "w": round(p.width, 4), "h": round(p.height, 4)}
    names = {"part": p.part.id, "design": p.design.id, "copy": p.copy, "side": p.side, "id": p.id}
    return {**names, **where, **box, "rotation": p.rotation}


def _rules(kit: Kit, options: Options) -> bytes:
    """Typeset the rules."""
    from generator.booklet import typeset

    data, sans, serif = kit.game.data, "Source Sans Pro", "Source Serif Pro"
    faces = {"serif": (serif, 400, False), "serif-bold": (serif, 700, False), "serif-italic": (serif, 400, True)}
    faces |= {"serif-bolditalic": (serif, 700, True), "sans": (sans, 400, False), "sans-bold": (sans, 700, False)}
    rules = kit.game.rules or ""
    return typeset(
        rules,
        place_file=str(Path(kit.game.file).parent / (data.rules or "")),
        title=data.title,
        version=data.version,
        language="en",
        paper=kit.press.paper,
        fonts={name: kit.fonts.find(*face) for name, face in faces.items()},
        credits=data.credits,
        notice=data.notice,
        build=kit.build,
    )


def _manifest(kit: Kit, options: Options, files: Sequence[Written], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the manifest: every file with its digest, every placement with its place."""
    game = kit.game
    chosen = {"palette": options.palette, "color": list(options.colors), "only": list(options.only)}
    chosen |= {"format": sorted(options.formats), "svg_text": "live" if options.live_text else "outlines"}
    return {
        "gutterfold": __version__,
        "game": game.id,
        "title": game.data.title,
        "version": game.data.version,
        "build": kit.build,
        "paper": kit.press.paper._asdict(),
        "backs": kit.press.flip,
        "options": chosen,
        "files": [file._asdict() for file in files],
        "placements": rows,
    }


def game_schema() -> dict[str, Any]:
    """Return the JSON Schema of game.yaml."""
    from generator.load.schema import schema

    return schema(KINDS)
