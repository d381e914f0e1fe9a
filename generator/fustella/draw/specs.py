"""What a face is drawn from, before anything is drawn.

Light on purpose: what is known of a face is found by its sketch alone, without templates, fonts or
the engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fustella.core.codes import codes_of
from fustella.core.geometry import Outline, Shape
from fustella.core.model import Edition, FaceId, Piece, Record, SideName, Text, Value
from fustella.core.problems import Place


class PieceSaid(Record):
    """What a template may ask of the piece; knows whether it has asked for the look."""

    __slots__ = ("look_asked",)

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.look_asked = False

    def __getitem__(self, name: str) -> Value:
        if name == "look":
            self.look_asked = True
        return super().__getitem__(name)


@dataclass(frozen=True, slots=True)
class FaceSpec:
    """One face to draw: which template, of what form, from which values, said where.

    Its texts are to keep `safe_mm` away from the trim.
    """

    id: FaceId
    template: str
    outline: Outline
    bleed_mm: float
    values: Mapping[str, Any]
    place: Place
    safe_mm: float = 0.0

    @property
    def code(self) -> str:
        """The version code of the piece that is drawn; "" where no piece is drawn."""
        piece = self.values.get("piece")
        return str(piece["code"]) if piece else ""

    @property
    def look_asked(self) -> bool:
        """Whether the template, once drawn, has asked for the look of its piece."""
        piece = self.values.get("piece")
        return isinstance(piece, PieceSaid) and piece.look_asked

    @property
    def kind(self) -> str:
        """The id of the kind of the piece that is drawn; "" where no piece is drawn."""
        piece = self.values.get("piece")
        return str(piece["kind"]) if piece else ""

    def all_values(self) -> dict[str, Any]:
        """All that the template may read, lengths in mm."""
        size = self.outline.size
        return {
            "width": round(size.width_mm, 4),
            "height": round(size.height_mm, 4),
            "bleed": self.bleed_mm,
            "outline": outline_path(self.outline),
            **self.values,
        }

    def said(self) -> str:
        """All that this face is drawn from and that other faces of its game may not share."""
        return repr((self.template, self.outline, self.safe_mm, self.all_values()))


def piece_specs(edition: Edition, pieces: Sequence[Piece]) -> Iterator[FaceSpec]:
    """Each printed side of some pieces, in each look, with texts in the edition's language."""
    language = edition.language
    codes = codes_of(edition.game, language)
    for piece in pieces:
        front, back = (localised(record, language) for record in (piece.front, piece.back))
        said = {
            "id": piece.id,
            "kind": piece.kind.id,
            "copies": piece.copies,
            "name": piece.name.in_language(language),
            "code": codes.get(piece.id, ""),
        }
        for look, _ in enumerate(piece.copies_by_look):
            values = {"front": front, "back": back}
            yield from _sides(piece, said | {"look": look}, values)


def _sides(piece: Piece, said: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[FaceSpec]:
    """The printed sides of one look of a piece."""
    kind = piece.kind
    for side, template in ((SideName.FRONT, kind.front), (SideName.BACK, kind.back)):
        if template is not None:
            own = {"face": values[side.value], "side": side.value, **values}
            own["piece"] = PieceSaid(said)
            face_id = FaceId(piece.id, side, said["look"])
            form = template, kind.outline, kind.bleed_mm
            yield FaceSpec(face_id, *form, own, piece.place, kind.safe_mm)


def localised(value: Value, language: str) -> object:
    """A value with its texts in one language, as templates see it."""
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, tuple):
        return [localised(entry, language) for entry in value]
    if isinstance(value, Record):
        return Record({name: localised(value[name], language) for name in value})  # type: ignore[misc]
    return value


def outline_path(outline: Outline) -> str:
    """The trim as SVG path data, in mm from its top-left corner."""
    width = f"{outline.size.width_mm:.4f}"
    if outline.shape is Shape.CIRCLE:
        r = f"{outline.size.width_mm / 2:.4f}"
        return f"M0 {r}A{r} {r} 0 1 1 {width} {r}A{r} {r} 0 1 1 0 {r}Z"
    if outline.corner_radius_mm > 0:
        r = f"{outline.corner_radius_mm:.4f}"
        arc = f"a{r} {r} 0 0 1"
        return (
            f"M{r} 0H{outline.size.width_mm - outline.corner_radius_mm:.4f}{arc} {r} {r}"
            f"V{outline.size.height_mm - outline.corner_radius_mm:.4f}{arc} -{r} {r}"
            f"H{r}{arc} -{r} -{r}V{r}{arc} {r} -{r}Z"
        )
    return "M" + "L".join(f"{p.x_mm:.4f} {p.y_mm:.4f}" for p in outline.corners()) + "Z"
