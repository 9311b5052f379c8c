"""The commands `calibrate` and `printer`: what is asked, kept, shown and refused."""

from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from generator.cli.commands import main
from generator.model.printer import LINE_QUESTIONS, MARGIN_QUESTIONS, SCALE_QUESTIONS, PrinterProfile
from generator.pipeline.printers import list_printers
from tests.kits import run
from tests.messages import facts_of

VALUES = ("--back-offset", "0.6,-0.4", "--skew", "0.1", "--scale", "99.7x100.2", "--margins", "4,4.2,12.7,4")
OFFICE = PrinterProfile("office", (0.6, -0.4), 0.1, (99.7, 100.2), (4.0, 4.2, 12.7, 4.0))


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the printers of each test apart, and return the file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "config" / "gutterfold" / "printers.toml"


def answer(*lines: str, name: str = "home", more: tuple[str, ...] = ()) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["printer", "add", name, *more], input="".join(f"{line}\n" for line in lines))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def test_a_printer_is_added_shown_listed_and_removed(settings: Path) -> None:
    assert run(["printer", "list"])[1] == "no printer has been measured yet; start with 'gutterfold calibrate'\n"
    code, said, _ = run(["printer", "add", "office", *VALUES])
    assert code == 0
    assert said.splitlines()[:4] == [
        "office",
        "  backs come out 0.6 mm to the right and 0.4 mm too high and turned 0.1 degrees clockwise, seen from the front",
        "  100 mm come out as 99.7 mm across and 100.2 mm down",
        "  it prints nothing within 4 mm of the top, 4.2 right, 12.7 bottom, 4 left",
    ]
    assert f"saved in {settings}" in said
    assert list_printers().printers == {"office": OFFICE}
    assert run(["printer", "list"])[1].splitlines() == said.splitlines()[:4]
    shown = run(["printer", "show", "office"])[1].splitlines()
    assert shown[:4] == said.splitlines()[:4]
    assert shown[4] == f"gutterfold printer add office {' '.join(VALUES)}"
    assert run(["printer", "remove", "office"]) == (0, "removed office\n", "")
    assert list_printers().printers == {}


def test_what_is_left_out_counts_as_no_error() -> None:
    assert run(["printer", "add", "office", "--margins", "3,3,3,3"])[0] == 0
    assert list_printers().printers["office"] == PrinterProfile("office", margins=(3.0, 3.0, 3.0, 3.0))
    said = run(["printer", "show", "office"])[1]
    assert "backs come out right behind their fronts" in said
    assert "lengths come out true" in said


@pytest.mark.parametrize(
    ("option", "text", "key", "value"),
    [
        ("--back-offset", "-1.5,2", "back_offset", (-1.5, 2.0)),
        ("--back-offset", " .5 mm , 0mm", "back_offset", (0.5, 0.0)),
        ("--skew", "-0.25", "skew", -0.25),
        ("--skew", "0.25deg", "skew", 0.25),
        ("--skew", "0.5mm", "skew", 0.191),  # between scales A and B, 150 mm apart
        ("--skew", "0.5/200", "skew", 0.1432),
        ("--scale", "99.7%x100.2%", "scale", (99.7, 100.2)),
        ("--scale", "149.4mmx200.6mm", "scale", (99.6, 100.3)),
        ("--scale", "99.6/100x250.5/250", "scale", (99.6, 100.2)),
        ("--scale", "99.7X149.7/150", "scale", (99.7, 99.8)),
    ],
)
def test_values_are_read_as_people_type_them(option: str, text: str, key: str, value: object) -> None:
    assert run(["printer", "add", "office", option, text])[0] == 0
    assert getattr(list_printers().printers["office"], key) == value


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--back-offset", "12,0"), "a back offset of 12 mm is out of range (from -10 to 10 mm)"),
        (("--back-offset", "1"), "'1' is not X,Y in mm"),
        (("--back-offset", "nan,1"), "'nan,1' is not X,Y in mm"),
        (("--skew", "3"), "a skew of 3 degrees is out of range (from -2 to 2 degrees)"),
        (("--skew", "steep"), "'steep' is not a skew"),
        (("--skew", "1/0"), "'1/0' is not a skew"),
        (("--scale", "89.9x100"), "a scale of 89.9 % is out of range (from 90 to 110 %)"),
        (("--scale", "100x149.6"), "a scale of 149.6 % is out of range"),
        (("--scale", "100"), "'100' is not XxY"),
        (("--scale", "1/0x100"), "'1/0x100' is not XxY"),
        (("--margins", "1,2,3"), "'1,2,3' is not T,R,B,L in mm"),
        (("--margins", "1,2,3,-4"), "a margin of -4 mm is out of range"),
        (("--margins", "150,5,150,5"), "the margins at top and bottom are 300 mm together"),
        (("--paper", "10x15cm"), "the page needs paper of 148 x 210 mm"),
        (("--margins", "5,80,5,80", "--paper", "a5"), "the margins at left and right are 160 mm together"),
    ],
)
def test_impossible_values_are_one_clear_line(options: tuple[str, ...], says: str) -> None:
    code, said, error = run(["printer", "add", "office", *options])
    assert (code, said) == (2, "")
    (line,) = [line for line in error.splitlines() if ": GF012 " in line]
    assert says in line
    assert options[0] in line
    assert list_printers().printers == {}


@pytest.mark.parametrize("name", ["", "a b", "a.b", "a/b", "ä", "x" * 33, "[x]"])
def test_names_are_letters_digits_and_two_signs(name: str) -> None:
    assert run(["printer", "add", name, *VALUES])[0] == 2
    assert run(["printer", "add", "Of-fice_2", *VALUES])[0] == 0


def test_replacing_is_asked_for() -> None:
    assert run(["printer", "add", "office", *VALUES])[0] == 0
    code, _, error = run(["printer", "add", "office", "--skew", "0"])
    assert (code, facts_of(error.splitlines())) == (1, ["printer add: GF312 'office'"])
    assert answer(name="office")[0] == 1  # before anything is asked
    assert list_printers().printers["office"] == OFFICE
    assert run(["printer", "add", "office", "--skew", "0.3", "--replace"])[0] == 0
    assert list_printers().printers["office"] == PrinterProfile("office", skew=0.3)


def test_without_options_it_asks_for_the_numbers_of_the_page() -> None:
    code, said, _ = answer("0.4", "0.2", "-0,3", "149.7", "200.4 mm", "4", "4.5", "12.5", "4")
    assert code == 0
    asked = [each.asks.format(across=150, down=200) for each in (*SCALE_QUESTIONS, *LINE_QUESTIONS, *MARGIN_QUESTIONS)]
    assert all(each in said for each in asked)
    home = list_printers().printers["home"]
    assert home.back_offset == pytest.approx((0.304, -0.296), abs=0.002)
    assert home.skew == pytest.approx(0.0774, abs=0.0002)
    assert home.scale == (99.8, 100.2)
    assert home.margins == (4.0, 4.5, 12.5, 4.0)
    assert "backs come out 0.30" in said


def test_on_small_paper_it_asks_for_the_lines_of_that_page() -> None:
    code, said, _ = answer("0", "0", "0", "100", "120", "4", "4", "4", "4", more=("--paper", "a5"))
    assert code == 0
    assert "printed as 100 mm" in said
    assert list_printers().printers["home"].scale == (100.0, 100.0)


def test_an_answer_that_cannot_be_right_is_asked_again() -> None:
    wrong_scale = ("0", "0", "0", "15", "200", "150", "200")
    code, said, error = answer("left", *wrong_scale, "4", "4", "4", "4")
    assert code == 0
    assert "'left' is not a number of mm, such as 0.4" in said
    assert "a scale of 10 % is out of range" in error
    assert list_printers().printers["home"].scale == (100.0, 100.0)


def test_answers_that_end_early_save_nothing(settings: Path) -> None:
    code, _, error = answer("0.4", "0.2")
    assert code == 1
    assert error == "printer add: GF312 the answers ended before the last question; nothing is saved\n"
    assert not settings.exists()


def test_an_answer_without_an_end_saves_nothing(settings: Path) -> None:
    code, _, error = answer("0.4", "1" * 5000)
    assert (code, error) == (1, "printer add: GF312 this answer is too long for a length; nothing is saved\n")
    assert not settings.exists()


@pytest.mark.parametrize("command", [["printer", "show", "ofice"], ["printer", "remove", "ofice"]])
def test_an_unknown_printer_is_told_with_those_that_are_known(command: list[str]) -> None:
    code, _, error = run(command)
    assert (code, "none is saved yet" in error) == (1, True)
    run(["printer", "add", "office", *VALUES])
    code, _, error = run(command)
    assert code == 1
    assert "GF312 there is no printer 'ofice': measure it with 'gutterfold calibrate'; did you mean 'office'?" in error


def test_a_build_for_an_unknown_printer_writes_nothing(tmp_path: Path) -> None:
    for command in ("build", "booklet"):
        code, _, error = run([command, "psycle", "--printer", "nowhere", "--out", str(tmp_path / "out")])
        assert code == 1
        assert facts_of(error.splitlines()) == ["--printer: GF312 'nowhere' 'gutterfold calibrate'"]
    assert not (tmp_path / "out").exists()


def test_a_damaged_list_is_told_at_its_line(settings: Path) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_text("[office]\nskew = 9\n", "utf-8")
    for command in (["printer", "list"], ["build", "psycle", "--printer", "office"], ["printer", "add", "x", *VALUES]):
        code, _, error = run(command)
        assert code == 1
        assert error.splitlines()[0].startswith(f"{settings}:2:1: GF312 office.skew: a skew of 9 degrees")
    assert settings.read_text("utf-8") == "[office]\nskew = 9\n"


def test_margins_larger_than_the_paper_are_told() -> None:
    run(["printer", "add", "wide", "--margins", "5,80,5,80"])
    code, _, error = run(["build", "psycle", "--printer", "wide", "--paper", "a5"])
    assert (code, error.count("\n")) == (1, 1)
    assert error.startswith(
        "--printer: GF312 'wide' cannot print on a5 paper: the margins at left and right are 160 mm"
    )


# -- the page ------------------------------------------------------------------------------------------------------


def sizes(path: Path) -> list[tuple[int, int]]:
    with pikepdf.open(path) as pdf:
        assert all(page.TrimBox == page.MediaBox for page in pdf.pages)
        corners = [[round(float(each) * 25.4 / 72) for each in page.MediaBox[2:]] for page in pdf.pages]
        return [(width, height) for width, height in corners]


def test_calibrate_writes_one_sheet(tmp_path: Path) -> None:
    code, said, _ = run(["calibrate"])
    assert (code, said.splitlines()[0]) == (
        0,
        "calibration-a4.pdf: print it at 100% on both sides, flipped on the long edge",
    )
    assert sizes(tmp_path / "calibration-a4.pdf") == [(210, 297)] * 2
    assert run(["calibrate", "--paper", "letter", "--backs", "short-edge", "--out", "new/page.pdf"])[0] == 0
    assert sizes(tmp_path / "new" / "page.pdf") == [(216, 279)] * 2
    with pikepdf.open(tmp_path / "new" / "page.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_calibrate_writes_over_nothing_but_its_own_page(tmp_path: Path) -> None:
    assert [run(["calibrate"])[0] for _ in range(2)] == [0, 0]
    (tmp_path / "mine.pdf").write_bytes(b"mine")
    (tmp_path / "link.pdf").symlink_to("mine.pdf")
    for out in ("mine.pdf", "link.pdf", str(tmp_path)):
        code, _, error = run(["calibrate", "--out", out])
        assert (code, f"{out}: GF401 " in error) == (1, True)
    assert (tmp_path / "mine.pdf").read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["calibration-a4.pdf", "link.pdf", "mine.pdf"]


def test_calibrate_checks_a_printer(tmp_path: Path) -> None:
    run(["printer", "add", "office", *VALUES])
    assert run(["calibrate", "--printer", "office", "--out", "check.pdf"])[0] == 0
    with pikepdf.open(tmp_path / "check.pdf") as pdf:
        matrices = [page.Contents.read_bytes().split(b" cm")[0].split() for page in pdf.pages]
    assert [float(each) for each in matrices[0][1:5]] == pytest.approx([100 / 99.7, 0, 0, 100 / 100.2], abs=1e-5)
    assert float(matrices[1][2]) != 0


def test_the_calibration_page_is_printed_in_a_language(tmp_path: Path) -> None:
    assert run(["calibrate", "--lang", "fr-CA", "--out", "mesure.pdf"])[0] == 0
    with pikepdf.open(tmp_path / "mesure.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Étalonnez votre imprimante"
    code, _, error = run(["calibrate", "--lang", "tlh"])
    assert code == 1
    assert facts_of(error.splitlines()) == ["--lang: GF005 'tlh'"]
    assert not (tmp_path / "calibration-a4.pdf").exists()
