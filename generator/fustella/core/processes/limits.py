"""Limits what a project may hold: far above any real game, and too low to fill a computer.

A file that breaks a limit is a problem at its place. The docstring of a limit says what it bounds,
and why its figure was chosen; `docs/reference/limits.md` shows it.
"""

from typing import Final

MB: Final = 1_000_000

YAML_BYTES: Final = 20 * MB
"""A file in YAML. Ten thousand cards with long texts are 5 MB."""

YAML_VALUES: Final = 1_000_000
"""Values in a file in YAML. Ten thousand cards of thirty fields are 300,000."""

YAML_DEPTH: Final = 60
"""Lists and keys inside each other: more than this is a slip, or malice."""

TEXT_LETTERS: Final = 100_000
"""Letters of one value. A page of a book has 3,000; no card holds more."""

DOCUMENT_BYTES: Final = 20 * MB
"""A rule document, as plain text. The longest rule books have 1 MB."""

CHAPTER_BYTES: Final = 300_000
"""A chapter of a rule booklet: a hundred pages. The longest rule books have 1 MB as a whole."""

BOOKLET_LETTERS: Final = 3_000_000
"""Letters of all chapters of a rule booklet in one language: three of the longest."""

CHAPTERS: Final = 200
"""Chapters of a rule booklet, each a file in each language. Long rule books have thirty."""

PARAGRAPH_LETTERS: Final = 10_000
"""Letters of a paragraph, a heading or a cell of a rule booklet: three pages of a book."""

RULES_DEPTH: Final = 12
"""Lists, boxes and quotes inside each other in a rule booklet; and styles inside each other in a
paragraph. Nobody reads a list of the fifth level."""

RULES_BLOCKS: Final = 20_000
"""Paragraphs, items, rows and figures of a rule booklet, with rows that come from lists. A book of
400 pages has 8,000."""

TEMPLATE_BYTES: Final = 1 * MB
"""A template. Drawings belong into files of their own, beside it."""

TABLE_BYTES: Final = 50 * MB
"""A spreadsheet. Ten thousand cards are one or two million bytes."""

UNPACKED_BYTES: Final = 150 * MB
"""One part of a workbook, unpacked: ten times a sheet of 100,000 rows."""

UNPACKED_TOTAL_BYTES: Final = 300 * MB
"""All parts of a workbook that are read, unpacked: two of the largest."""

UNPACKED_RATIO: Final = 300
"""How many times larger a part may become, unpacked. Sheets become 5 to 50 times larger, a
file that hides a gigabyte in a megabyte 1,000 times."""

UNPACKED_PARTS: Final = 10_000
"""Parts of a workbook. Each sheet and each picture is one or two."""

UNPACKED_TAGS: Final = 15_000_000
"""Tags of the XML in a part of a workbook: two million cells have twelve."""

TABLE_STYLES: Final = 65_536
"""Formats of the cells of a workbook: as many as spreadsheet programs keep."""

TABLE_LETTERS: Final = 50 * MB
"""Letters of all cells of a sheet: a file may store a text once for all of them."""

TABLE_LINES: Final = 2_000_000
"""Lines of a CSV file, with empty ones: twice as many as spreadsheet programs have."""

TABLE_PLACES: Final = 20_000_000
"""Cells of a CSV file, with empty ones."""

TABLE_ROWS: Final = 100_000
"""Rows of a spreadsheet: more are no list of components."""

TABLE_COLUMNS: Final = 16_384
"""Columns of a spreadsheet: as many as spreadsheet programs have."""

TABLE_CELLS: Final = 2_000_000
"""Cells of a spreadsheet: what is held in memory at once."""

PRINTED_ROWS: Final = 500
"""Rows of a table that is printed: at the smallest size, ten times a page."""

PRINTED_COLUMNS: Final = 100
"""Columns of a table that is printed: a table of combat results has twenty."""

PRINTED_CELLS: Final = 5000
"""Cells of a table that is printed: more than a sheet of A3 holds."""

PICTURE_BYTES: Final = 500 * MB
"""A picture's file, and so the largest file that is read at all. The art of a board of 1 x 1 m at
300 dpi is 420 MB where it is not packed."""

PICTURE_PIXELS: Final = 250_000_000
"""Pixels of a picture: one of 500 million fills the memory of a small computer."""

FONT_BYTES: Final = 64 * MB
"""The file of a font. One with all Chinese, Japanese and Korean letters has 20 MB."""

FONT_UNPACKED_BYTES: Final = 200 * MB
"""A font, unpacked: WOFF2 makes one of the largest three times smaller."""

PROFILE_BYTES: Final = 32 * MB
"""A profile of colours of a press. Most have 1 to 3 MB."""

SVG_BYTES: Final = 32 * 2**20
"""A drawing (SVG), unpacked. Maps traced from pictures have 10 MB."""

SVG_ADDED: Final = 4 * 2**20
"""Letters that entities may add to an SVG. Editors use them for names of a hundred letters."""

SVG_DEPTH: Final = 200
"""Elements of an SVG inside each other: a program that draws them calls itself for each."""

SVG_PAINTED_DEPTH: Final = 300
"""Elements that an SVG paints inside each other, by holding or repeating the next."""

SVG_PAINTED: Final = 500_000
"""Elements, tiles, markers and dashes that an SVG paints, with all that it repeats."""

SVG_ELEMENTS: Final = 250_000
"""Elements of an SVG: what a viewer still shows without waiting."""

FOLDER_ENTRIES: Final = 100_000
"""Files and folders in a folder of the project, with all that is inside of it."""

DIGITS: Final = 15
"""Digits of a number: no count or size is so long, and a float could not hold more."""

GAMES: Final = 676
"""Games of a project: as many as there are marks of two letters; each game has its own."""

OUTPUT_JOBS: Final = 200
"""Jobs of a game: ten languages on two papers, in three themes and for ten shops are 90."""

KINDS: Final = 1000
"""Kinds of a game, each of which has sheets of its own. The largest games have a hundred."""

NAMES: Final = 5000
"""Names under another key of game.yaml, such as `colours`; papers, sizes or stocks of a project."""

PROBLEMS: Final = 20_000
"""Problems of a game that are looked for: nobody reads more."""

GAME_PIECES: Final = 50_000
"""Pieces of a game, before `where` leaves some out: as many different cards take half a minute and
1 GB."""

GAME_VALUES: Final = 3_000_000
"""Fields of all pieces of a game. Ten thousand cards of thirty fields have 300,000."""

GRID_CELLS: Final = 10_000
"""Cells of the grid of a board. A map of 900 x 600 mm with hexagons of 12 mm has 4,300."""

GAME_LETTERS: Final = 20_000_000
"""Letters that entries with `for` have in all of their pieces: as many as a file may have."""

CLAIM_STEPS: Final = 20_000_000
"""Steps of all claims of a game. To compare two values of a claim with a piece is one step; for a
piece that the claim selects, each value is eight. A place with words of a passage is one for each
part of the passage, and five more. Six hundred claims of five values, about ten thousand cards, are
18 million."""

PIECES_SEEN: Final = 500_000
"""Pieces that the faces of a game look at, to list those for which a condition holds. Faces whose
condition has the same values look only once: a thousand units for each of twenty nations are
20,000."""

FAULTY_PIECES: Final = 1000
"""Pieces with faults that are drawn until a build says so: nobody mends more at once."""

FAULTY_LETTERS: Final = 3_000_000
"""Letters of the drawings (SVG) of such pieces: those of six hundred cards have as many."""

WORDS_COMPARED: Final = 5_000_000
"""Words of a game that are compared with others, so that a hint can say which one is meant. A
thousand faults among thirty names are 500,000."""

COPIES: Final = 5000
"""Copies of one piece: more are a typing error, as 5,000 poker cards are 556 sheets."""

GAME_COPIES: Final = 200_000
"""Copies of all pieces of a game: 22,000 sheets of poker cards."""

ENTRY_PIECES: Final = 5000
"""Pieces from one entry of a list: more are a typing error."""

LOOKS: Final = 20
"""Looks of one piece: more are a typing error, as nobody tells twenty apart."""

PLAYERS: Final = 20
"""Players of a game, for whom a table can be laid."""

LANGUAGES: Final = 100
"""Languages of a game. The most translated ones have thirty."""

WORD_LETTERS: Final = 600
"""Letters of one of the words that the tool prints: the longest of its own has 210."""

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
"""Brackets inside each other: more than this is a slip, or malice."""

OWN_BYTES: Final = 500 * MB
"""A file that the tool wrote itself: a list of codes, a stamp, what is kept between builds."""

SESSION_BYTES: Final = 20 * MB
"""A session file of a playtest. A log of a long evening, 5,000 events, is 700,000 bytes."""

SESSION_EVENTS: Final = 100_000
"""Events in the log of a session, one for each piece: an evening has some thousands, and nobody
moves ten pieces a second for three hours."""

SESSION_REMARKS: Final = 5_000
"""Remarks of a session, and entries of any other of its lists."""

SESSION_LETTERS: Final = 20_000
"""Letters of a remark or an answer: six pages of a book."""

SESSIONS: Final = 5_000
"""Sessions of a game: one on every evening of thirteen years."""

QUESTIONS: Final = 50
"""A game's own questions for its playtests: nobody answers more."""

SIMULATION_STEPS: Final = 20_000_000
"""Cards that all runs of a simulation move together, with a step for each action: a thousand runs
of a game of a thousand turns, of which each moves ten cards, are 11 million."""

SIMULATION_RUNS: Final = 1_000_000
"""Runs of a simulation: its shares are then known to a tenth of a per cent."""

PROCESS_BYTES: Final = 2_000 * MB
"""Of memory, for a command: seven times what the sheets of 10,000 different cards take."""

IMPORT_BYTES: Final = 500 * MB
"""A file that is imported, such as a zip of pictures; and all that a zip unpacks to is at most
three times as much."""

IMPORT_FILES: Final = 10_000
"""Files in a zip or a folder that is imported. A game of a thousand cards has as many pictures."""

IMPORT_SCRIPT_BYTES: Final = 5 * MB
"""A script or layout that is imported. The longest that were found have 200 kB."""

IMPORT_JSON_BYTES: Final = 100 * MB
"""A file in JSON that is imported. A save of a table with all its scripts has 30 MB; cards that
carry their pictures with them have 2 MB each."""

IMPORT_VALUES: Final = 2_000_000
"""Values in a file in JSON that is imported. A save with a thousand cards has 100,000."""

IMPORT_DEPTH: Final = 100
"""Lists and objects inside each other in a file that is imported. Bags in bags of a save are 40."""

IMPORT_XML_BYTES: Final = 60 * MB
"""A file in XML that is imported. One with every card of a game of thirty years has 30 MB."""

IMPORT_XML_ELEMENTS: Final = 1_000_000
"""Elements of a file in XML that is imported. Cards have ten to forty."""

IMPORT_XML_DEPTH: Final = 100
"""Elements inside each other in a file in XML that is imported. Designs of cards have eight."""

IMPORT_STEPS: Final = 50_000
"""Lines of a script that is imported, with those of loops as often as they are gone through. A deck
of 54 cards that draws each pip in loops takes 4,000."""

IMPORT_DRAWN: Final = 3000
"""Texts, pictures and shapes of a script that is imported, where one on many cards counts once, and
those of a loop each time."""

IMPORT_MARKS: Final = 200_000
"""Texts, pictures and shapes on all cards of a script that is imported. A thousand cards with fifty
of each are 50,000."""

IMPORT_KINDS: Final = 200
"""Kinds of a game that is imported: layouts, or pairs of templates. Large games have twenty."""

IMPORT_CARDS: Final = 5000
"""Cards of a deck that is imported, with copies: as many as one entry of a list may make."""

IMPORT_SHEET_PIXELS: Final = 110_000_000
"""Pixels of a picture that is imported to be cut apart. Tables on screens show 10,000 x 10,000 at
most; a sheet of 70 cards has 16 million."""

IMPORT_CUT_PIXELS: Final = 5_000_000_000
"""Pixels of all pictures of an import that are cut apart. A table with two hundred sheets of the
usual size has 3,300 million."""

IMPORT_ADDRESSES: Final = 3000
"""Addresses of pictures in a file that is imported. The largest tables that were found have 200."""

IMPORT_PAGES: Final = 300
"""Pages of a PDF that is imported: 2,700 cards, nine to a page."""

IMPORT_PAGE_PARTS: Final = 100_000
"""Shapes, with their corners, and letters of a page of a PDF that is imported; more are not looked
at to find cards, but are on their pictures. A page of nine cards has a few thousand."""

IMPORT_CARD_PIXELS: Final = 60_000_000
"""Pixels of a card that is cut out of a PDF; larger ones are drawn more coarsely. A board of A2 has
35 million."""
