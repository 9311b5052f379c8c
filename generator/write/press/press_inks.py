"""The inks of a printing press by its ICC profile, and colors converted to them by LittleCMS.

Colors are matched relative to the paper, and black to the darkest that the press prints, as is usual for print. Inks
are held under the sum that a paper takes: more of them do not dry, and come off on the next sheet. They are counted in
steps of 8 bits there: 255 is a full one, and `NO_LIMIT` is all four of them.
"""

import struct
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image, ImageCms, ImageMath

MOST_PROFILE_BYTES = 16 * 1024 * 1024  # those of press associations have 0.5 to 3
_MOST_TAGS = 200
_HEADER = 128
_NEWEST = 4  # of the versions of ICC profiles, in a PDF 1.6
_INTENT = ImageCms.Intent.RELATIVE_COLORIMETRIC
_FLAGS = ImageCms.Flags.BLACKPOINTCOMPENSATION
_SPACES = {b"GRAY": "gray", b"RGB ": "RGB", b"Lab ": "Lab"}
Ink = tuple[float, ...]  # cyan, magenta, yellow and black, 0 to 1


class ProfileError(Exception):
    """A file that is no profile of a CMYK press; the text says what it is."""


class PressInks:
    """Converts colors to the inks of a profile, whose sum is held under a limit in percent if there is one."""

    def __init__(self, data: bytes, limit: float | None = None) -> None:
        _check_profile(data)
        self.data = data
        self.most = NO_LIMIT if limit is None else int(limit * 255 / 100)
        try:
            self._profile = ImageCms.ImageCmsProfile(BytesIO(data))
            self._from_srgb = self._build(ImageCms.createProfile("sRGB"))
            self._blacks = self._measure_blacks()
        except (ImageCms.PyCMSError, OSError, ValueError):
            raise ProfileError("is damaged, or has no table from colors to inks") from None
        told = self._profile.profile.profile_description or ""
        self.description = " ".join(told.split())[:200] or "CMYK"
        self.convert_color = lru_cache(maxsize=65_536)(self._convert_color)

    def convert_image(self, image: Image.Image, source: bytes = b"") -> Image.Image:
        """Return an RGB image in CMYK; `source` is its own profile, sRGB if empty."""
        return hold_picture(_apply(self._open(source), image), self.most)

    def _convert_color(self, color: tuple[float, ...], source: bytes = b"") -> Ink:
        """Return the inks of an RGB color of channels from 0 to 1; white is bare paper."""
        channels = tuple(round(255 * min(1.0, max(0.0, each))) for each in color)
        if channels == (255, 255, 255):
            return 0.0, 0.0, 0.0, 0.0
        pixel = self.convert_image(Image.new("RGB", (1, 1), channels), source).tobytes()
        return tuple(each / 255 for each in pixel)

    @lru_cache(maxsize=256)  # noqa: B019 - lives as long as the export
    def convert_gray(self, gray: float) -> Ink:
        """Return the one ink, black, that looks like a gray from 0 to 1."""
        if gray >= 1.0:
            return 0.0, 0.0, 0.0, 0.0
        darkest = self._blacks[-1]
        wanted = darkest + (255 - darkest) * max(0.0, _find_lightness(gray))
        black = 255 if gray <= 0 else min(range(256), key=lambda each: abs(self._blacks[each] - wanted))
        return 0.0, 0.0, 0.0, black / 255

    def _measure_blacks(self) -> list[int]:
        """Return the lightness of each amount of black alone, 0 to 255, from paper on."""
        ramp = Image.frombytes("CMYK", (256, 1), bytes(each for black in range(256) for each in (0, 0, 0, black)))
        to_lab = ImageCms.buildTransform(self._profile, ImageCms.createProfile("LAB"), "CMYK", "LAB", _INTENT)
        return list(_apply(to_lab, ramp).getchannel(0).tobytes())

    def _build(self, source: Any) -> ImageCms.ImageCmsTransform:
        return ImageCms.buildTransform(source, self._profile, "RGB", "CMYK", _INTENT, _FLAGS)

    @lru_cache(maxsize=64)  # noqa: B019
    def _open(self, source: bytes) -> ImageCms.ImageCmsTransform:
        """Return the transform from a profile; from sRGB if it is none that can be used."""
        if source and len(source) <= MOST_PROFILE_BYTES:
            try:
                return self._build(ImageCms.ImageCmsProfile(BytesIO(source)))
            except (ImageCms.PyCMSError, OSError, ValueError):
                pass
        return self._from_srgb


def _apply(transform: ImageCms.ImageCmsTransform, image: Image.Image) -> Image.Image:
    """Return an image converted; Pillow's own function would also pack the profile again, for each color."""
    out = Image.new(transform.output_mode, image.size)
    transform.transform.apply(image.getim(), out.getim())
    return out


def _find_lightness(gray: float) -> float:
    """Return the lightness of a gray of sRGB, both 0 to 1 (IEC 61966-2-1 and CIE L*)."""
    light = gray / 12.92 if gray <= 0.04045 else ((gray + 0.055) / 1.055) ** 2.4
    return (116 * light ** (1 / 3) - 16) / 100 if light > 216 / 24389 else light * 24389 / 2700


def _check_profile(data: bytes) -> None:
    """Raise ProfileError for what is no profile of an output device with four inks, before LittleCMS reads it."""
    if len(data) < _HEADER + 4 or data[36:40] != b"acsp":
        raise ProfileError("is no ICC profile")
    space, kind = data[16:20], data[12:16]
    if space != b"CMYK":
        raise ProfileError(f"is a profile for {_SPACES.get(space, 'other')} colors, not for CMYK")
    if kind != b"prtr":
        raise ProfileError("is no profile of a printer or press")
    if data[8] > _NEWEST:
        raise ProfileError(f"is of version {data[8]} of ICC profiles; PDF/X-4 takes up to {_NEWEST}")
    size, count = struct.unpack(">I", data[:4])[0], struct.unpack(">I", data[128:132])[0]
    tags = (
        [struct.unpack(">II", data[at : at + 8]) for at in range(136, 136 + 12 * min(count, _MOST_TAGS), 12)]
        if (len(data) >= 132 + 12 * count)
        else []
    )
    if size != len(data) or count > _MOST_TAGS or not tags or any(at + long > size for at, long in tags):
        raise ProfileError("is damaged, or cut short")


NO_LIMIT = 4 * 255
_ROWS = 256  # of an image at a time, as their sums take four times their memory


def hold_picture(picture: Image.Image, most: int) -> Image.Image:
    """Return pixels in CMYK of which none has more ink: cyan, magenta and yellow are scaled down, black is kept."""
    if most >= NO_LIMIT:
        return picture
    held = Image.new("CMYK", picture.size)
    for top, stripe in _iterate_stripes(picture):
        *colors, black = stripe.split()
        sums = dict(zip("cmyk", (*colors, black), strict=True))
        scaled = (ImageMath.lambda_eval(lambda at: _scale(at, most), own=each, **sums) for each in colors)
        held.paste(Image.merge("CMYK", (*scaled, black)), (0, top))
    return held


def _scale(at: dict[str, Any], most: int) -> Any:
    colors = at["c"] + at["m"] + at["y"]
    room = at["min"](colors, most - at["k"])
    return at["convert"](at["own"] * room / at["max"](colors, 1), "L")


def measure_picture(picture: Image.Image) -> int:
    """Return the most ink that a pixel in CMYK has."""
    most = 0
    for _, stripe in _iterate_stripes(picture):
        bands = dict(zip("cmyk", stripe.split(), strict=True))
        total = ImageMath.lambda_eval(lambda at: at["c"] + at["m"] + at["y"] + at["k"], **bands)
        most = max(most, int(total.getextrema()[1]))
    return most


def _iterate_stripes(picture: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    for top in range(0, picture.height, _ROWS):
        yield top, picture.crop((0, top, picture.width, min(top + _ROWS, picture.height)))
