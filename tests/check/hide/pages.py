"""A small game of one part, whose pages are looked at."""

import re
from collections.abc import Mapping
from pathlib import Path

from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.proof.pages import look_at_pages
from tests.messages import facts

CARD = "{kind: card, size: [40, 30], front: face.svg.j2, copies: 1}"
COLORS = "colors: {player.red: {paint: '#cc0000'}, player.blue: {paint: '#0000cc'}}"


def look(
    home: Path,
    drawing: str,
    part: str = CARD,
    more: str = "",
    back: str = "",
    other: str = "-",
    beside: Mapping[str, str] = {},
    tells_uncut: bool = False,
    tells_instead: bool = False,
    rules: str = "",
) -> list[str]:
    """Return what is wrong on the pages of a game whose part, a card unless given, has these templates.

    A drawing is what stands in the svg element of 40 x 30 mm, on its own lines from the second; or a whole template.
    Places are relative to the game's folder, and the names of the faces are left out, and so are the findings
    of the `other` codes, which the drawing is not about, and GF322 unless it `tells_uncut`: few of these drawings show
    where to cut. Notes on what may be wrong instead are left out unless it `tells_instead`. `beside` are further templates, whole, by their names; `rules` is the text of the rules.
    """
    folder = home / "wren"
    (folder / "templates").mkdir(parents=True)
    if rules:
        (folder / "rules.md").write_text(rules)
        more = f"rules: rules.md\n{more}"
    (folder / "game.yaml").write_text(f"title: Wren\nversion: '1'\nplayers: [1, 2]\n{more}\nparts:\n  it: {part}\n")
    for name, text in beside.items():
        (folder / "templates" / name).write_text(text)
    for name, text in (("face", drawing), ("back", back)) if back else (("face", drawing),):
        (folder / "templates" / f"{name}.svg.j2").write_text(text if text.startswith("<svg") else wrap(text))
    found = look_at_pages(prepare_kit(folder, Options())).findings
    return [
        facts(re.sub(r"it\.\S+ (front|back): ", "", str(each).replace(f"{folder}/", "")))
        for each in found
        if each.code not in other.split() and (tells_uncut or each.code != "GF322")
        if tells_instead or each.level != "note" or each.code not in ("GF150", "GF151", "GF155")
    ]


def wrap(drawing: str, box: str = "0 0 {{ w }} {{ h }}") -> str:
    """Return a template with a drawing from its second line on."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n{drawing}\n</svg>\n'
