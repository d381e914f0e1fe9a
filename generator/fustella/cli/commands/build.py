"""Declares `fustella build`: its help and its options."""

from fustella.build import BuildOptions
from fustella.build.options import LANGUAGES
from fustella.cli.options import (
    CHOICE,
    COVER,
    DRAFT,
    FORMAT,
    GAMES,
    GIT_DIR,
    JOBS,
    OUTPUT,
    PRINTING,
    PROJECT,
    SHOP,
    STRICT,
    THEME,
)
from fustella.cli.parser import Command
from fustella.core.values.options import Options, option, switch

_OF_KITS = "for a printed copy (see fustella help kit)"


class KitOptions(Options, frozen=True):
    """The options of a build for a kit; its name is "" where none was given."""

    kit: str = option(
        "--kit NAME",
        str.lower,
        default="",
        group=_OF_KITS,
        completes="kit",
        about="print only what this kit lacks, with a list of what to swap",
    )
    rules_only: bool = switch(
        "--rules-only",
        group=_OF_KITS,
        about="with --kit: leave out pieces of which only the looks changed",
    )
    stickers: bool = switch(
        "--stickers",
        group=_OF_KITS,
        about="with --kit: stickers to put on what changed, instead of new pieces",
    )


COMMAND = Command(
    "Make the PDFs of all games, or of those named, in output/. What has not changed since the "
    "last build is not made again.",
    entry="build:run",
    examples=(
        "fustella build                      # all games, on A4",
        "fustella build my-game --paper Letter --theme low-ink",
        "fustella build --language de        # in another language of the game",
        "fustella build --only card,dragon   # pieces of two kinds alone",
        "fustella build --draft              # although texts do not fit",
        "fustella build --watch              # again whenever a file is saved",
    ),
    options=(
        GAMES,
        PROJECT,
        LANGUAGES,
        THEME,
        OUTPUT,
        switch(
            "--watch",
            about="keep running, and build again whenever a file is saved; Ctrl-C ends it",
        ),
        FORMAT,
        *BuildOptions.declared("force"),
        STRICT,
        JOBS,
        DRAFT,
        COVER,
        *CHOICE,
        *PRINTING,
        SHOP,
        *KitOptions.declared(),
        GIT_DIR.but(group=_OF_KITS, about=f"with --kit: {GIT_DIR.about}"),
    ),
)
