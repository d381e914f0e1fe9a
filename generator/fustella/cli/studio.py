"""`fustella studio`: serves the page on which games are begun, opened, built and exported."""

import argparse
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from fustella.build import BuildOptions
from fustella.cli.arguments import parse
from fustella.cli.options import UsageError, build_options
from fustella.cli.preview import serve
from fustella.core.files.project import Project, find_project
from fustella.core.values.options import Option
from fustella.core.values.problems import ProblemsFound
from fustella.preview.studio import PRINTING, Start, Studio
from fustella.preview.studio_app import studio_routes
from fustella.start import STARTS

_HOST = "127.0.0.1"


def run(arguments: argparse.Namespace) -> int:
    """Serves the studio until it is interrupted."""
    here: Path = (arguments.folder or Path.cwd()).absolute()
    if not here.is_dir():
        raise UsageError(f"argument FOLDER: {here}: there is no such folder")
    starts = [Start(name, about) for name, about in STARTS.items()]
    studio = Studio(here, starts, _options_of)
    try:
        studio.open(find_project(here).root)
    except ProblemsFound as error:
        if any(problem.code != "E001" for problem in error.problems):
            raise
    more = partial(studio_routes, studio)
    return serve(studio, _HOST, arguments.port, opens=arguments.open, writes=True, more=more)


def _options_of(project: Project, typed: Mapping[str, str]) -> BuildOptions:
    """The options of a preview with options of printing as typed. Raises Mistyped."""
    known: dict[str, Option] = {option.name: option for option in PRINTING}
    chosen = {name: known[name].read(value) for name, value in typed.items() if name in known}
    usual = vars(parse(["preview"]))
    return build_options(argparse.Namespace(**{**usual, **chosen}), project)
