"""Declares `fustella diff`: its help and its options."""

from pathlib import Path

from fustella.cli.options import GIT_DIR, LANGUAGE, PROJECT, THEME
from fustella.cli.parser import Command
from fustella.core.values.options import OneOf, Options, option, switch, word
from fustella.core.values.themes import Theme


class DiffOptions(Options, frozen=True):
    """The two states to compare, and the form of the report.

    `words` are kits, revisions and games, as they were typed; `kit` and `since` were typed with the
    options of these names.
    """

    words: tuple[str, ...] = word(
        "KIT | REVISION | GAME",
        many="*",
        default=(),
        about="what to compare with: a kit, or a revision in git such as HEAD~3 or v1.0 (default: "
        "the last commit); and which games (default: all)",
    )
    kit: str = option(
        "--kit NAME",
        str.lower,
        default="",
        apart="since",
        completes="kit",
        about="a kit, if a game or a revision has the same name",
    )
    since: str = option(
        "--since REVISION",
        default="",
        apart="since",
        about="a revision, if a game or a kit has the same name",
    )
    format: str = option(
        "--format",
        OneOf(("text", "json", "html")),
        default="text",
        about="text (default); html: a page with pictures; json for other programs",
    )
    output: Path | None = option(
        "--output FILE",
        Path,
        default=None,
        about="with --format html: the page to write (default: output/diff.html)",
    )
    language: str = LANGUAGE
    theme: Theme = THEME
    exit_code: bool = switch("--exit-code", about="end with exit code 1 if something changed")
    project: Path | None = PROJECT
    git_dir: tuple[Path, ...] = GIT_DIR


COMMAND = Command(
    "Show what changed in the boxes since the last commit, since another revision in git, or since "
    "a kit was printed: rules, wording, looks, numbers of copies, new pieces and those that are "
    "gone.",
    entry="diff:run",
    examples=(
        "fustella diff                       # all games, since the last commit",
        "fustella diff v1.0 my-game          # one game, since a tag",
        "fustella diff club                  # since the kit club was printed",
        "fustella diff --format html         # a page with pictures, then and now",
    ),
    usage="%(prog)s [KIT | REVISION] [GAME …] [OPTION …]",
    options=DiffOptions.declared(),
)
