"""Rules that are set are kept from one build to the next: the bytes are the same, and any fault means "not kept"."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.booklet import typesetting, web_page
from generator.booklet.blocks import BookContent
from generator.booklet.build_number import STAND_IN, can_put_number, identify_file, put_build_number
from generator.model.paper import Paper
from generator.pipeline.build import build_booklet
from generator.pipeline.options import Options
from generator.program import identity
from generator.safety import code_cache
from generator.safety.code_cache import CodeCache, open_sheet_cache

GAME = """\
title: Wren
version: "1"
players: [2, 4]
rules: rules.md
colors:
  player.red: {paint: "#d55e00", mark: triangle}
parts:
  deck: {kind: card, size: standard, front: card.svg.j2, rows: cards.csv, copies: 1}
claims:
  - {id: A, says: one card, rests_on: a test, check: count('deck') == 1}
figures:
  nest: {template: nest.svg.j2, size: [40, 20], alt: a nest}
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88" font-family="Source Sans Pro">
  <text x="8" y="40" font-size="5">{{ row.title }}</text>
</svg>
"""
NEST = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect x="2" y="2" width="30" height="9"/></svg>\n'
RULES = "# Wren\n\nDraw a card from the deck. Whoever has the larger nest wins.\n\n![The nest](figure:nest)\n"
FORMS = ["a4", "a5", "web page"]


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write a game with rules and a figure, which has a cache of its own."""
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    for name, text in {
        "game.yaml": GAME,
        "rules.md": RULES,
        "cards.csv": "id,title\na,Egg\n",
        "templates/card.svg.j2": CARD,
        "templates/nest.svg.j2": NEST,
    }.items():
        (home / name).write_text(text, "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    code_cache._open_folder.cache_clear()
    yield home
    identity.identify_program.cache_clear()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the forms in which rules are set."""
    names, typeset, render = list[str](), typesetting.typeset_rules, web_page.render_page

    def count_pages(book: BookContent, paper: Paper, **more: Any) -> object:
        names.append(paper.name)
        return typeset(book, paper, **more)

    def count_web_page(*given: Any, **more: Any) -> bytes:
        names.append("web page")
        return render(*given, **more)

    monkeypatch.setattr(typesetting, "typeset_rules", count_pages)
    monkeypatch.setattr(web_page, "render_page", count_web_page)
    return names


def build(home: Path, out: str = "out", **options: object) -> dict[str, bytes]:
    """Build the rules in one process and return the files of the kit."""
    built = build_booklet(home, replace(Options(out=home.parent / out, processes=1), **options))
    return {path.name: path.read_bytes() for path in sorted(built.folder.rglob("*")) if path.is_file()}


def build_anew(home: Path, monkeypatch: pytest.MonkeyPatch, **options: object) -> dict[str, bytes]:
    """Build a kit without any cache."""
    with monkeypatch.context() as patch:
        patch.setattr(code_cache, "_make_private_folder", lambda folder: False)
        code_cache._open_folder.cache_clear()
        files = build(home, "anew", **options)
    code_cache._open_folder.cache_clear()
    return files


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")


def test_rules_are_not_set_again_if_only_a_card_changed(
    wren: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build(wren)
    assert sorted(made) == FORMS
    made.clear()
    change(wren / "cards.csv", "Egg", "Yolk")
    kept = build(wren)
    assert made == []
    assert kept == build_anew(wren, monkeypatch)
    assert sorted(made) == FORMS
    rules = [name for name in kept if "rules" in name]
    assert len(rules) == 4
    assert all(first[name] != kept[name] for name in rules)  # each tells the build
    assert not any(STAND_IN.encode() in kept[name] for name in rules if name.endswith(".html"))


@pytest.mark.parametrize(
    ("edit", "forms"),
    [
        (lambda home: change(home / "rules.md", "larger", "smaller"), FORMS),
        (lambda home: change(home / "templates/nest.svg.j2", 'width="30"', 'width="20"'), FORMS),
        (lambda home: change(home / "game.yaml", "a nest", "an old nest"), FORMS),
        (lambda home: change(home / "game.yaml", "[2, 4]", "[2, 5]"), FORMS),
        (lambda home: change(home / "templates/card.svg.j2", 'y="40"', 'y="50"'), []),
    ],
)
def test_rules_that_look_different_are_set_again(
    wren: Path,
    made: list[str],
    monkeypatch: pytest.MonkeyPatch,
    edit: Callable[[Path], None],
    forms: list[str],
) -> None:
    build(wren)
    made.clear()
    edit(wren)
    kept = build(wren)
    assert sorted(made) == forms
    assert kept == build_anew(wren, monkeypatch)


def test_each_paper_has_rules_of_its_own(wren: Path, made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    build(wren)
    made.clear()
    kept = build(wren, paper="letter")
    assert sorted(made) == ["half-letter", "letter"]  # a web page has no paper
    assert kept == build_anew(wren, monkeypatch, paper="letter")


def test_other_code_sets_the_rules_again(wren: Path, made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    build(wren)
    made.clear()
    identity.identify_program.cache_clear()
    monkeypatch.setattr(identity, "_list_packages", lambda: iter(["reportlab-0.1.dist-info"]))
    build(wren)
    assert sorted(made) == FORMS


@pytest.mark.parametrize("damage", ["a byte", "open to others"])
def test_damaged_rules_are_set_again(wren: Path, made: list[str], monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    build(wren)
    for path in list_entries():
        data = path.read_bytes()
        match damage:
            case "a byte":
                path.write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
            case "open to others":
                path.chmod(0o666)
    made.clear()
    kept = build(wren)
    assert sorted(made) == FORMS
    assert kept == build_anew(wren, monkeypatch)


@pytest.mark.parametrize("value", [(b"%PDF", 1, True, 0.5), (b"a" + STAND_IN.encode() * 2, 0, False, 0.0)])
def test_a_sound_entry_that_holds_something_else_is_set_again(
    wren: Path, made: list[str], monkeypatch: pytest.MonkeyPatch, value: object
) -> None:
    build(wren)
    made.clear()
    with monkeypatch.context() as patch:
        patch.setattr(CodeCache, "read", lambda self, *key: {"set": value} if key[0] == "rules" else None)
        kept = build(wren)
    assert sorted(made) == FORMS
    assert kept == build_anew(wren, monkeypatch)


def list_entries() -> list[Path]:
    store = open_sheet_cache()
    assert store is not None
    found = sorted(store._folder.iterdir())
    assert len(found) == 3
    return found


def test_rules_in_which_the_stand_in_is_not_alone_are_not_kept(
    wren: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.pipeline.rules.cache.can_put_number", lambda file: False)
    files = build(wren)
    assert sorted(made) == sorted(FORMS * 2)
    store = open_sheet_cache()
    assert store is not None
    assert [*store._folder.iterdir()] == []
    assert files == build_anew(wren, monkeypatch)


def test_a_number_is_put_where_the_stand_in_stands_and_the_file_gets_another_identifier() -> None:
    end = b"trailer\n<<\n/ID \n[<%b><%b>]\n>>" % (b"0" * 32, b"0" * 32)
    pdf = b"%PDF stream\n(" + STAND_IN.encode() + b") Tj % build\n" + end
    assert can_put_number(pdf)
    one, other = put_build_number(pdf, "0123abcd"), put_build_number(pdf, "fedc9876")
    assert b"(0123abcd) Tj % build" in one
    assert len(one) == len(other) == len(pdf)
    assert one[-80:] != other[-80:]
    assert identify_file(one) == one
    assert not can_put_number(one)
    assert not can_put_number(pdf + pdf)
    with pytest.raises(ValueError, match="8 digits"):
        put_build_number(pdf, "123")


def test_a_home_without_a_cache_sets_its_rules(wren: Path, made: list[str]) -> None:
    (wren.parent / "cache").write_text("in the way", "utf-8")
    code_cache._open_folder.cache_clear()
    build(wren)
    build(wren)
    assert sorted(made) == sorted(FORMS * 2)
