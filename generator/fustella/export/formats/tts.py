"""Exports a game as a saved object of Tabletop Simulator, with all pieces laid out on a table.

The file is JSON that the game lists among its saved objects, and also opens as a whole table.
Pictures lie beside it, and it has their addresses. The names of objects, decks and pictures depend
on their content alone, so that an edit changes nothing else.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fustella.export.formats._tts_cards import looks_of
from fustella.export.formats._tts_objects import Maker
from fustella.export.formats._tts_pictures import FOLDER, Shelf
from fustella.export.formats._tts_table import TtsLayer
from fustella.export.game import Exported, ExportGame, ExportPiece, json_bytes, written
from fustella.export.table import Sort, laid_for, layout_of, rule_texts, sort_of

ABOUT = "a saved object for Tabletop Simulator, laid out as the set-up says"

OPTIONS = frozenset(("sheets", "url", "prune", "push", "players"))

_SHADE = 0.5
_TAB = {"color": "Grey", "visibleColor": {"r": _SHADE, "g": _SHADE, "b": _SHADE}}
"""The entries with which everybody may read and write a page of the notebook."""

_MARK = re.compile(r"\[(?=/?[A-Za-z-]|[0-9A-Fa-f]{6})")
"""Matches the beginning of what the game may take for BBCode: `[b]`, `[/b]`, `[ff0000]`, `[-]`."""

_SHOWN = (Sort.CARD, Sort.BOARD)
"""The sorts of pieces for the thumbnail: it shows the first sort that the game has."""


def export(game: ExportGame) -> Exported:
    """Exports a game: save, thumbnail and pictures. Raises ProblemsFound: E506, E651, E802."""
    shelf = Shelf(game)
    layout = layout_of(game)
    maker = Maker(shelf, looks_of(game, shelf), layout.snaps)
    things = [*TtsLayer(game, maker).things(layout.piles)]
    save = json_bytes(_save(game, things))
    pieces = sum(piece.copies for piece in game.pieces)
    files = [
        written(f"{game.id}.json", save, game.edition.title, pieces),
        *(shelf.thumbnail(piece) for piece in _thumbnail_pieces(game)),
        *shelf.files.values(),
    ]
    return Exported(files, notes=_notes(game))


def _save(game: ExportGame, things: list[dict[str, Any]]) -> Mapping[str, Any]:
    pages = enumerate(_pages(game))
    return {
        "SaveName": game.edition.title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": game.edition.title,
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": f"{game.edition.title} · {game.version}",
        "TabStates": {
            str(number): {"title": title, "body": body, **_TAB, "id": number}
            for number, (title, body) in pages
        },
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": things,
    }


def _pages(game: ExportGame) -> Iterator[tuple[str, str]]:
    """The pages of the notebook: the contents of the box with its version, and the rules."""
    lines = [f"{game.edition.title} · {game.version}"]
    for pieces in game.kinds.values():
        lines += ["", game.kind_name(pieces[0].kind)]
        lines += [f"{piece.copies} × {piece.name} {piece.code}".rstrip() for piece in pieces]
    yield game.edition.title, "\n".join(lines)
    if game.rulebook is not None:
        from fustella.rules.plain import TextMarks  # noqa: PLC0415  (only for a booklet)

        marks = TextMarks(("[b]", "[/b]"), ("[i]", "[/i]"), _no_marks)
        for chapter in game.rulebook.chapters(marks):
            yield chapter.title, chapter.text
    yield from dict.fromkeys(rule_texts(game))


def _no_marks(text: str) -> str:
    """Words in which the game finds no mark and no colour."""
    return _MARK.sub("[ ", text)


def _thumbnail_pieces(game: ExportGame) -> list[ExportPiece]:
    """A list of the piece for the thumbnail; [] for a game without pieces."""
    for sort in _SHOWN:
        pieces = [piece for piece in game.pieces if sort_of(piece) is sort]
        if pieces:
            return pieces[:1]
    return list(game.pieces[:1])


def _notes(game: ExportGame) -> tuple[str, ...]:
    lost = game.rulebook.lost("in the notebook") if game.rulebook else ()
    return (*_where(game), *laid_for(game), *lost)


def _where(game: ExportGame) -> tuple[str, ...]:
    files = f"{game.id}.json and {game.id}.png"
    saved = _data_folder() / "Saves" / "Saved Objects"
    note = f"Tabletop Simulator: copy {files} to {saved}, then open Objects > Saved Objects."
    if game.options.url:
        return (f"{note} Upload {FOLDER}/ to {game.options.url}.",)
    return (
        f"{note} Others see the pictures once you upload them: Modding > Cloud Manager > "
        "Upload All Loaded Files.",
    )


def _data_folder() -> Path:
    """The folder in which the game keeps its files on this system."""
    home, name = Path.home(), "Tabletop Simulator"
    if sys.platform == "win32":
        return home / "Documents" / "My Games" / name
    if sys.platform == "darwin":
        return home / "Library" / name
    return home / ".local" / "share" / name
