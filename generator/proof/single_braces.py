"""Find values in single braces in a template, which prints them literally (GF149)."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.model.finding import Finding, Place

# a name with a full stop: `{gem}` may be an icon of a text
_SINGLE = re.compile(r"(?<!\{)\{[^\S\n]*+(?P<name>[a-z_]\w*+(?:\.\w++)++)[^\S\n]*+\}{1,2}+")


def find_single_braces(part: str, sources: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    """Report each value of a template in one pair of braces (GF149)."""
    for file, lines in sources.items():
        for number, line in enumerate(lines, 1):
            for found in _SINGLE.finditer(line):
                says = f"{found[0]!r} is printed literally; write '{{{{ {found['name']} }}}}'"
                yield Finding("GF149", Place(file, number, found.start() + 1), f"{part}: {says}", "warning")
