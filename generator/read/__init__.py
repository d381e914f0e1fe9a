"""read: YAML with places, checked against its forms, resolved into a `Game`."""

from generator.read.game import read_game
from generator.read.tables import read_papers, read_sizes

__all__ = ["read_game", "read_papers", "read_sizes"]
