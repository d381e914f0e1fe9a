"""Renders faces to vector PDF pages, in chunks that are cached.

Nearly all that faces show is painted here: a walk through the nodes of a scene (`walk`) writes
operators of PDF (`operators`), and `pages` makes them one document. A face of 40 words takes a
tenth of a millisecond and no memory to speak of. Nodes that are not painted here, such as filters,
are compiled by typst one by one; a face that is full of them is compiled as a whole. Chunks have
about a hundred faces: so the fonts, stored once in each chunk, take little room, and a changed card
costs little.
"""

import json
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.cache import DiskCache
from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.pdf import PlainPdf, pages_of
from fustella.core.files.pictures import PRINT_DPI, PictureFile
from fustella.core.files.whole import temporary_place
from fustella.core.processes.overseer import Overseer
from fustella.core.processes.parallel import in_processes, workers_for
from fustella.core.processes.steps import FACE_S, helped_by, step
from fustella.core.processes.worker import Worker
from fustella.core.values.model import Face, FacePages, PictureUse
from fustella.core.values.problems import Place, Problem
from fustella.core.values.themes import Theme
from fustella.draw.pictures.library import facts_of
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.render import worker as compiling
from fustella.draw.render.faults import BROKE_OFF, REFUSED, RenderFailed, RenderFault, of_picture
from fustella.draw.render.filters import enlarged, has_filters, with_own_size
from fustella.draw.render.pages import (
    PlainPage,
    PlainPages,
    store_pages,
    stored_pages,
    with_compiled,
)
from fustella.draw.render.pictures import PicturePages, with_stand_ins
from fustella.draw.render.syllables import with_placed_syllables
from fustella.draw.render.walk import name_of_part
from fustella.draw.text.families import font_folder, own_families_in
from fustella.draw.text.fonts import fonts_stamp

MOST_FACES = 250
"""The most faces in one chunk."""

LEAST_FACES = 60
"""The fewest faces in one chunk, except for the last chunk of a batch."""

LEAST_COMPILING_S, COMPILING_S = 60.0, 2.0
"""The time limit of a process that compiles faces: the first number of seconds for itself.

To it comes the second number of seconds for each face. Most faces take 2 ms, those with filters
more.
"""

ALONE_S = 20.0
"""Replaces LEAST_COMPILING_S, in seconds, where faces are compiled alone to find faulty ones."""

MOST_FAULTS, MOST_LATE = 20, 3
"""The search for faults ends after this many faults, or after this many faces that took too long.
"""

_LEAST_DPI = 0.01
"""The resolution, in pixels for each inch, that shrinks any picture to one pixel."""

MOST_KEPT = 2000
"""The cache stores single pages of games with up to this many faces.

With more faces, a changed chunk is drawn anew as a whole.
"""

FACES_OF_WORKER = 320
"""The most faces that one typst process compiles.

For each face with text that typst has compiled it keeps half a megabyte of memory.
"""

PLAIN_FACES_OF_WORKER = 400
"""The number of faces, drawn without typst, for which one more process pays.

Each takes a tenth of a millisecond.
"""
_CUT_ONE_IN = 48


class _Chunk(Struct, frozen=True):
    """Faces that become the pages of one PDF; `name` stays the same when the faces are edited."""

    faces: tuple[Face, ...]
    name: str = ""

    @property
    def digests(self) -> tuple[str, ...]:
        return tuple(face.digest for face in self.faces)

    @property
    def svgs(self) -> list[str]:
        return [_compiled_svg(face) for face in self.faces]

    @property
    def enlarged(self) -> set[int]:
        """The indices of faces with filters; these faces are compiled at a larger size."""
        return {number for number, face in enumerate(self.faces) if has_filters(face.svg)}

    def only(self, numbers: Sequence[int]) -> "_Chunk":
        """A chunk of only those faces that have these numbers, counted from 0."""
        return _Chunk(tuple(self.faces[number] for number in numbers))

    @property
    def key(self) -> str:
        """The cache key of the chunk's PDF: a hash of its faces, the fonts and the tool."""
        return _hash(*self.digests)

    @property
    def key_of_pages(self) -> str:
        """The cache key of the chunk's single pages; "" for a chunk without a name."""
        return self.name and _hash(f"pages {self.name}")


def _hash(*parts: str) -> str:
    """A hash of some texts, of the program itself and of its fonts."""
    return fingerprint((), (), "\n".join((fonts_stamp(), *parts)))


def render(
    batches: Sequence[Sequence[Face]],
    cache: DiskCache | None,
    on_progress: Callable[[int], None] | None = None,
    dpi: float = PRINT_DPI,
    scales: Mapping[str, float] | None = None,
    name: str = "",
    places: Mapping[str, Place] | None = None,
) -> tuple[FacePages, ...]:
    """Renders each different face to a vector page as large as its SVG, trim and bleed.

    A batch holds the faces of one kind. Faces with equal digests are rendered once, with their
    first batch. `on_progress` is called with the number of faces done so far, cached ones included.
    Pictures have `dpi` where they are largest; `scales`, by digest, are the scales at which faces
    are shown; without them, 1. A chunk whose faces all have the scale 0 is left out. Equal batches
    give equal bytes. `name` names the whole, whatever faces it has: with a name, only the new faces
    of a changed chunk are drawn. `places` are where faces come from, by digest. Raises RenderFailed
    for the faces, or pictures, that cannot be rendered.
    """
    kept_as = name if sum(map(len, batches)) <= MOST_KEPT else ""
    chunks = [
        chunk
        for chunk in _chunks(batches, kept_as)
        if scales is None or any(scales[face.digest] for face in chunk.faces)
    ]
    shown = {
        face: scales[face.digest] if scales else 1.0 for chunk in chunks for face in chunk.faces
    }
    pictures = PicturePages.of(shown, dpi, cache, lambda drawn: render([drawn], cache))
    stored = [cache.get(chunk.key) if cache else None for chunk in chunks]
    missing = [chunk for chunk, pdf in zip(chunks, stored, strict=True) if pdf is None]
    fresh = _pdfs_of_chunks(missing, cache, places or {})
    done = 0
    rendered = []
    for chunk, pdf in zip(chunks, stored, strict=True):
        if pdf is None:
            pdf = next(fresh)  # noqa: PLW2901
            if cache:
                cache.put(chunk.key, pdf)
        if any(face.pictures for face in chunk.faces):
            pdf = pictures.put_into(pdf)  # noqa: PLW2901
        rendered.append(FacePages(pdf, chunk.digests))
        done += len(chunk.faces)
        if on_progress:
            on_progress(done)
    if cache and missing:
        cache.prune()
    return tuple(rendered)


def rendered_together(batches: Sequence[Sequence[Face]]) -> Iterator[tuple[str, ...]]:
    """Yields the digests of the faces in each PDF that `render` makes: they share fonts."""
    return (chunk.digests for chunk in _chunks(batches, ""))


def refuse_broken(files: Sequence[PictureFile]) -> None:
    """Raises RenderFailed for all pictures that could not be printed, used on a face or not.

    It prepares each at a size of one pixel, so that a file that is cut short is read to its end.
    """
    uses, faults = list[PictureUse](), list[RenderFault]()
    for file in files:
        try:
            facts = facts_of(file, None)
        except FaultyPicture as fault:
            faults.append(of_picture(fault))
        else:
            uses.append(PictureUse(file, Theme.FULL, facts.width_mm, facts.height_mm))
    try:
        PicturePages.of_uses(uses, _LEAST_DPI, None, lambda drawn: render([drawn], None))
    except RenderFailed as failed:
        faults += failed.faults
    if faults:
        raise RenderFailed(faults)


def _pdfs_of_chunks(
    chunks: Sequence[_Chunk], cache: DiskCache | None, places: Mapping[str, Place]
) -> Iterator[bytes]:
    """Yields the PDF of each chunk, in order; typst compiles only what cannot be written here."""
    faces = sum(len(chunk.faces) for chunk in chunks)
    written = in_processes(
        partial(_written, cache, places), chunks, workers_for(faces, PLAIN_FACES_OF_WORKER)
    )
    owners, others = dict[str, str](), list[_Chunk]()
    for chunk, one in zip(chunks, written, strict=True):
        pieces = [_part_of(chunk.faces[number], svg) for number, svg in one.parts.values()]
        owners |= {
            piece.digest: chunk.faces[number].digest
            for piece, (number, _) in zip(pieces, one.parts.values(), strict=True)
        }
        others.append(_Chunk((*chunk.only(one.whole).faces, *pieces)))
    compiled = _pdfs_by_typst([one for one in others if one.faces], cache)
    try:
        for chunk, one, other in zip(chunks, written, others, strict=True):
            yield _merged_pdf(chunk, one, next(compiled)) if other.faces else one.pdf
    except RenderFailed as failed:
        raise RenderFailed(
            [replace(one, digest=owners.get(one.digest, one.digest)) for one in failed.faults]
        ) from None


def _part_of(face: Face, svg: str) -> Face:
    """A face that shows only a part of another face, whose SVG is `svg`."""
    return replace(Face.drawn(svg, face.outline, face.bleed_mm), pictures=face.pictures)


def _pdfs_by_typst(chunks: Sequence[_Chunk], cache: DiskCache | None) -> Iterator[bytes]:
    """Yields the PDF that typst makes of each chunk, from the cache for unchanged chunks."""
    stored = [cache.get(chunk.key) if cache else None for chunk in chunks]
    missing = [chunk for chunk, pdf in zip(chunks, stored, strict=True) if pdf is None]
    compiled = _compiled_in_processes(missing) if missing else iter(())
    for chunk, pdf in zip(chunks, stored, strict=True):
        if pdf is None:
            pdf = with_own_size(next(compiled), chunk.enlarged)  # noqa: PLW2901
            if cache:
                cache.put(chunk.key, pdf)
        yield pdf


class _Written(Struct, frozen=True):
    """The pages of a chunk that were written without typst, and a list of the work left for typst.

    `whole` are the numbers, from 0, of the faces that typst compiles as a whole; `pdf` has the
    pages of all others, b"" if there are none. In these pages typst compiles `parts`: by the name
    of a part, the number of its face and the SVG of the part.
    """

    pdf: bytes
    whole: list[int]
    parts: dict[bytes, tuple[int, str]]


def _written(cache: DiskCache | None, places: Mapping[str, Place], chunk: _Chunk) -> _Written:
    """Writes the pages of a chunk, as far as typst is not needed for them."""
    pages, whole, key = PlainPages(), list[int](), chunk.key_of_pages
    parts = dict[bytes, tuple[int, str]]()
    known = stored_pages(cache, key) if cache and key else {}
    now = dict[str, PlainPage | None]()
    for number, face in enumerate(chunk.faces):
        digest = face.digest
        if digest in known:
            page = known[digest]
        else:
            with step("writing the page of a face", places.get(digest, Place("")), FACE_S):
                page = pages.draw(face.svg)
        now[digest] = page
        if page is None or not pages.add(page):
            whole.append(number)
        else:
            parts.update((name_of_part(svg), (number, svg)) for svg in page.compiled)
    if cache and key:
        store_pages(cache, key, now)
    return _Written(pages.pdf() if len(whole) < len(chunk.faces) else b"", whole, parts)


def _merged_pdf(chunk: _Chunk, written: _Written, pdf: bytes) -> bytes:
    """Joins the pages written without typst and those that typst compiled, as the PDF of a chunk.

    `pdf` is typst's: it has a page for each of the faces compiled as a whole, and then one for each
    part of the other faces.
    """
    if not written.pdf:
        return pdf
    compiled = PlainPdf(pdf)
    pages = compiled.pages[len(written.whole) :]
    parts = {name: (compiled, page) for name, page in zip(written.parts, pages, strict=True)}
    filled = with_compiled(written.pdf, parts)
    if not written.whole:
        return filled
    ours, typst = PlainPdf(filled), iter(compiled.pages)
    plain, left = iter(ours.pages), set(written.whole)
    return pages_of(
        [
            (compiled, next(typst)) if number in left else (ours, next(plain))
            for number in range(len(chunk.faces))
        ]
    )


def _compiled_svg(face: Face) -> str:
    """The SVG of a face as typst compiles it. Raises RenderFailed for a broken picture."""
    try:
        svg = with_placed_syllables(with_stand_ins(face))
    except FaultyPicture as fault:  # it could be read before, when the face was drawn
        raise RenderFailed([of_picture(fault)]) from None
    return enlarged(svg) if has_filters(svg) else svg


def _chunks(batches: Sequence[Sequence[Face]], name: str) -> Iterator[_Chunk]:
    """Yields the chunks of each batch, without the faces that an earlier batch has."""
    seen: set[str] = set()
    for at, batch in enumerate(batches):
        new = {face.digest: face for face in batch if face.digest not in seen}
        seen.update(new)
        for number, faces in enumerate(_cut_by_digest(tuple(new.values()))):
            yield _Chunk(faces, name and f"{name} {at} {number}")


def _cut_by_digest(faces: tuple[Face, ...]) -> Iterator[tuple[Face, ...]]:
    """Cuts a batch into chunks, at faces whose digests have a certain hash.

    If it were cut by counting, a face inserted at the front would change every chunk after it, and
    all of a large game would be rendered again; cut by content, later chunks stay as they are.
    """
    if len(faces) <= MOST_FACES:
        if faces:
            yield faces
        return
    start = 0
    for end, face in enumerate(faces, 1):
        size = end - start
        by_content = zlib.crc32(face.digest.encode()) % _CUT_ONE_IN == 0
        if size == MOST_FACES or (size >= LEAST_FACES and by_content):
            yield faces[start:end]
            start = end
    if start < len(faces):
        yield faces[start:]


def _compiled_in_processes(chunks: Sequence[_Chunk]) -> Iterator[bytes]:
    """Yields the PDF that typst compiles of each chunk, in order.

    A process of its own compiles a few chunks at a time: typst may crash, and no thread of ours
    could stop it. Only one process runs at a time, since typst itself uses all cores: two at once
    are only a quarter faster on two cores, for twice the memory.
    """
    svgs = (face.svg for chunk in chunks for face in chunk.faces)
    fonts = str(font_folder(own_families_in(svgs)))
    for job in _jobs(chunks):
        faces = [face for chunk in job for face in chunk.faces]
        limit_s = LEAST_COMPILING_S + COMPILING_S * len(faces)
        answer = _compile_in_process([chunk.svgs for chunk in job], fonts, limit_s)
        if len(answer.pdfs) < len(job) or None in answer.pdfs:
            raise RenderFailed(_faults(faces, fonts) or [_fault_of_all(faces[0], answer)])
        yield from filter(None, answer.pdfs)


def _faults(faces: Sequence[Face], fonts: str) -> list[RenderFault]:
    """Compiles each face alone; returns the faults of those that typst refuses or crashes at."""
    found, late = list[RenderFault](), 0
    while faces and len(found) < MOST_FAULTS and late < MOST_LATE:
        limit_s = ALONE_S + COMPILING_S * len(faces)
        answer = _compile_in_process([[_compiled_svg(face)] for face in faces], fonts, limit_s)
        refused = [face for face, pdf in zip(faces, answer.pdfs, strict=False) if pdf is None]
        found += [RenderFault(face.digest, *REFUSED) for face in refused]
        faces = faces[len(answer.pdfs) :]
        if faces:
            late += answer.ended is not None
            found.append(_fault_of(faces[0], answer))
            faces = faces[1:]
    return found


def _fault_of(face: Face, answer: "_Answer") -> RenderFault:
    """The fault of the face at which a typst process ended without an answer."""
    if answer.ended is not None:
        ended = answer.ended
        return RenderFault(face.digest, ended.message, ended.hint, ended.code)
    return RenderFault(face.digest, *BROKE_OFF)


def _fault_of_all(face: Face, answer: "_Answer") -> RenderFault:
    """The fault of faces that compile alone, but not together; it names the first `face`."""
    if answer.ended is not None:
        return _fault_of(face, answer)
    hint = "memory may be short: close other programs, or build one game at a time"
    message = f"the drawing process ended with {answer.code}, with this face and those after it"
    return RenderFault(face.digest, message, hint)


def _jobs(chunks: Sequence[_Chunk]) -> Iterator[list[_Chunk]]:
    """Groups chunks into jobs of at most `FACES_OF_WORKER` faces.

    A larger chunk is a job by itself.
    """
    job: list[_Chunk] = []
    for chunk in chunks:
        if job and sum(len(each.faces) for each in (*job, chunk)) > FACES_OF_WORKER:
            yield job
            job = []
        job.append(chunk)
    if job:
        yield job


class _Answer(Struct, frozen=True):
    """The answer of a typst process: a PDF for each batch, None for a batch that typst refused.

    If the process ended early, the PDFs of its last batches are missing. `ended` is the problem for
    which we ended it, None if we did not. `code` is its exit code.
    """

    pdfs: list[bytes | None]
    ended: Problem | None
    code: int


def _compile_in_process(batches: Sequence[Sequence[str]], fonts: str, limit_s: float) -> _Answer:
    """Compiles batches of SVGs in a process of typst, which may take `limit_s` seconds in all."""
    with (
        # The process is ended before the one that supervises this one would end them all.
        step("drawing faces", Place(""), 2 * limit_s),
        Worker.batch((fonts, batches), compiling.__file__) as worker,
        helped_by(worker.pid),
    ):
        worker.look_after(Overseer(worker.page, idle_s=limit_s, doing="drawing the face"))
        code = worker.end()
        pdfs = [pdf if compiled else None for compiled, pdf in worker.answers()]
    return _Answer(pdfs, worker.problem, code)
