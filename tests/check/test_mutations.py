"""Every count of Psycle changed by one, one at a time: reading or judging the data alone must object to each."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.check.claims import judge
from generator.load.game import read_game
from generator.model.finding import DataError
from generator.parts import KINDS
from generator.parts.expand import expand

PSYCLE = Path(__file__).parents[2] / "layouts" / "psycle"
NUMBER = re.compile(r"(?<![\w.#-])\d+(?![\w.]|\.\d)")
COUNTS = re.compile(r"^(?:players|\s+(?:- )?(?:copies|from|to|stars|cost|beats|loses|\{value)):? .*$", re.MULTILINE)
CLAIM = re.compile(r"\{\{ claim\((?P<value>'[^']*'|-?\d+)")
Mutation = tuple[str, str]


def changed(text: str, start: int, end: int, what: str) -> Iterator[Mutation]:
    """Yield the text with the numbers between start and end one more, and one less, each alone."""
    for found in NUMBER.finditer(text, start, end):
        for by in (1, -1):
            new = str(int(found[0]) + by)
            line = text.count("\n", 0, found.start()) + 1
            yield f"{what}:{line} {found[0]} -> {new}", text[: found.start()] + new + text[found.end() :]


def lines_gone_and_twice(text: str, pattern: str, what: str) -> Iterator[Mutation]:
    """Yield the text without each line that fits the pattern, and with it twice."""
    for found in re.finditer(pattern, text, re.MULTILINE):
        line = text.count("\n", 0, found.start()) + 1
        yield f"{what}:{line} gone", text[: found.start()] + text[found.end() :]
        yield f"{what}:{line} twice", text[: found.end()] + found[0] + text[found.end() :]


def mutations(file: str) -> list[Mutation]:
    text = (PSYCLE / file).read_text(encoding="utf-8")
    if file == "cards.csv":
        body = text.index("\n")
        return [*changed(text, body, len(text), file), *lines_gone_and_twice(text, r"^\d.*\n", file)]
    if file == "rules.md":
        return [each for found in CLAIM.finditer(text) for each in changed(text, *found.span("value"), file)]
    end = text.index("\nrules:")
    spans = [found.span() for found in COUNTS.finditer(text, 0, end)]
    found = [each for span in spans for each in changed(text, *span, file)]
    more = text.replace("  gem: {paint", "  player.white: {paint: '#fff', mark: star, letter: W}\n  gem: {paint", 1)
    rows = lines_gone_and_twice(text, r"^      - \{value.*\n", file)
    colors = lines_gone_and_twice(text, r"^  player\..*\n", file)
    return [*found, *rows, *colors, ("one color more", more)]


def objections(folder: Path) -> list[str]:
    try:
        game = read_game(folder, KINDS)
    except DataError as error:
        return list(map(str, error.findings))
    return [str(f) for f in judge(game, expand(game, KINDS)).findings if f.level == "error"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "psycle"
    shutil.copytree(PSYCLE, folder, ignore=shutil.ignore_patterns("images"))
    return folder


def test_psycle_itself_is_right(copy: Path) -> None:
    assert objections(copy) == []


@pytest.mark.parametrize(("file", "least"), [("cards.csv", 100), ("game.yaml", 100), ("rules.md", 150)])
def test_no_number_can_be_changed(copy: Path, file: str, least: int) -> None:
    made = mutations(file)
    assert len(made) >= least
    survivors = []
    for what, text in made:
        (copy / file).write_text(text, encoding="utf-8")
        if not objections(copy):
            survivors.append(what)
    assert survivors == []
