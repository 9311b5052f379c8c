"""Inspect the rules of a finished kit, which may come from a stranger: they may hold links, and nothing that acts."""

from pathlib import Path

from generator.readback.drawings import readback_error
from generator.readback.pdf.containers import MOST_OBJECTS, inspect_rules_pdf
from generator.readback.web_page import inspect_web_page

MOST_FILES = 200  # four for each of fifty languages


class RulesInspector:
    """Inspects the files of the rules of one kit, which share the limits on their number and on their objects."""

    def __init__(self) -> None:
        self._files = self._objects = 0

    def inspect(self, path: Path, file: str) -> None:
        """Raise GF117, which names the file as `file`, for anything in it that gutterfold does not write."""
        self._files += 1
        if self._files > MOST_FILES:
            raise readback_error(file, f"the kit has more than {MOST_FILES} files of rules")
        if file.endswith(".html"):
            inspect_web_page(path, file)
        elif file.endswith(".pdf"):
            self._objects += inspect_rules_pdf(path, file, MOST_OBJECTS - self._objects)
        else:
            raise readback_error(file, "rules are PDFs and web pages; build the kit again")
