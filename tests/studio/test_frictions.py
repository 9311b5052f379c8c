"""What stood in the way of a user of the page: filters that were lost, claims told late, options that were typed."""

from pathlib import Path

import pytest

from tests.browser import Browser
from tests.kits import run
from tests.studio.running import RunningStudio, SharedStudio

DESK = (1280, 900)
SHOWN = "[...document.querySelectorAll('[data-key]:not([hidden])')].map(item => item.dataset.key)"
STATUS = "document.getElementById('status')"


def show(browser: Browser, studio: RunningStudio, pane: str) -> None:
    browser.open_address(f"{studio.link}#{pane}", *DESK)
    browser.wait_for(f"document.getElementById('pane')?.dataset.shown === '{pane}'")


def fill(browser: Browser, field: str, value: str, event: str = "input") -> None:
    found = f"document.querySelector('{field}')"
    browser.run(f"{found}.value = '{value}'; {found}.dispatchEvent(new Event('{event}', {{bubbles: true}}))")


def test_the_address_holds_filters_in_every_view_and_on_reload(browser: Browser, shared: SharedStudio) -> None:
    show(browser, shared, "pieces")
    browser.wait_for(f"{SHOWN}.length === 14")
    fill(browser, "[name=text]", "twins")
    fill(browser, "[name=size]", "2.5")
    browser.run("document.querySelector('[name=backs]').click()")
    both = ["card.sun.2", "card.leaf.2"]
    assert browser.run(SHOWN) == both
    browser.run("location.hash = 'findings'")
    browser.wait_for("document.getElementById('pane').dataset.shown === 'findings'")
    browser.run("location.hash = 'pieces'")
    browser.wait_for("!!document.querySelector('[name=text]')")
    for _ in range(2):
        browser.wait_for(f"{SHOWN}.length === 2")
        assert browser.run(SHOWN) == both
        assert browser.run("document.getElementById('pane').classList.contains('backs')") is True
        assert browser.run("document.getElementById('pane').style.getPropertyValue('--scale')") == "2.5"
        address = browser.run("location.href")
        assert address.endswith("/?text=twins&backs=1&size=2.5#pieces")
        browser.open_address("about:blank", *DESK)
        browser.open_address(address, *DESK)
        browser.wait_for("!!document.querySelector('[name=text]')")


def test_a_failing_claim_is_told_in_the_bar_with_its_count(browser: Browser, studio: SharedStudio) -> None:
    show(browser, studio, "pieces")
    browser.wait_for(f"{STATUS}.textContent === 'live'")
    cards = studio.folder / "cards.csv"
    good = cards.read_text("utf-8")
    cards.write_text(good.replace("1,1,The Mouse", "1,9,The Mouse"), "utf-8")
    browser.wait_for(f"{STATUS}.textContent === '✗ 1 claim fails'")
    assert browser.run(f"{STATUS}.dataset.state") == "faulty"
    assert browser.run("document.querySelector('[data-badge=rules]').textContent") == " 1"
    cards.write_text(good, "utf-8")
    browser.wait_for(f"{STATUS}.textContent === 'live'")
    assert browser.run("document.querySelector('[data-badge=rules]').hidden") is True


def test_sizes_and_counts_are_fields(browser: Browser, studio: SharedStudio) -> None:
    show(browser, studio, "print")
    browser.wait_for("!!document.querySelector('[data-setting=\"card.gap\"]')")
    fields = "[...document.querySelectorAll('[data-setting]')].map(field => [field.dataset.setting, field.placeholder])"
    assert browser.run(fields) == [["card.safe", "as usual"], ["card.gap", "as usual"], ["card.size", "poker"]]
    fill(browser, '[data-setting="card.gap"]', "2", "change")
    fill(browser, "[name=settings]", "card.one_way=true", "change")
    page = "fetch('/pane/print').then(answer => answer.text())"
    browser.wait_for(
        f'{page}.then(text => text.includes(\'card.one_way=true\\n<\') && /name="set-card.gap" value="2"/.test(text))'
    )
    fill(browser, '[data-setting="card.gap"]', "-1", "change")
    browser.wait_for("!document.querySelector('[data-told].refused').hidden")


@pytest.mark.thorough
def test_every_target_is_exported_from_the_page(browser: Browser, studio: SharedStudio) -> None:
    show(browser, studio, "export")
    targets = "[...document.querySelectorAll('[data-target]')].map(field => field.value)"
    assert browser.run(targets) == (
        "png pdf svg makeplayingcards gamecrafter drivethrucards tabletop-simulator cut web".split()
    )
    shown = "[...document.querySelectorAll('[data-for]:not([hidden])')].map(field => field.dataset.field)"
    assert browser.run(shown) == ["dpi", "bleed"]
    browser.run("document.querySelector('[value=svg]').click()")
    assert browser.run(shown) == ["bleed", "svg_text"]
    fill(browser, "[name=bleed]", "0")
    browser.run("document.querySelector('[type=submit]').click()")
    told = browser.wait_for("document.querySelector('.made')?.innerText", 120)
    assert "The export is ready" in told
    made = studio.folder.parent / "kits" / "trick-svg"
    assert len(list(made.rglob("*.svg"))) == 2 * 14
    answer = """fetch('/export', {method: 'POST', body: JSON.stringify(BODY), headers: {'x-gutterfold-key':
        document.querySelector('[name=gutterfold-key]').content}}).then(answer => answer.json())"""
    assert browser.run(answer.replace("BODY", "{to: 'everywhere'}"))["ok"] is False
    assert browser.run(answer.replace("BODY", "{to: 'png', dpi: '9999'}"))["why"] == (
        "Pixels in an inch: a number from 30 to 1200"
    )


@pytest.mark.thorough
def test_the_rules_of_an_unreadable_game_say_why(browser: Browser, tmp_path: Path) -> None:
    assert run(["new", str(tmp_path / "trick"), "--like", "cards"])[0] == 0
    text = (tmp_path / "trick" / "game.yaml").read_text("utf-8")
    (tmp_path / "trick" / "game.yaml").write_text(text.replace("players: [3, 4]", "players: [3, four]"), "utf-8")
    with RunningStudio(tmp_path / "trick", tmp_path / "state") as found:
        show(browser, found, "rules")
        told = "document.querySelector('main .failed')?.innerText"
        says = "The rules cannot be shown, because the game cannot be read"
        told = browser.wait_for(f"{told}?.startsWith('{says}') && {told}")
        assert "GF006" in told
        assert "game.yaml:9:14" in told
        browser.open_address("about:blank", *DESK)
