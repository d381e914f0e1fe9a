"""The few words that the tool itself prints on sheets, in the languages it speaks.

A game in another language gets the English ones: the sheets are for the person who cuts them,
and the README says so.
"""

_ENGLISH = {
    "sheet": "sheet",
    "of": "of",
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
}

_WORDS = {
    "en": _ENGLISH,
    "it": {
        "sheet": "foglio",
        "of": "di",
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
    },
    "es": {
        "sheet": "hoja",
        "of": "de",
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
    },
}


def vocabulary(language: str) -> dict[str, str]:
    """The tool's words in `language`; English where it does not speak it."""
    return _WORDS.get(language, _ENGLISH)
