"""Pictures of faces without their texts; those that differ in texts alone share one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy
import pypdfium2

from fustella.core.model import Face, FaceId
from fustella.draw.inspect.texts import DrawnRun, DrawnTexts
from fustella.draw.render.worker import compile_pages
from fustella.draw.text.families import font_folder

DPI = 160

_TEXT = "{http://www.w3.org/2000/svg}text"


@dataclass(frozen=True)
class Told:
    """A face, and its lines of text."""

    id: FaceId
    face: Face
    runs: Sequence[DrawnRun]


@dataclass(frozen=True)
class Bare:
    """Faces that are equal but for their texts: what is drawn on them, and its picture."""

    faces: Sequence[Told]
    root: ElementTree.Element
    picture: numpy.ndarray


def bare(*several: Mapping[FaceId, Face]) -> Iterator[Bare]:
    """Different faces, such as those of several languages, without their texts."""
    different = {face.digest: (one, face) for faces in several for one, face in faces.items()}
    alike: dict[str, tuple[ElementTree.Element, list[Told]]] = {}
    for one, face in different.values():
        root = ElementTree.fromstring(face.svg)
        told = Told(one, face, _runs(root))
        alike.setdefault(without_texts(root), (root, []))[1].append(told)
    for (root, some), picture in zip(alike.values(), _pictures([*alike]), strict=True):
        yield Bare(some, root, picture)


def _runs(root: ElementTree.Element) -> list[DrawnRun]:
    return [run for text in DrawnTexts(root).drawn for run in text.runs if run.text.strip()]


def without_texts(root: ElementTree.Element) -> str:
    """Changes what it is given. A light line around letters counts as their ground."""
    for parent in [*root.iter()]:
        for text in parent.findall(_TEXT):
            halo = text.get("stroke", "none")
            if halo == "none":
                parent.remove(text)
                continue
            for part in text.iter():
                part.set("fill", halo)
    return ElementTree.tostring(root, encoding="unicode")


def _pictures(svgs: Sequence[str]) -> Iterator[numpy.ndarray]:
    """Each as rows of pixels of red, green and blue."""
    for start in range(0, len(svgs), 200):
        pdf = compile_pages(svgs[start : start + 200], str(font_folder()))
        for page in pypdfium2.PdfDocument(pdf):
            yield page.render(scale=DPI / 72, rev_byteorder=True).to_numpy()[:, :, :3]
