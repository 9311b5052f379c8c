"""Apply the waivers of a game: separate the findings that it accepts, with its reasons, from the rest."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from generator.model.finding import Finding, Place, WaivedFinding
from generator.model.finding_codes import GONE_CODES
from generator.model.game import Game
from generator.safety.files import convert_to_utf8, read_regular_file


class _FindingSubjects:
    """Finds out which part, claim or figure a finding is about."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lines: dict[str, Sequence[str]] = {}

    def is_about(self, finding: Finding, name: str) -> bool:
        """Return whether a finding is about `name`: it is at that thing's place in the data, or its message quotes it.

        A name with a space that is not the id of a claim is taken as a phrase on the line of the finding.
        """
        place = finding.place
        if len(name.split()) > 1 and name not in self._claim_ids:
            return self._line_contains(place, name)
        if place.file in self._parts_by_file:
            return name in (self._names_by_place.get(place) or self._parts_by_file[place.file])
        for number in self._game.inline:
            if number.place == place:
                return name == number.what or bool(re.search(rf"['\"]{re.escape(name)}['\"]", number.what))
        return bool(re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", finding.message))

    def _line_contains(self, place: Place, phrase: str) -> bool:
        """Return whether a line contains a phrase, ignoring differences in white space."""
        if not place.line:
            return False
        if place.file not in self._lines:
            self._lines[place.file] = _read_lines(place.file)
        lines = self._lines[place.file]
        return place.line <= len(lines) and " ".join(phrase.split()) in " ".join(lines[place.line - 1].split())

    @cached_property
    def _claim_ids(self) -> set[str]:
        return {claim.id for claim in self._game.data.claims}

    @cached_property
    def _parts_by_file(self) -> dict[str, set[str]]:
        """Return the data files, each with the parts that have rows in it."""
        files: dict[str, set[str]] = {self._game.file: set()}
        for part, rows in self._game.rows.items():
            for row in rows:
                if row.file != self._game.file:
                    files.setdefault(row.file, set()).add(part)
        return files

    @cached_property
    def _names_by_place(self) -> dict[Place, set[str]]:
        return {place: set(self._find_names(path)) for path, place in self._game.places.items() if len(path) > 1}

    def _find_names(self, path: tuple[str | int, ...]) -> Iterator[str]:
        data = self._game.data
        match path:
            case ("parts" | "figures", str() as name, *_):
                yield name
            case ("claims", int() as number, *_):
                yield data.claims[number].id
            case ("setup", int() as number, *_):
                yield data.setup[number].part


def _read_lines(file: str) -> Sequence[str]:
    """Return the lines of a file, none if it is not text."""
    try:
        return convert_to_utf8(read_regular_file(Path(file))).decode().split("\n")
    except (OSError, UnicodeDecodeError):
        return ()


def apply_waivers(
    game: Game, findings: Iterable[Finding], usual: bool, unsought: Collection[str] = ()
) -> tuple[tuple[Finding, ...], tuple[WaivedFinding, ...]]:
    """Return the findings that no waiver accepts, and those that one does.

    Add GF106 for each waiver that accepts nothing, but only in the `usual` build: others may not reach its finding.
    `unsought` are codes that this run did not look for. A code that no check gives any longer is told in each build.
    """
    subjects, used = _FindingSubjects(game), set[int]()
    kept, waived = list[Finding](), list[WaivedFinding]()
    for finding in findings:
        for number, waiver in enumerate(game.data.waivers):
            if waiver.code == finding.code and (waiver.at is None or subjects.is_about(finding, waiver.at)):
                used.add(number)
                waived.append(WaivedFinding(finding, " ".join(waiver.reason.split()), game.place("waivers", number)))
                break
        else:
            kept.append(finding)
    for number, waiver in enumerate(game.data.waivers):
        if waiver.code in GONE_CODES:
            message = f"no check gives {waiver.code} any longer; remove this waiver"
            kept.append(Finding("GF106", game.place("waivers", number), message, "warning"))
        elif usual and number not in used and waiver.code not in unsought:
            about = f" about {waiver.at!r}" if waiver.at else ""
            message = f"there is no {waiver.code}{about} to waive; remove this waiver"
            kept.append(Finding("GF106", game.place("waivers", number), message, "warning"))
    return tuple(kept), tuple(waived)
