"""Replaces signs that no built-in font has, and tells letters for which a font is needed.

Cards of other programs have emoji and signs of other scripts in their texts. A sign becomes one
that is like it, or its name in brackets; a letter stays, as only a font can bring it.
"""

import unicodedata
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from fustella.core.values.problems import Place
from fustella.draw.text.fonts import all_styles
from fustella.draw.text.shaping import missing_glyphs
from fustella.intake.taken import Loss, Miss, Taken, TakenKind

_TEXTS = ("text", "word")
_SIGNS = {
    "、": ",",
    "。": ".",
    "「": "“",
    "」": "”",
    "『": "“",
    "』": "”",
    "〜": "~",
    "・": "·",
    "\u3000": " ",
}
_EASTERN = (range(0x3000, 0x3040), range(0xFF00, 0xFFF0))


def with_printed_letters(taken: Taken, place: Place) -> Taken:
    """The game with texts that the built-in fonts can print, but for letters, which are told."""
    used = {
        sign for kind in taken.kinds for text in _texts(kind) for sign in text if ord(sign) > 126
    }
    missing = _missing(used)
    if not missing:
        return taken
    letters = {
        sign for sign in missing if unicodedata.category(sign)[0] in "LMN" and not _near(sign)
    }
    signs = {sign: _instead(sign) for sign in sorted(missing - letters)}
    losses = list(taken.losses)
    if letters:
        signs = {sign: text for sign, text in signs.items() if not _is_eastern(sign)}
        shown = " ".join(sorted(letters)[:20])
        why = "the built-in fonts lack them: name a font that has them, `fonts` in game.yaml"
        losses.append(Loss(Miss.TEXTS, f"{len(letters)} letters: {shown}", why, place))
    for sign, text in signs.items():
        why = f"the built-in fonts lack it: it is printed as {text.strip() or 'a space'}"
        losses.append(Loss(Miss.TEXTS, f"the sign {sign}", why, place, approximated=True))
    table = str.maketrans(signs)
    kinds = [replace(kind, rows=_replaced(kind, table)) for kind in taken.kinds]
    return replace(taken, kinds=kinds, losses=losses)


def _columns(kind: TakenKind) -> list[int]:
    """The columns of a list whose cells are printed as texts."""
    sorts: dict[str, str] = {}
    for prefix, face in (("", kind.front), ("back.", kind.back)):
        for field, sort in (face.fields if face else {}).items():
            name = field.rstrip("?")
            sorts[f"{prefix}{name}"] = sort
            sorts.setdefault(name, sort)
    return [at for at, head in enumerate(kind.header) if sorts.get(head) in _TEXTS]


def _texts(kind: TakenKind) -> Sequence[str]:
    columns = _columns(kind)
    return [row[column] for row in kind.rows for column in columns]


def _replaced(kind: TakenKind, table: Mapping[int, str]) -> list[list[str]]:
    columns = frozenset(_columns(kind))
    return [
        [cell.translate(table) if at in columns else cell for at, cell in enumerate(row)]
        for row in kind.rows
    ]


def _missing(used: set[str]) -> set[str]:
    if not used:
        return set()
    text = "".join(sorted(used))
    upright = [style for style in all_styles() if not style.italic and not style.small_caps]
    return {sign for style in upright for sign in missing_glyphs(text, style)}


def _near(sign: str) -> str:
    """A printed sign that means the same, "" for none."""
    near = _SIGNS.get(sign) or unicodedata.normalize("NFKC", sign)
    return near if near != sign and not _missing({*near}) else ""


def _instead(sign: str) -> str:
    """What is printed for a sign: one like it, or its name in brackets."""
    name = unicodedata.name(sign, "").lower()
    return _near(sign) or (f"({name})" if name else "")


def _is_eastern(sign: str) -> bool:
    return any(ord(sign) in each for each in _EASTERN)
