"""Makes the PDFs of a game's rule booklet: pages to read, and sheets to fold or to cut."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec.structs import replace

from fustella import build, covers, draw
from fustella.build.files import SheetPdfs
from fustella.build.inputs import icon_library
from fustella.build.job import Job
from fustella.build.options import BuildOptions, Progress, RulesOptions
from fustella.build.publish import OutputFile
from fustella.build.stamps import Built, Stamp, inputs_of, read_stamp
from fustella.build.standalone import standalone_svg
from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.pdf import PlainPdf
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Rect, Size
from fustella.core.values.contents import contents_of
from fustella.core.values.model import (
    Edition,
    Face,
    FaceId,
    FacePages,
    PictureUse,
    Piece,
    SideName,
    Text,
)
from fustella.core.values.paper import Duplex, Fold, Margins, Paper
from fustella.core.values.problems import Place, Problem, ProblemsFound, refuse
from fustella.core.values.rules import (
    ArtPicture,
    Booklet,
    IconMark,
    PageFormat,
    Picture,
    PiecePicture,
    Rules,
    pictures_in,
)
from fustella.core.values.sheets import Sheet
from fustella.core.words.printed import RULES
from fustella.draw.icons import IconLibrary
from fustella.draw.pictures.library import facts_of
from fustella.draw.render.documents import (
    DocumentCompiler,
    DocumentFailed,
    DocumentPage,
    TypstDocument,
)
from fustella.draw.text.fonts import fonts_stamp
from fustella.draw.text.markup import marks_of
from fustella.impose import BookletPages, booklet_sheets
from fustella.rules import ready_booklet
from fustella.rules.figures import Art, FigureSource, drawn_icon, pieces_pictured, zones_on
from fustella.rules.letters import lacking_letters
from fustella.rules.look import Look, look_of
from fustella.rules.typeset import (
    Kept,
    RulesSource,
    TypesetIcon,
    TypesetInput,
    fitted,
    on_one_page,
    reads_right_to_left,
    set_like,
    typst_source,
)

A4, A5 = Size(210.0, 297.0), Size(148.0, 210.0)
"""The sizes of pages (ISO 216)."""

POKER = Size(63.0, 88.0)
"""The size of cards of rules in a game without cards."""

COVER_MARGIN_MM = 5.0
"""The white edge that printers leave, from which texts on the first page stay away."""

_CARD_MM = (40.0, 130.0)
"""The least shorter side and the greatest longer side of a card."""

MOST_SHOWN_OFF = 3
"""The most pieces on a first page."""

_LINE_MM = 3.5
"""The height of a line of text at which a callout points."""


class BookletMaker:
    """Makes the booklet of a job's edition; `options` say on what pages, and how it is folded.

    `compiler` may be kept between booklets: it then remembers what it has laid out. For pages on a
    screen, with marks, `kept` has what was drawn for earlier booklets of the same job.
    """

    def __init__(
        self,
        job: Job,
        booklet: Booklet,
        options: RulesOptions,
        compiler: DocumentCompiler | None = None,
        kept: Kept | None = None,
    ) -> None:
        self._job, self._booklet, self.options = job, booklet, options
        self._compiler, self._kept = compiler, kept
        self._edition: Edition = job.edition
        self._icons: IconLibrary = icon_library(job.project, job.game_id)

    # Its pages.

    @cached_property
    def page(self) -> Size:
        """The size of its pages: a leaflet fills the paper, cards are as large as the game's."""
        paper = self._job.settings.paper
        match self.options.fold:
            case Fold.LEAFLET:
                across = self.options.panels // 2
                return Size(paper.size.height_mm / across, paper.size.width_mm)
            case Fold.CARDS:
                return self._card()
        whole = (PageFormat(self.options.format or self._booklet.settings.format)) is PageFormat.A4
        return _on_paper(A4 if whole else A5, paper, self.options.fold)

    def _card(self) -> Size:
        """The size of most cards of the game."""
        copies = dict[Size, int]()
        for piece in self._edition.game.pieces:
            outline = piece.kind.outline
            size = outline.size
            sides = sorted((size.width_mm, size.height_mm))
            fits = _CARD_MM[0] <= sides[0] and sides[1] <= _CARD_MM[1]
            if outline.is_rectangle and size.height_mm > size.width_mm and fits:
                copies[size] = copies.get(size, 0) + piece.copies
        return max(copies, key=lambda size: copies[size], default=POKER)

    @cached_property
    def _typeset(self) -> TypesetInput:
        """What its pages are made from. Raises ProblemsFound: E202, E210, E322."""
        options = self.options
        found = self.set_well(self._count_pages)
        if options.fold is Fold.LEAFLET and (count := self._count_pages(found)) > options.panels:
            size = f"{self.page.width_mm:g} x {self.page.height_mm:g} mm"
            message = f"the rules take {count} pages of {size}; a leaflet has {options.panels}"
            hint = "fold a booklet of them (--fold saddle), or say less"
            raise ProblemsFound([self._too_long(self._booklet.settings.place, message, hint)])
        return found

    def _too_long(self, place: Place, message: str, hint: str) -> Problem:
        return Problem("E322", place, message, f"{hint}; letters are not made smaller")

    def _count_pages(self, typeset: TypesetInput) -> int:
        return len(PlainPdf(self._compiled(typeset, tagged=True)).pages)

    def _document(self, typeset: TypesetInput, *, tagged: bool) -> TypstDocument:
        look = self._look
        families = (look.text_family, look.title_family, *look.fallback)
        pictures = {f"picture-{name}": svg for name, svg in typeset.pictures.items()}
        return TypstDocument(typst_source(), typeset.data, pictures, families, tagged)

    def _compiled(self, typeset: TypesetInput, *, tagged: bool) -> bytes:
        """The PDF of what was set, from the cache if it was compiled before."""
        document, cache = self._document(typeset, tagged=tagged), self._job.cache
        parts = "\n".join(
            hashlib.sha256(one).hexdigest()
            for one in (
                typst_source(),
                typeset.data.encode(),
                *(f"{name}\n{svg}".encode() for name, svg in sorted(document.inputs.items())),
            )
        )
        key = fingerprint((), (), f"booklet {tagged} {document.families}\n{fonts_stamp()}\n{parts}")
        known = cache.get(key)
        if known is not None:
            return known
        try:
            pdf = self._engine.compiled(document)
        except DocumentFailed as failed:
            raise ProblemsFound([self._failed(failed)]) from None
        cache.put(key, pdf)
        return pdf

    # Its pages on a screen.

    def take_over(self, earlier: "BookletMaker") -> None:
        """Takes over what is as it was in an earlier booklet of the same job, drawn or measured."""
        own, theirs = vars(self), vars(earlier)
        self._icons = earlier._icons
        if self._booklet.settings == earlier._booklet.settings:
            own |= {name: theirs[name] for name in ("_look", "_cover") if name in theirs}
        faces = theirs.get("_faces", {})
        shown = pieces_pictured(self._pictures)
        if all(FaceId(piece, SideName.FRONT) in faces for piece in shown):
            own["_faces"] = faces
        if self._callouts == earlier._callouts and "_zones" in theirs:
            own["_zones"] = theirs["_zones"]

    def set_like(self, before: TypesetInput) -> TypesetInput:
        """The booklet set as tight as an earlier one. Raises ProblemsFound: E202."""
        self._refuse_letters()
        return set_like(self._booklet, self._source, self.page, self.options.fold, before)

    def set_well(self, pages_of: Callable[[TypesetInput], int]) -> TypesetInput:
        """The booklet set as it is printed; `pages_of` counts pages. Raises ProblemsFound: E202."""
        self._refuse_letters()
        fold, panels = self.options.fold, self.options.panels
        return fitted(self._booklet, self._source, self.page, fold, panels, pages_of)

    def pages_of(self, typeset: TypesetInput) -> tuple[DocumentPage, ...]:
        """The pages of what was set, as SVG. Raises ProblemsFound: E210."""
        try:
            return self._engine.pages(self._document(typeset, tagged=False))
        except DocumentFailed as failed:
            raise ProblemsFound([self._failed(failed)]) from None

    def _refuse_letters(self) -> None:
        refuse(lacking_letters(self._booklet, self._look, self._job.artist.fonts))

    @property
    def _engine(self) -> DocumentCompiler:
        if self._compiler is None:
            self._compiler = self._own = DocumentCompiler()
        return self._compiler

    def close(self) -> None:
        """Ends the process that sets the booklet, unless it was given to the maker."""
        own: DocumentCompiler | None = vars(self).get("_own")
        if own is not None:
            own.close()

    def _failed(self, failed: DocumentFailed) -> Problem:
        message = f"the booklet cannot be set: {str(failed).strip().splitlines()[0]}"
        hint = "please report it, with the chapter; leave out the last thing that you wrote there"
        return Problem(failed.code, self._booklet.settings.place, message, hint)

    # What they are made from.

    @cached_property
    def _look(self) -> Look:
        return look_of(self._edition, self._job.artist.fonts, self._booklet.settings)

    @cached_property
    def _source(self) -> RulesSource:
        language = self._booklet.language
        return RulesSource(
            figures=self._figures,
            look=self._look,
            words=self._edition.game.tool_words.section(RULES, language),
            icons=self._icon,
            cover=self._cover,
            pieces=self._shown_off(),
            kept=self._kept,
            marks=self._kept is not None,
        )

    @cached_property
    def _pictures(self) -> tuple[Picture, ...]:
        """All pictures of the booklet."""
        booklet = self._booklet
        blocks = (
            *(each.blocks for each in booklet.parts),
            *(each.blocks for each in booklet.notes),
        )
        return tuple(picture for each in blocks for picture in pictures_in(each))

    @cached_property
    def _figures(self) -> FigureSource:
        return FigureSource(
            faces=self._faces,
            standalone=_standalone,
            look=self._look,
            zones=self._zones,
            pictures={
                picture.name: self._art(picture)
                for picture in self._pictures
                if isinstance(picture, ArtPicture)
            },
        )

    @cached_property
    def _faces(self) -> Mapping[FaceId, Face]:
        """The faces of the pieces in the figures; of a part of a box, others are drawn, too."""
        faces, wanted = dict(self._job.faces), set(pieces_pictured(self._pictures))
        missing = {piece for piece in wanted if FaceId(piece, SideName.FRONT) not in faces}
        if missing:
            game = self._edition.game
            kinds = {piece.kind.id for piece in game.pieces if piece.id in missing}
            others = [piece for piece in game.pieces if piece.kind.id in kinds]
            faces |= self._job.artist.draw_pieces(others)
        return faces

    @property
    def _callouts(self) -> frozenset[object]:
        """The sides of pieces that have callouts, with what these point at."""
        return frozenset(
            (picture.piece, picture.side, tuple(one.at for one in picture.callouts))
            for picture in self._pictures
            if isinstance(picture, PiecePicture) and picture.callouts
        )

    @cached_property
    def _zones(self) -> Mapping[FaceId, Mapping[str, Rect]]:
        """The areas of zones and fields on the faces that have callouts."""
        sides = {
            (picture.piece, picture.side): picture
            for picture in self._pictures
            if isinstance(picture, PiecePicture) and picture.callouts
        }
        pieces = [
            piece
            for piece in self._edition.game.pieces
            if any(piece.id == name for name, _ in sides)
        ]
        found = dict[FaceId, dict[str, Rect]]()
        for spec in draw.piece_specs(self._edition, pieces):
            if (spec.id.piece, spec.id.side) in sides and not spec.id.look:
                layout = spec.values.get("layout")
                found[spec.id] = dict(zones_on(layout)) if layout is not None else {}
        for face_id, side in ((FaceId(name, side), side) for name, side in sides):
            wanted = [one.at for one in sides[face_id.piece, side].callouts]
            known = found.setdefault(face_id, {})
            if any(at not in known for at in wanted):
                seen = self._fields_on(face_id, pieces)
                known.update({at: seen[at] for at in wanted if at not in known and at in seen})
        return found

    def _fields_on(self, face_id: FaceId, pieces: Sequence[Piece]) -> Mapping[str, Rect]:
        """Where the texts of fields stand on a face that has no zones for them."""
        kind = next(piece.kind.id for piece in pieces if piece.id == face_id.piece)
        alike = [piece for piece in self._edition.game.pieces if piece.kind.id == kind]
        artist = build.artist_of(
            self._job.project, self._edition, self._job.options.output, describes=True
        )
        artist.draw_pieces(alike)
        found = dict[str, Rect]()
        for shown in artist.metadata[face_id].shown:
            name = shown.field.removeprefix(f"{face_id.side}.")
            if name:
                box = Rect(shown.x_mm, shown.y_mm - _LINE_MM * 0.7, _LINE_MM, _LINE_MM * 0.7)
                for each in (name, name.partition("[")[0].partition(".")[0]):
                    found.setdefault(each, box)
        return found

    def _art(self, picture: ArtPicture) -> Art:
        """A picture of the game, as large as it is printed."""
        file = picture.file
        assert file is not None, "the booklet is resolved"
        facts = facts_of(file, None)
        size = Size(facts.width_mm, facts.height_mm)
        use = PictureUse(file, self._edition.theme, size.width_mm, size.height_mm)
        sides = f'width="{size.width_mm:.3f}" height="{size.height_mm:.3f}"'
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.width_mm:.3f}mm" '
            f'height="{size.height_mm:.3f}mm" viewBox="0 0 {size.width_mm:.3f} '
            f'{size.height_mm:.3f}"><image x="0" y="0" {sides} preserveAspectRatio="none" '
            f'href="{use.href}"/></svg>'
        )
        outline = Outline.rectangle(size.width_mm, size.height_mm)
        face = replace(Face.drawn(svg, outline, 0.0), pictures=(use,))
        return Art(standalone_svg(face, lenient=True), size)

    def _icon(self, mark: IconMark, paint: str) -> TypesetIcon:
        """An icon of a text, by its name in the game, or in the library.

        What it is called is said by a keyword that has it, or by the word `icon_NAME` of the game.
        """
        game, language = self._edition.game, self._booklet.language
        known = game.icons.get(mark.name)
        name = mark.icon or (str(known.icon) if known is not None else "")
        own_colour = mark.colour or (known.colour if known is not None else "")
        svg = drawn_icon(self._icons.drawing(name), paint or own_colour or self._look.ink)
        for keyword in game.keywords:
            if mark.name and keyword.icon in (mark.name, name):
                word = str(keyword.word.in_language(language))
                reminder = keyword.reminder.in_language(language) if keyword.reminder else ""
                return TypesetIcon(svg, word, _plain(str(reminder)))
        named = f"icon_{mark.name}"
        own = game.words[named] if mark.name and named in game.words else None
        return TypesetIcon(svg, str(own.in_language(language)) if isinstance(own, Text) else "")

    @cached_property
    def _cover(self) -> str:
        """The picture of the first page: the game's own cover, drawn for these pages; or ""."""
        art, job = self._edition.game.cover, self._job
        page = self.page
        if art is None or self.options.fold not in (Fold.SADDLE, Fold.NONE):
            return ""
        contents = contents_of(job.game, job.game.pieces, ())
        margins = Margins.all_round(COVER_MARGIN_MM)
        # The drawing is made, and looked at, for the cover of the box on A4.
        as_wide = Size(A4.width_mm, A4.width_mm * page.height_mm / page.width_mm)
        for size in (as_wide, page):
            paper = Paper("page", size, margins)
            spec = covers.art_spec(self._booklet.language, art, contents, paper)
            artist = build.artist_of(job.project, self._edition, face_cache=job.artist.face_cache)
            try:
                face = artist.draw([spec])[spec.id]
            except ProblemsFound:
                continue
            return standalone_svg(face, outlined=True, lenient=True)
        return ""

    def _shown_off(self) -> tuple[str, ...]:
        """The pieces on a first page without a picture: one each of some kinds, boards last."""
        kinds = dict[str, Piece]()
        for piece in self._edition.game.pieces:
            if piece.copies and FaceId(piece.id, SideName.FRONT) in self._faces:
                kinds.setdefault(piece.kind.id, piece)

        def is_small(piece: Piece) -> bool:
            size = piece.kind.outline.size
            return max(size.width_mm, size.height_mm) <= _CARD_MM[1]

        shown = sorted(kinds.values(), key=lambda piece: not is_small(piece))[:MOST_SHOWN_OFF]
        return tuple(piece.id for piece in shown)

    # Its files.

    @cached_property
    def pdf(self) -> bytes:
        """The PDF to read: tagged, with bookmarks and links."""
        return self._compiled(self._typeset, tagged=True)

    @cached_property
    def pages(self) -> int:
        """The number of its pages."""
        return len(PlainPdf(self.pdf).pages)

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets to print. Raises ProblemsFound: E321."""
        pages = BookletPages(
            name=f"{self._job.game_id}-rules",
            count=self.pages,
            size=self.page,
            fold=self.options.fold,
            panels=self.options.panels,
            thickness_mm=self.options.thickness_mm,
            right_to_left=reads_right_to_left(self._booklet.language),
            place=self._booklet.settings.place,
        )
        return booklet_sheets(pages, self._job.settings)

    @cached_property
    def one_page(self) -> bytes:
        """The PDF of the sheet of rules of one page. Raises ProblemsFound: E322."""
        sheet = self._booklet.sheet
        assert sheet is not None, "the booklet has a sheet"
        size = _on_paper(A4, self._job.settings.paper, Fold.NONE)
        found = on_one_page(self._booklet, self._source, size, self._count_pages)
        if (count := self._count_pages(found)) > 1:
            message = f"the sheet of one page takes {count} pages"
            raise ProblemsFound([self._too_long(sheet.place, message, "say less")])
        return self._compiled(found, tagged=True)

    def files(self) -> Iterator[OutputFile]:
        """Yields the PDF to read, those of the sheets, and that of the sheet of one page."""
        words = self._edition.game.tool_words.section(RULES, self._booklet.language)
        pdf, game = self.pdf, self._job.game_id
        key = hashlib.sha256(pdf).hexdigest()
        yield OutputFile(f"{game}-rules.pdf", words["rules"], lambda: pdf, key=key)
        yield from self._sheet_pdfs(words["to_fold"])
        if self._booklet.sheet is not None:
            page = self.one_page
            key = hashlib.sha256(page).hexdigest()
            yield OutputFile(f"{game}-rules-page.pdf", words["one_page"], lambda: page, key=key)

    def _sheet_pdfs(self, name: str) -> Iterator[OutputFile]:
        """Yields the PDFs of sheets, whose faces are the pages."""
        plain = self._compiled(self._typeset, tagged=False)
        sheets, made_from = self.sheets, hashlib.sha256(plain).hexdigest()[:32]
        outline = Outline.rectangle(self.page.width_mm, self.page.height_mm)
        digests = tuple(f"{made_from}-{page}" for page in range(1, self.pages + 1))
        piece = f"{self._job.game_id}-rules"
        faces = {
            FaceId(piece, SideName.FRONT, page): Face(b"", outline, 0.0, digest)
            for page, digest in enumerate(digests, 1)
        }
        options = self._job.options
        if not options.duplex.two_sided:
            options = replace(options, duplex=Duplex.LONG_EDGE)
        pdfs = SheetPdfs(
            self._edition, options, None, faces, lambda _: (FacePages(plain, digests),), None
        )
        yield from pdfs.booklet("-rules-sheets", name, sheets)


@lru_cache(maxsize=512)
def _standalone(face: Face) -> str:
    """The SVG of a face for figures; after an edit of the booklet, faces are as they were."""
    return standalone_svg(face, outlined=True, lenient=True)


def booklet_files(job: Job, booklet: Booklet, options: RulesOptions) -> list[OutputFile]:
    """The files of a booklet, still to be written. Raises ProblemsFound: E202, E210, E321, E322."""
    maker = BookletMaker(job, booklet, options)
    try:
        return [*maker.files()]
    finally:
        maker.close()


def build_rules(
    project: Project,
    game_id: str,
    options: BuildOptions,
    rules: RulesOptions,
    progress: Progress,
) -> Built:
    """Writes the booklet of a game, into a folder of its own.

    A game that has no booklet gets one of its lists alone: its components and its set-up. Raises
    ProblemsFound as a build does, E202, E210, E321 and E322 for pages, and E323 for a booklet that
    has no chapter in the language.
    """
    inputs = inputs_of(project, game_id)
    job = Job(project, game_id, options, progress)
    _ = job.settings
    key = f"{options.key()} {rules}"
    folder = f"{RULES}/{job.edition.language}"
    stamp = None if options.strict else read_stamp(job.home / folder, key, inputs)
    if stamp is not None:
        return Built(game_id, job.home / folder, stamp.printed, True, stamp.warnings)
    booklet = booklet_in(job.rules, job.edition)
    warnings = (*job.rules.warnings, *job.game.warnings, *job.edition.missing_warnings)
    if options.strict:
        refuse(warnings)
    _ = job.faces, job.checked
    job.artist.face_cache.save()
    progress(f"{game_id}: rules", 0, 0)
    files = booklet_files(job, booklet, rules)
    stamp = Stamp(inputs=inputs, folder="", printed=(), warnings=warnings)
    records = job.deliver(folder, files, key, stamp, ())
    return Built(game_id, job.home / folder, records, False, warnings, job.unchecked)


def booklet_in(rules: Rules, edition: Edition) -> Booklet:
    """The booklet of an edition; of a game without chapters, one of its lists alone.

    Raises ProblemsFound: E323 for a booklet that has no chapter in the language.
    """
    language = edition.language
    if not rules.booklets:
        return ready_booklet(edition.game, language)
    if language in rules.booklets:
        return rules.booklets[language]
    first = next(iter(rules.booklets.values()))
    message = f"the booklet has no chapter in `{language}`"
    hint = (
        f"translate it: {first.chapters[0].name}.{language}.md; "
        f"or write --language {', '.join(rules.booklets)}"
    )
    raise ProblemsFound([Problem("E323", first.settings.place, message, hint)])


def _on_paper(size: Size, paper: Paper, fold: Fold) -> Size:
    """The size of pages, or on paper that does not hold them, the paper or half of it."""
    if paper.slots is not None or paper.roll:
        return size
    across = 2 if fold is Fold.SADDLE else 1
    block = Size(size.width_mm * across, size.height_mm)
    if block.fits_in(paper.size) or block.turned().fits_in(paper.size):
        return size
    whole = paper.size
    if size == A5 and not min(whole.width_mm, whole.height_mm) < A5.height_mm - 10:
        return Size(whole.height_mm / 2, whole.width_mm)
    if size == A4 and across == 1 and whole.height_mm > A4.height_mm - 20:
        return whole
    return size


def _plain(text: str) -> str:
    """A text of the game without its markup."""
    return "".join(getattr(mark, "text", " ") for mark in marks_of(text).marks).strip()
