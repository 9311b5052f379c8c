"""A translation that covers a part of the rules is held against that part, and one note counts the rest."""

from pathlib import Path

from click.testing import CliRunner, Result

from generator.cli.commands import main
from tests.samples import for_each

GAME = """\
title: Wren
version: "1"
players: [2, 4]
parts:
  egg: {kind: token, title: Eggs, diameter: 20, front: egg.svg.j2, copies: 6}
  nest: {kind: tile, title: Nests, size: [30, 30], front: egg.svg.j2, copies: 2}
figures:
  laid: {kind: table, things: [{part: egg, at: [15, 15], says: egg}], size: [30, 30], alt: An egg.}
credits: [Made by nobody]
notice: An unofficial kit
rules: rules.md
"""
RULES = """\
# Wren

Birds lay {{ claim(6, 'egg') }} eggs.

## 1. Contents

- {{ claim(6, 'egg') }} eggs

### Wood

- {{ claim(2, 'nest') }} nests

## 2. Play

Lay {{ claim('two', "count('nest')") }} eggs into a nest.

![An egg](figure:laid)
"""
GERMAN = "# Zaun\n\n## 1. Inhalt\n\n- {{ claim(6, 'egg') }} Eier\n\n### Holz\n\n- {{ claim(2, 'nest') }} Nester\n"
TABLE = "title: Zaun\ncovers: [Contents]\n"
EGG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"><text x="8" y="11" font-size="4">o</text></svg>'


def run(folder: Path, command: str, german: str = GERMAN, table: str = TABLE) -> Result:
    """Check or build the game with a translation."""
    home = folder / "wren"
    (home / "templates").mkdir(parents=True)
    texts = {"game.yaml": GAME, "rules.md": RULES, "rules.de.md": german, "rules.de.yaml": table}
    for name, text in {**texts, "templates/egg.svg.j2": EGG}.items():
        (home / name).write_text(text, encoding="utf-8")
    languages = ["--lang", "de"] if command == "build" else []
    return CliRunner().invoke(main, [command, str(home), "--out", str(folder / "out"), *languages])


def list_findings(done: Result, folder: Path) -> list[str]:
    """Return what is told of the translation, without the folder."""
    lines = done.stderr.replace(f"{folder}/wren/", "").splitlines()
    return [line for line in lines if line.startswith("rules.de.")]


def test_a_part_alone_is_held_and_the_rest_is_counted_once(tmp_path: Path) -> None:
    done = run(tmp_path, "check")
    assert list_findings(done, tmp_path) == [
        "rules.de.yaml:2:1: GF188 note: the rules in 'de' cover only 'Contents';"
        " this leaves out 1 section, 2 claims and 1 figure of rules.md"
    ]
    assert done.exit_code == 0


def test_it_is_built_without_words_that_it_does_not_print(tmp_path: Path) -> None:
    done = run(tmp_path, "build")
    assert done.exit_code == 0
    page = (tmp_path / "out" / "wren" / "wren-rules-de.html").read_text("utf-8")
    assert [word for word in ("Zaun", "Inhalt", "Made by nobody", "An unofficial kit", "Play") if word in page] == [
        "Zaun",
        "Inhalt",
        "Made by nobody",
        "An unofficial kit",
    ]


@for_each(
    [
        (GERMAN.replace("{{ claim(2, 'nest') }} Nester", "Nester"), TABLE, "rules.de.md:7:1: GF135"),
        (GERMAN.replace("claim(6, 'egg') }} Eier", "claim(7, 'egg') }} Eier"), TABLE, "rules.de.md:5:3: GF101"),
        (GERMAN, TABLE.replace("Contents", "Content"), "rules.de.yaml:2:1: GF008 covers: rules.md has no heading"),
        (GERMAN, "title: Zaun\n", "rules.de.yaml:1:1: GF005 parts does not say what 'egg' is called"),
        (GERMAN + "\n{{ Part('egg', 2) }}.\n", TABLE, "rules.de.md:11:1: GF005"),
        (GERMAN, TABLE + "figures: {lay: Ein Ei.}\n", "rules.de.yaml:3:11: GF008"),
    ]
)
def test_what_is_wrong_with_the_part_is_told(german: str, table: str, told: str, tmp_path: Path) -> None:
    done = run(tmp_path, "check", german, table)
    assert done.exit_code == 1
    assert told in "\n".join(list_findings(done, tmp_path))


def test_a_subsection_can_be_covered_alone(tmp_path: Path) -> None:
    german = "# Zaun\n\n### Holz\n\n- {{ claim(2, 'nest') }} Nester\n"
    (told,) = list_findings(run(tmp_path, "check", german, TABLE.replace("Contents", "Wood")), tmp_path)
    assert told.endswith("this leaves out 2 sections, 3 claims and 1 figure of rules.md")
