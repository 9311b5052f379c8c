"""Take the pictures of the studio in docs/pictures/, in headless Chromium."""

import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from time import sleep
from typing import NamedTuple

from PIL import Image

from docs.make_pictures import ROOT, save_picture
from tests.browser import Browser
from tests.studio.running import RunningStudio


class Screen(NamedTuple):
    """A picture of a view of the studio for a game; `script` is run before it is taken."""

    name: str
    game: str
    view: str
    script: str = ""


_SHOW_PARTS = """(section => {
    section.querySelector(".group").open = true;
    section.scrollIntoView({behavior: "instant"});
})(document.querySelectorAll("section.form")[2])"""
SCREENS = (
    Screen("studio", "psycle", "pieces"),
    Screen("studio-game", "psycle", "game", _SHOW_PARTS),
    Screen("studio-text", "psycle", "text"),
    Screen(
        "studio-cards",
        "examples/salt-roads",
        "cards",
        'for (const tap of [1, 2]) document.querySelector(\'[data-row="4"][data-column="3"]\').click()',
    ),
    Screen("studio-piece", "psycle", "pieces", "document.querySelector('[data-open=\"hand.blue.3\"]').click()"),
)
_SIZE = 1100, 760  # CSS pixels


def take_screens(into: Path, chromium: str) -> None:
    """Write each picture."""
    with tempfile.TemporaryDirectory() as folder, Browser(chromium, Path(folder, "browser")) as browser:
        for screen in SCREENS:
            with RunningStudio(ROOT / "layouts" / screen.game, Path(folder, screen.name)) as studio:
                browser.open_address(f"{studio.link}#{screen.view}", *_SIZE)
                browser.wait_for("document.getElementById('pane')?.dataset.drawn > 0")
                browser.run(screen.script)
                sleep(1)  # until images are decoded
                shown = Image.open(BytesIO(browser.picture())).convert("RGB")
                save_picture(shown.quantize(200, dither=Image.Dither.NONE), into / f"{screen.name}.png")


if __name__ == "__main__":
    take_screens(ROOT / "docs" / "pictures", shutil.which("chromium") or sys.exit("install chromium first"))
