"""Makes the files of a game, still to be written: PDFs of sheets with labels, and cut files."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella import write
from fustella.build.ink import InkOfFaces
from fustella.build.options import BuildOptions
from fustella.build.production import Production
from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.shapes import Rect
from fustella.core.values.contents import GroupCount, cut_name
from fustella.core.values.model import Edition, Face, FaceId, FacePages, Piece, SideName
from fustella.core.values.paper import Cutter, Duplex
from fustella.core.values.sheets import Page, Sheet, Slug
from fustella.core.words.invisible import in_plain_letters
from fustella.core.words.printed import in_own_font
from fustella.write.pdf import PrintDocument, document_key, pdf_parts

if TYPE_CHECKING:
    from fustella.covers import Cover


def page_labels(
    title: str,
    group: str,
    sheets: Sequence[Sheet],
    words: Mapping[str, str],
    duplex: Duplex,
    before: int = 0,
    *,
    draft: bool = False,
) -> tuple[str, ...]:
    """The label of each page: `Moving Kingdoms · Carte · foglio 3 di 9 (n. 13) · fronte · A4`.

    The label of a draft begins with that word. The number in brackets counts through the game,
    which has `before` sheets of other groups first. The label of a folded sheet says what to do
    with it. The label of a sheet that has only backs says which sheet it goes behind. Labels are
    printed in the tool's own font: a name in letters that the font lacks is left out (the cover has
    it), and a long name is cut.
    """
    labels = []
    names = [cut_name(name) for name in map(in_plain_letters, (title, group)) if in_own_font(name)]
    names = [words["draft"], *names] if draft else names
    for sheet in sheets:
        for page in sheet.pages:
            counted = words["counted"].format(number=sheet.number, count=len(sheets))
            if before:
                counted += f" {words['through'].format(number=before + sheet.number)}"
            parts = [*names, counted, *_side_words(sheet, page, words, duplex)]
            if page.note:
                parts.append(words["part"].format(name=page.note))
            labels.append(" · ".join((*parts, sheet.paper.id)))
    return tuple(labels)


def _side_words(sheet: Sheet, page: Page, words: Mapping[str, str], duplex: Duplex) -> list[str]:
    """The words that say which side of its sheet a page shows; [] where the sheet has one side."""
    if page.glue:
        return [words["fold_here"]]
    if len(sheet.pages) > 1:
        return [words[page.side.value]] if duplex is not Duplex.NONE else []
    if page.side is SideName.BACK:  # its front is the sheet before it
        way = "glue_behind" if sheet.paper.slots is None else "same_place"
        return [words["back"], words[way].format(number=sheet.number - 1)]
    return []


CUT = "cut"
"""The folder for files of a cutting machine, beside the PDFs."""

_Numbers: TypeAlias = Set[tuple[str, int]]
"""A set of sheets, each given by its group and its number in the group."""


class _LabelledSheet(Struct, frozen=True):
    """A sheet with the label of each of its pages."""

    sheet: Sheet
    labels: tuple[str, ...]


class SheetPdfs(Struct, frozen=True):
    """The PDFs of a production. `faces` are the faces of its pieces and its cover.

    `rendered_at` renders the faces of one PDF; it gets the scale of each face there, and so the
    resolution of its pictures. A booklet has no pieces, and its ink is not measured.
    """

    edition: Edition
    options: BuildOptions
    production: Production | None
    faces: Mapping[FaceId, Face]
    rendered_at: Callable[[Mapping[FaceId, float]], tuple[FacePages, ...]]
    ink: InkOfFaces | None

    def files(self, printed: Sequence[Sheet], cover: "Cover | None") -> list[OutputFile]:
        """The cover, the PDFs of each group of kinds that share sheets, and files for a cutter.

        Only the sheets in `printed` are written, but labels count all sheets.
        """
        assert self.production is not None, "its sheets are printed"
        files = []
        if cover and cover.sheets:
            files.append(self._cover(cover))
        groups = {sheet.group for sheet in printed}
        wanted = {(sheet.group, sheet.number) for sheet in printed}
        sheets = self.production.sheets
        label = self.options.choice.label  # of a part of a box; names of files begin with it
        for group in self.production.contents.groups:
            if group.id in groups:
                own = [sheet for sheet in sheets if sheet.group == group.id]
                suffix = f"-{label}" * bool(label) + f"-{group.id}" * (len(groups) > 1 or not label)
                files += self._group(group, own, sheets.index(own[0]), wanted, suffix)
        return files

    def booklet(self, suffix: str, name: str, sheets: Sequence[Sheet]) -> Iterator[OutputFile]:
        """The PDF of the sheets of a booklet, or one of their fronts and another of their backs."""
        yield from self._pdfs_with_counts(suffix, name, self._with_labels(name, sheets), None)

    def _cover(self, cover: "Cover") -> OutputFile:
        name = self.edition.words[cover.kind]
        counted = OutputFile("", name, bytes, sheets=len(cover.sheets))
        suffix = "".join(f"-{part}" for part in (self.options.choice.kit, cover.kind) if part)
        return self._pdf(suffix, name, self._with_labels(name, cover.sheets), counted, inked=False)

    def _group(
        self,
        group: GroupCount,
        sheets: Sequence[Sheet],
        before: int,
        printed: _Numbers,
        suffix: str,
    ) -> Iterator[OutputFile]:
        """The PDFs of a group, one for each paper, and its cut files."""
        name = str(group.name.in_language(self.edition.language))
        labelled = self._with_labels(name, sheets, before)
        own = [one for one in labelled if (one.sheet.group, one.sheet.number) in printed]
        whole = len(own) == len(sheets)
        for paper in dict.fromkeys(one.sheet.paper.id for one in own):
            part = [one for one in own if one.sheet.paper.id == paper]
            ending = suffix if paper == self.options.paper else f"{suffix}-{paper}"
            known = group if whole and len(part) == len(own) else None
            yield from self._pdfs_with_counts(ending, name, part, known)
        if self.options.printing.cutter is not Cutter.NONE:
            yield from self._cut_files(f"{CUT}/{self.edition.game.id}{suffix}", name, own)

    def _cut_files(
        self, stem: str, name: str, sheets: Sequence[_LabelledSheet]
    ) -> Iterator[OutputFile]:
        """Yields the files for the cutting machine, for each sheet except sheets of glued backs."""
        cutter = self.options.printing.cutter
        for sheet in (one.sheet for one in sheets):
            if not any(page.trims for page in sheet.pages):
                continue
            numbered = f"{stem}-{sheet.number:02}"
            yield OutputFile(f"{numbered}.svg", name, partial(write.svg_bytes, sheet))
            if cutter is Cutter.SILHOUETTE:
                yield OutputFile(f"{numbered}.dxf", name, partial(write.dxf_bytes, sheet))
            elif cutter is Cutter.CRICUT:
                yield self._picture(f"{numbered}.png", name, sheet)

    def _picture(self, file: str, name: str, sheet: Sheet) -> OutputFile:
        """The picture of a sheet's front for the machine's software, which prints no backs."""
        front = replace(sheet, pages=tuple(page for page in sheet.pages if page.trims))
        document = PrintDocument(
            title="",
            language="",
            sheets=(front,),
            labels=("",),
            faces=self.faces,
            rendered=self.rendered_at(_scales([front])),
        )
        key = fingerprint((), (), document_key(document))
        return OutputFile(file, name, partial(write.png_bytes, document), key=key)

    def _pdfs_with_counts(
        self, suffix: str, name: str, sheets: Sequence[_LabelledSheet], whole: GroupCount | None
    ) -> Iterator[OutputFile]:
        """Yields one PDF of some sheets, or a PDF of their fronts and another of their backs."""
        plain = [one.sheet for one in sheets]
        counted = OutputFile(
            file="",
            name=name,
            content=bytes,
            pieces=whole.copies if whole else pieces_on(plain) if self.production else 0,
            sheets=len(sheets),
            cuts=sum(sheet.cuts for sheet in plain),
            bound=whole.bound if whole else 0,
            waste=whole.waste if whole else 0.0,
        )
        backs = any(page.side is SideName.BACK for sheet in plain for page in sheet.pages)
        if self.options.duplex is not Duplex.SEPARATE or not backs:
            in_step = backs and self.options.duplex.two_sided
            yield self._pdf(suffix, name, _with_backs(sheets) if in_step else sheets, counted)
            return
        words = self.edition.words
        fronts = [_one_side(one, SideName.FRONT, "") for one in sheets]
        yield self._pdf(f"{suffix}-fronts", f"{name}, {words['fronts']}", fronts, counted)
        behind = [_one_side(one, SideName.BACK, words["back"]) for one in sheets]
        yield self._pdf(f"{suffix}-backs", f"{name}, {words['backs']}", behind)

    def _with_labels(
        self, name: str, sheets: Sequence[Sheet], before: int = 0
    ) -> list[_LabelledSheet]:
        title, duplex = self.edition.title, self.options.duplex
        words = self.edition.game.tool_words.on_labels(self.edition.language)
        draft = self.options.printing.draft
        labels = iter(page_labels(title, name, sheets, words, duplex, before, draft=draft))
        return [_LabelledSheet(sheet, tuple(next(labels) for _ in sheet.pages)) for sheet in sheets]

    def _pdf(
        self,
        suffix: str,
        name: str,
        sheets: Sequence[_LabelledSheet],
        counted: OutputFile | None = None,
        *,
        inked: bool = True,
    ) -> OutputFile:
        """A PDF of sheets, with the counts of `counted`; without it, all counts are 0."""
        plain = tuple(one.sheet for one in sheets)
        document = PrintDocument(
            title=f"{title_of(self.edition, self.options)} · {name}",
            language=self.edition.language,
            sheets=plain,
            labels=tuple(label for one in sheets for label in one.labels),
            faces=self.faces,
            rendered=self.rendered_at(_scales(plain)),
            duplex=self.options.duplex,
            safe_mm={piece.id: piece.kind.safe_mm for piece in self._pieces},
            words=self.edition.game.tool_words,
        )
        file = counted or OutputFile("", name, bytes)
        return replace(
            file,
            file=f"{self.edition.game.id}{suffix}.pdf",
            name=name,
            content=lambda: pdf_parts(document),
            key=fingerprint((), (), document_key(document)),
            ink_pages=round(self.ink.pages(plain), 3) if inked and self.ink else 0.0,
        )

    @property
    def _pieces(self) -> Sequence[Piece]:
        return self.production.pieces if self.production else ()


def _scales(sheets: Sequence[Sheet]) -> Mapping[FaceId, float]:
    """The largest scale at which sheets show each of their faces."""
    found: dict[FaceId, float] = {}
    for sheet in sheets:
        for page in sheet.pages:
            for placed in page.placements:
                found[placed.face] = max(placed.scale, found.get(placed.face, 0.0))
    return found


def title_of(edition: Edition, options: BuildOptions) -> str:
    """The title of a PDF: the game, and the number of players if it is for some number only."""
    players = options.choice.players
    return f"{edition.title} ({edition.players(players)})" if players else edition.title


def pieces_on(sheets: Sequence[Sheet]) -> int:
    """The number of pieces on some sheets; a board in parts counts on the sheet it begins on."""
    placed = (one for sheet in sheets for page in sheet.pages for one in page.placements)
    fronts = (one for one in placed if one.face.side is SideName.FRONT)
    return sum(
        one.window is None or (one.window.x_mm <= 0 and one.window.y_mm <= 0) for one in fronts
    )


def _with_backs(sheets: Sequence[_LabelledSheet]) -> list[_LabelledSheet]:
    """The sheets, each with a back: sheets that are printed on one side get an empty back.

    A printer takes the pages two by two, and would print the next front on an omitted back.
    """
    empty = Page(SideName.BACK, (), (), Slug(Rect(0, 0, 0, 0), upright=False))
    return [
        one
        if len(one.sheet.pages) > 1
        else _LabelledSheet(replace(one.sheet, pages=(*one.sheet.pages, empty)), one.labels * 2)
        for one in sheets
    ]


def _one_side(one: _LabelledSheet, side: SideName, word: str) -> _LabelledSheet:
    """A sheet with only one of its sides; a missing side becomes an empty page with a label.

    So the PDF of fronts and the PDF of backs have as many pages.
    """
    pages = [*zip(one.sheet.pages, one.labels, strict=True)]
    for page, label in pages:
        if page.side is side:
            return _LabelledSheet(replace(one.sheet, pages=(page,)), (label,))
    first, label = pages[0]
    empty = Page(side, (), (), first.slug)
    return _LabelledSheet(replace(one.sheet, pages=(empty,)), (f"{label} · {word}",))
