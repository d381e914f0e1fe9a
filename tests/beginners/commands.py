"""Commands."""

from tests.beginners.changes import (
    Mistake,
    nothing,
)

MISTAKES = (
    Mistake(
        "a game that is not there",
        nothing,
        "",
        (
            "no game `owl`",
            "known: fox",
        ),
        "build owl",
    ),
    Mistake(
        "a paper that is not there",
        nothing,
        "",
        (
            "`A44`",
            "did you mean `A4`?",
        ),
        "build --paper A44",
    ),
    Mistake(
        "a kind that is not there",
        nothing,
        "",
        (
            "no kind `cards`",
            "did you mean `card`?",
        ),
        "build --only cards",
    ),
    Mistake(
        "a language that the game has not",
        nothing,
        "",
        (
            "no language `de`",
            "languages: [en, de]",
        ),
        "build --language de",
    ),
    Mistake(
        "a printer that was not measured",
        nothing,
        "",
        (
            "no printer `office`",
            "`fustella calibrate`",
        ),
        "build --printer office",
    ),
    Mistake(
        "a sheet beyond the last",
        nothing,
        "",
        (
            "no sheet 400",
            "`fustella plan fox --sheets`",
        ),
        "build --pages 2-400",
    ),
    Mistake(
        "a kit that is not there",
        nothing,
        "",
        (
            "no kit `club`",
            "`fustella kit new club`",
        ),
        "kit show club",
    ),
    Mistake(
        "an icon that nobody drew",
        nothing,
        "",
        (
            "`swrod`",
            "did you mean `mdi:sword`?",
        ),
        "icons swrod",
    ),
    Mistake(
        "a theme misspelt",
        nothing,
        "",
        (
            "`lowink`",
            "did you mean `low-ink`?",
        ),
        "build --theme lowink",
        2,
    ),
    Mistake(
        "a command misspelt",
        nothing,
        "",
        (
            "`biuld`",
            "did you mean `build`?",
        ),
        "biuld",
        2,
    ),
    Mistake(
        "an option misspelt",
        nothing,
        "",
        (
            "`--papr`",
            "did you mean `--paper`?",
        ),
        "build --papr A4",
        2,
    ),
    Mistake(
        "pages in words",
        nothing,
        "",
        (
            "`all`",
            "write numbers such as 2-4,7",
        ),
        "build --pages all",
        2,
    ),
    Mistake(
        "a machine misspelt",
        nothing,
        "",
        (
            "there is no `silhouete`; ",
            "did you mean `silhouette`?",
        ),
        "build --cutter silhouete",
        2,
    ),
    Mistake(
        "a target misspelt",
        nothing,
        "",
        (
            "there is no `ttts`; ",
            "did you mean `tts`?",
        ),
        "export --to ttts",
        2,
    ),
    Mistake(
        "a resolution in words",
        nothing,
        "",
        (
            "`high`",
            "write a number from 72 to 1200",
        ),
        "export --to png --dpi high",
        2,
    ),
    Mistake(
        "yes for two sides",
        nothing,
        "",
        (
            "there is no `yes`; ",
            "write long-edge, or short-edge where backs come out upside down",
        ),
        "build --duplex yes",
        2,
    ),
)
