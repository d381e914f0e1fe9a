"""Makes kinds of cards that are pictures: a picture on each side, a name, words to search for."""

from collections.abc import Sequence

from msgspec import Struct

from fustella.core.processes import limits
from fustella.intake.assembly import split_if_large
from fustella.intake.ids import PieceIds
from fustella.intake.taken import TakenFace, TakenKind
from fustella.read.edit.yaml_writing import Value

_FIRST_MISSING = 0x500
_PUNCTUATION = "–—‘’“”•…€"

_WORDS = 2000
"""The most letters of a card that are kept to be searched."""


class PictureCard(Struct, frozen=True):
    """A card: its name, the pictures of its sides in `art/`, its copies, and what it says.

    `back` is "" where its kind has no backs. `words` are plain text.
    """

    name: str
    front: str
    back: str = ""
    copies: int = 1
    words: str = ""


def kind_of_cards(
    kind_id: str,
    name: str,
    size_mm: tuple[float, float],
    bleed_mm: float,
    cards: Sequence[PictureCard],
    ids: PieceIds,
) -> TakenKind:
    """A kind whose faces are pictures to the edge, or to the end of the bleed."""
    has_back = any(card.back for card in cards)
    has_words = any(card.words for card in cards)
    edge = f"{-round(bleed_mm, 3):g}mm" if bleed_mm else "0mm"
    zone: dict[str, Value] = dict.fromkeys(("x", "y", "right", "bottom"), edge)
    fields = {"art?": "image"}
    zones: dict[str, dict[str, Value]] = {"art": {**zone, "fit": "stretch"}}
    if has_words:
        fields["words?"] = "text"
        zones["words"] = {"show": False}
    header = ["id", "name", "copies", "art"]
    header += ["back.art"] if has_back else []
    header += ["words"] if has_words else []
    rows = []
    for number, card in enumerate(cards, 1):
        shown = _printed(card.name) or f"{name} {number}"
        row = [ids.of(card.name, f"{kind_id}-{number}"), shown]
        row += [str(max(1, min(card.copies, limits.COPIES))), card.front]
        row += [card.back] if has_back else []
        row += [as_words(card.words)] if has_words else []
        rows.append(row)
    back = TakenFace({"art": {**zone, "fit": "cover"}}, {"art?": "image"}) if has_back else None
    front = TakenFace(zones, fields)
    return TakenKind(
        kind_id,
        name,
        *size_mm,
        front,
        back,
        header,
        rows,
        bleed_mm=round(bleed_mm, 3),
        keys=split_if_large(size_mm),
    )


def _printed(name: str) -> str:
    """What of a name the fonts of covers have: letters up to Cyrillic, digits, punctuation."""
    kept = "".join(sign for sign in name if ord(sign) < _FIRST_MISSING or sign in _PUNCTUATION)
    shown = as_words("".join(sign for sign in kept if not "\x7f" <= sign < "\xa0"))
    return shown if any(sign.isalnum() for sign in shown) else ""


def as_words(text: str) -> str:
    """A text as a cell has it: on one line, with the signs of our markup escaped."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    plain = " ".join(shown.split())[:_WORDS]
    for sign in "\\*{}":
        plain = plain.replace(sign, f"\\{sign}")
    return plain
