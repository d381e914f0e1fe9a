"""Files of gettext, `.po`: what programs for translators and platforms on the web work with.

A text that changed since it was translated is `fuzzy`, with what it was; what does not fit stands
in a comment. A text that is to have several translations has the first of its places as context.
"""

import io
import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

from fustella.core import limits
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.reading import read_bytes, unread
from fustella.translate.entries import State, TextEntry, Texts
from fustella.translate.exchange import MOST_SPOTS, TOO_LONG, Returned, ReturnedFile
from fustella.translate.exchange.sheets import about

_SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in the head of every file, so that equal contents are equal files."""

_LINE = re.compile(
    r'\s*(?:#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?'
)
_HINT = 'each text is `msgid "…"`, and below it `msgstr "…"`'
_MOST_TOLD = 20


def po_of(texts: Texts, entries: Sequence[TextEntry]) -> bytes:
    catalog = Catalog(
        locale=texts.language.replace("-", "_"),
        project=str(texts.game.title.in_language(texts.first)),
        version="1",
        charset="utf-8",
        fuzzy=False,
        header_comment=f"# {texts.game.id}: {texts.first} → {texts.language}",
        creation_date=_SOME_DAY,
        revision_date=_SOME_DAY,
    )
    catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = ""
    often = Counter(entry.text for entry in entries)
    for entry in entries:
        fit = [f"{TOO_LONG}: {told}" for told in entry.too_long]
        others = [f"in {code}: {' '.join(said.split())}" for code, said in entry.others]
        stay = ["may stay as it is"] if entry.optional and not entry.translation else []
        catalog.add(
            entry.text,
            entry.translation,
            locations=[(spot.place.page, spot.place.line) for spot in entry.spots[:MOST_SPOTS]],
            flags=["fuzzy"] if entry.state is State.CHANGED else [],
            auto_comments=[*about(entry).splitlines(), *others, *fit, *stay],
            previous_id=[entry.before] if entry.before else [],
            context=entry.where[0] if often[entry.text] > 1 else None,
        )
    stream = io.BytesIO()
    write_po(stream, catalog, width=0, include_previous=True)
    return stream.getvalue()


def returned(path: Path, name: str, languages: Sequence[str]) -> ReturnedFile:
    """The translations in a file; `name` is the file as messages show it.

    Those marked as fuzzy are not taken, for their translator was unsure. Raises ProblemsFound:
    E100, E132, E101 for a broken file, E113 for one in a language that the game has not.
    """
    try:
        data = read_bytes(path, None, limits.TABLE_BYTES)
    except OSError as error:
        raise ProblemsFound([unread(error, Place(name))]) from None
    _check_lines(data, name)
    try:
        catalog = read_po(io.BytesIO(data), abort_invalid=True)
    except PoFileError as error:
        place = Place(name, (error.lineno or 0) + 1)
        raise ProblemsFound([Problem("E101", place, "a text without its pair", _HINT)]) from None
    except (UnicodeDecodeError, LookupError, ValueError):
        hint = "save the file as UTF-8 in the program of the translator"
        raise ProblemsFound(
            [Problem("E102", Place(name), "the file is not in UTF-8", hint)]
        ) from None
    said = str(catalog.locale_identifier or "").replace("_", "-")
    others = languages[1:]
    language = next((one for one in others if one.casefold() == said.casefold()), "")
    language = language or next((one for one in others if one == said.partition("-")[0]), "")
    if not language:
        message = (
            f"the game has no language `{said}`" if said else "the file does not say its language"
        )
        hint = f'write `"Language: {others[0] if others else "de"}\\n"` into its head'
        raise ProblemsFound([Problem("E113", Place(name), message, hint)])
    found, unsure = [], 0
    for message_ in catalog:
        if not message_.id or not isinstance(message_.id, str):
            continue
        if message_.fuzzy:
            unsure += 1
            continue
        where = (message_.context,) if message_.context else ()
        place = Place(name, message_.lineno or 0)
        found.append(Returned(message_.id, str(message_.string or ""), where, place))
    return ReturnedFile({language: tuple(found)}, unsure)


def _check_lines(data: bytes, name: str) -> None:
    """Raises ProblemsFound, E101, for lines of no known form: they would be read wrongly."""
    lines = data.decode("utf-8-sig", errors="replace").splitlines()
    wrong = [number for number, line in enumerate(lines, start=1) if not _LINE.fullmatch(line)]
    if wrong:
        message = "neither a comment nor a text in quotes"
        raise ProblemsFound(
            Problem("E101", Place(name, number), message, _HINT) for number in wrong[:_MOST_TOLD]
        )
