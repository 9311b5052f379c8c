"""Two lists of a template that give the same names each other's numbers."""

import pytest

from generator.proof.typed_pairs import (
    find_doubled_turns,
    find_doubled_values,
    find_exchanged_numbers,
    find_mirrored_turns,
)

CALLS = "{{ side(row.west, 0) }}\n{{ side(row.north, 90) }}{{ side(row.east, 180) }}{{ side(row.south, 270) }}\n"
LIST = "{% for land, turn in [(row.west, 0), (row.north, 90), (row.east, 180), (row.south, 270)] %}"
SWAPPED = LIST.replace("180", "x").replace("270", "180").replace("x", "270")
OPPOSITE = LIST.replace("180", "x").replace("(row.west, 0)", "(row.west, 180)").replace("x", "0")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (CALLS + LIST, None),
        (CALLS + SWAPPED, (3, 56)),
        (CALLS + CALLS.replace("side", "water") + SWAPPED, (5, 56)),
        (CALLS + OPPOSITE, None),  # it may draw what is seen from behind
        (CALLS + CALLS.replace("side", "water") + OPPOSITE, (5, 24)),
        (CALLS + SWAPPED.replace("row.west, 0", "row.west, 5"), None),  # other numbers are for something else
        (CALLS + LIST.replace(" 0", " 90").replace(" 90)", " 0)", 1), None),
        (SWAPPED, None),
        (LIST.replace("row.", "'").replace(",", "',") + "\n" + CALLS.replace("row.", "'").replace(",", "',"), None),
    ],
)
def test_exchanged_numbers(text: str, at: tuple[int, int] | None) -> None:
    found = [each.place for each in find_exchanged_numbers("it", {"it.svg.j2": text})]
    assert [(each.line, each.column) for each in found] == ([at] if at else [])


def test_three_names_tell_nothing() -> None:
    few = [text.replace("(row.north, 90)", "x") for text in (CALLS, SWAPPED)]
    assert list(find_exchanged_numbers("it", {"it.svg.j2": "".join(few)})) == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("('n', 0), ('w', 90), ('s', 180), ('e', 270)", "it.svg.j2:1:51"),
        ("('north', 90), ('east', 0), ('south', 270), ('west', 180)", ""),
        ("('north', 180), ('east', 90), ('south', 0), ('west', 270)", "it.svg.j2:1:34"),
        ("(row.n, 180), (row.e, 270), (row.s, 0), (row.w, 90)", ""),
        ("('n', 0), ('e', 180), ('s', 90), ('w', 270)", ""),
        ("('n', 0), ('w', 90), ('s', 180), ('x', 270)", ""),
        ("('n', 3), ('w', 4), ('s', 5), ('e', 6)", ""),
    ],
)
def test_turns_that_mirror_the_sides_are_told(typed: str, told: str) -> None:
    text = f"{{% for a, b in [{typed}] %}}{{% endfor %}}"
    assert [str(each.place) for each in find_mirrored_turns("it", {"it.svg.j2": text})] == ([told] if told else [])


TURNED = "{{% for a, b in [{}] %}}<path transform='rotate({{{{ b }}}} 20 20)' d='M20 20 V-2'/>{{% endfor %}}"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("(row.n, 0), (row.e, 90), (row.s, 180), (row.w, 270)", ""),
        (
            "(row.n, 0), (row.e, 90), (row.s, 180), (row.w, 90)",
            "'row.e' and 'row.w' are both turned 90, and nothing 270",
        ),
        ("(row.n, 0), (row.e, 90), (row.s, 0), (row.w, -90)", "'row.n' and 'row.s' are both turned 0, and nothing 180"),
        ("(row.n, 0), (row.e, 90), (row.s, 0), (row.w, 90)", ""),
        ("(row.n, 0), (row.e, 90), (row.s, 90)", ""),  # of three, none is left out
        ("(row.n, 0), (row.e, 30), (row.s, 60), (row.w, 60)", ""),  # not a full circle
    ],
)
def test_a_turn_that_two_sides_have_is_told(typed: str, told: str) -> None:
    found = [each.message for each in find_doubled_turns("it", {"it.svg.j2": TURNED.format(typed)})]
    assert found == [f"it: {told}; give each of the 4 sides its own turn"] * bool(told)
    assert list(find_doubled_turns("it", {"it.svg.j2": TURNED.format(typed).replace("rotate", "skewX")})) == []


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("'oak': 'oak', 'elm': 'elm', 'hêtre': 'hetre'", ""),
        ("'oak': 'oak', 'elm': 'oak', 'hêtre': 'hetre'", "1:34: GF144 warning: it: this gives 'elm' the value 'oak'"),
        (
            "'oak': 'hetre', 'elm': 'elm', 'hêtre': 'hetre'",
            "1:20: GF144 warning: it: this gives 'oak' the value 'hetre'",
        ),
        ("'oak': 'tree', 'elm': 'elm', 'fir': 'fir'", ""),  # a name that has another word
        ("'rain': '#00f', 'sun': '#fd0', 'wind': '#00f'", ""),  # of three, two may be alike
        (
            "'rain': '#00f', 'sun': '#fd0', 'wind': '#00f', 'fog': '#ccc'",
            "1:52: GF144 note: it: this gives 'wind' the value '#00f'",
        ),
        ("'rain': '#00f', 'sun': '#fd0', 'wind': '#00f', 'fog': '#fd0'", ""),
        ("'rain': blue, 'sun': '#fd0', 'wind': blue, 'fog': '#ccc'", ""),  # not all of them typed
        ("'sack': 'two faces', 'lid': 'one face', 'barrel': 'two faces', 'box': 'six faces'", ""),  # words about them
    ],
)
def test_a_value_that_two_names_of_a_table_have_is_told(table: str, told: str) -> None:
    found = [str(each) for each in find_doubled_values("it", {"it": f"{{% set a = {{{table}}}[name] %}}"})]
    assert [each.partition(", which ")[0] for each in found] == ([f"it:{told}"] if told else [])


def test_a_doubled_value_names_both() -> None:
    found = find_doubled_values("it", {"it": "{{ {'oak': 'oak', 'elm': 'oak', 'fir': 'fir'}[row.wood] }}"})
    says = "it: this gives 'elm' the value 'oak', which 'oak' has; each of the others has its own"
    assert [each.message for each in found] == [says]
