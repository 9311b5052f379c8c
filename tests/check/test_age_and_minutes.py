"""The keys `age` and `minutes`: read, claimed by the rules, printed on the title page, and refused."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from generator.model.finding import DataError
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.rules.rulebook import print_rules
from tests.messages import facts

GAME = """title: Wren
version: "1"
players: [2, 4]
{more}rules: rules.md
parts:
  gem: {{kind: tile, title: Gems, front: gem.svg.j2, size: [20, 20], copies: 5}}
"""
GEM = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20"><path d="M5 5H15V15Z"/></svg>'


@pytest.fixture
def write_game(tmp_path: Path) -> Callable[[str, str], Path]:
    def write(more: str, rules: str = "Gems.") -> Path:
        folder = tmp_path / "wren"
        (folder / "templates").mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(GAME.format(more=more), encoding="utf-8")
        (folder / "rules.md").write_text(rules, encoding="utf-8")
        (folder / "templates" / "gem.svg.j2").write_text(GEM, encoding="utf-8")
        return folder

    return write


@pytest.mark.parametrize(
    ("more", "cover"),
    [
        ("", "2 to 4 players"),
        ("age: 8\n", "2 to 4 players \u00b7 ages 8 and up"),
        ("minutes: 30\n", "2 to 4 players \u00b7 30 minutes"),
        ("minutes: [120, 180]\n", "2 to 4 players \u00b7 2 to 3 hours"),
        ("minutes: [60, 120]\n", "2 to 4 players \u00b7 1 to 2 hours"),
        ("minutes: 120\n", "2 to 4 players \u00b7 2 hours"),
        ("minutes: 60\n", "2 to 4 players \u00b7 60 minutes"),
        ("minutes: [90, 120]\n", "2 to 4 players \u00b7 90 to 120 minutes"),
        ("age: 8\nminutes: [20, 40]\n", "2 to 4 players \u00b7 ages 8 and up \u00b7 20 to 40 minutes"),
    ],
)
def test_the_title_page_says_players_age_and_minutes(write_game: Callable[..., Path], more: str, cover: str) -> None:
    kit = prepare_kit(write_game(more), Options())
    files = dict(print_rules(kit, Options(), []))
    title = pypdfium2.PdfDocument(files["wren-rules-a5.pdf"])[0].get_textpage().get_text_bounded()
    assert title.splitlines() == ["Wren", cover]


REFUSED = {
    "minutes: [40, 20]\n": "game.yaml:4:10: GF006 40 20",
    "minutes: 0\n": "game.yaml:4:10: GF006",
    "age: old\n": "game.yaml:4:6: GF006",
}


@pytest.mark.parametrize(("more", "told"), REFUSED.items(), ids=REFUSED)
def test_a_wrong_age_or_length_is_refused_at_its_place(write_game: Callable[..., Path], more: str, told: str) -> None:
    with pytest.raises(DataError) as caught:
        prepare_kit(write_game(more), Options())
    [line] = [str(each) for each in caught.value.findings]
    assert told.split(" ")[0].rstrip(":") in line
    assert told.split(" ")[1] in facts(line)
