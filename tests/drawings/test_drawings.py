"""The public list of drawings: a sample is judged in each run, and all by `make drawings`."""

from collections import Counter

import pytest

from tests.browser import Browser
from tests.drawings.judge import (
    browse_svg,
    compare_prints,
    draw_file,
    explain_surprise,
    find_expectation,
    judge_drawing,
    list_drawings,
    name_drawing,
    read_expectations,
    render_prints,
)
from tests.samples import sample

NAMES = {name_drawing(path): path for path in list_drawings()}
SAMPLE = [name for name in NAMES if name.startswith("programs/") or find_expectation(name).refused]
SAMPLE += sorted(NAMES.keys() - {*SAMPLE})[::9]
# of each kind of thing, without texts: Chromium finds no fonts of packages
BROWSED = """clips/several-shapes clips/bounding-box-transformed masks/luminance masks/alpha patterns/transformed
    gradients/radial-focus gradients/fade-to-transparent gradients/radial-repeat markers/view-box painting/stroke-first
    painting/overlay structure/nested-svg structure/symbol images/sliced programs/illustrator-for-screens
    programs/affinity-designer programs/figma-mask""".split()


def test_the_list_is_as_long_as_it_says() -> None:
    folders = Counter(name.partition("/")[0] for name in NAMES)
    assert len(NAMES) >= 401
    assert folders["programs"] >= 56
    assert {name.partition("-")[0] for name in NAMES if name.startswith("programs/")} == {
        "programs/inkscape",
        "programs/illustrator",
        "programs/affinity",
        "programs/figma",
        "programs/sketch",
        "programs/coreldraw",
        "programs/canva",
        "programs/boxy",
        "programs/powerpoint",
        "programs/vectornator",
        "programs/draw",
        "programs/krita",
        "programs/libreoffice",
        "programs/mermaid",
        "programs/penpot",
    }


def test_what_is_expected_is_expected_of_a_drawing() -> None:
    assert read_expectations().keys() <= NAMES.keys()


@pytest.mark.sampled(45)  # some of every folder
@pytest.mark.parametrize("name", SAMPLE)
def test_a_drawing_is_right_or_refused_as_expected(name: str) -> None:
    assert explain_surprise(name, judge_drawing(NAMES[name])) == ""


def test_chromium_shows_a_sample_as_it_is_printed(browser: Browser) -> None:
    names = sample(BROWSED + [name for name in NAMES if find_expectation(name).judge == "chromium"], 4)
    verdicts = {
        name: compare_prints(
            render_prints(draw_file(NAMES[name])), browse_svg(NAMES[name], browser), find_expectation(name).allowed
        )
        for name in names
    }
    assert {name: verdict for name, verdict in verdicts.items() if verdict.kind != "right"} == {}
