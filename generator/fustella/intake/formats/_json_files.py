"""Finds the JSON files of a source that look like those of a format."""

from collections.abc import Callable, Sequence

from fustella.core.values.problems import ProblemsFound
from fustella.intake.json import json_of
from fustella.intake.sources import ImportSource

_LOOKED_AT = 40


def json_files(source: ImportSource, ending: str = ".json") -> Sequence[str]:
    """The file that was named, or those of a folder with this ending, at most forty."""
    if source.main:
        return (source.main,)
    return [name for name in source.names() if name.lower().endswith(ending)][:_LOOKED_AT]


def likest(
    source: ImportSource, names: Sequence[str], likeness: Callable[[object], float]
) -> tuple[float, str]:
    """The greatest likeness of the values in these files, and the file that has it."""
    best = (0.0, names[0] if names else source.main)
    for name in names:
        try:
            value = json_of(source, name)
        except ProblemsFound:
            continue
        best = max(best, (likeness(value), name), key=lambda one: one[0])
    return best
