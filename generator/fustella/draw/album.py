"""The album of a game: faces drawn before, found by everything that they were drawn from.

A face whose templates, values and outline are the same as before need not be drawn, fitted and
checked again. What all faces of a game share (words, colours, icons, fonts, the tool's version) is
part of the album's name, so that a change there begins a new album. Faces with problems are never
kept.

An album keeps the faces that were used last and as many of those used before: after a build of a
part of a box, or of a cover for another paper, the rest is still known.

This module is light on purpose: what a face shows can be asked without loading templates, fonts or
the typst engine.
"""

import hashlib
import marshal
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

from fustella.core.cache import CACHE, DiskCache
from fustella.core.fingerprint import fingerprint
from fustella.core.model import Edition, Face, FaceId, FaceMetadata, PictureUse, Theme
from fustella.core.pictures import PictureFile, PictureFolder
from fustella.core.problems import Place, warning
from fustella.core.project import Project
from fustella.draw.specs import FaceSpec
from fustella.draw.templates.dependencies import TemplateSources
from fustella.draw.text.equal import NO_LIMITS, EqualSizes, Limits, Taken
from fustella.draw.text.fonts import families_of

_KeptPicture: TypeAlias = tuple[str, str, str, float, float]
"""Its name in `art/`, its digest, the theme, and the size in mm of the whole of it."""

_Kept: TypeAlias = tuple[
    bytes,
    str,
    tuple[tuple[str, str], ...],
    tuple[_KeptPicture, ...],
    tuple[str, ...],
    float,
    str,
    tuple[str, ...],
    int,
    tuple[tuple[str, str, int, str, str], ...],
]
"""The packed SVG, its digest, the pictures that were asked for and the digests that they had, those
that it shows, and the fields of `FaceMetadata`."""

_Entry = TypeVar("_Entry")


class Album:
    """The faces of one game in one language; without a cache nothing is kept between builds.

    `drawn_with` gives a stamp of a template, by its name, and of all that the template uses. A face
    with `pictures` is known as long as each of them is the file that it was.
    """

    def __init__(
        self,
        cache: DiskCache | None,
        shared: str,
        pictures: PictureFolder,
        drawn_with: Callable[[str], str] = str,
    ) -> None:
        self.pictures = pictures
        self._cache = cache
        self.shared = shared
        self._drawn_with = drawn_with
        self._name = hashlib.sha256(f"album {shared}".encode()).hexdigest()
        stored = cache.get(self._name) if cache else None
        self._most = 0
        self._known: dict[str, _Kept] = {}
        self._known_taken: dict[str, Taken] = {}
        if stored:
            self._most, self._known, self._known_taken = marshal.loads(stored)
        self._used: dict[str, _Kept] = {}
        self._used_taken: dict[str, Taken] = {}

    @property
    def folder(self) -> Path | None:
        """The folder of the cache, also for compiled templates; None without a cache."""
        return self._cache.folder if self._cache else None

    @property
    def memory(self) -> DiskCache | None:
        return self._cache

    def find(self, spec: FaceSpec, limits: Limits = NO_LIMITS) -> tuple[Face, FaceMetadata] | None:
        """The face of a spec and its metadata, if it was drawn before with these limits."""
        kept = self._use(spec, limits)
        if kept is None:
            return None
        files = {digest: self.pictures.find(name) for name, digest in kept[2] if digest}
        pictures = tuple(
            PictureUse(
                files[digest] if digest else PictureFile(name, Path(), ""),
                Theme(theme),
                width_mm,
                height_mm,
            )
            for name, digest, theme, width_mm, height_mm in kept[3]
        )
        face = Face(kept[0], spec.outline, spec.bleed_mm, kept[1], pictures)
        return face, _metadata(kept)

    def taken(self, spec: FaceSpec) -> Taken | None:
        """The sizes that texts of the face with an equal-name took before; None where unknown."""
        key = self._key(spec)
        taken = self._known_taken.get(key)
        if taken is not None:
            self._used_taken[key] = taken
        return taken

    def note(self, spec: FaceSpec, taken: Taken) -> None:
        """Keep the sizes that texts with an equal-name took, drawn without limits."""
        self._used_taken[self._key(spec)] = taken

    def add(
        self,
        spec: FaceSpec,
        face: Face,
        metadata: FaceMetadata,
        limits: Limits = NO_LIMITS,
        asked: Sequence[str] = (),
    ) -> None:
        """Keep a face that was drawn with these limits; `asked` names the pictures it asked for."""
        self._used[self._key(spec, limits)] = (
            face.packed,
            face.digest,
            tuple((name, self.pictures.digest_of(name)) for name in asked),
            tuple(
                (use.file.name, use.file.digest, use.theme.value, use.width_mm, use.height_mm)
                for use in face.pictures
            ),
            metadata.icons,
            metadata.smallest_pt,
            metadata.smallest_text,
            metadata.codes,
            metadata.at_least,
            tuple(
                (each.code, each.place.file, each.place.line, each.message, each.hint)
                for each in metadata.warnings
            ),
        )

    def known_metadata(
        self, specs: Iterable[FaceSpec]
    ) -> tuple[dict[FaceId, FaceMetadata], tuple[FaceId, ...]]:
        """The metadata of the faces that were drawn before, and the ids of those that were not.

        All faces of a kind must be among the specs, for some may have texts of equal size.
        """
        known: dict[FaceId, FaceMetadata] = {}
        unknown: list[FaceId] = []
        taken = [(spec, self.taken(spec)) for spec in specs]
        equal = EqualSizes((spec, sizes) for spec, sizes in taken if sizes is not None)
        unsettled = {spec.kind for spec, sizes in taken if sizes is None}
        for spec, sizes in taken:
            settled = sizes == () or (sizes is not None and spec.kind not in unsettled)
            kept = self._use(spec, equal.limits(spec, sizes or ())) if settled else None
            if kept is None:
                unknown.append(spec.id)
            else:
                known[spec.id] = _metadata(kept)
        return known, tuple(unknown)

    def save(self) -> None:
        """Store what was used this time and some of the rest, unless nothing new was used."""
        new = self._used.keys() - self._known.keys()
        if self._cache and (new or self._used_taken.keys() - self._known_taken.keys()):
            self._most = max(self._most, len(self._used))
            faces = _with_others(self._used, self._known, self._most)
            taken = _with_others(self._used_taken, self._known_taken, self._most)
            self._cache.put(self._name, marshal.dumps((self._most, faces, taken)))

    def _use(self, spec: FaceSpec, limits: Limits) -> _Kept | None:
        key = self._key(spec, limits)
        kept = self._known.get(key)
        if kept is None:
            return None
        if any(self.pictures.digest_of(name) != digest for name, digest in kept[2]):
            return None  # another file has that name now
        self._used[key] = kept
        return kept

    def _key(self, spec: FaceSpec, limits: Limits = NO_LIMITS) -> str:
        text = f"{self._drawn_with(spec.template)} {spec.key()}"
        text += f" {sorted(limits.items())}" if limits else ""
        return hashlib.sha256(text.encode()).hexdigest()[:32]


def _metadata(kept: _Kept) -> FaceMetadata:
    warnings = (
        warning(code, Place(file, line), message, hint)
        for code, file, line, message, hint in kept[9]
    )
    return FaceMetadata(*kept[4:9], tuple(warnings))


def _with_others(
    used: Mapping[str, _Entry], known: Mapping[str, _Entry], most: int
) -> dict[str, _Entry]:
    """The used entries, after the last `most` of the other known ones."""
    others = [key for key in known if key not in used]
    return {key: known[key] for key in others[max(0, len(others) - most) :]} | dict(used)


def shared_by_faces(project: Project, edition: Edition) -> str:
    """The hash of what all faces of an edition are drawn from, except the templates.

    It names their album. Templates are part of each face's own key.
    """
    game = edition.game
    shared = (game.title, game.words, game.colours, game.icons, game.fonts, game.images.placeholder)
    named = (game.id, edition.language, *shared, edition.theme.value)
    icons = (project.folder_of(game.id) / "icons", project.templates / "_shared" / "icons")
    return fingerprint(icons, (), repr(named), project.root)


def pictures_of(project: Project, edition: Edition) -> PictureFolder:
    """The pictures of an edition, with the families for the texts of drawings."""
    game = edition.game
    return PictureFolder(project.folder_of(game.id), families_of(game.fonts), project.root)


def album_of(project: Project, edition: Edition, output: Path) -> Album:
    """The album in the output folder, for the templates, words and colours as they are now."""
    sources = TemplateSources(project, edition.game.id)
    pictures, shared = pictures_of(project, edition), shared_by_faces(project, edition)
    return Album(DiskCache(output / CACHE), shared, pictures, sources.stamp)
