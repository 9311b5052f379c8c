"""Write a benchmark deck of N cards: a game folder for gutterfold, with the CSV file that the rivals read.

What every tool draws, mm from the top left of the 63 x 88 card: a frame of 59 x 84 at 2,2 with corners of 3 and a line
of 0.7; a band of 53 x 10 at 5,5 with corners of 2; in it the title, semibold 5, on the baseline 11.7; an icon of four
petals of two cubic curves each, 24 x 24 at 19.5,22; four lines of text, regular 3.8, 5 apart, the first on the baseline
56, at most 53 wide; a number, bold 7, in a disc of radius 5.5 at 52.5,78. On the back: the frame and 3 x 5 discs.
"""

import csv
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

HERE = Path(__file__).parent
BACKS_UP_TO = 54
MEASURE, SIZE = 53.0, 3.8  # mm; the same in card.svg.j2, deck.typ and rival_svglib.py

PAINTS = (
    ("#0072b2", "#80b8d8"),
    ("#d55e00", "#eaae80"),
    ("#009e73", "#80ceb9"),
    ("#aa4488", "#d4a1c3"),
    ("#7a5c00", "#bcad80"),
    ("#444444", "#a1a1a1"),
)
FIRST = "Amber Bitter Calm Distant Early Frozen Gentle Hollow Iron Jade Kindled Low Morning Narrow Old Patient".split()
SECOND = "Anchor Bridge Candle Door Ember Ferry Garden Harbor Island Journey Kiln Lantern Mill North Orchard".split()
WORDS = (
    "draw a card from the deck and give it to your neighbor then move one space along the river take back any stone "
    "that touches two of yours or pay three coins whoever holds the lantern may look at the top of another pile this "
    "round nobody builds before everyone has traded once keep what you find turn over what is left"
).split()

GAME = """\
title: Bench deck
version: "1"
players: [1, 4]
parts:
  deck: {{kind: card, size: standard, front: card.svg.j2, {back}rows: cards.csv, copies: 1}}
claims:
  - {{id: B1, says: each card once, rests_on: tests/bench/deck.py, check: count('deck') == {cards}}}
"""


def write_deck(folder: Path, cards: int) -> None:
    """Write game.yaml, cards.csv and the templates; the same number of cards gives the same bytes."""
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    back = "back: back.svg.j2, " if cards <= BACKS_UP_TO else ""
    (folder / "game.yaml").write_text(GAME.format(cards=cards, back=back), encoding="utf-8")
    for name in ("card.svg.j2", "back.svg.j2"):
        shutil.copyfile(HERE / name, folder / "templates" / name)
    with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, lineterminator="\n").writerow
        write(["number", "title", "text", "paint", "light"])
        for row in generate_rows(cards):
            write(row)


def write_fonts(folder: Path) -> None:
    """Copy the three fonts used, and no other that would cost a rival time, under their file names."""
    from font_source_sans_pro import font_files_ttf

    folder.mkdir(parents=True, exist_ok=True)
    for name in ("SourceSansPro", "SourceSansProSemibold", "SourceSansProBold"):
        path = Path(font_files_ttf[name])
        shutil.copyfile(path, folder / path.name)


def generate_rows(cards: int) -> Iterator[tuple[int, str, str, str, str]]:
    """Yield a row for each card; titles are unique, and each text takes four lines."""
    rng = random.Random(cards)
    width = load_widths()
    for n in range(cards):
        title = f"{FIRST[n % len(FIRST)]} {SECOND[n % len(SECOND)]} {n + 1}"
        yield (n * 7 % 90 + 10, title, compose_four_lines(rng, width), *PAINTS[n % len(PAINTS)])


def compose_four_lines(rng: random.Random, width: Callable[[str], float]) -> str:
    """Return a text that first-fit line breaking sets in three and a half lines, with or without kerning."""
    words: list[str] = []
    lines, used = 1, 0.0
    while lines < 4 or used < MEASURE / 3:
        word = rng.choice(WORDS)
        word = word if words else word.capitalize()
        step = width(f" {word}") if used else width(word)
        # a word that only just fits could break either way, so take another
        if abs(used + step - MEASURE) < 0.6:
            continue
        lines, used = (lines, used + step) if used + step < MEASURE else (lines + 1, width(word))
        words.append(word)
    return f"{' '.join(words)}."


def load_widths() -> Callable[[str], float]:
    """Return a function that measures text in mm at the size of the cards' text, without kerning."""
    from font_source_sans_pro import font_files_ttf
    from fontTools.ttLib import TTFont

    font = TTFont(font_files_ttf["SourceSansPro"])
    cmap, advances, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    known = {chr(code): advances[name][0] * SIZE / em for code, name in cmap.items()}
    return lambda text: sum(known[char] for char in text)


if __name__ == "__main__":
    write_deck(Path(sys.argv[1], "deck"), int(sys.argv[2]))
    write_fonts(Path(sys.argv[1], "fonts"))
