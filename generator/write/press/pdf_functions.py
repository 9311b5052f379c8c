"""Evaluate the functions of a PDF that take one number (PDF 1.7, 7.10), as those of gradients."""

import zlib
from collections.abc import Sequence
from typing import Any

from pikepdf import Array

_DEEPEST = 20
_PROGRAM = "a gradient or a spot color that is computed by a program"
_MOST_TABLE_BYTES = 4 * 1024 * 1024  # of a function or a profile: those of cameras have 3 kB


class UnconvertedError(Exception):
    """Something that is not converted to inks; the text says what."""


def read_table(stream: Any) -> bytes:
    """Return the bytes of a small stream, such as the samples of a function; a stranger's may unpack to any size."""
    data = bytes(stream.read_raw_bytes())
    if "/Filter" in stream:
        if str(stream.Filter) != "/FlateDecode" or "/DecodeParms" in stream:
            raise UnconvertedError("a table of colors that is packed in an unusual way")
        data = zlib.decompressobj().decompress(data, _MOST_TABLE_BYTES + 1)
    if len(data) > _MOST_TABLE_BYTES:
        raise UnconvertedError("a table of colors that is too large")
    return data


def evaluate_function(function: Any, value: float, depth: int = 0) -> list[float]:
    """Return what a function, or an array of functions of one result each, has at a value."""
    if depth > _DEEPEST:
        raise UnconvertedError(_PROGRAM)
    if isinstance(function, Array) and depth == 0:
        return [each for part in function for each in evaluate_function(part, value, depth + 1)]
    low, high = _read_numbers(function.Domain)[:2]
    value = min(max(value, low), high)
    match int(function.FunctionType):
        case 0:
            found = _interpolate_samples(function, value, low, high)
        case 2:
            starts, ends = (_read_numbers(function.get(key, Array([each]))) for key, each in (("/C0", 0), ("/C1", 1)))
            power = value ** float(function.N)
            found = [start + power * (end - start) for start, end in zip(starts, ends, strict=True)]
        case 3:
            found = _stitch(function, value, low, high, depth)
        case _:
            raise UnconvertedError(_PROGRAM)
    limits = _read_numbers(function.get("/Range", Array()))
    return [
        min(max(each, *limits[2 * n : 2 * n + 1]), limits[2 * n + 1]) if limits else each
        for n, each in enumerate(found)
    ]


def _stitch(function: Any, value: float, low: float, high: float, depth: int) -> list[float]:
    bounds, encode = _read_numbers(function.Bounds), _read_numbers(function.Encode)
    number = sum(value >= bound for bound in bounds)
    ends = [low, *bounds, high]
    start, end = ends[number], ends[number + 1]
    first, last = encode[2 * number : 2 * number + 2]
    part = (value - start) / (end - start) if end > start else 0.0
    return evaluate_function(function.Functions[number], first + part * (last - first), depth + 1)


def _interpolate_samples(function: Any, value: float, low: float, high: float) -> list[float]:
    sizes, bits = _read_numbers(function.Size), int(function.BitsPerSample)
    if len(sizes) != 1 or bits not in (8, 16) or sizes[0] < 1:
        raise UnconvertedError(_PROGRAM)
    size, limits, wide = int(sizes[0]), _read_numbers(function.Range), bits // 8
    count = len(limits) // 2
    data = read_table(function)
    if len(data) < size * count * wide:
        raise UnconvertedError(_PROGRAM)
    first, last = _read_numbers(function.get("/Encode", Array([0, size - 1])))
    decode = _read_numbers(function.get("/Decode", Array(limits)))
    at = min(max(first + (value - low) / ((high - low) or 1) * (last - first), 0), size - 1)
    before = min(int(at), max(0, size - 2))
    part = at - before

    def read(sample: int, channel: int) -> float:
        start = (min(sample, size - 1) * count + channel) * wide
        bottom, top = decode[2 * channel : 2 * channel + 2]
        share = int.from_bytes(data[start : start + wide], "big") / ((1 << bits) - 1)
        return bottom + share * (top - bottom)

    return [read(before, n) * (1 - part) + read(before + 1, n) * part for n in range(count)]


def _read_numbers(numbers: Sequence[Any]) -> list[float]:
    return [float(each) for each in numbers]
