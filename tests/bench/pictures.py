"""Time `gutterfold impose` beside img2pdf, which only wraps pictures: `python -m tests.bench.pictures [120] [jpg|png]`.

Both read the same pictures of 4 megapixels. gutterfold lays them out with a bleed, reads the PDF back and checks it.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

SIZE = (1690, 2366)
RIVAL = (
    "import glob, img2pdf, sys; img2pdf.convert(sorted(glob.glob(sys.argv[1])), outputstream=open(sys.argv[2], 'wb'))"
)


def write_pictures(folder: Path, count: int, kind: str) -> None:
    """Write pictures with some noise, no two of them equal: 1 MB each as JPEG, 3 as PNG."""
    noise = Image.effect_noise(SIZE, 60).filter(ImageFilter.GaussianBlur(1.2))
    base = Image.merge("RGB", (noise, noise.rotate(180), noise.transpose(Image.Transpose.FLIP_LEFT_RIGHT)))
    for number in range(count):
        card = base.copy()
        ImageDraw.Draw(card).rectangle(
            (200, 300, 600 + 16 * (number % 40), 400 + 16 * (number // 40)), fill=(60, 90, 160)
        )
        card.save(folder / f"card {number}.{kind}", quality=90, compress_level=1)  # each for one kind


def measure(*command: str) -> tuple[float, float, int]:
    """Return the seconds, the processor's seconds and the largest memory (MB) of a command and of its children."""
    code = "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:]); used = resource.getrusage(resource.RUSAGE_CHILDREN)"
    code += "; print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr); sys.exit(done.returncode)"
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    processor, memory = done.stderr.split()[-2:]
    return time.perf_counter() - begun, float(processor), int(memory) // 1024


def main() -> None:
    """Print a line for each tool."""
    count, kind = int([*sys.argv, "120"][1]), [*sys.argv[2:], "jpg"][0]
    with tempfile.TemporaryDirectory() as home:
        deck, out = Path(home, "deck"), Path(home, "out")
        deck.mkdir()
        write_pictures(deck, count, kind)
        given = sum(path.stat().st_size for path in deck.iterdir()) >> 20
        print(f"{count} pictures ({kind}) of 4 megapixels, {given} MB")
        ours = (sys.executable, "-m", "generator", "impose", str(deck), "--out", str(out))
        theirs = (sys.executable, "-c", RIVAL, f"{deck}/*.{kind}", f"{home}/rival.pdf")
        for name, command, made in (
            ("gutterfold", ours, out / "deck/deck-sheets-a4.pdf"),
            ("img2pdf", theirs, Path(home, "rival.pdf")),
        ):
            runs = [measure(*command) for _ in range(3)]
            seconds, processor, memory = sorted(runs)[1]
            size = made.stat().st_size >> 20
            print(
                f"{name:12}{seconds:6.1f} s, processor {processor:5.1f} s, at most {memory} MB of memory, PDF of {size} MB"
            )


if __name__ == "__main__":
    main()
