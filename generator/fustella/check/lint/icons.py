"""Every icon on a piece is explained on a player aid.

**What it checks.** Each icon that a printed piece shows must also be on a player aid: on a piece of
a kind that claims.yaml names under `aids`. A piece shows the icons in its fields
(`icon: mdi:castle`) and in its texts (`{wood}`) and, once its faces are drawn, those that its
template draws. An icon in a field beside a name (`name` or `title`, or `troop_name` and the like,
in the same record) needs no aid, because it is the picture of that name. Struck-out pieces are not
checked. An icon is reported once, at the first piece that shows it.

An aid may show more icons than its fields and texts have. So if the faces are not drawn, icons that
are on no aid are *unchecked*: they are named, but they neither pass nor count as a fault. The same
holds for all icons of a game without aids.

**Why it matters.** An icon saves words only for players who know its meaning. If you change an icon
on the cards and not on the aid, nobody at the table can look it up.

**Example.** `{skull}` stands in three cards' texts and on no aid:
`own:skull on 3 pieces (`plague`, `drought`, `fire`) is on no player aid`.

**How to mend it.** Explain the icon on an aid, in a field or in a text; or use words on the piece.
Ignore a drawing that has no meaning: `ignore: [{rule: icons, of: …, drawn: …, why: …}]`.
"""

import re
from collections.abc import Iterator

from fustella.check.lint import ByPieces, Faces, fault, icons_let_go, pieces_for, place_of, printed
from fustella.check.lint._faces import drawn_faces
from fustella.check.texts import entries, inline_icons
from fustella.core.values.claims import Claims, Finding, Verdict
from fustella.core.values.model import Game, Piece, Record, SideName, Text, Word
from fustella.core.values.problems import Place

BY_FACES = True
LETS_GO = "drawn"

_ICON = re.compile(r"[a-z]+:[a-z0-9]+(?:-[a-z0-9]+)*")
_SAYS = "every icon is explained on a player aid"


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """Yields a finding for each icon on no aid; without faces or aids, one unchecked finding."""
    explained = {
        icon
        for piece in printed(game)
        if piece.kind.id in claims.aids
        for icon, _, _ in _icons_of(game, piece, faces)
    }
    unexplained, let_go = ByPieces(), icons_let_go(__name__, game, claims)
    for piece in pieces_for(__name__, game, claims):
        if piece.kind.id in claims.aids:
            continue
        for icon, place, is_picture in _icons_of(game, piece, faces):
            if not (icon in explained or is_picture or (piece.id, icon) in let_go):
                unexplained.add(icon, piece.id, place)
    if faces is None or not claims.aids:
        yield from _unchecked_finding(claims, unexplained)
        return
    for icon, those in unexplained:
        has = f"{icon} on {those.named()} is on no player aid"
        yield those.fault(__name__, _SAYS, has)


def _unchecked_finding(claims: Claims, unexplained: ByPieces) -> Iterator[Finding]:
    by_icon = dict(unexplained)
    if not by_icon:
        return
    why = "in no aid's fields and texts, drawings not looked at"
    has = f"{why if claims.aids else 'claims.yaml names no aids'}: {', '.join(by_icon)}"
    where = tuple(those.places[those.first] for those in by_icon.values())
    yield fault(__name__, claims.place, _SAYS, has, *where, verdict=Verdict.UNCHECKED)


def _icons_of(game: Game, piece: Piece, faces: Faces) -> Iterator[tuple[str, Place, bool]]:
    """Yields each icon of a piece, its place, and whether it is the picture of a name beside it."""
    looks = tuple(drawn_faces(piece, faces))
    for side, record in ((SideName.FRONT, piece.front), (SideName.BACK, piece.back)):
        typed = list(_icons_in_fields(game, record))
        yield from typed
        known = {icon for icon, _, _ in typed}
        on_face = {icon for look in looks if side in look for icon in look[side].icons}
        for icon in sorted(on_face - known):
            yield icon, place_of(piece, side), False


def _icons_in_fields(game: Game, record: Record) -> Iterator[tuple[str, Place, bool]]:
    fields = entries(record)
    named = {id(entry.record) for entry in fields if entry.is_name}
    for entry in fields:
        if isinstance(entry.value, Word) and _ICON.fullmatch(entry.value):
            yield str(entry.value), entry.value.place, id(entry.record) in named
        elif isinstance(entry.value, Text):
            for name, word in inline_icons(entry.value):
                if name in game.icons:
                    yield str(game.icons[name].icon), word.place, False
