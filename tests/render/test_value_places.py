"""Characters that a font lacks: told at the value of the data that holds them, not at the template that draws them."""

from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.pipeline.build import build_booklet, build_kit
from generator.pipeline.options import Options

GAME = """\
title: Robin
version: "1"
players: [1, 4]
colors: {player.red: {paint: "#d55e00"}}
parts:
  egg: {kind: card, title: Eggs, size: poker, front: egg.svg.j2, rows: eggs.csv, stock: card}
rules: rules.md
about: of eggs
credits: [by me, and you]
notice: mine
print_notes: [none, cut]
claims:
  - {id: R1, says: three eggs, rests_on: rules of Robin, check: count('egg') == 3}
"""
ROWS = "n,kind,copies\none,small,1\ntwo,large,2\n"
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  <text x="20" y="20" font-size="5" font-family="Source Sans Pro">{{ row.n }} is {{ row.kind }}</text>
</svg>
"""
RULES = "# Robin\n\nThere are {{ claim(3, 'egg') }} eggs.\n"
# what no font has: Phoenician, and two hieroglyphs
PHOENICIAN, OWL, SNAKE = "\U00010900\U00010901\U00010902\U00010903", "\U00013000", "\U00013001"


@pytest.fixture
def robin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a game and go to the folder above it; return its folder."""
    files = {"game.yaml": GAME, "eggs.csv": ROWS, "rules.md": RULES, "templates/egg.svg.j2": FACE}
    for name, text in files.items():
        (tmp_path / "robin" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "robin" / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Path("robin")


def replace_once(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


PLACES = {
    ("game.yaml", "Robin\n", f"Robin {OWL}\n"): "game.yaml:1:8",
    ("game.yaml", "title: Robin", f"title: {PHOENICIAN}"): "game.yaml:1:8",
    ("game.yaml", '"1"', f'"1 {SNAKE}"'): "game.yaml:2:10",
    ("game.yaml", "Eggs", f"Eggs {OWL}"): "game.yaml:6:28",
    ("game.yaml", "stock: card", f"stock: card {OWL}"): "game.yaml:6:89",
    ("game.yaml", "and you", f"and {PHOENICIAN} you"): "game.yaml:9:18",
    ("game.yaml", "notice: mine", f"notice: mine {SNAKE}"): "game.yaml:10:9",
    ("game.yaml", "cut]", f"cut {SNAKE}]"): "game.yaml:11:21",
    ("eggs.csv", "two,large", f"two,{OWL} large"): "eggs.csv:3:5",
    ("eggs.csv", "two,large", f'two,"{OWL} large"'): "eggs.csv:3:5",
}


@pytest.mark.parametrize(("change", "place"), PLACES.items(), ids=list(map(str, range(len(PLACES)))))
def test_a_character_is_told_at_its_value(change: tuple[str, str, str], place: str, robin: Path) -> None:
    name, old, new = change
    replace_once(robin / name, old, new)
    with pytest.raises(DataError) as caught:
        build_kit(robin, Options())
    assert [f"{each.place}: {each.code}" for each in caught.value.findings] == [f"robin/{place}: GF205"]


def test_the_nearest_of_several_values_is_told(robin: Path) -> None:
    replace_once(robin / "game.yaml", "three eggs", f"three {SNAKE} eggs")  # claims are not drawn
    replace_once(robin / "eggs.csv", "one,small", f"{SNAKE} {SNAKE},small")
    replace_once(robin / "eggs.csv", "two,large", f"{SNAKE},large")
    with pytest.raises(DataError) as caught:
        build_kit(robin, Options())
    assert [str(each.place) for each in caught.value.findings] == ["robin/eggs.csv:2:1", "robin/eggs.csv:3:1"]


def test_a_character_of_the_template_is_told_there(robin: Path) -> None:
    replace_once(robin / "templates/egg.svg.j2", "is", SNAKE)
    replace_once(robin / "game.yaml", "three eggs", f"three {SNAKE} eggs")
    with pytest.raises(DataError) as caught:
        build_kit(robin, Options())
    assert {f"{each.place}: {each.code}" for each in caught.value.findings} == {"robin/templates/egg.svg.j2:2:3: GF205"}


def test_the_imprint_of_a_booklet_is_told_at_its_values(robin: Path) -> None:
    replace_once(robin / "game.yaml", "of eggs", f"of eggs {SNAKE}")
    replace_once(robin / "game.yaml", "by me", f"by {OWL}")
    replace_once(robin / "game.yaml", "title: Robin", f"title: {PHOENICIAN[0]}")
    with pytest.raises(DataError) as caught:
        build_booklet(robin, Options())
    assert {(str(each.place), each.code) for each in caught.value.findings} == {
        ("robin/game.yaml:1:8", "GF205"),
        ("robin/game.yaml:8:8", "GF205"),
        ("robin/game.yaml:9:11", "GF205"),
    }


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("'land.' ~ row.n", ["GF008 robin/eggs.csv:3:1"]),  # 'two' is no land
        ("'land.two'", ["GF207 robin/templates/egg.svg.j2:2:43"]),  # the template types it
    ],
)
def test_a_key_that_a_value_makes_is_reported_at_the_value(robin: Path, key: str, found: list[str]) -> None:
    replace_once(robin / "game.yaml", "colors: {player.red", 'colors: {land.one: {paint: "#777777"}, player.red')
    replace_once(robin / "templates" / "egg.svg.j2", 'font-size="5"', f'font-size="5" fill="{{{{ colors[{key}] }}}}"')
    with pytest.raises(DataError) as caught:
        build_kit(robin, Options(out=robin.parent / "out", processes=1))
    assert [f"{each.code} {each.place}" for each in caught.value.findings] == found


@pytest.mark.parametrize(
    ("face", "place"), [("row.kind|say", "eggs.csv:3:5"), ("'giant'|say", "templates/egg.svg.j2:2:71")]
)
def test_a_text_without_a_translation_is_told_at_its_value(robin: Path, face: str, place: str) -> None:
    replace_once(robin / "templates/egg.svg.j2", "{{ row.n }} is {{ row.kind }}", f"{{{{ {face} }}}}")
    replace_once(robin / "game.yaml", "about: of", "languages: [en, de]\nabout: of")
    (robin / "rules.de.md").write_text(RULES.replace("There are", "Es gibt"), "utf-8")
    (robin / "rules.de.yaml").write_text(
        "title: Robin\nabout: a\ncredits: [ich]\nnotice: b\nparts: {egg: [Ei, Eier]}\ncolors: {player.red: Rot}\nwords: {small: klein}\n",
        "utf-8",
    )
    with pytest.raises(DataError) as caught:
        build_kit(robin, Options(languages=("de",)))
    assert [f"{each.place}: {each.code}" for each in caught.value.findings] == [f"robin/{place}: GF005"]
