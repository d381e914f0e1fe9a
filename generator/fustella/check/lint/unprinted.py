"""Every value in a list is on a face.

**What it checks.** The rule reads the drawn faces back. A text of a field must be among the texts
of a face; a number among their figures, Roman numerals too; an icon among the icons. Other values,
like a word that chooses a scene, must at least be read by the template. The rule looks at faces
that are drawn as they are now; it looks at the others when they are built.

If the templates of a kind read no more than names, the kind is still a draft: the rule says that
once, and it stays open.

**Why it matters.** A cost in the list may be counted and agree with the rules, but it helps nobody
if the card does not show it. Then somebody has taken it out of the template, or has written a
figure in its place.

**Example.** `front.attack` is 3, and the template draws a fixed `4`.

**How to mend it.** Draw the field in the template, or take it out of the list. If a field is drawn
in another way, as a number of pips or as a part of a picture, name it under `lint`:
`lint: {pictured: [front.pips]}`. If a field is not meant for print, because only claims use it:
`lint: {unprinted: [front.remark]}`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import accumulate
from typing import Any
from unicodedata import bidirectional, normalize

from msgspec.structs import replace

from fustella.check.keys import Key, fields
from fustella.check.lint import ByPieces, Faces, fault, pieces_for, printed
from fustella.check.lint._faces import (
    drawn_faces,
    field_path,
    fields_named,
    figures_in,
    is_inside,
    is_number,
    place_in,
)
from fustella.check.selection import as_text
from fustella.check.texts import is_name, plain
from fustella.core.values.claims import Claims, Finding, Verdict
from fustella.core.values.model import (
    FaceId,
    FaceMetadata,
    Game,
    Piece,
    Record,
    SideName,
    Text,
    Value,
    Word,
    leaves,
)
from fustella.core.values.problems import Place
from fustella.core.words.numerals import roman_number

BY_FACES = True
OPTIONS = {
    "pictured": Key(fields, "Fields that are drawn as marks or pictures: [front.pips]."),
    "unprinted": Key(fields, "Fields that are not meant to be printed: [front.remark]."),
}

_SAYS = "every value is on a face"
_UNREAD, _UNSEEN = "is read by no template", "is not on its face"
_NUMBER = re.compile(r"\[\d+\]")
_ICON = re.compile(r"[a-z]+:[\w-]+")
_LETTERS = re.compile(r"\w+")
_TO_THE_LEFT = ("R", "AL")

_Look = Mapping[SideName, FaceMetadata]


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """Yields a finding for each field that pieces of a kind have and their faces do not show."""
    if not faces:
        return
    reminders = _reminders(game)
    pictured, let_go = (fields_named(claims, option) for option in OPTIONS)
    missing, read = ByPieces(), _ReadOfKinds(game, faces)
    for piece in pieces_for(__name__, game, claims):
        for path, how, value in _missing_values(piece, faces, pictured, reminders):
            field = _NUMBER.sub("", path)
            in_others = how == _UNREAD and not _is_printable(value) and read.has(piece, field)
            in_others = in_others or read.elsewhere(piece, field)
            if not in_others and not is_inside(field, let_go):
                missing.add((piece.kind.id, field, how), piece.id, place_in(piece, path))
    drafts = _drafts(game, faces)
    for kind in dict.fromkeys(kind for (kind, _, _), _ in missing if kind in drafts):
        has = f"the templates of `{kind}` read no more than names yet"
        yield fault(__name__, drafts[kind], _SAYS, has, verdict=Verdict.OPEN)
    for (kind, field, how), those in missing:
        if kind not in drafts:
            finding = those.fault(__name__, _SAYS, f"{field} of {those.named()} {how}")
            yield replace(finding, unfixable=_hint(how, field))


def unread(game: Game, faces: Mapping[FaceId, FaceMetadata]) -> Iterator[tuple[Piece, str, Place]]:
    """Yields a piece, a path and a place for each of its fields that no face of the kind reads."""
    reminders, read = _reminders(game), _ReadOfKinds(game, faces)
    for piece in (each for each in printed(game) if not each.kind.box):
        reported = set[str]()
        for path, how, _ in _missing_values(piece, faces, (), reminders):
            field = _NUMBER.sub("", path)
            if how == _UNREAD and field not in reported and not read.anywhere(piece, field):
                reported.add(field)
                yield piece, field, place_in(piece, path)


def _hint(how: str, field: str) -> str:
    if how == _UNREAD:
        return (
            f"draw it; if it is not for print, write `lint: {{unprinted: {field}}}` in claims.yaml"
        )
    return f"draw it; if it is drawn as marks, write `lint: {{pictured: {field}}}` in claims.yaml"


def _drafts(game: Game, faces: Faces) -> dict[str, Place]:
    """The places of draft kinds by id: of their two or more fields, templates read only names.

    A kind whose only field is a name is a draft, too.
    """
    fields: dict[str, set[str]] = {}
    read = set[str]()
    for piece in game.pieces:
        known = fields.setdefault(piece.kind.id, set())
        for side, record in ((SideName.FRONT, piece.front), (SideName.BACK, piece.back)):
            known |= {f"{side.value}.{name}" for name in record}
        for look in drawn_faces(piece, faces):
            for side, face in look.items():
                own = {path for path in known if path.startswith(side.value) and not is_name(path)}
                if face.other_side_read or not own <= set(face.unread_fields):
                    read.add(piece.kind.id)
    return {
        kind.id: kind.place
        for kind in game.kinds
        if kind.id not in read
        and (len(known := fields.get(kind.id, set())) > 1 or any(map(is_name, known)))
    }


class _ReadOfKinds:
    """The fields that some face of a kind reads, by kind, computed at the first request.

    One face is enough, because a template may read a field only where another value asks for it.
    The faces of other pieces may read it, too.
    """

    def __init__(self, game: Game, faces: Mapping[FaceId, FaceMetadata]) -> None:
        self._game, self._faces = game, faces

    def has(self, piece: Piece, field: str) -> bool:
        return (piece.kind.id, field) in self._all

    def elsewhere(self, piece: Piece, field: str) -> bool:
        """Whether the face of another piece shows or reads a field of pieces of this kind."""
        return field in piece.kind.listed or f"{piece.kind.id}:{field}" in self._elsewhere

    def anywhere(self, piece: Piece, field: str) -> bool:
        return self.has(piece, field) or self.elsewhere(piece, field)

    @cached_property
    def _elsewhere(self) -> frozenset[str]:
        paths = {path for face in self._faces.values() for path in face.other_side_read}
        return frozenset(_NUMBER.sub("", path) for path in paths if ":" in path)

    @cached_property
    def _all(self) -> set[tuple[str, str]]:
        names = set[tuple[str, str]]()
        for piece in self._game.pieces:
            looks = [*drawn_faces(piece, self._faces)]
            for side, record in ((SideName.FRONT, piece.front), (SideName.BACK, piece.back)):
                for path, _ in leaves(side.value, record):
                    key = (piece.kind.id, _NUMBER.sub("", path))
                    with_side = (look for look in looks if side in look)
                    if key not in names and any(_is_read(path, side, look) for look in with_side):
                        names.add(key)
        return names


def _reminders(game: Game) -> tuple[str, ...]:
    """The letters of the reminders that keywords add to texts, in all languages, longest first."""
    reminders = (keyword.reminder for keyword in game.keywords if keyword.reminder)
    words = (_letters(plain(word, "")) for text in reminders for word in text.by_language.values())
    return tuple(sorted(filter(None, words), key=len, reverse=True))


def _missing_values(
    piece: Piece, faces: Faces, pictured: tuple[str, ...], reminders: tuple[str, ...]
) -> Iterator[tuple[str, str, Value]]:
    """Yields the path of each value that is on no face of its piece, the sort of fault, the value.

    Nothing is missing while a side is not drawn.
    """
    sides = {SideName.FRONT: piece.front}
    if piece.kind.back is not None:
        sides[SideName.BACK] = piece.back
    looks = [look for look in drawn_faces(piece, faces) if all(side in look for side in sides)]
    for side, record in sides.items() if looks else ():
        hidden, own = _hidden_in(piece.kind.layout(side)), piece.kind.pictured
        for path, value in leaves(side.value, record):
            if field_path(path).split(".")[1] in hidden:
                continue
            faces_drawn = (face for look in looks for face in look.values())
            shown = any(_is_shown(path, value, face, reminders) for face in faces_drawn)
            read = any(_is_read(path, side, look) for look in looks)
            if value is not False and not read and not (shown and isinstance(value, Text)):
                yield path, _UNREAD, value
            elif not shown and not is_inside(_NUMBER.sub("", path), (*pictured, *own)):
                yield path, _UNSEEN, value


def _is_printable(value: Value) -> bool:
    """Whether players read a value: it is a text, an icon, or a number that is no length."""
    icon = isinstance(value, Word) and bool(_ICON.fullmatch(value))
    return icon or isinstance(value, Text) or (is_number(value) and not isinstance(value, float))


def _hidden_in(layout: Record) -> frozenset[str]:
    """The zones that a layout hides, in all pieces or in some."""
    hidden = set()
    for name in layout:
        zone: Any = layout[name]
        cases = zone["without"] if "without" in zone else {}
        shown = [each["show"] for each in (zone, *(cases[one] for one in cases)) if "show" in each]
        hidden |= set() if all(shown) else {name}
    return frozenset(hidden)


def _is_read(path: str, side: SideName, look: _Look) -> bool:
    """Whether one look of a piece reads a value, on the value's own side or on the other one."""
    if not look[side].unread_fields:
        return True
    steps = [*(match.start() for match in re.finditer(r"[.\[]", path)), len(path)][1:]
    if {path[:step] for step in steps}.isdisjoint(look[side].unread_fields):
        return True
    field = field_path(path)
    return any(field in other.other_side_read for name, other in look.items() if name is not side)


def _is_shown(path: str, value: Value, face: FaceMetadata, reminders: tuple[str, ...]) -> bool:
    """Whether a text, a number or an icon is on a face; other values are not looked for.

    `reminders` may stand inside of texts.
    """
    if isinstance(value, Text):
        typed = [plain(word, "") for word in value.by_language.values()]
        words = [*map(_letters, typed)]
        if any(_has_letters(word, face.texts, at_a_start=is_name(path)) for word in words):
            return True
        if any(_has_words_reversed(text, face.texts) for text in typed):
            return True
        bare = _letters_without(face.texts, reminders) if reminders else ""
        return any(word in bare for word in words if word and bare)
    if isinstance(value, Word):
        return not _ICON.fullmatch(value) or value in face.icons
    if is_number(value) and not path.endswith("]"):
        return figures_in([as_text(value)]) <= _numbers_on(face.texts)
    return True


@cache
def _numbers_on(texts: tuple[str, ...]) -> frozenset[str]:
    """The numbers among the texts of a face, in digits or as Roman numerals."""
    romans = (roman_number(word) for text in texts for word in text.split())
    return frozenset(figures_in(texts)) | {str(number) for number in romans if number}


def _has_letters(word: str, texts: tuple[str, ...], *, at_a_start: bool) -> bool:
    """Whether a word's letters are on a face; with `at_a_start`, only where a text begins."""
    letters, starts = _letters_on(texts)
    at = letters.find(word)
    while at_a_start and at > 0 and at not in starts:
        at = letters.find(word, at + 1)
    return at >= 0


def _has_words_reversed(text: str, texts: tuple[str, ...]) -> bool:
    """Whether the words of a text that runs to the left are on a face, in whatever order."""
    if all(bidirectional(letter) not in _TO_THE_LEFT for letter in text):
        return False
    letters, _ = _letters_on(texts)
    return all(_letters(word) in letters for word in text.split())


@cache
def _letters_on(texts: tuple[str, ...]) -> tuple[str, frozenset[int]]:
    """The letters on a face, and the indices where texts begin, with and without their numbers."""
    parts = [_letters(text) for text in texts]
    starts = [*accumulate((len(part) for part in parts), initial=0)]
    numbers = [len(part) - len(part.lstrip("0123456789")) for part in parts]
    behind = (start + digits for start, digits in zip(starts, numbers, strict=False))
    return "".join(parts), frozenset((*starts, *behind))


@cache
def _letters_without(texts: tuple[str, ...], reminders: tuple[str, ...]) -> str:
    letters, _ = _letters_on(texts)
    for reminder in reminders:
        letters = letters.replace(reminder, "")
    return letters


def _letters(words: str) -> str:
    """Only the small letters and figures of some words, so that line breaks do not matter.

    Accents are left out, for capitals may have lost them, and so are other forms of a letter.
    """
    if words.isascii():
        return "".join(_LETTERS.findall(words)).lower()
    parts = normalize("NFKD", normalize("NFKD", words).casefold())
    return "".join(_LETTERS.findall(parts))
