"""Draws the faces of the four games, once for all tests of a process."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from fustella.build.drawing import artist_of
from fustella.build.inputs import icon_library, load_game
from fustella.core.files.cache import CACHE, DiskCache
from fustella.core.files.project import Project
from fustella.core.processes import parallel
from fustella.core.values.contents import contents_of
from fustella.core.values.model import Edition, Face, FaceId, FaceMetadata, Game
from fustella.core.values.themes import Theme
from fustella.covers import art_spec
from fustella.draw import FaceCache
from fustella.draw.artist import Artist
from fustella.draw.face_cache import pictures_of, shared_by_faces
from fustella.draw.scene.model import Scene
from fustella.draw.sources import Sources
from fustella.draw.specs import FaceSpec, piece_specs
from fustella.draw.themes import Themer
from fustella.read import read_papers

PROJECT = Project(Path(__file__).parents[2])


class Drawings:
    """A stand-in, in memory, for the disk cache of a face cache."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self.kept.get(key)

    def put(self, key: str, body: bytes) -> None:
        self.kept[key] = body


class _Drafts:
    """A stand-in for an artist's themer, which keeps the drawings that all themes are derived from.

    They are kept by the faces in the full theme.
    """

    def __init__(self, full: Themer) -> None:
        self._full = full
        self._drawn: dict[str, tuple[Face, str]] = {}

    def derive(self, face: Face, drawn: str, resolved: Scene | None = None) -> Face:
        full = self._full.derive(face, drawn, resolved)
        known, _ = self._drawn.setdefault(full.digest, (face, drawn))
        assert known.digest == face.digest, "faces differ in what they tell themes alone"
        return full

    def of(self, full: Face) -> str:
        return self._drawn[full.digest][1]


@dataclass(frozen=True)
class Drawn:
    """All faces of a game with its boxes and its cover in one theme, and their metadata."""

    faces: Mapping[FaceId, Face]
    metadata: Mapping[FaceId, FaceMetadata]


def faces_of(project: Project, edition: Edition) -> dict[FaceId, Face]:
    """Every face of an edition, drawn without a cache. Raises ProblemsFound."""
    return artist_of(project, edition, None).draw_pieces(edition.game.pieces)


@cache
def game_of(name: str) -> Game:
    """A game with its boxes."""
    return load_game(PROJECT, name).with_boxes()


@cache
def drawn(name: str, language: str, theme: Theme = Theme.FULL) -> Drawn:
    """The faces of a game in a language and theme. Raises ProblemsFound if a text does not fit."""
    full, drafts, _ = _drawn_in_full(name, language)
    if theme is Theme.FULL:
        return full
    themer = Themer.of_game(theme, game_of(name).colours)
    different = {face.digest: face for face in full.faces.values()}
    themed = {digest: themer.derive(face, drafts.of(face)) for digest, face in different.items()}
    return Drawn({one: themed[face.digest] for one, face in full.faces.items()}, full.metadata)


def keep_drawings(output: Path, name: str, language: str = "") -> None:
    """Puts a game's drawings into the cache of an output folder: a build there draws nothing."""
    cache = DiskCache(output / CACHE)
    kept = _drawn_in_full(name, language or game_of(name).languages[0])[2].kept
    for key, body in kept.items():
        cache.put(key, body)


@cache
def _drawn_in_full(name: str, language: str) -> tuple[Drawn, _Drafts, Drawings]:
    """The faces in the full theme, and their drawings for other themes: templates render once."""
    game, drawings = game_of(name), Drawings()
    edition = Edition(game, language)
    pictures, shared = pictures_of(PROJECT, edition), shared_by_faces(edition)
    face_cache = FaceCache(drawings, shared, pictures, Sources(PROJECT, name))  # type: ignore[arg-type]
    artist = Artist(PROJECT, edition, icon_library(PROJECT, name), face_cache)
    drafts = _Drafts(Themer.of_game(Theme.FULL, game.colours))
    artist._themer = drafts  # type: ignore[assignment]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parallel, "CORES", 1)  # what other processes draw is not kept here
        specs = (*piece_specs(edition, game.pieces), *_cover_specs(edition))
        faces = artist.draw(specs)
    face_cache.save()
    return Drawn(faces, artist.metadata), drafts, drawings


def _cover_specs(edition: Edition) -> Iterator[FaceSpec]:
    game = edition.game
    if game.cover is not None:
        paper = read_papers(PROJECT)["A4"]
        yield art_spec(edition.language, game.cover, contents_of(game, game.pieces, ()), paper)
