"""The words of the form for a playtest: its questions, its tables and the buttons of the page.

A game in a language that the tool does not speak gets the English ones. Names such as `fun` and
`waiting` are written into the files that the page saves: they stay as they are.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """A question that is answered with a number from 1 to 5, and what both ends mean."""

    name: str
    asked: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is answered in words."""

    name: str
    asked: str


@dataclass(frozen=True, slots=True)
class PlaytestWords:
    """All words of one language.

    `words` are those of both the sheet and the page by their names, `page` those of the page alone,
    with places such as `{version}` to be filled in.
    """

    language: str
    scales: tuple[Scale, ...]
    questions: tuple[Question, ...]
    words: dict[str, str]
    page: dict[str, str]


def playtest_words(language: str) -> PlaytestWords:
    """The words of a language; English in one that the tool does not speak."""
    return _BY_LANGUAGE.get(language, _ENGLISH)


def language_named(language: str, shown_in: str) -> str:
    """The name of a language in the words of another one; its code where the tool has no name."""
    return playtest_words(shown_in).words.get(f"language_{language}", language)


_ENGLISH = PlaytestWords(
    language="en",
    scales=(
        Scale("fun", "How much fun was it?", "none", "a lot"),
        Scale("length", "How long did it feel?", "too short", "too long"),
        Scale("rules", "How clear were the rules?", "unclear", "very clear"),
        Scale("decisions", "Did your decisions matter?", "not at all", "a great deal"),
        Scale("balance", "Was it balanced?", "not at all", "entirely"),
        Scale("again", "Would you play it again?", "never", "right away"),
    ),
    questions=(
        Question("about", "What did you think the game was about?"),
        Question("best", "What was the best moment?"),
        Question("waiting", "When were you bored, or only waiting?"),
        Question("unclear", "What was unclear? Which rule, which piece (its version code)?"),
        Question("change", "What would you change first?"),
        Question("won", "Who won, and why?"),
        Question("unused", "Was anything never used?"),
    ),
    words={
        "form": "Playtest sheet",
        "version": "Version",
        "date": "Date",
        "place": "Place",
        "kit": "Copy (kit)",
        "count": "Players",
        "begin": "Start",
        "end": "End",
        "language": "Language",
        "language_en": "English",
        "language_it": "Italian",
        "language_es": "Spanish",
        "players": "Players",
        "seat": "Seat or colour",
        "before": "Played before?",
        "score": "Score",
        "won": "Won?",
        "times": "Times",
        "each": "each round, or every quarter of an hour",
        "moment": "Moment",
        "clock": "Clock",
        "moment_setup": "Set-up",
        "moment_first": "First turn",
        "moment_end": "End",
        "scales": "Your opinion",
        "questions": "In your own words",
        "rulings": "Rule questions that came up",
        "code": "Code of the piece",
        "question": "Question",
        "answer": "Answer given",
        "observer": "For the observer",
    },
    page={
        "private": "What you type stays on this device until you save a file and send it.",
        "script": "This page needs JavaScript. Without it, print the PDF and write by hand.",
        "session": "The session",
        "yes": "yes",
        "no": "no",
        "player": "Player {number}",
        "time": "Time {number}",
        "ruling": "Question {number}",
        "round": "Round {number}",
        "elapsed": "Elapsed",
        "add_player": "Add a player",
        "add_time": "Add a time",
        "add_ruling": "Add a question",
        "remove": "Remove: {name}",
        "remove_sure": "Remove this row and what is written in it?",
        "stopwatch": "Stopwatch",
        "watch_start": "Start",
        "watch_pause": "Pause",
        "watch_resume": "Go on",
        "watch_lap": "Lap",
        "watch_end": "End of the game",
        "watch_reset": "Back to zero",
        "watch_sure": "Set the stopwatch back to zero? The times in the table stay.",
        "watch_help": "Start it with the set-up. A lap writes the time into the next free row.",
        "observed": "What you saw, heard and want to remember",
        "save": "Save",
        "save_text": "Save as text",
        "open": "Open …",
        "new": "New sheet",
        "print": "Print",
        "file": "File",
        "state_new": "Nothing is filled in yet.",
        "state_draft": "Not saved to a file yet; a draft is kept in this browser.",
        "state_undrafted": "Not saved to a file yet, and this browser keeps no draft.",
        "state_saved": "Saved as {file}.",
        "state_opened": "Opened: {file}.",
        "sure": "What is filled in has not been saved to a file. Replace it?",
        "not_ours": "{file} is no playtest sheet that this page has saved.",
        "other_game": "{file} is about another game: {title}.",
        "other_version": "This sheet is about version {version}; it keeps that code.",
    },
)

_ITALIAN = PlaytestWords(
    language="it",
    scales=(
        Scale("fun", "Quanto è stato divertente?", "per niente", "moltissimo"),
        Scale("length", "Come ti è sembrata la durata?", "troppo breve", "troppo lunga"),
        Scale("rules", "Le regole erano chiare?", "per niente", "chiarissime"),
        Scale("decisions", "Le tue decisioni contavano?", "per niente", "moltissimo"),
        Scale("balance", "Ti è sembrato equilibrato?", "per niente", "del tutto"),
        Scale("again", "Ci giocheresti ancora?", "mai più", "anche subito"),
    ),
    questions=(
        Question("about", "Secondo te, di che cosa parlava il gioco?"),
        Question("best", "Qual è stato il momento più bello?"),
        Question("waiting", "Quando ti è venuta noia, o hai solo dovuto aspettare?"),
        Question(
            "unclear",
            "Che cosa non era chiaro? Quale regola, quale pezzo (con il suo codice di versione)?",
        ),
        Question("change", "Qual è la prima cosa che cambieresti?"),
        Question("won", "Chi ha vinto, e perché?"),
        Question("unused", "C’è qualcosa che nessuno ha mai usato?"),
    ),
    words={
        "form": "Scheda di playtest",
        "version": "Versione",
        "date": "Data",
        "place": "Luogo",
        "kit": "Copia (kit)",
        "count": "Giocatori",
        "begin": "Inizio",
        "end": "Fine",
        "language": "Lingua",
        "language_en": "inglese",
        "language_it": "italiano",
        "language_es": "spagnolo",
        "players": "Giocatori",
        "seat": "Posto o colore",
        "before": "Già giocato?",
        "score": "Punti",
        "won": "Ha vinto?",
        "times": "Tempi",
        "each": "a ogni round, o ogni quarto d’ora",
        "moment": "Momento",
        "clock": "Ora",
        "moment_setup": "Preparazione",
        "moment_first": "Primo turno",
        "moment_end": "Fine",
        "scales": "Il tuo parere",
        "questions": "Con parole tue",
        "rulings": "Dubbi sulle regole nati durante la partita",
        "code": "Codice del pezzo",
        "question": "Domanda",
        "answer": "Risposta data",
        "observer": "Per chi osserva",
    },
    page={
        "private": "Quello che scrivi resta su questo dispositivo finché non salvi un file e lo "
        "mandi.",
        "script": "Questa pagina ha bisogno di JavaScript. Altrimenti stampa il PDF e scrivi a "
        "mano.",
        "session": "La partita",
        "yes": "sì",
        "no": "no",
        "player": "Giocatore {number}",
        "time": "Tempo {number}",
        "ruling": "Dubbio {number}",
        "round": "Round {number}",
        "elapsed": "Trascorso",
        "add_player": "Aggiungi un giocatore",
        "add_time": "Aggiungi un tempo",
        "add_ruling": "Aggiungi un dubbio",
        "remove": "Togli: {name}",
        "remove_sure": "Togliere questa riga e ciò che vi è scritto?",
        "stopwatch": "Cronometro",
        "watch_start": "Avvia",
        "watch_pause": "Pausa",
        "watch_resume": "Riprendi",
        "watch_lap": "Parziale",
        "watch_end": "Fine della partita",
        "watch_reset": "Azzera",
        "watch_sure": "Azzerare il cronometro? I tempi della tabella restano.",
        "watch_help": "Avvialo quando comincia la preparazione. Ogni parziale scrive il tempo "
        "nella prossima riga libera.",
        "observed": "Che cosa hai visto, sentito e vuoi ricordare",
        "save": "Salva",
        "save_text": "Salva come testo",
        "open": "Apri …",
        "new": "Nuova scheda",
        "print": "Stampa",
        "file": "File",
        "state_new": "Non c’è ancora scritto niente.",
        "state_draft": "Non ancora salvata in un file; questo browser ne conserva una bozza.",
        "state_undrafted": "Non ancora salvata in un file, e questo browser non conserva bozze.",
        "state_saved": "Salvata come {file}.",
        "state_opened": "Aperta: {file}.",
        "sure": "Quello che hai scritto non è stato salvato in un file. Sostituirlo?",
        "not_ours": "{file} non è una scheda di playtest salvata da questa pagina.",
        "other_game": "{file} riguarda un altro gioco: {title}.",
        "other_version": "Questa scheda riguarda la versione {version}, e ne mantiene il codice.",
    },
)

_SPANISH = PlaytestWords(
    language="es",
    scales=(
        Scale("fun", "¿Fue divertido?", "nada", "muchísimo"),
        Scale("length", "¿Qué te pareció la duración?", "muy corta", "muy larga"),
        Scale("rules", "¿Eran claras las reglas?", "nada claras", "muy claras"),
        Scale("decisions", "¿Importaban tus decisiones?", "nada", "muchísimo"),
        Scale("balance", "¿Te pareció equilibrado?", "nada", "del todo"),
        Scale("again", "¿Volverías a jugarlo?", "nunca", "ahora mismo"),
    ),
    questions=(
        Question("about", "¿De qué crees que trataba el juego?"),
        Question("best", "¿Cuál fue el mejor momento?"),
        Question("waiting", "¿Cuándo te aburriste, o solo te tocó esperar?"),
        Question(
            "unclear", "¿Qué no quedó claro? ¿Qué regla, qué pieza (con su código de versión)?"
        ),
        Question("change", "¿Qué es lo primero que cambiarías?"),
        Question("won", "¿Quién ganó, y por qué?"),
        Question("unused", "¿Hubo algo que nadie usó nunca?"),
    ),
    words={
        "form": "Hoja de playtest",
        "version": "Versión",
        "date": "Fecha",
        "place": "Lugar",
        "kit": "Copia (kit)",
        "count": "Jugadores",
        "begin": "Inicio",
        "end": "Fin",
        "language": "Idioma",
        "language_en": "inglés",
        "language_it": "italiano",
        "language_es": "español",
        "players": "Jugadores",
        "seat": "Puesto o color",
        "before": "¿Ya lo jugó?",
        "score": "Puntos",
        "won": "¿Ganó?",
        "times": "Tiempos",
        "each": "en cada ronda, o cada cuarto de hora",
        "moment": "Momento",
        "clock": "Hora",
        "moment_setup": "Preparación",
        "moment_first": "Primer turno",
        "moment_end": "Fin",
        "scales": "Tu opinión",
        "questions": "En tus propias palabras",
        "rulings": "Dudas sobre las reglas durante la partida",
        "code": "Código de la pieza",
        "question": "Pregunta",
        "answer": "Respuesta dada",
        "observer": "Para quien observa",
    },
    page={
        "private": "Lo que escribes se queda en este dispositivo hasta que guardes un archivo y "
        "lo envíes.",
        "script": "Esta página necesita JavaScript. Si no lo hay, imprime el PDF y escribe a mano.",
        "session": "La partida",
        "yes": "sí",
        "no": "no",
        "player": "Jugador {number}",
        "time": "Tiempo {number}",
        "ruling": "Duda {number}",
        "round": "Ronda {number}",
        "elapsed": "Transcurrido",
        "add_player": "Añadir un jugador",
        "add_time": "Añadir un tiempo",
        "add_ruling": "Añadir una duda",
        "remove": "Quitar: {name}",
        "remove_sure": "¿Quitar esta fila y lo que hay escrito en ella?",
        "stopwatch": "Cronómetro",
        "watch_start": "Iniciar",
        "watch_pause": "Pausa",
        "watch_resume": "Continuar",
        "watch_lap": "Parcial",
        "watch_end": "Fin de la partida",
        "watch_reset": "Poner a cero",
        "watch_sure": "¿Poner el cronómetro a cero? Los tiempos de la tabla se quedan.",
        "watch_help": "Inícialo al empezar la preparación. Cada parcial escribe el tiempo en la "
        "siguiente fila libre.",
        "observed": "Lo que viste, oíste y quieres recordar",
        "save": "Guardar",
        "save_text": "Guardar como texto",
        "open": "Abrir …",
        "new": "Hoja nueva",
        "print": "Imprimir",
        "file": "Archivo",
        "state_new": "Todavía no hay nada escrito.",
        "state_draft": "Aún no se ha guardado en un archivo; este navegador conserva un borrador.",
        "state_undrafted": "Aún no se ha guardado en un archivo, y este navegador no conserva "
        "borradores.",
        "state_saved": "Guardada como {file}.",
        "state_opened": "Abierta: {file}.",
        "sure": "Lo escrito no se ha guardado en un archivo. ¿Reemplazarlo?",
        "not_ours": "{file} no es una hoja de playtest guardada por esta página.",
        "other_game": "{file} es de otro juego: {title}.",
        "other_version": "Esta hoja es de la versión {version}, y conserva ese código.",
    },
)

_BY_LANGUAGE = {words.language: words for words in (_ENGLISH, _ITALIAN, _SPANISH)}
