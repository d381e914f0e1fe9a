"""Stores the faces of a game, found by everything that they were drawn from.

A face is found by its template's name, its outline, and those of its values that its template read
(`draw.values_read`), so a back that all pieces share is kept once. With each face, a record of all
files that it used is stored. While these files are unchanged, the face need not be drawn, fitted
and checked again. What all faces of a game share (words, colours, families of fonts, the tool's
version) is part of the face cache's name, so that a change there begins a new face cache. Faces
with problems are never kept.

A face cache keeps the faces that were used last and as many older ones: after a build of a part of
a box, or of a cover for another paper, the rest is still known.

This module is light on purpose: what a face shows can be found without loading templates, fonts or
the typst engine.
"""

import hashlib
import marshal
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from fustella.core.files.cache import CACHE, DiskCache, with_others
from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.pictures import PictureFile, PictureFolder
from fustella.core.files.project import Project
from fustella.core.files.reading import is_there
from fustella.core.values.model import (
    Edition,
    Face,
    FaceId,
    FaceMetadata,
    PictureUse,
    Shown,
    ShownSort,
)
from fustella.core.values.problems import Place, warning
from fustella.core.values.themes import Theme
from fustella.draw.sources import PICTURE, Sources, Use
from fustella.draw.specs import FaceSpec, ReadName
from fustella.draw.text.equal import NO_LIMITS, EqualSizes, Limits, Taken
from fustella.draw.text.families import GameFonts
from fustella.draw.values_read import ValuesRead

_CachedPicture: TypeAlias = tuple[str, str, str, float, float]
"""A picture on a cached face: name in `art/`, digest, theme, its full width and height in mm."""

_KeptReads: TypeAlias = tuple[tuple[ReadName, ...], tuple[int, ...]]

_Record: TypeAlias = tuple[tuple[str, str, str], ...]
"""The files that a face used: type, name and digest of each; see `draw.sources`."""

_CachedFace: TypeAlias = tuple[
    bytes,
    str,
    tuple[_CachedPicture, ...],
    tuple[str, ...],
    float,
    str,
    tuple[str, ...],
    int,
    tuple[tuple[str, str, int, str, str], ...],
    tuple[str, ...],
    tuple[str, ...],
    tuple[str, ...],
    tuple[tuple[str, str, float, float, str, str, int], ...],
]
"""A cached face: the packed SVG, its digest, its pictures, and the fields of `FaceMetadata`.

Metadata lists the fields that were not read, which differ from piece to piece. Here the fields that
were read take their place.
"""

MOST_VERSIONS = 2
"""The number of cached versions of a face, each with its record.

After an edit is undone, or a revision was compared, the earlier version is still cached.
"""

_Entry = TypeVar("_Entry")

_Versions: TypeAlias = tuple[tuple[_Record, _Entry], ...]
"""The versions stored under one key, each with its record, the newest first."""


class FaceCache:
    """The cached faces of one game in one language; without a disk cache, only those of this build.

    A face is valid as long as its files are unchanged: its `pictures`, and its templates and icons
    among the `sources`. Without `sources`, templates and icons are not compared.
    """

    def __init__(
        self,
        cache: DiskCache | None,
        shared: str,
        pictures: PictureFolder,
        sources: Sources | None = None,
        *,
        describes: bool = False,
    ) -> None:
        """With `describes`, the metadata of faces contains all that can be seen on them."""
        self.pictures, self.sources, self.describes = pictures, sources, describes
        self._cache = cache
        self.shared = shared
        self._name = hashlib.sha256(f"face cache {shared}".encode()).hexdigest()
        stored = cache.get(self._name) if cache else None
        self._most = 0
        self._known: dict[str, _Versions[_CachedFace]] = {}
        self._known_taken: dict[str, _Versions[Taken]] = {}
        self._known_reads: dict[str, _KeptReads] = {}
        if stored:
            self._most, self._known, self._known_taken, self._known_reads = marshal.loads(stored)
        self._reads: dict[str, ValuesRead] = {}
        self._used: dict[str, _Versions[_CachedFace]] = {}
        self._used_taken: dict[str, _Versions[Taken]] = {}
        self._shared_records: dict[_Record, _Record] = {}
        self._current: dict[_Record, bool] = {}

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (self._cache, self.shared, self.pictures, self.sources)
        return partial(FaceCache, describes=self.describes), arguments

    @property
    def memory(self) -> DiskCache | None:
        return self._cache

    def find(self, spec: FaceSpec, limits: Limits = NO_LIMITS) -> tuple[Face, FaceMetadata] | None:
        """The face of a spec drawn earlier with these limits, and its metadata, or None."""
        found = self._use(spec, limits)
        if found is None:
            return None
        record, kept = found
        files = {
            digest: self.pictures.find(name)
            for sort, name, digest in record
            if sort == PICTURE and digest
        }
        pictures = tuple(
            PictureUse(
                files[digest] if digest else PictureFile(name, Path(), ""),
                Theme(theme),
                width_mm,
                height_mm,
            )
            for name, digest, theme, width_mm, height_mm in kept[2]
        )
        face = Face(kept[0], spec.outline, spec.bleed_mm, kept[1], pictures)
        return face, _metadata(kept, spec)

    def names(self, spec: FaceSpec) -> Iterator[str]:
        """Yields the names of faces drawn from the values of this spec, now or earlier."""
        return self._reads_of(spec).names(spec)

    def name(self, spec: FaceSpec, names: Iterable[ReadName]) -> str:
        """The name of the face of a spec whose template has read these values."""
        return self._reads_of(spec).name(spec, names)

    def seen(self, spec: FaceSpec) -> tuple[str, ...]:
        """The digests of other pieces that faces like that of a spec show, if these are known."""
        names, _ = self._reads_of(spec).kept
        return spec.seen(names)

    def taken(self, spec: FaceSpec) -> Taken | None:
        """The sizes that a face's texts of equal size had without limits, or None."""
        for name in self.names(spec) if self._known_taken else ():
            versions = self._current_first(self._known_taken.get(name, ()))
            if versions:
                self._used_taken[name] = versions
                return versions[0][1]
        return None

    def note(self, name: str, taken: Taken, used: Collection[Use] = ()) -> None:
        """Stores the sizes that texts of equal size had on a face drawn without limits."""
        before = self._known_taken.get(name, ())
        self._used_taken[name] = _with_new(self._record(used), taken, before)

    def add(
        self,
        name: str,
        face: Face,
        metadata: FaceMetadata,
        limits: Limits = NO_LIMITS,
        used: Collection[Use] = (),
        read: tuple[str, ...] = (),
    ) -> None:
        """Stores a face that was drawn with these limits; `used` are the files it was drawn from.

        `read` are the fields that the template read of the face's own side.
        """
        kept = (
            face.packed,
            face.digest,
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
            metadata.texts,
            read,
            metadata.other_side_read,
            tuple(
                (
                    *(each.sort.value, each.words, each.x_mm, each.y_mm, each.field),
                    *((each.place.file, each.place.line) if each.place else ("", 0)),
                )
                for each in metadata.shown
            ),
        )
        key = _key(name, limits)
        self._used[key] = _with_new(self._record(used), kept, self._known.get(key, ()))

    def known_metadata(
        self, specs: Iterable[FaceSpec]
    ) -> tuple[dict[FaceId, FaceMetadata], tuple[FaceId, ...]]:
        """The metadata of the faces that were drawn earlier, and the ids of all other faces.

        All faces of a kind must be among the specs, for some may have texts of equal size.
        """
        known: dict[FaceId, FaceMetadata] = {}
        unknown: list[FaceId] = []
        taken = [(spec, self.taken(spec)) for spec in specs]
        equal = EqualSizes((spec, sizes) for spec, sizes in taken if sizes is not None)
        unsettled = {spec.kind for spec, sizes in taken if sizes is None}
        for spec, sizes in taken:
            settled = sizes == () or (sizes is not None and spec.kind not in unsettled)
            found = self._use(spec, equal.limits(spec, sizes or ())) if settled else None
            if found is None:
                unknown.append(spec.id)
            else:
                known[spec.id] = _metadata(found[1], spec)
        return known, tuple(unknown)

    def save(self) -> None:
        """Writes the faces used in this build and some older ones to the disk, if any is new."""
        if self._cache and (
            _has_new(self._used, self._known) or _has_new(self._used_taken, self._known_taken)
        ):
            self._most = max(self._most, len(self._used))
            faces = with_others(self._used, self._known, self._most)
            taken = with_others(self._used_taken, self._known_taken, self._most)
            kept = {group: read.kept for group, read in self._reads.items()}
            reads = with_others(kept, self._known_reads, self._most)
            self._cache.put(self._name, marshal.dumps((self._most, faces, taken, reads)))

    def _reads_of(self, spec: FaceSpec) -> ValuesRead:
        group = spec.group()
        if group not in self._reads:
            self._reads[group] = ValuesRead(*self._known_reads.get(group, ()))
        return self._reads[group]

    def _use(self, spec: FaceSpec, limits: Limits) -> tuple[_Record, _CachedFace] | None:
        for name in self.names(spec):
            key = _key(name, limits)
            versions = self._current_first(self._used.get(key) or self._known.get(key, ()))
            if versions:
                self._used[key] = versions
                return versions[0]
        return None

    def _current_first(self, versions: _Versions[_Entry]) -> _Versions[_Entry]:
        """Moves the newest version whose files are unchanged to the front; () if there is none."""
        for version in versions:
            if self._is_current(version[0]):
                if version is versions[0]:
                    return versions
                return version, *(other for other in versions if other is not version)
        return ()

    def _record(self, used: Collection[Use]) -> _Record:
        """The record of the files that were used; faces that used equal files share one."""
        record = tuple((*use, self._digest_of(use)) for use in sorted(used))
        if record not in self._shared_records:
            self._shared_records[record] = record
        return self._shared_records[record]

    def _is_current(self, record: _Record) -> bool:
        if record not in self._current:
            try:
                self._current[record] = all(
                    self._digest_of((sort, name)) == digest for sort, name, digest in record
                )
            except OSError:  # reported where the face is drawn
                self._current[record] = False
        return self._current[record]

    def _digest_of(self, use: Use) -> str:
        if use[0] == PICTURE:
            return self.pictures.digest_of(use[1])
        return self.sources.digest_of(use) if self.sources else ""


def _key(name: str, limits: Limits) -> str:
    return f"{name} {sorted(limits.items())}" if limits else name


def _metadata(kept: _CachedFace, spec: FaceSpec) -> FaceMetadata:
    warnings = (
        warning(code, Place(file, line), message, hint)
        for code, file, line, message, hint in kept[8]
    )
    shown = (
        Shown(ShownSort(sort), words, x_mm, y_mm, field, Place(file, line) if file else None)
        for sort, words, x_mm, y_mm, field, file, line in kept[12]
    )
    unread = spec.fields_unread(kept[10])
    return FaceMetadata(*kept[3:8], tuple(warnings), kept[9], unread, kept[11], tuple(shown))


def _with_new(record: _Record, entry: _Entry, before: _Versions[_Entry]) -> _Versions[_Entry]:
    others = (version for version in before if version[0] != record)
    return ((record, entry), *others)[:MOST_VERSIONS]


def _has_new(used: Mapping[str, _Entry], known: Mapping[str, _Entry]) -> bool:
    return any(known.get(key) is not entry for key, entry in used.items())


def shared_by_faces(edition: Edition) -> str:
    """Hashes all that the faces of an edition share, except files, as the name of their cache."""
    game = edition.game
    fonts = (game.fonts, game.own_fonts)
    inks = tuple((ink.id, ink.sort.value, ink.colour) for ink in game.inks)
    shared = (
        inks,
        game.title,
        game.words,
        game.colours,
        game.icons,
        fonts,
        game.images.placeholder,
    )
    named = (game.id, edition.language, *shared, edition.theme.value, game.keywords)
    return fingerprint((), (), repr(named))


def pictures_of(project: Project, edition: Edition) -> PictureFolder:
    """The folder of an edition's pictures, with the font families for their texts."""
    game = edition.game
    fonts = GameFonts(game.fonts, game.own_fonts)
    return PictureFolder(project.folder_of(game.id), fonts.names, project.root)


def face_cache_of(
    project: Project, edition: Edition, output: Path | None, *, describes: bool = False
) -> FaceCache:
    """Opens the face cache in the output folder, for the current files, words and colours.

    Without an output folder the face cache is empty, and nothing is stored. Faces are described if
    faces of the game were accepted, or with `describes`.
    """
    describes = describes or is_there(project.accepted_faces_of(edition.game.id))
    sources = Sources(project, edition.game.id)
    pictures, shared = pictures_of(project, edition), shared_by_faces(edition)
    cache = DiskCache(output / CACHE) if output else None
    shared = f"{shared} described" if describes else shared
    return FaceCache(cache, shared, pictures, sources, describes=describes)
