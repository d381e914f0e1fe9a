"""The faces of the four games, drawn once for all tests of a process that look at them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.draw.album import Album
from generator.draw.faces import Artist
from generator.loading import icon_shelf, load_game
from generator.model import Face, FaceFacts, FaceId, Game, Theme
from generator.project import Project

PROJECT = Project(Path(__file__).parent.parent)


@dataclass(frozen=True)
class Drawn:
    """All faces of a game with its boxes, and what they show."""

    faces: Mapping[FaceId, Face]
    facts: Mapping[FaceId, FaceFacts]


@cache
def game_of(name: str) -> Game:
    """A game with its boxes."""
    return load_game(PROJECT, name).with_boxes()


@cache
def drawn(name: str, language: str, theme: Theme = Theme.FULL) -> Drawn:
    """A game in a language and theme; raises ProblemsFound where a text does not fit."""
    game, shelf = game_of(name), icon_shelf(PROJECT)
    artist = Artist(PROJECT.templates, game, language, shelf, Album(None, ""), theme)
    return Drawn(artist.draw_pieces(game.pieces), artist.facts)
