"""Makes the pictures of an export, when they are needed, and names them by their content."""

import threading
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.pictures import PRINT_DPI
from fustella.core.processes import limits
from fustella.core.values.model import Face, FacePages
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.write.picture_worker import PictureFailed, PicturePool
from fustella.write.pictures import PictureForm, PictureJob

NAME_DIGITS = 8
"""The digits of a picture's key in its name: programs with a cache see that a picture is new."""


class FacePictures:
    """Makes the pictures of faces, and remembers their keys.

    `render` makes the pages of all faces when the first picture is made.

    `fonts` is a hash of the tool's fonts, `dpi` the resolution of pictures on faces. `together` has
    the digests of all faces that share fonts with a face, by the digest of that face. `place` is
    the place of the game, and `places` are the places of faces, for problems. `known` has pictures
    by their keys, those that are made here too.

    `content` may be called by several threads.
    """

    def __init__(
        self,
        render: Callable[[], Sequence[FacePages]],
        pool: PicturePool,
        fonts: str,
        place: Place,
        places: Mapping[str, Place] | None = None,
        together: Mapping[str, tuple[str, ...]] | None = None,
        dpi: float = PRINT_DPI,
        known: MutableMapping[str, bytes] | None = None,
    ) -> None:
        self._known = known
        self._places, self._together, self._dpi = places or {}, together or {}, dpi
        self._render, self._pool, self._fonts, self._place = render, pool, fonts, place
        self._lock = threading.Lock()
        self._keys: dict[tuple[str, PictureForm, str], str] = {}

    def key(self, face: Face, form: PictureForm, edge: str = "") -> str:
        """The key of everything that a picture depends on.

        Raises ProblemsFound: E808 for a picture that is too large.
        """
        named = face.digest, form, edge
        if named not in self._keys:
            self._check(form.pixels(face.outline))
            depends_on = f"{face.digest} {face.outline!r} {face.bleed_mm} {self._dpi_of(face)}"
            text = f"{self._fonts} {depends_on} {form!r} {edge}"
            self._keys[named] = fingerprint((), (), text)
        return self._keys[named]

    def key_of_pages(self, faces: Iterable[Face]) -> str:
        """The key of everything that the vector pages of some faces depend on."""
        shown = [(self._together.get(face.digest), self._dpi_of(face)) for face in faces]
        return fingerprint((), (), repr((self._fonts, shown)))

    def _dpi_of(self, face: Face) -> str:
        """The resolution of the pictures on a face; "" for a face without pictures."""
        return f"{self._dpi:g}" if face.pictures else ""

    def _check(self, size_px: tuple[int, int]) -> None:
        width, height = size_px
        if width * height > limits.PICTURE_PIXELS:
            message = f"a picture of {width} x {height} pixels is too large"
            hint = "take fewer pixels to the inch: --dpi 150"
            raise ProblemsFound([Problem("E808", self._place, message, hint)])

    def hashed(self, face: Face, form: PictureForm, edge: str = "") -> str:
        """The digits of a picture's key that stand in the name of its file."""
        return self.key(face, form, edge)[:NAME_DIGITS]

    def content(self, face: Face, form: PictureForm, edge: str = "") -> bytes:
        """The bytes of a picture's file. Raises ProblemsFound: E210."""
        key = self.key(face, form, edge) if self._known is not None else ""
        if self._known is not None and key in self._known:
            return self._known[key]
        with self._lock:
            pages = self._pages
        rendered, page = pages[face.digest]
        job = PictureJob(page, face.outline, face.bleed_mm, edge, form)
        try:
            made = self._pool.picture(rendered.digests[0], rendered.pdf, job)
        except PictureFailed as failed:
            message = f"a picture could not be made: {failed}"
            place = self._places.get(face.digest, self._place)
            raise ProblemsFound([Problem("E210", place, message)]) from None
        if self._known is not None:
            self._known[key] = made
        return made

    def contents(self, jobs: Iterable[tuple[Face, PictureForm, str]]) -> list[bytes]:
        """The bytes of several pictures' files, in order, made by several processes."""
        with ThreadPoolExecutor(max(1, self._pool.workers)) as threads:
            return list(threads.map(lambda job: self.content(*job), jobs))

    def rendered(self, faces: Iterable[Face]) -> tuple[FacePages, ...]:
        """The batches of vector pages that contain some faces, besides other faces."""
        with self._lock:
            pages = self._pages
        by_digest = {pages[face.digest][0].digests[0]: pages[face.digest][0] for face in faces}
        return tuple(by_digest.values())

    @cached_property
    def _pages(self) -> Mapping[str, tuple[FacePages, int]]:
        self._pool.start()
        return {
            digest: (rendered, page)
            for rendered in self._render()
            for page, digest in enumerate(rendered.digests)
        }
