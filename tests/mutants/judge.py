"""Read, check and, where needed, build each mutant of a game, and note who catches it."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from generator.check.check_context import CheckContext
from generator.check.claims.judge import judge_claims
from generator.check.claims.setup import check_setup
from generator.check.data.folded_pieces import check_dice
from generator.check.data.slots import check_slots
from generator.check.translations.coverage import check_lost_claims
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.finding import DataError, Finding
from generator.model.paper import PAPERS
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.rules.rulebook import print_rules
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


def check_data(folder: Path) -> list[Finding]:
    """Return the findings of reading a game and checking its data; nothing is drawn."""
    try:
        game = read_game(folder, KINDS, words=WORDS)
        parts = expand_parts(game, KINDS)
    except DataError as error:
        return list(error.findings)
    odd = [
        *check_dice(game, parts),
        *check_slots(game, parts),
        *check_setup(game, parts, None, {part.id for part in parts}),
    ]
    gone = check_lost_claims(CheckContext(game, parts, parts, PAPERS["a4"]))
    return [*game.notes, *odd, *gone, *judge_claims(game, parts).findings]


def check_build(folder: Path) -> list[Finding]:
    """Return the findings of building a game and reading back its PDF; the kit is thrown away."""
    with tempfile.TemporaryDirectory(prefix="gutterfold-mutants-") as nowhere:
        try:
            return list(build_kit(folder, Options(out=Path(nowhere), formats=frozenset({"pdf"}))).checked.findings)
        except DataError as error:
            return list(error.findings)


def check_figures(folder: Path) -> list[Finding]:
    """Return the findings of drawing the rules with their figures, which appear in no other file."""
    try:
        dict(print_rules(prepare_kit(folder, Options()), Options(), []))
    except DataError as error:
        return list(error.findings)
    return []


def judge_mutants(mutants: Sequence[Mutant], sheets: Callable[[Mutant], bool] = lambda _: True) -> Iterator[Outcome]:
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
                yield _judge_mutant(mutant, folder, sheets)
            except Exception as error:
                error.add_note(f"the mutant is {mutant}")
                raise
            file.write_text(before, encoding="utf-8")


def _judge_mutant(mutant: Mutant, folder: Path, sheets: Callable[[Mutant], bool]) -> Outcome:
    if said := _blocking_messages(check_data(folder)):
        return Outcome(mutant, "data", said, any(names_changed_line(each, mutant) for each in said))
    make = check_figures if mutant.sort == "figures" else check_build
    if said := _blocking_messages(make(folder)) if sheets(mutant) else ():
        return Outcome(mutant, "build", said, any(names_changed_line(each, mutant) for each in said))
    return Outcome(mutant, "", (), False)


def _blocking_messages(found: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(str(finding) for finding in found if finding.level in STOPS)


def names_changed_line(said: str, mutant: Mutant) -> bool:
    """Return whether a finding names the changed line of the file, or a range that includes it."""
    first, last = mutant.lines
    spans = [(one, other) for file, one, other in find_places(said) if file == mutant.file]
    return any(one <= last and first <= other for one, other in spans) if last else bool(spans)


def find_places(said: str) -> Iterator[tuple[str, int, int]]:
    """Yield file, first line and last line of each place in a finding."""
    file = ""
    for found in _PLACE.finditer(said):
        file = found[1] or file
        if found[1] or ":" in found[0]:
            yield file, int(found[2]), int(found[3] or found[2])


def find_false_alarms(folder: Path) -> list[str]:
    """Return the findings above notes of a build, each as its code and the first word of its message."""
    said = [finding for finding in check_build(folder) if finding.level != "note"]
    return [f"{finding.code} {finding.message.partition(' ')[0]}" for finding in said]
