"""Print only what changed since an earlier kit.

Each placement in a manifest has a digest of its picture, so a later kit knows which pieces of the box stay.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from generator.export.reprint import BoxPiece, PieceKind, ReprintPlan, explain_wrong_box, list_entries, plan_reprint
from generator.export.reprint_list import number_page
from generator.model.finding import Place, refuse
from generator.model.game import Game, Part
from generator.model.paper import BackLayout
from generator.model.picture import Picture
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.checking.verification import CheckResult
from generator.pipeline.options import Options
from generator.pipeline.reprint import kits
from generator.pipeline.reprint.changed_rules import RulesChange, describe_rules, find_changed_rules
from generator.pipeline.reprint.kits import BoxRecord, EarlierKit
from generator.pipeline.reprint.pages import draw_changes
from generator.pipeline.resources import name_game
from generator.pipeline.sheets.printing import Progress, render_face
from generator.proof.kit import Kit
from generator.readback.pdf.reader import read_pdf
from generator.write.kit_folder import KitFolder, Waiting
from generator.write.looks import LookDigester
from generator.write.manifest import MANIFEST, WrittenFile
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer
from generator.write.staging import StagingFolder, remove_kit
from generator.write.temporary_output import TemporaryOutput, clear_abandoned_outputs

_GAP = 4.0  # mm between pieces, for their numbers


class ReprintResult(NamedTuple):
    """What a reprint takes: no files if nothing changed; an older reprint may have been `withdrawn` then.

    `rules_paper` is that of the earlier rules if they cannot be compared, and `options` are those of the earlier kit
    that were not given now.
    """

    game: Game
    folder: Path
    since: Path
    files: tuple[WrittenFile, ...]
    plan: ReprintPlan
    rules: tuple[str, ...]
    sheets: int
    checked: CheckResult
    withdrawn: bool = False
    rules_paper: str = ""
    options: str = ""


class KitChange(NamedTuple):
    """Two kits, the pieces of the earlier one that may go out, what differs, and what the box holds in the end."""

    earlier: EarlierKit
    new: EarlierKit
    old: Sequence[BoxPiece]
    plan: ReprintPlan
    rules: RulesChange
    box: BoxRecord

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is known to have changed."""
        return self.plan.is_empty and not self.rules.files


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
    earlier = kits.find_earlier_kit(since, out, name)
    with KitFolder(out, f"{name}-{kits.REPRINT}", waiting) as home, TemporaryOutput() as nowhere:
        kits.require_own_folder(home)
        built = build_kit(folder, replace(options, out=nowhere, formats=options.formats | {"pdf"}), progress)
        change = _compare_kits(earlier, kits.find_earlier_kit(str(built.folder), nowhere, name), options)
        nothing = tuple[WrittenFile, ...](), 0
        written, sheets = nothing if change.is_empty else _write_reprint(folder, options, change, home)
        withdrawn = change.is_empty and _withdraw_reprint(home, earlier)
        result = ReprintResult(
            built.game,
            home.target,
            earlier.folder,
            written,
            change.plan,
            rules=tuple(describe_rules(change.rules)),
            sheets=sheets,
            checked=built.checked,
        )
        other = "" if change.is_empty else describe_other_options(earlier, options, not change.rules.paper)
        return result._replace(withdrawn=withdrawn, rules_paper=change.rules.paper, options=other)


def _compare_kits(earlier: EarlierKit, new: EarlierKit, options: Options) -> KitChange:
    old = [piece for piece in earlier.pieces if options.prints_part(piece.kind.part)]
    rules = RulesChange() if options.sheets_only else find_changed_rules(earlier, new, _is_two_sided(options.backs))
    box = kits.merge_kits(earlier, new, keeps_rules=bool(rules.paper))
    return KitChange(earlier, new, old, plan_reprint(old, new.pieces), rules, box=box)


def _is_two_sided(backs: BackLayout) -> bool:
    """Return whether paper is printed on both sides, the rules too."""
    return backs in ("long-edge", "short-edge")


def _withdraw_reprint(home: KitFolder, earlier: EarlierKit) -> bool:
    """Remove an older reprint, which must not be printed any more, unless the earlier kit is what it led to."""
    standing = home.read_manifest()
    known = {file.path: file.sha256 for file in standing.files} if standing else {}
    if not known or known.get(f"{kits.INNER}/{MANIFEST}") == sha256(earlier.data).hexdigest():
        return False
    remove_kit(home)
    return True


def _write_reprint(
    folder: Path, options: Options, change: KitChange, home: KitFolder
) -> tuple[tuple[WrittenFile, ...], int]:
    """Print the list, the pieces and the pages of rules, prove the box, and land; return the files and sheets."""
    name, plan, new = home.game.removesuffix(f"-{kits.REPRINT}"), change.plan, change.new
    with StagingFolder(home) as stage:
        kit = prepare_kit(folder, options, _choose_pieces(plan)) if plan.put_in else None
        whole = kit or prepare_kit(folder, options)
        fronts = (
            [each.id for page in kit.press.pages() for each in page.placements if each.side == "front"] if kit else ()
        )
        numbers = {front: number for number, front in enumerate(fronts, 1)}
        entries = list_entries(change.old, new.pieces, plan)
        told = describe_rules(change.rules, whole.faces.translate_own)
        listed = draw_changes(whole, (change.earlier, new), entries, numbers, [*told])
        path = f"{name}-{kits.REPRINT}-{whole.press.paper.name}.pdf"
        data, looks = _print_reprint(whole, kit, listed, numbers)
        stage.write_file(path, data)
        _prove(plan, change.earlier.pieces, change.box.pieces, stage.folder / path, looks)
        for rules in change.rules.files:
            if rules.pages:
                stage.write_file(rules.file, rules.pages)
        kits.stage_record(stage, change.box)
        stage.write_file(kits.EARLIER, change.earlier.data)
        stage.land(kits.compose_note(change.box.manifest, home.game, kits.REPRINT, options, stage.written))
        written = tuple(file for file in stage.written if not file.path.startswith(f"{kits.INNER}/"))
        return written, len(kit.press.sheets) if kit else 0


def _choose_pieces(plan: ReprintPlan) -> Callable[[Part], Part | None]:
    """Return a function that leaves of a part what is printed anew, with room for numbers."""
    wanted = Counter((piece.kind.part, piece.design) for piece in plan.put_in)

    def choose(part: Part) -> Part | None:
        designs = tuple(
            design._replace(copies=number) for design in part.designs if (number := wanted[part.id, design.id])
        )
        return replace(part, designs=designs, gap=max(part.gap or 0.0, _GAP)) if designs else None

    return choose


def _print_reprint(
    whole: Kit, kit: Kit | None, listed: Sequence[Picture], numbers: Mapping[str, int]
) -> tuple[bytes, dict[str, str]]:
    """Return the PDF, the list first, and how its pieces look, by their ids."""
    press = whole.press
    file = PdfFile(press.paper, f"{whole.game.data.title}: what changed", press.backs, whole.fonts.find_font)
    first = PdfPageDrawer(press.paper)
    pages = [first.draw_picture(picture) for picture in listed]
    if _is_two_sided(press.backs) and kit is not None and len(pages) % 2:
        pages.append(first.draw_picture(press.draw_blank_page()))
    file.add_definitions(first.definitions)
    file.add_bookmark("What changed")
    for stream in pages:
        file.add_page(stream)
    looks, digester = dict[str, str](), LookDigester()
    font = whole.fonts.find_font("sans-serif", 700, False)
    for page in () if kit is None else kit.press.pages():
        assert kit is not None
        ink, faces = PdfPageDrawer(press.paper), [render_face(kit, placed) for placed in page.placements]
        drawn = ink.draw_page(number_page(page, numbers, font), faces)
        file.add_definitions(ink.definitions)
        file.add_page(drawn)
        looks |= {p.id: digester.digest_picture(face) for p, (face, _) in zip(page.placements, faces, strict=True)}
    return file.to_bytes(), looks


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


_VALUES = ("paper", "backs", "ink")  # options that always have a value
_OPTIONAL = ("palette", "color", "set", "lang", "bleed")


def describe_other_options(earlier: EarlierKit, options: Options, tells_paper: bool = True) -> str:
    """Return the options of the earlier kit that change how pieces look, if others were given; else nothing.

    They are spelled as on the command line, such as `--ink low and no --palette`.
    """
    return " and ".join(_list_options(earlier, options, tells_paper))


def _list_options(earlier: EarlierKit, options: Options, tells_paper: bool) -> Iterator[str]:
    old, new = earlier.manifest.options, options.record()
    if old is None:
        return
    for name in _VALUES:
        if getattr(old, name) != getattr(new, name) and (tells_paper or name != "paper"):
            yield f"--{name} {getattr(old, name)}"
    for name in _OPTIONAL:
        before = getattr(old, name)
        if before != getattr(new, name):
            values = (
                before
                if isinstance(before, tuple)
                else []
                if before is None
                else [f"{before:g}" if isinstance(before, float) else before]
            )
            yield " ".join(f"--{name} {value}" for value in values) or f"no --{name}"
    printer, other = (each.name if each else "" for each in (earlier.manifest.printer, options.printer))
    if printer != other:
        yield f"--printer {printer}" if printer else "no --printer"
