"""Print the rules of a kit, and render, prove and read the figures in them."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from generator.model.finding import Finding
from generator.model.picture import Picture
from generator.pipeline.options import Options
from generator.program.parallel import RULES_THRESHOLD, SecondProcess
from generator.proof.kit import Kit
from generator.write.manifest import WrittenFile
from generator.write.staging import StagingFolder

if TYPE_CHECKING:
    from generator.check.check_context import FigureLegend
    from generator.pipeline.rules.rulebook import FigureSource


class PrintedRules(NamedTuple):
    """The staged files of the rules, what was noticed, and of the figures the legends and the texts passed to `say`."""

    written: tuple[WrittenFile, ...] = ()
    notes: tuple[Finding, ...] = ()
    legends: "tuple[FigureLegend, ...]" = ()
    used_texts: frozenset[str] = frozenset()


def print_rules_beside(kit: Kit, options: Options, stage: StagingFolder) -> SecondProcess[PrintedRules]:
    """Print the rules in a second process, while this one prints the sheets and reads them back."""
    wanted = not options.sheets_only
    pays = wanted and len(kit.game.rules or "") > RULES_THRESHOLD and options.processes > 1
    return SecondProcess(lambda: print_rules_and_figures(kit, options, stage, share=False), pays)


def print_rules_and_figures(kit: Kit, options: Options, stage: StagingFolder, share: bool) -> PrintedRules:
    """Print the rules, if there are any, and draw all figures."""
    notes: list[Finding] = []
    first = speak_first_language(kit)
    figures = _render_figures_once(first)
    written: tuple[WrittenFile, ...] = ()
    if kit.game.rules is not None and not options.sheets_only:
        from generator.pipeline.rules.rulebook import print_rules

        files = print_rules(kit, options, notes, figures, share)
        written = tuple(stage.stage_file(path, data) for path, data in files)
    notes += _prove_figures(first, figures()) if options.prove_all else ()
    return PrintedRules(written, tuple(notes), _find_legends(figures()), kit.faces.used_texts)


def look_at_figures_beside(kit: Kit, options: Options) -> SecondProcess[PrintedRules]:
    """Prove the figures of rules that were printed before, in a second process."""

    def look() -> PrintedRules:
        first = speak_first_language(kit)
        figures = _render_figures_once(first)()
        return PrintedRules((), _prove_figures(first, figures), _find_legends(figures), kit.faces.used_texts)

    return SecondProcess(look, options.processes > 1 and bool(kit.game.data.figures))


def speak_first_language(kit: Kit) -> Kit:
    """Return a kit whose faces are in the game's own language, in which its figures are checked."""
    if kit.game.first is None or not kit.faces.language_tag:
        return kit
    return replace(kit, faces=kit.faces.for_language(kit.game.first))


def _render_figures_once(kit: Kit) -> "FigureSource":
    """Return a function that renders the figures in the first language when first called."""

    @cache
    def figures() -> Mapping[str, Picture]:
        from generator.proof.figure_pictures import render_figures  # not all games have figures

        return render_figures(kit) if kit.game.data.figures else {}

    return figures


def _prove_figures(kit: Kit, figures: Mapping[str, Picture]) -> tuple[Finding, ...]:
    """Return what is wrong with figures as they are seen; a game without any imports nothing."""
    if not figures:
        return ()
    from generator.proof.figures import prove_figures

    return prove_figures(kit, figures)


def _find_legends(figures: Mapping[str, Picture]) -> "tuple[FigureLegend, ...]":
    """Return the legends in figures."""
    if not figures:
        return ()
    from generator.check.faces.icons import find_figure_legends

    return find_figure_legends(figures)
