"""Makes the PDFs of a game's rule booklet: pages to read, and sheets to fold or to cut."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path

from msgspec.structs import replace

from fustella import build, covers, draw
from fustella.build.files import SheetPdfs
from fustella.build.inputs import icon_library
from fustella.build.job import Job
from fustella.build.options import BuildOptions, Progress, RulesForm, RulesOptions
from fustella.build.publish import OutputFile
from fustella.build.shop import USUAL_BLEED_MM
from fustella.build.stamps import Built, Stamp, inputs_of, printed_in_stamps, read_stamp
from fustella.build.standalone import standalone_svg
from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.pdf import PlainPdf
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.contents import contents_of
from fustella.core.values.model import (
    Edition,
    Face,
    FaceId,
    FacePages,
    PictureUse,
    Piece,
    ShownSort,
    SideName,
    Text,
)
from fustella.core.values.paper import Duplex, Fold, Margins, Paper
from fustella.core.values.problems import (
    Collected,
    Place,
    Problem,
    ProblemsFound,
    did_you_mean,
    refuse,
)
from fustella.core.values.rules import (
    ArtPicture,
    Booklet,
    IconMark,
    PageFormat,
    Picture,
    PiecePicture,
    pictures_in,
)
from fustella.core.values.sheets import Sheet
from fustella.core.words.printed import RULES
from fustella.draw.icons import IconLibrary
from fustella.draw.inspect.texts import line_boxes
from fustella.draw.pictures.library import facts_of
from fustella.draw.render.documents import (
    DocumentCompiler,
    DocumentFailed,
    DocumentPage,
    TypstDocument,
)
from fustella.draw.text.fonts import fonts_stamp
from fustella.draw.text.markup import marks_of
from fustella.impose import BookletPages, booklet_sheets, leaves
from fustella.impose.layout import extent_of
from fustella.rules import ready_booklet
from fustella.rules.direction import reads_right_to_left
from fustella.rules.figures import Area, Art, FigureSource, drawn_icon, pieces_pictured, zones_on
from fustella.rules.fitting import Laid, fitted, on_one_page, set_like
from fustella.rules.letters import lacking_letters
from fustella.rules.look import Look, look_of
from fustella.rules.page import booklet_page
from fustella.rules.plain import TextSource, booklet_text
from fustella.rules.source import Kept, RulesSource, TypesetIcon
from fustella.rules.typeset import TypesetInput, typst_source
from fustella.rules.values import Values
from fustella.write.raster import page_digests
from fustella.write.shop import ShopDocument, shop_bytes

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

_FORMS = {".pdf": RulesForm.PDF, ".html": RulesForm.HTML, ".txt": RulesForm.TEXT}
"""The forms of booklets by the endings of their files."""

_KEYWORDS = re.compile(rb"/Keywords ?\(([\d, ]+)\)")
"""Matches the numbers of the figures that leave white at the foot of a page."""

_PICTURE_DPI = 100.0
"""The resolution of the pictures by which pages are compared."""

_LINE_MM = 3.5
"""The height of a line of text at which a callout points."""


class BookletMaker:
    """Makes the booklet of a job's edition; `options` say on what pages, and how it is folded.

    `compiler` may be kept between booklets: it then remembers what it has laid out. With `only`,
    sheets have only these of its leaves, which count from 0. A shop may want pages of another
    `trim`, or with a bleed. For pages on a screen, with marks, `kept` has what was drawn for
    earlier booklets of the same job.
    """

    def __init__(
        self,
        job: Job,
        booklet: Booklet,
        options: RulesOptions,
        compiler: DocumentCompiler | None = None,
        only: frozenset[int] | None = None,
        trim: Size | None = None,
        bleed_mm: float = 0.0,
        kept: Kept | None = None,
    ) -> None:
        self._only = only
        self._job, self._booklet, self.options = job, booklet, options
        self._trim, self._bleed_mm = trim, bleed_mm
        self._compiler, self._kept = compiler, kept
        self._edition: Edition = job.edition
        self._icons: IconLibrary = icon_library(job.project, job.game_id)

    # Its pages.

    @cached_property
    def page(self) -> Size:
        """The size of its pages: a leaflet fills the paper, cards are as large as the game's."""
        if self._trim is not None:
            return self._trim
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
        found = self.set_well(self._laid)
        if options.fold is Fold.LEAFLET and (count := self._laid(found).pages) > options.panels:
            size = f"{self.page.width_mm:g} x {self.page.height_mm:g} mm"
            message = f"the rules take {count} pages of {size}; a leaflet has {options.panels}"
            hint = "fold a booklet of them (--fold saddle), or say less"
            raise ProblemsFound([self._too_long(self._booklet.settings.place, message, hint)])
        return found

    def _too_long(self, place: Place, message: str, hint: str) -> Problem:
        return Problem("E322", place, message, f"{hint}; letters are not made smaller")

    def _laid(self, typeset: TypesetInput) -> Laid:
        """How a booklet was laid out: its PDF tells among its keywords what left white."""
        pdf = self._compiled(typeset, tagged=True, told=True)
        told = _KEYWORDS.search(pdf)
        numbers = tuple(int(number) for number in told[1].split(b",")) if told else ()
        return Laid(len(PlainPdf(pdf).pages), numbers)

    def _read_pdf(self, typeset: TypesetInput) -> bytes:
        """The PDF to read, without keywords: the one that was laid out, if it has none."""
        pdf = self._compiled(typeset, tagged=True, told=True)
        if _KEYWORDS.search(pdf):
            pdf = self._compiled(typeset, tagged=True)
        return pdf

    def _document(
        self, typeset: TypesetInput, *, tagged: bool, told: bool = False
    ) -> TypstDocument:
        look = self._look
        families = (look.text_family, look.title_family, *look.fallback)
        pictures = {f"picture-{name}": svg for name, svg in typeset.pictures.items()}
        asked = "left-white" if told else ""
        return TypstDocument(typst_source(), typeset.data, pictures, families, tagged, asked)

    def _compiled(self, typeset: TypesetInput, *, tagged: bool, told: bool = False) -> bytes:
        """The PDF of what was set, from the cache if it was compiled before."""
        document = self._document(typeset, tagged=tagged, told=told)
        cache = self._job.cache
        parts = "\n".join(
            _sha256(one)
            for one in (
                typst_source(),
                typeset.data.encode(),
                *(f"{name}\n{svg}".encode() for name, svg in sorted(document.inputs.items())),
            )
        )
        key = fingerprint(
            (), (), f"booklet {tagged} {told} {document.families}\n{fonts_stamp()}\n{parts}"
        )
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
        if self._callouts == earlier._callouts and "_areas" in theirs:
            own["_areas"] = theirs["_areas"]

    def set_like(self, before: TypesetInput) -> TypesetInput:
        """The booklet set as tight as an earlier one. Raises ProblemsFound: E202."""
        self._refuse_letters()
        return set_like(self._booklet, self._source, self.page, self.options.fold, before)

    def set_well(self, laid: Callable[[TypesetInput], Laid]) -> TypesetInput:
        """The booklet set as it is printed; `laid` lays it out. Raises ProblemsFound: E202."""
        self._refuse_letters()
        fold, panels = self.options.fold, self.options.panels
        bleed_mm = self._bleed_mm
        return fitted(self._booklet, self._source, self.page, fold, panels, laid, bleed_mm)

    def pages_of(self, typeset: TypesetInput) -> tuple[DocumentPage, ...]:
        """The pages of what was set, as SVG. Raises ProblemsFound: E210."""
        try:
            return self._engine.pages(self._document(typeset, tagged=False, told=True))
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
        return replace(self._inner_source, cover=self._cover, pieces=self._shown_off())

    @cached_property
    def _inner_source(self) -> RulesSource:
        """What a booklet without a first page is made from."""
        language = self._booklet.language
        return RulesSource(
            figures=self._figures,
            look=self._look,
            words=self._edition.game.tool_words.section(RULES, language),
            icons=self._icon,
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
            areas=self._areas,
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
    def _areas(self) -> Mapping[FaceId, Mapping[str, Area]]:
        """The areas of zones and fields on the faces that have callouts.

        Raises ProblemsFound: E711 for a callout at something that is not seen on the face.
        """
        wanted = dict[FaceId, dict[str, Place]]()
        for picture in self._pictures:
            if isinstance(picture, PiecePicture):
                for callout in picture.callouts:
                    spots = wanted.setdefault(FaceId(picture.piece, picture.side), {})
                    spots.setdefault(callout.at, callout.place)
        shown = {face_id.piece for face_id in wanted}
        pieces = [piece for piece in self._edition.game.pieces if piece.id in shown]
        found = dict[FaceId, dict[str, Area]]()
        for spec in draw.piece_specs(self._edition, pieces) if pieces else ():
            if spec.id in wanted:
                layout = spec.values.get("layout")
                zones = zones_on(layout) if layout is not None else ()
                found[spec.id] = self._zones(spec.id, dict(zones))
        problems = Collected()
        for face_id, spots in wanted.items():
            known = found.setdefault(face_id, {})
            if any(at not in known for at in spots):
                fields = self._fields_on(face_id, pieces)
                lacking = [at for at in spots if at not in known and at not in fields]
                problems += [_unseen(at, spots[at], face_id, {**known, **fields}) for at in lacking]
                known.update({at: fields[at] for at in spots if at not in known and at in fields})
        refuse(problems)
        return found

    def _zones(self, face_id: FaceId, zones: Mapping[str, Rect]) -> dict[str, Area]:
        """The areas of zones; those with texts are as large as these."""
        lines = [*line_boxes(self._faces[face_id])] if face_id in self._faces else []
        found = dict[str, Area]()
        for name, zone in zones.items():
            inside = [line for line in lines if _holds(zone, line)]
            found[name] = Area(extent_of(inside), is_text=True) if inside else Area(zone)
        return found

    def _fields_on(self, face_id: FaceId, pieces: Sequence[Piece]) -> Mapping[str, Area]:
        """Where the texts of fields stand on a face that has no zones for them.

        A field that the template joins with others in one text stands where its words are read.
        """
        piece = next(piece for piece in pieces if piece.id == face_id.piece)
        alike = [one for one in self._edition.game.pieces if one.kind.id == piece.kind.id]
        artist = build.artist_of(
            self._job.project, self._edition, self._job.options.output, describes=True
        )
        artist.draw_pieces(alike)
        lines = [*line_boxes(self._faces[face_id])]
        found, joined = dict[str, Area](), dict[str, Area]()
        record = piece.front if face_id.side is SideName.FRONT else piece.back
        texts = {name: self._said(record[name]) for name in record}
        for shown in artist.metadata[face_id].shown:
            if shown.sort is not ShownSort.TEXT:
                continue
            at = Point(shown.x_mm, shown.y_mm)
            area = Area(next((line for line in lines if _begins(line, at)), _line_at(at)), True)
            name = shown.field.removeprefix(f"{face_id.side}.")
            for each in (name, name.partition("[")[0].partition(".")[0]) if name else ():
                found.setdefault(each, area)
            words = _folded(shown.words)
            for field, text in texts.items():
                if len(text) > 1 and text in words:
                    joined.setdefault(field, area)
        return {**joined, **found}

    def _said(self, value: object) -> str:
        """What a field says in the language of the booklet, in small letters; "" for no text."""
        if isinstance(value, Text):
            value = value.in_language(self._booklet.language)
        return _folded(_plain(value)) if isinstance(value, str) else ""

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
        """An icon of a text, by its name in the game, or in the library."""
        game = self._edition.game
        known = game.icons.get(mark.name)
        name = mark.icon or (str(known.icon) if known is not None else "")
        own_colour = mark.colour or (known.colour if known is not None else "")
        svg = drawn_icon(self._icons.drawing(name), paint or own_colour or self._look.ink)
        word, means = Values(game, self._booklet.language).icon_words(mark)
        return TypesetIcon(svg, word, means, own_colour)

    @cached_property
    def _cover(self) -> str:
        """The picture of the first page: the game's own cover, drawn for these pages; or ""."""
        art, job = self._edition.game.cover, self._job
        page = Size(
            self.page.width_mm + 2 * self._bleed_mm, self.page.height_mm + 2 * self._bleed_mm
        )
        if art is None or self.options.fold not in (Fold.SADDLE, Fold.NONE):
            return ""
        contents = contents_of(job.game, job.game.pieces, ())
        margins = Margins.all_round(COVER_MARGIN_MM + self._bleed_mm)
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
        return self._read_pdf(self._typeset)

    @cached_property
    def pages(self) -> int:
        """The number of its pages."""
        return len(PlainPdf(self.pdf).pages)

    @cached_property
    def _for_imposition(self) -> BookletPages:
        return BookletPages(
            name=f"{self._job.game_id}-rules",
            count=self.pages,
            size=self.page,
            fold=self.options.fold,
            panels=self.options.panels,
            thickness_mm=self.options.thickness_mm,
            right_to_left=reads_right_to_left(self._booklet.language),
            place=self._booklet.settings.place,
        )

    @property
    def leaves(self) -> tuple[tuple[int, ...], ...]:
        """The pages on each piece of paper of the booklet, folded or not, from the outermost on."""
        return leaves(self._for_imposition)

    @cached_property
    def leaf_digests(self) -> tuple[str, ...]:
        """The hash of each leaf: of the pictures of its pages."""
        plain = self._compiled(self._typeset, tagged=False)
        key = fingerprint((), (), f"pictures of pages {_PICTURE_DPI} {_sha256(plain)}")
        known = self._job.cache.get(key)
        pages = known.decode().split() if known else page_digests(plain, _PICTURE_DPI)
        if not known:
            self._job.cache.put(key, " ".join(pages).encode())
        pictures = dict(enumerate(pages, 1))
        return tuple(
            _sha256(" ".join(pictures.get(page, "empty") for page in leaf).encode())
            for leaf in self.leaves
        )

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets to print. Raises ProblemsFound: E321."""
        return booklet_sheets(self._for_imposition, self._job.settings, self._only)

    @cached_property
    def one_page(self) -> bytes:
        """The PDF of the sheet of rules of one page. Raises ProblemsFound: E322."""
        sheet = self._booklet.sheet
        assert sheet is not None, "the booklet has a sheet"
        size = _on_paper(A4, self._job.settings.paper, Fold.NONE)
        found = on_one_page(self._booklet, self._source, size, self._laid)
        if (count := self._laid(found).pages) > 1:
            message = f"the sheet of one page takes {count} pages"
            raise ProblemsFound([self._too_long(sheet.place, message, "say less")])
        return self._read_pdf(found)

    @cached_property
    def screen(self) -> bytes:
        """The page of HTML, for phones and other screens."""
        return booklet_page(self._booklet, self._inner_source).encode()

    def files(self) -> Iterator[OutputFile]:
        """Yields the PDF to read, those of sheets and of the sheet of one page, and the page."""
        words = self._edition.game.tool_words.section(RULES, self._booklet.language)
        game, only = self._job.game_id, self.options.only
        if only is not RulesForm.HTML:
            yield _written(f"{game}-rules.pdf", words["rules"], self.pdf)
            yield from self.sheet_pdfs("-rules-sheets")
        if self._booklet.sheet is not None and only is not RulesForm.HTML:
            yield _written(f"{game}-rules-page.pdf", words["one_page"], self.one_page)
        if only is not RulesForm.PDF:
            yield _written(f"{game}-rules.html", words["on_screen"], self.screen)

    def sheet_pdfs(self, suffix: str) -> Iterator[OutputFile]:
        """Yields the PDFs of sheets, whose faces are the pages; their names end with `suffix`."""
        name = self._edition.game.tool_words.section(RULES, self._booklet.language)["to_fold"]
        faces, pages = self.single_pages
        options = self._job.options
        if not options.duplex.two_sided:
            options = replace(options, duplex=Duplex.LONG_EDGE)
        pdfs = SheetPdfs(self._edition, options, None, faces, lambda _: (pages,), None)
        yield from pdfs.booklet(suffix, name, self.sheets)

    @cached_property
    def single_pages(self) -> tuple[dict[FaceId, Face], FacePages]:
        """The pages as faces in their order, and what is drawn on them."""
        plain = self._compiled(self._typeset, tagged=False)
        made_from = _sha256(plain)[:32]
        outline = Outline.rectangle(self.page.width_mm, self.page.height_mm)
        digests = tuple(f"{made_from}-{page}" for page in range(1, self.pages + 1))
        piece = f"{self._job.game_id}-rules"
        faces = {
            FaceId(piece, SideName.FRONT, page): Face(b"", outline, self._bleed_mm, digest)
            for page, digest in enumerate(digests, 1)
        }
        return faces, FacePages(plain, digests)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@lru_cache(maxsize=512)
def _standalone(face: Face) -> str:
    """The SVG of a face for figures; after an edit of the booklet, faces are as they were."""
    return standalone_svg(face, outlined=True, lenient=True)


def format_size(booklet: Booklet) -> Size:
    """The size of the pages of a booklet, as booklet.yaml says it."""
    return A4 if booklet.settings.format is PageFormat.A4 else A5


def shop_booklet(job: Job, booklet: Booklet) -> OutputFile:
    """The booklet for a print shop: single pages in their order, with trim and bleed.

    There are four pages to a sheet. Raises ProblemsFound: E202, E210.
    """
    size = format_size(booklet)
    maker = BookletMaker(job, booklet, RulesOptions(), trim=size, bleed_mm=USUAL_BLEED_MM)
    try:
        faces, pages = maker.single_pages
    finally:
        maker.close()
    words = job.edition.game.tool_words.section(RULES, booklet.language)
    title = f"{booklet.title} · {words['rules']}"
    document = ShopDocument(title, booklet.language, tuple(faces), faces, (pages,))
    return OutputFile(
        f"{job.game_id}-rules-pages.pdf",
        words["rules"],
        partial(shop_bytes, document),
        key=f"{pages.digests[0]} {title}",
    )


def text_source(edition: Edition, language: str) -> TextSource:
    """What the texts of a booklet are made with."""
    words = edition.game.tool_words.section(RULES, language)
    return TextSource(words, Values(edition.game, language).icon_name)


def _text_file(job: Job, booklet: Booklet) -> OutputFile:
    """The file of the booklet as text alone, for which no face is drawn."""
    source = text_source(job.edition, booklet.language)
    text = booklet_text(booklet, source).encode()
    return _written(f"{job.game_id}-rules.txt", source.words["as_text"], text)


def _written(file: str, name: str, content: bytes) -> OutputFile:
    """A file whose content is known already."""
    return OutputFile(file, name, lambda: content, key=hashlib.sha256(content).hexdigest())


def booklet_files(job: Job, booklet: Booklet, options: RulesOptions) -> list[OutputFile]:
    """The files of a booklet, still to be written. Raises ProblemsFound: E202, E210, E321, E322."""
    if options.only is RulesForm.TEXT:
        return [_text_file(job, booklet)]
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
    booklet = booklet_of(job)
    warnings = (*job.rules_warnings, *job.game.warnings, *job.edition.missing_warnings)
    if options.strict:
        refuse(warnings)
    if rules.only is not RulesForm.TEXT:
        _ = job.faces
    _ = job.checked
    if rules.only is not RulesForm.TEXT:
        job.artist.face_cache.save()
    progress(f"{game_id}: rules", 0, 0)
    files = booklet_files(job, booklet, rules)
    stamp = Stamp(inputs=inputs, folder="", printed=(), warnings=warnings)
    records = job.deliver(folder, files, key, stamp, (), _former_files(job.home / folder, rules))
    return Built(game_id, job.home / folder, records, False, warnings, job.unchecked)


def _former_files(folder: Path, rules: RulesOptions) -> list[str]:
    """The files of earlier booklets that are deleted if they are not made again.

    With `--only`, files of other forms stay.
    """
    endings = {form: ending for ending, form in _FORMS.items()}
    own = set(_FORMS) - {".txt"} if rules.only is None else {endings[rules.only]}
    listed = (record.file for record in printed_in_stamps(folder, ""))
    return [file for file in listed if Path(file).suffix in own]


def booklet_of(job: Job) -> Booklet:
    """The booklet of a job; of a game without chapters, one of its lists alone.

    Raises ProblemsFound: E323 for a booklet that has no chapter in the language.
    """
    booklet = job.booklet
    if booklet is None and job.rules.booklets:
        raise ProblemsFound([_not_translated(job)])
    return booklet if booklet is not None else ready_booklet(job.game, job.edition.language)


def _not_translated(job: Job) -> Problem:
    language, known = job.edition.language, ", ".join(job.rules.booklets)
    first = next(iter(job.rules.booklets.values()))
    return Problem(
        "E323",
        first.settings.place,
        f"the booklet has no chapter in `{language}`",
        f"translate it: {first.chapters[0].name}.{language}.md; or write --language {known}",
    )


def _unseen(at: str, place: Place, face_id: FaceId, known: Mapping[str, Area]) -> Problem:
    hint = did_you_mean(at, known) or f"seen on it: {', '.join(sorted(known)[:12])}"
    message = f"nothing on the {face_id.side} of `{face_id.piece}` shows `{at}`"
    return Problem("E711", place, message, hint)


def _holds(zone: Rect, line: Rect) -> bool:
    """Whether the middle of a line of text lies in a zone."""
    x_mm, y_mm = line.x_mm + line.width_mm / 2, line.y_mm + line.height_mm / 2
    return zone.x_mm <= x_mm <= zone.right_mm and zone.y_mm <= y_mm <= zone.bottom_mm


def _begins(line: Rect, at: Point) -> bool:
    """Whether a text that is set at a point is a line: at its left, its middle, or its right."""
    across = line.x_mm - 0.3 <= at.x_mm <= line.right_mm + 0.3
    return across and line.y_mm <= at.y_mm <= line.bottom_mm


def _line_at(at: Point) -> Rect:
    """About where a text begins that is no line of its own, such as one that is turned."""
    return Rect(at.x_mm, at.y_mm - _LINE_MM * 0.7, _LINE_MM, _LINE_MM * 0.7)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


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
