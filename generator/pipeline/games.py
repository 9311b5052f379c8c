"""Check a game, judge its data alone, and explain why one could not be built."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.language.expressions import list_briefly
from generator.model.finding import DataError, Finding
from generator.model.game import Game
from generator.pipeline.build import build_kit, is_own_palette, load_game, prepare_kit
from generator.pipeline.checking.verification import (
    CheckFailedError,
    CheckResult,
    PrintedPieces,
    look_at_pages_beside,
    verify_kit,
)
from generator.pipeline.options import Options
from generator.pipeline.resources import name_game
from generator.pipeline.rules.printing import look_at_figures_beside
from generator.program.parallel import SecondProcess
from generator.proof.kit import Kit
from generator.write.kit_folder import KitFolder, Waiting, report_changed_file
from generator.write.temporary_output import TemporaryOutput, clear_abandoned_outputs

if TYPE_CHECKING:
    from generator.check.claims.judge import ClaimOutcome
    from generator.proof.pages import PageReport

_FEWEST = 3  # findings of one cause that are merged
_MOST_SHOWN = 4  # places of those that are merged
_SECONDS = 1.0  # of processor time to find the value that explains a failure
_WRITING = "GF4"  # each file that cannot be written is named
_HINT = re.compile(r"; (?:did you mean|there (?:is|are)) .*$| \(figure [^()]*\)")
_GLYPH = re.compile(r".* has no glyph for .*, and no other font has; (.*?)(?: \(drawing .*)?")  # what to do about it
_DOTTED = re.compile(r"'[^'.]*\.([^']*)'")
CLAIM_CODES = frozenset({"GF101", "GF102", "GF103"})  # of claims, and of numbers in the rules, that fail
_DATA_SECONDS = 0.3  # of processor time, to find the value that makes claims fail


def explain_failure(folder: Path, options: Options, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a failed build, led by what is odd about the rows that they name."""
    from generator.pipeline.build import read_game_data

    merged = tuple(_merge_alike(findings))
    if all(each.place.file.startswith("--") for each in findings):
        return merged  # an option is at fault
    try:
        game = read_game_data(folder, options)
    except (DataError, OSError):
        return merged  # the data themselves are at fault
    return (*_find_odd_rows(game, merged), *_find_wrong_values(game, merged))


def _find_wrong_values(game: Game, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings led by the value of the data that explains them, if claims tell which one it is."""
    from generator.check.claims.judge import judge_claims
    from generator.pipeline.checking.wrong_values import find_unfit_values, name_wrong_values

    try:
        parts = expand_parts(game, KINDS)
    except DataError:
        return find_unfit_values(game, findings, _SECONDS)
    verdict = judge_claims(game, parts)
    wrong = [each for each in verdict.findings if each.is_blocking]
    named = name_wrong_values(game, verdict, wrong, _SECONDS)
    return *(each for each in named if each not in wrong), *findings


def _find_odd_rows(game: Game, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield what is odd about the rows of parts that the findings name, as warnings."""
    from generator.check.outliers.rows import find_odd_rows

    told = " ".join(finding.message for finding in findings)
    for note in find_odd_rows(game):
        part = note.message.partition(":")[0].partition(".")[0]
        if f"'{part}'" in told:
            yield note._replace(level="warning", message=f"{note.message}; the errors below may come from it")


def _merge_alike(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings; several that miss one thing in different colors or figures, or one font, are one."""
    alike: dict[tuple[str, str, str], list[Finding]] = {}
    for each in findings:
        glyph = _GLYPH.fullmatch(each.message)
        what = glyph[1] if glyph else _DOTTED.sub(r"'\1'", _HINT.sub("", each.message))
        alike.setdefault((each.code, each.level, what), []).append(each)
    for first, *others in alike.values():
        if len(others) + 1 < _FEWEST or first.code.startswith(_WRITING):
            yield from (first, *others)
            continue
        shown = list_briefly([str(each.place) for each in others], _MOST_SHOWN)
        yield first._replace(message=f"{first.message}; likewise {len(others)} more: {shown}")


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
    memory = open_read_memory(folder, sum(each.side == "front" for each in placements))
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
    boards = {part.id for part in parts if part.board is not None and not part.board.sections}
    cut = [*boards, *(part.id for part in parts if any(design.net is not None for design in part.designs))]
    failed = [
        each.finding
        for each in (*verdict.outcomes, *verdict.inline)
        if each.finding and each.finding.is_blocking and each.finding.code in CLAIM_CODES and not _asks(each, cut)
    ]
    kept, _ = apply_waivers(game, failed, usual=False, unsought=CHECK_CODES)
    kept = tuple(each for each in kept if each.is_blocking)
    named = name_wrong_values(game, verdict, kept, _DATA_SECONDS)
    return merge_causes(named, set(named) - set(kept))


def _asks(outcome: "ClaimOutcome", parts: Sequence[str]) -> bool:
    """Return whether an outcome rests on one of some parts."""
    said = [outcome.says, *(call.text for call in outcome.asked), outcome.finding.message if outcome.finding else ""]
    return any(f"{mark}{part}{mark}" in text for part in parts for text in said for mark in "'\"")
