"""Many random edits of one table, typed, undone and from outside: its file can be read, and nothing is lost."""

import gc
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.load.files import decode_text
from generator.load.rows import read_csv
from generator.pipeline.editing.history import MOST_STEPS, EditHistory
from generator.studio.table_desk import TableDesk
from tests.samples import WHOLE

GAME = "title: Deck\nparts:\n  card: {kind: card, size: poker, front: a.svg, rows: cards.csv, copies: 1}\n"
START = "# made by hand\r\nid;name;text\r\n" + "".join(f'{n};"Card {n}";say ""{n}""\r\n' for n in range(40))
COLUMNS = ("id", "name", "text")
LEAST_ROWS, MOST_ROWS = 25, 60
MORE = 256 * 1024  # bytes that the second half of the edits may add to what is kept

Cells = dict[str, list[str]]


class Designer:
    """Someone who edits a table in two tabs and in an editor at once, and knows what it should hold by now."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random = folder, random.Random(seed)
        found: Any = SimpleNamespace(folder=folder, game=None, faults=(), findings=())
        self.history = EditHistory(folder, folder.parent / "home")
        self.desk = TableDesk(found, self.history)
        self.count = 0
        self.steps: list[tuple[Cells, Cells]] = []  # the rows before and after each
        self.undone: list[tuple[Cells, Cells]] = []
        self.cells = self.read()
        self.tabs = [self.look(), self.look()]
        self.asked = self.merged = 0

    def look(self) -> dict[str, Any]:
        """Return the table as a tab shows it."""
        return self.desk.show("card", "")

    def read(self) -> Cells:
        """Return the rows by id as the loader reads them."""
        text = decode_text((self.folder / "cards.csv").read_bytes(), "cards.csv", [])
        rows = read_csv(text, "cards.csv")
        found = {str(row.values["id"]): [str(row.values[name]) for name in COLUMNS] for row in rows}
        assert len(found) == len(rows)
        return found

    def invent(self) -> str:
        """Return a text that no cell has had, with signs that need quotes now and then."""
        self.count += 1
        return f"t{self.count}{self.random.choice(['', '; ', chr(34), ', x', ' ä'])}."

    def edit(self) -> None:
        """Change the table in a tab, which may not have heard of what others did."""
        tab = self.random.choice(self.tabs)
        rows: list[list[str]] = tab["rows"]
        before, known = self.cells, {row[0] for row in rows}
        kinds = ["cell", "cell", "cell", "block", "add", "delete", "move"]
        match self.random.choice(kinds if len(before) < MOST_ROWS else ["delete"]):
            case "cell" | "block" as kind:
                count = 1 if kind == "cell" else 5
                named = [(self.random.randrange(len(rows)), self.random.choice([1, 2])) for _ in range(count)]
                cells = {at: self.invent() for at in named}
                edit: dict[str, Any] = {"does": "set", "cells": [[*at, text] for at, text in cells.items()]}
                after = {key: list(row) for key, row in before.items()}
                for (row, column), text in cells.items():
                    if rows[row][0] in after:
                        after[rows[row][0]][column] = text
            case "add":
                self.count += 1
                made = [f"n{self.count}", self.invent(), self.invent()]
                edit, after = {"does": "insert-rows", "at": len(rows), "rows": [made]}, {**before, made[0]: made}
            case "delete" if len(before) > LEAST_ROWS:
                row = self.random.randrange(len(rows))
                edit = {"does": "delete-rows", "rows": [row]}
                after = {key: each for key, each in before.items() if key != rows[row][0]}
            case _:
                edit = {"does": "move-rows", "rows": [self.random.randrange(len(rows))], "to": 0}
                after = before
        written = (self.folder / "cards.csv").read_bytes()
        answer = self.desk.edit({"part": "card", "digest": tab["digest"], "edit": edit})
        if answer.get("ok", True):
            self.merged += answer["merged"]
            self.cells = after
            if (self.folder / "cards.csv").read_bytes() != written:  # a row that is first already is not moved
                self.steps = [*self.steps, (before, after)][-MOST_STEPS:]
                self.undone.clear()
        else:
            self.asked += 1
            assert known  # the tab shows something, and is told what is there now
        self.tabs[self.tabs.index(tab)] = self.look()

    def edit_outside(self) -> None:
        """Change the file as an editor does: a cell, or a new line."""
        path = self.folder / "cards.csv"
        lines = path.read_bytes().decode().splitlines(keepends=True)
        self.count += 1
        key = f"o{self.count}"
        lines.insert(self.random.randrange(2, len(lines) + 1), f"{key};outside;{self.count}\r\n")
        path.write_bytes("".join(lines).encode())
        self.cells = {**self.cells, key: [key, "outside", str(self.count)]}

    def undo(self) -> None:
        """Go back a step; what was changed outside since stays."""
        assert self.history.undo().note == ""
        if self.steps:
            before, after = self.steps.pop()
            self.take(after, before)
            self.undone.append((before, after))

    def redo(self) -> None:
        """Do what was undone again."""
        assert self.history.redo().note == ""
        if self.undone:
            before, after = self.undone.pop()
            self.take(before, after)
            self.steps.append((before, after))

    def take(self, before: Cells, after: Cells) -> None:
        """Make the change of a step in the rows as they are now."""
        for key in {*before, *after}:
            if before.get(key) != after.get(key):
                self.cells = {name: row for name, row in self.cells.items() if name != key}
                if key in after:
                    self.cells[key] = after[key]


@pytest.fixture
def designer(tmp_path: Path) -> Iterator[Designer]:
    folder = tmp_path / "deck"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "cards.csv").write_bytes(START.encode())
    tracemalloc.start()
    yield Designer(folder, seed=46)
    tracemalloc.stop()


def test_after_random_edits_nothing_is_lost_and_memory_is_level(designer: Designer) -> None:
    edits = 2000 if WHOLE else 100
    kept = []
    for number in range(edits):
        does = designer.random.choices(["edit", "edit_outside", "undo", "redo"], [12, 2, 3, 2])[0]
        getattr(designer, does)()
        assert designer.read() == designer.cells, f"edit {number}, {does}"
        if number in (edits // 2, edits - 1):
            gc.collect()
            kept.append(tracemalloc.get_traced_memory()[0])
    assert kept[1] - kept[0] < MORE
    assert designer.merged > edits // 20  # some were made of what was no longer there
    assert designer.asked
    assert decode_text((designer.folder / "cards.csv").read_bytes(), "", []).startswith(
        "# made by hand\nid;name;text\n"
    )
