"""Finds the encoding of a text file that a spreadsheet program wrote, by its bytes.

A file with a byte order mark, or in UTF-8, shows its encoding. Any other file is in the code page
of a computer: of Windows, for the language of the game, or of old Macs.
"""

import codecs
import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from fustella.core.words.patterns import regex
from fustella.read.spreadsheets.cells import UnreadableSheet

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks (Unicode 16, 23.8), each with its encoding."""

_WESTERN = "cp1252"
_CODE_PAGES = {
    **dict.fromkeys(("cs", "sk", "pl", "hu", "sl", "hr", "bs", "ro", "sq"), "cp1250"),
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "sr"), "cp1251"),
    **{"el": "cp1253", "tr": "cp1254", "az": "cp1254", "he": "cp1255", "vi": "cp1258"},
    **dict.fromkeys(("ar", "fa", "ur"), "cp1256"),
    **dict.fromkeys(("et", "lv", "lt"), "cp1257"),
    **{"th": "cp874", "ja": "cp932", "zh": "gbk", "ko": "cp949"},
}
"""The code pages of Windows by language; other languages have the western one."""

_TYPOGRAPHY = "’‘“”„‚«»‹›–—…•·°€£¥§©®™±×÷½¼¾¿¡ºª\u00a0²³¹¢†‡"
"""Signs besides letters that texts of a code page may have."""

_LATIN = ("cp1250", _WESTERN, "cp1254", "cp1257", "cp1258", "mac_roman")
_ONE_BYTE = ("cp1251", "cp1253", "cp1255", "cp1256")
"""The code pages of alphabets whose words have no letter of ASCII."""

_WORD = regex(r"[^\W\d_]+")
_ASCII = regex(r"[a-zA-Z]")
_AROUND = regex(r"[A-Za-z][^\x00-\x7f][a-z]")
"""Matches a letter of Chinese, Japanese or Korean among Latin ones: most likely it was `é`."""

_HINT = "save it again as “CSV UTF-8”"


class Decoded(Struct, frozen=True):
    """The text of a file, its encoding, and the byte order mark that it began with."""

    text: str
    encoding: str
    mark: bytes = b""

    def encoded(self, text: str) -> bytes:
        """Another text in the same encoding. Raises UnicodeEncodeError."""
        return self.mark + text.encode(self.encoding)


def decoded(data: bytes, languages: Sequence[str]) -> Decoded:
    """The text of a file that belongs to a game in some languages.

    Raises UnreadableSheet, E102, where a guess would give wrong letters.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return Decoded(_decode_strictly(data[len(mark) :], encoding), encoding, mark)
    if encoding := _wide_encoding(data):
        return Decoded(_decode_strictly(data, encoding), encoding)
    try:
        return _without_zeros(Decoded(data.decode("utf-8"), "utf-8"))
    except UnicodeDecodeError as error:
        return _without_zeros(_of_a_code_page(data, languages, error.start))


def _decode_strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"a letter on this line cannot be read in {encoding.upper()}"
        raise UnreadableSheet(message, _HINT, "E102", line) from None


def _wide_encoding(data: bytes) -> str:
    """The encoding of UTF-16 without a mark, in which every other byte is zero; else ""."""
    head = data[:4000]
    if len(head) < 4 or len(head) % 2:
        return ""
    for encoding, zeros, others in (("utf-16-le", 1, 0), ("utf-16-be", 0, 1)):
        if head[zeros::2].count(0) > len(head) * 0.4 and 0 not in head[others::2]:
            return encoding
    return ""


def _without_zeros(decoded: Decoded) -> Decoded:
    if "\0" in decoded.text:
        hint = "save the list in the spreadsheet program as .csv or .xlsx"
        raise UnreadableSheet("this is no file of text", hint)
    return decoded


def _of_a_code_page(data: bytes, languages: Sequence[str], first: int) -> Decoded:
    line = data.count(b"\n", 0, first) + 1
    known = (_CODE_PAGES.get(language.split("-")[0], _WESTERN) for language in languages)
    pages = set(known) or {_WESTERN}
    if len(pages) > 1 and "en" in languages:  # English is written in all of them
        pages.discard(_WESTERN)
    likely = sorted(pages)
    likely += ["mac_roman"] if likely == [_WESTERN] else []
    readings = []
    for encoding in likely:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        odd = _oddities(text) + _strange_words(text, encoding)
        readings.append((odd, likely.index(encoding), Decoded(text, encoding)))
    readings.sort(key=lambda reading: reading[:2])
    sure = readings and readings[0][0] == 0 and len(pages) == 1
    if not sure:
        message = "the file is not in UTF-8, and a letter on this line may be one of several"
        raise UnreadableSheet(message, _HINT, "E102", line)
    return readings[0][2]


def _strange_words(text: str, encoding: str) -> int:
    """Counts the words that suggest another encoding; 0 unless they outnumber the usual words.

    Words of ASCII alone say nothing. Read in a western code page, a word without any letter of
    ASCII is strange: `Äðàêîí` is Russian. Read in the code page of another alphabet, a word with
    letters of ASCII is strange: `cafй` is *café*.
    """
    usual = strange = 0
    for word in _WORD.findall(text):
        if word.isascii():
            continue
        mixed = _ASCII.search(word) is not None
        if encoding in _LATIN:
            usual += mixed
            strange += not mixed and len(word) > 2
        elif encoding in _ONE_BYTE:
            usual += not mixed
            strange += mixed
        else:
            strange += _AROUND.search(word) is not None
            usual += _AROUND.search(word) is None and len(word) > 1
    return strange if strange > usual else 0


def _oddities(text: str) -> int:
    """Counts signs beyond ASCII that texts do not have, or do not have beside such letters."""
    odd, before = 0, " "
    for sign, after in zip(text, f"{text[1:]} ", strict=True):
        if sign >= "\x80":
            inside = before.isalpha() and after.isalpha()
            if sign.isalpha() and sign not in "ˆƒ":
                odd += sign.isupper() and before.islower()
                odd += sign.islower() and after.isupper()
                odd += sign in "ªº" and inside
            elif sign in "†‡•§¥¢":
                odd += before.isalpha()
            elif sign in "“”‘–—…‹›¿¡™¹²³¼½¾£÷":  # inside a word it is a letter of another code page
                odd += inside or (sign in "¿¡" and before in "¹²³")
            else:
                odd += sign not in _TYPOGRAPHY and unicodedata.category(sign)[0] != "M"
        before = sign
    return odd
