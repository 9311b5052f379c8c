"""Mark a PDF as PDF/X-4 (ISO 15930-7): what press it is for, and what it says of itself."""

import zlib
from hashlib import sha256
from typing import Any
from uuid import UUID
from xml.sax.saxutils import escape

from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from generator.write.press.press_inks import PressInks

_METADATA = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<pdf:Trapped>False</pdf:Trapped>
<pdf:Producer>{producer}</pdf:Producer>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>{created}</xmp:CreateDate>
<xmp:ModifyDate>{created}</xmp:ModifyDate>
<xmp:MetadataDate>{created}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{document}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_INKS = 4


def mark_pdfx(pdf: Pdf, inks: PressInks, content: str) -> None:
    """Add the output intent, the metadata and the entries that PDF/X-4 asks for; `content` tells it from others."""
    packed = Dictionary(N=_INKS, Filter=Name.FlateDecode)
    profile = pdf.make_indirect(Stream(pdf, zlib.compress(inks.data, 9), packed))
    intent = {
        "/Type": Name.OutputIntent,
        "/S": Name.GTS_PDFX,
        "/OutputConditionIdentifier": String("Custom"),
        "/OutputCondition": String(inks.description),
        "/Info": String(inks.description),
        "/DestOutputProfile": profile,
    }
    pdf.Root.OutputIntents = Array([Dictionary(intent)])
    told = pdf.docinfo
    told["/Trapped"] = Name("/False")
    told["/GTS_PDFXVersion"] = String("PDF/X-4")
    told["/Keywords"] = String("")
    told["/ModDate"] = told["/CreationDate"]
    document = UUID(bytes=sha256(content.encode() + inks.data).digest()[:16], version=5)
    data = _METADATA.format(
        document=document,
        created=_read_date(str(told["/CreationDate"])),
        **{key[1:].lower(): escape(str(told.get(key, ""))) for key in _TOLD},
    ).encode()
    pdf.Root.Metadata = pdf.make_indirect(Stream(pdf, data, Dictionary(Type=Name.Metadata, Subtype=Name.XML)))


_TOLD = ("/Title", "/Author", "/Subject", "/Producer", "/Creator")


def _read_date(date: Any) -> str:
    """Return a date of a PDF, such as D:20000101000000+00'00', as one of XMP."""
    digits = date.removeprefix("D:")
    day, time = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}", f"{digits[8:10]}:{digits[10:12]}:{digits[12:14]}"
    return f"{day}T{time}+00:00"
