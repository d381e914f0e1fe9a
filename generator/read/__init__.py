"""read: YAML with places, checked against its forms, resolved into a `Game`."""

from generator.read.game import languages_of, read_game
from generator.read.project import Project, find_project, read_papers, read_sizes

__all__ = ["Project", "find_project", "languages_of", "read_game", "read_papers", "read_sizes"]
