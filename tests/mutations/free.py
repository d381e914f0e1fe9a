"""Names fields of our own design, which the box or its claims declare: any value is right there.

Each entry names such fields and the declaration. Without its declaration, an entry excuses nothing:
if a piece is not `designed` any more, or if the claim has no decision.
"""

import re
from dataclasses import dataclass

from fustella.core.values.claims import Claims
from fustella.core.values.model import Game
from tests.mutations.changes import ROOT, Change

DESIGNED = "designed"


@dataclass(frozen=True)
class Free:
    """Fields of a game that are our own design: patterns of lists and keys, sorts of changes.

    `said` is `DESIGNED` if the source of the piece declares it, or the id of a claim with a
    decision.
    """

    game: str
    lists: str
    keys: str
    sorts: tuple[str, ...]
    said: str
    why: str


_AREAS = ("setup", "exchange")
"""The sorts of changes that are one sort or another: entries excuse them by their fields."""

_TEXT = ("sense",)
_VALUES = ("figure", "field")
_NUMBER = ("twin", "gone", "copies")

FREE = (
    Free(
        *("city-duel", "(league|order|side)-.*", r"front\.(power|hit_points|range)"),
        *(_VALUES, DESIGNED, "the document has no list of cards: their values are ours"),
    ),
    Free(
        *("city-duel", "(league|order|side)-.*", r"front\.quick"),
        *(_VALUES, DESIGNED, "which cards are Quick is ours"),
    ),
    Free(
        *("city-duel", "(league|order|side)-.*", r"front\.(text|motto)\..*"),
        *(_TEXT, DESIGNED, "the effects of the cards are ours"),
    ),
    Free(
        *("city-duel", "(league|order|side)-.*", r"front\.(motto|title)\..*"),
        *(("word", "name"), DESIGNED, "names and mottoes of the cards are ours"),
    ),
    Free(
        *("city-duel", "aids", r"back\.ours\..*"),
        *(_TEXT, DESIGNED, "the choices of this edition, set apart on the aid"),
    ),
    Free(
        *("city-duel", "setup", "(pieces|copies)"),
        *(_NUMBER, DESIGNED, "the document has no set-up card: how many there are is ours"),
    ),
    Free(
        *("moving-kingdoms", "deck-.*", r"front\.options\..*text\..*"),
        *(_TEXT, DESIGNED, "the document gives no card: their possibilities are ours"),
    ),
    Free(
        *("moving-kingdoms", "deck-.*", r"front\.options\.\d+\.(act|icon)"),
        *(
            ("field", "icon"),
            DESIGNED,
            "which of the deeds of a possibility its plate shows is ours",
        ),
    ),
    Free(
        *("moving-kingdoms", "aids", r"(front|back)\.sections\.\d+\.rows\.\d+\.icon"),
        *(("icon",), DESIGNED, "the signs beside phases and steps of an aid are ours"),
    ),
    Free(
        *("moving-kingdoms", "aids", r".*\.colour"),
        *(("field",), DESIGNED, "the colours of the rows of an aid mean nothing"),
    ),
    Free(
        *("el-mapa", "obstacles", r"(pieces|copies|front\.form)"),
        *((*_NUMBER, "field"), "obstacles-number", "the document gives neither number nor form"),
    ),
    Free(
        *("el-mapa", "tiles-.*", r"front\.closed"),
        *(("field",), "closed-sides", "the document does not say which side is closed"),
    ),
    Free(
        *("el-mapa", "aids.*", r"(front|back)\.sections\.\d+\.icon"),
        *(("icon",), DESIGNED, "the signs beside the headings of an aid mean nothing"),
    ),
    Free(
        *("el-mapa", "marks", r"(front|back)\.icon"),
        *(("icon",), DESIGNED, "the document has no such marks: their signs are ours"),
    ),
    Free(
        *("el-mapa", "resources", r"front\.goods\.\d+\.good"),
        *(("field",), DESIGNED, "the document has no resource cards: what each gives is ours"),
    ),
    Free(
        *("empire-plateau", "board-.*", r"front\.(sides\.\d+\.(starts|base)|notes|zero)\..*"),
        *(("board",), DESIGNED, "base and starting points are ours, if all rules of play hold"),
    ),
    Free(
        *("empire-plateau", "aids", r"back\.sections\.\d+\.figures\.\d+\.(own|rivals)\..*"),
        *(
            ("board",),
            DESIGNED,
            "armies of a picture may stand elsewhere if it shows the same rule",
        ),
    ),
    Free(
        *(
            "empire-plateau",
            "aids",
            r"back\.sections\.\d+\.figures\.\d+\.(arcs\.\d+\.1|red\.\d+)\..*",
        ),
        *(("board",), DESIGNED, "how high an arc swings, and how far a line goes past the figure"),
    ),
    Free(
        *("empire-plateau", "aids", r"front\.always\.\d+\.icon"),
        *(("icon",), DESIGNED, "the signs beside the rules that always hold"),
    ),
    Free(
        *("empire-plateau", "aids", r"back\.sections\.\d+\.figures\.\d+\.(letters\.\d+\.)?at\..*"),
        *(("board",), DESIGNED, "where a figure and its letters lie on the aid"),
    ),
)


_PRINTED = re.compile(r"\bface\.(\w+)")


def free(change: Change, known: tuple[Game, Claims]) -> str:
    """The reason for which a change is one of our own design, and where the box says so; or ""."""
    if change.sort == "template":
        return "drawn again beside it" if is_shown_besides(change) else ""
    stem = change.file.rpartition("/")[2].removesuffix(".yaml")
    for entry in FREE:
        if (
            entry.game == change.game
            and (change.sort in entry.sorts or change.sort in _AREAS)
            and re.fullmatch(entry.lists, stem)
            and re.fullmatch(entry.keys, change.key)
            and is_said(entry, change, known)
        ):
            said = "`designed` of the list" if entry.said == DESIGNED else f"claim `{entry.said}`"
            return f"{entry.why} ({said})"
    return ""


def is_said(entry: Free, change: Change, known: tuple[Game, Claims]) -> bool:
    """Whether the declaration is there: a `designed` source of the piece, or a claim's decision."""
    game, claims = known
    if entry.said != DESIGNED:
        return any(one.id == entry.said and one.decision is not None for one in claims.claims)
    pieces = [piece for piece in game.pieces if piece.place.file == change.file]
    own = [piece for piece in pieces if change.piece in (piece.id, "")] or pieces
    return bool(own) and all(piece.source.designed is not None for piece in own)


def is_shown_besides(change: Change) -> bool:
    """Whether a template draws each field of a changed output again, as a mark or a picture.

    The second drawing is right, and nobody can read a word or a number back from it.
    """
    text = (ROOT / change.file).read_bytes().decode("utf-8")
    (start, end, _), *_ = change.edits
    besides = set(_PRINTED.findall(text[:start] + text[end:]))
    return set(_PRINTED.findall(text[start:end])) <= besides
