"""Which pieces lie in a box: those of some kinds whose fields say so."""

from collections.abc import Sequence as Many

from generator.model import Kind, Piece, Text, Value
from generator.problems import Place, Problem, did_you_mean
from generator.read.forms import shown
from generator.read.nodes import Mapping, Sequence, as_typed

_SIDES = ("front", "back")


def chosen(
    pieces: Many[Piece],
    kinds: Many[Kind],
    of: Mapping,
    file: str,
    key: str,
    problems: list[Problem],
) -> tuple[Piece, ...]:
    """The printed pieces that `of` means: `{kind: card, front.deck: initial}`.

    A list stands for any of its words. What is wrong goes to `problems`: E107 without a kind, E111
    a kind that there is not, E106 a field that no piece has, E104 no word, E125 nothing chosen.
    """
    before = len(problems)
    place = Place(file, of.line, key)
    wanted = {name: _words(of, name, file, f"{key}.{name}", problems) for name in of}
    if "kind" not in of:
        hint = "add the kinds that it holds: {kind: card}"
        problems.append(Problem("E107", place, "`kind` is missing", hint))
    known = [kind.id for kind in kinds]
    for word in wanted.get("kind", ()):
        if word not in known:
            where = Place(file, of.line_of("kind"), f"{key}.kind")
            message = f"there is no kind `{word}`"
            problems.append(Problem("E111", where, message, did_you_mean(word, known)))
    own = [piece for piece in pieces if piece.copies and piece.kind.id in wanted.get("kind", ())]
    for name in of:
        if own and name != "kind" and not any(_has(piece, name) for piece in own):
            where = Place(file, of.line_of(name), f"{key}.{name}")
            fields = {
                f"{side}.{field}" for one in own for side in _SIDES for field in _of(one, side)
            }
            hint = did_you_mean(name, {"kind", *fields})
            problems.append(Problem("E106", where, f"no piece has a field `{name}`", hint))
    asked = [name for name in of if name != "kind"]
    found = tuple(one for one in own if all(_says(one, name, wanted[name]) for name in asked))
    if not found and len(problems) == before:
        hint = "see `fustella list` for what there is"
        problems.append(Problem("E125", place, "no piece lies in this box", hint))
    return found


def _words(of: Mapping, name: str, file: str, key: str, problems: list[Problem]) -> tuple[str, ...]:
    """A word or a list of words."""
    value = of[name]
    entries = value if isinstance(value, Sequence) else [value]
    wrong = [one for one in entries if one is None or isinstance(one, Mapping | Sequence)]
    if wrong:
        place = Place(file, of.line_of(name), key)
        message = f"expected a word or a list of words, found {shown(wrong[0])}"
        problems.append(Problem("E104", place, message, "write a word, or [one, other]"))
        return ()
    return tuple(_plain(one) for one in entries)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else as_typed(value)


def _of(piece: Piece, side: str) -> tuple[str, ...]:
    return tuple(piece.front if side == "front" else piece.back)


def _has(piece: Piece, name: str) -> bool:
    side, _, field = name.partition(".")
    return side in _SIDES and field in _of(piece, side)


def _says(piece: Piece, name: str, words: Many[str]) -> bool:
    """Whether a field of a piece has one of some values."""
    if not _has(piece, name):
        return False
    side, _, field = name.partition(".")
    value: Value = (piece.front if side == "front" else piece.back)[field]
    if isinstance(value, Text):
        return any(word in words for word in value.by_language.values())
    return value is not None and _plain(value) in words
