"""Read, check and, where needed, build each mutant of a game, and note who catches it."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from generator.check.claims.judge import judge
from generator.check.claims.setup import unsettled
from generator.check.data.dice import uneven
from generator.check.data.slots import slots
from generator.check.evidence.case import Case
from generator.check.prose.translations import lost
from generator.components import KINDS
from generator.components.designs import expand
from generator.load.game import read_game
from generator.model.finding import DataError, Finding
from generator.model.paper import PAPERS
from generator.pipeline.build import build, prepare
from generator.pipeline.options import Options
from generator.pipeline.rulebook import print_rules
from tests.kits import WORDS
from tests.mutants.source import Mutant

LAYOUTS = Path(__file__).parents[2] / "layouts"
GAMES = ("psycle", "pachisi", "pharaoh", "psychopaths", "hypnosia")
STOPS = ("error", "trap")  # the levels that stop a build
_PLACE = re.compile(r"(?:[^\s(,]*?([\w.-]+\.(?:yaml|csv|md)):)?\b(\d+)(?::\d+(?: to (\d+):\d+)?)?")


class Outcome(NamedTuple):
    """The fate of a mutant: the stage that caught it (none: it survived), its messages, and whether they name the line."""

    mutant: Mutant
    by: Literal["data", "build", ""]
    said: tuple[str, ...]
    named: bool


def findings(folder: Path) -> list[Finding]:
    """Return the findings of reading a game and checking its data; nothing is drawn."""
    try:
        game = read_game(folder, KINDS, words=WORDS)
        parts = expand(game, KINDS)
    except DataError as error:
        return list(error.findings)
    odd = [*uneven(game, parts), *slots(game, parts), *unsettled(game, parts, None, {part.id for part in parts})]
    gone = lost(Case(game, parts, parts, PAPERS["a4"]))
    return [*game.notes, *odd, *gone, *judge(game, parts).findings]


def built(folder: Path) -> list[Finding]:
    """Return the findings of building a game and reading back its PDF; the kit is thrown away."""
    with tempfile.TemporaryDirectory(prefix="gutterfold-mutants-") as nowhere:
        try:
            return list(build(folder, Options(out=Path(nowhere), formats=frozenset({"pdf"}))).checked.findings)
        except DataError as error:
            return list(error.findings)


def drawn(folder: Path) -> list[Finding]:
    """Return the findings of drawing the rules with their figures, which appear in no other file."""
    try:
        dict(print_rules(prepare(folder, Options()), Options(), []))
    except DataError as error:
        return list(error.findings)
    return []


def outcomes(mutants: Sequence[Mutant], sheets: Callable[[Mutant], bool] = lambda _: True) -> Iterator[Outcome]:
    """Judge mutants of one game in turn; those that pass the data checks are built if `sheets` allows it."""
    if not mutants:
        return
    with tempfile.TemporaryDirectory(prefix="gutterfold-mutants-") as room:
        folder = Path(room, mutants[0].game)
        shutil.copytree(LAYOUTS / mutants[0].game, folder)
        for mutant in mutants:
            file = folder / mutant.file
            before = file.read_text(encoding="utf-8")
            file.write_text(mutant.apply_to(before), encoding="utf-8")
            try:
                yield _outcome(mutant, folder, sheets)
            except Exception as error:
                error.add_note(f"the mutant is {mutant}")
                raise
            file.write_text(before, encoding="utf-8")


def _outcome(mutant: Mutant, folder: Path, sheets: Callable[[Mutant], bool]) -> Outcome:
    if said := _stops(findings(folder)):
        return Outcome(mutant, "data", said, any(names(each, mutant) for each in said))
    make = drawn if mutant.sort == "figures" else built
    if said := _stops(make(folder)) if sheets(mutant) else ():
        return Outcome(mutant, "build", said, any(names(each, mutant) for each in said))
    return Outcome(mutant, "", (), False)


def _stops(found: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(str(finding) for finding in found if finding.level in STOPS)


def names(said: str, mutant: Mutant) -> bool:
    """Return whether a finding names the changed line of the file, or a range that includes it."""
    first, last = mutant.lines
    spans = [(one, other) for file, one, other in named(said) if file == mutant.file]
    return any(one <= last and first <= other for one, other in spans) if last else bool(spans)


def named(said: str) -> Iterator[tuple[str, int, int]]:
    """Yield file, first line and last line of each place in a finding."""
    file = ""
    for found in _PLACE.finditer(said):
        file = found[1] or file
        if found[1] or ":" in found[0]:
            yield file, int(found[2]), int(found[3] or found[2])


def alarms(folder: Path) -> list[str]:
    """Return the findings above notes of a build, each as its code and the first word of its message."""
    said = [finding for finding in built(folder) if finding.level != "note"]
    return [f"{finding.code} {finding.message.partition(' ')[0]}" for finding in said]
