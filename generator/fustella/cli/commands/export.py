"""Declares `fustella export`: its help and its options."""

from fustella.build.options import LANGUAGES
from fustella.cli.options import FORMAT, GAMES, JOBS, OUTPUT, PROJECT, STRICT, THEME
from fustella.cli.parser import Command
from fustella.core.values.options import switch
from fustella.export import ExportOptions

_PRESET, *_FILES, _PRUNE = ExportOptions.declared(
    *(
        "preset",
        "sheets",
        "profile",
        "standard",
        "dies",
        "special",
        "ink_percent",
        "inks",
        "lines",
        "board",
        "gap_mm",
        "web_mm",
        "nicks",
        "single",
        "form",
        "loose",
        "wall_mm",
        "clearance_mm",
        "kerf_mm",
        "finger_mm",
        "material",
        "bed",
        "paper",
        "url",
        "players",
        "prune",
    )
)

OF_SOME_FORMATS = (
    _PRESET,
    *_FILES,
    switch(
        "--push", group=_PRESET.group, about="tts: put it on the table that is open in the game"
    ),
    _PRUNE,
)
"""The options that only some formats take."""

COMMAND = Command(
    "Write the pieces as pictures, for Tabletop Simulator and other tables on a screen, or for "
    "shops that print them, each with the number of copies that the box has. After an edit only "
    "the pictures of changed pieces are made again.",
    entry="export:run",
    usage="%(prog)s [GAME …] [--to FORMAT] [OPTION …]",
    examples=(
        "fustella export                     # all formats, and what each is for",
        "fustella export my-game --to png    # one game, as pictures",
        "fustella export --to tts            # for Tabletop Simulator",
    ),
    options=(
        *ExportOptions.declared("format"),
        GAMES,
        PROJECT,
        LANGUAGES,
        THEME,
        OUTPUT,
        *ExportOptions.declared("only", "dpi", "backs", "shop"),
        switch("--force", about="export a box even if it differs from its rules"),
        STRICT,
        FORMAT.but(name="report"),
        JOBS,
        *OF_SOME_FORMATS,
    ),
)
