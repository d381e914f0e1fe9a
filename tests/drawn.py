"""The faces of the four games, drawn once for all tests of a process that look at them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.draw.album import Album
from generator.draw.faces import Artist
from generator.draw.theme import Themer
from generator.loading import icon_shelf, load_game
from generator.model import Face, FaceFacts, FaceId, Game, Theme
from generator.project import Project

PROJECT = Project(Path(__file__).parent.parent)


class _Drafts:
    """Stands in an artist where its themer does: keeps what themes make faces of, for any theme."""

    def __init__(self) -> None:
        self._drawn: dict[str, str] = {}

    def derive(self, face: Face, drawn: str) -> Face:
        self._drawn.setdefault(face.digest, drawn)
        return face

    def of(self, face: Face) -> str:
        return self._drawn[face.digest]


@dataclass(frozen=True)
class Drawn:
    """All faces of a game with its boxes in the theme that is asked for, and what they show."""

    faces: Mapping[FaceId, Face]
    facts: Mapping[FaceId, FaceFacts]


@cache
def game_of(name: str) -> Game:
    """A game with its boxes."""
    return load_game(PROJECT, name).with_boxes()


@cache
def drawn(name: str, language: str, theme: Theme = Theme.FULL) -> Drawn:
    """A game in a language and theme; raises ProblemsFound where a text does not fit."""
    plain, drafts = _plain(name, language)
    themer = Themer.of_game(theme, game_of(name).colours)
    themed = {one: themer.derive(face, drafts.of(face)) for one, face in plain.faces.items()}
    return Drawn(themed, plain.facts)


@cache
def _plain(name: str, language: str) -> tuple[Drawn, _Drafts]:
    """What all themes of a game in a language are made of: templates are worked through once."""
    game, shelf, drafts = game_of(name), icon_shelf(PROJECT), _Drafts()
    artist = Artist(PROJECT.templates, game, language, shelf, Album(None, ""))
    artist._themer = drafts  # type: ignore[assignment]
    return Drawn(artist.draw_pieces(game.pieces), artist.facts), drafts
