"""A new board generator needs one record in one table; its faults are reported in its data."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from generator.check.claims.judge import judge_claims
from generator.check.data.board_graph import check_board_graph
from generator.components import KINDS
from generator.components.boards.board import GENERATORS, BoardData, add_generator_keys
from generator.components.boards.lattice import Generator, Lattice, square
from generator.components.designs import expand_parts
from generator.load.conversion import build_schema
from generator.load.game import read_game
from generator.model.board import Cell, Join
from generator.model.data_types import Strict
from generator.model.finding import DataError
from generator.model.game import ComponentKind


class Row(Strict, frozen=True, kw_only=True):
    """A row of square cells, `s1` on the left."""

    count: int
    cell: float
    blocked: list[str] = msgspec.field(default_factory=list)
    broken: bool = False


def make_row(data: Row) -> Lattice:
    names = [f"s{number}" for number in range(1, data.count + 1)]
    cells = {
        name: Cell(name, (at + 0.5) * data.cell, data.cell / 2, square(data.cell)) for at, name in enumerate(names)
    }
    last = len(names) - 1 - data.broken
    joins = tuple(Join(one, other) for one, other in pairwise(names[: last + 1]))
    return Lattice(data.count * data.cell, data.cell, cells, joins, tuple(data.blocked))


GAME = """\
title: Wren
version: "1"
players: [1, 2]
parts:
  strip:
    kind: board
    front: a.svg.j2
    copies: 1
    row: {count: 5, cell: 10}
claims:
  - id: c1
    says: four steps lead along the strip
    rests_on: the rules
    check: joins('strip') == 4
"""


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, ComponentKind]:
    """Return the kinds with one more generator of boards."""
    row = Generator(Row, make_row, lambda data: {"cell": data.cell}, "a row of cells")
    monkeypatch.setitem(GENERATORS, "row", row)
    return {**KINDS, "board": KINDS["board"]._replace(data=add_generator_keys(BoardData, {"row": row}))}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wren").mkdir()
    monkeypatch.chdir(tmp_path / "wren")
    return Path.cwd()


def write_game(text: str) -> None:
    Path("game.yaml").write_text(text, "utf-8")


def test_a_new_generator_builds(folder: Path, kinds: Mapping[str, ComponentKind]) -> None:
    write_game(GAME)
    game = read_game(folder, kinds)
    (part,) = expand_parts(game, kinds)
    assert part.board is not None
    assert part.board.generator == "row"
    assert [*part.board.cells] == ["s1", "s2", "s3", "s4", "s5"]
    assert (part.outline.width, part.outline.height, part.values["cell"]) == (50, 10, 10)
    assert list(check_board_graph(game, [part])) == []
    assert judge_claims(game, [part]).findings == ()


def test_a_fault_in_its_graph_is_reported_at_its_key(folder: Path, kinds: Mapping[str, ComponentKind]) -> None:
    write_game(GAME.replace("cell: 10}", "cell: 10, broken: true}"))
    game = read_game(folder, kinds)
    (finding,) = check_board_graph(game, expand_parts(game, kinds))
    assert (finding.code, str(finding.place)) == ("GF133", "game.yaml:9:5")
    assert "'s5'" in finding.message


def test_a_false_claim_names_its_line(folder: Path, kinds: Mapping[str, ComponentKind]) -> None:
    write_game(GAME.replace("cell: 10}", "cell: 10, broken: true}"))
    game = read_game(folder, kinds)
    (finding,) = judge_claims(game, expand_parts(game, kinds)).findings
    assert (finding.code, str(finding.place)) == ("GF102", "game.yaml:14:12")
    assert "joins('strip') = 3 (game.yaml:9:" in finding.message


def test_a_cell_that_it_cannot_block_is_reported_in_its_list(folder: Path, kinds: Mapping[str, ComponentKind]) -> None:
    write_game(GAME.replace("cell: 10}", "cell: 10, blocked: [s2, s6]}"))
    with pytest.raises(DataError) as error:
        expand_parts(read_game(folder, kinds), kinds)
    (finding,) = error.value.findings
    assert (finding.code, str(finding.place)) == ("GF008", "game.yaml:9:45")


def test_a_mistake_in_its_data_is_reported_in_its_data(folder: Path, kinds: Mapping[str, ComponentKind]) -> None:
    write_game(GAME.replace("count: 5", "count: five"))
    with pytest.raises(DataError) as error:
        read_game(folder, kinds)
    (finding,) = error.value.findings
    assert (finding.code, str(finding.place)) == ("GF006", "game.yaml:9:18")


def test_generator_is_in_the_schema(kinds: Mapping[str, ComponentKind]) -> None:
    keys = build_schema(kinds)["$defs"]["board"]["properties"]
    assert keys["row"]["description"] == "generator: a row of cells"
    assert set(build_schema(KINDS)["$defs"]["board"]["properties"]) == {*keys} - {"row"}
    assert all(
        name in msgspec.json.schema(BoardData)["$defs"]["BoardData"]["properties"]
        for name in ("grid", "cross", "rings")
    )
