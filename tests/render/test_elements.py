"""The parser of elements is compared with expat: the same tree, or the same refusal."""

import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.model.finding import DrawingError
from generator.render.svg.elements import SVG, Element, SvgParser
from tests.render.drawing import check_refusal
from tests.samples import examples, for_each

Tree = tuple[str, dict[str, str], tuple[object, ...]]
_WORDY = ("text", "tspan")
ROOT = f'<svg xmlns="{SVG}" xmlns:x="urn:x">'


def element_tree(element: Element) -> Tree:
    return _normalize_tree(
        element.name, element.attributes, [c if isinstance(c, str) else element_tree(c) for c in element.content]
    )


def expat_tree(element: ElementTree.Element) -> Tree:
    name = element.tag.removeprefix(f"{{{SVG}}}") if element.tag.startswith(f"{{{SVG}}}") else element.tag
    content: list[object] = [element.text or ""]
    for child in element:
        content += [expat_tree(child), child.tail or ""]
    return _normalize_tree(
        name if name[0] == "{" or element.tag[0] == "{" else f"{{}}{name}", dict(element.attrib), content
    )


def _normalize_tree(name: str, attributes: dict[str, str], content: list[object]) -> Tree:
    """Join neighboring texts; blanks count in text only, where they are drawn."""
    merged: list[object] = []
    for part in content:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        else:
            merged.append(part)
    if name not in _WORDY:
        merged = [re.sub(r"[ \t\r\n]+", "", part) if isinstance(part, str) else part for part in merged]
    return name, attributes, tuple(part for part in merged if part != "")


def read_tree(text: str) -> Tree | None:
    try:
        return element_tree(SvgParser().read(text))
    except DrawingError:
        return None


def read_with_expat(text: str) -> Tree | None:
    try:
        return expat_tree(ElementTree.fromstring(text))
    except (ElementTree.ParseError, UnicodeEncodeError):
        return None


words = st.text(alphabet="ab >'\"&<\n\t\r\u00a0\u2003éЖ😀]-", max_size=8)
names = st.sampled_from(["g", "rect", "text", "tspan", "x:note", "use", "svg"])
keys = st.sampled_from(["id", "d", "x:label", "style", "xml:space", "href"])
comments = st.sampled_from(["<!-- a > b -->", "<!--<rect/>-->", "<!-- it's -->", '<!--"-->', "<!---->", "<?p a > b?>"])
namespaces = st.sampled_from(
    ["", "", "", f' xmlns="{SVG}"', ' xmlns="urn:y"', ' xmlns=""', f' xmlns:x="{SVG}"', ' xmlns:z="urn:z"']
)
references = st.sampled_from(["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#65;", "&#x1F600;", "&#0010;", "&#xA0;"])


@st.composite
def attribute_text(draw: st.DrawFn) -> str:
    found = draw(st.dictionaries(keys, words, max_size=3))
    tail = draw(st.sampled_from(["", " ", "\n  "]))
    return "".join(f" {key}={quoteattr(value)}" for key, value in found.items()) + draw(namespaces) + tail


@st.composite
def element_text(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    name, inside = draw(names), "".join(draw(st.lists(inner, max_size=4)))
    if not inside and draw(st.booleans()):
        return f"<{name}{draw(attribute_text())}/>"
    return f"<{name}{draw(attribute_text())}>{inside}</{name}>"


leaves = st.one_of(words.map(escape), comments, references)
nodes = st.recursive(leaves, lambda inner: element_text(inner), max_leaves=12)
documents = st.lists(nodes, max_size=4).map(lambda found: f"{ROOT}{''.join(found)}</svg>")
spoilers = st.sampled_from(
    [*"<>&;\"'/=! -?x:", "]]>", "--", "<g>", "</g>", "<!--", "&#0;", "&no;", "\x0b", "\ud800", "<?xml version='1.0'?>"]
)


@settings(max_examples=examples(150), deadline=None)
@given(documents)
def test_a_well_formed_document_gives_the_tree_that_expat_gives(text: str) -> None:
    assert read_with_expat(text) is not None
    assert read_tree(text) == read_with_expat(text)


@settings(max_examples=examples(250), deadline=None)
@given(documents, st.data())
def test_a_malformed_document_is_refused_if_expat_refuses_it(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 2))
        text = text[:at] + data.draw(spoilers) + text[at + cut :]
    if "<!" in text.replace("<!--", ""):
        assert read_tree(text) is None or read_tree(text) == read_with_expat(text)
    else:
        assert read_tree(text) == read_with_expat(text)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(documents, min_size=2, max_size=4))
def test_a_parser_can_be_reused(texts: list[str]) -> None:
    reader = SvgParser()
    assert [element_tree(reader.read(text)) for text in texts] == [read_tree(text) for text in texts]


@for_each(
    [
        '<g id="a" id="a"/>',
        '<g id="a"class="b"/>',
        '<g id="a\tb"/>',
        '<g id="a &amp; b"/>',
        '<g id="a\x7f"/>',
        '<g id="<"/>',
        '<g xmlns="urn:a"/>',
        '<g xmlns=""><g id="a"/></g>',
        '<g\n id="a"\t class=">"\n/>',
        '<9 id="a"/>',
        "<g id='a'/>",
    ]
)
def test_a_tag_that_is_nearly_plain_is_read_as_expat_reads_it(tag: str) -> None:
    text = f'<svg xmlns="{SVG}"><g id="b"/>{tag}</svg>'
    try:
        expected = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        with pytest.raises(DrawingError):
            SvgParser().read(text)
        return
    found = SvgParser().read(text).content[1]
    assert isinstance(found, Element)
    names = {found.name.removeprefix("{}"), f"{{{SVG}}}{found.name}"}  # without a namespace, and in that of SVG
    assert expected[1].tag in names
    assert (found.attributes, len(found.content)) == (expected[1].attrib, len(expected[1]))


def test_evicted_tags_do_not_change_the_trees() -> None:
    reader = SvgParser()
    for start in range(0, 60_000, 2_000):
        body = "".join(f'<g id="a{k}"><rect x="{k}"/></g>' for k in range(start, start + 2_000))
        root = reader.read(f"{ROOT}{body}</svg>")
        found = [
            (c.attributes["id"], c.content[0].attributes["x"])
            for c in root.content
            if isinstance(c, Element) and isinstance(c.content[0], Element)
        ]
        assert found == [(f"a{k}", f"{k}") for k in range(start, start + 2_000)]


def test_equal_parts_of_two_texts_are_one_object() -> None:
    reader = SvgParser()
    one, two = (reader.read(f'{ROOT}<g><rect x="1"/></g><text>{word}</text></svg>') for word in ("a", "b"))
    assert one.content[0] is two.content[0]
    assert one.content[1] is not two.content[1]


def test_a_namespace_prefix_is_resolved_in_its_scope() -> None:
    reader = SvgParser()
    for uri, name in ((SVG, "rect"), ("urn:y", "{urn:y}rect"), (SVG, "rect")):
        (child,) = reader.read(f'<svg xmlns="{SVG}" xmlns:p="{uri}"><p:rect/></svg>').content
        assert isinstance(child, Element)
        assert child.name == name


@for_each(["<?xml version='1.0'?>", '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'])
def test_an_xml_declaration_is_taken_at_the_beginning_only(declaration: str) -> None:
    assert read_tree(f"{declaration}{ROOT}</svg>") == ("svg", {}, ())
    assert read_tree(f" {declaration}{ROOT}</svg>") is None
    assert read_tree(f"{ROOT}{declaration}</svg>") is None


REFUSED = {
    "": "~ one root element",
    "hello": "~ text stands before the first element: 'hello'",
    "<a/>tail": "~ text stands outside the root element: 'tail'",
    "<a/><b/>": "~ one root element",
    "<a><b></a></b>": "</a> <b>",
    "</a>": "</a>",
    "<a>": "<a>",
    "<a x='1' x='2'/>": "~ \"<a x='1' x='2'/>\" is not well-formed: duplicate attribute",
    "<a x=1/>": "~ '<a x=1/>' is not well-formed: not well-formed (invalid token)",
    "<q:a/>": "~ '<q:a/>' is not well-formed: unbound prefix",
    "<!DOCTYPE a [<!ENTITY b SYSTEM 'c'>]><a>&b;</a>": "~ the DOCTYPE declares entities",
    "<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d '&b;&b;'>]><a>&d;</a>": "~ the DOCTYPE declares entities",
    "<!DOCTYPE a [<!ELEMENT a ANY>]><a/>": "~ the DOCTYPE declares entities",
    "<a>&copy;</a>": "~ XML does not know &copy;; write &#169;",
    "<a>&#0;</a>": "~ does not begin an entity",
    "<a>a < b</a>": "`<`",
    "<a>\x07</a>": "'\\x07'",
    "<a>\x1c</a>": "'\\x1c'",
    "<a>]]></a>": "']]>'",
    "<a><!-- x -- y --></a>": "~ '<!-- x -- y -->' is not well-formed: not well-formed (invalid token)",
    "<a><!-- x</a>": "`<`",
    "<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='2'/>": "~ \"<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='\" is not well-formed: duplicate attribute",
    "<a xmlns:p=''/>": "~ \"<a xmlns:p=''/>\" is not well-formed: must not undeclare prefix",
    "<a>" * 101 + "</a>" * 101: "~ more than 100 deep",
}


@for_each(REFUSED)
def test_refusals_to_the_letter(text: str) -> None:
    with pytest.raises(DrawingError) as caught:
        SvgParser().read(text)
    check_refusal(caught.value.message, REFUSED[text])
    assert read_with_expat(text) is None or "<!" in text or text.startswith("<a>" * 101)


def test_a_hundred_nested_elements_are_accepted() -> None:
    assert read_tree("<a>" * 100 + "</a>" * 100) is not None
