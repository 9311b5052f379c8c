"""Write the code of the shared templates that ship compiled, into templates/compiled/."""

from collections.abc import Iterator
from pathlib import Path

from generator.fonts.font_book import open_fonts
from generator.program.identity import find_resources
from generator.render.shipped_code import SHIPPED, locate_shipped_code
from generator.render.template import Templates
from generator.render.template_files import TemplateFiles
from generator.render.text_filters import Translator


def open_shared_templates() -> Templates:
    """Return the shared templates, without a game."""
    shared = find_resources("templates")
    return Templates(TemplateFiles(shared, shared), open_fonts(Path("fonts")), Translator())


def make_code() -> Iterator[tuple[Path, str]]:
    """Yield the file of each template that ships compiled, and its code."""
    shared, templates = find_resources("templates"), open_shared_templates()
    for name in SHIPPED:
        text = (shared / name).read_text("utf-8")
        yield locate_shipped_code(shared, name, text), f"{templates.translate(text, name)}\n"


if __name__ == "__main__":
    for old in (find_resources("templates") / "compiled").glob("*.py"):
        old.unlink()
    for file, code in make_code():
        file.parent.mkdir(exist_ok=True)
        file.write_text(code, "utf-8")
        print(file.relative_to(Path.cwd()))
