"""Counts the contents of a box: for the cover sheet, the closing table and `fustella list`."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from fustella.core.values.model import Game, Kind, Piece, PlainWord, Text
from fustella.core.values.sheets import Bound, Sheet
from fustella.core.words.printed import SHEET

BOXES = ":boxes"
"""The id of a cover's section that lists the boxes; no kind has it, for ids have no colon."""

LONGEST_NAME = 60
"""The most letters of a name in a list, and of the joined names of kinds that share sheets.

A longer name is cut: many names default to a text of their piece.
"""

_NO_BOUNDS: Mapping[str, Bound] = {}


def cut_name(name: str, longest: float = LONGEST_NAME) -> str:
    """A name, cut to at most `longest` letters."""
    return f"{name[: int(longest) - 1].rstrip()}…" if len(name) > longest else name


class KindCount(Struct, frozen=True):
    """The counts of one kind: its pieces (struck-out ones, too), its designs and its copies."""

    kind: Kind
    pieces: tuple[Piece, ...]
    designs: int
    copies: int


class GroupCount(Struct, frozen=True):
    """The figures of a group: kinds that share sheets, which are printed as one PDF.

    `name` is the designer's name, or else the joined names of its kinds (of the first, if many).
    `bound` is the fewest sheets that the area of its pieces allows, 0 when it was not computed.
    `waste` is the part of the printable area that no piece covers.
    """

    id: str
    name: Text
    kinds: tuple[Kind, ...]
    copies: int
    sheets: int
    cuts: int
    bound: int = 0
    waste: float = 0.0


class ContentsSection(Struct, frozen=True):
    """The entries of a cover under the heading `name`: one kind, or all boxes to fold (`BOXES`)."""

    id: str
    name: Text
    kinds: tuple[KindCount, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that are printed."""
        return tuple(piece for kind in self.kinds for piece in kind.pieces if piece.copies)

    @property
    def copies(self) -> int:
        return sum(kind.copies for kind in self.kinds)


class Contents(Struct, frozen=True):
    """The contents of a box, or of the part of it that is printed."""

    game: Game
    kinds: tuple[KindCount, ...]
    groups: tuple[GroupCount, ...]

    @property
    def copies(self) -> int:
        return sum(kind.copies for kind in self.kinds)

    @property
    def sections(self) -> tuple[ContentsSection, ...]:
        """The kinds as a cover lists them."""
        boxes = tuple(count for count in self.kinds if count.kind.box)
        others = (count for count in self.kinds if not count.kind.box)
        found = tuple(ContentsSection(count.kind.id, count.kind.name, (count,)) for count in others)
        return (*found, self._boxes(boxes)) if boxes else found

    def _boxes(self, boxes: tuple[KindCount, ...]) -> ContentsSection:
        words, place = self.game.tool_words, boxes[0].kind.place
        name = {each: words.text(f"{SHEET}.boxes", each) for each in self.game.languages}
        return ContentsSection(
            BOXES, Text({each: PlainWord(name[each], place) for each in name}), boxes
        )

    @property
    def sheets(self) -> int:
        """All sheets of paper, without the cover."""
        return sum(group.sheets for group in self.groups)

    @property
    def cuts(self) -> int:
        return sum(group.cuts for group in self.groups)


def contents_of(
    game: Game,
    pieces: Sequence[Piece],
    sheets: Sequence[Sheet],
    bounds: Mapping[str, Bound] = _NO_BOUNDS,
) -> Contents:
    """The counted `pieces` of a game, with `sheets` and `bounds` by the names of their groups."""
    present = []
    for kind in game.kinds:
        if own := tuple(piece for piece in pieces if piece.kind.id == kind.id):
            printed = [piece.copies for piece in own if piece.copies]
            present.append(KindCount(kind, own, len(printed), sum(printed)))
    groups = dict.fromkeys(count.kind.sheet for count in present if count.copies)
    return Contents(
        game,
        tuple(present),
        tuple(_group(game, group, present, sheets, bounds.get(group)) for group in groups),
    )


def _group(
    game: Game,
    group: str,
    counts: Sequence[KindCount],
    sheets: Sequence[Sheet],
    bound: Bound | None,
) -> GroupCount:
    own = [count for count in counts if count.kind.sheet == group and count.copies]
    laid = [sheet for sheet in sheets if sheet.group == group]
    return GroupCount(
        id=group,
        name=game.sheets.get(group) or _joined_names(game, [count.kind for count in own]),
        kinds=tuple(count.kind for count in own),
        copies=sum(count.copies for count in own),
        sheets=len(laid),
        cuts=sum(sheet.cuts for sheet in laid),
        bound=bound.sheets if bound else 0,
        waste=bound.waste(sheet.paper for sheet in laid) if bound else 0.0,
    )


def _joined_names(game: Game, kinds: Sequence[Kind]) -> Text:
    """The names of kinds in one text: `Arcieri, Cavalieri` or `Arcieri, Cavalieri e altri 7`."""

    def joined(language: str) -> PlainWord:
        names = [kind.name.in_language(language) for kind in kinds]
        shown = game.tool_words.joined(names, language, lambda text: len(text) <= LONGEST_NAME)
        return PlainWord(shown, kinds[0].place)

    return Text({language: joined(language) for language in game.languages})
