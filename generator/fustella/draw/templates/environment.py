"""Renders Jinja templates to SVG, and reports every fault with its line.

Compiled templates are kept in a folder beside the other caches.
"""

import contextlib
import hashlib
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import jinja2
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from jinja2.loaders import split_template_path

from fustella.core import limits
from fustella.core.model import Game, Record
from fustella.core.problems import Place, Problem, did_you_mean, nearest
from fustella.core.project import RESOURCES, Project
from fustella.core.reading import check_readable, files_in, is_file, unread
from fustella.draw.specs import localised
from fustella.draw.templates.dependencies import home_of, template_folders

SUFFIX = ".j2"

MOST_NUMBERS = 100_000
"""The most numbers that `range(…)` may give in a template."""

_NOT_DEFINED = "is not defined"

_SETTINGS: dict[str, Any] = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}
"""The settings that change the code to which a template is compiled."""


class TemplateSet:
    """The templates of one game in one language.

    `functions` are the names that every template and macro may call; `compiled` is the folder for
    compiled templates. A faulty template raises nothing: the fault is reported.
    """

    def __init__(
        self,
        project: Project,
        game: Game,
        language: str,
        functions: Mapping[str, Callable[..., object]],
        report: Callable[[Problem], None],
        compiled: Path | None = None,
    ) -> None:
        self._project = project
        self._game = game
        self._report = report
        self._broken: set[str] = set()
        self._lines: dict[tuple[str, int], Place] = {}
        self._environment = jinja2.Environment(
            loader=_loader(project, game.id),
            undefined=_Missing,
            auto_reload=False,
            cache_size=-1,
            bytecode_cache=CompiledTemplates(compiled, repr(_SETTINGS)) if compiled else None,
            **_SETTINGS,
        )
        self._environment.globals.update(functions)
        self._environment.globals["range"] = _short_range
        self._environment.globals.update(
            words=localised(game.words, language),
            colours=game.colours,
            language=language,
            game=Record({"id": game.id, "title": game.title.in_language(language)}),  # type: ignore[dict-item]
        )

    def render(self, name: str, values: Mapping[str, Any], place: Place) -> str | None:
        """The SVG of a template; None when it cannot be rendered, which is reported.

        E100, E131 and E132 must not be read, E102 not UTF-8, E117 no such template, E211 syntax
        error, E212 unknown name, E213 any other fault.
        """
        if name in self._broken:
            return None
        try:
            return self._environment.get_template(name).render(values)
        except jinja2.TemplateSyntaxError as error:
            self._broken.add(name)
            file = self._name_of(error.filename or error.name or name)
            hint = "look at the tags {% … %} and {{ … }} of this line and the one before"
            self._report(Problem("E211", Place(file, error.lineno), f"{error.message}", hint))
        except jinja2.TemplateNotFound as error:
            known = self._environment.list_templates()
            where, message = self._line_of(error, name), f"there is no template `{error.name}`"
            self._report(Problem("E117", where, message, did_you_mean(str(error.name), known)))
        except jinja2.UndefinedError as error:
            self._report(self._problem("E212", error, name, str(error.message), place))
        except UnreadTemplate as error:
            self._broken.add(name)
            place = error.problem.place
            place = replace(place, file=self._name_of(place.file))
            self._report(replace(error.problem, place=place))
        except TimeoutError as error:  # all its faces would take as long
            self._broken.add(name)
            message = f"the template does not end: {error}"
            self._report(self._problem("E213", error, name, message, place))
        except Exception as error:
            message = f"the template fails: {error}"
            self._report(self._problem("E213", error, name, message, place))
        return None

    def current_line(self) -> Place | None:
        """The line of the template that is being rendered and calls a tool."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            template = frame.f_globals.get("__jinja_template__")
            file = frame.f_code.co_filename
            if template is not None and file.endswith(SUFFIX):
                known = self._lines.get((file, frame.f_lineno))
                if known is None:
                    line = template.get_corresponding_lineno(frame.f_lineno)
                    known = self._lines[file, frame.f_lineno] = Place(self._name_of(file), line)
                return known
            frame = frame.f_back
        return None

    def _problem(
        self, code: str, error: Exception, name: str, message: str, place: Place
    ) -> Problem:
        hint = f"drawn for {place}"
        if code == "E212" and message.endswith(_NOT_DEFINED):
            near = nearest(message.split("`")[1], self._environment.globals)
            hint = f"did you mean `{near}`? ({hint})" if near else hint
        return Problem(code, self._line_of(error, name), message, hint, concerns=place)

    def _line_of(self, error: Exception, name: str) -> Place:
        """The innermost line of a template that `error` passed through."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename.endswith(SUFFIX):
                return Place(self._name_of(frame.filename), frame.lineno or 0)
        return Place(self._name_of(str(self._project.templates_of(self._game.id) / name)))

    def _name_of(self, path: str) -> str:
        found = Path(path)
        known = any(found.is_relative_to(home) for home in (self._project.root, RESOURCES))
        return self._project.name_of(found) if known else found.as_posix()


class _Missing(jinja2.StrictUndefined):
    """An unknown name, with a message for designers."""

    @property
    def _undefined_message(self) -> str:
        name = self._undefined_name
        if isinstance(self._undefined_obj, Record):
            known = ", ".join(self._undefined_obj) or "none"
            return f"there is no `{name}` here; known: {known}"
        return f"`{name}` {_NOT_DEFINED}"


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in `folder`, which is made when first needed.

    Jinja checks the source of a template and the versions of Jinja and Python; the files' names
    hold a hash of our settings. A folder that cannot be read or written only costs time.
    """

    def __init__(self, folder: Path, settings: str) -> None:
        stamp = hashlib.sha256(settings.encode()).hexdigest()[:8]
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        super().__init__(str(folder), f"{stamp}-%s.template")

    def load_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def _short_range(*numbers: int) -> range:
    """`range` for templates. Raises ValueError for so many numbers that they would fill memory."""
    found = range(*numbers)
    if found[MOST_NUMBERS:]:
        raise ValueError(f"range(…) gives more than {MOST_NUMBERS:,} numbers")
    return found


class _FolderLoader(jinja2.FileSystemLoader):
    """Loads templates of a folder, as far as they may be read."""

    def __init__(self, folder: Path, root: Path) -> None:
        super().__init__(folder)
        self._folder, self._root = folder, root

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        path = self._folder.joinpath(*split_template_path(template))
        if is_file(path):
            try:
                check_readable(path, self._root, limits.TEMPLATE_BYTES)
            except OSError as error:
                raise UnreadTemplate(unread(error, Place(str(path)))) from None
        try:
            return super().get_source(environment, template)
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            message = f"not UTF-8: byte 0x{error.object[error.start]:02x} is no character"
            hint = "save the file as UTF-8 in your editor"
            raise UnreadTemplate(Problem("E102", Place(str(path), line), message, hint)) from None

    def list_templates(self) -> list[str]:
        found = files_in(self._folder, self._root)
        return [path.relative_to(self._folder).as_posix() for path in found]


class UnreadTemplate(Exception):
    """A template that must not be read; the place of its problem is its whole path."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _loader(project: Project, game_id: str) -> jinja2.BaseLoader:
    """Loads templates from the same folders as `TemplateSources`."""
    return jinja2.ChoiceLoader(
        [
            jinja2.PrefixLoader({start.rstrip("/"): loader}) if start else loader
            for start, folder in template_folders(project, game_id)
            for loader in [_FolderLoader(folder, home_of(folder, project.root))]
        ]
    )
