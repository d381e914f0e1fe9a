"""Reads the lines of a nanDECK script: directives, labels and frames, with their arguments."""

from collections.abc import Sequence

from msgspec import Struct

from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex

_LINE = regex(
    r"\s*+(\[[^\]=]{1,100}\](?:%[^=]{0,100})?|<[^>=]{1,100}>|[A-Za-z_]\w{0,40})\s*+(?:=(.*))?"
)
_REMARK = regex(r"\s;+(?=\s|$)")
_QUOTED_SPACE = "\ue0ff"
_CLOSING = {"{": "}", "(": ")", "[": "]", "<": ">"}


class ScriptLine(Struct, frozen=True):
    """A line: the word before `=` in capitals, or a label; what follows it; where it stands."""

    word: str
    typed: str
    place: Place

    @property
    def arguments(self) -> Sequence[str]:
        """The parts between commas, without their quotes."""
        return arguments_of(self.typed)


def lines_of(text: str, file: str) -> list[ScriptLine]:
    """The lines of a script, without comments and empty ones."""
    found: list[ScriptLine] = []
    joined, start = "", 0
    for number, typed in enumerate(text.splitlines(), 1):
        stripped = _without_remark(typed).strip()
        if not joined and (not stripped or stripped.startswith((";", "//", "'"))):
            continue
        joined, start = f"{joined} {stripped}" if joined else stripped, start or number
        if (
            joined.count("{") > joined.count("}")
            and len(joined) < 5000
            and joined.endswith(("{", ","))
        ):
            continue
        match = _LINE.match(joined)
        if match is not None:
            word = match[1] if match[1][0] in "[<" else match[1].upper()
            found.append(ScriptLine(word, (match[2] or "").strip(), Place(file, start)))
        else:
            found.append(ScriptLine("", joined, Place(file, start)))
        joined, start = "", 0
    return found


def _without_remark(typed: str) -> str:
    """A line without what follows a semicolon that stands alone outside of quotes."""
    for found in _REMARK.finditer(typed):
        if typed.count('"', 0, found.start()) % 2 == 0:
            return typed[: found.start()]
    return typed


def arguments_of(typed: str) -> list[str]:
    """The parts of a text between its commas, where these stand in no quotes and brackets.

    Quotes inside of brackets stay, for they are those of a function's own arguments. Brackets that
    are never closed, as people leave them, count for nothing.
    """
    parts, open_at_end = _parted(typed, brackets=True)
    return _parted(typed, brackets=False)[0] if open_at_end else parts


def _parted(typed: str, *, brackets: bool) -> tuple[list[str], str]:
    parts = [""]
    quoted, within = False, ""
    for sign in typed:
        if sign == '"':
            quoted = not quoted
            parts[-1] += sign if within.strip("}") else ""
            continue
        if brackets and not quoted and sign in "{(":
            within += _CLOSING[sign]
        elif not quoted and within and sign == within[-1]:
            within = within[:-1]
        if sign == "," and not quoted and not within:
            parts.append("")
        else:
            parts[-1] += _QUOTED_SPACE if quoted and sign == " " else sign
    return [part.strip().replace(_QUOTED_SPACE, " ") for part in parts], within
