"""Findings and the waivers of a game go in; what is left of them, and what is let pass with its reason, come out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from generator.model.finding import Finding, Waived
from generator.model.game import Game
from generator.model.place import Place


class _Subjects:
    """Knows which part, claim or figure a finding is about."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lines: dict[str, Sequence[str]] = {}

    def about(self, finding: Finding, name: str) -> bool:
        """Tell whether a finding is about `name`: it stands there in the data, or it says the name elsewhere.

        A name with a blank in it that is none of the game's is a phrase of the line that the finding is at.
        """
        place = finding.place
        if len(name.split()) > 1 and name not in self._names:
            return self._says(place, name)
        if place.file in self._files:
            return name in (self._places.get(place) or self._files[place.file])
        for number in self._game.inline:
            if number.place == place:
                return name == number.what or bool(re.search(rf"['\"]{re.escape(name)}['\"]", number.what))
        return bool(re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", finding.message))

    def _says(self, place: Place, phrase: str) -> bool:
        """Return whether the line at a place holds a phrase, whatever the blanks between its words."""
        if not place.line:
            return False
        if place.file not in self._lines:
            self._lines[place.file] = _read(place.file)
        lines = self._lines[place.file]
        return place.line <= len(lines) and " ".join(phrase.split()) in " ".join(lines[place.line - 1].split())

    @cached_property
    def _names(self) -> set[str]:
        return {claim.id for claim in self._game.data.claims}

    @cached_property
    def _files(self) -> dict[str, set[str]]:
        """Return the files of the data, each with the parts whose rows it holds."""
        files: dict[str, set[str]] = {self._game.file: set()}
        for part, rows in self._game.rows.items():
            for row in rows:
                if row.file != self._game.file:
                    files.setdefault(row.file, set()).add(part)
        return files

    @cached_property
    def _places(self) -> dict[Place, set[str]]:
        return {place: set(self._named(path)) for path, place in self._game.places.items() if len(path) > 1}

    def _named(self, path: tuple[str | int, ...]) -> Iterator[str]:
        data = self._game.data
        match path:
            case ("parts" | "figures", str() as name, *_):
                yield name
            case ("claims", int() as number, *_):
                yield data.claims[number].id
            case ("setup", int() as number, *_):
                yield data.setup[number].part


def _read(file: str) -> Sequence[str]:
    """Return the lines of a file; none of one that is no text."""
    try:
        return Path(file).read_text("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError):
        return ()


def waive(game: Game, findings: Iterable[Finding], usual: bool) -> tuple[tuple[Finding, ...], tuple[Waived, ...]]:
    """Return the findings that no waiver of the game lets pass, and those that one does.

    GF106 is added for a waiver with nothing to let pass, if this is the `usual` build: others may not come to it.
    """
    subjects, used = _Subjects(game), set[int]()
    kept, waived = list[Finding](), list[Waived]()
    for finding in findings:
        for number, waiver in enumerate(game.data.waivers):
            if waiver.code == finding.code and (waiver.at is None or subjects.about(finding, waiver.at)):
                used.add(number)
                waived.append(Waived(finding, " ".join(waiver.reason.split()), game.place("waivers", number)))
                break
        else:
            kept.append(finding)
    for number, waiver in enumerate(game.data.waivers):
        if usual and number not in used:
            about = f" about {waiver.at!r}" if waiver.at else ""
            message = f"there is no {waiver.code}{about} to let pass; take the waiver out"
            kept.append(Finding("GF106", game.place("waivers", number), message, "warning"))
    return tuple(kept), tuple(waived)
