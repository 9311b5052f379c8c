"""A text in a drawing goes in; what stands there in the language of the drawing comes out, and is noted."""

from typing import Any

from jinja2 import pass_context

from generator.draw.errors import PictureError
from generator.model.language import Language


class Speech:
    """The words of the drawings of one language, the game's first unless given; `used` are the texts asked for.

    `tag` is that of another language than the first.
    """

    def __init__(self, language: Language | None = None) -> None:
        self._says = language.says if language else None
        self._file = language.words if language else ""
        self.tag = language.tag if language else ""
        self.used: set[str] = set()

    @pass_context  # or it is worked out while a template is compiled, and what is compiled is kept for all languages
    def say(self, context: Any, text: object) -> object:
        """Return what stands there: in the first language the text; PictureError (GF005) for one that is missing."""
        words = " ".join(str(text).split())
        self.used.add(words)
        if self._says is None or not any(map(str.isalpha, words)):
            return text
        if words not in self._says:
            raise PictureError(f"{self._file} has no `words` for {words!r}, which is said here", "", "GF005", text)
        return self._says[words]
