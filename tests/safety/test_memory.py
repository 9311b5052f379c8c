"""Values are remembered from one run to the next, as long as runs ask for them."""

from pathlib import Path

import pytest

from generator.safety.code_cache import CodeCache
from generator.safety.memory import Memory, open_memory
from tests.samples import for_each


def run(home: Path, *keys: str, most: int = 0) -> list[str]:
    """Ask for values, add those that are not known, and return these."""
    memory, made = Memory(CodeCache(home), "wren", most=most), list[str]()
    for key in keys:
        if memory.find(key) is None:
            memory.add(key, key.upper())
            made.append(key)
        assert memory.find(key) == key.upper()
    memory.save()
    return made


def test_what_a_run_asked_for_is_known_to_the_next(tmp_path: Path) -> None:
    assert run(tmp_path, "a", "b") == ["a", "b"]
    assert run(tmp_path, "b") == []
    assert run(tmp_path, "a") == []  # nothing was new, so nothing was forgotten
    assert run(tmp_path, "b", "c") == ["c"]
    assert run(tmp_path, "a", "b") == ["a"]


def test_a_few_are_kept_that_only_earlier_runs_asked_for(tmp_path: Path) -> None:
    assert [run(tmp_path, key, most=2) for key in "abac"] == [["a"], ["b"], [], ["c"]]
    assert run(tmp_path, "a", most=2) == ["a"]  # three were too many


def test_parts_have_entries_of_their_own(tmp_path: Path) -> None:
    memory = Memory(CodeCache(tmp_path), "wren")
    for name in ("one", "two"):
        part = memory.open_part(name)
        assert part.find("a") is None
        part.add("a", name)
        part.save()
    assert [memory.open_part(name).find("a") for name in ("one", "two")] == ["one", "two"]


@for_each(["text", 7, None])
def test_an_entry_that_holds_something_else_is_not_used(tmp_path: Path, damage: object) -> None:
    CodeCache(tmp_path).write(damage, "wren")
    assert run(tmp_path, "a") == ["a"]


def test_without_a_folder_this_run_alone_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.safety.memory.open_code_cache", lambda: None)
    memory = open_memory("wren")
    memory.add("a", 1)
    memory.save()
    assert (memory.is_kept, memory.find("a"), open_memory("wren").find("a")) == (False, 1, None)
