"""Print only what changed since an earlier kit, and note that a kit was printed."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from generator import __version__
from generator.export.reprint import BoxPiece, PieceKind, ReprintPlan, explain_wrong_box, plan_reprint
from generator.export.reprint_list import ListedPiece, ListFonts, ReprintList, draw_list, set_number
from generator.language.plurals import count_noun
from generator.model.finding import Place, refuse
from generator.model.game import Game, Part
from generator.model.picture import Font, Picture, Text
from generator.model.sheet import Page, Placement
from generator.pipeline.build import build_kit, name_game, prepare_kit
from generator.pipeline.earlier_kit import INNER, PRINTED, EarlierKit, find_earlier_kit
from generator.pipeline.kit import Kit
from generator.pipeline.options import Options
from generator.pipeline.sheet_printing import Progress, render_face
from generator.pipeline.verification import CheckResult
from generator.readback.page_images import encode_png
from generator.readback.pdf.reader import read_pdf
from generator.readback.raster import RenderedPages, render_pages
from generator.write.kit_folder import KitFolder, Waiting
from generator.write.looks import LookDigester
from generator.write.manifest import (
    MANIFEST,
    Manifest,
    RecordedExport,
    WrittenFile,
    is_rules_file,
    list_files,
)
from generator.write.pdf.document import PdfFile
from generator.write.pdf.page_extracts import extract_pages
from generator.write.pdf.pages import PdfPageDrawer
from generator.write.staging import StagingFolder
from generator.write.temporary_output import TemporaryOutput, clear_abandoned_outputs

REPRINT = "reprint"
_GAP = 4.0  # mm between pieces, for their numbers
_ABOVE = 0.9  # mm from the art to the number above it
_THUMBNAIL_DPI, _PAGE_DPI = 110.0, 60.0


class ReprintResult(NamedTuple):
    """What a reprint takes: no files if nothing changed."""

    game: Game
    folder: Path
    since: Path
    files: tuple[WrittenFile, ...]
    plan: ReprintPlan
    rules: tuple[str, ...]
    sheets: int
    checked: CheckResult


def reprint_kit(
    folder: Path,
    options: Options,
    since: str,
    progress: Progress = lambda done, of: None,
    waiting: Waiting = lambda kit_folder: None,
) -> ReprintResult:
    """Print what changed since an earlier kit into OUT/GAME-reprint; the earlier kit and its manifest stay.

    The new kit is built and checked as a whole first. DataError (GF369) if the earlier kit cannot be compared.
    """
    clear_abandoned_outputs()
    out, name = options.locate_output(), name_game(folder)
    earlier = find_earlier_kit(since, out, name)
    only = set(options.only)
    earlier_pieces = [piece for piece in earlier.pieces if not only or piece.kind.part in only]
    with KitFolder(out, f"{name}-{REPRINT}", waiting) as home, TemporaryOutput() as nowhere:
        _require_note(home)
        built = build_kit(folder, replace(options, out=nowhere, formats=options.formats | {"pdf"}), progress)
        new = find_earlier_kit(str(built.folder), nowhere, name)
        plan = plan_reprint(earlier_pieces, new.pieces)
        rules = dict(_find_changed_rules(earlier, new))
        if plan.is_empty and not rules:
            return ReprintResult(built.game, home.target, earlier.folder, (), plan, (), 0, built.checked)
        with StagingFolder(home) as stage:
            kit = prepare_kit(folder, options, _choose_pieces(plan)) if plan.put_in else None
            whole = kit or prepare_kit(folder, options)
            numbers = _number_pieces(kit)
            told = tuple(_describe_rules(path, pages) for path, (pages, _) in rules.items())
            listed = _list_changes(whole, earlier, new, plan, numbers, told)
            path = f"{name}-{REPRINT}-{whole.press.paper.name}.pdf"
            data, looks = _print_reprint(whole, kit, listed, numbers)
            stage.write_file(path, data)
            _prove(plan, earlier_pieces, new.pieces, stage.folder / path, looks)
            for file, (_, pages_pdf) in rules.items():
                stage.write_file(file.replace(f"{name}-rules", f"{name}-{REPRINT}-rules", 1), pages_pdf)
            _stage_kit(stage, new, INNER)
            stage.write_file("earlier-manifest.json", earlier.data)
            stage.land(_compose_manifest(new, home.game, REPRINT, options, stage.written))
            sheets = len(kit.press.sheets) if kit else 0
            written = tuple(file for file in stage.written if not file.path.startswith(f"{INNER}/"))
            return ReprintResult(built.game, home.target, earlier.folder, written, plan, told, sheets, built.checked)


def note_printed(folder: Path, options: Options, reprint: bool) -> Path:
    """Keep a copy of the kit that was printed, with its manifest, for `--since printed`; return its folder.

    The kit is that in the output folder, or the new one of the last reprint.
    """
    out, name = options.locate_output(), name_game(folder)
    source = out / f"{name}-{REPRINT}" if reprint else out / name
    if not source.is_dir():
        made = f"build {name} --since printed" if reprint else f"build {name}"
        raise refuse("GF369", Place(str(source)), f"there is no kit to note; run `gutterfold {made}` first")
    kit = find_earlier_kit(str(source), out, name)
    kit.pieces  # noqa: B018 (refuses a kit that cannot be compared later)
    with KitFolder(out, f"{name}-{PRINTED}") as home, StagingFolder(home) as stage:
        _require_note(home)
        _stage_kit(stage, kit, INNER)
        stage.land(_compose_manifest(kit, home.game, PRINTED, options, stage.written))
    return home.target


def _require_note(home: KitFolder) -> None:
    """Refuse to take the place of a kit whose game is called as the folder would be."""
    standing = home.read_manifest()
    if standing is not None and standing.export is None:
        says = "a kit of that name is here; choose another folder with --out"
        raise refuse("GF401", Place(str(home.target)), says)


def _stage_kit(stage: StagingFolder, kit: EarlierKit, folder: str) -> None:
    """Stage a kit with its manifest: what is needed to compare it, and to show its pieces."""
    stage.write_file(f"{folder}/{MANIFEST}", kit.data)
    for file in kit.manifest.files:
        if file.path.endswith(".pdf") and (data := kit.read_file(file.path)) is not None:
            stage.write_file(f"{folder}/{file.path}", data)


def _compose_manifest(
    kit: EarlierKit, name: str, target: str, options: Options, written: Sequence[WrittenFile]
) -> Manifest:
    manifest = kit.manifest
    return Manifest(
        gutterfold=__version__,
        game=name,
        title=manifest.title,
        version=manifest.version,
        build=manifest.build,
        options=options.record(),
        export=RecordedExport(target, 300),
        files=list_files(written),
    )


def _choose_pieces(plan: ReprintPlan) -> Callable[[Part], Part | None]:
    """Return a function that leaves of a part what is printed anew, with room for numbers."""
    wanted = Counter((piece.kind.part, piece.design) for piece in plan.put_in)

    def choose(part: Part) -> Part | None:
        designs = tuple(
            design._replace(copies=number) for design in part.designs if (number := wanted[part.id, design.id])
        )
        return replace(part, designs=designs, gap=max(part.gap or 0.0, _GAP)) if designs else None

    return choose


def _number_pieces(kit: Kit | None) -> dict[str, int]:
    """Return the numbers of the printed pieces by the ids of their fronts, in the order of the sheets."""
    fronts = [] if kit is None else [p.id for page in kit.press.pages() for p in page.placements if p.side == "front"]
    return {name: number for number, name in enumerate(fronts, 1)}


def _print_reprint(
    whole: Kit, kit: Kit | None, listed: Sequence[Picture], numbers: Mapping[str, int]
) -> tuple[bytes, dict[str, str]]:
    """Return the PDF, the list first, and how its pieces look, by their ids."""
    press = whole.press
    file = PdfFile(press.paper, f"{whole.game.data.title}: what changed", press.backs, whole.fonts.find_font)
    first = PdfPageDrawer(press.paper)
    pages = [first.draw_picture(picture) for picture in listed]
    if press.backs in ("long-edge", "short-edge") and kit is not None and len(pages) % 2:
        pages.append(first.draw_picture(press.draw_blank_page()))
    file.add_definitions(first.definitions)
    file.add_bookmark("What changed")
    for stream in pages:
        file.add_page(stream)
    looks, digester = dict[str, str](), LookDigester()
    font = whole.fonts.find_font("sans-serif", 400, False)
    for page in () if kit is None else kit.press.pages():
        assert kit is not None
        ink, faces = PdfPageDrawer(press.paper), [render_face(kit, placed) for placed in page.placements]
        drawn = ink.draw_page(_number_page(page, numbers, font), faces)
        file.add_definitions(ink.definitions)
        file.add_page(drawn)
        looks |= {p.id: digester.digest_picture(face) for p, (face, _) in zip(page.placements, faces, strict=True)}
    return file.to_bytes(), looks


def _number_page(page: Page, numbers: Mapping[str, int], font: Font) -> Page:
    """Return a page with a small number above each front."""
    marks = tuple(_set_number(p, numbers[p.id], font) for p in page.placements if p.side == "front")
    return replace(page, furniture=(*page.furniture, *marks))


def _set_number(placed: Placement, number: int, font: Font) -> Text:
    return set_number(placed.x, placed.y - placed.clip[1] - _ABOVE, number, font)


def _list_changes(
    whole: Kit,
    earlier: EarlierKit,
    new: EarlierKit,
    plan: ReprintPlan,
    numbers: Mapping[str, int],
    rules: Sequence[str],
) -> list[Picture]:
    """Return the pages that say what to take out of the box and what to put in."""
    data, fonts = whole.game.data, whole.fonts
    out = list(_list_old(whole, earlier, plan.out))
    put_in = list(_list_new(whole, plan.put_in, numbers))
    lines = (
        f"Earlier kit: build {earlier.manifest.build}. New kit: build {new.manifest.build}.",
        "The numbers stand above the pieces on the next sheets.",
        *rules,
    )
    groups = [
        (f"Take out of the box: {count_noun(len(plan.out), 'piece')}", out),
        (f"Put into the box: {count_noun(len(plan.put_in), 'piece')}", put_in),
    ]
    said = ReprintList(f"{data.title} {data.version}: what changed", lines, tuple(each for each in groups if each[1]))
    plain, bold = (fonts.find_font("sans-serif", weight, False) for weight in (400, 700))
    return draw_list(said, whole.press.paper, ListFonts(plain, bold))


def _join_designs(pieces: Sequence[BoxPiece]) -> dict[tuple[PieceKind, str], list[BoxPiece]]:
    found: dict[tuple[PieceKind, str], list[BoxPiece]] = {}
    for piece in pieces:
        found.setdefault((piece.kind, piece.design), []).append(piece)
    return found


def _list_old(whole: Kit, earlier: EarlierKit, pieces: Sequence[BoxPiece]) -> Iterator[ListedPiece]:
    """Yield the pieces to take out, with pictures from the earlier sheets if they are still there."""
    paper = earlier.manifest.paper
    sheets = earlier.read_file(f"{earlier.manifest.game}-sheets-{paper.name}.pdf") if paper and pieces else None
    if sheets is None:
        yield from (_describe_old(whole, some, None) for some in _join_designs(pieces).values())
        return
    with render_pages(sheets, _THUMBNAIL_DPI) as pages:
        yield from [_describe_old(whole, some, pages) for some in _join_designs(pieces).values()]


def _describe_old(whole: Kit, pieces: Sequence[BoxPiece], pages: RenderedPages | None) -> ListedPiece:
    first = pieces[0]
    x, y, width, height = first.box
    title = next((part.title for part in whole.all_parts if part.id == first.kind.part), first.kind.part)
    lines = title, f"{first.design}: {len(pieces)} out"
    if pages is None or not first.page:
        return ListedPiece(lines, None, "", width, height)
    data = encode_png(pages.image(first.page - 1, (x, y, x + width, y + height)), _THUMBNAIL_DPI)
    return ListedPiece(lines, data, sha256(data).hexdigest(), width, height)


def _list_new(whole: Kit, pieces: Sequence[BoxPiece], numbers: Mapping[str, int]) -> Iterator[ListedPiece]:
    """Yield the pieces to put in, with the numbers that stand above them."""
    parts = {part.id: part for part in whole.parts}
    counts = Counter((piece.kind.part, piece.design) for piece in pieces)
    for (name, design_id), number in counts.items():
        part = parts[name]
        design = next(each for each in part.designs if each.id == design_id)
        own = sorted(numbers[f"{name}.{design_id}.c{copy}.front"] for copy in range(1, number + 1))
        told = f"number {_join_numbers(own)}"
        outline = part.trim_of(design)
        picture = whole.faces.draw_face(part, design, "front")
        yield ListedPiece(
            (f"{part.title}", f"{design_id}: {number} in", told), picture, "", outline.width, outline.height
        )


def _join_numbers(numbers: Sequence[int]) -> str:
    """Return numbers as text, such as `3 to 6, 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _prove(
    plan: ReprintPlan, old: Sequence[BoxPiece], new: Sequence[BoxPiece], path: Path, looks: Mapping[str, str]
) -> None:
    """Read the finished sheets and refuse (GF370) unless the box becomes the new kit, piece by piece."""
    sides: dict[tuple[str, str, int], dict[str, str]] = {}
    sizes = {(piece.kind.part, piece.design): piece.kind.size for piece in new}
    for piece in read_pdf(path, path.name) if plan.put_in else ():
        sides.setdefault((piece.part, piece.design, piece.copy), {})[piece.side] = looks[piece.id]
    printed = [
        PieceKind(part, both["front"], both.get("back", ""), sizes[part, design])
        for (part, design, _), both in sides.items()
    ]
    if wrong := explain_wrong_box(old, plan.out, printed, new):
        raise refuse("GF370", Place(path.name), f"{wrong}; print the whole kit, and report this")


def _find_changed_rules(earlier: EarlierKit, new: EarlierKit) -> Iterator[tuple[str, tuple[list[int], bytes]]]:
    """Yield the path of each file of the rules that changed, its new pages by number, and a PDF of them."""
    game = new.manifest.game
    paper = new.manifest.paper.name if new.manifest.paper else ""
    for file in new.manifest.files:
        is_page_by_page = file.path.endswith(f"-{paper}.pdf") and "-booklet-" not in file.path
        if not is_rules_file(game, file.path) or not is_page_by_page:
            continue
        before, after = earlier.read_file(file.path), new.read_file(file.path)
        assert after is not None, "it was just built"
        if before is not None and before != after:
            numbers = _compare_pages((before, earlier.manifest.build or ""), (after, new.manifest.build or ""))
            if numbers:
                yield file.path, (numbers, extract_pages(after, numbers))


def _compare_pages(before: tuple[bytes, str], after: tuple[bytes, str]) -> list[int]:
    """Return the numbers of the new pages, from 1, that do not look like the old page of that number.

    Each file comes with the build id that is printed in it, which does not count.
    """
    with render_pages(before[0], _PAGE_DPI) as old, render_pages(after[0], _PAGE_DPI) as new:
        olds, news = list(old.list_pages(before[1])), list(new.list_pages(after[1]))
    return [
        number
        for number, page in enumerate(news, 1)
        if number > len(olds) or olds[number - 1].size != page.size or olds[number - 1].tobytes() != page.tobytes()
    ]


def _describe_rules(path: str, pages: Sequence[int]) -> str:
    return f"Rules ({path}): print {count_noun(len(pages), 'page')} anew: {_join_numbers(pages)}."
