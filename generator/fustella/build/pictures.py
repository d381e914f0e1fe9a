"""Finds problems and warnings about pictures: broken, too coarse for their size, missing."""

import marshal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from fustella import draw
from fustella.core.files.cache import Memory, together, user_cache
from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.pictures import ART, NoPicture, PictureFile
from fustella.core.files.project import RESOURCES, Project
from fustella.core.files.reading import files_in
from fustella.core.geometry.units import MM_PER_INCH, rounded_down, rounded_up
from fustella.core.values.model import (
    Edition,
    Face,
    FaceId,
    Game,
    Picture,
    PictureUse,
    Piece,
    leaves,
)
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.core.words.patterns import regex
from fustella.draw.face_cache import pictures_of
from fustella.draw.pictures.raster import FaultyPicture, size_of
from fustella.draw.sources import Sources, template_folders

LEAST_DPI = 150.0
"""The resolution below which pixels are seen on paper (from 30 cm, two minutes of arc)."""

_NAMED = 6
"""The most missing pictures that a warning names; further ones are only counted."""


@contextmanager
def all_broken_pictures(project: Project, edition: Edition) -> Iterator[None]:
    """Adds all broken pictures to the problems of the block, if one of these is a broken picture.

    Drawing faces finds some broken pictures, rendering them finds others. Raises ProblemsFound.
    """
    try:
        yield
    except ProblemsFound as found:
        if all(problem.code != "E231" for problem in found.problems):
            raise
        broken = [problem for problem in wrong_pictures(project, edition) if problem.code != "E230"]
        named = tuple(problem.message.partition(": ")[0] + ": " for problem in broken)
        others = [problem for problem in found.problems if not problem.message.startswith(named)]
        raise ProblemsFound([*broken, *others]) from None


def wrong_pictures(project: Project, edition: Edition) -> list[Problem]:
    """The problems of pictures in lists and templates that cannot be printed, one for each picture.

    Each problem lies where the picture is typed first, in a list if possible. The findings about
    files that have not changed are kept. In templates, only parts that are always drawn
    are searched. A missing picture that a template names is E230, unless placeholders are printed;
    reading a list reports the missing pictures that it names.
    """
    typed = [
        value
        for piece in edition.game.pieces
        for side, record in (("front", piece.front), ("back", piece.back))
        for _, value in leaves(side, record)
        if isinstance(value, Picture) and value.digest
    ]
    folder = pictures_of(project, edition)
    named = list(_named_by_templates(project, edition.game))
    if not (typed or named):
        return []
    files, places = dict[str, PictureFile](), dict[str, Place]()
    for value in typed:
        file = folder.find(value)
        files[file.name] = file
        places.setdefault(file.name, value.place)
    missing = dict[str, Problem]()
    for name, place in named:
        try:
            file = folder.find(name)
        except NoPicture as fault:
            if not (fault.missing and edition.game.images.placeholder):
                missing.setdefault(name, Problem(fault.code, place, str(fault), fault.hint))
        else:
            files[file.name] = file
            places.setdefault(file.name, place)
    wrong = [
        Problem(code, places[name], f"{ART}/{name}: {message}", hint)
        for name, (code, message, hint) in _broken_pictures(files, edition.game.id).items()
    ]
    wrong += missing.values()
    return sorted(wrong, key=lambda problem: problem.place)


def _named_by_templates(project: Project, game: Game) -> Iterator[tuple[str, Place]]:
    """Yields the pictures that the templates of printed pieces name, each with its line there."""
    kinds = {piece.kind.id: piece.kind for piece in game.pieces if piece.struck_out is None}
    templates = [side for kind in kinds.values() for side in (kind.front, kind.back) if side]
    own = [template for template in templates if not template.startswith("ready/")]
    if own and _some_names_a_picture(project, game):
        yield from draw.pictures_named(project, game.id, own)


def _some_names_a_picture(project: Project, game: Game) -> bool:
    """Whether a template of the game may name a picture; most templates draw those of the lists."""
    sources = Sources(project, game.id)
    folders = {folder for _, folder in template_folders(project, game.id)}
    for folder in (one for one in folders if not one.is_relative_to(RESOURCES)):
        for path in files_in(folder, project.root):
            with suppress(OSError):
                if _NAMES_PICTURE.search(sources.template(path)):
                    return True
    return False


_NAMES_PICTURE = regex(rb"""\bimage\s*\(\s*['"]|\bpicture\s*=\s*['"]""")


def _broken_pictures(
    files: Mapping[str, PictureFile], game: str
) -> dict[str, tuple[str, str, str]]:
    """The code, message and hint of each file that cannot be printed, by its name.

    The findings about a game's files are kept together in the user's cache.
    """
    with together(user_cache(), ("broken pictures", game)) as memory:
        keys = {
            name: fingerprint((), (), repr((file.digest, file.fonts, file.is_drawn)))
            for name, file in files.items()
        }
        kept = {name: memory.get(key) if memory else None for name, key in keys.items()}
        new = [file for name, file in files.items() if kept[name] is None]
        found = _faults_of(new) if new else {}
        for file in new if memory else ():
            assert memory is not None
            fault = found.get(file.name, ())
            if not fault or fault[0] != "E100":  # what could not be read may be whole
                memory.put(keys[file.name], marshal.dumps(fault))
    known = {name: marshal.loads(body) for name, body in kept.items() if body is not None}
    return found | {name: fault for name, fault in known.items() if fault}


def _faults_of(files: list[PictureFile]) -> dict[str, tuple[str, str, str]]:
    try:
        draw.refuse_broken(files)
    except draw.RenderFailed as failed:
        return {
            fault.picture.name: (fault.code, fault.message, fault.hint)
            for fault in failed.faults
            if fault.picture is not None
        }
    return {}


def picture_warnings(
    game: Game, faces: Mapping[FaceId, Face], memory: Memory | None
) -> tuple[Problem, ...]:
    """Warnings about the pictures on the faces that are printed.

    They are E229 for a drawing (SVG) that is not printed as it is, E232 for a picture with less
    than `LEAST_DPI` where it is largest, and E233 for missing pictures. Raises ProblemsFound: E231
    for a picture that cannot be read any more.
    """
    largest: dict[str, tuple[float, PictureUse, FaceId]] = {}
    missing: dict[str, None] = {}
    for face_id, face in faces.items():
        for use in face.pictures:
            if not use.file.digest:
                missing[use.file.name] = None
                continue
            size_mm = max(use.width_mm, use.height_mm)
            if size_mm > largest.get(use.file.digest, (0.0,))[0]:
                largest[use.file.digest] = size_mm, use, face_id
    pieces = {piece.id: piece for piece in game.pieces}
    warnings = list[Problem]()
    for _, use, face_id in largest.values():
        place = _place_of(use, pieces.get(face_id.piece), game)
        try:
            warnings += _of_file(use, place, memory)
        except FaultyPicture as fault:
            message = f"{ART}/{use.file.name}: {fault}"
            raise ProblemsFound([Problem(fault.code, place, message, fault.hint)]) from None
    return (*_missing_pictures(game, list(missing)), *warnings)


def _of_file(use: PictureUse, place: Place, memory: Memory | None) -> Iterator[Problem]:
    if use.file.is_drawn:
        for note in draw.cleaned(use.file, memory).notes:
            line = f", line {note.line}" if note.line else ""
            message = f"{ART}/{use.file.name}{line}: {note.message}"
            yield warning("E229", place, message, note.hint)
    elif (dpi := resolution_of(use)) and dpi < LEAST_DPI:
        width_px, height_px, _, _ = size_of(use.file)
        message = (
            f"{ART}/{use.file.name} has {width_px} x {height_px} pixels: "
            f"{rounded_down(dpi)} dpi at {use.width_mm:.0f} x {use.height_mm:.0f} mm"
        )
        enough = f"{_pixels(use, LEAST_DPI)} pixels would do, {_pixels(use, 300)} are better"
        yield warning("E232", place, message, f"{enough}; or print it smaller")


def resolution_of(use: PictureUse) -> float:
    """The resolution in dpi at which a picture is printed; 0 for a drawing, and for nothing.

    Raises FaultyPicture.
    """
    if use.file.is_drawn or not use.file.digest or min(use.width_mm, use.height_mm) <= 0:
        return 0.0
    width_px, height_px, _, _ = size_of(use.file)
    return min(width_px / use.width_mm, height_px / use.height_mm) * MM_PER_INCH


def _pixels(use: PictureUse, dpi: float) -> str:
    width, height = (side / MM_PER_INCH * dpi for side in (use.width_mm, use.height_mm))
    return f"{rounded_up(width)} x {rounded_up(height)}"


def _missing_pictures(game: Game, names: list[str]) -> Iterator[Problem]:
    if names:
        shown = ", ".join(names[:_NAMED])
        rest = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        count = "1 picture is" if len(names) == 1 else f"{len(names)} pictures are"
        place = game.images.place or game.place
        message = f"{count} missing; a grey box stands in for each: {shown}{rest}"
        yield warning("E233", place, message, f"put the files into {ART}/")


def shown_at(digest: str, faces: Mapping[FaceId, Face], game: Game) -> Place:
    """The place where a piece names a picture on some faces, else the piece's place."""
    shown = {
        face_id.piece
        for face_id, face in faces.items()
        if any(use.file.digest == digest for use in face.pictures)
    }
    pieces = [piece for piece in game.pieces if piece.id in shown]
    typed = (place for piece in pieces for place in _places_typed(digest, piece))
    return next(typed, pieces[0].place if pieces else game.place)


def _places_typed(digest: str, piece: Piece) -> Iterator[Place]:
    """Yields the places where a piece names a picture."""
    for side, record in (("front", piece.front), ("back", piece.back)):
        for _, value in leaves(side, record):
            if isinstance(value, Picture) and value.digest == digest:
                yield value.place


def _place_of(use: PictureUse, piece: Piece | None, game: Game) -> Place:
    """The place where a piece names a picture; else the place of the piece, or of the game."""
    if piece is None:
        return game.place
    return next(_places_typed(use.file.digest, piece), piece.place)
