"""The words of a language that rules of games are made of: pieces, steps, directions, sums, winners."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple


class RuleWords(NamedTuple):
    """Words in lower case, in all of their forms.

    `pieces` are nouns for pieces of games, and `by_kind` what the pieces of a kind of component are called.
    `definite` stand before a noun that the reader knows already, and `handles` are what players do with pieces.
    `hedges` are words of sentences that may speak of something else than this game: other editions, variants,
    conditions, limits; `elsewhere` are those that certainly speak of other games and times. `hues` are words for colors
    in all of their forms, if a color has some. `taking` are verbs for what players do to get or to see some pieces.
    """

    pieces: frozenset[str]
    by_kind: dict[str, frozenset[str]]
    definite: frozenset[str]
    handles: frozenset[str]
    hedges: frozenset[str]
    elsewhere: frozenset[str]
    conditions: frozenset[str]
    making: frozenset[str]
    stops: frozenset[str]
    list_nouns: frozenset[str]
    list_starts: frozenset[str]
    clockwise: frozenset[str]
    counter: frozenset[str]
    against: frozenset[str]
    left: frozenset[str]
    right: frozenset[str]
    turns: frozenset[str]
    moves: frozenset[str]
    wins: frozenset[str]
    points: frozenset[str]
    total: frozenset[str]
    counts: frozenset[str]
    sections: frozenset[str]
    steps: frozenset[str]
    figures: frozenset[str]
    through: frozenset[str]
    joins: frozenset[str]
    plus: frozenset[str]
    minus: frozenset[str]
    times: frozenset[str]
    equals: frozenset[str]
    makes: frozenset[str]
    setup: frozenset[str]
    everybody: frozenset[str]
    takes: frozenset[str]
    players: frozenset[str]
    colors: frozenset[str]
    numbered: frozenset[str]
    rolls: frozenset[str]
    dice: frozenset[str]
    spaces: frozenset[str]
    plain: frozenset[str]
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...]
    negations: frozenset[str]
    taking: frozenset[str]
    hues: frozenset[str] = frozenset()


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _pairs(text: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Return pairs of sets of words: `up/down`, with `|` between words of one set."""
    sides = (pair.split("/") for pair in text.split())
    return tuple((frozenset(one.split("|")), frozenset(other.split("|"))) for one, other in sides)


_ENGLISH = RuleWords(
    pieces=_set(
        "card cards tile tiles token tokens pawn pawns cube cubes die dice coin coins meeple meeples marker"
        " markers shell shells bag bags timer timers hourglass sandglass spinner spinners peg pegs marble marbles"
        " stone stones bead beads gem gems jewel jewels crystal crystals ship ships boat boats knight knights king"
        " king queen bishop bishops rook rooks castle castles house houses hotel hotels domino dominoes ring rings"
        " disc discs disk disks chip chips counter counters standee standees figurine figurines miniature"
        " miniatures screen screens mat mats tray trays wheel deck decks hexagon hexagons crown crowns key keys"
        " flag flags tower towers bridge bridges fence fences road roads banknote banknotes crate crates barrel"
        " barrels sword swords shield shields potion potions pyramid pyramids psycho cowrie cowries settlement"
        " settlements city cities wagon wagons train trains robot robots dragon dragons animal animals joker"
        " jokers envelope envelopes dial dials stick sticks pebble pebbles clock pouch cup cups wood sheep wheat"
        " ore"
    ),
    by_kind={
        "card": _set("card cards deck decks hand pile stack"),
        "path": _set("card cards deck decks tile tiles"),
        "tile": _set("tile tiles card cards mat mats sheet pad tray trays"),
        "token": _set(
            "token tokens chip chips disc discs disk disks marker markers counter counters pawn pawns stone stones"
        ),
        "track": _set("track tracks board boards mat"),
        "board": _set("board boards mat map"),
        "die": _set("die dice cube cubes"),
        "pyramid": _set("pyramid pyramids"),
        "standee": _set("standee standees figure figures pawn pawns meeple meeples"),
        "net": _set("model models house houses tower towers box boxes"),
        "box": _set("box boxes tray trays lid lids"),
        "screen": _set("screen screens"),
        "divider": _set("divider dividers"),
        "foldover": _set("token tokens figure figures pawn pawns shell shells standee standees"),
    },
    definite=_set("the your their his her its this these those each every all both our my"),
    handles=_set(
        "roll rolls draw draws take takes place places put puts play plays discard discards gain gains receive"
        " receives pay pays spend spends return returns reveal reveals shuffle shuffles move moves collect"
        " collects flip flips get gets win wins lose loses earn earns buy buys choose chooses steal steals swap"
        " swaps deal deals turn turns spin spins build builds"
    ),
    hedges=_set(
        "edition editions version versions printing variant variants expansion expansions another other others"
        " else elsewhere original originally published old older former formerly earlier later previous previously"
        " was were had did used would could might should if unless whether when whenever imagine suppose say"
        " example instance like similar up least most maximum minimum more fewer less than about around roughly"
        " approximately nearly almost over under per every each or optional optionally extra additional"
        " replacement spare spares own missing lost without until once ever never not no sold bought cost costs"
        " price euros dollars cents page pages year years century inch inches mm cm percent online app prototype"
        " house friend friends family club tournament tournaments chess checkers backgammon poker instead standard"
        " solo"
    ),
    elsewhere=_set(
        "edition editions version versions printing expansion expansions original originally published older old"
        " former formerly earlier previous previously deluxe chess another variant variants mistake some imagine"
        " suppose mistakenly wrongly web site online website recipe song book"
    ),
    conditions=_set("if unless whether would could might imagine suppose"),
    making=_set(
        "glue glued knife scissors gsm laminate laminated laminating print printed printer sleeve sleeves ruler"
        " cutting cut paper fold folded sheet sheets household drawer buttons instead"
    ),
    stops=_set(
        "a an the and or of to in on at by for from with as is are be been it its this that these those then than"
        " so if when while which who whom whose what where there here has have had do does did will would can"
        " could may might must shall should you your yours they their theirs he she his her him we our us i my me"
        " one ones each every all any some both either neither no not nor but also too only just even still yet"
        " once again more most other others another same such own into onto out up down over under off back after"
        " before until through between among along round around how why because since per player players game turn"
        " turns s t"
    ),
    list_nouns=_set(
        "things ways steps actions options cases phases rules conditions choices exceptions reasons kinds types"
        " parts points possibilities items moves effects symbols signs categories stages tasks questions sorts"
        " outcomes results methods sections bonuses events roles methods restrictions limits differences pieces"
        " tips hints components areas zones decks piles dice cards tiles colors resources abilities powers"
        " patterns marks suits goals objectives requirements modes levels variants examples notes details features"
        " facts forms groups words players seats"
    ),
    list_starts=_set("following these those"),
    clockwise=_set("clockwise"),
    counter=_set("counterclockwise counter-clockwise anticlockwise anti-clockwise"),
    against=_set("against opposite opposed reverse contrary unlike instead not cannot nor"),
    left=_set("left leftward leftwards"),
    right=_set("right rightward rightwards"),
    turns=_set(
        "turn turns same play order dealer deal deals dice die pass passes passing passed next first seats seat"
    ),
    moves=_set(
        "move moves moving moved run runs running travel travels traveling go goes going walk walks walking march"
        " race races racing advance advances advancing lead leads circle circles step steps road route path track"
        " ring rings way proceed proceeds sail sails"
    ),
    wins=_set("win wins won winner leads victory victorious ahead"),
    points=_set("points point pts score scores total gems coins stars vp"),
    total=_set("total totals sum sums together altogether"),
    counts=_set("count number quantity qty copies pieces amount many how #"),
    sections=_set("section sections chapter chapters"),
    steps=_set("step steps"),
    figures=_set("figure figures illustration illustrations"),
    through=_set("to through until"),
    joins=_set("and or"),
    plus=_set("plus"),
    minus=_set("minus less"),
    times=_set("times"),
    equals=_set("equals equal is are makes make gives give"),
    makes=_set("make makes total totals equals"),
    setup=_set("setup set-up setting ready preparation prepare preparing start beginning begin"),
    everybody=_set("everybody everyone each every all you"),
    takes=_set("takes take receives receive gets get draws draw has have begins begin starts start dealt given"),
    players=_set("players player people"),
    colors=_set("colors color colours colour suits suit"),
    numbered=_set("numbered numbers values value spaces faces numbering"),
    rolls=_set("roll rolls rolled rolling throw throws threw throwing"),
    dice=_set("die dice"),
    spaces=_set("space square field cell"),
    plain=_set(
        "top bottom upper lower last next first second third fourth fifth other own remaining whole same new old"
        " right left single free empty full open large small big little larger smaller largest smallest highest"
        " lowest long short middle outer inner outermost innermost nearest printed finished folded cut colored"
        " white black red blue green yellow few many several different special used unused drawn played discarded"
        " discard draw face face-up face-down faceup facedown captured taken entire final initial starting current"
        " previous following leading winning losing neutral active wooden plastic paper cardboard exhausted"
        " required chosen selected revealed hidden secret common shared corresponding appropriate matching"
        " leftover unclaimed unsold unplayed"
        " identical adjacent opposing enemy opponent neighboring main actual missing spare extra round square flat"
        " thick thin real true correct wrong better best worst good bad high low"
    ),
    opposites=_pairs(
        "clockwise/counterclockwise|anticlockwise left/right"
        " highest|higher|larger|largest|most|more|greater|bigger/lowest|lower|smaller|smallest|fewest|fewer|less|least"
        " first/last before/after up|upward/down|downward top/bottom inward|inwards/outward|outwards even/odd"
        " always/never win|wins/lose|loses upper/lower faceup/facedown single/double|stack"
        " forward|forwards/backward|backwards horizontal|horizontally/vertical|vertically"
        " orthogonal|orthogonally/diagonal|diagonally adjacent/opposite with/without winner|winners/loser|losers"
        " nearest|closest/farthest|furthest longest|longer/shortest|shorter youngest/oldest earliest/latest"
        " add|adds/subtract|subtracts keep|keeps/discard|discards above/below inner|innermost/outer|outermost"
        " inside/outside solid/dotted|dashed|broken clockwise/counter-clockwise|anti-clockwise"
        " ascending/descending odd-numbered/even-numbered increase|increases/decrease|decreases"
        " own/opponent's|opponents'"
    ),
    negations=_set("not never cannot nobody nothing no neither nor without none"),
    taking=_set(
        "take takes draw draws get gets receive receives gain gains earn earns collect collects turn turns flip flips"
        " reveal reveals"
    ),
)

_GERMAN = RuleWords(
    pieces=_set(
        "karte karten plättchen spielstein spielsteine spielsteinen stein steine steinen figur figuren spielfigur"
        " spielfiguren würfel würfeln münze münzen meeple meeples marker markern muschel muscheln beutel sanduhr"
        " sanduhren kugel kugeln murmel murmeln edelstein edelsteine edelsteinen juwel juwelen schiff schiffe"
        " schiffen ritter rittern haus häuser häusern turm türme türmen scheibe scheiben chip chips holzscheibe"
        " jeton jetons kegel kegeln pyramide pyramiden brett bretter joker jokern domino dominosteine bauer bauern"
        " pöppel pöppeln ring ringe ringen krone kronen schlüssel flagge flaggen schild schilde geldschein"
        " geldscheine kärtchen drehscheibe"
    ),
    by_kind={
        "card": _set("karte karten kärtchen stapel deck blatt"),
        "path": _set("karte karten plättchen"),
        "tile": _set("plättchen karte karten kärtchen tafel tafeln"),
        "token": _set("marker markern scheibe scheiben chip chips stein steine steinen figur figuren plättchen pöppel"),
        "track": _set("leiste leisten brett bretter"),
        "board": _set("brett bretter plan pläne spielplan spielbrett"),
        "die": _set("würfel würfeln"),
        "pyramid": _set("pyramide pyramiden"),
        "standee": _set("figur figuren aufsteller spielfigur spielfiguren"),
        "net": _set("modell modelle haus häuser turm türme schachtel schachteln"),
        "box": _set("schachtel schachteln karton kartons deckel"),
        "screen": _set("sichtschirm sichtschirme"),
        "divider": _set("trenner trennkarte trennkarten"),
        "foldover": _set("figur figuren marker muschel muscheln"),
    },
    definite=_set(
        "der die das den dem des dein deine deinen deiner deinem sein seine seinen ihr ihre ihren diese dieser"
        " dieses diesen jede jeder jedes jeden alle allen beide beiden euer eure"
    ),
    handles=_set(
        "würfle würfelt wirf wirft ziehe zieht zieh nimm nimmt nehmt lege legt leg setze setzt spiele spielt"
        " bezahlt zahlt zahle mische mischt erhält erhaltet bekommt drehe dreht gib gibt sammelt wirfst"
    ),
    hedges=_set(
        "ausgabe ausgaben auflage auflagen fassung fassungen variante varianten erweiterung erweiterungen andere"
        " anderen anderes anderer sonst früher frühere früheren alte alten ursprünglich original war waren hatte"
        " hatten wurde wurden wenn falls sofern ob würde könnte sollte etwa beispiel beispielsweise wie höchstens"
        " mindestens maximal minimal bis mehr weniger als rund ungefähr fast über unter pro je jede jeder jedes"
        " oder zusätzlich optional ersatz nie niemals nicht kein keine keinen ohne einmal kostet kosten preis euro"
        " seite seiten jahr jahre mm cm prozent schach mühle dame haus freunde turnier solo statt fehlt fehlen"
        " verkauft"
    ),
    elsewhere=_set(
        "ausgabe ausgaben auflage auflagen erstausgabe erstauflage neuauflage anderes fassung erweiterung"
        " erweiterungen original originals früher frühere früheren alte alten ehemals schach mühle variante"
        " varianten versehentlich manche angenommen einst buch internet webseite lied"
    ),
    conditions=_set("wenn falls sofern ob würde würden könnte könnten"),
    making=_set(
        "kleber klebstoff klebe klebt messer schere g/m² laminieren drucke drucken gedruckt drucker hüllen lineal"
        " schneide schneiden papier falte falten bogen bögen karton pappe"
    ),
    stops=_set(
        "der die das den dem des ein eine einen einem einer eines und oder von zu zum zur in im an am auf bei für"
        " mit als ist sind es sie er ihr ihm wir ich du dein deine sich dieser diese dieses dann so wenn falls"
        " während was wer wo da hier hat haben hatte wird werden kann können darf dürfen muss müssen soll sollen"
        " jeder jede jedes alle beide kein keine nicht auch nur noch schon wieder mehr andere aus nach vor bis"
        " durch zwischen um wie weil pro spieler spielerin spielern spiel zug züge man dem dabei daran davon"
    ),
    list_nouns=_set(
        "dinge dingen arten schritte schritten aktionen möglichkeiten fälle fällen phasen regeln bedingungen"
        " ausnahmen gründe gründen punkte punkten teile teilen wege wegen weisen optionen aufgaben fragen sorten"
        " ergebnisse verfahren abschnitte bereiche stapel zeichen symbole wirkungen ereignisse rollen farben"
        " karten formen gruppen"
    ),
    list_starts=_set("folgende folgenden diese diesen"),
    clockwise=_set("uhrzeigersinn"),
    counter=_set("gegenuhrzeigersinn"),
    against=_set("anders entgegengesetzt umgekehrt nie niemals nicht kein keine statt"),
    left=_set("links linke linken linker linkes"),
    right=_set("rechts rechte rechten rechter rechtes"),
    turns=_set(
        "reihe reihum nächste nächster nächsten zug züge dran würfel weiter spielerwechsel zugfolge sitzt"
        " gespielt reihenfolge"
    ),
    moves=_set(
        "ziehen zieht ziehe bewegen bewegt bewegst laufen läuft führt führen geht gehen wandern wandert rücken"
        " rückt weg route pfad bahn ring ringe strecke umrunden umrundet rund"
    ),
    wins=_set("gewinnt gewonnen siegt sieger siegerin gewinner führt vorn"),
    points=_set("punkte punkten punkt münzen sterne"),
    total=_set("summe gesamt zusammen insgesamt gesamtsumme"),
    counts=_set("anzahl menge zahl stück viel wie exemplare"),
    sections=_set("abschnitt abschnitte abschnitten kapitel kapiteln"),
    steps=_set("schritt schritte schritten"),
    figures=_set("abbildung abbildungen bild bilder"),
    through=_set("bis"),
    joins=_set("und oder"),
    plus=_set("plus und"),
    minus=_set("minus weniger"),
    times=_set("mal"),
    equals=_set("ist sind ergibt ergeben macht machen gleich"),
    makes=_set("ergibt ergeben macht machen"),
    setup=_set("aufbau vorbereitung vorbereiten spielaufbau spielbeginn start"),
    everybody=_set("jeder jede alle du ihr jedem"),
    takes=_set(
        "nimmt nimm nehmt nehmen erhält erhalten erhältst bekommt bekommen zieht ziehen hat haben beginnt startet"
    ),
    players=_set("spieler spielern spielerinnen personen mitspieler"),
    colors=_set("farben farbe"),
    numbered=_set("nummeriert nummern zahlen werte wert felder werten"),
    rolls=_set("würfle würfelt würfelst würfeln wurf wirft wirf wirfst werfen gewürfelt"),
    dice=_set("würfel würfeln"),
    spaces=_set("feld felder feldern"),
    plain=_set(
        "ihre ihren ihrer oberste obersten oberster oberstes unterste untersten unterster unterstes obere oberen untere"
        " unteren erste ersten erster erstes zweite zweiten zweiter zweites dritte dritten dritter drittes vierte"
        " vierten letzte letzten letzter letztes vorletzte vorletzten nächste nächsten nächster nächstes vorige vorigen"
        " folgende folgenden übrige übrigen restliche restlichen ganze ganzen gleiche gleichen selbe selben neue neuen"
        " offene offenen verdeckte verdeckten mittlere mittleren"
    ),
    opposites=_pairs(
        "links|linke|linken|linker/rechts|rechte|rechten|rechter"
        " höchste|höchsten|größte|größten|mehr|meisten/niedrigste|niedrigsten|kleinste|kleinsten|weniger|wenigsten"
        " erste|ersten|erster/letzte|letzten|letzter vor/nach oben|obere|oberen/unten|untere|unteren"
        " offen|aufgedeckt/verdeckt gerade/ungerade immer/nie|niemals gewinnt/verliert mindestens/höchstens"
        " vorwärts/rückwärts innen/außen mit/ohne"
    ),
    negations=_set("nicht nie niemals kein keine keinen keiner niemand nichts ohne weder"),
    taking=_set(
        "nimm nimmt nehmt nehmen ziehe zieh zieht ziehen erhält erhaltet erhalten bekommt bekommen sammelt deckt dreht"
    ),
    hues=frozenset(
        f"{stem}{end}"
        for stem in "rot grün blau gelb schwarz weiß grau braun rosa orange lila violett türkis golden silbern".split()
        for end in ("", "e", "en", "er", "es", "em")
    ),
)


@cache
def _read_french() -> RuleWords:
    from generator.language import french_rules  # few rules are in French

    return RuleWords(
        by_kind={kind: _set(words) for kind, words in french_rules.BY_KIND.items()},
        opposites=_pairs(french_rules.OPPOSITES),
        **{name: _set(words) for name, words in french_rules.WORDS.items()},
    )


_LANGUAGES: dict[str, Callable[[], RuleWords]] = {"en": lambda: _ENGLISH, "de": lambda: _GERMAN, "fr": _read_french}


def find_rule_words(tag: str) -> RuleWords | None:
    """Return the words of a language such as `de` or `de-AT`; None if it has none here."""
    known = _LANGUAGES.get(tag.partition("-")[0].lower())
    return known() if known else None
