"""Find the loop of a template that makes a repeated tag what it is: by the direction it runs in, or what it counts."""

import re
from collections.abc import Collection, Iterator, Set
from typing import NamedTuple

from generator.model.finding import Place
from generator.proof.template_sources import find_tag, read_template_text

_BLOCK = re.compile(r"\{%-?\s*+(?P<word>for|if|set|endfor|endif|else|elif)\b(?P<rest>(?:[^%{]|\{(?!%)|%(?!\}))*+)%\}")
_PRINTED = re.compile(r"\{\{((?:[^{}]|\}(?!\})|\{(?!\{))*+)\}\}")
_ALONE = re.compile(r">\{\{\s*+(?P<name>\w++)\s*+\}\}<")
_WORD = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*+")
_ACROSS, _DOWN = re.compile(r"\b(?:x|cx|x1|x2)=\"([^\"]*)\""), re.compile(r"\b(?:y|cy|y1|y2)=\"([^\"]*)\"")
_AROUND_ZERO = re.compile(r"\bin\s++range\(\s*+-(?P<start>\d{1,3}+),\s*+(?P<end>\d{1,3}+)\s*+\)")
_MADE_NAME = re.compile(r"""class=(["'])[^"'<>{}]*+\{\{""")
_MOST_STEPS = 4  # from one variable to the next


class _Block(NamedTuple):
    """A loop, condition or setting around a tag or before it: its words, those that it sets, and where it is."""

    word: str
    rest: str
    at: int


def find_range_loop(place: Place, is_across: bool) -> Place | None:
    """Return the loop over a range from which a tag has its place across, or down; None unless there is just one."""
    text = read_template_text(place.file)
    before = _text_before(text, place)
    tag = find_tag(text, place)
    moved = (_ACROSS if is_across else _DOWN).findall(tag) or _translations(tag, is_across)
    moved = moved or _translations(_find_group_around(before), is_across)
    words = _expand({word for code in _PRINTED.findall(" ".join(moved)) for word in _WORD.findall(code)}, before)
    loops = [each for each in _list_open(before) if each.word == "for" and " in range(" in f" {each.rest}"]
    used = [each for each in loops if set(_WORD.findall(each.rest.partition(" in ")[0])) & words]
    return _place(place.file, before, used[-1].at) if used else None


def find_lopsided_loop(place: Place) -> Place | None:
    """Return the one loop around a tag over a range such as -3 to 2, whose ends are not as far from 0."""
    before = _text_before(read_template_text(place.file), place)
    ranges = [(each, found) for each in _list_open(before) if (found := _AROUND_ZERO.search(each.rest))]
    lopsided = [each for each, found in ranges if int(found["end"]) != int(found["start"]) + 1]
    return _place(place.file, before, lopsided[0].at) if len(lopsided) == 1 else None


def find_counting_loop(place: Place, names: Collection[str]) -> Place | None:
    """Return the innermost loop around a tag over something of some names, such as as many times as `row` says."""
    before = _text_before(read_template_text(place.file), place)
    loops = [each for each in _list_open(before) if each.word == "for"]
    asking = [each for each in loops if set(_WORD.findall(each.rest.partition(" in ")[2])) & set(names)]
    return _place(place.file, before, asking[-1].at) if asking else None


def find_typed_list(place: Place) -> Place | None:
    """Return the loop over a list whose items a text prints, if it is typed, cut or set in lines; None for another.

    It may be any list if the group around the text has a name that the loop makes.
    """
    text = read_template_text(place.file)
    before = _text_before(text, place)
    line = text.split("\n")[place.line - 1] if before else ""
    printed = _ALONE.search(line, max(place.column - 1, 0))
    loops = [each for each in _list_open(before) if each.word == "for"]
    names, _, items = loops[-1].rest.partition(" in ") if loops else ("", "", "")
    is_named = _MADE_NAME.search(line, 0, max(place.column - 1, 0)) is not None
    if printed and printed["name"] == names.strip() and (is_named or any(sign in items for sign in "[(|")):
        return _place(place.file, before, loops[-1].at)
    return None


def find_looped_setting(place: Place) -> Place | None:
    """Return the one line that sets the typed list which the innermost loop around a tag runs over."""
    text = read_template_text(place.file)
    loops = [each for each in _list_open(_text_before(text, place)) if each.word == "for"]
    names = set(_WORD.findall(loops[-1].rest.partition(" in ")[2])) if loops else set()
    found = []
    for each in _BLOCK.finditer(text):
        name, _, value = each["rest"].partition("=")
        if each["word"] == "set" and name.strip() in names and value.strip()[:1] in ("[", "(", "{"):
            found.append(each.start())
    return _place(place.file, text, found[0]) if len(found) == 1 else None


def _find_group_around(before: str) -> str:
    """Return the text from the innermost group that is open at the end of a text, if it begins right there."""
    start = before.rfind("<g ")
    return before[start:] if start >= 0 and "</g>" not in before[start:] else ""


def _translations(tag: str, is_across: bool) -> list[str]:
    """Return the first or the second code that a tag without coordinates prints in what moves it."""
    moved = tag.partition("translate(")[2].partition('"')[0]
    codes = [f"{{{{{code}}}}}" for code in _PRINTED.findall(moved)]
    return codes[:1] if is_across else codes[1:2]


def _text_before(text: str, place: Place) -> str:
    lines = text.split("\n")[: place.line]
    return "\n".join([*lines[:-1], lines[-1][: max(place.column - 1, 0)]]) if lines else ""


def _list_open(before: str) -> list[_Block]:
    """Return the loops and conditions that are open at the end of a text, the outermost first."""
    open_: list[_Block] = []
    for found in _BLOCK.finditer(before):
        if found["word"] in ("for", "if"):
            open_.append(_Block(found["word"], found["rest"], found.start()))
        elif found["word"].startswith("end") and open_:
            open_.pop()
    return open_


def _expand(words: Set[str], before: str) -> Set[str]:
    """Return words and those of the values that variables of these names are set to before."""
    settings = dict(_list_settings(before))
    for _ in range(_MOST_STEPS):
        words = {*words, *(inner for word in words for inner in settings.get(word, ()))}
    return words


def _list_settings(before: str) -> Iterator[tuple[str, Set[str]]]:
    for found in _BLOCK.finditer(before):
        names, _, value = found["rest"].partition("=")
        if found["word"] != "set" or not value:
            continue
        own = [name.strip() for name in names.split(",")]
        values = _split_values(value)
        values = values if len(values) == len(own) else [value] * len(own)
        yield from ((name, set(_WORD.findall(each))) for name, each in zip(own, values, strict=True))


def _split_values(text: str) -> list[str]:
    """Return the parts of an expression between its commas, except for those in brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _place(file: str, text: str, at: int) -> Place:
    return Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
