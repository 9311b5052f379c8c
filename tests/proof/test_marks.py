"""A mark that is no symbol is told where the data has it, and words of pieces that a translation lacks at its table."""

from pathlib import Path

import pytest

from generator.check.translations.drawn_texts import check_untranslated_words
from generator.components import KINDS
from generator.load.game import read_game
from generator.model.finding import DataError
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from tests.kits import GAMES, WORDS

GAME = """title: Wren
version: "1"
players: [2, 2]
colors:
  player.red: {paint: "#c00000", mark: triangle}
  player.blue: {paint: "#0000c0", mark: disk}
parts:
  card: {kind: card, size: [40, 30], copies: 1, front: card.svg.j2, for_each: player}
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">
<use href="icons.svg#MARK" x="9" y="9" width="6" height="6"/>
</svg>
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give the folder of a game of two cards, of which one has a mark that is no symbol."""
    folder = tmp_path / "wren"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("mark", "told"),
    [("{{ player.mark }}", ("game.yaml", 6, "GF008")), ("disk", ("card.svg.j2", 2, "GF201"))],
)
def test_a_symbol_that_is_not_there(home: Path, mark: str, told: tuple[str, int, str]) -> None:
    (home / "templates/card.svg.j2").write_text(CARD.replace("MARK", mark), "utf-8")
    with pytest.raises(DataError) as caught:
        build_kit(home, Options(out=home.parent))
    (found,) = caught.value.findings
    assert (Path(found.place.file).name, found.place.line, found.code) == told
    assert "did you mean 'disc'?" in found.message


def test_words_of_pieces_that_a_translation_lacks() -> None:
    game = read_game(GAMES["psycle"], KINDS, words=WORDS)
    (french,) = game.translations
    said = {*french.says, "12"}
    assert [*check_untranslated_words(game, said)] == []
    (one,) = check_untranslated_words(game, {*said, "Roll the dice.", "Pass them on."})
    assert (one.code, one.level) == ("GF318", "warning")
    assert "no entry for 'Pass them on.', and 1 more" in one.message
    (near,) = check_untranslated_words(game, {*said - {"loses to"}, "looses to"})
    assert near.place == french.place("says", "loses to")
    assert "'looses to' has no entry" in near.message
