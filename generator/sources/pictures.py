"""Find finished pictures in folders, put them in natural order, and pair fronts with backs by their names."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from unicodedata import normalize

from generator.language.expressions import list_briefly
from generator.language.suggestions import did_you_mean
from generator.model.finding import DataError, Finding, Place, refuse
from generator.safety.files import MAX_IMAGE_TREE_BYTES, UnsafeFileError, lies_in_kit, list_tree
from generator.sources.choices import SourceCard, SourceFile, name_image

PICTURE_ENDINGS = frozenset(".png .jpg .jpeg .jpe .jfif .webp .gif .tif .tiff .bmp .avif .svg".split())
PDF_ENDING = ".pdf"
_UNREAD_ENDINGS = frozenset(".ai .eps .heic .heif .ico .jp2 .jxl .psd .svgz .tga .xcf".split())
_ARCHIVE_ENDINGS = frozenset(".zip .rar .7z .tar .gz .tgz .cbz .cbr".split())
TABLE_NAMES = ("cards.csv", "cards.xlsx")
MAIN_PART = "card"
MOST_BYTES = 256 * 1024 * 1024  # of a picture or a PDF
_BACK_NAME = re.compile(r"(?P<of>.+?)(?:__|[_\- ])back", re.IGNORECASE)
_FRONT_NAME = re.compile(r"(?P<of>.+?)(?:__|[_\- ])(?:front|face)", re.IGNORECASE)
_BACK_FOLDERS = frozenset({"back", "backs"})
_SIDE_FOLDERS = _BACK_FOLDERS | {"front", "fronts", "face", "faces"}
_MOST_TOLD = 3
_DIGITS = re.compile(r"(\d+)")


class SourceFiles(NamedTuple):
    """What lies in the sources: pictures by part, PDFs, and the table beside the pictures, if there is one."""

    title: str
    pictures: Mapping[str, Sequence[SourceFile]]
    pdfs: Sequence[SourceFile]
    table: Path | None = None
    is_one_folder: bool = False
    unread: Sequence[Path] = ()

    def list_files(self) -> list[SourceFile]:
        """Return all pictures and PDFs."""
        return [*(file for files in self.pictures.values() for file in files), *self.pdfs]


class DeckPictures(NamedTuple):
    """The cards of pictures, and what was noticed in pairing them."""

    cards: Sequence[SourceCard]
    notes: Sequence[Finding]


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts names as people do: `card 2` before `card 10`, whatever the case."""
    words = _DIGITS.split(normalize("NFC", name).casefold())
    return tuple((0, int(word), "") if at % 2 else (1, 0, word) for at, word in enumerate(words) if word)


def find_sources(named: Sequence[Path]) -> SourceFiles:
    """Return the pictures, PDFs and the table in the folders and files that are named; GF380.

    The folders in a single folder are parts; if more than one folder is named, each of them is a part.
    """
    findings: list[Finding] = []
    pictures: dict[str, list[SourceFile]] = defaultdict(list)
    pdfs: list[SourceFile] = []
    tables: list[Path] = []
    unread: list[Path] = []
    folders = [path for path in named if path.is_dir()]
    for path in dict.fromkeys(named):
        try:
            found = list(_list_folder(path, len(folders) > 1)) if path in folders else [_name_file(path)]
        except DataError as error:
            findings += error.findings
            continue
        for part, file in found:
            ending = file.path.suffix.lower()
            if ending in PICTURE_ENDINGS:
                pictures[part].append(file)
            elif ending == PDF_ENDING:
                pdfs.append(file)
            elif ending in _UNREAD_ENDINGS:
                unread.append(file.path)
        tables += [path / name for name in TABLE_NAMES if path in folders and (path / name).is_file()]
    if findings:
        raise DataError(findings)
    if len(tables) > 1:
        raise refuse("GF380", Place(str(tables[1])), f"there is a table already, {tables[0]}; keep one of them")
    ordered = {part: sorted(files, key=lambda file: natural_key(file.name)) for part, files in pictures.items()}
    if not any(ordered.values()) and not pdfs:
        says = "there is no picture and no PDF here; name a folder of images, image files or PDFs"
        raise refuse("GF380", Place(str(named[0])), says)
    parts = sorted(ordered, key=lambda part: (part != MAIN_PART, natural_key(part)))
    first = folders[0] if folders else named[0]
    title = first.resolve().name if folders or len(named) == 1 else first.resolve().parent.name
    sources = SourceFiles(
        title if folders else Path(title).stem,
        {part: ordered[part] for part in parts},
        pdfs,
        tables[0] if tables else None,
        is_one_folder=len(folders) == 1,
        unread=unread,
    )
    _refuse_equal_names(sources.list_files())
    return sources


def _refuse_equal_names(files: Sequence[SourceFile]) -> None:
    """Refuse two files that would have the same name in one folder."""
    seen: dict[str, SourceFile] = {}
    for file in files:
        first = seen.setdefault(normalize("NFC", file.name).casefold(), file)
        if first.path != file.path:
            says = f"{first.path} has the same name; rename one of them"
            raise refuse("GF380", Place(str(file.path)), says)


def _list_folder(folder: Path, is_part: bool) -> Iterator[tuple[str, SourceFile]]:
    """Yield the files of a folder with the part that each belongs to; GF380."""
    if (folder / "game.yaml").exists():
        says = f"this folder holds a game; print it with `gutterfold build {folder}`, or name its folder of images"
        raise refuse("GF380", Place(str(folder)), says)
    try:
        tree = list_tree(folder, folder, MOST_BYTES, most_bytes=MAX_IMAGE_TREE_BYTES)
    except UnsafeFileError as error:
        raise refuse("GF380", Place(str(folder)), f"this folder {error.why}; name a smaller one") from None
    above = [folder.resolve().name] if is_part else []
    for name, path, _ in tree:
        if lies_in_kit(folder, name):
            continue
        inside = [each for each in PurePosixPath(name).parts[:-1] if each.lower() not in _SIDE_FOLDERS]
        yield spell_id("-".join(above + inside)) or MAIN_PART, SourceFile("/".join([*above, name]), path)


def _name_file(path: Path) -> tuple[str, SourceFile]:
    """Return a file that is named by itself, as part of the deck; GF380."""
    known = PICTURE_ENDINGS | {PDF_ENDING}
    if not path.is_file():
        near = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
        says = f"there is no file or folder of this name{did_you_mean(path.name, near)}"
        raise refuse("GF380", Place(str(path)), says)
    if path.suffix.lower() not in known:
        if path.suffix.lower() in _ARCHIVE_ENDINGS:
            raise refuse("GF380", Place(str(path)), "this is an archive; unpack it, and name its folder of pictures")
        kinds = ", ".join(sorted(each[1:] for each in known))
        raise refuse("GF380", Place(str(path)), f"this is no picture or PDF by its name; these can be printed: {kinds}")
    return MAIN_PART, SourceFile(path.name, path.resolve())


def spell_id(name: str) -> str:
    """Return a name as an id: small letters, digits and hyphens; empty if it has no letter of the alphabet."""
    plain = normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-").lstrip("0123456789-")


def pair_pictures(sources: SourceFiles, backs: Mapping[str, Path], copies: int) -> DeckPictures:
    """Return the cards of pictures; `backs` are the pictures that were named as backs, by part or for all ("")."""
    cards: list[SourceCard] = []
    notes: list[Finding] = []
    if sources.unread:
        names = list_briefly([path.name for path in sources.unread], _MOST_TOLD)
        says = f"not printed, as these kinds of pictures cannot be read: {names}; save them as PNG"
        notes.append(Finding("GF381", Place(str(sources.unread[0])), says, "warning"))
    notes += _note_equal_stems(sources)
    for part, files in sources.pictures.items():
        given = backs.get(part, backs.get(""))
        common = next(filter(names_all_backs, files), None)  # `back.*` beside others
        back = name_image(find_picture(sources, given).name) if given else common and name_image(common.name)
        cards += _pair_part(part, [each for each in files if each != common], back, copies, notes)
    named = {name_image(find_picture(sources, path).name) for path in backs.values()}
    return DeckPictures([card for card in cards if card.front not in named], notes)


def _note_equal_stems(sources: SourceFiles) -> Iterator[Finding]:
    """Yield a warning where pictures differ only in their endings, as copies in another format do (GF381)."""
    seen: dict[str, SourceFile] = {}
    for file in (file for files in sources.pictures.values() for file in files):
        first = seen.setdefault(normalize("NFC", PurePosixPath(file.name).with_suffix("").as_posix()).casefold(), file)
        if first != file:
            says = f"this has the name of {first.path.name}, but for the ending; both are printed"
            yield Finding("GF381", Place(str(file.path)), says, "warning")


def find_picture(sources: SourceFiles, path: Path) -> SourceFile:
    """Return the source that a file is, or a new one if it lies elsewhere."""
    real = path.resolve()
    if not path.is_file():
        near = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
        raise refuse("GF380", Place(str(path)), f"there is no file of this name{did_you_mean(path.name, near)}")
    return next((each for each in sources.list_files() if each.path.resolve() == real), SourceFile(path.name, real))


def names_all_backs(file: SourceFile) -> bool:
    """Return whether a picture is named `back`."""
    return PurePosixPath(file.name).stem.casefold() in _BACK_FOLDERS


def _pair_part(
    part: str, files: Sequence[SourceFile], back: str | None, copies: int, notes: list[Finding]
) -> Iterator[SourceCard]:
    """Yield the cards of a part: pictures whose names say that they are backs go behind the others."""
    fronts = {_spell_stem(each, _FRONT_NAME): each for each in files if not _names_back(each)}
    own: dict[tuple[str, str], SourceFile] = {}
    backs = list(filter(_names_back, files))
    if not any(_spell_stem(each, _BACK_NAME) in fronts for each in backs) and all(map(_lies_in_back_folder, backs)):
        own = _pair_by_order(fronts, backs, notes)
    for each in backs if not own else ():
        key = _spell_stem(each, _BACK_NAME)
        if key in fronts:
            own[key] = each
        else:
            says = f"its name is that of a back, but there is no front {key[1]!r}; it is printed as a card"
            notes.append(Finding("GF381", Place(str(each.path)), says, "note"))
    paired = set(own.values())
    for each in files:
        stem = PurePosixPath(each.name).stem
        if not _names_back(each):
            its = own.get(_spell_stem(each, _FRONT_NAME))
            yield SourceCard(name_image(each.name), name_image(its.name) if its else back, stem, part, copies)
        elif each not in paired:
            yield SourceCard(name_image(each.name), back, stem, part, copies)


def _pair_by_order(
    fronts: Mapping[tuple[str, str], SourceFile], backs: Sequence[SourceFile], notes: list[Finding]
) -> dict[tuple[str, str], SourceFile]:
    """Return the backs of a folder whose names are not those of the fronts: one for all, or as many, in their order."""
    if not backs or not fronts or len(backs) not in (1, len(fronts)):
        return {}
    if len(backs) > 1:
        says = f"backs have other names than their fronts, so they are paired in their order: {backs[0].name} goes"
        says = f"{says} behind {next(iter(fronts.values())).name}; look at the sheets before you print"
        notes.append(Finding("GF381", Place(str(backs[0].path)), says, "warning"))
    return dict(zip(fronts, cycle(backs), strict=False))


def _names_back(file: SourceFile) -> bool:
    return bool(_BACK_NAME.fullmatch(PurePosixPath(file.name).stem)) or _lies_in_back_folder(file)


def _lies_in_back_folder(file: SourceFile) -> bool:
    return PurePosixPath(file.name).parent.name.lower() in _BACK_FOLDERS


def _spell_stem(file: SourceFile, ending: re.Pattern[str]) -> tuple[str, str]:
    """Return the folder and the name of a card whose side a file is."""
    path = PurePosixPath(normalize("NFC", file.name))
    folder = path.parent.parent if path.parent.name.lower() in _SIDE_FOLDERS else path.parent
    found = ending.fullmatch(path.stem)
    return folder.as_posix().casefold(), (found["of"] if found else path.stem).casefold()
