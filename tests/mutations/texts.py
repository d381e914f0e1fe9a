"""Makes changes of the meaning of texts: names, negations, opposites and quantities."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from tests.mutations.changes import Change, Edit, Leaf, Source, dice_for
from tests.mutations.lists import DRAWN

_NAMES = ("name", "title")

TURNED: tuple[tuple[dict[str, str], dict[str, str]], ...] = (
    ({"it": "più", "es": "más", "en": "more"}, {"it": "meno", "es": "menos", "en": "less"}),
    (
        {"it": "a distanza", "es": "a distancia", "en": "ranged"},
        {"it": "corpo a corpo", "es": "cuerpo a cuerpo", "en": "melee"},
    ),
    (
        {"it": "almeno", "es": "al menos", "en": "at least"},
        {"it": "al massimo", "es": "como mucho", "en": "at most"},
    ),
    (
        {"it": "prima", "es": "antes", "en": "before"},
        {"it": "dopo", "es": "después", "en": "after"},
    ),
    (
        {"it": "attacca", "es": "ataca", "en": "attacks"},
        {"it": "difende", "es": "defiende", "en": "defends"},
    ),
    (
        {"it": "attaccano", "es": "atacan", "en": "attack"},
        {"it": "difendono", "es": "defienden", "en": "defend"},
    ),
    (
        {"it": "attaccante", "es": "atacante", "en": "attacker"},
        {"it": "difensore", "es": "defensor", "en": "defender"},
    ),
    ({"it": "tuo", "es": "tu", "en": "your"}, {"it": "avversario", "es": "rival", "en": "rival"}),
    (
        {"it": "guadagna", "es": "gana", "en": "gains"},
        {"it": "perde", "es": "pierde", "en": "loses"},
    ),
    ({"it": "stappa", "es": "activa", "en": "untap"}, {"it": "tappa", "es": "agota", "en": "tap"}),
    (
        {"it": "scoperta", "es": "boca arriba", "en": "face up"},
        {"it": "coperta", "es": "boca abajo", "en": "face down"},
    ),
    (
        {"it": "proprio", "es": "propio", "en": "own"},
        {"it": "altrui", "es": "ajeno", "en": "another’s"},
    ),
    (
        {"it": "doppio", "es": "doble", "en": "double"},
        {"it": "triplo", "es": "triple", "en": "triple"},
    ),
    ({"it": "tutti", "es": "todos", "en": "all"}, {"it": "alcuni", "es": "algunos", "en": "some"}),
    (
        {"it": "tutte", "es": "todas", "en": "every"},
        {"it": "alcune", "es": "algunas", "en": "some"},
    ),
    ({"it": "due", "es": "dos", "en": "two"}, {"it": "tre", "es": "tres", "en": "three"}),
    (
        {"it": "livello 1", "es": "nivel 1", "en": "level 1"},
        {"it": "livello 2", "es": "nivel 2", "en": "level 2"},
    ),
    ({"it": "+1", "es": "+1", "en": "+1"}, {"it": "+2", "es": "+2", "en": "+2"}),
    ({"it": "+", "es": "+", "en": "+"}, {"it": "-", "es": "-", "en": "-"}),
)
"""The words of effects, with their opposites or neighbours, in each language."""

_DENIED = {
    "it": ("può", "puoi", "possono", "è", "sono", "ha", "hanno", "si", "vale", "conta"),
    "es": ("puede", "puedes", "pueden", "es", "son", "tiene", "se", "vale", "combate", "avanza"),
    "en": ("may", "can", "is", "are", "must", "counts"),
}
"""The verbs beside which a negation can stand."""

_NEGATION = {"it": "non", "es": "no", "en": "not"}
_SIDES = tuple(pair for two in TURNED for pair in (two, two[::-1]))


def of_texts(files: Sequence[Source]) -> Iterator[Change]:
    """Yields all changes of texts in the lists of a game."""
    names = _names(files)
    for source in files:
        texts: dict[tuple[str | int, ...], dict[str, Leaf]] = defaultdict(dict)
        for leaf in source.leaves:
            path = leaf.names[1:] if leaf.names[0] == "pieces" else leaf.names
            printed = leaf.piece not in source.struck_out
            if leaf.language and printed and DRAWN.isdisjoint(path):
                texts[leaf.path[:-1]][leaf.language] = leaf
        for by_language in texts.values():
            for leaf in by_language.values():
                if leaf.key.rpartition("_")[2] in _NAMES:
                    yield from _of_name(source, leaf, names[leaf.language])
                else:
                    yield from _of_words(source, leaf, names[leaf.language])
            yield from _of_sense(source, tuple(by_language.values()))


def _names(files: Sequence[Source]) -> dict[str, list[str]]:
    """The names of the pieces of a game, in each language."""
    found: dict[str, set[str]] = defaultdict(set)
    for source in files:
        for leaf in source.leaves:
            name = leaf.node.value
            if leaf.language and leaf.key in _NAMES and len(name) > 3 and len(name.split()) < 3:
                found[leaf.language].add(name)
    return {language: sorted(names) for language, names in found.items()}


def _of_name(source: Source, leaf: Leaf, names: Sequence[str]) -> Iterator[Change]:
    """Yields changes of a name to another name of the game, in one language."""
    others = [name for name in names if name.lower() != leaf.node.value.lower()]
    if others:
        new = dice_for(source.file, leaf.shown, leaf.piece).choice(others)
        yield source.change("name", leaf, '"' + new.replace('"', '\\"') + '"')


def _of_words(source: Source, leaf: Leaf, names: Sequence[str]) -> Iterator[Change]:
    """Yields changes of a text in one language: a name, a negation, an opposite."""
    for name in names:
        edit = _word_replaced(source, leaf, name, _another_name(source, leaf, name, names))
        if edit:
            yield source.edited("name", leaf, (edit,), f"{name} becomes {edit[2]}")
            break
    edit = _negation_changed(source, leaf)
    if edit:
        yield source.edited("word", leaf, (edit,), f"“{edit[2]}” in {leaf.node.value[:50]}")
    for old, new in _SIDES:
        edit = _word_replaced(source, leaf, old[leaf.language], new[leaf.language])
        if edit:
            what = f"{old[leaf.language]} becomes {new[leaf.language]}"
            yield source.edited("word", leaf, (edit,), f"{what} in {leaf.node.value[:50]}")
            break


def _of_sense(source: Source, leaves: Sequence[Leaf]) -> Iterator[Change]:
    """Yields the change to an opposite or a negation in all languages of a text."""
    denied = [_negation_changed(source, leaf) for leaf in leaves]
    edits: list[Edit] = [edit for edit in denied if edit]
    if len(edits) == len(leaves) > 1:
        what = f"denied in all languages: {leaves[0].node.value[:50]}"
        yield source.edited("sense", leaves[0], edits, what)
    for old, new in _SIDES:
        turned = [
            _word_replaced(source, leaf, old[leaf.language], new[leaf.language]) for leaf in leaves
        ]
        edits = [edit for edit in turned if edit]
        if len(edits) == len(leaves) > 1:
            first = leaves[0].language
            what = (
                f"{old[first]} becomes {new[first]} in all languages: {leaves[0].node.value[:50]}"
            )
            yield source.edited("sense", leaves[0], edits, what)
            break


def _another_name(source: Source, leaf: Leaf, name: str, names: Sequence[str]) -> str:
    others = [one for one in names if one.lower() != name.lower()]
    return dice_for(source.file, leaf.shown, leaf.piece, name).choice(others)


def _word_replaced(source: Source, leaf: Leaf, old: str, new: str) -> Edit | None:
    """The edit of the first place of a word in a text to another word."""
    raw, start = source.raw(leaf), leaf.node.start_mark.index
    before = r"(?<!\w)" if old[0].isalpha() else ""
    behind = r"(?![\w])" if old[-1].isalnum() else r"(?=\d)"
    match = re.search(before + re.escape(old) + behind, raw, re.IGNORECASE)
    if match is None or (match.start() == 0 and not raw[0].isalpha()):
        return None
    typed = new[0].upper() + new[1:] if match[0][0].isupper() else new[0].lower() + new[1:]
    if '"' in typed or ("'" in typed and raw.startswith("'")):
        return None
    return start + match.start(), start + match.end(), typed


def _negation_changed(source: Source, leaf: Leaf) -> Edit | None:
    """The edit that takes a negation out of a text or puts one in; None if there is no place."""
    raw, start = source.raw(leaf), leaf.node.start_mark.index
    word = _NEGATION[leaf.language]
    there = re.search(rf"(?<!\w){word} (?=\w)", raw, re.IGNORECASE) or (
        re.search(r"(?<=can)not(?!\w)", raw) if leaf.language == "en" else None
    )
    if there:
        return start + there.start(), start + there.end(), ""
    verb = re.search(rf"(?<![\w’])({'|'.join(_DENIED[leaf.language])})(?=[ .])", raw)
    if verb is None or verb.start() == 0:
        return None
    new = f"{verb[0]} {word}" if leaf.language == "en" else f"{word} {verb[0]}"
    return start + verb.start(), start + verb.end(), new
