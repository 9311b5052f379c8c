"""A game is changed in the studio alone, in a real browser: by its form, from the gallery, as text, and from nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import AXE, Browser
from tests.conftest import find_packed
from tests.kits import run
from tests.studio.running import RunningStudio

DESK, PHONE = (1280, 900), (390, 844)
TABLE = "name,cost,text\nOwl,2,Flies\nFox,3,Runs\n"
# types a value into a field, as a user does who leaves it afterwards
TYPE = """((selector, value) => {
    const field = document.querySelector(selector);
    field.value = value;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, {bubbles: true}));
})"""
REFUSED = "[...document.querySelectorAll('.refused:not([hidden])')].map(each => each.textContent).join()"
STATUS = "document.getElementById('status').textContent"
STEP = "document.querySelector('[data-history=undo]').title"  # what was done last


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """Start one studio for a deck of two cards; each test undoes what it did, or changes something of its own."""
    home = tmp_path_factory.mktemp("forms")
    (home / "cards.csv").write_text(TABLE)
    assert run(["new", str(home / "deck"), "--from", str(home / "cards.csv"), "--layout", "spell"])[0] == 0
    with RunningStudio(home / "deck", home / "state", "--out", str(home / "kits")) as found:
        yield found


@pytest.fixture(autouse=True)
def leave_page(browser: Browser) -> Iterator[None]:
    yield
    browser.run("window.addEventListener('beforeunload', event => event.stopImmediatePropagation(), true)")
    browser.open_address("about:blank", *DESK)


def show(browser: Browser, studio: RunningStudio, pane: str, size: tuple[int, int] = DESK) -> None:
    browser.open_address(f"{studio.link}#{pane}", *size)
    browser.wait_for(f"document.getElementById('pane')?.dataset.shown === '{pane}'")
    browser.wait_for(f"{STATUS} === 'live'")


def locate(*path: str | int) -> str:
    """Return the selector of the field of a value."""
    return f"[data-value][data-path='{json.dumps(path)}']"


def type_into(browser: Browser, selector: str, value: str) -> None:
    browser.wait_for(f"!!document.querySelector({json.dumps(selector)})")
    browser.run(f"{TYPE}({json.dumps(selector)}, {json.dumps(value)})")


def click(browser: Browser, selector: str) -> None:
    browser.wait_for(f"!!document.querySelector({json.dumps(selector)})")
    browser.run(f"document.querySelector({json.dumps(selector)}).click()")


def undo_step(browser: Browser) -> None:
    """Undo the last step, and wait until the step before it is the last."""
    title = browser.run(STEP)
    click(browser, "[data-history=undo]")
    browser.wait_for(f"{STEP} !== {json.dumps(title)}")


def undo(browser: Browser, game: Path, text: str) -> None:
    """Undo the last step, and wait until the game is as it was."""
    undo_step(browser)
    assert (game / "game.yaml").read_bytes().decode() == text


def test_a_count_that_is_changed_by_form_changes_the_sheets(browser: Browser, deck: RunningStudio) -> None:
    file = deck.folder / "game.yaml"
    before = file.read_text()
    show(browser, deck, "game")
    made, sheets = "document.querySelector('[data-field=made]').textContent", "document.querySelector('[data-sheets]')"
    browser.wait_for(f"{sheets}?.dataset.sheets", 90)
    assert browser.run(made).startswith("2 pieces")
    first = int(browser.run(f"{sheets}.dataset.sheets"))
    type_into(browser, locate("parts", "card", "copies"), "20")
    browser.wait_for(f"{made}.startsWith('40 pieces')")
    browser.wait_for(f"Number({sheets}.dataset.sheets) > {first}", 90)
    assert file.read_text() == before.replace("copies: 1  # of each row", "copies: 20  # of each row")
    undo(browser, deck.folder, before)
    browser.wait_for(f"document.querySelector({json.dumps(locate('parts', 'card', 'copies'))}).value === '1'")


def test_what_the_game_refuses_is_told_at_its_field_and_not_written(browser: Browser, deck: RunningStudio) -> None:
    file = deck.folder / "game.yaml"
    before = file.read_text()
    show(browser, deck, "game")
    field = locate("players")
    type_into(browser, field, "2, many")
    told = f"document.querySelector({json.dumps(field)}).closest('.value').querySelector('.refused')"
    assert "players[1] must be a whole number" in browser.wait_for(f"!{told}.hidden && {told}.textContent")
    assert browser.run(f"document.querySelector({json.dumps(field)}).getAttribute('aria-invalid')") == "true"
    assert file.read_text() == before
    type_into(browser, field, "2, 5")
    browser.wait_for(f"{told}.hidden")
    assert file.read_text() == before.replace("[1, 6]", "[2, 5]")
    file.write_text(before.replace("[1, 6]", "[3, 3]"))
    type_into(browser, field, "2, 6")
    assert "the file says '3, 3' meanwhile" in browser.wait_for(f"!{told}.hidden && {told}.textContent")
    file.write_text(before)


def test_a_part_is_added_from_the_gallery_copied_and_removed(browser: Browser, deck: RunningStudio) -> None:
    file = deck.folder / "game.yaml"
    before = file.read_text()
    show(browser, deck, "layouts")
    browser.wait_for("document.querySelectorAll('[data-layout] img').length === 18", 90)
    browser.run("document.querySelector('[data-layout=hero]').click()")
    browser.wait_for(f"{REFUSED}.includes('Type the title of the new part')")
    type_into(browser, "[data-gallery] [name=title]", "Brave heroes")
    type_into(browser, "[data-gallery] [name=id]", "hero")
    browser.run("document.querySelector('[data-layout=hero]').click()")
    browser.wait_for("location.hash === '#game'")
    whole = file.read_text()
    assert whole.startswith(before.rstrip("\n"))
    assert "  hero:\n    kind: card\n    title: Brave heroes\n" in whole
    assert (deck.folder / "hero.csv").read_text().startswith("title,number,attack,defense,art,type,text,footer\n")
    browser.wait_for("document.querySelector('[data-field=made]')?.textContent.startsWith('5 pieces')")
    named = f"[data-rename][data-path='{json.dumps(['parts', 'hero'])}']"
    type_into(browser, named, "card")
    browser.wait_for(f"{REFUSED}.includes('card')")
    type_into(browser, named, "brave-heroes")
    browser.wait_for(f"{STEP} === 'parts.hero is brave-heroes'")
    assert file.read_text() == whole.replace("  hero:\n", "  brave-heroes:\n")
    type_into(browser, locate("parts", "brave-heroes", "kind"), "tile")
    browser.wait_for(f"{REFUSED}.includes('size must be [width, height]')")
    copy = json.dumps(["parts", "brave-heroes"])
    click(browser, f"[data-form=copy][data-path='{copy}']")
    browser.wait_for("document.querySelector('[data-field=made]').textContent.startsWith('8 pieces')")
    assert "  brave-heroes-2:\n    kind: card\n    title: Brave heroes 2\n" in file.read_text()
    click(browser, f"[data-form=remove][data-path='{copy}']")
    browser.wait_for(f"{STEP} === 'parts.brave-heroes removed'")
    for _ in range(4):
        undo_step(browser)
    assert file.read_text() == before
    assert not (deck.folder / "hero.csv").exists()


@pytest.mark.thorough
def test_a_color_is_added_by_form_and_a_tried_one_is_saved(browser: Browser, deck: RunningStudio) -> None:
    file = deck.folder / "game.yaml"
    before = file.read_text()
    show(browser, deck, "game")
    form = "[data-add='[\"colors\"]']"
    browser.run(f"document.querySelector({json.dumps(form)}).elements.key.value = 'suit.sky'")
    type_into(browser, f"{form} [name=paint]", "#336699")
    click(browser, f"{form} button[type=submit]")
    browser.wait_for(f"{STEP} === 'new in colors'")
    added = file.read_text()
    assert added.startswith(before)
    assert added.endswith('colors:\n  suit.sky: {paint: "#336699"}\n')
    show(browser, deck, "colors")
    browser.wait_for("!!document.querySelector('[name=\"suit.sky\"]')")
    browser.run("(field => {field.value = '#004400'; field.dispatchEvent(new Event('input', {bubbles: true}))})"
                "(document.querySelector('[name=\"suit.sky\"]'))")  # fmt: skip
    click(browser, "[data-save-colors]")
    browser.wait_for(f"{STEP} === 'colors of suit.sky'")
    assert file.read_text() == added.replace("#336699", "#004400")
    browser.wait_for("!document.querySelector('[data-save-colors]')")
    undo(browser, deck.folder, added)
    file.write_text(before)


def save_whole(file: Path, text: str) -> None:
    """Save a file as editors do, so that nobody reads it half written."""
    staged = file.with_name("staged")
    staged.write_text(text, "utf-8")
    staged.replace(file)


def test_rules_are_begun_and_a_claim_is_put_into_them(browser: Browser, deck: RunningStudio) -> None:
    file, rules = deck.folder / "game.yaml", deck.folder / "rules.md"
    before = file.read_text()
    show(browser, deck, "text")
    click(browser, "[data-begin-rules]")
    area = "document.querySelector('[data-text]')"
    browser.wait_for(f"{area}.dataset.name === 'rules.md'")
    begun = rules.read_text()
    assert begun == browser.run(f"{area}.value")
    browser.run(f"{area}.setSelectionRange({area}.value.length, {area}.value.length)")
    type_into(browser, "[data-claims-search]", "how many")
    shown = (
        "[...document.querySelectorAll('.claim-list li')].filter(each => !each.hidden).map(each => each.textContent)"
    )
    assert browser.run(shown) == ["card: how many2"]
    browser.run("document.querySelector('.claim-list li:not([hidden]) button').click()")
    browser.ask("Input.insertText", text=" cards.\n")
    browser.run("document.querySelector('[data-text-save]').click()")
    browser.wait_for("document.querySelector('[data-text-state]').textContent === 'saved'")
    assert rules.read_text() == begun + "{{ claim(2, 'card') }} cards.\n"
    lines = "document.querySelector('[data-text-findings]').textContent"
    browser.run(f"{area}.value = {area}.value.replace('claim(2', 'claim(3')")
    browser.run(f"{area}.dispatchEvent(new Event('input', {{bubbles: true}}))")
    browser.run("document.querySelector('[data-text-save]').click()")
    number = begun.count("\n") + 1
    browser.wait_for(f"{lines}.includes('line {number} GF101')", 90)
    assert browser.run(f"document.querySelectorAll('.mirror > div')[{number - 1}].dataset.level") == "error"
    save_whole(rules, "# Deck\n")
    browser.wait_for(f"{area}.value === '# Deck\\n'")
    browser.run("""(() => {
        const plain = fetch;  // the text comes late, so that one types while it is on its way
        const waiting = [];
        window.release = () => waiting.splice(0).forEach((done) => done((window.isReleased = true)));
        window.fetch = async (path, ...more) => {
            const answer = await plain(path, ...more);
            if (path.startsWith("/text?") && !window.isReleased) await new Promise((done) => (window.isLate = waiting.push(done)));
            return answer;
        };
    })()""")
    save_whole(rules, "# Another\n")
    browser.wait_for("window.isLate")
    browser.ask("Input.insertText", text="typed here ")
    browser.run("window.release()")
    browser.wait_for(f"{REFUSED}.includes('was changed outside while you typed')", 90)
    browser.run("document.querySelectorAll('[data-text-refused] button')[1].click()")
    browser.wait_for("document.querySelector('[data-text-state]').textContent === 'saved'")
    assert "typed here" in rules.read_text()
    assert "# Deck" in rules.read_text()
    file.write_text(before)
    rules.unlink()


def test_show_the_line_opens_the_text_of_the_page_where_no_editor_is(browser: Browser, deck: RunningStudio) -> None:
    show(browser, deck, "game")
    click(browser, f"[data-edit=value][data-which='{json.dumps(['players'])}']")
    browser.wait_for("location.hash === '#text'")
    area = "document.querySelector('[data-text]')"
    browser.wait_for(f"{area}?.dataset.name === 'game.yaml' && document.activeElement === {area}")
    line = browser.run(f"{area}.value.slice({area}.selectionStart).split('\\n')[0]")
    assert line == "players: [1, 6]"


def test_a_deck_is_made_of_nothing_and_printed(browser: Browser, tmp_path: Path) -> None:
    """In an empty folder: a table is sent, a card gets copies, and the kit is built, in the page alone."""
    home = tmp_path / "games"
    home.mkdir()
    axe = find_packed("axe_playwright_python", "axe.min.js").read_text(encoding="utf-8")
    with RunningStudio(home, tmp_path / "state", "--out", str(tmp_path / "kits")) as studio:
        browser.open_address(studio.link, *PHONE)
        browser.wait_for("!!document.querySelector('[data-start]')")
        browser.run("document.querySelector('[value=table]').click()")
        browser.run(axe)
        assert browser.run(AXE) == []
        assert browser.run("document.documentElement.scrollWidth") <= PHONE[0]
        file = f"new File([{json.dumps(TABLE)}], '../my cards.csv')"
        browser.run(f"(box => {{box.items.add({file}); document.querySelector('[name=files]').files = box.files}})"
                    "(new DataTransfer())")  # fmt: skip
        type_into(browser, "[name=title]", "1")
        click(browser, "[type=submit]")
        browser.wait_for(f"{REFUSED}.includes('cannot name a game')", 60)
        type_into(browser, "[name=title]", "Wild deck")
        click(browser, "[type=submit]")
        browser.wait_for("document.querySelectorAll('[data-key]').length === 2", 60)
        found = sorted(path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file())
        assert found == ["wild-deck/game.yaml", "wild-deck/my cards.csv"]
        browser.run("location.hash = 'game'")
        type_into(browser, locate("parts", "card", "copies"), "9")
        browser.wait_for("document.querySelector('[data-field=made]').textContent.startsWith('18 pieces')", 60)
        browser.run("location.hash = 'print'")
        click(browser, "[data-print] [type=submit]")
        browser.wait_for("!!document.querySelector('.made')", 120)
        assert (tmp_path / "kits" / "wild-deck" / "wild-deck-sheets-a4.pdf").is_file()
    with RunningStudio(home, tmp_path / "state", "--out", str(tmp_path / "kits")) as studio:
        browser.open_address(studio.link, *DESK)
        click(browser, "[data-open-game='wild-deck']")
        browser.wait_for("document.getElementById('title')?.textContent === 'Wild deck'", 60)
