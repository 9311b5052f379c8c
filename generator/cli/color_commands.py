"""Print how far apart the colors of a game are, and write the picture of its pieces as each kind of sight has them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from generator import __version__
from generator.cli.diagnostics import print_findings
from generator.cli.machine_formats import VERSION, describe_finding
from generator.cli.terminal import align_columns, print_json, print_line, print_lines
from generator.model.finding import Place, refuse
from generator.pipeline.color_report import ColorReport, draw_report, iter_rows, list_differences, report_colors
from generator.pipeline.options import Options
from generator.pipeline.resources import find_game_folders
from generator.safety.log_lines import escape_line


def show_colors(games: Sequence[str], options: Options, picture: Path | None, form: str) -> bool:
    """Print the table of each game, and write the picture of one; return whether no two colors are the same."""
    folders = find_game_folders(games)
    if picture is not None and len(folders) != 1:
        raise refuse("GF001", Place("--out"), "name one game: a picture shows the pieces of one")
    reports = [report_colors(folder, options) for folder in folders]
    if form == "json":
        print_json(_compose_document(reports))
    else:
        for report in reports:
            print_lines(_format_table(report))
            print_findings(report.findings)
    if picture is not None:
        data = draw_report(reports[0].kit, picture.suffix.lower()[1:])
        picture.write_bytes(data)
        if form != "json":
            print_line(f"wrote {picture}")
    return not any(finding.is_blocking for report in reports for finding in report.findings)


def _format_table(report: ColorReport) -> Iterator[str]:
    """Yield the lines of the table, headed by the game."""
    yield f"{escape_line(report.game.data.title)}: CIEDE2000 of each pair; less than 10 needs marks that differ"
    yield from align_columns(iter_rows(report), slice(3, -1))
    if not report.pairs:
        yield "the game has no group of colors"


def _compose_document(reports: Sequence[ColorReport]) -> dict[str, Any]:
    findings = [describe_finding(report.game.id, each) for report in reports for each in report.findings]
    games = [{"game": report.game.id, "pairs": [_describe_pair(each) for each in report.pairs]} for report in reports]
    return {"gutterfold": __version__, "version": VERSION, "findings": findings, "games": games}


def _describe_pair(each: Any) -> dict[str, Any]:
    one, other = each.pair.one, each.pair.other
    return {
        "group": each.pair.group,
        "roles": [one.role, other.role],
        "paints": [one.paint, other.paint],
        "printed": list(each.pair.printed),
        "marks": [one.mark, other.mark],
        "differences": list_differences(each),
        "told_apart_by": each.verdict,
    }
