"""Turns comparisons of a game into views."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from fustella.build import BuildOptions
from fustella.build.job import Job
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import path_data
from fustella.core.values.model import Face
from fustella.core.values.problems import ProblemsFound
from fustella.git.revisions import revision_named, revisions_of_looks
from fustella.history import FieldChange, PieceChange, counted_in_rules
from fustella.history.since import compare_with_revision
from fustella.kits import kit_names, read_kit
from fustella.kits.since import compare_with_kit
from fustella.preview.views import AgainstView, ChangedField, ChangeView, PictureView, SidePair

START = "start"
_KIT, _REVISION = "kit:", "git:"

MOST_REVISIONS = 30
"""The most revisions that are offered: the newest ones that changed the looks of a game."""


def against_views(project: Project, game: str) -> tuple[AgainstView, ...]:
    """The views of the states that a game can be compared with: the start, kits, last revisions."""
    kits = (
        AgainstView(f"{_KIT}{name}", f"since kit {name} was printed")
        for name in _kits_of(project, game)
    )
    revisions = (
        AgainstView(f"{_REVISION}{revision.id}", f"since {revision}")
        for revision in revisions_of_looks(project, game, MOST_REVISIONS)
    )
    return AgainstView(START, "since the preview was opened"), *kits, *revisions


def _kits_of(project: Project, game: str) -> Iterator[str]:
    """Yields the kits of a game, without kits that cannot be read: other commands report these."""
    names: tuple[str, ...] = ()
    with suppress(ProblemsFound):
        names = kit_names(project)
    for name in names:
        try:
            if read_kit(project, name).game == game:
                yield name
        except ProblemsFound:
            continue


def changes_since(
    project: Project, game: str, against: str, options: BuildOptions
) -> tuple[tuple[PieceChange, ...], tuple[str, ...]]:
    """The changes since a kit or a revision, and notes on everything that could not be compared.

    Raises ProblemsFound.
    """
    if against.startswith(_KIT):
        kit = read_kit(project, against.removeprefix(_KIT))
        comparison = compare_with_kit(project, kit, options)
    else:
        revision = revision_named(project, against.removeprefix(_REVISION))
        comparison = compare_with_revision(Job(project, game, options), revision)
    notes = comparison.notes
    if comparison.rules:
        booklet = counted_in_rules(comparison.rules)
        notes = (*notes, f"{booklet}; `fustella diff` shows what")
    return comparison.changes, notes


def faces_of(changes: Sequence[PieceChange]) -> Iterator[Face]:
    """Yields all faces of some changes, before and after."""
    for change in changes:
        for _, before, after in change.sides:
            yield from (face for face in (before, after) if face is not None)


def change_view(change: PieceChange) -> ChangeView:
    return ChangeView(
        piece=change.piece,
        name=change.state.name,
        kind=change.state.kind,
        why=change.kind.value,
        copies_before=change.copies_then,
        copies_after=change.copies_now,
        sides=tuple(
            SidePair(side.value, _picture(before), _picture(after))
            for side, before, after in change.sides
        ),
        fields=tuple(map(_field, change.fields)),
    )


def _field(field: FieldChange) -> ChangedField:
    place = field.place
    at = (place.file, place.line, place.sheet) if place is not None else ("", 0, "")
    return ChangedField(field.field, field.then, field.now, field.kind.value, *at)


def _picture(face: Face | None) -> PictureView | None:
    if face is None:
        return None
    size = face.outline.size
    outline = path_data(face.outline)
    return PictureView(face.digest, size.width_mm, size.height_mm, face.bleed_mm, outline)
