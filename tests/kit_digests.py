"""Record or compare the SHA-256 of every file of every kit: `python -m tests.kit_digests [--accept]`.

The build id on the sheets is a digest of the games' own files and of the templates, so it is held still here:
what is compared is what is drawn.
"""

import hashlib
import json
import sys
import tempfile
from multiprocessing import Pool
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
DIGESTS = Path(__file__).with_suffix(".json")
BUILD_ID = "generator.pipeline.build_identity.build_id"
VARIANTS: dict[str, tuple[str, ...]] = {
    "a4": (),
    "letter": ("--paper", "letter"),
    "a3": ("--paper", "a3"),
    "grey": ("--palette", "grey"),
    "okabe-ito": ("--palette", "okabe-ito"),
    "live text": ("--svg-text", "live"),
    "no backs": ("--backs", "none"),
}


def list_kits() -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the name, the game and the options of each kit."""
    games = sorted(path.parent.name for path in (ROOT / "layouts").glob("*/game.yaml"))
    kits = [(f"{game} {name}", game, options) for game in games for name, options in VARIANTS.items()]
    return [*kits, ("pachisi de", "pachisi", ("--lang", "de"))]


def digest_kit(kit: tuple[str, str, tuple[str, ...]]) -> tuple[str, dict[str, str]]:
    """Build a kit, without reading it back, and return its name and the digest of each file."""
    from generator.cli.commands import main

    name, game, options = kit
    with tempfile.TemporaryDirectory() as out, patch(BUILD_ID, lambda *_: "00000000"):
        done = CliRunner().invoke(
            main, ["build", str(ROOT / "layouts" / game), "--out", out, "--no-read-back", *options]
        )
        if done.exit_code:
            raise RuntimeError(f"{name}: {done.stderr}")
        home = Path(out) / game
        files = sorted(path for path in home.rglob("*") if path.is_file())
        found = {path.relative_to(home).as_posix(): path.read_bytes() for path in files}
    manifest = json.loads(found.pop("manifest.json"))
    found["placements"] = json.dumps(manifest["placements"], sort_keys=True).encode()
    kept = {file: data for file, data in found.items() if not file.startswith(f"{game}-certificate")}
    return name, {file: hashlib.sha256(data).hexdigest() for file, data in kept.items()}


def digest_kits(only: str = "") -> dict[str, dict[str, str]]:
    """Return the digests of all kits, or of those whose name holds `only`."""
    with Pool(2) as pool:
        return dict(pool.map(digest_kit, [kit for kit in list_kits() if only in kit[0]], chunksize=1))


def compare_kits(known: dict[str, dict[str, str]], found: dict[str, dict[str, str]]) -> list[str]:
    """Return a line for each file of the kits that were built that is not as recorded."""
    lines = []
    for name, files in found.items():
        for file in sorted(files.keys() | known[name].keys()):
            if files.get(file) != known[name].get(file):
                lines.append(f"{name}: {file}")
    return lines


if __name__ == "__main__":
    made = digest_kits()
    if "--accept" in sys.argv:
        DIGESTS.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n")
    else:
        wrong = compare_kits(json.loads(DIGESTS.read_text()), made)
        print("\n".join(wrong) or f"{len(made)} kits, {sum(map(len, made.values()))} files: all as recorded")
        sys.exit(bool(wrong))
