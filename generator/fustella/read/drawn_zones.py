"""Finds the zones of a project's own ready face that its template does not draw.

The text of the template is searched, because nothing of a project runs before its lists are read.
"""

from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

from fustella.core.files.project import RESOURCES, Project
from fustella.core.files.reading import fails, is_file, read_bytes, unread
from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex

_REMARK = regex(r"(?s)\{#.*?#\}")
_OTHERS = regex(r"""\{%[-+]?\s*(?:extends|include|import|from)\s+["']([^"'\n]{1,200})["']""")
_ASKED = regex(
    r"""(?:shown|rule_above)\(\s*["'][^"'\n]*["']|["'][^"'\n]*["']\s+(?:not\s+)?in\s+[\w.]*"""
)
"""Matches where a template names a zone without drawing it."""

_NAMED = regex(r"""["']([a-z][a-z0-9_]*)["']|\blayout\.([a-z][a-z0-9_]*)""")
_COMPUTED = regex(r"""\b(?:draw\(|layout\[)\s*[^"'\s]|\bin\s+layout\b""")
"""Matches where a template draws a zone whose name it computes."""


_MOST_FILES = 50
"""The most templates that are searched for one face: none needs as many."""


def undrawn(zones: Collection[str], template: Path, project: Project) -> tuple[str, ...]:
    """The zones that a template and the templates that it uses never name.

    It returns none if a template of the project computes names of zones, is missing, or may not be
    read. Raises ProblemsFound, E100, for a template that cannot be read.
    """
    named: set[str] = set()
    try:
        for path, text in _texts(template, project):
            drawing = _ASKED.sub("", text)
            if not path.is_relative_to(RESOURCES) and _COMPUTED.search(drawing):
                return ()
            named |= {name for pair in _NAMED.findall(drawing) for name in pair}
    except _Undecided:
        return ()
    return tuple(zone for zone in zones if zone not in named)


class _Undecided(Exception):
    """Raised where the text does not show which zones a template draws."""


def _texts(template: Path, project: Project) -> Iterator[tuple[Path, str]]:
    """Yields the path and text of a template and of templates that it names, without remarks."""
    homes = (project.templates, RESOURCES / "templates")
    waiting, known = [template], {template}
    while waiting:
        path = waiting.pop()
        root = None if path.is_relative_to(RESOURCES) else project.root
        try:
            text = read_bytes(path, root, limits.TEMPLATE_BYTES).decode("utf-8", "replace")
        except OSError as error:
            if fails(error):
                raise ProblemsFound([unread(error, Place(project.name_of(path)))]) from None
            raise _Undecided from None  # reported when it is drawn
        text = _REMARK.sub("", text)
        yield path, text
        for name in _OTHERS.findall(text):
            inside = not ({"", "..", "/"} & {*PurePosixPath(name).parts})
            paths = [home / name for home in homes if inside]
            named = next((path for path in paths if is_file(path)), None)
            if named is not None and named not in known and len(known) < _MOST_FILES:
                known.add(named)
                waiting.append(named)
