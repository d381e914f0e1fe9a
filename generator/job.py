"""What is asked of a build, what came of it, and whether it was done before.

Light on purpose: a build in which nothing changed needs nothing but this and the hash of its files.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from generator.project import Project
from generator.sheets import Duplex
from generator.stamp import Printed, fingerprint, read_stamp

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to build of a game, and for which printer. "" for the language is the game's first."""

    paper: str
    duplex: Duplex
    output: Path
    language: str = ""
    only: str = ""

    def key(self) -> str:
        """Names this way of building a game, where its stamp is kept."""
        return " ".join((self.paper, self.duplex.value, self.language or "default"))


@dataclass(frozen=True, slots=True)
class Built:
    """What one game became: its folder, its files, and whether they had been there already."""

    game: str
    folder: Path
    printed: tuple[Printed, ...]
    unchanged: bool


def inputs_of(project: Project, game_id: str, options: Options) -> str:
    """The hash of all that a build of this game depends on."""
    folders = (
        project.content / game_id,
        project.templates / game_id,
        project.templates / "_shared",
    )
    files = (project.content / "papers.yaml", project.content / "sizes.yaml")
    return fingerprint(folders, files, options.key())


def already_built(project: Project, game_id: str, options: Options) -> Built | None:
    """The last build, when it was made from what is there now and its files were not touched."""
    if options.only:
        return None
    inputs = inputs_of(project, game_id, options)
    stamp = read_stamp(options.output / game_id, options.key(), inputs)
    if stamp is None:
        return None
    return Built(game_id, options.output / game_id / stamp.folder, stamp.printed, True)
