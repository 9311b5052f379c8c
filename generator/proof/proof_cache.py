"""Remember from one run to the next which facts were seen on the paper, in the user's own cache folder.

A part has one file. What is known of a design or a board stands under a digest of all that decides how it is drawn;
whatever else is found there, or nothing, means that it is proven again.
"""

from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any

from generator.model.game import Design, Part
from generator.program.identity import identify_program
from generator.proof.kit import Kit
from generator.render.template_words import TemplateReader
from generator.safety.code_cache import open_code_cache
from generator.safety.files import UnsafeFileError, read_regular_file

_WIDE = frozenset({"game", "part", "parts"})  # names that lead templates to other rows


class ProofCache:
    """What was seen of a kit in the last run, and in this one."""

    def __init__(self, kit: Kit, reader: TemplateReader) -> None:
        self._kit, self._reader = kit, reader
        self._store = open_code_cache()
        self._old: dict[str, dict[str, Any]] = {}
        self._new: dict[str, dict[str, Any]] = {}
        self._bases: dict[str, str] = {}
        self._design_keys: dict[tuple[str, str], str] = {}  # a design may have a hundred thousand facts
        self._changed: set[str] = set()
        self._common = self._digest_common()

    def read_seen(self, part: Part, design: Design) -> Collection[str]:
        """Return the names of the facts of a design that are known to be seen."""
        found = self._read(part, self._design_key(part, design))
        return found if isinstance(found, list) else ()

    def add_seen(self, part: Part, design: Design, name: str) -> None:
        """Remember that a fact of a design is seen."""
        key = self._design_key(part, design)
        self._new.setdefault(part.id, {}).setdefault(key, []).append(name)
        self._changed.add(part.id)

    def read_unused(self, part: Part, design: Design) -> Mapping[str, str]:
        """Return the keys of the facts of a design that no template is known to use, and what was tried for each."""
        found = self._read(part, f"{self._design_key(part, design)} unused")
        return found if isinstance(found, dict) else {}

    def add_unused(self, part: Part, design: Design, key: str, tried: str) -> None:
        """Remember that no template uses a fact of a design."""
        place = f"{self._design_key(part, design)} unused"
        self._new.setdefault(part.id, {}).setdefault(place, {})[key] = tried
        self._changed.add(part.id)

    def read_part(self, part: Part, name: str) -> Any:
        """Return what is known of a part under a name; None if nothing is."""
        return self._read(part, f"{self._base(part)} {name}")

    def write_part(self, part: Part, name: str, value: Any) -> None:
        """Remember something of a part under a name."""
        self._new.setdefault(part.id, {})[f"{self._base(part)} {name}"] = value
        self._changed.add(part.id)

    def save(self) -> None:
        """Write what was added in this run; what this run did not ask for is forgotten."""
        for part in self._changed if self._store else ():
            self._store.write(self._new[part], *self._file_key(part))  # type: ignore[union-attr]

    def _read(self, part: Part, key: str) -> Any:
        if part.id not in self._old:
            found = self._store.read(*self._file_key(part.id)) if self._store else None
            self._old[part.id] = found if isinstance(found, dict) else {}
        value = self._old[part.id].get(key)
        if value is not None:
            self._new.setdefault(part.id, {})[key] = value
        return value

    def _file_key(self, part: str) -> tuple[str, ...]:
        return "proof", identify_program(), str(self._kit.game.folder.resolve()), part

    def _design_key(self, part: Part, design: Design) -> str:
        known = self._design_keys.get((part.id, design.id))
        if known is None:
            text = f"{self._base(part)}\0{design.id}\0{design.outline}\0{design.values!r}"
            known = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            self._design_keys[part.id, design.id] = known
        return known

    def _base(self, part: Part) -> str:
        """Return a digest of all that all designs of a part depend on."""
        if part.id not in self._bases:
            templates = [self._reader.read_words(name) for name in (part.front, part.back) if name]
            told = [
                self._common,
                part.kind,
                repr(part.outline),
                repr(part.values),
                *(each.digest for each in templates),
            ]
            if any(each.is_open or each.words & _WIDE for each in templates):
                told += [repr(self._kit.game.data), repr(self._kit.game.rows), self._kit.build]
            self._bases[part.id] = sha256("\0".join(told).encode("utf-8", "surrogatepass")).hexdigest()
        return self._bases[part.id]

    def _digest_common(self) -> str:
        """Return a digest of the colors, fonts and images of a game."""
        made = sha256(repr(sorted(self._kit.game.colors.items())).encode())
        for name, font in sorted(self._kit.fonts.own.items()):
            made.update(repr(name).encode() + sha256(font.data).digest())
        for path in sorted((self._kit.game.folder / "images").rglob("*")):
            made.update(str(path.name).encode("utf-8", "surrogatepass"))
            try:
                made.update(sha256(read_regular_file(path)).digest() if path.is_file() else b"")
            except (OSError, UnsafeFileError):
                continue  # no template can use it
        return made.hexdigest()
