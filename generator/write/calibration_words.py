"""What the calibration sheet says, in the languages that the tool speaks."""

_ENGLISH = {
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

_WORDS = {
    "en": _ENGLISH,
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

LANGUAGES = tuple(_WORDS)


def calibration_words(language: str) -> dict[str, str]:
    """The sheet's words in `language`; English where it does not speak it."""
    return _WORDS.get(language, _ENGLISH)
