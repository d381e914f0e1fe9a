"""Knows the last builds for kits, and whether anything has changed since.

This module loads nothing that draws: an up-to-date build for a kit does not draw.
"""

import hashlib
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import (
    PART,
    UNCHECKED,
    BuildOptions,
    Built,
    Stamp,
    inputs_of,
    read_stamp,
)
from fustella.core.files.project import Project
from fustella.core.values.model import Game
from fustella.core.values.problems import Problem, ProblemsFound, did_you_mean
from fustella.core.values.themes import Theme
from fustella.kits.model import BookletChange, CopyChange, Kit
from fustella.kits.store import PENDING, kit_folder, read_pending, state_of


class KitBuilt(Struct, frozen=True):
    """The result of printing for a kit; `built` is None where nothing had to be printed.

    `names` are the names of the pieces in `changes`; pieces that are gone have their last names.
    With `unrecorded`, an earlier print with other changes was never recorded in the kit. `rules` is
    the change of the booklet.
    """

    kit: Kit
    names: Mapping[str, str]
    changes: tuple[CopyChange, ...]
    built: Built | None
    unrecorded: bool = False
    rules: BookletChange | None = None


class UpdateMode(Struct, frozen=True):
    """The way in which a kit is updated.

    With `rules_only`, only copies with other texts are exchanged. With `stickers`, stickers are
    printed instead of new copies.
    """

    rules_only: bool = False
    stickers: bool = False


def for_kit(options: BuildOptions, kit: Kit) -> BuildOptions:
    """The options with a kit's language, theme and output folder."""
    choice = replace(options.choice, kit=kit.name)
    return replace(options, language=kit.language, theme=Theme(kit.theme), choice=choice)


def refuse_other_language(game: Game, kit: Kit) -> None:
    """Raises ProblemsFound, E005, where the game does not have the language of its kit."""
    if kit.language not in game.languages:
        message = f"{game.id} has no language `{kit.language}`"
        place = replace(kit.place, key="language")
        hint = did_you_mean(kit.language, game.languages)
        raise ProblemsFound([Problem("E005", place, message, hint)])


def inputs_of_kit(project: Project, kit: Kit, options: BuildOptions, mode: UpdateMode) -> str:
    """The hash of all inputs of a build for a kit; `options` come from `for_kit`."""
    inputs = inputs_of(project, kit.game), options.key(), state_of(kit), mode
    return hashlib.sha256(repr(inputs).encode()).hexdigest()


def stamp_of_kit(inputs: str, unchecked: bool, warnings: tuple[Problem, ...]) -> Stamp:
    made_from = f"{inputs} {UNCHECKED}" if unchecked else inputs
    return Stamp(made_from, "", (), warnings=warnings)


def already_built_for(
    project: Project, kit: Kit, options: BuildOptions, mode: UpdateMode
) -> KitBuilt | None:
    """The last build for a kit, if its inputs have not changed since; else None.

    With a swap list that warns that the box was not checked, the build counts only with `force`.
    """
    options = for_kit(options, kit)
    folder = kit_folder(options.output, kit)
    inputs = inputs_of_kit(project, kit, options, mode)
    stamp = read_stamp(folder, PART, inputs)
    if stamp is None and options.force:
        stamp = read_stamp(folder, PART, f"{inputs} {UNCHECKED}")
    if stamp is None:
        return None
    pending = read_pending(folder)
    if pending is None:
        return None if stamp.printed else KitBuilt(kit, {}, (), None)
    shown = tuple(entry for entry in stamp.printed if entry.file != PENDING)
    built = Built(kit.game, folder, shown, True, stamp.warnings)
    return KitBuilt(kit, pending.names, pending.changes, built, rules=pending.rules)
