"""Check a game: the kit that stands in the output folder, one that is built for it, or its data alone."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.model.finding import DataError, Finding
from generator.model.game import Part
from generator.pipeline.build import build_kit, is_own_palette, load_game, name_game, prepare_kit
from generator.pipeline.checking.verification import (
    CheckFailedError,
    CheckResult,
    PrintedPieces,
    look_at_pages_beside,
    verify_kit,
)
from generator.pipeline.options import Options
from generator.pipeline.rules.printing import look_at_figures_beside
from generator.program.parallel import SecondProcess
from generator.proof.kit import Kit
from generator.write.kit_folder import KitFolder, Waiting, report_changed_file
from generator.write.temporary_output import TemporaryOutput, clear_abandoned_outputs

if TYPE_CHECKING:
    from generator.check.claims.judge import ClaimOutcome
    from generator.proof.pages import PageReport

CLAIM_CODES = frozenset({"GF101", "GF102", "GF103"})  # of claims, and of numbers in the rules, that fail
_SECONDS = 0.3  # of processor time, to find the value that makes claims fail


def check_kit(folder: Path, options: Options, waiting: Waiting = lambda kit_folder: None) -> CheckResult:
    """Check a game: the kit in the output folder if it was built from these files, otherwise a temporary one.

    If `options.settings` are given, the existing kit must have been built with the same ones. `waiting` is called if
    another process builds the kit, before this one waits for it.
    """
    clear_abandoned_outputs()
    options = replace(options, prove_all=True)
    out, name = options.locate_output(), name_game(folder)
    found: CheckResult | str = f"there is no kit in {out / name}"
    if out.is_dir():
        with KitFolder(out, name, waiting, to_write=False) as home:
            found = _check_standing_kit(folder, options, home)
    if isinstance(found, CheckResult):
        return found
    with TemporaryOutput() as nowhere:
        try:
            checked = build_kit(folder, replace(options, out=nowhere)).checked
        except CheckFailedError as error:
            checked = error.checked
        except OSError as error:
            if str(error.filename).startswith(str(nowhere)):  # which is gone when this is read
                error.filename = str(nowhere.parent)
            raise
        return replace(checked, summary=f"{checked.summary} ({found}: checked as it would be built)")


def _check_standing_kit(folder: Path, options: Options, home: KitFolder) -> CheckResult | str:
    """Check a kit that was built from these files, or return why it cannot be checked."""
    standing = home.read_manifest()
    as_built = None if standing is None else options.restore_options(standing)
    if standing is None or as_built is None:
        return home.explain_missing_kit()
    if options.settings and sorted(options.settings) != sorted(as_built.settings):
        return f"the kit in {home.target} was built with another --set"
    if as_built.palette is not None and not is_own_palette(folder, as_built.palette):
        return f"the kit in {home.target} was built with a palette from outside the game's folder"
    from generator.pipeline.checking.kit_readback import read_standing_kit, undo_correction
    from generator.pipeline.sheets.cache import open_read_memory

    placements = standing.placements or ()
    memory = open_read_memory(folder, sum(each["side"] == "front" for each in placements))
    chosen = replace(as_built, prove_all=True, processes=options.processes)
    with ExitStack() as stack:

        def prepare() -> tuple[Kit, SecondProcess["PageReport"]]:
            kit = prepare_kit(folder, as_built)
            looking = look_at_pages_beside(kit, replace(chosen, prove_all=kit.build == standing.build))
            return kit, stack.enter_context(looking)

        pays = options.processes > 1
        read, (kit, pages) = read_standing_kit(
            home, as_built.paper, standing.files, pays, prepare, formats=as_built.formats, memory=memory
        )
        if kit.build != standing.build:
            return f"the data or templates changed since the kit in {home.target} was built"
        if read.edited:
            raise DataError([report_changed_file(home.target / path) for path in read.edited])
        from generator.pipeline.sheets.ink_use import check_ink

        wrong = *kit.game.notes, *check_ink(standing, home.target)
        kit = replace(kit, game=replace(kit.game, notes=wrong))
        shown = undo_correction(read.collect_pieces(), as_built.printer, kit.press.paper, kit.press.backs)
        printed = PrintedPieces(*shown, placements)
        rules = stack.enter_context(look_at_figures_beside(kit, options))
        return verify_kit(kit, printed, chosen, rules.result, pages.result)


def judge_data(folder: Path) -> tuple[Finding, ...]:
    """Return the claims and numbers that the data make false, at the likely value; DataError if it cannot be read.

    Claims about a part that is cut to fit the paper are left to the whole check: how many pieces it makes is not known.
    """
    from generator.check.causes import merge_causes
    from generator.check.claims.judge import judge_claims
    from generator.check.table import CHECK_CODES
    from generator.check.waivers import apply_waivers
    from generator.pipeline.checking.wrong_values import name_wrong_values

    game, parts = load_game(folder, Options())
    verdict = judge_claims(game, parts)
    cut = [part.id for part in parts if _may_be_cut(part)]
    failed = [
        each.finding
        for each in (*verdict.outcomes, *verdict.inline)
        if each.finding and each.finding.is_blocking and each.finding.code in CLAIM_CODES and not _asks(each, cut)
    ]
    kept, _ = apply_waivers(game, failed, usual=False, unsought=CHECK_CODES)
    kept = tuple(each for each in kept if each.is_blocking)
    named = name_wrong_values(game, verdict, kept, _SECONDS)
    return merge_causes(named, set(named) - set(kept))


def _may_be_cut(part: Part) -> bool:
    is_whole_board = part.board is not None and not part.board.sections
    return is_whole_board or any(design.net is not None for design in part.designs)


def _asks(outcome: "ClaimOutcome", parts: Sequence[str]) -> bool:
    """Return whether an outcome rests on one of some parts."""
    said = [outcome.says, *(call.text for call in outcome.asked), outcome.finding.message if outcome.finding else ""]
    return any(f"{mark}{part}{mark}" in text for part in parts for text in said for mark in "'\"")
