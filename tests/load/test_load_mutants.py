"""Games with a few bytes changed: each is read, or refused with findings that have a place."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.pipeline.build import load_game
from generator.pipeline.options import Options

ROOT = Path(__file__).parents[2]
GAMES = [*(ROOT / "layouts" / name for name in ("pachisi", "pharaoh", "psycle")), ROOT / "tests/specimen"]
WORDS = [
    *(
        b"0",
        b"-1",
        b"1e308",
        b"1e-320",
        b"1000000000",
        b"9999",
        b"null",
        b"true",
        b"[]",
        b"{}",
        b"[[]]",
        b"{a: {b: c}}",
    ),
    *(b"\xff", b"\x00", "\u05e9".encode(), b".nan", b"*a", b"&a x", b"<<: *a", b"!!python/object x", b"{{", b"}}"),
    *(b'{{ color("x") }}', b'{{ claim(1, "x") }}', b"---", b"~", b"|", b'"', b"'", b"#", b",", b":", b"\n", b"\t"),
    *(b"r0c0..999999999", b"r*", b"..", b"*", b"0.01"),
]


def mutate(data: bytes, chance: random.Random) -> bytes:
    """Return the data with one to three bytes, words or lines changed."""
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(data)), chance.randrange(len(data))
        lines = data.split(b"\n")
        data = chance.choice([
            data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :],
            data[:at] + data[at + chance.choice((1, 5, 200)) :],
            data[:at] + chance.choice(WORDS) + data[at:],
            data[:at] + data[other : other + 50] + data[at:],
            b"\n".join(chance.sample(lines, len(lines) - 1)) if chance.random() < 0.1 else data[:at],
            b"\n".join(line for line in lines if line != lines[at % len(lines)]),
        ])  # fmt: skip
    return data


def list_mutants(count: int, seed: int) -> Iterator[tuple[Path, str, bytes]]:
    """Yield a game, the name of one of its files, and that file's mutated bytes."""
    chance = random.Random(seed)
    for _ in range(count):
        game = chance.choice(GAMES)
        names = sorted(path.name for path in game.iterdir() if path.suffix in (".yaml", ".csv", ".md"))
        name = chance.choice([*names, "game.yaml"])
        yield game, name, mutate((game / name).read_bytes() or b" ", chance)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(4))
def test_mutated_games_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    refused = []
    for game, name, data in list_mutants(40, seed):
        folder = tmp_path / game.name
        folder.mkdir(exist_ok=True)
        for path in game.iterdir():
            if path.is_file():
                shutil.copyfile(path, folder / path.name)
        (folder / name).write_bytes(data)
        try:
            load_game(folder, Options())
        except DataError as error:
            refused.append(error.findings)
    assert 8 < len(refused) < 40
    assert all(each.place.file and each.message for findings in refused for each in findings)
    assert all(refused)
