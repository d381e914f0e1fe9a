"""Gives all formats the rule booklet of a game: its words, its page for phones, its pages."""

from collections.abc import Callable

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import Face, FaceId, FacePages
from fustella.core.values.problems import Place
from fustella.core.values.rules import Booklet
from fustella.export.pictures import FacePictures
from fustella.rules.plain import UNBROKEN, TextChapter, TextMarks, TextSource, text_chapters
from fustella.write.shop import ShopDocument, shop_bytes


class RulebookPages(Struct, frozen=True):
    """The pages of a booklet as faces, in their order; `pictures` makes pictures of them."""

    faces: dict[FaceId, Face]
    drawn: FacePages
    pictures: FacePictures


class Rulebook(Struct, frozen=True):
    """The booklet of a game for exports.

    `size` is that of its own pages, `page` makes the page of HTML, and `pages` sets the booklet for
    a shop: on pages of a size with some bleed, four to a sheet.
    """

    booklet: Booklet
    source: TextSource
    size: Size
    page: Callable[[], bytes]
    pages: Callable[[Size, float], RulebookPages]

    @property
    def place(self) -> Place:
        """The place of its settings, for problems."""
        return self.booklet.settings.place

    @property
    def name(self) -> str:
        """What the booklet is called, in its language."""
        return self.source.words["rules"]

    def chapters(self, marks: TextMarks = UNBROKEN) -> tuple[TextChapter, ...]:
        """The chapters as texts, and the notes."""
        return text_chapters(self.booklet, self.source, marks)

    def lost(self, where: str) -> tuple[str, ...]:
        """The note that pictures became words; () for a booklet without pictures."""
        pictures = sum(chapter.pictures for chapter in self.chapters())
        if not pictures:
            return ()
        said = "its picture is" if pictures == 1 else f"its {pictures} pictures are"
        return (f"the rule booklet is {where} as text: {said} left out, and described in words",)

    def pdf(self, file: str, bleed_mm: float) -> OutputFile:
        """The PDF of single pages, with the boxes of trim and bleed."""
        pages = self.pages(self.size, bleed_mm)
        title = f"{self.booklet.title} · {self.name}"
        document = ShopDocument(
            title, self.booklet.language, tuple(pages.faces), pages.faces, (pages.drawn,)
        )
        key = f"{pages.drawn.digests[0]} {title}"
        return OutputFile(file, self.name, lambda: shop_bytes(document), key=key)
