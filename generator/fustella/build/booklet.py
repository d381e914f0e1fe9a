"""Makes the PDFs of a game's rule booklet: pages to read, and sheets to fold or to cut."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache

from msgspec.structs import replace

from fustella.build.booklet_areas import areas_of
from fustella.build.booklet_cover import cover_of, shown_off
from fustella.build.booklet_size import A4, on_paper, page_size
from fustella.build.files import SheetPdfs
from fustella.build.inputs import icon_library
from fustella.build.job import Job
from fustella.build.options import RulesForm, RulesOptions
from fustella.build.publish import OutputFile
from fustella.build.standalone import standalone_svg
from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.pdf import PlainPdf
from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.model import (
    Edition,
    Face,
    FaceId,
    FacePages,
    PictureUse,
    SideName,
)
from fustella.core.values.paper import Duplex, Fold
from fustella.core.values.problems import (
    Place,
    Problem,
    ProblemsFound,
    refuse,
)
from fustella.core.values.rules import (
    ArtPicture,
    Booklet,
    IconMark,
    Picture,
    PiecePicture,
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
from fustella.impose import BookletPages, booklet_sheets, leaves
from fustella.rules.direction import reads_right_to_left
from fustella.rules.figures import Art, FigureArea, FigureSource, drawn_icon, pieces_pictured
from fustella.rules.fitting import Laid, fitted, on_one_page, set_like
from fustella.rules.letters import lacking_letters
from fustella.rules.look import BookletLook, look_of
from fustella.rules.page import booklet_page
from fustella.rules.source import Kept, RulesSource, TypesetIcon
from fustella.rules.typeset import TypesetInput, typst_source
from fustella.rules.values import Values
from fustella.write.raster import page_digests

_KEYWORDS = re.compile(rb"/Keywords ?\(([\d, ]+)\)")
"""Matches the numbers of the figures that leave white at the foot of a page."""

_PICTURE_DPI = 100.0
"""The resolution of the pictures by which pages are compared."""


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
        """The size of its pages."""
        if self._trim is not None:
            return self._trim
        return page_size(self._booklet, self._edition, self._job.settings.paper, self.options)

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
    def _look(self) -> BookletLook:
        return look_of(self._edition, self._job.artist.fonts, self._booklet.settings)

    @cached_property
    def _source(self) -> RulesSource:
        shown = shown_off(self._edition, self._faces)
        return replace(self._inner_source, cover=self._cover, pieces=shown)

    @cached_property
    def _cover(self) -> str:
        """The picture of the first page; "" where it is set in type, or is none of its own."""
        if self.options.fold not in (Fold.SADDLE, Fold.NONE):
            return ""
        page, more_mm = self.page, 2 * self._bleed_mm
        whole = Size(page.width_mm + more_mm, page.height_mm + more_mm)
        return cover_of(self._job, self._booklet.language, whole, self._bleed_mm)

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
    def _areas(self) -> Mapping[FaceId, Mapping[str, FigureArea]]:
        """The areas of zones and fields on the faces that have callouts; see `areas_of`."""
        return areas_of(self._job, self._booklet.language, self._pictures, self._faces)

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
        size = on_paper(A4, self._job.settings.paper, Fold.NONE)
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
            yield written(f"{game}-rules.pdf", words["rules"], self.pdf)
            yield from self.sheet_pdfs("-rules-sheets")
        if self._booklet.sheet is not None and only is not RulesForm.HTML:
            yield written(f"{game}-rules-page.pdf", words["one_page"], self.one_page)
        if only is not RulesForm.PDF:
            yield written(f"{game}-rules.html", words["on_screen"], self.screen)

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


def written(file: str, name: str, content: bytes) -> OutputFile:
    """A file whose content is known already."""
    return OutputFile(file, name, lambda: content, key=hashlib.sha256(content).hexdigest())
