"""Makes the lists of other pieces that zones show: lines of a text, or the rows of a table."""

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct, field

from fustella.core.processes import limits
from fustella.core.values.conditions import UnknownField
from fustella.core.values.expressions import InvalidExpression, names_in
from fustella.core.values.model import Cells, Piece, SideName, Text, Value, Word
from fustella.core.values.problems import Place, Problem, warning
from fustella.core.values.seen import FACE, OWN, SeenPieces, TooManySeen
from fustella.read.forms import At
from fustella.read.languages import Languages, read_text
from fustella.read.nodes import MappingNode
from fustella.read.piece_lists import LIST, PieceListForm, formulas_of, read_list
from fustella.read.text_tables import TO_TRANSLATE

Fill = Callable[[object, Piece, Piece, SideName, At], Text]
"""A function that fills in a text as typed, with the values of a piece for the side of another."""


_OWN = ("id", "name", "kind", "copies")
"""The names in texts that mean a piece itself."""


class PieceLists(Struct, frozen=True):
    """Makes the lists of a game, each once for pieces that see the same."""

    seen: SeenPieces
    languages: Languages
    fill: Fill
    _made: dict[tuple[object, ...], tuple[object, Value]] = field(default_factory=dict)
    _lines: list[int] = field(default_factory=lambda: [0])
    _finds: dict[Place, bool] = field(default_factory=dict)

    @classmethod
    def of(
        cls, kinds: Collection[str], pieces: Sequence[Piece], languages: Languages, fill: Fill
    ) -> "PieceLists":
        return cls(SeenPieces(kinds, pieces, languages.codes[0]), languages, fill)

    def value(self, zone: MappingNode, own: Piece, side: SideName, at: At) -> Value:
        """The list in a zone on a side of a piece: a text, a table, or None for no piece.

        Reports E133 for too many, E163 and E164 for a faulty condition or text.
        """
        inside, form = at.inside(LIST, zone), read_list(zone, At(at.place, []))
        found = self._found(form, own, side, inside, zone[LIST]) if form else ()
        self._finds[inside.place] = self._finds.get(inside.place, False) or bool(found)
        if form is None or not found:
            return None
        texts = [text for text in formulas_of(zone) if text != form.where]
        steps = (name.split(".")[0] for text in texts for name in names_in(text))
        key = (id(zone), id(found), own.id if {FACE, OWN} & {*steps} else "")
        if key not in self._made:
            self._lines[0] += len(found)
            if self._lines[0] > limits.PIECES_SEEN:
                message = f"the lists have more than {limits.PIECES_SEEN:,} lines"
                inside.report("E133", message, "list fewer pieces")
                return None
            self._made[key] = found, self._listed(form, found, own, side, inside, zone[LIST])
        return self._made[key][1]

    def empty(self) -> Iterator[Problem]:
        """Yields a warning, E161, for each list that finds nothing on any face."""
        for place, finds in self._finds.items():
            if not finds:
                hint = "look at its `of` and its `where`; words are those of the first language"
                yield warning("E161", place, "this list finds no piece", hint)

    def _found(
        self, form: PieceListForm, own: Piece, side: SideName, at: At, typed: object
    ) -> tuple[Piece, ...]:
        """The pieces that are listed; () for too many, or a faulty condition, which it reports."""
        assert isinstance(typed, MappingNode)
        where = at.inside("where", typed)
        found: tuple[Piece, ...] = ()
        try:
            found = self.seen.of(form.of, form.where.removeprefix("="), own, side)
        except TooManySeen:
            message = f"the lists look at more than {limits.PIECES_SEEN:,} pieces"
            where.report("E133", message, "name fewer fields of the face in `where`")
        except InvalidExpression as fault:
            code = "E163" if isinstance(fault, UnknownField) else "E164"
            where.report(code, fault.message, fault.hint or "look at its brackets and names")
        if len(found) > limits.PRINTED_ROWS:
            message = f"a list of {len(found):,} pieces: more than {limits.PRINTED_ROWS:,}"
            at.report("E133", message, "say with `where` which of them it lists")
            return ()
        return found

    def _listed(
        self,
        form: PieceListForm,
        found: Sequence[Piece],
        own: Piece,
        side: SideName,
        at: At,
        typed: object,
    ) -> Value:
        assert isinstance(typed, MappingNode)
        if not form.columns:
            inside = at.inside("text", typed)
            lines = [self.fill(form.text, piece, own, side, inside) for piece in found]
            return _joined(lines, self.languages, inside)
        columns = at.inside("columns", typed)
        for name, text in form.columns.items():
            if isinstance(text, str) and (text in found[0].front or text in _OWN):
                hint = f'to print the value of each piece, write "{{{text}}}"'
                place = columns.inside(name, form.columns).place
                at.problems.append(
                    warning("E168", place, f"`{text}` is printed as these letters", hint)
                )
        heads = tuple(
            read_text(
                name,
                self.languages,
                columns.inside(name, form.columns).place,
                at.problems,
                way=TO_TRANSLATE,
            )
            for name in form.columns
        )
        rows = [
            tuple(
                self.fill(text, piece, own, side, columns.inside(name, form.columns))
                for name, text in form.columns.items()
            )
            for piece in found
        ]
        return Cells((heads, *rows), ("",) * len(heads))


def _joined(lines: Sequence[Text], languages: Languages, at: At) -> Text:
    """One text of lines, without empty ones."""
    words = {}
    for code in languages.codes:
        each = (str(line.in_language(code)) for line in lines)
        words[code] = Word("\n".join(line for line in each if line.strip()), at.place)
    return Text(words, frozenset(code for line in lines for code in line.missing))
