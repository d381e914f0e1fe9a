"""Takes nanDECK scripts (https://www.nandeck.com, its manual): what they draw, card by card."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.assembly import kind_of
from fustella.intake.formats._nandeck_drawing import Drawing, shown_text
from fustella.intake.formats._nandeck_lines import lines_of
from fustella.intake.marks import Columns, Drawn, Mark
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of
from fustella.intake.taken import Loss, Miss, Taken

ABOUT = "nanDECK"

_DRAWING = regex(
    "TEXT|TEXTFONT|HTMLTEXT|IMAGE|ICONS|PATTERN|ROUNDRECT|RECTANGLE|ELLIPSE|CIRCLE|LINE|POLYGON"
    "|STAR|TRIANGLE|RHOMBUS"
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
    if counted.missing and not counted.rows:
        nowhere = [name for name in counted.named if name not in counted.values.labels]
        script.suppose(nowhere or ["name"], counted.compared)
    script.run()
    return script.taken(losses)


class _Script(Drawing):
    """A script, and the game that comes of it."""

    def taken(self, losses: list[Loss]) -> Taken:
        self.place = Place(self.main)
        self.draw_border()
        for name in self.values.unknown:
            why = "this function is not known: its first argument is taken as it is"
            self.lose(Miss.TEXTS, f"the function {name}", why, approximated=True)
        cards = max(self.cards, len(self.rows))
        behind = {*self.backs.values()}
        drawn = {mark.card for drawing in self.drawings for mark in drawing.marks}
        fronts = [card for card in range(1, cards + 1) if card not in behind or card in self.backs]
        if bare := [card for card in fronts if card not in drawn]:
            fronts = [card for card in fronts if card in drawn]
            self.lose(Miss.PIECES, f"{len(bare)} cards", "nothing is drawn on them")
        designs = self._designs(fronts)
        number_of = {alike[0]: number for number, alike in enumerate(designs, 1)}
        rows = [
            dict(self.rows[alike[0] - 1]) if alike[0] <= len(self.rows) else {} for alike in designs
        ]
        columns = Columns(self.columns, rows, len(designs))
        front = _renumbered(self.drawings, {card: [n] for card, n in number_of.items()})
        shown: dict[int, list[int]] = {}
        for card, its_back in self.backs.items():
            if card in number_of:
                shown.setdefault(its_back, []).append(number_of[card])
        behind_them = _renumbered(self.drawings, shown)
        stem = PurePosixPath(self.main).stem
        title = stem.replace("_", " ").replace("-", " ").strip().title() or "Imported"
        copies = {number: len(alike) for number, alike in enumerate(designs, 1)}
        as_text = self._marked_up if self.markup else shown_text
        kinds = []
        if designs and (front or behind_them):
            kinds = [
                kind_of(
                    "card", "Cards", self.size_mm, columns, (front, behind_them), self.pictures,
                    self.losses, as_text, self.place, copies,
                )
            ]  # fmt: skip
        return Taken(
            title,
            kinds,
            (*losses, *self.losses),
            self.pictures.taken,
            self.text_icons.taken,
            drawn=self.pictures.drawn,
            drawn_icons=self.text_icons.drawn,
            fonts=self.taken_fonts.taken,
            families=self.taken_fonts.families,
        )

    def _designs(self, fronts: Sequence[int]) -> list[list[int]]:
        """The cards that are copies of each other, beside each other in the deck."""
        marks: dict[int, list[object]] = {}
        for number, drawing in enumerate(self.drawings):
            for mark in drawing.marks:
                look = tuple(sorted((key, str(value)) for key, value in mark.look.items()))
                shown = number, mark.box, look, mark.content
                marks.setdefault(mark.card, []).append(shown)
        designs: list[list[int]] = []
        before: object = None
        for card in fronts:
            row = self.row_of[card - 1] if card <= len(self.row_of) else -1
            seen = row, marks.get(card, []), marks.get(self.backs.get(card, 0), [])
            if designs and seen == before:
                designs[-1].append(card)
            else:
                designs.append([card])
            before = seen
        return designs


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
