"""The words of a language by which numbers, names and references in rules are told apart."""

from functools import cache
from typing import NamedTuple


class RuleWords(NamedTuple):
    """Words in lower case, in all of their forms.

    `by_kind` is what the pieces of a kind of component are called. `sections` and `figures` are nouns before the number
    of one, `joins` and `through` stand between two of them. `taking` are verbs for what players do to get or to see
    some pieces, and `definite` may follow them. `players`, `everybody` and `counts` stand in headings of tables and
    before lists. `directions` are ways to go round, and sides. `hedges` are words of sentences that may speak of
    something else than this game: other editions, variants, conditions, limits.
    """

    by_kind: dict[str, frozenset[str]]
    sections: frozenset[str]
    figures: frozenset[str]
    joins: frozenset[str]
    through: frozenset[str]
    definite: frozenset[str]
    taking: frozenset[str]
    players: frozenset[str]
    everybody: frozenset[str]
    counts: frozenset[str]
    hedges: frozenset[str]
    directions: frozenset[str]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH = RuleWords(
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
    sections=_set("section sections chapter chapters"),
    figures=_set("figure figures illustration illustrations"),
    joins=_set("and or"),
    through=_set("to through until"),
    definite=_set("the your their his her its this these those each every all both our my"),
    taking=_set(
        "take takes draw draws get gets receive receives gain gains earn earns collect collects turn turns flip flips"
        " reveal reveals"
    ),
    players=_set("players player people"),
    everybody=_set("everybody everyone each every all you"),
    counts=_set("count number quantity qty copies pieces amount many how #"),
    hedges=_set(
        "edition editions version versions printing variant variants expansion expansions another other others else"
        " elsewhere original originally published old older former formerly earlier later previous previously was were"
        " had did used would could might should if unless whether when whenever imagine suppose say example instance"
        " like similar up least most maximum minimum more fewer less than about around roughly approximately nearly"
        " almost over under per every each or optional optionally extra additional replacement spare spares own"
        " missing lost without until once ever never not no sold bought cost costs price euros dollars cents page"
        " pages year years century inch inches mm cm percent online app prototype house friend friends family club"
        " tournament tournaments chess checkers backgammon poker instead standard solo"
    ),
    directions=_set(
        "clockwise counterclockwise counter-clockwise anticlockwise anti-clockwise left right forward forwards backward"
        " backwards"
    ),
)

_GERMAN = RuleWords(
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
    sections=_set("abschnitt abschnitte abschnitten kapitel kapiteln"),
    figures=_set("abbildung abbildungen bild bilder"),
    joins=_set("und oder"),
    through=_set("bis"),
    definite=_set(
        "der die das den dem des dein deine deinen deiner deinem sein seine seinen ihr ihre ihren diese dieser dieses"
        " diesen jede jeder jedes jeden alle allen beide beiden euer eure"
    ),
    taking=_set(
        "nimm nimmt nehmt nehmen ziehe zieh zieht ziehen erhält erhaltet erhalten bekommt bekommen sammelt deckt dreht"
    ),
    players=_set("spieler spielern spielerinnen personen mitspieler"),
    everybody=_set("jeder jede alle du ihr jedem"),
    counts=_set("anzahl menge zahl stück viel wie exemplare"),
    hedges=_set(
        "ausgabe ausgaben auflage auflagen fassung fassungen variante varianten erweiterung erweiterungen andere"
        " anderen anderes anderer sonst früher frühere früheren alte alten ursprünglich original war waren hatte"
        " hatten wurde wurden wenn falls sofern ob würde könnte sollte etwa beispiel beispielsweise wie höchstens"
        " mindestens maximal minimal bis mehr weniger als rund ungefähr fast über unter pro je jede jeder jedes oder"
        " zusätzlich optional ersatz nie niemals nicht kein keine keinen ohne einmal kostet kosten preis euro seite"
        " seiten jahr jahre mm cm prozent schach mühle dame haus freunde turnier solo statt fehlt fehlen verkauft"
    ),
    directions=_set(
        "uhrzeigersinn gegenuhrzeigersinn links linke linken linker rechts rechte rechten rechter vorwärts rückwärts"
    ),
)

_FRENCH = RuleWords(
    by_kind={
        "card": _set("carte cartes paquet pioche pile main"),
        "path": _set("carte cartes tuile tuiles"),
        "tile": _set("tuile tuiles carte cartes plateau plateaux fiche"),
        "token": _set("jeton jetons pion pions disque disques marqueur marqueurs pierre pierres"),
        "track": _set("piste pistes plateau plateaux échelle"),
        "board": _set("plateau plateaux tablier carte plan"),
        "die": _set("dé dés cube cubes"),
        "pyramid": _set("pyramide pyramides"),
        "standee": _set("figurine figurines silhouette silhouettes pion pions"),
        "net": _set("modèle modèles maison maisons tour tours boîte boîtes"),
        "box": _set("boîte boîtes plateau plateaux couvercle couvercles"),
        "screen": _set("paravent paravents écran écrans"),
        "divider": _set("intercalaire intercalaires"),
        "foldover": _set("jeton jetons figurine figurines coquillage coquillages pion pions"),
    },
    sections=_set("section sections chapitre chapitres"),
    figures=_set("figure figures illustration illustrations"),
    joins=_set("et ou"),
    through=_set("à jusqu'à"),
    definite=_set(
        "le la les l' votre vos son sa ses leur leurs ce cet cette ces chaque chacun chacune tous toutes ton ta tes"
        " notre nos mon ma mes"
    ),
    taking=_set(
        "prend prennent prenez pioche piochent piochez tire tirent tirez reçoit reçoivent recevez gagne gagnent"
        " gagnez récupère récupérez ramasse ramassez retourne retournez révèle révélez"
    ),
    players=_set("joueurs joueur joueuse joueuses personnes"),
    everybody=_set("chacun chacune chaque tous toutes vous"),
    counts=_set("nombre quantité exemplaires combien qté"),
    hedges=_set(
        "édition éditions version versions variante variantes extension extensions autre autres sinon original"
        " originale publié publiée ancien ancienne anciens anciennes autrefois précédent précédente était étaient"
        " avait avaient si lorsque quand pourrait pourraient devrait supposons imaginez exemple comme plus moins"
        " maximum minimum environ presque près jusqu'à sous par chaque chacun chacune ou facultatif supplémentaire"
        " supplémentaires remplacement rechange manque manquent perdu perdue sans une fois jamais pas aucun aucune"
        " vendu acheté coûte coûtent prix euro euros page pages an ans année années mm cm pour cent maison ami amis"
        " échecs dames tournoi lieu seul solo"
    ),
    directions=_set("horaire antihoraire gauche droite avant arrière"),
)

_LANGUAGES = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH}


@cache
def find_rule_words(tag: str) -> RuleWords | None:
    """Return the words of a language such as `de` or `de-AT`; None if it has none here."""
    return _LANGUAGES.get(tag.partition("-")[0].lower())
