"""Compare the rules of two kits page by page, and choose the pages to print anew."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.language.plurals import count_noun
from generator.pipeline.earlier_kit import EarlierKit
from generator.readback.raster import render_pages
from generator.write.pdf.page_extracts import extract_pages

_DPI = 60.0


class ChangedRules(NamedTuple):
    """A file of rules that is other than before: what to do, in words, and a PDF of the pages to print, if any are.

    `is_known` is False if the pages cannot be compared.
    """

    path: str
    told: str
    pages: bytes = b""
    is_known: bool = True


def find_changed_rules(earlier: EarlierKit, new: EarlierKit) -> Iterator[ChangedRules]:
    """Yield the files of rules, page by page, that are not as in the earlier kit, and those that are gone."""
    before, after = _list_files(earlier), _list_files(new)
    old_paper, new_paper = earlier.rules_paper, new.rules_paper
    if before and after and old_paper != new_paper:
        says = f"the earlier kit has them on {old_paper}; with --paper {old_paper}, the pages that changed are printed"
        yield from (ChangedRules(path, f"Rules ({path}): {says}.", is_known=False) for path in after)
        return
    for path in after:
        yield from _compare_file(path, earlier, new, path in before)
    for path in before if after else ():
        if path not in after:
            yield ChangedRules(path, f"Rules ({path}): take them out; the new kit has none of this name.")


def _list_files(kit: EarlierKit) -> list[str]:
    """Return the paths of the rules on the paper of the kit, as single pages."""
    paper = kit.rules_paper
    own = [file.path for file in kit.manifest.files if kit.holds_rules(file.path)]
    others = "-booklet-", f"-half-{paper}."
    return [path for path in own if path.endswith(f"-{paper}.pdf") and not any(each in path for each in others)]


def _compare_file(path: str, earlier: EarlierKit, new: EarlierKit, is_listed: bool) -> Iterator[ChangedRules]:
    before, after = earlier.read_file(path), new.read_file(path)
    assert after is not None, "it was just built"
    if before == after:
        return
    with render_pages(after, _DPI) as shown:
        pages = list(shown.list_pages(new.rules_build))
    if before is None:
        why = " (the earlier file is missing or was changed)" if is_listed else ""
        yield ChangedRules(path, f"Rules ({path}): print all {count_noun(len(pages), 'page')}{why}.", after)
        return
    with render_pages(before, _DPI) as shown:
        olds = list(shown.list_pages(earlier.rules_build))
    numbers = [number for number, page in enumerate(pages, 1) if number > len(olds) or page != olds[number - 1]]
    dropped = range(len(pages) + 1, len(olds) + 1)
    told = [f"print {count_noun(len(numbers), 'page')} anew: {join_numbers(numbers)}"] if numbers else []
    told += [f"take out {count_noun(len(dropped), 'page')} at the end: {join_numbers(dropped)}"] if dropped else []
    if told:
        data = extract_pages(after, numbers) if numbers else b""
        yield ChangedRules(path, f"Rules ({path}): {'; '.join(told)}.", data)


def join_numbers(numbers: Sequence[int]) -> str:
    """Return numbers as text, such as `3 to 6, 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
