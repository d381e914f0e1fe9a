"""Makes changes of languages: a text in another one, a translation equal to its source, a row lost.

It changes lists, game.yaml and translations.csv.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from tests.mutations.changes import ROOT, Change, Leaf, Source
from tests.mutations.lists import DRAWN

_LEAST = 12
"""The fewest letters of a text that is put in another language: names may be equal in two."""

_NEGATION = {"it": "non", "es": "no", "en": "not", "de": "nicht"}
_TURNED = {
    "de": (
        *(("ersten", "letzten"), ("vor", "nach"), ("mehr", "weniger"), ("alle", "einige")),
        *(("zwei", "drei"), ("gleiche", "verschiedene"), ("eine", "keine"), ("nie", "immer")),
        *(("stärkste", "schwächste"), ("oder", "und"), ("deine", "gegnerische")),
    ),
    "it": (("uguali", "diversi"), ("gleiche", "verschiedene"), ("vicino", "lontano")),
    "en": (("same", "different"), ("equal", "different"), ("adjacent", "distant")),
    "es": (("iguales", "distintos"), ("misma", "distinta"), ("mismo", "distinto")),
}


def of_languages(files: Sequence[Source], game_file: Source) -> Iterator[Change]:
    """Yields all changes of languages in the lists and in game.yaml."""
    for source in (*files, game_file):
        sort = "text" if source is game_file else "language"
        texts: dict[tuple[str | int, ...], dict[str, Leaf]] = defaultdict(dict)
        for leaf in source.leaves:
            path = leaf.names[1:] if leaf.names[0] == "pieces" else leaf.names
            if leaf.language and DRAWN.isdisjoint(path) and leaf.piece not in source.struck_out:
                texts[leaf.path[:-1]][leaf.language] = leaf
        for by_language in texts.values():
            yield from _of_text(source, sort, [*by_language.values()])


def _of_text(source: Source, sort: str, leaves: Sequence[Leaf]) -> Iterator[Change]:
    for one in leaves:
        value = one.node.value
        for other in leaves:
            if other is not one and other.node.value != value and len(other.node.value) >= _LEAST:
                what = f"{one.language} is the {other.language} text: {other.node.value[:50]}"
                new = _quoted(other.node.value)
                yield source.change(sort, one, new, what)
                break
        if len(value) < _LEAST:
            continue
        for old, new in _TURNED.get(one.language, ()):
            turned = re.sub(rf"(?<!\w){old}(?!\w)", new, value, count=1)
            if turned != value:
                what = f"{old} becomes {new}: {value[:50]}"
                yield source.change(sort, one, _quoted(turned), what)
        number = re.search(r"(?<![\w{:.])\d+(?![\w}:])", value)
        if number:
            turned = value[: number.start()] + str(int(number[0]) + 1) + value[number.end() :]
            what = f"{number[0]} becomes {int(number[0]) + 1}: {value[:50]}"
            yield source.change(sort, one, _quoted(turned), what)


def of_game_file(source: Source) -> Iterator[Change]:
    """Yields changes of the texts and values of game.yaml that are printed as they are."""
    for leaf in source.leaves:
        value = leaf.node.value
        if leaf.names[0] == "cover" and "says" in leaf.names:
            yield from _of_said(source, leaf, "cover")
        elif leaf.names[0] == "title":
            yield source.change("cover", leaf, _quoted(value[::-1]))
            yield source.change("cover", leaf, _quoted(value + " 2"))
        elif leaf.names[0] in ("words", "boxes") and (leaf.language or "says" in leaf.names):
            yield from _of_said(source, leaf, "text")
        elif leaf.names[0] == "icons" and ":" in value:
            icons = [one.node.value for one in source.leaves if one.names[0] == "icons"]
            other = next(one for one in icons if ":" in one and one != value)
            yield source.change("text", leaf, _quoted(other))


def _of_said(source: Source, leaf: Leaf, sort: str) -> Iterator[Change]:
    value = leaf.node.value
    for digit in re.finditer(r"\d+", re.sub(r"\{[^}]*\}", lambda one: "_" * len(one[0]), value)):
        new = value[: digit.start()] + str(int(digit[0]) + 1) + value[digit.end() :]
        yield source.change(sort, leaf, _quoted(new))
    if leaf.language and len(value.split()) > 1:
        first, *others = value.split()
        yield source.change(sort, leaf, _quoted(" ".join((*others, first))))


def of_translations(game: str) -> Iterator[Change]:
    """Yields changes of translations.csv: the source, the next row, a negation, an opposite."""
    path = ROOT / "content" / game / "translations.csv"
    if not path.is_file():
        return
    text = path.read_bytes().decode("utf-8")
    rows = [*csv.reader(io.StringIO(text, newline=""))]
    head, *others = rows
    language, file = head[1], path.relative_to(ROOT).as_posix()
    places = [*_places(text, rows)]

    def change(number: int, new: str, what: str) -> Change:
        start, end = places[number + 1]
        line, row = text.count("\n", 0, start) + 1, rows[number + 1]
        cells = [row[0], new, *row[2:]]
        return Change(
            "translation", game, file, ((start, end, _csv(cells)),), line, language, "", what
        )

    for number, row in enumerate(others):
        source, words = row[0], row[1]
        following = others[(number + 1) % len(others)][1]
        yield change(number, following, f"another row's text: {words[:50]}")
        if len(source) < _LEAST:
            continue
        if source != words:
            yield change(number, source, f"as its source: {source[:50]}")
        for old, new in _TURNED[language]:
            turned = re.sub(rf"(?<!\w){old}(?!\w)", new, words, count=1)
            if turned != words:
                yield change(number, turned, f"{old} becomes {new}: {words[:50]}")
        negation = _NEGATION[language]
        turned = re.sub(rf"(?<!\w){negation} ", "", words, count=1)
        if turned != words:
            yield change(number, turned, f"without {negation}: {words[:50]}")
        figure = re.search(r"(?<![\w{:.])\d+(?![\w}:])", words)
        if figure:
            turned = words[: figure.start()] + str(int(figure[0]) + 1) + words[figure.end() :]
            yield change(number, turned, f"{figure[0]} + 1: {words[:50]}")


def _places(text: str, rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """Yields where the text of each row starts and ends."""
    at = 0
    for _ in rows:
        end, quoted = at, False
        while end < len(text) and (quoted or text[end] != "\n"):
            quoted ^= text[end] == '"'
            end += 1
        stop = end - 1 if text[end - 1 : end] == "\r" else end
        yield at, stop
        at = end + 1


def _csv(cells: Sequence[str]) -> str:
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="").writerow(cells)
    return written.getvalue()


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
