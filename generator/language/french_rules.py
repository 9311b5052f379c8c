"""The French words that rules of games are made of, as texts; `rule_words.py` says what each list is for."""

BY_KIND = {
    "card": "carte cartes paquet pioche pile main",
    "path": "carte cartes tuile tuiles",
    "tile": "tuile tuiles carte cartes plateau plateaux fiche",
    "token": "jeton jetons pion pions disque disques marqueur marqueurs pierre pierres",
    "track": "piste pistes plateau plateaux échelle",
    "board": "plateau plateaux tablier carte plan",
    "die": "dé dés cube cubes",
    "pyramid": "pyramide pyramides",
    "standee": "figurine figurines silhouette silhouettes pion pions",
    "net": "modèle modèles maison maisons tour tours boîte boîtes",
    "box": "boîte boîtes plateau plateaux couvercle couvercles",
    "screen": "paravent paravents écran écrans",
    "divider": "intercalaire intercalaires",
    "foldover": "jeton jetons figurine figurines coquillage coquillages pion pions",
}

WORDS = {
    "pieces": (
        "carte cartes tuile tuiles jeton jetons pion pions cube cubes dé dés pièce pièces figurine figurines meeple"
        " meeples marqueur marqueurs coquillage coquillages sac sacs bourse sablier sabliers toupie bille billes"
        " pierre pierres perle perles gemme gemmes joyau joyaux cristal cristaux bateau bateaux navire navires"
        " chevalier chevaliers roi rois reine reines fou fous tour tours château châteaux maison maisons hôtel hôtels"
        " domino dominos anneau anneaux disque disques palet palets paravent paravents roue paquet hexagone hexagones"
        " couronne couronnes clé clés drapeau drapeaux pont ponts barrière barrières route routes billet billets"
        " caisse caisses tonneau tonneaux épée épées bouclier boucliers potion potions pyramide pyramides colonie"
        " colonies ville villes wagon wagons train trains robot robots dragon dragons joker jokers enveloppe"
        " enveloppes cadran bâton bâtons caillou cailloux horloge gobelet"
    ),
    "definite": (
        "le la les l' votre vos son sa ses leur leurs ce cet cette ces chaque chacun chacune tous toutes ton ta tes"
        " notre nos mon ma mes"
    ),
    "handles": (
        "lancez lance lancent piochez pioche piochent tirez tire prenez prend prennent posez pose posent placez place"
        " placent mettez met jouez joue jouent défaussez défausse gagnez gagne recevez reçoit payez paie paye"
        " dépensez dépense rendez rend révélez révèle mélangez mélange déplacez déplace récupérez récupère"
        " retournez retourne marquez marque achetez achète choisissez choisit volez vole échangez échange"
        " distribuez distribue tournez tourne ramassez ramasse encaissez encaisse"
    ),
    "hedges": (
        "édition éditions version versions variante variantes extension extensions autre autres sinon original"
        " originale publié publiée ancien ancienne anciens anciennes autrefois précédent précédente était étaient"
        " avait avaient si lorsque quand pourrait pourraient devrait supposons imaginez exemple comme plus moins"
        " maximum minimum environ presque près jusqu'à sous par chaque chacun chacune ou facultatif supplémentaire"
        " supplémentaires remplacement rechange manque manquent perdu perdue sans une fois jamais pas aucun aucune"
        " vendu acheté coûte coûtent prix euro euros page pages an ans année années mm cm pour cent maison ami amis"
        " échecs dames tournoi lieu seul solo"
    ),
    "elsewhere": (
        "édition éditions version versions extension extensions original originale publié publiée ancien ancienne"
        " anciens anciennes autrefois jadis échecs variante variantes erreur certains certaines supposons imaginez"
        " livre site internet chanson"
    ),
    "conditions": "si lorsque supposons imaginez pourrait pourraient serait seraient",
    "making": (
        "colle collez coller couteau cutter ciseaux g/m² plastifier plastifiez imprimer imprimez imprimé imprimée"
        " imprimante protège-cartes règle découpez découper coupez couper coupe papier carton pliez plier pli feuille"
        " feuilles"
    ),
    "stops": (
        "le la les l' un une des du de d' et ou à au aux en dans sur sous par pour avec sans comme est sont être était"
        " il elle ils elles on nous vous je tu me te se s' lui leur leurs son sa ses votre vos notre nos mon ma mes"
        " ton ta tes ce c' cet cette ces cela ça qui que qu' quoi dont où quand si alors puis ensuite donc car mais"
        " ni ne n' pas plus moins très trop peu tout toute tous toutes chaque chacun chacune aucun aucune même mêmes"
        " autre autres encore déjà aussi seulement avant après jusqu'à vers entre chez depuis pendant a ont avez avoir"
        " fait faites faire peut pouvez peuvent doit devez doivent va vont y j' m' t' lorsque parce joueur joueurs"
        " joueuse joueuses jeu tour tours"
    ),
    "list_nouns": (
        "choses façons manières étapes actions options cas phases règles conditions choix exceptions raisons sortes"
        " types parties points possibilités éléments effets symboles signes catégories tâches questions résultats"
        " méthodes sections bonus événements rôles zones pioches piles dés cartes tuiles couleurs ressources pouvoirs"
        " objectifs niveaux variantes exemples notes détails formes groupes mots conseils astuces"
    ),
    "list_starts": "suivant suivante suivants suivantes ces voici",
    "clockwise": "horaire",
    "counter": "antihoraire inverse",
    "against": "contre contraire inverse opposé opposée ne n' pas ni jamais",
    "left": "gauche",
    "right": "droite",
    "turns": (
        "tour tours suivant suivante prochain prochaine joue jouez jouent ordre donneur distribue dé dés passe passez"
        " premier première assis"
    ),
    "moves": (
        "avance avancez avancent déplace déplacez déplacent bouge bougez va vont mène mènent parcourt marche course"
        " chemin route piste anneau trajet progresse progressent"
    ),
    "wins": "gagne gagnez gagnent remporte remportent vainqueur vainqueurs victoire tête",
    "points": "point points score total pièces gemmes étoiles pv",
    "total": "total totaux somme ensemble tout",
    "counts": "nombre quantité exemplaires combien qté",
    "sections": "section sections chapitre chapitres",
    "steps": "étape étapes",
    "figures": "figure figures illustration illustrations",
    "through": "à jusqu'à",
    "joins": "et ou",
    "plus": "plus et",
    "minus": "moins",
    "times": "fois",
    "equals": "égale égalent est sont fait font donne donnent",
    "makes": "fait font donne donnent",
    "setup": "mise place préparation préparer préparez départ début",
    "everybody": "chacun chacune chaque tous toutes vous",
    "takes": (
        "prend prennent prenez reçoit reçoivent recevez pioche piochez piochent a ont avez commence commencent"
        " commencez repart repartent"
    ),
    "players": "joueurs joueur joueuse joueuses personnes",
    "colors": "couleurs couleur",
    "numbered": "numérotés numérotées nombres valeur valeurs cases faces",
    "rolls": "lancez lance lancent lancer lancé jet jetez obtenez obtient",
    "dice": "dé dés",
    "spaces": "case cases",
    "plain": (
        "haut bas dernier dernière premier première second seconde autre autres propre restant restante restants"
        " restantes entier entière nouveau nouvelle ancien ancienne droite gauche seul seule libre vide plein"
        " pleine grand grande grands grandes petit petite petits petites visible visibles caché cachée cachés"
        " cachées meilleur meilleure meilleurs meilleures pire pires bon bonne bons bonnes mauvais mauvaise"
        " mauvaises vrai vraie vrais vraies faux fausse fausses haute hauts hautes basse basses fort forte forts"
        " fortes faible faibles long longue longs longues court courte premiers premières derniers dernières"
        " prochain prochaine prochains prochaines suivant suivante suivants suivantes précédent précédente deuxième"
        " troisième même mêmes"
        " nouveaux nouvelles anciens anciennes seuls seules vides pleins pleines libres propres entiers entières"
        " intérieur intérieure extérieur extérieure central centrale actif active neutre neutres commun commune"
        " secret secrète joué jouée joués jouées pioché piochée défaussé défaussée choisi choisie retourné"
        " retournée imprimé imprimée plié pliée coupé coupée rouge bleue verte jaune noire blanche grise gagnant"
        " gagnante perdant perdante spécial spéciale spéciaux spéciales simple simples double doubles différent"
        " différente différents différentes voisin voisine voisins voisines adverse adverses supplémentaire"
        " supplémentaires prochaine prochain suivante suivant"
    ),
    "negations": "ne n' pas jamais aucun aucune personne rien ni sans nul nulle",
    "taking": (
        "prend prennent prenez pioche piochent piochez tire tirent tirez reçoit reçoivent recevez gagne gagnent gagnez"
        " récupère récupérez ramasse ramassez retourne retournez révèle révélez"
    ),
    "hues": (
        "rouge rouges bleu bleue bleus bleues vert verte verts vertes jaune jaunes noir noire noirs noires blanc"
        " blanche blancs blanches gris grise grises brun brune bruns brunes marron rose roses orange oranges violet"
        " violette violets violettes mauve turquoise doré dorée dorés dorées argenté argentée argentés argentées"
    ),
}

OPPOSITES = (
    "gauche/droite plus/moins premier|première|premiers|premières/dernier|dernière|derniers|dernières avant/après"
    " haut|dessus/bas|dessous visible/cachée pair|pairs/impair|impairs toujours/jamais"
    " gagne|gagnez|gagnent/perd|perdez|perdent"
    " intérieur|intérieure/extérieur|extérieure avec/sans horaire/antihoraire supérieur|supérieure/inférieur|inférieure"
    " horizontal|horizontale/vertical|verticale"
)
