"""The hue of a booklet: a role that is asked for, or the most vivid one, and always dark or light enough."""

from io import BytesIO

import pdfplumber
import pytest

from generator.model.color import Accents, Color, choose_accents, relative_luminance
from tests.booklet.test_pages import NOBODY
from tests.booklet.typeset import set_rules
from tests.samples import for_each


def make_colors(**paints: str) -> list[Color]:
    return [Color(role.replace("_", "."), role, paint) for role, paint in paints.items()]


CASES = {
    "the most vivid": (make_colors(sand="#C9A46A", lapis="#1F3F8A", text="#000000"), None, "#1f3f8a"),
    "no player's, if there is another": (make_colors(player_red="#D7263D", deep="#28335F"), None, "#28335f"),
    "a group before players": (make_colors(player_red="#D7263D", ring_one="#0072B2"), None, "#0072b2"),
    "a player's, if there is no other": (make_colors(player_blue="#0072B2", text="#000000"), None, "#0072b2"),
    "the one that is asked for": (make_colors(lapis="#1F3F8A", player_red="#B3261E"), "player.red", "#b3261e"),
    "black alone": (make_colors(player_south="#000000", gray="#777777"), None, "#000000"),
    "none": ([], None, "#000000"),
}


@pytest.mark.parametrize(("colors", "role", "light"), CASES.values(), ids=CASES)
def test_the_hue_is_chosen(colors: list[Color], role: str | None, light: str) -> None:
    assert choose_accents(colors, role).light.lower() == light


@for_each(["#F0E442", "#56B4E9", "#000000", "#1F3F8A", "#CC79A7"])
def test_headings_can_be_read_on_paper_and_at_night(paint: str) -> None:
    found = choose_accents([Color("back", "back", paint)], "back")
    dark = relative_luminance("#16181C")
    assert 1.05 / (relative_luminance(found.light) + 0.05) >= 4.5
    assert (relative_luminance(found.dark) + 0.05) / (dark + 0.05) >= 4.5


def test_headings_and_rules_are_printed_in_it() -> None:
    markdown = "## Head\n\nText.\n\n> Example.\n"
    plain, hued = (set_rules(markdown, accents=each, **NOBODY).pdf for each in (Accents(), Accents("#1f3f8a", "#fff")))
    assert colors_of(plain) == {(0.0,), (1.0, 1.0, 1.0)}  # headings are white on a band
    assert colors_of(hued) == {(0.0,), (1.0, 1.0, 1.0), (0.1216, 0.2471, 0.5412)}


def colors_of(data: bytes) -> set[tuple[float, ...]]:
    """Return the colors of the letters and lines on the pages of text, black as one channel."""
    found = set()
    with pdfplumber.open(BytesIO(data)) as pdf:
        for page in pdf.pages[1:]:
            paints = [each["non_stroking_color"] for each in page.chars] + [
                each["stroking_color"] for each in page.lines
            ]
            rows = [paint if isinstance(paint, (tuple, list)) else (paint,) for paint in paints]
            found |= {tuple(round(float(part), 4) for part in paint) for paint in rows}
    return {(0.0,) if not any(paint) else paint for paint in found}
