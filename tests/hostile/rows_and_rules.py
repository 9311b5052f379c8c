"""Attacks by CSV files, by rules in Markdown and by their translations; the web page of the rules must hold nothing active."""

from tests.hostile.attack import Attack, Content, Expectation, game_with, with_rules

BUILD = ("build", "hen", "--format", "svg")
BOOKLET = ("booklet", "hen")
_CSV = game_with("copies: 2}", "rows: rows.csv}").replace("count('egg') == 2", "count('egg') > 0")


def _rows(name: str, content: Content, expect: Expectation = "refused", place: str = "rows.csv:") -> Attack:
    files: dict[str, Content] = {"game.yaml": _CSV, "rows.csv": content}
    return Attack(f"rows: {name}", files, [BUILD], expect, place if expect == "refused" else "")


_ROWS = [
    _rows("nothing", ""),
    _rows("only a header", "id,copies\n"),
    _rows("only line breaks", "\n" * 1000),
    _rows("only commas", "," * 100_000),
    _rows("a quote that never closes", 'id,copies\n"a,1\n' + "x,1\n" * 50_000),
    _rows("blanks before a quote", 'id,copies\na, "b,1\n'),
    _rows("text after a quote", 'id,copies\n"a"b,1\n'),
    _rows("quotes in turn", "id,copies\n" + '"' * 99_999 + ",1\n"),
    _rows("quotes and commas in turn", "id,copies\n" + '",' * 50_000 + "\n"),
    _rows("a cell of a megabyte", "id,copies\n" + "x" * 1_000_000 + ",1\n"),
    _rows("a quoted cell of 131,073 letters", 'id,copies\n"' + "x" * 131_073 + '",1\n'),
    _rows("a row with a cell too few", "id,copies\na\n"),
    _rows("a row with a thousand cells too many", "id,copies\na,1" + ",x" * 1000 + "\n"),
    _rows("ten thousand bad rows", "id,copies\n" + "a\n" * 10_000),
    _rows("a hundred thousand columns", ",".join(f"c{n}" for n in range(100_000)) + "\n" + ",".join("1" for _ in range(100_000)) + "\n", "either"),
    _rows("two columns of one name", "copies,copies\n1,1\n"),
    _rows("a column of no name", ",copies\n1,1\n"),
    _rows("a column with a hyphen", "a-b,copies\n1,1\n", "either"),
    _rows("a column named like Python", "__class__,copies\n1,1\n", "either"),
    _rows("a column named self", "self,copies\n1,1\n", "either"),
    _rows("a column named like a function of claims", "count,copies\n1,1\n", "either"),
    _rows("semicolons for commas", "id;copies\na;1\n", "built"),
    _rows("tabs for commas", "id\tcopies\na\t1\n", "built"),
    _rows("a byte order mark", "\ufeffid,copies\na,1\n", "either"),
    _rows("UTF-16", "id,copies\na,1\n".encode("utf-16"), "built"),
    _rows("UTF-16 cut in a character", "id,copies\na,1\n".encode("utf-16")[:-1]),
    _rows("UTF-16 with half a pair of surrogates", "id,copies\na\ud800,1\n".encode("utf-16", "surrogatepass")),
    _rows("UTF-16 without a mark", "id,copies\na,1\n".encode("utf-16-le")),
    _rows("UTF-32", "id,copies\na,1\n".encode("utf-32")),
    _rows("Latin-1", "id,copies\ncaf\xe9,1\n".encode("latin-1"), "either"),
    _rows("a zero byte", "id,copies\na\0,1\n"),
    _rows("a control character", "id,copies\na\x1b[2J,1\n"),
    _rows("a line separator", "id,copies\na\u2028,1\n"),
    _rows("only carriage returns", "id,copies\ra,1\r"),
    _rows("a formula", 'id,text,copies\na,"=cmd|\'/c calc\'!A1",1\n', "either"),
    _rows("copies of 400 digits", "id,copies\na," + "9" * 400 + "\n"),
    _rows("copies of 1e9", "id,copies\na,1e9\n"),
    _rows("copies of -1", "id,copies\na,-1\n"),
    _rows("copies of 10,001", "id,copies\na,10001\n"),
    _rows("copies in Arabic digits", "id,copies\na,\u0663\n"),
    _rows("ten thousand copies each of a thousand rows", "id,copies\n" + "".join(f"a{n},10000\n" for n in range(1000)), place="game.yaml:8"),
    _rows("an id that climbs", "id,copies\n../../x,1\n", "either"),
    _rows("an id with a line break", 'id,copies\n"a\nb",1\n', "either"),
    _rows("an id of 100 kB", "id,copies\n" + "a" * 100_000 + ",1\n", "either"),
    _rows("an id given twice", "id,copies\na,1\na,1\n"),
    _rows("ids that differ by case", "id,copies\na,1\nA,1\n", "either"),
    _rows("a list of a hundred thousand words", "id,words[],copies\na," + "x " * 60_000 + ",1\n", "either"),
    _rows("braces", 'id,text,copies\na,"{{ self.__class__ }}",1\n'),
    _rows("a claim in a cell", "id,text,copies\na,\"{{ claim(9**9**9, 'egg') }}\",1\n"),
    _rows("tags of a template", 'id,text,copies\na,"{% for x in range(9) %}",1\n', "either"),
]  # fmt: skip


def _rules(name: str, body: str | bytes, expect: Expectation = "refused", argv: tuple[str, ...] = BOOKLET) -> Attack:
    text = "# Hen\n\n## Play\n\nThere are {{ claim(2, 'egg') }} eggs.\n\n"
    content = text.encode() + body if isinstance(body, bytes) else text + body + "\n"
    files = {**with_rules(""), "rules.md": content}
    return Attack(f"rules: {name}", files, [argv], expect, "rules.md:" if expect == "refused" else "")


_HTML = [
    _rules(f"HTML {body[:70]!r}", body)
    for body in (
        "<script>alert(1)</script>", "text <script>alert(1)</script> text", "<img src=x onerror=alert(1)>", "text <img src=x onerror=alert(1)> text", "<iframe src=x></iframe>", "<svg onload=alert(1)>",
        "<style>*{}</style>", "<!-- --><script>alert(1)</script>", "<!-- page --><b>", "text <!-- page --> text", "</p><script>", "<math><mtext></table></math>",
        "<x y='\n\n<script>'>", "<para backColor='red'>x</para>", "<link href='file:///etc/passwd'/>", "<onDraw name='x' label='y'/>", "<img src='../../victim/picture.png'/>",
    )
]  # fmt: skip

_READ_HTML = [  # what is in it is read, or read over; finished files are searched
    _rules(f"HTML {body[:70]!r}", body, "either")
    for body in (
        "<font face='x'>y</font>", "&lt;script&gt;<br>", "<!-- a comment -->", "<!DOCTYPE html>", "<![CDATA[x]]>", "<?php x ?>",
        "<a href=javascript:alert(1)>x</a>", "<details open ontoggle=alert(1)>", "<div\nonclick=x>", "`<b>` <b>",
    )
]  # fmt: skip

_LINKS = [
    _rules(f"a link {body[:70]!r}", body, "either")  # one that may not be followed is set as text; finished files are searched
    for body in (
        "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java&#115;cript:alert(1))", "[x](<java\tscript:alert(1)>)", "[x](java&Tab;script:alert(1))", "[x](&#x1;javascript:alert(1))", "[x](vbscript:x)", "[x](data:text/html;base64,PHNjcmlwdD4=)", "[x](file:///etc/passwd)",
        "[x](//example.org)", "[x](\\\\example.org\\share)", "[x](/etc/passwd)", "[x](../../victim/precious.txt)", "[x](blob:x)", "[x](about:blank)", "[x](ms-word:x)", "[x](tel:1)", "<javascript:alert(1)>", "[x]: javascript:alert(1)\n\n[x]", "[x][y]\n\n[y]: javascript:alert(1)", "![x](javascript:alert(1))",
        "![x](https://example.org/track.png)", "![x](../../victim/picture.png)", "![x](images/a.png)", "![x](data:image/png;base64,AAAA)", "![x](figure:nowhere)", "![x](part:nowhere)", "[x](#nowhere)", "[x](figure:../../x)", "[x](https://example.org 'title\" onclick=\"alert(1)')",
        "[](https://example.org)", "[x]()",
    )
] + [
    _rules(f"a link that may be built: {body[:60]}", body, "either")
    for body in (
        '[x](https://example.org/"onmouseover="alert(1))', "[x](https://example.org/'><script>alert(1)</script>)", "[<b>](https://example.org)", "[x](mailto:a@b?subject=%0d%0aBcc:c@d)", "[x](https://user:pass@example.org)", "[x](http://[::1]/)", "[x](https://example.org/)\\)>>/JS(x)", "[x](https://" + "a" * 100_000 + ")",
        "[x](HTTPS://EXAMPLE.ORG/%00%0a)", "[x](mailto:)", "[x](https://)", "[x](https:)", "[x](https:javascript:alert(1))", "[x](https://exa\u202emple.org)", "**[x](https://example.org)**", "<https://example.org/?a=1&b=<2>", "<a@example.org>",
    )
]  # fmt: skip

_TEXT = [
    _rules("quotes a thousand deep", "> " * 1000 + "x"),
    _rules("lists a thousand deep", "".join("  " * n + "- x\n" for n in range(1000))),
    _rules("lists and quotes in turn", "> - " * 500 + "x"),
    _rules("emphasis ten thousand deep", "*a " * 10_000 + "b* " * 10_000, "either"),
    _rules("stars", "*" * 100_000, "either"),
    _rules("stars and underscores", "*_" * 50_000 + "a" + "_*" * 50_000, "either"),
    _rules("open brackets", "[" * 50_000),
    _rules("open brackets of images", "![" * 25_000),
    _rules("brackets and parentheses", "[a](" * 20_000, "either"),
    _rules("backquotes", "`" * 100_000, "either"),
    _rules("backquotes of every length", "".join("`" * n + " " for n in range(1, 400)), "either"),
    _rules("open angles", "<" * 100_000, "either"),
    _rules("open angles of links", "<a:" * 50_000, "either"),
    _rules("ampersands", "&" * 100_000, "either"),
    _rules("entities", "&lt;" * 50_000, "either"),
    _rules("backslashes", "\\" * 100_000, "either"),
    _rules("a hundred thousand lines", "word\n" * 100_000, "either"),
    _rules("one line of a megabyte", "word " * 200_000, "either"),
    _rules("one word of 100 kB", "w" * 100_000, "either"),
    _rules("a hundred thousand references", "".join(f"[a{n}]: https://example.org/{n}\n" for n in range(50_000)) + "[a1]", "either"),
    _rules("a reference that is used ten thousand times", "[a]: https://example.org/" + "x" * 5000 + "\n\n" + "[a] " * 10_000, "either"),
    _rules("ten thousand headings", "\n\n".join(f"## Heading {n}" for n in range(10_000)), "either"),
    _rules("headings of one name", "\n\n".join("## Same\n\ntext" for n in range(3000)), "either"),
    _rules("a heading of level 7", "##### x", "either"),
    _rules("a heading without words", "## ", "either"),
    _rules("a heading in a quote", "> ## x", "either"),
    _rules("a heading of a megabyte", "## " + "word " * 20_000, "either"),
    _rules("a code block", "```\nid\n```", "either"),
    _rules("an indented code block", "    id", "either"),
    _rules("a table of a thousand columns", "|" + "a|" * 1000 + "\n|" + "-|" * 1000 + "\n|" + "b|" * 1000),
    _rules("a table of ten thousand rows", "|a|b|\n|-|-|\n" + "|c|d|\n" * 10_000, "either"),
    _rules("a table whose head never ends", "|" + "-" * 100_000 + "\n|" + "-" * 100_000, "either"),
    _rules("a table of pipes", "|" * 50_000 + "\n" + "|-" * 25_000, "either"),
    _rules("a table in a table", "|a|\n|-|\n||b|\n||-|", "either"),
    _rules("page breaks", "<!-- page -->\n\n" * 3000, "either"),
    _rules("two back covers", "<!-- back cover -->\n\nx\n\n<!-- back cover -->\n\ny"),
    _rules("rules across the page", "---\n\n" * 10_000, "either"),
    _rules("a list that begins at a billion", "1000000000. x", "either"),
    _rules("a list that begins at ten digits", "9999999999. x", "either"),
    _rules("a note without text", "> [!NOTE]"),
    _rules("a warning", "> [!WARNING]\n> x", "either"),
    _rules("a zero byte", "a\0b"),
    _rules("an escape", "a\x1b[2Jb"),
    _rules("a surrogate", b"a\xed\xa0\x80b\n", "either"),
    _rules("not UTF-8", b"caf\xe9\n", "either"),
    _rules("UTF-16", "text".encode("utf-16")),
    _rules("a right-to-left override", "a \u202e b", "either"),
    _rules("a character that no font has", "\U0001f414", "either"),
    _rules("private characters", "\ue000\uf8ff"),
    _rules("soft hyphens", "\u00ad" * 50_000, "either"),
    _rules("combining marks", "a" + "\u0301" * 20_000, "either"),
    _rules("zero width spaces", "a\u200b" * 20_000, "either"),
    _rules("numbers before names", "7 eggs " * 5000, "either"),
    _rules("digits before a name", "9" * 50_000 + " eggs", "either"),
    _rules("number words before a name", "seven hundred and " * 5000 + "eggs", "either"),
    _rules("words before a name", "two red blue green " * 5000 + "eggs", "either"),
    _rules("ten thousand claims", "{{ claim(2, 'egg') }} eggs. " * 10_000, "either"),
    _rules("single braces", "{ " * 10_000, "either"),
    _rules("statements", "{% import os %}", "either"),
    _rules("comments of Jinja2", "{# x #}", "either"),
    _rules("raw blocks", "{% raw %}{{ 1 }}{% endraw %}", "either"),
    _rules("braces in braces", "{{ {{ claim(2, 'egg') }} }}", "either"),
    _rules("a claim that prints a tag", "{{ claim('<script>alert(1)</script>', \"'<script>alert(1)</script>'\") }}", "either"),
    _rules("a claim that prints Markdown", "{{ claim('[x](javascript:alert(1))', \"'[x](javascript:alert(1))'\") }}", "either"),
    _rules("markup of ReportLab as text", "a \\<font color='red'\\>b", "either"),
    _rules("an entity of ReportLab", "&amp;lt;img src='x'/&amp;gt;", "either"),
]  # fmt: skip

_PAGE = [  # what is not in the rules but reaches the web page
    Attack(f"the page: {name}", {"game.yaml": game_with(old, new) + f"rules: rules.md\n{more}", "rules.md": f"# {title}\n\n{{{{ claim(2, 'egg') }}}} eggs.\n"}, [BOOKLET], "either")
    for name, old, new, title, more in (
        ("a title that is a tag", "title: Hen", "title: <script>alert(1)</script>", "Hen", ""),
        ("a title that closes the title", "title: Hen", "title: Hen</title><script>alert(1)</script>", "Hen", ""),
        ("a version that is a tag", '"1"', '"<img src=x onerror=alert(1)>"', "Hen", ""),
        ("a notice that is a tag", "players", "players", "Hen", "notice: <script>alert(1)</script>\n"),
        ("credits that are tags", "players", "players", "Hen", "credits: ['<svg onload=alert(1)>']\n"),
        ("about that is an attribute", "players", "players", "Hen", "about: '\" onload=\"alert(1)'\n"),
        ("a language that is an attribute", "players", "players", "Hen", "language: 'en\" onload=\"alert(1)'\n"),
        ("a part's title that is a tag", "title: Egg", "title: '<b onclick=x>egg'", "Hen", ""),
        ("a paint that leaves its style", '"#D55E00"', "'#D55E00;background:url(//x)'", "Hen", ""),
        ("an alt that is an attribute", "players", "players", "Hen", "cover: pic\nfigures: {pic: {kind: face, part: egg, size: [20, 20], alt: '\" onerror=\"alert(1)'}}\n"),
    )
]  # fmt: skip


def _german(
    name: str,
    words: Content,
    rules: Content = "# Hen\n\n## Spiel\n\n{{ claim(2, 'egg') }} Eier.\n",
    expect: Expectation = "refused",
    place: str = "rules.de.",
) -> Attack:
    files: dict[str, Content] = {
        **with_rules("# Hen\n\n## Play\n\n{{ claim(2, 'egg') }} eggs.\n"),
        "rules.de.md": rules,
        "rules.de.yaml": words,
    }
    return Attack(
        f"a translation: {name}",
        files,
        [("booklet", "hen", "--lang", "de")],
        expect,
        place if expect == "refused" else "",
    )


_WORDS = "parts: {egg: [Ei, Eier]}\n"
_GERMAN = [
    _german("a table of a billion laughs", "a: &a [x, x]\nb: &b [*a, *a]\n" + _WORDS),
    _german("a table with a Python tag", _WORDS + "about: !!python/name:os.system\n"),
    _german("a table that is a list", "[]\n"),
    _german("a table of nothing", ""),
    _german("a table with an unknown key", _WORDS + "hen: 1\n"),
    _german("a table with a part that does not exist", _WORDS.replace("egg", "ghost")),
    _german("a table with a title that is a tag", _WORDS + "title: <script>alert(1)</script>\n", expect="either"),
    _german("a table with terms in other braces", _WORDS + "terms: {figure: '{number.__class__}'}\n"),
    _german("a table with terms that reach into the number", _WORDS + "terms: {figure: '{number.__init__.__globals__}'}\n"),
    _german("a table with terms with an index", _WORDS + "terms: {figure: '{number[0]}'}\n"),
    _german("a table with terms of a width of a billion", _WORDS + "terms: {figure: '{number:1000000000}'}\n"),
    _german("a table with terms of a conversion", _WORDS + "terms: {figure: '{number!r:>1000000000}'}\n"),
    _german("a table with terms without a name", _WORDS + "terms: {figure: '{}'}\n"),
    _german("a table with terms by a number", _WORDS + "terms: {figure: '{0}'}\n"),
    _german("a table with terms of another name", _WORDS + "terms: {figure: '{pages}'}\n"),
    _german("a table with terms with a single brace", _WORDS + "terms: {figure: '{number'}\n"),
    _german("a table with terms of nested braces", _WORDS + "terms: {figure: '{number:{number}}'}\n"),
    _german("a table with terms that are tags", _WORDS + "terms: {note: '<script>alert(1)</script>'}\n", expect="either"),
    _german("a table with a decimal of two signs", _WORDS + "terms: {decimal: 'xy'}\n", expect="either"),
    _german("a table with a decimal that is a digit", _WORDS + "terms: {decimal: '1'}\n", expect="either"),
    _german("a table with a million number words", _WORDS + "terms: {numbers: [" + "x, " * 200_000 + "y]}\n", expect="either"),
    _german("a table with number words that are patterns", _WORDS + "terms: {numbers: ['(a+)+$', '.*', '[', '|||', '\\\\']}\n", expect="either"),
    _german("a table with parts that are patterns", "parts: {egg: ['(a+)+$', '(', '.*']}\n", "# Hen\n\n## Spiel\n\n{{ claim(2, 'egg') }} " + "a" * 5000 + "!\n", "either"),
    _german("a table with a part of a megabyte", "parts: {egg: [" + "E" * 1_000_000 + ", Eier]}\n", expect="either"),
    _german("a table with words of a hundred thousand entries", _WORDS + "words: {" + ", ".join(f"w{n}: x" for n in range(100_000)) + "}\n", expect="either"),
    _german("rules that claim less", _WORDS, "# Hen\n\n## Spiel\n\nEier.\n", place="rules.de"),
    _german("rules that claim another number", _WORDS, "# Hen\n\n## Spiel\n\n{{ claim(3, 'egg') }} Eier.\n", place="rules.de.md:5"),
    _german("rules that escape", _WORDS, "# Hen\n\n## Spiel\n\n{{ claim(2, \"''.__class__\") }} Eier.\n", place="rules.de.md:5"),
    _german("rules of raw HTML", _WORDS, "# Hen\n\n## Spiel\n\n{{ claim(2, 'egg') }} <script>alert(1)</script>\n", place="rules.de.md:5"),
    _german("rules that are not UTF-8", _WORDS, b"# H\xe4n\n", expect="either"),
    Attack("a translation into a language named like a path", {**with_rules("# Hen\n\n{{ claim(2, 'egg') }} eggs.\n"), "rules.de.md": "# Hen\n"}, [("booklet", "hen", "--lang", "../../victim/de")]),
    Attack("a translation into a language of 5,000 letters", with_rules("# Hen\n\n{{ claim(2, 'egg') }} eggs.\n"), [("booklet", "hen", "--lang", "x" * 5000)]),
    Attack("a thousand languages", {**with_rules("# Hen\n\n{{ claim(2, 'egg') }} eggs.\n"), **{f"rules.a{chr(97 + n % 26)}-x{n}.md": "# Hen\n" for n in range(1000)}}, [BOOKLET], "either"),
]  # fmt: skip

ATTACKS = [*_ROWS, *_HTML, *_READ_HTML, *_LINKS, *_TEXT, *_PAGE, *_GERMAN]
