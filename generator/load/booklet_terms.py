"""The words that gutterfold brings for a language, and those that a game's own table of that language changes."""

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

_OPTIONAL = {"numbers"}  # without them, a number in words is reported as not being a number
_FREE = {"pages", "sheets"}  # placeholders that a text may leave out


class WordsData(Strict, frozen=True, kw_only=True):
    """The bundled words of a language, `templates/words/<tag>.yaml`."""

    terms: Terms
    colors: dict[str, Words]


class Bundle(msgspec.Struct, frozen=True):
    """The words of a language; `colors` is None for English, in which palettes name colors."""

    terms: Terms | None
    colors: Mapping[str, str] | None


def is_english(tag: str) -> bool:
    """Return whether a language tag is English, of any country."""
    return tag.partition("-")[0] == "en"


@lru_cache(maxsize=8)
def bundled(tag: str, home: Path | None) -> Bundle:
    """Return the bundled words of a language (`de` serves `de-AT`); `terms` is None if there are none."""
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
    """Return the words of a booklet: those of the table, and otherwise the bundled ones.

    Report GF005 at `owner` if a language has no bundled words and its table lacks some; GF006.
    """
    known, node = bundled(tag, home).terms, root.get("terms") if root else None
    own = plain(node) if node and isinstance(node.value, dict) else {}
    fields = Terms.__struct_fields__
    if known is None:
        lacking = [field for field in fields if field not in own and field not in _OPTIONAL]
        if lacking:
            there = ", ".join(["en", *sorted(path.stem for path in home.glob("*.yaml"))] if home else ["en"])
            message = f"gutterfold has no booklet words in {tag!r}, only in {there}"
            place = node.place if node and own else owner
            findings.append(Finding("GF005", place, f"{message}: `terms` needs {', '.join(lacking)}"))
            return Terms()
    if node and own:
        findings.extend(_misfits(node))
    try:
        return msgspec.convert({**msgspec.to_builtins(known or Terms()), **own}, Terms)
    except msgspec.ValidationError:
        return Terms()  # its wrong types are reported by the conversion of the table


def _misfits(node: Node) -> list[Finding]:
    """Return GF006 for each text with an unknown placeholder or without a required one."""
    english, findings = Terms(), list[Finding]()
    for key, each in node.items().items():
        model = getattr(english, key, None)
        if not isinstance(each.value, str) or not isinstance(model, str):
            continue
        wanted, found = _holes(model), _holes(each.value)
        if "?" in found or not found <= wanted or not wanted - found <= _FREE:
            named = " and ".join(f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", model)) or "no braces"
            findings.append(Finding("GF006", each.place, f"terms.{key} must contain {named}, as in {model!r}"))
    return findings


def _holes(text: str) -> set[str]:
    """Return the names of the placeholders in a text; `?` among them if a brace is not part of a plain one."""
    try:
        parts = [each[1:] for each in Formatter().parse(text) if each[1] is not None]
    except ValueError:
        return {"?"}
    return {name if name and not spec and not conversion else "?" for name, spec, conversion in parts}
