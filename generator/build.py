"""The pipeline: a game's folder goes in, and load, parts, draw, impose, write and check run in that order.

This module alone knows the order of the stages.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator import __version__
from generator.draw.faces import Faces
from generator.draw.faults import faults
from generator.draw.files import Files
from generator.draw.font import FontBook, open_fonts
from generator.find import resources
from generator.impose.sheets import Press
from generator.load.digest import build_id
from generator.load.game import read_game
from generator.load.palette import apply_palette, find_palette, read_palette
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Game, Part
from generator.model.options import Options
from generator.model.paper import PAPERS
from generator.model.picture import Picture
from generator.model.place import Place
from generator.model.sheet import Look, Page, Placement
from generator.parts import KINDS
from generator.parts.expand import chosen, expand
from generator.write.manifest import manifest
from generator.write.manifest import placement as placement_row
from generator.write.stage import Stage, Written, changed, read_manifest

if TYPE_CHECKING:
    from generator.check.claims import Verdict

HOW_TO = "how-to-print.svg.j2"
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Kit:
    """A game made ready to print: all its parts and those to be printed, who draws them, the plan of the sheets."""

    game: Game
    every: tuple[Part, ...]
    parts: tuple[Part, ...]
    faces: Faces
    looks: dict[str, Look]
    press: Press
    fonts: FontBook
    build: str


@dataclass(frozen=True)
class Checked:
    """What was found, and a line for each claim that was verified."""

    game: Game
    findings: tuple[Finding, ...]
    lines: tuple[str, ...]
    summary: str


class Built(NamedTuple):
    """What a build wrote, and what was found and verified on the way."""

    game: Game
    folder: Path
    files: tuple[Written, ...]
    sheets: int
    pieces: int
    checked: Checked


def load(folder: Path, options: Options) -> tuple[Game, tuple[Part, ...]]:
    """Return the game in the colors asked for, and all its parts; DataError with everything that is wrong."""
    game = read_game(folder, KINDS)
    homes = [folder / "palettes", resources("templates") / "palettes"]
    palette = read_palette(find_palette(options.palette, homes)) if options.palette else None
    game = replace(game, colors=apply_palette(game.colors, palette, options.colors))
    return game, expand(game, KINDS)


def prepare(folder: Path, options: Options) -> Kit:
    """Load a game and plan its sheets; DataError for faults of data, templates, fonts and sizes, all at once."""
    game, every = load(folder, options)
    parts = chosen(every, options.only)
    fonts = open_fonts(folder / "fonts")
    faces = Faces(game, Files(folder, resources("templates")), fonts)
    colors = [(role, color.paint) for role, color in game.colors.items()]
    decisive = __version__, colors, options.paper, options.backs, options.only
    build = build_id(folder, resources("templates"), {part.front for part in parts}, decisive)
    sans = fonts.find("Source Sans Pro", 400, False)
    backs = options.backs
    try:
        looks = {part.id: faces.look(part, backs != "none") for part in parts}
        press = Press(parts, lambda part: looks[part.id], PAPERS[options.paper], backs, sans, _head(game), build)
    except DataError as error:
        raise DataError(faults(faces, parts) or error.findings) from None
    return Kit(game, every, parts, faces, looks, press, fonts, build)


def _head(game: Game) -> str:
    return f"{game.data.title} {game.data.version}"


def build(folder: Path, options: Options, progress: Progress = lambda done, of: None) -> Built:
    """Build one game into `options.out`: everything, checked, or nothing and the last good output left in place."""
    kit = prepare(folder, options)
    with Stage(options.out, kit.game.id) as stage:
        placements = _sheets(kit, options, stage, progress)
        if "pdf" in options.formats and kit.game.rules is not None:
            stage.write(f"{kit.game.id}-rules-{options.paper}.pdf", _rules(kit, options))
        press = kit.press
        listed = manifest(kit.game, kit.build, press.paper, press.flip, options.kept(), stage.written, placements)
        checked = _verify(kit, stage.folder, listed, options)
        if any(finding.level == "error" for finding in checked.findings):
            raise DataError(checked.findings)
        stage.land(listed)
        pieces = sum(1 for row in placements if row["side"] == "front")
        return Built(kit.game, stage.target, tuple(stage.written), len(press.sheets), pieces, checked)


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
        raise DataError(faults(kit.faces, kit.parts) or error.findings) from None
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
    out.rows += [placement_row(placement, page.sheet, on, name or None) for placement in page.placements]


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


def _verify(kit: Kit, folder: Path, listed: Mapping[str, Any], options: Options) -> Checked:
    """Hold rules, data and the finished files in a folder against one another; the files are read from the disk."""
    from generator.check.claims import judge

    game = kit.game
    if not options.read_back:
        verdict = judge(game, kit.every)
        return Checked(game, verdict.findings, (), _summary(verdict, "the data; the files were not read back"))
    from generator.check.paper import hold
    from generator.check.readback import read_pdf, read_svg

    paths = [file["path"] for file in listed["files"]]
    sheets = [path for path in paths if path == f"{game.id}-sheets-{options.paper}.pdf"]
    drawings = [path for path in paths if path.startswith("svg/")]
    pdf = read_pdf(folder / sheets[0], sheets[0]) if sheets else None
    svg = tuple(seen for path in drawings for seen in read_svg(folder / path, path)) if drawings else None
    held = hold(kit.parts, pdf, svg, listed["placements"], kit.press.paper, kit.press.flip)
    verdict = judge(game, kit.every, pdf if pdf is not None else svg, [part.id for part in kit.parts])
    counts = [f"{len(seen)} in the {name}" for name, seen in (("PDF", pdf), ("SVG", svg)) if seen is not None]
    summary = _summary(verdict, f"data and sheets; faces read back: {', '.join(counts)}")
    lines = tuple(f"{each.id}  {each.says}: {each.result}" for each in verdict.verified)
    return Checked(game, (*held, *verdict.findings), lines, summary)


def _summary(verdict: "Verdict", against: str) -> str:
    wait = f", {verdict.skipped} wait for the sheets" if verdict.skipped else ""
    return f"{len(verdict.verified)} claims and {verdict.numbers} numbers of the rules hold against {against}{wait}"


def check(folder: Path, options: Options) -> Checked:
    """Check a game: the kit in `options.out` where it is of these files, otherwise one that is built to be checked."""
    target = options.out / folder.resolve().name
    standing = read_manifest(target)
    if standing is not None and (as_built := options.as_built(standing)) is not None:
        kit = prepare(folder, as_built)
        if kit.build == standing["build"]:
            _refuse_edited(target, standing)
            return _verify(kit, target, standing, as_built)
    with tempfile.TemporaryDirectory(prefix="gutterfold-") as nowhere:
        checked = build(folder, replace(options, out=Path(nowhere))).checked
        state = "no kit stands" if standing is None else "the kit that stands is of other files"
        return replace(checked, summary=f"{checked.summary} ({state} in {target}: checked as it would be built)")


def _refuse_edited(target: Path, standing: Mapping[str, Any]) -> None:
    if edited := changed(target, standing):
        message = "this file is not as the manifest says; build the kit again"
        raise DataError([Finding("GF403", Place(str(target / path)), message) for path in edited])


def game_schema() -> dict[str, Any]:
    """Return the JSON Schema of game.yaml."""
    from generator.load.schema import schema

    return schema(KINDS)
