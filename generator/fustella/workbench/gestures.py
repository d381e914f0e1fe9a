"""Defines gestures: what the page asks to be done, as JSON with the name of the gesture in `do`."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from fustella.workbench.draft import Draft, GestureRefused


class Gesture(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What somebody does on the page, with `apply`, which changes the files of a draft.

    Each sort of gesture is a struct with a tag, `class Copies(Gesture, tag="copies")`, and stands
    in `KNOWN` of `workbench.editing`.
    """

    def apply(self, draft: Draft) -> str:
        """Changes the draft. Returns what was done, for the button of Undo: "move `title`".

        Raises GestureRefused.
        """
        raise NotImplementedError


def gestures_in(typed: Any, known: Sequence[type[Gesture]]) -> tuple[Gesture, ...]:
    """The gestures in a request. Raises GestureRefused for one that is unknown or malformed."""
    union: Any = known[0] if known else Gesture
    for each in known[1:]:
        union = union | each
    try:
        return tuple(msgspec.convert(typed, list[union]))
    except msgspec.ValidationError as error:
        raise GestureRefused(f"the page asks for something unknown: {error}") from None
