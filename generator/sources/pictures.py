"""Find finished pictures in folders, put them in natural order, and pair fronts with backs by their names."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, zip_longest
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from unicodedata import normalize

from generator.language.expressions import list_briefly
from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.model.finding import DataError, Finding, Place, refuse
from generator.safety.files import MAX_IMAGE_TREE_BYTES, UnsafeFileError, lies_in_kit, list_tree
from generator.sources.choices import BacksAre, SourceCard, SourceFile, name_image

PICTURE_ENDINGS = frozenset(".png .jpg .jpeg .jpe .jfif .webp .gif .tif .tiff .bmp .avif .svg".split())
PDF_ENDING = ".pdf"
_UNREAD_ENDINGS = frozenset(".ai .eps .heic .heif .ico .jp2 .jxl .psd .svgz .tga .xcf".split())
_ARCHIVE_ENDINGS = frozenset(".zip .rar .7z .tar .gz .tgz .cbz .cbr".split())
TABLE_NAMES = ("cards.csv", "cards.xlsx")
MAIN_PART = "card"
MOST_BYTES = 256 * 1024 * 1024  # of a picture or a PDF
_FRONTS = "fronts?|faces?|frontside|recto|vorderseiten?|vorne|avant|anverso|frente|fronte|voorkant"
_BACKS = "backs?|backside|cardbacks?|verso|r(?:ü|ue|u)ckseiten?|kartenr(?:ü|ue|u)cken"
_LIKE_BACKS = "rear|reverse|hinten|dos|arri[eè]re|reverso|dorso|retro|achterkant"  # cards are called so, too
_GAP = r"[\s_.()\[\]-]"
_SIDE_WORD = re.compile(
    rf"(?P<of>(?:.*{_GAP})?)(?:(?P<front>{_FRONTS})|(?P<back>{_BACKS})|(?P<like>{_LIKE_BACKS}))(?P<rest>(?:{_GAP}.*)?)"
)
_SIDE_LETTER = re.compile(rf"(?P<of>.+?)(?:{_GAP}+|(?<=\d))(?:(?P<front>f)|(?P<like>b)){_GAP}*(?P<rest>)")
_COUNTED = re.compile(
    r"(?:\A|[\s_(\[-])(?:\d{1,2} ?x|x ?\d{1,2}|qty[\s_-]*\d{1,2})(?:[\s_)\]-]|\Z)"
)  # 3x fox, fox (x3)
_ALL_BACKS = re.compile(rf"(?:(?:the|common|cards?|deck|karten?|standard|default){_GAP}*)?(?:{_BACKS})")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")
_BACK_FOLDER = re.compile(rf"(?:cards?{_GAP}*)?(?:{_BACKS})")
_SIDE_FOLDER = re.compile(rf"(?:cards?{_GAP}*)?(?:{_BACKS}|{_FRONTS})")
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
        first = seen.setdefault(_fold(file.name), file)
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
        inside = [each for each in PurePosixPath(name).parts[:-1] if not _SIDE_FOLDER.fullmatch(_fold(each))]
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


def pair_pictures(
    sources: SourceFiles, backs: Mapping[str, Path], copies: int, backs_are: BacksAre = "found"
) -> DeckPictures:
    """Return the cards of pictures; `backs` are the pictures that were named as backs, by part or for all ("").

    `backs_are` says which pictures are backs in their order, whatever their names; GF380.
    """
    cards: list[SourceCard] = []
    notes: list[Finding] = []
    if sources.unread:
        names = list_briefly([path.name for path in sources.unread], _MOST_TOLD)
        says = f"not printed, as these kinds of pictures cannot be read: {names}; save them as PNG"
        notes.append(Finding("GF381", Place(str(sources.unread[0])), says, "warning"))
    notes += _note_equal_stems(sources)
    notes += _note_counts(sources, copies)
    for part, files in sources.pictures.items():
        if backs_are != "found":
            cards += _pair_as_told(part, files, backs_are, copies)
            continue
        given = backs.get(part, backs.get(""))
        backs_of_all = filter(names_all_backs, files if len(files) > 1 else ())
        common = min(backs_of_all, key=lambda each: len(each.name), default=None)  # `back.*`
        back = name_image(find_picture(sources, given).name) if given else common and name_image(common.name)
        cards += _pair_part(part, [each for each in files if each != common], back, copies, notes)
    named = {name_image(find_picture(sources, path).name) for path in backs.values()}
    return DeckPictures([card for card in cards if card.front not in named], notes)


def _note_counts(sources: SourceFiles, copies: int) -> Iterator[Finding]:
    """Yield a note if names of pictures say how many of each there are, which is only read in a table (GF381)."""
    files = [file for files in sources.pictures.values() for file in files]
    told = [file for file in files if _COUNTED.search(_fold(file.path.stem))]
    if told and copies == 1 and sources.table is None:
        names = list_briefly([file.path.name for file in told], _MOST_TOLD)
        says = (
            f"printed once each, though their names have numbers of copies: {names}; a table says them: --write-table"
        )
        yield Finding("GF381", Place(str(told[0].path)), says, "note")


def _pair_as_told(part: str, files: Sequence[SourceFile], backs_are: BacksAre, copies: int) -> Iterator[SourceCard]:
    """Yield the cards of a part whose backs are every second picture, the second half, the last or none; GF380."""
    half = len(files) // 2
    fronts, backs = {
        "none": (files, ()),
        "alternate": (files[::2], files[1::2]),
        "second-half": (files[:half], files[half:]),
        "last": (files[:-1], [files[-1]] * (len(files) - 1)),
    }.get(backs_are, ((), ()))
    if not fronts or len(backs) not in (0, len(fronts)):
        says = f"{count_noun(len(files), 'picture')} of {part!r} cannot be paired so; say how in a table: --write-table"
        raise refuse("GF380", Place("--backs-are"), says)
    for front, back in zip_longest(fronts, backs):
        href = name_image(back.name) if back else None
        yield SourceCard(name_image(front.name), href, PurePosixPath(front.name).stem, part, copies)


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
    """Return whether a picture is named `back`, or as the back of a deck."""
    return bool(_ALL_BACKS.fullmatch(_fold(PurePosixPath(file.name).stem)))


def _pair_part(
    part: str, files: Sequence[SourceFile], back: str | None, copies: int, notes: list[Finding]
) -> Iterator[SourceCard]:
    """Yield the cards of a part: pictures whose names say that they are backs go behind the others."""
    sides = {each: _read_side(each) for each in files}
    fronts = {side.key: each for each, side in sides.items() if not side.is_back and not side.may_be_back}
    backs = [each for each, side in sides.items() if side.is_back]
    stems = [_fold(PurePosixPath(each.name).stem) for each in files]
    lettered = {each for each, stem in zip(files, stems, strict=True) if _SIDE_LETTER.fullmatch(stem)}
    variants = {each for each in lettered if _fold(PurePosixPath(each.name).stem)[:-1] + "c" in stems}  # a, b and c
    may_be = {side.key: each for each, side in sides.items() if side.may_be_back and each not in variants}
    own = {key: each for key, each in may_be.items() if key in fronts}
    numbered = [each for each, side in sides.items() if side.may_be_back and side.key[1].isdecimal()]  # back_01
    numbered = [each for each in numbered if each not in lettered]
    if not own and not any(sides[each].key in fronts for each in backs) and all(map(_lies_in_back_folder, backs)):
        own = _pair_by_order(fronts, backs or (numbered if len(numbered) > 1 else ()), notes)
        backs = [] if own else backs
    for each in backs:
        if sides[each].key in fronts:
            own[sides[each].key] = each
        else:
            says = f"its name is that of a back, but there is no front {sides[each].key[1]!r}; it is printed as a card"
            notes.append(Finding("GF381", Place(str(each.path)), says, "note"))
    if taken := [each for each in own.values() if each in lettered]:
        says = f"taken as backs, as the letter at their ends says: {list_briefly([each.name for each in taken], 3)}"
        notes.append(Finding("GF381", Place(str(taken[0].path)), says, "note"))
    twins = all(
        one[-1:] + other == f"a{one[:-1]}b" for one, other in zip_longest(stems[::2], stems[1::2], fillvalue="")
    )
    if stems and twins and not own and back is None:
        says = f"printed as cards; if {stems[0]} and {stems[1]} are the two sides of one, say --backs-are alternate"
        notes.append(Finding("GF381", Place(str(files[0].path)), says, "note"))
    paired = set(own.values())
    for each, side in sides.items():
        if each in paired:
            continue
        its = own.get(side.key) if fronts.get(side.key) == each else None
        stem = PurePosixPath(each.name).stem
        yield SourceCard(name_image(each.name), name_image(its.name) if its else back, stem, part, copies)


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


class _Side(NamedTuple):
    """The folder and the name of a card whose side a file is; one that `may_be_back` is a back if there is a front."""

    key: tuple[str, str]
    is_back: bool = False
    may_be_back: bool = False


def _read_side(file: SourceFile) -> _Side:
    """Return which side of which card a file is, as the words of its name and its folder say."""
    path = PurePosixPath(file.name)
    in_sides = bool(_SIDE_FOLDER.fullmatch(_fold(path.parent.name)))
    folder = (path.parent.parent if in_sides else path.parent).as_posix().casefold()
    stem = _fold(_HUMP.sub("_", path.stem))
    found = _SIDE_WORD.fullmatch(stem) or _SIDE_LETTER.fullmatch(stem)
    if found is None:
        return _Side((folder, stem), _lies_in_back_folder(file))
    rest = [found[each].strip(" \t_.()[]-") for each in ("of", "rest")]
    key = folder, "_".join(filter(None, rest)) or stem
    if found["front"]:
        return _Side(key, _lies_in_back_folder(file))
    is_back = _lies_in_back_folder(file) or ("back" in found.groupdict() and bool(found["back"] and not rest[1]))
    return _Side(key, is_back, not is_back)


def _lies_in_back_folder(file: SourceFile) -> bool:
    return bool(_BACK_FOLDER.fullmatch(_fold(PurePosixPath(file.name).parent.name)))


def _fold(name: str) -> str:
    return normalize("NFC", name).casefold()
