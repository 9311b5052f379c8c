"""Try all attacks and print a table by class: `python -m tests.hostile [class ...] [-v]`."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from tests.hostile.attack import Attack
from tests.hostile.classes import CLASSES, load_attacks, load_sample
from tests.hostile.runner import Patience, hurry, make_home, open_workshop, run_attacks
from tests.hostile.verdict import COLUMNS, Verdict

_ENDS = ("without effect", "clean", "placeless")
_HEADS = ("class", "tried", "no effect", "clean", "no place", *COLUMNS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen classes, or all; return 1 if an attack has a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("classes", nargs="*", choices=[*CLASSES, []], help="classes of attacks; all unless given")
    parser.add_argument("-k", default="", help="only attacks with these words in their name")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1, help="attacks at a time")
    parser.add_argument("-p", type=float, default=0, metavar="SECONDS", help="kill what takes longer, to see much soon")
    parser.add_argument("-v", action="store_true", help="print what each attack was told")
    parser.add_argument("--serve", action="store_true", help="for the tests: run the classes that standard input names")
    parser.add_argument("--show", action="store_true", help="print what each attack writes and runs, and run nothing")
    chosen = parser.parse_args(arguments)
    kinds = chosen.classes or CLASSES

    def choose(kind: str) -> list[Attack]:
        return [attack for attack in load_attacks(kind) if chosen.k in attack.name]

    if chosen.show:
        print("\n".join(repr(attack) for kind in kinds for attack in choose(kind)))
        return 0
    if chosen.p:
        Patience.processor = Patience.clock = chosen.p
    if chosen.serve:
        return serve()
    table: dict[str, list[Verdict]] = {}
    with make_home() as home:
        shop = open_workshop(Path(home))
        for kind in kinds:
            verdicts = run_attacks(partial(choose, kind), shop, chosen.j)
            table[kind] = sorted(verdicts, key=lambda verdict: verdict.name)
            for verdict in table[kind]:
                print_verdict(kind, verdict, chosen.v)
    print(format_table(table))
    return 1 if any(verdict.faults for verdicts in table.values() for verdict in verdicts) else 0


def serve() -> int:
    """Try a sample of each class that a line of standard input names, and print the verdicts and an empty line.

    The clocks of templates, claims and rules are set to a fraction, so that each bomb shows in a moment that it ends.
    """
    with make_home() as home:
        shop = open_workshop(Path(home))
        hurry()
        for line in sys.stdin:
            kind = line.strip()
            for verdict in run_attacks(partial(load_sample, kind), shop, 1):
                sys.stdout.buffer.write(verdict.encode())
            sys.stdout.buffer.write(b"\n")
            sys.stdout.buffer.flush()
    return 0


def print_verdict(kind: str, verdict: Verdict, wordy: bool) -> None:
    """Print the faults of an attack, or what it was told."""
    for fault in verdict.faults:
        print(f"{kind}: {verdict.name!r}: {fault.column}: {fault.detail!r}", flush=True)
    if wordy or (verdict.end == "placeless" and not verdict.faults):
        print(f"{kind}: {verdict.name!r}: {verdict.end} ({verdict.seconds:.2f} s): {verdict.said!r}", flush=True)


def format_table(table: Mapping[str, Sequence[Verdict]]) -> str:
    """Return a row for each class and one for all; an attack with several faults counts in each of their columns."""
    rows = [_HEADS]
    for kind, verdicts in [*table.items(), ("all", [each for every in table.values() for each in every])]:
        columns = Counter(column for each in verdicts for column in {fault.column for fault in each.faults})
        ends = Counter(each.end for each in verdicts if not each.faults)
        counts = [len(verdicts), *(ends[end] for end in _ENDS), *(columns[column] for column in COLUMNS)]
        rows.append((kind, *map(str, counts)))
    widths = [max(len(row[n]) for row in rows) for n in range(len(_HEADS))]
    lines = [
        [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        for row in rows
    ]
    return "\n".join("  ".join(line) for line in lines)


if __name__ == "__main__":
    sys.exit(main())
