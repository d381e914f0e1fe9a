"""Bounds on what is read of a project: far above any real game, and below what fills a computer.

A file that breaks a limit is a problem at its place. The docstring of a limit says what it bounds,
and why its figure was chosen.
"""

from typing import Final

MB: Final = 1_000_000

YAML_BYTES: Final = 20 * MB
"""The size of a file in YAML. Ten thousand cards with long texts are 5 MB."""

YAML_VALUES: Final = 1_000_000
"""Values in a file in YAML. Ten thousand cards of thirty fields are 300,000."""

YAML_DEPTH: Final = 60
"""Levels of lists and keys inside each other: more are a slip, or malice."""

TEXT_LETTERS: Final = 100_000
"""Letters of one value. A page of a book has 3,000; no card holds more."""

DOCUMENT_BYTES: Final = 20 * MB
"""The size of a rule document, as plain text. The longest rule books have 1 MB."""

TEMPLATE_BYTES: Final = 1 * MB
"""The size of a template. Drawings belong into files of their own, beside it."""

TABLE_BYTES: Final = 50 * MB
"""The size of a spreadsheet. Ten thousand cards are one or two million bytes."""

UNPACKED_BYTES: Final = 150 * MB
"""The size of one part of a workbook, unpacked: ten times a sheet of 100,000 rows."""

UNPACKED_TOTAL_BYTES: Final = 300 * MB
"""The size of all parts of a workbook that are read, unpacked: two of the largest parts."""

UNPACKED_RATIO: Final = 300
"""How many times larger a part may become, unpacked. Sheets become 5 to 50 times larger; a part
that hides a gigabyte in a megabyte becomes 1,000 times larger."""

UNPACKED_PARTS: Final = 10_000
"""Parts of a workbook. Each sheet and each picture is one or two parts."""

UNPACKED_TAGS: Final = 15_000_000
"""Tags of the XML in a part of a workbook: two million cells have 12 million."""

TABLE_STYLES: Final = 65_536
"""Formats of the cells of a workbook: as many as spreadsheet programs keep."""

TABLE_LETTERS: Final = 50 * MB
"""Letters of all cells of a sheet: a text that a workbook has once may be in every cell."""

TABLE_LINES: Final = 2_000_000
"""Lines of a CSV file, with empty lines: twice as many as spreadsheet programs have."""

TABLE_PLACES: Final = 20_000_000
"""Cells of a CSV file, with empty cells."""

TABLE_ROWS: Final = 100_000
"""Rows of a spreadsheet: no list of components has more."""

TABLE_COLUMNS: Final = 16_384
"""Columns of a spreadsheet: as many as spreadsheet programs have."""

TABLE_CELLS: Final = 2_000_000
"""Cells of a spreadsheet, which are all held in memory at once."""

PICTURE_BYTES: Final = 500 * MB
"""The size of a picture's file, and so of the largest file that is read at all. The art of a board
of 1 x 1 m at 300 dpi is 420 MB where it is not packed."""

PICTURE_PIXELS: Final = 250_000_000
"""Pixels of a picture: a picture of 500 million fills the memory of a small computer."""

FONT_BYTES: Final = 64 * MB
"""The size of a font's file. A font with all Chinese, Japanese and Korean letters has 20 MB."""

FONT_UNPACKED_BYTES: Final = 200 * MB
"""The size of a font, unpacked: WOFF2 makes the largest fonts three times smaller."""

PROFILE_BYTES: Final = 32 * MB
"""The size of a press's colour profile. Most have 1 to 3 MB."""

SVG_BYTES: Final = 32 * 2**20
"""The size of a drawing (SVG), unpacked. Maps traced from pictures have 10 MB."""

SVG_ADDED: Final = 4 * 2**20
"""Letters that entities may add to an SVG. Editors use them for names of a hundred letters."""

SVG_DEPTH: Final = 200
"""Levels of elements of an SVG inside each other: drawing calls itself for each level."""

SVG_PAINTED_DEPTH: Final = 300
"""Levels of elements that an SVG paints: an element may hold the next one, or repeat it."""

SVG_PAINTED: Final = 500_000
"""Elements, tiles, markers and dashes that an SVG paints, each as often as it is repeated."""

SVG_ELEMENTS: Final = 250_000
"""Elements of an SVG: as many as a viewer still shows without waiting."""

FOLDER_ENTRIES: Final = 100_000
"""Files and folders in a folder of the project, with all that is inside of it."""

DIGITS: Final = 15
"""Digits of a number: no count or size is so long, and a float could not hold more."""

GAMES: Final = 676
"""Games of a project: each has a mark of two letters of its own, and there are 676 marks."""

KINDS: Final = 1000
"""Kinds of a game; each kind may have its own sheets. The largest games have a hundred."""

NAMES: Final = 5000
"""Names under any other key of game.yaml, such as `colours`; papers, sizes or stocks of a project."""

PROBLEMS: Final = 20_000
"""Problems of a game before the search for more stops: nobody reads more."""

GAME_PIECES: Final = 50_000
"""Pieces of a game, before `where` leaves some out: so many different cards take half a minute and
1 GB."""

GAME_VALUES: Final = 3_000_000
"""Fields of all pieces of a game. Ten thousand cards of thirty fields have 300,000."""

GAME_LETTERS: Final = 20_000_000
"""Letters of all pieces that entries with `for` make: as many as a file may have."""

CLAIM_STEPS: Final = 20_000_000
"""Steps of all claims of a game, of which checking takes time.

Two values of a claim are one step for each piece; for each piece that the claim selects, a value is
eight steps. A place where words of a passage are found is one step for each part of the passage,
and five more. Six hundred claims of five values, about ten thousand cards, are 18 million.
"""

FAULTY_PIECES: Final = 1000
"""Pieces with faults that are drawn until a build says so: nobody mends more at once."""

FAULTY_LETTERS: Final = 3_000_000
"""Letters of the drawings (SVG) of pieces with faults: six hundred cards have as many."""

WORDS_COMPARED: Final = 5_000_000
"""Comparisons of a game's words with known words, so that a hint can say which word is meant. A
thousand faults among thirty names are 500,000 (`core.words.spelling`)."""

COPIES: Final = 5000
"""Copies of one piece: more are a typing error, for 5,000 poker cards are 556 sheets."""

GAME_COPIES: Final = 200_000
"""Copies of all pieces of a game: 22,000 sheets of poker cards."""

ENTRY_PIECES: Final = 5000
"""Pieces from one entry of a list: more are a typing error."""

LOOKS: Final = 20
"""Looks of one piece: more are a typing error, for nobody tells twenty looks apart."""

LANGUAGES: Final = 100
"""Languages of a game. The most translated games have thirty."""

WORD_LETTERS: Final = 600
"""Letters of one of the words that the tool prints: the longest has 210."""

SIDE_MM: Final = 3000.0
"""A side of a piece, in millimetres: a board of three metres is 150 sheets."""

ID_LETTERS: Final = 100
"""Letters of an id; a name may be longer."""

NAME_LETTERS: Final = 1_000
"""Letters of the path of a file. Systems allow 255 for each part of it."""

FORMAT_LETTERS: Final = 255
"""Letters of a number format of a spreadsheet: as many as spreadsheet programs keep."""

ARITHMETIC_LETTERS: Final = 2_000
"""Letters of a formula or a claim's arithmetic: a long line has 200."""

ARITHMETIC_DEPTH: Final = 60
"""Levels of brackets inside each other: more are a slip, or malice."""

OWN_BYTES: Final = 500 * MB
"""The size of a file that the tool wrote itself: a list of codes, a stamp, a value of a cache."""

PROCESS_BYTES: Final = 2_000 * MB
"""The memory of a command: seven times as much as the sheets of 10,000 different cards take."""
