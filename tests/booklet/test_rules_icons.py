"""Icons in the text of rules: found in braces, drawn in the line, and never torn from a number."""

import re
from io import BytesIO
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from click.testing import CliRunner

from generator.booklet.blocks import Paragraph, StyledText, find_icons, iterate_runs
from generator.booklet.icons import set_icons
from generator.booklet.markdown import parse_blocks
from generator.booklet.references import LinkTargets, References
from generator.cli.commands import main
from generator.load.braces import read_rules
from generator.load.vocabulary import make_plain_vocabulary
from generator.model.language import Terms
from generator.model.rules import MarkedText
from tests.samples import for_each

GAME = """\
title: Wren
version: "1"
players: [2, 4]
colors:
  blood: {paint: "#B3261E"}
parts:
  egg: {kind: token, title: Eggs, diameter: 20, front: egg.svg.j2, copies: 6}
icons:
  gem: icons.svg#star
  wide: {draw: wide.svg, color: blood, height: 1.5}
rules: rules.md
"""
RULES = """\
# Wren

## Pay {gem}

There are {{ claim(6, 'egg') }} eggs. Pay **2{gem}** for {wide}, not `{gem}`.

- {gem} in a list

> {wide} in an example

| Icon | Means |
|---|---|
| 3{gem} | three |
"""
WIDE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="currentColor"/></svg>'
EGG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"><circle cx="10" cy="10" r="4"/></svg>'


def split(markdown: str) -> list[tuple[str, str]]:
    """Return the text and the icon of each run of rules."""
    refs = References(MarkedText(markdown), "rules.md", LinkTargets({}, (), lambda _name, _place: ""), Terms())
    blocks, findings = parse_blocks(markdown, refs, "")
    assert findings == []
    found = set_icons(blocks, ["gem", "big-gem"])
    assert find_icons(found) == tuple(
        dict.fromkeys(run.icon for runs, _ in iterate_runs(found) for run in runs if run.icon)
    )
    return [(run.text, run.icon) for runs, _ in iterate_runs(found) for run in runs]


@for_each(
    [
        ("Pay 2{gem}.", [("Pay 2", ""), ("gem", "gem"), (".", "")]),
        ("{gem}{big-gem}", [("gem", "gem"), ("big-gem", "big-gem")]),
        ("**two {gem}**", [("two ", ""), ("gem", "gem")]),
        ("`{gem}` is code", [("{gem}", ""), (" is code", "")]),
        ("## The {gem}", [("The ", ""), ("gem", "gem")]),
        ("- one\n- {gem}", [("one", ""), ("gem", "gem")]),
        ("> {gem}", [("gem", "gem")]),
        ("A[^a]\n\n[^a]: {gem}", [("A", ""), ("1", ""), ("gem", "gem")]),
        ("> [!NOTE]\n> {gem}", [("gem", "gem")]),
        ("| A |\n|---|\n| {gem} |", [("A", ""), ("gem", "gem")]),
    ]
)
def test_braces_become_runs(markdown: str, runs: list[tuple[str, str]]) -> None:
    assert split(markdown) == runs


def test_an_icon_keeps_the_face_and_the_link_of_its_text() -> None:
    run = StyledText("a {gem}", "serif-bold", 3, "#key")
    (block,) = set_icons([Paragraph((run,), (3, 3))], ["gem"])
    assert isinstance(block, Paragraph)
    assert block.runs[1] == StyledText("gem", "serif-bold", 3, "#key", icon="gem")


def test_nearly_the_name_of_an_icon_is_told_and_other_braces_are_text() -> None:
    words = make_plain_vocabulary({})._replace(icons=["gem", "sword"])
    rules = read_rules("Pay {gen}, {Gem}, {river}, {gem.", "rules.md", words)
    assert rules.text == "Pay {gen}, {Gem}, {river}, {gem."
    assert [(str(note.place), note.code, note.level) for note in rules.notes] == [("rules.md:1:5", "GF008", "warning")]
    assert rules.notes[0].message.endswith("did you mean 'gem'?")


@pytest.fixture(scope="module")
def wren(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the game, and return the folder of its kit."""
    home = tmp_path_factory.mktemp("icons") / "wren"
    (home / "templates").mkdir(parents=True)
    texts = {"game.yaml": GAME, "rules.md": RULES, "templates/egg.svg.j2": EGG, "templates/wide.svg": WIDE}
    for name, text in texts.items():
        (home / name).write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["build", str(home), "--out", str(home.parent / "out"), "--quiet"])
    assert (done.exit_code, [line for line in done.stderr.splitlines() if "error" in line]) == (0, [])
    return home.parent / "out" / "wren"


def test_they_are_drawn_in_the_line(wren: Path) -> None:
    data = (wren / "wren-rules-a4.pdf").read_bytes()
    with pikepdf.open(BytesIO(data)) as pdf:
        content = pdf.pages[1].Contents.read_bytes().decode("latin-1")
    assert re.findall(r"/ID \((icon\.\w+)\)", content) == [
        "icon.gem",
        "icon.gem",
        "icon.wide",
        "icon.gem",
        "icon.wide",
        "icon.gem",
    ]
    with pdfplumber.open(BytesIO(data)) as document:
        page = document.pages[1]
        (bar, _) = [each for each in page.rects if each["non_stroking_color"] and 25 < each["width"] < 50]
        assert (round(bar["width"], 1), round(bar["height"], 1)) == (30.0, 15.0)  # 3 and 1.5 font sizes of 10 pt
        words = {word["text"]: word for word in page.extract_words()}
        assert words["for"]["x1"] < bar["x0"] < bar["x1"] <= words[","]["x0"] + 0.1


def test_they_are_on_the_web_page(wren: Path) -> None:
    page = (wren / "wren-rules.html").read_text("utf-8")
    icons = re.findall(r'<img src="data:image/svg\+xml;base64,[^"]+" alt="(gem|wide)" style="height:([\d.]+)em', page)
    assert icons.count(("wide", "1.5")) == 2
    assert icons.count(("gem", "1")) >= 4
    assert "<code>{gem}</code>" in page


def test_a_number_and_its_icon_stay_together() -> None:
    from reportlab.platypus import Paragraph as SetParagraph

    from generator.fonts.reportlab_paragraphs import split_into_words

    paragraph = SetParagraph('pay 12<onDraw name="icon" label="gem"/><onDraw name="icon" label="gem"/> now')
    for fragment in paragraph.frags:
        if getattr(fragment, "cbDefn", None):
            fragment.cbDefn.width = 9
    words = split_into_words(paragraph.frags, 400)
    assert ["".join(text for _, text in word[1:]) for word in words] == ["pay", "12", "now"]
    drawn = [[fragment.cbDefn.label for fragment, _ in word[1:] if hasattr(fragment, "cbDefn")] for word in words]
    assert drawn == [[], ["gem", "gem"], []]
    assert words[1][0] > 18
