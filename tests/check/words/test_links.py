"""Numbers of references that are not those of sections and figures are told where they stand (GF166)."""

from pathlib import Path

from generator.check.words.links import check_links
from tests.check.words.kit import GAME, make_case, read_orchard
from tests.messages import facts
from tests.samples import for_each

HEADS = "## 1. One\n\n{}\n\n## 2. Two\n"
FIGURES = "![One](figure:one)\n\n{}\n\n![Two](figure:two)\n"


def find_faults(home: Path, rules: str, language: str = "en") -> list[str]:
    game = read_orchard(home, rules, GAME if language == "en" else f"{GAME}language: {language}\n")
    found = [facts(each) for each in check_links(make_case(game))]
    return [each.removeprefix(f"{home}/orchard/rules.md:") for each in found]


@for_each(
    [
        (HEADS.format("See section 3."), "3:13: GF166 warning: 3 2"),
        (HEADS.format("See Sections 1 to 4, and section 2."), "3:19: GF166 warning: 4 2"),
        (HEADS.format("> - see section 2, 1 and 9"), "3:26: GF166 warning: 9 2"),
        (HEADS.format("As [section 2](#1-one) says."), "3:13: GF166 warning: 2 1"),
        (FIGURES.format("As in figure 3."), "3:14: GF166 warning: 3 2"),
    ]
)
def test_references_that_lead_nowhere(tmp_path: Path, text: str, found: str) -> None:
    assert find_faults(tmp_path, text) == [found]


@for_each(
    [
        HEADS.format("See section 2, sections 1 and 2, [section 1](#1-one), [](#2-two) and section 2.7."),
        HEADS.format("`See section 3` and [section 3](https://there) and 3 sections and section 3a."),
        HEADS.format("[the 7](#1-one)".replace("7", "one")),
        HEADS.format("In chapter 5 the story goes on."),  # headings with numbers are sections
        "## One\n\nSee section 3.\n\n## Two\n",  # not numbered
        "## 1. One\n\nSee section 7.\n\n## 5. Five\n",  # or not in order
        "## 1. One\n\nSee section 3.\n",  # one is no order
        FIGURES.format("As in figures 1 and 2, with 9 figures."),
        "The 3 figures; figure 3 is blue.",
    ]
)
def test_references_that_may_be_right(tmp_path: Path, text: str) -> None:
    assert find_faults(tmp_path, text) == []


def test_other_languages_are_read_if_they_have_words(tmp_path: Path) -> None:
    assert find_faults(tmp_path, HEADS.format("Siehe Abschnitt 3."), "de") == ["3:17: GF166 warning: 3 2"]
    assert find_faults(tmp_path, HEADS.format("Voir les sections 1 et 3."), "fr") == ["3:24: GF166 warning: 3 2"]
