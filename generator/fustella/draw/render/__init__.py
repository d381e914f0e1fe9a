"""Renders faces to vector PDF pages, in chunks that are cached.

Plain faces, nearly all, are written here (`draw.render.pages`): a face of 40 words takes a tenth of
a millisecond and no memory to speak of. All others are compiled by typst, which paints whatever
SVG can say and takes ten times as long. In chunks of about a hundred faces the fonts, stored once
in each, are small beside the faces, and a changed card costs little.
"""

import hashlib
import json
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from msgspec import Struct

from fustella import __version__
from fustella.core.cache import DiskCache
from fustella.core.fingerprint import installed
from fustella.core.model import Face, RenderedFaces
from fustella.core.pdf import PlainPdf, pages_of
from fustella.core.pictures import ART, PRINT_DPI
from fustella.core.problems import Place
from fustella.core.steps import helped_by, step
from fustella.core.workers import in_processes, keep_from_forking, workers_for
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.render import worker as compiling
from fustella.draw.render.filters import enlarged, has_filters, with_own_size
from fustella.draw.render.kept import keep_pages, kept_pages
from fustella.draw.render.pages import PlainPage, PlainPages
from fustella.draw.render.pictures import PicturePages, with_stand_ins
from fustella.draw.render.syllables import with_parted_syllables
from fustella.draw.render.worker import CompileFailed, compile_pages
from fustella.draw.text.families import font_folder, own_families_in
from fustella.draw.text.fonts import fonts_stamp

MOST_FACES = 250
"""The most faces of a chunk."""

LEAST_FACES = 60
"""The least faces of a chunk, except for the last of a batch."""

FACES_IN_PROCESS = 500
"""typst keeps half a megabyte of memory for each face of text that it has compiled. So a process,
in one build or in all builds of a preview, compiles no more than these; then workers do, which end.
"""

LEAST_COMPILING_S, COMPILING_S = 60.0, 2.0
"""For a chunk, and for each face of it: most take two milliseconds, those with filters more."""

MOST_KEPT = 2000
"""Of more faces no pages are kept: a chunk is a small part of them, and takes as long as ever."""

FACES_OF_WORKER = 320

PLAIN_FACES_OF_WORKER = 400
"""So many plain faces are worth another process: a tenth of a millisecond is enough for each."""
_CUT_ONE_IN = 48

compiled_here: set[str] = set()
"""Digests of the faces that this process has compiled; to compile them again costs no memory."""

_REFUSED_HINT = "an SVG that the checks let through; please report it with the template"


class RenderFailed(Exception):
    """typst refused a face that passed the lint, a worker process failed, or a picture is broken.

    `digest` is that of the face, or of the first face of the job; for a picture it is "", and
    `picture` is its name.
    """

    def __init__(
        self, digest: str, message: str, hint: str = _REFUSED_HINT, picture: str = ""
    ) -> None:
        self.digest = digest
        self.message = message
        self.hint = hint
        self.picture = picture
        super().__init__(f"{digest or picture}: {message}")


class _Chunk(Struct, frozen=True):
    """Faces that become the pages of one PDF; `name` is what the chunk is called after an edit."""

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
        """The faces that are compiled larger than they are, counted from 0."""
        return {number for number, face in enumerate(self.faces) if has_filters(face.svg)}

    def only(self, numbers: Sequence[int]) -> "_Chunk":
        """The chunk of some of its faces, counted from 0."""
        return _Chunk(tuple(self.faces[number] for number in numbers))

    @property
    def key(self) -> str:
        """A hash of all that the PDF depends on; the digest of a face does not cover its fonts."""
        return _hash(*self.digests)

    @property
    def key_of_pages(self) -> str:
        """The key of the pages that are kept under its name; "" where none are."""
        return self.name and _hash(f"pages {self.name}")


def _hash(*parts: str) -> str:
    """The hash of something, and of all that draws it."""
    parts = (__version__, *installed(), str(compiling.SOURCE), fonts_stamp(), *parts)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def render(
    batches: Sequence[Sequence[Face]],
    cache: DiskCache | None,
    on_progress: Callable[[int], None] | None = None,
    dpi: float = PRINT_DPI,
    scales: Mapping[str, float] | None = None,
    name: str = "",
) -> tuple[RenderedFaces, ...]:
    """Render each different face to a vector page as large as its SVG, trim and bleed.

    A batch holds the faces of one kind. Faces with equal digests are rendered once, with their
    first batch. `on_progress` is called with the number of faces done so far, cached ones
    included. Pictures have `dpi` where they are largest; `scales`, by digest, are those at which
    faces are shown, 1 without them. Faces that are not shown, 0, may be left out. Equal batches
    give equal bytes. `name` is what the whole is called, whatever its faces are: with it, of a
    chunk that has changed only the new faces are drawn. Raises RenderFailed for the first face, or
    picture, that cannot be rendered.
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
    try:
        pictures = PicturePages.of(shown, dpi, cache, lambda drawn: render([drawn], cache))
    except FaultyPicture as fault:
        raise RenderFailed("", str(fault), fault.hint, f"{ART}/{fault.file.name}") from None
    stored = [cache.get(chunk.key) if cache else None for chunk in chunks]
    missing = [chunk for chunk, pdf in zip(chunks, stored, strict=True) if pdf is None]
    fresh = _drawn(missing, cache)
    done = 0
    rendered = []
    for chunk, pdf in zip(chunks, stored, strict=True):
        if pdf is None:
            pdf = next(fresh)  # noqa: PLW2901
            if cache:
                cache.put(chunk.key, pdf)
        if any(face.pictures for face in chunk.faces):
            pdf = pictures.put_into(pdf)  # noqa: PLW2901
        rendered.append(RenderedFaces(pdf, chunk.digests))
        done += len(chunk.faces)
        if on_progress:
            on_progress(done)
    if cache and missing:
        cache.prune()
    return tuple(rendered)


def _drawn(chunks: Sequence[_Chunk], cache: DiskCache | None) -> Iterator[bytes]:
    """The PDF of each chunk, in order: plain faces are written here, typst compiles the others."""
    faces = sum(len(chunk.faces) for chunk in chunks)
    parted = in_processes(
        partial(_parted, cache), chunks, workers_for(faces, PLAIN_FACES_OF_WORKER)
    )
    others = [chunk.only(left) for chunk, (_, left) in zip(chunks, parted, strict=True)]
    compiled = _kept_or_compiled([one for one in others if one.faces], cache)
    for chunk, (written, _), other in zip(chunks, parted, others, strict=True):
        if not other.faces:
            yield written
            continue
        pdf = next(compiled)
        yield _joined(chunk, written, other, pdf) if written else pdf


def _kept_or_compiled(chunks: Sequence[_Chunk], cache: DiskCache | None) -> Iterator[bytes]:
    """The PDF of each chunk of faces that are not plain; these may be as they were."""
    stored = [cache.get(chunk.key) if cache else None for chunk in chunks]
    missing = [chunk for chunk, pdf in zip(chunks, stored, strict=True) if pdf is None]
    compiled = _compiled(missing) if missing else iter(())
    for chunk, pdf in zip(chunks, stored, strict=True):
        if pdf is None:
            pdf = with_own_size(next(compiled), chunk.enlarged)  # noqa: PLW2901
            if cache:
                cache.put(chunk.key, pdf)
        yield pdf


def _parted(cache: DiskCache | None, chunk: _Chunk) -> tuple[bytes, list[int]]:
    """The PDF of the plain faces of a chunk, and the numbers of its other faces, from 0."""
    pages, others, key = PlainPages(), list[int](), chunk.key_of_pages
    known = kept_pages(cache, key) if cache and key else {}
    now = dict[str, PlainPage | None]()
    with _compiling(len(chunk.faces)):
        for number, face in enumerate(chunk.faces):
            digest = face.digest
            page = now[digest] = known[digest] if digest in known else pages.draw(face.svg)
            if page is None or not pages.add(page):
                others.append(number)
        if cache and key:
            keep_pages(cache, key, now)
        return (pages.pdf() if len(others) < len(chunk.faces) else b""), others


def _joined(chunk: _Chunk, plain: bytes, others: _Chunk, pdf: bytes) -> bytes:
    """The pages of a chunk: the `plain` ones, and in `pdf` those of the `others`."""
    written, compiled = PlainPdf(plain), PlainPdf(pdf)
    ours, typst = iter(written.pages), iter(compiled.pages)
    left = set(others.digests)
    return pages_of(
        [
            (compiled, next(typst)) if digest in left else (written, next(ours))
            for digest in chunk.digests
        ]
    )


def _compiled_svg(face: Face) -> str:
    """The SVG of a face as it is given to typst."""
    svg = with_parted_syllables(with_stand_ins(face))
    return enlarged(svg) if has_filters(svg) else svg


def _chunks(batches: Sequence[Sequence[Face]], name: str) -> Iterator[_Chunk]:
    """The chunks of each batch, without the faces of earlier batches."""
    seen: set[str] = set()
    for at, batch in enumerate(batches):
        new = {face.digest: face for face in batch if face.digest not in seen}
        seen.update(new)
        for number, faces in enumerate(_cut(tuple(new.values()))):
            yield _Chunk(faces, name and f"{name} {at} {number}")


def _cut(faces: tuple[Face, ...]) -> Iterator[tuple[Face, ...]]:
    """Cut a batch into chunks where the digests of faces say so.

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


def _compiled(chunks: Sequence[_Chunk]) -> Iterator[bytes]:
    """The PDF of each chunk, in order."""
    svgs = (face.svg for chunk in chunks for face in chunk.faces)
    fonts = str(font_folder(own_families_in(svgs)))
    new = {digest for chunk in chunks for digest in chunk.digests} - compiled_here
    if len(compiled_here) + len(new) > FACES_IN_PROCESS:
        yield from _compiled_by_workers(chunks, fonts)
        return
    compiled_here.update(new)
    keep_from_forking()  # typst's threads
    for chunk in chunks:
        try:
            with _compiling(len(chunk.faces)):
                pdf = compile_pages(chunk.svgs, fonts)
        except CompileFailed:
            raise _failure(chunk, fonts) from None
        yield pdf


def _compiling(faces: int) -> AbstractContextManager[None]:
    """The step of compiling some faces; it takes its place from the one that it is part of."""
    return step(f"compiling {faces} of them", Place(""), LEAST_COMPILING_S + COMPILING_S * faces)


def _compiled_by_workers(chunks: Sequence[_Chunk], fonts: str) -> Iterator[bytes]:
    """The PDF of each chunk, in order; a few chunks at a time by a process of their own.

    One process at a time, since typst itself uses all cores: two at once are only a quarter faster
    on two cores, for twice the memory.
    """
    for job in _jobs(chunks):
        with _compiling(sum(len(chunk.faces) for chunk in job)):
            answers = _work(job, fonts)
        for chunk, answer in zip(job, answers, strict=True):
            if answer is None:
                raise _failure(chunk, fonts)
            yield answer


def _jobs(chunks: Sequence[_Chunk]) -> Iterator[list[_Chunk]]:
    """The chunks grouped into jobs of at most `FACES_OF_WORKER` faces, or of one chunk."""
    job: list[_Chunk] = []
    for chunk in chunks:
        if job and sum(len(each.faces) for each in (*job, chunk)) > FACES_OF_WORKER:
            yield job
            job = []
        job.append(chunk)
    if job:
        yield job


def _work(job: Sequence[_Chunk], fonts: str) -> list[bytes | None]:
    """Run a worker process; None for a chunk that typst refused.

    A plain program rather than `multiprocessing`, which would import the caller's main module
    again, and so run a script that has no `if __name__` guard twice.
    """
    import subprocess  # noqa: PLC0415  (only for many faces)

    request = json.dumps({"fonts": fonts, "batches": [chunk.svgs for chunk in job]})
    # With -P, the folder of the program does not come before the standard library.
    command = [sys.executable, "-P", str(Path(compiling.__file__))]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as worker,
        helped_by(worker.pid),
    ):
        try:
            answer, said = worker.communicate(request.encode())
        except BaseException:
            worker.kill()
            raise
    if worker.returncode:
        errors = said.decode(errors="replace").strip().splitlines()
        why = errors[-1] if errors else f"it was stopped ({worker.returncode})"
        hint = "memory may be short: close other programs, or build one game at a time"
        raise RenderFailed(job[0].digests[0], f"the drawing process failed: {why}", hint)
    return _frames(answer)


def _frames(answer: bytes) -> list[bytes | None]:
    """Parse what `worker.serve` wrote: the PDFs, None for each chunk that failed."""
    bodies: list[bytes | None] = []
    start = 0
    while start < len(answer):
        line_end = answer.index(b"\n", start)
        frame = json.loads(answer[start:line_end])
        start = line_end + 1 + frame["length"]
        bodies.append(answer[line_end + 1 : start] if frame["ok"] else None)
    return bodies


def _failure(chunk: _Chunk, fonts: str) -> RenderFailed:
    """The first face of a refused chunk that typst refuses by itself."""
    keep_from_forking()
    faces = chunk.faces
    while len(faces) > 1:
        half = faces[: len(faces) // 2]
        try:
            compile_pages([_compiled_svg(face) for face in half], fonts)
        except CompileFailed:
            faces = half
        else:
            faces = faces[len(half) :]
    try:
        compile_pages([_compiled_svg(faces[0])], fonts)
    except CompileFailed as refusal:
        return RenderFailed(faces[0].digest, str(refusal))
    return RenderFailed(faces[0].digest, "refused only together with other faces")
