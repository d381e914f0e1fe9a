"""read: YAML with places, checked against its forms, resolved into a `Game`."""

from generator.read.game import read_game
from generator.read.tables import Tables, read_papers, read_tables

__all__ = ["Tables", "read_game", "read_papers", "read_tables"]
