"""What a cover says at its end: what the document strikes out, and what we designed and why."""

from collections.abc import Iterator, Mapping, Sequence

from generator.contents import Contents
from generator.model import Piece, Word

MOST_NAMED = 6
"""More pieces than this are called by the name of their kind."""


def note_texts(language: str, contents: Contents, words: Mapping[str, str]) -> Iterator[Word]:
    """The notes of a box in one language, one a paragraph, each with the place of its remark."""
    yield from _struck_out(language, contents, words)
    yield from _designed(language, contents, words)


def _struck_out(language: str, contents: Contents, words: Mapping[str, str]) -> Iterator[Word]:
    struck = [
        (piece.name.in_language(language), piece.struck_out.in_language(language))
        for count in contents.kinds
        for piece in count.pieces
        if piece.struck_out is not None
    ]
    if struck:
        yield Word(f"**{words['struck_out']}**", contents.game.place)
    for name, why in struck:
        yield Word(f"{_plain(name)}: {_plain(why)}", why.place)


def _designed(language: str, contents: Contents, words: Mapping[str, str]) -> Iterator[Word]:
    reasons: dict[Word, list[Piece]] = {}
    for count in contents.kinds:
        for piece in count.pieces:
            if piece.source.designed is not None:
                reason = piece.source.designed.in_language(language)
                reasons.setdefault(reason, []).append(piece)
    if reasons:
        yield Word(f"**{words['reasons']}**", contents.game.place)
    for reason, pieces in reasons.items():
        whose = _plain(_whose(pieces, contents, language))
        yield Word(f"*{whose}:* {_plain(reason)}", reason.place)


def _whose(pieces: Sequence[Piece], contents: Contents, language: str) -> str:
    """The pieces that a reason is about: by kind where it is about the whole kind, else by name."""
    kinds = {count.kind.id: count for count in contents.kinds}
    names = []
    for kind_id in dict.fromkeys(piece.kind.id for piece in pieces):
        own = [piece for piece in pieces if piece.kind.id == kind_id]
        kind = kinds[kind_id].kind.name.in_language(language)
        if len(own) == len(kinds[kind_id].pieces) or len(own) > MOST_NAMED:
            names.append(str(kind))
        else:
            each = ", ".join(piece.name.in_language(language) for piece in own)
            names.append(f"{kind} ({each})")
    return ", ".join(names)


def _plain(text: str) -> str:
    """A text as it was typed, without markup."""
    return "".join(f"\\{letter}" if letter in "*{}\\" else letter for letter in text)
