"""Check each game with one mistake in it, and note whether a new finding stands at the place of the mistake."""

import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from generator.model.finding import DataError, Finding
from generator.pipeline.games import check_kit, explain_failure
from generator.pipeline.options import Options
from tests.mistakes.rows import ROOT, TEMPLATES, Mistake, find_folder

_NEAR = 6  # lines
_NUMBERS = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_VARIABLE = re.compile(rf"'[^']*'|\"[^\"]*\"|\b(?:{_NUMBERS})\b|\d+(?:[.,:]\d+)*", re.IGNORECASE)


class Outcome(NamedTuple):
    """How a mistake fared: whether it is told at its place, and the findings that are new, there or anywhere."""

    mistake: Mistake
    is_told: bool
    findings: tuple[Finding, ...]
    crash: str = ""


def copy_game(game: str, room: Path) -> Path:
    """Copy a game with its templates into a folder, as a user of gutterfold would keep it, and return its folder."""
    source, folder = find_folder(game), room / game
    shutil.copytree(source, folder)
    if source.parent == ROOT / "layouts":
        shutil.copytree(TEMPLATES / game, folder / "templates" / game)
    return folder


def check_game(folder: Path) -> list[Finding]:
    """Return the findings of `gutterfold check`, with places relative to the game's folder."""
    with tempfile.TemporaryDirectory(prefix="gutterfold-mistakes-") as nowhere:
        try:
            found = check_kit(folder, Options(out=Path(nowhere), processes=1)).findings
        except DataError as error:
            found = explain_failure(folder, Options(processes=1), error.findings)
    return [_shorten_place(finding, folder) for finding in found]


def _shorten_place(finding: Finding, folder: Path) -> Finding:
    file = finding.place.file.removeprefix(f"{folder}/")
    return finding._replace(place=finding.place._replace(file=file), message=finding.message.replace(f"{folder}/", ""))


@cache
def check_unchanged(game: str) -> tuple[Finding, ...]:
    """Return the findings of a game without a mistake."""
    with tempfile.TemporaryDirectory(prefix="gutterfold-mistakes-") as room:
        return tuple(check_game(copy_game(game, Path(room))))


def judge_mistakes(mistakes: Sequence[Mistake]) -> Iterator[Outcome]:
    """Judge mistakes in turn, each in a fresh copy of its game."""
    for mistake in mistakes:
        before = check_unchanged(mistake.game)
        with tempfile.TemporaryDirectory(prefix="gutterfold-mistakes-") as room:
            folder = copy_game(mistake.game, Path(room))
            text = mistake.source.read_text(encoding="utf-8")
            (folder / mistake.file).write_text(mistake.apply_to(text), encoding="utf-8")
            try:
                found = find_new(check_game(folder), before)
            except Exception as error:
                yield Outcome(mistake, False, (), f"{type(error).__name__}: {error}")
                continue
            places = find_places(mistake, folder)
            yield Outcome(mistake, any(is_at(each, places) for each in found), tuple(found))


def find_new(found: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    """Return the findings that the unchanged game does not have; lines, numbers and quoted words do not count."""
    left = _subtract(found, before, lambda message: message)
    gone = _subtract(before, found, lambda message: message)
    return _subtract(left, gone, lambda message: _VARIABLE.sub("#", message))


def _subtract(found: Sequence[Finding], known: Sequence[Finding], simplify: Callable[[str], str]) -> list[Finding]:
    """Return the findings that have no partner of the same code and simplified message."""
    partners = Counter((each.code, simplify(each.message)) for each in known)
    left = []
    for each in found:
        key = each.code, simplify(each.message)
        partners[key] -= 1
        if partners[key] < 0:
            left.append(each)
    return left


def find_places(mistake: Mistake, folder: Path) -> set[tuple[str, int]]:
    """Return the file and line of each place where one would edit to undo the mistake."""
    lines = mistake.changed_lines(mistake.source.read_text(encoding="utf-8"))
    places = {(mistake.file, line) for line in lines}
    places |= {(mistake.file, line) for line in _find_group(folder / mistake.file, lines)}
    for each in mistake.also:
        file, _, words = each.partition(" :: ")
        text = (folder / file).read_text(encoding="utf-8").splitlines()
        places |= {(file, number) for number, line in enumerate(text, 1) if words in line}
    return places


def _find_group(file: Path, lines: range) -> list[int]:
    """Return the line where the named group begins that is nearest above an edit of a template, if it is near."""
    if file.suffix != ".j2":
        return []
    text = file.read_text(encoding="utf-8").splitlines()
    near = range(lines.start, max(0, lines.start - _NEAR), -1)
    return [number for number in near if '<g class="' in text[number - 1]][:1]


def is_at(finding: Finding, places: set[tuple[str, int]]) -> bool:
    """Tell whether a finding stands at one of these places; shared templates can be named by their full path."""
    file, line = finding.place.file, finding.place.line
    return any(
        line == at and (file == name or file.endswith(f"/{name}") or name.endswith(f"/{file}")) for name, at in places
    )
