"""Reads jobs.yaml of a game: the outputs that one wants of it, each a line of a command.

A job is what is typed behind `fustella`: `build --paper A4`, `export --to tgc`. So every option of
a command can be part of a job, and has one meaning. What a job may not say is told by whoever runs
it, who knows the commands.
"""

import shlex
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from fustella.core.files.project import Project
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.schemas import Schema, Vocabulary
from fustella.read.forms import Form, Rejected, checked, entry, schema_of, shown, table_of, value_of
from fustella.read.nodes import place_at
from fustella.read.scalars import IDENTIFIER
from fustella.read.source import load

JOBS = "jobs.yaml"


class TypedJob(Struct, frozen=True):
    """A job: its name, and the words of its command."""

    name: str
    words: tuple[str, ...]
    place: Place


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, str) or not value.strip():
        hint = "write what is typed behind the word fustella: build --paper A4"
        raise Rejected("E104", f"expected a command, found {shown(value)}", hint)
    try:
        return tuple(shlex.split(value))
    except ValueError:
        raise Rejected("E104", "a quote is not closed", "close it, or delete it") from None


class JobsForm(Form, frozen=True):
    """The outputs that one wants of a game."""

    jobs: dict[str, tuple[str, ...]] = entry(
        table_of(IDENTIFIER, value_of(_words, {"title": "command", "type": "string"})),
        about="The jobs by name, each as it is typed behind the word fustella: `build --paper A4`.",
    )


def jobs_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of jobs.yaml."""
    return schema_of(JobsForm, vocabulary)


def jobs_file(project: Project, game_id: str) -> Path:
    """The jobs.yaml of a game, which need not exist."""
    return project.folder_of(game_id) / JOBS


def read_jobs(project: Project, game_id: str) -> Mapping[str, TypedJob]:
    """The jobs of a game by name. Raises ProblemsFound, also where there is no file: E100."""
    path = jobs_file(project, game_id)
    file = project.name_of(path)
    data = load(path, file, project.root)
    form = checked(JobsForm, data, file)
    if len(form.jobs) > limits.JOBS_OF_GAME:
        name = [*form.jobs][limits.JOBS_OF_GAME]
        place = place_at(data, file, "jobs", name)
        message = f"with this one there are more than {limits.JOBS_OF_GAME} jobs"
        raise ProblemsFound([Problem("E133", place, message, "keep those that you need")])
    return {
        name: TypedJob(name, words, place_at(data, file, "jobs", name))
        for name, words in form.jobs.items()
    }
