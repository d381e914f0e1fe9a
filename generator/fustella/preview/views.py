"""What the page is told: plain frozen values, as they go out as JSON.

Lengths are millimetres from the top-left corner. A `digest` names a picture that never changes.

What the page is told of a sheet besides its faces: marks, and the strip with the ruler.

Faces for the screen: many of them stand in one page, so what they name inside gets a prefix.

Views as JSON.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class FigureView:
    """The number of a cut, `height_mm` high, with its middle at a point; turned 0 or 90 degrees."""

    x_mm: float
    y_mm: float
    text: str
    height_mm: float
    turn_deg: int


@dataclass(frozen=True, slots=True)
class SlugView:
    """The free strip of a page with ruler and label; when `upright`, read from the right."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    upright: bool


@dataclass(frozen=True, slots=True)
class MarksView:
    """What is printed besides faces, as SVG path data: by how it is drawn."""

    lines: str
    halos: str
    seams: str
    folds: str
    full: str
    glue: str
    figures: tuple[FigureView, ...]


@dataclass(frozen=True, slots=True)
class EditionKey:
    """A game in one language and one theme."""

    game: str
    language: str
    theme: str


@dataclass(frozen=True, slots=True)
class FieldView:
    """One value of a piece, where it was typed, and its type: text, word, number or flag."""

    side: str
    path: str
    text: str
    type: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class FaceView:
    """One drawn side of a piece in one of its looks."""

    side: str
    look: int
    digest: str


@dataclass(frozen=True, slots=True)
class PieceView:
    """One design. `source` says where it comes from; `struck_out` why it is not printed, or ""."""

    id: str
    kind: str
    name: str
    copies: int
    code: str
    file: str
    line: int
    source: str
    struck_out: str
    faces: tuple[FaceView, ...]
    fields: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True)
class KindView:
    """A form of pieces; `outline` is its trim as SVG path data. A `box` holds others."""

    id: str
    name: str
    width_mm: float
    height_mm: float
    bleed_mm: float
    outline: str
    designs: int
    copies: int
    box: bool
    two_sided: bool


@dataclass(frozen=True, slots=True)
class FaultView:
    """A problem, and the pieces that it was found on, as far as that can be told."""

    code: str
    severity: str
    message: str
    hint: str
    file: str
    line: int
    key: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Location:
    """A line of a file."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class ClaimView:
    """What a check of the box against its document came to, where that is no plain agreement.

    `fault`: it must be mended; otherwise somebody has to decide. `lines` are the document's.
    """

    claim: str
    check: str
    verdict: str
    fault: bool
    says: str
    has: str
    decision: str
    lines: str
    file: str
    line: int
    where: tuple[Location, ...]
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that is shown of an edition at one moment; `number` grows with each change.

    `checked`: the claims were held against this very state, not yet only against an earlier one.
    """

    game: str
    title: str
    languages: tuple[str, ...]
    language: str
    theme: str
    number: int
    checked: bool
    kinds: tuple[KindView, ...]
    pieces: tuple[PieceView, ...]
    faults: tuple[FaultView, ...]
    claims: tuple[ClaimView, ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """One line of the list of games."""

    id: str
    title: str
    languages: tuple[str, ...]
    designs: int
    copies: int
    faults: int


@dataclass(frozen=True, slots=True)
class DrawnView:
    """A picture of no piece, such as a part of a cover: which, and its size; it has no bleed."""

    digest: str
    width_mm: float
    height_mm: float
    bleed_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class PlacedView:
    """A face on a page: the box that its trim takes after turning, or its window if it has one.

    `picture` is that of what is no piece.
    """

    piece: str
    side: str
    look: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn_deg: int
    scale: float
    window: tuple[float, float, float, float] | None
    clip: str
    picture: DrawnView | None = None


@dataclass(frozen=True, slots=True)
class PageView:
    """One side of a sheet."""

    side: str
    label: str
    placed: tuple[PlacedView, ...]
    marks: MarksView
    slug: SlugView


@dataclass(frozen=True, slots=True)
class SheetView:
    """One sheet of paper."""

    group: str
    name: str
    number: int
    of: int
    paper: str
    width_mm: float
    height_mm: float
    pages: tuple[PageView, ...]


@dataclass(frozen=True, slots=True)
class SheetsView:
    """All sheets of an edition, or why there are none."""

    sheets: tuple[SheetView, ...]
    faults: tuple[FaultView, ...]


@dataclass(frozen=True, slots=True)
class AgainstView:
    """Something that a game can be compared with: `id` is for the machine, `name` for people."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ChangedField:
    """A value that changed; None where there was, or is, none. `why`: rules, wording or looks."""

    field: str
    before: str | None
    after: str | None
    why: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class PictureView:
    """A face with its own form, for what a piece was may have had another one."""

    digest: str
    width_mm: float
    height_mm: float
    bleed_mm: float
    outline: str


@dataclass(frozen=True, slots=True)
class SidePair:
    """One side before and after; None where there is no picture of it."""

    side: str
    before: PictureView | None
    after: PictureView | None


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A piece that is not what it was. `why` is the weightiest reason, from rules to count."""

    piece: str
    name: str
    kind: str
    why: str
    copies_before: int
    copies_after: int
    sides: tuple[SidePair, ...]
    fields: tuple[ChangedField, ...]


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A game before and after; `notes` say what could not be compared."""

    against: AgainstView
    changes: tuple[ChangeView, ...]
    notes: tuple[str, ...]


def patch(before: Snapshot, after: Snapshot) -> Mapping[str, object]:
    """What turns `before` into `after`: changed pieces whole, the rest where it differs."""
    known = {piece.id: piece for piece in before.pieces}
    told: dict[str, object] = {
        "game": after.game,
        "language": after.language,
        "theme": after.theme,
        "since": before.number,
        "number": after.number,
        "checked": after.checked,
        "title": after.title,
        "pieces": [piece for piece in after.pieces if known.get(piece.id) != piece],
    }
    order = [piece.id for piece in after.pieces]
    if order != [piece.id for piece in before.pieces]:
        told["order"] = order
    for name in ("kinds", "languages", "faults", "claims"):
        if getattr(after, name) != getattr(before, name):
            told[name] = getattr(after, name)
    return told


_ID = re.compile(r'(\sid=["\'])([^"\']+)(["\'])')
_LINK = re.compile(r'(url\(\s*["\']?#|href=["\']#)')


def for_screen(svg: str, digest: str) -> str:
    """The SVG with all ids made the face's own, and without what only the tool reads.

    The picture is the same: texts keep their places, which were measured, and the page serves
    the fonts that they were measured with.
    """
    prefix = f"f{digest[:12]}-"
    prefixed = _ID.sub(rf"\g<1>{prefix}\g<2>\g<3>", svg)
    return _LINK.sub(rf"\g<1>{prefix}", prefixed)


def to_json(value: object) -> bytes:
    """A view, or anything made of views, as UTF-8 JSON."""
    return json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":")).encode()


def _plain(value: Any) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} is no view")


class PreviewSource(Protocol):
    """What the page shows. All but `face` may take seconds and are called in threads."""

    def games(self) -> tuple[GameView, ...]:
        """All games, in order."""

    def edition(self, game: str, language: str, theme: str) -> EditionKey | None:
        """The edition that is meant; "" is the first language. None for what there is not."""

    def snapshot(self, edition: EditionKey) -> Snapshot:
        """What an edition is now."""

    def sheets(self, edition: EditionKey) -> SheetsView:
        """How it is printed."""

    def face(self, digest: str) -> str | None:
        """The SVG of a picture that was shown; None for any other."""

    def against(self, game: str) -> tuple[AgainstView, ...]:
        """What a game can be compared with."""

    def compare(self, edition: EditionKey, against: str) -> ComparisonView | None:
        """What changed since; None for what there is not."""
