"""Both sides of a folded token say the same word, though their drawings differ (GF158)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look, wrap

TOKEN = "{kind: foldover, diameter: 20, front: face.svg.j2, copies: 1}"
SIDE = (
    '<circle r="11" fill="{}"/><path d="M-3 -5 L{} -5 L0 0 Z"/><text y="5" font-size="3" text-anchor="middle">{}</text>'
)


@pytest.mark.parametrize(
    ("front", "back", "is_told"),
    [
        (("#cde", 3, "salt"), ("#fed", 4, "dew"), False),
        (("#cde", 3, "salt"), ("#fed", 4, "salt"), True),
        (("#cde", 3, "salt"), ("#fed", 3, "salt"), False),  # one drawing on two grounds: its two states
    ],
)
def test_a_copied_word(tmp_path: Path, front: tuple[object, ...], back: tuple[object, ...], is_told: bool) -> None:
    sides = f"{{% if f.id == 'front' %}}{SIDE.format(*front)}{{% else %}}{SIDE.format(*back)}{{% endif %}}"
    faces = f"{{% for f in faces %}}<g class='{{{{ f.mark }}}}' transform='{{{{ f.at }}}}'>{sides}</g>{{% endfor %}}"
    found = look(tmp_path, wrap(faces, "-1 -1 {{ w + 2 }} {{ h + 2 }}"), TOKEN)
    assert any("GF158" in each and "salt" in each for each in found) is is_told
