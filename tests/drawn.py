"""The faces of the four games, drawn once for all tests of a process that look at them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from fustella.build.inputs import icon_library, load_game
from fustella.core import workers
from fustella.core.contents import contents_of
from fustella.core.model import Edition, Face, FaceId, FaceMetadata, Game
from fustella.core.pictures import PictureFolder
from fustella.core.project import Project
from fustella.core.themes import Theme
from fustella.draw import Album
from fustella.draw.artist import Artist
from fustella.draw.covers.art import art_spec
from fustella.draw.specs import FaceSpec, piece_specs
from fustella.draw.themes import Themer
from fustella.read import read_papers

PROJECT = Project(Path(__file__).parent.parent)


class _Drafts:
    """Takes the place of an artist's themer: keeps the drawings that any theme is derived from."""

    def __init__(self) -> None:
        self._drawn: dict[str, str] = {}

    def derive(self, face: Face, drawn: str) -> Face:
        self._drawn.setdefault(face.digest, drawn)
        return face

    def of(self, face: Face) -> str:
        return self._drawn[face.digest]


@dataclass(frozen=True)
class Drawn:
    """All faces of a game with its boxes and its cover in one theme, and their metadata."""

    faces: Mapping[FaceId, Face]
    metadata: Mapping[FaceId, FaceMetadata]


@cache
def game_of(name: str) -> Game:
    """A game with its boxes."""
    return load_game(PROJECT, name).with_boxes()


@cache
def drawn(name: str, language: str, theme: Theme = Theme.FULL) -> Drawn:
    """A game in a language and theme; raises ProblemsFound where a text does not fit."""
    plain, drafts = _plain(name, language)
    themer = Themer.of_game(theme, game_of(name).colours)
    different = {face.digest: face for face in plain.faces.values()}
    themed = {digest: themer.derive(face, drafts.of(face)) for digest, face in different.items()}
    return Drawn({one: themed[face.digest] for one, face in plain.faces.items()}, plain.metadata)


@cache
def _plain(name: str, language: str) -> tuple[Drawn, _Drafts]:
    """The faces and drawings that all themes are derived from: templates are rendered once."""
    game, library, drafts = game_of(name), icon_library(PROJECT, name), _Drafts()
    edition = Edition(game, language)
    album = Album(None, "", PictureFolder(PROJECT.content / name))
    artist = Artist(PROJECT, edition, library, album)
    artist._themer = drafts  # type: ignore[assignment]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workers, "CORES", 1)  # what other processes draw is not kept here
        specs = (*piece_specs(edition, game.pieces), *_cover_specs(edition))
        return Drawn(artist.draw(specs), artist.metadata), drafts


def _cover_specs(edition: Edition) -> Iterator[FaceSpec]:
    game = edition.game
    if game.cover is not None:
        paper = read_papers(PROJECT)["A4"]
        yield art_spec(edition.language, game.cover, contents_of(game, game.pieces, ()), paper)
