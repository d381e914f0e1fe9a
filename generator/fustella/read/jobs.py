"""Reads jobs.yaml, which names every output that somebody wants of a game, each as a job.

A job has the name of a command, and below it that command's options, as they are typed there
without their hyphens. Which commands and options there are, the caller says: they are declared
where the commands read them.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from fustella.core.files.names import reserved_name
from fustella.core.files.project import JOBS, Project
from fustella.core.files.reading import is_file, is_inside, is_there
from fustella.core.processes import limits
from fustella.core.values.options import Mistyped, Option
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.schemas import Schema, Vocabulary, mapping_schema, table_schema
from fustella.read import hints
from fustella.read.forms import At, shown
from fustella.read.nodes import FAULTY, ListNode, MappingNode, as_typed, is_number
from fustella.read.scalars import IDENTIFIER
from fustella.read.source import load

Takes = Mapping[str, Sequence[Option]]
"""The options that a job may have, by the commands that a job may name."""

_TOP = "jobs"
_EXAMPLE = "build: {paper: A4}"


class OutputJob(Struct, frozen=True):
    """A job: its name, its command, and the values of the command's options by their names.

    An option that was not typed has its usual value. `words` are the command as one would type it.
    """

    name: str
    words: tuple[str, ...]
    values: Mapping[str, Any]
    place: Place

    @property
    def command(self) -> str:
        return self.words[0]


def jobs_file(project: Project, game_id: str) -> Path:
    """The jobs.yaml of a game, which need not exist."""
    return project.folder_of(game_id) / JOBS


def read_jobs(
    project: Project, game_id: str, takes: Takes, problems: list[Problem]
) -> tuple[OutputJob, ...]:
    """The jobs of a game in their order, without those that have faults, which go to `problems`.

    Raises ProblemsFound: E740 where there is no jobs.yaml, and what no file in YAML may hold.
    """
    path = jobs_file(project, game_id)
    file = project.name_of(path)
    if not is_there(path):
        hint = f"write what you want of it, such as jobs: {{home: {{{_EXAMPLE}}}}}"
        raise ProblemsFound([Problem("E740", Place(file), "there are no jobs yet", hint)])
    data = load(path, file, project.root)
    at = At(Place(file, data.line), problems)
    for key in data:
        if key != _TOP:
            at.inside(key, data).report(
                "E106", f"unknown key `{key}`", hints.unknown_key(key, [_TOP])
            )
    if _TOP not in data:
        at.report("E107", f"`{_TOP}` is missing", f"write {_TOP}: {{home: {{{_EXAMPLE}}}}}")
        return ()
    return _jobs_in(data[_TOP], at.inside(_TOP, data), path.parent, project, takes)


def _jobs_in(
    typed: object, at: At, folder: Path, project: Project, takes: Takes
) -> tuple[OutputJob, ...]:
    if not isinstance(typed, MappingNode) or not typed:
        message = f"expected jobs by their names, found {shown(typed)}"
        at.report("E104", message, f"write home: {{{_EXAMPLE}}}")
        return ()
    if len(typed) > limits.OUTPUT_JOBS:
        message = f"there are more than {limits.OUTPUT_JOBS} jobs"
        at.report("E133", message, "`language: all` makes one job of many")
        return ()
    found = []
    for name, value in typed.items():
        inside, before = at.inside(name, typed), len(at.problems)
        IDENTIFIER(name, inside)
        if problem := reserved_name(name, inside.place):
            inside.problems.append(problem)
        words, values = _command_in(value, inside, folder, project, takes)
        if len(at.problems) == before:
            found.append(OutputJob(name, words, values, inside.place))
    return tuple(found)


def _command_in(
    typed: object, at: At, folder: Path, project: Project, takes: Takes
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The command of a job, as typed, and the values of its options; faults are reported."""
    if not isinstance(typed, MappingNode):
        hint = hints.keys(typed, [*takes], _EXAMPLE, at.key)
        at.report("E104", f"expected a command and its options, found {shown(typed)}", hint)
        return (), {}
    for key in typed:
        if key not in takes:
            hint = hints.unknown_key(key, [*takes])
            at.inside(key, typed).report("E106", f"unknown key `{key}`", hint)
    commands = [key for key in typed if key in takes]
    if len(commands) > 1:
        message = f"a job is one command, and this one is {' and '.join(commands)}"
        at.report("E742", message, "make a job of each, with a name of its own")
    if len(commands) != 1:
        if not typed:
            at.report("E107", "a job without a command", f"write {_EXAMPLE}")
        return (), {}
    (command,) = commands
    inside = at.inside(command, typed)
    values = _values_in(typed[command], inside, folder, project, takes[command])
    return (command, *_words_of(typed[command])), values


def _words_of(typed: object) -> Iterator[str]:
    """Yields options as one would type them behind a command."""
    for key, value in typed.items() if isinstance(typed, MappingNode) else ():
        if value is not False:
            yield f"--{key}"
        if not isinstance(value, bool):
            yield ",".join(map(as_typed, value if isinstance(value, ListNode) else [value]))


def _flags(option: Option) -> tuple[str, ...]:
    return tuple(flag.removeprefix("--") for flag in option.flags)


def _values_in(
    typed: object, at: At, folder: Path, project: Project, options: Sequence[Option]
) -> dict[str, Any]:
    """The values of all options; a job may have none of them. Faults are reported."""
    known = {flag: option for option in options for flag in _flags(option)}
    values = {option.name: option.usual for option in options}
    if typed is None:
        return values
    if not isinstance(typed, MappingNode):
        hint = hints.keys(typed, [*known], "language: de, …", at.key)
        at.report("E104", f"expected options with their values, found {shown(typed)}", hint)
        return values
    apart: dict[str, str] = {}
    for key, value in typed.items():
        inside = at.inside(key, typed)
        if key not in known:
            inside.report("E106", f"unknown key `{key}`", hints.unknown_key(key, [*known]))
            continue
        option = known[key]
        if option.apart and (other := apart.setdefault(option.apart, key)) != key:
            message = f"`{key}` cannot be used together with `{other}`"
            inside.report("E742", message, "leave one of the two out")
        read = _value_of(option, value, inside)
        if isinstance(read, Path):
            read = _file_named(read, inside, folder, project)
        if read is not FAULTY:
            values[option.name] = read
    return values


def _value_of(option: Option, typed: object, at: At) -> Any:
    """The value of an option as typed in YAML; FAULTY after a fault was reported."""
    if option.is_switch:
        if not isinstance(typed, bool):
            at.report("E104", f"expected true or false, found {shown(typed)}", "write true")
            return FAULTY
        return not option.usual if typed else option.usual
    if typed is None:
        at.report("E104", "nothing stands behind this key", "write a value, or delete the key")
        return FAULTY
    if isinstance(typed, ListNode) and "," in option.value and all(map(_is_word, typed)):
        typed = ",".join(map(as_typed, typed))
    if not _is_word(typed):
        hint = f"write {option.value or ' or '.join(option.words)}"
        at.report("E104", f"expected a word, found {shown(typed)}", hint)
        return FAULTY
    try:
        return option.read(as_typed(typed))
    except Mistyped as fault:
        at.report("E741", *_in_two(str(fault)))
        return FAULTY


def _in_two(sentence: str) -> tuple[str, str]:
    """What is wrong, and what to write: readers of options say both in one sentence."""
    for sign in ("; ", ": "):
        message, _, hint = sentence.rpartition(sign)
        if message:
            return message, hint
    return sentence, "fustella help shows what may be written"


def _is_word(value: object) -> bool:
    return isinstance(value, str) or is_number(value)


def _file_named(named: Path, at: At, folder: Path, project: Project) -> object:
    """The path of a file that an option names; FAULTY, and E743, where it is not the project's."""
    path = folder / named
    if not is_inside(path, project.root):
        message, hint = f"`{named}` lies outside of the project", "copy it into the game's folder"
    elif not is_file(path):
        message, hint = f"there is no file `{named}`", "name a file as seen from the game's folder"
    else:
        return path.absolute()
    at.report("E743", message, hint)
    return FAULTY


def jobs_schema(vocabulary: Vocabulary, takes: Takes) -> Schema:
    """The schema of jobs.yaml: the commands that a job may name, with their options."""
    commands = {
        command: {
            **mapping_schema(dict(_described(options)), (), f"options of {command}"),
            "description": f"What `fustella {command}` makes.",
        }
        for command, options in takes.items()
    }
    for schema in commands.values():
        schema["type"] = ["object", "null"]
    job = {**mapping_schema(commands, (), "job"), "minProperties": 1, "maxProperties": 1}
    jobs = table_schema(job, {"pattern": IDENTIFIER.schema(vocabulary)["pattern"]}, least=1)
    about = {"description": "The outputs that you want of the game, each as a job with a name."}
    return mapping_schema({_TOP: {**jobs, **about}}, (_TOP,), "jobs")


def _described(options: Sequence[Option]) -> list[tuple[str, Schema]]:
    found: list[tuple[str, Schema]] = []
    for option in options:
        schema: dict[str, Any] = {"title": option.value or " | ".join(option.words)}
        if option.is_switch:
            schema = {"title": "true or false", "type": "boolean"}
        elif option.words:
            schema |= {"enum": [*option.words]}
        else:
            words = ["string", "number", *(["array"] if "," in option.value else [])]
            schema |= {"type": words}
        about = option.about.replace("%(default)s", str(option.usual))
        found += [(flag, {**schema, "description": about}) for flag in _flags(option)]
    return found
