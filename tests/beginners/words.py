"""Words and lines of game.yaml."""

from tests.beginners.changes import (
    GAME,
    LIST,
    Mistake,
    edit,
    layout,
    of_game,
    of_kind,
    titled,
    written,
)

MISTAKES = (
    Mistake(
        "a key misspelt",
        edit(GAME, "colours:", "colors:"),
        "game.yaml:5",
        ("`colors`", "did you mean `colours`?"),
    ),
    Mistake(
        "a key of a list misspelt",
        edit(LIST, "back:", "bakc:"),
        "cards.yaml:5",
        ("`bakc`", "did you mean `back`?"),
    ),
    Mistake(
        "a kind misspelt",
        edit(LIST, "kind: card", "kind: cards"),
        "cards.yaml:3",
        ("`cards`", "did you mean `card`?"),
    ),
    Mistake(
        "a kind left out",
        edit(LIST, "kind: card\n", ""),
        "cards.yaml:3",
        ("`kind` is missing", "add a line like `kind: card`"),
    ),
    Mistake(
        "a ready face misspelt",
        edit(GAME, "ready/card", "ready/crad"),
        "game.yaml:12",
        ("`ready/crad`", "did you mean `ready/card`?"),
    ),
    Mistake(
        "a ready face without ready/",
        edit(GAME, "front: ready/card", "front: card"),
        "game.yaml:12",
        ("`card`", "did you mean `ready/card`?"),
    ),
    Mistake(
        "a zone misspelt",
        of_kind("layout: {front: {titel: {size: 13pt}}}"),
        "game.yaml:12",
        ("`titel`", "did you mean `title`?"),
    ),
    Mistake(
        "two titles",
        edit(GAME, 'title: "Fox"', 'title: "Fox"\ntitle: "Owl"'),
        "game.yaml:3",
        (
            "stands twice",
            "line 2 already: keep one",
        ),
    ),
    Mistake(
        "no title",
        edit(GAME, 'title: "Fox"\n', ""),
        "game.yaml:2",
        (
            "`title` is missing",
            "add a line like `title: My game`",
        ),
    ),
    Mistake(
        "no languages",
        edit(GAME, "languages: [en]\n", ""),
        "game.yaml:2",
        (
            "`languages` is missing",
            "add a line like `languages: [en]`",
        ),
    ),
    Mistake(
        "a tab",
        edit(GAME, "    name: Cards", "\tname: Cards"),
        "game.yaml:11",
        (
            "a tab",
            "use spaces",
        ),
    ),
    Mistake(
        "a line one blank too far right",
        edit(GAME, "    name: Cards", "     name: Cards"),
        "game.yaml:11",
        (
            "begins further right",
            "with 4 blanks before it: name: Cards",
        ),
    ),
    Mistake(
        "no blank behind a colon",
        edit(GAME, "name: Cards", "name:Cards"),
        "game.yaml:11",
        (
            "after the colon",
            "write: name: Cards",
        ),
    ),
    Mistake(
        "= for a colon",
        edit(GAME, "name: Cards", "name = Cards"),
        "game.yaml:11",
        (
            "not with =",
            "write: name: Cards",
        ),
    ),
    Mistake(
        "a title with a colon",
        titled("Fox: the game"),
        "game.yaml:2",
        (
            "a colon in it",
            'write: title: "Fox: the game"',
        ),
    ),
    Mistake(
        "a title with an apostrophe",
        titled("'Fox's game'"),
        "game.yaml:2",
        (
            "an apostrophe",
            'write: title: "Fox\'s game"',
        ),
    ),
    Mistake(
        "a quote that is not closed in game.yaml",
        titled('"Fox'),
        "game.yaml:2",
        (
            "never closed",
            'write: title: "Fox"',
        ),
    ),
    Mistake(
        "a title that begins with a star",
        titled("*Fox*"),
        "game.yaml:2",
        (
            "begins with *",
            'write: title: "*Fox*"',
        ),
    ),
    Mistake(
        "a title that begins with @",
        titled("@Fox"),
        "game.yaml:2",
        (
            "begins with @",
            'write: title: "@Fox"',
        ),
    ),
    Mistake(
        "a title in braces",
        titled("{Fox}"),
        "game.yaml:2",
        (
            "a text that begins with { needs quotes",
            'write "{Fox}"',
        ),
    ),
    Mistake(
        "a title that begins with #",
        titled("#Fox"),
        "game.yaml:2",
        (
            "nothing stands behind this key",
            "a value that begins with # needs quotes",
        ),
    ),
    Mistake(
        "a title in brackets",
        titled("[Fox, Owl]"),
        "game.yaml:2",
        (
            "expected a text, found a list",
            "write one text in quotes",
        ),
    ),
    Mistake(
        "a mark of four letters",
        edit(GAME, "mark: FO", "mark: FOX1"),
        "game.yaml:4",
        (
            '"FOX1"',
            "write two capital letters",
        ),
    ),
    Mistake(
        "a title in a language that the game has not",
        titled("{en: Fox, de: Fuchs}"),
        "game.yaml:2",
        (
            "`de` is not a language",
            "known: en",
        ),
    ),
    Mistake(
        "a language twice",
        edit(GAME, "[en]", "[en, en]"),
        "game.yaml:3",
        (
            "`en` stands twice",
            "delete one",
        ),
    ),
    Mistake(
        "a language as of a system",
        edit(GAME, "[en]", "[en_US]"),
        "game.yaml:3",
        (
            '"en_US"',
            "like en-us",
        ),
    ),
    Mistake(
        "kinds with dashes",
        edit(GAME, "  card:\n", "  - card:\n"),
        "game.yaml:9",
        (
            "found a list",
            "write `card:` instead of `- card:`",
        ),
    ),
    Mistake(
        "kinds with ids as pieces have",
        edit(GAME, "  card:\n", "  - id: card\n"),
        "game.yaml:9",
        (
            "found a list",
            "write `card:` instead of `- id: card`",
        ),
    ),
    Mistake(
        "a kind in capitals",
        edit(GAME, "  card:\n", "  Card:\n"),
        "game.yaml:10",
        (
            '"Card"',
            "like card",
        ),
    ),
    Mistake(
        "a kind of two words",
        edit(GAME, "  card:\n", "  my card:\n"),
        "game.yaml:10",
        (
            '"my card"',
            "like my-card",
        ),
    ),
    Mistake(
        "a kind without a front",
        edit(GAME, "    front: ready/card\n", ""),
        "game.yaml:10",
        (
            "`front` is missing",
            "add a line like `front: ready/card`",
        ),
    ),
    Mistake(
        "two fronts",
        of_kind("front: ready/card"),
        "game.yaml:13",
        (
            "`front` stands twice",
            "keep one of them",
        ),
    ),
    Mistake(
        "a key of the designer's own",
        of_game("author: Me"),
        "game.yaml:5",
        (
            "`author`",
            "delete the line, or put # before it",
        ),
    ),
    Mistake(
        "the paper in game.yaml",
        of_game("paper: A4"),
        "game.yaml:5",
        (
            "`paper`",
            "`fustella build --paper A4`",
        ),
    ),
    Mistake(
        "pieces in game.yaml",
        of_game("pieces: cards.csv"),
        "game.yaml:5",
        (
            "`pieces`",
            "in another file beside this one, such as cards.yaml",
        ),
    ),
    Mistake(
        "copies in a kind",
        of_kind("copies: 3"),
        "game.yaml:12",
        (
            "`copies`",
            "in the list of these pieces",
        ),
    ),
    Mistake(
        "a field in a kind",
        of_kind("attack: number"),
        "game.yaml:12",
        (
            "`attack`",
            "write `fields: {front: {attack?: number}}` instead",
        ),
    ),
    Mistake(
        "a zone without its side",
        of_kind("layout: {title: {size: 13pt}}"),
        "game.yaml:12",
        (
            "`title`",
            "{front: {title: …}}",
        ),
    ),
    Mistake(
        "zones as a list",
        of_kind("layout: [title, art]"),
        "game.yaml:12",
        (
            "found a list",
            "write {front: {title: true, art: true}}",
        ),
    ),
    Mistake(
        "a zone of a field that is not there",
        layout("attack: {x: 5mm, y: 5mm, width: 10mm, height: 10mm}"),
        "game.yaml:12",
        (
            "`attack`",
            "add it to the kind in game.yaml: `fields: {front: {attack?: text}}`",
        ),
    ),
    Mistake(
        "no for a zone",
        layout("title: no"),
        "game.yaml:12",
        (
            '"no"',
            "write false",
        ),
    ),
    Mistake(
        "fields without their side",
        of_kind("fields: {attack: number}"),
        "game.yaml:12",
        (
            "`attack`",
            "{front: {attack: …}}",
        ),
    ),
    Mistake(
        "fields as a list",
        of_kind("fields: {front: [attack, defence]}"),
        "game.yaml:12",
        (
            "found a list",
            "write {attack: text, defence: text}",
        ),
    ),
    Mistake(
        "a type misspelt",
        of_kind("fields: {front: {attack: nubmer}}"),
        "game.yaml:12",
        (
            "`nubmer`",
            "did you mean `number`?",
        ),
    ),
    Mistake(
        "a type of another program",
        of_kind("fields: {front: {attack: string}}"),
        "game.yaml:12",
        (
            "`string`",
            "did you mean `text`?",
        ),
    ),
    Mistake(
        "a field that nobody fills",
        of_kind("fields: {front: {attack: number}}"),
        "cards.csv:1",
        (
            "no column `attack`",
            "add a column `attack`",
        ),
    ),
    Mistake(
        "yes for true",
        layout("title: {bold: yes}"),
        "game.yaml:12",
        (
            '"yes"',
            "write true",
        ),
    ),
    Mistake(
        "top for a line",
        layout("title: {align: top}"),
        "game.yaml:12",
        (
            '"top"',
            "write `valign: top`",
        ),
    ),
    Mistake(
        "left for a height",
        layout("title: {valign: left}"),
        "game.yaml:12",
        (
            '"left"',
            "write `align: left`",
        ),
    ),
    Mistake(
        "center for a height",
        layout("title: {valign: center}"),
        "game.yaml:12",
        (
            '"center"',
            "did you mean `middle`?",
        ),
    ),
    Mistake(
        "a centre of Britain",
        layout("title: {align: centre}"),
        "game.yaml:12",
        (
            '"centre"',
            "did you mean `center`?",
        ),
    ),
    Mistake(
        "a fit of other programs",
        layout("art: {fit: fill}"),
        "game.yaml:12",
        (
            '"fill"',
            "did you mean `cover`?",
        ),
    ),
    Mistake(
        "rotate for turn",
        layout("title: {rotate: 90}"),
        "game.yaml:12",
        (
            "`rotate`",
            "did you mean `turn`?",
        ),
    ),
    Mistake(
        "background for fill",
        layout("title: {background: accent}"),
        "game.yaml:12",
        (
            "`background`",
            "did you mean `fill`?",
        ),
    ),
    Mistake(
        "border for line",
        layout("title: {border: accent}"),
        "game.yaml:12",
        (
            "`border`",
            "did you mean `line`?",
        ),
    ),
    Mistake(
        "font-size as on web pages",
        layout("title: {font-size: 12pt}"),
        "game.yaml:12",
        (
            "`font-size`",
            "did you mean `size`?",
        ),
    ),
    Mistake(
        "color in a zone",
        layout("title: {color: accent}"),
        "game.yaml:12",
        (
            "`color`",
            "did you mean `colour`?",
        ),
    ),
    Mistake(
        "a colour of no name in a zone",
        layout("title: {colour: akcent}"),
        "game.yaml:12",
        (
            "`akcent`",
            "did you mean `accent`?",
        ),
    ),
    Mistake(
        "a font by its name in a zone",
        layout("title: {font: Garamond}"),
        "game.yaml:12",
        (
            "`Garamond`",
            "fonts: {Garamond: fonts/Garamond.ttf}",
        ),
    ),
    Mistake(
        "a stock of no name",
        of_kind("stock: cardboard"),
        "game.yaml:12",
        (
            "`cardboard`",
            "known: board, card, paper",
        ),
    ),
    Mistake(
        "looks in words",
        of_kind("looks: many"),
        "game.yaml:12",
        (
            '"many"',
            "write a number like 3",
        ),
    ),
    Mistake(
        "images by one word",
        of_game("images: placeholder"),
        "game.yaml:5",
        (
            '"placeholder"',
            "write {missing: placeholder}",
        ),
    ),
    Mistake(
        "an icon by its file",
        of_game("icons: {sword: icons/sword.svg}"),
        "game.yaml:5",
        (
            "`icons/sword.svg`",
            "put sword.svg into icons/, and write own:sword",
        ),
    ),
    Mistake(
        "an icon of a set of no name",
        of_game("icons: {sword: md:sword}"),
        "game.yaml:5",
        (
            "`md:sword`",
            "did you mean `mdi:sword`?",
        ),
    ),
    Mistake(
        "an icon without its set",
        of_game("icons: {fire: fire}"),
        "game.yaml:5",
        (
            "`fire`",
            "write mdi:fire or fa:fire",
        ),
    ),
    Mistake(
        "an icon by another word",
        of_game("icons: {fire: mdi:flames}"),
        "game.yaml:5",
        (
            "`mdi:flames`",
            "did you mean `mdi:fire`?",
        ),
    ),
    Mistake(
        "a word in a language that the game has not",
        edit(GAME, "name: Cards", "name: {en: Cards, fr: Cartes}"),
        "game.yaml:11",
        ("`fr` is not a language of this game", "add it in game.yaml: languages: [en, fr]"),
    ),
    Mistake(
        "fields of the back as a list",
        of_kind("fields: {back: [motto]}"),
        "game.yaml:12",
        ("found a list", "write {motto: text}"),
    ),
    Mistake(
        "fields as a list without their side",
        of_kind("fields: [attack, defence]"),
        "game.yaml:12",
        ("found a list", "write {front: {attack: text, defence: text}}"),
    ),
    Mistake(
        "on for a zone",
        layout("art: on"),
        "game.yaml:12",
        ('"on"', "write true"),
    ),
    Mistake(
        "a text of another key in a kind",
        of_kind("flavour: Hello"),
        "game.yaml:12",
        ("`flavour`", "write `fields: {front: {flavour?: text}}` instead"),
    ),
    Mistake(
        "looks that are not whole",
        of_kind("looks: 1.5"),
        "game.yaml:12",
        ("found 1.5", "write 1 or 2"),
    ),
    Mistake(
        "remarks alone in game.yaml",
        written(GAME, "# my game\n"),
        "game.yaml",
        ("nothing but remarks", "write `title`, `languages` and `kinds` in it"),
    ),
)
