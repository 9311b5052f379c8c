"""Find out what templates can read, without rendering them."""

import re
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from generator.model.finding import DrawingError
from generator.render.template_files import TemplateFiles

_NAMED = re.compile(r"""\{%-?\s*(?:include|import|from|extends)\s+(?:'([^']*)'|"([^"]*)"|(\S))""")
_REFERRED = re.compile(r"""href=["']([^"'#{]*\.svg)(?:#|["'])|href=["'](\{)""")
_WHOLE = re.compile(r"\b(?:row|values|part|parts|game)\b(?!\s*(?:\.\s*\w|\[\s*['\"]))")
_WORD = re.compile(r"[^\W\d]\w*")
_JINJA = re.compile(r"\{\{(.*?)(?:\}\}|\Z)|\{%(.*?)(?:%\}|\Z)", re.DOTALL)


class TemplateWords(NamedTuple):
    """The words in a template and in all that it includes; `digest` is that of their sources.

    `is_open` tells that it may read more: it includes by a computed name, or takes a row or the values as a whole.
    `files` are the names of the template and of all that it includes.
    """

    words: frozenset[str]
    digest: str
    is_open: bool
    files: frozenset[str] = frozenset()

    def can_read(self, name: str) -> bool:
        """Return whether a template may look up a name."""
        return self.is_open or name in self.words or not _WORD.fullmatch(name)


class TemplateReader:
    """Reads the sources of templates and remembers their words."""

    def __init__(self, files: TemplateFiles) -> None:
        self._files = files
        self.read_words = cache(self._read_words)

    def _read_words(self, name: str) -> TemplateWords:
        """Return the words of a template and of all that it includes."""
        sources: dict[str, str] = {}
        waiting, is_open = [name], False
        while waiting:
            each = waiting.pop()
            if each in sources:
                continue
            sources[each] = text = self._read(each)
            for one, other, computed in _NAMED.findall(text):
                is_open |= bool(computed)
                waiting += [one or other] if one or other else []
            for file, computed in _REFERRED.findall(text):
                is_open |= bool(computed)
                waiting += [file] if file else []
        code = [one or other for text in sources.values() for one, other in _JINJA.findall(text)]
        is_open |= any(_WHOLE.search(each) for each in code)
        digest = sha256("\0".join(f"{key}\0{sources[key]}" for key in sorted(sources)).encode()).hexdigest()
        words = frozenset(word for each in code for word in _WORD.findall(each))
        return TemplateWords(words, digest, is_open, frozenset(sources))

    def _read(self, name: str) -> str:
        try:
            return self._files.read_template(name)[0]
        except DrawingError:
            return ""  # the template is refused when it is rendered
