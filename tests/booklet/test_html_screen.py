"""The web page on a phone and on a desk: its fonts, its figures enlarged, at night, and its footnotes."""

from pathlib import Path

import pytest

from generator.booklet import web_page as web
from generator.readback.rules import inspect_web_page
from tests.booklet.fonts import load_fonts
from tests.booklet.rules import BLOCKS, IMPRINT, STYLE, SVGS
from tests.booklet.test_html_judged import DESK, PHONE, find_violations
from tests.browser import Browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "rules.html"
    path.write_bytes(web.render_page(BLOCKS, IMPRINT, SVGS, STYLE, load_fonts()))
    return path


def test_a_page_with_fonts_is_one_that_readers_of_strangers_kits_accept(page: Path) -> None:
    inspect_web_page(page, "rules.html")


def test_the_fonts_are_loaded_and_used(browser: Browser, page: Path) -> None:
    browser.open(page, *PHONE)
    loaded = browser.run("document.fonts.ready.then(all => [...all].map(each => each.family + each.status))")
    assert sorted({each.replace('"', "") for each in loaded}) == [
        "booklet monoloaded",
        "booklet sansloaded",
        "booklet serifloaded",
    ]
    families = (
        "['p', 'h2', 'figcaption'].map(tag => getComputedStyle(document.querySelector('main ' + tag)).fontFamily)"
    )
    assert [each.split(",")[0].strip('"') for each in browser.run(families)] == [
        "booklet serif",
        "booklet sans",
        "booklet sans",
    ]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_click_enlarges_a_figure_and_another_one_puts_it_back(
    browser: Browser, page: Path, size: tuple[int, int]
) -> None:
    browser.open(page, *size)
    width = "document.querySelector('.plate img').getBoundingClientRect().width"
    before = browser.run(width)
    browser.run("document.querySelector('.open').click(); new Promise(done => setTimeout(done, 100))")
    large = browser.run(width)
    covered = browser.run(
        "(box => [box.x, box.y, box.width >= innerWidth - 20, box.height == innerHeight])"
        "(document.querySelector('.plate').getBoundingClientRect())"
    )
    browser.run("document.querySelector('.close').click(); new Promise(done => setTimeout(done, 100))")
    assert large > before * 1.5
    assert covered == [0, 0, True, True]
    assert browser.run(width) == before


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_page_at_night_is_dark_and_can_be_read(browser: Browser, page: Path, size: tuple[int, int]) -> None:
    night = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.ask("Emulation.setEmulatedMedia", media="screen", features=night)
    try:
        assert find_violations(browser, page, size) == []
        ground = browser.run("getComputedStyle(document.documentElement).backgroundColor")
        picture = browser.run("getComputedStyle(document.querySelector('.plate')).backgroundColor")
    finally:
        browser.ask("Emulation.setEmulatedMedia", media="", features=[])
    assert (ground, picture) == ("rgb(22, 24, 28)", "rgb(255, 255, 255)")


def test_the_contents_follow_beside_the_text_or_are_one_touch_away(browser: Browser, page: Path) -> None:
    follow = "[getComputedStyle(document.querySelector('nav')).position, getComputedStyle(document.querySelector('.up')).position]"
    browser.open(page, *DESK)
    assert browser.run(follow)[0] == "sticky"
    browser.open(page, *PHONE)
    assert browser.run(follow) == ["static", "fixed"]


def test_on_a_phone_the_contents_are_folded_until_they_are_asked_for(browser: Browser, page: Path) -> None:
    shown = "getComputedStyle(document.querySelector('nav ul')).display"
    browser.open(page, *DESK)
    assert browser.run(shown) == "block"
    browser.open(page, *PHONE)
    assert browser.run(shown) == "none"
    browser.run("document.querySelector('.up').click(); new Promise(done => setTimeout(done, 100))")
    assert browser.run(shown) == "block"
