"""Parts of a cover of given sizes, for tests of where they lie."""

from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.problems import Place
from fustella.covers import CoverParts, CoverSection, NoteFace, SectionText, lay_out_cover
from fustella.covers.faces import front_of
from fustella.draw import FaceSpec
from tests.impose.checks import A4


def face(name: str, size: Size) -> FaceSpec:
    """A face of that size, from no template."""
    outline = Outline.rectangle(size.width_mm, size.height_mm)
    return FaceSpec(front_of(name), "", outline, 0.0, {}, Place("game.yaml"))


def note(number: int, size: Size, leads: bool = False) -> NoteFace:
    return NoteFace(face(f"note:{number}", size), leads)


def section_of(name, pieces, heading, picture, caption, **more) -> CoverSection:
    """A section whose faces say nothing."""
    text = SectionText(name, {}, {piece: {} for piece in pieces})
    return CoverSection(text, heading, picture, caption, **more)


def parts(head: Size, sections=(), **more) -> CoverParts:
    return CoverParts(face("head:cover", head), sections=tuple(sections), **more)


def laid_out(sections, outlines, head: Size, paper=A4, **more):
    """The pages of a cover with these parts."""
    return lay_out_cover(parts(head, sections, **more), outlines, paper)
