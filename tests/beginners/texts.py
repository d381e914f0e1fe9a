"""Texts on the pieces."""

from tests.beginners.changes import (
    SHEET,
    Mistake,
    both,
    edit,
    in_cell,
    in_forest,
    of_game,
)

MISTAKES = (
    Mistake(
        "an icon that nobody named",
        edit(SHEET, "cost you 1 less", "cost {swordd} less"),
        "cards.csv:5",
        ("swordd", "in game.yaml what it is, `icons: {swordd: mdi:…}`"),
        "build",
    ),
    Mistake(
        "a brace left open",
        edit(SHEET, "cost you 1 less", "cost {sword less"),
        "cards.csv:5",
        ("has no partner", r"write `\{`"),
        "build",
    ),
    Mistake(
        "bold left open",
        edit(SHEET, "**take it**", "**take it"),
        "cards.csv:2",
        ("`**` is opened", "close it"),
        "build",
    ),
    Mistake(
        "a text that is too long",
        edit(SHEET, "Animals cost you 1 less.", "Animals cost you 1 less. " * 40),
        "cards.csv:5",
        ("does not fit", "shorten it by about"),
        "build",
    ),
    Mistake(
        "bold of web pages",
        in_cell("<b>take it</b>"),
        "cards.csv:2",
        (
            "`<b>` is printed as it is typed",
            "write `**…**`",
        ),
        "build --strict",
    ),
    Mistake(
        "a new line of web pages",
        in_cell("take<br>it"),
        "cards.csv:2",
        (
            "`<br>`",
            "Alt+Enter in a cell",
        ),
        "build --strict",
    ),
    Mistake(
        "an underlined word",
        in_cell("<u>take it</u>"),
        "cards.csv:2",
        (
            "`<u>`",
            "take it out",
        ),
        "build --strict",
    ),
    Mistake(
        "bold with underscores",
        in_cell("__take it__"),
        "cards.csv:2",
        (
            "`__…__`",
            "write `**…**` around what is bold",
        ),
        "build --strict",
    ),
    Mistake(
        "italic with underscores",
        in_cell("_take it_"),
        "cards.csv:2",
        (
            "`_…_`",
            "write `*…*` around what is italic",
        ),
        "build --strict",
    ),
    Mistake(
        "a word struck through",
        in_cell("~~take it~~"),
        "cards.csv:2",
        (
            "`~~…~~`",
            "take it out",
        ),
        "build --strict",
    ),
    Mistake(
        "a link",
        in_cell("[take it](x)"),
        "cards.csv:2",
        (
            "`[…](…)`",
            "paper has no links",
        ),
        "build --strict",
    ),
    Mistake(
        "a heading",
        edit(SHEET, "owl,Owl", "owl,# Owl"),
        "cards.csv:3",
        (
            "`# …`",
            "take the # out",
        ),
        "build --strict",
    ),
    Mistake(
        "an ampersand of web pages",
        in_cell("take &amp; keep"),
        "cards.csv:2",
        (
            "`&amp;`",
            "write the sign itself: &",
        ),
        "build --strict",
    ),
    Mistake(
        "a blank of web pages",
        in_cell("take&nbsp;it"),
        "cards.csv:2",
        (
            "`&nbsp;`",
            "write a blank",
        ),
        "build --strict",
    ),
    Mistake(
        "a smiley",
        in_cell("take it 😀"),
        "cards.csv:2",
        (
            "😀",
            "draw it as an icon",
        ),
        "build",
    ),
    Mistake(
        "Chinese",
        in_cell("take 龍"),
        "cards.csv:2",
        (
            "龍",
            "Noto Sans SC",
        ),
        "build",
    ),
    Mistake(
        "Hindi",
        in_cell("take हिन्दी"),
        "cards.csv:2",
        (
            "Devanagari",
            "fonts: {devanagari: ",
        ),
        "build",
    ),
    Mistake(
        "a word of seventy letters",
        edit(SHEET, "owl,Owl", "owl," + "Donaudampfschiff" * 5),
        "cards.csv:3",
        (
            "too wide",
            "shorten it by about",
        ),
        "build",
    ),
    Mistake(
        "a brace that nothing opens",
        in_forest("cost sword} less"),
        "cards.csv:5",
        (
            "`}` has no partner",
            "write `\\}`",
        ),
        "build",
    ),
    Mistake(
        "braces around nothing",
        in_forest("cost {} less"),
        "cards.csv:5",
        (
            "`{}` names no icon",
            "write the name of an icon between them",
        ),
        "build",
    ),
    Mistake(
        "an icon as game.yaml calls it",
        in_forest("cost {mdi:sword} less"),
        "cards.csv:5",
        (
            "`{mdi:sword}`",
            "write {sword}, and under `icons` in game.yaml `sword: mdi:sword`",
        ),
        "build",
    ),
    Mistake(
        "an icon as large as the card",
        both(of_game("icons: {coin: mdi:hand-coin}"), in_forest("cost {coin:99} less")),
        "cards.csv:5",
        (
            '"99" is no size of an icon',
            "write {coin:1.5}",
        ),
        "build",
    ),
    Mistake(
        "one of two icons that nobody named",
        both(of_game("icons: {coin: mdi:hand-coin}"), in_forest("cost {moon} less")),
        "cards.csv:5",
        ('"moon"', "under `icons`, `moon: mdi:…`", "`fustella icons moon` finds names"),
        "build",
    ),
    Mistake(
        "an icon that is misspelt",
        both(of_game("icons: {coin: mdi:hand-coin}"), in_forest("cost {cion} less")),
        "cards.csv:5",
        ('"cion"', "did you mean `coin`?"),
        "build",
    ),
)
