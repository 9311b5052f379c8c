"""Read marks within a line that people write beside CommonMark, as the tags of HTML that say the same.

They are ==marked==, ++inserted++, x^2^, H~2~O, ~struck~, :star:, $2^n$ and [[Setup]].
"""

import re
from typing import TYPE_CHECKING
from unicodedata import category, lookup

from generator.language.formulas import read_formula

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

# around words, not within one; around a part of a word; GitHub strikes what stands between single tildes
_AROUND_WORDS = re.compile(
    r"(?<![\w=+])(?P<sign>==|\+\+)(?![\s=+])(?P<words>[^\n]{1,400}?)(?<![\s=+])(?P=sign)(?![\w=+])"
)
_RAISED = re.compile(r"(?<!\^)(?P<sign>\^)(?P<words>[\w(+\u2212-][^\s^]*)\^(?!\^)")
_LOWERED = re.compile(r"(?<=[\w)])(?P<sign>~)(?P<words>[^\s~]+)~(?!~)")
_STRUCK = re.compile(r"(?<![\w~])(?P<sign>~)(?![\s~])(?P<words>[^\n~]{1,400}?)(?<!\s)~(?![\w~])")
_PAIRS = {"=": (_AROUND_WORDS, "mark"), "+": (_AROUND_WORDS, "ins"), "^": (_RAISED, "sup")}
_FORMULA = re.compile(
    r"(?<![\w$\\])(?:\$\$(?P<block>[^$]{1,1000})\$\$|\$(?!\s)(?P<line>[^$\n]{1,400}?)(?<![\s\\])\$)(?![\w$])"
)
_IS_FORMULA = re.compile(r"[\\^_=+<>]|\A\s*\w{1,2}\s*\Z")
_PAGE = re.compile(r"\[\[(?P<page>[^\[\]|\n]{1,80})(?:\|(?P<words>[^\[\]|\n]{1,80}))?\]\]")
_EMBED = re.compile(
    r"!\[\[(?P<file>[^\[\]|#\n]{1,200}\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|avif))(?:#[^\[\]|\n]*)?"
    r"(?:\|(?P<words>[^\[\]\n]{0,200}))?\]\]",
    re.IGNORECASE,
)
_ATTRIBUTES = re.compile(r"\{[^{}\n]{0,200}(?:=|\.\w|#\w)[^{}\n]{0,200}\}")
_SHORTCODE = re.compile(r"(?<![\w:]):(\+1|-1|[a-z0-9][a-z0-9_+-]{0,40}):(?![\w:])")
# those of GitHub that are not called as Unicode has them
_EMOJI = dict(
    each.rsplit(" ", 1)
    for each in """smile 😄|smiley 😃|grin 😁|grinning 😀|joy 😂|laughing 😆|wink 😉|blush 😊|cry 😢|sob 😭|rage 😡
scream 😱|sunglasses 😎|thinking 🤔|heart ❤|broken_heart 💔|blue_heart 💙|star ⭐|star2 🌟|sunny ☀|zap ⚡|boom 💥
collision 💥|tada 🎉|+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|ok_hand 👌|clap 👏|wave 👋|raised_hand ✋|point_right 👉
point_left 👈|point_up ☝|point_down 👇|bulb 💡|gem 💎|dart 🎯|book 📖|memo 📝|pencil 📝|pencil2 ✏|scissors ✂
hourglass_flowing_sand ⏳|clock 🕒|white_check_mark ✅|heavy_check_mark ✔|ballot_box_with_check ☑|x ❌|o ⭕
exclamation ❗|question ❓|bangbang ‼|no_entry ⛔|no_entry_sign 🚫|information_source \u2139|spades ♠
hearts ♥|diamonds ♦|clubs ♣|black_joker 🃏|mahjong 🀄|chess_pawn ♟|arrow_right ➡|arrow_left ⬅|arrow_up ⬆
arrow_down ⬇|arrows_counterclockwise 🔄|arrows_clockwise 🔃|repeat 🔁|house 🏠|swords ⚔|crossed_swords ⚔
dagger 🗡|skull_and_crossbones ☠|ghost 👻|bow_and_arrow 🏹|red_circle 🔴|large_blue_circle 🔵|blue_circle 🔵
green_circle 🟢|yellow_circle 🟡|orange_circle 🟠|purple_circle 🟣|brown_circle 🟤|black_circle ⚫
white_circle ⚪|red_square 🟥|blue_square 🟦|green_square 🟩|yellow_square 🟨|orange_square 🟧|purple_square 🟪
brown_square 🟫|black_large_square ⬛|white_large_square ⬜|first_place_medal 🥇|2nd_place_medal 🥈
3rd_place_medal 🥉|1st_place_medal 🥇|medal_sports 🏅|one 1|two 2|three 3|four 4|five 5|six 6|seven 7
eight 8|nine 9|zero 0|keycap_ten 10|moon 🌔|ocean 🌊|wood 🪵|world_map 🗺|boat ⛵|ship 🚢|castle 🏰
european_castle 🏰|man 👨|woman 👩|dragon_face 🐲""".replace("\n", "|").split("|")
)

STRAY_SIGNS = "stray_signs"  # what names them in the parser's `env`
_STRAY = re.compile(r"(?<!\*)\*\*(?!\*)|~~|:::|\[\[|\[\^")


def enable_marks(parser: "MarkdownIt") -> None:
    """Let a parser read these marks, and `**` where CommonMark finds no pair, as in `**Note:**draw`."""
    parser.core.ruler.after("inline", "stray_signs", _pair_stray_signs)
    for name, rule in _RULES:
        parser.inline.ruler.push(name, rule)


def find_emoji(name: str) -> str:
    """Return the sign of a name such as `star` or `game_die`; empty if there is none."""
    words = name.replace("_", " ").replace("-", " ")
    for called in (words, f"{words} sign", f"{words} face", f"{words} symbol"):
        try:
            sign = lookup(called)
        except KeyError:
            continue
        return _EMOJI.get(name, sign if category(sign) == "So" else "")
    return _EMOJI.get(name, "")


def _read_pair(state: "StateInline", silent: bool) -> bool:
    """Read what stands between two equal signs."""
    char = state.src[state.pos]
    pairs = [_PAIRS[char]] if char in _PAIRS else [(_LOWERED, "sub"), (_STRUCK, "s")] if char == "~" else []
    for pattern, tag in pairs:
        if found := pattern.match(state.src, state.pos, state.posMax):
            if not silent:
                _push_tag(state, f"<{tag}>")
                end, state.posMax = state.posMax, found.end("words")
                state.pos = found.start("words")
                state.md.inline.tokenize(state)
                state.posMax = end
                _push_tag(state, f"</{tag}>")
            state.pos = found.end()
            return True
    return False


def _read_formula(state: "StateInline", silent: bool) -> bool:
    found = _FORMULA.match(state.src, state.pos, state.posMax)
    if found is None or not (found["block"] or _IS_FORMULA.search(found["line"])):
        return False
    parts = read_formula(found["block"] or found["line"])
    if parts is None:
        return False
    for part in parts if not silent else ():
        if part.startswith("<") and len(part) > 1:
            _push_tag(state, part)
        else:
            state.push("text", "", 0).content = part.replace("\n", " ")
    state.pos = found.end()
    return True


def _read_page(state: "StateInline", silent: bool) -> bool:
    """Read a link of a wiki, to a page or to a heading."""
    found = _PAGE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("link_open", "a", 1).attrs = {"href": found["page"].strip()}
        state.push("text", "", 0).content = (found["words"] or found["page"].rpartition("#")[2]).strip()
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def _read_embed(state: "StateInline", silent: bool) -> bool:
    """Read an image as notes embed it, `![[map.png|300]]`; a number is its width."""
    found = _EMBED.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        words = found["words"] or ""
        image = state.push("image", "img", 0)
        image.attrs = {"src": found["file"].strip(), "alt": ""}
        image.content = f"|{words}" if words.partition("x")[0].isdecimal() else words
        image.children = []
        state.md.inline.parse(image.content, state.md, state.env, image.children)
    state.pos = found.end()
    return True


def _read_attributes(state: "StateInline", silent: bool) -> bool:
    """Leave out what Pandoc takes as the attributes of an image: `![map](map.png){width=50%}`."""
    is_behind_image = not state.pending and state.tokens and state.tokens[-1].type == "image"
    found = _ATTRIBUTES.match(state.src, state.pos, state.posMax) if is_behind_image else None
    if found is None:
        return False
    state.pos = found.end()
    return True


def _read_emoji(state: "StateInline", silent: bool) -> bool:
    found = _SHORTCODE.match(state.src, state.pos, state.posMax)
    sign = find_emoji(found[1]) if found else ""
    if found is None or not sign:
        return False
    if not silent:
        state.push("text", "", 0).content = sign
    state.pos = found.end()
    return True


_RULES = (
    ("pair", _read_pair),
    ("formula", _read_formula),
    ("embed", _read_embed),
    ("attributes", _read_attributes),
    ("page", _read_page),
    ("emoji", _read_emoji),
)


def _pair_stray_signs(state: "StateCore") -> None:
    """Pair the `**` that are left in a paragraph, in their order; signs that nothing goes with are listed in `env`."""
    from markdown_it.token import Token

    state.env[STRAY_SIGNS] = []
    for inline in state.tokens:
        line = (inline.map or [0])[0] + 1
        left = sum(each.content.count("**") for each in inline.children or () if each.type == "text") // 2 * 2
        made: list[Token] = []
        for child in inline.children or ():
            line += child.type.endswith("break")
            first, *rest = child.content.split("**", left) if child.type == "text" else ("",)
            if child.type == "text":
                state.env[STRAY_SIGNS] += [(found, line) for found in _STRAY.findall((rest or [first])[-1])]
            made.append(Token("text", "", 0, content=first) if rest else child)
            for words in rest:
                made += [_make_strong(is_open=left % 2 == 0), Token("text", "", 0, content=words)]
                left -= 1
        inline.children = made or inline.children


def _make_strong(*, is_open: bool) -> "Token":
    from markdown_it.token import Token

    return Token("strong_open", "strong", 1) if is_open else Token("strong_close", "strong", -1)


def _push_tag(state: "StateInline", tag: str) -> None:
    state.push("html_inline", "", 0).content = tag
