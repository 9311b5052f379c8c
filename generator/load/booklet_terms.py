"""A language's tag and its table of words go in; the words of a booklet come out, and the names of basic colors."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter

import msgspec

from generator.load.conversion import shaped
from generator.load.files import read_text, shown
from generator.load.yaml_nodes import Node, plain, read_yaml
from generator.model.finding import DataError, Finding
from generator.model.language import Terms, Words
from generator.model.place import Place
from generator.model.strict import Strict

_OPTIONAL = {"numbers"}  # without them a number in words is understood by nobody, and said to be none
_FREE = {"pages", "sheets"}  # what a text need not have room for


class WordsData(Strict, frozen=True, kw_only=True):
    """The words of a language that come with the press, `templates/words/<tag>.yaml`."""

    terms: Terms
    colors: dict[str, Words]


class Bundle(msgspec.Struct, frozen=True):
    """What is known of a language; `colors` is None for English, in which palettes name colors."""

    terms: Terms | None
    colors: Mapping[str, str] | None


def is_english(tag: str) -> bool:
    """Tell whether a tag is that of English, of whatever country."""
    return tag.partition("-")[0] == "en"


@lru_cache(maxsize=8)
def bundled(tag: str, home: Path | None) -> Bundle:
    """Return what comes with the press for a language: `de` serves `de-AT`; nothing for one that nobody has written."""
    if is_english(tag):
        return Bundle(Terms(), None)
    for name in (tag, tag.partition("-")[0]):
        path = home / f"{name}.yaml" if home else None
        if path and path.is_file():
            return _read(path)
    return Bundle(None, {})


def _read(path: Path) -> Bundle:
    file, findings = shown(path), list[Finding]()
    root = read_yaml(read_text(path, file, Place(file)), file, findings)
    data = shaped(root, WordsData, "", root.place, findings)
    if data is None or findings:
        raise DataError(findings)
    return Bundle(data.terms, data.colors)


def terms_of(tag: str, root: Node | None, home: Path | None, owner: Place, findings: list[Finding]) -> Terms:
    """Return the words of a booklet: those of the table over those that come with the press.

    GF005 at `owner` for a language in which none come with it and the table has none, or not all; GF006.
    """
    known, node = bundled(tag, home).terms, root.get("terms") if root else None
    said = plain(node) if node and isinstance(node.value, dict) else {}
    fields = Terms.__struct_fields__
    if known is None:
        lacking = [field for field in fields if field not in said and field not in _OPTIONAL]
        if lacking:
            there = ", ".join(["en", *sorted(path.stem for path in home.glob("*.yaml"))] if home else ["en"])
            message = f"no words of a booklet come with gutterfold in {tag!r} (there is {there})"
            place = node.place if node and said else owner
            findings.append(Finding("GF005", place, f"{message}: `terms` needs {', '.join(lacking)}"))
            return Terms()
    if node and said:
        findings.extend(_misfits(node))
    try:
        return msgspec.convert({**msgspec.to_builtins(known or Terms()), **said}, Terms)
    except msgspec.ValidationError:
        return Terms()  # the shape of the table has been found wrong already


def _misfits(node: Node) -> list[Finding]:
    """Return GF006 for each text that has room for something unknown, or lacks room for what is put in."""
    wanted, found = Terms(), list[Finding]()
    for key, each in node.items().items():
        model = getattr(wanted, key, None)
        if not isinstance(each.value, str) or not isinstance(model, str):
            continue
        holes, own = _holes(model), _holes(each.value)
        if "?" in own or not own <= holes or not holes - own <= _FREE:
            named = " and ".join(f"{{{hole}}}" for hole in re.findall(r"\{(\w+)\}", model)) or "no braces"
            found.append(Finding("GF006", each.place, f"terms.{key} must hold {named}, as in {model!r}"))
    return found


def _holes(text: str) -> set[str]:
    """Return what a text has room for; `?` among it where its braces are none."""
    try:
        parts = [each[1:] for each in Formatter().parse(text) if each[1] is not None]
    except ValueError:
        return {"?"}
    return {name if name and not spec and not conversion else "?" for name, spec, conversion in parts}
