"""read: YAML with the places of its values, checked against forms and resolved into a `Game`."""

from fustella.read.game import read_game
from fustella.read.tables import Tables, read_papers, read_tables

__all__ = ["Tables", "read_game", "read_papers", "read_tables"]
