"""What pieces say, field by field, for rules that look into all of it.

What the drawn faces of a piece show, look by look.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fustella.core.model import FaceId, FaceMetadata, Piece, Record, SideName, Text, Value, Word

_ICON = re.compile(r"\{([^{}\n]*)\}")
_ESCAPED = re.compile(r"\\([*{}\\])")
_KEPT = {"*": "\ue000", "{": "\ue001", "}": "\ue002", "\\": "\ue003"}
_STARS = re.compile(r"\*+")
_NAMES = ("name", "title")


@dataclass(frozen=True, slots=True)
class DrawnEntry:
    """One value in a record, however deep: the key it stands under and the record it stands in."""

    key: str
    value: Text | Word
    record: Record

    @property
    def is_name(self) -> bool:
        """Whether it names something: a field `name` or `title`, or `troop_name` and the like."""
        return self.key.rpartition("_")[2] in _NAMES


def entries(record: Record) -> list[DrawnEntry]:
    """All texts and words of a record, those in its lists and records too, in their order."""
    found: list[DrawnEntry] = []
    for key in record:
        _gather(key, record[key], record, found)
    return found


def texts(record: Record) -> Iterator[tuple[DrawnEntry, Text]]:
    """The texts alone."""
    for entry in entries(record):
        if isinstance(entry.value, Text):
            yield entry, entry.value


def inline_icons(text: Text) -> Iterator[tuple[str, Word]]:
    """The names in braces in all languages of a text, with the words they stand in."""
    for word in text.by_language.values():
        for name in _ICON.findall(_hidden(word)):
            yield name.strip(), word


def plain(word: str, icon: str = " ") -> str:
    """A text as it is read aloud: without stars, `icon` in place of each `{icon}`."""
    bare = _STARS.sub("", _ICON.sub(icon, _hidden(word)))
    for letter, kept in _KEPT.items():
        bare = bare.replace(kept, letter)
    return bare


def _hidden(word: str) -> str:
    """The text with what a backslash takes literally out of the way of the markup."""
    return _ESCAPED.sub(lambda match: _KEPT[match[1]], word.replace("\\n", "\n"))


def _gather(key: str, value: Value, record: Record, found: list[DrawnEntry]) -> None:
    if isinstance(value, (Text, Word)):
        found.append(DrawnEntry(key, value, record))
    elif isinstance(value, tuple):
        for each in value:
            _gather(key, each, record, found)
    elif isinstance(value, Record):
        for name in value:
            _gather(name, value[name], value, found)


def drawn_faces(
    piece: Piece, faces: Mapping[FaceId, FaceMetadata] | None
) -> Iterator[Mapping[SideName, FaceMetadata]]:
    """For each look of a piece, the facts of those sides that are drawn."""
    for look, _ in enumerate(piece.copies_by_look):
        ids = {side: FaceId(piece.id, side, look) for side in SideName}
        yield {side: faces[face] for side, face in ids.items() if faces and face in faces}
