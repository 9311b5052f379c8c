"""A kit and the folder of its finished files go in; what was verified comes out, and what was found wrong."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from generator.language.plurals import many
from generator.model.finding import DataError, Finding, Waived
from generator.model.game import Game
from generator.model.options import Options
from generator.model.picture import Picture
from generator.model.printed import Seen
from generator.pipeline.sheet_printing import Kit

if TYPE_CHECKING:
    from generator.check.claims.census import Count
    from generator.check.claims.judge import Verdict
    from generator.check.evidence.case import Case

Pieces = tuple[Seen, ...]
_UNREAD = "the data; the files were not read back"


class Checked(Struct, frozen=True, eq=False):
    """What was found, a line for each claim that was verified, what the game lets pass, and the counts of all parts."""

    game: Game
    findings: tuple[Finding, ...]
    lines: tuple[str, ...]
    summary: str
    verdict: "Verdict"
    waived: tuple[Waived, ...] = ()
    counts: "tuple[Count, ...]" = ()


class UnsoundError(DataError):
    """A kit that was made and is not let through; `checked` is all that was found and verified."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        super().__init__(checked.findings)


def learn(options: Options) -> None:
    """Import what the checks need."""
    from generator.check import data_checks  # noqa: F401
    from generator.check.claims import judge  # noqa: F401

    if options.read_back:
        from generator.check import checks  # noqa: F401
        from generator.readback.pdf import pieces as read_pdf_pieces  # noqa: F401
        from generator.readback.svg import pieces as read_svg_pieces  # noqa: F401


def verify(kit: Kit, folder: Path, listed: Mapping[str, Any], options: Options) -> Checked:
    """Return what is found in a kit, without what its game lets pass."""
    checked = _hold(kit, folder, listed, options)
    if not kit.game.data.waivers:
        return checked
    from generator.check.waivers import waive

    findings, waived = waive(kit.game, checked.findings, options.usual)
    return replace(checked, findings=findings, waived=waived)


def _hold(kit: Kit, folder: Path, listed: Mapping[str, Any], options: Options) -> Checked:
    """Hold rules, data and the finished files in a folder against one another; the files are read from the disk."""
    from generator.check.claims.census import census
    from generator.check.claims.judge import judge
    from generator.check.data_checks import OF_DATA, told
    from generator.check.evidence.case import Case

    game, press = kit.game, kit.press
    pdf, svg = _read(kit, folder, listed, options)
    print_ = press.paper, press.flip, pdf, svg, listed["placements"], kit.fonts.named
    case = Case(game, kit.every, kit.parts, *print_, lambda: _pictures(kit))
    verdict = judge(game, kit.every, case.seen, None if case.seen is None else [part.id for part in kit.parts])
    counts = [f"{len(shown.seen)} in the {shown.name}" for shown in case.formats]
    whole = len(kit.parts) == len(kit.every)
    sheets = "sheets" if whole else f"the sheets of {', '.join(part.id for part in kit.parts)} alone"
    against = f"data and {sheets}; faces read back: {', '.join(counts)}" if counts else _UNREAD
    lines = tuple(f"{each.id}  {each.says}: {each.result}" for each in verdict.verified if counts)
    findings = *game.notes, *(_found(case) if counts else told(case, OF_DATA)), *verdict.findings
    return Checked(game, findings, lines, _summary(verdict, against), verdict, counts=census(case))


def _found(case: "Case") -> list[Finding]:
    from generator.check.checks import found  # what looks at finished files

    return found(case)


def _pictures(kit: Kit) -> Mapping[str, Picture]:
    from generator.pipeline.figures import pictures  # few checks need figures

    return pictures(kit)


def _read(kit: Kit, folder: Path, listed: Mapping[str, Any], options: Options) -> tuple[Pieces | None, Pieces | None]:
    """Return the pieces that the PDF and the SVG files show, None for a format that is not there or not read back."""
    if not options.read_back:
        return None, None
    from generator.pipeline.kit_readback import read_back

    paths = [file["path"] for file in listed["files"]]
    sheets = f"{kit.game.id}-sheets-{options.paper}.pdf"
    drawings = [path for path in paths if path.startswith("svg/")]
    return read_back(folder, sheets if sheets in paths else "", drawings)


def _summary(verdict: "Verdict", against: str) -> str:
    claims, numbers = many(len(verdict.verified), "claim"), many(verdict.numbers, "number")
    numbers = f"{verdict.numbers - verdict.wrong} of {numbers}" if verdict.wrong else numbers
    wait = f"; not held against the sheets: {verdict.skipped}" if verdict.skipped else ""
    return f"{claims} and {numbers} of the rules hold against {against}{wait}"
