"""Compose the certificate of a kit: what was verified, claim by claim, as a text file that goes with the kit."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.finding import Finding, WaivedFinding
from generator.model.game import Game
from generator.pipeline.checking.verification import CheckResult, Say, summarize
from generator.proof.kit import Kit
from generator.write.text_report import Report, ReportRow, ReportTable, format_report

if TYPE_CHECKING:
    from generator.check.claims.census import PartCount
    from generator.check.claims.judge import ClaimOutcome, ClaimsVerdict

_NONE = "\N{EN DASH}"
_MOST_NAMED = 8  # witnesses of a part; `check --coverage` lists all
_IN_PIECES = ", in pieces"  # after the title of a board in sections
_LONG = 16  # characters from which a value is not repeated in the next column
_VERDICTS = {"GF101": "false", "GF102": "false", "GF103": "unclear", "GF104": "waits", "GF105": "empty"}


def format_certificate(kit: Kit, checked: CheckResult) -> str:
    """Return the text of the certificate, in the language of the sheets; claims and findings stay as they are."""
    game, verdict, data, say = kit.game, checked.verdict, kit.faces.page_data, kit.faces.translate_own
    waived = {each.finding for each in checked.waived}
    tables = [
        _tabulate_counts(checked, say),
        _tabulate_claims(verdict, waived, say),
        _tabulate_numbers(verdict, waived, say),
        _tabulate_findings(game, checked.findings, say),
        _tabulate_waivers(game, checked.waived, say),
        _tabulate_unchecked_claims(game, say),
    ]
    summary = summarize(verdict, checked.evidence, say)
    report = Report(
        say("What was verified: {title}").format(title=data.title),
        say("Version {version}").format(version=data.version),
        (
            *_explain_method(checked, f"{summary[:1].upper()}{summary[1:]}.", say),
            *_explain_coverage(checked, say),
            *_explain_renamed_colors(game, say),
        ),
        tuple(table for table in tables if table.introduction or table.rows),
        f"{say('build')} {kit.build}",
    )
    return format_report(report)


def _explain_method(checked: CheckResult, summary: str, say: Say) -> Iterator[str]:
    """Yield how the kit was checked and the summary, which comes first if nothing is claimed."""
    if not checked.verdict.claims_anything:
        yield summary
        if checked.formats:
            yield say(
                "Before this kit was released, its finished files were read back from the disk and compared with the"
                " data of the game: each piece was counted, and its size, shape, position, cut marks and back were"
                " checked."
            )
        return
    if not checked.formats:
        yield say(
            "The finished files of this kit were not read back. What the rules say was checked against the data of the"
            " game alone."
        )
        yield summary
        return
    yield say(
        "Before this kit was released, its finished files were read back from the disk, and what the rules say was"
        " checked against the data of the game and against these files. Each piece on the sheets was counted, and its"
        " size, shape, position and cut marks were checked, as were each back against its front, each text against the"
        " safe zone, and against the data: the words on faces that show a value, and the cells, faces and lines of"
        " boards, dice and cards."
    )
    yield summary


def _explain_coverage(checked: CheckResult, say: Say) -> Iterator[str]:
    if checked.coverage is not None:
        how = say(
            "To see whether the paper shows a fact, it was changed and drawn again, by witness: on one design for each"
            " way in which a template draws, each column and each sort of value"
        )
        yield f"{checked.coverage.describe(say)}. {how}."
        named = [
            say("{title} ({number} of {designs}): {names}").format(
                title=_translate_title(part.title, say),
                number=len(part.witnesses),
                designs=part.designs,
                names=", ".join([*part.witnesses[:_MOST_NAMED], *(["…"] if len(part.witnesses) > _MOST_NAMED else [])]),
            )
            for part in checked.coverage.parts
            if part.designs > 1 and part.facts
        ]
        if named:
            yield say("Witnesses: {names}.").format(names="; ".join(named))


def _explain_renamed_colors(game: Game, say: Say) -> Iterator[str]:
    is_called = say("{name} ({role}) is {called}")
    renamed = [color for color in game.colors.values() if color.renamed]
    names = [is_called.format(name=color.name, role=color.role, called=say(color.called)) for color in renamed]
    if names:
        says = say("Claims and data call colors by names that no palette changes; on this paper {colors}.")
        yield says.format(colors=say(" and ").join(filter(None, (", ".join(names[:-1]), names[-1]))))


def _make_table(say: Say, words: tuple[str, str], heads: Sequence[str], shares: Sequence[int]) -> ReportTable:
    """Return a table without rows; `words` are its title and its introduction, which may be empty."""
    title, introduction = words
    return ReportTable(say(title), introduction and say(introduction), tuple(map(say, heads)), tuple(shares), ())


def _tabulate_counts(checked: CheckResult, say: Say) -> ReportTable:
    introduction = "How many of each part there are: in rules and claims, in the data, and in the finished files."
    rows = []
    for each in checked.counts:
        claimed = ", ".join(f"{number} ({', '.join(sources)})" for number, sources in _group_sources(each).items())
        printed = [str(each.printed.get(name, _NONE)) for name in checked.formats]
        rows.append(
            ReportRow(
                (_translate_title(each.title, say), claimed or _NONE, str(each.declared), *printed, say(each.verdict))
            )
        )
    heads, shares = ("part", "rules", "data", *checked.formats, "verdict"), (2, 3, 0, *(0 for _ in checked.formats), 0)
    return _make_table(say, ("Counts", introduction), heads, shares)._replace(rows=tuple(rows))


def _translate_title(title: str, say: Say) -> str:
    """Return the title of a part, or of its pieces, in the language of the sheets."""
    whole, comma, _ = title.partition(_IN_PIECES)
    return say(f"{{title}}{_IN_PIECES}").format(title=say(whole)) if comma else say(title)


def _group_sources(count: "PartCount") -> dict[int, list[str]]:
    """Return each claimed number with the places that claim it."""
    sources: dict[int, list[str]] = {}
    for number, source in dict.fromkeys(count.claimed):
        sources.setdefault(number, []).append(source)
    return sources


def _tabulate_claims(verdict: "ClaimsVerdict", waived: set[Finding], say: Say) -> ReportTable:
    introduction = (
        "Each with its source, what was asked to test it, and what the data and the sheets answered."
        " \N{EN DASH} stands where they cannot answer."
    )
    rows = tuple(row for outcome in verdict.outcomes for row in _list_outcome(outcome, waived, say))
    heads = ("claim", "asked", "data", "sheets", "verdict")
    words = ("Claims", introduction if rows else "The game makes none.")
    return _make_table(say, words, heads, (0, 9, 8, 5, 0))._replace(rows=rows)


def _list_outcome(outcome: "ClaimOutcome", waived: set[Finding], say: Say) -> Iterator[ReportRow]:
    yield ReportRow((outcome.id, outcome.says, say(_name_verdict(outcome, waived))), (1, 3, 1))
    yield ReportRow(("", outcome.rests_on), (1, 3), continues=True)
    for asked in outcome.asked:
        cells = ("", asked.text, asked.data or _NONE, _abbreviate_repeat(asked.data, asked.sheets, say))
        yield ReportRow(cells, continues=True)


def _abbreviate_repeat(data: str, sheets: str, say: Say) -> str:
    return say("the same") if data == sheets and len(sheets) > _LONG else sheets or _NONE


def _name_verdict(outcome: "ClaimOutcome", waived: set[Finding]) -> str:
    if outcome.finding is None:
        return "holds"
    return "waived" if outcome.finding in waived else _VERDICTS[outcome.finding.code]


def _tabulate_numbers(verdict: "ClaimsVerdict", waived: set[Finding], say: Say) -> ReportTable:
    introduction = "Numbers that the text marks as claims, each with its line and what was counted."
    rows = []
    for each in verdict.inline:
        data, sheets = (each.asked[0].data, each.asked[0].sheets) if each.asked else ("", "")
        line = f"{Path(each.place.file).name}:{each.place.line}"
        found = (data or _NONE, _abbreviate_repeat(data, sheets, say), say(_name_verdict(each, waived)))
        rows.append(ReportRow((line, each.id, each.says, *found)))
    heads = ("line", "rules", "counted", "data", "sheets", "verdict")
    words = ("Numbers in the rules", introduction if rows else "")
    return _make_table(say, words, heads, (0, 0, 6, 2, 2, 0))._replace(rows=tuple(rows))


def _tabulate_findings(game: Game, findings: Sequence[Finding], say: Say) -> ReportTable:
    rows = tuple(
        ReportRow((each.code, say(each.level), _shorten_paths(game, f"{each.place}: {each.message}")))
        for each in findings
    )
    words = ("Findings", "Other findings, none of which stops a build." if rows else "None.")
    return _make_table(say, words, ("code", "level", "what and where"), (0, 0, 1))._replace(rows=rows)


def _tabulate_waivers(game: Game, waived: Sequence[WaivedFinding], say: Say) -> ReportTable:
    rows = tuple(
        ReportRow((each.finding.code, _shorten_paths(game, str(each.finding)), each.reason)) for each in waived
    )
    words = ("Waived", "Findings that the game waives, and why." if rows else "")
    return _make_table(say, words, ("code", "what and where", "reason"), (0, 3, 2))._replace(rows=rows)


def _tabulate_unchecked_claims(game: Game, say: Say) -> ReportTable:
    rows = tuple(ReportRow((each.id, each.says, each.why)) for each in game.data.unchecked)
    words = ("Not yet checked", "What the rules also say; no program has checked it." if rows else "")
    return _make_table(say, words, ("claim", "it says", "why not"), (0, 3, 2))._replace(rows=rows)


def _shorten_paths(game: Game, text: str) -> str:
    """Return a text without the path of the game's folder, which differs from machine to machine."""
    home = Path(game.file).parent.as_posix()
    return text if home == "." else re.sub(rf"(?<![\w./-]){re.escape(home)}/", "", text)
