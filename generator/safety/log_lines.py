"""Show text that is not ours as a line of a terminal or of a log that nothing obeys.

A terminal obeys control characters, and a bidirectional control reorders what stands round it. The runners of GitHub,
Azure Pipelines and TeamCity obey lines of a log: `::error ...` after blanks at its start, `##[...]`, `##vso[...]` and
`##teamcity[...]` anywhere in it.
"""

import re

# C0, DEL and C1; bidirectional and format controls; line and paragraph separators; surrogates: bytes that are not UTF-8
_UNSAFE = r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ud800-\udfff]"
# Default_Ignorable_Code_Point of Unicode: a runner that compares texts by culture, as .NET does, skips them
_IGNORED = (
    r"\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    r"\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_TAGGED = rf"#(?=[{_IGNORED}]*#[\w{_IGNORED}]*\[)"
_COMMAND = rf"\A([\s{_IGNORED}]*):(?=[{_IGNORED}]*:)"


def escape_line(text: str) -> str:
    r"""Return a text as one line: unsafe characters as `\x1b` or `\u202e`, no command for a runner.

    A byte of a file's name that is not UTF-8 is shown as `\udcff`. Other text, in any script, stays as it is.
    """
    if not (text.isascii() and text.isprintable()):
        text = re.sub(_UNSAFE, _spell_character, text)
    if "#" in text and "[" in text:
        text = re.sub(_TAGGED, r"\\x23", text)
    return re.sub(_COMMAND, r"\1\\x3a", text) if ":" in text else text


def escape_json(document: str) -> str:
    r"""Return a JSON document with the same values and no unsafe character but its line ends, nor a runner's command.

    A lone surrogate, which is no Unicode text, becomes the text that `escape_line` shows for it.
    """
    if not (document.isascii() and document.replace("\n", "").isprintable()):
        document = re.sub(_UNSAFE, _encode_character, document)
    return re.sub(_TAGGED, r"\\u0023", document) if "#" in document else document


def is_unicode(text: str) -> bool:
    """Return whether a text has no surrogates: bytes of an argument or of a file's name that are not UTF-8."""
    return text.isascii() or re.search(r"[\ud800-\udfff]", text) is None


def _spell_character(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()  # as `repr` spells it in messages


def _encode_character(found: re.Match[str]) -> str:
    char = found[0]
    if char == "\n":
        return char
    return f"\\{_spell_character(found)}" if "\ud800" <= char <= "\udfff" else rf"\u{ord(char):04x}"
