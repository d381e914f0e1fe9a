"""Defines views: the content of the page in the browser, as frozen values for JSON.

Lengths are in millimetres, from the top-left corner. A `digest` names a picture that never changes.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import asdict

from fustella.workbench import StepsView

# Games.


class EditionKey(Struct, frozen=True):
    """A game in one language and one theme."""

    game: str
    language: str
    theme: str


class GameView(Struct, frozen=True):
    """The entry of a game in the list of games."""

    id: str
    title: str
    languages: tuple[str, ...]
    designs: int
    copies: int
    faults: int


# An edition: its pieces, problems and claims.


class Location(Struct, frozen=True):
    """A line of a file; `sheet` is the name of a sheet in a workbook, as in `Place`."""

    file: str
    line: int
    sheet: str


class FaceView(Struct, frozen=True):
    """A drawn side of a piece in one of its looks."""

    side: str
    look: int
    digest: str


class NewFaceView(FaceView, frozen=True):
    """A face that was just drawn, with its picture."""

    svg: str


class FieldView(Struct, frozen=True):
    """A value of a piece, and where it was typed.

    `type` is text, word, number or flag.
    """

    side: str
    path: str
    text: str
    type: str
    file: str
    line: int
    sheet: str


class PieceView(Struct, frozen=True):
    """A piece; `source` is its origin, `struck_out` the reason why it is not printed, or ""."""

    id: str
    kind: str
    name: str
    copies: int
    code: str
    file: str
    line: int
    sheet: str
    source: str
    struck_out: str
    faces: tuple[FaceView, ...]
    fields: tuple[FieldView, ...]


class KindView(Struct, frozen=True):
    """A kind of pieces, with the path data of its trim, seen from the front and from `behind`.

    A `box` is a kind whose pieces hold other pieces. Kinds of one `deck` are drawn from one pile.
    """

    id: str
    name: str
    width_mm: float
    height_mm: float
    bleed_mm: float
    outline: str
    behind: str
    designs: int
    copies: int
    box: bool
    two_sided: bool
    deck: str


class FaultView(Struct, frozen=True):
    """A problem, and the pieces that it is about, if these are known."""

    code: str
    severity: str
    message: str
    hint: str
    file: str
    line: int
    sheet: str
    key: str
    pieces: tuple[str, ...]


class ClaimView(Struct, frozen=True):
    """A finding of the review, unless it plainly agrees.

    A `fault` must be mended; about another finding a person has to decide, or has decided.
    `said_by` names the origin of the claim: lines of the document, a claim of the designer, or a
    rule for the texts of all boxes.
    """

    claim: str
    check: str
    verdict: str
    fault: bool
    says: str
    has: str
    decision: str
    said_by: str
    file: str
    line: int
    sheet: str
    where: tuple[Location, ...]
    pieces: tuple[str, ...]


class RemarkView(Struct, frozen=True):
    """A remark on a piece; without `pinned`, it is on the whole side."""

    id: str
    piece: str
    side: str
    pinned: bool
    x_mm: float
    y_mm: float
    text: str
    author: str
    version: str
    date: str
    closed: str
    line: int


class RemarksView(Struct, frozen=True):
    """The remarks on a game, with their file and its digest, "" where there is no file yet."""

    file: str = ""
    digest: str = ""
    remarks: tuple[RemarkView, ...] = ()


class PlayedView(Struct, frozen=True):
    """What became of a version of a piece in played sessions: figures in words, and remarks."""

    piece: str
    code: str
    current: bool
    said: tuple[str, ...]
    remarks: tuple[str, ...]


class Snapshot(Struct, frozen=True):
    """The content of the page for an edition at one moment; `number` grows with each change.

    With `checked`, the claims were checked against this state, not only against an earlier one. An
    `original` has no rule document.
    """

    game: str
    title: str
    original: bool
    languages: tuple[str, ...]
    language: str
    theme: str
    number: int
    checked: bool
    kinds: tuple[KindView, ...]
    pieces: tuple[PieceView, ...]
    faults: tuple[FaultView, ...]
    claims: tuple[ClaimView, ...]
    remarks: RemarksView = RemarksView()
    played: tuple[PlayedView, ...] = ()


# Sheets.


class FigureView(Struct, frozen=True):
    """The number of a cut, centred on a point and turned by 0 or 90 degrees."""

    x_mm: float
    y_mm: float
    text: str
    height_mm: float
    turn_deg: int


class MarksView(Struct, frozen=True):
    """The marks of a page as SVG path data, grouped by how they are drawn."""

    lines: str
    halos: str
    seams: str
    folds: str
    full: str
    glue: str
    figures: tuple[FigureView, ...]


class SlugView(Struct, frozen=True):
    """The slug of a page, with its ruler and label; an `upright` slug reads from the right."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    upright: bool


class DrawnView(Struct, frozen=True):
    """A picture that belongs to no piece, such as a part of a cover."""

    digest: str
    width_mm: float
    height_mm: float
    bleed_mm: float = 0.0


class PlacedView(Struct, frozen=True):
    """A face on a page: the box of its trim after turning, or of its window if it has one.

    `picture` is the picture of a face that belongs to no piece.
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


class PageView(Struct, frozen=True):
    """One side of a sheet."""

    side: str
    label: str
    placed: tuple[PlacedView, ...]
    marks: MarksView
    slug: SlugView


class SheetView(Struct, frozen=True):
    """A sheet of paper: number `number` of the `of` sheets of its group."""

    group: str
    name: str
    number: int
    of: int
    paper: str
    width_mm: float
    height_mm: float
    pages: tuple[PageView, ...]


class SheetsView(Struct, frozen=True):
    """All sheets of an edition, or the problems that prevented them."""

    sheets: tuple[SheetView, ...]
    faults: tuple[FaultView, ...]


# The model in three dimensions, and the plates of a press.


class ModelView(Struct, frozen=True):
    """A model in three dimensions: the digest that names its file, "" for none.

    Its faces have `dpi` pixels to the inch; `undrawn` pieces are not in it. `faults` tell why there
    is none, or what is wrong with the one that there is: what does not fit into its box.
    """

    digest: str = ""
    dpi: float = 0.0
    undrawn: int = 0
    faults: tuple[FaultView, ...] = ()


class PlateView(Struct, frozen=True):
    """A plate of inks: its name, the digest of its picture, and its most ink in percent."""

    name: str
    digest: str
    highest_percent: float


class DiePlateView(Struct, frozen=True):
    """A plate with lines of tools, as SVG path data from the top left of the trim."""

    name: str
    path: str


class PlatesView(Struct, frozen=True):
    """A face in the inks of a press; `together` and `heat` are digests of pictures.

    The profile is `computed` if nobody named one. The highest sum of inks lies at `x_mm`, `y_mm`,
    and is `beyond` the limit, `most_percent`, or not. A face that has no form in inks is
    `pictured`, for that reason. `scale` are the colours of the heat map by shares of the limit.
    """

    face: str = ""
    profile: str = ""
    computed: bool = False
    plates: tuple[PlateView, ...] = ()
    together: str = ""
    heat: str = ""
    dies: tuple[DiePlateView, ...] = ()
    highest_percent: float = 0.0
    x_mm: float = 0.0
    y_mm: float = 0.0
    mean_percent: float = 0.0
    most_percent: float = 0.0
    beyond: bool = False
    pictured: str = ""
    scale: tuple[tuple[float, str], ...] = ()
    beyond_colour: str = ""
    faults: tuple[FaultView, ...] = ()

    @property
    def pictures(self) -> tuple[str, ...]:
        """The digests of all its pictures."""
        return (self.together, self.heat, *(plate.digest for plate in self.plates))


# The rule booklet.


class AreaView(Struct, frozen=True):
    """A part of a page of a booklet, which is the `page`-th from 1."""

    page: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


class BookletPageView(Struct, frozen=True):
    """A page of a booklet: the name of its picture."""

    digest: str


class BookletBlockView(Struct, frozen=True):
    """A block of a booklet: what it is, what it says, where it is, and where it was typed.

    It is a heading of a `level`, a paragraph, a table, a figure, a rule, or the title of a box or a
    strip. `typed` are its lines, up to the line `end`; where it can be changed nowhere, `file` is
    "".
    """

    sort: str
    level: int
    text: str
    file: str
    line: int
    end: int
    typed: str
    areas: tuple[AreaView, ...]


class BookletLinkView(AreaView, frozen=True):
    """Words that lead `to` a page."""

    to: int


class BookletView(Struct, frozen=True):
    """The pages of the rule booklet of an edition, or the problems that prevented them.

    With faults, the pages are the last good ones. Pages that are not `settled` are set as tight as
    before the last change. `files` are the digests of the chapters. A `made` booklet has no
    chapters: the tool makes it of the lists.
    """

    pages: tuple[BookletPageView, ...] = ()
    width_mm: float = 0.0
    height_mm: float = 0.0
    right_to_left: bool = False
    made: bool = False
    settled: bool = True
    blocks: tuple[BookletBlockView, ...] = ()
    links: tuple[BookletLinkView, ...] = ()
    files: dict[str, str] = {}
    faults: tuple[FaultView, ...] = ()


# Comparisons.


class PictureView(Struct, frozen=True):
    """A face with its own outline, because the outline of the piece may have changed, too."""

    digest: str
    width_mm: float
    height_mm: float
    bleed_mm: float
    outline: str


class SidePair(Struct, frozen=True):
    """The pictures of a side before and after a change; None where there is no picture."""

    side: str
    before: PictureView | None
    after: PictureView | None


class ChangedField(Struct, frozen=True):
    """A field that changed, with its values before and after; None where it was added or removed.

    `why` is rules, wording or looks.
    """

    field: str
    before: str | None
    after: str | None
    why: str
    file: str
    line: int
    sheet: str


class ChangeView(Struct, frozen=True):
    """A piece that changed; `why` is the most important reason, by the order of `ChangeReason`."""

    piece: str
    name: str
    kind: str
    why: str
    copies_before: int
    copies_after: int
    sides: tuple[SidePair, ...]
    fields: tuple[ChangedField, ...]


class AgainstView(Struct, frozen=True):
    """A state that a game can be compared with; people read its `name`."""

    id: str
    name: str


class ComparisonView(Struct, frozen=True):
    """A game before and after; `notes` name everything that could not be compared."""

    against: AgainstView
    changes: tuple[ChangeView, ...]
    notes: tuple[str, ...]


class IconView(Struct, frozen=True):
    """An icon: the name that templates and texts use, and its SVG in a square of 24 by 24."""

    name: str
    svg: str


class IconsView(Struct, frozen=True):
    """The icons that a search found: `found` is the number of all, `icons` are the first ones."""

    found: int
    icons: tuple[IconView, ...]


# The deck, and the odds of a hand.


class ShareView(Struct, frozen=True):
    """The share of hands for a number of cards, exact as `said`."""

    number: int
    chance: float
    said: str


class OddsRefusal(Struct, frozen=True):
    """The reason why odds cannot be told; `about` names the part of the question that is wrong."""

    about: str
    message: str
    hint: str


class OddsView(Struct, frozen=True):
    """The cards of a deck, those in each of two groups, and the odds that a hand has them.

    Pieces are ids, counts are copies. The `distribution` is by the number of good cards of the
    first group, the shares of `turns` by the number of cards that were drawn until then. Without a
    condition for what is good, or with refusals, `said` is "".
    """

    cards: int = 0
    pieces: tuple[str, ...] = ()
    good: int = 0
    good_pieces: tuple[str, ...] = ()
    second: int = 0
    second_pieces: tuple[str, ...] = ()
    both: int = 0
    wish: str = ""
    said: str = ""
    chance: float = 0.0
    expected: str = ""
    distribution: tuple[ShareView, ...] = ()
    turns: tuple[ShareView, ...] = ()
    notes: tuple[str, ...] = ()
    refusals: tuple[OddsRefusal, ...] = ()


# Where views come from, and how they are sent.


class News(Struct, frozen=True):
    """News of an edition: the number of its present snapshot, and the change to it as JSON.

    `change` is b"" if nothing is new, and None if pages must load everything.
    """

    number: int
    change: bytes | None = b""


class Change(Struct, frozen=True):
    """The answer to a request to change files: its HTTP status, its JSON, and the changed files.

    `steps` are the steps that can be undone now; None where they are as before. With `seen`, the
    answer has the new faces of the piece at which the person looks.
    """

    status: int
    body: bytes
    paths: tuple[Path, ...] = ()
    steps: StepsView | None = None
    seen: bool = False


class PreviewSource(Protocol):
    """The source of the page's content. All methods but `face` may take seconds."""

    def games(self) -> tuple[GameView, ...]: ...

    def edition(self, game: str, language: str, theme: str) -> EditionKey | None:
        """An edition, or None if it does not exist; "" is the first language or the full theme."""

    def whole(self, edition: EditionKey) -> bytes:
        """The present snapshot of an edition, with its claims checked, as JSON."""

    def news(self, edition: EditionKey, *, checked: bool) -> News:
        """The news of an edition since the last news; they come sooner without `checked` claims."""

    def ask(self, name: str, *arguments: object) -> bytes | None:
        """The result of the method `name` of a `PreviewService`, as JSON, or None.

        The first argument is a game or an edition.
        """

    def change(self, name: str, game: str, body: bytes) -> Change | None:
        """Has the method `name`, edit, undo or redo, change files; None for an unknown game.

        The answer to a `body` that names the piece which the page shows large has its new faces.
        """

    def face(self, game: str, digest: str) -> str | None:
        """The SVG of a picture of a game that was shown before; None for other digests."""

    def made(self, game: str, name: str) -> bytes | None:
        """A file that was made for the page, such as a model; None for other names."""


def patch(before: Snapshot, after: Snapshot) -> dict[str, object]:
    """The change from `before` to `after`: each changed piece whole, and other fields."""
    known = {piece.id: piece for piece in before.pieces}
    changes: dict[str, object] = {
        "game": after.game,
        "language": after.language,
        "theme": after.theme,
        "since": before.number,
        "number": after.number,
        "checked": after.checked,
        "title": after.title,
        "original": after.original,
        "pieces": [piece for piece in after.pieces if known.get(piece.id) != piece],
    }
    order = [piece.id for piece in after.pieces]
    if order != [piece.id for piece in before.pieces]:
        changes["order"] = order
    for name in ("kinds", "languages", "faults", "claims", "remarks", "played"):
        if getattr(after, name) != getattr(before, name):
            changes[name] = getattr(after, name)
    return changes


def patched(before: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Applies `change` to the snapshot `before`; all are JSON values."""
    pieces = {piece["id"]: piece for piece in (*before["pieces"], *change["pieces"])}
    fields = {name: change[name] for name in before if name in change}
    order = change.get("order", pieces)
    return {**before, **fields, "pieces": [pieces[piece] for piece in order]}


def to_json(value: object) -> bytes:
    """A view, or anything made of views, as UTF-8 JSON."""
    return json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":")).encode()


def _plain(value: object) -> object:
    if isinstance(value, Struct):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} is no view")
