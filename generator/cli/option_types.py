"""Kinds of values that options take, beside those of click."""

import re
from math import isnan
from typing import Any

import click

_ADDRESS = re.compile(r"""(?:https?|file)://[^\s<>"\\\x00-\x20\x7f]{1,2000}""")


class NumberRange(click.FloatRange):
    """A number between two bounds; `nan`, which is neither below nor above them, is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        found: float = super().convert(value, param, ctx)
        if isnan(found):
            self.fail(f"{value!r} is not a number; give one such as 0.5", param, ctx)
        return found


class LengthRange(NumberRange):
    """A length in mm between two bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the length."""
        try:
            is_length = not isnan(float(value))
        except ValueError:
            is_length = False
        if not is_length:
            self.fail(f"{value!r} is not a length in mm, such as 0.1", param, ctx)
        return super().convert(value, param, ctx)


class WebAddress(click.types.StringParamType):
    """An address that other programs open: http, https or file, without blanks."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the address."""
        address = str(value)
        if not _ADDRESS.fullmatch(address):
            self.fail("give an address without blanks, such as https://example.org/hen", param, ctx)
        return address
