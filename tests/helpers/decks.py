"""Writes decks of many cards, for tests in which several processes draw them."""

from collections.abc import Iterable, Mapping
from pathlib import Path


def write_deck(root: Path, game: str, templates: Mapping[str, str], cards: Iterable[str]) -> None:
    """Writes a project whose game `deck` has templates, by file name, and a list of cards."""
    files = {f"templates/deck/{name}": text for name, text in templates.items()}
    head = "kind: card\nsource: {designed: a test}\ncopies: 1\npieces:\n"
    files |= {"content/deck/game.yaml": game, "content/deck/cards.yaml": head + "".join(cards)}
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
