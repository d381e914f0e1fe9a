"""Declares `fustella job`: its help and its options."""

from fustella.cli.options import FORMAT, OUTPUT, PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import switch, word

COMMAND = Command(
    "Make all outputs of a game that its jobs.yaml names, or some of them, only what changed, and "
    "write manifest.json with the sums of all files.",
    entry="job:run",
    usage="%(prog)s GAME [JOB …] [OPTION …]",
    examples=(
        "fustella job my-game              # everything in jobs.yaml",
        "fustella job my-game shop         # one job",
        "fustella job my-game --check      # are the files those of the manifest?",
    ),
    options=(
        word("GAME", name="game", about="a game, by the name of its folder"),
        word("JOB", name="names", many="*", default=(), about="jobs by name (default: all)"),
        PROJECT,
        OUTPUT,
        switch("--list", about="show the jobs, and make none"),
        switch("--check", about="make nothing: compare the files with manifest.json"),
        FORMAT,
    ),
)
