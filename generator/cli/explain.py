"""The tables of docs/codes.md go in; what each code means, its example and how to mend it come out as plain words."""

import re
import textwrap
from collections.abc import Collection, Iterable
from itertools import groupby
from typing import NamedTuple

from generator.model.finding import Finding
from generator.pipeline.resources import resources

_ROW = re.compile(r"\| (GF\d{3}) \| (.+?) \| (.+?) \| (.+?) \|")
_HEADING = re.compile(r"## (.+): GF\d{3}\b.*")
_LINK = re.compile(r"\[([^\]]+)\]\((\w[\w-]*\.md)?(#[\w-]+)?\)")
_WHOLE = re.compile(r"(`{1,2}) ?([^`]+?|.*?[^`]) ?\1")
_SOURCE = re.compile(r" \(docs/[^)]*\)")
_LOOKALIKES = str.maketrans("OIL", "011")
_WIDE = 80
_LONG = 90


class Code(NamedTuple):
    """A row of the tables: `means`, `example` and `mend` are sentences without links; `group` is the heading above."""

    code: str
    means: str
    example: str
    mend: str
    group: str

    @property
    def brief(self) -> str:
        """Return its first sentence, without documents in brackets; of a long one what stands before a colon."""
        sentence = re.split(r"(?<=\.) (?=[A-Z])", _SOURCE.sub("", self.means))[0]
        return sentence if len(sentence) <= _LONG else re.sub(r"[:;] .*", ".", sentence)


class Choice(NamedTuple):
    """Which findings are asked for: codes or beginnings of codes; all are, where none is selected."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def of(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return those that are selected and not ignored."""
        return tuple(each for each in findings if self.takes(each.code))

    def takes(self, code: str) -> bool:
        """Tell whether findings of a code are asked for."""
        return (not self.select or code.startswith(self.select)) and not code.startswith(self.ignore)


def read_codes() -> dict[str, Code]:
    """Return every code that there is, in the order of the tables."""
    rows: dict[str, Code] = {}
    group = ""
    for line in (resources("docs") / "codes.md").read_text("utf-8").splitlines():
        if heading := _HEADING.fullmatch(line):
            group = heading[1]
        elif found := _ROW.fullmatch(line):
            code, means, example, mend = map(_plain, found.groups())
            rows[code] = Code(code, means, example, mend, group)
    return rows


def _plain(cell: str) -> str:
    """Return a cell without the quotes round the whole of it, and with the document behind each link in brackets."""
    if whole := _WHOLE.fullmatch(cell):
        return whole[2]
    return _LINK.sub(_linked, cell)


def _linked(link: re.Match[str]) -> str:
    target = f"docs/{link[2] or 'codes.md'}{link[3] or ''}"
    return target if link[1] == link[2] else f"{link[1]} ({target})"


def beginning(text: str, known: Collection[str]) -> str:
    """Return a code or its beginning as codes are spelled; ValueError where no known code begins so."""
    code = text.strip().upper()
    if not code or not any(each.startswith(code) for each in known):
        raise ValueError(_unbegun(text, code, known))
    return code


def _unbegun(text: str, code: str, known: Collection[str]) -> str:
    """Return that no code begins so; a whole code is likely another one."""
    if not re.fullmatch(r"GF\d{1,2}", code):
        return _unknown(text, known)
    *most, last = sorted({each[: len("GF0")] for each in known})
    return f"there is no code {text!r}, nor one that begins so; they begin with {', '.join(most)} or {last}"


def explained(text: str) -> str:
    """Return what a code means, an example and how to mend it, in lines; ValueError for a code that there is not."""
    known = read_codes()
    found = known.get(text.strip().upper())
    if found is None:
        raise ValueError(_unknown(text, known))
    example, mend = _filled(found.example, "  "), _filled(found.mend, "  ")
    return f"{_filled(f'{found.code}: {found.means}')}\n\nFor example:\n{example}\n\nHow to mend it:\n{mend}"


def listed() -> str:
    """Return each code with what it means in short, below the headings of the tables, and how to be told more."""
    known = read_codes().values()
    groups = [
        "\n".join([name, *(_filled(f"{each.code}  {each.brief}", "  ", " " * 9) for each in codes)])
        for name, codes in groupby(known, lambda each: each.group)
    ]
    return "\n\n".join([*groups, "`gutterfold explain GF101` says what a code means in full, and how to mend it."])


def _unknown(text: str, known: Collection[str]) -> str:
    """Return that there is no such code, with the nearest by number; `O` and `I` among digits are taken for digits."""
    digits = re.sub(r"\D", "", text.upper().removeprefix("GF").translate(_LOOKALIKES))
    if not re.search(r"\d", text):
        return f"there is no code {text!r}; `gutterfold explain` lists all"
    wanted = int(digits[:3].ljust(3, "0"))
    nearest = min(known, key=lambda code: abs(int(code.removeprefix("GF")) - wanted))
    return f"there is no code {text!r}; did you mean {nearest!r}?"


def _filled(text: str, indent: str = "", further: str = "") -> str:
    """Return a text in lines, `indent` before the first and `further` before the others; `indent` too unless given."""
    return textwrap.fill(
        text,
        _WIDE,
        initial_indent=indent,
        subsequent_indent=further or indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
