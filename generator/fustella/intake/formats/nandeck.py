"""Takes nanDECK scripts (https://www.nandeck.com, its manual): what they draw, card by card."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.assembly import kind_of
from fustella.intake.formats._looks import text_of_markup
from fustella.intake.formats._nandeck_drawing import Drawing, shown_text
from fustella.intake.formats._nandeck_lines import lines_of
from fustella.intake.marks import Columns, Drawn, Mark
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of
from fustella.intake.taken import Loss, Miss, Taken

ABOUT = "nanDECK"

_DRAWING = regex(
    "TEXT|TEXTFONT|HTMLTEXT|IMAGE|ICONS|ROUNDRECT|RECTANGLE|ELLIPSE|CIRCLE|LINE|POLYGON"
)
_SETTING = regex(
    "CARDSIZE|LINK|LINKMULTI|FONT|HTMLFONT|ICON|DUPLEX|PAGE|UNIT|MARGINS|BORDER|DPI|CARDS|PRINT"
    "|FRAME|VISUAL|INCLUDE"
)
_LOOKED_AT = 40
_LETTERS = 20_000


def likeness(source: ImportSource) -> float:
    """How much a file looks like a script: the share of its lines that are directives."""
    return max((_likeness(source, name) for name in _scripts(source)), default=0.0)


def _scripts(source: ImportSource) -> Sequence[str]:
    if source.main:
        return (source.main,)
    found = [name for name in source.names() if name.lower().endswith((".nde", ".txt"))]
    return found[:_LOOKED_AT]


def _likeness(source: ImportSource, name: str) -> float:
    try:
        text = script_of(source, name)[:_LETTERS]
    except ProblemsFound:
        return 0.0
    lines = lines_of(text, name)
    drawn = sum(_DRAWING.fullmatch(line.word) is not None for line in lines)
    known = drawn + sum(
        bool(_SETTING.fullmatch(line.word)) or line.word[:1] in ("[", "<") for line in lines
    )
    return 0.9 * known / len(lines) if lines and known >= 2 and drawn else 0.0


def take(source: ImportSource) -> Taken:
    """Takes the script that was named, or of a folder the one that looks most like one."""
    scripts = sorted(_scripts(source), key=lambda name: (-_likeness(source, name), name))
    main = scripts[0] if scripts else source.main
    losses: list[Loss] = []
    for other in scripts[1:]:
        if _likeness(source, other) > 0.5:
            why = "another script: import it by its own name"
            losses.append(Loss(Miss.PIECES, other, why, Place(other)))
    counted = _Script(source, main, 0)
    counted.run()
    script = _Script(source, main, counted.most)
    script.run()
    return script.taken(losses)


class _Script(Drawing):
    """A script, and the game that comes of it."""

    def taken(self, losses: list[Loss]) -> Taken:
        self.place = Place(self.main)
        cards = max(self.cards, len(self.rows))
        behind = {*self.backs.values()}
        drawn = {mark.card for drawing in self.drawings for mark in drawing.marks}
        fronts = [card for card in range(1, cards + 1) if card not in behind or card in self.backs]
        if bare := [card for card in fronts if card not in drawn]:
            fronts = [card for card in fronts if card in drawn]
            self.lose(Miss.PIECES, f"{len(bare)} cards", "nothing is drawn on them")
        number_of = {card: number for number, card in enumerate(fronts, 1)}
        rows = [dict(self.rows[card - 1]) if card <= len(self.rows) else {} for card in fronts]
        columns = Columns(self.columns, rows, len(fronts))
        front = _renumbered(self.drawings, {card: [number_of[card]] for card in fronts})
        shown: dict[int, list[int]] = {}
        for card, its_back in self.backs.items():
            if card in number_of:
                shown.setdefault(its_back, []).append(number_of[card])
        behind_them = _renumbered(self.drawings, shown)
        stem = PurePosixPath(self.main).stem
        title = stem.replace("_", " ").replace("-", " ").strip().title() or "Imported"
        kind_id = "card"
        copies = {
            number_of[card]: self.copies[card - 1] for card in fronts if card <= len(self.copies)
        }
        as_text = text_of_markup if self.markup else shown_text
        kinds = []
        if fronts and (front or behind_them):
            kinds = [
                kind_of(
                    kind_id, "Cards", self.size_mm, columns, (front, behind_them), self.pictures,
                    self.losses, as_text, self.place, copies,
                )
            ]  # fmt: skip
        return Taken(
            title,
            kinds,
            (*losses, *self.losses),
            self.pictures.taken,
            drawn=self.pictures.drawn,
        )


def _renumbered(drawings: Sequence[Drawn], numbers: dict[int, list[int]]) -> list[Drawn]:
    """The drawings on these cards alone, with the numbers that they get."""
    made = []
    for drawing in drawings:
        marks = [
            Mark(mark.draws, number, mark.box, mark.look, mark.content, mark.pattern)
            for mark in drawing.marks
            for number in numbers.get(mark.card, ())
        ]
        if marks:
            made.append(Drawn(drawing.name, marks, drawing.place))
    return made
