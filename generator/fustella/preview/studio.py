"""The studio: the preview of one project after the other, from which commands are run.

Projects are begun and opened on a start page. Nothing that a page sends becomes a path, except the
name of a new game, which is one name in the folder of the studio.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from fustella.build import BuildOptions, PrintChoice, PrintOptions
from fustella.build.watch import FolderWatcher
from fustella.core.files.names import fault_in_name
from fustella.core.files.project import CONTENT, GAME_FILE, Project, may_be_content, project_at
from fustella.core.files.reading import entries_of, is_folder, is_there
from fustella.core.processes.worker import Worker
from fustella.core.values.options import Mistyped, Option
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.export import ExportOptions, format_names
from fustella.export.run import format_named
from fustella.preview.actions import Actions
from fustella.preview.game_processes import GameProcessEnded, GameProcesses
from fustella.preview.present import PieceIndex, fault_view
from fustella.preview.recent import note_opened, printing_of, recent_projects
from fustella.preview.service import watcher_of
from fustella.preview.views import FaultView, to_json
from fustella.read import read_papers, read_printers

MOST_FOLDERS = 300
"""The most folders in which projects are looked for."""

_DEEP = 2
"""The most folders between the studio's folder and a project in it."""

_LONGEST_VALUE = 500

PRINTING: tuple[Option, ...] = (
    *BuildOptions.declared("paper", "duplex"),
    *PrintOptions.declared("boards", "printer", "marks", "hexes", "gutter_mm", "fewest", "cutter"),
)
"""The options of printing, which the sheets on the page have, too."""

BUILDING: tuple[Option, ...] = (
    *PrintChoice.declared("only", "players", "pages", "boxes"),
    *PrintOptions.declared("cover", "shop"),
    *BuildOptions.declared("force", "strict"),
)
EXPORTING: tuple[Option, ...] = (
    *ExportOptions.declared("only", "dpi", "backs"),
    *BuildOptions.declared("force"),
)
_OF_SOME_FORMATS: tuple[Option, ...] = ExportOptions.declared(
    "preset", "sheets", "profile", "url", "players", "prune"
)
_PROFILES = ("*.icc", "*.icm")

OptionsOf = Callable[[Project, Mapping[str, str]], BuildOptions]
"""A function that gives the options of a preview, from options of printing as typed.

It raises ProblemsFound, and Mistyped.
"""


class Start(Struct, frozen=True):
    """Something to begin a game with: its name, and what it is in a few words."""

    name: str
    about: str


class FoundProject(Struct, frozen=True):
    """A project that can be opened; the page names it by its `id`."""

    id: str
    name: str
    folder: str


class FieldOfForm(Struct, frozen=True):
    """An option as a field of a form; a `flag` is chosen or not, others have a value.

    `value` is the present value, `usual` that of a field that is left as it is.
    """

    name: str
    label: str
    about: str
    flag: bool
    choices: tuple[str, ...]
    value: str
    usual: str


class RequestRefused(Exception):
    """Raised for a request that cannot be done; its text says why."""


class Studio(GameProcesses):
    """The preview of the project that is open, and what is done with it.

    `here` is the folder that the studio was started in, or the one that was named; `starts` are the
    starts of new games. Every method may be called from any thread.
    """

    def __init__(self, here: Path, starts: Sequence[Start], options_of: OptionsOf) -> None:
        super().__init__(Project(here), (), options_of(Project(here), {}))
        self.here, self.starts, self._options_of = here, tuple(starts), options_of
        self.is_open = False
        self._printing: dict[str, str] = {}
        self._watcher: FolderWatcher | None = None
        self._over = threading.Event()
        self.actions = Actions(self._views_of)

    # Which project is open.

    def found(self) -> tuple[tuple[FoundProject, ...], tuple[FoundProject, ...]]:
        """The projects that were opened before, and those in the studio's folder."""
        recent = tuple(
            _found(Path(one.folder), None)
            for one in recent_projects()
            if _is_project(Path(one.folder))
        )
        known = {one.id for one in recent}
        below = (_found(folder, self.here) for folder in _projects_below(self.here))
        return recent, tuple(one for one in below if one.id not in known)

    def open(self, folder: Path) -> None:
        """Opens the project in a folder. Raises ProblemsFound."""
        project = project_at(folder)
        printing = printing_of(folder)
        try:
            options = self._options_of(project, printing)
        except (ProblemsFound, Mistyped):  # what was chosen is no more, such as a printer
            printing = {}
            options = self._options_of(project, printing)
        self.actions.forget()
        self._show_now(project, options, printing)
        note_opened(folder)

    def open_found(self, named: str) -> None:
        """Opens one of the projects that were found, by its id. Raises Refused, ProblemsFound."""
        recent, below = self.found()
        for one in (*recent, *below):
            if one.id == named:
                self.open(Path(one.folder))
                return
        raise RequestRefused("there is no such project any more")

    def begin(self, name: str, start: str) -> None:
        """Begins a game in a new folder, as `fustella new` does, and opens it. Raises Refused."""
        if start not in {one.name for one in self.starts}:
            raise RequestRefused("choose what to begin with")
        if fault := fault_in_name(name.strip()):
            raise RequestRefused(f"this is no name for a folder: {fault}")
        folder = self.here / name.strip()
        said = _said_by("new", str(folder), "--from", start)
        if said is not None:
            raise RequestRefused(said)
        self.open(folder)

    def _show_now(
        self, project: Project, options: BuildOptions, printing: Mapping[str, str]
    ) -> None:
        self.is_open, self._printing = True, {**printing}
        self.show(project, options)
        watcher, self._watcher = self._watcher, None
        if watcher is not None:
            watcher.stop.set()

    @property
    def title(self) -> str:
        """The name of the folder of the project that is open."""
        return self._project.root.absolute().name

    def _games(self) -> tuple[str, ...]:
        return super()._games() if self.is_open else ()

    # What is done with it.

    def printing(self) -> tuple[FieldOfForm, ...]:
        """The form of how sheets are printed."""
        return tuple(self._field(option, self._printing) for option in PRINTING)

    def print_so(self, typed: Mapping[str, str]) -> None:
        """Has sheets printed in another way from now on. Raises Refused, ProblemsFound."""
        chosen = _chosen(PRINTING, typed)
        try:
            options = self._options_of(self._project, chosen)
        except Mistyped as error:
            raise RequestRefused(str(error)) from None
        self._show_now(self._project, options, chosen)
        note_opened(self._project.root, chosen)

    def building(self) -> tuple[FieldOfForm, ...]:
        """The form of what is built."""
        return tuple(self._field(option, {}) for option in BUILDING)

    def exporting(self, game: str) -> tuple[dict[str, object], ...]:
        """The formats of exports: the name of each, what it is for, and its form."""
        forms: list[dict[str, object]] = []
        for name in format_names():
            module = format_named(name)
            own = [one for one in _OF_SOME_FORMATS if one.name in module.OPTIONS]
            fields = [self._field(option, {}, game) for option in (*own, *EXPORTING)]
            forms.append({"name": name, "about": module.ABOUT, "fields": fields})
        return tuple(forms)

    def do(self, game: str, what: str, typed: Mapping[str, str], edition: Sequence[str]) -> None:
        """Runs a command for a game: build, print, check or export.

        `typed` are its options as typed by name, `edition` the language and the theme that the page
        shows. Raises Refused, Busy, ProblemsFound.
        """
        if game not in self._games():
            raise RequestRefused("there is no such game")
        words = ["build" if what == "print" else what, game, "--format=json"]
        if what in ("build", "print"):
            words += self._words(PRINTING, self._printing)
            words += self._words(BUILDING, typed)
        elif what == "export":
            form = typed.get("format", "")
            if form not in format_names():
                raise RequestRefused("choose a format")
            some = format_named(form).OPTIONS
            known = (*EXPORTING, *(one for one in _OF_SOME_FORMATS if one.name in some))
            words += [f"--to={form}", *self._words(known, typed, game)]
        elif what == "check":
            words += self._words(BuildOptions.declared("strict"), typed)
        else:
            raise RequestRefused("there is no such command")
        language, theme = edition
        if what != "check":
            words += [f"--language={language}"] if language else []
            words += [f"--theme={theme}"] if theme else []
        self.actions.start(self._project, game, what, words)

    def _words(
        self, known: Sequence[Option], typed: Mapping[str, str], game: str = ""
    ) -> list[str]:
        """The words of the command line for options as typed. Raises Refused for others."""
        words = []
        for option in known:
            if (value := typed.get(option.name, "")) == "":
                continue
            flag = option.flags[0]
            if option.is_switch:
                words.append(flag)
            elif option.name == "profile":
                files = {path.name: path for path in self._profiles(game)}
                if value not in files:
                    raise RequestRefused("there is no such profile in the folder of the game")
                words.append(f"{flag}={files[value]}")
            else:
                try:
                    option.read(value)
                except Mistyped as error:
                    raise RequestRefused(f"{_label(option)}: {error}") from None
                words.append(f"{flag}={value}")
        return words

    def _field(self, option: Option, now: Mapping[str, str], game: str = "") -> FieldOfForm:
        choices: Sequence[str] = option.words
        with suppress(ProblemsFound):
            if option.value == "PAPER":
                choices = tuple(read_papers(self._project))
            elif option.completes == "printer":
                choices = tuple(read_printers(self._project))
            elif option.name == "profile":
                choices = ("", *(path.name for path in self._profiles(game)))
        usual = "" if option.is_switch or option.usual is None else str(option.usual)
        about = option.about % {"default": usual} if "%(" in option.about else option.about
        return FieldOfForm(
            name=option.name,
            label=_label(option),
            about=about,
            flag=option.is_switch,
            choices=tuple(choices),
            value=now.get(option.name, ""),
            usual=usual if usual not in ("()", "0.0", "0") else "",
        )

    def _profiles(self, game: str) -> list[Path]:
        """The colour profiles in the folder of a game."""
        folder = self._project.folder_of(game)
        with suppress(ProblemsFound):
            there = entries_of(folder, self._project.root)
            return [path for path in there if any(map(path.match, _PROFILES))]
        return []

    def _views_of(self, game: str, problems: Sequence[Problem]) -> Sequence[Any]:
        """The views of problems, with the pieces that they are about where the game is known."""
        try:
            views: Sequence[FaultView] = self._answer(game, "told", game, tuple(problems))
        except (GameProcessEnded, ProblemsFound):
            nobody = PieceIndex(())
            views = [fault_view(problem, nobody) for problem in problems]
        return views

    # What a server asks for.

    def saved(self, say: Callable[[str], None]) -> "WatchedProjects":
        return WatchedProjects(self, say)

    def watch_now(self, say: Callable[[str], None]) -> FolderWatcher | None:
        """A watcher of the files of the project that is open; None where none is."""
        if not self.is_open or self._over.is_set():
            return None
        self._watcher = watcher_of(self._project, say)
        return self._watcher

    def stop(self) -> None:
        self._over.set()
        self.actions.forget()
        watcher = self._watcher
        if watcher is not None:
            watcher.stop.set()
        super().stop()


class WatchedProjects:
    """The changed paths of the project that is open, whichever it is by now."""

    def __init__(self, studio: Studio, say: Callable[[str], None]) -> None:
        self._studio, self._say = studio, say
        self.stop = threading.Event()

    def __iter__(self) -> Iterator[frozenset[Path]]:
        while not self.stop.is_set():
            watcher = self._studio.watch_now(self._say)
            if watcher is None:
                self.stop.wait(_LOOK_S)
            else:
                yield from watcher


_LOOK_S = 0.2
"""The seconds between two looks whether a project was opened."""


def _label(option: Option) -> str:
    """The name of an option for people: `no cover` for `--no-cover`."""
    return option.flags[0].lstrip("-").replace("-", " ")


def _chosen(known: Sequence[Option], typed: Mapping[str, str]) -> dict[str, str]:
    """The typed values of known options that are not the usual ones. Raises Refused."""
    chosen = {}
    for option in known:
        value = typed.get(option.name, "")
        if value and value != str(option.usual):
            try:
                option.read(value)
            except Mistyped as error:
                raise RequestRefused(f"{_label(option)}: {error}") from None
            chosen[option.name] = value
    return chosen


def texts_in(asked: object) -> dict[str, str]:
    """The options in a request, as typed by name. Raises Refused for anything else."""
    if not isinstance(asked, dict):
        raise RequestRefused("options have names and values")
    found = {}
    for name, value in asked.items():
        if not isinstance(value, str) or len(value) > _LONGEST_VALUE or not value.isprintable():
            raise RequestRefused(f"{name}: this cannot be read")
        found[str(name)] = value.strip()
    return found


def _said_by(*words: str) -> str | None:
    """What a command says that fails; None for one that goes well."""
    with Worker.command("-m", "fustella", *words) as worker:
        output, errors = worker.printed
        told = threading.Thread(target=output.read, daemon=True)
        told.start()
        said = errors.read().decode(errors="replace")
        told.join()
        worker.wait()
        return None if worker.end() == 0 else said.strip() or "it could not be begun"


def _found(folder: Path, here: Path | None) -> FoundProject:
    shown = folder.relative_to(here).as_posix() if here is not None else folder.name
    digest = hashlib.sha256(str(folder).encode(errors="surrogateescape")).hexdigest()[:20]
    return FoundProject(digest, shown if shown != "." else folder.name, str(folder))


def _is_project(folder: Path) -> bool:
    """Whether a folder has a game, or several in `content/`."""
    return is_there(folder / GAME_FILE) or is_folder(folder / CONTENT)


def _projects_below(here: Path) -> Iterator[Path]:
    """Yields the folders of projects in a folder, itself first; links are not followed."""
    waiting, looked = [(here, 0)], 0
    while waiting and looked < MOST_FOLDERS:
        folder, deep = waiting.pop(0)
        looked += 1
        if _is_project(folder):
            yield folder
            continue
        if deep < _DEEP:
            with suppress(ProblemsFound, OSError):
                inner = (path for path in entries_of(folder, None) if may_be_content(path.name))
                waiting += [
                    (path, deep + 1) for path in inner if path.is_dir() and not path.is_symlink()
                ]


def state_json(studio: Studio, game: str) -> bytes:
    """What a page of the studio shows around a game: its forms, and its actions."""
    return to_json(
        {
            "title": studio.title,
            "printing": studio.printing(),
            "building": studio.building(),
            "exporting": studio.exporting(game),
            "actions": studio.actions.of(game),
        }
    )


def refusal(error: RequestRefused | ProblemsFound) -> list[Problem]:
    """The problems for which something is not done."""
    if isinstance(error, ProblemsFound):
        return list(error.problems)
    return [Problem("", Place(""), str(error))]
