"""What `build --since` and `printed` say."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.model.printer import PrinterProfile
from generator.pipeline.reprint.kits import find_earlier_kit
from generator.pipeline.reprint.reprinting import describe_other_options
from tests.export.reprinting import build, change, choose, note, write_noted_game
from tests.export.reprinting import run as reprint
from tests.kits import run

_NINE = ("{id: a, n: 1}", "{id: a, n: 9}")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a game whose kit is noted as printed."""
    return write_noted_game(tmp_path)


def say(home: Path, *arguments: str, code: int = 0) -> list[str]:
    """Return the lines that a command writes about the game, without the folder of the test and the files."""
    status, told, errors = run([arguments[0], str(home), "--out", str(home.parent / "out"), *arguments[1:]])
    assert status == code
    lines = [line for line in (told if code == 0 else errors).splitlines() if not line.startswith("building ")]
    lines = [line.replace(f"{home.parent / 'out'}{os.sep}", "") for line in lines]
    return [line for line in lines if not line.endswith(" kB")]


def since(home: Path, *options: str, kit: str = "printed") -> list[str]:
    return say(home, "build", "--since", kit, "--format", "pdf", *options)


def test_a_reprint_says_what_goes_out_and_how_to_note_it(home: Path) -> None:
    change(home, _NINE)
    assert since(home) == [
        "Tiny: take 6 pieces out of the box, put 6 in; 1 sheet",
        "Tiny: once it is printed, run `gutterfold printed tiny --reprint`",
    ]
    assert say(home, "printed", "--reprint") == ["noted as printed: tiny-printed/"]


@pytest.mark.thorough
def test_options_of_the_noted_kit_are_named(home: Path) -> None:
    build(home, ink="low")
    note(home)
    told = since(home)
    assert told[0] == "Tiny: take 25 pieces out of the box, put 25 in; 3 sheets"
    assert told[1] == (
        "Tiny: the noted kit was built with --ink low; build with that too, or all that it changes is printed anew"
    )
    (line,) = since(home, "--ink", "low")
    assert line.startswith("Tiny: nothing changed since tiny-printed/kit: there is nothing to print")


@pytest.mark.thorough
def test_options_of_an_earlier_kit_are_named(home: Path) -> None:
    told = since(home, "--ink", "low", kit=str(home.parent / "out/tiny"))
    assert told[1].startswith("Tiny: the earlier kit was built with --ink full; ")


def test_nothing_to_print_is_one_line_though_rules_are_on_another_paper(tmp_path: Path) -> None:
    home = write_noted_game(tmp_path, chapters=1)
    assert since(home, "--only", "die", "--paper", "a3") == [
        "Tiny: no piece changed since tiny-printed/kit; its rules are on a4, so build with --paper a4 to compare them"
    ]


def test_rules_alone_are_printed_if_no_piece_changed(tmp_path: Path) -> None:
    home = write_noted_game(tmp_path, chapters=1)
    change(home, ("none is left", "all are gone"), file="rules.md")
    told = since(home)
    assert told[0] == "Tiny: no piece changed"
    assert told[1].startswith("Tiny: Rules: ")


@pytest.mark.thorough
def test_the_paper_of_the_noted_kit_is_named_once(tmp_path: Path) -> None:
    home = write_noted_game(tmp_path, chapters=1)
    change(home, _NINE)
    assert [line for line in since(home, "--paper", "a3") if "--paper" in line] == [
        "Tiny: Rules: the earlier kit has them on a4; build with --paper a4 to print the pages that changed."
    ]


def test_an_outdated_reprint_that_is_removed_is_told(home: Path) -> None:
    change(home, _NINE)
    since(home)
    change(home, _NINE[::-1])
    assert since(home) == [
        "Tiny: nothing changed since tiny-printed/kit: there is nothing to print; "
        "the older reprint is out of date and was removed"
    ]


def test_a_kit_that_is_named_by_nothing_is_refused_in_one_line(home: Path) -> None:
    told = say(home, "build", "--since", "", code=1)
    assert told == ["--since: GF369 name the folder of a kit, its manifest, or `printed`"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("before", "now", "says"),
    [
        ({}, {}, ""),
        ({"backs": "fold"}, {}, "--backs fold"),
        ({"palette": "colorblind"}, {}, "--palette colorblind"),
        ({}, {"palette": "colorblind"}, "no --palette"),
        (
            {"colors": ("player.red=#ff0000", "player.blue=#0000ff")},
            {},
            "--color player.red=#ff0000 --color player.blue=#0000ff",
        ),
        ({}, {"settings": ("chip.copies=8",)}, "no --set"),
        ({"bleed": 2.0}, {}, "--bleed 2"),
        ({"paper": "letter", "ink": "low"}, {}, "--paper letter and --ink low"),
        ({}, {"printer": PrinterProfile(name="den")}, "no --printer"),
        ({"marks": "lines", "formats": frozenset({"svg"}), "gap": 3.0, "only": ("die",)}, {}, ""),
    ],
)
def test_options_that_change_the_look_are_compared(
    home: Path, before: dict[str, object], now: dict[str, object], says: str
) -> None:
    kit = find_earlier_kit("printed", home.parent / "out", "tiny")
    options = choose(home.parent, **before)
    kit = kit._replace(manifest=replace(kit.manifest, options=options.record(), printer=options.printer))
    assert describe_other_options(kit, choose(home.parent, **now)) == says


def test_a_reprint_of_one_part_keeps_the_options_of_the_others(home: Path) -> None:
    build(home, ink="low")
    note(home)
    reprint(home, only=("chip",))
    note(home, reprint=True)
    kit = find_earlier_kit("printed", home.parent / "out", "tiny")
    assert kit.manifest.options is not None
    assert (kit.manifest.options.ink, kit.only, kit.is_without_rules) == ("low", (), False)
    assert describe_other_options(kit, choose(home.parent)) == "--ink low"
