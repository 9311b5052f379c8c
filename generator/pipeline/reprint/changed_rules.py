"""Compare the rules of two kits page by page, and choose the pages to print anew."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from PIL import Image

from generator.pipeline.reprint.kits import INNER, REPRINT, EarlierKit
from generator.readback.raster import render_pages
from generator.write.pdf.page_extracts import extract_pages

_DPI = 60.0
_BOOKLET, _HALF = "-booklet-", "-half-"
Say = Callable[[str], str]  # translates words into the language of the sheets
Leaf = tuple[int | None, int | None]  # the pages of a sheet of paper, counted from 1


class ChangedRules(NamedTuple):
    """A file of rules that is other than before, and what to do: which pages to print, which to take out.

    `changed` are the pages that look different, `leaves` the sheets of paper to print, with nothing on their backs if
    the rules are printed on one side. Pages that are `dropped` have nothing in their place. `lost` tells that the
    earlier file is missing or was changed. `others` are the same rules as booklets and small pages.
    """

    path: str
    file: str = ""
    pages: bytes = b""
    changed: tuple[int, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    dropped: tuple[int, ...] = ()
    is_whole: bool = False
    lost: bool = False
    others: tuple[str, ...] = ()


class RulesChange(NamedTuple):
    """The files of rules that are other than before; no files if the earlier kit has them on another `paper`."""

    files: tuple[ChangedRules, ...] = ()
    paper: str = ""


def find_changed_rules(earlier: EarlierKit, new: EarlierKit, two_sided: bool) -> RulesChange:
    """Return the files of rules, page by page, that are not as in the earlier kit, and those that are gone."""
    before, after = _list_files(earlier), _list_files(new)
    if before and after and earlier.rules_paper != new.rules_paper:
        return RulesChange(paper=earlier.rules_paper)
    found = [changed for path in after if (changed := _compare_file(path, earlier, new, path in before, two_sided))]
    return RulesChange((*found, *(ChangedRules(path) for path in before if path not in after)))


def _list_files(kit: EarlierKit) -> list[str]:
    """Return the paths of the rules on the paper of the kit, as single pages."""
    own = [file.path for file in kit.manifest.files if kit.holds_rules(file.path)]
    ending = f"-{kit.rules_paper}.pdf"
    return [
        path for path in own if path.endswith(ending) and _BOOKLET not in path and f"{_HALF}{ending[1:]}" not in path
    ]


def _list_others(path: str, kit: EarlierKit) -> Iterator[str]:
    """Yield where a reprint has the same rules as a booklet and on smaller pages."""
    stem, rules = path.removesuffix(f"{kit.rules_paper}.pdf"), _list_files(kit)
    for file in kit.manifest.files:
        if file.path.startswith(stem) and file.path.endswith(".pdf") and file.path not in rules:
            form = file.path.removeprefix(stem)
            if "-" not in form or form.startswith((_BOOKLET[1:], _HALF[1:])):
                yield f"{INNER}/{file.path}"


def _compare_file(
    path: str, earlier: EarlierKit, new: EarlierKit, is_listed: bool, two_sided: bool
) -> ChangedRules | None:
    before, after = earlier.read_file(path), new.read_file(path)
    assert after is not None, "it was just built"
    if before == after:
        return None
    game = new.manifest.game
    file = path.replace(f"{game}-rules", f"{game}-{REPRINT}-rules", 1)
    others = tuple(_list_others(path, new))
    pages = _render(after, new)
    every = tuple(range(1, len(pages) + 1))
    if before is None:
        leaves = compare_pages([], pages, 2 if two_sided else 1)[1]
        return ChangedRules(path, file, after, every, leaves, is_whole=True, lost=is_listed, others=others)
    changed, leaves, dropped = compare_pages(_render(before, earlier), pages, 2 if two_sided else 1)
    if not changed and not leaves and not dropped:
        return None
    numbers = [number for leaf in leaves for number in leaf if number]
    data = extract_pages(after, numbers) if numbers else b""
    return ChangedRules(
        path, file, data, changed, leaves, dropped=dropped, is_whole=tuple(numbers) == every, others=others
    )


def _render(data: bytes, kit: EarlierKit) -> list[Image.Image]:
    with render_pages(data, _DPI) as shown:
        return list(shown.list_pages(kit.rules_build))


def compare_pages(
    before: Sequence[Image.Image], after: Sequence[Image.Image], sides: int
) -> tuple[tuple[int, ...], tuple[Leaf, ...], tuple[int, ...]]:
    """Return the pages that changed, the leaves to print as one of their sides did, and the pages to drop."""
    same = [old is not None and old == new for old, new in zip_longest(before, after)]
    changed = tuple(number for number in range(1, len(after) + 1) if not same[number - 1])
    leaves = []
    for first in range(1, len(after) + 1, sides):
        if not all(same[first - 1 : first - 1 + sides]):
            leaves.append((first, first + 1 if sides > 1 and first < len(after) else None))
    start = -(-len(after) // sides) * sides + 1  # a page on the back of one that stays goes with its leaf
    return changed, tuple(leaves), tuple(range(start, len(before) + 1))


def describe_rules(change: RulesChange, say: Say = str) -> Iterator[str]:
    """Yield lines that say what to do with the rules."""
    if change.paper:
        told = say(
            "Rules: the earlier kit has them on {paper}; build with --paper {paper} to print the pages that changed."
        )
        yield told.format(paper=change.paper)
    for rules in change.files:
        yield from _describe_file(rules, say)


def _describe_file(rules: ChangedRules, say: Say) -> Iterator[str]:
    if rules.is_whole:
        has_backs = any(back for _, back in rules.leaves)
        told = "Rules: print {file} anew, on both sides." if has_backs else "Rules: print {file} anew, on one side."
        yield say(told).format(file=rules.file)
        if rules.lost:
            yield say("The earlier file of these rules is missing or was changed.")
    elif rules.leaves:
        yield _describe_leaves(rules, say)
    elif not rules.dropped:
        yield say("Rules: take {file} out; the new kit has none of this name.").format(file=rules.path)
    if rules.dropped:
        told = "Rules: take out page {numbers} at the end."
        told = told if len(rules.dropped) == 1 else "Rules: take out the pages {numbers} at the end."
        yield say(told).format(numbers=join_numbers(rules.dropped, say))
    if rules.others:
        told = say("If you use these rules as a booklet or on smaller pages, print them anew: {files}.")
        yield told.format(files=", ".join(rules.others))


def _describe_leaves(rules: ChangedRules, say: Say) -> str:
    """Return the line for some pages: those that changed, and which of them lie back to back."""
    shown = ", ".join(f"{front}/{back}" if back else f"{front}" for front, back in rules.leaves)
    if not rules.changed:
        told = say("Rules: print {file} anew; page {page} has nothing on its back now.")
        return told.format(file=rules.file, page=shown)
    told = "page {numbers} changed" if len(rules.changed) == 1 else "pages {numbers} changed"
    changed = say(told).format(numbers=join_numbers(rules.changed, say))
    both = "Rules: {changed}; print {file} on both sides, back to back: {pages}."
    has_backs = any(back for _, back in rules.leaves)
    told = both if has_backs else "Rules: {changed}; print {file} on one side."
    return say(told).format(changed=changed, file=rules.file, pages=shown)


def join_numbers(numbers: Sequence[int], say: Say = str) -> str:
    """Return numbers as text, such as `3 to 6, 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    span = say("{first} to {last}")
    return ", ".join(
        span.format(first=run[0], last=run[-1]) if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )
