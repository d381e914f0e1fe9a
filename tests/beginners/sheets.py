"""Spreadsheets."""

from tests.beginners.changes import (
    SHEET,
    Mistake,
    art,
    both,
    edit,
    of_kind,
    written,
)

MISTAKES = (
    Mistake(
        "a header misspelt",
        edit(SHEET, "id,title,", "id,titel,"),
        "cards.csv:1",
        ("`titel`", "did you mean `title`"),
    ),
    Mistake(
        "a header left out",
        edit(SHEET, "title,cost,", "title,,"),
        "cards.csv:2",
        ("column C", "name it in the first row"),
    ),
    Mistake(
        "copies in words",
        edit(SHEET, 'draw.",3', 'draw.",3 copies'),
        "cards.csv:2",
        ("3 copies", "write 3"),
    ),
    Mistake(
        "a number in letters",
        edit(SHEET, 'draw.",3', 'draw.",two'),
        "cards.csv:2",
        ("two", "write 2"),
    ),
    Mistake(
        "fewer than no copies",
        edit(SHEET, 'draw.",3', 'draw.",-1'),
        "cards.csv:2",
        ("-1 copies", "write 1 or more"),
    ),
    Mistake(
        "an id twice", edit(SHEET, "owl,Owl", "fox,Owl"), "cards.csv:3", ("`fox`", "cards.csv:2")
    ),
    Mistake(
        "an id with a blank",
        edit(SHEET, "owl,Owl", "old owl,Owl"),
        "cards.csv:3",
        ("old owl", "without blanks"),
    ),
    Mistake(
        "a text with a comma without quotes",
        edit(SHEET, '"Animals cost you 1 less."', "Pay 1, draw 2, discard 3"),
        "cards.csv:5",
        ("more cells in this row", "stands in quotes"),
    ),
    Mistake(
        "a quote left open",
        edit(SHEET, '"Animals cost you 1 less."', '"Animals cost you 1 less.'),
        "cards.csv:5",
        ("is not closed", "write a quote inside a cell twice"),
    ),
    Mistake(
        "nothing but a header",
        written(SHEET, "id,title,copies\n"),
        "cards.csv:1",
        ("no rows", "a row for each piece"),
    ),
    Mistake(
        "headers in another language",
        edit(SHEET, "id,title,cost", "id,Titel,cost"),
        "cards.csv:1",
        (
            "`Titel`",
            "did you mean `title`",
        ),
    ),
    Mistake(
        "a header of two words",
        edit(SHEET, "id,title,cost", "id,card title,cost"),
        "cards.csv:1",
        (
            "`card title`",
            "did you mean `title`",
        ),
    ),
    Mistake(
        "two headers that are the same",
        edit(SHEET, "id,title,cost", "id,title,title"),
        "cards.csv:1",
        (
            "two columns are `front.title`: B and C",
            "delete one",
        ),
    ),
    Mistake(
        "no header",
        edit(SHEET, "id,title,cost,type,art,text,copies\n", ""),
        "cards.csv:1",
        (
            "the first row names no field",
            "the first row has the names of the columns",
        ),
    ),
    Mistake(
        "a title above the header",
        edit(SHEET, "id,title", "My cards,,,,,,\nid,title"),
        "cards.csv:1",
        (
            '"My cards"',
            "delete the rows above row 2",
        ),
    ),
    Mistake(
        "a column that no field takes",
        both(edit(SHEET, "text,copies", "text,attack"), written("extra.txt", "")),
        "cards.csv:1",
        (
            "`attack`",
            "`columns: {attack: copies}`",
        ),
    ),
    Mistake(
        "the header again further below",
        edit(SHEET, "storm,Storm", "id,title,cost,type,art,text,copies\nstorm,Storm"),
        "cards.csv:9",
        (
            "names of the columns again",
            "delete this row",
        ),
    ),
    Mistake(
        "an id with a point",
        edit(SHEET, "owl,Owl", "owl.1,Owl"),
        "cards.csv:3",
        (
            '"owl.1"',
            "like owl-1",
        ),
    ),
    Mistake(
        "a sum below the last row",
        lambda root: (
            (root / SHEET).write_text((root / SHEET).read_text() + "Total,,,,,,18\n") and None
        ),
        "cards.csv:10",
        ("the sums of the rows above", "delete it, or keep sums on another sheet"),
        "build --strict",
    ),
    Mistake(
        "two versions that git could not join",
        edit(SHEET, "owl,Owl", "<<<<<<< HEAD\nowl,Owl"),
        "cards.csv:3",
        (
            "two versions of these lines",
            "keep what is right of both",
        ),
    ),
    Mistake(
        "a number for the titles",
        of_kind("fields: {front: {title: number}}"),
        "cards.csv:2",
        (
            'the column `title` has "Fox", "Owl", "Heron"',
            "write numbers in it; or, if they are right, `title: text` under `fields`",
        ),
    ),
    Mistake(
        "yes and no for the texts",
        of_kind("fields: {front: {text: flag}}"),
        "cards.csv:2",
        ("the column `text` has", "write true or false in it", "`text: text` under `fields`"),
    ),
    Mistake(
        "copies that are not whole",
        edit(SHEET, 'draw.",3', 'draw.",2.5'),
        "cards.csv:2",
        (
            "found 2.5",
            "write 2 or 3",
        ),
    ),
    Mistake(
        "copies in a word that is no number",
        edit(SHEET, 'draw.",3', 'draw.",many'),
        "cards.csv:2",
        (
            '"many"',
            "write a number like",
        ),
    ),
    Mistake(
        "a formula where it is not computed",
        edit(SHEET, "owl,Owl,2", "owl,Owl,=1+1"),
        "cards.csv:3",
        (
            "`=1+1` is not computed",
            "write the value itself",
        ),
    ),
    Mistake(
        "a formula that failed",
        edit(SHEET, "owl,Owl", "owl,#REF!"),
        "cards.csv:3",
        (
            "#REF!",
            "mend it in the spreadsheet",
        ),
    ),
    Mistake(
        "a picture inside of a cell",
        art('"=IMAGE(""https://x.org/f.png"")"'),
        "cards.csv:2",
        (
            "a picture in the cell",
            "save the picture in art/",
        ),
    ),
    Mistake(
        "a header in a language that the game has not",
        edit(SHEET, "id,title,", "id,title.de,"),
        "cards.csv:1",
        ("`de` is not a language of this game", "add it in game.yaml: languages: [en, de]"),
    ),
    Mistake(
        "copies with a decimal comma",
        edit(SHEET, 'draw.",3', 'draw.","1,5"'),
        "cards.csv:2",
        ("found 1.5", "write 1 or 2"),
    ),
)
