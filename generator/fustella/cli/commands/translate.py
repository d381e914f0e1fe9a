"""Declares `fustella translate` and its commands: their help and their options."""

from pathlib import Path

from fustella.cli.options import GAMES, LANGUAGE, OUTPUT, OUTPUT_OF_BUILDS, PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import OneOf, option, switch, word
from fustella.translate import FORMATS

_LANGUAGE = LANGUAGE.but(about="the language to translate to (default: all but the game's first)")

COMMAND = Command(
    "Show what lacks a translation, make files for translators to fill in, and take what they "
    "bring back.",
    examples=(
        "fustella translate list             # what is missing",
        "fustella translate export           # files for translators",
        "fustella translate import GAME-de.xlsx",
    ),
    options=(PROJECT,),
    commands={
        "list": Command(
            "Show the texts that lack a translation, those that changed since they were "
            "translated, and translations that are too long for their places, with the letters "
            "that are too many.",
            line="show what is missing, changed or too long",
            entry="translate:show",
            options=(
                GAMES,
                PROJECT,
                switch("--all", about="also those that are translated"),
                _LANGUAGE,
                OUTPUT_OF_BUILDS,
            ),
        ),
        "export": Command(
            "Make a file for each game and language, for a translator to fill in: every text, the "
            "pieces that it is on, about how many letters fit there, its translation, what changed "
            "since, and what does not fit. It lies in the output folder, in translations/ of the "
            "game.",
            line="make files for translators",
            entry="translate:export",
            examples=(
                "fustella translate export my-game --language de --missing",
                "fustella translate export --to po   # for translators' programs",
            ),
            options=(
                GAMES,
                PROJECT,
                option(
                    "--to",
                    OneOf(FORMATS),
                    default="xlsx",
                    about="xlsx (default): a spreadsheet; csv; po: gettext, for translators' "
                    "programs",
                ),
                switch("--missing", about="only texts still to be translated, or too long"),
                _LANGUAGE,
                OUTPUT,
            ),
        ),
        "import": Command(
            "Write the translations of .csv, .tsv, .xlsx, .ods or .po files where they belong: a "
            "text that stands in a list in that language is changed there, all others go to "
            "translations.csv of the game, or to a file of their language in its folder "
            "translations/, where it has one. Then show what is missing, and what does not fit.",
            line="take what a translator filled in",
            entry="translate:take",
            examples=(
                "fustella translate import GAME-de.xlsx",
                "fustella translate import GAME-de.po GAME-pl.po",
            ),
            options=(
                word("FILE", Path, name="files", many="+", about="what translators sent"),
                option(
                    "--game GAME",
                    default="",
                    about="the game that it translates (default: the one that the file's name "
                    "begins with)",
                ),
                LANGUAGE.but(about="only this language (default: all that the files have)"),
                switch("--dry-run", about="only show the changes, and write nothing"),
                PROJECT,
                OUTPUT_OF_BUILDS,
            ),
        ),
    },
)
