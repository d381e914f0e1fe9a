"""Renders Jinja templates to SVG, and reports every fault with its line.

The module `sandbox` says what a template may do. Each template that is looked up is noted for the
face that is being drawn. Compiled templates are kept in the user's cache, as Python keeps its
modules: a build into a new folder compiles a template only if it, or the tool, has changed.
"""

import hashlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

import jinja2
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

from fustella.core.files.cache import DiskCache, user_cache
from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.project import PACKAGE, RESOURCES, Project
from fustella.core.files.reading import not_utf_8, unread
from fustella.core.values.model import Game, Record, SideName
from fustella.core.values.problems import Place, Problem, did_you_mean, nearest
from fustella.draw.records import localised
from fustella.draw.sources import TEMPLATE, Sources, Use, Uses
from fustella.draw.templates.marks import MarkedEnvironment
from fustella.draw.templates.sandbox import UNKNOWN, USED_FILTERS, Sandbox
from fustella.draw.templates.unknown import KNOWN, within
from fustella.draw.templates.wording import message_about_failure, message_about_syntax

_SETTINGS: dict[str, Any] = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}
"""The settings of Jinja that change the code to which a template is compiled."""


class TemplateSet:
    """The templates of one game in one language.

    `functions` are the names that every template and macro may call. `uses` notes the templates
    that are looked up in `sources`. `number_of` numbers the lines of templates for `marked`.
    `rewritten` changes the text of the project's own templates before they are compiled. A faulty
    template raises nothing: its fault is reported.
    """

    def __init__(
        self,
        project: Project,
        game: Game,
        language: str,
        functions: Mapping[str, Callable[..., object]],
        report: Callable[[Problem], None],
        sources: Sources,
        uses: Uses,
        number_of: Callable[[Place], int],
        rewritten: Callable[[str], str] | None = None,
    ) -> None:
        self._project = project
        self._game = game
        self._report = report
        self._broken: set[str] = set()
        self._lines: dict[tuple[str, int], Place] = {}
        self._loader = _Loader(sources, self._name_of, rewritten)
        self._number_of = number_of
        self._marking: MarkedEnvironment | None = None
        self._settings: dict[str, Any] = {
            "loader": self._loader,
            "auto_reload": False,
            "cache_size": -1,
            **_SETTINGS,
        }
        cache = user_cache()
        compiled = CompiledTemplates(cache, repr(_SETTINGS)) if cache else None
        self._environment = _Environment(uses, bytecode_cache=compiled, **self._settings)
        self._environment.globals.update(functions)
        self._environment.globals.update(
            words=localised(game.words, language),
            colours=game.colours,
            language=language,
            game=Record({"id": game.id, "title": game.title.in_language(language)}),  # type: ignore[dict-item]
        )

    def render(self, name: str, values: Mapping[str, Any], place: Place) -> str | None:
        """The SVG of a template; None after a fault was reported.

        Reports E102 not UTF-8, E117 no such template, E211 syntax error, E212 unknown name, E213
        any other fault, E021 too little memory.
        """
        if name in self._broken:
            return None
        try:
            return self._environment.get_template(name).render(values)
        except jinja2.TemplateSyntaxError as error:
            self._broken.add(name)
            file = error.filename or error.name or name
            message, hint = message_about_syntax(error)
            self._report(Problem("E211", Place(file, error.lineno), message, hint))
        except jinja2.TemplateNotFound as error:
            known = self._environment.list_templates()
            where, message = self._line_of(error, name), f"there is no template `{error.name}`"
            hint = did_you_mean(str(error.name), known)
            hint = hint or "put the file into templates/, or take out the line that names it"
            self._report(Problem("E117", where, message, hint))
        except jinja2.UndefinedError as error:
            message, _, names = str(error.message).partition(KNOWN)
            hint = self._similar_name_hint(message, names, values, getattr(error, "owner", None))
            message = within(message, error, values)
            self._report(self._problem("E212", error, name, message, place, hint))
        except _UnreadTemplate as fault:
            self._broken.add(name)
            self._report(fault.problem)
        except TimeoutError as error:  # all its faces would take as long
            self._broken.add(name)
            message = f"the template does not end: {error}"
            self._report(self._problem("E213", error, name, message, place))
        except RecursionError as error:
            message = "the template fails: its macros, blocks or files ask for each other endlessly"
            self._report(self._problem("E213", error, name, message, place))
        except MemoryError as error:
            message = "the template wants more memory than there is for it"
            self._report(self._problem("E021", error, name, message, place))
        except Exception as error:
            message, hint = message_about_failure(error)
            message = f"the template fails: {message or 'it takes more memory than there is'}"
            self._report(self._problem("E213", error, name, message, place, hint))
        return None

    def _similar_name_hint(
        self, message: str, known: str, values: Mapping[str, Any], owner: object
    ) -> str:
        """A hint for an unknown name: the name that may be meant; "" without one.

        The name is unknown to the tool and the template, or `owner` lacks it.
        """
        name = message.split("`")[1] if "`" in message else ""
        if not message.startswith(UNKNOWN):
            of_a_piece = message.startswith("there is no `")
            called = _CALLED.get(name, name)
            if called in USED_FILTERS and not of_a_piece:
                return f"write |{called} instead of .{name}"
            if not (near := nearest(name, known.split(", "))) and known:
                side = next(
                    (name_of_side for name_of_side in _SIDES if values.get(name_of_side) is owner),
                    "",
                )
                return (
                    f"known: {known}{_hint_for_missing(name, called, known, side) if side else ''}"
                )
        elif not (near := self._near(name, values)) and name in _SHAPES:
            return f"write it as a shape of SVG: <{name} …/>"
        return f"did you mean `{near}`?" if near else ""

    def _near(self, word: str, values: Mapping[str, Any]) -> str:
        """The known name most like an unknown one: a tool, a value, or a field of a side."""
        own = [*self._environment.globals, *values]
        fields: dict[str, str] = {}
        for side, value in values.items():
            for field in value if isinstance(value, Mapping | Record) else ():
                fields.setdefault(str(field), f"{side}.{field}")
        near = nearest(word, (*own, *fields))
        return near if near in own else fields.get(near, "")

    def marked(self, name: str, values: Mapping[str, Any]) -> str | None:
        """The SVG of a template with marks of its lines; None if it cannot be rendered."""
        if self._marking is None:
            self._marking = MarkedEnvironment(self._mark_of, **self._settings)
            self._marking.globals.update(self._environment.globals)
        try:
            return self._marking.get_template(name).render(values)
        except Exception:  # reported by `render`, or caused by the marks alone
            return None

    def _mark_of(self, file: str, line: int) -> int:
        return self._number_of(Place(file, line))

    def current_line(self) -> Place | None:
        """The template line that called the current tool; None outside of a rendering."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            template = frame.f_globals.get("__jinja_template__")
            file = frame.f_code.co_filename
            if template is not None and file in self._loader.files:
                known = self._lines.get((file, frame.f_lineno))
                if known is None:
                    line = template.get_corresponding_lineno(frame.f_lineno)
                    known = self._lines[file, frame.f_lineno] = Place(file, line)
                return known
            frame = frame.f_back
        return None

    def _problem(
        self, code: str, error: Exception, name: str, message: str, place: Place, hint: str = ""
    ) -> Problem:
        hint = f"{hint} (drawn for {place})" if hint else f"drawn for {place}"
        return Problem(code, self._line_of(error, name), message, hint, concerns=place)

    def _line_of(self, error: Exception, name: str) -> Place:
        """The innermost line of a template that `error` passed through."""
        import traceback  # noqa: PLC0415  (most templates have no faults)

        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename in self._loader.files:
                return Place(frame.filename, frame.lineno or 0)
        return Place(self._name_of(self._project.templates_of(self._game.id) / name))

    def _name_of(self, path: Path) -> str:
        known = any(path.is_relative_to(home) for home in (self._project.root, RESOURCES))
        return self._project.name_of(path) if known else path.as_posix()


_CALLED = {
    **dict.fromkeys(("capitals", "caps", "uppercase", "toUpperCase"), "upper"),
    **dict.fromkeys(("lowercase", "toLowerCase"), "lower"),
    **dict.fromkeys(("size", "len"), "length"),
}
"""Names that filters have in other languages, each with its name here."""

_SIDES = ("face", *(side.value for side in SideName))
"""The names by which templates reach the fields of a side."""


def _hint_for_missing(name: str, called: str, known: str, side: str) -> str:
    """The end of a hint for a field that a side lacks: how to add the field.

    If `called` is a filter, the hint also shows how to write the filter.
    """
    added = f"; for a new one write `{name}: text` under `fields` of the kind in game.yaml"
    of_one = f"{side}.{known.split(', ', maxsplit=1)[0]}|{called}"
    return f"{added}, and fill it in the list" + (
        f"; or write |{called} behind a field: {of_one}" if called in USED_FILTERS else ""
    )


_SHAPES = ("rect", "circle", "ellipse", "line", "path", "polygon", "polyline")
"""The shapes of SVG that no tool draws."""


class _UnreadTemplate(Exception):
    """Raised for a template that cannot be read or decoded; `problem` is the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Loader(jinja2.BaseLoader):
    """Loads templates from the sources of a game; `files` are those that were loaded so far.

    Compiled templates have the names of files as messages show them, so they are the same wherever
    a project lies.
    """

    def __init__(
        self,
        sources: Sources,
        name_of: Callable[[Path], str],
        rewritten: Callable[[str], str] | None,
    ) -> None:
        self._sources, self._name_of, self._rewritten = sources, name_of, rewritten
        self.files: set[str] = set()

    def get_source(
        self, _: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        path = self._sources.path_of(template)
        if path is None:
            raise jinja2.TemplateNotFound(template)
        file = self._name_of(path)
        place = Place(file)
        try:
            content = self._sources.template(path)
        except OSError as error:
            raise _UnreadTemplate(unread(error, place)) from None
        self.files.add(file)
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _UnreadTemplate(not_utf_8(error, file)) from None
        if self._rewritten is not None and not file.startswith(PACKAGE):
            text = self._rewritten(text)
        return text, file, lambda: True

    def list_templates(self) -> list[str]:
        return self._sources.template_names()


class _Template(jinja2.Template):
    """A compiled template that notes its files again for each face that imports it.

    The code outside of macros in an imported file runs once, at the first import; its uses are
    noted again for each later face. Macros note their uses by themselves, as they are called for
    each face.
    """

    environment: "_Environment"
    _used: frozenset[Use] = frozenset()

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        if self._module is not None:
            self.environment.uses.note_all(self._used)
            return super()._get_default_module(ctx)
        with self.environment.uses.noted() as used:
            module = super()._get_default_module(ctx)
        self._used = frozenset(used)
        return module


class _Environment(Sandbox):
    template_class = _Template

    def __init__(self, uses: Uses, **settings: Any) -> None:
        super().__init__(**settings)
        self.uses = uses

    def _load_template(self, name: str, globals: Any) -> jinja2.Template:
        self.uses.note(TEMPLATE, str(name))
        return super()._load_template(name, globals)


class CompiledTemplates(BytecodeCache):
    """Compiled templates in a cache, each under a key of all that its code depends on.

    They are code, so the cache must return them exactly as stored: see `core.files.seal`. Before it
    stores the first new template, it drops those that were not used for longest.
    """

    def __init__(self, cache: DiskCache, settings: str) -> None:
        self._cache, self._pruned = cache, False
        written_by = f"{settings} {jinja2.__version__} {sys.version}"
        self._shared = fingerprint((), (), written_by)  # with the sandbox, which writes code, too

    def load_bytecode(self, bucket: Bucket) -> None:
        kept = self._cache.get(self._key(bucket))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not self._pruned:
            self._pruned = True
            self._cache.prune()
        self._cache.put(self._key(bucket), bucket.bytecode_to_string())

    def _key(self, bucket: Bucket) -> str:
        """The cache key, from Jinja's hashes of the template's name and of its source."""
        parts = ("template", bucket.key, bucket.checksum, self._shared)
        return hashlib.sha256(repr(parts).encode()).hexdigest()
