"""Papers by name and by size, the pages of their booklets, and rulers on small ones."""

from generator.impose.marks import measure_ruler
from generator.model.paper import PAPERS, Paper, booklet_page, find_paper, get_paper, list_rule_papers
from tests.samples import for_each


@for_each(
    [
        ("A4", PAPERS["a4"]),
        ("sra3", Paper("sra3", 320, 450)),
        ("329x483", Paper("329x483", 329, 483)),
        ("329 x 483 mm", Paper("329x483", 329, 483)),
        ("13x19in", Paper("13x19in", 330.2, 482.6)),
        ("19x13in", Paper("13x19in", 330.2, 482.6)),
        ("6\u00d74in", Paper("4x6in", 101.6, 152.4)),
        ("10x15cm", Paper("10x15cm", 100, 150)),
        ("8.5x11in", PAPERS["letter"]),
        ("210x297", PAPERS["a4"]),
        ("79x200", None),
        ("200x1601", None),
        ("0x0", None),
        ("1e3x200", None),
        ("329x483pt", None),
        ("a44", None),
        ("", None),
    ]
)
def test_a_paper_is_found_by_name_or_size(name: str, paper: Paper | None) -> None:
    assert find_paper(name) == paper
    if paper:
        assert find_paper(paper.name) == paper


def test_a_booklet_needs_pages_that_can_be_read() -> None:
    assert booklet_page(Paper("13x19in", 330.2, 482.6)) == Paper("half-13x19in", 241.3, 330.2)
    assert booklet_page(Paper("4x6in", 101.6, 152.4)) is None
    assert booklet_page(PAPERS["a5"]) is None


@for_each(
    [
        ("a4", ["a4"]),
        ("letter", ["letter"]),
        ("legal", ["legal", "letter", "a4"]),
        ("a5", ["a5", "a4", "letter"]),
        ("13x19in", ["13x19in", "letter", "a4"]),
        ("4x6in", ["letter", "a4"]),
        ("1000x1500", ["a4", "letter"]),
    ]
)
def test_rules_are_set_on_pages_that_people_read(name: str, papers: list[str]) -> None:
    assert [each.name for each in list_rule_papers(get_paper(name))] == papers


def test_small_paper_has_a_short_ruler_or_none() -> None:
    assert [measure_ruler(length) for length in (210, 148, 147, 101.6, 98, 97)] == [100, 100, 50, 50, 50, 0]
