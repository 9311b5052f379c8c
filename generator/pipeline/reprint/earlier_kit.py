"""Find an earlier kit, and read what it printed."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from generator.export.reprint import BoxPiece, list_box
from generator.model.finding import Place, refuse
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.write.manifest import (
    MANIFEST,
    MAX_KIT_BYTES,
    MAX_MANIFEST_BYTES,
    Manifest,
    decode_manifest,
    is_rules_file,
)

PRINTED = "printed"  # the word for the kit that was noted as printed
REPRINT = "reprint"  # what the folder of a reprint adds to the name of the game
INNER = "kit"  # in the folder of a note or a reprint: the folder of what the box then holds
EARLIER = "earlier-manifest.json"  # in the folder of a reprint: the manifest of the kit that it was made from


class EarlierKit(NamedTuple):
    """A kit that was built before: its folder, its manifest, and the manifest's bytes."""

    folder: Path
    manifest: Manifest
    data: bytes

    @property
    def pieces(self) -> list[BoxPiece]:
        """Return the pieces that it prints; DataError (GF369) if its manifest does not say how they look."""
        found = list_box(self.manifest.placements or ())
        if found is None or self.manifest.placements is None:
            says = "this kit does not say how its pieces look; build it again from its data, with PDF among the formats"
            raise refuse("GF369", Place(str(self.folder / MANIFEST)), says)
        return found

    @property
    def only(self) -> tuple[str, ...]:
        """Return the parts that were asked for; empty for a kit of all parts."""
        return self.manifest.options.only if self.manifest.options else ()

    @property
    def is_without_rules(self) -> bool:
        """Return whether only sheets were asked for."""
        return self.manifest.options is not None and self.manifest.options.sheets_only

    @property
    def has_rules(self) -> bool:
        """Return whether it has files of rules."""
        return any(self.holds_rules(file.path) for file in self.manifest.files)

    @property
    def sheets_path(self) -> str:
        """Return the path of the sheets as PDF, for pieces that name no other file."""
        paper = self.manifest.paper
        return f"{self.manifest.game}-sheets-{paper.name}.pdf" if paper else ""

    @property
    def rules_build(self) -> str:
        """Return the build that the rules print, which can be another than that of the sheets."""
        return (self.manifest.rules.build if self.manifest.rules else self.manifest.build) or ""

    @property
    def rules_paper(self) -> str:
        """Return the paper of the rules."""
        if self.manifest.rules:
            return self.manifest.rules.options.paper
        return self.manifest.paper.name if self.manifest.paper else ""

    def holds_rules(self, path: str) -> bool:
        """Return whether a file of the kit holds rules."""
        return is_rules_file(self.manifest.game, path)

    def read_file(self, path: str) -> bytes | None:
        """Return a file of the kit; None if it is missing, or not as it was built."""
        listed = next((file for file in self.manifest.files if file.path == path), None)
        if listed is None:
            return None
        try:
            data = read_regular_file(self.folder / path, MAX_KIT_BYTES)
        except (OSError, UnsafeFileError):
            return None
        return data if sha256(data).hexdigest() == listed.sha256 else None


def find_earlier_kit(since: str, out: Path, game: str) -> EarlierKit:
    """Return the kit that was named: a manifest, a folder with one, or `printed`; GF369 for anything else."""
    if not since.strip():
        raise refuse("GF369", Place("--since"), f"name the folder of a kit, its manifest, or `{PRINTED}`")
    given = out / f"{game}-{PRINTED}" if since == PRINTED else Path(since)
    if since == PRINTED and not given.is_dir():
        says = f"no kit was noted as printed; print one and run `gutterfold printed {game}`"
        raise refuse("GF369", Place(str(given)), says)
    for path in _list_places(given, game):
        if os.path.lexists(path):
            return _read_kit(path, game)
    says = f"this is neither a manifest nor the folder of a kit; name one that `gutterfold build` made, or `{PRINTED}`"
    raise refuse("GF369", Place(str(given)), says)


def _list_places(given: Path, game: str) -> Iterator[Path]:
    """Yield where the manifest of the kit can be."""
    if given.is_file():
        yield given
        return
    yield given / INNER / MANIFEST
    yield given / MANIFEST
    yield given / game / MANIFEST


def _read_kit(path: Path, game: str) -> EarlierKit:
    try:
        data = read_regular_file(path, MAX_MANIFEST_BYTES)
    except (OSError, UnsafeFileError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it cannot be read"
        raise refuse("GF369", Place(str(path)), f"the manifest of the earlier kit: {why}") from None
    manifest = decode_manifest(data)
    if manifest is None:
        says = f"this is no manifest; name the {MANIFEST} or the folder of a kit"
        raise refuse("GF369", Place(str(path)), says)
    if manifest.placements is None:
        says = "this manifest lists no pieces; name that of a kit that `gutterfold build` made"
        raise refuse("GF369", Place(str(path)), says)
    if manifest.game != game:
        raise refuse("GF369", Place(str(path)), f"this is a kit of {manifest.game!r}, not of {game!r}")
    return EarlierKit(path.parent, manifest, data)


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest in a folder; None if there is none that gutterfold could have written."""
    try:
        return decode_manifest(read_regular_file(folder / MANIFEST, MAX_MANIFEST_BYTES))
    except (OSError, UnsafeFileError):
        return None
