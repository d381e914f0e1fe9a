"""Makes a sell sheet: one page that shows a game to those who may publish or sell it."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from fustella.build.job import Job
from fustella.build.standalone import standalone_svg
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import Piece, Pitch
from fustella.core.values.rules import BookletSettings, PiecePicture
from fustella.core.words.printed import QUOTE
from fustella.export.quote.documents import compiled
from fustella.export.quote.parts import Quote
from fustella.rules.figures import FigureSource, drawn_figure
from fustella.rules.look import look_of

STAGE = Size(210.0, 118.0)
"""The area of the page on which pieces are shown."""

_SIDE_MM, _ABOVE_MM, _GAP_MM = 14.0, 7.0, 5.0
MOST_SHOWN = 8
"""The most pieces that the tool chooses by itself."""

_STEPS = 200
_LARGEST_SCALE = 3.0


class ShownPiece(Struct, frozen=True):
    """A piece on the stage: its box in millimetres from the corner of the stage."""

    piece: Piece
    x_mm: float
    y_mm: float
    size: Size


def sell_sheet_pdf(job: Job, quote: Quote) -> bytes:
    """The PDF of the sell sheet of a game. Raises ProblemsFound, also for faces with faults."""
    edition = quote.edition
    pitch = edition.game.pitch or Pitch(edition.game.place)
    chosen = chosen_pieces(job.game.pieces, pitch.pieces)
    drawn = job.with_pieces(chosen)
    look = look_of(edition, drawn.artist.fonts, BookletSettings(pitch.place))
    source = FigureSource(drawn.faces, partial(standalone_svg, outlined=True), look)
    pictures, pieces = dict[str, str](), list[dict[str, object]]()
    for number, shown in enumerate(on_stage(chosen)):
        longest_mm = max(shown.size.width_mm, shown.size.height_mm)
        picture = PiecePicture(shown.piece.id, pitch.place, size_mm=longest_mm)
        figure = drawn_figure(picture, source, shown.size)
        if figure is None:
            continue
        name = f"piece-{number}"
        pictures[name] = figure.svg
        pieces.append(
            {
                "picture": name,
                "x": shown.x_mm,
                "y": shown.y_mm,
                "width": shown.size.width_mm,
                "height": shown.size.height_mm,
                "alt": str(shown.piece.name.in_language(edition.language)),
            }
        )
    words = edition.game.tool_words.section(QUOTE, edition.language)
    families = (look.text_family, look.title_family, *look.fallback)
    language = edition.language
    data = {
        "title": edition.title,
        "language": language.partition("-")[0],
        "text-fonts": [*dict.fromkeys((look.text_family, *look.fallback))],
        "title-fonts": [*dict.fromkeys((look.title_family, *look.fallback))],
        "ink": look.ink,
        "accent": look.accent,
        "ground": look.ground,
        "hook": str(pitch.hook.in_language(language)) if pitch.hook else "",
        "pieces": pieces,
        "facts": [
            {"figure": figure, "word": words[f"sell.{word}"]}
            for figure, word in (
                (pitch.players, "players"),
                (pitch.minutes, "minutes"),
                (pitch.age, "age"),
            )
            if figure
        ],
        "new-head": words["sell.new"],
        "new": [str(one.in_language(language)) for one in pitch.new],
        "box-head": words["sell.in_box"],
        "box": [*_components(quote)],
        "contact": pitch.contact,
        "link": pitch.link,
    }
    return compiled("sell-sheet.typ", data, pictures, families, pitch.place)


def _components(quote: Quote) -> Iterator[str]:
    """Yields the lines of what lies in the box: `18 × Cards`."""
    for part in quote.parts:
        yield f"{part.copies} × {part.name}"
    for one in quote.bought:
        yield f"{one.count} × {quote.bought_name(one)}"
    if quote.booklet is not None:
        yield quote.booklet.name


def chosen_pieces(pieces: Sequence[Piece], named: Sequence[str]) -> tuple[Piece, ...]:
    """The pieces to show: those that are `named`, else a few of each kind, large ones first."""
    by_id = {piece.id: piece for piece in pieces if piece.copies}
    if named:
        return tuple(by_id[name] for name in named if name in by_id)
    by_kind: dict[str, list[Piece]] = {}
    for piece in by_id.values():
        by_kind.setdefault(piece.kind.id, []).append(piece)
    kinds = sorted(by_kind.values(), key=lambda own: -own[0].kind.outline.area_mm2)
    turns = (own[turn] for turn in range(MOST_SHOWN) for own in kinds if turn < len(own))
    chosen = [piece for piece, _ in zip(turns, range(MOST_SHOWN), strict=False)]
    return tuple(sorted(chosen, key=lambda piece: -piece.kind.outline.area_mm2))


def on_stage(pieces: Sequence[Piece]) -> tuple[ShownPiece, ...]:
    """The pieces in rows, as large as the stage holds them.

    Small pieces are shown larger beside large ones than they are, by the root of their size.
    """
    for step in range(_STEPS):
        scale = _LARGEST_SCALE * (1 - step / _STEPS)
        rows = _rows([_shown_size(piece, scale) for piece in pieces])
        if rows is not None:
            return tuple(_placed(pieces, rows))
    return ()


def _shown_size(piece: Piece, scale: float) -> Size:
    size = piece.kind.outline.size
    longest_mm = max(size.width_mm, size.height_mm)
    shown = scale * (longest_mm * 60.0) ** 0.5 / longest_mm
    return Size(size.width_mm * shown, size.height_mm * shown)


def _rows(sizes: Sequence[Size]) -> list[list[Size]] | None:
    """The sizes in rows that fit the stage; None where they do not."""
    room_mm = STAGE.width_mm - 2 * _SIDE_MM
    rows: list[list[Size]] = []
    for size in sizes:
        if size.width_mm > room_mm:
            return None
        row = rows[-1] if rows else []
        taken_mm = sum(one.width_mm + _GAP_MM for one in row)
        if rows and taken_mm + size.width_mm <= room_mm:
            row.append(size)
        else:
            rows.append([size])
    high_mm = sum(_height_mm(row) for row in rows) + _GAP_MM * (len(rows) - 1)
    return rows if high_mm <= STAGE.height_mm - 2 * _ABOVE_MM else None


def _height_mm(row: Sequence[Size]) -> float:
    return max(size.height_mm for size in row)


def _placed(pieces: Sequence[Piece], rows: Sequence[Sequence[Size]]) -> Iterator[ShownPiece]:
    """Yields the pieces in their rows, spread over the stage, each in the middle of its row."""
    left = iter(pieces)
    high_mm = sum(map(_height_mm, rows))
    gap_mm = (STAGE.height_mm - high_mm) / (len(rows) + 1)
    top_mm = gap_mm
    for row in rows:
        wide_mm = sum(size.width_mm for size in row)
        between_mm = min((STAGE.width_mm - wide_mm) / (len(row) + 1), 4 * _GAP_MM)
        x_mm = (STAGE.width_mm - wide_mm - between_mm * (len(row) - 1)) / 2
        for size in row:
            y_mm = top_mm + (_height_mm(row) - size.height_mm) / 2
            yield ShownPiece(next(left), x_mm, y_mm, size)
            x_mm += size.width_mm + between_mm
        top_mm += _height_mm(row) + gap_mm
