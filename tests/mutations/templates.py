"""Makes changes of templates: a call that prints a field taken out, a figure instead of a field."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.mutations.changes import ROOT, Change

_OUTPUT = re.compile(r"\{\{(?P<what>.*?)\}\}")
_FIELD = re.compile(r"\bface\.(?P<name>\w+)(?![\w.\[(])")
_DRAWN = frozenset(
    ("scene", "seed", "object", "figure", "skyline", "landscape", "colour", "deck", "type", "side")
)
"""The fields that choose a way of drawing, instead of which a figure would print no figure."""


def of_templates(game: str) -> Iterator[Change]:
    """Yields all changes of the templates of a game."""
    for path in sorted((ROOT / "templates" / game).glob("*.j2")):
        if path.stem.startswith("box"):
            continue  # boxes are no part of the rules
        text = path.read_bytes().decode("utf-8")
        for match in _OUTPUT.finditer(text):
            if "face." in match["what"]:
                yield from _of_output(game, path, text, match)


def _of_output(game: str, path: Path, text: str, match: re.Match[str]) -> Iterator[Change]:
    file = path.relative_to(ROOT).as_posix()
    line = text.count("\n", 0, match.start()) + 1
    head, call = (game, file), " ".join(match["what"].split())
    if "(" in call:
        gone = ((*match.span(), ""),)
        yield Change("template", *head, gone, line, "call", "", f"without {call[:60]}")
    for field in _FIELD.finditer(match["what"]):
        if field["name"] not in _DRAWN:
            at = match.start("what")
            figure = ((at + field.start(), at + field.end(), "4"),)
            what = f"4 in the place of {field[0]}: {call[:40]}"
            yield Change("template", *head, figure, line, "field", "", what)
