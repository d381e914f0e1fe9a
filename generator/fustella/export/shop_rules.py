"""Holds a box against the rules of a shop: each piece against each figure that the shop states.

A breach is told once for a side of a kind, at the piece that is worst, with the figure, its source
and the number of other pieces. A game may exclude pieces from a rule, with a reason; what is
excluded is counted and told, but is no fault.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.job import Job
from fustella.build.pictures import resolution_of
from fustella.core.geometry.units import rounded_down
from fustella.core.values.model import Face, FaceId, FaceMetadata, SideName
from fustella.core.values.problems import Place, Problem, warning
from fustella.core.values.shops import Exclusion, Shop, ShopRule
from fustella.draw.inspect.printable import Printable, printable
from fustella.export.formats._products import shop_with_products
from fustella.export.formats._shops import is_card
from fustella.export.game import ExportPiece, pieces_of
from fustella.export.punched import board_rules, too_large

_AS_GOOD_MM = 0.05
"""A length may be less than asked by this much: nobody cuts or prints more exactly."""

_AS_GOOD = 0.02
"""Text may be smaller, and a picture coarser, by this share."""


_AS_GOOD_PERCENT = 1.0
"""The sum of inks may be more by this, which levels of 255 are off after two drawings."""


_OF_KINDS = frozenset((ShopRule.BLEED, ShopRule.PIECES, ShopRule.PRODUCTS, ShopRule.PUNCHBOARDS))
"""The rules that all pieces of a kind keep, or none."""


class Breach(Struct, frozen=True):
    """A rule of a shop that a side of a kind does not keep.

    `piece` is the worst of the pieces that do not keep it, of which there are `pieces`. `found` and
    `asked` are figures with their units. `excluded` is the exclusion of the game that allows it.
    """

    rule: ShopRule
    kind: str
    piece: str
    side: str
    pieces: tuple[str, ...]
    found: str
    asked: str
    message: str
    hint: str
    place: Place
    source: str
    excluded: Exclusion | None = None

    @property
    def problem(self) -> Problem:
        """The breach as E781."""
        others = 0 if self.rule in _OF_KINDS else len(self.pieces) - 1
        also = f", and {others} more of `{self.kind}`" if others else ""
        message = f"{self.message}{also} ({self.source})" if self.source else self.message
        return Problem("E781", self.place, message, self.hint, piece=self.piece)


class ShopCheck(Struct, frozen=True):
    """What came of holding a box against a shop: breaches, excluded ones among them, warnings.

    `inked` is set if the sum of inks was measured.
    """

    shop: Shop
    breaches: tuple[Breach, ...]
    warnings: tuple[Problem, ...]
    inked: bool = False

    @property
    def faults(self) -> tuple[Breach, ...]:
        """The breaches that no exclusion allows."""
        return tuple(breach for breach in self.breaches if breach.excluded is None)


class _Found(Struct, frozen=True):
    """One piece that does not keep a rule; the smaller `worth`, the worse it is."""

    rule: ShopRule
    piece: ExportPiece
    side: str
    worth: float
    found: str
    asked: str
    message: str
    hint: str


def held_against(job: Job, shop: Shop, *, inks: bool = False) -> ShopCheck:
    """Holds the selection of a job against a shop; with `inks` the sum of inks is measured, too.

    Raises ProblemsFound for faults of content and faces, and E806 for a faulty table of products.
    """
    edition, faces, metadata = job.edition, job.faces, job.metadata
    pieces = [*pieces_of(edition, job.selection.pieces, faces, metadata, backs=True)]
    found, taken = _not_taken(job, shop, pieces)
    found += [*_boards(shop, taken), *_bleeds(job, shop, taken), *_faces(shop, taken, metadata)]
    if inks and shop.ink_percent:
        found += _inks(job, shop, taken)
    exclusions = [one for one in job.game.exclusions if one.shop == shop.id]
    breaches = list[Breach]()
    for group in _by_side(found):
        parts: dict[Exclusion | None, list[_Found]] = {}
        for one in group:
            parts.setdefault(_exclusion(one, exclusions), []).append(one)
        for exclusion, part in parts.items():
            breaches.append(replace(_breach(shop, part), excluded=exclusion))
    looked_at = [one for one in exclusions if inks or one.rule is not ShopRule.INK]
    stale = [one for one in looked_at if not any(_excludes(one, each) for each in found)]
    return ShopCheck(shop, tuple(breaches), tuple(map(_stale, stale)), inked=inks)


def _by_side(found: Iterable[_Found]) -> list[list[_Found]]:
    """Groups what was found by rule, kind and side."""
    groups: dict[tuple[str, str, str], list[_Found]] = {}
    for one in found:
        groups.setdefault((one.rule, one.piece.kind.id, one.side), []).append(one)
    return [*groups.values()]


def _breach(shop: Shop, found: Sequence[_Found]) -> Breach:
    worst = min(found, key=lambda one: one.worth)
    piece, origin = worst.piece, shop.origins.get(worst.rule)
    return Breach(
        rule=worst.rule,
        kind=piece.kind.id,
        piece=piece.id,
        side=worst.side,
        pieces=tuple(dict.fromkeys(one.piece.piece.id for one in found)),
        found=worst.found,
        asked=worst.asked,
        message=worst.message,
        hint=worst.hint,
        place=piece.kind.place if worst.rule in _OF_KINDS else piece.piece.place,
        source=f"{shop.name}: {origin}" if origin else shop.name,
    )


def _exclusion(found: _Found, exclusions: Sequence[Exclusion]) -> Exclusion | None:
    return next((one for one in exclusions if _excludes(one, found)), None)


def _excludes(exclusion: Exclusion, found: _Found) -> bool:
    ids = found.piece.piece.id, found.piece.kind.id
    return exclusion.rule == found.rule and any(fnmatchcase(one, exclusion.pieces) for one in ids)


def _stale(exclusion: Exclusion) -> Problem:
    message = f"`{exclusion.pieces}` keep the rule `{exclusion.rule}` of {exclusion.shop}"
    return warning("E783", exclusion.place, f"{message}: nothing is excluded", "delete it")


# The rules.


def _not_taken(
    job: Job, shop: Shop, pieces: Sequence[ExportPiece]
) -> tuple[list[_Found], list[ExportPiece]]:
    """What a shop does not print, or as no product of its own; and the pieces that it prints.

    Only these are held against its other rules.
    """
    sold = shop_with_products(job.project, shop) if shop.products else None
    told: dict[tuple[str, str], tuple[bool, list[Problem]]] = {}
    found, taken = list[_Found](), list[ExportPiece]()
    for piece in pieces:
        size = piece.kind.outline.size
        sizes = f"{size.width_mm:g} x {size.height_mm:g} mm"
        if shop.cards_only and not is_card(piece):
            message = f"{shop.name} prints only cards, and `{piece.kind.id}` are none"
            hint = "order them elsewhere, and exclude them from `pieces` with that reason"
            rule, asked = ShopRule.PIECES, "a card"
            found.append(_Found(rule, piece, "", 0.0, sizes, asked, message, hint))
            continue
        alike = piece.kind.id, sizes
        if sold is not None and alike not in told:
            fit, problems = sold.fit(piece)
            told[alike] = fit is not None, problems
        is_sold, problems = told.get(alike, (True, []))
        rule, asked = ShopRule.PRODUCTS, "a product"
        for one in problems:
            found.append(_Found(rule, piece, "", 0.0, sizes, asked, one.message, one.hint))
        if is_sold:
            taken.append(piece)
    return found, taken


def _boards(shop: Shop, pieces: Sequence[ExportPiece]) -> Iterator[_Found]:
    """Yields each piece of thick stock that lies on no board of the shop."""
    rules = board_rules(None, shop)
    if rules is None or shop.products is not None:
        return
    large = too_large([piece.piece for piece in pieces if not piece.is_thin], rules)
    largest = max(rules.sizes, key=lambda board: board.width_mm * board.height_mm)
    asked = f"{largest.width_mm:g} x {largest.height_mm:g} mm"
    for piece in pieces:
        if piece.piece.id in large:
            size = piece.kind.outline.size
            found = f"{size.width_mm:g} x {size.height_mm:g} mm"
            message = f"no board of {shop.name} is large enough for {found}: the largest is {asked}"
            hint = "divide it, or have it made as a board that folds"
            yield _Found(ShopRule.PUNCHBOARDS, piece, "", 0.0, found, asked, message, hint)


def _bleeds(job: Job, shop: Shop, pieces: Sequence[ExportPiece]) -> Iterator[_Found]:
    """Yields each piece with less bleed and without one colour at its edge."""
    edges = {*job.game.colours}
    for piece in pieces:
        drawn_mm = piece.kind.bleed_mm
        edge = piece.kind.edge in edges or piece.kind.edge.startswith("#")
        if drawn_mm < shop.bleed_mm - _AS_GOOD_MM and not edge:
            found, asked = f"{drawn_mm:g} mm", f"{shop.bleed_mm:g} mm"
            message = f"`{piece.kind.id}` has {found} of bleed, {asked} are asked for"
            hint = f"draw on and write `bleed: {asked.replace(' ', '')}`"
            yield _Found(ShopRule.BLEED, piece, "", drawn_mm, found, asked, message, hint)


def _faces(
    shop: Shop, pieces: Sequence[ExportPiece], metadata: Mapping[FaceId, FaceMetadata]
) -> Iterator[_Found]:
    """Yields each side of a piece whose texts, lines or pictures the shop cannot print well."""
    measured: dict[str, Printable] = {}
    for piece in pieces:
        for side, face in zip(SideName, piece.faces, strict=False):
            if face.digest not in measured:
                of_face = metadata.get(FaceId(piece.piece.id, side, piece.look))
                codes = of_face.codes if of_face else ()
                measured[face.digest] = printable(face, shop.safe_mm, codes)
            one, name = measured[face.digest], f"{side} of `{piece.id}`"
            yield from _of_texts(shop, piece, side, one, name, metadata)
            if 0 < one.thinnest_mm < shop.line_mm * (1 - _AS_GOOD):
                found, asked = _rounded(one.thinnest_mm), f"{shop.line_mm:.2f} mm"
                message = f"{name}: a line is {found} wide, at least {asked} are asked for"
                hint = "draw it wider, or as an area"
                worth = one.thinnest_mm
                yield _Found(ShopRule.LINE, piece, side, worth, found, asked, message, hint)
            if ShopRule.PICTURES in shop.origins:
                yield from _of_pictures(shop, piece, side, face, name)


def _inks(job: Job, shop: Shop, pieces: Sequence[ExportPiece]) -> Iterator[_Found]:
    """Yields each side with more ink at a place than the shop allows, on plates as of `--to press`.

    Colours are brought below the limit one by one; where layers are mixed, sums may be above it.
    """
    from fustella.build.drawing import render_faces  # noqa: PLC0415  (a check renders no pages)
    from fustella.export.formats._press import plain_press  # noqa: PLC0415  (the same)
    from fustella.write.press.inks import PressInks  # noqa: PLC0415  (the same)
    from fustella.write.press.plates import ink_of_pages  # noqa: PLC0415  (the same)
    from fustella.write.shop import ShopDocument, shop_bytes  # noqa: PLC0415  (the same)

    shown: dict[str, tuple[FaceId, Face]] = {}
    for piece in pieces:
        for side, face in zip(SideName, piece.faces, strict=False):
            shown.setdefault(face.digest, (FaceId(piece.piece.id, side, piece.look), face))
    faces = dict(shown.values())
    rendered = render_faces(job.game, faces, job.cache, job.progress)
    document = ShopDocument(job.game.id, job.edition.language, tuple(faces), faces, rendered)
    inks = PressInks(plain_press(), shop.ink_percent)
    measured = dict(zip(shown, ink_of_pages(shop_bytes(document), inks), strict=True))
    for piece in pieces:
        for side, face in zip(SideName, piece.faces, strict=False):
            ink = measured[face.digest]
            if ink.highest_percent <= shop.ink_percent + _AS_GOOD_PERCENT:
                continue
            found, asked = f"{ink.highest_percent:.0f} %", f"{shop.ink_percent:g} %"
            x_mm, y_mm = (at - face.bleed_mm for at in (ink.place_mm.x_mm, ink.place_mm.y_mm))
            message = (
                f"{side} of `{piece.id}`: {found} of ink at {x_mm:.1f}, {y_mm:.1f} mm, at most "
                f"{asked} are asked for"
            )
            hint = "where layers are mixed, such as by multiply, take lighter colours"
            worth = -ink.highest_percent
            yield _Found(ShopRule.INK, piece, side, worth, found, asked, message, hint)


def _of_texts(
    shop: Shop,
    piece: ExportPiece,
    side: SideName,
    one: Printable,
    name: str,
    metadata: Mapping[FaceId, FaceMetadata],
) -> Iterator[_Found]:
    if one.nearest is not None and shop.safe_mm:
        found, asked = _rounded(max(0.0, one.nearest.depth_mm)), f"{shop.safe_mm:.2f} mm"
        message = f"{name}: “{one.nearest.text}” is {found} from the trim, {asked} are asked for"
        hint = "move it inwards, or make it smaller"
        worth = one.nearest.depth_mm
        yield _Found(ShopRule.SAFE, piece, side, worth, found, asked, message, hint)
    of_face = metadata.get(FaceId(piece.piece.id, side, piece.look))
    smallest_pt = of_face.smallest_pt if of_face else 0.0
    if of_face and 0 < smallest_pt < shop.text_pt * (1 - _AS_GOOD):
        found, asked = f"{smallest_pt:.1f} pt", f"{shop.text_pt:.1f} pt"
        message = f"{name}: “{of_face.smallest_text}” is set in {found}, at least {asked} are asked"
        hint = "give it more room, or a least size"
        yield _Found(ShopRule.TEXT, piece, side, smallest_pt, found, asked, message, hint)


def _of_pictures(
    shop: Shop, piece: ExportPiece, side: SideName, face: Face, name: str
) -> Iterator[_Found]:
    for use in face.pictures:
        dpi = resolution_of(use)
        if 0 < dpi < shop.dpi * (1 - _AS_GOOD):
            found, asked = f"{rounded_down(dpi)} dpi", f"{shop.dpi:g} dpi"
            message = f"{name}: {use.file.name} has {found}, {asked} are asked for"
            hint = "take a picture of more pixels, or print it smaller"
            yield _Found(ShopRule.PICTURES, piece, side, dpi, found, asked, message, hint)


def _rounded(length_mm: float) -> str:
    return f"{rounded_down(length_mm, 2)} mm"
