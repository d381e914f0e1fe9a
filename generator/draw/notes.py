"""What a cover says at its end: what the document strikes out, and what we designed and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.contents import Contents
from generator.model import Piece, Word

MOST_NAMED = 6
"""More pieces than this are called by the name of their kind."""


class Rank(StrEnum):
    """How a note is set: as the title of a part of the cover, above a group, or as a text."""

    TITLE = "title"
    GROUP = "group"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Note:
    """One paragraph with the place of what it says."""

    rank: Rank
    text: Word


def notes_of(language: str, contents: Contents, words: Mapping[str, str]) -> Iterator[Note]:
    """The notes of a box in one language: titles, then groups with their texts."""
    yield from _struck_out(language, contents, words)
    yield from _designed(language, contents, words)


def _struck_out(language: str, contents: Contents, words: Mapping[str, str]) -> Iterator[Note]:
    struck = [
        (piece.name.in_language(language), piece.struck_out.in_language(language))
        for count in contents.kinds
        for piece in count.pieces
        if piece.struck_out is not None
    ]
    if struck:
        yield Note(Rank.TITLE, Word(words["struck_out"], contents.game.place))
    for name, why in struck:
        yield Note(Rank.NOTE, Word(f"**{plain(name)}:** {plain(why)}", why.place))


def _designed(language: str, contents: Contents, words: Mapping[str, str]) -> Iterator[Note]:
    """The reasons, those about the same kinds together."""
    reasons: dict[Word, list[Piece]] = {}
    for count in contents.kinds:
        for piece in count.pieces:
            if piece.source.designed is not None:
                reason = piece.source.designed.in_language(language)
                reasons.setdefault(reason, []).append(piece)
    if reasons:
        yield Note(Rank.TITLE, Word(words["reasons"], contents.game.place))
    groups: dict[tuple[str, ...], list[Word]] = {}
    for reason, pieces in reasons.items():
        about = tuple(dict.fromkeys(piece.kind.id for piece in pieces))
        groups.setdefault(about, []).append(reason)
    names = {count.kind.id: count.kind.name.in_language(language) for count in contents.kinds}
    for about, members in groups.items():
        title = ", ".join(names[kind] for kind in about)
        yield Note(Rank.GROUP, Word(plain(title), members[0].place))
        for reason in members:
            whose = plain(_whose(reasons[reason], contents, language))
            text = f"**{whose}:** {plain(reason)}" if whose else plain(reason)
            yield Note(Rank.NOTE, Word(text, reason.place))


def _whose(pieces: Sequence[Piece], contents: Contents, language: str) -> str:
    """The pieces that a reason is about, as far as the heading of their kinds does not say it."""
    counts = {count.kind.id: count for count in contents.kinds}
    kinds = tuple(dict.fromkeys(piece.kind.id for piece in pieces))
    names = []
    for kind in kinds:
        own = [piece for piece in pieces if piece.kind.id == kind]
        each = ", ".join(piece.name.in_language(language) for piece in own)
        if len(own) == len(counts[kind].pieces) or len(own) > MOST_NAMED:
            each = ""
        name = counts[kind].kind.name.in_language(language)
        if len(kinds) == 1:
            return each
        names.append((str(name), each))
    if not any(each for _, each in names):
        return ""
    return ", ".join(f"{name} ({each})" if each else name for name, each in names)


def plain(text: str) -> str:
    """A text as it was typed, without markup."""
    return "".join(f"\\{letter}" if letter in "*{}\\" else letter for letter in text)
