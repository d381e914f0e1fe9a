"""Reads and writes the messages of `.po` files, as GNU gettext does.

The grammar is in gettext's manual ("The Format of PO Files") and in its reader: a keyword
(`msgctxt`, `msgid`, `msgid_plural`, `msgstr`, `msgstr[0]`), then one or more texts in quotes, on
its line or below, which are joined. Lines that begin with `#` belong to the message below them:
`#,` and `#=` have its flags, `#|` has its old text, and any other line is a remark. Lines that
begin with `#~` are messages out of use.

No library reads the whole grammar: polib refuses `#remark`, `#=` and texts beside each other, Babel
a byte order mark and `#~|`, and both stop at the first fault.
"""

import codecs
import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.read.spreadsheets.encodings import MARKS

FUZZY = "fuzzy"

_HINT = 'each text is `msgid "…"`, and below it `msgstr "…"`'
_UTF_8_HINT = "save the file as UTF-8 in the program of the translator"
_MOST_TOLD = 20

_CHARSET = re.compile(rb'^\s*"Content-Type:[^"\n]*?charset=\s*([\w.:+-]+)', re.I | re.M)
_UNSAID = ("", "charset")
"""The words for a charset that is still unknown: none, or the word in templates of gettext."""

_CODE_PAGES = re.compile(
    r"utf-(8|16|32)(-[bl]e)?|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-\w+|tis-620|ptcp154|kz1048|johab"
    r"|gb2312|gbk|gb18030|hz|big5(hkscs)?|euc_(jp|jis_2004|jisx0213|kr)|shift_jis\w*|iso2022_\w+"
)
"""Matches Python's names of encodings of texts: some of its codecs encode other things."""

_LINE_END = re.compile(r"\r\n|\n|\r")
"""Matches the end of a line; gettext does not know the further line ends of Unicode."""

_BLANKS = " \t\f\v"
_KEYWORD = re.compile(
    r"(domain|msgctxt|msgid_plural|msgid|msgstr)(?!\w)\s*(?:\[\s*(\d{1,2})\s*\])?"
)
_QUOTED = re.compile(r'\s*"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"(?:\\[0-7]{1,3}|\\x[0-9a-fA-F]{1,2})+|\\(.)")
_BYTE = re.compile(r"\\(x?)([0-9a-fA-F]+)")
_SIGNS = {
    "\\": "\\",
    '"': '"',
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
}
_WRITTEN = str.maketrans({_SIGNS[letter]: f"\\{letter}" for letter in '\\"ntrbfv'})
"""The escapes in written files; other readers do not know the escape of a bell."""


class Message(Struct, frozen=True):
    """A text and its translation; a message with an empty text is the head of a file.

    `remarks` are lines for the translator, `references` places in files, `before` is the old text.
    A text with `plural` has a translation for each plural form of the language. `line` is the line
    of the text in its file.
    """

    text: str
    translations: tuple[str, ...] = ("",)
    context: str | None = None
    plural: str | None = None
    flags: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    references: tuple[tuple[str, int], ...] = ()
    before: str | None = None
    line: int = 0

    @property
    def fuzzy(self) -> bool:
        return FUZZY in self.flags


def head_of(fields: dict[str, str]) -> Message:
    """The head of a file: a message without a text; its translation has one field on each line."""
    fields_text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return Message("", (fields_text,))


def fields_of(head: Message) -> dict[str, str]:
    """The fields in the head of a file, by their names in small letters."""
    lines = (line.partition(":") for line in head.translations[0].split("\n"))
    return {name.strip().casefold(): value.strip() for name, _, value in lines}


def written(messages: Iterable[Message]) -> bytes:
    """A file of messages, in UTF-8."""
    return "\n".join(
        "".join(f"{line}\n" for line in _lines(message)) for message in messages
    ).encode()


def _lines(message: Message) -> Iterator[str]:
    """Yields the lines of a message, in the order of gettext's own tools."""
    for remark in message.remarks:
        yield from (f"#. {line}".rstrip() for line in remark.splitlines())
    if message.references:
        yield f"#: {' '.join(_reference(*each) for each in message.references)}"
    if message.flags:
        yield f"#, {', '.join(message.flags)}"
    if message.before is not None:
        yield from _field("msgid", message.before, "#| ")
    if message.context is not None:
        yield from _field("msgctxt", message.context)
    yield from _field("msgid", message.text)
    if message.plural is None:
        yield from _field("msgstr", message.translations[0])
    else:
        yield from _field("msgid_plural", message.plural)
        for number, translation in enumerate(message.translations):
            yield from _field(f"msgstr[{number}]", translation)


def _reference(file: str, line: int) -> str:
    """A reference to a line of a file; a name with blanks gets isolates, as in gettext."""
    return f"\u2068{file}\u2069:{line}" if re.search(r"\s", file) else f"{file}:{line}"


def _field(keyword: str, text: str, mark: str = "") -> Iterator[str]:
    """Yields the lines of a field, with one for each line of its text."""
    parts = re.findall(r"[^\n]*\n|[^\n]+", text)
    if len(parts) != 1:
        parts.insert(0, "")
    first, *others = (f'"{part.translate(_WRITTEN)}"' for part in parts)
    yield f"{mark}{keyword} {first}"
    yield from (f"{mark}{other}" for other in others)


def read_messages(data: bytes, name: str) -> tuple[Message, ...]:
    """The messages of a file, with its head, and without messages out of use.

    `name` is the file's name in problems. Raises ProblemsFound: E101 for lines that are no message,
    E102 for an unknown encoding, or for bytes that are no letters in it.
    """
    text, encoding = _text_and_encoding(data, name)
    reader = _PoReader(name, encoding)
    for number, line in enumerate(_LINE_END.split(text), start=1):
        reader.read(line.strip(_BLANKS), number)
    return reader.finished()


def _text_and_encoding(data: bytes, name: str) -> tuple[str, str]:
    """The text of a file, and its encoding: by its byte order mark, else its head, else UTF-8."""
    mark, encoding = next(((m, e) for m, e in MARKS if data.startswith(m)), (b"", ""))
    data = data[len(mark) :]
    if not encoding:
        match = _CHARSET.search(data)
        charset = match[1].decode("ascii", "replace") if match else ""
        encoding = "utf-8" if charset.casefold() in _UNSAID else charset
    try:
        known = codecs.lookup(encoding).name
    except LookupError:
        known = ""
    if not _CODE_PAGES.fullmatch(known):
        message = f"`{encoding}` is no encoding that is known"
        raise ProblemsFound([Problem("E102", Place(name), message, _UTF_8_HINT)])
    try:
        return data.decode(known), known
    except UnicodeDecodeError as error:
        place = Place(name, data.count(b"\n", 0, error.start) + 1)
        shown = "UTF-8" if known == "utf-8" else f"`{encoding}`, as its head says"
        message = f"the file is not in {shown}"
        raise ProblemsFound([Problem("E102", place, message, _UTF_8_HINT)]) from None


class _OpenMessage(Struct):
    """The message whose lines are being read: its texts by keyword, and by number for `msgstr`."""

    line: int = 0
    flags: list[str] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)
    forms: dict[int, list[str]] = field(default_factory=dict)

    def text_of(self, keyword: str) -> str | None:
        parts = self.texts.get(keyword)
        return None if parts is None else "".join(parts)


class _PoReader:
    def __init__(self, name: str, encoding: str) -> None:
        self._name, self._encoding = name, encoding
        self._draft, self._keyword, self._form = _OpenMessage(), "", 0
        self._found: list[Message] = []
        self._problems: list[Problem] = []

    def read(self, line: str, number: int) -> None:
        if line.startswith("#"):
            if self._draft.forms:
                self._close()
            if line.startswith("#~"):
                self._draft.flags.clear()  # they are those of a message that is no longer used
            elif line.startswith(("#,", "#=")):
                self._draft.flags += (each.strip() for each in line[2:].split(","))
            return
        keyword = _KEYWORD.match(line)
        if keyword is not None:
            self._begin(keyword[1], int(keyword[2] or 0), number)
        self._add(line, keyword.end() if keyword else 0, number)

    def _begin(self, keyword: str, form: int, number: int) -> None:
        if keyword in ("domain", "msgctxt") or (
            keyword == "msgid" and "msgid" in self._draft.texts
        ):
            self._close()
        self._keyword, self._form = keyword, form
        self._draft.line = self._draft.line or number
        if keyword != "msgstr":
            self._draft.texts[keyword] = []
        elif form in self._draft.forms:
            self._add_problem(number, "a text with two translations", "keep one of them")
        else:
            self._draft.forms[form] = []

    def _add(self, line: str, start: int, number: int) -> None:
        """Adds the texts in quotes on a line, from `start` on."""
        while start < len(line):
            quoted = _QUOTED.match(line, start)
            if quoted is None or not self._keyword:
                self._add_problem(number, "neither a comment nor a text in quotes")
                return
            start = quoted.end()
            text = _ESCAPE.sub(lambda match: self._sign(match, number), quoted[1])
            if self._keyword == "msgstr":
                self._draft.forms[self._form].append(text)
            else:
                self._draft.texts[self._keyword].append(text)

    def _sign(self, match: re.Match[str], number: int) -> str:
        if match[1] is None:
            # As in C, digits are octal and `\x` begins hexadecimal ones: bytes of the encoding.
            typed = ((byte[2], 16 if byte[1] else 8) for byte in _BYTE.finditer(match[0]))
            data = bytes(int(digits, base) & 255 for digits, base in typed)
            return data.decode(self._encoding, errors="replace")
        if match[1] not in _SIGNS:
            hint = "a backslash itself is written `\\\\`"
            self._add_problem(number, f"`{match[0]}` stands for no sign", hint)
        return _SIGNS.get(match[1], "")

    def _close(self) -> None:
        """Finishes the message that was read so far; flags without a text stay for the next."""
        draft = self._draft
        self._keyword = ""
        if not draft.forms and not draft.texts.keys() & {"msgid", "msgctxt", "msgid_plural"}:
            return
        if "msgid" not in draft.texts or not draft.forms:
            self._add_problem(draft.line, "a text without its pair")
        self._found.append(
            Message(
                draft.text_of("msgid") or "",
                tuple("".join(draft.forms[form]) for form in sorted(draft.forms)),
                draft.text_of("msgctxt"),
                draft.text_of("msgid_plural"),
                tuple(draft.flags),
                line=draft.line,
            )
        )
        self._draft = _OpenMessage()

    def _add_problem(self, number: int, message: str, hint: str = _HINT) -> None:
        self._problems.append(Problem("E101", Place(self._name, number), message, hint))

    def finished(self) -> tuple[Message, ...]:
        self._close()
        if self._problems:
            raise ProblemsFound(self._problems[:_MOST_TOLD])
        return tuple(self._found)
