"""Numbers, sizes, shapes and colours."""

from tests.beginners.changes import (
    GAME,
    Mistake,
    accent,
    edit,
    layout,
    of_game,
    of_kind,
)

MISTAKES = (
    Mistake(
        "a length without a unit", of_kind("width: 63"), "game.yaml:12", ("no unit", "write 63mm")
    ),
    Mistake(
        "a length with a comma",
        of_kind("width: 63,5mm"),
        "game.yaml:12",
        ("63,5mm", "write 63.5mm, with a point"),
    ),
    Mistake(
        "a size as its sides",
        of_kind("size: 63x88"),
        "game.yaml:12",
        ("`63x88`", "write `width: 63mm` and `height: 88mm`"),
    ),
    Mistake(
        "a size misspelt",
        of_kind("size: pokr"),
        "game.yaml:12",
        ("`pokr`", "did you mean `poker`?"),
    ),
    Mistake(
        "a card larger than the paper",
        of_kind("size: {width}".format(width="tarot\n    safe: 3mm\n    bleed: 300mm")),
        "cards.csv:2",
        ("A4", "7 other pieces of the kind `card`", "larger paper"),
    ),
    Mistake(
        "a colour without quotes",
        edit(GAME, '"#2f6177"', "#2f6177"),
        "game.yaml:8",
        ("found nothing", "in quotes"),
    ),
    Mistake(
        "a colour without #",
        edit(GAME, '"#2f6177"', "2f6177"),
        "game.yaml:8",
        ("2f6177", 'write "#2f6177"'),
    ),
    Mistake(
        "a colour with five digits",
        edit(GAME, '"#2f6177"', '"#12345"'),
        "game.yaml:8",
        ("#12345", "three or six digits"),
    ),
    Mistake(
        "a colour in another language",
        edit(GAME, '"#2f6177"', "rot"),
        "game.yaml:8",
        ('"rot"', "English name"),
    ),
    Mistake(
        "a language by its name",
        edit(GAME, "[en]", "[english]"),
        "game.yaml:3",
        ('"english"', "write en"),
    ),
    Mistake(
        "a language without brackets",
        edit(GAME, "[en]", "en"),
        "game.yaml:3",
        ("expected a list", "write [en]"),
    ),
    Mistake(
        "a font that is not there",
        edit(GAME, "colours:", "fonts: {title: fonts/My.otf}\ncolours:"),
        "game.yaml:5",
        ("`fonts/My.otf`", "beside game.yaml"),
    ),
    Mistake(
        "a text without a unit",
        layout("title: {size: 13}"),
        "game.yaml:12",
        (
            "13 has no unit",
            "write 13pt",
        ),
    ),
    Mistake(
        "pixels",
        layout("title: {size: 13px}"),
        "game.yaml:12",
        (
            '"px"',
            "write a size like 12pt",
        ),
    ),
    Mistake(
        "a comma in braces",
        layout("title: {x: 5,5mm}"),
        "game.yaml:12",
        (
            "`5,5mm`",
            "write 5.5mm, with a point",
        ),
    ),
    Mistake(
        "a length in words",
        of_kind("width: wide"),
        "game.yaml:12",
        (
            '"wide" is not a length',
            "write a length like 60mm",
        ),
    ),
    Mistake(
        "a sign for inches",
        of_kind('width: 2.5"\n    height: 3.5in'),
        "game.yaml:12",
        (
            "is not a unit",
            "write 2.5in",
        ),
    ),
    Mistake(
        "the word inches",
        of_kind("width: 2.75 inches\n    height: 3.5in"),
        "game.yaml:12",
        (
            "is not a unit",
            "write 2.75in",
        ),
    ),
    Mistake(
        "a share where a length must be",
        of_kind("bleed: 3%"),
        "game.yaml:12",
        (
            '"3%" is not a length',
            "write a length like 60mm",
        ),
    ),
    Mistake(
        "a size in inches",
        of_kind("size: 2.5x3.5in"),
        "game.yaml:12",
        (
            "`2.5x3.5in`",
            "write `width: 2.5in` and `height: 3.5in`",
        ),
    ),
    Mistake(
        "a width without a height",
        of_kind("width: 63mm"),
        "game.yaml:11",
        (
            "has no height",
            "add `height: …`",
        ),
    ),
    Mistake(
        "a size twice",
        of_kind("size: poker\n    width: 70mm"),
        "game.yaml:12",
        (
            "both a named size and a width",
            "keep one",
        ),
    ),
    Mistake(
        "a card as high as a door",
        of_kind("width: 63mm\n    height: 880mm"),
        "cards.csv:2",
        (
            "63 x 880 mm",
            "choose larger paper",
        ),
        "build",
    ),
    Mistake(
        "a bleed below nothing",
        of_kind("bleed: -3mm"),
        "game.yaml:12",
        (
            "-3mm is less than 0mm",
            "write 0mm or more",
        ),
    ),
    Mistake(
        "a corner that is too round",
        of_kind("corner: 50mm"),
        "game.yaml:12",
        (
            "larger than half the piece",
            "write 31.75mm or less",
        ),
    ),
    Mistake(
        "a shape cut short",
        of_kind("shape: hex"),
        "game.yaml:12",
        (
            '"hex"',
            "did you mean `hexagon`?",
        ),
    ),
    Mistake(
        "round",
        of_kind("shape: round"),
        "game.yaml:12",
        (
            '"round"',
            "did you mean `circle`?",
        ),
    ),
    Mistake(
        "oval",
        of_kind("shape: oval"),
        "game.yaml:12",
        (
            '"oval"',
            "did you mean `ellipse`?",
        ),
    ),
    Mistake(
        "square",
        of_kind("shape: square"),
        "game.yaml:12",
        (
            '"square"',
            "did you mean `rectangle`?",
        ),
    ),
    Mistake(
        "a circle without a diameter",
        of_kind("shape: circle"),
        "game.yaml:12",
        (
            "the circle has no size",
            "add `diameter: …`",
        ),
    ),
    Mistake(
        "a diameter without a circle",
        of_kind("diameter: 30mm"),
        "game.yaml:12",
        (
            "no `diameter`",
            "add a line `shape: circle`",
        ),
    ),
    Mistake(
        "a zone that begins beside the card",
        layout("title: {x: 100mm}"),
        "game.yaml:12",
        (
            "`x`: 100 mm is beyond the face",
            "write less: the face has a width of 63.5 mm",
        ),
    ),
    Mistake(
        "a share for how much is covered",
        layout("title: {opacity: 50%}"),
        "game.yaml:12",
        (
            '"50%"',
            "write a number like 0.5",
        ),
    ),
    Mistake(
        "degrees with a unit",
        layout("title: {turn: 90deg}"),
        "game.yaml:12",
        (
            '"90deg"',
            "write a number like 90",
        ),
    ),
    Mistake(
        "the height of lines in points",
        layout("title: {leading: 14pt}"),
        "game.yaml:12",
        (
            '"14pt"',
            "like 1.2",
        ),
    ),
    Mistake(
        "a resolution with its unit",
        of_game("images: {dpi: 300dpi}"),
        "game.yaml:5",
        (
            '"300dpi"',
            "such as 300",
        ),
    ),
    Mistake(
        "a colour as on web pages",
        accent("rgb(1,2,3)"),
        "game.yaml:8",
        (
            '"rgb(1,2,3)"',
            'write "#010203"',
        ),
    ),
    Mistake(
        "a colour of a print shop",
        accent("cmyk(0,0,0,100)"),
        "game.yaml:8",
        (
            '"cmyk(0,0,0,100)"',
            'write "#000000", in quotes',
        ),
    ),
    Mistake(
        "a colour of two words",
        accent("dark blue"),
        "game.yaml:8",
        (
            '"dark blue"',
            "did you mean `darkblue`?",
        ),
    ),
    Mistake(
        "a colour without quotes in braces",
        layout("title: {colour: #c00}"),
        "game.yaml:12",
        (
            "a # begins a remark",
            '{colour: "#c00"}',
        ),
    ),
    Mistake(
        "colours without names",
        edit(
            GAME,
            'colours:\n  paper: "#f8f2e4"\n  ink: "#2a2622"\n  accent: "#2f6177"',
            'colours: ["#f8f2e4", "#2a2622"]',
        ),
        "game.yaml:5",
        (
            "found a list",
            "write a name before each",
        ),
    ),
    Mistake(
        "ink as light as the paper",
        edit(GAME, '"#2a2622"', '"#f8f2e4"'),
        "game.yaml:7",
        (
            "are not seen on `paper`",
            "make one of the two darker",
        ),
    ),
    Mistake(
        "a font by its name",
        of_game("fonts: {title: Garamond}"),
        "game.yaml:5",
        (
            "`Garamond`",
            "put the file of that font into fonts/",
        ),
    ),
    Mistake(
        "a font in a document",
        of_game("fonts: {title: fonts/My.pdf}"),
        "game.yaml:5",
        (
            "`fonts/My.pdf` is no font",
            "ends with .ttf",
        ),
    ),
    Mistake(
        "an ellipse without a height",
        of_kind("shape: ellipse\n    width: 40mm"),
        "game.yaml:12",
        ("the ellipse has no height", "add `height: …`"),
    ),
    Mistake(
        "a hexagon with the width of a card",
        of_kind("shape: hexagon\n    width: 40mm"),
        "game.yaml:13",
        ("a hexagon has no `width`", "write `across_flats: 40mm` instead"),
    ),
    Mistake(
        "a height without a width",
        of_kind("height: 88mm"),
        "game.yaml:11",
        ("the rectangle has no width", "add `width: …`"),
    ),
    Mistake(
        "the size of a text as on web pages",
        layout("title: {size: 1.2em}"),
        "game.yaml:12",
        ('"em"', "write a size like 12pt"),
    ),
    Mistake(
        "a zone that is as wide as nothing",
        layout("title: {width: -5mm}"),
        "game.yaml:12",
        ("the zone begins at", "write a width above 0mm"),
    ),
)
