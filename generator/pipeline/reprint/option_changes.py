"""Compare the options of a reprint with those of the kit that it is made from."""

from collections.abc import Iterator

from generator.pipeline.options import Options
from generator.pipeline.reprint.earlier_kit import EarlierKit

_VALUES = ("paper", "backs", "ink")  # options that always have a value
_OPTIONAL = ("palette", "color", "set", "lang", "bleed")


def describe_other_options(earlier: EarlierKit, options: Options, tells_paper: bool = True) -> str:
    """Return the options of the earlier kit that change how pieces look, if others were given; else nothing.

    They are spelled as on the command line, such as `--ink low and no --palette`.
    """
    return " and ".join(_list_options(earlier, options, tells_paper))


def _list_options(earlier: EarlierKit, options: Options, tells_paper: bool) -> Iterator[str]:
    old, new = earlier.manifest.options, options.record()
    if old is None:
        return
    for name in _VALUES:
        if getattr(old, name) != getattr(new, name) and (tells_paper or name != "paper"):
            yield f"--{name} {getattr(old, name)}"
    for name in _OPTIONAL:
        before = getattr(old, name)
        if before != getattr(new, name):
            values = (
                before
                if isinstance(before, tuple)
                else []
                if before is None
                else [f"{before:g}" if isinstance(before, float) else before]
            )
            yield " ".join(f"--{name} {value}" for value in values) or f"no --{name}"
    printer, other = (each.name if each else "" for each in (earlier.manifest.printer, options.printer))
    if printer != other:
        yield f"--printer {printer}" if printer else "no --printer"
