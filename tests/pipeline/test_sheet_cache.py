"""Drawn pieces are kept from one build to the next: the bytes are the same, and whatever is wrong means "not kept"."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from font_source_sans_pro import font_files_ttf
from fontTools.ttLib import TTFont
from msgspec.structs import replace

from generator.model.picture import Picture
from generator.model.sheet import Placement
from generator.pipeline.build import build_kit
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from generator.pipeline.sheets import cache as sheet_cache
from generator.pipeline.sheets import printing as sheet_printing
from generator.program import identity
from generator.proof.kit import Kit
from generator.render import template
from generator.safety import code_cache
from generator.safety.code_cache import CacheLimits, CodeCache, open_code_cache, open_sheet_cache
from generator.safety.memory import Memory
from generator.write.writer import SheetSide

OPEN_READ_MEMORY = sheet_cache.open_read_memory
CARDS = 30  # on four sheets of nine, each a batch of its own, with their backs
GAME = """\
title: Wren
version: "1"
players: [2, 4]
parts:
  deck: {kind: card, size: standard, front: card.svg.j2, back: back.svg.j2, rows: cards.csv, copies: 1}
claims:
  - {id: A, says: thirty cards, rests_on: a test, check: count('deck') == 30}
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88" font-family="Own">
  <defs><linearGradient id="a"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient></defs>
  <rect x="6" y="6" width="50" height="20" fill="url(#a)"/>
  <g class="row.title"><text x="8" y="40" font-size="5">{{ row.title }}</text></g>
  <path d="M8 60 L50 60 L50 70 Z" opacity="0.5"/>
</svg>
"""
BACK = CARD.replace("{{ row.title }}", "left").replace(' class="row.title"', "")
Draw = Callable[..., sheet_cache.DrawnPieces]


@pytest.fixture(autouse=True)
def forget_program() -> Iterator[None]:
    """Let no test know a program that another one made up."""
    yield
    identity.identify_program.cache_clear()


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a deck with a font of its own, which is large enough to be kept in a cache of its own."""
    home = tmp_path / "wren"
    for folder in ("templates", "fonts"):
        (home / folder).mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "templates/card.svg.j2").write_text(CARD, "utf-8")
    (home / "templates/back.svg.j2").write_text(BACK, "utf-8")
    copy_font(home, "SourceSansPro")
    write_cards(home, {})
    monkeypatch.setattr(sheet_cache, "LEAST_PIECES", CARDS)
    monkeypatch.setattr(sheet_cache, "open_read_memory", lambda *_: None)  # which has files in the same folder
    codes = open_code_cache()  # compiled templates are not what is tested, and compiling them is a fourth of a build
    monkeypatch.setattr(template, "open_code_cache", lambda: codes)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return home


def copy_font(home: Path, name: str) -> None:
    """Give a game a font that is called Own, whatever it is made of."""
    (home / "fonts/Own.ttf").write_bytes(rename_font(name))


@cache
def rename_font(name: str) -> bytes:
    """Return a bundled font by the name of Own, made once a process."""
    font = TTFont(font_files_ttf[name])
    for record in font["name"].names:
        record.string = "Own-Regular" if record.nameID == 6 else "Regular" if record.nameID in (2, 17) else "Own"
    font["OS/2"].usWeightClass = 400
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def write_cards(home: Path, changed: dict[int, str]) -> None:
    rows = [f"c{number},{changed.get(number, f'Office {number}')}" for number in range(CARDS)]
    (home / "cards.csv").write_text("\n".join(["id,title", *rows, ""]), "utf-8")


def build(home: Path, out: str, **options: object) -> dict[str, bytes]:
    """Build a kit in one process, without reading it back, and return its files."""
    base = Options(out=home.parent / out, processes=1, how_to=False, read_back=False)
    built = build_kit(home, replace(base, **options))
    return {path.name: path.read_bytes() for path in sorted(built.folder.rglob("*")) if path.is_file()}


def build_anew(home: Path, monkeypatch: pytest.MonkeyPatch, **options: object) -> dict[str, bytes]:
    """Build a kit that knows nothing of earlier builds."""
    with monkeypatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(home.parent / "empty"))
        shutil.rmtree(home.parent / "empty", ignore_errors=True)
        code_cache._open_folder.cache_clear()
        return build(home, "anew", **options)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of the numbers of the first sides of batches that are drawn."""
    numbers, draw = list[int](), sheet_printing._SheetPrinter._draw_pieces

    def count(printer: sheet_printing._SheetPrinter, sides: Sequence[SheetSide]) -> sheet_cache.DrawnPieces:
        numbers.append(sides[0].number)
        return draw(printer, sides)

    monkeypatch.setattr(sheet_printing._SheetPrinter, "_draw_pieces", count)
    return numbers


def list_entries() -> list[Path]:
    store = open_sheet_cache()
    assert store is not None
    return sorted(store._folder.iterdir())


def test_what_did_not_change_is_not_drawn_again(wren: Path, drawn: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    first = build(wren, "out")
    assert drawn == [1, 3, 5, 7]
    write_cards(wren, {12: "Orchid 12"})
    drawn.clear()
    kept = build(wren, "out")
    assert drawn == [3]
    assert first["wren-03-deck.svg"] != kept["wren-03-deck.svg"]
    assert first["wren-01-deck.svg"] != kept["wren-01-deck.svg"]  # its label tells the build
    assert kept == build_anew(wren, monkeypatch)
    assert drawn == [3, 1, 3, 5, 7]


def test_two_processes_keep_the_same(wren: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(wren, "out", processes=2)
    assert len(list_entries()) == 4
    assert build(wren, "out", processes=2) == build_anew(wren, monkeypatch)


def test_what_was_read_is_kept_too(wren: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_cache, "open_read_memory", OPEN_READ_MEMORY)
    build(wren, "out", read_back=True)
    assert len(list_entries()) == 4 + 2  # for the PDF and for a batch of drawings
    write_cards(wren, {12: "Orchid 12"})
    kept = build(wren, "out", read_back=True)
    assert len(list_entries()) == 4 + 1 + 2
    assert kept == build_anew(wren, monkeypatch, read_back=True)


def test_a_check_reads_only_what_the_build_did_not(wren: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_cache, "open_read_memory", OPEN_READ_MEMORY)
    build(wren, "out", read_back=True)
    added, add = list[int](), Memory.add

    def count(memory: Memory, digest: object, value: object) -> None:
        if isinstance(digest, bytes):  # of what was read, not of what else is remembered
            added.append(len(digest))
        add(memory, digest, value)

    monkeypatch.setattr(Memory, "add", count)
    options = Options(out=wren.parent / "out", processes=1)
    checked = check_kit(wren, options)
    assert added == []
    for path in list_entries():
        path.unlink()
    assert check_kit(wren, options).findings == checked.findings
    assert len(added) > CARDS
    assert len(list_entries()) == 2


def test_a_small_kit_is_not_kept(wren: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_cache, "LEAST_PIECES", CARDS + 1)
    build(wren, "out")
    assert list_entries() == []


@pytest.mark.thorough
@pytest.mark.sampled(2)
@pytest.mark.parametrize("damage", ["a byte", "half", "nothing left", "open to others", "of another batch"])
def test_a_damaged_entry_is_drawn_again(
    wren: Path, drawn: list[int], monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    build(wren, "out")
    path, other, *_ = list_entries()
    data = path.read_bytes()
    match damage:
        case "a byte":
            path.write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
        case "half":
            path.write_bytes(data[: len(data) // 2])
        case "nothing left":
            path.write_bytes(b"")
        case "open to others":
            path.chmod(0o666)
        case "of another batch":
            path.write_bytes(other.read_bytes())
    drawn.clear()
    assert build(wren, "out") == build_anew(wren, monkeypatch)
    assert len(drawn) == 1 + 4


@pytest.mark.sampled(2)
@pytest.mark.parametrize("value", [b"", b"\x90", "text", b"\x92\x90\x90", b"\x92\x91\x91\xa1a\x90"])
def test_a_sound_entry_that_holds_something_else_is_drawn_again(
    wren: Path, drawn: list[int], monkeypatch: pytest.MonkeyPatch, value: object
) -> None:
    build(wren, "out")
    drawn.clear()
    with monkeypatch.context() as patch:
        patch.setattr(CodeCache, "read", lambda self, *key: value if key[0] == "pieces" else None)
        kept = build(wren, "out")
    assert drawn == [1, 3, 5, 7]
    assert kept == build_anew(wren, monkeypatch)


def change_font(home: Path, _: pytest.MonkeyPatch) -> None:
    copy_font(home, "SourceSansProBlack")


def change_template(home: Path, _: pytest.MonkeyPatch) -> None:
    path = home / "templates/card.svg.j2"
    path.write_text(CARD.replace('width="50"', 'width="40"'), "utf-8")


def change_library(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    identity.identify_program.cache_clear()
    monkeypatch.setattr(identity, "_list_packages", lambda: iter(["jinja2-0.1.dist-info"]))


def change_code(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    identity.identify_program.cache_clear()
    monkeypatch.setattr(identity, "_list_code", lambda: iter([("pen.py", 1, 1)]))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("change", [change_font, change_template, change_library, change_code])
def test_what_was_drawn_from_something_else_is_not_used(
    wren: Path,
    drawn: list[int],
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path, pytest.MonkeyPatch], None],
) -> None:
    build(wren, "out")
    change(wren, monkeypatch)
    drawn.clear()
    kept = build(wren, "out")
    assert drawn == [1, 3, 5, 7]
    assert kept == build_anew(wren, monkeypatch)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "options", [{"ink": "low"}, {"live_text": True}, {"formats": frozenset({"svg"})}, {"bleed": 0.0}]
)
def test_options_that_change_a_face_have_pieces_of_their_own(
    wren: Path, drawn: list[int], monkeypatch: pytest.MonkeyPatch, options: dict[str, object]
) -> None:
    build(wren, "out")
    drawn.clear()
    kept = build(wren, "out", **options)
    assert drawn == [1, 3, 5, 7]
    assert kept == build_anew(wren, monkeypatch, **options)


def test_a_face_with_a_fault_is_told_and_not_kept(wren: Path, drawn: list[int]) -> None:
    write_cards(wren, {12: "Far too long a title for any card that was ever printed by anybody"})
    with pytest.raises(Exception, match="GF209"):
        build(wren, "out")
    assert len(list_entries()) < 4


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the faces that are drawn."""
    names, render = list[str](), sheet_printing.render_face

    def note(kit: Kit, placement: Placement) -> tuple[Picture, bool]:
        names.append(f"{placement.design.id}.{placement.side}")
        return render(kit, placement)

    monkeypatch.setattr(sheet_printing, "render_face", note)
    return names


def test_only_batches_with_another_row_are_drawn(wren: Path, rendered: list[str]) -> None:
    build(wren, "out")
    assert len(rendered) == 2 * CARDS
    rendered.clear()
    build(wren, "out")
    assert rendered == []
    write_cards(wren, {12: "Orchid 12"})
    build(wren, "out")
    assert {*rendered} == {f"c{number}.{side}" for number in range(9, 18) for side in ("front", "back")}


MORE = '<g class="more"><text x="8" y="52" font-size="5">{{ %s }}</text></g></svg>'
NEIGHBOR = CARD.replace("</svg>", MORE % "part.designs[12].values.row.title")
SHARED = CARD.replace("</svg>", MORE % "game.title")
INCLUDED = CARD.replace("</svg>", "{% include 'extra.svg.j2' %}</svg>")


@pytest.mark.parametrize("extra", ["", NEIGHBOR, INCLUDED], ids=["row", "neighbor", "included"])
def test_a_face_that_shows_another_row_is_drawn_again(
    wren: Path, rendered: list[str], monkeypatch: pytest.MonkeyPatch, extra: str
) -> None:
    (wren / "templates/card.svg.j2").write_text(extra or CARD, "utf-8")
    (wren / "templates/extra.svg.j2").write_text(
        MORE.removesuffix("</svg>") % "part.designs[12].values.row.title", "utf-8"
    )
    build(wren, "out")
    rendered.clear()
    write_cards(wren, {12: "Orchid 12"})
    kept = build(wren, "out")
    assert len(rendered) == (2 * CARDS if extra else 18)
    assert kept == build_anew(wren, monkeypatch)


@pytest.mark.parametrize("options", [{}, {"settings": ("deck.safe=4",)}], ids=["data", "settings"])
def test_a_face_that_shows_other_data_of_the_game_is_drawn_again(
    wren: Path, drawn: list[int], rendered: list[str], monkeypatch: pytest.MonkeyPatch, options: dict[str, object]
) -> None:
    (wren / "templates/card.svg.j2").write_text(SHARED, "utf-8")
    build(wren, "out")
    if not options:
        (wren / "game.yaml").write_text(GAME.replace("Wren", "Robin"), "utf-8")
    drawn.clear()
    rendered.clear()
    kept = build(wren, "out", **options)
    assert (len(drawn), len(rendered)) == (4, 2 * CARDS)
    assert kept == build_anew(wren, monkeypatch, **options)


def test_the_oldest_entries_go(tmp_path: Path) -> None:
    store = CodeCache(tmp_path, CacheLimits(2000, 100, 10_000), renews=True)
    for number in range(9):
        store.write(b"x" * 1000, str(number))
    for age, path in enumerate(sorted(tmp_path.iterdir(), key=os.path.getmtime)):
        os.utime(path, (age, age))
    assert store.read("0") == b"x" * 1000  # which makes it the youngest
    store.write(b"x" * 1000, "9")
    store.sweep()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 10_000
    assert [number for number in range(10) if store.read(str(number)) is not None] == [0, 7, 8, 9]
