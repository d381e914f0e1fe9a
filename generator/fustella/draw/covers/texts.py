"""The parts of a cover that are as high as their texts: notes, and assembly maps of boards.

The notes are at the end of a cover: the pieces that are struck out, the pieces that are designed,
with the reasons, and the lines of the document that pieces come from.
"""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Size
from fustella.core.values.contents import LONGEST_NAME, Contents, Section, cut_name
from fustella.core.values.cover import BoardMap, CoverNote, DrawnMap
from fustella.core.values.model import Edition, FaceId, Piece, PlainWord, SideName, Word
from fustella.core.words.printed import braces_in
from fustella.draw.artist import Artist
from fustella.draw.covers.names import stems_of, told_together
from fustella.draw.specs import FaceSpec
from fustella.draw.text.fallback import Fallback
from fustella.draw.text.fit import height_em, lines_em, size_in_mm
from fustella.draw.text.fonts import BOLD, FAMILIES, REGULAR, FontStyle
from fustella.draw.text.lines import Stretch, WordBox, count_lines, signs_of, stretches, wrap
from fustella.draw.text.markup import Break, IconMark, as_typed, marks_of
from fustella.draw.text.words import text_boxes

MOST_NAMED = 6
"""In a large box a reason that is about more pieces than this names their kind instead of them."""

LETTERS_IN_NOTE = 240
"""After so many letters lines of the document go on in the next note: long ones leave columns
uneven.
"""

_AFTER_NAME = re.compile(r", (?=\D)")
"""Where a list of names may be divided, and not one of the numbers of lines."""

LEADING = 1.2
"""The distance of lines, as a factor of the size of the text."""

GUTTER_MM = 5.0
"""Between the columns of notes."""

NARROWEST_MM = 58.0
"""The least width of a column: narrower ones have too few words in a line."""

TITLE_HEIGHT_MM = 7.4
MAP_HEIGHT_MM = 37.0

MOST_SHEETS = 4
"""Of a part on more sheets than this, only the first and the last sheet are named."""


class Rank(StrEnum):
    """What a note is: the title of a part of the cover, the title of a group, or a text."""

    TITLE = "title"
    GROUP = "group"
    NOTE = "note"


class Note(Struct, frozen=True):
    """One paragraph; its text carries its place in the content."""

    rank: Rank
    text: Word


class _Style(Struct, frozen=True):
    """How the notes of a rank are set; `above_mm` and `below_mm` are the space around them."""

    size_pt: float
    above_mm: float
    below_mm: float
    bold: bool


_STYLES = {
    Rank.TITLE: _Style(10.0, 2.2, 2.6, bold=True),
    Rank.GROUP: _Style(7.0, 0.0, 0.4, bold=True),
    Rank.NOTE: _Style(7.0, 0.0, 1.3, bold=False),
}


BEFORE_GROUP_MM = 2.4
"""The space below a note before the title of a group."""


def words_of_faces(edition: Edition) -> dict[str, str]:
    """The words for the faces of a cover, to be set as typed; those with braces are as they are."""
    return {
        name: word if braces_in(word) else as_typed(word) for name, word in edition.words.items()
    }


def notes_of(
    language: str, contents: Contents, words: Mapping[str, str], *, captioned: bool = True
) -> Iterator[Note]:
    """The notes of a box in one language: titles, then groups with their texts.

    `captioned`: the box has pictures with captions, and not a list whose lines tell where a piece
    comes from.
    """
    yield from _struck_out(language, contents, words)
    yield from _designed(language, contents, words, math.inf if captioned else MOST_NAMED)
    if captioned:
        yield from _from_document(language, contents, words)


def _from_document(language: str, contents: Contents, words: Mapping[str, str]) -> Iterator[Note]:
    """The lines of the document that pieces come from, those of one kind together."""
    title = True
    for section in contents.sections:
        names: dict[str, list[str]] = {}
        every = _names(section.pieces, language)
        stems = stems_of(every)
        for piece, name in zip(section.pieces, every, strict=True):
            if piece.source.lines:
                names.setdefault(ranges_told(piece.source.lines), []).append(name)
        if not names:
            continue
        if title:
            yield Note(Rank.TITLE, Word(words["document_lines"], contents.game.place))
            title = False
        all_of_it = len(names) == 1 and all(piece.source.lines for piece in section.pieces)
        told = [
            lines if all_of_it else f"{as_typed(told_together(own, stems))}\u00a0{lines}"
            for lines, own in names.items()
        ]
        place = section.kinds[0].kind.place
        about = f"{_about(section.name.in_language(language), words)} "
        for text in _in_parts(told):
            yield Note(Rank.NOTE, Word(f"{about}{text}", place))
            about = ""


def _in_parts(told: Sequence[str]) -> Iterator[str]:
    """What is told in parts of about the same length; only what is too long ends after a name."""
    pieces = list[tuple[str, str]]()
    for each in told:
        names = _AFTER_NAME.split(each) if len(each) > LETTERS_IN_NOTE else [each]
        pieces += zip((" · ", *[", "] * (len(names) - 1)), names, strict=True)
    letters = sum(len(between) + len(piece) for between, piece in pieces)
    most = letters / math.ceil(letters / LETTERS_IN_NOTE)
    part = ""
    for between, piece in pieces:
        if part and len(part) + len(piece) / 2 > most:
            yield part
            part = ""
        part += f"{between}{piece}" if part else piece
    yield part


def _struck_out(language: str, contents: Contents, words: Mapping[str, str]) -> Iterator[Note]:
    struck = [
        (piece.name.in_language(language), piece.struck_out.in_language(language))
        for count in contents.kinds
        for piece in count.pieces
        if piece.struck_out is not None
    ]
    if struck:
        yield Note(Rank.TITLE, Word(words["struck_out"], contents.game.place))
    for name, why in struck:
        yield Note(Rank.NOTE, Word(f"{_about(name, words)} {as_typed(why)}", why.place))


def _designed(
    language: str, contents: Contents, words: Mapping[str, str], most_named: float
) -> Iterator[Note]:
    """The reasons for what is designed, those about the same kinds together."""
    reasons: dict[Word, list[Piece]] = {}
    for count in contents.kinds:
        for piece in count.pieces:
            if piece.source.designed is not None:
                reason = piece.source.designed.in_language(language)
                reasons.setdefault(reason, []).append(piece)
    if not reasons:
        return
    yield Note(Rank.TITLE, Word(words["reasons"], contents.game.place))
    stems = {
        section.id: stems_of(
            piece.name.in_language(language) for count in section.kinds for piece in count.pieces
        )
        for section in contents.sections
    }
    groups: dict[tuple[Word, ...], list[Word]] = {}
    section_of = _section_of(contents)
    for reason, pieces in reasons.items():
        about = tuple(
            dict.fromkeys(section_of[piece.kind.id].name.in_language(language) for piece in pieces)
        )
        groups.setdefault(about, []).append(reason)
    for about, members in groups.items():
        title = ", ".join(about)
        yield Note(Rank.GROUP, Word(as_typed(title), members[0].place))
        for reason in members:
            whose = _whose(reasons[reason], contents, language, most_named, stems)
            text = f"{_about(whose, words)} {as_typed(reason)}" if whose else as_typed(reason)
            yield Note(Rank.NOTE, Word(text, reason.place))


def ranges_told(lines: Sequence[tuple[int, int]], most: int = 0) -> str:
    """`12–19, 38`; with `most`, of more ranges than that only the first and the last line."""
    if most and len(lines) > most:
        return f"{lines[0][0]} … {lines[-1][1]}"
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in lines)


def _about(name: str, words: Mapping[str, str]) -> str:
    """Which pieces a note is about, in bold letters: `**Castle:**`."""
    return f"**{as_typed(words['note_of'].format(name=name))}**"


def _whose(
    pieces: Sequence[Piece],
    contents: Contents,
    language: str,
    most_named: float,
    stems: Mapping[str, Mapping[str, int]],
) -> str:
    """The pieces that a reason is about, where the heading of their kinds does not tell; or "".

    More than `most_named` of a kind are not named. `stems` count how many names of each section
    begin alike.
    """
    section_of = _section_of(contents)
    sections = {(found := section_of[piece.kind.id]).id: found for piece in pieces}
    names = []
    for section in sections.values():
        own = [piece for piece in pieces if section_of[piece.kind.id].id == section.id]
        all_of_it = len(own) == sum(len(count.pieces) for count in section.kinds)
        named = not all_of_it and len(own) <= most_named
        each = told_together(_names(own, language), stems[section.id]) if named else ""
        if len(sections) == 1:
            return each
        names.append((section.name.in_language(language), each))
    if not any(each for _, each in names):
        return ""
    return ", ".join(f"{name} ({each})" if each else name for name, each in names)


def _names(pieces: Iterable[Piece], language: str) -> list[Word]:
    return [piece.name.in_language(language) for piece in pieces]


def name_on_cover(name: Word, icons: Collection[str]) -> Word:
    """A name in markup, for texts that the tool composes: one that is plain is set as typed.

    So is a text that stands for a name and has faults, or icons that are unknown: they are told
    where it is printed on its piece.
    """
    marked = marks_of(name)
    named = {mark.name for mark in marked.marks if isinstance(mark, IconMark)}
    if isinstance(name, PlainWord) or marked.faults or named.difference(icons):
        return Word(as_typed(name), name.place)
    return name


def shortened(
    name: Word,
    width_mm: float,
    least_pt: float,
    fallback: Fallback,
    longest: float = LONGEST_NAME,
) -> Word:
    """A name for a cover, which one that does not fit would stop.

    One with more letters than `longest`, or with a word wider than `width_mm` at `least_pt`, loses
    its markup and ends with an ellipsis, as such a word does.
    """
    size_mm = size_in_mm(least_pt)
    boxes = _boxes(name, True, fallback)
    if len(name) <= longest and all(box.closed_em * size_mm <= width_mm for box in boxes):
        return name
    letters = "".join(
        " " * (box.space is not None or box.break_before is not Break.NONE) + box.text
        for box in boxes
    )
    cut = " ".join(
        _cut_word(word, width_mm, least_pt, fallback) for word in cut_name(letters, longest).split()
    )
    return Word(as_typed(cut), name.place)


def _cut_word(word: str, width_mm: float, size_pt: float, fallback: Fallback) -> str:
    most_em = width_mm / size_in_mm(size_pt)
    kept = cut = word
    while len(kept) > 1 and _word_em(cut, fallback) > most_em:
        kept = kept[:-1]
        cut = f"{kept.rstrip('…')}…"
    return cut


def _section_of(contents: Contents) -> dict[str, Section]:
    """The section of the cover of each kind, by the id of the kind."""
    return {count.kind.id: section for section in contents.sections for count in section.kinds}


def note_specs(
    artist: Artist,
    contents: Contents,
    words: Mapping[str, str],
    width_mm: float,
    *,
    captioned: bool = True,
) -> Iterator[tuple[FaceSpec, CoverNote]]:
    """The notes of a cover, in as many columns as its width has room for; titles are as wide."""
    columns = max(1, int((width_mm + GUTTER_MM) / (NARROWEST_MM + GUTTER_MM)))
    column_mm = (width_mm + GUTTER_MM) / columns - GUTTER_MM
    language = artist.edition.language
    found = list(notes_of(language, contents, words, captioned=captioned))
    followed = [*(note.rank for note in found[1:]), Rank.TITLE]
    for number, (note, after) in enumerate(zip(found, followed, strict=False)):
        style, fallback = _STYLES[note.rank], artist.fonts.fallback
        wide_mm = width_mm if note.rank is Rank.TITLE else column_mm
        high_mm = height_mm(note.text, wide_mm, style.size_pt, style.bold, fallback)
        ends_group = (note.rank, after) == (Rank.NOTE, Rank.GROUP)
        below_mm = BEFORE_GROUP_MM if ends_group else style.below_mm
        size = Size(wide_mm, style.above_mm + high_mm + below_mm)
        values = {"note": note.text, "size": style.size_pt, "above": style.above_mm}
        values |= {"rank": note.rank.value, "high": high_mm}
        name, leads = f"note:{number}", note.rank is not Rank.NOTE
        yield cover_spec(artist, name, size, values), _noted(name, size, leads)


def title_spec(artist: Artist, name: str, text: str, width_mm: float) -> tuple[FaceSpec, CoverNote]:
    """The title of a part of the cover."""
    name, size = f"title:{name}", Size(width_mm, TITLE_HEIGHT_MM)
    return cover_spec(artist, name, size, {"name": text}), _noted(name, size, leads=True)


def map_specs(
    artist: Artist, contents: Contents, board: BoardMap, words: Mapping[str, str], width_mm: float
) -> tuple[tuple[FaceSpec, FaceSpec], DrawnMap]:
    """The overlay of the scaled picture of a board, and the text beside it."""
    trim = board.outline.size
    room = Size(width_mm * 0.46, MAP_HEIGHT_MM)
    scale = min(1.0, room.width_mm / trim.width_mm, room.height_mm / trim.height_mm)
    size = Size(trim.width_mm * scale, trim.height_mm * scale)
    over = cover_spec(artist, f"map:{board.piece}", size, _map_values(board, scale))
    text_mm = width_mm - room.width_mm - GUTTER_MM
    values, text_size = _assembly(artist, contents, board, words, text_mm)
    text = cover_spec(artist, f"assembly:{board.piece}", text_size, values)
    picture = FaceId(board.piece, SideName.FRONT)
    return (over, text), DrawnMap(picture, over.id, text.id, scale, size, text_size, width_mm)


def _noted(name: str, size: Size, leads: bool) -> CoverNote:
    return CoverNote(FaceId(name, SideName.FRONT), size, leads)


def cover_spec(
    artist: Artist, name: str, size: Size, values: Mapping[str, object], template: str = ""
) -> FaceSpec:
    """A face of a cover; `name` is `kind:id`, and the default template is that of the kind.

    The tool composes its texts, but for a head whose title the game letters itself.
    """
    template = template or f"cover-{name.split(':', 1)[0]}"
    outline = Outline.rectangle(size.width_mm, size.height_mm)
    face, place = FaceId(name, SideName.FRONT), artist.edition.game.place
    composed = not values.get("lettering")
    template = f"_shared/{template}.svg.j2"
    spec = FaceSpec(face, template, outline, 0.0, values, place, composed=composed)
    return replace(spec, known_group=spec.group())


def _map_values(board: BoardMap, scale: float) -> dict[str, object]:
    """Seams as paths, and a disc for each part, as large as the nearest two of them allow."""
    lefts = sorted({part.middle.x_mm for part in board.parts})
    tops = sorted({part.middle.y_mm for part in board.parts})
    apart = [after - before for each in (lefts, tops) for before, after in pairwise(each)]
    least_mm = min((mm for mm in apart if mm > EPSILON_MM), default=MAP_HEIGHT_MM) * scale
    paths = [
        "M" + "L".join(f"{at.x_mm * scale:.3f} {at.y_mm * scale:.3f}" for at in seam)
        for seam in board.seams
    ]
    names = [
        {"name": part.name, "x": part.middle.x_mm * scale, "y": part.middle.y_mm * scale}
        for part in board.parts
    ]
    return {"seams": paths, "parts": names, "radius": min(3.6, least_mm * 0.42)}


def _assembly(
    artist: Artist, contents: Contents, board: BoardMap, words: Mapping[str, str], width_mm: float
) -> tuple[dict[str, object], Size]:
    """The lines of the text beside a map, and their size: name, assembly steps, sheets."""
    language = artist.edition.language
    pieces = {piece.id: piece for count in contents.kinds for piece in count.pieces}
    groups = {group.id: group.name.in_language(language) for group in contents.groups}
    shown = ", ".join(part.name for part in board.parts[:3])
    order = shown + (" …" if len(board.parts) > 3 else "")
    texts = (
        (as_typed(pieces[board.piece].name.in_language(language)), 9.0, True),
        (as_typed(words["assembly_steps"].format(order=order)), 7.5, False),
        (
            f"{as_typed(groups.get(board.group, ''))} · {words['sheets']} {_where(board, words)}",
            7.5,
            False,
        ),
    )
    lines, down_mm = [], 0.0
    for text, size_pt, bold in texts:
        high_mm = height_mm(text, width_mm, size_pt, bold, artist.fonts.fallback)
        lines.append({"text": text, "y": down_mm, "high": high_mm, "size": size_pt, "bold": bold})
        down_mm += high_mm + 1.6
    return {"lines": lines}, Size(width_mm, down_mm)


def _where(board: BoardMap, words: Mapping[str, str]) -> str:
    """The sheets of the parts; as one range if each part is on the sheet after the one before."""
    first, last = board.parts[0], board.parts[-1]
    one_by_one = tuple((first.sheets[0] + step,) for step in range(len(board.parts)))
    if tuple(part.sheets for part in board.parts) == one_by_one:
        sheets = words["note_of"].format(name=f"{first.sheets[0]}–{last.sheets[0]}")
        return f"{sheets} **{first.name}** … **{last.name}**"
    return " · ".join(f"**{part.name}**\u00a0{_numbers(part.sheets)}" for part in board.parts)


def _numbers(sheets: tuple[int, ...]) -> str:
    if len(sheets) > MOST_SHEETS:
        return f"{sheets[0]} … {sheets[-1]}"
    return ", ".join(map(str, sheets))


class SetText(Struct, frozen=True):
    """A text whose words are measured, to be broken into lines of any width.

    Its first two words are `head_em` wide beside each other.
    """

    stretches: tuple[Stretch, ...]
    widest_em: float
    head_em: float
    gaps: int
    tall: bool

    @property
    def measured(self) -> object:
        """What tells it, with its letters, from the same text in another font."""
        boxes = [box for stretch in self.stretches for box in stretch.boxes]
        return self.tall, [(box.width_em, box.gap_em) for box in boxes]

    def fits(self, width_mm: float, size_pt: float) -> bool:
        """Whether no word is wider."""
        return self.widest_em * size_in_mm(size_pt) <= width_mm

    def height_mm(self, width_mm: float, size_pt: float, leading: float) -> float:
        """The height of the text in lines of that width."""
        size_mm = size_in_mm(size_pt)
        width_em = width_mm / size_mm
        if self.tall:
            return height_em(wrap(self.stretches, width_em), leading) * size_mm
        lines = count_lines(self.stretches, width_em)
        return lines_em(lines, self.gaps, leading) * size_mm


def set_text(text: str, bold: bool, fallback: Fallback) -> SetText:
    """A text with its words measured. Inline icons count as wide as they are high."""
    boxes = _boxes(text, bold, fallback)
    widest_em = max((box.closed_em for box in boxes), default=0.0)
    parts, gaps = tuple(stretches(boxes)), sum(box.break_before is Break.PARAGRAPH for box in boxes)
    head_em = boxes[0].width_em if boxes else 0.0
    if len(boxes) > 1 and boxes[1].break_before is Break.NONE:
        head_em += boxes[1].gap_em + boxes[1].closed_em
    return SetText(parts, widest_em, head_em, gaps, bool(signs_of(boxes)))


def is_one_line(text: str, width_mm: float, size_pt: float, fallback: Fallback) -> bool:
    """Whether a text as it was typed has room in one line of that width."""
    as_set = set_text(as_typed(text), False, fallback)
    lines = count_lines(as_set.stretches, width_mm / size_in_mm(size_pt))
    return lines <= 1 and as_set.fits(width_mm, size_pt)


def height_mm(
    text: str,
    width_mm: float,
    size_pt: float,
    bold: bool,
    fallback: Fallback,
    leading: float = LEADING,
) -> float:
    """The height of a text in lines of that width."""
    return set_text(text, bold, fallback).height_mm(width_mm, size_pt, leading)


_KEPT = 4096
"""Beginnings of words whose widths are remembered: a long word is cut for each width of a cell."""


@lru_cache(_KEPT)
def _word_em(word: str, fallback: Fallback) -> float:
    return sum(box.closed_em for box in _boxes(as_typed(word), True, fallback))


def _boxes(text: str, bold: bool, fallback: Fallback) -> tuple[WordBox, ...]:
    base = FontStyle(FAMILIES["sans"], BOLD if bold else REGULAR, False)
    return text_boxes(marks_of(text).marks, base, lambda _: 1.0, fallback)
