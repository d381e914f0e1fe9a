"""Component lists, with every piece resolved; and lists of pieces to print again.

A piece inherits from its list and its variant. A list to print from has the ids of pieces, each
with a number of copies.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from fustella.core.claims import Lines
from fustella.core.model import Piece, Record, Source, Text, Word
from fustella.core.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.read.fields import Converter, Known, read_text
from fustella.read.forms import WRONG, At, checked_leniently, form_of
from fustella.read.kinds import KindRead
from fustella.read.nodes import (
    Location,
    MappingNode,
    is_whole,
    joined,
    key_of,
    line_at,
    without_combination,
)
from fustella.read.scalars import ListForm, PieceForm, VariantForm
from fustella.read.source import load


@dataclass(frozen=True, slots=True)
class ListReader:
    """Reads the lists of one game; what is wrong goes to `problems`.

    `icons` are the names that stand for icons in texts.
    """

    kinds: dict[str, KindRead]
    known: Known
    icons: Collection[str]
    problems: list[Problem]

    def read(self, data: MappingNode, file: str) -> list[Piece]:
        """The pieces of one file, each in all its variants."""
        form, faults = checked_leniently(ListForm, data, file)
        self.problems.extend(faults)
        if form is None:
            return []
        kind = self.kinds.get(form.kind)
        if kind is None:
            place = Place(file, data.line_of("kind"), "kind")
            hint = did_you_mean(form.kind, self.kinds) or "declare it under `kinds` of game.yaml"
            self.problems.append(Problem("E111", place, f"there is no kind `{form.kind}`", hint))
            return []
        one_list = _OneList(form, data, kind, self.known)
        pieces: list[Piece] = []
        for index, typed in enumerate(form.pieces):
            location = ("pieces", index)
            at = At(file, line_at(data, location), location, self.problems)
            if isinstance(typed, PieceForm):
                pieces += one_list.pieces(typed, at)
                continue
            for filled, inside in typed.filled(at, self.icons):
                entry = form_of(PieceForm)(filled, inside)
                if entry is not WRONG:
                    pieces += one_list.pieces(entry, inside)
        return pieces


@dataclass(frozen=True, slots=True)
class _OneList:
    form: ListForm
    data: MappingNode
    kind: KindRead
    known: Known

    def pieces(self, entry: PieceForm, at: At) -> Iterator[Piece]:
        """The piece of an entry in all its variants; what is wrong goes to `at`."""
        variants: list[VariantForm | None] = [*self.form.variants] or [None]
        for variant in variants:
            piece = self._piece(entry, variant, at)
            if piece is not None:
                yield piece

    def _piece(self, entry: PieceForm, variant: VariantForm | None, at: At) -> Piece | None:
        place = self._place(at)
        front = self._side("front", entry, variant, at)
        back = self._side("back", entry, variant, at)
        source = self._source(entry, at)
        if source is None:
            return None
        copies, copies_place = self._copies(entry, variant, at)
        return Piece(
            id=f"{entry.id}-{variant.id}" if variant else entry.id,
            kind=self.kind.kind,
            name=self._name(entry, variant, front, at),
            front=front,
            back=back,
            copies=copies if entry.struck_out is None else 0,
            source=source,
            struck_out=self._remark(at, (*at.location, "struck_out"), entry.struck_out),
            place=place,
            copies_place=copies_place,
        )

    def _copies(self, entry: PieceForm, variant: VariantForm | None, at: At) -> tuple[int, Place]:
        """The number of copies and its place: at the entry, its variant, the list, or none."""
        typed: list[tuple[int | None, Location]] = [
            (entry.copies, (*without_combination(at.location), "copies"))
        ]
        if variant is not None:
            number = self.form.variants.index(variant)
            typed.append((variant.copies, ("variants", number, "copies")))
        typed.append((self.form.copies, ("copies",)))
        for copies, location in typed:
            if copies:
                return copies, self._place(at, location)
        return 1, Place(at.file, 0, "copies")

    def _source(self, entry: PieceForm, at: At) -> Source | None:
        if entry.source is None and self.form.source is None:
            hint = 'add `source: {lines: 12-19}`, or {designed: "why"}'
            at.report("E116", "nothing says where this piece comes from", hint)
            return None
        typed: Location = (*without_combination(at.location), "source")
        lines, lines_place = self._lines(entry, at, typed)
        if entry.source is not None and entry.source.designed is not None:
            remark = self._remark(at, (*typed, "designed"), entry.source.designed)
            return Source(lines, remark, lines_place)
        designed = self.form.source.designed if self.form.source else None
        return Source(lines, self._remark(at, ("source", "designed"), designed), lines_place)

    def _lines(self, entry: PieceForm, at: At, typed: Location) -> tuple[Lines, Place]:
        """The lines of the document and their place: at the entry, at the list, or none."""
        for form, location in ((entry.source, typed), (self.form.source, ("source",))):
            if form is not None and form.lines:
                return form.lines, self._place(at, (*location, "lines"))
        return (), Place(at.file, 0, "source.lines")

    def _remark(self, at: At, location: Location, value: object) -> Text | None:
        """A remark of the designer, in each language or the same in all."""
        if value is None:
            return None
        place = self._place(at, location)
        return read_text(value, self.known.languages, place, at.problems, plain=True)

    def _side(self, side: str, entry: PieceForm, variant: VariantForm | None, at: At) -> Record:
        parts = [getattr(self.form, side), getattr(entry, side)]
        if variant is not None:
            parts.append(getattr(variant, side))
        fields = self.kind.front if side == "front" else self.kind.back
        converter = Converter(at.file, self.known, at.problems)
        return converter.record(joined(*parts), fields, key_of((*at.location, side)), at.line)

    def _name(self, entry: PieceForm, variant: VariantForm | None, front: Record, at: At) -> Text:
        name = self._own_name(entry, front, at)
        if variant is None or variant.name is None:
            return name
        place = self._place(at, ("variants", self.form.variants.index(variant), "name"))
        added = read_text(variant.name, self.known.languages, place, at.problems)
        words = {
            language: Word(f"{word} ({added.in_language(language)})", word.place)
            for language, word in name.by_language.items()
        }
        return Text(words)

    def _own_name(self, entry: PieceForm, front: Record, at: At) -> Text:
        if entry.name is not None:
            where = self._place(at, (*at.location, "name"))
            return read_text(entry.name, self.known.languages, where, at.problems)
        for field in ("name", "title"):
            value = front[field] if field in front else None
            if isinstance(value, Text):
                return value
        if not any(name in ("name", "title") for name, _ in self.kind.front):
            hint = "add `name: …`; the cover sheet and `fustella list` call the piece by it"
            at.report("E107", "the piece has no name", hint)
        place = self._place(at)
        return Text({language: Word(entry.id, place) for language in self.known.languages})

    def _place(self, at: At, location: Location | None = None) -> Place:
        """The place of a location in the file, by default that of the entry."""
        location = at.location if location is None else location
        return Place(at.file, line_at(self.data, location), key_of(location))


MOST = 1000
"""More copies of one piece to print again are a typing error."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a list of pieces to print again."""

    piece: str
    copies: int
    place: Place


def read_copies(path: Path) -> tuple[Listed, ...]:
    """The lines of a list of pieces to print again, such as `card-snow: 2`.

    Raises ProblemsFound: E104 for a number that is none, and as `load`.
    """
    name = path.as_posix()
    listed: list[Listed] = []
    problems: list[Problem] = []
    data = load(path, name)
    for piece, copies in data.items():
        place = Place(name, data.lines[piece], str(piece))
        if not is_whole(copies) or not 1 <= copies <= MOST:
            message = f"expected a number of copies from 1 to {MOST}"
            problems.append(Problem("E104", place, message, f"write `{piece}: 2`"))
            continue
        listed.append(Listed(str(piece), int(copies), place))
    if problems:
        raise ProblemsFound(problems)
    return tuple(listed)
