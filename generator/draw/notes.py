"""What a cover says at its end: what the document strikes out, and what we designed and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.contents import Contents, Section
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
    section_of = _section_of(contents)
    for reason, pieces in reasons.items():
        about = tuple(
            dict.fromkeys(section_of[piece.kind.id].heading(language) for piece in pieces)
        )
        groups.setdefault(about, []).append(reason)
    for about, members in groups.items():
        title = ", ".join(about)
        yield Note(Rank.GROUP, Word(plain(title), members[0].place))
        for reason in members:
            whose = plain(_whose(reasons[reason], contents, language))
            text = f"**{whose}:** {plain(reason)}" if whose else plain(reason)
            yield Note(Rank.NOTE, Word(text, reason.place))


def _whose(pieces: Sequence[Piece], contents: Contents, language: str) -> str:
    """The pieces that a reason is about, as far as the heading of their kinds does not say it."""
    section_of = _section_of(contents)
    sections = {(found := section_of[piece.kind.id]).id: found for piece in pieces}
    names = []
    for section in sections.values():
        own = [piece for piece in pieces if section_of[piece.kind.id].id == section.id]
        each = ", ".join(piece.name.in_language(language) for piece in own)
        if len(own) == sum(len(count.pieces) for count in section.kinds) or len(own) > MOST_NAMED:
            each = ""
        if len(sections) == 1:
            return each
        names.append((section.heading(language), each))
    if not any(each for _, each in names):
        return ""
    return ", ".join(f"{name} ({each})" if each else name for name, each in names)


def plain(text: str) -> str:
    """A text as it was typed, without markup."""
    return "".join(f"\\{letter}" if letter in "*{}\\" else letter for letter in text)


def _section_of(contents: Contents) -> dict[str, Section]:
    """Under which heading of the cover each kind stands."""
    return {count.kind.id: section for section in contents.sections for count in section.kinds}
