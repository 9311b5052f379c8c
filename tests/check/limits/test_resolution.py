"""Images are measured as they are printed: under 150 dpi a warning, under 300 a note (GF323)."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from generator.check.check_context import PlacedPixels
from generator.check.limits.sizes import check_resolution
from tests.kits import run
from tests.samples import for_each

FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">%s</svg>'
GAME = """title: One
version: "1"
players: [1, 4]
parts:
  card: {kind: card, size: [50, 70], front: card.svg.j2, copies: 1, safe: 0}
claims:
  - {id: C1, says: one card, rests_on: rules, check: "count('card') == 1"}
"""


class Case:
    """What the check asks for."""

    def __init__(self, images: Sequence[tuple[str, float]]) -> None:
        self.images = lambda: [PlacedPixels(f"'images/{name}.png'", dpi, "card.1 front") for name, dpi in images]
        self.game = type("Located", (), {"file": "here/game.yaml"})()


@for_each(
    [
        ([("a", 300.0), ("b", 299.0)], []),
        ([("a", 149.0)], []),
        ([("a", 140.0), ("b", 24.0)], ["warning 'images/b.png' at 24 dpi (card.1 front), 'images/a.png' at 140 dpi"]),
        ([("a", 200.0), ("b", 250.0)], ["note 2 images are printed at 200 to 250 dpi"]),
        ([(name, 10.0) for name in "abcdef"], ["warning and 3 more"]),
    ]
)
def test_the_levels_and_what_they_tell(images: Sequence[tuple[str, float]], told: Sequence[str]) -> None:
    found = list(check_resolution(Case(images)))  # type: ignore[arg-type]
    levels = [each.split(" ", 1) for each in told] or ([["note", "1 image is"]] if images[0][1] == 149.0 else [])
    assert [each.level for each in found] == [level for level, _ in levels]
    assert all(text in each.message for each, (_, text) in zip(found, levels, strict=True))
    assert all(each.place.file.startswith("here/images/") for each in found)


@for_each(
    [
        ('<image href="images/a.png" width="50" height="50"/>', 51),
        ('<g transform="scale(0.5)"><image href="images/a.png" width="50" height="50"/></g>', 102),
        ('<image href="images/a.png" width="10" height="10"/>', 0),
        ('<image href="images/a.png" width="50" height="50" image-rendering="pixelated"/>', 0),
        ('<image href="images/a.png" width="5" height="5"/><image href="images/a.png" width="50" height="50"/>', 0),
    ]
)
def test_images_of_templates_are_measured_with_what_scales_them(tmp_path: Path, body: str, dpi: int) -> None:
    for folder in ("one/images", "one/templates"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "one/game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "one/templates/card.svg.j2").write_text(FACE % body, "utf-8")
    Image.radial_gradient("L").resize((100, 100) if dpi else (130, 130)).save(tmp_path / "one/images/a.png")
    for command in (["build"], ["check"], ["export", "--to", "png"]):
        code, _, stderr = run([command[0], str(tmp_path / "one"), *command[1:], "--out", str(tmp_path / "out")])
        told = [line for line in stderr.splitlines() if "GF323 warning" in line]
        assert (code, len(told)) == (0, bool(dpi)), stderr
        assert all(f"'images/a.png' at {dpi} dpi (card.1 front)" in line for line in told)
