"""Check a kit and its finished files, and keep what was verified and what was found wrong."""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from generator.geometry.bounds import move_margins
from generator.load.files import locate_index
from generator.model.coverage import Coverage
from generator.model.facts import PaperProof
from generator.model.finding import DataError, Finding, Place, WaivedFinding
from generator.model.game import Design, Game, Part
from generator.model.listed_placement import ListedPlacement
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.model.printer import ASSUMED_MARGIN, PageMargins, PrinterProfile
from generator.pipeline.options import Options
from generator.pipeline.rules.printing import speak_first_language
from generator.program.parallel import SecondProcess
from generator.proof.kit import Kit

if TYPE_CHECKING:
    from generator.check.analysis.placement import GroupAspect
    from generator.check.check_context import CheckContext, PlacedPixels, PrinterLimits
    from generator.check.claims.census import PartCount
    from generator.check.claims.context import PictureSource
    from generator.check.claims.judge import ClaimsVerdict
    from generator.model.printed import ReadPiece
    from generator.pipeline.checking.kit_readback import Pieces
    from generator.pipeline.rules.printing import PrintedRules
    from generator.proof.pages import PageReport

    RulesSource = Callable[[], PrintedRules]

Say = Callable[[str], str]  # translates words into the language of the sheets
_MOST_SHARED = 200  # designs: of a larger kit, one process looks at the pages and the other changes the facts
_MOST_FACTS = 40  # that a build changes: they take some 0.3 s, and a small build half a second
# of processor time, to find the value of the data that makes claims fail
_CHECK_SECONDS, _BUILD_SECONDS = 1.5, 0.6


class Evidence(NamedTuple):
    """What claims and numbers were held against.

    `read` are the names of the formats that were read back, with the number of faces in each; it is empty if no file
    was. `parts` are the ids of the parts whose sheets were read, empty if it was all.
    """

    read: tuple[tuple[str, int], ...] = ()
    parts: tuple[str, ...] = ()


def summarize(verdict: "ClaimsVerdict", evidence: Evidence, say: Say = str) -> str:
    """Return such as `2 claims and 3 numbers of the rules hold against the data; the files were not read back`."""
    if not verdict.claims_anything:
        if not evidence.read:
            return say("nothing is claimed, and the files were not read back")
        compared = say("nothing is claimed, so only counts and files were compared with {evidence}")
        return compared.format(evidence=_describe_evidence(evidence, say))
    numbers = _count(verdict.numbers, "number", say)
    if verdict.wrong:
        numbers = say("{right} of {numbers}").format(right=verdict.numbers - verdict.wrong, numbers=numbers)
    sentence = say("{claims} and {numbers} of the rules hold against {evidence}").format(
        claims=_count(len(verdict.verified), "claim", say), numbers=numbers, evidence=_describe_evidence(evidence, say)
    )
    waits = say("; not held against the sheets: {number}").format(number=verdict.skipped) if verdict.skipped else ""
    return f"{sentence}{waits}"


def _count(number: int, noun: str, say: Say) -> str:
    """Return a number with its noun, which has an -s in the plural."""
    return say(f"{{number}} {noun}" if number == 1 else f"{{number}} {noun}s").format(number=number)


def _describe_evidence(evidence: Evidence, say: Say) -> str:
    if not evidence.read:
        return say("the data; the files were not read back")
    faces = ", ".join(say("{number} in the {format}").format(number=n, format=name) for name, n in evidence.read)
    if evidence.parts:
        alone = say("data and the sheets of {parts} alone; faces read back: {faces}")
        return alone.format(parts=", ".join(evidence.parts), faces=faces)
    return say("data and sheets; faces read back: {faces}").format(faces=faces)


class PrintedPieces(NamedTuple):
    """The pieces that finished files show, and the placements as the manifest lists them.

    `pdf` or `svg` is None for a format that is not there or was not read back.
    """

    pdf: "Pieces | None" = None
    svg: "Pieces | None" = None
    placements: Sequence[ListedPlacement] = ()

    @property
    def is_read(self) -> bool:
        """Return whether any format was read back."""
        return self.pdf is not None or self.svg is not None


class CheckResult(Struct, frozen=True, eq=False):
    """The findings, a line for each claim that holds, the waived findings, and the counts of all parts.

    `evidence` names the formats that were read back. `coverage` says how much of the game was proven on the
    paper; None if that was not tried.
    """

    game: Game
    findings: tuple[Finding, ...]
    lines: tuple[str, ...]
    summary: str
    verdict: "ClaimsVerdict"
    waived: tuple[WaivedFinding, ...] = ()
    counts: "tuple[PartCount, ...]" = ()
    evidence: Evidence = Evidence()
    coverage: Coverage | None = None

    @property
    def formats(self) -> tuple[str, ...]:
        """Return the names of the formats that were read back."""
        return tuple(name for name, _ in self.evidence.read)


class CheckFailedError(DataError):
    """A kit that failed its checks; `checked` is all that was found and verified."""

    def __init__(self, checked: CheckResult) -> None:
        self.checked = checked
        super().__init__(checked.findings)


def import_checks(options: Options) -> None:
    """Import what the checks need."""
    from generator.check import table
    from generator.check.claims import judge  # noqa: F401

    if options.read_back:
        from generator.pipeline.checking import kit_readback  # noqa: F401

        table.import_checks()


def look_at_pages_beside(kit: Kit, options: Options) -> SecondProcess["PageReport"]:
    """Look at the pages of a kit in a second process; a build looks only for what is certain, and here."""
    return SecondProcess(lambda: _look_at_pages(kit), options.prove_all and options.processes > 1)


def verify_kit(
    kit: Kit, printed: PrintedPieces, options: Options, rules: "RulesSource", pages: Callable[[], "PageReport"]
) -> CheckResult:
    """Check a kit and what its files print, and set the findings that its game waives apart.

    `rules` and `pages` may still be in the making; they are asked for as late as can be.
    """
    certain = None
    if not options.prove_all and printed.is_read and options.ink == "full" and not options.shows_only_art:
        from generator.proof.certain_faults import find_certain_faults  # a build that reads nothing back does without

        certain = find_certain_faults(kit)
    pays = options.prove_all and options.processes > 1 and kit.game.playtests is not None
    with SecondProcess(lambda: _check_playtests(kit, options), pays) as replay:
        checked = _check(kit, printed, rules, options, replay.result)
    findings, waived = checked.findings, checked.waived
    if options.prove_all:
        from generator.check.translations.drawn_texts import check_untranslated_words

        said = kit.faces.used_texts | pages().used_texts | rules().used_texts  # now that all are drawn
        findings = *findings, *pages().findings, *check_untranslated_words(kit.game, said)
    elif certain is not None:
        findings = *findings, *certain.findings
        if not certain.is_whole:
            checked = replace(checked, summary=f"{checked.summary}; 'gutterfold check' looks at the pages")
    if kit.game.data.waivers:
        from generator.check.table import CHECK_CODES
        from generator.check.waivers import apply_waivers

        unsought = () if options.prove_all else CHECK_CODES
        findings, waived = apply_waivers(kit.game, findings, options.is_default, unsought)
    if any(finding.is_blocking for finding in findings):
        from generator.check.causes import merge_causes
        from generator.pipeline.checking.wrong_values import name_wrong_values

        seconds = _CHECK_SECONDS if options.prove_all else _BUILD_SECONDS
        named = name_wrong_values(kit.game, checked.verdict, findings, seconds)
        findings = merge_causes(named, set(named) - set(findings))
    return replace(checked, findings=findings, waived=waived)


def _check_playtests(kit: Kit, options: Options) -> tuple[Finding, ...]:
    from generator.pipeline.checking.recorded_playtests import check_playtests

    return tuple(check_playtests(kit.game, kit.all_parts, options.prove_all))


def _look_at_pages(kit: Kit) -> "PageReport":
    from generator.proof.pages import look_at_pages

    return look_at_pages(kit)


def _check(
    kit: Kit,
    printed: PrintedPieces,
    rules: "RulesSource",
    options: Options,
    check_playtests: Callable[[], Sequence[Finding]],
) -> CheckResult:
    """Compare the rules, the data and the finished files."""
    from generator.check.claims.census import count_parts
    from generator.check.claims.judge import judge_claims

    game, case = kit.game, _make_case(kit, printed, rules, options)
    chosen = None if case.seen is None else case.whole_parts
    runs = ["always", "check"] if options.prove_all else ["always"]  # a build runs the others only if it fails
    pictures = draw_for_claims(kit) if case.seen is not None else None
    verdict = judge_claims(game, kit.all_parts, case.seen, chosen, case.translated_words, pictures=pictures)
    found = _run_checks(case, runs)
    if not options.prove_all and any(finding.is_blocking for finding in (*found, *verdict.findings)):
        found += _run_checks(case, ["check"])  # they may tell the cause
    evidence = _name_evidence(kit, case)
    lines = tuple(f"{each.id}  {each.says}: {each.result}" for each in verdict.verified if evidence.read)
    claims_none = "GF100" if options.strict else ""  # a game must claim something then
    claimed = (each._replace(level="error") if each.code == claims_none else each for each in verdict.findings)
    findings = *game.notes, *rules().notes, *found, *claimed
    played = game.playtests is not None or game.play is not None
    if played and not any(finding.is_blocking for finding in findings):  # else a consequence
        findings += (*check_playtests(),)
    coverage = None
    if evidence.read and (proof := case.proof()) is not None:
        from generator.check.vary.coverage import check_coverage, measure_coverage

        coverage = measure_coverage(game, case.parts, proof, verdict, findings)
        findings += (*check_coverage(game, coverage),)
    summary, parts = summarize(verdict, evidence), count_parts(case)
    return CheckResult(game, findings, lines, summary, verdict, counts=parts, evidence=evidence, coverage=coverage)


def _make_case(kit: Kit, printed: PrintedPieces, rules: "RulesSource", options: Options) -> "CheckContext":
    """Return all that checks look at."""
    from generator.check.check_context import CheckContext

    return CheckContext(
        kit.game,
        kit.all_parts,
        kit.parts,
        paper=kit.press.paper,
        backs=kit.press.backs,
        pdf=printed.pdf,
        svg=printed.svg,
        placements=printed.placements,
        fonts=kit.fonts.find_by_pdf_name,
        figure_legends=lambda: rules().legends,
        proof=cache(lambda: _prove_paper(kit, options)),
        locate=partial(_locate_group, kit),
        order=options.order,
        printer=_find_limits(kit, options),
        marks=options.marks,
        marks_on=options.marks_on,
        corners=options.corners,
        translation=kit.faces.language,
        images=partial(_list_images, kit),
    )


def _name_evidence(kit: Kit, case: "CheckContext") -> Evidence:
    """Return what claims and numbers were held against."""
    named = (part.id if part.id in case.whole_parts else f"{part.id} (not all)" for part in kit.parts)
    parts = () if case.is_complete else tuple(named)
    return Evidence(tuple((shown.name, len(shown.seen)) for shown in case.formats), parts)


def _find_limits(kit: Kit, options: Options) -> "PrinterLimits | None":
    """Return what the chosen printer leaves white where its pages come out, and by how much the sheets give way."""
    printer, press = options.printer, kit.press
    if printer is None and not options.margins:
        return None
    printer = printer or PrinterProfile("any")
    from generator.check.check_context import PrinterLimits
    from generator.readback.printer_error import find_printer_error

    size = press.paper.width, press.paper.height
    front, back = (
        move_margins(
            find_printer_error(printer, press.paper, press.backs, side), *size, options.page_margins or printer.margins
        )
        for side in get_args(Side)
    )
    least = 0.0 if options.margins else ASSUMED_MARGIN
    name = options.printer.name if options.printer else ""
    return PrinterLimits(name, PageMargins(*front), PageMargins(*back), press.area.inset, least)


def _locate_group(
    kit: Kit, part: Part, face: "ReadPiece", name: str, aspect: "GroupAspect", number: int
) -> Place | None:
    from generator.proof.templates.group_places import locate_group  # only faults need it

    return locate_group(kit.faces, part, face, name, aspect, number=number)


def _list_images(kit: Kit) -> "Sequence[PlacedPixels]":
    from generator.proof.placed_images import list_placed_images  # few games have any

    return list_placed_images(kit)


def _prove_paper(kit: Kit, options: Options) -> PaperProof | None:
    """Change the facts of a kit and see whether the paper shows them; None for a build that this would slow down.

    A board takes longest to be drawn again.
    """
    if options.shows_only_art:
        return None
    if not options.prove_all and (any(part.board for part in kit.parts) or _estimate_facts(kit) > _MOST_FACTS):
        return None
    from generator.proof.vary.paper import prove_paper  # a build that reads nothing back does without

    is_large = sum(len(part.designs) for part in kit.parts) > _MOST_SHARED
    return prove_paper(kit, 1 if is_large else options.processes)


def _estimate_facts(kit: Kit) -> int:
    """Return about how many facts the rows have that are printed."""
    columns = {
        part.id: max((len(row.values) for row in kit.game.rows.get(part.id, ())), default=0) for part in kit.parts
    }
    return sum(columns[part.id] * len(part.designs) for part in kit.parts)


def _run_checks(case: "CheckContext", runs: Sequence[str]) -> list[Finding]:
    """Run the checks that run then: always, or only if all is checked."""
    from generator.check.table import CHECKS, run_checks

    return run_checks(case, [check for check in CHECKS if check.runs in runs])


def draw_for_claims(kit: Kit) -> "PictureSource":
    """Return what draws the faces and figures of a kit in its first language and in full ink."""
    from generator.check.claims.context import PictureSource

    first = speak_first_language(kit)
    first = replace(first, faces=first.faces.in_full_ink())

    @cache
    def draw_figure(name: str) -> Picture:
        from generator.proof.figure_pictures import render_figures  # few games claim anything about their figures

        data = kit.game.data.figures
        return render_figures(first, shown={name, *(step.figure for step in data[name].steps or ())})[name]

    def locate_in_figure(name: str, group: str) -> Place:
        return _find_group_tag(first, name, group) or kit.game.place("figures", name)

    def locate_varying_side(part: Part, designs: Sequence[Design], side: Side) -> Place | None:
        from generator.proof.templates.group_places import locate_varying  # only claims that fail need it

        return locate_varying(first.faces, part, designs, side)

    def locate_undrawn_group(part: Part, name: str) -> Place | None:
        from generator.proof.templates.group_places import locate_undrawn

        return locate_undrawn(first.faces, part, name)

    def find_repeater(place: Place) -> Place | None:
        from generator.proof.templates import blame

        return blame.find_repeater(place)

    return PictureSource(
        first.faces.draw_whole,
        draw_figure,
        first.faces.locate_shape,
        locate_in_figure,
        locate_varying_side,
        locate_undrawn=locate_undrawn_group,
        find_repeater=find_repeater,
    )


def _find_group_tag(kit: Kit, figure: str, group: str) -> Place | None:
    """Return the tag of a figure's own template that names a group, or the first that may, by its first word."""
    template = kit.game.data.figures[figure].template
    if template is None:
        return None
    source, file = kit.faces.read_template(template)
    head = re.escape(group.partition(".")[0])
    for name in (re.escape(group), rf"{head}\b", r"\{\{"):
        if found := re.search(rf"""<g\b[^<>]{{0,200}}?\bclass=["'](?:[^"']{{0,80}} )?{name}""", source):
            return locate_index(source, found.start(), file)
    return Place(file)
