"""Show a number as a cell of a spreadsheet shows it, by its number format (ECMA-376, part 1, 18.8.30 and 18.8.31)."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, DecimalException
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

# formats that a file names by number alone; how dates of 14 and 22 look depends on the computer, so they are ISO dates
BUILT_IN: Mapping[int, str] = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 49: "@",
}  # fmt: skip
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*+)"|\\(?P<escaped>.)|(?P<blank>_.)|\*.|\[\$(?P<money>[^\]-]*+)(?:-(?P<place>[^\]]*+))?\]'
    r"|\[(?P<elapsed>h++|m++|s++)\]|\[(?P<bracket>[^\]]*+)\]|(?P<general>general)|(?P<half>am/pm|a/p)"
    r"|(?P<date>y++|m++|d++|h++|s++(?:\.0++)?)"
    r"|(?P<number>(?:[#0]++ ++)?[?#0]++ *+/ *+[?#0-9]++|\.?[0#?](?:[0#?.,]|E[+-])*+)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_SECTION = re.compile(r'(?:"[^"]*+"|\\.|\[[^\]]*+\]|[^;])++|;', re.DOTALL)
_LONGEST_CODE = 255  # of Excel
_ENGLISH = 9  # of the languages of Windows; the lower ten bits
_LAST_DAY = 2_958_465  # 9999-12-31
_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


class _Token(NamedTuple):
    kind: str
    text: str


def show_number(value: float, code: str, has_1904_dates: bool = False) -> str | None:
    """Return what a cell with a number shows by the code of its format, without blanks around it.

    None if the format is the general one. ValueError for a format that cannot be followed.
    """
    if len(code) > _LONGEST_CODE:
        raise ValueError("its format is too long")
    number, section = _choose_section(value, _split_sections(code))
    if not section:
        return ""
    tokens = _read_tokens(section)
    kinds = {token.kind for token in tokens}
    if kinds & {"date", "elapsed"}:
        return "".join(_show_date(value, tokens, has_1904_dates)).strip()
    if kinds <= {"general"} or (kinds == {"other"} and section == "@"):
        return None
    try:
        return _show_tokens(number, tokens).strip()
    except DecimalException:
        raise ValueError("it has too many digits") from None


def is_date_format(code: str) -> bool:
    """Return whether a format shows numbers as dates or times."""
    return any(token.kind in ("date", "elapsed") for token in _read_tokens(_split_sections(code)[0]))


@lru_cache(maxsize=256)
def _split_sections(code: str) -> Sequence[str]:
    """Return the sections between the semicolons of a code."""
    sections = [""]
    for found in _SECTION.finditer(code):
        if found[0] == ";":
            sections.append("")
        else:
            sections[-1] += found[0]
    return sections


def _choose_section(value: float, sections: Sequence[str]) -> tuple[float, str]:
    """Return the section for positive numbers, negative ones or zero, and the number that it shows."""
    if len(sections) > 2 and value == 0:
        return value, sections[2]
    return (abs(value), sections[1]) if len(sections) > 1 and value < 0 else (value, sections[0])


@lru_cache(maxsize=256)
def _read_tokens(section: str) -> Sequence[_Token]:
    tokens = []
    for found in _TOKEN.finditer(section):
        kind = found.lastgroup or ""
        if kind == "place":
            tokens.append(_Token("place", found["place"]))
            kind = "money"
        if kind == "bracket" and found["bracket"][:1] in ("<", ">", "="):
            raise ValueError("its format depends on a condition")
        if kind not in ("", "bracket"):
            text = " " if kind == "blank" else found[kind]
            literal = kind in ("quoted", "escaped", "blank", "money")
            tokens.append(_Token("literal" if literal else kind, text))
    return tokens


def _show_tokens(value: float, tokens: Sequence[_Token]) -> str:
    percent = sum(token == ("other", "%") for token in tokens)
    scaled = Decimal(repr(value)) * 100**percent
    if sum(token.kind == "number" for token in tokens) > 1:
        raise ValueError("its format has digits in several places")
    shown = ""
    for token in tokens:
        if token.kind == "number":
            shown += _show_digits(abs(scaled), token.text)
        elif token.kind == "general":
            shown += f"{abs(value):.15g}"
        elif token.kind in ("literal", "other"):
            shown += token.text
    return f"-{shown.lstrip()}" if value < 0 and re.search("[1-9]", shown) else shown


def _show_digits(value: Decimal, pattern: str) -> str:
    """Return a number that is not negative in the digits of a pattern, such as `#,##0.00`, `0.0E+0` or `# ?/?`."""
    if "/" in pattern:
        return _show_fraction(value, pattern)
    mantissa, power, exponent = re.fullmatch(r"([^Ee]*)([Ee][+-]?)?(.*)", pattern).groups()  # type: ignore[union-attr]
    whole, _, decimals = mantissa.partition(".")
    if power:
        digits = f"{value:.{len(decimals)}E}"
        head, _, tail = digits.partition("E")
        return f"{head}E{'+' if tail[0] == '+' and '+' in power else tail[0].strip('+')}{tail[1:].zfill(len(exponent))}"
    value /= 1000 ** (len(mantissa) - len(mantissa.rstrip(",")))
    decimals = decimals.replace(",", "")
    text = f"{value.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP):f}"
    integer, _, rest = text.partition(".")
    least = len(decimals.rstrip("#?"))
    rest = rest[:least] + rest[least:].rstrip("0")
    integer = integer.lstrip("0").zfill(whole.count("0"))
    if "," in whole.rstrip(","):
        integer = re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", ",", integer)
    return f"{integer}.{rest}" if rest or "." in mantissa else integer


def _show_fraction(value: Decimal, pattern: str) -> str:
    """Return a number as a fraction: of the denominator that the pattern gives, or of as many digits as it has."""
    whole, _, below = "/".join(map(str.strip, pattern.split("/"))).rpartition("/")
    exact = Fraction(value)
    fixed = int(below) if below.isdigit() else 0
    bottom = fixed or exact.limit_denominator(10 ** len(below) - 1).denominator
    units, top = divmod(round(exact * bottom), bottom) if " " in whole.strip() else (0, round(exact * bottom))
    fraction = f"{top}/{bottom}" if top or " " not in whole.strip() else ""
    return " ".join(filter(None, (str(units) if units or not fraction else "", fraction)))


def _show_date(value: float, tokens: Sequence[_Token], has_1904_dates: bool) -> list[str]:
    if not 0 <= value <= _LAST_DAY:
        raise ValueError("it is no date")
    finest = 10 ** max((len(token.text) - token.text.find(".") - 1 for token in tokens if "." in token.text), default=0)
    # the first calendar of spreadsheets has a February 29th, 1900
    first = datetime(1904, 1, 1, tzinfo=UTC) if has_1904_dates else datetime(1899, 12, 31 - (value >= 60), tzinfo=UTC)
    seconds = Fraction(round(Fraction(value) * 86400 * finest), finest)
    try:
        moment = first + timedelta(microseconds=round(seconds * 1_000_000))
    except OverflowError:
        raise ValueError("it is no date") from None
    halves = any(token.kind == "half" for token in tokens)
    names = any(token.text.lower() in ("mmm", "mmmm", "ddd", "dddd") for token in tokens if token.kind == "date")
    if names and any(token.kind == "place" and _is_foreign(token.text) for token in tokens):
        raise ValueError("its format has names of months or days in another language")
    shown = []
    for number, token in enumerate(tokens):
        kind, text = token.kind, token.text.lower()
        if kind == "elapsed":
            shown.append(str(int(seconds // {"h": 3600, "m": 60, "s": 1}[text[0]])).zfill(len(text)))
        elif kind == "half":
            shown.append(f"{moment:%p}"[: len(text) // 2] if text == "a/p" else f"{moment:%p}")
        elif kind == "date":
            minutes = text in ("m", "mm") and _is_of_time(tokens, number)
            shown.append(_show_field(moment, f"{text}in" if minutes else text, halves))
        elif kind == "number":
            raise ValueError("its format has digits beside a date")
        elif kind != "place":
            shown.append(token.text)
    return shown


def _is_foreign(place: str) -> bool:
    """Return whether the language of a format, in hexadecimal or as a tag, is another one than English."""
    if re.fullmatch("[0-9A-Fa-f]+", place):
        return int(place, 16) & 0x3FF not in (0, _ENGLISH)
    return not place.lower().startswith("en")


def _is_of_time(tokens: Sequence[_Token], number: int) -> bool:
    """Return whether an `m` means minutes: hours stand before it, or seconds after it."""
    before = [token.text[0].lower() for token in tokens[:number] if token.kind in ("date", "elapsed")]
    after = [token.text[0].lower() for token in tokens[number + 1 :] if token.kind in ("date", "elapsed")]
    return before[-1:] == ["h"] or after[:1] == ["s"]


def _show_field(moment: datetime, field: str, halves: bool) -> str:
    """Return the year, month, day, hour, minute or second of a moment."""
    hour = (moment.hour % 12 or 12) if halves else moment.hour
    if "." in field:
        digits = len(field) - field.index(".") - 1
        return f"{moment.second:0{field.index('.')}d}.{moment.microsecond:06d}"[: field.index(".") + 1 + digits]
    months = _MONTHS[moment.month - 1]
    day = _DAYS[moment.weekday()]
    match field:
        case "y" | "yy":
            return f"{moment.year % 100:02d}"
        case "m" | "d":
            return str(moment.month if field == "m" else moment.day)
        case "mm" | "dd":
            return f"{moment.month if field == 'mm' else moment.day:02d}"
        case "mmm" | "mmmm" | "mmmmm":
            return {3: months[:3], 4: months, 5: months[0]}[len(field)]
        case "ddd" | "dddd":
            return day[:3] if field == "ddd" else day
        case "h" | "hh" | "min" | "mmin" | "s" | "ss":
            number = {"h": hour, "m": moment.minute, "s": moment.second}[field[0]]
            return str(number).zfill(1 if field in ("h", "min", "s") else 2)
    if field.startswith("yy"):
        return str(moment.year)
    raise ValueError("its format is not known")
