"""The pages on how to print: which sheets go on which paper, and a picture of the cuts for each distinct sheet."""

import subprocess
from pathlib import Path

import pypdfium2
import pytest

from generator.geometry.bounds import boxes_overlap
from generator.geometry.matrix import IDENTITY
from generator.model.finding import DataError
from generator.model.picture import Group
from generator.model.picture import Path as Shape
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.sheets.instructions import find_layouts, format_sheets, render_instructions
from generator.pipeline.sheets.net_pictures import list_folded_pictures
from generator.program.identity import find_resources
from generator.proof.kit import Kit
from generator.render.bounds import shape_bounds, text_bounds
from generator.render.safe_zone import walk_texts
from tests.mistakes.rows import HOSTS
from tests.samples import for_each

HEAD = """\
title: Wren
version: '1'
players: [2, 4]
claims: [{id: W1, says: two play, rests_on: 'rules, 1', check: 'players()|min == 2'}]
parts:
"""
CARD = """\
  {name}:
    kind: tile
    size: [{size}]
    front: card.svg.j2
    copies: {copies}
    stock: "{stock}"
"""
TEMPLATE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"><path d="M5 5 h5" stroke="#000000"/></svg>'
)


def make_kit(folder: Path, parts: list[tuple[str, str, int, str]], options: Options, more: str = "") -> Kit:
    """Return the kit of tiles with these names, sizes, copies and stocks."""
    home = folder / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    text = "".join(CARD.format(name=name, size=size, copies=copies, stock=stock) for name, size, copies, stock in parts)
    (home / "game.yaml").write_text(f"{HEAD}{text}{more}", encoding="utf-8")
    return prepare_kit(home, options)


def read_page(kit: Kit, number: int = 0) -> str:
    """Return the text of a page of instructions, line by line."""
    lines = []
    shapes = list(render_instructions(kit, "interleaved")[number].shapes)
    while shapes:
        shape = shapes.pop(0)
        lines.append(getattr(shape, "text", ""))
        shapes = [*getattr(shape, "shapes", ()), *shapes]
    return "\n".join(line for line in lines if line)


@for_each([([1], "1"), ([1, 2], "1–2"), ([1, 3, 4, 5, 9], "1, 3–5, 9"), ([], "")])  # noqa: RUF001
def test_sheets_are_named_by_their_runs(numbers: list[int], text: str) -> None:
    assert format_sheets(numbers) == text


def test_the_page_names_the_papers_and_the_cuts_of_each_layout(tmp_path: Path) -> None:
    parts = [
        ("hand", "63, 88", 27, "card, 250 to 300 gsm"),
        ("map", "180, 200", 1, "plain paper"),
        ("aid", "100, 200", 1, "card, 200 to 280 gsm"),
    ]
    kit = make_kit(tmp_path, parts, Options())
    layouts = find_layouts(kit.press)
    assert [(layout.sheets, len(layout.plan.cuts)) for layout in layouts] == [([1, 2, 3], 8), ([4], 4), ([5], 4)]
    text = read_page(kit)
    assert "\nSheets 1–3, 5: card, 250 to 280 gsm.\nSheet 4: plain paper.\n" in text  # noqa: RUF001
    assert "blank" not in text, "no page has a back"
    assert "\nPlain paper is fine for a first try.\n" in text
    assert "\nSheets 1–3\n8 cuts\n" in text  # noqa: RUF001
    assert "\nSheet 4\n4 cuts\n" in text
    assert "scissors" not in text.lower()


def test_many_layouts_have_pages_of_their_own(tmp_path: Path) -> None:
    sizes = [(f"p{number}", f"150, {250 - number}", 1, "card") for number in range(17)]
    kit = make_kit(tmp_path, sizes, Options())
    pages = render_instructions(kit, "interleaved")
    assert len(pages) == 3
    assert "The pictures at the end of this file" in read_page(kit).replace("\n", " ")
    assert read_page(kit, 1).count("\n4 cuts") == 16
    assert "page 2 of 2" in read_page(kit, 2)


def test_pages_of_cuts_come_last_and_are_listed(tmp_path: Path) -> None:
    sizes = [(f"p{number}", f"150, {250 - number}", 1, "card") for number in range(5)]
    make_kit(tmp_path, sizes, Options())
    out = tmp_path / "out"
    result = build_kit(tmp_path / "wren", Options(out=out))
    names = [file.path for file in result.files if "-00-" in file.path]
    assert names == ["svg/wren-00-how-to-print.svg", "svg/wren-00-how-to-cut.svg"]
    pdf = out / "wren" / "wren-sheets-a4.pdf"
    pages = subprocess.run(["pdftotext", pdf, "-"], capture_output=True, text=True, check=True).stdout.split("\f")[:-1]
    assert ["How to cut this kit" in page for page in pages] == [False] * 6 + [True]


def test_text_that_does_not_fit_is_told(tmp_path: Path) -> None:
    notes = "print_notes:\n" + f'  - "{"Let the ink dry. " * 200}"\n' * 6
    kit = make_kit(tmp_path, [("hand", "63, 88", 2, "card")], Options(), notes)
    with pytest.raises(DataError) as error:
        render_instructions(kit, "interleaved")
    assert {finding.code for finding in error.value.findings} == {"GF202"}


@for_each([(1, 1), (4, 1), (8, 2), (16, 4)])
def test_a_long_title_keeps_clear_of_what_stands_beside_it(words: int, lines: int, tmp_path: Path) -> None:
    make_kit(tmp_path, [("hand", "63, 88", 2, "card")], Options())
    path = tmp_path / "wren/game.yaml"
    path.write_text(path.read_text("utf-8").replace("title: Wren\n", f"title: {' '.join(['Wren'] * words)}\n"), "utf-8")
    kit = prepare_kit(path.parent, Options())
    (page,) = render_instructions(kit, "interleaved")
    shown = [(text, text_bounds(text, matrix)) for text, matrix in walk_texts(tuple(page.shapes), IDENTITY)]
    titles = [(text.text, box) for text, box in shown if text.text.startswith("Wren")]
    assert (len(titles), " ".join(text for text, _ in titles).split()) == (lines, ["Wren"] * words)
    (paper,) = (box for text, box in shown if text.text.startswith("A4, 210"))
    assert all(box[2] < paper[0] for _, box in titles)


def test_a_title_of_one_word_that_is_too_long_is_refused(tmp_path: Path) -> None:
    make_kit(tmp_path, [("hand", "63, 88", 2, "card")], Options())
    path = tmp_path / "wren/game.yaml"
    path.write_text(path.read_text("utf-8").replace("title: Wren\n", f"title: {'Wren' * 20}\n"), "utf-8")
    with pytest.raises(DataError) as error:
        render_instructions(prepare_kit(path.parent, Options()), "interleaved")
    line = path.read_text("utf-8").split("title: WrenWren")[0].count("\n") + 1
    told = [(finding.code, finding.place.line, finding.place.column) for finding in error.value.findings]
    assert told == [("GF202", line, 8)], "the title is to be changed, not the template of the page"


def test_the_page_says_which_strip_is_cut_off_before_the_rest_is_glued(tmp_path: Path) -> None:
    parts = [
        ("map", "180, 190", 1, "plain paper, glued on thick card"),
        ("shell", "50, 40", 3, "plain paper, folded over thin card"),
    ]
    kit = make_kit(tmp_path, parts, Options())
    text = read_page(kit).replace("\n", " ")
    first = "Sheet 1: plain paper. Make cut 1 first: the two strips are prepared differently."
    strips = {"map: glued on thick card", "shell: folded over thin card"}
    said = text[text.index(first) + len(first) :].split(".")[:2]
    assert {each.strip() for each in said} == strips
    assert "first try" not in text, "all paper is plain"


def test_the_page_of_a_board_in_sections_agrees_with_the_notes_of_its_game() -> None:
    kit = prepare_kit(find_resources("layouts") / "psychopaths", Options())
    text = read_page(kit).replace("\n", " ")
    assert "so that the half diamonds on both sides of each seam meet." in text
    assert "lay them out loose" not in text
    assert "glue the pieces side by side to chipboard" in text.lower()
    assert "Some pages are blank on purpose: print them too," in text
    assert text.count("one side; the back shows where to glue") == 2  # the pawns and the psycho, in the table

    steps = [[(cut.axis, cut.at > 100) for cut in step] for step in find_layouts(kit.press)[0].plan.steps]
    assert steps == [[(0, False)], [(0, True)], [(1, False), (1, True)]]  # the seam at the left first


@for_each([("psychopaths", 27, 12), ("psycle", 38, 16)])
def test_numbers_of_cuts_stand_in_one_row(game: str, count: int, top: int) -> None:
    kit = prepare_kit(find_resources("layouts") / game, Options(sheets_only=True))
    (page,) = render_instructions(kit, "interleaved")
    *told, _ = page.shapes  # the last one is the cover of the rules
    texts = [(text, text_bounds(text, matrix)) for text, matrix in walk_texts(tuple(told), IDENTITY)]
    numbers = [(text, box) for text, box in texts if text.text.isdigit() and text.font.weight == 700]
    boxes = [box for _, box in numbers]
    highest = [box for box in boxes if box[3] < min(box[3] for box in boxes) + 1]
    assert (len(numbers), len(highest)) == (count, top)  # those above the sheets stand in one row, none on another
    assert not [(a, b) for a in boxes for b in boxes if a < b and boxes_overlap(a, b)]
    assert min(text.size for text, _ in numbers) >= 8 * 25.4 / 72, "8 pt"


@for_each(["pharaoh", "psychopaths", "psycle"])
def test_the_numbers_of_each_picture_run_without_a_hole(game: str) -> None:
    kit = prepare_kit(find_resources("layouts") / game, Options(sheets_only=True))
    (page,) = render_instructions(kit, "interleaved")
    told = list[set[int]]()
    for text, _ in walk_texts(page.shapes[:-1], IDENTITY):  # without the cover of the rules
        if text.font.weight != 700:
            continue
        if text.text == "1" and (not told or 1 not in told[-1] or len(told[-1]) > 1):
            told.append(set())  # the picture of the next sheets begins
        if text.text.isdigit():
            told[-1].add(int(text.text))
    assert told == [set(range(1, len(layout.plan.steps) + 1)) for layout in find_layouts(kit.press)]


@for_each([("a4", True), ("letter", True), ("a5", False)])
def test_the_cover_of_the_rules_stands_beside_the_title_and_on_no_text(paper: str, shown: bool) -> None:
    kit = prepare_kit(find_resources("layouts") / "pharaoh", Options(sheets_only=True, paper=paper))
    page = render_instructions(kit, "interleaved")[0]
    *told, last = page.shapes
    cover = shape_bounds((last,), IDENTITY)
    assert cover is not None
    texts = [text_bounds(text, matrix) for text, matrix in walk_texts(tuple(told), IDENTITY)]
    assert (cover[0] > page.width / 2) == shown
    assert not shown or (cover[2] <= page.width - 12 and not [box for box in texts if boxes_overlap(box, cover)])


def test_the_title_stands_on_the_band_of_the_headings(tmp_path: Path) -> None:
    kit = prepare_kit(find_resources("layouts") / "psycle", Options())
    band, title, *_ = render_instructions(kit, "interleaved")[0].shapes
    around, text = shape_bounds((band,), IDENTITY), shape_bounds((title,), IDENTITY)
    assert isinstance(band, Group)
    assert around
    assert text
    assert around[0] < text[0] < text[2] < around[2]
    assert around[1] < text[1] < text[3] < around[3]
    plain = make_kit(tmp_path, [("hand", "63, 88", 9, "card")], Options())
    assert isinstance(render_instructions(plain, "interleaved")[0].shapes[0], Shape)


def test_cuts_through_side_by_side_rows_share_a_number_and_round_pieces_want_scissors() -> None:
    kit = prepare_kit(find_resources("layouts") / "psycle", Options(sheets_only=True))
    layouts = find_layouts(kit.press)
    steps = [[(step[0].axis, step[0].trims, len(step)) for step in layout.plan.steps] for layout in layouts]
    assert steps[2] == [(1, False, 12), (0, False, 23), (0, True, 8), (1, True, 2)]
    assert "\nSheet 4\n45 cuts, then scissors\n" in read_page(kit)


def test_the_page_shows_how_folded_pieces_stand() -> None:
    kit = prepare_kit(find_resources("layouts") / "psychopaths", Options(sheets_only=True))
    shown = {each.title: each.leaves for each in list_folded_pictures(kit.parts, str.upper)}
    assert list(shown) == ["PAWNS", "THE PSYCHO", "DICE"]
    seen = {title: [leaf["fill"] != "#ffffff" for leaf in leaves] for title, leaves in shown.items()}
    # from back to front: what is glued behind, then the far foot, the near foot and the figure; a disc; three faces of a die
    assert seen["PAWNS"] == [False, False, True, True, True]
    assert seen["THE PSYCHO"] == [False, True]
    assert sorted(seen["DICE"]) == [False] * 3 + [True] * 3
    heights = [
        [float(pair.split(",")[1]) for pair in leaf["points"].split()]
        for leaf, printed in zip(shown["PAWNS"], seen["PAWNS"], strict=True)
        if printed
    ]
    far, near, figure = (sum(each) / len(each) for each in heights)
    assert figure < far < near, "the figure stands on its feet"


def test_the_label_of_a_sheet_has_the_title_in_the_language_of_the_sheets(tmp_path: Path) -> None:
    game = HOSTS / "lantern-moths"
    options = Options(out=tmp_path, languages=("de",), formats=frozenset({"pdf"}), sheets_only=True, read_back=False)
    build_kit(game, options)
    pdf = pypdfium2.PdfDocument(tmp_path / "lantern-moths" / "lantern-moths-sheets-a4.pdf")
    last = pdf[len(pdf) - 1].get_textpage().get_text_bounded()
    assert ("Lampenmotten 1.0" in last, "Lantern" in last) == (True, False)
