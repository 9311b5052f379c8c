"""What the page chooses of an export becomes options of the command, which its own parser takes."""

import pytest

from generator.pipeline.export.targets import ONLY_FOR, TARGETS
from generator.studio.choices import FIELDS, ChoiceError, list_export_arguments


def test_a_target_gets_its_own_options_alone() -> None:
    given = {
        "dpi": "150",
        "bleed": "0",
        "one_file": True,
        "separate_backs": True,
        "machine": "cricut",
        "only": ["card"],
    }
    assert list_export_arguments(given, "pdf", {"card"}) == [
        *("--to=pdf", "--bleed=0", "--one-file", "--separate-backs", "--only=card")
    ]
    assert list_export_arguments(given, "png", {"hand"}) == ["--to=png", "--dpi=150", "--bleed=0"]
    assert list_export_arguments(given, "cut", set()) == ["--to=cut", "--bleed=0", "--machine=cricut"]
    assert list_export_arguments({"separate_backs": True}, "pdf", set()) == ["--to=pdf"]


@pytest.mark.parametrize("value", ["29", "1201", "x", "nan", 150, ["150"], "1" * 20])
def test_a_number_out_of_its_bounds_is_refused(value: object) -> None:
    with pytest.raises(ChoiceError, match="from 30 to 1200"):
        list_export_arguments({"dpi": value}, "png", set())


def test_every_option_of_a_target_is_a_field_but_addresses_and_profiles() -> None:
    left = {"url", "color_space", "profile", "ink_limit"}  # a profile is a file
    assert {field.name for field in FIELDS} == ONLY_FOR.keys() - left
    assert {target for field in FIELDS for target in field.targets} <= TARGETS.keys()
