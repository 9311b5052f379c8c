"""Attributes that every program ignores are dropped; what may be a slip is told."""

from generator.render.drawings.cleaning import drop_stray_attributes
from generator.render.drawings.nodes import to_node
from generator.render.svg.elements import SvgParser
from tests.samples import for_each

OFFICE = 'xmlns:ooo="http://xml.openoffice.org/svg/export"'


def drop(inside: str, root: str = "") -> tuple[list[dict[str, str]], list[str]]:
    """Return the attributes of all elements that are left, and the warnings."""
    node = to_node(SvgParser().read(f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{inside}</svg>'))
    remarks = list(drop_stray_attributes(node))
    assert {(each.code, each.level) for each in remarks} <= {("GF214", "warning")}
    return [dict(each.attributes) for each in node.walk()], [each.message for each in remarks]


@for_each(
    [
        ('content="&lt;mxfile&gt;"', {}, "content='<mxfile>' is ignored, as an svg has no such attribute; delete it"),
        (
            f'content="{"x" * 41}"',
            {},
            f"content='{'x' * 40}...' is ignored, as an svg has no such attribute; delete it",
        ),
        (
            'background-color="#000"',
            {},
            "background-color='#000' is ignored, as it is a CSS property and not an attribute; write it in style",
        ),
        ('viewbox="0 0 9 9"', {"viewbox": "0 0 9 9"}, ""),  # a misspelling, which is refused
        ('hieght="9"', {"hieght": "9"}, ""),
        ('fill="red" data-x="1" id="a"', {"fill": "red", "data-x": "1", "id": "a"}, ""),
    ]
)
def test_what_svg_does_not_know_is_dropped_from_a_root(root: str, left: dict[str, str], says: str) -> None:
    assert drop("", root) == ([left], [says] if says else [])


def test_other_elements_keep_what_they_do_not_know() -> None:
    assert drop('<g size="2"><rect content="a"/></g>') == ([{}, {"size": "2"}, {"content": "a"}], [])


def test_a_group_has_no_place_but_one_that_is_not_zero_is_kept() -> None:
    assert drop('<g rx="0" ry="0px" x="2" stroke-width="0"/><rect x="0"/>') == (
        [{}, {"x": "2", "stroke-width": "0"}, {"x": "0"}],
        [],
    )


def test_a_path_follows_its_data_alone() -> None:
    assert drop('<path d="M0 0" points="1,2"/><path points="1,2"/>') == ([{}, {"d": "M0 0"}, {"points": "1,2"}], [])


def test_classes_of_an_office_program_name_no_groups() -> None:
    assert drop('<g class="Slide"><g class="Page" ooo:name="a"/></g>', OFFICE)[0][1] == {}
    assert drop('<g class="Slide"/>', OFFICE)[0][1] == {"class": "Slide"}
