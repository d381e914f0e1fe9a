"""Files, and lists of pieces."""

from tests.beginners.changes import (
    GAME,
    LIST,
    SHEET,
    Mistake,
    both,
    edit,
    of_front,
    of_list,
    piece,
    pieces,
    renamed,
    written,
)

MISTAKES = (
    Mistake("game.yml", renamed(GAME, "game.yml"), "", ("`game.yml`", "rename it to game.yaml")),
    Mistake(
        "games.yaml", renamed(GAME, "games.yaml"), "", ("games.yaml", "rename it to game.yaml")
    ),
    Mistake("an empty game.yaml", written(GAME, ""), "game.yaml", ("the file is empty", "write")),
    Mistake(
        "an empty list",
        written(LIST, "# to do\n"),
        "game.yaml:1",
        ("has no pieces", "a .yaml file with `kind` and `pieces`"),
        "build",
    ),
    Mistake(
        "a spreadsheet misspelt",
        edit(LIST, "pieces: cards.csv", "pieces: crads.csv"),
        "cards.yaml:4",
        ("`crads.csv`", "did you mean `cards.csv`?"),
    ),
    Mistake(
        "names where pieces should be",
        edit(LIST, "pieces: cards.csv", "pieces: [fox, owl]"),
        "cards.yaml:4",
        ('"fox"', "write {id: fox}"),
    ),
    Mistake(
        "no pieces",
        edit(LIST, "pieces: cards.csv\n", ""),
        "cards.yaml:3",
        (
            "`pieces` is missing",
            "add a line like `pieces: cards.csv`",
        ),
    ),
    Mistake(
        "a spreadsheet without its ending",
        edit(LIST, "pieces: cards.csv", "pieces: cards"),
        "cards.yaml:4",
        (
            '"cards"',
            "such as cards.csv",
        ),
    ),
    Mistake(
        "an old workbook",
        both(renamed(SHEET, "cards.xls"), edit(LIST, "pieces: cards.csv", "pieces: cards.xls")),
        "cards.yaml:4",
        (
            "a .xls file",
            "save it as .xlsx or .csv",
        ),
    ),
    Mistake(
        "a spreadsheet online",
        edit(LIST, "pieces: cards.csv", "pieces: https://docs.google.com/spreadsheets/d/1abc/edit"),
        "cards.yaml:4",
        (
            "docs.google.com",
            "`source: {sheet: ",
            "`pieces: cards.csv`, then run `fustella pull`",
        ),
    ),
    Mistake(
        "a spreadsheet in the folder above",
        edit(LIST, "pieces: cards.csv", "pieces: ../cards.csv"),
        "cards.yaml:4",
        (
            "`../cards.csv`",
            "put it into the game's folder",
        ),
    ),
    Mistake(
        "a workbook that is called .csv",
        written(SHEET, "PK\x03\x04hello"),
        "cards.csv",
        (
            "the file is a workbook",
            "rename it to cards.xlsx, and write that name behind `pieces:`",
        ),
    ),
    Mistake(
        "a table that is called .xlsx",
        both(renamed(SHEET, "cards.xlsx"), edit(LIST, "pieces: cards.csv", "pieces: cards.xlsx")),
        "cards.xlsx",
        (
            "the file is a text",
            "rename it to cards.csv, and write that name behind `pieces:`",
        ),
    ),
    Mistake(
        "a sheet of a table",
        edit(LIST, "pieces: cards.csv", "pieces: cards.csv#Spells"),
        "cards.csv",
        (
            "no sheet `Spells`",
            "leave out the #",
        ),
    ),
    Mistake(
        "semicolons at the ends of lines",
        written(LIST, "kind: card;\npieces: cards.csv;\n"),
        "cards.yaml:2",
        (
            '"cards.csv;"',
            "write cards.csv",
        ),
    ),
    Mistake(
        "cards for pieces",
        edit(LIST, "pieces: cards.csv", "cards: cards.csv"),
        "cards.yaml:4",
        (
            "`cards`",
            "did you mean `pieces`?",
        ),
    ),
    Mistake(
        "type for kind",
        edit(LIST, "kind: card", "type: card"),
        "cards.yaml:3",
        (
            "`type`",
            "did you mean `kind`?",
        ),
    ),
    Mistake(
        "count for copies",
        of_list("count: 2"),
        "cards.yaml:4",
        (
            "`count`",
            "did you mean `copies`?",
        ),
    ),
    Mistake(
        "a field beside the pieces",
        of_list("text: Draw"),
        "cards.yaml:4",
        (
            "`text`",
            "`front: {text: …}`",
        ),
    ),
    Mistake(
        "a front as one word",
        of_list("front: red"),
        "cards.yaml:4",
        (
            '"red"',
            "write {title: red}",
        ),
    ),
    Mistake(
        "columns as a list",
        of_list("columns: [id, title]"),
        "cards.yaml:4",
        (
            "found a list",
            "say what a header means: {My header: title}",
        ),
    ),
    Mistake(
        "a column that is not there",
        of_list("columns: {Name: title}"),
        "cards.yaml:4",
        (
            "no column `Name`",
            "known: art, copies",
        ),
    ),
    Mistake(
        "a field misspelt for a column",
        of_list("columns: {title: titel}"),
        "cards.yaml:4",
        (
            "`titel`",
            "did you mean `title`",
        ),
    ),
    Mistake(
        "variants as a number",
        of_list("variants: 2"),
        "cards.yaml:4",
        (
            "found 2",
            "[{id: red}, {id: blue}]",
        ),
    ),
    Mistake(
        "a piece without its dash",
        pieces("  id: fox\n  front: {title: Fox}"),
        "cards.yaml:2",
        (
            "found keys with values",
            "write `- id: …` instead of `id: …`",
        ),
    ),
    Mistake(
        "a dash without a blank",
        pieces("  -id: fox\n    front: {title: Fox}"),
        "cards.yaml:3",
        (
            "after the dash of a list comes a blank",
            "write: - id: fox",
        ),
    ),
    Mistake(
        "a piece without an id",
        pieces("  - front: {title: Fox}"),
        "cards.yaml:3",
        (
            "`id` is missing",
            "add a line like `id: fox`",
        ),
    ),
    Mistake(
        "a field beside the front",
        piece("title: Fox, front: {title: Fox}"),
        "cards.yaml:3",
        (
            "`title`",
            "`front: {title: …}`",
        ),
    ),
    Mistake(
        "a piece without its title",
        piece("copies: 2"),
        "cards.yaml:3",
        (
            "`title` is missing",
            "write `front: {title: …}`",
        ),
    ),
    Mistake(
        "copies in quotes",
        piece('copies: "3", front: {title: Fox}'),
        "cards.yaml:3",
        (
            'found "3"',
            "write 3",
        ),
    ),
    Mistake(
        "copies as they are said",
        piece("copies: 3x, front: {title: Fox}"),
        "cards.yaml:3",
        (
            'found "3x"',
            "write 3",
        ),
    ),
    Mistake(
        "half a copy",
        piece("copies: 2.5, front: {title: Fox}"),
        "cards.yaml:3",
        (
            "found 2.5",
            "write 2 or 3",
        ),
    ),
    Mistake(
        "copies for the whole world",
        piece("copies: 100000000, front: {title: Fox}"),
        "cards.yaml:3",
        (
            "100000000 copies",
            "at most 5000",
        ),
    ),
    Mistake(
        "quantity of a piece",
        piece("quantity: 3, front: {title: Fox}"),
        "cards.yaml:3",
        (
            "`quantity`",
            "did you mean `copies`?",
        ),
    ),
    Mistake(
        "no copies behind the key",
        piece("copies: , front: {title: Fox}"),
        "cards.yaml:3",
        (
            "nothing stands behind this key",
            "or delete the key",
        ),
    ),
    Mistake(
        "a comma that is missing in braces",
        pieces("  - {id: fox copies: 3, front: {title: Fox}}"),
        "cards.yaml:3",
        (
            "a comma is missing",
            "{id: fox, copies: 3,",
        ),
    ),
    Mistake(
        "a brace that is not closed",
        pieces("  - {id: fox, front: {title: Fox}\n  - {id: owl, front: {title: Owl}}"),
        "cards.yaml:3",
        (
            "never closed",
            "write: - {id: fox, front: {title: Fox}}",
        ),
    ),
    Mistake(
        "a text with a comma in braces",
        piece("front: {title: Fox, text: Pay 1, draw 2}"),
        "cards.yaml:3",
        (
            "a comma begins another value",
            'write: text: "Pay 1, draw 2"',
        ),
    ),
    Mistake(
        "a text with a colon",
        of_front("text: Action: draw"),
        "cards.yaml:6",
        (
            "a colon in it",
            'write: text: "Action: draw"',
        ),
    ),
    Mistake(
        "bold at the begin of a text",
        of_front("text: **Draw** 2"),
        "cards.yaml:6",
        (
            "begins with *",
            'write: text: "**Draw** 2"',
        ),
    ),
    Mistake(
        "an icon at the begin of a text",
        of_front("text: {sword} deals 2"),
        "cards.yaml:6",
        (
            "begins with {",
            'write: text: "{sword} deals 2"',
        ),
    ),
    Mistake(
        "an icon alone",
        of_front("text: {sword}"),
        "cards.yaml:6",
        (
            "a text that begins with { needs quotes",
            'write "{sword}"',
        ),
    ),
    Mistake(
        "a number sign in a text",
        of_front("text: Draw card #3 of it"),
        "cards.yaml:6",
        (
            "is a remark",
            'write: text: "Draw card #3 of it"',
        ),
    ),
    Mistake(
        "a percentage that begins with its sign",
        of_front("text: %50 chance"),
        "cards.yaml:6",
        (
            "begins with %",
            'write: text: "%50 chance"',
        ),
    ),
    Mistake(
        "a quoted word at the begin of a text",
        of_front('text: "Fox" the great'),
        "cards.yaml:6",
        (
            "words after the quote",
            "write: text: '\"Fox\" the great'",
        ),
    ),
    Mistake(
        "a backslash in quotes",
        of_front('text: "Fox \\o/"'),
        "cards.yaml:6",
        (
            "a backslash begins a special sign",
            'write: text: "Fox \\\\o/"',
        ),
    ),
    Mistake(
        "a text in several lines with dashes",
        of_front("text:\n        - Draw\n        - Discard"),
        "cards.yaml:6",
        (
            "found a list",
            "write one text in quotes",
        ),
    ),
    Mistake(
        "a field too far right",
        pieces("  - id: fox\n     front: {title: Fox}"),
        "cards.yaml:4",
        (
            "begins further right",
            "with 4 blanks before it",
        ),
    ),
    Mistake(
        "an id of two words",
        pieces("  - {id: red fox, front: {title: Fox}}"),
        "cards.yaml:3",
        (
            '"red fox"',
            "like red-fox",
        ),
    ),
    Mistake(
        "an id twice in a list",
        pieces("  - {id: fox, front: {title: Fox}}\n  - {id: fox, front: {title: Owl}}"),
        "cards.yaml:4",
        (
            "`fox` stands twice",
            "cards.yaml:3",
        ),
    ),
    Mistake(
        "two pictures in one field",
        piece("front: {title: Fox, art: [a, b]}"),
        "cards.yaml:3",
        (
            "expected the name of a picture",
            "write one name, without brackets",
        ),
    ),
    Mistake(
        "a range that runs backwards",
        pieces('  - {for: {n: 5..1}, front: {title: "{n}"}}'),
        "cards.yaml:3",
        (
            "runs backwards",
            "write 1..5",
        ),
    ),
    Mistake(
        "a range with a dash",
        pieces('  - {for: {n: 1-5}, front: {title: "{n}"}}'),
        "cards.yaml:3",
        (
            '"1-5"',
            "write 1..5",
        ),
    ),
    Mistake(
        "a letter that counts nothing",
        pieces('  - {for: {n: 1..5}, front: {title: "{m}"}}'),
        "cards.yaml:3",
        (
            "`{m}`",
            "known: n",
        ),
    ),
    Mistake(
        "a minus without blanks",
        pieces('  - {for: {n: 1..5}, front: {title: "{n}", cost: =n-1}}'),
        "cards.yaml:3",
        (
            "`n-1`",
            "a minus stands between spaces: n - 1",
        ),
    ),
    Mistake(
        "a formula with semicolons",
        pieces('  - {for: {n: 1..5}, front: {title: "{n}", cost: "=IF(n>2;1;2)"}}'),
        "cards.yaml:3",
        (
            "`;` stands between values",
            "write a comma",
        ),
    ),
    Mistake(
        "a list as Notepad saves Unicode",
        written(LIST, "kind: card\npieces: cards.csv\n", "utf-16"),
        "cards.yaml:1",
        ("the file is not in UTF-8", "choose UTF-8 as its encoding"),
    ),
    Mistake(
        "variants without dashes",
        of_list("variants: {id: red}"),
        "cards.yaml:4",
        ("found keys with values", "write `- id: …` instead of `id: …`"),
    ),
    Mistake(
        "a text in a language that the game has not",
        piece("front: {title: {en: Fox, fr: Renard}}"),
        "cards.yaml:3",
        ("`fr` is not a language of this game", "add it in game.yaml: languages: [en, fr]"),
    ),
    Mistake(
        "a side without anything in it",
        piece("front: {}"),
        "cards.yaml:3",
        ("front.title: E107 `title` is missing", "write `front: {title: …}`"),
    ),
    Mistake(
        "pictures as keys",
        piece("front: {title: Fox, art: {a: b}}"),
        "cards.yaml:3",
        (
            "expected the name of a picture, found keys with values",
            "write one name, without brackets",
        ),
    ),
)
