"""`fustella build`: the PDFs."""

import argparse
from functools import partial

from msgspec.structs import replace

from fustella.build import BuildOptions, Built, already_built
from fustella.cli import progress
from fustella.cli.options import BuildRequest, KitRequest, Scope, UsageError, editions
from fustella.cli.problems import collect, report_refused, tell, without_inapplicable
from fustella.cli.tables import table_of_files
from fustella.cli.watch import watch
from fustella.core.paper import Cutter
from fustella.core.project import Project


def run(asked: argparse.Namespace) -> int:
    scope, request = Scope.of(asked), BuildRequest.of(asked)
    if asked.kit or asked.rules_only or asked.stickers:
        # Builds for kits compare drawings: their libraries take longer to load than a plain build
        # in which nothing changed.
        from fustella.cli.build_kit import build_kit  # noqa: PLC0415

        kit = KitRequest(asked.kit, asked.rules_only, asked.stickers)
        work = partial(build_kit, request=request, kit=kit)
    else:
        work = partial(build, request=request)
    if asked.watch:
        return watch(scope, lambda games: work(replace(scope, games=games)), debug=asked.debug)
    return work(scope)


def build(scope: Scope, request: BuildRequest) -> int:
    """Build each game that is not up to date, print what there is now, and report problems."""
    if request.printing.shop and request.choice.pages:
        raise UsageError("argument --pages: --shop makes no sheets; leave one of the two out")
    if request.printing.shop and request.printing.cutter is not Cutter.NONE:
        raise UsageError("argument --cutter: --shop makes no sheets; leave one of the two out")
    if request.force and not request.printing.cover:
        raise UsageError(
            "argument --no-cover: the cover says what --force let pass; leave --no-cover out"
        )
    project, games = scope.resolve()
    options = request.resolve(project)
    built, problems = collect(
        editions(project, games, options.language),
        lambda each: _built(project, each[0], replace(options, language=each[1])),
    )
    if problems or not all(one.unchanged for one in built):
        # What describes the files is loaded only when one of them was saved.
        from fustella.schema import refresh  # noqa: PLC0415

        progress.show("describing the files for editors")
        refresh(project, games)
    if built:
        if not scope.games:
            problems = without_inapplicable(problems)
        print(table_of_files(built, options.choice.players))
        for entry in (entry for one in built for entry in one.printed if entry.note):
            print(entry.note)
        tell(told for one in built for told in one.warnings)
    if not problems:
        return 0
    kept = ", ".join(game for game in games if game not in {one.game for one in built})
    untouched = f"the files of {kept} are as they were" if kept else "other files are as they were"
    return report_refused(problems, untouched if built else "nothing was replaced")


def _built(project: Project, game: str, options: BuildOptions) -> Built:
    """The last build when nothing changed since, else a new one.

    With --force a box that was marked as unchecked counts too, but one that agreed is preferred.
    """
    marked = already_built(project, game, options, unchecked=True) if options.force else None
    known = already_built(project, game, options) or marked
    if known and not (options.strict and known.warnings):
        return known
    # The libraries that draw and write PDFs are loaded only when there is work for them.
    from fustella.build.pipeline import build_game  # noqa: PLC0415

    return build_game(project, game, options, progress.show)
