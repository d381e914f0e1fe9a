"""Declares `fustella job`: its help and its options."""

from fustella.cli.options import FORMAT, JOBS, OUTPUT, PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import switch, word

COMMAND = Command(
    "Make every output that the game's jobs.yaml names: sheets, exports and booklets, each as a "
    "job with a name. What has not changed is not made again. A job that fails stops no other. "
    "The sums of all files stand in output/GAME/jobs/manifest.json.",
    entry="job:run",
    usage="%(prog)s [GAME] [NAME …] [OPTION …]",
    examples=(
        "fustella job my-game                # all jobs",
        "fustella job my-game home-a4 table  # two of them",
        "fustella job my-game --list         # which there are",
        "fustella job my-game --check        # is all as it was made?",
    ),
    options=(
        word(
            "GAME | NAME",
            name="words",
            many="*",
            default=(),
            about="the game, where the project has several, and jobs (default: all of them)",
        ),
        PROJECT,
        OUTPUT,
        switch("--list", about="show the jobs, and make nothing"),
        switch(
            "--check",
            about="make nothing; say which files are not as the manifest has them",
        ),
        FORMAT,
        JOBS,
    ),
)
