"""Play variants of a game: all combinations of values that `--sweep` gives to keys of the data."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.language.suggestions import did_you_mean
from generator.load.yaml_nodes import parse_scalar
from generator.model.finding import DataError, Finding, Place, refuse
from generator.pipeline.playtest.runs import (
    Playtest,
    PlaytestOptions,
    Result,
    compose_document,
    play_tables,
    prepare_playtest,
)
from generator.pipeline.playtest.sharing import Progress, Sharing

MOST_VARIANTS = 1000  # combinations of all values
_FORM = "PART.KEY=VALUE,VALUE, such as gem.copies=40,50,60"
_COMMON = ("gutterfold", "game", "version", "seed", "engine")  # what documents of all variants say alike


class SweptKey(NamedTuple):
    """A key of the data and the texts of the values that it takes."""

    key: str
    values: tuple[str, ...]

    @property
    def place(self) -> Place:
        """Return the place of the option."""
        return Place(f"--sweep {self.key}")


class SweepVariant(NamedTuple):
    """The value of each swept key as text, and the game with them."""

    values: Mapping[str, str]
    playtest: Playtest


def parse_sweep(texts: Sequence[str], settings: Sequence[str]) -> tuple[SweptKey, ...]:
    """Return the swept keys; DataError (GF010) for a text of another form, or a key that is given twice."""
    found: dict[str, SweptKey] = {}
    taken = {setting.partition("=")[0] for setting in settings}
    for text in texts:
        key, equals, listed = text.partition("=")
        swept = SweptKey(key, _split_values(listed))
        if not equals or "." not in key:
            raise refuse("GF010", swept.place, f"{text!r} is not {_FORM}")
        if key in found or key in taken:
            other = "--sweep" if key in found else "--set"
            raise refuse("GF010", swept.place, f"{key} is already given by another {other}; give each key once")
        if "" in swept.values:
            raise refuse("GF010", swept.place, f"a value is missing in {listed!r}; separate values by commas")
        if len(set(swept.values)) < len(swept.values):
            raise refuse("GF010", swept.place, f"{listed!r} has a value twice")
        found[key] = swept
    count = prod(len(swept.values) for swept in found.values())
    if count > MOST_VARIANTS:
        says = f"these are {count:,} variants, and at most {MOST_VARIANTS:,} are played; give fewer values"
        raise refuse("GF010", Place("--sweep"), says)
    return tuple(found.values())


def _split_values(listed: str) -> tuple[str, ...]:
    """Return the values between commas; commas in brackets and quotes are part of a value."""
    values, value, depth, quote = [], "", 0, ""
    for sign in listed:
        if sign == "," and not depth and not quote:
            values.append(value.strip())
            value = ""
            continue
        value += sign
        if quote or (sign in "'\"" and not value[:-1].strip(" [,")):
            quote = "" if sign == quote else quote or sign
        else:
            depth += (sign == "[") - (sign == "]")
    return (*values, value.strip())


def prepare_variants(folder: Path, options: PlaytestOptions) -> list[SweepVariant]:
    """Load the game and its engine with each combination of values; DataError for all that cannot be played."""
    swept = parse_sweep(options.sweep, options.settings)
    variants: list[SweepVariant] = []
    findings: dict[Finding, None] = {}
    for values in product(*(each.values for each in swept)):
        chosen = dict(zip((each.key for each in swept), values, strict=True))
        settings = (*options.settings, *(f"{key}={value}" for key, value in chosen.items()))
        try:
            variants.append(SweepVariant(chosen, prepare_playtest(folder, replace(options, settings=settings))))
        except DataError as error:
            findings |= dict.fromkeys(_name_variant(finding, chosen) for finding in error.findings)
    if findings:
        raise DataError(list(findings))
    return variants


def _name_variant(finding: Finding, chosen: Mapping[str, str]) -> Finding:
    """Return a finding that names the swept value, or all of them if it stands elsewhere."""
    listed = ", ".join(f"{key}={value}" for key, value in chosen.items())
    for key, value in chosen.items():
        if finding.place.file == f"--set {key}":
            finding = finding._replace(place=Place(f"--sweep {key}"))
            if finding.code == "GF010" or value in finding.message:
                return finding
    if finding.place.file.startswith("--") and finding.code == "GF001":
        return finding
    return finding._replace(message=f"{finding.message} (with {listed})")


def play_variants(
    variants: Sequence[SweepVariant], options: PlaytestOptions, sharing: Sharing, progress: Progress
) -> Iterator[tuple[SweepVariant, list[Result]]]:
    """Play the tables of each variant, all with the same seed."""
    for variant in variants:
        yield variant, list(play_tables(variant.playtest, options, sharing, progress))


def require_measures(results: Sequence[Result], names: Sequence[str]) -> None:
    """Refuse names that are no measures of the games; DataError (GF001)."""
    for name in names:
        for result in results:
            known = result.summary["measures"]
            if name not in known:
                says = f"the games have no measure {name!r}{did_you_mean(name, known)}; these are {', '.join(known)}"
                raise refuse("GF001", Place("--measure"), says)


def compose_sweep(played: Sequence[tuple[SweepVariant, Sequence[Result]]], options: PlaytestOptions) -> dict[str, Any]:
    """Return all results of all variants as one document; numbers are numbers, and lists are texts."""
    documents = [compose_document(variant.playtest, options, results) for variant, results in played]
    keys = list(played[0][0].values)
    return {
        **{key: documents[0][key] for key in _COMMON},
        "sweep": {key: list(dict.fromkeys(parse_scalar(variant.values[key]) for variant, _ in played)) for key in keys},
        "variants": [
            {
                "set": {key: parse_scalar(value) for key, value in variant.values.items()},
                **{key: value for key, value in document.items() if key not in _COMMON},
            }
            for (variant, _), document in zip(played, documents, strict=True)
        ],
    }
