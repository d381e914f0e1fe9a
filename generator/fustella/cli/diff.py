"""`fustella diff`: shows what changed in the boxes since a revision, or since a kit was printed."""

import argparse
import sys
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import BuildOptions
from fustella.build.job import Job
from fustella.cli import progress
from fustella.cli.commands.diff import DiffOptions
from fustella.cli.diff_report import as_json, as_text
from fustella.cli.options import UsageError, game_named, output_folder, project_in
from fustella.cli.problems import PROBLEMS, collect
from fustella.cli.terminal import fitted, plural
from fustella.core.files.cache import CACHE, DiskCache
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_spelt
from fustella.core.words.patterns import visible_in_line
from fustella.git.revisions import LAST_COMMIT, Revision, revision_named
from fustella.history.html import write_page
from fustella.history.since import GameComparison, Since, compare_with_revision, games_at
from fustella.kits import kit_names, read_kit
from fustella.kits.since import compare_with_kit
from fustella.play.known import known_of

_PAGE = "diff.html"
"""The name of the page's file in the output folder, by default."""


def run(arguments: argparse.Namespace) -> int:
    """Prints what changed, or writes it to a page and prints the page's name."""
    options = DiffOptions.of(arguments)
    if options.output and options.format != "html":
        raise UsageError("argument --output: only a page is written to a file; add --format html")
    project = project_in(options.project, options.git_dir)
    build = BuildOptions(
        paper="",  # no sheet is printed
        duplex=Duplex.NONE,
        output=output_folder(project, None),
        language=options.language,
        theme=options.theme,
    )
    since, comparisons = _comparisons(project, _meaning(project, options), build)
    comparisons = [_with_played(project, each) for each in comparisons]
    if options.format == "json":
        print(as_json(since, comparisons))
    elif options.format == "text":
        print(fitted(as_text(since, comparisons), sys.stdout))
    else:
        path = (options.output or build.output / _PAGE).absolute()
        write_page(path, since, comparisons, DiskCache(build.output / CACHE))
        print(visible_in_line(str(path)))
    changed = any(comparison.changed for comparison in comparisons)
    return PROBLEMS if changed and options.exit_code else 0


def _with_played(project: Project, comparison: GameComparison) -> GameComparison:
    """The comparison with what had been known of the pieces that changed from played sessions."""
    if not comparison.changes:
        return comparison
    known = known_of(project, comparison.game)
    notes = comparison.notes
    if known.unread:
        unread = plural(known.unread, "session")
        notes += (f"{unread} cannot be read: `fustella playtest report` tells why",)
    said = {code: ", ".join(row.said) for code, row in known.rows.items() if row.said}
    return replace(comparison, played=said, notes=notes)


class _Meaning(Struct, frozen=True):
    """The meaning of typed words: games, and a kit or a revision; "" for one that is not named."""

    games: tuple[str, ...]
    kit: str
    revision: str


def _meaning(project: Project, options: DiffOptions) -> _Meaning:
    """The meaning of the words. Raises UsageError for more than one kit or revision."""
    games: list[str] = []
    kits = [options.kit] if options.kit else []
    revisions = [options.since] if options.since else []
    for typed in dict.fromkeys(options.words):
        game = game_named(project, typed)
        if game in project.games():
            games.append(game)
        elif (kit := as_spelt(typed, kit_names(project))) in kit_names(project):
            kits.append(kit)
        else:
            revisions.append(typed)
    if len(kits) + len(revisions) > 1:
        for word in revisions:  # one of them is likelier to be mistyped
            _revision(project, word)
        raise UsageError(
            f"name one kit or one revision, not {' and '.join((*kits, *revisions))}: "
            "it is compared with what is in the folder now"
        )
    return _Meaning(tuple(games), next(iter(kits), ""), next(iter(revisions), ""))


def _revision(project: Project, name: str) -> Revision:
    """The revision that a word names. Raises ProblemsFound, which names similar kits and games."""
    return revision_named(project, name, (*kit_names(project), *project.games()))


def _comparisons(
    project: Project, meaning: _Meaning, options: BuildOptions
) -> tuple[Since, list[GameComparison]]:
    """The kit or revision that games are compared with, and the changes in each game.

    Raises ProblemsFound with everything that is wrong in any game.
    """
    if meaning.kit:
        kit = read_kit(project, meaning.kit)
        if meaning.games and meaning.games != (kit.game,):
            games = " and ".join(f"`{game}`" for game in meaning.games)
            message = f"it is a kit of `{kit.game}`, not of {games}"
            hint = f"write `fustella diff {meaning.kit}`"
            raise ProblemsFound([Problem("E614", Place(meaning.kit), message, hint)])
        return Since(kit.name, None), [compare_with_kit(project, kit, options)]
    name = meaning.revision or LAST_COMMIT
    revision = _revision(project, name)
    compared = meaning.games or sorted({*project.games(), *games_at(project, revision)})
    return Since(name, revision), _each_compared(
        compared, lambda game: compare_with_revision(Job(project, game, options), revision)
    )


def _each_compared(
    games: Sequence[str], compare: Callable[[str], GameComparison]
) -> list[GameComparison]:
    def work(numbered: tuple[int, str]) -> GameComparison:
        number, game = numbered
        progress.show(f"comparing {game}", number, len(games))
        return compare(game)

    comparisons, problems = collect(enumerate(games, 1), work)
    if problems:
        raise ProblemsFound(problems)
    return comparisons
