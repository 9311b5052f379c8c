"""Attacks by SVG in templates and in files that `use` names: active content, entities, bombs, numbers, nesting."""

from tests.hostile.attack import EGG, HEAD, Attack, Content, Expectation, template
from tests.hostile.escapes import find_spoils

BUILD = ("build", "hen")
_PLACE = "egg.svg.j2"


def _draw(name: str, body: str, expect: Expectation = "refused", **more: Content) -> Attack:
    files: dict[str, Content] = {"templates/egg.svg.j2": template(body)}
    files |= {f"templates/{key}.svg": value for key, value in more.items()}
    return Attack(name, files, [BUILD], expect, _PLACE if expect == "refused" and not more else "", through=find_spoils)


def _whole(name: str, text: str | bytes, expect: Expectation = "refused") -> Attack:
    return Attack(name, {"templates/egg.svg.j2": text}, [BUILD], expect, _PLACE if expect == "refused" else "")


_IGNORED = (  # what draws nothing is refused or left out; nothing of it may reach a file
    "<?", '<linearGradient id="a" href="https', '<script xmlns="http://www.w3.org/1999/xhtml"', "<a href=", "<color-profile", "<cursor", "<filter", "<mask", "<pattern", "<marker", "<switch", "<view",
    '<g xmlns:x="http://www.w3.org/2001/XInclude"', '<rect width="1" height="1" xml:base',
)  # fmt: skip
_ACTIVE = [
    _draw(f"active: {body[:80]}", body, "either" if body.startswith(_IGNORED) else "refused")
    for body in (
        "<script>alert(1)</script>", '<script href="https://example.org/x.js"/>', '<svg:script xmlns:svg="http://www.w3.org/2000/svg">1</svg:script>',
        '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>', '<g onload="alert(1)"/>', '<rect width="1" height="1" onclick="alert(1)"/>', '<g ONLOAD="alert(1)"/>',
        '<rect width="1" height="1" style="fill: url(https://example.org/x)"/>', '<rect width="1" height="1" style="behavior: url(x)"/>', '<style>@import url(https://example.org/x.css);</style>',
        '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>', '<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
        '<animate attributeName="href" to="javascript:alert(1)"/>', '<set attributeName="onload" to="alert(1)"/>', '<animateTransform attributeName="transform"/>', '<image href="https://example.org/x.png" width="9" height="9"/>',
        '<image href="http://127.0.0.1:9/x.png" width="9" height="9"/>', '<image href="file:///etc/passwd" width="9" height="9"/>', '<image href="//example.org/x.png" width="9" height="9"/>', '<image href="data:text/html,hen" width="9" height="9"/>',
        '<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>', '<image href="../../../victim/picture.png" width="9" height="9"/>', '<image href="images/../../../victim/picture.png" width="9" height="9"/>',
        '<image href="images/%2e%2e/%2e%2e/%2e%2e/victim/picture.png" width="9" height="9"/>', '<image href="/etc/passwd" width="9" height="9"/>', '<image href="ftp://example.org/x" width="9" height="9"/>', '<image href="" width="9" height="9"/>', '<image href="images/" width="9" height="9"/>',
        '<image href="images" width="9" height="9"/>', '<image href="#egg" width="9" height="9"/>', '<use href="https://example.org/x.svg#y"/>', '<use href="file:///etc/passwd#x"/>', '<use href="../../../victim/icons.svg#star" width="9" height="9"/>', '<use href="/etc/passwd#x"/>',
        '<use href="data:image/svg+xml,x#y"/>', '<use href="javascript:alert(1)"/>', '<iframe src="https://example.org"/>', '<embed src="x"/>', '<object data="x"/>', '<audio src="x"/>', '<handler type="x">1</handler>', '<listener event="click"/>', '<cursor href="x"/>', '<font-face-uri href="x"/>',
        '<filter id="a"><feImage href="https://example.org/x"/></filter>', '<mask id="a"/>', '<pattern id="a"/>', '<marker id="a"/>', '<switch/>', '<view/>', '<link rel="stylesheet" href="x"/>', '<meta http-equiv="refresh" content="0"/>', '<tref href="/etc/passwd"/>', '<color-profile href="x"/>',
        '<?xml-stylesheet href="x.css"?>', '<?php system("id") ?><rect/>', '<linearGradient id="a" href="https://example.org/x#y"/>', '<rect width="1" height="1" fill="url(https://example.org/x#y)"/>', '<rect width="1" height="1" clip-path="url(file:///etc/passwd#x)"/>', '<g class="cut"/>', '<g class="a b&#10;c"/>',
        '<text x="9" y="9" font-family="url(https://example.org/x.ttf)">a</text>', '<rect width="1" height="1" xml:base="https://example.org/"/>', '<g xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="/etc/passwd"/></g>', '<![CDATA[<script>alert(1)</script>]]>', '<g gutterfold-at="/etc/passwd:1:1"/>',
    )
]  # fmt: skip

_FORGED_PLACES = [  # an error that names a file of its own would print a line of that file
    _draw(f"a forged place by {what}", body)
    for what, body in (
        ("an attribute", '<rect gutterfold-at="../victim/precious.txt:1:1" width="no"/>'),
        ("an attribute in text that is safe", "{{ '<rect gutterfold-at=\"../victim/precious.txt:1:1\" width=\"no\"/>'|safe }}"),
        ("an attribute of a group around", "{{ '<g gutterfold-at=\"../victim/precious.txt:1:1\"/>'|safe }}<rect width='no'/>"),
        ("an attribute of a filter", "<rect {{ {'gutterfold-at': '../victim/precious.txt:1:1'}|xmlattr }} width='no'/>"),
        ("an attribute of an absolute path", "{{ '<rect gutterfold-at=\"/etc/passwd:1:1\" width=\"no\"/>'|safe }}"),
        ("an attribute with a named pipe", "{{ '<rect gutterfold-at=\"/dev/stdin:1:1\" width=\"no\"/>'|safe }}"),
        ("an attribute with a command", "{{ '<rect gutterfold-at=\"x&#10;::error::y:1:1\" width=\"no\"/>'|safe }}"),
        ("an attribute without numbers", "{{ '<rect gutterfold-at=\"x\" width=\"no\"/>'|safe }}"),
        ("an attribute with a line of 10**400", "{{ ('<rect gutterfold-at=\"x:' ~ '9' * 400 ~ ':1\" width=\"no\"/>')|safe }}"),
        ("an attribute of an xml prefix", '<rect xml:gutterfold-at="../victim/precious.txt:1:1" width="no"/>'),
    )
]  # fmt: skip

_ENTITIES = [
    _whole("a DOCTYPE", '<!DOCTYPE svg>' + EGG, "either"),
    _whole("an external DTD", '<!DOCTYPE svg SYSTEM "file:///etc/passwd">' + EGG, "either"),
    _whole("an external entity", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + EGG.replace("Egg", "&x;")),
    _whole("an external parameter entity", '<!DOCTYPE svg [<!ENTITY % x SYSTEM "https://example.org/x.dtd"> %x;]>' + EGG),
    _whole("a billion laughs", "<!DOCTYPE svg [<!ENTITY a '" + "x" * 100 + "'>" + "".join(f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(9)) + "]>" + EGG.replace("Egg", "&j;")),
    _whole("a quadratic entity", "<!DOCTYPE svg [<!ENTITY a '" + "x" * 100_000 + "'>]>" + EGG.replace("Egg", "&a;" * 10_000)),
    _draw("an undeclared entity", "<text x='9' y='9'>&hen;</text>"),
    _draw("a character of no meaning", "<text x='9' y='9'>&#0;</text>"),
    _draw("a character beyond Unicode", "<text x='9' y='9'>&#x110000;</text>"),
    _draw("a character of a million digits", "<text x='9' y='9'>&#" + "9" * 1_000_000 + ";</text>"),
    _draw("a character that is an escape", "<text x='9' y='9'>&#27;[2J</text>"),
    _draw("a surrogate", "<text x='9' y='9'>&#xd800;</text>"),
    _whole("a declaration of UTF-16", '<?xml version="1.0" encoding="UTF-16"?>' + EGG, "either"),
    _whole("a declaration of UTF-7", '<?xml version="1.0" encoding="UTF-7"?>' + EGG.replace("Egg", "+ADw-script+AD4-"), "either"),
    _whole("a declaration that never ends", "<?xml " + "x" * 1_000_000 + EGG),
    _whole("UTF-16", EGG.encode("utf-16")),
    _whole("a byte that is not UTF-8", EGG.encode().replace(b"Egg", b"\xff")),
    _whole("a zero byte", EGG.replace("Egg", "E\0g")),
    _whole("a control character", EGG.replace("Egg", "E\x1bg")),
    _whole("nothing", ""),
    _whole("blanks", " \n" * 100_000),
    _whole("a comment that never ends", HEAD + "<!--" + "-" * 1_000_000),
    _whole("a comment with two hyphens", HEAD + "<!-- -- --></svg>", "either"),
    _whole("a processing instruction that never ends", HEAD + "<?" + "x?" * 500_000),
    _whole("a tag that never ends", HEAD + "<g " + "a='1' " * 100_000),
    _whole("a quote that never ends", HEAD + '<g a="' + "<" * 100_000),
    _whole("quotes in turn", HEAD + "<g " + "a=\"'\" b='\"' " * 50_000 + "/></svg>"),
    _whole("closing tags only", "</svg>" * 1000),
    _whole("two roots", EGG + EGG),
    _whole("text before the root", "x" + EGG),
    _whole("text after the root", EGG + "x"),
    _whole("HTML", "<html><body>hen</body></html>"),
    _whole("a root of another namespace", EGG.replace("2000/svg", "1999/xhtml")),
    _whole("a root without namespace", EGG.replace(' xmlns="http://www.w3.org/2000/svg"', "")),
    _whole("a namespace that is undone", HEAD + '<g xmlns=""><rect/></g></svg>'),
    _whole("a prefix that is not bound", HEAD + "<x:rect/></svg>"),
    _whole("a hundred thousand namespaces", HEAD + "".join(f'<g xmlns:n{n}="http://x/{n}"/>' for n in range(100_000)) + "</svg>", "either"),
    _whole("a hundred thousand attributes", HEAD + "<g " + " ".join(f'a{n}="1"' for n in range(100_000)) + "/></svg>"),
    _whole("an attribute given twice", HEAD + '<g id="a" id="b"/></svg>'),
    _whole("an attribute of ten megabytes", HEAD + f'<g id="{"x" * 10_000_000}"/></svg>', "either"),
]  # fmt: skip

_PAIRS = " ".join(["1,1"] * 8)
_NUMBERS = [
    _draw("points of eight pairs and a typo", f'<polygon points="{_PAIRS} 1,,"/>'),
    _draw("points of forty pairs and a typo", f'<polygon points="{_PAIRS * 5} x"/>'),
    _draw("points of a thousand digits and a typo", f'<polygon points="{"1" * 1000}x"/>'),
    _draw("points of digits and dots", f'<polygon points="{"1." * 5000}x"/>'),
    _draw("points of signs", f'<polygon points="{"-1" * 5000}x"/>'),
    _draw("points of exponents", f'<polygon points="{"1e1" * 5000}x"/>'),
    _draw("points of blanks", f'<polygon points="1{" " * 100_000}x"/>'),
    _draw("points of commas", f'<polygon points="1{" , " * 50_000}x"/>'),
    _draw("points of a hundred thousand pairs", f'<polygon points="{"1,1 " * 100_000}"/>', "either"),
    _draw("points that are nan", '<polygon points="nan,1 2,3 4,5"/>'),
    _draw("points that are inf", '<polygon points="1e999,1 2,3 4,5"/>'),
    _draw("points in Arabic digits", '<polygon points="\u0661,\u0661 2,3 4,5"/>'),
    _draw("a viewBox with a typo after many digits", f'<svg viewBox="{"1 " * 5000}x"/>'),
    _draw("a viewBox of 1e-300", '<svg viewBox="0 0 1e-300 1e-300" width="9" height="9"><rect width="1" height="1"/></svg>', "either"),
    _draw("a viewBox of 1e300", '<svg viewBox="0 0 1e300 1e300" width="9" height="9"><rect width="1" height="1"/></svg>'),
    _draw("a width of 400 digits", f'<rect width="{"9" * 400}" height="1"/>'),
    _draw("a width of a million digits", f'<rect width="{"9" * 1_000_000}" height="1"/>'),
    _draw("a width of a million digits and a typo", f'<rect width="{"9" * 1_000_000}x" height="1"/>'),
    _draw("a width of 1e8", '<rect width="100000000" height="1"/>', "either"),
    _draw("a radius of 1e-320", '<circle r="1e-320"/>', "either"),
    _draw("a radius below zero", '<circle r="-5"/>', "built"),
    _draw("an arc of 1e-200", '<path d="M0 0 A1e-200 1e-200 0 0 1 9 9" stroke="#000" fill="none"/>', "either"),
    _draw("an arc of 1e-200 that leads nowhere", '<path d="M0 0 A1e-200 1e-200 0 1 1 1e-201 0" stroke="#000"/>', "either"),
    _draw("an arc of 1e8", '<path d="M0 0 A100000000 100000000 0 0 1 9 9" stroke="#000"/>', "either"),
    _draw("an arc turned by 1e300", '<path d="M0 0 A5 5 1e300 0 1 9 9"/>'),
    _draw("an arc turned by 999999999", '<path d="M0 0 A5 5 999999999 0 1 9 9"/>', "either"),
    _draw("an arc with a flag of 2", '<path d="M0 0 A5 5 0 2 1 9 9"/>'),
    _draw("arcs with flags that stick together", '<path d="M0 0A5 5 0 0110 10a5 5 0 0110 10" stroke="#000"/>', "either"),
    _draw("a path of 200,000 steps", f'<path d="M0 0{" L1 1" * 200_000}" stroke="#000"/>', "either"),
    _draw("a path of 100,000 arcs", f'<path d="M0 0{" A5 4 3 0 1 9 9" * 100_000}" stroke="#000"/>', "either"),
    _draw("a path of letters", f'<path d="{"M" * 100_000}"/>'),
    _draw("a path that does not begin with M", '<path d="L1 1"/>'),
    _draw("a path with a typo after many numbers", f'<path d="M{"1 1 " * 50_000}x"/>'),
    _draw("a path of numbers without letters", f'<path d="M0 0 {"1" * 100_000} x"/>'),
    _draw("a path of relative steps that overflow", '<path d="M0 0' + "l999999999 0" * 2000 + '" stroke="#000"/>', "either"),
    _draw("a path of curves with equal points", '<path d="M0 0' + "C0 0 0 0 0 0" * 10_000 + '" stroke="#000"/>', "either"),
    _draw("a transform of a scale of 0", '<g transform="scale(0)"><rect width="1" height="1"/></g>', "either"),
    _draw("a transform of scales that overflow", '<g transform="' + "scale(999999999) " * 40 + '"><rect width="1" height="1"/></g>', "either"),
    _draw("a transform of scales that vanish", '<g transform="' + "scale(0.00000001) " * 60 + '"><text x="9" y="9">a</text></g>', "either"),
    _draw("a transform of a hundred thousand", '<g transform="' + "rotate(1) " * 100_000 + '"><rect width="1" height="1"/></g>', "either"),
    _draw("a transform with a typo after a thousand", '<g transform="' + "rotate(1) " * 1000 + 'rotate(1"/>'),
    _draw("a transform of open brackets", '<g transform="' + "rotate(" * 50_000 + '"/>'),
    _draw("a transform of blanks", '<g transform="' + " ," * 100_000 + '"/>', "either"),
    _draw("a skew of 90", '<g transform="skewX(90)"><text x="9" y="9">a</text></g>', "either"),
    _draw("a matrix of nan", '<g transform="matrix(nan 0 0 1 0 0)"/>'),
    _draw("a stroke as wide as the moon", '<rect width="1" height="1" stroke="#000" stroke-width="999999999"/>', "either"),
    _draw("dashes of 1e-300", '<line x2="9" stroke="#000" stroke-dasharray="1e-300"/>', "either"),
    _draw("dashes of 0.0000001 over a long line", '<line x2="900000000" stroke="#000" stroke-dasharray="0.0000001 0.0000001"/>', "either"),
    _draw("dashes with a typo", '<line x2="9" stroke="#000" stroke-dasharray="' + "1 " * 5000 + 'x"/>'),
    _draw("dashes below zero", '<line x2="9" stroke="#000" stroke-dasharray="-1 2"/>', "built"),
    _draw("an opacity of 1e300", '<rect width="1" height="1" opacity="1e300"/>'),
    _draw("a color of a million digits", f'<rect width="1" height="1" fill="#{"f" * 1_000_000}"/>'),
    _draw("a color of a function", '<rect width="1" height="1" fill="rgb(' + "1," * 50_000 + ')"/>'),
    _draw("a style of a hundred thousand declarations", '<rect width="1" height="1" style="' + "fill:#000;" * 100_000 + '"/>', "either"),
    _draw("a style of colons", '<rect width="1" height="1" style="' + ":" * 100_000 + '"/>'),
    _draw("a style of comments", '<rect width="1" height="1" style="' + "/*" * 50_000 + '"/>'),
    _draw("a font size of 1e-300", '<text x="9" y="9" font-size="1e-300">a</text>', "either"),
    _draw("a font size of 1e8", '<text x="9" y="9" font-size="100000000">a</text>'),
    _draw("a text of a megabyte", f'<text x="0" y="9" font-size="0.00001">{"a" * 1_000_000}</text>', "either"),
    _draw("a text of 20,000 tspans", '<text x="9" y="9">' + "<tspan>a</tspan>" * 20_000 + "</text>", "either"),
    _draw("a gradient of 20,000 stops", '<defs><linearGradient id="a">' + '<stop offset="0.5" stop-color="#000"/>' * 20_000 + '</linearGradient></defs><rect width="9" height="9" fill="url(#a)"/>', "either"),
    _draw("a gradient of no width", '<defs><linearGradient id="a" x1="1" x2="1" y1="1" y2="1"><stop offset="0"/><stop offset="1"/></linearGradient></defs><rect width="9" height="9" fill="url(#a)"/>', "either"),
    _draw("a gradient of a radius of 1e-300", '<defs><radialGradient id="a" r="1e-300"><stop offset="0"/><stop offset="1" stop-color="#fff"/></radialGradient></defs><rect width="9" height="9" fill="url(#a)"/>', "either"),
    _draw("a gradient on a shape without width", '<defs><linearGradient id="a"><stop offset="0"/><stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="0" height="9" fill="url(#a)"/>', "either"),
]  # fmt: skip


def _chain(count: int, element: str, last: str) -> str:
    """Return elements of which each draws the next one twice."""
    links = "".join(f'<g id="a{n}"><use href="#a{n + 1}"/><use href="#a{n + 1}"/></g>' for n in range(count))
    return f"<defs>{links}<{element} id='a{count}' {last}/></defs><use href='#a0'/>"


_NESTING = [
    _draw("a use of itself", '<g id="a"><use href="#a"/></g>'),
    _draw("two uses of each other", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    _draw("uses that double thirty times", _chain(30, "rect", 'width="1" height="1"')),
    _draw("uses that double thirty times and draw nothing", _chain(30, "g", ""), "either"),
    _draw("uses that double thirty times in another file", '<use href="bomb.svg#a0"/>', bomb='<svg xmlns="http://www.w3.org/2000/svg">' + _chain(30, "rect", 'width="1" height="1"') + "</svg>"),
    _draw("a chain of a thousand uses", "<defs>" + "".join(f'<g id="a{n}"><use href="#a{n + 1}"/></g>' for n in range(1000)) + '<rect id="a1000"/></defs><use href="#a0"/>'),
    _draw("a use of what is not there", '<use href="#nowhere"/>'),
    _draw("a use without href", "<use/>"),
    _draw("a use of a file that uses the first", '<use href="one.svg#a"/>', one='<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="one.svg#a"/></g></svg>'),
    _draw("two files that use each other", '<use href="one.svg#a"/>', one='<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="two.svg#a"/></g></svg>', two='<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="one.svg#a"/></g></svg>'),
    _draw("a file for use with a script", '<use href="one.svg#a"/>', one='<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><script>alert(1)</script></g></svg>'),
    _draw("a file for use with Jinja2", '<use href="one.svg#a"/>', one='<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><text x="9" y="9">{{ self.__class__ }}</text></g></svg>'),
    _draw("a file for use with a DOCTYPE", '<use href="one.svg#a"/>', one='<!DOCTYPE svg [<!ENTITY x SYSTEM "/etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><g id="a"><text>&x;</text></g></svg>'),
    _draw("a file for use that is a picture", '<use href="one.svg#a"/>', one=b"\x89PNG\r\n\x1a\n" + bytes(99)),
    _draw("groups a hundred thousand deep", "<g>" * 100_000 + "</g>" * 100_000),
    _draw("groups ninety deep", "<g>" * 90 + '<rect width="1" height="1"/>' + "</g>" * 90, "either"),
    _draw("svgs ten thousand deep", "<svg>" * 10_000 + "</svg>" * 10_000),
    _draw("tspans five thousand deep", '<text x="9" y="9">' + "<tspan>" * 5000 + "a" + "</tspan>" * 5000 + "</text>"),
    _draw("a clip that clips itself", '<clipPath id="a" clip-path="url(#a)"><rect width="9" height="9"/></clipPath><rect clip-path="url(#a)" width="9" height="9"/>'),
    _draw("a chain of clips", "".join(f'<clipPath id="a{n}"><rect width="9" height="9" clip-path="url(#a{n + 1})"/></clipPath>' for n in range(500)) + '<clipPath id="a500"><rect width="9" height="9"/></clipPath><rect clip-path="url(#a0)" width="9" height="9"/>'),
    _draw("a clip by a use that loops", '<clipPath id="a"><use href="#b"/></clipPath><g id="b"><use href="#b"/></g><rect clip-path="url(#a)" width="9" height="9"/>'),
    _draw("a gradient that inherits from itself", '<linearGradient id="a" href="#a"/><rect width="9" height="9" fill="url(#a)"/>'),
    _draw("two gradients that inherit from each other", '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>'),
    _draw("a chain of a thousand gradients", "".join(f'<linearGradient id="a{n}" href="#a{n + 1}"/>' for n in range(1000)) + '<linearGradient id="a1000"><stop offset="0"/></linearGradient><rect width="9" height="9" fill="url(#a0)"/>', "either"),
    _draw("a color that is currentColor of itself", '<g color="currentColor"><rect width="9" height="9" fill="currentColor"/></g>', "either"),
    _draw("an id given twice", '<g id="a"/><g id="a"/>', "either"),
    _draw("a face of itself", '<use href="face:egg" width="9" height="9"/>'),
    _draw("a face that climbs", '<use href="face:../../x" width="9" height="9"/>'),
    _draw("xlink with a script", '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)"/>'),
    _draw("a group named like Python", '<g class="__class__"><rect width="1" height="1"/></g>'),
    _draw("a group with a name of a megabyte", f'<g class="a{"b" * 1_000_000}"><rect width="1" height="1"/></g>', "either"),
    _draw("ten thousand named groups", "".join(f'<g class="x.n{n}"><rect width="1" height="1"/></g>' for n in range(10_000)), "either"),
    _draw("a metadata element with a script", "<metadata><script>alert(1)</script></metadata>", "either"),
    _draw("a title with a script", "<title><script>alert(1)</script></title>", "either"),
]  # fmt: skip

ATTACKS = [*_ACTIVE, *_FORGED_PLACES, *_ENTITIES, *_NUMBERS, *_NESTING]
