"""Explain why a game could not be built: odd data that may be the cause come first, and one cause is told once."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.model.finding import DataError, Finding
from generator.model.game import Game
from generator.pipeline.options import Options

_FEWEST = 3  # findings of one cause that are merged
_MOST_SHOWN = 4  # places of those that are merged
_SECONDS = 1.0  # of processor time to find the value that explains a failure
_WRITING = "GF4"  # each file that cannot be written is named
_HINT = re.compile(r"; (?:did you mean|there (?:is|are)) .*$| \(figure [^()]*\)")
_GLYPH = re.compile(r".* has no glyph for .*, and no other font has; (.*?)(?: \(drawing .*)?")  # what to do about it
_DOTTED = re.compile(r"'[^'.]*\.([^']*)'")


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
        shown = ", ".join(str(each.place) for each in others[:_MOST_SHOWN])
        hidden = f" and {len(others) - _MOST_SHOWN} more" if len(others) > _MOST_SHOWN else ""
        yield first._replace(message=f"{first.message}; likewise {len(others)} more: {shown}{hidden}")
