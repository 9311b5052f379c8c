"""Rules of repainted kits, read from the finished PDF: they name only the colors on the paper."""

import re
import subprocess
from pathlib import Path

import pytest

from generator.check.check_context import CheckContext
from generator.check.words.color_names import check_color_names
from generator.model.paper import PAPERS
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.rules.rulebook import print_rules
from generator.proof.kit import Kit
from tests.kits import GAMES, Kits, run

COLORED = ("psycle", "pharaoh", "psychopaths", "hypnosia")
GRAYS = {"red": "medium gray", "yellow": "pale gray", "green": "light gray", "blue": "dark gray", "purple": "ash gray"}


def prepare_game(game: str, **choices: object) -> Kit:
    """Prepare the kit of a game with these options."""
    return prepare_kit(GAMES[game], Options(**choices))  # type: ignore[arg-type]


def extract_words(made: Kit, folder: Path) -> str:
    """Return the words of the typeset rules and the alternative texts of their figures."""
    path = folder / "rules.pdf"
    path.write_bytes(dict(print_rules(made, Options(), []))[f"{made.game.id}-rules-a4.pdf"])
    return " ".join([read_words(path), *(figure.alt for figure in made.game.data.figures.values())])


def read_words(path: Path) -> str:
    """Return the words of a PDF."""
    done = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True)
    return " ".join(done.stdout.split())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", COLORED)
def test_a_gray_kit_names_only_grays(game: str, tmp_path: Path) -> None:
    made = prepare_game(game, palette="grey")
    text = extract_words(made, tmp_path)
    own = [color.name for role, color in made.game.colors.items() if role.startswith("player.") and color.name in GRAYS]
    assert len(own) >= 4
    assert re.findall(rf"\b(?:{'|'.join(own)})\b", text, re.IGNORECASE) == []
    assert [name for name in own if GRAYS[name] not in text.lower()] == []
    assert list(check_color_names(CheckContext(made.game, made.all_parts, made.parts, PAPERS["a4"]))) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", COLORED)
def test_a_kit_in_its_own_colors_names_them(game: str, kit: Kits) -> None:
    text = read_words(kit(game).folder / f"{game}-rules-a4.pdf")
    assert "gray has" not in text
    assert [name for name in ("red", "yellow", "green", "blue") if not re.search(rf"\b{name}\b", text)] == []


@pytest.mark.thorough
@pytest.mark.sampled(1)
@pytest.mark.parametrize(("game", "said"), [
    ("psycle", "vermilion a triangle, blue a disc, green a square and yellow a diamond."),
    ("pharaoh", "vermilion has a triangle, yellow a diamond, green a square, blue a disc and black a cross."),
    ("hypnosia", "vermilion has a triangle, yellow a diamond, green a square, blue a disc, black a cross and pink a star."),
])  # fmt: skip
def test_okabe_ito_colors_are_named(game: str, said: str, tmp_path: Path) -> None:
    assert said in extract_words(prepare_game(game, palette="okabe-ito"), tmp_path)


@pytest.mark.thorough
def test_an_option_renames_the_color_in_the_rules(tmp_path: Path) -> None:
    made = prepare_game("psychopaths", colors=("player.red=#ff8800", "player.yellow=#7a3b00", "ink=#003366"))
    text = extract_words(made, tmp_path)
    assert "An orange pawn stands on A. A white 1 takes it over the orange path to B" in text
    assert "The order of the colors is orange, brown, blue, green, then orange again." in text
    assert "A blue face moves the psycho." in text
    assert "orange start" in text
    assert re.findall(r"\b(?:red|yellow|black)\b", text, re.IGNORECASE) == []


@pytest.mark.thorough
def test_the_certificate_explains_renamed_colors(tmp_path: Path) -> None:
    status, stdout, stderr = run(["build", "pharaoh", "--color", "player.red=#7a3b00", "--out", str(tmp_path)])
    assert (status, "GF130" in stdout + stderr) == (0, False)
    text = " ".join((tmp_path / "pharaoh/pharaoh-certificate.txt").read_text("utf-8").split())
    said = "Claims and data call colors by names that no palette changes; on this paper red (player.red) is brown."
    assert said in text
    assert "in the example of a turn Ann, brown, sits below and Ben, blue, above" in re.sub(r" {2,}|holds ", " ", text)
