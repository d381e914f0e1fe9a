"""Makes pictures of faces without their texts; faces that differ only in texts share one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy
import pypdfium2

from fustella.core.values.model import Face, FaceId
from fustella.draw.inspect.texts import DrawnRun, DrawnTexts
from fustella.draw.render.worker import compile_pages
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.text.families import font_folder

DPI = 160

_TEXT = re.compile(r"""(<text\b(?:"[^"]*"|'[^']*'|[^"'>])*)(?<!/)>.*?</text>\s*""", re.DOTALL)
"""Matches a text element, from its start tag to the next tag."""

_STROKE = re.compile(r'\sstroke="([^"]*)"')


@dataclass(frozen=True)
class Told:
    """A face, and its lines of text."""

    id: FaceId
    face: Face
    runs: Sequence[DrawnRun]


@dataclass(frozen=True)
class Bare:
    """Faces that are equal except for their texts, with the drawing below these, as a picture."""

    faces: Sequence[Told]
    root: ElementTree.Element
    picture: numpy.ndarray


def bare(*several: Mapping[FaceId, Face]) -> Iterator[Bare]:
    """Yields the faces of several mappings, such as one for each language, without their texts."""
    different = {face.digest: (one, face) for faces in several for one, face in faces.items()}
    alike: dict[str, tuple[ElementTree.Element, list[Told]]] = {}
    for one, face in different.values():
        root = ElementTree.fromstring(svg := face.svg)
        told = Told(one, face, _runs(root))
        alike.setdefault(without_texts(svg), (root, []))[1].append(told)
    for (root, some), picture in zip(alike.values(), _pictures([*alike]), strict=True):
        yield Bare(some, root, picture)


def _runs(root: ElementTree.Element) -> list[DrawnRun]:
    return [
        run
        for text in DrawnTexts(resolve_finished(root)).drawn
        for run in text.runs
        if run.text.strip()
    ]


def without_texts(svg: str) -> str:
    """An SVG without its texts; a line around letters stays, as their ground."""
    return _TEXT.sub(_text_as_halo, svg)


def _text_as_halo(text: re.Match[str]) -> str:
    """A text element in the colour of the line around its letters; "" without such a line."""
    halo = _STROKE.search(text[1])
    if halo is None or halo[1] == "none":
        return ""
    element = ElementTree.fromstring(text[0])
    for part in element.iter():
        part.set("fill", halo[1])
    return ElementTree.tostring(element, encoding="unicode")


def _pictures(svgs: Sequence[str]) -> Iterator[numpy.ndarray]:
    """Yields the picture of each SVG, as rows of pixels of red, green and blue."""
    for start in range(0, len(svgs), 200):
        pdf = compile_pages(svgs[start : start + 200], str(font_folder()))
        for page in pypdfium2.PdfDocument(pdf):
            yield page.render(scale=DPI / 72, rev_byteorder=True).to_numpy()[:, :, :3]
