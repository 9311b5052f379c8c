"""Find a sheet of labels by the name that shops know it by."""

import tomllib

import msgspec

from generator.language.suggestions import did_you_mean
from generator.model.sheet import LabelSheet, find_labels
from generator.program.identity import find_resources
from generator.safety.files import read_regular_file

_MOST_BYTES = 100_000


class _NamedSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    paper: str
    labels: str


def choose_labels(text: str) -> tuple[str, str]:
    """Return the labels as `find_labels` reads them, and their paper, empty if the text names none; ValueError."""
    if find_labels(text) is not None:
        return text, ""
    known = read_label_sheets()
    if text.lower() in known:
        return known[text.lower()]
    says = "or give columns x rows, size, pitch and first label, such as 3x7,63.5x38.1,66x38.1,7.2x15.1"
    raise ValueError(f"there are no labels {text!r}{did_you_mean(text, known)}; {says}")


def read_label_sheets() -> dict[str, tuple[str, str]]:
    """Return the labels of each name, and their paper."""
    text = read_regular_file(find_resources("templates") / "labels.toml", _MOST_BYTES).decode()
    found = msgspec.convert(tomllib.loads(text), dict[str, _NamedSheet])
    return {name: (each.labels, each.paper) for name, each in found.items()}


def count_labels(text: str) -> int:
    """Return how many labels a sheet has."""
    labels: LabelSheet | None = find_labels(text)
    return labels.slots if labels else 0
