"""The words that the tool itself prints, on sheets and on the calibration sheet, by language.

A game in another language gets the English ones: the sheets are for the person who cuts them, and
the README says so.
"""


def words_in(language: str, *, original: bool = False) -> dict[str, str]:
    """The words on sheets; English in a language that the tool does not speak.

    Those of an `original`, a game without a rule document, say nothing of documents: it has no
    words for lines and for what is designed where a document is silent.
    """
    words = _WORDS[spoken(language)]
    if not original:
        return words
    own = _ORIGINAL.get(language, _ORIGINAL["en"])
    return {name: word for name, word in words.items() if name not in _OF_DOCUMENTS} | own


def spoken(language: str) -> str:
    """The language in which the tool prints its own words in a build for `language`."""
    return language if language in _WORDS else "en"


def calibration_words(language: str) -> dict[str, str]:
    """The words on the calibration sheet; English in a language that the tool does not speak."""
    return _CALIBRATION.get(language, _CALIBRATION_ENGLISH)


_ENGLISH = {
    "sheet": "sheet",
    "of": "of",
    "number": "no.",
    "front": "front",
    "back": "back",
    "cover": "Cover",
    "part": "part",
    "pieces": "pieces",
    "designs": "designs",
    "sheets": "sheets",
    "cuts": "cuts",
    "line": "document, line",
    "lines": "document, lines",
    "designed": "our design",
    "struck_out": "Struck out in the document, not printed",
    "reasons": "Designed by us, and why",
    "sort": "What to sort after cutting",
    "total": "Total",
    "kind": "Kind",
    "print": "Print at 100 % (actual size): the ruler on each sheet measures 100 mm.",
    "long-edge": "two-sided, turned on the long edge",
    "short-edge": "two-sided, turned on the short edge",
    "none": "fronts only",
    "separate": "two-sided, fronts and backs in two files",
    "fold": "fold-over: fold, glue, then cut",
    "fold_here": "fold on the dashed line, print outward; glue; then cut",
    "glue_behind": "glue behind sheet",
    "fronts": "fronts",
    "backs": "backs",
    "faces": "Pieces",
    "cut_marks": "Cut marks",
    "cut_lines": "Cut lines",
    "folds": "Folds",
    "glue": "Glue",
    "glue_here": "glue here",
    "safe_zone": "Safe zone",
    "registration": "Registration marks",
    "labels": "Labels and rulers",
    "assembly": "How the boards go together",
    "assembly_steps": "Cut out every part. Glue in the order {order}: each part covers the "
    "flaps of those to its left and above it, as far as the triangles show.",
    "overlap": "overlap",
    "boxes": "Boxes",
    "players": "players",
    "least": "at least",
    "waste": "waste",
    "unchecked": "unchecked: the box differs from the rule document",
    "checklist": "Swap list",
    "take_out": "Take out",
    "put_in": "Put in",
    "stick_on": "Stick on",
    "kind_new": "new",
    "kind_gone": "no longer in the box",
    "kind_rules": "other rules",
    "kind_wording": "other wording",
    "kind_looks": "other looks",
    "kind_count": "another number",
    "instead_of": "instead of",
    "kit": "Kit",
    "stickers": "Stickers",
    "whole_side": "whole side",
}
_WORDS = {
    "en": _ENGLISH,
    "it": {
        "sheet": "foglio",
        "of": "di",
        "number": "n.",
        "front": "fronte",
        "back": "retro",
        "cover": "Copertina",
        "part": "parte",
        "pieces": "pezzi",
        "designs": "disegni",
        "sheets": "fogli",
        "cuts": "tagli",
        "line": "documento, riga",
        "lines": "documento, righe",
        "designed": "ideato da noi",
        "struck_out": "Cancellato nel documento, non stampato",
        "reasons": "Ideato da noi, e perché",
        "sort": "Che cosa ordinare dopo il taglio",
        "total": "Totale",
        "kind": "Tipo",
        "print": "Stampare al 100 % (dimensioni reali): il righello di ogni foglio misura 100 mm.",
        "long-edge": "fronte-retro, girando sul lato lungo",
        "short-edge": "fronte-retro, girando sul lato corto",
        "none": "solo fronte",
        "separate": "fronte-retro, fronti e retri in due file",
        "fold": "su un lato solo: piegare, incollare, poi tagliare",
        "fold_here": "piegare sul tratteggio, stampa all’esterno; incollare; poi tagliare",
        "glue_behind": "incollare dietro al foglio",
        "fronts": "fronti",
        "backs": "retri",
        "faces": "Pezzi",
        "cut_marks": "Segni di taglio",
        "cut_lines": "Linee di taglio",
        "folds": "Pieghe",
        "glue": "Colla",
        "glue_here": "incollare qui",
        "safe_zone": "Zona sicura",
        "registration": "Segni di registro",
        "labels": "Etichette e righelli",
        "assembly": "Come si uniscono i tabelloni",
        "assembly_steps": "Ritagliare ogni parte. Incollare nell’ordine {order}: ogni "
        "parte copre le linguette di quelle a sinistra e sopra, fin dove indicano i triangoli.",
        "overlap": "sovrapposizione",
        "boxes": "Scatole",
        "players": "giocatori",
        "least": "almeno",
        "waste": "scarto",
        "unchecked": "non verificata: la scatola differisce dal documento delle regole",
        "checklist": "Lista dei cambi",
        "take_out": "Togliere",
        "put_in": "Mettere",
        "stick_on": "Incollare",
        "kind_new": "nuovo",
        "kind_gone": "non più nella scatola",
        "kind_rules": "altre regole",
        "kind_wording": "altro testo",
        "kind_looks": "altro aspetto",
        "kind_count": "altra quantità",
        "instead_of": "al posto di",
        "kit": "Copia",
        "stickers": "Adesivi",
        "whole_side": "lato intero",
    },
    "es": {
        "sheet": "hoja",
        "of": "de",
        "number": "n.º",
        "front": "anverso",
        "back": "reverso",
        "cover": "Portada",
        "part": "parte",
        "pieces": "piezas",
        "designs": "diseños",
        "sheets": "hojas",
        "cuts": "cortes",
        "line": "documento, línea",
        "lines": "documento, líneas",
        "designed": "diseño nuestro",
        "struck_out": "Tachado en el documento, no se imprime",
        "reasons": "Diseñado por nosotros, y por qué",
        "sort": "Qué clasificar después de cortar",
        "total": "Total",
        "kind": "Tipo",
        "print": "Imprimir al 100 % (tamaño real): la regla de cada hoja mide 100 mm.",
        "long-edge": "a doble cara, girando por el lado largo",
        "short-edge": "a doble cara, girando por el lado corto",
        "none": "solo anverso",
        "separate": "a doble cara, anversos y reversos en dos archivos",
        "fold": "por una sola cara: doblar, pegar y después cortar",
        "fold_here": "doblar por la línea de trazos, lo impreso por fuera; pegar; después cortar",
        "glue_behind": "pegar detrás de la hoja",
        "fronts": "anversos",
        "backs": "reversos",
        "faces": "Piezas",
        "cut_marks": "Marcas de corte",
        "cut_lines": "Líneas de corte",
        "folds": "Pliegues",
        "glue": "Pegamento",
        "glue_here": "pegar aquí",
        "safe_zone": "Zona segura",
        "registration": "Marcas de registro",
        "labels": "Rótulos y reglas",
        "assembly": "Cómo se montan los tableros",
        "assembly_steps": "Recortar cada parte. Pegar en el orden {order}: cada "
        "parte cubre las lengüetas de las que están a su izquierda y encima, hasta donde "
        "indican los triángulos.",
        "overlap": "solapamiento",
        "boxes": "Cajas",
        "players": "jugadores",
        "least": "al menos",
        "waste": "desperdicio",
        "unchecked": "sin comprobar: la caja difiere del documento de reglas",
        "checklist": "Lista de cambios",
        "take_out": "Sacar",
        "put_in": "Poner",
        "stick_on": "Pegar",
        "kind_new": "nueva",
        "kind_gone": "ya no está en la caja",
        "kind_rules": "otras reglas",
        "kind_wording": "otro texto",
        "kind_looks": "otro aspecto",
        "kind_count": "otra cantidad",
        "instead_of": "en lugar de",
        "kit": "Copia",
        "stickers": "Pegatinas",
        "whole_side": "cara entera",
    },
}

_OF_DOCUMENTS = frozenset(("line", "lines", "designed"))
_ORIGINAL = {
    "en": {
        "struck_out": "Not printed",
        "reasons": "Notes",
        "unchecked": "unchecked: the box differs from its own claims",
    },
    "it": {
        "struck_out": "Non stampato",
        "reasons": "Note",
        "unchecked": "non verificata: la scatola differisce da ciò che dichiara",
    },
    "es": {
        "struck_out": "No se imprime",
        "reasons": "Notas",
        "unchecked": "sin comprobar: la caja difiere de lo que declara",
    },
}
"""What originals say instead."""

_CALIBRATION_ENGLISH = {
    "title": "Calibration sheet",
    "back": "back: this cross is read through the paper, from the other side",
    "print": "Print both pages on one sheet, on both sides, at 100 % (“actual size”), from the "
    "tray and with the paper that the game will have.",
    "rulers": "Measure both rulers. Where they are not 100 mm long, switch off “fit to page”.",
    "frames": "The smallest number whose frame is whole on a side is your printer’s margin there; "
    "write it into content/papers.yaml.",
    "rings": "Hold the sheet to the light, this side towards you. The dot of the back lies in one "
    "of the rings: the word below it is how your printer turns the paper.",
    "read": "Where the upright line of the back crosses the scale above, read dx; where its level "
    "line crosses the scale on the left, read dy. Right and down are +, left and up are −.",
    "keep": "Keep both: fustella calibrate --printer NAME --dx … --dy … --duplex …  "
    "Then build with: fustella build --printer NAME",
    "check": "The back was moved for the printer “{printer}”: now dx and dy should read 0. If they "
    "do not, add what you read to what is kept, and keep the sums.",
}
_CALIBRATION = {
    "en": _CALIBRATION_ENGLISH,
    "it": {
        "title": "Foglio di calibrazione",
        "back": "retro: questa croce si legge attraverso la carta, dall’altro lato",
        "print": "Stampare le due pagine su un solo foglio, fronte e retro, al 100 % (“dimensioni "
        "reali”), dallo stesso cassetto e con la stessa carta del gioco.",
        "rulers": "Misurare i due righelli. Se non sono lunghi 100 mm, disattivare “adatta alla "
        "pagina”.",
        "frames": "Il numero più piccolo la cui cornice è intera su un lato è il margine della "
        "stampante da quel lato: va scritto in content/papers.yaml.",
        "rings": "Tenere il foglio controluce, con questo lato verso di sé. Il punto del retro "
        "cade in uno degli anelli: la parola sotto l’anello dice come la stampante gira il foglio.",
        "read": "Dove la linea verticale del retro incontra la scala in alto si legge dx; dove "
        "quella orizzontale incontra la scala a sinistra si legge dy. A destra e in basso è +, a "
        "sinistra e in alto è −.",
        "keep": "Conservare i due numeri: fustella calibrate --printer NOME --dx … --dy … "
        "--duplex …  Poi stampare con: fustella build --printer NOME",
        "check": "Il retro è stato spostato per la stampante “{printer}”: ora dx e dy devono "
        "essere 0. Se non lo sono, sommare ciò che si legge a ciò che è conservato, e conservare "
        "le somme.",
    },
    "es": {
        "title": "Hoja de calibración",
        "back": "reverso: esta cruz se lee a través del papel, desde el otro lado",
        "print": "Imprimir las dos páginas en una sola hoja, a doble cara, al 100 % (“tamaño "
        "real”), desde la misma bandeja y con el mismo papel que el juego.",
        "rulers": "Medir las dos reglas. Si no miden 100 mm, desactivar “ajustar a la página”.",
        "frames": "El número más pequeño cuyo marco está entero en un lado es el margen de la "
        "impresora en ese lado: se escribe en content/papers.yaml.",
        "rings": "Mirar la hoja a contraluz, con esta cara hacia uno. El punto del reverso cae en "
        "uno de los anillos: la palabra que está debajo dice cómo gira el papel la impresora.",
        "read": "Donde la línea vertical del reverso cruza la escala de arriba se lee dx; donde la "
        "horizontal cruza la escala de la izquierda se lee dy. A la derecha y hacia abajo es +, a "
        "la izquierda y hacia arriba es −.",
        "keep": "Guardar los dos números: fustella calibrate --printer NOMBRE --dx … --dy … "
        "--duplex …  Después imprimir con: fustella build --printer NOMBRE",
        "check": "El reverso se ha movido para la impresora “{printer}”: ahora dx y dy deben ser "
        "0. Si no lo son, sumar lo que se lee a lo guardado, y guardar las sumas.",
    },
}

LANGUAGES = tuple(_CALIBRATION)
"""The languages that the tool speaks."""
