"""Ready-made layouts: their columns, their colors, and how each looks with short and long texts, with and without art."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from generator.components import KINDS
from generator.language.color_vision import GRAY, MEASURES, MOST_MEASURES, NORMAL, Colorimeter
from generator.load.game import read_game
from generator.load.layouts import list_layouts, match_columns, propose_layouts, read_columns, read_layout
from generator.load.made_colors import make_paint
from generator.model.color import relative_luminance
from generator.model.finding import DataError
from generator.model.game import Row
from generator.model.layout import LAYOUT_BACKS
from generator.pipeline.editing.game_edits import take_layout
from generator.pipeline.preview import GamePreview
from generator.safety.memory import open_memory
from tests.kits import run
from tests.samples import sample

FIVE = "{T}: Draw {x} cards, then **discard**."
SIXTY = (
    "When this card enters play, look at the top four cards of your deck, put one of them into your hand and the "
    "others on the bottom in any order. At the start of each of your turns, each other card that you control heals "
    "one point of damage. If you control five or more of them, draw a card and gain one coin for each of them. {gem}"
)
LINES = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M5 25V9L20 3 35 9V25Z" fill="none" stroke="#000" stroke-width="4"/></svg>'
COLUMNS = "name suit number cost type text footer attack health question answer art".split()
ROW_LAYOUTS = [name for name in list_layouts() if "card" in read_layout(name).kinds]


def write_deck(folder: Path, parts: dict[str, object], rows: Sequence[Sequence[object]] = ()) -> Path:
    """Write a game whose cards have five or sixty words, and a photo, a drawing or no picture."""
    (folder / "images").mkdir(parents=True)
    Image.radial_gradient("L").resize((900, 900)).convert("RGB").save(folder / "images" / "photo.jpg")
    (folder / "images" / "lines.svg").write_text(LINES)
    made = [
        [
            *(f"Card {number}" if words is FIVE else "The Grandmother of Oaks", suit, number, 2, "Creature", words),
            *("It never looks back.", 3, 12, words, "At noon, in the square", art),
        ]
        for number, (words, art, suit) in enumerate(
            [(words, art, suit) for words in (FIVE, SIXTY) for art, suit in (("photo", "Fire"), ("lines", "Sea"), ("", "Sun"))], 1
        )
    ]  # fmt: skip
    with (folder / "cards.csv").open("w", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *(rows or made)])
    game = {"title": "Deck", "version": "1", "players": [1, 4], "icons": {"gem": "icons.svg#gem"}, "parts": parts}
    rules = "# Deck\n\n## Signs\n\n- {gem} is worth a point.\n\nThere are " + ", ".join(parts) + ".\n"
    (folder / "rules.md").write_text(rules)
    (folder / "game.yaml").write_text(json.dumps({**game, "rules": "rules.md"}))
    return folder


def list_faults(stderr: str) -> list[str]:
    """Return the findings that are no notes, and notes that text or pictures are not as they should be."""
    told = [line for line in stderr.splitlines() if ": GF" in line]
    return [line for line in told if " note: " not in line or "GF315" in line]


@pytest.mark.parametrize(
    ("size", "look"),
    sample([("poker", "full"), ("poker", "low"), ("poker", "gray"), ("tarot", "full"), ("mini-euro", "full")], 1),
)
def test_layouts_suit_short_and_long_texts_with_and_without_pictures(size: str, look: str, tmp_path: Path) -> None:
    part = {"kind": "card", "size": size, "rows": "cards.csv", "copies": 1}
    too_long = ("number-corners", "two-way", "hero", "spell") if size == "mini-euro" else ()
    names = [name for name in sample(ROW_LAYOUTS, 2) if name not in too_long]
    game = write_deck(tmp_path / "deck", {name: {**part, "layout": name} for name in names})
    gray = ("suit.fire: '#333333'", "suit.sea: '#555555'", "suit.sun: '#777777'", "layout.accent: '#444444'")
    palette = tmp_path / "gray.yaml"
    palette.write_text("title: Gray\npaint:\n" + "".join(f"  {each}\n" for each in gray))
    options = {"full": [], "low": ["--ink", "low"], "gray": ["--palette", str(palette)]}[look]
    out = str(tmp_path / "out")
    if options:
        assert list_faults(run(["build", str(game), "--out", out, *options])[2]) == []
    code, _, stderr = run(["check", str(game), "--out", out])
    assert (code, list_faults(stderr)) == (0, [])


def test_a_layout_prints_the_translations_that_the_table_has(tmp_path: Path) -> None:
    part = {
        "kind": "card",
        "size": "poker",
        "copies": 1,
        "rows": [{"name": "Oak", "text": "Draw."}, {"name": "Elm", "text": "Pay."}],
    }
    game = write_deck(tmp_path / "deck", {"card": {**part, "layout": "title-art-text"}})
    (game / "rules.de.md").write_text("# Deck\n")
    words = "{Oak: Eiche, Pay.: Zahl.}"
    (game / "rules.de.yaml").write_text(f"covers: [Signs]\nparts: {{card: [Karte, Karten]}}\nwords: {words}\n")
    code, _, stderr = run(
        ["build", str(game), "--lang", "de", "--out", str(tmp_path / "out"), "--format", "svg", "--sheets-only"]
    )
    assert code == 0, stderr
    svg = "".join(each.read_text() for each in (tmp_path / "out").rglob("*.svg"))
    shown = [word for word in ("Eiche", "Oak", "Elm", "Draw", "Pay", "Zahl") if f"_{word}" in svg]
    assert shown == ["Eiche", "Elm", "Draw", "Zahl"]  # each the name of its letters


def test_every_other_kind_of_layout_checks_clean(tmp_path: Path) -> None:
    parts = {
        name: {**read_layout(name).example, "copies": 1, "layout": name}
        for name in list_layouts()
        if name not in ROW_LAYOUTS
    }
    assert {"token-value", "die-faces", "box", "player-mat", "score-pad"} == parts.keys()
    parts["token-value"]["rows"] = [{"name": "gold", "value": 5}, {"name": "wood", "value": 10}]
    (tmp_path / "game.yaml").parent.joinpath("pieces").mkdir()
    game = {"title": "Pieces", "version": "1", "players": [1, 4], "parts": parts}
    (tmp_path / "pieces" / "game.yaml").write_text(json.dumps(game))
    code, _, stderr = run(["check", str(tmp_path / "pieces")])
    assert (code, list_faults(stderr)) == (0, [])


@pytest.mark.parametrize("back", sample(LAYOUT_BACKS, 1))
def test_a_back_looks_the_same_upside_down_at_any_size(back: str, tmp_path: Path) -> None:
    sizes = ("poker", "tarot", "mini-usa", "square")
    part = {"kind": "card", "copies": 1, "rows": [{"name": "A"}], "layout": {"use": "title-art", "back": back}}
    game = write_deck(tmp_path / "backs", {size: {**part, "size": size} for size in sizes})
    code, _, stderr = run(["check", str(game)])
    assert (code, list_faults(stderr)) == (0, [])


def read(game: Path) -> str:
    return run(["check", str(game)])[2]


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ({"use": "title-art", "title": "Nme"}, "GF008 parts.card.layout.title: there is no column 'Nme'; did you mean 'name'?"),
        ({"use": "titel-art"}, "GF008 parts.card.layout: there is no layout 'titel-art'; did you mean 'title-art'?"),
        ({"use": "title-art", "texts": "name"}, "GF004 parts.card.layout: the layout 'title-art' has no slot 'texts'"),
        ({"use": "title-art", "frame": {"by": "suits"}}, "GF008 parts.card.layout.frame.by: there is no column 'suits'"),
        ({"use": "title-art", "frame": "sut"}, "GF008 parts.card.layout.frame: 'sut' is no color role and no #rrggbb"),
        ({"use": "title-art", "back": "rngs"}, "GF008 parts.card.layout.back: there is no back 'rngs'; did you mean 'rings'?"),
        ({"use": "spell", "cost": {"icon": "gme", "count": "cost"}}, "GF008 parts.card.layout: there is no icon 'gme'"),
        ({"use": "title-art", "fit": {"from": 7, "to": 9}}, "GF006 parts.card.layout.fit: `to` is larger than `from`"),
        ({"use": "title-art", "title": 3}, "GF006 parts.card.layout.title is the name of a column"),
        ({"use": "hero", "title": False, "stats": False}, "GF005 parts.card.layout: no column fills the slot 'title' of 'hero'"),
        ({"title": "name"}, "GF005 parts.card.layout needs the key 'use': the name of a layout"),
        ({"use": "own.yaml"}, "GF001"),
    ],
)  # fmt: skip
def test_what_a_layout_does_not_have_is_told_at_its_place(
    layout: dict[str, object], expected: str, tmp_path: Path
) -> None:
    part = {"kind": "card", "size": "poker", "rows": "cards.csv", "copies": 1, "layout": layout}
    stderr = read(write_deck(tmp_path / "deck", {"card": part}))
    assert expected in stderr
    assert "/game.yaml:1:" in stderr


def test_a_note_says_what_fills_the_slots_and_nothing_else_is_told_of_other_columns(tmp_path: Path) -> None:
    part = {"kind": "card", "size": "poker", "rows": "cards.csv", "copies": 1, "layout": "title-art"}
    stderr = read(write_deck(tmp_path / "deck", {"card": part}))
    says = "GF014 note: parts.card.layout: title-art: title is 'name'; art is 'art'; number is 'number'; the color follows 'suit'"
    assert f"{says}; not printed: 'cost', 'type', 'text', 'footer', 'attack', 'health', 'question', 'answer'" in stderr
    assert "GF140" not in stderr


def test_a_layout_in_a_file_extends_another_and_the_part_has_the_last_word(tmp_path: Path) -> None:
    part = {
        "kind": "card",
        "size": "poker",
        "rows": "cards.csv",
        "copies": 1,
        "layout": {"use": "mine.yaml", "title": "type"},
    }
    game = write_deck(tmp_path / "deck", {"card": part})
    (game / "mine.yaml").write_text(
        "extends: spell\ntitle: name\ntype: false\nfit: {from: 9, to: 8}\nframe: '#aa3322'\n"
    )
    layout = read_game(game, KINDS).layouts["card"]
    assert (layout.name, layout.columns["title"], layout.columns["type"], layout.role) == (
        "spell",
        ("type",),
        (),
        "#aa3322",
    )
    assert (layout.style.fit.largest, layout.style.fit.least) == (9, 8)
    assert "mine.yaml" in read_game(game, KINDS).sources
    (game / "mine.yaml").write_text("extends: mine.yaml\n")
    assert "extend one another without end" in read(game)


def test_a_column_with_colors_of_the_game_takes_them_and_makes_the_rest(tmp_path: Path) -> None:
    part = {"kind": "card", "size": "poker", "rows": "cards.csv", "copies": 1, "layout": "title-art"}
    game = write_deck(tmp_path / "deck", {"card": part})
    data = json.loads((game / "game.yaml").read_text())
    (game / "game.yaml").write_text(json.dumps({**data, "colors": {"suit.sea": {"paint": "#123456"}}}))
    found = read_game(game, KINDS)
    assert found.layouts["card"].roles == {"Fire": "suit.fire", "Sea": "suit.sea", "Sun": "suit.sun"}
    assert found.colors["suit.sea"].paint == "#123456"
    assert found.colors["suit.fire"].paint == make_paint(28.0, 0.5)
    assert [each.mark for each in found.colors.values()] == ["triangle", "disc", "square", ""]  # one for the given, too


def test_made_colors_are_told_apart_in_color_and_mostly_in_gray_and_bear_text(tmp_path: Path) -> None:
    rows = [
        {"name": f"{number}", "pile": word} for number, word in enumerate("oak elm ash fir yew box bay nut".split())
    ]
    part = {
        "kind": "card",
        "size": "poker",
        "rows": rows,
        "copies": 1,
        "layout": {"use": "title-art", "frame": {"by": "pile"}},
    }
    colors = read_game(write_deck(tmp_path / "deck", {"card": part}), KINDS).colors
    paints = [color.paint for role, color in colors.items() if role.startswith("pile.")]
    meter = Colorimeter(open_memory(*MEASURES, most=MOST_MEASURES))
    pairs = [(one, two) for at, one in enumerate(paints) for two in paints[:at]]
    assert len(paints) == 8
    assert min(meter.difference(*pair, NORMAL) for pair in pairs) > 15
    assert sum(meter.difference(*pair, GRAY) > 3 for pair in pairs) > len(pairs) * 0.7
    assert all(
        max(1.05 / (relative_luminance(each) + 0.05), (relative_luminance(each) + 0.05) / 0.05) > 4.5 for each in paints
    )


@pytest.mark.parametrize(
    ("header", "first"),
    [
        ("Question,Answer,Category", "question-answer"),
        ("Edition,Question", "question-answer"),
        ("Name,Attack,Health,Ability", "hero"),
        ("Card Name,Mana Cost,Type,Effect,Image", "title-art-text"),
        ("Titel,Bild", "title-art"),
        ("Rank,Suit", "suit-rank"),
    ],
)
def test_the_layout_that_suits_the_columns_is_proposed(header: str, first: str, tmp_path: Path) -> None:
    names = header.split(",")
    rows = [Row({name: f"{name} {number}" for name in names}, "cards.csv", number) for number in range(2)]
    assert next(propose_layouts(read_columns(rows))) == first


@pytest.mark.parametrize(
    ("header", "filled"),
    [
        ("id,name_en,effect,effectText", {"title": "name_en", "text": "effectText"}),
        ("ID,rule,score", {"text": "rule", "number": "score"}),
        ("FlavorText,CardName,blank", {"footer": "FlavorText", "title": "CardName"}),
    ],
)
def test_columns_are_known_by_their_words(header: str, filled: dict[str, str]) -> None:
    cells = {"id": "7", "ID": "7", "blank": " "}
    columns = read_columns([Row({name: cells.get(name, f"{name} x") for name in header.split(",")}, "t.csv", 2)])
    found = {slot: names[0] for slot, names in match_columns("title-art-text", columns).items() if names}
    assert found == filled


@pytest.mark.parametrize(
    ("table", "filled"),
    [
        ("Spell name,Flavor text,Card image\nZap,Ouch!,z\n", {"title": "Spell name"}),
        ("Sz\u00e1m,N\u00e9v,Sz\u00f6veg\n1,Or,Huzz egy lapot.\n2,Kem,Nezz meg egy lapot.\n", {"title": "N\u00e9v", "text": "Sz\u00f6veg"}),
        ("When,Your card,What it does\n2024/03/01 10:00 AM,Cat,Skip a whole turn\n2024/03/02 9:00 AM,Nap,\n",
         {"title": "Your card", "text": "What it does"}),
        ("Level [2],[c_name]\n3,Orc\n", {"title": "[c_name]"}),
        ("Species,Faction,Impact\nElf,Wood Elf,1\nElf,Sea Elf,2\n", {"title": "Faction"}),
        ("Name,Cost\nOr,Pay three gold coins to the bank\nIl,2\n", {"title": "Name", "text": "Cost"}),
        ("flavor,cost,effect\nRed Sun,5,+1\nBlue Moon,6,+1\n", {"title": "flavor", "text": "effect"}),
        ("Edition,Question\nTwo,What did you dream of last night?\nTwo,Who?\n", {"question": "Question", "type": "Edition"}),
    ],
)  # fmt: skip
def test_columns_without_usual_names_are_taken_for_what_they_hold(
    table: str, filled: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    code, stdout, _ = run(["new", "deck", "--from", "t.csv"])
    assert (code, [each for each in filled if f"{each} is {filled[each]!r}" not in stdout]) == (0, [])
    assert run(["build", "deck", "--sheets-only", "--format", "svg"])[0] == 0


def test_a_cost_that_is_too_long_for_its_corner_is_left_out_aloud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("Name,Cost,Text\nOr,recycle;1starfragment;1lux,Draw a card.\n", encoding="utf-8")
    assert "not printed: 'Cost'" in run(["new", "deck", "--from", "t.csv"])[1]
    assert "      cost: false\n" in (tmp_path / "deck" / "game.yaml").read_text()
    assert run(["build", "deck", "--sheets-only", "--format", "svg"])[0] == 0
    assert run(["layouts", "t.csv", "--out", "samples.pdf"])[0] == 0


@pytest.mark.parametrize(
    "table",
    [
        "Ada,Draw two cards,3\nBo,Discard one,2\n",
        "Name,Ada,Bo\nCost,1,2\nText,Draw,Gain\n",
        "x1,x2\n1,2\n",
    ],
)
def test_a_table_without_names_of_columns_makes_no_blank_cards(
    table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    assert run(["new", "deck", "--from", "t.csv"])[0] == 1
    assert not (tmp_path / "deck").exists()


def test_lists_are_joined_and_names_of_columns_keep_their_capitals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cards = '[{"name": "Orc", "HP": 4, "stats": {"attack": 2}, "type": ["big", "bad"], "rules": ["One.", "Two."]}]'
    (tmp_path / "t.json").write_text(cards, encoding="utf-8")
    assert run(["new", "deck", "--from", "t.json", "--layout", "hero"])[0] == 0
    assert run(["build", "deck"])[0] == 0
    with pypdfium2.PdfDocument(tmp_path / "output/deck/deck-sheets-a4.pdf") as pdf:
        texts = " ".join(page.get_textpage().get_text_range() for page in pdf)
    assert [word for word in ("HP", "big, bad", "One.", "Two.") if word not in texts] == []


def test_rules_come_with_their_images_and_their_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs" / "img").mkdir(parents=True)
    Image.new("RGB", (40, 40), "red").save(tmp_path / "docs" / "img" / "map.png")
    (tmp_path / "docs" / "r.md").write_text("---\ntitle: The Wolf\n---\n# Rules\n\n![Map](img/map.png)\n")
    (tmp_path / "t.csv").write_text("name,text\nAda,Draw\n", encoding="utf-8")
    assert run(["new", "deck", "--from", "t.csv", "--rules", "docs/r.md"])[0] == 0
    text = (tmp_path / "deck" / "game.yaml").read_text()
    assert 'title: "The Wolf"\n' in text
    assert 'rules: "r.md"\n' in text
    assert (tmp_path / "deck" / "img" / "map.png").is_file()
    (tmp_path / "deck" / "book").mkdir()
    for name in ("r.md", "img"):  # images beside the rules in a folder are found too
        (tmp_path / "deck" / name).rename(tmp_path / "deck" / "book" / name)
    (tmp_path / "deck" / "game.yaml").write_text(text.replace('"r.md"', "book/r.md"))
    assert run(["build", "deck"])[0] == 0


def test_flavor_of_several_lines_and_blank_texts_are_no_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    flavor = "Once per turn you can send the Wolf Spider to collect one thing that lies in the cave, and it comes back"
    (tmp_path / "t.csv").write_text(f'Name,Text,Flavor\nA, ,"{flavor}"\nB,b,\n', encoding="utf-8")
    assert run(["new", "deck", "--from", "t.csv", "--size", "poker"])[0] == 0
    code, _, stderr = run(["check", "deck"])
    assert (code, list_faults(stderr)) == (0, [])


def test_a_table_becomes_a_deck_that_checks_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write_deck(tmp_path / "source", {})
    monkeypatch.chdir(tmp_path)
    code, stdout, _ = run(
        ["new", "mydeck", "--from", "source/cards.csv", "--layout", "title-art-text", "--size", "63x88"]
    )
    assert code == 0
    assert "made the game mydeck: mydeck/game.yaml, mydeck/cards.csv and 2 pictures" in stdout
    assert "title is 'name'; cost is 'cost'; art is 'art'" in stdout
    text = (tmp_path / "mydeck" / "game.yaml").read_text()
    assert "  gem: icons.svg#gem\n" in text
    code, _, stderr = run(["check", "mydeck"])
    assert code == 0
    assert list_faults(stderr) == []
    assert "size: [63.0, 88.0]" in text
    (source / "images" / "lines.svg").unlink()
    assert "they are left out for now" in run(["new", "bare", "--from", "source/cards.csv", "--layout", "title-art"])[1]
    assert run(["new", "second", "--from", "source/cards.csv", "--layout", "resources"])[0] == 1
    assert not (tmp_path / "second").exists()


def test_one_page_shows_the_first_row_in_all_layouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_deck(tmp_path / "source", {})
    monkeypatch.chdir(tmp_path)
    code, stdout, stderr = run(["layouts", "source/cards.csv", "--out", "sample.pdf"])
    assert (code, stderr) == (0, "")
    with pypdfium2.PdfDocument(tmp_path / "sample.pdf") as page:
        said = page[0].get_textpage().get_text_range()
    listed = [line.split()[0] for line in run(["layouts", "source/cards.csv"])[1].splitlines()]
    assert len(listed) > 10
    assert [name for name in listed if name not in said] == []
    assert f"the first row in {len(listed)} layouts" in stdout


def test_a_layout_is_copied_to_draw_on(tmp_path: Path) -> None:
    part = {"kind": "card", "size": "poker", "rows": "cards.csv", "copies": 1, "layout": "spell.yaml"}
    game = write_deck(tmp_path / "deck", {"card": part})
    assert run(["adopt", "--layout", "spell", "--game", str(game)])[0] == 0
    assert (game / "templates" / "spell.svg.j2").is_file()
    code, _, stderr = run(["check", str(game)])
    assert (code, list_faults(stderr)) == (0, [])
    assert run(["adopt", "--layout", "spell", "--game", str(game)])[0] == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    layout: hero  # as it was\n", "    layout: spell  # as it was\n"),
        ("    layout: {use: hero, title: name}\n", "    layout: {use: spell, title: name}\n"),
        ("    layout:\n      use: hero\n      title: name\n", "    layout:\n      use: spell\n      title: name\n"),
        ("    front: card.svg.j2\n", "    layout: spell\n"),
    ],
)
def test_a_layout_is_taken_without_touching_anything_else(before: str, after: str) -> None:
    start = "# my deck\ntitle: 'Deck'\nparts:\n  card:\n"
    rest = "    rows: cards.csv   # all of them\n\n"
    assert take_layout(start + before + rest, "game.yaml", "card", "spell") == start + after + rest


def test_a_layout_that_lacks_a_named_slot_is_not_taken() -> None:
    text = "parts: {card: {rows: cards.csv, layout: {use: hero, stats: power}}}\n"
    with pytest.raises(DataError, match="names the slot 'stats', which 'spell' does not have"):
        take_layout(text, "game.yaml", "card", "spell")


def write_cropped(folder: Path, *rows: str) -> Path:
    """Write a deck whose rows say how their pictures are cropped."""
    deck = write_deck(
        folder,
        {"card": {"kind": "card", "size": "poker", "rows": "cards.csv", "copies": 1, "layout": "title-art-text"}},
    )
    (deck / "cards.csv").write_text("\n".join(["name,art,text,art_x,art_y,art_zoom", *rows]) + "\n")
    return deck


def test_columns_crop_a_picture_and_nothing_is_told_of_them(tmp_path: Path) -> None:
    deck = write_cropped(tmp_path / "deck", "A,photo,Hm,,,", "B,photo,Hm,0,,", "C,lines,Hm,50,100,200", "D,lines,Hm,,,")
    preview = GamePreview(deck)
    preview.load()
    faces = [preview.draw_face(f"card.{row}", "front") for row in (1, 2, 3)]
    (plain,), (left,), () = (face.pictures for face in faces if face)
    assert plain.box == left.box
    assert plain.box is not None
    width = plain.box[2] - plain.box[0]
    assert plain.whole == pytest.approx(
        (-3, plain.box[1] - (width - (plain.box[3] - plain.box[1])) / 2, 66.5, plain.whole[3])
    )
    assert plain.dpi == pytest.approx(900 / width * 25.4)
    preview.sweep(60)
    assert {each.name: each.pieces for each in preview.list_pictures()} == {
        "photo.jpg": ("card.1", "card.2"),
        "lines.svg": ("card.3", "card.4"),
    }
    _, output, errors = run(["check", str(deck), "--out", str(tmp_path / "kits")])
    assert "art_" not in output + errors


def test_what_cannot_crop_a_picture_is_told_at_its_cell(tmp_path: Path) -> None:
    deck = write_cropped(tmp_path / "deck", "A,photo,Hm,0,101,100", "B,photo,Hm,left,,", "C,photo,Hm,,,99")
    with pytest.raises(DataError) as caught:
        read_game(deck, KINDS)
    assert [(each.code, each.place.line, each.place.column) for each in caught.value.findings] == [
        ("GF006", 2, 14),
        ("GF006", 3, 12),
        ("GF006", 4, 14),
    ]


@pytest.mark.parametrize("use", ["title-art-text", "full-art"])
def test_a_long_title_has_room_on_a_small_card(use: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("Name,Cost,Text\nThe very old clockmaker's apprentice,3,Draw.\n", "utf-8")
    assert run(["new", "deck", "--from", "t.csv", "--layout", use, "--size", "mini-euro"])[0] == 0
    assert run(["build", "deck"])[0] == 0


def test_a_long_cost_stands_beside_the_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("Name,Cost,Text\nNanotechnology,Researched,Draw.\n", "utf-8")
    assert run(["new", "deck", "--from", "t.csv", "--layout", "title-art-text"])[0] == 0
    assert run(["build", "deck"])[0] == 0
    code, stdout, stderr = run(["check", "deck"])
    assert (code, "GF155" in stdout + stderr) == (0, False)
