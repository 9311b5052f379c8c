"""The studio as its user meets it, in a real browser."""

import json
import re
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.deck import write_deck
from tests.browser import AXE, Browser
from tests.conftest import find_packed
from tests.kits import run
from tests.samples import sample
from tests.studio.running import ROOT, RunningStudio, make_deck

DESK, PHONE = (1280, 900), (390, 844)
FIRST = "document.querySelector('[data-key] img')"
FAULTS = "document.getElementById('faults')"
TEXT_OF_FIRST = f"{FIRST} && fetch({FIRST}.src).then(answer => answer.text())"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "trick"
    make_deck(folder)
    return folder


@pytest.fixture(autouse=True)
def leave_page(request: pytest.FixtureRequest) -> Iterator[None]:
    """Leave the page after a test: it would go on drawing what the next ones change, or seeking a studio that ended."""
    yield
    if "browser" in request.fixturenames:
        request.getfixturevalue("browser").open_address("about:blank", *DESK)


@pytest.fixture(scope="module")
def psycle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """Start one studio for a game with backs, languages and bleed."""
    home = tmp_path_factory.mktemp("psycle")
    with RunningStudio(ROOT / "layouts" / "psycle", home / "state", "--out", str(home)) as found:
        yield found


def show(browser: Browser, studio: RunningStudio, pane: str = "pieces", size: tuple[int, int] = DESK) -> None:
    """Open a view of the studio and wait until it is there."""
    browser.open_address(f"{studio.link}#{pane}", *size)
    browser.wait_for(f"document.getElementById('pane')?.dataset.shown === '{pane}'")
    browser.wait_for("document.getElementById('status').textContent === 'live'")
    if pane == "pieces":
        browser.wait_for(f"!!{FIRST}")


def press(browser: Browser, key: str, code: int, text: str = "") -> None:
    """Press a key and let it go."""
    for kind in ("keyDown", "keyUp"):
        browser.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, text=text, windowsVirtualKeyCode=code)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_saved_file_changes_the_picture(browser: Browser, studio: RunningStudio) -> None:
    show(browser, studio)
    browser.wait_for("document.getElementById('pane').dataset.drawn > 0")
    before = browser.run(TEXT_OF_FIRST)
    edit(studio.folder / "cards.csv", "The Mouse", "The Shrew")
    assert browser.wait_for(f"{TEXT_OF_FIRST}.then(text => text !== {json.dumps(before)} && text)") != before
    marked = "[...document.querySelectorAll('[data-changed]')].map(item => item.dataset.key)"
    browser.wait_for(f"{marked}.length")
    assert browser.run(marked) == ["card.sun.1", "card.leaf.1"]
    assert browser.run("document.querySelector('[data-badge=pieces]').textContent") == " 2"
    browser.run("document.querySelector('[data-post]').click()")
    browser.wait_for(f"{marked}.length === 0")


@pytest.mark.thorough
def test_only_the_faces_that_look_different_are_loaded_again(browser: Browser, studio: RunningStudio) -> None:
    show(browser, studio)
    browser.wait_for("document.getElementById('pane').dataset.drawn > 0")
    browser.wait_for("[...document.querySelectorAll('[data-key] img[data-side=front]')].every(image => image.complete)")
    before = len(browser.requests)
    edit(studio.folder / "cards.csv", "The Mouse", "The Shrew")
    browser.wait_for("document.querySelectorAll('[data-changed]').length === 2")
    browser.wait_for("document.querySelector('[data-key]').dataset.text.includes('shrew')")
    browser.run("0")
    loaded = [address.partition("/face/")[2].partition("?")[0] for address in browser.requests[before:]]
    assert sorted(filter(None, loaded)) == ["card.leaf.1/front", "card.sun.1/front"]


@pytest.mark.thorough
def test_of_a_thousand_cards_only_those_near_the_screen_are_loaded(browser: Browser, tmp_path: Path) -> None:
    write_deck(tmp_path / "deck", 1000)
    with RunningStudio(tmp_path / "deck", tmp_path / "state") as studio:
        show(browser, studio)
        browser.wait_for(f"{FIRST}.complete")
        assert browser.run("document.querySelectorAll('[data-key]').length") == 1000
        skipped = "getComputedStyle(document.querySelector('[data-key]')).contentVisibility"
        assert browser.run(skipped) == "auto"
        browser.wait_for("document.getElementById('pane').dataset.drawn > 0", 60)
        assert len({address for address in browser.requests if "/face/" in address}) < 250
        last = "[...document.querySelectorAll('[data-key] img')].at(-1)"
        scroll = f"{last}.scrollIntoView({{behavior: 'instant'}})"
        browser.wait_for(f"({scroll}, {last}.complete && {last}.naturalWidth > 0)")
        edit(tmp_path / "deck" / "cards.csv", " 1000,", " 1000!,")
        browser.wait_for(
            f"fetch({last}.src).then(answer => answer.text()).then(text => {last}.src.includes('-') && text)"
        )
        marked = "[...document.querySelectorAll('[data-changed]')].map(item => item.dataset.key)"
        browser.wait_for(f"{marked}.length")
        assert browser.run(marked) == ["deck.1000"]


def test_a_fault_leaves_the_last_good_state_and_a_repair_ends_it(browser: Browser, studio: RunningStudio) -> None:
    show(browser, studio)
    pieces = browser.run("document.querySelectorAll('[data-key]').length")
    edit(studio.folder / "game.yaml", "players: [3, 4]", "players: [3, four]")
    told = browser.wait_for("document.getElementById('faults').innerText")
    assert "1 fault" in told
    assert "trick/game.yaml:9:14 GF006" in told
    assert browser.run("document.querySelectorAll('[data-key]').length") == pieces == 14
    assert browser.run(TEXT_OF_FIRST).startswith("<svg")
    edit(studio.folder / "game.yaml", "players: [3, four]", "players: [3, 4]")
    browser.wait_for("document.getElementById('faults').hidden")


@pytest.mark.thorough
def test_a_faulty_template_is_told_beside_the_pieces(browser: Browser, studio: RunningStudio) -> None:
    show(browser, studio)
    path = studio.folder / "templates" / "card.svg.j2"
    good = path.read_text("utf-8")
    path.write_text(good.replace("</svg>", "<circle r='oops'/></svg>"), "utf-8")
    told = browser.wait_for("document.getElementById('faults').innerText")
    assert "1 fault;" in told.splitlines()[0]
    browser.wait_for(f"{FAULTS}.innerText.includes('(drawing card.sun.1 front and 13 more)')")
    assert told.count("card.svg.j2:") == 1
    path.write_text(good, "utf-8")
    browser.wait_for("document.getElementById('faults').hidden")


@pytest.mark.thorough
def test_a_picked_color_paints_all_pieces_and_is_saved_as_a_palette(
    browser: Browser, studio: RunningStudio, tmp_path: Path
) -> None:
    show(browser, studio, "colors")
    picker = "document.querySelector('[name=\"suit.sun\"]')"
    browser.wait_for(f"!!{picker}")
    near = "document.querySelectorAll('td.near').length"
    before = browser.run(near)
    browser.run(f"{picker}.value = '#441144'; {picker}.dispatchEvent(new Event('input', {{bubbles: true}}))")
    browser.wait_for(f"{near} !== {before}")
    browser.run("location.hash = 'pieces'")
    browser.wait_for(f"{TEXT_OF_FIRST}.then(text => text.includes('#441144'))")
    browser.run("location.hash = 'colors'")
    name = "document.querySelector('[name=name]')"
    browser.wait_for(f"!!{name}")
    browser.run(f"{name}.value = 'dusk'; document.querySelector('[data-save-palette]').click()")
    shown = browser.wait_for("document.querySelector('dialog[open] pre')?.textContent")
    assert 'suit.sun: "#441144"' in shown
    assert not (studio.folder / "palettes").exists()  # nothing is written before it was shown
    browser.run("[...document.querySelectorAll('dialog button')].at(-1).click()")
    browser.wait_for("document.querySelector('dialog pre').textContent.startsWith('written')")
    assert (studio.folder / "palettes" / "dusk.yaml").read_text("utf-8") == shown
    assert (
        run(["build", str(studio.folder), "--palette", "dusk", "--out", str(tmp_path / "kits"), "--only", "card"])[0]
        == 0
    )


@pytest.mark.thorough
def test_the_print_form_builds_the_kit(browser: Browser, game: Path, tmp_path: Path) -> None:
    kits = tmp_path / "kits"
    with RunningStudio(game, tmp_path / "state", "--out", str(kits)) as studio:
        show(browser, studio, "print")
        image = "document.querySelector('.first img')"
        source = "/page/trick-sheets-a4.pdf/3/small?v=1"  # 2 stays blank
        browser.wait_for(f"{image}?.src.endsWith('{source}') && {image}.complete && {image}.naturalWidth > 0", 60)
        browser.run("document.querySelector('[name=sheets_only]').click()")
        browser.run("document.querySelector('[type=submit]').click()")
        browser.wait_for("document.querySelector('.made')?.innerText.includes('The kit is ready')", 60)
        links = "[...document.querySelectorAll('.files a')].map(link => link.getAttribute('href'))"
        assert browser.run(links) == ["/built/trick-sheets-a4.pdf"] * 2
        size = "fetch('/built/trick-sheets-a4.pdf').then(answer => answer.blob()).then(found => found.size)"
        assert browser.run(size) == (kits / "trick" / "trick-sheets-a4.pdf").stat().st_size
        browser.run("document.querySelector('[type=submit]').click()")  # again: the kit is kept, and shown as before
        browser.wait_for("document.querySelector('.made')?.textContent.includes('nothing has changed since')", 60)
        assert browser.run(links) == ["/built/trick-sheets-a4.pdf"] * 2
    manifest = json.loads((kits / "trick" / "manifest.json").read_bytes())
    assert manifest["options"]["sheets_only"] is True


@pytest.mark.thorough
def test_the_print_form_sets_values_and_prints_what_changed(browser: Browser, game: Path, tmp_path: Path) -> None:
    kits = tmp_path / "kits"
    assert run(["build", str(game), "--out", str(kits), "--sheets-only", "--format", "pdf"])[0] == 0
    with RunningStudio(game, tmp_path / "state", "--out", str(kits)) as studio:
        show(browser, studio, "print")
        options = "[...document.querySelectorAll('[name=since] option')].map(option => option.value)"
        assert browser.run(options) == ["", "kit"]
        submit = "document.querySelector('[type=submit]').click()"
        browser.wait_for("!document.querySelector('[type=submit]').disabled")
        browser.run(f"document.querySelector('[name=sheets_only]').click(); {choose('since', 'kit')}; {submit}")
        assert "Nothing changed" in browser.wait_for("document.querySelector('.made h3')?.innerText", 60)
        assert not (kits / "trick-reprint").exists()
        browser.run(choose("settings", "card.size"))
        browser.wait_for("document.querySelector('[data-told]').textContent.includes('PART.KEY=VALUE')")
        browser.run(choose("settings", "card.gap=2"))
        browser.wait_for(
            """fetch('/pane/print').then(answer => answer.text())
                .then(text => text.includes('name="set-card.gap" value="2"'))"""
        )
        edit(game / "cards.csv", "The Mouse", "The Shrew")
        browser.run(submit)
        browser.wait_for("document.querySelector('.made h3')?.innerText === 'What changed is ready'", 60)
        links = "[...document.querySelectorAll('.files a')].map(link => link.getAttribute('href'))"
        assert browser.run(links) == ["/built/trick-reprint-a4.pdf"] * 2
        said = "[...document.querySelectorAll('.made > p')].map(line => line.textContent)"
        assert browser.run(said)[0] == "take 2 pieces out of the box, put 2 in; 1 sheet"
        pages = "[...document.querySelectorAll('[data-page]')].map(button => button.title || button.dataset.title)"
        assert browser.run(pages) == [f"What changed, page {number}" for number in range(1, 5)]
        image = "document.querySelector('.pages img')"
        browser.wait_for(f"{image}.complete && {image}.naturalWidth > 0")
        manifest = json.loads((kits / "trick-reprint" / "manifest.json").read_bytes())
        assert manifest["options"]["set"] == ["card.gap=2"]
        edit(game / "cards.csv", "The Shrew", "The Mouse")
        browser.run(submit)
        browser.wait_for("document.querySelector('.made h3')?.innerText.startsWith('Nothing changed')", 60)
        assert not (kits / "trick-reprint").exists()


def choose(name: str, value: str) -> str:
    """Return the program that fills a field as a user does."""
    field = f"document.querySelector('[name={name}]')"
    return f"{field}.value = '{value}'; {field}.dispatchEvent(new Event('change', {{bubbles: true}}))"


def test_sheets_follow_what_is_chosen_beside_them(browser: Browser, studio: RunningStudio) -> None:
    show(browser, studio, "sheets")
    for name, value, shown in (("paper", "letter", 'value="letter"'), ("backs", "fold", '"fold" selected')):
        browser.wait_for("!!document.querySelector('[name=order]')")  # for paper printed on both sides
        field = f"document.querySelector('[name={name}]')"
        browser.run(f"{field}.value = '{value}'; {field}.dispatchEvent(new Event('change', {{bubbles: true}}))")
        browser.wait_for(f"fetch('/pane/sheets').then(answer => answer.text()).then(text => text.includes('{shown}'))")
    browser.wait_for("document.querySelector('.document img')?.getBoundingClientRect().height > 200", 60)
    browser.wait_for("document.querySelector('.document a')?.textContent === 'trick-sheets-letter.pdf'", 60)
    browser.wait_for("!document.querySelector('[name=order]')")


@pytest.mark.thorough
def test_sheets_and_print_say_that_colors_are_only_tried(browser: Browser, studio: RunningStudio) -> None:
    show(browser, studio, "colors")
    for role, paint in (("suit.sun", "#aa3377"), ("suit.leaf", "#00ff00")):
        picker = f"document.querySelector('[name=\"{role}\"]')"
        browser.wait_for(f"!!{picker}")
        browser.run(f"{picker}.value = '{paint}'; {picker}.dispatchEvent(new Event('input', {{bubbles: true}}))")
        browser.wait_for(f"'tried' in ({picker}?.dataset ?? {{}})")
        browser.open_address("about:blank", *DESK)
        show(browser, studio, "colors")  # the colors outlast the page
    tried = "document.querySelector('.tried')?.textContent.trim().replace(/\\s+/g, ' ')"
    for pane in ("sheets", "rules", "print"):
        browser.run(f"location.hash = '{pane}'")
        browser.wait_for(f"document.getElementById('pane').dataset.shown === '{pane}'")
        assert browser.run(tried) == (
            "In colors you are trying, not saved: suit.leaf #00ff00, suit.sun #aa3377. Back to the game\u2019s colors"
        )
    browser.run("document.querySelector('[data-reset]').click()")
    browser.wait_for("!document.querySelector('.tried')")


OPTIONS = """Object.fromEntries([...document.querySelectorAll('#pane select')].map(
    field => [field.name, [...field.options].map(option => option.value)]))"""
LABELS = """Object.fromEntries([...document.querySelectorAll('#pane label')].map(
    label => [label.control.name, label.firstChild.textContent.trim()]))"""


@pytest.mark.thorough
@pytest.mark.sampled(1)
@pytest.mark.parametrize("pane", ["sheets", "print"])
def test_each_field_keeps_its_choices_when_another_comes_or_goes(
    browser: Browser, psycle: RunningStudio, pane: str
) -> None:
    show(browser, psycle, pane)
    browser.wait_for("!!document.querySelector('[name=lang]')")
    before, labels = browser.run(OPTIONS), browser.run(LABELS)
    assert before["order"] == ["", "fronts-then-backs", "fronts-then-reversed-backs"]
    browser.run("document.querySelector('[name=ink]').value = 'mono'")
    browser.run(choose("backs", "fold"))
    browser.wait_for("!document.querySelector('[name=order]')")
    assert browser.run(OPTIONS) == {name: values for name, values in before.items() if name != "order"}
    assert browser.run(LABELS) == {name: text for name, text in labels.items() if name != "order"}
    assert browser.run("document.querySelector('[name=ink]').value") == "mono"
    browser.run(choose("backs", "long-edge"))
    browser.wait_for("!!document.querySelector('[name=order]')")
    assert browser.run(OPTIONS) == before
    assert browser.run(LABELS) == labels


@pytest.mark.thorough
def test_a_refused_choice_or_build_is_told_beside_its_button(browser: Browser, studio: RunningStudio) -> None:
    told = "document.querySelector('[data-print] [data-told]')"
    show(browser, studio, "print")
    assert browser.run(f"{told}.hidden") is True
    first = "document.querySelector('.first img')?.src"
    before = browser.wait_for(first, 60)
    browser.run(choose("settings", "card.size"))
    browser.wait_for(f"!{told}.hidden && {told}.textContent.includes('PART.KEY=VALUE')")
    edit(studio.folder / "cards.csv", "The Mouse", "The Shrew")
    browser.wait_for(f"{first} && {first} !== {json.dumps(before)}", 60)
    browser.wait_for(f"!{told}.hidden && {told}.textContent.includes('PART.KEY=VALUE')")  # a new page leaves it
    assert (
        browser.run(
            f"{told}.getBoundingClientRect().top - document.querySelector('.submit').getBoundingClientRect().bottom"
        )
        < 40
    )
    browser.run(choose("settings", ""))
    browser.wait_for(f"{told}.hidden")
    browser.run("document.querySelector('[name=settings]').value = 'nothing.size=1'")
    browser.run("document.querySelector('[type=submit]').click()")
    browser.wait_for(f"!{told}.hidden")
    assert browser.run("document.querySelector('progress')") is None


@pytest.mark.thorough
def test_the_page_finds_a_studio_that_was_started_again(browser: Browser, game: Path, tmp_path: Path) -> None:
    studio = RunningStudio(game, tmp_path / "state")
    show(browser, studio)
    studio.kill()
    browser.wait_for("document.getElementById('status').dataset.state === 'lost'")
    with RunningStudio(game, tmp_path / "state"):
        browser.wait_for("document.getElementById('status').dataset.state === 'live'")
        edit(game / "cards.csv", "The Mouse", "The Shrew")
        browser.wait_for("document.querySelector('[data-key]')?.dataset.text.includes('shrew')")


@pytest.mark.thorough
def test_claims_are_told_beside_the_rules_and_codes_are_explained(browser: Browser, studio: RunningStudio) -> None:
    show(browser, studio, "rules")
    held = "[...document.querySelectorAll('.claims .held b')].map(item => item.textContent)"
    browser.wait_for(f"{held}.length", 60)
    assert browser.run(held) == ["✓ suits"]
    edit(studio.folder / "game.yaml", "[1, 2, 3, 4, 5, 6, 7]", "[1, 2, 3, 4, 5, 6, 8]")
    wrong = "[...document.querySelectorAll('.claims .wrong b')].map(item => item.textContent)"
    browser.wait_for(f"{wrong}.length", 60)
    assert browser.run(wrong) == ["✗ GF102"]
    browser.run("location.hash = 'findings'")
    browser.wait_for("!!document.querySelector('[data-explain=GF102]')")
    browser.run("document.querySelector('[data-explain=GF102]').click()")
    assert "A claim is false" in browser.wait_for("document.querySelector('dialog[open] pre')?.textContent")


@pytest.mark.thorough
def test_a_board_is_put_together_and_rules_are_shown_as_spreads(browser: Browser, tmp_path: Path) -> None:
    assert run(["new", str(tmp_path / "race"), "--like", "race"])[0] == 0
    edit(tmp_path / "race" / "game.yaml", "cell: 28", "cell: 42")  # so that it takes two sheets
    with RunningStudio(tmp_path / "race", tmp_path / "state") as studio:
        show(browser, studio, "sheets")
        image = "document.querySelector('.boards img')"
        browser.wait_for(f"{image}?.complete && {image}.naturalWidth > 0", 60)
        assert browser.run(f"{image}.alt") == "Board, front, put together"
        show(browser, studio, "rules")
        browser.wait_for("!!document.querySelector('[data-spreads]')", 120)
        browser.run("document.querySelector('[data-spreads]').click()")
        lefts = """[...document.querySelector('[data-spreads]').closest('section').querySelectorAll('li')].slice(0, 3)
            .map(item => Math.round(item.getBoundingClientRect().left))"""
        cover, left, right = browser.run(lefts)
        assert left < right == cover
        browser.run("scrollTo(0, document.querySelector('[data-spreads]').getBoundingClientRect().top - 100)")
        (tmp_path / "spreads.png").write_bytes(browser.picture())


PANES = ("pieces", "sheets", "rules", "findings", "colors", "print", "export", "layouts", "game", "text", "piece")


def test_every_view_is_accessible(browser: Browser, shared: RunningStudio) -> None:
    axe = find_packed("axe_playwright_python", "axe.min.js").read_text(encoding="utf-8")
    found = {}
    for size, scheme in sample([(PHONE, "light"), (DESK, "light"), (DESK, "dark"), (PHONE, "dark")], 1):
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for pane in sample(PANES, 3):
            show(browser, shared, "pieces" if pane == "piece" else pane, size)
            browser.wait_for("!/(Making the kit|Checking|Drawing).* …/.test(document.body.innerText)", 60)
            if pane == "piece":
                browser.run("document.querySelector('[data-open]').click()")
                browser.wait_for("document.querySelector('dialog[open] img')?.complete")
            browser.run("document.querySelectorAll('main details').forEach(each => (each.open = true))")
            browser.run(axe)
            if wrong := browser.run(AXE):
                found[pane, size, scheme] = wrong
            assert browser.run("document.documentElement.scrollWidth") <= size[0], pane
    browser.ask("Emulation.setEmulatedMedia", features=[])
    assert found == {}


@pytest.mark.thorough
def test_a_layout_that_is_clicked_is_written_into_the_game(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Name,Suit,Cost,Text\nFox,Wood,2,Draw a card.\nTide,Sea,3,Discard a card.\n")
    deck = tmp_path / "deck"
    assert run(["new", str(deck), "--from", str(tmp_path / "cards.csv"), "--layout", "spell"])[0] == 0
    before = (deck / "game.yaml").read_text()
    with RunningStudio(deck, tmp_path / "state", "--out", str(tmp_path / "kit")) as running:
        show(browser, running, "layouts")
        browser.wait_for("document.querySelector('main img')?.naturalWidth > 0", 60)
        assert browser.run("document.querySelectorAll('[data-layout]').length") > 5
        browser.run("document.querySelector('[data-gallery] [name=part]').value = 'card'")
        browser.run("document.querySelector('[data-layout=event]').click()")
        browser.wait_for("document.querySelector('[data-history=undo]').title === 'card in event'")
    assert (deck / "game.yaml").read_text() == before.replace("use: spell", "use: event")
    assert "use: spell" in before


def test_what_changed_and_what_was_found_stand_beside_one_another(browser: Browser, studio: RunningStudio) -> None:
    show(browser, studio)
    browser.wait_for("document.getElementById('pane').dataset.drawn > 0")
    edit(studio.folder / "cards.csv", "1,1,The Mouse", "1,9,The Shrew")
    browser.wait_for("!!document.querySelector('[data-changed][data-wrong]')", 60)
    boxes = """['changed', 'wrong'].map(name => document.querySelector(`[data-changed][data-wrong] .mark.${name}`))
        .map(mark => mark.getBoundingClientRect()).map(({right, bottom, left, top}) => [right, bottom, left, top])"""
    (right, bottom, _, _), (_, _, left, top) = browser.run(boxes)
    assert right < left or bottom <= top
    for size in ("offsetWidth", "offsetHeight"):
        sizes = f"[...document.querySelectorAll('[data-key] button')].slice(0, 7).map(each => each.{size})"
        assert len(set(browser.run(sizes))) == 1, size


def test_a_note_is_not_marked_as_an_error(browser: Browser, shared: RunningStudio) -> None:
    show(browser, shared)
    level = """(item => { item.dataset.wrong = LEVEL;
        return getComputedStyle(item.querySelector('.mark.wrong')).color })(document.querySelector('[data-key]'))"""
    shown = [browser.run(level.replace("LEVEL", f"'{each}'")) for each in ("error", "warning", "note")]
    assert len(set(shown)) == 3


def test_both_sides_of_a_piece_are_shown_to_the_trim_unless_bleed_is_asked_for(
    browser: Browser, shared: RunningStudio
) -> None:
    show(browser, shared)
    browser.run("document.querySelector('[data-open]').click()")
    browser.wait_for("[...document.querySelectorAll('dialog[open] img')].filter(each => each.complete).length === 2")
    sizes = """[...document.querySelectorAll('dialog .sheet')].map(sheet => {
        const [paper, art] = [sheet, sheet.querySelector('img')].map(each => each.getBoundingClientRect());
        return [paper.width / paper.height, paper.width, art.width / paper.width, art.left - paper.left] })"""
    (ratio, front, _, _), (other, back, wide, left) = browser.run(sizes)
    assert ratio == pytest.approx(63 / 88, abs=0.002)
    assert other == pytest.approx(ratio, abs=0.002)
    assert back == pytest.approx(front, abs=0.5)
    assert wide == pytest.approx((63 + 6) / 63, abs=0.002)
    assert left == pytest.approx(-3 / 63 * back, abs=0.5)
    browser.run("document.querySelector('[data-line=bleed]').click()")
    (_, front, _, _), (other, back, wide, left) = browser.run(sizes)
    assert other == pytest.approx(69 / 94, abs=0.002)
    assert (wide, left) == (pytest.approx(1.0), pytest.approx(0.0))
    assert back / front == pytest.approx(69 / 63, abs=0.01)


def test_the_keyboard_alone_opens_and_closes_a_piece(browser: Browser, shared: RunningStudio) -> None:
    show(browser, shared)
    browser.run("document.querySelector('[data-open]').focus()")
    press(browser, "Enter", 13, "\r")
    browser.wait_for("!!document.querySelector('dialog[open]')")
    assert browser.run("document.activeElement.textContent") == "Close"
    for key, code, piece in (("ArrowRight", 39, "2"), ("ArrowRight", 39, "3"), ("ArrowLeft", 37, "2")):
        press(browser, key, code)
        browser.wait_for(f"document.getElementById('dialog-title').textContent === 'card.sun.{piece}'")
    browser.run("""(() => {
        const plain = fetch;  // the third card comes after the fourth, which was asked for later
        window.fetch = async (path, ...more) => {
            const answer = await plain(path, ...more);
            if (!path.endsWith("/card.sun.3")) return answer;
            await new Promise((done) => setTimeout(done, 500));
            setTimeout(() => (window.hasCome = true), 100);
            return answer;
        };
    })()""")
    press(browser, "ArrowRight", 39)
    press(browser, "ArrowRight", 39)
    browser.wait_for("window.hasCome")
    assert browser.run("document.getElementById('dialog-title').textContent") == "card.sun.4"
    press(browser, "Escape", 27)
    browser.wait_for("!document.querySelector('dialog[open]')")
    assert browser.run("document.activeElement.dataset.open") == "card.sun.1"


@pytest.mark.thorough
def test_filters_leave_what_was_searched(browser: Browser, shared: RunningStudio) -> None:
    show(browser, shared)
    shown = "[...document.querySelectorAll('[data-key]:not([hidden])')].map(item => item.dataset.key)"
    search = "document.querySelector('[name=text]')"
    browser.run(f"{search}.value = 'twins'; {search}.dispatchEvent(new Event('input', {{bubbles: true}}))")
    assert browser.run(shown) == ["card.sun.2", "card.leaf.2"]
    color = "document.querySelector('[name=color]')"
    browser.run(f"{color}.value = 'suit.leaf'; {color}.dispatchEvent(new Event('input', {{bubbles: true}}))")
    assert browser.run(shown) == ["card.leaf.2"]


def test_nothing_is_reached_but_by_its_name(shared: RunningStudio) -> None:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with opener.open(shared.link) as answer:
        assert answer.status == 200
    home = shared.link.partition("/?")[0]
    for path in (
        "/file/..%2f..%2fetc%2fpasswd",
        "/file/game.yaml",
        "/built/trick-sheets-a4.pdf",
        "/built/..%2fgame.yaml",
        "/face/../../game.yaml/front",
        "/face/card.sun.1/side",
        "/static/..%2fserver.py",
        "/static/../server.py",
        "/page/..%2fx.pdf/1/small",
        "/pane/..%2fframe",
        "/piece/nothing",
        "/board/card/front",
        "/explain/GF999",
        "/explain/--help",
    ):
        with pytest.raises(urllib.error.HTTPError) as refused:
            opener.open(home + path)
        assert refused.value.code == 404, path
        refused.value.close()


def test_no_code_of_the_current_folder_is_run(browser: Browser, tmp_path: Path) -> None:
    """Python looks for modules in the current folder first, which may be a stranger's."""
    game = tmp_path / "three"
    (tmp_path / "cards.csv").write_text("name\nOwl\nFox\nElk\n")
    assert run(["new", str(game), "--from", str(tmp_path / "cards.csv")])[0] == 0
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w').close()\nraise SystemExit(7)\n"
    for name in ("generator/__init__.py", "generator/__main__.py", "multiprocessing/__init__.py", "json.py"):
        (game / name).parent.mkdir(exist_ok=True)
        (game / name).write_text(trap, "utf-8")
    with RunningStudio(game, tmp_path / "state", cwd=game) as studio:
        show(browser, studio, "findings")
        browser.wait_for(
            "document.querySelector('[data-badge=findings]').textContent !== '' || "
            "document.body.innerText.includes('Nothing is wrong')",
            60,
        )
        assert "was not checked" not in browser.run("document.body.innerText")
    assert not (tmp_path / "sprung").exists()


def test_ctrl_c_ends_it_in_one_line(game: Path, tmp_path: Path) -> None:
    status, errors = RunningStudio(game, tmp_path / "state").stop()
    assert status == 0
    assert errors == "stopped\n"


@pytest.mark.thorough
def test_ctrl_c_ends_it_in_one_line_while_a_page_is_open(browser: Browser, game: Path, tmp_path: Path) -> None:
    studio = RunningStudio(game, tmp_path / "state")
    show(browser, studio)
    assert studio.stop() == (0, "stopped\n")


@pytest.mark.skipif(sys.platform != "linux", reason="masks of signals are read from /proc")
def test_the_process_that_draws_never_hears_of_ctrl_c(browser: Browser, shared: RunningStudio) -> None:
    """A terminal sends Ctrl-C to all processes; Python would print a traceback if it came during an import."""
    show(browser, shared)
    children = Path(f"/proc/{shared.pid}/task/{shared.pid}/children").read_text().split()
    started = [each for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]
    assert len(started) == 2  # one draws, and one judges claims
    for each in started:
        (blocked,) = re.findall(r"SigBlk:\t(\w+)", Path(f"/proc/{each}/status").read_text())
        assert int(blocked, 16) >> (signal.SIGINT - 1) & 1


def test_an_unknown_game_is_told(tmp_path: Path) -> None:
    status, _, errors = run(["studio", str(tmp_path / "nothing"), "--no-browser"])
    assert status == 1
    assert "GF001 there is no game or folder of this name" in errors


def test_a_missing_package_is_told(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "generator.studio.serving", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    status, _, errors = run(["studio", str(game), "--no-browser"])
    assert status == 1
    assert "GF373 the studio needs the package 'uvicorn'; install it with \"pip install gutterfold[studio]\"" in errors
