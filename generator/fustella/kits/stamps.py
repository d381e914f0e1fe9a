"""What came of a build for a kit, and whether it was done before.

Light on purpose: a build for a kit in which nothing changed draws nothing.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from fustella.build.options import PART, UNCHECKED, BuildOptions
from fustella.build.stamps import Built, OutputRecord, Stamp, inputs_of, read_stamp
from fustella.core.model import Game, Theme
from fustella.core.problems import Problem, ProblemsFound, did_you_mean
from fustella.core.project import Project
from fustella.kits.model import CopyChange, Kit
from fustella.kits.store import PENDING, kit_folder, read_pending, state_of


@dataclass(frozen=True, slots=True)
class KitBuilt:
    """What was printed for a kit; `built` is None where nothing had to be.

    `names` are those of the pieces of `changes`; what goes out has the name that it had.
    `unrecorded`: something else was printed before that nobody recorded.
    """

    kit: Kit
    names: Mapping[str, str]
    changes: tuple[CopyChange, ...]
    built: Built | None
    unrecorded: bool = False


@dataclass(frozen=True, slots=True)
class UpdateMode:
    """How a kit is brought up to date: in what plays alone; by stickers on what it has."""

    rules_only: bool = False
    stickers: bool = False


def for_kit(options: BuildOptions, kit: Kit) -> BuildOptions:
    """The options with the language and the theme of a kit, and its folder."""
    choice = replace(options.choice, kit=kit.name)
    return replace(options, language=kit.language, theme=Theme(kit.theme), choice=choice)


def refuse_other_language(game: Game, kit: Kit) -> None:
    """Raises ProblemsFound, E005, where the game has not the language that its kit says."""
    if kit.language not in game.languages:
        message = f"{game.id} has no language `{kit.language}`"
        place = replace(kit.place, key="language")
        hint = did_you_mean(kit.language, game.languages)
        raise ProblemsFound([Problem("E005", place, message, hint)])


def inputs_of_kit(project: Project, kit: Kit, options: BuildOptions, mode: UpdateMode) -> str:
    """The hash of all that a build for a kit depends on; `options` are those `for_kit`."""
    inputs = inputs_of(project, kit.game), options.key(), state_of(kit), mode
    return hashlib.sha256(repr(inputs).encode()).hexdigest()


def stamp_of_kit(inputs: str, printed: tuple[OutputRecord, ...], unchecked: bool) -> Stamp:
    """What is remembered of a build for a kit."""
    return Stamp(f"{inputs} {UNCHECKED}" if unchecked else inputs, "", printed)


def already_built_for(
    project: Project, kit: Kit, options: BuildOptions, mode: UpdateMode
) -> KitBuilt | None:
    """The last build for a kit, when it was made from what is there now; see `already_built`.

    One whose list warns counts only where it is forced again.
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
    built = Built(kit.game, folder, shown, True)
    return KitBuilt(kit, pending.names, pending.changes, built)
