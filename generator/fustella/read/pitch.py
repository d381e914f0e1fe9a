"""Reads `pitch` of game.yaml: what a sell sheet says of a game beside its lists."""

from collections.abc import Callable, Collection

from fustella.core.values.model import Pitch, Text
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.read.fields import PLAIN_TEXT
from fustella.read.forms import Form, Rejected, entry, form_of, list_of, shown, value_of
from fustella.read.languages import Languages, read_text
from fustella.read.nodes import as_typed
from fustella.read.scalars import PIECE_ID, STRING


def _said(value: object) -> str:
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise Rejected("E104", f"expected a text, found {shown(value)}", 'write "2–4"')
    return as_typed(value)


_SAID = value_of(_said, {"title": "text", "type": ["string", "integer"]})


class PitchForm(Form, frozen=True):
    """What a sell sheet says beside the lists."""

    hook: object = entry(
        PLAIN_TEXT, default=None, about="What the game is, in a sentence, in each language."
    )
    new: tuple[object, ...] = entry(
        list_of(PLAIN_TEXT), default=(), about="What no other game has: a few sentences."
    )
    players: str = entry(_SAID, default="", about="How many play: 2–4.")
    minutes: str = entry(_SAID, default="", about="How long it takes, in minutes: 45–60.")
    age: str = entry(_SAID, default="", about="How old players are: 10+.")
    contact: str = entry(STRING, default="", about="Your name and how one reaches you.")
    link: str = entry(STRING, default="", about="Where more is: https://example.org/my-game.")
    pieces: tuple[str, ...] = entry(
        list_of(PIECE_ID), default=(), about="The pieces to show; default: a few of each sort."
    )


PITCH = form_of(PitchForm)


def read_pitch(
    form: PitchForm | None,
    place_of: Callable[..., Place],
    languages: Languages,
    pieces: Collection[str],
    problems: list[Problem],
) -> Pitch | None:
    """The pitch of a game; `place_of` gives the place of keys below `pitch`.

    Adds to `problems` E106 for a piece that the game lacks, and the faults of texts.
    """
    if form is None:
        return None
    for number, piece in enumerate(form.pieces):
        if piece not in pieces:
            message, hint = f"there is no piece `{piece}`", did_you_mean(piece, pieces)
            problems.append(Problem("E106", place_of("pieces", number), message, hint))

    def text(typed: object, *keys: str | int) -> Text:
        return read_text(typed, languages, place_of(*keys), problems, plain=True).plain()

    return Pitch(
        place=place_of(),
        hook=None if form.hook is None else text(form.hook, "hook"),
        new=tuple(text(typed, "new", number) for number, typed in enumerate(form.new)),
        players=form.players,
        minutes=form.minutes,
        age=form.age,
        contact=form.contact,
        link=form.link,
        pieces=form.pieces,
    )
