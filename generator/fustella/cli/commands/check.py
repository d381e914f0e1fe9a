"""Declares `fustella check`: its help and its options."""

from pathlib import Path

from fustella.cli.options import GAMES, OUTPUT_OF_BUILDS, PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import OneOf, Options, option, switch


class CheckOptions(Options, frozen=True):
    """The options of a check: for its comparisons, its report, and the files that it writes."""

    document: Path | None = option(
        "--document FILE",
        Path,
        default=None,
        about="read the figures from the rule document again; for several games, a folder of "
        "documents",
    )
    shop: str = option(
        "--shop NAME",
        default="",
        about="hold the box against the rules of a shop instead, such as tgc, or those in "
        "content/shops/NAME.yaml",
    )
    inks: bool = switch(
        "--inks",
        about="with --shop: also measure the sum of inks on the plates of each face, which takes "
        "some seconds a game",
    )
    strict: bool = switch(
        "--strict",
        about="count contradictions, open points, warnings and values that no claim speaks of as "
        "faults, too",
    )
    unclaimed: bool = switch(
        "--unclaimed", about="also list the values of the box that no claim speaks of"
    )
    format: str = option(
        "--format",
        OneOf(("text", "json", "github")),
        default="text",
        about="text (default); json for other programs; github for notes in a pull request",
    )
    fix: bool = switch(
        "--fix", about="change the lists so that they agree: show the changes, ask, and write them"
    )
    accept: bool = switch(
        "--accept",
        about="you have read what changed in the document: remember it as it is now, and correct "
        "the `lines` of it that your files name",
    )
    accept_faces: bool = switch(
        "--accept-faces",
        about="you have looked at the faces: remember what they show, so that a change that no "
        "list explains is told",
    )
    yes: bool = switch("--yes", about="with --fix: write without asking")
    output: Path | None = OUTPUT_OF_BUILDS.but(default=None)


COMMAND = Command(
    "Compare the boxes with what claims.yaml says of them: figures out of the rule document, or "
    "what you say must hold, such as “52 cards”. Shows what does not agree.",
    entry="check:run",
    examples=(
        "fustella check --document rules.txt # with the document as it is now",
        "fustella check --unclaimed          # what nobody has claimed anything of",
        "fustella check --shop tgc           # can The Game Crafter print it?",
    ),
    options=(GAMES, PROJECT, *CheckOptions.declared()),
)
