"""The user's list of printers: what it may hold, and where it says that something is wrong."""

from pathlib import Path

import pytest

from generator.load.printers import PRINTERS_FILE, locate_settings, parse_printers, read_printers
from generator.model.finding import DataError
from generator.model.printer import PrinterProfile
from generator.write.printers import drop_printer, lock_settings, put_printer, write_settings
from tests.samples import for_each

LIST = """\
# mine
[office]  # upstairs
back-offset = [0.6, -0.4]
skew = 0.1
scale = [99.7, 100]
margins = [4, 4, 12.7, 4]

[home_2]
"""


def test_a_printer_has_its_values_and_defaults() -> None:
    office, home = parse_printers(LIST, "printers.toml").values()
    assert office == PrinterProfile("office", (0.6, -0.4), 0.1, (99.7, 100.0), (4.0, 4.0, 12.7, 4.0))
    assert home == PrinterProfile("home_2", (0.0, 0.0), 0.0, (100.0, 100.0), (5.0, 5.0, 5.0, 5.0))


@for_each(
    [
        ("[a]\nskew = ", ["2:8"]),
        ("[a]\n[a]\n", ["2:3"]),
        ("[a b]\n", ["1:4"]),
        ('["a b"]\n', ["1:3"]),
        (f"[{'a' * 33}]\n", ["1:2"]),
        ("a = 3\n", ["1:1"]),
        ("[a]\nskew = '1'\n", ["2:1"]),
        ("[a]\nskew = true\n", ["2:1"]),
        ("[a]\nskew = nan\n", ["2:1"]),
        ("[a]\n\n  skew = 2.5\n", ["3:3"]),
        ("[a]\nback-offset = [1]\n", ["2:1"]),
        ("[a]\nback-offset = [1, 10.5]\n", ["2:1"]),
        ("[a]\nscale = [89, 100]\n", ["2:1"]),
        ("[a]\nmargins = [1, 2, 3, -1]\n", ["2:1"]),
        ("[b]\nskew = 0\n[a]\nskew = 9\nscales = 3\n", ["4:1", "5:1"]),
        ("a.skew = 9\n", [""]),
    ]
)
def test_each_fault_is_told_at_its_place(text: str, places: list[str]) -> None:
    with pytest.raises(DataError) as error:
        parse_printers(text, "printers.toml")
    assert [str(each.place).removeprefix("printers.toml").lstrip(":") for each in error.value.findings] == places
    assert {each.code for each in error.value.findings} == {"GF312"}


def test_text_that_is_nested_too_deep_is_told() -> None:
    with pytest.raises(DataError, match="GF312"):
        parse_printers(f"a = {'[' * 100_000}", "printers.toml")


def test_a_change_keeps_what_else_is_in_the_list() -> None:
    office = PrinterProfile("office", (1.0, 0.0), 0.0, (101.0, 100.0), (3.0, 3.0, 3.0, 3.0))
    changed = put_printer(LIST, office)
    assert changed.startswith("# mine\n[office]")
    assert parse_printers(changed, "")["office"] == office
    assert list(parse_printers(changed, "")) == ["office", "home_2"]
    assert list(parse_printers(drop_printer(changed, "office"), "")) == ["home_2"]
    assert parse_printers(put_printer("", office), "") == {"office": office}


def test_the_file_is_replaced_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "gutterfold"
    assert read_printers(folder).printers == {}
    with lock_settings(folder):
        write_settings(folder, PRINTERS_FILE, LIST)
        write_settings(folder, PRINTERS_FILE, "[new]\n")
    assert [path.name for path in folder.iterdir()] == [PRINTERS_FILE]
    assert list(read_printers(folder).printers) == ["new"]


def test_no_link_is_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text(LIST, "utf-8")
    (tmp_path / "gutterfold").mkdir()
    (tmp_path / "gutterfold" / PRINTERS_FILE).symlink_to(secret)
    with pytest.raises(DataError, match=r"printers\.toml: GF312 the list of printers is not a file"):
        read_printers(tmp_path / "gutterfold")
    write_settings(tmp_path / "gutterfold", PRINTERS_FILE, "[new]\n")
    assert secret.read_text("utf-8") == LIST
    assert list(read_printers(tmp_path / "gutterfold").printers) == ["new"]


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / PRINTERS_FILE).write_bytes(b"\xff")
    with pytest.raises(DataError, match="GF312 the list of printers is not UTF-8"):
        read_printers(tmp_path)


def test_the_settings_are_where_the_system_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert locate_settings() == tmp_path / "gutterfold"
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert locate_settings() == tmp_path / "home" / ".config" / "gutterfold"
