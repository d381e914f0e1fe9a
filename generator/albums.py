"""The album of a game: where its faces are that were drawn before.

Light on purpose: what a face shows can be asked without templates, fonts or the engine.
"""

from pathlib import Path

from generator.draw.album import Album
from generator.draw.cache import FaceCache
from generator.draw.sources import TemplateSources
from generator.job import CACHE, shared_by_faces
from generator.model import Game, Theme
from generator.project import Project


def album_of(
    project: Project, game: Game, language: str, output: Path, theme: Theme = Theme.FULL
) -> Album:
    """The album in the output folder, for the templates, words and colours as they are now."""
    shared = shared_by_faces(project, game, language, theme)
    sources = TemplateSources(project.templates, game.id)
    return Album(FaceCache(output / CACHE), shared, sources.stamp)
