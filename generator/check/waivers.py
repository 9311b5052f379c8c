"""Findings and the waivers of a game go in; what is left of them, and what is let pass with its reason, come out."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from generator.model.finding import Finding, Waived
from generator.model.game import Game
from generator.model.place import Place


class _Subjects:
    """Knows which part, claim or figure a finding is about."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def about(self, finding: Finding, name: str) -> bool:
        """Tell whether a finding is about `name`: it stands there in the data, or it says the name elsewhere."""
        place = finding.place
        if place.file in self._files:
            return name in (self._places.get(place) or self._files[place.file])
        for number in self._game.inline:
            if number.place == place:
                return name == number.what or bool(re.search(rf"['\"]{re.escape(name)}['\"]", number.what))
        return bool(re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", finding.message))

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
