"""The letter that asks a print shop for a price, in the languages that the tool speaks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShopWords:
    """The sentences of the letter, in which `{title}` and others are filled in, and its tables.

    `shapes` are those of outlines by their names, with `rounded` for a rectangle with round
    corners. Numbers have `point` before their decimals.
    """

    subject: str
    greeting: str
    asks: str
    runs: tuple[str, ...]
    contains: str
    parts: tuple[str, ...]
    files: str
    pdfs: str
    pictures: str
    table: str
    colours: str
    cut: str
    unknown: str
    closing: str
    one_side: str
    two_sides: str
    none: str
    shapes: dict[str, str]
    point: str


def shop_words(language: str) -> ShopWords:
    """The words of the letter; English in a language that the tool does not speak."""
    return _WORDS.get(language, _WORDS["en"])


_WORDS = {
    "en": ShopWords(
        subject="Request for a quote: {title}",
        greeting="Hello,",
        asks="We would like to have the game “{title}” printed (version {version} of the box). "
        "Please tell us your prices for these quantities, or for others that suit you better:",
        runs=("boxes", "price per box", "price in total", "shipping", "days until delivery"),
        contains="One box holds {copies} pieces of {kinds} kinds:",
        parts=("part", "pieces", "designs", "size (mm)", "shape", "material", "print", "bleed"),
        files="What we send with this letter:",
        pdfs="a PDF for each part, each piece as often as it is in the box, one side a page "
        "(of two-sided parts front, back, front, back), with TrimBox and BleedBox",
        pictures="`pictures/`: every side once, at 300 dpi in RGB, with {bleed} mm of bleed "
        "all around",
        table="`parts.csv`: the table above, for a spreadsheet",
        colours="The files are in RGB. If you need other colours, other boxes or another bleed, "
        "tell us, and we make them anew.",
        cut="Pieces are to be cut out at the TrimBox; those that are no rectangles have their "
        "outline inside of it.",
        unknown="Where no material is said, or you have another one of the same thickness, please "
        "propose what you have in stock.",
        closing="Kind regards,",
        one_side="one side",
        two_sides="both sides",
        none="none",
        shapes={
            "rectangle": "rectangle",
            "rounded": "rectangle, corners {radius} mm",
            "circle": "circle",
            "hexagon": "hexagon",
            "polygon": "own outline",
        },
        point=".",
    ),
    "it": ShopWords(
        subject="Richiesta di preventivo: {title}",
        greeting="Buongiorno,",
        asks="vorremmo far stampare il gioco «{title}» (versione della scatola: {version}). "
        "Vi chiediamo i prezzi per le tirature seguenti, o per altre che vi convengano di più:",
        runs=("scatole", "prezzo per scatola", "prezzo totale", "spedizione", "giorni di consegna"),
        contains="Una scatola contiene {copies} pezzi di {kinds} tipi:",
        parts=(
            *("parte", "pezzi", "disegni", "formato (mm)"),
            *("forma", "materiale", "stampa", "abbondanza"),
        ),
        files="Che cosa alleghiamo:",
        pdfs="un PDF per ogni parte, con ogni pezzo ripetuto quante volte è nella scatola, una "
        "facciata per pagina (per le parti stampate sui due lati: fronte, retro, fronte, retro), "
        "con TrimBox e BleedBox",
        pictures="`pictures/`: ogni facciata una volta sola, a 300 dpi in RGB, con {bleed} mm di "
        "abbondanza su ogni lato",
        table="`parts.csv`: la tabella qui sopra, per un foglio di calcolo",
        colours="I file sono in RGB. Se vi servono altri colori, altri riquadri o un’altra "
        "abbondanza, ditecelo e li prepariamo di nuovo.",
        cut="I pezzi vanno tagliati lungo il TrimBox; quelli che non sono rettangolari hanno il "
        "proprio contorno al suo interno.",
        unknown="Dove il materiale non è indicato, o se ne avete un altro dello stesso spessore, "
        "proponeteci pure quello che tenete in magazzino.",
        closing="Cordiali saluti,",
        one_side="solo fronte",
        two_sides="fronte e retro",
        none="nessuna",
        shapes={
            "rectangle": "rettangolo",
            "rounded": "rettangolo, angoli {radius} mm",
            "circle": "cerchio",
            "hexagon": "esagono",
            "polygon": "contorno proprio",
        },
        point=",",
    ),
    "es": ShopWords(
        subject="Solicitud de presupuesto: {title}",
        greeting="Buenos días:",
        asks="Quisiéramos imprimir el juego «{title}» (versión de la caja: {version}). Les "
        "pedimos sus precios para las tiradas siguientes, o para otras que les convengan más:",
        runs=("cajas", "precio por caja", "precio total", "envío", "días de entrega"),
        contains="Una caja contiene {copies} piezas de {kinds} tipos:",
        parts=(
            *("parte", "piezas", "diseños", "tamaño (mm)"),
            *("forma", "material", "impresión", "sangrado"),
        ),
        files="Qué adjuntamos:",
        pdfs="un PDF por cada parte, con cada pieza repetida tantas veces como está en la caja, "
        "una cara por página (en las partes impresas por las dos caras: anverso, reverso, "
        "anverso, reverso), con TrimBox y BleedBox",
        pictures="`pictures/`: cada cara una sola vez, a 300 ppp en RGB, con {bleed} mm de "
        "sangrado por cada lado",
        table="`parts.csv`: la tabla anterior, para una hoja de cálculo",
        colours="Los archivos están en RGB. Si necesitan otros colores, otros recuadros u otro "
        "sangrado, dígannoslo y los preparamos de nuevo.",
        cut="Las piezas se cortan por el TrimBox; las que no son rectangulares tienen su propio "
        "contorno dentro de él.",
        unknown="Donde no se indica el material, o si tienen otro del mismo grosor, propóngannos "
        "el que tengan en existencias.",
        closing="Un cordial saludo,",
        one_side="una cara",
        two_sides="dos caras",
        none="ninguno",
        shapes={
            "rectangle": "rectángulo",
            "rounded": "rectángulo, esquinas {radius} mm",
            "circle": "círculo",
            "hexagon": "hexágono",
            "polygon": "contorno propio",
        },
        point=",",
    ),
}
