"""Writes and reads files of gettext, `.po`, for translators' programs and platforms.

A text that changed since it was translated is `fuzzy`, with its old text; a comment names
translations that do not fit. A text with different translations in different places has several
messages, and the context of each is the first of its places.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fustella.core.files.reading import read_bytes, unread
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.translate.entries import TextEntry, Texts, TextState
from fustella.translate.exchange import MOST_SPOTS, ROOM, TOO_LONG, Returned, ReturnedFile
from fustella.translate.exchange.gettext import (
    FUZZY,
    Message,
    fields_of,
    head_of,
    read_messages,
    written,
)
from fustella.translate.exchange.sheets import about, room_text

_SOME_DAY = "2000-01-01 00:00+0000"
"""The date in the head of every file, so that equal contents are equal files."""

_LANGUAGE_ENDS = regex("[-@.]")


def po_of(texts: Texts, entries: Sequence[TextEntry]) -> bytes:
    title = str(texts.game.title.in_language(texts.first))
    head = head_of(
        {
            "Project-Id-Version": f"{' '.join(title.split())} 1",
            "Report-Msgid-Bugs-To": "",
            "POT-Creation-Date": _SOME_DAY,
            "PO-Revision-Date": _SOME_DAY,
            "Last-Translator": "",
            "Language": texts.language.replace("-", "_"),
            "Language-Team": "",
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Transfer-Encoding": "8bit",
            "X-Generator": "Fustella",
        }
    )
    often = Counter(entry.text for entry in entries)
    messages = (_message(entry, texts.first, alone=often[entry.text] == 1) for entry in entries)
    first_line = f"# {texts.game.id}: {texts.first} → {texts.language}\n"
    return first_line.encode() + written((head, *messages))


def _message(entry: TextEntry, first: str, *, alone: bool) -> Message:
    text = room_text(entry, first)
    room = [f"{ROOM}: {text}"] if text else []
    fit = [f"{TOO_LONG}: {message}" for message in entry.too_long]
    others = [f"in {code}: {' '.join(text.split())}" for code, text in entry.others]
    stay = ["may stay as it is"] if entry.optional and not entry.translation else []
    return Message(
        entry.text,
        (entry.translation,),
        context=None if alone else entry.where[0],
        flags=(FUZZY,) if entry.state is TextState.CHANGED else (),
        remarks=(about(entry), *others, *room, *fit, *stay),
        references=tuple((spot.place.page, spot.place.line) for spot in entry.spots[:MOST_SPOTS]),
        before=entry.before or None,
    )


def returned(path: Path, name: str, languages: Sequence[str]) -> ReturnedFile:
    """The translations in a file; `name` is the file as messages show it.

    Fuzzy translations are left out, because their translator was unsure. Raises ProblemsFound:
    E100, E132, E101, E102 for a broken file, E113 for a language that the game lacks.
    """
    try:
        data = read_bytes(path, None, limits.TABLE_BYTES)
    except OSError as error:
        raise ProblemsFound([unread(error, Place(name))]) from None
    read = read_messages(data, name)
    head = next((message for message in read if not message.text), Message(""))
    messages = [message for message in read if message.text]
    typed = fields_of(head).get("language", "").replace("_", "-")
    others = languages[1:]
    language = next((code for code in others if code.casefold() == typed.casefold()), "")
    primary = _LANGUAGE_ENDS.split(typed.casefold())[0]
    language = language or next((code for code in others if code.casefold() == primary), "")
    if not language:
        message = (
            f"the game has no language `{typed}`" if typed else "the file does not say its language"
        )
        hint = f'write `"Language: {others[0] if others else "de"}\\n"` into its head'
        raise ProblemsFound([Problem("E113", Place(name), message, hint)])
    translations = tuple(
        Returned(
            message.text,
            message.translations[0],
            (message.context,) if message.context else (),
            Place(name, message.line),
        )
        for message in messages
        if not message.fuzzy
    )
    return ReturnedFile({language: translations}, sum(message.fuzzy for message in messages))
